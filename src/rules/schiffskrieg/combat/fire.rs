//! 4.3 A side names all its targets, then rolls target by target; the other side then does the same.

use super::super::board::SeaMap;
use super::super::event::Event;
use super::super::item::{Item, Word};
use super::super::pieces::{Factors, Nation, UnitId};
use super::super::state::{Action, Harm, Part, Sea, Wounds};
use super::super::tables::{DieTable, Outcome};
use super::super::{Schiffskrieg, Table, luck};
use super::{Name, battle};
use crate::questions;
use engine::question::{Ask, Choice};
use engine::table::Step;

/// The marker under which US pieces add one to their dice.
const USN_SUPERIORITY: &str = "usn-superiority";

/// What a target takes: who attacks it, each with its dice.
struct Aimed {
    target: UnitId,
    attackers: Vec<(UnitId, u8)>,
}

/// 4.3.1, 4.3.2 The fire of a part. Targets are named before its first die (SK-4.3.1-1), those of the side
/// that contests after the phasing side has rolled (SK-4.3.1-2).
pub(super) fn volley(table: &mut Table, round: u8, action: Action, part: Part) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let side = battle(table, sea)?.side(part);
    let ask = targets(system, sea, action, part, Name::of(table, round)?.targets(side), round);
    let answer = table.ask(side.side(), &ask)?;
    for aimed in in_order(system, action, plan(system, &answer)) {
        fire_at(table, round, action, part, &aimed)?;
    }
    let boats: Vec<UnitId> =
        answer.iter().filter_map(|(attacker, target)| boat(system, *attacker, *target)).collect();
    if !boats.is_empty() {
        table.record(Event::Submerged { boats })?;
    }
    Ok(())
}

/// An X-boat that attacks (SK-4.3.2-14); one that holds its fire stays (SK-4.3.2-15).
fn boat(system: &Schiffskrieg, attacker: Item, target: Item) -> Option<UnitId> {
    match (attacker, target) {
        (Item::Unit(unit), Item::Unit(_)) if system.counters[unit].is_boat() => Some(unit),
        _ => None,
    }
}

/// The question who fires at what. By day each Airstrike factor has a target (SK-4.3.1.1-1), by night each
/// surface ship; an X-boat always has one, a ship (SK-4.3.1.1-2, SK-4.3.1.2-1).
fn targets(
    system: &Schiffskrieg,
    sea: &Sea,
    action: Action,
    part: Part,
    key: String,
    round: u8,
) -> Ask<Item, Item> {
    let title = format!("Round {round}: name the targets of the {} Action", action.id());
    let mut ask = Ask::new(questions::TARGETS, key, "SK-4.3.1-1", title).by_option();
    let hold = Item::Word(Word::Hold);
    let target = |unit: UnitId| {
        let (of, side) = (&system.counters[unit], system.counters[unit].factors(sea.unit(unit).hurt));
        // What is lost counts before what it can do.
        let worth = 20 * (1 + u16::from(of.is_heavy())) + u16::from(side.gunnery + side.airstrike);
        Choice { item: Item::Unit(unit), mark: 0, worth }
    };
    let with = |targets: Vec<UnitId>| {
        [Choice::from(hold)].into_iter().chain(targets.into_iter().map(target)).collect::<Vec<_>>()
    };
    let all = system.targets_of(sea, part.enemy());
    let ships: Vec<UnitId> = all.iter().copied().filter(|unit| system.counters[*unit].is_ship()).collect();
    let (all, ships) = (with(all), with(ships));
    for unit in sea.line(part) {
        let of = &system.counters[unit];
        let factors = of.factors(sea.unit(unit).hurt);
        match action {
            Action::Day => {
                let subjects = (1..=factors.airstrike).map(|number| Item::Factor(unit, number));
                ask.offer(subjects, all.iter().cloned(), Some(hold));
            }
            Action::Night if factors.gunnery > 0 => {
                ask.offer([Item::Unit(unit)], ships.iter().cloned(), Some(hold));
            }
            Action::Night => (),
        }
        if factors.torpedo > 0 {
            ask.offer([Item::Unit(unit)], ships.iter().cloned(), Some(hold));
        }
    }
    ask
}

