//! The story of a view, chapter by chapter. What a line says beside its kind and rule is its game's affair.

use std::borrow::Cow;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::cards::Card;
use super::parts::{ViewFault, needed, raw_list};
use super::places::ZoneRef;
use crate::events::says_nothing;

/// A part of the story, with its lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chapter<L = Vec<StoryLine>, T = String> {
    /// Where in the sequence, in words.
    pub title: T,
    /// The zone, if the part belongs to one, whose name then stands in the title behind the last `: `.
    pub zone: Option<ZoneRef<T>>,
    /// What happened.
    pub lines: L,
    /// The same of a combat, in rows that can be drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<Card<T>>,
}

impl Chapter {
    /// A part of the sequence, named in words, before anything is told in it; with the zone if it belongs to
    /// one, and the zone's name.
    pub fn new(at: &str, zone: Option<(ZoneRef, &str)>) -> Chapter {
        let (zone, place) = zone.unzip();
        let title = place.map_or_else(|| at.to_owned(), |place| format!("{at}: {place}"));
        Chapter { title, zone, lines: Vec::new(), card: None }
    }
}

/// A line of a story: something that happened, as one side may know it. The words are the templates' affair;
/// a line holds names, numbers and dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryLine {
    rule: Option<Cow<'static, str>>,
    kind: &'static str,
    particulars: Vec<(&'static str, Value)>,
}

impl StoryLine {
    /// A line that says no more than what it was: the word of the event, or one of its own.
    pub fn new(kind: &'static str) -> StoryLine {
        StoryLine { rule: None, kind, particulars: Vec::new() }
    }

    /// The ledger's id of the rule that made it so; empty for what no rule made, a ruling.
    pub fn rule(&self) -> &str {
        self.rule.as_deref().unwrap_or_default()
    }

    /// What it was.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The line with its rule, unless it cites one of its own.
    pub fn citing(self, rule: impl Into<Cow<'static, str>>) -> StoryLine {
        StoryLine { rule: self.rule.or_else(|| Some(rule.into())), ..self }
    }

    /// The line with one particular more, which may be left out where it is nothing, empty, zero or false.
    pub fn says(self, name: &'static str, is_left_out: bool, value: Value) -> StoryLine {
        let silent = is_left_out && (value.is_null() || says_nothing(&value));
        self.may_say(name, (!silent).then_some(value))
    }

    /// The line with one particular more, if there is one.
    pub fn may_say(mut self, name: &'static str, value: Option<Value>) -> StoryLine {
        self.particulars.extend(value.map(|value| (name, value)));
        self
    }
}

/// The line as one object; its members `kind` and `rule` are those of every game.
impl Serialize for StoryLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_map(Some(self.particulars.len() + 2))?;
        line.serialize_entry("rule", self.rule())?;
        line.serialize_entry("kind", self.kind)?;
        for (name, value) in &self.particulars {
            line.serialize_entry(name, value)?;
        }
        line.end()
    }
}

/// A chapter as it is read. Its lines stay where they are: they are most of a view.
pub type ReadChapter<'a> = Chapter<&'a [Value], &'a str>;

/// Reads the story of a view.
///
/// # Errors
/// If there is none, or a chapter is damaged.
pub fn story(view: &Value) -> Result<Vec<ReadChapter<'_>>, ViewFault> {
    let chapters = raw_list(needed(view, "story")?, "story")?;
    chapters.iter().enumerate().map(|(at, chapter)| chapter_at(at, chapter)).collect()
}

fn chapter_at(at: usize, chapter: &Value) -> Result<ReadChapter<'_>, ViewFault> {
    let fault = |what: &str| ViewFault(format!("chapter {} of `story` {what}", at + 1));
    let title = chapter["title"].as_str().ok_or_else(|| fault("has no `title`"))?;
    let zone = Option::deserialize(&chapter["zone"])
        .map_err(|error| fault(&format!("has a bad `zone`: {error}")))?;
    let lines = chapter["lines"].as_array().ok_or_else(|| fault("has no list of `lines`"))?;
    let card = chapter.get("card").map(Card::deserialize).transpose();
    let card = card.map_err(|error| fault(&format!("has a bad `card`: {error}")))?;
    Ok(Chapter { title, zone, lines, card })
}
