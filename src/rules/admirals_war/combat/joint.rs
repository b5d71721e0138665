//! 7.3 The fire of two players of one side, who name targets at once: what they have ordered is judged together.

use super::super::Table;
use super::super::board::AreaId;
use super::super::event::Event;
use super::super::item::Item;
use super::super::pieces::UnitId;
use super::super::seats::{self, By};
use crate::rules::two_sided::Camp;
use crate::table::{Ask, Limit, Step};

/// Asks the players of a side for the targets of their units. What 7.322 and 7.323 demand they may fulfil together.
///
/// *Ruling:* if their orders break these rules, those of the player stand whose theatre it is (as in 7.221); of the others
/// the attacks at fault go where his doctrine sends them, and if that does not mend it, where silence does.
pub(super) fn name_targets(
    table: &mut Table,
    area: AreaId,
    side: Camp,
    question: impl Fn(&Table, By) -> Ask<UnitId, Item>,
) -> Step<Vec<(UnitId, Item)>> {
    let whole = question(table, By::Side(side));
    let players = table.system().players(side);
    let asks: Vec<(By, Ask<UnitId, Item>)> =
        players.into_iter().map(|by| (by, apart(question(table, by), &whole))).collect();
    let ordered: Vec<(UnitId, Item)> =
        seats::ask_players(table, asks.clone())?.into_iter().flat_map(|(_, answer)| answer).collect();
    let mut joined = Joined::of(&whole, &ordered);
    let lead = table.system().lead(side, area);
    let (own, others): (Vec<_>, Vec<_>) = asks.into_iter().partition(|(by, _)| *by == lead);
    let silent: Vec<u16> =
        whole.subjects.iter().zip(&joined.choice).map(|(it, now)| it.default.unwrap_or(*now)).collect();
    for (by, ask) in &others {
        if joined.is_broken() {
            let standing = table.standing(by.party(), ask);
            let standing = Joined::of(&whole, &standing).choice;
            joined.mend(|unit| of(ask, unit), &standing);
            joined.mend(|unit| of(ask, unit), &silent);
        }
    }
    for (_, ask) in &own {
        joined.mend(|unit| of(ask, unit), &silent);
    }
    let named: Vec<(UnitId, Item)> = joined.named();
    let units: Vec<UnitId> = named.iter().filter(|it| !ordered.contains(it)).map(|it| it.0).collect();
    if !units.is_empty() {
        table.tell(Event::Redirected { area, units })?;
    }
    Ok(named)
}

/// Whether a question is about a unit.
fn of(ask: &Ask<UnitId, Item>, unit: UnitId) -> bool {
    ask.subjects.iter().any(|subject| subject.item == unit)
}

/// A player's question without what only both can break.
fn apart(mut ask: Ask<UnitId, Item>, whole: &Ask<UnitId, Item>) -> Ask<UnitId, Item> {
    ask.limits.clear();
    if !whole.limits.is_empty() {
        let rules = whole.limits.iter().map(Limit::rule).map(|rule| rule.trim_start_matches("AW-"));
        let mut rules: Vec<&str> = rules.collect();
        rules.dedup();
        ask.about.push(format!(
            "You name targets at the same time as your teammate; {} is judged over what both of you attack.",
            rules.join(" with ")
        ));
    }
    ask
}

/// What the players of a side have chosen together.
struct Joined<'a> {
    whole: &'a Ask<UnitId, Item>,
    /// The option of each subject of the whole question.
    choice: Vec<u16>,
}

impl<'a> Joined<'a> {
    /// From answers; a unit that has none does what silence means.
    fn of(whole: &'a Ask<UnitId, Item>, answers: &[(UnitId, Item)]) -> Joined<'a> {
        let option = |item: Item| whole.options.iter().position(|it| it.item == item).map(|at| at as u16);
        let chosen = |unit: UnitId| answers.iter().find(|it| it.0 == unit).and_then(|it| option(it.1));
        let choice = whole.subjects.iter().map(|it| chosen(it.item).or(it.default).unwrap_or(0)).collect();
        Joined { whole, choice }
    }

    fn is_broken(&self) -> bool {
        self.whole.broken_limit(&self.choice).is_some()
    }

    /// Puts other choices in the place of those of some units that break a limit, as long as that changes anything.
    fn mend(&mut self, theirs: impl Fn(UnitId) -> bool, instead: &[u16]) {
        while let Some((_, who)) = self.whole.broken_limit(&self.choice) {
            let mut changed = false;
            for at in who {
                if theirs(self.whole.subjects[at].item) && self.choice[at] != instead[at] {
                    self.choice[at] = instead[at];
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn named(&self) -> Vec<(UnitId, Item)> {
        let item = |option: &u16| self.whole.options[usize::from(*option)].item;
        self.whole.subjects.iter().map(|it| it.item).zip(self.choice.iter().map(item)).collect()
    }
}
