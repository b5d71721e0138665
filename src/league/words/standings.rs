//! Standings, crosstables and ladders in words.

use serde_json::{Value, json};
use tournament::formats::csv;
use tournament::standing::{Cell, Row, Rung, Standing};
use tournament::{Bye, End, Fraction, Seat};

use super::columns;
use crate::figures::Table;
use crate::settings::TieBreak;
use crate::state::League;

/// What a column of a tie-break is called.
fn title(of: TieBreak) -> &'static str {
    match of {
        TieBreak::HeadToHead => "head to head",
        TieBreak::SonnebornBerger => "Sonneborn-Berger",
        TieBreak::Strength => "strength",
        TieBreak::Buchholz => "Buchholz",
        TieBreak::Wins => "wins",
        TieBreak::Rating => "rating",
        TieBreak::Lot => "lot",
    }
}

/// A value of a tie-break as it is read: a whole number or a fraction.
fn value(of: Option<&Fraction>) -> String {
    of.map_or("-".to_owned(), Fraction::to_string)
}

/// The tie-breaks that a table shows: lots only say that they decided.
fn shown(table: &Table) -> Vec<(usize, TieBreak)> {
    table.tie_breaks.iter().copied().enumerate().filter(|(_, it)| *it != TieBreak::Lot).collect()
}

/// The heads of the columns of standings.
pub(crate) fn head(table: &Table) -> Vec<&'static str> {
    let ties = shown(table).into_iter().map(|(_, it)| title(it));
    ["place", "entrant", "points", "played"].into_iter().chain(ties).collect()
}

/// The rows of standings: place, name, points, matches played, and each tie-break that is shown.
pub(crate) fn rows(table: &Table, name: &dyn Fn(&Standing) -> String) -> Vec<Vec<String>> {
    let row = |it: &Standing| {
        let ties = shown(table).into_iter().map(|(at, _)| value(it.tie_breaks[at].as_ref()));
        let own = [it.place.to_string(), name(it), it.score.to_string(), it.played.to_string()];
        own.into_iter().chain(ties).collect()
    };
    table.standings.iter().map(row).collect()
}

/// Who stands where, as text.
pub fn standings(league: &League, table: &Table) -> String {
    let name = |it: &Standing| match it.has_left {
        true => format!("{} (left)", league.name(&it.entrant)),
        false => league.name(&it.entrant).to_owned(),
    };
    let mut text = columns(&head(table), &rows(table, &name));
    if table.is_lot_open {
        text += "Where all else is equal the lot decides; it is disclosed with the last round.\n";
    }
    text
}

/// The same for spreadsheets.
pub fn standings_csv(table: &Table) -> String {
    csv::table(&head(table), rows(table, &|it| it.entrant.word().to_owned()))
}

/// The same for programs.
pub fn standings_json(table: &Table) -> Value {
    let line = |it: &Standing| {
        let ties = table.tie_breaks.iter().zip(&it.tie_breaks);
        let ties: Vec<Value> = ties
            .map(|(of, value)| json!({ "by": of.word(), "value": value.as_ref().map(Fraction::to_string) }))
            .collect();
        json!({
            "place": it.place, "entrant": it.entrant, "points": it.score.to_string(), "played": it.played,
            "left": it.has_left, "tie_breaks": ties,
        })
    };
    table.standings.iter().map(line).collect()
}

/// What stands in a cell: the line of the opponent, the seat, and what came of it.
fn cell(of: &Cell) -> String {
    match of {
        Cell::Board { opponent, line, seat, end, .. } => {
            let whom = line.map_or_else(|| opponent.to_string(), |line| line.to_string());
            let side = if *seat == Seat::First { "a" } else { "b" };
            format!("{whom}{side}{}", mark(*seat, *end))
        }
        Cell::Bye { kind: Bye::Pairing, .. } => "bye".to_owned(),
        Cell::Bye { kind: Bye::Asked, .. } => "-".to_owned(),
    }
}

/// What came of a board to a seat, as one sign.
fn mark(seat: Seat, end: End) -> &'static str {
    match end {
        End::Won { by, .. } if by == seat => "1",
        End::Won { .. } => "0",
        End::Drawn => "=",
        End::Forfeit { by } if by == seat => "+",
        End::Forfeit { .. } | End::DoubleForfeit => "-",
        End::Annulled => "x",
        End::Open => "?",
    }
}

/// The rows of a crosstable: place, name, each round, points.
pub(crate) fn cross_rows(table: &Table, name: &dyn Fn(&Standing) -> String) -> Vec<Vec<String>> {
    let row = |row: &Row| {
        let own = [row.standing.place.to_string(), name(&row.standing)];
        let rounds = row.rounds.iter().map(|cells| cells.iter().map(cell).collect::<Vec<_>>().join(" "));
        own.into_iter().chain(rounds).chain([row.standing.score.to_string()]).collect()
    };
    table.crosstable.rows.iter().map(row).collect()
}

/// The heads of the columns of a crosstable.
pub(crate) fn cross_head(table: &Table) -> Vec<String> {
    let rounds = (1..=table.round).map(|round| format!("round {round}"));
    ["place".to_owned(), "entrant".to_owned()]
        .into_iter()
        .chain(rounds)
        .chain(["points".to_owned()])
        .collect()
}

/// Who met whom, as text.
pub fn crosstable(league: &League, table: &Table) -> String {
    let head = cross_head(table);
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let text = columns(&head, &cross_rows(table, &|it| league.name(&it.entrant).to_owned()));
    format!(
        "{text}A number is the line of the opponent; a and b are the seats; 1 won, = drew, 0 lost, + and - by forfeit, x annulled, ? under way.\n"
    )
}

/// The same for spreadsheets.
pub fn crosstable_csv(table: &Table) -> String {
    let head = cross_head(table);
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    csv::table(&head, cross_rows(table, &|it| it.entrant.word().to_owned()))
}

/// The same for programs.
pub fn crosstable_json(table: &Table) -> Value {
    let one = |cell: &Cell| match cell {
        Cell::Board { opponent, seat, end, points, .. } => {
            json!({ "opponent": opponent, "seat": seat.word(), "result": mark(*seat, *end), "points": points.to_string() })
        }
        Cell::Bye { kind, points } => {
            json!({ "bye": if *kind == Bye::Pairing { "pairing" } else { "asked" }, "points": points.to_string() })
        }
    };
    let row = |row: &Row| {
        let rounds: Vec<Vec<Value>> =
            row.rounds.iter().map(|cells| cells.iter().map(one).collect()).collect();
        json!({ "place": row.standing.place, "entrant": row.standing.entrant, "points": row.standing.score.to_string(), "rounds": rounds })
    };
    table.crosstable.rows.iter().map(row).collect()
}

/// A ladder, as text.
pub fn ladder(league: &League, rungs: &[Rung]) -> String {
    let moved = |rung: &Rung| match rung.climbed {
        0 => String::new(),
        more if more > 0 => format!("up {more}"),
        less => format!("down {}", -less),
    };
    let row = |rung: &Rung| vec![rung.place.to_string(), league.name(&rung.entrant).to_owned(), moved(rung)];
    columns(&["place", "entrant", ""], &rungs.iter().map(row).collect::<Vec<_>>())
}
