//! What the rules of a match have worked out from its facts: found once for all positions with equal facts,
//! which seldom change.

use std::cell::OnceCell;
use std::fmt;
use std::rc::Rc;

use super::{Fact, Missing};
use crate::board::SeaMap;
use crate::faction::Faction;
use crate::paths::Shores;
use crate::pieces::Nation;

/// What is known, whichever rule asked first. It is no part of the facts, from which it follows: any two are
/// equal, and none is written. Copies of a position share it.
#[derive(Clone, Default)]
pub(crate) struct Known(Rc<Found>);

#[derive(Default)]
struct Found {
    declared: OnceCell<u64>,
    sides: [OnceCell<Option<Faction>>; Nation::ALL.len()],
    affected: [[OnceCell<Result<bool, Missing>>; Nation::ALL.len()]; SeaMap::ALL.len()],
    shores: [OnceCell<Shores>; Faction::ALL.len()],
}

impl Known {
    /// Whether a fact was declared at all; `all` gives those that were.
    pub(crate) fn is_declared(&self, fact: Fact, all: impl Iterator<Item = Fact>) -> bool {
        const { assert!(Fact::ALL.len() <= u64::BITS as usize) };
        let find = || all.fold(0, |found, fact| found | 1 << fact as u64);
        self.0.declared.get_or_init(find) & 1 << fact as u64 != 0
    }

    /// For whom a nation fights, as `find` says when it is asked for the first time.
    pub(crate) fn side(&self, nation: Nation, find: impl FnOnce() -> Option<Faction>) -> Option<Faction> {
        *self.0.sides[nation as usize].get_or_init(find)
    }

    /// Whether a nation is under policy or truce on a map, as `find` says.
    pub(crate) fn affected(
        &self,
        nation: Nation,
        map: SeaMap,
        find: impl FnOnce() -> Result<bool, Missing>,
    ) -> Result<bool, Missing> {
        self.0.affected[map as usize][nation as usize].get_or_init(find).clone()
    }

    /// The bases and ways of a faction, laid out by `make` when they are asked for the first time.
    pub(crate) fn shores(&self, faction: Faction, make: impl FnOnce() -> Shores) -> &Shores {
        self.0.shores[faction as usize].get_or_init(make)
    }
}

impl PartialEq for Known {
    fn eq(&self, _: &Known) -> bool {
        true
    }
}

impl Eq for Known {}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("what follows from them")
    }
}

#[cfg(test)]
mod tests {
    use engine::rulebook::Rulebook;
    use engine::system::Rules;

    use super::super::{Declared, Fact, Facts, Missing, Subject, Value};
    use crate::basing::Coming;
    use crate::board::{BaseId, SeaMap};
    use crate::faction::Faction;
    use crate::options::Chosen;
    use crate::pieces::Nation;
    use crate::state::{Place, Sea};
    use crate::{Data, Schiffskrieg};

    fn system(scenario: &str) -> Schiffskrieg {
        let data = Data::load(&Schiffskrieg::built_in()).unwrap();
        let chosen =
            Chosen { companion: false, turns: 8, at_once: true, together: true, asks: Some(3), par: None };
        Schiffskrieg::for_match(data, scenario, chosen).unwrap()
    }

    /// What rules ask again and again.
    #[derive(Debug, PartialEq)]
    struct Asked {
        held: Vec<Vec<BaseId>>,
        open: Vec<Vec<Place>>,
        sides: Vec<Option<Faction>>,
        affected: Vec<Result<bool, Missing>>,
    }

    fn asked(system: &Schiffskrieg, sea: &Sea) -> Asked {
        let (mut held, mut open) = (Vec::new(), Vec::new());
        for faction in Faction::ALL {
            let mut harbour = system.harbour(sea, faction);
            held.push(system.board.base_ids().filter(|base| harbour.holds(*base)).collect());
            for coming in SeaMap::ALL.map(Coming::Arriving).into_iter().chain([Coming::Rebasing]) {
                open.extend(sea.ids().step_by(7).map(|unit| harbour.open_to(unit, coming)));
            }
        }
        let affected = |nation| SeaMap::ALL.map(|map| system.is_affected(&sea.facts, nation, map));
        Asked {
            held,
            open,
            sides: Nation::ALL.map(|nation| system.faction_now(sea, nation)).to_vec(),
            affected: Nation::ALL.into_iter().flat_map(affected).collect(),
        }
    }

    /// The same position, of which nothing is known yet.
    fn unknown(sea: &Sea) -> Sea {
        serde_json::from_str(&serde_json::to_string(sea).unwrap()).unwrap()
    }

    #[test]
    fn what_is_known_is_forgotten_when_a_fact_changes_and_shared_by_copies_until_then() {
        let system = system("29");
        let mut sea = system.opening();
        let mut changed = 0;
        for base in system.board.base_ids().step_by(20) {
            let before = asked(&system, &sea);
            assert_eq!(before, asked(&system, &sea.clone()));
            let of = vec![Subject::Base(base)];
            let control = Declared { fact: Fact::HexControl, of, value: Value::Word(Faction::Axis as u8) };
            sea.facts.take(&system.facts, &control);
            let after = asked(&system, &sea);
            assert_eq!(after, asked(&system, &unknown(&sea)));
            changed += usize::from(before != after);
            sea.facts.forget(|one| one.fact == Fact::HexControl);
            assert_eq!(asked(&system, &sea), before);
        }
        assert!(changed > 0);
    }

    #[test]
    fn every_turn_has_its_own() {
        let system = system("29");
        let mut sea = system.opening();
        let mut changed = 0;
        for turn in (system.scenario.start.0..=system.last_turn().0).step_by(3) {
            let before = asked(&system, &sea);
            let turn = Value::Turn(crate::calendar::Turn(turn));
            sea.facts.take(&system.facts, &Declared { fact: Fact::Turn, of: Vec::new(), value: turn });
            let after = asked(&system, &sea);
            assert_eq!(after, asked(&system, &unknown(&sea)));
            changed += usize::from(before != after);
        }
        assert!(changed > 1);
    }

    #[test]
    fn it_is_no_part_of_the_facts() {
        let system = system("29");
        let sea = system.opening();
        let written = serde_json::to_string(&sea.facts).unwrap();
        asked(&system, &sea);
        assert_eq!(serde_json::to_string(&sea.facts).unwrap(), written);
        assert!(written.starts_with('['));
        assert_eq!(serde_json::from_str::<Facts>(&written).unwrap(), sea.facts);
    }
}
