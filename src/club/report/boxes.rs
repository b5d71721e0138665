//! Units of a zone while a combat lasts there: box by box, as one text a side. In a zone without a combat,
//! and in a game without boxes, they are listed as anywhere.

use super::story_style::CombatBox;
use super::units::{self, names_of, own_units};
use engine::view::{Card, OPENING, Row, Stack, Unit, Zone};

/// The reader's own units in a zone.
pub(super) fn own(zone: &Zone<&str>, boxes: &[CombatBox]) -> String {
    let apart: Vec<Unit<&str>> = zone.own.iter().filter(|unit| !is_in(unit, boxes)).cloned().collect();
    by_box(own_units(&apart), boxes, |here| {
        let here: Vec<Unit<&str>> =
            zone.own.iter().filter(|unit| unit.in_box() == Some(here)).cloned().collect();
        own_units(&here)
    })
}

/// The enemy's units in a zone. A navy of which the reader knows only some is listed whole, in no box.
pub(super) fn enemies<'a>(zone: &Zone<&'a str>, boxes: &[CombatBox]) -> String {
    let (stacks, known) = (zone.stacks(), &zone.enemy_known);
    let boxed = |unit: &&Unit<&str>| is_in(unit, boxes) && is_counted(unit, zone);
    if !known.iter().any(|unit| boxed(&unit)) {
        return units::enemies(stacks, known);
    }
    let apart: Vec<Unit<&'a str>> = known.iter().filter(|unit| !boxed(unit)).cloned().collect();
    // Of a navy that is known whole, those that stand in no box; of the others, all.
    let left = |stack: &Stack<&'a str>| {
        let of = |units: &[Unit<&str>]| units.iter().filter(|it| it.navy == stack.navy).count();
        let whole = of(known) == stack.ships + stack.lba;
        let left = if whole { Stack { ships: of(&apart), lba: 0, ..stack.clone() } } else { stack.clone() };
        (left.ships + left.lba > 0).then_some(left)
    };
    let unknown: Vec<Stack<&'a str>> = stacks.iter().filter_map(left).collect();
    by_box(units::enemies(&unknown, &apart), boxes, |here| {
        let here = known.iter().filter(|unit| boxed(unit) && unit.in_box() == Some(here));
        let of = |stack: &Stack<&str>| {
            let names = names_of(here.clone().filter(|unit| unit.navy == stack.navy));
            (!names.is_empty()).then(|| format!("{} {names}", stack.navy))
        };
        stacks.iter().filter_map(of).collect::<Vec<_>>().join(", ")
    })
}

/// How much of a row of a combat's card the lists of its zone show as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    /// Each unit of it in the same box.
    InBox,
    /// Its units, and no others.
    Alone,
    /// Not all of it.
    Not,
}

/// What the lists of a zone show of a row with which a combat begins.
pub(super) fn listed(zone: &Zone<&str>, card: &Card<&str>, row: &Row<&str>, boxes: &[CombatBox]) -> Listed {
    let Some(of) = row.of.filter(|_| card.acts.first().is_some_and(|act| act.kind == OPENING)) else {
        return Listed::Not;
    };
    let here = || {
        let counted = zone.enemy_known.iter().filter(|it| is_counted(it, zone));
        zone.own.iter().chain(counted)
    };
    let are = |that: &dyn Fn(&Unit<&str>) -> bool| {
        row.counters.iter().all(|it| here().any(|unit| unit.id == it.unit.id && that(unit)))
    };
    if !card.over && are(&|unit| unit.in_box() == Some(of) && is_in(unit, boxes)) {
        return Listed::InBox;
    }
    let alone = card.rows.len() == 1 && row.counters.len() == zone.own.len() + zone.enemies();
    if alone && !boxes.is_empty() && are(&|_| true) { Listed::Alone } else { Listed::Not }
}

/// What stands in no box, then box by box what is `there`.
fn by_box(apart: String, boxes: &[CombatBox], there: impl Fn(&str) -> String) -> String {
    let mut text = apart;
    for CombatBox { name, short } in boxes {
        let there = there(name);
        if !there.is_empty() {
            text.extend([if text.is_empty() { "" } else { "; " }, short, " ", &there]);
        }
    }
    text
}

fn is_in(unit: &Unit<&str>, boxes: &[CombatBox]) -> bool {
    unit.in_box().is_some_and(|of| boxes.iter().any(|it| it.name == of))
}

