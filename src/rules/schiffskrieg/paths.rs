//! Fleet Unit Paths, as far as the module says what they are (1.2, 3.3.2): over open links, over restricted
//! links in whose hexes no enemy ground unit stands, over canals with no enemy ground unit beside them, and
//! through one Off-Map Box at most.
//!
//! Where nobody declared a ground unit in a hex, none stands there.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::Schiffskrieg;
use super::basing::{Land, Stance};
use super::board::{BaseId, Board, BoxId, CountryId, Hex, Link, SeaMap, ZoneId};
use super::faction::Faction;
use super::facts::{Fact, Facts, Missing, Subject, Value};

/// Off-Map Boxes that one path may run through, the ends counted (SK-1.2-3).
const MOST_BOXES: usize = 1;

/// What a fleet of a faction reaches from some zones: zones, and the boxes that it could end in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Zones, in the order in which they are reached.
    pub zones: Vec<ZoneId>,
    /// Boxes.
    pub boxes: Vec<BoxId>,
}

impl Schiffskrieg {
    /// Whose a country is on a map, if it is active.
    ///
    /// # Errors
    /// [`Missing`] if nobody declared its status.
    pub fn holder_of(
        &self,
        facts: &Facts,
        country: CountryId,
        map: SeaMap,
    ) -> Result<Option<Faction>, Missing> {
        let of = [Subject::Country(country), Subject::Map(map)];
        // The first words of the fact are active with each faction, in their order.
        let status = self.need(facts, Fact::CountryStatus, &of)?;
        let Value::Word(at) = &*status else { return Ok(None) };
        Ok(Faction::ALL.get(usize::from(*at)).copied())
    }

    /// Whether a ground unit stands in a hex whose country is at war with a faction.
    ///
    /// # Errors
    /// [`Missing`] if one stands there, and nobody declared whose its country is, or whether the two are
    /// enemies.
    pub fn enemy_holds(&self, facts: &Facts, faction: Faction, hex: Hex) -> Result<bool, Missing> {
        for fact in [Fact::GroundUnitInHex, Fact::DetachmentOrLogistics] {
            let Ok(value) = self.need(facts, fact, &[Subject::Hex(hex)]) else { continue };
            let Value::Country(country) = &*value else { continue };
            if let Some(holder) = self.holder_of(facts, *country, hex.map)?
                && holder != faction
                && self.are_hostile(facts, faction, holder, hex.map)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a faction's fleets pass a link: as the umpire declared it, otherwise by the ground units in
    /// its hexes.
    ///
    /// # Errors
    /// As [`Schiffskrieg::enemy_holds`].
    pub fn passes(&self, facts: &Facts, faction: Faction, link: &Link) -> Result<bool, Missing> {
        let [a, b] = link.zones;
        for (from, to) in [(a, b), (b, a)] {
            let of = [Subject::Zone(from), Subject::Zone(to), Subject::Faction(faction)];
            if let Some(value) = facts.get(Fact::FleetUnitPath, &of) {
                return Ok(*value == Value::Flag(true));
            }
        }
        for hex in link.gate.hexes() {
            if self.enemy_holds(facts, faction, *hex)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The zones that touch a zone by links that a faction passes (SK-3.3.2-2).
    ///
    /// # Errors
    /// As [`Schiffskrieg::enemy_holds`].
    pub fn next_zones(&self, facts: &Facts, faction: Faction, zone: ZoneId) -> Result<Vec<ZoneId>, Missing> {
        let mut next = Vec::new();
        for (link, to) in self.board.links_of(zone) {
            if !next.contains(&to) && self.passes(facts, faction, link)? {
                next.push(to);
            }
        }
        Ok(next)
    }

    /// The bases of a map that a faction controls, in their order; those of which nobody declared who does
    /// are not among them.
    pub(super) fn controlled<'f>(&self, facts: &'f Facts, faction: Faction, map: SeaMap) -> &'f [BaseId] {
        let shores = facts.known().shores(faction, || Shores::of(&self.board));
        shores.controlled[map as usize].get_or_init(|| {
            let on_map = self.board.base_ids().filter(|base| self.board.base(*base).map() == map);
            on_map.filter(|base| self.controller(facts, *base).ok().flatten() == Some(faction)).collect()
        })
    }

    /// What a faction's ships reach from zones in which they lie, or from a box alone, however far.
    ///
    /// # Errors
    /// As [`Schiffskrieg::enemy_holds`].
    pub fn reached(
        &self,
        facts: &Facts,
        faction: Faction,
        from: &[ZoneId],
        origin: Option<BoxId>,
    ) -> Result<Rc<Reached>, Missing> {
        Ways::of(self, facts, faction).reached(from, origin)
    }
}

/// What ships reach, or the fact that says it and that nobody declared.
type Found = Result<Rc<Reached>, Missing>;

/// What a faction finds of the map as facts stand, as far as that was asked.
pub(crate) struct Shores {
    /// By zone those that touch it by links that the faction passes.
    next: Vec<OnceCell<Result<Vec<ZoneId>, Missing>>>,
    /// What its ships reach from some zones.
    from_zones: RefCell<BTreeMap<Vec<ZoneId>, Found>>,
    /// What they reach from each box.
    from_box: Vec<OnceCell<Found>>,
    /// Whether each base is suitable for any nation of the faction.
    pub(super) suitable: Vec<OnceCell<bool>>,
    /// Those of each map that are.
    pub(super) held: [OnceCell<Vec<BaseId>>; SeaMap::ALL.len()],
    /// The bases of each map that the faction controls.
    controlled: [OnceCell<Vec<BaseId>>; SeaMap::ALL.len()],
    /// How countries stand to the faction on a map.
    pub(super) stances: RefCell<Vec<(Land, Result<Stance, Missing>)>>,
}

impl Shores {
    fn of(board: &Board) -> Shores {
        Shores {
            next: vec![OnceCell::new(); board.zones.len()],
            from_zones: RefCell::default(),
            from_box: vec![OnceCell::new(); board.boxes.len()],
            suitable: vec![OnceCell::new(); board.bases.len()],
            held: Default::default(),
            controlled: Default::default(),
            stances: RefCell::default(),
        }
    }
}

/// The ways of a faction's ships as facts stand: each is looked up once, from wherever they sail.
pub(super) struct Ways<'s> {
    system: &'s Schiffskrieg,
    facts: &'s Facts,
    faction: Faction,
    pub(super) shores: &'s Shores,
}

impl<'s> Ways<'s> {
    /// Those that are known are those that were looked up while these facts stood.
    pub(super) fn of(system: &'s Schiffskrieg, facts: &'s Facts, faction: Faction) -> Ways<'s> {
        let shores = facts.known().shores(faction, || Shores::of(&system.board));
        Ways { system, facts, faction, shores }
    }

