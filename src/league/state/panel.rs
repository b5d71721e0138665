//! A panel: who judges a board, what was voted, what was found.

use std::collections::{BTreeMap, BTreeSet};

use engine::digest::Digest;
use engine::problem::quote;
use jiff::Timestamp;
use tournament::Entrant;
use tournament::panel::{Vote, verdict};

use super::board::{Promise, opened};
use super::{Event, League};
use crate::ballot::{Ballot, Says};
use crate::book::Fact;
use crate::book::fact::BallotKind;
use crate::book::judging::{About, FoundBy, vote_of, vote_word};
use crate::figures::case;

/// A panel that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The entry in which it stands as it is now.
    pub entry: u64,
    /// When that was written.
    pub since: String,
    /// What it judges.
    pub about: About,
    /// Who sits on it.
    pub members: Vec<Entrant>,
    /// Whom the organiser named, and why.
    pub named: BTreeMap<Entrant, String>,
    /// Who decides where the votes do not.
    pub chair: Entrant,
    /// The hash of what the members are handed.
    pub dossier: Option<Digest>,
    /// Who gave his seat back.
    pub declined: BTreeSet<Entrant>,
    /// What may be voted for.
    pub choices: Vec<String>,
    /// Votes that were promised, the newest of each.
    pub promised: Vec<Promise>,
    /// Votes that were opened, byte for byte.
    pub opened: Option<BTreeMap<Entrant, String>>,
    /// What it found, and the entry in which that stands.
    pub verdict: Option<Found>,
}

/// What a panel found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The entry of the book; nothing as long as it is not written.
    pub entry: u64,
    /// A side, a draw, or whether a protest is upheld.
    pub finds: String,
    /// Who found it.
    pub by: FoundBy,
    /// How many votes of members were cast for what.
    pub votes: BTreeMap<String, u32>,
}

/// A vote with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    /// Who voted.
    pub by: Entrant,
    /// For what.
    pub finds: String,
    /// Why; may be empty.
    pub reasons: String,
}

impl Panel {
    /// Whether somebody votes on it.
    pub fn has(&self, who: &Entrant) -> bool {
        self.members.contains(who) || self.chair == *who
    }

    /// The members whose votes are not in.
    pub fn silent(&self) -> Vec<&Entrant> {
        let is_silent = |it: &&Entrant| self.promised.iter().all(|promise| promise.by != **it);
        self.members.iter().filter(is_silent).collect()
    }

    /// Until when members can vote. `within` is that of the event.
    pub fn until(&self, event: &Event) -> Option<Timestamp> {
        let since: Timestamp = self.since.parse().ok()?;
        Some(event.settings.panel.within.since(since))
    }

    /// The votes that were opened and are votes, those of the members before that of the chair.
    pub fn cast(&self) -> Vec<Cast> {
        let read = |by: &Entrant| {
            let Says::Vote { verdict, reasons } = Ballot::read(self.opened.as_ref()?.get(by)?).ok()?.says
            else {
                return None;
            };
            let is_choice = self.choices.contains(&verdict);
            is_choice.then(|| Cast { by: by.clone(), finds: verdict, reasons })
        };
        self.members.iter().chain([&self.chair]).filter_map(read).collect()
    }

    /// What follows from the votes that were opened; nothing while the chair is waited for.
    pub fn finds(&self) -> Option<Found> {
        self.opened.as_ref()?;
        let (chairs, members): (Vec<Cast>, Vec<Cast>) =
            self.cast().into_iter().partition(|it| it.by == self.chair);
        let chair: Option<Vote> = chairs.first().map(|it| vote_of(&it.finds));
        let mut votes = BTreeMap::new();
        members.iter().for_each(|it| *votes.entry(it.finds.clone()).or_default() += 1);
        let members = members.into_iter().map(|it| (it.by, vote_of(&it.finds))).collect();
        let found = verdict(&members, chair.as_ref())?;
        Some(Found { entry: 0, finds: vote_word(&found.finds).to_owned(), by: found.by.into(), votes })
    }

    /// Takes a promise; a newer one of the same person takes the place of the one before.
    ///
    /// # Errors
    /// Why it cannot be taken.
    pub(super) fn promise(&mut self, by: &Entrant, sha256: Digest) -> Result<(), String> {
        if !self.has(by) {
            return Err(format!("{} does not sit on the panel", quote(by.word())));
        }
        let is_late = match &self.opened {
            None => false,
            // Whoever breaks a tie may see that there is one.
            Some(opened) => *by != self.chair || opened.contains_key(by) || self.finds().is_some(),
        };
        if is_late || self.verdict.is_some() {
            return Err("the votes of the panel are open already".to_owned());
        }
        self.promised.retain(|it| it.by != *by);
        self.promised.push(Promise { what: BallotKind::Vote, by: by.clone(), sha256 });
        Ok(())
    }

