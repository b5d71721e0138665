//! Trials: a part of a battle, as cases write one: units on the map, the phases that are played with their dice, and what must
//! come of it. Names of units are those of the case.

mod shape;

use serde_json::Value;

use super::ability::{self, Moment};
use super::attack::{Attack, strength, worth};
use super::dice::{Dice, Label};
use super::dossier::{
    Dossier, Extent, Force, Handicap, Hull, Kind, LONG_TURNS, Plane, RETREAT_FROM, Relief, TURNS, Territory,
    Time,
};
use super::field::{Being, Field, Smoke};
use super::log::{Entry, Id, Phase, Task};
use super::map::End;
use super::plan::{self, BUILT_IN, Library, Plan};
use super::{Battle, Outcome, report, water};
pub use shape::{AttackSeen, Camp, CardGiven, ReliefGiven, Rolling, Seen, Trial, UnitGiven};

use crate::cards::{Abilities, Ability, Card, CardId, Cards, Weapon};
use engine::side::Side;
use engine::table::Step;
use engine::table::rolls::{DiceSource, Script};

/// Dice of a trial.
struct TrialDice {
    script: Script,
    seed: Option<engine::dice::ExchangeKey>,
    fault: Option<String>,
}

impl Dice for TrialDice {
    fn roll(&mut self, label: &Label<'_>, faces: &mut [u8]) -> Step<()> {
        let label = label.to_string();
        let served = match &self.seed {
            Some(key) => Ok(key.stream(&label).faces(faces.len())),
            None => self.script.faces(0, &label, faces.len()),
        };
        match served {
            Ok(served) => faces.copy_from_slice(&served),
            Err(fault) => {
                faces.fill(1);
                self.fault.get_or_insert(fault);
            }
        }
        Ok(())
    }
}

/// The differences between what must come of a trial and what does, in words: what, expected, found.
///
/// # Errors
/// A sentence that says what in the trial makes no sense.
pub fn judge(
    cards: &Cards,
    library: &Library,
    sides: [Side; 2],
    trial: &Trial,
    seen: &Seen,
) -> Result<Vec<[String; 3]>, String> {
    let (cards, own) = own_cards(cards, trial)?;
    let mut dossier = written(&cards, &own, sides, trial)?;
    dossier.check(&cards).map_err(|faults| faults.join("; "))?;
    let plans = plans(&cards, library, trial)?;
    let key = trial.seed.map(|seed| {
        let seed = engine::dice::Seed::practice(seed);
        engine::dice::ExchangeKey::derive(&seed, &engine::digest::Digest::of_parts(&[b"trial"]), 1, &[])
    });
    let mut dice = TrialDice { script: Script::new(trial.dice.clone()), seed: key, fault: None };
    roll(&cards, trial, &mut dossier, &mut dice).map_err(|_| "the rolls halt".to_owned())?;
    let mut battle = Battle::lay_out(&cards, &dossier, [&plans[0], &plans[1]], &mut dice, true);
    let mut found = Found::default();
    let played = match trial.from {
        None => {
            found.attacks(&battle.field, &seen.attacks)?;
            let how = battle.play_out().map_err(|_| "the battle halts".to_owned())?;
            Some(how)
        }
        Some(from) => {
            // Abilities take stock of who is there; nobody stands on the map yet.
            for end in End::BOTH {
                ability::at(&mut battle, Moment::Deployed, end).map_err(|_| "the battle halts".to_owned())?;
            }
            set_trial(&mut battle, trial, from);
            found.attacks(&battle.field, &seen.attacks)?;
            let to = trial.to.unwrap_or(from);
            for phase in Phase::ALL.into_iter().filter(|phase| (from..=to).contains(phase)) {
                battle.play_phase(phase).map_err(|_| "the battle halts".to_owned())?;
            }
            battle.is_over()
        }
    };
    found.field(&battle.field, seen)?;
    let names: Vec<String> = battle.field.units.iter().map(|unit| unit.id.clone()).collect();
    let outcome = battle.outcome(played.unwrap_or(report::Ended::LastTurn));
    found.outcome(&outcome, played, &dossier, seen);
    found.log(&outcome.log, &names, seen);
    if let Some(fault) = dice.fault {
        found.add("dice", "dice for every roll", &fault);
    }
    for (label, left) in dice.script.unused() {
        found.add("dice", "that every die is used", &format!("{left} left under {label}"));
    }
    Ok(found.0)
}

/// The cards of the game and those that only the case has.
fn own_cards(cards: &Cards, trial: &Trial) -> Result<(Cards, Vec<CardId>), String> {
    let mut all = cards.clone();
    let mut own = Vec::with_capacity(trial.units.len());
    for unit in &trial.units {
        let id = cards.by_id(&unit.card).ok_or_else(|| format!("there is no card {}", unit.card))?;
        own.push(match &unit.but {
            None => id,
            Some(but) => all.add(changed(&cards[id], &unit.id, but)?),
        });
    }
    Ok((all, own))
}

