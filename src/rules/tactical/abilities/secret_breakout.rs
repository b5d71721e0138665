//! Secret Breakout (WST-sa-158): off the map with one cruiser, to enter at the end of turn 2 or 3.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::SecretBreakout],
    at: &[Hook::Each(Moment::Deploying, leave), Hook::At(Moment::TurnEnds, enter)],
};

/// The turns at whose end a ship breaks out.
const TURNS: [u8; 2] = [2, 3];

fn leave(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    let unit = battle.field.unit(id);
    let (end, Some(at)) = (unit.end, unit.at) else { return Ok(()) };
    let (turn, to) = match choice::order(&battle.field, id, Ability::SecretBreakout) {
        Some(Use::Turn(turn)) => (turn.clamp(TURNS[0], TURNS[1]), at),
        Some(Use::At(to)) if deployment::is_own_half(&battle.field, end, to) => (TURNS[0], to),
        _ => return Ok(()),
    };
    let cruiser = battle.field.ships(end).find(|(other, it)| *other != id && it.kind == Kind::Cruiser);
    let units: Vec<Id> = [Some(id), cruiser.map(|(other, _)| other)].into_iter().flatten().collect();
    for ship in &units {
        let unit = battle.field.unit_mut(*ship);
        (unit.at, unit.being) = (None, Being::Coming);
    }
    battle.spoke(id, Ability::SecretBreakout, None, None, true);
    battle.field.marks.breakouts.push(Breakout { units, turn, to });
    Ok(())
}

/// They enter where there is room, nearest to the sector they were meant for.
fn enter(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let turn = battle.field.turn;
    let all = std::mem::take(&mut battle.field.marks.breakouts);
    let ours = |id: &Id| battle.field.unit(*id).end == end;
    let due = |it: &Breakout| it.turn == turn && it.units.first().is_some_and(ours);
    let (now, later): (Vec<_>, Vec<_>) = all.into_iter().partition(due);
    battle.field.marks.breakouts = later;
    for breakout in now {
        for id in breakout.units {
            let field = &battle.field;
            let free = field
                .grid
                .in_order(end)
                .filter(|at| deployment::is_own_half(field, end, *at) && field.room_for(id, *at));
            let Some(at) = free.min_by_key(|at| at.range(breakout.to)) else { continue };
            let unit = battle.field.unit_mut(id);
            (unit.at, unit.being) = (Some(at), Being::There);
            battle.note(|| Entry::Deployed { unit: id, at });
        }
    }
    Ok(())
}
