//! Sea Movement (battle plans 5.2; WST-move, WST-stack, WST-end-2).

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::ability::{self, Moment};
use super::field::{Being, Field, Unit};
use super::log::{Entry, Id, Phase};
use super::map::{End, MOST_SECTORS, Sector};
use super::plan::{Asw, Posture, Station};
use super::setup::torpedo_range;
use super::start::{guide, withdraws_crippled};
use super::ways::{Reaches, way};
use super::{Battle, ground};
use crate::cards::Kind;
use engine::table::Step;

/// How often a side's movement may begin again for one unit that finds no room.
const MOST_RESTARTS: u8 = 3;
/// A boat in ambush wakes when an enemy ship comes so near.
const AMBUSH: u8 = 3;
/// A screen turns to an enemy submarine that is so near to its charge.
const NEAR_BOAT: u8 = 4;

/// Where a unit goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    To(Sector),
    Off(Sector),
}

/// What sectors are chosen by: the smallest, compared from the left.
type Key = [i16; 4];

/// What one unit ranks sectors by.
enum Ranking {
    /// The range that it wants to a mark, then its guide.
    Near { mark: Sector, range: u8, guide: Sector },
    /// No enemy ship nearer than that, then the same.
    Off { mark: Sector, range: u8, guide: Sector },
    /// An end of the map, away from enemy ships.
    Out(End),
    /// Where it can land.
    Ashore(Vec<Sector>),
    /// The range of its torpedoes to a mark, away from hunters; `lurks` if they come first.
    Below { mark: Sector, range: u8, lurks: bool },
    /// Its charge, toward the enemy.
    Beside(Sector),
    /// One sector from its charge, toward something.
    Between { charge: Sector, toward: Sector },
}

/// A side while its movement is planned.
struct Moving<'f, 'a> {
    field: &'f Field<'a>,
    end: End,
    /// Where the enemy's ships are.
    ships: Vec<Sector>,
    /// The nearest of them by sector, as far as it was asked.
    near: [Cell<Option<u8>>; MOST_SECTORS],
    /// Where units get to, as far as the battle has asked.
    reaches: &'f RefCell<Reaches>,
    /// The guide of each group.
    guides: Vec<Option<Id>>,
    /// The mark of each group.
    marks: Vec<Option<Id>>,
    /// Where units of the side stand now, by number.
    now: Vec<Option<Sector>>,
    /// Which have finished, and where.
    done: Vec<(Id, Sector)>,
}

