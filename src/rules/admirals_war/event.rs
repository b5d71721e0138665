//! What can happen. A position changes by these events alone.

use serde::{Deserialize, Serialize};

use super::board::{AreaId, BaseId, HoldId, Theatre};
use super::pieces::{Nation, Seat, UnitId};
use super::state::{Phase, Place};
use engine::rulebook::two_sided::{BySide, Camp};
use engine::tags::words;

/// Something that happened. `fields.rs` has its words and its JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A phase began (5.0).
    PhaseBegan { turn: u8, phase: Phase },
    /// Units of a nation were set up, or came on as reinforcements (2.72, 2.73).
    Arrived { seat: Seat, units: Vec<(UnitId, BaseId)> },
    /// Units went into a box beside the map (3.15, 19.43).
    Held { hold: HoldId, units: Vec<UnitId> },
    /// Units could not arrive, since the enemy holds the place (2.74).
    ShutOut { units: Vec<UnitId> },
    /// Units left the game (2.75, 18.38).
    Withdrawn { units: Vec<UnitId> },
    /// A counter takes the place of another: a new name, a conversion, a later type (32.1, 33.1, 34.0, 35.1).
    Replaced { unit: UnitId, by: UnitId },
    /// An optional rule puts a unit on the turn chart (32.2, 32.4, 33.2).
    Scheduled { unit: UnitId, turn: u8 },
    /// Unfinished German ships were scrapped for submarines (33.1).
    Scrapped { ships: Vec<UnitId> },
    /// A die decided whether a ship is completed (38.2).
    CompletionRolled { unit: UnitId, die: u8, passed: bool },
    /// Germany lost points for a ship with the country's name (32.3).
    Mourned { unit: UnitId, points: u8 },
    /// A port or base changed hands by the calendar (2.312, 18.36, 18.37).
    TurnedOver { base: BaseId, to: Option<Nation> },
    /// Ships joined the Pearl Harbor Raid Force or left it (19.5).
    RaidForce { joined: Vec<UnitId>, left: Vec<UnitId> },
    /// An Allied flag came down, since too few battleships guard it (19.44).
    FlagLifted { area: AreaId },
    /// Japan declared war by entering an area (19.41).
    WarDeclared { area: AreaId },
    /// The raid force sailed; whether the Philippines are guarded meanwhile (19.61, 19.36).
    RaidForceSailed { area: AreaId, ships: Vec<UnitId>, guarded: bool },
    /// Japan attacks by surprise; its fire follows (19.7, 19.8).
    Surprised { area: AreaId, round: u8, units: Vec<UnitId> },
    /// The Allies settled in secret to which area each face of a die brings a group of uncertain location (23.21).
    ChancesSet { chances: Vec<AreaId> },
    /// The groups were diced for in secret, twice each (23.22, 23.23).
    GroupsRolled { rolls: Vec<(HoldId, u8, u8)> },
    /// A group lies in port as the raid force comes (23.23).
    GroupInPort { hold: HoldId, base: BaseId, units: Vec<UnitId> },
    /// The dice said how far a warning got before the raids (24.0).
    Warned { dice: Vec<u8> },
    /// The secret chances are laid open (23.21).
    ChancesShown { chances: Vec<AreaId> },
    /// A group of uncertain location turned out to be somewhere (19.72).
    GroupPlaced { hold: HoldId, die: u8, area: AreaId, units: Vec<UnitId> },
    /// Units left port in the middle of the fight (19.73).
    Sortied { area: AreaId, units: Vec<UnitId> },
    /// The surprise is over: the Pacific is at war (19.11).
    WarBegan { turn: u8 },
    /// Germany gained points or sank an American ship off neutral America (19.47).
    Provoked { area: AreaId, points: u8 },
    /// An amphibious unit took an unguarded base and stays on it (19.36).
    Occupied { unit: UnitId, base: BaseId },
    /// The dice decided whom a French or Italian unit follows (18.33, 16.41).
    AllegianceRolled { unit: UnitId, dice: Vec<u8>, modifier: i32, fate: Fate },
    /// British units attack the French fleet (22.1); their fire follows.
    CatapultLaunched { units: Vec<UnitId> },
    /// A die decided whether the armistice gives the French fleet to Germany; its ships, if it does (22.3, 22.31).
    ArmisticeRolled { die: u8, modifier: i32, surrendered: Vec<UnitId> },
    /// A French ship lies in a Vichy box: by its die, for its damage, or since it comes back to it (22.32, 22.512).
    Interned { unit: UnitId, hold: HoldId, die: Option<u8> },
    /// Germany tries to seize the French fleet (22.4); a roll for each ship follows.
    LilaDeclared { ships: Vec<UnitId> },
    /// The Allies come to hold Malta and Tripoli; whether the ships in French North Africa oppose them (22.5). Without a
    /// die that was certain.
    TorchLit { die: Option<u8>, modifier: i32, opposed: bool },
    /// Ships of French North Africa put to sea against the Allies (22.51).
    TorchOpposed { area: AreaId, units: Vec<UnitId> },
    /// A die decided whether a unit may move this turn (18.22, 19.42, 16.44).
    MoveRolled { unit: UnitId, die: u8, passed: bool },
    /// A nation sent ships, submarines or amphibious units to sea (5.31, 5.34, 5.35).
    Sailed { seat: Seat, how: How, units: Vec<(UnitId, AreaId)> },
    /// Ships in port were turned to their raiding side (5.31).
    Readied { seat: Seat, ships: Vec<UnitId> },
    /// A ship tried to enter an area more than it may enter freely (6.2). Without a die the outcome was certain.
    SpeedRolled { unit: UnitId, area: AreaId, speed: u8, die: Option<u8>, passed: bool },
    /// Damage was removed in a port (11.2): the ships, and how many points each.
    Repaired { base: BaseId, ships: Vec<(UnitId, u8)> },
    /// An air unit was placed in an area, or kept ashore (12.11).
    AirPlaced { seat: Seat, unit: UnitId, area: Option<AreaId> },
    /// Two dice were rolled for neutral Italy: how many Allied patrollers and air units were to be reached, and whether it
    /// may declare war (20.4).
    ItalyWeighed { dice: Vec<u8>, watch: u16, may: bool },
    /// Italy declared war on turn 0 (20.4).
    ItalyDeclared { turn: u8 },
    /// An air unit leaves for the other theatre (12.123).
    AirTransferred { seat: Seat, unit: UnitId },
    /// A side lost points for ships that did not leave the neutral port (2.343).
    Fined { seat: Seat, ships: Vec<UnitId> },
    /// Submarines were turned to their raiding side (5.36).
    SubmarinesTurned { seat: Seat, submarines: Vec<UnitId> },
    /// The next area was selected for combat (7.1).
    AreaSelected { seat: Seat, area: AreaId },
    /// A side hunted submarines (14.24).
    Hunted {
        area: AreaId,
        by: Camp,
        dice: Vec<u8>,
        bonus: u8,
        destroyed: Vec<UnitId>,
        driven_off: Vec<UnitId>,
    },
    /// A submarine or Hilfskreuzer attacked shipping (14.26, 15.21). `points` is what the area's limit left of its hits.
    ShippingAttacked { area: AreaId, unit: UnitId, dice: Vec<u8>, bonus: bool, points: u8 },
    /// A raiding submarine aims at what it can catch (27.1).
    Aimed { area: AreaId, unit: UnitId, die: u8 },
    /// Submarines of which the enemy did not know deny something to him (26.0).
    SubmarinesShown { submarines: Vec<(UnitId, AreaId)> },
    /// Air units or carriers attack a port or base (9.3, 12.4); their fire follows.
    Raided { area: AreaId, base: BaseId, by: Camp, units: Vec<UnitId>, carriers: bool },
    /// A side formed its task forces for a round (29.1).
    ForcesFormed { area: AreaId, round: u8, side: Camp, forces: Vec<(u8, Vec<UnitId>)> },
    /// A side stated what its task forces will do (29.2).
    IntentStated { area: AreaId, side: Camp, intents: Vec<(u8, Intent)> },
    /// A side looked out for enemy task forces (29.4); those that land need no die. In a pursuit forces go by the number
    /// of the retreating group.
    Sighted { area: AreaId, group: Option<u8>, by: Camp, modifier: u8, dice: Vec<(u8, u8)>, sighted: Vec<u8> },
    /// Searching task forces joined a surface action unsighted (29.52).
    SurfaceJoined { area: AreaId, group: Option<u8>, side: Camp, forces: Vec<u8> },
    /// A round of combat began: the type of action, and how it was decided (7.22).
    RoundBegan {
        area: AreaId,
        group: Option<u8>,
        round: u8,
        choices: BySide<Action>,
        dice: Option<BySide<u8>>,
        modifiers: BySide<u8>,
        action: Action,
        /// True if it is an air action whatever the sides want (23.4, 24.4).
        automatic: bool,
    },
    /// A die decided whether Italian units lose heart before a round (37.1): those that leave, or none.
    HeartRolled { area: AreaId, group: Option<u8>, round: u8, die: u8, units: Vec<UnitId> },
    /// Fighters met an attacker before its attack (38.1).
    Intercepted {
        area: AreaId,
        unit: UnitId,
        target: UnitId,
        dice: Vec<u8>,
        damage_dice: Vec<u8>,
        damage: u8,
        disabled: bool,
        destroyed: bool,
        aborted: bool,
    },
    /// Japan names the kamikazes of an air action (21.1).
    KamikazesNamed { area: AreaId, units: Vec<UnitId> },
    /// The kamikazes of an action are spent: air units are lost, carriers disabled (21.1).
    KamikazesSpent { area: AreaId, lost: Vec<UnitId>, disabled: Vec<UnitId> },
    /// The side that fires second names the carriers that fire their guns (7.321).
    GunsNamed { area: AreaId, side: Camp, carriers: Vec<UnitId> },
    /// A unit attacked (7.4). The effect waits for the end of the action. `extra` is added to each die, against air units
    /// too (21.1, 23.31).
    Fired {
        scene: Scene,
        attacker: UnitId,
        target: UnitId,
        action: Action,
        dice: Vec<u8>,
        bonus: bool,
        /// What each die gains besides a printed bonus (21.1, 22.12, 23.31).
        extra: u8,
        hits: u8,
        damage_dice: Vec<u8>,
        damage: u8,
        disabled: bool,
    },
    /// The marks of an action take effect (7.5): units lost, and damage points that stay on the others.
    TookEffect { scene: Scene, lost: Vec<UnitId>, damaged: Vec<(UnitId, u8)>, disabled: Vec<UnitId> },
    /// Units went to ports and bases (10.0).
    Returned { units: Vec<(UnitId, BaseId)>, why: Why },
    /// Ships left the Atlantic for the Pacific before turn 11 (21.22).
    Transferred { seat: Seat, ships: Vec<(UnitId, BaseId)> },
    /// German ships stay at sea, with an oiler or after a Hilfskreuzer's success (10.33, 15.31).
    Refuelled { ships: Vec<UnitId> },
    /// A French ship took an uncontrolled base for its side (18.36).
    Claimed { unit: UnitId, base: BaseId },
    /// Units had nowhere to go (10.23).
    Stranded { units: Vec<UnitId> },
    /// A side retreats from an area (8.13), or stays.
    RetreatDeclared { area: AreaId, side: Camp, retreats: bool },
    /// Retreating units form groups (8.22), or a group splits (8.32).
    GroupsFormed { area: AreaId, groups: Vec<(u8, Vec<UnitId>)> },
    /// Ships pursue groups (8.23); carriers may be sent against ports and bases instead (8.24).
    Pursued { area: AreaId, ships: Vec<(UnitId, u8)>, raids: Vec<(UnitId, BaseId)> },
    /// Ships stop pursuing (8.33).
    BrokeOff { area: AreaId, ships: Vec<UnitId> },
    /// What teammates had ordered could not be done together; these units attack something else, or nothing (7.3).
    Redirected { area: AreaId, units: Vec<UnitId> },
    /// An amphibious unit landed on a friendly port or base (13.3).
    Landed { unit: UnitId, base: BaseId },
    /// An amphibious unit invaded a base (13.4). With a defender both are lost, else the base is taken.
    Invaded { unit: UnitId, base: BaseId, defender: Option<UnitId> },
    /// A port or base changed hands because all areas around it are the enemy's (16.11).
    Encircled { base: BaseId, by: Camp },
    /// Ships on the bottom of a captured port are lost (9.352).
    Scuttled { base: BaseId, ships: Vec<UnitId> },
    /// The combat in an area is over.
    AreaResolved { area: AreaId },
    /// Control flags were placed (17.13); areas not listed have none.
    FlagsPlaced { flags: Vec<(AreaId, Camp)> },
    /// A side scored the areas it controls, on one track (17.14).
    AreasScored { side: Camp, track: Theatre, areas: Vec<AreaId>, points: u16 },
    /// A side scored ports and bases that the scenario rewards.
    BasesScored { side: Camp, track: Theatre, bases: Vec<BaseId>, points: u16 },
    /// A side scored enemy ports that its carriers raided.
    RaidsScored { side: Camp, track: Theatre, bases: Vec<BaseId>, points: u16 },
    /// A lone Hilfskreuzer scored (15.22).
    RaiderScored { area: AreaId },
    /// The marker of a track moved: how far the Allies lead now, below zero the Axis (2.8).
    LeadMoved { track: Theatre, lead: i32 },
    /// The turn is over.
    TurnEnded { turn: u8 },
    /// The match is over. Of four players who win alone, `seats` are those who do (1.4).
    MatchEnded { winner: Option<Camp>, axis: i32, allies: i32, seats: Vec<Seat> },
    /// The umpire ruled.
    Ruled { reason: String, change: Change },
}

