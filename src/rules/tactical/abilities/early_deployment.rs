//! Early Deployment (WST-sa-56): to a sector of its own half, as ordered, with a cruiser or destroyer that
//! lies with it.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::EarlyDeployment], at: &[Hook::Each(Moment::Deploying, deploy)] };

fn deploy(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    let field = &battle.field;
    let unit = field.unit(id);
    let escort =
        |(other, it): &(Id, &Unit)| *other != id && matches!(it.kind, Kind::Cruiser | Kind::Destroyer);
    let mate = unit.at.and_then(|at| field.in_sector(unit.end, at).find(escort)).map(|(other, _)| other);
    deployment::elsewhere(battle, id, Ability::EarlyDeployment, mate, deployment::is_own_half).map(drop)
}
