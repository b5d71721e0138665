//! The list of losses in a report adds up to the score.

use sealord::rules::war_at_sea::WarAtSea;
use sealord::rules::war_at_sea::state::Phase;
use sealord::system::{News, Rules, Views};

use crate::laws::play::{boldness, parallel, play};
use crate::laws::systems::Lawful;

/// What a side reads of what was sunk, by who lost it, comes to what the enemies of that side score for it,
/// and what the side itself scores to what it reads of its enemies.
fn adds_up(seed: u64) -> usize {
    let mut lost = 0;
    play::<WarAtSea>(seed, boldness(seed), |_, moment| {
        let (system, war) = (WarAtSea::system(), &moment.progress.present);
        if system.sides().iter().any(|side| war.seat(*side).is_none_or(|seat| seat.out)) {
            return;
        }
        let [_, weight] = system.scenario.weights;
        for party in system.parties() {
            let view = system.view(war, *party, News::NONE);
            let (own, scores) = (party.side(), &view.score.turns[0].columns);
            let cost =
                |side| i64::from(view.own.sunk_cost.get(side).copied().unwrap_or(0)) * i64::from(weight);
            let scored = |side| scores.get(side).map_or(0, |columns| columns.sunk);
            let others = || system.sides().iter().copied().filter(|side| *side != own);
            let theirs: i64 = others().map(scored).sum();
            let (all_cost, all_scored): (i64, i64) = (others().map(cost).sum(), theirs + scored(own));
            if war.phase == Phase::Over {
                assert_eq!(cost(own) + all_cost, all_scored, "seed {seed}: all that {} reads", own.id());
            } else {
                assert_eq!(cost(own), theirs, "seed {seed}: what {} has lost", own.id());
                assert_eq!(all_cost, scored(own), "seed {seed}: what {} has sunk", own.id());
            }
            lost += view.own.gone.len();
        }
    });
    lost
}

#[test]
fn the_list_of_losses_adds_up_to_the_score() {
    let mut gone: usize = parallel(2300..2302, adds_up).into_iter().sum();
    for campaign in WarAtSea::WAR {
        let first = campaign.seeds.start;
        gone += parallel(first..first + 1, |seed| WarAtSea::under(campaign, || adds_up(seed)))
            .into_iter()
            .sum::<usize>();
    }
    assert!(gone > 0, "nothing was lost that scores for nobody");
}
