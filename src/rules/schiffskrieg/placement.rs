//! 2.1, 4.6.2 A support unit is placed: its Task Force, who contests it, the battles, and where all of it
//! goes.

mod contest;
mod late;
mod reform;

use super::board::{SeaMap, ZoneId};
use super::combat::{self, Force};
use super::event::{End, Event};
use super::faction::Faction;
use super::facts::Owner;
use super::force::Wanted;
use super::item::{Item, Word};
use super::key::{Key, Thing, Time};
use super::pieces::{Nation, UnitId};
use super::scenario::Support;
use super::state::{Battle, ByPart, Cause, Goal, Part, Place, Post, Sea, Site, SupportId};
use super::task_force::{List, speed_checks};
use super::{Schiffskrieg, Table, base_attack, luck};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::table::Step;
use late::{Late, all_late, attachments, missed};

/// The number of a faction's first battle in its turn that a contest brings.
const FIRST_CONTEST: u8 = 151;

/// A placement that is under way.
struct Placement {
    faction: Faction,
    support: SupportId,
    goal: Goal,
    site: Site,
    map: SeaMap,
    thing: u8,
    turn: u8,
    /// The phasing Task Force: who is there, or on the way.
    force: Force,
    /// Ships that have yet to pass a Speed Check.
    checks: Vec<UnitId>,
    /// Whether the force is a CV Fleet that strikes.
    strike: bool,
}

/// A unit that contests, with the nation whose pieces it takes.
type Contester = (SupportId, Nation);

/// 2.1 Places a support unit.
pub(super) fn place(
    table: &mut Table,
    faction: Faction,
    support: SupportId,
    goal: Goal,
    thing: u8,
) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let unit = &sea.support[usize::from(support.0)];
    let (map, turn) = (unit.map, system.turn_number(sea));
    let strike = matches!((unit.post, goal), (Post::Hex(_), Goal::Strike(_)));
    let Some(site) = system.site_of(sea, goal, map) else { return Ok(()) };
    let site = match (strike, unit.post, site) {
        // A CV Strike works from the hex in which its fleet stands, and its ships from the zone of that hex.
        (true, Post::Hex(at), Site::LandHex(hex, _)) => Site::LandHex(hex, system.board.zone_of_sea(at)),
        (.., site) => site,
    };
    let mut placed = Placement {
        faction,
        support,
        goal,
        site,
        map,
        thing,
        turn,
        force: Force::new(),
        checks: Vec::new(),
        strike,
    };
    if strike {
        // SK-3.1.2-10 All its ships stay in the Task Force, those alone that are still afloat and undelayed.
        let there = |ship: &UnitId| matches!(sea.unit(*ship).place, Place::Used(_));
        placed.force = unit.force.iter().copied().filter(there).collect();
        table.record(Event::Turned { support })?;
    } else {
        form(table, &mut placed)?;
    }
    let force = placed.force.clone();
    table.record(Event::Formed { faction, support, goal, force })?;
    for time in 1.. {
        match contest(table, &placed, time)? {
            None if time == 1 => return unopposed(table, &placed),
            None => break,
            Some((enemy, by)) => {
                if !fight(table, &mut placed, enemy, by, time)? {
                    return Ok(());
                }
            }
        }
    }
    stand(table, &placed)
}

/// 3.1.2 The phasing side rolls and makes its Task Force.
fn form(table: &mut Table, placed: &mut Placement) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let unit = &sea.support[usize::from(placed.support.0)];
    let Some(nation) = system.nation_of(unit) else { return Ok(()) };
    let wanted = system.wanted(sea, unit, nation);
    let wanted = intelligence(table, placed.map, wanted, placed.faction, &placed.label(1))?;
    let (faction, site) = (placed.faction, placed.site);
    let word = system.support_word(placed.support);
    let key = Key::Compose { turn: Turn(placed.turn), faction, unit: &word }.text();
    let (force, checks) = compose(table, faction, wanted, site, key)?;
    (placed.force, placed.checks) = (force, checks);
    Ok(())
}

