//! Reads battle plans from YAML, and says everything that is wrong with them at once, with line and column.

use super::draft::Draft;
use super::library::{BUILT_IN, Library};
use super::spelling::{CampaignSector, Meant, Speller};
use super::words::{CRIPPLES, EDGES, among, bounds, break_off, number, serves, unit_words};
use super::{MOST_GROUPS, Plan, Serves};
use crate::cards::Cards;
use engine::draft;
use engine::draft::checks::Reader;
use engine::draft::node::{Node, Scalar};
use engine::draft::spelling::Place;
use engine::draft::{BattlePlansDraft, Word};
use engine::problem::{Collector, Problems, list_or, quote, suggest};
use engine::tags::Tagged;

/// The keys of a plan.
pub(super) const KEYS: [&str; 13] = [
    "like",
    "battle",
    "edge",
    "groups",
    "targets",
    "worth_floor",
    "air",
    "night",
    "cripples",
    "break_off",
    "rearguard",
    "triggers",
    "abilities",
];

/// Whether there are such battles where plans are written for; a sentence on how to mend it, if not.
pub type Known<'k> = &'k dyn Fn(Serves) -> Result<(), String>;

/// Reads one plan, or a list of plans.
///
/// # Errors
/// Everything that is wrong, with line and column; all of it malformed.
pub fn parse(file: &str, bytes: &[u8], cards: &Cards, library: &Library) -> Result<Vec<Plan>, Problems> {
    parse_with(file, bytes, (cards, library), None)
}

