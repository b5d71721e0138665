//! Who meets whom.
//!
//! Each format is a way to pair a `Field`. What comes out is legal, or says what gave way; and it carries its
//! cost, layer by layer, so that anybody can see that no other pairing is cheaper.

pub mod cost;
pub mod field;
mod graph;
mod history;
pub mod knockout;
pub mod ladder;
pub mod legal;
mod matched;
pub mod round_robin;
pub mod side;
mod swiss;
mod table;
mod why;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

pub use cost::{Cost, Difference, Layer};
pub use field::{Bracket, Contender, Field, Float, Format, Ranks, Unit};
pub use history::{Entry, contenders};
pub use legal::{Breach, Rule, breaches};
pub use swiss::first_rematch;
pub use why::{Why, why};

use crate::Entrant;

/// A board: two who meet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Board {
    /// Who has the first seat.
    pub first: Entrant,
    /// Who has the second seat.
    pub second: Entrant,
}

/// Who meets whom, whoever decided it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seating {
    /// The boards, from board 1 on.
    pub boards: Vec<Board>,
    /// Who has a bye; more than one only where a table or a bracket says so.
    pub byes: Vec<Entrant>,
}

/// A round as it was paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Who meets whom.
    pub seating: Seating,
    /// The rules that gave way, and how often.
    pub relaxed: Vec<(Rule, usize)>,
    /// What it costs.
    pub cost: Cost,
    /// Who made it.
    pub by: By,
}

/// Who made a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// This program.
    Sealord,
    /// A person, or another program.
    Hand,
}

/// Why a field is not paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Fewer than two play.
    Nobody,
    /// Somebody stands in the field more than once.
    Twice(Entrant),
    /// Somebody stands below one who has scored less, and a Swiss is paired by scores.
    OutOfOrder(Entrant),
    /// More entrants, rounds and points than costs can be counted for.
    TooLarge,
    /// Every pairing has pairs that must never meet. These are those of the cheapest.
    Forbidden(Vec<Board>),
    /// Somebody plays who has no number in the table, or no place in the bracket.
    NotInTable(Entrant),
    /// The table has not so many rounds.
    NoSuchRound {
        /// How many it has.
        rounds: u32,
    },
    /// Three or more are left of a part of the bracket that yields one opponent.
    Undecided(Vec<Entrant>),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Nobody => f.write_str("nobody to pair: fewer than two play this round"),
            Refusal::Twice(one) => write!(f, "`{one}` stands in the field more than once"),
            Refusal::OutOfOrder(one) => write!(f, "`{one}` stands below one who has scored less"),
            Refusal::TooLarge => f.write_str("too many entrants, rounds or points for one event"),
            Refusal::Forbidden(boards) => {
                f.write_str("every pairing has two who must never meet; the best has ")?;
                for (at, Board { first, second }) in boards.iter().enumerate() {
                    write!(f, "{}`{first}` and `{second}`", if at == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
            Refusal::NotInTable(one) => write!(f, "`{one}` came too late: the table was drawn without him"),
            Refusal::NoSuchRound { rounds } => write!(f, "the table has only {rounds} rounds"),
            Refusal::Undecided(all) => {
                let all: Vec<&str> = all.iter().map(Entrant::word).collect();
                write!(f, "only one of these can go on: {}", all.join(", "))
            }
        }
    }
}

impl std::error::Error for Refusal {}

/// The most halves that anybody may have scored: their squares must be counted in 64 bits.
const MOST: i64 = 1 << 24;

/// Pairs a round.
///
/// # Errors
/// Refuses a field in which nobody can be paired, or no pairing keeps those apart who must never meet.
pub fn pair(field: &Field) -> Result<Pairing, Refusal> {
    sound(field)?;
    let (seating, cost) = cheapest(field)?;
    let forbidden = seating.boards.iter().filter(|it| field.is_forbidden(&it.first, &it.second));
    let forbidden: Vec<Board> = forbidden.cloned().collect();
    if !forbidden.is_empty() {
        return Err(Refusal::Forbidden(forbidden));
    }
    Ok(made(field, seating, cost, By::Sealord))
}

/// Takes a pairing that another program or a person made. `relaxed` are the rules that may give way this
/// time.
///
/// # Errors
/// Fails with everything that is wrong, rule by rule. The first and the third rule hold whatever is said.
pub fn take(field: &Field, seating: Seating, relaxed: &[Rule]) -> Result<Pairing, Vec<Breach>> {
    let gives_way = |breach: &Breach| breach.rule().may_give_way() && relaxed.contains(&breach.rule());
    let wrong: Vec<Breach> = breaches(field, &seating).into_iter().filter(|it| !gives_way(it)).collect();
    let cost = cost_of(field, &seating);
    if wrong.is_empty() { Ok(made(field, seating, cost, By::Hand)) } else { Err(wrong) }
}

/// What a pairing costs, layer by layer. Pairs that do not belong to the field cost nothing: whether all do
/// is for the first rule.
pub fn cost_of(field: &Field, seating: &Seating) -> Cost {
    table::cost(field, seating).unwrap_or_else(|| matched::cost(field, seating))
}

/// Whether no pairing of this field costs less.
///
/// # Errors
/// Refuses what `pair` refuses, except pairs that must never meet: their number is the heaviest layer.
pub fn is_least(field: &Field, cost: &Cost) -> Result<bool, Refusal> {
    sound(field)?;
    Ok(*cost <= cheapest(field)?.1)
}

/// The cheapest seating of a field, whether or not it keeps all rules, and what it costs.
fn cheapest(field: &Field) -> Result<(Seating, Cost), Refusal> {
    let Some(seating) = table::seating(field) else { return matched::seating(field) };
    let seating = seating?;
    let cost = cost_of(field, &seating);
    Ok((seating, cost))
}

fn sound(field: &Field) -> Result<(), Refusal> {
    let mut seen = BTreeSet::new();
    for contender in &field.contenders {
        if !seen.insert(&contender.entrant) {
            return Err(Refusal::Twice(contender.entrant.clone()));
        }
    }
    if field.contenders.iter().any(|it| it.score.0.abs() > MOST) {
        return Err(Refusal::TooLarge);
    }
    if let Format::Swiss { .. } = field.format
        && let Some(pair) = field.contenders.windows(2).find(|pair| pair[0].score < pair[1].score)
    {
        return Err(Refusal::OutOfOrder(pair[1].entrant.clone()));
    }
    if seen.len() < 2 { Err(Refusal::Nobody) } else { Ok(()) }
}

fn made(field: &Field, seating: Seating, cost: Cost, by: By) -> Pairing {
    let breaches = breaches(field, &seating);
    let count = |rule: Rule| (rule, breaches.iter().filter(|it| it.rule() == rule).count());
    // In the order in which rules give way.
    let relaxed = [Rule::Seats, Rule::ByeAgain, Rule::Rematch].map(count);
    let relaxed = relaxed.into_iter().filter(|it| it.1 > 0).collect();
    Pairing { seating, relaxed, cost, by }
}
