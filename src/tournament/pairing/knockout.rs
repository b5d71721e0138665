//! The knockout: who loses is out.

use super::field::{Bracket, Contender, Field};
use super::{Board, Refusal, Seating, side};
use crate::{Entrant, Seat};

/// One game of a pair, as far as it matters for who goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// The higher seed won.
    Higher,
    /// The lower seed won.
    Lower,
    /// Neither won.
    Tied,
}

/// Who goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advance {
    /// The higher seed.
    Higher,
    /// The lower seed.
    Lower,
    /// The panel says.
    Panel,
    /// Games are missing.
    Waiting,
}

/// Who goes on after the games of a pair. `games` is how many are played: with two, one of each side, a tied
/// pair goes to the lower seed. A tied game has become one of the others before if the event says which side
/// goes on after a tie; otherwise a single one is for the panel.
pub fn advance(games: usize, played: &[Game]) -> Advance {
    if played.len() < games.max(1) {
        return Advance::Waiting;
    }
    let count = |of: Game| played.iter().filter(|game| **game == of).count();
    match count(Game::Higher).cmp(&count(Game::Lower)) {
        std::cmp::Ordering::Greater => Advance::Higher,
        std::cmp::Ordering::Less => Advance::Lower,
        std::cmp::Ordering::Equal if games > 1 => Advance::Lower,
        std::cmp::Ordering::Equal => Advance::Panel,
    }
}

/// The boards of a round.
pub(super) fn seating(field: &Field, bracket: &Bracket) -> Result<Seating, Refusal> {
    match bracket {
        Bracket::Halves => Ok(halves(field)),
        Bracket::Fixed { seeds } => fixed(field, seeds),
    }
}

/// The upper half of those who are left meets the lower, in order. Of an odd number the highest seed who had
/// no bye yet has one.
fn halves(field: &Field) -> Seating {
    let mut left: Vec<&Contender> = field.contenders.iter().collect();
    let mut seating = Seating::default();
    if left.len() % 2 == 1 {
        let without = left.iter().position(|it| !it.had_free_points()).unwrap_or(0);
        seating.byes.push(left.remove(without).entrant.clone());
    }
    let (upper, lower) = left.split_at(left.len() / 2);
    seating.boards = upper.iter().zip(lower).map(|(one, other)| board(field, one, other)).collect();
    seating
}

/// The bracket of the first round stands: in round r each run of 2^r slots yields one. Slots that nobody
/// holds are byes of those who would meet them.
fn fixed(field: &Field, seeds: &[Entrant]) -> Result<Seating, Refusal> {
    let stranger = |it: &&Entrant| !seeds.contains(it);
    if let Some(stranger) = field.contenders.iter().map(|it| &it.entrant).find(stranger) {
        return Err(Refusal::NotInTable(stranger.clone()));
    }
    let slots = slots(seeds.len());
    let rounds = slots.len().ilog2();
    if !(1..=rounds).contains(&field.round) {
        return Err(Refusal::NoSuchRound { rounds });
    }
    let mut seating = Seating::default();
    for run in slots.chunks(1 << field.round) {
        let held = run.iter().filter_map(|seed| seeds.get(seed - 1));
        let left = held.filter_map(|it| field.place(it)).map(|place| &field.contenders[place]);
        let mut left: Vec<&Contender> = left.collect();
        left.sort_by_key(|it| seeds.iter().position(|seed| *seed == it.entrant));
        match left[..] {
            [] => {}
            [one] => seating.byes.push(one.entrant.clone()),
            [one, other] => seating.boards.push(board(field, one, other)),
            _ => return Err(Refusal::Undecided(left.iter().map(|it| it.entrant.clone()).collect())),
        }
    }
    Ok(seating)
}

/// The seeds of a bracket in the order of its slots, such as 1, 8, 4, 5, 2, 7, 3, 6: seeds above the number
/// of entrants are byes, and the highest seeds have them.
pub fn slots(entrants: usize) -> Vec<usize> {
    let mut slots = vec![1];
    while slots.len() < entrants {
        let sum = slots.len() * 2 + 1;
        slots = slots.into_iter().flat_map(|seed| [seed, sum - seed]).collect();
    }
    slots
}

fn board(field: &Field, higher: &Contender, lower: &Contender) -> Board {
    let [one, other] = [&higher.entrant, &lower.entrant].map(Entrant::clone);
    match side::seat_of_upper(field, higher, lower) {
        Seat::First => Board { first: one, second: other },
        Seat::Second => Board { first: other, second: one },
    }
}
