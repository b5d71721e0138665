//! 7 Scouting.

use super::convoy::flights;
use super::event::{Event, Refusal};
use super::item::{Item, Order, Rank, Ship};
use super::key::{What, key};
use super::options::Rule;
use super::state::{Aim, Pick, Place, UnitId, War};
use super::{Ask, Table, WarAtSea};
use crate::questions;
use engine::question::{Choice, Limit};
use engine::side::Side;
use engine::table::Step;
use tactical::cards::{Ability, Kind};

impl WarAtSea {
    /// Whether an aircraft may scout (WSC-7.2-1, WSC-7.2-2).
    pub(super) fn may_scout(&self, war: &War, unit: UnitId) -> bool {
        let card = &self.cards[war.unit(unit).card];
        card.kind.is_bomber()
            || card.kind == Kind::Fighter && (card.has(Ability::Pinpointer) || card.has(Ability::Shadowing))
    }

    /// The aircraft of a side that have a base.
    pub(super) fn aircraft<'w>(&'w self, war: &'w War, side: Side) -> impl Iterator<Item = UnitId> + 'w {
        war.own(side).filter(|unit| {
            let state = war.unit(*unit);
            self.cards[state.card].kind.is_aircraft()
                && matches!(state.place, Place::Base(_) | Place::Deck(_) | Place::Idle(_))
        })
    }

    /// What may be found out beside counts, with Territory also the class of a land base.
    pub(super) fn picks(&self) -> Vec<Pick> {
        let bases = self.has(Rule::Territory);
        Pick::ALL.into_iter().filter(|pick| bases || *pick != Pick::LandBase).collect()
    }

    /// 7.1 Which sectors aircraft scout, and 9.3 what further scouts look for, in which order; nothing
    /// without Scouting (WSC-3-2).
    pub(super) fn scouting(&self, war: &War, side: Side) -> Vec<Ask> {
        if !self.has(Rule::Scouting) {
            return Vec::new();
        }
        let title = "Send aircraft to scout".to_owned();
        let mut ask =
            Ask::new(questions::SCOUT, key(war.turn, What::Scout, side), "WSC-7.1-1", title).by_option();
        let scouts: Vec<UnitId> =
            self.aircraft(war, side).filter(|unit| self.may_scout(war, *unit)).collect();
        let nothing = Item::Order(Order::None);
        let open = || [nothing].into_iter().chain(self.goals(&[Aim::Convoy]));
        ask.offer(
            scouts.iter().map(|unit| Item::Unit(Ship(*unit, war.unit(*unit).card))),
            open(),
            Some(nothing),
        );
        let title = "Say what further scouts of a sector look for, in this order".to_owned();
        let mut wishes =
            Ask::new(questions::SCOUT_DETAILS, key(war.turn, What::Details, side), "WSC-9.3-7", title);
        let picks = self.picks();
        let choice = |at: usize| Choice { item: Item::Pick(picks[at]), mark: at as u16 + 1, worth: 0 };
        for rank in 0..picks.len() {
            let choices: Vec<Choice<Item>> = (0..picks.len()).map(choice).collect();
            wishes.offer([Item::Rank(Rank(rank as u8 + 1))], choices, Some(Item::Pick(picks[rank])));
        }
        wishes = wishes.limit(Limit::Distinct {
            rule: "WSC-9.3-7".to_owned(),
            what: "two wishes for the same thing".to_owned(),
        });
        if scouts.is_empty() { Vec::new() } else { vec![ask, wishes] }
    }
}

/// Sends a side's scouts; those that cannot reach their sector stay at home.
pub(super) fn scout(table: &mut Table<'_>, side: Side, picks: &[(Item, Item)]) -> Step<()> {
    let (mut units, mut convoy) = (Vec::new(), Vec::new());
    for (unit, to, aim) in flights(picks) {
        let (system, war) = (table.system(), table.state());
        match system.reaches(war, unit, to) {
            Ok(_) => {
                units.push((unit, to));
                convoy.extend((aim == Aim::Convoy).then_some(unit));
            }
            Err(why) => refuse(table, unit, why)?,
        }
    }
    let picks = Vec::new();
    if units.is_empty() { Ok(()) } else { table.record(Event::Scouted { side, units, picks, convoy }) }
}

/// Notes in which order further scouts ask.
pub(super) fn wishes(table: &mut Table<'_>, side: Side, picks: &[(Item, Item)]) -> Step<()> {
    let wish = |pick: &(Item, Item)| match pick {
        (Item::Rank(Rank(rank)), Item::Pick(pick)) => Some((*rank, *pick)),
        _ => None,
    };
    let mut wishes: Vec<(u8, Pick)> = picks.iter().filter_map(wish).collect();
    wishes.sort_by_key(|(rank, _)| *rank);
    let picks: Vec<Pick> = wishes.into_iter().map(|(_, pick)| pick).collect();
    let known = table.state().seat(side).map(|seat| seat.picks.clone()).unwrap_or_default();
    if picks == known {
        Ok(())
    } else {
        table.record(Event::Scouted { side, units: Vec::new(), picks, convoy: Vec::new() })
    }
}

/// Says to its own side that an order for a unit came to nothing.
pub(super) fn refuse(table: &mut Table<'_>, unit: UnitId, why: Refusal) -> Step<()> {
    let state = table.state().unit(unit);
    let (side, card, serial) = (state.side, state.card, state.serial);
    table.record(Event::Refused { side, card, serial, why })
}
