//! The scenarios: their turns, what is in play, where it starts, and what differs from the standard game.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{self, AreaId, BaseId, Board, Theatre};
use super::files::{
    ArrivalRow, BonusSide, Factor, FactorsRow, PairRow, RoleWord, ScenarioRow, ScenariosFile, UnitRow,
    UnitsFile,
};
use super::options::{Optional, Options};
use super::pieces::{Counter, Counters, Face, Gate, Kind, Pair, Role, TYPE_XXI, UnitId};
use super::seats::{Council, Seating};
use super::side_by_side::Resolution;
use super::{options, sound, turn_eleven, turn_zero};
use engine::games::{Games, GamesFault};
use engine::rulebook::Choices;
use engine::rulebook::roster::Roster;
use engine::rulebook::two_sided::Camp;

/// The folder of the game's data.
pub const SYSTEM: &str = "admirals-war";

/// Where a unit starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// In a port or base.
    Base(BaseId),
    /// Off the map: it is put at sea as the entry of [`Scenario::arrivals`] with this index says.
    Elsewhere(usize),
}

/// Units that are put at sea at once, instead of moving there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The units.
    pub units: Vec<UnitId>,
    /// Whether they may be put as patrollers.
    pub patroller: bool,
    /// Whether they may be put as raiders.
    pub raider: bool,
    /// The areas they may be put in.
    pub areas: Vec<AreaId>,
    /// Whether they roll for speed.
    pub speed_roll: bool,
}

/// A head start on a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartPoints {
    /// The track.
    pub theatre: Theatre,
    /// The side that leads.
    pub side: Camp,
    /// By how much.
    pub points: u8,
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The name as a word for files, such as `midway`.
    pub id: String,
    /// The name.
    pub name: String,
    /// How many players there are, and how they win.
    pub seating: Seating,
    /// What teammates know of each other.
    pub council: Council,
    /// In which order combat is resolved.
    pub resolution: Resolution,
    /// Whether it is the standard game, of whatever turns: units enter turn by turn, and the leads on both
    /// tracks decide (1.4). Otherwise the scenario lists its units, and all points decide.
    pub campaign: bool,
    /// The first turn.
    pub first_turn: u8,
    /// The last turn.
    pub last_turn: u8,
    /// The turn of the standard game whose order of battle it shows at its start.
    pub as_turn: u8,
    /// The areas that may be entered; none if all of them.
    pub areas: Option<Vec<AreaId>>,
    /// Who controls areas at the start, where the scenario itself says so.
    pub control: Vec<(AreaId, Option<Camp>)>,
    /// Where units start. Empty in the standard game, whose units enter by [`Counter::entry`].
    pub start: Vec<(UnitId, Start)>,
    /// Units that are put at sea at once.
    pub arrivals: Vec<Arrival>,
    /// Areas whose control gives a side nothing.
    pub no_points: Vec<(AreaId, Camp)>,
    /// Places that give points to the side that holds them.
    pub base_points: Vec<(BaseId, u8)>,
    /// What a side gets for each enemy port that its carriers raid.
    pub raid_points: Option<(Camp, u8)>,
    /// The die that every speed roll of a side counts as.
    pub speed_rolls: Option<(Camp, u8)>,
    /// Leads at the start.
    pub start_points: Vec<StartPoints>,
    /// The optional rules that hold.
    pub on: Options,
}

/// The scenarios in their order, as [`Scenario::id`] and [`Scenario::name`].
///
/// # Errors
/// [`GamesFault`] when the scenarios cannot be read.
pub fn list(games: &Games) -> Result<Vec<(String, String)>, GamesFault> {
    let file: ScenariosFile = games.read(SYSTEM, "scenarios")?;
    Ok(file.scenarios.into_iter().map(|row| (row.id, row.name)).collect())
}

