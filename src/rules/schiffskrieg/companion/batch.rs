//! What a batch of declarations changes at once, and what it brings that is then played.

use super::super::board::{CountryId, Hex, SeaMap, ZoneId};
use super::super::facts::{Declared, Fact, Facts, Owner, Subject, Value};
use super::super::history::History;
use super::super::pieces::Nation;
use super::super::scenario::Support;
use super::super::state::{Clock, Due, Goal, Mission, Post, Sea, Stage, SupportId, SupportUnit};
use super::super::tables::WarState;
use super::{CARDS, Schiffskrieg, stages};
use crate::faction::Faction;

/// How many support units of each kind a nation can have on a map beside a real table. The counter mix of the
/// core game is not at hand.
const STOCK: [(Support, u8); 6] = [
    (Support::SurfaceFleet, 3),
    (Support::CvFleet, 3),
    (Support::SubFleet, 3),
    (Support::AirForce, 5),
    (Support::Bomber, 2),
    (Support::Interceptor, 3),
];

impl Schiffskrieg {
    /// Support units that can come into a match beside a real table; they are away until they are declared.
    pub(crate) fn add_stock(&self, lore: &History, support: &mut Vec<SupportUnit>) {
        let mut nations: Vec<(SeaMap, Nation)> = Vec::new();
        for pool in lore.pools.iter().filter(|pool| self.scenario.maps.contains(&pool.map)) {
            if !nations.contains(&(pool.map, pool.nation)) {
                nations.push((pool.map, pool.nation));
            }
        }
        for (map, nation) in nations {
            for (kind, most) in STOCK {
                let own = |it: &&SupportUnit| {
                    (it.map, it.owner, it.kind) == (map, Owner::Nation(nation), kind) && it.name.is_none()
                };
                for _ in support.iter().filter(own).count()..usize::from(most) {
                    support.push(SupportUnit {
                        kind,
                        owner: Owner::Nation(nation),
                        name: None,
                        map,
                        strike: false,
                        post: Post::Away,
                        force: Vec::new(),
                    });
                }
            }
        }
    }

    /// Takes up a batch that was found sound: facts stand, support units move, and what follows becomes due.
    pub(crate) fn take_up(&self, sea: &mut Sea, facts: &[Declared]) {
        let before = sea.facts.clone();
        sea.beside.wanted.clear();
        facts.iter().for_each(|one| sea.facts.take(&self.facts, one));
        if !self.is_companion() {
            return;
        }
        // What an enemy does comes before all that is under way (SK-1.2-14).
        let mut due = Vec::new();
        facts.iter().for_each(|one| self.enter(sea, one, facts, &mut due));
        due.append(&mut sea.due);
        sea.due = due;
        for one in facts {
            self.follow(sea, &before, one, facts);
        }
        let opens = |one: &Declared| matches!(one.fact, Fact::Segment | Fact::PhasingFaction);
        if facts.iter().any(opens) {
            self.open_segment(sea);
        }
        facts.iter().for_each(|one| self.announce(sea, one));
    }

    /// An enemy ground unit enters a hex and stands there.
    fn enter(&self, sea: &mut Sea, one: &Declared, batch: &[Declared], due: &mut Vec<Due>) {
        let (Fact::EnemyEntry, [Subject::Hex(hex)]) = (one.fact, &one.of[..]) else { return };
        let of = vec![Subject::Hex(*hex)];
        if !batch.iter().any(|it| it.fact == Fact::GroundUnitInHex && it.of == of) {
            let stands = Declared { fact: Fact::GroundUnitInHex, of, value: one.value.clone() };
            sea.facts.take(&self.facts, &stands);
        }
        if let Some(base) = self.board.base_in(*hex) {
            due.push(Due::EnemyEnters(base));
        }
    }

