//! The parties of a match: who is asked, sends orders and doctrine, and gets packets, reports and mail.
//!
//! Mostly a [`Side`] is one party and goes by its own word. A system may give a side
//! several, each of which commands a part of it: they fight together, and each is asked alone.

use crate::flag::{FlagMap, flagged};
use crate::side::{Flag, Side};

/// Somebody who is asked, such as the Axis, or Japan as one of two parties of the Axis.
#[derive(Clone, Copy)]
pub struct Party {
    flag: &'static Flag,
    side: Side,
}

flagged!(Party);

impl Party {
    /// A side that is one party; it goes by the side's own word and name.
    pub const fn of(side: Side) -> Party {
        Party { flag: side.flag(), side }
    }

    /// One of several parties of a side, with a word and a name of its own.
    pub const fn seat(flag: &'static Flag, side: Side) -> Party {
        Party { flag, side }
    }

    /// The flag that was declared.
    pub const fn flag(self) -> &'static Flag {
        self.flag
    }

    /// The side for which it fights.
    pub const fn side(self) -> Side {
        self.side
    }

    /// Makes the parties of a system known, and their sides, so that files can name them. One that is known
    /// already stays as it is.
    pub fn declare(parties: &[Party]) {
        for party in parties {
            Side::declare(&[party.side]);
            KNOWN.add(*party, Party::id);
        }
    }
}

impl From<Side> for Party {
    fn from(side: Side) -> Party {
        Party::of(side)
    }
}

/// One value for each of some parties, in the order in which they were put in.
pub type PartyMap<T> = FlagMap<Party, T>;

impl<T> PartyMap<T> {
    /// The parties that have a value.
    pub fn parties(&self) -> impl Iterator<Item = Party> {
        self.keys()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::two_sided::{ALLIES, AXIS, PARTIES};

    static NORTH: Flag =
        Flag { id: "north", name: "North", adjective: "Northern", colour: "#0000ff", order: 20 };
    static SOUTH: Flag =
        Flag { id: "south", name: "South", adjective: "Southern", colour: "#00ff00", order: 21 };

    #[test]
    fn a_side_alone_is_a_party_of_its_own_word() {
        Party::declare(PARTIES);
        for party in PARTIES {
            let side = party.side();
            assert_eq!(
                (party.id(), party.name(), party.adjective(), party.colour()),
                (side.id(), side.name(), side.adjective(), side.colour())
            );
            assert_eq!(Party::from(side), *party);
            let text = serde_json::to_string(party).expect("a word");
            assert_eq!(text, serde_json::to_string(&side).expect("a word"));
            assert_eq!(serde_json::from_str::<Party>(&text).expect("a party"), *party);
        }
        assert_eq!(Party::parse("allied"), Some(Party::of(ALLIES)));
        assert_eq!((Party::parse("Axis"), Party::named("Axis")), (None, Some(Party::of(AXIS))));
        let fault = serde_json::from_str::<Party>("\"italy\"").expect_err("no party").to_string();
        assert!(fault.contains("`italy` is not a side"), "{fault}");
    }

    #[test]
    fn a_seat_has_its_own_word_and_its_side() {
        let (north, south) = (Party::seat(&NORTH, ALLIES), Party::seat(&SOUTH, ALLIES));
        assert_eq!((north.id(), north.to_string()), ("north", "North".to_owned()));
        assert_eq!((north.side(), south.side()), (ALLIES, ALLIES));
        assert!(north != south && north != Party::of(ALLIES));
        assert!(Party::of(AXIS) < Party::of(ALLIES) && Party::of(ALLIES) < north && north < south);
        let parties = [Party::of(AXIS), north, south];
        assert_eq!(north.others(&parties).collect::<Vec<_>>(), [Party::of(AXIS), south]);
        assert_eq!((south.place(&parties), south.place(PARTIES)), (2, 2));
        assert_eq!((Party::parse("south"), Side::parse("south")), (None, None));
        Party::declare(&parties);
        assert_eq!(Party::parse("south").map(Party::side), Some(ALLIES));
        assert_eq!(Side::parse("south"), None);
        let values = PartyMap::from_fn(&parties, |party| party.side().id().len());
        let text = serde_json::to_string(&values).expect("a map");
        assert_eq!(text, r#"{"axis":4,"north":6,"south":6}"#);
        assert_eq!(serde_json::from_str::<PartyMap<usize>>(&text).expect("a map"), values);
        assert_eq!((values.of(south), values.parties().count()), (6, 3));
    }
}
