//! What a player writes to his league: entering, confirming, byes, leaving.

use club::matches::MatchFault;
use engine::digest::Salt;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use tournament::Entrant;

use super::Said;
use super::errands::confirmed_from;
use super::room::{Room, has_event};
use crate::acts::{self, Wish};
use crate::state::Event;

impl Room<'_, '_> {
    /// Enters the writer in an event, once what was sent to his address comes back from there.
    pub(super) fn enter(&mut self, event: &str, given: Option<&str>) -> Result<Said, MatchFault> {
        let who = self.player()?;
        let book = self.read()?;
        has_event(&book, event)?;
        let entered = book.league.events[event].entered(&who);
        if entered.is_some_and(|it| it.gone.is_none()) && given.is_some() {
            return Ok(Said {
                is_proved: self.is_token(event, &who, given),
                ..Said::that(format!("you play in {event}."))
            });
        }
        drop(book);
        if !self.is_token(event, &who, given) {
            let copy = format!("enter {event} {}", self.enter_token(event, &who));
            return Ok(Said {
                copy,
                ..Said::that("to show that this address is yours, reply with this line:")
            });
        }
        let round = self.at_desk(event, |desk| acts::wish(desk, event, &[who], &Wish::Enter))?;
        let what = format!(
            "you play in {event} from round {round} on. Before each round, confirm that you play it:"
        );
        Ok(Said { copy: format!("confirm {event}"), is_proved: true, ..Said::that(what) })
    }

    fn enter_token(&self, event: &str, who: &Entrant) -> String {
        self.office.token(&["enter", event, who.word(), &self.letter.from.to_lowercase()])
    }

    fn is_token(&self, event: &str, who: &Entrant, given: Option<&str>) -> bool {
        given == Some(&*self.enter_token(event, who))
    }

    /// Confirms the next round, with a salt if one stands below.
    pub(super) fn confirm(&mut self, event: &str, below: &[String]) -> Result<Said, MatchFault> {
        let (who, salt) = (self.player()?, salt(below)?);
        let today = day(self.letter.now)?;
        let round = self.at_desk(event, |desk| {
            in_time(desk.event(event)?, today)?;
            acts::wish(desk, event, &[who], &Wish::Confirm(salt))
        })?;
        let with = if salt.is_some() { " Your salt is part of the draw." } else { "" };
        Ok(Said::that(format!("you play round {round} of {event}.{with}")))
    }

    /// Asks for no match in the next round.
    pub(super) fn bye(&mut self, event: &str) -> Result<Said, MatchFault> {
        let who = self.player()?;
        let round = self.at_desk(event, |desk| acts::wish(desk, event, &[who], &Wish::Bye))?;
        let what = format!(
            "you have no match in round {round} of {event}, and no points for it. If you change your mind before it is paired, \
             write \"confirm {event}\"."
        );
        Ok(Said::that(what))
    }

    /// Takes the writer out of an event. A letter that comes again after that finds it done.
    pub(super) fn leave(&mut self, event: &str, below: &[String]) -> Result<Said, MatchFault> {
        let who = self.player()?;
        let reason = self.reason(below)?;
        let why = Some(reason).filter(|it| !it.is_empty());
        let round = self.at_desk(event, |desk| {
            match desk.event(event)?.entered(&who).and_then(|it| it.gone.as_ref()) {
                Some(gone) => Ok(gone.from_round),
                None => acts::wish(desk, event, &[who], &Wish::Leave(why)),
            }
        })?;
        let what = format!(
            "you play no more in {event}, from round {round} on. A match that is under way goes on; to leave it, write \
             \"resign yes\" in reply to one of its mails."
        );
        Ok(Said::that(what))
    }
}

/// The salt that stands below a command.
///
/// # Errors
/// If such a line is there and has no salt.
fn salt(below: &[String]) -> Result<Option<Salt>, MatchFault> {
    let value = below.iter().find_map(|line| {
        let (label, value) = line.split_once(':')?;
        label.trim().eq_ignore_ascii_case("salt").then(|| value.trim().to_lowercase())
    });
    let parse = |text: String| {
        Salt::parse(&text)
            .map_err(|fault| MatchFault::no(format!("salt: {fault}"), "write 64 digits, 0 to 9 and a to f"))
    };
    value.map(parse).transpose()
}

/// The day of a time, in UTC.
pub(super) fn day(now: &str) -> Result<Date, MatchFault> {
    let at: Timestamp = now.parse().map_err(|error| MatchFault::Bug(format!("{now}: {error}")))?;
    Ok(at.to_zoned(TimeZone::UTC).date())
}

/// That the next round can be confirmed already.
fn in_time(event: &Event, today: Date) -> Result<(), MatchFault> {
    let Some(round) = event.next_unpaired() else { return Ok(()) };
    match confirmed_from(event, today) {
        Some((opens, begins)) if opens != today => {
            let what =
                format!("round {} begins on {begins}, and can be confirmed from {opens} on", round.number);
            Err(MatchFault::no(what, "write again then"))
        }
        _ => Ok(()),
    }
}
