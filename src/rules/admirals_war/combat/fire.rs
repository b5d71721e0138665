//! 7.3 to 7.5 Naming targets, rolling the attacks, and what takes effect when both sides have fired.

use super::super::event::{Action, Event, Scene};
use super::super::item::{Item, Word};
use super::super::key::{Key, Round, Whence};
use super::super::pieces::{Kind, UnitId};
use super::super::state::Ocean;
use super::super::strength::Attack;
use super::super::text::forces_about;
use super::super::{AdmiralsWar, Table, movement};
use super::{Battle, gunships};
use crate::rules::two_sided::Camp;
use crate::table::{Ask, Limit, Step};

/// Which carriers fire guns, as far as the side that names targets knows.
pub(super) enum Guns<'g> {
    /// The side fires first; the enemy has named his.
    First { named: &'g [UnitId] },
    /// The side fires second; it has named its own, and the enemy has fired these.
    Second { named: &'g [UnitId], fired: &'g [UnitId] },
}

/// 7.321 Before the first shot the side that fires second names the carriers that will fire their guns.
pub(super) fn name_guns(
    table: &mut Table,
    battle: Battle,
    round: Round<'_>,
    side: Camp,
) -> Step<Vec<UnitId>> {
    let (system, ocean) = (table.system(), table.state());
    let area = &system.board.area(battle.area).name;
    let title = format!("{area}: name the carriers that fire their guns");
    let mut ask = Ask::new("guns", Key::Guns { round, by: side }.text(), "AW-7.321-b", title);
    let afloat = |unit: &UnitId| system.counter(*unit).kind != Kind::LandAir;
    // Guns have no target among air units.
    let enemy = battle.force(system, ocean, side.enemy()).iter().any(afloat);
    let has_guns =
        |unit: &UnitId| system.counter(*unit).kind == Kind::Carrier && system.gunnery(ocean, *unit).dice > 0;
    let own = battle.force(system, ocean, side).into_iter();
    ask.offer(own.filter(|unit| enemy && has_guns(unit)), [Word::Hold, Word::Fire], Some(Word::Hold));
    let answer = table.ask(side, &ask)?;
    let fires = answer.into_iter().filter(|(_, word)| *word == Word::Fire);
    let carriers = movement::sorted(fires.map(|(unit, _)| unit));
    if !carriers.is_empty() {
        table.tell(Event::GunsNamed { area: battle.area, side, carriers: carriers.clone() })?;
    }
    Ok(carriers)
}

/// Who may attack, and whom.
struct Plan {
    /// Attackers, and whether each may hold its fire.
    attackers: Vec<(UnitId, bool)>,
    /// Targets that may always be attacked.
    free: Vec<UnitId>,
    /// Ships that do not fire: only if every ship that does is attacked (AW-7.322).
    silent: Vec<UnitId>,
    /// Amphibious units: only if every enemy ship is attacked (AW-7.323).
    amphibious: Vec<UnitId>,
}

/// 7.31 In an air action airstrikes attack anything at sea.
fn air_plan(system: &AdmiralsWar, table: &Table, battle: Battle, side: Camp) -> Plan {
    let ocean = table.state();
    let own = battle.force(system, ocean, side).into_iter();
    let attackers = own.filter(|&unit| system.airstrike(ocean, unit).dice > 0).map(|unit| (unit, true));
    let free = battle.force(system, ocean, side.enemy());
    Plan { attackers: attackers.collect(), free, silent: Vec::new(), amphibious: Vec::new() }
}

/// 7.32 In a surface action every ship with guns must attack, carriers may; and not everything may be attacked.
fn surface_plan(system: &AdmiralsWar, table: &Table, battle: Battle, side: Camp, guns: &Guns<'_>) -> Plan {
    let ocean = table.state();
    let (own, enemy) = (battle.force(system, ocean, side), battle.force(system, ocean, side.enemy()));
    let carriers = own.iter().copied().filter(|&unit| system.counter(unit).kind == Kind::Carrier);
    let with_guns = carriers.filter(|&unit| system.gunnery(ocean, unit).dice > 0);
    let mut attackers: Vec<(UnitId, bool)> =
        gunships(system, ocean, &own).into_iter().map(|unit| (unit, false)).collect();
    let mut free = gunships(system, ocean, &enemy);
    match guns {
        Guns::First { named } => {
            attackers.extend(with_guns.map(|unit| (unit, true)));
            free.extend(named.iter().copied());
        }
        Guns::Second { named, fired } => {
            attackers.extend(named.iter().map(|&unit| (unit, false)));
            free.extend(fired.iter().copied().filter(|unit| !free.contains(unit)).collect::<Vec<_>>());
        }
    }
    let free = movement::sorted(free.into_iter());
    let is = |unit: UnitId, kind: Kind| system.counter(unit).kind == kind;
    let silent =
        enemy.iter().copied().filter(|&unit| system.counter(unit).is_ship() && !free.contains(&unit));
    let amphibious = enemy.iter().copied().filter(|&unit| is(unit, Kind::Amphibious)).collect();
    Plan { attackers, silent: silent.collect(), free, amphibious }
}

