//! LUCK of a club: how the dice of attacks fell in its matches that are over, side beside side.

use std::collections::BTreeMap;
use std::io::Cursor;

use club::fallen::fallen;
use club::matches::{LayOut, MatchFault, Settings};
use club::proof;
use engine::fortune::Fortune;
use tournament::luck::{Kind, Luck, Throw, luck};

use crate::state::League;

/// How the dice of attacks fell for a side of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Fell {
    /// The match's word.
    pub match_id: String,
    /// Its event, round and board.
    pub at: (String, u32, u32),
    /// The side's word.
    pub side: String,
    /// How they fell.
    pub luck: Luck,
}

impl Fell {
    /// By how many standard deviations it was luckier than average; nothing where no die could do both.
    pub fn z(&self) -> Option<f64> {
        self.luck.z()
    }
}

/// Dice that fell at once, as they are counted.
///
/// # Errors
/// Only by a defect of the rules.
pub fn throw(it: &Fortune) -> Result<Throw, MatchFault> {
    let throw = Throw::new(it.side.id(), it.kind, it.dice, it.of_six, it.got);
    throw.map_err(|fault| MatchFault::Bug(fault.to_string()))
}

/// How the dice of attacks fell for each side in the matches of a system that are over, from their proofs by
/// word: the unluckiest first. A proof that this program cannot play is left out.
pub fn of_club(
    league: &League,
    system: &str,
    proofs: &BTreeMap<String, Vec<u8>>,
    rules: &LayOut<'_>,
) -> Vec<Fell> {
    let mut all = Vec::new();
    for (word, event) in league.events.iter().filter(|(_, event)| event.settings.system == system) {
        for round in &event.rounds {
            for board in &round.boards {
                let Some((match_id, _)) = board.begun.as_ref().filter(|_| board.result.is_some()) else {
                    continue;
                };
                let Some(Ok(found)) = proofs.get(match_id).map(|proof| of_proof(proof, rules)) else {
                    continue;
                };
                let at = (word.clone(), round.number, board.number);
                let fell = |(side, luck)| Fell { match_id: match_id.clone(), at: at.clone(), side, luck };
                all.extend(found.into_iter().map(fell));
            }
        }
    }
    all.sort_by(|one, other| {
        let z = |it: &Fell| it.z().unwrap_or(0.0);
        z(one).total_cmp(&z(other)).then_with(|| (&one.at, &one.side).cmp(&(&other.at, &other.side)))
    });
    all
}

/// How the dice of attacks fell for each side of a proof's match. Whether the proof holds is for its audit.
fn of_proof(archive: &[u8], rules: &LayOut<'_>) -> Result<Vec<(String, Luck)>, MatchFault> {
    let opened = proof::Archive::open(Cursor::new(archive));
    let opened = opened.map_err(|what| MatchFault::Proof { entry: None, what })?;
    let entries = proof::entries(&opened)?;
    let dice = fallen(&entries, rules(&Settings::of(&entries)?)?, None)?;
    let fortunes = dice.events.iter().flat_map(|event| &event.fallen.fortunes);
    let throws = fortunes.map(throw).collect::<Result<Vec<Throw>, MatchFault>>()?;
    let of_attacks = luck(&throws).into_iter().filter(|((_, kind), _)| *kind == Kind::Hit);
    Ok(of_attacks.map(|((side, _), luck)| (side.to_string(), luck)).collect())
}