/// Whether the reader knows all units of the enemy's navy to which a unit belongs.
fn is_counted(unit: &Unit<&str>, zone: &Zone<&str>) -> bool {
    let known = zone.enemy_known.iter().filter(|it| it.navy == unit.navy).count();
    zone.stacks().iter().any(|it| it.navy == unit.navy && it.ships + it.lba == known)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn boxes() -> Vec<CombatBox> {
        serde_json::from_value(json!([
            {"name": "Raider", "short": "Raider"},
            {"name": "Surface Line", "short": "Line"},
        ]))
        .unwrap()
    }

    fn unit(id: &str, navy: &str, of: Value) -> Value {
        json!({"id": id, "name": id, "navy": navy, "class": "CA", "line": "4-4-4", "box": of})
    }

    fn zone() -> String {
        engine::rulebook::two_sided::declare();
        let own = [unit("York", "British", "Surface Line".into()), unit("Kent", "British", "Raider".into())];
        let known = [
            unit("Koln", "German", "Surface Line".into()),
            unit("Fiume", "Italian", "Raider".into()),
            unit("Emden", "German", Value::Null),
        ];
        let enemy = json!([
            {"navy": "German", "ships": 2, "lba": 0},
            {"navy": "Italian", "ships": 3, "lba": 0},
        ]);
        json!({"name": "North Sea", "number": 9, "x": 3.5, "lat": 56.5, "own": own, "enemy": enemy, "enemy_known": known, "fought": true})
            .to_string()
    }

    #[test]
    fn units_stand_box_by_box_where_all_of_a_navy_are_known() {
        let text = zone();
        let zone: Zone<&str> = serde_json::from_str(&text).unwrap();
        assert_eq!(own(&zone, &boxes()), "Raider Kent (CA 4-4-4); Line York (CA 4-4-4)");
        let told =
            "German Emden (CA 4-4-4); Italian 3 ships (known: Fiume (CA 4-4-4)); Line German Koln (CA 4-4-4)";
        assert_eq!(enemies(&zone, &boxes()), told);
        assert_eq!(own(&zone, &[]), "York, Kent (CA 4-4-4)");
    }

    fn is_listed(side: &str, of: &str, ids: &[&str], kind: &str) -> Listed {
        let text = zone();
        let zone: Zone<&str> = serde_json::from_str(&text).unwrap();
        of_zone(&zone, side, of, ids, (kind, false))
    }

    fn of_zone(zone: &Zone<&str>, side: &str, of: &str, ids: &[&str], (kind, over): (&str, bool)) -> Listed {
        let counters: Vec<Value> =
            ids.iter().map(|id| json!({"unit": unit(id, "British", Value::Null)})).collect();
        let text = json!({"rows": [{"side": side, "of": of, "counters": counters}],
            "acts": [{"kind": kind, "lines": [0, 0]}], "over": over})
        .to_string();
        let card: Card<&str> = serde_json::from_str(&text).unwrap();
        listed(zone, &card, &card.rows[0], &boxes())
    }

    #[test]
    fn a_row_is_listed_only_as_long_as_it_stands() {
        assert_eq!(is_listed("allies", "Raider", &["Kent"], OPENING), Listed::InBox);
        assert_eq!(is_listed("axis", "Surface Line", &["Koln"], OPENING), Listed::InBox);
        // Moved since, gone, of a navy of which more are there, or not the beginning.
        assert_eq!(is_listed("allies", "Surface Line", &["York", "Kent"], OPENING), Listed::Not);
        assert_eq!(is_listed("allies", "Raider", &["Hood"], OPENING), Listed::Not);
        assert_eq!(is_listed("axis", "Raider", &["Fiume"], OPENING), Listed::Not);
        assert_eq!(is_listed("allies", "Raider", &["Kent"], "line"), Listed::Not);
    }

    #[test]
    fn those_that_were_alone_are_listed_if_they_still_are() {
        let text =
            json!({"name": "Kara Sea", "number": 1, "x": 60.0, "lat": 72.5, "fought": true, "enemy": [],
            "own": [unit("York", "British", Value::Null), unit("Kent", "British", Value::Null)]})
            .to_string();
        let zone: Zone<&str> = serde_json::from_str(&text).unwrap();
        let is = |ids: &[&str]| of_zone(&zone, "allies", "Surface Line", ids, (OPENING, true));
        assert_eq!(is(&["Kent", "York"]), Listed::Alone);
        assert_eq!(is(&["Kent"]), Listed::Not);
        assert_eq!(is(&["Kent", "Hood"]), Listed::Not);
    }
}
