//! 1.2 Rebasing, free and forced, and 1.5 transfers between the maps.

use super::basing::{Coming, Harbour};
use super::berths::Berths;
use super::board::{BaseId, SeaMap};
use super::event::Event;
use super::faction::Faction;
use super::item::{Item, Word};
use super::key::Key;
use super::pieces::{Nation, UnitId};
use super::set_up::{item_of, place_of};
use super::state::{Place, Sea};
use super::{Schiffskrieg, Table};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::table::Step;

/// SK-1.5-1 How many turns ahead a piece arrives on the other map.
const TRANSFER: u8 = 2;
/// SK-1.5-2 The same while its country's LOC is damaged.
const SLOW_TRANSFER: u8 = 4;

/// 1.2 A faction's ships and LBAs rebase as it likes, and then as they must.
pub(super) fn rebase(table: &mut Table, faction: Faction) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let ask = question(system, sea, faction);
    let answer = table.ask(faction.side(), &ask)?;
    let sea = table.state();
    let mut harbour = system.harbour(sea, faction);
    let wishes: Vec<(UnitId, Place)> = answer
        .iter()
        .filter_map(|(unit, to)| {
            let Item::Unit(unit) = *unit else { return None };
            let place = match *to {
                Item::Word(Word::Transfer) => system.transfer(&mut harbour, sea, unit)?,
                to => place_of(to)?,
            };
            Some((unit, place))
        })
        .collect();
    let units = moves(system, sea, &wishes);
    if !units.is_empty() {
        table.record(Event::Moved { faction, rule: "SK-1.2-1".to_owned(), units })?;
    }
    let sea = table.state();
    let must = system.misplaced(sea, faction);
    forced(table, faction, "end", &must)
}

/// The question where a faction's pieces go; silence lets them stay.
pub(super) fn question(system: &Schiffskrieg, sea: &Sea, faction: Faction) -> Ask<Item, Item> {
    let key = Key::Rebase { turn: Turn(system.turn_number(sea)), faction };
    let mut ask = Ask::new(questions::REBASE, key.text(), "SK-1.2-1", "Rebase ships and LBAs".to_owned());
    let stay = Item::Word(Word::Stay);
    let mut harbour = system.harbour(sea, faction);
    for unit in system.based(sea, faction) {
        let open = harbour.open_to(unit, Coming::Rebasing);
        let from = sea.unit(unit).place;
        let mut options = vec![stay];
        options.extend(open.into_iter().filter(|place| *place != from).filter_map(item_of));
        options.extend(system.transfer(&mut harbour, sea, unit).map(|_| Item::Word(Word::Transfer)));
        if options.len() > 1 {
            ask.offer([Item::Unit(unit)], options, Some(stay));
        }
    }
    ask
}

/// Which of the wishes can be had together: port limits count after all moves. What finds no room stays.
fn moves(system: &Schiffskrieg, sea: &Sea, wishes: &[(UnitId, Place)]) -> Vec<(UnitId, Place)> {
    let mut going: Vec<(UnitId, Place)> = wishes.to_vec();
    while !going.is_empty() {
        let moving: Vec<UnitId> = going.iter().map(|(unit, _)| *unit).collect();
        let mut berths = Berths::of(system, sea, &moving);
        let mut back = None;
        for (unit, place) in &going {
            if matches!(place, Place::TurnTrack(..)) {
                continue;
            }
            if berths.fits(*unit, *place) {
                berths.put(*unit, *place);
            } else {
                back = Some(*unit);
                break;
            }
        }
        match back {
            None => break,
            Some(unit) => going.retain(|(of, _)| *of != unit),
        }
    }
    going
}

