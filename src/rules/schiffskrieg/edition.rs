//! What matches of an older edition go on to play as it was when they began.

use super::Schiffskrieg;

/// The older editions whose matches still go on.
pub(super) const OLDER: [u32; 1] = [1];

impl Schiffskrieg {
    /// Whether the match is of the first edition. That one
    /// - forgot what had been added to a Task Force for a further contest in which nobody came in time, sent
    ///   the X-boat of a unit that then stood to the Used Asset Box, and left the battle before it open
    ///   (SK-4.6.2-4, SK-4.6.2-8);
    /// - showed no Task Force that was made anew before the enemy made its own (SK-2.1-2);
    /// - let no table allow a unit to contest what the house rules do not (SK-2.1-3);
    /// - let Banzai take no unit for which the Ten-Go Plan has just one ship (SK-9.12-1);
    /// - cited one rule for whatever came of an event, such as that of night for each shot.
    pub(super) const fn is_first_edition(&self) -> bool {
        self.edition == 1
    }

    /// The same rules as an older edition plays them, if it is still played.
    pub(super) fn of_older(mut self, edition: u32) -> Schiffskrieg {
        if OLDER.contains(&edition) {
            self.edition = edition;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use crate::Schiffskrieg;
    use engine::rulebook::{Choices, Rulebook};
    use engine::system::Rules;

    #[test]
    fn matches_of_the_first_edition_go_on_by_it() {
        let new = Schiffskrieg::load(&Schiffskrieg::built_in(), "46", &Choices::default()).unwrap();
        assert_eq!((new.edition(), new.is_first_edition()), (2, false));
        let old = new.clone().of_edition(1);
        assert_eq!((old.edition(), old.is_first_edition()), (1, true));
        assert_eq!(new.of_edition(7).edition(), 2, "what no program plays is played by none");
    }
}
