//! Builds the rules and the position of a case from its file.

use engine::system::Rules;
use std::collections::BTreeMap;

use super::at::At;
use super::given::{DilemmaGiven, Given, HolderWord, PiecesFrom, UnitGiven};
use crate::AdmiralsWar;
use crate::board::{AreaId, BaseId, Board};
use crate::options::OPTIONS;
use crate::pieces::{Counter, Counters, Kind, UnitId};
use crate::scenario::{self, Scenario};
use crate::state::{Dilemma, Leads, Ocean, Place, Tracks, UnitState};
use engine::conformance::shared::words;
use engine::games::{Games, GamesFault};
use engine::rulebook::roster::Roster;
use engine::rulebook::two_sided::Camp;
use engine::rulebook::{Choices, Rulebook};

/// Scenarios that cases have read, by their word and their options.
pub type Shipped = BTreeMap<(String, String), Result<(Scenario, Board, Counters), GamesFault>>;

/// Builds the rules and the position of a case.
///
/// # Errors
/// A sentence that says what does not fit together.
pub fn lay_out(games: &Games, shipped: &mut Shipped, given: &Given) -> Result<(AdmiralsWar, Ocean), String> {
    let words: Vec<String> = given.options.iter().map(|(word, value)| format!("{word}={value}")).collect();
    let choices = Choices::parse(&words, OPTIONS)?;
    let word = &given.scenario;
    let loaded = (shipped.entry((word.clone(), words.join(" "))))
        .or_insert_with(|| scenario::load(games, word, &choices));
    let (mut scenario, board, mut counters) = loaded.clone().map_err(|fault| fault.to_string())?;
    if given.pieces == PiecesFrom::Stated {
        counters = stated(given, &board)?;
        scenario.start.clear();
        scenario.arrivals.iter_mut().for_each(|arrival| arrival.units.clear());
    }
    let mut system = AdmiralsWar::new(scenario, board, counters);
    if let Some(edition) = given.edition {
        system = system.of_edition(edition);
        if system.edition() != edition {
            return Err(format!("edition {edition} is not played; the newest is {}", AdmiralsWar::EDITION));
        }
    }
    if let Some(changes) = &given.scenario_rules {
        system.scenario.last_turn = changes.last_turn.unwrap_or(system.scenario.last_turn);
        if let Some(areas) = &changes.areas {
            let areas: Result<Vec<AreaId>, String> = areas.iter().map(|id| find_area(&system, id)).collect();
            system.scenario.areas = Some(areas?);
        }
    }
    let ocean = position(&system, given)?;
    match system.broken_invariant(&ocean) {
        None => Ok((system, ocean)),
        Some(what) => Err(format!("the position cannot be: {what}")),
    }
}

/// The counters that a case states, in its own order.
fn stated(given: &Given, board: &Board) -> Result<Counters, String> {
    let counters = given.units.iter().map(|unit| counter(unit, board)).collect::<Result<Vec<_>, _>>()?;
    words::unique(counters.iter().map(|it| it.id.as_str()))?;
    Ok(Roster(counters))
}

fn counter(unit: &UnitGiven, board: &Board) -> Result<Counter, String> {
    let id = &unit.id;
    let (Some(nation), Some(kind), Some(line)) = (unit.nation, unit.kind, &unit.line) else {
        return Err(format!("{id} needs `nation`, `kind` and `line`"));
    };
    let face = |line: &String| Counter::parse_line(kind, line).map_err(|what| format!("{id}: {what}"));
    let front = face(line)?;
    let back = unit.raiding_line.as_ref().map_or(Ok(front), face)?;
    if unit.one_sided && unit.raiding_line.is_some() {
        return Err(format!("{id} has one side, so it has no `raiding_line`"));
    }
    let turns = matches!(kind, Kind::Ship | Kind::Carrier | Kind::Submarine) && !unit.one_sided;
    let class = unit.class.clone().unwrap_or_else(|| usual_class(kind).to_owned());
    Ok(Counter {
        id: id.clone(),
        name: unit.name.clone().unwrap_or_else(|| id.clone()),
        aliases: Vec::new(),
        nation,
        kind,
        class,
        front,
        back: turns.then_some(back),
        second: unit.second.as_ref().map(|(_, line)| face(line)).transpose()?,
        second_from: unit.second.as_ref().map(|(turn, _)| *turn),
        entry: Some(unit.entry.unwrap_or(1)),
        code: unit.code,
        gate: scenario::gate(&unit.enters, board),
        flies: kind == Kind::LandAir || unit.flies,
        optional: None,
        theatre: None,
        areas: Vec::new(),
        withdraw: unit.withdraw,
        by_event: false,
        instead_of: None,
        pair: None,
        overhaul: 0,
    })
}

fn usual_class(kind: Kind) -> &'static str {
    match kind {
        Kind::Ship => "BB",
        Kind::Carrier => "CV",
        Kind::Submarine => "SS",
        Kind::LandAir => "LBA",
        Kind::Amphibious => "AMP",
        Kind::HunterKiller => "HK",
        Kind::Hilfskreuzer => "HSK",
        Kind::Oiler => "AO",
    }
}

