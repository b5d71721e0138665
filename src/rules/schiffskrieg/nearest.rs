//! How near the dice of a told line came to another result: from the line, the tables and the printed
//! counters, never from a position. A line says by its name which counter is meant, and not which side of it
//! is up; what holds for only one of the sides that are possible is not said.

use serde_json::Value;

use super::Schiffskrieg;
use super::combat::harm;
use super::pieces::{Counter, Factors};
use super::state::Harm;
use super::tables::{DieTable, Outcome};
use super::theatres::LOST;
use engine::nearest::{Nearest, Reach, ReadLine, agreed, nearest_of, tip};

impl Schiffskrieg {
    /// The nearest other result of a line's dice.
    pub(super) fn nearest_to(&self, line: &Value) -> Option<Nearest> {
        let line = ReadLine(line);
        match line.kind() {
            "round-began" => action(line),
            "fired" => nearest_of([self.hurts(line), self.hits(line)]),
            "checked" => nearest_of(line.items("checks").map(|check| self.speed(check))),
            "luck-awarded" => luck(line),
            "withdrawn" => withdrawn(line),
            _ => None,
        }
    }

    /// The counters of a name.
    fn named<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s Counter> {
        self.counters.0.iter().filter(move |counter| counter.name == name)
    }

    /// The sides of the counters of a name.
    fn sides<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s Factors> {
        self.named(name).flat_map(|counter| [Some(&counter.front), counter.back.as_ref()]).flatten()
    }

    /// 4.3.2 Whether there would have been a hit more, or one fewer.
    fn hits(&self, line: ReadLine<'_>) -> Option<Nearest> {
        let (dice, told) = (line.faces("dice")?, usize::try_from(line.number("hits")?).ok()?);
        // Which of the dice are those of attackers that add one more is not in the line, unless it is all or
        // none.
        let superior = match (line.count("superior")?, line.count("attackers")?) {
            (0, _) => 0,
            (some, all) if some == all => 1,
            _ => return None,
        };
        let drm = i8::try_from(line.number("drm")? + superior).ok()?;
        let hits = |table: &DieTable<Outcome>, faces: &[u8]| {
            faces.iter().filter(|face| table.result(**face, drm) == Outcome::Hit).count()
        };
        let tables = self.named(line.text("target")?).map(|target| self.open_to(target, line));
        agreed(tables.map(|table| {
            let table = table.filter(|table| hits(table, &dice) == told)?;
            let tip = tip(&dice, |faces| hits(table, faces))?;
            let other = if tip.result > told { "one-hit-more" } else { "one-hit-fewer" };
            Some(tip.nearest(Reach::AtLeast, i32::from(drm), other, "SK-4.3.2-7"))
        }))
    }

    /// The table of a target, unless a screen may have made its hits void: that of a carrier does so with the
    /// gunnery of surface ships (SK-4.3.1.2-3).
    fn open_to(&self, target: &Counter, line: ReadLine<'_>) -> Option<&DieTable<Outcome>> {
        let gunnery = |name: &str| self.named(name).any(Counter::is_surface);
        let mut attackers = line.0.get("attackers")?.as_array()?.iter().filter_map(Value::as_str);
        let screened = target.is_carrier() && attackers.any(gunnery);
        let table = if target.is_lba() { &self.tables.against_lba } else { &self.tables.against_ship };
        (!screened).then_some(table)
    }

    /// 4.3.2 What the Damage Points come to.
    fn hurts(&self, line: ReadLine<'_>) -> Option<Nearest> {
        let (points, dice) = (u8::try_from(line.number("points")?).ok()?, line.faces("damage_dice")?.len());
        let told = Harm::named(line.text("harm")?)?;
        let possible = self.sides(line.text("target")?).filter(|side| harm(side, points) == told);
        agreed(possible.map(|side| {
            let steps = [side.damage, Some(side.defense)].into_iter().flatten();
            nearest_of(steps.map(|needed| step(side, points, needed, dice)))
        }))
    }

    /// 3.3.2.1 Whether a ship is on time.
    fn speed(&self, check: ReadLine<'_>) -> Option<Nearest> {
        let (die, late) = (check.face("die")?, check.flag("late")?);
        let speeds = self.sides(check.text("unit")?).map(|side| side.speed);
        let on_time = |speed: Option<u8>, die: u8| speed.is_some_and(|speed| die <= speed);
        agreed(speeds.filter(|speed| on_time(*speed, die) != late).map(|speed| {
            let tip = tip(&[die], |faces| faces.iter().all(|face| on_time(speed, *face)))?;
            let other = if tip.result { "on-time" } else { "late" };
            Some(tip.nearest(Reach::AtMost, 0, other, "SK-3.3.2.1-1"))
        }))
    }
}

