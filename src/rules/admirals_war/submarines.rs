//! 14.0 Submarines, and 15.0 Hilfskreuzer as far as they are hunted like them.

use super::basing;
use super::board::{AreaId, BaseKind, Theatre};
use super::combat::{self, Battle, Shot};
use super::event::{Action, Event, Scene, Why};
use super::item::{Item, Word};
use super::key::{After, Ambush, Key, Whence};
use super::pieces::{Kind, Nation, Seat, UnitId};
use super::state::{Ocean, Place};
use super::text::forces_about;
use super::{AdmiralsWar, SIDES, Table, pacific};
use crate::rules::two_sided::Camp;
use crate::table::key::Turn;
use crate::table::{Ask, Choice, Step};

/// What a patrolling carrier and an amphibious unit count for in a hunt (AW-14.21-a).
const STRONG: usize = 3;
/// The areas in which a hunt is easier (AW-14.23).
const MEDITERRANEAN: [&str; 2] = ["western-mediterranean", "eastern-mediterranean"];
/// The class of submarines that ignore being disabled (AW-14.243).
const TYPE_XXI: &str = "XXI";

/// 5.36 Each nation may turn one submarine in each area to its raiding side (AW-14.1).
pub(super) fn turn_to_raiding(table: &mut Table) -> Step<()> {
    let turn = Turn(table.state().turn);
    for seat in Seat::ALL {
        let (system, ocean) = (table.system(), table.state());
        let key = Key::TurnSubmarine { turn, by: seat };
        let title = "Turn a submarine in an area to its raiding side, or none".to_owned();
        let mut ask: Ask<AreaId, Item> = Ask::new("turn-submarine", key.text(), "AW-14.1", title);
        let none = Item::Word(Word::None);
        for area in system.board.areas() {
            let here = ocean.at(Place::Sea(area)).into_iter();
            let own = here.filter(|&unit| {
                system.seat_of(ocean, unit) == seat
                    && system.counter(unit).kind == Kind::Submarine
                    && system.counter(unit).back.is_some()
            });
            let own: Vec<Item> = own.map(Item::Unit).collect();
            if !own.is_empty() {
                ask.offer([area], std::iter::once(none).chain(own), Some(none));
            }
        }
        let answer = table.ask(seat.side(), &ask)?;
        let turned = answer.into_iter().filter_map(|(_, item)| match item {
            Item::Unit(unit) => Some(unit),
            _ => None,
        });
        let submarines = super::movement::sorted(turned);
        if !submarines.is_empty() {
            table.tell(Event::SubmarinesTurned { seat, submarines })?;
        }
    }
    Ok(())
}

/// 5.42 Both sides hunt the other's submarines, then what is left attacks shipping.
pub(super) fn hunt(table: &mut Table, area: AreaId) -> Step<()> {
    let theatre = table.system().board.area(area).theatre;
    for side in combat::order(theatre) {
        hunt_by(table, area, side)?;
    }
    let (system, ocean) = (table.system(), table.state());
    let killers = ocean.at(Place::Sea(area)).into_iter();
    let killers = killers.filter(|&unit| system.counter(unit).kind == Kind::HunterKiller);
    let homeward = system.homeward(ocean, area, killers, Why::HuntOver);
    let from = Whence::Hunt { turn: Turn(ocean.turn), area: &system.board.area(area).id };
    basing::send_home(table, from, Why::HuntOver, homeward)?;
    for side in combat::order(theatre) {
        attack_shipping(table, area, side)?;
    }
    Ok(())
}

/// 14.2 One side's hunt.
fn hunt_by(table: &mut Table, area: AreaId, by: Camp) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let prey = system.prey(ocean, area, by.enemy());
    if prey.is_empty() || system.hunting_strength(ocean, area, by, None) == 0 {
        return Ok(());
    }
    let only = hunters(table, area, by)?;
    let (system, ocean) = (table.system(), table.state());
    let strength = system.hunting_strength(ocean, area, by, only);
    let bonus = system.hunting_bonus(ocean, area, by, only);
    let from = Whence::Hunt { turn: Turn(ocean.turn), area: &system.board.area(area).id };
    let dice = table.roll(format!("{}/{}", from.text(), by.id()), strength)?;
    let hits = dice.iter().filter(|&&die| die + bonus >= 6).count();
    let driven = dice.iter().filter(|&&die| die + bonus == 5).count();
    // Hits before disabled results (AW-14.24-b), oilers before Hilfskreuzer before submarines (AW-14.241).
    let destroyed: Vec<UnitId> = prey.iter().copied().take(hits).collect();
    let can_be_driven = |unit: &UnitId| table.system().counter(*unit).class != TYPE_XXI;
    let driven_off: Vec<UnitId> =
        prey.iter().copied().skip(hits).filter(can_be_driven).take(driven).collect();
    table.tell(Event::Hunted { area, by, dice, bonus, destroyed, driven_off: driven_off.clone() })?;
    combat::disabled_go_home(table, from, area, driven_off)
}

