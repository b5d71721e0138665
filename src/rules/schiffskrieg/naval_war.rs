//! The naval war: a stand-alone game of a scenario, in which history declares what the core game would. All
//! of it is house rules (NW-1 to NW-7); points are in [`super::scoring`].

use std::cell::RefCell;

use super::board::SeaMap;
use super::calendar::Turn;
use super::event::Event;
use super::faction::Faction;
use super::facts::{Declared, Fact, Owner, Subject, Value};
use super::history::{History, Pool, Status};
use super::pieces::{Nation, UnitId};
use super::scenario::{Scenario, Support};
use super::state::{Place, Post, Sea, SupportId, SupportUnit};
use super::{Schiffskrieg, Table, cards, conditional, minors, political, special, theatres};
use engine::table::Step;

/// The last turn of history on each map (NW-1): Apr-May 1945, and Aug-Sept 1945.
const LAST: [(SeaMap, &str); 2] = [(SeaMap::Tk, "Apr-May 1945"), (SeaMap::Ds, "Aug-Sept 1945")];
/// The scenario of a war that was none, and how many turns it can last.
const UNTHINKABLE: (&str, u8) = ("35", 12);
/// The scenario in which no ship sails.
const NO_SHIPS: &str = "no-ships";
/// The scenario whose set-up shows the recall of European Limited War.
const RECALL_SKIPPED: &str = "elw-recall-skip";

/// History as a scenario has it (NW-2, NW-3).
pub(super) fn history(scenario: &Scenario, mut history: History, at_once: bool) -> History {
    if scenario.id == UNTHINKABLE.0 {
        history.only_war([Faction::Western, Faction::Soviet], SeaMap::Tk, scenario.start);
    } else if at_once {
        history.at_once(scenario.start);
    }
    history
}

/// NW-6 Support units that the core game would have in the course of the match; those that have not come yet
/// are away.
pub(super) fn add_pools(system: &Schiffskrieg, history: &History, support: &mut Vec<SupportUnit>) {
    let start = system.scenario.start;
    for key in pool_keys(system, history) {
        let most = pools_of(history, key).filter(|pool| pool.from >= start).collect::<Vec<_>>();
        let now = pool_at(history, key, start);
        let count =
            |pool: &Pool, kind| pool.units.iter().find(|(of, _)| *of == kind).map_or(0, |(_, many)| *many);
        for kind in Support::ALL {
            if system.scenario.has(NO_SHIPS) && !is_air(kind) {
                continue;
            }
            let most = most.iter().copied().chain(now).map(|pool| count(pool, kind)).max().unwrap_or(0);
            let now = now.map_or(0, |pool| count(pool, kind));
            let (map, nation, name) = key;
            let printed = |it: &&SupportUnit| is_of(it, key, kind);
            let have = support.iter().filter(printed).count() as u8;
            for number in have..most {
                support.push(SupportUnit {
                    kind,
                    owner: Owner::Nation(nation),
                    name: name.map(str::to_owned),
                    map,
                    strike: false,
                    post: if number < now { Post::ForcePool } else { Post::Away },
                    force: Vec::new(),
                });
            }
        }
    }
}

/// What a row of pools is about: a map, a nation, and the name of the unit if it is about one.
type PoolKey<'h> = (SeaMap, Nation, Option<&'h str>);

fn key_of(pool: &Pool) -> PoolKey<'_> {
    (pool.map, pool.nation, pool.name.as_deref())
}

fn pools_of<'h>(history: &'h History, key: PoolKey<'h>) -> impl Iterator<Item = &'h Pool> {
    history.pools.iter().filter(move |pool| key_of(pool) == key)
}

fn pool_keys<'h>(system: &Schiffskrieg, history: &'h History) -> Vec<PoolKey<'h>> {
    let mut keys: Vec<PoolKey<'h>> = Vec::new();
    for pool in history.pools.iter().filter(|pool| system.scenario.maps.contains(&pool.map)) {
        let faction = system.faction_of_nation(history, pool.nation, pool.map);
        let present = faction.is_none_or(|faction| system.scenario.set_ups[faction].is_some());
        if present && !keys.contains(&key_of(pool)) {
            keys.push(key_of(pool));
        }
    }
    keys
}

fn pool_at<'h>(history: &'h History, key: PoolKey<'h>, turn: Turn) -> Option<&'h Pool> {
    pools_of(history, key).filter(|pool| pool.from <= turn).max_by_key(|pool| pool.from)
}

