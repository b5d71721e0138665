//! What is new, on one screen: how many combats there were and which the heaviest, what was lost, which zones
//! changed hands. Counts what the story tells and adds no fact.

use serde::Serialize;

use super::outcome::Outcome;
use super::sides::Sides;
use super::story::{self, Story};
use super::tally::{Counted, some_of};
use engine::view::{Control, Sea, Zone};

/// What a report begins with.
#[derive(Serialize)]
pub(super) struct Summary<'a> {
    /// At how many places a combat is told of.
    combats: usize,
    /// The heaviest of them.
    notable: Vec<Notable<'a>>,
    /// What the whole story comes to, under the words of `story.yaml`.
    counted: Counted<'a>,
    /// Who holds the zones, and which changed hands; nothing if nobody judged that since the last report.
    held: Option<Vec<Held>>,
}

/// A combat worth a mention.
#[derive(Serialize)]
struct Notable<'a> {
    place: &'a str,
    outcome: Outcome<'a>,
}

/// The zones in one state: held by a side, or contested.
#[derive(Serialize)]
struct Held {
    by: Control,
    number: usize,
    /// Those that were not in this state before.
    won: Zones,
    /// Those that are no longer in it.
    lost: Zones,
}

/// Some zones, the first of them by name.
#[derive(Serialize)]
struct Zones {
    number: usize,
    names: String,
}

/// How many combats are worth a mention.
const NOTABLE: usize = 5;

impl<'a> Summary<'a> {
    /// Counts what is new.
    pub(super) fn of(story: &Story<'a>, sea: &Sea<&'a str>, sides: &Sides<'a>) -> Summary<'a> {
        let (told, combats) = story::combats(&story.parts);
        let heavy = told.iter().filter(|(_, outcome)| outcome.weight().0 > 0).take(NOTABLE);
        Summary {
            combats,
            notable: heavy.map(|(place, outcome)| Notable { place, outcome: (*outcome).clone() }).collect(),
            counted: Counted(story.tally.clone()),
            held: story.judged.then(|| sides.controls().map(|by| held(sea, by)).collect()),
        }
    }
}

fn held(sea: &Sea<&str>, by: Control) -> Held {
    let is = |zone: &&Zone<&str>| zone.control == Some(by);
    let was = |zone: &&Zone<&str>| zone.controlled_before() == Some(by);
    let zones = |of: &dyn Fn(&&Zone<&str>) -> bool| {
        let zones: Vec<&str> = sea.zones.iter().filter(|zone| of(zone)).map(|zone| zone.name).collect();
        Zones { number: zones.len(), names: some_of(zones.into_iter()) }
    };
    Held {
        by,
        number: sea.zones.iter().filter(is).count(),
        won: zones(&|zone| is(zone) && !was(zone)),
        lost: zones(&|zone| was(zone) && !is(zone)),
    }
}
