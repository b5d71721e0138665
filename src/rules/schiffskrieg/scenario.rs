//! Scenarios and their set-ups (sections 24 to 57).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::board::{BaseId, Board, BoxId, CountryId, Room, SeaMap, ZoneId};
use super::calendar::{MONTHS, Turn};
use super::faction::{ByFaction, Faction};
use super::files::{
    AtRow, CalendarRow, MarkerRow, PlacementRow, ScenarioRow, ScenariosFile, SetUpRow, SupportRow,
};
use super::pieces::{Counters, Nation, Stripe, UnitId};
use super::tables::Game;
use engine::rulebook::roster::Named;
use engine::tags::words;

words! {
    /// A box of a Conditional Event in which pieces wait.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum EventBox: id {
        /// Army Program.
        ArmyProgram = "army-program",
        /// British Far Eastern Forces.
        BritishFarEasternForces = "british-far-eastern-forces",
        /// Emergency Mobilization.
        EmergencyMobilization = "emergency-mobilization",
        /// European Reserves.
        EuropeanReserves = "european-reserves",
        /// Far Eastern Forces.
        FarEasternForces = "far-eastern-forces",
        /// Outbreak of War.
        OutbreakOfWar = "outbreak-of-war",
        /// Their Finest Hour.
        TheirFinestHour = "their-finest-hour",
        /// US Far Eastern Forces.
        UsFarEasternForces = "us-far-eastern-forces",
    }
}

words! {
    /// A marker that a set-up places.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Marker: id {
        /// The Axis Raid marker.
        Raid = "raid",
        /// A Reserve Fleet marker.
        ReserveFleet = "reserve-fleet",
        /// US Ship Building.
        UsShipBuilding = "us-ship-building",
        /// US End Ship Building.
        UsEndShipBuilding = "us-end-ship-building",
        /// Awaiting Liberation.
        AwaitingLiberation = "awaiting-liberation",
        /// Naval Purges.
        NavalPurges = "naval-purges",
        /// OKM Purges.
        OkmPurges = "okm-purges",
        /// USN Superiority.
        UsnSuperiority = "usn-superiority",
        /// Surface Raiders.
        SurfaceRaiders = "surface-raiders",
        /// Suicidal Raiders.
        SuicidalRaiders = "suicidal-raiders",
        /// The first US Servron.
        #[serde(rename = "us-servron-1")]
        UsServron1 = "us-servron-1",
        /// The second US Servron.
        #[serde(rename = "us-servron-2")]
        UsServron2 = "us-servron-2",
        /// The third US Servron.
        #[serde(rename = "us-servron-3")]
        UsServron3 = "us-servron-3",
        /// The fourth US Servron.
        #[serde(rename = "us-servron-4")]
        UsServron4 = "us-servron-4",
    }
}

words! {
    /// A kind of support unit.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Support: id {
        /// A Surface Fleet.
        SurfaceFleet = "surface-fleet",
        /// A CV Fleet, whose other side is a CV Strike.
        CvFleet = "cv-fleet",
        /// A Sub Fleet.
        SubFleet = "sub-fleet",
        /// An Air Force.
        AirForce = "air-force",
        /// A Bomber.
        Bomber = "bomber",
        /// An Interceptor.
        Interceptor = "interceptor",
        /// A Scratch Defense Fleet.
        ScratchDefenseFleet = "scratch-defense-fleet",
    }
}

/// Where pieces of a set-up go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// To a base of their side's choice.
    Choice(Choice),
    /// To this base.
    Base(BaseId),
    /// To this Off-Map Box.
    Box(BoxId),
    /// To the holding box of the other theatre; from the beginning of a year on they may come.
    Holding {
        /// The year, if they come with one.
        from_year: Option<u16>,
    },
    /// To a Conditional Event.
    Event(EventBox),
    /// To the Available for Construction Box.
    Available,
    /// To the Force Pool.
    ForcePool,
    /// To this turn of the Turn Track.
    TurnTrack(Turn),
    /// To this turn of the Ship Building Track.
    ShipTrack(Turn),
    /// To the Delay Box.
    Delay,
    /// To the Strategic Warfare Box; markers alone.
    StrategicWarfare,
}

