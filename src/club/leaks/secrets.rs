//! What the reader of a report may not know, as words that must not stand in it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::fold::{Folded, phrase};
use crate::matches::{Game, salts};
use crate::orders::form::form;
use engine::digest::Digest;
use engine::entry::Entry;
use engine::party::Party;
use engine::view::{Packet, Parts, Unit, ViewFault};

/// How near to the name of a place that of a unit stands, in letters, if it says where the unit is.
const NEAR: usize = 60;
/// The shortest line of orders, doctrine or plans that is looked for: shorter ones stand in every file.
const LINE: usize = 14;

/// What the umpire alone knows.
pub(super) struct Umpire {
    seed: Option<String>,
    /// The hashes of the journal's entries, in their order.
    hashes: Vec<Digest>,
    /// What each party sent, by exchange.
    sent: BTreeMap<u32, Vec<Sent>>,
}

/// What a party sent.
struct Sent {
    party: Party,
    orders: String,
    salt: Option<String>,
}

impl Umpire {
    /// What is known of a match that stands at the end of its journal.
    pub(super) fn of(game: &Game, entries: &[Entry]) -> Umpire {
        let mut sent: BTreeMap<u32, Vec<Sent>> = BTreeMap::new();
        for exchange in &game.exchanges {
            let salts: BTreeMap<Party, String> =
                salts(exchange).into_iter().map(|(party, salt)| (party, salt.to_string())).collect();
            let files = game.parties().iter().filter_map(|party| {
                let orders = exchange.submissions.revealed(*party)?.open();
                let orders = String::from_utf8_lossy(orders).into_owned();
                Some(Sent { party: *party, orders, salt: salts.get(party).cloned() })
            });
            sent.insert(exchange.number, files.collect());
        }
        Umpire {
            seed: game.seed.as_ref().map(|seed| seed.to_hex()),
            hashes: entries.iter().map(Entry::hash).collect(),
            sent,
        }
    }
}

/// Words that must not stand in what a reader gets.
pub(super) struct Secrets {
    /// Long numbers, each a word.
    numbers: BTreeMap<String, String>,
    /// Words one behind the other.
    phrases: Vec<Phrase>,
    /// Where units are.
    hidden: Vec<Hidden>,
}

struct Phrase {
    words: String,
    what: String,
}

/// A unit of which the reader does not know that it is at a place.
struct Hidden {
    unit: String,
    /// What the place is called.
    places: Vec<String>,
    /// The unit and its place, as they are shown to people.
    said: String,
    what: String,
}

/// Words that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hit {
    /// The words.
    pub(super) words: String,
    /// What they give away.
    pub(super) what: String,
    /// What of them a file must hold that gives it away by itself, as it is looked for.
    pub(super) key: String,
    /// Where they stand.
    pub(super) at: Vec<usize>,
    /// Whether they give something away only if they stand in a template: a view has each of them by
    /// itself.
    pub(super) fixed: bool,
}

impl Hit {
    /// Whether another one gives away the same.
    pub(super) fn is_like(&self, other: &Hit) -> bool {
        (&self.words, &self.what) == (&other.words, &other.what)
    }
}

impl Secrets {
    /// What the reader of a packet may not know, by what all parties were shown at the same time. What
    /// `public` has is known to everybody.
    ///
    /// # Errors
    /// If a view is damaged.
    pub(super) fn of(
        reader: &Packet,
        all: &[Packet],
        umpire: &Umpire,
        public: &Folded,
    ) -> Result<Secrets, ViewFault> {
        let mut secrets = Secrets { numbers: BTreeMap::new(), phrases: Vec::new(), hidden: Vec::new() };
        // Once a match is over, everything is open.
        if reader.over {
            return Ok(secrets);
        }
        let packet = serde_json::to_value(reader).unwrap_or_default();
        // What stands in the reader's own form is no news to him, whoever else wrote it.
        let own_form = form(reader, Some(&reader.doctrine));
        let known = Folded::of(strings(&packet).into_iter().chain([own_form.as_str()]));
        let is_open = |phrase: &str| known.has(phrase) || public.has(phrase);
        secrets.numbers(reader, umpire);
        let others = || all.iter().filter(|packet| packet.party != reader.party);
        for sent in umpire.sent.get(&reader.exchange).into_iter().flatten() {
            if sent.party != reader.party {
                secrets.lines(&sent.orders, &format!("orders of the {}", sent.party), &is_open);
            }
        }
        for other in others() {
            let party = other.party;
            secrets.lines(&other.doctrine, &format!("doctrine of the {party}"), &is_open);
            if let Some(plans) = &other.battle_plans {
                secrets.lines(&plans.standing, &format!("battle plans of the {party}"), &is_open);
            }
            for name in other.groups.names() {
                secrets.phrase(name, format!("a group of the {party}"), &is_open);
            }
        }
        let own = reader.parts()?;
        let seen = pairs(&own).map(|(unit, place)| (unit.id, place.1)).collect();
        for other in others() {
            secrets.units(&other.parts()?, other.party, &seen);
        }
        Ok(secrets)
    }