/// Loads a scenario by its id with its map and its counters, under what a match has chosen.
///
/// # Errors
/// [`GamesFault`] when there is no such scenario, when an option is not for it, or when the data do not fit
/// together.
pub fn load(games: &Games, word: &str, choices: &Choices) -> Result<(Scenario, Board, Counters), GamesFault> {
    let file: ScenariosFile = games.read(SYSTEM, "scenarios")?;
    let mut board = board::build(games.read(SYSTEM, "areas")?, games.read(SYSTEM, "ports")?)?;
    let mut units: UnitsFile = games.read(SYSTEM, "units")?;
    sound::units(&units, &board)?;
    sound::scenarios(&file, &units, &board)?;
    let known = || file.scenarios.iter().map(|row| row.id.clone()).collect();
    let row = (file.scenarios.iter().find(|row| row.id == word))
        .ok_or_else(|| GamesFault::NoScenario { wanted: word.to_owned(), known: known() })?;
    let seating = Seating::of(&row.seats, choices).map_err(|what| GamesFault::Choices { what })?;
    let resolution = Resolution::of(choices);
    let general = |option: &str| options::GENERAL.iter().any(|it| it.word == option);
    let is_known = |option: &str| general(option) || row.options.iter().any(|it| it == option);
    if let Some((option, _)) = choices.iter().find(|(option, _)| !is_known(option)) {
        return Err(GamesFault::NoOption {
            option: option.to_owned(),
            scenario: row.id.clone(),
            known: row.options.clone(),
        });
    }
    let on = Options::of(&row.options_on, choices);
    if on.has(Optional::Turn0) {
        turn_zero::bring_french_places_forward(&mut board);
        units.units.iter_mut().for_each(turn_zero::bring_forward);
    }
    if on.has(Optional::Turn11) {
        turn_eleven::raise_points(&mut board);
    }
    let counters = counters(units, &called(row, &file, choices), &board, on);
    let scenario = described(row, &board, &counters, on, (seating, resolution), Council::of(choices));
    Ok((scenario, board, counters))
}

/// Which units a scenario brings in.
enum Called<'a> {
    /// Those of its own list.
    Listed(BTreeSet<&'a str>),
    /// All, the optional ones only if their section is among these.
    All(Vec<u8>),
}

/// Reads which units a scenario brings in.
fn called<'a>(row: &'a ScenarioRow, file: &ScenariosFile, choices: &Choices) -> Called<'a> {
    let Some(start) = &row.start else {
        let is_on =
            |id: &String| row.options_on.contains(id) || choices.iter().any(|(chosen, _)| chosen == id);
        let on = file.options.iter().filter(|option| is_on(&option.id));
        return Called::All(on.filter_map(|option| sound::section(&option.rule)).collect());
    };
    let listed = start.values().flatten().chain(row.arrivals.iter().flat_map(|it| &it.units));
    Called::Listed(listed.map(String::as_str).collect())
}

/// The counters of a scenario, by kind and then in the order of the file.
fn counters(file: UnitsFile, called: &Called<'_>, board: &Board, on: Options) -> Counters {
    let (sides, entry_places) = (file.defaults.sides.value, file.entry_places);
    let is_called = |row: &UnitRow| match called {
        Called::Listed(ids) => ids.contains(row.id.as_str()),
        Called::All(on) => row.optional.is_none_or(|section| on.contains(&section)),
    };
    let rows = file.units.into_iter().filter(is_called);
    let gate = |row: &UnitRow| gate(&entry_places[&row.entry.place].at, board);
    let mut all = Vec::new();
    for row in rows {
        let (gate, other) = (gate(&row), other_face(&row, on));
        let first = counter(row, sides, board, gate, on);
        let other = other.map(|other| other.of(&first));
        all.push(first);
        all.extend(other);
    }
    // Carriers are ships: they keep their place among them.
    all.sort_by_key(|unit| if unit.kind == Kind::Carrier { Kind::Ship } else { unit.kind });
    Roster(all)
}

