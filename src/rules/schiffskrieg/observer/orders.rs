//! What a faction sees of orders that are not carried out: its own.

use super::super::Schiffskrieg;
use super::super::faction::Faction;
use super::super::state::{Mission, Sea};
use super::Observer;

impl Observer<'_> {
    /// The reader's own orders that are not done yet, in their order: those of the turn that is played, or
    /// those with which the Soviet faction waits for its own.
    pub(in super::super) fn waiting(&self, orders: &[Mission], ally: Option<&[Mission]>) -> Vec<String> {
        match ally {
            _ if self.reads_orders() => self.orders(orders),
            Some(ally) if self.reads_ally() => self.orders(ally),
            _ => Vec::new(),
        }
    }

    /// The position without what is veiled from the reader.
    pub(in super::super) fn seen(&self) -> Sea {
        let mut seen = self.sea.clone();
        seen.facts = self.sea.facts.seen(|it| self.veil(it).is_none());
        if !self.reads_orders() {
            seen.orders.clear();
        }
        if !self.reads_ally() {
            seen.ally = None;
        }
        seen
    }

    /// Missions in words.
    pub(in super::super) fn orders(&self, orders: &[Mission]) -> Vec<String> {
        orders.iter().map(|mission| self.mission(*mission)).collect()
    }

    /// A mission by the names of what is in it.
    pub(in super::super) fn mission(&self, mission: Mission) -> String {
        let Schiffskrieg { board, counters, .. } = self.system;
        match mission {
            Mission::Place(support, goal) => {
                format!("{}: {}", self.system.support_name(support), self.system.goal_name(goal))
            }
            Mission::BaseRaid(base) => format!("Base Attack Raid: {}", board.base(base).name),
            Mission::Patrol(boat, zone) => format!("{}: {}", counters[boat].name, board.zone(zone).name),
            Mission::Ask => "to be asked again".to_owned(),
        }
    }

    /// Whether the orders that are carried out are the reader's.
    fn reads_orders(&self) -> bool {
        self.sea.clock.is_some_and(|clock| Some(clock.faction) == self.faction)
    }

    /// Whether the orders that wait for the Soviet turn are the reader's.
    fn reads_ally(&self) -> bool {
        self.faction == Some(Faction::Soviet)
    }
}
