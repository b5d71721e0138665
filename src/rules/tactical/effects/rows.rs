//! Rows of the table of abilities, found by the abilities of a unit.

use crate::cards::{Abilities, Ability};

/// Rows of one kind, those of an ability side by side. A unit has few of many abilities, so only what it has
/// is looked at. Which of its abilities is asked first must not matter.
#[derive(Clone, Debug)]
pub struct Rows<T> {
    set: Abilities,
    all: Vec<T>,
    /// By ability, where its rows end.
    ends: Vec<u16>,
}

impl<T> Default for Rows<T> {
    fn default() -> Rows<T> {
        Rows { set: Abilities::default(), all: Vec::new(), ends: vec![0; Ability::ALL.len()] }
    }
}

impl<T> Rows<T> {
    /// Adds a row, behind those that its ability has.
    pub fn push(&mut self, ability: Ability, row: T) {
        let at = ability as usize;
        self.set.insert(ability);
        self.all.insert(self.ends[at].into(), row);
        self.ends[at..].iter_mut().for_each(|end| *end += 1);
    }

    /// The abilities that have rows.
    #[inline]
    pub const fn abilities(&self) -> &Abilities {
        &self.set
    }

    /// The rows of some abilities. Mostly none of them has any, and then nothing is looked for.
    #[inline]
    pub fn of(&self, abilities: &Abilities) -> impl Iterator<Item = &T> {
        let common = self.set.meets(abilities).then(|| self.set.common(abilities));
        common.into_iter().flat_map(|it| it.iter()).flat_map(|ability| self.of_one(ability))
    }

    fn of_one(&self, ability: Ability) -> &[T] {
        let at = ability as usize;
        let begin = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.all[begin.into()..self.ends[at].into()]
    }

    /// All rows, by the names of their abilities.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.all.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_their_abilities() {
        let [first, between, last] = [0, 1, Ability::ALL.len() - 1].map(|at| Ability::ALL[at]);
        let mut rows = Rows::default();
        for (ability, row) in [(last, 1), (first, 2), (last, 3)] {
            rows.push(ability, row);
        }
        let of = |abilities: &[Ability]| rows.of(&Abilities::of(abilities)).copied().collect::<Vec<_>>();
        assert_eq!(of(&[last]), [1, 3]);
        assert_eq!(of(&[last, first]), [2, 1, 3]);
        assert_eq!(of(&[between]), [0; 0]);
    }
}
