//! The driver: plays on from a settled position until an answer is missing or the match is over.

use crate::items::Words;
use crate::party::Party;
use crate::system::{Flow, System};
use crate::table::book::BookOf;
use crate::table::{
    Counted, DiceSource, Divergence, Fault, Section, Table, Trace, VoidOrder, Waiting, guard,
};

/// A settled position and what was told since it, in the step that is not finished.
pub struct Checkpoint<S: System> {
    /// The position.
    pub state: S::State,
    /// The newest exchange that led to it.
    pub consumed: u32,
    /// What the unfinished step has told so far.
    pub told: Vec<Section<S::Event>>,
    /// True when the match is over.
    pub over: bool,
    /// The file that was used last before it, if nothing became known since and it has plans for which that
    /// counts.
    pub fresh: Option<(Party, u32)>,
    /// Whether the step that is not finished was played before, as far as answers then reached.
    pub again: bool,
}

/// One step of the sequence, or the part of it that was played now.
pub struct Played<S: System> {
    /// Where in the sequence.
    pub at: Words,
    /// True if the step was played to its end.
    pub whole: bool,
    /// The newest exchange used so far.
    pub consumed: u32,
    /// At its end, what [`Checkpoint::fresh`] is.
    pub fresh: Option<(Party, u32)>,
    /// What was told, whole.
    pub sections: Vec<Section<S::Event>>,
    /// How many notes of each section had been told before, by name.
    pub known: Vec<(String, usize)>,
    /// How dice fell, if they were counted.
    pub counted: Option<Box<Counted>>,
}

impl<S: System> Played<S> {
    /// How many notes of a section had been told before.
    pub fn told_before(&self, name: &str) -> usize {
        self.known.iter().find(|(known, _)| known == name).map_or(0, |(_, count)| *count)
    }

    /// What was told now and not before.
    pub fn fresh(&self) -> Vec<Section<S::Event>> {
        let rest = |section: &Section<S::Event>| Section {
            name: section.name.clone(),
            after: section.after,
            notes: section.notes[self.told_before(&section.name)..].to_vec(),
        };
        self.sections.iter().map(rest).filter(|section| !section.notes.is_empty()).collect()
    }
}

/// What came of playing on.
pub struct Progress<S: System> {
    /// Where the match now stands.
    pub checkpoint: Checkpoint<S>,
    /// The position as far as it was told, the unfinished step included.
    pub present: S::State,
    /// The steps played, the unfinished one last.
    pub played: Vec<Played<S>>,
    /// What waits for an answer; empty when the match is over.
    pub waiting: Vec<Waiting>,
    /// Early answers that came to nothing.
    pub voids: Vec<VoidOrder>,
}

/// Why the driver stopped without progress.
#[derive(Debug)]
pub enum Stop {
    /// A defect.
    Fault(Fault),
    /// A re-run told something else.
    Diverged(Box<Divergence>),
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Fault(fault) => fault.fmt(f),
            Stop::Diverged(divergence) => divergence.fmt(f),
        }
    }
}

impl std::error::Error for Stop {}

impl<S: System> Clone for Checkpoint<S> {
    fn clone(&self) -> Self {
        Checkpoint {
            state: self.state.clone(),
            consumed: self.consumed,
            told: self.told.clone(),
            over: self.over,
            fresh: self.fresh,
            again: self.again,
        }
    }
}

impl<S: System> Checkpoint<S> {
    /// The start of a match.
    pub fn opening(system: &S) -> Checkpoint<S> {
        Checkpoint::settled(system.opening(), 0, None, false)
    }

    /// The end of a step; nothing of the next is played yet.
    pub fn settled(state: S::State, consumed: u32, fresh: Option<(Party, u32)>, over: bool) -> Checkpoint<S> {
        Checkpoint { state, consumed, told: Vec::new(), over, fresh, again: false }
    }
}

/// Plays on from a checkpoint until a question waits or the match is over.
///
/// # Errors
/// A defect of the rules, or a re-run that disagrees with what was told before.
pub fn advance<S: System>(
    system: &S,
    from: &Checkpoint<S>,
    book: &BookOf<S>,
    dice: &dyn DiceSource,
) -> Result<Progress<S>, Stop> {
    play_on(system, from, book, dice, false)
}

