//! Fences of the office: a panic over one letter, match or source is a fault of that one, the umpire gets one
//! notice, and everything else goes on.

use crate::fence;
use crate::post::compose::dispatches::Topic;
use crate::post::office::state::{Office, RunSummary, fenced};
use crate::post::wire::{Backlog, Done, Fetched, MessageId, Source, Waiting, WireFault};
use engine::digest::Digest;

/// A road in with a fence around each thing that is asked of it.
pub(crate) struct FencedSource<'s>(pub(crate) &'s mut dyn Source);

impl FencedSource<'_> {
    fn ask<T>(
        &mut self,
        doing: &str,
        ask: impl FnOnce(&mut dyn Source) -> Result<T, WireFault>,
    ) -> Result<T, WireFault> {
        let asked = fence::fenced(|| ask(self.0));
        asked.unwrap_or_else(|why| Err(WireFault::Broken { doing: doing.to_owned(), why }))
    }
}

impl Source for FencedSource<'_> {
    fn waiting(&mut self, limit: usize) -> Result<Vec<Waiting>, WireFault> {
        self.ask("looking for messages", |source| source.waiting(limit))
    }

    fn read(&mut self, id: &MessageId) -> Result<Option<Fetched>, WireFault> {
        self.ask("fetching a message", |source| source.read(id))
    }

    fn done(&mut self, id: &MessageId, outcome: Done) -> Result<(), WireFault> {
        self.ask("marking a message as done", |source| source.done(id, outcome))
    }

    fn backlog(&mut self) -> Result<Backlog, WireFault> {
        self.ask("counting messages", |source| source.backlog())
    }
}

impl Office<'_> {
    /// Notes that a defect of the program keeps something from going on, and says so to the umpire once.
    pub(crate) fn is_broken(&mut self, what: &str, why: &str, summary: &mut RunSummary) {
        summary.troubles.push(format!("{what}: {why}"));
        let mark = Digest::of(format!("{what}: {why}").as_bytes()).to_string();
        let topic = Topic::Broken { what: what.to_owned(), why: why.to_owned() };
        let sent = fenced(|| self.context.notify(None, 0, &format!("broken-{}", &mark[..16]), topic));
        if let Err(fault) = sent {
            summary.troubles.push(fault.to_string());
        }
    }
}
