//! The story of a view, chapter by chapter. What a line says beside its kind and rule is its game's affair.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::cards::Card;
use super::parts::{ViewFault, needed, raw_list};
use super::places::ZoneRef;

/// A part of the story, with its lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chapter<L, T = String> {
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
