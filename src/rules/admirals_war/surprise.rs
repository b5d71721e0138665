//! 19.6 to 19.8 The turn on which Japan attacks: Pearl Harbor, then Indonesia, before any other combat.

use super::basing;
use super::board::{AreaId, BaseId, HoldId};
use super::combat::{self, Battle, Shot, in_order_of};
use super::event::{Action, Event, Scene, Why};
use super::item::{Item, Word};
use super::key::{After, Key, Raid, RoundNumber, When, Whence};
use super::pacific::HAWAII;
use super::pieces::{Gate, Kind, Nation, UnitId};
use super::state::{Ocean, Pacific, Place};
use super::{AdmiralsWar, Table, amphibious, raids, submarines};
use crate::rules::two_sided::Camp;
use crate::table::key::Turn;
use crate::table::{Ask, Choice, Step};

/// Rounds of surprise at Pearl Harbor and in Indonesia, and rounds for which Japan may stay at Hawaii after them
/// (19.7, 19.76, 19.8).
const SURPRISE: u8 = 2;
const EXTRA: u8 = 2;
/// A round before the first of a normal combat.
const BEFORE: After = After::Round(RoundNumber(0));

/// 19.62 The next of the combats with which the war begins; false if there is none.
pub(super) fn next(table: &mut Table) -> Step<bool> {
    let (system, ocean) = (table.system(), table.state());
    let area = |id: &str| system.board.area_by_id(id);
    let (Some(hawaii), Some(indonesia)) = (area(HAWAII), area("indonesia")) else { return Ok(false) };
    match ocean.pacific {
        Pacific::War | Pacific::Peace => Ok(false),
        Pacific::Attack if !ocean.resolved[usize::from(hawaii.0)] => {
            pearl_harbor(table, hawaii)?;
            table.tell(Event::AreaResolved { area: hawaii })?;
            Ok(true)
        }
        Pacific::Attack | Pacific::Declared => {
            // Without a raid force the groups are diced for before the first combat (AW-19.72).
            place_groups(table)?;
            if !table.state().attack_barred {
                over_indonesia(table, indonesia)?;
            }
            table.tell(Event::WarBegan { turn: table.state().turn })?;
            combat::fight_out(table, indonesia)?;
            table.tell(Event::AreaResolved { area: indonesia })?;
            Ok(true)
        }
    }
}

/// 19.7 Two rounds against the port, the American answer, and up to two rounds more.
fn pearl_harbor(table: &mut Table, area: AreaId) -> Step<()> {
    let Some(port) = table.system().board.base_by_id("pearl-harbor") else { return Ok(()) };
    for round in 1..=SURPRISE {
        raid_port(table, area, port, round)?;
    }
    let stays = asks_to_stay(table, area)?;
    if !stays {
        leave(table, area, Camp::AXIS)?;
    }
    place_groups(table)?;
    sortie(table, area, port)?;
    submarines::hunt(table, area)?;
    submarines::attack(table, &[Battle { area, group: None }], BEFORE)?;
    if stays && asks_to_leave(table, area)? {
        leave(table, area, Camp::ALLIES)?;
    }
    if stays {
        extra_rounds(table, area, port)?;
        leave(table, area, Camp::AXIS)?;
    }
    raids::air_raids_of(table, area, Camp::ALLIES)?;
    amphibious::land(table, area, When::FoughtOut)
}

/// 19.76 Rounds for which Japan stays: of normal combat against Allied ships or air units, else against the port
/// (AW-19.761). After the last of them it must leave, and may be pursued (AW-19.763).
fn extra_rounds(table: &mut Table, area: AreaId, port: BaseId) -> Step<()> {
    let battle = Battle { area, group: None };
    for number in 1..=EXTRA {
        let (system, ocean) = (table.system(), table.state());
        if battle.force(system, ocean, Camp::AXIS).is_empty() {
            return Ok(());
        }
        let counts = |unit: &UnitId| system.counter(*unit).kind != Kind::Amphibious;
        if !battle.force(system, ocean, Camp::ALLIES).iter().any(counts) {
            raid_port(table, area, port, SURPRISE + number)?;
            amphibious::land(table, area, When::After(After::Round(RoundNumber(number))))?;
            continue;
        }
        combat::one_round(table, battle, number)?;
        let after = After::Round(RoundNumber(number));
        submarines::attack(table, &[battle], after)?;
        let over = if number == EXTRA {
            combat::must_retreat(table, area, number, Camp::AXIS)?;
            true
        } else {
            combat::after_first_round(table, area, number)?
        };
        if over {
            // The second round is still Japan's: carriers that do not pursue raid in it (AW-19.762).
            return if number < EXTRA { raids::air_raids_of(table, area, Camp::AXIS) } else { Ok(()) };
        }
        amphibious::land(table, area, When::After(after))?;
    }
    Ok(())
}

