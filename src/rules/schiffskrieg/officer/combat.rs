//! In a battle: Day or Night, targets, and whether to retire.

use super::super::item::{Item, Word};
use super::super::state::{Action, Battle, Cause};
use super::reckon::{Force, Marks, Piece};
use super::sight::Sight;

/// How much better a round must be for the enemy before a side retires.
const WORSE: f32 = 0.6;

/// Both forces of the battle that is fought.
fn forces(sight: &Sight<'_>) -> Option<(Force, Force)> {
    let part = sight.part()?;
    let of = |part| Force::of(sight.system, sight.sea, &sight.sea.line(part).collect::<Vec<_>>());
    Some((of(part), of(part.enemy())))
}

/// Day or Night: what brings most and costs least.
pub(super) fn action(sight: &Sight<'_>) -> Option<Vec<u16>> {
    let (own, enemy) = forces(sight)?;
    let balance = |action: Action| {
        let (gain, loss) = own.round(&enemy, action);
        gain - loss
    };
    let night = balance(Action::Night) > balance(Action::Day);
    let word = if night { Word::Night } else { Word::Day };
    sight.only(word)
}

/// A side retires when what is still to come is bad, and it costs nothing but the field: the enemy wins a
/// Limited Victory over a side that has inflicted nothing.
pub(super) fn retire(sight: &Sight<'_>) -> Option<Vec<u16>> {
    let (own, enemy) = forces(sight)?;
    let battle: &Battle = sight.sea.battle.as_ref()?;
    let part = sight.part()?;
    let best = [Action::Day, Action::Night].map(|action| {
        let (gain, loss) = own.round(&enemy, action);
        gain - loss
    });
    let balance = (best[0] + best[1]) / 2.0;
    let unharmed = !battle.inflicted.of(part);
    let price = if battle.cause == Cause::Contest && unharmed { 1.5 } else { 0.0 };
    let word = if balance < -(WORSE + price) { Word::Retire } else { Word::Stay };
    sight.only(word)
}

/// Each attacker in turn, the strongest first, takes the target on which its dice gain most after those
/// before it.
pub(super) fn targets(sight: &Sight<'_>) -> Option<Vec<u16>> {
    let mut choice = sight.default_answer()?;
    let mut order: Vec<(usize, f32, bool)> = Vec::new();
    for at in 0..sight.count() {
        let Some(unit) = sight.unit(at) else { continue };
        let piece = Piece::of(sight.system, sight.sea, unit);
        let dice = match sight.subject(at)? {
            Item::Factor(..) => 1.0,
            _ => piece.guns.max(piece.torpedoes),
        };
        order.push((at, dice, piece.carrier));
    }
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut marks = vec![Marks::default(); sight.question.options.len()];
    let night = (0..sight.count()).all(|at| matches!(sight.subject(at), Some(Item::Unit(_))));
    let enemy = forces(sight).map(|(_, enemy)| enemy).unwrap_or_default();
    let screened = night && enemy.0.iter().any(|it| it.surface);
    for (at, dice, carrier) in order {
        let gun = sight.unit(at).is_some_and(|unit| sight.system.counters[unit].is_surface());
        let mut best: Option<(u16, f32)> = None;
        for (option, item) in sight.open_to(at) {
            let Item::Unit(unit) = item else { continue };
            let target = Piece::of(sight.system, sight.sea, unit);
            if screened && gun && target.carrier {
                continue;
            }
            let before = marks[usize::from(option)];
            let gain = target.gained(target.marked(before, dice, carrier)) - target.gained(before);
            // What is begun is finished: damage counts when it is enough.
            let begun = if before.damage > 0.0 { 1.02 } else { 1.0 };
            if best.is_none_or(|(_, most)| gain * begun > most) {
                best = Some((option, gain * begun));
            }
        }
        let Some((option, _)) = best else { continue };
        choice[at] = option;
        if let Some((_, Item::Unit(unit))) = sight.open_to(at).find(|it| it.0 == option) {
            let target = Piece::of(sight.system, sight.sea, unit);
            let marks = &mut marks[usize::from(option)];
            *marks = target.marked(*marks, dice, carrier);
        }
    }
    Some(choice)
}
