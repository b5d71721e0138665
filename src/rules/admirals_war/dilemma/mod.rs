//! 22.0 The French fleet dilemma: whether Britain attacks the French fleet, who gets it in the armistice, and
//! what becomes of the ships that lie under Vichy until Germany seizes them or the Allies land in North
//! Africa.

pub(super) mod catapult;
pub(super) mod seizure;
pub(super) mod torch;

use super::board::{BaseId, HoldId};
use super::event::Event;
use super::options::Optional;
use super::pieces::{Nation, Seat, UnitId};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, Table};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

const TOULON: &str = "toulon";
/// The places whose possession opens North Africa (22.5).
pub(super) const AFRICA: [&str; 2] = ["malta", "tripoli"];
/// The last turn on which the Atlantic is played (21.1).
pub(super) const LAST_IN_THE_ATLANTIC: u8 = 10;

/// Where French ships lie under Vichy (AW-22.32).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Haven {
    /// The Toulon box.
    Toulon,
    /// The box of French North Africa.
    NorthAfrica,
}

impl Haven {
    const ALL: [Haven; 2] = [Haven::NorthAfrica, Haven::Toulon];

    /// The id of its box.
    fn id(self) -> &'static str {
        match self {
            Haven::Toulon => "vichy-toulon",
            Haven::NorthAfrica => "vichy-fna",
        }
    }

    /// Where it is, for a unit's marks.
    pub(super) fn words(self) -> &'static str {
        match self {
            Haven::Toulon => "in Toulon",
            Haven::NorthAfrica => "in North Africa",
        }
    }
}

/// Puts a French ship into a box, by its die if there is one.
fn intern(table: &mut Table, unit: UnitId, haven: Haven, die: Option<u8>) -> Step<()> {
    match table.system().board.hold_named(haven.id()) {
        Some(hold) => table.record(Event::Interned { unit, hold, die }),
        None => table.fault(format!("the map has no box `{}`", haven.id())),
    }
}

/// 22.512 Ships of French North Africa that leave the sea go back to where they came from.
pub(super) fn go_back(table: &mut Table, units: impl IntoIterator<Item = UnitId>) -> Step<()> {
    units.into_iter().try_for_each(|unit| intern(table, unit, Haven::NorthAfrica, None))
}

impl AdmiralsWar {
    /// The box in which a French ship lies under Vichy.
    pub(super) fn haven_of(&self, ocean: &Ocean, unit: UnitId) -> Option<Haven> {
        let Place::Hold(HoldId(at)) = ocean.unit(unit).place else { return None };
        let id = &self.board.boxes[usize::from(at)].id;
        Haven::ALL.into_iter().find(|haven| haven.id() == id)
    }

    /// The French ships in a box.
    fn vichy_in(&self, ocean: &Ocean, haven: Haven) -> Vec<UnitId> {
        ocean.ids().filter(|&unit| self.haven_of(ocean, unit) == Some(haven)).collect()
    }

    /// Whether ships may still lie under Vichy: not once either table was rolled on or the fleet was
    /// surrendered (AW-22.6), nor while the Atlantic is at rest.
    fn is_dilemma_open(&self, ocean: &Ocean) -> bool {
        let rests = self.plays_by(Optional::Turn11) && ocean.turn > LAST_IN_THE_ATLANTIC;
        self.plays_by(Optional::FrenchFleetDilemma) && ocean.dilemma.settled.is_none() && !rests
    }

    /// Whether a ship has come out of French North Africa and fights for Germany as long as it is at sea
    /// (AW-22.511).
    pub(super) fn is_out_of_africa(&self, ocean: &Ocean, unit: UnitId) -> bool {
        self.is_dilemma_open(ocean)
            && self.counter(unit).nation == Nation::Fr
            && self.nation_of(ocean, unit) == Nation::De
    }

    /// French ships that Germany repairs in a port though they do not lie in it: in Toulon all that are under
    /// Vichy (AW-22.33).
    pub(super) fn vichy_in_yard(&self, ocean: &Ocean, base: BaseId, seat: Seat) -> Vec<UnitId> {
        if seat != Seat::Germany || self.board.base(base).id != TOULON {
            return Vec::new();
        }
        ocean.ids().filter(|&unit| self.haven_of(ocean, unit).is_some()).collect()
    }

    /// Whether a port bears up a French ship on its bottom under Operation Catapult: any with a yard, whoever
    /// may use it.
    ///
    /// *Ruling:* this goes before 9.351, which asks for a yard that the ship's own side can use (AW-22.12).
    pub(super) fn is_sheltered(&self, ocean: &Ocean, unit: UnitId, base: BaseId) -> bool {
        ocean.dilemma.catapult
            && self.is_last_of_france(ocean)
            && self.nation_of(ocean, unit) == Nation::Fr
            && self.board.base(base).repairs
    }

    /// Whether the Allies come to hold both keys of North Africa if these places fall to them now (AW-22.5).
    fn opens_africa(&self, ocean: &Ocean, falling: &[BaseId]) -> bool {
        let keys = AFRICA.map(|id| self.board.base_by_id(id));
        let held = |base: BaseId| ocean.owner(base) == Some(Camp::ALLIES);
        let wanting = keys.iter().flatten().any(|&base| !held(base));
        let given = |base: &BaseId| held(*base) || falling.contains(base);
        self.is_dilemma_open(ocean) && wanting && keys.iter().all(|base| base.as_ref().is_some_and(given))
    }

    /// Whether a landing must wait for the round that the ships of French North Africa have forced on the
    /// Allies (AW-22.511).
    pub(super) fn must_wait(&self, ocean: &Ocean, base: BaseId) -> bool {
        ocean.dilemma.due.is_some() && self.opens_africa(ocean, &[base])
    }
}
