//! From the words of an orders file to doctrine: every word must mean something to the system.

use super::{Doctrine, Match, Prefer, Rule};
use crate::orders::{DoctrineBody, DoctrineDraft, DoctrineEntry, DoctrineRule, Word};
use crate::problem::{Class, Problem, list_or, quote, suggest};
use crate::system::System;

/// Turns a draft into doctrine, or lists everything in it that means nothing.
///
/// # Errors
/// Every problem, with its place; the file's name is left empty for the caller to fill.
pub fn compile<S: System>(system: &S, draft: &DoctrineDraft) -> Result<Doctrine<S::Item>, Vec<Problem>> {
    let mut doctrine = Doctrine { rules: Default::default() };
    let mut problems = Vec::new();
    for entry in &draft.rules {
        check_kind(system, &entry.kind, &mut problems);
        let rules = rules_of(system, entry, &mut problems);
        doctrine.insert(entry.kind.text.clone(), rules);
    }
    if problems.is_empty() { Ok(doctrine) } else { Err(problems) }
}

fn check_kind<S: System>(system: &S, kind: &Word, problems: &mut Vec<Problem>) {
    let name = kind.text.split_once('@').map_or(kind.text.as_str(), |(name, _)| name);
    let kinds: Vec<&str> = system.kinds().iter().map(|kind| kind.kind).collect();
    if !kinds.contains(&name) {
        let near = suggest(name, kinds.iter().copied()).map(|near| format!("did you mean `{near}`?"));
        let mend = near.unwrap_or_else(|| format!("write {}", list_or(&kinds)));
        let what = format!("{} is no kind of question", quote(name));
        problems.push(
            Problem::new(Class::Malformed, "unknown-kind", what).at(kind.spot.in_file("")).mending(mend),
        );
    }
}

fn rules_of<S: System>(system: &S, entry: &DoctrineEntry, problems: &mut Vec<Problem>) -> Vec<Rule<S::Item>> {
    match &entry.body {
        DoctrineBody::Word(word) => {
            let prefer = prefer(system, word, problems).into_iter().collect();
            vec![Rule { whom: Vec::new(), prefer, spread: false }]
        }
        DoctrineBody::Rules(rules) => rules.iter().map(|rule| rule_of(system, rule, problems)).collect(),
    }
}

fn rule_of<S: System>(system: &S, rule: &DoctrineRule, problems: &mut Vec<Problem>) -> Rule<S::Item> {
    Rule {
        whom: rule.for_.iter().filter_map(|word| fits(system, word, problems)).collect(),
        prefer: rule.prefer.iter().filter_map(|word| prefer(system, word, problems)).collect(),
        spread: rule.spread.unwrap_or(false),
    }
}

fn prefer<S: System>(system: &S, word: &Word, problems: &mut Vec<Problem>) -> Option<Prefer<S::Item>> {
    match word.text.as_str() {
        "strongest" => Some(Prefer::Strongest),
        "weakest" => Some(Prefer::Weakest),
        "any" => Some(Prefer::Any),
        "silence" => Some(Prefer::Silence),
        "ask" => Some(Prefer::Ask),
        _ => fits(system, word, problems).map(Prefer::Fits),
    }
}

fn fits<S: System>(system: &S, word: &Word, problems: &mut Vec<Problem>) -> Option<Match<S::Item>> {
    let tags = system.tag_words();
    if let Some(at) = tags.iter().position(|tag| *tag == word.text) {
        return Some(Match::Tag(1 << at));
    }
    if let Some(item) = system.find(&word.text) {
        return Some(Match::Item(item));
    }
    let words = tags.iter().copied().chain(["strongest", "weakest", "any", "silence", "ask"]);
    let near = suggest(&word.text, words).map(|near| format!("did you mean `{near}`?"));
    let mend = near.unwrap_or_else(|| "write a class, a navy, a box, or the name of a unit".to_owned());
    let what = format!("doctrine knows no {}", quote(&word.text));
    problems
        .push(Problem::new(Class::Malformed, "unknown-word", what).at(word.spot.in_file("")).mending(mend));
    None
}
