//! The page of luck: how the dice of attacks fell in the club's matches.

use std::collections::BTreeSet;

use serde::Serialize;

use super::Press;
use super::places::Link;
use crate::luck::{Fell, of_club};

/// Of how many sides the page says how many are as lucky or unlucky by chance alone.
const SIDES: u32 = 400;

/// What the page can name.
#[derive(Serialize)]
pub(super) struct LuckPage<'p> {
    site: &'p str,
    club: &'p str,
    sides: u32,
    systems: Vec<SystemLuck>,
}

/// The matches of a system.
#[derive(Serialize)]
struct SystemLuck {
    word: String,
    name: String,
    rows: Vec<LuckRow>,
}

/// A side of a match.
#[derive(Serialize)]
struct LuckRow {
    place: usize,
    of: Link,
    side: String,
    dice: u32,
    expected: String,
    good: u32,
    z: String,
    chance: String,
    rare: String,
}

/// Makes the page. A proof that cannot be played is left out.
pub(super) fn luck<'p>(press: &'p Press<'_>) -> LuckPage<'p> {
    let rules = press.kit.rules();
    let played: BTreeSet<&str> =
        press.league.events.values().map(|event| event.settings.system.as_str()).collect();
    let of_system = |system: &str| SystemLuck {
        word: system.to_owned(),
        name: press.system(system).to_owned(),
        rows: of_club(press.league, system, &press.proofs, &rules)
            .iter()
            .zip(1..)
            .map(|(fell, place)| row(press, fell, place))
            .collect(),
    };
    let systems = played.into_iter().map(of_system).filter(|it| !it.rows.is_empty()).collect();
    LuckPage { site: press.site, club: &press.league.club, sides: SIDES, systems }
}

fn row(press: &Press<'_>, fell: &Fell, place: usize) -> LuckRow {
    let (event, round, board) = &fell.at;
    let luck = &fell.luck;
    LuckRow {
        place,
        of: Link {
            href: format!("{}/round-{round}.html", press.places.event(event)),
            name: format!("{event} {round}/{board}"),
        },
        side: fell.side.clone(),
        dice: luck.dice,
        expected: format!("{:.1}", luck.expected()),
        good: luck.got,
        z: fell.z().map_or_else(|| "-".to_owned(), |z| format!("{z:+.2}")),
        chance: format!("{:.4}", luck.chance()),
        rare: luck.as_rare(SIDES).to_string(),
    }
}
