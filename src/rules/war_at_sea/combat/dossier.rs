//! The dossier of a battle: what both sides of it know (battle plans 1.3).

use crate::rules::war_at_sea::WarAtSea;
use crate::rules::war_at_sea::battle::dossier::{
    Dossier, Extent, Force, Handicap, Hull, Kind, Plane, RETREAT_FROM, Rules, Territory, Time,
};
use crate::rules::war_at_sea::battle::{End, Sector};
use crate::rules::war_at_sea::board::{Kind as BoardKind, SectorId};
use crate::rules::war_at_sea::cards::Kind as CardKind;
use crate::rules::war_at_sea::files::scenarios::Balance;
use crate::rules::war_at_sea::options::Rule;
use crate::rules::war_at_sea::state::{Place, UnitId, War, Waters};
use crate::side::Side;

use super::forces::Forces;

/// What a battle is between, and where.
#[derive(Clone, Debug)]
pub(in crate::rules::war_at_sea) struct Meeting {
    /// Where.
    pub at: SectorId,
    /// Its number in the sector, from 1.
    pub number: u8,
    /// The sides, that of column A first.
    pub sides: [Side; 2],
    /// Which of them deploys first.
    pub first: End,
}

const REMINDERS: [&str; 4] = [
    "there are no objectives",
    "the battle ends after the last turn or when one side has nothing left",
    "expert abilities help only aircraft of carriers on the map",
    "a target in another sector of cover than its attacker adds 1 to its concealment roll",
];

impl WarAtSea {
    /// The name of a battle.
    pub(super) fn battle_name(&self, war: &War, at: SectorId, number: u8) -> String {
        format!("t{}/{}/{number}", war.turn, self.board.sector(at).id)
    }

    /// The dossier of a meeting in waters that were rolled.
    pub(in crate::rules::war_at_sea) fn dossier(
        &self,
        war: &War,
        meeting: &Meeting,
        waters: &Waters,
    ) -> Dossier {
        let Meeting { at, number, sides, first } = meeting;
        let sectors =
            |words: &[String]| words.iter().filter_map(|word| Sector::parse(word)).collect::<Vec<_>>();
        let controller = sides.iter().position(|side| war.holds(*side, *at));
        let controller = controller.map(|end| End::BOTH[end]);
        let territory = self.has(Rule::Territory).then(|| self.island(war, *at, controller));
        let mut islands = sectors(&waters.islands);
        if let Some(territory) = &territory {
            // WSC-11.4-6.
            islands.retain(|island| territory.spaces.iter().all(|space| island.range(*space) > 1));
        }
        let large = self.has(Rule::LargeBattleMap);
        let force = |side: &Side| self.force(war, *side, *at, territory.as_ref());
        Dossier {
            battle: self.battle_name(war, *at, *number),
            kind: Kind::Fleet,
            map: if large { Extent::Large } else { Extent::Standard },
            controller,
            sides: *sides,
            forces: [force(&sides[0]), force(&sides[1])],
            deploys_first: *first,
            time: Time::try_from(waters.time.clone()).unwrap_or_default(),
            islands,
            squalls: sectors(&waters.squalls),
            retreat_from: RETREAT_FROM,
            rules: Rules {
                aircraft_ammunition: self.has(Rule::AircraftAmmunition),
                aircraft_damage: self.has(Rule::AircraftDamage),
                territory: self.has(Rule::Territory),
                ground_combat: self.has(Rule::GroundCombat),
                decks_keep_at_night: true,
                ..Rules::default()
            },
            territory,
            relief: None,
            options: self.scenario.chosen.advanced().into_iter().map(str::to_owned).collect(),
            reminders: REMINDERS.map(str::to_owned).into(),
        }
    }

    /// What a side brings.
    fn force(&self, war: &War, side: Side, at: SectorId, territory: Option<&Territory>) -> Force {
        let Forces { ships, submarines, aircraft, in_port, ashore } = self.forces(war, side, at);
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
        let mut bases = hulls(&ashore);
        if let Some(territory) = territory {
            self.put_ashore(&mut bases, territory);
        }
        let mut airfields = self.airfields(war, &ashore);
        let plane = |unit: &UnitId| self.plane(war, *unit, at, &ships, &mut airfields);
        let bad_torpedoes = self.admiralty(side).is_some_and(|it| it.balance == Some(Balance::B));
        Force {
            ships: hulls(&ships),
            submarines: hulls(&submarines),
            aircraft: aircraft.iter().map(plane).collect(),
            in_port: hulls(&in_port),
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

    /// An aircraft with its base: a carrier or airbase of the battle, or one off the map with its rearm markers
    /// (WSC-11.6-4); one that is away on a Carrier Strike while its carrier is attacked flies once (WSC-8.4-2).
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
            one_mission: carrier_strike && self.is_attacked(war, state.side, home),
        }
    }

    /// Whether a side's sector is attacked this turn: a battle is fought there in which it takes part.
    pub(super) fn is_attacked(&self, war: &War, side: Side, at: SectorId) -> bool {
        let own = self.forces(war, side, at);
        let fought = war.fought.iter().any(|fought| fought.at == at && fought.sides.contains(&side));
        fought || side.others(self.scenario.sides).any(|other| self.meet(&own, &self.forces(war, other, at)))
    }

    /// The island of a Territory sector (WSC-11.4-1 to WSC-11.4-5, WSC-11.12-1).
    fn island(&self, war: &War, at: SectorId, controller: Option<End>) -> Territory {
        let (large, ground) = (self.has(Rule::LargeBattleMap), self.has(Rule::GroundCombat));
        let word = match (controller, large) {
            (None, false) => "F5",
            // The lower half of the sector numbers has it on the first map, so that the same sector has it there always.
            (None, true) if usize::from(at.0) * 2 < war.owners.len() => "K5",
            (None, true) => "L5",
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

    /// Puts land bases and ground units into spaces: three SPACES of bases and four ground units each (WSC-17-1, WSC-17-7).
    fn put_ashore(&self, bases: &mut [Hull], territory: &Territory) {
        let mut room: Vec<(Sector, u8, u8)> = territory.spaces.iter().map(|space| (*space, 3, 4)).collect();
        for hull in bases {
            let Some(card) = self.cards.by_id(&hull.card).map(|card| &self.cards[card]) else { continue };
            if card.kind.is_ground() {
                if let Some(space) = room.iter_mut().max_by_key(|space| space.2).filter(|space| space.2 > 0) {
                    space.2 -= 1;
                    hull.at = vec![space.0];
                }
                continue;
            }
            let mut left = card.spaces;
            for space in room.iter_mut() {
                let whole = card.spaces > 3 || space.1 >= left;
                if left > 0 && space.1 > 0 && whole {
                    let taken = left.min(space.1);
                    space.1 -= taken;
                    left -= taken;
                    hull.at.push(space.0);
                }
            }
        }
    }
}

/// The spaces of an island by the kind of its sector: rows of four around the centre, the centre and its six neighbours,
/// the centre and two neighbours that touch, or the centre alone (WSC-11.4-5).
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