impl Battle<'_> {
    /// Moves both sides, the first before the second (WST-move-2).
    ///
    /// # Halts
    /// As the dice.
    pub(super) fn sea_movement(&mut self) -> Step<()> {
        self.begin(Phase::Movement);
        for end in self.field.in_turn() {
            ability::at(self, Moment::MovementBegins, end)?;
            let afloat: Vec<Id> =
                self.field.on_map(end).filter(|(_, unit)| unit.kind.is_afloat()).map(|(id, _)| id).collect();
            for id in afloat {
                let haste = ability::speed(self, id)?;
                let unit = self.field.unit_mut(id);
                unit.haste = unit.haste.saturating_add(haste);
            }
            self.wake(end);
            for (id, goal) in self.plan_moves(end) {
                self.go(id, goal)?;
            }
            ground::walk(self, end);
            ability::at(self, Moment::Moved, end)?;
        }
        self.settle()
    }

    /// Boats in ambush that see an enemy ship wake, for good.
    fn wake(&mut self, end: End) {
        let ships: Vec<Sector> = self.field.ships(end.other()).filter_map(|(_, ship)| ship.at).collect();
        let boats: Vec<Id> = self.field.boats(end).map(|(id, _)| id).collect();
        for id in boats {
            let unit = self.field.unit_mut(id);
            unit.awake |= unit.at.is_some_and(|at| ships.iter().any(|ship| ship.range(at) <= AMBUSH));
        }
    }

    /// Where each unit of a side goes, in the order in which they move. Movement is planned again, the stuck
    /// unit first, when one finds no room.
    fn plan_moves(&mut self, end: End) -> Vec<(Id, Goal)> {
        let order = order(&self.field, end);
        let mut head: Vec<Id> = Vec::new();
        let mut restarts = vec![0_u8; self.field.units.len()];
        loop {
            let mut moving = Moving::new(&self.field, &self.reaches, end);
            let rest = order.iter().filter(|id| !head.contains(id));
            let mut goals = Vec::with_capacity(order.len());
            let mut stuck = None;
            for id in head.iter().chain(rest) {
                match moving.goal(*id) {
                    Some(goal) => {
                        moving.take(*id, goal);
                        goals.push((*id, goal));
                    }
                    None if restarts[usize::from(id.0)] >= MOST_RESTARTS => {
                        moving.finish(*id);
                    }
                    None => {
                        stuck = Some(*id);
                        break;
                    }
                }
            }
            let Some(id) = stuck else {
                return goals;
            };
            let again = &mut restarts[usize::from(id.0)];
            *again += 1;
            let stays = *again >= MOST_RESTARTS;
            head.retain(|other| *other != id);
            head.insert(0, id);
            self.note(|| Entry::Crowded { unit: id, stays });
        }
    }

    /// Moves a unit, step by step where the way matters.
    fn go(&mut self, id: Id, goal: Goal) -> Step<()> {
        let Some(from) = self.field.unit(id).at else { return Ok(()) };
        let (Goal::To(to) | Goal::Off(to)) = goal;
        let mut reached = to;
        if to != from && ability::ways_matter(&self.field) {
            for sector in way(&self.field, id, from, to) {
                self.field.unit_mut(id).at = Some(sector);
                reached = sector;
                if ability::enters(self, id, sector)? {
                    break;
                }
            }
        }
        self.field.unit_mut(id).at = Some(reached);
        if reached != from {
            self.field.unit_mut(id).moved = true;
            self.note(|| Entry::Moved { unit: id, from, to: reached });
        }
        if goal == Goal::Off(reached) {
            self.leave(id);
        }
        Ok(())
    }

    /// Takes a unit off the map over an edge; its aircraft fly once more and leave with it (WST-end-2).
    pub(super) fn leave(&mut self, id: Id) {
        let turn = self.field.turn;
        let unit = self.field.unit_mut(id);
        let from = unit.at.take();
        (unit.being, unit.moved) = (Being::Left(turn), true);
        self.note(|| Entry::Left { unit: id, from });
        let end = self.field.unit(id).end;
        let carried: Vec<Id> = self.field.side(end).map(|(other, _)| other).collect();
        for other in carried {
            let unit = self.field.unit_mut(other);
            if unit.aboard == Some(id) && unit.being == Being::Coming {
                unit.being = Being::Left(turn);
            }
            if let Some(wings) = &mut unit.wings
                && wings.home == super::field::Home::Deck(id)
            {
                wings.leaves = true;
            }
        }
    }
}

/// The order in which a side's units move (battle plans 5.2): groups as listed, those that screen after those
/// they screen; units in roster order.
pub(super) fn order(field: &Field<'_>, end: End) -> Vec<Id> {
    let postures = &field.postures[end as usize];
    let mut groups: Vec<usize> = Vec::with_capacity(postures.len());
    while groups.len() < postures.len() {
        let ready = |group: &usize| {
            let waits = match postures[*group] {
                Posture::Screen(charge) => charge != *group && !groups.contains(&charge),
                _ => false,
            };
            !groups.contains(group) && !waits
        };
        // Groups that screen each other in a circle move as listed.
        let next = (0..postures.len()).find(ready);
        let next = next.or_else(|| (0..postures.len()).find(|group| !groups.contains(group)));
        groups.extend(next);
    }
    let afloat: Vec<(Id, &Unit)> = field.on_map(end).filter(|(_, unit)| unit.kind.is_afloat()).collect();
    let of = |group: usize| afloat.iter().filter(move |(_, unit)| unit.group == group).map(|(id, _)| *id);
    groups.into_iter().flat_map(of).collect()
}

/// The nearest to a sector of some units, of equal ones the first.
fn nearest<'u>(at: Sector, units: impl Iterator<Item = (Id, &'u Unit)>) -> Option<Id> {
    units.min_by_key(|(_, unit)| unit.at.map_or(u8::MAX, |it| it.range(at))).map(|(id, _)| id)
}

