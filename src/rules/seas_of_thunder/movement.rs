//! 5.3 Naval movement: navy by navy, out of port, within range, through or round the constricted connections.
//!
//! *Ruling:* an order names the zone where a ship ends; the program takes the way with the fewest minefields
//! and, among those, the shortest. Nothing else on the way matters, for nothing blocks a passage (SOT-5.3-5).

use crate::questions;
use std::collections::BTreeMap;

use super::board::{Minefield, PortId, ZoneId};
use super::combat::attack::{self, Hits};
use super::event::{Event, Passed};
use super::item::{Item, Word};
use super::key::{Key, navies};
use super::pieces::{Nation, UnitId};
use super::scenario::Group;
use super::state::{Place, Sea, TokenPlace};
use super::ways::{Reach, Sailing};
use super::{SeasOfThunder, Table, combat, neutrality, text};
use engine::question::Ask;
use engine::question::key::Turn;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// Phases 3 to 5: the navies move in the order of the port mat (SOT-4.0-2, SOT-13.S1-13).
///
/// A side whose navies move one after the other may order them in one file: nothing lies between. Turkey, if
/// it is brought in on the way, moves after all others (SOT-5.3.1-3).
pub(super) fn naval_movement(table: &mut Table) -> Step<()> {
    let neutral = turkey(table).is_none();
    let order = table.system().movement_order(table.state());
    move_in_order(table, &order)?;
    match turkey(table) {
        Some(side) if neutral => move_in_order(table, &[(side, vec![Nation::Turkey])]),
        _ => Ok(()),
    }
}

fn turkey(table: &Table) -> Option<Camp> {
    table.state().sides[Nation::Turkey as usize]
}

fn move_in_order(table: &mut Table, order: &[Group]) -> Step<()> {
    for at in 0..order.len() {
        let (side, nations) = &order[at];
        let (system, sea) = (table.system(), table.state());
        let ask = departures(system, sea, *side, nations);
        let same_side = order[at + 1..].iter().take_while(|(next, _)| next == side);
        let ahead: Vec<Ask<UnitId, Item>> =
            same_side.map(|(side, nations)| departures(system, sea, *side, nations)).collect();
        let answer = table.ask_ahead(*side, &ask, &ahead)?;
        sail(table, *side, nations, &answer)?;
    }
    Ok(())
}

/// The question where the ships of some nations go (SOT-5.3-1 to SOT-5.3-4).
pub(super) fn departures(
    system: &SeasOfThunder,
    sea: &Sea,
    side: Camp,
    nations: &[Nation],
) -> Ask<UnitId, Item> {
    let turn = Turn(sea.turn);
    let who: Vec<&str> = nations.iter().map(|nation| nation.adjective()).collect();
    let mut ask = Ask::new(
        questions::MOVE_SHIPS,
        Key::Move { turn, navies: &navies(nations) }.text(),
        "SOT-5.3-1",
        format!(
            "Move the {} ships: name the sea zone where each ends; the others stay in port",
            who.join(" and ")
        ),
    );
    ask.about = stacks_at_sea(system, sea, side.enemy());
    let stay = ask.option(Item::Word(Word::Stay));
    let sailing = system.sailing(sea, side);
    let mut listed: Vec<Option<u16>> = vec![None; system.board().zones.len()];
    let mut known: Vec<(PortId, u8, u16)> = Vec::new();
    let mut ships: Vec<(PortId, UnitId)> = Vec::new();
    let moves =
        |unit: &UnitId| nations.contains(&system.counter(*unit).nation) && system.side_of(sea, *unit) == side;
    for unit in sea.ids().filter(moves) {
        if let Place::Port(port) = sea.unit(unit).place {
            ships.push((port, unit));
        }
    }
    ships.sort_unstable();
    ask.about.extend(ships.chunk_by(|a, b| a.0 == b.0).flat_map(|some| lying_in_port(system, sea, some)));
    for (port, unit) in ships {
        let range = system.range(sea, unit);
        let set = known.iter().find(|(from, of, _)| (*from, *of) == (port, range)).map(|known| known.2);
        let set = set.unwrap_or_else(|| {
            let mut options = vec![stay];
            for zone in system.reachable(port, range, sailing) {
                let at = &mut listed[usize::from(zone.0) - 1];
                options.push(*at.get_or_insert_with(|| ask.option(Item::Zone(zone))));
            }
            let set = ask.set(options);
            known.push((port, range, set));
            set
        });
        ask.subject(unit, set, Some(stay));
    }
    ask
}

