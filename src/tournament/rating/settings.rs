//! How a list is rated.

use std::collections::BTreeMap;

use crate::Entrant;

use super::glicko::{Glicko2, Terms};
use super::step::Rating;
use super::{area, elo, glicko};

/// A way of rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// AREA.
    Area,
    /// Elo by FIDE's table.
    Elo,
    /// Glicko-2 by periods.
    Glicko2(Terms),
}

/// How a list is rated, and what its players begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The way of rating.
    pub kind: Kind,
    /// What everybody begins with, in points. Whoever reads it from a file keeps it within a million.
    pub start: i64,
    /// Those who begin with something else, in points.
    pub starts: BTreeMap<Entrant, i64>,
}

impl Settings {
    /// A list on which everybody begins with what is usual there.
    pub fn new(kind: Kind) -> Settings {
        let start = match kind {
            Kind::Area => area::START,
            Kind::Elo => elo::START,
            Kind::Glicko2(_) => glicko::START,
        };
        Settings { kind, start, starts: BTreeMap::new() }
    }

    /// What an entrant begins with.
    pub fn starts_with(&self, entrant: &Entrant) -> Rating {
        let points = *self.starts.get(entrant).unwrap_or(&self.start);
        match self.kind {
            Kind::Area | Kind::Elo => Rating::Points(points),
            Kind::Glicko2(Terms { deviation, volatility, .. }) => {
                Rating::Glicko2(Glicko2 { rating: points * 1000, deviation, volatility })
            }
        }
    }
}
