//! Conformance cases: a position, answers and dice in a file, and what the rules must make of them.
//!
//! A case is written from the rulebook by somebody who does not read the program. A file holds one case, or several
//! under `cases:`; `docs/cases.md` describes it. Everything is strict: a word that is not known, a die that is not used,
//! a question nobody answers and an answer nobody asked for all make a case fail.
//!
//! Invariant of absence: no case reads what another one left behind.

/// The shape of a case.
pub mod case;
/// Which rules have cases.
pub mod coverage;
/// What a side sees.
pub mod sight;
/// The shape of what is expected.
pub mod expect;
/// The shape of a position.
pub mod given;
mod judge;
mod keys;
mod map;
mod position;
mod question;
mod run;
mod story;
/// Words of a case.
pub mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::games::{Games, GamesFault, convert, malformed, text_of};
use crate::rules::ledger::Ledger;
use crate::rules::seas_of_thunder::scenario;

pub use case::{Case, CaseFile};
pub use coverage::{Coverage, coverage};

/// What is judged when a case itself makes no sense.
const THE_CASE: &str = "the case";

/// A case with the file it stands in.
#[derive(Debug)]
pub struct Filed {
    /// The file.
    pub file: PathBuf,
    /// The case.
    pub case: Case,
}

/// One thing that is not as a case expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What was judged.
    pub what: String,
    /// What the case expects.
    pub expected: String,
    /// What there is.
    pub found: String,
}

/// How a case ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All is as expected.
    Holds,
    /// Something is not.
    Fails(Vec<Difference>),
    /// It fails, and says why it must for now.
    Gap(String),
}

/// One case and how it ended.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The file.
    pub file: PathBuf,
    /// The title of the case; empty for a file that could not be read.
    pub title: String,
    /// Its rules.
    pub rules: Vec<String>,
    /// How it ended.
    pub verdict: Verdict,
}

/// What came of many cases.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Each case in the order of the files.
    pub judged: Vec<Judged>,
}

impl Report {
    /// The cases that fail, and files that could not be read.
    pub fn failing(&self) -> impl Iterator<Item = &Judged> {
        self.judged.iter().filter(|it| matches!(it.verdict, Verdict::Fails(_)))
    }

    /// The cases that are known to fail.
    pub fn gaps(&self) -> impl Iterator<Item = &Judged> {
        self.judged.iter().filter(|it| matches!(it.verdict, Verdict::Gap(_)))
    }

    /// True if nothing fails.
    pub fn holds(&self) -> bool {
        self.failing().next().is_none()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for judged in &self.judged {
            let place = format!("{}: {}", judged.file.display(), judged.title);
            match &judged.verdict {
                Verdict::Holds => {}
                Verdict::Gap(why) => writeln!(f, "gap: {place}\n    {why}")?,
                Verdict::Fails(differences) => {
                    writeln!(f, "fails: {place}")?;
                    for Difference { what, expected, found } in differences {
                        writeln!(f, "    {what}\n        expected {expected}\n        found    {found}")?;
                    }
                }
            }
        }
        let (failing, gaps) = (self.failing().count(), self.gaps().count());
        let holding = self.judged.len() - failing - gaps;
        write!(f, "{holding} cases hold, {failing} fail, {gaps} are known gaps")
    }
}

/// Reads the cases of files and of folders, which are searched for `*.yaml` to any depth, in the order of their names.
/// A `*.yml` in a folder is refused rather than left out.
///
/// # Errors
/// [`GamesFault`] for each file that cannot be read or is no case file, each with its line and column where it has one;
/// the cases of the other files are given with them.
pub fn read_paths(paths: &[PathBuf]) -> (Vec<Filed>, Vec<(PathBuf, GamesFault)>) {
    let mut cases = Vec::new();
    let mut faults = Vec::new();
    for path in paths {
        let mut files = Vec::new();
        if let Err(error) = gather(path, &mut files) {
            faults.push((path.clone(), GamesFault::Unreadable { what: error.to_string() }));
        } else if files.is_empty() {
            let what = format!("{}: there is no case file", path.display());
            faults.push((path.clone(), GamesFault::Unreadable { what }));
        }
        for file in files {
            match read_file(&file) {
                Ok(list) => cases.extend(list.into_iter().map(|case| Filed { file: file.clone(), case })),
                Err(fault) => faults.push((file, fault)),
            }
        }
    }
    (cases, faults)
}

