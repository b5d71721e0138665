//! Tests of forms and checks, on files that exist only here.

mod answers;
mod back;
mod plans;
mod team;

use super::*;
use engine::draft::*;
use engine::problem::Problems;

/// The problems of a file as `line:column code`.
fn complaints(text: impl AsRef<[u8]>) -> Vec<String> {
    let problems = parse("orders.yaml", text.as_ref()).expect_err("should be refused");
    spots(&problems)
}

fn spots(problems: &Problems) -> Vec<String> {
    let line = |problem: &engine::problem::Problem| match &problem.place {
        Some(place) => format!("{}:{} {}", place.line, place.column, problem.code),
        None => problem.code.clone(),
    };
    problems.iter().map(line).collect()
}

/// The file as it is read, or a panic with everything that is wrong.
fn read(text: &str) -> OrdersDraft {
    parse("orders.yaml", text.as_bytes())
        .unwrap_or_else(|problems| panic!("{}", problems.render(text, false)))
}

/// Whether a word's spot covers exactly its own text in the file.
fn stands(source: &str, word: &Word) -> bool {
    source.get(word.spot.start..word.spot.end).is_some_and(|text| text.trim_matches(['"', '\'']) == word.text)
}
