//! What can happen in Trident, who hears of it, and what it changes.

use sealord::events::{events, line};
use sealord::fields::{Count, Face, Field, Fits, Is, Many, Text, below, is, kinds, named};
use sealord::rules::roster::UnitId;
use sealord::side::{Side, SideMap};
use sealord::system::Events;

use super::observer::Observer;
use super::sea::{Phase, Ruling, Sea, Sunk, ZoneId};
use super::{SIDES, Trident};

named! { Phase: "phase" }

kinds! {
    Trident, told to Observer<'_>:
    /// A ship of the match, by its id.
    Ship(UnitId) = Field::Id(
        |trident, at| trident.ships.0.get(at).map(|it| it.id.clone()),
        |trident, id| trident.ships.by_id(id).map(drop).ok_or_else(|| format!("there is no ship `{id}`")),
    ), |trident, ship| {
        below(ship.0.into(), trident.ships.0.len(), "ship")
    }, told |observer, ship| observer.unit(*ship);

    /// A zone, by its id.
    Zone(ZoneId) = Field::Id(
        |trident, at| trident.zones.get(at).map(|it| it.id.clone()),
        |trident, id| trident.zone_called(id).map(drop).ok_or_else(|| format!("there is no zone `{id}`")),
    ), |trident, zone| {
        below(zone.0.into(), trident.zones.len(), "zone")
    }, told |observer, zone| observer.name(*zone);

    /// A side of the match.
    Fleet(Side) = Field::Word("side", is::<_, Side>), |_, side| { in_play(*side) };

    /// The points of each side.
    Points(SideMap<i32>) = Field::Word("points", is::<_, SideMap<i32>>), |_, points| {
        points.sides().try_for_each(in_play)
    }, told |_, points| points;
}

fn in_play(side: Side) -> Fits {
    if SIDES.contains(&side) { Ok(()) } else { Err(format!("there is no {side}")) }
}

events! {
    /// Something that happened.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Event of Trident, told to Observer<'_> {
        /// A part of a turn begins.
        PhaseBegan = "phase-began" { phase: Is<Phase> }
            rule "";
            told nobody;
        /// A ship sails.
        Sailed = "sailed" { ship => unit: Ship, to => place: Zone }
            rule "TRI-1";
            told |observer| if (observer.owns(*ship)) => open;
        /// Aircraft search a zone.
        Flew = "flew" { by => _: Fleet, zone => place: Zone }
            rule "TRI-2";
            told |observer| if (*by == observer.side) => open;
        /// A side searches a zone; only who finds something learns of it.
        Searched = "searched" { by: Fleet, zone: Zone, found: Many<Ship> }
            rule "TRI-3";
            told |observer| = ((*by == observer.side && !found.is_empty()).then(|| {
                let units: Vec<_> = found.iter().map(|ship| observer.unit(*ship)).collect();
                line!("found" { place: observer.name(*zone), units: units })
            }));
        /// A ship fires at another.
        Fired = "fired" { ship => unit: Ship, target: Ship, dice: Many<Face>, hits: Count<u8> }
            rule "TRI-4";
            told |observer| if (observer.owns(*ship) || observer.owns(*target)) => open;
        /// A ship sinks. Who hit it is known to those who read of the fire.
        Sank = "sank" { ship: Ship, by: Many<Fleet>, before: Many<Fleet> }
            rule "TRI-6";
            told |observer| if (observer.owns(*ship) || before.contains(&observer.side)) {
                side: observer.side_of(*ship), unit: observer.unit(*ship),
            };
        /// A turn is over.
        TurnEnded = "turn-ended" { turn: Count<u8> }
            rule "";
            told open;
        /// The match is over.
        MatchEnded = "match-ended" { points: Points }
            rule "TRI-6";
            told open;
        /// The umpire gives points.
        Ruled = "ruled" { reason: Text, change: Text, side: Fleet, points: Count<i32> }
            rule "";
            told |_| { reason, change };
    }
}

impl Events for Trident {
    fn apply(&self, sea: &mut Sea, event: &Event) {
        let turn = sea.turn;
        match event {
            Event::PhaseBegan { phase } => sea.phase = *phase,
            Event::Sailed { ship, to } => sea.ship_mut(*ship).at = *to,
            Event::Flew { .. } => {}
            Event::Searched { by, found, .. } => {
                found.iter().for_each(|ship| sea.ship_mut(*ship).see(*by, turn, false));
            }
            Event::Fired { ship, target, hits, .. } => {
                let sides = [*ship, *target].map(|ship| self.ships[ship].side());
                sea.ship_mut(*ship).see(sides[1], turn, true);
                sea.ship_mut(*target).see(sides[0], turn, true);
                sea.ship_mut(*target).hits += hits;
            }
            Event::Sank { ship, by, before } => {
                sea.ship_mut(*ship).sunk = Some(Sunk { turn, by: by.clone(), before: before.clone() });
            }
            Event::TurnEnded { .. } => {
                sea.turn += 1;
                sea.phase = Phase::Sailing;
            }
            Event::MatchEnded { .. } => sea.phase = Phase::Over,
            Event::Ruled { side, points, .. } => {
                sea.rulings.push(Ruling { turn, side: *side, points: *points });
            }
        }
    }

    fn fits(&self, event: &Event) -> Option<String> {
        match event {
            Event::Fired { dice, hits, .. } if usize::from(*hits) > dice.len() || dice.len() > 3 => {
                Some(format!("{hits} hits with {} dice", dice.len()))
            }
            _ => event.validate(self).err(),
        }
    }
}
