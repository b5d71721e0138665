//! 9.4, 9.5, 11.2 Time of day, terrain and weather of a sector.

use super::settle::Served;
use crate::board::SectorId;
use crate::options::Rule;
use crate::state::Waters;
use crate::{Table, WarAtSea};
use engine::side::Side;
use engine::table::Step;
use tactical::water;

/// Rolls the waters of a sector. In winter and in waters of fog the weather may be one worse (WSC-11.3-3).
pub(crate) fn waters(table: &mut Table<'_>, at: SectorId, to: Vec<Side>, convoy: bool) -> Step<Waters> {
    let (system, turn) = (table.system(), table.state().turn);
    // A convoy battle is fought on one map, and lasts as long as one on two (WSC-11.13-8).
    let large = system.has(Rule::LargeBattleMap) && !convoy;
    let winter = system.has(Rule::WinterWeather) && system.date(turn).1 == "WINTER";
    let foul = system.has(Rule::FoulWeatherWaters) && system.board.sector(at).foul;
    let mut prefix = system.waters_prefix(turn, at);
    if convoy {
        prefix.push_str("/convoy");
    }
    let mut dice = Served(table);
    let time = water::time_of_day(&prefix, large || convoy, &mut dice)?;
    let islands = water::terrain(&prefix, large, &mut dice)?;
    let squalls = water::weather(&prefix, large, winter || foul, &mut dice)?;
    let words = |sectors: Vec<_>| sectors.iter().map(ToString::to_string).collect();
    Ok(Waters { at, convoy, to, time: time.into(), islands: words(islands), squalls: words(squalls) })
}

impl WarAtSea {
    /// What the labels of a sector's rolls begin with.
    pub(super) fn waters_prefix(&self, turn: u8, at: SectorId) -> String {
        format!("t{turn}/{}", self.board.sector(at).id)
    }
}
