//! What is told: a letter becomes the bytes of a mail, which are kept and queued.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use jiff::{SignedDuration, Timestamp};

use super::known::OfficeMatch;
use super::register::Register;
use super::settings::{Person, Settings};
use super::wish::Bodies;
use crate::matches::folder::MatchDir;
use crate::matches::{Keep, MatchFault};
use crate::post::compose::dispatches::{Dispatch, Dispatches, form_on_top};
use crate::post::compose::inbox::Inbox;
use crate::post::compose::outbox::{Item, Outbox};
use crate::post::compose::page::{Page, page};
use crate::post::compose::{
    Attachment, Correspondent, Kind, LIMIT, Office as Sender, Outgoing, Recipient, Thread, compose,
};
use crate::report::Templates;
use engine::digest::Digest;
use engine::games::Games;
use engine::party::Party;
use engine::systems::Systems;

/// Bytes of a mail's text or page that every mail program shows.
const MOST_SHOWN: usize = 100 * 1024;

/// What all matches of the office share.
pub struct OfficeContext {
    pub(super) folder: PathBuf,
    pub(super) settings: Settings,
    pub(super) outbox: Outbox,
    pub(super) inbox: Inbox,
    pub(super) letters: Dispatches,
    pub(super) templates: Rc<Templates>,
    pub(super) games: Games,
    /// The systems that are played.
    pub(super) systems: Systems,
    /// Of how many exchanges packets, forms and reports are kept, where the settings of a match say nothing else.
    pub(super) keep: Keep,
    pub(super) register: Register,
    /// From which the code words of the desk are made.
    pub(super) desk_secret: [u8; 32],
    pub(super) now: Timestamp,
}

/// To whom a mail goes.
pub enum To {
    /// The player of a party.
    Party(Party),
    /// Whoever acts as the umpire and is on duty.
    Umpire,
    /// Somebody who acts as the umpire.
    Person(Person),
    /// Somebody who looks on.
    Observer(Person),
    /// Somebody whom no match knows.
    Stranger(String),
}

/// A mail to be queued.
pub struct Mail {
    pub(super) to: To,
    pub(super) kind: Kind,
    /// What follows match, party, exchange and kind in its key.
    pub(super) mark: String,
    pub(super) exchange: u32,
    pub(super) letter: Dispatch,
    pub(super) attachments: Vec<Attachment>,
    /// The report that goes with it, in Markdown, for its page.
    pub(super) report: Option<String>,
    /// What it says in envelopes.
    pub(super) enclosed: Vec<String>,
    /// A line of the reader's own that it repeats, to be sent back.
    pub(super) echo: Option<String>,
    pub(super) in_reply_to: Option<String>,
    pub(super) instant: Timestamp,
}

impl Mail {
    /// A mail with a text alone.
    pub(super) fn new(to: To, kind: Kind, exchange: u32, letter: Dispatch, instant: Timestamp) -> Mail {
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

    /// The name under which it is queued; the same decision always gives the same.
    pub(super) fn key(&self, info: Option<&OfficeMatch>) -> String {
        let match_id = info.map_or("office", |info| info.match_id.as_str());
        let party = match &self.to {
            To::Party(party) => party.id(),
            To::Umpire | To::Person(_) => "umpire",
            To::Observer(person) => &observer(person),
            To::Stranger(_) => "nobody",
        };
        let start = key(match_id, party, self.exchange, self.kind);
        if self.mark.is_empty() { start } else { format!("{start}/{}", self.mark) }
    }
}

/// The name of a mail of which there is one in an exchange.
pub(super) fn key(match_id: &str, party: &str, exchange: u32, kind: Kind) -> String {
    format!("{match_id}/{party}/{exchange}/{}", kind.id())
}

impl OfficeContext {
    /// Whether a mail was queued before.
    pub(super) fn is_queued(&self, key: &str) -> bool {
        self.outbox.item(key).is_some()
    }

    /// What was queued in the last day under keys that begin so.
    pub(super) fn today<'b>(&'b self, start: &'b str) -> impl Iterator<Item = &'b Item> {
        let day = SignedDuration::from_hours(24);
        self.outbox.recent(start).filter(move |item| self.now.duration_since(item.queued) < day)
    }