impl Placement {
    /// What labels of dice begin with; those of a further contest say which.
    fn label(&self, time: u8) -> String {
        let (turn, faction, thing) = (self.turn, self.faction.id(), self.thing);
        match time {
            1 => format!("t{turn}/{faction}/{thing}"),
            _ => format!("t{turn}/{faction}/{thing}/b{time}"),
        }
    }
}

/// The Intelligence Roll of a Task Force that needs one (SK-3.1.2-3, SK-3.1.3-2).
fn intelligence(
    table: &mut Table,
    map: SeaMap,
    wanted: Wanted,
    faction: Faction,
    label: &str,
) -> Step<Wanted> {
    match wanted.kind {
        Support::SurfaceFleet | Support::CvFleet | Support::ScratchDefenseFleet => (),
        Support::AirForce | Support::Bomber | Support::Interceptor | Support::SubFleet => return Ok(wanted),
    }
    let die = luck::roll(table, map, format!("{label}/intelligence/{}", faction.id()), 1)?[0];
    let wanted = Wanted { die: Some(die), ..wanted };
    let most = table.system().most_ships(wanted) as u8;
    table.record(Event::Intelligence { faction, die, most })?;
    Ok(wanted)
}

/// Asks for a Task Force, and reads the list. Gives it with the ships that must pass a Speed Check.
fn compose(
    table: &mut Table,
    faction: Faction,
    wanted: Wanted,
    site: Site,
    key: String,
) -> Step<(Force, Vec<UnitId>)> {
    let (system, sea) = (table.system(), table.state());
    let found = system.candidates(sea, faction, wanted, site);
    let title = match wanted.die {
        Some(_) => format!("Make a Task Force of at most {} ships", system.most_ships(wanted)),
        None => "Make a Task Force".to_owned(),
    };
    let ask = system.compose(key, wanted, &found, title);
    let answer = table.ask(faction.side(), &ask)?;
    let force = system.read_list(wanted, &found, &List::of(&answer));
    let checks = force.iter().copied().filter(|unit| found.must_check(*unit)).collect();
    Ok((force, checks))
}

/// 2.1 Who contests, if anybody: of two Allies that want to the one with more ports there (rulings).
fn contest(table: &mut Table, placed: &Placement, time: u8) -> Step<Option<(Faction, Contester)>> {
    let (system, sea) = (table.system(), table.state());
    let enemies = system.enemies(sea, placed.faction, placed.map);
    let mut asks: Vec<(engine::side::Side, Ask<Item, Item>)> = Vec::new();
    let mut asked = Vec::new();
    for enemy in enemies {
        let may = system.contesters(sea, placed.faction, enemy, placed.goal, placed.site);
        if may.is_empty() {
            continue;
        }
        let key = Key::Contest {
            turn: Turn(placed.turn),
            faction: placed.faction,
            thing: Thing(placed.thing),
            time: Time(time),
            by: enemy,
        };
        let title = format!(
            "{} is placed: {}. Contest it?",
            system.support_name(placed.support),
            system.goal_word(placed.goal)
        );
        let mut ask = Ask::new(questions::CONTEST, key.text(), "SK-2.1-3", title);
        let no = Item::Word(Word::No);
        let options: Vec<Item> =
            [no].into_iter().chain(may.iter().map(|(unit, nation)| option(sea, *unit, *nation))).collect();
        ask.offer([Item::Support(placed.support)], options, Some(no));
        for unit in &placed.force {
            let of = &system.counters[*unit];
            ask = ask.about(format!("{}, {}", of.name, system.line_of(sea, *unit)));
        }
        asks.push((enemy.side(), ask));
        asked.push((enemy, may));
    }
    let answers = if asks.is_empty() { Vec::new() } else { table.ask_all(&asks)? };
    let mut willing = Vec::new();
    for ((enemy, may), answer) in asked.into_iter().zip(answers) {
        let sea = table.state();
        let chosen = answer.first().map(|(_, to)| *to);
        let by = may.into_iter().find(|(unit, nation)| Some(option(sea, *unit, *nation)) == chosen);
        let support = by.map(|(unit, _)| unit);
        table.record(Event::Contested { faction: enemy, by: support })?;
        willing.extend(by.map(|by| (enemy, by)));
    }
    let ports = |faction: Faction| system.ports_at(table.state(), faction, placed.site);
    // Behind equal numbers the first stands, and the Western faction comes before the Soviet one.
    willing.reverse();
    Ok(willing.into_iter().max_by_key(|(faction, _)| ports(*faction)))
}

