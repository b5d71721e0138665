//! Which aircraft a deck takes.

use super::Effects;
use crate::cards::{Abilities, Ability, Card, Kind, Nation};

impl Effects {
    /// Whether an aircraft may base on a deck: one of its own nation, unless it or the deck has an ability
    /// that says otherwise; Patrol Bombers and aircraft that are based on land or sea never (WST-ret-4,
    /// WST-sa-59, WST-sa-74, WST-sa-113, WST-sa-114, WST-sa-156, WST-sa-174, WST-sa-193).
    pub fn may_base(&self, plane: &Card, deck: &Card) -> bool {
        self.may_base_with((plane, &plane.abilities), (deck, &deck.abilities))
    }

    /// The same with the abilities that they still have.
    pub fn may_base_with(
        &self,
        (plane, its): (&Card, &Abilities),
        (deck, decks): (&Card, &Abilities),
    ) -> bool {
        let guest =
            |(ability, planes): &(Ability, Vec<String>)| decks.has(*ability) && planes.contains(&plane.id);
        if self.aboard.iter().any(guest) {
            return true;
        }
        let ashore = [Ability::LandBased, Ability::LandFighter, Ability::SeaBasing];
        if plane.kind == Kind::PatrolBomber || its.has_any(&ashore) {
            return false;
        }
        let exported = its.has(Ability::ExportVersion)
            && matches!(deck.nation, Nation::UnitedStates | Nation::UnitedKingdom);
        plane.nation == deck.nation || exported
    }
}
