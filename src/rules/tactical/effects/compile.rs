//! From the rows of `abilities.yaml` to what a battle asks.

use super::sets::{Kinds, Weapons};
use super::{
    Change, Class, Declare, Effects, Expert, Foil, Forbid, Lead, Lift, Penalty, Reach, Reroll, Save, Span,
    Spotting,
};
use crate::abilities::table;
use crate::cards::{Ability, Kind, Weapon};
use crate::effects::file::{AbilitiesFile, AbilityRow, AttackRow, ExpertRow, FoilRow, InitiativeRow, Whose};

/// Every range there is.
const ANY: Span = (0, u8::MAX);

/// Reads the table.
///
/// # Errors
/// If a word of it means nothing, an ability stands in it twice, or one does nothing and does not say why.
pub fn compile(file: AbilitiesFile) -> Result<Effects, String> {
    let mut effects = Effects {
        classes: vec![Class::Always; Ability::ALL.len()],
        rules: vec![None; Ability::ALL.len()],
        ..Effects::default()
    };
    for row in file.abilities {
        let names = row.names.iter().chain(&row.name);
        let abilities = names.map(|name| Ability::named(name).ok_or_else(|| format!("no card has `{name}`")));
        for ability in abilities.collect::<Result<Vec<_>, _>>()? {
            if effects.rules[ability as usize].replace(row.rule.clone()).is_some() {
                return Err(format!("`{}` stands in the table twice", ability.name()));
            }
            let class = row.used.as_deref().map(class).transpose()?;
            effects.classes[ability as usize] = class.unwrap_or_default();
            add(&mut effects, ability, &row, &file.guns)
                .map_err(|what| format!("`{}`: {what}", ability.name()))?;
        }
    }
    Ok(effects)
}

fn class(word: &str) -> Result<Class, String> {
    Ok(match word {
        "free" => Class::Free,
        "once" => Class::Once,
        "reroll" => Class::Reroll,
        "price" => Class::Price,
        "deploy" => Class::Deploy,
        "role" => Class::Role,
        other => return Err(format!("`{other}` is no use of an ability")),
    })
}

fn span(of: Option<[u8; 2]>) -> Span {
    of.map_or(ANY, |[least, most]| (least, most))
}

fn kind(word: &str) -> Result<Kind, String> {
    Kind::named(word).ok_or_else(|| format!("there is no kind `{word}`"))
}

/// Adds what a row says of an ability.
fn add(effects: &mut Effects, ability: Ability, row: &AbilityRow, guns: &[String]) -> Result<(), String> {
    let weapons = |words: &[String]| Weapons::read(words, guns);
    for attack in &row.attack {
        change(effects, ability, attack, guns)?;
    }
    if let Some(it) = &row.foil {
        effects.foils.push(foil(ability, it, weapons(&it.weapons)?)?);
    }
    if let Some(it) = &row.save {
        effects.saves.push(Save {
            ability,
            at: it.at,
            weapons: weapons(&it.weapons)?,
            by: Kinds::read(&it.by)?,
            conditions: it.conditions.clone(),
            exact: it.exact,
            from: it.from,
            to: it.to,
        });
    }
    for it in &row.lift {
        let penalty = Penalty::named(&it.penalty).ok_or_else(|| format!("no penalty `{}`", it.penalty))?;
        let (weapons, range, conditions) = (weapons(&it.weapons)?, span(it.range), it.conditions.clone());
        effects.lifts[penalty as usize].push(ability, Lift { ability, weapons, range, conditions });
    }
    for it in &row.forbid {
        let (weapons, at) = (weapons(&it.weapons)?, Kinds::read(&it.at)?);
        effects.forbids.push(ability, Forbid { weapons, at });
    }
    for it in &row.reach {
        let (weapons, conditions) = (weapons(&it.weapons)?, it.conditions.clone());
        let reach = Reach { ability, weapons, to: it.to, conditions, only_six: it.only_six };
        effects.reaches.push(ability, reach);
    }
    if let Some(it) = &row.declare {
        let (weapons, dice) = (weapons(&it.weapons)?, i16::from(it.dice));
        effects.declares.push(Declare { ability, weapons, dice, risky: it.risky });
    }
    if let Some(it) = &row.reroll {
        let (weapons, conditions) = (weapons(&it.weapons)?, it.conditions.clone());
        effects.rerolls.push(Reroll { ability, weapons, conditions });
    }
    scout(effects, ability, row, guns)?;
    if row.none.is_some() {
        effects.silent.insert(ability);
    }
    if !row.aboard.is_empty() {
        effects.aboard.push((ability, row.aboard.clone()));
    }
    if row.none.is_none() && !says_something(row) && !table().words.has(ability) {
        return Err("it does nothing".to_owned());
    }
    Ok(())
}