/// Bases of which a side chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Whether only ports count.
    pub ports: bool,
    /// Whether all pieces go to one hex.
    pub one_hex: bool,
    /// The countries.
    pub countries: Vec<CountryId>,
    /// Regions within countries.
    pub regions: Vec<String>,
    /// Countries whose Dependents count.
    pub dependents_of: Vec<CountryId>,
    /// The zone that a port must touch, if that is asked.
    pub zone: Option<ZoneId>,
    /// Bases besides.
    pub bases: Vec<BaseId>,
    /// Off-Map Boxes besides.
    pub boxes: Vec<BoxId>,
}

/// Pieces of one nation and type in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The map, unless it is the Ship Building Track of both.
    pub map: Option<SeaMap>,
    /// Where they go.
    pub spot: Spot,
    /// The pieces.
    pub units: Vec<UnitId>,
    /// Pieces that the print lists here and that stand elsewhere.
    pub printed_only: Vec<UnitId>,
    /// The stripe of Russian ships.
    pub stripe: Option<Stripe>,
    /// Whether the Free Setup Variant puts them elsewhere.
    pub free_setup: bool,
    /// Whether they are there with the Separate Peace option alone.
    pub separate_peace: bool,
}

/// A marker of a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkerAt {
    /// The marker.
    pub marker: Marker,
    /// Its nation, for a Reserve Fleet.
    pub nation: Option<Nation>,
    /// The map.
    pub map: SeaMap,
    /// Where it lies.
    pub spot: Spot,
}

/// A support unit in a Force Pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupportAt {
    /// What it is.
    pub kind: Support,
    /// Its nation; none for a Scratch Defense Fleet, which is its faction's.
    pub nation: Option<Nation>,
    /// The name on it, if it has one.
    pub name: Option<String>,
    /// The map.
    pub map: SeaMap,
}

/// What a faction sets up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// Pieces, in the order in which they are placed.
    pub placements: Vec<Placement>,
    /// Markers.
    pub markers: Vec<MarkerAt>,
    /// Support units.
    pub support: Vec<SupportAt>,
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The number of its section, by which it goes in files.
    pub id: String,
    /// The name.
    pub name: String,
    /// The maps it plays on.
    pub maps: Vec<SeaMap>,
    /// The first turn.
    pub start: Turn,
    /// Whether the set-up puts the marker on the Ship Building Track.
    pub seasonal_marker: bool,
    /// What each faction sets up; nothing for one that has no part.
    pub set_ups: ByFaction<Option<SetUp>>,
    /// The words of its special rules.
    pub special: Vec<String>,
    /// The share of points that the first side is expected to reach in the naval war, in per cent (NW-22).
    pub par: u8,
}

impl Scenario {
    /// Which kind of match it is.
    pub fn game(&self) -> Game {
        match self.maps[..] {
            [SeaMap::Tk] => Game::Tk,
            [SeaMap::Ds] => Game::Ds,
            _ => Game::Combined,
        }
    }

    /// The factions that have a part, in the order of turns.
    pub fn factions(&self) -> impl Iterator<Item = Faction> {
        self.set_ups.iter().filter(|(_, set_up)| set_up.is_some()).map(|(faction, _)| faction)
    }

    /// Which faction sets a piece up, by its number; the first in their order if several list it.
    pub(super) fn set_up_by(&self) -> Vec<Option<Faction>> {
        let mut by = Vec::new();
        for faction in Faction::ALL {
            let placements = self.set_ups[faction].iter().flat_map(|it| &it.placements);
            for unit in placements.flat_map(|placement| &placement.units) {
                let at = usize::from(unit.0);
                by.resize(by.len().max(at + 1), None);
                by[at] = by[at].or(Some(faction));
            }
        }
        by
    }

    /// Whether a special rule holds.
    pub fn has(&self, special: &str) -> bool {
        self.special.iter().any(|it| it == special)
    }
}

