//! Reports of mail that did not arrive (RFC 3464), and those older ones that say so in a header field.

use serde::{Deserialize, Serialize};

use crate::post::letters::SubjectTag;
use crate::post::letters::address::{mailboxes, message_ids};
use crate::post::letters::decode;
use crate::post::letters::fields::Fields;
use crate::post::letters::parts::{Part, Tree};
use crate::post::letters::plain::one_line;

/// Recipients that are taken from one report.
const MOST_RECIPIENTS: usize = 50;
/// Bytes of a report that are read.
const LONGEST_REPORT: usize = 64 * 1024;

/// A report that mail was not, or not yet, delivered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BounceReport {
    /// Who did not get it.
    pub recipients: Vec<BouncedRecipient>,
    /// The id of the message that came back, without brackets.
    pub original: Option<String>,
    /// What else its header says, for those whose id was written anew on the way.
    #[serde(default)]
    pub enclosed: Option<Enclosed>,
}

/// What the header of a message that came back says of where it belongs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enclosed {
    /// The tag of its subject.
    pub tag: Option<SubjectTag>,
    /// The exchange, as the office wrote it.
    pub exchange: Option<u32>,
    /// The kind of mail, as the office wrote it.
    pub kind: Option<String>,
    /// To whom it went.
    pub to: Vec<String>,
}

/// One recipient of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BouncedRecipient {
    /// The address, as the office wrote it if the report says so, else as the last host knew it.
    pub address: String,
    /// `failed`, `delayed`, `delivered`, `relayed` or `expanded`, in lower case; empty if not given.
    pub action: String,
    /// The status code, such as `5.1.1` (RFC 3463).
    pub status: Option<String>,
    /// What the remote host said, on one line.
    pub diagnostic: Option<String>,
}

impl BouncedRecipient {
    /// Whether nobody tries any more: the action is `failed`, whatever the status says of the cause (a
    /// mailbox that was full for days has 4.2.2), or no action is given and the status does not begin with 4.
    pub fn is_permanent(&self) -> bool {
        match self.action.as_str() {
            "failed" => true,
            "" => self.status.as_ref().is_none_or(|status| status.starts_with('5')),
            _ => false,
        }
    }
}

/// Reads the report of a bounce, from its parts if they are at hand, and from its header.
pub fn read(fields: &Fields<'_>, tree: Option<&Tree<'_>>) -> BounceReport {
    let mut report = BounceReport::default();
    for part in tree.iter().flat_map(|tree| &tree.leaves) {
        match part.media.as_str() {
            "message/delivery-status" | "message/global-delivery-status" => {
                report.recipients.extend(recipients(part).into_iter().take(MOST_RECIPIENTS));
            }
            "message/rfc822" | "message/global" | "text/rfc822-headers" | "message/global-headers" => {
                let (id, enclosed) = original(part);
                report.original = report.original.or(id);
                report.enclosed = report.enclosed.or(Some(enclosed));
            }
            _ => {}
        }
    }
    if report.recipients.is_empty() {
        let failed = fields
            .texts("x-failed-recipients")
            .flat_map(|line| line.split(',').map(|address| one_line(address, 254)).collect::<Vec<_>>());
        let failed = failed.filter(|address| !address.is_empty()).take(MOST_RECIPIENTS);
        report.recipients = failed
            .map(|address| BouncedRecipient { address, action: "failed".to_owned(), ..Default::default() })
            .collect();
    }
    report.recipients.truncate(MOST_RECIPIENTS);
    let answered = ["in-reply-to", "references"].into_iter().flat_map(|name| fields.raw(name));
    report.original = report.original.or_else(|| answered.flat_map(message_ids).last());
    report
}

fn recipients(part: &Part<'_>) -> Vec<BouncedRecipient> {
    let text = decode::text(part, LONGEST_REPORT).what;
    let groups = text.split("\n\n").flat_map(|group| group.split("\n \n"));
    groups.filter_map(|group| recipient(group.trim_start_matches('\n'))).collect()
}

fn recipient(group: &str) -> Option<BouncedRecipient> {
    let (fields, _) = Fields::split(group.as_bytes());
    let address = |name| fields.text(name).map(|text| bare_address(&text)).filter(|text| !text.is_empty());
    let address = address("original-recipient").or_else(|| address("final-recipient"))?;
    Some(BouncedRecipient {
        address,
        action: fields.text("action").unwrap_or_default().to_ascii_lowercase(),
        status: fields.text("status").and_then(|text| status(&text)),
        diagnostic: fields.text("diagnostic-code").map(|text| {
            let text = text.split_once(';').map_or(text.as_str(), |(_, said)| said);
            one_line(text, 500)
        }),
    })
}

/// The address behind its type, as in `rfc822; anna@club.example`.
fn bare_address(text: &str) -> String {
    let address = text.split_once(';').map_or(text, |(_, address)| address);
    one_line(address.trim().trim_matches(['<', '>']), 254)
}

fn status(text: &str) -> Option<String> {
    let word = text.split_whitespace().next()?;
    let good = word.split('.').count() == 3 && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    (good && word.len() <= 12).then(|| word.to_owned())
}

/// The id of the message that is enclosed, whole or as its header, and what else of it says where it belongs.
fn original(part: &Part<'_>) -> (Option<String>, Enclosed) {
    let bytes = decode::bytes(part).what;
    let (fields, _) = Fields::split(crate::post::letters::fields::after_from_line(
        &bytes[..bytes.len().min(LONGEST_REPORT)],
    ));
    let word = |name| fields.text(name).map(|text| one_line(&text, 40)).filter(|text| !text.is_empty());
    let enclosed = Enclosed {
        tag: fields.decoded("subject").and_then(|subject| SubjectTag::parse(&subject)),
        exchange: word("x-sealord-exchange").and_then(|text| text.parse().ok()),
        kind: word("x-sealord-kind"),
        to: mailboxes(&fields, &["to"]).into_iter().map(|it| it.address).collect(),
    };
    (fields.raw("message-id").flat_map(message_ids).next(), enclosed)
}