/// A card that only a case has: what is otherwise than on another, under an id of its own.
///
/// # Errors
/// If there is no ability of a name.
pub fn changed(card: &Card, id: &str, but: &CardGiven) -> Result<Card, String> {
    let mut card = Card { id: format!("case-{id}"), ..card.clone() };
    let lines = [
        (Weapon::Main, but.main),
        (Weapon::Secondary, but.secondary),
        (Weapon::Tertiary, but.tertiary),
        (Weapon::Torpedo, but.torpedo),
        (Weapon::Bomb, but.bomb),
        (Weapon::Gunnery, but.gunnery),
        (Weapon::Aa, but.aa),
        (Weapon::Asw, but.asw),
    ];
    for (weapon, line) in lines {
        if let Some(line) = line {
            card.dice[weapon as usize] = line;
        }
    }
    card.cost = but.cost.unwrap_or(card.cost);
    card.year = but.year.or(card.year);
    card.speed = but.speed.unwrap_or(card.speed);
    card.flagship = but.flagship.unwrap_or(card.flagship);
    card.capacity = but.capacity.unwrap_or(card.capacity);
    card.armor = but.armor.unwrap_or(card.armor);
    card.vital = but.vital.unwrap_or(card.vital);
    card.hull = but.hull.unwrap_or(card.hull);
    if let Some(names) = &but.abilities {
        card.abilities = Abilities::default();
        for name in names {
            card.abilities.insert(Ability::named(name).ok_or_else(|| format!("there is no ability {name}"))?);
        }
    }
    Ok(card)
}

/// The dossier of a trial.
fn written(cards: &Cards, own: &[CardId], sides: [Side; 2], trial: &Trial) -> Result<Dossier, String> {
    let mut forces = [Force::default(), Force::default()];
    for (unit, card) in trial.units.iter().zip(own) {
        let (kind, card) = (cards[*card].kind, cards[*card].id.clone());
        let force = &mut forces[unit.side.end() as usize];
        if kind.is_aircraft() {
            force.aircraft.push(Plane {
                unit: unit.id.clone(),
                card,
                base: unit.base.clone().unwrap_or_else(|| "away".to_owned()),
                distance: None,
                markers: unit.rearms,
                one_mission: unit.one_mission,
            });
            continue;
        }
        let on_land = kind.is_land_base() || kind.is_ground();
        let at = if on_land { unit.at.clone() } else { Vec::new() };
        let hull = Hull {
            unit: unit.id.clone(),
            card,
            damage: unit.damage,
            at,
            aboard: unit.aboard.clone(),
            cost: None,
        };
        match kind {
            _ if on_land => force.ashore.push(hull),
            kind if kind.is_ship() => force.ships.push(hull),
            _ => force.submarines.push(hull),
        }
    }
    for camp in &trial.defective {
        forces[camp.end() as usize].handicaps.push(Handicap::DefectiveTorpedoes);
    }
    let turns = if trial.large || trial.convoy { LONG_TURNS } else { TURNS };
    let time = match &trial.time {
        Some(text) => Time::try_from(text.clone())?,
        None => Time::new(turns, |_| false),
    };
    let territory =
        trial.territory.first().map(|centre| Territory { centre: *centre, spaces: trial.territory.clone() });
    Ok(Dossier {
        battle: "t1/sector-1/1".to_owned(),
        kind: if trial.convoy { Kind::Convoy } else { Kind::Fleet },
        map: if trial.large { Extent::Large } else { Extent::Standard },
        controller: trial.controller.map(Camp::end),
        sides,
        forces,
        deploys_first: trial.first.map_or(End::A, Camp::end),
        time,
        islands: trial.islands.clone(),
        squalls: trial.squalls.clone(),
        retreat_from: RETREAT_FROM,
        rules: trial.rules,
        territory,
        relief: trial.relief.as_ref().map(|it| Relief { turn: it.turn, units: it.units.clone() }),
        options: Vec::new(),
        reminders: Vec::new(),
    })
}

fn plans(cards: &Cards, library: &Library, trial: &Trial) -> Result<[Plan; 2], String> {
    let one = |camp: Camp| match trial.plans.get(&camp) {
        None => library.named(BUILT_IN).cloned().ok_or_else(|| "there is no built-in plan".to_owned()),
        Some(value) => {
            let read = plan::parse("plan", value.to_string().as_bytes(), cards, library);
            let read = read.map_err(|problems| {
                problems.iter().map(|it| it.what.clone()).collect::<Vec<_>>().join(" ")
            })?;
            read.into_iter().next().ok_or_else(|| "there is no plan".to_owned())
        }
    };
    Ok([one(Camp::A)?, one(Camp::K)?])
}