/// The option that stands for a unit that contests.
fn option(sea: &Sea, unit: SupportId, nation: Nation) -> Item {
    match sea.support[usize::from(unit.0)].owner {
        Owner::Nation(_) => Item::Support(unit),
        Owner::Faction(_) => Item::Scratch(nation),
    }
}

/// 2.1, 4.6 A contest: the other Task Force, Speed Checks, the battle. Whether the placement may be contested
/// again.
fn fight(table: &mut Table, placed: &mut Placement, enemy: Faction, by: Contester, time: u8) -> Step<bool> {
    let label = placed.label(time);
    if time > 1 {
        reform::reform(table, placed, time)?;
        if placed.force.is_empty() {
            return Ok(false);
        }
    }
    let (system, sea) = (table.system(), table.state());
    let (support, nation) = by;
    let unit = &sea.support[usize::from(support.0)];
    let wanted = intelligence(table, placed.map, system.wanted(sea, unit, nation), enemy, &label)?;
    let key = Key::Answer {
        turn: Turn(placed.turn),
        faction: placed.faction,
        thing: Thing(placed.thing),
        time: Time(time),
        by: enemy,
    };
    let (answer, checks) = compose(table, enemy, wanted, placed.site, key.text())?;
    table.record(Event::Formed { faction: enemy, support, goal: placed.goal, force: answer.clone() })?;
    // SK-2.1-5 Both sides roll now, the phasing side first.
    let late = speed_checks(table, placed.map, placed.faction, &label, &std::mem::take(&mut placed.checks))?;
    placed.force.retain(|ship| !late.contains(ship));
    let gone = all_late(table, &placed.force, &late);
    let late = speed_checks(table, placed.map, enemy, &label, &checks)?;
    let there: Force = answer.into_iter().filter(|ship| !late.contains(ship)).collect();
    let enemy_gone = all_late(table, &there, &late);
    if gone || enemy_gone {
        return missed(table, placed, (gone, enemy_gone), Late { enemy, there: &there, support });
    }
    if sea_kind(table.state(), placed.support) == Support::SubFleet {
        hunted(table, placed, &there, support)?;
        return Ok(false);
    }
    let battle = begin(table, placed, enemy, support, &there, time);
    let lines = lines(&placed.force, &there);
    table.record(Event::BattleBegan { battle, lines })?;
    let end = combat::sequence(table)?;
    if end == Some(End::Success) {
        placed.force = table.state().line(Part::Phasing).collect();
        return Ok(true);
    }
    Ok(false)
}

fn lines(phasing: &[UnitId], answering: &[UnitId]) -> Vec<(UnitId, Part)> {
    let of = |units: &[UnitId], part: Part| units.iter().map(|unit| (*unit, part)).collect::<Vec<_>>();
    let mut lines = of(phasing, Part::Phasing);
    lines.extend(of(answering, Part::Answering));
    lines
}

fn sea_kind(sea: &Sea, support: SupportId) -> Support {
    sea.support[usize::from(support.0)].kind
}

/// The battle of a contest, the so manieth of its placement, as it begins.
fn begin(
    table: &Table,
    placed: &Placement,
    enemy: Faction,
    support: SupportId,
    there: &[UnitId],
    time: u8,
) -> Battle {
    let (system, sea) = (table.system(), table.state());
    let near = |faction: Faction| system.has_air_base_near(sea, faction, placed.site);
    let any = |force: &[UnitId]| force.iter().any(|unit| !system.counters[*unit].is_boat());
    let all: Vec<UnitId> = placed.force.iter().chain(there).copied().collect();
    let sides = ByPart { phasing: placed.faction, answering: enemy };
    Battle {
        support: ByPart { phasing: Some(placed.support), answering: Some(support) },
        air_base_near: ByPart { phasing: near(placed.faction), answering: near(enemy) },
        cut_off: system.cut_off(sea, placed.site, &all),
        began: ByPart { phasing: any(&placed.force), answering: any(there) },
        ..Battle::begun(system.next_battle(sea, time), placed.site, placed.map, Cause::Contest, sides)
    }
}

