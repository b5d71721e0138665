//! Which match and party a message is about: a tag in the subject, or in the address after a plus sign.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::seal::is_match_id;

/// A match and perhaps a party, as `[sealord MATCH/side]` in a subject.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SubjectTag {
    /// The match.
    pub match_id: String,
    /// The party, a word of `a-z`, `0-9` and `-`; whether the match has that party is not judged here.
    #[serde(rename = "side")]
    pub party: Option<String>,
}

/// A match and perhaps a party, as `adjudicator+MATCH.side@club.example`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlusTag {
    /// The address without its tag.
    pub base: String,
    /// The match.
    pub match_id: String,
    /// The party, as in [`SubjectTag`].
    #[serde(rename = "side")]
    pub party: Option<String>,
}

/// The longest word for a party.
const LONGEST_PARTY: usize = 32;
const OPEN: &str = "[sealord ";

fn is_party(text: &str) -> bool {
    is_match_id(text) && text.len() <= LONGEST_PARTY
}

/// The tag that the office puts into a subject: `[sealord MATCH/side]`.
pub fn tag(match_id: &str, party: &str) -> String {
    format!("{OPEN}{match_id}/{party}]")
}

impl SubjectTag {
    /// Finds the first tag in a subject. Its words may have been put into capitals on the way, and white
    /// space may have been folded into it.
    pub fn parse(subject: &str) -> Option<SubjectTag> {
        let lower = subject.to_ascii_lowercase();
        lower.split('[').skip(1).find_map(|piece| {
            let (inside, _) = piece.split_once(']')?;
            let inside = inside.strip_prefix("sealord")?.strip_prefix(' ')?;
            let inside: String = inside.chars().filter(|c| *c != ' ').collect();
            SubjectTag::of(&inside, '/')
        })
    }

    fn of(text: &str, between: char) -> Option<SubjectTag> {
        let (match_id, party) = match text.split_once(between) {
            Some((match_id, party)) => (match_id, Some(party)),
            None => (text, None),
        };
        let good = is_match_id(match_id) && party.is_none_or(is_party);
        good.then(|| SubjectTag { match_id: match_id.to_owned(), party: party.map(str::to_owned) })
    }
}

impl fmt::Display for SubjectTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.party {
            Some(party) => f.write_str(&tag(&self.match_id, party)),
            None => write!(f, "{OPEN}{}]", self.match_id),
        }
    }
}

impl PlusTag {
    /// Reads the tag of an address; nothing if it has none, or one that names no match.
    pub fn parse(address: &str) -> Option<PlusTag> {
        let (local, domain) = address.rsplit_once('@')?;
        let (user, detail) = local.split_once('+')?;
        let SubjectTag { match_id, party } = SubjectTag::of(&detail.to_ascii_lowercase(), '.')?;
        (!user.is_empty()).then(|| PlusTag { base: format!("{user}@{domain}"), match_id, party })
    }
}
