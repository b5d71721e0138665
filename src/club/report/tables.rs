//! How a system's tables are made: the file `tables.yaml`. A system need not bring it: then the sea is one
//! theatre, the classes of ships stand in the order of their codes, and there is no score sheet.

use serde::Deserialize;

use engine::side::Side;
use engine::view::{Port, Sea, Zone};

/// What tables are made of.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tables {
    /// The parts of the sea, in the order in which they are told.
    #[serde(default)]
    pub(super) theatres: Vec<Theatre>,
    /// The codes of classes of ships, in the order in which they are told; others follow.
    #[serde(default)]
    classes: Vec<String>,
    /// The columns of the score sheet, in their order.
    #[serde(default)]
    pub(super) sheet: Vec<Column>,
}

/// A part of the sea.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Theatre {
    pub(super) title: String,
    /// What its zones have in their field `area`.
    areas: Vec<String>,
}

/// A column of the score sheet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Column {
    /// The field of the columns of a turn.
    pub(super) of: String,
    pub(super) head: String,
    /// The sides on whose sheet it always stands; on the other's it stands if it holds anything.
    #[serde(default)]
    pub(super) always: Vec<String>,
}

impl Tables {
    /// Makes tables ready that have just been read.
    ///
    /// # Errors
    /// What contradicts itself, in words.
    pub(super) fn sound(self) -> Result<Tables, String> {
        let areas: Vec<&String> = self.theatres.iter().flat_map(|theatre| &theatre.areas).collect();
        if let Some(twice) = twice(&areas) {
            return Err(format!("the area `{twice}` stands in two theatres: take it out of one"));
        }
        let columns: Vec<&String> = self.sheet.iter().map(|column| &column.of).collect();
        if let Some(twice) = twice(&columns) {
            return Err(format!("the column `{twice}` stands twice on the sheet: take one away"));
        }
        let sides = self.sheet.iter().flat_map(|column| &column.always);
        match sides.into_iter().find(|side| Side::parse(side).is_none()) {
            Some(side) => Err(format!("`always` of a column names sides, not `{side}`")),
            None => Ok(self),
        }
    }

    /// The place of a zone's theatre in the list of theatres; their number for a zone that is in none.
    pub(super) fn of_zone(&self, zone: &Zone<&str>) -> usize {
        let holds = |theatre: &Theatre| theatre.areas.iter().any(|area| Some(area.as_str()) == zone.area);
        self.theatres.iter().position(holds).unwrap_or(self.theatres.len())
    }

    /// The place of a port's theatre: that of the first sea zone which it touches.
    pub(super) fn of_port(&self, port: &Port<&str>, sea: &Sea<&str>) -> usize {
        let zone = port.zones.first().and_then(|zone| sea.zone(*zone));
        zone.map_or(self.theatres.len(), |zone| self.of_zone(zone))
    }

    /// The title of a theatre; nothing for what is in none.
    pub(super) fn title(&self, theatre: usize) -> Option<&str> {
        self.theatres.get(theatre).map(|theatre| theatre.title.as_str())
    }

    /// By what classes of ships are sorted.
    pub(super) fn rank<'c>(&self, class: &'c str) -> (usize, &'c str) {
        let known = self.classes.iter().position(|it| it == class);
        (known.unwrap_or(self.classes.len()), class)
    }
}

/// A word that is there twice.
fn twice<'w>(words: &[&'w String]) -> Option<&'w String> {
    words.iter().enumerate().find(|(at, word)| words[..*at].contains(word)).map(|(_, word)| *word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: serde_json::Value) -> Result<Tables, String> {
        serde_json::from_value::<Tables>(json).unwrap().sound()
    }

    #[test]
    fn what_contradicts_itself_is_told() {
        let theatre = |title: &str, area: &str| serde_json::json!({"title": title, "areas": [area]});
        let two =
            read(serde_json::json!({"theatres": [theatre("North", "arctic"), theatre("South", "arctic")]}));
        assert_eq!(two.err().unwrap(), "the area `arctic` stands in two theatres: take it out of one");
        let column = serde_json::json!({"of": "ships", "head": "Ships"});
        let two = read(serde_json::json!({"sheet": [column, column]}));
        assert_eq!(two.err().unwrap(), "the column `ships` stands twice on the sheet: take one away");
        let side = read(serde_json::json!({"sheet": [{"of": "ships", "head": "Ships", "always": ["axes"]}]}));
        assert!(side.err().unwrap().contains("not `axes`"));
    }

    #[test]
    fn classes_that_are_not_listed_come_last() {
        let tables = read(serde_json::json!({"classes": ["CV", "BB"]})).unwrap();
        let mut classes = ["AA", "BB", "SS", "CV"];
        classes.sort_by_key(|class| tables.rank(class));
        assert_eq!(classes, ["CV", "BB", "AA", "SS"]);
    }
}
