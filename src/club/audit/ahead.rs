//! What follows in a journal, as far as it goes on without a ruling, a declaration or an undo: an auditor
//! knows the answers to come.

use crate::matches::record::{self, Opened};
use crate::matches::{Exchange, Game, MatchFault};
use engine::adjudicator::Foresight;
use engine::entry::{Entry, Kind};

/// What the rules may know beforehand of the entries that follow; nothing where they make no sense, which is
/// for the audit to say when it comes to them.
pub(super) fn foresee(game: &Game, rest: &[Entry]) -> Option<Foresight> {
    let mut exchanges: Vec<Exchange> =
        game.exchanges.iter().filter(|exchange| !exchange.set_aside).cloned().collect();
    closed_in(game, rest, &mut exchanges).ok()?;
    let answers = game.book_of(exchanges.iter()).ok()?;
    let dice = Box::new(game.keys_of(exchanges.iter()));
    Some(Foresight { answers, dice, exchanges: exchanges.iter().map(|exchange| exchange.number).collect() })
}

/// Adds the exchanges that are opened and closed in these entries, up to a ruling, a declaration or an undo.
fn closed_in(game: &Game, rest: &[Entry], exchanges: &mut Vec<Exchange>) -> Result<(), MatchFault> {
    let trust = game.settings.trust;
    let mut open: Option<Exchange> = None;
    for entry in rest {
        match (entry.header().kind, &mut open) {
            (Kind::Ruling | Kind::Declaration | Kind::Superseded, _) => break,
            (Kind::Opened, _) => {
                let opened: Opened = record::body(entry)?;
                let number = entry.header().exchange.unwrap_or(0);
                open = Some(Exchange::opened(number, opened, trust, 0));
            }
            (Kind::Commitment | Kind::Withdrawal | Kind::Reveal | Kind::Default, Some(exchange)) => {
                exchange.gather(entry, trust)?;
            }
            (Kind::Resolved, _) => exchanges.extend(open.take()),
            _ => {}
        }
    }
    Ok(())
}
