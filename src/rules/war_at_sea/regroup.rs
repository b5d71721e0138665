//! 12 Regroup: where ships go after combat, which sectors change hands, and where aircraft come home.

use super::board::SectorId;
use super::event::{Event, Loss};
use super::item::{Item, Ship};
use super::key::{What, key};
use super::options::Rule;
use super::state::{Fought, Place, UnitId, War};
use super::{Ask, Table, WarAtSea, repair};
use crate::questions;
use engine::side::Side;
use engine::system::Rules;
use engine::table::Step;
use tactical::cards::Ability;

/// Why a ship may or must leave its sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    /// It won, and may go.
    Free,
    /// It lost, or fled, and must go.
    Must,
}

impl WarAtSea {
    /// Whose capital a ship of a side may not come nearer to (WSC-12.2-1): the winner's, otherwise the other
    /// side's.
    fn pursuer(&self, war: &War, side: Side, at: SectorId) -> Option<Side> {
        let last = war.fought.iter().rev().find(|fought| fought.at == at && fought.sides.contains(&side));
        let other = |fought: &Fought| fought.sides.iter().copied().find(|of| *of != side);
        let met =
            last.and_then(|fought| fought.winner.filter(|winner| *winner != side).or_else(|| other(fought)));
        let owner = || war.owner(at).filter(|owner| *owner != side);
        // Who else is there the side need not know: the nearest enemy capital counts.
        let nearest = || {
            let capitals = self.board.capitals.iter().filter(|(of, _)| *of != side);
            capitals.min_by_key(|(of, capital)| (self.board.steps(at, *capital), *of)).map(|(of, _)| *of)
        };
        met.or_else(owner).or_else(nearest)
    }

    /// Whether and why a ship has to do with regroup (WSC-12.2-1, WSC-12.2-3, WSC-12.2-4).
    fn bound(&self, war: &War, unit: UnitId) -> Option<(Bound, SectorId)> {
        let state = war.unit(unit);
        let Place::Sector(at) = state.place else { return None };
        if !self.cards[state.card].kind.is_afloat() {
            return None;
        }
        // A ship that left a large map has fled, whoever won there (WSC-11.8-2).
        if state.fled {
            return Some((Bound::Must, at));
        }
        let battles = || war.fought.iter().filter(|it| it.at == at && it.sides.contains(&state.side));
        match battles().next() {
            None => None,
            // Ships that stayed in port were not in the battle; after a lost one they are no more.
            Some(_) if !state.fought => None,
            Some(_) if battles().all(|it| it.winner == Some(state.side)) => Some((Bound::Free, at)),
            Some(_) => Some((Bound::Must, at)),
        }
    }

    /// The friendly sectors next to a sector that are no closer to the enemy's capital (WSC-12.2-1).
    fn refuges(&self, war: &War, side: Side, at: SectorId) -> Vec<SectorId> {
        let capital = self.pursuer(war, side, at).and_then(|enemy| self.board.capital(enemy));
        let near = |to: SectorId| capital.map_or(0, |capital| self.board.steps(to, capital));
        let next = self.board.sector(at).next.iter().copied();
        next.filter(|to| war.holds(side, *to) && near(*to) >= near(at)).collect()
    }

    /// The friendly sectors that are nearest to a sector, where none next to it will do (WSC-12.2-2).
    fn nearest(&self, war: &War, side: Side, at: SectorId) -> Vec<SectorId> {
        let held = || self.board.ids().filter(|to| *to != at && war.holds(side, *to));
        let least = held().map(|to| self.board.steps(at, to)).min();
        held().filter(|to| Some(self.board.steps(at, *to)) == least).collect()
    }

