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
use crate::scenario::Start;
use crate::seats::Seating;
use crate::state::{Dilemma, Pacific, Place, Provoked, Tracks, Uncertain, UnitState};
use crate::{scenario, seats};
use engine::items::Words;
use engine::party::Party;
use engine::rulebook::two_sided;
use engine::rulebook::two_sided::{BySide, Camp};
use engine::side::Side;
use engine::system::{Flow, Rules};
use engine::table::Step;

/// Plays the phase at which the position stands to its end and begins the next; combat plays one area at a
/// time (AW-5.41), if players have not agreed otherwise (AW-7.11).
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
            let raids_follow = movement::amphibious_units(table)?;
            let flow = begin(table, turn, Phase::Raiders)?;
            if raids_follow { raid(table, turn) } else { Ok(flow) }
        }
        Phase::Raiders => raid(table, turn),
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
            table.record(Event::TurnEnded { turn })?;
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

/// 5.35 Raiders go to sea: a step of its own, unless somebody may have ordered his with the landings before.
fn raid(table: &mut Table, turn: u8) -> Step<Flow> {
    movement::raiders(table)?;
    begin(table, turn, Phase::Submarines)
}

fn begin(table: &mut Table, turn: u8, phase: Phase) -> Step<Flow> {
    table.record(Event::PhaseBegan { turn, phase })?;
    Ok(Flow::Next)
}

/// Says who has won (AW-1.4-a, AW-1.4-c, AW-1.4-d, AW-M-0).
fn end(table: &mut Table) -> Step<Flow> {
    let [axis, allies] = super::SIDES.map(|side| table.state().points(side));
    let (system, ocean) = (table.system(), table.state());
    let (winner, seats) = (system.leader(ocean), system.winners_alone(ocean));
    table.record(Event::MatchEnded { winner, axis, allies, seats })?;
    Ok(Flow::Over)
}

impl Rules for AdmiralsWar {
    fn id(&self) -> &'static str {
        scenario::SYSTEM
    }

    fn edition(&self) -> u32 {
        self.edition
    }

    fn sides(&self) -> &'static [Side] {
        two_sided::SIDES
    }

    fn parties(&self) -> &'static [Party] {
        match self.scenario.seating {
            Seating::Two => two_sided::PARTIES,
            Seating::Four(_) => seats::SEATS,
        }
    }

    /// Units where the scenario puts them, flags and owners as it says (AW-4.3, AW-M-0b, AW-M-0c).
    fn opening(&self) -> Ocean {
        let mut units = match self.scenario.campaign {
            true => self.counters.ids().map(|unit| self.first_place(unit)).collect(),
            false => vec![UnitState::at(Place::Removed); self.counters.0.len()],
        };
        for (unit, start) in &self.scenario.start {
            let place = match start {
                Start::Base(base) => Place::Base(*base),
                Start::Elsewhere(at) => Place::Arrival(*at as u8),
            };
            units[unit.0 as usize] = UnitState::at(place);
        }
        let areas = self.board.areas.len();
        let owners: Vec<Option<Camp>> = self.board.bases().map(|base| self.first_owner(base)).collect();
        Ocean {
            turn: self.scenario.first_turn,
            phase: if self.scenario.campaign { Phase::SetUp } else { Phase::Patrols },
            units: units.into(),
            flags: self.board.areas().map(|area| self.first_flag(area)).collect(),
            owners_before: if self.scenario.campaign { owners.clone() } else { Vec::new() },
            owners,
            resolved: vec![false; areas],
            selects: Seat::Britain,
            raided: Vec::new(),
            shipping: vec![BySide::default(); areas],
            score: vec![Tracks::default()],
            leads: self.first_leads(),
            pacific: if self.scenario.campaign { Pacific::Peace } else { Pacific::War },
            provoked: Provoked::default(),
            german_flags: Vec::new(),
            attack_barred: false,
            manila_open: false,
            attacked: None,
            taranto_fell: None,
            xxi_earlier: 0,
            italy_declared: false,
            dilemma: Dilemma::default(),
            uncertain: Uncertain::default(),
            warned: 0,
        }
    }

    fn step(&self, table: &mut Table<'_>) -> Step<Flow> {
        step(table)
    }

    fn standing(&self, ocean: &Ocean) -> Words {
        let (id, name) = (ocean.phase.id(), text::phase(ocean.phase));
        // One step of combat for each area: their names differ by how many areas are done.
        let done = combat::areas_done(ocean);
        let id = match ocean.phase {
            Phase::Combat => format!("t{}/{id}/{done}", ocean.turn),
            _ => format!("t{}/{id}", ocean.turn),
        };
        Words { id, name: format!("turn {}, {name}", ocean.turn), note: String::new() }
    }

    fn broken_invariant(&self, state: &Ocean) -> Option<String> {
        self.broken_ocean(state)
    }
}

impl Seat {
    /// The theatre whose combats it selects, and whose track counts what its own units score (AW-2.22-a,
    /// AW-7.1-b).
    pub fn track(self) -> Theatre {
        match self {
            Seat::Britain | Seat::Germany => Theatre::Atlantic,
            Seat::Japan | Seat::UnitedStates => Theatre::Pacific,
        }
    }
}
