//! 3.0 Setup, as scenario 1 (13.0) orders it: convoys, ships of both sides, the adjustment of the Axis.

use super::board::{Capacity, PortId};
use super::event::Event;
use super::pieces::UnitId;
use super::state::{Place, TokenId, TokenPlace};
use super::{SeasOfThunder, Table, convoys, text};
use crate::side::{BySide, Side};
use crate::table::{Ask, Limit, Step};

/// The convoy pools are dealt out at random; the Axis places its share first, then the Allies (SOT-13.S1-4).
pub(super) fn place_convoys(table: &mut Table) -> Step<()> {
    let scenario = &table.system().scenario;
    let shares = BySide { axis: scenario.tokens_by_axis, allies: scenario.tokens_by_allies };
    let mut drawn: BySide<Vec<TokenId>> = BySide::default();
    for owner in [Side::AXIS, Side::ALLIES] {
        let system = table.system();
        let pool = table.state().tokens_at(TokenPlace::Pool);
        let pool: Vec<TokenId> =
            pool.into_iter().filter(|&token| system.token_side(token) == owner).collect();
        let order = table.shuffle(format!("setup/draw/{}", owner.id()), pool.len())?;
        let mut order = order.into_iter().map(|at| pool[at]);
        drawn.axis.extend(order.by_ref().take(usize::from(shares.axis[owner])));
        drawn.allies.extend(order.take(usize::from(shares.allies[owner])));
    }
    for by in [Side::AXIS, Side::ALLIES] {
        let mut tokens = std::mem::take(&mut drawn[by]);
        tokens.sort();
        table.tell(Event::ConvoysDrawn { by, tokens, rule: "SOT-13.S1-4".to_owned() })?;
    }
    convoys::place_held(table, "setup")
}

/// Both sides put their ships in port, face down, unseen by each other (SOT-13.S1-6, SOT-3.0-7, SOT-3.0-8).
///
/// *Ruling:* more ships than a box's number may be put there; the penalty of 9.0 follows (SOT-3.0-7).
pub(super) fn deploy(table: &mut Table) -> Step<()> {
    let sides = [Side::ALLIES, Side::AXIS];
    let asks: Vec<(Side, Ask<UnitId, PortId>)> =
        sides.iter().map(|&side| (side, deployment(table, side))).collect();
    let answers = table.ask_all(&asks)?;
    for (side, ships) in sides.into_iter().zip(answers) {
        table.tell(Event::Deployed { side, ships })?;
    }
    for side in sides {
        let system = table.system();
        // Only those not yet put down: a ruling may have put others elsewhere.
        let lba = table.state().at(Place::Setup).into_iter();
        let lba = lba.filter(|&unit| !system.counter(unit).class.is_ship() && system.side_of(unit) == side);
        let lba = lba.collect();
        table.tell(Event::AirArrived { side, lba, rule: "SOT-3.0-9".to_owned() })?;
    }
    Ok(())
}

/// The Axis may rearrange its ships, seeing the sizes of the Allied stacks only (SOT-13.S1-6).
pub(super) fn axis_adjusts(table: &mut Table) -> Step<()> {
    let system = table.system();
    let side = Side::AXIS;
    let mut ask = Ask::new(
        "adjust-setup",
        "setup/adjust".into(),
        "SOT-13.S1-6",
        "Rearrange your ships, now that you see the sizes of the Allied stacks".into(),
    )
    .by_option();
    ask.about = stack_sizes(table, side.enemy());
    let ships: Vec<(UnitId, PortId)> = table
        .state()
        .ids()
        .filter(|&unit| system.side_of(unit) == side)
        .filter_map(|unit| match table.state().unit(unit).place {
            Place::Port(port) => Some((unit, port)),
            _ => None,
        })
        .collect();
    add_ports(system, &mut ask, ships.iter().map(|&(unit, port)| (unit, Some(port))));
    add_room(table, &mut ask);
    let answer = table.ask(side, &ask)?;
    let moved = answer.into_iter().filter(|chosen| !ships.contains(chosen)).collect();
    table.tell(Event::Adjusted { side, ships: moved })
}

fn deployment(table: &Table, side: Side) -> Ask<UnitId, PortId> {
    let system = table.system();
    let mut ask = Ask::new(
        "deploy",
        format!("setup/deploy/{}", side.id()),
        "SOT-3.0-7",
        "Put each ship in a port; over the number of a port, the excess lies up on turn 1".into(),
    )
    .by_option();
    let ships = table.state().at(Place::Setup).into_iter();
    let ships = ships.filter(|&unit| system.side_of(unit) == side && system.counter(unit).class.is_ship());
    let ships: Vec<UnitId> = ships.collect();
    let suggested = suggestion(system, &ships);
    add_ports(system, &mut ask, ships.iter().zip(suggested).map(|(&unit, port)| (unit, port)));
    add_room(table, &mut ask);
    ask
}

/// Lists every port in which each ship may base, with a port that silence means.
fn add_ports(
    system: &SeasOfThunder,
    ask: &mut Ask<UnitId, PortId>,
    ships: impl Iterator<Item = (UnitId, Option<PortId>)>,
) {
    for (unit, port) in ships {
        let options = system.bases_of(unit).into_iter().map(|port| option_of(ask, port)).collect::<Vec<_>>();
        let set = ask.set(options);
        let default = port.map(|port| option_of(ask, port));
        ask.subject(unit, set, default);
    }
}