impl<'f, 'a> Moving<'f, 'a> {
    fn new(field: &'f Field<'a>, reaches: &'f RefCell<Reaches>, end: End) -> Moving<'f, 'a> {
        let ships: Vec<Sector> = field.ships(end.other()).filter_map(|(_, ship)| ship.at).collect();
        let groups = field.plan(end).groups.len();
        let mut moving = Moving {
            field,
            end,
            ships,
            near: [const { Cell::new(None) }; MOST_SECTORS],
            reaches,
            guides: (0..groups).map(|group| guide(field, end, Some(group))).collect(),
            marks: Vec::new(),
            now: field
                .units
                .iter()
                .map(|unit| unit.at.filter(|_| unit.end == end && unit.is_there()))
                .collect(),
            done: Vec::new(),
        };
        moving.marks = (0..groups).map(|group| moving.mark(group)).collect();
        for (id, unit) in field.on_map(end) {
            if unit.kind.is_afloat() && field.speed(id) == 0 {
                moving.finish(id);
            }
        }
        moving
    }

    /// The range of the nearest enemy ship; 0 if there is none.
    fn near(&self, at: Sector) -> i16 {
        let known = &self.near[at.place()];
        let near =
            known.get().unwrap_or_else(|| self.ships.iter().map(|ship| ship.range(at)).min().unwrap_or(0));
        known.set(Some(near));
        i16::from(near)
    }

    /// Where a unit gets to.
    fn reach(&self, id: Id, from: Sector, speed: u8) -> Rc<[(Sector, u8)]> {
        self.reaches.borrow_mut().of(
            self.field,
            ability::may(self.field, id, ability::May::EnterIslands),
            from,
            speed,
        )
    }

    /// The mark of a group: the nearest enemy ship to its guide of the first word that has any; without ships
    /// the nearest submarine, for groups that attack those; then the nearest land base.
    fn mark(&self, group: usize) -> Option<Id> {
        let at = self.field.unit(self.guides[group]?).at?;
        let its = &self.field.plan(self.end).groups[group];
        let foe = self.end.other();
        let on_map =
            |fits: &dyn Fn(&Unit) -> bool| nearest(at, self.field.on_map(foe).filter(|(_, unit)| fits(unit)));
        let land = |unit: &Unit| unit.kind.is_land_base() || unit.kind.is_ground();
        let sought = its.seek.iter().find_map(|word| {
            on_map(&|unit| {
                (unit.kind.is_ship() || land(unit)) && word.fits(self.field.cards, unit.card, &unit.id)
            })
        });
        sought
            .or_else(|| nearest(at, self.field.ships(foe)))
            .or_else(|| if its.asw == Asw::Never { None } else { nearest(at, self.field.boats(foe)) })
            .or_else(|| on_map(&|unit| unit.kind.is_land_base()))
    }

    /// Notes that a unit has finished. One that left stands nowhere, but its group still looks for it where
    /// it left.
    fn take(&mut self, id: Id, goal: Goal) {
        let (Goal::To(sector) | Goal::Off(sector)) = goal;
        self.now[usize::from(id.0)] = Some(sector);
        if matches!(goal, Goal::To(_)) {
            self.finish(id);
        }
    }

    /// A unit ends its movement where it stands.
    fn finish(&mut self, id: Id) {
        self.done.retain(|(other, _)| *other != id);
        self.done.extend(self.now[usize::from(id.0)].map(|at| (id, at)));
    }

    /// Whether a unit may end its move in a sector, by those that have finished there (WST-stack-1).
    fn has_room(&self, id: Id, at: Sector) -> bool {
        let is_boat = |id: Id| self.field.unit(id).kind == Kind::Submarine;
        let boat = is_boat(id);
        let others = self.done.iter().filter(|(other, its)| *its == at && *other != id);
        let there = others.map(|(other, _)| *other).filter(|other| is_boat(*other) == boat);
        if boat {
            return there.count() < super::field::BOATS;
        }
        there.clone().count() < ability::ship_room(self.field, there.chain([id]))
    }

