//! Which aircraft a deck takes.

use super::Effects;
use crate::abilities::{May, table};
use crate::cards::{Abilities, Ability, Card, Kind};

impl Effects {
    /// Whether an aircraft may base on a deck: one of its own nation, unless it or the deck has an ability
    /// that says otherwise; Patrol Bombers and aircraft that are based on land or sea never (WST-ret-4).
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
        if plane.kind == Kind::PatrolBomber || its.meets(table().who(May::StayAshore)) {
            return false;
        }
        plane.nation == deck.nation || table().boards.of(*its).any(|boards| boards(plane, deck))
    }
}
