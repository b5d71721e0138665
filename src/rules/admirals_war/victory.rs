//! 1.4 Who wins the standard game, and 2.8 the markers on its two tracks.

use super::board::Theatre;
use super::event::Event;
use super::state::{MOST_LEAD, Ocean};
use super::{AdmiralsWar, SIDES, Table};
use crate::rules::two_sided::Camp;
use crate::table::Step;

/// Both tracks.
const TRACKS: [Theatre; 2] = [Theatre::Atlantic, Theatre::Pacific];

/// 2.8 The side that scored more for sea areas this turn gains the difference, on each track (AW-2.8-a).
pub(super) fn move_markers(table: &mut Table) -> Step<()> {
    if !table.system().scenario.campaign {
        return Ok(());
    }
    for track in TRACKS {
        let ocean = table.state();
        let scored = ocean.score.last().map_or([0, 0], |turn| SIDES.map(|side| turn.of(track)[side].areas));
        let [axis, allies] = scored.map(i32::from);
        let (most, now) = (i32::from(MOST_LEAD), i32::from(ocean.leads.of(track)));
        let lead = (now + allies - axis).clamp(-most, most);
        if lead != now {
            table.tell(Event::LeadMoved { track, lead })?;
        }
    }
    Ok(())
}

impl AdmiralsWar {
    /// Who wins: who leads in one theatre at least and in the other is not behind (AW-1.4-a); outside the standard game
    /// who has more points (AW-M-0).
    pub(super) fn leader(&self, ocean: &Ocean) -> Option<Camp> {
        if !self.scenario.campaign {
            let leads = |side: &Camp| ocean.points(*side) > ocean.points(side.enemy());
            return SIDES.into_iter().find(leads);
        }
        let leads = TRACKS.map(|track| ocean.leads.of(track));
        if leads.iter().any(|&lead| lead > 0) && leads.iter().all(|&lead| lead >= 0) {
            Some(Camp::ALLIES)
        } else if leads.iter().any(|&lead| lead < 0) && leads.iter().all(|&lead| lead <= 0) {
            Some(Camp::AXIS)
        } else {
            None
        }
    }
}
