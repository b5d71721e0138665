//! What may yet come: how many enemy ships an officer expects in each zone, from where they lie in port and
//! what draws them, and what a stack of his own is then worth there.

use super::chances;
use super::sight::{Navy, RANGES, Sight, nation_of};
use super::stack::{Stack, Stake};
use crate::board::{PortId, ZoneId};
use crate::pieces::Nation;

/// What draws an enemy ship even into a zone that is worth nothing to him.
const WANDERLUST: f32 = 0.4;

/// A zone in the eyes of an officer who is to send ships.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prospect {
    /// What is at stake.
    pub stake: Stake,
    /// What the enemy has there.
    pub there: Stack,
    /// What he may be expected to send: so many ships, added up.
    pub coming: Stack,
}

impl Prospect {
    /// The points by which we may expect to gain on the enemy with this stack in the zone.
    ///
    /// Who is to come comes with the chance of at least one ship, then with as many as that leaves on
    /// average.
    pub(super) fn worth(&self, own: &Stack) -> f32 {
        if self.coming.ships <= 0.0 {
            return self.stake.expect(own, &self.there);
        }
        let nobody = chances::fades(self.coming.ships);
        let some = 1.0 - nobody;
        let stack = self.there.with(self.coming.times(1.0 / some));
        nobody * self.stake.expect(own, &self.there) + some * self.stake.expect(own, &stack)
    }
}

/// Every zone as it is for one who moves now; `later` are the enemy navies that move after him.
pub(super) fn prospects(sight: &Sight, later: &[Nation]) -> Vec<Prospect> {
    let zones = sight.system.board().zones();
    let mut prospects: Vec<Prospect> = zones
        .map(|zone| {
            let (stake, there) = (sight.stake(zone), sight.enemy_at(zone));
            Prospect { stake, there, coming: Stack::default() }
        })
        .collect();
    for port in &sight.view.sea.ports {
        let Some(at) = sight.port(&port.id) else { continue };
        for stack in port.stacks() {
            let Some(nation) = nation_of(&stack.navy).filter(|nation| later.contains(nation)) else {
                continue;
            };
            spread(sight, at, &sight.navy(nation), stack.ships as f32, &mut prospects);
        }
    }
    prospects
}

/// Spreads the ships of a navy in a port over the zones in their range, by what draws them there.
fn spread(sight: &Sight, port: PortId, navy: &Navy, ships: f32, prospects: &mut [Prospect]) {
    let enemy = sight.side.enemy();
    let chart = &sight.system.chart;
    let ways: Vec<(usize, usize)> = sight
        .system
        .board()
        .zones()
        .filter_map(|zone| {
            let steps = chart.sail(sight.system, sight.sailor(enemy), port, zone)?;
            Some((usize::from(zone.0) - 1, usize::from(steps))).filter(|(_, steps)| *steps < RANGES)
        })
        .collect();
    for (range, share) in navy.ranges.iter().enumerate().filter(|(_, share)| **share > 0.0) {
        let within = ways.iter().filter(|(_, steps)| *steps <= range).map(|(zone, _)| *zone);
        let total: f32 = within.clone().map(|zone| draw(&prospects[zone].stake)).sum();
        for zone in within {
            let part = ships * share * draw(&prospects[zone].stake) / total;
            prospects[zone].coming = prospects[zone].coming.with(navy.ship.times(part));
        }
    }
}

/// How much a zone draws enemy ships.
fn draw(stake: &Stake) -> f32 {
    WANDERLUST + stake.theirs + if stake.ward { 1.0 } else { 0.0 }
}

/// What makes a zone worth lying near: points for us, points denied, a convoy to hunt.
pub(super) fn attraction(sight: &Sight, zone: ZoneId) -> f32 {
    let Stake { ours, theirs, prey, ward, .. } = sight.stake(zone);
    ours + 0.5 * theirs + if prey { 1.0 } else { 0.0 } + if ward { 0.2 } else { 0.0 }
}
