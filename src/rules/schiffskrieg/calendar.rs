//! The calendar: nine turns a year, four of them seasonal (SK-DATA-CAL-1, SK-DATA-CAL-2).

use std::fmt;

use serde::{Deserialize, Serialize};

/// The turns of a year in their order; the last belongs to the year that it begins.
pub const MONTHS: [&str; 9] =
    ["Mar-Apr", "Apr-May", "May-June", "June-July", "July-Aug", "Aug-Sept", "Sept-Oct", "Nov-Dec", "Jan-Feb"];
/// The seasonal turns of a year, by place among its turns.
const SEASONAL: [u8; 4] = [0, 2, 5, 7];
/// The year that begins with turn 0.
const FIRST_YEAR: u16 = 1937;
/// How many turns a year has.
const YEAR: u8 = MONTHS.len() as u8;

/// A turn, counted from March and April 1937.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Turn(pub u8);

impl Turn {
    /// The turn of a name, such as `Aug-Sept 1939`. Hyphens may stand for the blank, as in `aug-sept-1939`.
    pub fn named(text: &str) -> Option<Turn> {
        let (months, year) = text.rsplit_once([' ', '-'])?;
        let place = MONTHS.iter().position(|it| it.eq_ignore_ascii_case(months))? as u16;
        // January and February stand under the year that they begin, after the turns of the year before.
        let begun = year.parse::<u16>().ok()?.checked_sub(u16::from(place + 1 == u16::from(YEAR)))?;
        let turn = begun.checked_sub(FIRST_YEAR)?.checked_mul(u16::from(YEAR))?.checked_add(place)?;
        u8::try_from(turn).ok().map(Turn)
    }

    /// Whether it is a Seasonal Turn.
    pub const fn is_seasonal(self) -> bool {
        let place = self.0 % YEAR;
        place == SEASONAL[0] || place == SEASONAL[1] || place == SEASONAL[2] || place == SEASONAL[3]
    }

    /// Whether ports freeze where nobody declares the weather: from November to February.
    pub const fn is_winter(self) -> bool {
        self.0 % YEAR >= SEASONAL[3]
    }

    /// The turn so many turns ahead; the last that can be counted where that is farther.
    pub const fn ahead(self, turns: u8) -> Turn {
        Turn(self.0.saturating_add(turns))
    }

    /// The so manieth Seasonal Turn after it.
    pub fn seasons_ahead(self, seasons: u8) -> Turn {
        let mut turn = self;
        for _ in 0..seasons {
            turn = turn.ahead(1);
            while !turn.is_seasonal() && turn.0 < u8::MAX {
                turn = turn.ahead(1);
            }
        }
        turn
    }

    /// The word used in keys and facts, such as `aug-sept-1939`.
    pub fn id(self) -> String {
        self.to_string().to_lowercase().replace(' ', "-")
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = usize::from(self.0 % YEAR);
        let year = FIRST_YEAR + u16::from(self.0 / YEAR) + u16::from(place + 1 == usize::from(YEAR));
        write!(f, "{} {year}", MONTHS[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(text: &str) -> Turn {
        Turn::named(text).unwrap_or_else(|| panic!("{text} is a turn"))
    }

    #[test]
    fn turns_are_counted_as_the_examples_do() {
        assert_eq!(turn("Jan-Feb 1942").ahead(10), turn("Mar-Apr 1943"));
        assert_eq!(turn("Jan-Feb 1942").seasons_ahead(10), turn("May-June 1944"));
        assert_eq!(turn("June-July 1940").seasons_ahead(9), turn("Aug-Sept 1942"));
        assert_eq!(turn("Aug-Sept 1942").seasons_ahead(1), turn("Nov-Dec 1942"));
        assert_eq!(turn("May-June 1941").seasons_ahead(9), turn("Aug-Sept 1943"));
        assert_eq!(turn("Mar-Apr 1937"), Turn(0));
    }

    #[test]
    fn a_turn_goes_by_its_name_and_its_word() {
        for number in 0..=u8::MAX {
            let it = Turn(number);
            assert_eq!((Turn::named(&it.to_string()), Turn::named(&it.id())), (Some(it), Some(it)));
        }
        for wrong in ["Jan-Feb 1937", "Mar-Apr 1936", "Mar-May 1940", "Mar-Apr", "", "Mar-Apr 9999", "1940"] {
            assert_eq!(Turn::named(wrong), None, "{wrong}");
        }
    }
}
