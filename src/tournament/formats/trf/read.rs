//! Reads a report file.

use engine::problem::{Class, Collector, Lines, Place, Problem, Problems, quote};
use jiff::civil::Date;

use crate::Halves;

use super::super::tournament::{Bye, Mark, Player, RoundCell, Tournament};
use super::{FIRST_ROUND, HIGHEST, NAME, NUMBER, POINTS, RANK, RATING, ROUND, ROUNDS};

/// One line of the file, of which columns are counted in characters.
struct Row<'a> {
    text: &'a str,
    /// Where it begins in the file, in bytes.
    start: usize,
    /// Where each character begins in the line, in bytes, and where the last one ends.
    bounds: Vec<usize>,
}

impl<'a> Row<'a> {
    fn new(text: &'a str, start: usize) -> Row<'a> {
        let text = text.trim_end();
        let bounds = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        Row { text, start, bounds }
    }

    /// How many columns are not blank at the end.
    fn width(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Where a column begins in the line, in bytes.
    fn byte(&self, column: usize) -> usize {
        self.bounds[(column - 1).min(self.width())]
    }

    /// What stands in some columns, the first and the last included, without blanks around it.
    fn field(&self, (from, to): (usize, usize)) -> &'a str {
        self.text[self.byte(from)..self.byte(to + 1)].trim()
    }
}

/// A file that is being read.
struct Reader<'a> {
    file: &'a str,
    lines: Lines<'a>,
    problems: Collector,
}

impl Reader<'_> {
    fn refuse(&mut self, row: &Row, (from, to): (usize, usize), code: &str, what: String) {
        if !self.problems.has_room() {
            return;
        }
        let (start, end) = (row.start + row.byte(from), row.start + row.byte(to + 1));
        let (line, column) = self.lines.position(start);
        let place = Place { file: self.file.to_owned(), line, column, start, end };
        self.problems.push(Problem::new(Class::Malformed, code, what).at(place));
    }

    /// A whole number in some columns, nothing if they are blank or if it is refused.
    fn number(&mut self, row: &Row, columns: (usize, usize), what: &str, least: u32) -> Option<u32> {
        let text = row.field(columns);
        if text.is_empty() {
            return None;
        }
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse::<u32>().ok().filter(|number| is_plain && (least..=HIGHEST).contains(number));
        if number.is_none() {
            let what = format!("{} is no {what} from {least} to {HIGHEST}.", quote(text));
            self.refuse(row, columns, "number", what);
        }
        number
    }

    /// A player and where each of his rounds stands; nothing if the line is refused.
    fn player(&mut self, row: &Row) -> Option<Player> {
        if row.width() < POINTS.1 {
            let what = format!(
                "This line ends in column {}, before the points of the player in {}.",
                row.width(),
                POINTS.1
            );
            self.refuse(row, (1, row.width()), "short-line", what);
            return None;
        }
        if row.field(NUMBER).is_empty() {
            self.refuse(row, NUMBER, "number", "A player has no number.".to_owned());
            return None;
        }
        let number = self.number(row, NUMBER, "number of a player", 1);
        let rating = self.number(row, RATING, "rating", 0).filter(|rating| *rating > 0);
        let rank = self.number(row, RANK, "rank", 1);
        let text = row.field(POINTS);
        let points = if text.is_empty() { Ok(Halves::ZERO) } else { text.parse::<Halves>() };
        let points = points.ok().filter(|points| *points >= Halves::ZERO);
        if points.is_none() {
            let what = format!("{} are no points: they are whole or half ones, such as `2.5`.", quote(text));
            self.refuse(row, POINTS, "points", what);
        }
        let rounds = (row.width() + 1).saturating_sub(FIRST_ROUND).div_ceil(ROUND);
        if rounds > ROUNDS {
            let end = (FIRST_ROUND, row.width());
            self.refuse(row, end, "rounds", format!("A report file has at most {ROUNDS} rounds."));
            return None;
        }
        let cells = (0..rounds).map(|round| self.cell(row, FIRST_ROUND + ROUND * round)).collect();
        let name = row.field(NAME).to_owned();
        Some(Player { number: number?, name, rating, points: points?, rank, cells })
    }

    /// The round whose columns begin at a column.
    fn cell(&mut self, row: &Row, column: usize) -> RoundCell {
        let all = (column, column + 7);
        let blanks = [(column - 2, column - 1), (column + 4, column + 4), (column + 6, column + 6)];
        if let Some(columns) = blanks.into_iter().find(|columns| !row.field(*columns).is_empty()) {
            let what = format!("Here stands {} between the columns of a round.", quote(row.field(columns)));
            self.refuse(row, columns, "columns", what);
            return RoundCell::Empty;
        }
        let [opponent, side, mark] =
            [(column, column + 3), (column + 5, column + 5), (column + 7, column + 7)];
        let letter = row.field(mark).chars().next();
        if [opponent, side, mark].iter().all(|columns| row.field(*columns).is_empty()) {
            return RoundCell::Empty;
        }
        if row.field(opponent).bytes().all(|byte| byte == b'0') {
            let bye = letter.and_then(Bye::of).filter(|_| ["-", ""].contains(&row.field(side)));
            if bye.is_none() {
                let what =
                    format!("{} is no bye: it is `0000 - U`, or H, F or Z for U.", quote(row.field(all)));
                self.refuse(row, all, "bye", what);
            }
            return bye.map_or(RoundCell::Empty, RoundCell::Bye);
        }
        let Some(number) = self.number(row, opponent, "number of an opponent", 1) else {
            return RoundCell::Empty;
        };
        let first = match row.field(side) {
            "w" | "W" => true,
            "b" | "B" => false,
            "" if row.width() < column + 5 => {
                let what = format!("This line ends in column {}, in the middle of a round.", row.width());
                self.refuse(row, all, "short-line", what);
                return RoundCell::Empty;
            }
            other => {
                self.refuse(row, side, "side", format!("{} is no side: it is `w` or `b`.", quote(other)));
                return RoundCell::Empty;
            }
        };
        let known = letter.map(Mark::of);
        if known == Some(None) {
            let what = format!("{} is no result: it is one of 1 = 0 W D L + -.", quote(row.field(mark)));
            self.refuse(row, mark, "result", what);
        }
        RoundCell::Paired { opponent: number, first, mark: known.flatten() }
    }

    /// The number of rounds, from the line that has it.
    fn rounds(&mut self, row: &Row) -> Option<usize> {
        let columns = (5, row.width().max(5));
        let number = self.number(row, columns, "number of rounds", 0)? as usize;
        if number > ROUNDS {
            self.refuse(row, columns, "rounds", format!("A report file has at most {ROUNDS} rounds."));
        }
        (number <= ROUNDS).then_some(number)
    }

    /// Gives every player all rounds, and says in what they do not agree.
    fn compare(&mut self, tournament: &mut Tournament, rows: &[Row]) {
        if tournament.players.is_empty() && self.problems.is_empty() {
            let what = "There is no player in this file: no line begins with `001`.";
            self.problems.push(Problem::new(Class::Malformed, "players", what));
        }
        // A line that was refused would be missed by everybody who met that player.
        if !self.problems.is_empty() {
            return;
        }
        let longest = tournament.players.iter().map(|player| player.cells.len()).max().unwrap_or(0);
        tournament.rounds = tournament.rounds.max(longest);
        for flaw in tournament.flaws() {
            let columns = flaw.round.map_or(NUMBER, |round| {
                let column = FIRST_ROUND + ROUND * round;
                (column, column + 7)
            });
            self.refuse(&rows[flaw.player], columns, flaw.code, flaw.what);
        }
        let rounds = tournament.rounds;
        tournament.players.iter_mut().for_each(|player| player.cells.resize(rounds, RoundCell::Empty));
    }
}

