//! What a faction sees: every piece and box lies openly on the table (SK-9.4-1); of declared facts all but
//! those that are veiled, and of orders that are not carried out yet only its own.
//!
//! Every part of a position is taken apart without `..`, so that a new part does not compile until somebody
//! decides who sees it.

use engine::system::{Declarations, News, Rules, Views};
use serde::Serialize;

use super::calendar::Turn;
use super::observer::Observer;
use super::state::{Place, Sea};
use super::{Schiffskrieg, scenes};
use engine::party::Party;
use engine::side::Side;
use engine::view;

/// All that a party may know.
pub type View = view::View<Own, Columns>;

/// What only this game shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Own {
    /// `naval-war`, or `companion` to a game at a real map.
    pub mode: &'static str,
    /// The turn's name, such as `Aug-Sept 1939`.
    pub date: String,
    /// How each map stands.
    pub maps: Vec<MapView>,
    /// The share of the first side in all points, and what it is expected to be, both in per cent (NW-21,
    /// NW-22).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<Share>,
    /// Support units that are not on a map.
    pub support: Vec<SupportView>,
    /// Markers on the maps, in Force Pools and on tracks.
    pub markers: Vec<String>,
    /// What the faction has ordered and not yet done, in its order; of the others' orders nothing is seen.
    pub orders: Vec<String>,
    /// Facts that were declared at a real map, as far as the faction may see them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactSeen>,
    /// What must be declared before a match beside a real table goes on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wanted: Vec<String>,
    /// What history changes on the next turns, in the naval war.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ahead: Vec<Change>,
    /// The position as the faction sees it, for its officer: without what is veiled from it, and others'
    /// orders.
    #[serde(skip)]
    pub seen: Sea,
}

/// Points by map; nothing for a map that is not played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Columns {
    /// On the map of Totaler Krieg.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tk: Option<i64>,
    /// On that of Dai Senso.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ds: Option<i64>,
}

/// How the points of the naval war are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// Whose share it is.
    pub of: Side,
    /// The share; nothing while there are too few points.
    pub now: Option<i32>,
    /// What is expected of the scenario.
    pub par: u8,
}

/// How a map stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MapView {
    /// Its word: `tk` or `ds`.
    pub id: &'static str,
    /// Its name.
    pub name: String,
    /// The War State, if it is known.
    pub state: Option<String>,
    /// Which factions are at war there, in words.
    pub wars: Vec<String>,
    /// Markers in the Strategic Warfare Box.
    pub boxed: Vec<String>,
    /// Who has the Luck marker.
    pub luck: Option<&'static str>,
}

/// A support unit that is not on a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SupportView {
    /// Whose it is.
    pub side: Side,
    /// The word used in files.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its map: `TK` or `DS`.
    pub map: String,
    /// Where it is, in words.
    pub place: String,
}

/// A fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactSeen {
    /// Its name with what it is about.
    pub fact: String,
    /// What it says, as it is written; nothing where that is hidden, and only how many where that is known.
    pub value: Option<String>,
}

/// What history changes on a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The turn, counted from the first of the scenario.
    pub turn: u8,
    /// Its name.
    pub date: String,
    /// What changes, in words.
    pub what: Vec<String>,
}

impl Views for Schiffskrieg {
    type View = View;

    /// What a party sees of a position and of what was told.
    fn view(&self, sea: &Sea, party: Party, news: News<'_, Self>) -> View {
        // Who struck, off which ports a landing has scored and what is placed stand in the questions.
        let Sea {
            facts,
            units: _,
            support: _,
            battle: _,
            due: _,
            clock,
            orders,
            ally,
            placed: _,
            score: _,
            markers,
            raided: _,
            luck: _,
            landed: _,
            beside: _,
        } = sea;
        let observer = Observer::new(self, sea, party.side());
        let companion = self.history.is_none();
        View {
            reader: view::Reader::of(party, self.sides()),
            scenario: self.scenario.name.clone(),
            turn: self.turn_number(sea),
            last_turn: observer.number(self.end(sea)),
            phase: observer.phase(*clock),
            score: observer.score(),
            sea: view::Sea {
                zones: observer.zones(&scenes::fought(self, news)),
                ports: observer.ports(),
                links: observer.links(),
            },
            beside: observer.beside(news),
            story: scenes::chapters(&observer, news),
            own: Own {
                mode: if companion { "companion" } else { "naval-war" },
                date: self.turn(sea).to_string(),
                maps: self.scenario.maps.iter().map(|map| observer.map(*map)).collect(),
                share: (!companion).then(|| observer.share()),
                support: observer.supports(),
                markers: markers.iter().filter_map(|marker| observer.marker(marker)).collect(),
                orders: observer.waiting(orders, ally.as_deref()),
                facts: if companion { observer.facts(facts) } else { Vec::new() },
                wanted: Declarations::wanted(self, sea),
                ahead: observer.ahead(),
                seen: observer.seen(),
            },
        }
    }
}

impl Observer<'_> {
    /// What stands beside the maps, what went where, and what must be changed on a real table.
    fn beside(&self, news: News<'_, Schiffskrieg>) -> view::Beside {
        let due = |turn: Turn| Some(self.number(turn));
        let turn_track = |place: Place| if let Place::TurnTrack(_, turn) = place { due(turn) } else { None };
        let ship_track = |place: Place| if let Place::ShipTrack(turn) = place { due(turn) } else { None };
        view::Beside {
            boxed: news.shown("boxed", || self.boxed()),
            track: news.shown("track", || self.tracked(turn_track)),
            arriving: news.shown("arriving", || self.tracked(ship_track)),
            sunk: news.shown("sunk", || self.sunk()),
            sheet: self.system.history.is_none().then(|| self.sheet(news)),
            moves: Some(self.moves(news)),
            ..view::Beside::default()
        }
    }
}
