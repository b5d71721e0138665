//! The dossier of a battle: what both sides of it know (battle plans 1.3).

use crate::WarAtSea;
use crate::board::{Kind as BoardKind, SectorId};
use crate::files::scenarios::Balance;
use crate::options::Rule;
use crate::state::{Place, UnitId, War, Waters};
use engine::side::Side;
use tactical::cards::Kind as CardKind;
use tactical::dossier::{
    Dossier, Extent, Force, Handicap, Hull, Kind, Plane, RETREAT_FROM, Relief, Rules, Territory, Time,
};
use tactical::{End, Sector};

use super::forces::{Forces, Part};

/// What a battle is between, and where.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
    /// Where.
    pub at: SectorId,
    /// Its number in the sector, from 1.
    pub number: u8,
    /// The sides, that of column A first.
    pub sides: [Side; 2],
    /// Which of them deploys first.
    pub first: End,
    /// What of each side's forces takes part.
    pub parts: [Part; 2],
    /// The turn on which a convoy's task force comes to its relief (WSC-11.13-10).
    pub relief: Option<u8>,
    /// Whether nobody's island lies on the second map of a large one (WSC-11.4-2).
    pub beyond: bool,
}

impl Meeting {
    /// Whether it is about the convoy of the side in column A.
    pub(super) fn is_of_a_convoy(&self) -> bool {
        matches!(self.parts[0], Part::Convoy | Part::Relieved)
    }
}

const REMINDERS: [&str; 4] = [
    "there are no objectives",
    "the battle ends after the last turn or when one side has nothing left",
    "expert abilities help only aircraft of carriers on the map",
    "a target in another sector of cover than its attacker adds 1 to its concealment roll",
];

impl WarAtSea {
    /// The name of a battle.
    pub(crate) fn battle_name(&self, war: &War, at: SectorId, number: u8) -> String {
        format!("t{}/{}/{number}", war.turn, self.board.sector(at).id)
    }

    /// The dossier of a meeting in waters that were rolled.
    pub(crate) fn dossier(&self, war: &War, meeting: &Meeting, waters: &Waters) -> Dossier {
        let Meeting { at, number, sides, first, parts, relief, beyond } = meeting;
        let convoy = meeting.is_of_a_convoy();
        let sectors =
            |words: &[String]| words.iter().filter_map(|word| Sector::parse(word)).collect::<Vec<_>>();
        let controller = sides.iter().position(|side| war.holds(*side, *at));
        let controller = controller.map(|end| End::BOTH[end]);
        // Attacks on land bases are those on task forces (WSC-8.7-2): a convoy is fought out at sea.
        let ashore = self.has(Rule::Territory) && !convoy;
        let territory = ashore.then(|| self.island(*at, controller, *beyond));
        let mut islands = sectors(&waters.islands);
        if let Some(territory) = &territory {
            // WSC-11.4-6.
            islands.retain(|island| territory.spaces.iter().all(|space| island.range(*space) > 1));
        }
        let large = self.has(Rule::LargeBattleMap) && !convoy;
        let forces = [0, 1].map(|of| self.part(war, (sides[of], sides[1 - of]), *at, parts[of]));
        let relief = relief.map(|turn| Relief {
            turn,
            units: forces[0]
                .ships
                .iter()
                .chain(&forces[0].submarines)
                .filter(|unit| !war.unit(**unit).convoy)
                .map(|unit| self.unit_word(war, *unit))
                .collect(),
        });
        let force = |of: usize| self.force(war, sides[of], *at, territory.as_ref(), &forces[of]);
        Dossier {
            battle: self.battle_name(war, *at, *number),
            kind: if convoy { Kind::Convoy } else { Kind::Fleet },
            map: if large { Extent::Large } else { Extent::Standard },
            controller,
            sides: *sides,
            forces: [force(0), force(1)],
            deploys_first: *first,
            time: Time::try_from(waters.time.clone()).unwrap_or_default(),
            islands,
            squalls: sectors(&waters.squalls),
            retreat_from: RETREAT_FROM,
            rules: Rules {
                aircraft_ammunition: self.has(Rule::AircraftAmmunition),
                aircraft_damage: self.has(Rule::AircraftDamage),
                territory: ashore,
                ground_combat: ashore && self.has(Rule::GroundCombat),
                decks_keep_at_night: true,
                ..Rules::default()
            },
            territory,
            relief,
            options: self.scenario.chosen.advanced().into_iter().map(str::to_owned).collect(),
            reminders: REMINDERS.map(str::to_owned).into(),
        }
    }

