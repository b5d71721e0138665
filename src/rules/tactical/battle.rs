//! A battle while it is fought: its phases in their order, its rolls, its log.

use std::cell::RefCell;

use super::ability;
use super::cards::Cards;
use super::dice::{Dice, Label};
use super::dossier::Dossier;
use super::field::{self, Field};
use super::log::{Entry, Id, Phase};
use super::map::{End, Sector};
use super::plan::Plan;
use super::report::{self, Report};
use super::setup::Units;
use super::ways::Reaches;
use engine::side::Side;
use engine::table::Step;

/// A unit of a battle by name.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Name {
    /// Its id in the match.
    pub unit: String,
    /// Its card.
    pub card: String,
    /// Whose it is.
    pub end: End,
}

/// What came of a staff battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The result in normal form.
    pub report: Report,
    /// Who won; nobody if a battle in nobody's sector is a draw (WSC-11.7-5).
    pub winner: Option<Side>,
    /// Points: the printed cost of what each side destroyed, of the side in column A first (WST-end-3).
    pub points: [u32; 2],
    /// Every unit, as the log numbers them; those that abilities brought come last.
    pub roster: Vec<Name>,
    /// What happened.
    pub log: Vec<Entry>,
}

/// A roll that was made in this phase, so that none is made twice under one label.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rolled {
    who: u16,
    what: &'static str,
    at: Option<Id>,
}

/// A battle while it is fought.
pub struct Battle<'a> {
    /// The position.
    pub field: Field<'a>,
    /// The phase.
    pub phase: Phase,
    pub(crate) dice: &'a mut dyn Dice,
    pub(crate) rolled: Vec<Rolled>,
    pub(crate) log: Vec<Entry>,
    pub(crate) quiet: bool,
    /// Where ships get to, as far as it was asked.
    pub(crate) reaches: RefCell<Reaches>,
}

/// Stand for the sides, and below them for squalls, where a roll is not a unit's.
const SIDES: [u16; 2] = [u16::MAX - 1, u16::MAX];
const SQUALLS: u16 = u16::MAX - 100;

/// Fights a battle: a pure function of the dossier, whose [check](Dossier::check) must hold, the plans by
/// end, and the dice. Without `log` only the result is kept.
///
/// # Halts
/// As the dice.
pub fn fight(
    cards: &Cards,
    dossier: &Dossier,
    plans: [&Plan; 2],
    dice: &mut dyn Dice,
    log: bool,
) -> Step<Outcome> {
    Battle::lay_out(Units::muster(cards, dossier, plans), cards, dossier, plans, dice, log).fight()
}

impl<'a> Battle<'a> {
    /// Fights it from its beginning to its end.
    ///
    /// # Halts
    /// As the dice.
    pub fn fight(mut self) -> Step<Outcome> {
        let how = self.play_out()?;
        Ok(self.outcome(how))
    }

    /// Deploys both sides and plays turn after turn; gives why it ended.
    ///
    /// # Halts
    /// As the dice.
    pub(crate) fn play_out(&mut self) -> Step<report::Ended> {
        self.play_phase(Phase::Setup)?;
        loop {
            self.field.turn += 1;
            for phase in Phase::ALL.into_iter().filter(|phase| *phase != Phase::Setup) {
                self.play_phase(phase)?;
            }
            if let Some(how) = self.is_over() {
                return Ok(how);
            }
        }
    }

    /// One phase of a turn; they come in this order (WST-seq-1).
    pub(crate) fn play_phase(&mut self, phase: Phase) -> Step<()> {
        match phase {
            Phase::Setup => self.set_up(),
            Phase::Initiative => self.start_turn(self.field.turn),
            Phase::Movement => self.sea_movement(),
            Phase::Mission => self.air_mission(),
            Phase::Defense => self.air_defense(),
            Phase::Attack => self.air_attack(),
            Phase::Surface => self.surface_attack(),
            Phase::Submarine => self.submarine_attack(),
            Phase::Return => self.air_return(),
            Phase::End => self.end_turn(),
        }
    }

