//! 8.0 Retreat and pursuit.
//!
//! *Ruling:* all pursued groups fight one round each, in the order of their numbers, before any of them
//! splits or is left alone; then the next round begins.

use crate::questions;
use std::collections::BTreeMap;

use super::super::basing;
use super::super::board::{AreaId, BaseId};
use super::super::event::{Event, Why};
use super::super::item::{Item, Word};
use super::super::key::{After, Group, Key, Pursuit, RoundNumber, When, Whence};
use super::super::optional::ineffectiveness::{self, Leaving};
use super::super::pieces::{Kind, UnitId, gathered};
use super::super::seats::{self, By};
use super::super::state::Place;
use super::super::text::forces_about;
use super::super::{Table, amphibious, raids};
use super::{Battle, Fought, Hurt, Idle, ambush, count_of, counted_from, land_air, leave_hurt, order, round};
use engine::question::Ask;
use engine::question::key::Turn;
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// Puts the question whether a side retreats, to both in nationality order; if one does, all of 8.0 follows.
/// True if the fight of all against all is over.
pub(super) fn after_round(table: &mut Table, area: AreaId, number: u8, chased: &mut u8) -> Step<bool> {
    part(table, area, number, None, chased)
}

/// 37.0 Before a round Italian ships may leave, with or without Germans beside them. In the first round
/// nobody pursues them (AW-37.31), later they are pursued as others are (AW-37.32). `chased` counts rounds of
/// pursuit. True if the fight of all against all is over.
///
/// *Ruling:* if Germans stay, the pursuit of the Italians is fought out first; ships that pursued are back in
/// the fight after it.
pub(super) fn loses_heart(table: &mut Table, area: AreaId, number: u8, chased: &mut u8) -> Step<bool> {
    let leaving = ineffectiveness::before_round(table, area, number)?;
    if leaving == Leaving::Nobody {
        return Ok(false);
    }
    let all = leaving == Leaving::All;
    if all {
        table.record(Event::RetreatDeclared { area, side: Camp::AXIS, retreats: true })?;
    }
    let (system, ocean) = (table.system(), table.state());
    let mut units = system.fighters(ocean, area, Camp::AXIS);
    units.retain(|&unit| all || system.is_italian(ocean, unit));
    let air = units.iter().copied().filter(|&unit| system.counter(unit).kind == Kind::LandAir);
    let air = system.homeward(ocean, area, air.collect::<Vec<_>>(), Why::Retreat);
    let fought = number - 1;
    let before = Whence::Round { round: everybody(area).round(table, fought) };
    basing::send_home(table, before, Why::Retreat, air)?;
    units.retain(|&unit| table.state().unit(unit).place == Place::Sea(area));
    if count_of(fought) == 0 {
        escape(table, area, before, units)?;
    } else {
        let flight = Flight { area, fought, side: Camp::AXIS, most: None, lands: false };
        flee(table, flight, units, chased)?;
    }
    Ok(all)
}

/// 19.762 The same after a round for which Japan has stayed off Hawaii: an Allied retreat is pursued for as
/// many rounds as its fuel lasts.
pub(in super::super) fn after_round_with_fuel(
    table: &mut Table,
    area: AreaId,
    number: u8,
    left: u8,
) -> Step<bool> {
    part(table, area, number, Some(left), &mut 0)
}

/// 19.763 A side retreats because it must; the other may pursue it.
pub(in super::super) fn must_retreat(table: &mut Table, area: AreaId, number: u8, side: Camp) -> Step<()> {
    if table.system().fighters(table.state(), area, side).is_empty() {
        return Ok(());
    }
    table.record(Event::RetreatDeclared { area, side, retreats: true })?;
    air_leaves(table, area, number, side)?;
    let units = table.system().fighters(table.state(), area, side);
    let flight = Flight { area, fought: number, side, most: None, lands: true };
    flee(table, flight, units, &mut 0)
}

/// Retreats after a round; the Allies are pursued for so many rounds at most.
fn part(table: &mut Table, area: AreaId, number: u8, most: Option<u8>, chased: &mut u8) -> Step<bool> {
    let theatre = table.system().board.area(area).theatre;
    let mut leaving = Vec::new();
    for side in order(theatre) {
        if declares(table, area, number, side)? {
            leaving.push(side);
        }
    }
    match leaving[..] {
        [] => return Ok(false),
        [side] => {
            air_leaves(table, area, number, side)?;
            let units = table.system().fighters(table.state(), area, side);
            let most = most.filter(|_| side == Camp::ALLIES);
            flee(table, Flight { area, fought: number, side, most, lands: true }, units, chased)?;
        }
        _ => {
            for side in leaving {
                air_leaves(table, area, number, side)?;
                let units = table.system().fighters(table.state(), area, side);
                let from = Whence::Round { round: everybody(area).round(table, number) };
                escape(table, area, from, units)?;
            }
        }
    }
    Ok(true)
}

