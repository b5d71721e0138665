//! How near the dice of a told line came to another result: from the line and the printed counters, never
//! from a position.

use serde_json::Value;

use super::SeasOfThunder;
use super::board::Minefield;
use super::combat::attack::{Hits, count_hits};
use super::combat::convoy::CONVOY_HIT;
use super::combat::repair_boxes;
use super::event::{Passed, Segment};
use super::transitions::SURRENDERS;
use engine::nearest::{Nearest, Reach, ReadLine, Tip, agreed, nearest_of, tip};

const CONVOY_FROM_RESERVE: &str = "SOT-5.5.4.8-2";
const CONVOY: &str = "SOT-5.5.4.9-2";
const SURRENDER: &str = "SOT-13.S7-11";
const SUNK: &str = "SOT-5.5.2-3";
const REPAIR: &str = "SOT-5.5.2-5";
const AA: &str = "SOT-5.5.4.2-5";
const MINES: &str = "SOT-5.3-9";
const BOSPORUS: &str = "SOT-5.3.1-5";

/// What dice do to a ship.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Done {
    Missed,
    Damaged,
    Sunk,
}

impl Done {
    /// What hits of one point each do.
    fn by_points(points: u16, survivability: u16) -> Done {
        match points {
            0 => Done::Missed,
            points if points < survivability => Done::Damaged,
            _ => Done::Sunk,
        }
    }
}

impl SeasOfThunder {
    /// The nearest other result of a line's dice.
    pub(super) fn nearest_to(&self, line: &Value) -> Option<Nearest> {
        let line = ReadLine(line);
        match line.kind() {
            "convoy-attacked" => convoy(line),
            "surrender-rolled" => surrender(line),
            "attacked" => attack(line),
            "damaged" => repair(line),
            "mines-passed" => self.passage(line),
            _ => None,
        }
    }

    /// 5.3 A passage of mines, or of guns: whether it is hit, and whether it sinks.
    fn passage(&self, line: ReadLine<'_>) -> Option<Nearest> {
        let (dice, damage) = (line.faces("dice")?, line.faces("damage")?);
        let is_hit = line.text("result")? != Passed::Unharmed.word();
        let is_sunk = line.text("result")? == Passed::Sunk.word();
        let guns = line.text("field")? == Minefield::Bosporus.name();
        let rule = if guns { BOSPORUS } else { MINES };
        let kinds = if guns { &[Hits::Gunfire, Hits::Ones][..] } else { &[Hits::Ones] };
        let unit = line.part("unit").and_then(|unit| self.pieces.counters.by_id(unit.text("id")?));
        let sinks = unit.and_then(|unit| {
            let needed = u16::from(self.counter(unit).survivability);
            damage_of(&damage, damage.iter().copied().map(u16::from).sum(), needed)
        });
        let hit = agreed(kinds.iter().filter_map(|kind| {
            let hits = |faces: &[u8]| count_hits(faces, *kind) > 0;
            (hits(&dice) == is_hit).then(|| tip(&dice, hits))
        }));
        let hit = hit
            .map(|hit| hit.nearest(Reach::AtMost, 0, if hit.result { "struck" } else { "unharmed" }, rule));
        nearest_of([sinks.filter(|sinks| sinks.made() == is_sunk), hit])
    }
}

/// 5.5.4.8, 5.5.4.9 Whether a convoy is sunk.
fn convoy(line: ReadLine<'_>) -> Option<Nearest> {
    let (dice, sunk) = (line.faces("dice")?, line.flag("sunk")?);
    let rule = if line.rule() == CONVOY_FROM_RESERVE { CONVOY_FROM_RESERVE } else { CONVOY };
    let tip = tip(&dice, |faces| faces.iter().any(|face| *face <= CONVOY_HIT))?;
    let other = if tip.result { "convoy-sunk" } else { "convoy-safe" };
    (tip.result != sunk).then(|| tip.nearest(Reach::AtMost, 0, other, rule))
}

/// 13.0, scenario 7 Whether a German ship surrenders.
fn surrender(line: ReadLine<'_>) -> Option<Nearest> {
    let (rolled, needed) = (i32::from(line.face("die")?), i32::from(SURRENDERS));
    let other = if line.flag("surrenders")? { "fights-on" } else { "surrenders" };
    let found = Nearest { rolled, needed, reach: Reach::AtMost, other, rule: SURRENDER };
    (line.flag("surrenders") == Some(found.made())).then_some(found)
}

/// 5.5.2 How long the repair of a ship takes: the nearest of the faces at which that changes.
fn repair(line: ReadLine<'_>) -> Option<Nearest> {
    let die = line.face("die")?;
    if line.number("turns") != Some(i32::from(repair_boxes(die))) {
        return None;
    }
    let tip = tip(&[die], |faces| faces.iter().map(|face| repair_boxes(*face)).sum::<u8>())?;
    let other = if tip.result < repair_boxes(die) { "back-sooner" } else { "back-later" };
    Some(tip.nearest(Reach::AtMost, 0, other, REPAIR))
}

