//! 7.22 Air or surface: both sides choose in secret; where they differ, the dice decide.

use super::super::board::{AreaId, Theatre};
use super::super::event::{Action, Event};
use super::super::item::Word;
use super::super::key::Key;
use super::super::pieces::Kind;
use super::super::text::forces_about;
use super::super::{AdmiralsWar, SIDES, Table};
use super::Battle;
use crate::rules::two_sided::{BySide, Camp};
use crate::table::{Ask, Step};

/// Settles the type of action of a round (AW-7.22-a to AW-7.232), and says whether both sides chose it. Any choice is
/// legal.
pub(super) fn choose(table: &mut Table, battle: Battle, round: u8) -> Step<(Action, bool)> {
    let asks = SIDES.map(|side| (side, question(table, battle, round, side)));
    let answers = table.ask_all(&asks)?;
    let mut chosen = answers.iter().map(|answer| match answer.first() {
        Some((_, Word::Air)) => Action::Air,
        _ => Action::Surface,
    });
    let choices = BySide::from_fn(|_| chosen.next().unwrap_or(Action::Surface));
    let modifiers = BySide::from_fn(|side| modifier(table, battle, side, choices[side]));
    let (dice, action) = if choices.axis == choices.allies {
        (None, choices.axis)
    } else {
        let mut dice = BySide::from_fn(|_| 0);
        for side in SIDES {
            let label = Key::Action { round: battle.round(table, round), by: side }.text();
            dice[side] = table.roll(label, 1)?[0];
        }
        let total = |side: Camp| dice[side] + modifiers[side];
        let action = match total(Camp::AXIS).cmp(&total(Camp::ALLIES)) {
            std::cmp::Ordering::Greater => choices.axis,
            std::cmp::Ordering::Less => choices.allies,
            std::cmp::Ordering::Equal => Action::Combined,
        };
        (Some(dice), action)
    };
    let group = battle.group.map(|(_, group)| group);
    table.tell(Event::RoundBegan { area: battle.area, group, round, choices, dice, modifiers, action })?;
    Ok((action, dice.is_none()))
}

fn question(table: &Table, battle: Battle, round: u8, side: Camp) -> Ask<AreaId, Word> {
    let system = table.system();
    let area = system.board.area(battle.area);
    let group = battle.group.map_or(String::new(), |(_, group)| format!(", group {group}"));
    let title = format!("{}{group}, round {round}: an air action or a surface action", area.name);
    let key = Key::Action { round: battle.round(table, round), by: side };
    let mut ask = Ask::new("action", key.text(), "AW-7.22-a", title);
    ask.about = forces_about(table, battle.area);
    let silent = if better_in_the_air(system, table, battle, side) { Word::Air } else { Word::Surface };
    ask.offer([battle.area], [Word::Air, Word::Surface], Some(silent));
    ask
}

/// What silence chooses: air where the side has more of the airstrikes than of the guns, and where nobody has guns.
fn better_in_the_air(system: &AdmiralsWar, table: &Table, battle: Battle, side: Camp) -> bool {
    let dice = |side: Camp| {
        let force = battle.force(system, table.state(), side);
        let sum = |of: &dyn Fn(_) -> u8| force.iter().map(|&unit| i32::from(of(unit))).sum::<i32>();
        let air = sum(&|unit| system.airstrike(table.state(), unit).dice);
        (
            air,
            sum(&|unit| {
                if system.counter(unit).is_ship() { system.gunnery(table.state(), unit).dice } else { 0 }
            }),
        )
    };
    let ((air, guns), (enemy_air, enemy_guns)) = (dice(side), dice(side.enemy()));
    air - enemy_air > guns - enemy_guns || system.is_to_the_finish() && guns + enemy_guns == 0
}

/// One for the choice that the theatre favours, one for last turn's flag, one for an air unit there (AW-7.222 to
/// AW-7.225).
fn modifier(table: &Table, battle: Battle, side: Camp, choice: Action) -> u8 {
    let (system, ocean) = (table.system(), table.state());
    let favoured = match system.board.area(battle.area).theatre {
        Theatre::Pacific => Action::Air,
        Theatre::Atlantic => Action::Surface,
    };
    let flag = ocean.flag(battle.area) == Some(side);
    let air = !system.fighters_of(ocean, battle.area, side, Kind::LandAir).is_empty();
    u8::from(choice == favoured) + u8::from(flag) + u8::from(air)
}
