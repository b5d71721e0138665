//! The units of a position, with a list of those at sea beside them: few are, and combat asks for them again
//! and again.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Place, UnitState};
use crate::pieces::UnitId;

/// Units by [`UnitId`]. They are read as a slice, and change only by [`Units::change`], which keeps the list
/// true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units {
    states: Vec<UnitState>,
    /// Those at sea, in their fixed order. It follows from the states.
    at_sea: Vec<UnitId>,
}

impl Units {
    /// Those at sea, in their fixed order.
    #[inline]
    pub fn at_sea(&self) -> &[UnitId] {
        &self.at_sea
    }

    /// A unit that is about to change; what it became counts once this is dropped.
    ///
    /// # Panics
    /// If there is no such unit.
    #[inline]
    pub fn change(&mut self, unit: UnitId) -> Changing<'_> {
        Changing { was_at_sea: is_at_sea(&self.states[usize::from(unit.0)]), units: self, unit }
    }

    /// Gives every unit the same state.
    pub fn fill(&mut self, state: UnitState) {
        self.states.fill(state);
        *self = Units::from(std::mem::take(&mut self.states));
    }
}

impl From<Vec<UnitState>> for Units {
    fn from(states: Vec<UnitState>) -> Units {
        let sails = states.iter().enumerate().filter(|(_, state)| is_at_sea(state));
        let at_sea = sails.map(|(at, _)| UnitId(at as u16)).collect();
        Units { states, at_sea }
    }
}

impl Deref for Units {
    type Target = [UnitState];

    #[inline]
    fn deref(&self) -> &[UnitState] {
        &self.states
    }
}

impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.states.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Units, D::Error> {
        Vec::deserialize(deserializer).map(Units::from)
    }
}

#[inline]
fn is_at_sea(state: &UnitState) -> bool {
    matches!(state.place, Place::Sea(_))
}

/// A unit that is changed.
pub struct Changing<'u> {
    units: &'u mut Units,
    unit: UnitId,
    was_at_sea: bool,
}

impl Deref for Changing<'_> {
    type Target = UnitState;

    #[inline]
    fn deref(&self) -> &UnitState {
        &self.units.states[usize::from(self.unit.0)]
    }
}

impl DerefMut for Changing<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut UnitState {
        &mut self.units.states[usize::from(self.unit.0)]
    }
}

impl Drop for Changing<'_> {
    #[inline]
    fn drop(&mut self) {
        if is_at_sea(self) == self.was_at_sea {
            return;
        }
        match self.units.at_sea.binary_search(&self.unit) {
            Ok(at) => _ = self.units.at_sea.remove(at),
            Err(at) => self.units.at_sea.insert(at, self.unit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{AreaId, BaseId};

    #[test]
    fn the_list_of_those_at_sea_follows_every_change() {
        let (sea, base) = (Place::Sea(AreaId(1)), Place::Base(BaseId(0)));
        let places = [base, sea, Place::Sunk, sea, Place::Track(3)];
        let mut units = Units::from(places.map(UnitState::at).to_vec());
        assert_eq!(units.at_sea(), [UnitId(1), UnitId(3)]);
        units.change(UnitId(2)).place = Place::Sea(AreaId(0));
        units.change(UnitId(1)).place = Place::Sea(AreaId(0));
        *units.change(UnitId(3)) = UnitState::at(base);
        units.change(UnitId(0)).damage = 2;
        assert_eq!(units.at_sea(), [UnitId(1), UnitId(2)]);
        let text = serde_json::to_string(&units).unwrap();
        assert_eq!(serde_json::from_str::<Units>(&text).unwrap(), units);
        assert_eq!(text, serde_json::to_string(&units.to_vec()).unwrap());
        units.fill(UnitState::at(sea));
        assert_eq!(units.at_sea().len(), places.len());
        units.fill(UnitState::at(base));
        assert!(units.at_sea().is_empty());
    }
}