    /// 12.2 Where a side's ships go that were in combat or fled.
    fn regrouping(&self, war: &War, side: Side) -> Ask {
        let title = "Regroup ships after combat".to_owned();
        let mut ask =
            Ask::new(questions::REGROUP, key(war.turn, What::Regroup, side), "WSC-12.2-1", title).by_option();
        let bound = war.own(side).filter_map(|unit| self.bound(war, unit).map(|bound| (unit, bound)));
        for (unit, (bound, at)) in bound {
            let mut open = self.refuges(war, side, at);
            if bound == Bound::Free {
                open.insert(0, at);
            } else if open.is_empty() {
                open = self.nearest(war, side, at);
            }
            let Some(first) = open.first().copied() else { continue };
            let item = Item::Unit(Ship(unit, war.unit(unit).card));
            ask.offer([item], open.into_iter().map(Item::Sector), Some(Item::Sector(first)));
        }
        ask
    }

    /// The sides that have a ship in a sector that can claim it (WSC-12.2-8, WSC-16-10).
    fn claimants(&self, war: &War, at: SectorId) -> Vec<Side> {
        let claims = |side: &Side| {
            war.own(*side).any(|unit| {
                let state = war.unit(unit);
                let card = &self.cards[state.card];
                state.place == Place::Sector(at) && card.kind.is_ship() && !card.has(Ability::NoSeaControl)
            })
        };
        self.sides().iter().copied().filter(claims).collect()
    }

    /// Whether a side has land bases or ground units in a sector.
    fn garrisons(&self, war: &War, side: Side, at: SectorId) -> bool {
        war.own(side).any(|unit| {
            let kind = self.cards[war.unit(unit).card].kind;
            war.unit(unit).place == Place::Sector(at) && (kind.is_land_base() || kind.is_ground())
        })
    }

    /// The sides that have a company ashore or aboard in a sector.
    fn landed(&self, war: &War, at: SectorId) -> Vec<Side> {
        let company = |unit: UnitId| self.cards[war.unit(unit).card].kind == tactical::cards::Kind::Infantry;
        let landed = |side: &Side| {
            let mut own = war.own(*side);
            own.any(|unit| war.sector_of(unit) == Some(at) && company(unit))
        };
        self.sides().iter().copied().filter(landed).collect()
    }

    /// Who takes a sector now, if anybody does (WSC-12.2-8, WSC-1.1-5): with Ground Combat who has a company
    /// there and meets neither land bases nor infantry, with or without a ship (WSC-11.12-2).
    fn taker(&self, war: &War, at: SectorId) -> Option<Side> {
        let mut claimants = self.claimants(war, at);
        if self.has(Rule::GroundCombat) {
            let landed = self.landed(war, at);
            if claimants.iter().any(|side| !landed.contains(side)) {
                return None;
            }
            claimants = landed;
        }
        let [side] = claimants[..] else { return None };
        if war.holds(side, at) {
            return None;
        }
        let others_afloat = war.ids().any(|unit| {
            let state = war.unit(unit);
            state.side != side && state.place == Place::Sector(at) && self.cards[state.card].kind.is_ship()
        });
        let garrison = self.has(Rule::Territory)
            && side.others(self.sides()).any(|other| self.garrisons(war, other, at));
        (!others_afloat && !garrison).then_some(side)
    }
}

/// 12 Regroup: retreats, then control, then aircraft, then repair (WSC-12.1-1).
pub(super) fn regroup(table: &mut Table<'_>) -> Step<()> {
    let (system, war) = (table.system(), table.state());
    let asks: Vec<(Side, Ask)> =
        system.playing(war).map(|side| (side, system.regrouping(war, side))).collect();
    let answers = table.ask_all(&asks)?;
    let mut orders: Vec<(UnitId, SectorId)> = answers
        .iter()
        .flatten()
        .filter_map(|pick| match pick {
            (Item::Unit(Ship(unit, _)), Item::Sector(to)) => Some((*unit, *to)),
            _ => None,
        })
        .collect();
    orders.sort_unstable();
    let system = table.system();
    // What holds of each ship is read before any of them moves.
    let war = table.state();
    let bound: Vec<_> =
        war.ids().filter_map(|unit| system.bound(war, unit).map(|bound| (unit, bound))).collect();
    let mut moves = Vec::new();
    let mut lost = Vec::new();
    for (unit, (bound, at)) in bound {
        let state = war.unit(unit);
        let Some((_, to)) = orders.iter().find(|(of, _)| *of == unit) else {
            if bound == Bound::Must {
                lost.push((unit, system.pursuer(war, state.side, at)));
            }
            continue;
        };
        if *to == at {
            continue;
        }
        let adjacent = system.board.steps(at, *to) == 1 && system.refuges(war, state.side, at).contains(to);
        let transit = if adjacent { 0 } else { war.turn + 1 };
        let barred = if state.fled { war.turn + 1 + u8::from(!adjacent) } else { 0 };
        let free = bound == Bound::Free && !system.is_first_edition();
        moves.push(Event::Retired { unit, to: *to, transit, barred, free });
    }
    for (unit, by) in lost {
        table.record(Event::Lost { unit, why: Loss::NoRefuge, by })?;
    }
    for event in moves {
        table.record(event)?;
    }
    yards_lost(table)?;
    control(table)?;
    aircraft_home(table)?;
    repair::repair(table)
}

