//! 10.1 Banzai: the Axis delays a support unit of its own with an Allied one, and their Task Forces fight.

use super::super::board::SeaMap;
use super::super::combat;
use super::super::event::{End, Event, Purpose};
use super::super::faction::Faction;
use super::super::facts::Owner;
use super::super::force::Wanted;
use super::super::item::{Item, Word};
use super::super::key::Key;
use super::super::luck;
use super::super::pieces::{Nation, UnitId};
use super::super::scenario::Support;
use super::super::speed;
use super::super::state::{Battle, ByPart, Cause, Part, Place, Post, Sea, Site, SupportId};
use super::super::task_force::{Candidates, List};
use super::super::{Schiffskrieg, Table};
use super::{moved, turn};
use crate::questions;
use engine::question::Ask;
use engine::table::Step;

/// The number under which the battle goes.
const BATTLE: u8 = 111;
const MAP: SeaMap = SeaMap::Ds;

/// The event.
pub(super) fn banzai(table: &mut Table) -> Step<()> {
    let Some((own, other)) = choose_units(table)? else { return Ok(()) };
    let Some(force) = force_of(table, Faction::Axis, own, None)? else { return Ok(()) };
    delay(table, own)?;
    let Some(other) = other else {
        // SK-10.1-2 No Allied unit, no battle.
        return used(table, Faction::Axis, &force);
    };
    let (system, sea) = (table.system(), table.state());
    let allied = system.faction_of_support(sea, other).unwrap_or(Faction::Western);
    let answer = match force_of(table, allied, other, None)? {
        Some(force) => Some(force),
        // SK-10.1-3 The Axis may complete it from the Turn Track.
        None => force_of(table, allied, other, Some(Faction::Axis))?,
    };
    delay(table, other)?;
    let Some(answer) = answer else { return used(table, Faction::Axis, &force) };
    fight(table, allied, &force, &answer)
}

/// Which Axis unit is delayed, and with which Allied one of its kind, if any.
fn choose_units(table: &mut Table) -> Step<Option<(SupportId, Option<SupportId>)>> {
    let (system, sea) = (table.system(), table.state());
    let pool = |axis: bool| -> Vec<SupportId> {
        let fits = |support: &SupportId| {
            let unit = &sea.support[usize::from(support.0)];
            let side = system.faction_of_support(sea, *support);
            let there = unit.map == MAP && unit.post == Post::ForcePool;
            let kind = !matches!(unit.kind, Support::SubFleet | Support::ScratchDefenseFleet);
            there && kind && side.is_some_and(|side| (side == Faction::Axis) == axis)
        };
        (0..sea.support.len() as u8).map(SupportId).filter(fits).collect()
    };
    let own: Vec<SupportId> = pool(true)
        .into_iter()
        .filter(|support| {
            system.can_form(
                wanted(system, sea, *support),
                &system.anywhere(sea, Faction::Axis, *support, false),
            )
        })
        .collect();
    let key = Key::Happening { turn: turn(table), faction: Faction::Axis, why: "banzai" }.text();
    let title = "Banzai: choose the support unit that you delay, and an Allied one of its kind".to_owned();
    let mut ask = Ask::new(questions::EVENT, key, "SK-10.1-1", title);
    let no = Item::Word(Word::No);
    let options = |units: Vec<SupportId>| [no].into_iter().chain(units.into_iter().map(Item::Support));
    ask.offer([Item::Word(Word::Choice)], options(own), Some(no));
    ask.offer([Item::Word(Word::Loss)], options(pool(false)), Some(no));
    let answer = table.ask(Faction::Axis.side(), &ask)?;
    let of = |word: Word| {
        let found = answer.iter().find(|(subject, _)| *subject == Item::Word(word));
        found.and_then(|(_, item)| if let Item::Support(support) = item { Some(*support) } else { None })
    };
    let sea = table.state();
    let kind = |support: SupportId| sea.support[usize::from(support.0)].kind;
    Ok(of(Word::Choice).map(|own| (own, of(Word::Loss).filter(|other| kind(*other) == kind(own)))))
}

/// What a Task Force for a unit stands for. The Ten-Go Plan lowers its minimum here as elsewhere (SK-9.12-1),
/// except that matches of the first edition did not think of it before the Axis had chosen its unit.
fn wanted(system: &Schiffskrieg, sea: &Sea, support: SupportId) -> Wanted {
    let unit = &sea.support[usize::from(support.0)];
    let nation = match unit.owner {
        Owner::Nation(nation) => nation,
        Owner::Faction(_) => Nation::Japanese,
    };
    let ten_go = !system.is_first_edition() && is_ten_go(system, sea);
    Wanted { kind: unit.kind, nation, die: None, ten_go }
}

fn is_ten_go(system: &Schiffskrieg, sea: &Sea) -> bool {
    system.is_marked(sea, MAP, "ten-go-plan")
}

