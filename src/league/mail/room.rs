//! The room in which a letter is dealt with: who wrote it, what proves it, and the book.

use std::path::Path;

use club::matches::MatchFault;
use club::secretary::{LeagueLetter, LeagueOffice};
use engine::problem::{list_and, quote, suggest};
use tournament::Entrant;

use super::command::Command;
use super::commands::{Who, listed, read, unread};
use super::{Said, looking};
use crate::acts::{Decided, Desk, same_club};
use crate::book::Book;
use crate::settings::{self, LeagueSettings, Official};

/// Characters of a reason that the book takes.
const LONGEST_REASON: usize = 2000;

/// What stands around a letter while it is dealt with.
pub(super) struct Room<'r, 'l> {
    pub(super) letter: &'r LeagueLetter<'l>,
    pub(super) office: &'r mut dyn LeagueOffice,
    pub(super) settings: &'r LeagueSettings,
    /// The player of the writer's address.
    pub(super) entrant: Option<Entrant>,
    /// Who acts for the league from that address.
    pub(super) official: Option<&'r Official>,
}

/// Reads `league.yaml`; what is wrong with it holds letters up until it is mended.
pub(super) fn settings(office: &Path) -> Result<LeagueSettings, MatchFault> {
    settings::of(office).map_err(|fault| match fault {
        MatchFault::Refused { problems, source } => MatchFault::Io(problems.render(&source, false)),
        other => MatchFault::Io(other.to_string()),
    })
}

impl<'r, 'l> Room<'r, 'l> {
    pub(super) fn new(
        letter: &'r LeagueLetter<'l>,
        office: &'r mut dyn LeagueOffice,
        settings: &'r LeagueSettings,
    ) -> Room<'r, 'l> {
        let is_writer = |address: &str| address.eq_ignore_ascii_case(letter.from);
        let entrant =
            settings.entrants.iter().find(|(_, person)| person.address.as_deref().is_some_and(is_writer));
        let mut officials = std::iter::once(&settings.organiser).chain(&settings.deputies);
        Room {
            entrant: entrant.map(|(entrant, _)| entrant.clone()),
            official: officials.find(|it| is_writer(&it.address)),
            letter,
            office,
            settings,
        }
    }

    /// The name of the writer.
    pub(super) fn name(&self) -> &str {
        let player = self.entrant.as_ref().map(|it| {
            self.settings.entrants.get(it).and_then(|person| person.name.as_deref()).unwrap_or(it.word())
        });
        player.or(self.official.map(|it| it.name.as_str())).unwrap_or_default()
    }

    /// Where the answer goes: the address of `league.yaml`, if it knows the writer.
    pub(super) fn address(&self) -> &str {
        let player = self.entrant.as_ref().and_then(|it| self.settings.entrants.get(it)?.address.as_deref());
        player.or(self.official.map(|it| it.address.as_str())).unwrap_or(self.letter.from)
    }

    /// Does what the letter says.
    pub(super) fn answer(&mut self) -> Result<Said, MatchFault> {
        let (line, below) = self.first();
        let Some((command, entry)) = read(&line) else { return Ok(self.not_read(&line)) };
        if let Some(refused) = self.may_not(entry.who, &command) {
            return Ok(refused);
        }
        let said = self.perform(&command, &below)?;
        Ok(self.with_rest(&command, &below, said))
    }

    /// The line on which a command should stand, and what is below it: the first of the text, or the subject.
    fn first(&self) -> (String, Vec<String>) {
        let mut lines = self.letter.lines.iter().skip_while(|line| line.trim().is_empty());
        let first = lines.next().copied().unwrap_or_default();
        let below = |lines: &mut dyn Iterator<Item = &&str>| lines.map(|it| (*it).to_owned()).collect();
        match self.letter.subject.filter(|subject| read(first).is_none() && !subject.trim().is_empty()) {
            Some(subject) if first.trim().is_empty() || read(subject).is_some() => {
                (subject.to_owned(), below(&mut self.letter.lines.iter()))
            }
            _ => (first.to_owned(), below(&mut lines)),
        }
    }

