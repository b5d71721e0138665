//! Pictures of the battle map: what stands where at the end of a turn, as typed rows.

use serde::{Deserialize, Serialize};

use super::Outcome;
use super::dossier::Dossier;
use super::log::{Entry, Id};
use super::map::{End, ROWS, Sector};
use crate::cards::{Cards, Kind};
use engine::side::Side;
use engine::view::{Piece, Plot, Water, Waters};

/// What stands in a sector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// Its id.
    pub unit: String,
    /// Its card.
    pub card: String,
    /// Whose it is.
    pub side: Side,
    /// Where.
    pub at: Sector,
    /// Whether it is crippled.
    #[serde(default, skip_serializing_if = "is_false")]
    pub crippled: bool,
    /// Whether it was sunk here since the picture before.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sunk: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// The map at the end of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// The turn; 0 after the set-up.
    pub turn: u8,
    /// Whether it is night.
    pub night: bool,
    /// Columns of the map.
    pub columns: u8,
    /// Islands.
    pub islands: Vec<Sector>,
    /// Squalls.
    pub squalls: Vec<Sector>,
    /// Smoke.
    pub smoke: Vec<Sector>,
    /// What stands there, ships and boats, and what was sunk.
    pub counters: Vec<Counter>,
}

/// The map after the set-up, at the end of each turn that is a multiple of `every`, and at the end.
pub fn pictures(cards: &Cards, dossier: &Dossier, outcome: &Outcome, every: u8) -> Vec<Picture> {
    let mut at: Vec<Option<Sector>> = vec![None; outcome.roster.len()];
    let mut crippled = vec![false; outcome.roster.len()];
    let mut sunk: Vec<Id> = Vec::new();
    let mut now = Picture::empty(dossier);
    let mut pictures = Vec::new();
    for entry in &outcome.log {
        match entry {
            Entry::Turn { turn, night } => {
                if now.turn.is_multiple_of(every.max(1)) {
                    pictures.push(Picture {
                        counters: counters(cards, dossier, outcome, &at, &crippled, &sunk),
                        ..now.clone()
                    });
                    for id in sunk.drain(..) {
                        at[usize::from(id.0)] = None;
                    }
                }
                (now.turn, now.night) = (*turn, *night);
            }
            Entry::Deployed { unit, at: to }
            | Entry::Moved { unit, to, .. }
            | Entry::Ashore { unit, at: to } => {
                at[usize::from(unit.0)] = Some(*to);
            }
            Entry::Left { unit, .. } => at[usize::from(unit.0)] = None,
            Entry::Destroyed { unit, .. } => sunk.push(*unit),
            Entry::Damaged { unit, crippled: now, .. } => crippled[usize::from(unit.0)] = *now,
            Entry::Smoke { at, gone } => {
                now.smoke.retain(|other| other != at);
                if !gone {
                    now.smoke.push(*at);
                }
            }
            Entry::Squall { from, to, .. } => {
                if let Some(place) = now.squalls.iter().position(|squall| squall == from) {
                    now.squalls.remove(place);
                }
                now.squalls.extend(*to);
            }
            _ => {}
        }
    }
    pictures.push(Picture { counters: counters(cards, dossier, outcome, &at, &crippled, &sunk), ..now });
    pictures
}

fn counters(
    cards: &Cards,
    dossier: &Dossier,
    outcome: &Outcome,
    at: &[Option<Sector>],
    crippled: &[bool],
    sunk: &[Id],
) -> Vec<Counter> {
    let lost = |place: usize| sunk.iter().any(|id| usize::from(id.0) == place);
    let rows = outcome.roster.iter().enumerate().filter_map(|(place, name)| {
        letters(cards[cards.by_id(&name.card)?].kind)?;
        Some(Counter {
            unit: name.unit.clone(),
            card: name.card.clone(),
            side: dossier.side(name.end),
            at: at[place]?,
            crippled: crippled[place],
            sunk: lost(place),
        })
    });
    rows.collect()
}

/// The letters of a counter; aircraft have none, since they are at home at the end of a turn.
const fn letters(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Battleship => "BB",
        Kind::Carrier => "CV",
        Kind::Cruiser => "CA",
        Kind::Destroyer => "DD",
        Kind::TorpedoBoat => "TB",
        Kind::Auxiliary => "AX",
        Kind::Submarine => "SS",
        Kind::ShoreBattery => "SB",
        Kind::Airbase => "AF",
        Kind::RepairFacility | Kind::ConstructionYard | Kind::ConstructionPen | Kind::AircraftFactory => "LB",
        Kind::Infantry | Kind::Commando => "IN",
        Kind::Fighter | Kind::DiveBomber | Kind::TorpedoBomber | Kind::PatrolBomber => return None,
    })
}

impl Picture {
    /// The map before anybody has deployed: terrain, and what stands on the island.
    pub fn opening(cards: &Cards, dossier: &Dossier) -> Picture {
        let counters = End::BOTH.into_iter().flat_map(|end| {
            let standing =
                dossier.force(end).ashore.iter().filter_map(|hull| Some((hull, *hull.at.first()?)));
            standing.filter_map(move |(hull, at)| {
                letters(cards[cards.by_id(&hull.card)?].kind)?;
                Some(Counter {
                    unit: hull.unit.clone(),
                    card: hull.card.clone(),
                    side: dossier.side(end),
                    at,
                    crippled: false,
                    sunk: false,
                })
            })
        });
        Picture { counters: counters.collect(), ..Picture::empty(dossier) }
    }

    /// The map with its terrain.
    fn empty(dossier: &Dossier) -> Picture {
        let spaces = dossier.territory.iter().flat_map(|it| &it.spaces);
        Picture {
            turn: 0,
            night: false,
            columns: dossier.grid().columns,
            islands: dossier.islands.iter().chain(spaces).copied().collect(),
            squalls: dossier.squalls.clone(),
            smoke: Vec::new(),
            counters: Vec::new(),
        }
    }

    /// What of it cannot be, in a sentence.
    pub fn misfit(&self, cards: &Cards) -> Option<String> {
        if self.columns == 0 || self.columns > 22 {
            return Some(format!("a battle map of {} columns", self.columns));
        }
        let unknown = self.counters.iter().find(|counter| cards.by_id(&counter.card).is_none());
        unknown.map(|counter| format!("there is no card `{}`", counter.card))
    }

    /// The picture as a page draws it.
    pub fn plot(&self, cards: &Cards) -> Plot {
        let cell = |sector: Sector| (sector.column(), sector.row());
        let waters =
            [(&self.islands, Waters::Land), (&self.squalls, Waters::Squall), (&self.smoke, Waters::Smoke)];
        let water = |(sectors, what): (&Vec<Sector>, Waters)| {
            sectors.iter().map(|at| Water { at: cell(*at), what }).collect::<Vec<_>>()
        };
        let piece = |counter: &Counter| {
            let card = &cards[cards.by_id(&counter.card)?];
            Some(Piece {
                name: card.name.clone(),
                letters: letters(card.kind)?.to_owned(),
                side: counter.side,
                at: cell(counter.at),
                hurt: counter.crippled,
                lost: counter.sunk,
            })
        };
        Plot {
            title: match self.turn {
                0 => "After the set-up".to_owned(),
                turn => format!("After turn {turn}"),
            },
            columns: self.columns,
            rows: ROWS,
            night: self.night,
            waters: waters.into_iter().flat_map(water).collect(),
            pieces: self.counters.iter().filter_map(piece).collect(),
        }
    }
}