    /// Opens all votes that are in, once no more are waited for; later that of the chair.
    ///
    /// # Errors
    /// A file that nobody promised or that is another, or that votes are still waited for.
    pub(super) fn open(&mut self, files: &BTreeMap<Entrant, String>, is_over: bool) -> Result<(), String> {
        let before = self.opened.clone().unwrap_or_default();
        let due: Vec<&Promise> = self.promised.iter().filter(|it| !before.contains_key(&it.by)).collect();
        opened(&due, files)?;
        let is_missing = |it: &&&Promise| !files.contains_key(&it.by);
        if let Some(missing) = due.iter().find(is_missing).filter(|_| !is_over) {
            return Err(format!("the vote of {} is left out", quote(missing.by.word())));
        }
        if let Some(silent) = self.silent().first().filter(|_| !is_over) {
            return Err(format!("the vote of {} is not in, and there is time left", quote(silent.word())));
        }
        if self.opened.is_some() && files.keys().any(|by| *by != self.chair) {
            return Err("the votes of the panel are open already".to_owned());
        }
        self.opened.get_or_insert_default().extend(files.clone());
        Ok(())
    }

    /// Somebody gives his seat back.
    ///
    /// # Errors
    /// If he has none, or votes are open.
    pub(super) fn decline(&mut self, who: &Entrant) -> Result<(), String> {
        if !self.members.contains(who) {
            return Err(format!("{} does not sit on the panel", quote(who.word())));
        }
        if self.opened.is_some() {
            return Err("the votes of the panel are open already".to_owned());
        }
        self.members.retain(|it| it != who);
        self.promised.retain(|it| it.by != *who);
        self.named.remove(who);
        self.declined.insert(who.clone());
        Ok(())
    }

    /// Takes a verdict, which must be what follows from the votes.
    ///
    /// # Errors
    /// If it is another, or there is one already.
    pub(super) fn find(&mut self, found: Found) -> Result<(), String> {
        if let Some(before) = &self.verdict {
            return Err(format!("its verdict stands in entry {}", before.entry));
        }
        match self.finds() {
            None => Err("nothing follows from the votes yet".to_owned()),
            Some(due) if Found { entry: found.entry, ..due.clone() } == found => {
                self.verdict = Some(found);
                Ok(())
            }
            Some(due) => Err(format!(
                "from the votes of the panel follows {}, and not {}",
                quote(&due.finds),
                quote(&found.finds)
            )),
        }
    }
}

impl Event {
    /// Everybody who gave back a seat on a panel of this event.
    pub fn declined(&self) -> Vec<Entrant> {
        let boards = self.rounds.iter().flat_map(|round| &round.boards);
        boards.flat_map(|board| &board.panels).flat_map(|panel| panel.declined.iter().cloned()).collect()
    }

    /// The panel that still judges a board.
    fn panel_at(&mut self, number: u32, board: u32) -> Result<&mut Panel, String> {
        let board = self.round_mut(number)?.board_mut(board)?;
        let result = board.result.as_ref().map(|(entry, _)| *entry);
        let number = board.number;
        let panel = board.panel_mut()?;
        match result.filter(|_| panel.about == About::Unfinished) {
            Some(entry) => Err(format!("board {number} has its result, in entry {entry}")),
            None => Ok(panel),
        }
    }

    /// Takes what a board's panel is, did or found.
    ///
    /// # Errors
    /// Why it cannot stand here.
    pub(super) fn judge(&mut self, entry: u64, number: u32, time: &str, fact: &Fact) -> Result<(), String> {
        match fact {
            Fact::Panel { board, about, members, named, chair, dossier, .. } => {
                let choices = about.choices(self.sides()).into_iter().map(str::to_owned).collect();
                let board = self.round_mut(number)?.board_mut(*board)?;
                let before = board.panels.pop_if(|panel| panel.about == *about);
                let (promised, declined) = before.map(|it| (it.promised, it.declined)).unwrap_or_default();
                board.panels.push(Panel {
                    entry,
                    since: time.to_owned(),
                    about: *about,
                    members: members.clone(),
                    named: named.clone(),
                    chair: chair.clone(),
                    dossier: *dossier,
                    declined,
                    choices,
                    promised,
                    opened: None,
                    verdict: None,
                });
                Ok(())
            }
            Fact::Declined { board, entrant, .. } => {
                if !tournament::panel::may_decline(&self.declined(), entrant) {
                    return Err(format!("{} has declined once in this event", quote(entrant.word())));
                }
                self.panel_at(number, *board)?.decline(entrant)
            }
            Fact::Ballot { board, what: BallotKind::Statement, by, sha256, .. } => {
                self.round_mut(number)?.board_mut(*board)?.state(by, *sha256)
            }
            Fact::Opened { board, what: BallotKind::Statement, files, .. } => {
                self.round_mut(number)?.board_mut(*board)?.open_statements(files)
            }
            Fact::Ballot { board, by, sha256, .. } => self.panel_at(number, *board)?.promise(by, *sha256),
            Fact::Opened { board, files, .. } => {
                let panel = self.round(number)?.board(*board)?.panel()?;
                let now: Option<Timestamp> = time.parse().ok();
                let is_over = now.zip(panel.until(self)).is_some_and(|(now, until)| now >= until);
                self.panel_at(number, *board)?.open(files, is_over)
            }
            Fact::Verdict { board, finds, by, votes, .. } => {
                let found = Found { entry, finds: finds.clone(), by: *by, votes: votes.clone() };
                self.panel_at(number, *board)?.find(found)
            }
            _ => Err("it is of no panel".to_owned()),
        }
    }
}

