//! 4.2 Whether a round is a Day or a Night Action.

use super::super::event::Event;
use super::super::item::Word;
use super::super::state::{Action, Battle, Part, Sea, Site};
use super::super::{Schiffskrieg, Table};
use super::{Name, battle};
use crate::questions;
use engine::question::Ask;
use engine::table::Step;

/// Both sides choose, the phasing side first, and dice decide where they differ (SK-4.2-3, SK-4.2-7).
pub(super) fn choose(table: &mut Table, round: u8) -> Step<Action> {
    let mut choices = Vec::with_capacity(2);
    for part in Part::ALL {
        choices.push(choice(table, round, part)?);
    }
    let (phasing, answering) = (choices[0], choices[1]);
    let (mut dice, mut modified, mut action) = (Vec::new(), Vec::new(), phasing);
    if phasing != answering {
        let name = Name::of(table, round)?;
        for (part, choice) in Part::ALL.into_iter().zip([phasing, answering]) {
            let fought = battle(table, table.state())?;
            let drm = drm(table.system(), fought, part, (choice, round));
            let label = name.day_night(fought.side(part));
            let faces = table.roll(label, 1)?;
            modified.push(faces[0] as i8 + drm);
            dice.extend(faces);
        }
        // SK-4.2-11 A tie gives the choice to the side that contests.
        action = if modified[0] > modified[1] { phasing } else { answering };
    }
    table.record(Event::RoundBegan { round, choices, dice, modified, action })?;
    Ok(action)
}

fn choice(table: &mut Table, round: u8, part: Part) -> Step<Action> {
    let (system, sea) = (table.system(), table.state());
    let side = battle(table, sea)?.side(part);
    let key = Name::of(table, round)?.day_night(side);
    let title = format!("Round {round}: choose a Day or a Night Action");
    let mut ask = Ask::new(questions::DAY_NIGHT, key, "SK-4.2-3", title);
    let open = open(system, sea, part);
    ask.offer([Word::Night], open.iter().map(|it| word(*it)), Some(word(open[0])));
    let answer = table.ask(side.side(), &ask)?;
    let day = answer.first().is_some_and(|(_, word)| *word == Word::Day);
    Ok(if day { Action::Day } else { Action::Night })
}

const fn word(action: Action) -> Word {
    match action {
        Action::Day => Word::Day,
        Action::Night => Word::Night,
    }
}

/// What a part may choose: Day alone without a surface ship, Night alone without a carrier or LBA (SK-4.2-4
/// to SK-4.2-6). X-boats do not count.
fn open(system: &Schiffskrieg, sea: &Sea, part: Part) -> Vec<Action> {
    match (system.has_flyers(sea, part), system.has_surface(sea, part)) {
        (true, false) => vec![Action::Day],
        (true, true) => vec![Action::Day, Action::Night],
        (false, _) => vec![Action::Night],
    }
}

/// What is added to a part's die: for Day (SK-4.2-8), for an Air Base near an All-Sea hex whatever it chose
/// (SK-4.2-9, SK-4.2-10), and by cards, whose effect is gone in round two (SK-12.2-2).
fn drm(system: &Schiffskrieg, battle: &Battle, part: Part, (choice, round): (Action, u8)) -> i8 {
    let tables = &system.tables;
    let day = if choice == Action::Day { tables.wants_day as i8 } else { 0 };
    let near = *battle.air_base_near.of(part) && matches!(battle.site, Site::SeaHex(..));
    let base = if near { tables.air_base_near as i8 } else { 0 };
    let card = if round == 1 { *battle.day_drm.of(part) } else { 0 };
    day + base + card
}