    /// Composes a mail, keeps its bytes and queues it; gives its key. What was queued before stays as it was.
    ///
    /// # Errors
    /// If it cannot be composed, kept or queued.
    pub(super) fn queue(&mut self, info: Option<&OfficeMatch>, mail: Mail) -> Result<String, MatchFault> {
        let key = mail.key(info);
        if self.is_queued(&key) {
            return Ok(key);
        }
        let (correspondent, to) = self.correspondent(info, &mail.to)?;
        let (text, html) = self.bodies(info, &correspondent, &to, &mail)?;
        // Strangers and observers speak to nobody; a player may write from where no match knows him.
        let may_speak = match &mail.to {
            To::Observer(_) => false,
            To::Stranger(address) => self.speaks(address),
            _ => true,
        };
        if may_speak && mail.kind != Kind::Unknown {
            self.hear_mail(info, &to.address, &mail, (&text, html.as_deref()))?;
        }
        let outgoing = Outgoing {
            match_id: info.map(|info| info.match_id.clone()),
            title: title(info, &mail.to).to_owned(),
            exchange: info.map(|_| u64::from(mail.exchange)),
            number: 1,
            key: key.clone(),
            thread: self.thread(info, &correspondent, mail.in_reply_to),
            correspondent,
            kind: mail.kind,
            office: self.sender(),
            to: vec![Recipient { name: to.name, address: to.address }],
            instant: mail.instant,
            html,
            text,
            attachments: mail.attachments,
            headers: Vec::new(),
        };
        let message = compose(&outgoing).map_err(|fault| {
            MatchFault::no(format!("the mail {key} cannot be written: {fault}"), fault.mend())
        })?;
        let path = kept(&self.folder, &key);
        MatchDir::new(&self.folder).write(&path, &message.bytes)?;
        self.outbox.queue(&key, &message.message_id, &message.sha256, &message.to, self.now)?;
        Ok(key)
    }

    fn correspondent(
        &self,
        info: Option<&OfficeMatch>,
        to: &To,
    ) -> Result<(Correspondent, Person), MatchFault> {
        Ok(match to {
            To::Umpire => (Correspondent::Umpire, self.on_duty().clone()),
            To::Person(person) => (Correspondent::Umpire, person.clone()),
            To::Observer(person) => {
                let (id, name) = (observer(person), "observers".to_owned());
                (Correspondent::Party { id, name }, person.clone())
            }
            To::Stranger(address) => (Correspondent::Nobody, Person::at(address.clone())),
            To::Party(party) => {
                let player = info.and_then(|info| info.played.players.get(party));
                let player =
                    player.ok_or_else(|| MatchFault::Bug(format!("no player is named for the {party}")))?;
                let (id, name) = (party.id().to_owned(), party.name().to_owned());
                (
                    Correspondent::Party { id, name },
                    Person { name: player.name.clone(), ..Person::at(player.address.clone()) },
                )
            }
        })
    }

    /// The text of a mail and the same as a page, as its reader wants it.
    fn bodies(
        &self,
        info: Option<&OfficeMatch>,
        correspondent: &Correspondent,
        to: &Person,
        mail: &Mail,
    ) -> Result<(String, Option<String>), MatchFault> {
        let written =
            |letter: &Dispatch| self.letters.write(letter).map_err(|fault| MatchFault::Io(fault.to_string()));
        let text = written(&mail.letter)?;
        let format = self.register.preferences(&to.address).format;
        if format == Bodies::Text {
            let is_long = text.len() > MOST_SHOWN;
            let text = if is_long { written(&mail.letter.with_form_on_top(MOST_SHOWN / 2))? } else { text };
            return Ok((text, None));
        }
        let page_of = |mail: &Mail, text: &str| self.page_of_mail(info, correspondent, mail, text);
        let (cover, html) = page_of(mail, &text)?;
        let body = |cover: String, text: String| if format == Bodies::Html { cover } else { text };
        if html.len().max(text.len()) <= MOST_SHOWN {
            return Ok((body(cover, text), Some(html)));
        }
        // Gmail shows no more of a mail, and a form that is cut through comes back in halves.
        let most = MOST_SHOWN / 2;
        let short = Mail {
            letter: mail.letter.with_form_on_top(most),
            report: mail.report.as_deref().map(|report| form_on_top(report, most).0),
            attachments: Vec::new(),
            ..Mail::new(To::Umpire, mail.kind, mail.exchange, Dispatch::Unknown, mail.instant)
        };
        let text = written(&short.letter)?;
        let (cover, html) = page_of(&short, &text)?;
        Ok((body(cover, text), Some(html)))
    }

