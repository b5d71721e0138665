//! Shadow Battleship (WST-sa-159): at the start of Surface Attack each ship that can names the battleship,
//! three sectors away or farther, whose guns it has most to fear; it cannot attack the ship this phase.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::ShadowBattleship],
    at: &[
        Hook::At(Moment::SurfaceBegins, shadow),
        Hook::Forbids(|field, attack| field.marks.shadowed.contains(&(attack.by, attack.at))),
    ],
};

fn shadow(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let mut found = Vec::new();
    for (id, _) in choice::willing(field, end, Ability::ShadowBattleship) {
        let far = |by: Id| field.range(by, id).is_some_and(|range| range >= 3);
        let guns = |by: Id| spotting::weapons_worth(field, by, id, |weapon| weapon.is_gun());
        let battleships =
            field.ships(end.other()).filter(|(by, unit)| unit.kind == Kind::Battleship && far(*by));
        let feared = battleships.map(|(by, _)| (guns(by), by)).filter(|(worth, _)| *worth > 0);
        let mut worst: Option<(u64, Id)> = None;
        for (worth, by) in feared {
            if worst.is_none_or(|(most, _)| worth > most) {
                worst = Some((worth, by));
            }
        }
        found.extend(worst.map(|(_, by)| (by, id)));
    }
    for (by, id) in found {
        battle.field.marks.shadowed.push((by, id));
        battle.spend(id, Ability::ShadowBattleship);
        battle.spoke(id, Ability::ShadowBattleship, Some(by), None, true);
    }
    Ok(())
}
