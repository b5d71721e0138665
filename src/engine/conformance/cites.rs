//! Which rules the story cites for an event of a case, by the same views from which reports are made.

use std::collections::BTreeMap;

use serde_json::Value;

use super::contract::Cases;
use super::run::Outcome;
use crate::system::{Chapter, News};
use crate::table::{Note, Section, in_order};

/// The citations of what happened in a case.
pub struct Citations<'o, S: Cases> {
    system: &'o S,
    outcome: &'o Outcome<S>,
    /// What every party has read after so many events: how often each rule.
    read: BTreeMap<usize, Vec<BTreeMap<String, usize>>>,
}

impl<'o, S: Cases> Citations<'o, S> {
    /// Of a case that has been played.
    pub fn of(system: &'o S, outcome: &'o Outcome<S>) -> Citations<'o, S> {
        Citations { system, outcome, read: BTreeMap::new() }
    }

    /// The rules that lines of an event cite, whoever reads them: a rule, a list if they are several, `""` if
    /// nobody reads one. `at` is the place of the event among all events.
    pub fn for_event(&mut self, at: usize) -> Value {
        let (before, after) = (self.read_after(at), self.read_after(at + 1));
        let mut rules: Vec<String> = Vec::new();
        for (before, after) in before.iter().zip(&after) {
            let new = |(rule, count): &(&String, &usize)| before.get(*rule).is_none_or(|old| old < count);
            rules.extend(after.iter().filter(new).map(|(rule, _)| rule.clone()));
        }
        rules.sort_unstable();
        rules.dedup();
        match &mut rules[..] {
            [] => Value::from(""),
            [rule] => Value::from(std::mem::take(rule)),
            _ => Value::from(rules),
        }
    }

    fn read_after(&mut self, count: usize) -> Vec<BTreeMap<String, usize>> {
        if let Some(read) = self.read.get(&count) {
            return read.clone();
        }
        let steps = first(self.outcome, count);
        let chapters: Vec<Chapter<'_, S>> =
            steps.iter().zip(&self.outcome.at).map(|(sections, at)| Chapter { at, sections }).collect();
        let read = |party: &crate::party::Party| {
            let view = self.system.view(&self.outcome.state, *party, News::of(&chapters));
            let mut cited = BTreeMap::new();
            gather(&serde_json::to_value(&view).unwrap_or_default(), &mut cited);
            cited
        };
        let read: Vec<_> = self.system.parties().iter().map(read).collect();
        self.read.insert(count, read.clone());
        read
    }
}

/// The story up to so many events, step by step.
fn first<S: Cases>(outcome: &Outcome<S>, count: usize) -> Vec<Vec<Section<S::Event>>> {
    let mut left = count;
    let cut = |sections: &Vec<Section<S::Event>>| {
        let mut told = in_order(sections);
        told.truncate(left);
        left -= told.len();
        let is_told = |note: &&Note<S::Event>| match note {
            Note::Event(event) => told.iter().any(|it| std::ptr::eq(*it, event)),
            Note::Roll(_) => true,
        };
        let cut = |section: &Section<S::Event>| Section {
            name: section.name.clone(),
            after: section.after,
            notes: section.notes.iter().filter(is_told).cloned().collect(),
        };
        sections.iter().map(cut).collect()
    };
    outcome.steps.iter().map(cut).collect()
}

/// Counts the rules that lines cite: what has a `kind` and a `rule`.
fn gather(json: &Value, cited: &mut BTreeMap<String, usize>) {
    match json {
        Value::Array(items) => items.iter().for_each(|item| gather(item, cited)),
        Value::Object(fields) => {
            let text = |key: &str| fields.get(key).and_then(Value::as_str);
            if let (Some(_), Some(rule)) = (text("kind"), text("rule").filter(|rule| !rule.is_empty())) {
                *cited.entry(rule.to_owned()).or_default() += 1;
            }
            fields.values().for_each(|field| gather(field, cited));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
