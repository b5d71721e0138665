//! 1.1 Basing limits, 1.2 suitable bases, 1.4 Russian stripes: where a piece may lie.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::board::{BaseId, BoxId, CountryId, Room, SeaMap, ZoneId};
use super::faction::Faction;
use super::facts::{Fact, Facts, Missing, Subject, Value};
use super::markers::{Lies, MarkerState};
use super::naval_war::once;
use super::paths::{Reached, Ways};
use super::pieces::{Nation, Stripe, UnitId};
use super::state::{Place, Sea};
use super::{Schiffskrieg, special};

/// From where a piece comes, which decides where it may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Coming {
    /// From a base or box to another (1.2).
    Rebasing,
    /// From the Used Box of a zone (SK-1.3-2).
    FromZone(ZoneId),
    /// From a box or track of a map, anywhere on it (SK-1.3-4, SK-1.3-6).
    Arriving(SeaMap),
}

/// A country on a map.
pub(super) type Land = (CountryId, SeaMap);

/// How a country stands to a faction.
#[derive(Clone, Copy)]
pub(super) enum Stance {
    /// It fights for the faction.
    Friend,
    /// It fights for an enemy.
    Enemy,
    Neither,
}

/// What is known of a faction's bases at a moment.
pub struct Harbour<'s> {
    system: &'s Schiffskrieg,
    sea: &'s Sea,
    faction: Faction,
    snow: [bool; 2],
    /// Reserve Fleet markers in bases.
    reserves: Vec<MarkerState>,
    ways: Ways<'s>,
    /// Where pieces of a kind may go.
    open: BTreeMap<Alike, Vec<Place>>,
}

/// All of a piece that decides where it may go: whole fleets are alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Alike {
    nation: Nation,
    is_ship: bool,
    is_heavy: bool,
    vichy: bool,
    stripe: Option<Stripe>,
    from: Place,
    coming: Coming,
}

impl Schiffskrieg {
    /// Whether a base is suitable for a faction's pieces (SK-1.2-5, SK-1.2-6, SK-1.2-8): in an active
    /// friendly country that is nobody's Dependent and without an enemy ground unit, or with a friendly one.
    ///
    /// # Errors
    /// [`Missing`] if it hangs on a fact that nobody declared.
    pub fn is_suitable(&self, facts: &Facts, faction: Faction, base: BaseId) -> Result<bool, Missing> {
        self.is_suitable_by(facts, faction, base, |country, map| self.stance(facts, faction, country, map))
    }

    /// The same by how countries stand to the faction.
    fn is_suitable_by(
        &self,
        facts: &Facts,
        faction: Faction,
        base: BaseId,
        stance: impl Fn(CountryId, SeaMap) -> Result<Stance, Missing>,
    ) -> Result<bool, Missing> {
        let of = self.board.base(base);
        let map = of.map();
        let mut friendly = false;
        for fact in [Fact::GroundUnitInHex, Fact::DetachmentOrLogistics] {
            // Where nobody declared a ground unit in a hex, none stands there.
            let Ok(value) = self.need(facts, fact, &[Subject::Hex(of.hex)]) else { continue };
            let Value::Country(country) = &*value else { continue };
            match stance(*country, map)? {
                Stance::Friend => friendly = true,
                Stance::Enemy => return Ok(false),
                Stance::Neither => (),
            }
        }
        if friendly {
            return Ok(true);
        }
        // At a real map a base may be declared to be under another's control without a ground unit in it.
        if let Some(Value::Word(at)) = facts.get(Fact::HexControl, &[Subject::Base(base)])
            && Faction::ALL.get(usize::from(*at)) != Some(&faction)
        {
            return Ok(false);
        }
        if self.history.is_some() {
            return Ok(self.controller(facts, base)? == Some(faction));
        }
        let dependent = self.board.country(of.country).dependent_of.is_some();
        Ok(!dependent && self.holder_of(facts, of.country, map)? == Some(faction))
    }

    /// How a country stands to a faction on a map.
    fn stance(
        &self,
        facts: &Facts,
        faction: Faction,
        country: CountryId,
        map: SeaMap,
    ) -> Result<Stance, Missing> {
        Ok(match self.holder_of(facts, country, map)? {
            Some(holder) if holder == faction => Stance::Friend,
            Some(holder) if self.are_hostile(facts, holder, faction, map)? => Stance::Enemy,
            _ => Stance::Neither,
        })
    }

    /// Whether a country is a nation's home or one of its Dependents.
    pub fn is_home_or_dependent(&self, nation: Nation, country: CountryId) -> bool {
        let home = self.board.country_of(nation);
        home == Some(country) || (home.is_some() && self.board.country(country).dependent_of == home)
    }