    /// The answer to a line that is no command.
    fn not_read(&self, line: &str) -> Said {
        if self.entrant.is_none() && self.official.is_none() {
            return self.unknown();
        }
        let what = match line.trim().is_empty() {
            true => "nothing stands in your mail that the league could do, so nothing was done.".to_owned(),
            false => unread(line),
        };
        let what = format!("{what} The first line of a mail says what to do:");
        Said { copy: listed(self.official.is_some()), is_refused: true, ..Said::that(what) }
    }

    /// What a stranger to the league reads.
    fn unknown(&self) -> Said {
        let organiser = &self.settings.organiser;
        let what = format!(
            "no player of {} writes from this address, so nothing was done. To play, write to {} ({}), who organises the league \
             and enters your address. Anybody may write \"events\", \"standings EVENT\" and \"pairings EVENT\".",
            self.settings.club, organiser.name, organiser.address
        );
        Said { is_refused: true, ..Said::that(what) }
    }

    /// Why the writer may not have a command done, if he may not.
    fn may_not(&self, who: Who, command: &Command) -> Option<Said> {
        let of = match who {
            Who::Anybody => return None,
            // These go to the address of the player alone, and give nothing away.
            Who::Entrant if matches!(command, Command::Enter(..) | Command::Code) => {
                (self.entrant.is_some(), true)
            }
            Who::Entrant => (self.entrant.is_some(), self.letter.is_players),
            Who::Judge => (
                self.entrant.is_some() || self.official.is_some(),
                self.letter.is_players || self.letter.is_officials,
            ),
            Who::Official => (self.official.is_some(), self.letter.is_officials),
        };
        match of {
            (true, true) => None,
            (false, _) if self.entrant.is_none() && self.official.is_none() => Some(self.unknown()),
            (false, _) => {
                let whom = if who == Who::Official { "the organiser" } else { "a player" };
                let what = format!("nothing was done: only {whom} may ask for that, from his own address.");
                Some(Said { is_refused: true, ..Said::that(what) })
            }
            (true, false) => {
                let how = if who == Who::Official {
                    "\"sealord doctor\" shows it."
                } else {
                    "To have it sent again, write \"code\"."
                };
                let what = format!(
                    "a mail in your name asked the league for something, without your code word. Nothing was done. If it was \
                     yours, write it again with the line \"code: …\". {how}"
                );
                Some(Said { is_refused: true, ..Said::that(what) })
            }
        }
    }

    fn perform(&mut self, command: &Command, below: &[String]) -> Result<Said, MatchFault> {
        match command {
            Command::Help => {
                let copy = listed(self.official.is_some());
                let what =
                    "the first line of a mail to the league says what to do; a reason stands below it.";
                Ok(Said { copy, daily: Some("help"), ..Said::that(what) })
            }
            Command::Events => looking::events(&self.read()?),
            Command::Standings(event) => looking::standings(&self.read()?, event),
            Command::Pairings(event) => looking::pairings(&self.read()?, event),
            Command::Rating => looking::rating(&self.read()?, &self.player()?, self.letter.now),
            Command::Clock => self.clock(),
            Command::Code => Ok(Said {
                daily: Some("code"),
                has_code: true,
                ..Said::that("here is your code word for the league.")
            }),
            Command::Enter(event, token) => self.enter(event, token.as_deref()),
            Command::Confirm(event) => self.confirm(event, below),
            Command::Bye(event) => self.bye(event),
            Command::Leave(event) => self.leave(event, below),
            Command::Bid(event, side, points) => self.bid(event.as_deref(), side.as_deref(), points),
            Command::Statement(event, at) => self.statement(event.as_deref(), *at, below),
            Command::Vote(at, finds) => self.vote(at.as_ref(), finds, below),
            Command::Decline(at) => self.decline(at.as_ref()),
            Command::Panel(event, at, about, members) => self.panel((event, *at), *about, members, below),
            Command::Verdict(event, at) => self.verdict(event, *at),
            Command::Accept(event) => self.accept(event.as_deref()),
            Command::Pair(event) => self.pair(event),
            Command::Seats(event) => self.seats(event),
            Command::Begin(event) => self.begin(event),
            Command::Forfeit(event, at, side) => self.forfeit(event, *at, side, below),
            Command::GoOn(event, at) => self.go_on(event, *at, below),
            Command::Result(event, at) => self.result(event, *at),
            Command::DoubleForfeit(event, at, token) => {
                self.decide((event, *at), &Decided::DoubleForfeit, token.as_deref(), below)
            }
            Command::Annul(event, at, token) => {
                self.decide((event, *at), &Decided::Annulled, token.as_deref(), below)
            }
            Command::Correct(event, at, to, token) => self.correct((event, *at), to, token.as_deref(), below),
            Command::Drop(event, who, token) => self.drop(event, who, token.as_deref(), below),
            Command::Close(event, token) => self.close(event, token.as_deref()),
        }
    }