/// All against all in an area.
fn everybody(area: AreaId) -> Battle {
    Battle { area, group: None }
}

/// 8.11 States whether a side retreats; a side that has nothing left is not asked. Of teammates one takes
/// both away (AW-8.12).
fn declares(table: &mut Table, area: AreaId, number: u8, side: Camp) -> Step<bool> {
    let (system, ocean) = (table.system(), table.state());
    let own = system.fighters(ocean, area, side);
    let alone = system.fighting(ocean, area, side.enemy()).next().is_none();
    if alone || own.is_empty() {
        return Ok(false);
    }
    let players = system.players_among(ocean, side, &own);
    let asks = players.into_iter().map(|by| (by, retreat_or_stay(table, area, number, by))).collect();
    let answers = seats::ask_players(table, asks)?;
    let retreats = answers.iter().flat_map(|it| &it.1).any(|(_, word)| *word == Word::Retreat);
    table.record(Event::RetreatDeclared { area, side, retreats })?;
    Ok(retreats)
}

/// The question whether a player retreats.
fn retreat_or_stay(table: &Table, area: AreaId, number: u8, by: By) -> Ask<AreaId, Word> {
    let of = table.system().board.area(area);
    let (turn, after) = (Turn(table.state().turn), RoundNumber(number));
    let key = Key::Retreat { turn, area: &of.id, after, by };
    let title = table.worded(|| format!("{}, after round {number}: retreat or stay", of.name));
    let mut ask = Ask::new(questions::RETREAT, key.text(), "AW-8.11", title);
    ask.about = forces_about(table, area, by);
    ask.offer([area], [Word::Stay, Word::Retreat], Some(Word::Stay));
    ask
}

/// 8.13 The retreating side's air units go home at once.
fn air_leaves(table: &mut Table, area: AreaId, number: u8, side: Camp) -> Step<()> {
    let from = Whence::Round { round: everybody(area).round(table, number) };
    let air = land_air(table, area, side);
    basing::send_home(table, from, Why::Retreat, air)
}

/// A retreat from an area.
struct Flight {
    area: AreaId,
    /// After how many rounds.
    fought: u8,
    /// Whose.
    side: Camp,
    /// For how many rounds the pursuit lasts at most.
    most: Option<u8>,
    /// Whether units of the other side may land before the pursuit begins.
    lands: bool,
}

/// 8.2 The retreating side forms groups, the other pursues them; each pursued group fights on, the others
/// escape. In every round the raiding submarines attack first (AW-7.71), then groups split and pursuers leave
/// off (AW-7.72), then units of the other side may land (AW-7.73).
fn flee(table: &mut Table, flight: Flight, units: Vec<UnitId>, chased: &mut u8) -> Step<()> {
    let Flight { area, fought, side, most, lands } = flight;
    let (turn, id) = (Turn(table.state().turn), table.system().board.area(area).id.as_str());
    let after = After::Round(RoundNumber(fought));
    if !units.is_empty() {
        form_groups(table, area, Forming::Retreat(RoundNumber(fought)), side, &units)?;
        pursue(table, area, after, side, None)?;
        leave_alone(table, area, Whence::Fled { turn, area: id, after: Pursuit(*chased) }, side, Slow::Stop)?;
    }
    if lands {
        land(table, area, after)?;
    }
    let mut idle: BTreeMap<u8, Idle> = BTreeMap::new();
    let before = *chased;
    loop {
        let groups = groups_of(table, area, side);
        // The next pursuit in the same area counts on, past the number under which these left.
        *chased = chased.saturating_add(1);
        if groups.is_empty() {
            return Ok(());
        }
        let pursuit = *chased;
        let (mut done, mut hurt) = (Vec::new(), Vec::new());
        for (battle, (group, _)) in battles_of(area, side, &groups).into_iter().zip(&groups) {
            ineffectiveness::before_pursuit(table, battle, pursuit, fought)?;
            if battle.is_decided(table) {
                continue;
            }
            let Fought { passed, hurt: still_there } = round(table, battle, pursuit)?;
            hurt.extend(still_there.map(|it| (*group, it)));
            let rested = idle.entry(*group).or_default();
            rested.note(table, passed);
            if rested.is_over(table, battle) {
                done.push(*group);
            }
        }
        let (from, after) = (Pursuit(pursuit), After::Pursuit(Pursuit(pursuit)));
        let hurt = leave_unchased(table, area, side, hurt)?;
        // In edition 1 pursuers stopped before the submarines; no scenario that it played had any.
        if !table.system().is_to_the_finish() {
            drop_idle(table, area, side, &done)?;
            leave_alone(table, area, Whence::Pursuit { turn, area: id, after: from }, side, Slow::Stop)?;
        }
        // What has lost its last pursuer is away before a submarine strikes (AW-8.35).
        leave_alone(table, area, Whence::Pursuit { turn, area: id, after: from }, side, Slow::Wait)?;
        let battles = battles_of(area, side, &groups_of(table, area, side));
        ambush(table, &battles, after, hurt)?;
        if most.is_some_and(|most| pursuit - before >= most) {
            done = groups_of(table, area, side).into_iter().map(|(group, _)| group).collect();
        }
        drop_idle(table, area, side, &done)?;
        leave_alone(table, area, Whence::Fled { turn, area: id, after: from }, side, Slow::Stop)?;
        split_and_follow(table, area, from, side)?;
        leave_alone(table, area, Whence::Left { turn, area: id, after: from }, side, Slow::Stop)?;
        land(table, area, after)?;
    }
}