    /// The bases of a faction as they are now.
    pub fn harbour<'s>(&'s self, sea: &'s Sea, faction: Faction) -> Harbour<'s> {
        let facts = &sea.facts;
        let snow =
            SeaMap::ALL.map(|map| self.flag(facts, Fact::WeatherSnow, &[Subject::Map(map)]).unwrap_or(false));
        Harbour {
            system: self,
            sea,
            faction,
            snow: [snow[0], snow[1]],
            reserves: special::reserve_markers(sea),
            ways: Ways::of(self, facts, faction),
            open: BTreeMap::new(),
        }
    }
}

impl Harbour<'_> {
    /// Whose bases these are.
    pub fn faction(&self) -> Faction {
        self.faction
    }

    /// Whether a base is suitable for some piece of the faction.
    pub fn holds(&self, base: BaseId) -> bool {
        let (system, facts, faction) = (self.system, &self.sea.facts, self.faction);
        let shores = self.ways.shores;
        let stance = |country, map| {
            once(&shores.stances, (country, map), || system.stance(facts, faction, country, map))
        };
        let suits = || system.is_suitable_by(facts, faction, base, stance).unwrap_or(false);
        *shores.suitable[usize::from(base.0)].get_or_init(suits)
    }

    /// Whether a base is suitable for a piece: for the faction, or for its nation by a Reserve Fleet marker
    /// (SK-1.2-7).
    pub fn suits(&self, unit: UnitId, base: BaseId) -> bool {
        let vichy = || self.sea.unit(unit).status.vichy && self.system.is_vichy_home(self.sea, base);
        self.holds(base) || self.has_reserve(base, self.system.counters[unit].nation) || vichy()
    }

    /// Whether a Reserve Fleet marker of a nation lies in a base, which makes it suitable for the nation's
    /// pieces (SK-1.2-7).
    fn has_reserve(&self, base: BaseId, nation: Nation) -> bool {
        self.reserves.iter().any(|it| it.lies == Lies::Base(base) && it.nation == Some(nation))
    }

    /// The zones that touch a zone; none where a fact that it hangs on was not declared.
    pub(super) fn next(&self, zone: ZoneId) -> &[ZoneId] {
        self.ways.next(zone).unwrap_or_default()
    }

    /// What ships reach from zones or a box; nothing where a fact that it hangs on was not declared.
    pub(super) fn reached(&self, zones: &[ZoneId], hold: Option<BoxId>) -> Rc<Reached> {
        self.ways.reached(zones, hold).unwrap_or_default()
    }

    /// The bases of a map of which any may be suitable for a piece, in their order.
    fn bases_on(&self, map: SeaMap, unit: UnitId) -> Vec<BaseId> {
        let (system, board) = (self.system, &self.system.board);
        let on_map = |base: &BaseId| board.base(*base).map() == map;
        let find = || board.base_ids().filter(|base| on_map(base) && self.holds(*base)).collect();
        let held = self.ways.shores.held[map as usize].get_or_init(find);
        let reserved = self.reserves.iter().filter_map(|it| match it.lies {
            Lies::Base(base) => Some(base),
            _ => None,
        });
        let vichy = self.sea.unit(unit).status.vichy.then(|| system.vichy_port()).flatten();
        let others = reserved.chain(vichy).filter(|base| on_map(base) && !held.contains(base));
        let mut bases: Vec<BaseId> = held.iter().copied().chain(others).collect();
        bases.sort_unstable();
        bases.dedup();
        bases
    }

    /// Whether Snow closes a base.
    pub fn is_frozen(&self, base: BaseId) -> bool {
        let of = self.system.board.base(base);
        of.ice && self.snow[of.map() as usize]
    }

    /// Where a piece may go, as it comes: bases in their order, then boxes. Whether several find room there
    /// is for [`super::berths::Berths`] to say.
    pub fn open_to(&mut self, unit: UnitId, coming: Coming) -> Vec<Place> {
        let of = &self.system.counters[unit];
        if of.is_boat() {
            return Vec::new();
        }
        let now = self.sea.unit(unit);
        let alike = Alike {
            nation: of.nation,
            is_ship: of.is_ship(),
            is_heavy: of.is_heavy(),
            vichy: now.status.vichy,
            stripe: now.stripe.or(of.stripe),
            from: now.place,
            coming,
        };
        if let Some(open) = self.open.get(&alike) {
            return open.clone();
        }
        let open = self.found_open(unit, coming);
        self.open.insert(alike, open.clone());
        open
    }

    fn found_open(&self, unit: UnitId, coming: Coming) -> Vec<Place> {
        let (system, sea) = (self.system, self.sea);
        let of = &system.counters[unit];
        let from = sea.unit(unit).place;
        let map = match coming {
            Coming::Arriving(map) => map,
            Coming::FromZone(zone) => system.board.zone(zone).map,
            Coming::Rebasing => match from {
                Place::Base(base) => system.board.base(base).map(),
                Place::Box(hold) => system.board.hold(hold).map,
                _ => return Vec::new(),
            },
        };
        let affected = system.is_affected(&sea.facts, of.nation, map).unwrap_or(false);
        let western = self.faction == Faction::Western;
        if of.is_ship()
            && let (Coming::Rebasing, Place::Base(base)) = (coming, from)
            && self.is_frozen(base)
        {
            return Vec::new();
        }
        let zones = if of.is_ship() { self.zones_from(coming, from) } else { None };
        let mut open = Vec::new();
        for base in self.bases_on(map, unit) {
            let country = system.board.base(base).country;
            let outside = affected && !system.is_home_or_dependent(of.nation, country);
            if outside || !self.suits(unit, base) {
                continue;
            }
            let lies = !of.is_ship()
                || self.ship_may_lie(unit, base, coming, zones.as_deref()) && self.stripe_allows(unit, base);
            if !lies {
                continue;
            }
            open.push(Place::Base(base));
        }
        // SK-1.1-11, SK-1.2-10 Boxes are Western.
        if western && !affected {
            for hold in system.board.box_ids().filter(|hold| system.board.hold(*hold).map == map) {
                let near = zones.as_ref().is_none_or(|reached| reached.boxes.contains(&hold));
                if near {
                    open.push(Place::Box(hold));
                }
            }
        }
        open
    }

    /// What a ship reaches from where it comes; nothing where that is no matter of zones.
    fn zones_from(&self, coming: Coming, from: Place) -> Option<Rc<Reached>> {
        let system = self.system;
        match (coming, from) {
            (Coming::Rebasing, Place::Base(base)) => Some(self.reached(&system.board.base(base).zones, None)),
            (Coming::Rebasing, Place::Box(hold)) => Some(self.reached(&[], Some(hold))),
            (Coming::FromZone(zone), _) => {
                let mut near = self.next(zone).to_vec();
                near.push(zone);
                let boxes = near.iter().flat_map(|zone| system.board.zone(*zone).boxes.clone());
                let mut boxes: Vec<BoxId> = boxes.collect();
                boxes.sort_unstable();
                boxes.dedup();
                Some(Rc::new(Reached { zones: near, boxes }))
            }
            _ => None,
        }
    }

    fn ship_may_lie(&self, unit: UnitId, base: BaseId, coming: Coming, zones: Option<&Reached>) -> bool {
        let (system, faction) = (self.system, self.faction);
        let at = system.board.base(base);
        let of = &system.counters[unit];
        let room = match at.room {
            Room::NoShips => false,
            // SK-1.1-7; a Servron lifts it (SK-1.1-9).
            Room::Limited => !of.is_heavy() || system.has_servron(self.sea, base),
            Room::Major | Room::Any => true,
        };
        // SK-1.2-17, SK-1.3-3; what arrives from a box or track may (SK-1.3-5).
        let frozen = self.is_frozen(base) && !matches!(coming, Coming::Arriving(_));
        if !room || frozen {
            return false;
        }
        match zones {
            Some(reached) => at.zones.iter().any(|zone| reached.zones.contains(zone)),
            // SK-1.3-4
            None => {
                let reached = self.reached(&at.zones, None);
                let boxed = faction == Faction::Western && !reached.boxes.is_empty();
                boxed || self.reaches_home(of.nation, &reached)
            }
        }
    }

    /// Whether a friendly port of a nation's home country lies in the zones that were reached.
    fn reaches_home(&self, nation: Nation, reached: &Reached) -> bool {
        let Some(home) = self.system.board.country_of(nation) else { return false };
        let ports = reached.zones.iter().flat_map(|zone| &self.system.board.zone(*zone).ports);
        let own = |port: BaseId| self.holds(port) || self.system.is_vichy_home(self.sea, port);
        ports.into_iter().any(|port| self.system.board.base(*port).country == home && own(*port))
    }

    /// 1.4 A striped ship lies only where a path leads to a home port on its sea.
    fn stripe_allows(&self, unit: UnitId, base: BaseId) -> bool {
        let system = self.system;
        let Some(stripe) = self.sea.unit(unit).stripe.or(system.counters[unit].stripe) else { return true };
        let reached = self.reached(&system.board.base(base).zones, None);
        let seas: &[&str] = match stripe {
            Stripe::Gray => &["black-sea"],
            Stripe::Blue => &["baltic-sea"],
            Stripe::Red => &["sea-of-japan", "sea-of-okhotsk"],
        };
        let home = system.board.country_of(system.counters[unit].nation);
        seas.iter().filter_map(|word| system.board.zone_named(word)).any(|zone| {
            let ports = &system.board.zone(zone).ports;
            reached.zones.contains(&zone)
                && ports
                    .iter()
                    .any(|port| Some(system.board.base(*port).country) == home && self.holds(*port))
        })
    }
}