/// 19.7 One round of Japanese carriers against what lies in the port; nobody fires back.
fn raid_port(table: &mut Table, area: AreaId, port: BaseId, round: u8) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let mut carriers = system.fighters(ocean, area, Camp::AXIS);
    carriers.retain(|&unit| raids::may_raid(table, unit));
    surprise(table, area, round, &carriers, &[Place::Base(port)])
}

/// 19.8 Two rounds of Japanese carriers and air units against Allied units in the area and in the ports and bases around it.
fn over_indonesia(table: &mut Table, area: AreaId) -> Step<()> {
    for round in 1..=SURPRISE {
        let (system, ocean) = (table.system(), table.state());
        let strikes = |unit: &UnitId| {
            system.nation_of(ocean, *unit) == Nation::Jp && system.airstrike(ocean, *unit).dice > 0
        };
        let attackers: Vec<UnitId> =
            system.fighters(ocean, area, Camp::AXIS).into_iter().filter(strikes).collect();
        let around = system.held_around(ocean, area, Camp::ALLIES).into_iter().map(Place::Base);
        let places: Vec<Place> = std::iter::once(Place::Sea(area)).chain(around).collect();
        surprise(table, area, round, &attackers, &places)?;
    }
    Ok(())
}

/// One round of surprise: targets are named, then all fire; nobody is disabled (AW-19.82).
fn surprise(table: &mut Table, area: AreaId, round: u8, attackers: &[UnitId], places: &[Place]) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let allied =
        |unit: &UnitId| system.counter(*unit).fights() && system.side_of(ocean, *unit) == Camp::ALLIES;
    let targets: Vec<UnitId> = places.iter().flat_map(|&place| ocean.at(place)).filter(allied).collect();
    if attackers.is_empty() || targets.is_empty() {
        return Ok(());
    }
    let of = system.board.area(area);
    let raid = Raid::Surprise { turn: Turn(ocean.turn), area: &of.id, round: RoundNumber(round) };
    let title = format!("{}, surprise attack {round}: choose the target of each attacker", of.name);
    let key = Key::RaidTargets { raid, by: Camp::AXIS };
    let mut ask = Ask::new("raid-targets", key.text(), "AW-19.7", title);
    for (&unit, &silent) in attackers.iter().zip(targets.iter().cycle()) {
        let choices = targets.iter().map(|&target| Choice {
            item: Item::Unit(target),
            mark: 0,
            worth: system.worth(ocean, target),
        });
        ask.offer([unit], choices.chain([Item::Word(Word::Hold).into()]), Some(Item::Unit(silent)));
    }
    table.tell(Event::Surprised { area, round, units: attackers.to_vec() })?;
    let path = raid.text();
    for (attacker, item) in in_order_of(&ask, table.ask(Camp::AXIS, &ask)?) {
        let Item::Unit(target) = item else { continue };
        let (system, ocean) = (table.system(), table.state());
        let attack = system.airstrike(ocean, attacker);
        let scene = match ocean.unit(target).place {
            Place::Base(base) => Scene::Base(base),
            _ => Scene::Sea(area),
        };
        let shot = Shot { scene, attacker, target, action: Action::Air, attack, surprise: true };
        shot.fire(table, &path)?;
    }
    for place in places {
        let scene = match *place {
            Place::Base(base) => Scene::Base(base),
            _ => Scene::Sea(area),
        };
        let marked = table.state().at(*place).iter().any(|&unit| table.state().unit(unit).hurt > 0);
        if marked {
            combat::take_effect(table, scene)?;
        }
    }
    Ok(())
}

