//! `tables.yaml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::board::SeaMap;
use crate::pieces::{Nation, ShipType};
use crate::tables::{BaseAttackResult, Game, InterceptionResult, Outcome, PatrolResult, WarState};
use engine::rulebook::shape::shape;

shape! {
    /// `tables.yaml`.
    #[derive(Deserialize)]
    pub struct TablesFile {
        pub interception: TableRow<InterceptionResult>,
        pub base_attack: TableRow<BaseAttackResult>,
        pub sub_patrol: TableRow<PatrolResult>,
        pub attack: AttackRow,
        pub intelligence: IntelligenceRow,
        pub task_force: TaskForceRow,
        pub basing: BasingRow,
        pub day_night: DayNightRow,
        pub building: BuildingRow,
        pub shipyard: ShipyardRow,
        pub delay: DelayRow,
        pub luck: LuckRow,
        pub reserve_fleets: ReserveFleetsRow,
        pub fortunes: FortunesRow,
    }
}

shape! {
    /// A table of the player aid.
    #[derive(Deserialize)]
    pub struct TableRow<T> {
        pub drms: Vec<DrmRow>,
        pub rows: Vec<ResultRow<T>>,
        pub natural_6: Option<NaturalRow<T>>,
        may doubts;
    }
}

shape! {
    /// A modifier.
    #[derive(Deserialize)]
    pub struct DrmRow {
        pub value: i8,
        pub when: String,
        unread provenance, confidence, basis;
    }
}

shape! {
    /// What a modified die gives.
    #[derive(Deserialize)]
    pub struct ResultRow<T> {
        pub roll: i8,
        pub result: T,
        unread provenance, confidence, basis;
    }
}

shape! {
    /// What an unmodified 6 gives instead.
    #[derive(Deserialize)]
    pub struct NaturalRow<T> {
        pub when: String,
        pub result: T,
        unread provenance, confidence, basis;
    }
}

shape! {
    /// The attack table.
    #[derive(Deserialize)]
    pub struct AttackRow {
        unread provenance, confidence;
        pub rows: Vec<AttackResultRow>,
        pub carrier_factors_for_a_die_at_lba: u8,
    }
}

/// What an attack die gives from this roll on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackResultRow {
    pub roll: i8,
    pub ship: Outcome,
    pub lba: Outcome,
}

shape! {
    /// What is added to an Intelligence Roll.
    #[derive(Deserialize)]
    pub struct IntelligenceRow {
        unread provenance, confidence;
        pub fleet: u8,
        pub scratch: u8,
        pub raid: u8,
        pub operation_z: u8,
        pub answer: u8,
    }
}

shape! {
    /// Limits of Task Forces.
    #[derive(Deserialize)]
    pub struct TaskForceRow {
        unread provenance, confidence;
        pub own_ships: u8,
        pub own_ships_ten_go: u8,
        pub heavy: u8,
        pub lba_in_air_units: u8,
        pub foreign: u8,
        pub lba_range: u8,
        pub air_base_near_sea_hex: u8,
    }
}

shape! {
    /// Limits of bases.
    #[derive(Deserialize)]
    pub struct BasingRow {
        unread provenance, confidence;
        pub lba_in_a_hex: u8,
        pub light_ships_in_a_limited_port: u8,
    }
}

shape! {
    /// Modifiers of the die for Day or Night.
    #[derive(Deserialize)]
    pub struct DayNightRow {
        unread provenance, confidence;
        pub wants_day: u8,
        pub air_base_near: u8,
    }
}

shape! {
    /// Ship building points.
    #[derive(Deserialize)]
    pub struct BuildingRow {
        unread provenance, confidence;
        pub rows: Vec<SbpRow>,
        pub automatic: AutomaticRow,
        pub cost_in_halves: CostRow,
    }
}

/// A line of the table of ship building points.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SbpRow {
    pub nation: Nation,
    pub games: Vec<Game>,
    pub map: SeaMap,
    pub war_state: WarState,
    pub needed: u8,
    #[serde(default)]
    pub while_policy_affected: bool,
}

/// Points without a roll.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomaticRow {
    pub nation: Nation,
    pub points: u8,
}

/// Half points for a ship.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CostRow {
    pub heavy: u8,
    pub light: u8,
}

shape! {
    /// Modifiers of the shipyard roll.
    #[derive(Deserialize)]
    pub struct ShipyardRow {
        unread provenance, confidence;
        pub nations: BTreeMap<Nation, u8>,
        pub us_in_total_war: u8,
        pub types: BTreeMap<ShipType, u8>,
    }
}

shape! {
    /// The delay roll.
    #[derive(Deserialize)]
    pub struct DelayRow {
        unread provenance, confidence;
        pub second_die_after: u8,
        pub least: LeastRow,
    }
}

shape! {
    /// The smallest result.
    #[derive(Deserialize)]
    pub struct LeastRow {
        pub value: u8,
        unread provenance, confidence, basis;
    }
}

shape! {
    /// Fortunes of War.
    #[derive(Deserialize)]
    pub struct FortunesRow {
        unread provenance, confidence;
        pub draws: u8,
        pub draws_alone: u8,
        pub major_until: u8,
        pub minor_until: u8,
        pub extra: Vec<ExtraCardsRow>,
    }
}

/// Cards at start.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtraCardsRow {
    pub scenarios: Vec<String>,
    pub map: SeaMap,
    pub axis: u8,
    pub allies: u8,
}

shape! {
    /// Reserve Fleets.
    #[derive(Deserialize)]
    pub struct ReserveFleetsRow {
        unread provenance, confidence;
        pub rows: Vec<ReserveFleetRow>,
    }
}

/// What a Reserve Fleet keeps in a port.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReserveFleetRow {
    pub base: String,
    pub nation: Nation,
    pub carriers: u8,
    pub surface: u8,
    pub battleships: u8,
}

shape! {
    /// Points for the Luck marker.
    #[derive(Deserialize)]
    pub struct LuckRow {
        unread provenance, confidence;
        pub heavy: u8,
        pub light: u8,
    }
}
