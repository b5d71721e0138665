//! What is written is read again, has its exact columns, and what is wrong is refused with its place.

mod csv_tables;
mod pair_lists;
mod refusals;
mod report_files;

use jiff::civil::date;

use crate::Halves;

use super::*;

/// A match against somebody, on the first side or not.
fn met(opponent: u32, first: bool, mark: Option<Mark>) -> RoundCell {
    RoundCell::Paired { opponent, first, mark }
}

fn player(number: u32, name: &str, halves: i64, rank: u32, cells: Vec<RoundCell>) -> Player {
    let (name, points) = (name.to_owned(), Halves(halves));
    Player { number, name, rating: Some(5000 + number), points, rank: Some(rank), cells }
}

/// Five players and three rounds of four, the third of which is paired.
fn tournament() -> Tournament {
    use Mark::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
    let bye = RoundCell::Bye;
    let (win, draw, loss) = (Some(Win), Some(Draw), Some(Loss));
    let (gift, away) = (Some(ForfeitWin), Some(ForfeitLoss));
    let nothing = RoundCell::Empty;
    let players = vec![
        player(1, "Anna", 6, 2, vec![met(3, true, win), met(2, false, draw), met(4, true, None), nothing]),
        player(
            2,
            "Bert Müller",
            6,
            3,
            vec![met(4, false, win), met(1, true, draw), met(5, true, None), nothing],
        ),
        player(3, "Carl", 8, 1, vec![met(1, false, loss), met(5, true, gift), bye(Bye::Pairing), nothing]),
        player(4, "Dora", 2, 4, vec![met(2, true, loss), bye(Bye::Half), met(1, false, None), nothing]),
        player(5, "Emil", 0, 5, vec![bye(Bye::Zero), met(3, false, away), met(2, false, None), nothing]),
    ];
    Tournament {
        name: "Autumn".to_owned(),
        begins: Some(date(2027, 9, 15)),
        ends: Some(date(2029, 1, 15)),
        system: "Swiss".to_owned(),
        arbiter: "Uma".to_owned(),
        rounds: 4,
        worth: None,
        players,
    }
}