/// 19.71 After the raids Japan stays or leaves; nobody pursues it then.
fn asks_to_stay(table: &mut Table, area: AreaId) -> Step<bool> {
    let key = Key::PearlStay { turn: Turn(table.state().turn), by: Camp::AXIS };
    let title = "After the raids on Pearl Harbor: stay for more combat, or retreat".to_owned();
    let mut ask: Ask<AreaId, Word> = Ask::new("pearl-stay", key.text(), "AW-19.71", title);
    ask.offer([area], [Word::Stay, Word::Retreat], Some(Word::Retreat));
    let retreats = table.ask(Camp::AXIS, &ask)?.iter().any(|(_, word)| *word == Word::Retreat);
    table.tell(Event::RetreatDeclared { area, side: Camp::AXIS, retreats })?;
    Ok(!retreats)
}

/// 19.75 The Allies may leave with all that is at sea; nobody pursues them then.
fn asks_to_leave(table: &mut Table, area: AreaId) -> Step<bool> {
    let (system, ocean) = (table.system(), table.state());
    if system.fighters(ocean, area, Camp::ALLIES).is_empty() {
        return Ok(false);
    }
    let key = Key::PearlRetreat { turn: Turn(ocean.turn), by: Camp::ALLIES };
    let title = "The Japanese stay off Hawaii: retreat with all that is at sea, or fight".to_owned();
    let mut ask: Ask<AreaId, Word> = Ask::new("pearl-retreat", key.text(), "AW-19.75", title);
    ask.about = super::text::forces_about(table, area);
    ask.offer([area], [Word::Stay, Word::Retreat], Some(Word::Stay));
    let retreats = table.ask(Camp::ALLIES, &ask)?.iter().any(|(_, word)| *word == Word::Retreat);
    table.tell(Event::RetreatDeclared { area, side: Camp::ALLIES, retreats })?;
    Ok(retreats)
}

/// All units of a side that fight leave an area without pursuit.
fn leave(table: &mut Table, area: AreaId, side: Camp) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let units = system.fighters(ocean, area, side);
    let homeward = system.homeward(ocean, area, units, Why::Escaped);
    let from = Whence::Surprise { turn: Turn(ocean.turn), area: &system.board.area(area).id, side };
    basing::send_home(table, from, Why::Escaped, homeward)
}

/// 19.72 A die for each group of uncertain location (Table 5).
fn place_groups(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let waits = |hold: &HoldId| ocean.ids().any(|unit| system.waits_in(ocean, unit, *hold));
    let holds: Vec<HoldId> = (0..system.board.boxes.len() as u8).map(HoldId).filter(waits).collect();
    for hold in holds {
        let id = &table.system().board.hold(hold).id;
        let label = format!("t{}/location/{id}", table.state().turn);
        let die = table.roll(label, 1)?[0];
        let area = match die {
            1 => "central-pacific",
            2 | 3 => HAWAII,
            _ => "caribbean-sea",
        };
        let Some(area) = table.system().board.area_by_id(area) else { continue };
        let (system, ocean) = (table.system(), table.state());
        let units = ocean.ids().filter(|&unit| system.waits_in(ocean, unit, hold)).collect();
        table.tell(Event::GroupPlaced { hold, die, area, units })?;
    }
    Ok(())
}

/// 19.73 What is left afloat in the port goes to sea, and its air unit with it.
fn sortie(table: &mut Table, area: AreaId, port: BaseId) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let sails = |unit: &UnitId| {
        let counter = system.counter(*unit);
        let goes = counter.is_ship() || counter.kind == Kind::LandAir;
        goes && system.side_of(ocean, *unit) == Camp::ALLIES && !system.is_on_bottom(ocean, *unit)
    };
    let units: Vec<UnitId> = ocean.at(Place::Base(port)).into_iter().filter(sails).collect();
    if units.is_empty() { Ok(()) } else { table.tell(Event::Sortied { area, units }) }
}

impl AdmiralsWar {
    /// Whether a unit waits in a box of uncertain location.
    fn waits_in(&self, ocean: &Ocean, unit: UnitId, hold: HoldId) -> bool {
        ocean.unit(unit).place == Place::Hold(hold) && self.counter(unit).gate == Gate::Hold(hold)
    }
}
