//! 7.3 to 7.5 Naming targets, rolling the attacks, and what takes effect when both sides have fired.

use super::super::event::{Action, Event, Scene};
use super::super::item::{Item, Word};
use super::super::key::{Key, Round, Whence};
use super::super::optional::{self, buildup};
use super::super::pieces::{Kind, UnitId};
use super::super::seats::{self, By};
use super::super::state::Ocean;
use super::super::strength::Attack;
use super::super::text::forces_about;
use super::super::{AdmiralsWar, Table, movement};
use super::task_forces::in_surface_action;
use super::{Battle, gunships, joint};
use crate::questions;
use engine::question::{Ask, Limit};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

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
    let answer = seats::ask_side(table, side, |table, by| carriers_with_guns(table, battle, round, by))?;
    let fires = answer.into_iter().filter(|(_, word)| *word == Word::Fire);
    let carriers = movement::sorted(fires.map(|(unit, _)| unit));
    if !carriers.is_empty() {
        table.record(Event::GunsNamed { area: battle.area, side, carriers: carriers.clone() })?;
    }
    Ok(carriers)
}

/// The question which carriers of a player do.
fn carriers_with_guns(table: &Table, battle: Battle, round: Round<'_>, by: By) -> Ask<UnitId, Word> {
    let (system, ocean, side) = (table.system(), table.state(), by.side());
    let area = &system.board.area(battle.area).name;
    let title = table.worded(|| format!("{area}: name the carriers that fire their guns"));
    let mut ask = Ask::new(questions::GUNS, Key::Guns { round, by }.text(), "AW-7.321-b", title);
    let afloat = |unit: &UnitId| system.counter(*unit).kind != Kind::LandAir;
    // Guns have no target among air units.
    let enemy = in_surface_action(system, ocean, battle, side.enemy()).iter().any(afloat);
    let has_guns =
        |unit: &UnitId| system.counter(*unit).kind == Kind::Carrier && system.gunnery(ocean, *unit).dice > 0;
    let own = in_surface_action(system, ocean, battle, side).into_iter();
    let own = own.filter(|&unit| by.commands(system, ocean, unit));
    ask.offer(own.filter(|unit| enemy && has_guns(unit)), [Word::Hold, Word::Fire], Some(Word::Hold));
    ask
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

/// 7.31 In an air action airstrikes attack anything at sea; with task forces, only what does not hide
/// attacks, and only what is sighted (AW-29.51).
fn air_plan(system: &AdmiralsWar, table: &Table, battle: Battle, side: Camp) -> Plan {
    let ocean = table.state();
    let own = battle.force(system, ocean, side).into_iter();
    let flies = |unit: &UnitId| {
        let dice = system.airstrike(ocean, *unit).dice;
        dice > 0 && !system.only_defends(*unit) && ocean.unit(*unit).attacks_by_air()
    };
    // A kamikaze that has been named attacks (AW-21.1-a).
    let attackers = own.filter(flies).map(|unit| (unit, !ocean.unit(unit).kamikaze));
    let mut free = battle.force(system, ocean, side.enemy());
    free.retain(|&unit| ocean.unit(unit).is_sighted());
    Plan { attackers: attackers.collect(), free, silent: Vec::new(), amphibious: Vec::new() }
}

/// 7.32 In a surface action every ship with guns must attack, carriers may; and not everything may be
/// attacked.
fn surface_plan(system: &AdmiralsWar, table: &Table, battle: Battle, side: Camp, guns: &Guns<'_>) -> Plan {
    let ocean = table.state();
    let line = |side: Camp| in_surface_action(system, ocean, battle, side);
    let (own, enemy) = (line(side), line(side.enemy()));
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
        Action::Air => (air_plan(system, table, battle, side), questions::AIR_TARGETS, "AW-7.31"),
        _ => (surface_plan(system, table, battle, side, guns), questions::GUN_TARGETS, "AW-7.32"),
    };
    let targets = plan.free.len() + plan.silent.len() + plan.amphibious.len();
    if plan.attackers.is_empty() || targets == 0 {
        return Ok(Vec::new());
    }
    let area = &system.board.area(battle.area).name;
    let title = table.worded(|| match action {
        Action::Air => format!("{area}: choose the target of each airstrike"),
        _ => format!("{area}: choose the target of each ship's guns"),
    });
    let question = |table: &Table, by: By| {
        let key = Key::Targets { round, action, by };
        let mut ask = Ask::new(kind, key.text(), rule, title.clone());
        ask.about = forces_about(table, battle.area, by);
        aim(table, &mut ask, &plan, by);
        ask
    };
    let attackers: Vec<UnitId> = plan.attackers.iter().map(|it| it.0).collect();
    let answer = match system.players_among(table.state(), side, &attackers)[..] {
        [by] => {
            let ask = question(table, by);
            in_order_of(&ask, table.ask(by.party(), &ask)?)
        }
        _ => joint::name_targets(table, battle.area, side, question)?,
    };
    let named: Vec<(UnitId, UnitId)> = answer.into_iter().filter_map(at_a_unit).collect();
    let_fly(table, battle, round, side, action, &named)
}

/// An attack on a unit; nothing for a unit that attacks none.
pub(in super::super) fn at_a_unit((attacker, item): (UnitId, Item)) -> Option<(UnitId, UnitId)> {
    if let Item::Unit(target) = item { Some((attacker, target)) } else { None }
}

