//! Doctrine: a party's standing answers to kinds of question, so that a turn needs few exchanges.
//!
//! A rule of doctrine says for whom it speaks (`for`) and what it prefers, best first (`prefer`). Preferences
//! are tags (a class, a nation, a box), names, `strongest`, `weakest`, `any`, `silence` or `ask`. Where
//! nothing fits, a subject takes what silence means; `ask` leaves the whole question open. Doctrine answers
//! only if the result is legal; otherwise, too, the question stays open. A rule with a condition (`when`)
//! speaks only while that holds.

pub mod by_hand;
pub mod compile;
pub mod groups;
pub mod staff;
pub mod vocabulary;

use std::collections::BTreeMap;
use std::ops::Bound;

pub use crate::condition::Match;
use crate::condition::{Asked, Conditions, When};
use crate::party::Party;
use crate::question::{Ask, Limit, Picks};

/// Standing answers by kind of question; a kind may be narrowed to one place, as in `fire@zone-9`.
#[derive(Clone, Debug, PartialEq)]
pub struct Doctrine<I> {
    rules: BTreeMap<String, Vec<Rule<I>>>,
}

/// One rule of doctrine.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule<I> {
    /// The subjects it speaks for; none means all.
    pub whom: Vec<Match<I>>,
    /// What must hold for it to speak; nothing if it always does.
    pub when: Option<When<I>>,
    /// What it prefers, best first.
    pub prefer: Vec<Prefer<I>>,
    /// True to choose, among equals, what the fewest have chosen.
    pub spread: bool,
}

/// A preference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prefer<I> {
    /// What fits a word.
    Fits(Match<I>),
    /// The option of greatest worth.
    Strongest,
    /// The option of least worth.
    Weakest,
    /// The first that is legal.
    Any,
    /// What silence means.
    Silence,
    /// Nothing: the question is put after all.
    Ask,
}

impl<I> Default for Doctrine<I> {
    fn default() -> Self {
        Doctrine { rules: BTreeMap::new() }
    }
}

impl<I: Copy + PartialEq> Doctrine<I> {
    /// Sets the rules of a kind of question.
    pub fn insert(&mut self, kind: String, rules: Vec<Rule<I>>) {
        self.rules.insert(kind, rules);
    }

    /// The kinds that have rules.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str)
    }

    fn rules_for(&self, kind: &str, key: &str) -> Option<&[Rule<I>]> {
        let begin = self.rules.range::<str, _>((Bound::Included(kind), Bound::Unbounded));
        let mut of_kind = begin.map_while(|(name, rules)| Some((name.strip_prefix(kind)?, rules)));
        let narrowed = of_kind.find(|(rest, _)| {
            rest.strip_prefix('@').is_some_and(|place| key.split('/').any(|part| part == place))
        });
        narrowed.map(|(_, rules)| rules).or_else(|| self.rules.get(kind)).map(Vec::as_slice)
    }

    /// Answers a question that is put to a party in a position, if the doctrine speaks of its kind and what
    /// it prefers is legal. Where the party may not be asked, `ask` passes to the next preference.
    pub fn answer<S, A, B>(
        &self,
        system: &S,
        state: &S::State,
        party: Party,
        ask: &Ask<A, B>,
        may_ask: bool,
    ) -> Option<Picks>
    where
        S: Conditions<Item = I>,
        A: Copy + Into<I>,
        B: Copy + Into<I>,
    {
        let rules = self.rules_for(ask.kind, &ask.key)?;
        // Only conditions look at the options.
        let options: Vec<I> = if rules.iter().any(|rule| rule.when.is_some()) {
            ask.options.iter().map(|option| option.item.into()).collect()
        } else {
            Vec::new()
        };
        let asked = Asked { party, kind: ask.kind, key: &ask.key, options: &options };
        let speaks = |rule: &&Rule<I>| rule.when.as_ref().is_none_or(|it| it.holds(system, state, &asked));
        let rules: Vec<&Rule<I>> = rules.iter().filter(speaks).collect();
        let mut so_far = SoFar { uses: vec![0; ask.options.len()], marks: Vec::new(), reached: 0, sum: 0 };
        for (at, subject) in ask.subjects.iter().enumerate() {
            let item = subject.item.into();
            let rule = rules
                .iter()
                .find(|rule| rule.whom.is_empty() || rule.whom.iter().any(|whom| whom.fits(system, item)));
            let silence = subject.default.filter(|&option| so_far.legal(ask, option));
            let preferred = match rule.map(|rule| prefer(system, ask, at, rule, &so_far, may_ask)) {
                Some(Preferred::Ask) => return None,
                Some(Preferred::Option(option)) => Some(option),
                Some(Preferred::Silence) | None => None,
            };
            so_far.take(ask, preferred.or(silence)?);
        }
        let picks = Picks::in_order(so_far.marks);
        ask.broken_limit(&picks.choice).is_none().then_some(picks)
    }
}

