//! 5.0 Sequence of play. A list of phases; the rules are in the chapters.

use super::board::Theatre;
use super::dilemma::{catapult, seizure, torch};
use super::event::Event;
use super::pieces::Seat;
use super::state::{Ocean, Phase};
use super::{
    AdmiralsWar, Table, amphibious, combat, control, homecoming, land_based_air, minor_navies, movement,
    repairs, submarines, text, turn_chart, turn_eleven, turn_zero,
};
use engine::system::{Flow, Words};
use engine::table::Step;

/// Plays the phase at which the position stands to its end and begins the next; combat plays one area at a time
/// (AW-5.41), if players have not agreed otherwise (AW-7.11).
pub(super) fn step(table: &mut Table) -> Step<Flow> {
    let turn = table.state().turn;
    match table.state().phase {
        Phase::SetUp => {
            turn_chart::set_up(table)?;
            begin(table, turn, Phase::Patrols)
        }
        Phase::Arrivals => {
            turn_chart::arrivals(table)?;
            begin(table, turn, Phase::Patrols)
        }
        Phase::Patrols => {
            movement::patrollers(table)?;
            begin(table, turn, Phase::Repairs)
        }
        Phase::Repairs => {
            repairs::repair(table)?;
            begin(table, turn, Phase::LandAir)
        }
        Phase::LandAir => {
            let rounds = land_based_air::place(table)?;
            turn_zero::italy_weighs_war(table, rounds)?;
            begin(table, turn, Phase::Amphibious)
        }
        Phase::Amphibious => {
            movement::amphibious_units(table)?;
            begin(table, turn, Phase::Raiders)
        }
        Phase::Raiders => {
            movement::raiders(table)?;
            begin(table, turn, Phase::Submarines)
        }
        Phase::Submarines => {
            submarines::turn_to_raiding(table)?;
            begin(table, turn, Phase::Combat)
        }
        Phase::Combat => {
            if combat::go_on(table)? {
                Ok(Flow::Next)
            } else {
                begin(table, turn, Phase::EndOfTurn)
            }
        }
        Phase::EndOfTurn => {
            amphibious::land_at_the_end(table)?;
            torch::contest_the_sea(table)?;
            control::place_flags(table)?;
            control::encirclement(table)?;
            seizure::after_the_flags(table)?;
            minor_navies::withdraw_the_french(table)?;
            catapult::catapult(table)?;
            minor_navies::recall_the_french(table)?;
            minor_navies::recall_the_italians(table)?;
            turn_eleven::transfer(table)?;
            homecoming::return_to_base(table)?;
            table.tell(Event::TurnEnded { turn })?;
            if turn < table.system().scenario.last_turn {
                let campaign = table.system().scenario.campaign;
                begin(table, turn + 1, if campaign { Phase::Arrivals } else { Phase::Patrols })
            } else {
                end(table)
            }
        }
        Phase::Over => Ok(Flow::Over),
    }
}

fn begin(table: &mut Table, turn: u8, phase: Phase) -> Step<Flow> {
    table.tell(Event::PhaseBegan { turn, phase })?;
    Ok(Flow::Next)
}

/// Says who has won (AW-1.4-a, AW-1.4-c, AW-1.4-d, AW-M-0).
fn end(table: &mut Table) -> Step<Flow> {
    let [axis, allies] = super::SIDES.map(|side| table.state().points(side));
    let (system, ocean) = (table.system(), table.state());
    let (winner, seats) = (system.leader(ocean), system.winners_alone(ocean));
    table.tell(Event::MatchEnded { winner, axis, allies, seats })?;
    Ok(Flow::Over)
}

impl Seat {
    /// The theatre whose combats it selects, and whose track counts what its own units score (AW-2.22-a, AW-7.1-b).
    pub fn track(self) -> Theatre {
        match self {
            Seat::Britain | Seat::Germany => Theatre::Atlantic,
            Seat::Japan | Seat::UnitedStates => Theatre::Pacific,
        }
    }
}

impl AdmiralsWar {
    pub(super) fn standing_words(&self, ocean: &Ocean) -> Words {
        let (id, name) = (ocean.phase.id(), text::phase(ocean.phase));
        // One step of combat for each area: their names differ by how many areas are done.
        let done = combat::areas_done(ocean);
        let id = match ocean.phase {
            Phase::Combat => format!("t{}/{id}/{done}", ocean.turn),
            _ => format!("t{}/{id}", ocean.turn),
        };
        Words { id, name: format!("turn {}, {name}", ocean.turn), note: String::new() }
    }
}
