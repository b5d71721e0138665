//! REPORT: a packet in words, as text, Markdown or HTML with a sea chart.
//!
//! The only input is a packet, so a report can tell nothing that the party may not know. Nothing here reads a
//! clock, a locale or a time zone: the same packet gives the same bytes everywhere.

use std::fmt;

use minijinja::value::Serde;
use serde_json::Value;

use crate::fence::plant;
use crate::signature::base64::base64_of;
use engine::digest::Digest;
use engine::view::{Packet, Plot, ViewFault};

/// The templates and the engine that fills them.
mod env;
/// The files of which reports are made.
mod files;
/// All that a template can name.
mod page;
/// The parts of a view that templates name themselves.
mod part;
/// Escaping for each format, and small helpers of templates.
mod filters;
/// Units of a zone, box by box while a combat lasts.
mod boxes;
/// Combats as templates draw them.
mod card;
mod plot;
/// Pictures of numbers.
mod figure;
/// The odds of a battle as a page.
pub mod odds;
/// What a party is asked, a line for each kind of question.
mod asked;
/// The story, gathered so that it reads well.
mod story;
/// What formats without folds leave out of it.
mod abridge;
/// How its lines are gathered.
mod story_style;
/// What combats came to.
mod outcome;
/// What the lines of a story come to.
mod tally;
/// What is new, on one screen.
mod summary;
/// How tables are made.
mod tables;
/// The score sheet.
mod score;
/// Tables of losses, arrivals and repairs.
mod losses;
/// Parts of the situation that are worth a line.
mod situation;
/// Units of a view in words.
mod units;
/// The sides of a packet.
mod sides;
/// Parts of a view as templates see them.
mod shown;
/// The sea chart.
mod chart;
/// Packs what a page's script unpacks.
mod pack;
/// A page on which orders are composed.
mod compose;
/// What a fight can be made of.
mod what_if;
/// A whole match, moment by moment.
pub mod replay;
#[cfg(test)]
mod tests;

pub use chart::ink_on;
pub use compose::{Composer, Lore, compose};
pub use env::Templates;

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
    plant("report", &packet.match_id);
    let kit = templates.kit(&packet.system)?;
    let view = packet.parts()?;
    let page = page::of(packet, &view, format, kit, None)?;
    templates.fill(&packet.system, "report", format, minijinja::Value::from(Serde(page)))
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
