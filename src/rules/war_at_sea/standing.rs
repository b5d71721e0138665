//! 9.6 Flee declaration, with the strikes of step 7 and the battle plans: what is decided after tactical
//! intelligence.

use super::board::SectorId;
use super::event::Event;
use super::item::{Aimed, Item, Order, PlanId, Ship};
use super::key::{What, key};
use super::options::Battles;
use super::state::{Aim, Place, UnitId, War};
use super::{Ask, Table, WarAtSea, convoy, strikes};
use crate::questions;
use engine::side::Side;
use engine::table::Step;
use tactical::plan::{BUILT_IN, Serves};

impl WarAtSea {
    /// The sectors where a side has ships or submarines, or where it has a convoy.
    fn fleets(&self, war: &War, side: Side, convoy: bool) -> impl Iterator<Item = SectorId> {
        let here = move |at: &SectorId| {
            war.own(side).any(|unit| {
                let state = war.unit(unit);
                let afloat = self.cards[state.card].kind.is_afloat();
                state.place == Place::Sector(*at) && afloat && state.convoy == convoy
            })
        };
        self.board.ids().filter(here)
    }

    /// Crippled ships of a side in its own ports.
    fn in_port(&self, war: &War, side: Side) -> Vec<UnitId> {
        let lies = |unit: &UnitId| match war.unit(*unit).place {
            Place::Sector(at) => war.holds(side, at) && self.board.sector(at).kind.is_base(),
            _ => false,
        };
        war.own(side).filter(|unit| self.is_crippled(war, *unit) && lies(unit)).collect()
    }

    /// 9.6 Where a side's forces stay or flee, convoys apart from task forces, and what its crippled ships in
    /// port do. It is asked for every sector, since the others may not learn from its absence where nobody
    /// is.
    pub(super) fn stand(&self, war: &War, side: Side) -> Ask {
        let title = "Stay, or flee".to_owned();
        let mut ask =
            Ask::new(questions::STAND, key(war.turn, What::Stand, side), "WSC-9.6-1", title).by_option();
        let [stay, flee, fight, port] =
            [Order::Stay, Order::Flee, Order::Fight, Order::Port].map(Item::Order);
        ask.offer(self.fleets(war, side, false).map(Item::Sector), [stay, flee], Some(stay));
        let convoy = |at| Item::Aimed(Aimed(at, Aim::Escort));
        ask.offer(self.fleets(war, side, true).map(convoy), [stay, flee], Some(stay));
        let ships =
            self.in_port(war, side).into_iter().map(|unit| Item::Unit(Ship(unit, war.unit(unit).card)));
        ask.offer(ships, [port, fight, flee], Some(port));
        ask
    }

    /// Which battle plan holds where: one for a sector counts before one for attack or defence, and that
    /// before the one for everywhere.
    fn planning(&self, turn: u8, side: Side) -> Ask {
        let title = "Choose battle plans".to_owned();
        let mut ask = Ask::new(questions::PLAN, key(turn, What::Plan, side), "WSC-11.1-1", title);
        let names = self.plan_names();
        let plans = || (0..names.len() as u8).map(|plan| Item::Plan(PlanId(plan)));
        let (first, same) = (Item::Plan(PlanId(0)), Item::Order(Order::Same));
        ask.offer([Item::Order(Order::Everywhere)], plans().chain([Item::Order(Order::Own)]), Some(first));
        let own = Item::Order(Order::Own);
        let more = || [same, own].into_iter().chain(plans());
        ask.offer([Order::Attacking, Order::Defending].map(Item::Order), more(), Some(same));
        ask.offer(self.board.ids().map(Item::Sector), more(), Some(same));
        ask
    }

    /// The battle plans of a turn; none for battles at the table.
    pub(super) fn plans_asked(&self, turn: u8, side: Side) -> Vec<Ask> {
        match self.scenario.chosen.battles {
            Battles::Tabletop => Vec::new(),
            Battles::Staff => vec![self.planning(turn, side), self.own_planning(turn, side)],
            Battles::Ask => {
                vec![self.at_table(turn, side), self.planning(turn, side), self.own_planning(turn, side)]
            }
        }
    }

    /// Which battles a side would fight at the table. All sectors can be named, since nobody knows yet where
    /// battles will be.
    fn at_table(&self, turn: u8, side: Side) -> Ask {
        let title = "Choose battles to fight at the table".to_owned();
        let mut ask = Ask::new(questions::AT_TABLE, key(turn, What::AtTable, side), "WSC-11.1-1", title);
        ask = ask.about("A battle goes to the table if both sides of it say yes.".to_owned());
        let [yes, no, same] = [Order::Yes, Order::No, Order::Same].map(Item::Order);
        ask.offer([Item::Order(Order::Everywhere)], [no, yes], Some(no));
        ask.offer(self.board.ids().map(Item::Sector), [same, yes, no], Some(same));
        ask
    }

    /// All that a side is asked after tactical intelligence.
    pub(super) fn after_intelligence(&self, war: &War, side: Side) -> Vec<Ask> {
        let mut asks = vec![self.stand(war, side), self.late_strikes(war, side)];
        asks.extend(self.hunting(war, side));
        asks.extend(self.plans_asked(war.turn, side));
        asks
    }
}

/// The word of a side's own plan.
pub(super) const OWN: &str = "own";