/// Adds what a row says of finding and leading: initiative, speed, search, and who is spotted or flies
/// expertly.
fn scout(effects: &mut Effects, ability: Ability, row: &AbilityRow, guns: &[String]) -> Result<(), String> {
    if let Some(it) = &row.initiative {
        effects.leads.push((ability, lead(it)?));
    }
    effects.speeds.extend(row.speed.map(|it| (ability, it)));
    if row.search != 0 {
        effects.searches.push((ability, row.search));
    }
    if let Some(it) = &row.spot {
        let (weapons, by) = (Weapons::read(&it.weapons, guns)?, Kinds::read(&it.by)?);
        effects.spots.push(Spotting { ability, within: it.within, by, weapons });
    }
    if let Some(it) = &row.expert {
        effects.experts.push(expert(ability, it)?);
    }
    Ok(())
}

fn says_something(row: &AbilityRow) -> bool {
    let lists = [row.attack.len(), row.lift.len(), row.forbid.len(), row.reach.len(), row.aboard.len()];
    let one = [
        row.foil.is_some(),
        row.save.is_some(),
        row.declare.is_some(),
        row.reroll.is_some(),
        row.initiative.is_some(),
        row.speed.is_some(),
        row.search != 0,
        row.spot.is_some(),
        row.expert.is_some(),
    ];
    lists.iter().any(|it| *it > 0) || one.contains(&true)
}

fn change(effects: &mut Effects, ability: Ability, row: &AttackRow, guns: &[String]) -> Result<(), String> {
    let change = Change {
        ability,
        whose: row.whose,
        near: span(row.near),
        by: Kinds::read(&row.by)?,
        at: Kinds::read(&row.at)?,
        range: span(row.range),
        conditions: row.conditions.clone(),
        dice: row.dice.into(),
        pips: row.pips.into(),
        armor: row.armor.into(),
        vital: row.vital.into(),
        hit: row.hit.into(),
        six: row.six,
        only_six: row.only_six,
        cover: row.cover,
        conceal: row.conceal.into(),
        six_conceals: row.six_conceals,
        through: row.through,
    };
    let weapons = Weapons::read(&row.weapons, guns)?;
    for weapon in Weapon::ALL.into_iter().filter(|weapon| weapons.has(*weapon)) {
        let changes = &mut effects.changes[weapon as usize];
        let list = match row.whose {
            Whose::Attacker => &mut changes.own,
            Whose::Target => &mut changes.target,
            Whose::Friend | Whose::TargetFriend | Whose::Side => &mut changes.others,
        };
        list.push(ability, change.clone());
    }
    Ok(())
}

fn foil(ability: Ability, row: &FoilRow, weapons: Weapons) -> Result<Foil, String> {
    let faces = match (row.from, row.to) {
        (Some(from), None) => (from, 6),
        (None, Some(to)) => (1, to),
        _ => return Err("it foils from a face on, or up to one".to_owned()),
    };
    let (by, of_target) = (Kinds::read(&row.by)?, row.whose == Whose::Target);
    Ok(Foil { ability, of_target, weapons, by, faces, holds: row.holds })
}

fn lead(row: &InitiativeRow) -> Result<Lead, String> {
    match (&row.each, row.most, &row.other) {
        (Some(each), Some(most), None) => Ok(Lead::Each(kind(each)?, most)),
        (None, None, Some(other)) => Ok(Lead::Other(kind(other)?)),
        _ => Err("initiative is `each` with `most`, or `other`".to_owned()),
    }
}

fn expert(ability: Ability, row: &ExpertRow) -> Result<Expert, String> {
    let weapon = Weapon::named(&row.weapon).ok_or_else(|| format!("there is no weapon `{}`", row.weapon))?;
    Ok(Expert { ability, role: kind(&row.role)?, weapon, dice: i16::from(row.dice) })
}
