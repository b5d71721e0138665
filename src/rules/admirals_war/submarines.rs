//! 14.0 Submarines, and 15.0 Hilfskreuzer as far as they are hunted like them.

use super::basing;
use super::board::{AreaId, BaseKind, Theatre};
use super::combat;
use super::event::{Event, Why};
use super::item::{Item, Word};
use super::key::{Key, Whence};
use super::options::Optional;
use super::pieces::{Kind, Seat, UnitId};
use super::state::{Ocean, Place};
use super::{AdmiralsWar, Table, pacific};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// What a patrolling carrier and an amphibious unit count for in a hunt (AW-14.21-a).
const STRONG: usize = 3;

/// 5.36 Each nation may turn one submarine in each area to its raiding side (AW-14.1). Where they are hidden
/// all nations are asked at once, since none learns what the others do, and each that has any (AW-26.0).
pub(super) fn turn_to_raiding(table: &mut Table) -> Step<()> {
    if table.system().plays_by(Optional::HiddenSubmarines) {
        let (system, ocean) = (table.system(), table.state());
        let asks = Seat::ALL.map(|seat| (system.party(seat), turnable_unseen(system, ocean, seat)));
        let answers = table.ask_all(&asks)?;
        return Seat::ALL.into_iter().zip(answers).try_for_each(|(seat, answer)| turned(table, seat, answer));
    }
    for seat in Seat::ALL {
        let ask = turnable(table.system(), table.state(), seat);
        let answer = table.ask(table.system().party(seat), &ask)?;
        turned(table, seat, answer)?;
    }
    Ok(())
}

/// The question which submarine of each area turns, among those that are at sea.
fn turnable(system: &AdmiralsWar, ocean: &Ocean, seat: Seat) -> Ask<Item, Item> {
    turning(system, ocean, seat, |unit, area| ocean.unit(unit).place == Place::Sea(area))
}

/// The same among those that are `there`.
pub(super) fn turning(
    system: &AdmiralsWar,
    ocean: &Ocean,
    seat: Seat,
    there: impl Fn(UnitId, AreaId) -> bool,
) -> Ask<Item, Item> {
    let key = Key::TurnSubmarine { turn: Turn(ocean.turn), by: seat };
    let title = "Turn a submarine in an area to its raiding side, or none".to_owned();
    let mut ask: Ask<Item, Item> = Ask::new(questions::TURN_SUBMARINE, key.text(), "AW-14.1", title);
    let none = Item::Word(Word::None);
    let turns = |unit: &UnitId| {
        system.seat_of(ocean, *unit) == seat
            && system.counter(*unit).kind == Kind::Submarine
            && system.counter(*unit).back.is_some()
    };
    let submarines: Vec<UnitId> = ocean.ids().filter(turns).collect();
    for area in system.board.areas() {
        let own: Vec<Item> =
            submarines.iter().copied().filter(|&unit| there(unit, area)).map(Item::Unit).collect();
        if !own.is_empty() {
            ask.offer([Item::Area(area)], std::iter::once(none).chain(own), Some(none));
        }
    }
    ask
}

/// The same where they are hidden: it is put as well if no submarine is at sea, about those in port, so that
/// the enemy does not learn whether any is.
fn turnable_unseen(system: &AdmiralsWar, ocean: &Ocean, seat: Seat) -> Ask<Item, Item> {
    let mut ask = turnable(system, ocean, seat);
    if ask.subjects.is_empty() {
        let none = Item::Word(Word::None);
        let unseen = system.unseen_of(ocean, seat).into_iter();
        ask.offer(unseen.map(Item::Unit), [none], Some(none));
    }
    ask.veiled = !ask.subjects.is_empty();
    ask
}

