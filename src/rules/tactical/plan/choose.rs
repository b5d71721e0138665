//! Which of a side's plans serves a battle (battle plans 3).

use super::{CONVOY_GUARD, Library, Plan, Serves, UnitWord};
use crate::dossier::{Dossier, Kind};
use crate::map::End;
use engine::side::Side;

/// What a side's plans are chosen by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// The number of the sector, if it has one.
    pub sector: Option<u8>,
    /// Whom the side fights.
    pub against: Side,
    /// Whether it is about a convoy.
    pub convoy: bool,
    /// Whether the side controls the sector; nothing if neither side does.
    pub controls: Option<bool>,
}

impl Occasion {
    /// The occasion of the side at an end of a battle.
    pub fn of(dossier: &Dossier, end: End) -> Occasion {
        let sector =
            dossier.battle.split('/').nth(1).and_then(|word| word.strip_prefix("sector-")?.parse().ok());
        Occasion {
            sector,
            against: dossier.side(end.other()),
            convoy: dossier.kind == Kind::Convoy,
            controls: dossier.controller.map(|controller| controller == end),
        }
    }
}

/// Of a side's own plans the most specific that serves a battle, the first of two that are equally so.
pub fn choose<'a>(own: &'a [Plan], occasion: &Occasion) -> Option<&'a Plan> {
    own.iter().filter(|plan| plan.serves.includes(occasion)).min_by_key(|plan| plan.serves.rank())
}

/// The plan by which a side fights that has none of its own: the built-in one, or the convoy guard of the
/// owner of a convoy, who has column A.
pub fn default_for<'a>(library: &'a Library, dossier: &Dossier, end: End) -> &'a Plan {
    let convoy = dossier.kind == Kind::Convoy && end == End::A;
    let guard = if convoy { library.named(CONVOY_GUARD) } else { None };
    guard.unwrap_or_else(|| library.built_in())
}

impl Serves {
    /// How specific a plan is; less is more so.
    pub const fn rank(self) -> u8 {
        match self {
            Serves::Sector(_, Some(_)) => 0,
            Serves::Sector(_, None) => 1,
            Serves::Convoy => 2,
            Serves::Attacker | Serves::Defender => 3,
            Serves::Any => 4,
        }
    }

    fn includes(self, occasion: &Occasion) -> bool {
        match self {
            Serves::Any => true,
            Serves::Attacker => occasion.controls == Some(false),
            Serves::Defender => occasion.controls == Some(true),
            Serves::Convoy => occasion.convoy,
            Serves::Sector(number, against) => {
                occasion.sector == Some(number) && against.is_none_or(|side| side == occasion.against)
            }
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
