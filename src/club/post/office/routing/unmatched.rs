//! Mail for no match: from strangers, from players who do not say which match they mean, and mail that
//! bounced.

use crate::matches::MatchFault;
use crate::post::compose::Kind;
use crate::post::compose::dispatches::{Dispatch, Topic, Unclear};
use crate::post::compose::outbox::{Item, STRANGERS, State};
use crate::post::letters::{BounceReport, same_address, tag};
use crate::post::office::inbox::Incoming;
use crate::post::office::outgoing::{LEAGUE, Mail, To};
use crate::post::office::state::Office;
use crate::post::wire::Done;
use engine::digest::Digest;

/// Strangers that are answered in a day.
const MOST_STRANGERS: usize = 100;

/// An address as it stands in a key.
fn hashed(address: &str) -> String {
    Digest::of(address.to_lowercase().as_bytes()).to_string()[..16].to_owned()
}

impl Office<'_> {
    /// Answers a writer who plays in no match, or who does not say which of several matches is meant. Answers
    /// are limited in number, since anybody can write in anybody's name.
    pub(crate) fn answer_stranger(&mut self, incoming: &Incoming, unclear: bool) -> Result<Done, MatchFault> {
        let mailable =
            |address: &String| crate::post::wire::address::check(address).is_ok() && address.is_ascii();
        let address = incoming.letter.head.from.mailbox().map(|it| it.address.clone()).filter(mailable);
        let mail = match address {
            Some(address) if unclear => Some(self.which(incoming, address)),
            Some(address) if !self.is_besieged() => Some(self.unknown(&address)),
            _ => None,
        };
        // Who had this answer already gets none.
        let mail = mail.filter(|mail| !self.context.is_queued(&mail.key(None)));
        let answer = mail.map(|mail| self.context.queue(None, mail)).transpose()?;
        self.note(&incoming.sha256, &incoming.same, if unclear { "unclear" } else { "stranger" }, answer)?;
        Ok(Done::Refused)
    }

    /// Asks a player of several matches which is meant, once a day.
    fn which(&self, incoming: &Incoming, address: String) -> Mail {
        let mut unclear = Unclear::default();
        for info in &self.matches {
            for (party, player) in info.played.players.iter().filter(|(_, it)| it.writes_from(&address)) {
                unclear.player.clone_from(&player.name);
                unclear.tags.push(tag(&info.match_id, party.id()));
            }
        }
        let day = self.context.now.as_second().div_euclid(86_400);
        let mark = format!("which-{}-{day}", hashed(&address));
        let to = To::Stranger(address);
        let mut mail = Mail::new(to, Kind::Unknown, 0, Dispatch::Unclear(unclear), self.context.now);
        mail.mark = mark;
        mail.in_reply_to.clone_from(&incoming.letter.head.message_id);
        mail
    }

    /// A stranger is answered once and no more.
    fn unknown(&self, address: &str) -> Mail {
        let to = To::Stranger(address.to_owned());
        let mut mail = Mail::new(to, Kind::Unknown, 0, Dispatch::Unknown, self.context.now);
        mail.mark = hashed(address);
        mail
    }

    /// Whether so many strangers were answered in the last day that somebody makes them up.
    fn is_besieged(&self) -> bool {
        let start = format!("{STRANGERS}0/{}/", Kind::Unknown.id());
        self.context.today(&start).count() >= MOST_STRANGERS
    }

    /// The id and key of the mail that came back: by its id, or, if a relay has written that anew, the newest
    /// to such an address that fits what is enclosed. Without an address of ours nothing is taken for ours.
    fn returned(&self, report: &BounceReport) -> Option<(String, String)> {
        let outbox = &self.context.outbox;
        let by_id = report.original.as_deref().and_then(|id| outbox.by_message_id(id));
        let enclosed = report.enclosed.clone().unwrap_or_default();
        let named = report.recipients.iter().map(|it| it.address.as_str());
        let addresses: Vec<&str> = named.chain(enclosed.to.iter().map(String::as_str)).collect();
        let is_fitting = |item: &&Item| {
            let part = |at: usize| item.key.split('/').nth(at).unwrap_or_default();
            let tagged = enclosed.tag.as_ref().is_none_or(|tag| {
                part(0) == tag.match_id && tag.party.as_deref().is_none_or(|party| part(1) == party)
            });
            let of_kind = enclosed.kind.as_deref().is_none_or(|kind| part(3) == kind);
            let of_exchange = enclosed.exchange.is_none_or(|number| part(2) == number.to_string());
            let to = |address: &String| addresses.iter().any(|it| same_address(it, address));
            item.state == State::Sent && tagged && of_kind && of_exchange && item.to.iter().any(to)
        };
        // Without our own words in it, a forged report would fill the umpire's mailbox.
        let is_ours = enclosed.tag.is_some();
        let found = by_id.or_else(|| {
            outbox.items().filter(|_| is_ours).filter(is_fitting).max_by_key(|item| item.place()).cloned()
        })?;
        Some((found.message_id, found.key))
    }

    /// Records that a mail of the office came back, and notifies the umpire once.
    pub(crate) fn note_bounce(&mut self, report: &BounceReport) -> Result<(), MatchFault> {
        let Some((id, key)) = self.returned(report) else { return Ok(()) };
        for recipient in report.recipients.iter().filter(|it| it.is_permanent()) {
            let status =
                recipient.diagnostic.clone().or_else(|| recipient.status.clone()).unwrap_or_default();
            let fresh = self.context.outbox.bounced(&id, &recipient.address, &status)?;
            let mut parts = key.split('/');
            let (match_id, party) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let exchange: u32 = parts.next().and_then(|it| it.parse().ok()).unwrap_or(0);
            let kind = parts.next().unwrap_or_default();
            if match_id == LEAGUE && fresh {
                self.league_bounced((party, &key), &recipient.address, &status)?;
                continue;
            }
            // A notice to the umpire that comes back is told to nobody: there is nobody else.
            let Some(at) = self.matches.iter().position(|info| info.match_id == match_id) else { continue };
            if !fresh || party == "umpire" {
                continue;
            }
            let topic = Topic::Bounce {
                recipient: recipient.address.clone(),
                message: format!("{kind} of exchange {exchange}"),
                status,
            };
            let mark = format!("bounce-{}", &Digest::of(key.as_bytes()).to_string()[..16]);
            self.context.notify(Some(&self.matches[at]), exchange, &mark, topic)?;
        }
        Ok(())
    }
}
