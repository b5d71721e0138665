//! What the rules ask most, with the right type: each refuses a fact that nobody declared by its name.

use super::{AidTable, Declared, Fact, Facts, Missing, PieceClass, Subject, Value};
use crate::Schiffskrieg;
use crate::board::{BaseId, CountryId, Hex, SeaMap};
use crate::calendar::Turn;
use crate::faction::Faction;
use crate::tables::WarState;

impl Schiffskrieg {
    /// A fact that is a number.
    ///
    /// # Errors
    /// [`Missing`] if nobody declared it.
    pub fn number(&self, facts: &Facts, fact: Fact, of: &[Subject]) -> Result<i16, Missing> {
        self.need(facts, fact, of).map(|value| if let Value::Number(number) = &*value { *number } else { 0 })
    }

    /// The War State of a map.
    ///
    /// # Errors
    /// [`Missing`] if nobody declared it.
    pub fn war_state(&self, facts: &Facts, map: SeaMap) -> Result<WarState, Missing> {
        let of = [Subject::Map(map)];
        let missing = Missing { fact: Fact::WarState, of: of.to_vec() };
        match &*self.need(facts, Fact::WarState, &of)? {
            Value::Word(at) => WarState::ALL.get(usize::from(*at)).copied().ok_or(missing),
            _ => Err(missing),
        }
    }

    /// The War State of the map that is not played.
    ///
    /// # Errors
    /// [`Missing`] if nobody declared it.
    pub fn other_war_state(&self, facts: &Facts) -> Result<WarState, Missing> {
        let missing = Missing { fact: Fact::OtherMapWarState, of: Vec::new() };
        match &*self.need(facts, Fact::OtherMapWarState, &[])? {
            Value::Word(at) => WarState::ALL.get(usize::from(*at)).copied().ok_or(missing),
            _ => Err(missing),
        }
    }

    /// Whether a country is under policy or truce on a map (SK-3.2-2, SK-5.1-3 and others).
    ///
    /// # Errors
    /// [`Missing`] if nobody declared whether it is Policy Affected, or Truce Affected.
    pub fn is_country_affected(
        &self,
        facts: &Facts,
        country: CountryId,
        map: SeaMap,
    ) -> Result<bool, Missing> {
        let of = [Subject::Country(country), Subject::Map(map)];
        Ok(self.flag(facts, Fact::PolicyAffected, &of)? || self.flag(facts, Fact::TruceAffected, &of)?)
    }

    /// Whether two factions are at war with each other on a map; either may be named first.
    ///
    /// # Errors
    /// [`Missing`] if nobody declared it.
    pub fn are_hostile(
        &self,
        facts: &Facts,
        one: Faction,
        other: Faction,
        map: SeaMap,
    ) -> Result<bool, Missing> {
        let (first, second) = (one.min(other), one.max(other));
        let of = [Subject::Faction(first), Subject::Faction(second), Subject::Map(map)];
        self.flag(facts, Fact::Hostile, &of)
    }

    /// Who controls a port or city; nobody if it is neutral.
    ///
    /// # Errors
    /// [`Missing`] if nobody declared it.
    pub fn controller(&self, facts: &Facts, base: BaseId) -> Result<Option<Faction>, Missing> {
        let value = self.need(facts, Fact::HexControl, &[Subject::Base(base)])?;
        // The words are those of the factions in their order, and then neutral.
        let Value::Word(at) = &*value else { return Ok(None) };
        Ok(Faction::ALL.get(usize::from(*at)).copied())
    }

    /// The country whose ground unit stands in a hex.
    ///
    /// # Errors
    /// [`Missing`] if nobody declared it.
    pub fn ground_unit(&self, facts: &Facts, hex: Hex) -> Result<Option<CountryId>, Missing> {
        let value = self.need(facts, Fact::GroundUnitInHex, &[Subject::Hex(hex)])?;
        Ok(if let Value::Country(country) = &*value { Some(*country) } else { None })
    }

    /// The modifier of the core game to delay rolls of a class of pieces.
    ///
    /// # Errors
    /// [`Missing`] if nobody declared it.
    pub fn delay_drm_of_class(
        &self,
        facts: &Facts,
        class: PieceClass,
        faction: Faction,
        map: SeaMap,
    ) -> Result<i16, Missing> {
        self.number(
            facts,
            Fact::DelayDrm,
            &[Subject::Piece(class), Subject::Faction(faction), Subject::Map(map)],
        )
    }
}

impl Facts {
    /// The game turn.
    ///
    /// # Errors
    /// [`Missing`] if nobody declared it.
    pub fn turn(&self) -> Result<Turn, Missing> {
        // Of all facts it stands first.
        match self.standing().first().map(|it| &it.declared) {
            Some(Declared { fact: Fact::Turn, of, value: Value::Turn(turn) }) if of.is_empty() => Ok(*turn),
            _ => Err(Missing { fact: Fact::Turn, of: Vec::new() }),
        }
    }

    /// What an owner of the printed player aid declared for a row of a table, by the place of the result.
    pub fn row(&self, table: AidTable, roll: i8) -> Option<u8> {
        match self.get(Fact::TableOverride, &[Subject::Table(table), Subject::Roll(roll)])? {
            Value::Result(at) => Some(*at),
            _ => None,
        }
    }
}
