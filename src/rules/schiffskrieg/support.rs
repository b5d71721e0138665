//! 2 Support units: what a faction does in its Support Segment, one thing after another.

use std::cell::RefCell;

use super::basing::Harbour;
use super::board::{BaseId, SeaMap, ZoneId};
use super::event::Event;
use super::faction::Faction;
use super::facts::Owner;
use super::force::Wanted;
use super::item::{Item, Word};
use super::key::{Key, Thing};
use super::naval_war::once;
use super::pieces::{Nation, UnitId};
use super::ready::Ready;
use super::scenario::Support;
use super::state::{Goal, Mission, Place, Post, Sea, Site, SupportId, SupportUnit};
use super::{Schiffskrieg, SupportName, Table, base_attack, patrol, placement};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::table::Step;
/// What the support units of a match are called, in their order.
pub(super) fn names(system: &Schiffskrieg) -> Vec<SupportName> {
    let mut names: Vec<SupportName> = Vec::new();
    for unit in system.first_support() {
        let (owner, adjective) = match unit.owner {
            Owner::Nation(nation) => (nation.id(), nation.adjective()),
            Owner::Faction(faction) => (faction.id(), faction.side().adjective()),
        };
        let mut word = format!("{owner}-{}", unit.kind.id());
        let mut name = format!("{adjective} {}", unit.kind.id().replace('-', " "));
        if let Some(own) = &unit.name {
            word = format!("{word}-{}", own.to_lowercase().replace([' ', '.'], "-"));
            name = format!("{name} {own}");
        }
        let same = |word: &str| names.iter().any(|it| it.word == word);
        if same(&word) {
            let number = (2..).find(|number: &u8| !same(&format!("{word}-{number}"))).unwrap_or(0);
            (word, name) = (format!("{word}-{number}"), format!("{name} {number}"));
        }
        names.push(SupportName { word, name, kind: unit.kind });
    }
    names
}

/// What is looked up once for all support units of a faction in a position.
struct Segment<'s> {
    harbour: Harbour<'s>,
    ready: Ready<'s>,
    /// Where fleets of a map might go.
    sailed: RefCell<Vec<(SeaMap, Vec<Goal>)>>,
    /// What Air units of a map might strike.
    struck: RefCell<Vec<(SeaMap, Vec<Goal>)>>,
}

impl<'s> Segment<'s> {
    fn of(system: &'s Schiffskrieg, sea: &'s Sea, faction: Faction) -> Segment<'s> {
        let (sailed, struck) = Default::default();
        let (harbour, ready) = (system.harbour(sea, faction), system.ready(sea, faction));
        Segment { harbour, ready, sailed, struck }
    }
}

/// The most things that a faction does in a turn; a list that is longer is cut.
const MOST_THINGS: u8 = 90;

/// The rule by which a faction is asked again, when its list says so.
const AGAIN: &str = "SK-2.1-1";

/// 2.1 The next thing that a faction does in its Support Segment; false once it does nothing more. Orders
/// that cannot be carried out any more are passed over, and nobody else hears of them.
pub(super) fn next_thing(table: &mut Table, faction: Faction) -> Step<bool> {
    let system = table.system();
    let mut asked = false;
    loop {
        let sea = table.state();
        let Some(clock) = sea.clock else { return Ok(false) };
        let (turn, thing) = (Turn(system.turn_number(sea)), clock.thing);
        let key = match sea.orders.first().copied() {
            None if thing == 0 && !asked && !system.has_ordered(sea, faction) => {
                Key::Missions { turn, faction }.text()
            }
            None => return Ok(false),
            // Nothing was done since it was asked.
            Some(Mission::Ask) if asked => return Ok(false),
            Some(Mission::Ask) => {
                table.record(Event::ThingBegan { faction, thing, void: Some(AGAIN.to_owned()) })?;
                Key::MissionsAgain { turn, faction, thing: Thing(thing) }.text()
            }
            Some(mission) => {
                if let Some(rule) = system.forbids(sea, faction, mission) {
                    table.record(Event::ThingBegan { faction, thing, void: Some(rule.to_owned()) })?;
                    continue;
                }
                table.record(Event::ThingBegan { faction, thing: thing + 1, void: None })?;
                perform(table, faction, mission, thing + 1)?;
                return Ok(true);
            }
        };
        asked = true;
        if !order(table, faction, key)? {
            return Ok(false);
        }
    }
}

