//! How near the dice of a told line came to another result: from the line, the options and the scenario,
//! never from a position.

use serde_json::Value;

use super::combat::task_forces::seen_up_to;
use super::dilemma::seizure::{IN_TOULON, SURRENDER, TABLE_7};
use super::dilemma::torch::OPPOSED;
use super::event::{Fate, Intent};
use super::fallen::HIT;
use super::minor_navies::{ITALIANS, READY, TABLE_4};
use super::options::Optional;
use super::{AdmiralsWar, ambushes, warning};
use engine::nearest::{Nearest, Reach, ReadLine, agreed, nearest_of, tip};

impl AdmiralsWar {
    /// The nearest other result of a line's dice.
    pub(super) fn nearest_to(&self, line: &Value) -> Option<Nearest> {
        let line = ReadLine(line);
        match line.kind() {
            "fired" => fired(line),
            "hunted" => hits(line, line.number("bonus")?, "AW-14.24-a"),
            "shipping-attacked" => hits(line, i32::from(line.flag("bonus")?), "AW-14.26-a"),
            "intercepted" => intercepted(line),
            "aimed" => aimed(line),
            "sighted" => sighted(line),
            "round-began" => action(line),
            "speed-rolled" => self.speed_roll(line),
            "move-rolled" => may_move(line),
            "italy-weighed" => italy(line),
            "heart-rolled" => heart(line),
            "warned" => warned(line),
            "armistice-rolled" => armistice(line),
            "torch-lit" => torch(line),
            "interned" => interned(line),
            "allegiance-rolled" => self.allegiance(line),
            _ => None,
        }
    }

    /// 6.2 Whether a ship is fast enough. Dice that the scenario gives are none that fall (rule 3 of Midway).
    fn speed_roll(&self, line: ReadLine<'_>) -> Option<Nearest> {
        let (die, speed) = (line.face("die")?, line.number("speed")?);
        if self.scenario.speed_rolls.is_some_and(|(_, given)| given == die) {
            return None;
        }
        let tip = tip(&[die], |faces| faces.iter().all(|face| speed > i32::from(*face)))?;
        let other = if tip.result { "fast-enough" } else { "too-slow" };
        let found = tip.nearest(Reach::AtMost, 0, other, "AW-6.2");
        (line.flag("passed") == Some(found.made())).then_some(found)
    }

    /// 16.41, 18.33 Whom a French or Italian unit follows. Table 6 has other numbers for other boxes, and a
    /// line does not say in which a ship lay.
    fn allegiance(&self, line: ReadLine<'_>) -> Option<Nearest> {
        let (dice, modifier) = (line.faces("dice")?, line.number("modifier")?);
        let (rule, (german, free)) = match line.rule() {
            "AW-16.41-b" => ("AW-16.41-b", ITALIANS),
            "AW-18.33-a" => ("AW-18.33-a", self.widened(TABLE_4)),
            "AW-T7" => ("AW-T7", self.widened(TABLE_7)),
            _ => return None,
        };
        let fate = |faces: &[u8]| match faces.iter().map(|face| i32::from(*face)).sum::<i32>() + modifier {
            sum if sum <= german => Fate::German,
            sum if sum >= free => Fate::Allied,
            _ => Fate::Scuttled,
        };
        let tip = tip(&dice, fate).filter(|_| line.text("fate") == Some(fate(&dice).id()))?;
        let other = match tip.result {
            Fate::German => "german",
            Fate::Allied => "free",
            Fate::Scuttled => "scuttled",
        };
        // The sum counts, and not the die of it that would have changed it.
        let rest = dice.iter().map(|face| i32::from(*face)).sum::<i32>() - i32::from(tip.rolled);
        let low = [fate(&dice), tip.result].contains(&Fate::German);
        Some(tip.nearest(if low { Reach::AtMost } else { Reach::AtLeast }, rest + modifier, other, rule))
    }

    /// More French ships widen both ranges by one (AW-18.39, AW-22.7).
    fn widened(&self, (german, free): (i32, i32)) -> (i32, i32) {
        let wider = i32::from(self.plays_by(Optional::MoreFrench));
        (german + wider, free - wider)
    }
}

