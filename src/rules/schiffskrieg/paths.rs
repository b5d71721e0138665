//! Fleet Unit Paths, as far as the module says what they are (1.2, 3.3.2): over open links, over restricted
//! links in whose hexes no enemy ground unit stands, over canals with no enemy ground unit beside them, and
//! through one Off-Map Box at most.
//!
//! Where nobody declared a ground unit in a hex, none stands there.

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
        let boxed = usize::from(origin.is_some());
        let start = origin.map(|hold| self.board.hold(hold).zones.clone()).unwrap_or_default();
        // A state is a zone and how many boxes the way there ran through.
        let mut states: Vec<(ZoneId, usize)> = from.iter().chain(&start).map(|zone| (*zone, boxed)).collect();
        let mut boxes: Vec<BoxId> = origin.into_iter().collect();
        let mut at = 0;
        while let Some(&(zone, used)) = states.get(at) {
            at += 1;
            let mut next: Vec<(ZoneId, usize)> =
                self.next_zones(facts, faction, zone)?.into_iter().map(|to| (to, used)).collect();
            if used < MOST_BOXES && faction == Faction::Western {
                for &hold in &self.board.zone(zone).boxes {
                    boxes.extend((!boxes.contains(&hold)).then_some(hold));
                    next.extend(self.board.hold(hold).zones.iter().map(|to| (*to, used + 1)));
                }
            }
            for (to, used) in next {
                if !states.iter().any(|(zone, with)| *zone == to && *with <= used) {
                    states.push((to, used));
                }
            }
        }
        let mut zones: Vec<ZoneId> = Vec::new();
        states.iter().for_each(|(zone, _)| zones.extend((!zones.contains(zone)).then_some(*zone)));
        Ok(Reached { zones, boxes })
    }
}