    /// What a declaration brings besides what it says.
    fn follow(&self, sea: &mut Sea, before: &Facts, one: &Declared, batch: &[Declared]) {
        let changed = before.get(one.fact, &one.of) != Some(&one.value);
        let due = match (one.fact, &one.of[..], &one.value) {
            (Fact::Turn, ..) if changed => {
                self.turn_begins(sea, batch);
                Some(Due::Markers)
            }
            (Fact::WarState, [Subject::Map(map)], Value::Word(at)) if changed => {
                war_state(*at).filter(|state| is_new(before, one, *state)).map(|it| Due::WarState(*map, it))
            }
            (Fact::OtherMapWarState, _, Value::Word(at)) if changed => {
                let other = SeaMap::ALL.into_iter().find(|map| !self.scenario.maps.contains(map));
                let state = war_state(*at).filter(|state| is_new(before, one, *state));
                other.zip(state).map(|(map, state)| Due::WarState(map, state))
            }
            (Fact::CountryStatus, [Subject::Country(country), Subject::Map(_)], Value::Word(at)) => {
                self.lot(before, one, *country, *at, batch)
            }
            (Fact::PoliticalEvent, [Subject::Faction(faction), Subject::Map(map)], Value::Word(at)) => {
                Some(Due::Political(*faction, *map, *at))
            }
            (Fact::ConditionalEvent, [Subject::Country(country)], Value::Word(at)) => {
                Some(Due::Conditional(*country, *at))
            }
            (Fact::ReinforcementRelease, [Subject::Map(map)], Value::Word(at)) => {
                Some(Due::Release(*map, *at))
            }
            (Fact::FowCards, [Subject::Faction(faction), Subject::Map(map)], Value::List(now)) => {
                let held = match before.get(one.fact, &one.of) {
                    Some(Value::List(held)) => held.len(),
                    _ => 0,
                };
                (now.len() < held).then_some(Due::Fortunes(*faction, *map))
            }
            (Fact::OptionCard, [Subject::Faction(faction), Subject::Map(map)], _) => {
                sea.beside.shown.retain(|shown| shown != &(*faction, *map));
                None
            }
            (Fact::ForcePool, [Subject::Map(map), Subject::Unit(owner, kind)], Value::Number(many)) => {
                self.fill_pool(sea, (*map, *owner, *kind), *many);
                None
            }
            (Fact::SupportUnitEvent, [Subject::Map(map), Subject::Unit(owner, kind)], Value::Word(at)) => {
                self.move_support(sea, (*map, *owner, *kind), *at);
                None
            }
            _ => None,
        };
        sea.due.extend(due);
    }

    /// A new turn: weather is over, and every segment can come again.
    fn turn_begins(&self, sea: &mut Sea, batch: &[Declared]) {
        sea.beside.opened.clear();
        let weather = |fact: Fact| matches!(fact, Fact::WeatherSnow | Fact::WeatherMud);
        let again: Vec<&Declared> = batch.iter().filter(|one| weather(one.fact)).collect();
        sea.facts.forget(|one| {
            let segment = matches!(one.fact, Fact::Segment | Fact::PhasingFaction)
                && !batch.iter().any(|it| it.fact == one.fact);
            segment || (weather(one.fact) && !again.iter().any(|it| it.of == one.of))
        });
        sea.clock = Some(Clock { war_turns: 0, ..self.first_clock_beside() });
    }

    /// A country that was declared before and changes: it comes in, or leaves the war, unless an event in the
    /// same batch says how.
    fn lot(
        &self,
        before: &Facts,
        one: &Declared,
        country: CountryId,
        now: u8,
        batch: &[Declared],
    ) -> Option<Due> {
        let Some(Value::Word(was)) = before.get(one.fact, &one.of) else { return None };
        let faction = |at: u8| Faction::ALL.get(usize::from(at)).copied();
        let by_event = || {
            let of = [Subject::Country(country)];
            batch.iter().any(|it| it.fact == Fact::ConditionalEvent && it.of == of)
        };
        match (faction(*was), faction(now)) {
            (old, Some(new)) if old != Some(new) => Some(Due::Activate(country, new)),
            (Some(_), None) if !by_event() => Some(Due::Leaves(country)),
            _ => None,
        }
    }

