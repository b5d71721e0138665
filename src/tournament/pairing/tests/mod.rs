//! Fields and events by chance, and all pairings of small ones.

mod complaints;
mod events;
mod exhaustive;
mod knockouts;
mod ladders;
mod legality;
mod swiss_events;
mod tables;
mod vectors;

use std::collections::{BTreeMap, BTreeSet};

use super::graph::Pairs;
use super::*;
use crate::tests::{Chance, entrants};
use crate::{DrawKey, End, Halves, Line, Points, Seat};

/// A field of a Swiss by bids in which nothing has happened yet.
fn fresh(count: usize) -> Field {
    Field {
        round: 1,
        is_last: false,
        contenders: entrants(count).iter().map(Contender::new).collect(),
        forbidden: Vec::new(),
        are_sides_bid_for: true,
        unit: Unit::Whole,
        key: DrawKey::from_bytes([7; 32]),
        format: Format::Swiss { ranks: Ranks::Slide },
    }
}

/// The boards as `1-5 2-6`, whoever has which seat; the lesser number first.
fn boards(seating: &Seating) -> String {
    let pair = |board: &Board| {
        let number = |it: &Entrant| it.word().parse::<u32>().unwrap_or(0);
        let (one, other) = (number(&board.first), number(&board.second));
        (one.min(other), one.max(other))
    };
    let mut pairs: Vec<(u32, u32)> = seating.boards.iter().map(pair).collect();
    pairs.sort_unstable();
    pairs.iter().map(|(one, other)| format!("{one}-{other}")).collect::<Vec<_>>().join(" ")
}

/// All perfect matchings of so many vertices.
fn matchings(vertices: usize) -> Vec<Pairs> {
    fn complete(rest: &[usize], so_far: &mut Pairs, all: &mut Vec<Pairs>) {
        let Some((&one, others)) = rest.split_first() else {
            all.push(so_far.clone());
            return;
        };
        for (at, &other) in others.iter().enumerate() {
            let mut rest = others.to_vec();
            rest.remove(at);
            so_far.push((one, other));
            complete(&rest, so_far, all);
            so_far.pop();
        }
    }
    let mut all = Vec::new();
    complete(&(0..vertices).collect::<Vec<_>>(), &mut Vec::new(), &mut all);
    all
}

/// A field by chance, of a Swiss, at some round of which somebody remembers everything.
fn by_chance(chance: &mut Chance, count: usize) -> Field {
    let mut field = fresh(count);
    field.key = chance.key();
    field.round = 1 + chance.below(6) as u32;
    field.is_last = chance.once_in(6);
    field.are_sides_bid_for = chance.once_in(2);
    field.unit = *chance.one_of(&[Unit::Whole, Unit::Halves]);
    field.format = Format::Swiss { ranks: *chance.one_of(&[Ranks::Slide, Ranks::Fold, Ranks::Adjacent]) };
    let names = entrants(count);
    let spread = 1 + chance.below(6);
    for contender in &mut field.contenders {
        contender.score = Halves(chance.below(spread) as i64 * 2);
        contender.byes = u32::from(chance.once_in(4));
        contender.forfeits_won = u32::from(chance.once_in(8));
        contender.unplayed = chance.below(field.round as usize) as u32;
        contender.floats = [0; 2].map(|_| *chance.one_of(&[None, None, Some(Float::Up), Some(Float::Down)]));
        let seats = chance.below(field.round as usize);
        contender.seats = (0..seats).map(|_| *chance.one_of(&Seat::BOTH)).collect();
    }
    let density = 2 + chance.below(4);
    for one in 0..count {
        for other in one + 1..count {
            if chance.once_in(density) {
                let [one_name, other_name] = [&names[one], &names[other]];
                field.contenders[one].met.insert(other_name.clone(), vec![1]);
                field.contenders[other].met.insert(one_name.clone(), vec![1]);
            }
            if chance.once_in(12) {
                field.forbidden.push((names[other].clone(), names[one].clone()));
            }
        }
    }
    field.contenders.sort_by_key(|it| std::cmp::Reverse(it.score));
    field
}
