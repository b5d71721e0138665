//! The list of pairs that programs of pairing write (JaVaFo, bbpPairings): the number of pairs on a line of
//! its own, then each pair on a line, the first side first, and 0 for the opponent of whoever has the bye.

use std::collections::BTreeSet;

use engine::problem::{Class, Collector, Lines, Place, Problem, Problems, count, quote};

use super::tournament::Pairs;

/// A list that is being read.
struct Reader<'a> {
    text: &'a str,
    file: &'a str,
    lines: Lines<'a>,
    players: u32,
    seen: BTreeSet<u32>,
    problems: Collector,
}

impl<'a> Reader<'a> {
    /// Refuses something that stands in the text.
    fn refuse(&mut self, word: &'a str, code: &str, what: String) {
        // A word is a slice of the text, so the distance is its place.
        let start = word.as_ptr() as usize - self.text.as_ptr() as usize;
        let (line, column) = self.lines.position(start);
        let place = Place { file: self.file.to_owned(), line, column, start, end: start + word.len() };
        self.problems.push(Problem::new(Class::Malformed, code, what).at(place));
    }

    /// The number of a player, or 0 if that may be; nothing if it is refused.
    fn number(&mut self, word: &'a str, least: u32) -> Option<u32> {
        let players = self.players;
        let number = word.parse::<u32>().ok().filter(|number| (least..=players).contains(number));
        match number {
            None => self.refuse(
                word,
                "number",
                format!("{} is no number from {least} to {players}.", quote(word)),
            ),
            Some(number) if number > 0 && !self.seen.insert(number) => {
                self.refuse(word, "player-twice", format!("Player {number} is in two pairs."));
            }
            Some(_) => {}
        }
        number
    }
}

/// The pairs of a list. `file` is what problems call it; numbers go from 1 to `players`.
///
/// # Errors
/// Everything that is wrong, with its line and column: what is no number, a player who does not exist or
/// comes twice, or another number of pairs than the first line says.
pub fn read(text: &str, file: &str, players: u32) -> Result<Pairs, Problems> {
    let (lines, problems) = (Lines::new(text), Collector::new());
    let mut reader = Reader { text, file, lines, players, seen: BTreeSet::new(), problems };
    let mut pairs = Pairs::default();
    let mut rows = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let said = rows.next().unwrap_or(&text[..0]);
    for row in rows {
        let words: Vec<&str> = row.split_whitespace().collect();
        let [first, second] = words[..] else {
            reader.refuse(row, "no-pair", format!("{} is no pair of two numbers.", quote(row)));
            continue;
        };
        match (reader.number(first, 1), reader.number(second, 0)) {
            (Some(first), Some(0)) => pairs.byes.push(first),
            (Some(first), Some(second)) => pairs.boards.push((first, second)),
            _ => {}
        }
    }
    let found = pairs.boards.len() + pairs.byes.len();
    if reader.problems.is_empty() && said.parse() != Ok(found) {
        let what = format!("The first line says {}, and {} follow.", quote(said), count(found, "pair"));
        reader.refuse(said, "count", what);
    }
    if reader.problems.is_empty() { Ok(pairs) } else { Err(reader.problems.finish()) }
}
