//! Whether the data of a game hang together. A club may replace any file, and what contradicts itself must be
//! told before a match is begun with it.
//!
//! Nothing here asks whether the data are those of the printed game; the tests of the built-in data do.

use std::collections::BTreeSet;

use super::board::ZoneId;
use super::files::{LinkRow, PortsFile, TokenRow, ZonesFile};
use super::pieces::Counter;
use super::scenario::SYSTEM;
use engine::games::GamesFault;

type Sound = Result<(), GamesFault>;

/// Checks zones, areas, links and the extras of the drawn map, and that every port touches zones of the map.
///
/// # Errors
/// [`GamesFault::Unsound`] with the file and the entry that contradicts another.
pub(super) fn map(zones: &ZonesFile, ports: &PortsFile) -> Sound {
    let count = usize::from(zones.zone_count);
    if zones.zones.len() != count
        || zones.zones.iter().enumerate().any(|(at, row)| usize::from(row.number.0) != at + 1)
    {
        return Err(unsound("zones", format!("the zones must be numbered 1 to {count}, in order")));
    }
    once("zones", "area", zones.areas.iter().map(|row| row.id.as_str()))?;
    once("zones", "link", zones.links.iter().map(|row| row.id.as_str()))?;
    once("ports", "port", ports.ports.iter().map(|row| row.id.as_str()))?;
    for row in &zones.zones {
        neighbours(zones, row.number, &row.adjacent)?;
        if !zones.areas.iter().any(|area| area.id == row.area) {
            let what = format!("zone {} lies in area {}, which is not there", row.number.0, row.area);
            return Err(unsound("zones", what));
        }
    }
    zones.areas.iter().try_for_each(|row| on_map("zones", &format!("area {}", row.id), &row.zones, count))?;
    zones
        .insets
        .iter()
        .try_for_each(|row| on_map("zones", &format!("inset {}", row.id), &row.zones, count))?;
    zones.seam.iter().try_for_each(|(a, b)| on_map("zones", "the seam", &[*a, *b], count))?;
    for (at, row) in zones.links.iter().enumerate() {
        link(zones, row, &zones.links[..at])?;
    }
    ports.ports.iter().try_for_each(|row| on_map("ports", &format!("port {}", row.id), &row.zones, count))
}

/// Checks that every zone a zone touches is on the map and touches it in turn.
fn neighbours(file: &ZonesFile, zone: ZoneId, adjacent: &[ZoneId]) -> Sound {
    on_map("zones", &format!("zone {}", zone.0), adjacent, file.zones.len())?;
    let touches = |other: ZoneId| file.zones[usize::from(other.0) - 1].adjacent.contains(&zone);
    match adjacent.iter().find(|other| **other == zone || !touches(**other)) {
        None => Ok(()),
        Some(other) if *other == zone => Err(unsound("zones", format!("zone {} touches itself", zone.0))),
        Some(other) => {
            let what = format!("zone {} touches zone {}, but not the other way round", zone.0, other.0);
            Err(unsound("zones", what))
        }
    }
}

/// Checks that a special link joins neighbours, and that no link before it joins the same.
fn link(file: &ZonesFile, row: &LinkRow, before: &[LinkRow]) -> Sound {
    let (a, b) = row.zones;
    on_map("zones", &format!("link {}", row.id), &[a, b], file.zones.len())?;
    if !file.zones[usize::from(a.0) - 1].adjacent.contains(&b) {
        let what = format!("link {} joins zones {} and {}, which do not touch", row.id, a.0, b.0);
        return Err(unsound("zones", what));
    }
    let same = |other: &&LinkRow| other.zones == (a, b) || other.zones == (b, a);
    match before.iter().find(same) {
        None => Ok(()),
        Some(other) => {
            Err(unsound("zones", format!("links {} and {} join the same zones", other.id, row.id)))
        }
    }
}

/// Checks the convoy tokens against the map.
///
/// # Errors
/// As [`map`].
pub(super) fn tokens(tokens: &[TokenRow], areas: &BTreeSet<&str>, zones: usize) -> Sound {
    once("convoys", "token", tokens.iter().map(|row| row.id.as_str()))?;
    for row in tokens {
        on_map("convoys", &format!("token {}", row.id), &row.zones, zones)?;
        if let Some(area) = row.areas.iter().find(|area| !areas.contains(area.as_str())) {
            let what = format!("token {} names area {area}, which is not there", row.id);
            return Err(unsound("convoys", what));
        }
    }
    Ok(())
}

/// Checks that no two counters of a scenario, ships and air units together, have one id.
///
/// # Errors
/// As [`map`].
pub(super) fn counters(counters: &[Counter]) -> Sound {
    let ids =
        |air: bool| counters.iter().filter(move |it| it.class.is_ship() != air).map(|it| it.id.as_str());
    once("units", "unit", ids(false))?;
    once("lba", "unit", ids(false).chain(ids(true)))
}

fn once<'a>(file: &str, thing: &str, ids: impl Iterator<Item = &'a str>) -> Sound {
    let mut known = BTreeSet::new();
    for id in ids {
        if !known.insert(id) {
            return Err(unsound(
                file,
                format!("there are two with the id {id}; each {thing} needs an id of its own"),
            ));
        }
    }
    Ok(())
}

fn on_map(file: &str, whose: &str, zones: &[ZoneId], count: usize) -> Sound {
    let stray = zones.iter().find(|zone| !(1..=count).contains(&usize::from(zone.0)));
    stray.map_or(Ok(()), |zone| {
        Err(unsound(file, format!("{whose} names zone {}, which is not on the map", zone.0)))
    })
}

fn unsound(file: &str, what: String) -> GamesFault {
    GamesFault::Unsound { file: format!("{SYSTEM}/{file}"), what }
}
