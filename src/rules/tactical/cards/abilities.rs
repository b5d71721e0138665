//! Sets of special abilities.

use super::Ability;

/// A set of abilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities([u64; 4]);

impl Abilities {
    /// The set of some.
    pub const fn of(abilities: &[Ability]) -> Abilities {
        let mut set = Abilities([0; 4]);
        let mut at = 0;
        while at < abilities.len() {
            set.insert(abilities[at]);
            at += 1;
        }
        set
    }

    /// Adds one.
    #[inline]
    pub const fn insert(&mut self, ability: Ability) {
        self.0[ability as usize / 64] |= 1 << (ability as usize % 64);
    }

    /// Takes one out.
    #[inline]
    pub fn remove(&mut self, ability: Ability) {
        self.0[ability as usize / 64] &= !(1 << (ability as usize % 64));
    }

    /// Whether one is in it.
    #[inline]
    pub const fn has(&self, ability: Ability) -> bool {
        self.0[ability as usize / 64] & (1 << (ability as usize % 64)) != 0
    }

    /// Whether one is in both.
    #[inline]
    pub const fn meets(&self, other: &Abilities) -> bool {
        let (a, b) = (&self.0, &other.0);
        (a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2]) | (a[3] & b[3]) != 0
    }

    /// Those of either.
    #[inline]
    #[must_use]
    pub fn with(mut self, other: &Abilities) -> Abilities {
        self.0.iter_mut().zip(other.0).for_each(|(own, more)| *own |= more);
        self
    }

    /// Those that are in both.
    #[inline]
    #[must_use]
    pub fn common(mut self, other: &Abilities) -> Abilities {
        self.0.iter_mut().zip(other.0).for_each(|(own, its)| *own &= its);
        self
    }

    /// All of them, in the order of their names.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Ability> + use<> {
        const ALL: &[Ability] = &Ability::ALL;
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let word = rest.iter().position(|bits| *bits != 0)?;
            let bit = rest[word].trailing_zeros() as usize;
            rest[word] &= rest[word] - 1;
            Some(ALL[word * 64 + bit])
        })
    }
}

// Every name fits into a set.
const _: () = assert!(Ability::ALL.len() <= 256);
