//! Scenes: a moment of a battle, written down to show what a rule does there. A scene lays units on the map,
//! lets something happen, serves the dice, and says what must come of it. Every ability of a card has one,
//! and each is played again without the ability: then something else must come of it.

mod every;
mod expect;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::ability::{self, Moment};
use crate::attack::{self, Attack, Strength};
use crate::cards::{Ability, Cards, Kind, Weapon};
use crate::dice::{Dice, Label};
use crate::dossier::{
    Dossier, Extent, Force, Handicap, Hull, Kind as What, Plane, RETREAT_FROM, Rules, TURNS, Territory, Time,
};
use crate::field::{Being, Mine};
use crate::log::{Effect, Id, Phase, Task};
use crate::map::{End, Sector};
use crate::plan::{Library, Plan, parse};
use crate::{Battle, Units};
use engine::fortune::Fortune;
use engine::rulebook::two_sided::{ALLIES, AXIS};
use engine::table::Step;
use expect::Expect;

/// A scene.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// The rule that it is about.
    pub rule: String,
    /// The abilities that it is about; without them it must end otherwise.
    #[serde(default)]
    pub abilities: Vec<String>,
    /// What it shows.
    pub title: String,
    given: Given,
    act: Vec<Act>,
    #[serde(default)]
    dice: BTreeMap<String, Vec<u8>>,
    expect: Expect,
}

/// The position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Given {
    turn: u8,
    night: bool,
    first: End,
    initiative: [u8; 2],
    islands: Vec<Sector>,
    squalls: Vec<Sector>,
    mines: BTreeMap<String, Sector>,
    rules: Rules,
    controller: Option<End>,
    defective: Vec<End>,
    a: BTreeMap<String, Piece>,
    k: BTreeMap<String, Piece>,
    plan_a: Option<Value>,
    plan_k: Option<Value>,
}

impl Default for Given {
    fn default() -> Given {
        Given {
            turn: 1,
            night: false,
            first: End::A,
            initiative: [7, 8],
            islands: Vec::new(),
            squalls: Vec::new(),
            mines: BTreeMap::new(),
            rules: Rules::default(),
            controller: None,
            defective: Vec::new(),
            a: BTreeMap::new(),
            k: BTreeMap::new(),
            plan_a: None,
            plan_k: None,
        }
    }
}

/// A unit. It has the abilities that stand `with` it, and none of those of its card.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Piece {
    card: String,
    at: Option<Sector>,
    damage: u8,
    task: Option<Task>,
    base: Option<String>,
    markers: u8,
    last: Option<(Sector, Task)>,
    moved: bool,
    sunk: bool,
    with: Vec<String>,
}

/// An attack in words.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shot {
    by: String,
    with: Weapon,
    at: String,
    through: Option<String>,
    dice: Option<u8>,
}

/// Something that happens.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Act {
    /// An attack is made.
    Attack(Shot),
    /// The strength of an attack is reckoned.
    Strength(Shot),
    /// Further attacks of a unit with a weapon are made, as long as there are some.
    More { by: String, with: Weapon },
    /// The abilities of a side speak.
    Moment { is: String, end: End },
    /// A phase begins.
    Phase(Phase),
    /// A phase is played.
    Play(Phase),
    /// A turn begins.
    Turn(u8),
    /// What was marked is settled.
    Settle,
    /// The speed of a unit is rolled for.
    Speed(String),
    /// A unit goes to a sector.
    Move { unit: String, to: Sector },
    /// The bonus of a side's initiative.
    Initiative(End),
    /// Whether an aircraft may land on a deck.
    Lands { plane: String, on: String },
    /// Whether a unit may end a move in a sector.
    Room { unit: String, at: Sector },
    /// The role of an aircraft.
    Role(String),
}

/// What was seen while a scene was played.
#[derive(Default)]
struct Seen {
    strength: Option<Strength>,
    range: u8,
    legal: Option<bool>,
    effect: Option<Effect>,
    damage: Option<u8>,
    further: Option<usize>,
    speed: Option<u8>,
    initiative: Option<i8>,
    lands: Option<bool>,
    room: Option<bool>,
    role: Option<String>,
    made: Vec<Attack>,
}

