//! A battle between two fleets on their own, as `odds`, tests and curious players lay one out.

use super::dossier::{
    Dossier, Extent, Force, Hull, Kind, LONG_TURNS, Plane, RETREAT_FROM, Rules, TURNS, Time,
};
use super::map::{End, Sector};
use crate::abilities::{May, table};
use crate::cards::{CardId, Cards};
use engine::side::Side;

/// A fleet: whose it is, and its cards with hull points that they have lost.
#[derive(Clone, Debug)]
pub struct Fleet {
    /// Whose it is.
    pub side: Side,
    /// Its units.
    pub units: Vec<(CardId, u8)>,
}

/// Where and when two fleets meet.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// Whether on the large map.
    pub large: bool,
    /// Whether one side is a convoy: that in column A.
    pub convoy: bool,
    /// The turns that are night.
    pub night: Vec<u8>,
    /// Islands.
    pub islands: Vec<Sector>,
    /// Squalls.
    pub squalls: Vec<Sector>,
    /// Who controls the sector.
    pub controller: Option<End>,
    /// The rules in force.
    pub rules: Rules,
}

/// A dossier of two fleets, the first in column A. Aircraft fill the decks that may take them, in the order
/// of the list; the others fly from a base in the sector, off the map.
pub fn dossier(cards: &Cards, battle: &str, fleets: &[Fleet; 2], setting: &Setting) -> Dossier {
    let turns = if setting.large || setting.convoy { LONG_TURNS } else { TURNS };
    Dossier {
        battle: battle.to_owned(),
        kind: if setting.convoy { Kind::Convoy } else { Kind::Fleet },
        map: if setting.large { Extent::Large } else { Extent::Standard },
        controller: setting.controller,
        sides: [fleets[0].side, fleets[1].side],
        forces: [force(cards, &fleets[0], 1001), force(cards, &fleets[1], 2001)],
        deploys_first: End::A,
        time: Time::new(turns, |turn| setting.night.contains(&turn)),
        islands: setting.islands.clone(),
        squalls: setting.squalls.clone(),
        retreat_from: RETREAT_FROM,
        rules: setting.rules,
        territory: None,
        relief: None,
        options: Vec::new(),
        reminders: Vec::new(),
    }
}

/// What a fleet brings, its units numbered from `serial`.
fn force(cards: &Cards, fleet: &Fleet, serial: u32) -> Force {
    let mut force = Force::default();
    let mut decks: Vec<(String, u8)> = Vec::new();
    let mut planes = Vec::new();
    for (number, (card, damage)) in (serial..).zip(&fleet.units) {
        let its = &cards[*card];
        let unit = format!("{}-{number}", its.id);
        if its.kind.is_aircraft() {
            planes.push((unit, *card));
            continue;
        }
        if its.kind.is_ship() && its.capacity > 0 {
            decks.push((unit.clone(), its.capacity));
        }
        let hull =
            Hull { unit, card: its.id.clone(), damage: *damage, at: Vec::new(), aboard: None, cost: None };
        if its.kind.is_ship() { force.ships.push(hull) } else { force.submarines.push(hull) }
    }
    for (unit, card) in planes {
        let its = &cards[card];
        let deck = decks.iter_mut().find(|(_, room)| *room > 0).filter(|_| flies_from_decks(cards, card));
        let (base, off) = match deck {
            Some((deck, room)) => {
                *room -= 1;
                (deck.clone(), false)
            }
            None => ("sector".to_owned(), true),
        };
        force.aircraft.push(Plane {
            unit,
            card: its.id.clone(),
            base,
            distance: off.then_some(0),
            markers: off.then_some(1),
            one_mission: false,
        });
    }
    force
}

/// Whether an aircraft is one of those that decks take.
fn flies_from_decks(cards: &Cards, card: CardId) -> bool {
    use crate::cards::Kind;
    let its = &cards[card];
    its.kind != Kind::PatrolBomber && !its.abilities.meets(table().who(May::StayAshore))
}
