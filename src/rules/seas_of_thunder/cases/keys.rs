//! Which keys a question can have, so that a case cannot rule out a question that could never be put.

use super::position::find_port;
use crate::SeasOfThunder;
use crate::key::{Key, When, navies};
use crate::muster::MINORS;
use engine::question::key::{NoKey, Part, Turn};

/// Says why no question can have a key; the turn in front may be left out.
///
/// # Errors
/// A sentence that names the part that cannot be.
pub fn check(system: &SeasOfThunder, key: &str) -> Result<(), String> {
    let whole = match When::read(key.split('/').next().unwrap_or_default()) {
        Ok(_) => key.to_owned(),
        Err(_) => format!("{}/{key}", Turn(system.game.first_turn).text()),
    };
    known(system, &whole).map(drop).map_err(|no_key| match no_key {
        NoKey::Form => format!("no question has a key such as `{key}`"),
        NoKey::Part(what) => format!("`{key}`: {what}"),
    })
}

/// Reads a key, and looks whether its turn and what it names are in the match.
///
/// # Errors
/// Why no question has it.
pub fn known<'k>(system: &SeasOfThunder, text: &'k str) -> Result<Key<'k>, NoKey> {
    let key = Key::parse(text)?;
    let turns = system.game.first_turn..=system.game.last_turn;
    if let Some(turn) = key.turn().filter(|turn| !turns.contains(turn)) {
        return Err(NoKey::Part(format!("the scenario has no turn {turn}")));
    }
    names(system, key).map_err(NoKey::Part)?;
    Ok(key)
}

/// Says what a key names that is not there.
fn names(system: &SeasOfThunder, key: Key<'_>) -> Result<(), String> {
    match key {
        Key::Overstack { port, .. } => find_port(system, port).map(drop),
        Key::Move { navies, .. } => moves(system, navies),
        Key::Battle { zone, .. } if !system.board().zones().any(|known| known == zone) => {
            Err(format!("the map has no `{}`", zone.text()))
        }
        _ => Ok(()),
    }
}

fn moves(system: &SeasOfThunder, together: &str) -> Result<(), String> {
    // A minor that was brought in moves behind the last group of its side, or alone.
    let minor = |nation: &str| MINORS.iter().any(|minor| navies(&[*minor]) == nation);
    let mut rest = together;
    while let Some((before, last)) = rest.rsplit_once('-')
        && minor(last)
    {
        rest = before;
    }
    let orders = system.stages.iter().flat_map(|stage| &stage.scenario.movement);
    let mut groups = orders.flat_map(|(_, order)| order.iter().map(|(_, of)| navies(of)));
    let known = minor(together) || groups.any(|group| group == rest || group == together);
    known.then_some(()).ok_or_else(|| format!("no navies move together as `{together}`"))
}
