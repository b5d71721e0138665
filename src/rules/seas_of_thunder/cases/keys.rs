//! Which keys a question can have, so that a case cannot rule out a question that could never be put.

use super::position::find_port;
use crate::rules::seas_of_thunder::SeasOfThunder;
use crate::rules::seas_of_thunder::board::ZoneId;
use crate::rules::seas_of_thunder::muster::MINORS;
use crate::rules::seas_of_thunder::pieces::Nation;
use crate::rules::two_sided::Camp;

/// What is asked in a zone, but for `intercept-N`.
const IN_A_ZONE: &[&str] = &[
    "navy",
    "mat",
    "strike-targets",
    "after-strike",
    "asw-targets",
    "asw-sweep",
    "raider",
    "submarine-targets",
    "after-submarine",
    "sweep",
    "swept-layer",
    "mine-targets",
    "after-mine",
    "fire",
    "return",
];

/// Says why no question can have a key; the turn in front may be left out.
///
/// # Errors
/// A sentence that names the part that cannot be.
pub fn check(system: &SeasOfThunder, key: &str) -> Result<(), String> {
    let parts: Vec<&str> = key.split('/').collect();
    let turn = parts[0].strip_prefix('t').and_then(|number| number.parse::<u8>().ok());
    let turns = system.game.first_turn..=system.game.last_turn;
    if let Some(turn) = turn.filter(|turn| !turns.contains(turn)) {
        return Err(format!("`{key}`: the scenario has no turn {turn}"));
    }
    let fault = |what: String| format!("`{key}`: {what}");
    match (turn, &parts[usize::from(turn.is_some())..]) {
        (None, ["setup", "adjust"]) => Ok(()),
        (None, ["setup", "convoys" | "deploy", by]) => side(by).map_err(fault),
        (_, ["convoys" | "reinforce" | "air" | "return", by]) => side(by).map_err(fault),
        (_, ["move", nations]) => moves(system, nations).map_err(fault),
        (_, ["declare"] | ["minors", "request" | "answer"]) => Ok(()),
        (_, ["minors", "bid", by]) => side(by).map_err(fault),
        (_, ["overstack", port, code]) => {
            let known = Nation::ALL.iter().any(|nation| nation.code() == *code);
            find_port(system, port).map_err(fault)?;
            known.then_some(()).ok_or_else(|| fault(format!("no nation has the code `{code}`")))
        }
        (_, [place, what, by]) if place.starts_with("zone-") => {
            zone(system, place).and_then(|()| in_a_zone(what)).and_then(|()| side(by)).map_err(fault)
        }
        _ => Err(format!("no question has a key such as `{key}`")),
    }
}

fn side(word: &str) -> Result<(), String> {
    // A key holds the word itself, not another spelling of it.
    let known = Camp::parse(word).is_some_and(|side| side.id() == word);
    known.then_some(()).ok_or_else(|| format!("`{word}` is no side"))
}

fn moves(system: &SeasOfThunder, nations: &str) -> Result<(), String> {
    let group = |group: &[Nation]| {
        let names: Vec<String> = group.iter().map(|nation| nation.name().to_lowercase()).collect();
        names.join("-")
    };
    // A minor that was brought in moves behind the last group of its side, or alone.
    let minor = |nation: &str| MINORS.iter().any(|minor| minor.name().to_lowercase() == nation);
    let mut rest = nations;
    while let Some((before, last)) = rest.rsplit_once('-')
        && minor(last)
    {
        rest = before;
    }
    let orders = system.stages.iter().flat_map(|stage| &stage.scenario.movement);
    let mut groups = orders.flat_map(|(_, order)| order.iter().map(|(_, of)| group(of)));
    let known = minor(nations) || groups.any(|group| group == rest || group == nations);
    known.then_some(()).ok_or_else(|| format!("no navies move together as `{nations}`"))
}

fn zone(system: &SeasOfThunder, place: &str) -> Result<(), String> {
    let number = place.strip_prefix("zone-").and_then(|number| number.parse().ok()).map(ZoneId);
    let known = number.is_some_and(|number| system.board().zones().any(|zone| zone == number));
    known.then_some(()).ok_or_else(|| format!("the map has no `{place}`"))
}

fn in_a_zone(what: &str) -> Result<(), String> {
    let size = what.strip_prefix("intercept-").map(|size| size.parse::<u8>().is_ok());
    let known = size.unwrap_or(IN_A_ZONE.contains(&what));
    known.then_some(()).ok_or_else(|| format!("`{what}` is asked nowhere"))
}
