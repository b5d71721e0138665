//! The tables of the rules: those of the player aid row by row, and the numbers of the others.

use serde::{Deserialize, Serialize};

use super::board::SeaMap;
use super::files::{ExtraCardsRow, ReserveFleetRow, SbpRow, TableRow, TablesFile};
use super::pieces::{Nation, ShipType};
use engine::tags::words;

words! {
    /// What a group of interceptors meets (5.1.1).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum InterceptionResult: id {
        /// The group joins the battle.
        Interception = "interception",
        /// It stays where it is.
        OffStation = "off-station",
        /// Its slowest ship decides between off station and failure.
        SpeedCheck = "speed-check",
        /// It goes to the Naval Warfare Delay Box.
        Failure = "failure",
    }
}

words! {
    /// What a Base Attack comes to (5.2).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum BaseAttackResult: id {
        /// An Air Raid of two rounds.
        TwoRounds = "two-rounds",
        /// An Air Raid of one round.
        OneRound = "one-round",
        /// No attack.
        NoAttack = "no-attack",
        /// The raiders are discovered (10.10).
        RaidersDiscovered = "raiders-discovered",
        /// The enemy strikes back after the Air Raid (10.7).
        Counterstrike = "counterstrike",
    }
}

impl BaseAttackResult {
    /// How many rounds of Air Raid it gives.
    pub const fn rounds(self) -> u8 {
        match self {
            BaseAttackResult::TwoRounds => 2,
            BaseAttackResult::OneRound => 1,
            BaseAttackResult::NoAttack
            | BaseAttackResult::RaidersDiscovered
            | BaseAttackResult::Counterstrike => 0,
        }
    }
}

words! {
    /// What a Sub Patrol finds (5.3).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum PatrolResult: id {
        /// Any ship in the zone.
        AnyShip = "any-ship",
        /// A ship in the Used Box or On Station Box of the zone.
        AtSea = "at-sea",
        /// Nothing.
        NoContact = "no-contact",
    }
}

words! {
    /// What an attack die does (4.3.2).
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Outcome: id {
        /// Nothing.
        Nothing = "nothing",
        /// The target is Disabled.
        Disabled = "disabled",
        /// A hit, for which a damage die falls.
        Hit = "hit",
    }
}

words! {
    /// A War State of a map.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum WarState: id {
        /// Before the war.
        PreWar = "pre-war",
        /// A limited war.
        LimitedWar = "limited-war",
        /// Total war.
        TotalWar = "total-war",
    }
}

words! {
    /// The kind of match, by its maps.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Game: id {
        /// Totaler Krieg alone.
        Tk = "tk",
        /// Dai Senso alone.
        Ds = "ds",
        /// Both maps.
        Combined = "combined",
    }
}

/// A table of the player aid: what a modified die gives, and its modifiers by what brings them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DieTable<T> {
    rows: Vec<(i8, T)>,
    drms: Vec<(String, i8)>,
    natural_6: Option<(String, T)>,
}

impl<T: Copy> DieTable<T> {
    /// What a die gives with a modifier. A modified die below the first row uses the first, one above the
    /// last the last.
    pub fn result(&self, die: u8, drm: i8) -> T {
        let modified = i16::from(die) + i16::from(drm);
        let row = self.rows.iter().rev().find(|(roll, _)| i16::from(*roll) <= modified);
        row.or(self.rows.first()).expect("a table is loaded with at least one row").1
    }

    /// The modifier that a circumstance brings; 0 if the table has none for it.
    pub fn drm(&self, when: &str) -> i8 {
        self.drms.iter().filter(|(of, _)| of == when).map(|(_, value)| value).sum()
    }

    /// What an unmodified 6 gives in a circumstance, if that is something of its own.
    pub fn natural_6(&self, when: &str) -> Option<T> {
        self.natural_6.as_ref().filter(|(of, _)| of == when).map(|(_, result)| *result)
    }

    /// Puts another result into a row, as an owner of the printed player aid declares it.
    pub fn put(&mut self, roll: i8, result: T) {
        match self.rows.iter_mut().find(|(of, _)| *of == roll) {
            Some(row) => row.1 = result,
            None => {
                self.rows.push((roll, result));
                self.rows.sort_by_key(|(of, _)| *of);
            }
        }
    }
}

