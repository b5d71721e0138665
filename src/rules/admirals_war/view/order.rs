//! Which places a view lists, and in which order: first those that touch the reader's first theatre.

use crate::AdmiralsWar;
use crate::board::{AreaId, BaseId, Theatre};
use crate::state::{Ocean, Place};

/// Whether a unit at a place is still to arrive; when, is nobody's to know.
pub(super) fn arriving(place: Place) -> Option<Option<u8>> {
    matches!(place, Place::Arrival(_)).then_some(None)
}

/// In which turn a unit at a place is back.
pub(super) fn back(place: Place) -> Option<Option<u8>> {
    if let Place::Track(turn) = place { Some(Some(turn)) } else { None }
}

/// The areas that are played.
pub(super) fn areas_in_order(system: &AdmiralsWar, order: [Theatre; 2]) -> Vec<AreaId> {
    let areas = system.board.areas().filter(|&area| system.is_played(area));
    own_first(areas, order, |area| vec![system.board.area(area).theatre])
}

/// The bases that are in use.
pub(super) fn bases_in_order(system: &AdmiralsWar, ocean: &Ocean, order: [Theatre; 2]) -> Vec<BaseId> {
    let bases = system.board.bases().filter(|&base| system.is_in_use(ocean, base));
    let around = |base| system.board.base(base).areas.iter().map(|&it| system.board.area(it).theatre);
    own_first(bases, order, |base| around(base).collect())
}

/// Things in their order, but first those that touch the first theatre.
fn own_first<T: Copy>(
    things: impl Iterator<Item = T>,
    order: [Theatre; 2],
    theatres: impl Fn(T) -> Vec<Theatre>,
) -> Vec<T> {
    let mut things: Vec<T> = things.collect();
    // One player reads the map as it is printed.
    if order != Theatre::ALL {
        things.sort_by_key(|&thing| !theatres(thing).contains(&order[0]));
    }
    things
}
