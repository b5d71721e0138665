//! What a pairing costs, layer by layer.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A layer of cost. No sum of a lower layer outweighs one of a higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// Pairs that must not be; a round with one is none.
    Forbidden,
    /// Pairs that have met.
    Rematches,
    /// A bye for somebody who had one, or won by forfeit.
    ByesAgain,
    /// Pairs that cannot be seated as the rule about seats demands.
    Sides,
    /// The score of whoever has the bye, times 32, and the rounds that he has not played.
    Bye,
    /// The squares of the differences of score.
    Scores,
    /// Floating again in the same direction.
    Floats,
    /// Pairs of whom both are due the same seat.
    Wishes,
    /// How far pairs are from where ranks would have them.
    Ranks,
    /// On a ladder: the squares of the distances, less one each.
    Distances,
    /// The lots of the pairs.
    Lot,
    /// Boards and byes that are not those of the table or the bracket.
    Table,
}

/// What a pairing costs: each layer of its format, the heaviest first, and the sum there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cost {
    layers: Vec<(Layer, u64)>,
}

/// By how much one cost differs from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Each layer, and how much more (or less) the one has there.
    pub layers: Vec<(Layer, i128)>,
}

impl Layer {
    /// Its name, as it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Forbidden => "forbidden",
            Layer::Rematches => "rematches",
            Layer::ByesAgain => "byes again",
            Layer::Sides => "sides",
            Layer::Bye => "bye",
            Layer::Scores => "scores",
            Layer::Floats => "floats",
            Layer::Wishes => "wishes",
            Layer::Ranks => "ranks",
            Layer::Distances => "distances",
            Layer::Lot => "lot",
            Layer::Table => "table",
        }
    }
}

impl Cost {
    pub(crate) fn new(layers: Vec<(Layer, u64)>) -> Cost {
        Cost { layers }
    }

    /// The layers, the heaviest first.
    pub fn layers(&self) -> &[(Layer, u64)] {
        &self.layers
    }

    /// The sum of one layer: nothing if the format has none.
    pub fn of(&self, layer: Layer) -> u64 {
        self.layers.iter().find(|it| it.0 == layer).map_or(0, |it| it.1)
    }

    /// How much more this costs than another pairing of the same field.
    pub fn less(&self, other: &Cost) -> Difference {
        let less =
            |&(layer, number): &(Layer, u64)| (layer, i128::from(number) - i128::from(other.of(layer)));
        Difference { layers: self.layers.iter().map(less).collect() }
    }
}

impl Difference {
    /// The heaviest layer in which the two differ: the one that decides.
    pub fn decides(&self) -> Option<(Layer, i128)> {
        self.layers.iter().copied().find(|it| it.1 != 0)
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (layer, number)) in self.layers.iter().enumerate() {
            let between = if at == 0 { "" } else { ", " };
            write!(f, "{between}{} {number}", layer.name())?;
        }
        Ok(())
    }
}