    /// What a side brings.
    fn force(
        &self,
        war: &War,
        side: Side,
        at: SectorId,
        territory: Option<&Territory>,
        forces: &Forces,
    ) -> Force {
        let Forces { ships, submarines, aircraft, in_port, ashore, aboard, invades: _ } = forces;
        let hull = |unit: &UnitId| {
            let state = war.unit(*unit);
            let cost = state.makes.map(|makes| self.facilities.factory_price(self.cards[makes].cost));
            Hull {
                unit: self.unit_word(war, *unit),
                card: self.cards[state.card].id.clone(),
                damage: state.damage,
                at: Vec::new(),
                aboard: None,
                cost,
            }
        };
        let hulls = |units: &[UnitId]| units.iter().map(hull).collect::<Vec<_>>();
        let mut bases = hulls(ashore);
        if let Some(territory) = territory {
            self.put_ashore(&mut bases, territory);
        }
        bases.extend(hulls(aboard).into_iter().zip(aboard).map(|(hull, unit)| Hull {
            aboard: match war.unit(*unit).place {
                Place::Aboard(ship) => Some(self.unit_word(war, ship)),
                _ => None,
            },
            ..hull
        }));
        let mut airfields = self.airfields(war, ashore);
        let plane = |unit: &UnitId| self.plane(war, *unit, at, ships, &mut airfields);
        let bad_torpedoes = self.admiralty(side).is_some_and(|it| it.balance == Some(Balance::B));
        Force {
            ships: hulls(ships),
            submarines: hulls(submarines),
            aircraft: aircraft.iter().map(plane).collect(),
            in_port: hulls(in_port),
            ashore: bases,
            handicaps: if bad_torpedoes { vec![Handicap::DefectiveTorpedoes] } else { Vec::new() },
        }
    }

    /// The airbases among land bases with their room.
    fn airfields(&self, war: &War, ashore: &[UnitId]) -> Vec<(UnitId, u8)> {
        let airbase = |unit: &UnitId| {
            let state = war.unit(*unit);
            let card = &self.cards[state.card];
            (card.kind == CardKind::Airbase)
                .then(|| (*unit, card.capacity.min(card.hull.saturating_sub(state.damage))))
        };
        ashore.iter().filter_map(airbase).collect()
    }

    /// An aircraft with its base: a carrier or airbase of the battle, or one off the map with its rearm
    /// markers (WSC-11.6-4); one that is away on a Carrier Strike while its carrier is attacked, or was sunk
    /// already, flies once (WSC-8.4-2).
    fn plane(
        &self,
        war: &War,
        unit: UnitId,
        at: SectorId,
        ships: &[UnitId],
        airfields: &mut [(UnitId, u8)],
    ) -> Plane {
        let state = war.unit(unit);
        let (id, card) = (self.unit_word(war, unit), self.cards[state.card].id.clone());
        let here = |base: UnitId| Plane {
            unit: id.clone(),
            card: card.clone(),
            base: self.unit_word(war, base),
            distance: None,
            markers: None,
            one_mission: false,
        };
        let home = war.sector_of(unit).unwrap_or(at);
        match state.place {
            Place::Deck(carrier) if ships.contains(&carrier) => return here(carrier),
            Place::Base(base) if base == at => {
                if let Some((airfield, room)) = airfields.iter_mut().find(|(_, room)| *room > 0) {
                    *room -= 1;
                    return here(*airfield);
                }
            }
            _ => {}
        }
        let distance = self.board.steps(home, at);
        let deck_lost = matches!(state.place, Place::Deck(deck) if war.unit(deck).place == Place::Lost);
        let carrier_strike = matches!(state.place, Place::Deck(_)) && home != at;
        let base = match state.place {
            Place::Deck(carrier) => self.unit_word(war, carrier),
            _ => self.board.sector(home).id.clone(),
        };
        Plane {
            unit: id,
            card,
            base,
            distance: Some(distance),
            markers: Some(distance.saturating_mul(2).max(1)),
            one_mission: deck_lost || carrier_strike && self.is_attacked(war, state.side, home),
        }
    }

    /// Whether a side's sector is attacked this turn: a battle is fought there in which it takes part.
    pub(super) fn is_attacked(&self, war: &War, side: Side, at: SectorId) -> bool {
        let own = self.forces(war, side, at);
        let fought = war.fought.iter().any(|fought| fought.at == at && fought.sides.contains(&side));
        fought || side.others(self.scenario.sides).any(|other| self.meet(&own, &self.forces(war, other, at)))
    }

