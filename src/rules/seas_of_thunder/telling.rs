//! The shapes of what a side is told: names, numbers and dice. The words are the templates' affair.

use serde::Serialize;

use super::view::{Stack, UnitView};
use engine::rulebook::two_sided::Camp;

/// Something that happened, as one side may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Telling {
    /// The ledger's id of the rule that made it so; empty for what no rule made, a ruling.
    pub rule: String,
    /// What it was.
    #[serde(flatten)]
    pub what: What,
}

/// Units at a place; nameless where the reader may only count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// The place in words.
    pub place: String,
    /// The units, if the reader may know them.
    pub units: Vec<UnitView>,
    /// Counts by navy.
    pub stacks: Vec<Stack>,
}

/// Units in a box of a mat, from left to right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Boxed {
    /// The box.
    #[serde(rename = "box")]
    pub of: String,
    /// The units.
    pub units: Vec<UnitView>,
}

/// A zone and who holds it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Held {
    /// The zone.
    pub zone: String,
    /// `axis`, `allies` or `contested`.
    pub control: String,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum What {
    PhaseBegan {
        turn: u8,
        quarter: String,
        phase: String,
    },
    ConvoysDrawn {
        by: Camp,
        axis: usize,
        allies: usize,
        tokens: Vec<String>,
    },
    ConvoyPlaced {
        by: Camp,
        convoy: Camp,
        zone: String,
    },
    ConvoyKept {
        by: Camp,
        convoy: Camp,
    },
    Deployed {
        side: Camp,
        groups: Vec<Group>,
    },
    Adjusted {
        side: Camp,
        groups: Vec<Group>,
    },
    Reinforced {
        side: Camp,
        units: Vec<UnitView>,
        groups: Vec<Group>,
    },
    AirArrived {
        side: Camp,
        count: usize,
        units: Vec<UnitView>,
    },
    Waits {
        unit: UnitView,
        turn: u8,
    },
    Overstacked {
        side: Camp,
        port: String,
        units: Vec<UnitView>,
    },
    Sailed {
        side: Camp,
        navies: Vec<String>,
        groups: Vec<Group>,
    },
    MinesPassed {
        /// Whose ship.
        side: Camp,
        unit: Option<UnitView>,
        navy: String,
        field: String,
        dice: Vec<u8>,
        damage: Vec<u8>,
        repair: Option<u8>,
        result: String,
    },
    AirPlaced {
        side: Camp,
        groups: Vec<Group>,
    },
    BattleBegan {
        zone: String,
    },
    NavyChosen {
        zone: String,
        by: Camp,
        navy: String,
        /// Who stands aside, for their owner.
        aside: Vec<UnitView>,
        /// How many they are, for both.
        stacks: Vec<Stack>,
    },
    MatRevealed {
        zone: String,
        side: Camp,
        boxes: Vec<Boxed>,
        /// Who stands aside.
        aside: Vec<UnitView>,
    },
    AirSuperiority {
        zone: String,
        axis: u16,
        allies: u16,
    },
    AirSpent {
        unit: UnitView,
        points: u8,
    },
    Intercepted {
        unit: UnitView,
        points: u8,
        left: u8,
    },
    Relocated {
        unit: UnitView,
        to: String,
        why: String,
    },
    Swept {
        sweeper: UnitView,
        layer: UnitView,
    },
    Attacked {
        zone: String,
        segment: String,
        target: UnitView,
        by: Vec<UnitView>,
        aa: Vec<u8>,
        dice: Vec<u8>,
        hits: u16,
        damage_dice: Vec<u8>,
        damage: u16,
        survivability: u8,
    },
    Sunk {
        zone: String,
        /// Whose ship.
        side: Camp,
        unit: UnitView,
        by: Camp,
    },
    Damaged {
        zone: String,
        /// Whose ship.
        side: Camp,
        unit: UnitView,
        die: u8,
        turns: u8,
    },
    ConvoyAttacked {
        zone: String,
        convoy: Camp,
        by: Camp,
        units: Vec<UnitView>,
        dice: Vec<u8>,
        sunk: bool,
    },
    BattleEnded {
        zone: String,
    },
    ControlJudged {
        zones: Vec<Held>,
    },
    ZonesScored {
        side: Camp,
        zones: Vec<String>,
        points: u16,
    },
    UnusedAirScored {
        side: Camp,
        count: usize,
        units: Vec<UnitView>,
        points: u16,
    },
    FleetsShown {
        groups: Vec<Group>,
    },
    Returned {
        side: Camp,
        groups: Vec<Group>,
    },
    Stranded {
        unit: UnitView,
        turn: u8,
    },
    PresenceLacking {
        port: String,
        navy: String,
        ships: u8,
        minimum: u8,
        to: Camp,
        points: u16,
    },
    Entered {
        navy: String,
        side: Camp,
    },
    ScenarioBegan {
        number: u8,
        name: String,
        axis: i16,
        allies: i16,
    },
    MinorsRequested {
        nations: Vec<String>,
    },
    MinorSettled {
        nation: String,
        offer: u16,
        to: Camp,
        points: u16,
        joins: Option<Camp>,
    },
    LeftWar {
        navy: String,
        units: Vec<UnitView>,
        until: Option<u8>,
    },
    SidesChanged {
        navy: String,
        to: Camp,
        ships: u16,
        scorer: Option<Camp>,
        points: u16,
        until: Option<u8>,
    },
    SurvivorsScored {
        navy: String,
        ships: u16,
        to: Camp,
        points: u16,
    },
    NeutralityViolated {
        by: Camp,
        to: Camp,
        points: u16,
    },
    StanceDeclared {
        belligerent: bool,
    },
    StoodOff {
        zone: String,
        side: Camp,
        aside: Vec<UnitView>,
        stacks: Vec<Stack>,
    },
    SurrenderRolled {
        unit: UnitView,
        die: u8,
        surrenders: bool,
    },
    TurnEnded {
        turn: u8,
    },
    MatchEnded {
        winner: Option<Camp>,
        axis: i32,
        allies: i32,
    },
    Ruled {
        reason: String,
        change: String,
    },
}
