//! The view of a side as an officer reads it: units by their counters, stacks by zone, and what a hidden ship
//! of an enemy navy is like on average. Nothing here sees the position.

use std::cell::OnceCell;

use super::super::key::Key;
use super::chart::Sailor;
use super::stack::{Stack, Stake};
use crate::SeasOfThunder;
use crate::board::{Holder, Mat, PortId, ZoneId};
use crate::item::BY_RAIL;
use crate::pieces::{Counter, Nation, UnitId};
use crate::scenario::Scenario;
use crate::view::{Stack as Count, UnitView, View, ZoneView};
use engine::question::OpenQuestion;
use engine::rulebook::two_sided::Camp;

/// More than any range that is printed.
pub(super) const RANGES: usize = 16;

/// What an officer has before his eyes.
pub(super) struct Sight<'a> {
    /// What is printed: board, counters, scenario.
    pub system: &'a SeasOfThunder,
    /// All that his side may know.
    pub view: &'a View,
    /// His side.
    pub side: Camp,
    navies: OnceCell<Vec<(Nation, Navy)>>,
}

/// What a ship of a navy is like on average, of those that may be at sea or in port.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Navy {
    /// The average ship.
    pub ship: Stack,
    /// The average LBA.
    pub lba: Stack,
    /// Shares of the ships by range.
    pub ranges: [f32; RANGES],
    /// Share of submarines among the ships.
    pub submarines: f32,
    /// Air points of the average ship.
    pub air: f32,
}

