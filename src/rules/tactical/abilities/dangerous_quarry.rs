//! Dangerous Quarry (WST-sa-40): a submarine that a ship attacked without effect slips away.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::DangerousQuarry], at: &[Hook::At(Moment::SurfaceEnds, slip_away)] };

fn slip_away(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let missed = |boat: Id| {
        field.marks.shots.iter().any(|shot| {
            let miss = matches!(shot.effect, Effect::Miss | Effect::Hidden | Effect::Foiled);
            (shot.at, shot.weapon) == (boat, Weapon::Asw) && miss && field.unit(shot.by).kind.is_ship()
        })
    };
    let quarry: Vec<Id> = field
        .boats(end)
        .filter(|(id, _)| choice::wants(field, *id, Ability::DangerousQuarry) && missed(*id))
        .map(|(id, _)| id)
        .collect();
    for id in quarry {
        if let Some(to) = safest(&battle.field, id) {
            battle.spoke(id, Ability::DangerousQuarry, None, None, true);
            battle.move_to(id, to)?;
        }
    }
    Ok(())
}

/// The neighbouring sector with the fewest hunters in it, then next to it, if that is better than here; by
/// own order.
fn safest(field: &Field<'_>, boat: Id) -> Option<Sector> {
    let unit = field.unit(boat);
    let from = unit.at?;
    let hunters = |at: Sector, most: u8| {
        let near = |(id, it): &(Id, &Unit)| {
            field.card(*id).line(Weapon::Asw)[0] > 0 && it.at.is_some_and(|its| its.range(at) <= most)
        };
        field.ships(unit.end.other()).filter(near).count()
    };
    let danger = |at: Sector| (hunters(at, 0), hunters(at, 1));
    let steps = field.grid.in_order(unit.end).filter(|at| from.range(*at) == 1 && field.room_for(boat, *at));
    steps.min_by_key(|at| danger(*at)).filter(|at| danger(*at) < danger(from))
}