/// 19.46 Off neutral America one navy hunts, not both; the British player names it. Nothing where all may hunt.
///
/// *Ruling:* silence names the one with more dice.
fn hunters(table: &mut Table, area: AreaId, by: Camp) -> Step<Option<Seat>> {
    let (system, ocean) = (table.system(), table.state());
    let seats = [Seat::Britain, Seat::UnitedStates];
    let [british, american] = seats.map(|seat| system.hunting_strength(ocean, area, by, Some(seat)));
    if by != Camp::ALLIES || !ocean.is_peace() || !system.is_american(area) || british.min(american) == 0 {
        return Ok(None);
    }
    let of = system.board.area(area);
    let key = Key::Hunters { turn: Turn(ocean.turn), area: &of.id, by: Seat::Britain };
    let title = format!("{}: name the navy that hunts submarines", of.name);
    let mut ask: Ask<AreaId, Word> = Ask::new("hunters", key.text(), "AW-19.46", title);
    let silent = if british >= american { Word::British } else { Word::American };
    ask.offer([area], [Word::British, Word::American], Some(silent));
    let answer = table.ask(by, &ask)?;
    let american = answer.first().is_some_and(|(_, word)| *word == Word::American);
    Ok(Some(seats[usize::from(american)]))
}

/// 14.26, 15.21 What survived the hunt attacks the enemy's shipping, submarines before Hilfskreuzer.
fn attack_shipping(table: &mut Table, area: AreaId, side: Camp) -> Step<()> {
    let mut raiders = table.system().prey(table.state(), area, side);
    raiders.reverse();
    for unit in raiders {
        let (system, ocean) = (table.system(), table.state());
        if !system.may_attack_shipping(ocean, area, unit) {
            continue;
        }
        let attack = match system.counter(unit).kind {
            Kind::Hilfskreuzer => super::strength::Attack { dice: 1, bonus: false },
            _ => system.gunnery(ocean, unit),
        };
        let of = system.board.area(area);
        let label = format!("t{}/{}/shipping/{}", ocean.turn, of.id, system.counter(unit).id);
        let dice = table.roll(label, usize::from(attack.dice))?;
        let hits = dice.iter().filter(|&&die| die + u8::from(attack.bonus) >= 6).count() as u8;
        // No more in an area than the higher of its values (AW-14.26-b).
        let most = of.points.axis.max(of.points.allies);
        let room = most.saturating_sub(table.state().shipping[area.0 as usize][side]);
        let points = hits.min(room);
        table.tell(Event::ShippingAttacked { area, unit, dice, bonus: attack.bonus, points })?;
        if side == Camp::AXIS {
            pacific::provoke(table, area, points)?;
        }
    }
    Ok(())
}

/// Whether a side has nothing in a battle but a raiding submarine that can attack (AW-14.31).
pub(super) fn lies_in_wait(table: &Table, battle: Battle) -> bool {
    SIDES.iter().any(|&side| {
        let (system, ocean) = (table.system(), table.state());
        battle.force(system, ocean, side).is_empty()
            && !system.raiding_submarines(ocean, battle.area, side).is_empty()
            && !targets(table, &[battle], side).is_empty()
    })
}

/// 5.51 Raiding submarines may attack after a round, nation by nation; what they do takes effect at once, and they go
/// home. In a pursuit only those of the side that does not retreat may (AW-8.26, AW-14.35).
pub(super) fn attack(table: &mut Table, battles: &[Battle], after: After) -> Step<()> {
    let Some(battle) = battles.first() else { return Ok(()) };
    let (area, retreating) = (battle.area, battle.group.map(|(side, _)| side));
    let theatre = table.system().board.area(area).theatre;
    for side in combat::order(theatre).into_iter().filter(|side| Some(*side) != retreating) {
        for unit in table.system().raiding_submarines(table.state(), area, side) {
            attack_by(table, battles, after, unit)?;
        }
    }
    Ok(())
}

fn targets(table: &Table, battles: &[Battle], side: Camp) -> Vec<UnitId> {
    let (system, ocean) = (table.system(), table.state());
    let enemies = battles.iter().flat_map(|battle| battle.force(system, ocean, side.enemy()));
    enemies.filter(|&unit| system.counter(unit).kind != Kind::LandAir).collect()
}