/// Where ships lie now: those of one port.
fn lying_in_port(system: &SeasOfThunder, sea: &Sea, ships: &[(PortId, UnitId)]) -> Vec<String> {
    let mat = system.mat(sea, ships[0].0);
    let port = system.board().port(ships[0].0);
    let units: Vec<UnitId> = ships.iter().map(|(_, unit)| *unit).collect();
    text::listed(&format!("In {} ({})", port.name, text::capacity(&mat)), &system.names(&units), 5)
}

/// A side's stacks at sea and its convoys, as its enemy may count them (SOT-7.0-1, SOT-5.2-9).
pub(super) fn stacks_at_sea(system: &SeasOfThunder, sea: &Sea, side: Camp) -> Vec<String> {
    let mut there: Vec<(usize, usize, bool)> = vec![(0, 0, false); system.board().zones.len()];
    for unit in sea.ids().filter(|&unit| system.side_of(sea, unit) == side) {
        if let Some(zone) = sea.unit(unit).place.zone() {
            let (ships, lba, _) = &mut there[usize::from(zone.0) - 1];
            *(if system.counter(unit).class.is_ship() { ships } else { lba }) += 1;
        }
    }
    for (token, place) in system.pieces.tokens.iter().zip(&sea.convoys) {
        if let (true, TokenPlace::Sea(zone)) = (token.side == side, place) {
            there[usize::from(zone.0) - 1].2 = true;
        }
    }
    let named = |zone: ZoneId| format!("{} {}", zone.0, system.board().zone(zone).name);
    let (mut stacks, mut alone) = (Vec::new(), Vec::new());
    for zone in system.board().zones() {
        match there[usize::from(zone.0) - 1] {
            (0, 0, false) => (),
            (0, 0, true) => alone.push(named(zone)),
            (ships, lba, convoy) => {
                let convoy = if convoy { " and a convoy" } else { "" };
                stacks.push(format!("{} {}{convoy}", named(zone), text::stack(ships, lba)));
            }
        }
    }
    let of = |head: String, list: &[String]| {
        list.chunks(3).map(|some| format!("{head}: {}", some.join("; "))).collect::<Vec<_>>()
    };
    let mut lines = of(format!("{side} at sea"), &stacks);
    lines.extend(of(format!("Convoys of the {side} alone"), &alone));
    lines
}

fn sail(table: &mut Table, side: Camp, nations: &[Nation], answer: &[(UnitId, Item)]) -> Step<()> {
    let mut ships: Vec<(UnitId, ZoneId)> = Vec::new();
    let mut passages: Vec<(UnitId, Vec<Minefield>)> = Vec::new();
    let system = table.system();
    let sailing = system.sailing(table.state(), side);
    let mut known: BTreeMap<(PortId, u8), Reach<'_>> = BTreeMap::new();
    for &(unit, to) in answer {
        if let (Item::Zone(zone), Place::Port(port)) = (to, table.state().unit(unit).place) {
            let (board, range) = (system.board(), system.range(table.state(), unit));
            let reach = known
                .entry((port, range))
                .or_insert_with(|| board.reach(&board.port(port).zones, range, sailing));
            let Some((_, minefields)) = reach.cost(zone) else {
                return table.fault(format!("no way from {port:?} to zone {}", zone.0));
            };
            ships.push((unit, zone));
            passages.push((unit, minefields));
        }
    }
    ships.sort_unstable();
    passages.sort_by_key(|(unit, _)| *unit);
    let nations = nations.to_vec();
    table.record(Event::Sailed { side, nations, ships })?;
    for (unit, fields) in passages {
        pass_mines(table, unit, &fields, Leg::Out)?;
    }
    Ok(())
}

