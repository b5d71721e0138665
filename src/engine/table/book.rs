//! The order book: opened answers and doctrine, by question and party.
//!
//! Invariant of absence: nothing in the book was read before its exchange was closed.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::doctrine::Doctrine;
use crate::doctrine::compile::{compile, compile_with};
use crate::doctrine::groups::names_one;
use crate::doctrine::staff::written;
use crate::draft::plan::Hold;
use crate::draft::{AnswerDraft, BattlePlansDraft, Groups, OrdersDraft, PlansDraft};
use crate::items::Types;
use crate::party::Party;
use crate::system::System;

/// The exchange in which an answer came, the file, and its place there.
type Given = (u32, Arc<OrdersDraft>, usize);

/// Answers that count, with the exchange in which they came, plans of both kinds, and doctrine: as it was
/// sent, or as a system reads it.
pub struct OrderBook<D> {
    opened: BTreeMap<Party, BTreeMap<String, u32>>,
    answers: BTreeMap<Party, BTreeMap<String, Given>>,
    doctrine: Vec<(Party, u32, D)>,
    /// Files with plans or battle plans.
    plans: Vec<(Party, u32, Arc<OrdersDraft>)>,
    /// The groups of parties, each time that they changed.
    groups: Vec<(Party, u32, Groups)>,
    closed: u32,
    by_hand: Vec<String>,
    /// What each exchange asked, by its number.
    put: BTreeMap<u32, Vec<String>>,
}

/// The exchanges of a match that were used before a question was reached, and what they asked.
pub struct Earlier<'b> {
    put: &'b BTreeMap<u32, Vec<String>>,
    until: u32,
    by_hand: &'b [String],
}

impl<'b> Earlier<'b> {
    /// The keys of the questions of each exchange, in the order of the exchanges.
    pub fn exchanges(&self) -> impl Iterator<Item = &'b [String]> {
        self.put.range(..=self.until).map(|(_, keys)| keys.as_slice())
    }

    /// Whether a kind of question is decided by hand.
    pub fn is_by_hand(&self, kind: &str) -> bool {
        self.by_hand.iter().any(|it| it == kind)
    }
}

/// What came in, before a system has read its doctrine.
pub type Answers = OrderBook<Arc<OrdersDraft>>;
/// The book as a system plays by it.
pub type BookOf<S> = OrderBook<Doctrine<<S as Types>::Item>>;

impl<D> Default for OrderBook<D> {
    fn default() -> Self {
        OrderBook {
            opened: BTreeMap::new(),
            answers: BTreeMap::new(),
            doctrine: Vec::new(),
            plans: Vec::new(),
            groups: Vec::new(),
            closed: 0,
            by_hand: Vec::new(),
            put: BTreeMap::new(),
        }
    }
}

impl<D> OrderBook<D> {
    /// Names the kinds of question that are put to a party even where its doctrine would answer; it answers
    /// them only for a party that does not.
    pub fn by_hand(mut self, kinds: Vec<String>) -> Self {
        self.by_hand = kinds;
        self
    }

    /// Whether a kind of question is decided by hand.
    pub fn is_by_hand(&self, kind: &str) -> bool {
        self.by_hand.iter().any(|it| it == kind)
    }

    /// Notes that an exchange put a question to a party.
    pub fn open(&mut self, exchange: u32, party: Party, key: &str) {
        self.opened.entry(party).or_default().insert(key.to_owned(), exchange);
        self.was_put(exchange, key);
    }

    /// Notes that an exchange put a question, whose answer may be past.
    pub fn was_put(&mut self, exchange: u32, key: &str) {
        self.put.entry(exchange).or_default().push(key.to_owned());
    }

