//! The ladder: neighbours meet, and winners climb over losers.

use std::collections::{BTreeMap, BTreeSet};

use super::cost::Layer;
use super::field::Field;
use super::side;
use crate::Entrant;

/// The layers, the heaviest first.
pub(super) const LAYERS: &[Layer] =
    &[Layer::Forbidden, Layer::Rematches, Layer::ByesAgain, Layer::Sides, Layer::Distances, Layer::Lot];

/// How a round went for somebody on the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// He won.
    Won,
    /// He lost, or did not turn up.
    Lost,
    /// Neither won: both stay where they are, like somebody who did not play.
    Stayed,
}

/// What a pair adds to each layer; the bye stands after the last of the field. Distances are counted among
/// those who play.
pub(super) fn edge(field: &Field, upper: usize, lower: usize, of: &mut [u64]) {
    let one = &field.contenders[upper];
    let layers = match field.contenders.get(lower) {
        Some(other) => [
            u64::from(field.is_forbidden(&one.entrant, &other.entrant)),
            u64::from(field.is_rematch(one, &other.entrant)),
            0,
            u64::from(field.minds_seats() && side::clash(one, other)),
            (lower - upper - 1).pow(2) as u64,
            u64::from(field.key.pair(one.entrant.word(), other.entrant.word())),
        ],
        None => {
            let again = u64::from(one.had_free_points());
            [0, 0, again, 0, 0, u64::from(field.key.pair(one.entrant.word(), ""))]
        }
    };
    of.copy_from_slice(&layers);
}

/// The ladder after a round. Who is not named in `turns` did not play and keeps his exact place, as does who
/// stayed; the places of the others are filled with the winners in their old order, then with the losers in
/// theirs.
pub fn climbed(ladder: &[Entrant], turns: &BTreeMap<Entrant, Turn>) -> Vec<Entrant> {
    let all = |turn: Turn| ladder.iter().filter(move |it| turns.get(it) == Some(&turn));
    let mut movers = all(Turn::Won).chain(all(Turn::Lost));
    let place = |entrant: &Entrant| match turns.get(entrant) {
        Some(Turn::Won | Turn::Lost) => movers.next().unwrap_or(entrant).clone(),
        Some(Turn::Stayed) | None => entrant.clone(),
    };
    ladder.iter().map(place).collect()
}

/// The ladder with newcomers at its end, in their order. Who stands on it already keeps his place.
pub fn joined<'e>(ladder: &[Entrant], newcomers: impl IntoIterator<Item = &'e Entrant>) -> Vec<Entrant> {
    let mut seen: BTreeSet<&Entrant> = ladder.iter().collect();
    let new = newcomers.into_iter().filter(|it| seen.insert(it));
    let new: Vec<Entrant> = new.cloned().collect();
    ladder.iter().cloned().chain(new).collect()
}

/// Whether somebody may skip a round: the first `no_skip` of the ladder may not.
pub fn may_skip(ladder: &[Entrant], entrant: &Entrant, no_skip: usize) -> bool {
    !ladder.iter().take(no_skip).any(|it| it == entrant)
}