/// SK-2.1-7 to SK-2.1-9 A Sub Fleet that is contested is delayed with its boat; no battle is fought.
fn hunted(table: &mut Table, placed: &Placement, there: &[UnitId], support: SupportId) -> Step<()> {
    let system = table.system();
    came_out(table, End::Repulsion, "SK-2.1-7")?;
    let boats = placed.force.iter().map(|unit| (*unit, Place::NavalDelay(placed.map))).collect();
    let (faction, rule) = (placed.faction, "SK-2.1-7".to_owned());
    table.record(Event::Moved { faction, rule, units: boats })?;
    table.record(Event::Posted { support: placed.support, post: Post::NavalDelay })?;
    let post = table.state().support[usize::from(support.0)].delay_box();
    table.record(Event::Posted { support, post })?;
    let zone = system.zone_of(placed.site);
    let place = |unit: &UnitId| {
        let ship = system.counters[*unit].is_ship();
        (*unit, zone.filter(|_| ship).map_or(Place::UsedAsset(placed.map), Place::Used))
    };
    let units: Vec<(UnitId, Place)> = there.iter().map(place).collect();
    let faction = system.faction_of_support(table.state(), support).unwrap_or(placed.faction);
    table.record(Event::Moved { faction, rule: "SK-2.1-9".to_owned(), units })
}

/// SK-2.1-10 Nobody contests: Speed Checks, a Base Attack, and the unit stands.
fn unopposed(table: &mut Table, placed: &Placement) -> Step<()> {
    let late = speed_checks(table, placed.map, placed.faction, &placed.label(1), &placed.checks)?;
    let left: Force = placed.force.iter().copied().filter(|unit| !late.contains(unit)).collect();
    if all_late(table, &left, &late) {
        // SK-2.1-13 As after a Limited Repulsion.
        came_out(table, End::Repulsion, "SK-2.1-13")?;
        attachments(table, placed.map, placed.faction, &left, Place::NavalDelay(placed.map))?;
        return table.record(Event::Posted { support: placed.support, post: Post::UsedAsset });
    }
    came_out(table, End::Success, "SK-2.1-10")?;
    settle_in(table, placed, &left)
}

/// A unit that stands: its Base Attack, then where its Task Force goes.
fn settle_in(table: &mut Table, placed: &Placement, left: &[UnitId]) -> Step<()> {
    let system = table.system();
    let post = post_of(placed.site);
    table.record(Event::Posted { support: placed.support, post })?;
    strike(table, placed, left)?;
    let zone = system.zone_of(placed.site);
    let sea = table.state();
    let place = |unit: &UnitId| {
        let of = &system.counters[*unit];
        let used = of.is_ship() && !sea.unit(*unit).hurt;
        match zone.filter(|_| used) {
            Some(zone) => (*unit, Place::Used(zone)),
            // SK-4.6.1-1 A damaged ship is delayed.
            None if of.is_ship() && sea.unit(*unit).hurt => (*unit, Place::NavalDelay(placed.map)),
            None => (*unit, Place::UsedAsset(placed.map)),
        }
    };
    let gone = |unit: &&UnitId| {
        matches!(
            sea.unit(**unit).place,
            Place::Sunk | Place::Delay(_) | Place::NavalDelay(_) | Place::UsedAsset(_) | Place::Out
        )
    };
    let units: Vec<(UnitId, Place)> = left.iter().filter(|unit| !gone(unit)).map(place).collect();
    let force: Force =
        units.iter().map(|(unit, _)| *unit).filter(|it| system.counters[*it].is_ship()).collect();
    if !units.is_empty() {
        let (faction, rule) = (placed.faction, "SK-2.1-10".to_owned());
        table.record(Event::Moved { faction, rule, units })?;
    }
    table.record(Event::Stood { support: placed.support, force })
}

