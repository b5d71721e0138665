//! Coastal Deployment (WST-sa-29): to a sector by an island on its own half, as ordered.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::CoastalDeployment], at: &[Hook::Each(Moment::Deploying, deploy)] };

fn deploy(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    let fits =
        |field: &Field<'_>, end, to| deployment::is_own_half(field, end, to) && when::is_by_island(field, to);
    deployment::elsewhere(battle, id, Ability::CoastalDeployment, None, fits).map(drop)
}
