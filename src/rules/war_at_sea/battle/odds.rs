//! Odds of a staff battle: it is fought many times over with the same plans and other dice, and what came of it is counted.
//! The dice come from a plain generator, since nothing here is ever sealed.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;

use super::dice::{Dice, Label};
use super::dossier::Dossier;
use super::fight;
use super::map::End;
use super::plan::Plan;
use super::report::{Fate, Flown};
use crate::rules::war_at_sea::cards::Cards;
use crate::table::Step;

/// How a battle went, over many times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Odds {
    /// How often it was fought.
    pub battles: u32,
    /// How often each side won, that in column A first.
    pub wins: [u32; 2],
    /// Points that each side scored, in all battles together.
    pub points: [u64; 2],
    /// Turns that were played, in all battles together.
    pub turns: u64,
    /// How often each ship or submarine was sunk, by its id.
    pub sunk: Vec<(String, u32)>,
    /// How often each aircraft was lost, by its id.
    pub lost: Vec<(String, u32)>,
}

impl Odds {
    /// What was neither side's.
    pub const fn draws(&self) -> u32 {
        self.battles - self.wins[0] - self.wins[1]
    }
}

/// Dice from a plain generator, whatever they are for.
struct Plain(ChaCha8Rng);

impl Dice for Plain {
    fn roll(&mut self, _: &Label<'_>, faces: &mut [u8]) -> Step<()> {
        faces.fill_with(|| self.0.random_range(1..=6));
        Ok(())
    }
}

/// Fights a battle `battles` times. Who deploys first does not change; the same seed counts the same.
///
/// # Halts
/// Never, as its dice never do.
pub fn count(cards: &Cards, dossier: &Dossier, plans: [&Plan; 2], battles: u32, seed: u64) -> Step<Odds> {
    let mut dice = Plain(ChaCha8Rng::seed_from_u64(seed));
    let mut odds =
        Odds { battles, wins: [0; 2], points: [0; 2], turns: 0, sunk: Vec::new(), lost: Vec::new() };
    for _ in 0..battles {
        let outcome = fight(cards, dossier, plans, &mut dice, false)?;
        if let Some(end) = outcome.winner.and_then(|side| dossier.end(side)) {
            odds.wins[end as usize] += 1;
        }
        for end in End::BOTH {
            odds.points[end as usize] += u64::from(outcome.points[end as usize]);
        }
        odds.turns += u64::from(outcome.report.turns_played);
        // Reports name every unit in the same order.
        if odds.sunk.is_empty() && odds.lost.is_empty() {
            odds.sunk = outcome.report.units.iter().map(|unit| (unit.unit.clone(), 0)).collect();
            odds.lost = outcome.report.aircraft.iter().map(|unit| (unit.unit.clone(), 0)).collect();
        }
        for ((_, sunk), unit) in odds.sunk.iter_mut().zip(&outcome.report.units) {
            *sunk += u32::from(unit.fate == Fate::Sunk);
        }
        for ((_, lost), unit) in odds.lost.iter_mut().zip(&outcome.report.aircraft) {
            *lost += u32::from(unit.fate == Flown::Lost);
        }
    }
    Ok(odds)
}