words! {
    /// What became of a unit whose country fell (Tables 3 and 4).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Fate: id {
        /// It fights for Germany.
        German = "german",
        /// Its crew scuttled it.
        Scuttled = "scuttled",
        /// It fights for the Allies.
        Allied = "allied",
    }
}

words! {
    /// As what units go to sea; the words stand in keys, labels and reports.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum How: id {
        /// As patrollers (6.12); submarines and Hunter-Killer groups with them.
        Patrolling = "patrol",
        /// Amphibious units (6.41).
        Amphibious = "amphibious",
        /// As raiders (6.13).
        Raiding = "raid",
    }
}

words! {
    /// What a task force will do in a round (29.2).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Intent: id {
        /// It lands its amphibious units, in everybody's sight.
        Landing = "landing",
        /// It looks for the enemy.
        Searching = "searching",
        /// It keeps out of sight.
        Hiding = "hiding",
        /// It attacks Pearl Harbor (23.53).
        Raid = "raid",
    }
}

words! {
    /// A type of action (7.21).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Action: id {
        /// Airstrikes at long range.
        Air = "air",
        /// Gunnery at close range.
        Surface = "surface",
        /// Both in one round, air first (7.226).
        Combined = "combined",
    }
}

/// Where units fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scene {
    /// At sea.
    Sea(AreaId),
    /// Against a port or base.
    Base(BaseId),
}

