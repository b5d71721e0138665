//! 11.1 Who fights in a sector, and with what.

use crate::WarAtSea;
use crate::board::SectorId;
use crate::state::{Aim, Hunt, Place, UnitId, War};
use engine::side::Side;
use engine::system::Rules;

/// What a side has in a sector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Forces {
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
    /// Ground units aboard those ships and submarines.
    pub aboard: Vec<UnitId>,
    /// Whether ground units are ashore in a sector that another side controls, or nobody.
    pub invades: bool,
}

/// Which part of a side's forces in a sector fights: with Economy convoys fight battles of their own
/// (WSC-11.13-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All of them.
    All,
    /// The task force with land bases, without submarines and aircraft that go for a convoy.
    Fleet,
    /// The convoy and the aircraft that defend it.
    Convoy,
    /// The convoy, to whose relief the task force comes.
    Relieved,
    /// Submarines and aircraft that go for a convoy.
    Raiders,
    /// These with the task force.
    Hunters,
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
        !self.ships.is_empty() || !self.submarines.is_empty() || !self.aircraft.is_empty() || self.invades
    }
}

impl WarAtSea {
    /// What a side has in a sector, after flee declarations.
    pub(crate) fn forces(&self, war: &War, side: Side, at: SectorId) -> Forces {
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
                () if ashore => {
                    forces.invades |= kind.is_ground() && !war.holds(side, at);
                    forces.ashore.push(unit);
                }
                () if kind.is_ship() => forces.ships.push(unit),
                () => forces.submarines.push(unit),
            }
        }
        let carried = |unit: &UnitId| match war.unit(*unit).place {
            Place::Aboard(ship) => forces.ships.contains(&ship) || forces.submarines.contains(&ship),
            _ => false,
        };
        forces.aboard = war.own(side).filter(carried).collect();
        for units in [&mut forces.ships, &mut forces.submarines, &mut forces.aircraft, &mut forces.ashore] {
            // Roster order of a battle: kinds, then the dearer first.
            units.sort_by_key(|unit| {
                let card = &self.cards[war.unit(*unit).card];
                (card.kind, std::cmp::Reverse(card.cost), *unit)
            });
        }
        forces
    }

    /// What a part of a side's forces in a sector is against another side.
    pub(crate) fn part(&self, war: &War, (side, enemy): (Side, Side), at: SectorId, part: Part) -> Forces {
        let mut forces = self.forces(war, side, at);
        if part == Part::All {
            return forces;
        }
        let prey = self.has_convoy(war, enemy, at);
        let own = self.has_convoy(war, side, at);
        let hunting = prey && war.hunts(side, at, Hunt::Submarines);
        // What is sent against or for a convoy that is not there fights with the task force.
        let aim = |unit: &UnitId| {
            let state = war.unit(*unit);
            let aboard = matches!(state.place, Place::Deck(ship) if war.unit(ship).convoy);
            match state.aim {
                Aim::Convoy if state.sent.is_some() && prey => Aim::Convoy,
                Aim::Escort if state.sent.is_some() && own => Aim::Escort,
                _ if aboard && state.sent.is_none() => Aim::Escort,
                _ => Aim::Fleet,
            }
        };
        let convoy = |unit: &UnitId| war.unit(*unit).convoy;
        match part {
            Part::All => {}
            Part::Fleet => {
                forces.ships.retain(|unit| !convoy(unit));
                forces.submarines.retain(|_| !hunting);
                forces.aircraft.retain(|unit| aim(unit) == Aim::Fleet);
            }
            Part::Convoy | Part::Relieved => {
                let relieved = part == Part::Relieved;
                forces.ships.retain(|unit| convoy(unit) || relieved);
                forces.submarines.retain(|_| relieved && !hunting);
                forces.aircraft.retain(|unit| aim(unit) == Aim::Escort);
                (forces.ashore, forces.in_port) = (Vec::new(), Vec::new());
            }
            Part::Raiders | Part::Hunters => {
                forces.ships.retain(|unit| part == Part::Hunters && !convoy(unit));
                forces.submarines.retain(|_| hunting);
                forces.aircraft.retain(|unit| {
                    aim(unit) == Aim::Convoy
                        || part == Part::Hunters && is_of_decks(war, *unit, &forces.ships)
                });
                (forces.ashore, forces.in_port) = (Vec::new(), Vec::new());
            }
        }
        let Forces { ships, submarines, aboard, .. } = &mut forces;
        let goes = |ship: UnitId| ships.contains(&ship) || submarines.contains(&ship);
        aboard.retain(|unit| matches!(war.unit(*unit).place, Place::Aboard(ship) if goes(ship)));
        forces
    }

    /// What an initiative roll of such a part gets before there is a battle: the best Flagship bonus and what
    /// abilities add (WSC-11.13-4, WST-map-4, WST-init-3). A task force that comes to a convoy's relief is
    /// not there yet. Edition 1 took the best Flagship of ships alone, and of the relief as well.
    pub(super) fn initiative(&self, war: &War, sides: (Side, Side), at: SectorId, part: Part) -> i8 {
        let first_edition = self.is_first_edition();
        let part = if part == Part::Relieved && !first_edition { Part::Convoy } else { part };
        let Forces { ships, submarines, .. } = self.part(war, sides, at, part);
        let of = |unit: &UnitId| {
            let card = &self.cards[war.unit(*unit).card];
            (card.kind, card.abilities, card.flagship)
        };
        if first_edition {
            let flagship = ships.iter().map(|unit| of(unit).2).max().unwrap_or(0);
            return flagship.try_into().unwrap_or(i8::MAX);
        }
        self.cards.effects.initiative(&ships.iter().chain(&submarines).map(of).collect::<Vec<_>>())
    }

    /// Whether an aircraft fights in a sector: it is committed there, or defends where it is based
    /// (WSC-8.3-2).
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

    /// Whether two forces fight (WSC-11.1-1): aircraft alone do not meet aircraft alone, bases alone attack
    /// nobody.
    pub(crate) fn meet(&self, one: &Forces, other: &Forces) -> bool {
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
    pub(crate) fn contested(&self, war: &War) -> Vec<SectorId> {
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

/// Whether an aircraft is aboard one of these ships and was sent nowhere else.
fn is_of_decks(war: &War, unit: UnitId, ships: &[UnitId]) -> bool {
    let state = war.unit(unit);
    state.sent.is_none() && matches!(state.place, Place::Deck(deck) if ships.contains(&deck))
}