    /// The page of a mail, and the text above the report.
    fn page_of_mail(
        &self,
        info: Option<&OfficeMatch>,
        correspondent: &Correspondent,
        mail: &Mail,
        text: &str,
    ) -> Result<(String, String), MatchFault> {
        let written =
            |letter: &Dispatch| self.letters.write(letter).map_err(|fault| MatchFault::Io(fault.to_string()));
        let cover = match &mail.report {
            Some(_) => written(&mail.letter.without_report())?,
            None => text.to_owned(),
        };
        let title = match (info, correspondent) {
            (Some(info), Correspondent::Party { name, .. }) => {
                format!("{}: {name}, exchange {}", info.match_id, mail.exchange)
            }
            (Some(info), _) => format!("{}: exchange {}", info.match_id, mail.exchange),
            (None, _) => self.settings.name.clone(),
        };
        let deadline = mail.letter.deadline();
        let html = page(&Page { title: &title, deadline, letter: &cover, report: mail.report.as_deref() });
        Ok((cover, html))
    }

    fn sender(&self) -> Sender {
        Sender {
            name: self.settings.name.clone(),
            address: self.settings.address.clone(),
            plus: self.settings.plus,
            limit: LIMIT,
        }
    }

    /// The mails of a match to one correspondent whose keys begin so, in their order: the first ones, and those that were not put
    /// by. All of a long match would be thousands.
    pub(super) fn conversation(&self, start: &str) -> Vec<Item> {
        let first = ["0/", "1/"].iter().flat_map(|exchange| self.outbox.under(&format!("{start}{exchange}")));
        let mut items: Vec<Item> = first.collect();
        if items.is_empty() {
            items.extend(self.outbox.under(start));
        }
        items.extend(self.outbox.recent(start).cloned());
        items.sort_by_key(Item::place);
        items.dedup_by_key(|item| item.place());
        items
    }

    /// All mails of a match to one correspondent are one conversation.
    fn thread(&self, info: Option<&OfficeMatch>, to: &Correspondent, in_reply_to: Option<String>) -> Thread {
        let (Some(info), Some(word)) = (info, to.id()) else {
            return Thread { in_reply_to, ..Thread::default() };
        };
        let items = self.conversation(&format!("{}/{word}/", info.match_id));
        let ids: Vec<String> = items.into_iter().map(|item| item.message_id).collect();
        Thread { root: ids.first().cloned(), earlier: ids, in_reply_to }
    }
}

/// What a mail is called in its subject.
fn title(info: Option<&OfficeMatch>, to: &To) -> &'static str {
    match (info, to) {
        (Some(info), _) => info.title,
        (None, To::Umpire | To::Person(_)) => "The office",
        (None, _) => "Your mail",
    }
}

/// The word of an observer where others have that of their party.
pub(super) fn observer(person: &Person) -> String {
    format!("observer-{}", &Digest::of(person.address.to_lowercase().as_bytes()).to_string()[..8])
}

/// Where the bytes of a queued mail are kept until it is sent.
pub(super) fn kept(folder: &Path, key: &str) -> PathBuf {
    folder.join("post").join("out").join(format!("{}.eml", road_key(key)))
}

/// The key of a mail as a road may use it in a file name.
pub(super) fn road_key(key: &str) -> String {
    let plain = key.replace('/', ".");
    if crate::post::wire::outward::is_key(&plain) {
        return plain;
    }
    Digest::of(key.as_bytes()).to_string()
}
