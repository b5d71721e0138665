//! Scenes: a moment of a battle, written down to show what a rule does there. A scene lays units on the map, lets something
//! happen, serves the dice, and says what must come of it. Every ability of a card has one, and each is played again without
//! the ability: then something else must come of it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::Battle;
use super::ability::{self, Moment};
use super::attack::{self, Attack, Strength};
use super::dice::{Dice, Label};
use super::dossier::{
    Dossier, Extent, Force, Handicap, Hull, Kind as What, Plane, RETREAT_FROM, Rules, TURNS, Territory, Time,
};
use super::field::{Being, Mine};
use super::log::{Effect, Entry, Id, Phase, Task};
use super::map::{End, Sector};
use super::plan::{Library, Plan, parse};
use crate::rules::two_sided::{ALLIES, AXIS};
use crate::rules::war_at_sea::cards::{Ability, Cards, Kind, Weapon};
use crate::table::Step;

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

/// What must come of it.
#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
struct Expect {
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
    /// Plays the scene; gives what is otherwise than it says. `without` takes the abilities that it is about from all units.
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
        let mut dice = Written { faces: self.dice.clone(), missing: Vec::new() };
        let mut seen = Seen::default();
        let mut wrong = {
            let mut battle = Battle::lay_out(cards, &dossier, [&plans[0], &plans[1]], &mut dice, true);
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
            Act::Initiative(end) => seen.initiative = Some(ability::initiative(&battle.field, *end)),
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
    fn differences(&self, battle: &Battle<'_>, seen: &Seen) -> Result<Vec<String>, String> {
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
        let lists: [(&[String], &str, &dyn Fn(Id) -> bool); 6] = [
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use crate::games::{Games, yaml};

    /// Plays every scene of the folder, and each again without its abilities.
    #[test]
    fn every_scene_holds() {
        let games = Games::builtin();
        let cards = Cards::load(&games).unwrap();
        let library = Library::load(&games, &cards).unwrap();
        let folder = std::env::var("SEALORD_SCENES").unwrap_or_else(|_| "tests/scenes/war-at-sea".to_owned());
        let mut files: Vec<_> =
            fs_err::read_dir(Path::new(&folder)).unwrap().map(|it| it.unwrap().path()).collect();
        files.sort();
        let (mut wrong, mut shown, mut count) = (Vec::new(), BTreeSet::new(), 0);
        for file in files {
            let text = fs_err::read_to_string(&file).unwrap();
            let scenes: Vec<Scene> =
                yaml::read(&text).unwrap_or_else(|fault| panic!("{}: {fault:?}", file.display()));
            for scene in scenes {
                count += 1;
                let name = format!("{}: {} ({})", scene.rule, scene.title, scene.abilities.join(", "));
                match scene.play(&cards, &library, false) {
                    Err(what) => wrong.push(format!("{name}: {what}")),
                    Ok(found) => wrong.extend(found.into_iter().map(|what| format!("{name}: {what}"))),
                }
                if !scene.abilities.is_empty()
                    && scene.play(&cards, &library, true).is_ok_and(|found| found.is_empty())
                {
                    wrong.push(format!("{name}: it ends the same without"));
                }
                for ability in &scene.abilities {
                    let rule = named(ability).ok().and_then(|it| cards.effects.rule(it)).unwrap_or_default();
                    if !rule.is_empty() && !scene.rule.starts_with("WSC") && rule != scene.rule {
                        wrong.push(format!("{name}: {ability} is of rule {rule}"));
                    }
                    shown.insert(ability.clone());
                }
            }
        }
        let silent = |ability: &Ability| cards.effects.is_silent(*ability);
        let missing = Ability::ALL.iter().filter(|it| cards.effects.rule(**it).is_some() && !silent(it));
        let missing: Vec<&str> = missing.map(|it| it.name()).filter(|it| !shown.contains(*it)).collect();
        println!("{count} scenes");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(missing.is_empty(), "without a scene: {}", missing.join(", "));
    }
}
