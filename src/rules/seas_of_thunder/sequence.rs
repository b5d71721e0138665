//! 4.0 Sequence of play, and the setup of 13.0 before it. A list of phases; the rules are in the chapters.

use super::event::Event;
use super::state::{Phase, Sea};
use super::{
    SeasOfThunder, Table, combat, control, convoys, land_based_air, movement, reinforcements, return_to_base,
    scoring, setup, text, transitions,
};
use engine::rulebook::two_sided::Camp;
use engine::system::{Flow, Words};
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
            table.tell(Event::TurnEnded { turn })?;
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
    table.tell(Event::PhaseBegan { turn, phase })?;
    Ok(Flow::Next)
}

impl SeasOfThunder {
    pub(super) fn standing_words(&self, sea: &Sea) -> Words {
        let (id, name) = (sea.phase.id(), text::phase(sea.phase));
        Words {
            id: format!("t{}/{id}", sea.turn),
            name: format!("turn {} ({}), {name}", sea.turn, text::quarter(sea.turn)),
            note: String::new(),
        }
    }
}