words! {
    /// Why units return to base; the words stand in keys and reports.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Why: id {
        /// They failed a speed roll (6.21, 6.22).
        FailedRoll = "failed",
        /// They were disabled (7.52), or driven off by a hunt (14.24).
        Disabled = "disabled",
        /// A surface action sends air units home (7.24).
        SurfaceAction = "surface",
        /// They attacked a port or base (12.44), or were a raiding submarine that attacked (14.31).
        Attacked = "attacked",
        /// Hunter-Killer groups after the hunt (14.22).
        HuntOver = "hunt",
        /// Their side retreats: air units at once (8.13).
        Retreat = "retreat",
        /// They escaped (8.35).
        Escaped = "escaped",
        /// Their base was captured (16.21), or the last base of air units in the area (12.7).
        Evicted = "evicted",
        /// French and Italian ships are ordered home (18.32, 18.34, 16.41, 16.44).
        Recalled = "recalled",
        /// The turn is over (5.74).
        EndOfTurn = "end",
    }
}

/// What an umpire's ruling changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A unit is somewhere else.
    Unit { unit: UnitId, to: Place },
    /// A unit has this many damage points.
    Damage { unit: UnitId, points: u8 },
    /// A port or base belongs to somebody else.
    Base { base: BaseId, to: Option<Camp> },
    /// An area has another flag.
    Flag { area: AreaId, to: Option<Camp> },
    /// A side gets points, or loses them, on a track.
    Points { side: Camp, track: Theatre, points: i32 },
}

