//! 1.4 Who wins the standard game, and 2.8 the markers on its two tracks.

use super::board::Theatre;
use super::event::Event;
use super::pieces::Seat;
use super::seats::{Seating, Victory};
use super::side_by_side::Resolution;
use super::state::Ocean;
use super::{AdmiralsWar, SIDES, Table};
use engine::rulebook::two_sided::Camp;
use engine::table::Step;

/// 2.8 The side that scored more for sea areas this turn gains the difference, on each track (AW-2.8-a).
pub(super) fn move_markers(table: &mut Table) -> Step<()> {
    if !table.system().scenario.campaign {
        return Ok(());
    }
    for track in Theatre::ALL {
        let ocean = table.state();
        let scored = ocean.score.last().map_or([0, 0], |turn| SIDES.map(|side| turn.of(track)[side].areas));
        let [axis, allies] = scored.map(i32::from);
        let mut leads = ocean.leads;
        leads.gain(track, Camp::ALLIES, allies - axis);
        if leads != ocean.leads {
            table.record(Event::LeadMoved { track, lead: leads.of(track).into() })?;
        }
    }
    Ok(())
}

/// 2.8, 14.26 Where fights go on side by side, what a step has cost the enemy's shipping moves the markers
/// when all are over, in the order of their areas: a track that is full takes no more.
pub(super) fn count_shipping(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    if !system.scenario.campaign || system.scenario.resolution == Resolution::Book {
        return Ok(());
    }
    let mut leads = ocean.leads;
    for event in table.recorded() {
        if let Event::ShippingAttacked { unit, points, .. } = event {
            let (track, side) = (system.seat_of(ocean, *unit).track(), system.side_of(ocean, *unit));
            leads.gain(track, side, i32::from(*points));
        }
    }
    let moved: Vec<Theatre> =
        Theatre::ALL.into_iter().filter(|&track| leads.of(track) != ocean.leads.of(track)).collect();
    for track in moved {
        table.record(Event::LeadMoved { track, lead: leads.of(track).into() })?;
    }
    Ok(())
}

impl AdmiralsWar {
    /// The side that wins: the one that leads in one theatre at least and in the other is not behind
    /// (AW-1.4-a); outside the standard game the one with more points (AW-M-0); where four play alone that of
    /// the winners.
    pub(super) fn leader(&self, ocean: &Ocean) -> Option<Camp> {
        if !self.scenario.campaign {
            let leads = |side: &Camp| ocean.points(*side) > ocean.points(side.enemy());
            return SIDES.into_iter().find(leads);
        }
        if self.scenario.seating == Seating::Four(Victory::Individual) {
            return self.winners_alone(ocean).first().map(|seat| seat.side());
        }
        let leads = Theatre::ALL.map(|track| ocean.leads.of(track));
        if leads.iter().any(|&lead| lead > 0) && leads.iter().all(|&lead| lead >= 0) {
            Some(Camp::ALLIES)
        } else if leads.iter().any(|&lead| lead < 0) && leads.iter().all(|&lead| lead <= 0) {
            Some(Camp::AXIS)
        } else {
            None
        }
    }

    /// Who of four players wins, where each plays alone: the one with most points on his track. An Ally wins
    /// only if his partner is not behind (AW-1.4-c); if neither Ally can, the Axis player with the most
    /// points does (AW-1.4-d). Nobody if all is level, and nobody in other matches.
    ///
    /// *Ruling:* players with equally many share the victory.
    pub(super) fn winners_alone(&self, ocean: &Ocean) -> Vec<Seat> {
        if self.scenario.seating != Seating::Four(Victory::Individual) {
            return Vec::new();
        }
        let points = |seat: Seat| {
            let lead = i32::from(ocean.leads.of(seat.track()));
            if seat.side() == Camp::ALLIES { lead } else { -lead }
        };
        let (allies, axis) = ([Seat::Britain, Seat::UnitedStates], [Seat::Japan, Seat::Germany]);
        let behind = allies.iter().any(|&seat| points(seat) < 0);
        let contenders = if behind { axis } else { allies };
        let most = contenders.map(points).into_iter().max().unwrap_or(0);
        contenders.into_iter().filter(|&seat| most > 0 && points(seat) == most).collect()
    }
}