fn is_of(unit: &SupportUnit, (map, nation, name): PoolKey<'_>, kind: Support) -> bool {
    unit.map == map
        && unit.owner == Owner::Nation(nation)
        && unit.name.as_deref() == name
        && unit.kind == kind
}

/// Whether a kind of support unit is an Air unit.
const fn is_air(kind: Support) -> bool {
    matches!(kind, Support::AirForce | Support::Bomber | Support::Interceptor)
}

impl Schiffskrieg {
    /// For whom a nation fights: a major country for its faction, a minor one for whom history lets it.
    fn faction_of_nation(&self, history: &History, nation: Nation, map: SeaMap) -> Option<Faction> {
        nation.major_of().or_else(|| {
            let country = self.board.country_of(nation)?;
            let rows = self.turns().map(|turn| history.status(&self.board, country, map, turn));
            rows.into_iter().find_map(|status| match status {
                Status::Active(faction) => Some(faction),
                _ => None,
            })
        })
    }

    fn turns(&self) -> impl Iterator<Item = Turn> + use<> {
        (self.scenario.start.0..=self.last_turn().0).map(Turn)
    }

    /// The last turn that a match can have (NW-1).
    pub(super) fn last_turn(&self) -> Turn {
        if self.scenario.id == UNTHINKABLE.0 {
            return self.scenario.start.ahead(UNTHINKABLE.1 - 1);
        }
        let last = LAST.iter().filter(|(map, _)| self.scenario.maps.contains(map));
        last.filter_map(|(_, turn)| Turn::named(turn)).max().unwrap_or(self.scenario.start)
    }

    /// The support unit's faction: a nation's by what it fights for now.
    pub fn faction_of_support(&self, sea: &Sea, support: SupportId) -> Option<Faction> {
        match sea.support.get(usize::from(support.0))?.owner {
            Owner::Faction(faction) => Some(faction),
            Owner::Nation(nation) => self.faction_now(sea, nation),
        }
    }

    /// For whom a nation fights now, if for anybody: a major country for its faction, a minor one by its
    /// status on the maps of the match, and where nobody declared that for whom it was set up.
    pub fn faction_now(&self, sea: &Sea, nation: Nation) -> Option<Faction> {
        let by_status = || {
            let country = self.board.country_of(nation)?;
            let mut maps = self.scenario.maps.iter();
            let holder = maps.find_map(|map| self.holder_of(&sea.facts, country, *map).ok().flatten());
            holder.or_else(|| {
                let of = |unit: &UnitId| self.counters[*unit].nation == nation;
                sea.ids().filter(of).find_map(|unit| self.faction_of(unit))
            })
        };
        nation.major_of().or_else(|| sea.facts.known().side(nation, by_status))
    }

    /// For whom a piece fights now: by its own allegiance, or by what its nation does.
    pub fn side_of(&self, sea: &Sea, unit: UnitId) -> Option<Faction> {
        match sea.unit(unit).status.allegiance {
            Some(allegiance) => allegiance.faction(),
            None => self.faction_now(sea, self.counters[unit].nation),
        }
    }

    /// The factions at war with one on a map.
    pub fn enemies(&self, sea: &Sea, faction: Faction, map: SeaMap) -> Vec<Faction> {
        let hostile = |other: &Faction| self.are_hostile(&sea.facts, faction, *other, map).unwrap_or(false);
        faction.others().filter(|other| self.scenario.set_ups[*other].is_some()).filter(hostile).collect()
    }

    /// Whether a faction is at war on any map of the match.
    pub fn fights(&self, sea: &Sea, faction: Faction) -> bool {
        self.scenario.maps.iter().any(|map| !self.enemies(sea, faction, *map).is_empty())
    }

    /// NW-11 What an enemy Sub Fleet in its box adds to a faction's delay rolls on a map.
    pub(super) fn blockade_drm(&self, sea: &Sea, map: SeaMap, faction: Faction) -> i16 {
        if self.history.is_none() {
            return 0;
        }
        let enemies = self.enemies(sea, faction, map);
        let blocks = |at: usize| {
            let unit = &sea.support[at];
            let stands =
                unit.map == map && unit.kind == Support::SubFleet && unit.post == Post::StrategicWarfare;
            let whose = || self.faction_of_support(sea, SupportId(at as u8));
            stands && whose().is_some_and(|whose| enemies.contains(&whose))
        };
        i16::from((0..sea.support.len()).any(blocks))
    }

