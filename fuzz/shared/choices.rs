//! Where chance comes from: the bytes of a fuzzer, or a numbered stream of a seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Numbers that choose what is done. Every byte that was used is noted, so that a chance find becomes a file of the corpus.
pub struct Choices {
    source: Source,
    taken: Vec<u8>,
}

enum Source {
    /// Bytes, then zeros.
    Bytes(std::vec::IntoIter<u8>),
    Luck(Box<ChaCha8Rng>),
}

impl Choices {
    /// Those that bytes make.
    pub fn of(bytes: &[u8]) -> Choices {
        Choices { source: Source::Bytes(Vec::from(bytes).into_iter()), taken: Vec::new() }
    }

    /// Those of a case of a seed; each case has a stream of its own.
    pub fn luck(seed: u64, case: u64) -> Choices {
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        luck.set_stream(case);
        Choices { source: Source::Luck(Box::new(luck)), taken: Vec::new() }
    }

    /// The bytes that were used so far.
    pub fn taken(&self) -> &[u8] {
        &self.taken
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let byte = match &mut self.source {
            Source::Bytes(bytes) => bytes.next().unwrap_or(0),
            Source::Luck(luck) => luck.next_u32().to_le_bytes()[0],
        };
        self.taken.push(byte);
        byte
    }

    /// A number below a limit; 0 if nothing is below it.
    pub fn below(&mut self, limit: usize) -> usize {
        let bytes = match limit {
            0..=1 => return 0,
            2..=256 => 1,
            257..=65536 => 2,
            _ => 4,
        };
        let number = (0..bytes).fold(0, |number, _| number << 8 | usize::from(self.byte()));
        number % limit
    }

    /// One in so many.
    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}
