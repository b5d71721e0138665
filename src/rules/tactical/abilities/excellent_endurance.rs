//! Excellent Endurance (WST-sa-67, WSC-16-5): once, before Air Mission, a marker comes off that alone keeps
//! the aircraft from an enemy ship in the sector of its last mission; it flies the same mission again.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::ExcellentEndurance], at: &[Hook::At(Moment::BothMoved, endure)] };

fn endure(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let enemy_ship = |at: Sector| field.ships(end.other()).any(|(_, unit)| unit.at == Some(at));
    let ready = |(id, unit): &(Id, &Unit)| {
        let marked = unit
            .wings
            .as_ref()
            .is_some_and(|it| it.markers == 1 && it.last.is_some_and(|(at, _)| enemy_ship(at)));
        unit.is_there() && marked && choice::wants(field, *id, Ability::ExcellentEndurance)
    };
    let owners: Vec<Id> = field.side(end).filter(ready).map(|(id, _)| id).collect();
    for id in owners {
        if let Some(wings) = &mut battle.field.unit_mut(id).wings {
            wings.markers = 0;
        }
        battle.field.marks.same_mission.push(id);
        battle.spend(id, Ability::ExcellentEndurance);
        battle.spoke(id, Ability::ExcellentEndurance, None, None, true);
    }
    Ok(())
}
