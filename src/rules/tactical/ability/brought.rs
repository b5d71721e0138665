//! What the sides have brought in abilities: a battle knows few of them, and asks no others.

use super::super::attack::{Attack, Strength};
use super::super::field::{Field, Unit};
use super::super::log::Id;
use super::super::map::End;
use crate::abilities::table;
use crate::cards::{Abilities, Ability};
use crate::effects::Effects;

/// The abilities that the sides have brought; some may be lost or used up.
#[derive(Clone, Debug, Default)]
pub struct Brought {
    by: [Abilities; 2],
    all: Abilities,
    /// Who brought those that help others in their attacks.
    helpers: Vec<(Ability, End, Id)>,
    /// What of them forbids attacks: asked of every attack that somebody could make.
    pub forbids: Vec<fn(&Field<'_>, &Attack) -> bool>,
    /// What of them changes attacks by code: asked as often.
    pub modifies: Vec<fn(&Field<'_>, &Attack, &mut Strength)>,
}

impl Brought {
    /// Adds what units bring.
    pub fn add<'u>(&mut self, effects: &Effects, units: impl Iterator<Item = (Id, &'u Unit)>) {
        let helping = effects.helping();
        for (id, unit) in units {
            let by = &mut self.by[unit.end as usize];
            *by = by.with(&unit.abilities);
            let helps = unit.abilities.common(&helping);
            self.helpers.extend(helps.iter().map(|ability| (ability, unit.end, id)));
        }
        let [one, other] = &self.by;
        self.all = one.with(other);
        self.forbids = table().forbids.of(self.all).collect();
        self.modifies = table().modifies.of(self.all).collect();
    }

    /// Those of a side.
    #[inline]
    pub const fn by(&self, end: End) -> &Abilities {
        &self.by[end as usize]
    }

    /// Those of anybody.
    #[inline]
    pub const fn all(&self) -> &Abilities {
        &self.all
    }

    /// The units of a side that have brought an ability which helps others in their attacks.
    #[inline]
    pub fn helpers(&self, end: End, ability: Ability) -> impl Iterator<Item = Id> {
        let of = self.helpers.iter().filter(move |it| (it.0, it.1) == (ability, end));
        of.map(|it| it.2)
    }
}
