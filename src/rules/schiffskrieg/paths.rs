//! Fleet Unit Paths, as far as the module says what they are (1.2, 3.3.2): over open links, over restricted
//! links in whose hexes no enemy ground unit stands, over canals with no enemy ground unit beside them, and
//! through one Off-Map Box at most.
//!
//! Where nobody declared a ground unit in a hex, none stands there.

use std::cell::OnceCell;

use super::Schiffskrieg;
use super::board::{BoxId, CountryId, Hex, Link, SeaMap, ZoneId};
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

    /// What a faction's ships reach from zones in which they lie, or from a box, however far.
    ///
    /// # Errors
    /// As [`Schiffskrieg::enemy_holds`].
    pub fn reached(
        &self,
        facts: &Facts,
        faction: Faction,
        from: &[ZoneId],
        origin: Option<BoxId>,
    ) -> Result<Reached, Missing> {
        Ways::of(self, facts, faction).reached(from, origin)
    }
}

/// The ways of a faction's ships as facts stand: whether a link is passed is looked up once, from wherever
/// they sail.
pub(super) struct Ways<'s> {
    system: &'s Schiffskrieg,
    facts: &'s Facts,
    faction: Faction,
    /// By zone those that touch it by links that the faction passes.
    next: Vec<OnceCell<Result<Vec<ZoneId>, Missing>>>,
}

impl<'s> Ways<'s> {
    /// None of them looked up yet.
    pub(super) fn of(system: &'s Schiffskrieg, facts: &'s Facts, faction: Faction) -> Ways<'s> {
        Ways { system, facts, faction, next: vec![OnceCell::new(); system.board.zones.len()] }
    }

    /// As [`Schiffskrieg::next_zones`].
    pub(super) fn next(&self, zone: ZoneId) -> Result<&[ZoneId], Missing> {
        let find = || self.system.next_zones(self.facts, self.faction, zone);
        let next = self.next[usize::from(zone.0)].get_or_init(find);
        next.as_deref().map_err(Missing::clone)
    }

    /// As [`Schiffskrieg::reached`].
    pub(super) fn reached(&self, from: &[ZoneId], origin: Option<BoxId>) -> Result<Reached, Missing> {
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
