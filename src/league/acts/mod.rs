//! What an organiser and players do, as facts for the book. Each act looks at what it needs, writes all its
//! facts or none, and gives back what whoever asked for it should read.

mod appeals;
mod bidding;
mod closing;
mod entering;
mod judging;
mod going_on;
mod opening;
mod otherwise;
mod pairing;
mod playing;
mod ruled;
mod seating;
mod witnessing;

pub use appeals::appeals_until;
pub(crate) use bidding::first_bidder;
pub use bidding::{Answer, answer, is_late, lapse_all};
pub(crate) use closing::proved_outcome;
pub use closing::{Decided, Sign, close, correct, decide, keep_archive, take_archive, take_proof};
pub use entering::{Wish, wish};
pub use going_on::go_on;
#[cfg(feature = "mail")]
pub(crate) use judging::word_of;
pub use judging::{Added, Drawn, VERDICT_WORDS, decline, draw_panel, find, state, stop_words, vote};
pub use opening::{Played, open, sync};
pub use otherwise::{Otherwise, otherwise};
pub(crate) use pairing::layers;
pub use pairing::{Paired, next_field, pair, paired_boards, take_pairs, work_out};
pub use playing::{MATCHES, MatchPlan, begun, begun_plans, match_options, match_word, plans, write_keys};
pub use ruled::{NewCase, take_case};
pub(crate) use seating::{SEALED, given, how_word, seats_of};
pub use seating::{Wanted, bid, open_bids, promise, seat, seat_all, take_ballot};
pub use witnessing::witness;

use club::matches::MatchFault;
use engine::problem::{quote, suggest};
use tournament::Entrant;

use crate::book::{Book, Fact};
use crate::settings::{EventSettings, FILE, LeagueSettings};
use crate::state::{Board, Event, Round};

/// Who writes, and when.
pub struct Desk<'d> {
    /// The book, open for writing.
    pub book: &'d mut Book,
    /// What the organiser wrote.
    pub settings: &'d LeagueSettings,
    /// The time, as the book has it: RFC 3339 in UTC.
    pub now: &'d str,
}

/// That `league.yaml` and the book are of one club.
///
/// # Errors
/// If they are not.
pub fn same_club(settings: &LeagueSettings, book: &Book) -> Result<(), MatchFault> {
    let (written, begun) = (&settings.club, &book.league.club);
    if written == begun {
        return Ok(());
    }
    let what = format!("{FILE} is of the club {written}, and the book of {begun}");
    Err(MatchFault::no(what, format!("write `club: {begun}`: a club keeps its word")))
}

impl Desk<'_> {
    /// Writes facts down.
    ///
    /// # Errors
    /// As [`Book::write`].
    pub fn write(&mut self, facts: &[(Option<u32>, Fact)]) -> Result<(), MatchFault> {
        self.book.write(facts, self.now)
    }

    /// An event that was opened.
    ///
    /// # Errors
    /// If none of that word was, with the nearest.
    pub fn event(&self, word: &str) -> Result<&Event, MatchFault> {
        self.book.league.event(word).map_err(|what| {
            let mend = match self.settings.events.contains_key(word) {
                true => format!("open it first: sealord league open CLUB {word}"),
                false => "`sealord league status` lists the events".to_owned(),
            };
            MatchFault::no(what, mend)
        })
    }

    /// An event's round that is not over.
    ///
    /// # Errors
    /// If there is none.
    pub fn current(&self, word: &str) -> Result<&Round, MatchFault> {
        let event = self.event(word)?;
        event.current().ok_or_else(|| {
            MatchFault::no(format!("the event {} is over", quote(word)), "look at `sealord league standings`")
        })
    }

    /// A board of an event, by round and number.
    ///
    /// # Errors
    /// If there is none.
    pub fn board(&self, word: &str, (round, board): (u32, u32)) -> Result<&Board, MatchFault> {
        let found = self.event(word)?.round(round).and_then(|it| it.board(board));
        found.map_err(|what| MatchFault::no(what, "write it as ROUND/BOARD, as in 3/2"))
    }

    /// An entrant of the club: one whom the book knows, or whom `league.yaml` names.
    ///
    /// # Errors
    /// If there is none of that word, with the nearest.
    pub fn entrant(&self, word: &str) -> Result<Entrant, MatchFault> {
        let entrant = Entrant::new(word);
        let known = self.settings.entrants.keys().chain(self.book.league.entrants.keys());
        if known.clone().any(|it| *it == entrant) {
            return Ok(entrant);
        }
        let mend = match suggest(word, known.map(Entrant::word)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write a word that stands under `entrants` in league.yaml".to_owned(),
        };
        Err(MatchFault::no(format!("{} is no entrant", quote(word)), mend))
    }

    /// An event as `league.yaml` has it.
    ///
    /// # Errors
    /// If there is none of that word, with the nearest.
    pub fn written(&self, word: &str) -> Result<&EventSettings, MatchFault> {
        self.settings.events.get(word).ok_or_else(|| {
            let mend = match suggest(word, self.settings.events.keys().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "write it under `events` in league.yaml first".to_owned(),
            };
            MatchFault::no(format!("league.yaml has no event {}", quote(word)), mend)
        })
    }
}