/// Does a thing that was ordered.
fn perform(table: &mut Table, faction: Faction, mission: Mission, thing: u8) -> Step<()> {
    match mission {
        Mission::Place(support, goal) => placement::place(table, faction, support, goal, thing),
        Mission::BaseRaid(base) => base_attack::raid(table, faction, base, thing),
        Mission::Patrol(boat, zone) => patrol::sub_patrol(table, faction, boat, zone, thing),
        Mission::Ask => Ok(()),
    }
}

/// Asks what a faction does; the order of its answer is that in which it is done. False if it does nothing.
fn order(table: &mut Table, faction: Faction, key: String) -> Step<bool> {
    let (system, sea) = (table.system(), table.state());
    let done = sea.clock.map_or(0, |clock| clock.thing);
    let ask = system.missions(sea, faction, key);
    let answer = match system.asked_together(sea, faction, &ask) {
        None => table.ask(faction.side(), &ask)?,
        Some((ally, theirs)) => {
            // The Western file is used last, so that what it plans for as long as nothing became known still
            // counts.
            let mut answers = table.ask_all(&[(ally.side(), theirs), (faction.side(), ask)])?;
            let own = answers.pop().unwrap_or_default();
            let missions = ordered(&answers.pop().unwrap_or_default(), MOST_THINGS);
            table.record(Event::Ordered { faction: ally, missions })?;
            own
        }
    };
    let missions = ordered(&answer, MOST_THINGS.saturating_sub(done));
    if missions.is_empty() {
        return Ok(false);
    }
    table.record(Event::Ordered { faction, missions })?;
    Ok(true)
}

/// What an answer orders, in its order and as far as there is room; behind it that the faction is asked
/// again, if it says so. Nothing if it orders nothing.
fn ordered(answer: &[(Item, Item)], room: u8) -> Vec<Mission> {
    let mut missions: Vec<Mission> = answer.iter().filter_map(|(what, to)| mission(*what, *to)).collect();
    let again = answer.contains(&(Item::Word(Word::Then), Item::Word(Word::Ask))) && !missions.is_empty();
    missions.truncate(usize::from(room));
    missions.extend(again.then_some(Mission::Ask));
    missions
}

fn mission(what: Item, to: Item) -> Option<Mission> {
    match (what, to) {
        (Item::Support(support), Item::Goal(goal)) => Some(Mission::Place(support, goal)),
        (Item::BaseRaid(_), Item::Base(base)) => Some(Mission::BaseRaid(base)),
        (Item::Unit(boat), Item::Goal(Goal::Station(zone))) => Some(Mission::Patrol(boat, zone)),
        _ => None,
    }
}

impl Schiffskrieg {
    /// The question what a faction does in its Support Segment; silence does nothing.
    pub(super) fn missions(&self, sea: &Sea, faction: Faction, key: String) -> Ask<Item, Item> {
        let title = "Give each support unit its mission, in the order of the segment".to_owned();
        let mut ask = Ask::new(questions::MISSIONS, key, "SK-2.1-1", title);
        let hold = Item::Word(Word::Hold);
        for (support, goals) in self.goals_of_all(sea, faction) {
            if !goals.is_empty() {
                let options = [hold].into_iter().chain(goals.into_iter().map(Item::Goal));
                ask.offer([Item::Support(support)], options, Some(hold));
            }
        }
        for map in self.scenario.maps.iter().copied() {
            let targets = self.raid_targets(sea, faction, map).unwrap_or_default();
            if !targets.is_empty() {
                let options = [hold].into_iter().chain(targets.into_iter().map(Item::Base));
                ask.offer([Item::BaseRaid(map)], options, Some(hold));
            }
        }
        for (boat, zones) in self.patrols(sea, faction).unwrap_or_default() {
            let goals = zones.into_iter().map(|zone| Item::Goal(Goal::Station(zone)));
            ask.offer([Item::Unit(boat)], [hold].into_iter().chain(goals), Some(hold));
        }
        if !ask.subjects.is_empty() {
            let (end, again) = (Item::Word(Word::End), Item::Word(Word::Ask));
            ask.offer([Item::Word(Word::Then)], [end, again], Some(end));
        }
        ask
    }

