//! What is so where nobody declared it: in the naval war history says what the core game would (NW-3, and
//! `history.yaml`); at a real map nothing does, and a rule that needs the fact is refused by its name.

use std::borrow::Cow;

use super::Schiffskrieg;
use super::board::{BaseId, Board, CountryId, Hex, SeaMap};
use super::calendar::Turn;
use super::faction::Faction;
use super::facts::{Fact, Facts, Missing, Subject, Value};
use super::files::HistoryFile;
use super::pieces::Nation;
use super::scenario::Support;
use super::tables::WarState;

impl Schiffskrieg {
    /// What a fact says: what was declared, otherwise what history says in the naval war.
    ///
    /// # Errors
    /// [`Missing`] if neither says anything.
    pub fn need<'f>(&self, facts: &'f Facts, fact: Fact, of: &[Subject]) -> Result<Cow<'f, Value>, Missing> {
        if let Some(value) = facts.get(fact, of) {
            return Ok(Cow::Borrowed(value));
        }
        let told = match &self.history {
            Some(history) => self.told(history, facts, fact, of),
            None if self.is_companion() => self.derived(facts, fact, of),
            None => None,
        };
        told.map(Cow::Owned).ok_or_else(|| Missing { fact, of: of.to_vec() })
    }

    /// A fact that is true or false.
    ///
    /// # Errors
    /// [`Missing`] if nobody declared it and history does not say it.
    pub fn flag(&self, facts: &Facts, fact: Fact, of: &[Subject]) -> Result<bool, Missing> {
        self.need(facts, fact, of).map(|value| *value == Value::Flag(true))
    }

    /// What history says of a fact on the turn that stands.
    fn told(&self, history: &History, facts: &Facts, fact: Fact, of: &[Subject]) -> Option<Value> {
        let turn = facts.turn().unwrap_or(self.scenario.start);
        let flag = |is: bool| Some(Value::Flag(is));
        match (fact, of) {
            (Fact::WarState, [Subject::Map(map)]) => Some(Value::Word(history.war_state(*map, turn) as u8)),
            (Fact::OtherMapWarState, []) => {
                let other = SeaMap::ALL.into_iter().find(|map| !self.scenario.maps.contains(map))?;
                Some(Value::Word(history.war_state(other, turn) as u8))
            }
            (Fact::Posture, [Subject::Country(country), Subject::Map(map)]) => {
                // The words are those of the fact: neutral, preparing, war.
                Some(Value::Word(if history.is_at_war_posture(*country, *map, turn) { 2 } else { 0 }))
            }
            (Fact::PolicyAffected, [Subject::Country(country), Subject::Map(map)]) => {
                flag(history.is_affected(*country, *map, turn))
            }
            (Fact::Hostile, [Subject::Faction(one), Subject::Faction(other), Subject::Map(map)]) => {
                flag(history.are_hostile(*one, *other, *map, turn))
            }
            (Fact::CountryStatus, [Subject::Country(country), Subject::Map(map)]) => {
                Some(Value::Word(history.status(&self.board, *country, *map, turn).word()))
            }
            (Fact::ActiveMinorsLeader, [Subject::Country(country)]) => {
                let map = self.board.country(*country).maps.first().copied()?;
                flag(matches!(history.status(&self.board, *country, map, turn), Status::Active(_)))
            }
            (Fact::HexControl, [Subject::Base(base)]) => {
                let holder = history.holder(&self.board, *base, turn);
                Some(Value::Word(holder.map_or(NEUTRAL, |faction| faction as u8)))
            }
            (Fact::GroundUnitInHex, [Subject::Hex(hex)]) => {
                let base = self.board.base_in(*hex);
                let holder = base.and_then(|base| self.controller(facts, base).ok().flatten());
                Some(holder.and_then(|of| self.leader_of(of, hex.map)).map_or(Value::None, Value::Country))
            }
            (Fact::AxisGroundUnitInCountry, [Subject::Country(country)]) => {
                let held = |base: &BaseId| {
                    self.board.base(*base).country == *country
                        && history.holder(&self.board, *base, turn) == Some(Faction::Axis)
                };
                flag(self.board.base_ids().any(|base| held(&base)))
            }
            (Fact::AllHomePortsLost, [Subject::Country(country)]) => {
                flag(self.has_lost_its_ports(history, *country, turn))
            }
            (Fact::WeatherSnow, _) => flag(turn.is_winter()),
            (Fact::SupportDelay | Fact::NavyLeadsGovernment, _) => flag(true),
            (Fact::Convoys, _) => Some(Value::Number(CONVOYS)),
            (Fact::Uscl | Fact::Tide | Fact::DelayDrm, _) => Some(Value::Number(0)),
            (Fact::StrategicWarfareBox, [Subject::Map(map)]) => Some(self.boxed_at_first(history, *map)),
            _ => self.on_the_map(facts, fact, of),
        }
    }

    /// What follows from the map alone, and from who holds its ports.
    pub(super) fn on_the_map(&self, facts: &Facts, fact: Fact, of: &[Subject]) -> Option<Value> {
        let flag = |is: bool| Some(Value::Flag(is));
        match (fact, of) {
            (Fact::TruceAffected | Fact::TerrainClosed | Fact::WeatherMud, _) => flag(false),
            (Fact::MayContest, _) => flag(true),
            (Fact::DetachmentOrLogistics, _) => Some(Value::None),
            (Fact::DependentOf, [Subject::Country(country)]) => {
                Some(self.board.country(*country).dependent_of.map_or(Value::None, Value::Country))
            }
            (Fact::SeaHexZone, [Subject::Hex(hex)]) => self.board.zone_of_sea(*hex).map(Value::Zone),
            (Fact::Coast, [Subject::Hex(hex)]) => {
                let off = |base: &BaseId| self.board.base(*base).approach.iter().any(|(_, at)| at == hex);
                let bases = self.board.base_ids().filter(off);
                let mut coast: Vec<CountryId> = bases.map(|base| self.board.base(base).country).collect();
                coast.sort_unstable();
                coast.dedup();
                Some(Value::List(coast.into_iter().map(Value::Country).collect()))
            }
            (Fact::BoxEntryHexes, _) => Some(Value::List(Vec::new())),
            (Fact::AirUnitPath, [Subject::Hex(from), Subject::Hex(to)]) => {
                flag(from.distance(*to).is_some_and(|hexes| hexes <= self.tables.task_force.lba_range))
            }
            (Fact::AirBase, [Subject::Hex(hex), Subject::Faction(faction)]) => {
                flag(self.holds(facts, *hex, *faction))
            }
            (Fact::NavalBase, [Subject::Hex(hex), Subject::Country(country)]) => {
                let Ok(Some(faction)) = self.holder_of(facts, *country, hex.map) else { return flag(false) };
                let port = self.board.base_in(*hex).is_some_and(|base| self.board.base(base).is_port());
                flag(port && self.holds(facts, *hex, faction))
            }
            _ => None,
        }
    }

    /// Whether a faction holds the base in a hex.
    fn holds(&self, facts: &Facts, hex: Hex, faction: Faction) -> bool {
        let base = self.board.base_in(hex);
        base.is_some_and(|base| self.controller(facts, base).ok().flatten() == Some(faction))
    }

    /// The country whose ground units stand for a faction on a map.
    pub(super) fn leader_of(&self, faction: Faction, map: SeaMap) -> Option<CountryId> {
        self.board.country_of(match (faction, map) {
            (Faction::Axis, SeaMap::Tk) => Nation::German,
            (Faction::Axis, SeaMap::Ds) => Nation::Japanese,
            (Faction::Western, SeaMap::Tk) => Nation::British,
            (Faction::Western, SeaMap::Ds) => Nation::Us,
            (Faction::Soviet, _) => Nation::Russian,
        })
    }

    fn has_lost_its_ports(&self, history: &History, country: CountryId, turn: Turn) -> bool {
        let map = self.board.country(country).maps.first().copied().unwrap_or(SeaMap::Tk);
        let Status::Active(own) = history.status(&self.board, country, map, turn) else { return true };
        let home = self.board.base_ids().filter(|base| {
            let of = self.board.base(*base);
            of.country == country && of.is_port()
        });
        home.into_iter().all(|base| history.holder(&self.board, base, turn) != Some(own))
    }

    /// The markers that lie in a Strategic Warfare Box when the match begins: those of the set-up, and those
    /// of history.
    fn boxed_at_first(&self, history: &History, map: SeaMap) -> Value {
        let words = &self.facts.of(Fact::StrategicWarfareBox).one_of;
        let markers =
            self.scenario.set_ups.iter().flat_map(|(_, set_up)| set_up.iter()).flat_map(|it| &it.markers);
        let printed = markers
            .filter(|it| it.map == map && it.spot == super::scenario::Spot::StrategicWarfare)
            .map(|it| it.marker.id().to_owned());
        let start = self.scenario.start;
        let late = history
            .markers
            .iter()
            .filter(|it| it.map == map && it.from <= start && it.until.is_none_or(|until| start < until));
        let mut all: Vec<String> = printed.chain(late.map(|it| it.marker.clone())).collect();
        all.sort();
        all.dedup();
        let places = all.iter().filter_map(|it| words.iter().position(|word| word == it));
        Value::List(places.map(|at| Value::Word(at as u8)).collect())
    }
}

