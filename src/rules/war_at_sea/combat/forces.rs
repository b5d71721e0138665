//! 11.1 Who fights in a sector, and with what.

use crate::rules::war_at_sea::WarAtSea;
use crate::rules::war_at_sea::board::SectorId;
use crate::rules::war_at_sea::state::{Place, UnitId, War};
use crate::side::Side;
use crate::system::System;

/// What a side has in a sector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::rules::war_at_sea) struct Forces {
    /// Ships that fight.
    pub ships: Vec<UnitId>,
    /// Submarines.
    pub submarines: Vec<UnitId>,
    /// Aircraft that are committed there, or based there and not elsewhere.
    pub aircraft: Vec<UnitId>,
    /// Crippled ships that stay in port.
    pub in_port: Vec<UnitId>,
    /// Land bases and ground units.
    pub ashore: Vec<UnitId>,
}

impl Forces {
    /// Whether there is anything that fights.
    pub fn is_empty(&self) -> bool {
        self.ships.is_empty()
            && self.submarines.is_empty()
            && self.aircraft.is_empty()
            && self.ashore.is_empty()
    }

    /// Whether there is nothing but aircraft.
    pub fn only_flies(&self) -> bool {
        self.ships.is_empty() && self.submarines.is_empty() && self.ashore.is_empty()
    }

    /// Whether there is anything that can begin a fight: bases alone do not.
    fn attacks(&self) -> bool {
        !self.ships.is_empty() || !self.submarines.is_empty() || !self.aircraft.is_empty()
    }
}

impl WarAtSea {
    /// What a side has in a sector, after flee declarations.
    pub(in crate::rules::war_at_sea) fn forces(&self, war: &War, side: Side, at: SectorId) -> Forces {
        let mut forces = Forces::default();
        for unit in war.own(side) {
            let state = war.unit(unit);
            let kind = self.cards[state.card].kind;
            if kind.is_aircraft() {
                if self.flies_at(war, unit, at) {
                    forces.aircraft.push(unit);
                }
                continue;
            }
            let ashore = kind.is_land_base() || kind.is_ground();
            if state.place != Place::Sector(at) || state.fled {
                continue;
            }
            match () {
                () if state.in_port => forces.in_port.push(unit),
                () if ashore => forces.ashore.push(unit),
                () if kind.is_ship() => forces.ships.push(unit),
                () => forces.submarines.push(unit),
            }
        }
        for units in [&mut forces.ships, &mut forces.submarines, &mut forces.aircraft, &mut forces.ashore] {
            // Roster order of a battle: kinds, then the dearer first.
            units.sort_by_key(|unit| {
                let card = &self.cards[war.unit(*unit).card];
                (card.kind, std::cmp::Reverse(card.cost), *unit)
            });
        }
        forces
    }

    /// Whether an aircraft fights in a sector: it is committed there, or defends where it is based (WSC-8.3-2).
    fn flies_at(&self, war: &War, unit: UnitId, at: SectorId) -> bool {
        let state = war.unit(unit);
        if let Some(sent) = state.sent {
            return sent == at;
        }
        // A scout is over the sector that it searched and nowhere else (WSC-7.2-3).
        if state.scouts.is_some_and(|scouted| scouted != at) {
            return false;
        }
        match state.place {
            Place::Base(base) => base == at,
            Place::Deck(carrier) => {
                let of = war.unit(carrier);
                of.place == Place::Sector(at) && !of.fled
            }
            _ => false,
        }
    }

    /// Whether two forces fight (WSC-11.1-1): aircraft alone do not meet aircraft alone, bases alone attack nobody.
    pub(in crate::rules::war_at_sea) fn meet(&self, one: &Forces, other: &Forces) -> bool {
        let both = !one.is_empty() && !other.is_empty();
        both && !(one.only_flies() && other.only_flies())
            && (one.attacks() && other.attacks() || self.storms(one, other))
    }

    /// Whether one of two forces is bases alone and the other comes for them.
    fn storms(&self, one: &Forces, other: &Forces) -> bool {
        let pair = |a: &Forces, b: &Forces| a.attacks() && !b.ashore.is_empty();
        pair(one, other) || pair(other, one)
    }

    /// The sectors in which a battle is fought, in the order of their numbers (WSC-11.1-1).
    pub(in crate::rules::war_at_sea) fn contested(&self, war: &War) -> Vec<SectorId> {
        let fights = |at: &SectorId| {
            let forces: Vec<Forces> = self.playing(war).map(|side| self.forces(war, side, *at)).collect();
            (0..forces.len()).any(|a| (a + 1..forces.len()).any(|b| self.meet(&forces[a], &forces[b])))
        };
        self.board.ids().filter(fights).collect()
    }

    /// The sides with anything that fights in a sector, its controller first.
    pub(super) fn fighters(&self, war: &War, at: SectorId) -> Vec<Side> {
        let mut sides: Vec<Side> =
            self.sides().iter().copied().filter(|side| !self.forces(war, *side, at).is_empty()).collect();
        sides.sort_by_key(|side| !war.holds(*side, at));
        sides
    }
}
