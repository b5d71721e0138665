//! Which words name things.

use crate::SeasOfThunder;
use crate::item::Item;
use crate::pieces::Nation;
use crate::state::MatBox;
use engine::items::Items;

/// True if a unit, convoy, port or zone of the case has this id or name.
pub fn is_named(system: &SeasOfThunder, name: &str) -> bool {
    let units = system.pieces.counters.0.iter().flat_map(|it| [&it.id, &it.name]);
    let tokens = system.pieces.tokens.iter().map(|it| &it.id);
    let ports = system.board().ports.iter().flat_map(|it| [&it.id, &it.name]);
    let zones = system.board().zones.iter().map(|it| &it.name);
    units.chain(tokens).chain(ports).chain(zones).any(|it| it == name)
}

/// What kind of thing a word of an answer names.
pub fn kind(system: &SeasOfThunder, word: &str) -> Option<&'static str> {
    if MatBox::ALL.iter().any(|it| it.id() == word) {
        return Some("box");
    }
    if Nation::named(word).is_some() {
        return Some("navy");
    }
    if let Some((port, zone)) = word.split_once('/') {
        let flight = kind(system, port) == Some("port") && kind(system, zone) == Some("zone");
        return flight.then_some("flight");
    }
    match system.find(word)? {
        Item::Unit(_) => Some("unit"),
        Item::Zone(_) => Some("zone"),
        Item::Port(_) | Item::Rail(_) => Some("port"),
        Item::Points(_) => Some("points"),
        Item::Word(_) => Some("word"),
        Item::Token(_) | Item::Flight(..) | Item::Box(_) | Item::Navy(_) => None,
    }
}