/// A Task Force for a unit from anywhere on the map (SK-10.1-1); `by` completes it from the Turn Track, if
/// that is needed.
fn force_of(
    table: &mut Table,
    faction: Faction,
    support: SupportId,
    by: Option<Faction>,
) -> Step<Option<Vec<UnitId>>> {
    let (system, sea) = (table.system(), table.state());
    let found = system.anywhere(sea, faction, support, by.is_some());
    let mut wanted = Wanted { ten_go: is_ten_go(system, sea), ..wanted(system, sea, support) };
    if !system.can_form(wanted, &found) {
        return Ok(None);
    }
    if matches!(wanted.kind, Support::SurfaceFleet | Support::CvFleet) {
        let label = format!("t{}/axis/{BATTLE}/intelligence/{}", system.turn_number(sea), faction.id());
        wanted.die = Some(luck::roll(table, MAP, label, 1)?[0]);
    }
    let unit = format!("banzai-{}", faction.id());
    let key = Key::Compose { turn: turn(table), faction: Faction::Axis, unit: &unit }.text();
    let ask = system.compose(key, wanted, &found, "Banzai: the Task Force".to_owned());
    let answer = table.ask(by.unwrap_or(faction).side(), &ask)?;
    let units = system.read_list(wanted, &found, &List::of(&answer));
    let most = system.most_ships(wanted) as u8;
    table.record(Event::RaidFormed {
        faction,
        purpose: Purpose::Banzai,
        die: wanted.die,
        most,
        units: units.clone(),
    })?;
    Ok(Some(units))
}

fn delay(table: &mut Table, support: SupportId) -> Step<()> {
    let post = table.state().support[usize::from(support.0)].delay_box();
    table.record(Event::Posted { support, post })
}

fn used(table: &mut Table, faction: Faction, force: &[UnitId]) -> Step<()> {
    moved(table, faction, "SK-10.1-2", force.iter().map(|unit| (*unit, Place::UsedAsset(MAP))).collect())
}

/// SK-10.1-4 to SK-10.1-6 All ships check their speed; what is on time fights, and the result is always a
/// Stalemate.
fn fight(table: &mut Table, allied: Faction, own: &[UnitId], other: &[UnitId]) -> Step<()> {
    let own = on_time(table, Faction::Axis, own)?;
    let other = on_time(table, allied, other)?;
    let system = table.system();
    let ships = |force: &[UnitId]| force.iter().any(|unit| system.counters[*unit].is_ship());
    let air = |force: &[UnitId]| force.iter().any(|unit| system.counters[*unit].is_lba());
    // A side wholly late does not fight, but where a match reads it so that its attachments do.
    let fights =
        |force: &[UnitId], had: bool| !had || ships(force) || (system.options.banzai_fought && air(force));
    let fleet = !air(&own) || ships(&own) || !air(&other) || ships(&other);
    let battle = fights(&own, fleet && !own.is_empty()) && fights(&other, fleet && !other.is_empty());
    if !battle || own.is_empty() || other.is_empty() {
        combat::resolved(table, End::Stalemate, None, "SK-10.1-1")?;
        for (faction, force) in [(Faction::Axis, own), (allied, other)] {
            let place = |unit: UnitId| {
                if system.counters[unit].is_boat() { Place::NavalDelay(MAP) } else { Place::UsedAsset(MAP) }
            };
            moved(table, faction, "SK-10.1-1", force.iter().map(|unit| (*unit, place(*unit))).collect())?;
        }
        return Ok(());
    }
    let sides = ByPart { phasing: Faction::Axis, answering: allied };
    let battle = Battle::begun(BATTLE, Site::StrategicWarfare(MAP), MAP, Cause::Banzai, sides);
    let lines = own.iter().map(|unit| (*unit, Part::Phasing));
    let lines = lines.chain(other.iter().map(|unit| (*unit, Part::Answering))).collect();
    table.record(Event::BattleBegan { battle, lines })?;
    combat::sequence(table).map(drop)
}

/// SK-10.1-5 What of a force is on time.
fn on_time(table: &mut Table, faction: Faction, force: &[UnitId]) -> Step<Vec<UnitId>> {
    let system = table.system();
    let label = format!("t{}/axis/{BATTLE}", system.turn_number(table.state()));
    let mut there = Vec::new();
    for unit in force {
        let ship = system.counters[*unit].is_ship();
        if !ship || speed::check(table, MAP, faction, &label, *unit, None)? {
            there.push(*unit);
        }
    }
    Ok(there)
}

impl Schiffskrieg {
    /// Pieces of a faction for a unit from anywhere on DS, from its Turn Track too if that is asked.
    fn anywhere(&self, sea: &Sea, faction: Faction, support: SupportId, track: bool) -> Candidates {
        let wanted = wanted(self, sea, support);
        let mut found = Candidates::default();
        for unit in sea.ids() {
            let (of, state) = (&self.counters[unit], sea.unit(unit));
            let there = match state.place {
                Place::Base(_) | Place::Box(_) => self.map_of(sea, unit) == Some(MAP),
                Place::ForcePool(map) => map == MAP && of.is_boat(),
                Place::TurnTrack(map, _) => track && map == MAP,
                _ => false,
            };
            let foreign = of.nation != wanted.nation;
            let fits = there && self.side_of(sea, unit) == Some(faction) && self.is_free(sea, unit);
            if fits && (!foreign || self.may_fight(sea, of.nation, MAP)) {
                if of.is_ship() && !state.hurt && of.ship() != Some(super::super::pieces::ShipType::Cd) {
                    found.ships.push((unit, true));
                } else if of.is_lba() {
                    found.lbas.push(unit);
                } else if of.is_boat() {
                    found.boats.push(unit);
                }
            }
        }
        found
    }
}