    /// The exchanges up to this one, with what they asked.
    pub fn earlier(&self, until: u32) -> Earlier<'_> {
        Earlier { put: &self.put, until, by_hand: &self.by_hand }
    }

    /// Enters answers of one party.
    pub fn enter(&mut self, exchange: u32, party: Party, answers: impl IntoIterator<Item = AnswerDraft>) {
        let answers = answers.into_iter().collect();
        self.enter_file(exchange, party, &Arc::new(OrdersDraft { answers, ..OrdersDraft::default() }));
    }

    /// Enters the answers of one party's file.
    pub fn enter_file(&mut self, exchange: u32, party: Party, file: &Arc<OrdersDraft>) {
        let known = self.answers.entry(party).or_default();
        for (at, answer) in file.answers.iter().enumerate() {
            known.insert(answer.key.text.clone(), (exchange, Arc::clone(file), at));
        }
    }

    /// Enters a party's doctrine, in force from this exchange on.
    pub fn enter_doctrine(&mut self, exchange: u32, party: Party, doctrine: D) {
        self.doctrine.push((party, exchange, doctrine));
    }

    /// Enters the plans and the battle plans of a party's file, in force from this exchange on in place of
    /// those before.
    pub fn enter_plans(&mut self, exchange: u32, party: Party, file: &Arc<OrdersDraft>) {
        if file.plans.is_some() || file.battle_plans.is_some() {
            self.plans.push((party, exchange, Arc::clone(file)));
        }
    }

    /// Enters the groups of a party's file, in force from this exchange on beside those that stand.
    pub fn enter_groups(&mut self, exchange: u32, party: Party, file: &OrdersDraft) {
        if let Some(draft) = &file.groups {
            let groups = self.groups(party, exchange).and(Some(draft));
            self.groups.push((party, exchange, groups));
        }
    }

    /// A party's groups as they stood when an exchange had been closed.
    pub fn groups(&self, party: Party, exchange: u32) -> &Groups {
        let mut known = self.groups.iter().rev();
        let found = known.find(|(whose, since, _)| *whose == party && *since <= exchange);
        found.map_or(Groups::NONE, |(_, _, groups)| groups)
    }

    /// A party's plans as they stood when an exchange had been closed, with the exchange in which they came.
    pub fn plans(&self, party: Party, exchange: u32) -> Option<(u32, &PlansDraft)> {
        self.sent(party, exchange, |file| file.plans.as_ref())
    }

    /// A party's battle plans as they stood when an exchange had been closed.
    pub fn battle_plans(&self, party: Party, exchange: u32) -> Option<&BattlePlansDraft> {
        self.sent(party, exchange, |file| file.battle_plans.as_ref()).map(|(_, plans)| plans)
    }

    /// A part of the newest file of a party with such a part, up to an exchange.
    fn sent<T>(
        &self,
        party: Party,
        exchange: u32,
        part: impl Fn(&OrdersDraft) -> Option<&T>,
    ) -> Option<(u32, &T)> {
        let known = self.plans.iter().rev().filter(|(whose, since, _)| *whose == party && *since <= exchange);
        known.into_iter().find_map(|(_, since, file)| Some((*since, part(file)?)))
    }

    /// Whether plans that count only while nothing becomes known are those in force of a party when an
    /// exchange had been closed, and came in this one.
    pub fn has_fresh(&self, party: Party, since: u32, exchange: u32) -> bool {
        let plans = self.plans(party, exchange).filter(|(came, _)| *came == since);
        plans.is_some_and(|(_, plans)| plans.plans.iter().any(|plan| plan.hold == Hold::Fresh))
    }

    /// The newest exchange whose answers are in.
    pub fn closed(&self) -> u32 {
        self.closed
    }

    /// Closes every exchange up to this one.
    pub fn close(&mut self, exchange: u32) {
        self.closed = exchange;
    }

    /// The exchange that put a question to a party, if one did.
    pub fn opened(&self, party: Party, key: &str) -> Option<u32> {
        self.opened.get(&party)?.get(key).copied()
    }

    /// True if the answers of an exchange are in.
    pub fn is_closed(&self, exchange: u32) -> bool {
        exchange <= self.closed
    }

    /// A party's answer to a question, with the exchange in which it came.
    pub fn answer(&self, party: Party, key: &str) -> Option<(u32, &AnswerDraft)> {
        self.answers.get(&party)?.get(key).map(|(exchange, file, at)| (*exchange, &file.answers[*at]))
    }

    /// A party's doctrine as it stood when an exchange had been closed.
    pub fn doctrine(&self, party: Party, exchange: u32) -> Option<&D> {
        let known = self.doctrine.iter().rev();
        known.clone().find(|(whose, since, _)| *whose == party && *since <= exchange).map(|(_, _, it)| it)
    }
}

