//! The lines of a book, sorted by whom they are about.

use std::collections::BTreeMap;

use crate::{Bye, End, Entrant, Halves, Line, Points, Seat, What};

/// What each entrant had, round by round. The order of the lines makes no difference.
pub(crate) struct Records<'l> {
    of: BTreeMap<&'l Entrant, Vec<Record<'l>>>,
}

/// What one entrant had in one round.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Record<'l> {
    /// A board.
    Board(Own<'l>),
    /// No match.
    Bye { round: u32, kind: Bye },
}

/// A board as one of its two entrants sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Own<'l> {
    pub round: u32,
    pub seat: Seat,
    pub opponent: &'l Entrant,
    pub end: End,
    pub met: bool,
}

impl<'l> Records<'l> {
    /// The records of all lines up to and with a round.
    pub fn until(round: u32, lines: &'l [Line]) -> Records<'l> {
        let mut sorted: Vec<&Line> = lines.iter().filter(|line| line.round <= round).collect();
        sorted.sort();
        let mut of: BTreeMap<&Entrant, Vec<Record>> = BTreeMap::new();
        for line in sorted {
            let round = line.round;
            match &line.what {
                What::Board { first, second, end, met } => {
                    for (seat, who, opponent) in [(Seat::First, first, second), (Seat::Second, second, first)]
                    {
                        let own = Own { round, seat, opponent, end: *end, met: *met };
                        of.entry(who).or_default().push(Record::Board(own));
                    }
                }
                What::Bye { of: who, kind } => {
                    of.entry(who).or_default().push(Record::Bye { round, kind: *kind });
                }
            }
        }
        Records { of }
    }

    /// What this entrant had, by rounds.
    pub fn of(&self, entrant: &Entrant) -> &[Record<'l>] {
        self.of.get(entrant).map_or(&[], Vec::as_slice)
    }

    /// What he scored in all rounds before this one.
    pub fn score_before(&self, round: u32, entrant: &Entrant, points: &Points) -> Halves {
        self.of(entrant).iter().filter(|it| it.round() < round).map(|it| points.of(it)).sum()
    }
}

impl<'l> Record<'l> {
    /// The round.
    pub fn round(&self) -> u32 {
        match self {
            Record::Board(own) => own.round,
            Record::Bye { round, .. } => *round,
        }
    }

    /// The kind of bye, if it was one.
    pub fn bye(&self) -> Option<Bye> {
        match self {
            Record::Board(_) => None,
            Record::Bye { kind, .. } => Some(*kind),
        }
    }

    /// The board, if there was one.
    pub fn board(&self) -> Option<&Own<'l>> {
        match self {
            Record::Board(own) => Some(own),
            Record::Bye { .. } => None,
        }
    }
}

impl Own<'_> {
    /// Whether it was played out, rather than forfeited or annulled.
    pub fn is_played(&self) -> bool {
        matches!(self.end, End::Won { .. } | End::Drawn)
    }

    /// Whether this entrant won because the other forfeited.
    pub fn is_forfeit_win(&self) -> bool {
        matches!(self.end, End::Forfeit { by } if by == self.seat)
    }

    /// Whether this entrant won what was played out.
    pub fn is_win(&self) -> bool {
        matches!(self.end, End::Won { by, .. } if by == self.seat)
    }
}
