//! Results as a table for spreadsheets: commas, CR LF, and quotation marks where a field needs them (RFC
//! 4180).

use csv::{QuoteStyle, Terminator, WriterBuilder};
use jiff::Timestamp;

use crate::rating::Ending;
use crate::{Entrant, Halves};

/// The names of the columns.
pub const COLUMNS: [&str; 14] = [
    "event",
    "round",
    "board",
    "match",
    "ended",
    "first",
    "second",
    "points_first",
    "points_second",
    "handicap",
    "outcome",
    "how",
    "rated",
    "genesis",
];

/// A result as a line of the table. What is not known is an empty field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultRow {
    /// The word of the event.
    pub event: String,
    /// The round, from 1.
    pub round: u32,
    /// The board, from 1.
    pub board: u32,
    /// The word of the match.
    pub match_word: String,
    /// When it ended.
    pub ended: Option<Timestamp>,
    /// Who played on the first side; several are written with blanks between them.
    pub first: Vec<Entrant>,
    /// Who played on the second side.
    pub second: Vec<Entrant>,
    /// The points of the first side.
    pub points_first: Option<i64>,
    /// The points of the second side.
    pub points_second: Option<i64>,
    /// What was taken from the score of which side, written as `allies 1.5`.
    pub handicap: Option<(String, Halves)>,
    /// The side that won, `draw`, or `none`.
    pub outcome: String,
    /// How it was decided.
    pub how: Ending,
    /// Whether it is rated: `yes` or `no`.
    pub rated: bool,
    /// The hash of the first line of the match's journal.
    pub genesis: String,
}

impl ResultRow {
    /// The fields, in the order of the columns.
    fn fields(&self) -> [String; 14] {
        let players = |side: &[Entrant]| side.iter().map(Entrant::word).collect::<Vec<_>>().join(" ");
        let points = |points: Option<i64>| points.map_or(String::new(), |points| points.to_string());
        let handicap = self.handicap.as_ref();
        [
            self.event.clone(),
            self.round.to_string(),
            self.board.to_string(),
            self.match_word.clone(),
            self.ended.map_or(String::new(), |ended| ended.to_string()),
            players(&self.first),
            players(&self.second),
            points(self.points_first),
            points(self.points_second),
            handicap.map_or(String::new(), |(side, halves)| format!("{side} {halves}")),
            self.outcome.clone(),
            self.how.word().to_owned(),
            if self.rated { "yes" } else { "no" }.to_owned(),
            self.genesis.clone(),
        ]
    }
}

/// The table of some results, with the names of the columns on its first line.
pub fn write(rows: &[ResultRow]) -> String {
    table(&COLUMNS, rows.iter().map(ResultRow::fields))
}

/// A table with the names of its columns on its first line. Every row has as many fields as there are
/// columns.
pub fn table<R: AsRef<[String]>>(columns: &[&str], rows: impl IntoIterator<Item = R>) -> String {
    let mut to = WriterBuilder::new();
    let to = to.terminator(Terminator::CRLF).quote_style(QuoteStyle::Necessary);
    let mut table = to.from_writer(Vec::new());
    table.write_record(columns).expect("memory takes every line");
    for row in rows {
        table.write_record(row.as_ref()).expect("memory takes every line of equal length");
    }
    let bytes = table.into_inner().expect("memory takes every line");
    String::from_utf8(bytes).expect("what was written from texts is a text")
}
