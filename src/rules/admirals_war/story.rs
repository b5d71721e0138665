//! What a side is told of what happened: one line for each event. Everything that happens does so on the open board, but
//! for what hidden submarines do (26.0), and for the chances and dice that the Allies keep to themselves (23.2).
//!
//! The match has no wildcard: a new event does not compile until somebody writes what is told of it. The words are the
//! templates' affair; a line holds names, numbers and dice.

use super::board::{AreaId, HoldId};
use super::card::Fight;
use super::event::Event;
use super::hidden::Shown;
use super::pieces::{Nation, UnitId};
use super::state::{Leads, Phase};
use super::telling::{Damage, Flag, Look, Repair, Rolled, Stated, Telling, What};
use super::text;
use super::view::{ChapterView, Eyes, leads, track_name};
use super::{AdmiralsWar, ambushes, warning};
use engine::rulebook::two_sided::Camp;
use engine::system::News;
use engine::table::Note;

/// The area of whose combat an event tells.
mod areas;
/// The rule that a line names.
mod rules;
/// Names of areas, ports and bases, units and rulings.
mod words;

use words::{force_word, group_word, seat_word};

/// The chapters that a side is told: a part of the sequence each, of combat one for each area.
pub(super) fn chapters(eyes: &Eyes<'_>, news: News<'_, AdmiralsWar>) -> Vec<ChapterView> {
    let mut chapters: Vec<ChapterView> = Vec::new();
    let mut fight = news.since.map(|since| Fight::new(eyes, since.clone()));
    let mut shown = Shown::at(news.since);
    for chapter in news.chapters {
        let notes = chapter.sections.iter().flat_map(|section| &section.notes);
        let events = notes.filter_map(|note| if let Note::Event(event) = note { Some(event) } else { None });
        // Only combat is told area by area; what is fired when the turn ends is part of its end (22.1, 22.5).
        let by_area = chapter.at.id.contains(Phase::Combat.id());
        let area_of = |event: &Event| event.combat_area().filter(|_| by_area);
        // What is told may begin in the middle of a combat, with units that return: the area is told later.
        let mut current: Option<AreaId> = events.clone().find_map(area_of);
        for event in events {
            let what = eyes.what(event, &shown);
            shown.follow(eyes.system, event);
            let Some(what) = what else {
                fight.iter_mut().for_each(|fight| fight.pass(event));
                continue;
            };
            current = match event {
                Event::PhaseBegan { .. } => None,
                _ => area_of(event).or(current),
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
            let line = Telling { rule: eyes.rule_of(event), what };
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

impl Eyes<'_> {
    /// Those of some units with a place each of which the side knows what they do.
    fn known<P: Copy>(&self, units: &[(UnitId, P)], shown: &Shown) -> Vec<(UnitId, P)> {
        units.iter().copied().filter(|it| self.follows(it.0, shown)).collect()
    }

    /// What is told of an event; nothing of one that only moved what the side cannot see. `shown` are the submarines that
    /// have been shown before it.
    fn what(&self, event: &Event, shown: &Shown) -> Option<What> {
        Some(match event {
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
            Event::Replaced { unit, by } => What::Replaced { unit: self.name(*unit), by: self.name(*by) },
            Event::Scheduled { unit, turn } => What::Scheduled { unit: self.name(*unit), turn: *turn },
            Event::Scrapped { ships } => What::Scrapped { ships: self.names(ships) },
            Event::CompletionRolled { unit, die, passed } => {
                What::CompletionRolled { unit: self.name(*unit), die: *die, passed: *passed }
            }
            Event::Mourned { unit, points } => What::Mourned { unit: self.name(*unit), points: *points },
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
            Event::ChancesSet { chances } => What::ChancesSet {
                chances: if self.knows_chances() { self.chances(chances) } else { Vec::new() },
            },
            Event::GroupsRolled { rolls } => {
                let rolled = |&(hold, first, second): &(HoldId, u8, u8)| Rolled {
                    group: self.system.board.hold(hold).name.clone(),
                    dice: [first, second],
                };
                let known = rolls.iter().filter(|_| self.knows_chances());
                What::GroupsRolled { rolled: known.map(rolled).collect() }
            }
            Event::GroupInPort { hold, base, units } => What::GroupInPort {
                group: self.system.board.hold(*hold).name.clone(),
                place: self.base_name(*base),
                units: self.names(units),
            },
            Event::Warned { dice } => What::Warned { dice: dice.clone(), passed: warning::passed(dice) },
            Event::ChancesShown { chances } => What::ChancesShown { chances: self.chances(chances) },
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
            Event::CatapultLaunched { units } => What::CatapultLaunched { units: self.names(units) },
            Event::ArmisticeRolled { die, modifier, surrendered } => {
                What::ArmisticeRolled { die: *die, modifier: *modifier, surrendered: self.names(surrendered) }
            }
            Event::Interned { unit, hold, die } => What::Interned {
                unit: self.name(*unit),
                place: self.system.board.hold(*hold).name.clone(),
                die: *die,
            },
            Event::LilaDeclared { ships } => What::LilaDeclared { ships: self.names(ships) },
            Event::TorchLit { die, modifier, opposed } => {
                What::TorchLit { die: *die, modifier: *modifier, opposed: *opposed }
            }
            Event::TorchOpposed { area, units } => {
                What::TorchOpposed { place: self.area_name(*area), units: self.names(units) }
            }
            Event::MoveRolled { unit, die, passed } => What::MoveRolled {
                seat: seat_word(self.system.seat_of(self.ocean, *unit)),
                unit: self.name(*unit),
                die: *die,
                passed: *passed,
            },
            Event::ItalyWeighed { dice, watch, may } => {
                What::ItalyWeighed { dice: dice.clone(), watch: *watch, may: *may }
            }
            Event::ItalyDeclared { turn } => What::ItalyDeclared { turn: *turn },
            Event::AirTransferred { seat, unit } => {
                What::AirTransferred { seat: seat_word(*seat), unit: self.name(*unit) }
            }
            Event::Fined { seat, ships } => {
                What::Fined { side: seat.side(), track: track_name(seat.track()), ships: self.names(ships) }
            }
            Event::Transferred { seat, ships } => What::Transferred {
                seat: seat_word(*seat),
                groups: self.groups(ships, |base| self.base_name(base)),
            },
            Event::Refuelled { ships } => What::Refuelled { ships: self.names(ships) },
            Event::Claimed { unit, base } => What::Claimed {
                unit: self.name(*unit),
                place: self.base_name(*base),
                by: self.system.side_of(self.ocean, *unit),
            },
            Event::LeadMoved { track, lead } => {
                let mut leads = Leads::default();
                leads.set(*track, *lead);
                let (side, lead) = leads.by(*track);
                What::LeadMoved { track: track_name(*track), side, lead }
            }
            Event::Sailed { seat, how, units } => {
                let known = self.known(units, shown);
                if known.is_empty() {
                    return None;
                }
                let groups = self.groups(&known, |area| self.area_name(area));
                What::Sailed { seat: seat_word(*seat), how: how.id(), groups }
            }
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
            Event::SubmarinesTurned { submarines, .. }
                if !submarines.iter().any(|&it| self.follows(it, shown)) =>
            {
                return None;
            }
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
            Event::Aimed { area, unit, die } => What::Aimed {
                place: self.area_name(*area),
                unit: self.name(*unit),
                die: *die,
                speed: ambushes::catches(*die),
            },
            Event::SubmarinesShown { submarines } => {
                What::SubmarinesShown { groups: self.groups(submarines, |area| self.area_name(area)) }
            }
            Event::Raided { area, base, by, units, carriers } => What::Raided {
                from: self.area_name(*area),
                place: self.base_name(*base),
                by: *by,
                units: self.names(units),
                carriers: *carriers,
            },
            Event::RoundBegan { area, group, round, choices, dice, modifiers, action, automatic } => {
                What::RoundBegan {
                    place: self.area_name(*area),
                    group: *group,
                    round: *round,
                    axis: choices.axis.id(),
                    allies: choices.allies.id(),
                    dice: *dice,
                    modifiers: *modifiers,
                    action: action.id(),
                    automatic: *automatic,
                }
            }
            Event::HeartRolled { area, group, round, die, units } => What::HeartRolled {
                place: self.area_name(*area),
                group: *group,
                round: *round,
                die: *die,
                units: self.names(units),
            },
            Event::Intercepted {
                area,
                unit,
                target,
                dice,
                damage_dice,
                damage,
                disabled,
                destroyed,
                aborted,
            } => What::Intercepted {
                place: self.area_name(*area),
                unit: self.name(*unit),
                target: self.name(*target),
                dice: dice.clone(),
                damage_dice: damage_dice.clone(),
                damage: *damage,
                disabled: *disabled,
                destroyed: *destroyed,
                aborted: *aborted,
            },
            Event::KamikazesNamed { area, units } => {
                What::KamikazesNamed { place: self.area_name(*area), units: self.names(units) }
            }
            Event::KamikazesSpent { area, lost, disabled } => What::KamikazesSpent {
                place: self.area_name(*area),
                lost: self.names(lost),
                disabled: self.names(disabled),
            },
            Event::ForcesFormed { area, round, side, forces } => {
                let forces = forces.iter().map(|(force, units)| self.group(force_word(*force), units));
                let place = self.area_name(*area);
                What::ForcesFormed { place, round: *round, side: *side, groups: forces.collect() }
            }
            Event::IntentStated { area, side, intents } => What::IntentStated {
                place: self.area_name(*area),
                side: *side,
                intents: Stated::gathered(intents),
            },
            Event::Sighted { area, group, by, modifier, dice, sighted } => What::Sighted {
                place: self.area_name(*area),
                group: *group,
                by: *by,
                modifier: *modifier,
                dice: dice.iter().map(|&(force, die)| Look { force, die }).collect(),
                sighted: sighted.clone(),
            },
            Event::SurfaceJoined { area, group, side, forces } => What::SurfaceJoined {
                place: self.area_name(*area),
                group: *group,
                side: *side,
                forces: forces.clone(),
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
                extra,
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
                extra: *extra,
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
                let known = self.known(units, shown);
                if known.is_empty() {
                    return None;
                }
                What::Returned { why: why.id(), groups: self.groups(&known, |base| self.base_name(base)) }
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
            Event::Redirected { area, units } => {
                What::Redirected { place: self.area_name(*area), attackers: self.names(units) }
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
            Event::MatchEnded { winner, axis, allies, seats } => {
                let tracks = self.system.scenario.campaign.then(|| leads(self.ocean.leads, self.theatres()));
                let seats = seats.iter().map(|seat| format!("the {}", seat.party().name())).collect();
                What::MatchEnded { winner: *winner, axis: *axis, allies: *allies, tracks, seats }
            }
            Event::Ruled { reason, change } => {
                What::Ruled { reason: reason.clone(), change: self.change(*change) }
            }
        })
    }
}
