//! Torpedo Run (WST-sa-185): once, with a destroyer beside it, one step to where both can use torpedoes.

use super::*;

pub(super) static CODE: Code = Code { words: &[Ability::TorpedoRun], at: &[Hook::At(Moment::Moved, run)] };

fn run(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let owners: Vec<Id> = choice::willing(field, end, Ability::TorpedoRun).map(|(id, _)| id).collect();
    for id in owners {
        let field = &battle.field;
        let Some(from) = field.unit(id).at else { continue };
        let mate = |(other, it): &(Id, &Unit)| *other != id && it.kind == Kind::Destroyer;
        let Some((mate, _)) = field.in_sector(end, from).find(mate) else { continue };
        let reaches = |ship: Id, at: Sector| {
            let dice = |target: Sector| {
                field.card(ship).line(Weapon::Torpedo).get(usize::from(at.range(target))).copied()
            };
            field.ships(end.other()).any(|(_, it)| it.at.and_then(dice).is_some_and(|dice| dice > 0))
        };
        if reaches(id, from) && reaches(mate, from) {
            continue;
        }
        let to = field.grid.in_order(end).find(|to| {
            from.range(*to) == 1
                && field.room_for(id, *to)
                && field.room_for(mate, *to)
                && reaches(id, *to)
                && reaches(mate, *to)
        });
        let Some(to) = to.filter(|to| field.ships(end).all(|(_, it)| it.at != Some(*to))) else { continue };
        battle.spend(id, Ability::TorpedoRun);
        battle.spoke(id, Ability::TorpedoRun, Some(mate), None, true);
        battle.move_to(id, to)?;
        battle.move_to(mate, to)?;
    }
    Ok(())
}
