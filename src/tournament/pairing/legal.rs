//! The five rules that a pairing must keep, whoever made it: this program, another, or a person by hand.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::field::{Contender, Field, Format};
use super::{Board, Seating, side, table};
use crate::{Entrant, Seat};

/// A rule of pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// 1: everybody who plays is on one board, or has the bye of an odd field.
    Everybody,
    /// 2: nobody meets whom he has met.
    Rematch,
    /// 3: nobody meets whom he may never meet.
    Forbidden,
    /// 4: the bye goes to nobody who had one, or won by forfeit.
    ByeAgain,
    /// 5: without bids nobody has a seat three times running, or one more than twice as often as the other.
    Seats,
}

/// What is wrong with a pairing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breach {
    /// Somebody plays the round and is nowhere.
    Missing(Entrant),
    /// Somebody is named more than once.
    Twice(Entrant),
    /// Somebody is named who does not play the round.
    NotPlaying(Entrant),
    /// Somebody would meet himself.
    Himself(Entrant),
    /// Somebody has a bye, and the field needs none.
    NeedlessBye(Entrant),
    /// Two have met, last in this round.
    Rematch(Entrant, Entrant, u32),
    /// Two may never meet.
    Forbidden(Entrant, Entrant),
    /// Somebody had a bye.
    ByeAgain(Entrant),
    /// Somebody won by forfeit, and that is as good as a bye.
    ByeAfterForfeit(Entrant),
    /// Two are seated against the rule: those of the two who would have that seat again.
    Seats {
        /// Who has the first seat.
        first: Entrant,
        /// Who has the second seat.
        second: Entrant,
        /// Whether the first had it too often.
        of_first: bool,
        /// Whether the second had it too often.
        of_second: bool,
    },
}

impl Rule {
    /// All of them, by numbers.
    pub const ALL: [Rule; 5] = [Rule::Everybody, Rule::Rematch, Rule::Forbidden, Rule::ByeAgain, Rule::Seats];

    /// Its number, 1 to 5.
    pub fn number(self) -> u8 {
        match self {
            Rule::Everybody => 1,
            Rule::Rematch => 2,
            Rule::Forbidden => 3,
            Rule::ByeAgain => 4,
            Rule::Seats => 5,
        }
    }

    /// The rule of that number.
    pub fn of(number: u8) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.number() == number)
    }

    /// Whether it may give way if no pairing keeps all. The other two always hold.
    pub fn may_give_way(self) -> bool {
        !matches!(self, Rule::Everybody | Rule::Forbidden)
    }
}

impl Breach {
    /// The rule.
    pub fn rule(&self) -> Rule {
        match self {
            Breach::Missing(_)
            | Breach::Twice(_)
            | Breach::NotPlaying(_)
            | Breach::Himself(_)
            | Breach::NeedlessBye(_) => Rule::Everybody,
            Breach::Rematch(..) => Rule::Rematch,
            Breach::Forbidden(..) => Rule::Forbidden,
            Breach::ByeAgain(_) | Breach::ByeAfterForfeit(_) => Rule::ByeAgain,
            Breach::Seats { .. } => Rule::Seats,
        }
    }

    /// Whom it is about: one, or the two of a board.
    pub fn about(&self) -> (&Entrant, Option<&Entrant>) {
        match self {
            Breach::Missing(one)
            | Breach::Twice(one)
            | Breach::NotPlaying(one)
            | Breach::Himself(one)
            | Breach::NeedlessBye(one)
            | Breach::ByeAgain(one)
            | Breach::ByeAfterForfeit(one) => (one, None),
            Breach::Rematch(one, other, _) | Breach::Forbidden(one, other) => (one, Some(other)),
            Breach::Seats { first, second, .. } => (first, Some(second)),
        }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Breach::Missing(one) => write!(f, "`{one}` plays this round and has neither a board nor a bye"),
            Breach::Twice(one) => write!(f, "`{one}` stands there more than once"),
            Breach::NotPlaying(one) => write!(f, "`{one}` does not play this round"),
            Breach::Himself(one) => write!(f, "`{one}` cannot meet himself"),
            Breach::NeedlessBye(one) => write!(f, "`{one}` has a bye, and this field needs none"),
            Breach::Rematch(one, other, round) => write!(f, "`{one}` and `{other}` met in round {round}"),
            Breach::Forbidden(one, other) => write!(f, "`{one}` and `{other}` must never meet"),
            Breach::ByeAgain(one) => write!(f, "`{one}` had a bye before"),
            Breach::ByeAfterForfeit(one) => {
                write!(f, "`{one}` won by forfeit, which is as good as a bye")
            }
            Breach::Seats { first, second, of_first: true, of_second: true } => {
                write!(f, "`{first}` had the first seat too often, `{second}` the second")
            }
            Breach::Seats { first, of_first: true, .. } => {
                write!(f, "`{first}` had the first seat too often")
            }
            Breach::Seats { second, .. } => write!(f, "`{second}` had the second seat too often"),
        }
    }
}

