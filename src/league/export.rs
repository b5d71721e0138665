//! A club's events for other programs: report files, tables, lines of JSON; and pairs that others made.

use engine::problem::Problems;
use jiff::Timestamp;
use jiff::civil::Date;
use tournament::formats::csv::{self, ResultRow};
use tournament::formats::{self, Mark, Pairs, Player, RoundCell, Tournament, Worth, pairs, trf};
use tournament::pairing::{Board as Pair, Seating};
use tournament::{Bye, End, Entrant, Halves, Line, Seat, What};

use crate::book::Outcome;
use crate::figures::{entries, lines, standings};
use crate::settings::Format;
use crate::state::{Event, League};

/// The numbers of entrants in files for other programs: in order of entry, from 1.
fn number(entered: &[Entrant], who: &Entrant) -> Option<u32> {
    entered.iter().position(|it| it == who).map(|at| at as u32 + 1)
}

/// An event as a report file of FIDE.
///
/// # Errors
/// What has no room in such a file.
pub fn report_file(league: &League, word: &str, organiser: &str) -> Result<String, Problems> {
    let Ok(event) = league.event(word) else { return Ok(String::new()) };
    trf::write(&tournament_of(league, word, event, organiser))
}

fn tournament_of(league: &League, word: &str, event: &Event, organiser: &str) -> Tournament {
    let entered: Vec<Entrant> = event.entered.iter().map(|it| it.entrant.clone()).collect();
    let paired = event.newest_paired().map_or(0, |round| round.number);
    let lines = lines(event);
    let places = standings(league, word, event, paired.max(1), event.disclosed.as_ref());
    let points = event.settings.points;
    // A report file has one match of each in a round: two matches of a pair are two rounds there.
    let games = event.settings.matches_of_a_pair();
    let cells = |lines: &[Line], entered: &[Entrant], round: u32, who: &Entrant| {
        let mut cells = cells_of(lines, entered, round, who);
        cells.resize(games, RoundCell::Bye(formats::Bye::Zero));
        cells
    };
    let player = |at: usize, entry: &tournament::pairing::Entry| {
        let standing = places.iter().find(|it| it.entrant == entry.entrant);
        Player {
            number: at as u32 + 1,
            name: league.name(&entry.entrant).to_owned(),
            rating: u32::try_from(entry.rating).ok().filter(|rating| *rating > 0),
            points: standing.map_or(Halves::ZERO, |it| it.score),
            rank: standing.map(|it| it.place as u32),
            cells: (1..=paired).flat_map(|round| cells(&lines, &entered, round, &entry.entrant)).collect(),
        }
    };
    let (begins, ends) = (event.settings.first, event.settings.days(event.settings.rounds).1);
    Tournament {
        name: format!("{} {word}", league.club),
        begins: Some(begins).filter(|it| *it != Date::ZERO),
        ends: Some(ends),
        system: match event.settings.format {
            Format::Swiss => "Swiss by least cost".to_owned(),
            Format::RoundRobin => "Round robin (Berger)".to_owned(),
            Format::Ladder => "Ladder".to_owned(),
            Format::Knockout => "Knockout".to_owned(),
        },
        arbiter: organiser.to_owned(),
        rounds: event.settings.rounds as usize * games,
        worth: Some(Worth { win: points.win, draw: points.draw, loss: points.loss, bye: points.bye }),
        players: entries(league, event).iter().enumerate().map(|(at, entry)| player(at, entry)).collect(),
    }
}

/// What somebody had in a round, as a report file has it.
fn cells_of(lines: &[Line], entered: &[Entrant], round: u32, who: &Entrant) -> Vec<RoundCell> {
    let of_round = lines.iter().filter(|line| line.round == round);
    of_round.filter_map(|line| cell(line, entered, who)).collect()
}