/// 1.2 Pieces that must leave where they are go to a suitable base; what cannot is lost (SK-1.2-12 to
/// SK-1.2-17). `why` is a word that makes the question's key unique in the faction's turn.
pub(super) fn forced(table: &mut Table, faction: Faction, why: &str, units: &[UnitId]) -> Step<()> {
    if units.is_empty() {
        return Ok(());
    }
    let (system, sea) = (table.system(), table.state());
    let mut harbour = system.harbour(sea, faction);
    let wishes: Vec<(UnitId, Vec<Place>)> =
        units.iter().map(|unit| (*unit, harbour.open_to(*unit, Coming::Rebasing))).collect();
    let key = Key::Forced { turn: Turn(system.turn_number(sea)), faction, why };
    let title = "Move the pieces that must leave".to_owned();
    let mut ask = Ask::new(questions::FORCED, key.text(), "SK-1.2-12", title);
    let answer = house_by_answer(table, faction, &mut ask, wishes)?;
    settle(table, faction, "SK-1.2-12", answer)
}

/// SK-1.2-14 An enemy ground unit has entered the hex of a base: whoever lies there and cannot stay goes
/// elsewhere at once. What became unsuitable in another way is looked at when its faction has rebased
/// (SK-1.2-13).
pub(super) fn entered(table: &mut Table, base: BaseId) -> Step<()> {
    let system = table.system();
    for faction in system.scenario.factions().collect::<Vec<_>>() {
        let sea = table.state();
        let harbour = system.harbour(sea, faction);
        let driven_out = |unit: &UnitId| {
            let here =
                sea.unit(*unit).place == Place::Base(base) && system.side_of(sea, *unit) == Some(faction);
            here && !harbour.suits(*unit, base)
        };
        let units: Vec<UnitId> = sea.ids().filter(driven_out).collect();
        let why = format!("entry-{}", system.board.base(base).id);
        forced(table, faction, &why, &units)?;
    }
    Ok(())
}

/// Asks where pieces go, each among its places, and houses as many as can be: by the answer first, then by
/// the order of the places.
pub(super) fn house_by_answer(
    table: &mut Table,
    faction: Faction,
    ask: &mut Ask<Item, Item>,
    wishes: Vec<(UnitId, Vec<Place>)>,
) -> Step<Vec<(UnitId, Option<Place>)>> {
    offer(table.system(), table.state(), ask, &wishes);
    let answer = table.ask(faction.side(), ask)?;
    Ok(house(table.system(), table.state(), &answer, wishes))
}

/// Offers pieces their places; silence is what the program would do.
pub(super) fn offer(
    system: &Schiffskrieg,
    sea: &Sea,
    ask: &mut Ask<Item, Item>,
    wishes: &[(UnitId, Vec<Place>)],
) {
    if wishes.is_empty() {
        return;
    }
    let moving: Vec<UnitId> = wishes.iter().map(|(unit, _)| *unit).collect();
    let built_in = Berths::of(system, sea, &moving).house(wishes);
    for ((unit, places), (_, place)) in wishes.iter().zip(built_in) {
        let options: Vec<Item> = places.iter().copied().filter_map(item_of).collect();
        if !options.is_empty() {
            let silence = place.and_then(item_of).unwrap_or(options[0]);
            ask.offer([Item::Unit(*unit)], options, Some(silence));
        }
    }
}

/// Where pieces find room by an answer.
pub(super) fn house(
    system: &Schiffskrieg,
    sea: &Sea,
    answer: &[(Item, Item)],
    mut wishes: Vec<(UnitId, Vec<Place>)>,
) -> Vec<(UnitId, Option<Place>)> {
    if wishes.is_empty() {
        return Vec::new();
    }
    let at = |unit: UnitId| answer.iter().position(|(of, _)| *of == Item::Unit(unit)).unwrap_or(usize::MAX);
    // The order of the answer counts where not all find room.
    wishes.sort_by_key(|(unit, _)| at(*unit));
    for (unit, places) in &mut wishes {
        let wish = answer.iter().find(|(of, _)| *of == Item::Unit(*unit)).and_then(|(_, to)| place_of(*to));
        if let Some(wish) = wish {
            places.retain(|place| *place != wish);
            places.insert(0, wish);
        }
    }
    let moving: Vec<UnitId> = wishes.iter().map(|(unit, _)| *unit).collect();
    let mut found = Berths::of(system, sea, &moving).house(&wishes);
    found.sort_by_key(|(unit, _)| *unit);
    found
}

