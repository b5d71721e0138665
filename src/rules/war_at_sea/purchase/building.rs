//! 4.3, 4.5, 4.7 Construction Times: how long a unit is built, and what is paid for it each turn.

use std::ops::RangeInclusive;

use tactical::cards::{Card, Kind};

/// How the years are divided into turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Two turns a year.
    HalfYear,
    /// Four turns a year (Advanced Rule: Quarterly).
    Quarterly,
}

/// The least and the most that is paid for a unit in a turn, in points.
pub type Instalment = RangeInclusive<u16>;

impl Pace {
    /// The pace by whether turns are quarters.
    pub const fn of(quarterly: bool) -> Pace {
        if quarterly { Pace::Quarterly } else { Pace::HalfYear }
    }

    /// Turns a year.
    pub const fn turns_a_year(self) -> u16 {
        match self {
            Pace::HalfYear => 2,
            Pace::Quarterly => 4,
        }
    }

    /// The most that goes into one unit in a turn, if it takes several (WSC-4.3-4, WSC-4.5-8).
    const fn most(self) -> u16 {
        match self {
            Pace::HalfYear => 15,
            Pace::Quarterly => 10,
        }
    }

    /// What is always enough for a turn (WSC-4.3-3, WSC-4.5-8).
    const fn enough(self) -> u16 {
        match self {
            Pace::HalfYear => 15,
            Pace::Quarterly => 6,
        }
    }

    /// What is paid for a land base each turn until nothing is owed (WSC-4.7-1).
    const fn land_base(self) -> u16 {
        match self {
            Pace::HalfYear => 50,
            Pace::Quarterly => 25,
        }
    }

    /// The first turn at the end of which a unit of `year` may be finished in a match that begins in `start`;
    /// 1 is the match's first turn (WSC-4.2-4, WSC-4.2-5).
    pub const fn first_turn_for(self, year: u16, start: u16) -> u16 {
        // Turn 1 opens the year `start`; the last turn of the year before `year` is the first that will do.
        match year.saturating_sub(start) {
            0 => 1,
            years => years * self.turns_a_year(),
        }
    }
}

/// The most that goes into a unit of several turns in one of them, in points.
pub const fn most_a_turn(pace: Pace) -> u16 {
    pace.most()
}

/// How many turns a unit takes at this price, in points (WSC-4.3-1, WSC-4.3-2, WSC-4.5-1 to 7, WSC-4.7-1).
pub fn turns(card: &Card, price: u16, pace: Pace) -> u16 {
    match pace {
        _ if card.kind.is_land_base() => price.div_ceil(pace.land_base()).max(1),
        Pace::HalfYear => price.div_ceil(pace.most()).max(1),
        Pace::Quarterly => quarters(card, price),
    }
}

/// 4.5 Construction Times – Advanced Rule: Quarterly: the first row of the table that fits.
fn quarters(card: &Card, price: u16) -> u16 {
    let (armor, hull) = (card.armor, card.hull);
    match card.kind {
        Kind::Submarine => 2 + u16::from(price >= 16),
        Kind::Destroyer => 2,
        Kind::Cruiser if matches!(armor, 2..=3) && price < 15 => 3,
        Kind::Cruiser if matches!(armor, 2..=4) && price < 19 => 4,
        Kind::Cruiser => 5,
        Kind::Carrier if armor <= 3 && price < 15 => 3,
        Kind::Carrier if armor <= 4 && price < 26 => 4,
        Kind::Carrier => 5,
        Kind::Battleship if hull <= 4 && price < 25 => 5,
        Kind::Battleship if hull > 5 => 9,
        Kind::Battleship => match price {
            ..35 => 6,
            35..50 => 7,
            50..70 => 8,
            70.. => 9,
        },
        Kind::Auxiliary => match price {
            ..5 => 1,
            5..10 => 2,
            10.. => 3,
        },
        // Aircraft, Torpedo Boats, and ground units, which have no row.
        _ => 1,
    }
}

/// What may be paid for a unit in a turn when `owed` points are open, `turn` counts from 1 and the whole
/// takes `turns` (WSC-4.3-3 to 6, WSC-4.5-8, WSC-4.5-9, WSC-4.7-1). Turns without a payment do not count
/// (WSC-4.3-7).
pub fn instalment(card: &Card, owed: u16, turn: u16, turns: u16, pace: Pace) -> Instalment {
    if card.kind.is_land_base() {
        let due = owed.min(pace.land_base());
        return due..=due;
    }
    let last = turn >= turns;
    if turns == 1 || (last && pace == Pace::HalfYear) {
        return owed..=owed;
    }
    pace.enough().min(owed.div_ceil(2))..=pace.most().min(owed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_become_turns() {
        // WSC-4.2-5: a unit of 1942 may be finished in FALL 1941.
        assert_eq!(Pace::HalfYear.first_turn_for(1942, 1941), 2);
        assert_eq!(Pace::HalfYear.first_turn_for(1941, 1941), 1);
        assert_eq!(Pace::HalfYear.first_turn_for(1943, 1941), 4);
        assert_eq!(Pace::Quarterly.first_turn_for(1942, 1941), 4);
    }
}
