//! The keys of questions, and what stands between their strokes; rolls are labelled by them as well.

use super::board::SectorId;
use engine::question::key::{NoKey, Part, Turn, keys};
use engine::side::Side;
use engine::tags::words;

keys! {
    /// The key of a question: the turn, where, what is asked and whom.
    pub enum Key<'k> {
        /// About all that a side has.
        Side { turn: Turn, what: What, by: By } = turn/what/by;
        /// About what a side has in a sector.
        Local { turn: Turn, at: SectorId, what: What, by: By } = turn/at/what/by;
        /// About a battle in a sector.
        Battle { turn: Turn, at: SectorId, number: Number, what: What, by: By } = turn/at/number/what/by;
        /// What is rolled for a sector or a unit.
        Roll { turn: Turn, at: &'k str, what: &'k str } = turn/at/what;
    }
}

words! {
    /// What is asked.
    pub enum What: id {
        /// 2.1 The first fleet.
        Buy = "buy",
        /// 2.2 Units begun before the first turn.
        Prebuild = "prebuild",
        /// 2.6 Where yards stand.
        Yards = "yards",
        /// 2.6 Which aircraft the factories make.
        Factories = "factories",
        /// 2.10 Where the first transports lie.
        Transports = "transports",
        /// 17 Troops that go aboard or ashore.
        Embark = "embark",
        /// 14.3 Points that are shipped.
        Load = "load",
        /// 6.3 Which ships go with a convoy.
        Convoy = "convoy",
        /// 11.13 What is done about convoys.
        Hunt = "hunt",
        /// 4 Spending.
        Spend = "spend",
        /// 5 Basing.
        Base = "base",
        /// 6 Movement.
        Move = "move",
        /// 7 Scouts.
        Scout = "scout",
        /// 7 What further scouts look for.
        Details = "scout-details",
        /// 8 Strikes.
        Strike = "strike",
        /// 9.6 Who flees.
        Stand = "stand",
        /// 10 Strikes that were withheld.
        Late = "late-strike",
        /// 11 Which battles go to the table.
        AtTable = "at-table",
        /// 11 Battle plans.
        Plan = "plan",
        /// 11 A plan of the side's own.
        OwnPlan = "own-plan",
        /// 11 What happened at the table.
        Result = "result",
        /// 11 The same, asked again.
        Again = "result-again",
        /// 12 Regroup.
        Regroup = "regroup",
    }
}

impl Part<'_> for What {
    fn write(&self, key: &mut String) {
        key.push_str(self.id());
    }

    fn read(part: &str) -> Result<What, NoKey> {
        What::named(part).ok_or(NoKey::Form)
    }
}

/// A side, by its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct By(pub Side);

impl Part<'_> for By {
    fn write(&self, key: &mut String) {
        key.push_str(self.0.id());
    }

    fn read(part: &str) -> Result<By, NoKey> {
        let side = super::sides::SIDES.iter().copied().find(|side| side.id() == part);
        side.map(By).ok_or_else(|| NoKey::Part(format!("`{part}` is not a side")))
    }
}

/// The so manieth battle of a sector, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number(pub u8);

impl Part<'_> for Number {
    fn write(&self, key: &mut String) {
        engine::question::key::numbered(key, "", self.0);
    }

    fn read(part: &str) -> Result<Number, NoKey> {
        engine::question::key::number(part, "").map(Number)
    }
}

/// The key of a question about all that a side has.
pub(super) fn key(turn: u8, what: What, by: Side) -> String {
    Key::Side { turn: Turn(turn), what, by: By(by) }.text()
}

/// The key of a question about what a side has in a sector.
pub(super) fn local_key(turn: u8, at: SectorId, what: What, by: Side) -> String {
    Key::Local { turn: Turn(turn), at, what, by: By(by) }.text()
}

/// The label of a roll for a sector or a unit.
pub(super) fn label(turn: u8, at: &str, what: &str) -> String {
    Key::Roll { turn: Turn(turn), at, what }.text()
}
