//! The points of a match summed from its story, and where every unit, convoy and port must stand.

use sealord::system::Views;
use std::collections::{BTreeMap, BTreeSet};

use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::board::Capacity;
use sealord::rules::seas_of_thunder::event::{Event, Passed};
use sealord::rules::seas_of_thunder::pieces::{Nation, UnitId};
use sealord::rules::seas_of_thunder::state::{Columns, Phase, Place, Sea, TokenPlace};
use sealord::rules::seas_of_thunder::view::UnitView;
use sealord::rules::two_sided::{BySide, Camp};
use sealord::system::News;
use sealord::view;

use super::system;
const SIDES: [Camp; 2] = [Camp::AXIS, Camp::ALLIES];

/// What was sunk, and the points of each turn.
pub struct Sums {
    seed: u64,
    sunk: BTreeSet<UnitId>,
    score: Vec<BySide<Columns>>,
}

impl crate::laws::systems::Sums<SeasOfThunder> for Sums {
    fn new(seed: u64) -> Sums {
        Sums { seed, sunk: BTreeSet::new(), score: vec![BySide::default()] }
    }

    fn event(&mut self, sea: &Sea, event: &Event) {
        self.points(sea, event);
        match event {
            Event::Sunk { unit, .. } | Event::MinesPassed { unit, passed: Passed::Sunk, .. } => {
                assert!(self.sunk.insert(*unit), "seed {}: {unit:?} sinks twice", self.seed);
            }
            _ => {}
        }
    }

    fn settled(&self, sea: &Sea) {
        let seed = self.seed;
        self.every_unit_is_somewhere(sea);
        self.one_convoy_of_a_side_to_a_zone(sea);
        let nothing = BySide::default();
        for turn in 0..self.score.len().max(sea.score.len()) {
            let of = |score: &[BySide<Columns>]| score.get(turn).copied().unwrap_or(nothing);
            let (summed, kept) = (of(&self.score), of(&sea.score));
            assert_eq!(summed, kept, "seed {seed}: the score of turn {turn} does not follow the story");
        }
        for &unit in &self.sunk {
            assert_eq!(sea.unit(unit).place, Place::Sunk, "seed {seed}: {unit:?} came back");
        }
        match sea.phase {
            // The step that begins this phase has settled the ports.
            Phase::Convoys => self.no_port_is_overfull(sea),
            Phase::Reinforcements | Phase::Over if sea.turn > system().game.first_turn => {
                let at_sea = sea.ids().filter(|&unit| matches!(sea.unit(unit).place, Place::Sea(_)));
                assert_eq!(at_sea.collect::<Vec<_>>(), [], "seed {seed}: after all have returned");
            }
            _ => {}
        }
    }
}

impl Sums {
    /// The umpire's own sum, column by column.
    fn points(&mut self, sea: &Sea, event: &Event) {
        let rules = &system().scenario(sea).scoring;
        let turns = usize::from(sea.turn - system().game.first_turn) + 1;
        self.score.resize(turns.max(self.score.len()), BySide::default());
        let now = self.score.last_mut().unwrap();
        let lost = |now: &mut BySide<Columns>, unit: UnitId| {
            let owner = system().side_of(sea, unit);
            let worth = if owner == Camp::AXIS { rules.axis_ship } else { rules.allied_ship };
            now[owner.enemy()].ships += u16::from(worth);
        };
        match event {
            Event::Sunk { unit, .. } | Event::MinesPassed { unit, passed: Passed::Sunk, .. } => {
                lost(now, *unit)
            }
            Event::ConvoyAttacked { by, token, sunk: true, .. } => {
                assert_ne!(system().token_side(*token), *by, "seed {}: {by} sinks its own convoy", self.seed);
                now[*by].convoys += u16::from(rules.convoy);
            }
            Event::ZonesScored { side, zones, points } => {
                let worth = zones.iter().map(|zone| u16::from(system().value(sea, *zone)[*side]));
                assert_eq!(*points, worth.sum::<u16>());
                now[*side].zones += points;
            }
            Event::UnusedAirScored { side, lba, points } => {
                assert_eq!(usize::from(*points), lba.len() * usize::from(rules.unused_lba));
                now[*side].unused_lba += points;
            }
            Event::PresenceLacking { to, points, .. } => now[*to].presence += points,
            Event::ScenarioBegan { axis, allies, .. } => {
                now.axis.initial += i32::from(*axis);
                now.allies.initial += i32::from(*allies);
            }
            Event::MinorSettled { to, points, .. } => now[*to].minors += points,
            Event::NeutralityViolated { by, points } => {
                assert_eq!(*points, 10);
                now[by.enemy()].turkey += points;
            }
            Event::SidesChanged { nation, ships, scorer: Some(side), points, .. } => {
                assert_eq!(points, ships, "seed {}: a point for each ship of {nation}", self.seed);
                let columns = &mut now[*side];
                *(if *nation == Nation::Norway { &mut columns.norway } else { &mut columns.french }) +=
                    points;
            }
            Event::SurvivorsScored { nation, ships, to, points, .. } => {
                assert_eq!(points, ships, "seed {}: a point for each ship of {nation}", self.seed);
                let columns = &mut now[*to];
                *(if *nation == Nation::Norway { &mut columns.norway } else { &mut columns.french }) +=
                    points;
            }
            Event::MatchEnded { winner, axis, allies } => self.end(*winner, [*axis, *allies]),
            _ => {}
        }
    }

