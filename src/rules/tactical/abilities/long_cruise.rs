//! Long Cruise (WST-sa-120): to any sector, as ordered.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::LongCruise], at: &[Hook::Each(Moment::Deploying, deploy)] };

fn deploy(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    deployment::elsewhere(battle, id, Ability::LongCruise, None, |_, _, _| true).map(drop)
}
