//! Mail that no match takes in: of strangers, of players who do not say which match they mean, and what came back.

use super::deal::Came;
use super::run::Office;
use super::tell::{Mail, To};
use crate::digest::Digest;
use crate::matches::MatchFault;
use crate::post::compose::Kind;
use crate::post::compose::dispatches::{Dispatch, Topic, Unclear};
use crate::post::compose::outbox::STRANGERS;
use crate::post::letters::{BounceReport, tag};
use crate::post::wire::Done;

/// Strangers that are answered in a day.
const MOST_STRANGERS: usize = 100;

/// An address as it stands in a key.
fn hashed(address: &str) -> String {
    Digest::of(address.to_lowercase().as_bytes()).to_string()[..16].to_owned()
}

impl Office<'_> {
    /// Mail of somebody whom no match knows, or who does not say which of several matches is meant. What is sent back is
    /// bounded, since anybody can write in anybody's name.
    pub(super) fn strange(&mut self, came: &Came, unclear: bool) -> Result<Done, MatchFault> {
        let mailable =
            |address: &String| crate::post::wire::address::check(address).is_ok() && address.is_ascii();
        let address = came.letter.head.from.mailbox().map(|it| it.address.clone()).filter(mailable);
        let mail = match address {
            Some(address) if unclear => Some(self.which(came, address)),
            Some(address) if !self.is_besieged() => Some(self.unknown(&address)),
            _ => None,
        };
        // Who had this answer already gets none.
        let mail = mail.filter(|mail| !self.bench.is_queued(&mail.key(None)));
        let answer = mail.map(|mail| self.bench.queue(None, mail)).transpose()?;
        self.note(&came.sha256, &came.same, if unclear { "unclear" } else { "stranger" }, answer)?;
        Ok(Done::Refused)
    }

    /// Asks a player of several matches which is meant, once a day.
    fn which(&self, came: &Came, address: String) -> Mail {
        let mut unclear = Unclear::default();
        for post in &self.posts {
            for (party, player) in post.played.players.iter().filter(|(_, it)| it.writes_from(&address)) {
                unclear.player.clone_from(&player.name);
                unclear.tags.push(tag(&post.match_id, party.id()));
            }
        }
        let day = self.bench.now.as_second().div_euclid(86_400);
        let mark = format!("which-{}-{day}", hashed(&address));
        let to = To::Stranger(address);
        let mut mail = Mail::new(to, Kind::Unknown, 0, Dispatch::Unclear(unclear), self.bench.now);
        mail.mark = mark;
        mail.in_reply_to.clone_from(&came.letter.head.message_id);
        mail
    }

    /// A stranger is answered once and no more.
    fn unknown(&self, address: &str) -> Mail {
        let to = To::Stranger(address.to_owned());
        let mut mail = Mail::new(to, Kind::Unknown, 0, Dispatch::Unknown, self.bench.now);
        mail.mark = hashed(address);
        mail
    }

    /// Whether so many strangers were answered in the last day that somebody makes them up.
    fn is_besieged(&self) -> bool {
        let start = format!("{STRANGERS}0/{}/", Kind::Unknown.id());
        self.bench.today(&start).count() >= MOST_STRANGERS
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
            let fresh = self.bench.outbox.bounced(id, &recipient.address, &status)?;
            let mut parts = key.split('/');
            let (match_id, party) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let exchange: u32 = parts.next().and_then(|it| it.parse().ok()).unwrap_or(0);
            let kind = parts.next().unwrap_or_default();
            // A notice to the umpire that comes back is told to nobody: there is nobody else.
            let Some(at) = self.posts.iter().position(|post| post.match_id == match_id) else { continue };
            if !fresh || party == "umpire" {
                continue;
            }
            let topic = Topic::Bounce {
                recipient: recipient.address.clone(),
                message: format!("{kind} of exchange {exchange}"),
                status,
            };
            let mark = format!("bounce-{}", &Digest::of(key.as_bytes()).to_string()[..16]);
            self.bench.notify(Some(&self.posts[at]), exchange, &mark, topic)?;
        }
        Ok(())
    }
}
