//! What must come of a scene.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Seen, find, named};
use crate::Battle;
use crate::attack::Strength;
use crate::field::Being;
use crate::log::{Effect, Entry, Id};
use crate::map::{End, Sector};
use engine::fortune::Fortune;

/// Whether something holds of a unit.
type Holds<'f> = &'f dyn Fn(Id) -> bool;

/// What must come of it.
#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Expect {
    dice: Option<i16>,
    pips: Option<i16>,
    armor: Option<i16>,
    vital: Option<i16>,
    hit: Option<i16>,
    six: Option<u8>,
    only_six: Option<bool>,
    conceals: Option<u8>,
    legal: Option<bool>,
    effect: Option<Effect>,
    damage: Option<u8>,
    further: Option<usize>,
    speed: Option<u8>,
    initiative: Option<i8>,
    lands: Option<bool>,
    room: Option<bool>,
    role: Option<String>,
    at: BTreeMap<String, Option<Sector>>,
    lost: BTreeMap<String, u8>,
    markers: BTreeMap<String, u8>,
    gone: Vec<String>,
    there: Vec<String>,
    aborted: Vec<String>,
    crippled: Vec<String>,
    held: Vec<String>,
    searched: Vec<String>,
    spoke: Vec<String>,
    smoke: Option<Vec<Sector>>,
    mines: Option<usize>,
    first_next: Option<End>,
    luck: Option<Vec<String>>,
}

/// Notes a difference between what was expected, if anything was, and what was found.
fn compare<T: PartialEq + std::fmt::Debug>(
    wrong: &mut Vec<String>,
    what: &str,
    want: Option<T>,
    found: Option<T>,
) {
    if want.is_some() && want != found {
        wrong.push(format!("{what}: expected {want:?}, found {found:?}"));
    }
}

impl Expect {
    pub(super) fn differences(&self, battle: &Battle<'_>, seen: &Seen) -> Result<Vec<String>, String> {
        let mut wrong = Vec::new();
        let strength = seen.strength;
        let of = |get: fn(&Strength) -> i16| strength.as_ref().map(get);
        compare(&mut wrong, "dice", self.dice, of(|it| it.dice));
        compare(&mut wrong, "pips", self.pips, of(|it| it.pips));
        compare(&mut wrong, "armor", self.armor, of(|it| it.armor));
        compare(&mut wrong, "vital", self.vital, of(|it| it.vital));
        compare(&mut wrong, "hit", self.hit, of(|it| it.hit));
        compare(&mut wrong, "six", self.six, strength.map(|it| it.six));
        compare(&mut wrong, "only_six", self.only_six, strength.map(|it| it.only_six));
        compare(&mut wrong, "conceals", self.conceals, strength.map(|it| it.cover.faces(seen.range)));
        compare(&mut wrong, "legal", self.legal, seen.legal);
        compare(&mut wrong, "effect", self.effect, seen.effect);
        compare(&mut wrong, "damage", self.damage, seen.damage);
        compare(&mut wrong, "further", self.further, seen.further);
        compare(&mut wrong, "speed", self.speed, seen.speed);
        compare(&mut wrong, "initiative", self.initiative, seen.initiative);
        compare(&mut wrong, "lands", self.lands, seen.lands);
        compare(&mut wrong, "room", self.room, seen.room);
        compare(&mut wrong, "role", self.role.clone(), seen.role.clone());
        compare(&mut wrong, "mines", self.mines, Some(battle.field.mines.len()));
        let smoke: Vec<Sector> = battle.field.smoke.iter().map(|it| it.at).collect();
        compare(&mut wrong, "smoke", self.smoke.clone(), Some(smoke));
        compare(&mut wrong, "first_next", self.first_next, battle.field.gave_way);
        self.units(battle, &mut wrong)?;
        for name in &self.spoke {
            let ability = named(name)?;
            let spoke = |entry: &Entry| matches!(entry, Entry::Ability { ability: it, works: true, .. } if *it == ability);
            if !battle.log.iter().any(spoke) {
                wrong.push(format!("{name} did not speak"));
            }
        }
        Ok(wrong)
    }

    /// How dice fell, such as `axis hit 2/9 at 3`: of nine dice that are good on three faces two were good.
    pub(super) fn luck(&self, fell: &[Fortune], wrong: &mut Vec<String>) {
        let words = |it: &Fortune| {
            let Fortune { side, kind, dice, of_six, got } = it;
            format!("{} {} {got}/{dice} at {of_six}", side.id(), kind.word())
        };
        compare(wrong, "luck", self.luck.clone(), Some(fell.iter().map(words).collect()));
    }

    fn units(&self, battle: &Battle<'_>, wrong: &mut Vec<String>) -> Result<(), String> {
        let field = &battle.field;
        for (name, at) in &self.at {
            compare(wrong, name, Some(*at), found(battle, name).map(|id| field.unit(id).at));
        }
        for (name, lost) in &self.lost {
            compare(wrong, name, Some(*lost), found(battle, name).map(|id| field.unit(id).damage));
        }
        for (name, markers) in &self.markers {
            let wings = field.unit(find(battle, name)?).wings.as_ref();
            compare(wrong, name, Some(*markers), wings.map(|it| it.markers));
        }
        let finds =
            |id: Id| field.unit(id).wings.as_ref().is_some_and(|it| it.task.is_some() && !it.lost_its_way);
        let lists: [(&[String], &str, Holds<'_>); 6] = [
            (&self.gone, "is there", &|id| field.unit(id).being == Being::Destroyed),
            (&self.there, "is gone", &|id| field.unit(id).is_there()),
            (&self.aborted, "is not aborted", &|id| field.unit(id).is_aborted()),
            (&self.crippled, "is not crippled", &|id| field.is_crippled(id)),
            (&self.searched, "does not find its target", &finds),
            (&self.held, "can move", &|id| field.unit(id).held_until > field.turn),
        ];
        for (names, otherwise, holds) in lists {
            for name in names {
                if !found(battle, name).is_some_and(holds) {
                    wrong.push(format!("{name} {otherwise}"));
                }
            }
        }
        Ok(())
    }
}

/// A unit by its id, if it is there at all: some come only by an ability.
fn found(battle: &Battle<'_>, name: &str) -> Option<Id> {
    find(battle, name).ok()
}
