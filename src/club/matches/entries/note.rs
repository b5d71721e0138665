//! Words between people, and acts of the umpire in words, as the journal keeps them. They change nothing of
//! the match.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::protest::{Protest, ProtestRuling};
use crate::signature::Signature;
use engine::digest::Digest;
use engine::entry::Entry;
use engine::party::Party;

/// The umpire's word, where others have that of their party.
const UMPIRE: &str = "umpire";
/// Characters of words that are kept.
pub const LONGEST: usize = 8_000;

/// Somebody who speaks or is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Voice {
    /// The umpire.
    Umpire,
    /// A party.
    Party(Party),
}

impl Voice {
    /// Its word: `umpire`, or that of the party.
    pub fn word(self) -> &'static str {
        match self {
            Voice::Umpire => UMPIRE,
            Voice::Party(party) => party.id(),
        }
    }

    /// As in a sentence: `the umpire`, `the Axis`.
    pub fn in_words(self) -> String {
        match self {
            Voice::Umpire => "the umpire".to_owned(),
            Voice::Party(party) => format!("the {}", party.name()),
        }
    }
}

impl TryFrom<String> for Voice {
    type Error = String;

    fn try_from(word: String) -> Result<Voice, String> {
        let party = Party::parse(&word).map(Voice::Party);
        let voice = if word == UMPIRE { Some(Voice::Umpire) } else { party };
        voice.ok_or_else(|| format!("{} is neither the umpire nor a side", engine::problem::quote(&word)))
    }
}

impl From<Voice> for String {
    fn from(voice: Voice) -> String {
        voice.word().to_owned()
    }
}

impl fmt::Display for Voice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A vote on how a match ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ballot {
    /// Whether that the own side has lost; else that nobody has won.
    pub concede: bool,
    /// For it, or against it.
    pub yes: bool,
}

/// The signature over a vote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vouched {
    /// The hash of the entry that the voter quoted.
    pub head: Digest,
    /// The signature over the statement of the vote.
    pub signed: Signature,
}

/// What the journal keeps of words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// Whose they are; nothing if they are not signed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Voice>,
    /// To whom they are said; nobody named: to all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<Voice>,
    /// What the umpire did, as a sentence without its full stop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<String>,
    /// The words; of an act, its reason.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// A vote on how the match ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballot: Option<Ballot>,
    /// The signature over that vote, where the match fixes the voter's key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vote: Option<Vouched>,
    /// Whether the match stops because all agree or a panel judges it, or goes on after that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stops: Option<bool>,
    /// That a rule was not kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protest: Option<Protest>,
    /// The umpire's answer to that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<ProtestRuling>,
    /// The protest of which the ruling is brought before a panel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub appeal: Option<u32>,
    /// The exchange that was open, or the last one.
    pub exchange: u32,
    /// What identifies the letter that brought them.
    pub letter: String,
}

impl Note {
    /// Whether somebody hears it, or said it.
    pub fn is_for(&self, voice: Voice) -> bool {
        self.to.is_empty() || self.to.contains(&voice) || self.from == Some(voice)
    }

    fn is_a_vote(&self) -> bool {
        matches!(self.from, Some(Voice::Party(_))) && self.to.is_empty() && self.act.is_none()
    }

    /// What is wrong with it in a match between these parties, if something is.
    pub fn amiss(&self, parties: &[Party]) -> Option<String> {
        let plays = |voice: &Voice| match voice {
            Voice::Umpire => true,
            Voice::Party(party) => parties.contains(party),
        };
        if let Some(voice) = self.from.iter().chain(&self.to).find(|voice| !plays(voice)) {
            return Some(format!("{} do not play in this match", voice.in_words()));
        }
        if self.act.is_some() && self.from != Some(Voice::Umpire) {
            return Some("only the umpire acts".to_owned());
        }
        if self.stops.is_some() && self.act.is_none() || self.ballot.is_some() && !self.is_a_vote() {
            return Some("it is neither words nor an act".to_owned());
        }
        if let Some(what) = self.protest_amiss() {
            return Some(what.to_owned());
        }
        if self.vote.is_some() && self.ballot.is_none() {
            return Some("it is a signature over no vote".to_owned());
        }
        (self.words.is_empty() && self.act.is_none()).then(|| "it says nothing".to_owned())
    }
}

/// A note in the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// The number of its entry.
    pub entry: u64,
    /// When it was made, as the entry says.
    pub time: String,
    /// What it says.
    pub note: Note,
}

/// Whether a party hears what an entry says, or said it.
pub(in crate::matches) fn hears(entry: &Entry, party: Party) -> bool {
    let note: Option<Note> = super::record::body(entry).ok();
    note.is_some_and(|note| note.is_for(Voice::Party(party)))
}
