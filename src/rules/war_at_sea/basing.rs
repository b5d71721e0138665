//! 5 Deploy Aircraft.

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
use tactical::cards::Kind;

impl WarAtSea {
    /// How many aircraft a sector bases (WSC-5.2-1 to WSC-5.2-3); with Territory as many as the airbases on
    /// its island have room for, none more than its remaining hull (WSC-5.3-1).
    pub fn basing_capacity(&self, war: &War, at: SectorId) -> u8 {
        if !self.has(Rule::Territory) {
            return self.board.sector(at).kind.basing();
        }
        let airbase = |unit: UnitId| {
            let state = war.unit(unit);
            let card = &self.cards[state.card];
            (card.kind == Kind::Airbase && state.place == Place::Sector(at))
                .then(|| card.capacity.min(card.hull.saturating_sub(state.damage)))
        };
        war.ids().filter_map(airbase).fold(0, u8::saturating_add)
    }

    /// Whether an aircraft may be aboard a carrier (WSC-5.1-1).
    fn fits_a_deck(&self, war: &War, aircraft: UnitId, carrier: UnitId) -> bool {
        let [plane, deck] = [aircraft, carrier].map(|unit| &self.cards[war.unit(unit).card]);
        self.cards.effects.may_base(plane, deck)
    }

    /// The bases and carriers of a side with their room: bases first, by number.
    fn decks_and_bases(&self, war: &War, side: Side) -> Vec<(Item, Place, u8)> {
        let held = self.board.ids().filter(|at| war.holds(side, *at));
        let base = |at| (Item::Sector(at), Place::Base(at), self.basing_capacity(war, at));
        let deck = |unit: UnitId| {
            let state = war.unit(unit);
            let card = &self.cards[state.card];
            let ready = matches!(state.place, Place::Sector(_) | Place::Pool);
            (card.kind.is_ship() && card.capacity > 0 && ready).then_some((
                Item::Unit(Ship(unit, state.card)),
                Place::Deck(unit),
                card.capacity,
            ))
        };
        let mut all: Vec<_> = held.map(base).filter(|(.., room)| *room > 0).collect();
        all.extend(war.own(side).filter_map(deck));
        all
    }

    /// 5.1 Where a side's aircraft are based: any base or carrier, without regard to distance. Silence leaves
    /// them where they are, as far as there is room.
    pub(super) fn basing(&self, war: &War, side: Side) -> Ask {
        let title = "Base aircraft".to_owned();
        let mut ask =
            Ask::new(questions::BASE, key(war.turn, What::Base, side), "WSC-5.1-1", title).by_option();
        let places = self.decks_and_bases(war, side);
        for (item, _, room) in &places {
            let option = ask.option(*item);
            let rule = "WSC-5.1-2".to_owned();
            ask.limits.push(Limit::AtMost { option, count: u16::from(*room), rule });
        }
        let is_based = |unit: &UnitId| {
            let state = war.unit(*unit);
            let (is_aircraft, place) = (self.cards[state.card].kind.is_aircraft(), state.place);
            let away = matches!(place, Place::Deck(carrier) if matches!(war.unit(carrier).place, Place::Transit(..)));
            is_aircraft && !away && matches!(place, Place::Base(_) | Place::Deck(_) | Place::Idle(_))
        };
        let aircraft: Vec<UnitId> = war.own(side).filter(is_based).collect();
        let default = self.first_bases(war, &aircraft, &places);
        let idle = default.iter().filter(|place| place.is_none()).count();
        let nowhere = (idle > 0).then(|| {
            let option = ask.option(Item::Order(Order::Idle));
            // WSC-5.1-3: only those that fit nowhere.
            ask.limits.push(Limit::AtMost { option, count: idle as u16, rule: "WSC-5.1-3".to_owned() });
            option
        });
        for (unit, default) in aircraft.iter().zip(default) {
            let suits = |place: &Place| match place {
                Place::Deck(carrier) => self.fits_a_deck(war, *unit, *carrier),
                _ => true,
            };
            let fits = |(at, (_, place, _)): (usize, &(Item, Place, u8))| suits(place).then_some(at as u16);
            let open: Vec<u16> = places.iter().enumerate().filter_map(fits).chain(nowhere).collect();
            let set = ask.set(open);
            let item = Item::Unit(Ship(*unit, war.unit(*unit).card));
            ask.subject(item, set, default.map(|at| at as u16).or(nowhere));
        }
        ask
    }

    /// Where aircraft go of themselves, each as a place in the list or nowhere: where they are while there is
    /// room, then aboard carriers, then the capital and the other bases in their order.
    fn first_bases(
        &self,
        war: &War,
        aircraft: &[UnitId],
        places: &[(Item, Place, u8)],
    ) -> Vec<Option<usize>> {
        let mut room: Vec<u8> = places.iter().map(|(.., room)| *room).collect();
        let mut based: Vec<Option<usize>> = vec![None; aircraft.len()];
        let mut take = |based: &mut Option<usize>, at: Option<usize>| {
            if let Some(at) = at.filter(|at| room[*at] > 0) {
                room[at] -= 1;
                *based = Some(at);
            }
            based.is_some()
        };
        // On the first turn nobody is anywhere yet, so carriers fill first.
        if war.turn > 1 {
            for (unit, based) in aircraft.iter().zip(&mut based) {
                let here = war.unit(*unit).place;
                take(based, places.iter().position(|(_, place, _)| *place == here));
            }
        }
        for decks in [true, false] {
            for (unit, based) in aircraft.iter().zip(&mut based).filter(|(_, based)| based.is_none()) {
                let suits = |(_, place, _): &(Item, Place, u8)| matches!(place, Place::Deck(_)) == decks;
                let capital = |at: &usize| match places[*at].1 {
                    Place::Base(sector) => self.board.capital(war.unit(*unit).side) != Some(sector),
                    _ => false,
                };
                let mut open: Vec<usize> = (0..places.len()).filter(|at| suits(&places[*at])).collect();
                open.sort_by_key(capital);
                open.retain(|at| match places[*at].1 {
                    Place::Deck(carrier) => self.fits_a_deck(war, *unit, carrier),
                    _ => true,
                });
                open.into_iter().any(|at| take(based, Some(at)));
            }
        }
        based
    }
}

/// Bases a side's aircraft as it ordered.
pub(super) fn base(table: &mut Table<'_>, side: Side, picks: &[(Item, Item)]) -> Step<()> {
    let (system, war) = (table.system(), table.state());
    let capital = system.board.capital(side).unwrap_or(SectorId(0));
    let place = |option: &Item| match option {
        Item::Sector(at) => Place::Base(*at),
        Item::Unit(Ship(carrier, _)) => Place::Deck(*carrier),
        _ => Place::Idle(capital),
    };
    let moved = picks.iter().filter_map(|(aircraft, option)| match aircraft {
        Item::Unit(Ship(unit, _)) => Some((*unit, place(option))),
        _ => None,
    });
    let mut units: Vec<_> = moved.filter(|(unit, place)| war.unit(*unit).place != *place).collect();
    units.sort_by_key(|(unit, _)| *unit);
    if units.is_empty() { Ok(()) } else { table.record(Event::Based { side, units }) }
}
