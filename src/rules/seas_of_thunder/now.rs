//! What is in force in a position: which scenario, whose mats, who stands with whom.
//!
//! A scenario's rules come with its first turn (SOT-13.S8-3); its port mats come with the Return to Base
//! before it (SOT-13.S8-2).

use std::borrow::Cow;

use super::SeasOfThunder;
use super::board::{Board, Capacity, Holder, Mat, Passage, PortId, ZoneId};
use super::game::Stage;
use super::muster::MINORS;
use super::pieces::{Nation, UnitId};
use super::scenario::{Group, Presence, Scenario};
use super::state::{Phase, Sea};
use super::ways::{Bosporus, Sailing};
use engine::rulebook::two_sided::{BySide, Camp};

/// The Range of French units where a rule shortens it (SOT-13.S4-11).
const SHORT_RANGE: u8 = 2;

/// The edition from which ships that leave Convoy Attacks go home by the mats of the turn's Return to Base.
const HOMEWARD_MATS: u32 = 3;

/// The edition from which start positions open no port to raiders whose nation is about to change sides.
const SET_UP_ONLY: u32 = 4;

/// Which of a turn's mats are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mats {
    /// Those on the table in the phase that is played.
    OnTable,
    /// Those by which ships go home on this turn: from its Return to Base on they lie on the table.
    Homeward,
}

/// The nations of the Axis that use the ports of joined minors as neutral ones (SOT-12.0-6).
const AXIS_GUESTS: [Nation; 3] = [Nation::Germany, Nation::Italy, Nation::Japan];

/// Whether a port with this box serves the ships of a nation on a turn.
fn serves(mat: &Mat, turn: u8, (nation, whose): (Nation, Camp)) -> bool {
    let open = match mat.holder {
        Holder::Camp(side) => side == whose,
        Holder::Neutral => true,
        Holder::Nobody => false,
    };
    open && mat.from_turn <= turn && mat.ships.contains(&nation)
}

impl Stage {
    /// The box of a port as it is printed on the mat of this scenario on a turn, before the Return to Base or
    /// from it on: the start positions as long as they hold.
    fn printed_mat(&self, turn: u8, returning: bool, port: PortId) -> &Mat {
        let of = self.board.port(port);
        let first = self.scenario.first_turn;
        let starting = turn < first || turn == first && !returning;
        of.start.as_ref().filter(|_| starting).unwrap_or(&of.mat)
    }
}

