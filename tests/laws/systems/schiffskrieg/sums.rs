//! Points and what is afloat, by the events alone.

use sealord::rules::Rulebook;
use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::schiffskrieg::event::{Change, Event};
use sealord::rules::schiffskrieg::state::{Part, Place, Sea};
use sealord::side::{Side, SideMap};
use sealord::system::Rules;

use crate::laws::systems::{Lawful, Sums};

pub struct Points {
    seed: u64,
    points: SideMap<i32>,
    /// How many pieces were lost in battles.
    lost: usize,
}

impl Points {
    fn add(&mut self, side: Side, points: i32) {
        self.points.insert(side, (self.points.of(side) + points).max(0));
    }
}

impl Sums<Schiffskrieg> for Points {
    fn new(seed: u64) -> Points {
        Points { seed, points: SideMap::from_fn(Schiffskrieg::system().sides(), |_| 0), lost: 0 }
    }

    fn event(&mut self, sea: &Sea, event: &Event) {
        // The lines of a battle are those who were there when it began, and have not left.
        for part in Part::ALL {
            let all = sea.ids().filter(|unit| sea.unit(*unit).line == Some(part));
            assert!(sea.line(part).eq(all), "seed {}: {event:?}", self.seed);
        }
        match event {
            Event::Scored { faction, points, .. } => self.add(faction.side(), i32::from(*points)),
            Event::Ruled { what: Change::Points(faction, _, points), .. } => {
                self.add(faction.side(), i32::from(*points));
            }
            // What is sunk was afloat and in a battle line.
            Event::TookEffect { sunk, .. } => {
                for unit in sunk {
                    let state = sea.unit(*unit);
                    assert!(
                        state.line.is_some() && state.place != Place::Sunk,
                        "seed {}: {event:?}",
                        self.seed
                    );
                }
                self.lost += sunk.len();
            }
            // Those who fire stand against their target.
            Event::Fired { part, target, attackers, .. } => {
                assert_eq!(sea.unit(*target).line, Some(part.enemy()), "seed {}: {event:?}", self.seed);
                let own = |unit| sea.unit(unit).line == Some(*part);
                assert!(attackers.iter().all(|(unit, _)| own(*unit)), "seed {}: {event:?}", self.seed);
            }
            _ => {}
        }
    }

    fn settled(&self, sea: &Sea) {
        let system = Schiffskrieg::system();
        for side in system.sides() {
            assert_eq!(system.points(sea, *side), self.points.of(*side), "seed {}, {side:?}", self.seed);
        }
        let sunk = sea.ids().filter(|unit| sea.unit(*unit).place == Place::Sunk).count();
        assert!(sunk >= self.lost, "seed {}: {sunk} of {} lost ships are sunk", self.seed, self.lost);
    }
}
