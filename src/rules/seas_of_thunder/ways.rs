//! How far a ship gets: the best way from where it lies to every zone. A way never uses a link that is closed
//! to its side; nothing here rolls for mines.

use std::collections::VecDeque;

use super::board::{Board, Minefield, Passage, ZoneId};
use engine::rulebook::two_sided::Camp;

/// A way to a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// How many zones it enters, the first one included (SOT-5.3-1).
    pub entries: u8,
    /// The minefields it braves, in the order in which it meets them.
    pub minefields: Vec<Minefield>,
    /// The zones it enters, the last one being the goal.
    pub path: Vec<ZoneId>,
}

/// Sets of minefields braved: a bit for each.
const SETS: usize = 8;

/// Who sails, and what the Bosporus means to him now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sailing {
    /// The side.
    pub side: Camp,
    /// What the Bosporus means to it.
    pub bosporus: Bosporus,
}

/// What the Bosporus means to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bosporus {
    /// Nobody passes: Turkey is neutral.
    Closed,
    /// It may be forced under fire: Turkey is an enemy, or becomes one by it.
    Forced,
    /// Turkey is an ally.
    Open,
}

/// Sailing while Turkey is neutral and stays so.
impl From<Camp> for Sailing {
    fn from(side: Camp) -> Sailing {
        Sailing { side, bosporus: Bosporus::Closed }
    }
}

/// How a zone was first reached with a set of minefields behind: entries, and the zone and set before. Small,
/// since a search begins with a table of them.
type Step = Option<(u8, Option<(ZoneId, u8)>)>;

/// All that a ship can reach from where it lies.
pub struct Reach<'b> {
    board: &'b Board,
    sailing: Sailing,
    reached: Vec<[Step; SETS]>,
}

impl Reach<'_> {
    /// Whether the range suffices for a zone.
    pub fn holds(&self, zone: ZoneId) -> bool {
        self.reached[usize::from(zone.0) - 1].iter().any(Option::is_some)
    }

    /// The best way to a zone, if the range suffices.
    pub fn way(&self, zone: ZoneId) -> Option<Way> {
        let at = |set: &usize| self.reached[usize::from(zone.0) - 1][*set].is_some();
        let ways = (0..SETS).filter(at).map(|set| self.board.trace(&self.reached, zone, set, self.sailing));
        ways.min_by(|a, b| {
            let key = |way: &Way| (way.minefields.len(), way.entries);
            key(a).cmp(&key(b)).then_with(|| a.path.cmp(&b.path))
        })
    }

    /// What the best way to a zone costs: the zones it enters and the minefields it braves.
    pub fn cost(&self, zone: ZoneId) -> Option<(u8, Vec<Minefield>)> {
        // No way is better than one without minefields, and none need be followed to see that.
        match self.reached[usize::from(zone.0) - 1][0] {
            Some((entries, _)) => Some((entries, Vec::new())),
            None => self.way(zone).map(|way| (way.entries, way.minefields)),
        }
    }
}

impl Board {
    /// The best way to every zone, at zone number - 1; none where the range does not suffice.
    ///
    /// The zones of `start` cost one entry each, as for a ship that leaves a port that touches them
    /// (SOT-5.3-2). The best way braves the fewest minefields, then enters the fewest zones, then has the
    /// lowest zone numbers. The rules of scenario 1 need no whole ways; the tests of the map do.
    pub fn ways(&self, start: &[ZoneId], range: u8, sailing: impl Into<Sailing>) -> Vec<Option<Way>> {
        let reach = self.reach(start, range, sailing);
        self.zones().map(|zone| reach.way(zone)).collect()
    }

    /// Finds all that a ship can reach, as [`Board::ways`] does, but follows a way only when asked for it.
    pub fn reach(&self, start: &[ZoneId], range: u8, sailing: impl Into<Sailing>) -> Reach<'_> {
        let sailing = sailing.into();
        Reach { board: self, sailing, reached: self.search(start, range, sailing) }
    }

    /// Searches breadth first over pairs of a zone and the minefields behind. Since starts and neighbours are
    /// taken in ascending order, the first way to a pair is the one with the lowest numbers among the
    /// shortest.
    fn search(&self, start: &[ZoneId], range: u8, sailing: Sailing) -> Vec<[Step; SETS]> {
        let mut reached: Vec<[Step; SETS]> = vec![[None; SETS]; self.zones.len()];
        let mut open = VecDeque::new();
        let mut start = start.to_vec();
        start.sort_unstable();
        for zone in start {
            let step = &mut reached[usize::from(zone.0) - 1][0];
            if range > 0 && step.is_none() {
                *step = Some((1, None));
                open.push_back((zone, 0, 1));
            }
        }
        while let Some((from, set, entries)) = open.pop_front() {
            if entries == range {
                continue;
            }
            for to in &self.zone(from).adjacent {
                let Some(braved) = braves(self.link(from, *to), sailing) else { continue };
                let set_then = set | braved.map_or(0, bit);
                let step = &mut reached[usize::from(to.0) - 1][set_then];
                if step.is_none() {
                    *step = Some((entries + 1, Some((from, set as u8))));
                    open.push_back((*to, set_then, entries + 1));
                }
            }
        }
        reached
    }

    /// Follows a search back from where it came.
    fn trace(&self, reached: &[[Step; SETS]], zone: ZoneId, set: usize, sailing: Sailing) -> Way {
        let mut path = vec![zone];
        let mut minefields = Vec::new();
        let mut here = (zone, set);
        while let Some((_, Some((from, before)))) = reached[usize::from(here.0.0) - 1][here.1] {
            minefields.extend(braves(self.link(from, here.0), sailing).flatten());
            path.push(from);
            here = (from, usize::from(before));
        }
        path.reverse();
        minefields.reverse();
        Way { entries: path.len() as u8, minefields, path }
    }
}

impl Board {
    /// The zones that are cut off from a zone while the Bosporus is closed, on its far side.
    pub fn behind_bosporus(&self) -> Vec<ZoneId> {
        let Some(link) = self.links.iter().find(|link| matches!(link.passage, Passage::Bosporus { .. }))
        else {
            return Vec::new();
        };
        let beyond = self.reach(&[link.zones.1], u8::MAX, Camp::ALLIES);
        if beyond.holds(link.zones.0) {
            return Vec::new();
        }
        self.zones().filter(|&zone| beyond.holds(zone)).collect()
    }
}

/// Whether a side may take a step, and the minefield that it braves by it.
fn braves(passage: Passage, sailing: Sailing) -> Option<Option<Minefield>> {
    match passage {
        Passage::Open => Some(None),
        Passage::Minefield { field, against } => Some((against == sailing.side).then_some(field)),
        Passage::Only(other) => (other == sailing.side).then_some(None),
        Passage::Bosporus { .. } => match sailing.bosporus {
            Bosporus::Closed => None,
            Bosporus::Forced => Some(Some(Minefield::Bosporus)),
            Bosporus::Open => Some(None),
        },
        Passage::Closed => None,
    }
}

/// The bit of a minefield in a set.
fn bit(field: Minefield) -> usize {
    match field {
        Minefield::Danish => 1,
        Minefield::Gibraltar => 2,
        Minefield::Bosporus => 4,
    }
}
