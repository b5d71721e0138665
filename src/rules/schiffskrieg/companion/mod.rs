//! A match beside a real table: players of Totaler Krieg or Dai Senso declare what the core game decides, and
//! the war at sea is played segment by segment. Which segments there are, and what is done in each, is here;
//! what a batch of declarations brings is in [`batch`], what it may say in [`sound`], what follows from the
//! map where nobody declares it in [`derived`], and the facts in words in [`lines`].

mod batch;
mod derived;
mod lines;
mod sheet;
mod sound;

use serde::{Deserialize, Serialize};

use super::board::SeaMap;
use super::event::Event;
use super::faction::Faction;
use super::facts::{Fact, Missing, PieceClass, Subject, Value};
use super::pieces::Kind;
use super::state::{Clock, Place, Sea, Stage};
use super::{Schiffskrieg, Table, sequence};
use engine::items::Words;
use engine::system::Flow;
use engine::table::{Halt, Step};

/// The segments in which the whole table takes part.
const TOGETHER: &str = "end-of-turn";
/// The segment that only Seasonal Turns have (SK-SEQ-1).
const SEASONAL: &str = "naval-construction";
/// The segment in which a faction shows its Current Option Card.
const CARDS: &str = "option-cards";
/// The segment in which support units are placed.
const SUPPORT: &str = "support";

/// What a match beside a real table keeps besides its facts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beside {
    /// The segments that were opened in this turn, by their place among the words of the fact, and whose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<(u8, Faction)>,
    /// The option cards that were shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<(Faction, SeaMap)>,
    /// The facts for which the match waits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wanted: Vec<Missing>,
}

impl Beside {
    /// Whether there is nothing to keep.
    pub fn is_empty(&self) -> bool {
        *self == Beside::default()
    }
}

/// What the module does in a segment of the core game (SK-SEQ-1 to SK-SEQ-8).
fn stages(segment: &str, faction: Faction) -> &'static [Stage] {
    match (segment, faction) {
        (SEASONAL, Faction::Axis) => &[Stage::Building, Stage::CommerceRaid],
        (SEASONAL, Faction::Western) => &[Stage::Building, Stage::Western],
        (SEASONAL, Faction::Soviet) => &[Stage::Building],
        (SUPPORT, _) => &[Stage::Support],
        ("organization", _) => &[Stage::Reorganization],
        ("operational-movement" | "reserve-movement", _) => &[Stage::Rebasing],
        ("final-administrative", _) => &[Stage::Checks],
        (TOGETHER, _) => &[Stage::Delay, Stage::Return],
        _ => &[],
    }
}

/// What a rule asks of the facts. Beside a real table the match waits for what nobody declared; elsewhere the
/// rules should have known it.
pub(super) fn known<T>(table: &Table, found: Result<T, Missing>) -> Step<T> {
    found.or_else(|missing| match table.system().is_companion() {
        true => table.lack(missing),
        false => table.fault(table.system().reader().missing(&missing)),
    })
}

/// What came of a step: where a rule lacked a fact the match waits for it.
pub(super) fn or_wait(table: &mut Table, played: Step<Flow>) -> Step<Flow> {
    match played.map_err(Halt::lacked::<Missing>) {
        Ok(flow) => Ok(flow),
        Err(Ok(missing)) => {
            table.record(Event::Wanted { facts: vec![missing] })?;
            table.wait()
        }
        Err(Err(halt)) => Err(halt),
    }
}

/// Where pieces may be set up hangs on what is declared of countries and ports, so that comes first.
pub(super) fn before_set_up(table: &mut Table) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let Some(clock) = sea.clock.filter(|_| system.is_companion()) else { return Ok(()) };
    let facts = system.needs(sea, clock);
    if facts.is_empty() {
        return Ok(());
    }
    table.record(Event::Wanted { facts })?;
    table.wait()
}

/// Plays the stage at which the match stands, if all that its segment can need is declared, or waits for the
/// table.
pub(super) fn step(table: &mut Table, clock: Clock) -> Step<Flow> {
    if clock.stage == Stage::Table {
        return table.wait();
    }
    let facts = table.system().needs(table.state(), clock);
    if !facts.is_empty() {
        table.record(Event::Wanted { facts })?;
        return table.wait();
    }
    if sequence::play(table, clock)? {
        return Ok(Flow::Next);
    }
    let (system, sea) = (table.system(), table.state());
    let next = system.after_in_segment(sea, clock);
    let (turn, faction, war_turns) = (system.turn(sea), clock.faction, clock.war_turns);
    table.record(Event::StageBegan { turn, stage: next, faction, war_turns })?;
    Ok(Flow::Next)
}

impl Schiffskrieg {
    /// Whether the match goes with one on a real table.
    pub(super) fn is_companion(&self) -> bool {
        self.lore.is_some()
    }

    /// Where a match beside a table begins: it is set up, and then waits.
    pub(super) fn first_clock_beside(&self) -> Clock {
        let faction = self.scenario.factions().next().unwrap_or(Faction::Axis);
        Clock { stage: Stage::Table, faction, thing: 0, battles: 0, war_turns: 0 }
    }