/// 5.2.2 The Sustained Base Attack of a unit that was placed at a port or city.
fn strike(table: &mut Table, placed: &Placement, left: &[UnitId]) -> Step<()> {
    let Goal::Strike(base) = placed.goal else { return Ok(()) };
    if table.system().lying_in(table.state(), placed.faction, base).is_empty() {
        return Ok(());
    }
    base_attack::strike(table, placed.faction, base, left, placed.thing)
}

fn post_of(site: Site) -> Post {
    match site {
        Site::Station(zone) => Post::Station(zone),
        Site::SeaHex(hex, _) | Site::LandHex(hex, _) => Post::Hex(hex),
        Site::StrategicWarfare(_) => Post::StrategicWarfare,
    }
}

/// A placement comes to an end without a battle, by a rule, which matches of the first edition do not name.
fn came_out(table: &mut Table, end: End, rule: &str) -> Step<()> {
    let rule = if table.system().is_first_edition() { "" } else { rule };
    table.record(Event::Outcome { end, rule: rule.to_owned() })
}

/// SK-4.6.2-8, SK-4.6.2-9 A Success that nobody contests any more: the unit stands, its Base Attack follows,
/// and the Task Force goes by the Stalemate procedure, with what was added to it for a contest in which
/// nobody came in time.
fn stand(table: &mut Table, placed: &Placement) -> Step<()> {
    if table.system().is_first_edition() {
        return stand_in_first_edition(table, placed);
    }
    if table.state().battle.is_some() {
        combat::conclude(table)?;
    } else {
        table.record(Event::Posted { support: placed.support, post: post_of(placed.site) })?;
    }
    strike(table, placed, &placed.force)?;
    let (system, sea) = (table.system(), table.state());
    // What was in the battle line has left it, and what the Base Attack cost is gone.
    let waits =
        |unit: &UnitId| matches!(sea.unit(*unit).place, Place::Base(_) | Place::Box(_) | Place::ForcePool(_));
    let fit = |unit: &UnitId| {
        let state = sea.unit(*unit);
        system.counters[*unit].is_ship()
            && !state.hurt
            && (waits(unit) || matches!(state.place, Place::Used(_) | Place::UsedAsset(_)))
    };
    let force: Force = placed.force.iter().copied().filter(fit).collect();
    let rest: Force = placed.force.iter().copied().filter(waits).collect();
    combat::send_pieces(table, placed.faction, placed.site, placed.map, ("SK-4.6.2-8", &rest))?;
    table.record(Event::Stood { support: placed.support, force })
}

/// The same in matches of the first edition, which went by the battle line alone.
fn stand_in_first_edition(table: &mut Table, placed: &Placement) -> Step<()> {
    if table.state().battle.is_none() {
        return settle_in(table, placed, &placed.force);
    }
    let line: Vec<UnitId> = table.state().line(Part::Phasing).collect();
    let force = combat::conclude(table)?;
    strike(table, placed, &line)?;
    table.record(Event::Stood { support: placed.support, force })
}

impl Schiffskrieg {
    /// The number of the next battle of a contest in a faction's turn: in a match it comes behind those of
    /// things, by which Base Attacks and Sub Patrols go, and behind those of commerce raids. Where there is
    /// no clock, as in a case, battles go by the contests of their placement.
    fn next_battle(&self, sea: &Sea, time: u8) -> u8 {
        sea.clock.map_or(time, |clock| FIRST_CONTEST.saturating_add(clock.battles))
    }

    /// The zone of a place, if it has one.
    pub(super) fn zone_of(&self, site: Site) -> Option<ZoneId> {
        match site {
            Site::Station(zone) | Site::SeaHex(_, zone) => Some(zone),
            Site::LandHex(_, zone) => zone,
            Site::StrategicWarfare(_) => None,
        }
    }
}
