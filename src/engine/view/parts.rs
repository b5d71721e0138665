//! The frame of a view: what the views of all games share, declared once, written by the systems and read by
//! all who show it: reports, charts, odds.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::moves::Move;
use super::places::Sea;
use super::score;
use super::sheet::Passage;
use super::story::{Chapter, StoryLine, story};
use super::tracks::{Air, InBox, OnTrack, Sighting};
use super::units::Unit;
use crate::party::Party;
use crate::problem::list_and;
use crate::side::Side;

/// All that one party may know: what every game shows, and what only its own knows of. `C` is what a turn
/// has in the columns of the score.
pub type View<Own, C> = Frame<Own, score::Score<C>>;

/// A view as it is read. Its lines and its score stay where they are, and so does, as the whole view, what
/// only its own game knows of.
pub type Parts<'a> = Frame<&'a Value, &'a Value, &'a [Value], &'a str>;

/// The score as it is read: the columns of a turn by their names.
pub type Score<'a> = score::Score<BTreeMap<&'a str, i64>, &'a str>;

/// What a view holds for every reader, and what only its own game knows of; in JSON one object.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Frame<Own, S, L = Vec<StoryLine>, T = String> {
    /// Who looks, and at whom.
    #[serde(flatten)]
    pub reader: Reader<T>,
    /// The scenario's name.
    pub scenario: T,
    /// The turn.
    pub turn: u8,
    /// The last turn of the match.
    pub last_turn: u8,
    /// The phase in words; it begins with `setup` while ships are not in port yet.
    pub phase: T,
    /// The score, of whatever shape its game gives it.
    pub score: S,
    /// The zones, ports and links.
    #[serde(flatten)]
    pub sea: Sea<T>,
    /// What only some games show.
    #[serde(flatten)]
    pub beside: Beside<T>,
    /// What is new, chapter by chapter.
    pub story: Vec<Chapter<L, T>>,
    /// What only its own game knows of.
    #[serde(flatten)]
    pub own: Own,
}

/// Who looks, and at whom.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reader<T = String> {
    /// Whose view it is.
    pub side: Party,
    /// The name of the reader's side in sentences.
    pub side_name: T,
    /// The enemy's name in sentences; of several enemies, all their names.
    pub enemy_name: T,
    /// The sides of the match, in a match of more than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sides: Option<Vec<Side>>,
}

impl Reader {
    /// A party of a match between these sides.
    pub fn of(party: Party, sides: &[Side]) -> Reader {
        let side = party.side();
        let others: Vec<&str> = side.others(sides).map(Side::name).collect();
        Reader {
            side: party,
            side_name: side.name().to_owned(),
            enemy_name: list_and(&others),
            sides: (sides.len() > 2).then(|| sides.to_vec()),
        }
    }
}

/// What only some games show, each part under the same name; nothing in the others.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Beside<T = String> {
    /// The quarter of the war.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quarter: Option<T>,
    /// The turn at whose end it was last judged who controls the zones; none within before the first time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<Option<u8>>,
    /// Ships under repair, own first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair: Option<Vec<OnTrack<T>>>,
    /// Units on the turn track.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub track: Option<Vec<OnTrack<T>>>,
    /// Units that wait to arrive, own first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arriving: Option<Vec<OnTrack<T>>>,
    /// Units in boxes beside the map, own first, box by box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boxed: Option<Vec<InBox<T>>>,
    /// Units that are away until a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away: Option<Vec<OnTrack<T>>>,
    /// Units lost for good.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sunk: Option<Vec<OnTrack<T>>>,
    /// The boxes of land-based aircraft.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub air: Option<Air<T>>,
    /// Own units that are not put down yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undeployed: Option<Vec<Unit<T>>>,
    /// Enemy ships known by name that no other part of the view names, with the place where each was last
    /// seen, and those that lie in port in full sight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sightings: Option<Vec<Sighting<T>>>,
    /// What went where since the last packet; nothing in a packet of a program that did not say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Move<T>>>,
    /// What must be changed on a real table, in a match that goes with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<Vec<Passage<T>>>,
}

/// A view is damaged: what is wrong with it, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewFault(pub String);

impl fmt::Display for ViewFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ViewFault {}

impl<'a> Beside<&'a str> {
    fn of(view: &'a Value) -> Result<Beside<&'a str>, ViewFault> {
        Ok(Beside {
            quarter: part_if(view, "quarter")?,
            judged: part_if(view, "judged")?,
            repair: list_if(view, "repair")?,
            track: list_if(view, "track")?,
            arriving: list_if(view, "arriving")?,
            boxed: list_if(view, "boxed")?,
            away: list_if(view, "away")?,
            sunk: list_if(view, "sunk")?,
            air: part_if(view, "air")?,
            undeployed: list_if(view, "undeployed")?,
            sightings: list_if(view, "sightings")?,
            moves: list_if(view, "moves")?,
            sheet: list_if(view, "sheet")?,
        })
    }
}

impl<'a> Parts<'a> {
    /// Reads a view.
    ///
    /// # Errors
    /// If a part is missing that every view has, or one is damaged.
    pub fn of(view: &'a Value) -> Result<Parts<'a>, ViewFault> {
        Ok(Frame {
            reader: Reader {
                side: part(view, "side")?,
                side_name: part(view, "side_name")?,
                enemy_name: part(view, "enemy_name")?,
                sides: list_if(view, "sides")?,
            },
            scenario: part(view, "scenario")?,
            turn: part(view, "turn")?,
            last_turn: part(view, "last_turn")?,
            phase: part(view, "phase")?,
            score: needed(view, "score")?,
            sea: Sea::of(view)?,
            beside: Beside::of(view)?,
            story: story(view)?,
            own: view,
        })
    }

    /// The score with its turns, for a game that keeps them.
    ///
    /// # Errors
    /// If the score has another shape.
    pub fn score(&self) -> Result<Score<'a>, ViewFault> {
        read(self.score, "score")
    }
}

/// A part of a view that must be there.
pub(super) fn needed<'a>(view: &'a Value, name: &str) -> Result<&'a Value, ViewFault> {
    view.get(name).ok_or_else(|| ViewFault(format!("it has no `{name}`")))
}

