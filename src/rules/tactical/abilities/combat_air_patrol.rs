//! Combat Air Patrol (WST-sa-31, WSC-16-3): from over a carrier, or with Territory an airbase, to enemy
//! aircraft up to two sectors away.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::CombatAirPatrol], at: &[Hook::At(Moment::BothPlaced, shift)] };

/// How far it shifts.
const SHIFT: u8 = 2;

fn shift(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let base = |unit: &Unit| {
        unit.kind == Kind::Carrier || field.dossier.rules.territory && unit.kind == Kind::Airbase
    };
    let idle: Vec<(Id, Sector)> = field
        .flying(end)
        .filter(|(id, unit)| {
            let patrols = unit.task() == Some(Task::Patrol) && !unit.is_aborted();
            patrols && choice::wants(field, *id, Ability::CombatAirPatrol)
        })
        .filter_map(|(id, unit)| Some((id, unit.at?)))
        .filter(|(_, at)| {
            field.in_sector(end, *at).any(|(_, unit)| base(unit)) && air::prey(field, end, *at) == 0
        })
        .collect();
    for (id, from) in idle {
        let near = |at: Sector| from.range(at) <= SHIFT;
        if let Some(to) = air::hunting_ground(&battle.field, end, near) {
            air::shift(battle, id, from, to);
            battle.spoke(id, Ability::CombatAirPatrol, None, None, true);
        }
    }
    Ok(())
}
