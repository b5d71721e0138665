//! Pursuit Ship (WST-sa-139): as first player it names an enemy ship in its sector instead of moving, and
//! follows it.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::PursuitShip],
    at: &[Hook::At(Moment::MovementBegins, name), Hook::At(Moment::BothMoved, follow)],
};

/// How far it follows.
const REACH: u8 = 2;

fn name(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    if end != field.first {
        return Ok(());
    }
    let mut found = Vec::new();
    for (id, unit) in choice::willing(field, end, Ability::PursuitShip) {
        let Some(at) = unit.at.filter(|_| sea::closes(field, id)) else { continue };
        let local = field.ships(end.other()).filter(|(_, other)| other.at == Some(at));
        let dearest = local.max_by_key(|(other, it)| (it.cost, std::cmp::Reverse(*other)));
        found.extend(dearest.map(|(other, _)| (id, other, at)));
    }
    let turn = field.turn;
    for (id, other, at) in found {
        battle.field.marks.pursuits.push((id, other, at));
        let unit = battle.field.unit_mut(id);
        unit.held_until = unit.held_until.max(turn);
        battle.spoke(id, Ability::PursuitShip, Some(other), None, true);
    }
    Ok(())
}

fn follow(battle: &mut Battle<'_>, _end: End) -> Step<()> {
    for (id, other, from) in std::mem::take(&mut battle.field.marks.pursuits) {
        let field = &battle.field;
        let to = field.unit(other).at.filter(|to| field.unit(other).is_there() && from.range(*to) <= REACH);
        if let Some(to) = to.filter(|to| *to != from && field.room_for(id, *to)) {
            battle.move_to(id, to)?;
        }
    }
    Ok(())
}
