//! A match over any rulebook: the only place outside the rules that knows a system's positions and events.

use std::any::Any;
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use serde::Deserialize;
use serde_json::Value;

use super::follow::Sight;
use super::record::{self, FreshFile, Resolved, Ruling, StepRecord};
use super::{
    About, Adjudicator, Compared, Effect, Fallen, Foresight, Part, Played, Position, ReplayFault, Since,
};
use crate::condition::lexicon::{Lexicon, Several, Speller};
use crate::declare::{FactLine, Line, Refused};
use crate::digest::Digest;
use crate::doctrine::compile::compile_into;
use crate::doctrine::staff;
use crate::doctrine::vocabulary::Vocabulary;
use crate::draft::battle::{PlanSheet, PlansRead, not_fought_by_plans};
use crate::draft::spelling::Spelled;
use crate::draft::{BattlePlansDraft, DoctrineDraft, Groups};
use crate::driver::{Checkpoint, Progress, advance};
use crate::entry::{Entry, Kind};
use crate::items::{Types, Words};
use crate::nearest::Nearest;
use crate::party::Party;
use crate::problem::Collector;
use crate::question::AheadQuestion;
use crate::rulebook::{Rulebook, Title};
use crate::side::Side;
use crate::staff::{Adviser, Reading};
use crate::system::{Addressed, News};
use crate::table::book::Answers;
use crate::table::{DiceSource, Waiting, in_order};
use crate::tags::Tags;

/// Parts of a story that many hold.
type Steps<S> = Vec<Rc<StepRecord<<S as Types>::Event>>>;

/// A match under the rules of one system.
pub struct Ruled<S: Rulebook> {
    /// The rules, laid out.
    pub system: Rc<S>,
    /// The last settled position, and what was told since.
    pub checkpoint: Checkpoint<S>,
    /// The position as far as it was told.
    pub present: S::State,
    /// The position before what was told last.
    pub since: Rc<S::State>,
    /// What was told last.
    pub latest: Steps<S>,
    /// All that was told in effect, step by step; nothing if it was taken up from where it stood, or nobody
    /// asks for it.
    pub history: Option<Steps<S>>,
    about: Rc<About>,
    /// What an auditor has found out on the way.
    pub(super) sight: RefCell<Sight<S>>,
    /// What files may name, once somebody has spelled a name otherwise.
    pub(super) lexicon: OnceCell<Lexicon<S::Item>>,
}

impl<S: Rulebook> Clone for Ruled<S> {
    fn clone(&self) -> Self {
        Ruled {
            system: Rc::clone(&self.system),
            checkpoint: self.checkpoint.clone(),
            present: self.present.clone(),
            since: Rc::clone(&self.since),
            latest: self.latest.clone(),
            history: self.history.clone(),
            about: Rc::clone(&self.about),
            // It may go another way.
            sight: RefCell::default(),
            lexicon: OnceCell::new(),
        }
    }
}

impl<S: Rulebook> Ruled<S> {
    /// The rules of a system at the opening of a match.
    pub fn new(system: S) -> Ruled<S> {
        let about = About {
            title: Title { edition: system.edition(), ..Title::of::<S>() },
            scenario: system.scenario().to_owned(),
            sides: system.sides(),
            parties: system.parties(),
            kinds: system.kinds(),
            tag_words: system.tag_words(),
            conditions: system.conditions(),
            bounds_asking: system.bounds_asking(),
            officer: S::OFFICER,
            counts_at_table: system.counts_at_table(),
        };
        Ruled::opening(Rc::new(system), Rc::new(about))
    }

    /// The same as an open match.
    pub fn boxed(system: S) -> Box<dyn Adjudicator> {
        Box::new(Ruled::new(system))
    }

    fn opening(system: Rc<S>, about: Rc<About>) -> Ruled<S> {
        let checkpoint = Checkpoint::opening(&*system);
        let present = checkpoint.state.clone();
        Ruled {
            system,
            checkpoint,
            since: Rc::new(present.clone()),
            present,
            latest: Vec::new(),
            history: Some(Vec::new()),
            about,
            sight: RefCell::default(),
            lexicon: OnceCell::new(),
        }
    }