/// Dice as a scene writes them: by what is rolled for, perhaps with who rolls before it.
struct Written {
    faces: BTreeMap<String, Vec<u8>>,
    missing: Vec<String>,
    fell: Vec<Fortune>,
}

impl Dice for Written {
    fn roll(&mut self, label: &Label<'_>, faces: &mut [u8]) -> Step<()> {
        let what = kebab(label.what);
        let mut names = vec![format!("{}/{what}", label.who), what.clone()];
        if let Some(at) = label.at {
            names.insert(0, format!("{}/{what}/{at}", label.who));
        }
        let found = names.iter().find(|name| self.faces.get(*name).is_some_and(|it| it.len() >= faces.len()));
        match found.and_then(|name| self.faces.get_mut(name)) {
            Some(list) => list.drain(..faces.len()).zip(faces).for_each(|(face, out)| *out = face),
            None => {
                self.missing.push(format!("{} dice for {}", faces.len(), names[0]));
                faces.fill(3);
            }
        }
        Ok(())
    }

    fn counts(&self) -> bool {
        true
    }

    fn fell(&mut self, fortune: Fortune) {
        self.fell.push(fortune);
    }
}

fn kebab(word: &str) -> String {
    let mut out = String::new();
    for letter in word.chars() {
        match letter {
            letter if letter.is_ascii_alphanumeric() => out.push(letter.to_ascii_lowercase()),
            _ if out.ends_with('-') => {}
            _ => out.push('-'),
        }
    }
    out.trim_matches('-').to_owned()
}

impl Scene {
    /// Plays the scene; gives what is otherwise than it says. `without` takes the abilities that it is about
    /// from all units.
    ///
    /// # Errors
    /// If it names what is not there, in words.
    pub fn play(&self, cards: &Cards, library: &Library, without: bool) -> Result<Vec<String>, String> {
        let given = &self.given;
        let abilities: Vec<Ability> =
            self.abilities.iter().map(|name| named(name)).collect::<Result<_, _>>()?;
        let plans = [plan(&given.plan_a, cards, library)?, plan(&given.plan_k, cards, library)?];
        let dossier = given.dossier(cards)?;
        dossier.check(cards).map_err(|faults| faults.join("; "))?;
        let mut dice = Written { faces: self.dice.clone(), missing: Vec::new(), fell: Vec::new() };
        let mut seen = Seen::default();
        let mut wrong = {
            let plans = [&plans[0], &plans[1]];
            let units = Units::muster(cards, &dossier, plans);
            let mut battle = Battle::lay_out(units, cards, &dossier, plans, &mut dice, true);
            given.place(&mut battle)?;
            if without {
                for unit in &mut battle.field.units {
                    abilities.iter().for_each(|ability| unit.abilities.remove(*ability));
                }
            }
            for end in End::BOTH {
                ability::at(&mut battle, Moment::Deployed, end).map_err(|_| "halted")?;
            }
            battle.field.turn = given.turn;
            for act in &self.act {
                act.happen(&mut battle, &mut seen)?;
            }
            self.expect.differences(&battle, &seen)?
        };
        self.expect.luck(&dice.fell, &mut wrong);
        wrong.extend(dice.missing.iter().map(|what| format!("there are no {what}")));
        let left = dice.faces.iter().filter(|(_, faces)| !faces.is_empty());
        wrong.extend(left.map(|(name, faces)| format!("{} dice of {name} are left", faces.len())));
        Ok(wrong)
    }
}

fn named(name: &str) -> Result<Ability, String> {
    Ability::named(name).ok_or_else(|| format!("there is no ability `{name}`"))
}

fn plan(value: &Option<Value>, cards: &Cards, library: &Library) -> Result<Plan, String> {
    let Some(value) = value else { return built_in(library) };
    let text = value.to_string();
    let plans = parse("plan", text.as_bytes(), cards, library).map_err(|found| found.render(&text, false))?;
    plans.into_iter().next().ok_or_else(|| "there is no plan".to_owned())
}

fn built_in(library: &Library) -> Result<Plan, String> {
    library.named("built-in").cloned().ok_or_else(|| "there is no built-in plan".to_owned())
}

