//! Targets: each attacker in turn, the strongest first, takes the one on which its dice gain most after those
//! before it.

use super::super::item::Word;
use super::super::pieces::{Kind, UnitId};
use super::super::strength::Attack;
use super::force::Force;
use super::sight::{Choice, Sight};
use engine::rulebook::chances::fades;

/// With what is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fire {
    /// Airstrikes at sea.
    Airstrikes,
    /// Guns at sea.
    Guns,
    /// Airstrikes against a port or base, where nobody is disabled.
    Raid,
}

/// Chance that a die hits.
const HIT: f32 = 1.0 / 6.0;
/// The average damage of a hit.
const DAMAGE: f32 = 3.5;
/// What of a target is gained that is disabled only.
const DISABLED: f32 = 0.4;

/// What an attack does to a target on average.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    damage: f32,
    /// Dice that may disable.
    dice: f32,
}

/// The targets of all attackers of a question.
pub(super) fn choose(sight: &Sight, fire: Fire) -> Option<Vec<u16>> {
    let units = sight.subjects()?;
    let mut order: Vec<usize> = (0..units.len()).collect();
    let dice = |at: usize| attack(sight, units[at], fire);
    order.sort_by_key(|&at| (std::cmp::Reverse(dice(at).dice), at));
    let needed: Option<&[u16]> =
        (0..sight.question.options.len() as u16).filter_map(|it| sight.needs(it)).next();
    let plain = assign(sight, fire, &units, &order, &[]);
    // Ships that do not fire may be attacked once all that do are: by the weakest attackers, if there are
    // enough.
    let covering = needed.filter(|needs| needs.len() < order.len());
    let wide = covering.map(|needs| assign(sight, fire, &units, &order, needs));
    let best = match wide {
        Some(wide) if wide.1 > plain.1 && sight.question.broken_limit(&wide.0).is_none() => wide,
        _ => plain,
    };
    Some(best.0)
}

/// Gives each attacker a target, and says what that gains; where some targets must be attacked, the last
/// attackers attack them, and the others what they like.
fn assign(sight: &Sight, fire: Fire, units: &[UnitId], order: &[usize], must: &[u16]) -> (Vec<u16>, f32) {
    let mut marks = vec![Marks::default(); sight.question.options.len()];
    let mut choice = sight.default_answer();
    let mut sum = 0.0;
    let bound = order.len() - must.len();
    for (turn, &at) in order.iter().enumerate() {
        let attack = attack(sight, units[at], fire);
        let gains = sight.open_to(at).filter_map(|(option, open)| {
            let Choice::Unit(target) = open else { return None };
            let allowed = match turn.checked_sub(bound) {
                Some(of) if !must.is_empty() => option == must[of],
                _ => !must.is_empty() || sight.needs(option).is_none(),
            };
            let before = marks[usize::from(option)];
            let after = mark(sight, before, attack, target, fire);
            let gain = gained(sight, target, after, fire) - gained(sight, target, before, fire);
            allowed.then_some((option, after, gain))
        });
        let best = gains.reduce(|best, other| if other.2 > best.2 { other } else { best });
        // Who has no target but those that need others first does as silence would.
        let Some((option, after, gain)) = best else { continue };
        choice[at] = option;
        marks[usize::from(option)] = after;
        sum += gain;
    }
    (choice, sum)
}

/// The target of a raiding submarine: the best there is.
pub(super) fn ambush(sight: &Sight) -> Option<Vec<u16>> {
    let targets = sight.open_to(0).filter_map(|(option, choice)| match choice {
        Choice::Unit(unit) => Some((option, value(sight, unit))),
        _ => None,
    });
    let best = targets.reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.map(|it| vec![it.0]).or_else(|| sight.only(Word::Hold))
}

/// What a unit is worth as a target.
pub(super) fn value(sight: &Sight, unit: UnitId) -> f32 {
    let force = Force::as_if(sight.system, &sight.ocean, unit, false);
    let kind = sight.system.counter(unit).kind;
    // Air and amphibious units come back in two turns.
    let returns = if matches!(kind, Kind::LandAir | Kind::Amphibious) { 0.7 } else { 1.0 };
    (force.air + force.guns + 0.5 * force.body) * returns
}

fn attack(sight: &Sight, unit: UnitId, fire: Fire) -> Attack {
    match fire {
        Fire::Guns => sight.system.gunnery(&sight.ocean, unit),
        Fire::Airstrikes | Fire::Raid => sight.system.airstrike(&sight.ocean, unit),
    }
}

/// The marks on a target with one attack more. The bonus never counts against air units (AW-7.43).
fn mark(sight: &Sight, before: Marks, attack: Attack, target: UnitId, fire: Fire) -> Marks {
    let kind = sight.system.counter(target).kind;
    let bonus = attack.bonus && kind != Kind::LandAir;
    let hit = if bonus { 2.0 * HIT } else { HIT };
    let armored = f32::from(u8::from(sight.system.face(&sight.ocean, target).armor_bonus));
    let dice = f32::from(attack.dice);
    let disables = fire != Fire::Raid && kind != Kind::LandAir;
    Marks {
        damage: before.damage + dice * hit * (DAMAGE - armored),
        dice: before.dice + if disables { dice } else { 0.0 },
    }
}

/// What marks on a target are worth.
fn gained(sight: &Sight, target: UnitId, marks: Marks, fire: Fire) -> f32 {
    let (face, state) = (sight.system.face(&sight.ocean, target), sight.ocean.unit(target));
    // In a port with a yard a ship bears twice its armor (AW-9.35-a).
    let base = state.place.base().filter(|_| fire == Fire::Raid);
    let yard = base.is_some_and(|base| sight.system.repairs_for(base, sight.side.enemy()));
    let armor = f32::from(face.armor) * if yard { 2.0 } else { 1.0 };
    let bears = (armor - f32::from(state.damage)).max(0.0) + 1.0;
    let sunk = 1.0 - fades(marks.damage / bears);
    let leaves = 1.0 - fades(marks.dice * HIT);
    value(sight, target) * (sunk + (1.0 - sunk) * DISABLED * leaves)
}
