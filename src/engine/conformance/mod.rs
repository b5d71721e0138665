//! Conformance cases: a position, answers and dice in a file, and what the rules must make of them.
//!
//! A case is written from the rulebook by somebody who does not read the program. A file holds one case, or
//! several under `cases:`; `docs/cases.md` describes it. Everything is strict: a word that is not known, a
//! die that is not used, a question nobody answers and an answer nobody asked for all make a case fail. A
//! system brings the shape of its positions, its words and what only it can judge: the trait `Cases`.
//!
//! Invariant of absence: no case reads what another one left behind, and nothing here knows a game.

mod beside;
pub mod case;
mod cites;
mod each;
mod contract;
pub mod coverage;
pub mod expect;
mod files;
mod judge;
mod question;
mod report;
mod run;
pub mod shared;
pub mod sight;
pub mod story;
pub mod words;

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::disk::Disk;
use crate::games::{Games, GamesFault};
use crate::rulebook::ledger::Ledger;
use report::THE_CASE;

pub use case::{Case, CaseFile};
pub use contract::{Cases, InVain, Nothing, Shape, Suite};
pub use coverage::{Coverage, coverage};
pub use files::{Filed, read_paths};
pub use report::{Difference, Findings, Judged, Report, Verdict};
pub use run::{Outcome, Put};

/// Runs the cases of files and folders.
pub fn run_paths(disk: &dyn Disk, suites: &[Suite], games: &Games, paths: &[PathBuf]) -> Report {
    let (cases, faults) = read_paths(disk, suites, paths);
    let mut report = run(games, &cases);
    let failed = |(file, fault): (PathBuf, GamesFault)| Judged {
        file,
        title: String::new(),
        rules: Vec::new(),
        verdict: Verdict::Fails(vec![Difference {
            what: "the file".to_owned(),
            expected: "cases that can be read".to_owned(),
            found: fault.to_string(),
        }]),
    };
    report.judged.extend(faults.into_iter().map(failed));
    report
}

/// Runs cases that have been read.
pub fn run(games: &Games, cases: &[Filed]) -> Report {
    let mut shared = BTreeMap::new();
    let mut titles = BTreeSet::new();
    let judged = cases.iter().map(|filed| {
        let Suite { system, ledger, shipped, .. } = filed.suite;
        let (ledger, shipped) = shared.entry(system).or_insert_with(|| (ledger(games), shipped()));
        let mut differences = match ledger {
            Ok(ledger) => filed.case.differences(games, ledger, shipped.as_mut()),
            Err(fault) => vec![cannot(fault.to_string())],
        };
        if !titles.insert((&filed.file, &filed.title)) {
            differences.push(cannot("another case of the file has the same title".to_owned()));
        }
        Judged {
            file: filed.file.clone(),
            title: filed.title.clone(),
            rules: filed.rules.clone(),
            verdict: verdict(filed.known_gap.as_ref(), differences),
        }
    });
    Report { judged: judged.collect() }
}

impl<S: Cases> files::Judge for Case<S> {
    fn differences(&self, games: &Games, ledger: &Ledger, shipped: &mut dyn Any) -> Vec<Difference> {
        if let Some(what) = self.unsound() {
            return vec![cannot(what.to_owned())];
        }
        let unknown = self.rules().chain(self.expect.rules()).filter(|rule| ledger.find(rule).is_none());
        let mut found: Vec<Difference> =
            unknown.map(|rule| cannot(format!("the ledger has no rule {rule}"))).collect();
        let shipped = shipped.downcast_mut().expect("what the cases of one system share");
        match S::lay_out(games, shipped, &self.given) {
            Err(what) => found.push(cannot(what)),
            Ok((system, start)) => {
                let outcome = run::play(&system, &start, self);
                found.extend(judge::judge(&system, self, &start, &outcome));
            }
        }
        found
    }

    fn cited(&self) -> Vec<(String, Vec<String>)> {
        let expected = self.expect.events.iter().chain(self.expect.events_exactly.iter().flatten());
        let pinned = |pattern: &expect::Pattern| {
            let cites = story::rules_in(pattern.get(story::CITES)?);
            Some((pattern.get("event")?.as_str()?.to_owned(), cites.map(str::to_owned).collect()))
        };
        expected.filter_map(pinned).collect()
    }
}

/// A gap excuses what the rules do, never a case that makes no sense.
fn verdict(known_gap: Option<&String>, differences: Vec<Difference>) -> Verdict {
    if differences.iter().any(|it| it.what == THE_CASE) {
        return Verdict::Fails(differences);
    }
    match (known_gap, differences.is_empty()) {
        (None, true) => Verdict::Holds,
        (None, false) => Verdict::Fails(differences),
        (Some(why), false) => Verdict::Gap(why.clone()),
        (Some(_), true) => Verdict::Fails(vec![Difference {
            what: "known_gap".to_owned(),
            expected: "that the case fails".to_owned(),
            found: "it holds: take the line out".to_owned(),
        }]),
    }
}

fn cannot(what: String) -> Difference {
    Difference { what: THE_CASE.to_owned(), expected: "a sound case".to_owned(), found: what }
}
