//! 6.3 Withdrawals to the other theatre and recalls from it, in games of one map, and what else a change of a
//! War State brings (6.1.1.2).

use super::board::SeaMap;
use super::companion::known;
use super::event::Event;
use super::faction::Faction;
use super::facts::{Fact, Missing};
use super::item::{Item, Word};
use super::key::Key;
use super::markers::{self, Lies};
use super::pieces::{Nation, ShipType, UnitId};
use super::scenario::Marker;
use super::state::{Place, Sea};
use super::tables::WarState;
use super::{Schiffskrieg, Table, fortunes};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Choice, Limit};
use engine::table::Step;

/// The marker of an Emergency Recall (SK-9.11-1).
const SHIP_RECALL: &str = "ship-recall";
/// The most ships of a recall, and how many a large withdrawal takes, BBs and carriers among them.
pub(super) const RECALLED: u16 = 8;
pub(super) const LARGE: Demand = Demand { ships: 8, battleships: 4, carriers: 1 };
/// LBAs that go with an Air unit.
pub(super) const LBAS: u16 = 2;
/// The modified die up to which a ship is lost on its way to the Pacific (SK-6.3.2-5).
pub(super) const LOST: i16 = 3;
/// Seasonal Turns to the End Ship Building marker (SK-6.1.1.2-1).
const BUILDING: u8 = 9;

/// What a withdrawal takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    /// Ships in all.
    pub ships: u16,
    /// Battleships among them.
    pub battleships: u16,
    /// Carriers among them.
    pub carriers: u16,
}

fn turn(table: &Table) -> Turn {
    Turn(table.system().turn_number(table.state()))
}

/// What a War State brings that goes into effect in Europe or in the Pacific: withdrawals and recalls (6.3.2,
/// 6.3.3), and with the first Total War the US Ship Building marker (6.1.1.2).
pub(super) fn war_state(table: &mut Table, front: SeaMap, state: WarState) -> Step<()> {
    fortunes::draw(table, front)?;
    let system = table.system();
    if state == WarState::TotalWar && system.scenario.maps.contains(&SeaMap::Ds) {
        begin_ship_building(table)?;
    }
    let [map] = system.scenario.maps[..] else { return Ok(()) };
    let few = |ships| Demand { ships, battleships: 0, carriers: 0 };
    let western = Faction::Western;
    match (map, front, state) {
        (SeaMap::Tk, SeaMap::Tk, WarState::LimitedWar) => recall(table, western, "limited-war", 4),
        (SeaMap::Tk, SeaMap::Tk, WarState::TotalWar) => withdraw(table, western, "total-war", LARGE),
        (SeaMap::Ds, SeaMap::Ds, WarState::LimitedWar) => withdraw(table, western, "pacific-war", few(3)),
        (SeaMap::Ds, SeaMap::Tk, WarState::LimitedWar) => withdraw(table, western, "european-war", few(4)),
        (SeaMap::Ds, SeaMap::Tk, WarState::TotalWar) => recall(table, western, "total-war", RECALLED),
        _ => Ok(()),
    }
}

/// SK-6.1.1.2-1 The first Total War on either map starts US Ship Building, for nine Seasonal Turns.
fn begin_ship_building(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let end = Marker::UsEndShipBuilding;
    let began = sea.markers.iter().any(|it| it.marker == end)
        || system.is_marked(sea, SeaMap::Ds, Marker::UsShipBuilding.id());
    if began {
        return Ok(());
    }
    let lies = Lies::TurnTrack(system.turn(sea).seasons_ahead(BUILDING));
    markers::mark(table, SeaMap::Ds, Marker::UsShipBuilding.id(), true)?;
    table.record(Event::MarkerMoved { marker: end, nation: None, map: SeaMap::Ds, lies })
}

