//! What a side is told of what happened: one line for each event. Everything that happens does so on the open board.
//!
//! The match has no wildcard: a new event does not compile until somebody writes what is told of it. The words are the
//! templates' affair; a line holds names, numbers and dice.

use serde_json::{Value, json};

use super::AdmiralsWar;
use super::board::{AreaId, BaseId};
use super::event::{Action, Change, Event, How, Scene, Why};
use super::pieces::{Seat, UnitId};
use super::state::Place;
use super::text;
use super::view::{ChapterView, Eyes, track_name};
use crate::system::Chapter;
use crate::table::Note;

/// The chapters that a side is told: a part of the sequence each, of combat one for each area.
pub(super) fn chapters(eyes: &Eyes<'_>, told: &[Chapter<'_, AdmiralsWar>]) -> Vec<ChapterView> {
    let mut chapters = Vec::new();
    for chapter in told {
        let notes = chapter.sections.iter().flat_map(|section| &section.notes);
        let events = notes.filter_map(|note| if let Note::Event(event) = note { Some(event) } else { None });
        // What is told may begin in the middle of a combat, with units that return: the area is told later.
        let mut current: Option<AreaId> = events.clone().find_map(Event::combat_area);
        for event in events {
            current = match event {
                Event::PhaseBegan { .. } => None,
                _ => event.combat_area().or(current),
            };
            let zone = current.map(|area| eyes.system.board.area(area).id.clone());
            let fits =
                |last: &&mut ChapterView| last.zone == zone && last.title.starts_with(&chapter.at.name);
            if chapters.last_mut().filter(fits).is_none() {
                let place = current.map(|area| format!(": {}", eyes.system.board.area(area).name));
                let title = format!("{}{}", chapter.at.name, place.unwrap_or_default());
                chapters.push(ChapterView { title, zone, lines: Vec::new() });
            }
            let mut line = eyes.line(event);
            line["rule"] = json!(event.rule());
            chapters.last_mut().expect("just pushed").lines.push(line);
        }
    }
    chapters
}

impl Event {
    /// The area of the combat to which the event belongs; nothing if it tells none.
    pub(super) fn combat_area(&self) -> Option<AreaId> {
        match self {
            Event::AreaSelected { area, .. }
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
            _ => None,
        }
    }

    /// The ledger's id of the rule that made it so; empty for what no rule made.
    pub fn rule(&self) -> &'static str {
        match self {
            Event::PhaseBegan { .. } | Event::TurnEnded { .. } | Event::Ruled { .. } => "",
            Event::Sailed { how: How::Patrolling, .. } => "AW-5.31",
            Event::Sailed { how: How::Amphibious, .. } => "AW-5.34",
            Event::Sailed { how: How::Raiding, .. } => "AW-5.35",
            Event::Readied { .. } => "AW-5.31",
            Event::SpeedRolled { .. } => "AW-6.2",
            Event::Repaired { .. } => "AW-5.32",
            Event::AirPlaced { .. } => "AW-12.11-a",
            Event::SubmarinesTurned { .. } => "AW-14.1",
            Event::AreaSelected { .. } => "AW-5.41",
            Event::Hunted { .. } => "AW-14.24-a",
            Event::ShippingAttacked { .. } => "AW-14.26-a",
            Event::Raided { carriers: true, .. } => "AW-9.3",
            Event::Raided { carriers: false, .. } => "AW-12.4",
            Event::RoundBegan { .. } => "AW-7.22-a",
            Event::GunsNamed { .. } => "AW-7.321-b",
            Event::Fired { .. } => "AW-7.45",
            Event::TookEffect { .. } => "AW-7.5",
            Event::Returned { why, .. } => why.rule(),
            Event::Stranded { .. } => "AW-10.23",
            Event::RetreatDeclared { .. } => "AW-8.11",
            Event::GroupsFormed { .. } => "AW-8.22-a",
            Event::Pursued { .. } => "AW-8.23",
            Event::BrokeOff { .. } => "AW-8.33",
            Event::Landed { .. } => "AW-13.3",
            Event::Invaded { defender: None, .. } => "AW-13.41",
            Event::Invaded { .. } => "AW-13.43",
            Event::Encircled { .. } => "AW-16.11",
            Event::Scuttled { .. } => "AW-9.352",
            Event::AreaResolved { .. } => "AW-7.1-a",
            Event::FlagsPlaced { .. } => "AW-17.13",
            Event::AreasScored { .. } => "AW-17.14",
            Event::BasesScored { .. } => "AW-M-2",
            Event::RaidsScored { .. } => "AW-M-2b",
            Event::RaiderScored { .. } => "AW-15.22-b",
            Event::MatchEnded { .. } => "AW-M-0",
        }
    }
}