/// Numbers that one die is added to, for the most ships of a Task Force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intelligence {
    /// Of a Surface Fleet, CV Fleet or CV Strike (3.1.2).
    pub fleet: u8,
    /// Of a Scratch Defense Fleet (3.1.3).
    pub scratch: u8,
    /// Of a Base Attack Raid (5.2.1).
    pub raid: u8,
    /// Of a raid of Operation Z (10.7).
    pub operation_z: u8,
    /// Of those who answer a raid (10.4, 10.7, 10.10).
    pub answer: u8,
}

/// Limits of Task Forces (3.1 to 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskForceLimits {
    /// Own ships that a Fleet unit needs.
    pub own_ships: u8,
    /// The same under the Ten-Go Plan.
    pub own_ships_ten_go: u8,
    /// Heavy ships at most.
    pub heavy: u8,
    /// LBAs of an Air unit at most.
    pub lba_in_air_units: u8,
    /// Pieces of another nationality at most.
    pub foreign: u8,
    /// Hexes from an LBA to its Air Base at most.
    pub lba_range: u8,
    /// Hexes from that Air Base to an All-Sea hex at most.
    pub air_base_near_sea_hex: u8,
}

/// All tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// 5.1.1
    pub interception: DieTable<InterceptionResult>,
    /// 5.2
    pub base_attack: DieTable<BaseAttackResult>,
    /// 5.3
    pub sub_patrol: DieTable<PatrolResult>,
    /// What an attack die does to a ship (4.3.2).
    pub against_ship: DieTable<Outcome>,
    /// What an attack die does to an LBA (4.3.2).
    pub against_lba: DieTable<Outcome>,
    /// How many factors of a carrier make one die against an LBA (SK-4.3.2-3).
    pub carrier_factors_for_a_die: u8,
    /// The numbers of Intelligence Rolls.
    pub intelligence: Intelligence,
    /// Limits of Task Forces.
    pub task_force: TaskForceLimits,
    /// LBAs in a hex at most (SK-1.1-2).
    pub lba_in_a_hex: u8,
    /// Light ships in a limited port at most (SK-1.1-6).
    pub light_ships: u8,
    /// Added to the die of a side that wants Day (SK-4.2-8).
    pub wants_day: u8,
    /// Added to the die of a side with an Air Base near (SK-4.2-9).
    pub air_base_near: u8,
    /// Who rolls for ship building points when (6.1.1.1).
    pub building: Vec<SbpRow>,
    /// Who gets how many without a roll, while the marker lies (6.1.1.2).
    pub automatic: (Nation, u8),
    /// What a heavy and a light ship cost, in halves of a point (6.1.2).
    pub cost_in_halves: (u8, u8),
    /// Added to a shipyard roll by nation (7.2).
    pub shipyard: Vec<(Nation, u8)>,
    /// What the United States add in a Total War.
    pub us_in_total_war: u8,
    /// Added by type.
    pub shipyard_types: Vec<(ShipType, u8)>,
    /// The face after which a second delay die falls (SK-7.1-4).
    pub second_die_after: u8,
    /// The smallest delay (SK-7.1-6).
    pub least_delay: u8,
    /// Luck Points of a heavy and a light piece (13).
    pub luck: (u8, u8),
    /// What Reserve Fleets must keep where (9.8).
    pub reserve_fleets: Vec<ReserveFleet>,
    /// Fortunes of War (12).
    pub fortunes: Fortunes,
}

/// Fortunes of War.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fortunes {
    /// Cards that a side draws with each new War State.
    pub draws: u8,
    /// The same where the cards of the module are used alone.
    pub draws_alone: u8,
    /// The last die of a Major Effect.
    pub major_until: u8,
    /// The last die of a Minor Effect.
    pub minor_until: u8,
    /// Cards at start.
    pub extra: Vec<ExtraCards>,
}

/// Cards that sides have at start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtraCards {
    /// In which scenarios.
    pub scenarios: Vec<String>,
    /// On which map.
    pub map: SeaMap,
    /// Those of the Axis.
    pub axis: u8,
    /// Those of the Allies.
    pub allies: u8,
}

