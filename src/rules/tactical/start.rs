//! Start of a turn: initiative, triggers, breaking off, and the postures that follow (battle plans 5.1;
//! WST-init, WST-plan-5).

use super::Battle;
use super::ability::{self, Moment};
use super::field::Field;
use super::log::{Entry, Id, Phase};
use super::map::End;
use super::movement::order;
use super::plan::{Clause, Posture, Then};
use crate::cards::Kind;
use engine::table::Step;

/// As often as initiative is rolled again after a tie before the side that acted first last does so again.
const MOST_TIES: usize = 100;

impl Battle<'_> {
    /// Rolls who acts first: the lower total (WST-init-1, init-2).
    ///
    /// # Halts
    /// As the dice.
    pub(super) fn roll_initiative(&mut self) -> Step<()> {
        let bonus = End::BOTH.map(|end| ability::initiative(&self.field, end));
        for _ in 0..MOST_TIES {
            let dice: [[u8; 2]; 2] = [self.dice_of_side(End::A, "dice")?, self.dice_of_side(End::K, "dice")?];
            let totals = End::BOTH.map(|end| {
                let dice = dice[end as usize];
                i16::from(dice[0] + dice[1]) + i16::from(bonus[end as usize])
            });
            let first = match totals[0].cmp(&totals[1]) {
                std::cmp::Ordering::Less => Some(End::A),
                std::cmp::Ordering::Greater => Some(End::K),
                std::cmp::Ordering::Equal => None,
            };
            self.note(|| Entry::Initiative { dice, bonus, first });
            self.field.initiative = dice.map(|dice| dice[0] + dice[1]);
            if let Some(first) = first {
                self.field.first = first;
                break;
            }
        }
        if let Some(end) = self.field.gave_way.take() {
            self.field.first = end;
        }
        Ok(())
    }

    /// Begins a turn.
    ///
    /// # Halts
    /// As the dice.
    pub(super) fn start_turn(&mut self, turn: u8) -> Step<()> {
        let night = self.field.dossier.time.is_night(turn);
        (self.field.turn, self.field.night) = (turn, night);
        for unit in &mut self.field.units {
            (unit.moved, unit.haste, unit.hunters) = (false, 0, 0);
            if let Some(wings) = &mut unit.wings {
                (wings.aborts, wings.lost_its_way, wings.fired) = (0, false, false);
            }
        }
        self.note(|| Entry::Turn { turn, night });
        self.begin(Phase::Initiative);
        self.relieve();
        self.roll_initiative()?;
        for end in self.field.in_turn() {
            self.fire_triggers(end);
            self.break_off(end);
        }
        self.field.take_postures();
        for end in self.field.in_turn() {
            ability::at(self, Moment::TurnBegins, end)?;
        }
        Ok(())
    }

    /// Triggers in list order, each once; a later one overrides an earlier one for the same group.
    fn fire_triggers(&mut self, end: End) {
        let plan = self.field.plan(end);
        for (at, trigger) in plan.triggers.iter().enumerate() {
            let group = match &trigger.then {
                Then::Postures(list) => list.first().map(|(group, _)| *group),
                Then::Withdraw => None,
            };
            let holds = |clause: &Clause| holds(&self.field, end, *clause, group);
            let clauses = &trigger.when.clauses;
            let met = if trigger.when.any { clauses.iter().any(holds) } else { clauses.iter().all(holds) };
            if self.field.fired[end as usize][at] || !met {
                continue;
            }
            self.field.fired[end as usize][at] = true;
            self.note(|| Entry::Trigger { end, trigger: at as u8 + 1 });
            match &trigger.then {
                Then::Withdraw => self.field.broken[end as usize] = true,
                Then::Postures(list) => {
                    for (group, posture) in list {
                        self.field.turned[end as usize][*group] = Some(*posture);
                    }
                }
            }
        }
    }

    /// A side breaks off when enough of its cost is sunk; one that brought none never does.
    fn break_off(&mut self, end: End) {
        let (brought, sunk) = (self.field.brought[end as usize], self.field.sunk[end as usize]);
        let Some(percent) = self.field.plan(end).break_off else { return };
        if !self.field.broken[end as usize] && brought > 0 && sunk * 100 >= u32::from(percent) * brought {
            self.field.broken[end as usize] = true;
            self.note(|| Entry::BreakOff { end });
        }
    }
}

