//! 1.3 What returns to base at the end of a turn, and what arrives.

use super::basing::Coming;
use super::board::SeaMap;
use super::event::Event;
use super::faction::Faction;
use super::item::Item;
use super::key::Key;
use super::pieces::{Nation, UnitId};
use super::state::{Battle, Place, Post, Sea, SupportId};
use super::{Schiffskrieg, Table, rebasing};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::table::Step;

/// 1.3 What is in Used Boxes goes home, and what is due comes on: all factions at once, since none is in
/// another's way (SK-1.3-1).
pub(super) fn homecoming(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state().clone());
    let factions: Vec<Faction> = system.scenario.factions().collect();
    let mut asks = Vec::new();
    let mut all = Vec::new();
    for faction in factions.iter().copied() {
        let wishes = system.homeward(&sea, faction);
        asks.push((faction.side(), question(system, &sea, faction, &wishes)));
        all.push(wishes);
    }
    let answers = table.ask_all(&asks)?;
    for ((faction, wishes), answer) in factions.into_iter().zip(all).zip(answers) {
        let found = rebasing::house(system, table.state(), &answer, wishes);
        rebasing::settle(table, faction, "SK-1.3-1", found)?;
        let boats = system.boats_back(table.state(), faction);
        if !boats.is_empty() {
            table.record(Event::Moved { faction, rule: "SK-1.3-7".to_owned(), units: boats })?;
        }
    }
    support(table)
}

/// The question where a faction's pieces go that come back or arrive, each among its places.
fn question(
    system: &Schiffskrieg,
    sea: &Sea,
    faction: Faction,
    wishes: &[(UnitId, Vec<Place>)],
) -> Ask<Item, Item> {
    let key = Key::Return { turn: Turn(system.turn_number(sea)), faction };
    let title = "Send pieces home, and place those that arrive".to_owned();
    let mut ask: Ask<Item, Item> = Ask::new(questions::RETURN, key.text(), "SK-1.3-1", title);
    rebasing::offer(system, sea, &mut ask, wishes);
    ask
}

/// The same as it would be put now.
pub(super) fn question_now(system: &Schiffskrieg, sea: &Sea, faction: Faction) -> Ask<Item, Item> {
    question(system, sea, faction, &system.homeward(sea, faction))
}

/// SK-1.3-8 Support units in the Used Asset Box and those whose turn has come go to their Force Pools.
fn support(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let next = system.turn(sea).ahead(1);
    let due = |id: &SupportId| match sea.support[usize::from(id.0)].post {
        Post::UsedAsset => true,
        Post::Track(turn) => turn <= next,
        _ => false,
    };
    let back: Vec<SupportId> = (0..sea.support.len() as u8).map(SupportId).filter(due).collect();
    for support in back {
        table.record(Event::Posted { support, post: Post::ForcePool })?;
    }
    Ok(())
}

/// SK-4.6.3-4 Where pieces may go home from a battle: ships as from the Used Box of its zone, LBAs and what
/// fought where there is no zone anywhere on the map. First comes the base that each left, which is as good
/// as it was.
pub(super) fn after_battle(
    system: &Schiffskrieg,
    sea: &Sea,
    faction: Faction,
    battle: &Battle,
    units: &[UnitId],
) -> Vec<(UnitId, Vec<Place>)> {
    let mut harbour = system.harbour(sea, faction);
    let mut wishes = Vec::with_capacity(units.len());
    for unit in units.iter().copied() {
        let coming = match battle.zone() {
            Some(zone) if system.counters[unit].is_ship() => Coming::FromZone(zone),
            _ => Coming::Arriving(battle.map),
        };
        let mut places = harbour.open_to(unit, coming);
        let home = sea.unit(unit).place;
        places.retain(|place| *place != home);
        places.insert(0, home);
        wishes.push((unit, places));
    }
    wishes
}

impl Schiffskrieg {
    /// From where a piece comes back at the end of this turn, on each map on which it may; nothing if it does
    /// not.
    fn coming(&self, sea: &Sea, unit: UnitId) -> Vec<Coming> {
        let next = self.turn(sea).ahead(1);
        match sea.unit(unit).place {
            Place::Used(zone) if self.counters[unit].is_ship() => vec![Coming::FromZone(zone)],
            Place::Used(zone) => vec![Coming::Arriving(self.board.zone(zone).map)],
            Place::UsedAsset(map) => vec![Coming::Arriving(map)],
            Place::TurnTrack(map, turn) if turn <= next => vec![Coming::Arriving(map)],
            Place::ShipTrack(turn) if turn <= next => {
                self.scenario.maps.iter().map(|map: &SeaMap| Coming::Arriving(*map)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Puts bases of a nation's own country and its Dependents before the other places: US carriers lie off
    /// Hawaii before they lie in India.
    pub(super) fn own_first(&self, nation: Nation, places: &mut [Place]) {
        let is_abroad = |place: &Place| match place {
            Place::Base(base) => !self.is_home_or_dependent(nation, self.board.base(*base).country),
            _ => true,
        };
        places.sort_by_key(is_abroad);
    }

    /// The ships and LBAs of a faction that come back or arrive, with their places: the base that each left
    /// first, then those of its own country, then the others in their order.
    fn homeward(&self, sea: &Sea, faction: Faction) -> Vec<(UnitId, Vec<Place>)> {
        let mut harbour = self.harbour(sea, faction);
        let mut found = Vec::new();
        for unit in sea.ids().filter(|unit| !self.counters[*unit].is_boat()) {
            let coming = self.coming(sea, unit);
            if coming.is_empty() || self.side_of(sea, unit) != Some(faction) {
                continue;
            }
            let mut places: Vec<Place> =
                coming.into_iter().flat_map(|coming| harbour.open_to(unit, coming)).collect();
            self.own_first(self.counters[unit].nation, &mut places);
            if let Some(home) = sea.unit(unit).home
                && let Some(at) = places.iter().position(|place| *place == home)
            {
                places[..=at].rotate_right(1);
            }
            found.push((unit, places));
        }
        found
    }

    /// SK-1.3-7 The X-boats of a faction that are back in their Force Pools.
    fn boats_back(&self, sea: &Sea, faction: Faction) -> Vec<(UnitId, Place)> {
        let boats = sea.ids().filter(|unit| self.counters[*unit].is_boat());
        let own = boats.filter(|unit| self.side_of(sea, *unit) == Some(faction));
        let back = |unit: UnitId| match self.coming(sea, unit).first()? {
            Coming::Arriving(map) => Some((unit, Place::ForcePool(*map))),
            Coming::FromZone(_) | Coming::Rebasing => None,
        };
        own.filter_map(back).collect()
    }
}
