//! A count apart from the rules: where every unit is, what is lost, and what both sides scored.

use sealord::system::Views;
use std::collections::{BTreeMap, BTreeSet};

use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::admirals_war::board::{BaseKind, Theatre};
use sealord::rules::admirals_war::event::Event;
use sealord::rules::admirals_war::pieces::{Nation, Seat, UnitId};
use sealord::rules::admirals_war::seats::{Seating, Victory};
use sealord::rules::admirals_war::state::{Ocean, Phase, Place};
use sealord::rules::admirals_war::view::{UnitView, View};
use sealord::rules::two_sided::{BySide, Camp};
use sealord::system::News;
use sealord::view;

use super::super::Lawful;
const SIDES: [Camp; 2] = [Camp::AXIS, Camp::ALLIES];

/// What was counted.
pub struct Sums {
    seed: u64,
    points: BySide<i32>,
    lost: BTreeSet<UnitId>,
    /// Damage points by the events that gave them.
    damage: BTreeMap<UnitId, u8>,
    /// How far the Allies lead in the Atlantic and in the Pacific, and what flags have brought them since.
    leads: [i32; 2],
    flags: [i32; 2],
    over: bool,
}

impl super::super::Sums<AdmiralsWar> for Sums {
    fn new(seed: u64) -> Sums {
        let points = BySide { axis: 0, allies: 0 };
        // Japan begins the standard game ahead.
        let ahead = AdmiralsWar::system().scenario.start_points.iter().map(|it| i32::from(it.points));
        let start = -ahead.sum::<i32>();
        Sums {
            seed,
            points,
            lost: BTreeSet::new(),
            damage: BTreeMap::new(),
            leads: [0, start],
            flags: [0, 0],
            over: false,
        }
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
            Event::KamikazesSpent { lost, .. } => lost.iter().for_each(|&unit| self.lose(unit)),
            Event::Repaired { ships, .. } => {
                // Damage goes first, then overhaul (36.1).
                for (ship, points) in ships {
                    let damage = self.damage.entry(*ship).or_default();
                    let of_damage = (*points).min(*damage);
                    *damage -= of_damage;
                    let (rest, overhaul) = (points - of_damage, ocean.unit(*ship).overhaul);
                    assert!(rest <= overhaul, "seed {seed}: {ship:?} is repaired by {rest} points too many");
                }
            }
            // French ships without a crew (22.31, 22.42).
            Event::ArmisticeRolled { surrendered, .. } => {
                surrendered.iter().for_each(|&unit| self.unman(unit));
            }
            Event::AllegianceRolled { unit, .. } if matches!(ocean.unit(*unit).place, Place::Hold(_)) => {
                self.unman(*unit)
            }
            Event::Hunted { destroyed, .. } => destroyed.iter().for_each(|&unit| self.lose(unit)),
            Event::Arrived { units, .. } => units.iter().for_each(|(unit, _)| self.comes_back(*unit)),
            // What was lost and due to come back may leave the game before it does, or another counter comes
            // for it.
            Event::Withdrawn { units } | Event::ShutOut { units } => {
                units.iter().for_each(|unit| {
                    self.lost.remove(unit);
                });
            }
            Event::Replaced { unit, by } => {
                let was_lost = self.lost.remove(unit);
                self.lost.extend(was_lost.then_some(*by));
            }
            Event::ShippingAttacked { unit, points, .. } => {
                let seat = system.seat_of(ocean, *unit);
                self.gain(seat.side(), seat.track(), i32::from(*points));
            }
            Event::RaiderScored { .. } => self.gain(Camp::AXIS, Theatre::Atlantic, 1),
            Event::Fined { seat, ships } => {
                let points = ships.len() as i32;
                self.points[seat.side()] -= points;
                self.lead(seat.side().enemy(), seat.track(), points);
            }
            Event::LeadMoved { track, lead } => {
                let at = *track as usize;
                self.leads[at] = (self.leads[at] + self.flags[at]).clamp(-29, 29);
                self.flags[at] = 0;
                assert_eq!(*lead, self.leads[at], "seed {seed}: the lead");
            }
            Event::TurnEnded { .. } => {
                let still = [0, 1].map(|at| (self.leads[at] + self.flags[at]).clamp(-29, 29));
                assert_eq!(still, self.leads, "seed {seed}: a marker was not moved");
                self.flags = [0, 0];
            }
            Event::Scuttled { ships, .. } => ships.iter().for_each(|&unit| self.lose(unit)),
            Event::Stranded { units } => units.iter().for_each(|&unit| self.lose(unit)),
            Event::Invaded { unit, defender, .. } => {
                self.lose(*unit);
                defender.iter().for_each(|&unit| self.lose(unit));
            }
            Event::Fired { attacker, target, dice, bonus, extra, hits, damage_dice, .. } => {
                let french = |unit: UnitId| system.nation_of(ocean, unit) == Nation::Fr;
                let catapult = ocean.dilemma.catapult && french(*attacker) != french(*target);
                assert!(
                    catapult || system.side_of(ocean, *attacker) != system.side_of(ocean, *target),
                    "seed {seed}: friendly fire"
                );
                let count = dice.iter().filter(|&&die| die + u8::from(*bonus) + extra >= 6).count();
                assert_eq!(usize::from(*hits), count, "seed {seed}");
                assert!(damage_dice.len() <= count, "seed {seed}");
            }
            Event::AreasScored { side, track, areas, points } => {
                let flagged = areas.iter().all(|&area| system.controller(ocean, area) == Some(*side));
                assert!(flagged, "seed {seed}: {areas:?} are not of the {side}");
                let worth: u16 = areas.iter().map(|&it| u16::from(system.board.area(it).points[*side])).sum();
                assert_eq!(*points, worth, "seed {seed}");
                self.points[*side] += i32::from(worth);
                if system.scenario.campaign {
                    let sign = if *side == Camp::ALLIES { 1 } else { -1 };
                    self.flags[*track as usize] += sign * i32::from(worth);
                }
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
            Event::MatchEnded { winner, axis, allies, seats } => {
                assert!(seats.iter().all(|seat| Some(seat.side()) == *winner), "seed {seed}");
                self.end(*winner, [*axis, *allies], seats);
            }
            _ => {}
        }
    }

