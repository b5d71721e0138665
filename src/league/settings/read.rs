//! From the text of `league.yaml` to what it says. Everything that is wrong with it is noted, each with its
//! place.

use std::collections::BTreeMap;
use std::num::NonZeroU16;
use std::path::Path;

use club::clock::Span;
use club::matches::MatchFault;
use club::seal::is_match_id;
use club::signature::Key;
use engine::draft;
use engine::draft::checks::Reader;
use engine::draft::node::Node;
use engine::problem::{Collector, Problems};
use fs_err as fs;
use jiff::civil::Date;
use tournament::Entrant;

use super::checks;
use super::event_fields::event;
use super::fields::{Fields, millionths, number, refuse, text};
use super::length::Length;
use super::{Glicko2Settings, LeagueSettings, Official, Person, RatingKind, RatingSettings, Season};

/// The name of the file in the office's folder.
pub const FILE: &str = "league.yaml";

/// The keys of the whole file.
const KEYS: [&str; 8] = ["club", "organiser", "deputies", "entrants", "ratings", "seasons", "away", "events"];

/// How many days of absence a season allows if the file does not say it.
const AWAY: u32 = 21;

/// Reads the text of a file. `name` is what messages call it.
///
/// # Errors
/// Everything that is wrong, with line and column.
pub fn read(name: &str, bytes: &[u8]) -> Result<LeagueSettings, Problems> {
    let mut problems = Collector::new();
    let found = draft::read(name, bytes, &mut problems, |reader, root| {
        let mut spots = checks::Spots::default();
        let settings = league(reader, root, &mut spots)?;
        checks::check(reader, &settings, &spots);
        Some(settings)
    });
    match found {
        Some(settings) if problems.is_empty() => Ok(settings),
        _ => Err(problems.finish()),
    }
}

/// Reads the file in a club's folder.
///
/// # Errors
/// If there is none; or everything that is wrong with it.
pub fn of(club: &Path) -> Result<LeagueSettings, MatchFault> {
    let path = club.join(FILE);
    let bytes = fs::read(&path).map_err(|error| {
        MatchFault::no(error.to_string(), "`sealord league new` writes one to begin with")
    })?;
    read(&path.display().to_string(), &bytes).map_err(|problems| MatchFault::Refused {
        problems,
        source: String::from_utf8_lossy(&bytes).into_owned(),
    })
}

/// The whole file; nothing if what all else depends on is missing.
fn league(reader: &mut Reader<'_, '_>, root: Node, spots: &mut checks::Spots) -> Option<LeagueSettings> {
    let mut fields = Fields::open(reader, "", root, &KEYS)?;
    let club = fields.needed_read(reader, "club", "northern-waters", word);
    let organiser = fields
        .needed(reader, "organiser", "{name: Uma, address: uma@club.example}")
        .and_then(|node| official(reader, "organiser", node));
    let mut deputies = Vec::new();
    for (at, node) in fields.list("deputies").unwrap_or_default().into_iter().enumerate() {
        deputies.extend(official(reader, &format!("deputies[{at}]"), node));
    }
    let entrants = each(reader, &mut fields, "entrants", |reader, path, word, node| {
        spots.entrants.insert(word.to_owned(), node.spot());
        person(reader, path, node)
    });
    let ratings = match fields.take("ratings") {
        Some(node) => ratings(reader, node),
        None => RatingSettings { area: Some(AREA), elo: None, glicko2: None },
    };
    let seasons = each(reader, &mut fields, "seasons", |reader, path, word, node| {
        spots.seasons.insert(word.to_owned(), node.spot());
        season(reader, path, node)
    });
    let away = fields.read(reader, "away", number(0, 366)).unwrap_or(AWAY);
    let events = each(reader, &mut fields, "events", |reader, path, word, node| {
        spots.events.insert(word.to_owned(), node.spot());
        event(reader, path, node, spots)
    });
    let entrants = entrants.into_iter().map(|(word, person)| (Entrant::new(&word), person)).collect();
    let (club, organiser) = (club?, organiser?);
    Some(LeagueSettings { club, organiser, deputies, entrants, ratings, seasons, away, events })
}

/// Where the hobby's ratings begin.
const AREA: i64 = 5000;

/// The values of a section whose keys are words of the writer's own.
fn each<T>(
    reader: &mut Reader<'_, '_>,
    fields: &mut Fields,
    key: &str,
    mut read: impl FnMut(&mut Reader<'_, '_>, &str, &str, Node) -> Option<T>,
) -> BTreeMap<String, T> {
    let mut found = BTreeMap::new();
    let path = fields.at(key);
    let Some(node) = fields.take(key) else { return found };
    let Some(mut section) = Fields::any(reader, &path, node) else { return found };
    for (name, node) in section.rest() {
        let at = section.at(&name.word.text);
        match word(&name.word.text) {
            Ok(it) => {
                if let Some(value) = read(reader, &at, &it, node) {
                    found.insert(it, value);
                }
            }
            Err(mend) => refuse(reader, "no-word", &at, "this cannot be a word", name.word.spot, mend),
        }
    }
    found
}

