//! 22.1 Operation Catapult: British units at sea attack the French fleet once, and what is left of it fires
//! back once.
//!
//! *Ruling:* Britain launches it by naming a target. Both attacks of a unit that has guns and airstrikes are
//! made, each at a target of its own, and nobody must be attacked before others. As all go home next,
//! disabled results have no effect.

use super::super::board::{AreaId, BaseKind};
use super::super::combat::{Shot, Terms, in_order_of, take_effect};
use super::super::event::{Action, Event, Scene};
use super::super::item::{Item, Word};
use super::super::key::Key;
use super::super::options::Optional;
use super::super::pieces::{Kind, Nation, Seat, UnitId};
use super::super::state::{Ocean, Place};
use super::super::text::listed;
use super::super::{AdmiralsWar, Table, movement};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Choice};
use engine::table::Step;

/// What a nation fires at once.
struct Salvo {
    /// Under which rules.
    terms: Terms,
    /// Each unit that may fire, with what it may fire at.
    targets: Vec<(UnitId, Vec<UnitId>)>,
}

/// An attack that was ordered.
#[derive(Clone, Copy)]
struct Order {
    attacker: UnitId,
    target: UnitId,
    action: Action,
}

/// 22.1 At the end of the last turn of France, before any unit returns, Britain may attack.
pub(in super::super) fn catapult(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    if !system.plays_by(Optional::FrenchFleetDilemma) || !system.is_last_of_france(ocean) {
        return Ok(());
    }
    let attack = Salvo { terms: Terms::Catapult, targets: british_targets(system, ocean) };
    let orders = order(table, &attack)?;
    if orders.is_empty() {
        return Ok(());
    }
    let mut units = movement::sorted(orders.iter().map(|order| order.attacker));
    units.dedup();
    table.record(Event::CatapultLaunched { units })?;
    let ocean = table.state();
    let fired: Vec<(Place, Place)> = orders
        .iter()
        .map(|order| (ocean.unit(order.target).place, ocean.unit(order.attacker).place))
        .collect();
    fire(table, &attack, &orders)?;
    let reply = Salvo { terms: Terms::Reply, targets: french_targets(table.system(), table.state(), &fired) };
    let orders = order(table, &reply)?;
    fire(table, &reply, &orders)
}

/// 22.11 British units at sea, with the French ships in their area and in the ports and bases around it; the
/// neutral port is never attacked (AW-2.341).
fn british_targets(system: &AdmiralsWar, ocean: &Ocean) -> Vec<(UnitId, Vec<UnitId>)> {
    let french =
        |unit: &UnitId| system.nation_of(ocean, *unit) == Nation::Fr && system.counter(*unit).fights();
    let around = |area: AreaId| {
        let bases = system.board.area(area).bases.iter().copied();
        let bases = bases.filter(|&base| system.board.base(base).kind != BaseKind::Neutral);
        let places = std::iter::once(Place::Sea(area)).chain(bases.map(Place::Base));
        places.flat_map(|place| ocean.at(place)).filter(french).collect::<Vec<_>>()
    };
    let at_sea = system.british_at_sea(ocean).into_iter();
    at_sea.filter_map(|(unit, area)| Some((unit, around(area))).filter(|it| !it.1.is_empty())).collect()
}

/// 22.13 French ships that were fired at, or lie beside such, with the British units where the fire came
/// from. `fired` are the places of targets and attackers.
fn french_targets(
    system: &AdmiralsWar,
    ocean: &Ocean,
    fired: &[(Place, Place)],
) -> Vec<(UnitId, Vec<UnitId>)> {
    let british = system.british_at_sea(ocean);
    let french = ocean.ids().filter(|&unit| system.nation_of(ocean, unit) == Nation::Fr);
    let with_targets = french.map(|unit| {
        let place = ocean.unit(unit).place;
        let from = |at: Place| fired.contains(&(place, at));
        let targets = british.iter().filter(|(_, area)| from(Place::Sea(*area))).map(|it| it.0);
        (unit, targets.collect::<Vec<_>>())
    });
    with_targets.filter(|it| !it.1.is_empty()).collect()
}

