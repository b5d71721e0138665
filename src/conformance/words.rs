//! The small words of a case that are not plain YAML: places, phases, answers. Each is read from text, so that a wrong
//! one is shown at its line.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::orders::{AnswerBody, AnswerDraft, Entry, EntryValue, Spot, Word};
use crate::rules::seas_of_thunder::state::Phase;
use crate::side::Side;

/// Where a unit or a convoy is: `zone 95`, `port kiel`, `available`, `used`, `repair 2`, `track 3`, `setup`, `sunk`,
/// `removed`; for convoys also `pool`, `held-axis` and `held-allies`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// In a sea zone.
    Zone(u8),
    /// In a port box, by the port's id.
    Port(String),
    /// Among the LBA that can fly.
    Available,
    /// Among the LBA that have flown.
    Used,
    /// On the repair track, so many boxes from its end.
    Repair(u8),
    /// On the turn track.
    Track(u8),
    /// Not yet put down.
    Setup,
    /// Sunk.
    Sunk,
    /// Out of play.
    Removed,
    /// A convoy in its side's pool.
    Pool,
    /// A convoy that a player has drawn and not placed.
    Held(Side),
}

impl At {
    fn parse(text: &str) -> Option<At> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let number = || rest.parse::<u8>().ok();
        Some(match (word, rest) {
            ("zone", _) => At::Zone(number()?),
            ("port", id) if !id.is_empty() => At::Port(id.to_owned()),
            ("repair", _) => At::Repair(number()?),
            ("track", _) => At::Track(number()?),
            ("available", "") => At::Available,
            ("used", "") => At::Used,
            ("setup", "") => At::Setup,
            ("sunk", "") => At::Sunk,
            ("removed", "") => At::Removed,
            ("pool", "") => At::Pool,
            ("held-axis", "") => At::Held(Side::AXIS),
            ("held-allies", "") => At::Held(Side::ALLIES),
            _ => return None,
        })
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Zone(number) => write!(f, "zone {number}"),
            At::Port(id) => write!(f, "port {id}"),
            At::Available => f.write_str("available"),
            At::Used => f.write_str("used"),
            At::Repair(boxes) => write!(f, "repair {boxes}"),
            At::Track(turn) => write!(f, "track {turn}"),
            At::Setup => f.write_str("setup"),
            At::Sunk => f.write_str("sunk"),
            At::Removed => f.write_str("removed"),
            At::Pool => f.write_str("pool"),
            At::Held(side) => write!(f, "held-{}", side.id()),
        }
    }
}

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<At, D::Error> {
        let text = String::deserialize(deserializer)?;
        At::parse(&text).ok_or_else(|| de::Error::custom(format!("`{text}` is no place, such as `zone 95`")))
    }
}

/// How far a case is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Through the next such phase, or that of a turn.
    Phase(Option<u8>, Phase),
    /// Through the end of the match.
    End,
}

impl Until {
    fn parse(text: &str) -> Option<Until> {
        if text == "end" {
            return Some(Until::End);
        }
        let (turn, phase) = match text.strip_prefix('t').and_then(|rest| rest.split_once('/')) {
            Some((turn, phase)) => (Some(turn.parse().ok()?), phase),
            None => (None, text),
        };
        let phase = serde_json::from_value(serde_json::Value::String(phase.to_owned())).ok()?;
        Some(Until::Phase(turn, phase))
    }

    /// True if a phase is the last to be played.
    pub fn is(self, turn: u8, phase: Phase) -> bool {
        match self {
            Until::Phase(of, last) => phase == last && of.is_none_or(|of| of == turn),
            Until::End => false,
        }
    }
}

impl<'de> Deserialize<'de> for Until {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Until, D::Error> {
        let text = String::deserialize(deserializer)?;
        Until::parse(&text).ok_or_else(|| {
            de::Error::custom(format!("`{text}` is no phase, such as `scoring` or `t2/reinforcements`"))
        })
    }
}

/// An answer as an orders file writes it; the order of its lines counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer(AnswerBody);

/// One word, or lines of `name: choice` or `choice: [names]`.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, missing_docs)]
pub(super) enum AnswerShape {
    Word(String),
    Entries(std::collections::BTreeMap<String, WordOrList>),
}

/// One word or several.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, missing_docs)]
pub(super) enum WordOrList {
    Word(String),
    Number(u16),
    List(Vec<String>),
}

impl Answer {
    /// The answer as the checks of an orders file take it.
    pub fn draft(&self, key: &str) -> AnswerDraft {
        AnswerDraft { key: word(key), body: self.0.clone() }
    }

    /// True for the one word `silence`: the side says nothing and takes what that means.
    pub fn is_silence(&self) -> bool {
        matches!(&self.0, AnswerBody::Single(word) if word.text == "silence")
    }
}

fn word(text: &str) -> Word {
    Word { text: text.to_owned(), spot: Spot::default() }
}

/// One scalar, or a list of them; numbers count as text.
struct Texts(Vec<String>, bool);

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Texts, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Texts;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word or a list of words")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Texts, E> {
                Ok(Texts(vec![text.to_owned()], false))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Texts, E> {
                Ok(Texts(vec![number.to_string()], false))
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Texts, E> {
                Ok(Texts(vec![number.to_string()], false))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Texts, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = list.next_element::<String>()? {
                    texts.push(text);
                }
                Ok(Texts(texts, true))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Answer, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Answer;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word, or lines of `name: choice` or `choice: [names]`")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Answer, E> {
                Ok(Answer(AnswerBody::Single(word(text))))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Answer, E> {
                self.visit_str(&number.to_string())
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Answer, A::Error> {
                let mut entries = Vec::new();
                while let Some((key, Texts(texts, list))) = map.next_entry::<String, Texts>()? {
                    let value = match texts.first() {
                        Some(only) if !list => EntryValue::One(word(only)),
                        _ => EntryValue::Many(texts.iter().map(|text| word(text)).collect()),
                    };
                    let keys = key.split(',').map(|name| word(name.trim())).collect();
                    entries.push(Entry { key: word(&key), keys, value });
                }
                Ok(Answer(AnswerBody::Entries(entries)))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}
