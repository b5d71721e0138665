//! An Air & Naval Combat as a card: who was in each battle line, round by round who fired at whom, and what
//! it did.

use super::Schiffskrieg;
use super::board::ZoneId;
use super::event::Event;
use super::observer::Observer;
use super::pieces::UnitId;
use super::state::{Action, Mission, Part, Sea};
use engine::rulebook::card::{Draft, highest, roll};
use engine::system::Events;
use engine::view::{Befell, Card, Mark, Roll, Shot, Throw};

/// The card of a chapter, and the position as far as the events have come.
pub(super) struct Fight<'e> {
    system: &'e Schiffskrieg,
    observer: &'e Observer<'e>,
    sea: Sea,
    draft: Draft,
}

impl<'e> Fight<'e> {
    /// Begins at a position.
    pub(super) fn new(observer: &'e Observer<'e>, since: Sea) -> Fight<'e> {
        let mut fight = Fight { system: observer.system, observer, sea: since, draft: Draft::default() };
        fight.place_lines();
        fight
    }

    /// The zone of the battle that goes on.
    pub(super) fn zone(&self) -> Option<ZoneId> {
        self.sea.battle.as_ref().and_then(|battle| self.system.zone_of_battle(battle))
    }

    /// The first thing that was ordered and is not done.
    pub(super) fn next_mission(&self) -> Option<Mission> {
        self.sea.orders.first().copied()
    }

    /// Gives the card of the chapter that is over, and begins another.
    pub(super) fn turn(&mut self) -> Option<Card> {
        let draft = std::mem::take(&mut self.draft);
        self.place_lines();
        if draft.is_fought() { draft.done() } else { None }
    }

    /// Goes on to the next event of the chapter, a line each.
    pub(super) fn follow(&mut self, event: &Event) {
        let (kind, round) = self.act(event);
        self.draft.line(kind, round);
        if let Event::Left { units } = event {
            for (unit, place) in units {
                let to = self.observer.place(*place);
                self.befell(*unit, Befell::Left, Some(to));
            }
        }
        self.add(event);
        self.pass(event);
        if matches!(event, Event::BattleBegan { .. }) {
            self.place_lines();
        }
    }

    /// Goes on past an event that is not told.
    pub(super) fn pass(&mut self, event: &Event) {
        self.system.apply(&mut self.sea, event);
    }

    /// Puts down both battle lines.
    fn place_lines(&mut self) {
        let Some(battle) = self.sea.battle.clone() else { return };
        for part in Part::ALL {
            let side = battle.side(part).side();
            let observer = Observer::new(self.system, &self.sea, self.observer.side);
            let units: Vec<_> = self.sea.line(part).map(|unit| observer.unit(unit)).collect();
            for mut unit in units {
                // That it is in the battle goes without saying here.
                unit.marks.iter_mut().for_each(|marks| marks.retain(|mark| mark != "in battle"));
                self.draft.place(side, None, unit);
            }
        }
    }

    fn id(&self, unit: UnitId) -> String {
        self.system.counters[unit].id.clone()
    }

    fn befell(&mut self, unit: UnitId, what: Befell, note: Option<String>) {
        let id = self.id(unit);
        self.draft.befell(&id, what, note);
    }

    /// An attack: its dice, and what came of it.
    fn fired(&mut self, event: &Event) {
        let Event::Fired {
            part,
            target,
            attackers,
            dice,
            drm,
            superior: _,
            disabled,
            hits,
            void,
            damage_dice,
            points,
            harm: _,
        } = event
        else {
            return;
        };
        let Some(side) = self.sea.battle.as_ref().map(|battle| battle.side(*part).side()) else {
            return;
        };
        // A screen makes the best dice void.
        let attack = roll(Throw::Attack, dice, highest(dice, usize::from(hits + void)));
        let bonus = u8::try_from(*drm).unwrap_or(0);
        let rolls =
            [attack.map(|attack| Roll { bonus, ..attack }), roll(Throw::Damage, damage_dice, Vec::new())];
        let bears = self.system.counters[*target].factors(self.sea.unit(*target).hurt).defense;
        let by_air = attackers.iter().any(|(unit, _)| self.system.counters[*unit].is_flyer());
        let by_boat = attackers.iter().all(|(unit, _)| self.system.counters[*unit].is_boat());
        self.draft.shot(Shot {
            line: 0,
            side,
            by: attackers.iter().map(|(unit, _)| self.id(*unit)).collect(),
            at: Mark::Counter(self.id(*target)),
            means: Some(
                if by_boat {
                    "torpedo"
                } else if by_air {
                    "air"
                } else {
                    "guns"
                }
                .to_owned(),
            ),
            rolls: rolls.into_iter().flatten().collect(),
            hits: (*hits).into(),
            void: (*void).into(),
            damage: (*points > 0).then_some(((*points).into(), bears.into())),
            fate: disabled.then_some(Befell::Disabled),
        });
    }

    fn add(&mut self, event: &Event) {
        match event {
            Event::Fired { .. } => self.fired(event),
            Event::TookEffect { disabled, hurt, sunk, destroyed } => {
                sunk.iter().chain(destroyed).for_each(|unit| self.befell(*unit, Befell::Sunk, None));
                hurt.iter().for_each(|unit| self.befell(*unit, Befell::Damaged, None));
                disabled.iter().for_each(|unit| self.befell(*unit, Befell::Disabled, None));
            }
            Event::Submerged { boats } => {
                boats.iter().for_each(|boat| self.befell(*boat, Befell::Left, Some("submerged".to_owned())));
            }
            Event::BattleEnded { .. } => self.draft.end(),
            _ => {}
        }
    }

    /// The act that an event begins, or to which it belongs; nothing of what belongs to the act before it.
    fn act(&self, event: &Event) -> (Option<&'static str>, Option<u8>) {
        match event {
            Event::RoundBegan { round, action: Action::Day, .. } => (Some("day"), Some(*round)),
            Event::RoundBegan { round, action: Action::Night, .. } => (Some("night"), Some(*round)),
            Event::Retirement { .. } | Event::Resolved { .. } => (Some("aftermath"), None),
            _ => (None, None),
        }
    }
}