    /// As [`Schiffskrieg::next_zones`].
    pub(super) fn next(&self, zone: ZoneId) -> Result<&'s [ZoneId], Missing> {
        let find = || self.system.next_zones(self.facts, self.faction, zone);
        let next = self.shores.next[usize::from(zone.0)].get_or_init(find);
        next.as_deref().map_err(Missing::clone)
    }

    /// As [`Schiffskrieg::reached`].
    pub(super) fn reached(&self, from: &[ZoneId], origin: Option<BoxId>) -> Found {
        let find = || self.search(from, origin).map(Rc::new);
        if let Some(hold) = origin {
            return self.shores.from_box[usize::from(hold.0)].get_or_init(find).clone();
        }
        let known = self.shores.from_zones.borrow().get(from).cloned();
        known.unwrap_or_else(|| {
            let found = find();
            self.shores.from_zones.borrow_mut().insert(from.to_vec(), found.clone());
            found
        })
    }

    fn search(&self, from: &[ZoneId], origin: Option<BoxId>) -> Result<Reached, Missing> {
        let board = &self.system.board;
        let boxed = usize::from(origin.is_some());
        let start = origin.map_or(&[][..], |hold| board.hold(hold).zones.as_slice());
        // A state is a zone and how many boxes the way there ran through; of a zone the fewest count.
        let mut states: Vec<(ZoneId, usize)> = Vec::new();
        let mut fewest: Vec<Option<usize>> = vec![None; board.zones.len()];
        let mut reached = Reached { zones: Vec::new(), boxes: origin.into_iter().collect() };
        let mut reach =
            |states: &mut Vec<(ZoneId, usize)>, zones: &mut Vec<ZoneId>, to: ZoneId, used: usize| {
                let known = &mut fewest[usize::from(to.0)];
                if known.is_none() {
                    zones.push(to);
                }
                if known.is_none_or(|known| known > used) {
                    *known = Some(used);
                    states.push((to, used));
                }
            };
        from.iter().chain(start).for_each(|zone| reach(&mut states, &mut reached.zones, *zone, boxed));
        let mut at = 0;
        while let Some(&(zone, used)) = states.get(at) {
            at += 1;
            for to in self.next(zone)? {
                reach(&mut states, &mut reached.zones, *to, used);
            }
            if used < MOST_BOXES && self.faction == Faction::Western {
                for &hold in &board.zone(zone).boxes {
                    let new = !reached.boxes.contains(&hold);
                    reached.boxes.extend(new.then_some(hold));
                    for to in &board.hold(hold).zones {
                        reach(&mut states, &mut reached.zones, *to, used + 1);
                    }
                }
            }
        }
        Ok(reached)
    }
}