/// The place of `neutral` among the words of `hex-control`, behind the factions.
pub(super) const NEUTRAL: u8 = Faction::ALL.len() as u8;
/// How many turns history tells, from March and April 1937 to the end of 1945.
const TOLD: u8 = 9 * 9;
/// Standard Convoys where nobody declares them.
pub(super) const CONVOYS: i16 = 2;

/// What has become of a country.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It fights for a faction.
    Active(Faction),
    /// It is neutral.
    Neutral,
    /// It is conquered.
    Conquered,
}

impl Status {
    /// Its place among the words of `country-status`.
    pub(super) const fn word(self) -> u8 {
        match self {
            Status::Active(faction) => faction as u8,
            Status::Neutral => 3,
            Status::Conquered => 4,
        }
    }

    fn named(word: &str) -> Option<Status> {
        match word {
            "neutral" => Some(Status::Neutral),
            "conquered" => Some(Status::Conquered),
            _ => Faction::named(word.strip_prefix("active-")?).map(Status::Active),
        }
    }
}

/// Support units of a nation that the core game would have.
#[derive(Clone, Debug, PartialEq)]
pub struct Pool {
    /// The map.
    pub map: SeaMap,
    /// The nation.
    pub nation: Nation,
    /// From which turn on.
    pub from: Turn,
    /// The name of the one unit that the row is about; the row is about all others of the nation without it.
    pub name: Option<String>,
    /// How many of each kind.
    pub units: Vec<(Support, u8)>,
}