impl League {
    /// Looks at a panel: whether its board can be judged, and whether everybody on it may sit there.
    ///
    /// # Errors
    /// Why it cannot be.
    pub(super) fn may_judge(&self, number: u32, fact: &Fact) -> Result<(), String> {
        let Fact::Panel { event: word, board, about, members, named, chair, dossier } = fact else {
            return Ok(());
        };
        let event = self.event(word)?;
        let board = event.round(number)?.board(*board)?;
        can_be_judged(board, *about)?;
        let before = board.panels.last().filter(|panel| panel.about == *about);
        if let Some(panel) = before {
            if panel.opened.is_some() {
                return Err("the votes of the panel are open already".to_owned());
            }
            if panel.dossier.is_some() && panel.dossier != *dossier {
                return Err("what its members are handed is made once, and cannot change".to_owned());
            }
        }
        let kept: &[Entrant] = before.map_or(&[], |panel| panel.members.as_slice());
        if !members.starts_with(kept) {
            return Err("somebody has lost his seat on the panel and did not decline".to_owned());
        }
        if members.len() > event.settings.panel.size as usize {
            return Err(format!(
                "the panel has {} members and {} seats",
                members.len(),
                event.settings.panel.size
            ));
        }
        if let Some(stranger) = named.keys().find(|it| !members.contains(it)) {
            return Err(format!("{} is named and does not sit on the panel", quote(stranger.word())));
        }
        let case = case(self, word, event, (number, board));
        for (at, member) in members.iter().enumerate() {
            let word = quote(member.word());
            let is_kept = kept.contains(member);
            let has_declined = before.is_some_and(|panel| panel.declined.contains(member));
            if members[..at].contains(member) || member == chair || has_declined {
                return Err(format!("{word} has another seat on the panel, or declined one"));
            }
            match named.get(member) {
                Some(why) if why.trim().is_empty() => {
                    return Err(format!("{word} is named without a reason"));
                }
                Some(_) => {
                    self.known(member)?;
                    if case.is_near(member) {
                        return Err(format!(
                            "{word} plays at board {}, or may not meet its players",
                            board.number
                        ));
                    }
                }
                None if is_kept || case.may_judge(member) => {}
                None => return Err(format!("{word} may not judge board {}", board.number)),
            }
        }
        chair_fits(event, board, chair)
    }
}

fn can_be_judged(board: &super::Board, about: About) -> Result<(), String> {
    if board.begun.is_none() {
        return Err(format!(
            "nothing was played at board {}: a forfeit is what it needs, and no panel",
            board.number
        ));
    }
    if about == About::Unfinished
        && let Some((entry, _)) = &board.result
    {
        return Err(format!("board {} has its result, in entry {entry}", board.number));
    }
    let same = board.panels.iter().find(|panel| panel.about == about);
    if let Some(found) = same.and_then(|panel| panel.verdict.as_ref()) {
        return Err(format!("its verdict stands in entry {}", found.entry));
    }
    match board.panels.last().filter(|panel| panel.about != about && panel.verdict.is_none()) {
        Some(panel) => Err(format!("the panel about {} has not found yet", quote(&panel.about.to_string()))),
        None => Ok(()),
    }
}

/// The chair is the one of the event, unless he plays the match himself.
fn chair_fits(event: &Event, board: &super::Board, chair: &Entrant) -> Result<(), String> {
    let due = Entrant::new(&event.settings.panel.chair);
    let is_free = due.word() == crate::settings::ORGANISER || board.has(&due);
    if board.has(chair) || (*chair != due && !is_free) {
        return Err(format!("{} does not preside over this panel", quote(chair.word())));
    }
    Ok(())
}
