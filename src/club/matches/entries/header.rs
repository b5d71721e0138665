//! What a kind of entry must say in its header: which exchange, and which party.
//!
//! A header is read by people and other programs without its body, so it may not say anything else than the
//! body means.

use engine::entry::{Header, Kind};
use engine::party::Party;

/// What is wrong with an entry of a club in the journal of a match.
pub(crate) const OF_A_CLUB: &str = "it belongs into the book of a club, and this is the journal of a match";

/// What a header is compared with.
pub(crate) struct Standing<'a> {
    /// The exchange that is open, if one is.
    pub open: Option<u32>,
    /// The newest exchange so far.
    pub newest: u32,
    /// True if no story was recorded yet.
    pub untold: bool,
    /// Who plays.
    pub parties: &'a [Party],
}

/// What is wrong with the exchange or the party that a header names, if something is.
pub(crate) fn misfit(header: &Header, standing: &Standing<'_>) -> Option<String> {
    exchange(header, standing).or_else(|| party(header, standing.parties))
}

fn exchange(header: &Header, standing: &Standing<'_>) -> Option<String> {
    let due = match header.kind {
        Kind::Genesis
        | Kind::Ruling
        | Kind::Declaration
        | Kind::Superseded
        | Kind::Witness
        | Kind::Note
        | Kind::Agreed
        | Kind::Disclosed
        | Kind::Ended => None,
        Kind::Club => return Some(OF_A_CLUB.to_owned()),
        Kind::Opened => match header.exchange {
            Some(exchange) if exchange > standing.newest => return None,
            Some(exchange) => {
                return Some(format!("exchange {exchange} does not follow {}", standing.newest));
            }
            None => return Some("it does not name an exchange".to_owned()),
        },
        Kind::Clock => standing.open,
        // What is told before the first question belongs to no exchange; it is counted as 0.
        Kind::Resolved if standing.open.is_none() && standing.untold => Some(0),
        Kind::Commitment | Kind::Withdrawal | Kind::Reveal | Kind::Default | Kind::Resolved => {
            match standing.open {
                Some(open) => Some(open),
                None => return Some("no exchange is open".to_owned()),
            }
        }
    };
    match (header.exchange, due) {
        (found, due) if found == due => None,
        (None, Some(due)) => Some(format!("it names no exchange, but {due} is open")),
        (Some(found), None) => Some(format!("it names exchange {found}, but belongs to none")),
        (Some(found), Some(due)) => Some(format!("it names exchange {found}, but {due} is open")),
        (None, None) => None,
    }
}

fn party(header: &Header, parties: &[Party]) -> Option<String> {
    let wanted = matches!(header.kind, Kind::Commitment | Kind::Withdrawal | Kind::Reveal | Kind::Default);
    match header.party {
        None if wanted => Some("it does not name a side".to_owned()),
        Some(party) if !wanted => Some(format!("it names the {party}, but does not concern one side")),
        Some(party) if !parties.contains(&party) => Some(format!("the {party} do not play in this match")),
        Some(_) | None => None,
    }
}
