//! Sends what is due.

use crate::fence;
use crate::matches::MatchFault;
use crate::post::compose::outbox::Pace;
use crate::post::office::state::{Happening, MailOf, Office, OfficeContext, RunSummary};
use crate::post::ping::way_of;
use crate::post::wire::config::Out;
use crate::post::wire::outward::{carrier, road_key};
use crate::post::wire::pace::RateLimit;
use crate::post::wire::{Carrier, Envelope, SendFault, Sent};
use engine::problem::count;

/// Messages a minute where the settings name no rate.
const USUAL: u32 = 30;

/// The most answers to strangers in a minute and in an hour.
const STRANGERS: (u32, u32) = (10, 60);

impl OfficeContext {
    /// The pace of sending, as the settings want it.
    pub(crate) fn pace(&self) -> Pace {
        let asked = self.settings.mail.rate;
        // A folder on this machine asks for no patience, a server for some.
        let silent = asked == RateLimit::default() && !matches!(self.settings.mail.outward, Out::Folder(_));
        let rate = if silent { RateLimit { per_minute: Some(USUAL), ..asked } } else { asked };
        Pace { rate, strangers: rate.tenth(STRANGERS.0, STRANGERS.1), ..Pace::default() }
    }

    /// Sends what is due; what fails waits and comes up again, what is refused for good is listed in the
    /// summary.
    ///
    /// # Errors
    /// If the log cannot be written, or the settings lead nowhere.
    pub(crate) fn send(&mut self, summary: &mut RunSummary) -> Result<(), MatchFault> {
        let due = self.outbox.due(self.now, &self.pace());
        if due.is_empty() {
            return Ok(());
        }
        let mut carrier = carrier(&self.settings.mail.outward, &self.folder)?;
        let mut lost = 0;
        for key in due {
            let (to, is_stranger) = self
                .outbox
                .item(&key)
                .map(|item| (item.to.clone(), item.is_to_stranger()))
                .unwrap_or_default();
            let bytes = match self.shelf.mail(&key) {
                Ok(bytes) if self.outbox.allow(&key, &bytes).is_ok() => bytes,
                // One message that is gone must not hold up the others.
                damaged => {
                    let why = damaged
                        .map_or_else(|error| error.to_string(), |_| "its bytes were changed".to_owned());
                    self.outbox.failed(&key, true, &why, self.now)?;
                    self.tell(|| Happening::MailFailed { mail: MailOf::key(&key), for_good: true });
                    summary.troubles.push(format!("{key} to {} cannot be sent: {why}", to.join(", ")));
                    continue;
                }
            };
            let from = Some(self.settings.address.clone());
            let envelope = Envelope { key: road_key(&key), from, to: to.clone() };
            let sent = self.carried(&mut *carrier, &envelope, &bytes);
            match sent {
                Ok(sent) => {
                    self.outbox.sent(&key, &sent.answer, self.now)?;
                    // The log has its hash; the bytes have done their duty.
                    _ = self.shelf.drop_mail(&key);
                    summary.sent += 1;
                    self.tell(|| Happening::MailSent(MailOf::key(&key)));
                }
                Err(fault @ SendFault::Misconfigured { .. }) => {
                    summary.troubles.push(fault.to_string());
                    break;
                }
                Err(fault) => {
                    let permanent = matches!(fault, SendFault::Refused { .. });
                    self.outbox.failed(&key, permanent, &fault.to_string(), self.now)?;
                    self.tell(|| Happening::MailFailed { mail: MailOf::key(&key), for_good: permanent });
                    // Whoever makes addresses up should not fill the umpire's mailbox.
                    match is_stranger && permanent {
                        true => lost += 1,
                        false => summary.troubles.push(format!("{key} to {}: {fault}", to.join(", "))),
                    }
                }
            }
        }
        if lost > 0 {
            summary.notices.push(format!("the server refused {} to strangers", count(lost, "answer")));
        }
        Ok(())
    }

    /// Sends one message: a mail by its road, a ping by its way.
    ///
    /// # Errors
    /// As [`Carrier::send`] and [`OfficeContext::send_ping`]; a defect is tried again.
    fn carried(
        &self,
        carrier: &mut dyn Carrier,
        envelope: &Envelope,
        bytes: &[u8],
    ) -> Result<Sent, SendFault> {
        let sent = || match envelope.to.first().and_then(|to| way_of(to)) {
            Some(way) => self.send_ping(way, bytes),
            None => carrier.send(envelope, bytes),
        };
        fence::fenced(sent).unwrap_or_else(|panic| {
            Err(SendFault::later(format!("a defect of sealord while sending it: {panic}")))
        })
    }
}

impl Office<'_> {
    /// The state of the outgoing mail, in words.
    pub fn status(&self) -> String {
        self.context.outbox.status(&self.context.pace()).to_string()
    }
}