/// One of the numbers at which more harm is done, if other damage dice could have made it otherwise
/// (SK-4.3.2-9, SK-4.3.2-10).
fn step(side: &Factors, points: u8, needed: u8, dice: usize) -> Option<Nearest> {
    if !(dice + 1..=dice * 6).contains(&usize::from(needed)) {
        return None;
    }
    let other = match harm(side, if points >= needed { needed - 1 } else { needed }) {
        Harm::None => "unharmed",
        Harm::Hurt => "hurt",
        Harm::Lost => "lost",
    };
    let (rolled, needed) = (i32::from(points), i32::from(needed));
    Some(Nearest { rolled, needed, reach: Reach::AtLeast, other, rule: "SK-4.3.2-9" })
}

/// 4.2 Which action is fought where the sides want different ones: the phasing side, which is named first,
/// must roll more than the other (SK-4.2-11).
fn action(line: ReadLine<'_>) -> Option<Nearest> {
    let [phasing, answering] = line.faces("dice")?[..] else { return None };
    let wishes: Vec<ReadLine<'_>> = line.items("wishes").collect();
    let [own, other] = wishes[..] else { return None };
    let (rolled, needed) = (own.number("die")?, other.number("die")? + 1);
    let instead = if rolled >= needed { other } else { own };
    let word = match instead.text("action")? {
        "day" => "day",
        "night" => "night",
        _ => return None,
    };
    let found = Nearest { rolled, needed, reach: Reach::AtLeast, other: word, rule: "SK-4.2-11" };
    let by = i32::try_from(found.by()).ok()?;
    // One of the two dice alone must have been able to change it.
    let (up, down) = if found.made() { (answering, phasing) } else { (phasing, answering) };
    let possible = i32::from(up) + by <= 6 || i32::from(down) - by >= 1;
    (possible && line.text("action") != Some(word)).then_some(found)
}

/// 13 Whether the side with more Luck Points wins the marker.
fn luck(line: ReadLine<'_>) -> Option<Nearest> {
    let (die, axis, allies) = (line.face("die")?, line.number("axis")?, line.number("allies")?);
    let ahead = axis.abs_diff(allies);
    let tip = tip(&[die], |faces| faces.iter().all(|face| u32::from(*face) <= ahead))?;
    let other = if tip.result { "luck-won" } else { "luck-missed" };
    let found = tip.nearest(Reach::AtMost, 0, other, "SK-13-4");
    (found.made() == line.text("holder").is_some()).then_some(found)
}

