//! A match that is open, with what the office needs for it.

use jiff::Timestamp;
use zeroize::Zeroizing;

use super::context::OfficeContext;
use super::office_match::OfficeMatch;
use super::preferences::Preferences;
use crate::clock::from_now;
use crate::matches::publish::Shown;
use crate::matches::{Exchange, Host, MatchFault, Store};
use crate::post::compose::dispatches::Addressee;
use crate::post::keys::{CodeWord, Identity, IdentityFault};
use crate::post::office::settings::{Player, Proof};
use engine::digest::{Digest, Salt};
use engine::party::Party;

/// The name of the key that opens envelopes.
const ENVELOPE_KEY: &str = "secret/envelope.key";

/// A match that is open, with what the office needs for it.
pub struct MatchSession<'d> {
    pub(crate) host: Host,
    pub(crate) store: Box<dyn Store>,
    pub(crate) info: &'d OfficeMatch,
    pub(crate) context: &'d mut OfficeContext,
    /// From which code words are made.
    pub(crate) secret: [u8; 32],
    /// Opens the envelopes that players send.
    pub(crate) identity: Identity,
    pub(crate) now: Timestamp,
    /// What the parties were shown last in this run: the reports of these packets are sent as they are.
    pub(crate) shown: Vec<Shown>,
}

impl<'d> MatchSession<'d> {
    /// Opens a session of a match; makes the key of its envelopes if it has none.
    ///
    /// # Errors
    /// If the match has no seed here, or the key cannot be read or written.
    pub(crate) fn new(
        host: Host,
        info: &'d OfficeMatch,
        context: &'d mut OfficeContext,
    ) -> Result<MatchSession<'d>, MatchFault> {
        let store = info.store.limited(info.played.keep.unwrap_or(context.keep));
        let secret = *derived(&host, b"sealord/code-words/v1\0", &[])?.as_bytes();
        let now = context.now;
        let identity = identity(&*store, now)?;
        Ok(MatchSession { host, store, info, context, secret, identity, now, shown: Vec::new() })
    }

    /// The party's code word now.
    pub(crate) fn code(&self, party: Party) -> CodeWord {
        CodeWord::derive(&self.secret, &self.info.match_id, party.id(), self.generation(party))
    }

    /// Who plays a party, by address in small letters.
    pub(crate) fn seated(&self, party: Party) -> String {
        self.info.played.players.get(&party).map(|player| player.address.to_lowercase()).unwrap_or_default()
    }

    /// Whether the party's mail is looked at for a code word: orders, or commands where orders are signed.
    pub(crate) fn wants_code(&self, party: Party) -> bool {
        self.info.played.proof != Proof::Address && self.info.played.players.contains_key(&party)
    }

    /// Who plays a party.
    pub(crate) fn player(&self, party: Party) -> Result<&'d Player, MatchFault> {
        let player = self.info.played.players.get(&party);
        player.ok_or_else(|| MatchFault::Bug(format!("no player is named for the {party}")))
    }

    /// Refuses what is meant for a party that the staff officer plays.
    ///
    /// # Errors
    /// If one does.
    pub(crate) fn is_read_by_somebody(&self, party: Party) -> Result<(), MatchFault> {
        match self.host.game.settings.is_officer(party) {
            false => Ok(()),
            true => {
                let what = format!("the staff officer plays the {} and reads no mail", party.name());
                Err(MatchFault::no(what, "name another side"))
            }
        }
    }

    /// Who plays a party, as a letter about an exchange names it.
    pub(crate) fn addressee(&self, party: Party, exchange: u32) -> Result<Addressee, MatchFault> {
        let player = self.player(party)?.name.clone();
        let (party, match_id) = (party.name().to_owned(), self.info.match_id.clone());
        Ok(Addressee { player, party, match_id, exchange: exchange.into() })
    }

    /// The number of the newest exchange.
    pub(crate) fn exchange(&self) -> u32 {
        self.host.game.exchanges.last().map_or(0, |exchange| exchange.number)
    }

    /// The open exchange, if one is.
    pub(crate) fn open(&self) -> Option<&Exchange> {
        self.host.game.exchanges.last().filter(|_| self.host.game.open)
    }

    /// The deadline of the open exchange, if it has one that runs.
    pub(crate) fn deadline_at(&self) -> Option<Timestamp> {
        self.open()?.opened.deadline.as_deref()?.parse().ok()
    }

    /// That deadline in words, by the clocks of the match.
    pub(crate) fn deadline(&self) -> Option<String> {
        self.deadline_at().map(|at| self.host.game.in_words(at))
    }

    /// That deadline in words, as a party's player wants it.
    pub(crate) fn deadline_of(&self, party: Party) -> Option<String> {
        self.deadline_at().map(|at| self.instant_of(party, at))
    }

    /// The same with the time that is left as of this mail: `Tuesday 1 December 2026, 04:59 UTC, in 3 days`.
    pub(crate) fn deadline_and_left(&self, party: Party) -> Option<String> {
        self.deadline_at().map(|at| self.instant_and_left(party, at))
    }

    /// An instant in words, as a party's player wants it, with the time until then unless it is past.
    pub(crate) fn instant_and_left(&self, party: Party, at: Timestamp) -> String {
        let words = self.instant_of(party, at);
        if at > self.now { format!("{words}, {}", from_now(self.now, at)) } else { words }
    }

    /// What stands in place of a deadline while the match is paused.
    pub(crate) fn paused(&self) -> Option<String> {
        let is_paused = self.host.game.fixed().is_some_and(|fixed| fixed.paused);
        is_paused.then(|| "none, the match is paused".to_owned())
    }

    /// An instant in words, as a party's player wants it.
    pub(crate) fn instant_of(&self, party: Party, at: Timestamp) -> String {
        self.preferences(party).in_words(at, &self.host.game.zone())
    }

    /// How a party's player wants the office's mail.
    pub(crate) fn preferences(&self, party: Party) -> Preferences {
        let player = self.info.played.players.get(&party);
        player.map(|player| self.context.register.preferences(&player.address)).unwrap_or_default()
    }

    /// Whether a party has orders or a commitment for the open exchange, and whether its orders are final.
    pub(crate) fn standing(&self, party: Party) -> Result<(bool, bool), MatchFault> {
        let Some(exchange) = self.open() else { return Ok((false, false)) };
        let sealed = exchange.submissions.revealed(party);
        let held = sealed.is_some() || exchange.submissions.committed(party).is_some();
        let is_final = match sealed {
            Some(sealed) => crate::matches::read_orders(sealed.open())?.is_final,
            None => false,
        };
        Ok((held, is_final))
    }

    /// The salt that seals plain orders: the same for the same orders, and known to nobody without the seed.
    /// Orders that come again after a crash are so the file that was promised before it.
    pub(crate) fn salt(&self, party: Party, orders: &[u8]) -> Result<Salt, MatchFault> {
        let exchange = self.exchange().to_be_bytes();
        let digest =
            derived(&self.host, b"sealord/post-salt/v1\0", &[party.id().as_bytes(), &exchange, orders])?;
        Ok(Salt::from_bytes(*digest.as_bytes()))
    }

    /// How many other players had the party before, as far as mail was sent to them.
    pub(crate) fn generation(&self, party: Party) -> u32 {
        let reached = self.reached(party);
        let current = self.info.played.players.get(&party).map_or("", |player| player.address.as_str());
        let others = reached.iter().map(String::as_str).chain([current]);
        let mut last: Option<&str> = None;
        let mut changes = 0;
        for address in others {
            changes += u32::from(last.is_some_and(|last| !last.eq_ignore_ascii_case(address)));
            last = Some(address);
        }
        changes
    }

    /// To whom reports and hand-overs of a party went, in their order.
    pub(crate) fn reached(&self, party: Party) -> Vec<String> {
        let start = format!("{}/{}/", self.info.match_id, party.id());
        let counts = |key: &str| matches!(key.split('/').nth(3), Some("report" | "result" | "handover"));
        let mut items: Vec<_> = self.context.outbox.under(&start).filter(|item| counts(&item.key)).collect();
        items.sort_by_key(|item| item.place());
        items.into_iter().filter_map(|item| item.to.first().cloned()).collect()
    }
}

