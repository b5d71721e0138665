//! Further attacks of a unit beside its plain one, or in its place.

use super::super::attack::{self, Attack};
use super::super::field::{Field, Unit};
use super::super::log::Id;
use super::choice::{self, Will};
use super::{air, strength};
use crate::abilities::table;
use crate::cards::{Ability, Kind, Weapon};

/// As far as any weapon reaches.
pub const FAR: u8 = 6;

/// An attack of an aircraft in place of its plain one.
#[derive(Clone, Copy)]
pub struct Payload {
    /// By which ability.
    pub by: Ability,
    /// With what.
    pub weapon: Weapon,
    /// How many dice.
    pub dice: fn(&Field<'_>, Id) -> u8,
    /// At which range.
    pub range: u8,
}

/// A further attack of a weapon, mostly after the plain one.
#[derive(Clone, Copy)]
pub struct Volley {
    /// By which ability.
    pub by: Ability,
    /// With which weapons.
    pub weapons: &'static [Weapon],
    /// Its dice at a range, if they are others than those of the weapon.
    pub dice: fn(&Field<'_>, Id, u8) -> Option<u8>,
    /// How far it reaches, if not as far as the weapon.
    pub reach: Option<u8>,
    /// How often it is made in one phase.
    pub most: usize,
    /// Whether it may be made now.
    pub now: fn(&Field<'_>, Id) -> bool,
    /// Whether it fits the attacks already made.
    pub fits: fn(&Field<'_>, &[Attack], &Attack) -> bool,
}

impl Volley {
    /// By an ability: with no weapon as yet, once, at another target than those attacked before.
    pub const fn by(by: Ability) -> Volley {
        Volley {
            by,
            weapons: &[],
            dice: |_, _, _| None,
            reach: None,
            most: 1,
            now: |_, _| true,
            fits: is_second,
        }
    }
}

/// Further attacks of a unit with a weapon: one candidate for each target that the ability allows. The battle
/// chooses among those of one ability.
pub fn more(field: &Field<'_>, id: Id, weapon: Weapon, made: &[Attack]) -> Vec<Attack> {
    let unit = field.unit(id);
    let mut found = Vec::new();
    let weapons = |volley: &Volley| volley.weapons.contains(&weapon);
    for volley in table().volleys.of(unit.abilities).filter(weapons) {
        let times = made.iter().filter(|it| it.through == Some(volley.by)).count();
        let spent = times >= volley.most || field.marks.has_used(id, volley.by);
        if !spent && choice::will(field, id, volley.by) != Will::No && (volley.now)(field, id) {
            found.extend(candidates(field, id, weapon, &volley, made));
        }
    }
    if unit.kind.is_aircraft() && table().instead.meets(&unit.abilities) {
        found.extend(air::instead(field, id, weapon, made));
    }
    found
}

/// The attacks that an ability allows, at each target in reach.
fn candidates(field: &Field<'_>, id: Id, weapon: Weapon, volley: &Volley, made: &[Attack]) -> Vec<Attack> {
    let end = field.unit(id).end.other();
    let reach = volley.reach.unwrap_or_else(|| match weapon {
        Weapon::Aa => strength::range(field, id, weapon),
        _ => FAR,
    });
    let at = |(target, _): (Id, &Unit)| {
        let range = field.range(id, target).filter(|range| *range <= reach)?;
        let dice = (volley.dice)(field, id, range);
        let attack = Attack { by: id, weapon, at: target, range, through: Some(volley.by), dice };
        let legal = (volley.fits)(field, made, &attack) && attack::strength(field, &attack).is_some();
        (legal && choice::makes(field, volley.by, &attack, 0)).then_some(attack)
    };
    field.on_map(end).filter_map(at).collect()
}

/// The attacks already made with the weapon of a further one.
fn with_its_weapon<'m>(made: &'m [Attack], it: &Attack) -> impl Iterator<Item = &'m Attack> {
    let weapon = it.weapon;
    made.iter().filter(move |other| other.weapon == weapon)
}

/// Whether an attack goes at another target than those before it with its weapon.
pub fn is_another(_field: &Field<'_>, made: &[Attack], it: &Attack) -> bool {
    with_its_weapon(made, it).all(|other| other.at != it.at)
}

/// Whether it does so, and there are some.
pub fn is_second(field: &Field<'_>, made: &[Attack], it: &Attack) -> bool {
    with_its_weapon(made, it).next().is_some() && is_another(field, made, it)
}

/// Whether it does so, and it or one of those goes at a kind.
pub fn is_another_of(field: &Field<'_>, made: &[Attack], it: &Attack, kind: Kind) -> bool {
    let is = |other: &Attack| field.unit(other.at).kind == kind;
    is_second(field, made, it) && (is(it) || with_its_weapon(made, it).any(is))
}

/// Whether it goes to another sector than those before it with its weapon.
pub fn is_elsewhere(field: &Field<'_>, made: &[Attack], it: &Attack) -> bool {
    let place = |of: &Attack| field.unit(of.at).at;
    with_its_weapon(made, it).all(|other| place(other) != place(it))
}