/// SK-6.3.1-1 Once in a game of one map the Western faction may recall up to eight ships, at the price of the
/// Ship Recall marker.
pub(super) fn emergency_recall(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let [map] = system.scenario.maps[..] else { return Ok(()) };
    if system.is_marked(sea, map, SHIP_RECALL) {
        return Ok(());
    }
    let key = Key::EmergencyRecall { turn: turn(table), faction: Faction::Western }.text();
    let title =
        "Emergency Recall: choose up to eight ships, once in the game, for one Strategic Hex".to_owned();
    let ask = Ask::new(questions::EMERGENCY_RECALL, key, "SK-6.3.1-1", title);
    let ships = system.away(sea, Faction::Western, false);
    if bring_back(table, Faction::Western, map, ask, &ships, RECALLED)? {
        markers::mark(table, map, SHIP_RECALL, true)?;
    }
    Ok(())
}

/// A recall of so many ships at most.
pub(super) fn recall(table: &mut Table, faction: Faction, why: &str, most: u16) -> Step<()> {
    recall_of(table, faction, why, most, false)
}

/// A recall of ships, or of LBAs, from the other theatre to the Delay Box (SK-6.3-5).
pub(super) fn recall_of(table: &mut Table, faction: Faction, why: &str, most: u16, lbas: bool) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let [map] = system.scenario.maps[..] else { return Ok(()) };
    let key = Key::Recall { turn: turn(table), faction, why }.text();
    let title = format!("Recall: choose up to {most} {}", if lbas { "LBAs" } else { "ships" });
    let ask = Ask::new(questions::RECALL, key, "SK-6.3-5", title);
    let units = system.away(sea, faction, lbas);
    bring_back(table, faction, map, ask, &units, most).map(drop)
}

fn bring_back(
    table: &mut Table,
    faction: Faction,
    map: SeaMap,
    mut ask: Ask<Item, Item>,
    units: &[UnitId],
    most: u16,
) -> Step<bool> {
    let (stay, back) = (Item::Word(Word::Stay), Item::Word(Word::Recall));
    let rule = ask.rule.to_owned();
    for unit in units {
        let options = [Choice::from(stay), Choice { item: back, mark: 1, worth: 0 }];
        ask.offer([Item::Unit(*unit)], options, Some(stay));
    }
    let what = "pieces recalled".to_owned();
    let ask = ask.limit(Limit::Sum { who: Vec::new(), least: 0, most, what, rule });
    let answer = table.ask(faction.side(), &ask)?;
    let goes = |(unit, word): &(Item, Item)| match unit {
        Item::Unit(unit) if *word == back => Some((*unit, Place::Delay(map))),
        _ => None,
    };
    let units: Vec<(UnitId, Place)> = answer.iter().filter_map(goes).collect();
    if units.is_empty() {
        return Ok(false);
    }
    table.record(Event::Moved { faction, rule: "SK-6.3-5".to_owned(), units })?;
    Ok(true)
}

/// A withdrawal of ships to the other theatre (SK-6.3-1 to SK-6.3-4). On their way to the Pacific they may be
/// lost (SK-6.3.2-5).
pub(super) fn withdraw(table: &mut Table, faction: Faction, why: &str, demand: Demand) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let [map] = system.scenario.maps[..] else { return Ok(()) };
    let ranks = known(table, system.withdrawable(sea, faction, false))?;
    let key = Key::Withdraw { turn: turn(table), faction, why }.text();
    let title = format!("Withdrawal: choose {} ships for the other theatre", demand.ships);
    let ask = withdrawal(system, Ask::new(questions::WITHDRAW, key, "SK-6.3-2", title), &ranks, demand);
    let answer = table.ask(faction.side(), &ask)?;
    for (unit, word) in answer {
        if let (Item::Unit(unit), Item::Word(Word::Withdraw)) = (unit, word) {
            send(table, faction, map, unit)?;
        }
    }
    Ok(())
}

