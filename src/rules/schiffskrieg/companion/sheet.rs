//! The short sheet of a match beside a real table: what its players must change on their map and in their
//! boxes. All of it is seen by everybody, but for facts that are veiled, of which nothing stands here.

use super::super::board::SeaMap;
use super::super::event::{End, Event};
use super::super::facts::Fact;
use super::super::observer::Observer;
use super::super::pieces::UnitId;
use super::super::scenario::Support;
use super::super::state::{Battle, Goal, Part, Place, Post, SupportId};
use super::Schiffskrieg;
use crate::faction::Faction;
use engine::problem::list_and;
use engine::system::News;
use engine::view::Passage;

/// The headings, in order.
const SUPPORT: &str = "Support units";
const STANDS: &str = "Fleets on station";
const BATTLES: &str = "Combats";
const STRUCK: &str = "Ports struck, patrols, raids";
const LOSSES: &str = "Sunk, destroyed, damaged";
const DELAYED: &str = "Delayed, and when they are back";
const WAITING: &str = "In delay boxes";
const MOVED: &str = "Based anew";
const MARKERS: &str = "Markers and cards";

/// The sheet as it is written.
struct Sheet<'e> {
    observer: &'e Observer<'e>,
    parts: Vec<Passage>,
    battle: Option<Battle>,
    /// The placement that waits for its outcome.
    placed: Option<(SupportId, Goal)>,
    /// Where pieces went, those last that moved last.
    moved: Vec<(UnitId, Place)>,
}

impl Observer<'_> {
    /// The sheet of what was told, since the turn began if that is a part of it.
    pub(crate) fn sheet(&self, news: News<'_, Schiffskrieg>) -> Vec<Passage> {
        let turns = |event: &&Event| match event {
            Event::AtTable { facts, .. } => facts.iter().any(|one| one.fact == Fact::Turn),
            _ => false,
        };
        let begun = news.events().enumerate().filter(|(_, event)| turns(event)).map(|(at, _)| at).last();
        let battle = news.since.filter(|_| begun.is_none()).and_then(|since| since.battle.clone());
        let mut sheet = Sheet { observer: self, parts: Vec::new(), battle, placed: None, moved: Vec::new() };
        news.events().skip(begun.unwrap_or(0)).for_each(|event| sheet.note(event));
        sheet.based();
        sheet.stands();
        sheet.waits();
        let order = [SUPPORT, STANDS, BATTLES, STRUCK, LOSSES, DELAYED, WAITING, MOVED, MARKERS];
        sheet.parts.sort_by_key(|part| order.iter().position(|title| part.title == *title));
        sheet.parts
    }
}

