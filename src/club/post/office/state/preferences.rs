//! How a person wants the office's mail: text or pages, with or without files, by which clocks, in which
//! language dates.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::clock::Zone;
use crate::post::ping::OwnWay;
use engine::games::yaml;
use engine::problem::quote;
use engine::tags::words;

/// What somebody wants of the office's mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preferences {
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
    /// Whether the mail of the day comes, with all that waits in all matches; nothing: as the office does it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<bool>,
    /// How a word comes that a mail waits; nothing: as the office's settings say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notify: Option<OwnWay>,
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
    /// A day: `Friday 4 December`.
    #[serde(default = "usual_date")]
    date: String,
    /// The year behind it.
    #[serde(default = "usual_year")]
    year: String,
    /// The number of the first day of a month.
    #[serde(default)]
    first: Option<String>,
    /// The months.
    months: Vec<String>,
    /// The days, from Monday on.
    days: Vec<String>,
}

fn usual_date() -> String {
    "{day} {number} {month}".to_owned()
}

fn usual_year() -> String {
    " {year}".to_owned()
}

/// The names of every language.
static LANGUAGES: LazyLock<BTreeMap<Language, Names>> = LazyLock::new(|| {
    yaml::read(include_str!("languages.yaml")).expect("the names of days and months can be read")
});

impl Preferences {
    /// An instant in words, by the clocks of the person's zone, or else of the match's, in the person's
    /// language.
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
            "daily" => {
                self.daily = match low.as_str() {
                    "yes" | "on" => Some(true),
                    "no" | "off" => Some(false),
                    "office" => None,
                    _ => return Err(no("yes, no or office")),
                }
            }
            "notify" => self.notify = OwnWay::read(own_words(line))?,
            _ => return Err(format!("there is no setting {}", quote(&field))),
        }
        Ok(())
    }

    /// The settings, a line each, as they are written.
    pub fn lines(&self) -> Vec<String> {
        let zone = self.zone.as_ref().map_or("match", |zone| zone.name());
        let mut lines = vec![
            format!("format {}", self.format.id()),
            format!("attachments {}", if self.slim { "none" } else { "all" }),
            format!("zone {zone}"),
            format!("language {}", self.language.id()),
        ];
        lines.extend(self.daily.map(|daily| format!("daily {}", if daily { "yes" } else { "no" })));
        lines.extend(self.notify.as_ref().map(|way| format!("notify {}", way.words())));
        lines
    }
}

/// What stands behind the name of a setting, with the marks of a link.
fn own_words(line: &str) -> std::str::SplitWhitespace<'_> {
    let name = line.find([' ', '\t', ':', '=']).unwrap_or(line.len());
    line[name..].trim_start_matches([' ', '\t', ':', '=']).split_whitespace()
}

impl Language {
    /// English dates in this language: `Friday 4 December 2026` is `Freitag, 4. Dezember 2026`.
    pub fn translated(self, words: &str) -> String {
        if self == Language::En {
            return words.to_owned();
        }
        let (english, own) = (&LANGUAGES[&Language::En], &LANGUAGES[&self]);
        let (mut text, mut rest) = (String::new(), words);
        while let Some((at, date, behind)) = english.next_date(rest) {
            text.push_str(&rest[..at]);
            text.push_str(&own.written(&date));
            rest = behind;
        }
        text + rest
    }
}

/// A day by the places of its names, and perhaps its year.
struct Date<'t> {
    day: usize,
    number: &'t str,
    month: usize,
    year: Option<&'t str>,
}

impl Names {
    /// The first date in a text: where it begins, what it says, and what stands behind it.
    fn next_date<'t>(&self, text: &'t str) -> Option<(usize, Date<'t>, &'t str)> {
        let found = self.days.iter().enumerate().flat_map(|(day, name)| {
            text.match_indices(name.as_str()).filter_map(move |(at, _)| {
                let rest = text[at + name.len()..].strip_prefix(' ')?;
                let (number, rest) = rest.split_once(' ')?;
                let is_number = number.len() <= 2 && number.bytes().all(|byte| byte.is_ascii_digit());
                let months = self.months.iter().enumerate().filter(|_| is_number);
                let (month, rest) =
                    months.filter_map(|(at, name)| Some((at, rest.strip_prefix(name.as_str())?))).next()?;
                let year = rest.strip_prefix(' ').and_then(|rest| rest.get(..4));
                let year = year.filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
                let rest = if year.is_some() { &rest[5..] } else { rest };
                Some((at, Date { day, number, month, year }, rest))
            })
        });
        found.min_by_key(|(at, ..)| *at)
    }

    fn written(&self, date: &Date<'_>) -> String {
        let first = self.first.as_deref().filter(|_| date.number == "1");
        let day = self
            .date
            .replace("{day}", &self.days[date.day])
            .replace("{number}", first.unwrap_or(date.number))
            .replace("{month}", &self.months[date.month]);
        let year = date.year.map(|year| self.year.replace("{year}", year)).unwrap_or_default();
        day + &year
    }
}
