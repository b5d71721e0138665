//! Whom a unit attacks (battle plans 4.4): the first word of a list that has a target worth enough, and its
//! best.

use std::cmp::{Ordering, Reverse};

use super::attack::{Attack, worth};
use super::field::{Field, Unit};
use super::log::Id;
use super::plan::{TargetWord, Targeting, UnitWord};
use crate::cards::Cards;

/// The best of some attacks by a list of the attacker's plan; nothing if none is worth anything.
pub fn choose(field: &Field<'_>, list: Targeting, attacks: impl Iterator<Item = Attack>) -> Option<Attack> {
    let valued = attacks.map(|attack| (attack, worth(field, &attack))).filter(|(_, worth)| *worth > 0);
    let valued: Vec<(Attack, u64)> = valued.collect();
    choose_valued(field, list, &valued).map(|(attack, _)| attack)
}

/// The best of some attacks whose worth is known, none of them 0.
pub fn choose_valued(field: &Field<'_>, list: Targeting, valued: &[(Attack, u64)]) -> Option<(Attack, u64)> {
    let (first, _) = valued.first()?;
    let plan = field.plan(field.unit(first.by).end);
    let words = plan.targets(list);
    let floor = u64::from(plan.worth_floor);
    // What stands on land comes last unless the list names it.
    let on_land = |attack: &Attack| {
        let unit = field.unit(attack.at);
        unit.kind.is_land_base() || unit.kind.is_ground()
    };
    let named = |attack: &Attack| words.iter().any(|word| fits(field, word, attack.at));
    let counts = |attack: &Attack| !on_land(attack) || named(attack);
    let first_rank = valued.iter().any(|(attack, _)| counts(attack));
    let ranked = || valued.iter().filter(|(attack, _)| !first_rank || counts(attack));
    let best = ranked().map(|(_, worth)| *worth).max()?;
    let good = |worth: u64| worth * 100 >= floor * best;
    let word = words
        .iter()
        .find(|word| ranked().any(|(attack, worth)| good(*worth) && fits(field, word, attack.at)));
    let fitting = ranked().filter(|(attack, _)| word.is_none_or(|word| fits(field, word, attack.at)));
    // Of what is worth the same, the first: so a weapon that is named first is taken.
    let order = |(one, its): &&(Attack, u64), (other, others): &&(Attack, u64)| {
        others.cmp(its).then_with(|| tie(field, one).cmp(&tie(field, other))).then_with(|| {
            if one.at == other.at { Ordering::Equal } else { place(field, one).cmp(&place(field, other)) }
        })
    };
    fitting.min_by(order).copied()
}

/// Of targets that are worth the same: the nearer, that with fewer hull points left, the dearer, then roster
/// order.
fn tie(field: &Field<'_>, attack: &Attack) -> (u8, u8, Reverse<u16>) {
    let at = field.unit(attack.at);
    (attack.range, at.left_now(), Reverse(at.cost))
}

fn place(field: &Field<'_>, attack: &Attack) -> usize {
    let end = field.unit(attack.at).end;
    field.roster[end as usize].all().iter().position(|id| *id == attack.at).unwrap_or(usize::MAX)
}

/// Whether a word means a unit as it stands now.
pub fn fits(field: &Field<'_>, word: &TargetWord, id: Id) -> bool {
    let unit = field.unit(id);
    (!word.crippled || field.is_crippled(id))
        && (!word.damaged || unit.damage > 0)
        && means(field.cards, &word.word, unit)
}

/// `any` means what swims and flies; bases and ground units have words of their own.
fn means(cards: &Cards, word: &UnitWord, unit: &Unit) -> bool {
    let land = unit.kind.is_land_base() || unit.kind.is_ground();
    !(land && *word == UnitWord::Any) && word.fits(cards, unit.card, &unit.id)
}

/// The place of the first word of a list that means a unit; past the end if none does.
pub fn preference(field: &Field<'_>, list: &[TargetWord], id: Id) -> usize {
    list.iter().position(|word| fits(field, word, id)).unwrap_or(list.len())
}
