//! Whether the data of the game hang together. A club may replace any file, and what contradicts itself must
//! be told before a match is begun with it.
//!
//! Nothing here asks whether the data are those of the printed game; the tests of the built-in data do.

use std::collections::BTreeSet;

use super::board::{BaseKind, Board, Effect, Theatre};
use super::files::{
    AreaRow, AreasFile, LinkRow, PassageRow, PointsRow, PortRow, PortsFile, ScenarioRow, ScenariosFile,
    UnitRow, UnitsFile,
};
use super::pieces::{Kind, Nation};
use super::scenario::SYSTEM;
use engine::games::GamesFault;
use engine::rulebook::two_sided::Camp;

type Sound = Result<(), GamesFault>;

/// Checks areas, links, passages, ports and bases.
///
/// # Errors
/// [`GamesFault::Unsound`] with the file and the entry that contradicts another.
pub(super) fn map(areas: &AreasFile, ports: &PortsFile) -> Sound {
    once("areas", "an area", areas.areas.iter().map(|row| row.id.as_str()))?;
    once("areas", "a passage", areas.passages.iter().map(|row| row.id.as_str()))?;
    once("ports", "a port or base", ports.ports.iter().map(|row| row.id.as_str()))?;
    once("ports", "a holding box", ports.boxes.iter().map(|row| row.id.as_str()))?;
    if areas.areas.len().max(ports.ports.len()) > usize::from(u8::MAX) {
        return Err(unsound("areas", "there are at most 255 areas, and as many ports and bases".into()));
    }
    ports.ports.iter().try_for_each(|row| port(areas, ports, row))?;
    areas.areas.iter().try_for_each(|row| area(areas, ports, row))?;
    for (at, row) in areas.links.iter().enumerate() {
        link(areas, row, &areas.links[..at])?;
    }
    areas.passages.iter().try_for_each(|row| passage(areas, ports, row))?;
    for row in &areas.barred {
        known_area("areas", "the list of barred areas", areas, &row.area)?;
    }
    Ok(())
}

/// Checks the neighbours, places and flags of an area.
fn area(areas: &AreasFile, ports: &PortsFile, row: &AreaRow) -> Sound {
    let whose = format!("area {}", row.id);
    for other in &row.adjacent {
        let there = known_area("areas", &whose, areas, other)?;
        if *other == row.id {
            return Err(unsound("areas", format!("{whose} touches itself")));
        }
        if !there.adjacent.contains(&row.id) {
            return Err(unsound("areas", format!("{whose} touches {other}, but not the other way round")));
        }
        if !areas.links.iter().any(|link| joins(link, &row.id, other)) {
            return Err(unsound("areas", format!("{whose} touches {other}, but no link joins them")));
        }
    }
    for base in &row.bases {
        let there = known_port("areas", &whose, ports, base)?;
        if !there.touches.iter().any(|touch| touch.area == row.id) {
            return Err(unsound("areas", format!("{whose} names {base}, which does not touch it")));
        }
    }
    flag(&whose, &row.axis, Camp::AXIS)?;
    flag(&whose, &row.allied, Camp::ALLIES)
}

/// Checks that the flag beside a number is one of its side, and that its track counts it (2.22).
fn flag(whose: &str, row: &PointsRow, side: Camp) -> Sound {
    let track = match row.flag {
        Nation::Gb | Nation::De => Theatre::Atlantic,
        Nation::Us | Nation::Jp => Theatre::Pacific,
        other => return Err(unsound("areas", format!("{whose} has the flag {}", other.code()))),
    };
    if row.flag.side() != side || row.track != track {
        let what = format!("{whose}: the flag {} does not fit its side or its track", row.flag.code());
        return Err(unsound("areas", what));
    }
    Ok(())
}

/// Checks that a link joins neighbours by a known passage, and that no link before it joins the same.
fn link(areas: &AreasFile, row: &LinkRow, before: &[LinkRow]) -> Sound {
    let whose = format!("the link {} to {}", row.a, row.b);
    let there = known_area("areas", &whose, areas, &row.a)?;
    known_area("areas", &whose, areas, &row.b)?;
    if !there.adjacent.contains(&row.b) {
        return Err(unsound("areas", format!("{whose} joins areas that do not touch")));
    }
    if before.iter().any(|other| joins(other, &row.a, &row.b)) {
        return Err(unsound("areas", format!("{whose} is there twice")));
    }
    match &row.via {
        Some(via) if !areas.passages.iter().any(|passage| passage.id == *via) => {
            Err(unsound("areas", format!("{whose} leads through {via}, which is not there")))
        }
        Some(via) if before.iter().any(|other| other.via.as_ref() == Some(via)) => {
            Err(unsound("areas", format!("{whose} leads through {via}, as another does")))
        }
        _ => Ok(()),
    }
}