/// How many dice hit, with what is added to each.
fn hits_of(faces: &[u8], added: i32) -> usize {
    faces.iter().filter(|face| i32::from(**face) + added >= i32::from(HIT)).count()
}

/// Whether there would have been a hit more, or one fewer.
fn hits(line: ReadLine<'_>, added: i32, rule: &'static str) -> Option<Nearest> {
    let dice = line.faces("dice")?;
    let tip = tip(&dice, |faces| hits_of(faces, added))?;
    let other = if tip.result > hits_of(&dice, added) { "one-hit-more" } else { "one-hit-fewer" };
    Some(tip.nearest(Reach::AtLeast, added, other, rule))
}

/// 7.4 An attack.
fn fired(line: ReadLine<'_>) -> Option<Nearest> {
    let added = i32::from(line.flag("bonus")?) + line.number("extra").unwrap_or(0);
    let told = usize::try_from(line.number("hits")?).ok()?;
    hits(line, added, "AW-7.43")
        .filter(|_| line.faces("dice").is_some_and(|dice| hits_of(&dice, added) == told))
}

/// 38.1 Fighters meet an attacker; whether they have a bonus shows in how many dice of damage fell, if
/// anywhere.
fn intercepted(line: ReadLine<'_>) -> Option<Nearest> {
    let (dice, told) = (line.faces("dice")?, line.faces("damage_dice")?.len());
    let possible = [0, 1].into_iter().filter(|added| hits_of(&dice, *added) == told);
    agreed(possible.map(|added| hits(line, added, "AW-38.1")))
}

/// 27.1 How fast a ship a submarine catches.
fn aimed(line: ReadLine<'_>) -> Option<Nearest> {
    let die = line.face("die")?;
    let tip = tip(&[die], |faces| faces.iter().copied().map(ambushes::catches).max())?;
    let other = if tip.face > die { "catches-faster" } else { "catches-slower" };
    Some(tip.nearest(Reach::AtLeast, 0, other, "AW-27.1"))
}

/// 29.4 Whether a task force is sighted. What it is doing is not in the line, but sometimes follows from what
/// came of the die.
fn sighted(line: ReadLine<'_>) -> Option<Nearest> {
    let modifier = line.number("modifier")?;
    let seen: Vec<i64> = line.0.get("sighted")?.as_array()?.iter().filter_map(Value::as_i64).collect();
    nearest_of(line.items("dice").map(|look| {
        let (die, is_seen) = (look.face("die")?, seen.contains(&look.0.get("force")?.as_i64()?));
        let sees = |most: u8, face: u8| (i32::from(face) - modifier).max(0) <= i32::from(most);
        let could_be = [(Intent::Hiding, "AW-29.43"), (Intent::Searching, "AW-29.42")].into_iter();
        let could_be = could_be.map(|(intent, rule)| (seen_up_to(Some(intent)), rule));
        agreed(could_be.filter(|(most, _)| sees(*most, die) == is_seen).map(|(most, rule)| {
            let tip = tip(&[die], |faces| faces.iter().all(|face| sees(most, *face)))?;
            let other = if tip.result { "seen" } else { "unseen" };
            Some(tip.nearest(Reach::AtMost, -modifier, other, rule))
        }))
    }))
}

/// 7.22 Which action is fought where the sides want different ones: the lower roll against the higher.
fn action(line: ReadLine<'_>) -> Option<Nearest> {
    const TIE: &str = "AW-7.226";
    let (dice, modifiers) = (line.part("dice")?, line.part("modifiers")?);
    let of = |side: &str| Some((dice.face(side)?, modifiers.number(side)?));
    let ((axis, axis_adds), (allies, allies_adds)) = (of("axis")?, of("allies")?);
    let (one, other) = (i32::from(axis) + axis_adds, i32::from(allies) + allies_adds);
    let (rolled, needed) = (one.min(other), one.max(other));
    let (low, high) = if one <= other { (axis, allies) } else { (allies, axis) };
    let by = needed - rolled;
    match by {
        0 => Some(Nearest {
            rolled,
            needed: needed + 1,
            reach: Reach::AtLeast,
            other: "one-action",
            rule: TIE,
        }),
        // One of the two dice alone must have been able to change it.
        _ if i32::from(low) + by <= 6 || i32::from(high) - by >= 1 => {
            Some(Nearest { rolled, needed, reach: Reach::AtLeast, other: "combined", rule: TIE })
        }
        _ => None,
    }
}