    /// Whether a faction has ordered what it does in its Support Segment when its ally was asked.
    fn has_ordered(&self, sea: &Sea, faction: Faction) -> bool {
        faction == Faction::Soviet && sea.ally.is_some()
    }

    /// The Soviet faction and its question, if it is asked for its missions together with the Western one: as
    /// an ally that has anything to order now (NW-4). What the Western faction does first may make its orders
    /// void.
    fn asked_together(
        &self,
        sea: &Sea,
        faction: Faction,
        own: &Ask<Item, Item>,
    ) -> Option<(Faction, Ask<Item, Item>)> {
        let ally = Faction::Soviet;
        let turn = Turn(self.turn_number(sea));
        let first = faction == Faction::Western && own.key == (Key::Missions { turn, faction }).text();
        let maps = &self.scenario.maps;
        let allied = || {
            self.is_present(sea, ally)
                && maps.iter().all(|map| !self.enemies(sea, faction, *map).contains(&ally))
        };
        if !first || !self.chosen.together || own.forced().is_some() || !allied() {
            return None;
        }
        let theirs = self.missions(sea, ally, Key::Missions { turn, faction: ally }.text());
        theirs.forced().is_none().then_some((ally, theirs))
    }

    /// The support units of a faction, in order.
    pub(super) fn supports(&self, sea: &Sea, faction: Faction) -> Vec<SupportId> {
        let all = (0..sea.support.len() as u8).map(SupportId);
        all.filter(|support| self.faction_of_support(sea, *support) == Some(faction)).collect()
    }

    /// The nation of a support unit; a Scratch Defense Fleet has none of its own.
    pub(super) fn nation_of(&self, unit: &SupportUnit) -> Option<Nation> {
        match unit.owner {
            Owner::Nation(nation) => Some(nation),
            Owner::Faction(_) => None,
        }
    }

    /// What a Task Force stands for that a support unit of a nation needs.
    pub(super) fn wanted(&self, sea: &Sea, unit: &SupportUnit, nation: Nation) -> Wanted {
        let ten_go = self.has_marker(&sea.facts, SeaMap::Ds, "ten-go-plan").unwrap_or(false);
        Wanted { kind: unit.kind, nation, die: None, ten_go }
    }

    /// Where each support unit of a faction may be placed now. Those of a nation in one Force Pool may go to
    /// the same places.
    pub(super) fn goals_of_all(&self, sea: &Sea, faction: Faction) -> Vec<(SupportId, Vec<Goal>)> {
        let mut found: Vec<(SupportId, Vec<Goal>)> = Vec::new();
        let segment = Segment::of(self, sea, faction);
        for support in self.supports(sea, faction) {
            let like = |id: SupportId| {
                let unit = &sea.support[usize::from(id.0)];
                (unit.kind, self.nation_of(unit), unit.map, unit.post)
            };
            let pooled = like(support).3 == Post::ForcePool;
            let known = found.iter().find(|(other, _)| pooled && like(*other) == like(support));
            let goals = match known {
                Some((_, goals)) => goals.clone(),
                None => self.goals(sea, &segment, support),
            };
            found.push((support, goals));
        }
        found
    }

    /// Where a support unit may be placed now: everywhere that a legal Task Force can be formed for (NW-8 to
    /// NW-11).
    fn goals(&self, sea: &Sea, segment: &Segment<'_>, support: SupportId) -> Vec<Goal> {
        let mut goals = self.open_goals(sea, segment, support);
        let unit = &sea.support[usize::from(support.0)];
        // A CV Fleet that turns takes its ships along, and forms no Task Force.
        if unit.post != Post::ForcePool {
            return goals;
        }
        let Some(nation) = self.nation_of(unit) else { return Vec::new() };
        let wanted = self.wanted(sea, unit, nation);
        // Many goals share a zone, and with it who comes: ships alone make a fleet legal, and they come into
        // a zone and its hexes alike.
        let mut known: Vec<(ZoneId, bool)> = Vec::new();
        goals.retain(|goal| {
            let site = self.site_of(sea, *goal, unit.map);
            let zone = match site {
                Some(Site::Station(zone) | Site::SeaHex(_, zone)) => Some(zone),
                _ => None,
            };
            if let Some((_, is)) = known.iter().find(|(of, _)| Some(*of) == zone) {
                return *is;
            }
            let is = site.is_some_and(|site| segment.ready.can_form(wanted, site));
            known.extend(zone.map(|zone| (zone, is)));
            is
        });
        goals
    }

