//! 3.0 Setup, as scenario 1 (13.0) orders it: convoys, ships of both sides, the adjustment of the Axis.

use super::board::{Capacity, PortId};
use super::event::Event;
use super::item::Item;
use super::key::{Key, When};
use super::now::Mats;
use super::pieces::{Nation, UnitId};
use super::scenario::SpecialRule;
use super::state::{Place, Sea, TokenId, TokenPlace};
use super::{SeasOfThunder, Table, convoys, text};
use crate::questions;
use engine::question::{Ask, Limit};
use engine::rulebook::two_sided::{BySide, Camp};
use engine::table::Step;

/// Soviet ships that each of the Soviet ports on the Black Sea begins scenario 7 with (SOT-13.S7-6).
const GARRISON: u8 = 3;

/// The greatest Sub value of a submarine that goes by rail (SOT-13.S5-9).
const RAILED_SUB: u8 = 3;

/// The convoy pools are dealt out at random; the Axis places its share first, then the Allies (SOT-13.S1-4).
pub(super) fn place_convoys(table: &mut Table) -> Step<()> {
    let scenario = table.system().scenario(table.state());
    let shares = BySide { axis: scenario.tokens_by_axis, allies: scenario.tokens_by_allies };
    let mut drawn: BySide<Vec<TokenId>> = BySide::default();
    for owner in [Camp::AXIS, Camp::ALLIES] {
        let system = table.system();
        let pool = table.state().tokens_at(TokenPlace::Pool);
        let pool: Vec<TokenId> = pool.filter(|&token| system.token_side(token) == owner).collect();
        let order = table.shuffle(format!("setup/draw/{}", owner.id()), pool.len())?;
        let mut order = order.into_iter().map(|at| pool[at]);
        drawn.axis.extend(order.by_ref().take(usize::from(shares.axis[owner])));
        drawn.allies.extend(order.take(usize::from(shares.allies[owner])));
    }
    let rule = table.system().convoys_rule_on(table.state().turn);
    for by in [Camp::AXIS, Camp::ALLIES] {
        let mut tokens = std::mem::take(&mut drawn[by]);
        tokens.sort_unstable();
        table.record(Event::ConvoysDrawn { by, tokens, rule: rule.to_owned() })?;
    }
    convoys::place_held(table, When(None))
}

/// Both sides put their ships in port, face down, unseen by each other (SOT-13.S1-6, SOT-3.0-7, SOT-3.0-8).
///
/// *Ruling:* more ships than a box's number may be put there; the penalty of 9.0 follows (SOT-3.0-7).
pub(super) fn deploy(table: &mut Table) -> Step<()> {
    let sides = [Camp::ALLIES, Camp::AXIS];
    let asks: Vec<(Camp, Ask<UnitId, Item>)> =
        sides.iter().map(|&side| (side, deployment(table, side))).collect();
    let answers = table.ask_all(&asks)?;
    for (side, ships) in sides.into_iter().zip(answers) {
        table.record(Event::Deployed { side, ships: to_ports(ships) })?;
    }
    for side in sides {
        let system = table.system();
        // Only those not yet put down: a ruling may have put others elsewhere.
        let lba = table.state().at(Place::Setup).into_iter();
        let lba = lba.filter(|&unit| !system.counter(unit).class.is_ship());
        let lba = lba.filter(|&unit| system.side_of(table.state(), unit) == side).collect();
        table.record(Event::AirArrived { side, lba, rule: "SOT-3.0-9".to_owned() })?;
    }
    Ok(())
}

/// The Axis may rearrange its ships, seeing the sizes of the Allied stacks only (SOT-13.S1-6).
pub(super) fn axis_adjusts(table: &mut Table) -> Step<()> {
    let system = table.system();
    let side = Camp::AXIS;
    let mut ask = Ask::new(
        questions::ADJUST_SETUP,
        Key::Adjust {}.text(),
        "SOT-13.S1-6",
        "Rearrange your ships, now that you see the sizes of the Allied stacks".into(),
    )
    .by_option();
    ask.about = stack_sizes(table, side.enemy());
    let ships: Vec<(UnitId, PortId)> = table
        .state()
        .ids()
        .filter(|&unit| system.side_of(table.state(), unit) == side)
        .filter_map(|unit| match table.state().unit(unit).place {
            Place::Port(port) => Some((unit, port)),
            _ => None,
        })
        .collect();
    add_ports(table, &mut ask, ships.iter().map(|&(unit, port)| (unit, Some(port))));
    add_room(table, &mut ask, Mats::OnTable);
    add_presence(table, &mut ask);
    let answer = to_ports(table.ask(side, &ask)?);
    let moved = answer.into_iter().filter(|chosen| !ships.contains(chosen)).collect();
    table.record(Event::Adjusted { side, ships: moved })
}