    /// The end names the sums of all turns, and the side that has more.
    fn end(&self, winner: Option<Camp>, told: [i32; 2]) {
        let sums = SIDES.map(|side| self.score.iter().map(|turn| turn[side].total()).sum::<i32>());
        assert_eq!(told, sums, "seed {}: the sums at the end", self.seed);
        let more = SIDES.into_iter().find(|side| sums[side.index()] > sums[side.enemy().index()]);
        assert_eq!(winner, more, "seed {}: {sums:?}", self.seed);
    }

    /// Its owner sees each unit once: at sea, in port, among the aircraft, on a track, among the lost, or
    /// among those that the setup has still to put down.
    fn every_unit_is_somewhere(&self, sea: &Sea) {
        for side in SIDES {
            let view = system().view(sea, side.into(), News::NONE);
            let mut seen: BTreeMap<String, usize> = BTreeMap::new();
            let mut see = |unit: &UnitView| *seen.entry(unit.id.clone()).or_default() += 1;
            view.sea.zones.iter().flat_map(|zone| &zone.own).for_each(&mut see);
            view.sea.ports.iter().flat_map(|port| &port.own).for_each(&mut see);
            let view::Beside { repair, track, sunk, air, undeployed, .. } = &view.beside;
            let air = air.iter().flat_map(|air| air.available.iter().chain(&air.used));
            air.chain(undeployed.iter().flatten()).for_each(&mut see);
            let tracks = [repair, track, sunk].into_iter().flatten().flatten();
            tracks.filter(|it| side == it.side).for_each(|it| see(&it.unit));
            for unit in sea.ids().filter(|&unit| system().side_of(sea, unit) == side) {
                let id = &system().counter(unit).id;
                if sea.unit(unit).place == Place::Removed {
                    continue;
                }
                let undeployed = sea.unit(unit).place == Place::Setup;
                assert!(!undeployed || sea.phase <= Phase::SetupShips, "seed {}: {id}", self.seed);
                let times = seen.remove(id).unwrap_or(0);
                assert_eq!(times, 1, "seed {}: the {side} see {id}", self.seed);
            }
            assert!(seen.is_empty(), "seed {}: the {side} see {seen:?} as their own", self.seed);
        }
    }

    fn one_convoy_of_a_side_to_a_zone(&self, sea: &Sea) {
        let mut seen = BTreeSet::new();
        for (at, place) in sea.convoys.iter().enumerate() {
            if let TokenPlace::Sea(zone) = place {
                let side = system().pieces.tokens[at].side;
                assert!(seen.insert((side, *zone)), "seed {}: two convoys in {zone:?}", self.seed);
            }
        }
    }

    fn no_port_is_overfull(&self, sea: &Sea) {
        for port in system().board().ports() {
            let mat = system().mat(sea, port);
            let here = sea.at(Place::Port(port));
            let room = match mat.capacity {
                Capacity::Ships(room) => usize::from(room),
                Capacity::Unlimited => usize::MAX,
                Capacity::Neutral => 1,
            };
            let most = if mat.capacity == Capacity::Neutral {
                let minor = system().board().port(port).flag;
                let nation = |unit: &UnitId| system().counter(*unit).nation;
                let guests = here.iter().filter(|unit| Some(nation(unit)) != minor);
                guests.map(|a| here.iter().filter(|b| nation(a) == nation(b)).count()).max().unwrap_or(0)
            } else {
                here.len()
            };
            assert!(most <= room, "seed {}: {} holds {most}", self.seed, system().board().port(port).name);
        }
    }
}
