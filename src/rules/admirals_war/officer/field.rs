//! What an area is worth with the forces that are there, and with those that may still come.

use super::super::board::{AreaId, BaseId, BaseKind, Theatre};
use super::super::key::Key;
use super::super::pieces::{Kind, Seat, UnitId};
use super::super::reach::Origin;
use super::super::state::Place;
use super::force::{Force, prevails};
use super::sight::Sight;
use engine::rulebook::chances::fades;
use engine::rulebook::two_sided::Camp;

/// A track on which a side leads by so much is half won.
const LED: i8 = 20;
/// What its points are worth then.
const HALF: f32 = 0.5;
/// What the last area of a port is worth to the side that would lose it, or take it.
const PORT: f32 = 2.0;
/// What a point of strength is worth while many turns follow, and on the last one.
const STRENGTH: (f32, f32) = (0.09, 0.01);
/// How likely a unit that may come to any of several areas comes at all.
const LIKELY: f32 = 0.7;
/// Chance that a die of a hunt removes something, and what each point added to the dice adds (AW-14.24).
const HUNTED: (f32, f32) = (1.0 / 3.0, 1.0 / 6.0);
/// Points that a submarine scores against shipping (AW-14.26).
const SHIPPING: f32 = 0.3;
/// A strength from which nobody doubts that somebody comes.
const FEW: f32 = 3.0;
/// What enemy ships on their way add to a hunt, by their strength.
const HUNTERS: f32 = 0.1;

/// An area.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Where it lies.
    pub theatre: Theatre,
    /// What our flag is worth there.
    pub prize: f32,
    /// What the enemy's flag costs us.
    pub price: f32,
    /// Our units at sea there.
    pub own: Force,
    /// The enemy's.
    pub enemy: Force,
    /// The strength of the enemy that may still come.
    pub coming: f32,
    /// Enemy submarines that may still come.
    pub lurking: f32,
    /// What can be scored against shipping there, by us and by the enemy.
    shipping: (f32, f32),
    /// What is added to the dice of every hunt there.
    easier: f32,
    /// What a point of strength is worth.
    strength: f32,
}

impl Field {
    /// The chance that our units prevail there.
    pub(super) fn wins(&self) -> f32 {
        prevails(self.own.strength(self.theatre), self.enemy.strength(self.theatre) + self.coming)
    }

    /// What may be expected of the area, in points.
    pub(super) fn worth(&self) -> f32 {
        let (own, enemy) = (self.own.strength(self.theatre), self.enemy.strength(self.theatre));
        let wins = self.wins();
        let coming = if self.enemy.holders > 0.5 { 1.0 } else { self.coming / (self.coming + FEW) };
        let lurkers = self.enemy.lurkers + self.lurking;
        let (ours, theirs) = (
            self.left(self.own.lurkers, &self.enemy, self.coming * HUNTERS),
            self.left(lurkers, &self.own, 0.0),
        );
        let held = if self.own.holders > 0.5 { wins * fades(theirs) } else { 0.0 };
        let lost = (1.0 - wins) * coming * fades(ours);
        let shipping = scored(ours, self.shipping.0) - scored(theirs, self.shipping.1);
        let losses = wins * enemy.min(own) - (1.0 - wins) * own.min(enemy + self.coming);
        held * self.prize - lost * self.price + shipping + losses * self.strength
    }

    /// How many of so many submarines a hunt leaves.
    fn left(&self, lurkers: f32, hunters: &Force, more: f32) -> f32 {
        if lurkers < 0.01 {
            return 0.0;
        }
        let chance = (HUNTED.0 + HUNTED.1 * (hunters.killers + self.easier)).min(1.0);
        lurkers * fades((hunters.hunt + more) * chance / lurkers.max(1.0))
    }

    /// What more is worth with some force there.
    pub(super) fn gain(&self, force: Force) -> f32 {
        let mut with = self.clone();
        with.own += force;
        with.worth() - self.worth()
    }

    /// What the loss of a point of strength costs.
    pub(super) fn loss(&self) -> f32 {
        self.strength
    }

    /// What is at stake.
    pub(super) fn stake(&self) -> f32 {
        self.prize + self.price
    }
}

/// What so many submarines score, at most.
fn scored(lurkers: f32, most: f32) -> f32 {
    (lurkers * SHIPPING).min(most)
}

/// Every area.
pub(super) struct Fields(Vec<Field>);

impl Fields {
    /// The areas as they are, and who may still come there after what is asked.
    pub(super) fn look(sight: &Sight) -> Fields {
        let mut fields = Fields(sight.system.board.areas().map(|area| empty(sight, area)).collect());
        for unit in sight.ocean.ids() {
            if let Place::Sea(area) = sight.ocean.unit(unit).place {
                let force = Force::of(sight.system, &sight.ocean, unit);
                let field = fields.at(area);
                *(if sight.is_own(unit) { &mut field.own } else { &mut field.enemy }) += force;
            }
        }
        fields.expect_enemies(sight);
        fields
    }

    /// An area, to be changed.
    pub(super) fn at(&mut self, area: AreaId) -> &mut Field {
        &mut self.0[usize::from(area.0)]
    }

    /// An area.
    pub(super) fn of(&self, area: AreaId) -> &Field {
        &self.0[usize::from(area.0)]
    }

