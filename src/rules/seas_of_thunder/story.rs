//! What a side may know of what happened: one telling for each event, or none.
//!
//! The match has no wildcard: a new event does not compile until somebody decides who hears of it. The words are the
//! templates' affair; a telling holds names, numbers and dice.

use super::board::{PortId, ZoneId};
use super::event::{Change, Event, Goes, Passed, Why};
use super::pieces::{Nation, UnitId};
use super::state::{Control, MatBox, TokenId};
use super::telling::{Boxed, Group, Held, Telling, What};
use super::text;
use super::view::{Eyes, UnitView};
use engine::rulebook::two_sided::Camp;
use engine::table::Note;
use engine::view::Known;

impl Eyes<'_> {
    /// What the side hears of a section of a turn.
    ///
    /// Enemy ships pass mines one by one in the order of the counters, and those that are struck get their names: the
    /// order would tell the rank of the others. So such passages are told in the order of what came of them.
    pub(super) fn tell_all(&self, notes: &[Note<Event>], turn: u8) -> Vec<Telling> {
        let mut lines: Vec<Telling> = Vec::new();
        let mut blind: Vec<Telling> = Vec::new();
        for note in notes {
            let Some(line) = self.tell(note, turn) else { continue };
            if self.is_blind_passage(note) {
                blind.push(line);
                continue;
            }
            blind.sort_by_cached_key(passage);
            lines.append(&mut blind);
            lines.push(line);
        }
        blind.sort_by_cached_key(passage);
        lines.append(&mut blind);
        lines
    }

    fn is_blind_passage(&self, note: &Note<Event>) -> bool {
        matches!(note, Note::Event(Event::MinesPassed { unit, homeward: false, .. })
            if self.system.side_of(self.sea, *unit) != self.side)
    }

    /// What the side hears of a note; nothing of bare dice, which the events carry.
    fn tell(&self, note: &Note<Event>, turn: u8) -> Option<Telling> {
        match note {
            Note::Event(event) => self
                .what(event)
                .map(|what| Telling { rule: self.system.rule_of(event, turn).to_owned(), what }),
            Note::Roll(_) => None,
        }
    }

    fn what(&self, event: &Event) -> Option<What> {
        Some(match event {
            Event::PhaseBegan { turn, phase } => What::PhaseBegan {
                turn: *turn,
                quarter: text::quarter(*turn),
                phase: text::phase(*phase).to_owned(),
            },
            Event::ConvoysDrawn { by, tokens, rule: _ } => {
                let of = |side: Camp| tokens.iter().filter(|&&token| self.convoy_side(token) == side).count();
                // The area stands on the back of a token: only who drew it knows.
                let words = tokens.iter().map(|token| self.token(*token));
                let tokens = if *by == self.side { words.collect() } else { Vec::new() };
                What::ConvoysDrawn { by: *by, axis: of(Camp::AXIS), allies: of(Camp::ALLIES), tokens }
            }
            Event::ConvoyPlaced { by, token, zone } => {
                What::ConvoyPlaced { by: *by, convoy: self.convoy_side(*token), zone: self.zone_name(*zone) }
            }
            Event::ConvoyKept { by, token } => What::ConvoyKept { by: *by, convoy: self.convoy_side(*token) },
            Event::Deployed { side, ships } => {
                What::Deployed { side: *side, groups: self.in_ports(*side, ships, false) }
            }
            Event::Adjusted { side, ships } => {
                // How many ships were moved, and where, shows in the port stacks only.
                let ships: &[(UnitId, PortId)] = if *side == self.side { ships } else { &[] };
                What::Adjusted { side: *side, groups: self.in_ports(*side, ships, false) }
            }
            Event::Reinforced { side, ships } => What::Reinforced {
                side: *side,
                units: self.by_counter(ships),
                groups: self.in_ports(*side, ships, false),
            },
            Event::AirArrived { side, lba, rule: _ } => {
                What::AirArrived { side: *side, count: lba.len(), units: self.own_only(*side, lba) }
            }
            Event::Waits { unit, turn } => What::Waits { unit: self.open(*unit), turn: *turn },
            Event::Overstacked { side, port, ships } => What::Overstacked {
                side: *side,
                port: self.port_name(*port),
                units: ships.iter().map(|unit| self.open(*unit)).collect(),
            },
            Event::Sailed { side, nations, ships } => What::Sailed {
                side: *side,
                navies: nations.iter().map(|navy| navy.adjective().to_owned()).collect(),
                groups: self.in_zones(*side, ships),
            },
            Event::MinesPassed { unit, field, dice, damage, repair, passed, homeward } => {
                // Out of port a counter is face down until mines strike it.
                let own = self.system.side_of(self.sea, *unit) == self.side;
                let shown = *homeward || *passed != Passed::Unharmed || own;
                What::MinesPassed {
                    side: self.system.side_of(self.sea, *unit),
                    unit: shown.then(|| self.open(*unit)),
                    navy: self.system.counter(*unit).nation.adjective().to_owned(),
                    field: field.name().to_owned(),
                    dice: dice.clone(),
                    damage: damage.clone(),
                    repair: *repair,
                    result: match passed {
                        Passed::Unharmed => "unharmed".to_owned(),
                        Passed::Damaged(_) => "damaged".to_owned(),
                        Passed::Sunk => "sunk".to_owned(),
                    },
                }
            }
            Event::AirPlaced { side, flights } => {
                What::AirPlaced { side: *side, groups: self.flown(*side, flights) }
            }
            Event::BattleBegan { zone } => What::BattleBegan { zone: self.zone_name(*zone) },
            Event::NavyChosen { zone, by, fights, aside } => What::NavyChosen {
                zone: self.zone_name(*zone),
                by: *by,
                navy: fights.adjective().to_owned(),
                aside: self.own_only(by.enemy(), aside),
                stacks: self.stacks(aside),
            },
            Event::MatRevealed { zone, side, boxes, aside } => {
                let of = |of: MatBox| {
                    let units = boxes
                        .iter()
                        .filter(|(_, in_box, _)| *in_box == of)
                        .map(|(unit, ..)| self.open(*unit));
                    Boxed { of: of.name().to_owned(), units: units.collect() }
                };
                let boxes = MatBox::ALL.into_iter().map(of).filter(|boxed| !boxed.units.is_empty()).collect();
                let (zone, aside) = (self.zone_name(*zone), self.all(aside));
                What::MatRevealed { zone, side: *side, boxes, aside }
            }
            Event::AirSuperiority { zone, axis, allies } => {
                What::AirSuperiority { zone: self.zone_name(*zone), axis: *axis, allies: *allies }
            }
            Event::AirSpent { zone: _, unit, points } => {
                What::AirSpent { unit: self.open(*unit), points: *points }
            }
            Event::Intercepted { zone: _, unit, points, left } => {
                What::Intercepted { unit: self.open(*unit), points: *points, left: *left }
            }
            Event::Relocated { zone: _, unit, goes, why, rule: _ } => {
                What::Relocated { unit: self.open(*unit), to: goes_to(*goes), why: reason(*why).to_owned() }
            }
            Event::Swept { zone: _, segment: _, sweeper, layer } => {
                What::Swept { sweeper: self.open(*sweeper), layer: self.open(*layer) }
            }
            Event::Attacked { zone, segment, target, by, aa, dice, hits, damage_dice, damage } => {
                What::Attacked {
                    zone: self.zone_name(*zone),
                    segment: segment.id().to_owned(),
                    target: self.open(*target),
                    by: self.all(by),
                    aa: aa.clone(),
                    dice: dice.clone(),
                    hits: *hits,
                    damage_dice: damage_dice.clone(),
                    damage: *damage,
                    survivability: self.system.counter(*target).survivability,
                }
            }
            Event::Sunk { zone, unit, by, segment: _ } => {
                What::Sunk { zone: self.zone_name(*zone), side: by.enemy(), unit: self.open(*unit), by: *by }
            }
            Event::Damaged { zone, unit, segment: _, die, turns } => What::Damaged {
                zone: self.zone_name(*zone),
                side: self.system.side_of(self.sea, *unit),
                unit: self.open(*unit),
                die: *die,
                turns: *turns,
            },
            Event::ConvoyAttacked { zone, token, by, from: _, units, dice, sunk } => What::ConvoyAttacked {
                zone: self.zone_name(*zone),
                convoy: self.convoy_side(*token),
                by: *by,
                units: self.all(units),
                dice: dice.clone(),
                sunk: *sunk,
            },
            Event::BattleEnded { zone } => What::BattleEnded { zone: self.zone_name(*zone) },
            Event::ControlJudged { zones } => {
                let held = |(zone, control): &(ZoneId, Control)| {
                    let control = match control {
                        Control::Uncontested => return None,
                        Control::Contested => "contested".to_owned(),
                        Control::Controlled(side) => side.id().to_owned(),
                    };
                    Some(Held { zone: self.zone_name(*zone), control })
                };
                What::ControlJudged { zones: zones.iter().filter_map(held).collect() }
            }
            Event::ZonesScored { side, zones, points } => What::ZonesScored {
                side: *side,
                zones: zones.iter().map(|zone| self.zone_name(*zone)).collect(),
                points: *points,
            },
            Event::UnusedAirScored { side, lba, points } => What::UnusedAirScored {
                side: *side,
                count: lba.len(),
                units: self.own_only(*side, lba),
                points: *points,
            },
            Event::FleetsShown { units } => What::FleetsShown { groups: self.shown_at_sea(units) },
            Event::Returned { side, ships, rule: _ } => {
                What::Returned { side: *side, groups: self.in_ports(*side, ships, true) }
            }
            Event::Stranded { unit, turn } => What::Stranded { unit: self.open(*unit), turn: *turn },
            Event::PresenceLacking { port, nation, ships, minimum, to, points } => What::PresenceLacking {
                port: self.port_name(*port),
                navy: nation.adjective().to_owned(),
                ships: *ships,
                minimum: *minimum,
                to: *to,
                points: *points,
            },
            Event::Entered { nation, side } => What::Entered { navy: navy(*nation), side: *side },
            Event::ScenarioBegan { number, axis, allies } => What::ScenarioBegan {
                number: *number,
                name: self.scenario_name(*number),
                axis: *axis,
                allies: *allies,
            },
            Event::MinorsRequested { nations } => What::MinorsRequested { nations: names(nations) },
            Event::MinorSettled { nation, offer, to, points, joins } => What::MinorSettled {
                nation: nation.name().to_owned(),
                offer: *offer,
                to: *to,
                points: *points,
                joins: *joins,
            },
            // Those on the track and those who are taken off it were open before.
            Event::LeftWar { nation, units, until, rule: _ } => {
                What::LeftWar { navy: navy(*nation), units: self.all(units), until: *until }
            }
            Event::SidesChanged { nation, to, ships, scorer, points, until, rule: _ } => What::SidesChanged {
                navy: navy(*nation),
                to: *to,
                ships: *ships,
                scorer: *scorer,
                points: *points,
                until: *until,
            },
            Event::SurvivorsScored { nation, ships, to, points, rule: _ } => {
                What::SurvivorsScored { navy: navy(*nation), ships: *ships, to: *to, points: *points }
            }
            Event::NeutralityViolated { by, points } => {
                What::NeutralityViolated { by: *by, to: by.enemy(), points: *points }
            }
            Event::StanceDeclared { belligerent } => What::StanceDeclared { belligerent: *belligerent },
            Event::StoodOff { zone, side, units } => What::StoodOff {
                zone: self.zone_name(*zone),
                side: *side,
                aside: self.own_only(*side, units),
                stacks: self.stacks(units),
            },
            Event::SurrenderRolled { unit, die, surrenders } => {
                // Ships that stay lie in port as they were, face down or not: to name them, or to tell their dice in
                // the order of the counters, would tell more than the enemy may know.
                let shown = *surrenders || self.system.side_of(self.sea, *unit) == self.side;
                if !shown {
                    return None;
                }
                What::SurrenderRolled { unit: self.open(*unit), die: *die, surrenders: *surrenders }
            }
            Event::TurnEnded { turn } => What::TurnEnded { turn: *turn },
            Event::MatchEnded { winner, axis, allies } => {
                What::MatchEnded { winner: *winner, axis: *axis, allies: *allies }
            }
            Event::Ruled { reason, change } => {
                What::Ruled { reason: reason.clone(), change: self.change(change) }
            }
        })
    }

    /// A unit that an event has shown to both sides; where it is now is not for the story to tell.
    pub(super) fn open(&self, unit: UnitId) -> UnitView {
        UnitView { of: Some(None), known: Known::All, ..self.unit(unit) }
    }

    /// Ships by name; the order of the orders file, which may go port by port, is not for the enemy to see.
    fn by_counter(&self, ships: &[(UnitId, PortId)]) -> Vec<UnitView> {
        let mut units: Vec<UnitId> = ships.iter().map(|(unit, _)| *unit).collect();
        units.sort_unstable();
        self.all(&units)
    }

    fn all(&self, units: &[UnitId]) -> Vec<UnitView> {
        units.iter().map(|unit| self.open(*unit)).collect()
    }

    fn own_only(&self, side: Camp, units: &[UnitId]) -> Vec<UnitView> {
        if side == self.side { self.all(units) } else { Vec::new() }
    }

    fn scenario_name(&self, number: u8) -> String {
        let mut scenarios = self.system.stages.iter().map(|stage| &stage.scenario);
        let of = scenarios.find(|scenario| scenario.number == number);
        of.map_or_else(String::new, |scenario| scenario.name.clone())
    }

    fn port_name(&self, port: PortId) -> String {
        self.system.board().port(port).name.clone()
    }

    fn in_ports(&self, side: Camp, ships: &[(UnitId, PortId)], shown: bool) -> Vec<Group> {
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
    fn flown(&self, side: Camp, flights: &[(UnitId, PortId, ZoneId)]) -> Vec<Group> {
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
    fn shown_at_sea(&self, units: &[(UnitId, ZoneId)]) -> Vec<Group> {
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

    fn in_zones(&self, side: Camp, ships: &[(UnitId, ZoneId)]) -> Vec<Group> {
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

    fn change(&self, change: &Change) -> String {
        match change {
            Change::Unit { unit, to } => {
                // A ruling may put a counter where the enemy may only count. What he knows of it later is no reason
                // to tell him more.
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

fn navy(nation: Nation) -> String {
    nation.adjective().to_owned()
}

fn names(nations: &[Nation]) -> Vec<String> {
    nations.iter().map(|nation| nation.name().to_owned()).collect()
}

/// By what passages are sorted: the field, the navy, what came of it, the dice.
fn passage(line: &Telling) -> Option<impl Ord + use<>> {
    match &line.what {
        What::MinesPassed { side: _, unit: _, navy, field, dice, damage, repair, result } => {
            Some((field.clone(), navy.clone(), result.clone(), dice.clone(), damage.clone(), *repair))
        }
        _ => None,
    }
}

fn goes_to(goes: Goes) -> String {
    match goes {
        Goes::To(of) => of.name().to_owned(),
        Goes::UsedLba => "Used LBA".to_owned(),
    }
}

/// Why a ship leaves its box, in a word.
pub(super) fn reason(why: Why) -> &'static str {
    match why {
        Why::DrivenOff => "driven-off",
        Why::Done => "done",
        Why::Cancelled => "cancelled",
        Why::Raids => "raids",
        Why::JoinsFleet => "joins-fleet",
        Why::Swept => "swept",
    }
}