    /// The posture of a unit: that of its group, unless it withdraws as a cripple.
    fn posture(&self, id: Id) -> Posture {
        let unit = self.field.unit(id);
        let group = self.field.postures[self.end as usize][unit.group];
        let broken = group == Posture::Withdraw;
        if !broken && withdraws_crippled(self.field, id) { Posture::Withdraw } else { group }
    }

    /// Where a unit goes; nothing if no sector in reach has room.
    fn goal(&self, id: Id) -> Option<Goal> {
        let from = self.now[usize::from(id.0)]?;
        let speed = self.field.speed(id);
        if speed == 0 {
            return Some(Goal::To(from));
        }
        let reach = self.reach(id, from, speed);
        let posture = self.posture(id);
        if matches!(posture, Posture::Withdraw | Posture::Run)
            && let Some(edge) = self.exit(posture, &reach, speed)
        {
            return Some(Goal::Off(edge));
        }
        let key = self.key(id, posture, from);
        let Some(key) = key else {
            return self.staying(id, from, &reach);
        };
        self.best(id, &reach, |sector| self.rank(&key, sector)).map(Goal::To)
    }

    /// The sector with the smallest key that has room, of equal ones the first in reach. Room is asked for
    /// last: it costs more than the key, and few sectors are better than those before them.
    fn best<K: Ord>(&self, id: Id, reach: &[(Sector, u8)], key: impl Fn(Sector) -> K) -> Option<Sector> {
        let mut best: Option<(K, Sector)> = None;
        for (sector, _) in reach {
            let key = key(*sector);
            let is_better = best.as_ref().is_none_or(|(least, _)| key < *least);
            if is_better && self.has_room(id, *sector) {
                best = Some((key, *sector));
            }
        }
        best.map(|(_, sector)| sector)
    }

    /// Where a unit goes that wants to stay. If others came into its sector and left no room, the side's
    /// movement begins again with it (battle plans 5.2); if all of them lay there from the start, one must go
    /// (WST-map-7). In edition 1 it always went.
    fn staying(&self, id: Id, from: Sector, reach: &[(Sector, u8)]) -> Option<Goal> {
        if self.has_room(id, from) {
            return Some(Goal::To(from));
        }
        let came = |(other, at): &(Id, Sector)| *at == from && self.field.unit(*other).at != Some(from);
        let restarts = !self.field.cards.effects.first_edition && self.done.iter().any(came);
        if restarts { None } else { self.nearest_room(id, from, reach) }
    }

    /// The nearest sector with room.
    fn nearest_room(&self, id: Id, from: Sector, reach: &[(Sector, u8)]) -> Option<Goal> {
        let key = |sector: Sector| (from.range(sector), self.field.grid.own_order(self.end, sector));
        self.best(id, reach, key).map(Goal::To)
    }

    /// The sector over whose edge a unit leaves, if it can: within its speed less one (WST-end-2,
    /// WSC-11.13-11).
    fn exit(&self, posture: Posture, reach: &[(Sector, u8)], speed: u8) -> Option<Sector> {
        let runs = posture == Posture::Run;
        if !runs && self.field.turn < self.field.dossier.retreat_from {
            return None;
        }
        let column = self.field.grid.edge(self.toward(posture));
        let edge = reach.iter().filter(|(sector, steps)| sector.column() == column && *steps < speed);
        edge.min_by_key(|(sector, steps)| (*steps, self.field.grid.own_order(self.end, *sector)))
            .map(|(it, _)| *it)
    }

    /// The end to which a unit withdraws or runs.
    const fn toward(&self, posture: Posture) -> End {
        if matches!(posture, Posture::Run) { self.end.other() } else { self.end }
    }