/// The options chosen so far, with what limits need to know of them.
struct SoFar {
    uses: Vec<u16>,
    marks: Vec<u16>,
    reached: u16,
    /// Of all marks.
    sum: u32,
}

impl SoFar {
    fn legal<A, B>(&self, ask: &Ask<A, B>, option: u16) -> bool {
        let mark = ask.options[option as usize].mark;
        ask.limits.iter().all(|limit| match limit {
            Limit::Distinct { .. } => {
                mark == 0 || !self.marks.iter().any(|&taken| ask.options[taken as usize].mark == mark)
            }
            Limit::Exactly { option: counted, count, .. } | Limit::AtMost { option: counted, count, .. } => {
                option != *counted || self.uses[option as usize] < *count
            }
            Limit::Room { .. } | Limit::Wanted { .. } | Limit::Vain { .. } | Limit::AtLeast { .. } => true,
            Limit::Weighed { weights, most, .. } => self.is_bearable(ask, weights, *most, mark),
            Limit::OnlyIf { who, options, cases, .. } => {
                let choice: Vec<u16> = self.marks.iter().copied().chain([option]).collect();
                crate::question::limit::is_open(who, options, cases, &choice)
            }
            Limit::OnlyWith { option: bound, needs, .. } => {
                option != *bound || needs.iter().all(|need| self.uses[*need as usize] > 0)
            }
            Limit::Sum { who, most, .. } => {
                let counts = |at: usize| who.is_empty() || who.contains(&(at as u16));
                let taken = self.marks.iter().enumerate().filter(|(at, _)| counts(*at));
                let counted = || taken.map(|(_, taken)| u32::from(ask.options[*taken as usize].mark)).sum();
                let sum = if who.is_empty() { self.sum } else { counted() };
                !counts(self.marks.len()) || sum + u32::from(mark) <= u32::from(*most)
            }
            Limit::Follows { who, needs, .. } => {
                let taken = self.marks.get(usize::from(*needs));
                let met = taken.is_none_or(|taken| ask.options[*taken as usize].mark != 0);
                mark == 0 || usize::from(*who) != self.marks.len() || met
            }
            Limit::Alike { .. } => {
                let marked = self.marks.iter().map(|taken| ask.options[*taken as usize].mark);
                mark == 0 || marked.filter(|taken| *taken != 0).all(|taken| taken == mark)
            }
            Limit::LeftToRight { .. } => mark == 0 || (self.reached..=self.reached + 1).contains(&mark),
        })
    }

    /// Whether the next subject may take this mark, if all that weigh anything only add to the sum.
    fn is_bearable<A, B>(&self, ask: &Ask<A, B>, weights: &[(u16, i32)], most: i32, mark: u16) -> bool {
        if weights.iter().any(|(_, weight)| *weight < 0) {
            return true;
        }
        let marks = self.marks.iter().map(|&taken| ask.options[usize::from(taken)].mark).chain([mark]);
        !crate::question::limit::is_too_heavy(weights, &marks.collect::<Vec<_>>(), most)
    }

    fn take<A, B>(&mut self, ask: &Ask<A, B>, option: u16) {
        self.uses[option as usize] += 1;
        let mark = ask.options[option as usize].mark;
        self.reached = self.reached.max(mark);
        self.sum += u32::from(mark);
        self.marks.push(option);
    }
}

/// What a rule of doctrine says of one subject.
enum Preferred {
    Option(u16),
    Silence,
    Ask,
}

fn prefer<S, A, B>(
    system: &S,
    ask: &Ask<A, B>,
    subject: usize,
    rule: &Rule<S::Item>,
    so_far: &SoFar,
    may_ask: bool,
) -> Preferred
where
    S: Conditions,
    A: Copy + Into<S::Item>,
    B: Copy + Into<S::Item>,
{
    let legal = || ask.open_to(subject).iter().copied().filter(|&option| so_far.legal(ask, option));
    let uses = |option: u16| if rule.spread { so_far.uses[option as usize] } else { 0 };
    let worth = |option: u16| ask.options[option as usize].worth;
    let found = rule.prefer.iter().find_map(|prefer| {
        let option = match *prefer {
            Prefer::Silence => return Some(Preferred::Silence),
            Prefer::Ask => return may_ask.then_some(Preferred::Ask),
            Prefer::Fits(fits) => legal()
                .filter(|&option| fits.fits(system, ask.options[option as usize].item.into()))
                .min_by_key(|&option| uses(option)),
            Prefer::Strongest => {
                legal().filter(|&o| worth(o) > 0).min_by_key(|&o| (uses(o), u16::MAX - worth(o)))
            }
            Prefer::Weakest => legal().filter(|&o| worth(o) > 0).min_by_key(|&o| (uses(o), worth(o))),
            Prefer::Any => legal().min_by_key(|&option| uses(option)),
        };
        option.map(Preferred::Option)
    });
    found.unwrap_or(Preferred::Silence)
}
