//! Compares the questions that were put with those a case expects, and tries answers without giving them.

use super::expect::{Asked, Expect, Tried, names};
use super::judge::sets;
use super::run::Put;
use super::{Difference, cannot, keys};
use crate::orders::check;
use crate::rules::seas_of_thunder::SeasOfThunder;
use crate::rules::seas_of_thunder::item::Item;
use crate::rules::seas_of_thunder::pieces::Nation;
use crate::rules::seas_of_thunder::state::MatBox;
use crate::side::Side;
use crate::system::System;
use crate::table::OpenQuestion;

/// Lists every difference about questions.
pub fn judge(system: &SeasOfThunder, expect: &Expect, put: &[Put]) -> Vec<Difference> {
    let mut found = Vec::new();
    for asked in &expect.asked {
        match find(put, asked.side, &asked.key) {
            Some(question) => {
                about(asked, question, &mut found);
                found.extend(asked.refuses.iter().flat_map(|it| cannot_refuse(system, question, it)));
            }
            None => found.push(not_put(asked.side, &asked.key)),
        }
    }
    for key in &expect.not_asked {
        found.extend(keys::check(system, key).err().map(cannot));
        if let Some(put) = put.iter().find(|put| names(key, &put.question.key)) {
            found.push(difference(key.clone(), "is not asked", format!("{} is asked", put.side)));
        }
    }
    for (tried, legal) in expect
        .refused
        .iter()
        .map(|tried| (tried, false))
        .chain(expect.accepted.iter().map(|tried| (tried, true)))
    {
        match find(put, tried.side, &tried.key) {
            Some(question) => found.extend(attempt(tried, question, legal)),
            None => found.push(not_put(tried.side, &tried.key)),
        }
    }
    found
}

fn difference(what: String, expected: impl Into<String>, found: impl Into<String>) -> Difference {
    Difference { what, expected: expected.into(), found: found.into() }
}

fn not_put(side: Side, key: &str) -> Difference {
    difference(format!("{} {key}", side.id()), "the question is put", "it is not put")
}

fn find<'p>(put: &'p [Put], side: Side, key: &str) -> Option<&'p OpenQuestion> {
    put.iter().find(|put| put.side == side && names(key, &put.question.key)).map(|put| &put.question)
}

fn about(asked: &Asked, question: &OpenQuestion, found: &mut Vec<Difference>) {
    let key = &asked.key;
    for (what, expected, is) in [("kind", &asked.kind, &question.kind), ("rule", &asked.rule, &question.rule)]
    {
        if let Some(expected) = expected.as_ref().filter(|expected| *expected != is) {
            found.push(difference(format!("the {what} of {key}"), expected, is));
        }
    }
    if let Some(subjects) = &asked.subjects {
        let ids: Vec<String> = question.subjects.iter().map(|subject| subject.id.clone()).collect();
        let differ = sets(subjects, &ids);
        found.extend(differ.map(|(a, b)| difference(format!("the subjects of {key}"), a, b)));
    }
    for id in asked.without.iter().filter(|id| question.subjects.iter().any(|it| it.id == **id)) {
        found.push(difference(format!("the subjects of {key}"), format!("not {id}"), "it is one"));
    }
    for line in &asked.about {
        if !question.about.iter().any(|it| it.contains(line.as_str())) {
            found.push(difference(format!("what {key} shows"), line, question.about.join(" | ")));
        }
    }
    for (subject, expected) in &asked.options {
        let what = format!("what is open to {subject} in {key}");
        match open_to(question, subject) {
            Some(open) => {
                found.extend(sets(expected, &open).map(|(a, b)| difference(what, a, b)));
            }
            None => found.push(difference(what, expected.join(", "), "it is no subject")),
        }
    }
    for (wanted, list) in [(true, &asked.offers), (false, &asked.refuses)] {
        for (subject, expected) in list {
            let open = open_to(question, subject).unwrap_or_default();
            let wrong: Vec<&str> =
                expected.iter().filter(|it| open.contains(it) != wanted).map(String::as_str).collect();
            if !wrong.is_empty() {
                let what = format!("what is open to {subject} in {key}");
                let not = if wanted { "" } else { "not " };
                found.push(difference(what, format!("{not}{}", wrong.join(", ")), open.join(", ")));
            }
        }
    }
    for (subject, expected) in &asked.silence {
        let is = question.subjects.iter().find(|it| it.id == *subject).and_then(|it| it.default);
        let is = is.map_or("nothing", |option| question.options[usize::from(option)].id.as_str());
        if is != expected {
            found.push(difference(format!("silence for {subject} in {key}"), expected, is));
        }
    }
}

