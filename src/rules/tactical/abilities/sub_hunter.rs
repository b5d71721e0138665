//! Sub Hunter (WST-sa-175): into a neighbouring sector with an enemy submarine.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::SubHunter], at: &[Hook::At(Moment::BothMoved, hunt)] };

fn hunt(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    if field.broken[end as usize] {
        return Ok(());
    }
    let hunters: Vec<Id> = choice::willing(field, end, Ability::SubHunter).map(|(id, _)| id).collect();
    for id in hunters {
        let field = &battle.field;
        let Some(from) = field.unit(id).at else { continue };
        let boat_at = |at: Sector| {
            let hunted = |(boat, it): (Id, &Unit)| it.at == Some(at) && !may(field, boat, May::EludeHunters);
            field.boats(end.other()).any(hunted)
        };
        let any_here = field.boats(end.other()).any(|(_, it)| it.at == Some(from));
        let next = field
            .grid
            .in_order(end)
            .find(|at| from.range(*at) == 1 && boat_at(*at) && field.room_for(id, *at));
        if let Some(to) = next.filter(|_| !any_here) {
            battle.spoke(id, Ability::SubHunter, None, None, true);
            battle.move_to(id, to)?;
        }
    }
    Ok(())
}
