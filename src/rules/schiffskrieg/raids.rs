//! 5.1 Commerce raids.

mod eligible;

use super::board::{BaseId, BoxId, SeaMap};
use super::combat;
use super::companion::known;
use super::event::{Event, Gain};
use super::faction::Faction;
use super::facts::{Fact, Missing, Subject, Value};
use super::item::{Item, Word};
use super::key::Key;
use super::markers;
use super::pieces::{ShipType, UnitId};
use super::state::{Battle, ByPart, Cause, Part, Place, Post, Sea, Site, SupportId};
use super::tables::InterceptionResult;
use super::{Schiffskrieg, Table, luck, scoring, speed};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Choice, Limit};
use engine::table::Step;

/// The most raiders (SK-5.1.1-1).
const MOST_RAIDERS: u16 = 2;
/// The number under which the battle of a raid goes, so that its labels differ from those of a Support
/// Segment.
const BATTLE: u8 = 101;
/// The sides of the Raid marker, as the Strategic Warfare Box has them.
pub(super) const WESTERN_DELAY: &str = "raid-western-delay";
pub(super) const SOVIET_LEND_LEASE: &str = "raid-soviet-lend-lease";
const MATERIEL_SHORTAGES: &str = "materiel-shortages";
/// How much stronger interceptors are that stop for it, in tenths.
const STRONGER: u32 = 15;

/// Where interceptors lie: a port, or an Off-Map Box.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Berth {
    Port(BaseId),
    Box(BoxId),
}

/// A group of interceptors, in the order of rolling.
struct Group {
    number: u8,
    berth: Berth,
    ships: Vec<UnitId>,
}

/// When the Western faction stops rolling.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    Never,
    At(usize),
    WhenStronger,
}

/// 5.1.1 A commerce raid of the Axis on a map: raiders, interception, the battle, and what it gains.
pub(super) fn commerce_raid(table: &mut Table, map: SeaMap) -> Step<()> {
    // SK-5.1-2, SK-9.7-3 The Raid marker comes back first, whether or not a raid is tried.
    for side in [WESTERN_DELAY, SOVIET_LEND_LEASE] {
        markers::mark(table, map, side, false)?;
    }
    let chosen = choose_raiders(table, map)?;
    if chosen.is_empty() {
        return Ok(());
    }
    let raiders = put_out(table, map, &chosen)?;
    if raiders.is_empty() {
        return table.record(Event::RaidEnded { map, succeeded: false, gain: None });
    }
    let interceptors = intercept(table, map, &raiders)?;
    let fights = !interceptors.is_empty() && engages(table, map, &interceptors)?;
    if fights {
        begin(table, map, &raiders, &interceptors)?;
        combat::rounds(table)?;
    }
    let succeeded = raiders.iter().any(|unit| is_unharmed(table.state(), *unit, fights));
    let gain = if succeeded { gain(table, map)? } else { None };
    table.record(Event::RaidEnded { map, succeeded, gain })?;
    if succeeded {
        scoring::raid(table, map)?;
    }
    // SK-5.1.1-15, SK-5.1.1-16
    if fights {
        let battle = combat::end(table)?;
        luck::award(table, &battle)
    } else {
        go_home(table, map, &raiders, &interceptors)
    }
}

/// SK-5.1.1-14 A raider that is undamaged, and neither Disabled nor Sunk.
fn is_unharmed(sea: &Sea, unit: UnitId, fought: bool) -> bool {
    let state = sea.unit(unit);
    !state.hurt && (!fought || state.line == Some(Part::Phasing))
}

fn turn(table: &Table) -> Turn {
    Turn(table.system().turn_number(table.state()))
}

/// Step 1: the Axis names one or two ships of one port.
fn choose_raiders(table: &mut Table, map: SeaMap) -> Step<Vec<UnitId>> {
    let asked = raid_question(table.system(), table.state(), map);
    let Some(ask) = known(table, asked)? else { return Ok(Vec::new()) };
    let answer = table.ask(Faction::Axis.side(), &ask)?;
    Ok(answer.into_iter().filter_map(|(unit, word)| raider(unit, word)).collect())
}

