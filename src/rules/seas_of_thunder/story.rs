//! What a side may know of what happened: one line for each event, or none. `event.rs` says of each event who
//! hears of it; here is what the lines are made of.

use serde::Serialize;

use super::board::{PortId, ZoneId};
use super::event::{Change, Event};
use super::pieces::UnitId;
use super::state::{Control, MatBox, TokenId};
use super::view::{Observer, Stack, UnitView};
use engine::rulebook::two_sided::Camp;
use engine::table::Section;
use engine::view::{Known, StoryLine};

/// Units at a place; nameless where the reader may only count.
#[derive(Serialize)]
pub(super) struct Group {
    /// The place in words.
    place: String,
    /// The units, if the reader may know them.
    units: Vec<UnitView>,
    /// Counts by navy.
    stacks: Vec<Stack>,
}

/// Units in a box of a mat, from left to right.
#[derive(Serialize)]
pub(super) struct Boxed {
    #[serde(rename = "box")]
    of: &'static str,
    units: Vec<UnitView>,
}

/// A zone and who holds it.
#[derive(Serialize)]
pub(super) struct Held {
    zone: String,
    /// `axis`, `allies` or `contested`.
    control: &'static str,
}

/// A line, and the event that made it.
pub(super) struct Heard<'n> {
    pub(super) event: &'n Event,
    pub(super) line: StoryLine,
}

