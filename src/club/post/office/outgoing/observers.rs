//! Observers: what the match lets them see, as late as it says.

use super::mail::{Mail, To};
use crate::kit::{packet_of, shown_then};
use crate::matches::MatchFault;
use crate::matches::Published;
use crate::post::compose::dispatches::{Dispatch, Watch};
use crate::post::compose::{Attachment, Kind};
use crate::post::office::settings::View;
use crate::post::office::state::MatchSession;
use engine::party::Party;
use engine::view::Packet;

impl MatchSession<'_> {
    /// Shows observers the newest exchange that is old enough, and the end at once.
    ///
    /// # Errors
    /// If something cannot be read or written.
    pub(crate) fn queue_for_observers(&mut self) -> Result<(), MatchFault> {
        let watch = self.info.played.watch.clone();
        let over = self.host.game.is_over();
        let delay = watch.delay.unwrap_or(0);
        // The end is kept beside the last exchange.
        let shown = if over { self.exchange() + 1 } else { self.exchange().saturating_sub(delay) };
        for observer in self.info.played.observers.iter().filter(|_| shown > 0) {
            let to = To::Observer(observer.clone());
            let mut mail = Mail::new(to, Kind::Report, shown, Dispatch::Unknown, self.now);
            if self.context.is_queued(&mail.key(Some(self.info))) {
                continue;
            }
            let packets = self.kept_packets(shown)?;
            let Some((_, packet)) = packets.first() else { continue };
            let standing = packet.standing.clone();
            if watch.view == View::Reports {
                for (party, packet) in &packets {
                    mail.attachments.extend(self.seen(*party, packet, shown)?);
                }
            }
            mail.letter = Dispatch::Watch(Watch {
                name: observer.name.clone(),
                match_id: self.info.match_id.clone(),
                exchange: shown,
                standing,
                delay: if over { 0 } else { delay },
                over,
                attached: mail.attachments.iter().map(|it| it.name.clone()).collect(),
                genesis: self.host.game.genesis.to_string(),
            });
            self.context.queue(Some(self.info), mail)?;
        }
        Ok(())
    }

    /// What each party was shown of an exchange.
    fn kept_packets(&self, exchange: u32) -> Result<Vec<(Party, Packet)>, MatchFault> {
        let mut packets = Vec::new();
        for &party in self.host.game.parties() {
            packets.extend(self.shown_then(party, exchange)?.map(|packet| (party, packet)));
        }
        Ok(packets)
    }

    /// What a party was shown of an exchange: as it was written then, or made again if that is not kept any
    /// more; nothing if there was no such exchange.
    pub(crate) fn shown_then(&self, party: Party, exchange: u32) -> Result<Option<Packet>, MatchFault> {
        let what = Published { kind: "packets", exchange, party, extension: "json" };
        let kept = self.store.published(&what).ok().flatten().and_then(|bytes| String::from_utf8(bytes).ok());
        // A file that a power cut has torn is made again, too.
        if let Some(packet) = kept.and_then(|text| packet_of(&what.name(), &text).ok()) {
            return Ok(Some(packet));
        }
        let rules =
            |settings: &crate::matches::Settings| settings.lay_out(self.context.systems, &self.context.games);
        match shown_then(&rules, &*self.store, exchange, party) {
            Ok(packet) => Ok(Some(packet)),
            Err(MatchFault::No { .. }) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    fn seen(&self, party: Party, packet: &Packet, exchange: u32) -> Result<Vec<Attachment>, MatchFault> {
        let name = |end: &str| format!("{}-{exchange:03}-{}.{end}", self.info.match_id, party.id());
        let json = serde_json::to_vec(packet).map_err(|error| MatchFault::Bug(error.to_string()))?;
        let html = crate::report::render(&self.context.templates, packet, crate::report::Format::Html)?;
        Ok(vec![
            Attachment::packet(name("json"), json),
            Attachment::new(name("html"), "text/html; charset=utf-8", html),
        ])
    }
}