/// One counter.
fn counter(row: UnitRow, sides: u8, board: &Board, gate: Gate, on: Options) -> Counter {
    let by_event = is_by_event(&row, on);
    let front = face(row.factors, &row.bonus);
    let two_sided = row.sides.map_or(sides, |it| it.value) == 2 && row.second_side.is_none();
    let patrol_only = row.bonus_side == Some(BonusSide::Patrol);
    let back = if patrol_only { face(row.factors, &[]) } else { front };
    Counter {
        front,
        back: two_sided.then_some(back),
        second: row.second_side.as_ref().map(|it| face(it.factors, &[])),
        second_from: row.second_side.as_ref().map(|it| it.from_turn),
        id: row.id,
        name: row.name,
        aliases: row.aliases,
        nation: row.nation,
        kind: row.kind,
        class: row.class,
        entry: row.entry.turn,
        code: row.entry.code,
        gate,
        flies: row.kind == Kind::LandAir || row.moves_as.is_some(),
        optional: row.optional,
        theatre: row.theatre,
        areas: row.areas.iter().filter_map(|id| board.area_named(id)).collect(),
        withdraw: row.withdraw.map(|it| it.turn),
        by_event,
        instead_of: row.swap_with.filter(|_| by_event),
        pair: row.pair.map(pair),
        overhaul: row.overhaul.map_or(0, |it| it.points),
    }
}

/// Whether a unit waits for what an optional rule says of it.
fn is_by_event(row: &UnitRow, on: Options) -> bool {
    let renamed = row.swap_with.is_some();
    let historical = row.pair.as_ref().is_none_or(|pair| pair.role == Role::Historical);
    let on_schedule = row.optional == Some(BUILDUP) && on.has(Optional::SemiHistoricalBuildup);
    match row.condition {
        Some(_) => !renamed && !on_schedule,
        None => !historical || renamed && on.has(Optional::PocketPride),
    }
}

/// The section that brings in Aquila and Impero.
const BUILDUP: u8 = 38;

fn pair(row: PairRow) -> Pair {
    Pair { id: row.id, role: row.role, unit: row.when.unit, state: row.when.state }
}

/// A second counter for a unit, which takes its place by an optional rule.
struct OtherFace {
    /// What its id and its name end in.
    suffix: (&'static str, &'static str),
    class: String,
    kind: Kind,
    /// Its factors, where they differ.
    factors: Option<FactorsRow>,
}

/// The second counter of a unit, if an optional rule has one for it (AW-33.1, AW-35.1-b).
fn other_face(row: &UnitRow, on: Options) -> Option<OtherFace> {
    let xxi = row.type_xxi_when.as_ref().filter(|_| on.has(Optional::GermanCarriers));
    let converted = row.converted.as_ref().filter(|_| on.has(Optional::BattleshipCarriers));
    match (xxi, converted) {
        (Some(_), _) => Some(OtherFace {
            suffix: ("xxi", "Type XXI"),
            class: TYPE_XXI.to_owned(),
            kind: row.kind,
            factors: None,
        }),
        (None, Some(converted)) => Some(OtherFace {
            suffix: ("bbcv", "BB-CV"),
            class: converted.class.clone(),
            kind: Kind::Carrier,
            factors: Some(converted.factors),
        }),
        (None, None) => None,
    }
}

impl OtherFace {
    /// The counter that takes the place of another.
    fn of(self, first: &Counter) -> Counter {
        let front = self.factors.map_or(first.front, |factors| face(factors, &[]));
        let (id, name) = self.suffix;
        Counter {
            id: format!("{}-{id}", first.id),
            name: format!("{} ({name})", first.name),
            aliases: Vec::new(),
            kind: self.kind,
            class: self.class,
            back: first.back.map(|back| if self.factors.is_some() { front } else { back }),
            front,
            by_event: true,
            instead_of: Some(first.id.clone()),
            overhaul: 0,
            ..first.clone()
        }
    }
}

