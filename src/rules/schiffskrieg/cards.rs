//! 6 What option cards bring, as far as the module says it.

use super::board::SeaMap;
use super::companion::known;
use super::event::Event;
use super::faction::Faction;
use super::facts::{Fact, Missing, Owner, Subject, Value};
use super::item::{Item, Word};
use super::key::Key;
use super::pieces::{Nation, UnitId};
use super::scenario::Support;
use super::state::{Place, Post, Sea, SupportId};
use super::theatres::{self, RECALLED};
use super::{Schiffskrieg, Table};
use crate::questions;
use engine::question::Ask;
use engine::question::key::Turn;
use engine::table::Step;

/// TK card 3, which brings the German Surface Fleet HSF (SK-INTRO-13).
const HOCHSEEFLOTTE: u8 = 3;
/// TK card 37, Operation Galvanic (SK-6.3.2-4).
const GALVANIC: u8 = 37;

/// A faction reveals a card on a map: LBAs and X-boats with its number come (SK-INTRO-11, SK-6-1).
pub(super) fn revealed(table: &mut Table, faction: Faction, map: SeaMap, number: u8) -> Step<()> {
    if (faction, map, number) == (Faction::Axis, SeaMap::Tk, HOCHSEEFLOTTE) {
        bring_fleet(table)?;
    }
    if (faction, map, number) == (Faction::Western, SeaMap::Tk, GALVANIC) {
        theatres::recall(table, faction, "galvanic", RECALLED)?;
    }
    reinforce(table, faction, map, &number.to_string())
}

/// The Surface Fleet HSF comes to the Delay Box.
fn bring_fleet(table: &mut Table) -> Step<()> {
    let sea = table.state();
    let fresh = |at: &usize| {
        let unit = &sea.support[*at];
        unit.owner == Owner::Nation(Nation::German)
            && unit.kind == Support::SurfaceFleet
            && unit.map == SeaMap::Tk
            && unit.post == Post::Away
    };
    match (0..sea.support.len()).find(fresh) {
        Some(at) => table.record(Event::Posted { support: SupportId(at as u8), post: Post::Delay }),
        None => Ok(()),
    }
}

/// LBAs and X-boats with a number or letter come: the card says whether to the Delay Box or to the Force
/// Pool, in whose place an LBA goes to a suitable base (SK-6-1).
pub(super) fn reinforce(table: &mut Table, faction: Faction, map: SeaMap, code: &str) -> Step<()> {
    let (system, sea) = (table.system(), table.state());
    let units = system.coded(sea, faction, code);
    if units.is_empty() {
        return Ok(());
    }
    let turn = Turn(system.turn_number(sea));
    let why = format!("card-{}", code.to_lowercase());
    let key = Key::Happening { turn, faction, why: &why }.text();
    let mut ask =
        Ask::new(questions::EVENT, key, "SK-6-1", format!("Card {code}: place its LBAs and X-boats"));
    let delay = Item::Word(Word::ToDelay);
    let found = system.bases_for_lbas(sea, faction, map);
    let bases = known(table, found)?;
    for unit in units {
        if system.counters[unit].is_boat() {
            ask.offer([Item::Unit(unit)], [delay, Item::Word(Word::Free)], Some(delay));
        } else {
            let options = [delay].into_iter().chain(bases.iter().copied());
            ask.offer([Item::Unit(unit)], options, Some(delay));
        }
    }
    let answer = table.ask(faction.side(), &ask)?;
    let goes = |(unit, to): &(Item, Item)| match (unit, to) {
        (Item::Unit(unit), Item::Base(base)) => Some((*unit, Place::Base(*base))),
        (Item::Unit(unit), Item::Box(hold)) => Some((*unit, Place::Box(*hold))),
        (Item::Unit(unit), Item::Word(Word::Free)) => Some((*unit, Place::ForcePool(map))),
        (Item::Unit(unit), _) => Some((*unit, Place::Delay(map))),
        _ => None,
    };
    let units = answer.iter().filter_map(goes).collect();
    table.record(Event::Moved { faction, rule: "SK-6-1".to_owned(), units })
}

impl Schiffskrieg {
    /// LBAs and X-boats of a faction that are not in play and carry a number or letter, as their owner
    /// declared it.
    fn coded(&self, sea: &Sea, faction: Faction, code: &str) -> Vec<UnitId> {
        let fits = |unit: &UnitId| {
            let of = &self.counters[*unit];
            let declared = sea.facts.get(Fact::CardLbaNames, &[Subject::Counter(*unit)]);
            let carries = matches!(declared, Some(Value::Code(it)) if it == code);
            carries && !of.is_ship() && sea.unit(*unit).place == Place::Out
        };
        let own = |unit: &UnitId| self.counters[*unit].nation.major_of().is_none_or(|of| of == faction);
        sea.ids().filter(fits).filter(own).collect()
    }

    fn bases_for_lbas(&self, sea: &Sea, faction: Faction, map: SeaMap) -> Result<Vec<Item>, Missing> {
        let mut bases = Vec::new();
        for base in self.board.base_ids().filter(|base| self.board.base(*base).map() == map) {
            if self.is_suitable(&sea.facts, faction, base).unwrap_or(false) {
                bases.push(Item::Base(base));
            }
        }
        if faction == Faction::Western {
            bases.extend(self.board.box_ids().filter(|it| self.board.hold(*it).map == map).map(Item::Box));
        }
        Ok(bases)
    }
}