/// A marker that lies in a Strategic Warfare Box for a time.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkerTime {
    /// The map.
    pub map: SeaMap,
    /// Its word.
    pub marker: String,
    /// The first turn.
    pub from: Turn,
    /// The turn from which it is gone.
    pub until: Option<Turn>,
}

/// What history says, turn by turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    war_states: Vec<(SeaMap, Turn, WarState)>,
    hostile: Vec<(SeaMap, [Faction; 2], Turn)>,
    postures: Vec<(SeaMap, CountryId, Turn)>,
    affected: Vec<(SeaMap, CountryId, Turn, Turn)>,
    countries: Vec<(SeaMap, CountryId, Turn, Status)>,
    /// The same by map and country, each in the order of turns.
    fates: [Vec<Vec<(Turn, Status)>>; SeaMap::ALL.len()],
    /// What has become of each country on each map, turn by turn, as far as history is told.
    lots: Vec<[Vec<Status>; SeaMap::ALL.len()]>,
    /// By base, each with its changes in their order.
    control: Vec<Vec<(Turn, Option<Faction>)>>,
    /// Who holds each base, turn by turn, as far as history is told.
    held: Vec<Vec<Option<Faction>>>,
    /// Support units, in the order of turns.
    pub pools: Vec<Pool>,
    /// Markers.
    pub markers: Vec<MarkerTime>,
    /// What is declared on a turn, as `fact=value`.
    pub events: Vec<(SeaMap, Turn, String)>,
}

