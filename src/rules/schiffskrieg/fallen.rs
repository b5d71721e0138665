//! How the dice of combats, searches and Speed Checks fell, for the side that gains by them.

use super::Schiffskrieg;
use super::event::Event;
use super::faction::Faction;
use super::pieces::UnitId;
use super::state::{Part, Sea};
use super::tables::{InterceptionResult, Outcome, PatrolResult};
use engine::fortune::{Fortune, Kind};
use engine::side::Side;

impl Schiffskrieg {
    /// The dice of an event. A die that Luck had rolled again (13) counts as it fell last.
    pub(super) fn fallen(&self, sea: &Sea, event: &Event) -> Vec<Fortune> {
        match event {
            Event::Fired { part, target, attackers, dice, drm, superior, damage_dice, .. } => {
                let Some(side) = self.firing(sea, *part) else { return Vec::new() };
                let mut fallen = self.attack(side, *target, (attackers, superior), dice, *drm);
                fallen.extend(Fortune::of_damage(side, damage_dice));
                fallen
            }
            Event::BaseAttacked { faction, die, drm, .. } => {
                let raids = |face| self.base_attack_result(sea, face, *drm).rounds() > 0;
                search(faction.side(), *die, raids)
            }
            Event::Intercepted { die, drm, .. } => {
                let met = |face| self.interception(sea, face, *drm) == InterceptionResult::Interception;
                search(Faction::Western.side(), *die, met)
            }
            Event::Patrolled { boat, die, .. } => {
                let Some(faction) = self.side_of(sea, *boat) else { return Vec::new() };
                let found = |face| self.patrol_result(sea, face) != PatrolResult::NoContact;
                search(faction.side(), *die, found)
            }
            Event::Checked { faction, rolls, .. } => {
                let check = |(unit, die): &(UnitId, u8)| {
                    let speed = self.counters[*unit].factors(sea.unit(*unit).hurt).speed;
                    let passes = |face: u8| speed.is_some_and(|speed| face <= speed);
                    Fortune::of(faction.side(), Kind::Speed, &[*die], passes)
                };
                rolls.iter().filter_map(check).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The side that fires in a battle.
    fn firing(&self, sea: &Sea, part: Part) -> Option<Side> {
        sea.battle.as_ref().map(|battle| battle.side(part).side())
    }

    /// Attack dice at a target, in the order of those who roll them. What a screen makes void was a hit of
    /// the die all the same (SK-4.3.1.2-3).
    fn attack(
        &self,
        side: Side,
        target: UnitId,
        (attackers, superior): (&[(UnitId, u8)], &[UnitId]),
        mut dice: &[u8],
        drm: i8,
    ) -> Vec<Fortune> {
        let table = self.attack_table(target);
        let mut fallen = Vec::new();
        for (attacker, number) in attackers {
            let (own, rest) = dice.split_at(dice.len().min(usize::from(*number)));
            dice = rest;
            let drm = drm + i8::from(superior.contains(attacker));
            let hits = |face| table.result(face, drm) == Outcome::Hit;
            fallen.extend(Fortune::of(side, Kind::Hit, own, hits));
        }
        fallen
    }
}

/// One die that finds something, or does not.
fn search(side: Side, die: u8, finds: impl Fn(u8) -> bool) -> Vec<Fortune> {
    Fortune::of(side, Kind::Search, &[die], finds).into_iter().collect()
}
