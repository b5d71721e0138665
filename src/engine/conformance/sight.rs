//! What a party may see in the end of a case, by the same view that reports are made from.

use serde::de::MapAccess;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::Findings;
use super::beside::{self, Part};
use super::contract::Cases;
use super::each::EachParty;
use super::run::Outcome;
use crate::items::Words;
use crate::party::Party;
use crate::system::{Chapter, News};

/// What one side sees.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Sight", deny_unknown_fields, bound = ""))]
pub struct Sight<S: Cases> {
    /// Ids and names that stand somewhere in its view or in what it is told.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub shows: Vec<String>,
    /// Ids and names that stand nowhere in it.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub hides: Vec<String>,
    /// What the system judges itself.
    #[cfg_attr(feature = "schema", schemars(flatten))]
    pub own: S::Sight,
}

impl<S: Cases> Default for Sight<S> {
    fn default() -> Sight<S> {
        Sight { shows: Vec::new(), hides: Vec::new(), own: S::Sight::default() }
    }
}

impl<S: Cases> Part for Sight<S> {
    const KEYS: &'static [&'static str] = &["shows", "hides"];

    fn take<'de, A: MapAccess<'de>>(&mut self, key: &'static str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "shows" => self.shows = map.next_value()?,
            "hides" => self.hides = map.next_value()?,
            _ => unreachable!("{key} is no key of every system"),
        }
        Ok(())
    }
}

impl<'de, S: Cases> Deserialize<'de> for Sight<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sight<S>, D::Error> {
        let (sight, own) = beside::read::<Sight<S>, S::Sight, D>(deserializer)?;
        Ok(Sight { own, ..sight })
    }
}

/// Compares what the parties see with what a case expects.
pub fn judge<S: Cases>(
    system: &S,
    sees: &EachParty<S, Sight<S>>,
    outcome: &Outcome<S>,
    found: &mut Findings,
) {
    for (party, sight) in sees.iter() {
        look(system, party, sight, outcome, found);
    }
}

fn look<S: Cases>(system: &S, party: Party, sight: &Sight<S>, outcome: &Outcome<S>, found: &mut Findings) {
    let at = Words { name: "the case".into(), ..Words::default() };
    let chapters: Vec<Chapter<'_, S>> =
        outcome.steps.iter().map(|sections| Chapter { at: &at, sections }).collect();
    let view = system.view(&outcome.state, party, News::of(&chapters));
    let json = serde_json::to_value(&view).unwrap_or_default();
    for name in sight.hides.iter().filter(|name| !system.is_named(name)) {
        found.slip("a sound case", format!("nothing in the case is called `{name}`"));
    }
    for (names, wanted) in [(&sight.shows, true), (&sight.hides, false)] {
        for name in names {
            found.same(format!("{party} sees `{name}`"), &wanted, &stands_in(&json, name));
        }
    }
    system.look(party, &sight.own, &view, found);
}

/// True if a text holds a name that is no part of a longer word.
fn says(text: &str, name: &str) -> bool {
    let part = |it: char| it.is_alphanumeric() || it == '-' || it == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(part) && !after.starts_with(part)
    })
}

/// True if a string of the JSON says this name.
fn stands_in(json: &Value, name: &str) -> bool {
    match json {
        Value::String(text) => says(text, name),
        Value::Array(items) => items.iter().any(|item| stands_in(item, name)),
        Value::Object(fields) => fields.values().any(|field| stands_in(field, name)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
