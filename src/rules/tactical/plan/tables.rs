//! Reads what a battle plan says beside its groups: targets, aircraft, nights, triggers, abilities.

use super::draft::{Bearing, Draft, ThenDraft};
use super::parse::{Writer, set};
use super::spelling::Speller;
use super::words::{CLAUSES, ability, clause, hunters, share, target, usage};
use super::{Air, Load, MOST_TRIGGERS, Multirole, NightAir, Order, Strafe, Targeting, When};
use crate::cards::Ability;
use engine::draft::Word;
use engine::draft::node::{Node, Scalar};
use engine::draft::spelling::Place;
use engine::problem::{quote, suggest};
use engine::tags::Tagged;

/// The keys of `air`; a wave has all but the last.
pub(super) const AIR_KEYS: [&str; 10] =
    ["cap", "escort", "strike", "mass", "weapon", "asw", "strafe", "multirole", "from_turn", "waves"];
/// The keys of `night`.
pub(super) const NIGHT_KEYS: [&str; 2] = ["groups", "air"];
/// The keys of a trigger.
pub(super) const TRIGGER_KEYS: [&str; 2] = ["when", "then"];
/// The keys of a condition of several clauses.
pub(super) const WHEN_KEYS: [&str; 2] = ["all", "any"];

impl Writer<'_, '_, '_, '_> {
    /// `targets`: at whom each kind of weapon fires, best first.
    pub fn targets(&mut self, draft: &mut Draft, value: Node) {
        let Some(entries) = self.map(value, "`targets`", "targets: {main: [battleship, any]}") else {
            return;
        };
        for (key, value) in entries {
            match Targeting::named(&key.word.text) {
                Some(of) => draft.targets[of as usize] = self.words(&key, value, target, Speller::target),
                None => self.reader.unknown(&key, Targeting::WORDS, "`targets`"),
            }
        }
    }

    /// `air`: what aircraft do, and that wave by wave.
    pub fn air_and_waves(&mut self, draft: &mut Draft, value: Node) {
        let Some(entries) = self.map(value, "`air`", "air: {cap: 1/2, mass: 3}") else { return };
        let mut air = draft.air[0].1;
        let mut waves = None;
        for (key, value) in entries {
            match key.word.text.as_str() {
                "waves" => waves = Some((key, value)),
                _ => self.air(&mut air, &key, value, &AIR_KEYS),
            }
        }
        let mut list = vec![(1, air)];
        let given = waves.is_some();
        let items = match waves {
            Some((_, Node::List(_, items))) => items,
            Some((_, other)) => {
                let mend = "Write each as `- {wave: 2, cap: all}`.";
                self.reader.wrong_type(&other, "`waves`", "a list", mend);
                Vec::new()
            }
            None => Vec::new(),
        };
        for item in items {
            if let Some(wave) = self.wave(air, item) {
                list.push(wave);
            }
        }
        if !given {
            // Waves of the plan that this one is like stay, over the new base.
            list.extend(draft.air.iter().skip(1).copied());
        }
        list.sort_by_key(|(wave, _)| *wave);
        draft.air = list;
    }

    fn wave(&mut self, mut air: Air, item: Node) -> Option<(u8, Air)> {
        let spot = item.spot();
        let mut number = None;
        for (key, value) in self.map(item, "A wave", "{wave: 2, cap: all}")? {
            match key.word.text.as_str() {
                "wave" => number = self.number(&key, value),
                _ => self.air(&mut air, &key, value, &AIR_KEYS[..9]),
            }
        }
        if number.is_none() {
            let mend = "Add `wave: 2`, the first mission of an aircraft that is flown so.";
            self.reader.refuse("incomplete-wave", "This wave has no number.", spot, mend);
        }
        Some((number?, air))
    }

    fn air(&mut self, air: &mut Air, key: &Scalar, value: Node, known: &[&str]) {
        const SHARE: &str = "a share such as `1/2`, `50%`, `all`, `none` or a number";
        match key.word.text.as_str() {
            "cap" => set(&mut air.cap, self.read(key, value, SHARE, |text, _| share(text))),
            "escort" => set(&mut air.escort, self.number(key, value)),
            "strike" => set(&mut air.strike, self.read(key, value, SHARE, |text, _| share(text))),
            "mass" => set(&mut air.mass, self.number(key, value)),
            "weapon" => set(&mut air.weapon, self.one_of(key, value, Load::named)),
            "asw" => {
                let wanted = "`none`, `spare` or a number";
                set(&mut air.asw, self.read(key, value, wanted, |text, _| hunters(text)));
            }
            "strafe" => set(&mut air.strafe, self.one_of(key, value, Strafe::named)),
            "multirole" => set(&mut air.multirole, self.one_of(key, value, Multirole::named)),
            "from_turn" => set(&mut air.from_turn, self.number(key, value)),
            _ => self.reader.unknown(key, known, "`air`"),
        }
    }

    /// `night`: what is different in the dark.
    pub fn night(&mut self, draft: &mut Draft, value: Node) {
        let example = "night: {groups: {battle: close 1}, air: home}";
        let Some(entries) = self.map(value, "`night`", example) else { return };
        for (key, value) in entries {
            match key.word.text.as_str() {
                "groups" => draft.night_groups = self.bearings(value),
                "air" => set(&mut draft.night_air, self.one_of(&key, value, NightAir::named)),
                _ => self.reader.unknown(&key, &NIGHT_KEYS, "`night`"),
            }
        }
    }