impl SeasOfThunder {
    /// The map: what of it never changes, the names of zones and ports, and where they lie.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.stages[0].board
    }

    /// The place of the scenario that governs a turn.
    fn governing(&self, turn: u8) -> usize {
        let begun = self.stages.iter().rposition(|stage| stage.scenario.first_turn <= turn);
        begun.unwrap_or(0)
    }

    /// The scenario whose rules are in force.
    pub fn stage(&self, sea: &Sea) -> &Stage {
        self.stage_on(sea.turn)
    }

    /// The scenario whose rules are in force on a turn.
    pub fn stage_on(&self, turn: u8) -> &Stage {
        &self.stages[self.governing(turn)]
    }

    /// The scenario whose rules are in force.
    pub fn scenario(&self, sea: &Sea) -> &Scenario {
        &self.stage(sea).scenario
    }

    /// The scenario that follows the one in force, if the match goes on with it.
    pub fn next_scenario(&self, sea: &Sea) -> Option<&Scenario> {
        self.stages.get(self.governing(sea.turn) + 1).map(|stage| &stage.scenario)
    }

    /// Whether a scenario begins with the turn.
    pub(super) fn begins_scenario(&self, turn: u8) -> bool {
        self.stages.iter().any(|stage| stage.scenario.first_turn == turn)
    }

    /// The scenario whose port mats lie on the table: from the Return to Base of the turn before, that of the
    /// next turn (SOT-13.S8-2).
    fn mats(&self, turn: u8, returning: bool) -> &Stage {
        self.stage_on(turn + u8::from(returning))
    }

    /// The box of a port as it is printed on the mat in force on a turn, before its Return to Base or from it
    /// on.
    ///
    /// Until the Return to Base of a scenario's first turn its start positions hold (SOT-13.S4-7 to
    /// SOT-13.S4-9).
    pub(super) fn printed_mat(&self, turn: u8, returning: bool, port: PortId) -> &Mat {
        self.mats(turn, returning).printed_mat(turn, returning, port)
    }

    fn is_returning(&self, sea: &Sea, mats: Mats) -> bool {
        mats == Mats::Homeward || sea.phase >= Phase::ReturnToBase
    }

    /// The mats by which ships leave a combat for home, as their questions show them.
    pub(super) fn mats_from_combat(&self) -> Mats {
        if self.edition >= HOMEWARD_MATS { Mats::Homeward } else { Mats::OnTable }
    }

    /// The mats by which ships of a nation go home, from a combat or in the Return to Base.
    ///
    /// *Ruling:* those of the turn's Return to Base, but a nation that changes sides or leaves the war before
    /// it is still at home in the ports on the table; what these become to it, the Return to Base decides
    /// (SOT-5.5.4.9-4).
    pub(super) fn mats_home(&self, sea: &Sea, nation: Nation) -> Mats {
        let stays = self.exits_due(sea).all(|exit| exit.nation != nation);
        if stays { self.mats_from_combat() } else { Mats::OnTable }
    }

    /// The mats that a question shows now: in combats ports are named only to go home to.
    pub(super) fn mats_asked(&self, sea: &Sea) -> Mats {
        if sea.phase == Phase::Combat { self.mats_from_combat() } else { Mats::OnTable }
    }

    /// The box of a port on the mats in force.
    pub fn mat(&self, sea: &Sea, port: PortId) -> Cow<'_, Mat> {
        self.mat_on(sea, port, Mats::OnTable)
    }

    /// The box of a port on one or the other mats.
    pub(super) fn mat_on(&self, sea: &Sea, port: PortId, mats: Mats) -> Cow<'_, Mat> {
        let returning = self.is_returning(sea, mats);
        self.mat_of(sea, port, self.mats(sea.turn, returning), returning)
    }

    /// The same on the mats of a scenario, before the Return to Base of the turn or from it on.
    fn mat_of<'s>(&self, sea: &Sea, port: PortId, of: &'s Stage, returning: bool) -> Cow<'s, Mat> {
        let mat = of.printed_mat(sea.turn, returning, port);
        let minor = self.board().port(port).flag.filter(|nation| MINORS.contains(nation));
        match minor.and_then(|nation| Some((nation, self.brought_in(sea, nation)?))) {
            Some((nation, side)) => Cow::Owned(self.home_of_minor(sea, nation, side, mat)),
            None => Cow::Borrowed(mat),
        }
    }

    /// The side of a minor that the variant or the violation of its neutrality has brought into the war, and
    /// not the course of the scenarios.
    pub(super) fn brought_in(&self, sea: &Sea, nation: Nation) -> Option<Camp> {
        let side = sea.sides[nation as usize]?;
        let usual = self.stages.iter().find_map(|stage| stage.scenario.enters(nation));
        (usual.map(|(usual, _)| usual) != Some(side)).then_some(side)
    }

    /// The home port of a minor that was brought in: without limit for its own ships; others of the Axis
    /// still use it as a neutral port (SOT-12.0-6, SOT-12.0-7, SOT-5.3.1-3).
    fn home_of_minor(&self, sea: &Sea, nation: Nation, side: Camp, mat: &Mat) -> Mat {
        let mut ships = vec![nation];
        if side == Camp::AXIS {
            ships.extend(
                AXIS_GUESTS.into_iter().filter(|guest| sea.sides[*guest as usize] == Some(Camp::AXIS)),
            );
        }
        let lba = if mat.lba.contains(&nation) { vec![nation] } else { Vec::new() };
        let capacity = if ships.len() == 1 { Capacity::Unlimited } else { Capacity::Neutral };
        Mat {
            holder: Holder::Camp(side),
            ships,
            lba,
            capacity,
            presence: None,
            captured: false,
            from_turn: 0,
        }
    }

    /// What a zone is worth under the scenario in force (SOT-8.0-2).
    pub fn value(&self, sea: &Sea, zone: ZoneId) -> BySide<u8> {
        self.stage(sea).board.zone(zone).value
    }

    /// Whose unit it is.
    ///
    /// Free French never serve Vichy; while France stands with the Axis they are out of play (SOT-13.S2-10).
    #[inline]
    pub fn side_of(&self, sea: &Sea, unit: UnitId) -> Camp {
        let counter = self.counter(unit);
        let side = sea.sides[counter.nation as usize].filter(|_| !counter.free_french);
        side.unwrap_or_else(|| usual_side(counter.nation))
    }

    /// The nation whose ports a unit uses, and with which it moves (SOT-13.S3-7).
    pub(super) fn based_as(&self, sea: &Sea, nation: Nation) -> Nation {
        self.based_on(sea, nation, Mats::OnTable)
    }

    fn based_on(&self, sea: &Sea, nation: Nation, mats: Mats) -> Nation {
        self.mats(sea.turn, self.is_returning(sea, mats)).scenario.treated_as(nation)
    }

    /// A port serves the nations that its box on the mat lists (SOT-1.1-4, SOT-2.0-2).
    pub(super) fn may_base(&self, sea: &Sea, port: PortId, unit: UnitId) -> bool {
        self.may_base_on(sea, port, unit, Mats::OnTable)
    }

    /// Whether a ship may go home to a port, from a combat or in the Return to Base (SOT-5.5.4.9-4,
    /// SOT-9.0-1).
    pub(super) fn may_return(&self, sea: &Sea, port: PortId, unit: UnitId) -> bool {
        let nation = self.counter(unit).nation;
        self.may_base_on(sea, port, unit, self.mats_home(sea, nation))
            && self.outlasts_start(sea, port, nation)
    }

    /// Whether a port serves a nation by the mats of its scenario, and not only by the start positions that
    /// hold until the Return to Base of the first turn.
    ///
    /// *Ruling:* Brest and Le Havre are open to the French for the set-up of turn 4 alone, also while the
    /// other French ports are still on the table (SOT-13.S2-7).
    fn outlasts_start(&self, sea: &Sea, port: PortId, nation: Nation) -> bool {
        let stage = self.stage(sea);
        let of = stage.board.port(port);
        let returning = self.is_returning(sea, self.mats_home(sea, nation));
        let starting = sea.turn == stage.scenario.first_turn && !returning;
        let lasts =
            !starting || of.start.is_none() || of.mat.ships.contains(&stage.scenario.treated_as(nation));
        lasts || self.edition < SET_UP_ONLY
    }

    fn may_base_on(&self, sea: &Sea, port: PortId, unit: UnitId, mats: Mats) -> bool {
        let nation = self.based_on(sea, self.counter(unit).nation, mats);
        serves(&self.mat_on(sea, port, mats), sea.turn, (nation, self.side_of(sea, unit)))
    }

    /// LBA fly from ports of their side that list their nation for air (SOT-5.4-3).
    pub(super) fn may_fly_from(&self, sea: &Sea, port: PortId, nation: Nation, side: Camp) -> bool {
        let mat = self.mat(sea, port);
        mat.holder == Holder::Camp(side) && mat.lba.contains(&nation) && mat.from_turn <= sea.turn
    }

    /// The ports in which a ship may base, in mat order (SOT-1.1-4, SOT-9.0-6).
    pub(super) fn bases_of(&self, sea: &Sea, unit: UnitId) -> Vec<PortId> {
        self.bases_on(sea, unit, Mats::OnTable)
    }

    /// The ports to which a ship may go home, in mat order (SOT-5.5.4.9-4, SOT-9.0-1).
    pub(super) fn homes_of(&self, sea: &Sea, unit: UnitId) -> Vec<PortId> {
        let nation = self.counter(unit).nation;
        let mut homes = self.bases_on(sea, unit, self.mats_home(sea, nation));
        homes.retain(|&port| self.outlasts_start(sea, port, nation));
        homes
    }

    fn bases_on(&self, sea: &Sea, unit: UnitId, mats: Mats) -> Vec<PortId> {
        let nation = self.based_on(sea, self.counter(unit).nation, mats);
        let whose = (nation, self.side_of(sea, unit));
        let returning = self.is_returning(sea, mats);
        let of = self.mats(sea.turn, returning);
        let ports = self.board().ports();
        ports.filter(|&port| serves(&self.mat_of(sea, port, of, returning), sea.turn, whose)).collect()
    }

    /// Whether each nation is counted alone in a port (SOT-2.0-4).
    pub(super) fn is_neutral(&self, sea: &Sea, port: PortId) -> bool {
        self.mat(sea, port).capacity == Capacity::Neutral
    }

    /// How many ships of a nation a port takes without penalty; one that is neutral to it takes one.
    pub(super) fn berths(&self, sea: &Sea, port: PortId, nation: Nation, mats: Mats) -> u16 {
        match self.mat_on(sea, port, mats).capacity {
            Capacity::Ships(count) => u16::from(count),
            Capacity::Unlimited => u16::MAX,
            Capacity::Neutral if self.is_home_of_minor(sea, port, nation) => u16::MAX,
            Capacity::Neutral => 1,
        }
    }

    fn is_home_of_minor(&self, sea: &Sea, port: PortId, nation: Nation) -> bool {
        self.board().port(port).flag == Some(nation) && self.brought_in(sea, nation).is_some()
    }

    /// The duty to keep ships in a port, if a nation has one there (SOT-9.0-10).
    ///
    /// *Ruling:* a port counts while it is the nation's on the mats of the scenario in force and on those by
    /// which its ships return (SOT-13.S8-10).
    pub fn duty(&self, sea: &Sea, port: PortId) -> Option<Presence> {
        self.duty_on(sea, port, Mats::OnTable)
    }

    /// The same, as it is judged by one or the other mats.
    pub(super) fn duty_on(&self, sea: &Sea, port: PortId, mats: Mats) -> Option<Presence> {
        let stage = self.stage(sea);
        let nation = stage.board.port(port).mat.presence?;
        let duty = stage.scenario.presence.iter().find(|duty| duty.nation == nation)?;
        self.mat_on(sea, port, mats).ships.contains(&nation).then_some(*duty)
    }

    /// Whether a port touches only waters that the closed Bosporus cuts off: those of the Black Sea.
    pub(super) fn is_behind_bosporus(&self, port: PortId) -> bool {
        let zones = &self.board().port(port).zones;
        !self.cut_off.is_empty() && zones.iter().all(|zone| self.cut_off.contains(zone))
    }

    /// The Range of a unit (SOT-13.S4-11).
    pub(super) fn range(&self, sea: &Sea, unit: UnitId) -> u8 {
        let counter = self.counter(unit);
        if counter.nation == Nation::France && self.shortens_french_range(self.scenario(sea)) {
            counter.range.min(SHORT_RANGE)
        } else {
            counter.range
        }
    }

    /// Who sails, and what the Bosporus means to him (SOT-5.3.1-1 to SOT-5.3.1-5).
    pub(super) fn sailing(&self, sea: &Sea, side: Camp) -> Sailing {
        let bosporus = match sea.sides[Nation::Turkey as usize] {
            Some(ally) if ally == side => Bosporus::Open,
            Some(_) => Bosporus::Forced,
            None if self.may_violate(sea) => Bosporus::Forced,
            None => Bosporus::Closed,
        };
        Sailing { side, bosporus }
    }

    fn may_violate(&self, sea: &Sea) -> bool {
        let from = self.board().links.iter().find_map(|link| match link.passage {
            Passage::Bosporus { from_turn } => Some(from_turn),
            _ => None,
        });
        self.options.neutrality && from.is_some_and(|from| from <= sea.turn)
    }

    /// The groups in the order in which they move this turn, the minors that were brought in with the last
    /// group of their side (SOT-4.0-2, SOT-5.3.1-3, SOT-12.0-6).
    pub(super) fn movement_order(&self, sea: &Sea) -> Vec<Group> {
        let mut order = self.scenario(sea).movement(sea.turn);
        for nation in MINORS {
            let Some(side) = self.brought_in(sea, nation) else { continue };
            order.iter_mut().for_each(|(_, nations)| nations.retain(|it| *it != nation));
            match order.iter_mut().rev().find(|(of, _)| *of == side) {
                Some((_, nations)) => nations.push(nation),
                None => order.push((side, vec![nation])),
            }
        }
        order
    }
}