    /// Adds which other commands of the letter were not read: one letter asks for one thing.
    fn with_rest(&self, command: &Command, below: &[String], mut said: Said) -> Said {
        let has_words = command.has_reason();
        let rest: Vec<String> = below
            .iter()
            .filter(|line| !has_words && read(line).is_some())
            .map(|line| quote(line.trim()))
            .collect();
        if !rest.is_empty() {
            said.lines.push(format!("one mail asks for one thing, so {} was not read", list_and(&rest)));
        }
        said
    }

    /// The player who writes.
    pub(super) fn player(&self) -> Result<Entrant, MatchFault> {
        self.entrant.clone().ok_or_else(|| MatchFault::Bug("nobody writes".to_owned()))
    }

    /// The book, to look at.
    pub(super) fn read(&self) -> Result<Book, MatchFault> {
        waits(Book::read(self.letter.office))
    }

    /// The book, open for writing.
    pub(super) fn book(&self) -> Result<Book, MatchFault> {
        let book = waits(Book::open(self.letter.office))?;
        waits(same_club(self.settings, &book))?;
        Ok(book)
    }

    /// Does something with the book, open for writing, if it has an event of that word.
    pub(super) fn at_desk<T>(
        &self,
        event: &str,
        act: impl FnOnce(&mut Desk<'_>) -> Result<T, MatchFault>,
    ) -> Result<T, MatchFault> {
        let mut book = self.book()?;
        has_event(&book, event)?;
        act(&mut Desk { book: &mut book, settings: self.settings, now: self.letter.now })
    }

    /// The reason below a command: the writer's own words in one line.
    pub(super) fn reason(&self, below: &[String]) -> Result<String, MatchFault> {
        let own = self.office.own_words(below.join("\n").trim())?;
        let reason = own.split_whitespace().collect::<Vec<_>>().join(" ");
        let labelled = reason.split_once(':').filter(|(label, _)| label.eq_ignore_ascii_case("reason"));
        let reason = labelled.map_or(reason.as_str(), |(_, reason)| reason.trim()).to_owned();
        if reason.chars().count() > LONGEST_REASON {
            let what = format!("the reason is longer than {LONGEST_REASON} characters");
            return Err(MatchFault::no(what, "write a shorter one"));
        }
        Ok(reason)
    }
}

/// What is wrong with the book itself holds letters up, and is no answer to one.
pub(super) fn waits<T>(opened: Result<T, MatchFault>) -> Result<T, MatchFault> {
    opened.map_err(|fault| match fault {
        MatchFault::No { .. } | MatchFault::Usage { .. } => MatchFault::Io(fault.to_string()),
        other => other,
    })
}

/// That an event was opened.
pub(super) fn has_event(book: &Book, word: &str) -> Result<(), MatchFault> {
    let events = &book.league.events;
    if events.contains_key(word) {
        return Ok(());
    }
    let what = format!("no event {} is open", quote(word));
    let known: Vec<String> = events.keys().cloned().collect();
    let mend = match suggest(word, events.keys().map(String::as_str)) {
        Some(near) => format!("did you mean {near}?"),
        None if known.is_empty() => "none is open yet; the organiser opens one".to_owned(),
        None => format!("open are: {}", list_and(&known)),
    };
    Err(MatchFault::no(what, mend))
}
