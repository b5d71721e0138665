//! 24.0 Tora, Tora, uh-oh: how far a warning gets before the bombs fall on Pearl Harbor.

use super::event::Event;
use super::options::Optional;
use super::pieces::{Kind, Nation, UnitId};
use super::state::{Ocean, Pacific};
use super::{AdmiralsWar, Table};
use engine::table::Step;

/// How many dice there are, and the highest with which the warning passes (24.1 to 24.51).
const DICE: usize = 4;
const PASSES: u8 = 2;
/// How many must pass until Pearl Harbor is on the alert, and until the fleet sorties (24.3, 24.4).
const ALERT: u8 = 3;
const SORTIE: u8 = 4;

/// 24.1 Once Japan has named its first targets the Americans roll, until a die stops the warning (AW-24.51).
pub(super) fn roll(table: &mut Table) -> Step<()> {
    let turn = table.state().turn;
    let mut dice = Vec::new();
    while dice.len() < DICE && usize::from(passed(&dice)) == dice.len() {
        dice.extend(table.roll(format!("t{turn}/tora/{}", dice.len() + 1), 1)?);
    }
    table.record(Event::Warned { dice })
}

/// How many dice let the warning pass before one stopped it.
pub(super) fn passed(dice: &[u8]) -> u8 {
    dice.iter().take(DICE).take_while(|die| **die <= PASSES).count() as u8
}

impl Ocean {
    /// How many rounds of surprise Japan loses at Pearl Harbor (AW-24.3, AW-24.4), and may stay longer for it
    /// (AW-24.62).
    pub(super) fn rounds_lost(&self) -> u8 {
        (self.warned + 1).saturating_sub(ALERT)
    }

    /// Whether the fleet is at sea before the raid: Japan cannot run, and its carriers miss a round
    /// (AW-24.4).
    pub(super) fn is_fleet_out(&self) -> bool {
        self.warned >= SORTIE
    }
}

impl AdmiralsWar {
    /// Whether a unit is an American carrier on the turn in which Japan attacks: without its airstrike bonus,
    /// unless there was an alert (AW-23.61, AW-23.62).
    pub(super) fn is_unprepared(&self, ocean: &Ocean, unit: UnitId) -> bool {
        let now = matches!(ocean.pacific, Pacific::Declared | Pacific::Attack);
        self.plays_by(Optional::PearlHarborTension)
            && (now || ocean.attacked == Some(ocean.turn))
            && ocean.warned < ALERT
            && self.counter(unit).kind == Kind::Carrier
            && self.nation_of(ocean, unit) == Nation::Us
    }
}
