//! RESOLVE: the table at which a system is played: asking, rolling, telling.
//!
//! A system reads like its rulebook, straight on. Where it needs a decision it asks; if the answer is not
//! there yet, `ask` gives back a pause, `?` carries it out, and the half-done run is thrown away. When the
//! answers have been revealed the rules run again from the last settled position. Dice are named, so a re-run
//! rolls the same; `guard` proves that it also told the same.
//!
//! Invariant of absence: nothing here knows a rule, a file or a clock.

pub mod book;
mod counted;
pub mod halt;
pub mod judge;
mod planned;
mod reply;
pub mod rolls;
pub mod transcript;
pub mod trace;
mod withheld;

use std::collections::BTreeSet;

use crate::draft::BattlePlansDraft;
use crate::party::Party;
use crate::question::{Ask, OpenQuestion, Picks};
use crate::system::System;

pub use counted::Counted;
pub use halt::{Fault, Halt, Step};
pub use rolls::DiceSource;
pub use trace::Trace;
pub use transcript::{Divergence, Note, Roll, Section, guard, in_order};

use book::BookOf;
use halt::Why;
use reply::Reply;

/// A question that waits for a party, with those the party may answer in the same file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Who is asked.
    pub party: Party,
    /// What is asked.
    pub question: OpenQuestion,
    /// What the same party will be asked next, with nothing unknown in between.
    pub ahead: Vec<OpenQuestion>,
}

/// An answer that was legal when it was given and came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoidOrder {
    /// Whose answer.
    pub party: Party,
    /// The question's key.
    pub key: String,
    /// Why it came to nothing.
    pub why: String,
}

/// All that a system may touch while it resolves.
pub struct Table<'t, S: System> {
    system: &'t S,
    state: S::State,
    book: &'t BookOf<S>,
    dice: &'t dyn DiceSource,
    sections: Vec<Section<S::Event>>,
    current: usize,
    consumed: u32,
    furthest: u32,
    last_file: Option<(Party, u32)>,
    again: bool,
    waiting: Vec<Waiting>,
    voids: Vec<VoidOrder>,
    keys: BTreeSet<(Party, String)>,
    labels: BTreeSet<u64>,
    poisoned: bool,
    branches: Vec<Branch>,
    rehearsal: bool,
    trace: Option<Box<Trace>>,
    counted: Option<Box<Counted>>,
}

/// A part that runs on its own.
struct Branch {
    name: String,
    /// The newest exchange that it has used, once it is over.
    used: Option<u32>,
}

/// What a run leaves behind.
pub struct Run<S: System> {
    /// The position, of use only if nothing waits.
    pub state: S::State,
    /// What was told, by section; the trunk first.
    pub sections: Vec<Section<S::Event>>,
    /// What waits for an answer.
    pub waiting: Vec<Waiting>,
    /// True if a pause was carried out, or branches still wait to be joined.
    pub paused: bool,
    /// Early answers that came to nothing.
    pub voids: Vec<VoidOrder>,
    /// The newest exchange of which anything was used.
    pub consumed: u32,
    /// The file that was used last, if nothing became known since and it has plans for which that counts.
    pub fresh: Option<(Party, u32)>,
    /// What a run that looked ahead says of those before it.
    pub trace: Option<Box<Trace>>,
    /// How dice fell, of a run at a table where they are counted.
    pub counted: Option<Box<Counted>>,
}