fn attack_by(table: &mut Table, battles: &[Battle], after: After, unit: UnitId) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let (area, side) = (battles[0].area, system.side_of(ocean, unit));
    let of = system.board.area(area);
    let id = &system.counter(unit).id;
    let ambush = Ambush::By { turn: Turn(ocean.turn), area: &of.id, after, unit: id };
    let title = format!("{}: the target of {}, or wait", of.name, system.counter(unit).name);
    let key = Key::SubmarineTarget { ambush, by: side };
    let mut ask = Ask::new("submarine-target", key.text(), "AW-14.31", title);
    ask.about = forces_about(table, area);
    let wait = Item::Word(Word::Hold);
    let targets = targets(table, battles, side).into_iter();
    let targets = targets.map(|target| Choice {
        item: Item::Unit(target),
        mark: 0,
        worth: system.worth(ocean, target),
    });
    ask.offer([unit], std::iter::once(wait.into()).chain(targets), Some(wait));
    let answer = table.ask(side, &ask)?;
    let Some((_, Item::Unit(target))) = answer.first().copied() else { return Ok(()) };
    let attack = table.system().gunnery(table.state(), unit);
    let shot = Shot {
        scene: Scene::Sea(area),
        attacker: unit,
        target,
        action: Action::Surface,
        attack,
        surprise: false,
    };
    shot.fire(table, &ambush.text())?;
    let disabled = combat::take_effect(table, Scene::Sea(area))?;
    let (system, ocean) = (table.system(), table.state());
    let sunk = system.nation_of(ocean, target) == Nation::Us && ocean.unit(target).place == Place::Sunk;
    if side == Camp::AXIS && sunk {
        pacific::provoke(table, area, 1)?;
    }
    let from = Whence::Ambush { ambush };
    combat::disabled_go_home(table, from, area, disabled)?;
    let homeward = table.system().homeward(table.state(), area, [unit], Why::Attacked);
    basing::send_home(table, from, Why::Attacked, homeward)
}

impl AdmiralsWar {
    /// What a hunt can hit in an area, in the order in which it is lost: patrolling submarines after Hilfskreuzer after
    /// oilers, those that ignore disabling last (AW-14.241 to AW-14.243, AW-14.32).
    fn prey(&self, ocean: &Ocean, area: AreaId, side: Camp) -> Vec<UnitId> {
        let here = ocean.at(Place::Sea(area)).into_iter();
        let hunted = |unit: &UnitId| {
            let counter = self.counter(*unit);
            let hunted = counter.is_hunted() && !ocean.unit(*unit).raiding;
            self.side_of(ocean, *unit) == side && hunted && !self.keeps_peace(ocean, *unit)
        };
        let mut prey: Vec<UnitId> = here.filter(hunted).collect();
        let rank = |unit: &UnitId| {
            let counter = self.counter(*unit);
            let kind = match counter.kind {
                Kind::Oiler => 0,
                Kind::Hilfskreuzer => 1,
                _ => 2,
            };
            (kind, counter.class == TYPE_XXI, *unit)
        };
        prey.sort_by_key(rank);
        prey
    }

    /// The dice of a hunt: one for each patrolling ship, three for a patrolling carrier or an amphibious unit, and the
    /// attack factors of air units (AW-14.21-a, AW-14.21-b); of one nation's units only, if one is named.
    fn hunting_strength(&self, ocean: &Ocean, area: AreaId, side: Camp, only: Option<Seat>) -> usize {
        let worth = |unit: UnitId| match self.counter(unit).kind {
            Kind::Amphibious => STRONG,
            Kind::LandAir => usize::from(self.airstrike(ocean, unit).dice),
            _ if ocean.unit(unit).raiding => 0,
            Kind::Carrier => STRONG,
            _ => 1,
        };
        let hunts = |unit: &UnitId| only.is_none_or(|seat| self.seat_of(ocean, *unit) == seat);
        self.fighters(ocean, area, side).into_iter().filter(hunts).map(worth).sum()
    }

    /// What is added to each die of a hunt: one for each Hunter-Killer group, one in the Mediterranean (AW-14.22-a,
    /// AW-14.23).
    fn hunting_bonus(&self, ocean: &Ocean, area: AreaId, side: Camp, only: Option<Seat>) -> u8 {
        let killer = |unit: &UnitId| {
            let hunts = only.is_none_or(|seat| self.seat_of(ocean, *unit) == seat);
            self.counter(*unit).kind == Kind::HunterKiller && self.side_of(ocean, *unit) == side && hunts
        };
        let killers = ocean.at(Place::Sea(area)).iter().filter(|unit| killer(unit)).count();
        killers as u8 + u8::from(MEDITERRANEAN.contains(&self.board.area(area).id.as_str()))
    }

    /// Submarines attack shipping, and Hilfskreuzer; in the Pacific a submarine needs an enemy port or base around its
    /// area (AW-14.27-a).
    fn may_attack_shipping(&self, ocean: &Ocean, area: AreaId, unit: UnitId) -> bool {
        let of = self.board.area(area);
        let enemy = self.side_of(ocean, unit).enemy();
        match self.counter(unit).kind {
            Kind::Submarine if of.theatre == Theatre::Pacific => of.bases.iter().any(|&base| {
                self.board.base(base).kind != BaseKind::Neutral && ocean.owner(base) == Some(enemy)
            }),
            Kind::Submarine | Kind::Hilfskreuzer => true,
            _ => false,
        }
    }

    /// Raiding submarines of a side in an area that have not attacked yet.
    fn raiding_submarines(&self, ocean: &Ocean, area: AreaId, side: Camp) -> Vec<UnitId> {
        let raids = |unit: &UnitId| {
            self.counter(*unit).kind == Kind::Submarine
                && self.side_of(ocean, *unit) == side
                && ocean.unit(*unit).raiding
                && !self.keeps_peace(ocean, *unit)
        };
        ocean.at(Place::Sea(area)).into_iter().filter(raids).collect()
    }
}
