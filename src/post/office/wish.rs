//! How a person wants the office's mail: text or pages, with or without files, by which clocks, in which language dates.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::clock::Zone;
use crate::games::yaml;
use crate::problem::quote;
use crate::tags::words;

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

words! {
    /// How the text of a mail comes.
    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Bodies: id {
        /// As text and as a page; the mail program shows one.
        #[default]
        Both = "both",
        /// As text.
        Text = "text",
        /// As a page; the text says so.
        Html = "html",
    }
}

words! {
    /// The languages of dates.
    #[derive(Default, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Language: id {
        /// English.
        #[default]
        En = "en",
        /// German.
        De = "de",
        /// French.
        Fr = "fr",
        /// Spanish.
        Es = "es",
        /// Italian.
        It = "it",
    }
}

/// How dates are said in a language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    /// The language's name in English.
    name: String,
    /// The months.
    months: Vec<String>,
    /// The days, from Monday on.
    days: Vec<String>,
}

/// The names of every language.
static LANGUAGES: LazyLock<BTreeMap<Language, Names>> = LazyLock::new(|| {
    yaml::read(include_str!("languages.yaml")).expect("the names of days and months can be read")
});

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
                let named = Bodies::named(if low == "plain" { "text" } else { &low });
                self.format = named.ok_or_else(|| no("text, html or both"))?;
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
                let by_name = || Language::ALL.into_iter().find(|it| LANGUAGES[it].name == low);
                let found = Language::named(&low).or_else(by_name);
                self.language = found.ok_or_else(|| no("en, de, fr, es or it"))?;
            }
            _ => return Err(format!("there is no setting {}", quote(&field))),
        }
        Ok(())
    }

    /// The settings, a line each, as they are written.
    pub fn lines(&self) -> Vec<String> {
        let zone = self.zone.as_ref().map_or("match", |zone| zone.name());
        vec![
            format!("format {}", self.format.id()),
            format!("attachments {}", if self.slim { "none" } else { "all" }),
            format!("zone {zone}"),
            format!("language {}", self.language.id()),
        ]
    }
}

impl Language {
    /// English names of days and months in this language.
    pub fn translated(self, words: &str) -> String {
        if self == Language::En {
            return words.to_owned();
        }
        let (english, own) = (&LANGUAGES[&Language::En], &LANGUAGES[&self]);
        let pairs = english.months.iter().zip(&own.months).chain(english.days.iter().zip(&own.days));
        pairs.fold(words.to_owned(), |text, (english, own)| text.replace(english, own))
    }
}
