//! RESULT: how a board ended, as one line of canonical JSON. A rating officer can check who signed it with
//! `ssh-keygen` alone.

use std::collections::BTreeMap;

use club::signature::{Key, Signature, Unfit};
use engine::digest::Digest;
use engine::entry::canonical::canonical;
use serde::{Deserialize, Serialize};
use serde_json::Value;
pub use tournament::rating::Ending as How;
use tournament::{Entrant, Halves};

use super::fact::Handicap;
use crate::sides::side_name;

/// The format of a result.
pub const FORMAT: &str = "sealord club result v1";
/// The namespace of signatures over results.
pub const NAMESPACE: &str = "sealord-club";
/// What stands for a draw.
pub const DRAW: &str = "draw";
/// What stands for an outcome where nobody won and nobody drew.
pub const NONE: &str = "none";

/// How a board ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// [`FORMAT`].
    pub format: String,
    /// The entry of the book in which it stands.
    pub entry: u64,
    /// The event.
    pub event: String,
    /// The round.
    pub round: u32,
    /// The board.
    pub board: u32,
    /// Who played which side.
    pub seats: BTreeMap<String, Vec<Entrant>>,
    /// How it came to this.
    pub how: How,
    /// A side, [`DRAW`] or [`NONE`].
    pub outcome: String,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether an exchange was resolved for which both sides sent orders: only then have the two met.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub met: bool,
    /// What was taken from a side's score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<Handicap>,
    /// The match, if one was played.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    pub match_id: Option<String>,
    /// The hash of its first entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub genesis: Option<Digest>,
    /// The hash of the entry with which it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<Digest>,
    /// When that was, or when a forfeit was given.
    pub ended: String,
    /// The points of each side.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<String, i64>,
    /// The hash of the proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Digest>,
    /// Whether the match fixed a key of each side, so that its players themselves signed what they sent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keyed: bool,
    /// The reason, where a person decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The signature over all of this without itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<Signature>,
}

impl Outcome {
    /// A result of an event's round and board of which nothing more is known: without a match, and not rated.
    pub fn bare(
        (event, round, board): (&str, u32, u32),
        seats: BTreeMap<String, Vec<Entrant>>,
        how: How,
        outcome: &str,
    ) -> Outcome {
        Outcome {
            format: FORMAT.to_owned(),
            entry: 0,
            event: event.to_owned(),
            round,
            board,
            seats,
            how,
            outcome: outcome.to_owned(),
            rated: false,
            met: false,
            handicap: None,
            match_id: None,
            genesis: None,
            hash: None,
            ended: String::new(),
            points: BTreeMap::new(),
            proof: None,
            keyed: false,
            why: None,
            signed: None,
        }
    }

    /// The line, without its line feed.
    ///
    /// # Panics
    /// Never: it holds no fraction, and points are far below what JSON keeps exactly.
    pub fn line(&self) -> Vec<u8> {
        let value: Value = serde_json::to_value(self).expect("a result is JSON");
        canonical(&value).expect("a result holds no fraction")
    }

    /// What is signed: the line without the signature.
    pub fn statement(&self) -> Vec<u8> {
        Outcome { signed: None, ..self.clone() }.line()
    }

    /// Checks the signature, if there is one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check_signature(&self, by: &[Key]) -> Result<bool, Unfit> {
        let Some(signature) = &self.signed else { return Ok(false) };
        if !by.contains(&signature.by) {
            return Err(Unfit::Wrong("the result is signed by nobody who may sign it".to_owned()));
        }
        signature.check(NAMESPACE, &self.statement(), None).map(|()| true)
    }

    /// Whether it rests on somebody's word, so that it must be signed where the club has keys for that: a
    /// person decided it, or its match fixed no keys of its players.
    pub fn needs_signature(&self) -> bool {
        !self.how.is_proved() || self.how == How::Adjudicated || !self.keyed
    }

    /// How it ended, without its board: `carl won as the Allies (conceded), rated; entry 22`.
    pub fn in_words(&self) -> String {
        let won = match self.winner() {
            Some(side) => {
                let who: Vec<&str> = self.seats.get(side).into_iter().flatten().map(Entrant::word).collect();
                format!("{} won as the {}", who.join(" and "), side_name(side))
            }
            None => self.outcome.clone(),
        };
        let rated = if self.rated { "rated" } else { "not rated" };
        format!("{won} ({}), {rated}; entry {}", self.how.word(), self.entry)
    }

    /// The side that won, if one did.
    pub fn winner(&self) -> Option<&str> {
        Some(self.outcome.as_str()).filter(|word| ![DRAW, NONE].contains(word))
    }

    /// What a side had of the points by which the match was decided, in half points: twice its points, less
    /// its handicap.
    pub fn halves(&self, side: &str) -> Option<Halves> {
        let points = *self.points.get(side)?;
        let taken = self.handicap.as_ref().filter(|it| it.side == side && !it.void).map_or(0, |it| it.halves);
        Some(Halves(points * 2 - taken))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handicap_is_taken_from_the_side_that_bid() {
        let outcome = Outcome {
            format: FORMAT.to_owned(),
            entry: 57,
            event: "autumn".to_owned(),
            round: 3,
            board: 2,
            seats: [("allies", "bert"), ("axis", "anna")]
                .map(|(side, who)| (side.to_owned(), vec![Entrant::new(who)]))
                .into(),
            how: How::Played,
            outcome: "allies".to_owned(),
            rated: true,
            met: true,
            handicap: Some(Handicap { side: "allies".to_owned(), halves: 3, void: false }),
            match_id: Some("autumn-3-2".to_owned()),
            genesis: None,
            hash: None,
            ended: "2027-11-21T20:00:00Z".to_owned(),
            points: [("allies", 41), ("axis", 34)].map(|(side, points)| (side.to_owned(), points)).into(),
            proof: None,
            keyed: false,
            why: None,
            signed: None,
        };
        assert_eq!(outcome.halves("allies"), Some(Halves(79)));
        assert_eq!(outcome.halves("axis"), Some(Halves(68)));
        let line = String::from_utf8(outcome.line()).expect("text");
        assert!(line.starts_with(
            r#"{"board":2,"ended":"2027-11-21T20:00:00Z","entry":57,"event":"autumn","format":"#
        ));
        let read: Outcome = serde_json::from_str(&line).expect("reads");
        assert_eq!(read, outcome);
    }
}