    /// The island of a Territory sector (WSC-11.4-1 to WSC-11.4-5, WSC-11.12-1).
    fn island(&self, at: SectorId, controller: Option<End>, beyond: bool) -> Territory {
        let (large, ground) = (self.has(Rule::LargeBattleMap), self.has(Rule::GroundCombat));
        let word = match (controller, large) {
            (None, false) => "F5",
            // A5 of the second map is column L of both.
            (None, true) => {
                if beyond {
                    "L5"
                } else {
                    "K5"
                }
            }
            (Some(_), false) => "C5",
            (Some(_), true) if ground => "I5",
            (Some(_), true) => "E5",
        };
        let centre = Sector::parse(word).unwrap_or(Sector::new(5, 4));
        let centre = match controller {
            Some(End::K) => Sector::new(if large { 21 } else { 10 } - centre.column(), centre.row()),
            _ => centre,
        };
        Territory { centre, spaces: spaces(self.board.sector(at).kind, centre) }
    }

    /// Puts land bases and ground units into spaces: three SPACES of bases and four ground units each
    /// (WSC-17-1, WSC-17-7). The largest bases choose first.
    fn put_ashore(&self, bases: &mut [Hull], territory: &Territory) {
        let mut room: Vec<Room> =
            territory.spaces.iter().map(|space| Room { space: *space, bases: 3, ground: 4 }).collect();
        let card = |hull: &Hull| self.cards.by_id(&hull.card).map(|card| &self.cards[card]);
        let mut order: Vec<&mut Hull> = bases.iter_mut().collect();
        order.sort_by_key(|hull| std::cmp::Reverse(card(hull).map(|card| card.spaces)));
        for hull in order {
            let Some(card) = card(hull) else { continue };
            if !card.kind.is_ground() {
                hull.at = berth(&mut room, card.spaces);
            } else if let Some(room) = room.iter_mut().max_by_key(|room| room.ground)
                && room.ground > 0
            {
                room.ground -= 1;
                hull.at = vec![room.space];
            }
        }
    }
}

/// What a space of an island still has room for.
struct Room {
    space: Sector,
    /// SPACES of land bases.
    bases: u8,
    /// Ground units of the side.
    ground: u8,
}

/// The spaces that a base of so many SPACES takes: one, or if it is larger than a space two that touch
/// (WSC-17-7), the fullest in which it fits. A base that fits nowhere whole crowds the emptiest space.
fn berth(room: &mut [Room], needs: u8) -> Vec<Sector> {
    let all = 0..room.len();
    let fits = |at: &usize| room[*at].bases >= needs;
    if let Some(at) = all.clone().filter(fits).min_by_key(|at| room[*at].bases) {
        room[at].bases -= needs;
        return vec![room[at].space];
    }
    let pairs = all.clone().flat_map(|one| all.clone().map(move |other| (one, other)));
    let both = |(one, other): &(usize, usize)| room[*one].bases + room[*other].bases;
    let touch = pairs.filter(|pair @ (one, other)| {
        let two = room[*one].bases > 0 && room[*other].bases > 0;
        two && needs > 3 && both(pair) >= needs && room[*one].space.range(room[*other].space) == 1
    });
    if let Some((one, other)) = touch.min_by_key(both) {
        let first = room[one].bases;
        room[one].bases = 0;
        room[other].bases -= needs - first;
        return vec![room[one].space, room[other].space];
    }
    let Some(most) = room.iter_mut().rev().max_by_key(|room| room.bases) else { return Vec::new() };
    most.bases = most.bases.saturating_sub(needs);
    vec![most.space]
}

/// The spaces of an island by the kind of its sector: rows of four around the centre, the centre and its six
/// neighbours, the centre and two neighbours that touch, or the centre alone (WSC-11.4-5).
fn spaces(kind: BoardKind, centre: Sector) -> Vec<Sector> {
    let near = |range: u8| {
        let columns = centre.column().saturating_sub(2)..=centre.column() + 2;
        columns
            .flat_map(|column| (0..8).map(move |row| Sector::new(column, row)))
            .filter(move |space| space.range(centre) <= range)
            .collect::<Vec<_>>()
    };
    let mut spaces = match kind {
        BoardKind::Empty => return vec![centre],
        BoardKind::Small => {
            let mut near: Vec<Sector> = near(1).into_iter().filter(|space| *space != centre).collect();
            let first = near.remove(0);
            let second = near.into_iter().find(|space| space.range(first) == 1).unwrap_or(first);
            return vec![centre, first, second];
        }
        BoardKind::Large => near(1),
        BoardKind::Capital => {
            let columns = [centre.column() - 1, centre.column(), centre.column() + 1];
            let rows = centre.row() - 2..=centre.row() + 1;
            columns
                .into_iter()
                .flat_map(|column| rows.clone().map(move |row| Sector::new(column, row)))
                .collect()
        }
    };
    spaces.sort_by_key(|space| (*space != centre, *space));
    spaces
}
