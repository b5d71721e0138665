//! The dossier as a page to print and lay beside the map: both forces with the values of their cards, the
//! turns, the map, and what the campaign changes (battle plans 1.3).

use serde::Serialize;

use super::dossier::{Dossier, Force, Handicap, Hull, Kind as BattleKind, Plane};
use super::map::End;
use super::picture::Picture;
use crate::cards::{Card, Cards, Weapon};
use engine::problem::count;
use engine::view::Plot;

/// A dossier as its templates see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Page {
    /// The name of the battle.
    pub battle: String,
    /// Where it is fought, in words; empty if that is not known.
    pub place: String,
    /// Whether it is about a convoy.
    pub convoy: bool,
    /// How to set up, a sentence each.
    pub briefing: Vec<String>,
    /// The turns, to be ticked off.
    pub turns: Vec<Turn>,
    /// The sides, that of column A first.
    pub sides: Vec<Side>,
    /// The advanced rules in force.
    pub options: Vec<String>,
}

/// A turn of the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// Its number.
    pub turn: u8,
    /// Whether it is night.
    pub night: bool,
}

/// What a side brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Side {
    /// Its word.
    pub side: engine::side::Side,
    /// Its name.
    pub name: &'static str,
    /// The column in which it starts.
    pub column: char,
    /// What it has to bear, a sentence each.
    pub handicaps: Vec<&'static str>,
    /// Its units: ships, submarines, land bases and troops, aircraft, ships in port.
    pub parts: Vec<Part>,
}

/// Units of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// What they are.
    pub title: &'static str,
    /// The units.
    pub units: Vec<Row>,
}

/// A unit with what its card says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Its id, by which the result names it.
    pub unit: String,
    /// The printed name of its card.
    pub name: String,
    /// What it is, in words.
    pub kind: String,
    /// What it is worth.
    pub cost: u16,
    /// Speed, armor, hull and the like, as far as it has them.
    pub values: Vec<String>,
    /// A line for each weapon, with its dice at range 0 to 3.
    pub weapons: Vec<String>,
    /// Its special abilities.
    pub abilities: Vec<&'static str>,
    /// What of its state players should know: where it stands or is based, and how it rearms.
    pub note: String,
}

impl Page {
    /// The page of a dossier; `place` says where it is fought.
    pub fn of(cards: &Cards, dossier: &Dossier, place: &str) -> Page {
        let last = char::from(b'A' + dossier.grid().columns - 1);
        let side = |end: End| Side {
            side: dossier.side(end),
            name: dossier.side(end).name(),
            column: if end == End::A { 'A' } else { last },
            handicaps: dossier.force(end).handicaps.iter().map(handicap).collect(),
            parts: parts(cards, dossier.force(end)),
        };
        Page {
            battle: dossier.battle.clone(),
            place: place.to_owned(),
            convoy: dossier.kind == BattleKind::Convoy,
            briefing: dossier.setting(),
            turns: (1..=dossier.turns())
                .map(|turn| Turn { turn, night: dossier.time.is_night(turn) })
                .collect(),
            sides: End::BOTH.map(side).into(),
            options: dossier.options.clone(),
        }
    }
}

/// What the map shows before anybody has deployed: terrain, and what stands on the island.
pub fn map(cards: &Cards, dossier: &Dossier) -> Plot {
    Plot { title: "Before anybody has deployed".to_owned(), ..Picture::opening(cards, dossier).plot(cards) }
}

const fn handicap(of: &Handicap) -> &'static str {
    match of {
        Handicap::DefectiveTorpedoes => "Torpedoes of its submarines and aircraft are defective.",
    }
}

/// The units of a side by kind; a kind without units is left out.
fn parts(cards: &Cards, force: &Force) -> Vec<Part> {
    let hulls = |of: &[Hull]| of.iter().filter_map(|hull| hull_row(cards, hull)).collect();
    let planes = force.aircraft.iter().filter_map(|plane| plane_row(cards, plane)).collect();
    let parts = [
        ("Ships", hulls(&force.ships)),
        ("Submarines", hulls(&force.submarines)),
        ("Land bases and troops", hulls(&force.ashore)),
        ("Aircraft", planes),
        ("In port, out of the battle", hulls(&force.in_port)),
    ];
    parts
        .into_iter()
        .map(|(title, units)| Part { title, units })
        .filter(|part| !part.units.is_empty())
        .collect()
}

fn hull_row(cards: &Cards, hull: &Hull) -> Option<Row> {
    let card = &cards[cards.by_id(&hull.card)?];
    let mut row = row(card, &hull.unit, hull.damage, hull.standing().unwrap_or_default());
    row.cost = hull.cost.unwrap_or(row.cost);
    Some(row)
}

fn plane_row(cards: &Cards, plane: &Plane) -> Option<Row> {
    let card = &cards[cards.by_id(&plane.card)?];
    Some(row(card, &plane.unit, 0, plane.basing()))
}

fn row(card: &Card, unit: &str, damage: u8, note: String) -> Row {
    let mut values = Vec::new();
    if card.kind.is_afloat() {
        values.push(format!("speed {}", card.speed));
    }
    values.extend((card.armor > 0).then(|| format!("armor {}", card.armor)));
    values.extend((card.vital > 0).then(|| format!("vital armor {}", card.vital)));
    if !card.kind.is_aircraft() {
        let lost = if damage > 0 { format!(", {damage} lost") } else { String::new() };
        values.push(format!("{}{lost}", count(usize::from(card.hull), "hull point")));
    }
    values.extend((card.flagship > 0).then(|| format!("flagship {}", card.flagship)));
    values.extend((card.capacity > 0).then(|| format!("bases {} aircraft", card.capacity)));
    let weapon = |weapon: &Weapon| {
        let dice = card.line(*weapon).map(|dice| if dice == 0 { "-".to_owned() } else { dice.to_string() });
        format!("{} {}", weapon.word(), dice.join("/"))
    };
    Row {
        unit: unit.to_owned(),
        name: card.name.clone(),
        kind: card.kind.word().replace('-', " "),
        cost: card.cost,
        values,
        weapons: Weapon::ALL.iter().filter(|weapon| card.carries(**weapon)).map(weapon).collect(),
        abilities: card.abilities.iter().map(|ability| ability.name()).collect(),
        note,
    }
}
