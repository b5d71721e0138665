//! What a fight can be made of that a player sets up on the page for orders: the places and units that the
//! packet shows.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use engine::condition::lexicon::BETWEEN;
use engine::doctrine::vocabulary::packed;
use engine::odds::Arena;
use engine::side::Side;
use engine::view::{Control, Packet, Parts, Unit};

/// A place: its word, its name, who controls it.
#[derive(Serialize)]
struct Place<'a>(String, &'a str, &'a str);

/// A unit: its word, name and class, its damage, and `r` while its raiding side is up, with semicolons
/// between them. What is not said at the end goes without saying.
type Ship = String;

/// Units of a side at a station, by their places in the lists of sides and stations, in their order
/// ([`packed`]).
#[derive(Serialize)]
struct Squadron(usize, usize, String);

/// All that is needed to write a file for `sealord odds`.
#[derive(Serialize)]
pub(super) struct Fights<'a> {
    system: &'a str,
    scenario: &'a str,
    /// Whether sides fight by battle plans.
    by_plan: bool,
    /// Whether it matters whose flag lies in the place.
    flagged: bool,
    /// Whether it matters who fires first.
    turned: bool,
    sides: Vec<(&'static str, &'static str)>,
    places: Vec<Place<'a>>,
    /// Where units are beside the places, whose numbers come first.
    stations: Vec<&'a str>,
    units: Vec<Squadron>,
}

impl<'a> Fights<'a> {
    pub(super) fn of(
        packet: &'a Packet,
        view: &Parts<'a>,
        sides: &'static [Side],
        arena: &Arena,
    ) -> Fights<'a> {
        let zones = || view.sea.zones.iter().filter_map(|zone| Some((zone, zone.word()?)));
        let held = |control: Option<Control>| control.and_then(Control::side).map_or("", |side| side.id());
        let places = zones().map(|(zone, word)| Place(word, zone.name, held(zone.control)));
        let mut muster = Muster {
            own: packet.party.side(),
            sides,
            ashore: arena.ashore,
            stations: zones().map(|(zone, _)| zone.name).collect(),
            units: BTreeMap::new(),
            seen: BTreeSet::new(),
        };
        let places: Vec<Place<'a>> = places.collect();
        for (at, (zone, _)) in zones().enumerate() {
            muster.take(at, &zone.own, Some(muster.own));
            muster.take(at, &zone.enemy_known, None);
        }
        for port in &view.sea.ports {
            let at = muster.station(port.name);
            muster.take(at, &port.own, Some(muster.own));
            muster.take(at, &port.enemy_known, None);
        }
        muster.aside(view);
        let Muster { mut stations, units, .. } = muster;
        let stations = stations.split_off(places.len());
        Fights {
            system: &packet.system,
            scenario: &packet.scenario,
            by_plan: arena.by_plan,
            flagged: arena.flagged,
            turned: arena.turned,
            sides: sides.iter().map(|side| (side.id(), side.name())).collect(),
            places,
            stations,
            units: units.into_iter().map(squadron).collect(),
        }
    }
}

fn squadron(((side, at), mut ships): ((usize, usize), Vec<Ship>)) -> Squadron {
    ships.sort();
    Squadron(side, at, packed(&ships))
}

/// Gathers the units of a view, each once: where it is seen first counts.
struct Muster<'a> {
    own: Side,
    sides: &'static [Side],
    ashore: fn(&str) -> bool,
    stations: Vec<&'a str>,
    units: BTreeMap<(usize, usize), Vec<Ship>>,
    seen: BTreeSet<&'a str>,
}

impl<'a> Muster<'a> {
    fn station(&mut self, name: &'a str) -> usize {
        self.stations.push(name);
        self.stations.len() - 1
    }

    /// The place of a station in the list; a new one if it is not there.
    fn known_station(&mut self, name: &'a str) -> usize {
        let known = self.stations.iter().position(|it| *it == name);
        known.unwrap_or_else(|| self.station(name))
    }

    fn take(&mut self, at: usize, units: &[Unit<&'a str>], whose: Option<Side>) {
        units.iter().for_each(|unit| self.add(at, unit, whose));
    }

    /// Takes a unit whose side is known: as said, by the unit itself, or because there is one enemy only.
    fn add(&mut self, at: usize, unit: &Unit<&'a str>, whose: Option<Side>) {
        let mut enemies = self.sides.iter().copied().filter(|side| *side != self.own);
        let only = enemies.next().filter(|_| enemies.next().is_none());
        let side = whose.or(unit.side).or(only);
        let Some(side) = side.and_then(|side| self.sides.iter().position(|it| *it == side)) else { return };
        if (self.ashore)(unit.class) || !self.seen.insert(unit.id) {
            return;
        }
        let words = [unit.id, unit.name, unit.class]
            .map(|word| word.replace(';', ",").replace(BETWEEN, "/"))
            .join(";");
        let ship = match (unit.damage.unwrap_or(0), unit.raiding.unwrap_or(false)) {
            (0, false) => words,
            (damage, raiding) => format!("{words};{damage};{}", if raiding { "r" } else { "" }),
        };
        self.units.entry((side, at)).or_default().push(ship);
    }

    /// The units that are not on the map and not lost.
    fn aside(&mut self, view: &Parts<'a>) {
        for it in view.beside.boxed.iter().flatten() {
            let at = self.known_station(it.place);
            self.add(at, &it.unit, Some(it.side));
        }
        for it in view.beside.sightings.iter().flatten() {
            let at = self.known_station(it.place);
            self.add(at, &it.unit, None);
        }
        let tracks = [
            ("under repair", &view.beside.repair),
            ("turn track", &view.beside.track),
            ("arriving", &view.beside.arriving),
            ("away", &view.beside.away),
        ];
        for (name, track) in tracks {
            for it in track.iter().flatten() {
                let at = self.known_station(name);
                self.add(at, &it.unit, Some(it.side));
            }
        }
        let air = view.beside.air.iter().flat_map(|air| air.available.iter().chain(&air.used));
        for unit in view.beside.undeployed.iter().flatten().chain(air) {
            let at = self.known_station("off the map");
            self.add(at, unit, Some(self.own));
        }
    }
}