/// Where a unit enters, from the ids of an entry place.
pub(super) fn gate(ids: &[String], board: &Board) -> Gate {
    let first = ids.first().map_or("", String::as_str);
    match (board.area_named(first), board.hold_named(first)) {
        (Some(area), _) => Gate::Sea(area),
        (_, Some(hold)) => Gate::Hold(hold),
        _ if ids.is_empty() => Gate::AnyPort,
        _ => Gate::Bases(ids.iter().filter_map(|id| board.base_named(id)).collect()),
    }
}

/// One side of a counter.
fn face(row: FactorsRow, bonus: &[Factor]) -> Face {
    Face {
        gunnery: row.gunnery,
        gunnery_bonus: bonus.contains(&Factor::Gunnery),
        armor: row.armor,
        armor_bonus: bonus.contains(&Factor::Armor),
        speed: row.speed.unwrap_or(0),
        airstrike: row.airstrike,
        airstrike_bonus: bonus.contains(&Factor::Airstrike),
    }
}

/// The scenario itself; its ids have been found sound.
fn described(
    row: &ScenarioRow,
    board: &Board,
    counters: &Counters,
    on: Options,
    (seating, resolution): (Seating, Resolution),
    council: Council,
) -> Scenario {
    let area = |id: &str| board.area_named(id).expect("a sound scenario names areas of the map");
    let base = |id: &str| board.base_named(id).expect("a sound scenario names places of the map");
    let control = row.control.iter().map(|(id, side)| (area(id), side.0)).collect::<BTreeMap<_, _>>();
    Scenario {
        id: row.id.clone(),
        name: row.name.clone(),
        seating,
        council,
        resolution,
        campaign: row.start.is_none(),
        first_turn: row.first_turn,
        last_turn: row.last_turn,
        as_turn: row.as_turn.as_ref().map_or(row.first_turn, |it| it.turn),
        areas: row.areas.as_ref().map(|ids| ids.iter().map(|id| area(id)).collect()),
        control: control.into_iter().collect(),
        start: start(row, board, counters),
        arrivals: row.arrivals.iter().map(|it| arrival(it, board, counters)).collect(),
        no_points: row.no_points.iter().map(|it| (area(&it.area), it.side)).collect(),
        base_points: row.base_points.iter().map(|(id, points)| (base(id), *points)).collect(),
        raid_points: row.raid_points.map(|it| (it.side, it.points)),
        speed_rolls: row.speed_rolls.map(|it| (it.side, it.die)),
        start_points: (row.start_points.iter())
            .map(|it| StartPoints { theatre: it.theatre, side: it.side, points: it.points })
            .collect(),
        on,
    }
}

/// Where every listed unit starts, in the order of the counters.
fn start(row: &ScenarioRow, board: &Board, counters: &Counters) -> Vec<(UnitId, Start)> {
    let mut places = BTreeMap::new();
    for (place, ids) in row.start.iter().flatten() {
        let base = board.base_named(place).expect("a sound scenario names places of the map");
        places.extend(ids.iter().map(|id| (id.as_str(), Start::Base(base))));
    }
    for (at, arrival) in row.arrivals.iter().enumerate() {
        places.extend(arrival.units.iter().map(|id| (id.as_str(), Start::Elsewhere(at))));
    }
    let listed =
        counters.ids().filter_map(|id| places.get(counters[id].id.as_str()).map(|start| (id, *start)));
    listed.collect()
}

/// Units that are put at sea at once.
fn arrival(row: &ArrivalRow, board: &Board, counters: &Counters) -> Arrival {
    Arrival {
        units: row.units.iter().filter_map(|id| counters.find(id)).collect(),
        patroller: row.roles.contains(&RoleWord::Patroller),
        raider: row.roles.contains(&RoleWord::Raider),
        areas: row.at.iter().filter_map(|id| board.area_named(id)).collect(),
        speed_roll: row.speed_roll,
    }
}
