//! Dice of abilities around the dice of an attack: what is declared or foils it before, rolls again, and
//! saves the target.

use super::super::Battle;
use super::super::attack::{self, Attack, Hit, Strength};
use super::super::fortune::Purpose;
use super::super::log::{Effect, Id};
use super::choice::{self, Will};
use super::marks::Lasting;
use super::when;
use crate::abilities::table;
use crate::cards::Ability;
use crate::effects::file::{At, Exact, To};
use crate::effects::{Foil, Save};
use engine::table::Step;

/// The chance of a hit, in millionths, from which a roll without effect is rolled again.
const FAIR_CHANCE: u32 = 166_667;
/// From which face on an even chance works.
const EVEN: u8 = 4;

/// What is declared or rolled before the attack dice.
///
/// # Halts
/// As the dice.
pub fn before(battle: &mut Battle<'_>, attack: &Attack, strength: &mut Strength) -> Step<Option<Effect>> {
    // A leader has noted itself.
    if let Some(through) = attack.through.filter(|it| !table().leads.knows(*it)) {
        battle.spoke(attack.by, through, Some(attack.at), None, true);
    }
    for does in table().before.of(battle.field.unit(attack.by).abilities) {
        does(battle, attack, strength)?;
    }
    declare(battle, attack, strength);
    foil(battle, attack, strength)
}

/// Dice that are declared (WST-sa-46, WST-sa-146, WST-sa-149).
fn declare(battle: &mut Battle<'_>, attack: &Attack, strength: &mut Strength) {
    let cards = battle.field.cards;
    let by = battle.field.unit(attack.by).abilities;
    for row in cards.effects.declares.iter().filter(|it| by.has(it.ability) && it.weapons.has(attack.weapon))
    {
        let field = &battle.field;
        let more = Strength { dice: strength.dice + row.dice, ..*strength };
        let uses = match choice::will(field, attack.by, row.ability) {
            Will::No => false,
            Will::Yes => true,
            Will::IfWorth => {
                let with = attack::worth_of(field, attack, &more);
                choice::pays(field, attack.at, with, attack::worth_of(field, attack, strength))
            }
        };
        if uses {
            *strength = more;
            battle.spend(attack.by, row.ability);
            battle.spoke(attack.by, row.ability, Some(attack.at), None, true);
            if row.risky {
                let turn = battle.field.turn;
                battle.field.marks.set(attack.by, Lasting::Risk, turn, turn + 1);
            }
        }
    }
}

/// Dice that foil the attack, those of the attacker first.
fn foil(battle: &mut Battle<'_>, attack: &Attack, strength: &Strength) -> Step<Option<Effect>> {
    let cards = battle.field.cards;
    for of_target in [false, true] {
        let fits = |it: &&Foil| {
            it.of_target == of_target
                && it.weapons.has(attack.weapon)
                && it.by.has(battle.field.unit(attack.by).kind)
                && foils(battle, attack, strength, it)
        };
        let rows: Vec<&Foil> = cards.effects.foils.iter().filter(fits).collect();
        for row in rows {
            let (owner, other) = if of_target { (attack.at, attack.by) } else { (attack.by, attack.at) };
            let die = battle.roll_for(owner, row.ability, Some(other))?;
            let foils = |face: u8| (row.faces.0..=row.faces.1).contains(&face);
            let works = foils(die);
            battle.count_of(attack, attack.purpose(), die, |face| !foils(face));
            battle.spoke(owner, row.ability, Some(other), Some(die), works);
            if cards.effects.class(row.ability) != Default::default() {
                battle.spend(owner, row.ability);
            }
            if row.holds {
                let next = battle.field.turn + 1;
                let unit = battle.field.unit_mut(owner);
                unit.held_until = unit.held_until.max(next);
            }
            if works {
                return Ok(Some(Effect::Foiled));
            }
        }
    }
    Ok(None)
}

/// Whether a die is rolled that may foil an attack.
fn foils(battle: &Battle<'_>, attack: &Attack, strength: &Strength, row: &Foil) -> bool {
    let field = &battle.field;
    let owner = if row.of_target { attack.at } else { attack.by };
    let own = table().foils.of_one(row.ability).and_then(|foils| foils(field, owner, attack, strength));
    own.unwrap_or_else(|| choice::wants(field, owner, row.ability))
}

/// Rolls an attack again that had no effect (WST-sa-1, WST-sa-2, WST-sa-130). The second roll stands.
///
/// # Halts
/// As the dice.
pub fn after_dice(
    battle: &mut Battle<'_>,
    attack: &Attack,
    strength: &Strength,
    faces: &mut Vec<u8>,
) -> Step<()> {
    let needed = strength.armor.clamp(0, u8::MAX.into()) as u8;
    let counting = strength.counting();
    if attack.is_torpedo() || counting.successes(faces) >= needed {
        return Ok(());
    }
    let (cards, by) = (battle.field.cards, battle.field.unit(attack.by).abilities);
    for row in cards.effects.rerolls.iter().filter(|it| by.has(it.ability) && it.weapons.has(attack.weapon)) {
        let fair = counting.at_least(faces.len(), needed) >= FAIR_CHANCE;
        let will = choice::will(&battle.field, attack.by, row.ability);
        let now = when::all(&battle.field, attack, (attack.by, row.ability), &row.conditions);
        if now && (will == Will::Yes || will == Will::IfWorth && fair) {
            *faces = battle.dice_of(attack.by, row.ability.name(), Some(attack.at), faces.len())?;
            battle.count_attack(attack, strength, faces);
            battle.spend(attack.by, row.ability);
            battle.spoke(attack.by, row.ability, Some(attack.at), None, true);
            break;
        }
    }
    Ok(())
}