/// On which leg of a turn's voyages a ship crosses a minefield; a ship makes each once at most.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leg {
    /// Out of port.
    Out,
    /// Home from sea.
    Home,
    /// From a port that is closed to it now, into which it may have come from a combat of the same turn.
    Moved,
}

impl Leg {
    fn id(self) -> &'static str {
        match self {
            Leg::Out => "out",
            Leg::Home => "home",
            Leg::Moved => "moved",
        }
    }
}

/// A ship crosses minefields, each with as many dice as its box shows (SOT-5.3-7 to SOT-5.3-11).
///
/// Gives whether the ship came through unharmed. A value of 0 rolls nothing. *Ruling:* crossings on the way
/// home count too (SOT-5.3-10); the owner of the field scores and rolls for repair (SOT-5.3-11).
pub(super) fn pass_mines(table: &mut Table, unit: UnitId, fields: &[Minefield], leg: Leg) -> Step<bool> {
    let turn = table.state().turn;
    let id = table.system().counter(unit).id.clone();
    for &field in fields {
        let value = match field {
            Minefield::Bosporus if neutrality::force_bosporus(table, unit)? => {
                neutrality::bosporus_dice(table.system().counter(unit).class.is_submarine())
            }
            Minefield::Bosporus => 0,
            Minefield::Danish => table.system().scenario(table.state()).danish,
            Minefield::Gibraltar => table.system().scenario(table.state()).gibraltar,
        };
        if value == 0 {
            continue;
        }
        let label = format!("t{turn}/passage/{}/{id}/{}", field.id(), leg.id());
        let dice = table.roll(format!("{label}/hit"), usize::from(value))?;
        let submarine = table.system().counter(unit).class.is_submarine();
        let hits = attack::count_hits(&dice, hits_of(field, submarine));
        let (damage, total) = match field {
            // An ASW hit does one point, without a die (SOT-5.3.1-5).
            Minefield::Bosporus if submarine => (Vec::new(), hits),
            _ => {
                let damage = table.roll(format!("{label}/damage"), usize::from(hits))?;
                let total = damage.iter().copied().map(u16::from).sum();
                (damage, total)
            }
        };
        let (passed, repair) = if total == 0 {
            (Passed::Unharmed, None)
        } else if total >= u16::from(table.system().counter(unit).survivability) {
            (Passed::Sunk, None)
        } else {
            let die = table.roll(format!("{label}/repair"), 1)?[0];
            (Passed::Damaged(combat::repair_boxes(die)), Some(die))
        };
        table.record(Event::MinesPassed {
            unit,
            field,
            dice,
            damage,
            repair,
            passed,
            homeward: leg != Leg::Out,
        })?;
        if passed != Passed::Unharmed {
            return Ok(false);
        }
    }
    Ok(true)
}

/// How the dice of a passage hit: those of the Bosporus as gunfire, except at submarines.
pub(super) fn hits_of(field: Minefield, is_submarine: bool) -> Hits {
    if field == Minefield::Bosporus && !is_submarine { Hits::Gunfire } else { Hits::Ones }
}

impl SeasOfThunder {
    /// The zones in which a ship of this range may end, sailing from a port (SOT-5.3-1, SOT-5.3-2).
    pub(super) fn reachable(&self, port: PortId, range: u8, sailing: Sailing) -> Vec<ZoneId> {
        let reach = self.board().reach(&self.board().port(port).zones, range, sailing);
        self.board().zones().filter(|&zone| reach.holds(zone)).collect()
    }
}
