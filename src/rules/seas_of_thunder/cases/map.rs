//! Changes to the map of a scenario, or a small map of a case's own.

use super::given::{BoardGiven, HolderWord, LinkGiven, PortGiven, ZoneGiven};
use crate::board::{Board, Capacity, Holder, Link, Mat, Passage, Port, PortId, Zone, ZoneId};
use engine::rulebook::two_sided::{BySide, Camp};

/// Applies the changes of a case to a map.
///
/// # Errors
/// A sentence that says what does not fit together.
pub fn change(board: Board, changes: &BoardGiven) -> Result<Board, String> {
    let mut board = if changes.replace { empty(changes) } else { board };
    for zone in &changes.zones {
        change_zone(&mut board, zone, changes.replace)?;
    }
    for port in &changes.ports {
        change_port(&mut board, port)?;
    }
    for link in &changes.links {
        change_link(&mut board, link)?;
    }
    Ok(board)
}

/// As many zones as the case has use for, none of which touches another.
fn empty(changes: &BoardGiven) -> Board {
    let ports = changes.ports.iter().flat_map(|port| port.zones.iter().flatten());
    let last = changes.zones.iter().map(|zone| zone.number).chain(ports.copied()).max().unwrap_or(1);
    let zone = |number: u8| Zone {
        number: ZoneId(number),
        name: format!("Zone {number}"),
        area: String::new(),
        adjacent: Vec::new(),
        value: BySide::default(),
        soviet_flag: false,
        x: 0.0,
        lat: 0.0,
    };
    Board {
        zones: (1..=last).map(zone).collect(),
        ports: Vec::new(),
        areas: Vec::new(),
        links: Vec::new(),
        seam: Vec::new(),
        insets: Vec::new(),
    }
}

fn known(board: &Board, number: u8) -> Result<ZoneId, String> {
    let there = number > 0 && usize::from(number) <= board.zones.len();
    there.then_some(ZoneId(number)).ok_or_else(|| format!("there is no zone {number}"))
}

/// A zone of a map that was there before says anew what it touches; one of a new map only adds to it.
fn change_zone(board: &mut Board, given: &ZoneGiven, is_new: bool) -> Result<(), String> {
    let own = known(board, given.number)?;
    let at = usize::from(own.0) - 1;
    if let Some(name) = &given.name {
        board.zones[at].name.clone_from(name);
    }
    if let Some(value) = given.value {
        board.zones[at].value = BySide { axis: value.axis, allies: value.allies };
    }
    board.zones[at].soviet_flag = given.soviet_flag.unwrap_or(board.zones[at].soviet_flag);
    if let Some(adjacent) = &given.adjacent {
        let mut others = adjacent.iter().map(|&other| known(board, other)).collect::<Result<Vec<_>, _>>()?;
        if is_new {
            others.extend(board.zones[at].adjacent.iter().copied());
        } else {
            board.zones.iter_mut().for_each(|zone| zone.adjacent.retain(|other| *other != own));
        }
        others.sort_unstable();
        others.dedup();
        for other in &others {
            let back = &mut board.zones[usize::from(other.0) - 1].adjacent;
            back.push(own);
            back.sort_unstable();
            back.dedup();
        }
        board.zones[at].adjacent = others;
    }
    Ok(())
}

fn change_port(board: &mut Board, given: &PortGiven) -> Result<(), String> {
    let id = match board.port_by_id(&given.id) {
        Some(id) => id,
        None => {
            if given.zones.is_none() || given.holder.is_none() || given.ships.is_none() {
                return Err(format!("port {} is new and needs `zones`, `holder` and `ships`", given.id));
            }
            board.ports.push(new_port(&given.id));
            PortId(board.ports.len() as u16 - 1)
        }
    };
    let zones = given.zones.as_ref().map(|zones| zones.iter().map(|&zone| known(board, zone)).collect());
    let zones: Option<Vec<ZoneId>> = zones.transpose()?;
    let port = &mut board.ports[usize::from(id.0)];
    // What a case says of a port holds at once.
    port.start = None;
    port.zones = zones.unwrap_or_else(|| std::mem::take(&mut port.zones));
    port.flag = given.flag.or(port.flag);
    port.mat.presence = given.presence.or(port.mat.presence);
    port.mat.capacity = given.capacity.unwrap_or(port.mat.capacity);
    port.mat.from_turn = given.from_turn.unwrap_or(port.mat.from_turn);
    if let Some(ships) = &given.ships {
        port.mat.ships.clone_from(ships);
    }
    if let Some(lba) = &given.lba {
        port.mat.lba.clone_from(lba);
    }
    if let Some(holder) = given.holder {
        port.mat.holder = match holder {
            HolderWord::Axis => Holder::Camp(Camp::AXIS),
            HolderWord::Allies => Holder::Camp(Camp::ALLIES),
            HolderWord::Neutral => Holder::Neutral,
            HolderWord::Nobody => Holder::Nobody,
        };
    }
    Ok(())
}

fn new_port(id: &str) -> Port {
    let mat = Mat {
        holder: Holder::Nobody,
        ships: Vec::new(),
        lba: Vec::new(),
        capacity: Capacity::Unlimited,
        presence: None,
        captured: false,
        from_turn: 0,
    };
    Port {
        id: id.to_owned(),
        name: id.to_owned(),
        aliases: Vec::new(),
        flag: None,
        zones: Vec::new(),
        mat,
        start: None,
        x: 0.0,
        lat: 0.0,
    }
}

fn change_link(board: &mut Board, given: &LinkGiven) -> Result<(), String> {
    let (a, b) = (known(board, given.zones.0)?, known(board, given.zones.1)?);
    let passage = match (given.minefield, given.against, given.only, given.closed, given.bosporus) {
        (Some(field), Some(against), None, false, None) => Passage::Minefield { field, against },
        (None, None, Some(side), false, None) => Passage::Only(side),
        (None, None, None, true, None) => Passage::Closed,
        (None, None, None, false, Some(from_turn)) => Passage::Bosporus { from_turn },
        _ => {
            let what = "a link has `minefield` and `against`, or `only`, or `closed: true`, or `bosporus`";
            return Err(what.to_owned());
        }
    };
    let zones = (a.min(b), a.max(b));
    board.links.retain(|link| link.zones != zones);
    let name = format!("{}-{}", zones.0.0, zones.1.0);
    board.links.push(Link { id: name.clone(), name, zones, passage });
    Ok(())
}
