//! What an entry of the book says. A member that is not listed here cannot be read, so nobody can slip
//! something in that this program passes over.

use std::collections::BTreeMap;

use club::signature::{Key, Signature};
use engine::digest::{Digest, Salt};
use serde::{Deserialize, Serialize};
use tournament::Entrant;

use super::judging::{About, FoundBy};
use super::result::Outcome;
use crate::settings::{EventSettings, RatingKind, RatingSettings};

/// The format of a book.
pub const FORMAT: &str = "sealord club v1";

/// The first entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Genesis {
    /// The club's word.
    pub club: String,
    /// [`FORMAT`].
    pub format: String,
    /// The commitment to the seed of its draws.
    pub seed_commitment: Digest,
}

/// Everything else: what has happened. The round that it belongs to, if any, stands in the entry's header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Fact {
    /// Where ratings begin from now on.
    Ratings {
        /// What the organiser wrote.
        settings: RatingSettings,
    },
    /// Somebody is known to the club.
    Entrant {
        /// The word.
        entrant: Entrant,
        /// The name that pages show.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The key that signs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<Key>,
        /// Ratings brought along.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        start: BTreeMap<RatingKind, i64>,
    },
    /// An entrant has another name or key.
    Renamed {
        /// The word, which stays.
        entrant: Entrant,
        /// The name from now on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The key from now on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<Key>,
    },
    /// An event opens, by these settings to its end.
    Event {
        /// Its word.
        event: String,
        /// Its section of `league.yaml`.
        settings: Box<EventSettings>,
        /// The edition of its system.
        edition: u32,
        /// The fingerprint of the system's data.
        data: String,
        /// The sides of its scenario, the first side first.
        sides: Vec<String>,
        /// The commitment to the seed of its draw.
        draw: Digest,
        /// The keys that may sign results.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        officials: Vec<Key>,
    },
    /// The seed of an event's draw, when its last round is paired.
    DrawDisclosed {
        /// The event.
        event: String,
        /// The seed, as 64 hexadecimal digits.
        seed: Salt,
    },
    /// Somebody plays in an event.
    Entered {
        /// The event.
        event: String,
        /// Who.
        entrant: Entrant,
        /// The first round in which he can play.
        from_round: u32,
    },
    /// Somebody plays the round.
    Confirmed {
        /// The event.
        event: String,
        /// Who.
        entrant: Entrant,
        /// His own part of the draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<Salt>,
    },
    /// Somebody plays no match in the round.
    ByeAsked {
        /// The event.
        event: String,
        /// Who.
        entrant: Entrant,
    },
    /// Somebody plays in no round from this one on, of his own will.
    Left {
        /// The event.
        event: String,
        /// Who.
        entrant: Entrant,
        /// What he said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// Somebody plays in no round from this one on, by the organiser's will or by the settings.
    Dropped {
        /// The event.
        event: String,
        /// Who.
        entrant: Entrant,
        /// The reason.
        why: String,
    },
    /// Who meets whom in the round.
    Paired {
        /// The event.
        event: String,
        /// The boards, in their order.
        boards: Vec<PairedBoard>,
        /// Who has the bye of an odd field; in a table or a bracket more than one may have none to meet.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        byes: Vec<Entrant>,
        /// Which rules of pairing gave way, and how often.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        relaxed: BTreeMap<String, u32>,
        /// What the pairing costs, a number for each layer, as decimal digits; none where it was made by
        /// hand.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cost: Vec<LayerCost>,
        /// Who made it.
        by: Pairer,
        /// The reason, where it was made by hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// Somebody promised a bid, a vote or a statement.
    Ballot {
        /// The event.
        event: String,
        /// The board.
        board: u32,
        /// What it is.
        what: BallotKind,
        /// Who.
        by: Entrant,
        /// The hash of the file.
        sha256: Digest,
    },
    /// The ballots of a board are opened together.
    Opened {
        /// The event.
        event: String,
        /// The board.
        board: u32,
        /// What they are.
        what: BallotKind,
        /// The files byte for byte, by who promised them.
        files: BTreeMap<Entrant, String>,
    },
    /// Somebody does something in open bidding.
    OpenBid {
        /// The event.
        event: String,
        /// The board.
        board: u32,
        /// Whose turn it is.
        by: Entrant,
        /// What he does.
        does: BidMove,
    },
    /// Who has which side.
    Seats {
        /// The event.
        event: String,
        /// The board.
        board: u32,
        /// The entrant of each side.
        seats: BTreeMap<String, Entrant>,
        /// What is taken from a side's score.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        handicap: Option<Handicap>,
        /// How it was decided.
        how: String,
    },
    /// The match of a board has begun.
    Begun {
        /// The event.
        event: String,
        /// The board.
        board: u32,
        /// The match's word.
        #[serde(rename = "match")]
        match_id: String,
        /// The hash of its first entry.
        genesis: Digest,
    },
    /// Somebody ran out of time, and the organiser lets the match go on: the clocks of these sides end
    /// nothing any more.
    GoneOn {
        /// The event.
        event: String,
        /// The board.
        board: u32,
        /// The sides that ran out.
        sides: Vec<String>,
        /// The exchange of the match after which nothing was left.
        after: u32,
        /// The reason.
        why: String,
    },
    /// How a board ended.
    Result {
        /// The result.
        result: Box<Outcome>,
    },
    /// A result was wrong, and this is right.
    Corrected {
        /// The entry of the result that counted so far.
        entry: u64,
        /// The reason.
        why: String,
        /// The result that counts.
        result: Box<Outcome>,
    },
    /// Who judges a board. A later one of the same board and matter takes the place of those who declined, or
    /// fills seats that were left.
    Panel {
        /// The event.
        event: String,
        /// The board.
        board: u32,
        /// What is judged.
        about: About,
        /// Who was drawn, in the order of the lots; then whom the organiser named.
        members: Vec<Entrant>,
        /// Whom the organiser named as too few could be drawn, each with the reason.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        named: BTreeMap<Entrant, String>,
        /// Who decides where the votes do not: `organiser`, `deputy`, or the word of an entrant.
        chair: Entrant,
        /// The hash of what the members are handed, once that is made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dossier: Option<Digest>,
    },
    /// Somebody gave his seat on a panel back.
    Declined {
        /// The event.
        event: String,
        /// The board.
        board: u32,
        /// Who.
        entrant: Entrant,
    },
    /// What a panel finds. The reasons stand in the votes, which were opened before.
    Verdict {
        /// The event.
        event: String,
        /// The board.
        board: u32,
        /// A side or a draw; of a protest or an appeal, whether it is upheld or denied.
        finds: String,
        /// Who found it.
        by: FoundBy,
        /// How many votes of members were cast for what.
        votes: BTreeMap<String, u32>,
    },
    /// A round is over, with a result for each board.
    RoundClosed {
        /// The event.
        event: String,
    },
    /// A ruling on a protest became a conformance case.
    Case {
        /// What the club calls it: the name of the file without its ending.
        case: String,
        /// The rule that it is about.
        rule: String,
        /// The hash of the file.
        sha256: Digest,
        /// The word of the system.
        system: String,
        /// The word of the match in which it came up.
        #[serde(rename = "match")]
        match_id: String,
        /// The number of the protest there.
        protest: u32,
        /// Whether the program did not do it when it was taken.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        gap: bool,
    },
    /// Somebody countersigned an entry of this book.
    Witnessed {
        /// The entry.
        entry: u64,
        /// Its hash.
        hash: Digest,
        /// Who, in the organiser's words.
        name: String,
        /// The signature over the statement of that head.
        signed: Signature,
    },
}

/// A board of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairedBoard {
    /// Its number, from 1.
    pub board: u32,
    /// Who has the first side, unless bids decide.
    pub first: Entrant,
    /// Who has the other.
    pub second: Entrant,
    /// Who names a side first, where they bid in the open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<Entrant>,
}