/// Everything that is wrong with a pairing, by rules. Nothing is wrong with a legal one.
pub fn breaches(field: &Field, seating: &Seating) -> Vec<Breach> {
    let mut found = everybody(field, seating);
    for Board { first, second } in &seating.boards {
        if field.is_forbidden(first, second) {
            found.push(Breach::Forbidden(first.clone(), second.clone()));
        }
        let Some((one, other)) = contender(field, first).zip(contender(field, second)) else { continue };
        if field.is_rematch(one, second) {
            let last = one.met.get(second).and_then(|rounds| rounds.iter().max()).copied().unwrap_or(0);
            found.push(Breach::Rematch(first.clone(), second.clone(), last));
        }
        found.extend(seats(field, one, other));
    }
    found.extend(seating.byes.iter().filter_map(|of| bye(field, of)));
    found.sort_by(|one, other| one.rule().cmp(&other.rule()).then_with(|| one.cmp(other)));
    found
}

fn contender<'f>(field: &'f Field, entrant: &Entrant) -> Option<&'f Contender> {
    field.contenders.iter().find(|it| it.entrant == *entrant)
}

/// Rule 1.
fn everybody(field: &Field, seating: &Seating) -> Vec<Breach> {
    let mut found = Vec::new();
    let mut named: BTreeMap<&Entrant, u32> = BTreeMap::new();
    let boards = || seating.boards.iter().flat_map(|board| [&board.first, &board.second]);
    for entrant in boards().chain(&seating.byes) {
        *named.entry(entrant).or_default() += 1;
    }
    let himself = seating.boards.iter().filter(|board| board.first == board.second);
    found.extend(himself.map(|board| Breach::Himself(board.first.clone())));
    found.extend(named.iter().filter(|it| *it.1 > 1).map(|it| Breach::Twice((*it.0).clone())));
    for board in &seating.boards {
        let [first, second] = [&board.first, &board.second];
        for (one, other) in [(first, second), (second, first)] {
            let may_be_absent = absent(field, one) && contender(field, other).is_some();
            if contender(field, one).is_none() && !may_be_absent {
                found.push(Breach::NotPlaying(one.clone()));
            }
        }
    }
    let strangers = seating.byes.iter().filter(|of| contender(field, of).is_none());
    found.extend(strangers.map(|of| Breach::NotPlaying(of.clone())));
    let missing = field.contenders.iter().map(|it| &it.entrant).filter(|it| !named.contains_key(it));
    found.extend(missing.map(|it| Breach::Missing(it.clone())));
    found.extend(seating.byes.iter().skip(byes(field)).map(|of| Breach::NeedlessBye(of.clone())));
    found
}

/// Whether somebody stands in the table of a round robin and does not play: whoever is to meet him wins by
/// forfeit.
fn absent(field: &Field, entrant: &Entrant) -> bool {
    match &field.format {
        Format::RoundRobin { table, struck, .. } => table.contains(entrant) && !struck.contains(entrant),
        _ => false,
    }
}

/// How many byes the field needs.
fn byes(field: &Field) -> usize {
    match table::seating(field) {
        Some(Ok(seating)) => seating.byes.len(),
        _ => field.contenders.len() % 2,
    }
}

/// Rule 4.
fn bye(field: &Field, of: &Entrant) -> Option<Breach> {
    let who = contender(field, of)?;
    match (who.byes > field.byes_by_right(), who.forfeits_won > 0) {
        (true, _) => Some(Breach::ByeAgain(of.clone())),
        (false, true) => Some(Breach::ByeAfterForfeit(of.clone())),
        (false, false) => None,
    }
}

/// Rule 5.
fn seats(field: &Field, first: &Contender, second: &Contender) -> Option<Breach> {
    let of_first = !side::may_have(&first.seats, Seat::First);
    let of_second = !side::may_have(&second.seats, Seat::Second);
    let breach = || Breach::Seats {
        first: first.entrant.clone(),
        second: second.entrant.clone(),
        of_first,
        of_second,
    };
    (field.minds_seats() && (of_first || of_second)).then(breach)
}