/// Tells where pieces went: a ship that no base houses is sunk, an LBA delayed (SK-1.2-15, SK-1.2-16,
/// SK-1.3-9).
pub(super) fn settle(
    table: &mut Table,
    faction: Faction,
    rule: &str,
    found: Vec<(UnitId, Option<Place>)>,
) -> Step<()> {
    if found.is_empty() {
        return Ok(());
    }
    let system = table.system();
    let lost = |unit: UnitId| match system.map_of(table.state(), unit) {
        Some(map) if system.counters[unit].is_lba() => Place::Delay(map),
        _ => Place::Sunk,
    };
    let units = found.into_iter().map(|(unit, place)| (unit, place.unwrap_or_else(|| lost(unit)))).collect();
    table.record(Event::Moved { faction, rule: rule.to_owned(), units })
}

impl Schiffskrieg {
    /// The ships and LBAs of a faction that lie in bases and boxes and may move; what a Reserve Fleet holds
    /// may not.
    pub(super) fn based(&self, sea: &Sea, faction: Faction) -> Vec<UnitId> {
        let based = |unit: &UnitId| matches!(sea.unit(*unit).place, Place::Base(_) | Place::Box(_));
        let own = sea.ids().filter(based).filter(|unit| self.side_of(sea, *unit) == Some(faction));
        own.filter(|unit| self.is_free(sea, *unit)).collect()
    }

    /// The map on which a piece is, if its place is on one.
    pub fn map_of(&self, sea: &Sea, unit: UnitId) -> Option<SeaMap> {
        self.map_of_place(sea.unit(unit).place)
    }

    /// The pieces of a faction that may not lie where they do (SK-1.2-12): in an unsuitable base, or beyond
    /// its limits.
    fn misplaced(&self, sea: &Sea, faction: Faction) -> Vec<UnitId> {
        let harbour = self.harbour(sea, faction);
        let mut berths = Berths::free(self, sea);
        let mut wrong = Vec::new();
        for unit in sea.ids() {
            let place @ Place::Base(base) = sea.unit(unit).place else { continue };
            if self.side_of(sea, unit) != Some(faction) {
                continue;
            }
            if harbour.suits(unit, base) && berths.fits(unit, place) {
                berths.put(unit, place);
            } else {
                wrong.push(unit);
            }
        }
        wrong
    }

    /// 1.5 Where a piece of the faction of a harbour that is lifted to the other map arrives, if it may be.
    fn transfer(&self, harbour: &mut Harbour<'_>, sea: &Sea, unit: UnitId) -> Option<Place> {
        let of = &self.counters[unit];
        let map = self.map_of(sea, unit)?;
        let other = SeaMap::ALL.into_iter().find(|it| *it != map && self.scenario.maps.contains(it))?;
        let faction = self.side_of(sea, unit)?;
        let may = match faction {
            Faction::Western => true,
            // SK-1.5-4
            Faction::Soviet => of.is_lba(),
            Faction::Axis => false,
        };
        let affected = self.is_affected(&sea.facts, of.nation, map).unwrap_or(true);
        if !may || affected || of.is_boat() || !self.is_free(sea, unit) {
            return None;
        }
        if let (true, Place::Base(base)) = (of.is_ship(), sea.unit(unit).place) {
            let zones = &self.board.base(base).zones;
            if harbour.reached(zones, None).boxes.is_empty() {
                return None;
            }
        }
        let damaged = self.has_damaged_lines(sea, of.nation);
        let turns = if damaged { SLOW_TRANSFER } else { TRANSFER };
        Some(Place::TurnTrack(other, self.turn(sea).ahead(turns)))
    }

    fn has_damaged_lines(&self, sea: &Sea, nation: Nation) -> bool {
        let word = match nation {
            Nation::British => "loc-damaged-britain",
            Nation::Us => "loc-damaged-united-states",
            _ => return false,
        };
        self.has_marker(&sea.facts, SeaMap::Ds, word).unwrap_or(false)
    }
}