impl Choice {
    /// The bases that are open on a map, in order, whatever lies in them.
    pub fn bases(&self, board: &Board, map: SeaMap) -> Vec<BaseId> {
        let open = |base: &BaseId| {
            let of = board.base(*base);
            let there = of.map() == map && (!self.ports || of.room != Room::NoShips);
            let owner = board.country(of.country).dependent_of;
            let inside = self.countries.contains(&of.country)
                || self.regions.iter().any(|region| of.regions.contains(region))
                || owner.is_some_and(|owner| self.dependents_of.contains(&owner));
            let touches = self.zone.is_none_or(|zone| of.zones.contains(&zone));
            there && touches && (inside || self.bases.contains(base))
        };
        board.base_ids().filter(open).collect()
    }
}

/// The par of a scenario for which none is known.
const EVEN: u8 = 50;

/// What set-ups look up.
struct Names<'a> {
    board: &'a Board,
    /// The counters by their ids: the scenarios name thousands.
    counters: BTreeMap<&'a str, UnitId>,
}

/// The scenarios of the file; a sentence for what does not hang together.
pub(super) fn build(
    file: ScenariosFile,
    board: &Board,
    counters: &Counters,
) -> Result<Vec<Scenario>, String> {
    calendar(&file.calendar)?;
    let counters = counters.ids().map(|unit| (counters[unit].names().0, unit)).collect();
    let names = Names { board, counters };
    file.scenarios.into_iter().map(|row| names.scenario(row)).collect()
}

/// The calendar is counted by the program; the file must say the same.
fn calendar(row: &CalendarRow) -> Result<(), String> {
    let seasonal = (0..MONTHS.len()).filter(|at| Turn(*at as u8).is_seasonal()).map(|at| MONTHS[at]);
    let same = row.turns.iter().eq(MONTHS.iter()) && row.seasonal.iter().eq(seasonal);
    if same { Ok(()) } else { Err("the calendar is not the one that the program counts by".to_owned()) }
}