/// The question who goes on a commerce raid, if the Axis may make one.
///
/// # Errors
/// [`Missing`] if a fact on which it hangs was not declared.
pub(super) fn raid_question(
    system: &Schiffskrieg,
    sea: &Sea,
    map: SeaMap,
) -> Result<Option<Ask<Item, Item>>, Missing> {
    if !system.may_raid(sea, map)? {
        return Ok(None);
    }
    let ships = system.raiders(sea, map)?;
    let turn = Turn(system.turn_number(sea));
    let key = Key::CommerceRaid { turn, faction: Faction::Axis, map }.text();
    let title = format!("Commerce Raid on {map}: choose one or two ships of one port");
    let mut ask = Ask::new(questions::COMMERCE_RAID, key, "SK-5.1.1-1", title);
    let mut ports: Vec<BaseId> = Vec::new();
    for (unit, port) in &ships {
        let at = ports.iter().position(|it| it == port).unwrap_or_else(|| {
            ports.push(*port);
            ports.len() - 1
        });
        let raid = Choice { item: Item::Word(Word::Raid), mark: at as u16 + 1, worth: 0 };
        ask.offer(
            [Item::Unit(*unit)],
            [Choice::from(Item::Word(Word::Stay)), raid],
            Some(Item::Word(Word::Stay)),
        );
    }
    for option in 0..ask.options.len() as u16 {
        if ask.options[usize::from(option)].mark > 0 {
            let rule = "SK-5.1.1-1".to_owned();
            ask = ask.limit(Limit::AtMost { option, count: MOST_RAIDERS, rule });
        }
    }
    let (what, rule) = ("the same port".to_owned(), "SK-5.1.1-1".to_owned());
    Ok(Some(ask.limit(Limit::Alike { what, rule })))
}

fn raider(unit: Item, word: Item) -> Option<UnitId> {
    match (unit, word) {
        (Item::Unit(unit), Item::Word(Word::Raid)) => Some(unit),
        _ => None,
    }
}

/// SK-5.1.1-5 Each raider checks its speed, and is on station or late.
fn put_out(table: &mut Table, map: SeaMap, chosen: &[UnitId]) -> Step<Vec<UnitId>> {
    let label = format!("{}/raid", prefix(table, map));
    let zone = table.system().raid_zone(map);
    let mut raiders = Vec::new();
    for unit in chosen {
        let passes = speed::check(table, map, Faction::Axis, &label, *unit, Some(Place::OnStation(zone)))?;
        raiders.extend(passes.then_some(*unit));
    }
    Ok(raiders)
}

/// What labels of a raid begin with.
fn prefix(table: &Table, map: SeaMap) -> String {
    format!("t{}/axis/{}", table.system().turn_number(table.state()), map.id())
}

/// Step 2: groups try to intercept, one after another, until the Western faction has what it wants
/// (SK-5.1.1-8).
fn intercept(table: &mut Table, map: SeaMap, raiders: &[UnitId]) -> Step<Vec<UnitId>> {
    let (system, sea) = (table.system(), table.state());
    let ships = known(table, system.interceptors(sea, map))?;
    let ask = interception(table, map, raiders, &ships);
    let answer = table.ask(Faction::Western.side(), &ask)?;
    let (groups, stop) = groups(system, &ships, &answer);
    let mut there: Vec<UnitId> = Vec::new();
    for group in groups {
        if is_enough(table, stop, &there, raiders) {
            break;
        }
        if roll_group(table, map, &group)? {
            there.extend(&group.ships);
        }
    }
    Ok(there)
}