/// Says how many more ships each port on offer takes without a penalty; more may go there (SOT-3.0-7, SOT-9.0-7). A
/// neutral port takes one of each nation (SOT-2.0-4).
pub(super) fn add_room(table: &Table, ask: &mut Ask<UnitId, PortId>) {
    let system = table.system();
    let subjects: Vec<UnitId> = ask.subjects.iter().map(|subject| subject.item).collect();
    let Some(&first) = subjects.first() else { return };
    let side = system.side_of(first);
    let mut by_port = in_port(table, side);
    by_port.iter_mut().for_each(|there| there.retain(|unit| !subjects.contains(unit)));
    for (at, choice) in ask.options.iter().enumerate() {
        let port = choice.item;
        let there = &by_port[usize::from(port.0)];
        let count = match system.board.port(port).mat.capacity {
            Capacity::Unlimited => continue,
            Capacity::Ships(count) => u16::from(count).saturating_sub(there.len() as u16),
            Capacity::Neutral => {
                let nation = |unit: &UnitId| system.counter(*unit).nation;
                let taken: Vec<_> = there.iter().map(nation).collect();
                let mut free: Vec<_> = subjects.iter().map(nation).filter(|it| !taken.contains(it)).collect();
                free.sort();
                free.dedup();
                free.len() as u16
            }
        };
        let (option, what) = (at as u16, "ship".to_owned());
        ask.limits.push(Limit::Room { option, count, what, rule: "SOT-3.0-7".into() });
    }
}

/// The option for a port, added if it is new.
pub(super) fn option_of<A: Copy>(ask: &mut Ask<A, PortId>, port: PortId) -> u16 {
    let at = ask.options.iter().position(|choice| choice.item == port);
    at.map_or_else(|| ask.option(port), |at| at as u16)
}

/// A plain setup that breaks no capacity where it can: first the presence each port owes, then room by room.
fn suggestion(system: &SeasOfThunder, ships: &[UnitId]) -> Vec<Option<PortId>> {
    let mut room: Vec<u16> = system.board.ports().map(|port| system.berths(port)).collect();
    let mut owed: Vec<u16> = system
        .board
        .ports()
        .map(|port| {
            let nation = system.board.port(port).mat.presence;
            let duty = system.scenario.presence.iter().find(|duty| Some(duty.nation) == nation);
            duty.map_or(0, |duty| u16::from(duty.minimum))
        })
        .collect();
    let mut choose = |unit: UnitId| {
        let bases = system.bases_of(unit);
        let pick = bases.iter().find(|port| owed[port.0 as usize] > 0 && room[port.0 as usize] > 0);
        let pick = pick
            .or_else(|| bases.iter().max_by_key(|port| (room[port.0 as usize], std::cmp::Reverse(**port))));
        let port = *pick?;
        let at = port.0 as usize;
        room[at] = room[at].saturating_sub(1);
        owed[at] = owed[at].saturating_sub(1);
        Some(port)
    };
    ships.iter().map(|&unit| choose(unit)).collect()
}

/// The sizes of a side's stacks in port, as its enemy may count them (SOT-7.0-1).
fn stack_sizes(table: &Table, side: Side) -> Vec<String> {
    text::listed(&format!("{side} in port"), &stacks_in_port(table, side), 6)
}

/// How many ships of its own a side has in each port.
pub(super) fn ships_in_port(table: &Table, side: Side) -> Vec<String> {
    text::listed("Your ships in port now", &stacks_in_port(table, side), 6)
}

fn stacks_in_port(table: &Table, side: Side) -> Vec<String> {
    let board = &table.system().board;
    let by_port = in_port(table, side);
    let counts = board.ports().map(|port| (port, by_port[usize::from(port.0)].len()));
    counts
        .filter(|(_, ships)| *ships > 0)
        .map(|(port, ships)| format!("{} {ships}", board.port(port).name))
        .collect()
}

/// The ships of a side in port, by [`PortId`]; one pass, for questions look at many ports.
fn in_port(table: &Table, side: Side) -> Vec<Vec<UnitId>> {
    let (system, sea) = (table.system(), table.state());
    let mut by_port = vec![Vec::new(); system.board.ports.len()];
    for unit in sea.ids() {
        if let Place::Port(port) = sea.unit(unit).place
            && system.side_of(unit) == side
        {
            by_port[usize::from(port.0)].push(unit);
        }
    }
    by_port
}

impl SeasOfThunder {
    /// The ports in which a ship may base, by the mats of the scenario (SOT-1.1-4, SOT-9.0-6), in mat order.
    pub(super) fn bases_of(&self, unit: UnitId) -> Vec<PortId> {
        let nation = self.counter(unit).nation;
        self.board.ports().filter(|&port| self.may_base(port, nation)).collect()
    }

    /// How many ships a port takes without penalty; a neutral one counts for the one nation it is asked for.
    pub(super) fn berths(&self, port: PortId) -> u16 {
        match self.board.port(port).mat.capacity {
            Capacity::Ships(count) => u16::from(count),
            Capacity::Unlimited => u16::MAX,
            Capacity::Neutral => 1,
        }
    }
}
