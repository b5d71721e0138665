//! A pairing comes into the book: everybody who is to be paired sits at one place.

use tournament::Entrant;

use engine::problem::quote;

use super::{Board, Event, event::Round};
use crate::book::fact::PairedBoard;
use crate::settings::{Format, SidesBy};

impl Event {
    /// Takes a pairing that puts everybody who is to be paired at one place. Whether it is legal otherwise,
    /// and the cheapest, is looked at with the rules of pairing.
    pub(super) fn pair(
        &mut self,
        (number, time): (u32, &str),
        (boards, byes): (&[PairedBoard], &[Entrant]),
    ) -> Result<(), String> {
        self.begins_fit(boards)?;
        self.games_fit(boards)?;
        let active = self.active(self.round(number)?);
        if let Some(before) = self.rounds.iter().find(|round| round.number < number && !round.closed) {
            return Err(format!("round {} is not closed yet", before.number));
        }
        // Whoever was knocked out since he confirmed sits nowhere.
        let all_sit = self.settings.format != Format::Knockout;
        let games = self.settings.matches_of_a_pair();
        let (last, is_newest) = (self.settings.rounds, self.rounds.len() as u32 == number);
        let round = self.round_mut(number)?;
        if round.boards.iter().any(|board| board.begun.is_some() || board.result.is_some()) {
            return Err(format!("a match of round {number} has begun"));
        }
        let mut seen: Vec<&Entrant> =
            boards.iter().step_by(games).flat_map(|it| [&it.first, &it.second]).chain(byes).collect();
        seen.sort_unstable();
        let mut due: Vec<&Entrant> = active.iter().collect();
        due.sort_unstable();
        let is_twice = seen.windows(2).any(|pair| pair[0] == pair[1]);
        let is_strange = is_twice || seen.iter().any(|it| !due.contains(it));
        if is_strange || all_sit && seen != due {
            return Err(match due.iter().find(|it| !seen.contains(*it)) {
                Some(lost) if all_sit => format!("{} is to be paired and sits nowhere", quote(lost.word())),
                _ => "somebody sits at two places, or is not to be paired".to_owned(),
            });
        }
        if boards.iter().zip(1..).any(|(board, due)| board.board != due) || boards.is_empty() {
            return Err("its boards are not numbered from 1".to_owned());
        }
        round.boards = boards.iter().map(|it| Board::new(it, time)).collect();
        (round.byes, round.is_paired) = (byes.to_vec(), true);
        // While a round is played, players confirm the next.
        if is_newest && number < last {
            self.rounds.push(Round::new(number + 1));
        }
        Ok(())
    }

    /// Where they bid in the open, one of the two of each board begins.
    fn begins_fit(&self, boards: &[PairedBoard]) -> Result<(), String> {
        let is_open = self.settings.sides.by == SidesBy::OpenBid;
        let is_good = |it: &&PairedBoard| match &it.begins {
            Some(begins) => is_open && [&it.first, &it.second].contains(&begins),
            None => !is_open,
        };
        match boards.iter().find(|it| !is_good(it)) {
            Some(board) => Err(format!("who bids first at board {} is wrong", board.board)),
            None => Ok(()),
        }
    }

    /// Where a pair plays two matches, its boards stand one behind the other, with the seats exchanged.
    fn games_fit(&self, boards: &[PairedBoard]) -> Result<(), String> {
        if self.settings.matches_of_a_pair() == 1 {
            return Ok(());
        }
        let is_turned = |pair: &&[PairedBoard]| matches!(pair, [one, back] if (&one.first, &one.second) == (&back.second, &back.first));
        match boards.chunks(2).find(|pair| !is_turned(pair)) {
            Some(pair) => {
                Err(format!("the pair of board {} plays no second match with sides exchanged", pair[0].board))
            }
            None => Ok(()),
        }
    }
}
