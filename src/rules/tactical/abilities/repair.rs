//! Repair (WST-sa-147): a damaged ship in its sector gets a hull point back; neither moves or fires that
//! turn.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::Repair],
    at: &[
        Hook::At(Moment::MovementBegins, begin),
        Hook::Forbids(is_busy),
        Hook::At(Moment::TurnEnds, finish),
    ],
};

fn begin(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let turn = field.turn;
    let beside = |id: Id| {
        let unit = field.unit(id);
        let damaged = |(other, it): &(Id, &Unit)| *other != id && it.kind.is_ship() && it.damage > 0;
        unit.at.and_then(|at| field.in_sector(end, at).find(damaged)).map(|(other, _)| other)
    };
    let repairs: Vec<Mending> = choice::willing(field, end, Ability::Repair)
        .filter_map(|(by, _)| Some(Mending { by, ship: beside(by)? }))
        .collect();
    for mending in repairs {
        battle.spend(mending.by, Ability::Repair);
        battle.spoke(mending.by, Ability::Repair, Some(mending.ship), None, true);
        battle.field.marks.mending.push(mending);
        for id in [mending.by, mending.ship] {
            let unit = battle.field.unit_mut(id);
            unit.held_until = unit.held_until.max(turn);
        }
    }
    Ok(())
}

fn is_busy(field: &Field<'_>, attack: &Attack) -> bool {
    let works = |it: &Mending| it.by == attack.by || it.ship == attack.by;
    attack.weapon.is_gun() && field.marks.mending.iter().any(works)
}

fn finish(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let mut mending = battle.field.marks.mending.clone();
    mending.retain(|it| battle.field.unit(it.by).end == end);
    for it in mending {
        let both = [it.by, it.ship].into_iter().all(|id| battle.field.unit(id).is_there());
        if both && battle.field.unit(it.ship).damage > 0 {
            let die = battle.roll_for(it.by, Ability::Repair, Some(it.ship))?;
            battle.count(end.other(), Purpose::Damage, &[die], |face| face < 2);
            battle.spoke(it.by, Ability::Repair, Some(it.ship), Some(die), die >= 2);
            if die >= 2 {
                sea::mend(battle, it.ship);
            }
        }
    }
    Ok(())
}