impl Given {
    fn dossier(&self, cards: &Cards) -> Result<Dossier, String> {
        let forces = [self.force(cards, &self.a, End::A)?, self.force(cards, &self.k, End::K)?];
        let territory = self.rules.territory.then(|| self.islands.first().copied()).flatten();
        Ok(Dossier {
            battle: "t1/sector-1/1".to_owned(),
            kind: What::Fleet,
            map: Extent::Standard,
            controller: self.controller,
            sides: [AXIS, ALLIES],
            forces,
            deploys_first: End::A,
            time: Time::new(TURNS, |_| self.night),
            islands: self.islands.clone(),
            squalls: self.squalls.clone(),
            retreat_from: RETREAT_FROM,
            rules: self.rules,
            territory: territory.map(|centre| Territory { centre, spaces: vec![centre] }),
            relief: None,
            options: Vec::new(),
            reminders: Vec::new(),
        })
    }

    fn force(&self, cards: &Cards, pieces: &BTreeMap<String, Piece>, end: End) -> Result<Force, String> {
        let mut force = Force::default();
        for (unit, piece) in pieces {
            let card = cards.by_id(&piece.card).ok_or_else(|| format!("there is no card {}", piece.card))?;
            let (unit, kind) = (unit.clone(), cards[card].kind);
            if kind.is_aircraft() {
                let base = piece.base.clone().unwrap_or_else(|| "elsewhere".to_owned());
                let off = !pieces.contains_key(&base);
                let (distance, markers) = (off.then_some(0), off.then_some(1));
                force.aircraft.push(Plane {
                    unit,
                    card: piece.card.clone(),
                    base,
                    distance,
                    markers,
                    one_mission: false,
                });
                continue;
            }
            let at = if kind.is_afloat() { Vec::new() } else { piece.at.into_iter().collect() };
            let hull =
                Hull { unit, card: piece.card.clone(), damage: piece.damage, at, aboard: None, cost: None };
            match kind {
                Kind::Submarine => force.submarines.push(hull),
                kind if kind.is_ship() => force.ships.push(hull),
                _ => force.ashore.push(hull),
            }
        }
        if self.defective.contains(&end) {
            force.handicaps.push(Handicap::DefectiveTorpedoes);
        }
        Ok(force)
    }

    /// Puts the units where they are.
    fn place(&self, battle: &mut Battle<'_>) -> Result<(), String> {
        for (name, piece) in self.a.iter().chain(&self.k) {
            let id = find(battle, name)?;
            let mut added = Vec::new();
            for word in &piece.with {
                added.push(named(word)?);
            }
            let unit = battle.field.unit_mut(id);
            unit.at = piece.at;
            unit.moved = piece.moved;
            unit.abilities = Default::default();
            added.into_iter().for_each(|ability| unit.abilities.insert(ability));
            if piece.sunk {
                unit.being = Being::Destroyed;
            }
            if let Some(wings) = &mut unit.wings {
                wings.task = piece.task;
                wings.markers = piece.markers;
                wings.last = piece.last.or_else(|| piece.at.zip(piece.task));
            }
        }
        for (name, at) in &self.mines {
            let by = find(battle, name)?;
            battle.field.mines.push(Mine { at: *at, by });
            // Who has laid them could, and cannot again.
            let layer = battle.field.unit_mut(by);
            layer.abilities.insert(Ability::Mines);
            layer.used.insert(Ability::Mines);
        }
        battle.field.first = self.first;
        battle.field.initiative = self.initiative;
        battle.field.night = self.night;
        Ok(())
    }
}

fn find(battle: &Battle<'_>, name: &str) -> Result<Id, String> {
    let found = battle.ids().find(|id| battle.field.unit(*id).id == name);
    found.ok_or_else(|| format!("there is no unit {name}"))
}

impl Shot {
    fn attack(&self, battle: &Battle<'_>) -> Result<Attack, String> {
        let (by, at) = (find(battle, &self.by)?, find(battle, &self.at)?);
        let range = battle.field.range(by, at).ok_or("they are not both on the map")?;
        let through = self.through.as_deref().map(named).transpose()?;
        Ok(Attack { by, weapon: self.with, at, range, through, dice: self.dice })
    }
}

