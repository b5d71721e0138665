//! Declarations in words: `war-state.tk=limited-war`. A batch is one moment: it is read and checked whole,
//! and taken up whole or not at all.

use std::fmt;

use super::{
    AidTable, Catalogue, Declared, Fact, FactKind, Facts, Missing, Narrow, Owner, PieceClass, Subject, Value,
    ValueKind,
};
use crate::board::{Base, Board, SeaMap};
use crate::calendar::Turn;
use crate::faction::Faction;
use crate::pieces::{Counters, Nation};
use crate::scenario::{Scenario, Support};
use crate::tables::{BaseAttackResult, InterceptionResult, PatrolResult};
use engine::problem::suggest;
use engine::tags::Tagged;

/// The largest code on a counter.
const MOST_CODE: u8 = 60;
/// The modified dice of a table.
const ROLLS: std::ops::RangeInclusive<i8> = -3..=9;

/// Why a declaration cannot be taken up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Its place in the batch, counted from 1.
    pub line: usize,
    /// What was to be declared, as it was written.
    pub fact: String,
    /// Whether its value is at fault, and not the fact that it names.
    pub value: bool,
    /// What is wrong, a sentence without its full stop.
    pub what: String,
    /// What it may be.
    pub allowed: Vec<String>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, {}: {}", self.line, self.fact, self.what)?;
        if self.allowed.is_empty() { Ok(()) } else { write!(f, "; write {}", self.allowed.join(", ")) }
    }
}

/// What is wrong, and what it may be.
type Fault = (String, Vec<String>);

/// Which part of a declaration is at fault.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Fact,
    Value,
}

/// Reads and checks declarations for one match.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// What can be declared.
    pub catalogue: &'a Catalogue,
    /// The maps.
    pub board: &'a Board,
    /// The counters.
    pub counters: &'a Counters,
    /// The scenario.
    pub scenario: &'a Scenario,
}

fn words_of<'a>(words: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    words.into_iter().map(str::to_owned).collect()
}

/// As many things of a long list are named in a refusal.
const NEAR: usize = 6;

/// The nearest of many words, or the first few where none is near.
fn near<'a>(word: &str, words: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
    match suggest(word, words.clone()) {
        Some(one) => vec![one.to_owned()],
        None => words.take(NEAR).map(str::to_owned).collect(),
    }
}