/// Checks that a passage has places, and either a link or exits.
fn passage(areas: &AreasFile, ports: &PortsFile, row: &PassageRow) -> Sound {
    let whose = format!("passage {}", row.id);
    for base in &row.bases {
        known_port("areas", &whose, ports, base)?;
    }
    for exit in &row.exits {
        known_area("areas", &whose, areas, exit)?;
    }
    let linked = areas.links.iter().any(|link| link.via.as_ref() == Some(&row.id));
    let leads_out = row.effect == Effect::SecondAreaExit;
    if row.bases.is_empty() || linked == leads_out || row.exits.is_empty() == leads_out {
        let what = "has places, and a link or, if it counts as a second area, exits";
        return Err(unsound("areas", format!("{whose} {what}")));
    }
    Ok(())
}

/// Checks what a port or base touches and what it repairs.
fn port(areas: &AreasFile, ports: &PortsFile, row: &PortRow) -> Sound {
    let whose = format!("place {}", row.id);
    once("ports", "an area touched", row.touches.iter().map(|touch| touch.area.as_str()))?;
    let mut theatres = Vec::new();
    for touch in &row.touches {
        let there = known_area("ports", &whose, areas, &touch.area)?;
        if !there.bases.contains(&row.id) {
            let what = format!("{whose} touches {}, whose list of places lacks it", touch.area);
            return Err(unsound("ports", what));
        }
        theatres.push(there.theatre);
    }
    if theatres.is_empty() {
        return Err(unsound("ports", format!("{whose} touches no area")));
    }
    if !theatres.contains(&row.theatre) {
        return Err(unsound("ports", format!("{whose} touches no area of its theatre")));
    }
    if row.kind.value != BaseKind::Port && (row.repair.points > 0 || row.repair.schedule.is_some()) {
        return Err(unsound("ports", format!("{whose} repairs ships but is not a port")));
    }
    if row.active_from.is_none() != row.opened_by.is_some() {
        return Err(unsound("ports", format!("{whose} has a first turn or an event that opens it")));
    }
    if let Some(other) = &row.repair.shared_with {
        known_port("ports", &whose, ports, other)?;
    }
    match &row.joined_with {
        Some(other) if known_port("ports", &whose, ports, other)?.joined_with.as_ref() != Some(&row.id) => {
            Err(unsound("ports", format!("{whose} is joined with {other}, but not the other way round")))
        }
        _ => Ok(()),
    }
}

/// Checks the counters against the map.
///
/// # Errors
/// As [`map`].
pub(super) fn units(file: &UnitsFile, board: &Board) -> Sound {
    once("units", "a unit", file.units.iter().map(|row| row.id.as_str()))?;
    let names = |row: &'_ UnitRow| {
        std::iter::once(row.name.clone()).chain(row.aliases.iter().cloned()).collect::<Vec<_>>()
    };
    let all = file.units.iter().flat_map(names).collect::<Vec<_>>();
    once("units", "a name", all.iter().map(String::as_str))?;
    for (name, place) in &file.entry_places {
        let known =
            |id: &str| is_area(board, id) || is_base(board, id) || board.boxes.iter().any(|it| it.id == id);
        if let Some(id) = place.at.iter().find(|id| !known(id)) {
            return Err(unsound("units", format!("entry place {name} names {id}, which is not there")));
        }
    }
    file.units.iter().try_for_each(|row| unit(file, board, row))
}

/// Checks one counter.
fn unit(file: &UnitsFile, board: &Board, row: &UnitRow) -> Sound {
    let fault = |what: String| Err(unsound("units", format!("unit {}: {what}", row.id)));
    if !file.entry_places.contains_key(&row.entry.place) {
        return fault(format!("it enters at {}, which is not an entry place", row.entry.place));
    }
    if let Some(area) = row.areas.iter().find(|id| !is_area(board, id)) {
        return fault(format!("it may enter {area}, which is not an area"));
    }
    if matches!(row.kind, Kind::Ship | Kind::Carrier)
        && (row.factors.speed.is_none() || (row.factors.airstrike > 0) != (row.kind == Kind::Carrier))
    {
        return fault("a ship has a speed, and an airstrike factor makes it a carrier".into());
    }
    let sides = row.sides.as_ref().map_or(file.defaults.sides.value, |it| it.value);
    if !(1..=2).contains(&sides) {
        return fault("a counter has one side or two".into());
    }
    if (row.kind == Kind::Amphibious && sides == 2) != row.second_side.is_some() {
        return fault("an amphibious unit of two sides, and no other, has a second side".into());
    }
    if row.bonus_side.is_some() && row.bonus.is_empty() {
        return fault("it has a side for a bonus, but no bonus".into());
    }
    Ok(())
}