fn deployment(table: &Table, side: Camp) -> Ask<UnitId, Item> {
    let system = table.system();
    let mut ask = Ask::new(
        questions::DEPLOY,
        Key::Deploy { by: side }.text(),
        "SOT-3.0-7",
        "Put each ship in a port; ships beyond a port's capacity lie up on the first turn".into(),
    )
    .by_option();
    let ships = table.state().at(Place::Setup).into_iter();
    let ships = ships.filter(|&unit| system.counter(unit).class.is_ship());
    let ships: Vec<UnitId> = ships.filter(|&unit| system.side_of(table.state(), unit) == side).collect();
    let suggested = suggestion(table, &ships);
    add_ports(table, &mut ask, ships.iter().zip(suggested).map(|(&unit, port)| (unit, port)));
    add_room(table, &mut ask, Mats::OnTable);
    add_presence(table, &mut ask);
    add_garrisons(table, &mut ask);
    ask
}

/// Lists every port in which each ship may begin, with a port that silence means; one submarine may go by
/// rail.
fn add_ports(
    table: &Table,
    ask: &mut Ask<UnitId, Item>,
    ships: impl Iterator<Item = (UnitId, Option<PortId>)>,
) {
    let (system, sea) = (table.system(), table.state());
    for (unit, port) in ships {
        let by_sea = system.first_bases_of(sea, unit).into_iter().map(Item::Port);
        let by_rail = system.railheads(sea, unit).into_iter().map(Item::Rail);
        let ways: Vec<Item> = by_sea.chain(by_rail).collect();
        let silent = port.and_then(|port| {
            ways.iter().copied().find(|way| [Item::Port(port), Item::Rail(port)].contains(way))
        });
        ask.offer([unit], ways, silent);
    }
    limit_rail(ask);
}

/// One submarine at a time goes by rail (SOT-13.S5-9).
pub(super) fn limit_rail(ask: &mut Ask<UnitId, Item>) {
    let rails = ask.options.iter().enumerate().filter(|(_, choice)| matches!(choice.item, Item::Rail(_)));
    let rails: Vec<u16> = rails.map(|(at, _)| at as u16).collect();
    for option in rails {
        ask.limits.push(Limit::AtMost { option, count: 1, rule: "SOT-13.S5-9".into() });
    }
}

/// Says how many more ships each port on offer takes without a penalty; more may go there (SOT-3.0-7,
/// SOT-9.0-7). A neutral port takes one of each nation (SOT-2.0-4).
pub(super) fn add_room(table: &Table, ask: &mut Ask<UnitId, Item>, mats: Mats) {
    let (system, sea) = (table.system(), table.state());
    let subjects: Vec<UnitId> = ask.subjects.iter().map(|subject| subject.item).collect();
    let Some(&first) = subjects.first() else { return };
    let side = system.side_of(sea, first);
    let mut by_port = in_port(table, side);
    by_port.iter_mut().for_each(|there| there.retain(|unit| !subjects.contains(unit)));
    for (at, choice) in ask.options.iter().enumerate() {
        let Item::Port(port) = choice.item else { continue };
        let there = &by_port[usize::from(port.0)];
        let count = match system.mat_on(sea, port, mats).capacity {
            Capacity::Unlimited => continue,
            Capacity::Ships(count) => u16::from(count).saturating_sub(there.len() as u16),
            Capacity::Neutral => {
                let nation = |unit: &UnitId| system.counter(*unit).nation;
                let taken: Vec<_> = there.iter().map(nation).collect();
                let mut free: Vec<_> = subjects.iter().map(nation).filter(|it| !taken.contains(it)).collect();
                free.sort_unstable();
                free.dedup();
                if free.iter().any(|nation| system.berths(sea, port, *nation, mats) > 1) {
                    continue;
                }
                free.len() as u16
            }
        };
        let (option, what) = (at as u16, "ship".to_owned());
        ask.limits.push(Limit::Room { option, count, what, rule: "SOT-3.0-7".into() });
    }
}

