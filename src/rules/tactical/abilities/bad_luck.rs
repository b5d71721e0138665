//! Bad Luck (WST-sa-16): many 1s of its guns or torpedoes damage it and a ship beside it, or stun it where it
//! is alone.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::BadLuck],
    at: &[
        Hook::After(suffer),
        Hook::Forbids(|field, attack| field.marks.has(attack.by, Lasting::Stunned, field.turn)),
    ],
};

fn suffer(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit) -> Step<()> {
    let own = battle.field.unit(attack.by);
    let ones = hit.faces.iter().filter(|face| **face == 1).count();
    let needed = if attack.is_torpedo() { 2 } else { 4 };
    let its = own.has(Ability::BadLuck) && (attack.is_torpedo() || attack.weapon.is_gun());
    if !its || ones < needed {
        return Ok(());
    }
    let end = own.end;
    let beside = own.at.and_then(|at| {
        let other = |(id, unit): &(Id, &Unit)| *id != attack.by && unit.kind.is_ship() && !unit.doomed;
        battle.field.in_sector(end, at).find(other).map(|(id, _)| id)
    });
    battle.spoke(attack.by, Ability::BadLuck, None, None, true);
    match beside {
        Some(other) => {
            for id in [attack.by, other] {
                let unit = battle.field.unit_mut(id);
                unit.marked = unit.marked.saturating_add(1);
                sea::hold(battle, id, 1);
            }
        }
        None => {
            sea::hold(battle, attack.by, 2);
            let turn = battle.field.turn;
            battle.field.marks.set(attack.by, Lasting::Stunned, turn + 1, turn + 2);
        }
    }
    Ok(())
}
