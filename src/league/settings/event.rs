//! One event, as its section in `league.yaml` has it. When the event opens, the section is pinned into the
//! book in the same words.

use club::clock::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use tournament::{Entrant, Halves};

use super::length::Length;

/// What an event is played by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventSettings {
    /// The season it counts for, if it counts for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub season: Option<String>,
    /// The system's word.
    pub system: String,
    /// The scenario's word.
    pub scenario: String,
    /// How many rounds there are.
    pub rounds: u32,
    /// The day on which the first round begins.
    pub first: Date,
    /// The template of `office.yaml` from which matches are begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<String>,
    /// How boards are paired.
    pub format: Format,
    /// In a Swiss event, who meets whom within a score group.
    #[serde(default)]
    pub ranks: Ranks,
    /// In a round robin, whether everybody meets everybody twice, once on each side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub double: bool,
    /// In a ladder, after how many rounds two may meet again.
    #[serde(default = "again_after")]
    pub again_after: u32,
    /// In a ladder, how many of the first may not skip a round.
    #[serde(default = "no_skip")]
    pub no_skip: u32,
    /// How a knockout is drawn.
    #[serde(default)]
    pub bracket: Bracket,
    /// How many matches a pair of a knockout plays: 1, or 2 with sides exchanged.
    #[serde(default = "one")]
    pub games: u32,
    /// How long rounds are.
    pub round: RoundSettings,
    /// What a match is worth.
    #[serde(default)]
    pub points: Points,
    /// What a tie on points is.
    #[serde(default)]
    pub tie: Tie,
    /// What decides between those with equal scores, in order.
    #[serde(default = "TieBreak::usual")]
    pub tie_breaks: Vec<TieBreak>,
    /// The ratings for which its matches count.
    #[serde(default = "RatingKind::usual")]
    pub rated: Vec<RatingKind>,
    /// Who gets which side.
    #[serde(default)]
    pub sides: Sides,
    /// What a player's time for a match is, if it is counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSettings>,
    /// Who judges unfinished matches.
    #[serde(default)]
    pub panel: PanelSettings,
    /// Who never meets whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbid: Vec<(Entrant, Entrant)>,
    /// After how much of what an entrant is dropped.
    #[serde(default)]
    pub drop: Dropping,
    /// Whether pages show the clocks of a match under way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub show_clocks: bool,
}

/// Who breaks ties of a panel unless something else is written.
pub const ORGANISER: &str = "organiser";

pub(super) fn again_after() -> u32 {
    2
}

pub(super) fn no_skip() -> u32 {
    3
}

fn one() -> u32 {
    1
}

/// Words of `league.yaml` for a choice, in an enum.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident $(= $default:ident)? { $($(#[$of:meta])* $variant:ident $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name { $($(#[$of])* #[serde(rename = $word)] $variant,)+ }

        impl $name {
            /// Each with its word.
            pub const WORDS: &[(&str, $name)] = &[$(($word, $name::$variant)),+];

            /// The word used in files.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)+ }
            }
        }

        $(impl Default for $name {
            fn default() -> $name { $name::$default }
        })?
    };
}

choice! {
    /// How boards are paired.
    Format {
        /// Equal scores meet, nobody twice.
        Swiss "swiss",
        /// Everybody meets everybody.
        RoundRobin "round-robin",
        /// Neighbours on a list meet, and the winner stands above.
        Ladder "ladder",
        /// A player who loses is out.
        Knockout "knockout",
    }
}

choice! {
    /// Who meets whom within a score group of a Swiss event.
    Ranks = Slide {
        /// The upper half meets the lower half in order.
        Slide "slide",
        /// The first meets the last.
        Fold "fold",
        /// Neighbours meet.
        Adjacent "adjacent",
    }
}

choice! {
    /// How a knockout is drawn.
    Bracket = Halves {
        /// The list of those who are left is halved in each round, and the upper half meets the lower half in
        /// order.
        Halves "halves",
        /// Who can meet whom is fixed by the seeds.
        Fixed "fixed",
    }
}