    fn advance(&self, answers: Answers, dice: &dyn DiceSource) -> Result<Progress<S>, ReplayFault> {
        let book = answers.read_by(&*self.system);
        let book = book.map_err(|what| ReplayFault::Proof(format!("accepted doctrine: {what}")))?;
        Ok(advance(&*self.system, &self.checkpoint, &book, dice)?)
    }

    /// Applies an umpire's override, or what a table declared, and forgets what the unfinished step had told.
    pub(super) fn enforce(&mut self, kind: Kind, event: &S::Event) -> Result<(), String> {
        if let Some(what) = self.system.fits(event) {
            return Err(what);
        }
        match (kind, self.system.declares(&self.checkpoint.state, event)) {
            (Kind::Declaration, Some(sound)) => sound?,
            (Kind::Declaration, None) => return Err("it declares nothing".to_owned()),
            (_, Some(_)) => return Err("it is a declaration, and no ruling".to_owned()),
            (_, None) => {}
        }
        self.sight.take();
        self.system.apply(&mut self.checkpoint.state, event);
        self.checkpoint.told.clear();
        // What was void may be legal now, and the other way round.
        self.checkpoint.again = false;
        self.present = self.checkpoint.state.clone();
        self.system.broken_invariant(&self.checkpoint.state).map_or(Ok(()), Err)
    }

    /// Applies what was told, if the system knows what it speaks of; says what it does not know.
    fn tell(&mut self, resolved: Resolved<S::Event>) -> Result<Effect, String> {
        let mut settled = false;
        for step in &resolved.steps {
            if let Some(what) = step.events().find_map(|event| self.system.fits(event)) {
                return Err(what);
            }
            step.add_to(&mut self.checkpoint.told);
            let told = std::mem::take(&mut self.checkpoint.told);
            let mut state = self.checkpoint.state.clone();
            in_order(&told).into_iter().for_each(|event| self.system.apply(&mut state, event));
            self.present = state.clone();
            if step.whole {
                if let Some(what) = self.system.broken_invariant(&state) {
                    return Err(format!("its story leads to an impossible position: {what}"));
                }
                let fresh = step.fresh.map(FreshFile::parts);
                self.checkpoint = Checkpoint::settled(state, step.consumed, fresh, false);
                settled = true;
            } else {
                (self.checkpoint.told, self.checkpoint.again) = (told, true);
            }
        }
        self.checkpoint.over = resolved.over;
        self.sight.get_mut().went_on(settled, resolved.position);
        self.latest = resolved.steps.into_iter().map(Rc::new).collect();
        if let Some(history) = &mut self.history {
            history.extend(self.latest.iter().cloned());
        }
        Ok(Effect { settled, position: resolved.position, voids: resolved.voids })
    }

    /// Takes in an entry: what was told, after the ruling that it may begin with.
    fn take_in(&mut self, entry: &Entry) -> Result<Effect, String> {
        let kind = entry.header().kind;
        if !intervenes(kind) {
            let read_before = self.sight.get_mut().read.take().filter(|(hash, _)| *hash == entry.hash());
            return match read_before {
                Some((_, resolved)) => self.tell(resolved),
                None => self.tell(entry.read()?),
            };
        }
        let Ruling { event, resolved, .. }: Ruling<S::Event> = entry.read()?;
        self.enforce(kind, &event)?;
        let ruling = Rc::new(StepRecord::overriding(kind, event));
        if let Some(history) = &mut self.history {
            history.push(Rc::clone(&ruling));
        }
        let told = self.tell(resolved)?;
        self.latest.insert(0, ruling);
        Ok(told)
    }

    /// Runs the rules and compares what they tell with a record.
    fn judge(
        &self,
        recorded: &Resolved<S::Event>,
        with: Option<(Answers, &dyn DiceSource)>,
    ) -> Result<Compared, ReplayFault> {
        let mut compared = recorded.counted();
        let Some((answers, dice)) = with else { return Ok(compared) };
        let progress = self.advance(answers, dice)?;
        let found = Resolved::of(&progress, None)?;
        if found != *recorded {
            return Err(ReplayFault::Proof(record::difference(recorded, &found)));
        }
        compared.found = Some((Position(Box::new(progress.checkpoint.state)), progress.waiting));
        Ok(compared)
    }
}

impl dyn Adjudicator {
    /// The match with its types, for whoever knows its system: tests and benches.
    pub fn typed<S: Rulebook>(&self) -> Option<&Ruled<S>> {
        (self as &dyn Any).downcast_ref()
    }