/// Rolls the attacks that a side has named at sea. Gives who attacked.
pub(super) fn let_fly(
    table: &mut Table,
    battle: Battle,
    round: Round<'_>,
    side: Camp,
    action: Action,
    named: &[(UnitId, UnitId)],
) -> Step<Vec<UnitId>> {
    let (path, mut fired) = (table.worded(|| Whence::Fire { round, action }.text()), Vec::new());
    let cover = match action {
        Action::Air => {
            let attackers: Vec<UnitId> = named.iter().map(|it| it.0).collect();
            buildup::cover(table, battle, round, &attackers, side.enemy())?
        }
        _ => None,
    };
    for &(attacker, target) in named {
        let met = cover.as_ref().filter(|cover| cover.against == attacker);
        if met.map_or(Ok(false), |cover| cover.meet(table, battle, round))? {
            continue;
        }
        let (system, ocean) = (table.system(), table.state());
        let attack = system.factor(ocean, attacker, action);
        let shot =
            Shot { scene: Scene::Sea(battle.area), attacker, target, action, attack, terms: Terms::Combat };
        shot.fire(table, &path)?;
        fired.push(attacker);
    }
    Ok(fired)
}

/// Puts a player's attackers, the targets and what binds them into a question. Silence spreads the attacks of
/// the side over the targets that may always be attacked, or over all if there are none.
fn aim(table: &Table, ask: &mut Ask<UnitId, Item>, plan: &Plan, by: By) {
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
    let own = |unit: UnitId| by.commands(system, ocean, unit);
    for (at, &(unit, may_hold)) in plan.attackers.iter().enumerate().filter(|(_, it)| own(it.0)) {
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
    /// Under which rules.
    pub terms: Terms,
}

/// The rules under which a unit attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Terms {
    /// Those of combat (7.4).
    Combat,
    /// A surprise (19.82).
    Surprise,
    /// The first surprise of Pearl Harbor tension (23.31).
    FirstBlow,
    /// Operation Catapult (22.12).
    Catapult,
    /// The French reply to it (22.13).
    Reply,
    /// A submarine attacks what was disabled just before (27.1).
    Aimed,
}

impl Terms {
    /// What each die of the attack gains besides a printed bonus (AW-22.12, AW-23.31, AW-27.1).
    fn extra(self) -> u8 {
        u8::from(matches!(self, Terms::FirstBlow | Terms::Catapult | Terms::Aimed))
    }

    /// What each die of damage loses besides a printed bonus (AW-22.13).
    fn softened(self) -> u8 {
        u8::from(self == Terms::Reply)
    }

    /// Whether an attack can disable its target (AW-7.43, AW-19.82, AW-22.12).
    fn can_disable(self) -> bool {
        matches!(self, Terms::Combat | Terms::Aimed)
    }
}

impl Shot {
    /// 7.4 Rolls the attack and marks the target.
    pub fn fire(&self, table: &mut Table, path: &str) -> Step<()> {
        let system = table.system();
        let Shot { scene, attacker, target, action, attack, terms } = *self;
        let in_port = matches!(scene, Scene::Base(_));
        let armor_bonus = system.has_armor_bonus(table.state(), target);
        let kind = system.counter(target).kind;
        // The attack bonus never counts against air units (AW-7.43); what a kamikaze adds does (AW-21.1-a,
        // AW-21.1-b).
        let bonus = attack.bonus && kind != Kind::LandAir;
        let kamikaze = action == Action::Air && table.state().unit(attacker).kamikaze;
        let extra = terms.extra() + u8::from(kamikaze);
        let label = |what: &str| format!("{path}/{}/{what}", system.counter(attacker).id);
        let dice = table.roll_as(|| label("hit"), usize::from(attack.dice))?;
        let results = dice.iter().map(|die| die + u8::from(bonus) + extra);
        let hits = results.clone().filter(|result| *result >= 6).count() as u8;
        let disables = kind != Kind::LandAir && !in_port && terms.can_disable();
        let disabled = disables && results.clone().any(|result| result == 5);
        // A hit on an amphibious unit ashore does one point and rolls nothing (AW-9.34).
        let ashore = in_port && kind == Kind::Amphibious;
        let damage_dice = table.roll_as(|| label("damage"), if ashore { 0 } else { usize::from(hits) })?;
        let softened = u8::from(armor_bonus) + terms.softened();
        let armored = damage_dice.iter().map(|die| die.saturating_sub(softened));
        let damage = if ashore { hits } else { armored.fold(0_u8, u8::saturating_add) };
        table.record(Event::Fired {
            scene,
            attacker,
            target,
            action,
            dice,
            bonus,
            extra,
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
        table.record(Event::TookEffect { scene, lost: lost.clone(), damaged, disabled: disabled.clone() })?;
        optional::mourn(table, &lost)?;
    }
    Ok(disabled)
}

impl AdmiralsWar {
    /// The most damage that a unit bears: its armor, and a ship in a port that repairs twice as much
    /// (AW-7.46, AW-9.35-a, AW-9.351).
    fn endures(&self, ocean: &Ocean, unit: UnitId, scene: Scene) -> u8 {
        let armor = self.face(ocean, unit).armor;
        match scene {
            Scene::Base(base)
                if self.counter(unit).is_ship()
                    && (self.repairs_for(base, self.side_of(ocean, unit))
                        || self.is_sheltered(ocean, unit, base)) =>
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
