//! How the dice of a match's combats fell, event by event, as its journal tells them. Views, packets and
//! reports have no part in it, so nobody's are changed by it.

use crate::matches::{Game, MatchFault};
use engine::adjudicator::{Adjudicator, Fallen, Since};
use engine::entry::Entry;

/// An event of a match in which dice fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The number of the entry that tells it.
    pub entry: u64,
    /// The exchange after which it happened; 0 before the first.
    pub exchange: u32,
    /// What happened, and the dice.
    pub fallen: Fallen,
}

/// All dice of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FallenDice {
    /// The events in effect, in the order of the journal: what an undo took back is left out. They show what
    /// sides did in secret, so they are for the umpire until the match is over.
    pub events: Vec<Event>,
    /// Whether the match is over.
    pub is_over: bool,
}

/// Gathers the dice of a match.
///
/// # Errors
/// If the journal makes no sense.
pub fn fallen(entries: &[Entry], rules: Box<dyn Adjudicator>) -> Result<FallenDice, MatchFault> {
    let mut before = rules.anew();
    before.keep_latest();
    let mut events = Vec::new();
    let game = Game::tour(rules, entries, None, |_, told| {
        for entry in told {
            let header = entry.header();
            let fault = |what| MatchFault::Proof { entry: Some(header.number), what };
            let exchange = header.exchange.unwrap_or(0);
            let fallen = before.fallen(entry).map_err(fault)?;
            events.extend(fallen.into_iter().map(|fallen| Event { entry: header.number, exchange, fallen }));
            before.take(entry, Since::Entry).map_err(fault)?;
        }
        Ok(())
    })?;
    Ok(FallenDice { events, is_over: game.is_over() })
}
