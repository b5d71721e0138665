//! What a party is asked, a line for each kind of question: those that differ in nothing but the zone or port
//! are told together. The form holds each of them with its options.

use serde::Serialize;

use engine::question::OpenQuestion;
use engine::view::{Sea, Zone};

/// Questions that differ in nothing but the place.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Asked<'a> {
    rule: &'a str,
    /// What is asked; of several questions, what they share.
    title: String,
    /// The key in the form; of several questions with `zone-NUMBER`, `ZONE` or `PORT` for the place.
    key: String,
    /// The places, with commas; empty for a single question.
    places: String,
    /// How many questions these are.
    count: usize,
}

/// A question taken apart.
struct Parts<'a> {
    question: &'a OpenQuestion,
    place: String,
    what: String,
    pattern: String,
}

/// Gathers questions; the first of a kind says where its line stands.
pub(super) fn asked<'a>(questions: &'a [OpenQuestion], sea: &Sea<&str>) -> Vec<Asked<'a>> {
    let mut groups: Vec<Vec<Parts<'a>>> = Vec::new();
    for question in questions {
        let parts = take_apart(question, sea);
        let alike = |group: &&mut Vec<Parts<'_>>| {
            let first = &group[0];
            first.question.kind == question.kind
                && first.question.rule == question.rule
                && first.pattern == parts.pattern
                && first.what == parts.what
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.push(parts),
            None => groups.push(vec![parts]),
        }
    }
    groups.into_iter().map(together).collect()
}

fn together<'a>(group: Vec<Parts<'a>>) -> Asked<'a> {
    let first = &group[0];
    let (question, count) = (first.question, group.len());
    let (title, key, places) = if count == 1 {
        (question.title.clone(), question.key.clone(), String::new())
    } else {
        let places: Vec<&str> = group.iter().map(|parts| parts.place.as_str()).collect();
        (first.what.clone(), first.pattern.clone(), places.join(", "))
    };
    Asked { rule: &question.rule, title, key, places, count }
}

/// Finds the place in a question's key and takes it out of the title. A question without a place is like no
/// other.
fn take_apart<'a>(question: &'a OpenQuestion, sea: &Sea<&str>) -> Parts<'a> {
    let whole = || Parts {
        question,
        place: String::new(),
        what: question.title.clone(),
        pattern: question.key.clone(),
    };
    for segment in question.key.split('/') {
        let port = || sea.ports.iter().find(|port| port.id == segment).map(|port| (port.name, None, "PORT"));
        let Some((name, number, stands)) = zone(segment, sea).or_else(port) else { continue };
        let Some(what) = without_place(&question.title, name) else { return whole() };
        let place = number.map_or(name.to_owned(), |number| format!("{name} ({number})"));
        let pattern = question.key.replace(segment, stands);
        return Parts { question, place, what, pattern };
    }
    whole()
}

/// The zone for which a segment of a key stands: its name, the number that is told with it, and what stands
/// in a key for any such zone.
fn zone<'a>(segment: &str, sea: &Sea<&'a str>) -> Option<(&'a str, Option<u16>, &'static str)> {
    let number: Option<u16> = segment.strip_prefix("zone-").and_then(|number| number.parse().ok());
    let is = |zone: &&Zone<&str>| match zone.key {
        Some(key) => key == segment,
        None => number.is_some() && zone.number == number,
    };
    let zone = sea.zones.iter().find(is)?;
    Some((zone.name, zone.number, if zone.key.is_some() { "ZONE" } else { "zone-NUMBER" }))
}

/// A title without the place before its colon; nothing if the place stands elsewhere in it.
fn without_place(title: &str, place: &str) -> Option<String> {
    let rest = match title.strip_prefix(place).and_then(|rest| rest.split_once(": ")) {
        Some((between, what)) if between.is_empty() || between.starts_with(" (") => what,
        _ => title,
    };
    let mut letters = rest.chars();
    let first = letters.next()?;
    (!rest.contains(place)).then(|| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use engine::question::Layout;

    fn question(kind: &str, key: &str, title: &str) -> OpenQuestion {
        OpenQuestion {
            kind: kind.into(),
            key: key.into(),
            rule: "5.5".into(),
            title: title.into(),
            about: Vec::new(),
            layout: Layout::BySubject,
            subjects: Vec::new(),
            options: Vec::new(),
            sets: Vec::new(),
            limits: Vec::new(),
        }
    }

    #[test]
    fn questions_that_differ_in_the_place_share_a_line() {
        engine::rulebook::two_sided::declare();
        let zone = |number: u8, name: &str| {
            json!({
                "number": number, "name": name, "x": 0, "lat": 0, "value": {"axis": 0, "allies": 0}, "control": null,
                "own": [], "enemy": [], "enemy_known": [], "convoys": {"axis": false, "allies": false}, "fought": false,
            })
        };
        let port = json!({
            "id": "aden", "name": "Aden", "holder": "allies", "zones": [], "capacity": "2", "x": 0, "lat": 0, "own": [],
            "enemy": [], "enemy_known": [], "duty": 0,
        });
        let view =
            json!({"zones": [zone(9, "North Sea"), zone(10, "Baltic Sea")], "ports": [port], "links": []});
        let sea = Sea::of(&view).unwrap();
        let questions = [
            question("mat", "t1/zone-9/mat/axis", "North Sea (zone 9): put every unit in a box"),
            question("return", "t1/zone-9/return/axis", "Bring each ship home: name its port"),
            question("mat", "t1/zone-10/mat/axis", "Baltic Sea (zone 10): put every unit in a box"),
            question("overstack", "t1/overstack/aden/uk", "Aden holds 2 too many: choose"),
            question("move", "t1/move/german", "Move ships"),
            question("fire", "t1/zone-9/fire/axis", "Baltic Sea: a title with another place"),
        ];
        let told = asked(&questions, &sea);
        let lines: Vec<(&str, &str, &str)> =
            told.iter().map(|it| (it.title.as_str(), it.places.as_str(), it.key.as_str())).collect();
        assert_eq!(
            lines,
            [
                ("Put every unit in a box", "North Sea (9), Baltic Sea (10)", "t1/zone-NUMBER/mat/axis"),
                ("Bring each ship home: name its port", "", "t1/zone-9/return/axis"),
                ("Aden holds 2 too many: choose", "", "t1/overstack/aden/uk"),
                ("Move ships", "", "t1/move/german"),
                ("Baltic Sea: a title with another place", "", "t1/zone-9/fire/axis"),
            ]
        );
        assert_eq!(told[0].count, 2);
    }

    #[test]
    fn a_zone_may_give_its_own_key() {
        let zone =
            |key: &str, name: &str| json!({"key": key, "name": name, "x": 0, "lat": 0, "control": null});
        let zones = [zone("north-sea", "North Sea"), zone("coral-sea", "Coral Sea")];
        let view = json!({"zones": zones, "ports": [], "links": [["north-sea", "coral-sea"]]});
        let sea = Sea::of(&view).unwrap();
        let questions = [
            question("action", "t1/north-sea/r2/action/axis", "North Sea: day or night?"),
            question("action", "t1/coral-sea/r2/action/axis", "Coral Sea: day or night?"),
        ];
        let told = asked(&questions, &sea);
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].title, "Day or night?");
        assert_eq!(told[0].key, "t1/ZONE/r2/action/axis");
        assert_eq!(told[0].places, "North Sea, Coral Sea");
    }
}
