//! What is so at a real table where nobody declares it, because it follows from the map, or from what was
//! declared of countries and ports. A declaration always comes before it.

use super::super::board::{BaseId, CountryId, SeaMap};
use super::super::facts::{Fact, Facts, Subject, Value};
use super::super::history::NEUTRAL;
use super::Schiffskrieg;
use crate::faction::Faction;

impl Schiffskrieg {
    /// What follows of a fact from the map and from what stands declared.
    pub(crate) fn derived(&self, facts: &Facts, fact: Fact, of: &[Subject]) -> Option<Value> {
        let flag = |is: bool| Some(Value::Flag(is));
        match (fact, of) {
            // A marker that nobody declared does not lie there.
            (Fact::PolicyAffected | Fact::SupportDelay, _) => flag(false),
            (Fact::GroundUnitInHex, _) => Some(Value::None),
            (Fact::CountryStatus, [Subject::Country(country), Subject::Map(map)]) => {
                self.status_of_owner(facts, *country, *map)
            }
            (Fact::ActiveMinorsLeader, [Subject::Country(country)]) => {
                let map = self.board.country(*country).maps.first().copied()?;
                flag(self.holder_of(facts, *country, map).ok()?.is_some())
            }
            (Fact::HexControl, [Subject::Base(base)]) => {
                let at = self.board.base(*base);
                let holder = self.holder_of(facts, at.country, at.map()).ok()?;
                Some(Value::Word(holder.map_or(NEUTRAL, |faction| faction as u8)))
            }
            (Fact::AxisGroundUnitInCountry, [Subject::Country(country)]) => flag(
                self.bases_of(*country)
                    .any(|base| self.controller(facts, base).ok().flatten() == Some(Faction::Axis)),
            ),
            (Fact::AllHomePortsLost, [Subject::Country(country)]) => flag(self.lost_ports(facts, *country)),
            _ => self.on_the_map(facts, fact, of),
        }
    }

    /// A Dependent of which nothing is declared shares the lot of its country; a country of a navy must be
    /// declared, and any other one is neutral.
    fn status_of_owner(&self, facts: &Facts, country: CountryId, map: SeaMap) -> Option<Value> {
        let owner = match facts.get(Fact::DependentOf, &[Subject::Country(country)]) {
            Some(Value::Country(owner)) => Some(*owner),
            Some(_) => None,
            None => self.board.country(country).dependent_of,
        };
        match owner.filter(|owner| *owner != country) {
            Some(owner) => {
                let of = [Subject::Country(owner), Subject::Map(map)];
                self.need(facts, Fact::CountryStatus, &of).ok().map(|value| value.into_owned())
            }
            None if self.has_pieces(country) => None,
            None => Some(Value::Word(NEUTRAL)),
        }
    }

    /// Whether pieces of a country have a part in the set-up.
    pub(super) fn has_pieces(&self, country: CountryId) -> bool {
        let set_ups = self.scenario.set_ups.iter().flat_map(|(_, set_up)| set_up);
        let mut units = set_ups.flat_map(|set_up| &set_up.placements).flat_map(|placement| &placement.units);
        units.any(|unit| self.board.country_of(self.counters[*unit].nation) == Some(country))
    }

    /// Whether a country lies on a map, or a Dependent of it does: Britain is at war on the map of Dai Senso,
    /// from India on.
    pub(super) fn has_part_on(&self, country: CountryId, map: SeaMap) -> bool {
        let lies = |country: CountryId| self.board.country(country).maps.contains(&map);
        let own = |other: &CountryId| self.board.country(*other).dependent_of == Some(country);
        lies(country) || self.board.country_ids().filter(own).any(lies)
    }

    fn bases_of(&self, country: CountryId) -> impl Iterator<Item = BaseId> {
        self.board.base_ids().filter(move |base| self.board.base(*base).country == country)
    }

    fn lost_ports(&self, facts: &Facts, country: CountryId) -> bool {
        let map = self.board.country(country).maps.first().copied().unwrap_or(SeaMap::Tk);
        let Ok(Some(own)) = self.holder_of(facts, country, map) else { return true };
        let mut ports = self.bases_of(country).filter(|base| self.board.base(*base).is_port());
        ports.all(|base| self.controller(facts, base).ok().flatten() != Some(own))
    }
}