impl Sheet<'_> {
    fn add(&mut self, title: &'static str, line: String) {
        match self.parts.iter_mut().find(|part| part.title == title) {
            Some(part) => part.lines.push(line),
            None => self.parts.push(Passage { title: title.to_owned(), lines: vec![line] }),
        }
    }

    fn names(&self, units: &[UnitId]) -> String {
        list_and(&units.iter().map(|unit| self.observer.named(*unit)).collect::<Vec<_>>())
    }

    fn unit(&self, support: SupportId) -> String {
        let name = self.observer.system.support_name(support);
        match self.observer.system.scenario.maps.len() {
            1 => name,
            _ => {
                let map = self
                    .observer
                    .sea
                    .support
                    .get(usize::from(support.0))
                    .map(|it| it.map.id().to_uppercase());
                format!("{name} ({})", map.unwrap_or_default())
            }
        }
    }

    fn note(&mut self, event: &Event) {
        match event {
            Event::Posted { support, post } => {
                let line = format!("{} to {}", self.unit(*support), self.observer.post(*post));
                self.add(SUPPORT, line);
            }
            Event::Postponed { support, die: _, turn } => {
                let line = format!("{} back in {turn}", self.unit(*support));
                self.add(DELAYED, line);
            }
            Event::Turned { support } => {
                let line = format!("{} turns to its CV Strike side", self.unit(*support));
                self.add(SUPPORT, line);
            }
            Event::BattleBegan { battle, .. } => self.battle = Some(battle.clone()),
            Event::Resolved { end, victory, rule: _ } => self.decided(*end, victory.map(|it| it.id())),
            Event::Formed { faction: _, support, goal, force: _ } => self.placed = Some((*support, *goal)),
            Event::Outcome { end, rule: _ } => {
                let what = self.placed.take().map_or(String::new(), |(support, goal)| {
                    format!("{} {}, ", self.unit(support), self.observer.goal(goal))
                });
                self.add(BATTLES, format!("{what}without a battle: {}", end.id()));
            }
            Event::BaseAttacked { faction, base, die: _, drm: _, result } => {
                let port = &self.observer.system.board.base(*base).name;
                let line = format!("{} at {port}: {}", faction.side().name(), result.id().replace('-', " "));
                self.add(STRUCK, line);
            }
            Event::Patrolled { boat, zone, die: _, result } => {
                let zone = &self.observer.system.board.zone(*zone).name;
                let line =
                    format!("{} in {zone}: {}", self.observer.named(*boat), result.id().replace('-', " "));
                self.add(STRUCK, line);
            }
            Event::RaidEnded { map, succeeded, gain } => {
                let end = if *succeeded { "succeeds" } else { "fails" };
                let gain = gain.map_or(String::new(), |gain| format!(": {}", gain.id().replace('-', " ")));
                self.add(STRUCK, format!("commerce raid on {map} {end}{gain}"));
            }
            Event::TookEffect { disabled, hurt, sunk, destroyed } => {
                let all = [
                    (sunk, "sunk"),
                    (destroyed, "destroyed"),
                    (hurt, "damaged or reduced"),
                    (disabled, "disabled"),
                ];
                for (units, what) in all.into_iter().filter(|(units, _)| !units.is_empty()) {
                    self.add(LOSSES, format!("{what}: {}", self.names(units)));
                }
            }
            Event::Delayed { unit, to: Place::TurnTrack(_, turn) | Place::ShipTrack(turn), .. } => {
                let line = format!("{} back in {turn}", self.observer.named(*unit));
                self.add(DELAYED, line);
            }
            Event::Moved { faction: _, rule: _, units } => self.moved(units),
            Event::Withdrawn { unit, to, .. } | Event::Fate { unit, to, .. } => self.moved(&[(*unit, *to)]),
            _ => self.note_of_the_board(event),
        }
    }

    /// What an event changes on the markers, and of Fortunes of War.
    fn note_of_the_board(&mut self, event: &Event) {
        match event {
            Event::MarkerMoved { marker, nation, map, lies } => {
                let nation = nation.map_or(String::new(), |nation| format!("{} ", nation.adjective()));
                let (marker, lies) = (marker.id().replace('-', " "), self.observer.system.lies_words(*lies));
                self.add(MARKERS, format!("{nation}{marker} ({}): {lies}", map.id().to_uppercase()));
            }
            Event::Declared { facts } => {
                let open = self.observer.open(facts);
                open.into_iter().for_each(|line| self.add(MARKERS, line));
            }
            Event::CardsDrawn { map, cards } => {
                self.add(MARKERS, format!("each side draws {cards} Fortunes of War for {map}"));
            }
            Event::CardPlayed { faction, map, die: _, effect } => {
                let line = format!("{} plays a card on {map}: {} effect", faction.side().name(), effect.id());
                self.add(MARKERS, line);
            }
            Event::LuckAwarded { map, holder: Some(holder), .. } => {
                self.add(MARKERS, format!("Luck on {map}: {}", holder.id()));
            }
            _ => {}
        }
    }

    /// A contest is decided.
    fn decided(&mut self, end: End, victory: Option<&'static str>) {
        let Some(battle) = self.battle.clone() else { return };
        let (one, other) = (battle.side(Part::Phasing), battle.side(Part::Answering));
        let winner = match end {
            End::Success => Some(one),
            End::Repulsion => Some(other),
            End::Stalemate => None,
        };
        let place = self.observer.site(battle.site);
        let (one, other) = (one.side().name(), other.side().name());
        let what = match (winner, victory) {
            (Some(winner), Some(victory)) => format!("{victory} victory of the {}", winner.side().name()),
            _ => end.id().to_owned(),
        };
        self.add(BATTLES, format!("{place}, {one} against {other}: {what}"));
    }

    /// Pieces go home, are based anew, or leave.
    fn moved(&mut self, units: &[(UnitId, Place)]) {
        self.moved.retain(|(unit, _)| !units.iter().any(|(other, _)| other == unit));
        self.moved.extend(units);
    }

    /// Where pieces are that went somewhere and are there still.
    fn based(&mut self) {
        let moved = std::mem::take(&mut self.moved);
        let mut places: Vec<(Place, Vec<UnitId>)> = Vec::new();
        for (unit, place) in
            moved.iter().filter(|(unit, place)| self.observer.sea.unit(*unit).place == *place)
        {
            match places.iter_mut().find(|(of, _)| of == place) {
                Some((_, all)) => all.push(*unit),
                None => places.push((*place, vec![*unit])),
            }
        }
        for (place, units) in places {
            let line = format!("{}: {}", self.observer.place(place), self.names(&units));
            self.add(if place == Place::Sunk { LOSSES } else { MOVED }, line);
        }
    }

    /// The fleets that stand in the zones now.
    fn stands(&mut self) {
        for (at, unit) in self.observer.sea.support.iter().enumerate() {
            let fleet = matches!(unit.kind, Support::SurfaceFleet | Support::CvFleet);
            if let (true, Post::Station(zone)) = (fleet, unit.post) {
                let zone = &self.observer.system.board.zone(zone).name;
                let line = format!("{zone}: {}", self.unit(SupportId(at as u8)));
                self.add(STANDS, line);
            }
        }
    }

    /// What waits in delay boxes now.
    fn waits(&mut self) {
        for faction in Faction::ALL {
            for map in self.observer.system.scenario.maps.clone() {
                for (place, name) in
                    [(Place::NavalDelay(map), "Naval Warfare Delay Box"), (Place::Delay(map), "Delay Box")]
                {
                    let (system, sea) = (self.observer.system, self.observer.sea);
                    let own = |unit: &UnitId| {
                        sea.unit(*unit).place == place && system.side_of(sea, *unit) == Some(faction)
                    };
                    let units: Vec<UnitId> = sea.ids().filter(own).collect();
                    if !units.is_empty() {
                        let map = map_word(system.scenario.maps.len(), map);
                        let line = format!("{name}{map}, {}: {}", faction.side().name(), self.names(&units));
                        self.add(WAITING, line);
                    }
                }
            }
        }
    }
}

fn map_word(maps: usize, map: SeaMap) -> String {
    if maps > 1 { format!(" ({})", map.id().to_uppercase()) } else { String::new() }
}
