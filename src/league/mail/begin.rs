//! The matches of a round begin by mail.

use std::path::{Path, PathBuf};

use club::matches::MatchFault;
use club::secretary::{LeagueMail, LeagueMatch, MatchOffice};
use engine::problem::list_and;

use super::room::Room;
use super::{Said, news};
use crate::acts::{self, Desk, MATCHES, MatchPlan};
use crate::sides::side_name;

/// What has begun of a round.
pub struct BegunRound {
    /// The round.
    pub round: u32,
    /// Its matches that have begun, in the order of their boards.
    pub begun: Vec<MatchPlan>,
    /// What is mailed to those who play them; each goes out once.
    pub news: Vec<LeagueMail>,
    /// Why a match could not be begun, if one could not. Those behind it were not tried.
    pub refused: Option<String>,
}

/// Begins every match of the round that has its seats, to be played by mail: at the desk, and at the machine.
/// Each is noted in the book when it is there, so a run that died half-way goes on from where it was.
/// `folder` is the office's; `more` are options for the match of a board.
///
/// # Errors
/// If no match can begin, or one cannot be played by mail as it stands: then nothing is written.
pub fn begin_by_mail(
    desk: &mut Desk<'_>,
    event: &str,
    folder: &Path,
    office: &mut dyn MatchOffice,
    more: &dyn Fn(&MatchPlan) -> Vec<String>,
) -> Result<BegunRound, MatchFault> {
    let (round, waiting) = acts::plans(desk, event)?;
    let matches: Vec<(MatchPlan, LeagueMatch)> = waiting
        .into_iter()
        .map(|plan| {
            let mut by_mail = by_mail(desk, (event, round), &plan)?;
            by_mail.options.extend(more(&plan));
            office.can_begin(&by_mail)?;
            Ok((plan, by_mail))
        })
        .collect::<Result<_, MatchFault>>()?;
    let mut refused = None;
    for (plan, mut by_mail) in matches {
        by_mail.options.extend(acts::write_keys(desk, &plan, &folder.join(&by_mail.folder))?);
        let begun = office.begin(&by_mail);
        let at = (round, plan.board);
        match begun.and_then(|genesis| acts::begun(desk, event, at, &plan.word, genesis)) {
            Ok(()) => {}
            Err(why @ (MatchFault::No { .. } | MatchFault::Usage { .. })) => {
                refused = Some(format!("{} could not be begun: {why}", plan.word));
                break;
            }
            Err(fault) => return Err(fault),
        }
    }
    let begun = acts::begun_plans(desk, event)?;
    if refused.is_none() && begun.is_empty() {
        let mend = format!("give out the sides first: \"seats {event}\"");
        return Err(MatchFault::no(format!("no match of round {round} can begin"), mend));
    }
    let news = begun.iter().flat_map(|plan| news::begins(desk, (event, round), plan).0).collect();
    Ok(BegunRound { round, begun, news, refused })
}

impl Room<'_, '_> {
    /// Begins every match of the round that has its seats, and writes to both players.
    pub(super) fn begin(&mut self, event: &str) -> Result<Said, MatchFault> {
        let (settings, now, folder) = (self.settings, self.letter.now, self.letter.office);
        let mut book = self.book()?;
        super::room::has_event(&book, event)?;
        let mut desk = Desk { book: &mut book, settings, now };
        let BegunRound { round, begun, news, refused } =
            begin_by_mail(&mut desk, event, folder, self.office, &|_| Vec::new())?;
        let lines = begun.iter().map(line).collect();
        let is_refused = refused.is_some();
        let what = match refused {
            Some(why) => format!("{why}. What has begun of round {round} of {event}:"),
            None => format!("what has begun of round {round} of {event}:"),
        };
        Ok(Said { lines, others: news, is_refused, ..Said::that(what) })
    }
}

fn line(plan: &MatchPlan) -> String {
    let seats: Vec<String> =
        plan.seats.iter().map(|(side, who)| format!("{who} plays the {}", side_name(side))).collect();
    format!("{}: {}", plan.word, list_and(&seats))
}

/// A match as the office begins it.
///
/// # Errors
/// If the event has no template, or a player no address.
fn by_mail(
    desk: &Desk<'_>,
    (event, round): (&str, u32),
    plan: &MatchPlan,
) -> Result<LeagueMatch, MatchFault> {
    let Some(template) = desk.event(event)?.settings.template.clone() else {
        let what = format!("{event} was opened without a template of office.yaml");
        return Err(MatchFault::no(what, "begin its matches at the office's machine"));
    };
    let seat = |(side, who): (&String, &tournament::Entrant)| {
        let address = desk.settings.entrants.get(who).and_then(|person| person.address.clone());
        let address = address.ok_or_else(|| {
            let what = format!("{} of {} has no address in league.yaml", who, plan.word);
            MatchFault::no(what, "write one there")
        })?;
        Ok((side.clone(), desk.book.league.name(who).to_owned(), address))
    };
    let seats = plan.seats.iter().map(seat).collect::<Result<_, MatchFault>>()?;
    let folder = PathBuf::from(MATCHES).join(&plan.word);
    let options = acts::match_options(desk, event, plan)?;
    let mut note = format!("This is board {} of round {round} of {event}.", plan.board);
    if let Some(handicap) = news::handicap(plan) {
        note += &format!(" {handicap}.");
    }
    Ok(LeagueMatch { word: plan.word.clone(), folder, template, options, seats, note })
}
