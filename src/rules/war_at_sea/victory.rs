//! How a campaign ends: by a capital, by the score, or because nobody is left. House rules: the document has
//! none.

use super::WarAtSea;
use super::board::Kind;
use super::state::War;
use engine::side::{Side, SideMap};
use engine::system::Rules;

impl WarAtSea {
    /// The value of what a side controls, never halved for quarterly turns.
    pub(super) fn production_value(&self, war: &War, side: Side) -> i32 {
        self.board.ids().filter(|at| war.holds(side, *at)).map(|at| self.yield_of(at)).sum()
    }

    /// A side's score: twice its production and the printed cost of enemy units destroyed; nothing for one
    /// that is out.
    pub fn score(&self, war: &War, side: Side) -> i32 {
        let Some(seat) = war.seat(side) else { return 0 };
        if seat.out {
            return 0;
        }
        let [production, sunk] = self.scenario.weights;
        production * self.production_value(war, side)
            + sunk * seat.sunk.iter().map(|(_, points)| *points).sum::<i32>()
            + seat.ruled
    }

    /// How many capitals of enemies a side controls while it holds its own.
    fn triumphs(&self, war: &War, side: Side) -> usize {
        let held = |(of, at): &&(Side, super::board::SectorId)| *of != side && war.holds(side, *at);
        let own = self.board.capital(side).is_some_and(|at| war.holds(side, at));
        if own { self.board.capitals.iter().filter(held).count() } else { 0 }
    }

    /// Counts the turns at whose end a side held its own capital and another.
    pub(super) fn count_triumphs(&self, war: &mut War) {
        for &side in self.sides() {
            let triumph = self.triumphs(war, side) > 0;
            if let Some(seat) = war.seats.get_mut(side) {
                seat.triumph = if triumph { seat.triumph.saturating_add(1) } else { 0 };
            }
        }
    }

    /// The side that has won by a capital, at the end of a turn: at once, with three sides on two turns
    /// running.
    pub(super) fn conqueror(&self, war: &War) -> Option<Side> {
        let wanted = if self.sides().len() == 3 { 2 } else { 1 };
        let mut winners = self.sides().iter().copied().filter(|side| {
            let before = war.seat(*side).map_or(0, |seat| seat.triumph);
            self.triumphs(war, *side) > 0 && before + 1 >= wanted
        });
        winners.next().filter(|_| winners.next().is_none())
    }

    /// Whether a side controls neither a capital nor a large base.
    pub(super) fn is_beaten(&self, war: &War, side: Side) -> bool {
        let great = |kind: Kind| matches!(kind, Kind::Capital | Kind::Large);
        !self.board.ids().any(|at| war.holds(side, at) && great(self.board.sector(at).kind))
    }

    /// Who is ahead by a tenth at least, and whether by half as much again.
    pub(super) fn verdict(&self, war: &War) -> (Option<Side>, bool) {
        let scores = SideMap::from_fn(self.sides(), |side| self.score(war, side));
        let best =
            self.sides().iter().copied().max_by_key(|side| (scores.of(*side), std::cmp::Reverse(*side)));
        let Some(best) = best else { return (None, false) };
        let next = best.others(self.sides()).map(|side| scores.of(side)).max().unwrap_or(0);
        let (first, next) = (i64::from(scores.of(best)), i64::from(next));
        match () {
            () if first > next && first * 10 >= next * 11 => (Some(best), first * 2 >= next * 3),
            () => (None, false),
        }
    }
}