fn position(system: &AdmiralsWar, given: &Given) -> Result<Ocean, String> {
    let first = system.scenario.first_turn;
    let mut ocean = system.opening();
    ocean.phase = given.phase;
    ocean.turn = given.turn.unwrap_or(first);
    ocean.score.resize(usize::from(ocean.turn.saturating_sub(first)) + 1, Tracks::default());
    ocean.score[0].pacific.axis.rulings = given.score.axis.into();
    ocean.score[0].pacific.allies.rulings = given.score.allies.into();
    if given.pieces == PiecesFrom::Stated {
        ocean.flags.fill(None);
    }
    for (id, holder) in &given.flags {
        ocean.flags[usize::from(find_area(system, id)?.0)] = side_of(*holder);
    }
    for (id, holder) in &given.owners {
        ocean.owners[usize::from(find_base(system, id)?.0)] = side_of(*holder);
    }
    for id in &given.resolved {
        ocean.resolved[usize::from(find_area(system, id)?.0)] = true;
    }
    let leads = given.leads.unwrap_or_default();
    if given.leads.is_some() || given.pieces == PiecesFrom::Stated {
        ocean.leads = Leads { atlantic: leads.atlantic, pacific: leads.pacific };
    }
    ocean.owners_before.clone_from(&ocean.owners);
    for (id, holder) in &given.owners_before {
        ocean.owners_before[usize::from(find_base(system, id)?.0)] = side_of(*holder);
    }
    ocean.taranto_fell = given.taranto_fell;
    ocean.xxi_earlier = given.xxi_earlier;
    ocean.italy_declared = given.italy_declared;
    let DilemmaGiven { catapult, settled, opposed } = given.dilemma;
    ocean.dilemma = Dilemma { catapult, settled, opposed, due: None };
    ocean.attacked = given.attacked;
    ocean.pacific = given.pacific;
    ocean.provoked.last = given.provoked;
    ocean.attack_barred = given.attack_barred;
    let chances: Result<Vec<AreaId>, String> = given.chances.iter().map(|id| find_area(system, id)).collect();
    ocean.uncertain.chances = chances?;
    ocean.warned = given.warned;
    ocean.selects = given.selects.unwrap_or(ocean.selects);
    for unit in &given.units {
        put_unit(system, &mut ocean, unit, given)?;
    }
    Ok(ocean)
}

fn put_unit(system: &AdmiralsWar, ocean: &mut Ocean, unit: &UnitGiven, given: &Given) -> Result<(), String> {
    let id = find_unit(system, &unit.id)?;
    let stated = unit.line.is_some()
        || unit.kind.is_some()
        || unit.nation.is_some()
        || unit.name.is_some()
        || unit.class.is_some()
        || unit.raiding_line.is_some()
        || unit.one_sided
        || unit.entry.is_some()
        || unit.code.is_some()
        || !unit.enters.is_empty()
        || unit.withdraw.is_some()
        || unit.flies
        || unit.second.is_some();
    if given.pieces == PiecesFrom::Shipped && stated {
        return Err(format!("{} is shipped: say only where it is", unit.id));
    }
    let place = match &unit.at {
        Some(at) => place(system, at)?,
        None if given.pieces == PiecesFrom::Shipped => ocean.unit(id).place,
        None => return Err(format!("say where {} is: `at:`", unit.id)),
    };
    *ocean.unit_mut(id) = UnitState {
        nation: unit.fights_for,
        based: unit.based,
        scored: unit.scored,
        raiding: unit.raiding,
        overhaul: unit.overhaul,
        lost_on: unit.lost_on,
        damage: unit.damage,
        done: unit.done,
        retreated: unit.retreated,
        pursued: unit.pursued,
        ..UnitState::at(place)
    };
    Ok(())
}

/// The side that a word means.
pub fn side_of(holder: HolderWord) -> Option<Camp> {
    match holder {
        HolderWord::Axis => Some(Camp::AXIS),
        HolderWord::Allies => Some(Camp::ALLIES),
        HolderWord::None => None,
    }
}

/// The unit of an id.
///
/// # Errors
/// A sentence, when there is none.
pub fn find_unit(system: &AdmiralsWar, id: &str) -> Result<UnitId, String> {
    words::unit(&system.counters, id)
}

/// The area of an id.
///
/// # Errors
/// A sentence, when there is none.
pub fn find_area(system: &AdmiralsWar, id: &str) -> Result<AreaId, String> {
    words::known("area", id, system.board.area_by_id(id))
}

/// The port or base of an id.
///
/// # Errors
/// A sentence, when there is none.
pub fn find_base(system: &AdmiralsWar, id: &str) -> Result<BaseId, String> {
    words::known("port or base", id, system.board.base_by_id(id))
}

fn place(system: &AdmiralsWar, at: &At) -> Result<Place, String> {
    Ok(match at {
        At::Area(id) => Place::Sea(find_area(system, id)?),
        At::Base(id) => Place::Base(find_base(system, id)?),
        At::Arrival(number) => Place::Arrival(*number),
        At::Track(turn) => Place::Track(*turn),
        At::Hold(id) => Place::Hold(words::known("box", id, system.board.hold_named(id))?),
        At::Sunk => Place::Sunk,
        At::Removed => Place::Removed,
    })
}

/// A place in the words of a case.
pub fn at_of(system: &AdmiralsWar, place: Place) -> At {
    match place {
        Place::Sea(area) => At::Area(system.board.area(area).id.clone()),
        Place::Base(base) => At::Base(system.board.base(base).id.clone()),
        Place::Arrival(number) => At::Arrival(number),
        Place::Track(turn) => At::Track(turn),
        Place::Hold(hold) => At::Hold(system.board.hold(hold).id.clone()),
        Place::Sunk => At::Sunk,
        Place::Removed => At::Removed,
    }
}
