//! How a faction sees the parts of a position: maps, zones, ports, boxes and tracks with what stands there.

mod orders;

use super::Schiffskrieg;
use super::board::{BaseId, Hex, Room, SeaMap, ZoneId};
use super::calendar::Turn;
use super::counters::{capitals, class, line, marks, support_class};
use super::faction::Faction;
use super::facts::{Declared, Facts, Standing, Value, Veil};
use super::markers::{Lies, MarkerState};
use super::pieces::UnitId;
use super::state::{Clock, Place, Post, Sea, Site, Stage, SupportId, SupportUnit};
use super::view::{Change, Columns, FactSeen, MapView, Share, SupportView};
use engine::side::{Side, SideMap};
use engine::system::Rules;
use engine::view;
use engine::view::{Control, Holder, InBox, OnTrack, Unit, ZoneRef};

/// How many turns ahead a report names what history changes.
const AHEAD: u8 = 3;

/// A faction, looking at a position.
pub(super) struct Observer<'e> {
    pub(super) system: &'e Schiffskrieg,
    pub(super) sea: &'e Sea,
    pub(super) side: Side,
    /// Which faction looks; nothing for somebody who has no part.
    pub(super) faction: Option<Faction>,
    /// Pieces by place, each place with its own in their order, sorted by place.
    by_place: Vec<(Place, Vec<UnitId>)>,
}

impl<'e> Observer<'e> {
    pub(super) fn new(system: &'e Schiffskrieg, sea: &'e Sea, side: Side) -> Observer<'e> {
        let mut all: Vec<(Place, UnitId)> = sea.ids().map(|unit| (sea.unit(unit).place, unit)).collect();
        all.sort_unstable();
        let mut by_place: Vec<(Place, Vec<UnitId>)> = Vec::new();
        for (place, unit) in all {
            match by_place.last_mut().filter(|(last, _)| *last == place) {
                Some((_, units)) => units.push(unit),
                None => by_place.push((place, vec![unit])),
            }
        }
        Observer { system, sea, side, faction: Faction::of(side), by_place }
    }

    fn at(&self, place: Place) -> &[UnitId] {
        match self.by_place.binary_search_by_key(&place, |(of, _)| *of) {
            Ok(at) => &self.by_place[at].1,
            Err(_) => &[],
        }
    }
}

