//! The pages that a reader gets, filled by some templates.

use crate::audit::Past;
use crate::fence::fenced;
use crate::filling::filled_now;
use crate::matches::MatchFault;
use crate::report::{Format, Templates, render};
use crate::tour;
use engine::view::Packet;

/// Writes the page for orders of a packet by some templates.
pub type Orders<'a> = &'a dyn Fn(&Templates, &Packet) -> Result<String, MatchFault>;

/// A page.
pub(super) enum Page<'a> {
    /// The report in a format.
    Report(Format),
    /// The page on which orders are composed.
    Orders(Orders<'a>),
    /// All that the reader was ever shown.
    Replay(&'a Past<'a>),
}

/// Why there is no page.
pub(super) struct Flaw {
    /// The template that was filled, if nothing else names it.
    pub(super) file: Option<String>,
    /// What is wrong.
    pub(super) what: String,
}

impl Page<'_> {
    /// The reports of a packet.
    pub(super) const REPORTS: [Page<'static>; 3] =
        [Page::Report(Format::Text), Page::Report(Format::Markdown), Page::Report(Format::Html)];

    /// What it is called.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Page::Report(Format::Text) => "the report as text",
            Page::Report(Format::Markdown) => "the report as Markdown",
            Page::Report(Format::Html) => "the report as HTML",
            Page::Orders(_) => "the page for orders",
            Page::Replay(_) => "the replay",
        }
    }

    /// Its format.
    pub(super) fn format(&self) -> Format {
        match self {
            Page::Report(format) => *format,
            Page::Orders(_) | Page::Replay(_) => Format::Html,
        }
    }

    /// Fills it for the reader of a packet. A template that fails, takes no end or makes the program fail
    /// is a flaw.
    pub(super) fn fill(&self, templates: &Templates, reader: &Packet) -> Result<String, Flaw> {
        let filled = fenced(|| match self {
            Page::Report(format) => render(templates, reader, *format).map_err(|fault| fault.to_string()),
            Page::Orders(orders) => orders(templates, reader).map_err(|fault| fault.to_string()),
            Page::Replay(past) => replay(past, templates, reader).map_err(|fault| fault.to_string()),
        });
        match filled {
            Ok(filled) => filled.map_err(|what| Flaw { file: None, what }),
            Err(words) => Err(Flaw { file: filled_now(), what: format!("the program fails on it: {words}") }),
        }
    }
}

fn replay(past: &Past<'_>, templates: &Templates, reader: &Packet) -> Result<String, MatchFault> {
    tour::of_party(templates, past.entries(), past.rules()?, reader.party)
}