    fn settled(&self, ocean: &Ocean) {
        for side in SIDES {
            assert_eq!(ocean.points(side), self.points[side], "seed {}: the points of the {side}", self.seed);
        }
        for unit in ocean.ids() {
            let place = ocean.unit(unit).place;
            // Much of the standard game waits on the turn chart without having been lost.
            let gone = place == Place::Sunk || matches!(place, Place::Track(_)) && self.lost.contains(&unit);
            assert_eq!(gone, self.lost.contains(&unit), "seed {}: {unit:?}", self.seed);
            let damage = self.damage.get(&unit).copied().unwrap_or(0);
            let gone = gone || place == Place::Removed;
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

    /// A ship has as much damage as armor.
    fn unman(&mut self, unit: UnitId) {
        self.damage.insert(unit, AdmiralsWar::system().counter(unit).front.armor);
    }

    /// A unit that was lost is back, undamaged.
    fn comes_back(&mut self, unit: UnitId) {
        if self.lost.remove(&unit) {
            self.damage.remove(&unit);
        }
    }

    /// A side gains points that move the marker of a track at once.
    fn gain(&mut self, side: Camp, track: Theatre, points: i32) {
        self.points[side] += points;
        self.lead(side, track, points);
    }

    fn lead(&mut self, side: Camp, track: Theatre, points: i32) {
        let sign = if side == Camp::ALLIES { 1 } else { -1 };
        let lead = &mut self.leads[track as usize];
        *lead = (*lead + sign * points).clamp(-29, 29);
    }

    /// Who wins by both tracks: who leads on one and is not behind on the other.
    fn ahead(&self) -> Option<Camp> {
        let [atlantic, pacific] = self.leads.map(i32::signum);
        match atlantic + pacific {
            1.. if atlantic.min(pacific) >= 0 => Some(Camp::ALLIES),
            ..=-1 if atlantic.max(pacific) <= 0 => Some(Camp::AXIS),
            _ => None,
        }
    }

    /// Who wins of four players who play alone: the Ally ahead by more if neither is behind, else the Axis
    /// player who is.
    fn alone(&self) -> Vec<Seat> {
        let [atlantic, pacific] = self.leads;
        let rivals = match atlantic.min(pacific) {
            0.. => [(Seat::Britain, atlantic), (Seat::UnitedStates, pacific)],
            _ => [(Seat::Japan, -pacific), (Seat::Germany, -atlantic)],
        };
        let most = rivals[0].1.max(rivals[1].1);
        rivals.into_iter().filter(|it| it.1 == most && most > 0).map(|it| it.0).collect()
    }

    /// The end names the points, and who has won.
    fn end(&mut self, winner: Option<Camp>, told: [i32; 2], seats: &[Seat]) {
        if AdmiralsWar::system().scenario.seating == Seating::Four(Victory::Individual) {
            assert_eq!(seats, self.alone(), "seed {}", self.seed);
            assert_eq!(winner, seats.first().map(|seat| seat.side()), "seed {}", self.seed);
            self.over = true;
            return;
        }
        let points = SIDES.map(|side| self.points[side]);
        assert_eq!(told, points, "seed {}: the points at the end", self.seed);
        let more = SIDES.into_iter().find(|side| self.points[*side] > self.points[side.enemy()]);
        let more = if AdmiralsWar::system().scenario.campaign { self.ahead() } else { more };
        assert_eq!(winner, more, "seed {}: {points:?}", self.seed);
        self.over = true;
    }

    /// Both sides see every unit once: at sea, in port, in a box, waiting to arrive, on the turn chart or
    /// among the lost; of the enemy's hidden submarines only how many they are.
    fn every_unit_is_seen_once(&self, ocean: &Ocean) {
        let system = AdmiralsWar::system();
        for side in SIDES {
            let view = system.view(ocean, side.into(), News::NONE);
            let (mut seen, mut unseen) = (BTreeMap::<String, usize>::new(), 0);
            let mut see = |unit: &UnitView| *seen.entry(unit.id.clone()).or_default() += 1;
            view.sea
                .zones
                .iter()
                .flat_map(|area| area.own.iter().chain(&area.enemy_known))
                .for_each(&mut see);
            view.sea
                .ports
                .iter()
                .flat_map(|base| base.own.iter().chain(&base.enemy_known))
                .for_each(&mut see);
            let view::Beside { arriving, away, sunk, .. } = &view.beside;
            let away = [arriving, away, sunk].into_iter().flatten().flatten();
            away.for_each(|it| see(&it.unit));
            view.beside.boxed.iter().flatten().for_each(|it| see(&it.unit));
            self.boxes_are_named(ocean, &view);
            for unit in ocean.ids().filter(|&unit| ocean.unit(unit).place != Place::Removed) {
                let id = &system.counter(unit).id;
                let hidden = system.is_unseen(ocean, unit) && system.side_of(ocean, unit) != side;
                unseen += usize::from(hidden);
                let times = (!hidden).then_some(1);
                assert_eq!(seen.remove(id), times, "seed {}: the {side} see {id}", self.seed);
            }
            assert!(seen.is_empty(), "seed {}: the {side} see {seen:?}", self.seed);
            let counted: usize = view.own.unseen.iter().map(|it| it.count).sum();
            assert_eq!(counted, unseen, "seed {}: the {side}", self.seed);
        }
    }

    /// Who lies in a box is seen in it by its name, and nobody else.
    fn boxes_are_named(&self, ocean: &Ocean, view: &View) {
        let system = AdmiralsWar::system();
        let seen: BTreeMap<&str, &str> =
            view.beside.boxed.iter().flatten().map(|it| (it.unit.id.as_str(), it.place.as_str())).collect();
        let boxed = ocean.ids().filter_map(|unit| match ocean.unit(unit).place {
            Place::Hold(hold) => {
                Some((system.counter(unit).id.as_str(), system.board.hold(hold).name.as_str()))
            }
            _ => None,
        });
        assert_eq!(seen, boxed.collect(), "seed {}: the {}", self.seed, view.reader.side);
    }
}