    /// Whether a support unit may be placed at a goal now: the same for one goal, without asking for all
    /// others.
    fn may_be_placed(&self, sea: &Sea, faction: Faction, support: SupportId, goal: Goal) -> bool {
        let turns = sea.support[usize::from(support.0)].post != Post::ForcePool;
        self.open_goals(sea, &Segment::of(self, sea, faction), support).contains(&goal)
            && (turns || self.can_form_at(sea, faction, support, goal))
    }

    /// Whether a legal Task Force can be formed for a support unit at a goal.
    pub(super) fn can_form_at(&self, sea: &Sea, faction: Faction, support: SupportId, goal: Goal) -> bool {
        let unit = &sea.support[usize::from(support.0)];
        let (Some(nation), Some(site)) = (self.nation_of(unit), self.site_of(sea, goal, unit.map)) else {
            return false;
        };
        let wanted = self.wanted(sea, unit, nation);
        self.ready(sea, faction).can_form(wanted, site)
    }

    /// Where a support unit might be placed now, whoever could come.
    fn open_goals(&self, sea: &Sea, segment: &Segment<'_>, support: SupportId) -> Vec<Goal> {
        let faction = segment.harbour.faction();
        let unit = &sea.support[usize::from(support.0)];
        let Some(nation) = self.nation_of(unit) else { return Vec::new() };
        let map = unit.map;
        if self.enemies(sea, faction, map).is_empty() || !self.may_fight(sea, nation, map) {
            return Vec::new();
        }
        if let (Support::CvFleet, Post::Hex(_)) = (unit.kind, unit.post) {
            return self.flips(sea, faction, support);
        }
        if unit.post != Post::ForcePool {
            return Vec::new();
        }
        match unit.kind {
            Support::SurfaceFleet | Support::CvFleet => {
                once(&segment.sailed, map, || self.fleet_goals(sea, map, &segment.harbour))
            }
            Support::AirForce | Support::Bomber => once(&segment.struck, map, || {
                self.struck(sea, faction, map).into_iter().map(Goal::Strike).collect()
            }),
            Support::SubFleet => vec![Goal::StrategicWarfare],
            // Neither is ever placed by its own side's phase.
            Support::Interceptor | Support::ScratchDefenseFleet => Vec::new(),
        }
    }

    /// NW-8, NW-9 Zones that a faction may control, and ports off which it may land.
    fn fleet_goals(&self, sea: &Sea, map: SeaMap, harbour: &Harbour<'_>) -> Vec<Goal> {
        let faction = harbour.faction();
        let own = |zone: ZoneId| {
            let of = self.board.zone(zone);
            of.ports.iter().any(|port| self.board.base(*port).is_port() && harbour.holds(*port))
                || (faction == Faction::Western && !of.boxes.is_empty())
        };
        let zones = self.board.zone_ids().filter(|zone| self.board.zone(*zone).map == map);
        // Beside a real table the core game says where a unit may be placed (NW-8 is a house rule).
        let near = zones.filter(|zone| {
            if self.is_companion() {
                return true;
            }
            own(*zone) || harbour.next(*zone).iter().copied().any(own)
        });
        let mut goals: Vec<Goal> = near.map(Goal::Station).collect();
        let posts: Vec<Post> =
            self.supports(sea, faction).iter().map(|it| sea.support[usize::from(it.0)].post).collect();
        let taken = |goal: Goal| {
            let Some(Site::SeaHex(hex, _)) = self.site_of(sea, goal, map) else { return true };
            posts.contains(&Post::Hex(hex))
        };
        let enemies = self.enemies(sea, faction, map);
        let held = enemies.iter().flat_map(|enemy| self.controlled(&sea.facts, *enemy, map)).copied();
        let mut ports: Vec<BaseId> = held.filter(|base| self.board.base(*base).is_port()).collect();
        ports.sort_unstable();
        goals.extend(ports.into_iter().map(Goal::Landing).filter(|goal| !taken(*goal)));
        goals
    }

