//! Which rule of the ledger a line of the story cites: the one that made the event what it is.

use super::board::SeaMap;
use super::event::{Event, Gain};
use super::observer::Observer;
use super::pieces::UnitId;
use super::state::{Action, Battle, Cause, Place, SupportId};
use super::tables::{BaseAttackResult, InterceptionResult};

/// Amid what an event happens, as far as the rule hangs on it.
#[derive(Default)]
pub(super) struct Amid {
    /// The battle that is fought.
    pub battle: Option<Battle>,
    /// The support unit that is placed.
    pub placed: Option<SupportId>,
}

impl Amid {
    /// Goes on past an event.
    pub(super) fn follow(&mut self, event: &Event) {
        match event {
            Event::BattleBegan { battle, .. } => self.battle = Some(battle.clone()),
            Event::RoundBegan { round, action, .. } => {
                if let Some(battle) = &mut self.battle {
                    (battle.round, battle.action) = (*round, Some(*action));
                }
            }
            Event::BattleEnded { .. } => self.battle = None,
            Event::Formed { support, .. } => self.placed = self.placed.or(Some(*support)),
            Event::StageBegan { .. } | Event::ThingBegan { .. } | Event::Done {} => self.placed = None,
            _ => {}
        }
    }

    fn is_in(&self, cause: Cause) -> bool {
        self.battle.as_ref().is_some_and(|battle| battle.cause == cause)
    }
}

impl Observer<'_> {
    /// The rule that made an event so; nothing for what no rule made, and for house rules.
    pub(super) fn rule_of<'v>(&self, event: &'v Event, amid: &Amid) -> &'v str {
        let exact = if self.system.is_first_edition() { None } else { self.exact_rule(event, amid) };
        exact.unwrap_or_else(|| event.rule())
    }

    /// The rule where it hangs on what came of the event, or on what it happens amid.
    fn exact_rule<'v>(&self, event: &'v Event, amid: &Amid) -> Option<&'v str> {
        Some(match event {
            Event::RoundBegan { choices, .. } if choices.is_empty() => {
                if amid.is_in(Cause::SubPatrol) {
                    "SK-5.3-5"
                } else {
                    "SK-5.2.1-12"
                }
            }
            Event::RoundBegan { modified, .. } => match modified[..] {
                [] => "SK-4.2-3",
                [phasing, answering] if phasing == answering => "SK-4.2-11",
                _ => "SK-4.2-7",
            },
            Event::Fired { target, attackers, .. } => self.rule_of_shot(*target, attackers, amid),
            Event::TookEffect { .. } if amid.is_in(Cause::SubPatrol) => "SK-5.3-8",
            Event::TookEffect { disabled, hurt, sunk, destroyed } => {
                // Of several things in one line the gravest counts.
                if !sunk.is_empty() || !destroyed.is_empty() {
                    "SK-4.4-4"
                } else if disabled.iter().any(|unit| hurt.contains(unit)) {
                    "SK-4.4-2"
                } else if disabled.is_empty() {
                    "SK-4.4-3"
                } else {
                    "SK-4.4-1"
                }
            }
            Event::Retirement { retires: true, .. } => "SK-4.5-2",
            Event::Resolved { rule, .. } | Event::Outcome { rule, .. } => rule,
            Event::Intercepted { result, .. } => match result {
                InterceptionResult::OffStation => "SK-5.1.1-10",
                InterceptionResult::Failure => "SK-5.1.1-11",
                InterceptionResult::Interception | InterceptionResult::SpeedCheck => "SK-5.1.1-9",
            },
            Event::RaidEnded { gain, .. } => match gain {
                None => "SK-5.1.1-14",
                Some(Gain::Convoy) => "SK-5.1.2-1",
                Some(Gain::SupportUnit) => "SK-5.1.2-2",
                Some(Gain::WesternDelay | Gain::SovietLendLease) => "SK-5.1.2-3",
            },
            Event::BaseAttacked { result, .. } => match (amid.placed, result) {
                (None, _) => "SK-5.2.1-11",
                (Some(_), BaseAttackResult::RaidersDiscovered) => "SK-5.2.2-3",
                (Some(_), _) => "SK-5.2.2-1",
            },
            Event::Patrolled { .. } => "SK-5.3-4",
            Event::Funded { purged: true, .. } => "SK-6.1.2-7",
            Event::Funded { die: None, .. } => "SK-6.1.1.2-3",
            Event::Begun { to, .. } => match to {
                Place::NavalDelay(SeaMap::Tk) => "SK-10.9-2",
                Place::NavalDelay(SeaMap::Ds) => "SK-10.9-3",
                _ => "SK-6.1.2-3",
            },
            Event::Reorganized { restored: None, .. } => "SK-6.2-3",
            Event::Withdrawn { die: Some(_), .. } => "SK-6.3.2-5",
            Event::Withdrawn { unit, .. } if self.system.counters[*unit].is_lba() => "SK-10.5-3",
            Event::LuckAwarded { die: Some(_), .. } => "SK-13-4",
            Event::LuckSpent { die: None, .. } => "SK-13-6",
            Event::Delayed { to: Place::ShipTrack(_), .. } => "SK-7.2-1",
            Event::Delayed { seasons: true, .. } => "SK-7.1-2",
            Event::Delayed { dice, .. } if dice.len() > 1 => "SK-7.1-4",
            Event::Intelligence { die, most, .. }
                if most.saturating_sub(*die) == self.system.tables.intelligence.scratch =>
            {
                "SK-3.1.3-2"
            }
            Event::Formed { support, .. } => match amid.placed {
                None => "SK-2.1-2",
                Some(placed) if placed == *support => "SK-4.6.2-4",
                Some(_) => "SK-2.1-3",
            },
            Event::Checked { late, .. } if !late.is_empty() => "SK-3.3.2.1-2",
            _ => return None,
        })
    }

    /// 4.3.2 How many dice fall: by night, by day at a ship, by day at an LBA from carriers or from LBAs
    /// alone; an X-boat on patrol has a rule of its own.
    fn rule_of_shot(&self, target: UnitId, attackers: &[(UnitId, u8)], amid: &Amid) -> &'static str {
        let counters = &self.system.counters;
        let night = amid.battle.as_ref().is_some_and(|battle| battle.action == Some(Action::Night));
        if amid.is_in(Cause::SubPatrol) {
            "SK-5.3-5"
        } else if night {
            "SK-4.3.2-1"
        } else if !counters[target].is_lba() {
            "SK-4.3.2-2"
        } else if attackers.iter().any(|(unit, _)| counters[*unit].is_carrier()) {
            "SK-4.3.2-3"
        } else {
            "SK-4.3.2-5"
        }
    }
}
