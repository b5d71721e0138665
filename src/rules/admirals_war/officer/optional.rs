//! What only optional rules ask, where it pays to do something else than silence would.

use super::super::board::{AreaId, Theatre};
use super::super::item::Word;
use super::super::key::{Key, Raid};
use super::super::pieces::{Nation, UnitId};
use super::super::state::Place;
use super::force::{Force, prevails};
use super::sight::{Choice, Sight};
use engine::question::Limit;
use engine::rulebook::two_sided::Camp;

/// The chance to prevail in the Mediterranean for which Italy gives up being neutral.
const WAR: f32 = 0.5;
/// The chance to prevail with which Japan keeps one unit back from a death ride, to hold the area with it.
const HOLDS: f32 = 0.5;
/// Repair points of a conversion (AW-35.1), and the turns that must follow for it to pay.
const CONVERSION: (u8, u8) = (3, 2);
/// The areas of the groups of uncertain location to which one face of the die each must bring them; all
/// others bring them out of the enemy's reach (AW-23.21).
const NEAR: [&str; 2] = ["central-pacific", "hawaiian-islands"];
const FAR: &str = "caribbean-sea";

/// Italy declares war if what it has in port prevails over the Allies who are in the Mediterranean
/// (AW-20.4-a).
pub(super) fn italy_enters(sight: &Sight) -> Option<Vec<u16>> {
    let (system, ocean) = (sight.system, &sight.ocean);
    let strength = |counts: &dyn Fn(UnitId) -> bool| {
        let units: Vec<UnitId> =
            ocean.ids().filter(|&unit| system.counter(unit).fights() && counts(unit)).collect();
        Force::sum(system, ocean, &units).strength(Theatre::Atlantic)
    };
    let italian = strength(&|unit| {
        system.nation_of(ocean, unit) == Nation::It && ocean.unit(unit).place.base().is_some()
    });
    let watching = strength(&|unit| {
        let place = ocean.unit(unit).place;
        system.side_of(ocean, unit) == Camp::ALLIES
            && matches!(place, Place::Sea(area) if system.board.is_mediterranean(area))
    });
    sight.only(if prevails(italian, watching) >= WAR { Word::Declare } else { Word::Stay })
}

/// The strongest ships go to the Pacific, as many as may: nothing counts any more where they are (AW-21.2,
/// AW-21.22).
pub(super) fn transfer(sight: &Sight) -> Option<Vec<u16>> {
    let units = sight.subjects()?;
    let mut choice = sight.default_answer();
    let stay = sight.question.limits.iter().find_map(|limit| match limit {
        Limit::AtLeast { count, .. } => Some(usize::from(*count)),
        _ => None,
    });
    let strength =
        |unit: UnitId| Force::as_if(sight.system, &sight.ocean, unit, false).strength(Theatre::Pacific);
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by(|&a, &b| strength(units[b]).total_cmp(&strength(units[a])).then(a.cmp(&b)));
    order.truncate(units.len().saturating_sub(stay.unwrap_or(0)));
    for at in order {
        let port = sight.open_to(at).find(|(_, it)| matches!(it, Choice::Base(_)));
        choice[at] = port.map_or(choice[at], |it| it.0);
    }
    Some(choice)
}

/// All aircraft attack to the death, since no turn follows; but where nothing else would hold the area that
/// may be won, the one that attacks with the fewest dice is spared for that (AW-21.1).
pub(super) fn name_kamikazes(sight: &Sight) -> Option<Vec<u16>> {
    let units = sight.subjects()?;
    let area = sight.area()?;
    let spared = if flies_home(sight.key) { None } else { holder(sight, area, &units) };
    let word = |at: usize| if Some(at) == spared { Word::None } else { Word::Kamikaze };
    (0..units.len()).map(|at| sight.word(at, word(at))).collect()
}

/// Whether who attacks leaves the area after it in any case.
fn flies_home(key: Key<'_>) -> bool {
    matches!(key, Key::KamikazeRaid { raid: Raid::Strike { .. }, .. })
}

/// Which of some aircraft must be spared to hold an area, if one must.
fn holder(sight: &Sight, area: AreaId, units: &[UnitId]) -> Option<usize> {
    let (system, ocean) = (sight.system, &sight.ocean);
    let holds = |unit: UnitId| Force::of(system, ocean, unit).holders > 0.5;
    let own = sight.fighters(area, None, sight.side);
    let enemy = Force::sum(system, ocean, &sight.fighters(area, None, sight.side.enemy()));
    let theatre = sight.theatre(area);
    let wins = prevails(Force::sum(system, ocean, &own).strength(theatre), enemy.strength(theatre));
    if wins < HOLDS || own.iter().any(|&unit| !units.contains(&unit) && holds(unit)) {
        return None;
    }
    let able = (0..units.len()).filter(|&at| holds(units[at]));
    able.min_by_key(|&at| (system.airstrike(ocean, units[at]).dice, at))
}

/// Battleships become carriers with the points that a yard does not need for damage, as long as they still
/// serve (AW-35.1).
pub(super) fn convert(sight: &Sight) -> Option<Vec<u16>> {
    let units = sight.subjects()?;
    let (system, ocean) = (sight.system, &sight.ocean);
    let mut choice = sight.default_answer();
    let Some(base) = units.first().and_then(|&unit| ocean.unit(unit).place.base()) else {
        return Some(choice);
    };
    let damage = ocean.at(Place::Base(base)).into_iter().filter(|&unit| sight.is_own(unit));
    let damage: u8 = damage.map(|unit| ocean.unit(unit).damage).fold(0, u8::saturating_add);
    let points = sight.yards[usize::from(system.yard_of(base).0)].saturating_sub(damage);
    let most = if sight.left >= CONVERSION.1 { points / CONVERSION.0 } else { 0 };
    for (at, option) in choice.iter_mut().enumerate().take(most.into()) {
        *option = sight.word(at, Word::Convert).unwrap_or(*option);
    }
    if sight.question.broken_limit(&choice).is_some() { Some(sight.default_answer()) } else { Some(choice) }
}

/// American carriers are where Japan's cannot strike at them, as often as the rule lets them (AW-23.21).
pub(super) fn set_chances(sight: &Sight) -> Option<Vec<u16>> {
    let area = |at: usize| {
        let wanted = sight.area_called(NEAR.get(at).copied().unwrap_or(FAR));
        sight.open_to(at).find(|(_, it)| matches!(it, Choice::Area(area) if Some(*area) == wanted))
    };
    (0..sight.question.subjects.len()).map(|at| area(at).map(|it| it.0)).collect()
}
