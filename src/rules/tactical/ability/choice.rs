//! Whether an ability is used: by the plan's order, or by its class (battle plans 6).

use super::super::field::{Field, Unit};
use super::super::log::{Entry, Id};
use super::super::map::End;
use super::super::plan::{Order, Use};
use super::super::{Battle, attack};
use crate::cards::Ability;
use crate::effects::Class;

/// Worth, as a share of the target's cost in millionths, from which an ability that is there once is used.
const WORTH_ONCE: u64 = 100_000;

/// What a plan wants of an ability at a moment at which it could be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Will {
    /// Not to use it.
    No,
    /// To use it if it is worth it.
    IfWorth,
    /// To use it.
    Yes,
}

/// What a plan orders of an ability, if it says anything; an order for one unit goes before one for all.
pub fn order(field: &Field<'_>, id: Id, ability: Ability) -> Option<Use> {
    let unit = field.unit(id);
    let orders = &field.plan(unit.end).abilities;
    let fits = |order: &&Order| {
        order.ability == ability
            && order.unit.as_ref().is_none_or(|word| word.fits(field.cards, unit.card, &unit.id))
    };
    let fitting = || orders.iter().filter(fits);
    fitting().find(|order| order.unit.is_some()).or_else(|| fitting().next()).map(|order| order.when)
}

/// What a plan wants of an ability of a unit now; nothing of one that the unit has not, or has used up.
pub fn will(field: &Field<'_>, id: Id, ability: Ability) -> Will {
    let unit = field.unit(id);
    if !unit.has(ability) || unit.used.has(ability) {
        return Will::No;
    }
    match order(field, id, ability) {
        Some(Use::Never) => Will::No,
        Some(Use::First) => Will::IfWorth,
        Some(Use::Turn(turn)) if field.turn < turn => Will::No,
        Some(Use::Turn(_) | Use::At(_)) => Will::Yes,
        None => match field.cards.effects.class(ability) {
            Class::Always | Class::Free | Class::Role => Will::Yes,
            Class::Once | Class::Reroll => Will::IfWorth,
            Class::Price | Class::Deploy => Will::No,
        },
    }
}

/// Whether an ability without a worth of its own is used: at the first moment at which it can be.
pub fn wants(field: &Field<'_>, id: Id, ability: Ability) -> bool {
    will(field, id, ability) != Will::No
}

/// Whether a side has brought anybody with an ability. Most have few, and then nobody need be looked at.
#[inline]
pub fn brought(field: &Field<'_>, end: End, ability: Ability) -> bool {
    field.marks.brought.by(end).has(ability)
}

/// A side's ships on the map that use an ability now, in roster order.
pub fn willing<'f>(field: &'f Field<'_>, end: End, ability: Ability) -> impl Iterator<Item = (Id, &'f Unit)> {
    let any = brought(field, end, ability);
    field.ships(end).take_while(move |_| any).filter(move |(id, _)| wants(field, *id, ability))
}

/// Whether an attack is worth more with an ability than without, and worth it at all.
pub fn pays(field: &Field<'_>, at: Id, with: u64, without: u64) -> bool {
    with > without && with >= WORTH_ONCE * u64::from(field.unit(at).cost)
}

/// Whether an attack that an ability allows is made.
pub fn makes(field: &Field<'_>, ability: Ability, attack: &attack::Attack, without: u64) -> bool {
    match will(field, attack.by, ability) {
        Will::No => false,
        Will::Yes => true,
        Will::IfWorth => pays(field, attack.at, attack::worth(field, attack), without),
    }
}

impl Battle<'_> {
    /// Notes that an ability was used or spoke.
    pub(crate) fn spoke(&mut self, unit: Id, ability: Ability, at: Option<Id>, die: Option<u8>, works: bool) {
        self.note(|| Entry::Ability { unit, ability, at, die, works });
    }

    /// Notes that an ability that is there once a battle is used up.
    pub(crate) fn spend(&mut self, unit: Id, ability: Ability) {
        self.field.unit_mut(unit).used.insert(ability);
    }

    /// Rolls a die for an ability, labelled by its name.
    ///
    /// # Halts
    /// As the dice.
    pub(crate) fn roll_for(&mut self, unit: Id, ability: Ability, at: Option<Id>) -> engine::table::Step<u8> {
        self.die(unit, ability.name(), at)
    }
}
