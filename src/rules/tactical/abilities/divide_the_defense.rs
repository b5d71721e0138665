//! Divide the Defense (WST-sa-53): when ordered, the antiair of ships in its sector loses a point on each
//! die, its own bombs too, and it uses no torpedoes.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::DivideTheDefense],
    at: &[
        Hook::At(Moment::BothPlaced, divide),
        Hook::Modifies(weaken),
        Hook::Forbids(|field, attack| attack.is_torpedo() && field.marks.dividing.contains(&attack.by)),
    ],
};

fn divide(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let divides = |(id, unit): &(Id, &Unit)| {
        let bombs = unit.task() == Some(Task::Strike) && !unit.is_aborted();
        bombs && unit.has(Ability::DivideTheDefense) && choice::wants(field, *id, Ability::DivideTheDefense)
    };
    let dividing: Vec<Id> = field.flying(end).filter(divides).map(|(id, _)| id).collect();
    for id in dividing {
        battle.field.marks.dividing.push(id);
        battle.spend(id, Ability::DivideTheDefense);
        battle.spoke(id, Ability::DivideTheDefense, None, None, true);
    }
    Ok(())
}

fn weaken(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    let (by, dividing) = (field.unit(attack.by), &field.marks.dividing);
    let here = |id: &Id| field.unit(*id).at == by.at && field.unit(*id).end != by.end;
    let weak = match attack.weapon {
        Weapon::Aa => by.kind.is_ship() && dividing.iter().any(here),
        Weapon::Bomb => dividing.contains(&attack.by),
        _ => false,
    };
    strength.pips -= i16::from(weak);
}