/// What a layer of a pairing costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayerCost {
    /// The layer's name.
    pub layer: String,
    /// What it costs, as decimal digits: it may be larger than JSON takes.
    pub cost: String,
}

/// Who made a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairer {
    /// The program.
    Sealord,
    /// A person, or another program.
    Hand,
}

/// What a ballot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BallotKind {
    /// A bid for a side.
    Bid,
    /// A vote of a panel.
    Vote,
    /// What a player says to the panel of his match.
    Statement,
}

impl BallotKind {
    /// Its word, as ballots have it.
    pub fn word(self) -> &'static str {
        match self {
            BallotKind::Bid => "bid",
            BallotKind::Vote => "vote",
            BallotKind::Statement => "statement",
        }
    }
}

/// What somebody does in open bidding when it is his turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum BidMove {
    /// He bids for a side.
    Bid {
        /// The side.
        side: String,
        /// How many half points he gives for it.
        halves: i64,
    },
    /// He takes the other side.
    Accept,
    /// He let his time go by.
    Silence {
        /// When it was over: RFC 3339 in UTC.
        until: String,
    },
}

/// What is taken from a side's score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Handicap {
    /// The side.
    pub side: String,
    /// How many half points.
    pub halves: i64,
    /// True if points did not decide, so that it counted for nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub void: bool,
}

impl Fact {
    /// The event that it belongs to, if it belongs to one.
    pub fn event(&self) -> Option<&str> {
        match self {
            Fact::Ratings { .. }
            | Fact::Entrant { .. }
            | Fact::Renamed { .. }
            | Fact::Case { .. }
            | Fact::Witnessed { .. } => None,
            Fact::Event { event, .. }
            | Fact::DrawDisclosed { event, .. }
            | Fact::Entered { event, .. }
            | Fact::Confirmed { event, .. }
            | Fact::ByeAsked { event, .. }
            | Fact::Left { event, .. }
            | Fact::Dropped { event, .. }
            | Fact::Paired { event, .. }
            | Fact::Ballot { event, .. }
            | Fact::Opened { event, .. }
            | Fact::OpenBid { event, .. }
            | Fact::Seats { event, .. }
            | Fact::Begun { event, .. }
            | Fact::Panel { event, .. }
            | Fact::Declined { event, .. }
            | Fact::Verdict { event, .. }
            | Fact::GoneOn { event, .. }
            | Fact::RoundClosed { event } => Some(event),
            Fact::Result { result } | Fact::Corrected { result, .. } => Some(&result.event),
        }
    }

    /// True if its entry names a round.
    pub fn is_of_a_round(&self) -> bool {
        !matches!(
            self,
            Fact::Ratings { .. }
                | Fact::Entrant { .. }
                | Fact::Renamed { .. }
                | Fact::Event { .. }
                | Fact::DrawDisclosed { .. }
                | Fact::Entered { .. }
                | Fact::Case { .. }
                | Fact::Witnessed { .. }
        )
    }
}