/// What a facility was building that was destroyed is lost with it (WSC-4.8-1).
fn yards_lost(table: &mut Table<'_>) -> Step<()> {
    let war = table.state();
    let gone = |unit: &UnitId| {
        let state = war.unit(*unit);
        let yard = state.work.and_then(|work| work.yard);
        matches!(state.place, Place::Stocks(_))
            && yard.is_some_and(|yard| war.unit(yard).place == Place::Lost)
    };
    let lost: Vec<UnitId> = war.ids().filter(gone).collect();
    for unit in lost {
        table.record(Event::Lost { unit, why: Loss::Site, by: None })?;
    }
    Ok(())
}

/// Sectors change hands (WSC-12.2-8); what was being built there is lost (WSC-4.8-1).
fn control(table: &mut Table<'_>) -> Step<()> {
    let system = table.system();
    for at in system.board.ids() {
        let war = table.state();
        let Some(by) = system.taker(war, at) else { continue };
        let from = war.owner(at);
        let sites: Vec<UnitId> =
            war.ids().filter(|unit| war.unit(*unit).place == Place::Stocks(at)).collect();
        // Where nobody is left to resist, the troops aboard go ashore now.
        let units: Vec<(UnitId, Place)> =
            system.companies_aboard(war, by, at).into_iter().map(|unit| (unit, Place::Sector(at))).collect();
        if !units.is_empty() {
            table.record(Event::Embarked { side: by, units })?;
        }
        table.record(Event::Taken { at, from, by })?;
        for unit in sites {
            table.record(Event::Lost { unit, why: Loss::Site, by: None })?;
        }
    }
    Ok(())
}

/// Aircraft whose base or carrier is gone come to the nearest friendly base, whatever its limit (WSC-12.2-6).
fn aircraft_home(table: &mut Table<'_>) -> Step<()> {
    let system = table.system();
    let homeless = |war: &War, unit: &UnitId| {
        let state = war.unit(*unit);
        match state.place {
            Place::Base(at) | Place::Idle(at) => (!war.holds(state.side, at)).then_some(at),
            Place::Deck(carrier) if war.unit(carrier).place == Place::Lost => {
                // Measured from the battle in which it sank, or one of its side's, as far as they are known.
                let sank = war.fought.iter().find(|it| it.sunk.contains(&carrier));
                let fought = sank.or(war.fought.iter().find(|it| it.sides.contains(&state.side)));
                Some(
                    state
                        .sent
                        .or(fought.map(|it| it.at))
                        .or(system.board.capital(state.side))
                        .unwrap_or(SectorId(0)),
                )
            }
            _ => None,
        }
    };
    let war = table.state();
    let all: Vec<(UnitId, SectorId)> =
        war.ids().filter_map(|unit| homeless(war, &unit).map(|from| (unit, from))).collect();
    for (unit, from) in all {
        let war = table.state();
        let side = war.unit(unit).side;
        let bases =
            system.board.ids().filter(|at| war.holds(side, *at) && system.board.sector(*at).kind.is_base());
        match bases.min_by_key(|at| (system.board.steps(from, *at), *at)) {
            Some(at) => table.record(Event::Home { unit, at })?,
            None => table.record(Event::Lost { unit, why: Loss::Base, by: None })?,
        }
    }
    Ok(())
}
