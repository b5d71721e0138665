//! A deadline, how it came about, and what the journal keeps of it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::clock::event::By;
use crate::clock::span::Span;
use crate::clock::zone::Zone;
use engine::party::Party;

/// Why a deadline is not where it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Why {
    /// It fell on a holiday.
    Holiday {
        /// What that is called.
        name: Option<String>,
    },
    /// It fell into an absence.
    Absence {
        /// The party that is away.
        #[serde(rename = "side")]
        party: String,
        /// The player.
        player: Option<String>,
    },
    /// A party got more time.
    Extension {
        /// The party.
        #[serde(rename = "side")]
        party: String,
        /// Who granted it.
        by: By,
        /// Why.
        reason: String,
    },
    /// The match was paused.
    Pause {
        /// Why.
        reason: String,
    },
    /// The schedule was changed.
    Schedule,
}

/// One move of a deadline. Without `from` there was none before, without `to` there is none any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// Why.
    pub why: Why,
    /// Where it was.
    pub from: Option<Timestamp>,
    /// Where it is.
    pub to: Option<Timestamp>,
}

impl Moved {
    /// The move in one line of words: `moved to Sunday 3 January 2027, 20:00 CET (19:00 UTC): holiday
    /// (Christmas)`. The text of reasons and names is as their authors wrote it, without control characters.
    pub fn in_words(&self, zone: &Zone) -> String {
        let to = self.to.map_or_else(|| "no deadline".to_owned(), |to| zone.in_words(to));
        let named = |text: &str| if text.trim().is_empty() { String::new() } else { format!(" ({text})") };
        let why = match &self.why {
            Why::Holiday { name } => format!("holiday{}", named(name.as_deref().unwrap_or_default())),
            Why::Absence { party, player: Some(player) } => format!("absence of {player} ({party})"),
            Why::Absence { party, player: None } => format!("absence of {}", whom(party)),
            Why::Extension { party, by: By::Party, reason } => {
                format!("extension for {}{}", whom(party), named(reason))
            }
            Why::Extension { party, by: By::Umpire, reason } => {
                format!("extension for {} by the umpire{}", whom(party), named(reason))
            }
            Why::Pause { reason } => format!("the match was paused{}", named(reason)),
            Why::Schedule => "the schedule was changed".to_owned(),
        };
        format!("moved to {to}: {why}").chars().filter(|c| !c.is_control()).collect()
    }
}

/// A party as in a sentence.
fn whom(party: &str) -> String {
    Party::named(party).map_or_else(|| party.to_owned(), |party| format!("the {}", party.name()))
}

/// The deadline of an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Due {
    /// The deadline by the schedule and the holidays known at the opening; none where the umpire closes by
    /// hand.
    pub regular: Option<Timestamp>,
    /// The deadline after all moves. While the match is paused: what it was when it was paused.
    pub deadline: Option<Timestamp>,
    /// Until when late orders count; the deadline itself without grace.
    pub grace_until: Option<Timestamp>,
    /// The moves, in their order.
    pub moved: Vec<Moved>,
    /// True while the match is paused.
    pub paused: bool,
}

/// When parties are reminded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lead {
    /// How long before the deadline, as the schedule says.
    pub lead: Span,
    /// The instant.
    pub at: Timestamp,
}

/// What the journal keeps of a deadline, at the opening of an exchange and after every clock event. It holds
/// all that a [verdict](crate::clock::decide) needs; neither the schedule nor the rules of the zone are asked
/// again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixed {
    /// The exchange.
    pub exchange: u32,
    /// When it was opened.
    pub opened: Timestamp,
    /// The name of the zone in which the deadline was counted.
    pub zone: String,
    /// As [`Due::regular`]; it is the next opening's `previous`.
    pub regular: Option<Timestamp>,
    /// As [`Due::deadline`].
    pub deadline: Option<Timestamp>,
    /// As [`Due::grace_until`].
    pub grace_until: Option<Timestamp>,
    /// The deadline as it was told to people.
    pub words: Option<String>,
    /// As [`Due::paused`].
    pub paused: bool,
    /// As [`Due::moved`].
    pub moved: Vec<Moved>,
    /// The reminders that lie between the telling of this deadline (opening or last move) and the deadline,
    /// in order.
    pub reminders: Vec<Lead>,
    /// How long after the last change a complete exchange closes early, if it does.
    pub early: Option<Span>,
    /// From how many missing parties on the umpire is asked.
    pub outage: Option<u32>,
    /// How often deadline or pause changed since the opening: the SEQUENCE of the calendar entry.
    pub sequence: u32,
}
