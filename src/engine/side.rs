//! The sides that fight: they own units, score points and are each other's enemies. A system declares its
//! own: their words, names, adjectives and colours. Who is asked and gets packets is a
//! [`Party`](crate::party::Party).

pub use crate::flag::Flag;
use crate::flag::{ALIAS, FlagMap, flagged};

/// A side, such as the Axis.
#[derive(Clone, Copy)]
pub struct Side {
    flag: &'static Flag,
}

flagged!(Side);

impl Side {
    /// The side that a system has declared so.
    pub const fn of(flag: &'static Flag) -> Side {
        Side { flag }
    }

    /// The flag that was declared.
    pub const fn flag(self) -> &'static Flag {
        self.flag
    }

    /// Every word by which files may name a side, with that side.
    pub fn words() -> impl Iterator<Item = (&'static str, Side)> {
        let (other, usual) = ALIAS;
        let known = KNOWN.all().into_iter().map(|side| (side.id(), side));
        known.chain(Side::parse(usual).map(|side| (other, side)))
    }

    /// Makes the sides of a system known, so that files can name them. A side that is known already stays as
    /// it is.
    pub fn declare(sides: &[Side]) {
        sides.iter().for_each(|side| KNOWN.add(*side, Side::id));
    }
}

/// One value for each of some sides, in the order in which they were put in.
pub type SideMap<T> = FlagMap<Side, T>;

impl<T> SideMap<T> {
    /// The sides that have a value.
    pub fn sides(&self) -> impl Iterator<Item = Side> {
        self.keys()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::two_sided::{ALLIES, AXIS, SIDES};

    #[test]
    fn a_side_goes_by_its_word_in_files() {
        Side::declare(SIDES);
        for side in SIDES {
            let text = serde_json::to_string(side).expect("a word");
            assert_eq!(text, format!("\"{}\"", side.id()));
            assert_eq!(serde_json::from_str::<Side>(&text).expect("a side"), *side);
        }
        assert_eq!(Side::parse("allied"), Some(ALLIES));
        assert_eq!((Side::parse("Axis"), Side::named("Axis")), (None, Some(AXIS)));
        assert!(serde_json::from_str::<Side>("\"italy\"").is_err());
    }

    #[test]
    fn a_side_that_is_declared_can_be_named() {
        static CORAL: Flag =
            Flag { id: "coral", name: "Coral", adjective: "Coral", colour: "#ff7f50", order: 9 };
        assert_eq!(Side::parse("coral"), None);
        Side::declare(&[AXIS, ALLIES, Side::of(&CORAL)]);
        assert_eq!(Side::parse("coral").map(Side::name), Some("Coral"));
        let sides = [AXIS, ALLIES, Side::of(&CORAL)];
        assert!(AXIS < ALLIES && ALLIES < sides[2]);
        assert_eq!(sides[1].others(&sides).collect::<Vec<_>>(), [AXIS, sides[2]]);
        assert_eq!((sides[2].place(&sides), sides[2].place(SIDES)), (2, 2));
    }
}
