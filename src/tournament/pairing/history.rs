//! What pairing needs to know of everybody, from the lines of the book.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::field::{Contender, Float};
use crate::records::Records;
use crate::{Bye, Entrant, Halves, Line, Points, Seat};

/// Somebody who entered an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who it is.
    pub entrant: Entrant,
    /// The rating at the opening of the event.
    pub rating: i64,
}

/// Those who play a round, in the order of pairing: by score, by rating, by entry. Tie-breaks do not pair.
///
/// `entries` are all who entered, in the order of entry, `active` those of them who play this round. Lines of
/// this round and later ones are not looked at, and their order makes no difference.
pub fn contenders(
    entries: &[Entry],
    active: &BTreeSet<Entrant>,
    lines: &[Line],
    points: &Points,
    round: u32,
) -> Vec<Contender> {
    let records = Records::until(round.saturating_sub(1), lines);
    let known = Known { records, points, round };
    let active = entries.iter().filter(|it| active.contains(&it.entrant));
    let mut all: Vec<(Contender, i64)> = active.map(|it| (known.of(&it.entrant), it.rating)).collect();
    all.sort_by_key(|(contender, rating)| (Reverse(contender.score), Reverse(*rating)));
    all.into_iter().map(|(contender, _)| contender).collect()
}

/// What is known before a round.
struct Known<'l> {
    records: Records<'l>,
    points: &'l Points,
    round: u32,
}

impl Known<'_> {
    fn of(&self, entrant: &Entrant) -> Contender {
        let records = self.records.of(entrant);
        let boards = || records.iter().filter_map(|record| record.board());
        let met = || boards().filter(|own| own.met);
        let byes = records.iter().filter(|it| it.bye() == Some(Bye::Pairing)).count();
        let forfeits_won = boards().filter(|own| own.is_forfeit_win()).count();
        let played: BTreeSet<u32> = met().map(|own| own.round).collect();
        let mut opponents: BTreeMap<Entrant, Vec<u32>> = BTreeMap::new();
        for own in met() {
            opponents.entry(own.opponent.clone()).or_default().push(own.round);
        }
        Contender {
            entrant: entrant.clone(),
            score: self.score(self.round, entrant),
            met: opponents,
            byes: count(byes),
            forfeits_won: count(forfeits_won),
            unplayed: self.round.saturating_sub(1).saturating_sub(count(played.len())),
            floats: [1, 2].map(|ago| self.float(self.round.checked_sub(ago)?, entrant)),
            seats: met().map(|own| own.seat).collect::<Vec<Seat>>(),
        }
    }

    fn score(&self, before: u32, entrant: &Entrant) -> Halves {
        self.records.score_before(before, entrant, self.points)
    }

    /// How somebody floated in a round.
    fn float(&self, round: u32, entrant: &Entrant) -> Option<Float> {
        let mut boards = self.records.of(entrant).iter().filter_map(|record| record.board());
        let own = boards.find(|own| own.round == round)?;
        match self.score(round, own.opponent).cmp(&self.score(round, entrant)) {
            std::cmp::Ordering::Less => Some(Float::Down),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Float::Up),
        }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
