//! Reports as mails: the newest to each party, and everything to a player who takes over.

use std::collections::BTreeSet;

use super::mail::{Mail, To, key};
use crate::clock::{CalendarEntry, ics, uid};
use crate::matches::publish::show_recorded;
use crate::matches::{MatchFault, Raw};
use crate::orders::form::{by_mail, form};
use crate::orders::numbered;
use crate::post::compose::dispatches::{Cover, Dispatch, FormPlace, Handover};
use crate::post::compose::{Attachment, Kind};
use crate::post::office::state::MatchSession;
use crate::report::{Format, render};
use engine::party::Party;
use engine::problem::list_and;
use engine::trust::Trust;
use engine::view::{Packet, story};

/// A larger journal is not sent: many servers take 10 MB, and other files go with it.
const LARGEST_JOURNAL: usize = 5_000_000;

impl MatchSession<'_> {
    pub(crate) fn publish(&mut self) -> Result<(), MatchFault> {
        self.shown = show_recorded(&*self.store, &self.host, &self.context.templates)?;
        Ok(())
    }

    /// The report of a packet; it is not made again if it was written down in this run.
    fn page(&self, packet: &Packet, format: Format) -> Result<String, MatchFault> {
        let shown = self.shown.iter().find(|shown| shown.packet == *packet);
        match shown.and_then(|shown| shown.report(format)) {
            Some(report) => Ok(report.to_owned()),
            None => Ok(render(&self.context.templates, packet, format)?),
        }
    }

    /// Queues for each party the newest report if it has not been sent yet, or everything to a player who
    /// takes over.
    ///
    /// # Errors
    /// If something cannot be rendered or written.
    pub(crate) fn queue_reports(&mut self) -> Result<(), MatchFault> {
        // A match beside a real table that waits for its first declarations has nothing to say yet.
        if self.host.trail().told_at().is_none() {
            return Ok(());
        }
        self.queue_for_observers()?;
        for party in self.host.game.people() {
            let packet = self.host.packet(party)?;
            let address = &self.player(party)?.address;
            let reached = self.reached(party);
            let taken_over = reached.last().is_some_and(|last| !last.eq_ignore_ascii_case(address));
            // Looked up before it is written: most runs have nothing new to tell.
            let newest = key(&self.info.match_id, party.id(), packet.exchange, kind_of(&packet));
            if taken_over {
                let mail = self.report_of(party, &packet)?;
                self.hand_over(party, mail)?;
            } else if !self.context.is_queued(&newest) {
                let mail = self.report_of(party, &packet)?;
                let mail = self.enclosed(party, mail)?;
                self.context.queue(Some(self.info), mail)?;
            }
        }
        Ok(())
    }

    /// The newest report of a party as a mail.
    ///
    /// # Errors
    /// If it cannot be rendered.
    pub(crate) fn report(&self, party: Party) -> Result<Mail, MatchFault> {
        let packet = self.host.packet(party)?;
        self.report_of(party, &packet)
    }

    fn report_of(&self, party: Party, packet: &Packet) -> Result<Mail, MatchFault> {
        let text = self.for_mail(party, &self.page(packet, Format::Text)?);
        let attachments = self.attachments(party, packet)?;
        let deadline = self.deadline_of(party).filter(|_| packet.asked);
        let journal = attachments.iter().any(|it| it.name == "journal.jsonl");
        let lines = attachments.iter().map(|it| format!("{}: {}", it.name, about(&it.name))).collect();
        // Whoever is asked nothing may still want to say something.
        let coded = !packet.over && self.wants_code(party);
        let cover = Cover {
            to: self.addressee(party, packet.exchange)?,
            missed: self.missed_words(party)?,
            clocks: self.clock_words(party, packet)?,
            news: self.news(packet),
            asked: packet.asked,
            idle: packet.is_idle(),
            may_send: self.host.game.open && packet.takes_standing(),
            sealing: packet.trust == Trust::CommitReveal,
            deadline,
            code_word: coded.then(|| self.code(party).as_str().to_owned()),
            key: packet.asked.then(|| self.identity.recipient().to_string()),
            attached: lines,
            ruled: self.ruled_lines(packet),
            journal,
            form_place: FormPlace::End,
            report: text,
        };
        let letter = match packet.over {
            true => Dispatch::Result(cover),
            false => Dispatch::Report(cover),
        };
        let mut mail = Mail::new(To::Party(party), kind_of(packet), packet.exchange, letter, self.told_at()?);
        mail.attachments = attachments;
        mail.report = Some(self.for_mail(party, &self.page(packet, Format::Markdown)?));
        Ok(mail)
    }

    /// What the clocks of the league say, while its match is under way.
    fn clock_words(&self, party: Party, packet: &Packet) -> Result<String, MatchFault> {
        let Some(secretary) = self.context.secretary.filter(|_| !packet.over) else {
            return Ok(String::new());
        };
        let of = (&*self.store, self.info.match_id.as_str());
        Ok(secretary.clocks(&self.context.folder, of, party)?.unwrap_or_default())
    }

    /// The rules that lines of the report cite and of which a ruling became a case. It stands in the mail and
    /// not in the report, which an audit makes again from the journal alone.
    fn ruled_lines(&self, packet: &Packet) -> Vec<String> {
        let ruled = self.context.ruled_on();
        if ruled.is_empty() {
            return Vec::new();
        }
        let story = story(&packet.view).unwrap_or_default();
        let lines = story.iter().flat_map(|chapter| chapter.lines);
        let cited: BTreeSet<&str> = lines.filter_map(|line| line["rule"].as_str()).collect();
        let line = |rule: &str| Some(format!("{rule}: ruled on in {}", list_and(ruled.get(rule)?)));
        cited.into_iter().filter_map(line).collect()
    }

    /// When the newest exchange was opened, or the match ended: the instant of the report.
    fn told_at(&self) -> Result<jiff::Timestamp, MatchFault> {
        let time = self.host.told_at()?;
        time.parse().map_err(|error| MatchFault::Bug(format!("{time}: {error}")))
    }

    fn news(&self, packet: &Packet) -> String {
        if !packet.over {
            return packet.standing.clone();
        }
        let (game, sides) = (&self.host.game, self.host.game.sides());
        let points: Vec<String> = sides.iter().map(|side| game.rules.points(*side).to_string()).collect();
        let names: Vec<&str> = sides.iter().map(|side| side.name()).collect();
        let how = match &game.agreed {
            None => "",
            Some(agreed) if agreed.panel.is_some() => "as a panel found, ",
            Some(agreed) if agreed.out_of_time.is_some() => "by the clock, ",
            Some(_) => "as agreed, ",
        };
        let score = format!("{} ({})", points.join(" to "), names.join(" to "));
        match game.winner() {
            Some(side) => format!("{how}the {} win, points {score}", side.name()),
            None => format!("{how}a draw, points {score}"),
        }
    }

    fn attachments(&self, party: Party, packet: &Packet) -> Result<Vec<Attachment>, MatchFault> {
        let name = |end: &str| format!("{}-{:03}-{}.{end}", self.info.match_id, packet.exchange, party.id());
        let json = serde_json::to_vec(packet).map_err(|error| MatchFault::Bug(error.to_string()))?;
        let mut all = Vec::new();
        if !self.preferences(party).slim {
            let html = self.page(packet, Format::Html)?;
            all.push(Attachment::packet(name("json"), json));
            all.push(Attachment::new(name("html"), "text/html; charset=utf-8", html));
        }
        if packet.over && !self.preferences(party).slim {
            all.extend(self.journal()?);
        }
        if self.host.game.open && packet.takes_file() {
            all.push(Attachment::form(name("yaml"), self.form(party, packet)));
        }
        if packet.asked {
            all.extend(self.calendar_file(party, packet)?);
        }
        Ok(all)
    }

    /// The whole record of a match that is over, unless it is more than a mailbox takes.
    fn journal(&self) -> Result<Vec<Attachment>, MatchFault> {
        let Raw { journal, head } = self.store.raw()?;
        if journal.len() > LARGEST_JOURNAL {
            return Ok(Vec::new());
        }
        Ok(vec![
            Attachment::new("journal.jsonl", "application/jsonl", journal),
            Attachment::packet("head.json", head),
        ])
    }

    /// The form as a file, with the code word as a remark on top.
    pub(crate) fn form(&self, party: Party, packet: &Packet) -> String {
        self.coded_form(party, form(packet, Some(&packet.doctrine)))
    }

    /// A form with the next version of the party's orders, and its code word on top where the match asks for
    /// it.
    pub(crate) fn coded_form(&self, party: Party, form: String) -> String {
        let form = self.for_mail(party, &form);
        match self.wants_code(party) {
            true => format!("# code: {}\n{form}", self.code(party).as_str()),
            false => form,
        }
    }

    /// A text with a form in it, as somebody needs it who plays by mail: with the next version of the party's
    /// orders.
    fn for_mail(&self, party: Party, text: &str) -> String {
        let text = numbered(text, self.host.next_version(party));
        match self.host.game.settings.trust {
            Trust::Umpire => by_mail(&text),
            Trust::CommitReveal => text,
        }
    }

    /// The deadline for the party's calendar, if there is one.
    ///
    /// # Errors
    /// Only by a defect.
    pub(crate) fn calendar_file(&self, party: Party, packet: &Packet) -> Result<Vec<Attachment>, MatchFault> {
        let name = format!("{}-{:03}-{}.ics", self.info.match_id, packet.exchange, party.id());
        let file = self.calendar(party, packet)?.map(|text| Attachment::calendar(name, text));
        Ok(file.into_iter().collect())
    }

    fn calendar(&self, party: Party, packet: &Packet) -> Result<Option<String>, MatchFault> {
        let Some(deadline) = &packet.deadline else { return Ok(None) };
        let deadline = deadline.parse().map_err(|error| MatchFault::Bug(format!("{deadline}: {error}")))?;
        let address = &self.context.settings.address;
        let domain = address.rsplit('@').next().unwrap_or_default();
        let match_id = format!("{}-{}", self.info.match_id, party.id());
        Ok(Some(ics(&CalendarEntry {
            deadline,
            uid: &uid(&match_id, packet.exchange, domain),
            summary: &format!("Orders for {} ({})", self.info.match_id, party.name()),
            description: &format!("Exchange {} of {}", packet.exchange, self.info.match_id),
            organiser: Some((&self.context.settings.name, address)),
            stamp: self.told_at()?,
            alarms: &[],
            sequence: self.host.game.fixed().map_or(0, |fixed| fixed.sequence),
            cancelled: false,
        })))
    }

    /// Queues the hand-over for a player who takes a party over: all that the party knows, and the new code
    /// word.
    fn hand_over(&mut self, party: Party, report: Mail) -> Result<(), MatchFault> {
        let player = self.player(party)?;
        let packet = self.host.packet(party)?;
        let (has_orders, is_final) = self.standing(party)?;
        let mut attached: Vec<String> =
            report.attachments.iter().map(|it| format!("{}: {}", it.name, about(&it.name))).collect();
        attached.push("the report of this exchange, which follows in a separate mail".to_owned());
        let letter = Dispatch::Handover(Handover {
            to: self.addressee(party, packet.exchange)?,
            title: self.info.title.to_owned(),
            code_word: self.wants_code(party).then(|| self.code(party).as_str().to_owned()),
            keys: player.key.is_some(),
            attached,
            has_orders,
            is_final,
            deadline: self.deadline_and_left(party),
        });
        let generation = self.generation(party);
        let mut mail = Mail::new(To::Party(party), Kind::Handover, packet.exchange, letter, self.now);
        mail.mark = generation.to_string();
        mail.attachments = report.attachments.clone();
        let mail = self.enclosed(party, mail)?;
        self.context.queue(Some(self.info), mail)?;
        let mut report = report;
        report.mark = format!("again-{generation}");
        report.instant = self.now;
        let report = self.enclosed(party, report)?;
        self.context.queue(Some(self.info), report).map(drop)
    }
}

/// What the newest report is sent as.
fn kind_of(packet: &Packet) -> Kind {
    if packet.over { Kind::FinalResult } else { Kind::Report }
}

/// What an attached file is, by the end of its name.
fn about(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("jsonl") => "the journal of the match, for \"sealord audit\"",
        Some("json") if name == "head.json" => "the newest entry of the journal; keep it beside it",
        Some("json") => "the packet, for the program sealord",
        Some("html") => "the report with its chart, for a browser",
        Some("yaml") => "the order form",
        Some("ics") => "the deadline for your calendar",
        _ => "enclosed",
    }
}