/// What somebody had on a line; nothing if it is not about him.
fn cell(line: &Line, entered: &[Entrant], who: &Entrant) -> Option<RoundCell> {
    match &line.what {
        What::Board { first, second, end, met } => {
            let (seat, other) = match who {
                it if it == first => (Seat::First, second),
                it if it == second => (Seat::Second, first),
                _ => return None,
            };
            let opponent = number(entered, other)?;
            Some(RoundCell::Paired { opponent, first: seat == Seat::First, mark: mark(seat, *end, *met) })
        }
        What::Bye { of, kind } if of == who => {
            let kind = if *kind == Bye::Pairing { formats::Bye::Pairing } else { formats::Bye::Zero };
            Some(RoundCell::Bye(kind))
        }
        What::Bye { .. } => None,
    }
}

fn mark(seat: Seat, end: End, met: bool) -> Option<Mark> {
    Some(match (end, met) {
        (End::Won { by, .. }, true) if by == seat => Mark::Win,
        (End::Won { .. }, true) => Mark::Loss,
        (End::Won { by, .. }, false) if by == seat => Mark::UnratedWin,
        (End::Won { .. }, false) => Mark::UnratedLoss,
        (End::Drawn, true) => Mark::Draw,
        (End::Drawn, false) => Mark::UnratedDraw,
        (End::Forfeit { by }, _) if by == seat => Mark::ForfeitWin,
        (End::Forfeit { .. } | End::DoubleForfeit | End::Annulled, _) => Mark::ForfeitLoss,
        (End::Open, _) => return None,
    })
}

/// The results of an event that count, in the order of rounds and boards.
fn results(event: &Event) -> impl Iterator<Item = &Outcome> {
    let boards = event.rounds.iter().flat_map(|round| &round.boards);
    boards.filter_map(|board| board.result.as_ref().map(|(_, result)| result))
}

/// The results of an event as a table for spreadsheets.
pub fn results_csv(event: &Event) -> String {
    csv::write(&results(event).map(|result| row(event, result)).collect::<Vec<_>>())
}

fn row(event: &Event, result: &Outcome) -> ResultRow {
    let [first, second] = event.sides();
    let players = |side: &str| result.seats.get(side).cloned().unwrap_or_default();
    ResultRow {
        event: result.event.clone(),
        round: result.round,
        board: result.board,
        match_word: result.match_id.clone().unwrap_or_default(),
        ended: result.ended.parse::<Timestamp>().ok(),
        first: players(first),
        second: players(second),
        points_first: result.points.get(first).copied(),
        points_second: result.points.get(second).copied(),
        handicap: result.handicap.as_ref().map(|it| (it.side.clone(), Halves(it.halves))),
        outcome: result.outcome.clone(),
        how: result.how,
        rated: result.rated,
        genesis: result.genesis.map_or(String::new(), |it| it.to_string()),
    }
}

/// The results of an event as lines of canonical JSON.
pub fn results_jsonl(event: &Event) -> String {
    let mut text = String::new();
    for result in results(event) {
        text += &String::from_utf8_lossy(&result.line());
        text.push('\n');
    }
    text
}

/// The round of a report file in which a round of an event begins.
pub fn round_of_file(event: &Event, round: u32) -> u32 {
    (round - 1) * event.settings.matches_of_a_pair() as u32 + 1
}

/// Pairs that another program wrote for a round: a list of pairs, or a report file. `entered` are all who
/// entered, in the order of entry; `round` is that of the file, from 1: [`round_of_file`].
///
/// # Errors
/// Everything that is wrong with the text, with line and column.
pub fn seating(text: &str, name: &str, entered: &[Entrant], round: u32) -> Result<Seating, Problems> {
    let is_report = text.lines().any(|line| line.starts_with("001 "));
    let Pairs { boards, byes } = match is_report {
        true => trf::read(text, name)?.pairs(round as usize - 1),
        false => pairs::read(text, name, entered.len() as u32)?,
    };
    let who = |number: u32| entered.get(number as usize - 1).cloned();
    let pair = |(first, second): (u32, u32)| Some(Pair { first: who(first)?, second: who(second)? });
    Ok(Seating {
        boards: boards.into_iter().filter_map(pair).collect(),
        byes: byes.into_iter().filter_map(who).collect(),
    })
}
