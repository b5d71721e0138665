//! 14.3 Economy: points lie where they were produced, and ships carry them to where they are spent.

use super::board::{Kind, SectorId};
use super::event::Event;
use super::item::{Item, Points, Ship};
use super::key::{What, key};
use super::options::Rule;
use super::state::{Place, UnitId, War};
use super::{Ask, Table, WarAtSea, troops};
use crate::questions;
use engine::question::{Choice, Limit};
use engine::side::Side;
use engine::table::Step;

impl WarAtSea {
    /// Whether ships or aircraft are built in a sector, so that what is not spent there is wasted: elsewhere
    /// points wait for a ship.
    pub(super) fn is_workshop(&self, war: &War, side: Side, at: SectorId) -> bool {
        if self.has(Rule::Construction) {
            return self.facilities_at(war, side, at).next().is_some();
        }
        war.holds(side, at) && matches!(self.board.sector(at).kind, Kind::Capital | Kind::Large)
    }

    /// The sectors of which a side is asked what it spends there (WSC-14.3-1): those where points lie or
    /// something is on the stocks.
    pub(super) fn purses(&self, war: &War, side: Side) -> Vec<SectorId> {
        let built = |at: SectorId| war.own(side).any(|unit| war.unit(unit).place == Place::Stocks(at));
        let has = |at: &SectorId| war.holds(side, *at) && (war.store(side, *at) > 0 || built(*at));
        self.board.ids().filter(has).collect()
    }

    /// How many points each ship takes aboard where it lies (WSC-14.3-2). Silence fills ships where nothing
    /// is built, and takes nothing where something is. Nothing is asked without Economy.
    pub(super) fn loading(&self, war: &War, side: Side) -> Option<Ask> {
        if !self.has(Rule::Economy) {
            return None;
        }
        let title = "Load points aboard ships".to_owned();
        let mut ask = Ask::new(questions::LOAD, key(war.turn, What::Load, side), "WSC-14.3-2", title);
        ask = ask.about(
            "What a sector has after spending can be taken; a ship that finds less takes what is there."
                .to_owned(),
        );
        let room = |unit: &UnitId| {
            let state = war.unit(*unit);
            let room = troops::vital_cargo(&self.cards[state.card]).saturating_sub(state.cargo);
            let here = matches!(state.place, Place::Sector(at) if war.holds(side, at));
            (here && room > 0).then_some(room)
        };
        for at in self.board.ids() {
            let mut left = war.store(side, at);
            let first = ask.subjects.len() as u16;
            let ships = war.own(side).filter(|unit| war.unit(*unit).place == Place::Sector(at));
            for unit in ships {
                let lies = u8::try_from(war.store(side, at)).unwrap_or(u8::MAX);
                let Some(room) = room(&unit).map(|it| it.min(lies)).filter(|it| *it > 0) else { continue };
                let points = |points: u8| Choice {
                    item: Item::Points(Points(points.into())),
                    mark: points.into(),
                    worth: 0,
                };
                let takes = i32::from(room).min(left);
                let silence = if self.is_workshop(war, side, at) { 0 } else { takes };
                left -= silence;
                let item = Item::Unit(Ship(unit, war.unit(unit).card));
                let silence = Item::Points(Points(u16::try_from(silence).unwrap_or(0)));
                ask.offer([item], (0..=room).map(points), Some(silence));
            }
            let last = ask.subjects.len() as u16;
            if last > first {
                ask.limits.push(Limit::Weighed {
                    weights: (first..last).map(|subject| (subject, 1)).collect(),
                    most: war.store(side, at),
                    what: format!("points at {}", self.board.sector(at).name),
                    rule: "WSC-14.3-2".to_owned(),
                });
            }
        }
        Some(ask)
    }

    /// What each sector of a side yields this turn: together as much as without Economy (WSC-14.1-6).
    pub(super) fn yields(&self, war: &War, side: Side) -> Vec<(SectorId, i32)> {
        let halved = self.has(Rule::Quarterly);
        let so_far = |sum: i32| if halved { (sum + 1) / 2 } else { sum };
        let mut sum = 0;
        let held = self.board.ids().filter(|at| war.holds(side, *at));
        let yields = held.map(|at| {
            let before = so_far(sum);
            sum += self.yield_of(at);
            (at, so_far(sum) - before)
        });
        yields.filter(|(_, points)| *points > 0).collect()
    }
}

/// Ships take points aboard as ordered, as far as there are any left.
pub(super) fn load(table: &mut Table<'_>, side: Side, picks: &[(Item, Item)]) -> Step<()> {
    let war = table.state();
    let mut orders: Vec<(UnitId, i32)> = picks
        .iter()
        .filter_map(|pick| match pick {
            (Item::Unit(Ship(unit, _)), Item::Points(Points(points))) => Some((*unit, i32::from(*points))),
            _ => None,
        })
        .collect();
    orders.sort_unstable();
    let mut left = war.seat(side).map(|seat| seat.stores.clone()).unwrap_or_default();
    let mut cargo = Vec::new();
    for (unit, wanted) in orders {
        let Place::Sector(at) = war.unit(unit).place else { continue };
        let Some((_, store)) = left.iter_mut().find(|(of, _)| *of == at) else { continue };
        let points = wanted.min(*store);
        *store -= points;
        if points > 0 {
            cargo.push((unit, at, points));
        }
    }
    if cargo.is_empty() { Ok(()) } else { table.record(Event::Loaded { side, cargo }) }
}

/// What a side collects at the end of a turn: ships in its sectors bring ashore what they carry (WSC-14.3-3),
/// and its sectors produce (WSC-14.3-2).
pub(super) fn collected(system: &WarAtSea, war: &War, side: Side) -> Vec<Event> {
    let brings = |unit: UnitId| {
        let state = war.unit(unit);
        match state.place {
            Place::Sector(at) if state.cargo > 0 && war.holds(side, at) => {
                Some((unit, at, i32::from(state.cargo)))
            }
            _ => None,
        }
    };
    let cargo: Vec<_> = war.own(side).filter_map(brings).collect();
    let points = system.yields(war, side);
    let mut collected = Vec::new();
    if !cargo.is_empty() {
        collected.push(Event::Unloaded { side, cargo });
    }
    if !points.is_empty() {
        collected.push(Event::Produced { side, points });
    }
    collected
}