/// Runs the cases of files and folders.
pub fn run_paths(games: &Games, paths: &[PathBuf]) -> Report {
    let (cases, faults) = read_paths(paths);
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
    let ledger = Ledger::load(games, scenario::SYSTEM);
    let mut shipped = BTreeMap::new();
    let mut titles = BTreeSet::new();
    let judged = cases.iter().map(|Filed { file, case }| {
        let id = case.given.scenario.clone();
        let shipped = shipped.entry(id.clone()).or_insert_with(|| scenario::load(games, &id));
        let mut differences = match (&ledger, &*shipped) {
            (Err(fault), _) | (_, Err(fault)) => vec![cannot(fault.to_string())],
            (Ok(ledger), Ok(shipped)) => differences(ledger, shipped, case),
        };
        if !titles.insert((file, &case.title)) {
            differences.push(cannot("another case of the file has the same title".to_owned()));
        }
        let rules = case.rules().map(str::to_owned).collect();
        Judged { file: file.clone(), title: case.title.clone(), rules, verdict: verdict(case, differences) }
    });
    Report { judged: judged.collect() }
}

/// Everything in which a case is not as the rules have it.
fn differences(ledger: &Ledger, shipped: &position::Shipped, case: &Case) -> Vec<Difference> {
    if let Some(what) = case.unsound() {
        return vec![cannot(what.to_owned())];
    }
    let unknown = case.rules().chain(case.expect.rules()).filter(|rule| ledger.find(rule).is_none());
    let mut found: Vec<Difference> =
        unknown.map(|rule| cannot(format!("the ledger has no rule {rule}"))).collect();
    match position::lay_out(shipped, &case.given) {
        Err(what) => found.push(cannot(what)),
        Ok((system, start)) => {
            let outcome = run::play(&system, &start, case);
            found.extend(judge::judge(&system, case, &start, &outcome));
        }
    }
    found
}

/// A gap excuses what the rules do, never a case that makes no sense.
fn verdict(case: &Case, differences: Vec<Difference>) -> Verdict {
    if differences.iter().any(|it| it.what == THE_CASE) {
        return Verdict::Fails(differences);
    }
    match (&case.known_gap, differences.is_empty()) {
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

/// The files under a path, sorted.
fn gather(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let entries = fs_err::read_dir(path)?.map(|entry| entry.map(|it| it.path()));
    let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
    entries.sort();
    for entry in entries {
        let ending = entry.extension().and_then(|it| it.to_str()).unwrap_or_default();
        if ending.eq_ignore_ascii_case("yml") || ending != "yaml" && ending.eq_ignore_ascii_case("yaml") {
            let what = format!("{}: a case file ends in `.yaml`; rename it", entry.display());
            return Err(std::io::Error::other(what));
        }
        if entry.is_dir() || ending == "yaml" {
            gather(&entry, files)?;
        }
    }
    Ok(())
}

/// Reads one file: a case, or several under `cases:`.
fn read_file(file: &Path) -> Result<Vec<Case>, GamesFault> {
    #[derive(Deserialize)]
    struct Probe {
        cases: Option<IgnoredAny>,
    }
    let text = text_of(file)?;
    let options = convert::options;
    let fault = |error: serde_yaml::Error| malformed(file, &error);
    let probe: Probe = serde_yaml::from_str_with_options(&text, options()).map_err(fault)?;
    if probe.cases.is_none() {
        return Ok(vec![serde_yaml::from_str_with_options(&text, options()).map_err(fault)?]);
    }
    let several: CaseFile = serde_yaml::from_str_with_options(&text, options()).map_err(fault)?;
    if several.cases.is_empty() {
        return Err(GamesFault::Unreadable { what: format!("{}: `cases:` is empty", file.display()) });
    }
    Ok(several.cases)
}

/// The JSON Schema of a case file, as text.
pub fn schema() -> String {
    #[derive(schemars::JsonSchema)]
    #[schemars(untagged, title = "A file of conformance cases")]
    #[allow(dead_code)]
    enum File {
        Several(CaseFile),
        One(Box<Case>),
    }
    let schema = schemars::schema_for!(File);
    let text = serde_json::to_string_pretty(&schema).expect("a schema is plain JSON");
    format!("{text}\n")
}
