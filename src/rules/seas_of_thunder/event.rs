//! What can happen. A position changes only by these; a report tells only these.

use serde::{Deserialize, Serialize};

use super::board::{Minefield, PortId, ZoneId};
use super::pieces::{Nation, UnitId};
use super::state::{Control, MatBox, Phase, Place, TokenId};
use engine::rulebook::two_sided::Camp;
use engine::tags::words;

words! {
    /// A segment of a combat in which ships can be lost.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Segment: id {
        /// 5.5.4.2.
        AirStrike = "air-strike",
        /// 5.5.4.3.
        Asw = "asw",
        /// 5.5.4.5.
        Submarine = "submarine",
        /// 5.5.4.6.
        Mine = "mine",
        /// 5.5.4.7.
        Line = "line",
    }
}

impl Segment {
    /// The rule that resolves it.
    pub fn rule(self) -> &'static str {
        match self {
            Segment::AirStrike => "SOT-5.5.4.2-8",
            Segment::Asw => "SOT-5.5.4.3-6",
            Segment::Submarine => "SOT-5.5.4.5-3",
            Segment::Mine => "SOT-5.5.4.6-4",
            Segment::Line => "SOT-5.5.4.7-2",
        }
    }
}

/// Where a unit goes when it leaves its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goes {
    /// To another box.
    To(MatBox),
    /// To the Used LBA box.
    UsedLba,
}

/// Why a unit leaves its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// Driven off in Air Superiority.
    DrivenOff,
    /// Its duty there is done.
    Done,
    /// All its Air points were cancelled.
    Cancelled,
    /// It raids.
    Raids,
    /// It gives up raiding or may not.
    JoinsFleet,
    /// A sweeper stopped it.
    Swept,
}

/// What a passage of mines did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Passed {
    /// Unharmed.
    Unharmed,
    /// Damaged: on the repair track, so many boxes from its end.
    Damaged(u8),
    /// Sunk.
    Sunk,
}

/// An umpire's change to the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A unit is put somewhere.
    Unit {
        /// Which.
        unit: UnitId,
        /// Where.
        to: Place,
    },
    /// A convoy is put in a zone, or sunk where there is none.
    Convoy {
        /// Which.
        token: TokenId,
        /// The zone.
        to: Option<ZoneId>,
    },
    /// A side gets points, or loses them.
    Points {
        /// Who.
        side: Camp,
        /// How many.
        points: i32,
    },
}