/// Asks for the targets of airstrikes and of guns at once.
fn order(table: &mut Table, salvo: &Salvo) -> Step<Vec<Order>> {
    let by = table.system().party(salvo.by());
    let asks = [Action::Air, Action::Surface].map(|action| (by, question(table, salvo, action)));
    let answers = table.ask_all(&asks)?;
    let mut orders = Vec::new();
    for ((answer, (_, ask)), action) in answers.into_iter().zip(&asks).zip([Action::Air, Action::Surface]) {
        for (attacker, item) in in_order_of(ask, answer) {
            if let Item::Unit(target) = item {
                orders.push(Order { attacker, target, action });
            }
        }
    }
    Ok(orders)
}

fn question(table: &Table, salvo: &Salvo, action: Action) -> Ask<UnitId, Item> {
    let (system, ocean) = (table.system(), table.state());
    let (kind, rule, who) = match salvo.terms {
        Terms::Reply => {
            (questions::CATAPULT_REPLY, "AW-22.13", "French ships, which Germany directs, fire back")
        }
        _ => (questions::CATAPULT, "AW-22.11", "Operation Catapult"),
    };
    let with = if action == Action::Air { "airstrike" } else { "ship's guns" };
    let title = format!("{who}: choose the target of each {with}, or hold fire");
    let mut ask = Ask::new(kind, salvo.key(ocean, action).text(), rule, title);
    let hold = Item::Word(Word::Hold);
    for (unit, targets) in &salvo.targets {
        let open = |target: &&UnitId| action == Action::Air || system.counter(**target).kind != Kind::LandAir;
        let targets: Vec<UnitId> = targets.iter().filter(open).copied().collect();
        if system.factor(ocean, *unit, action).dice == 0 || targets.is_empty() {
            continue;
        }
        // Britain fires if it says so; who was fired at fires back, at one after the other.
        let silent = match salvo.terms {
            Terms::Reply => Item::Unit(targets[ask.subjects.len() % targets.len()]),
            _ => hold,
        };
        let choices = targets.iter().map(|&target| Choice {
            item: Item::Unit(target),
            mark: 0,
            worth: system.worth(ocean, target),
        });
        ask.offer([*unit], choices.chain([hold.into()]), Some(silent));
    }
    let mut targets: Vec<UnitId> = salvo.targets.iter().flat_map(|it| it.1.iter().copied()).collect();
    targets.sort_unstable();
    targets.dedup();
    let targets: Vec<String> = targets.iter().map(|&unit| system.standing_of(ocean, unit)).collect();
    ask.about = listed("In reach of some", &targets, 3);
    ask
}

/// 22.12, 22.13 All attacks are rolled, then what they did takes effect at once.
fn fire(table: &mut Table, salvo: &Salvo, orders: &[Order]) -> Step<()> {
    let mut scenes: Vec<Scene> = Vec::new();
    for &Order { attacker, target, action } in orders {
        let (system, ocean) = (table.system(), table.state());
        let scene = match ocean.unit(target).place {
            Place::Sea(area) => Scene::Sea(area),
            Place::Base(base) => Scene::Base(base),
            _ => continue,
        };
        let attack = system.factor(ocean, attacker, action);
        let path = salvo.key(ocean, action).text();
        Shot { scene, attacker, target, action, attack, terms: salvo.terms }.fire(table, &path)?;
        if !scenes.contains(&scene) {
            scenes.push(scene);
        }
    }
    scenes.into_iter().try_for_each(|scene| take_effect(table, scene).map(drop))
}

impl Salvo {
    /// Who fires it: Britain, or Germany for the French.
    fn by(&self) -> Seat {
        if self.terms == Terms::Reply { Seat::Germany } else { Seat::Britain }
    }

    fn key(&self, ocean: &Ocean, action: Action) -> Key<'static> {
        let (turn, by) = (Turn(ocean.turn), self.by());
        match self.terms {
            Terms::Reply => Key::CatapultReply { turn, action, by },
            _ => Key::Catapult { turn, action, by },
        }
    }
}

impl AdmiralsWar {
    /// Units of the British player at sea that take part in rounds of combat, with their areas.
    fn british_at_sea(&self, ocean: &Ocean) -> Vec<(UnitId, AreaId)> {
        let british =
            |unit: &UnitId| self.seat_of(ocean, *unit) == Seat::Britain && self.counter(*unit).fights();
        let units = ocean.ids().filter(british);
        units.filter_map(|unit| Some((unit, ocean.unit(unit).place.area()?))).collect()
    }
}
