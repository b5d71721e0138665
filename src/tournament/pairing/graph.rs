//! One matching over a whole field: every pair is an edge, and the cheapest perfect matching is the round.
//!
//! The weight of an edge is a number in mixed radix. The radix of a layer is above the largest sum that any
//! matching can have there, so one more in a layer outweighs whatever stands below it.

use integer_blossom::min_weight_perfect_matching;

use super::Refusal;
use super::cost::{Cost, Layer};

/// The largest product of the radices, as a power of two. The solver doubles labels in 128 bits, and stays
/// within them.
const BITS: u32 = 120;

/// What a heavier layer than all of the format's would count for.
const LIMIT: u128 = 1 << BITS;

/// Every pair of a field with its cost.
pub(super) struct Graph {
    vertices: usize,
    layers: &'static [Layer],
    // The upper triangle, row by row; so many numbers an edge as there are layers.
    numbers: Vec<u64>,
}

/// Pairs of vertices, the lower first, in order.
pub(super) type Pairs = Vec<(usize, usize)>;

impl Graph {
    /// A graph of an even number of vertices. `edge` writes what a pair adds to each layer, the lower vertex
    /// first.
    pub fn new(
        vertices: usize,
        layers: &'static [Layer],
        mut edge: impl FnMut(usize, usize, &mut [u64]),
    ) -> Graph {
        let edges = vertices * vertices.saturating_sub(1) / 2;
        let mut numbers = vec![0; edges * layers.len()];
        let mut rest = numbers.chunks_exact_mut(layers.len());
        for one in 0..vertices {
            for (other, of) in (one + 1..vertices).zip(&mut rest) {
                edge(one, other, of);
            }
        }
        Graph { vertices, layers, numbers }
    }

    /// What a pair adds to each layer.
    fn edge(&self, one: usize, other: usize) -> &[u64] {
        let (one, other) = (one.min(other), one.max(other));
        let row = one * (2 * self.vertices - one - 1) / 2;
        let from = (row + other - one - 1) * self.layers.len();
        &self.numbers[from..from + self.layers.len()]
    }

    /// The cheapest perfect matching, without a pair if one is given.
    ///
    /// # Errors
    /// Refuses a field that is too large for weights of 128 bits.
    pub fn cheapest(&self, without: Option<(usize, usize)>) -> Result<Pairs, Refusal> {
        let (places, product) = self.places()?;
        let size = self.vertices;
        let mut weights = vec![0_i128; size * size];
        for one in 0..size {
            for other in one + 1..size {
                let weight = |(number, place): (&u64, &u128)| u128::from(*number) * place;
                let mut weight: u128 = self.edge(one, other).iter().zip(&places).map(weight).sum();
                if without == Some((one, other)) {
                    weight += product;
                }
                weights[one * size + other] = weight.cast_signed();
            }
        }
        let mates = min_weight_perfect_matching(&weights, size);
        Ok(mates.into_iter().enumerate().filter(|(one, other)| one < other).collect())
    }

    /// What a matching costs.
    pub fn cost(&self, pairs: &[(usize, usize)]) -> Cost {
        let mut sums = vec![0; self.layers.len()];
        for &(one, other) in pairs {
            for (sum, number) in sums.iter_mut().zip(self.edge(one, other)) {
                *sum += number;
            }
        }
        Cost::new(self.layers.iter().copied().zip(sums).collect())
    }

    /// What one counts for in each layer, and the product of all radices.
    fn places(&self) -> Result<(Vec<u128>, u128), Refusal> {
        let mut product = 1_u128;
        let mut places = vec![0; self.layers.len()];
        for (place, radix) in places.iter_mut().zip(self.radices()).rev() {
            *place = product;
            product = product.checked_mul(radix).filter(|it| *it <= LIMIT).ok_or(Refusal::TooLarge)?;
        }
        Ok((places, product))
    }

    /// For each layer a number above the largest sum of any matching. Every vertex is in one pair, so half of
    /// what the dearest pairs of all vertices add is never passed.
    fn radices(&self) -> Vec<u128> {
        let mut sums = vec![0_u128; self.layers.len()];
        for one in 0..self.vertices {
            let mut most = vec![0; self.layers.len()];
            for other in (0..self.vertices).filter(|other| *other != one) {
                for (most, number) in most.iter_mut().zip(self.edge(one, other)) {
                    *most = u64::max(*most, *number);
                }
            }
            sums.iter_mut().zip(most).for_each(|(sum, most)| *sum += u128::from(most));
        }
        sums.into_iter().map(|sum| sum / 2 + 1).collect()
    }
}