/// 6.3 Whether a ship is lost on its way to the other theatre.
fn withdrawn(line: ReadLine<'_>) -> Option<Nearest> {
    let (die, added) = (line.face("die")?, line.number("drm")?);
    let tip = tip(&[die], |faces| faces.iter().all(|face| i32::from(*face) + added <= i32::from(LOST)))?;
    let other = if tip.result { "lost-on-the-way" } else { "arrives" };
    Some(tip.nearest(Reach::AtMost, added, other, "SK-6.3.2-5"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use engine::rulebook::{Choices, Rulebook};

    fn said(line: &Value) -> Option<(i32, i32, bool, &'static str)> {
        let system = Schiffskrieg::load(&Schiffskrieg::built_in(), "46", &Choices::default()).unwrap();
        let near = system.nearest_to(line)?;
        Some((near.rolled, near.needed, near.made(), near.other))
    }

    fn fired(target: &str, dice: &[u8], hits: u8, damage_dice: &[u8], harm: &str) -> Value {
        let points: u8 = damage_dice.iter().sum();
        json!({
            "kind": "fired", "target": target, "attackers": ["Bismarck"], "superior": [], "dice": dice, "drm": 0,
            "hits": hits, "void": 0, "damage_dice": damage_dice, "points": points, "harm": harm,
        })
    }

    #[test]
    fn the_phasing_side_must_roll_more() {
        let line = |dice: [u8; 2], adds: [i8; 2], action: &str| {
            let wish =
                |at: usize, action: &str| json!({ "action": action, "die": dice[at] as i8 + adds[at] });
            let wishes = [wish(0, "day"), wish(1, "night")];
            json!({ "kind": "round-began", "dice": dice, "wishes": wishes, "action": action })
        };
        assert_eq!(said(&line([4, 4], [0, 0], "night")), Some((4, 5, false, "day")));
        assert_eq!(said(&line([4, 4], [1, 0], "day")), Some((5, 5, true, "night")));
        // Neither die alone could have made good what is added to the other.
        assert_eq!(said(&line([6, 1], [0, 8], "night")), None);
        // What the line says cannot be.
        assert_eq!(said(&line([4, 4], [0, 0], "day")), None);
        assert_eq!(said(&json!({ "kind": "round-began", "dice": [], "wishes": [], "action": "day" })), None);
    }

    #[test]
    fn a_hit_is_a_six_with_what_is_added() {
        assert_eq!(said(&fired("Hood", &[5, 2], 0, &[], "none")), Some((5, 6, false, "one-hit-more")));
        assert_eq!(said(&fired("Hood", &[6, 2], 1, &[1], "none")).map(|it| it.3), Some("one-hit-fewer"));
        let mut line = fired("Hood", &[4, 2], 0, &[], "none");
        line["drm"] = json!(1);
        assert_eq!(said(&line), Some((5, 6, false, "one-hit-more")));
        // All attackers add one, and then one of two.
        line["superior"] = json!(["Bismarck"]);
        line["drm"] = json!(0);
        assert_eq!(said(&line), Some((5, 6, false, "one-hit-more")));
        line["attackers"] = json!(["Bismarck", "Tirpitz"]);
        assert_eq!(said(&line), None);
        assert_eq!(said(&fired("Yamato, ship of nobody", &[5], 0, &[], "none")), None);
    }

    #[test]
    fn gunnery_at_a_carrier_may_be_void() {
        assert_eq!(said(&fired("Ark Royal", &[5, 2], 0, &[], "none")), None);
    }

    #[test]
    fn points_are_held_against_the_counter() {
        let system = Schiffskrieg::load(&Schiffskrieg::built_in(), "46", &Choices::default()).unwrap();
        let hood = system.named("Hood").next().unwrap();
        let (damage, defense) = (hood.front.damage.unwrap(), hood.front.defense);
        let step = |points: u8, needed: u8| {
            step(&hood.front, points, needed, 2).map(|it| (it.rolled, it.needed, it.made(), it.other))
        };
        let number = i32::from;
        assert_eq!(step(damage - 1, damage), Some((number(damage) - 1, number(damage), false, "hurt")));
        assert_eq!(step(damage, damage), Some((number(damage), number(damage), true, "unharmed")));
        assert_eq!(step(defense - 1, defense), Some((number(defense) - 1, number(defense), false, "lost")));
        assert_eq!(step(defense, defense), Some((number(defense), number(defense), true, "hurt")));
        // Two dice do two points at least, and twelve at most.
        assert_eq!((step(2, 2), step(12, 13)), (None, None));
    }

    #[test]
    fn a_ship_on_time_may_have_been_late() {
        let line = |die: u8, late: bool| json!({ "kind": "checked", "checks": [{ "unit": "Hood", "die": die, "late": late }] });
        let on_time = said(&line(1, false)).unwrap();
        assert_eq!((on_time.0, on_time.2, on_time.3), (1, true, "late"));
        // One that is late may lie there damaged, and then no die would have helped.
        assert_eq!(said(&line(6, true)), None);
    }

    #[test]
    fn luck_is_won_by_the_lead_in_points() {
        let line = |die: u8, holder: Option<&str>| json!({ "kind": "luck-awarded", "axis": 5, "allies": 2, "die": die, "holder": holder });
        assert_eq!(said(&line(4, None)), Some((4, 3, false, "luck-won")));
        assert_eq!(said(&line(3, Some("axis"))), Some((3, 3, true, "luck-missed")));
        assert_eq!(said(&line(3, None)), None);
    }

    #[test]
    fn a_ship_that_is_withdrawn_may_be_lost() {
        let line = |die: u8| json!({ "kind": "withdrawn", "die": die, "drm": 1 });
        assert_eq!(said(&line(3)), Some((4, 3, false, "lost-on-the-way")));
        assert_eq!(said(&line(2)), Some((3, 3, true, "arrives")));
        assert_eq!(said(&json!({ "kind": "withdrawn", "die": null, "drm": 0 })), None);
    }
}
