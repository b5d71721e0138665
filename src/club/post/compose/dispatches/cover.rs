//! What stands around a report in its mail, and where the form stands.

use serde::Serialize;

use ::engine::draft::{BEGIN, END, is_marker};

use super::Addressee;

/// A report with its form above it, or without it if it is longer than this, and where the form now is.
pub fn form_on_top(report: &str, most: usize) -> (String, FormPlace) {
    let lines: Vec<&str> = report.lines().collect();
    let at = |marker| lines.iter().position(|line| is_marker(line, marker));
    let (Some(begin), Some(end)) = (at(BEGIN), at(END)) else { return (report.to_owned(), FormPlace::End) };
    if end < begin {
        return (report.to_owned(), FormPlace::End);
    }
    let fenced = begin > 0 && lines[begin - 1].starts_with("```") && lines.get(end + 1) == Some(&"```");
    let (begin, end) = if fenced { (begin - 1, end + 1) } else { (begin, end) };
    let form = lines[begin..=end].join("\n");
    let (above, where_to, place) = match form.len() > most {
        true => (String::new(), "The form is attached: it is too long to stand here.", FormPlace::File),
        false => (format!("{form}\n\n"), "The form stands above the report.", FormPlace::Top),
    };
    let (before, after) = (lines[..begin].join("\n"), lines[end + 1..].join("\n"));
    (format!("{above}{before}\n{where_to}\n{after}"), place)
}

/// What stands around a report. The report itself comes ready-made and stands as it is, with the order form
/// in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cover {
    /// Who gets it.
    #[serde(flatten)]
    pub to: Addressee,
    /// What is said of deadlines that were missed before; empty if none was.
    pub missed: String,
    /// What the clocks of a league say; empty if none run.
    pub clocks: String,
    /// What is new, in one line: `1939, turn 2, combat`; for the last report, how the match ended.
    pub news: String,
    /// Whether orders are asked of the party.
    pub asked: bool,
    /// Whether it must send a file although nothing is asked of it.
    pub idle: bool,
    /// Whether it may send doctrine and plans although nothing is asked of it.
    pub may_send: bool,
    /// Whether a commitment is sent first, and the sealed file later.
    pub sealing: bool,
    /// The deadline in words, if there is one.
    pub deadline: Option<String>,
    /// The party's code word, if the match asks for it.
    pub code_word: Option<String>,
    /// The key to which envelopes for the match are sealed, if it takes any.
    pub key: Option<String>,
    /// Lines that say what is attached, one each.
    pub attached: Vec<String>,
    /// Rules that lines of the report cite and that a ruling of the club's case law is about, a line each.
    pub ruled: Vec<String>,
    /// Whether the journal is attached.
    pub journal: bool,
    /// Where the form stands.
    pub form_place: FormPlace,
    /// The report.
    pub report: String,
}

/// Where the form of a report stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormPlace {
    /// At the end of the report.
    #[default]
    End,
    /// Above the report: mail programs show no more than the beginning of a long mail.
    Top,
    /// In a file that is attached, and nowhere else: it is longer than what they show.
    File,
}