/// A withdrawal of LBAs (SK-10.5-3).
pub(super) fn withdraw_lbas(table: &mut Table, faction: Faction, why: &str) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    if system.scenario.maps.len() != 1 {
        return Ok(());
    }
    let ranks = known(table, system.withdrawable(sea, faction, true))?;
    let key = Key::Withdraw { turn: turn(table), faction, why }.text();
    let title = format!("Withdrawal: choose {LBAS} LBAs for the other theatre");
    let demand = Demand { ships: LBAS, battleships: 0, carriers: 0 };
    let ask = withdrawal(system, Ask::new(questions::WITHDRAW, key, "SK-10.5-3", title), &ranks, demand);
    let answer = table.ask(faction.side(), &ask)?;
    for (unit, word) in answer {
        if let (Item::Unit(unit), Item::Word(Word::Withdraw)) = (unit, word) {
            table.record(Event::Withdrawn { unit, die: None, drm: 0, to: Place::Holding })?;
        }
    }
    Ok(())
}

/// One ship goes; on the way to the Pacific a die and the US Commitment Level say whether it is lost.
fn send(table: &mut Table, faction: Faction, map: SeaMap, unit: UnitId) -> Step<()> {
    if map == SeaMap::Ds || faction != Faction::Western {
        return table.record(Event::Withdrawn { unit, die: None, drm: 0, to: Place::Holding });
    }
    let (system, sea) = (table.system(), table.state());
    let uscl = known(table, system.number(&sea.facts, Fact::Uscl, &[]))?;
    let label = format!("t{}/withdrawn/{}", system.turn_number(sea), system.counters[unit].id);
    let die = table.roll(label, 1)?[0];
    let lost = i16::from(die) + uscl <= LOST;
    let to = if lost { Place::Out } else { Place::Holding };
    table.record(Event::Withdrawn { unit, die: Some(die), drm: uscl as i8, to })
}

/// Who goes if nobody says otherwise.
fn nearest(
    ranks: &[Vec<UnitId>],
    demand: Demand,
    is_bb: &dyn Fn(UnitId) -> bool,
    is_carrier: &dyn Fn(UnitId) -> bool,
) -> Vec<UnitId> {
    // How many of each sort come from each rank: first what is demanded by type, rank by rank, then whatever
    // is nearest.
    let take = |is: &dyn Fn(UnitId) -> bool, mut number: u16| {
        let mut taken = Vec::new();
        for rank in ranks {
            for unit in rank.iter().copied().filter(|unit| is(*unit)) {
                if number > 0 {
                    taken.push(unit);
                    number -= 1;
                }
            }
        }
        taken
    };
    let mut silence = take(is_bb, demand.battleships);
    silence.extend(take(is_carrier, demand.carriers));
    for unit in ranks.iter().flatten().copied() {
        if silence.len() < usize::from(demand.ships) && !silence.contains(&unit) {
            silence.push(unit);
        }
    }
    silence
}

