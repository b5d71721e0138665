//! What two forces may be expected to do to each other, in points (NW-16).

use super::super::Schiffskrieg;
use super::super::pieces::UnitId;
use super::super::state::{Action, Sea};
use engine::rulebook::chances::fades;

/// Chance that a die hits.
const HIT: f32 = 1.0 / 6.0;
/// The average damage of a hit.
const DAMAGE: f32 = 3.5;
/// What of a ship's worth is gained that must leave for a while.
const AWAY: f32 = 0.35;
/// Dice of a carrier for one die at an LBA (SK-4.3.2-4).
const AT_LBA: f32 = 1.0 / 3.0;
/// How often an average battle is fought on, counted in rounds.
const ROUNDS: f32 = 1.4;

/// A piece as far as battles go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub guns: f32,
    pub air: f32,
    pub torpedoes: f32,
    pub defense: f32,
    pub lba: bool,
    pub carrier: bool,
    pub surface: bool,
    /// Points for its loss, and a little for what it can do.
    pub worth: f32,
}

/// What is done to a target on average.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    pub damage: f32,
    /// Dice that may disable.
    pub dice: f32,
}

impl Piece {
    pub(super) fn of(system: &Schiffskrieg, sea: &Sea, unit: UnitId) -> Piece {
        let (of, state) = (&system.counters[unit], sea.unit(unit));
        let side = of.factors(state.hurt);
        let points = if of.is_boat() {
            0.0
        } else if of.is_heavy() {
            2.0
        } else {
            1.0
        };
        let can = f32::from(side.gunnery + side.airstrike);
        Piece {
            guns: f32::from(side.gunnery),
            air: f32::from(side.airstrike),
            torpedoes: f32::from(side.torpedo),
            defense: f32::from(side.defense).max(1.0),
            lba: of.is_lba(),
            carrier: of.is_carrier(),
            surface: of.is_surface(),
            worth: points + 0.12 * can,
        }
    }

    /// Marks with some dice more.
    pub(super) fn marked(self, before: Marks, dice: f32, by_carrier: bool) -> Marks {
        let dice = if self.lba && by_carrier { dice * AT_LBA } else { dice };
        Marks {
            damage: before.damage + dice * HIT * DAMAGE,
            dice: before.dice + if self.lba { 0.0 } else { dice },
        }
    }

    /// What marks on it are worth to the enemy.
    pub(super) fn gained(self, marks: Marks) -> f32 {
        // Damage comes in lumps: half of what sinks it sinks it less than half the time.
        let x = marks.damage / self.defense;
        let sunk = x * x / (x * x + 0.6);
        let away = 1.0 - fades(marks.dice * HIT);
        self.worth * (sunk + (1.0 - sunk) * AWAY * away)
    }
}

/// A force.
#[derive(Clone, Debug, Default)]
pub(super) struct Force(pub Vec<Piece>);

impl Force {
    pub(super) fn of(system: &Schiffskrieg, sea: &Sea, units: &[UnitId]) -> Force {
        Force(units.iter().map(|unit| Piece::of(system, sea, *unit)).collect())
    }

    /// What it can do in the On Station Box of a zone (NW-14).
    pub(super) fn strength(&self) -> f32 {
        self.0.iter().filter(|it| !it.lba).map(|it| it.guns + it.air).sum()
    }

    fn has_flyers(&self) -> bool {
        self.0.iter().any(|it| it.lba || it.carrier)
    }

    fn has_surface(&self) -> bool {
        self.0.iter().any(|it| it.surface)
    }

    /// What a round of fire at an enemy may be expected to gain.
    pub(super) fn fire(&self, enemy: &Force, action: Action) -> f32 {
        let targets: Vec<Piece> = enemy.0.iter().copied().filter(|it| it.worth > 0.5).collect();
        let mut marks = vec![Marks::default(); targets.len()];
        let screened = action == Action::Night && enemy.has_surface();
        for piece in &self.0 {
            let dice = match action {
                Action::Day => piece.air + piece.torpedoes,
                Action::Night => piece.guns + piece.torpedoes,
            };
            if dice <= 0.0 {
                continue;
            }
            let gain = |at: usize| {
                let target = targets[at];
                let open = !(target.lba && (action == Action::Night || piece.torpedoes > 0.0))
                    && !(screened && target.carrier && piece.surface);
                let after = target.marked(marks[at], dice, piece.carrier);
                (open, target.gained(after) - target.gained(marks[at]))
            };
            let mut best: Option<(usize, f32)> = None;
            for at in 0..targets.len() {
                let (open, gain) = gain(at);
                if open && best.is_none_or(|(_, most)| gain > most) {
                    best = Some((at, gain));
                }
            }
            if let Some((at, _)) = best {
                marks[at] = targets[at].marked(marks[at], dice, piece.carrier);
            }
        }
        targets.iter().zip(&marks).map(|(target, marks)| target.gained(*marks)).sum()
    }

    /// What a round of an action brings: own gain, and the enemy's.
    pub(super) fn round(&self, enemy: &Force, action: Action) -> (f32, f32) {
        (self.fire(enemy, action), enemy.fire(self, action))
    }

    /// The actions that a side may choose.
    fn open(&self) -> &'static [Action] {
        match (self.has_flyers(), self.has_surface()) {
            (true, false) => &[Action::Day],
            (true, true) => &[Action::Day, Action::Night],
            (false, _) => &[Action::Night],
        }
    }

    /// The action that a side would choose.
    fn choice(&self, enemy: &Force) -> Action {
        let balance = |action: Action| {
            let (own, theirs) = self.round(enemy, action);
            own - theirs
        };
        let open = self.open();
        if open.len() == 2 && balance(Action::Night) > balance(Action::Day) { Action::Night } else { open[0] }
    }

    /// What a battle brings: own gain, and the enemy's.
    pub(super) fn battle(&self, enemy: &Force) -> (f32, f32) {
        let (own, theirs) = (self.choice(enemy), enemy.choice(self));
        let (mut gain, mut loss) = self.round(enemy, own);
        if own != theirs {
            let (gain_too, loss_too) = self.round(enemy, theirs);
            (gain, loss) = ((gain + gain_too) / 2.0, (loss + loss_too) / 2.0);
        }
        (gain * ROUNDS, loss * ROUNDS)
    }
}