/// The key that opens the envelopes of a match; a new one for a match that has none. One that is there is
/// never replaced: what was encrypted to it would be lost.
fn identity(store: &dyn Store, now: Timestamp) -> Result<Identity, MatchFault> {
    let Some(kept) = store.small(ENVELOPE_KEY)?.map(Zeroizing::new) else {
        let fresh = Identity::generate();
        store.keep_small(ENVELOPE_KEY, fresh.to_file_text(now).as_bytes())?;
        return Ok(fresh);
    };
    let text = std::str::from_utf8(&kept).map_err(|_| IdentityFault::Missing);
    text.and_then(Identity::parse)
        .map_err(|fault| MatchFault::Io(format!("{ENVELOPE_KEY} of the match in {}: {fault}", store.name())))
}

/// A hash that nobody can make without the seed.
fn derived(host: &Host, label: &[u8], parts: &[&[u8]]) -> Result<Digest, MatchFault> {
    let seed = host.game.seed.as_ref().ok_or_else(|| MatchFault::Bug("no seed".into()))?.to_hex();
    let lengths: Vec<[u8; 8]> = parts.iter().map(|part| (part.len() as u64).to_be_bytes()).collect();
    let mut all: Vec<&[u8]> = vec![label, seed.as_bytes()];
    for (part, length) in parts.iter().zip(&lengths) {
        all.extend([length.as_slice(), part]);
    }
    Ok(Digest::of_parts(&all))
}