fn turned(table: &mut Table, seat: Seat, answer: Vec<(Item, Item)>) -> Step<()> {
    let turned = answer.into_iter().filter_map(|(_, item)| match item {
        Item::Unit(unit) => Some(unit),
        _ => None,
    });
    let submarines = super::movement::sorted(turned);
    if submarines.is_empty() { Ok(()) } else { table.record(Event::SubmarinesTurned { seat, submarines }) }
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

/// 14.2 One side's hunt; where submarines are hidden it takes place whether there are any or not (AW-26.0).
fn hunt_by(table: &mut Table, area: AreaId, by: Camp) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let prey = system.prey(ocean, area, by.enemy());
    let hunted = !prey.is_empty() || system.is_hunted_for(ocean, area, by.enemy());
    if !hunted || system.hunting_strength(ocean, area, by, None) == 0 {
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
    let can_be_driven = |unit: &UnitId| !table.system().counter(*unit).is_type_xxi();
    let driven_off: Vec<UnitId> =
        prey.iter().copied().skip(hits).filter(can_be_driven).take(driven).collect();
    table.record(Event::Hunted { area, by, dice, bonus, destroyed, driven_off: driven_off.clone() })?;
    combat::disabled_go_home(table, from, area, driven_off)
}

/// 19.46 Off neutral America one navy hunts, not both; the British player names it. Nothing where all may
/// hunt.
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
    let mut ask: Ask<AreaId, Word> = Ask::new(questions::HUNTERS, key.text(), "AW-19.46", title);
    let silent = if british >= american { Word::British } else { Word::American };
    ask.offer([area], [Word::British, Word::American], Some(silent));
    let answer = table.ask(system.party(Seat::Britain), &ask)?;
    let american = answer.first().is_some_and(|(_, word)| *word == Word::American);
    Ok(Some(seats[usize::from(american)]))
}

/// What lies hidden in areas that nobody could select attacks shipping when all others are fought out
/// (AW-26.0). Nothing tells of an area in which none attacks.
pub(super) fn attack_unselected(table: &mut Table) -> Step<()> {
    for area in table.system().board.areas() {
        if !table.state().resolved[usize::from(area.0)] {
            let theatre = table.system().board.area(area).theatre;
            combat::order(theatre).into_iter().try_for_each(|side| attack_shipping(table, area, side))?;
        }
    }
    Ok(())
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
        table.record(Event::ShippingAttacked { area, unit, dice, bonus: attack.bonus, points })?;
        if side == Camp::AXIS {
            pacific::provoke(table, area, points)?;
        }
    }
    Ok(())
}

impl AdmiralsWar {
    /// What a hunt can hit in an area, in the order in which it is lost: patrolling submarines after
    /// Hilfskreuzer after oilers, those that ignore disabling last (AW-14.241 to AW-14.243, AW-14.32).
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
            (kind, counter.is_type_xxi(), *unit)
        };
        prey.sort_by_key(rank);
        prey
    }

    /// The dice of a hunt: one for each patrolling ship, three for a patrolling carrier or an amphibious
    /// unit, and the attack factors of air units (AW-14.21-a, AW-14.21-b); of one nation's units only, if one
    /// is named.
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

    /// What is added to each die of a hunt: one for each Hunter-Killer group, one in the Mediterranean
    /// (AW-14.22-a, AW-14.23).
    fn hunting_bonus(&self, ocean: &Ocean, area: AreaId, side: Camp, only: Option<Seat>) -> u8 {
        let killer = |unit: &UnitId| {
            let hunts = only.is_none_or(|seat| self.seat_of(ocean, *unit) == seat);
            self.counter(*unit).kind == Kind::HunterKiller && self.side_of(ocean, *unit) == side && hunts
        };
        let killers = ocean.at(Place::Sea(area)).iter().filter(|unit| killer(unit)).count();
        killers as u8 + u8::from(self.board.is_mediterranean(area))
    }

    /// Submarines attack shipping, and Hilfskreuzer; in the Pacific a submarine needs an enemy port or base
    /// around its area (AW-14.27-a). Nobody does whose track is frozen (AW-21.2).
    fn may_attack_shipping(&self, ocean: &Ocean, area: AreaId, unit: UnitId) -> bool {
        let of = self.board.area(area);
        let enemy = self.side_of(ocean, unit).enemy();
        !self.is_over_in(ocean, self.seat_of(ocean, unit).track())
            && match self.counter(unit).kind {
                Kind::Submarine if of.theatre == Theatre::Pacific => of.bases.iter().any(|&base| {
                    self.board.base(base).kind != BaseKind::Neutral && ocean.owner(base) == Some(enemy)
                }),
                Kind::Submarine | Kind::Hilfskreuzer => true,
                _ => false,
            }
    }
}
