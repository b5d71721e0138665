//! The shapes of what a side is told: names, numbers and dice. The words are the templates' affair.

use serde::Serialize;

use super::state::is_nil;
use super::view::Lead;
use engine::rulebook::two_sided::{BySide, Camp};

/// What several lines are made of.
mod parts;

pub use parts::{Chance, Damage, Flag, Group, Look, Repair, Rolled, Stated};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Telling {
    /// The ledger's id of the rule that made it so; empty for what no rule made.
    pub rule: &'static str,
    /// What it was.
    #[serde(flatten)]
    pub what: What,
}

fn is_false(it: &bool) -> bool {
    !it
}

/// What happened. A `seat` is the adjective of a nation, an `action` is `air`, `surface` or `combined`, a `track`
/// `Atlantic` or `Pacific`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum What {
    PhaseBegan {
        turn: u8,
        phase: &'static str,
    },
    Arrived {
        seat: &'static str,
        groups: Vec<Group>,
    },
    Held {
        place: String,
        units: Vec<String>,
    },
    ShutOut {
        units: Vec<String>,
    },
    Withdrawn {
        units: Vec<String>,
    },
    Replaced {
        unit: String,
        by: String,
    },
    Scheduled {
        unit: String,
        turn: u8,
    },
    Scrapped {
        ships: Vec<String>,
    },
    CompletionRolled {
        unit: String,
        die: u8,
        passed: bool,
    },
    Mourned {
        unit: String,
        points: u8,
    },
    TurnedOver {
        place: String,
        /// The nation that has it now, if any.
        to: Option<&'static str>,
    },
    RaidForce {
        joined: Vec<String>,
        left: Vec<String>,
    },
    FlagLifted {
        place: String,
    },
    WarDeclared {
        place: String,
    },
    RaidForceSailed {
        place: String,
        ships: Vec<String>,
        guarded: bool,
    },
    Surprised {
        place: String,
        round: u8,
        units: Vec<String>,
    },
    ChancesSet {
        /// Nothing, for the Axis.
        chances: Vec<Chance>,
    },
    GroupsRolled {
        /// Nothing, for the Axis.
        rolled: Vec<Rolled>,
    },
    GroupInPort {
        group: String,
        place: String,
        units: Vec<String>,
    },
    Warned {
        dice: Vec<u8>,
        /// How many of them let the warning pass.
        passed: u8,
    },
    ChancesShown {
        chances: Vec<Chance>,
    },
    GroupPlaced {
        group: String,
        die: u8,
        place: String,
        units: Vec<String>,
    },
    Sortied {
        place: String,
        units: Vec<String>,
    },
    WarBegan {
        turn: u8,
    },
    Provoked {
        place: String,
        points: u8,
    },
    Occupied {
        unit: String,
        place: String,
    },
    AllegianceRolled {
        unit: String,
        dice: Vec<u8>,
        modifier: i32,
        fate: &'static str,
    },
    CatapultLaunched {
        units: Vec<String>,
    },
    ArmisticeRolled {
        die: u8,
        modifier: i32,
        /// The ships that Germany gets, if the fleet is surrendered.
        surrendered: Vec<String>,
    },
    Interned {
        unit: String,
        /// The box.
        place: String,
        /// Nothing where no die decided.
        die: Option<u8>,
    },
    LilaDeclared {
        ships: Vec<String>,
    },
    TorchLit {
        /// Nothing where it was certain.
        die: Option<u8>,
        modifier: i32,
        opposed: bool,
    },
    TorchOpposed {
        place: String,
        units: Vec<String>,
    },
    MoveRolled {
        seat: &'static str,
        unit: String,
        die: u8,
        passed: bool,
    },
    ItalyWeighed {
        dice: Vec<u8>,
        /// How many Allied units watch the Mediterranean.
        watch: u16,
        may: bool,
    },
    ItalyDeclared {
        turn: u8,
    },
    AirTransferred {
        seat: &'static str,
        unit: String,
    },
    Fined {
        side: Camp,
        track: &'static str,
        ships: Vec<String>,
    },
    Transferred {
        seat: &'static str,
        groups: Vec<Group>,
    },
    Refuelled {
        ships: Vec<String>,
    },
    Claimed {
        unit: String,
        place: String,
        by: Camp,
    },
    LeadMoved {
        track: &'static str,
        /// The side that leads, if one does.
        side: Option<Camp>,
        lead: u8,
    },
    Sailed {
        seat: &'static str,
        how: &'static str,
        groups: Vec<Group>,
    },
    Readied {
        seat: &'static str,
        ships: Vec<String>,
    },
    SpeedRolled {
        seat: &'static str,
        unit: String,
        place: String,
        speed: u8,
        /// Nothing where the outcome was certain.
        die: Option<u8>,
        passed: bool,
    },
    Repaired {
        place: String,
        ships: Vec<Repair>,
    },
    AirPlaced {
        seat: &'static str,
        unit: String,
        /// Nothing for a unit that is kept ashore.
        place: Option<String>,
    },
    SubmarinesTurned {
        seat: &'static str,
        units: Vec<String>,
    },
    AreaSelected {
        seat: &'static str,
        place: String,
    },
    Hunted {
        place: String,
        by: Camp,
        dice: Vec<u8>,
        bonus: u8,
        destroyed: Vec<String>,
        driven_off: Vec<String>,
    },
    ShippingAttacked {
        place: String,
        unit: String,
        dice: Vec<u8>,
        bonus: bool,
        points: u8,
    },
    Aimed {
        place: String,
        unit: String,
        die: u8,
        /// The greatest speed that it catches.
        speed: u8,
    },
    SubmarinesShown {
        groups: Vec<Group>,
    },
    Raided {
        /// The area from which the attack comes.
        from: String,
        /// The port or base.
        place: String,
        by: Camp,
        units: Vec<String>,
        /// True of carriers, false of air units.
        carriers: bool,
    },
    ForcesFormed {
        place: String,
        round: u8,
        side: Camp,
        groups: Vec<Group>,
    },
    IntentStated {
        place: String,
        side: Camp,
        intents: Vec<Stated>,
    },
    Sighted {
        place: String,
        /// The retreating group, in a pursuit.
        group: Option<u8>,
        by: Camp,
        /// What is taken off each die.
        modifier: u8,
        dice: Vec<Look>,
        sighted: Vec<u8>,
    },
    SurfaceJoined {
        place: String,
        /// The retreating group, in a pursuit.
        group: Option<u8>,
        side: Camp,
        forces: Vec<u8>,
    },
    RoundBegan {
        place: String,
        /// The retreating group, in a pursuit.
        group: Option<u8>,
        round: u8,
        /// What the Axis chose.
        axis: &'static str,
        /// What the Allies chose.
        allies: &'static str,
        dice: Option<BySide<u8>>,
        modifiers: BySide<u8>,
        action: &'static str,
        /// True if nobody chose it.
        #[serde(skip_serializing_if = "is_false")]
        automatic: bool,
    },
    HeartRolled {
        place: String,
        /// The retreating group, in a pursuit.
        group: Option<u8>,
        round: u8,
        die: u8,
        units: Vec<String>,
    },
    Intercepted {
        place: String,
        unit: String,
        target: String,
        dice: Vec<u8>,
        damage_dice: Vec<u8>,
        damage: u8,
        disabled: bool,
        destroyed: bool,
        aborted: bool,
    },
    KamikazesNamed {
        place: String,
        units: Vec<String>,
    },
    KamikazesSpent {
        place: String,
        lost: Vec<String>,
        disabled: Vec<String>,
    },
    GunsNamed {
        place: String,
        side: Camp,
        ships: Vec<String>,
    },
    Fired {
        place: String,
        unit: String,
        target: String,
        action: &'static str,
        dice: Vec<u8>,
        bonus: bool,
        /// What each die gains besides.
        #[serde(skip_serializing_if = "is_nil")]
        extra: u8,
        hits: u8,
        damage_dice: Vec<u8>,
        damage: u8,
        disabled: bool,
        /// Whose unit fired.
        side: Camp,
    },
    TookEffect {
        place: String,
        lost: Vec<String>,
        damaged: Vec<Damage>,
        disabled: Vec<String>,
    },
    Returned {
        why: &'static str,
        groups: Vec<Group>,
    },
    Stranded {
        units: Vec<String>,
    },
    RetreatDeclared {
        place: String,
        side: Camp,
        retreats: bool,
    },
    GroupsFormed {
        place: String,
        groups: Vec<Group>,
    },
    Pursued {
        place: String,
        groups: Vec<Group>,
        raids: Vec<Group>,
    },
    BrokeOff {
        place: String,
        ships: Vec<String>,
    },
    Redirected {
        place: String,
        attackers: Vec<String>,
    },
    Landed {
        unit: String,
        place: String,
    },
    Invaded {
        unit: String,
        place: String,
        defender: Option<String>,
        by: Camp,
    },
    Encircled {
        place: String,
        by: Camp,
    },
    Scuttled {
        place: String,
        ships: Vec<String>,
    },
    AreaResolved {
        place: String,
    },
    FlagsPlaced {
        zones: Vec<Flag>,
    },
    AreasScored {
        side: Camp,
        track: &'static str,
        zones: Vec<String>,
        points: u16,
    },
    BasesScored {
        side: Camp,
        track: &'static str,
        ports: Vec<String>,
        points: u16,
    },
    RaidsScored {
        side: Camp,
        track: &'static str,
        ports: Vec<String>,
        points: u16,
    },
    RaiderScored {
        place: String,
    },
    TurnEnded {
        turn: u8,
    },
    MatchEnded {
        winner: Option<Camp>,
        axis: i32,
        allies: i32,
        /// Who leads on each track, in the standard game.
        #[serde(skip_serializing_if = "Option::is_none")]
        tracks: Option<Vec<Lead>>,
        /// The players who win, where each plays alone.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        seats: Vec<String>,
    },
    Ruled {
        reason: String,
        change: String,
    },
}