/// 18.22, 16.44 Whether a unit may move. What American ships need depends on the turn, which a line does not
/// say.
fn may_move(line: ReadLine<'_>) -> Option<Nearest> {
    let rule = ["AW-18.22", "AW-16.44"].into_iter().find(|rule| *rule == line.rule())?;
    let (rolled, needed) = (i32::from(line.face("die")?), i32::from(READY));
    let other = if line.flag("passed")? { "stays" } else { "moves" };
    let found = Nearest { rolled, needed, reach: Reach::AtLeast, other, rule };
    (line.flag("passed") == Some(found.made())).then_some(found)
}

/// 20.4 Whether Italy may declare war.
fn italy(line: ReadLine<'_>) -> Option<Nearest> {
    let (dice, needed) = (line.faces("dice")?, line.number("watch")?);
    let other = if line.flag("may")? { "neutral" } else { "may-declare" };
    let rolled = dice.iter().map(|face| i32::from(*face)).sum();
    let found = Nearest { rolled, needed, reach: Reach::AtLeast, other, rule: "AW-20.4-a" };
    // Two dice show 2 to 12.
    let possible = dice.len() == 2 && (3..=12).contains(&needed);
    (possible && line.flag("may") == Some(found.made())).then_some(found)
}

/// 37.1 Whether the Italians lose heart before a round.
fn heart(line: ReadLine<'_>) -> Option<Nearest> {
    let (die, round) = (line.face("die")?, line.number("round")?);
    let tip = tip(&[die], |faces| faces.iter().all(|face| i32::from(*face) <= round))?;
    let other = if tip.result { "lose-heart" } else { "keep-heart" };
    let left = !line.text("units").is_some_and(str::is_empty) && line.count("units") != Some(0);
    let found = tip.nearest(Reach::AtMost, 0, other, "AW-37.1");
    (found.made() == left).then_some(found)
}

/// 24.0 How far a warning gets.
fn warned(line: ReadLine<'_>) -> Option<Nearest> {
    let dice = line.faces("dice")?;
    let passed = warning::passed(&dice);
    let tip = tip(&dice, warning::passed).filter(|_| line.number("passed") == Some(i32::from(passed)))?;
    let other = if tip.result > passed { "further" } else { "less-far" };
    Some(tip.nearest(Reach::AtMost, 0, other, "AW-24.1"))
}

/// 22.3 Whether the armistice gives the French fleet to Germany.
fn armistice(line: ReadLine<'_>) -> Option<Nearest> {
    let (die, modifier) = (line.face("die")?, line.number("modifier")?);
    let tip = tip(&[die], |faces| faces.iter().all(|face| i32::from(*face) + modifier <= SURRENDER))?;
    let other = if tip.result { "surrendered" } else { "vichy" };
    let found = tip.nearest(Reach::AtMost, modifier, other, "AW-22.3");
    (found.made() == (line.count("surrendered")? > 0)).then_some(found)
}

/// 22.5 Whether the French in North Africa oppose the Allies.
fn torch(line: ReadLine<'_>) -> Option<Nearest> {
    let (die, modifier) = (line.face("die")?, line.number("modifier")?);
    let tip = tip(&[die], |faces| faces.iter().all(|face| i32::from(*face) + modifier <= OPPOSED))?;
    let other = if tip.result { "opposed" } else { "unopposed" };
    let found = tip.nearest(Reach::AtMost, modifier, other, "AW-22.5");
    (line.flag("opposed") == Some(found.made())).then_some(found)
}

/// 22.32 In which Vichy box an undamaged ship lies.
fn interned(line: ReadLine<'_>) -> Option<Nearest> {
    let tip = tip(&[line.face("die")?], |faces| faces.iter().all(|face| *face <= IN_TOULON))?;
    let other = if tip.result { "toulon" } else { "north-africa" };
    Some(tip.nearest(Reach::AtMost, 0, other, "AW-22.32"))
}

#[cfg(test)]
mod tests;