    /// A segment is opened: its first stage is next, and cards are shown in theirs.
    fn open_segment(&self, sea: &mut Sea) {
        let Some(Value::Word(at)) = sea.facts.get(Fact::Segment, &[]).cloned() else { return };
        let segment = self.segment(sea).unwrap_or_default().to_owned();
        let first = self.scenario.factions().next().unwrap_or(Faction::Axis);
        let faction = if segment == super::TOGETHER { Some(first) } else { self.phasing(sea) };
        let Some(faction) = faction else { return };
        sea.beside.opened.push((at, faction));
        sea.raided.clear();
        sea.orders.clear();
        let stage = stages(&segment, faction).first().copied().unwrap_or(Stage::Table);
        sea.clock = Some(Clock { stage, faction, thing: 0, battles: 0, war_turns: 0 });
        if segment == CARDS {
            for map in self.scenario.maps.iter().copied() {
                let of = [Subject::Faction(faction), Subject::Map(map)];
                if let Some(Value::Number(card)) = sea.facts.get(Fact::OptionCard, &of)
                    && !sea.beside.shown.contains(&(faction, map))
                {
                    sea.due.push(Due::Card(faction, map, *card as u8));
                    sea.beside.shown.push((faction, map));
                }
            }
        }
    }

    /// The table announces a placement: it is done in the Support Segment that is open, in the order of the
    /// lines.
    fn announce(&self, sea: &mut Sea, one: &Declared) {
        let (Fact::Placement, [Subject::Map(map), Subject::Unit(owner, kind)]) = (one.fact, &one.of[..])
        else {
            return;
        };
        let taken =
            |id: SupportId| sea.orders.iter().any(|it| matches!(it, Mission::Place(of, _) if *of == id));
        let ready = self.placeable(sea, *map, *owner, *kind).into_iter().find(|id| !taken(*id));
        let (Some(support), Some(goal)) = (ready, self.goal_declared(*kind, &one.value)) else { return };
        sea.orders.push(Mission::Place(support, goal));
        if let Some(clock) = &mut sea.clock {
            clock.stage = Stage::Support;
        }
    }

    /// The support units of a kind that can be placed: in the Force Pool, or a CV Fleet on the map that can
    /// strike.
    pub(super) fn placeable(&self, sea: &Sea, map: SeaMap, owner: Owner, kind: Support) -> Vec<SupportId> {
        let own = self.support_of(sea, (map, owner, kind));
        let post = |id: &SupportId| sea.support[usize::from(id.0)].post;
        let (pool, rest): (Vec<SupportId>, Vec<SupportId>) =
            own.into_iter().partition(|id| post(id) == Post::ForcePool);
        let flips = rest.into_iter().filter(|id| {
            let unit = &sea.support[usize::from(id.0)];
            kind == Support::CvFleet && !unit.strike && matches!(unit.post, Post::Hex(_))
        });
        pool.into_iter().chain(flips).collect()
    }

    /// Where a placement is declared to be.
    pub(super) fn goal_declared(&self, kind: Support, value: &Value) -> Option<Goal> {
        let air = matches!(kind, Support::AirForce | Support::Bomber | Support::CvFleet);
        Some(match value {
            Value::Zone(zone) => Goal::Station(*zone),
            Value::StrategicWarfare => Goal::StrategicWarfare,
            Value::Hex(hex) => match self.board.base_in(*hex).filter(|_| air) {
                Some(base) => Goal::Strike(base),
                None => Goal::Hex(*hex),
            },
            _ => return None,
        })
    }

    pub(super) fn support_of(&self, sea: &Sea, of: (SeaMap, Owner, Support)) -> Vec<SupportId> {
        let own = |id: &SupportId| {
            let unit = &sea.support[usize::from(id.0)];
            (unit.map, unit.owner, unit.kind) == of
        };
        (0..sea.support.len() as u8).map(SupportId).filter(own).collect()
    }

