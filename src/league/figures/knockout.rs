//! Who was knocked out.

use tournament::pairing::knockout::{Advance, Game, advance};
use tournament::standing::AfterTie;
use tournament::{End, Entrant, Line, Seat, What};

use super::field::after_tie;
use crate::state::Event;

/// Whether somebody was knocked out before a round. `seeds` are those of the event, the highest first.
pub(super) fn is_out(
    (event, seeds): (&Event, &[Entrant]),
    lines: &[Line],
    entrant: &Entrant,
    round: u32,
) -> bool {
    let games = event.settings.matches_of_a_pair();
    (1..round).any(|number| {
        let own: Vec<Own> = lines
            .iter()
            .filter(|line| line.round == number)
            .filter_map(|line| own(event, line, entrant))
            .collect();
        if games == 1 { own.iter().any(Own::is_lost) } else { has_lost(games, seeds, entrant, &own) }
    })
}

/// A match as one of its two sees it.
struct Own<'l> {
    opponent: &'l Entrant,
    /// Nothing if it does not count.
    ended: Option<Ended>,
}

/// How it ended for him.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ended {
    Won,
    Lost,
    Tied,
    /// Neither turned up.
    NotPlayed,
}

impl Own<'_> {
    /// Whether a single match knocks him out.
    fn is_lost(&self) -> bool {
        matches!(self.ended, Some(Ended::Lost | Ended::NotPlayed))
    }
}

/// What somebody had on a line, if it is a board of his.
fn own<'l>(event: &Event, line: &'l Line, entrant: &Entrant) -> Option<Own<'l>> {
    let What::Board { first, second, end, .. } = &line.what else { return None };
    let (seat, opponent) = match entrant {
        it if it == first => (Seat::First, second),
        it if it == second => (Seat::Second, first),
        _ => return None,
    };
    let ended = match (*end, after_tie(event, line)) {
        (End::Won { by, .. } | End::Forfeit { by }, _) | (End::Drawn, AfterTie::Seat(by)) => {
            Some(if by == seat { Ended::Won } else { Ended::Lost })
        }
        (End::Drawn, AfterTie::Nobody) => Some(Ended::Tied),
        (End::DoubleForfeit, _) => Some(Ended::NotPlayed),
        (End::Annulled | End::Open, _) => None,
    };
    Some(Own { opponent, ended })
}

/// Whether the matches of a pair knock somebody out: more wins go on, and a tied pair goes to the lower seed.
/// If neither of the two played anything, both are out; if nothing counts, neither is.
fn has_lost(games: usize, seeds: &[Entrant], entrant: &Entrant, own: &[Own<'_>]) -> bool {
    let Some(opponent) = own.first().map(|it| it.opponent) else { return false };
    let counted: Vec<Ended> = own.iter().filter_map(|it| it.ended).collect();
    if counted.iter().all(|it| *it == Ended::NotPlayed) {
        return !counted.is_empty();
    }
    let place = |who: &Entrant| seeds.iter().position(|seed| seed == who);
    let is_higher = place(entrant) < place(opponent);
    let game = |it: &Own| match it.ended {
        Some(Ended::Won) if is_higher => Game::Higher,
        Some(Ended::Lost) if !is_higher => Game::Higher,
        Some(Ended::Won | Ended::Lost) => Game::Lower,
        Some(Ended::Tied | Ended::NotPlayed) | None => Game::Tied,
    };
    let played: Vec<Game> = own.iter().map(game).collect();
    match advance(games, &played) {
        Advance::Higher => !is_higher,
        Advance::Lower => is_higher,
        Advance::Panel | Advance::Waiting => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the higher and the lower seed are out after two matches, as the higher one sees them.
    fn out(games: [Option<Ended>; 2]) -> [bool; 2] {
        let seeds = ["anna", "bert"].map(Entrant::new);
        let turned = |ended: Option<Ended>| match ended {
            Some(Ended::Won) => Some(Ended::Lost),
            Some(Ended::Lost) => Some(Ended::Won),
            other => other,
        };
        let lower = games.map(|it| Own { opponent: &seeds[0], ended: turned(it) });
        let higher = games.map(|ended| Own { opponent: &seeds[1], ended });
        [has_lost(2, &seeds, &seeds[0], &higher), has_lost(2, &seeds, &seeds[1], &lower)]
    }

    /// All that two matches can come to, in both orders.
    #[test]
    fn more_wins_go_on_and_a_tied_pair_goes_to_the_lower_seed() {
        use Ended::{Lost, NotPlayed, Tied, Won};
        let (higher_on, lower_on) = ([false, true], [true, false]);
        for (one, other, due) in [
            (Some(Won), Some(Won), higher_on),
            (Some(Won), Some(Tied), higher_on),
            (Some(Won), Some(NotPlayed), higher_on),
            (Some(Won), None, higher_on),
            (Some(Won), Some(Lost), lower_on),
            (Some(Tied), Some(Tied), lower_on),
            (Some(Tied), Some(NotPlayed), lower_on),
            (Some(Tied), None, lower_on),
            (Some(Lost), Some(Tied), lower_on),
            (Some(Lost), Some(NotPlayed), lower_on),
            (Some(Lost), None, lower_on),
            (Some(Lost), Some(Lost), lower_on),
            (Some(NotPlayed), Some(NotPlayed), [true, true]),
            (Some(NotPlayed), None, [true, true]),
            (None, None, [false, false]),
        ] {
            assert_eq!(out([one, other]), due, "{one:?}, {other:?}");
            assert_eq!(out([other, one]), due, "{other:?}, {one:?}");
        }
    }
}
