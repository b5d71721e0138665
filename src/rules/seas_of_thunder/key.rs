//! The keys of questions.

use super::board::ZoneId;
use super::pieces::Nation;
use crate::questions;
use engine::question::key::{NoKey, Part, Turn, keys, number, numbered};
use engine::rulebook::two_sided::Camp;

keys! {
    /// The key of a question.
    pub enum Key<'k> {
        /// Where convoy tokens go.
        Convoys { when: When, by: Camp } = when/"convoys"/by;
        /// The ports of the setup.
        Deploy { by: Camp } = "setup"/"deploy"/by;
        /// The Axis adjustment of the setup.
        Adjust {} = "setup"/"adjust";
        /// The ports of new and repaired ships.
        Reinforce { turn: Turn, by: Camp } = turn/"reinforce"/by;
        /// Which ships of a nation lie up in an overfull port.
        Overstack {
            turn: Turn,
            /// The port's id.
            port: &'k str,
            nation: Nation
        } = turn/"overstack"/port/nation;
        /// Where the ships of some navies sail.
        Move {
            turn: Turn,
            /// See [`navies`].
            navies: &'k str
        } = turn/"move"/navies;
        /// Where LBA fly.
        Air { turn: Turn, by: Camp } = turn/"air"/by;
        /// Whether the Soviet Union goes to war with Japan.
        Declare { turn: Turn } = turn/"declare";
        /// Which minors the Axis asks to join.
        Request { turn: Turn } = turn/"minors"/"request";
        /// What a side bids for them.
        Bid { turn: Turn, by: Camp } = turn/"minors"/"bid"/by;
        /// Whether they join.
        Answer { turn: Turn } = turn/"minors"/"answer";
        /// The ports of all ships at sea.
        Return { turn: Turn, by: Camp } = turn/"return"/by;
        /// What is asked in a battle.
        Battle { turn: Turn, zone: ZoneId, what: What<'k>, by: Camp } = turn/zone/what/by;
    }
}

impl Key<'_> {
    /// The turn of the question; `None` before the first.
    pub fn turn(&self) -> Option<u8> {
        match self {
            Key::Convoys { when, .. } => when.0,
            Key::Deploy { .. } | Key::Adjust {} => None,
            Key::Reinforce { turn, .. }
            | Key::Overstack { turn, .. }
            | Key::Move { turn, .. }
            | Key::Air { turn, .. }
            | Key::Declare { turn }
            | Key::Request { turn }
            | Key::Bid { turn, .. }
            | Key::Answer { turn }
            | Key::Return { turn, .. }
            | Key::Battle { turn, .. } => Some(turn.0),
        }
    }
}

/// Navies that move together, as they stand in a key.
pub fn navies(nations: &[Nation]) -> String {
    nations.iter().map(|nation| nation.name().to_lowercase()).collect::<Vec<String>>().join("-")
}

/// A turn, or the setup before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When(pub Option<u8>);

impl Part<'_> for When {
    fn write(&self, key: &mut String) {
        match self.0 {
            Some(turn) => Turn(turn).write(key),
            None => key.push_str("setup"),
        }
    }

    fn read(part: &str) -> Result<When, NoKey> {
        if part == "setup" { Ok(When(None)) } else { Turn::read(part).map(|turn| When(Some(turn.0))) }
    }
}

/// What is asked in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What<'k> {
    /// Which of several navies fights.
    Navy,
    /// Which missions of this size surplus Air cancels.
    Intercept(u8),
    /// What a kind of question asks.
    Kind(&'k str),
}

impl<'k> Part<'k> for What<'k> {
    fn write(&self, key: &mut String) {
        match self {
            What::Navy => key.push_str("navy"),
            What::Intercept(size) => numbered(key, "intercept-", *size),
            What::Kind(kind) => key.push_str(kind),
        }
    }

    fn read(part: &'k str) -> Result<What<'k>, NoKey> {
        let asked = |kind: &str| {
            let in_battle = |it: &&super::QuestionKind| it.in_combat || it.kind == questions::RETURN;
            questions::KINDS.iter().filter(in_battle).any(|it| it.kind == kind)
        };
        match part {
            "navy" => Ok(What::Navy),
            "choose-navy" | "intercept" => Err(nowhere(part)),
            _ if asked(part) => Ok(What::Kind(part)),
            _ => number(part, "intercept-").map(What::Intercept).map_err(|_| nowhere(part)),
        }
    }
}

fn nowhere(part: &str) -> NoKey {
    NoKey::Part(format!("`{part}` is asked nowhere"))
}

/// A sea zone, as `zone-9`.
impl Part<'_> for ZoneId {
    fn write(&self, key: &mut String) {
        numbered(key, ZONE, self.0);
    }

    fn read(part: &str) -> Result<ZoneId, NoKey> {
        number(part, ZONE).map(ZoneId).map_err(|fault| {
            if part.starts_with(ZONE) { NoKey::Part(format!("the map has no `{part}`")) } else { fault }
        })
    }
}

/// What stands before the number of a zone.
pub(super) const ZONE: &str = "zone-";

/// A nation, by its two letters.
impl Part<'_> for Nation {
    fn write(&self, key: &mut String) {
        key.push_str(self.code());
    }

    fn read(part: &str) -> Result<Nation, NoKey> {
        let nation = Nation::ALL.into_iter().find(|nation| nation.code() == part);
        nation.ok_or_else(|| NoKey::Part(format!("no nation has the code `{part}`")))
    }
}
