//! Which of a side's plans serves a battle (battle plans 3).

use super::{CONVOY_GUARD, Library, Plan, Serves, UnitWord};
use crate::rules::war_at_sea::battle::dossier::{Dossier, Kind};
use crate::rules::war_at_sea::battle::map::End;

/// The plan by which a side fights a battle: of its own the most specific that serves it, the first of two that are
/// equally so; else the built-in one, or the convoy guard of the owner of a convoy.
pub fn choose<'a>(own: &'a [Plan], library: &'a Library, dossier: &Dossier, end: End) -> &'a Plan {
    let serving = own.iter().filter(|plan| serves(plan, dossier, end));
    let best = serving.min_by_key(|plan| specific(plan.serves));
    let convoy = dossier.kind == Kind::Convoy && end == End::A;
    let default = if convoy { library.named(CONVOY_GUARD) } else { None };
    best.or(default).unwrap_or_else(|| library.built_in())
}

/// How specific a plan is; less is more so.
const fn specific(serves: Serves) -> u8 {
    match serves {
        Serves::Sector(_, Some(_)) => 0,
        Serves::Sector(_, None) => 1,
        Serves::Convoy => 2,
        Serves::Attacker | Serves::Defender => 3,
        Serves::Any => 4,
    }
}

fn serves(plan: &Plan, dossier: &Dossier, end: End) -> bool {
    match plan.serves {
        Serves::Any => true,
        Serves::Attacker => dossier.controller == Some(end.other()),
        Serves::Defender => dossier.controller == Some(end),
        Serves::Convoy => dossier.kind == Kind::Convoy,
        Serves::Sector(number, against) => {
            let here = dossier.battle.split('/').nth(1) == Some(format!("sector-{number}").as_str());
            here && against.is_none_or(|side| dossier.side(end.other()) == side)
        }
    }
}

/// The units that a plan names by id and that are not in a battle: those lines mean nothing there.
pub fn strangers(plan: &Plan, dossier: &Dossier) -> Vec<String> {
    let groups =
        plan.groups.iter().flat_map(|group| &group.seek).chain(plan.members.iter().map(|it| &it.word));
    let targets = plan.targets.iter().flatten().map(|target| &target.word);
    let abilities = plan.abilities.iter().filter_map(|order| order.unit.as_ref());
    let named = groups.chain(targets).chain(abilities).filter_map(|word| match word {
        UnitWord::Unit(id) => Some(id),
        _ => None,
    });
    let mut strange: Vec<String> = named.filter(|id| !dossier.has_unit(id)).cloned().collect();
    strange.sort();
    strange.dedup();
    strange
}
