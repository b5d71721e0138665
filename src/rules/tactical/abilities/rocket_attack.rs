//! Rocket Attack (WST-sa-150): five gunnery dice, once, at the ship in the sector that they hurt most, before
//! its side's air attacks.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::RocketAttack], at: &[Hook::At(Moment::AirAttackBegins, fire)] };

/// Its dice.
const ROCKETS: u8 = 5;

fn fire(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let able = |(id, unit): &(Id, &Unit)| {
        unit.has(Ability::RocketAttack)
            && !unit.is_aborted()
            && choice::wants(field, *id, Ability::RocketAttack)
    };
    let owners: Vec<Id> = field.flying(end).filter(able).map(|(id, _)| id).collect();
    for by in owners {
        let field = &battle.field;
        let (through, weapon) = (Some(Ability::RocketAttack), Weapon::Gunnery);
        let attacks = field
            .ships(end.other())
            .filter(|(at, _)| field.range(by, *at) == Some(0))
            .map(|(at, _)| Attack { by, weapon, at, range: 0, through, dice: Some(ROCKETS) });
        let fits = |it: &Attack| choice::makes(field, Ability::RocketAttack, it, 0);
        let Some(attack) = best(field, attacks.filter(fits)) else { continue };
        battle.spend(by, Ability::RocketAttack);
        battle.attack(&attack)?;
    }
    Ok(())
}

/// The attack of most worth; the first of several.
fn best(field: &Field<'_>, attacks: impl Iterator<Item = Attack>) -> Option<Attack> {
    let mut best: Option<(u64, Attack)> = None;
    for attack in attacks {
        let worth = attack::worth(field, &attack);
        if worth > 0 && best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, attack));
        }
    }
    best.map(|(_, attack)| attack)
}