fn read<'a, V: Deserialize<'a>>(part: &'a Value, name: &str) -> Result<V, ViewFault> {
    V::deserialize(part).map_err(|error| ViewFault(format!("`{name}`: {error}")))
}

fn part<'a, V: Deserialize<'a>>(view: &'a Value, name: &str) -> Result<V, ViewFault> {
    read(needed(view, name)?, name)
}

fn part_if<'a, V: Deserialize<'a>>(view: &'a Value, name: &str) -> Result<Option<V>, ViewFault> {
    view.get(name).map(|part| read(part, name)).transpose()
}

/// A part that is a list of anything.
pub(super) fn raw_list<'a>(part: &'a Value, name: &str) -> Result<&'a [Value], ViewFault> {
    part.as_array().map(Vec::as_slice).ok_or_else(|| ViewFault(format!("`{name}` is no list")))
}

/// A list that must be there. What is wrong with it is told of the item where it is.
pub(super) fn list<'a, V: Deserialize<'a>>(view: &'a Value, name: &str) -> Result<Vec<V>, ViewFault> {
    let items = raw_list(needed(view, name)?, name)?;
    let item = |(at, item)| {
        V::deserialize(item).map_err(|error| ViewFault(format!("item {} of `{name}`: {error}", at + 1)))
    };
    items.iter().enumerate().map(item).collect()
}

fn list_if<'a, V: Deserialize<'a>>(view: &'a Value, name: &str) -> Result<Option<Vec<V>>, ViewFault> {
    view.get(name).map(|_| list(view, name)).transpose()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn view() -> Value {
        json!({
            "side": "axis", "side_name": "Axis", "enemy_name": "Allies", "scenario": "Ice", "turn": 2, "last_turn": 5, "phase": "day",
            "score": {"total": {"axis": 1, "allies": 2}},
            "zones": [
                {"number": 9, "name": "North Sea", "x": 1, "lat": 2.5, "control": null, "control_before": "contested",
                 "enemy": [{"navy": "British", "ships": 2, "lba": 1}]},
                {"key": "the-river", "name": "River", "x": 0, "lat": 0, "control": "axis", "own": [
                    {"id": "akagi", "name": "Akagi", "navy": "Japanese", "class": "CV", "line": "0-2-6-4", "damage": 1}]},
            ],
            "ports": [{"id": "ford", "name": "Ford", "holder": "free", "zones": [9, "the-river"], "x": 1, "lat": 1}],
            "links": [[9, "the-river"]],
            "story": [{"title": "combat: North Sea (9)", "zone": 9, "lines": [{"kind": "sunk"}]}],
        })
    }

    #[test]
    fn a_view_is_read_into_its_parts() {
        let view = view();
        let parts = Parts::of(&view).unwrap();
        let [north, river] = ["9", "the-river"].map(|word| parts.sea.called(word).unwrap());
        assert_eq!((north.enemies(), north.unnamed(), north.word()), (3, 3, Some("9".to_owned())));
        assert_eq!(
            (river.own[0].damage, river.own[0].of, river.word().as_deref()),
            (Some(1), None, Some("the-river"))
        );
        assert_eq!(parts.sea.called("River"), Some(river));
        assert_eq!((parts.beside.judged, parts.beside.sunk, parts.story[0].lines.len()), (None, None, 1));
    }

    #[test]
    fn what_is_damaged_is_named() {
        for (part, value, told) in [
            ("turn", json!("two"), "`turn`: invalid type: string \"two\", expected u8"),
            ("zones", json!(7), "`zones` is no list"),
            ("zones", json!([{"name": "A"}]), "item 1 of `zones`: missing field `x`"),
            ("links", json!([[1, 2], [1]]), "item 2 of `links`"),
            ("sunk", json!({}), "`sunk` is no list"),
            ("story", json!([{"title": "A", "zone": null}]), "chapter 1 of `story` has no list of `lines`"),
            (
                "story",
                json!([{"title": "A", "zone": {}, "lines": []}]),
                "chapter 1 of `story` has a bad `zone`",
            ),
        ] {
            let mut view = view();
            view[part] = value;
            let fault = Parts::of(&view).unwrap_err().to_string();
            assert!(fault.contains(told), "{fault}");
        }
        let view = view();
        let fault = Parts::of(&view).unwrap().score().unwrap_err().to_string();
        assert!(fault.contains("`score`: missing field `turns`"), "{fault}");
    }
}