impl<'t, S: System> Table<'t, S> {
    /// Lays a position on the table. `consumed` is the newest exchange that led to this position.
    pub fn new(
        system: &'t S,
        state: S::State,
        book: &'t BookOf<S>,
        dice: &'t dyn DiceSource,
        consumed: u32,
    ) -> Table<'t, S> {
        Table {
            system,
            state,
            book,
            dice,
            sections: vec![Section { name: String::new(), after: 0, notes: Vec::new() }],
            current: 0,
            consumed,
            furthest: consumed,
            last_file: None,
            again: false,
            waiting: Vec::new(),
            voids: Vec::new(),
            keys: BTreeSet::new(),
            labels: BTreeSet::new(),
            poisoned: false,
            branches: Vec::new(),
            rehearsal: false,
            trace: None,
            counted: None,
        }
    }

    /// A table at which the file was used last whose plans are still `fresh`, and at which the step was
    /// played before if it is played `again`.
    pub fn going_on(mut self, fresh: Option<(Party, u32)>, again: bool) -> Table<'t, S> {
        (self.last_file, self.again) = (fresh, again);
        self
    }

    /// A table at which nobody reads what is asked: rules need not say what a party should have before its
    /// eyes, and neither keys nor labels are guarded against coming twice.
    pub fn rehearsing(mut self) -> Table<'t, S> {
        self.rehearsal = true;
        self
    }

    /// A table at which the answers of these exchanges, which the step asked one after the other, are all
    /// known.
    pub fn looking_ahead(mut self, exchanges: Vec<u32>) -> Table<'t, S> {
        self.trace = Some(Box::new(Trace::new(exchanges, self.consumed)));
        self
    }

    /// Whether nobody reads what is asked.
    pub fn is_rehearsal(&self) -> bool {
        self.rehearsal
    }

    /// Words that a question or a roll has for its readers; nothing where nobody reads it.
    pub fn worded(&self, words: impl FnOnce() -> String) -> String {
        if self.rehearsal { String::new() } else { words() }
    }

    /// Clears the table.
    pub fn finish(self) -> Run<S> {
        let consumed = self.furthest.max(self.consumed);
        let book = self.book;
        Run {
            fresh: self.last_file.filter(|(party, exchange)| book.has_fresh(*party, *exchange, consumed)),
            state: self.state,
            sections: self.sections,
            paused: self.poisoned || self.branches.iter().any(|it| it.used.is_none()),
            waiting: self.waiting,
            voids: self.voids,
            consumed,
            trace: self.trace,
            counted: self.counted,
        }
    }

    /// The rules and data of the system.
    pub fn system(&self) -> &'t S {
        self.system
    }

    /// The position. It changes only by [`Table::record`].
    pub fn state(&self) -> &S::State {
        &self.state
    }

    /// A party's battle plans as they stand: those of its newest file with any, among the exchanges used so
    /// far.
    pub fn battle_plans(&self, party: impl Into<Party>) -> Option<&'t BattlePlansDraft> {
        self.book.battle_plans(party.into(), self.consumed)
    }

    /// What the step has recorded so far, branches where they began.
    pub fn recorded(&self) -> impl Iterator<Item = &S::Event> {
        in_order(&self.sections).into_iter()
    }

    /// Puts a question to a party.
    ///
    /// Gives what was chosen for each subject, in the order in which the answer named them.
    ///
    /// # Halts
    /// If neither the orders nor the doctrine of the party answer, and more than one answer is legal.
    pub fn ask<A, B>(&mut self, party: impl Into<Party>, ask: &Ask<A, B>) -> Step<Vec<(A, B)>>
    where
        A: Copy + Into<S::Item>,
        B: Copy + Into<S::Item>,
    {
        self.ask_ahead(party, ask, &[])
    }

    /// Puts a question to a party, which may in the same file answer those that follow.
    ///
    /// An early answer counts only if, when its question is reached, nothing has become known since the
    /// answer before it: no die has fallen and no other party's answer has been used.
    ///
    /// # Halts
    /// As [`Table::ask`].
    pub fn ask_ahead<A, B>(
        &mut self,
        party: impl Into<Party>,
        ask: &Ask<A, B>,
        ahead: &[Ask<A, B>],
    ) -> Step<Vec<(A, B)>>
    where
        A: Copy + Into<S::Item>,
        B: Copy + Into<S::Item>,
    {
        self.alive("ask")?;
        let party = party.into();
        let reached = self.reached();
        let reply = self.answer(party, ask, reached)?;
        self.note_asked(party, ask, ahead, reached.consumed, &reply);
        match &reply.picks {
            Some(picks) => Ok(ask.read(picks)),
            None => {
                let question = crate::system::open(self.system, &self.state, reply.worded(ask));
                let ahead =
                    ahead.iter().map(|next| crate::system::open(self.system, &self.state, next)).collect();
                self.waiting.push(Waiting { party, question, ahead });
                self.poisoned = true;
                Err(Halt::pause())
            }
        }
    }

    /// Puts several questions at once; together they make one exchange.
    ///
    /// # Halts
    /// If any of them has no answer; all that have none are then open together.
    pub fn ask_all<A, B>(&mut self, asks: &[(impl Copy + Into<Party>, Ask<A, B>)]) -> Step<Vec<Vec<(A, B)>>>
    where
        A: Copy + Into<S::Item>,
        B: Copy + Into<S::Item>,
    {
        self.alive("ask")?;
        let mut answers = Vec::with_capacity(asks.len());
        let reached = self.reached();
        for (party, ask) in asks {
            let party: Party = (*party).into();
            let reply = self.answer(party, ask, reached)?;
            self.note_asked(party, ask, &[], reached.consumed, &reply);
            match &reply.picks {
                Some(picks) => answers.push(ask.read(picks)),
                None => {
                    let question = crate::system::open(self.system, &self.state, reply.worded(ask));
                    self.waiting.push(Waiting { party, question, ahead: Vec::new() });
                    self.poisoned = true;
                }
            }
        }
        if self.poisoned { Err(Halt::pause()) } else { Ok(answers) }
    }

    /// Whether a file of a party answers the question of this key, as far as files are known.
    pub fn has_answered(&self, party: Party, key: &str) -> bool {
        self.book.answer(party, key).is_some()
    }

    /// Rolls `count` six-sided dice under a label that no other roll of the step has; labels begin with the
    /// turn, so none comes back in another step.
    ///
    /// The faces come from the key of the newest exchange whose answers this part of the resolution has used.
    ///
    /// # Halts
    /// With a fault if the label was opened before in this run.
    pub fn roll(&mut self, label: String, count: usize) -> Step<Vec<u8>> {
        self.alive("roll")?;
        if count == 0 {
            return Ok(Vec::new());
        }
        let faces = self.dice.faces(self.consumed, &label, count).map_err(Halt::fault)?;
        self.note_roll(label, &faces)?;
        Ok(faces)
    }

    /// The same under a label that is put into words only where somebody reads it.
    ///
    /// # Halts
    /// As [`Table::roll`].
    pub fn roll_as(&mut self, label: impl FnOnce() -> String, count: usize) -> Step<Vec<u8>> {
        let label = self.worded(label);
        self.roll(label, count)
    }

    /// Shuffles `count` things under a label; gives their old places in the new order.
    ///
    /// # Halts
    /// As [`Table::roll`].
    pub fn shuffle(&mut self, label: String, count: usize) -> Step<Vec<usize>> {
        self.alive("shuffle")?;
        if count == 0 {
            return Ok(Vec::new());
        }
        let order = self.dice.shuffle(self.consumed, &label, count).map_err(Halt::fault)?;
        let faces: Result<Vec<u8>, _> = order.iter().map(|&at| u8::try_from(at)).collect();
        let Ok(faces) = faces else { return self.fault(format!("{label} shuffles more than 256 things")) };
        self.note_roll(label, &faces)?;
        Ok(order)
    }

    /// Records an event: the only way in which the position changes.
    ///
    /// # Halts
    /// With a fault if a question before it was left unanswered.
    pub fn record(&mut self, event: S::Event) -> Step<()> {
        self.alive("tell")?;
        self.system.apply(&mut self.state, &event);
        self.belongs();
        self.sections[self.current].notes.push(Note::Event(event));
        Ok(())
    }

    /// Stops a rule that cannot go on without something for which no party is asked. Its system hears of it
    /// at the end of the step, by `Halt::lacked`, and waits for it.
    ///
    /// # Halts
    /// Always.
    pub fn lack<T>(&self, what: impl std::any::Any) -> Step<T> {
        Err(Halt::lack(what))
    }

    /// Waits for something that no party is asked: in a game beside a real table, for what people there
    /// declare.
    ///
    /// # Halts
    /// Always.
    pub fn wait<T>(&mut self) -> Step<T> {
        self.alive("wait")?;
        self.poisoned = true;
        Err(Halt::pause())
    }

    /// Plays a part that runs on its own, such as one battle of several.
    ///
    /// If it pauses, the others still run, so that one exchange serves all of them; call [`Table::join`]
    /// after the last. A branch may touch only what is its own: another's later answer must not change what
    /// it told.
    ///
    /// # Halts
    /// Only with a fault.
    pub fn branch(&mut self, name: String, part: impl FnOnce(&mut Self) -> Step<()>) -> Step<()> {
        self.branch_after(name, &[], part)
    }

    /// Plays a part that needs what branches before it have come to. It begins when all of them are over, and
    /// has used all that they used, so that nobody knows its dice before they are; while one of them waits it
    /// waits too.
    ///
    /// # Halts
    /// Only with a fault, as when one of those named was never begun.
    pub fn branch_after(
        &mut self,
        name: String,
        before: &[&str],
        part: impl FnOnce(&mut Self) -> Step<()>,
    ) -> Step<()> {
        self.alive("branch")?;
        if self.current != 0 {
            return self.fault(format!("the branch {name} began within a branch"));
        }
        if name.is_empty() || self.branches.iter().any(|branch| branch.name == name) {
            return self.fault(format!("the branch `{name}` began twice"));
        }
        let mut used = Some(self.consumed);
        for wanted in before {
            let Some(branch) = self.branches.iter().find(|branch| branch.name == **wanted) else {
                return self.fault(format!("the branch {name} waits for `{wanted}`, which did not begin"));
            };
            used = used.zip(branch.used).map(|(used, of)| used.max(of));
        }
        let Some(used) = used else {
            self.branches.push(Branch { name, used: None });
            return Ok(());
        };
        let (current, consumed, last_file) = (self.current, self.consumed, self.last_file.take());
        let after = self.sections[0].notes.len();
        self.sections.push(Section { name: name.clone(), after, notes: Vec::with_capacity(32) });
        (self.current, self.consumed) = (self.sections.len() - 1, used);
        self.mark();
        let result = part(self);
        let used = self.consumed;
        self.furthest = self.furthest.max(used);
        (self.current, self.consumed, self.last_file) = (current, consumed, last_file);
        match result {
            Ok(()) => self.branches.push(Branch { name, used: Some(used) }),
            Err(Halt(Why::Pause)) => {
                self.poisoned = false;
                self.branches.push(Branch { name, used: None });
            }
            Err(fault) => return Err(fault),
        }
        Ok(())
    }

    /// Waits for every branch; what follows has used all that they used.
    ///
    /// # Halts
    /// If a branch paused.
    pub fn join(&mut self) -> Step<()> {
        self.alive("join")?;
        if self.branches.iter().any(|branch| branch.used.is_none()) {
            self.poisoned = true;
            return Err(Halt::pause());
        }
        if self.consumed != self.furthest {
            self.consumed = self.furthest;
            self.mark();
        }
        self.last_file = None;
        Ok(())
    }

    /// Stops with a defect.
    pub fn fault<T>(&self, what: impl Into<String>) -> Step<T> {
        Err(Halt::fault(what.into()))
    }

    fn alive(&self, doing: &str) -> Step<()> {
        if self.poisoned { Err(Halt::fault(format!("{doing} after an unanswered question"))) } else { Ok(()) }
    }

    fn consume(&mut self, party: Party, exchange: u32) {
        if exchange > self.consumed {
            self.consumed = exchange;
            self.mark();
        }
        self.last_file = Some((party, exchange));
    }

    fn void(&mut self, party: Party, key: String, why: String) {
        if let Some(trace) = &mut self.trace {
            trace.doubt();
        }
        self.voids.push(VoidOrder { party, key, why });
    }
}
