//! Air Return: rearming, night recovery, bases (battle plans 5.8; WST-ret, WST-off, WSC-11.6-4, 11.9, 11.10).

use super::Battle;
use super::ability::{self, Moment};
use super::dossier::Extent;
use super::field::{Being, Field, Home};
use super::log::{Cause, Entry, Id, Phase};
use super::map::{COLUMNS, End};
use crate::cards::Kind;
use engine::table::Step;

/// Sectors from deck or field to target from which a flight on the large map is long (WSC-11.9-2).
const LONG_FLIGHT: u8 = 10;

impl Battle<'_> {
    /// Brings the aircraft of both sides home.
    ///
    /// # Halts
    /// As the dice.
    pub(super) fn air_return(&mut self) -> Step<()> {
        self.begin(Phase::Return);
        for end in self.field.in_turn() {
            let planes: Vec<Id> = self.planes(end);
            for id in &planes {
                self.rearm(*id)?;
            }
            ability::at(self, Moment::ReturnBegins, end)?;
            for id in &planes {
                self.come_home(*id)?;
            }
            ability::at(self, Moment::Returned, end)?;
        }
        Ok(())
    }

    fn planes(&self, end: End) -> Vec<Id> {
        self.field
            .side(end)
            .filter(|(_, unit)| unit.is_there() && unit.wings.is_some())
            .map(|(id, _)| id)
            .collect()
    }

    /// One marker comes off (WST-ret-1).
    fn rearm(&mut self, id: Id) -> Step<()> {
        let marked = self.field.unit(id).wings.as_ref().is_some_and(|wings| wings.markers > 0);
        if marked
            && ability::rearms(self, id)?
            && let Some(wings) = &mut self.field.unit_mut(id).wings
        {
            wings.markers = wings.markers.saturating_sub(1);
        }
        Ok(())
    }

    /// Brings one aircraft home: that of a deck that left goes with it, one with a single mission leaves, and
    /// what has no place to land is stranded (WST-ret-4, ret-5, end-2; WSC-8.4-2).
    fn come_home(&mut self, id: Id) -> Step<()> {
        let unit = self.field.unit(id);
        if !unit.is_there() {
            return Ok(());
        }
        let Some(wings) = unit.wings.clone() else { return Ok(()) };
        let flew = wings.task.is_some();
        if flew && self.field.night && unit.kind != Kind::PatrolBomber {
            let die = self.die(id, "recover", None)?;
            self.note(|| Entry::Survival { unit: id, cause: Cause::Recovery, die });
            if die == 1 {
                return self.destroy(id, Cause::Recovery);
            }
        }
        if wings.leaves {
            self.dismiss(id, Being::Left(self.field.turn));
            self.note(|| Entry::Left { unit: id, from: None });
            return Ok(());
        }
        if flew && wings.one_mission {
            self.dismiss(id, Being::Stranded);
            self.note(|| Entry::Stranded { unit: id });
            return Ok(());
        }
        let home = if stands(&self.field, wings.home) { Some(wings.home) } else { refuge(&self.field, id) };
        let Some(home) = home else {
            self.dismiss(id, Being::Stranded);
            self.note(|| Entry::Stranded { unit: id });
            return Ok(());
        };
        if flew {
            let markers = ability::markers(&self.field, id, markers(&self.field, id, home));
            self.note(|| Entry::Landed { unit: id, markers });
            if let Some(wings) = &mut self.field.unit_mut(id).wings {
                wings.markers = markers;
            }
        }
        let unit = self.field.unit_mut(id);
        unit.at = None;
        if let Some(wings) = &mut unit.wings {
            (wings.home, wings.task, wings.role) = (home, None, unit.kind);
        }
        Ok(())
    }

    /// Takes an aircraft out of the battle, alive.
    fn dismiss(&mut self, id: Id, being: Being) {
        let unit = self.field.unit_mut(id);
        (unit.at, unit.being) = (None, being);
        if let Some(wings) = &mut unit.wings {
            wings.task = None;
        }
    }

    /// Takes a destroyed unit off the map, and settles what goes down with it: troops aboard, and each
    /// aircraft of a destroyed carrier that rolls a 1 (WST-gnd-3, ret-6).
    ///
    /// # Halts
    /// As the dice.
    pub fn destroy(&mut self, id: Id, cause: Cause) -> Step<()> {
        let unit = self.field.unit_mut(id);
        if !matches!(unit.being, Being::There | Being::Coming) {
            return Ok(());
        }
        (unit.being, unit.at, unit.also_at, unit.marked) = (Being::Destroyed, None, None, 0);
        let (end, cost, kind) = (unit.end, u32::from(unit.cost), unit.kind);
        if let Some(wings) = &mut unit.wings {
            wings.task = None;
        }
        // What an ability brought has no printed cost (WST-end-3).
        if self.field.is_listed(id) {
            self.field.points[end.other() as usize] += cost;
        }
        if kind.is_afloat() {
            self.field.sunk[end as usize] += cost;
        }
        self.note(|| Entry::Destroyed { unit: id, cause });
        if kind.is_aircraft() || kind.is_ground() {
            return Ok(());
        }
        let all: Vec<Id> = self.field.side(end).map(|(other, _)| other).collect();
        for other in all {
            let its = self.field.unit(other);
            if its.aboard == Some(id) && its.being == Being::Coming {
                self.destroy(other, Cause::Transport)?;
            } else if its.is_there() && its.wings.as_ref().is_some_and(|wings| wings.home == Home::Deck(id)) {
                let die = self.die(other, "survival", None)?;
                self.note(|| Entry::Survival { unit: other, cause: Cause::Carrier, die });
                if die == 1 {
                    self.destroy(other, Cause::Carrier)?;
                }
            }
        }
        super::ground::crowd_out(self, id)
    }
}

