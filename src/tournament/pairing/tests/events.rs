//! Whole events by chance.

use super::*;

/// An event that is under way, and everything that befell it.
pub(super) struct Event {
    pub entries: Vec<Entry>,
    pub lines: Vec<Line>,
    pub forbidden: Vec<(Entrant, Entrant)>,
    pub points: Points,
    pub are_sides_bid_for: bool,
    pub rounds: u32,
    gone: BTreeSet<Entrant>,
    late: Vec<Entry>,
}

impl Event {
    /// An event of so many entrants, of whom some come late.
    pub fn begun(chance: &mut Chance, most: usize) -> Event {
        let count = 2 + chance.below(most - 1);
        let entry = |entrant| Entry { entrant, rating: 1000 + chance.below(50) as i64 };
        let mut entries: Vec<Entry> = entrants(count).into_iter().map(entry).collect();
        let late = entries.split_off(count - chance.below(1 + count / 4));
        let all = entrants(count);
        let forbidden = (0..chance.below(2 + count / 6))
            .map(|_| (chance.one_of(&all).clone(), chance.one_of(&all).clone()))
            .filter(|(one, other)| one != other)
            .collect();
        let points = *chance.one_of(&[4, 3, 2]);
        Event {
            entries,
            lines: Vec::new(),
            forbidden,
            points: Points { bye: Halves(points), ..Points::default() },
            are_sides_bid_for: chance.once_in(2),
            rounds: 1 + chance.below(12) as u32,
            gone: BTreeSet::new(),
            late,
        }
    }

    /// Who plays a round: somebody comes, somebody leaves, somebody asks for a bye, somebody says nothing.
    pub fn active(&mut self, chance: &mut Chance, round: u32) -> BTreeSet<Entrant> {
        if round > 1 && chance.once_in(2) {
            self.entries.extend(self.late.pop());
        }
        let mut active = BTreeSet::new();
        for Entry { entrant, .. } in &self.entries {
            if self.gone.contains(entrant) {
                continue;
            }
            match chance.below(40) {
                0 => {
                    self.gone.insert(entrant.clone());
                }
                1 => {}
                2 => self.lines.push(Line::bye(round, entrant, crate::Bye::Asked)),
                _ => {
                    active.insert(entrant.clone());
                }
            }
        }
        active
    }

    /// The field of a round, with the lines in this order.
    pub fn field(&self, lines: &[Line], active: &BTreeSet<Entrant>, round: u32, key: &DrawKey) -> Field {
        Field {
            round,
            is_last: round == self.rounds,
            contenders: contenders(&self.entries, active, lines, &self.points, round),
            forbidden: self.forbidden.clone(),
            are_sides_bid_for: self.are_sides_bid_for,
            unit: if self.points.are_whole() { Unit::Whole } else { Unit::Halves },
            key: key.clone(),
            format: Format::Swiss { ranks: Ranks::Slide },
        }
    }

    /// How a round ends; and now and then a line of an earlier one is corrected.
    pub fn play(&mut self, chance: &mut Chance, round: u32, seating: &Seating) {
        for Board { first, second } in &seating.boards {
            let (end, met) = ending(chance);
            self.lines.push(Line::board(round, first, second, end, met));
        }
        for of in &seating.byes {
            self.lines.push(Line::bye(round, of, crate::Bye::Pairing));
        }
        if chance.once_in(4) && !self.lines.is_empty() {
            let at = chance.below(self.lines.len());
            if let crate::What::Board { end, met, .. } = &mut self.lines[at].what {
                (*end, *met) = ending(chance);
            }
        }
    }
}

/// How a board ends, and whether the two have met.
pub(super) fn ending(chance: &mut Chance) -> (End, bool) {
    let by = *chance.one_of(&Seat::BOTH);
    match chance.below(20) {
        0 => (End::Forfeit { by }, chance.once_in(3)),
        1 => (End::DoubleForfeit, false),
        2 => (End::Annulled, true),
        3..=5 => (End::Drawn, true),
        _ => (End::Won { by, margin: None }, true),
    }
}
