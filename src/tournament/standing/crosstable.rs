//! The table of all rounds: who met whom, and how it ended.

use std::collections::BTreeMap;

use super::Standing;
use crate::records::{Record, Records};
use crate::{Bye, End, Entrant, Halves, Line, Points, Seat};

/// A crosstable: a row for each line of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crosstable {
    /// The rows, by places.
    pub rows: Vec<Row>,
}

/// What somebody had in all rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// His line of the standings.
    pub standing: Standing,
    /// A list for each round from the first to the last: empty if he was not there.
    pub rounds: Vec<Vec<Cell>>,
}

/// What somebody had in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A board.
    Board {
        /// Whom he met.
        opponent: Entrant,
        /// In which line of the table that one stands, from 1; nothing if he was struck.
        line: Option<usize>,
        /// His own seat.
        seat: Seat,
        /// How it ended.
        end: End,
        /// What it was worth to him.
        points: Halves,
    },
    /// No match.
    Bye {
        /// Why.
        kind: Bye,
        /// What it was worth to him.
        points: Halves,
    },
}

/// The crosstable behind some standings, as of the end of the same round.
pub fn crosstable(standings: &[Standing], lines: &[Line], points: &Points, round: u32) -> Crosstable {
    let records = Records::until(round, lines);
    let places = standings.iter().map(|it| &it.entrant).zip(1..);
    let places: BTreeMap<&Entrant, usize> = places.collect();
    let cell = |record: &Record| match record {
        Record::Board(own) => Cell::Board {
            opponent: own.opponent.clone(),
            line: places.get(own.opponent).copied(),
            seat: own.seat,
            end: own.end,
            points: points.of(record),
        },
        Record::Bye { kind, .. } => Cell::Bye { kind: *kind, points: points.of(record) },
    };
    let row = |standing: &Standing| {
        let of = records.of(&standing.entrant);
        let cells = |at: u32| of.iter().filter(|it| it.round() == at).map(cell).collect();
        Row { standing: standing.clone(), rounds: (1..=round).map(cells).collect() }
    };
    Crosstable { rows: standings.iter().map(row).collect() }
}