fn interception(
    table: &Table,
    map: SeaMap,
    raiders: &[UnitId],
    ships: &[(UnitId, Berth)],
) -> Ask<Item, Item> {
    let system = table.system();
    let key = Key::Intercept { turn: turn(table), faction: Faction::Axis, map }.text();
    let title = "Interception: send groups, each of one port or box; they roll in the order of the lines";
    let mut ask = Ask::new(questions::INTERCEPT, key, "SK-5.1.1-6", title.to_owned());
    let names: Vec<&str> = raiders.iter().map(|unit| system.counters[*unit].name.as_str()).collect();
    ask = ask.about(format!("Raiders: {}", names.join(", ")));
    // The numbers of groups go on from berth to berth, so that no group can be of two.
    let mut number = 0;
    for berth in berths(ships) {
        let here: Vec<UnitId> = ships.iter().filter(|(_, of)| *of == berth).map(|(unit, _)| *unit).collect();
        let groups = (number + 1..=number + here.len() as u8).map(Item::Group);
        number += here.len() as u8;
        let options = [Item::Word(Word::Stay), Item::Word(Word::Join)].into_iter().chain(groups);
        ask.offer(here.into_iter().map(Item::Unit), options, Some(Item::Word(Word::Stay)));
    }
    if !ships.is_empty() {
        let stops = [Word::Never, Word::AtOne, Word::AtTwo, Word::AtThree, Word::WhenStronger];
        ask.offer([Item::Word(Word::Stop)], stops.map(Item::Word), Some(Item::Word(Word::Never)));
    }
    ask
}

fn berths(ships: &[(UnitId, Berth)]) -> Vec<Berth> {
    let mut berths: Vec<Berth> = Vec::new();
    ships.iter().for_each(|(_, berth)| berths.extend((!berths.contains(berth)).then_some(*berth)));
    berths
}

/// The groups of an answer in the order in which they were first named, then those that `join` makes.
fn groups(system: &Schiffskrieg, ships: &[(UnitId, Berth)], answer: &[(Item, Item)]) -> (Vec<Group>, Stop) {
    let mut groups: Vec<Group> = Vec::new();
    let (mut joining, mut stop) = (Vec::new(), Stop::Never);
    let berth_of = |unit: UnitId| ships.iter().find(|(of, _)| *of == unit).map(|(_, berth)| *berth);
    for (subject, option) in answer {
        match (*subject, *option) {
            (Item::Unit(unit), Item::Group(number)) => {
                match groups.iter_mut().find(|group| group.number == number) {
                    Some(group) => group.ships.push(unit),
                    None => {
                        let Some(berth) = berth_of(unit) else { continue };
                        groups.push(Group { number, berth, ships: vec![unit] });
                    }
                }
            }
            (Item::Unit(unit), Item::Word(Word::Join)) => joining.push(unit),
            (_, Item::Word(Word::AtOne)) => stop = Stop::At(1),
            (_, Item::Word(Word::AtTwo)) => stop = Stop::At(2),
            (_, Item::Word(Word::AtThree)) => stop = Stop::At(3),
            (_, Item::Word(Word::WhenStronger)) => stop = Stop::WhenStronger,
            _ => (),
        }
    }
    let first = groups.iter().map(|group| group.number).max().unwrap_or(0).max(ships.len() as u8);
    for (at, ships) in pairs(system, &joining, berth_of).into_iter().enumerate() {
        let Some(berth) = berth_of(ships[0]) else { continue };
        groups.push(Group { number: first.saturating_add(at as u8 + 1), berth, ships });
    }
    (groups, stop)
}

/// How `join` makes groups: a ship a group, but a carrier goes with a battleship of its berth that joins as
/// well.
fn pairs(
    system: &Schiffskrieg,
    joining: &[UnitId],
    berth_of: impl Fn(UnitId) -> Option<Berth>,
) -> Vec<Vec<UnitId>> {
    let mut groups: Vec<Vec<UnitId>> = Vec::new();
    let (carriers, others): (Vec<UnitId>, Vec<UnitId>) =
        joining.iter().copied().partition(|unit| system.counters[*unit].is_carrier());
    groups.extend(others.into_iter().map(|unit| vec![unit]));
    for carrier in carriers {
        let escort = groups.iter_mut().find(|group| {
            group.len() == 1
                && system.counters[group[0]].ship() == Some(ShipType::Bb)
                && berth_of(group[0]) == berth_of(carrier)
        });
        match escort {
            Some(group) => group.push(carrier),
            None => groups.push(vec![carrier]),
        }
    }
    groups
}

