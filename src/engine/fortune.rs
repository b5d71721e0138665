//! How dice fell in a recorded event: for whom, what for, how many, and how many of them were good.

use crate::side::Side;
use crate::tags::words;

words! {
    /// What dice were for.
    #[derive(PartialOrd, Ord)]
    pub enum Kind: word {
        /// To hit.
        Hit = "hit",
        /// To hit aircraft.
        AntiAir = "anti-air",
        /// How much a hit does.
        Damage = "damage",
        /// To find an enemy.
        Search = "search",
        /// To be fast enough.
        Speed = "speed",
    }
}

/// Dice that fell at once, each with the same chance to be good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fortune {
    /// The side that gains by good dice, whoever rolled them.
    pub side: Side,
    /// What they were for.
    pub kind: Kind,
    /// How many fell.
    pub dice: u32,
    /// How many of the six faces are good.
    pub of_six: u8,
    /// How many dice showed one of these.
    pub got: u32,
}

impl Fortune {
    /// Counts dice by the faces, 1 to 6, that are good for a side; nothing if no die fell.
    pub fn of(side: Side, kind: Kind, faces: &[u8], is_good: impl Fn(u8) -> bool) -> Option<Fortune> {
        let of_six = (1..=6).filter(|face| is_good(*face)).count() as u8;
        let got = faces.iter().filter(|face| is_good(**face)).count() as u32;
        (!faces.is_empty()).then_some(Fortune { side, kind, dice: faces.len() as u32, of_six, got })
    }

    /// Counts dice that say how much a hit does: good are the three higher faces.
    pub fn of_damage(side: Side, faces: &[u8]) -> Option<Fortune> {
        Fortune::of(side, Kind::Damage, faces, |face| face >= 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::two_sided::Camp;

    #[test]
    fn good_faces_are_counted() {
        let side = Camp::AXIS.side();
        let found = Fortune::of(side, Kind::Hit, &[1, 2, 6, 1], |face| face <= 2);
        assert_eq!(found, Some(Fortune { side, kind: Kind::Hit, dice: 4, of_six: 2, got: 3 }));
        assert_eq!(Fortune::of(side, Kind::Hit, &[], |_| true), None);
        let found = Fortune::of_damage(side, &[3, 4]);
        assert_eq!(found, Some(Fortune { side, kind: Kind::Damage, dice: 2, of_six: 3, got: 1 }));
    }
}