impl Observer<'_> {
    /// A turn, counted from the first of the scenario.
    pub(super) fn number(&self, turn: Turn) -> u8 {
        turn.0.saturating_sub(self.system.scenario.start.0).saturating_add(1)
    }

    pub(super) fn phase(&self, clock: Option<Clock>) -> String {
        let Some(Clock { stage, faction, thing: _, battles: _, war_turns: _ }) = clock else {
            return "single chapters".to_owned();
        };
        let name = match stage {
            Stage::SetUp => return "setup".to_owned(),
            Stage::Changes => "changes at the start of the turn",
            Stage::Building => "Naval Construction",
            Stage::CommerceRaid => "commerce raids",
            Stage::Western => "Servrons and Reserve Fleets",
            Stage::Support => "Support Segment",
            Stage::Reorganization => "LBA reorganization",
            Stage::Rebasing => "rebasing",
            Stage::Checks => "final checks",
            Stage::Delay => "delay rolls",
            Stage::Return => "return and arrivals",
            Stage::Scoring => "scoring",
            Stage::Over => "over",
            Stage::Table => return self.system.table_phase(self.sea),
        };
        if stage.is_by_faction() { format!("{}: {name}", faction.side().name()) } else { name.to_owned() }
    }

    pub(super) fn map(&self, map: SeaMap) -> MapView {
        let (system, sea) = (self.system, self.sea);
        let state = system.war_state(&sea.facts, map).ok();
        let pairs = [
            (Faction::Axis, Faction::Western),
            (Faction::Axis, Faction::Soviet),
            (Faction::Western, Faction::Soviet),
        ];
        let at_war = |(one, other): &(Faction, Faction)| system.enemies(sea, *one, map).contains(other);
        let words = |(one, other): (Faction, Faction)| {
            format!("{} against {}", one.side().adjective(), other.side().adjective())
        };
        MapView {
            id: map.id(),
            name: map.to_string(),
            state: state.map(|state| state.id().replace('-', " ")),
            wars: pairs.into_iter().filter(at_war).map(words).collect(),
            boxed: system.in_box(sea, map).iter().map(|word| word.replace('-', " ")).collect(),
            luck: sea.luck.of(map).map(super::luck::Team::id),
        }
    }

    pub(super) fn score(&self) -> view::Score<Columns> {
        let (system, sea) = (self.system, self.sea);
        let has = |map: SeaMap| system.scenario.maps.contains(&map);
        let columns = |side: Side| {
            let points = Faction::of(side).map(|faction| sea.score.0[faction]).unwrap_or_default();
            let on = |map: SeaMap| has(map).then(|| i64::from(points[map as usize]));
            Columns { tk: on(SeaMap::Tk), ds: on(SeaMap::Ds) }
        };
        let total =
            |side: Side| Faction::of(side).map_or(0, |faction| i64::from(system.points_of(sea, faction)));
        let total = SideMap::from_fn(system.sides(), total);
        let turn = view::TurnScore {
            turn: system.turn_number(sea),
            columns: SideMap::from_fn(system.sides(), columns),
            total: total.clone(),
            ..view::TurnScore::default()
        };
        let turns = if system.history.is_some() { vec![turn] } else { Vec::new() };
        view::Score { total, turns, scenarios: None }
    }

    pub(super) fn share(&self) -> Share {
        let system = self.system;
        let of = system.first_side().side();
        Share { of, now: system.share(self.sea), par: system.scenario.par }
    }

    /// A piece as it stands now.
    pub(super) fn unit(&self, unit: UnitId) -> Unit {
        let (counter, state) = (&self.system.counters[unit], self.sea.unit(unit));
        let side = self.system.side_of(self.sea, unit).map(Faction::side);
        Unit {
            id: counter.id.clone(),
            name: counter.name.clone(),
            side: side.filter(|side| *side != self.side),
            navy: counter.nation.adjective().to_owned(),
            class: class(counter).to_owned(),
            line: line(counter, state.hurt),
            of: None,
            known: (side != Some(self.side)).into(),
            marks: Some(marks(counter, state)),
            damage: Some(u8::from(state.hurt)),
            raiding: Some(matches!(state.place, Place::OnStation(_))),
        }
    }

    /// A support unit on a map, as a counter: its strength, and what it does there.
    fn fleet(&self, support: SupportId, mark: Option<String>) -> Option<(Side, Unit)> {
        let unit = &self.sea.support[usize::from(support.0)];
        let side = self.system.faction_of_support(self.sea, support)?.side();
        let strength = self.system.strength_of(self.sea, unit);
        let counter = Unit {
            id: self.system.support_word(support),
            name: self.system.support_name(support),
            side: (side != self.side).then_some(side),
            navy: self
                .system
                .nation_of(unit)
                .map_or(side.adjective(), |nation| nation.adjective())
                .to_owned(),
            class: support_class(unit).to_owned(),
            line: if strength > 0 { format!("strength {strength}") } else { "alone".to_owned() },
            of: None,
            known: (side != self.side).into(),
            marks: Some(mark.into_iter().collect()),
            damage: Some(0),
            raiding: Some(false),
        };
        Some((side, counter))
    }

    /// Units of both kinds, own ones and others'.
    fn parted(
        &self,
        units: impl IntoIterator<Item = UnitId>,
        fleets: Vec<(Side, Unit)>,
    ) -> (Vec<Unit>, Vec<Unit>) {
        let pieces = units.into_iter().map(|unit| {
            let side = self.system.side_of(self.sea, unit).map(Faction::side);
            (side, self.unit(unit))
        });
        let all = fleets.into_iter().map(|(side, unit)| (Some(side), unit)).chain(pieces);
        let (own, others): (Vec<_>, Vec<_>) = all.partition(|(side, _)| *side == Some(self.side));
        let bare = |list: Vec<(Option<Side>, Unit)>| list.into_iter().map(|(_, unit)| unit).collect();
        (bare(own), bare(others))
    }

    fn support_ids(&self) -> impl Iterator<Item = (SupportId, &SupportUnit)> {
        self.sea.support.iter().enumerate().map(|(at, unit)| (SupportId(at as u8), unit))
    }

    /// The zones that are played.
    fn zone_ids(&self) -> impl Iterator<Item = ZoneId> + '_ {
        let maps = &self.system.scenario.maps;
        self.system.board.zone_ids().filter(|zone| maps.contains(&self.system.board.zone(*zone).map))
    }

    pub(super) fn zones(&self, fought: &[ZoneId]) -> Vec<view::Zone> {
        self.zone_ids().map(|zone| self.zone(zone, fought.contains(&zone))).collect()
    }

    fn zone(&self, zone: ZoneId, fought: bool) -> view::Zone {
        let (system, board) = (self.system, &self.system.board);
        let of = board.zone(zone);
        let scored = system.history.is_some();
        let value = |side: Side| {
            let counts = |faction| system.is_disputed(self.sea, zone, faction);
            if Faction::of(side).is_some_and(counts) { u16::from(of.value) } else { 0 }
        };
        let fleets = self.support_ids().filter_map(|(id, unit)| {
            let mark = match unit.post {
                Post::Station(at) if at == zone => None,
                Post::Hex(hex) if board.zone_of_sea(hex) == Some(zone) => Some(self.off(hex)),
                _ => return None,
            };
            self.fleet(id, mark)
        });
        let fleets = fleets.collect();
        let pieces = self.at(Place::OnStation(zone)).iter().chain(self.at(Place::Used(zone))).copied();
        let (own, enemy_known) = self.parted(pieces, fleets);
        let control = scored.then(|| system.holder_of_zone(self.sea, zone)).flatten();
        view::Zone {
            key: Some(of.id.clone()),
            name: of.name.clone(),
            area: Some(of.map.id().to_owned()),
            x: of.centre[1],
            lat: of.centre[0],
            value: if scored { SideMap::from_fn(system.sides(), value) } else { SideMap::default() },
            control: control.map(|faction| Control::Held(faction.side())),
            own,
            enemy_known,
            fought: fought || self.sea.battle.as_ref().is_some_and(|battle| battle.zone() == Some(zone)),
            ..view::Zone::default()
        }
    }

    /// Off which port a hex lies, in words.
    pub(super) fn off(&self, hex: Hex) -> String {
        let board = &self.system.board;
        let off = |base: &BaseId| board.base(*base).approach.iter().any(|(_, at)| *at == hex);
        match board.base_ids().find(off) {
            Some(base) => format!("off {}", board.base(base).name),
            None => format!("in {}", board.grid.code(hex)),
        }
    }

    pub(super) fn zone_ref(&self, zone: ZoneId) -> ZoneRef {
        ZoneRef::Key(self.system.board.zone(zone).id.clone())
    }

    pub(super) fn ports(&self) -> Vec<view::Port> {
        let (system, board) = (self.system, &self.system.board);
        let played = |base: &BaseId| system.scenario.maps.contains(&board.base(*base).map());
        board.base_ids().filter(played).map(|base| self.port(base)).collect()
    }

    fn port(&self, base: BaseId) -> view::Port {
        let (system, of) = (self.system, self.system.board.base(base));
        let struck = self.support_ids().filter_map(|(id, unit)| match unit.post {
            Post::Hex(hex) if hex == of.hex => self.fleet(id, None),
            _ => None,
        });
        let struck = struck.collect();
        let (own, enemy_known) = self.parted(self.at(Place::Base(base)).iter().copied(), struck);
        let holder = match system.controller(&self.sea.facts, base) {
            Ok(Some(faction)) => Holder::Side(faction.side()),
            Ok(None) => Holder::Nobody("neutral".to_owned()),
            Err(_) => Holder::Nobody("unknown".to_owned()),
        };
        view::Port {
            id: of.id.clone(),
            name: of.name.clone(),
            kind: Some(if of.is_port() { "port" } else { "city" }.to_owned()),
            holder,
            zones: of.zones.iter().map(|zone| self.zone_ref(*zone)).collect(),
            capacity: Some(
                match of.room {
                    Room::NoShips => "no port",
                    Room::Limited => "limited stacking",
                    Room::Major => "major port",
                    Room::Any => "no limit",
                }
                .to_owned(),
            ),
            x: of.at[1],
            lat: of.at[0],
            own,
            enemy: None,
            enemy_known,
            duty: None,
        }
    }

    pub(super) fn links(&self) -> Vec<(ZoneRef, ZoneRef)> {
        let board = &self.system.board;
        let played = |zone: ZoneId| self.system.scenario.maps.contains(&board.zone(zone).map);
        let mut pairs: Vec<[ZoneId; 2]> = board.links.iter().map(|link| link.zones).collect();
        // Two passages may join the same zones.
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.sort_unstable();
        pairs.dedup();
        let pairs = pairs.into_iter().filter(|[a, b]| played(*a) && played(*b));
        pairs.map(|[a, b]| (self.zone_ref(a), self.zone_ref(b))).collect()
    }

    /// The side for which a piece counts that lies beside the map: nobody's counts for who set it up.
    fn side_of(&self, unit: UnitId) -> Option<Side> {
        let now = self.system.side_of(self.sea, unit);
        now.or_else(|| self.system.faction_of(unit)).map(Faction::side)
    }

    /// Pieces in boxes, own first, box by box; support units on a Strategic Warfare Box among them.
    pub(super) fn boxed(&self) -> Vec<InBox> {
        let mut boxed: Vec<(bool, usize, Side, String, Unit)> = Vec::new();
        for (order, (place, units)) in self.by_place.iter().enumerate() {
            let Some(name) = self.box_name(*place) else { continue };
            for unit in units {
                let Some(side) = self.side_of(*unit) else { continue };
                boxed.push((side != self.side, order, side, name.clone(), self.unit(*unit)));
            }
        }
        for (id, unit) in self.support_ids().filter(|(_, unit)| unit.post == Post::StrategicWarfare) {
            let Some((side, fleet)) = self.fleet(id, None) else { continue };
            let name = format!("Strategic Warfare ({})", unit.map);
            boxed.push((side != self.side, self.by_place.len(), side, name, fleet));
        }
        boxed.sort_by_key(|it| (it.0, it.1, it.2));
        boxed.into_iter().map(|(_, _, side, place, unit)| InBox { side, unit, place }).collect()
    }

    fn box_name(&self, place: Place) -> Option<String> {
        let many = self.system.scenario.maps.len() > 1;
        let on = |name: &str, map: SeaMap| {
            if many { format!("{name} ({map})") } else { name.to_owned() }
        };
        Some(match place {
            Place::Box(hold) => self.system.board.hold(hold).name.clone(),
            Place::UsedAsset(map) => on("Used Asset Box", map),
            Place::NavalDelay(map) => on("Naval Warfare Delay Box", map),
            Place::Delay(map) => on("Delay Box", map),
            Place::Shipyard => "Shipyard Delay Box".to_owned(),
            Place::Available => "Available for Construction".to_owned(),
            Place::ForcePool(map) => on("Force Pool", map),
            Place::Holding => "the other theatre".to_owned(),
            Place::Event(event) => capitals(event.id()),
            Place::Base(_)
            | Place::OnStation(_)
            | Place::Used(_)
            | Place::TurnTrack(..)
            | Place::ShipTrack(_)
            | Place::Sunk
            | Place::Out => return None,
        })
    }

    /// Pieces at places that a function picks, each with a turn, own first, by turn.
    pub(super) fn tracked(&self, turn_of: impl Fn(Place) -> Option<u8>) -> Vec<OnTrack> {
        let units = self.sea.ids().filter_map(|unit| {
            let turn = turn_of(self.sea.unit(unit).place)?;
            Some(OnTrack { side: self.side_of(unit)?, unit: self.unit(unit), turn: Some(turn) })
        });
        let mut units: Vec<OnTrack> = units.collect();
        units.sort_by_key(|it| (self.side != it.side, it.side, it.turn));
        units
    }

    pub(super) fn sunk(&self) -> Vec<OnTrack> {
        let lost = self.at(Place::Sunk).iter();
        let lost = lost.filter_map(|unit| {
            Some(OnTrack { side: self.side_of(*unit)?, unit: self.unit(*unit), turn: None })
        });
        let mut lost: Vec<OnTrack> = lost.collect();
        lost.sort_by_key(|it| (self.side != it.side, it.side));
        lost
    }

    /// Support units that stand on no map and are in play, own first.
    pub(super) fn supports(&self) -> Vec<SupportView> {
        let off = self.support_ids().filter_map(|(id, unit)| {
            let place = match unit.post {
                Post::ForcePool => "Force Pool".to_owned(),
                Post::UsedAsset => "Used Asset Box".to_owned(),
                Post::NavalDelay => "Naval Warfare Delay Box".to_owned(),
                Post::Delay => "Delay Box".to_owned(),
                Post::Track(turn) => format!("back on turn {} ({turn})", self.number(turn)),
                Post::Station(_) | Post::Hex(_) | Post::StrategicWarfare | Post::Away => return None,
            };
            let side = self.system.faction_of_support(self.sea, id)?.side();
            let map = unit.map.id().to_uppercase();
            Some(SupportView {
                side,
                id: self.system.support_word(id),
                name: self.system.support_name(id),
                map,
                place,
            })
        });
        let mut off: Vec<SupportView> = off.collect();
        off.sort_by_key(|it| (self.side != it.side, it.side));
        off
    }

    pub(super) fn marker(&self, state: &MarkerState) -> Option<String> {
        let MarkerState { marker, nation, map, lies } = state;
        let place = match lies {
            Lies::Base(base) => format!("at {}", self.system.board.base(*base).name),
            Lies::ForcePool => format!("in the Force Pool of {map}"),
            Lies::Delay => format!("in the Delay Box of {map}"),
            Lies::TurnTrack(turn) => format!("back on turn {} ({turn})", self.number(*turn)),
            Lies::Out => return None,
        };
        let of = nation.map(|nation| format!("{} ", nation.adjective())).unwrap_or_default();
        Some(format!("{of}{} {place}", capitals(marker.id())))
    }

    pub(super) fn facts(&self, facts: &Facts) -> Vec<FactSeen> {
        facts.standing().iter().map(|it| self.fact(it)).collect()
    }

    fn fact(&self, standing: &Standing) -> FactSeen {
        let (reader, declared) = (self.system.reader(), &standing.declared);
        let number = match &declared.value {
            Value::List(list) => Some(list.len().to_string()),
            _ => None,
        };
        FactSeen {
            fact: reader.words(declared.fact, &declared.of),
            value: match self.veil(declared) {
                None => Some(reader.value_words(declared)),
                Some(Veil::Count) => number,
                Some(Veil::UntilShown) => None,
            },
        }
    }

    /// What lies over a declared fact for the reader; who has no part sees what is open to all.
    pub(super) fn veil(&self, declared: &Declared) -> Option<Veil> {
        self.system.veil_over(self.sea, declared, self.faction)
    }

    /// What history changes on the next turns (NW-5).
    pub(super) fn ahead(&self) -> Vec<Change> {
        let (now, last) = (self.system.turn(self.sea), self.system.end(self.sea));
        let next = (1..=AHEAD).map(|turns| now.ahead(turns)).filter(|turn| *turn <= last);
        let changes = next.map(|turn| Change {
            turn: self.number(turn),
            date: turn.to_string(),
            what: self.system.changes_of(turn),
        });
        changes.filter(|change| !change.what.is_empty()).collect()
    }

    /// Where a battle is fought, in words.
    pub(super) fn site(&self, site: Site) -> String {
        let board = &self.system.board;
        match site {
            Site::Station(zone) => board.zone(zone).name.clone(),
            Site::SeaHex(hex, zone) => format!("{} ({})", board.zone(zone).name, self.off(hex)),
            Site::LandHex(hex, _) => match board.base_in(hex) {
                Some(base) => board.base(base).name.clone(),
                None => board.grid.code(hex),
            },
            Site::StrategicWarfare(map) => format!("the Strategic Warfare Box of {map}"),
        }
    }
}