    /// The same, to be changed.
    pub fn typed_mut<S: Rulebook>(&mut self) -> Option<&mut Ruled<S>> {
        (self as &mut dyn Any).downcast_mut()
    }
}

impl<S: Rulebook> Adjudicator for Ruled<S> {
    fn about(&self) -> &About {
        &self.about
    }

    fn standing(&self) -> Words {
        self.system.standing(&self.present)
    }

    fn consumed(&self) -> u32 {
        self.checkpoint.consumed
    }

    fn is_over(&self) -> bool {
        self.checkpoint.over
    }

    fn is_untold(&self) -> bool {
        self.latest.is_empty()
    }

    fn points(&self, side: Side) -> i32 {
        self.system.points(&self.present, side)
    }

    fn winner(&self) -> Option<Side> {
        self.system.winner(&self.present)
    }

    fn by_points(&self) -> bool {
        self.system.by_points(&self.present)
    }

    fn position(&self) -> Result<Digest, ReplayFault> {
        record::position::<S>(&self.checkpoint.state)
    }

    fn stands_at(&self, position: &Position) -> bool {
        position.0.downcast_ref() == Some(&self.checkpoint.state)
    }

    fn play(
        &self,
        answers: Answers,
        dice: &dyn DiceSource,
        before: Option<Digest>,
    ) -> Result<Played, ReplayFault> {
        let progress = self.advance(answers, dice)?;
        let body = value(&Resolved::of(&progress, before)?)?;
        Ok(Played { body, waiting: progress.waiting })
    }

    fn waiting(&self, answers: Answers, dice: &dyn DiceSource) -> Result<Vec<Waiting>, ReplayFault> {
        Ok(self.advance(answers, dice)?.waiting)
    }

    fn take(&mut self, entry: &Entry, since: Since) -> Result<Effect, String> {
        let (before, told) = match since {
            Since::Entry => (Rc::new(self.present.clone()), Vec::new()),
            Since::Before => (Rc::clone(&self.since), self.latest.clone()),
        };
        let effect = self.take_in(entry)?;
        self.since = before;
        self.latest.splice(..0, told);
        Ok(effect)
    }

    fn compare(
        &self,
        entry: &Entry,
        with: Option<(Answers, &dyn DiceSource)>,
    ) -> Result<Compared, ReplayFault> {
        let kind = entry.header().kind;
        if !intervenes(kind) {
            return self.judge(&entry.exactly().map_err(ReplayFault::Proof)?, with);
        }
        let ruling: Ruling<S::Event> = entry.exactly().map_err(ReplayFault::Proof)?;
        let mut ruled = self.clone();
        ruled.enforce(kind, &ruling.event).map_err(ReplayFault::Proof)?;
        ruled.judge(&ruling.resolved, with)
    }

    fn follow(
        &self,
        entry: &Entry,
        closed: u32,
        foresee: &dyn Fn() -> Option<Foresight>,
    ) -> Option<Compared> {
        self.follow_entry(entry, closed, foresee)
    }

    fn fallen(
        &self,
        entry: &Entry,
        with: Option<(Answers, &dyn DiceSource)>,
    ) -> Result<Vec<Fallen>, ReplayFault> {
        self.fallen_in(entry, with)
    }

    fn ruling(&self, reason: &str, change: &str) -> Result<Value, String> {
        let event = self.system.ruling(reason, change)?;
        serde_json::to_value(&event).map_err(|error| error.to_string())
    }

    fn intervene(&mut self, kind: Kind, event: &Value) -> Result<(), String> {
        let event = S::Event::deserialize(event).map_err(|error| error.to_string())?;
        self.enforce(kind, &event)
    }

    fn facts(&self, party: Option<Party>) -> Vec<FactLine> {
        self.system.facts(&self.present, party)
    }

    fn declaration(&self, reason: &str, lines: &[Line]) -> Result<Value, Vec<Refused>> {
        let event = self.system.declaration(&self.checkpoint.state, reason, lines)?;
        serde_json::to_value(&event).map_err(|error| {
            vec![Refused { line: 0, value: false, what: error.to_string(), allowed: Vec::new() }]
        })
    }

    fn has_declared(&self, event: &Value, lines: &[Line]) -> bool {
        let plain = |line: &Line| (line.fact.clone(), line.value.replace([' ', '[', ']'], ""));
        S::Event::deserialize(event)
            .is_ok_and(|event| self.system.declared(&event).iter().map(plain).eq(lines.iter().map(plain)))
    }

