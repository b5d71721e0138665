//! Conditions in English, for the form.

use super::{Clause, ConditionWord, Ratio, When};

/// A condition as the end of a sentence that begins with "only if".
pub fn say<I>(words: &[ConditionWord], when: &When<I>) -> String {
    match when {
        When::Is(it) => clause(words, it),
        When::No(it) => format!("it is not so that {}", clause(words, it)),
        When::All(parts) => parts.iter().map(|part| say(words, part)).collect::<Vec<_>>().join("; and "),
        When::Any(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| say(words, part)).collect();
            if parts.len() == 1 { parts.concat() } else { format!("either {}", parts.join(", or ")) }
        }
    }
}

fn clause<I>(words: &[ConditionWord], clause: &Clause<I>) -> String {
    let Clause { word, choice, what, ratio: Ratio { more, less }, number, at } = clause;
    let says = words.iter().find(|it| it.word == *word).map_or(*word, |it| it.says);
    let what = what.as_ref().map_or("", |what| &what.word);
    let there = at.as_ref().map_or_else(|| "there".to_owned(), |at| format!("at {}", at.word));
    says.replace("{choice}", choice)
        .replace("{what}", what)
        .replace("{ratio}", &format!("{more}:{less}"))
        .replace("{number}", &number.to_string())
        .replace("{there}", &there)
}
