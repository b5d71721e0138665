//! How often factions are asked back in a turn of the naval war (a house rule, as the war is).
//!
//! A turn needs one exchange for the orders of each faction: the first that asks it for a commerce raid or
//! for its missions. Set-up and kinds that are decided by hand are put whenever they come up. Every other
//! exchange is opened because plans and doctrine leave something open, and of these a match allows so many in
//! a turn.

use super::Schiffskrieg;
use super::faction::Faction;
use super::key::Key;
use super::state::Sea;
use engine::question::key::{Part as _, Turn};
use engine::system::StandingOrders;
use engine::table::book::Earlier;

/// Exchanges of one turn, in their order, as far as they were looked at.
#[derive(Default)]
struct Count {
    /// The factions that were asked for their orders.
    ordered: Vec<Faction>,
    /// How many were opened by asking back.
    back: u8,
}

/// What a question is, where exchanges are counted.
enum Weight {
    /// It is put whenever it comes up.
    Free,
    /// A faction's orders for its own turn.
    Orders(Faction),
    /// It is put because nothing answered it.
    Back,
}

/// The doctrine with which every faction begins.
const STARTER: &str = include_str!("starter.yaml");

impl StandingOrders for Schiffskrieg {
    fn bounds_asking(&self) -> bool {
        self.chosen.asks.is_some()
    }

    fn starter(&self) -> &'static str {
        STARTER
    }

    /// Why a question is not put that plans and doctrine leave open, if so: as many exchanges of its turn
    /// were opened by such questions as the match allows. What was asked, and in which exchange, is open to
    /// all; so this gives nothing away.
    fn withheld_question(
        &self,
        sea: &Sea,
        (kind, key): (&str, &str),
        earlier: &Earlier<'_>,
    ) -> Option<String> {
        let most = self.chosen.asks?;
        let key = Key::parse(key).ok()?;
        debug_assert_eq!(key.kind(), kind, "a key knows the kind of its question");
        let turn = Turn(self.turn_number(sea)).text();
        let of_turn = |key: &&String| key.split('/').next() == Some(turn.as_str());
        let mut count = Count::default();
        for keys in earlier.exchanges() {
            let keys = keys.iter().filter(of_turn).filter_map(|key| Key::parse(key).ok());
            count.exchange(&keys.map(|key| Weight::of(&key, earlier)).collect::<Vec<_>>());
        }
        let asked_back = count.is_asked_back(&Weight::of(&key, earlier));
        (asked_back && count.back >= most).then(|| {
            let so_many = match most {
                0 => "the match asks nobody back".to_owned(),
                1 => "one exchange of this turn was opened by asking back, and the match allows no more".to_owned(),
                _ => {
                    format!("{most} exchanges of this turn were opened by asking back, and the match allows no more")
                }
            };
            format!("you were not asked: {so_many} (asks={most}); doctrine without `ask`, or else the default, answered")
        })
    }
}

impl Weight {
    fn of(key: &Key<'_>, earlier: &Earlier<'_>) -> Weight {
        match *key {
            Key::SetUp { .. } => Weight::Free,
            _ if earlier.is_by_hand(key.kind()) => Weight::Free,
            Key::CommerceRaid { faction, .. } | Key::Missions { faction, .. } => Weight::Orders(faction),
            _ => Weight::Back,
        }
    }
}

impl Count {
    /// Counts an exchange by its questions. One that would have been opened anyway costs nothing.
    fn exchange(&mut self, questions: &[Weight]) {
        let before = self.ordered.len();
        for question in questions {
            if let Weight::Orders(faction) = question
                && !self.ordered.contains(faction)
            {
                self.ordered.push(*faction);
            }
        }
        let anyway =
            self.ordered.len() > before || questions.iter().any(|question| matches!(question, Weight::Free));
        if !anyway && !questions.is_empty() {
            self.back = self.back.saturating_add(1);
        }
    }

    /// Whether a question would open an exchange by asking back.
    fn is_asked_back(&self, question: &Weight) -> bool {
        match question {
            Weight::Free => false,
            Weight::Orders(faction) => self.ordered.contains(faction),
            Weight::Back => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Set-up and the first question for a faction's orders are free; every other exchange counts once.
    #[test]
    fn an_exchange_counts_once_unless_it_would_have_been_opened_anyway() {
        let mut count = Count::default();
        let orders = Weight::Orders;
        count.exchange(&[Weight::Free, Weight::Free]);
        count.exchange(&[orders(Faction::Axis)]);
        assert_eq!((count.back, count.is_asked_back(&orders(Faction::Axis))), (0, true));
        count.exchange(&[Weight::Back, Weight::Back]);
        count.exchange(&[orders(Faction::Western), Weight::Back, orders(Faction::Soviet)]);
        assert_eq!((count.back, count.is_asked_back(&orders(Faction::Soviet))), (1, true));
        count.exchange(&[orders(Faction::Axis)]);
        count.exchange(&[]);
        assert_eq!(count.back, 2);
        assert!(count.is_asked_back(&Weight::Back) && !count.is_asked_back(&Weight::Free));
    }
}
