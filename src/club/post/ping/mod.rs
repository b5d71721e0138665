//! A ping: a word on a phone or in a chat that something waits, and until when, never what.
//!
//! It goes beside a mail, by one request over HTTP, and says nothing that the mail's subject does not.

mod carry;
mod own;
mod way;

pub use carry::{carry, request};
pub use own::OwnWay;
pub use way::{Discord, Matrix, Ntfy, Way, Webhook};

use serde::{Deserialize, Serialize};

use engine::digest::Digest;

/// How the place of a ping begins where a mail has an address.
const PREFIX: &str = "ping:";

/// What a ping says. It is kept as these bytes until it was taken, whichever way it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ping {
    /// Names it for good: a server that sees it twice may know it by that.
    pub id: String,
    /// Whose name it comes under: the office's.
    pub title: String,
    /// One or two sentences.
    pub text: String,
    /// The match's word; none in what the office itself has to say.
    #[serde(rename = "match")]
    pub match_id: Option<String>,
    /// Until when it waits, in words, if there is a deadline.
    pub until: Option<String>,
}

impl Ping {
    /// The ping that goes with the mail of this key.
    pub fn new(office: &str, key: &str, match_id: Option<&str>, until: Option<&str>) -> Ping {
        let about = match_id.map_or_else(|| "the office".to_owned(), |it| format!("the match {it}"));
        let mut text = format!("A mail about {about} waits for you.");
        if let Some(until) = until {
            text += &format!(" Your answer is due by {until}.");
        }
        Ping {
            id: Digest::of(key.as_bytes()).to_string()[..32].to_owned(),
            title: office.to_owned(),
            text,
            match_id: match_id.map(str::to_owned),
            until: until.map(str::to_owned),
        }
    }
}

/// The place of a ping that goes this way, as the log of what goes out has it.
pub fn place(way: &Way) -> String {
    format!("{PREFIX}{}", way.id())
}

/// The word of the way in such a place; nothing of an address of mail.
pub fn way_of(place: &str) -> Option<&str> {
    place.strip_prefix(PREFIX)
}