/// One side names the targets of all its attackers, then rolls (AW-7.332). Gives who attacked.
pub(super) fn volley(
    table: &mut Table,
    battle: Battle,
    round: Round<'_>,
    side: Camp,
    action: Action,
    guns: &Guns<'_>,
) -> Step<Vec<UnitId>> {
    let system = table.system();
    let (plan, kind, rule) = match action {
        Action::Air => (air_plan(system, table, battle, side), "air-targets", "AW-7.31"),
        _ => (surface_plan(system, table, battle, side, guns), "gun-targets", "AW-7.32"),
    };
    let targets = plan.free.len() + plan.silent.len() + plan.amphibious.len();
    if plan.attackers.is_empty() || targets == 0 {
        return Ok(Vec::new());
    }
    let area = &system.board.area(battle.area).name;
    let title = match action {
        Action::Air => format!("{area}: choose the target of each airstrike"),
        _ => format!("{area}: choose the target of each ship's guns"),
    };
    let mut ask = Ask::new(kind, Key::Targets { round, action, by: side }.text(), rule, title);
    ask.about = forces_about(table, battle.area);
    aim(table, &mut ask, &plan);
    let answer = in_order_of(&ask, table.ask(side, &ask)?);
    let (path, mut fired) = (Whence::Fire { round, action }.text(), Vec::new());
    for (attacker, item) in answer {
        let Item::Unit(target) = item else { continue };
        let (system, ocean) = (table.system(), table.state());
        let attack = match action {
            Action::Air => system.airstrike(ocean, attacker),
            _ => system.gunnery(ocean, attacker),
        };
        let shot = Shot { scene: Scene::Sea(battle.area), attacker, target, action, attack, surprise: false };
        shot.fire(table, &path)?;
        fired.push(attacker);
    }
    Ok(fired)
}

/// Puts attackers, targets and what binds them into a question. Silence spreads the attacks over the targets that may
/// always be attacked, or over all if there are none.
fn aim(table: &Table, ask: &mut Ask<UnitId, Item>, plan: &Plan) {
    let (system, ocean) = (table.system(), table.state());
    let mut options: Vec<u16> = Vec::new();
    for &target in plan.free.iter().chain(&plan.silent).chain(&plan.amphibious) {
        let worth = system.worth(ocean, target);
        options.push(ask.choice(Item::Unit(target), 0, worth));
    }
    let (free, silent) = (plan.free.len(), plan.silent.len());
    let needs: Vec<u16> = options[..free].to_vec();
    if !needs.is_empty() {
        for &option in &options[free..free + silent] {
            ask.limits.push(Limit::OnlyWith { option, needs: needs.clone(), rule: "AW-7.322".to_owned() });
        }
    }
    let ships: Vec<u16> = options[..free + silent].to_vec();
    if !ships.is_empty() {
        for &option in &options[free + silent..] {
            ask.limits.push(Limit::OnlyWith { option, needs: ships.clone(), rule: "AW-7.323".to_owned() });
        }
    }
    let first = [free, silent, plan.amphibious.len()].into_iter().find(|count| *count > 0).unwrap_or(0);
    let must = ask.set(options.clone());
    let hold = ask.option(Item::Word(Word::Hold));
    let may = ask.set(options.iter().copied().chain([hold]).collect());
    for (at, &(unit, may_hold)) in plan.attackers.iter().enumerate() {
        ask.subject(unit, if may_hold { may } else { must }, Some(options[at % first.max(1)]));
    }
}