impl<'a> Sight<'a> {
    pub(super) fn new(system: &'a SeasOfThunder, view: &'a View) -> Sight<'a> {
        Sight { system, view, side: Camp::in_match(view.reader.side.side()), navies: OnceCell::new() }
    }

    /// The unit of a word used in files.
    pub(super) fn unit(&self, word: &str) -> Option<UnitId> {
        self.system.chart.unit(self.system, word)
    }

    /// The counter of a unit in the view.
    pub(super) fn counter(&self, unit: &UnitView) -> Option<&'a Counter> {
        self.unit(&unit.id).map(|unit| self.system.counter(unit))
    }

    /// The counters of units in the view.
    pub(super) fn counters<'s>(&'s self, units: &'s [UnitView]) -> impl Iterator<Item = &'a Counter> + 's {
        units.iter().filter_map(|unit| self.counter(unit))
    }

    /// The counters of a question's subjects.
    ///
    /// Gives nothing if one of them is no unit.
    pub(super) fn subjects(&self, question: &OpenQuestion) -> Option<Vec<UnitId>> {
        question.subjects.iter().map(|subject| self.unit(&subject.id)).collect()
    }

    /// A zone of the view.
    pub(super) fn zone(&self, zone: ZoneId) -> Option<&'a ZoneView> {
        self.view.sea.zones.get(usize::from(zone.0).checked_sub(1)?)
    }

    /// The zone that a question of a battle is about, by its key (`t3/zone-12/mat/axis`).
    pub(super) fn battle_zone(&self, question: &OpenQuestion) -> Option<ZoneId> {
        let Ok(Key::Battle { zone, .. }) = Key::parse(&question.key) else { return None };
        self.zone(zone).map(|_| zone)
    }

    /// What is at stake in a zone.
    pub(super) fn stake(&self, zone: ZoneId) -> Stake {
        let stake = Stake::of(self.system.stage_on(self.view.turn).board.zone(zone), self.side);
        let convoy = |camp: Camp| self.zone(zone).is_some_and(|zone| zone.has_convoy(camp.side()));
        let scoring = self.scenario().scoring;
        let ship =
            |side: Camp| f32::from(if side == Camp::AXIS { scoring.axis_ship } else { scoring.allied_ship });
        let (kill, loss) = (ship(self.side.enemy()), ship(self.side));
        Stake { prey: convoy(self.side.enemy()), ward: convoy(self.side), kill, loss, ..stake }
    }

    /// Steps of own ships from a port to a zone, the first zone included.
    pub(super) fn sail(&self, port: PortId, zone: ZoneId) -> Option<u8> {
        self.system.chart.sail(self.system, self.sailor(self.side), port, zone)
    }

    /// What the enemy has in a zone: known units as they are, the others as their navies are on average.
    pub(super) fn enemy_at(&self, zone: ZoneId) -> Stack {
        let Some(zone) = self.zone(zone) else { return Stack::default() };
        let known: Vec<&Counter> = self.counters(&zone.enemy_known).collect();
        let hidden =
            zone.stacks().iter().fold(Stack::default(), |sum, count| sum.with(self.hidden(count, &known)));
        hidden.with(Stack::sum(known.into_iter()))
    }

    /// The units of a stack of one navy that are not among those known.
    fn hidden(&self, count: &Count, known: &[&Counter]) -> Stack {
        let Some(nation) = nation_of(&count.navy) else { return Stack::default() };
        let navy = self.navy(nation);
        let of = known.iter().filter(|counter| counter.nation == nation);
        let ships = of.clone().filter(|counter| counter.class.is_ship()).count();
        let lba = of.count() - ships;
        let rest = |all: usize, known: usize| all.saturating_sub(known) as f32;
        navy.ship.times(rest(count.ships, ships)).with(navy.lba.times(rest(count.lba, lba)))
    }

    /// What the ships and LBA of a navy are like, without those sunk, under repair or still to come.
    pub(super) fn navy(&self, nation: Nation) -> Navy {
        let navies = self.navies.get_or_init(|| self.survey());
        navies.iter().find(|(of, _)| *of == nation).map_or_else(Navy::default, |(_, navy)| *navy)
    }

    /// The counters that may be at sea or in port: not sunk, under repair or still to come.
    pub(super) fn about(&self) -> Vec<&'a Counter> {
        let mut away = vec![false; self.system.pieces.counters.0.len()];
        let lists = [&self.view.beside.sunk, &self.view.beside.repair, &self.view.beside.track];
        for unit in lists.into_iter().flatten().flatten().filter_map(|it| self.unit(&it.unit.id)) {
            away[usize::from(unit.0)] = true;
        }
        let counters = self.system.pieces.counters.0.iter().zip(&away);
        counters.filter(|(_, away)| !**away).map(|(counter, _)| counter).collect()
    }

    fn survey(&self) -> Vec<(Nation, Navy)> {
        let here = self.about();
        let mut nations: Vec<Nation> = here.iter().map(|counter| counter.nation).collect();
        nations.sort_unstable();
        nations.dedup();
        let navy = |nation: Nation| {
            let of = here.iter().copied().filter(|counter| counter.nation == nation);
            (nation, Navy::of(of.collect()))
        };
        nations.into_iter().map(navy).collect()
    }

    /// The ports of the view by their place on the board.
    pub(super) fn port(&self, word: &str) -> Option<PortId> {
        self.system.board().port_by_id(word.strip_suffix(BY_RAIL).unwrap_or(word))
    }

    /// The scenario in force.
    pub(super) fn scenario(&self) -> &'a Scenario {
        &self.system.stage_on(self.view.turn).scenario
    }

    /// The box of a port on the mats in force, or on those by which ships return this turn.
    pub(super) fn mat(&self, port: PortId, returning: bool) -> &'a Mat {
        self.system.printed_mat(self.view.turn, returning, port)
    }

    /// Ships of a side, as they sail now.
    pub(super) fn sailor(&self, side: Camp) -> Sailor {
        let scenario = self.scenario();
        Sailor { side, armed: scenario.danish > 0 || scenario.gibraltar > 0 }
    }

    /// The side with which a counter's nation moves this turn, if it does.
    pub(super) fn side_of(&self, counter: &Counter) -> Option<Camp> {
        let order = self.scenario().movement(self.view.turn);
        let side = order.iter().find(|(_, nations)| nations.contains(&counter.nation)).map(|(side, _)| *side);
        side.filter(|side| !counter.free_french || *side == Camp::ALLIES)
    }

    /// The ports in which ships of a nation may base now.
    pub(super) fn bases(&self, nation: Nation, side: Camp) -> Vec<PortId> {
        let open = |port: &PortId| {
            let mat = self.mat(*port, false);
            let holder = mat.holder == Holder::Camp(side) || mat.holder == Holder::Neutral;
            holder && mat.from_turn <= self.view.turn && mat.ships.contains(&nation)
        };
        self.system.board().ports().filter(open).collect()
    }

    /// True if a navy fights apart from the others of a side (SOT-13.S1-10).
    pub(super) fn fights_apart(&self, nation: Nation, side: Camp) -> bool {
        self.scenario().apart(side, self.view.turn).contains(&nation)
    }

    /// True if ships of the two nations fight apart on one side (SOT-13.S1-10).
    pub(super) fn at_odds(&self, a: Nation, b: Nation) -> bool {
        a != b && [a, b].into_iter().any(|nation| self.fights_apart(nation, self.side))
    }
}

impl Navy {
    fn of(counters: Vec<&Counter>) -> Navy {
        let (ships, lba): (Vec<&Counter>, Vec<&Counter>) =
            counters.into_iter().partition(|counter| counter.class.is_ship());
        let share = |count: usize| count as f32 / ships.len().max(1) as f32;
        let mut ranges = [0.0; RANGES];
        for counter in &ships {
            ranges[usize::from(counter.range).min(RANGES - 1)] += share(1);
        }
        let air: u32 = ships.iter().map(|counter| u32::from(counter.air())).sum();
        Navy {
            ship: Stack::sum(ships.iter().copied()).times(share(1)),
            lba: Stack::sum(lba.iter().copied()).times(1.0 / lba.len().max(1) as f32),
            ranges,
            submarines: share(ships.iter().filter(|counter| counter.class.is_submarine()).count()),
            air: air as f32 * share(1),
        }
    }
}

/// The nation of an adjective, as the view counts stacks by.
pub(super) fn nation_of(adjective: &str) -> Option<Nation> {
    Nation::ALL.into_iter().find(|nation| nation.adjective() == adjective)
}
