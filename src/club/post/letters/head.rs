//! Who wrote to whom, when, and in answer to what.

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;

use crate::post::letters::address::{Mailbox, Sender, mailboxes, message_ids};
use crate::post::letters::fields::Fields;
use crate::post::letters::plain::one_line;

/// Message ids that are kept of a References field: the first, and the last of the others.
const MOST_REFERENCES: usize = 50;
/// Characters that are kept of a subject.
const LONGEST_SUBJECT: usize = 300;
/// Authentication-Results fields that are kept.
const MOST_RESULTS: usize = 20;

/// What the header says. All of it is the sender's word, except what the receiving host added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The message's own id without angle brackets; nothing if it is missing, doubled or odd.
    pub message_id: Option<String>,
    /// The message that this one answers.
    pub in_reply_to: Option<String>,
    /// The conversation, oldest first, at most 50.
    pub references: Vec<String>,
    /// The writer.
    pub from: Sender,
    /// Where answers should go, if exactly one address is named.
    pub reply_to: Option<Mailbox>,
    /// Everyone it was sent to, as `To`, `Cc` and the fields of the delivering host say (`Delivered-To`,
    /// `X-Original-To`, `Envelope-To`): here plus tags are found.
    pub addressed: Vec<Mailbox>,
    /// The subject, decoded, on one line.
    pub subject: String,
    /// When it was written, by the sender's clock: not to be trusted.
    pub date: Option<Timestamp>,
    /// The Authentication-Results fields, newest first, each on one line. Only those of the own host mean
    /// anything (RFC 8601, section 5).
    pub authentication: Vec<String>,
}

impl Head {
    pub(crate) fn read(fields: &Fields<'_>) -> Head {
        let one_id = |name| fields.raw(name).flat_map(message_ids).next();
        let reply_to = mailboxes(fields, &["reply-to"]);
        Head {
            message_id: (fields.raw("message-id").count() == 1).then(|| one_id("message-id")).flatten(),
            in_reply_to: one_id("in-reply-to"),
            references: references(fields),
            from: Sender::read(fields),
            reply_to: <[Mailbox; 1]>::try_from(reply_to).ok().map(|[one]| one),
            addressed: mailboxes(fields, &DELIVERY),
            subject: one_line(&fields.decoded("subject").unwrap_or_default(), LONGEST_SUBJECT),
            date: fields.text("date").and_then(|text| date(&text)),
            authentication: fields.texts("authentication-results").take(MOST_RESULTS).collect(),
        }
    }
}

/// The fields that may hold the office's own address, the surest first.
const DELIVERY: [&str; 7] =
    ["delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-delivered-to", "to", "cc"];

fn references(fields: &Fields<'_>) -> Vec<String> {
    let mut ids: Vec<String> = fields.raw("references").flat_map(message_ids).collect();
    if ids.len() > MOST_REFERENCES {
        ids.drain(1..=ids.len() - MOST_REFERENCES);
    }
    ids
}

fn date(text: &str) -> Option<Timestamp> {
    static PARSER: DateTimeParser = DateTimeParser::new().relaxed_weekday(true);
    PARSER.parse_timestamp(text).ok()
}
