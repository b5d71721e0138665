//! The seven scenarios: what is in play, where it may base and what it scores. A scenario is as it stands on its first
//! turn; nations that change sides later and mats that change later are not told here.

use std::collections::BTreeSet;

use super::board::{self, Board, ZoneId};
use super::files::{
    AaFile, AaRule, ConvoysFile, LbaFile, LbaRow, ScenarioRow, ScenariosFile, SpecialRow, SpecialWord,
    TokenRow, UnitRow, UnitsFile,
};
use super::pieces::{Class, Counter, Counters, Nation, Special};
use super::sound;
use crate::games::{Games, GamesFault};
use crate::rules;
use crate::side::{BySide, Side};

/// The folder of the game's data.
pub const SYSTEM: &str = "seas-of-thunder";

/// A convoy token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The id used in files, such as `axis-07`.
    pub id: String,
    /// Whose convoy it is.
    pub side: Side,
    /// The ids of the areas on its back.
    pub areas: Vec<String>,
    /// The zones it may be placed in.
    pub zones: Vec<ZoneId>,
}

/// A duty to keep ships in port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// The nation that has the duty, in the ports whose box names it.
    pub nation: Nation,
    /// Its fewest ships in each such port after rebasing.
    pub minimum: u8,
    /// What each port that falls short gives to the Axis.
    pub points: u8,
}

/// What is worth points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// Whether control of zones scores.
    pub zones: bool,
    /// For a convoy sunk, to its enemy.
    pub convoy: u8,
    /// For an Axis ship sunk, to the Allies.
    pub axis_ship: u8,
    /// For an Allied ship sunk, to the Axis.
    pub allied_ship: u8,
    /// For an air unit that does not fly, to its own side.
    pub unused_lba: u8,
    /// For Turkish neutrality violated, to the enemy of who did it, for scenarios 3 to 7.
    pub turkey: u8,
    /// The score at the beginning, for scenario 7; the others begin at 0.
    pub initial: BySide<i16>,
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The name as a word for files, such as `raider-warfare`.
    pub id: String,
    /// The short code, such as `S1`.
    pub code: String,
    /// The name.
    pub name: String,
    /// The first turn.
    pub first_turn: u8,
    /// The last turn.
    pub last_turn: u8,
    /// The Danish minefield box.
    pub danish: u8,
    /// The Gibraltar minefield box.
    pub gibraltar: u8,
    /// How many tokens of each side the Axis player draws and places.
    pub tokens_by_axis: BySide<u8>,
    /// How many tokens of each side the Allied player draws and places.
    pub tokens_by_allies: BySide<u8>,
    /// The duties of presence.
    pub presence: Vec<Presence>,
    /// The nations in play on the first turn.
    pub sides_of_nation: BySide<Vec<Nation>>,
    /// The groups in the order in which they move on the first turn.
    pub movement: Vec<(Side, Vec<Nation>)>,
    /// Nations that fight apart from the others of their side on the first turn.
    pub non_cooperation: Vec<(Nation, Side)>,
    /// Ships that use the ports of another nation and move with it, for scenarios 3 to 7.
    pub treated_as: Vec<(Nation, Nation)>,
    /// What is worth points.
    pub scoring: Scoring,
}

impl Scenario {
    /// The side of a nation on the first turn, if it is in play.
    pub fn side_of(&self, nation: Nation) -> Option<Side> {
        [Side::AXIS, Side::ALLIES].into_iter().find(|side| self.sides_of_nation[*side].contains(&nation))
    }
}

/// The pieces of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Every unit that begins in play or may arrive.
    pub counters: Counters,
    /// The convoy tokens in use.
    pub tokens: Vec<Token>,
}

/// Loads a scenario by its id (`raider-warfare`), code (`S1`) or number (`1`).
///
/// # Errors
/// [`GamesFault`] when there is no such scenario, or when the data do not fit together.
pub fn load(games: &Games, scenario: &str) -> Result<(Scenario, Board, Pieces), GamesFault> {
    let file: ScenariosFile = games.read(SYSTEM, "scenarios")?;
    let known = || file.scenarios.iter().map(|row| slug(&row.name)).collect();
    let is_it = |row: &&ScenarioRow| {
        slug(&row.name) == scenario
            || row.id.eq_ignore_ascii_case(scenario)
            || row.number.to_string() == scenario
    };
    let row = (file.scenarios.iter().find(is_it))
        .ok_or_else(|| GamesFault::NoScenario { wanted: scenario.to_owned(), known: known() })?;
    let board = board::build(
        games.read(SYSTEM, "zones")?,
        games.read(SYSTEM, "ports")?,
        &row.id,
        row.map,
        &row.colours,
    )?;
    let pieces = Pieces { counters: counters(games, row)?, tokens: tokens(games, row, &board)? };
    Ok((described(row), board, pieces))
}

