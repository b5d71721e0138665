//! How a person wants the office's mail: text or pages, with or without files, by which clocks, in which language dates.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::clock::Zone;
use crate::problem::quote;

/// What somebody wants of the office's mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// How the text comes.
    #[serde(default)]
    pub format: Bodies,
    /// Whether nothing but the order form and the calendar is attached.
    #[serde(default)]
    pub slim: bool,
    /// By the clocks of which zone deadlines are said, beside that of the match.
    #[serde(default)]
    pub zone: Option<Zone>,
    /// In which language dates are.
    #[serde(default)]
    pub language: Language,
}

/// How the text of a mail comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bodies {
    /// As text and as a page; the mail program shows one.
    #[default]
    Both,
    /// As text.
    Text,
    /// As a page; the text says so.
    Html,
}

/// The languages of dates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// German.
    De,
    /// French.
    Fr,
    /// Spanish.
    Es,
    /// Italian.
    It,
}

/// The names of the months.
type Months = [&'static str; 12];
/// The names of the days, from Monday on.
type Days = [&'static str; 7];

/// The languages with their words, and their names of months and of days from Monday on.
const LANGUAGES: [(Language, [&str; 2], Months, Days); 5] = [
    (
        Language::En,
        ["en", "english"],
        [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ],
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    ),
    (
        Language::De,
        ["de", "german"],
        [
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ],
        ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    ),
    (
        Language::Fr,
        ["fr", "french"],
        [
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ],
        ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
    ),
    (
        Language::Es,
        ["es", "spanish"],
        [
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ],
        ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
    ),
    (
        Language::It,
        ["it", "italian"],
        [
            "gennaio",
            "febbraio",
            "marzo",
            "aprile",
            "maggio",
            "giugno",
            "luglio",
            "agosto",
            "settembre",
            "ottobre",
            "novembre",
            "dicembre",
        ],
        ["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"],
    ),
];

impl Wish {
    /// An instant in words, by the clocks of the person's zone, or else of the match's, in the person's language.
    pub fn in_words(&self, at: Timestamp, zone: &Zone) -> String {
        let own = self.zone.as_ref().unwrap_or(zone);
        let words = own.in_words(at);
        let words = match own.name() == zone.name() {
            true => words,
            false => format!("{}, {}", words.split(" (").next().unwrap_or_default(), zone.in_words(at)),
        };
        self.language.translated(&words)
    }

    /// Takes a line such as `format text`; says what is wrong with one that is not understood.
    ///
    /// # Errors
    /// In words, with what would do.
    pub fn take(&mut self, line: &str) -> Result<(), String> {
        let bare = line.replace([':', '='], " ");
        let mut words = bare.split_whitespace();
        let (field, value) =
            (words.next().unwrap_or_default().to_lowercase(), words.next().unwrap_or_default());
        let low = value.to_lowercase();
        let no = |may: &str| format!("{} cannot be {}: write {may}", field, quote(value));
        match field.as_str() {
            "format" => {
                self.format = match low.as_str() {
                    "both" => Bodies::Both,
                    "text" | "plain" => Bodies::Text,
                    "html" => Bodies::Html,
                    _ => return Err(no("text, html or both")),
                }
            }
            "attachments" | "files" => {
                self.slim = match low.as_str() {
                    "all" | "yes" => false,
                    "none" | "no" => true,
                    _ => return Err(no("all or none")),
                }
            }
            "zone" => {
                self.zone = match low.as_str() {
                    "match" => None,
                    _ => Some(Zone::parse(value).map_err(|bad| format!("{}; {}", bad.what(), bad.mend()))?),
                }
            }
            "language" => {
                let found = LANGUAGES.iter().find(|(_, words, ..)| words.contains(&&*low));
                self.language = found.ok_or_else(|| no("en, de, fr, es or it"))?.0;
            }
            _ => return Err(format!("there is no setting {}", quote(&field))),
        }
        Ok(())
    }

    /// The settings, a line each, as they are written.
    pub fn lines(&self) -> Vec<String> {
        let format = match self.format {
            Bodies::Both => "both",
            Bodies::Text => "text",
            Bodies::Html => "html",
        };
        let zone = self.zone.as_ref().map_or("match", |zone| zone.name());
        let language = LANGUAGES.iter().find(|it| it.0 == self.language).map_or("en", |it| it.1[0]);
        vec![
            format!("format {format}"),
            format!("attachments {}", if self.slim { "none" } else { "all" }),
            format!("zone {zone}"),
            format!("language {language}"),
        ]
    }
}

impl Language {
    /// English names of days and months in this language.
    pub fn translated(self, words: &str) -> String {
        let Some((_, _, months, days)) =
            LANGUAGES.iter().find(|it| it.0 == self).filter(|it| it.0 != Language::En)
        else {
            return words.to_owned();
        };
        let (_, _, english_months, english_days) = &LANGUAGES[0];
        let pairs = english_months.iter().zip(months).chain(english_days.iter().zip(days));
        pairs.fold(words.to_owned(), |text, (english, own)| text.replace(english, own))
    }
}