choice! {
    /// Who makes the first bid in open bidding.
    FirstBid = Lot {
        /// The lot says.
        Lot "lot",
        /// Whoever stands lower.
        Lower "lower",
    }
}

choice! {
    /// What decides between those with equal scores.
    TieBreak {
        /// The matches among them, if all have met.
        HeadToHead "head-to-head",
        /// The scores of those they beat, and half of those they drew with.
        SonnebornBerger "sonneborn-berger",
        /// What their opponents scored in each match that these played.
        Strength "strength",
        /// The scores of their opponents.
        Buchholz "buchholz",
        /// How many they won.
        Wins "wins",
        /// The rating at the opening of the event.
        Rating "rating",
        /// The draw.
        Lot "lot",
    }
}

choice! {
    /// A list of ratings.
    RatingKind {
        /// The hobby's own, from 5000.
        Area "area",
        /// Elo's, by the table.
        Elo "elo",
        /// Glickman's second, by periods.
        Glicko2 "glicko2",
    }
}

choice! {
    /// Who gets which side.
    SidesBy = Lot {
        /// Both bid, and neither knows the other's bid.
        SealedBid "sealed-bid",
        /// They bid in turns.
        OpenBid "open-bid",
        /// The lot decides.
        Lot "lot",
        /// Who has had a side more often gets the other.
        Alternate "alternate",
        /// The first of the pairing has the first side, with a handicap that is fixed.
        Fixed "fixed",
    }
}

choice! {
    /// What who gets his side pays.
    Price = Second {
        /// One step more than the other bid, and no more than he bid himself.
        Second "second",
        /// What he bid himself.
        Own "own",
    }
}

choice! {
    /// What happens when a bank is empty.
    OnEmpty = Report {
        /// Both players and the organiser hear of it.
        Report "report",
        /// A panel judges the match.
        Adjudicate "adjudicate",
        /// Whoever ran out first loses.
        Forfeit "forfeit",
    }
}

impl TieBreak {
    pub(super) fn usual() -> Vec<TieBreak> {
        vec![TieBreak::HeadToHead, TieBreak::SonnebornBerger, TieBreak::Strength, TieBreak::Lot]
    }
}

impl RatingKind {
    pub(super) fn usual() -> Vec<RatingKind> {
        vec![RatingKind::Area]
    }
}

/// How long a round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundSettings {
    /// From its beginning to its end.
    pub length: Length,
    /// How long before its beginning players confirm.
    pub confirm: Length,
    /// How long before its end both sides of an unfinished match are asked for statements.
    pub adjudicate: Length,
}

/// What a match is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// A win.
    #[serde(with = "halves")]
    pub win: Halves,
    /// A draw, each.
    #[serde(with = "halves")]
    pub draw: Halves,
    /// A loss.
    #[serde(with = "halves")]
    pub loss: Halves,
    /// A pairing bye.
    #[serde(with = "halves")]
    pub bye: Halves,
    /// The largest margin that is narrow; with it the next two.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "halves::option")]
    pub narrow: Option<Halves>,
    /// A narrow win.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "halves::option")]
    pub narrow_win: Option<Halves>,
    /// A narrow loss.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "halves::option")]
    pub narrow_loss: Option<Halves>,
}

impl Default for Points {
    fn default() -> Points {
        let [win, draw, loss, bye] = [2, 1, 0, 2].map(Halves::whole);
        Points { win, draw, loss, bye, narrow: None, narrow_win: None, narrow_loss: None }
    }
}

/// What a tie on points is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tie {
    /// A draw.
    #[default]
    Draw,
    /// A draw, after which this side goes on in a knockout and stands above in a ladder.
    Advances(String),
}

/// Who gets which side, and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides {
    /// Who decides.
    pub by: SidesBy,
    /// Of what bids are multiples.
    #[serde(with = "halves")]
    pub step: Halves,
    /// What is paid.
    pub price: Price,
    /// The highest bid.
    #[serde(with = "halves")]
    pub most: Halves,
    /// How long bids are taken.
    pub within: Length,
    /// Who makes the first bid in open bidding.
    #[serde(default)]
    pub first: FirstBid,
    /// With fixed sides, what is taken from the first side's score.
    #[serde(with = "halves", default)]
    pub handicap: Halves,
}

