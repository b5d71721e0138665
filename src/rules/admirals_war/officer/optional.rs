//! What only optional rules ask, where it pays to do something else than silence would.

use super::super::board::Theatre;
use super::super::item::Word;
use super::super::pieces::{Nation, UnitId};
use super::super::state::Place;
use super::force::{Force, prevails};
use super::sight::{Choice, Sight};
use crate::rules::two_sided::Camp;
use crate::table::Limit;

/// The chance to prevail in the Mediterranean for which Italy gives up being neutral.
const WAR: f32 = 0.5;

/// Italy declares war if what it has in port prevails over the Allies who are in the Mediterranean (AW-20.4-a).
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

/// The strongest ships go to the Pacific, as many as may: nothing counts any more where they are (AW-21.2, AW-21.22).
pub(super) fn transfer(sight: &Sight) -> Option<Vec<u16>> {
    let units = sight.subjects()?;
    let mut choice = sight.silence();
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
