//! Lays out the position of a case: the scenario with the case's changes, the pieces, where everything is.

use engine::system::Rules;
use std::collections::BTreeMap;

use super::at::At;
use super::given::{ConvoyGiven, Given, PiecesFrom, ScenarioGiven, UnitGiven};
use crate::SeasOfThunder;
use crate::board::{PortId, ZoneId};
use crate::files::LeaveWord;
use crate::game::{self, Game, Stage};
use crate::options::{OPTIONS, Options};
use crate::pieces::{Counter, Nation, UnitId};
use crate::scenario::{Pieces, Presence, Scenario, Token};
use crate::state::{Phase, Place, Sea, TokenId, TokenPlace, UnitState};
use engine::conformance::shared::words;
use engine::games::{Games, GamesFault};
use engine::rulebook::Choices;
use engine::rulebook::roster::Roster;
use engine::rulebook::two_sided::{BySide, Camp};

/// The scenarios as they are shipped, by the word of a case and its options.
pub type Shipped = BTreeMap<(String, String), Result<(Game, Vec<Stage>, Pieces), GamesFault>>;

/// Builds the rules and the position of a case.
///
/// # Errors
/// A sentence that says what does not fit together.
pub fn lay_out(games: &Games, shipped: &mut Shipped, given: &Given) -> Result<(SeasOfThunder, Sea), String> {
    let words: Vec<String> = given.options.iter().map(|(word, value)| format!("{word}={value}")).collect();
    let options = Options::of(&Choices::parse(&words, OPTIONS)?);
    let word = (given.scenario.clone(), words.join(" "));
    let shipped = shipped.entry(word).or_insert_with(|| game::load(games, &given.scenario, &options));
    let (mut game, mut stages, mut pieces) = shipped.clone().map_err(|fault| fault.to_string())?;
    for stage in &mut stages {
        if let Some(changes) = &given.scenario_rules {
            change_scenario(&mut stage.scenario, changes);
        }
        if let Some(changes) = &given.board {
            stage.board = super::map::change(stage.board.clone(), changes)?;
        }
    }
    if let (Some(changes), [_, _, ..]) = (&given.scenario_rules, stages.as_slice())
        && (changes.first_turn.is_some() || changes.last_turn.is_some())
    {
        return Err("a run of several scenarios keeps its first and last turn".to_owned());
    }
    if let (Some(changes), [only]) = (&given.scenario_rules, stages.as_slice()) {
        game.first_turn = changes.first_turn.unwrap_or(only.scenario.first_turn);
        game.last_turn = changes.last_turn.unwrap_or(only.scenario.last_turn);
    }
    if given.pieces == PiecesFrom::Stated {
        pieces = stated(given)?;
    }
    let system = SeasOfThunder::chain(game, stages, pieces, options);
    let sea = position(&system, given)?;
    match system.broken_invariant(&sea) {
        None => Ok((system, sea)),
        Some(what) => Err(format!("the position cannot be: {what}")),
    }
}

fn change_scenario(scenario: &mut Scenario, changes: &ScenarioGiven) {
    let set = |field: &mut u8, value: Option<u8>| *field = value.unwrap_or(*field);
    set(&mut scenario.danish, changes.danish);
    set(&mut scenario.gibraltar, changes.gibraltar);
    set(&mut scenario.first_turn, changes.first_turn);
    set(&mut scenario.last_turn, changes.last_turn);
    if let Some(duties) = &changes.presence {
        let duty = |it: &super::given::PresenceGiven| Presence {
            nation: it.nation,
            minimum: it.minimum,
            points: it.points,
        };
        scenario.presence = duties.iter().map(duty).collect();
    }
    if let Some(movement) = &changes.movement {
        scenario.movement = vec![((0, u8::MAX), movement.clone())];
    }
    if let Some(apart) = &changes.non_cooperation {
        scenario.non_cooperation = apart.iter().map(|it| (it.nation, it.side, (0, u8::MAX))).collect();
    }
    if let Some(sides) = &changes.sides {
        scenario.sides_of_nation = BySide::from_fn(|side| sides.get(&side).cloned().unwrap_or_default());
    }
    for (field, tokens) in [
        (&mut scenario.tokens_by_axis, changes.tokens_by_axis),
        (&mut scenario.tokens_by_allies, changes.tokens_by_allies),
    ] {
        if let Some(tokens) = tokens {
            *field = BySide { axis: tokens.axis, allies: tokens.allies };
        }
    }
    if let Some(worth) = &changes.scoring {
        scenario.scoring.zones = worth.zones.unwrap_or(scenario.scoring.zones);
        set(&mut scenario.scoring.convoy, worth.convoy);
        set(&mut scenario.scoring.axis_ship, worth.axis_ship);
        set(&mut scenario.scoring.allied_ship, worth.allied_ship);
        set(&mut scenario.scoring.unused_lba, worth.unused_lba);
        set(&mut scenario.scoring.turkey, worth.turkey);
    }
}