/// Asks all sides at once, and does what they say: who flees first, then strikes (WSC-10.3-1).
pub(super) fn perform(table: &mut Table<'_>) -> Step<()> {
    let (system, war) = (table.system(), table.state());
    let sides: Vec<Side> = system.playing(war).collect();
    let mut asks = Vec::new();
    for &side in &sides {
        asks.extend(system.after_intelligence(war, side).into_iter().map(|ask| (side, ask)));
    }
    let answers = table.ask_all(&asks)?;
    let answers: Vec<_> = asks.iter().map(|(side, ask)| (*side, ask.kind)).zip(answers).collect();
    for ((side, _), picks) in answers.iter().filter(|((_, kind), _)| *kind == questions::STAND) {
        declare(table, *side, picks)?;
    }
    for ((side, kind), picks) in &answers {
        match *kind {
            questions::LATE_STRIKE => strikes::commit(table, *side, picks, true)?,
            questions::HUNT => convoy::hunt(table, *side, picks)?,
            questions::AT_TABLE => tick(table, *side, picks)?,
            questions::PLAN => {
                let own = answers.iter().find(|((of, kind), _)| of == side && *kind == questions::OWN_PLAN);
                let own = own.map(|(_, picks)| table.system().own_plan_text(picks)).unwrap_or_default();
                plan(table, *side, picks, own)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// What a side declares (WSC-9.6-1, WSC-9.6-2).
fn declare(table: &mut Table<'_>, side: Side, picks: &[(Item, Item)]) -> Step<()> {
    let (mut flees, mut convoys, mut port, mut away) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for pick in picks {
        match pick {
            (Item::Sector(at), Item::Order(Order::Flee)) => flees.push(*at),
            (Item::Aimed(Aimed(at, _)), Item::Order(Order::Flee)) => convoys.push(*at),
            (Item::Unit(Ship(unit, _)), Item::Order(Order::Port)) => port.push(*unit),
            (Item::Unit(Ship(unit, _)), Item::Order(Order::Flee)) => away.push(*unit),
            _ => {}
        }
    }
    flees.sort_unstable();
    convoys.sort_unstable();
    port.sort_unstable();
    away.sort_unstable();
    if flees.is_empty() && convoys.is_empty() && port.is_empty() && away.is_empty() {
        return Ok(());
    }
    table.record(Event::Stood { side, flees, convoys, port, away })
}

/// Notes where a side would fight at the table, if it would anywhere.
fn tick(table: &mut Table<'_>, side: Side, picks: &[(Item, Item)]) -> Step<()> {
    let yes = Item::Order(Order::Yes);
    let everywhere = picks.contains(&(Item::Order(Order::Everywhere), yes));
    let wanted = |pick: &(Item, Item)| match pick {
        (Item::Sector(at), said) => {
            (*said == yes || everywhere && *said == Item::Order(Order::Same)).then_some(*at)
        }
        _ => None,
    };
    let mut sectors: Vec<SectorId> = picks.iter().filter_map(wanted).collect();
    sectors.sort_unstable();
    if sectors.is_empty() { Ok(()) } else { table.record(Event::Tabled { side, sectors }) }
}

/// Notes a side's battle plans, if they are others than before.
fn plan(table: &mut Table<'_>, side: Side, picks: &[(Item, Item)], own: String) -> Step<()> {
    let names = table.system().plan_names();
    let name = |plan: &Item| match plan {
        Item::Plan(PlanId(plan)) => names.get(usize::from(*plan)).map(|name| (*name).to_owned()),
        Item::Order(Order::Own) => Some(OWN.to_owned()),
        _ => None,
    };
    let mut plans: Vec<(Option<SectorId>, String)> = Vec::new();
    for pick in picks {
        match pick {
            (Item::Order(Order::Everywhere), plan) => plans.extend(name(plan).map(|it| (None, it))),
            (Item::Order(role @ (Order::Attacking | Order::Defending)), plan) => {
                plans.extend(name(plan).map(|it| (None, format!("{}: {it}", role.id()))));
            }
            (Item::Sector(at), plan) => plans.extend(name(plan).map(|it| (Some(*at), it))),
            _ => {}
        }
    }
    plans.sort();
    let known = table.state().seat(side).is_some_and(|seat| seat.plans == plans && seat.own_plan == own);
    if known { Ok(()) } else { table.record(Event::Planned { side, plans, own }) }
}

impl WarAtSea {
    /// The plan that a side has chosen by name for a battle in a sector, with how specific that choice is.
    /// Nothing if it is the built-in one everywhere, which is what silence means.
    pub(super) fn plan_for<'w>(&self, war: &'w War, side: Side, at: SectorId) -> Option<(u8, &'w str)> {
        let plans = war.seat(side).map(|seat| &seat.plans[..]).unwrap_or_default();
        let (role, serves) = match war.holds(side, at) {
            true => ("defending: ", Serves::Defender),
            false => ("attacking: ", Serves::Attacker),
        };
        let here = plans.iter().find(|(of, _)| *of == Some(at));
        let here = here.map(|(_, name)| (Serves::Sector(0, None).rank(), name.as_str()));
        let of_role = |(of, name): &'w (Option<SectorId>, String)| {
            name.strip_prefix(role).filter(|_| of.is_none()).map(|name| (serves.rank(), name))
        };
        let plain = plans.iter().find(|(of, name)| of.is_none() && !name.contains(": "));
        let plain = plain.map(|(_, name)| (Serves::Any.rank(), name.as_str()));
        here.or_else(|| plans.iter().find_map(of_role)).or(plain.filter(|(_, name)| *name != BUILT_IN))
    }
}