    /// NW-10 Where a CV Fleet that stands off a port may strike: at that port.
    fn flips(&self, sea: &Sea, faction: Faction, support: SupportId) -> Vec<Goal> {
        let unit = &sea.support[usize::from(support.0)];
        let Post::Hex(hex) = unit.post else { return Vec::new() };
        let struck = self.struck(sea, faction, unit.map).into_iter();
        let off = |base: &BaseId| self.board.base(*base).approach.iter().any(|(_, at)| *at == hex);
        let ready = unit.force.iter().any(|ship| matches!(sea.unit(*ship).place, Place::Used(_)));
        struck.filter(|base| ready && off(base)).map(Goal::Strike).collect()
    }

    /// The enemy ports and cities of a map in which pieces lie that may be attacked.
    fn struck(&self, sea: &Sea, faction: Faction, map: SeaMap) -> Vec<BaseId> {
        let enemies = self.enemies(sea, faction, map);
        let mut bases: Vec<BaseId> = Vec::new();
        for unit in sea.ids() {
            let Place::Base(base) = sea.unit(unit).place else { continue };
            let enemy = self.side_of(sea, unit).is_some_and(|side| enemies.contains(&side));
            let open = enemy && self.may_fight(sea, self.counters[unit].nation, map);
            if open && self.board.base(base).map() == map && !bases.contains(&base) {
                bases.push(base);
            }
        }
        bases.sort_unstable();
        bases
    }

    /// Where a Task Force goes for a goal: off a port, to the first hex that is known there.
    pub(super) fn site_of(&self, sea: &Sea, goal: Goal, map: SeaMap) -> Option<Site> {
        Some(match goal {
            Goal::Station(zone) => Site::Station(zone),
            Goal::Landing(base) => {
                let (zone, hex) = self.board.base(base).approach.first()?;
                Site::SeaHex(*hex, *zone)
            }
            Goal::Strike(base) => Site::LandHex(self.board.base(base).hex, None),
            Goal::Hex(hex) => match self.zone_of_hex(&sea.facts, hex) {
                Some(zone) => Site::SeaHex(hex, zone),
                None => Site::LandHex(
                    hex,
                    self.board.base_in(hex).and_then(|base| self.board.base(base).zones.first().copied()),
                ),
            },
            Goal::StrategicWarfare => Site::StrategicWarfare(map),
        })
    }

    /// The rule by which a thing that was ordered cannot be done any more, if so.
    pub(super) fn forbids(&self, sea: &Sea, faction: Faction, mission: Mission) -> Option<&'static str> {
        let (may, rule) = match mission {
            Mission::Place(support, goal) if self.is_companion() => {
                (self.can_be_placed(sea, faction, support, goal), "SK-3.1-1")
            }
            Mission::Place(support, goal) => (self.may_be_placed(sea, faction, support, goal), "SK-3.1-1"),
            Mission::BaseRaid(base) => {
                let map = self.board.base(base).map();
                (self.raid_targets(sea, faction, map).unwrap_or_default().contains(&base), "SK-5.2.1-1")
            }
            Mission::Patrol(boat, zone) => {
                let patrols = self.patrols(sea, faction).unwrap_or_default();
                (patrols.iter().any(|(of, zones)| *of == boat && zones.contains(&zone)), "SK-5.3-1")
            }
            Mission::Ask => (true, ""),
        };
        (!may).then_some(rule)
    }

    /// Pieces of enemies that lie in a base and may be attacked.
    pub(super) fn lying_in(&self, sea: &Sea, faction: Faction, base: BaseId) -> Vec<UnitId> {
        let map = self.board.base(base).map();
        let enemies = self.enemies(sea, faction, map);
        let here = sea.ids().filter(|unit| sea.unit(*unit).place == Place::Base(base));
        here.filter(|unit| self.side_of(sea, *unit).is_some_and(|side| enemies.contains(&side))).collect()
    }
}