    fn draft(&self) -> String {
        self.system.draft(&self.present)
    }

    fn wanted(&self) -> Vec<String> {
        self.system.wanted(&self.present)
    }

    fn view(&self, party: Party, told: Part, leaving: &[&str]) -> Result<Value, ReplayFault> {
        self.viewed(party, told, leaving)
    }

    fn nearest(&self, line: &Value) -> Option<Nearest> {
        self.system.nearest(line)
    }

    fn adviser(&self, party: Party) -> Box<dyn Adviser + '_> {
        Box::new(Reading { system: &*self.system, view: self.system.view(&self.present, party, News::NONE) })
    }

    fn check_doctrine(
        &self,
        draft: &DoctrineDraft,
        groups: &Groups,
        problems: &mut Collector,
    ) -> Vec<Spelled> {
        let mut speller = Speller::new(&self.lexicon);
        compile_into(&*self.system, draft, groups, problems, Some(&mut speller));
        speller.spelled()
    }

    fn unit(&self, word: &str) -> Option<String> {
        self.unit_named(word)
    }

    fn unit_meant(&self, word: &str) -> Result<Option<String>, Several> {
        self.unit_spelled(word)
    }

    fn unit_names(&self) -> Vec<String> {
        self.names_of_units()
    }

    fn is_taken(&self, word: &str) -> bool {
        self.means_something(word)
    }

    fn battle_plans_of<'d>(&self, draft: &'d BattlePlansDraft, groups: &Groups) -> Cow<'d, BattlePlansDraft> {
        groups.in_battle_plans(draft, self.system.unit_lists())
    }

    fn vocabulary(&self) -> Vocabulary {
        Vocabulary::of(&*self.system)
    }

    fn check_battle_plans(&self, draft: &BattlePlansDraft, problems: &mut Collector) -> PlansRead {
        self.system.battle_plans(draft, problems).unwrap_or_else(|| {
            problems.push(not_fought_by_plans(self.about.title.name, draft));
            PlansRead::default()
        })
    }

    fn plan_sheet(&self) -> Option<PlanSheet> {
        self.system.plan_sheet()
    }

    fn plan_words(&self) -> Option<Value> {
        self.system.plan_words()
    }

    fn doctrine_text(&self, draft: &DoctrineDraft) -> String {
        self.doctrine_in_words(draft)
    }

    fn starter(&self) -> String {
        let draft = staff::written(self.system.starter());
        draft.map_or_else(String::new, |draft| self.doctrine_text(&draft))
    }

    fn staff_kinds(&self) -> Vec<String> {
        staff::kinds(&*self.system)
    }

    fn asked(&self, key: &str) -> Result<Addressed, String> {
        self.system.asked(key)
    }

    fn knows(&self, word: &str) -> bool {
        self.system.knows(word)
    }

    fn ahead(&self, party: Party, open: &[&str]) -> Vec<AheadQuestion> {
        self.system.ahead(&self.present, party, open)
    }

    fn tags_of(&self, word: &str) -> Tags {
        let tag = Tags::named(self.about.tag_words, word);
        tag.or_else(|| Some(self.system.tags(self.system.find(word)?))).unwrap_or_default()
    }

    fn keep(&self) -> Result<Vec<u8>, ReplayFault> {
        self.kept()
    }

    fn take_up(&mut self, kept: &[u8]) -> Result<(), ReplayFault> {
        self.went_on_from(kept)
    }

    fn keep_latest(&mut self) {
        self.history = None;
    }

    fn fork(&self) -> Box<dyn Adjudicator> {
        Box::new(self.clone())
    }

    fn anew(&self) -> Box<dyn Adjudicator> {
        Box::new(Ruled::opening(Rc::clone(&self.system), Rc::clone(&self.about)))
    }
}

/// Whether an entry of a kind changes the position from outside, before it tells what followed.
pub(super) fn intervenes(kind: Kind) -> bool {
    matches!(kind, Kind::Ruling | Kind::Declaration)
}

fn value<T: serde::Serialize>(of: &T) -> Result<Value, ReplayFault> {
    serde_json::to_value(of).map_err(|error| ReplayFault::Bug(error.to_string()))
}
