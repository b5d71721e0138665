//! How the dice of combats and of passages through mines fell, for the side that gains by them.

use super::SeasOfThunder;
use super::combat::attack::Hits;
use super::combat::convoy::CONVOY_HIT;
use super::event::Event;
use super::movement;
use super::pieces::UnitId;
use super::state::Sea;
use engine::fortune::{Fortune, Kind};
use engine::side::Side;

impl SeasOfThunder {
    /// The dice of an event. In gunfire a 2 is good, although it hits only with another (SOT-5.5.4.7-2).
    pub(super) fn fallen(&self, sea: &Sea, event: &Event) -> Vec<Fortune> {
        let own = |unit: UnitId| self.side_of(sea, unit).side();
        let enemy = |unit: UnitId| self.side_of(sea, unit).enemy().side();
        match event {
            Event::Attacked { segment, target, aa, dice, damage_dice, .. } => {
                let hits = Hits::of(*segment, sea.unit(*target));
                let aa = Fortune::of(own(*target), Kind::AntiAir, aa, |face| face == 1);
                aa.into_iter().chain(attack(enemy(*target), hits, dice, damage_dice)).collect()
            }
            Event::Damaged { unit, die, .. } => {
                Fortune::of_damage(enemy(*unit), &[*die]).into_iter().collect()
            }
            Event::ConvoyAttacked { by, dice, .. } => {
                Fortune::of(by.side(), Kind::Hit, dice, |face| face <= CONVOY_HIT).into_iter().collect()
            }
            Event::MinesPassed { unit, field, dice, damage, repair, .. } => {
                let hits = movement::hits_of(*field, self.counter(*unit).class.is_submarine());
                let damage: Vec<u8> = damage.iter().chain(repair).copied().collect();
                attack(enemy(*unit), hits, dice, &damage).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The dice of an attack, and those that say what its hits do.
fn attack(side: Side, hits: Hits, dice: &[u8], damage: &[u8]) -> impl Iterator<Item = Fortune> {
    let attack = Fortune::of(side, Kind::Hit, dice, |face| hits.is_good(face));
    attack.into_iter().chain(Fortune::of_damage(side, damage))
}
