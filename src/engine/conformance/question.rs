//! Compares the questions that were put with those a case expects, and tries answers without giving them.

use std::collections::BTreeSet;

use super::contract::Cases;
use super::expect::{Asked, Expect, Tried, names};
use super::run::Put;
use super::{Difference, cannot};
use crate::party::Party;
use crate::question::OpenQuestion;
use crate::table::judge;

/// Lists every difference about questions.
pub fn judge<S: Cases>(system: &S, expect: &Expect<S>, put: &[Put]) -> Vec<Difference> {
    let mut found = Vec::new();
    for asked in &expect.asked {
        match find(put, asked.party, &asked.key) {
            Some(question) => {
                about(asked, question, &mut found);
                found.extend(asked.refuses.iter().flat_map(|it| cannot_refuse(system, question, it)));
            }
            None => found.push(not_put(asked.party, &asked.key)),
        }
    }
    for key in &expect.not_asked {
        found.extend(system.could_ask(key).err().map(cannot));
        if let Some(put) = put.iter().find(|put| names(key, &put.question.key)) {
            found.push(difference(key.clone(), "is not asked", format!("{} is asked", put.party)));
        }
    }
    for (tried, legal) in expect
        .refused
        .iter()
        .map(|tried| (tried, false))
        .chain(expect.accepted.iter().map(|tried| (tried, true)))
    {
        match find(put, tried.party, &tried.key) {
            Some(question) => found.extend(attempt(tried, question, legal)),
            None => found.push(not_put(tried.party, &tried.key)),
        }
    }
    found
}

fn difference(what: String, expected: impl Into<String>, found: impl Into<String>) -> Difference {
    Difference { what, expected: expected.into(), found: found.into() }
}

fn not_put(party: Party, key: &str) -> Difference {
    difference(format!("{} {key}", party.id()), "the question is put", "it is not put")
}

fn find<'p>(put: &'p [Put], party: Party, key: &str) -> Option<&'p OpenQuestion> {
    put.iter().find(|put| put.party == party && names(key, &put.question.key)).map(|put| &put.question)
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

/// What a question could never offer: options to what is no subject, and words of another kind than its
/// options.
fn cannot_refuse<'q, S: Cases>(
    system: &'q S,
    question: &'q OpenQuestion,
    (subject, options): (&'q String, &'q Vec<String>),
) -> impl Iterator<Item = Difference> + 'q {
    let key = &question.key;
    let known = question.subjects.iter().any(|it| it.id == *subject);
    let no_subject = (!known).then(|| cannot(format!("{key} has no subject `{subject}`")));
    let listed = |word: &String| question.options.iter().any(|it| it.id == *word);
    let kin = move |word: &String| {
        let kind = system.kind(word);
        kind.is_some() && question.options.iter().any(|it| system.kind(&it.id) == kind)
    };
    let strange = options.iter().filter(move |word| !listed(word) && !kin(word));
    no_subject
        .into_iter()
        .chain(strange.map(move |word| cannot(format!("{key} could never offer `{word}` to {subject}"))))
}

/// The options open to a subject, by its id.
fn open_to(question: &OpenQuestion, subject: &str) -> Option<Vec<String>> {
    let at = question.subjects.iter().position(|it| it.id == subject)?;
    let ids = question.open_to(at).iter().map(|&option| question.options[usize::from(option)].id.clone());
    Some(ids.collect())
}

fn attempt(tried: &Tried, question: &OpenQuestion, legal: bool) -> Option<Difference> {
    let what = format!("{} tries another answer to {}", tried.party.id(), tried.key);
    match (judge::answer(question, &tried.answer.draft(&question.key)), legal) {
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

/// Two sets of words, as lists in order, if they differ.
fn sets(expected: &[String], found: &[String]) -> Option<(String, String)> {
    let (left, right): (BTreeSet<&String>, BTreeSet<&String>) =
        (expected.iter().collect(), found.iter().collect());
    let words = |set: &BTreeSet<&String>| set.iter().map(|it| it.as_str()).collect::<Vec<_>>().join(", ");
    (left != right).then(|| (words(&left), words(&right)))
}