/// What a Reserve Fleet marker keeps in a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReserveFleet {
    /// The id of the port.
    pub base: String,
    /// The nation.
    pub nation: Nation,
    /// CVs.
    pub carriers: u8,
    /// Surface ships, battleships among them.
    pub surface: u8,
    /// Battleships.
    pub battleships: u8,
}

fn table<T>(row: TableRow<T>) -> DieTable<T> {
    let mut rows: Vec<(i8, T)> = row.rows.into_iter().map(|row| (row.roll, row.result)).collect();
    rows.sort_by_key(|(roll, _)| *roll);
    DieTable {
        rows,
        drms: row.drms.into_iter().map(|drm| (drm.when, drm.value)).collect(),
        natural_6: row.natural_6.map(|row| (row.when, row.result)),
    }
}

fn extra_cards(row: ExtraCardsRow) -> ExtraCards {
    let ExtraCardsRow { scenarios, map, axis, allies } = row;
    ExtraCards { scenarios, map, axis, allies }
}

fn reserve_fleet(row: ReserveFleetRow) -> ReserveFleet {
    let ReserveFleetRow { base, nation, carriers, surface, battleships } = row;
    ReserveFleet { base, nation, carriers, surface, battleships }
}

/// The tables of the file; a sentence if one of them has no row.
pub(super) fn build(file: TablesFile) -> Result<Tables, String> {
    let (intelligence, limits) = (file.intelligence, file.task_force);
    let attack = |of: fn(&super::files::AttackResultRow) -> Outcome| DieTable {
        rows: file.attack.rows.iter().map(|row| (row.roll, of(row))).collect(),
        drms: Vec::new(),
        natural_6: None,
    };
    let tables = Tables {
        against_ship: attack(|row| row.ship),
        against_lba: attack(|row| row.lba),
        interception: table(file.interception),
        base_attack: table(file.base_attack),
        sub_patrol: table(file.sub_patrol),
        carrier_factors_for_a_die: file.attack.carrier_factors_for_a_die_at_lba,
        intelligence: Intelligence {
            fleet: intelligence.fleet,
            scratch: intelligence.scratch,
            raid: intelligence.raid,
            operation_z: intelligence.operation_z,
            answer: intelligence.answer,
        },
        task_force: TaskForceLimits {
            own_ships: limits.own_ships,
            own_ships_ten_go: limits.own_ships_ten_go,
            heavy: limits.heavy,
            lba_in_air_units: limits.lba_in_air_units,
            foreign: limits.foreign,
            lba_range: limits.lba_range,
            air_base_near_sea_hex: limits.air_base_near_sea_hex,
        },
        lba_in_a_hex: file.basing.lba_in_a_hex,
        light_ships: file.basing.light_ships_in_a_limited_port,
        wants_day: file.day_night.wants_day,
        air_base_near: file.day_night.air_base_near,
        building: file.building.rows,
        automatic: (file.building.automatic.nation, file.building.automatic.points),
        cost_in_halves: (file.building.cost_in_halves.heavy, file.building.cost_in_halves.light),
        shipyard: file.shipyard.nations.into_iter().collect(),
        us_in_total_war: file.shipyard.us_in_total_war,
        shipyard_types: file.shipyard.types.into_iter().collect(),
        second_die_after: file.delay.second_die_after,
        least_delay: file.delay.least.value,
        luck: (file.luck.heavy, file.luck.light),
        fortunes: Fortunes {
            draws: file.fortunes.draws,
            draws_alone: file.fortunes.draws_alone,
            major_until: file.fortunes.major_until,
            minor_until: file.fortunes.minor_until,
            extra: file.fortunes.extra.into_iter().map(extra_cards).collect(),
        },
        reserve_fleets: file.reserve_fleets.rows.into_iter().map(reserve_fleet).collect(),
    };
    let full = !tables.interception.rows.is_empty()
        && !tables.base_attack.rows.is_empty()
        && !tables.sub_patrol.rows.is_empty()
        && !tables.against_ship.rows.is_empty();
    let whole = full && tables.carrier_factors_for_a_die > 0;
    whole.then_some(tables).ok_or_else(|| "a table has no row, or a die stands for no factor".to_owned())
}
