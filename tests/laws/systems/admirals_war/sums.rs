//! A count apart from the rules: where every unit is, what is lost, and what both sides scored.

use std::collections::{BTreeMap, BTreeSet};

use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::admirals_war::board::BaseKind;
use sealord::rules::admirals_war::event::Event;
use sealord::rules::admirals_war::pieces::UnitId;
use sealord::rules::admirals_war::state::{Ocean, Phase, Place};
use sealord::rules::admirals_war::view::UnitView;
use sealord::rules::two_sided::{BySide, Camp};
use sealord::system::{News, System};

use super::super::Lawful;
const SIDES: [Camp; 2] = [Camp::AXIS, Camp::ALLIES];

/// What was counted.
pub struct Sums {
    seed: u64,
    points: BySide<i32>,
    lost: BTreeSet<UnitId>,
    /// Damage points by the events that gave them.
    damage: BTreeMap<UnitId, u8>,
    over: bool,
}

impl super::super::Sums<AdmiralsWar> for Sums {
    fn new(seed: u64) -> Sums {
        let points = BySide { axis: 0, allies: 0 };
        Sums { seed, points, lost: BTreeSet::new(), damage: BTreeMap::new(), over: false }
    }

    fn event(&mut self, ocean: &Ocean, event: &Event) {
        let (seed, system) = (self.seed, AdmiralsWar::system());
        match event {
            Event::TookEffect { lost, damaged, .. } => {
                lost.iter().for_each(|&unit| self.lose(unit));
                for &(unit, total) in damaged {
                    let before = self.damage.insert(unit, total).unwrap_or(0);
                    assert!(total > before, "seed {seed}: {unit:?} has {total} damage points after {before}");
                }
            }
            Event::Stranded { units } => units.iter().for_each(|&unit| self.lose(unit)),
            Event::Invaded { unit, defender, .. } => {
                self.lose(*unit);
                defender.iter().for_each(|&unit| self.lose(unit));
            }
            Event::Fired { attacker, target, dice, bonus, hits, damage_dice, .. } => {
                assert_ne!(
                    system.side_of(ocean, *attacker),
                    system.side_of(ocean, *target),
                    "seed {seed}: friendly fire"
                );
                let count = dice.iter().filter(|&&die| die + u8::from(*bonus) >= 6).count();
                assert_eq!(usize::from(*hits), count, "seed {seed}");
                assert!(damage_dice.len() <= count, "seed {seed}");
            }
            Event::AreasScored { side, areas, points, .. } => {
                let flagged = areas.iter().all(|&area| system.controller(ocean, area) == Some(*side));
                assert!(flagged, "seed {seed}: {areas:?} are not of the {side}");
                let worth: u16 = areas.iter().map(|&it| u16::from(system.board.area(it).points[*side])).sum();
                assert_eq!(*points, worth, "seed {seed}");
                self.points[*side] += i32::from(worth);
            }
            Event::BasesScored { side, bases, points, .. } => {
                let worth =
                    |base| system.scenario.base_points.iter().find(|(it, _)| it == base).map(|it| it.1);
                let sum: u16 = bases.iter().filter_map(worth).map(u16::from).sum();
                assert_eq!(*points, sum, "seed {seed}");
                assert!(bases.iter().all(|base| ocean.owner(*base) == Some(*side)), "seed {seed}");
                self.points[*side] += i32::from(sum);
            }
            Event::RaidsScored { side, bases, points, .. } => {
                assert_eq!(*side, Camp::ALLIES, "seed {seed}: only American raids count");
                assert!(bases.iter().all(|it| system.board.base(*it).kind == BaseKind::Port), "seed {seed}");
                assert_eq!(usize::from(*points), bases.len(), "seed {seed}");
                self.points[*side] += i32::from(*points);
            }
            Event::MatchEnded { winner, axis, allies } => self.end(*winner, [*axis, *allies]),
            _ => {}
        }
    }

    fn settled(&self, ocean: &Ocean) {
        for side in SIDES {
            assert_eq!(ocean.points(side), self.points[side], "seed {}: the points of the {side}", self.seed);
        }
        for unit in ocean.ids() {
            let gone = matches!(ocean.unit(unit).place, Place::Sunk | Place::Track(_));
            assert_eq!(gone, self.lost.contains(&unit), "seed {}: {unit:?}", self.seed);
            let damage = self.damage.get(&unit).copied().unwrap_or(0);
            assert!(gone || ocean.unit(unit).damage == damage, "seed {}: {unit:?}", self.seed);
        }
        assert_eq!(self.over, ocean.phase == Phase::Over, "seed {}", self.seed);
        self.every_unit_is_seen_once(ocean);
    }
}

impl Sums {
    fn lose(&mut self, unit: UnitId) {
        assert!(self.lost.insert(unit), "seed {}: {unit:?} is lost twice", self.seed);
    }

    /// The end names the points, and the side that has more.
    fn end(&mut self, winner: Option<Camp>, told: [i32; 2]) {
        let points = SIDES.map(|side| self.points[side]);
        assert_eq!(told, points, "seed {}: the points at the end", self.seed);
        let more = SIDES.into_iter().find(|side| self.points[*side] > self.points[side.enemy()]);
        assert_eq!(winner, more, "seed {}: {points:?}", self.seed);
        self.over = true;
    }

    /// Both sides see every unit once: at sea, in port, waiting to arrive, on the turn chart or among the lost.
    fn every_unit_is_seen_once(&self, ocean: &Ocean) {
        let system = AdmiralsWar::system();
        for side in SIDES {
            let view = system.view(ocean, side.into(), News::NONE);
            let mut seen: BTreeMap<String, usize> = BTreeMap::new();
            let mut see = |unit: &UnitView| *seen.entry(unit.id.clone()).or_default() += 1;
            view.zones.iter().flat_map(|area| area.own.iter().chain(&area.enemy_known)).for_each(&mut see);
            view.ports.iter().flat_map(|base| base.own.iter().chain(&base.enemy_known)).for_each(&mut see);
            let away = view.arriving.iter().chain(&view.away).chain(&view.sunk);
            away.for_each(|it| see(&it.unit));
            for unit in ocean.ids() {
                let id = &system.counter(unit).id;
                assert_eq!(seen.remove(id), Some(1), "seed {}: the {side} see {id}", self.seed);
            }
            assert!(seen.is_empty(), "seed {}: the {side} see {seen:?}", self.seed);
        }
    }
}
