//! Every set-up as it stands once all factions have based their pieces by silence.

use std::collections::BTreeMap;

use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::{Digest, Salt};
use sealord::driver::{Checkpoint, advance};
use sealord::party::Party;
use sealord::rules::Choices;
use sealord::rules::schiffskrieg::board::Room;
use sealord::rules::schiffskrieg::faction::PARTIES;
use sealord::rules::schiffskrieg::options::{Chosen, OPTIONS};
use sealord::rules::schiffskrieg::pieces::UnitId;
use sealord::rules::schiffskrieg::state::{Due, Place, Sea};
use sealord::rules::schiffskrieg::{Schiffskrieg, scenario::Spot};
use sealord::table::book::OrderBook;
use sealord::table::rolls::KeyRing;

use super::data;
use crate::data::Checks;

/// Sets a scenario up; the factions leave all choices to the program.
fn set_up(rules: &Schiffskrieg) -> Sea {
    let mut opening = Checkpoint::opening(rules);
    (opening.state.clock, opening.state.due) = (None, vec![Due::SetUp]);
    let (seed, genesis) = (Seed::practice(1), Digest::of(b"housing"));
    let mut ring = KeyRing::default();
    ring.insert(0, ExchangeKey::derive(&seed, &genesis, 0, &[]));
    let mut book = OrderBook::default();
    book.close(0);
    let progress = advance(rules, &opening, &book, &ring).expect("a set-up can be played");
    for waiting in &progress.waiting {
        book.open(1, waiting.party, &waiting.question.key);
    }
    book.close(1);
    let salts: Vec<(Party, Salt)> =
        PARTIES.iter().map(|party| (*party, Salt::from_bytes(*genesis.as_bytes()))).collect();
    ring.insert(1, ExchangeKey::derive(&seed, &genesis, 1, &salts));
    let progress = advance(rules, &progress.checkpoint, &book, &ring).expect("a set-up can be played");
    assert!(progress.waiting.is_empty(), "{}: silence is an answer", rules.scenario.id);
    progress.present
}

/// SK-SCN-3, SK-SCN-4, SK-1.1-1 to SK-1.1-12
#[test]
fn every_set_up_houses_every_counter() {
    Party::declare(PARTIES);
    let mut checks = Checks::default();
    let none = Choices::parse(&[], OPTIONS).expect("no options");
    for scenario in &data().scenarios {
        let rules =
            Schiffskrieg::for_match(data().clone(), &scenario.id, Chosen::of(&none)).expect("a scenario");
        let sea = set_up(&rules);
        let mut lying: BTreeMap<Place, Vec<UnitId>> = BTreeMap::new();
        for (faction, own) in scenario.set_ups.iter() {
            for placement in own.iter().flat_map(|it| &it.placements).filter(|it| !it.separate_peace) {
                for unit in &placement.units {
                    let (of, state) = (&rules.counters[*unit], sea.unit(*unit));
                    checks
                        .that(state.place != Place::Out, format!("{}: {} lies nowhere", scenario.id, of.id));
                    checks.that(!state.hurt, format!("{}: {} is hurt", scenario.id, of.id));
                    let map = rules.map_of(&sea, *unit);
                    let stays = placement.map.is_none() || map.is_none() || map == placement.map;
                    checks.that(stays, format!("{}: {} is on another map", scenario.id, of.id));
                    let based = matches!(state.place, Place::Base(_) | Place::Box(_));
                    let meant = matches!(placement.spot, Spot::Choice(_) | Spot::Base(_) | Spot::Box(_));
                    checks.that(based == meant, format!("{}: {} at {:?}", scenario.id, of.id, state.place));
                    let boxed = matches!(state.place, Place::Box(_));
                    let western = faction.id() == "western";
                    checks.that(!boxed || western, format!("{}: {} is in a box", scenario.id, of.id));
                }
            }
        }
        for unit in sea.ids() {
            lying.entry(sea.unit(unit).place).or_default().push(unit);
        }
        for (place, units) in lying {
            let Place::Base(base) = place else { continue };
            let at = rules.board.base(base);
            let of = |unit: &UnitId| &rules.counters[*unit];
            let ships = units.iter().filter(|unit| of(unit).is_ship()).count();
            let lbas = units.iter().filter(|unit| of(unit).is_lba()).count();
            let heavy = units.iter().any(|unit| of(unit).is_ship() && of(unit).is_heavy());
            let room = match at.room {
                Room::Limited if rules.has_servron(&sea, base) => true,
                Room::NoShips => ships == 0,
                Room::Limited => !heavy && ships <= usize::from(rules.tables.light_ships),
                Room::Major | Room::Any => true,
            };
            checks.that(room, format!("{}: {ships} ships lie in {}", scenario.id, at.id));
            let most = usize::from(rules.tables.lba_in_a_hex);
            checks.that(lbas <= most, format!("{}: {lbas} LBAs are in {}", scenario.id, at.id));
            let mut minors: Vec<&str> = units
                .iter()
                .map(|unit| of(unit).nation)
                .filter(|it| it.is_minor())
                .map(|it| it.id())
                .collect();
            minors.sort_unstable();
            minors.dedup();
            checks.that(minors.len() < 2, format!("{}: {minors:?} share {}", scenario.id, at.id));
        }
    }
    checks.done();
}