/// The same at a table where dice are counted: [`Played::counted`] says how they fell.
///
/// # Errors
/// As [`advance`].
pub fn advance_counting<S: System>(
    system: &S,
    from: &Checkpoint<S>,
    book: &BookOf<S>,
    dice: &dyn DiceSource,
) -> Result<Progress<S>, Stop> {
    play_on(system, from, book, dice, true)
}

fn play_on<S: System>(
    system: &S,
    from: &Checkpoint<S>,
    book: &BookOf<S>,
    dice: &dyn DiceSource,
    counting: bool,
) -> Result<Progress<S>, Stop> {
    let mut checkpoint = from.clone();
    let mut played = Vec::new();
    let mut voids = Vec::new();
    while !checkpoint.over {
        let told = std::mem::take(&mut checkpoint.told);
        let table = Table::new(system, checkpoint.state.clone(), book, dice, checkpoint.consumed);
        let mut table = table.going_on(checkpoint.fresh, checkpoint.again);
        if counting {
            table = table.counting();
        }
        let result = system.step(&mut table);
        let run = table.finish();
        guard(&told, &run.sections).map_err(Stop::Diverged)?;
        voids.extend(run.voids);
        let known = told.into_iter().map(|section| (section.name, section.notes.len())).collect();
        let at = system.standing(&checkpoint.state);
        let whole = result.is_ok();
        let fresh = run.fresh.filter(|_| whole);
        let (consumed, sections, counted) = (run.consumed, run.sections, run.counted);
        played.push(Played { at, whole, consumed, fresh, sections, known, counted });
        match result {
            Ok(_) if run.paused => {
                let what = "a step came to its end although a question in it was left unanswered";
                return Err(Stop::Fault(Fault(what.to_owned())));
            }
            Ok(flow) => {
                if let Some(broken) = system.broken_invariant(&run.state) {
                    return Err(Stop::Fault(Fault(broken)));
                }
                let over = flow == Flow::Over;
                checkpoint = Checkpoint::settled(run.state, run.consumed, fresh, over);
            }
            Err(halt) => {
                if let Some(fault) = halt.into_fault() {
                    return Err(Stop::Fault(fault));
                }
                checkpoint.again = true;
                checkpoint.told = played.last().map(|step| step.sections.clone()).unwrap_or_default();
                return Ok(Progress { checkpoint, present: run.state, played, waiting: run.waiting, voids });
            }
        }
    }
    let present = checkpoint.state.clone();
    Ok(Progress { checkpoint, present, played, waiting: Vec::new(), voids })
}

/// A step played as far as the answers of all its exchanges reach, at once.
pub struct Ahead<S: System> {
    /// Where in the sequence.
    pub at: Words,
    /// What was told, whole.
    pub sections: Vec<Section<S::Event>>,
    /// What each exchange asked, and which of the notes were told by then.
    pub trace: Box<Trace>,
    /// What follows, if it was played to its end, and the position there.
    pub end: Option<(Flow, S::State)>,
    /// At its end, what [`Checkpoint::fresh`] is.
    pub fresh: Option<(Party, u32)>,
    /// What waits for an answer, if it was not.
    pub waiting: Vec<Waiting>,
}

/// Plays the step of a checkpoint with the answers of these exchanges, which it asked one after the other.
/// Gives nothing where the runs after each of them may not be seen from that, for whatever reason; they must
/// be played then. Whether its position is possible is looked at by whoever takes up its story.
pub fn look_ahead<S: System>(
    system: &S,
    from: &Checkpoint<S>,
    book: &BookOf<S>,
    dice: &dyn DiceSource,
    exchanges: Vec<u32>,
) -> Option<Ahead<S>> {
    let table = Table::new(system, from.state.clone(), book, dice, from.consumed);
    let mut table = table.going_on(from.fresh, from.again).looking_ahead(exchanges);
    let result = system.step(&mut table);
    let run = table.finish();
    let trace = run.trace.filter(|trace| !trace.is_unsure())?;
    guard(&from.told, &run.sections).ok()?;
    let end = match result {
        Ok(flow) if !run.paused => Some((flow, run.state)),
        Ok(_) => return None,
        Err(halt) => match halt.into_fault() {
            None => None,
            Some(_) => return None,
        },
    };
    let at = system.standing(&from.state);
    let fresh = run.fresh.filter(|_| end.is_some());
    Some(Ahead { at, sections: run.sections, trace, end, fresh, waiting: run.waiting })
}
