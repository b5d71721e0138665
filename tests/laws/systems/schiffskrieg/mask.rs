//! What some factions cannot know, made otherwise: what another has ordered and not yet done. All else lies
//! openly on the table (SK-9.4-1).

use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::schiffskrieg::event::Event;
use sealord::rules::schiffskrieg::faction::Faction;
use sealord::rules::schiffskrieg::state::{Mission, Sea};
use sealord::side::Side;

use crate::laws::systems::{Disguise, Reach};

/// Fewer orders than this stay as they are where the match is to be played on: the first that can be done is
/// done at once.
const FEW: usize = 4;

pub struct Mask {
    system: &'static Schiffskrieg,
    from: Vec<Side>,
    reach: Reach,
    moved: usize,
    /// How many of the orders differ with which the Soviet faction waits for its turn.
    ally: usize,
    hidden: Option<String>,
}

impl Mask {
    pub fn new(system: &'static Schiffskrieg, from: &[Side], sea: &Sea, reach: Reach) -> Mask {
        let mut mask = Mask { system, from: from.to_vec(), reach, moved: 0, ally: 0, hidden: None };
        let twin = mask.state(sea);
        let others = sea.orders.iter();
        mask.moved = differ(&sea.orders, &twin.orders);
        mask.ally = differ(waiting(sea), waiting(&twin));
        let placed = others.filter_map(|order| match order {
            Mission::Place(support, _) => system.support.get(usize::from(support.0)),
            _ => None,
        });
        mask.hidden = placed.filter(|_| mask.moved > 0).map(|support| support.word.clone()).next();
        mask
    }

    fn hides(&self, faction: Faction) -> bool {
        !self.from.contains(&faction.side())
    }

    /// Other orders in the place of some.
    fn orders(&self, orders: &mut Vec<Mission>) {
        match self.reach {
            Reach::Seen => {
                orders.reverse();
                orders.pop();
            }
            Reach::Played if orders.len() >= FEW => {
                let last = orders.len() - 1;
                orders.swap(last, last - 1);
            }
            Reach::Played => {}
        }
    }

    /// An event in the place of one of which those factions are not told; nothing for one that need not have
    /// happened.
    fn event(&self, event: &Event) -> Option<Event> {
        let mut event = event.clone();
        match &mut event {
            Event::Ordered { faction, missions } if self.hides(*faction) => self.orders(missions),
            Event::ThingBegan { faction, void: Some(_), .. }
                if self.hides(*faction) && self.reach == Reach::Seen =>
            {
                return None;
            }
            _ => {}
        }
        Some(event)
    }
}

/// How many of the orders are others.
fn differ(orders: &[Mission], twin: &[Mission]) -> usize {
    orders.iter().enumerate().filter(|(at, order)| twin.get(*at) != Some(*order)).count()
}

/// The orders with which the Soviet faction waits for its turn.
fn waiting(sea: &Sea) -> &[Mission] {
    sea.ally.as_deref().unwrap_or_default()
}

impl Disguise<Schiffskrieg> for Mask {
    fn moved(&self) -> usize {
        self.moved + self.ally
    }

    /// A faction sees its own orders.
    fn shows(&self, to: Side, sea: &Sea) -> bool {
        let own = sea.clock.is_some_and(|clock| clock.faction.side() == to) && self.moved > 0;
        let waits = Faction::Soviet.side() == to && self.ally > 0;
        (own || waits) && !self.from.contains(&to) && self.system.history.is_some()
    }

    fn hidden(&self, _: &Sea) -> Option<String> {
        self.hidden.clone()
    }

    fn state(&self, sea: &Sea) -> Sea {
        let mut twin = sea.clone();
        if sea.clock.is_some_and(|clock| self.hides(clock.faction)) {
            self.orders(&mut twin.orders);
        }
        if let Some(ally) = twin.ally.as_mut().filter(|_| self.hides(Faction::Soviet)) {
            self.orders(ally);
        }
        twin
    }

    fn event(&self, event: &Event) -> Option<Event> {
        self.event(event)
    }

    fn word(&self, _: &mut String) {}
}
