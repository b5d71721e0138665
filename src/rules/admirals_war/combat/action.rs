//! 7.22 Air or surface: both sides choose in secret; where they differ, the dice decide.

use super::super::board::{AreaId, Theatre};
use super::super::event::{Action, Event};
use super::super::item::Word;
use super::super::key::Key;
use super::super::pieces::Kind;
use super::super::seats::{self, By};
use super::super::state::Ocean;
use super::super::strength::Dice;
use super::super::text::forces_about;
use super::super::{AdmiralsWar, SIDES, Table};
use super::Battle;
use crate::questions;
use engine::question::Ask;
use engine::rulebook::two_sided::{BySide, Camp};
use engine::table::Step;

/// Settles the type of action of a round (AW-7.22-a to AW-7.232), and says whether both sides chose it. Any
/// choice is legal. Where teammates differ, the one whose theatre it is decides (AW-7.221).
pub(super) fn choose(table: &mut Table, battle: Battle, round: u8) -> Step<(Action, bool)> {
    let (system, ocean) = (table.system(), table.state());
    let forces = BySide::from_fn(|side| battle.force(system, ocean, side));
    let dice = BySide::from_fn(|side| system.dice_of(ocean, &forces[side]));
    let players = SIDES.into_iter().flat_map(|side| system.players_among(ocean, side, &forces[side]));
    let asks = players.map(|by| (by, question(table, battle, round, by, &dice))).collect();
    let answers = seats::ask_players(table, asks)?.into_iter();
    let chosen: Vec<(By, Option<Word>)> =
        answers.map(|(by, answer)| (by, answer.first().map(|it| it.1))).collect();
    let theatre = system.board.area(battle.area).theatre;
    let choices = BySide::from_fn(|side| match seats::settled(theatre, side, &chosen) {
        Some(Word::Air) => Action::Air,
        _ => Action::Surface,
    });
    let modifiers = BySide::from_fn(|side| modifier(table, battle, side, choices[side]));
    let (dice, action) = if choices.axis == choices.allies {
        (None, choices.axis)
    } else {
        let mut dice = BySide::from_fn(|_| 0);
        for side in SIDES {
            let round = battle.round(table, round);
            dice[side] = table.roll_as(|| Key::Action { round, by: By::Side(side) }.text(), 1)?[0];
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
    table.record(Event::RoundBegan {
        area: battle.area,
        group,
        round,
        choices,
        dice,
        modifiers,
        action,
        automatic: false,
    })?;
    Ok((action, dice.is_none()))
}

fn question(table: &Table, battle: Battle, round: u8, by: By, dice: &BySide<Dice>) -> Ask<AreaId, Word> {
    let system = table.system();
    let area = system.board.area(battle.area);
    let title = table.worded(|| {
        let group = battle.group.map_or(String::new(), |(_, group)| format!(", group {group}"));
        format!("{}{group}, round {round}: an air action or a surface action", area.name)
    });
    let (key, side) = (Key::Action { round: battle.round(table, round), by }, by.side());
    let mut ask = Ask::new(questions::ACTION, key.text(), "AW-7.22-a", title);
    ask.about = forces_about(table, battle.area, by);
    let silent = if better_in_the_air(system, dice, side) { Word::Air } else { Word::Surface };
    ask.offer([battle.area], [Word::Air, Word::Surface], Some(silent));
    ask
}

/// What silence chooses: air where the side has more of the airstrikes than of the guns, and where nobody has
/// guns.
fn better_in_the_air(system: &AdmiralsWar, dice: &BySide<Dice>, side: Camp) -> bool {
    let (own, enemy) = (dice[side], dice[side.enemy()]);
    own.air + enemy.guns > own.guns + enemy.air || system.is_to_the_finish() && own.guns + enemy.guns == 0
}

/// One for the choice that the theatre favours, with what flag and air units add (AW-7.222 to AW-7.225).
fn modifier(table: &Table, battle: Battle, side: Camp, choice: Action) -> u8 {
    let (system, ocean) = (table.system(), table.state());
    let favoured = match system.board.area(battle.area).theatre {
        Theatre::Pacific => Action::Air,
        Theatre::Atlantic => Action::Surface,
    };
    u8::from(choice == favoured) + local_modifier(system, ocean, battle.area, side)
}

/// One for last turn's flag, one for an air unit there (AW-7.223, AW-7.224, AW-29.44).
pub(super) fn local_modifier(system: &AdmiralsWar, ocean: &Ocean, area: AreaId, side: Camp) -> u8 {
    let flag = ocean.flag(area) == Some(side);
    let air = !system.fighters_of(ocean, area, side, Kind::LandAir).is_empty();
    u8::from(flag) + u8::from(air)
}
