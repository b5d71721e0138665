//! What came of cases, and in words.

use std::fmt::{self, Display};
use std::path::PathBuf;

/// What is judged when a case itself makes no sense.
pub(super) const THE_CASE: &str = "the case";

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

/// Differences as they are found.
#[derive(Debug, Default)]
pub struct Findings {
    list: Vec<Difference>,
}

impl Findings {
    /// Notes what is not as expected.
    pub fn note(&mut self, what: impl Display, expected: impl Display, found: impl Display) {
        self.list.push(Difference {
            what: what.to_string(),
            expected: expected.to_string(),
            found: found.to_string(),
        });
    }

    /// Notes two values if they differ.
    pub fn same<T: PartialEq + Display>(&mut self, what: impl Display, expected: &T, found: &T) {
        if expected != found {
            self.note(what, expected, found);
        }
    }

    /// Notes that the case itself makes no sense, which no gap excuses.
    pub fn slip(&mut self, expected: impl Display, found: impl Display) {
        self.note(THE_CASE, expected, found);
    }

    /// Takes over differences that were found elsewhere.
    pub(super) fn extend(&mut self, more: impl IntoIterator<Item = Difference>) {
        self.list.extend(more);
    }

    /// All that was noted, in its order.
    pub fn into_list(self) -> Vec<Difference> {
        self.list
    }
}