impl Names<'_> {
    fn scenario(&self, row: ScenarioRow) -> Result<Scenario, String> {
        let fault = |what: String| format!("scenario {}: {what}", row.id);
        let start = turn(&row.start).map_err(fault)?;
        let mut set_ups = ByFaction::from_fn(|_| None);
        for (faction, row) in [
            (Faction::Axis, row.factions.axis),
            (Faction::Western, row.factions.western),
            (Faction::Soviet, row.factions.soviet),
        ] {
            set_ups[faction] = row.map(|row| self.set_up(row)).transpose().map_err(fault)?;
        }
        if row.maps.is_empty() {
            return Err(fault("it has no map".to_owned()));
        }
        let special = row.special.into_iter().map(|rule| rule.id).collect();
        let (id, name, maps) = (row.id, row.name, row.maps);
        let seasonal_marker = row.seasonal_marker;
        Ok(Scenario { id, name, maps, start, seasonal_marker, set_ups, special, par: EVEN })
    }

    fn set_up(&self, row: SetUpRow) -> Result<SetUp, String> {
        Ok(SetUp {
            placements: row
                .placements
                .into_iter()
                .map(|row| self.placement(row))
                .collect::<Result<_, _>>()?,
            markers: row.markers.into_iter().map(|row| self.marker(row)).collect::<Result<_, _>>()?,
            support: row.support_units.into_iter().map(support).collect::<Result<_, _>>()?,
        })
    }

    fn placement(&self, row: PlacementRow) -> Result<Placement, String> {
        let spot = match row.at {
            AtRow::Port | AtRow::Base => Spot::Choice(self.choice(&row)?),
            AtRow::Named => Spot::Base(self.base(row.base.as_deref())?),
            AtRow::Box => Spot::Box(self.hold(row.hold.as_deref())?),
            AtRow::Holding => Spot::Holding { from_year: row.from_year },
            AtRow::Event => {
                let word = row.event.as_deref().unwrap_or_default();
                Spot::Event(EventBox::named(word).ok_or_else(|| format!("there is no event {word}"))?)
            }
            AtRow::Available => Spot::Available,
            AtRow::ForcePool => Spot::ForcePool,
            AtRow::TurnTrack => Spot::TurnTrack(turn(row.turn.as_deref().unwrap_or_default())?),
            AtRow::ShipBuildingTrack => Spot::ShipTrack(turn(row.turn.as_deref().unwrap_or_default())?),
            AtRow::DelayBox => Spot::Delay,
        };
        Ok(Placement {
            map: row.map.one(),
            spot,
            units: self.units(&row.units)?,
            printed_only: self.units(&row.printed_only)?,
            stripe: row.stripe,
            free_setup: row.free_setup,
            separate_peace: match row.option.as_deref() {
                None => false,
                Some("separate-peace") => true,
                Some(other) => return Err(format!("there is no option {other}")),
            },
        })
    }

    fn choice(&self, row: &PlacementRow) -> Result<Choice, String> {
        let (mut countries, mut regions) = (Vec::new(), Vec::new());
        for word in &row.within {
            match self.country(word) {
                Ok(country) => countries.push(country),
                Err(_) if self.board.bases.iter().any(|base| base.regions.contains(word)) => {
                    regions.push(word.clone());
                }
                Err(fault) => return Err(fault),
            }
        }
        let any = row.or_boxes.iter().any(|word| word == "any");
        let boxes: Result<Vec<BoxId>, String> = match (any, row.map.one()) {
            (true, Some(map)) => {
                Ok(self.board.box_ids().filter(|hold| self.board.hold(*hold).map == map).collect())
            }
            (true, None) => Err("any box, but of no map".to_owned()),
            (false, _) => row.or_boxes.iter().map(|word| self.hold(Some(word))).collect(),
        };
        let zone = row
            .zone
            .as_ref()
            .map(|word| self.board.zone_named(word).ok_or_else(|| format!("there is no zone {word}")));
        Ok(Choice {
            ports: row.at == AtRow::Port,
            one_hex: row.one_hex,
            countries,
            regions,
            dependents_of: row
                .dependents_of
                .iter()
                .map(|word| self.country(word))
                .collect::<Result<_, _>>()?,
            zone: zone.transpose()?,
            bases: row.or_bases.iter().map(|word| self.base(Some(word))).collect::<Result<_, _>>()?,
            boxes: boxes?,
        })
    }

    fn marker(&self, row: MarkerRow) -> Result<MarkerAt, String> {
        let word = &row.marker;
        let marker = Marker::named(word).ok_or_else(|| format!("there is no marker {word}"))?;
        let spot = match (row.at, row.hold.as_deref()) {
            (AtRow::Named, _) => Spot::Base(self.base(row.base.as_deref())?),
            (AtRow::Box, Some("strategic-warfare-box")) => Spot::StrategicWarfare,
            (AtRow::ForcePool, _) => Spot::ForcePool,
            (AtRow::TurnTrack, _) => Spot::TurnTrack(turn(row.turn.as_deref().unwrap_or_default())?),
            _ => return Err(format!("the marker {word} lies nowhere")),
        };
        let map = row.map.one().ok_or_else(|| format!("the marker {word} has no map"))?;
        Ok(MarkerAt { marker, nation: row.nation, map, spot })
    }

    fn units(&self, ids: &[String]) -> Result<Vec<UnitId>, String> {
        let unit = |id: &String| {
            self.counters.get(id.as_str()).copied().ok_or_else(|| format!("there is no counter {id}"))
        };
        ids.iter().map(unit).collect()
    }

    fn base(&self, word: Option<&str>) -> Result<BaseId, String> {
        let word = word.unwrap_or_default();
        self.board.base_named(word).ok_or_else(|| format!("there is no base {word}"))
    }

    fn hold(&self, word: Option<&str>) -> Result<BoxId, String> {
        let word = word.unwrap_or_default();
        self.board.box_named(word).ok_or_else(|| format!("there is no box {word}"))
    }

    fn country(&self, word: &str) -> Result<CountryId, String> {
        self.board.country_named(word).ok_or_else(|| format!("there is no country {word}"))
    }
}

fn support(row: SupportRow) -> Result<SupportAt, String> {
    let kind = Support::named(&row.unit).ok_or_else(|| format!("there is no support unit {}", row.unit))?;
    let map = row.map.one().ok_or_else(|| format!("{} has no map", row.unit))?;
    Ok(SupportAt { kind, nation: row.nation, name: row.name, map })
}

fn turn(text: &str) -> Result<Turn, String> {
    Turn::named(text).ok_or_else(|| format!("{text} is no turn"))
}
