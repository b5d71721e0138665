//! A mail is composed, its bytes are kept, and it is queued.

use super::mail::{LEAGUE, Mail, STRANGER, To, observer};
use crate::matches::MatchFault;
use crate::post::compose::dispatches::{Dispatch, Notice, Topic, form_on_top};
use crate::post::compose::outbox::Item;
use crate::post::compose::page::{Page, page};
use crate::post::compose::{
    Correspondent, Kind, LIMIT, Office as Sender, Outgoing, Recipient, Thread, compose,
};
use crate::post::office::settings::Person;
use crate::post::office::state::{Bodies, MatchSession, OfficeContext, OfficeMatch};

/// Bytes of a mail's text or page that every mail program shows.
const MOST_SHOWN: usize = 100 * 1024;

impl OfficeContext {
    /// Queues a notice to the umpire on duty, once under each mark.
    ///
    /// # Errors
    /// If it cannot be written or kept.
    pub(crate) fn notify(
        &mut self,
        info: Option<&OfficeMatch>,
        exchange: u32,
        mark: &str,
        topic: Topic,
    ) -> Result<(), MatchFault> {
        let person = self.on_duty();
        let notice = Dispatch::Notice(Notice {
            umpire: person.name.clone(),
            match_id: info.map_or("office", |info| info.match_id.as_str()).to_owned(),
            exchange: u64::from(exchange),
            topic,
            code_word: self.desk_code(person).as_str().to_owned(),
        });
        let mut mail = Mail::new(To::Umpire, Kind::NoticeToUmpire, exchange, notice, self.now);
        mark.clone_into(&mut mail.mark);
        self.queue(info, mail).map(drop)
    }

    /// Composes a mail, keeps its bytes and queues it; gives its key. What was queued before stays as it was.
    ///
    /// # Errors
    /// If it cannot be composed, kept or queued.
    pub(crate) fn queue(&mut self, info: Option<&OfficeMatch>, mail: Mail) -> Result<String, MatchFault> {
        let key = mail.key(info);
        if self.is_queued(&key) {
            return Ok(key);
        }
        let (correspondent, to) = self.correspondent(info, &mail.to)?;
        let (text, html) = self.bodies(info, &correspondent, &to, &mail)?;
        // Strangers and observers speak to nobody; a player may write from where no match knows him.
        let may_speak = match &mail.to {
            To::Observer(_) | To::Office(_) => false,
            To::Stranger(address) => self.speaks(address),
            To::League(word, person) => word != STRANGER || self.speaks(&person.address),
            _ => true,
        };
        if may_speak && mail.kind != Kind::Unknown {
            self.hear_mail(info, &to.address, &mail, (&text, html.as_deref()))?;
        }
        let pings = self.pings(info, &mail, &key);
        let of_league = matches!(mail.to, To::League(..)).then(|| LEAGUE.to_owned());
        let outgoing = Outgoing {
            match_id: info.map(|info| info.match_id.clone()).or(of_league),
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
        self.shelf.keep_mail(&key, &message.bytes)?;
        self.outbox.queue(&key, &message.message_id, &message.sha256, &message.to, self.now)?;
        self.queue_pings(&key, &pings)?;
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
            To::League(_, person) | To::Player(person) | To::Office(person) => {
                (Correspondent::Nobody, person.clone())
            }
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

    /// The body of a mail as text and as a page, in the formats that its reader wants.
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
        if matches!(mail.to, To::Office(_)) {
            return Ok((text, None));
        }
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

    /// The mails of a match to one correspondent whose keys begin so, in their order: the first ones, and
    /// those that were not put by. All of a long match would be thousands.
    pub(crate) fn conversation(&self, start: &str) -> Vec<Item> {
        let first = first_mails(start).into_iter().flat_map(|start| self.outbox.under(&start));
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

/// How the keys of the first mails to one correspondent begin, behind what all of them begin with.
pub(crate) fn first_mails(start: &str) -> [String; 2] {
    ["0/", "1/"].map(|exchange| format!("{start}{exchange}"))
}

/// What a mail is called in its subject.
fn title(info: Option<&OfficeMatch>, to: &To) -> &'static str {
    match (info, to) {
        (Some(info), _) => info.title,
        (None, To::Umpire | To::Person(_)) => "The office",
        (None, To::League(..)) => "The league",
        (None, To::Player(_)) => "Your matches",
        (None, _) => "Your mail",
    }
}

impl MatchSession<'_> {
    /// Queues a notice to the umpire about this match, once in an exchange under each mark.
    pub(crate) fn notify(&mut self, exchange: u32, mark: &str, topic: Topic) -> Result<(), MatchFault> {
        self.context.notify(Some(self.info), exchange, mark, topic)
    }
}