/// The question who is withdrawn. Ships in port come before those at sea, and these before those in delay
/// (SK-6.3-2): of a rank that is not reached none is offered, and a rank that does not suffice goes whole.
/// Where too few battleships or carriers are there, others make up the number (SK-6.3-3).
fn withdrawal(
    system: &Schiffskrieg,
    mut ask: Ask<Item, Item>,
    ranks: &[Vec<UnitId>],
    demand: Demand,
) -> Ask<Item, Item> {
    let (go, stay) = (Item::Word(Word::Withdraw), Item::Word(Word::Stay));
    let is_bb = |unit: UnitId| system.counters[unit].ship() == Some(ShipType::Bb);
    let is_carrier = |unit: UnitId| system.counters[unit].is_carrier();
    let silence = nearest(ranks, demand, &is_bb, &is_carrier);
    let mut offered: Vec<UnitId> = Vec::new();
    for (at, rank) in ranks.iter().enumerate() {
        let nearer: usize = ranks[..at].iter().map(Vec::len).sum();
        // A farther rank is open as far as the nearer ones cannot do, in number or in a type that is
        // demanded.
        let short = nearer < usize::from(demand.ships);
        let lacks = |is: &dyn Fn(UnitId) -> bool, number: u16| {
            ranks[..at].iter().flatten().filter(|unit| is(**unit)).count() < usize::from(number)
        };
        let open = |unit: UnitId| {
            at == 0
                || short
                || (is_bb(unit) && lacks(&is_bb, demand.battleships))
                || (is_carrier(unit) && lacks(&is_carrier, demand.carriers))
        };
        offered.extend(rank.iter().copied().filter(|unit| open(*unit)));
    }
    for unit in &offered {
        // What of a nearer rank must go whole has no choice.
        let rank = ranks.iter().position(|rank| rank.contains(unit)).unwrap_or(0);
        let whole: usize = ranks[..=rank].iter().map(Vec::len).sum();
        let goes = Choice { item: go, mark: 1, worth: 0 };
        let must = whole < usize::from(demand.ships) && demand.battleships == 0;
        let options = if must { vec![goes] } else { vec![Choice::from(stay), goes] };
        let default = if must || silence.contains(unit) { go } else { stay };
        ask.offer([Item::Unit(*unit)], options, Some(default));
    }
    let number = silence.len() as u16;
    if let Some(option) = ask.options.iter().position(|it| it.item == go) {
        let (option, rule) = (option as u16, "SK-6.3-1".to_owned());
        ask = ask.limit(Limit::Exactly { option, count: number, rule });
    }
    for (is, least, what) in [
        (&is_bb as &dyn Fn(UnitId) -> bool, demand.battleships, "battleships"),
        (&is_carrier, demand.carriers, "carriers"),
    ] {
        let who: Vec<u16> = (0..offered.len()).filter(|at| is(offered[*at])).map(|at| at as u16).collect();
        let least = least.min(who.len() as u16);
        if least > 0 {
            let (what, rule) = (what.to_owned(), "SK-6.3-3".to_owned());
            ask = ask.limit(Limit::Sum { who, least, most: u16::MAX, what, rule });
        }
    }
    ask
}

impl Schiffskrieg {
    /// Pieces of a faction in the other theatre: ships, or LBAs.
    fn away(&self, sea: &Sea, faction: Faction, lbas: bool) -> Vec<UnitId> {
        let fits = |unit: &UnitId| {
            let of = &self.counters[*unit];
            let kind = if lbas { of.is_lba() } else { of.is_ship() };
            kind && sea.unit(*unit).place == Place::Holding && self.side_of(sea, *unit) == Some(faction)
        };
        sea.ids().filter(fits).collect()
    }

    /// Ships, or LBAs, that a withdrawal may take, by rank: in ports and boxes, at sea, on the Turn Track or
    /// in delay (SK-6.3-2); of major countries alone, France not among them on TK (SK-6.3-4).
    fn withdrawable(&self, sea: &Sea, faction: Faction, lbas: bool) -> Result<Vec<Vec<UnitId>>, Missing> {
        let mut ranks = vec![Vec::new(), Vec::new(), Vec::new()];
        for unit in sea.ids() {
            let of = &self.counters[unit];
            let kind = if lbas { of.is_lba() } else { of.is_ship() };
            let major = !of.nation.is_minor() && of.nation != Nation::French;
            if !kind || !major || self.side_of(sea, unit) != Some(faction) || sea.unit(unit).status.held {
                continue;
            }
            match sea.unit(unit).place {
                Place::Base(_) | Place::Box(_) => ranks[0].push(unit),
                Place::Used(_) | Place::OnStation(_) | Place::UsedAsset(_) => ranks[1].push(unit),
                Place::TurnTrack(..) | Place::NavalDelay(_) | Place::Delay(_) => ranks[2].push(unit),
                _ => (),
            }
        }
        // Weakest first, so that silence sends those that are missed least.
        let strength = |unit: &UnitId| {
            let side = self.counters[*unit].factors(sea.unit(*unit).hurt);
            (side.gunnery + side.airstrike, unit.0)
        };
        ranks.iter_mut().for_each(|rank| rank.sort_by_key(strength));
        Ok(ranks)
    }
}