/// The targets in the order in which they were named, each with those who attack it in that order.
fn plan(system: &Schiffskrieg, answer: &[(Item, Item)]) -> Vec<Aimed> {
    let mut plan: Vec<Aimed> = Vec::new();
    for (attacker, target) in answer {
        let Item::Unit(target) = *target else { continue };
        let (unit, factors) = match *attacker {
            Item::Factor(unit, _) => (unit, 1),
            Item::Unit(unit) => {
                let front = &system.counters[unit].front;
                // A piece that fires whole has its dice counted when they fall.
                (unit, front.gunnery.max(front.torpedo))
            }
            _ => continue,
        };
        let at = plan.iter().position(|aimed| aimed.target == target).unwrap_or_else(|| {
            plan.push(Aimed { target, attackers: Vec::new() });
            plan.len() - 1
        });
        let attackers = &mut plan[at].attackers;
        match attackers.iter_mut().find(|(of, _)| *of == unit) {
            Some((_, dice)) => *dice += factors,
            None => attackers.push((unit, factors)),
        }
    }
    plan
}

/// By night surface ships come first, so that the screen is known before dice fall for carriers
/// (SK-4.3.1.2-7).
fn in_order(system: &Schiffskrieg, action: Action, mut plan: Vec<Aimed>) -> Vec<Aimed> {
    if action == Action::Night {
        plan.sort_by_key(|aimed| system.counters[aimed.target].is_carrier());
    }
    plan
}

/// How many dice an attacker rolls at a target, for so many factors that it aims there (SK-4.3.2-1 to
/// SK-4.3.2-5).
fn dice_of(system: &Schiffskrieg, sea: &Sea, attacker: UnitId, factors: u8, target: UnitId) -> u8 {
    let of = &system.counters[attacker];
    let side = of.factors(sea.unit(attacker).hurt);
    if of.is_boat() {
        side.torpedo
    } else if of.is_surface() {
        side.gunnery
    } else if of.is_carrier() && system.counters[target].is_lba() {
        factors / system.tables.carrier_factors_for_a_die
    } else {
        factors
    }
}

/// What the attack dice at a target did.
#[derive(Default)]
struct Hits {
    disabled: bool,
    hits: u8,
    void: u8,
}

/// 4.3.2 All attack dice of a target fall, then a damage die for each hit (SK-4.3.2-8).
fn fire_at(table: &mut Table, round: u8, action: Action, part: Part, aimed: &Aimed) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let fought = battle(table, sea)?;
    // SK-12.2-2 What a card adds is gone in round two.
    let drm = if round == 1 { *fought.attack_drm.of(part) } else { 0 };
    let side = fought.side(part);
    let target = aimed.target;
    let dice =
        |(attacker, factors): &(UnitId, u8)| (*attacker, dice_of(system, sea, *attacker, *factors, target));
    let attackers: Vec<(UnitId, u8)> = aimed.attackers.iter().map(dice).collect();
    let screened = action == Action::Night && is_screened(system, sea, part.enemy(), target);
    let label = Name::of(table, round)?.fire(side, &system.counters[target].id);
    let all = attackers.iter().map(|(_, dice)| usize::from(*dice)).sum();
    let map = fought.map;
    let superior = superior(system, sea, map, &attackers);
    let dice = luck::roll(table, map, format!("{label}/attack"), all)?;
    let hits = count_hits(system, target, &attackers, &dice, (drm, &superior), screened);
    let damage_dice = luck::roll(table, map, format!("{label}/damage"), usize::from(hits.hits))?;
    let points: u8 = damage_dice.iter().sum();
    let of = &system.counters[target];
    let harm = harm(of.factors(table.state().unit(target).hurt), points);
    table.record(Event::Fired {
        part,
        target,
        attackers,
        dice,
        drm,
        superior,
        disabled: hits.disabled,
        hits: hits.hits,
        void: hits.void,
        damage_dice,
        points,
        harm,
    })
}

/// 9.13 Those of the attackers that add one to each die: US pieces on DS under USN Superiority.
fn superior(system: &Schiffskrieg, sea: &Sea, map: SeaMap, attackers: &[(UnitId, u8)]) -> Vec<UnitId> {
    if map != SeaMap::Ds || !system.is_marked(sea, SeaMap::Ds, USN_SUPERIORITY) {
        return Vec::new();
    }
    let us = attackers.iter().filter(|(unit, dice)| *dice > 0 && system.counters[*unit].nation == Nation::Us);
    us.map(|(unit, _)| *unit).collect()
}

