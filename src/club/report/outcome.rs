//! What a combat came to: what met, what was lost, who holds the place now.

use serde::Deserialize;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::tally::Tally;
use engine::view::ReadChapter;

/// The line of a story that says who holds the places.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Judged {
    /// The kind of the line.
    kind: String,
    /// Its list of the places that anybody holds.
    list: String,
    /// The field of an item with the place.
    place: String,
    /// The field of an item with who holds it.
    by: String,
}

impl Judged {
    /// The judgements of a story, each with the number of its chapter.
    pub(super) fn lines<'a>(&self, chapters: &[ReadChapter<'a>]) -> Vec<(usize, &'a Value)> {
        let all =
            chapters.iter().enumerate().flat_map(|(at, it)| it.lines.iter().map(move |line| (at, line)));
        all.filter(|(_, line)| line["kind"] == self.kind.as_str()).collect()
    }

    /// Who holds a place by a judgement: `axis`, `allies`, `contested`, or `nobody`.
    pub(super) fn of<'a>(&self, line: &'a Value, place: &str) -> &'a str {
        let list = line[self.list.as_str()].as_array().map_or(&[][..], Vec::as_slice);
        let named = list.iter().find(|item| item[self.place.as_str()] == place);
        named.and_then(|item| item[self.by.as_str()].as_str()).unwrap_or("nobody")
    }
}

/// What a combat came to.
#[derive(Clone)]
pub(super) struct Outcome<'a> {
    tally: Tally<'a>,
    /// Who holds the place, if that was judged since.
    held: Option<&'a str>,
    /// Else how many units of the reader and of the enemy are there now.
    left: Option<(usize, usize)>,
}

impl<'a> Outcome<'a> {
    pub(super) fn new(tally: Tally<'a>, held: Option<&'a str>, left: Option<(usize, usize)>) -> Outcome<'a> {
        Outcome { tally, held, left: left.filter(|_| held.is_none()) }
    }

    /// Says no longer how many units of a reader and of an enemy are there now.
    pub(super) fn forget_left(&mut self) {
        self.left = None;
    }

    /// What was counted.
    pub(super) fn tally(&self) -> &Tally<'a> {
        &self.tally
    }

    /// How much it is worth a mention: by what was lost, then by what fought.
    pub(super) fn weight(&self) -> (usize, usize) {
        (self.tally.weight, self.tally.units())
    }
}

impl Serialize for Outcome<'_> {
    /// The words of the tally under which anything was counted, `held` or `left` (`own`, `enemy`).
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (word, sums) in self.tally.words() {
            map.serialize_entry(word, &sums)?;
        }
        if let Some(held) = self.held {
            map.serialize_entry("held", held)?;
        }
        if let Some((own, enemy)) = self.left {
            map.serialize_entry("left", &Left { own, enemy })?;
        }
        map.end()
    }
}

/// How many units are at a place now.
#[derive(serde::Serialize)]
struct Left {
    own: usize,
    enemy: usize,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_place_that_is_not_named_is_nobodys() {
        let judged: Judged = serde_json::from_value(
            json!({"kind": "control-judged", "list": "zones", "place": "zone", "by": "control"}),
        )
        .unwrap();
        let zones = json!([{"zone": "North Sea (9)", "control": "allies"}]);
        let lines = [[json!({"kind": "sunk"})], [json!({"kind": "control-judged", "zones": zones})]];
        let chapters = lines.each_ref().map(|lines| ReadChapter { title: "", zone: None, lines, card: None });
        let lines = judged.lines(&chapters);
        assert_eq!(lines.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [1]);
        let held = ["North Sea (9)", "Baltic Sea (10)"].map(|place| judged.of(lines[0].1, place));
        assert_eq!(held, ["allies", "nobody"]);
    }
}