/// The same of a file whose words are read for what they may mean, as those of a fight are.
///
/// # Errors
/// As [`parse`].
pub fn parse_as_meant(
    file: &str,
    bytes: &[u8],
    (cards, library): (&Cards, &Library),
    map: &[CampaignSector<'_>],
) -> Result<Vec<Plan>, Problems> {
    parse_with(file, bytes, (cards, library), Some(&mut Speller::new(cards, map)))
}

fn parse_with(
    file: &str,
    bytes: &[u8],
    (cards, library): (&Cards, &Library),
    speller: Option<&mut Speller>,
) -> Result<Vec<Plan>, Problems> {
    let mut problems = Collector::new();
    let plans = draft::read(file, bytes, &mut problems, |reader, root| {
        Some(read(&mut Writer { reader, cards, library, known: &|_| Ok(()), speller }, root))
    });
    match plans {
        Some(plans) if problems.is_empty() => Ok(plans),
        _ => Err(problems.finish()),
    }
}

/// Reads the plans of an orders file, and notes everything that is wrong with them. A `speller` reads words
/// that are none for what they may mean.
pub fn parse_draft(
    draft: &BattlePlansDraft,
    problems: &mut Collector,
    (cards, library): (&Cards, &Library),
    known: Known<'_>,
    speller: Option<&mut Speller>,
) -> Vec<Plan> {
    draft.read(problems, |reader, root| read(&mut Writer { reader, cards, library, known, speller }, root))
}

/// Reads one plan, or a list of plans, no two of which serve the same battles.
fn read(writer: &mut Writer<'_, '_, '_, '_>, root: Node) -> Vec<Plan> {
    let items = match root {
        Node::List(_, items) => items,
        one => vec![one],
    };
    let mut plans: Vec<Plan> = Vec::with_capacity(items.len());
    for item in items {
        let spot = item.spot();
        let Some((_, plan)) = writer.plan(item) else { continue };
        if plans.iter().any(|other| other.serves == plan.serves) {
            let what = format!("There are two plans for {}.", plan.serves);
            let mend = "Keep one of the two, or let them serve other battles with `battle: ...`.";
            writer.reader.refuse("duplicate-plan", what, spot, mend);
        }
        plans.push(plan);
    }
    plans
}

/// Writes what a file says over the plan that it is like.
pub(super) struct Writer<'r, 's, 'p, 'l> {
    pub reader: &'r mut Reader<'s, 'p>,
    pub cards: &'l Cards,
    pub library: &'l Library,
    pub known: Known<'l>,
    pub speller: Option<&'l mut Speller>,
}

impl Writer<'_, '_, '_, '_> {
    /// A whole plan, with what it says and what it comes to; nothing if it is no map.
    pub fn plan(&mut self, root: Node) -> Option<(Draft, Plan)> {
        let spot = root.spot();
        let Node::Map(_, pairs) = root else {
            let mend = "Write it as `battle: any`, `like: bold` and so on, a line for each.";
            self.reader.wrong_type(&root, "A battle plan", "`key: value` lines", mend);
            return None;
        };
        let entries = self.reader.entries(pairs);
        let mut draft = self.beginning(&entries);
        for (key, value) in entries {
            self.field(&mut draft, &key, value);
        }
        if draft.groups.len() > MOST_GROUPS {
            let what =
                format!("This plan has {} groups; a plan has at most {MOST_GROUPS}.", draft.groups.len());
            self.reader.refuse("too-many-groups", what, spot, "Put groups together.");
        }
        let mut missing = Vec::new();
        let built_in =
            if draft.like.is_empty() { draft.groups.clone() } else { self.library.groups().to_vec() };
        let plan = draft.finish(&built_in, &mut missing);
        let names: Vec<String> = plan.groups.iter().map(|group| format!("`{}`", group.name)).collect();
        for word in missing {
            let what = format!("This plan has no group {}.", quote(&word.text));
            self.reader.refuse("unknown-group", what, word.spot, format!("Write {}.", list_or(&names)));
        }
        Some((draft, plan))
    }

    /// The plan that this one is like, or the built-in one, then without its groups if there are others. One
    /// that does not exist is noted, and all else is still checked.
    fn beginning(&mut self, entries: &[(Scalar, Node)]) -> Draft {
        let of = |word: &str| entries.iter().find(|(key, _)| key.word.text == word).map(|(_, value)| value);
        let like = of("like");
        let name = match like {
            Some(Node::Scalar(scalar)) => scalar.word.text.as_str(),
            _ => "",
        };
        if let Some(draft) = self.library.draft(name) {
            return Draft { unchanged: entries.len() == 1, ..draft.clone() };
        }
        if let Some(value) = like {
            let names: Vec<String> = self.library.names().map(|name| format!("`{name}`")).collect();
            let mend = match suggest(name, self.library.names()) {
                Some(near) => format!("Did you mean `{near}`?"),
                None => format!("Write {}.", list_or(&names)),
            };
            let what = format!("There is no plan {}.", quote(name));
            self.reader.refuse("unknown-plan", what, value.spot(), mend);
        }
        let Some(built_in) = self.library.draft(BUILT_IN) else { return Draft::blank() };
        let groups = if of("groups").is_some() { Vec::new() } else { built_in.groups.clone() };
        Draft { groups, unchanged: entries.is_empty(), ..built_in.clone() }
    }

    fn field(&mut self, draft: &mut Draft, key: &Scalar, value: Node) {
        match key.word.text.as_str() {
            "like" => {}
            "battle" => {
                let example =
                    "`any`, `attacker`, `defender`, `convoy`, `sector 12` or `sector 12 against SIDE`";
                set(&mut draft.serves, self.serves(key, value, example));
            }
            "edge" => set(&mut draft.edge, self.choice(key, value, &EDGES)),
            "groups" => self.groups(draft, value),
            "targets" => self.targets(draft, value),
            "worth_floor" => set(&mut draft.worth_floor, self.number(key, value)),
            "air" => self.air_and_waves(draft, value),
            "night" => self.night(draft, value),
            "cripples" => set(&mut draft.cripples_withdraw, self.choice(key, value, &CRIPPLES)),
            "break_off" => {
                let read = |text: &str, _: &Cards| break_off(text);
                set(&mut draft.break_off, self.read(key, value, "a number from 0 to 100, or `never`", read));
            }
            "rearguard" => draft.rearguard = self.reader.list(key, value),
            "triggers" => self.triggers(draft, value),
            "abilities" => self.abilities(draft, value),
            _ => self.reader.unknown(key, &KEYS, "a battle plan"),
        }
    }

    /// Which battles a plan serves, if there are such.
    fn serves(&mut self, key: &Scalar, value: Node, example: &str) -> Option<Serves> {
        let spot = value.spot();
        let value = match value {
            Node::Scalar(mut scalar) if !scalar.null && serves(&scalar.word.text).is_none() => {
                scalar.word = self.meant(&scalar.word, Place::Value, |it, text, _| it.serves(text))?;
                Node::Scalar(scalar)
            }
            other => other,
        };
        let serves = self.read(key, value, example, |text, _| serves(text))?;
        if let Err(mend) = (self.known)(serves) {
            self.reader.refuse("unknown-battle", format!("There is nothing like {serves} here."), spot, mend);
        }
        Some(serves)
    }

    /// A value that is one word or a few, read by a reader of words.
    pub fn read<T>(
        &mut self,
        key: &Scalar,
        value: Node,
        wanted: &str,
        of: impl Fn(&str, &Cards) -> Option<T>,
    ) -> Option<T> {
        let word = self.reader.value(key, value, &format!("{}: ...", key.word.text))?;
        let found = of(&word.text, self.cards);
        if found.is_none() {
            let what = format!("{} says nothing after `{}:`.", quote(&word.text), key.word.text);
            self.reader.refuse("unknown-word", what, word.spot, format!("Write {wanted}."));
        }
        found
    }

    /// A value that is one of some words.
    pub fn one_of<T: Tagged>(
        &mut self,
        key: &Scalar,
        value: Node,
        named: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let known: Vec<String> = T::WORDS.iter().map(|word| format!("`{word}`")).collect();
        self.read(key, value, &list_or(&known), |text, _| named(text))
    }

    /// A value that is one of the words of a table.
    fn choice<T: Copy>(&mut self, key: &Scalar, value: Node, table: &[(&str, T)]) -> Option<T> {
        let known: Vec<String> = table.iter().map(|(word, _)| format!("`{word}`")).collect();
        self.read(key, value, &list_or(&known), |text, _| among(table, text))
    }

    /// A value that is a number within the bounds of its key.
    pub fn number(&mut self, key: &Scalar, value: Node) -> Option<u8> {
        let name = key.word.text.as_str();
        let (least, most) = bounds(name);
        self.read(key, value, &format!("a number from {least} to {most}"), |text, _| number(name, text))
    }

    /// The word that a plan would have for another; the same word if there is none. Of several it could be it
    /// says so.
    pub fn meant(
        &mut self,
        word: &Word,
        place: Place,
        of: impl Fn(&Speller, &str, &Cards) -> Meant,
    ) -> Option<Word> {
        let Some(speller) = self.speller.as_mut() else { return Some(word.clone()) };
        if !speller.readings.tries() {
            return Some(word.clone());
        }
        match of(speller, &word.text, self.cards) {
            Ok(Some(text)) => {
                speller.readings.note(word, &text, place);
                Some(Word { text, spot: word.spot })
            }
            Ok(None) => Some(word.clone()),
            Err((what, mend)) => {
                self.reader.refuse("ambiguous-name", what, word.spot, mend);
                None
            }
        }
    }

    /// A list of words for units or targets.
    pub fn words<T>(
        &mut self,
        key: &Scalar,
        value: Node,
        of: impl Fn(&str, &Cards) -> Option<T>,
        meant: impl Fn(&Speller, &str, &Cards) -> Meant,
    ) -> Vec<T> {
        let list = self.reader.list(key, value);
        let mut found = Vec::with_capacity(list.len());
        for word in list {
            let known = of(&word.text, self.cards).is_some();
            let word = if known { Some(word) } else { self.meant(&word, Place::Entry, &meant) };
            let Some(word) = word else { continue };
            match of(&word.text, self.cards) {
                Some(it) => found.push(it),
                None => self.unknown_unit(&word),
            }
        }
        found
    }

    /// Refuses a word that stands for no unit, with the nearest one.
    pub fn unknown_unit(&mut self, word: &Word) {
        let last = word.text.split_whitespace().next_back().unwrap_or_default();
        let mut words: Vec<&str> = unit_words().collect();
        words.extend(self.cards.iter().map(|(_, card)| card.id.as_str()));
        let mend = match suggest(last, words) {
            Some(near) => format!("Did you mean `{near}`?"),
            None => {
                let known: Vec<String> = unit_words().map(|word| format!("`{word}`")).collect();
                format!("Write {}, a card or the id of a unit.", known.join(", "))
            }
        };
        let what = format!("{} is no word for units.", quote(&word.text));
        self.reader.refuse("unknown-unit", what, word.spot, mend);
    }

    /// The pairs of a mapping.
    pub fn map(&mut self, value: Node, owner: &str, example: &str) -> Option<Vec<(Scalar, Node)>> {
        match value {
            Node::Map(_, pairs) => Some(self.reader.entries(pairs)),
            other => {
                self.reader.wrong_type(
                    &other,
                    owner,
                    "`key: value` lines",
                    &format!("Write it as `{example}`."),
                );
                None
            }
        }
    }
}

/// Takes what could be read.
pub(super) fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}
