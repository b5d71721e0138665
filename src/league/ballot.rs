//! BALLOT: a bid, a vote or a statement as a text that is promised by its hash and opened later.

use club::seal::is_match_id;
use engine::digest::{Digest, Salt};
use engine::problem::quote;
use serde::Serialize;
use tournament::{Entrant, Halves};

use crate::book::fact::BallotKind;

/// The first line.
const FORMAT: &str = "sealord ballot v1";
/// What stands between the head and what is promised.
const RULE: &str = "---";
/// The largest ballot, in bytes: a vote has reasons.
pub const LARGEST: usize = 16 << 10;
/// What stands for a bid on no side.
const NO_SIDE: &str = "none";

/// A ballot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// The club's word.
    pub club: String,
    /// The hash of the first entry of the club's book.
    pub book: Digest,
    /// The event.
    pub event: String,
    /// The round.
    pub round: u32,
    /// The board.
    pub board: u32,
    /// Who promises it.
    pub by: Entrant,
    /// What nobody can guess.
    pub salt: Salt,
    /// What is promised.
    pub says: Says,
}

/// What a ballot promises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Says {
    /// A bid: the side that is wanted, if one is, and what is given for it.
    Bid {
        /// The side.
        side: Option<String>,
        /// The points.
        points: Halves,
    },
    /// A vote: a side or a draw, and the reasons.
    Vote {
        /// The verdict.
        verdict: String,
        /// Why.
        reasons: String,
    },
    /// What a player says to the panel of his match.
    Statement {
        /// His words.
        words: String,
    },
}

impl Says {
    /// What kind of ballot it is.
    pub fn kind(&self) -> BallotKind {
        match self {
            Says::Bid { .. } => BallotKind::Bid,
            Says::Vote { .. } => BallotKind::Vote,
            Says::Statement { .. } => BallotKind::Statement,
        }
    }
}

impl Ballot {
    /// The text, whose hash is the promise.
    pub fn write(&self) -> String {
        let Ballot { club, book, event, round, board, by, salt, says } = self;
        let what = says.kind().word();
        let promised = match says {
            Says::Bid { side, points } => {
                format!("side: {}\npoints: {points}\n", side.as_deref().unwrap_or(NO_SIDE))
            }
            Says::Vote { verdict, reasons } if reasons.is_empty() => format!("verdict: {verdict}\n"),
            Says::Vote { verdict, reasons } => format!("verdict: {verdict}\n\n{reasons}\n"),
            Says::Statement { words } => format!("{words}\n"),
        };
        format!(
            "{FORMAT}\nclub: {club}\nbook: {book}\nevent: {event}\nround: {round}\nboard: {board}\nby: {by}\nwhat: {what}\nsalt: {salt}\n{RULE}\n{promised}"
        )
    }

    /// Reads a text.
    ///
    /// # Errors
    /// What is wrong with it, and that only one spelling of it counts.
    pub fn read(text: &str) -> Result<Ballot, String> {
        if text.len() > LARGEST {
            return Err(format!("it has more than {LARGEST} bytes"));
        }
        let (head, promised) = text.split_once(&format!("\n{RULE}\n")).ok_or("it has no line `---`")?;
        let mut lines = head.lines();
        if lines.next() != Some(FORMAT) {
            return Err(format!("its first line is not `{FORMAT}`"));
        }
        let mut member = |name: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(": "));
            line.ok_or_else(|| format!("its line `{name}: …` is missing or in another place"))
        };
        let club = member("club")?.to_owned();
        let book = digits(member("book")?).map(Digest::from_bytes)?;
        let event = member("event")?.to_owned();
        let round = number(member("round")?)?;
        let board = number(member("board")?)?;
        let by = Entrant::new(member("by")?);
        let what = member("what")?.to_owned();
        let salt = digits(member("salt")?).map(Salt::from_bytes)?;
        let says = says(&what, promised)?;
        if let Some(word) = [&*club, &*event, by.word()].into_iter().find(|word| !is_match_id(word)) {
            return Err(format!("{} is no word", quote(word)));
        }
        let ballot = Ballot { club, book, event, round, board, by, salt, says };
        if ballot.write() != text {
            return Err("it is not written as a ballot is".to_owned());
        }
        Ok(ballot)
    }

    /// Whether it is a ballot of this kind, for this place, by somebody.
    ///
    /// # Errors
    /// Where it differs.
    pub fn fits(
        &self,
        what: BallotKind,
        (genesis, event): (Digest, &str),
        (round, board): (u32, u32),
        by: &Entrant,
    ) -> Result<(), String> {
        if self.book != genesis {
            return Err("it is for another club's book".to_owned());
        }
        if (self.event.as_str(), self.round, self.board) != (event, round, board) {
            return Err(format!("it is for {} {}/{}", self.event, self.round, self.board));
        }
        if self.by != *by {
            return Err(format!("it is by {}", quote(self.by.word())));
        }
        if self.says.kind() != what {
            return Err("it promises something else".to_owned());
        }
        Ok(())
    }

    /// The hash that promises it.
    pub fn promise(&self) -> Digest {
        Digest::of(self.write().as_bytes())
    }
}

