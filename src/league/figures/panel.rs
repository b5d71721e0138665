//! Who may judge a board, in the words of panels.

use std::collections::BTreeSet;

use tournament::panel::Case;
use tournament::standing::moved;
use tournament::{DrawKey, Entrant};

use super::table::{ladder, standings};
use crate::book::result::DRAW;
use crate::book::{How, Outcome};
use crate::settings::Format;
use crate::state::{Board, Event, League, Panel};

/// Who may judge a board, and who may not.
#[derive(Clone, Debug)]
pub struct Judges {
    board: u32,
    players: Vec<Entrant>,
    forbidden: Vec<(Entrant, Entrant)>,
    dropped: BTreeSet<Entrant>,
    moved: BTreeSet<Entrant>,
    entered: Vec<Entrant>,
    size: usize,
}

/// Why somebody may not judge a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// He plays there.
    Plays,
    /// He may not meet somebody who plays there.
    Forbidden,
    /// He was dropped from the event.
    Dropped,
    /// His own place depends on how it ends.
    Moved,
}

impl Bar {
    /// That in words, as the end of a sentence about him.
    pub fn words(self) -> &'static str {
        match self {
            Bar::Plays => "plays there",
            Bar::Forbidden => "may not meet one of its players",
            Bar::Dropped => "was dropped from the event",
            Bar::Moved => "would stand otherwise himself",
        }
    }
}

/// Who may judge a board, by what the book says now.
pub fn case(league: &League, word: &str, event: &Event, (round, board): (u32, &Board)) -> Judges {
    let dropped = event.entered.iter().filter(|it| it.gone.as_ref().is_some_and(|gone| gone.dropped));
    Judges {
        board: board.number,
        players: board.both().map(Clone::clone).to_vec(),
        forbidden: event.settings.forbid.clone(),
        dropped: dropped.map(|it| it.entrant.clone()).collect(),
        moved: would_move(league, word, event, (round, board)),
        entered: event.entered.iter().map(|it| it.entrant.clone()).collect(),
        size: event.settings.panel.size as usize,
    }
}

impl Judges {
    fn case(&self) -> Case<'_> {
        Case {
            board: self.board,
            players: &self.players,
            forbidden: &self.forbidden,
            dropped: &self.dropped,
            moved: &self.moved,
        }
    }

    /// Whether somebody who entered the event may judge.
    pub fn may_judge(&self, entrant: &Entrant) -> bool {
        self.entered.contains(entrant) && self.case().may_judge(entrant)
    }

    /// Whether somebody plays there, or may not meet who does: not even the organiser can name him.
    pub fn is_near(&self, entrant: &Entrant) -> bool {
        matches!(self.bar(entrant), Some(Bar::Plays | Bar::Forbidden))
    }

    /// Why somebody may not judge, if he may not.
    pub fn bar(&self, entrant: &Entrant) -> Option<Bar> {
        let nobody = BTreeSet::new();
        let near = Case { dropped: &nobody, moved: &nobody, ..self.case() };
        match () {
            () if self.players.contains(entrant) => Some(Bar::Plays),
            () if !near.may_judge(entrant) => Some(Bar::Forbidden),
            () if self.dropped.contains(entrant) => Some(Bar::Dropped),
            () if self.moved.contains(entrant) => Some(Bar::Moved),
            () => None,
        }
    }

    /// Everybody who entered the event.
    pub fn entered(&self) -> &[Entrant] {
        &self.entered
    }

    /// Draws for the seats that are free: whoever sits on the panel already keeps his, whoever declined
    /// makes room, and the chair has no vote. Gives the members, and how many seats are left.
    pub fn draw(&self, key: &DrawKey, before: Option<&Panel>, chair: &Entrant) -> (Vec<Entrant>, usize) {
        let mut members = before.map_or(Vec::new(), |panel| panel.members.clone());
        let declined = before.map_or(BTreeSet::new(), |panel| panel.declined.clone());
        let free = self.size.saturating_sub(members.len());
        let others = self.entered.iter().filter(|it| !members.contains(it) && *it != chair);
        let drawn = self.case().draw(key, others, free, &declined);
        members.extend(drawn.members);
        (members, drawn.missing)
    }
}

/// Whose own place depends on how a board ends. Lots break no ties here: they are secret.
fn would_move(
    league: &League,
    word: &str,
    event: &Event,
    (round, board): (u32, &Board),
) -> BTreeSet<Entrant> {
    let endings = board.seats.keys().map(String::as_str).chain([DRAW]);
    let after = |outcome: &str| {
        let mut event = event.clone();
        let found = event.rounds.iter_mut().find(|it| it.number == round);
        let found = found.and_then(|it| it.boards.iter_mut().find(|it| it.number == board.number));
        if let Some(found) = found {
            found.result = Some((0, judged(word, (round, board), outcome)));
        }
        event
    };
    let events: Vec<Event> = endings.map(after).collect();
    if event.settings.format == Format::Ladder {
        let rungs = |event: &Event| -> Vec<(Entrant, usize)> {
            ladder(event, round).into_iter().map(|it| (it.entrant, it.place)).collect()
        };
        let ladders: Vec<Vec<(Entrant, usize)>> = events.iter().map(rungs).collect();
        let all: BTreeSet<(Entrant, usize)> = ladders.iter().flatten().cloned().collect();
        let is_same = |it: &(Entrant, usize)| ladders.iter().all(|rungs| rungs.contains(it));
        return all.into_iter().filter(|it| !is_same(it)).map(|(entrant, _)| entrant).collect();
    }
    let tables: Vec<_> = events.iter().map(|event| standings(league, word, event, round, None)).collect();
    moved(&tables)
}

/// A board as it would stand if a panel found this.
fn judged(word: &str, (round, board): (u32, &Board), outcome: &str) -> Outcome {
    let bare = Outcome::bare((word, round, board.number), board.players(), How::Adjudicated, outcome);
    Outcome { rated: true, met: true, ..bare }
}
