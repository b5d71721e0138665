//! What results are worth in an event.

use serde::{Deserialize, Serialize};

use crate::records::{Own, Record};
use crate::{Bye, End, Halves};

/// What results are worth. A missed round, a bye that was asked for and an annulled match are worth nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// A win, by forfeit too.
    pub win: Halves,
    /// A draw.
    pub draw: Halves,
    /// A loss; each of a double forfeit too.
    pub loss: Halves,
    /// The bye of an odd field.
    pub bye: Halves,
    /// Narrow results, where they are worth something else.
    pub narrow: Option<Narrow>,
}

/// What narrow results are worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Narrow {
    /// A narrow win.
    pub win: Halves,
    /// A narrow loss.
    pub loss: Halves,
    /// The largest margin that is narrow.
    pub margin: Halves,
}

impl Default for Points {
    fn default() -> Points {
        Points { win: Halves(4), draw: Halves(2), loss: Halves::ZERO, bye: Halves(4), narrow: None }
    }
}

impl Points {
    /// Whether everything is worth whole points.
    pub fn are_whole(&self) -> bool {
        let narrow = self.narrow.iter().flat_map(|narrow| [narrow.win, narrow.loss]);
        [self.win, self.draw, self.loss, self.bye].into_iter().chain(narrow).all(Halves::is_whole)
    }

    pub(crate) fn of(&self, record: &Record) -> Halves {
        match record {
            Record::Board(own) => self.of_board(own),
            Record::Bye { kind: Bye::Pairing, .. } => self.bye,
            Record::Bye { kind: Bye::Asked, .. } => Halves::ZERO,
        }
    }

    fn of_board(&self, own: &Own) -> Halves {
        match own.end {
            End::Won { by, margin } => {
                let narrow = self.narrow.as_ref().filter(|it| margin.is_some_and(|by| by <= it.margin));
                match (by == own.seat, narrow) {
                    (true, None) => self.win,
                    (true, Some(narrow)) => narrow.win,
                    (false, None) => self.loss,
                    (false, Some(narrow)) => narrow.loss,
                }
            }
            End::Drawn => self.draw,
            End::Forfeit { by } if by == own.seat => self.win,
            End::Forfeit { .. } | End::DoubleForfeit => self.loss,
            End::Annulled | End::Open => Halves::ZERO,
        }
    }
}