/// Whether a home is still there. Of places off the map that is always so.
fn stands(field: &Field<'_>, home: Home) -> bool {
    match home {
        Home::Deck(deck) => field.unit(deck).is_there() && field.unit(deck).at.is_some(),
        Home::Land(base) => field.unit(base).is_there(),
        Home::Off(_) => true,
    }
}

/// Another deck or field with room that an aircraft may use: the first in roster order; decks are closed to
/// patrol bombers (WST-ret-4). Each keeps the places of its own aircraft while they fly.
fn refuge(field: &Field<'_>, id: Id) -> Option<Home> {
    let unit = field.unit(id);
    let bases = field.side(unit.end).filter(|(_, base)| base.is_there() && base.at.is_some());
    let open = bases.filter(|(base, its)| {
        let deck = its.kind == Kind::Carrier && unit.kind != Kind::PatrolBomber;
        (deck || its.kind == Kind::Airbase) && ability::lands_on(field, id, *base) && has_room(field, *base)
    });
    let home = |(base, its): (Id, &super::field::Unit)| {
        if its.kind == Kind::Airbase { Home::Land(base) } else { Home::Deck(base) }
    };
    open.map(home).next()
}

/// Whether a deck or field has a free place: its capacity, of a damaged field at most its hull points
/// (WSC-5.3-1).
fn has_room(field: &Field<'_>, base: Id) -> bool {
    let its = field.unit(base);
    let capacity = match its.kind {
        Kind::Airbase => field.card(base).capacity.min(its.left()),
        _ => field.card(base).capacity,
    };
    based(field, base).count() < usize::from(capacity)
}

/// The aircraft at home on a deck or field, flying or not.
pub(super) fn based<'f>(field: &'f Field<'_>, base: Id) -> impl Iterator<Item = Id> + use<'f> {
    let at_home = move |home: Home| home == Home::Deck(base) || home == Home::Land(base);
    let end = field.unit(base).end;
    field
        .side(end)
        .filter(move |(_, unit)| {
            unit.is_there() && unit.wings.as_ref().is_some_and(|wings| at_home(wings.home))
        })
        .map(|(id, _)| id)
}

/// The rearm markers of an aircraft that comes home from its mission (WST-ret-2, ret-3, off-2; WSC-11.9,
/// 11.10).
fn markers(field: &Field<'_>, id: Id, home: Home) -> u8 {
    let unit = field.unit(id);
    let mut markers = match home {
        Home::Deck(_) => 0,
        Home::Land(_) => 1,
        Home::Off(markers) => markers,
    };
    if field.dossier.map == Extent::Large {
        let base = match home {
            Home::Deck(base) | Home::Land(base) => field.unit(base).at,
            Home::Off(_) => None,
        };
        let far = match (base, unit.at) {
            (Some(base), Some(at)) => base.range(at) > LONG_FLIGHT,
            (None, Some(at)) => field.grid.depth(unit.end, at) >= COLUMNS,
            (_, None) => false,
        };
        markers = markers.max(1) + u8::from(far);
    }
    let unused = unit.wings.as_ref().is_some_and(|wings| !wings.fired);
    if field.dossier.rules.aircraft_ammunition && unused { markers.saturating_sub(1) } else { markers }
}
