//! The combat in an area as a card: who was there, round by round who fired at whom, and what it did.

use super::AdmiralsWar;
use super::board::AreaId;
use super::event::{Action, Event, Scene};
use super::pieces::UnitId;
use super::state::{Ocean, Place};
use super::view::Observer;
use engine::problem::count;
use engine::rulebook::card::{Draft, highest, roll};
use engine::system::Events;
use engine::view::{Befell, Card, Mark, Roll, Shot, Throw};

/// The card of a chapter, and the position as far as the events have come.
pub(super) struct Fight<'e> {
    system: &'e AdmiralsWar,
    observer: &'e Observer<'e>,
    ocean: Ocean,
    draft: Draft,
    area: Option<AreaId>,
}

impl<'e> Fight<'e> {
    /// Begins at a position.
    pub(super) fn new(observer: &'e Observer<'e>, since: Ocean) -> Fight<'e> {
        Fight { system: observer.system, observer, ocean: since, draft: Draft::default(), area: None }
    }

    /// Begins the card of another chapter, and gives that of the last one, if it is of an area.
    pub(super) fn turn_to(&mut self, area: Option<AreaId>) -> Option<Card> {
        let draft = std::mem::take(&mut self.draft);
        // An area in which one side is alone is selected too.
        let fought = self.area.is_some() && draft.is_fought();
        let done = fought.then(|| draft.done()).flatten();
        self.area = area;
        if let Some(area) = area {
            self.place_all(Place::Sea(area));
        }
        done
    }

    /// Goes on to the next event of the chapter, a line each.
    pub(super) fn follow(&mut self, event: &Event) {
        let (kind, round) = act(event);
        self.draft.line(kind, round);
        // Who comes or is put aside before the first shot is on the card as it stands then.
        if let Event::RoundBegan { area, .. } = event {
            self.place_all(Place::Sea(*area));
        }
        let attacks = matches!(event, Event::Fired { .. } | Event::Aimed { .. });
        self.system.shown_by(event).into_iter().for_each(|(unit, area)| self.show(unit, area, attacks));
        self.add(event);
        self.pass(event);
    }

    /// Goes on past an event that is not told.
    pub(super) fn pass(&mut self, event: &Event) {
        self.system.apply(&mut self.ocean, event);
    }

    /// Puts down what the reader knows to be at a place.
    fn place_all(&mut self, place: Place) {
        for unit in self.ocean.at(place) {
            if self.system.sees(&self.ocean, unit, self.observer.reader) {
                self.place(unit);
            }
        }
    }

    /// Puts down a submarine that an event shows: to the enemy where the event says, and no more than it
    /// says, since he does not know how it got there (AW-26.0).
    fn show(&mut self, unit: UnitId, area: AreaId, attacks: bool) {
        if !self.system.sees(&self.ocean, unit, self.observer.reader) {
            let mut state = self.ocean.unit_mut(unit);
            (state.place, state.raiding) = (Place::Sea(area), attacks);
        }
        self.place(unit);
    }

    /// Puts down a counter as it stands now.
    fn place(&mut self, unit: UnitId) {
        let state = self.ocean.unit(unit);
        let of = match (state.place, state.group, state.chases) {
            (Place::Base(base), ..) => Some(format!("in {}", self.system.board.base(base).name)),
            (_, Some(group), _) => Some(format!("group {group}")),
            (_, _, Some(group)) => Some(format!("pursues group {group}")),
            _ if state.task_force.is_some() => state.task_force.map(|it| format!("TF {}", it.number)),
            _ if state.raiding => Some("raiders".to_owned()),
            _ => None,
        };
        let side = self.system.side_of(&self.ocean, unit).side();
        let observer = Observer::new(self.system, &self.ocean, self.observer.reader);
        self.draft.place(side, of.as_deref(), observer.unit(unit));
    }

    fn id(&self, unit: UnitId) -> &str {
        &self.system.counter(unit).id
    }

    fn befell(&mut self, unit: UnitId, what: Befell, note: Option<String>) {
        let id = self.system.counter(unit).id.clone();
        self.draft.befell(&id, what, note);
    }

    fn all_lost(&mut self, units: &[UnitId]) {
        units.iter().for_each(|&unit| self.befell(unit, Befell::Sunk, None));
    }

    /// An attack: its dice, and what came of it.
    fn fired(&mut self, event: &Event) {
        let Event::Fired {
            scene: _,
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
        } = event
        else {
            return;
        };
        self.place(*attacker);
        self.place(*target);
        let attack = roll(Throw::Attack, dice, highest(dice, (*hits).into()));
        let rolls = [
            attack.map(|attack| Roll { bonus: u8::from(*bonus) + extra, ..attack }),
            roll(Throw::Damage, damage_dice, Vec::new()),
        ];
        let bears = self.system.face(&self.ocean, *target).armor;
        self.draft.shot(Shot {
            line: 0,
            side: self.system.side_of(&self.ocean, *attacker).side(),
            by: vec![self.id(*attacker).to_owned()],
            at: Mark::Counter(self.id(*target).to_owned()),
            means: Some(if *action == Action::Air { "air" } else { "guns" }.to_owned()),
            rolls: rolls.into_iter().flatten().collect(),
            hits: (*hits).into(),
            void: 0,
            damage: (*damage > 0).then_some(((*damage).into(), bears.into())),
            fate: disabled.then_some(Befell::Disabled),
        });
    }

    fn add(&mut self, event: &Event) {
        match event {
            Event::Fired { .. } => self.fired(event),
            // The dice of a hunt, and of an attack on shipping, are no attack on a counter: their sentences
            // say it all.
            Event::Hunted { destroyed, driven_off, .. } => {
                self.all_lost(destroyed);
                driven_off.iter().for_each(|&unit| self.befell(unit, Befell::Disabled, None));
            }
            Event::TookEffect { scene: _, lost, damaged, disabled } => {
                self.all_lost(lost);
                for &(unit, points) in damaged {
                    self.befell(unit, Befell::Damaged, Some(count(points.into(), "damage point")));
                }
                disabled.iter().for_each(|&unit| self.befell(unit, Befell::Disabled, None));
            }
            Event::KamikazesSpent { area: _, lost, disabled } => {
                self.all_lost(lost);
                disabled.iter().for_each(|&unit| self.befell(unit, Befell::Disabled, None));
            }
            Event::Returned { units, why: _ } => {
                for &(unit, base) in units {
                    let to = self.system.board.base(base).name.clone();
                    self.befell(unit, Befell::Left, Some(to));
                }
            }
            Event::GroupsFormed { area: _, groups } => {
                for (group, units) in groups {
                    units
                        .iter()
                        .for_each(|&it| self.befell(it, Befell::Shifted, Some(format!("group {group}"))));
                }
            }
            Event::Raided { units, .. } | Event::Surprised { units, .. } => {
                units.iter().for_each(|&unit| self.place(unit))
            }
            Event::Invaded { unit, base: _, defender: Some(defender) } => self.all_lost(&[*unit, *defender]),
            Event::Scuttled { base: _, ships } => self.all_lost(ships),
            Event::Stranded { units } => self.all_lost(units),
            Event::AreaResolved { .. } => self.draft.end(),
            _ => {}
        }
    }
}

/// The act that an event begins, or to which it belongs; nothing of what belongs to the act before it.
fn act(event: &Event) -> (Option<&'static str>, Option<u8>) {
    match event {
        Event::RoundBegan { group: None, round, .. } => (Some("round"), Some(*round)),
        Event::RoundBegan { group: Some(_), round, .. } => (Some("pursuit"), Some(*round)),
        Event::ForcesFormed { round, .. } => (Some("forces"), Some(*round)),
        Event::Hunted { .. } => (Some("hunt"), None),
        Event::ShippingAttacked { .. } => (Some("shipping"), None),
        Event::Raided { .. } | Event::Surprised { .. } | Event::Fired { scene: Scene::Base(_), .. } => {
            (Some("raid"), None)
        }
        Event::RetreatDeclared { .. } | Event::GroupsFormed { .. } | Event::Pursued { .. } => {
            (Some("retreat"), None)
        }
        _ => (None, None),
    }
}