/// Something that happened. `fields.rs` has its words and its JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A phase begins (4.0).
    PhaseBegan { turn: u8, phase: Phase },
    /// A nation enters the war (5.1, 13.0).
    Entered { nation: Nation, side: Camp },
    /// A scenario begins, with the points that its sides have at its beginning (13.0).
    ScenarioBegan { number: u8, axis: i16, allies: i16 },
    /// The Axis asks neutral minors to join (12.0).
    MinorsRequested { nations: Vec<Nation> },
    /// What came of a bid: who gets points, and the side that the minor joins, if it does (12.0).
    MinorSettled { nation: Nation, offer: u16, to: Camp, points: u16, joins: Option<Camp> },
    /// A player draws convoy tokens (13.0, 5.2).
    ConvoysDrawn { by: Camp, tokens: Vec<TokenId>, rule: String },
    /// A player places a token (5.2).
    ConvoyPlaced { by: Camp, token: TokenId, zone: ZoneId },
    /// A player keeps a token for which there is no free zone (5.2).
    ConvoyKept { by: Camp, token: TokenId },
    /// A side puts its ships in port (3.0).
    Deployed { side: Camp, ships: Vec<(UnitId, PortId)> },
    /// The Axis rearranges ships after setup (13.0).
    Adjusted { side: Camp, ships: Vec<(UnitId, PortId)> },
    /// New and repaired ships come into play (5.1).
    Reinforced { side: Camp, ships: Vec<(UnitId, PortId)> },
    /// Air units come into play (3.0, 5.1).
    AirArrived { side: Camp, lba: Vec<UnitId>, rule: String },
    /// A ship whose nation has no port waits another turn (5.1).
    Waits { unit: UnitId, turn: u8 },
    /// Ships in excess of a port's capacity lie up (9.0).
    Overstacked { side: Camp, port: PortId, ships: Vec<UnitId> },
    /// Ships of a navy leave port (5.3).
    Sailed { side: Camp, nations: Vec<Nation>, ships: Vec<(UnitId, ZoneId)> },
    /// A ship passes mines (5.3).
    MinesPassed {
        unit: UnitId,
        field: Minefield,
        dice: Vec<u8>,
        damage: Vec<u8>,
        repair: Option<u8>,
        passed: Passed,
        homeward: bool,
    },
    /// A side places its LBA (5.4).
    AirPlaced { side: Camp, flights: Vec<(UnitId, PortId, ZoneId)> },
    /// A combat begins (5.5).
    BattleBegan { zone: ZoneId },
    /// The enemy of two navies that do not cooperate chose which one fights; the others stay face down (13.0).
    NavyChosen { zone: ZoneId, by: Camp, fights: Nation, aside: Vec<UnitId> },
    /// A mat is revealed (5.5.3), and with it who stands aside; the number is the place from left to right.
    MatRevealed { zone: ZoneId, side: Camp, boxes: Vec<(UnitId, MatBox, u8)>, aside: Vec<UnitId> },
    /// The Air points of both sides in Air Superiority are compared (5.5.4.1).
    AirSuperiority { zone: ZoneId, axis: u16, allies: u16 },
    /// A unit of the larger side gives up Air points against those of the smaller (5.5.4.1).
    AirSpent { zone: ZoneId, unit: UnitId, points: u8 },
    /// Surplus Air cancels points of a mission (5.5.4.1).
    Intercepted { zone: ZoneId, unit: UnitId, points: u8, left: u8 },
    /// A unit leaves its box.
    Relocated { zone: ZoneId, unit: UnitId, goes: Goes, why: Why, rule: String },
    /// A sweeper stops a minelayer (5.5.4.3, 5.5.4.6).
    Swept { zone: ZoneId, segment: Segment, sweeper: UnitId, layer: UnitId },
    /// All attacks of a segment on one target.
    Attacked {
        zone: ZoneId,
        segment: Segment,
        target: UnitId,
        by: Vec<UnitId>,
        /// AA dice of the target.
        aa: Vec<u8>,
        /// The attack's dice, after AA.
        dice: Vec<u8>,
        hits: u16,
        /// Damage dice; none for ASW.
        damage_dice: Vec<u8>,
        damage: u16,
    },
    /// A ship sinks (5.5.2).
    Sunk { zone: ZoneId, unit: UnitId, by: Camp, segment: Segment },
    /// A ship is damaged and goes to the repair track (5.5.2).
    Damaged { zone: ZoneId, unit: UnitId, segment: Segment, die: u8, turns: u8 },
    /// The units of a side in one box attack a convoy (5.5.4.8, 5.5.4.9).
    ConvoyAttacked {
        zone: ZoneId,
        token: TokenId,
        by: Camp,
        from: MatBox,
        units: Vec<UnitId>,
        dice: Vec<u8>,
        sunk: bool,
    },
    /// A combat is over (5.5).
    BattleEnded { zone: ZoneId },
    /// Control of the zones is judged (6.0); zones without warships are left out.
    ControlJudged { zones: Vec<(ZoneId, Control)> },
    /// A side scores its zones (8.0).
    ZonesScored { side: Camp, zones: Vec<ZoneId>, points: u16 },
    /// A side scores LBA that it did not use (8.0).
    UnusedAirScored { side: Camp, lba: Vec<UnitId>, points: u16 },
    /// All units at sea, LBA too, are shown where they are before they return (9.0).
    FleetsShown { units: Vec<(UnitId, ZoneId)> },
    /// Ships return to base, after a combat (5.5.4.9) or at the end of the turn (9.0).
    Returned { side: Camp, ships: Vec<(UnitId, PortId)>, rule: String },
    /// A ship is too far from any base (9.0).
    Stranded { unit: UnitId, turn: u8 },
    /// A port lacks the presence that the scenario asks for (13.0).
    PresenceLacking { port: PortId, nation: Nation, ships: u8, minimum: u8, to: Camp, points: u16 },
    /// A nation, or part of it, leaves play, for good or until a turn (13.0).
    LeftWar { nation: Nation, units: Vec<UnitId>, until: Option<u8>, rule: String },
    /// A nation changes sides; its ships in play may score, and may wait on the track (13.0).
    SidesChanged {
        nation: Nation,
        to: Camp,
        ships: u16,
        scorer: Option<Camp>,
        points: u16,
        until: Option<u8>,
        rule: String,
    },
    /// A side scores the ships of a nation that are not sunk (13.0).
    SurvivorsScored { nation: Nation, ships: u16, to: Camp, points: u16, rule: String },
    /// A side violates Turkish neutrality; Turkey joins its enemy, who scores (5.3.1).
    NeutralityViolated { by: Camp, points: u16 },
    /// The Soviet Union declares whether it is at war with Japan (5.5.1).
    StanceDeclared { belligerent: bool },
    /// Units of a side stand off from a combat, as Japan and the Soviet Union are not at war (5.5.1).
    StoodOff { zone: ZoneId, side: Camp, units: Vec<UnitId> },
    /// A die says whether a ship surrenders (13.0, scenario 7).
    SurrenderRolled { unit: UnitId, die: u8, surrenders: bool },
    /// The turn marker advances: the repair track slides, LBA are available again (10.0, 5.4).
    TurnEnded { turn: u8 },
    /// The match is over (11.0).
    MatchEnded { winner: Option<Camp>, axis: i32, allies: i32 },
    /// The umpire ruled.
    Ruled { reason: String, change: Change },
}