/// The scenarios whose special rules are all there.
const PLAYABLE: &[&str] = &["raider-warfare"];

/// The scenarios in their order.
///
/// # Errors
/// [`GamesFault`] when the scenarios cannot be read.
pub fn list(games: &Games) -> Result<Vec<rules::Scenario>, GamesFault> {
    let file: ScenariosFile = games.read(SYSTEM, "scenarios")?;
    let scenario = |row: ScenarioRow| {
        let id = slug(&row.name);
        let playable = PLAYABLE.contains(&id.as_str());
        rules::Scenario { id, name: row.name, aliases: vec![row.id, row.number.to_string()], playable }
    };
    Ok(file.scenarios.into_iter().map(scenario).collect())
}

/// A name as a word for files: lower case, hyphens for blanks, no apostrophes.
fn slug(name: &str) -> String {
    name.to_lowercase().replace(' ', "-").replace('\'', "")
}

/// The scenario itself.
fn described(row: &ScenarioRow) -> Scenario {
    let nations =
        |side| row.at_start.iter().filter(move |force| force.side == side).flat_map(|it| it.nations.clone());
    let holds = |(first, last): (u8, u8)| first <= row.first_turn && row.first_turn <= last;
    let movement = row.movement.iter().filter(|it| holds(it.turns)).flat_map(|it| &it.order);
    let apart = row.non_cooperation.iter().filter(|it| holds(it.turns));
    let presence =
        row.presence.iter().map(|it| Presence { nation: it.nation, minimum: it.minimum, points: it.points });
    Scenario {
        id: slug(&row.name),
        code: row.id.clone(),
        name: row.name.clone(),
        first_turn: row.first_turn,
        last_turn: row.last_turn,
        danish: row.minefields.danish,
        gibraltar: row.minefields.gibraltar,
        tokens_by_axis: row.convoys.placed_by_axis_player.into(),
        tokens_by_allies: row.convoys.placed_by_allied_player.into(),
        presence: presence.collect(),
        sides_of_nation: BySide::from_fn(|side| nations(side).collect()),
        movement: movement.map(|group| (group.side, group.nations.clone())).collect(),
        non_cooperation: apart.map(|it| (it.nation, it.with_side)).collect(),
        treated_as: row.treated_as.iter().map(|(nation, other)| (*nation, *other)).collect(),
        scoring: Scoring {
            zones: row.scoring.zones,
            convoy: row.scoring.convoy_sunk,
            axis_ship: row.scoring.axis_ship_sunk,
            allied_ship: row.scoring.allied_ship_sunk,
            unused_lba: row.scoring.unused_lba,
            turkey: row.scoring.turkey,
            initial: row.scoring.initial.into(),
        },
    }
}

/// The tokens in use on the first turn, checked against the map and the pools.
fn tokens(games: &Games, row: &ScenarioRow, board: &Board) -> Result<Vec<Token>, GamesFault> {
    let file: ConvoysFile = games.read(SYSTEM, "convoys")?;
    let areas = board.areas.iter().map(|area| area.id.as_str()).collect();
    sound::tokens(&file.tokens, &areas, board.zones.len())?;
    let in_use =
        file.tokens.into_iter().filter(|it| it.turns.0 <= row.first_turn && row.last_turn <= it.turns.1);
    let token = |TokenRow { id, side, areas, zones, .. }| Token { id, side, areas, zones };
    let tokens = in_use.map(token).collect::<Vec<_>>();
    for (side, pool) in [(Side::AXIS, row.convoys.axis_pool), (Side::ALLIES, row.convoys.allied_pool)] {
        let found = tokens.iter().filter(|token| token.side == side).count();
        if found != pool {
            let what = format!("{} needs {pool} tokens of the {side}, there are {found}", row.id);
            return Err(GamesFault::Unsound { file: format!("{SYSTEM}/convoys"), what });
        }
    }
    Ok(tokens)
}

/// Who may have counters in a scenario, and when they may enter.
struct Muster<'a> {
    row: &'a ScenarioRow,
    arriving: BTreeSet<Nation>,
}