fn is_enough(table: &Table, stop: Stop, there: &[UnitId], raiders: &[UnitId]) -> bool {
    let (system, sea) = (table.system(), table.state());
    let gunnery = |units: &[UnitId]| {
        let one = |unit: &UnitId| u32::from(system.counters[*unit].factors(sea.unit(*unit).hurt).gunnery);
        units.iter().map(one).sum::<u32>()
    };
    match stop {
        Stop::Never => false,
        Stop::At(number) => there.len() >= number,
        Stop::WhenStronger => !there.is_empty() && 10 * gunnery(there) >= STRONGER * gunnery(raiders),
    }
}

/// SK-5.1.1-9 to SK-5.1.1-11 One die on the Interception Table; true if the group joins the battle.
fn roll_group(table: &mut Table, map: SeaMap, group: &Group) -> Step<bool> {
    let label = format!("{}/raid/group-{}", prefix(table, map), group.number);
    let die = luck::roll(table, map, label, 1)?[0];
    let (system, sea) = (table.system(), table.state());
    let drm = match group.berth {
        Berth::Box(_) => system.tables.interception.drm("off-map-box"),
        Berth::Port(_) => 0,
    };
    let mut result = system.interception(sea, die, drm);
    if result == InterceptionResult::SpeedCheck {
        let speed = |unit: &UnitId| system.counters[*unit].factors(sea.unit(*unit).hurt).speed.unwrap_or(0);
        let slowest = group.ships.iter().map(speed).min().unwrap_or(0);
        let late = i16::from(die) + i16::from(drm) > i16::from(slowest);
        result = if late { InterceptionResult::Failure } else { InterceptionResult::OffStation };
    }
    // The box is that of 3.3.2.2, which is how the example's Delay Box is read.
    let to = (result == InterceptionResult::Failure).then_some(Place::NavalDelay(map));
    table.record(Event::Intercepted { units: group.ships.clone(), die, drm, result, to })?;
    Ok(result == InterceptionResult::Interception)
}

/// SK-5.1.1-12 The Western faction may decline.
fn engages(table: &mut Table, map: SeaMap, interceptors: &[UnitId]) -> Step<bool> {
    let system = table.system();
    let key = Key::Engage { turn: turn(table), faction: Faction::Axis, map }.text();
    let mut ask =
        Ask::new(questions::ENGAGE, key, "SK-5.1.1-12", "Fight the raiders, or let them go".to_owned());
    let names: Vec<&str> = interceptors.iter().map(|unit| system.counters[*unit].name.as_str()).collect();
    ask = ask.about(format!("Interceptors: {}", names.join(", ")));
    let options = [Word::Decline, Word::Fight].map(Item::Word);
    ask.offer([Item::Word(Word::Battle)], options, Some(Item::Word(Word::Decline)));
    let answer = table.ask(Faction::Western.side(), &ask)?;
    let fights = answer.first().is_some_and(|(_, word)| *word == Item::Word(Word::Fight));
    table.record(Event::Engaged { fights })?;
    Ok(fights)
}

/// SK-5.1.1-13 The battle, with the Axis phasing.
fn begin(table: &mut Table, map: SeaMap, raiders: &[UnitId], interceptors: &[UnitId]) -> Step<()> {
    let system = table.system();
    let site = Site::Station(system.raid_zone(map));
    let sides = ByPart { phasing: Faction::Axis, answering: Faction::Western };
    let battle = Battle::begun(BATTLE + map as u8, site, map, Cause::CommerceRaid, sides);
    let lines = raiders.iter().map(|unit| (*unit, Part::Phasing));
    let lines = lines.chain(interceptors.iter().map(|unit| (*unit, Part::Answering))).collect();
    table.record(Event::BattleBegan { battle, lines })
}

