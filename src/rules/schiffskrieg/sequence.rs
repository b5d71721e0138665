//! The order of a turn. Chapters hold the rules; here stands only which of them is next.

use super::event::Event;
use super::faction::Faction;
use super::state::{Clock, Sea, Stage};
use super::{
    Schiffskrieg, Table, base_attack, building, conditional, delay, homecoming, luck, naval_war, raids,
    rebasing, scoring, set_up, special, support, theatres,
};
use engine::items::Words;
use engine::system::Flow;
use engine::table::Step;

/// Plays the stage at which the match stands to its end, or one thing of a Support Segment, and begins what
/// is next.
pub(super) fn step(table: &mut Table, clock: Clock) -> Step<Flow> {
    if clock.stage == Stage::Over {
        return Ok(Flow::Over);
    }
    if !play(table, clock)? {
        let (system, sea) = (table.system(), table.state());
        let event = system.after(sea, clock);
        table.record(event)?;
    }
    Ok(Flow::Next)
}

/// Plays a stage. Whether it goes on, a thing of a Support Segment being done.
pub(super) fn play(table: &mut Table, clock: Clock) -> Step<bool> {
    let maps = table.system().scenario.maps.clone();
    let faction = clock.faction;
    match clock.stage {
        Stage::SetUp => set_up::set_up(table)?,
        Stage::Changes => {
            special::turn_markers(table)?;
            naval_war::changes(table)?;
        }
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
                return Ok(true);
            }
            base_attack::end_of_segment(table, faction)?;
        }
        Stage::Reorganization => building::reorganize(table, faction)?,
        Stage::Rebasing => rebasing::rebase(table, faction)?,
        Stage::Checks => conditional::final_checks(table)?,
        Stage::Delay => {
            for map in maps {
                delay::delay(table, map)?;
                delay::support(table, map)?;
            }
            delay::shipyard(table)?;
        }
        Stage::Return => {
            homecoming::homecoming(table)?;
            scoring::back_to_pools(table)?;
            luck::turn_over(table)?;
        }
        Stage::Scoring => scoring::score(table)?,
        Stage::Over | Stage::Table => {}
    }
    Ok(false)
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
    Stage::Scoring,
    Stage::Delay,
    Stage::Return,
];

/// A stage with the faction whose it is.
type Part = (Stage, Faction);

impl Schiffskrieg {
    /// Where a match begins.
    pub(super) fn first_clock(&self) -> Clock {
        Clock { stage: Stage::SetUp, faction: self.parts()[0].1, thing: 0, battles: 0, war_turns: 0 }
    }

    /// Where a match stands, in words: of a faction's own stage whose it is, of a Support Segment also how
    /// much was done.
    pub(super) fn clock_words(&self, sea: &Sea, clock: Clock) -> Words {
        let Clock { stage, faction, thing, battles: _, war_turns: _ } = clock;
        let (turn, number) = (self.turn(sea), self.turn_number(sea));
        if stage == Stage::Table {
            return self.table_words(sea);
        }
        let name = stage.id().replace('-', " ");
        if !stage.is_by_faction() {
            return Words::plain(format!("t{number}/{}", stage.id()), format!("{turn}, {name}"));
        }
        let mut id = format!("t{number}/{}/{}", faction.id(), stage.id());
        if stage == Stage::Support {
            // Each thing is a step of its own.
            id = format!("{id}/{thing}");
        }
        Words::plain(id, format!("{turn}, {}, {name}", faction.side().name()))
    }

    /// The parts of a turn in their order, whether or not anything is done in them: what all have together,
    /// and the turn of each faction between.
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

    /// Whether a part of this turn is still to come.
    pub(super) fn is_to_come(&self, sea: &Sea, clock: Clock, stage: Stage, faction: Faction) -> bool {
        let parts = self.parts();
        let at = |stage: Stage, faction: Faction| parts.iter().position(|part| *part == (stage, faction));
        let is_later = match (at(clock.stage, clock.faction), at(stage, faction)) {
            (Some(now), Some(then)) => now < then,
            // Set-up comes before all.
            (None, Some(_)) => clock.stage == Stage::SetUp,
            (_, None) => false,
        };
        is_later && self.is_played(sea, (stage, faction))
    }

    /// Whether anything can happen in a part of this turn.
    fn is_played(&self, sea: &Sea, (stage, faction): Part) -> bool {
        let seasonal = self.turn(sea).is_seasonal();
        // NW-2 Before the first hostilities nothing is done but what needs no enemy.
        let war = self.is_war_turn(sea);
        match stage {
            Stage::Building => seasonal && self.is_present(sea, faction),
            Stage::CommerceRaid => seasonal && war && self.is_present(sea, faction),
            Stage::Support => war && self.is_present(sea, faction),
            Stage::Scoring => war,
            Stage::Western | Stage::Reorganization | Stage::Rebasing => self.is_present(sea, faction),
            _ => true,
        }
    }

    /// The part that follows.
    fn after(&self, sea: &Sea, clock: Clock) -> Event {
        let (turn, war_turns) = (self.turn(sea), clock.war_turns);
        let parts = self.parts();
        if clock.stage == Stage::SetUp {
            return Event::StageBegan { turn, stage: Stage::Changes, faction: parts[0].1, war_turns };
        }
        let now = parts.iter().position(|part| *part == (clock.stage, clock.faction));
        let rest = now.map_or(&parts[..], |at| &parts[at + 1..]);
        match rest.iter().copied().find(|part| self.is_played(sea, *part)) {
            Some((stage, faction)) => Event::StageBegan { turn, stage, faction, war_turns },
            None => self.next_turn(sea, war_turns),
        }
    }

    /// The next turn, or the end (NW-1).
    fn next_turn(&self, sea: &Sea, war_turns: u8) -> Event {
        let (turn, faction) = (self.turn(sea), self.parts()[0].1);
        let war_turns = war_turns + u8::from(self.is_war_turn(sea));
        let over = war_turns >= self.chosen.turns || turn >= self.last_turn();
        let (turn, stage) = if over { (turn, Stage::Over) } else { (turn.ahead(1), Stage::Changes) };
        Event::StageBegan { turn, stage, faction, war_turns }
    }
}