    /// Whether this is a war turn: there are hostilities on a map of the match (NW-1).
    pub fn is_war_turn(&self, sea: &Sea) -> bool {
        self.scenario.factions().any(|faction| self.fights(sea, faction))
    }

    /// Whether a faction is in the match at all: it has a set-up (NW-4).
    pub fn is_present(&self, _: &Sea, faction: Faction) -> bool {
        self.scenario.set_ups[faction].is_some()
    }
}

/// What changes at the start of a turn: markers, support units, events, countries, ports (NW-5 to NW-7,
/// NW-19).
pub(super) fn changes(table: &mut Table) -> Step<()> {
    let system = table.system();
    let Some(history) = &system.history else { return Ok(()) };
    let turn = system.turn(table.state());
    if turn > system.scenario.start {
        markers(table, history, turn)?;
        countries(table, history, turn)?;
    }
    pools(table, history, turn)?;
    war_states(table, history, turn)?;
    events(table, history, turn)?;
    for (base, _) in history.taken(&system.board, turn) {
        if system.scenario.maps.contains(&system.board.base(base).map()) && turn > system.scenario.start {
            special::enemy_enters(table, base)?;
        }
    }
    special::hold_reserves(table)
}

/// War States that begin, in Europe and in the Pacific (6.1.1.2, 6.3, 12.1). A set-up shows what those did
/// that are in effect when it begins (SK-28.5-1, SK-30.5-1), unless the Free Setup Variant takes it back.
fn war_states(table: &mut Table, history: &History, turn: Turn) -> Step<()> {
    let system = table.system();
    let start = turn == system.scenario.start;
    if start && system.options.free_setup && system.scenario.has(RECALL_SKIPPED) {
        return theatres::war_state(table, SeaMap::Tk, history.war_state(SeaMap::Tk, turn));
    }
    for front in SeaMap::ALL {
        let state = history.war_state(front, turn);
        if !start && state != history.war_state(front, Turn(turn.0 - 1)) {
            theatres::war_state(table, front, state)?;
        }
    }
    Ok(())
}

/// Markers that come into a Strategic Warfare Box, or leave it.
fn markers(table: &mut Table, history: &History, turn: Turn) -> Step<()> {
    let system = table.system();
    let words = &system.facts.of(Fact::StrategicWarfareBox).one_of;
    for map in system.scenario.maps.clone() {
        let of = [Subject::Map(map)];
        let now = system.need(&table.state().facts, Fact::StrategicWarfareBox, &of).ok();
        let Some(Value::List(mut list)) = now.map(|value| value.into_owned()) else { continue };
        let before = list.clone();
        for row in history.markers.iter().filter(|row| row.map == map) {
            let Some(at) = words.iter().position(|word| *word == row.marker) else { continue };
            let value = Value::Word(at as u8);
            if row.from == turn && !list.contains(&value) {
                list.push(value);
            } else if row.until == Some(turn) {
                list.retain(|it| *it != value);
            }
        }
        if list != before {
            let fact =
                Declared { fact: Fact::StrategicWarfareBox, of: of.to_vec(), value: Value::List(list) };
            table.record(Event::Declared { facts: vec![fact] })?;
        }
    }
    Ok(())
}

/// NW-19 Countries that join a side, or leave the war.
fn countries(table: &mut Table, history: &History, turn: Turn) -> Step<()> {
    let system = table.system();
    let turned: Vec<_> =
        history.turned(turn).filter(|(map, ..)| system.scenario.maps.contains(map)).collect();
    let before = Turn(turn.0 - 1);
    for (map, country, status) in turned {
        match (history.status(&system.board, country, map, before), status) {
            (old, new) if old == new => (),
            (_, Status::Active(faction)) => minors::activate(table, country, faction)?,
            (Status::Active(_), Status::Neutral | Status::Conquered) => minors::conquer(table, country)?,
            (Status::Neutral | Status::Conquered, _) => (),
        }
    }
    Ok(())
}