    /// So many units of a kind are in their Force Pool: others come from out of play, or go there.
    fn fill_pool(&self, sea: &mut Sea, of: (SeaMap, Owner, Support), many: i16) {
        let own = self.support_of(sea, of);
        let count = |sea: &Sea, post: Post| {
            own.iter().filter(|id| sea.support[usize::from(id.0)].post == post).count() as i16
        };
        let mut lacks = many - count(sea, Post::ForcePool);
        for id in &own {
            let unit = &mut sea.support[usize::from(id.0)];
            match (lacks.signum(), unit.post) {
                (1, Post::Away) => (unit.post, lacks) = (Post::ForcePool, lacks - 1),
                (-1, Post::ForcePool) => (unit.post, lacks) = (Post::Away, lacks + 1),
                _ => {}
            }
        }
    }

    /// What happens to the first unit of a kind that it can happen to.
    fn move_support(&self, sea: &mut Sea, of: (SeaMap, Owner, Support), word: u8) {
        let Some((id, post)) = self.support_moved(sea, of, word) else { return };
        let unit = &mut sea.support[usize::from(id.0)];
        (unit.post, unit.strike) = (post, false);
        unit.force.clear();
    }

    /// Which support unit an event moves, and where to; nothing where there is none.
    pub(super) fn support_moved(
        &self,
        sea: &Sea,
        of: (SeaMap, Owner, Support),
        word: u8,
    ) -> Option<(SupportId, Post)> {
        let words = &self.facts.of(Fact::SupportUnitEvent).one_of;
        let own = self.support_of(sea, of);
        let post = |id: &SupportId| sea.support[usize::from(id.0)].post;
        let on_map = |post: Post| matches!(post, Post::Station(_) | Post::Hex(_) | Post::StrategicWarfare);
        let waits =
            |post: Post| matches!(post, Post::NavalDelay | Post::Delay | Post::Track(_) | Post::UsedAsset);
        let find = |fits: &dyn Fn(Post) -> bool| own.iter().copied().find(|id| fits(post(id)));
        match words.get(usize::from(word))?.as_str() {
            "arrives" => {
                find(&waits).or_else(|| find(&|post| post == Post::Away)).map(|id| (id, Post::ForcePool))
            }
            "returns" => find(&on_map).map(|id| (id, Post::ForcePool)),
            "delayed" => find(&on_map)
                .or_else(|| find(&|post| post == Post::ForcePool))
                .map(|id| (id, sea.support[usize::from(id.0)].delay_box())),
            "leaves" => find(&|post| post == Post::ForcePool)
                .or_else(|| find(&waits))
                .or_else(|| find(&on_map))
                .map(|id| (id, Post::Away)),
            _ => None,
        }
    }

    /// The naval zone of a hex: as declared, otherwise by the map.
    pub(crate) fn zone_of_hex(&self, facts: &Facts, hex: Hex) -> Option<ZoneId> {
        match facts.get(Fact::SeaHexZone, &[Subject::Hex(hex)]) {
            Some(Value::Zone(zone)) => Some(*zone),
            _ => self.board.zone_of_sea(hex),
        }
    }

    /// Whether a support unit can be placed now: it is there, and a legal Task Force can be formed for it.
    /// Where it may go is for the core game to say (2.2).
    pub(crate) fn can_be_placed(&self, sea: &Sea, faction: Faction, support: SupportId, goal: Goal) -> bool {
        let unit = &sea.support[usize::from(support.0)];
        let Some(nation) = self.nation_of(unit) else { return false };
        if matches!((unit.kind, unit.post, goal), (Support::CvFleet, Post::Hex(_), Goal::Strike(_))) {
            return true;
        }
        let Some(site) = self.site_of(sea, goal, unit.map) else { return false };
        let wanted = self.wanted(sea, unit, nation);
        unit.post == Post::ForcePool && self.ready(sea, faction).can_form(wanted, site)
    }
}

fn war_state(at: u8) -> Option<WarState> {
    WarState::ALL.get(usize::from(at)).copied()
}

/// Whether a War State goes into effect: what is declared first is how the match begins.
fn is_new(before: &Facts, one: &Declared, state: WarState) -> bool {
    before.get(one.fact, &one.of).is_some() && state != WarState::PreWar
}
