//! Whether a person wrote a message: who answers machines makes loops (RFC 3834).

use crate::post::letters::address::{Mailbox, Sender};
use crate::post::letters::bounce::{self, BounceReport};
use crate::post::letters::fields::Fields;
use crate::post::letters::head::Head;
use crate::post::letters::parts::Tree;
use crate::post::letters::programs::PROGRAMS;
use crate::post::letters::{Limits, PlusTag};

/// Who or what wrote a message.
///
/// Only a message of nature `Ordinary` is obeyed and answered, or one of doubtful nature with the right code
/// word. Header fields that people's own mail programs and providers write are no sign of a machine:
/// `Feedback-ID` and `X-Mailer` are not looked at, nor is `List-Unsubscribe` alone, nor a subject alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nature {
    /// A person's mail, as far as can be seen.
    Ordinary,
    /// Written by a machine: never answered, and not obeyed.
    Automatic(Automaton),
    /// Mail of the office came back. For the status, not for an answer.
    Bounce(BounceReport),
    /// Came through a mailing list or a group address, with its id if it has one. Obeyed only with the right
    /// code word; the answer then goes to the player alone.
    List(Option<String>),
    /// The office's own mail: silence.
    Own,
}

/// How a machine gave itself away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Automaton {
    /// `Auto-Submitted` says other than `no`: its value.
    AutoSubmitted(String),
    /// A field that only machines write: its name in lower case.
    Field(&'static str),
    /// `Precedence` is `bulk`, `junk` or `auto_reply`: its value.
    Precedence(String),
    /// `Return-Path` is empty: its sender wants no answer.
    NoReturnPath,
    /// The sender is a mail system's own account: its name.
    SystemAccount(String),
    /// Says that a message was shown or deleted (RFC 8098).
    ReadReceipt,
    /// Says that somebody reported a message as unwanted (RFC 5965).
    Complaint,
    /// A report of some other type.
    OtherReport,
    /// The subject of an automatic reply, and a field that goes with one: the field's name.
    Vacation(&'static str),
}

/// Judges a message by its header and, for reports, by the parts if they are at hand.
pub fn judge(fields: &Fields<'_>, head: &Head, tree: Option<&Tree<'_>>, limits: &Limits) -> Nature {
    if is_own(fields, head, limits) {
        return Nature::Own;
    }
    if let Some(nature) = report(fields, head, tree) {
        return nature;
    }
    if let Some(id) = list(fields) {
        // A machine that answers a list is a machine.
        let machine = automaton(fields, head).filter(Automaton::is_certain);
        return machine.map_or(Nature::List(id), Nature::Automatic);
    }
    automaton(fields, head).map_or(Nature::Ordinary, Nature::Automatic)
}

impl Nature {
    /// Whether only a sign speaks against a person that some programs and group addresses put into people's
    /// mail as well: then the right code word outweighs it.
    pub fn is_doubtful(&self) -> bool {
        match self {
            Nature::List(_) => true,
            Nature::Automatic(automaton) => !automaton.is_certain(),
            Nature::Ordinary | Nature::Bounce(_) | Nature::Own => false,
        }
    }
}

impl Automaton {
    /// Whether no person's mail looks like this.
    fn is_certain(&self) -> bool {
        match self {
            Automaton::Field(name) => *name != SUPPRESS,
            Automaton::Precedence(value) => !matches!(value.as_str(), "bulk" | "junk"),
            _ => true,
        }
    }
}

/// The field by which programs ask for no automatic answers.
const SUPPRESS: &str = "x-auto-response-suppress";

fn is_own(fields: &Fields<'_>, head: &Head, limits: &Limits) -> bool {
    let from = head.from.mailbox();
    let own = |mailbox: &Mailbox| {
        let base = PlusTag::parse(&mailbox.address).map_or(mailbox.address.clone(), |tag| tag.base);
        limits.own_addresses.iter().any(|own| own.eq_ignore_ascii_case(&base))
    };
    fields.has("x-sealord-match") || from.is_some_and(own)
}

/// Reports (RFC 6522) and bounces that are none.
fn report(fields: &Fields<'_>, head: &Head, tree: Option<&Tree<'_>>) -> Option<Nature> {
    let kind = fields.content_type("content-type");
    let is_report = kind.as_ref().is_some_and(|kind| {
        let subtype = kind.c_subtype.as_deref().unwrap_or_default();
        kind.c_type == "multipart" && subtype.eq_ignore_ascii_case("report")
    });
    let named = kind.as_ref().and_then(|kind| kind.attribute("report-type")).unwrap_or_default();
    let holds = |media: &str| tree.is_some_and(|tree| tree.leaves.iter().any(|part| part.media == media));
    if is_report {
        let is = |word: &str| named.eq_ignore_ascii_case(word);
        return Some(if is("delivery-status") || named.is_empty() && holds("message/delivery-status") {
            Nature::Bounce(bounce::read(fields, tree))
        } else if is("disposition-notification") || holds("message/disposition-notification") {
            Nature::Automatic(Automaton::ReadReceipt)
        } else if is("feedback-report") {
            Nature::Automatic(Automaton::Complaint)
        } else {
            Nature::Automatic(Automaton::OtherReport)
        });
    }
    let returned = fields.has("x-failed-recipients") || holds("message/delivery-status");
    let machine = system_account(head).is_some() || no_return_path(fields);
    (returned && machine).then(|| Nature::Bounce(bounce::read(fields, tree)))
}

fn list(fields: &Fields<'_>) -> Option<Option<String>> {
    let id = fields.text("list-id").map(|text| {
        let inside = text.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
        inside.map_or(text.clone(), |(id, _)| id.to_owned())
    });
    let by_list = precedence(fields).as_deref() == Some("list");
    let marked = fields.has("list-post") || fields.has("mailing-list") || fields.has("x-mailing-list");
    (id.is_some() || marked || by_list).then_some(id)
}

fn automaton(fields: &Fields<'_>, head: &Head) -> Option<Automaton> {
    let submitted = fields.text("auto-submitted").map(|value| value.to_ascii_lowercase());
    if let Some(value) = submitted.filter(|value| value.split([';', ' ', '(']).next() != Some("no")) {
        return Some(Automaton::AutoSubmitted(value));
    }
    if let Some(name) = PROGRAMS.machine_fields.iter().find(|name| fields.has(name)) {
        return Some(Automaton::Field(name));
    }
    if precedence(fields).as_deref() == Some("auto_reply") {
        return Some(Automaton::Precedence("auto_reply".to_owned()));
    }
    if no_return_path(fields) {
        return Some(Automaton::NoReturnPath);
    }
    if let Some(account) = system_account(head) {
        return Some(Automaton::SystemAccount(account));
    }
    let field = PROGRAMS.vacation_fields.iter().find(|name| fields.has(name));
    if let Some(field) = field.filter(|_| is_vacation_subject(&head.subject)) {
        return Some(Automaton::Vacation(field));
    }
    weak(fields)
}

/// Signs that people's own mail may bear as well.
fn weak(fields: &Fields<'_>) -> Option<Automaton> {
    if let Some(value) = precedence(fields).filter(|value| matches!(value.as_str(), "bulk" | "junk")) {
        return Some(Automaton::Precedence(value));
    }
    let suppress = fields.text(SUPPRESS).unwrap_or_default().to_ascii_lowercase();
    let all = suppress.split([',', ' ']).any(|word| matches!(word, "all" | "oof" | "autoreply"));
    all.then_some(Automaton::Field(SUPPRESS))
}

fn is_vacation_subject(subject: &str) -> bool {
    let lower = subject.to_lowercase();
    PROGRAMS.vacation_subjects.iter().any(|start| lower.starts_with(start))
}

fn precedence(fields: &Fields<'_>) -> Option<String> {
    fields.text("precedence").map(|value| value.to_ascii_lowercase().replace('-', "_"))
}

fn no_return_path(fields: &Fields<'_>) -> bool {
    fields.text("return-path").is_some_and(|value| value.split_whitespace().collect::<String>() == "<>")
}

/// The name of the mail system's account that sent this, in lower case.
fn system_account(head: &Head) -> Option<String> {
    let Sender::One(from) = &head.from else { return None };
    let local = from.local().to_ascii_lowercase();
    matches!(local.as_str(), "mailer-daemon" | "postmaster" | "mail-daemon" | "mailerdaemon").then_some(local)
}