impl History {
    /// The War State of a map on a turn.
    pub fn war_state(&self, map: SeaMap, turn: Turn) -> WarState {
        let rows = self.war_states.iter().filter(|(of, from, _)| *of == map && *from <= turn);
        rows.max_by_key(|(_, from, _)| *from).map_or(WarState::PreWar, |(.., state)| *state)
    }

    /// Whether two factions are at war on a map.
    pub fn are_hostile(&self, one: Faction, other: Faction, map: SeaMap, turn: Turn) -> bool {
        let pair = [one.min(other), one.max(other)];
        self.hostile.iter().any(|(of, between, from)| *of == map && *between == pair && *from <= turn)
    }

    /// The turn on which two factions go to war on a map, if they do.
    pub fn war_begins(&self, one: Faction, other: Faction, map: SeaMap) -> Option<Turn> {
        let pair = [one.min(other), one.max(other)];
        self.hostile.iter().find(|(of, between, _)| *of == map && *between == pair).map(|(.., from)| *from)
    }

    pub(super) fn is_at_war_posture(&self, country: CountryId, map: SeaMap, turn: Turn) -> bool {
        self.postures.iter().any(|(on, of, from)| *on == map && *of == country && *from <= turn)
    }

    pub(super) fn is_affected(&self, country: CountryId, map: SeaMap, turn: Turn) -> bool {
        let mut rows = self.affected.iter();
        rows.any(|(on, of, from, until)| *on == map && *of == country && *from <= turn && turn < *until)
    }

    /// What has become of a country on a map.
    pub fn status(&self, board: &Board, country: CountryId, map: SeaMap, turn: Turn) -> Status {
        match self.lots.get(usize::from(turn.0)) {
            Some(lots) => lots[map as usize][usize::from(country.0)],
            None => self.lot(board, country, map, turn),
        }
    }

    /// The same from the rows; a Dependent of which nothing is said shares the lot of its country.
    fn lot(&self, board: &Board, country: CountryId, map: SeaMap, turn: Turn) -> Status {
        let rows = &self.fates[map as usize][usize::from(country.0)];
        let last = rows.iter().rev().find(|(from, _)| *from <= turn);
        match (last, board.country(country).dependent_of) {
            (Some((_, status)), _) => *status,
            (None, Some(owner)) if owner != country => self.lot(board, owner, map, turn),
            _ => Status::Neutral,
        }
    }

    /// Who holds a base on a turn.
    pub fn holder(&self, board: &Board, base: BaseId, turn: Turn) -> Option<Faction> {
        match self.held.get(usize::from(turn.0)) {
            Some(held) => held[usize::from(base.0)],
            None => self.reckon(board, base, turn),
        }
    }

    /// Works out what has become of every country, and who holds every base, on every turn of a calendar of
    /// so many turns.
    pub fn tell(&mut self, board: &Board, turns: u8) {
        self.fates = SeaMap::ALL.map(|_| vec![Vec::new(); board.countries.len()]);
        for (map, country, from, status) in &self.countries {
            self.fates[*map as usize][usize::from(country.0)].push((*from, *status));
        }
        self.fates.iter_mut().flatten().for_each(|rows| rows.sort_by_key(|(from, _)| *from));
        let lot = |map, turn| board.country_ids().map(|it| self.lot(board, it, map, Turn(turn))).collect();
        self.lots = (0..turns).map(|turn| SeaMap::ALL.map(|map| lot(map, turn))).collect();
        let held = |turn| board.base_ids().map(|base| self.reckon(board, base, Turn(turn))).collect();
        self.held = (0..turns).map(held).collect();
    }

    fn reckon(&self, board: &Board, base: BaseId, turn: Turn) -> Option<Faction> {
        let changes = &self.control[usize::from(base.0)];
        if let Some((_, to)) = changes.iter().rev().find(|(from, _)| *from <= turn) {
            return *to;
        }
        let of = board.base(base);
        match self.status(board, of.country, of.map(), turn) {
            Status::Active(faction) => Some(faction),
            Status::Neutral | Status::Conquered => None,
        }
    }