impl Reader<'_> {
    /// Reads and checks a batch of `(fact, value)` against what stands; nothing is changed.
    ///
    /// # Errors
    /// Everything that is wrong with it, in order.
    pub fn batch(&self, facts: &Facts, lines: &[(String, String)]) -> Result<Vec<Declared>, Vec<Refusal>> {
        let (mut declared, mut refused, mut after) = (Vec::new(), Vec::new(), facts.clone());
        for (number, (fact, value)) in lines.iter().enumerate() {
            match self.declaration(&after, fact, value) {
                Ok(one) => {
                    if declared.iter().any(|it: &Declared| it.fact == one.fact && it.of == one.of) {
                        let what = "it is declared twice in one batch".to_owned();
                        refused.push(Refusal {
                            line: number + 1,
                            fact: fact.clone(),
                            value: false,
                            what,
                            allowed: Vec::new(),
                        });
                        continue;
                    }
                    after.take(self.catalogue, &one);
                    declared.push(one);
                }
                Err((at, (what, allowed))) => {
                    let (line, fact, value) = (number + 1, fact.clone(), at == At::Value);
                    refused.push(Refusal { line, fact, value, what, allowed });
                }
            }
        }
        if refused.is_empty() { Ok(declared) } else { Err(refused) }
    }

    /// What is not declared, in words, with what it may be.
    pub fn missing(&self, missing: &Missing) -> String {
        let kind = self.catalogue.of(missing.fact);
        let name = self.words(missing.fact, &missing.of);
        let allowed = self.allowed(kind, &missing.of).join(", ");
        format!("{name} is not declared ({}); write {name}= and one of: {allowed}", kind.about)
    }

    /// A fact and what it is about, as they are written.
    pub fn words(&self, fact: Fact, of: &[Subject]) -> String {
        let mut words = vec![fact.id().to_owned()];
        words.extend(of.iter().map(|subject| self.subject_word(*subject)));
        words.join(".")
    }

    fn subject_word(&self, subject: Subject) -> String {
        match subject {
            Subject::Map(map) => map.id().to_owned(),
            Subject::Faction(faction) => faction.id().to_owned(),
            Subject::Country(country) => self.board.country(country).id.clone(),
            Subject::Base(base) => self.board.base(base).id.clone(),
            Subject::Hex(hex) => self.board.grid.code(hex),
            Subject::Zone(zone) => self.board.zone(zone).id.clone(),
            Subject::Box(hold) => self.board.hold(hold).id.clone(),
            Subject::Unit(Owner::Nation(nation), kind) => format!("{}-{}", nation.id(), kind.id()),
            Subject::Unit(Owner::Faction(faction), kind) => format!("{}-{}", faction.id(), kind.id()),
            Subject::Piece(class) => class.id().to_owned(),
            Subject::Counter(unit) => self.counters[unit].id.clone(),
            Subject::Table(table) => table.id().to_owned(),
            Subject::Roll(roll) => roll.to_string(),
        }
    }

    fn declaration(&self, facts: &Facts, name: &str, value: &str) -> Result<Declared, (At, Fault)> {
        let (kind, of) = self.named(name).map_err(|fault| (At::Fact, fault))?;
        let read = self.value(kind, &of, value.trim());
        let value = read.and_then(|value| {
            self.goes_on(kind, facts.get(kind.fact, &of), &value)?;
            Ok(value)
        });
        Ok(Declared { fact: kind.fact, value: value.map_err(|fault| (At::Value, fault))?, of })
    }

    /// A fact and what it is about, by their words.
    fn named(&self, name: &str) -> Result<(&FactKind, Vec<Subject>), Fault> {
        let mut parts = name.trim().split('.');
        let word = parts.next().unwrap_or_default();
        let Some(fact) = Fact::named(word) else {
            let all = Fact::ALL.iter().map(|fact| fact.id());
            let allowed = suggest(word, all.clone()).map_or_else(|| words_of(all), |one| words_of([one]));
            return Err((format!("there is no fact `{word}`"), allowed));
        };
        let kind = self.catalogue.of(fact);
        let narrowed: Vec<&str> = parts.collect();
        if narrowed.len() != kind.by.len() {
            let form: Vec<&str> = [fact.id()].into_iter().chain(kind.by.iter().map(|by| by.id())).collect();
            return Err((format!("it is written with {}", counted(&kind.by)), vec![form.join(".")]));
        }
        if kind.standalone && self.scenario.maps.len() > 1 {
            return Err(("it is declared in games of one map alone".to_owned(), Vec::new()));
        }
        let subjects = kind.by.iter().zip(narrowed).map(|(by, word)| self.subject(kind, *by, word));
        let mut of: Vec<Subject> = subjects.collect::<Result<_, _>>()?;
        if fact == Fact::Hostile {
            of[..2].sort();
            if of[0] == of[1] {
                return Err(("a faction is not its own enemy".to_owned(), Vec::new()));
            }
        }
        Ok((kind, of))
    }

    /// The form of a fact, with what narrows it in capitals.
    pub fn form(&self, kind: &FactKind) -> String {
        let by = kind.by.iter().map(|by| by.id().to_uppercase());
        [kind.fact.id().to_owned()].into_iter().chain(by).collect::<Vec<_>>().join(".")
    }

    /// What a value of a fact may be, in words.
    pub fn values(&self, kind: &FactKind, of: &[Subject]) -> Vec<String> {
        if kind.kind == ValueKind::Result && of.is_empty() {
            return words_of(["a result of the table"]);
        }
        self.allowed(kind, of)
    }

    /// Whether a value that may not go back does not.
    fn goes_on(&self, kind: &FactKind, before: Option<&Value>, value: &Value) -> Result<(), Fault> {
        match (before, value) {
            (Some(Value::Turn(before)), Value::Turn(now)) if kind.steady && now < before => {
                let allowed = vec![before.id(), before.ahead(1).id()];
                Err((format!("turns run forward, and {before} has begun"), allowed))
            }
            (Some(Value::Word(before)), Value::Word(now)) if kind.steady && now < before => {
                let allowed = words_of(kind.one_of[usize::from(*before)..].iter().map(String::as_str));
                Err((format!("it does not fall below {}", kind.one_of[usize::from(*before)]), allowed))
            }
            _ => Ok(()),
        }
    }

    fn subject(&self, kind: &FactKind, by: Narrow, word: &str) -> Result<Subject, Fault> {
        let board = self.board;
        let found = match by {
            Narrow::Map => {
                SeaMap::named(word).filter(|map| self.scenario.maps.contains(map)).map(Subject::Map)
            }
            Narrow::Faction => Faction::named(word).map(Subject::Faction),
            Narrow::Country => {
                let about = kind.countries.is_empty() || kind.countries.iter().any(|it| it == word);
                board.country_named(word).filter(|_| about).map(Subject::Country)
            }
            Narrow::Base => {
                let played = |base: &_| self.scenario.maps.contains(&board.base(*base).map());
                board.base_named(word).filter(played).map(Subject::Base)
            }
            Narrow::Hex => {
                let hex =
                    board.grid.hex(word).or_else(|| board.base_named(word).map(|base| board.base(base).hex));
                hex.filter(|hex| self.scenario.maps.contains(&hex.map)).map(Subject::Hex)
            }
            Narrow::Zone => board.zone_named(word).map(Subject::Zone),
            Narrow::Box => board.box_named(word).map(Subject::Box),
            Narrow::Unit => support_unit(word).map(|(owner, kind)| Subject::Unit(owner, kind)),
            Narrow::Piece => PieceClass::named(word).map(Subject::Piece),
            Narrow::Counter => self.counters.find(word).map(Subject::Counter),
            Narrow::Table => AidTable::named(word).map(Subject::Table),
            Narrow::Roll => word.parse().ok().filter(|roll| ROLLS.contains(roll)).map(Subject::Roll),
        };
        found.ok_or_else(|| (format!("there is no {} `{word}`", what(by)), self.subjects(kind, by, word)))
    }

    /// What may stand in a place of a fact's name: all of a short list, the nearest of a long one.
    fn subjects(&self, kind: &FactKind, by: Narrow, word: &str) -> Vec<String> {
        let board = self.board;
        match by {
            Narrow::Map => words_of(self.scenario.maps.iter().map(|map| map.id())),
            Narrow::Faction => words_of(Faction::ALL.iter().map(|it| it.id())),
            Narrow::Country if !kind.countries.is_empty() => kind.countries.clone(),
            Narrow::Country => near(word, board.countries.iter().map(|it| it.id.as_str())),
            Narrow::Base => {
                let played = |it: &&Base| self.scenario.maps.contains(&it.map());
                near(word, board.bases.iter().filter(played).map(|it| it.id.as_str()))
            }
            Narrow::Hex => words_of(["a code such as w3818 or p4519"]),
            Narrow::Zone => near(word, board.zones.iter().map(|it| it.id.as_str())),
            Narrow::Box => words_of(board.boxes.iter().map(|it| it.id.as_str())),
            Narrow::Unit => words_of(Support::ALL.iter().map(|it| it.id()))
                .into_iter()
                .map(|it| format!("NATION-{it}"))
                .collect(),
            Narrow::Piece => words_of(PieceClass::ALL.iter().map(|it| it.id())),
            Narrow::Counter => near(word, self.counters.0.iter().map(|it| it.id.as_str())),
            Narrow::Table => words_of(AidTable::ALL.iter().map(|it| it.id())),
            Narrow::Roll => vec![format!("{} to {}", ROLLS.start(), ROLLS.end())],
        }
    }

    fn value(&self, kind: &FactKind, of: &[Subject], text: &str) -> Result<Value, Fault> {
        if kind.list {
            let each = text.trim_start_matches('[').trim_end_matches(']').split(',').map(str::trim);
            let each = each.filter(|word| !word.is_empty() && *word != "none");
            let mut list = each.map(|word| self.one_value(kind, of, word)).collect::<Result<Vec<_>, _>>()?;
            list.dedup();
            return Ok(Value::List(list));
        }
        if kind.none && text == "none" {
            return Ok(Value::None);
        }
        self.one_value(kind, of, text)
    }

    fn one_value(&self, kind: &FactKind, of: &[Subject], text: &str) -> Result<Value, Fault> {
        let board = self.board;
        let found = match kind.kind {
            ValueKind::Turn => Turn::named(text).map(Value::Turn),
            ValueKind::Word => kind.one_of.iter().position(|it| it == text).map(|at| Value::Word(at as u8)),
            ValueKind::Faction => Faction::named(text).map(Value::Faction),
            ValueKind::Flag => match text {
                "true" | "yes" => Some(Value::Flag(true)),
                "false" | "no" => Some(Value::Flag(false)),
                _ => None,
            },
            ValueKind::Number => {
                let within =
                    |number: &i16| kind.bounds.is_some_and(|(least, most)| (least..=most).contains(number));
                text.parse().ok().filter(within).map(Value::Number)
            }
            ValueKind::Country => board.country_named(text).map(Value::Country),
            ValueKind::Zone => board.zone_named(text).map(Value::Zone),
            ValueKind::Hex => board.grid.hex(text).map(Value::Hex),
            ValueKind::Place => self.place(text),
            ValueKind::Code => code(text).map(Value::Code),
            ValueKind::Letter => {
                let letter = text.len() == 1 && text.bytes().all(|it| it.is_ascii_alphabetic());
                letter.then(|| Value::Code(text.to_ascii_uppercase()))
            }
            ValueKind::Result => {
                results(of).iter().position(|it| *it == text).map(|at| Value::Result(at as u8))
            }
        };
        found.ok_or_else(|| (format!("`{text}` is not what it may be"), self.allowed(kind, of)))
    }

    fn place(&self, text: &str) -> Option<Value> {
        if text == "strategic-warfare" {
            return Some(Value::StrategicWarfare);
        }
        let board = self.board;
        let base = || board.base_named(text).map(|base| Value::Hex(board.base(base).hex));
        board.zone_named(text).map(Value::Zone).or_else(|| board.grid.hex(text).map(Value::Hex)).or_else(base)
    }

    /// What a value may be, in words.
    fn allowed(&self, kind: &FactKind, of: &[Subject]) -> Vec<String> {
        let mut allowed = match kind.kind {
            ValueKind::Turn => words_of(["a turn such as aug-sept-1939"]),
            ValueKind::Word => kind.one_of.clone(),
            ValueKind::Faction => words_of(Faction::ALL.iter().map(|it| it.id())),
            ValueKind::Flag => words_of(["true", "false"]),
            ValueKind::Number => {
                kind.bounds.iter().map(|(least, most)| format!("{least} to {most}")).collect()
            }
            ValueKind::Country => words_of(["a country such as britain"]),
            ValueKind::Zone => words_of(self.board.zones.iter().map(|it| it.id.as_str())),
            ValueKind::Hex => words_of(["a hex such as w3818"]),
            ValueKind::Place => words_of(["a hex", "a port", "a naval zone", "strategic-warfare"]),
            ValueKind::Code => vec![format!("a number from 1 to {MOST_CODE} or a letter")],
            ValueKind::Letter => words_of(["a letter"]),
            ValueKind::Result => words_of(results(of).iter().copied()),
        };
        if kind.none {
            allowed.push("none".to_owned());
        }
        allowed
    }
}

