//! 33.0 German carriers: Graf Zeppelin and Seydlitz may be scrapped for better U-boats, or built instead of
//! some.

use super::super::event::Event;
use super::super::item::{Item, Word};
use super::super::key::Key;
use super::super::options::Optional;
use super::super::pieces::{Kind, Nation, Seat, UnitId};
use super::super::state::{Ocean, Place};
use super::super::{AdmiralsWar, Table};
use crate::questions;
use engine::question::key::Turn;
use engine::question::{Ask, Limit};
use engine::table::Step;

const GRAF_ZEPPELIN: &str = "de-graf-zeppelin";
const SEYDLITZ: &str = "de-seydlitz";
const WESER: &str = "de-weser";
/// The turn in which ships may be scrapped (33.1), and that in which they may be built (33.2).
const SCRAPPED: u8 = 1;
const BUILT: u8 = 4;
/// The turn of the first Type XXI (33.1).
const TYPE_XXI: u8 = 10;

/// 33.1 In the movement of turn 1 Germany may scrap either ship; each brings the Type XXI two turns nearer.
pub(super) fn scrap(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    if !system.plays_by(Optional::GermanCarriers) || ocean.turn != SCRAPPED {
        return Ok(());
    }
    let ships = [GRAF_ZEPPELIN, SEYDLITZ].into_iter().filter_map(|id| system.unit_by_id(id));
    let key = Key::Scrap { turn: Turn(ocean.turn), by: Seat::Germany };
    let title = "Scrap unfinished ships: each brings the Type XXI U-boats two turns nearer".to_owned();
    let mut ask: Ask<UnitId, Item> = Ask::new(questions::SCRAP, key.text(), "AW-33.1", title);
    let words = [Word::Keep, Word::Scrap].map(Item::Word);
    ask.offer(ships, words, Some(words[0]));
    let answer = table.ask(table.system().party(Seat::Germany), &ask)?.into_iter();
    let mut ships: Vec<UnitId> = answer.filter(|(_, word)| *word == words[1]).map(|it| it.0).collect();
    ships.sort_unstable();
    if ships.is_empty() { Ok(()) } else { table.record(Event::Scrapped { ships }) }
}

/// 33.2 On turn 4 either ship may take the place of a U-boat that is due, unless one was scrapped; Seydlitz
/// may come a turn later as Weser (AW-33.3). Otherwise nothing changes (AW-33.4).
pub(super) fn build(table: &mut Table) -> Step<()> {
    let (system, ocean) = (table.system(), table.state());
    if !system.plays_by(Optional::GermanCarriers) || ocean.turn != BUILT || ocean.xxi_earlier > 0 {
        return Ok(());
    }
    let due = ocean.at(Place::Track(BUILT)).into_iter();
    let boats: Vec<UnitId> = due.filter(|&unit| system.is_new_boat(ocean, unit)).collect();
    let key = Key::Build { turn: Turn(BUILT), by: Seat::Germany };
    let title = "Build a ship instead of a U-boat that is due, or take the U-boat".to_owned();
    let mut ask: Ask<UnitId, Item> = Ask::new(questions::BUILD, key.text(), "AW-33.2", title);
    // One of each, and Seydlitz or Weser.
    for (id, mark) in [(GRAF_ZEPPELIN, 1), (SEYDLITZ, 2), (WESER, 2)] {
        if let Some(ship) = system.unit_by_id(id) {
            ask.choice(Item::Unit(ship), mark, 0);
        }
    }
    ask.limits.push(Limit::Distinct { rule: "AW-33.2".to_owned(), what: "the same hull".to_owned() });
    let boat = ask.option(Item::Word(Word::None));
    let all = ask.set((0..=boat).collect());
    boats.iter().for_each(|&unit| ask.subject(unit, all, Some(boat)));
    let mut answer = table.ask(table.system().party(Seat::Germany), &ask)?;
    answer.sort_unstable_by_key(|(boat, _)| *boat);
    for (boat, item) in answer {
        let Item::Unit(ship) = item else { continue };
        let late = table.system().counter(ship).id == WESER;
        table.record(Event::Withdrawn { units: vec![boat] })?;
        table.record(Event::Scheduled { unit: ship, turn: BUILT + u8::from(late) })?;
    }
    Ok(())
}

/// 33.1 Once the Type XXI has been brought nearer, every U-boat that comes or comes back from then on is one.
pub(super) fn replace_boats(table: &mut Table) -> Step<()> {
    let ocean = table.state();
    if ocean.xxi_earlier == 0 || ocean.turn + ocean.xxi_earlier < TYPE_XXI {
        return Ok(());
    }
    for unit in ocean.at(Place::Track(ocean.turn)) {
        let system = table.system();
        let boat = system.counter(unit).kind == Kind::Submarine;
        if let Some(by) = system.other_counter(unit).filter(|_| boat) {
            table.record(Event::Replaced { unit, by })?;
        }
    }
    Ok(())
}

impl AdmiralsWar {
    /// A U-boat that comes on this turn for the first time.
    fn is_new_boat(&self, ocean: &Ocean, unit: UnitId) -> bool {
        let counter = self.counter(unit);
        counter.kind == Kind::Submarine && counter.nation == Nation::De && counter.entry == Some(ocean.turn)
    }

    /// Brings the Type XXI that is due nearer (AW-33.1).
    pub(in super::super) fn hasten_type_xxi(&self, ocean: &mut Ocean, scrapped: usize) {
        let turns = 2 * scrapped as u8;
        ocean.xxi_earlier += turns;
        for unit in ocean.at(Place::Track(TYPE_XXI)) {
            if self.counter(unit).is_type_xxi() {
                ocean.unit_mut(unit).place = Place::Track(TYPE_XXI - turns);
            }
        }
    }
}
