//! A tournament as the report file of FIDE has it, and what must hold of one.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::Halves;

/// A tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tournament {
    /// What it is called.
    pub name: String,
    /// Its first day.
    pub begins: Option<Date>,
    /// Its last day.
    pub ends: Option<Date>,
    /// How it is paired, as words.
    pub system: String,
    /// Who directs it.
    pub arbiter: String,
    /// How many rounds it has.
    pub rounds: usize,
    /// What a result is worth, where that is not 1, a half and 0. It is written for programs that add
    /// points up themselves, and is not read.
    pub worth: Option<Worth>,
    /// Those who play, in the order of the file.
    pub players: Vec<Player>,
}

/// What results are worth. A win or loss by forfeit is worth what one on the board is, a bye that was asked
/// for what its letter says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// A win.
    pub win: Halves,
    /// A draw.
    pub draw: Halves,
    /// A loss.
    pub loss: Halves,
    /// The bye of an odd field.
    pub bye: Halves,
}

/// Somebody who plays in a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The number, from 1 to 9,999.
    pub number: u32,
    /// The name; a file has room for 33 characters of it.
    pub name: String,
    /// The rating, from 0 to 9,999, if there is one.
    pub rating: Option<u32>,
    /// The points, up to 99.5.
    pub points: Halves,
    /// The place in the standings, from 1 to 9,999, if it is known.
    pub rank: Option<u32>,
    /// What the player did in each round; rounds behind the last one are empty.
    pub cells: Vec<RoundCell>,
}

/// What a player does in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoundCell {
    /// Nothing is known.
    #[default]
    Empty,
    /// He is paired.
    Paired {
        /// The number of the opponent.
        opponent: u32,
        /// Whether he has the first side (of chess, the white pieces).
        first: bool,
        /// What came of it, if anything has.
        mark: Option<Mark>,
    },
    /// He has a bye.
    Bye(Bye),
}

/// What came of a match to one of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
    /// Won, not rated.
    UnratedWin,
    /// Drawn, not rated.
    UnratedDraw,
    /// Lost, not rated.
    UnratedLoss,
    /// Won, for the other did not play.
    ForfeitWin,
    /// Lost by not playing.
    ForfeitLoss,
}

/// A round without a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bye {
    /// Asked for, for the points of a draw.
    Half,
    /// Asked for, for the points of a win.
    Full,
    /// That of an odd field.
    Pairing,
    /// Asked for, or away, for nothing.
    Zero,
}

impl Mark {
    /// Every mark with its letter.
    const ALL: [(Mark, char); 8] = [
        (Mark::Win, '1'),
        (Mark::Draw, '='),
        (Mark::Loss, '0'),
        (Mark::UnratedWin, 'W'),
        (Mark::UnratedDraw, 'D'),
        (Mark::UnratedLoss, 'L'),
        (Mark::ForfeitWin, '+'),
        (Mark::ForfeitLoss, '-'),
    ];

    /// The letter in a report file.
    pub fn letter(self) -> char {
        Mark::ALL.iter().find(|(mark, _)| *mark == self).map_or(' ', |(_, letter)| *letter)
    }

    /// The mark of a letter; capitals do not matter.
    pub fn of(letter: char) -> Option<Mark> {
        let letter = letter.to_ascii_uppercase();
        Mark::ALL.iter().find(|(_, of)| *of == letter).map(|(mark, _)| *mark)
    }

    /// Whether two opponents may have these marks.
    fn fits(self, other: Mark) -> bool {
        use Mark::{Draw, ForfeitLoss, ForfeitWin, Loss, UnratedDraw, UnratedLoss, UnratedWin, Win};
        let pairs = [(Win, Loss), (UnratedWin, UnratedLoss), (ForfeitWin, ForfeitLoss)];
        let alike = [Draw, UnratedDraw, ForfeitLoss];
        pairs.contains(&(self, other))
            || pairs.contains(&(other, self))
            || self == other && alike.contains(&self)
    }
}

impl Bye {
    /// The letter in a report file.
    pub fn letter(self) -> char {
        match self {
            Bye::Half => 'H',
            Bye::Full => 'F',
            Bye::Pairing => 'U',
            Bye::Zero => 'Z',
        }
    }

