//! The umpire overrides the position, declares what a real table decides, or takes the match back. All of it
//! appends; nothing is ever cut.

use serde_json::Value;

use crate::clock::Event;
use crate::matches::entries::{Clocked, Superseded, value};
use crate::matches::fault::MatchFault;
use crate::matches::host::Host;
use crate::matches::replay::Game;
use engine::adjudicator::record::Ruling;
use engine::declare::Batch;
use engine::entry::Kind;

impl Host {
    /// Overrides the position, with a reason that all parties read; the open exchange is closed unresolved.
    ///
    /// # Errors
    /// If the change cannot be made, or the dice are public.
    pub fn rule(&mut self, reason: &str, change: &str) -> Result<(), MatchFault> {
        self.dice_are_secret()?;
        let event = self.ruling(reason, change)?;
        self.intervene(Kind::Ruling, reason, event, "make a ruling that the position allows")
    }

    /// Takes up what people at a real table declare, all of it or nothing. The open exchange is closed
    /// unresolved, if the caller says `reopen`.
    ///
    /// # Errors
    /// Everything in it that cannot be declared, an open exchange, or public dice.
    pub fn declare(&mut self, reason: &str, batch: &Batch, reopen: bool) -> Result<(), MatchFault> {
        self.dice_are_secret()?;
        let event = self.declared(reason, batch)?;
        if let Some(open) = self.game.open_now().filter(|_| !reopen) {
            let what = format!("exchange {} is open; a declaration closes it unresolved", open.number);
            let mend = "resolve it first; or add --reopen: its questions are asked anew, and what was sent for it counts \
                        no more";
            return Err(MatchFault::no(what, mend));
        }
        self.intervene(Kind::Declaration, reason, event, "declare what the position allows")
    }

    fn declared(&self, reason: &str, batch: &Batch) -> Result<Value, MatchFault> {
        self.game.rules.declaration(reason, &batch.lines).map_err(|refused| MatchFault::Refused {
            problems: batch.problems(&refused),
            source: batch.source.clone(),
        })
    }

    /// The number of the entry that holds this very declaration, if nothing has come in since.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn declared_already(&self, reason: &str, batch: &Batch) -> Result<Option<u64>, MatchFault> {
        let Some(entry) = self.trail.caused(Kind::Declaration) else { return Ok(None) };
        let known: Ruling<Value, Value> = entry.says()?;
        let same = known.reason == reason && self.game.rules.has_declared(&known.event, &batch.lines);
        Ok(same.then_some(entry.number))
    }

    /// Changes the position from outside, and plays on.
    fn intervene(&mut self, kind: Kind, reason: &str, event: Value, mend: &str) -> Result<(), MatchFault> {
        let before = self.game.rules.fork();
        self.game.settled_hash = None;
        let resolved = match self.game.rules.intervene(kind, &event) {
            Err(what) => Err(MatchFault::no(what, mend)),
            Ok(()) => self.play_on(false),
        };
        self.game.rules = before;
        let body = value(&Ruling { reason: reason.to_owned(), event, resolved: resolved? })?;
        self.append(kind, None, None, body)?;
        self.settle()
    }

    fn ruling(&self, reason: &str, change: &str) -> Result<Value, MatchFault> {
        let rules = &self.game.rules;
        let changes = rules.about().title.changes;
        let ruling = rules.ruling(reason, change);
        ruling.map_err(|what| MatchFault::no(what, format!("write one of these\n{changes}")))
    }

    /// The number of the entry that holds this very ruling, if nothing has come in since: then the command is
    /// given a second time, perhaps because the first was cut short.
    ///
    /// # Errors
    /// If the change is not understood.
    pub fn ruled_already(&self, reason: &str, change: &str) -> Result<Option<u64>, MatchFault> {
        let Some(entry) = self.trail.caused(Kind::Ruling) else { return Ok(None) };
        let known: Ruling<Value, Value> = entry.says()?;
        let same = known.reason == reason && known.event == self.ruling(reason, change)?;
        Ok(same.then_some(entry.number))
    }

    /// Takes the match back to the opening of an exchange; nothing is cut from the journal.
    ///
    /// # Errors
    /// If that exchange is not in effect, or the dice are public.
    pub fn undo(&mut self, back_to: u32, reason: &str) -> Result<(), MatchFault> {
        self.dice_are_secret()?;
        if !self.game.exchanges.iter().any(|exchange| exchange.number == back_to) {
            let known: Vec<String> = self.game.exchanges.iter().map(|it| it.number.to_string()).collect();
            let what = format!("exchange {back_to} is not in effect");
            return Err(MatchFault::no(what, format!("choose one of {}", known.join(", "))));
        }
        let body = value(&Superseded { back_to, reason: reason.to_owned() })?;
        self.append(Kind::Superseded, None, None, body)?;
        let seed = self.game.seed.take();
        self.game = Game::replay(self.game.rules.anew(), &self.log.all()?, seed)?;
        self.settle()
    }

    /// The number of the entry that takes back this very exchange for this very reason, if nothing has come
    /// in since.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn undone_already(&self, back_to: u32, reason: &str) -> Result<Option<u64>, MatchFault> {
        let Some(entry) = self.trail.caused(Kind::Superseded) else { return Ok(None) };
        let known: Superseded = entry.says()?;
        Ok((known.back_to == back_to && known.reason == reason).then_some(entry.number))
    }

    /// The number of the entry that records this very event for the open exchange, if nothing has come in
    /// since.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn clocked_already(&self, event: &Event) -> Result<Option<u64>, MatchFault> {
        let open = self.game.fixed().map(|fixed| fixed.exchange);
        let newest = self.trail.caused(Kind::Clock).filter(|entry| entry.exchange == open);
        let Some(entry) = newest else { return Ok(None) };
        let known: Clocked = entry.says()?;
        Ok((known.event == *event).then_some(entry.number))
    }

    /// Once the seed is public, a player who chooses orders or salts chooses the dice with them.
    fn dice_are_secret(&self) -> Result<(), MatchFault> {
        if !self.game.disclosed && !self.game.ended {
            return Ok(());
        }
        let what = "the match is over and its dice seed is public: a player who went on from here could choose his dice";
        Err(MatchFault::no(what, "let the result stand, or begin a new match with `sealord new`"))
    }
}