/// Disabled units whose group has lost its last pursuer go home; gives the others, which submarines may still
/// attack.
fn leave_unchased<'t>(
    table: &mut Table,
    area: AreaId,
    side: Camp,
    hurt: Vec<(u8, Hurt<'t>)>,
) -> Step<Vec<Hurt<'t>>> {
    let mut chased = Vec::new();
    for (group, units) in hurt {
        let battle = Battle { area, group: Some((side, group)) };
        match battle.force(table.system(), table.state(), side.enemy()).is_empty() {
            true => leave_hurt(table, area, units)?,
            false => chased.push(units),
        }
    }
    Ok(chased)
}

/// 7.73 Units of the side that does not retreat may land.
fn land(table: &mut Table, area: AreaId, after: After) -> Step<()> {
    if table.system().is_to_the_finish() { amphibious::land(table, area, When::After(after)) } else { Ok(()) }
}

/// The battles of a pursuit: each group against its pursuers, in the order of their numbers.
fn battles_of(area: AreaId, side: Camp, groups: &[(u8, Vec<UnitId>)]) -> Vec<Battle> {
    groups.iter().map(|(group, _)| Battle { area, group: Some((side, *group)) }).collect()
}

/// Pursuers that can no more hurt their group than it can hurt them let it go (AW-17.22, as in open battle).
fn drop_idle(table: &mut Table, area: AreaId, side: Camp, idle: &[u8]) -> Step<()> {
    let ocean = table.state();
    let hunters = table.system().fighters(ocean, area, side.enemy()).into_iter();
    let ships: Vec<UnitId> =
        hunters.filter(|&unit| ocean.unit(unit).chases.is_some_and(|group| idle.contains(&group))).collect();
    if ships.is_empty() { Ok(()) } else { table.record(Event::BrokeOff { area, ships }) }
}

/// The groups of the retreating side that are still at sea, with their units.
fn groups_of(table: &Table, area: AreaId, side: Camp) -> Vec<(u8, Vec<UnitId>)> {
    let (system, ocean) = (table.system(), table.state());
    let fleeing = system.fighters(ocean, area, side).into_iter();
    let mut groups = gathered(fleeing.filter_map(|unit| Some((unit, ocean.unit(unit).group?))));
    groups.sort_unstable();
    groups
}

/// When groups are formed.
#[derive(Clone, Copy)]
enum Forming {
    /// When a side retreats after a round.
    Retreat(RoundNumber),
    /// When a group may split after a round of the pursuit.
    Split(Group, Pursuit),
}

/// 8.22 The units of a side, or of a group that may split, choose their groups. New groups get new numbers;
/// teammates form groups of their own.
fn form_groups(table: &mut Table, area: AreaId, forming: Forming, side: Camp, units: &[UnitId]) -> Step<()> {
    let groups = |table: &Table, by: By| grouping(table, area, forming, by, units);
    let answer = seats::ask_side(table, side, groups)?.into_iter();
    let mut groups = gathered(answer.filter_map(|(unit, item)| match item {
        Item::Group(group) => Some((unit, group)),
        _ => None,
    }));
    groups.sort_unstable();
    let kept = matches!(forming, Forming::Split(group, _) if groups.len() == 1 && groups[0].0 == group.0);
    if kept { Ok(()) } else { table.record(Event::GroupsFormed { area, groups }) }
}