/// A word that may be part of the name of a match and of a file.
pub(super) fn word(text: &str) -> Result<String, String> {
    /// Leaves room for an event, a round and a board in the word of a match.
    const LONGEST: usize = 32;
    /// Names of devices on some systems, which can be no files there.
    const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
    let is_device = DEVICES.contains(&text)
        || ["com", "lpt"].iter().any(|it| {
            text.strip_prefix(it)
                .is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|byte| byte.is_ascii_digit()))
        });
    if is_match_id(text) && text.len() <= LONGEST && !text.starts_with('-') && !is_device {
        return Ok(text.to_owned());
    }
    Err(format!("write up to {LONGEST} small letters, digits and hyphens, as `anna` or `north-sea`"))
}

fn key_line(text: &str) -> Result<Key, String> {
    Key::parse(text).map_err(|fault| format!("write the line of a .pub file of `ssh-keygen`: {fault}"))
}

fn official(reader: &mut Reader<'_, '_>, path: &str, node: Node) -> Option<Official> {
    let mut fields = Fields::open(reader, path, node, &["name", "address", "key"])?;
    let name = fields.needed_text(reader, "name", "Uma");
    let address = fields.needed_read(reader, "address", "uma@club.example", address);
    let key = fields.read(reader, "key", key_line);
    Some(Official { name: name?.text, address: address?, key })
}

/// An address, looked at as far as a league must: the office looks at the rest.
fn address(text: &str) -> Result<String, String> {
    let parts = text.split_once('@').filter(|(local, domain)| !local.is_empty() && domain.contains('.'));
    let is_plain = text.len() <= 254 && text.bytes().all(|byte| byte.is_ascii_graphic());
    if parts.is_some() && is_plain {
        Ok(text.to_owned())
    } else {
        Err("write it as name@club.example".to_owned())
    }
}

fn person(reader: &mut Reader<'_, '_>, path: &str, node: Node) -> Option<Person> {
    let mut fields = Fields::open(reader, path, node, &["name", "address", "key", "start"])?;
    let name = match fields.take("name") {
        Some(Node::Scalar(scalar)) if scalar.null => None,
        Some(node) => text(reader, &fields.at("name"), node).map(|word| word.text),
        None => None,
    };
    let address = fields.read(reader, "address", address);
    let key = fields.read(reader, "key", key_line);
    let mut start = BTreeMap::new();
    let at = fields.at("start");
    if let Some(node) = fields.take("start")
        && let Some(mut section) = Fields::open(reader, &at, node, &["area", "elo"])
    {
        for (kind, most) in [(RatingKind::Area, 20_000), (RatingKind::Elo, 4000)] {
            let begins = section.read(reader, kind.word(), number(0, most));
            start.extend(begins.map(|begins| (kind, i64::from(begins))));
        }
    }
    Some(Person { name, address, key, start })
}

fn ratings(reader: &mut Reader<'_, '_>, node: Node) -> RatingSettings {
    let none = RatingSettings { area: None, elo: None, glicko2: None };
    let Some(mut fields) = Fields::open(reader, "ratings", node, &["area", "elo", "glicko2"]) else {
        return none;
    };
    let mut begins = |reader: &mut Reader<'_, '_>, key: &str, usual: i64, most: u32| {
        let path = fields.at(key);
        let node = fields.take(key)?;
        let mut section = Fields::open(reader, &path, node, &["start"])?;
        Some(section.read(reader, "start", number(0, most)).map_or(usual, i64::from))
    };
    let area = begins(reader, "area", AREA, 20_000);
    let elo = begins(reader, "elo", 1500, 4000);
    let glicko2 = fields.take("glicko2").and_then(|node| glicko2(reader, node));
    RatingSettings { area, elo, glicko2 }
}

fn glicko2(reader: &mut Reader<'_, '_>, node: Node) -> Option<Glicko2Settings> {
    let known = ["start", "deviation", "volatility", "tau", "period", "first"];
    let mut fields = Fields::open(reader, "ratings.glicko2", node, &known)?;
    let start = fields.read(reader, "start", number(0, 4000)).map_or(1500, i64::from);
    let mut fraction = |reader: &mut Reader<'_, '_>, key: &str, unit: i64, usual: i64| {
        fields.read(reader, key, millionths).map_or(usual, |it| it / unit)
    };
    let deviation = fraction(reader, "deviation", 1000, 350_000);
    let volatility = fraction(reader, "volatility", 1, 60_000);
    let tau = fraction(reader, "tau", 1000, 500);
    let months = fields.read(reader, "period", |text| match Length::parse(text) {
        Ok(Length::Months(months)) => {
            u16::try_from(months).ok().and_then(NonZeroU16::new).ok_or_else(String::new)
        }
        _ => Err("write whole months, as `4 months`".to_owned()),
    });
    let first = fields.needed_read(reader, "first", "2027-01-01", date)?;
    let months = months.or(NonZeroU16::new(4))?;
    Some(Glicko2Settings { start, deviation, volatility, tau, months, first })
}

fn season(reader: &mut Reader<'_, '_>, path: &str, node: Node) -> Option<Season> {
    let mut fields = Fields::open(reader, path, node, &["from", "to"])?;
    let from = fields.needed_read(reader, "from", "2027-01-01", date);
    let to = fields.needed_read(reader, "to", "2027-12-31", date);
    Some(Season { from: from?, to: to? })
}

/// A day.
pub(super) fn date(text: &str) -> Result<Date, String> {
    let found = text.parse::<Date>().ok().filter(|date| date.to_string() == text);
    found.ok_or_else(|| "write a day as 2027-09-15".to_owned())
}

/// A length without months.
pub(super) fn span(text: &str) -> Result<Span, String> {
    Span::parse(text).map_err(|_| "write it as `45d`, `12h` or `1w`".to_owned())
}
