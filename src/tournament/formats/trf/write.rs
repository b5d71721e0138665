//! Writes a report file.

use engine::problem::{Class, Problem, Problems, count, quote};

use crate::Halves;

use super::super::tournament::{Player, RoundCell, Tournament, Worth};
use super::{HIGHEST, NAME, NUMBER, POINTS, RANK, RATING, ROUNDS};

/// The most points that fit in four columns, 99.9, in halves.
const MOST_POINTS: Halves = Halves(199);

/// The text of a report file, with CR LF at the end of each line. Names are cut where their columns end;
/// nothing else is cut.
///
/// # Errors
/// If there is nobody, or somebody has a number, a rating, points or a rank for which a file has no room,
/// if a line of text is none, or if players do not agree on who met whom.
pub fn write(tournament: &Tournament) -> Result<String, Problems> {
    let problems = refusals(tournament);
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut lines = about(tournament);
    lines.extend(tournament.players.iter().map(|player| line(player, tournament.rounds)));
    Ok(lines.into_iter().map(|line| line + "\r\n").collect())
}

/// The lines about the tournament.
fn about(tournament: &Tournament) -> Vec<String> {
    let day = |code: &str, day: Option<jiff::civil::Date>| {
        day.map(|day| format!("{code} {:04}/{:02}/{:02}", day.year(), day.month(), day.day()))
    };
    let rated = tournament.players.iter().filter(|player| player.rating.is_some()).count();
    let mut lines = vec![format!("012 {}", tournament.name)];
    lines.extend(day("042", tournament.begins));
    lines.extend(day("052", tournament.ends));
    lines.push(format!("062 {}", tournament.players.len()));
    lines.push(format!("072 {rated}"));
    lines.push(format!("092 {}", tournament.system));
    lines.push(format!("102 {}", tournament.arbiter));
    lines.push(format!("XXR {}", tournament.rounds));
    lines.extend(tournament.worth.map(worth));
    lines
}

/// What results are worth, in the codes of JaVaFo: programs refuse points that they cannot add up.
fn worth(Worth { win, draw, loss, bye }: Worth) -> String {
    let codes = [("W", win), ("D", draw), ("L", loss), ("FW", win), ("FL", loss)];
    let byes = [("PAB", bye), ("FPB", win), ("HPB", draw), ("ZPB", Halves::ZERO)];
    let code = |(code, worth): (&str, Halves)| format!("{code}={}", points(worth));
    let codes: Vec<String> = codes.into_iter().chain(byes).map(code).collect();
    format!("XXS {}", codes.join(" "))
}

/// The line of a player.
fn line(player: &Player, rounds: usize) -> String {
    let mut line = String::from("001");
    let width = |columns: (usize, usize)| columns.1 + 1 - columns.0;
    let mut put = |columns: (usize, usize), text: &str| {
        let text: String = text.chars().take(width(columns)).collect();
        let before = columns.0 - 1 - line.chars().count();
        line += &" ".repeat(before);
        line += &if columns == NAME {
            format!("{text:<width$}", width = width(columns))
        } else {
            format!("{text:>width$}", width = width(columns))
        };
    };
    let number = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
    put(NUMBER, &player.number.to_string());
    put(NAME, &player.name);
    // Whoever has no rating is rated 0, as in FIDE's own files.
    put(RATING, &player.rating.unwrap_or(0).to_string());
    put(POINTS, &points(player.points));
    put(RANK, &number(player.rank));
    // The blanks before each round bring the first one to its column.
    for round in 0..rounds {
        line += "  ";
        line += &cell(player.cells.get(round).copied().unwrap_or_default());
    }
    line
}

/// Points with one digit behind the point.
fn points(points: Halves) -> String {
    format!("{}.{}", points.0 / 2, points.0 % 2 * 5)
}

/// The eight columns of a round.
fn cell(cell: RoundCell) -> String {
    match cell {
        RoundCell::Empty => " ".repeat(8),
        RoundCell::Paired { opponent, first, mark } => {
            let side = if first { 'w' } else { 'b' };
            format!("{opponent:>4} {side} {}", mark.map_or(' ', |mark| mark.letter()))
        }
        RoundCell::Bye(bye) => format!("0000 - {}", bye.letter()),
    }
}

/// Everything for which a file has no room, or that cannot be.
fn refusals(tournament: &Tournament) -> Problems {
    let mut problems = Problems::new();
    let mut refuse = |code: &str, what: String| problems.push(Problem::new(Class::Illegal, code, what));
    let count_of = tournament.players.len();
    if count_of == 0 || count_of > HIGHEST as usize {
        let players = count(count_of, "player");
        refuse("players", format!("A report file has 1 to {HIGHEST} players, and these are {players}."));
        return problems;
    }
    if tournament.rounds > ROUNDS {
        refuse(
            "rounds",
            format!("A report file has at most {ROUNDS} rounds, and these are {}.", tournament.rounds),
        );
        return problems;
    }
    let worths = tournament.worth.map_or(Vec::new(), |it| vec![it.win, it.draw, it.loss, it.bye]);
    for worth in worths.into_iter().filter(|worth| *worth < Halves::ZERO) {
        refuse("points", format!("A result cannot be worth {worth} points in a report file."));
    }
    let texts = [&tournament.name, &tournament.system, &tournament.arbiter];
    let names = tournament.players.iter().map(|player| &player.name);
    for text in texts.into_iter().chain(names).filter(|text| text.chars().any(char::is_control)) {
        refuse(
            "control-character",
            format!("{} has characters that end a line or are no text.", quote(text)),
        );
    }
    for player in &tournament.players {
        for (code, what) in no_room(player, tournament.rounds) {
            refuse(code, format!("Player {} ({}): {what}.", player.number, quote(&player.name)));
        }
    }
    for flaw in tournament.flaws() {
        refuse(flaw.code, flaw.what);
    }
    problems
}

/// For what of a player a file has no room.
fn no_room(player: &Player, rounds: usize) -> Vec<(&'static str, String)> {
    let numbers =
        [("number", Some(player.number), 1), ("rating", player.rating, 0), ("rank", player.rank, 1)];
    let is_outside = |(code, number, least): (&'static str, Option<u32>, u32)| {
        let number = number.filter(|number| !(least..=HIGHEST).contains(number))?;
        Some((code, format!("the {code} {number} is not from {least} to {HIGHEST}")))
    };
    let mut found: Vec<_> = numbers.into_iter().filter_map(is_outside).collect();
    if !(Halves::ZERO..=MOST_POINTS).contains(&player.points) {
        found.push(("points", format!("{} points are not from 0 to 99.9", player.points)));
    }
    if player.cells.len() > rounds {
        found.push(("rounds", format!("{} of {} are listed", count(player.cells.len(), "round"), rounds)));
    }
    found
}
