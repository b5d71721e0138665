//! Single chapters that are to be played, as a case or an event puts them.

use serde::{Deserialize, Serialize};

use super::{Goal, SupportId};
use crate::board::{BaseId, CountryId, SeaMap, ZoneId};
use crate::faction::Faction;
use crate::pieces::UnitId;
use crate::tables::WarState;

/// A thing that is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Due {
    /// The battle is fought (4).
    Battle,
    /// The pieces in the delay boxes of a map roll (7.1).
    Delay(SeaMap),
    /// The ships in the Shipyard Delay Box roll (7.2).
    Shipyard,
    /// A commerce raid (5.1).
    CommerceRaid(SeaMap),
    /// A Base Attack Raid of a faction (5.2.1).
    BaseRaid(Faction, BaseId),
    /// A Sustained Base Attack by the pieces of a faction that are on station or used in a zone beside a port
    /// (5.2.2).
    Strike(Faction, BaseId),
    /// A Sub Patrol (5.3).
    Patrol(Faction, UnitId, ZoneId),
    /// A Naval Construction Segment (6.1).
    Build(Faction),
    /// LBA reorganization (6.2).
    Reorganize(Faction),
    /// An Emergency Recall is offered (6.3.1).
    Recall,
    /// The Servron marker (9.9).
    Servron,
    /// Who holds the Reserve Fleets (9.8).
    Reserves,
    /// What a Turn Marker Segment takes off the tracks (9).
    Markers,
    /// A minor country becomes active with a faction (8).
    Activate(CountryId, Faction),
    /// A political event of a faction on a map, by its place among the words of the fact (10).
    Political(Faction, SeaMap, u8),
    /// A conditional event of a country, by its place among the words of the fact (11).
    Conditional(CountryId, u8),
    /// What the Final Administrative Phase checks (11.5, 11.8, 11.9).
    Checks,
    /// A War State goes into effect in Europe, as on TK, or in the Pacific, as on DS (6.1.1.2, 6.3).
    WarState(SeaMap, WarState),
    /// A faction reveals a card on a map (6).
    Card(Faction, SeaMap, u8),
    /// An enemy ground unit enters the hex of a port (9.8, 9.9).
    EnemyEnters(BaseId),
    /// Reserve Fleets that nobody holds yet are held (9.8).
    HoldReserves,
    /// A faction plays a Fortunes of War card on a map (12).
    Fortunes(Faction, SeaMap),
    /// The turn is over for Luck (13).
    TurnOver,
    /// A support unit is placed (2.1).
    Place(SupportId, Goal),
    /// A faction rebases (1.2).
    Rebase(Faction),
    /// Pieces go home and arrive (1.3).
    Return,
    /// The naval war is scored.
    Score,
    /// All set up.
    SetUp,
    /// A minor country leaves the war (8, 11).
    Leaves(CountryId),
    /// The pieces of a Conditional Event box of a map arrive, by its place among the words of the fact (6).
    Release(SeaMap, u8),
}

impl Due {
    /// The words of all steps.
    pub const WORDS: &'static [&'static str] = &[
        "combat",
        "delay",
        "shipyard",
        "commerce-raid",
        "base-raid",
        "strike",
        "patrol",
        "build",
        "reorganize",
        "recall",
        "servron",
        "reserves",
        "markers",
        "activate",
        "political",
        "conditional",
        "checks",
        "war-state",
        "card",
        "enemy-enters",
        "hold-reserves",
        "turn-over",
        "place",
        "rebase",
        "return",
        "score",
        "set-up",
        "fortunes",
        "leaves",
        "release",
    ];

    /// The word of the step.
    pub const fn id(self) -> &'static str {
        match self {
            Due::Battle => "combat",
            Due::Delay(_) => "delay",
            Due::Shipyard => "shipyard",
            Due::CommerceRaid(_) => "commerce-raid",
            Due::BaseRaid(..) => "base-raid",
            Due::Strike(..) => "strike",
            Due::Patrol(..) => "patrol",
            Due::Build(_) => "build",
            Due::Reorganize(_) => "reorganize",
            Due::Recall => "recall",
            Due::Servron => "servron",
            Due::Reserves => "reserves",
            Due::Markers => "markers",
            Due::Activate(..) => "activate",
            Due::Political(..) => "political",
            Due::Conditional(..) => "conditional",
            Due::Checks => "checks",
            Due::WarState(..) => "war-state",
            Due::Card(..) => "card",
            Due::EnemyEnters(_) => "enemy-enters",
            Due::HoldReserves => "hold-reserves",
            Due::Fortunes(..) => "fortunes",
            Due::TurnOver => "turn-over",
            Due::Place(..) => "place",
            Due::Rebase(_) => "rebase",
            Due::Return => "return",
            Due::Score => "score",
            Due::SetUp => "set-up",
            Due::Leaves(_) => "leaves",
            Due::Release(..) => "release",
        }
    }
}
