//! Mail that no match takes in: of strangers, of players who do not say which match they mean, and what came back.

use super::deal::Came;
use super::run::Office;
use super::tell::{Mail, To};
use crate::matches::MatchFault;
use crate::post::compose::Kind;
use crate::post::compose::dispatches::{Dispatch, Notice, Topic, Unclear};
use crate::post::letters::{BounceReport, tag};
use crate::post::wire::Done;

impl Office<'_> {
    /// Mail of somebody whom no match knows, or who does not say which of several matches is meant.
    pub(super) fn strange(&mut self, came: &Came, unclear: bool) -> Result<Done, MatchFault> {
        let address = came.letter.head.from.mailbox().map(|it| it.address.clone());
        let answer = match address {
            Some(address) if unclear => Some(self.ask_which(came, address)?),
            Some(address) => self.tell_stranger(&address)?,
            None => None,
        };
        self.note(&came.sha256, if unclear { "unclear" } else { "stranger" }, answer)?;
        Ok(Done::Refused)
    }

    /// Asks a player of several matches which is meant.
    fn ask_which(&mut self, came: &Came, address: String) -> Result<String, MatchFault> {
        let mut unclear = Unclear::default();
        for post in &self.posts {
            for (party, player) in post.played.players.iter().filter(|(_, it)| it.writes_from(&address)) {
                unclear.player.clone_from(&player.name);
                unclear.tags.push(tag(&post.match_id, party.id()));
            }
        }
        let to = To::Stranger(address);
        let mut mail = Mail::new(to, Kind::Unknown, 0, Dispatch::Unclear(unclear), self.bench.now);
        mail.mark = format!("which-{}", &came.sha256[..16]);
        mail.in_reply_to.clone_from(&came.letter.head.message_id);
        self.bench.queue(None, mail)
    }

    /// A stranger is answered once and no more, so that nobody can make the office send mail about.
    fn tell_stranger(&mut self, address: &str) -> Result<Option<String>, MatchFault> {
        if crate::post::wire::address::check(address).is_err() {
            return Ok(None);
        }
        let to = To::Stranger(address.to_owned());
        let mut mail = Mail::new(to, Kind::Unknown, 0, Dispatch::Unknown, self.bench.now);
        mail.mark = crate::digest::Digest::of(address.to_lowercase().as_bytes()).to_string()[..16].to_owned();
        if self.bench.is_queued(&mail.key(None)) {
            return Ok(None);
        }
        match self.bench.queue(None, mail) {
            // An address to which no mail can be written must not hold up everybody else's.
            Err(MatchFault::No { .. }) => Ok(None),
            queued => queued.map(Some),
        }
    }

    /// A mail of ours came back: it is noted, and the umpire is told once.
    pub(super) fn bounced(&mut self, report: &BounceReport) -> Result<(), MatchFault> {
        let Some(id) = report.original.as_deref() else { return Ok(()) };
        let Some(key) = self.bench.outbox.by_message_id(id).map(|item| item.key.clone()) else {
            return Ok(());
        };
        for recipient in report.recipients.iter().filter(|it| it.is_permanent()) {
            let status =
                recipient.diagnostic.clone().or_else(|| recipient.status.clone()).unwrap_or_default();
            let fresh = self.bench.outbox.bounced(id, &recipient.address, &status);
            let fresh = fresh.map_err(|fault| MatchFault::Io(fault.to_string()))?;
            let mut parts = key.split('/');
            let (match_id, party) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let exchange: u32 = parts.next().and_then(|it| it.parse().ok()).unwrap_or(0);
            let kind = parts.next().unwrap_or_default();
            // A notice to the umpire that comes back is told to nobody: there is nobody else.
            let Some(at) = self.posts.iter().position(|post| post.match_id == match_id) else { continue };
            if !fresh || party == "umpire" {
                continue;
            }
            let notice = Notice {
                umpire: self.bench.on_duty().name.clone(),
                code_word: self.bench.desk_code(self.bench.on_duty()).as_str().to_owned(),
                match_id: match_id.to_owned(),
                exchange: u64::from(exchange),
                topic: Topic::Bounce {
                    recipient: recipient.address.clone(),
                    message: format!("{kind} of exchange {exchange}"),
                    status,
                },
            };
            let letter = Dispatch::Notice(notice);
            let mut mail = Mail::new(To::Umpire, Kind::NoticeToUmpire, exchange, letter, self.bench.now);
            mail.mark = format!("bounce-{}", &crate::digest::Digest::of(key.as_bytes()).to_string()[..16]);
            self.bench.queue(Some(&self.posts[at]), mail)?;
        }
        Ok(())
    }
}
