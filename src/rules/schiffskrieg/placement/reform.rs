//! 4.6.2 The Task Force of a placement made anew for a further contest.

use super::super::Table;
use super::super::combat::{self, Force};
use super::super::event::{End, Event};
use super::super::item::{Item, Word};
use super::super::key::{Key, Thing, Time};
use super::super::pieces::UnitId;
use super::super::scenario::Support;
use super::super::task_force::{Candidates, List};
use super::{Placement, came_out, intelligence, sea_kind};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::table::Step;

/// SK-4.6.2-4 What is kept, dropped and added, as a question.
fn question(placed: &Placement, found: &Candidates, time: u8) -> Ask<Item, Item> {
    let key = Key::Reform {
        turn: Turn(placed.turn),
        faction: placed.faction,
        thing: Thing(placed.thing),
        time: Time(time),
    };
    let mut ask =
        Ask::new(questions::REFORM, key.text(), "SK-4.6.2-4", "Make the Task Force anew".to_owned());
    let word = Item::Word;
    let (keep, drop, add, spare) = (word(Word::Keep), word(Word::Drop), word(Word::Add), word(Word::Spare));
    let kept: Vec<Item> = placed.force.iter().copied().map(Item::Unit).collect();
    ask.offer(kept, [keep, drop], Some(keep));
    let fresh = |unit: &UnitId| !placed.force.contains(unit);
    let more: Vec<Item> = found.all().into_iter().filter(fresh).map(Item::Unit).collect();
    ask.offer(more, [add, spare], Some(spare));
    ask
}

/// SK-4.6.2-4, SK-4.6.2-5 The phasing Task Force is made anew for a further contest: kept, dropped, added.
/// What is dropped goes by the Stalemate procedure; if nothing legal is left, all of it does and the unit is
/// beaten as in a Stalemate.
pub(super) fn reform(table: &mut Table, placed: &mut Placement, time: u8) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let unit = &sea.support[usize::from(placed.support.0)];
    let Some(nation) = system.nation_of(unit) else { return Ok(()) };
    let wanted = system.wanted(sea, unit, nation);
    let wanted = intelligence(table, placed.map, wanted, placed.faction, &placed.label(time))?;
    let sea = table.state();
    let mut found = system.candidates(sea, placed.faction, wanted, placed.site);
    if placed.strike {
        found = Candidates::default();
    }
    let ask = question(placed, &found, time);
    let answer = table.ask(placed.faction.side(), &ask)?;
    let fresh = |unit: &UnitId| !placed.force.contains(unit);
    let mut list = List::default();
    for (unit, to) in &answer {
        let Item::Unit(unit) = *unit else { continue };
        let wants = [Item::Word(Word::Keep), Item::Word(Word::Add)].contains(to);
        list.put(&system.counters[unit], unit, wants);
    }
    for unit in &placed.force {
        found.keep(&system.counters[*unit], *unit);
    }
    let force = match sea_kind(table.state(), placed.support) {
        Support::SurfaceFleet | Support::CvFleet => {
            system.read_list(wanted, &found, &list.or_all(&placed.force))
        }
        _ => system.read_list(wanted, &found, &list),
    };
    let legal = system.is_legal(wanted, &force);
    let force = if legal { force } else { Force::new() };
    let dropped: Vec<UnitId> = placed.force.iter().copied().filter(|unit| !force.contains(unit)).collect();
    placed.checks = force.iter().copied().filter(|unit| found.must_check(*unit) && fresh(unit)).collect();
    combat::send_pieces(table, placed.faction, placed.site, placed.map, ("SK-4.6.2-4", &dropped))?;
    // SK-2.1-2 What is made anew is shown before the enemy makes its own Task Force.
    if !force.is_empty() && !table.system().is_first_edition() {
        let (faction, support, goal) = (placed.faction, placed.support, placed.goal);
        table.record(Event::Formed { faction, support, goal, force: force.clone() })?;
    }
    if force.is_empty() {
        came_out(table, End::Stalemate, "SK-4.6.2-4")?;
        let post = table.state().support[usize::from(placed.support.0)].delay_box();
        table.record(Event::Posted { support: placed.support, post })?;
        if table.state().battle.is_some() {
            table.record(Event::BattleEnded { faction: placed.faction })?;
        }
    }
    placed.force = force;
    Ok(())
}