impl Default for Sides {
    fn default() -> Sides {
        let within = Length::Time(Span::hours(5 * 24));
        let (by, price) = (SidesBy::default(), Price::default());
        let (step, most) = (Halves(1), Halves::whole(20));
        Sides { by, step, price, most, within, first: FirstBid::default(), handicap: Halves::ZERO }
    }
}

/// A player's time for a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSettings {
    /// What each has at the beginning.
    pub bank: Span,
    /// What each exchange adds for whom it asks.
    #[serde(default)]
    pub per_exchange: Span,
    /// How much of each exchange costs nothing.
    #[serde(default)]
    pub free: Span,
    /// What happens when a bank is empty.
    #[serde(default)]
    pub on_empty: OnEmpty,
}

/// Who judges unfinished matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PanelSettings {
    /// How many members are drawn.
    pub size: u32,
    /// Who breaks a tie: `organiser`, or the word of an entrant.
    pub chair: String,
    /// How long they have to vote.
    pub within: Length,
    /// How long a ruling can be appealed.
    pub appeal: Length,
}

impl Default for PanelSettings {
    fn default() -> PanelSettings {
        let days = |days: u32| Length::Time(Span::hours(days * 24));
        PanelSettings { size: 3, chair: ORGANISER.to_owned(), within: days(5), appeal: days(10) }
    }
}

/// After how much of what an entrant is dropped; nothing for never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dropping {
    /// After so many rounds that he did not confirm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unconfirmed: Option<u32>,
    /// After so many forfeits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeits: Option<u32>,
}

impl EventSettings {
    /// The first and the last day of a round, from 1.
    pub fn days(&self, round: u32) -> (Date, Date) {
        let mut begins = self.first;
        for _ in 1..round {
            begins = self.round.length.after(begins);
        }
        (begins, self.round.length.after(begins).yesterday().unwrap_or(begins))
    }

    /// The side that a tie advances, if it advances one.
    pub fn advances(&self) -> Option<&str> {
        match &self.tie {
            Tie::Draw => None,
            Tie::Advances(side) => Some(side),
        }
    }

    /// How many boards of a round stand for one pair.
    pub fn matches_of_a_pair(&self) -> usize {
        if self.games == 2 { 2 } else { 1 }
    }

    /// Whether every score of the event is a whole number.
    pub fn is_whole(&self) -> bool {
        let Points { win, draw, loss, bye, narrow: _, narrow_win, narrow_loss } = self.points;
        [win, draw, loss, bye].into_iter().chain(narrow_win).chain(narrow_loss).all(Halves::is_whole)
    }
}

/// Half points as the text that a person writes: no fraction can stand in the book.
mod halves {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::{Serialize, Serializer};
    use tournament::Halves;

    /// Writes the text.
    pub fn serialize<S: Serializer>(halves: &Halves, serializer: S) -> Result<S::Ok, S::Error> {
        halves.to_string().serialize(serializer)
    }

    /// Reads the text.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Halves, D::Error> {
        let text = String::deserialize(deserializer)?;
        let halves: Option<Halves> = text.parse().ok();
        let halves = halves.filter(|halves| halves.to_string() == text);
        halves.ok_or_else(|| D::Error::custom(format!("{text:?} is no number of half points")))
    }

    /// The same where there may be none.
    pub mod option {
        use serde::{Deserializer, Serialize, Serializer};
        use tournament::Halves;

        /// Writes the text, or null.
        pub fn serialize<S: Serializer>(halves: &Option<Halves>, serializer: S) -> Result<S::Ok, S::Error> {
            halves.map(|it| it.to_string()).serialize(serializer)
        }

        /// Reads the text.
        pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Halves>, D::Error> {
            super::deserialize(deserializer).map(Some)
        }
    }
}
