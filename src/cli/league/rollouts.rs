//! Matches that officers play by the hundred, in memory and over all cores.

use tournament::Halves;
use tournament::estimate::{Margin, Share, median, wilson};

use crate::cli::cores::each;
use crate::cli::play::Officers;
use crate::digest::Digest;
use crate::entry::Entry;
use crate::games::Games;
use crate::matches::{Game, Host, MatchFault, Settings};
use crate::side::Side;
use crate::systems::Systems;

/// What the numbers of officers in rollouts begin with.
const LABEL: &[u8] = b"sealord/rollout/v1\0";

/// A side's points less the most of another side; an end that points did not decide is sudden.
pub(super) fn margin(game: &Game, side: Side) -> Margin {
    let others = game.sides().iter().filter(|other| **other != side);
    let most = others.map(|other| game.rules.points(*other)).max().unwrap_or(0);
    match (game.rules.by_points(), game.winner()) {
        (true, _) | (false, None) => Margin::Points(Halves::whole(i64::from(game.rules.points(side) - most))),
        (false, Some(winner)) if winner == side => Margin::SuddenVictory,
        (false, Some(_)) => Margin::SuddenDefeat,
    }
}

/// How a match might have ended.
pub(super) struct Estimate {
    /// How often it was played on.
    pub(super) rollouts: u32,
    /// The share that each side won; a draw is half a win.
    pub(super) shares: Vec<(Side, Share)>,
    /// The median of the first side's margins; nothing without a rollout.
    pub(super) margin: Option<Margin>,
}

/// Lets officers play a match on from a position, so many times. How they decide and how dice fall follows
/// from the hash of the position's newest entry.
///
/// # Errors
/// If the journal makes no sense, or by a fault of the rules.
pub(super) fn estimate(
    (systems, games): (Systems, &Games),
    (entries, seed): (&[Entry], &crate::dice::Seed),
    (rollouts, threads): (u32, Option<u16>),
) -> Result<Estimate, MatchFault> {
    let settings = Settings::of(entries)?;
    let head = entries.last().map_or(Digest::ZERO, Entry::hash);
    let ended = each(rollouts.into(), threads, |at| {
        let rules = settings.lay_out(systems, games)?;
        let mut host = Host::rollout(rules, entries, seed.clone())?;
        let number = number(&head, at);
        Officers::sensible(&host.game, number).play(&mut host, |_, _, _| Ok(()), |_| Ok(()))?;
        let margins = host.game.sides().iter().map(|side| (*side, margin(&host.game, *side)));
        Ok((host.game.winner(), margins.collect::<Vec<_>>()))
    })?;
    let sides: Vec<Side> = ended.first().map_or(Vec::new(), |(_, all)| all.iter().map(|it| it.0).collect());
    let halves = |side: Side| -> Halves {
        let won = ended.iter().map(|(winner, _)| match winner {
            Some(winner) if *winner == side => Halves::whole(1),
            Some(_) => Halves::ZERO,
            None => Halves(1),
        });
        won.sum()
    };
    let first: Vec<Margin> = ended.iter().filter_map(|(_, all)| Some(all.first()?.1)).collect();
    Ok(Estimate {
        rollouts,
        shares: sides.iter().map(|side| (*side, wilson(halves(*side), rollouts))).collect(),
        margin: median(&first, Halves(1)),
    })
}

/// The number of the officers of a rollout.
fn number(head: &Digest, at: u64) -> u64 {
    let digest = Digest::of_parts(&[LABEL, head.as_bytes(), &at.to_be_bytes()]);
    let mut first = [0; 8];
    first.copy_from_slice(&digest.as_bytes()[..8]);
    u64::from_be_bytes(first)
}