    /// Shares the enemy's units that may still come among the areas in their reach, by what is at stake
    /// there.
    fn expect_enemies(&mut self, sight: &Sight) {
        let mut reached: Vec<Option<Vec<AreaId>>> = vec![None; sight.system.board.bases.len()];
        let mut submarines = sight.unseen as f32;
        for unit in sight.ocean.ids().filter(|&unit| !sight.is_own(unit)) {
            let Place::Base(base) = sight.ocean.unit(unit).place else { continue };
            match may_come(sight, unit) {
                Some(Kind::Submarine) => submarines += 1.0,
                Some(Kind::Ship | Kind::Carrier) => {
                    let reach = reached[usize::from(base.0)].get_or_insert_with(|| reach(sight, base));
                    self.share(sight, unit, reach);
                }
                Some(Kind::LandAir) => self.share(sight, unit, &sight.system.board.base(base).areas),
                _ => {}
            }
        }
        let atlantic = |field: &&mut Field| field.theatre == Theatre::Atlantic;
        let all: f32 = self.0.iter_mut().filter(atlantic).map(|field| field.shipping.1).sum();
        for field in self.0.iter_mut().filter(atlantic).filter(|_| sight.side == Camp::ALLIES) {
            field.lurking = submarines * LIKELY * field.shipping.1 / all.max(1.0);
        }
    }

    fn share(&mut self, sight: &Sight, unit: UnitId, areas: &[AreaId]) {
        let all: f32 = areas.iter().map(|&area| self.of(area).stake()).sum();
        if all < 0.01 {
            return;
        }
        let force = Force::as_if(sight.system, &sight.ocean, unit, false);
        for &area in areas {
            let field = self.at(area);
            field.coming += LIKELY * force.strength(field.theatre) * field.stake() / all;
        }
    }
}

/// Areas that ships of the enemy reach from a port.
fn reach(sight: &Sight, base: BaseId) -> Vec<AreaId> {
    let ways = sight.system.reach(&sight.ocean, Origin::Port(base), sight.side.enemy(), 2, &|_| false);
    ways.into_iter().map(|way| way.area).collect()
}

/// An area without anybody.
fn empty(sight: &Sight, area: AreaId) -> Field {
    let of = sight.system.board.area(area);
    let points = sight.system.area_points(&sight.ocean, area);
    let worth = |side: Camp| f32::from(points[side]) * weight(sight, of.track[side]);
    let ports: f32 = of.bases.iter().map(|&base| falls(sight, base)).sum();
    let most = f32::from(of.points.axis.max(of.points.allies));
    let shipping = |by: Camp| {
        let enemy = |&base: &BaseId| sight.ocean.owner(base) == Some(by.enemy());
        let pays = of.theatre == Theatre::Atlantic || of.bases.iter().any(enemy);
        if pays && !sight.system.is_over_in(&sight.ocean, of.theatre) {
            most * weight(sight, of.theatre)
        } else {
            0.0
        }
    };
    let left = f32::from(sight.left.min(6)) / 6.0;
    Field {
        theatre: of.theatre,
        prize: worth(sight.side) + ports,
        price: worth(sight.side.enemy()) + ports,
        own: Force::default(),
        enemy: Force::default(),
        coming: 0.0,
        lurking: 0.0,
        shipping: (shipping(sight.side), shipping(sight.side.enemy())),
        easier: f32::from(u8::from(sight.system.board.is_mediterranean(area))),
        strength: STRENGTH.0 * left + STRENGTH.1,
    }
}

/// What a point on a track is worth.
fn weight(sight: &Sight, track: Theatre) -> f32 {
    let lead = sight.ocean.leads.of(track);
    let own = if sight.side == Camp::ALLIES { lead } else { -lead };
    if own >= LED { HALF } else { 1.0 }
}

/// What each area around a port or base is worth because the place falls if its holder's enemy keeps them all
/// (AW-16.11).
fn falls(sight: &Sight, base: BaseId) -> f32 {
    let of = sight.system.board.base(base);
    let held = sight.ocean.owner(base);
    let by = held.map(Camp::enemy);
    let surrounded =
        of.areas.iter().all(|&area| sight.ocean.flag(area).is_some() && sight.ocean.flag(area) == by);
    let kind = sight.system.kind_now(&sight.ocean, base);
    let worth = if kind == BaseKind::Port { PORT } else { PORT / 2.0 };
    let falls = sight.system.is_capturable(&sight.ocean, base) && kind != BaseKind::Neutral;
    let counts = sight.left > 0 && falls && surrounded;
    if counts { worth / of.areas.len() as f32 } else { 0.0 }
}

/// As what an enemy unit in port may still go to sea this turn, after what is asked; nothing if it will not.
fn may_come(sight: &Sight, unit: UnitId) -> Option<Kind> {
    let (system, ocean) = (sight.system, &sight.ocean);
    let (seat, kind) = (system.seat_of(ocean, unit), system.counter(unit).kind);
    let ready = ocean.unit(unit).raiding;
    let later = |by: Seat| seat > by;
    let comes = match (sight.key, kind) {
        _ if system.is_on_bottom(ocean, unit) || system.is_bound_by_peace(ocean, unit) => false,
        (Key::SetUp { .. } | Key::Reinforce { .. } | Key::Return { .. } | Key::Refuel { .. }, _) => true,
        (Key::Patrol { .. } | Key::PlaceAir { .. }, Kind::LandAir) => true,
        (Key::Patrol { by, .. }, Kind::Submarine) => later(by),
        (Key::LatePatrol { .. }, Kind::Ship | Kind::Carrier) => ready,
        (Key::Patrol { by, .. }, _) => ready || later(by),
        (Key::PlaceAir { .. } | Key::SailAmphibious { .. }, Kind::Ship | Kind::Carrier) => ready,
        (Key::Raid { by, .. }, Kind::Ship | Kind::Carrier) => ready && later(by),
        _ => false,
    };
    comes.then_some(kind)
}
