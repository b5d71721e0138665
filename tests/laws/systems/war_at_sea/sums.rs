//! Banks and points, by the events alone.

use sealord::system::Rules;
use std::collections::BTreeMap;

use sealord::rules::war_at_sea::WarAtSea;
use sealord::rules::war_at_sea::board::SectorId;
use sealord::rules::war_at_sea::event::{Change, Event};
use sealord::rules::war_at_sea::state::{Place, UnitId, War};
use sealord::side::{Side, SideMap};

use crate::laws::systems::{Lawful, Sums};

pub struct Banks {
    seed: u64,
    bank: SideMap<i32>,
    /// With Economy, what lies in sectors.
    stores: BTreeMap<(Side, SectorId), i32>,
    sunk: SideMap<i32>,
}

impl Banks {
    fn add(to: &mut SideMap<i32>, side: Side, points: i32) {
        to.insert(side, to.of(side) + points);
    }
}

impl Sums<WarAtSea> for Banks {
    fn new(seed: u64) -> Banks {
        Banks { seed, bank: SideMap::default(), stores: BTreeMap::new(), sunk: SideMap::default() }
    }

    fn event(&mut self, war: &War, event: &Event) {
        match event {
            Event::Earned { side, points } => Banks::add(&mut self.bank, *side, *points),
            Event::Spent { side, points, kept, wasted, at } if !at.is_empty() => {
                let store = self.stores.entry((*side, at[0])).or_default();
                assert_eq!(*store, points + kept + wasted, "seed {}: {event:?}", self.seed);
                *store = *kept;
            }
            Event::Produced { side, points } => {
                for (at, points) in points {
                    *self.stores.entry((*side, *at)).or_default() += points;
                }
            }
            Event::Loaded { side, cargo } => {
                for (_, at, points) in cargo {
                    *self.stores.entry((*side, *at)).or_default() -= points;
                }
            }
            Event::Unloaded { side, cargo } => {
                for (_, at, points) in cargo {
                    *self.stores.entry((*side, *at)).or_default() += points;
                }
            }
            Event::Taken { at, from: Some(from), .. } => {
                self.stores.remove(&(*from, *at));
            }
            Event::Spent { side, points, kept, wasted, .. } => {
                assert_eq!(self.bank.of(*side), points + kept + wasted, "seed {}: {event:?}", self.seed);
                self.bank.insert(*side, *kept);
            }
            Event::Ruled { what: Change::Bank(side, points), .. } => {
                self.bank.insert(*side, (self.bank.of(*side) + points).max(0));
            }
            Event::Fought { points, .. } => {
                points.iter().for_each(|(side, points)| Banks::add(&mut self.sunk, *side, *points));
            }
            Event::Lost { unit, by: Some(by), .. } => {
                // Troops aboard are lost with their ship.
                let goes = |it: &UnitId| it == unit || war.unit(*it).place == Place::Aboard(*unit);
                let cost = |it: UnitId| i32::from(WarAtSea::system().cards[war.unit(it).card].cost);
                Banks::add(&mut self.sunk, *by, war.ids().filter(goes).map(cost).sum());
            }
            _ => {}
        }
    }

    fn settled(&self, war: &War) {
        for &side in WarAtSea::system().sides() {
            let seat = war.seat(side).unwrap();
            assert_eq!(seat.bank, self.bank.of(side), "seed {}, bank of {side:?}", self.seed);
            let lies = |at: &SectorId| self.stores.get(&(side, *at)).copied().unwrap_or_default();
            for at in WarAtSea::system().board.ids() {
                assert_eq!(war.store(side, at), lies(&at), "seed {}, {side:?} at {at:?}", self.seed);
            }
            let sunk: i32 = seat.sunk.iter().map(|(_, points)| *points).sum();
            assert_eq!(sunk, self.sunk.of(side), "seed {}, points of {side:?}", self.seed);
        }
    }
}
