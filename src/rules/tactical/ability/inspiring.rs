//! Ships that inspire their side (WST-sa-107, WST-sa-108).

use super::super::Battle;
use super::super::attack::Attack;
use super::super::field::Field;
use super::super::log::Id;
use super::choice;
use crate::cards::Ability;

/// The side fires better on the next turn.
pub fn inspire(battle: &mut Battle<'_>, attack: &Attack, ability: Ability) {
    if choice::wants(&battle.field, attack.by, ability) {
        battle.spend(attack.by, ability);
        battle.spoke(attack.by, ability, Some(attack.at), None, true);
        let next = battle.field.turn + 1;
        battle.field.marks.inspired.push((ability, attack.by, next));
    }
}

/// The dice that an ability adds this turn, of those owners that count. The same of several units counts once
/// (WST-seq-5); in edition 1 it added up.
pub fn dice(field: &Field<'_>, attack: &Attack, ability: Ability, counts: impl Fn(Id) -> bool) -> i16 {
    let end = field.unit(attack.by).end;
    let inspires = |(by, owner, on): &&(Ability, Id, u8)| {
        *by == ability && *on == field.turn && counts(*owner) && field.unit(*owner).end == end
    };
    let all = field.marks.inspired.iter().filter(inspires).count() as i16;
    if field.cards.effects.first_edition { all } else { all.min(1) }
}