    /// The segment that is open, by its word.
    fn segment(&self, sea: &Sea) -> Option<&str> {
        match sea.facts.get(Fact::Segment, &[])? {
            Value::Word(at) => self.facts.of(Fact::Segment).one_of.get(usize::from(*at)).map(String::as_str),
            _ => None,
        }
    }

    fn phasing(&self, sea: &Sea) -> Option<Faction> {
        match sea.facts.get(Fact::PhasingFaction, &[])? {
            Value::Faction(faction) => Some(*faction),
            _ => None,
        }
    }

    fn after_in_segment(&self, sea: &Sea, clock: Clock) -> Stage {
        let stages = stages(self.segment(sea).unwrap_or_default(), clock.faction);
        let at = stages.iter().position(|stage| *stage == clock.stage);
        at.and_then(|at| stages.get(at + 1)).copied().unwrap_or(Stage::Table)
    }

    /// Where a match waits for its table, in words.
    pub(super) fn table_words(&self, sea: &Sea) -> Words {
        let (turn, number) = (self.turn(sea), self.turn_number(sea));
        let name = match (self.segment(sea), self.phasing(sea)) {
            (Some(TOGETHER), _) => format!("{turn}, end of turn, waits for the table"),
            (Some(segment), Some(faction)) => {
                let segment = segment.replace('-', " ");
                format!("{turn}, {}, {segment}, waits for the table", faction.side().name())
            }
            _ => format!("{turn}, waits for the table"),
        };
        Words::plain(format!("t{number}/table"), name)
    }

    /// The same without the turn.
    pub(super) fn table_phase(&self, sea: &Sea) -> String {
        let words = self.table_words(sea).name;
        words.split_once(", ").map_or(words.clone(), |(_, phase)| phase.to_owned())
    }

    /// The facts that a stage needs before anything is asked or a die falls, and that nobody declared.
    fn needs(&self, sea: &Sea, clock: Clock) -> Vec<Missing> {
        let mut wanted: Vec<(Fact, Vec<Subject>)> = Vec::new();
        let maps = &self.scenario.maps;
        for map in maps.iter().copied() {
            wanted.push((Fact::WarState, vec![Subject::Map(map)]));
            for one in self.scenario.factions() {
                for other in self.scenario.factions().filter(|other| *other > one) {
                    let of = vec![Subject::Faction(one), Subject::Faction(other), Subject::Map(map)];
                    wanted.push((Fact::Hostile, of));
                }
            }
        }
        if maps.len() == 1 {
            wanted.push((Fact::OtherMapWarState, Vec::new()));
        }
        wanted.extend(self.homes(sea));
        for map in maps.iter().copied() {
            if matches!(clock.stage, Stage::Support | Stage::CommerceRaid | Stage::Rebasing | Stage::Return) {
                wanted.push((Fact::WeatherSnow, vec![Subject::Map(map)]));
            }
            if clock.stage == Stage::CommerceRaid {
                wanted.push((Fact::Convoys, vec![Subject::Map(map)]));
                if map == SeaMap::Ds {
                    wanted.push((Fact::NavyLeadsGovernment, Vec::new()));
                }
            }
        }
        if clock.stage == Stage::Delay {
            wanted.extend(self.delay_drms(sea));
        }
        let missing = |(fact, of): (Fact, Vec<Subject>)| {
            self.need(&sea.facts, fact, &of).is_err().then_some(Missing { fact, of })
        };
        let mut missing: Vec<Missing> = wanted.into_iter().filter_map(missing).collect();
        missing.dedup();
        missing
    }

    /// The status of the home countries of all pieces that are in play.
    fn homes(&self, sea: &Sea) -> Vec<(Fact, Vec<Subject>)> {
        let mut homes = Vec::new();
        for unit in sea.ids() {
            let out = matches!(sea.unit(unit).place, Place::Out | Place::Sunk);
            let Some(home) = self.board.country_of(self.counters[unit].nation) else { continue };
            let Some(map) = self.map_of(sea, unit).filter(|_| !out) else { continue };
            let fact = (Fact::CountryStatus, vec![Subject::Country(home), Subject::Map(map)]);
            if self.has_part_on(home, map) && !homes.contains(&fact) {
                homes.push(fact);
            }
        }
        homes
    }

    /// What the core game adds to the delay rolls of what waits in delay boxes.
    fn delay_drms(&self, sea: &Sea) -> Vec<(Fact, Vec<Subject>)> {
        let mut drms = Vec::new();
        for unit in sea.ids() {
            let (Place::Delay(map) | Place::NavalDelay(map)) = sea.unit(unit).place else { continue };
            let class = match self.counters[unit].kind {
                Kind::Ship(_) => PieceClass::Ship,
                Kind::Lba { .. } => PieceClass::Air,
                Kind::Boat => PieceClass::Boat,
            };
            let Some(faction) = self.side_of(sea, unit) else { continue };
            let of = vec![Subject::Piece(class), Subject::Faction(faction), Subject::Map(map)];
            if self.scenario.maps.contains(&map) && !drms.contains(&(Fact::DelayDrm, of.clone())) {
                drms.push((Fact::DelayDrm, of));
            }
        }
        drms
    }
}
