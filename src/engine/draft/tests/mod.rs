//! Tests of the orders reader, on files that exist only here.

mod battle;
mod blocks;
mod good;
mod hostile;
mod refused;

use std::time::Duration;

use super::*;
use crate::problem::Problems;

/// The problems of a file as `line:column code`.
pub(crate) fn complaints(text: impl AsRef<[u8]>) -> Vec<String> {
    let problems = parse("orders.yaml", text.as_ref()).expect_err("should be refused");
    spots(&problems)
}

pub(crate) fn spots(problems: &Problems) -> Vec<String> {
    let line = |problem: &crate::problem::Problem| match &problem.place {
        Some(place) => format!("{}:{} {}", place.line, place.column, problem.code),
        None => problem.code.clone(),
    };
    problems.iter().map(line).collect()
}

/// The file as it is read, or a panic with everything that is wrong.
pub(crate) fn read(text: &str) -> OrdersDraft {
    parse("orders.yaml", text.as_bytes())
        .unwrap_or_else(|problems| panic!("{}", problems.render(text, false)))
}

/// Whether a word's spot covers exactly its own text in the file.
pub(crate) fn stands(source: &str, word: &Word) -> bool {
    source.get(word.spot.start..word.spot.end).is_some_and(|text| text.trim_matches(['"', '\'']) == word.text)
}

/// A file with every form that orders may have.
const FULL: &str = "\
match: demo-1
exchange: 007
side: axis
final: true
note: |
  Keep the Straße open: \"always\"
answers:
  t1/move/germany:
    de-ca-deutschland: 39
    de-cx-orion,  de-cx-widder : 41
    'de-cl-köln': NO
  t1/zone-9/mat:
    surface-line: [de-bb-bismarck, \"Scharnhorst\"]
    asw: []
    air:
      - a
      - b
  t1/zone-9/navy: no
  t1/zone-9/hold: {}
doctrine:
  strike-targets:
    - {for: [CV], prefer: [BB, CA], spread: true}
    - prefer: CA
  submarine-after: reserve
";

/// Measures the time that this thread was given, where the system tells it; else the time that passed. A
/// machine busy with other things makes no test fail.
struct Stopwatch {
    began: std::time::Instant,
    given: Option<Duration>,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch { began: std::time::Instant::now(), given: given() }
    }

    fn elapsed(&self) -> Duration {
        match (self.given, given()) {
            (Some(then), Some(now)) => now.saturating_sub(then),
            _ => self.began.elapsed(),
        }
    }
}

fn given() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
