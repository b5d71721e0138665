//! One run of the office: mail that waits is read and handled match by match, and mail that is due is sent.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::batch::Batch;
use super::place::{Placed, Writer};
use super::tend::tend;
use crate::matches::MatchFault;
use crate::post::office::inbox::{FencedSource, Incoming, Quarantined, Read, Rounds, Settled};
use crate::post::office::state::{MatchSnapshot, Office, RunSummary, fenced};
use crate::post::wire::{Done, Source, WireFault};

/// How many messages are held in memory at once.
const BATCH: usize = 200;

impl<'s> Office<'s> {
    /// Reads all mail that waits, does what it says, advances every match, and sends what is due.
    ///
    /// # Errors
    /// If the source cannot be looked at: then nothing is closed, and what was queued before still goes out.
    /// Or if nothing can be written down. What goes wrong in one match, or with one letter, is listed in the
    /// summary and holds up nothing else; mail that may be for a match that cannot be read waits until it
    /// can.
    pub fn run(&mut self, source: Option<&mut dyn Source>) -> Result<RunSummary, MatchFault> {
        let troubles = self.closed.iter().map(|(_, fault)| fault.to_string()).collect();
        let mut summary = RunSummary { troubles, ..RunSummary::default() };
        let has_source = source.is_some();
        let mut rounds = Rounds::new(self.matches.len());
        if let Some(source) = source
            && let Err(outage) = self.take_all(&mut FencedSource(source), &mut summary, &mut rounds)
        {
            self.context.send(&mut summary)?;
            return Err(outage);
        }
        // Letters that wait may hold answers that came in time.
        let is_all_read = has_source && self.league_waits.is_none();
        summary.troubles.extend(self.league_waits.take().map(|why| format!("league: {why}")));
        let due: BTreeSet<String> = self.context.yard.due(self.context.now)?.into_iter().collect();
        let not_advanced =
            rounds.advanced.iter().enumerate().filter(|(_, advanced)| !**advanced).map(|(at, _)| at);
        let places: Vec<usize> = not_advanced.filter(|at| !self.is_idle(&self.matches[*at], &due)).collect();
        self.advance_all(&places, &mut summary)?;
        if is_all_read {
            self.league_news(&mut summary);
        }
        self.context.yard.keep()?;
        match fenced(|| self.send_digest()) {
            Err(MatchFault::Bug(why)) => self.is_broken("the digest", &why, &mut summary),
            sent => sent?,
        }
        match fenced(|| self.send_daily(&mut summary)) {
            Err(MatchFault::Bug(why)) => self.is_broken("the players' mail of the day", &why, &mut summary),
            sent => sent?,
        }
        self.context.send(&mut summary)?;
        self.keep_troubles()?;
        summary.waiting = self.context.outbox.status(&self.context.pace()).waiting.len();
        Ok(summary)
    }

    fn take_all(
        &mut self,
        source: &mut dyn Source,
        summary: &mut RunSummary,
        rounds: &mut Rounds,
    ) -> Result<(), MatchFault> {
        while self.take(source, summary, rounds)? == BATCH {}
        Ok(())
    }

    /// Takes in one batch; gives how many there were. What a fault holds up is not looked at again in this
    /// run: it would keep the mail of other matches away. A match is advanced only with the last batch:
    /// mail that waits still may have come in time.
    fn take(
        &mut self,
        source: &mut dyn Source,
        summary: &mut RunSummary,
        rounds: &mut Rounds,
    ) -> Result<usize, MatchFault> {
        let mut waiting = source.waiting(BATCH + rounds.held_up.len())?;
        waiting.retain(|one| !rounds.held_up.contains(&one.id));
        let is_last = waiting.len() != BATCH;
        let mut sorted: Vec<Vec<(Incoming, Writer)>> = self.matches.iter().map(|_| Vec::new()).collect();
        let (mut settled, mut quarantined): (Vec<Settled>, Vec<Quarantined>) = (Vec::new(), Vec::new());
        for one in &waiting {
            let taken = match source.read(&one.id) {
                Ok(Some(taken)) => taken,
                Ok(None) => continue,
                // It waits where it is, and keeps nobody else's mail away.
                Err(fault @ WireFault::Broken { .. }) => {
                    self.is_broken(&format!("a message in the mailbox ({})", one.id), &fault.what(), summary);
                    continue;
                }
                Err(fault) => return Err(fault.into()),
            };
            summary.received += 1;
            let incoming = match self.read_message(taken, &mut rounds.met)? {
                Read::Letter(incoming) => *incoming,
                Read::Settled((id, done)) => {
                    summary.count(if done == Done::Refused { done } else { Done::Ignored });
                    settled.push((id, done));
                    continue;
                }
                Read::Quarantined(letter) => {
                    quarantined.push(letter);
                    continue;
                }
            };
            match fenced(|| self.place(&incoming)) {
                Ok(Placed::At(at, who)) => sorted[at].push((incoming, who)),
                Ok(Placed::Held) => {}
                Ok(Placed::Done(done)) => {
                    summary.count(done);
                    settled.push((incoming.id, done));
                }
                Err(fault) => quarantined.push(Quarantined::of(&incoming, fault)?),
            }
        }
        let many = sorted.iter().filter(|mail| !mail.is_empty()).count();
        let advance = is_last && !self.is_helped(many)?;
        for (at, mail) in sorted.into_iter().enumerate().filter(|(_, mail)| !mail.is_empty()) {
            rounds.advanced[at] |= advance;
            let (done, set_aside) = self.work_on(at, mail, advance, summary);
            settled.extend(done);
            quarantined.extend(set_aside);
        }
        for letter in quarantined {
            settled.push(self.quarantine(letter, source, summary)?);
        }
        rounds.held_up.extend(waiting.iter().map(|one| one.id.clone()));
        rounds.mark(source, settled, summary);
        Ok(waiting.len())
    }

    /// Handles a match's mail and, if asked to, advances the match. Gives which messages are done with, and
    /// which are put aside. A fault of the match leaves the rest for the next run and holds up no other
    /// match.
    pub(super) fn work_on(
        &mut self,
        at: usize,
        mail: Vec<(Incoming, Writer)>,
        advance: bool,
        summary: &mut RunSummary,
    ) -> (Vec<Settled>, Vec<Quarantined>) {
        let mut batch = Batch::new(mail);
        let info = &self.matches[at];
        let tended = tend(self.kit, info, &mut self.context, &mut batch, (advance, summary));
        let match_id = &self.matches[at].match_id;
        match tended.result {
            Ok(()) => {}
            Err(MatchFault::Bug(why)) => self.is_broken(&format!("the match {match_id}"), &why, summary),
            Err(fault) => summary.troubles.push(format!("{match_id}: {fault}")),
        }
        self.note_match(at, tended.snapshot);
        (batch.settled, batch.quarantined)
    }

    /// Notes how a match stands after what was done in it.
    pub(super) fn note_match(&mut self, at: usize, snapshot: Option<MatchSnapshot>) {
        let info = &mut self.matches[at];
        info.snapshot = snapshot.map(Rc::new);
        self.context.yard.note(&info.played.word(), info.snapshot.as_ref());
        // What it waited for before its mail counts no more: a full batch of mail may be the last one.
        info.waits = None;
    }
}