impl Event {
    /// The ledger's id of the rule that made it so; empty for what no rule made.
    pub fn rule(&self) -> &'static str {
        match self {
            Event::PhaseBegan { .. } | Event::TurnEnded { .. } | Event::Ruled { .. } => "",
            Event::Arrived { .. } => "AW-2.73",
            Event::Held { .. } => "AW-2.723",
            Event::ShutOut { .. } => "AW-2.74-a",
            Event::Withdrawn { .. } => "AW-2.75-a",
            Event::Replaced { .. } => "AW-34.11",
            Event::Scheduled { .. } => "AW-33.2",
            Event::Scrapped { .. } => "AW-33.1",
            Event::CompletionRolled { .. } => "AW-38.2",
            Event::Mourned { .. } => "AW-32.3",
            Event::HeartRolled { .. } => "AW-37.1",
            Event::Intercepted { .. } => "AW-38.1",
            Event::RaidForce { .. } => "AW-19.5-a",
            Event::FlagLifted { .. } => "AW-19.44",
            Event::WarDeclared { .. } => "AW-19.41-b",
            Event::RaidForceSailed { .. } => "AW-19.61",
            Event::Surprised { .. } => "AW-19.7",
            Event::ChancesSet { .. } | Event::ChancesShown { .. } => "AW-23.21",
            Event::GroupsRolled { .. } => "AW-23.22",
            Event::GroupInPort { .. } => "AW-23.23",
            Event::Warned { .. } => "AW-24.1",
            Event::GroupPlaced { .. } => "AW-19.72",
            Event::Sortied { .. } => "AW-19.73",
            Event::WarBegan { .. } => "AW-19.11",
            Event::Provoked { .. } => "AW-19.47",
            Event::Occupied { .. } => "AW-19.36",
            Event::TurnedOver { to: None, .. } => "AW-18.36-a",
            Event::TurnedOver { to: Some(Nation::Gb), .. } => "AW-2.312",
            Event::TurnedOver { to: Some(Nation::Jp), .. } => "AW-18.37-a",
            Event::TurnedOver { .. } => "AW-16.32-b",
            Event::AllegianceRolled { dice, .. } if dice.len() == 1 => "AW-16.41-b",
            Event::AllegianceRolled { .. } => "AW-18.33-a",
            Event::CatapultLaunched { .. } => "AW-22.1",
            Event::ArmisticeRolled { .. } => "AW-22.3",
            Event::Interned { .. } => "AW-22.32",
            Event::LilaDeclared { .. } => "AW-22.4",
            Event::TorchLit { .. } => "AW-22.5",
            Event::TorchOpposed { .. } => "AW-22.511",
            Event::MoveRolled { .. } => "AW-18.22",
            Event::ItalyWeighed { .. } | Event::ItalyDeclared { .. } => "AW-20.4-a",
            Event::KamikazesNamed { .. } | Event::KamikazesSpent { .. } => "AW-21.1-a",
            Event::Transferred { .. } => "AW-21.22",
            Event::AirTransferred { .. } => "AW-12.123",
            Event::Fined { .. } => "AW-2.343-a",
            Event::Refuelled { .. } => "AW-10.33",
            Event::Claimed { .. } => "AW-18.36-b",
            Event::LeadMoved { .. } => "AW-2.8-a",
            Event::Sailed { how: How::Patrolling, .. } => "AW-5.31",
            Event::Sailed { how: How::Amphibious, .. } => "AW-5.34",
            Event::Sailed { how: How::Raiding, .. } => "AW-5.35",
            Event::Readied { .. } => "AW-5.31",
            Event::SpeedRolled { .. } => "AW-6.2",
            Event::Repaired { .. } => "AW-5.32",
            Event::AirPlaced { .. } => "AW-12.11-a",
            Event::SubmarinesTurned { .. } => "AW-14.1",
            Event::AreaSelected { .. } => "AW-5.41",
            Event::Hunted { .. } => "AW-14.24-a",
            Event::ShippingAttacked { .. } => "AW-14.26-a",
            Event::Aimed { .. } => "AW-27.1",
            Event::SubmarinesShown { .. } => "AW-26.0",
            Event::Raided { carriers: true, .. } => "AW-9.3",
            Event::Raided { carriers: false, .. } => "AW-12.4",
            Event::RoundBegan { .. } => "AW-7.22-a",
            Event::ForcesFormed { .. } => "AW-29.1",
            Event::IntentStated { .. } => "AW-29.2",
            Event::Sighted { .. } => "AW-29.4",
            Event::SurfaceJoined { .. } => "AW-29.52",
            Event::GunsNamed { .. } => "AW-7.321-b",
            Event::Fired { .. } => "AW-7.45",
            Event::TookEffect { .. } => "AW-7.5",
            Event::Returned { why, .. } => why.rule(),
            Event::Stranded { .. } => "AW-10.23",
            Event::RetreatDeclared { .. } => "AW-8.11",
            Event::GroupsFormed { .. } => "AW-8.22-a",
            Event::Pursued { .. } => "AW-8.23",
            Event::BrokeOff { .. } => "AW-8.33",
            Event::Redirected { .. } => "AW-7.322",
            Event::Landed { .. } => "AW-13.3",
            Event::Invaded { defender: None, .. } => "AW-13.41",
            Event::Invaded { .. } => "AW-13.43",
            Event::Encircled { .. } => "AW-16.11",
            Event::Scuttled { .. } => "AW-9.352",
            Event::AreaResolved { .. } => "AW-7.1-a",
            Event::FlagsPlaced { .. } => "AW-17.13",
            Event::AreasScored { .. } => "AW-17.14",
            Event::BasesScored { .. } => "AW-M-2",
            Event::RaidsScored { .. } => "AW-M-2b",
            Event::RaiderScored { .. } => "AW-15.22-b",
            Event::MatchEnded { .. } => "AW-M-0",
        }
    }

    /// The area in which a unit fired at sea; nothing if it is no such event.
    pub fn fired_at_sea(&self) -> Option<AreaId> {
        if let Event::Fired { scene: Scene::Sea(area), .. } = self { Some(*area) } else { None }
    }
}

impl Why {
    /// The rule by which they do.
    pub fn rule(self) -> &'static str {
        match self {
            Why::FailedRoll => "AW-6.22",
            Why::Disabled => "AW-7.52",
            Why::SurfaceAction => "AW-7.24-a",
            Why::Attacked => "AW-12.44",
            Why::HuntOver => "AW-14.22-b",
            Why::Retreat => "AW-8.13",
            Why::Escaped => "AW-8.35",
            Why::Evicted => "AW-16.21",
            Why::Recalled => "AW-18.32",
            Why::EndOfTurn => "AW-5.74",
        }
    }
}

impl Scene {
    /// Where the units are that are fired at.
    pub fn place(self) -> Place {
        match self {
            Scene::Sea(area) => Place::Sea(area),
            Scene::Base(base) => Place::Base(base),
        }
    }
}