/// What the target makes of a hit.
///
/// # Halts
/// As the dice.
pub fn on_effect(battle: &mut Battle<'_>, attack: &Attack, strength: &Strength, hit: &mut Hit) -> Step<()> {
    let at = battle.field.unit(attack.at).abilities;
    for does in table().strikes.of(at) {
        does(battle, attack, strength, hit)?;
    }
    if matches!(hit.effect, Effect::Miss) {
        return Ok(());
    }
    let cards = battle.field.cards;
    let first_edition = cards.effects.first_edition;
    for row in cards.effects.saves.iter().filter(|it| first_edition || it.at != At::Destroyed) {
        if !matches!(hit.effect, Effect::Miss | Effect::Abort) && saves(battle, attack, strength, hit, row) {
            save(battle, attack, hit, row)?;
        }
    }
    table().withstands.of(at).try_for_each(|does| does(battle, attack, strength, hit))
}

/// How many of some even chances of the target work, a die each.
///
/// # Halts
/// As the dice.
pub fn even(battle: &mut Battle<'_>, attack: &Attack, ability: Ability, number: u8) -> Step<u8> {
    let mut work = 0;
    for _ in 0..number {
        let die = battle.roll_for(attack.at, ability, Some(attack.by))?;
        battle.count_of(attack, Purpose::Damage, die, |face| face < EVEN);
        battle.spoke(attack.at, ability, Some(attack.by), Some(die), die >= EVEN);
        work += u8::from(die >= EVEN);
    }
    Ok(work)
}

/// Reckons anew what the hits of torpedoes do, some points spared.
pub fn torpedo(strength: &Strength, hit: &mut Hit, spared: u8) {
    hit.damage = (strength.hit.max(0) as u8).saturating_mul(hit.successes) - spared;
    hit.effect = if hit.damage > 0 { Effect::Damage } else { Effect::Miss };
}

/// Whether an ability of the target may turn a hit.
fn saves(battle: &Battle<'_>, attack: &Attack, strength: &Strength, hit: &Hit, row: &Save) -> bool {
    let field = &battle.field;
    let at = field.unit(attack.at);
    let destroys = hit.effect == Effect::Vital || hit.damage >= at.left_now();
    let fits = match row.at {
        At::Vital => hit.effect == Effect::Vital,
        At::Damage => matches!(hit.effect, Effect::Vital | Effect::Damage),
        At::Destroyed => destroys && !at.doomed && at.left_now() > 0,
    };
    let exact = match row.exact {
        None => true,
        Some(Exact::Number(number)) => hit.successes == number,
        Some(Exact::Vital(_)) => i16::from(hit.successes) == strength.vital,
    };
    fits && exact
        && row.weapons.has(attack.weapon)
        && row.by.has(field.unit(attack.by).kind)
        && choice::wants(field, attack.at, row.ability)
        && when::all(field, attack, (attack.at, row.ability), &row.conditions)
}

fn save(battle: &mut Battle<'_>, attack: &Attack, hit: &mut Hit, row: &Save) -> Step<()> {
    let die = match row.from {
        Some(_) => Some(battle.roll_for(attack.at, row.ability, Some(attack.by))?),
        None => None,
    };
    let saves = |face: u8| row.from.is_some_and(|from| face >= from);
    let works = die.is_none_or(saves);
    if let Some(die) = die {
        battle.count_of(attack, Purpose::Damage, die, |face| !saves(face));
    }
    battle.spoke(attack.at, row.ability, Some(attack.by), die, works);
    if battle.field.cards.effects.class(row.ability) != Default::default() {
        battle.spend(attack.at, row.ability);
    }
    if works {
        let left = battle.field.unit(attack.at).left_now();
        (hit.effect, hit.damage) = match row.to {
            To::Miss => (Effect::Miss, 0),
            To::Abort => (Effect::Abort, 0),
            To::OnePoint => (Effect::Damage, 1),
            To::LastPoint if left > 1 => (Effect::Damage, left - 1),
            To::LastPoint => (Effect::Miss, 0),
        };
    }
    Ok(())
}

/// WST-sa-50: a unit that would be lost at the end of a phase rolls once, however many attacks have done it;
/// in edition 1 it rolled at each of them.
///
/// # Halts
/// As the dice.
pub fn last_chance(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    let effects = &battle.field.cards.effects;
    let unit = battle.field.unit(id);
    if effects.first_edition || unit.left_now() > 0 {
        return Ok(());
    }
    let wants = |row: &&Save| row.at == At::Destroyed && choice::wants(&battle.field, id, row.ability);
    let Some(row) = effects.saves.iter().find(wants) else { return Ok(()) };
    let die = battle.roll_for(id, row.ability, None)?;
    let saves = |face: u8| row.from.is_none_or(|from| face >= from);
    let (works, enemy) = (saves(die), battle.field.unit(id).end.other());
    battle.count(enemy, Purpose::Damage, &[die], |face| !saves(face));
    battle.spoke(id, row.ability, None, Some(die), works);
    if works {
        let unit = battle.field.unit_mut(id);
        (unit.doomed, unit.marked) = (false, unit.left().saturating_sub(1));
    }
    Ok(())
}
