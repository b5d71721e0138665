//! Mails that are due by the clock: reminders, deadlines that moved, the grace, and so many missing sides
//! that the mail may be down.

use jiff::Timestamp;

use crate::clock::{Fixed, PartyState, Reminder, Span, Verdict, left};
use crate::matches::{Change, MatchFault};
use crate::post::compose::Kind;
use crate::post::compose::dispatches::{Deadline, Dispatch, Reminder as Reminding, Topic};
use crate::post::office::outgoing::{Mail, To};
use crate::post::office::state::MatchSession;
use engine::party::Party;
use engine::trust::Trust;

impl MatchSession<'_> {
    /// Queues the mails that are due by the clock of the match at this instant.
    ///
    /// # Errors
    /// If something cannot be written, or by a defect.
    pub(crate) fn queue_clock_mail(&mut self) -> Result<(), MatchFault> {
        if self.host.game.settings.schedule.is_none() {
            self.remind_by_hours()?;
        }
        let Some(fixed) = self.host.game.fixed().cloned() else { return Ok(()) };
        self.queue_changes()?;
        match self.host.game.verdict(&self.now.to_string())? {
            Some(Verdict::Remind { reminder, parties, .. }) => self.remind(&reminder, &parties),
            Some(Verdict::InGrace { missing, until }) => {
                let policy = format!("Late orders count until {}.", self.host.game.in_words(until));
                let parties: Vec<Party> = missing.iter().filter_map(|word| Party::parse(word)).collect();
                self.warn_missing(fixed.exchange, &parties, &policy)?;
                self.notify(fixed.exchange, "grace", self.late(&missing, &fixed, policy))
            }
            Some(Verdict::Outage { missing }) => {
                let asked = self.host.game.party_states()?.iter().filter(|party| party.asked).count();
                self.notify(fixed.exchange, "outage", Topic::Outage { missing: missing.len(), asked })
            }
            _ => Ok(()),
        }
    }

    /// When sides are reminded in a match without a schedule: as the settings say, or else a day before a
    /// deadline that leaves two or more.
    pub(crate) fn reminders(&self) -> Vec<(Timestamp, Span)> {
        let settings = &self.host.game.settings;
        let Some(deadline) = self.deadline_at().filter(|_| settings.schedule.is_none()) else {
            return Vec::new();
        };
        let hours = settings.deadline_hours.unwrap_or(0);
        let usual = if hours >= 48 { vec![Span::hours(24)] } else { Vec::new() };
        let leads = self.info.played.reminders.clone().unwrap_or(usual);
        // What would be sent with the report is left out.
        let fits = leads.into_iter().filter(|lead| lead.minutes() < hours.saturating_mul(60));
        fits.map(|lead| (deadline - lead.duration(), lead)).collect()
    }

    fn remind_by_hours(&mut self) -> Result<(), MatchFault> {
        let Some(deadline) = self.deadline_at().filter(|deadline| self.now < *deadline) else {
            return Ok(());
        };
        let due = self.reminders().into_iter().filter(|(at, _)| *at <= self.now).max();
        let Some((_, lead)) = due else { return Ok(()) };
        let states = self.host.game.party_states()?;
        let waited_for = |it: &&PartyState| it.asked && it.choice && !(it.has_orders && it.is_final);
        let parties: Vec<String> = states.iter().filter(waited_for).map(|it| it.party.clone()).collect();
        self.remind(&Reminder { exchange: self.exchange(), deadline, lead }, &parties)
    }

    fn late(&self, missing: &[String], fixed: &Fixed, policy: String) -> Topic {
        let named =
            |word: &String| Party::parse(word).map_or_else(|| word.clone(), |it| it.name().to_owned());
        Topic::Late {
            parties: missing.iter().map(named).collect(),
            deadline: fixed.words.clone().unwrap_or_default(),
            policy,
        }
    }

    fn remind(&mut self, reminder: &Reminder, parties: &[String]) -> Result<(), MatchFault> {
        let sealing = self.host.game.settings.trust == Trust::CommitReveal;
        for party in parties.iter().filter_map(|word| Party::parse(word)) {
            let (has_orders, is_final) = self.standing(party)?;
            let letter = Dispatch::Reminder(Reminding {
                to: self.addressee(party, reminder.exchange)?,
                deadline: self.instant_of(party, reminder.deadline),
                left: left(self.now, reminder.deadline),
                has_orders,
                is_final,
                sealing,
                missing: if sealing {
                    self.policy().replace("Without them", "Without it")
                } else {
                    self.policy()
                },
            });
            let mut mail = Mail::new(To::Party(party), Kind::Reminder, reminder.exchange, letter, self.now);
            mail.mark = reminder.to_string().replace(['/', ':'], "-");
            self.context.queue(Some(self.info), mail)?;
        }
        Ok(())
    }

    /// Each change of the deadline since the exchange was opened, to all parties: whatever happened to the
    /// clock, by whose hand ever.
    fn queue_changes(&mut self) -> Result<(), MatchFault> {
        let changes = self.host.game.changes()?;
        let newest = changes.last().map(|change| change.number);
        for change in changes.iter().filter(|change| change.is_felt()) {
            self.queue_change(change, Some(change.number) == newest)?;
        }
        Ok(())
    }

    fn queue_change(&mut self, change: &Change, is_newest: bool) -> Result<(), MatchFault> {
        let Change { number, before, after, .. } = change;
        let why = change.why(&self.host.game.zone());
        let runs = |fixed: &Fixed| fixed.deadline.filter(|_| !fixed.paused);
        for party in self.host.game.people() {
            let mut mail =
                Mail::new(To::Party(party), Kind::DeadlineMoved, after.exchange, Dispatch::Unknown, self.now);
            mail.mark = number.to_string();
            if self.context.is_queued(&mail.key(Some(self.info))) {
                continue;
            }
            let packet = self.host.packet(party)?;
            let (has_orders, is_final) = self.standing(party)?;
            let in_words = |at| self.instant_of(party, at);
            let none = (!after.paused).then(|| "none: the umpire closes the exchange".to_owned());
            mail.letter = Dispatch::Deadline(Deadline {
                to: self.addressee(party, after.exchange)?,
                why: why.clone(),
                old: runs(before).map(in_words),
                new: runs(after).map(|at| self.instant_and_left(party, at)).or(none),
                asked: packet.asked,
                has_orders,
                is_final,
            });
            if is_newest && packet.asked && !after.paused {
                mail.attachments = self.calendar_file(party, &packet)?;
            }
            self.context.queue(Some(self.info), mail)?;
        }
        Ok(())
    }
}