    /// The bye of a letter; capitals do not matter. Older files have `+` and `-` for a round that was won
    /// or lost without an opponent.
    pub fn of(letter: char) -> Option<Bye> {
        match letter.to_ascii_uppercase() {
            'H' => Some(Bye::Half),
            'F' | '+' => Some(Bye::Full),
            'U' => Some(Bye::Pairing),
            'Z' | '-' => Some(Bye::Zero),
            _ => None,
        }
    }
}

/// Who meets whom in one round, by numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// The boards: who has the first side, and who the second.
    pub boards: Vec<(u32, u32)>,
    /// Those who have the bye of an odd field.
    pub byes: Vec<u32>,
}

/// Something that cannot be in a tournament.
pub(super) struct Flaw {
    /// The player's place in the list.
    pub player: usize,
    /// The round, from 0, unless it is about the player himself.
    pub round: Option<usize>,
    /// A name for such flaws.
    pub code: &'static str,
    /// A sentence about it.
    pub what: String,
}

impl Tournament {
    /// Who meets whom in a round, from 0, in the order of those who have the first side.
    pub fn pairs(&self, round: usize) -> Pairs {
        let mut pairs = Pairs::default();
        for (at, player) in self.players.iter().enumerate() {
            match self.cell(at, round) {
                RoundCell::Paired { opponent, first: true, .. } => {
                    pairs.boards.push((player.number, opponent))
                }
                RoundCell::Bye(Bye::Pairing) => pairs.byes.push(player.number),
                RoundCell::Paired { .. } | RoundCell::Bye(_) | RoundCell::Empty => {}
            }
        }
        pairs
    }

    /// What the player at a place of the list does in a round, from 0.
    fn cell(&self, player: usize, round: usize) -> RoundCell {
        self.players[player].cells.get(round).copied().unwrap_or_default()
    }

    /// Everything that cannot be: numbers that two have, and pairs of which only one knows, or both
    /// something else.
    pub(super) fn flaws(&self) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        let mut places = BTreeMap::new();
        for (player, Player { number, .. }) in self.players.iter().enumerate() {
            if places.insert(*number, player).is_some() {
                let what = format!("Two players have the number {number}.");
                flaws.push(Flaw { player, round: None, code: "player-twice", what });
            }
        }
        for player in 0..self.players.len() {
            for round in 0..self.players[player].cells.len() {
                let what = self.disagreement(player, round, &places);
                flaws.extend(what.map(|what| Flaw { player, round: Some(round), code: "no-pair", what }));
            }
        }
        flaws
    }

    /// In what a player's cell and that of his opponent do not agree.
    fn disagreement(&self, player: usize, round: usize, places: &BTreeMap<u32, usize>) -> Option<String> {
        let RoundCell::Paired { opponent, first, mark } = self.cell(player, round) else { return None };
        let number = self.players[player].number;
        let at = format!("in round {}", round + 1);
        if opponent == number {
            return Some(format!("Player {number} meets himself {at}."));
        }
        let Some(other) = places.get(&opponent) else {
            return Some(format!("Player {number} meets {opponent} {at}, and nobody has that number."));
        };
        match self.cell(*other, round) {
            RoundCell::Paired { opponent: back, .. } if back != number => {
                Some(format!("Player {number} meets {opponent} {at}, who meets {back}."))
            }
            // Of what both have alike the lesser number speaks.
            RoundCell::Paired { .. } if opponent < number => None,
            RoundCell::Paired { first: side, .. } if side == first => {
                Some(format!("Players {number} and {opponent} have the same side {at}."))
            }
            RoundCell::Paired { mark: theirs, .. } => {
                let fits = match (mark, theirs) {
                    (Some(mark), Some(theirs)) => mark.fits(theirs),
                    (mark, theirs) => mark == theirs,
                };
                (!fits).then(|| format!("The results of {number} and {opponent} {at} do not fit together."))
            }
            RoundCell::Empty | RoundCell::Bye(_) => {
                Some(format!("Player {number} meets {opponent} {at}, who meets nobody."))
            }
        }
    }
}
