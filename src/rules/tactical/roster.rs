//! The units of a side in roster order (battle plans 4.2).

use super::log::Id;
use crate::cards::Kind;

/// The units of a side in roster order: ships come first, then submarines, aircraft, and what stands on land.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    all: Vec<Id>,
    ships: usize,
    boats: usize,
    planes: usize,
}

impl Roster {
    /// Puts a unit into its place.
    pub fn insert(&mut self, at: usize, id: Id, kind: Kind) {
        self.all.insert(at, id);
        self.ships += usize::from(kind.is_ship());
        self.boats += usize::from(kind.is_afloat() && !kind.is_ship());
        self.planes += usize::from(kind.is_aircraft());
    }

    /// All of them.
    #[inline]
    pub fn all(&self) -> &[Id] {
        &self.all
    }

    /// The ships.
    #[inline]
    pub fn ships(&self) -> &[Id] {
        &self.all[..self.ships]
    }

    /// The submarines.
    #[inline]
    pub fn boats(&self) -> &[Id] {
        &self.all[self.ships..][..self.boats]
    }

    /// Ships and submarines.
    #[inline]
    pub fn afloat(&self) -> &[Id] {
        &self.all[..self.ships + self.boats]
    }

    /// The aircraft.
    #[inline]
    pub fn planes(&self) -> &[Id] {
        &self.all[self.ships + self.boats..][..self.planes]
    }

    /// Land bases and ground units.
    #[inline]
    pub fn ashore(&self) -> &[Id] {
        &self.all[self.ships + self.boats + self.planes..]
    }
}