/// The pieces a case states, ships before air units.
fn stated(given: &Given) -> Result<Pieces, String> {
    let mut counters = given.units.iter().map(counter).collect::<Result<Vec<_>, _>>()?;
    counters.sort_by_key(|counter| !counter.class.is_ship());
    let tokens = given.convoys.iter().map(token).collect::<Result<Vec<_>, _>>()?;
    let ids = counters.iter().map(|it| it.id.as_str());
    words::unique(ids.chain(tokens.iter().map(|it| it.id.as_str())))?;
    Ok(Pieces { counters: Roster(counters), tokens })
}

fn counter(unit: &UnitGiven) -> Result<Counter, String> {
    let id = &unit.id;
    let (Some(nation), Some(class), Some(line)) = (unit.nation, unit.class, &unit.line) else {
        return Err(format!("{id} needs `nation`, `class` and `line`"));
    };
    let (gunnery, special, survivability, range) =
        Counter::parse_line(line).map_err(|what| format!("{id}: {what}"))?;
    if class.is_ship() == (survivability == 0) {
        return Err(format!("{id}: a ship has a survivability, an LBA only `Air n`"));
    }
    Ok(Counter {
        id: id.clone(),
        name: unit.name.clone().unwrap_or_else(|| id.clone()),
        nation,
        class,
        gunnery,
        special,
        survivability,
        range,
        entry: unit.entry.unwrap_or(1),
        aa: unit.aa,
        arrives: Some(unit.entry.unwrap_or(1)),
        free_french: unit.free_french,
        stripe: unit.stripe.clone(),
        removed: unit.removed,
    })
}

fn token(convoy: &ConvoyGiven) -> Result<Token, String> {
    let side = convoy.side.ok_or_else(|| format!("{} needs a `side`", convoy.id))?;
    let mut zones: Vec<ZoneId> = convoy.zones.iter().copied().map(ZoneId).collect();
    if let (true, At::Zone(number)) = (zones.is_empty(), &convoy.at) {
        zones.push(ZoneId(*number));
    }
    Ok(Token { id: convoy.id.clone(), side, areas: Vec::new(), zones, from: 0 })
}

fn position(system: &SeasOfThunder, given: &Given) -> Result<Sea, String> {
    let first = system.game.first_turn;
    let turn = given.turn.unwrap_or(first);
    let mut sea = Sea { turn, phase: given.phase, ..system.opening() };
    sea.sides = sides_on(system, turn);
    given.sides.iter().for_each(|(nation, standing)| sea.sides[*nation as usize] = standing.0);
    sea.stance = given.stance;
    sea.settled.clone_from(&given.settled);
    sea.score.resize(usize::from(turn.saturating_sub(first)) + 1, Default::default());
    sea.score[0] = BySide::default();
    sea.score[0].axis.rulings = given.score.axis.into();
    sea.score[0].allies.rulings = given.score.allies.into();
    let came_before = |place: Place| match place {
        Place::Setup => given.phase > Phase::SetupShips,
        Place::Track(on) => on < turn || on == turn && given.phase > Phase::Reinforcements,
        _ => false,
    };
    for unit in sea.units.iter_mut().filter(|unit| came_before(unit.place)) {
        unit.place = Place::Removed;
    }
    for unit in &given.units {
        put_unit(system, &mut sea, unit, given)?;
    }
    for convoy in &given.convoys {
        let tokens = &system.pieces.tokens;
        if given.pieces == PiecesFrom::Shipped && (convoy.side.is_some() || !convoy.zones.is_empty()) {
            return Err(format!("{} is shipped: say only where it is", convoy.id));
        }
        let found = tokens.iter().position(|token| token.id == convoy.id);
        let at = words::known("convoy", &convoy.id, found)?;
        sea.convoys[at] = token_place(system, &convoy.at)?;
    }
    Ok(sea)
}

/// How the nations stand on a turn by the course of the scenarios.
fn sides_on(system: &SeasOfThunder, turn: u8) -> Vec<Option<Camp>> {
    let mut sides = system.opening().sides;
    for now in system.game.first_turn..=turn {
        let Some(stage) = system.stages.iter().rfind(|stage| stage.scenario.first_turn <= now) else {
            continue;
        };
        for nation in Nation::ALL {
            let side = &mut sides[nation as usize];
            let entered = stage.scenario.enters(nation).filter(|(_, from)| *from <= now);
            *side = side.or(entered.map(|(side, _)| side));
        }
        for exit in stage.scenario.exits.iter().filter(|exit| exit.turn == now && now < turn) {
            match exit.to {
                LeaveWord::Axis => sides[exit.nation as usize] = Some(Camp::AXIS),
                LeaveWord::Allied => sides[exit.nation as usize] = Some(Camp::ALLIES),
                LeaveWord::Track | LeaveWord::Removed => {}
            }
        }
    }
    sides
}

