//! 6 Move Ships.

use super::board::SectorId;
use super::event::Event;
use super::item::{Item, Ship};
use super::key::{What, key, label};
use super::state::{Place, UnitId, War};
use super::{Ask, Table, WarAtSea};
use crate::questions;
use engine::fortune::{Fortune, Kind};
use engine::side::Side;
use engine::table::Step;
use tactical::cards::{Ability, Card};

/// The highest die on which a slow ship loses a sector; nothing if it is not slow.
pub(super) fn slow(card: &Card) -> Option<u8> {
    let slow = [Ability::Slow1, Ability::Slow2, Ability::Slow3];
    slow.into_iter().zip(1..).find(|(ability, _)| card.has(*ability)).map(|(_, most)| most)
}

impl WarAtSea {
    /// The ships and submarines of a side that can be given orders.
    pub(super) fn ready_afloat<'w>(&'w self, war: &'w War, side: Side) -> impl Iterator<Item = UnitId> + 'w {
        war.own(side).filter(|unit| {
            let state = war.unit(*unit);
            self.cards[state.card].kind.is_afloat() && matches!(state.place, Place::Sector(_) | Place::Pool)
        })
    }

    /// How many sectors a ship may move (WSC-6.1-1, WSC-6.1-4).
    fn allowance(&self, war: &War, unit: UnitId) -> u8 {
        let speed = self.cards[war.unit(unit).card].speed;
        if self.is_crippled(war, unit) { speed.min(1) } else { speed }
    }

    /// The ways of a ship from a sector: for each sector within so many steps that it may enter, the sector
    /// before it on the shortest way, of equal ones the lowest. It goes on only from sectors that its side
    /// controls (WSC-6.1-2).
    fn ways(&self, war: &War, side: Side, from: SectorId, steps: u8) -> Vec<Option<(u8, SectorId)>> {
        let mut ways: Vec<Option<(u8, SectorId)>> = vec![None; self.board.sectors.len()];
        ways[usize::from(from.0)] = Some((0, from));
        let mut edge = vec![from];
        for step in 1..=steps {
            let mut next = Vec::new();
            for &at in edge.iter().filter(|at| **at == from || war.holds(side, **at)) {
                for &to in &self.board.sector(at).next {
                    if ways[usize::from(to.0)].is_none() {
                        ways[usize::from(to.0)] = Some((step, at));
                        next.push(to);
                    }
                }
            }
            next.sort_unstable();
            edge = next;
        }
        ways
    }

    /// Where a ship may go, its own sector included. One that fled may not enter a sector of an enemy
    /// (WSC-12.2-4).
    pub(super) fn destinations(&self, war: &War, unit: UnitId) -> Vec<SectorId> {
        let state = war.unit(unit);
        let side = state.side;
        let barred = |at: &SectorId| {
            state.barred == war.turn && war.turn > 0 && war.owner(*at).is_some_and(|owner| owner != side)
        };
        let mut open: Vec<SectorId> = match state.place {
            // WSC-6.2-1: on turn 1 each ship counts as lying next to where it wants to go, in a sector of its
            // own side.
            Place::Pool => {
                let near = |at: &SectorId| {
                    war.holds(side, *at)
                        || self.board.sector(*at).next.iter().any(|next| war.holds(side, *next))
                };
                self.board.ids().filter(near).collect()
            }
            Place::Sector(at) => {
                let ways = self.ways(war, side, at, self.allowance(war, unit));
                self.board.ids().filter(|to| ways[usize::from(to.0)].is_some()).collect()
            }
            _ => Vec::new(),
        };
        open.retain(|at| !barred(at) || state.place == Place::Sector(*at));
        open
    }

    /// 6.1 Where the ships and submarines of a side go.
    pub(super) fn movement(&self, war: &War, side: Side) -> Ask {
        let title = "Move ships and submarines".to_owned();
        let mut ask =
            Ask::new(questions::MOVE, key(war.turn, What::Move, side), "WSC-6.1-1", title).by_option();
        let home = self.board.capital(side).unwrap_or(SectorId(0));
        for unit in self.ready_afloat(war, side) {
            let open = self.destinations(war, unit);
            let stays = match war.unit(unit).place {
                Place::Sector(at) => at,
                _ if open.contains(&home) => home,
                _ => open.first().copied().unwrap_or(home),
            };
            let item = Item::Unit(Ship(unit, war.unit(unit).card));
            ask.offer([item], open.into_iter().map(Item::Sector), Some(Item::Sector(stays)));
        }
        ask
    }
}

/// Moves the ships of a side as ordered; slow ones roll where it matters (WSC-6.1-3).
pub(super) fn sail(table: &mut Table<'_>, side: Side, picks: &[(Item, Item)]) -> Step<()> {
    let mut orders: Vec<(UnitId, SectorId)> = picks
        .iter()
        .filter_map(|pick| match pick {
            (Item::Unit(Ship(unit, _)), Item::Sector(to)) => Some((*unit, *to)),
            _ => None,
        })
        .collect();
    orders.sort_by_key(|(unit, _)| *unit);
    // Control is read at the start of the step; nothing in it changes that.
    for (unit, to) in orders {
        let (system, war) = (table.system(), table.state());
        let Place::Sector(from) = war.unit(unit).place else {
            table.record(Event::Sailed { unit, to })?;
            continue;
        };
        if from == to {
            continue;
        }
        let allowance = system.allowance(war, unit);
        let ways = system.ways(war, side, from, allowance);
        let Some((steps, before)) = ways[usize::from(to.0)] else { continue };
        let card = &system.cards[war.unit(unit).card];
        let most = slow(card).filter(|_| steps == allowance && !system.is_crippled(war, unit));
        let mut to = to;
        if let Some(most) = most {
            let die = table.roll(label(war.turn, &system.unit_word(war, unit), "slow"), 1)?[0];
            let slow = die <= most;
            table.fell(Fortune::of(side, Kind::Speed, &[die], |face| face > most));
            table.record(Event::Slowed { unit, die, slow })?;
            if slow {
                to = before;
            }
        }
        if to != from {
            table.record(Event::Sailed { unit, to })?;
        }
    }
    Ok(())
}