/// 5.5.4 All attacks of a segment on one target: whether it sinks, whether it is hit, whether AA fire stops
/// them.
fn attack(line: ReadLine<'_>) -> Option<Nearest> {
    let segment = Segment::named(line.text("segment")?)?;
    let (aa, dice, damage_dice) = (line.faces("aa")?, line.faces("dice")?, line.faces("damage_dice")?);
    let number = |name: &str| u16::try_from(line.number(name)?).ok();
    let (hits, damage, needed) = (number("hits")?, number("damage")?, number("survivability")?);
    let sinks = damage_of(&damage_dice, damage, needed);
    // Without damage dice each hit is a point, and a hit more may sink the target.
    let by_points = damage_dice.is_empty();
    let done =
        |hits: u16| if by_points { Done::by_points(hits, needed) } else { Done::by_points(hits, u16::MAX) };
    let hit = agreed(
        kinds_of(segment)
            .iter()
            .filter(|kind| count_hits(&dice, **kind) == hits)
            .map(|kind| tip(&dice, |faces| done(count_hits(faces, *kind)))),
    );
    let hit = hit.map(|hit: Tip<Done>| {
        let other = match hit.result {
            Done::Missed => "missed",
            Done::Damaged if hits == 0 => "hit",
            Done::Damaged => "damaged",
            Done::Sunk => "sunk",
        };
        hit.nearest(Reach::AtMost, 0, other, if other == "sunk" { SUNK } else { segment.rule() })
    });
    nearest_of([sinks, hit, stopped(&aa, &dice, hits)])
}

/// How the dice of a segment may hit. A raider is hit in the air by a 1 alone, and a line does not say who is
/// one (SOT-5.5.4.2-9).
fn kinds_of(segment: Segment) -> &'static [Hits] {
    match segment {
        Segment::AirStrike => &[Hits::OnesAndTwos, Hits::Ones],
        Segment::Line => &[Hits::Gunfire],
        Segment::Asw | Segment::Submarine | Segment::Mine => &[Hits::Ones],
    }
}

/// Whether damage sinks a ship, if other damage dice could have made it otherwise.
fn damage_of(dice: &[u8], damage: u16, needed: u16) -> Option<Nearest> {
    let most = dice.len() as u16 * 6;
    let possible = (dice.len() as u16 + 1..=most).contains(&needed);
    let other = if damage >= needed { "damaged" } else { "sunk" };
    let (rolled, needed) = (i32::from(damage), i32::from(needed));
    possible.then_some(Nearest { rolled, needed, reach: Reach::AtLeast, other, rule: SUNK })
}

