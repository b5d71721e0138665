//! 11.12, 17: troops go aboard ships and ashore again, and what ships can carry.

use super::board::SectorId;
use super::event::Event;
use super::item::{Item, Order, Ship};
use super::key::{What, key};
use super::options::Rule;
use super::state::{Place, UnitId, War};
use super::{Ask, Table, WarAtSea};
use crate::questions;
use engine::question::Limit;
use engine::side::Side;
use engine::table::Step;
use tactical::cards::{Ability, Card, Kind};

/// How many ground units a ship carries: one company for each 2.5 points of its Landing (WSC-17-25).
pub(super) fn landing(card: &Card) -> u8 {
    let landing = [
        (Ability::Landing10, 4),
        (Ability::Landing5, 2),
        (Ability::Landing3, 1),
        (Ability::BeachLanding3, 1),
    ];
    landing.into_iter().find(|(ability, _)| card.has(*ability)).map_or(0, |(_, companies)| companies)
}

/// How many commandos a boat carries: one for each four points of its Secret Cargo, at least one (WSC-16-12).
pub(super) fn secret_cargo(card: &Card) -> u8 {
    u8::from(card.has(Ability::SecretCargo4) || card.has(Ability::LandSecretCargo2))
}

/// How many points a ship carries (WSC-16-15).
pub(super) fn vital_cargo(card: &Card) -> u8 {
    let cargo = [(Ability::VitalCargo8, 8), (Ability::VitalCargo6, 6)];
    cargo.into_iter().find(|(ability, _)| card.has(*ability)).map_or(0, |(_, points)| points)
}

impl WarAtSea {
    /// Whether a ship takes a ground unit aboard, if it has room: a carrier of infantry any, a boat with
    /// Secret Cargo only commandos.
    fn takes_aboard(&self, war: &War, ship: UnitId, troops: UnitId) -> bool {
        let [ship, troops] = [ship, troops].map(|unit| &self.cards[war.unit(unit).card]);
        landing(ship) > 0 || secret_cargo(ship) > 0 && troops.kind == Kind::Commando
    }

    /// The ships of a side in a sector that carry ground units, each with its room.
    fn troop_carriers(&self, war: &War, side: Side, at: SectorId) -> Vec<(UnitId, u8)> {
        let room = |unit: UnitId| {
            let state = war.unit(unit);
            let card = &self.cards[state.card];
            let room = landing(card).max(secret_cargo(card));
            (state.place == Place::Sector(at) && room > 0).then_some((unit, room))
        };
        war.own(side).filter_map(room).collect()
    }

    /// The ground units of a side that are ashore or aboard.
    fn troops<'w>(&'w self, war: &'w War, side: Side) -> impl Iterator<Item = UnitId> + 'w {
        war.own(side).filter(|unit| {
            let state = war.unit(*unit);
            let there = matches!(state.place, Place::Sector(_) | Place::Aboard(_));
            there && self.cards[state.card].kind.is_ground()
        })
    }

    /// Which ground units go aboard which ships of their sector, and which go ashore on an island of their
    /// own side, before ships move (WSC-17-25). Nothing without Ground Combat.
    pub(super) fn embarking(&self, war: &War, side: Side) -> Option<Ask> {
        if !self.has(Rule::GroundCombat) {
            return None;
        }
        let title = "Load and land troops before ships move".to_owned();
        let mut ask =
            Ask::new(questions::EMBARK, key(war.turn, What::Embark, side), "WSC-17-25", title).by_option();
        let ashore = Item::Order(Order::Ashore);
        let mut limited: Vec<UnitId> = Vec::new();
        for unit in self.troops(war, side) {
            let state = war.unit(unit);
            let Some(at) = war.sector_of(unit) else { continue };
            let aboard = match state.place {
                Place::Aboard(ship) => Some(ship),
                _ => None,
            };
            let carriers = self.troop_carriers(war, side, at);
            let mut open: Vec<Item> = Vec::new();
            if aboard.is_none() || war.holds(side, at) {
                open.push(ashore);
            }
            for (ship, room) in &carriers {
                if !self.takes_aboard(war, *ship, unit) {
                    continue;
                }
                let item = Item::Unit(Ship(*ship, war.unit(*ship).card));
                open.push(item);
                if !limited.contains(ship) {
                    limited.push(*ship);
                    let option = ask.option(item);
                    let rule = "WSC-17-25".to_owned();
                    ask.limits.push(Limit::AtMost { option, count: u16::from(*room), rule });
                }
            }
            let stays = aboard.map_or(ashore, |ship| Item::Unit(Ship(ship, war.unit(ship).card)));
            if open.len() > 1 {
                ask.offer([Item::Unit(Ship(unit, state.card))], open, Some(stays));
            }
        }
        Some(ask)
    }

    /// The companies that a side has aboard ships in a sector (WSC-11.12-2: commandos capture nothing).
    pub(super) fn companies_aboard(&self, war: &War, side: Side, at: SectorId) -> Vec<UnitId> {
        let lands = |unit: &UnitId| {
            let state = war.unit(*unit);
            let aboard = matches!(state.place, Place::Aboard(_)) && war.sector_of(*unit) == Some(at);
            aboard && self.cards[state.card].kind == Kind::Infantry
        };
        war.own(side).filter(lands).collect()
    }
}

/// Troops go aboard and ashore as ordered.
pub(super) fn embark(table: &mut Table<'_>, side: Side, picks: &[(Item, Item)]) -> Step<()> {
    let war = table.state();
    let place = |unit: UnitId, to: &Item| match to {
        Item::Unit(Ship(ship, _)) => Some(Place::Aboard(*ship)),
        _ => war.sector_of(unit).map(Place::Sector),
    };
    let moved = picks.iter().filter_map(|(troops, to)| match troops {
        Item::Unit(Ship(unit, _)) => Some((*unit, place(*unit, to)?)),
        _ => None,
    });
    let mut units: Vec<_> = moved.filter(|(unit, to)| war.unit(*unit).place != *to).collect();
    units.sort_by_key(|(unit, _)| *unit);
    if units.is_empty() { Ok(()) } else { table.record(Event::Embarked { side, units }) }
}
