//! The texts that are signed beside sealed files: plain lines with everything that keeps a signature from
//! being used again elsewhere. Whoever knows the values can write one by hand.

use std::fmt;

use crate::seal::commitment::Commitment;
use crate::seal::{SealHeader, is_match_id};
use engine::digest::Digest;
use engine::party::Party;

/// How the first line of a countersigned head reads.
const HEAD: &str = "sealord head v1";

/// The match that a statement is about: its name, and the hash of its first entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The name.
    pub id: String,
    /// The hash.
    pub genesis: Digest,
}

/// What a player does with a commitment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Promises the file.
    Commit,
    /// Takes back what was promised, or sent.
    Withdraw,
}

/// A commitment, made or taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    /// What is done with it.
    pub act: Act,
    /// In which match.
    pub of: Match,
    /// In which exchange.
    pub exchange: u32,
    /// By whom.
    pub party: Party,
    /// The SHA-256 of the sealed file.
    pub commitment: Commitment,
}

/// A vote on how a match ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vote {
    /// In which match.
    pub of: Match,
    /// In which exchange.
    pub exchange: u32,
    /// By whom.
    pub party: Party,
    /// Whether that the own side has lost; else that nobody has won.
    pub concede: bool,
    /// For it, or against it.
    pub yes: bool,
    /// The newest entry that the voter knew of, by its hash.
    pub head: Digest,
}

/// An entry of a journal and its hash, countersigned: whoever holds it shows that the journal was so on that
/// day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Countersigned {
    /// In which match.
    pub of: Match,
    /// The entry, as the witness counts it.
    pub entry: u64,
    /// Its hash.
    pub hash: Digest,
}

impl Act {
    /// The word for it, on the command line and in the first line of the statement.
    pub fn word(self) -> &'static str {
        match self {
            Act::Commit => "commitment",
            Act::Withdraw => "withdrawal",
        }
    }
}

impl Match {
    /// The match that a sealed file is for.
    pub fn of(header: &SealHeader) -> Match {
        Match { id: header.match_id.clone(), genesis: header.genesis }
    }
}

impl Countersigned {
    /// Reads a statement strictly; carriage returns, which some editors leave, make it another text.
    ///
    /// # Errors
    /// The line that is not as it must be, in words.
    pub fn parse(text: &str) -> Result<Countersigned, String> {
        let mut lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
        if lines.next() != Some(HEAD) {
            return Err(format!("its first line is not `{HEAD}`"));
        }
        let mut value = |key: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(key)?.strip_prefix(": "));
            line.ok_or_else(|| format!("it has no line `{key}: …` in its place"))
        };
        let id = value("match")?.to_owned();
        let genesis = Digest::parse(value("genesis")?).map_err(|fault| format!("genesis: {fault}"))?;
        let entry = value("entry")?.parse().map_err(|_| "its entry is no number".to_owned())?;
        let hash = Digest::parse(value("hash")?).map_err(|fault| format!("hash: {fault}"))?;
        let read = Countersigned { of: Match { id, genesis }, entry, hash };
        match is_match_id(&read.of.id) && read.to_string() == text {
            true => Ok(read),
            false => Err("it is not spelt as `sealord statement head` prints it".to_owned()),
        }
    }
}

impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "match: {}\ngenesis: {}\n", self.id, self.genesis)
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Promise { act, of, exchange, party, commitment } = self;
        let (word, party) = (act.word(), party.id());
        write!(f, "sealord {word} v1\n{of}exchange: {exchange}\nside: {party}\ncommitment: {commitment}\n")
    }
}

impl Vote {
    /// What is voted, as it is written in mails and on the command line: `concede yes`.
    pub fn words(concede: bool, yes: bool) -> &'static str {
        match (concede, yes) {
            (true, true) => "concede yes",
            (true, false) => "concede no",
            (false, true) => "draw yes",
            (false, false) => "draw no",
        }
    }

    /// The vote that such words are: whether it is a concession, and whether it is for it.
    pub fn parse(words: &str) -> Option<(bool, bool)> {
        let all = [(true, true), (true, false), (false, true), (false, false)];
        all.into_iter().find(|(concede, yes)| Vote::words(*concede, *yes) == words)
    }
}

impl fmt::Display for Vote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Vote { of, exchange, party, concede, yes, head } = self;
        let (party, vote) = (party.id(), Vote::words(*concede, *yes));
        write!(f, "sealord vote v1\n{of}exchange: {exchange}\nside: {party}\nvote: {vote}\nhead: {head}\n")
    }
}

impl fmt::Display for Countersigned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Countersigned { of, entry, hash } = self;
        write!(f, "{HEAD}\n{of}entry: {entry}\nhash: {hash}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rulebook::two_sided::party::AXIS;

    #[test]
    fn statements_are_the_lines_that_the_page_shows() {
        let of = Match { id: "north-sea-7".to_owned(), genesis: Digest::of(b"genesis") };
        let commitment = Commitment::of(b"file");
        let promise = |act| Promise { act, of: of.clone(), exchange: 4, party: AXIS, commitment }.to_string();
        let rest = format!(
            "match: north-sea-7\ngenesis: {}\nexchange: 4\nside: axis\ncommitment: {commitment}\n",
            of.genesis
        );
        assert_eq!(promise(Act::Commit), format!("sealord commitment v1\n{rest}"));
        assert_eq!(promise(Act::Withdraw), format!("sealord withdrawal v1\n{rest}"));
    }

    #[test]
    fn a_vote_says_what_it_is_for() {
        let of = Match { id: "north-sea-7".to_owned(), genesis: Digest::of(b"genesis") };
        let (head, genesis) = (Digest::of(b"entry"), of.genesis);
        let vote = Vote { of, exchange: 4, party: AXIS, concede: true, yes: false, head };
        let due = format!(
            "sealord vote v1\nmatch: north-sea-7\ngenesis: {genesis}\nexchange: 4\nside: axis\nvote: concede no\nhead: \
             {head}\n"
        );
        assert_eq!(vote.to_string(), due);
        assert_eq!(Vote::parse("draw yes"), Some((false, true)));
        assert_eq!(Vote::parse("draw"), None);
    }

    #[test]
    fn a_head_is_read_back_and_no_other_spelling_of_it() {
        let of = Match { id: "north-sea-7".to_owned(), genesis: Digest::of(b"genesis") };
        let head = Countersigned { of, entry: 12, hash: Digest::of(b"entry") };
        let text = head.to_string();
        assert_eq!(Countersigned::parse(&text), Ok(head));
        let others = [
            text.replace('\n', "\r\n"),
            text.trim_end().to_owned(),
            format!("{text}\n"),
            text.replace("entry: 12", "entry: 012"),
            text.replace("entry: 12", "entry:12"),
            text.replace("north-sea-7", "North Sea"),
            text.replace("head v1", "head v2"),
            text.replacen("hash: ", "hash: 0", 1),
            text.lines().rev().collect::<Vec<_>>().join("\n"),
            String::new(),
        ];
        for other in others {
            assert!(Countersigned::parse(&other).is_err(), "{other:?}");
        }
    }
}