/// Checks the scenarios against map and counters.
///
/// # Errors
/// As [`map`].
pub(super) fn scenarios(file: &ScenariosFile, units: &UnitsFile, board: &Board) -> Sound {
    once("scenarios", "a scenario", file.scenarios.iter().map(|row| row.id.as_str()))?;
    once("scenarios", "an option", file.options.iter().map(|row| row.id.as_str()))?;
    for option in &file.options {
        if section(&option.rule).is_none() {
            return Err(unsound("scenarios", format!("option {} has no section", option.id)));
        }
    }
    file.scenarios.iter().try_for_each(|row| scenario(file, units, board, row))
}

/// The section of a rule number: 20 of `20.0`.
pub(super) fn section(rule: &str) -> Option<u8> {
    rule.split('.').next().and_then(|section| section.parse().ok())
}

/// Checks one scenario.
fn scenario(file: &ScenariosFile, units: &UnitsFile, board: &Board, row: &ScenarioRow) -> Sound {
    let fault = |what: String| Err(unsound("scenarios", format!("scenario {}: {what}", row.id)));
    if row.first_turn > row.last_turn {
        return fault("its first turn comes after its last".into());
    }
    let mut options = row.options.iter().chain(&row.options_on);
    if let Some(id) = options.find(|id| !file.options.iter().any(|option| option.id == **id)) {
        return fault(format!("{id} is not an option"));
    }
    let areas = row.areas.iter().flatten().chain(row.control.keys());
    let areas = areas.chain(row.no_points.iter().map(|it| &it.area));
    let mut areas = areas.chain(row.arrivals.iter().flat_map(|it| &it.at));
    if let Some(id) = areas.find(|id| !is_area(board, id)) {
        return fault(format!("{id} is not an area"));
    }
    let mut bases = row.start.iter().flatten().map(|(place, _)| place).chain(row.base_points.keys());
    if let Some(id) = bases.find(|id| !is_base(board, id)) {
        return fault(format!("{id} is not a port or base"));
    }
    let listed = row.start.iter().flatten().flat_map(|(_, ids)| ids);
    let listed = listed.chain(row.arrivals.iter().flat_map(|it| &it.units)).collect::<Vec<_>>();
    if let Some(id) = listed.iter().find(|id| !units.units.iter().any(|unit| unit.id == ***id)) {
        return fault(format!("{id} is not a unit"));
    }
    once("scenarios", "a unit that starts", listed.iter().map(|id| id.as_str()))
}

fn joins(link: &LinkRow, a: &str, b: &str) -> bool {
    (link.a == a && link.b == b) || (link.a == b && link.b == a)
}

fn is_area(board: &Board, id: &str) -> bool {
    board.areas.iter().any(|area| area.id == id)
}

fn is_base(board: &Board, id: &str) -> bool {
    board.bases.iter().any(|base| base.id == id)
}

fn known_area<'a>(
    file: &str,
    whose: &str,
    areas: &'a AreasFile,
    id: &str,
) -> Result<&'a AreaRow, GamesFault> {
    let found = areas.areas.iter().find(|row| row.id == id);
    found.ok_or_else(|| unsound(file, format!("{whose} names area {id}, which is not there")))
}

fn known_port<'a>(
    file: &str,
    whose: &str,
    ports: &'a PortsFile,
    id: &str,
) -> Result<&'a PortRow, GamesFault> {
    let found = ports.ports.iter().find(|row| row.id == id);
    found.ok_or_else(|| unsound(file, format!("{whose} names port or base {id}, which is not there")))
}

fn once<'a>(file: &str, thing: &str, ids: impl Iterator<Item = &'a str>) -> Sound {
    let mut known = BTreeSet::new();
    for id in ids {
        if !known.insert(id) {
            return Err(unsound(file, format!("{id} is there twice; list {thing} only once")));
        }
    }
    Ok(())
}

fn unsound(file: &str, what: String) -> GamesFault {
    GamesFault::Unsound { file: format!("{SYSTEM}/{file}"), what }
}