    /// Notes something, unless the log is not wanted.
    pub fn note(&mut self, entry: impl FnOnce() -> Entry) {
        if !self.quiet {
            self.log.push(entry());
        }
    }

    /// All units, by number.
    pub fn ids(&self) -> impl Iterator<Item = Id> + use<> {
        (0..self.field.units.len() as u16).map(Id)
    }

    /// Rolls dice for a unit.
    ///
    /// # Halts
    /// As the dice.
    pub fn dice_of(&mut self, who: Id, what: &'static str, at: Option<Id>, count: usize) -> Step<Vec<u8>> {
        let mut faces = vec![0; count];
        self.fill(who.0, what, at, &mut faces)?;
        Ok(faces)
    }

    /// Rolls one die for a unit.
    ///
    /// # Halts
    /// As the dice.
    pub fn die(&mut self, who: Id, what: &'static str, at: Option<Id>) -> Step<u8> {
        let mut face = [0];
        self.fill(who.0, what, at, &mut face)?;
        Ok(face[0])
    }

    /// Rolls dice for a side.
    ///
    /// # Halts
    /// As the dice.
    pub fn dice_of_side<const N: usize>(&mut self, end: End, what: &'static str) -> Step<[u8; N]> {
        let mut faces = [0; N];
        self.fill(SIDES[end as usize], what, None, &mut faces)?;
        Ok(faces)
    }

    /// Rolls one die for the drift of a squall, counted from 0.
    pub(crate) fn die_of_squall(&mut self, number: u16) -> Step<u8> {
        let mut face = [0];
        self.fill(SQUALLS + number, "drift", None, &mut face)?;
        Ok(face[0])
    }

    fn fill(&mut self, who: u16, what: &'static str, at: Option<Id>, faces: &mut [u8]) -> Step<()> {
        if faces.is_empty() {
            return Ok(());
        }
        let roll = Rolled { who, what, at };
        let again = 1 + self.rolled.iter().filter(|it| **it == roll).count() as u8;
        self.rolled.push(roll);
        let field = &self.field;
        let squall;
        let name = match SIDES.iter().position(|it| *it == who) {
            Some(side) => field.dossier.sides[side].id(),
            None if who >= SQUALLS => {
                squall = format!("squall-{}", who - SQUALLS + 1);
                squall.as_str()
            }
            None => field.unit(Id(who)).id.as_str(),
        };
        let label = Label {
            battle: &field.dossier.battle,
            turn: field.turn,
            phase: self.phase,
            who: name,
            what,
            at: at.map(|id| field.unit(id).id.as_str()),
            again,
        };
        self.dice.roll(&label, faces)
    }

    /// Begins a phase.
    pub fn begin(&mut self, phase: Phase) {
        self.phase = phase;
        self.rolled.clear();
        self.note(|| Entry::Phase { phase });
    }

    /// Moves a unit to a sector, whatever the rules of movement say.
    ///
    /// # Halts
    /// As the dice.
    pub fn move_to(&mut self, id: Id, to: Sector) -> Step<()> {
        let unit = self.field.unit_mut(id);
        let Some(from) = unit.at.replace(to) else { return Ok(()) };
        if from != to {
            unit.moved = true;
            self.note(|| Entry::Moved { unit: id, from, to });
            if ability::ways_matter(&self.field) {
                ability::enters(self, id, to)?;
            }
        }
        Ok(())
    }

    /// Adds a unit that an ability brings, behind its like in its side's roster.
    pub fn bring(&mut self, unit: field::Unit) -> Id {
        let id = Id(self.field.units.len() as u16);
        let (end, kind) = (unit.end, unit.kind);
        self.field.marks.brought.add(&self.field.cards.effects, std::iter::once((id, &unit)));
        self.field.units.push(unit);
        let others = self.field.roster[end as usize].all();
        let at = others.partition_point(|other| self.field.ranks_before(*other, id));
        self.field.roster[end as usize].insert(at, id, kind);
        id
    }
}
