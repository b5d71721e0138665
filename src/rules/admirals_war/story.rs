//! How the story is cut into chapters, and what its lines are made of: names, numbers and dice. `event.rs`
//! says of each event who hears of it; the words are the templates' affair.

use std::ops::Deref;

use super::AdmiralsWar;
use super::board::{AreaId, HoldId, Theatre};
use super::card::Fight;
use super::event::Event;
use super::hidden::Shown;
use super::pieces::{Seat, UnitId};
use super::state::{Leads, Phase};
use super::telling::{Damage, Flag, Look, Repair, Rolled};
use super::view::{ChapterView, Lead, Observer, leads, track_name};
use engine::events::line;
use engine::rulebook::two_sided::Camp;
use engine::system::News;
use engine::view::StoryLine;

mod areas;
mod rules;
mod words;

pub(super) use words::{force_word, group_word, seat_word};

/// The chapters that a side is told: a part of the sequence each, of combat one for each area.
pub(super) fn chapters(observer: &Observer<'_>, news: News<'_, AdmiralsWar>) -> Vec<ChapterView> {
    let mut chapters: Vec<ChapterView> = Vec::new();
    let mut fight = news.since.map(|since| Fight::new(observer, since.clone()));
    let mut shown = Shown::at(news.since);
    for chapter in news.chapters {
        let events = chapter.events();
        // Only combat is told area by area; what is fired when the turn ends is part of its end (22.1, 22.5).
        let by_area = chapter.at.id.contains(Phase::Combat.id());
        let area_of = |event: &Event| event.combat_area().filter(|_| by_area);
        // What is told may begin in the middle of a combat, with units that return: the area is told later.
        let mut current: Option<AreaId> = events.clone().find_map(area_of);
        for event in events {
            let lines = event.told(&Listener { observer, shown: &shown });
            shown.follow(observer.system, event);
            if lines.is_empty() {
                fight.iter_mut().for_each(|fight| fight.pass(event));
                continue;
            }
            current = match event {
                Event::PhaseBegan { .. } => None,
                _ => area_of(event).or(current),
            };
            let zone = current.map(|area| observer.area_ref(area));
            let fits =
                |last: &&mut ChapterView| last.zone == zone && last.title.starts_with(&chapter.at.name);
            if chapters.last_mut().filter(fits).is_none() {
                close(&mut chapters, &mut fight, current);
                let name = current.map(|area| observer.system.board.area(area).name.as_str());
                chapters.push(ChapterView::new(&chapter.at.name, zone.zip(name)));
            }
            let lines = lines.into_iter().map(|line| line.citing(observer.rule_of(event).to_owned()));
            chapters.last_mut().expect("just pushed").lines.extend(lines);
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

/// A party that hears of an event.
pub(super) struct Listener<'l> {
    pub(super) observer: &'l Observer<'l>,
    /// The submarines that have been shown before it.
    pub(super) shown: &'l Shown,
}

impl<'l> Deref for Listener<'l> {
    type Target = Observer<'l>;
    fn deref(&self) -> &Observer<'l> {
        self.observer
    }
}

impl Listener<'_> {
    /// Those of some units with a place each of which the side knows what they do.
    pub(super) fn known<P: Copy>(&self, units: &[(UnitId, P)]) -> Vec<(UnitId, P)> {
        units.iter().copied().filter(|it| self.follows(it.0, self.shown)).collect()
    }

    /// Whether the side knows of any of some units what they do.
    pub(super) fn follows_any<P>(&self, units: &[(UnitId, P)]) -> bool {
        units.iter().any(|it| self.follows(it.0, self.shown))
    }

    pub(super) fn side_of(&self, unit: UnitId) -> Camp {
        self.system.side_of(self.ocean, unit)
    }

    pub(super) fn seat_of(&self, unit: UnitId) -> Seat {
        self.system.seat_of(self.ocean, unit)
    }

    /// Groups of uncertain location with their two dice; nothing for the Axis (23.22).
    pub(super) fn rolled(&self, rolls: &[(HoldId, u8, u8)]) -> Vec<Rolled> {
        let known = rolls.iter().filter(|_| self.knows_chances());
        known
            .map(|&(hold, first, second)| Rolled { group: self.hold_name(hold), dice: [first, second] })
            .collect()
    }

    /// Ships and the damage points that they are rid of.
    pub(super) fn repairs(&self, ships: &[(UnitId, u8)]) -> Vec<Repair> {
        ships.iter().map(|&(ship, points)| Repair { unit: self.name(ship), points }).collect()
    }

    /// Units and the damage points that they have now.
    pub(super) fn damages(&self, units: &[(UnitId, u8)]) -> Vec<Damage> {
        units.iter().map(|&(unit, damage)| Damage { unit: self.name(unit), damage }).collect()
    }

    pub(super) fn flags(&self, flags: &[(AreaId, Camp)]) -> Vec<Flag> {
        flags.iter().map(|&(area, control)| Flag { zone: self.area_name(area), control }).collect()
    }

    /// Who leads on each track, in the standard game.
    pub(super) fn tracks(&self) -> Option<Vec<Lead>> {
        self.system.scenario.campaign.then(|| leads(self.ocean.leads, self.theatres()))
    }
}

/// How a line says that the marker of a track moved.
pub(super) fn lead_moved(track: Theatre, lead: i32) -> StoryLine {
    let mut leads = Leads::default();
    leads.set(track, lead);
    let (side, lead) = leads.by(track);
    line!("lead-moved" { track: track_name(track), side, lead })
}

/// Dice for enemy task forces.
pub(super) fn looks(dice: &[(u8, u8)]) -> Vec<Look> {
    dice.iter().map(|&(force, die)| Look { force, die }).collect()
}

/// The players who win, where each plays alone.
pub(super) fn players(seats: &[Seat]) -> Vec<String> {
    seats.iter().map(|seat| format!("the {}", seat.party().name())).collect()
}