    /// The key of a sector: the smallest is the best.
    #[inline]
    fn rank(&self, by: &Ranking, at: Sector) -> Key {
        let own = i16::from(self.field.grid.own_order(self.end, at));
        let to = |other: Sector| i16::from(at.range(other));
        let off = |other: Sector, range: u8| (to(other) - i16::from(range)).abs();
        match *by {
            Ranking::Near { mark, range, guide } => [off(mark, range), to(guide), own, 0],
            Ranking::Off { mark, range, guide } => {
                [(i16::from(range) - self.near(at)).max(0), off(mark, range), to(guide), own]
            }
            Ranking::Out(toward) => [i16::from(self.field.grid.depth(toward, at)), -self.near(at), own, 0],
            Ranking::Ashore(ref shore) => {
                let away = shore.iter().map(|sector| sector.range(at)).min().unwrap_or(0);
                [i16::from(away), own, 0, 0]
            }
            Ranking::Below { mark, range, lurks } => {
                let (hunters, apart) = (self.hunters_near(at), off(mark, range));
                if lurks { [hunters.min(1), apart, hunters, own] } else { [apart, hunters, own, 0] }
            }
            Ranking::Beside(charge) => [to(charge), self.near(at), own, 0],
            Ranking::Between { charge, toward } => [off(charge, 1), to(toward), own, 0],
        }
    }

    /// What sectors are chosen by; nothing if the unit stays.
    fn key(&self, id: Id, posture: Posture, from: Sector) -> Option<Ranking> {
        let group = self.field.unit(id).group;
        let guide = self.guides[group].and_then(|it| self.now[usize::from(it.0)]).unwrap_or(from);
        let mark = self.marks[group].and_then(|mark| self.field.unit(mark).at);
        Some(match posture {
            Posture::Stay => return None,
            Posture::Close(range) => Ranking::Near { mark: mark?, range, guide },
            Posture::StandOff(range) => Ranking::Off { mark: mark?, range, guide },
            Posture::Screen(charge) => return self.screen(id, charge, from),
            Posture::Withdraw | Posture::Run => Ranking::Out(self.toward(posture)),
            Posture::Land => {
                let shore = ground::shore(self.field);
                if shore.is_empty() {
                    return None;
                }
                Ranking::Ashore(shore)
            }
            Posture::Ambush if !self.field.unit(id).awake => return None,
            Posture::Hunt | Posture::Ambush | Posture::Lurk => {
                let range = torpedo_range(self.field, id);
                Ranking::Below { mark: mark?, range, lurks: posture == Posture::Lurk }
            }
        })
    }

    /// Enemy ships with antisubmarine dice in a sector or next to it.
    fn hunters_near(&self, at: Sector) -> i16 {
        let hunts = |id: Id| self.field.card(id).line(crate::cards::Weapon::Asw)[0] > 0;
        let near = |unit: &Unit| unit.at.is_some_and(|it| it.range(at) <= 1);
        self.field.ships(self.end.other()).filter(|(id, unit)| near(unit) && hunts(*id)).count() as i16
    }

    /// How a unit keeps station. Charges are dealt out anew each turn among the ships still there and the
    /// screens still under that posture; without a charge a screen does `close 0`.
    fn screen(&self, id: Id, charge: usize, from: Sector) -> Option<Ranking> {
        let group = self.field.unit(id).group;
        let charges: Vec<Id> =
            self.field.ships(self.end).filter(|(_, ship)| ship.group == charge).map(|(id, _)| id).collect();
        let screens = self.field.on_map(self.end).filter(|(id, unit)| {
            unit.group == group && unit.kind.is_afloat() && !withdraws_crippled(self.field, *id)
        });
        let place = screens.map(|(id, _)| id).position(|it| it == id).unwrap_or(0);
        if charges.is_empty() || charge == group {
            return self.key(id, Posture::Close(0), from);
        }
        let mine = charges[place % charges.len()];
        let at_charge = self.now[usize::from(mine.0)].unwrap_or(from);
        let station = self.field.plan(self.end).groups[group].station;
        let nearest = |fits: &dyn Fn(&Unit) -> bool, most: u8| {
            let foes = self.field.on_map(self.end.other()).filter(|(_, unit)| fits(unit));
            let sectors = foes.filter_map(|(_, unit)| unit.at).filter(|at| at.range(at_charge) <= most);
            sectors.min_by_key(|at| at.range(at_charge))
        };
        let toward = match station {
            Station::Close => None,
            Station::Ahead => nearest(&|unit| unit.kind.is_ship(), u8::MAX),
            Station::Asw => nearest(&|unit| unit.kind == Kind::Submarine, NEAR_BOAT),
        };
        Some(match toward {
            None => Ranking::Beside(at_charge),
            Some(toward) => Ranking::Between { charge: at_charge, toward },
        })
    }
}