/// The question which groups a player forms of his units.
fn grouping(table: &Table, area: AreaId, forming: Forming, by: By, units: &[UnitId]) -> Ask<UnitId, Item> {
    let (system, ocean) = (table.system(), table.state());
    let of = system.board.area(area);
    let (Forming::Retreat(RoundNumber(round)) | Forming::Split(_, Pursuit(round))) = forming;
    let counts = |place: Place| !system.numbers_groups_by_area() || place == Place::Sea(area);
    let known = ocean.units.iter().filter(|state| counts(state.place));
    let taken = known.filter_map(|state| state.group).max().unwrap_or(0);
    let (before, own) = by.numbered(system, ocean, units);
    let taken = taken.max(counted_from(round)) + before - 1;
    let (turn, id) = (Turn(ocean.turn), of.id.as_str());
    let (key, rule, title, first) = match forming {
        Forming::Retreat(after) => {
            let title = format!("{}: form the groups in which your units retreat", of.name);
            (Key::Groups { turn, area: id, after, by }, "AW-8.22-a", title, taken + 1)
        }
        Forming::Split(group, after) => {
            let title = format!("{}: group {} may split", of.name, group.0);
            (Key::Split { turn, area: id, group, after, by }, "AW-8.32", title, group.0)
        }
    };
    let mut ask = Ask::new(questions::GROUPS, key.text(), rule, title).by_option();
    ask.about = forces_about(table, area, by);
    let new = (taken + 1..).filter(|group| *group != first);
    let numbers = std::iter::once(first).chain(new).take(own.len());
    ask.offer(own, numbers.map(Item::Group), Some(Item::Group(first)));
    ask
}

/// The slowest speed of a group (AW-8.22-a).
fn speed_of(table: &Table, units: &[UnitId]) -> u8 {
    units.iter().map(|&unit| table.system().speed(table.state(), unit)).min().unwrap_or(0)
}

/// For each group that pursuers followed, the groups into which it has split.
type Parts = [(u8, Vec<u8>)];

/// 8.23 The other side assigns pursuers: ships fast enough for a group, and carriers against ports and bases
/// (8.24). `among` are, for ships that pursue already, the groups into which theirs has split; the others
/// pursue no more (AW-8.25).
fn pursue(table: &mut Table, area: AreaId, after: After, side: Camp, among: Option<&Parts>) -> Step<()> {
    let answer = seats::ask_side(table, side.enemy(), |table, by| pursuits(table, area, after, by, among))?;
    note_pursuit(table, area, answer)
}

/// The question which ships pursue which group.
fn pursuits(table: &Table, area: AreaId, after: After, by: By, among: Option<&Parts>) -> Ask<UnitId, Item> {
    let (system, ocean, hunter) = (table.system(), table.state(), by.side());
    let of = system.board.area(area);
    let groups = groups_of(table, area, hunter.enemy());
    let key = Key::Pursue { turn: Turn(ocean.turn), area: &of.id, after, by };
    let (rule, word) = if among.is_none() { ("AW-8.23", Word::Stay) } else { ("AW-8.33", Word::Stop) };
    let mut ask =
        Ask::new(questions::PURSUE, key.text(), rule, format!("{}: pursue a group, or let it go", of.name));
    ask.about = forces_about(table, area, by);
    for (group, units) in &groups {
        ask.about.push(format!("Group {group}: speed {}", speed_of(table, units)));
    }
    let stay = Item::Word(word);
    let raided = raids::enemy_places(system, ocean, area, hunter);
    let hunters = system.fighters(ocean, area, hunter).into_iter();
    let own = |unit: &UnitId| by.commands(system, ocean, *unit) && system.counter(*unit).is_ship();
    for unit in hunters.filter(own) {
        let Some(open) = open_to(table, unit, among) else { continue };
        let mut options = vec![stay];
        for (group, units) in &groups {
            if open(*group) && system.speed(ocean, unit) >= speed_of(table, units) {
                options.push(Item::Group(*group));
            }
        }
        if among.is_none() && raids::may_raid(system, ocean, unit) {
            options.extend(raided.iter().copied().map(Item::Base));
        }
        // A ship that pursues goes on doing so in silence, as long as it can.
        let silent = if among.is_none() { stay } else { options.get(1).copied().unwrap_or(stay) };
        ask.offer([unit], options, Some(silent));
    }
    ask
}

