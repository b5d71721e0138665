//! Drive Off (WST-sa-55): once, a destroyer or torpedo boat that it attacked moves one sector away.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::DriveOff], at: &[Hook::At(Moment::SurfaceEnds, drive_off)] };

fn drive_off(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let owners: Vec<Id> = choice::willing(field, end, Ability::DriveOff).map(|(id, _)| id).collect();
    for id in owners {
        let field = &battle.field;
        let Some(own) = field.unit(id).at else { continue };
        let shots = field.marks.shots.iter().filter(|shot| shot.by == id);
        let driven =
            shots.filter(|shot| field.unit(shot.at).kind.is_small() && field.unit(shot.at).is_there());
        let away = |target: Id| {
            let from = field.unit(target).at?;
            let far = |to: &Sector| from.range(*to) == 1 && own.range(*to) > own.range(from);
            let to = field
                .grid
                .in_order(field.unit(target).end)
                .find(|to| far(to) && field.room_for(target, *to))?;
            Some((target, to))
        };
        let found = driven.map(|shot| shot.at).find_map(away);
        if let Some((target, to)) = found {
            battle.spend(id, Ability::DriveOff);
            battle.spoke(id, Ability::DriveOff, Some(target), None, true);
            battle.move_to(target, to)?;
        }
    }
    Ok(())
}
