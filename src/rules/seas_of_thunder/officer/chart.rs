//! What never changes in a match and is asked for again and again: how far zones are apart, and which word
//! names which unit. Worked out when first needed, once for a system.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use crate::SeasOfThunder;
use crate::board::{Board, Passage, PortId, ZoneId};
use crate::pieces::UnitId;
use engine::rulebook::two_sided::{BySide, Camp};

/// Farther than any range.
const NO_WAY: u8 = u8::MAX;

/// The chart of a system; copies of the system share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chart(OnceLock<Arc<Tables>>);

/// Who sails.
#[derive(Clone, Copy)]
pub(super) struct Sailor {
    /// The side.
    pub side: Camp,
    /// Whether mines lie at the straits.
    pub armed: bool,
}

#[derive(Debug)]
struct Tables {
    /// Steps between zones that brave no minefield, by side; at (from - 1) * zones + to - 1.
    safe: BySide<Vec<u8>>,
    /// The same, minefields or not.
    any: BySide<Vec<u8>>,
    /// Units by their ids.
    units: Vec<UnitId>,
}

impl Chart {
    fn tables(&self, system: &SeasOfThunder) -> &Tables {
        self.0.get_or_init(|| Arc::new(Tables::of(system)))
    }

    /// The unit of a word used in files.
    pub(super) fn unit(&self, system: &SeasOfThunder, word: &str) -> Option<UnitId> {
        let units = &self.tables(system).units;
        let at = units.binary_search_by(|&unit| system.counter(unit).id.as_str().cmp(word));
        at.ok().map(|at| units[at])
    }

    /// How many steps a side's ships need from one zone to another, by a way that no armed minefield bars;
    /// nothing without one.
    pub(super) fn steps(&self, system: &SeasOfThunder, by: Sailor, from: ZoneId, to: ZoneId) -> Option<u8> {
        let tables = self.tables(system);
        let table = if by.armed { &tables.safe[by.side] } else { &tables.any[by.side] };
        let at = (usize::from(from.0) - 1) * system.board().zones.len() + usize::from(to.0) - 1;
        Some(table[at]).filter(|steps| *steps != NO_WAY)
    }

    /// How many zones a ship enters that sails from a port to a zone (SOT-5.3-2), or the steps home plus one;
    /// nothing without a way.
    pub(super) fn sail(&self, system: &SeasOfThunder, by: Sailor, port: PortId, zone: ZoneId) -> Option<u8> {
        let zones = system.board().port(port).zones.iter();
        zones.filter_map(|&from| self.steps(system, by, from, zone)).min().map(|steps| steps + 1)
    }
}

impl Tables {
    fn of(system: &SeasOfThunder) -> Tables {
        let mut units: Vec<UnitId> = system.pieces.counters.ids().collect();
        units.sort_by(|&a, &b| system.counter(a).id.cmp(&system.counter(b).id));
        let table = |mines: bool| BySide::from_fn(|side| all_pairs(system.board(), side, mines));
        Tables { safe: table(false), any: table(true), units }
    }
}

/// Breadth first from every zone.
fn all_pairs(board: &Board, side: Camp, mines: bool) -> Vec<u8> {
    let count = board.zones.len();
    let open = |from: ZoneId, to: ZoneId| match board.passage(from, to) {
        Passage::Open => true,
        Passage::Minefield { against, .. } => mines || against != side,
        Passage::Only(other) => other == side,
        Passage::Bosporus { .. } | Passage::Closed => false,
    };
    let next = |from: ZoneId| board.zone(from).adjacent.iter().copied().filter(move |&to| open(from, to));
    let next: Vec<Vec<ZoneId>> = board.zones().map(|from| next(from).collect()).collect();
    let mut table = vec![NO_WAY; count * count];
    for start in board.zones() {
        let row = &mut table[(usize::from(start.0) - 1) * count..][..count];
        row[usize::from(start.0) - 1] = 0;
        let mut queue = VecDeque::from([start]);
        while let Some(from) = queue.pop_front() {
            let steps = row[usize::from(from.0) - 1] + 1;
            for to in &next[usize::from(from.0) - 1] {
                let there = &mut row[usize::from(to.0) - 1];
                if *there == NO_WAY {
                    *there = steps;
                    queue.push_back(*to);
                }
            }
        }
    }
    table
}