    /// The bases that change hands on a turn.
    pub fn taken(&self, board: &Board, turn: Turn) -> Vec<(BaseId, Option<Faction>)> {
        let Some(before) = turn.0.checked_sub(1).map(Turn) else { return Vec::new() };
        let now = |base: BaseId| (base, self.holder(board, base, turn));
        let changed =
            |(base, holder): &(BaseId, Option<Faction>)| self.holder(board, *base, before) != *holder;
        board.base_ids().map(now).filter(changed).collect()
    }

    /// The countries whose lot changes on a turn.
    pub fn turned(&self, turn: Turn) -> impl Iterator<Item = (SeaMap, CountryId, Status)> {
        let rows = self.countries.iter().filter(move |(_, _, from, _)| *from == turn);
        rows.map(|(map, country, _, status)| (*map, *country, *status))
    }

    /// Lets the first hostilities begin at once, in a Limited War, nobody of them Policy Affected (NW-2).
    pub fn at_once(&mut self, start: Turn) {
        let first = self.hostile.iter().filter(|(_, _, from)| *from > start).map(|(.., from)| *from).min();
        let Some(first) = first else { return };
        let begun = |from: &Turn| *from <= start;
        if self.hostile.iter().any(|(.., from)| begun(from)) {
            return;
        }
        let mut maps = Vec::new();
        for (map, _, from) in self.hostile.iter_mut().filter(|(_, _, from)| *from == first) {
            *from = start;
            maps.push(*map);
        }
        for map in maps {
            if self.war_state(map, start) == WarState::PreWar {
                self.war_states.push((map, start, WarState::LimitedWar));
            }
            self.affected.retain(|(on, ..)| *on != map);
        }
    }

    /// Lets two factions be at war from a turn on, and no others.
    pub fn only_war(&mut self, between: [Faction; 2], map: SeaMap, from: Turn) {
        self.hostile = vec![(map, between, from)];
    }
}

/// History from its file; a sentence for what does not hang together.
pub(super) fn build(file: HistoryFile, board: &Board) -> Result<History, String> {
    let country = |word: &str| board.country_named(word).ok_or_else(|| format!("there is no country {word}"));
    let mut history = History { control: vec![Vec::new(); board.bases.len()], ..History::default() };
    for row in file.war_states {
        history.war_states.push((row.map, turn(&row.from)?, row.state));
    }
    for row in file.hostile {
        history.hostile.push((row.map, row.between, turn(&row.from)?));
    }
    for row in file.postures {
        history.postures.push((row.map, country(&row.country)?, turn(&row.from)?));
    }
    for row in file.affected {
        history.affected.push((row.map, country(&row.country)?, turn(&row.from)?, turn(&row.until)?));
    }
    for row in file.countries {
        let status =
            Status::named(&row.status).ok_or_else(|| format!("a country cannot be {}", row.status))?;
        for word in &row.countries {
            history.countries.push((row.map, country(word)?, turn(&row.from)?, status));
        }
    }
    for row in file.control {
        let to = match row.to.as_str() {
            "neutral" => None,
            word => Some(Faction::named(word).ok_or_else(|| format!("there is no faction {word}"))?),
        };
        for word in &row.bases {
            let base = board.base_named(word).ok_or_else(|| format!("there is no base {word}"))?;
            history.control[usize::from(base.0)].push((turn(&row.from)?, to));
        }
    }
    history.control.iter_mut().for_each(|changes| changes.sort_by_key(|(from, _)| *from));
    for row in file.pools {
        let kind = |(word, many): (&String, &u8)| {
            let kind = Support::named(word).ok_or_else(|| format!("there is no support unit {word}"))?;
            Ok((kind, *many))
        };
        let units = row.units.iter().map(kind).collect::<Result<_, String>>()?;
        let (map, nation, name) = (row.map, row.nation, row.name);
        history.pools.push(Pool { map, nation, from: turn(&row.from)?, name, units });
    }
    for row in file.markers {
        let until = row.until.as_deref().map(turn).transpose()?;
        history.markers.push(MarkerTime { map: row.map, marker: row.marker, from: turn(&row.from)?, until });
    }
    for row in file.events {
        history.events.push((row.map, turn(&row.from)?, row.declare));
    }
    history.tell(board, TOLD);
    Ok(history)
}

fn turn(text: &str) -> Result<Turn, String> {
    Turn::named(text).ok_or_else(|| format!("there is no turn {text}"))
}
