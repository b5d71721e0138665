//! The naval war: set-ups of all scenarios, and a match to its end, played by officers who choose at random.

use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::{Digest, Salt};
use sealord::driver::{Checkpoint, Progress, advance};
use sealord::games::Games;
use sealord::orders::book::{BookOf, OrderBook};
use sealord::party::Party;
use sealord::rules::Rulebook;
use sealord::rules::schiffskrieg::options::Chosen;
use sealord::rules::schiffskrieg::scenario::{Placement, Spot};
use sealord::rules::schiffskrieg::state::{Place, Sea};
use sealord::rules::schiffskrieg::{Data, Schiffskrieg, faction};
use sealord::staff::StaffOfficer;
use sealord::system::System;
use sealord::table::rolls::KeyRing;

use crate::laws::play::draft;

/// More exchanges than a short war has.
const MOST: u32 = 1000;
/// How bold the officers are.
const BOLDNESS: u32 = 60;

/// A war between officers.
struct War<'s> {
    system: &'s Schiffskrieg,
    seed: u64,
    ring: KeyRing,
    book: BookOf<Schiffskrieg>,
    officers: Vec<StaffOfficer>,
    checkpoint: Checkpoint<Schiffskrieg>,
    exchange: u32,
}

impl War<'_> {
    fn of(system: &Schiffskrieg, seed: u64) -> War<'_> {
        let officers =
            (0..faction::PARTIES.len() as u64).map(|at| StaffOfficer::new(seed * 3 + at, BOLDNESS));
        let mut war = War {
            system,
            seed,
            ring: KeyRing::default(),
            book: OrderBook::default(),
            officers: officers.collect(),
            checkpoint: Checkpoint::opening(system),
            exchange: 0,
        };
        war.key();
        war
    }

    fn key(&mut self) {
        let at = self.exchange;
        let salt = |party: &Party| {
            let parts: [&[u8]; 2] = [&at.to_be_bytes(), party.id().as_bytes()];
            (*party, Salt::from_bytes(*Digest::of_parts(&parts).as_bytes()))
        };
        let salts: Vec<_> = faction::PARTIES.iter().filter(|_| at > 0).map(salt).collect();
        let key = ExchangeKey::derive(&Seed::practice(self.seed), &Digest::of(b"naval war"), at, &salts);
        self.ring.insert(at, key);
    }

    /// Plays to the next question, and answers all that wait.
    fn go_on(&mut self) -> Progress<Schiffskrieg> {
        self.book.close(self.exchange);
        self.exchange += 1;
        let progress = advance(self.system, &self.checkpoint, &self.book, &self.ring)
            .unwrap_or_else(|stop| panic!("seed {}: {stop}", self.seed));
        self.checkpoint = progress.checkpoint.clone();
        for waiting in &progress.waiting {
            let at = waiting.party.place(faction::PARTIES);
            let picks = self.officers[at].answer(&waiting.question);
            let picks = picks.unwrap_or_else(|| panic!("no answer to {}", waiting.question.key));
            self.book.open(self.exchange, waiting.party, &waiting.question.key);
            self.book.enter(self.exchange, waiting.party, [draft(&waiting.question, &picks)]);
        }
        self.key();
        progress
    }
}

fn chosen(turns: u8) -> Chosen {
    Chosen { companion: false, turns, at_once: false }
}

fn homeless<'s>(system: &'s Schiffskrieg, sea: &Sea) -> Vec<&'s str> {
    let placements = system.scenario.set_ups.iter().flat_map(|(_, set_up)| set_up.iter());
    let free = |it: &&Placement| matches!(it.spot, Spot::Choice(_));
    let units = placements.flat_map(|it| &it.placements).filter(free).flat_map(|it| &it.units);
    let out = units.filter(|unit| sea.unit(**unit).place == Place::Out);
    out.map(|unit| system.counters[*unit].id.as_str()).collect()
}

#[test]
fn every_set_up_houses_every_counter() {
    Party::declare(faction::PARTIES);
    let data = Data::load(&Games::builtin()).unwrap();
    assert_eq!(data.scenarios.len(), 30);
    for scenario in &data.scenarios {
        let system = Schiffskrieg::for_match(data.clone(), &scenario.id, chosen(1)).unwrap();
        let mut war = War::of(&system, 1);
        war.go_on();
        let sea = war.go_on().present;
        assert_eq!(homeless(&system, &sea), [""; 0], "scenario {}", scenario.id);
        assert_eq!(system.impossible(&sea), None, "scenario {}", scenario.id);
    }
}

#[test]
fn a_war_is_played_to_its_end() {
    Party::declare(faction::PARTIES);
    let data = Data::load(&Games::builtin()).unwrap();
    let system = Schiffskrieg::for_match(data, "24", chosen(3)).unwrap();
    let mut war = War::of(&system, 2);
    while !war.checkpoint.over {
        let progress = war.go_on();
        assert_eq!(system.impossible(&progress.present), None);
        assert!(war.exchange < MOST, "the war does not end");
    }
    assert!(system.is_war_turn(&war.checkpoint.state));
    let points = faction::SIDES.iter().map(|side| system.points(&war.checkpoint.state, *side));
    assert!(points.into_iter().all(|points| points >= 0));
}