/// What stands in the name of a fact, in words.
fn counted(by: &[Narrow]) -> String {
    match by {
        [] => "its name alone".to_owned(),
        _ => by.iter().map(|by| what(*by)).collect::<Vec<_>>().join(" and "),
    }
}

fn what(by: Narrow) -> &'static str {
    match by {
        Narrow::Map => "map of this match",
        Narrow::Faction => "faction",
        Narrow::Country => "country",
        Narrow::Base => "port or city of this match",
        Narrow::Hex => "hex of this match",
        Narrow::Zone => "naval zone",
        Narrow::Box => "Off-Map Box",
        Narrow::Unit => "kind of support unit",
        Narrow::Piece => "class of pieces",
        Narrow::Counter => "counter",
        Narrow::Table => "table",
        Narrow::Roll => "modified die",
    }
}

/// A word such as `german-air-force` or `axis-scratch-defense-fleet`.
fn support_unit(word: &str) -> Option<(Owner, Support)> {
    let kind = Support::ALL.into_iter().find(|kind| word.ends_with(kind.id()))?;
    let owner = word.strip_suffix(kind.id())?.strip_suffix('-')?;
    let owner = match kind {
        Support::ScratchDefenseFleet => Owner::Faction(Faction::named(owner)?),
        _ => Owner::Nation(Nation::named(owner)?),
    };
    Some((owner, kind))
}

/// A number or a letter.
fn code(text: &str) -> Option<String> {
    let letter = text.len() == 1 && text.bytes().all(|it| it.is_ascii_alphabetic());
    let number = text.parse::<u8>().is_ok_and(|number| (1..=MOST_CODE).contains(&number));
    (letter || number).then(|| text.to_ascii_uppercase())
}

/// The results of the table that is narrowed to.
pub(super) fn results(of: &[Subject]) -> &'static [&'static str] {
    match of.first() {
        Some(Subject::Table(AidTable::Interception)) => InterceptionResult::WORDS,
        Some(Subject::Table(AidTable::BaseAttack)) => BaseAttackResult::WORDS,
        Some(Subject::Table(AidTable::SubPatrol)) => PatrolResult::WORDS,
        _ => &[],
    }
}