/// Which groups a ship may pursue if it is fast enough; nothing for a ship that is not asked.
fn open_to(table: &Table, unit: UnitId, among: Option<&Parts>) -> Option<impl Fn(u8) -> bool> {
    let chased = table.state().unit(unit).chases;
    let parts = match among {
        None => None,
        Some(split) => {
            let chased = chased?;
            let of = split.iter().find(|(parent, _)| *parent == chased);
            Some(of.map_or(Vec::new(), |(_, parts)| parts.clone()))
        }
    };
    Some(move |group: u8| parts.as_ref().is_none_or(|parts| parts.contains(&group)))
}

fn note_pursuit(table: &mut Table, area: AreaId, mut answer: Vec<(UnitId, Item)>) -> Step<()> {
    answer.sort_unstable_by_key(|(unit, _)| *unit);
    let (mut ships, mut raids, mut stopped) = (Vec::new(), Vec::<(UnitId, BaseId)>::new(), Vec::new());
    for (unit, item) in answer {
        match item {
            Item::Group(group) if table.state().unit(unit).chases != Some(group) => ships.push((unit, group)),
            Item::Base(base) => raids.push((unit, base)),
            Item::Word(_) if table.state().unit(unit).chases.is_some() => stopped.push(unit),
            _ => {}
        }
    }
    if !ships.is_empty() || !raids.is_empty() {
        table.record(Event::Pursued { area, ships, raids })?;
    }
    if !stopped.is_empty() {
        table.record(Event::BrokeOff { area, ships: stopped })?;
    }
    Ok(())
}

/// What becomes of pursuers that are slower than their group (8.33).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slow {
    /// They stop.
    Stop,
    /// They are there until pursuers may stop.
    Wait,
}

/// 8.35, 8.36 Groups that nobody pursues escape; pursuers whose group is gone stop, and those that it
/// outruns.
fn leave_alone(table: &mut Table, area: AreaId, from: Whence<'_>, side: Camp, slow: Slow) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let groups = groups_of(table, area, side);
    let hunters = system.fighters(ocean, area, side.enemy());
    let outrun = |unit: UnitId, units: &[UnitId]| system.speed(ocean, unit) < speed_of(table, units);
    let stops = |unit: &UnitId| {
        let Some(group) = ocean.unit(*unit).chases else { return false };
        let fled = groups.iter().find(|(known, _)| *known == group);
        fled.is_none_or(|(_, units)| slow == Slow::Stop && outrun(*unit, units))
    };
    let ships: Vec<UnitId> = hunters.iter().copied().filter(stops).collect();
    if !ships.is_empty() {
        table.record(Event::BrokeOff { area, ships })?;
    }
    let ocean = table.state();
    let pursued = |group: u8| hunters.iter().any(|&unit| ocean.unit(unit).chases == Some(group));
    let free: Vec<UnitId> =
        groups.into_iter().filter(|(group, _)| !pursued(*group)).flat_map(|(_, units)| units).collect();
    escape(table, area, from, free)
}

/// 8.35 Units that escaped go home at once, each where it likes.
pub(super) fn escape(table: &mut Table, area: AreaId, from: Whence<'_>, units: Vec<UnitId>) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    let at_sea = units.into_iter().filter(|&unit| ocean.unit(unit).place == Place::Sea(area));
    let fled = at_sea.filter(|&unit| system.counter(unit).kind != Kind::LandAir);
    let homeward = system.homeward(ocean, area, fled, Why::Escaped);
    basing::send_home(table, from, Why::Escaped, homeward)
}

/// 8.32, 8.33 Groups may split, and their pursuers follow one of the parts, or stop.
fn split_and_follow(table: &mut Table, area: AreaId, after: Pursuit, side: Camp) -> Step<()> {
    let before = groups_of(table, area, side);
    for (group, units) in before.iter().filter(|(_, units)| units.len() > 1) {
        form_groups(table, area, Forming::Split(Group(*group), after), side, units)?;
    }
    let now = groups_of(table, area, side);
    let parts = |parent: &[UnitId]| {
        let within = now.iter().filter(|(_, units)| units.iter().all(|unit| parent.contains(unit)));
        within.map(|(group, _)| *group).collect::<Vec<u8>>()
    };
    let split: Vec<(u8, Vec<u8>)> = before.iter().map(|(group, units)| (*group, parts(units))).collect();
    if now.is_empty() { Ok(()) } else { pursue(table, area, After::Pursuit(after), side, Some(&split)) }
}