/// A tournament from the text of a report file. `file` is what problems call it. Every player has a cell
/// for each round of the tournament; dates that are not written as `2027/09/15` are left out, and so are
/// lines that are not known here.
///
/// # Errors
/// Everything that is wrong, with its line and column: a short line, a number that is none or out of range,
/// a player twice, an opponent who does not exist, players who do not agree on their side or result. Then
/// nothing of the file counts.
pub fn read(text: &str, file: &str) -> Result<Tournament, Problems> {
    let mut reader = Reader { file, lines: Lines::new(text), problems: Collector::new() };
    let mut tournament = Tournament::default();
    let mut rows = Vec::new();
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        let mark = if start == 0 && whole.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let row = Row::new(&whole[mark..], start + mark);
        start += whole.len();
        let said = row.field((5, row.width().max(5)));
        match row.field((1, 3)) {
            "001" => {
                if let Some(player) = reader.player(&row) {
                    tournament.players.push(player);
                    rows.push(row);
                }
            }
            "012" => tournament.name = said.to_owned(),
            "042" => tournament.begins = day(said),
            "052" => tournament.ends = day(said),
            "092" => tournament.system = said.to_owned(),
            "102" => tournament.arbiter = said.to_owned(),
            "XXR" => tournament.rounds = reader.rounds(&row).unwrap_or(0),
            _ => {}
        }
    }
    reader.compare(&mut tournament, &rows);
    if reader.problems.is_empty() { Ok(tournament) } else { Err(reader.problems.finish()) }
}

/// A day, if it is written as `2027/09/15`.
fn day(text: &str) -> Option<Date> {
    text.replace('/', "-").parse().ok()
}
