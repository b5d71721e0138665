//! Airfield Strike (WST-sa-6, WSC-16-1): with Territory one fighter of the carrier over an enemy airbase
//! attacks an aircraft that is landed there.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::AirfieldStrike], at: &[Hook::At(Moment::DefenseEnds, strike)] };

fn strike(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    if !field.dossier.rules.territory {
        return Ok(());
    }
    let strikes = |id: Id, unit: &Unit| {
        unit.has(Ability::AirfieldStrike)
            && choice::order(field, id, Ability::AirfieldStrike) != Some(Use::Never)
    };
    let decks: Vec<Id> = field.ships(end).filter(|(id, unit)| strikes(*id, unit)).map(|(id, _)| id).collect();
    for deck in decks {
        let Some((by, at, target)) = chance(&battle.field, end, deck) else { continue };
        battle.field.unit_mut(target).at = Some(at);
        let through = Some(Ability::AirfieldStrike);
        battle.attack(&Attack { through, ..Attack::plain(by, Weapon::Aa, target, 0) })?;
        let unit = battle.field.unit_mut(target);
        unit.at = None;
        if let Some(wings) = &mut unit.wings {
            wings.aborts = 0;
        }
    }
    Ok(())
}

/// A fighter of the deck that has not fired, over an airbase; where; and an aircraft that is landed there.
fn chance(field: &Field<'_>, end: End, deck: Id) -> Option<(Id, Sector, Id)> {
    let idle = |(id, unit): &(Id, &Unit)| {
        let fired = field.marks.shots.iter().any(|shot| shot.by == *id);
        when::role_of(unit) == Kind::Fighter && when::is_of(field, *id, deck) && !fired && !unit.is_aborted()
    };
    let (by, at, base) = field.flying(end).filter(idle).find_map(|(id, unit)| {
        let at = unit.at?;
        let base = field.in_sector(end.other(), at).find(|(_, it)| it.kind == Kind::Airbase)?;
        Some((id, at, base.0))
    })?;
    let (target, _) = field.side(end.other()).find(|(_, unit)| {
        let home = unit.wings.as_ref().is_some_and(|it| it.home == Home::Land(base) && it.task.is_none());
        unit.is_there() && home && unit.at.is_none()
    })?;
    Some((by, at, target))
}