/// An answer in the order of the question's subjects, so that no file's order changes what is rolled when.
pub(in super::super) fn in_order_of(
    ask: &Ask<UnitId, Item>,
    mut answer: Vec<(UnitId, Item)>,
) -> Vec<(UnitId, Item)> {
    answer.sort_by_key(|(unit, _)| ask.subjects.iter().position(|subject| subject.item == *unit));
    answer
}

/// The attack of one unit on another.
pub(in super::super) struct Shot {
    /// Where.
    pub scene: Scene,
    /// Who attacks.
    pub attacker: UnitId,
    /// Whom.
    pub target: UnitId,
    /// With airstrikes or guns.
    pub action: Action,
    /// How many dice.
    pub attack: Attack,
    /// True if nobody is disabled: it is a surprise (19.82).
    pub surprise: bool,
}

impl Shot {
    /// 7.4 Rolls the attack and marks the target.
    pub fn fire(&self, table: &mut Table, path: &str) -> Step<()> {
        let system = table.system();
        let Shot { scene, attacker, target, action, attack, surprise } = *self;
        let in_port = matches!(scene, Scene::Base(_));
        let (face, kind) = (*system.face(table.state(), target), system.counter(target).kind);
        // The attack bonus never counts against air units (AW-7.43).
        let bonus = attack.bonus && kind != Kind::LandAir;
        let label = |what: &str| format!("{path}/{}/{what}", system.counter(attacker).id);
        let dice = table.roll(label("hit"), usize::from(attack.dice))?;
        let results = dice.iter().map(|die| die + u8::from(bonus));
        let hits = results.clone().filter(|result| *result >= 6).count() as u8;
        let disabled =
            results.clone().any(|result| result == 5) && kind != Kind::LandAir && !in_port && !surprise;
        // A hit on an amphibious unit ashore does one point and rolls nothing (AW-9.34).
        let ashore = in_port && kind == Kind::Amphibious;
        let damage_dice = table.roll(label("damage"), if ashore { 0 } else { usize::from(hits) })?;
        let armored = damage_dice.iter().map(|die| die - u8::from(face.armor_bonus));
        let damage = if ashore { hits } else { armored.fold(0_u8, u8::saturating_add) };
        table.tell(Event::Fired {
            scene,
            attacker,
            target,
            action,
            dice,
            bonus,
            hits,
            damage_dice,
            damage,
            disabled,
        })
    }
}

/// 7.5 What was marked takes effect. Gives the units that were disabled and are still there.
pub(in super::super) fn take_effect(table: &mut Table, scene: Scene) -> Step<Vec<UnitId>> {
    let (system, ocean) = (table.system(), table.state());
    let (mut lost, mut damaged, mut disabled) = (Vec::new(), Vec::new(), Vec::new());
    for unit in ocean.at(scene.place()) {
        let state = ocean.unit(unit);
        let total = state.damage.saturating_add(state.hurt);
        if state.hurt > 0 && total > system.endures(ocean, unit, scene) {
            lost.push(unit);
            continue;
        }
        if state.hurt > 0 {
            damaged.push((unit, total));
        }
        if state.disabled {
            disabled.push(unit);
        }
    }
    if !(lost.is_empty() && damaged.is_empty() && disabled.is_empty()) {
        table.tell(Event::TookEffect { scene, lost, damaged, disabled: disabled.clone() })?;
    }
    Ok(disabled)
}

impl AdmiralsWar {
    /// The most damage that a unit bears: its armor, and a ship in a port that repairs twice as much (AW-7.46,
    /// AW-9.35-a, AW-9.351).
    fn endures(&self, ocean: &Ocean, unit: UnitId, scene: Scene) -> u8 {
        let armor = self.face(ocean, unit).armor;
        match scene {
            Scene::Base(base)
                if self.counter(unit).is_ship() && self.repairs_for(base, self.side_of(ocean, unit)) =>
            {
                armor.saturating_mul(2)
            }
            _ => armor,
        }
    }

    /// How much a unit is worth as a target: the dice it could roll in either action, and its armor.
    pub(in super::super) fn worth(&self, ocean: &Ocean, unit: UnitId) -> u16 {
        let dice = self.gunnery(ocean, unit).dice.max(self.airstrike(ocean, unit).dice);
        1 + 10 * u16::from(dice) + u16::from(self.face(ocean, unit).armor)
    }
}
