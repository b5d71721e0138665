//! The packet: a view in a file, with which the tool works offline on the player's machine.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::parts::{Parts, ViewFault};
use crate::digest::Digest;
use crate::draft::Groups;
use crate::draft::battle::BattlePlans;
use crate::options::Choices;
use crate::party::Party;
use crate::question::{AheadQuestion, OpenQuestion};
use crate::team::Team;
use crate::trust::Trust;

/// The first line of every packet's `format`.
pub const FORMAT: &str = "sealord packet v1";

/// All that one party may know at one exchange.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Packet {
    /// [`FORMAT`].
    pub format: String,
    /// The system's word.
    pub system: String,
    /// The system's edition.
    pub edition: u32,
    /// The scenario's word.
    pub scenario: String,
    /// What the match has chosen among readings and optional rules.
    #[serde(default, skip_serializing_if = "Choices::is_empty")]
    pub options: Choices,
    /// The match.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The hash of the match's genesis.
    pub genesis: Digest,
    /// The kinds of question that are put to the party even where its doctrine would answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_hand: Vec<String>,
    /// Whose packet it is.
    #[serde(rename = "side")]
    pub party: Party,
    /// Who shares the party.
    #[serde(default, skip_serializing_if = "Team::is_empty")]
    pub team: Team,
    /// The exchange that is open, or the last one of a match that is over.
    pub exchange: u32,
    /// Where the match stands, in words.
    pub standing: String,
    /// True when the match is over.
    pub over: bool,
    /// How it ended, in words, if that was agreed before the rules ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreed: Option<String>,
    /// True if the party must send a file for this exchange, if only to say nothing.
    pub asked: bool,
    /// The instant by which orders must be in, in UTC; none for no deadline.
    pub deadline: Option<String>,
    /// The same in words and in the match's time zone, in a match with a schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<String>,
    /// How orders are trusted.
    pub trust: Trust,
    /// What the party is asked.
    pub questions: Vec<OpenQuestion>,
    /// What it may answer in the same file already.
    pub ahead: Vec<OpenQuestion>,
    /// What it may plan for: questions of later steps, as they would be put if nothing changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub later: Vec<AheadQuestion>,
    /// Orders of the party that were legal and came to nothing.
    pub voids: Vec<VoidNote>,
    /// The parties, this one or others, for which the umpire wrote answers in the exchange that was resolved
    /// last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_umpire: Vec<UmpiresAnswer>,
    /// The parties whose orders a staff officer gives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub officers: Vec<Party>,
    /// The party's battle plans, in a game that is fought by such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle_plans: Option<BattlePlans>,
    /// The party's groups of units as they stand.
    #[serde(default, skip_serializing_if = "Groups::is_empty")]
    pub groups: Groups,
    /// How the party's doctrine reads, as it was sent; empty for none.
    pub doctrine: String,
    /// Whether the game has a staff doctrine, which stands for `doctrine: staff`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub staff_doctrine: bool,
    /// True if the dice seed is made from a small number: whoever finds the number knows every roll.
    #[serde(default, skip_serializing_if = "is_false")]
    pub practice_seed: bool,
    /// How to check what this packet says.
    pub verify: Verify,
    /// The view of the system.
    pub view: Value,
}

/// No number of a view comes near this: points, ships, turns, places at sea.
const LARGEST: f64 = 1_000_000.0;

/// Whether all numbers in a value are of a size that games have.
fn is_in_bounds(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => true,
        Value::Number(number) => number.as_f64().is_some_and(|it| it.abs() <= LARGEST),
        Value::Array(items) => items.iter().all(is_in_bounds),
        Value::Object(members) => members.values().all(is_in_bounds),
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

/// An order that came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoidNote {
    /// The question's key.
    pub key: String,
    /// Why.
    pub why: String,
}

/// An answer that the umpire wrote for a party that sent none, or not all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UmpiresAnswer {
    /// The exchange.
    pub exchange: u32,
    /// For whom.
    #[serde(rename = "side")]
    pub party: Party,
}

/// What a stranger needs to check the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verify {
    /// The number of the newest journal entry that the party may know of, as it may count entries.
    pub entry: u64,
    /// Its hash.
    pub head: Digest,
    /// The commitment to the umpire's dice seed.
    pub seed_commitment: Digest,
    /// The fingerprint of the game's data.
    pub data: String,
}

impl Packet {
    /// Whether its questions hang together, and its view has no number that no game has: with those nobody
    /// need reckon.
    pub fn is_sound(&self) -> bool {
        let later = self.later.iter().map(|it| &it.question);
        let mut questions = self.questions.iter().chain(&self.ahead).chain(later);
        questions.all(OpenQuestion::is_sound) && is_in_bounds(&self.view)
    }

    /// Whether orders that are not final make the match wait: there is a deadline, and files count as they
    /// come.
    pub fn waits_for_deadline(&self) -> bool {
        self.deadline.is_some() && self.trust == Trust::Umpire
    }

    /// Whether a file may be sent although the party is not asked: doctrine and plans count for what is to
    /// come, and nobody waits for them. Under commit-reveal only who is asked seals. (Beside a table no
    /// exchange is open while facts are awaited, which a packet does not say; whoever has the match looks.)
    pub fn takes_standing(&self) -> bool {
        !self.asked && !self.over && self.exchange > 0 && self.trust == Trust::Umpire
    }

    /// Whether a file of the party is taken now.
    pub fn takes_file(&self) -> bool {
        self.asked || self.takes_standing()
    }

    /// Whether a file must be sent although nothing is asked.
    pub fn is_idle(&self) -> bool {
        self.asked && self.questions.is_empty()
    }

    /// The view, read into its parts.
    ///
    /// # Errors
    /// If the view is damaged.
    pub fn parts(&self) -> Result<Parts<'_>, ViewFault> {
        Parts::of(&self.view)
    }

    /// The question with this key, open now or ahead.
    pub fn question(&self, key: &str) -> Option<&OpenQuestion> {
        self.questions.iter().chain(&self.ahead).find(|question| question.key == key)
    }

    /// What a question of a later step with this key would ask if nothing changed, if that is known.
    pub fn later(&self, key: &str) -> Option<&AheadQuestion> {
        self.later.iter().find(|later| later.keys().any(|it| it == key))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_that_no_game_has_are_out_of_bounds() {
        for sound in [json!([1, -3, 2.5, 1_000_000]), json!({"a": {"b": null}, "c": "99999999999"})] {
            assert!(is_in_bounds(&sound), "{sound}");
        }
        for number in [json!(u64::MAX), json!(i64::MIN), json!(1e7), json!(1_000_001)] {
            assert!(!is_in_bounds(&json!({"zones": [{"x": number}]})), "{number}");
        }
    }
}
