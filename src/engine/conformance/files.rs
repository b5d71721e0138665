//! Case files: where they are, and whose cases they hold.

use std::any::Any;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Difference;
use super::case::{Case, CaseFile};
use super::contract::{Cases, Suite};
use crate::disk::Disk;
use crate::games::{Games, GamesFault, malformed, text_of, yaml};
use crate::problem::list_or;
use crate::rulebook::ledger::Ledger;

/// A case with the file it stands in.
pub struct Filed {
    /// The file.
    pub file: PathBuf,
    /// What the case shows.
    pub title: String,
    /// Where it comes from: a paragraph of the rulebook, or a match.
    pub source: String,
    /// The rules that it is about, the main one first.
    pub rules: Vec<String>,
    /// Why it must fail for now.
    pub known_gap: Option<String>,
    /// Whose case it is.
    pub suite: Suite,
    pub(super) case: Box<dyn Judge>,
}

/// A case that can be judged, whatever its system.
pub(super) trait Judge {
    /// Everything in which the case is not as the rules have it. `shipped` is what its system's cases share.
    fn differences(&self, games: &Games, ledger: &Ledger, shipped: &mut dyn Any) -> Vec<Difference>;
    /// The events that it expects with the rules that they cite.
    fn cited(&self) -> Vec<(String, Vec<String>)>;
}

impl Filed {
    /// The words of the events whose cited rules the case pins, with these.
    pub fn cited(&self) -> Vec<(String, Vec<String>)> {
        self.case.cited()
    }
}

/// Reads the text of a file, in which one case stands or several.
pub(super) type Read = fn(file: &Path, text: &str, several: bool) -> Result<Vec<Filed>, GamesFault>;

/// Reads the cases of files and of folders, which are searched for `*.yaml` to any depth, in the order of
/// their names. A `*.yml` in a folder is refused rather than left out. The rules that a file names tell whose
/// cases it holds.
///
/// # Errors
/// [`GamesFault`] for each file that cannot be read or is no case file, each with its line and column where
/// it has one; the cases of the other files are given with them.
pub fn read_paths(
    disk: &dyn Disk,
    suites: &[Suite],
    paths: &[PathBuf],
) -> (Vec<Filed>, Vec<(PathBuf, GamesFault)>) {
    let mut cases = Vec::new();
    let mut faults = Vec::new();
    for path in paths {
        let mut files = Vec::new();
        if let Err(error) = gather(disk, path, &mut files) {
            faults.push((path.clone(), GamesFault::Unreadable { what: error.to_string() }));
        } else if files.is_empty() {
            let what = format!("{}: there is no case file", path.display());
            faults.push((path.clone(), GamesFault::Unreadable { what }));
        }
        for file in files {
            match read_file(disk, suites, &file) {
                Ok(list) => cases.extend(list),
                Err(fault) => faults.push((file, fault)),
            }
        }
    }
    (cases, faults)
}

/// The files under a path, sorted.
fn gather(disk: &dyn Disk, path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !disk.leads_to_folder(path) {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in disk.entries(path)? {
        let ending = entry.extension().and_then(|it| it.to_str()).unwrap_or_default();
        if ending.eq_ignore_ascii_case("yml") || ending != "yaml" && ending.eq_ignore_ascii_case("yaml") {
            let what = format!("{}: a case file ends in `.yaml`; rename it", entry.display());
            return Err(std::io::Error::other(what));
        }
        if disk.leads_to_folder(&entry) || ending == "yaml" {
            gather(disk, &entry, files)?;
        }
    }
    Ok(())
}

/// As much of a file as says how many cases it holds, and whose.
#[derive(Deserialize)]
struct Probe {
    rule: Option<String>,
    #[serde(default)]
    rules: Vec<String>,
    cases: Option<Vec<Probe>>,
}

/// Reads one file: a case, or several under `cases:`.
fn read_file(disk: &dyn Disk, suites: &[Suite], file: &Path) -> Result<Vec<Filed>, GamesFault> {
    let text = text_of(disk, file)?;
    let probe: Probe = parse(file, &text)?;
    let unreadable = |what: String| GamesFault::Unreadable { what: format!("{}: {what}", file.display()) };
    let several = probe.cases.is_some();
    let cases = match probe.cases {
        Some(cases) if cases.is_empty() => return Err(unreadable("`cases:` is empty".to_owned())),
        Some(cases) => cases,
        None => vec![probe],
    };
    let rules: Vec<&String> = cases.iter().flat_map(|case| case.rule.iter().chain(&case.rules)).collect();
    let suite = suite_of(suites, file, &rules).map_err(unreadable)?;
    (suite.read)(file, &text, several)
}

/// Whose cases a file holds: the first rule that a system knows by its beginning says it; where no case names
/// a rule, the folder of a system in which the file lies.
fn suite_of<'s>(suites: &'s [Suite], file: &Path, rules: &[&String]) -> Result<&'s Suite, String> {
    let by_rule = |rule: &&String| suites.iter().find(|suite| rule.starts_with(suite.prefix));
    let by_folder = || suites.iter().find(|suite| file.iter().any(|part| part == suite.system));
    if let Some(suite) = rules.iter().find_map(by_rule) {
        return Ok(suite);
    }
    match rules.first() {
        Some(rule) => {
            let known: Vec<&str> = suites.iter().map(|suite| suite.prefix).collect();
            Err(format!("no system has the rule {rule}: rules begin with {}", list_or(&known)))
        }
        None => by_folder().ok_or_else(|| "no case names a rule: add `rule:`".to_owned()),
    }
}

fn parse<T: serde::de::DeserializeOwned>(file: &Path, text: &str) -> Result<T, GamesFault> {
    yaml::read_directly(text).map_err(|fault| malformed(file, fault))
}

/// Reads the cases of one system.
///
/// # Errors
/// [`GamesFault::Malformed`] with line and column.
pub(super) fn read<S: Cases>(file: &Path, text: &str, several: bool) -> Result<Vec<Filed>, GamesFault> {
    let cases: Vec<Case<S>> =
        if several { parse::<CaseFile<S>>(file, text)?.cases } else { vec![parse(file, text)?] };
    let filed = |case: Case<S>| Filed {
        file: file.to_owned(),
        title: case.title.clone(),
        source: case.source.clone(),
        rules: case.rules().map(str::to_owned).collect(),
        known_gap: case.known_gap.clone(),
        suite: Suite::of::<S>(),
        case: Box::new(case),
    };
    Ok(cases.into_iter().map(filed).collect())
}
