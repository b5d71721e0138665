//! 3 Turn sequence: the twelve steps as parts of a turn. The rules are in the chapters.

use super::board::SectorId;
use super::event::Event;
use super::key::Key;
use super::state::{Phase, War};
use super::{
    Ask, Table, WarAtSea, basing, combat, convoy, economy, intelligence, movement, production, regroup,
    scouting, set_up, spending, standing, strikes, troops,
};
use crate::questions;
use crate::state::Seat;
use crate::{SYSTEM, sides};
use engine::items::Words;
use engine::party::Party;
use engine::side::{Side, SideMap};
use engine::system::{Flow, Rules};
use engine::table::Step;

/// Plays the part at which the position stands to its end and begins the next (WSC-3-1).
pub(super) fn step(table: &mut Table<'_>) -> Step<Flow> {
    let turn = table.state().turn;
    match table.state().phase {
        Phase::SetUp => {
            set_up::set_up(table)?;
            begin(table, 1, Phase::Orders)
        }
        Phase::Orders => {
            orders(table)?;
            begin(table, turn, Phase::Intelligence)
        }
        Phase::Intelligence => {
            intelligence::tactical_intelligence(table)?;
            begin(table, turn, Phase::Strikes)
        }
        Phase::Strikes => {
            standing::perform(table)?;
            begin(table, turn, Phase::Combat)
        }
        Phase::Combat => {
            combat::combat(table)?;
            begin(table, turn, Phase::Regroup)
        }
        Phase::Regroup => {
            regroup::regroup(table)?;
            begin(table, turn, Phase::Production)
        }
        Phase::Production => match production::end_of_turn(table)? {
            Flow::Over => Ok(Flow::Over),
            Flow::Next => begin(table, turn + 1, Phase::Orders),
        },
        Phase::Over => Ok(Flow::Over),
    }
}

fn begin(table: &mut Table<'_>, turn: u8, phase: Phase) -> Step<Flow> {
    table.record(Event::PhaseBegan { turn, phase })?;
    Ok(Flow::Next)
}

/// Steps 1 to 5, which all sides decide in secret and at the same time (WSC-3-3): one exchange.
fn orders(table: &mut Table<'_>) -> Step<()> {
    let (system, war) = (table.system(), table.state());
    let sides: Vec<_> = system.playing(war).collect();
    let mut asks = Vec::new();
    for &side in &sides {
        asks.extend(system.orders_of(war, side).into_iter().map(|ask| (side, ask)));
    }
    let answers = table.ask_all(&asks)?;
    let mut answers = asks.iter().map(|(side, ask)| (*side, ask.kind)).zip(answers).collect::<Vec<_>>();
    let purses: Vec<_> = asks.iter().map(|(_, ask)| purse(&ask.key)).collect();
    // The steps follow each other; within a step no side's orders bear on another's.
    for kind in [
        questions::SPEND,
        questions::BASE,
        questions::EMBARK,
        questions::LOAD,
        questions::CONVOY,
        questions::MOVE,
        questions::SCOUT,
        questions::STRIKE,
    ] {
        let of_kind = answers.iter_mut().zip(&purses).filter(|(((_, of), _), _)| *of == kind);
        for (((side, _), picks), purse) in of_kind {
            let picks = std::mem::take(picks);
            match kind {
                questions::SPEND => spending::spend(table, *side, &picks, *purse)?,
                questions::BASE => basing::base(table, *side, &picks)?,
                questions::EMBARK => troops::embark(table, *side, &picks)?,
                questions::LOAD => economy::load(table, *side, &picks)?,
                questions::CONVOY => convoy::form(table, *side, &picks)?,
                questions::MOVE => movement::sail(table, *side, &picks)?,
                questions::SCOUT => scouting::scout(table, *side, &picks)?,
                _ => strikes::commit(table, *side, &picks, false)?,
            }
        }
        if kind == questions::SCOUT {
            for ((side, _), picks) in answers.iter().filter(|((_, of), _)| *of == questions::SCOUT_DETAILS) {
                scouting::wishes(table, *side, picks)?;
            }
        }
    }
    Ok(())
}

/// The sector of a question about what a side has there.
fn purse(key: &str) -> Option<SectorId> {
    match Key::parse(key) {
        Ok(Key::Local { at, .. }) => Some(at),
        _ => None,
    }
}

impl Rules for WarAtSea {
    fn id(&self) -> &'static str {
        SYSTEM
    }

    fn edition(&self) -> u32 {
        self.edition
    }

    fn sides(&self) -> &'static [Side] {
        self.scenario.sides
    }

    fn parties(&self) -> &'static [Party] {
        sides::parties(self.scenario.sides)
    }

    fn opening(&self) -> War {
        War {
            turn: 0,
            phase: Phase::SetUp,
            owners: self.scenario.owners.clone(),
            units: Vec::new(),
            seats: SideMap::from_fn(self.scenario.sides, |_| Seat::default()),
            intel: Vec::new(),
            waters: Vec::new(),
            fought: Vec::new(),
            tables: Vec::new(),
            rulings: Vec::new(),
        }
    }

    fn step(&self, table: &mut Table<'_>) -> Step<Flow> {
        step(table)
    }

    fn standing(&self, war: &War) -> Words {
        let phase = war.phase.id();
        if war.turn == 0 {
            return Words::plain(phase, "set-up");
        }
        let (year, season) = self.date(war.turn);
        let name = format!("turn {}, {} {year}, {}", war.turn, capitalised(season), phase);
        Words { id: format!("t{}/{phase}", war.turn), name, note: String::new() }
    }

    fn broken_invariant(&self, war: &War) -> Option<String> {
        self.broken_war(war)
    }
}

impl WarAtSea {
    /// All that a side is asked in steps 1 to 5.
    pub(super) fn orders_of(&self, war: &War, side: Side) -> Vec<Ask> {
        let mut asks = self.spendings(war, side);
        asks.push(self.basing(war, side));
        let carriage = [self.embarking(war, side), self.loading(war, side), self.forming(war, side)];
        asks.extend(carriage.into_iter().flatten());
        asks.push(self.movement(war, side));
        asks.extend(self.scouting(war, side));
        asks.push(self.strikes(war, side));
        asks
    }
}

/// `SPRING` as it stands in a sentence.
pub(super) fn capitalised(season: &str) -> String {
    let lower = season.to_lowercase();
    lower
        .chars()
        .enumerate()
        .map(|(at, letter)| if at == 0 { letter.to_ascii_uppercase() } else { letter })
        .collect()
}
