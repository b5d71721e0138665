//! A resolution is looked at before it is done: who is missing, what comes to nothing, what would be asked
//! next. No die of the open exchange is rolled, and nothing is written.

use std::cell::Cell;

use serde::Serialize;

use crate::matches::entries::Missing;
use crate::matches::fault::MatchFault;
use crate::matches::replay::Game;
use engine::adjudicator::record::Void;
use engine::party::Party;
use engine::table::rolls::{DiceSource, KeyRing};

/// What a resolution would meet, as far as no die decides it.
#[derive(Clone, Debug, Serialize)]
pub struct Trial {
    /// The exchange that is open.
    pub exchange: u32,
    /// Who is asked and has sent nothing.
    pub missing: Vec<Party>,
    /// Who has promised a file and not opened it.
    pub unopened: Vec<Party>,
    /// The policy that would answer for them.
    pub policy: Missing,
    /// Where the umpire would have to answer in person before anything goes on, what for.
    pub by_hand: Vec<String>,
    /// Early and planned orders that would come to nothing, if no die comes before that.
    pub voids: Vec<Void>,
    /// What comes then.
    pub next: Next,
}

/// What comes after the orders of an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// Dice fall first; what comes after depends on them.
    Dice,
    /// Questions, each with whom it is put to and what it is about.
    Questions(Vec<(Party, String)>),
    /// Nothing is asked any more.
    Over,
    /// Files are still sealed, or the umpire must answer first: nobody can say.
    Unknown,
}

/// The dice of exchanges that are closed; those of the open one stay in the cup.
struct NoMore<'k> {
    closed: &'k KeyRing,
    open: u32,
    asked_for: Cell<bool>,
}

impl NoMore<'_> {
    fn look(&self, exchange: u32) -> Result<(), String> {
        if exchange < self.open {
            return Ok(());
        }
        self.asked_for.set(true);
        Err("a trial rolls no die".to_owned())
    }
}

impl DiceSource for NoMore<'_> {
    fn faces(&self, exchange: u32, label: &str, count: usize) -> Result<Vec<u8>, String> {
        self.look(exchange)?;
        self.closed.faces(exchange, label, count)
    }

    fn shuffle(&self, exchange: u32, label: &str, count: usize) -> Result<Vec<usize>, String> {
        self.look(exchange)?;
        self.closed.shuffle(exchange, label, count)
    }
}

impl Game {
    /// What closing the open exchange now would meet. The game is used up: what policies answer is in it
    /// afterwards.
    ///
    /// # Errors
    /// If no exchange is open, the umpire's secret is not at hand, or by a defect of the rules.
    pub fn trial(mut self) -> Result<Trial, MatchFault> {
        if self.seed.is_none() {
            let what = "without the umpire's secret/seed nobody can say what would come";
            return Err(MatchFault::no(what, "try it in the umpire's own folder"));
        }
        let exchange = self.open_exchange()?;
        let open = exchange.number;
        let asked = exchange.submissions.asked();
        let has_sent = |party: &Party| {
            exchange.submissions.committed(*party).is_some() || exchange.defaults.contains_key(party)
        };
        let missing: Vec<Party> = asked.iter().copied().filter(|party| !has_sent(party)).collect();
        let unopened: Vec<Party> =
            asked.iter().copied().filter(|party| exchange.submissions.is_unopened(*party)).collect();
        let policy = self.policy_now();
        let mut by_hand = Vec::new();
        for party in asked {
            let known = self.open_exchange()?.defaults.contains_key(&party);
            match if known { Ok(None) } else { self.default_for(party) } {
                Ok(None) => {}
                Ok(Some(orders)) => _ = self.open_exchange()?.defaults.insert(party, orders),
                Err(MatchFault::Waiting(why)) => by_hand.push(why),
                Err(fault) => return Err(fault),
            }
        }
        let mut trial = Trial {
            exchange: open,
            missing,
            unopened,
            policy,
            by_hand,
            voids: Vec::new(),
            next: Next::Unknown,
        };
        if trial.unopened.is_empty() && trial.by_hand.is_empty() {
            self.look_ahead(open, &mut trial)?;
        }
        Ok(trial)
    }

    fn look_ahead(&self, open: u32, trial: &mut Trial) -> Result<(), MatchFault> {
        let closed = self.keys();
        let dice = NoMore { closed: &closed, open, asked_for: Cell::new(false) };
        match self.rules.play(self.book(true)?, &dice, self.settled_hash) {
            Err(_) if dice.asked_for.get() => trial.next = Next::Dice,
            Err(fault) => return Err(fault.into()),
            Ok(played) => {
                if let Some(voids) = played.body.get("voids") {
                    trial.voids = serde_json::from_value(voids.clone())
                        .map_err(|error| MatchFault::Bug(format!("voids of a resolution: {error}")))?;
                }
                let of = |waiting: &engine::table::Waiting| (waiting.party, waiting.question.title.clone());
                let questions: Vec<(Party, String)> = played.waiting.iter().map(of).collect();
                trial.next = if questions.is_empty() { Next::Over } else { Next::Questions(questions) };
            }
        }
        Ok(())
    }
}
