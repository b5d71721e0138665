//! What stands between the slashes of a key: nations, reasons, numbers, times.

use super::super::event::{Action, How, Why};
use super::super::pieces::Seat;
use super::super::seats::By;
use engine::question::key::{NoKey, Part, number, numbered};
use engine::rulebook::two_sided::Camp;

/// A nation, by its word.
impl Part<'_> for Seat {
    fn write(&self, key: &mut String) {
        key.push_str(self.id());
    }

    fn read(part: &str) -> Result<Seat, NoKey> {
        Seat::named(part).ok_or_else(|| NoKey::Part(format!("`{part}` is no nation")))
    }
}

/// A side or a nation, by its word.
impl Part<'_> for By {
    fn write(&self, key: &mut String) {
        match self {
            By::Side(side) => side.write(key),
            By::Seat(seat) => seat.write(key),
        }
    }

    fn read(part: &str) -> Result<By, NoKey> {
        Seat::read(part).map(By::Seat).or_else(|_| Camp::read(part).map(By::Side))
    }
}

/// Why units go home, by its word.
impl Part<'_> for Why {
    fn write(&self, key: &mut String) {
        key.push_str(self.id());
    }

    fn read(part: &str) -> Result<Why, NoKey> {
        Why::named(part).ok_or_else(|| NoKey::Part(format!("`{part}` is no reason to go home")))
    }
}

/// As what ships have sailed, by its word. Amphibious units never roll, so that none of them goes home from
/// there.
impl Part<'_> for How {
    fn write(&self, key: &mut String) {
        key.push_str(self.id());
    }

    fn read(part: &str) -> Result<How, NoKey> {
        How::named(part).filter(|how| *how != How::Amphibious).ok_or(NoKey::Form)
    }
}

/// With what units fire, by its word; a combined action is fired in two parts.
impl Part<'_> for Action {
    fn write(&self, key: &mut String) {
        key.push_str(self.id());
    }

    fn read(part: &str) -> Result<Action, NoKey> {
        Action::named(part).filter(|action| *action != Action::Combined).ok_or(NoKey::Form)
    }
}

/// How often something was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub usize);

impl Part<'_> for Count {
    fn write(&self, key: &mut String) {
        key.push_str(&self.0.to_string());
    }

    fn read(part: &str) -> Result<Count, NoKey> {
        part.parse().map(Count).map_err(|_| NoKey::Form)
    }
}

/// Declares numbers behind a letter.
macro_rules! numbers {
    ($($(#[$about:meta])* $name:ident = $letter:literal;)+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub u8);

        impl Part<'_> for $name {
            fn write(&self, key: &mut String) {
                numbered(key, $letter, self.0);
            }

            fn read(part: &str) -> Result<$name, NoKey> {
                number(part, $letter).map($name)
            }
        }
    )+};
}

numbers! {
    /// A round, as `r2`.
    RoundNumber = "r";
    /// A round of a pursuit, as `p1`; `p0` is the time before the first.
    Pursuit = "p";
    /// A retreating group, as `g3`.
    Group = "g";
}

/// After a round: of all against all, or of a pursuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// Of all against all.
    Round(RoundNumber),
    /// Of a pursuit.
    Pursuit(Pursuit),
}

impl Part<'_> for After {
    fn write(&self, key: &mut String) {
        match self {
            After::Round(round) => round.write(key),
            After::Pursuit(pursuit) => pursuit.write(key),
        }
    }

    fn read(part: &str) -> Result<After, NoKey> {
        RoundNumber::read(part).map(After::Round).or_else(|_| Pursuit::read(part).map(After::Pursuit))
    }
}

/// When units land: after a round, of all against all or of a pursuit, or when the area is fought out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// After a round.
    After(After),
    /// When air units attack ports and bases, out of the air (13.6).
    Drop,
    /// When the area is fought out.
    FoughtOut,
}

impl Part<'_> for When {
    fn write(&self, key: &mut String) {
        match self {
            When::After(after) => after.write(key),
            When::Drop => key.push_str(DROP),
            When::FoughtOut => key.push_str(FOUGHT_OUT),
        }
    }

    fn read(part: &str) -> Result<When, NoKey> {
        match part {
            FOUGHT_OUT => Ok(When::FoughtOut),
            DROP => Ok(When::Drop),
            _ => After::read(part).map(When::After),
        }
    }
}

const FOUGHT_OUT: &str = "after";
const DROP: &str = "drop";
