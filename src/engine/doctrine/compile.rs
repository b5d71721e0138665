//! From the words of an orders file to doctrine: every word must mean something to the system.

use super::groups::in_doctrine;
use super::{Doctrine, Match, Prefer, Rule, staff};
use crate::condition::lexicon::{Several, Speller};
use crate::condition::{Conditions, When, compile as condition};
use crate::draft::spelling::Place;
use crate::draft::{DoctrineBody, DoctrineDraft, DoctrineRule, Groups, Word};
use crate::problem::{Class, Collector, Problem, list_or, quote, suggest};
use crate::question::QuestionKind;

/// The preferences that are neither tags nor names.
pub const PREFERENCES: [&str; 5] = ["strongest", "weakest", "any", "silence", "ask"];

/// Turns a draft into doctrine, or lists everything in it that means nothing.
///
/// # Errors
/// Every problem, with its place; the file's name is left empty for the caller to fill.
pub fn compile<S: Conditions>(system: &S, draft: &DoctrineDraft) -> Result<Doctrine<S::Item>, Vec<Problem>> {
    compile_with(system, draft, Groups::NONE)
}

/// The same where groups have names. A member that doctrine cannot name, which no check would have taken,
/// is passed over.
///
/// # Errors
/// As [`compile`].
pub fn compile_with<S: Conditions>(
    system: &S,
    draft: &DoctrineDraft,
    groups: &Groups,
) -> Result<Doctrine<S::Item>, Vec<Problem>> {
    let mut problems = Collector::new();
    let kept = |member: &str| Match::named(system, member).is_some_and(|is| system.is_seen(is));
    let draft = in_doctrine(groups, draft, &kept);
    let doctrine = compile_into(system, &draft, Groups::NONE, &mut problems, None);
    if problems.is_empty() { Ok(doctrine) } else { Err(problems.finish().into_iter().collect()) }
}

/// Turns as much of a draft into doctrine as means something, and notes the rest with the file's name left
/// empty. Groups mean their members. With a `speller` words count that are none and may mean only one thing:
/// what it read must take their place before the file counts.
pub fn compile_into<S: Conditions>(
    system: &S,
    draft: &DoctrineDraft,
    groups: &Groups,
    problems: &mut Collector,
    speller: Option<&mut Speller<'_, S::Item>>,
) -> Doctrine<S::Item> {
    let mut doctrine = Doctrine { rules: Default::default() };
    let mut compiler = Compiler { system, groups, problems, speller };
    let written = draft.staff.as_ref().and_then(|word| compiler.written(word));
    let draft = in_doctrine(groups, draft, &|_| true);
    for entry in &written.as_ref().unwrap_or(&draft).rules {
        let kind = compiler.kind(&entry.kind);
        let rules = compiler.rules_of(&kind, &entry.body);
        doctrine.insert(kind.text, rules);
    }
    doctrine
}

/// A kind of question as a file names it: the kind, and the place to which it is narrowed.
fn split(kind: &Word) -> (&str, Option<&str>) {
    kind.text.split_once('@').map_or((&kind.text, None), |(name, place)| (name, Some(place)))
}

/// The kind that a file names, if the system has it.
pub fn kind_of<'s, S: Conditions>(system: &'s S, kind: &Word) -> Option<&'s QuestionKind> {
    system.kinds().iter().find(|it| it.kind == split(kind).0)
}

struct Compiler<'s, 'p, 'l, S: Conditions> {
    system: &'s S,
    /// What else a slip may have meant.
    groups: &'s Groups,
    problems: &'p mut Collector,
    speller: Option<&'p mut Speller<'l, S::Item>>,
}