    fn bearings(&mut self, value: Node) -> Vec<(Word, Bearing)> {
        let Some(entries) = self.map(value, "Postures", "{battle: close 1}") else { return Vec::new() };
        let rows = entries.into_iter();
        rows.filter_map(|(key, value)| Some((key.word.clone(), self.bearing(&key, value)?))).collect()
    }

    /// `triggers`: what is done when something has happened.
    pub fn triggers(&mut self, draft: &mut Draft, value: Node) {
        let spot = value.spot();
        let Node::List(_, items) = value else {
            let mend = "Write each as `- {when: turn 6, then: withdraw}`.";
            self.reader.wrong_type(&value, "`triggers`", "a list", mend);
            return;
        };
        if items.len() > MOST_TRIGGERS {
            let what = format!("This plan has {} triggers; a plan has at most {MOST_TRIGGERS}.", items.len());
            self.reader.refuse("too-many-triggers", what, spot, "Leave some out.");
        }
        draft.triggers = items.into_iter().filter_map(|item| self.trigger(item)).collect();
    }

    fn trigger(&mut self, item: Node) -> Option<(When, ThenDraft)> {
        let spot = item.spot();
        let (mut when, mut then) = (None, None);
        for (key, value) in self.map(item, "A trigger", "{when: turn 6, then: withdraw}")? {
            match key.word.text.as_str() {
                "when" => when = Some(self.when(&key, value)),
                "then" => then = Some(self.then(&key, value)),
                _ => self.reader.unknown(&key, &TRIGGER_KEYS, "a trigger"),
            }
        }
        for (is_there, what) in [(when.is_some(), "when"), (then.is_some(), "then")] {
            if !is_there {
                let mend = "Write it as `{when: turn 6, then: withdraw}`.";
                self.reader.refuse(
                    "incomplete-trigger",
                    format!("This trigger has no `{what}`."),
                    spot,
                    mend,
                );
            }
        }
        Some((when??, then??))
    }

    fn when(&mut self, key: &Scalar, value: Node) -> Option<When> {
        let Node::Map(spot, pairs) = value else {
            let clause = self.read(key, value, CLAUSES, |text, _| clause(text))?;
            return Some(When { any: false, clauses: vec![clause] });
        };
        let mut found = None;
        for (key, value) in self.reader.entries(pairs) {
            let any = match key.word.text.as_str() {
                "all" => false,
                "any" => true,
                _ => {
                    self.reader.unknown(&key, &WHEN_KEYS, "`when`");
                    continue;
                }
            };
            let mut clauses = Vec::new();
            for word in self.reader.list(&key, value) {
                match clause(&word.text) {
                    Some(it) => clauses.push(it),
                    None => {
                        let what = format!("{} is no condition.", quote(&word.text));
                        self.reader.refuse("unknown-word", what, word.spot, format!("Write {CLAUSES}."));
                    }
                }
            }
            found = Some(When { any, clauses });
        }
        if found.is_none() {
            let mend = "Write it as `when: {all: [day, turn 3]}`.";
            self.reader.refuse("incomplete-trigger", "This condition says nothing.", spot, mend);
        }
        found
    }

    fn then(&mut self, key: &Scalar, value: Node) -> Option<ThenDraft> {
        match value {
            map @ Node::Map(..) => Some(ThenDraft::Postures(self.bearings(map))),
            one => self.read(key, one, "`withdraw`, or postures as in `{battle: close 1}`", |text, _| {
                (text == "withdraw").then_some(ThenDraft::Withdraw)
            }),
        }
    }

    /// `abilities`: when each is used.
    pub fn abilities(&mut self, draft: &mut Draft, value: Node) {
        let Some(entries) = self.map(value, "`abilities`", "abilities: {Rapid Fire: turn 3}") else { return };
        draft.abilities.clear();
        for (key, value) in entries {
            let known = ability(&key.word.text, self.cards).is_some();
            let word = &key.word;
            let word =
                if known { Some(word.clone()) } else { self.meant(word, Place::Key, Speller::ability) };
            let Some(word) = word else { continue };
            let Some((unit, ability)) = ability(&word.text, self.cards) else {
                let name = key.word.text.rsplit('/').next().unwrap_or_default().trim();
                let names = Ability::ALL.into_iter().map(Ability::name);
                let mend = match suggest(name, names) {
                    Some(near) => format!("Did you mean `{near}`?"),
                    None => {
                        "Write its name as it stands on the card, or a card or unit, a slash and the name."
                            .to_owned()
                    }
                };
                let what = format!("{} is no ability.", quote(&key.word.text));
                self.reader.refuse("unknown-ability", what, key.word.spot, mend);
                continue;
            };
            let wanted = "`first`, `never`, `turn N`, or for deployment a sector such as `H4`";
            if let Some(when) = self.read(&key, value, wanted, |text, _| usage(text)) {
                draft.abilities.push(Order { unit, ability, when });
            }
        }
    }
}