impl Observer<'_> {
    /// What the side hears of a section of a turn; nothing of bare dice, which the events carry.
    ///
    /// Enemy ships pass mines one by one in the order of the counters, and those that are struck get their
    /// names: the order would give away the rank of the others. So such passages are shown in the order of
    /// what came of them.
    pub(super) fn hear<'n>(&self, section: &'n Section<Event>, turn: u8) -> Vec<Heard<'n>> {
        let mut lines: Vec<Heard<'_>> = Vec::new();
        let mut blind: Vec<Heard<'_>> = Vec::new();
        for event in section.events() {
            for line in event.told(self) {
                let line = line.citing(self.system.rule_of(event, turn).to_owned());
                if self.is_blind_passage(event) {
                    blind.push(Heard { event, line });
                    continue;
                }
                blind.sort_by_cached_key(|heard| self.passage(heard.event));
                lines.append(&mut blind);
                lines.push(Heard { event, line });
            }
        }
        blind.sort_by_cached_key(|heard| self.passage(heard.event));
        lines.append(&mut blind);
        lines
    }

    fn is_blind_passage(&self, event: &Event) -> bool {
        matches!(event, Event::MinesPassed { unit, homeward: false, .. } if !self.owns(*unit))
    }

    /// By what passages are sorted: the field, the navy, what came of it, the dice.
    fn passage<'n>(&self, event: &'n Event) -> Option<impl Ord + use<'n>> {
        match event {
            Event::MinesPassed { unit, field, dice, damage, repair, passed, homeward: _ } => {
                Some((field.name(), self.navy(*unit), passed.word(), dice, damage, *repair))
            }
            _ => None,
        }
    }

    /// Whose a unit is.
    pub(super) fn side_of(&self, unit: UnitId) -> Camp {
        self.system.side_of(self.sea, unit)
    }

    /// Whether a unit is the reader's own.
    pub(super) fn owns(&self, unit: UnitId) -> bool {
        self.side_of(unit) == self.side
    }

    /// The navy of a unit.
    pub(super) fn navy(&self, unit: UnitId) -> &'static str {
        self.system.counter(unit).nation.adjective()
    }

    pub(super) fn survivability(&self, unit: UnitId) -> u8 {
        self.system.counter(unit).survivability
    }

    /// How many of some tokens are convoys of a side.
    pub(super) fn convoys_of(&self, side: Camp, tokens: &[TokenId]) -> usize {
        tokens.iter().filter(|&&token| self.convoy_side(token) == side).count()
    }

    /// Tokens with what stands on their backs.
    pub(super) fn backs(&self, tokens: &[TokenId]) -> Vec<String> {
        tokens.iter().map(|token| self.token(*token)).collect()
    }

    /// The boxes of a mat in which units stand.
    pub(super) fn mat(&self, boxes: &[(UnitId, MatBox, u8)]) -> Vec<Boxed> {
        let of = |of: MatBox| {
            let units =
                boxes.iter().filter(|(_, in_box, _)| *in_box == of).map(|(unit, ..)| self.open(*unit));
            Boxed { of: of.name(), units: units.collect() }
        };
        MatBox::ALL.into_iter().map(of).filter(|boxed| !boxed.units.is_empty()).collect()
    }

    /// The zones in which there are warships, and who holds each.
    pub(super) fn held(&self, zones: &[(ZoneId, Control)]) -> Vec<Held> {
        let held = |(zone, control): &(ZoneId, Control)| {
            let control = match control {
                Control::Uncontested => return None,
                Control::Contested => "contested",
                Control::Controlled(side) => side.id(),
            };
            Some(Held { zone: self.zone_name(*zone), control })
        };
        zones.iter().filter_map(held).collect()
    }

    /// A unit that an event has shown to both sides; where it is now is not for the story to tell.
    pub(super) fn open(&self, unit: UnitId) -> UnitView {
        UnitView { of: Some(None), known: Known::All, ..self.unit(unit) }
    }

    /// Ships by name; the order of the orders file, which may go port by port, is not for the enemy to see.
    pub(super) fn by_counter(&self, ships: &[(UnitId, PortId)]) -> Vec<UnitView> {
        let mut units: Vec<UnitId> = ships.iter().map(|(unit, _)| *unit).collect();
        units.sort_unstable();
        self.all(&units)
    }

    pub(super) fn all(&self, units: &[UnitId]) -> Vec<UnitView> {
        units.iter().map(|unit| self.open(*unit)).collect()
    }

    pub(super) fn own_only(&self, side: Camp, units: &[UnitId]) -> Vec<UnitView> {
        if side == self.side { self.all(units) } else { Vec::new() }
    }

    pub(super) fn scenario_name(&self, number: u8) -> String {
        let mut scenarios = self.system.stages.iter().map(|stage| &stage.scenario);
        let of = scenarios.find(|scenario| scenario.number == number);
        of.map_or_else(String::new, |scenario| scenario.name.clone())
    }

    pub(super) fn port_name(&self, port: PortId) -> String {
        self.system.board().port(port).name.clone()
    }

    pub(super) fn in_ports(&self, side: Camp, ships: &[(UnitId, PortId)], shown: bool) -> Vec<Group> {
        let mut ports: Vec<PortId> = ships.iter().map(|(_, port)| *port).collect();
        ports.sort_unstable();
        ports.dedup();
        let group = |port: PortId| {
            let units: Vec<UnitId> =
                ships.iter().filter(|(_, at)| *at == port).map(|(unit, _)| *unit).collect();
            self.group(side, self.port_name(port), &units, shown)
        };
        ports.into_iter().map(group).collect()
    }

    /// LBA by zone; their owner reads the port as well.
    pub(super) fn flown(&self, side: Camp, flights: &[(UnitId, PortId, ZoneId)]) -> Vec<Group> {
        if side != self.side {
            let flown: Vec<(UnitId, ZoneId)> = flights.iter().map(|(unit, _, zone)| (*unit, *zone)).collect();
            return self.in_zones(side, &flown);
        }
        let mut flights = flights.to_vec();
        flights.sort_unstable_by_key(|(unit, port, zone)| (*zone, *port, *unit));
        let group = |flight: &[(UnitId, PortId, ZoneId)]| {
            let (_, port, zone) = flight[0];
            let units: Vec<UnitId> = flight.iter().map(|(unit, ..)| *unit).collect();
            let place = format!("{} from {}", self.zone_name(zone), self.port_name(port));
            self.group(side, place, &units, true)
        };
        flights.chunk_by(|a, b| (a.1, a.2) == (b.1, b.2)).map(group).collect()
    }

    /// All that is shown at sea, zone by zone, the units of the Axis before those of the Allies.
    pub(super) fn shown_at_sea(&self, units: &[(UnitId, ZoneId)]) -> Vec<Group> {
        let mut units = units.to_vec();
        units.sort_unstable_by_key(|(unit, zone)| {
            (*zone, self.system.side_of(self.sea, *unit).index(), *unit)
        });
        let group = |here: &[(UnitId, ZoneId)]| {
            let of: Vec<UnitId> = here.iter().map(|(unit, _)| *unit).collect();
            self.group(self.side, self.zone_name(here[0].1), &of, true)
        };
        units.chunk_by(|a, b| a.1 == b.1).map(group).collect()
    }

    /// A convoy token with the areas on its back.
    fn token(&self, token: TokenId) -> String {
        let id = &self.system.pieces.tokens[token.0 as usize].id;
        match self.system.area_names(token) {
            areas if areas.is_empty() => id.clone(),
            areas => format!("{id} ({areas})"),
        }
    }

    pub(super) fn in_zones(&self, side: Camp, ships: &[(UnitId, ZoneId)]) -> Vec<Group> {
        let mut zones: Vec<ZoneId> = ships.iter().map(|(_, zone)| *zone).collect();
        zones.sort_unstable();
        zones.dedup();
        let group = |zone: ZoneId| {
            let units: Vec<UnitId> =
                ships.iter().filter(|(_, at)| *at == zone).map(|(unit, _)| *unit).collect();
            self.group(side, self.zone_name(zone), &units, false)
        };
        zones.into_iter().map(group).collect()
    }

    fn group(&self, side: Camp, place: String, units: &[UnitId], shown: bool) -> Group {
        let named = if shown || side == self.side { self.all(units) } else { Vec::new() };
        Group { place, units: named, stacks: self.stacks(units) }
    }

    pub(super) fn change(&self, change: &Change) -> String {
        match change {
            Change::Unit { unit, to } => {
                // A ruling may put a counter where the enemy may only count. What he knows of it later is no
                // reason to tell him more.
                let hidden = self.system.side_of(self.sea, *unit) != self.side && !to.is_open();
                let name = if hidden { "a unit".to_owned() } else { self.system.counter(*unit).name.clone() };
                let place = if hidden { "as ruled".to_owned() } else { self.system.place_words(*to) };
                format!("{name}: {place}")
            }
            Change::Convoy { token, to } => {
                let side = self.convoy_side(*token);
                let place = to.map_or("sunk".to_owned(), |zone| self.zone_name(zone));
                format!("a convoy of the {side}: {place}")
            }
            Change::Points { side, points } => format!("{side}: {points:+} points"),
        }
    }
}
