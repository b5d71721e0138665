//! What a system plays beside its first scenario: every scenario, the runs of several, the optional rules.
//! Officers play each to its end, under the laws of whole matches.

use crate::laws::play::parallel;
use crate::laws::soak::{Counts, whole_match};
use crate::laws::systems::Lawful;

crate::laws::laws! { every_scenario_is_played_to_its_end }

fn every_scenario_is_played_to_its_end<S: Lawful>() {
    let mut total = Counts::new();
    for campaign in S::WAR {
        let seeds = parallel(campaign.seeds.clone(), |seed| S::under(campaign, || whole_match::<S>(seed)));
        for (kind, count) in seeds.into_iter().flatten() {
            *total.entry(kind).or_default() += count;
        }
    }
    let met = |kind: &str| total.contains_key(kind);
    let never: Vec<&str> = S::IN_THE_WAR.iter().copied().filter(|kind| !met(kind)).collect();
    assert!(never.is_empty(), "no match met {never:?}");
}