impl<S: Conditions> Compiler<'_, '_, '_, S> {
    /// Notes a word that means nothing; what to say of it is put into words only if it will be told.
    fn refuse(&mut self, word: &Word, code: &str, words: impl FnOnce(&S) -> (String, String)) {
        if self.problems.has_room() {
            let (what, mend) = words(self.system);
            let problem = Problem::new(Class::Malformed, code, what).at(word.spot.in_file(""));
            self.problems.push(problem.mending(mend));
        }
    }

    /// The staff doctrine of the game, for which a word stands.
    fn written(&mut self, word: &Word) -> Option<DoctrineDraft> {
        let written = staff::written(self.system.staff_doctrine());
        if written.is_none() {
            self.refuse(word, "no-staff-doctrine", |_| {
                let mend = "write standing answers by kind of question, or leave `doctrine` out";
                ("this game has no staff doctrine".to_owned(), mend.to_owned())
            });
        }
        written
    }

    /// The kind of question that a file means, as it is written; what is none is noted.
    fn kind(&mut self, kind: &Word) -> Word {
        let (name, place) = split(kind);
        let mut known = self.system.kinds().iter().map(|it| it.kind);
        let speller = self.speller.as_ref().filter(|_| kind_of(self.system, kind).is_none());
        let found = match speller {
            Some(speller) => speller.alike(name, known),
            None => known.find(|it| *it == name),
        };
        let Some(name) = found else {
            self.refuse(kind, "unknown-kind", |system| {
                let kinds: Vec<&str> = system.kinds().iter().map(|kind| kind.kind).collect();
                let near = suggest(name, kinds.iter().copied()).map(|near| format!("did you mean `{near}`?"));
                let mend = near.unwrap_or_else(|| format!("write {}", list_or(&kinds)));
                (format!("{} is not a kind of question", quote(name)), mend)
            });
            return kind.clone();
        };
        let meant = match place {
            Some(place) => self.place(kind, name, place).map(|place| format!("{name}@{place}")),
            None => Some(name.to_owned()),
        };
        let text = meant.unwrap_or_else(|| kind.text.clone());
        if let Some(speller) = self.speller.as_mut().filter(|_| text != kind.text) {
            speller.note(kind, &text, Place::Key);
        }
        Word { text, spot: kind.spot }
    }

    /// A kind may be narrowed only to places in which its questions are put; any other rule would never
    /// speak.
    fn place(&mut self, kind: &Word, name: &str, place: &str) -> Option<String> {
        let places = self.system.places(name);
        if places.iter().any(|known| known == place) {
            return Some(place.to_owned());
        }
        if let Some(speller) = &self.speller {
            match speller.place(self.system, place, &places) {
                Ok(Some(found)) => return Some(found.to_owned()),
                Err(words) => return self.several(kind, words),
                Ok(None) => {}
            }
        }
        self.refuse(kind, "unknown-place", |_| {
            let what = format!("{} is not a place in which `{name}` is asked", quote(place));
            let near = meant(place, &places).map(|near| format!("did you mean `{name}@{near}`?"));
            let mend = near.unwrap_or_else(|| match places.first() {
                Some(first) => {
                    format!("write a place as in `{name}@{first}`, or `{name}` alone for all places")
                }
                None => format!("write `{name}` alone; it is not asked place by place"),
            });
            (what, mend)
        });
        None
    }

    fn several<T>(&mut self, word: &Word, words: Several) -> Option<T> {
        self.refuse(word, "ambiguous-name", |_| words);
        None
    }

    fn rules_of(&mut self, kind: &Word, body: &DoctrineBody) -> Vec<Rule<S::Item>> {
        match body {
            DoctrineBody::Word(word) => {
                let prefer = self.prefer(word).into_iter().collect();
                vec![Rule { whom: Vec::new(), when: None, prefer, spread: false }]
            }
            DoctrineBody::Rules(rules) => {
                let kind = kind_of(self.system, kind);
                rules.iter().map(|rule| self.rule_of(kind, rule)).collect()
            }
        }
    }

    fn rule_of(&mut self, kind: Option<&QuestionKind>, rule: &DoctrineRule) -> Rule<S::Item> {
        Rule {
            whom: rule.for_.iter().filter_map(|word| self.whom(word)).collect(),
            when: kind.and_then(|kind| self.when(kind, rule)),
            prefer: rule.prefer.iter().filter_map(|word| self.prefer(word)).collect(),
            spread: rule.spread.unwrap_or(false),
        }
    }

    fn when(&mut self, kind: &QuestionKind, rule: &DoctrineRule) -> Option<When<S::Item>> {
        let speller = self.speller.as_deref_mut();
        condition::compile(self.system, rule.when.as_ref()?, kind, self.problems, speller)
    }

    fn whom(&mut self, word: &Word) -> Option<Match<S::Item>> {
        if !PREFERENCES.contains(&word.text.as_str()) {
            return self.fits(word, &[]);
        }
        self.refuse(word, "unknown-word", |_| {
            let what = format!("{} says what to prefer, not for whom", quote(&word.text));
            (what, "leave out `for` if the rule is for all".to_owned())
        });
        None
    }

    fn prefer(&mut self, word: &Word) -> Option<Prefer<S::Item>> {
        match word.text.as_str() {
            "strongest" => Some(Prefer::Strongest),
            "weakest" => Some(Prefer::Weakest),
            "any" => Some(Prefer::Any),
            "silence" => Some(Prefer::Silence),
            "ask" => Some(Prefer::Ask),
            _ => match self.preference(word) {
                Some(meant) => self.prefer(&Word { text: meant.to_owned(), spot: word.spot }),
                None => self.fits(word, &PREFERENCES).map(Prefer::Fits),
            },
        }
    }

    /// The preference that a word is another spelling of.
    fn preference(&mut self, word: &Word) -> Option<&'static str> {
        let speller = self.speller.as_mut()?;
        // A word that names something is no other spelling, and is not counted as one that was read.
        if Match::named(self.system, &word.text).is_some() {
            return None;
        }
        let meant = speller.alike(&word.text, PREFERENCES.into_iter())?;
        speller.note(word, meant, Place::Entry);
        Some(meant)
    }

    fn fits(&mut self, word: &Word, more: &[&str]) -> Option<Match<S::Item>> {
        let found = Match::named(self.system, &word.text);
        if found.is_some() {
            return found;
        }
        if let Some(speller) = self.speller.as_mut() {
            match speller.read(self.system, word, Place::Entry, |_| true) {
                Ok(Some((_, found))) => return Some(found),
                Err(words) => return self.several(word, words),
                Ok(None) => {}
            }
        }
        let groups = self.groups;
        self.refuse(word, "unknown-word", |system| {
            let words = system.tag_words().iter().chain(more).copied().chain(groups.names());
            let near = suggest(&word.text, words).map(|near| format!("did you mean `{near}`?"));
            let mend =
                near.unwrap_or_else(|| "write a class, a navy, a box, or the name of a unit".to_owned());
            (format!("doctrine does not know the word {}", quote(&word.text)), mend)
        });
        None
    }
}

/// The place that was probably meant: one with the same number, or the nearest in letters.
fn meant<'p>(place: &str, places: &'p [String]) -> Option<&'p str> {
    let number = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let wanted = number(place);
    if wanted.is_empty() {
        return suggest(place, places.iter().map(String::as_str));
    }
    places.iter().map(String::as_str).find(|known| number(known) == wanted)
}