/// What a question could never offer: options to what is no subject, and words of another kind than its options.
fn cannot_refuse<'q>(
    system: &'q SeasOfThunder,
    question: &'q OpenQuestion,
    (subject, options): (&'q String, &'q Vec<String>),
) -> impl Iterator<Item = Difference> + 'q {
    let key = &question.key;
    let known = question.subjects.iter().any(|it| it.id == *subject);
    let no_subject = (!known).then(|| cannot(format!("{key} has no subject `{subject}`")));
    let listed = |word: &String| question.options.iter().any(|it| it.id == *word);
    let kin = move |word: &String| {
        let kind = kind(system, word);
        kind.is_some() && question.options.iter().any(|it| self::kind(system, &it.id) == kind)
    };
    let strange = options.iter().filter(move |word| !listed(word) && !kin(word));
    no_subject
        .into_iter()
        .chain(strange.map(move |word| cannot(format!("{key} could never offer `{word}` to {subject}"))))
}

/// What kind of thing a word of an answer names.
fn kind(system: &SeasOfThunder, word: &str) -> Option<&'static str> {
    if MatBox::ALL.iter().any(|it| it.id() == word) {
        return Some("box");
    }
    if Nation::parse(word).is_some() {
        return Some("navy");
    }
    if let Some((port, zone)) = word.split_once('/') {
        let flight = kind(system, port) == Some("port") && kind(system, zone) == Some("zone");
        return flight.then_some("flight");
    }
    match system.find(word)? {
        Item::Unit(_) => Some("unit"),
        Item::Zone(_) => Some("zone"),
        Item::Port(_) => Some("port"),
        Item::Word(_) => Some("word"),
        Item::Token(_) | Item::Flight(..) | Item::Box(_) | Item::Navy(_) => None,
    }
}

/// The options open to a subject, by its id.
fn open_to(question: &OpenQuestion, subject: &str) -> Option<Vec<String>> {
    let at = question.subjects.iter().position(|it| it.id == subject)?;
    let ids = question.open_to(at).iter().map(|&option| question.options[usize::from(option)].id.clone());
    Some(ids.collect())
}

fn attempt(tried: &Tried, question: &OpenQuestion, legal: bool) -> Option<Difference> {
    let what = format!("{} tries another answer to {}", tried.side.id(), tried.key);
    match (check::answer(question, &tried.answer.draft(&question.key)), legal) {
        (Ok(_), true) => None,
        (Ok(_), false) => Some(difference(what, "it is refused", "it is accepted")),
        (Err(problems), true) => {
            let problems: Vec<&str> = problems.iter().map(|problem| problem.what.as_str()).collect();
            Some(difference(what, "it is accepted", problems.join("; ")))
        }
        (Err(problems), false) => {
            let because = tried.because.as_ref()?;
            let fits = problems
                .iter()
                .any(|problem| problem.rule.as_deref() == Some(because.as_str()) || problem.code == *because);
            let reason = |problem: &crate::problem::Problem| {
                format!("{} {} ({})", problem.rule.as_deref().unwrap_or("-"), problem.code, problem.what)
            };
            let reasons: Vec<String> = problems.iter().map(reason).collect();
            (!fits).then(|| difference(what, format!("refused by {because}"), reasons.join("; ")))
        }
    }
}
