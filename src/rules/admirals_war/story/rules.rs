//! The rule that a line names.

use super::super::event::{Event, Why};
use super::super::pieces::{Nation, Role, UnitId};
use super::super::state::Settlement;
use super::super::view::Eyes;

impl Eyes<'_> {
    /// The ledger's id of the rule that made an event so; of orders and dice that bind one nation, that nation's.
    pub(super) fn rule_of(&self, event: &Event) -> &'static str {
        let nation = |unit: UnitId| self.system.counter(unit).nation;
        let settled = self.ocean.dilemma.settled;
        match event {
            Event::AllegianceRolled { unit, .. } if nation(*unit) == Nation::Fr => match settled {
                Some(Settlement::Lila) => "AW-T6",
                Some(Settlement::Torch) => "AW-T7",
                _ => event.rule(),
            },
            Event::Interned { die: None, .. } if self.ocean.dilemma.opposed.is_some() => "AW-22.512",
            Event::MoveRolled { unit, .. } => match nation(*unit) {
                Nation::Us => "AW-19.42-a",
                Nation::It => "AW-16.44",
                _ => event.rule(),
            },
            Event::Returned { units, why: Why::Recalled } => {
                let french = units.iter().any(|(unit, _)| nation(*unit) == Nation::Fr);
                match units.first().map(|(_, base)| self.system.board.base(*base).id.as_str()) {
                    _ if french && matches!(settled, Some(Settlement::Lila | Settlement::Torch)) => {
                        "AW-22.43"
                    }
                    Some("spezia") => "AW-16.41-a",
                    Some("usa") => "AW-18.34",
                    Some("brest" | "toulon") => event.rule(),
                    _ => "AW-16.44",
                }
            }
            Event::Replaced { by, .. } => self.rule_of_counter(*by),
            Event::Scheduled { unit, .. } => match nation(*unit) {
                Nation::Su => "AW-32.2",
                _ if self.system.counter(*unit).optional == Some(32) => "AW-32.4",
                _ => event.rule(),
            },
            _ => event.rule(),
        }
    }

    /// The rule by which a counter takes the place of another.
    fn rule_of_counter(&self, by: UnitId) -> &'static str {
        let counter = self.system.counter(by);
        match counter.nation {
            Nation::Jp => "AW-35.1-b",
            Nation::De if counter.is_type_xxi() => "AW-33.1",
            Nation::De => "AW-32.1",
            _ if counter.pair.as_ref().is_some_and(|pair| pair.role == Role::Substitute) => "AW-34.12",
            _ => "AW-34.11",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::AdmiralsWar;
    use super::super::super::seats::By;
    use super::super::super::state::Ocean;
    use super::*;
    use crate::games::Games;
    use crate::rules::two_sided::Camp;
    use crate::rules::{Choices, Rulebook};
    use crate::system::System;

    /// The rule that a recall of a unit to a port names.
    fn recalled(system: &AdmiralsWar, ocean: &Ocean, unit: &str, base: &str) -> &'static str {
        let units = vec![(system.counters.by_id(unit).unwrap(), system.board.base_by_id(base).unwrap())];
        let eyes = Eyes::new(system, ocean, By::Side(Camp::ALLIES));
        eyes.rule_of(&Event::Returned { units, why: Why::Recalled })
    }

    #[test]
    fn a_recall_names_the_rule_of_its_nation() {
        let system = AdmiralsWar::load(&Games::builtin(), "standard", &Choices::default()).unwrap();
        let mut ocean = system.opening();
        let recalls = [
            ("it-littorio", "spezia", "AW-16.41-a"),
            ("it-littorio", "suez", "AW-16.44"),
            // Where Suez is lost, to the nearest port.
            ("it-littorio", "gibraltar", "AW-16.44"),
            ("fr-strasbourg", "brest", "AW-18.32"),
            ("fr-strasbourg", "toulon", "AW-18.32"),
            ("fr-strasbourg", "usa", "AW-18.34"),
        ];
        for (unit, base, rule) in recalls {
            assert_eq!(recalled(&system, &ocean, unit, base), rule, "{unit} to {base}");
        }
        // The French who are sorted out after Lila or Torch are placed by one rule; Italians are none of them.
        for settled in [Settlement::Lila, Settlement::Torch] {
            ocean.dilemma.settled = Some(settled);
            for (unit, base, rule) in recalls {
                let french = unit == "fr-strasbourg";
                let rule = if french { "AW-22.43" } else { rule };
                assert_eq!(recalled(&system, &ocean, unit, base), rule, "{settled:?}: {unit} to {base}");
            }
        }
        // One that was surrendered had been ordered home before.
        ocean.dilemma.settled = Some(Settlement::Surrender);
        assert_eq!(recalled(&system, &ocean, "fr-strasbourg", "toulon"), "AW-18.32");
    }

    #[test]
    fn homecomings_that_nobody_ordered_name_why_they_come() {
        let system = AdmiralsWar::load(&Games::builtin(), "standard", &Choices::default()).unwrap();
        let ocean = system.opening();
        let eyes = Eyes::new(&system, &ocean, By::Side(Camp::AXIS));
        let units =
            vec![(system.counters.by_id("it-littorio").unwrap(), system.board.base_by_id("spezia").unwrap())];
        assert_eq!(eyes.rule_of(&Event::Returned { units, why: Why::EndOfTurn }), "AW-5.74");
    }
}
