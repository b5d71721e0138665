//! Clocks by mail: a player looks at his own, and the organiser lets a match go on.

use club::matches::MatchFault;

use super::Said;
use super::room::Room;
use crate::acts;
use crate::clocks::{for_player, of_board, of_gone_on};

impl Room<'_, '_> {
    /// The clocks of the writer's matches that are under way.
    pub(super) fn clock(&self) -> Result<Said, MatchFault> {
        let (book, who) = (self.read()?, self.player()?);
        let mut lines = Vec::new();
        for (word, event) in &book.league.events {
            let Some(round) = event.current() else { continue };
            for board in round.boards_of(&who).filter(|board| board.result.is_none()) {
                let Some(clocks) = of_board(self.letter.office, event, board)? else { continue };
                let side = board.seats.iter().find(|(_, it)| **it == who).map(|(side, _)| side.as_str());
                let said = side.and_then(|side| for_player(&clocks, side));
                let said = said.unwrap_or_else(|| "No exchange is closed yet.".to_owned());
                lines.push(format!("{word} {}/{}: {said}", round.number, board.number));
            }
        }
        let what = match lines.is_empty() {
            true => "no clock runs in a match of yours.",
            false => "your clocks:",
        };
        Ok(Said { lines, ..Said::that(what) })
    }

    /// Lets a match go on in which somebody ran out of time.
    pub(super) fn go_on(
        &mut self,
        event: &str,
        at: (u32, u32),
        below: &[String],
    ) -> Result<Said, MatchFault> {
        let (reason, office) = (self.needed_reason(below)?, self.letter.office);
        let written = self.at_desk(event, |desk| {
            let clocks = of_board(office, desk.event(event)?, desk.board(event, at)?)?;
            acts::go_on(desk, event, at, clocks.as_ref(), &reason)
        })?;
        let what = format!(
            "{event} {}/{}: {}; entry {} of the book.",
            at.0,
            at.1,
            of_gone_on(&written),
            written.entry
        );
        Ok(Said::that(what))
    }
}
