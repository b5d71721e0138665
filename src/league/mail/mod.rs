//! Letters to a league: what players and the organiser write, and what they read.

mod begin;
mod clocks;
mod bidding;
mod command;
mod commands;
mod desk;
mod errands;
mod judging;
mod looking;
mod news;
mod player;
mod results;
mod room;
mod takes;
mod turns;
mod unasked;

use std::collections::BTreeMap;
use std::path::Path;

use club::matches::{MatchFault, Store};
use club::secretary::{
    Answered, Errand, LeagueLetter, LeagueMail, LeagueOffice, LeagueReader, LeagueReply, Secretary,
};
use engine::digest::Digest;
use engine::party::Party;
use jiff::Timestamp;

pub use begin::{BegunRound, begin_by_mail};
pub use command::Command;
pub use commands::{COMMANDS, Care, Entry, Who, listed};
use room::{Room, settings};

use crate::book::{Book, has_book};
use crate::clocks::{may_have_clocks, of_match, tidings};
use crate::settings::Person;
use crate::waits;

/// Answers letters to the leagues of this program.
#[derive(Clone, Copy, Debug)]
pub struct LeagueSecretary;

impl Secretary for LeagueSecretary {
    fn has_league(&self, office: &Path) -> bool {
        has_book(office)
    }

    fn officials(&self, office: &Path) -> Result<Vec<(String, String)>, MatchFault> {
        let settings = settings(office)?;
        let all = std::iter::once(settings.organiser).chain(settings.deputies);
        Ok(all.map(|it| (it.name, it.address)).collect())
    }

    fn clocks(
        &self,
        office: &Path,
        of: (&dyn Store, &str),
        party: Party,
    ) -> Result<Option<String>, MatchFault> {
        match may_have_clocks(office)? {
            true => of_match(&Book::read(office)?.league, of, party),
            false => Ok(None),
        }
    }

    fn ruled_on(&self, office: &Path) -> Result<BTreeMap<String, Vec<String>>, MatchFault> {
        Ok(crate::cases::ruled_on(&Book::read(office)?.league))
    }

    fn appeals_until(
        &self,
        office: &Path,
        genesis: Digest,
        ruled: Timestamp,
    ) -> Result<Option<Timestamp>, MatchFault> {
        Ok(crate::acts::appeals_until(&Book::read(office)?.league, &genesis, ruled))
    }

    fn absence_left(
        &self,
        office: &Path,
        of: (&Digest, Party),
        wanted: (Timestamp, Timestamp),
    ) -> Result<Option<i64>, MatchFault> {
        let (allowed, book) = (settings(office)?.away, Book::read(office)?);
        crate::clocks::absence_left((office, &book.league), allowed, of, wanted)
    }

    fn player(&self, office: &Path, word: &str) -> Result<Option<(String, String)>, MatchFault> {
        let settings = settings(office)?;
        let entrant = tournament::Entrant::new(&word.to_lowercase());
        Ok(settings.entrants.get(&entrant).and_then(|person| {
            let name = person.name.clone().unwrap_or_else(|| entrant.word().to_owned());
            Some((name, person.address.clone()?))
        }))
    }

    fn errands(&self, office: &Path, now: &str) -> Result<BTreeMap<String, Vec<Errand>>, MatchFault> {
        let (settings, book) = (settings(office)?, room::waits(Book::read(office))?);
        let today = player::day(now)?;
        let of = |(entrant, person): (&tournament::Entrant, &Person)| {
            let errands = errands::of_player(&book.league, entrant, today);
            Some((person.address.clone()?.to_lowercase(), errands)).filter(|(_, all)| !all.is_empty())
        };
        Ok(settings.entrants.iter().filter_map(of).collect())
    }

    fn for_organiser(&self, office: &Path, now: &str) -> Result<Vec<String>, MatchFault> {
        let book = room::waits(Book::read(office))?;
        let today = player::day(now)?;
        let due = book.league.events.iter().filter_map(|(word, event)| {
            let waits = waits::of_event(event, today).filter(|it| it.is_for_organiser)?;
            Some(format!("{word}: {}", waits.line()))
        });
        Ok(due.collect())
    }

    fn take(
        &self,
        letter: &LeagueLetter<'_>,
        office: &mut dyn LeagueOffice,
    ) -> Result<LeagueReply, MatchFault> {
        let settings = settings(letter.office)?;
        let mut room = Room::new(letter, office, &settings);
        let said = match room.answer() {
            Ok(said) => said,
            Err(MatchFault::No { what, mend } | MatchFault::Usage { what, mend }) => Said::no(what, mend),
            Err(fault) => return Err(fault),
        };
        Ok(room.reply(said))
    }

    fn news(
        &self,
        office: &Path,
        now: &str,
        is_over: &dyn Fn(&Path) -> bool,
    ) -> Result<Vec<LeagueMail>, MatchFault> {
        let mut mails = unasked::mails(office, now, is_over)?;
        if may_have_clocks(office)? {
            mails.extend(tidings((office, &Book::read(office)?), &settings(office)?, now)?);
        }
        Ok(mails)
    }
}

/// What is said to whoever wrote.
#[derive(Default)]
struct Said {
    what: String,
    lines: Vec<String>,
    copy: String,
    echo: Option<String>,
    is_refused: bool,
    /// Whether it answers what anybody may ask in anybody's name, and under which word once a day.
    daily: Option<&'static str>,
    /// Whether what was sent back proves that the writer reads mail at his address.
    is_proved: bool,
    /// Whether the code word goes with it in any case.
    has_code: bool,
    others: Vec<LeagueMail>,
}

impl Said {
    /// A sentence.
    fn that(what: impl Into<String>) -> Said {
        Said { what: what.into(), ..Said::default() }
    }

    /// That nothing was done, and what would help: remedies for the command line are left out.
    fn no(what: impl Into<String>, mend: impl Into<String>) -> Said {
        let (what, mend) = (what.into(), mend.into());
        let is_for_mail = !mend.contains("sealord") && !mend.contains("--") && mend != "nothing was written";
        let lines = if is_for_mail && !mend.is_empty() { vec![mend] } else { Vec::new() };
        Said { what: format!("nothing was done: {what}"), lines, is_refused: true, ..Said::default() }
    }
}

impl Room<'_, '_> {
    /// The reply to a letter, with the code word where the letter has proved whose it is.
    fn reply(&self, said: Said) -> LeagueReply {
        let letter = self.letter;
        let reader = match (&self.entrant, &self.official) {
            (_, Some(_)) if letter.is_officials => LeagueReader::Official,
            (Some(entrant), _) => LeagueReader::Entrant(entrant.word().to_owned()),
            (None, Some(_)) => LeagueReader::Official,
            (None, None) => LeagueReader::Stranger,
        };
        let is_proved = said.is_proved
            || match reader {
                LeagueReader::Official => letter.is_officials,
                LeagueReader::Entrant(_) => letter.is_players,
                LeagueReader::Stranger => false,
            };
        let answered = match said.daily {
            _ if is_proved => Answered::Always,
            Some(what) => Answered::Daily(what),
            None if reader == LeagueReader::Stranger => Answered::Daily("unknown"),
            None => Answered::Doubted,
        };
        LeagueReply {
            answer: LeagueMail {
                name: self.name().to_owned(),
                address: self.address().to_owned(),
                reader,
                mark: String::new(),
                what: said.what,
                lines: said.lines,
                copy: said.copy,
                has_code: is_proved || said.has_code,
            },
            answered,
            is_done: !said.is_refused,
            echo: said.echo,
            others: said.others,
        }
    }
}