/// 5.2 A round of an Air Raid, which is a Day Action of the raiders alone (SK-5.2.1-12, SK-5.2.1-13).
pub(in super::super) fn air_raid(table: &mut Table, round: u8) -> Step<()> {
    let (choices, dice, modified) = (Vec::new(), Vec::new(), Vec::new());
    table.record(Event::RoundBegan { round, choices, dice, modified, action: Action::Day })?;
    volley(table, round, Action::Day, Part::Phasing)
}

/// 5.3 An X-boat on patrol attacks a ship with all its torpedoes (SK-5.3-5).
pub(in super::super) fn torpedo(table: &mut Table, boat: UnitId, target: UnitId) -> Step<()> {
    let (choices, dice, modified) = (Vec::new(), Vec::new(), Vec::new());
    table.record(Event::RoundBegan { round: 1, choices, dice, modified, action: Action::Day })?;
    let factors = table.system().counters[boat].front.torpedo;
    let aimed = Aimed { target, attackers: vec![(boat, factors)] };
    fire_at(table, 1, Action::Day, Part::Phasing, &aimed)
}

fn count_hits(
    system: &Schiffskrieg,
    target: UnitId,
    attackers: &[(UnitId, u8)],
    dice: &[u8],
    (drm, superior): (i8, &[UnitId]),
    screened: bool,
) -> Hits {
    let table = system.attack_table(target);
    let (mut found, mut dice) = (Hits::default(), dice.iter());
    for (attacker, number) in attackers {
        // SK-4.3.1.2-3 What gunnery does to a screened carrier is void; torpedoes count (SK-4.3.1.2-2).
        let void = screened && system.counters[*attacker].is_surface();
        let drm = drm + i8::from(superior.contains(attacker));
        for die in dice.by_ref().take(usize::from(*number)) {
            match table.result(*die, drm) {
                Outcome::Nothing => (),
                Outcome::Disabled | Outcome::Hit if void => found.void += 1,
                Outcome::Disabled => found.disabled = true,
                Outcome::Hit => found.hits += 1,
            }
        }
    }
    found
}

impl Schiffskrieg {
    /// What attack dice do to a target.
    pub(in super::super) fn attack_table(&self, target: UnitId) -> &DieTable<Outcome> {
        let tables = &self.tables;
        if self.counters[target].is_lba() { &tables.against_lba } else { &tables.against_ship }
    }
}

/// 4.3.1.2 Whether a carrier is screened: unless every surface ship of its side that is in the line is Sunk,
/// Damaged or Disabled in this round. Earlier damage is no gap (SK-4.3.1.2-5), and no surface ship no screen
/// (SK-4.3.1.2-6).
fn is_screened(system: &Schiffskrieg, sea: &Sea, part: Part, target: UnitId) -> bool {
    let untouched =
        |unit: UnitId| system.counters[unit].is_surface() && sea.unit(unit).wounds == Wounds::default();
    system.counters[target].is_carrier() && sea.line(part).any(untouched)
}

/// What Damage Points do to a side of a counter (SK-4.3.2-9, SK-4.3.2-10): from the Defense on it is lost,
/// from the Damage factor on, where there is one, it is hurt.
pub fn harm(side: &Factors, points: u8) -> Harm {
    if points >= side.defense {
        Harm::Lost
    } else if side.damage.is_some_and(|damage| points >= damage) {
        Harm::Hurt
    } else {
        Harm::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(defense: u8, damage: Option<u8>) -> Factors {
        Factors { defense, damage, ..Factors::default() }
    }

    #[test]
    fn points_come_to_what_the_table_says() {
        let all = |side: Factors| (1..=5).map(|points| harm(&side, points)).collect::<Vec<_>>();
        let (none, hurt, lost) = (Harm::None, Harm::Hurt, Harm::Lost);
        assert_eq!(all(side(4, Some(2))), [none, hurt, hurt, lost, lost]);
        assert_eq!(all(side(3, None)), [none, none, lost, lost, lost]);
        assert_eq!(harm(&side(7, Some(4)), 6), Harm::Hurt);
    }
}
