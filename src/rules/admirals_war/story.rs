//! What a side is told of what happened: one line for each event. Everything that happens does so on the open board.
//!
//! The match has no wildcard: a new event does not compile until somebody writes what is told of it. The words are the
//! templates' affair; a line holds names, numbers and dice.

use super::AdmiralsWar;
use super::board::{AreaId, BaseId};
use super::card::Fight;
use super::event::{Change, Event, Scene, Why};
use super::pieces::{Nation, Seat, UnitId, gathered};
use super::state::Place;
use super::telling::{Damage, Flag, Group, Repair, Telling, What};
use super::text;
use super::view::{ChapterView, Eyes, leads, track_name};
use crate::rules::two_sided::Camp;
use crate::system::News;
use crate::table::Note;

/// The chapters that a side is told: a part of the sequence each, of combat one for each area.
pub(super) fn chapters(eyes: &Eyes<'_>, news: News<'_, AdmiralsWar>) -> Vec<ChapterView> {
    let mut chapters: Vec<ChapterView> = Vec::new();
    let mut fight = news.since.map(|since| Fight::new(eyes, since.clone()));
    for chapter in news.chapters {
        let notes = chapter.sections.iter().flat_map(|section| &section.notes);
        let events = notes.filter_map(|note| if let Note::Event(event) = note { Some(event) } else { None });
        // What is told may begin in the middle of a combat, with units that return: the area is told later.
        let mut current: Option<AreaId> = events.clone().find_map(Event::combat_area);
        for event in events {
            current = match event {
                Event::PhaseBegan { .. } => None,
                _ => event.combat_area().or(current),
            };
            let zone = current.map(|area| eyes.area_ref(area));
            let fits =
                |last: &&mut ChapterView| last.zone == zone && last.title.starts_with(&chapter.at.name);
            if chapters.last_mut().filter(fits).is_none() {
                close(&mut chapters, &mut fight, current);
                let place = current.map(|area| format!(": {}", eyes.system.board.area(area).name));
                let title = format!("{}{}", chapter.at.name, place.unwrap_or_default());
                chapters.push(ChapterView { title, zone, lines: Vec::new(), card: None });
            }
            let line = Telling { rule: eyes.rule_of(event), what: eyes.what(event) };
            chapters.last_mut().expect("just pushed").lines.push(line);
            if let Some(fight) = &mut fight {
                fight.follow(event);
            }
        }
    }
    close(&mut chapters, &mut fight, None);
    chapters
}

/// Puts the card of the last chapter into it, and turns to the area of the next one.
fn close(chapters: &mut [ChapterView], fight: &mut Option<Fight<'_>>, next: Option<AreaId>) {
    let card = fight.as_mut().and_then(|fight| fight.turn_to(next));
    if let Some(last) = chapters.last_mut() {
        last.card = card;
    }
}

impl Event {
    /// The area of the combat to which the event belongs; nothing if it tells none.
    pub(super) fn combat_area(&self) -> Option<AreaId> {
        match self {
            Event::AreaSelected { area, .. }
            | Event::Surprised { area, .. }
            | Event::Sortied { area, .. }
            | Event::RoundBegan { area, .. }
            | Event::GunsNamed { area, .. }
            | Event::Fired { scene: Scene::Sea(area), .. }
            | Event::TookEffect { scene: Scene::Sea(area), .. }
            | Event::RetreatDeclared { area, .. }
            | Event::GroupsFormed { area, .. }
            | Event::Pursued { area, .. }
            | Event::BrokeOff { area, .. }
            | Event::Raided { area, .. }
            | Event::Hunted { area, .. }
            | Event::ShippingAttacked { area, .. }
            | Event::AreaResolved { area } => Some(*area),
            Event::PhaseBegan { .. }
            | Event::RaidForce { .. }
            | Event::FlagLifted { .. }
            | Event::WarDeclared { .. }
            | Event::RaidForceSailed { .. }
            | Event::WarBegan { .. }
            | Event::Provoked { .. }
            | Event::Occupied { .. }
            | Event::GroupPlaced { .. }
            | Event::Arrived { .. }
            | Event::Held { .. }
            | Event::ShutOut { .. }
            | Event::Withdrawn { .. }
            | Event::TurnedOver { .. }
            | Event::AllegianceRolled { .. }
            | Event::MoveRolled { .. }
            | Event::AirTransferred { .. }
            | Event::Fined { .. }
            | Event::Refuelled { .. }
            | Event::Claimed { .. }
            | Event::LeadMoved { .. }
            | Event::Sailed { .. }
            | Event::Readied { .. }
            | Event::SpeedRolled { .. }
            | Event::Repaired { .. }
            | Event::AirPlaced { .. }
            | Event::SubmarinesTurned { .. }
            | Event::Fired { scene: Scene::Base(_), .. }
            | Event::TookEffect { scene: Scene::Base(_), .. }
            | Event::Returned { .. }
            | Event::Stranded { .. }
            | Event::Landed { .. }
            | Event::Invaded { .. }
            | Event::Encircled { .. }
            | Event::Scuttled { .. }
            | Event::FlagsPlaced { .. }
            | Event::AreasScored { .. }
            | Event::BasesScored { .. }
            | Event::RaidsScored { .. }
            | Event::RaiderScored { .. }
            | Event::TurnEnded { .. }
            | Event::MatchEnded { .. }
            | Event::Ruled { .. } => None,
        }
    }
}

fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::Britain => "British",
        Seat::Japan => "Japanese",
        Seat::UnitedStates => "American",
        Seat::Germany => "German and Italian",
    }
}

fn group_word(group: u8) -> String {
    format!("group {group}")
}

impl Eyes<'_> {
    fn area_name(&self, area: AreaId) -> String {
        self.system.board.area(area).name.clone()
    }

    fn area_names(&self, areas: &[AreaId]) -> Vec<String> {
        areas.iter().map(|&area| self.area_name(area)).collect()
    }

    fn base_name(&self, base: BaseId) -> String {
        self.system.board.base(base).name.clone()
    }

    fn base_names(&self, bases: &[BaseId]) -> Vec<String> {
        bases.iter().map(|&base| self.base_name(base)).collect()
    }

    /// Units by name alone: what has befallen them since is told elsewhere.
    fn name(&self, unit: UnitId) -> String {
        self.system.counter(unit).name.clone()
    }

    fn names(&self, units: &[UnitId]) -> Vec<String> {
        units.iter().map(|&unit| self.name(unit)).collect()
    }

    /// Units with a place each, gathered by place.
    fn groups<P: Copy + PartialEq>(&self, units: &[(UnitId, P)], name: impl Fn(P) -> String) -> Vec<Group> {
        let groups = gathered(units.iter().copied()).into_iter();
        groups.map(|(place, units)| self.group(name(place), &units)).collect()
    }

    fn group(&self, place: String, units: &[UnitId]) -> Group {
        Group { place, units: self.names(units).join(", ") }
    }

    fn scene(&self, scene: Scene) -> String {
        match scene {
            Scene::Sea(area) => self.area_name(area),
            Scene::Base(base) => self.base_name(base),
        }
    }

    /// The ledger's id of the rule that made an event so; of orders and dice that bind one nation, that nation's.
    fn rule_of(&self, event: &Event) -> &'static str {
        let nation = |unit: UnitId| self.system.counter(unit).nation;
        match event {
            Event::MoveRolled { unit, .. } => match nation(*unit) {
                Nation::Us => "AW-19.42-a",
                Nation::It => "AW-16.44",
                _ => event.rule(),
            },
            Event::Returned { units, why: Why::Recalled } => {
                match units.first().map(|(unit, _)| nation(*unit)) {
                    Some(Nation::It) => "AW-16.41-a",
                    _ if self.ocean.turn > 1 => "AW-18.34",
                    _ => event.rule(),
                }
            }
            _ => event.rule(),
        }
    }

    /// What is told of an event.
    fn what(&self, event: &Event) -> What {
        match event {
            Event::PhaseBegan { turn, phase } => What::PhaseBegan { turn: *turn, phase: text::phase(*phase) },
            Event::Arrived { seat, units } => What::Arrived {
                seat: seat_word(*seat),
                groups: self.groups(units, |base| self.base_name(base)),
            },
            Event::Held { hold, units } => {
                What::Held { place: self.system.board.hold(*hold).name.clone(), units: self.names(units) }
            }
            Event::ShutOut { units } => What::ShutOut { units: self.names(units) },
            Event::Withdrawn { units } => What::Withdrawn { units: self.names(units) },
            Event::TurnedOver { base, to } => {
                What::TurnedOver { place: self.base_name(*base), to: to.map(Nation::name) }
            }
            Event::RaidForce { joined, left } => {
                What::RaidForce { joined: self.names(joined), left: self.names(left) }
            }
            Event::FlagLifted { area } => What::FlagLifted { place: self.area_name(*area) },
            Event::WarDeclared { area } => What::WarDeclared { place: self.area_name(*area) },
            Event::RaidForceSailed { area, ships, guarded } => What::RaidForceSailed {
                place: self.area_name(*area),
                ships: self.names(ships),
                guarded: *guarded,
            },
            Event::Surprised { area, round, units } => {
                What::Surprised { place: self.area_name(*area), round: *round, units: self.names(units) }
            }
            Event::GroupPlaced { hold, die, area, units } => What::GroupPlaced {
                group: self.system.board.hold(*hold).name.clone(),
                die: *die,
                place: self.area_name(*area),
                units: self.names(units),
            },
            Event::Sortied { area, units } => {
                What::Sortied { place: self.area_name(*area), units: self.names(units) }
            }
            Event::WarBegan { turn } => What::WarBegan { turn: *turn },
            Event::Provoked { area, points } => {
                What::Provoked { place: self.area_name(*area), points: *points }
            }
            Event::Occupied { unit, base } => {
                What::Occupied { unit: self.name(*unit), place: self.base_name(*base) }
            }
            Event::AllegianceRolled { unit, dice, modifier, fate } => What::AllegianceRolled {
                unit: self.name(*unit),
                dice: dice.clone(),
                modifier: *modifier,
                fate: fate.id(),
            },
            Event::MoveRolled { unit, die, passed } => What::MoveRolled {
                seat: seat_word(self.system.seat_of(self.ocean, *unit)),
                unit: self.name(*unit),
                die: *die,
                passed: *passed,
            },
            Event::AirTransferred { seat, unit } => {
                What::AirTransferred { seat: seat_word(*seat), unit: self.name(*unit) }
            }
            Event::Fined { seat, ships } => {
                What::Fined { side: seat.side(), track: track_name(seat.track()), ships: self.names(ships) }
            }
            Event::Refuelled { ships } => What::Refuelled { ships: self.names(ships) },
            Event::Claimed { unit, base } => What::Claimed {
                unit: self.name(*unit),
                place: self.base_name(*base),
                by: self.system.side_of(self.ocean, *unit),
            },
            Event::LeadMoved { track, lead } => What::LeadMoved {
                track: track_name(*track),
                side: match lead {
                    0 => None,
                    1.. => Some(Camp::ALLIES),
                    _ => Some(Camp::AXIS),
                },
                lead: lead.unsigned_abs() as u8,
            },
            Event::Sailed { seat, how, units } => What::Sailed {
                seat: seat_word(*seat),
                how: how.id(),
                groups: self.groups(units, |area| self.area_name(area)),
            },
            Event::Readied { seat, ships } => {
                What::Readied { seat: seat_word(*seat), ships: self.names(ships) }
            }
            Event::SpeedRolled { unit, area, speed, die, passed } => What::SpeedRolled {
                seat: seat_word(self.system.seat_of(self.ocean, *unit)),
                unit: self.name(*unit),
                place: self.area_name(*area),
                speed: *speed,
                die: *die,
                passed: *passed,
            },
            Event::Repaired { base, ships } => {
                let repair = |&(ship, points): &(UnitId, u8)| Repair { unit: self.name(ship), points };
                What::Repaired { place: self.base_name(*base), ships: ships.iter().map(repair).collect() }
            }
            Event::AirPlaced { seat, unit, area } => What::AirPlaced {
                seat: seat_word(*seat),
                unit: self.name(*unit),
                place: area.map(|area| self.area_name(area)),
            },
            Event::SubmarinesTurned { seat, submarines } => {
                What::SubmarinesTurned { seat: seat_word(*seat), units: self.names(submarines) }
            }
            Event::AreaSelected { seat, area } => {
                What::AreaSelected { seat: seat_word(*seat), place: self.area_name(*area) }
            }
            Event::Hunted { area, by, dice, bonus, destroyed, driven_off } => What::Hunted {
                place: self.area_name(*area),
                by: *by,
                dice: dice.clone(),
                bonus: *bonus,
                destroyed: self.names(destroyed),
                driven_off: self.names(driven_off),
            },
            Event::ShippingAttacked { area, unit, dice, bonus, points } => What::ShippingAttacked {
                place: self.area_name(*area),
                unit: self.name(*unit),
                dice: dice.clone(),
                bonus: *bonus,
                points: *points,
            },
            Event::Raided { area, base, by, units, carriers } => What::Raided {
                from: self.area_name(*area),
                place: self.base_name(*base),
                by: *by,
                units: self.names(units),
                carriers: *carriers,
            },
            Event::RoundBegan { area, group, round, choices, dice, modifiers, action } => What::RoundBegan {
                place: self.area_name(*area),
                group: *group,
                round: *round,
                axis: choices.axis.id(),
                allies: choices.allies.id(),
                dice: *dice,
                modifiers: *modifiers,
                action: action.id(),
            },
            Event::GunsNamed { area, side, carriers } => {
                What::GunsNamed { place: self.area_name(*area), side: *side, ships: self.names(carriers) }
            }
            Event::Fired {
                scene,
                attacker,
                target,
                action,
                dice,
                bonus,
                hits,
                damage_dice,
                damage,
                disabled,
            } => What::Fired {
                place: self.scene(*scene),
                unit: self.name(*attacker),
                target: self.name(*target),
                action: action.id(),
                dice: dice.clone(),
                bonus: *bonus,
                hits: *hits,
                damage_dice: damage_dice.clone(),
                damage: *damage,
                disabled: *disabled,
                side: self.system.side_of(self.ocean, *attacker),
            },
            Event::TookEffect { scene, lost, damaged, disabled } => {
                let damage = |&(unit, damage): &(UnitId, u8)| Damage { unit: self.name(unit), damage };
                What::TookEffect {
                    place: self.scene(*scene),
                    lost: self.names(lost),
                    damaged: damaged.iter().map(damage).collect(),
                    disabled: self.names(disabled),
                }
            }
            Event::Returned { units, why } => {
                What::Returned { why: why.id(), groups: self.groups(units, |base| self.base_name(base)) }
            }
            Event::Stranded { units } => What::Stranded { units: self.names(units) },
            Event::RetreatDeclared { area, side, retreats } => {
                What::RetreatDeclared { place: self.area_name(*area), side: *side, retreats: *retreats }
            }
            Event::GroupsFormed { area, groups } => {
                let groups = groups.iter().map(|(group, units)| self.group(group_word(*group), units));
                What::GroupsFormed { place: self.area_name(*area), groups: groups.collect() }
            }
            Event::Pursued { area, ships, raids } => What::Pursued {
                place: self.area_name(*area),
                groups: self.groups(ships, group_word),
                raids: self.groups(raids, |base| self.base_name(base)),
            },
            Event::BrokeOff { area, ships } => {
                What::BrokeOff { place: self.area_name(*area), ships: self.names(ships) }
            }
            Event::Landed { unit, base } => {
                What::Landed { unit: self.name(*unit), place: self.base_name(*base) }
            }
            Event::Invaded { unit, base, defender } => What::Invaded {
                unit: self.name(*unit),
                place: self.base_name(*base),
                defender: defender.map(|defender| self.name(defender)),
                by: self.system.side_of(self.ocean, *unit),
            },
            Event::Encircled { base, by } => What::Encircled { place: self.base_name(*base), by: *by },
            Event::Scuttled { base, ships } => {
                What::Scuttled { place: self.base_name(*base), ships: self.names(ships) }
            }
            Event::AreaResolved { area } => What::AreaResolved { place: self.area_name(*area) },
            Event::FlagsPlaced { flags } => {
                let flag = |&(area, control): &(AreaId, Camp)| Flag { zone: self.area_name(area), control };
                What::FlagsPlaced { zones: flags.iter().map(flag).collect() }
            }
            Event::AreasScored { side, track, areas, points } => {
                let (track, zones) = (track_name(*track), self.area_names(areas));
                What::AreasScored { side: *side, track, zones, points: *points }
            }
            Event::BasesScored { side, track, bases, points } => {
                let (track, ports) = (track_name(*track), self.base_names(bases));
                What::BasesScored { side: *side, track, ports, points: *points }
            }
            Event::RaidsScored { side, track, bases, points } => {
                let (track, ports) = (track_name(*track), self.base_names(bases));
                What::RaidsScored { side: *side, track, ports, points: *points }
            }
            Event::RaiderScored { area } => What::RaiderScored { place: self.area_name(*area) },
            Event::TurnEnded { turn } => What::TurnEnded { turn: *turn },
            Event::MatchEnded { winner, axis, allies } => {
                let tracks = self.system.scenario.campaign.then(|| leads(self.ocean.leads));
                What::MatchEnded { winner: *winner, axis: *axis, allies: *allies, tracks }
            }
            Event::Ruled { reason, change } => {
                What::Ruled { reason: reason.clone(), change: self.change(*change) }
            }
        }
    }

    /// A ruling in words.
    fn change(&self, change: Change) -> String {
        let side = |side: Option<Camp>| side.map_or("nobody", |side| side.name());
        match change {
            Change::Unit { unit, to } => format!("{} is now {}", self.name(unit), self.place(to)),
            Change::Damage { unit, points } => format!("{} has {points} damage points", self.name(unit)),
            Change::Base { base, to } => format!("{} belongs to {}", self.base_name(base), side(to)),
            Change::Flag { area, to } => {
                format!("the flag in {} is that of {}", self.area_name(area), side(to))
            }
            Change::Points { side, track, points } => {
                format!("{points} points to the {side} on the {} track", track_name(track))
            }
        }
    }

    fn place(&self, place: Place) -> String {
        match place {
            Place::Base(base) => format!("in {}", self.base_name(base)),
            Place::Sea(area) => format!("at sea in {}", self.area_name(area)),
            Place::Arrival(_) => "yet to arrive".to_owned(),
            Place::Track(turn) => format!("away until turn {turn}"),
            Place::Hold(hold) => format!("in the box {}", self.system.board.hold(hold).name),
            Place::Sunk => "lost".to_owned(),
            Place::Removed => "out of play".to_owned(),
        }
    }
}