/// The side of a nation where no scenario names one (SOT-1.1-1, SOT-1.1-2).
pub(super) fn usual_side(nation: Nation) -> Camp {
    match nation {
        Nation::Germany
        | Nation::Italy
        | Nation::Japan
        | Nation::Romania
        | Nation::Finland
        | Nation::Sweden
        | Nation::Spain
        | Nation::Argentina => Camp::AXIS,
        _ => Camp::ALLIES,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rulebook::{Choices, Rulebook};
    use engine::system::Rules;

    /// The ports to which a ship may go home from a combat of the first turn.
    fn homes(system: &SeasOfThunder, ship: &str) -> Vec<String> {
        let sea = Sea { phase: Phase::Combat, ..system.opening() };
        let unit = system.pieces.counters.find(ship).unwrap();
        system.homes_of(&sea, unit).into_iter().map(|port| system.board().port(port).id.clone()).collect()
    }

    #[test]
    fn edition_2_sends_raiders_home_by_the_mats_on_the_table() {
        let new =
            SeasOfThunder::load(&SeasOfThunder::built_in(), "red-sun-rising", &Choices::default()).unwrap();
        let old = new.clone().of_edition(2);
        assert_eq!((new.edition(), old.edition()), (4, 2));
        assert_eq!(new.clone().of_edition(1).edition(), 4, "edition 1 is not played any more");
        for (ship, port, at_start) in [("us-bb-arkansas", "manila", true), ("jp-bb-kongo", "saigon", false)] {
            let may = |system| homes(system, ship).iter().any(|home| home == port);
            assert_eq!((may(&old), may(&new)), (at_start, !at_start), "{ship} in {port}");
        }
    }

    #[test]
    fn until_edition_3_french_raiders_of_turn_4_go_home_to_brest() {
        let scenario = "struggle-for-the-middle-sea";
        let new = SeasOfThunder::load(&SeasOfThunder::built_in(), scenario, &Choices::default()).unwrap();
        for edition in [2, 3] {
            let old = new.clone().of_edition(edition);
            assert_eq!(old.edition(), edition);
            for port in ["brest", "le_havre"] {
                assert!(homes(&old, "fr-ca-algerie").iter().any(|home| home == port), "{port}");
            }
        }
        let homes = homes(&new, "fr-ca-algerie");
        assert!(homes.iter().all(|home| home != "brest" && home != "le_havre"), "{homes:?}");
        assert!(homes.iter().any(|home| home == "toulon"), "{homes:?}");
    }
}
