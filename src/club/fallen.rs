//! How the dice of a match's combats fell, event by event, as its journal tells them. Views, packets and
//! reports have no part in it, so nobody's are changed by it.

use crate::audit::disclosed;
use crate::matches::{Game, MatchFault, Settings};
use engine::adjudicator::{Adjudicator, Fallen, ReplayFault};
use engine::dice::Seed;
use engine::entry::{Entry, Kind};
use engine::table::DiceSource;
use engine::table::book::Answers;

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

/// Gathers the dice of a match. `seed` is the umpire's secret, if it is at hand; a disclosed one is found in
/// the journal. Only a game whose events say too little of its dice needs one.
///
/// # Errors
/// If the journal makes no sense, or a seed is needed and there is none.
pub fn fallen(
    entries: &[Entry],
    mut rules: Box<dyn Adjudicator>,
    seed: Option<Seed>,
) -> Result<FallenDice, MatchFault> {
    rules.keep_latest();
    let at_table = rules.about().counts_at_table;
    let seed = match (at_table, seed) {
        (false, _) => None,
        (true, Some(seed)) => Some(seed),
        (true, None) => Some(disclosed(entries, &Settings::of(entries)?)?.ok_or_else(under_way)?),
    };
    let mut events = Vec::new();
    let before = |game: &Game, entry: &Entry| {
        let header = entry.header();
        let closing = header.kind == Kind::Resolved && game.open;
        let keys = if closing { game.keys_closing() } else { game.keys() };
        let with: Option<(Answers, &dyn DiceSource)> = match at_table {
            true => Some((game.book(closing)?, &keys)),
            false => None,
        };
        let fault = |fault: ReplayFault| {
            let what = fault.to_string();
            MatchFault::Proof { entry: Some(header.number), what }
        };
        let fallen = game.rules.fallen(entry, with).map_err(fault)?;
        let exchange = header.exchange.unwrap_or(0);
        events.extend(fallen.into_iter().map(|fallen| Event { entry: header.number, exchange, fallen }));
        Ok(())
    };
    let game = Game::retrace(rules, entries, seed, before, |_, _| Ok(()))?;
    Ok(FallenDice { events, is_over: game.is_over() })
}

/// Why nobody sees dice without the seed that a match is played by.
pub fn under_way() -> MatchFault {
    MatchFault::no(
        "the match is under way: its dice would show what sides did in secret",
        "wait for the end, or use the umpire's own folder",
    )
}
