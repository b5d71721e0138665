//! Which rules of the ledger have cases, which need none and why, and which still lack one.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use super::{Filed, Suite};
use crate::games::{Games, GamesFault};
use crate::rulebook::ledger::Ledger;

/// `coverage.yaml` of a system.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CoverageFile {
    /// Rules that the playable scenarios cannot meet.
    elsewhere: Vec<Elsewhere>,
    /// Rules about the data alone, with the tests that hold them.
    data: Vec<DataTest>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Elsewhere {
    /// An id, or the beginning of several with `*` at its end.
    id: String,
    /// Where they are met, in a few words.
    why: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DataTest {
    /// The id.
    id: String,
    /// The test, as `FILE::NAME` under `tests/data`.
    test: String,
}

/// How a rule stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It needs a case.
    Cases,
    /// A test of the data holds it; its name.
    Data(String),
    /// The playable scenarios cannot meet it; the reason.
    Elsewhere(String),
}

/// One rule's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// The rule.
    pub id: String,
    /// How many cases name it first.
    pub main: usize,
    /// How many cases name it at all.
    pub cases: usize,
    /// How it stands.
    pub standing: Standing,
}

/// The cases of every rule of a ledger, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// One line for each rule.
    pub rules: Vec<Covered>,
}

impl Coverage {
    /// The rules that need a case and have none.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        let lacks = |rule: &&Covered| rule.cases == 0 && rule.standing == Standing::Cases;
        self.rules.iter().filter(lacks).map(|rule| rule.id.as_str())
    }

    /// The tests of data that are named, each with its rule.
    pub fn data_tests(&self) -> impl Iterator<Item = (&str, &str)> {
        self.rules.iter().filter_map(|rule| match &rule.standing {
            Standing::Data(test) => Some((rule.id.as_str(), test.as_str())),
            _ => None,
        })
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Covered { id, cases, standing, .. } in &self.rules {
            match standing {
                Standing::Cases if *cases == 0 => writeln!(f, "{id:<18} no case")?,
                Standing::Data(test) if *cases == 0 => writeln!(f, "{id:<18} data: {test}")?,
                Standing::Elsewhere(why) if *cases == 0 => writeln!(f, "{id:<18} elsewhere: {why}")?,
                _ => writeln!(f, "{id:<18} {cases}")?,
            }
        }
        let with = self.rules.iter().filter(|rule| rule.cases > 0).count();
        write!(f, "{with} of {} rules have cases, {} lack one", self.rules.len(), self.missing().count())
    }
}

/// Counts the cases of every rule of a system.
///
/// # Errors
/// [`GamesFault`] when the ledger or `coverage.yaml` cannot be read, or when the latter names a rule that
/// does not exist or one rule twice.
pub fn coverage(games: &Games, suite: &Suite, cases: &[Filed]) -> Result<Coverage, GamesFault> {
    let ledger = (suite.ledger)(games)?;
    let file = games.read(suite.system, "coverage")?;
    let standing = standings(&ledger, file)
        .map_err(|what| GamesFault::Unsound { file: format!("{}/coverage", suite.system), what })?;
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    // A case that must fail for now shows what is missing, not that a rule is kept.
    let own = cases.iter().filter(|filed| filed.suite.system == suite.system && filed.known_gap.is_none());
    for Filed { rules, .. } in own {
        for (at, rule) in rules.iter().enumerate() {
            let count = counts.entry(rule).or_default();
            count.0 += usize::from(at == 0);
            count.1 += 1;
        }
    }
    let rules = ledger.entries().iter().map(|entry| {
        let (main, cases) = counts.get(entry.id.as_str()).copied().unwrap_or_default();
        let standing = standing.get(entry.id.as_str()).cloned().unwrap_or(Standing::Cases);
        Covered { id: entry.id.clone(), main, cases, standing }
    });
    Ok(Coverage { rules: rules.collect() })
}

/// How each rule that needs no case stands.
///
/// # Errors
/// A sentence, when a rule does not exist or stands there twice.
fn standings(ledger: &Ledger, file: CoverageFile) -> Result<BTreeMap<String, Standing>, String> {
    let elsewhere = file.elsewhere.into_iter().map(|it| (it.id, Standing::Elsewhere(it.why)));
    let data = file.data.into_iter().map(|it| (it.id, Standing::Data(it.test)));
    let mut standings = BTreeMap::new();
    for (id, standing) in elsewhere.chain(data) {
        let fits = |known: &str| id.strip_suffix('*').map_or(known == id, |start| known.starts_with(start));
        let fitting = ledger.entries().iter().filter(|entry| fits(&entry.id));
        let fitting: Vec<&str> = fitting.map(|entry| entry.id.as_str()).collect();
        if fitting.is_empty() {
            return Err(format!("the ledger has no rule {id}"));
        }
        for rule in fitting {
            if standings.insert(rule.to_owned(), standing.clone()).is_some() {
                return Err(format!("{rule} stands there twice"));
            }
        }
    }
    Ok(standings)
}