impl Field<'_> {
    /// Works out the postures of all groups for this turn.
    pub(super) fn take_postures(&mut self) {
        self.postures = End::BOTH.map(|end| postures(self, end));
    }
}

/// The postures of a side's groups: withdrawal, then night, then triggers, then the plan (battle plans 5.1).
fn postures(field: &Field<'_>, end: End) -> Vec<Posture> {
    let plan = field.plan(end);
    let covered = field.ships(end).any(|(_, ship)| !plan.rearguard.contains(&ship.group));
    let group = |at: usize| {
        if field.broken[end as usize] && !(plan.rearguard.contains(&at) && covered) {
            return Posture::Withdraw;
        }
        let night = plan.night.groups.iter().find(|(group, _)| *group == at && field.night);
        night
            .map(|(_, posture)| *posture)
            .or(field.turned[end as usize][at])
            .unwrap_or(plan.groups[at].posture)
    };
    (0..plan.groups.len()).map(group).collect()
}

/// Whether a clause of a trigger holds, by what lies open on the map (WST-plan-2). `group` is the first under
/// `then`.
fn holds(field: &Field<'_>, end: End, clause: Clause, group: Option<usize>) -> bool {
    let foe = end.other();
    let lost = |end: End, percent: u8| {
        let (brought, sunk) = (field.brought[end as usize], field.sunk[end as usize]);
        brought > 0 && sunk * 100 >= u32::from(percent) * brought
    };
    let gone = |end: End| {
        field.carriers[end as usize] > 0 && !field.ships(end).any(|(_, ship)| ship.kind == Kind::Carrier)
    };
    let cost = |end: End, cripples: bool| -> u32 {
        let ships = field.ships(end).filter(|(id, _)| cripples || !field.is_crippled(*id));
        ships.map(|(_, ship)| u32::from(ship.cost)).sum()
    };
    match clause {
        Clause::Turn(turn) => field.turn >= turn,
        Clause::Night => field.night,
        Clause::Day => !field.night,
        Clause::OwnLost(percent) => lost(end, percent),
        Clause::EnemyLost(percent) => lost(foe, percent),
        Clause::OwnCrippled(number) => {
            field.ships(end).filter(|(id, _)| field.is_crippled(*id)).count() >= usize::from(number)
        }
        Clause::OwnCarriersGone => gone(end),
        Clause::EnemyCarriersGone => gone(foe),
        Clause::Range(range) => {
            measured(field, end, group).and_then(|id| field.unit(id).at).is_some_and(|at| {
                field.ships(foe).filter_map(|(_, ship)| ship.at).any(|other| at.range(other) <= range)
            })
        }
        Clause::Outgunned(percent) => {
            let (own, other) = (cost(end, true), cost(foe, false));
            own > 0 && other * 100 >= u32::from(percent) * own
        }
    }
}

/// From where `range` is measured: from the guide of the group that the trigger names first, or where it
/// names none from the side's first unit in the order of movement.
fn measured(field: &Field<'_>, end: End, group: Option<usize>) -> Option<Id> {
    if group.is_some() || field.cards.effects.first_edition {
        return guide(field, end, group);
    }
    order(field, end).first().copied()
}

/// The guide of a group: its first unit in roster order that still follows the group's posture; of all
/// groups, if none is named.
pub(super) fn guide(field: &Field<'_>, end: End, group: Option<usize>) -> Option<Id> {
    let follows = |(id, unit): &(Id, &super::field::Unit)| {
        unit.kind.is_afloat()
            && group.is_none_or(|group| unit.group == group)
            && !withdraws_crippled(field, *id)
    };
    field.on_map(end).find(follows).map(|(id, _)| id)
}

/// Whether a ship leaves its group's posture because it is crippled.
pub(super) fn withdraws_crippled(field: &Field<'_>, id: Id) -> bool {
    let unit = field.unit(id);
    unit.kind.is_ship() && field.plan(unit.end).cripples_withdraw && field.is_crippled(id)
}