fn put_unit(system: &SeasOfThunder, sea: &mut Sea, unit: &UnitGiven, given: &Given) -> Result<(), String> {
    let id = find_unit(system, &unit.id)?;
    let stated = unit.line.is_some()
        || unit.class.is_some()
        || unit.nation.is_some()
        || unit.name.is_some()
        || unit.aa > 0
        || unit.entry.is_some()
        || unit.stripe.is_some()
        || unit.free_french
        || unit.removed.is_some();
    if given.pieces == PiecesFrom::Shipped && stated {
        return Err(format!("{} is shipped: say only where it is", unit.id));
    }
    let entry = system.counter(id).arrives.unwrap_or(u8::MAX);
    let place = match &unit.at {
        Some(at) => place(system, at)?,
        None if entry > sea.turn => Place::Track(entry),
        None if given.phase <= Phase::SetupShips => Place::Setup,
        None => return Err(format!("say where {} is: `at:`", unit.id)),
    };
    let home = unit.home.as_deref().map(|port| find_port(system, port)).transpose()?;
    sea.units[usize::from(id.0)] = UnitState { face_up: unit.face_up, home, ..UnitState::at(place) };
    Ok(())
}

/// The unit of an id.
///
/// # Errors
/// A sentence, when there is none.
pub fn find_unit(system: &SeasOfThunder, id: &str) -> Result<UnitId, String> {
    words::unit(&system.pieces.counters, id)
}

/// The convoy of an id.
pub fn find_token(system: &SeasOfThunder, id: &str) -> Option<TokenId> {
    system.pieces.tokens.iter().position(|token| token.id == id).map(|at| TokenId(at as u8))
}

/// The port of an id.
///
/// # Errors
/// A sentence, when there is none.
pub fn find_port(system: &SeasOfThunder, id: &str) -> Result<PortId, String> {
    words::known("port", id, system.board().port_by_id(id))
}

fn zone(system: &SeasOfThunder, number: u8) -> Result<ZoneId, String> {
    let there = number > 0 && usize::from(number) <= system.board().zones.len();
    there.then_some(ZoneId(number)).ok_or_else(|| format!("there is no zone {number}"))
}

/// A place of a unit, in the words of the rules.
fn place(system: &SeasOfThunder, at: &At) -> Result<Place, String> {
    Ok(match at {
        At::Zone(number) => Place::Sea(zone(system, *number)?),
        At::Port(id) => Place::Port(find_port(system, id)?),
        At::Available => Place::Available,
        At::Used => Place::Used,
        At::Repair(boxes) => Place::Repair(*boxes),
        At::Track(turn) => Place::Track(*turn),
        At::Setup => Place::Setup,
        At::Sunk => Place::Sunk,
        At::Removed => Place::Removed,
        At::Pool | At::Held(_) => return Err(format!("a unit cannot be at `{at}`")),
    })
}

fn token_place(system: &SeasOfThunder, at: &At) -> Result<TokenPlace, String> {
    Ok(match at {
        At::Zone(number) => TokenPlace::Sea(zone(system, *number)?),
        At::Pool => TokenPlace::Pool,
        At::Held(side) => TokenPlace::Held(*side),
        At::Sunk => TokenPlace::Sunk,
        At::Removed => TokenPlace::Later,
        _ => return Err(format!("a convoy cannot be at `{at}`")),
    })
}

/// A place of a unit, in the words of a case.
pub fn at_of(system: &SeasOfThunder, place: Place) -> At {
    match place {
        Place::Setup => At::Setup,
        Place::Track(turn) => At::Track(turn),
        Place::Port(port) => At::Port(system.board().port(port).id.clone()),
        Place::Sea(zone) => At::Zone(zone.0),
        Place::Available => At::Available,
        Place::Used => At::Used,
        Place::Repair(boxes) => At::Repair(boxes),
        Place::Sunk => At::Sunk,
        Place::Removed => At::Removed,
    }
}

/// A place of a convoy, in the words of a case.
pub fn at_of_token(place: TokenPlace) -> At {
    match place {
        TokenPlace::Pool => At::Pool,
        TokenPlace::Held(side) => At::Held(side),
        TokenPlace::Sea(zone) => At::Zone(zone.0),
        TokenPlace::Sunk => At::Sunk,
        TokenPlace::Later => At::Removed,
    }
}

/// Where something is in the end, by its id; units go before convoys.
pub fn whereabouts(system: &SeasOfThunder, sea: &Sea, id: &str) -> Result<At, String> {
    if let Ok(unit) = find_unit(system, id) {
        return Ok(at_of(system, sea.unit(unit).place));
    }
    let token = find_token(system, id).ok_or_else(|| format!("there is no unit or convoy `{id}`"))?;
    Ok(at_of_token(sea.convoys[usize::from(token.0)]))
}
