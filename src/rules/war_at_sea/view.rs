//! What a side sees of the position: its own units, what it was told of others this turn, and what lies open
//! to all.
//!
//! Every part of a position is taken apart without `..`, so that a new part does not compile until somebody
//! decides who sees it. Who controls which sector lies open: the rules ask it of every step, and a base that
//! falls is no secret.

use engine::system::Rules;
use serde::{Deserialize, Serialize};

pub(super) use observer::Observer;

use super::WarAtSea;
use super::sequence::capitalised;
use super::state::{Place, Seat, War};
use super::story;
use engine::party::Party;
use engine::side::{Side, SideMap};
use engine::system::{News, Views};
use engine::view;
use engine::view::{OnTrack, Unit};

mod observer;

/// All that one side sees.
pub type View = view::View<Own, Columns>;

/// What only this game shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Own {
    /// The season and year, as in `Spring 1942`.
    pub date: String,
    /// The advanced rules that hold.
    pub rules: Vec<&'static str>,
    /// Points in the own bank.
    pub bank: i32,
    /// With Economy, where own points lie.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stores: Vec<StoreView>,
    /// What the own sectors yield a turn.
    pub income: i32,
    /// Own units that are being built.
    pub stocks: Vec<StockView>,
    /// The handicaps that sides have taken (WSC-2.4-3), in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub handicaps: Vec<String>,
    /// Their printed cost, by the side that lost them.
    pub sunk_cost: SideMap<u32>,
    /// Own units that were lost and score for nobody: on the stocks, with their base, in the sea without
    /// their carrier.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<OnTrack>,
    /// What the side was told this turn.
    pub intel: Vec<IntelView>,
    /// Time of day, terrain and weather, as far as the side knows.
    pub waters: Vec<WatersView>,
    /// The own battle plans.
    pub plans: Vec<String>,
    /// The own plan that `plan` names as `own`, as a plan file has it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub own_plan: String,
    /// Battles at the table in which the side fights and which are not over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TableView>,
}

/// What makes up a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Columns {
    /// Twice the value of the sectors.
    pub production: i64,
    /// Printed cost of what was destroyed.
    pub sunk: i64,
    /// Points of rulings.
    pub rulings: i64,
}

/// A unit that is being built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StockView {
    /// Which.
    pub unit: Unit,
    /// Where.
    pub place: String,
    /// Points paid.
    pub paid: u16,
    /// Its price.
    pub price: u16,
}

/// A battle at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableView {
    /// Its name.
    pub battle: String,
    /// Where.
    pub place: String,
    /// Whether it waits for the umpire.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
    /// With what it begins, as JSON: the bytes that the journal has.
    pub dossier: String,
}

/// Points that lie in a sector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoreView {
    /// Where.
    pub place: String,
    /// How many.
    pub points: i32,
}

/// What was told of another's force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IntelView {
    /// Whose force.
    pub side: Side,
    /// Where.
    pub place: String,
    /// In words: `2 battleships, 3 destroyers`.
    pub what: String,
    /// How many ships that makes; nothing where only a size is known.
    pub ships: Option<usize>,
}

/// The waters of a sector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WatersView {
    /// Where.
    pub place: String,
    /// A letter for each battle turn.
    pub time: String,
    /// Islands.
    pub islands: Vec<String>,
    /// Squalls.
    pub squalls: Vec<String>,
}

impl Views for WarAtSea {
    type View = View;

    /// Builds the view of a party; one that does not play here sees what lies open.
    fn view(&self, war: &War, party: Party, news: News<'_, Self>) -> View {
        // What was ruled of battles is told to those who fought them.
        let War { turn, phase, owners: _, units: _, seats: _, intel, waters, fought: _, tables, rulings: _ } =
            war;
        let side = party.side();
        let observer = Observer { system: self, war, side };
        let own = war.seat(side).cloned().unwrap_or_default();
        // What a side asks of its scouts stands in its orders; whether it is out stands in the story.
        let Seat {
            bank,
            stores,
            sunk: _,
            ruled: _,
            picks: _,
            plans,
            own_plan,
            tables: _,
            hunts: _,
            triumph: _,
            out: _,
        } = own;
        let (year, season) = self.date(*turn);
        let fought = tables.iter().filter(|it| it.sides.contains(&side));
        View {
            reader: view::Reader::of(party, self.sides()),
            scenario: self.scenario.title.clone(),
            turn: *turn,
            last_turn: self.scenario.last_turn,
            phase: if *turn == 0 { "setup".to_owned() } else { phase.id().to_owned() },
            score: observer.score(),
            sea: observer.sea(),
            beside: observer.beside(news),
            story: story::chapters(&observer, news),
            own: Own {
                date: format!("{} {year}", capitalised(season)),
                rules: self.scenario.chosen.advanced(),
                bank,
                stores: stores
                    .iter()
                    .map(|(at, points)| StoreView { place: observer.place(*at), points: *points })
                    .collect(),
                income: self.income(war, side),
                stocks: observer.stocks(),
                handicaps: news.part("handicaps", || observer.handicaps()),
                sunk_cost: news.part("sunk_cost", || observer.sunk_cost()),
                gone: news.part("gone", || observer.lost(false)),
                intel: intel.iter().filter(|it| it.to == side).map(|it| observer.intel(it)).collect(),
                waters: waters
                    .iter()
                    .filter(|it| it.to.contains(&side))
                    .map(|it| observer.waters(it))
                    .collect(),
                plans: plans.iter().map(|plan| observer.plan(plan)).collect(),
                own_plan,
                tables: fought.map(|it| observer.table(it)).collect(),
            },
        }
    }
}

impl Observer<'_> {
    fn sea(&self) -> view::Sea {
        view::Sea {
            zones: self.system.board.ids().map(|at| self.zone(at)).collect(),
            // Harbours stand with their sectors.
            ports: Vec::new(),
            links: self.links(),
        }
    }

    /// What stands beside the map.
    fn beside(&self, news: News<'_, WarAtSea>) -> view::Beside {
        view::Beside {
            away: news.shown("away", || self.away()),
            undeployed: news.shown("undeployed", || self.own(|state| state.place == Place::Pool)),
            sunk: news.shown("sunk", || self.lost(true)),
            ..view::Beside::default()
        }
    }
}
