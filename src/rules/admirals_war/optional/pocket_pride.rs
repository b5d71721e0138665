//! 32.0 Pocket pride: Germany begins with Deutschland, and may rename her.

use super::super::event::Event;
use super::super::item::{Item, Word};
use super::super::key::Key;
use super::super::options::Optional;
use super::super::pieces::{Seat, UnitId};
use super::super::state::{Ocean, Place};
use super::super::{AdmiralsWar, Table};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::table::Step;

const DEUTSCHLAND: &str = "de-deutschland";
/// The cruiser that is built if the name is not lost, and the same hull under the Soviet flag.
const CRUISER: &str = "de-lutzow-ca";
const PETROPAVLOVSK: &str = "su-petropavlovsk";
/// The turn in which the cruiser is ready (32.4), and that in which the Soviets have her (32.2).
const READY: u8 = 5;
const SOLD: u8 = 7;
/// The first turn in which the loss costs a point instead (32.3).
const DISGRACE: u8 = 3;

/// 32.1 On any turn, before she moves, Deutschland may take the name Lutzow; not once the cruiser of that
/// hull is in play (AW-32.5).
pub(super) fn rename(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let Some(ship) = system.deutschland().filter(|&ship| system.is_on_board(ocean, ship)) else {
        return Ok(());
    };
    let Some(lutzow) = system.other_counter(ship) else { return Ok(()) };
    if system.is_hull_in_play(ocean) {
        return Ok(());
    }
    let key = Key::Rename { turn: Turn(ocean.turn), by: Seat::Germany };
    let title = "Deutschland may take the name Lutzow before she moves".to_owned();
    let mut ask: Ask<UnitId, Item> = Ask::new(questions::RENAME, key.text(), "AW-32.1", title);
    let words = [Word::Keep, Word::Rename].map(Item::Word);
    ask.offer([ship], words, Some(words[0]));
    let answer = table.ask(table.system().party(Seat::Germany), &ask)?;
    if answer.iter().any(|(_, word)| *word == words[1]) {
        table.record(Event::Replaced { unit: ship, by: lutzow })?;
    }
    Ok(())
}

/// 32.4 If Deutschland has lived to see turn 5, the cruiser Lutzow joins the fleet.
pub(super) fn launch_the_cruiser(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let lives = system.deutschland().is_some_and(|ship| system.is_on_board(ocean, ship));
    match system.unit_by_id(CRUISER) {
        Some(unit) if lives && ocean.turn == READY => table.record(Event::Scheduled { unit, turn: READY }),
        _ => Ok(()),
    }
}

/// 32.2, 32.3 Deutschland is lost under that name: early, her sister's hull goes to the Soviets; later,
/// Germany loses a point at once.
pub(in super::super) fn mourn(table: &mut Table, lost: &[UnitId]) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let Some(ship) = system.deutschland().filter(|ship| lost.contains(ship)) else { return Ok(()) };
    match system.unit_by_id(PETROPAVLOVSK) {
        Some(unit) if ocean.turn < DISGRACE => table.record(Event::Scheduled { unit, turn: SOLD }),
        _ if (DISGRACE..READY).contains(&ocean.turn) => {
            table.record(Event::Mourned { unit: ship, points: 1 })
        }
        _ => Ok(()),
    }
}

impl AdmiralsWar {
    fn deutschland(&self) -> Option<UnitId> {
        if self.plays_by(Optional::PocketPride) { self.unit_by_id(DEUTSCHLAND) } else { None }
    }

    /// Whether the cruiser of the sister's hull has come into play, under either flag.
    fn is_hull_in_play(&self, ocean: &Ocean) -> bool {
        let came = |id: &str| self.unit_by_id(id).map(|unit| ocean.unit(unit).place);
        [CRUISER, PETROPAVLOVSK].into_iter().filter_map(came).any(|place| place != Place::Removed)
    }
}