/// Makes the rolls before the battle.
fn roll(cards: &Cards, trial: &Trial, dossier: &mut Dossier, dice: &mut TrialDice) -> Step<()> {
    let prefix = "t1/sector-1";
    for rolling in &trial.rolls {
        match rolling {
            Rolling::Terrain => dossier.islands = water::terrain(prefix, trial.large, dice)?,
            Rolling::Weather => dossier.squalls = water::weather(prefix, trial.large, false, dice)?,
            Rolling::WinterWeather => dossier.squalls = water::weather(prefix, trial.large, true, dice)?,
            Rolling::Time => dossier.time = water::time_of_day(prefix, trial.large || trial.convoy, dice)?,
            Rolling::Deployment => {
                let sides = End::BOTH.map(|end| (dossier.side(end), dossier.initiative(cards, end)));
                let first = water::first_to_deploy(prefix, sides, dice)?;
                dossier.deploys_first = dossier.end(first).unwrap_or(End::A);
            }
        }
    }
    Ok(())
}

/// Puts everything where the trial begins.
fn set_trial(battle: &mut Battle<'_>, trial: &Trial, from: Phase) {
    let turn = trial.turn.unwrap_or(1);
    let field = &mut battle.field;
    (field.turn, field.night) = (turn, field.dossier.time.is_night(turn));
    for (at, until) in &trial.smoke {
        field.smoke.push(Smoke { at: *at, until: *until });
    }
    field.renew_cover();
    for given in &trial.units {
        let Some(unit) = field.units.iter_mut().find(|unit| unit.id == given.id) else { continue };
        if !unit.kind.is_land_base() && !unit.kind.is_ground() {
            unit.at = given.at.first().copied();
        }
        (unit.hunters, unit.moved) = (given.hunted_by, given.moved);
        if let Some(wings) = &mut unit.wings {
            wings.markers = given.markers;
            wings.task = unit.at.map(|_| given.task.unwrap_or(Task::Cover));
            wings.missions = u8::from(unit.at.is_some());
            wings.last = unit.at.zip(wings.task);
            wings.aborts = u8::from(given.aborted);
            unit.damage = given.damage;
        }
        if unit.at.is_some() && unit.being == Being::Coming && unit.kind.is_afloat() {
            unit.being = Being::There;
        }
    }
    battle.phase = from;
    battle.field.take_postures();
}

/// What differs, with what was expected and what was found.
#[derive(Default)]
struct Found(Vec<[String; 3]>);

impl Found {
    fn add(&mut self, what: &str, expected: &str, found: &str) {
        self.0.push([what.to_owned(), expected.to_owned(), found.to_owned()]);
    }

