//! What players and organiser are mailed of clocks.

use std::path::Path;

use club::journal::JOURNAL;
use club::matches::{MatchFault, Store};
use club::secretary::{LeagueMail, LeagueReader};
use engine::party::Party;
use fs_err as fs;
use jiff::Timestamp;
use tournament::Entrant;

use super::words::{for_player, names, of_due};
use super::{Due, Out, instant, of_board, of_store};
use crate::acts::match_word;
use crate::book::{Book, folder};
use crate::settings::{LeagueSettings, OnEmpty};
use crate::state::{Board, League};

/// What a mail of a league's match says of its clocks to a player; nothing if it is none, or has none.
///
/// # Errors
/// If book or journal cannot be read.
pub(crate) fn of_match(
    league: &League,
    (store, match_id): (&dyn Store, &str),
    party: Party,
) -> Result<Option<String>, MatchFault> {
    let is_it = |board: &&Board| board.begun.as_ref().is_some_and(|(word, _)| word == match_id);
    for event in league.events.values().filter(|event| event.settings.clock.is_some()) {
        let mut boards = event.rounds.iter().flat_map(|round| &round.boards);
        if let Some(board) = boards.find(is_it) {
            let clocks = of_store(store, event, board)?;
            return Ok(clocks.and_then(|clocks| for_player(&clocks, party.id())));
        }
    }
    Ok(None)
}

/// The board of a match that is under way, with its event and round.
struct Place<'p> {
    book: &'p Book,
    settings: &'p LeagueSettings,
    word: &'p str,
    round: u32,
    board: &'p Board,
}

/// Mails about clocks that ran out, as far as they are due by now. Each has a mark by which it goes out once.
///
/// # Errors
/// If the journal of a match cannot be read.
pub(crate) fn tidings(
    (office, book): (&Path, &Book),
    settings: &LeagueSettings,
    now: &str,
) -> Result<Vec<LeagueMail>, MatchFault> {
    let now = instant(now).map_err(MatchFault::Bug)?;
    let mut mails = Vec::new();
    for (word, event) in &book.league.events {
        let (Some(clock), Some(round)) = (&event.settings.clock, event.current()) else { continue };
        for board in round.boards.iter().filter(|board| board.result.is_none()) {
            let clocks = of_board(office, event, board)?;
            let Some(out) = clocks.and_then(|clocks| clocks.out(&board.gone_on)) else { continue };
            let place = Place { book, settings, word, round: round.number, board };
            mails.extend(place.mails(&out, clock.on_empty, now));
        }
    }
    Ok(mails)
}

impl Place<'_> {
    fn mails(&self, out: &Out, on_empty: OnEmpty, now: Timestamp) -> Vec<LeagueMail> {
        let mut mails = vec![self.warning(out, on_empty)];
        if now >= out.due() {
            let (what, next) = self.follows(out, on_empty);
            let lines: Vec<String> = next.into_iter().collect();
            mails.push(LeagueMail { lines, ..self.to_organiser("out", out, what.clone()) });
            mails.extend(self.board.both().into_iter().filter_map(|who| self.to_player(who, out, &what)));
        }
        mails
    }

    fn match_word(&self) -> String {
        match_word(self.word, self.round, self.board.number)
    }

    /// What the organiser reads at once, so that he can let the match go on.
    fn warning(&self, out: &Out, on_empty: OnEmpty) -> LeagueMail {
        let what = format!("in {}, {}.", self.match_word(), of_due(out, on_empty));
        let copy = format!("go on {} {}/{}\n", self.word, self.round, self.board.number);
        let lines =
            vec!["to let the match go on, reply with this line, and your reason below it:".to_owned()];
        LeagueMail { lines, copy, ..self.to_organiser("clock", out, what) }
    }

    /// What everybody reads when it follows, and what the organiser does then.
    fn follows(&self, out: &Out, on_empty: OnEmpty) -> (String, Option<String>) {
        let ran = format!(
            "in {}, the {} ran out of time after exchange {}.",
            self.match_word(),
            names(&out.sides),
            out.exchange
        );
        let place = format!("{} {}/{}", self.word, self.round, self.board.number);
        match out.follows(on_empty) {
            Due::Report => (ran, None),
            Due::Panel => (
                format!("{ran} A panel judges the match."),
                Some(format!("at the office's machine: sealord league panel CLUB {place}")),
            ),
            Due::Forfeit(side) => (
                format!("{ran} The {} lose by the clock.", super::words::name(&side)),
                Some(format!(
                    "at the office's machine: sealord end MATCH --out-of-time {side} --reason …, then sealord prove, and \
                     sealord league result CLUB {place} --pack FILE"
                )),
            ),
        }
    }

    fn mail(&self, mark: &str, out: &Out, what: String) -> LeagueMail {
        LeagueMail {
            reader: LeagueReader::Stranger,
            name: String::new(),
            address: String::new(),
            mark: format!("{mark}-{}-{}-{}", self.match_word(), out.exchange, out.sides.join("-")),
            what,
            lines: Vec::new(),
            copy: String::new(),
            has_code: true,
        }
    }

    fn to_organiser(&self, mark: &str, out: &Out, what: String) -> LeagueMail {
        let it = &self.settings.organiser;
        let (name, address) = (it.name.clone(), it.address.clone());
        LeagueMail { reader: LeagueReader::Official, name, address, ..self.mail(mark, out, what) }
    }

    fn to_player(&self, who: &Entrant, out: &Out, what: &str) -> Option<LeagueMail> {
        let address = self.settings.entrants.get(who)?.address.clone()?;
        let name = self.book.league.name(who).to_owned();
        let reader = LeagueReader::Entrant(who.word().to_owned());
        Some(LeagueMail { reader, name, address, ..self.mail("out", out, what.to_owned()) })
    }
}

/// Whether any event of a league may have clocks, by the bytes of its book alone: to look is cheap.
///
/// # Errors
/// If they cannot be read.
pub(crate) fn may_have_clocks(office: &Path) -> Result<bool, MatchFault> {
    const SETTING: &[u8] = br#""on_empty":"#;
    let book = fs::read(folder(office).join(JOURNAL))?;
    Ok(book.windows(SETTING.len()).any(|it| it == SETTING))
}
