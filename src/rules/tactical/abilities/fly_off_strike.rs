//! Fly-off Strike (WST-sa-87): once, a squadron that flies this turn and is gone after it.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::FlyOffStrike], at: &[Hook::At(Moment::TurnBegins, launch)] };

fn launch(battle: &mut Battle<'_>, end: End) -> Step<()> {
    squadrons::launch(battle, end, Ability::FlyOffStrike, "fly-off-squadron");
    Ok(())
}