/// Says how many more ships of its nation each port on offer should have, to spare its owner a penalty
/// (SOT-9.0-10).
pub(super) fn add_presence(table: &Table, ask: &mut Ask<UnitId, Item>) {
    let (system, sea) = (table.system(), table.state());
    let subjects: Vec<UnitId> = ask.subjects.iter().map(|subject| subject.item).collect();
    let nation = |unit: UnitId| system.counter(unit).nation;
    for (at, choice) in ask.options.iter().enumerate() {
        let Item::Port(port) = choice.item else { continue };
        let Some(duty) = system.duty(sea, port) else { continue };
        let there = sea.at(Place::Port(port)).into_iter();
        let there = there.filter(|unit| nation(*unit) == duty.nation && !subjects.contains(unit)).count();
        let count = u16::from(duty.minimum).saturating_sub(there as u16);
        let who = |at: &usize| nation(subjects[*at]) == duty.nation;
        let open = (0..subjects.len()).filter(|&it| ask.open_to(it).contains(&(at as u16)));
        let (open, of_nation): (Vec<usize>, Vec<usize>) =
            (open.clone().collect(), open.filter(who).collect());
        if count == 0 || of_nation.is_empty() {
            continue;
        }
        let mixed = open.len() > of_nation.len();
        let who = of_nation.iter().filter(|_| mixed).map(|&at| at as u16).collect();
        let (option, what) = (at as u16, "ship".to_owned());
        ask.limits.push(Limit::Wanted { option, count, who, what, rule: "SOT-9.0-10".into() });
    }
}

/// Where ships were sent: to ports, by sea or by rail.
pub(super) fn to_ports(answer: Vec<(UnitId, Item)>) -> Vec<(UnitId, PortId)> {
    let port = |(unit, to): (UnitId, Item)| match to {
        Item::Port(port) | Item::Rail(port) => Some((unit, port)),
        _ => None,
    };
    answer.into_iter().filter_map(port).collect()
}

/// A plain setup that breaks no capacity where it can: first the ships each port owes, then room by room.
fn suggestion(table: &Table, ships: &[UnitId]) -> Vec<Option<PortId>> {
    let (system, sea) = (table.system(), table.state());
    // A neutral port takes one ship of each nation; to take it for full with one is near enough here.
    let mut room: Vec<u16> = system.board().ports().map(|port| system.room(sea, port)).collect();
    let owed = |port: PortId| {
        let duty = system.duty(sea, port).map(|duty| (duty.nation, duty.minimum));
        let garrison = || system.garrison(sea, port).map(|ships| (Nation::Ussr, ships));
        duty.or_else(garrison).map(|(nation, ships)| (nation, u16::from(ships)))
    };
    let mut owed: Vec<Option<(Nation, u16)>> = system.board().ports().map(owed).collect();
    let mut choose = |unit: UnitId| {
        let bases = system.first_bases_of(sea, unit);
        let nation = system.counter(unit).nation;
        let owes = |port: &PortId| owed[port.0 as usize].is_some_and(|(of, ships)| of == nation && ships > 0);
        let pick = bases.iter().find(|port| owes(port) && room[port.0 as usize] > 0);
        let pick = pick
            .or_else(|| bases.iter().max_by_key(|port| (room[port.0 as usize], std::cmp::Reverse(**port))));
        let port = *pick?;
        let at = port.0 as usize;
        room[at] = room[at].saturating_sub(1);
        if let Some((of, ships)) = &mut owed[at]
            && *of == nation
        {
            *ships = ships.saturating_sub(1);
        }
        Some(port)
    };
    ships.iter().map(|&unit| choose(unit)).collect()
}

/// The garrisons of the Black Sea (SOT-13.S7-6).
fn add_garrisons(table: &Table, ask: &mut Ask<UnitId, Item>) {
    for (at, choice) in ask.options.iter().enumerate() {
        let Item::Port(port) = choice.item else { continue };
        if let Some(ships) = table.system().garrison(table.state(), port) {
            let (option, count) = (at as u16, u16::from(ships));
            ask.limits.push(Limit::AtLeast { option, count, rule: "SOT-13.S7-6".into() });
        }
    }
}

