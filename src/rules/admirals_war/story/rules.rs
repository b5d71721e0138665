//! The rule that a line names.

use super::super::board::BaseId;
use super::super::event::{Event, Why};
use super::super::options::Optional;
use super::super::pieces::{Kind, Nation, Role, UnitId};
use super::super::seats::{Seating, Victory};
use super::super::state::Settlement;
use super::super::view::Observer;
use engine::rulebook::two_sided::Camp;

const INDONESIA: &str = "indonesia";
/// What is fought by hunts alone (14.24, 10.32, 15.0).
const HUNTED: [Kind; 3] = [Kind::Submarine, Kind::Hilfskreuzer, Kind::Oiler];

impl Observer<'_> {
    /// The ledger's id of the rule that made an event so; of orders and dice that bind one nation, that
    /// nation's.
    pub(in super::super) fn rule_of<'v>(&self, event: &'v Event) -> &'v str {
        if let Some(rule) = self.closer_rule_of(event).filter(|_| self.system.is_at_home()) {
            return rule;
        }
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

    /// The rule of an event that has one for its case and another for most; not named before
    /// [`super::super::AT_HOME`].
    fn closer_rule_of(&self, event: &Event) -> Option<&'static str> {
        let counter = |unit: UnitId| self.system.counter(unit);
        let all = |units: &[(UnitId, BaseId)], kinds: &[Kind]| {
            units.iter().all(|(unit, _)| kinds.contains(&counter(*unit).kind))
        };
        Some(match event {
            Event::MatchEnded { winner, .. } if self.system.scenario.campaign => {
                match (self.system.scenario.seating, winner) {
                    (Seating::Four(Victory::Individual), Some(Camp::Allies)) => "AW-1.4-c",
                    (Seating::Four(Victory::Individual), _) => "AW-1.4-d",
                    _ => "AW-1.4-a",
                }
            }
            Event::Scheduled { unit, .. } if counter(*unit).id == "de-lutzow-ca" => "AW-32.4",
            // Who begins in a box is put there before anything happens.
            Event::Held { .. } => "AW-19.43",
            Event::Withdrawn { units } => self.rule_of_withdrawal(*units.first()?)?,
            Event::Surprised { area, .. } if self.system.board.area(*area).id == INDONESIA => "AW-19.8",
            Event::ShippingAttacked { unit, .. } if counter(*unit).kind == Kind::Hilfskreuzer => "AW-15.21",
            Event::Sighted { dice, .. } if dice.is_empty() => "AW-29.41",
            Event::Sighted { .. } => "AW-29.42",
            Event::RoundBegan { automatic: true, .. }
                if self.system.plays_by(Optional::PearlHarborTension) =>
            {
                "AW-23.4"
            }
            Event::RoundBegan { automatic: true, .. } => "AW-24.4",
            Event::KamikazesNamed { units, .. }
                if units.iter().all(|unit| counter(*unit).kind == Kind::Carrier) =>
            {
                "AW-21.1-b"
            }
            Event::KamikazesSpent { lost, .. } if lost.is_empty() => "AW-21.1-b",
            Event::Returned { units, why: Why::Attacked } if all(units, &[Kind::Submarine]) => "AW-14.31",
            Event::Returned { units, why: Why::Disabled } if all(units, &HUNTED) => "AW-14.24-a",
            _ => return None,
        })
    }

    /// Why a unit leaves the game that is not listed for this turn: a U-boat for a carrier, an Italian ship
    /// without Italy, Germany's French ships without France.
    fn rule_of_withdrawal(&self, unit: UnitId) -> Option<&'static str> {
        let counter = self.system.counter(unit);
        if counter.withdraw.is_some() {
            return None;
        }
        match (counter.nation, counter.kind) {
            (Nation::Fr, _) => Some("AW-18.38"),
            (Nation::De, Kind::Submarine) => Some("AW-33.2"),
            (Nation::It, Kind::Ship | Kind::Carrier) if counter.optional == Some(38) => Some("AW-38.1"),
            _ => None,
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
    use engine::rulebook::two_sided::Camp;
    use engine::rulebook::{Choices, Rulebook};
    use engine::system::Rules;

    /// The rule that a recall of a unit to a port names.
    fn recalled(system: &AdmiralsWar, ocean: &Ocean, unit: &str, base: &str) -> String {
        let units = vec![(system.counters.by_id(unit).unwrap(), system.board.base_by_id(base).unwrap())];
        let observer = Observer::new(system, ocean, By::Side(Camp::ALLIES));
        observer.rule_of(&Event::Returned { units, why: Why::Recalled }).to_owned()
    }

    #[test]
    fn a_recall_names_the_rule_of_its_nation() {
        let system = AdmiralsWar::load(&AdmiralsWar::built_in(), "standard", &Choices::default()).unwrap();
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
        // The French who are sorted out after Lila or Torch are placed by one rule; Italians are none of
        // them.
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
        let system = AdmiralsWar::load(&AdmiralsWar::built_in(), "standard", &Choices::default()).unwrap();
        let ocean = system.opening();
        let observer = Observer::new(&system, &ocean, By::Side(Camp::AXIS));
        let units =
            vec![(system.counters.by_id("it-littorio").unwrap(), system.board.base_by_id("spezia").unwrap())];
        assert_eq!(observer.rule_of(&Event::Returned { units, why: Why::EndOfTurn }), "AW-5.74");
    }
}
