//! Beside a mail that wants to be read goes a ping, where somebody has `notify:` in the settings.

use crate::matches::MatchFault;
use crate::post::compose::Kind;
use crate::post::office::outgoing::{Mail, To};
use crate::post::office::settings::Player;
use crate::post::office::state::{OfficeContext, OfficeMatch};
use crate::post::ping::{Ntfy, Ping, Way, carry, place};
use crate::post::wire::{SendFault, Sent};
use engine::digest::Digest;

/// How the keys of pings begin, before that of their mail.
const PINGS: &str = "ping";

/// Whether a mail of this kind comes unasked, so that somebody may want to hear of it.
fn is_news(kind: Kind) -> bool {
    match kind {
        Kind::Report
        | Kind::Reminder
        | Kind::DeadlineMoved
        | Kind::RevealRequest
        | Kind::Handover
        | Kind::FinalResult
        | Kind::NoticeToUmpire
        | Kind::Missed
        | Kind::Words => true,
        // The mail of the day comes every day.
        Kind::Receipt
        | Kind::Refusal
        | Kind::Status
        | Kind::Help
        | Kind::Unknown
        | Kind::Desk
        | Kind::Digest
        | Kind::Answer
        | Kind::Checkpoint => false,
    }
}

impl OfficeContext {
    /// The ways on which the reader of a mail wants to hear of it, each with the ping.
    pub(crate) fn pings(&self, info: Option<&OfficeMatch>, mail: &Mail, key: &str) -> Vec<(Way, Ping)> {
        let ways = match (&mail.to, info) {
            _ if !is_news(mail.kind) => Vec::new(),
            (To::Umpire, _) => self.settings.notify.clone(),
            (To::Party(party), Some(info)) => {
                info.played.players.get(party).map(|player| self.ways_of(player)).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let match_id = info.map(|info| info.match_id.as_str());
        let ping = Ping::new(&self.settings.name, key, match_id, mail.letter.deadline());
        ways.into_iter().map(|way| (way, ping.clone())).collect()
    }

    /// On which ways a player hears that a mail waits: his own wish, else as the settings say.
    fn ways_of(&self, player: &Player) -> Vec<Way> {
        match self.register.preferences(&player.address).notify {
            Some(own) => own.way(self.own_ntfy()).into_iter().collect(),
            None => player.notify.clone(),
        }
    }

    /// The umpire's own topic, whose server is that of the players' topics.
    fn own_ntfy(&self) -> Option<&Ntfy> {
        self.settings.notify.iter().find_map(|way| match way {
            Way::Ntfy(it) => Some(it),
            Way::Webhook(_) | Way::Discord(_) | Way::Matrix(_) => None,
        })
    }

    /// Keeps and queues pings, once for each mail and way.
    ///
    /// # Errors
    /// If one cannot be kept or queued.
    pub(crate) fn queue_pings(&mut self, of: &str, pings: &[(Way, Ping)]) -> Result<(), MatchFault> {
        for (way, ping) in pings {
            let key = format!("{PINGS}/{}/{}", way.id(), Digest::of(of.as_bytes()));
            if self.is_queued(&key) {
                continue;
            }
            let bytes = serde_json::to_vec(ping).map_err(|error| MatchFault::Bug(error.to_string()))?;
            self.shelf.keep_mail(&key, &bytes)?;
            let (id, hash) = (format!("<{}.{}@ping>", ping.id, way.id()), Digest::of(&bytes).to_string());
            self.outbox.queue(&key, &id, &hash, &[place(way)], self.now)?;
        }
        Ok(())
    }

    /// Sends a ping on the way of this word.
    ///
    /// # Errors
    /// With what the server said; for good if the settings have no such way any more.
    pub(crate) fn send_ping(&self, word: &str, bytes: &[u8]) -> Result<Sent, SendFault> {
        let settings = &self.settings;
        let players = settings.matches.iter().flat_map(|played| played.players.values());
        let mut ways = settings.notify.iter().cloned().chain(players.flat_map(|player| self.ways_of(player)));
        let Some(way) = ways.find(|way| way.id() == word) else {
            return Err(SendFault::unfit("nobody wants to hear of mail on this way any more"));
        };
        carry(&way, bytes, &self.folder)
    }
}
