//! What happens in a run, for whoever keeps a log of it. It is told as it happens: a run that is killed has
//! said what it had done.

use std::rc::Rc;

use serde::Serialize;

use crate::post::wire::Done;
use engine::party::Party;

/// Something that a run did. It holds no address, no code word, and nothing that somebody wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Happening {
    /// A letter for a match was dealt with.
    Letter {
        /// The match.
        #[serde(rename = "match")]
        match_id: String,
        /// The side that wrote; nothing if it was the umpire, or another office.
        side: Option<Party>,
        /// What became of it: `taken`, `refused` or `ignored`.
        outcome: &'static str,
    },
    /// An exchange was closed.
    ExchangeClosed {
        /// The match.
        #[serde(rename = "match")]
        match_id: String,
        /// The exchange.
        exchange: u32,
    },
    /// A mail went out.
    MailSent(MailOf),
    /// A mail could not be sent.
    MailFailed {
        /// Which.
        #[serde(flatten)]
        mail: MailOf,
        /// Whether nobody tries again.
        for_good: bool,
    },
}

/// Which mail it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MailOf {
    /// The match; `office` or `league` for mail of none.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The side, or another word for the reader.
    pub to: String,
    /// The exchange, or the day of mail of no match.
    pub exchange: Option<u32>,
    /// What it is for.
    pub kind: String,
}

impl MailOf {
    /// The mail that is queued under a key.
    pub(crate) fn key(key: &str) -> MailOf {
        let mut parts = key.split('/').map(str::to_owned);
        let mut next = || parts.next().unwrap_or_default();
        MailOf { match_id: next(), to: next(), exchange: next().parse().ok(), kind: next() }
    }
}

impl Happening {
    /// What became of a letter for a match.
    pub(crate) fn letter(match_id: &str, side: Option<Party>, done: Done) -> Happening {
        let outcome = match done {
            Done::Taken => "taken",
            Done::Refused => "refused",
            Done::Ignored => "ignored",
        };
        Happening::Letter { match_id: match_id.to_owned(), side, outcome }
    }
}

/// Who is told what happens in a run.
pub type Listener = Rc<dyn Fn(&Happening)>;

#[cfg(test)]
mod tests {
    use super::MailOf;

    #[test]
    fn a_mail_is_known_by_its_key_without_its_mark() {
        let found = MailOf::key("spring/axis/3/receipt/0123456789abcdef");
        let words = (found.match_id.as_str(), found.to.as_str(), found.exchange, found.kind.as_str());
        assert_eq!(words, ("spring", "axis", Some(3), "receipt"));
        let found = MailOf::key("pings/ntfy/ab12");
        assert_eq!((found.match_id.as_str(), found.exchange, found.kind.as_str()), ("pings", None, ""));
    }
}