/// The sizes of a side's stacks in port, as its enemy may count them (SOT-7.0-1).
fn stack_sizes(table: &Table, side: Camp) -> Vec<String> {
    text::listed(&format!("{side} in port"), &stacks_in_port(table, side), 6)
}

/// How many ships of its own a side has in each port.
pub(super) fn ships_in_port(table: &Table, side: Camp) -> Vec<String> {
    text::listed("Your ships in port now", &stacks_in_port(table, side), 6)
}

fn stacks_in_port(table: &Table, side: Camp) -> Vec<String> {
    let board = &table.system().board();
    let by_port = in_port(table, side);
    let counts = board.ports().map(|port| (port, by_port[usize::from(port.0)].len()));
    counts
        .filter(|(_, ships)| *ships > 0)
        .map(|(port, ships)| format!("{} {ships}", board.port(port).name))
        .collect()
}

/// The ships of a side in port, by [`PortId`]; one pass, for questions look at many ports.
fn in_port(table: &Table, side: Camp) -> Vec<Vec<UnitId>> {
    let (system, sea) = (table.system(), table.state());
    let mut by_port = vec![Vec::new(); system.board().ports.len()];
    for unit in sea.ids() {
        if let Place::Port(port) = sea.unit(unit).place
            && system.side_of(sea, unit) == side
        {
            by_port[usize::from(port.0)].push(unit);
        }
    }
    by_port
}

impl SeasOfThunder {
    /// The ports in which a ship may be put down from off the map, at setup: those of its mat, but behind the
    /// Bosporus only where its own nation is at home; the others get there by rail (SOT-13.S5-9).
    fn first_bases_of(&self, sea: &Sea, unit: UnitId) -> Vec<PortId> {
        let nation = self.based_as(sea, self.counter(unit).nation);
        let home =
            |port: &PortId| !self.is_behind_bosporus(*port) || self.at_home_behind_bosporus(sea, nation);
        self.bases_of(sea, unit).into_iter().filter(home).collect()
    }

    /// The ports to which a submarine may go by rail: Sub 3 or less, German or Italian, to a port behind the
    /// Bosporus that flies the flag of an ally (SOT-13.S5-9).
    pub(super) fn railheads(&self, sea: &Sea, unit: UnitId) -> Vec<PortId> {
        let counter = self.counter(unit);
        let navy = matches!(counter.nation, Nation::Germany | Nation::Italy);
        if !navy || !(1..=RAILED_SUB).contains(&counter.sub()) || !self.rails(self.scenario(sea)) {
            return Vec::new();
        }
        let head = |port: &PortId| {
            let flag = self.board().port(*port).flag.and_then(|nation| sea.sides[nation as usize]);
            self.is_behind_bosporus(*port) && flag == Some(Camp::AXIS)
        };
        self.bases_of(sea, unit).into_iter().filter(head).collect()
    }

    fn at_home_behind_bosporus(&self, sea: &Sea, nation: Nation) -> bool {
        let own =
            |port: PortId| self.is_behind_bosporus(port) && self.board().port(port).flag == Some(nation);
        self.board().ports().any(|port| own(port) && self.mat(sea, port).ships.contains(&nation))
    }

    /// How many ships a port takes without penalty, whoever comes.
    fn room(&self, sea: &Sea, port: PortId) -> u16 {
        match self.mat(sea, port).capacity {
            Capacity::Ships(count) => u16::from(count),
            Capacity::Unlimited => u16::MAX,
            Capacity::Neutral => 1,
        }
    }

    /// How many Soviet ships a port must begin with: those of the Soviet Union behind the Bosporus, in
    /// scenario 7 (SOT-13.S7-6).
    fn garrison(&self, sea: &Sea, port: PortId) -> Option<u8> {
        let soviet = self.board().port(port).flag == Some(Nation::Ussr)
            && self.mat(sea, port).ships.contains(&Nation::Ussr);
        let due = self.scenario(sea).has(SpecialRule::Garrison) && self.is_behind_bosporus(port);
        (due && soviet).then_some(GARRISON)
    }
}