/// Whether AA fire takes away the only attack die there is, or would have been.
fn stopped(aa: &[u8], dice: &[u8], hits: u16) -> Option<Nearest> {
    let is_stop = |faces: &[u8]| faces.contains(&1);
    let other = match (is_stop(aa), dice) {
        (false, [_]) if hits > 0 => "stopped",
        (true, []) => "let-through",
        _ => return None,
    };
    Some(tip(aa, is_stop)?.nearest(Reach::AtMost, 0, other, AA))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use engine::rulebook::{Choices, Rulebook};

    /// What was rolled and needed, whether it was reached, and the other result.
    type Said = Option<(i32, i32, bool, &'static str)>;

    fn said(line: &Value) -> Said {
        let system = SeasOfThunder::load(&SeasOfThunder::built_in(), "raider-warfare", &Choices::default());
        let near = system.unwrap().nearest_to(line)?;
        Some((near.rolled, near.needed, near.made(), near.other))
    }

    fn attack(segment: &str, dice: &[u8], hits: u8, damage_dice: &[u8], survivability: u8) -> Value {
        let damage = if damage_dice.is_empty() { hits } else { damage_dice.iter().sum() };
        json!({
            "kind": "attacked", "segment": segment, "aa": [], "dice": dice, "hits": hits,
            "damage_dice": damage_dice, "damage": damage, "survivability": survivability,
        })
    }

    #[test]
    fn a_convoy_is_missed_or_sunk_by_a_point() {
        let line = |dice: &[u8], sunk: bool| json!({ "kind": "convoy-attacked", "dice": dice, "sunk": sunk });
        assert_eq!(said(&line(&[6, 4, 5], false)), Some((4, 3, false, "convoy-sunk")));
        assert_eq!(said(&line(&[6, 3, 5], true)), Some((3, 3, true, "convoy-safe")));
        assert_eq!(said(&line(&[1, 6], true)), Some((1, 3, true, "convoy-safe")));
        // Either die alone was enough.
        assert_eq!(said(&line(&[3, 3], true)), None);
        // What the line says cannot be.
        assert_eq!(said(&line(&[4], true)), None);
    }

    #[test]
    fn a_ship_surrenders_or_fights_on() {
        let line = |die: u8, it: bool| json!({ "kind": "surrender-rolled", "die": die, "surrenders": it });
        assert_eq!(said(&line(4, false)), Some((4, 3, false, "surrenders")));
        assert_eq!(said(&line(3, true)), Some((3, 3, true, "fights-on")));
        assert_eq!(said(&line(3, false)), None);
    }

    #[test]
    fn damage_is_held_against_survivability() {
        let line = |dice: &[u8], survivability| attack("line", &[1, 1, 6], 2, dice, survivability);
        assert_eq!(said(&line(&[3, 4], 8)), Some((7, 8, false, "sunk")));
        assert_eq!(said(&line(&[4, 4], 8)), Some((8, 8, true, "damaged")));
        // Two dice do two points at least, and twelve at most.
        assert_eq!(said(&line(&[1, 1], 2)), None);
        assert_eq!(said(&line(&[6, 6], 13)), None);
        // One hit cannot sink it, but it was a near one.
        assert_eq!(said(&attack("line", &[1, 5], 1, &[6], 9)), Some((1, 1, true, "missed")));
    }

    #[test]
    fn a_hit_is_near_by_what_hits_in_the_segment() {
        assert_eq!(said(&attack("mine", &[5, 3], 0, &[], 6)), Some((3, 1, false, "hit")));
        assert_eq!(said(&attack("line", &[5, 2], 0, &[], 6)), Some((2, 1, false, "hit")));
        assert_eq!(said(&attack("line", &[4, 3, 2], 0, &[], 6)), Some((3, 2, false, "hit")));
        assert_eq!(said(&attack("line", &[2, 2], 1, &[6], 13)), Some((2, 2, true, "missed")));
        // A raider is hit in the air by a 1 alone; whether this is one, the line does not say.
        assert_eq!(said(&attack("air-strike", &[3], 0, &[], 6)), None);
        assert_eq!(said(&attack("air-strike", &[2], 1, &[3], 13)), Some((2, 2, true, "missed")));
        assert_eq!(said(&attack("air-strike", &[2, 4], 0, &[], 6)), Some((2, 1, false, "hit")));
    }

    #[test]
    fn a_point_for_a_hit_sinks_submarines() {
        assert_eq!(said(&attack("asw", &[1, 3, 6], 1, &[], 2)), Some((1, 1, true, "missed")));
        assert_eq!(said(&attack("asw", &[1, 1, 2], 2, &[], 3)), Some((2, 1, false, "sunk")));
        assert_eq!(said(&attack("asw", &[1, 1, 6], 2, &[], 2)), Some((1, 1, true, "damaged")));
    }

    #[test]
    fn fire_against_aircraft_stops_the_only_die() {
        let mut line = attack("air-strike", &[2], 1, &[1], 9);
        line["aa"] = json!([4, 2]);
        assert_eq!(said(&line), Some((2, 2, true, "missed")));
        let mut line = attack("air-strike", &[1], 1, &[1], 9);
        line["aa"] = json!([4, 2]);
        assert_eq!(said(&line), Some((2, 1, false, "stopped")));
        let mut line = attack("air-strike", &[], 0, &[], 9);
        line["aa"] = json!([1, 4]);
        assert_eq!(said(&line), Some((1, 1, true, "let-through")));
        line["aa"] = json!([1, 1]);
        assert_eq!(said(&line), None);
    }

    #[test]
    fn a_repair_takes_a_turn_more_or_less() {
        let line = |die: u8, turns: u8| json!({ "kind": "damaged", "die": die, "turns": turns });
        assert_eq!(said(&line(2, 1)), Some((2, 2, true, "back-later")));
        assert_eq!(said(&line(3, 2)), Some((3, 2, false, "back-sooner")));
        assert_eq!(said(&line(6, 3)), Some((6, 4, false, "back-sooner")));
        assert_eq!(said(&line(6, 2)), None);
    }

    #[test]
    fn mines_are_passed_or_struck() {
        let line = |unit: Value, dice: &[u8], damage: &[u8], result: &str| {
            let field = Minefield::Danish.name();
            let kind = "mines-passed";
            json!({ "kind": kind, "unit": unit, "field": field, "dice": dice, "damage": damage, "result": result })
        };
        assert_eq!(said(&line(Value::Null, &[6, 2], &[], "unharmed")), Some((2, 1, false, "struck")));
        assert_eq!(said(&line(Value::Null, &[6, 1], &[3], "damaged")), Some((1, 1, true, "unharmed")));
        // Hood sinks at ten points.
        let hood = json!({ "id": "uk-bc-hood" });
        assert_eq!(said(&line(hood.clone(), &[1, 1], &[4, 5], "damaged")), Some((9, 10, false, "sunk")));
        assert_eq!(said(&line(hood, &[1, 1], &[5, 5], "sunk")), Some((10, 10, true, "damaged")));
    }

    #[test]
    fn what_is_no_such_line_says_nothing() {
        assert_eq!(said(&json!({ "kind": "sunk" })), None);
        assert_eq!(said(&json!({ "kind": "attacked", "segment": "asw" })), None);
        assert_eq!(said(&json!([])), None);
    }
}