/// NW-6 Support units come to their Force Pools, or leave the game.
fn pools(table: &mut Table, history: &History, turn: Turn) -> Step<()> {
    let system = table.system();
    for key in pool_keys(system, history) {
        let pool = pool_at(history, key, turn);
        for kind in Support::ALL {
            let wanted = pool.and_then(|pool| pool.units.iter().find(|(of, _)| *of == kind));
            let wanted = usize::from(wanted.map_or(0, |(_, many)| *many));
            let sea = table.state();
            let mut own: Vec<SupportId> = (0..sea.support.len() as u8).map(SupportId).collect();
            own.retain(|id| is_of(&sea.support[usize::from(id.0)], key, kind));
            let post = |id: &SupportId| table.state().support[usize::from(id.0)].post;
            let (away, mut here): (Vec<SupportId>, Vec<SupportId>) =
                own.into_iter().partition(|id| post(id) == Post::Away);
            // Losses come from the pool first.
            here.sort_by_key(|id| post(id) != Post::ForcePool);
            let moves: Vec<(SupportId, Post)> = if here.len() < wanted {
                away.into_iter().take(wanted - here.len()).map(|id| (id, Post::ForcePool)).collect()
            } else {
                here.iter().take(here.len() - wanted).map(|id| (*id, Post::Away)).collect()
            };
            for (support, post) in moves {
                table.record(Event::Posted { support, post })?;
            }
        }
    }
    Ok(())
}

/// Events that the core game would bring on this turn.
fn events(table: &mut Table, history: &History, turn: Turn) -> Step<()> {
    let system = table.system();
    for (map, from, text) in &history.events {
        if *from != turn || !system.scenario.maps.contains(map) {
            continue;
        }
        let Some((fact, value)) = text.split_once('=') else { continue };
        let lines = [(fact.to_owned(), value.to_owned())];
        let read = system.reader().batch(&table.state().facts, &lines);
        let declared = match read {
            Ok(declared) => declared,
            Err(refused) => return table.fault(format!("history cannot declare {text}: {}", refused[0])),
        };
        for one in declared {
            happen(table, &one)?;
        }
    }
    Ok(())
}

/// Something that happens at a moment, as it was declared.
pub(super) fn happen(table: &mut Table, declared: &Declared) -> Step<()> {
    table.record(Event::Declared { facts: vec![declared.clone()] })?;
    match (declared.fact, &declared.of[..], &declared.value) {
        (Fact::PoliticalEvent, ..) => political::happen(table, declared),
        (Fact::ConditionalEvent, ..) => conditional::happen(table, declared),
        (Fact::ReinforcementRelease, [Subject::Map(map)], Value::Word(at)) => {
            release(table, *map, usize::from(*at))
        }
        (Fact::OptionCard, [Subject::Faction(faction), Subject::Map(map)], Value::Number(number)) => {
            cards::revealed(table, *faction, *map, u8::try_from(*number).unwrap_or(0))
        }
        _ => Ok(()),
    }
}

/// The pieces of a Conditional Event box go to the Delay Box of their map, from which they come on (SK-6-1).
pub(super) fn release(table: &mut Table, map: SeaMap, at: usize) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let words = &system.facts.of(Fact::ReinforcementRelease).one_of;
    let Some(event) = words.get(at).and_then(|word| super::scenario::EventBox::named(word)) else {
        return Ok(());
    };
    let waits =
        |unit: &UnitId| sea.unit(*unit).place == Place::Event(event) && system.event_map(*unit) == Some(map);
    let waiting: Vec<UnitId> = sea.ids().filter(waits).collect();
    for faction in Faction::ALL {
        let own = waiting.iter().filter(|unit| system.faction_of(**unit) == Some(faction));
        let units: Vec<(UnitId, Place)> = own.map(|unit| (*unit, Place::Delay(map))).collect();
        if !units.is_empty() {
            table.record(Event::Moved { faction, rule: "SK-6-1".to_owned(), units })?;
        }
    }
    Ok(())
}

impl Schiffskrieg {
    /// The map whose event box a piece waits in at the start.
    fn event_map(&self, unit: UnitId) -> Option<SeaMap> {
        let placements =
            self.scenario.set_ups.iter().flat_map(|(_, set_up)| set_up.iter()).flat_map(|it| &it.placements);
        let mut own = placements.filter(|placement| placement.units.contains(&unit));
        own.find_map(|placement| placement.map)
    }
}

/// What is known of a thing, found out when it is asked for the first time.
pub(super) fn once<K: Copy + PartialEq, T: Clone>(
    known: &RefCell<Vec<(K, T)>>,
    of: K,
    find: impl FnOnce() -> T,
) -> T {
    let found = known.borrow().iter().find(|(it, _)| *it == of).map(|it| it.1.clone());
    found.unwrap_or_else(|| {
        let value = find();
        known.borrow_mut().push((of, value.clone()));
        value
    })
}