impl Why {
    fn rule(self) -> &'static str {
        match self {
            Why::FailedRoll => "AW-6.22",
            Why::Disabled => "AW-7.52",
            Why::SurfaceAction => "AW-7.24-a",
            Why::Attacked => "AW-12.44",
            Why::HuntOver => "AW-14.22-b",
            Why::Retreat => "AW-8.13",
            Why::Escaped => "AW-8.35",
            Why::Evicted => "AW-16.21",
            Why::EndOfTurn => "AW-5.74",
        }
    }
}

fn action_word(action: Action) -> &'static str {
    match action {
        Action::Air => "air",
        Action::Surface => "surface",
        Action::Combined => "combined",
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

impl Eyes<'_> {
    fn area_name(&self, area: AreaId) -> &str {
        &self.system.board.area(area).name
    }

    fn base_name(&self, base: BaseId) -> &str {
        &self.system.board.base(base).name
    }

    /// Units by name alone: what has befallen them since is told elsewhere.
    fn name(&self, unit: UnitId) -> &str {
        &self.system.counter(unit).name
    }

    fn names(&self, units: &[UnitId]) -> Vec<&str> {
        units.iter().map(|&unit| self.name(unit)).collect()
    }

    /// Units with a place each, gathered by place.
    fn groups<P: Copy + PartialEq>(&self, units: &[(UnitId, P)], name: impl Fn(P) -> String) -> Value {
        let mut groups: Vec<(P, Vec<&str>)> = Vec::new();
        for &(unit, place) in units {
            match groups.iter_mut().find(|(known, _)| *known == place) {
                Some((_, names)) => names.push(self.name(unit)),
                None => groups.push((place, vec![self.name(unit)])),
            }
        }
        let group = |(place, names): (P, Vec<&str>)| json!({"place": name(place), "units": names.join(", ")});
        Value::Array(groups.into_iter().map(group).collect())
    }

    fn scene(&self, scene: Scene) -> &str {
        match scene {
            Scene::Sea(area) => self.area_name(area),
            Scene::Base(base) => self.base_name(base),
        }
    }

    /// What is told of an event.
    fn line(&self, event: &Event) -> Value {
        match event {
            Event::PhaseBegan { turn, phase } => {
                json!({"kind": "phase-began", "turn": turn, "phase": text::phase(*phase)})
            }
            Event::TurnEnded { turn } => json!({"kind": "turn-ended", "turn": turn}),
            Event::MatchEnded { winner, axis, allies } => {
                json!({"kind": "match-ended", "winner": winner, "axis": axis, "allies": allies})
            }
            Event::Ruled { reason, change } => {
                json!({"kind": "ruled", "reason": reason, "change": self.change(*change)})
            }
            Event::Sailed { seat, how, units } => {
                let groups = self.groups(units, |area| self.area_name(area).to_owned());
                json!({"kind": "sailed", "seat": seat_word(*seat), "how": how.id(), "groups": groups})
            }
            Event::Readied { seat, ships } => {
                json!({"kind": "readied", "seat": seat_word(*seat), "ships": self.names(ships)})
            }
            Event::SpeedRolled { unit, area, speed, die, passed } => json!({
                "kind": "speed-rolled", "seat": seat_word(self.system.counter(*unit).nation.seat()), "unit": self.name(*unit), "place": self.area_name(*area), "speed": speed,
                "die": die, "passed": passed,
            }),
            Event::Repaired { base, ships } => {
                let ships =
                    ships.iter().map(|(ship, points)| json!({"unit": self.name(*ship), "points": points}));
                json!({"kind": "repaired", "place": self.base_name(*base), "ships": ships.collect::<Vec<_>>()})
            }
            Event::AirPlaced { seat, unit, area } => json!({
                "kind": "air-placed", "seat": seat_word(*seat), "unit": self.name(*unit),
                "place": area.map(|area| self.area_name(area)),
            }),
            Event::SubmarinesTurned { seat, submarines } => {
                json!({"kind": "submarines-turned", "seat": seat_word(*seat), "units": self.names(submarines)})
            }
            Event::Hunted { .. } | Event::ShippingAttacked { .. } | Event::RaiderScored { .. } => {
                self.submarine_line(event)
            }
            Event::FlagsPlaced { .. }
            | Event::AreasScored { .. }
            | Event::BasesScored { .. }
            | Event::RaidsScored { .. }
            | Event::Encircled { .. }
            | Event::Scuttled { .. }
            | Event::Landed { .. }
            | Event::Invaded { .. }
            | Event::Returned { .. }
            | Event::Stranded { .. } => self.shore_line(event),
            Event::AreaSelected { .. }
            | Event::AreaResolved { .. }
            | Event::Raided { .. }
            | Event::RoundBegan { .. }
            | Event::GunsNamed { .. }
            | Event::Fired { .. }
            | Event::TookEffect { .. }
            | Event::RetreatDeclared { .. }
            | Event::GroupsFormed { .. }
            | Event::Pursued { .. }
            | Event::BrokeOff { .. } => self.combat_line(event),
        }
    }

    fn submarine_line(&self, event: &Event) -> Value {
        match event {
            Event::Hunted { area, by, dice, bonus, destroyed, driven_off } => json!({
                "kind": "hunted", "place": self.area_name(*area), "by": by, "dice": dice, "bonus": bonus,
                "destroyed": self.names(destroyed), "driven_off": self.names(driven_off),
            }),
            Event::ShippingAttacked { area, unit, dice, bonus, points } => json!({
                "kind": "shipping-attacked", "place": self.area_name(*area), "unit": self.name(*unit), "dice": dice,
                "bonus": bonus, "points": points,
            }),
            Event::RaiderScored { area } => json!({"kind": "raider-scored", "place": self.area_name(*area)}),
            _ => unreachable!("`line` sends no other here"),
        }
    }

    fn shore_line(&self, event: &Event) -> Value {
        match event {
            Event::FlagsPlaced { flags } => {
                let zones =
                    flags.iter().map(|(area, side)| json!({"zone": self.area_name(*area), "control": side}));
                json!({"kind": "flags-placed", "zones": zones.collect::<Vec<_>>()})
            }
            Event::AreasScored { side, track, areas, points } => {
                let areas: Vec<&str> = areas.iter().map(|&area| self.area_name(area)).collect();
                let track = track_name(*track);
                json!({"kind": "areas-scored", "side": side, "track": track, "zones": areas, "points": points})
            }
            Event::BasesScored { side, track, bases, points }
            | Event::RaidsScored { side, track, bases, points } => {
                let names: Vec<&str> = bases.iter().map(|&base| self.base_name(base)).collect();
                let raids = matches!(event, Event::RaidsScored { .. });
                let kind = if raids { "raids-scored" } else { "bases-scored" };
                let track = track_name(*track);
                json!({"kind": kind, "side": side, "track": track, "ports": names, "points": points})
            }
            Event::Encircled { base, by } => {
                json!({"kind": "encircled", "place": self.base_name(*base), "by": by})
            }
            Event::Scuttled { base, ships } => {
                json!({"kind": "scuttled", "place": self.base_name(*base), "ships": self.names(ships)})
            }
            Event::Landed { unit, base } => {
                json!({"kind": "landed", "unit": self.name(*unit), "place": self.base_name(*base)})
            }
            Event::Invaded { unit, base, defender } => json!({
                "kind": "invaded", "unit": self.name(*unit), "place": self.base_name(*base),
                "defender": defender.map(|defender| self.name(defender)),
                "by": self.system.side_of(*unit),
            }),
            Event::Returned { units, why } => {
                let groups = self.groups(units, |base| self.base_name(base).to_owned());
                json!({"kind": "returned", "why": why.id(), "groups": groups})
            }
            Event::Stranded { units } => json!({"kind": "stranded", "units": self.names(units)}),
            _ => unreachable!("`line` sends no other here"),
        }
    }

    fn combat_line(&self, event: &Event) -> Value {
        match event {
            Event::AreaSelected { seat, area } => {
                json!({"kind": "area-selected", "seat": seat_word(*seat), "place": self.area_name(*area)})
            }
            Event::AreaResolved { area } => json!({"kind": "area-resolved", "place": self.area_name(*area)}),
            Event::Raided { area, base, by, units, carriers } => json!({
                "kind": "raided", "from": self.area_name(*area), "place": self.base_name(*base), "by": by,
                "units": self.names(units), "carriers": carriers,
            }),
            Event::RoundBegan { area, group, round, choices, dice, modifiers, action } => json!({
                "kind": "round-began", "place": self.area_name(*area), "group": group, "round": round,
                "axis": action_word(choices.axis), "allies": action_word(choices.allies), "dice": dice,
                "modifiers": modifiers, "action": action_word(*action),
            }),
            Event::GunsNamed { area, side, carriers } => json!({
                "kind": "guns-named", "place": self.area_name(*area), "side": side, "ships": self.names(carriers),
            }),
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
            } => json!({
                "kind": "fired", "place": self.scene(*scene), "unit": self.name(*attacker),
                "target": self.name(*target), "action": action_word(*action), "dice": dice, "bonus": bonus,
                "hits": hits, "damage_dice": damage_dice, "damage": damage, "disabled": disabled,
                "side": self.system.side_of(*attacker),
            }),
            Event::TookEffect { scene, lost, damaged, disabled } => {
                let damaged =
                    damaged.iter().map(|(unit, total)| json!({"unit": self.name(*unit), "damage": total}));
                json!({
                    "kind": "took-effect", "place": self.scene(*scene), "lost": self.names(lost),
                    "damaged": damaged.collect::<Vec<_>>(), "disabled": self.names(disabled),
                })
            }
            Event::RetreatDeclared { area, side, retreats } => json!({
                "kind": "retreat-declared", "place": self.area_name(*area), "side": side, "retreats": retreats,
            }),
            Event::GroupsFormed { area, groups } => {
                let groups = groups.iter().map(|(group, units)| {
                    json!({"place": format!("group {group}"), "units": self.names(units).join(", ")})
                });
                json!({"kind": "groups-formed", "place": self.area_name(*area), "groups": groups.collect::<Vec<_>>()})
            }
            Event::Pursued { area, ships, raids } => {
                let groups = self.groups(ships, |group| format!("group {group}"));
                let raids = self.groups(raids, |base| self.base_name(base).to_owned());
                json!({"kind": "pursued", "place": self.area_name(*area), "groups": groups, "raids": raids})
            }
            Event::BrokeOff { area, ships } => {
                json!({"kind": "broke-off", "place": self.area_name(*area), "ships": self.names(ships)})
            }
            _ => unreachable!("`line` sends no other here"),
        }
    }

    /// A ruling in words.
    fn change(&self, change: Change) -> String {
        let side = |side: Option<crate::rules::two_sided::Camp>| side.map_or("nobody", |side| side.name());
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
            Place::Sunk => "lost".to_owned(),
            Place::Removed => "out of play".to_owned(),
        }
    }
}
