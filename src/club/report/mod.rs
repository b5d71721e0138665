//! REPORT: a packet in words, as text, Markdown or HTML with a sea chart.
//!
//! The only input is a packet, so a report can tell nothing that the party may not know. Nothing here reads a
//! clock, a locale or a time zone: the same packet gives the same bytes everywhere.

use std::fmt;

use minijinja::value::Serde;
use serde_json::Value;

use crate::signature::base64::base64_of;
use engine::digest::Digest;
use engine::nearest::Nearest;
use engine::view::{Packet, Plot, ViewFault};

mod env;
mod files;
mod source;
mod origin;
mod page;
mod ready;
mod part;
mod filters;
mod boxes;
mod card;
mod plot;
mod hints;
mod figure;
mod levels;
pub mod odds;
mod asked;
mod story;
mod abridge;
mod story_style;
mod outcome;
mod tally;
mod summary;
mod tables;
mod score;
mod losses;
mod situation;
mod units;
mod groups;
mod sides;
mod shown;
mod chart;
mod pack;
mod picture;
mod compose;
mod look;
mod modules;
mod what_if;
pub mod replay;
#[cfg(test)]
mod tests;

pub use chart::ink_on;
pub use compose::{Composer, Lore, compose};
pub use env::Templates;
pub use files::built_in_texts;
pub use hints::{Hint, Hints};
pub use levels::{Levels, Picture};
pub use origin::{Origins, OwnFile, Place, Written};
pub use ready::Ready;

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Plain text, for the body of a mail.
    Text,
    /// Markdown.
    Markdown,
    /// A web page that needs nothing but itself.
    Html,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 3] = [Format::Text, Format::Markdown, Format::Html];

    /// Finds a format by its word: `text`, `md`, `markdown`, `html`.
    pub fn parse(word: &str) -> Option<Format> {
        match word {
            "text" | "txt" => Some(Format::Text),
            "md" | "markdown" => Some(Format::Markdown),
            "html" => Some(Format::Html),
            _ => None,
        }
    }

    /// The ending of a file in this format, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Text => "txt",
            Format::Markdown => "md",
            Format::Html => "html",
        }
    }

    /// The folder of the format's templates.
    fn folder(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Markdown => "markdown",
            Format::Html => "html",
        }
    }
}

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportFault {
    /// A template or its folder cannot be read; the words name it.
    Unreadable {
        /// What the operating system said.
        what: String,
    },
    /// A file stands where no template is looked for.
    Stray {
        /// The file.
        file: String,
        /// What could stand there.
        known: Vec<String>,
    },
    /// A template or the data beside it is wrong, or a template asks for something that a packet does not
    /// hold.
    Template {
        /// The club's file, or the name of the built-in template.
        file: String,
        /// The line, counted from 1; 0 when unknown.
        line: usize,
        /// What is wrong there.
        what: String,
    },
    /// There are no templates for the packet's system.
    NoTemplates {
        /// The system's word.
        system: String,
    },
    /// The packet's view has not the shape that this program writes.
    View {
        /// What is wrong with it.
        what: String,
    },
}

impl fmt::Display for ReportFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportFault::Unreadable { what } => f.write_str(what),
            ReportFault::Stray { file, known } => {
                write!(f, "{file}: no report uses such a template; there are {}", known.join(", "))
            }
            ReportFault::Template { file, line: 0, what } => write!(f, "{file}: {what}"),
            ReportFault::Template { file, line, what } => write!(f, "{file}:{line}: {what}"),
            ReportFault::NoTemplates { system } => {
                write!(f, "there are no reports for the system `{system}`")
            }
            ReportFault::View { what } => write!(f, "the packet's view cannot be read: {what}"),
        }
    }
}

impl std::error::Error for ReportFault {}

impl From<ViewFault> for ReportFault {
    fn from(fault: ViewFault) -> ReportFault {
        ReportFault::View { what: fault.to_string() }
    }
}

/// Writes the report of a packet.
///
/// # Errors
/// [`ReportFault`] when the system has no templates, the view has another shape, or a club's template is
/// wrong.
pub fn render(templates: &Templates, packet: &Packet, format: Format) -> Result<String, ReportFault> {
    Ready::of(templates, packet)?.render(format)
}

/// How a content security policy names a script by its hash.
fn hash_source(script: &str) -> String {
    format!("sha256-{}", base64_of(Digest::of(script.as_bytes()).as_bytes()))
}

/// A page of a game besides its report: which template of the game shows it, what that names as `page`, and
/// the map of a combat that it shows as `drawing`.
#[derive(Clone, Debug)]
pub struct GamePage {
    /// The word of the game.
    pub system: &'static str,
    /// The name of its template.
    pub template: &'static str,
    /// What the template names.
    pub values: Value,
    /// What is drawn, on web pages alone.
    pub plot: Plot,
}

impl GamePage {
    /// Fills the template.
    ///
    /// # Errors
    /// [`ReportFault`] when the system has no such template in this format, or a club's is wrong.
    pub fn fill(&self, templates: &Templates, format: Format) -> Result<String, ReportFault> {
        let drawing = match format {
            Format::Html => plot::svg(&self.plot).unwrap_or_default(),
            _ => String::new(),
        };
        let drawing = minijinja::Value::from_safe_string(drawing);
        let values = minijinja::context! { page => minijinja::Value::from(Serde(&self.values)), drawing };
        templates.fill(self.system, self.template, format, values)
    }
}

/// Tells lines of a view's story, one sentence each.
///
/// # Errors
/// As [`render`].
pub fn sentences(templates: &Templates, system: &str, lines: &[&Value]) -> Result<Vec<String>, ReportFault> {
    templates.sentences(system, lines)
}

/// How near results of dice came to others, one sentence each.
///
/// # Errors
/// As [`render`].
pub fn nearest(templates: &Templates, system: &str, found: &[Nearest]) -> Result<Vec<String>, ReportFault> {
    templates.nearest(system, found)
}
