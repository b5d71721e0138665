//! The small words of a case that are not plain YAML: how far it is played, and answers. Each is read from
//! text, so that a wrong one is shown at its line.

use std::fmt;

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::contract::Cases;
use crate::draft::{AnswerBody, AnswerDraft, Entry, EntryValue, Spot, Word};

/// The turn in front of a key or a standing (`t1/combat`), and what follows it.
pub fn turn_of(path: &str) -> Option<(u8, &str)> {
    let (turn, rest) = path.strip_prefix('t')?.split_once('/')?;
    Some((turn.parse().ok()?, rest))
}

/// How far a case is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// Through the next such phase, or that of a turn.
    Phase(Option<u8>, String),
    /// Through the end of the match.
    End,
}

impl Until {
    /// True if what stands so is the last to be played.
    pub fn is(&self, standing: &str) -> bool {
        let Until::Phase(of, last) = self else { return false };
        let (turn, phase) = turn_of(standing).map_or((None, standing), |(turn, rest)| (Some(turn), rest));
        phase == last && (of.is_none() || *of == turn)
    }
}

/// Reads how far a case of a system is played.
///
/// # Errors
/// When the system has no such phase.
pub fn until<'de, S: Cases, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Until>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    if text == "end" {
        return Ok(Some(Until::End));
    }
    let (turn, phase) = turn_of(&text).map_or((None, text.as_str()), |(turn, rest)| (Some(turn), rest));
    if S::is_phase(phase) {
        return Ok(Some(Until::Phase(turn, phase.to_owned())));
    }
    Err(de::Error::custom(format!("`{text}` is no phase, such as `scoring` or `t2/reinforcements`")))
}

/// An answer as an orders file writes it; the order of its lines counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer(AnswerBody);

/// One word, or lines of `name: choice` or `choice: [names]`.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code)]
pub(super) enum AnswerShape {
    Word(String),
    Entries(std::collections::BTreeMap<String, WordOrList>),
}

/// One word or several.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code)]
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
