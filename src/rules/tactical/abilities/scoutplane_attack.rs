//! Scoutplane Attack (WST-sa-155): on turn 1 a squadron that flies this turn and is gone after it.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::ScoutplaneAttack], at: &[Hook::At(Moment::TurnBegins, launch)] };

fn launch(battle: &mut Battle<'_>, end: End) -> Step<()> {
    if battle.field.turn == 1 {
        squadrons::launch(battle, end, Ability::ScoutplaneAttack, "scout-plane");
    }
    Ok(())
}