impl Act {
    fn happen(&self, battle: &mut Battle<'_>, seen: &mut Seen) -> Result<(), String> {
        let step = |result: Step<()>| result.map_err(|_| "halted".to_owned());
        match self {
            Act::Strength(shot) => reckon(battle, seen, shot)?,
            Act::Attack(shot) => {
                reckon(battle, seen, shot)?;
                let attack = shot.attack(battle)?;
                let hit = battle.attack(&attack).map_err(|_| "halted")?;
                seen.made.push(attack);
                (seen.effect, seen.damage) = (hit.as_ref().map(|it| it.effect), hit.map(|it| it.damage));
            }
            Act::More { by, with } => {
                let id = find(battle, by)?;
                let mut made: Vec<Attack> = seen.made.iter().filter(|it| it.by == id).copied().collect();
                let before = made.len();
                while let Some(attack) = ability::more(&battle.field, id, *with, &made).first().copied() {
                    reckon_attack(battle, seen, &attack);
                    battle.attack(&attack).map_err(|_| "halted")?;
                    made.push(attack);
                }
                seen.further = Some(made.len() - before);
            }
            Act::Moment { is, end } => {
                let moment = moment(is).ok_or_else(|| format!("there is no moment `{is}`"))?;
                step(ability::at(battle, moment, *end))?;
            }
            Act::Phase(phase) => battle.begin(*phase),
            Act::Play(phase) => step(match phase {
                Phase::Mission => battle.air_mission(),
                Phase::Defense => battle.air_defense(),
                Phase::Attack => battle.air_attack(),
                Phase::Surface => battle.surface_attack(),
                Phase::Submarine => battle.submarine_attack(),
                Phase::Return => battle.air_return(),
                Phase::Movement => battle.sea_movement(),
                Phase::Initiative => battle.roll_initiative(),
                Phase::End => battle.end_turn(),
                Phase::Setup => return Err("the set-up is not played".to_owned()),
            })?,
            Act::Turn(turn) => {
                battle.field.turn = *turn;
                for end in battle.field.in_turn() {
                    step(ability::at(battle, Moment::TurnBegins, end))?;
                }
            }
            Act::Settle => step(battle.settle())?,
            Act::Speed(unit) => {
                let id = find(battle, unit)?;
                let haste = ability::speed(battle, id).map_err(|_| "halted")?;
                battle.field.unit_mut(id).haste = haste;
                seen.speed = Some(battle.field.speed(id));
            }
            Act::Move { unit, to } => {
                let id = find(battle, unit)?;
                step(battle.move_to(id, *to))?;
            }
            Act::Initiative(end) => seen.initiative = Some(ability::leading(&battle.field, *end)),
            Act::Lands { plane, on } => {
                let (plane, on) = (find(battle, plane)?, find(battle, on)?);
                seen.lands = Some(ability::lands_on(&battle.field, plane, on));
            }
            Act::Room { unit, at } => {
                let id = find(battle, unit)?;
                seen.room = Some(battle.field.room_for(id, *at));
            }
            Act::Role(plane) => {
                let role = ability::role(&battle.field, find(battle, plane)?);
                seen.role = Some(role.word().to_owned());
            }
        }
        Ok(())
    }
}

fn reckon(battle: &Battle<'_>, seen: &mut Seen, shot: &Shot) -> Result<(), String> {
    let attack = shot.attack(battle)?;
    reckon_attack(battle, seen, &attack);
    Ok(())
}

fn reckon_attack(battle: &Battle<'_>, seen: &mut Seen, attack: &Attack) {
    seen.strength = attack::strength(&battle.field, attack);
    seen.range = attack.range;
    seen.legal = Some(seen.strength.is_some());
}

fn moment(word: &str) -> Option<Moment> {
    Some(match word {
        "deployed" => Moment::Deployed,
        "movement-begins" => Moment::MovementBegins,
        "moved" => Moment::Moved,
        "placed" => Moment::Placed,
        "defense-begins" => Moment::DefenseBegins,
        "defense-ends" => Moment::DefenseEnds,
        "air-attack-begins" => Moment::AirAttackBegins,
        "air-attack-ends" => Moment::AirAttackEnds,
        "surface-begins" => Moment::SurfaceBegins,
        "surface-ends" => Moment::SurfaceEnds,
        "return-begins" => Moment::ReturnBegins,
        "returned" => Moment::Returned,
        "turn-ends" => Moment::TurnEnds,
        _ => return None,
    })
}
