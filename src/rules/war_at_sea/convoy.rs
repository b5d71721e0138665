//! 6.3 Convoys and task forces, and what sides do about convoys (11.13).

use super::board::SectorId;
use super::event::Event;
use super::item::{Aimed, HuntItem, Item, Order, Ship};
use super::key::{What, key};
use super::options::Rule;
use super::state::{Aim, Hunt, Place, UnitId, War};
use super::{Ask, Table, WarAtSea, troops};
use crate::questions;
use engine::side::Side;
use engine::table::Step;
use tactical::cards::Kind;

impl WarAtSea {
    /// Which ships of a side go with a convoy and which with a task force (WSC-6.3-1). Silence puts
    /// auxiliaries that carry cargo or troops into the convoy. Nothing is asked without Economy.
    pub(super) fn forming(&self, war: &War, side: Side) -> Option<Ask> {
        if !self.has(Rule::Economy) {
            return None;
        }
        let title = "Put each ship in the convoy or the task force of its sector".to_owned();
        let mut ask =
            Ask::new(questions::CONVOY, key(war.turn, What::Convoy, side), "WSC-6.3-1", title).by_option();
        let [convoy, fleet] = [Order::Convoy, Order::TaskForce].map(Item::Order);
        for unit in self.ready_afloat(war, side) {
            let card = &self.cards[war.unit(unit).card];
            if !card.kind.is_ship() {
                continue;
            }
            let carries =
                card.kind == Kind::Auxiliary && (troops::vital_cargo(card) > 0 || troops::landing(card) > 0);
            let silence = if carries { convoy } else { fleet };
            ask.offer([Item::Unit(Ship(unit, war.unit(unit).card))], [convoy, fleet], Some(silence));
        }
        Some(ask)
    }

    /// What a side's submarines and task forces do about convoys, by sector (WSC-11.13-2 to WSC-11.13-4). It
    /// is asked for every sector where the side has such, since the others' formations may not show in it.
    pub(super) fn hunting(&self, war: &War, side: Side) -> Option<Ask> {
        if !self.has(Rule::Economy) {
            return None;
        }
        let title = "Attack enemy convoys, or let them pass".to_owned();
        let mut ask = Ask::new(questions::HUNT, key(war.turn, What::Hunt, side), "WSC-11.13-3", title);
        let [yes, no] = [Order::Yes, Order::No].map(Item::Order);
        for at in self.board.ids() {
            let (mut boats, mut fleet, mut convoy) = (false, false, false);
            for unit in war.own(side).filter(|unit| war.unit(*unit).place == Place::Sector(at)) {
                let state = war.unit(unit);
                let kind = self.cards[state.card].kind;
                boats |= kind.is_afloat() && !kind.is_ship();
                fleet |= kind.is_ship() && !state.convoy;
                convoy |= kind.is_ship() && state.convoy;
            }
            let asked = [(boats, Hunt::Submarines), (fleet, Hunt::Intercept), (fleet && convoy, Hunt::Leave)];
            for (_, hunt) in asked.into_iter().filter(|(asked, _)| *asked) {
                ask.offer([Item::Hunt(HuntItem(at, hunt))], [yes, no], Some(no));
            }
        }
        Some(ask)
    }

    /// Whether a side has a convoy in a sector that has not fled.
    pub(super) fn has_convoy(&self, war: &War, side: Side, at: SectorId) -> bool {
        war.own(side).any(|unit| {
            let state = war.unit(unit);
            let here = state.place == Place::Sector(at) && !state.fled && !state.in_port;
            here && state.convoy && self.cards[state.card].kind.is_ship()
        })
    }

    /// What aircraft can be sent to in a sector: with Economy the enemy's convoy and the own one stand beside
    /// the task forces (WSC-8.7-1, WSC-10.4-1).
    pub(super) fn goals<'s>(&'s self, aims: &'s [Aim]) -> impl Iterator<Item = Item> + 's {
        let aims = if self.has(Rule::Economy) { aims } else { &[] };
        let convoys = aims.iter().flat_map(|aim| self.board.ids().map(|at| Item::Aimed(Aimed(at, *aim))));
        self.board.ids().map(Item::Sector).chain(convoys)
    }
}

/// Which aircraft are sent where, and against what, in the order of the roster.
pub(super) fn flights(picks: &[(Item, Item)]) -> Vec<(UnitId, SectorId, Aim)> {
    let flight = |pick: &(Item, Item)| match pick {
        (Item::Unit(Ship(unit, _)), to) => goal(to).map(|(to, aim)| (*unit, to, aim)),
        _ => None,
    };
    let mut flights: Vec<_> = picks.iter().filter_map(flight).collect();
    flights.sort_unstable_by_key(|(unit, ..)| *unit);
    flights
}

/// Where an aircraft is sent, and against what.
pub(super) fn goal(item: &Item) -> Option<(SectorId, Aim)> {
    match item {
        Item::Sector(at) => Some((*at, Aim::Fleet)),
        Item::Aimed(Aimed(at, aim)) => Some((*at, *aim)),
        _ => None,
    }
}

/// Divides a side's ships into convoys and task forces.
pub(super) fn form(table: &mut Table<'_>, side: Side, picks: &[(Item, Item)]) -> Step<()> {
    let war = table.state();
    let mut convoy: Vec<UnitId> = picks
        .iter()
        .filter_map(|pick| match pick {
            (Item::Unit(Ship(unit, _)), Item::Order(Order::Convoy)) => Some(*unit),
            _ => None,
        })
        .collect();
    convoy.sort_unstable();
    let known: Vec<UnitId> = war.own(side).filter(|unit| war.unit(*unit).convoy).collect();
    if convoy == known { Ok(()) } else { table.record(Event::Formed { side, convoy }) }
}

/// Notes what a side does about convoys.
pub(super) fn hunt(table: &mut Table<'_>, side: Side, picks: &[(Item, Item)]) -> Step<()> {
    let mut hunts: Vec<(SectorId, Hunt)> = picks
        .iter()
        .filter_map(|pick| match pick {
            (Item::Hunt(HuntItem(at, hunt)), Item::Order(Order::Yes)) => Some((*at, *hunt)),
            _ => None,
        })
        .collect();
    hunts.sort_unstable_by_key(|(at, hunt)| (*at, *hunt as u8));
    if hunts.is_empty() { Ok(()) } else { table.record(Event::Hunted { side, hunts }) }
}