    fn compare<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, expected: &T, found: &T) {
        if expected != found {
            self.add(what, &format!("{expected:?}"), &format!("{found:?}"));
        }
    }

    fn attacks(&mut self, field: &Field<'_>, expected: &[AttackSeen]) -> Result<(), String> {
        for it in expected {
            let what = format!("{} with {} at {}", it.by, it.with.word(), it.on);
            let (by, on) = (named(field, &it.by)?, named(field, &it.on)?);
            let range = field.range(by, on).ok_or_else(|| format!("{what}: both must be on the map"))?;
            let attack = Attack::plain(by, it.with, on, range);
            let Some(strength) = strength(field, &attack) else {
                if !it.refused {
                    self.add(&what, "an attack", "it may not be made");
                }
                continue;
            };
            if it.refused {
                self.add(&what, "that it may not be made", &format!("{strength:?}"));
            }
            let numbers = [
                ("dice", it.dice, strength.dice),
                ("pips", it.pips, strength.pips),
                ("armor", it.armor, strength.armor),
                ("vital armor", it.vital, strength.vital),
                ("hit", it.hit, strength.hit),
                ("hidden_on", it.hidden_on.map(i16::from), i16::from(strength.cover.faces(range))),
            ];
            for (name, expected, found) in numbers {
                if let Some(expected) = expected {
                    self.compare(&format!("{what}: {name}"), &expected, &found);
                }
            }
            if let Some(expected) = it.worth {
                self.compare(&format!("{what}: worth"), &expected, &worth(field, &attack));
            }
        }
        Ok(())
    }

    fn field(&mut self, field: &Field<'_>, seen: &Seen) -> Result<(), String> {
        for (id, expected) in &seen.at {
            let unit = field.unit(named(field, id)?);
            let found = match unit.being {
                Being::Coming => "coming".to_owned(),
                Being::There => unit.at.map_or("home".to_owned(), |at| at.to_string()),
                Being::Left(_) => "off".to_owned(),
                Being::Destroyed => "sunk".to_owned(),
                Being::Stranded => "stranded".to_owned(),
            };
            self.compare(&format!("where {id} is"), expected, &found);
        }
        for (id, expected) in &seen.damage {
            self.compare(&format!("the damage of {id}"), expected, &field.unit(named(field, id)?).damage);
        }
        for (id, expected) in &seen.speed {
            self.compare(&format!("the speed of {id}"), expected, &field.speed(named(field, id)?));
        }
        for (id, expected) in &seen.markers {
            let wings = field.unit(named(field, id)?).wings.as_ref();
            let found = wings.ok_or_else(|| format!("{id} is no aircraft"))?.markers;
            self.compare(&format!("the markers of {id}"), expected, &found);
        }
        if let Some(expected) = &seen.crippled {
            let all = (0..field.units.len() as u16).map(Id);
            let crippled = all.filter(|id| field.unit(*id).is_there() && field.is_crippled(*id));
            let found: Vec<String> = crippled.map(|id| field.unit(id).id.clone()).collect();
            self.compare("who is crippled", expected, &found);
        }
        if let Some(expected) = &seen.squalls {
            self.compare("squalls", expected, &field.squalls);
        }
        if let Some(expected) = &seen.islands {
            self.compare("islands", expected, &field.dossier.islands);
        }
        if let Some(expected) = &seen.time {
            self.compare("the time of day", expected, &String::from(field.dossier.time));
        }
        if let Some(expected) = &seen.deploys_first {
            let first = if field.dossier.deploys_first == End::A { "a" } else { "k" };
            self.compare("who deploys first", expected, &first.to_owned());
        }
        Ok(())
    }

    fn outcome(&mut self, outcome: &Outcome, ended: Option<report::Ended>, dossier: &Dossier, seen: &Seen) {
        if let Some(points) = &seen.points {
            self.compare("points", points, &outcome.points);
        }
        if let Some(turns) = &seen.turns {
            self.compare("turns", turns, &outcome.report.turns_played);
        }
        if let Some(expected) = &seen.ended {
            let found = ended.and_then(|how| serde_json::to_value(how).ok());
            let found =
                found.and_then(|it| it.as_str().map(str::to_owned)).unwrap_or("it goes on".to_owned());
            self.compare("why it ended", expected, &found);
        }
        if let Some(expected) = &seen.winner {
            let end = outcome.winner.and_then(|side| dossier.end(side));
            let found = match end {
                Some(End::A) => "a",
                Some(End::K) => "k",
                None => "nobody",
            };
            self.compare("the winner", expected, &found.to_owned());
        }
    }

    fn log(&mut self, log: &[Entry], names: &[String], seen: &Seen) {
        let entries: Vec<Value> = log.iter().map(|entry| spoken(entry, names)).collect();
        let mut rest = entries.iter();
        for expected in &seen.log {
            if !rest.any(|entry| is_part(expected, entry)) {
                let alike: Vec<String> = entries
                    .iter()
                    .filter(|entry| entry.get("is") == expected.get("is"))
                    .map(Value::to_string)
                    .take(12)
                    .collect();
                self.add(
                    "the log",
                    &expected.to_string(),
                    &format!("not there, or not in this order: {}", alike.join("\n")),
                );
                return;
            }
        }
        for absent in &seen.absent {
            if let Some(entry) = entries.iter().find(|entry| is_part(absent, entry)) {
                self.add("the log", &format!("nothing like {absent}"), &entry.to_string());
            }
        }
    }
}

fn named(field: &Field<'_>, id: &str) -> Result<Id, String> {
    let at = field.units.iter().position(|unit| unit.id == id);
    at.map(|at| Id(at as u16)).ok_or_else(|| format!("no unit is called {id}"))
}

/// An entry with the names of units in place of their numbers.
fn spoken(entry: &Entry, names: &[String]) -> Value {
    let mut value = serde_json::to_value(entry).unwrap_or_default();
    if let Value::Object(fields) = &mut value {
        for key in ["unit", "by", "at"] {
            let number = fields.get(key).and_then(Value::as_u64);
            if let Some(name) = number.and_then(|number| names.get(number as usize)) {
                fields.insert(key.to_owned(), Value::String(name.clone()));
            }
        }
    }
    value
}

/// Whether all that is expected of an entry is there.
fn is_part(expected: &Value, entry: &Value) -> bool {
    match (expected, entry) {
        (Value::Object(expected), Value::Object(entry)) => {
            expected.iter().all(|(key, value)| entry.get(key).is_some_and(|it| is_part(value, it)))
        }
        (expected, entry) => expected == entry,
    }
}
