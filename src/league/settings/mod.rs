//! What an organiser writes: `league.yaml`.

mod checks;
mod event;
mod event_fields;
mod fields;
mod length;
mod read;

use std::collections::BTreeMap;
use std::num::NonZeroU16;

use club::signature::Key;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use tournament::Entrant;

pub use event::{
    Bracket, ClockSettings, Dropping, EventSettings, FirstBid, Format, ORGANISER, OnEmpty, PanelSettings,
    Points, Price, Ranks, RatingKind, RoundSettings, Sides, SidesBy, Tie, TieBreak,
};
pub use event_fields::KEYS as EVENT_KEYS;
pub use length::Length;
pub use read::{FILE, of, read};

/// The whole of `league.yaml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeagueSettings {
    /// The club's word.
    pub club: String,
    /// Who pairs, closes rounds and rules.
    pub organiser: Official,
    /// Who acts for him, in the order in which they are asked.
    pub deputies: Vec<Official>,
    /// Who plays, by word.
    pub entrants: BTreeMap<Entrant, Person>,
    /// What the lists of ratings begin with.
    pub ratings: RatingSettings,
    /// Spans of dates, by word.
    pub seasons: BTreeMap<String, Season>,
    /// How many days a player can be away in a season without asking, in all his matches together.
    pub away: u32,
    /// Competitions, by word.
    pub events: BTreeMap<String, EventSettings>,
}

/// Who acts for the club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Official {
    /// The name.
    pub name: String,
    /// The address.
    pub address: String,
    /// The key that signs forfeits and verdicts.
    pub key: Option<Key>,
}

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name that pages show; nothing for the word alone.
    pub name: Option<String>,
    /// Where mail goes; nothing for a player who is entered by hand alone.
    pub address: Option<String>,
    /// The key that signs.
    pub key: Option<Key>,
    /// Ratings brought along.
    pub start: BTreeMap<RatingKind, i64>,
}

/// Where ratings begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingSettings {
    /// The list of the hobby, unless it is off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<i64>,
    /// Elo's list, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<i64>,
    /// Glickman's list, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub glicko2: Option<Glicko2Settings>,
}

/// What Glickman's list needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glicko2Settings {
    /// The rating of a player who is new, in points.
    pub start: i64,
    /// The deviation of a player who is new, in thousandths of a point.
    pub deviation: i64,
    /// The volatility of a player who is new, in millionths.
    pub volatility: i64,
    /// How much volatility may change, in thousandths.
    pub tau: i64,
    /// The months of a rating period.
    pub months: NonZeroU16,
    /// The day on which the first period begins.
    pub first: Date,
}

/// A span of dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Season {
    /// Its first day.
    pub from: Date,
    /// Its last day.
    pub to: Date,
}