fn says(what: &str, promised: &str) -> Result<Says, String> {
    let line = |text: &str, name: &str| text.strip_prefix(name).map(str::to_owned);
    match what {
        "bid" => {
            let mut lines = promised.lines();
            let side =
                lines.next().and_then(|it| line(it, "side: ")).ok_or("its line `side: …` is missing")?;
            let points =
                lines.next().and_then(|it| line(it, "points: ")).ok_or("its line `points: …` is missing")?;
            let points = points.parse().map_err(|_| format!("{} is no number of points", quote(&points)))?;
            Ok(Says::Bid { side: Some(side).filter(|side| side != NO_SIDE), points })
        }
        "vote" => {
            let (first, reasons) =
                promised.split_once("\n\n").unwrap_or((promised.trim_end_matches('\n'), ""));
            let verdict = line(first, "verdict: ").ok_or("its line `verdict: …` is missing")?;
            Ok(Says::Vote { verdict, reasons: reasons.strip_suffix('\n').unwrap_or(reasons).to_owned() })
        }
        "statement" => {
            Ok(Says::Statement { words: promised.strip_suffix('\n').unwrap_or(promised).to_owned() })
        }
        other => Err(format!("it is a {}, and no bid, vote or statement", quote(other))),
    }
}

fn number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{} is no number", quote(text)))
}

fn digits(text: &str) -> Result<[u8; 32], String> {
    Salt::parse(text).map(|salt| *salt.as_bytes()).map_err(|fault| format!("{}: {fault}", quote(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ballot(says: Says) -> Ballot {
        Ballot {
            club: "northern-waters".to_owned(),
            book: Digest::of(b"book"),
            event: "autumn".to_owned(),
            round: 3,
            board: 2,
            by: Entrant::new("anna"),
            salt: Salt::from_bytes([7; 32]),
            says,
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let bid =
            |side: Option<&str>, halves| Says::Bid { side: side.map(str::to_owned), points: Halves(halves) };
        let statement = Says::Statement { words: "I hold Malta.\n---\nAnd Crete.".to_owned() };
        let vote = |reasons: &str| Says::Vote { verdict: "draw".to_owned(), reasons: reasons.to_owned() };
        for says in [
            bid(Some("allies"), 3),
            bid(None, 0),
            vote(""),
            vote("Nobody could say.\n\nBoth hold Malta."),
            statement,
        ] {
            let ballot = ballot(says);
            assert_eq!(Ballot::read(&ballot.write()), Ok(ballot));
        }
    }

    #[test]
    fn another_spelling_is_refused() {
        let text = ballot(Says::Bid { side: Some("allies".to_owned()), points: Halves(4) }).write();
        assert!(text.ends_with("\n---\nside: allies\npoints: 2\n"));
        for (from, to) in [
            ("points: 2", "points: 2.0"),
            ("round: 3", "round: 03"),
            ("points: 2\n", "points: 2"),
            ("by: anna", "by:  anna"),
        ] {
            assert!(Ballot::read(&text.replace(from, to)).is_err(), "{to:?}");
        }
    }
}
