//! The order of a turn. Chapters hold the rules; here stands only which of them is next.

use super::calendar::Turn;
use super::event::Event;
use super::faction::Faction;
use super::state::{Clock, Sea, Stage};
use super::{
    Schiffskrieg, Table, base_attack, building, conditional, delay, homecoming, raids, special, support, theatres,
};
use crate::system::Flow;
use crate::table::Step;

/// Plays the stage at which the match stands to its end, or one thing of a Support Segment, and begins what is next.
pub(super) fn step(table: &mut Table, clock: Clock) -> Step<Flow> {
    let maps = table.system().scenario.maps.clone();
    let faction = clock.faction;
    match clock.stage {
        Stage::SetUp => (),
        Stage::Changes => (),
        Stage::Building => building::build(table, faction)?,
        Stage::CommerceRaid => {
            for map in maps {
                raids::commerce_raid(table, map)?;
            }
        }
        Stage::Western => {
            special::servrons(table)?;
            special::reserves(table)?;
            theatres::emergency_recall(table)?;
        }
        Stage::Support => {
            if support::next_thing(table, faction)? {
                return Ok(Flow::Next);
            }
            base_attack::end_of_segment(table, faction)?;
        }
        Stage::Reorganization => building::reorganize(table, faction)?,
        Stage::Rebasing => (),
        Stage::Checks => conditional::final_checks(table)?,
        Stage::Delay => {
            for map in maps {
                delay::delay(table, map)?;
            }
            delay::shipyard(table)?;
        }
        Stage::Return => homecoming::homecoming(table)?,
        Stage::Scoring => (),
        Stage::Over => return Ok(Flow::Over),
    }
    let (system, sea) = (table.system(), table.state());
    let event = system.after(sea, clock);
    table.tell(event)?;
    Ok(Flow::Next)
}

/// The stages of a turn by their order.
const TURN: &[Stage] = &[
    Stage::Changes,
    Stage::Building,
    Stage::CommerceRaid,
    Stage::Western,
    Stage::Support,
    Stage::Reorganization,
    Stage::Rebasing,
    Stage::Checks,
    Stage::Delay,
    Stage::Return,
    Stage::Scoring,
];

/// A stage with the faction whose it is.
type Part = (Stage, Faction);

impl Schiffskrieg {
    /// The parts of a turn in their order, whether or not anything is done in them: what all have together, and the turn of
    /// each faction between.
    fn parts(&self) -> Vec<Part> {
        let factions: Vec<Faction> = self.scenario.factions().collect();
        let first = factions[0];
        let together = |stage: &&Stage| !stage.is_by_faction();
        let before = TURN.iter().take_while(together).map(|stage| (*stage, first));
        let after = TURN.iter().rev().take_while(together).map(|stage| (*stage, first));
        let of = |faction: Faction| {
            let own = TURN.iter().filter(|stage| stage.is_by_faction()).filter(move |stage| match stage {
                Stage::CommerceRaid => faction == Faction::Axis,
                Stage::Western => faction == Faction::Western,
                _ => true,
            });
            own.map(move |stage| (*stage, faction))
        };
        let mut after: Vec<Part> = after.collect();
        after.reverse();
        before.chain(factions.iter().copied().flat_map(of)).chain(after).collect()
    }

    /// Whether anything can happen in a part of this turn.
    fn is_played(&self, sea: &Sea, (stage, _): Part) -> bool {
        let seasonal = self.turn(sea).is_seasonal();
        match stage {
            Stage::Building | Stage::CommerceRaid => seasonal,
            _ => true,
        }
    }

    /// The part that follows.
    fn after(&self, sea: &Sea, clock: Clock) -> Event {
        let (turn, war_turns) = (self.turn(sea), clock.war_turns);
        let parts = self.parts();
        let now = parts.iter().position(|part| *part == (clock.stage, clock.faction));
        let rest = now.map_or(&parts[..], |at| &parts[at + 1..]);
        if let Some((stage, faction)) = rest.iter().copied().find(|part| self.is_played(sea, *part)) {
            return Event::StageBegan { turn, stage, faction, war_turns };
        }
        self.next_turn(turn, war_turns)
    }

    /// The next turn, or the end.
    fn next_turn(&self, turn: Turn, war_turns: u8) -> Event {
        let faction = self.parts()[0].1;
        let war_turns = war_turns + 1;
        if war_turns >= MOST_TURNS {
            return Event::StageBegan { turn, stage: Stage::Over, faction, war_turns };
        }
        Event::StageBegan { turn: turn.ahead(1), stage: Stage::Changes, faction, war_turns }
    }
}

/// War turns of a match where nothing else is agreed (NW-1).
const MOST_TURNS: u8 = 8;
