//! The words that doctrine can use in a match, for a check away from the program: on the page for orders.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::condition::lexicon::{BETWEEN, Lexicon, Thing};
use crate::condition::{ConditionWord, Conditions, Match, Reads};
use crate::items::{Dictionary, Numbered};
use crate::tags::Tags;

/// A kind of question, as doctrine names it.
#[derive(Clone, Debug, Serialize)]
struct Kind {
    kind: &'static str,
    /// Whether it is asked about a fight.
    fight: bool,
    /// Whether it comes up inside a battle.
    combat: bool,
    /// Which list of places it can be narrowed to.
    places: usize,
}

/// A word of a condition, with what it takes.
#[derive(Clone, Debug, Serialize)]
struct Condition {
    word: &'static str,
    reads: &'static str,
    choices: &'static [&'static str],
    what: bool,
    ratio: Option<(u16, u16)>,
    number: Option<(u16, u16, Option<u16>)>,
}

/// Words that mean the same for conditions.
#[derive(Clone, Debug, Serialize)]
struct Group {
    /// Whether a condition can look for what they name.
    seen: bool,
    /// The conditions, by their places, that can look at what they name.
    at: Vec<usize>,
    /// The names in their order ([`packed`]).
    names: String,
    /// What may stand before the number ([`packed`]), what stands behind it, the least and the greatest, how
    /// many digits it has.
    numbered: Vec<(String, String, u16, u16, u8)>,
}

/// All that doctrine can say in a match.
#[derive(Clone, Debug, Serialize)]
pub struct Vocabulary {
    kinds: Vec<Kind>,
    /// Lists of places, each once.
    places: Vec<Vec<String>>,
    tags: &'static [&'static str],
    /// For each tag `1` if a condition can look for it.
    seen: String,
    conditions: Vec<Condition>,
    groups: Vec<Group>,
    /// Every word for a thing ([`packed`]).
    ids: String,
    /// What people call each; nothing where that is its word.
    called: Vec<String>,
    /// Those that are the same as an earlier one, and that one.
    same: Vec<(usize, usize)>,
    /// For each of them `1` if it is one unit, which a group may have as a member.
    units: String,
    /// What `doctrine: staff` stands for; empty where the game has no such doctrine.
    staff: String,
}

impl Vocabulary {
    /// The words of a system.
    pub fn of<S: Conditions>(system: &S) -> Vocabulary {
        let mut places: Vec<Vec<String>> = Vec::new();
        let kinds = system.kinds().iter().map(|kind| {
            let of_kind = system.places(kind.kind);
            let at = places.iter().position(|it| *it == of_kind).unwrap_or_else(|| {
                places.push(of_kind);
                places.len() - 1
            });
            let fight = system.is_of_a_fight(kind.kind);
            Kind { kind: kind.kind, fight, combat: kind.in_combat, places: at }
        });
        let kinds = kinds.collect();
        let lexicon = Lexicon::of(system);
        let is_unit = |is: Match<S::Item>| matches!(is, Match::Item(item) if system.is_unit(item));
        let units = lexicon.means.iter().map(|is| if is_unit(*is) { '1' } else { '0' }).collect();
        let things = lexicon.things;
        let ids: Vec<String> = things.iter().map(|it| it.id.clone()).collect();
        let name = |it: &Thing| if it.name == it.id { String::new() } else { it.name.clone() };
        let twice = things.iter().enumerate().filter(|(at, it)| it.same != *at);
        let tags = system.tag_words();
        let seen = |tag: &&str| Tags::named(tags, tag).is_some_and(|tag| system.is_seen(Match::Tag(tag)));
        Vocabulary {
            kinds,
            places,
            tags,
            seen: tags.iter().map(|tag| if seen(tag) { '1' } else { '0' }).collect(),
            conditions: system.conditions().iter().map(condition).collect(),
            groups: groups(system),
            ids: packed(&ids),
            called: things.iter().map(name).collect(),
            same: twice.map(|(at, it)| (at, it.same)).collect(),
            units,
            staff: super::staff::text(system),
        }
    }
}

fn condition(of: &ConditionWord) -> Condition {
    let reads = match of.reads {
        Reads::Turn => "turn",
        Reads::Place => "place",
        Reads::Fight => "fight",
    };
    Condition {
        word: of.word,
        reads,
        choices: of.choices,
        what: of.what,
        ratio: of.ratio.map(|it| (it.more, it.less)),
        number: of.number.map(|it| (it.least, it.most, it.otherwise)),
    }
}

/// What conditions make of a word: whether they can look for what it names, and which of them can look at it.
type Meaning = (bool, Vec<usize>);

/// The words of the dictionary, by what conditions make of them.
fn groups<S: Conditions>(system: &S) -> Vec<Group> {
    let Dictionary { mut names, numbered, .. } = system.dictionary();
    names.sort();
    names.dedup();
    let meaning = |word: &str| {
        let item = system.find(word)?;
        let looks = system.conditions().iter().enumerate();
        let at = looks.filter(|(_, it)| it.reads == Reads::Place && system.is_place(it, item));
        Some((system.is_seen(Match::Item(item)), at.map(|(at, _)| at).collect::<Vec<_>>()))
    };
    let mut groups: BTreeMap<Meaning, Dictionary> = BTreeMap::new();
    for name in names.into_iter().filter(|name| !name.contains(BETWEEN)) {
        if let Some(meaning) = meaning(&name) {
            groups.entry(meaning).or_default().names.push(name);
        }
    }
    for it in numbered {
        if let Some(meaning) = meaning(&it.first()) {
            groups.entry(meaning).or_default().numbered.push(it);
        }
    }
    let group = |((seen, at), Dictionary { names, numbered, .. }): (Meaning, Dictionary)| {
        let mut alike: BTreeMap<(String, u16, u16, u8), Vec<String>> = BTreeMap::new();
        for Numbered { before, after, least, most, digits } in numbered {
            alike.entry((after, least, most, digits)).or_default().push(before);
        }
        let numbered = alike.into_iter().map(|((after, least, most, digits), mut before)| {
            before.sort();
            (packed(&before), after, least, most, digits)
        });
        let numbered = numbered.collect();
        Group { seen, at, names: packed(&names), numbered }
    };
    groups.into_iter().map(group).collect()
}

/// Sorted names as one text: each behind a letter that says how many characters it shares with the name
/// before it, `a` for none. Ids of units begin alike, so this halves them.
pub fn packed(names: &[String]) -> String {
    let mut before = "";
    let mut packed: Vec<String> = Vec::with_capacity(names.len());
    for name in names {
        let same = before.chars().zip(name.chars()).take_while(|(a, b)| a == b);
        let shared = same.count().min(25);
        let rest: String = name.chars().skip(shared).collect();
        packed.push(format!("{}{rest}", char::from(b'a' + shared as u8)));
        before = name;
    }
    packed.join(BETWEEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_share_what_they_begin_with() {
        let names = ["de-bb-a", "de-bb-b", "de-ca", "\u{e9}t\u{e9}"].map(str::to_owned);
        assert_eq!(packed(&names), "ade-bb-a|gb|dca|a\u{e9}t\u{e9}");
        assert_eq!(packed(&[]), "");
    }
}
