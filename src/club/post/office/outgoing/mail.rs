//! A mail to be queued: to whom it goes, what it says, and the key that makes it one of a kind.

use jiff::Timestamp;

use crate::post::compose::dispatches::Dispatch;
use crate::post::compose::{Attachment, Kind};
use crate::post::office::settings::Person;
use crate::post::office::state::OfficeMatch;
use engine::digest::Digest;
use engine::party::Party;

/// To whom a mail goes.
pub enum To {
    /// The player of a party.
    Party(Party),
    /// The umpire or moderator on duty.
    Umpire,
    /// An umpire or moderator.
    Person(Person),
    /// An observer.
    Observer(Person),
    /// A player, about all of his matches.
    Player(Person),
    /// Somebody who plays in no match.
    Stranger(String),
    /// Another office.
    Office(Person),
    /// Somebody of the league, or who writes to it: the word of a reader in keys, and the person.
    League(String, Person),
}

/// What stands in the place of a match's word in subjects and keys of the league's mail.
pub(crate) const LEAGUE: &str = "league";
/// How somebody stands in keys who belongs to no match, or whom the league does not know.
pub(crate) const STRANGER: &str = "nobody";

/// A mail to be queued.
pub struct Mail {
    pub(crate) to: To,
    pub(crate) kind: Kind,
    /// What follows match, party, exchange and kind in its key.
    pub(crate) mark: String,
    pub(crate) exchange: u32,
    pub(crate) letter: Dispatch,
    pub(crate) attachments: Vec<Attachment>,
    /// The report that goes with it, in Markdown, for its page.
    pub(crate) report: Option<String>,
    /// What it says in envelopes.
    pub(crate) enclosed: Vec<String>,
    /// A line of the reader's own that it repeats, to be sent back.
    pub(crate) echo: Option<String>,
    pub(crate) in_reply_to: Option<String>,
    pub(crate) instant: Timestamp,
}

impl Mail {
    /// A mail with a text alone.
    pub(crate) fn new(to: To, kind: Kind, exchange: u32, letter: Dispatch, instant: Timestamp) -> Mail {
        Mail {
            to,
            kind,
            mark: String::new(),
            exchange,
            letter,
            attachments: Vec::new(),
            report: None,
            enclosed: Vec::new(),
            echo: None,
            in_reply_to: None,
            instant,
        }
    }

    /// The key under which it is queued; the same decision always gives the same key.
    pub(crate) fn key(&self, info: Option<&OfficeMatch>) -> String {
        let match_id = match &self.to {
            To::League(..) => LEAGUE,
            _ => info.map_or("office", |info| info.match_id.as_str()),
        };
        let party = match &self.to {
            To::Party(party) => party.id(),
            To::Umpire | To::Person(_) => "umpire",
            To::Observer(person) => &observer(person),
            To::Player(person) => &hashed("player", person),
            To::Office(person) => &hashed("office", person),
            To::Stranger(_) => STRANGER,
            To::League(word, _) => word,
        };
        let start = key(match_id, party, self.exchange, self.kind);
        if self.mark.is_empty() { start } else { format!("{start}/{}", self.mark) }
    }
}

/// The name of a mail of which there is one in an exchange.
pub(crate) fn key(match_id: &str, party: &str, exchange: u32, kind: Kind) -> String {
    format!("{match_id}/{party}/{exchange}/{}", kind.id())
}

/// The word of an observer where others have that of their party.
pub(crate) fn observer(person: &Person) -> String {
    hashed("observer", person)
}

/// Somebody's word in keys, from his address.
fn hashed(start: &str, person: &Person) -> String {
    format!("{start}-{}", &Digest::of(person.address.to_lowercase().as_bytes()).to_string()[..8])
}
