//! The words of battle plans, for a check away from the program: on the page for orders.

use std::collections::BTreeMap;

use serde::Serialize;

use super::groups::GROUP_KEYS;
use super::library::Library;
use super::parse::KEYS;
use super::phrase::{Shown, shown};
use super::spelling::{CampaignSector, sectors};
use super::tables::{AIR_KEYS, NIGHT_KEYS, TRIGGER_KEYS, WHEN_KEYS};
use super::words::{
    BATTLES, CLAUSE, CLAUSES, CRIPPLES, EDGES, HUNTERS, NUMBERS, POSTURE, POSTURES, SHARES, USES, unit_words,
};
use super::{Asw, Load, MOST_GROUPS, MOST_TRIGGERS, Multirole, NightAir, Station, Strafe, Targeting};
use crate::cards::{Ability, Cards, Kind};
use crate::map::{LARGE_COLUMNS, ROWS, Sector};
use engine::doctrine::vocabulary::packed;
use engine::side::Side;
use engine::tags::Tagged;

/// A plan that has a name: which battles it serves, and its groups.
#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    serves: String,
    groups: Vec<&'a str>,
}

/// Words that are known and the sentence that lists them.
#[derive(Serialize)]
struct Phrases {
    known: Vec<Shown>,
    listed: &'static str,
}

/// All that battle plans can say in a match.
#[derive(Serialize)]
pub struct PlanWords<'a> {
    /// The plans that have a name, the built-in one first.
    plans: Vec<Named<'a>>,
    /// The keys of each part.
    keys: BTreeMap<&'static str, &'static [&'static str]>,
    /// Which battles a plan can serve beside those of a sector, each with what it is called.
    battles: Vec<(&'static str, String)>,
    /// How many sectors there are.
    sectors: usize,
    /// What people call each of them.
    places: Vec<String>,
    /// Every word for a side, with that side, and the sides that fight here.
    sides: BTreeMap<&'static str, &'static str>,
    fighting: Vec<&'static str>,
    /// The words for units that a player is offered, more that are understood, and the ids of cards
    /// ([`packed`]).
    units: Vec<&'static str>,
    kinds: &'static [&'static str],
    cards: String,
    /// What people call each of them.
    called: Vec<&'a str>,
    targets: &'static [&'static str],
    /// The words of which a key takes one, by part and key.
    choices: BTreeMap<&'static str, Vec<&'static str>>,
    /// From which number to which, by key.
    numbers: BTreeMap<&'static str, (u8, u8)>,
    shares: Vec<&'static str>,
    hunters: Vec<&'static str>,
    postures: Phrases,
    clauses: Phrases,
    uses: Vec<Shown>,
    abilities: Vec<&'static str>,
    /// How many rows the battle map has, and its last sector.
    rows: u8,
    last: String,
    /// Most groups and triggers.
    most: (usize, usize),
}

/// The words of battle plans, on a map and where these sides fight.
pub fn vocabulary<'a>(
    cards: &'a Cards,
    library: &'a Library,
    map: &[CampaignSector<'_>],
    sides: &[Side],
) -> PlanWords<'a> {
    let mut sorted: Vec<(String, &str)> =
        cards.iter().map(|(_, card)| (card.id.clone(), card.name.as_str())).collect();
    sorted.sort();
    let (ids, called): (Vec<String>, Vec<&str>) = sorted.into_iter().unzip();
    let plans = library.drafts().map(|(name, draft)| Named {
        name,
        serves: draft.serves.to_string(),
        groups: draft.groups.iter().map(|group| group.name.text.as_str()).collect(),
    });
    let battles = BATTLES.map(|(word, serves)| (word, serves.to_string()));
    PlanWords {
        plans: plans.collect(),
        keys: BTreeMap::from([
            ("plan", &KEYS[..]),
            ("group", &GROUP_KEYS),
            ("air", &AIR_KEYS),
            ("night", &NIGHT_KEYS),
            ("trigger", &TRIGGER_KEYS),
            ("when", &WHEN_KEYS),
        ]),
        battles: battles.to_vec(),
        sectors: map.len(),
        places: sectors(map).map(|(_, name)| name).collect(),
        sides: Side::words().map(|(word, side)| (word, side.id())).collect(),
        fighting: sides.iter().map(|side| side.id()).collect(),
        units: unit_words().collect(),
        kinds: Kind::WORDS,
        cards: packed(&ids),
        called,
        targets: Targeting::WORDS,
        choices: choices(),
        numbers: NUMBERS.into_iter().map(|(key, least, most)| (key, (least, most))).collect(),
        shares: first(&SHARES),
        hunters: first(&HUNTERS),
        postures: Phrases { known: shown(&POSTURE), listed: POSTURES },
        clauses: Phrases { known: shown(&CLAUSE), listed: CLAUSES },
        uses: shown(&USES),
        abilities: Ability::ALL.into_iter().map(Ability::name).collect(),
        rows: ROWS,
        last: Sector::new(LARGE_COLUMNS - 1, ROWS - 1).to_string(),
        most: (MOST_GROUPS, MOST_TRIGGERS),
    }
}

/// The words of a table.
fn first<T>(table: &[(&'static str, T)]) -> Vec<&'static str> {
    table.iter().map(|(word, _)| *word).collect()
}

fn choices() -> BTreeMap<&'static str, Vec<&'static str>> {
    BTreeMap::from([
        ("plan edge", first(&EDGES)),
        ("plan cripples", first(&CRIPPLES)),
        ("group station", Station::WORDS.to_vec()),
        ("group asw", Asw::WORDS.to_vec()),
        ("air weapon", Load::WORDS.to_vec()),
        ("air strafe", Strafe::WORDS.to_vec()),
        ("air multirole", Multirole::WORDS.to_vec()),
        ("night air", NightAir::WORDS.to_vec()),
    ])
}