impl<'a> Muster<'a> {
    /// Reads the nations that may be reinforced. `all active` means whoever moves in the scenario.
    fn new(row: &'a ScenarioRow) -> Result<Muster<'a>, GamesFault> {
        let mut arriving = BTreeSet::new();
        for word in &row.reinforcements.nations {
            if word == "all active" {
                arriving
                    .extend(row.movement.iter().flat_map(|it| &it.order).flat_map(|group| &group.nations));
            } else {
                let what = format!("{}: `{word}` is no nation", row.id);
                let fault = GamesFault::Unsound { file: format!("{SYSTEM}/scenarios"), what };
                arriving.insert(Nation::parse(word).ok_or(fault)?);
            }
        }
        arriving.extend(row.joins.iter().map(|join| join.nation));
        Ok(Muster { row, arriving })
    }

    /// Whether a nation's unit of that entry begins in play or may arrive.
    fn calls(&self, nation: Nation, entry: u8) -> bool {
        let within = |(first, last): (u8, u8)| first <= entry && entry <= last;
        let begins = |force: &super::files::ForceRow| force.nations.contains(&nation) && within(force.entry);
        self.row.at_start.iter().any(begins)
            || (self.arriving.contains(&nation) && within(self.row.reinforcements.entry))
    }

    /// Whether the Free French are interned, since France stands with the Axis.
    fn interns_free_french(&self) -> bool {
        self.row
            .at_start
            .iter()
            .any(|force| force.side == Side::AXIS && force.nations.contains(&Nation::France))
    }

    /// Whether a ship has a counter in the scenario.
    fn takes_ship(&self, unit: &UnitRow) -> bool {
        let gone = unit.removed_turn.is_some_and(|turn| turn <= self.row.first_turn)
            || unit.stripe.as_ref().is_some_and(|stripe| self.row.removed_stripes.contains(stripe))
            || (unit.free_french && self.interns_free_french());
        !unit.variant_only && !gone && self.calls(unit.nation, unit.turn_of_entry)
    }

    /// Whether an air unit has a counter in the scenario.
    fn takes_lba(&self, unit: &LbaRow) -> bool {
        let gone = unit.lost_turn.is_some_and(|turn| turn < self.row.first_turn)
            || (unit.free_french && self.interns_free_french());
        !unit.variant_only && !gone && self.calls(unit.nation, unit.turn_of_entry)
    }
}

/// The counters of a scenario, ships before air units.
fn counters(games: &Games, row: &ScenarioRow) -> Result<Counters, GamesFault> {
    let muster = Muster::new(row)?;
    let units: UnitsFile = games.read(SYSTEM, "units")?;
    let lba: LbaFile = games.read(SYSTEM, "lba")?;
    let aa: AaFile = games.read(SYSTEM, "aa")?;
    let ships = units.units.into_iter().filter(|unit| muster.takes_ship(unit)).map(|unit| ship(unit, &aa));
    let air = lba.lba.into_iter().filter(|unit| muster.takes_lba(unit)).map(|unit| Ok(air_unit(unit)));
    let all = ships.chain(air).collect::<Result<Vec<_>, _>>()?;
    sound::counters(&all)?;
    Ok(Counters(all))
}

/// The counter of a ship.
fn ship(unit: UnitRow, aa: &AaFile) -> Result<Counter, GamesFault> {
    let unsound = |what: &str| GamesFault::Unsound {
        file: format!("{SYSTEM}/units"),
        what: format!("{}: {what}", unit.id),
    };
    let special = match unit.special.map(|SpecialRow { kind, value }| (kind, value)) {
        None => Special::None,
        Some((SpecialWord::Air, Some(value))) => Special::Air(value),
        Some((SpecialWord::Asw, Some(value))) => Special::Asw(value),
        Some((SpecialWord::Sub, Some(value))) => Special::Sub(value),
        Some((SpecialWord::Mine, Some(value))) => Special::Mine(value),
        Some((SpecialWord::MineSweep, None)) => Special::Sweep,
        Some(_) => return Err(unsound("a sweeper's special has no value, every other has one")),
    };
    let by_class = *aa.dice.get(&unit.class).ok_or_else(|| unsound("its class has no AA dice"))?;
    let dice = match aa.rule {
        AaRule::HalfSurvivability if by_class > 0 => (unit.survivability / 2).max(1),
        AaRule::HalfSurvivability | AaRule::Class => by_class,
    };
    Ok(Counter {
        id: unit.id,
        name: unit.label.unwrap_or(unit.name),
        nation: unit.nation,
        class: unit.class,
        gunnery: unit.gunnery,
        special,
        survivability: unit.survivability,
        range: unit.range,
        entry: unit.turn_of_entry,
        aa: dice,
    })
}

/// The counter of an air unit.
fn air_unit(unit: LbaRow) -> Counter {
    Counter {
        id: unit.id,
        name: unit.name,
        nation: unit.nation,
        class: Class::Lba,
        gunnery: 0,
        special: Special::Air(unit.air),
        survivability: 0,
        range: 0,
        entry: unit.turn_of_entry,
        aa: 0,
    }
}