/// SK-5.1.1-15 and SK-5.1.1-16 where there was no battle.
fn go_home(table: &mut Table, map: SeaMap, raiders: &[UnitId], interceptors: &[UnitId]) -> Step<()> {
    let rule = "SK-5.1.1-15".to_owned();
    let units = raiders.iter().map(|unit| (*unit, Place::NavalDelay(map))).collect();
    table.record(Event::Moved { faction: Faction::Axis, rule, units })?;
    if interceptors.is_empty() {
        return Ok(());
    }
    let used = Place::Used(table.system().raid_zone(map));
    let units = interceptors.iter().map(|unit| (*unit, used)).collect();
    table.record(Event::Moved { faction: Faction::Western, rule: "SK-5.1.1-16".to_owned(), units })
}

/// 5.1.2 What a successful raid brings, one of three; what can do nothing is not offered (SK-5.1.2-6).
fn gain(table: &mut Table, map: SeaMap) -> Step<Option<Gain>> {
    let (system, sea) = (table.system(), table.state());
    let units = known(table, system.units_at_stake(sea, map))?;
    let mut gains = Vec::new();
    if known(table, system.has_convoy(sea, map))? {
        gains.push((Gain::Convoy, Word::Convoy));
    }
    if !units.is_empty() {
        gains.push((Gain::SupportUnit, Word::SupportUnit));
    }
    gains.push((Gain::WesternDelay, Word::WesternDelay));
    // NW-17 In the naval war there is no Lend-Lease to hamper.
    if system.history.is_none() {
        gains.push((Gain::SovietLendLease, Word::SovietLendLease));
    }
    let key = Key::RaidGain { turn: turn(table), faction: Faction::Axis, map }.text();
    let mut ask = Ask::new(
        questions::RAID_GAIN,
        key,
        "SK-5.1.2-4",
        "The raid succeeded: choose what it brings".to_owned(),
    );
    let options = gains.iter().map(|(_, word)| Item::Word(*word));
    ask.offer([Item::Word(Word::Gain)], options, Some(Item::Word(Word::WesternDelay)));
    let answer = table.ask(Faction::Axis.side(), &ask)?;
    let word = answer.first().map(|(_, word)| *word);
    let gain = gains.into_iter().find(|(_, of)| word == Some(Item::Word(*of))).map(|(gain, _)| gain);
    match gain {
        Some(Gain::Convoy) => delay_convoy(table, map)?,
        Some(Gain::SupportUnit) => delay_unit(table, map, &units)?,
        Some(Gain::WesternDelay) => markers::mark(table, map, WESTERN_DELAY, true)?,
        Some(Gain::SovietLendLease) => markers::mark(table, map, SOVIET_LEND_LEASE, true)?,
        None => (),
    }
    Ok(gain)
}

/// SK-5.1.2-1 A Convoy is delayed: which one, the table says; there is one fewer.
fn delay_convoy(table: &mut Table, map: SeaMap) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let of = vec![Subject::Map(map)];
    let number = known(table, system.number(&sea.facts, Fact::Convoys, &of))?;
    let value = Value::Number((number - 1).max(0));
    table.record(Event::Declared { facts: vec![super::facts::Declared { fact: Fact::Convoys, of, value }] })
}

/// SK-5.1.2-2 The Western faction says which unit goes to the Delay Box, whatever its kind.
fn delay_unit(table: &mut Table, map: SeaMap, units: &[SupportId]) -> Step<()> {
    let key = Key::RaidLoss { turn: turn(table), faction: Faction::Axis, map }.text();
    let title = "The raid delays one of your support units: choose it".to_owned();
    let mut ask = Ask::new(questions::RAID_LOSS, key, "SK-5.1.2-2", title);
    let least = units.last().copied().map(Item::Support);
    ask.offer([Item::Word(Word::Loss)], units.iter().copied().map(Item::Support), least);
    let answer = table.ask(Faction::Western.side(), &ask)?;
    let Some((_, Item::Support(support))) = answer.first().copied() else { return Ok(()) };
    table.record(Event::Posted { support, post: Post::Delay })
}