    /// Seed, salts and hashes that the umpire alone knows.
    fn numbers(&mut self, reader: &Packet, umpire: &Umpire) {
        if let Some(seed) = &umpire.seed {
            self.numbers.insert(seed.clone(), "the seed of the dice".to_owned());
        }
        for sent in umpire.sent.get(&reader.exchange).into_iter().flatten() {
            if let Some(salt) = sent.salt.clone().filter(|_| sent.party != reader.party) {
                let what = format!("the salt of the {} for exchange {}", sent.party, reader.exchange);
                self.numbers.insert(salt, what);
            }
        }
        let newest = umpire.hashes.iter().position(|hash| *hash == reader.verify.head);
        for hash in newest.map_or(&[][..], |at| &umpire.hashes[at + 1..]) {
            self.numbers.insert(hash.to_string(), "the hash of a newer entry of the journal".to_owned());
        }
    }

    /// The lines of a file, apart from its remarks.
    fn lines(&mut self, text: &str, what: &str, is_open: &impl Fn(&str) -> bool) {
        let own = text.lines().map(|line| line.split(" #").next().unwrap_or_default().trim());
        for line in own.filter(|line| !line.starts_with('#') && !line.starts_with("match:")) {
            if phrase(line).is_some_and(|words| words.len() >= LINE && words.matches(' ').count() > 3) {
                self.phrase(line, what.to_owned(), is_open);
            }
        }
    }

    fn phrase(&mut self, text: &str, what: String, is_open: &impl Fn(&str) -> bool) {
        if let Some(words) = phrase(text).filter(|words| words.len() > 5 && !is_open(words)) {
            self.phrases.push(Phrase { words, what });
        }
    }

    /// The units of another party's view that are where the reader's view does not have them.
    fn units(&mut self, view: &Parts<'_>, party: Party, seen: &BTreeSet<(&str, &str)>) {
        let places: BTreeSet<&str> = names(view);
        for (unit, (called, place)) in pairs(view) {
            let is_word = unit.name.chars().count() > 3 && !places.contains(unit.name);
            let Some(words) = phrase(unit.name).filter(|_| is_word && !seen.contains(&(unit.id, place)))
            else {
                continue;
            };
            self.hidden.push(Hidden {
                unit: words,
                places: called.iter().filter_map(|name| phrase(name)).collect(),
                said: format!("{}, {place}", unit.name),
                what: format!("where a unit known to the {party} is"),
            });
        }
    }

    /// What of it stands in a text.
    pub(super) fn search(&self, text: &Folded) -> Vec<Hit> {
        let words = text.words();
        let may_have = |phrase: &str| phrase.split(' ').all(|it| it.is_empty() || words.contains(it));
        let mut hits = Vec::new();
        for word in words.iter().filter(|word| word.len() >= 32) {
            let Some(what) = self.numbers.get(*word) else { continue };
            let key = format!(" {word} ");
            let at = text.all(&key).collect();
            hits.push(Hit { words: (*word).to_owned(), what: what.clone(), key, at, fixed: false });
        }
        for phrase in self.phrases.iter().filter(|phrase| may_have(&phrase.words)) {
            let at: Vec<usize> = text.all(&phrase.words).collect();
            if !at.is_empty() {
                let (words, key) = (phrase.words.trim().to_owned(), phrase.words.clone());
                hits.push(Hit { words, what: phrase.what.clone(), key, at, fixed: false });
            }
        }
        for hidden in self.hidden.iter().filter(|hidden| may_have(&hidden.unit)) {
            let at = hidden.found(text);
            if !at.is_empty() {
                let (words, key) = (hidden.said.clone(), hidden.unit.clone());
                hits.push(Hit { words, what: hidden.what.clone(), key, at, fixed: true });
            }
        }
        hits
    }
}

impl Hidden {
    /// Where the unit stands beside its place.
    fn found(&self, text: &Folded) -> Vec<usize> {
        let places: BTreeSet<usize> = self.places.iter().flat_map(|place| text.all(place)).collect();
        let mut found = BTreeSet::new();
        for unit in text.all(&self.unit) {
            let near = places.range(unit.saturating_sub(NEAR)..=unit + NEAR);
            for place in near {
                found.extend([unit, *place]);
            }
        }
        found.into_iter().collect()
    }
}

/// What a place may be called, and its name.
type Called<'a> = (Vec<String>, &'a str);

/// The units of a view that have names, each with its place.
fn pairs<'p, 'a>(view: &'p Parts<'a>) -> impl Iterator<Item = (&'p Unit<&'a str>, Called<'a>)> {
    let zones = view.sea.zones.iter().map(|zone| {
        let number = zone.number.map(|number| format!("zone {number}"));
        let called = [Some(zone.name.to_owned()), zone.key.map(str::to_owned), number];
        (called.into_iter().flatten().collect(), zone.name, [&zone.own, &zone.enemy_known])
    });
    let ports = view.sea.ports.iter().map(|port| {
        let called: Vec<String> = vec![port.name.to_owned(), port.id.to_owned()];
        (called, port.name, [&port.own, &port.enemy_known])
    });
    zones.chain(ports).flat_map(|(called, name, units)| {
        units.into_iter().flatten().map(move |unit| (unit, (called.clone(), name)))
    })
}

/// The names of all places.
fn names<'a>(view: &Parts<'a>) -> BTreeSet<&'a str> {
    let zones = view.sea.zones.iter().map(|zone| zone.name);
    zones.chain(view.sea.ports.iter().map(|port| port.name)).collect()
}

/// Every text in a value.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text, "\n"],
        Value::Array(items) => items.iter().flat_map(strings).collect(),
        Value::Object(members) => members.values().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}