/// Doctrine in force from the beginning.
type Standing<S> = Vec<(Party, u32, Doctrine<<S as Types>::Item>)>;

/// The doctrine with which every party of a system begins.
fn starter_of<S: System>(system: &S) -> Result<Standing<S>, String> {
    let Some(draft) = written(system.starter()) else { return Ok(Vec::new()) };
    let doctrine = compile(system, &draft).map_err(|mut problems| problems.swap_remove(0).what)?;
    Ok(system.parties().iter().map(|party| (*party, 0, doctrine.clone())).collect())
}

impl Answers {
    /// The book with its doctrine as a system reads it.
    ///
    /// # Errors
    /// What is wrong with the first word that means nothing.
    pub fn read_by<S: System>(self, system: &S) -> Result<BookOf<S>, String> {
        let (doctrine, plans) = (self.doctrine_by_groups(), self.battle_plans_by_groups(system.unit_lists()));
        let Answers { opened, answers, groups, closed, by_hand, put, .. } = self;
        let read = |(party, since, file): (Party, u32, Arc<OrdersDraft>)| {
            let known = groups.iter().rev().find(|it| it.0 == party && it.1 <= since);
            let known = known.map_or(Groups::NONE, |(_, _, groups)| groups);
            let draft = file.doctrine.as_ref().map(|draft| compile_with(system, draft, known)).transpose();
            let draft = draft.map_err(|mut problems| problems.swap_remove(0).what)?;
            Ok::<_, String>(draft.map(|draft| (party, since, draft)))
        };
        let mut standing = starter_of(system)?;
        for it in doctrine {
            standing.extend(read(it)?);
        }
        let doctrine = standing;
        Ok(OrderBook { opened, answers, doctrine, plans, groups, closed, by_hand, put })
    }

    /// The files with doctrine, and again each time that the groups changed which it names: doctrine stands,
    /// and means its groups as they stand.
    fn doctrine_by_groups(&self) -> Vec<(Party, u32, Arc<OrdersDraft>)> {
        let mut files = self.doctrine.clone();
        for (party, since, groups) in &self.groups {
            let sent = self.doctrine.iter().rev().find(|it| it.0 == *party && it.1 <= *since);
            let changed = sent.filter(|(_, sent, file)| {
                let doctrine = file.doctrine.as_ref();
                sent < since && doctrine.is_some_and(|doctrine| names_one(groups, doctrine))
            });
            files.extend(changed.map(|(_, _, file)| (*party, *since, Arc::clone(file))));
        }
        files.sort_by_key(|(_, since, _)| *since);
        files
    }

    /// The files with plans and battle plans, these with the members of groups in place of their names, and
    /// battle plans again each time that groups changed.
    fn battle_plans_by_groups(&self, keys: &[&str]) -> Vec<(Party, u32, Arc<OrdersDraft>)> {
        if self.groups.is_empty() {
            return self.plans.clone();
        }
        let read = |party: Party, since: u32, plans: &BattlePlansDraft| {
            Some(self.groups(party, since).in_battle_plans(plans, keys).into_owned())
        };
        let whole = |(party, since, file): &(Party, u32, Arc<OrdersDraft>)| {
            let Some(plans) = &file.battle_plans else { return (*party, *since, Arc::clone(file)) };
            let battle_plans = read(*party, *since, plans);
            (*party, *since, Arc::new(OrdersDraft { battle_plans, ..OrdersDraft::clone(file) }))
        };
        let mut files: Vec<_> = self.plans.iter().map(whole).collect();
        for (party, since, _) in &self.groups {
            let sent = self.plans.iter().rev().filter(|it| it.0 == *party && it.1 <= *since);
            let sent = sent.filter_map(|(_, sent, file)| Some((*sent, file.battle_plans.as_ref()?))).next();
            if let Some((_, plans)) = sent.filter(|(sent, _)| sent < since) {
                let battle_plans = read(*party, *since, plans);
                files.push((
                    *party,
                    *since,
                    Arc::new(OrdersDraft { battle_plans, ..OrdersDraft::default() }),
                ));
            }
        }
        files.sort_by_key(|(_, since, _)| *since);
        files
    }
}
