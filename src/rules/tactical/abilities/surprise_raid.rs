//! Surprise Raid (WST-sa-179): after a good roll two enemy ships have weaker antiair this turn: those with
//! most dice where own aircraft are.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::SurpriseRaid],
    at: &[Hook::At(Moment::BothPlaced, raid), Hook::Modifies(weaken)],
};

/// The initiative from which it works.
const SURPRISE: u8 = 10;
/// How many ships it weakens.
const RAIDED: usize = 2;

fn raid(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    if field.initiative[end as usize] < SURPRISE {
        return Ok(());
    }
    let raids =
        |(id, unit): &(Id, &Unit)| unit.is_there() && choice::wants(field, *id, Ability::SurpriseRaid);
    let Some((owner, _)) = field.side(end).find(raids) else { return Ok(()) };
    let flown = |at| field.flying(end).filter(|(_, own)| own.at == at).count();
    let mut ships: Vec<(usize, u8, Id)> = field
        .ships(end.other())
        .map(|(id, unit)| (flown(unit.at), field.card(id).line(Weapon::Aa)[0], id))
        .filter(|(planes, dice, _)| *planes > 0 && *dice > 0)
        .collect();
    ships.sort_by_key(|(planes, dice, _)| std::cmp::Reverse((*planes, *dice)));
    let chosen: Vec<Id> = ships.into_iter().take(RAIDED).map(|(_, _, id)| id).collect();
    for ship in chosen {
        battle.field.marks.raided.push(ship);
        battle.spoke(owner, Ability::SurpriseRaid, Some(ship), None, true);
    }
    Ok(())
}

fn weaken(field: &Field<'_>, attack: &Attack, strength: &mut Strength) {
    strength.dice -= i16::from(attack.weapon == Weapon::Aa && field.marks.raided.contains(&attack.by));
}
