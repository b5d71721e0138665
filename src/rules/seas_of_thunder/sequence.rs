//! 4.0 Sequence of play, and the setup of 13.0 before it. A list of phases; the rules are in the chapters.

use super::event::Event;
use super::state::{Phase, Sea};
use super::{
    SeasOfThunder, Table, combat, control, convoys, land_based_air, movement, reinforcements, return_to_base,
    scoring, setup, text, transitions,
};
use crate::pieces::{Counter, Nation};
use crate::scenario::Token;
use crate::state::{Control, Place, Stance, TokenPlace, UnitState};
use engine::items::Words;
use engine::party::Party;
use engine::rulebook::two_sided;
use engine::rulebook::two_sided::{BySide, Camp};
use engine::side::Side;
use engine::system::{Flow, Rules};
use engine::table::Step;

/// Plays the phase at which the position stands to its end and begins the next (SOT-4.0-1).
pub(super) fn step(table: &mut Table) -> Step<Flow> {
    let turn = table.state().turn;
    match table.state().phase {
        Phase::SetupConvoys => {
            transitions::scenario_begins(table)?;
            setup::place_convoys(table)?;
            begin(table, turn, Phase::SetupShips)
        }
        Phase::SetupShips => {
            setup::deploy(table)?;
            begin(table, turn, Phase::AxisAdjusts)
        }
        Phase::AxisAdjusts => {
            setup::axis_adjusts(table)?;
            begin(table, turn, Phase::Reinforcements)
        }
        Phase::Reinforcements => {
            if turn > table.system().game.first_turn {
                new_turn(table, turn)?;
            }
            reinforcements::reinforcements_and_refits(table)?;
            transitions::germany_surrenders(table)?;
            begin(table, turn, Phase::Convoys)
        }
        Phase::Convoys => {
            convoys::place_sunk_convoys(table)?;
            begin(table, turn, Phase::Movement)
        }
        Phase::Movement => {
            movement::naval_movement(table)?;
            begin(table, turn, Phase::AlliedAir)
        }
        Phase::AlliedAir => {
            land_based_air::place(table, Camp::ALLIES)?;
            begin(table, turn, Phase::AxisAir)
        }
        Phase::AxisAir => {
            land_based_air::place(table, Camp::AXIS)?;
            begin(table, turn, Phase::Combat)
        }
        Phase::Combat => {
            combat::resolve_combats(table)?;
            begin(table, turn, Phase::Scoring)
        }
        Phase::Scoring => {
            control::judge(table)?;
            scoring::score(table)?;
            begin(table, turn, Phase::ReturnToBase)
        }
        Phase::ReturnToBase => {
            transitions::before_return(table)?;
            return_to_base::return_to_base(table)?;
            scoring::global_presence(table)?;
            transitions::after_return(table)?;
            table.record(Event::TurnEnded { turn })?;
            if turn < table.system().game.last_turn {
                begin(table, turn + 1, Phase::Reinforcements)
            } else {
                scoring::end(table)
            }
        }
        Phase::Over => Ok(Flow::Over),
    }
}

/// A turn after the first may begin a scenario and bring nations into the war (SOT-13.S8-3, SOT-13.S2-6).
fn new_turn(table: &mut Table, turn: u8) -> Step<()> {
    transitions::nations_enter(table)?;
    if table.system().begins_scenario(turn) { transitions::scenario_begins(table) } else { Ok(()) }
}

fn begin(table: &mut Table, turn: u8, phase: Phase) -> Step<Flow> {
    table.record(Event::PhaseBegan { turn, phase })?;
    Ok(Flow::Next)
}

impl Rules for SeasOfThunder {
    fn id(&self) -> &'static str {
        crate::scenario::SYSTEM
    }

    fn edition(&self) -> u32 {
        self.edition
    }

    fn sides(&self) -> &'static [Side] {
        two_sided::SIDES
    }

    fn parties(&self) -> &'static [Party] {
        two_sided::PARTIES
    }

    /// Ships of the first turn wait to be deployed, later ones on the turn track (SOT-3.0-4, SOT-3.0-6);
    /// tokens of later turns are set aside (SOT-13.S8-5).
    fn opening(&self) -> Sea {
        let first = self.game.first_turn;
        let place = |counter: &Counter| match counter.arrives {
            Some(turn) if turn <= first => Place::Setup,
            Some(turn) => Place::Track(turn),
            None => Place::Removed,
        };
        let token = |token: &Token| if token.from <= first { TokenPlace::Pool } else { TokenPlace::Later };
        let scenario = &self.stages[0].scenario;
        Sea {
            turn: first,
            phase: Phase::SetupConvoys,
            units: self.pieces.counters.0.iter().map(|counter| UnitState::at(place(counter))).collect(),
            convoys: self.pieces.tokens.iter().map(token).collect(),
            control: vec![Control::Uncontested; self.board().zones.len()],
            control_before: vec![Control::Uncontested; self.board().zones.len()],
            score: vec![BySide::default()],
            sides: Nation::ALL.map(|nation| scenario.side_of(nation)).to_vec(),
            stance: Stance::Open,
            settled: Vec::new(),
            fight: None,
        }
    }

    fn step(&self, table: &mut Table<'_>) -> Step<Flow> {
        step(table)
    }

    fn standing(&self, sea: &Sea) -> Words {
        let (id, name) = (sea.phase.id(), text::phase(sea.phase));
        Words {
            id: format!("t{}/{id}", sea.turn),
            name: format!("turn {} ({}), {name}", sea.turn, text::quarter(sea.turn)),
            note: String::new(),
        }
    }

    fn broken_invariant(&self, state: &Sea) -> Option<String> {
        self.broken_sea(state)
    }
}
