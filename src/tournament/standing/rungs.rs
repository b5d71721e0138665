//! The ladder as of the end of a round, with what has moved.

use std::collections::BTreeMap;

use super::Leaver;
use crate::pairing::ladder::{Turn, climbed, joined};
use crate::{End, Entrant, Line, Seat, What};

/// A rung of the ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// From 1, at the top.
    pub place: usize,
    /// Who stands on it.
    pub entrant: Entrant,
    /// How many places he has climbed in the round; fallen, if below nothing.
    pub climbed: i64,
}

/// Who climbs after a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterTie {
    /// Nobody: both stay.
    Nobody,
    /// Whoever has this seat.
    Seat(Seat),
}

/// What a ladder is worked out from.
pub struct Climb<'l> {
    /// All who came, in the order of entry, each with the first round that was open to him.
    pub entries: &'l [(Entrant, u32)],
    /// Who left. From that round on he stands on it no more, and those below him move up.
    pub leavers: &'l [Leaver],
    /// What the book says, in any order.
    pub lines: &'l [Line],
    /// Who climbs if this board was tied.
    pub after_tie: &'l dyn Fn(&Line) -> AfterTie,
}

impl Climb<'_> {
    /// The ladder with which a round begins: that is the order in which it is paired. Newcomers stand at the
    /// end.
    pub fn before(&self, round: u32) -> Vec<Entrant> {
        let mut ladder = Vec::new();
        for at in 1..=round {
            let come = self.entries.iter().filter(|it| it.1 <= at).map(|it| &it.0);
            ladder = joined(&ladder, come);
            let is_gone =
                |who: &Entrant| self.leavers.iter().any(|it| it.entrant == *who && it.from_round <= at);
            ladder.retain(|it| !is_gone(it));
            if at < round {
                ladder = self.climbed(&ladder, at);
            }
        }
        ladder
    }

    /// The ladder as of the end of a round.
    pub fn after(&self, round: u32) -> Vec<Rung> {
        let before = self.before(round);
        let was = |entrant: &Entrant| before.iter().position(|it| it == entrant);
        let rung = |(entrant, place): (Entrant, usize)| {
            let was = was(&entrant).map_or(place, |was| was + 1);
            Rung { place, climbed: was as i64 - place as i64, entrant }
        };
        self.climbed(&before, round).into_iter().zip(1..).map(rung).collect()
    }

    fn climbed(&self, ladder: &[Entrant], round: u32) -> Vec<Entrant> {
        let of_round = self.lines.iter().filter(|line| line.round == round);
        let turns: BTreeMap<Entrant, Turn> =
            of_round.flat_map(|it| turns(it, (self.after_tie)(it))).collect();
        climbed(ladder, &turns)
    }
}

/// How a line went for each whom it names.
fn turns(line: &Line, after_tie: AfterTie) -> Vec<(Entrant, Turn)> {
    let What::Board { first, second, end, .. } = &line.what else { return Vec::new() };
    let won = |by: Seat| match by {
        Seat::First => [Turn::Won, Turn::Lost],
        Seat::Second => [Turn::Lost, Turn::Won],
    };
    let turns = match (*end, after_tie) {
        (End::Won { by, .. } | End::Forfeit { by }, _) | (End::Drawn, AfterTie::Seat(by)) => won(by),
        (End::Drawn, AfterTie::Nobody) | (End::Annulled | End::Open, _) => [Turn::Stayed; 2],
        (End::DoubleForfeit, _) => [Turn::Lost; 2],
    };
    vec![(first.clone(), turns[0]), (second.clone(), turns[1])]
}