impl Event {
    /// The ledger's id of the rule that made it so; empty for what no rule made, a ruling.
    pub fn rule(&self) -> &str {
        match self {
            Event::PhaseBegan { .. } => "SOT-4.0-1",
            Event::Entered { .. } => "SOT-5.1-4",
            Event::ScenarioBegan { axis: 0, allies: 0, .. } => "SOT-13.S8-3",
            Event::ScenarioBegan { .. } => "SOT-13.S7-9",
            Event::MinorsRequested { .. } => "SOT-12.0-2",
            Event::MinorSettled { nation: Nation::Turkey, .. } => "SOT-12.0-8",
            Event::MinorSettled { .. } => "SOT-12.0-3",
            Event::NeutralityViolated { .. } => "SOT-5.3.1-2",
            Event::StanceDeclared { .. } => "SOT-5.5.1-1",
            Event::StoodOff { side: Camp::AXIS, .. } => "SOT-5.5.1-5",
            Event::StoodOff { .. } => "SOT-5.5.1-7",
            Event::SurrenderRolled { .. } => "SOT-13.S7-11",
            Event::LeftWar { rule, .. }
            | Event::SidesChanged { rule, .. }
            | Event::SurvivorsScored { rule, .. }
            | Event::ConvoysDrawn { rule, .. }
            | Event::AirArrived { rule, .. }
            | Event::Relocated { rule, .. }
            | Event::Returned { rule, .. } => rule,
            Event::ConvoyPlaced { .. } => "SOT-5.2-7",
            Event::ConvoyKept { .. } => "SOT-5.2-10",
            Event::Deployed { .. } => "SOT-3.0-7",
            Event::Adjusted { .. } => "SOT-13.S1-6",
            Event::Reinforced { .. } => "SOT-5.1-1",
            Event::Waits { .. } => "SOT-5.1-5",
            Event::Overstacked { .. } => "SOT-9.0-7",
            Event::Sailed { .. } => "SOT-5.3-1",
            Event::MinesPassed { .. } => "SOT-5.3-9",
            Event::AirPlaced { .. } => "SOT-5.4-1",
            Event::BattleBegan { .. } => "SOT-5.5-1",
            Event::NavyChosen { .. } => "SOT-13.S1-10",
            Event::MatRevealed { .. } => "SOT-5.5-6",
            Event::AirSuperiority { axis, allies, .. } if axis == allies => "SOT-5.5.4.1-4",
            Event::AirSuperiority { .. } => "SOT-5.5.4.1-2",
            Event::AirSpent { .. } => "SOT-5.5.4.1-3",
            Event::Intercepted { .. } => "SOT-5.5.4.1-5",
            Event::Swept { segment: Segment::Asw, .. } => "SOT-5.5.4.3-3",
            Event::Swept { .. } => "SOT-5.5.4.6-2",
            Event::Attacked { segment, .. } => segment.rule(),
            Event::Sunk { .. } => "SOT-5.5.2-3",
            Event::Damaged { .. } => "SOT-5.5.2-4",
            Event::ConvoyAttacked { from: MatBox::Reserve, .. } => "SOT-5.5.4.8-2",
            Event::ConvoyAttacked { .. } => "SOT-5.5.4.9-2",
            Event::BattleEnded { .. } => "SOT-5.5-7",
            Event::ControlJudged { .. } => "SOT-6.0-1",
            Event::ZonesScored { .. } => "SOT-8.0-1",
            Event::UnusedAirScored { .. } => "SOT-8.0-5",
            Event::FleetsShown { .. } => "SOT-9.0-2",
            Event::Stranded { .. } => "SOT-9.0-4",
            Event::PresenceLacking { nation: Nation::France, .. } => "SOT-13.S1-9",
            Event::PresenceLacking { .. } => "SOT-13.S1-8",
            Event::TurnEnded { .. } => "SOT-10.0-1",
            Event::MatchEnded { .. } => "SOT-11.0-1",
            Event::Ruled { .. } => "",
        }
    }
}
