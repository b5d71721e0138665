//! Which keys a question can have, so that a case cannot rule out a question that could never be put.

use super::position::{find_area, find_base};
use crate::rules::admirals_war::AdmiralsWar;
use crate::rules::admirals_war::pieces::Seat;
use crate::rules::two_sided::Camp;
use crate::table::key::{Part, Turn, number};

/// What is asked of a nation, with a number where there are several.
const OF_A_NATION: &[&str] =
    &["patrol", "raid", "sail-amphibious", "turn-submarine", "land", "place-air", "select"];

/// What a key of combat can hold between the area and whom it asks.
const IN_AN_AREA: &[&str] = &[
    "action",
    "air",
    "surface",
    "targets",
    "guns",
    "retreat",
    "groups",
    "pursue",
    "strike",
    "air-raid",
    "raid",
    "land",
    "after",
    "defender",
    "submarine",
    "asw",
    "home",
    "disabled",
    "attacked",
    "hunt",
    "escaped",
    "evicted",
    "fled",
    "left",
    "failed",
];

/// Says why no question can have a key; the turn in front may be left out.
///
/// # Errors
/// A sentence that names the part that cannot be.
pub fn check(system: &AdmiralsWar, key: &str) -> Result<(), String> {
    let parts: Vec<&str> = key.split('/').collect();
    let turn = Turn::read(parts[0]).ok().map(|turn| turn.0);
    let turns = system.scenario.first_turn..=system.scenario.last_turn;
    if let Some(turn) = turn.filter(|turn| !turns.contains(turn)) {
        return Err(format!("`{key}`: the scenario has no turn {turn}"));
    }
    let fault = |what: String| format!("`{key}`: {what}");
    match &parts[usize::from(turn.is_some())..] {
        ["captured", base, "home", "evicted", by] => {
            find_base(system, base).and_then(|_| side(by)).map_err(fault)
        }
        ["repair", base, by] => find_base(system, base).and_then(|_| seat(by)).map_err(fault),
        [what, rest @ .., by] if OF_A_NATION.contains(what) && !(*what == "land" && rest.len() > 1) => {
            let numbered = rest.len() <= 1 && rest.iter().all(|part| part.parse::<u8>().is_ok());
            let home = matches!(rest, [_, "home", _]) && side(by).is_ok();
            if home {
                return Ok(());
            }
            let by = if *what == "land" { seat(by).or_else(|_| side(by)) } else { seat(by) };
            if numbered { by.map_err(fault) } else { Err(format!("no question has a key such as `{key}`")) }
        }
        [nation, "home", "end", by] => seat(nation).and_then(|()| side(by)).map_err(fault),
        ["land", nation, between @ .., by] if !between.is_empty() => {
            seat(nation).map_err(fault)?;
            between.iter().try_for_each(|part| within(system, part)).map_err(fault)?;
            side(by).map_err(fault)
        }
        [area, between @ .., by] if !between.is_empty() => {
            find_area(system, area).map_err(fault)?;
            between.iter().try_for_each(|part| within(system, part)).map_err(fault)?;
            side(by).map_err(fault)
        }
        _ => Err(format!("no question has a key such as `{key}`")),
    }
}

fn within(system: &AdmiralsWar, part: &str) -> Result<(), String> {
    let numbered = ["r", "p", "g"].iter().any(|letter| number(part, letter).is_ok());
    let unit = system.counters.0.iter().any(|counter| counter.id == part);
    let somebody = side(part).is_ok() || seat(part).is_ok();
    let known = numbered || unit || somebody || IN_AN_AREA.contains(&part) || find_base(system, part).is_ok();
    known.then_some(()).ok_or_else(|| format!("`{part}` is asked nowhere"))
}

fn side(word: &str) -> Result<(), String> {
    Camp::read(word).map(drop).map_err(|_| format!("`{word}` is no side"))
}

fn seat(word: &str) -> Result<(), String> {
    Seat::named(word).map(drop).ok_or_else(|| format!("`{word}` is no nation"))
}
