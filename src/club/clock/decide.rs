//! What is to be done with the open exchange at an instant. Pure: the instant, what the journal keeps, the
//! orders.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::clock::due::Fixed;
use crate::clock::span::Span;

/// What is known of a party's orders for the open exchange. Where the players of a party send orders of their
/// own, there is one entry for each of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartyState {
    /// The party's word.
    #[serde(rename = "side")]
    pub party: String,
    /// True if the exchange asks it for orders.
    pub asked: bool,
    /// True if there are orders of it that count.
    pub has_orders: bool,
    /// True if it said that these orders are final. Without it orders count all the same, at the deadline.
    pub is_final: bool,
    /// When its orders, or whether they are final, last changed.
    pub last_change: Option<Timestamp>,
    /// False if it has nothing to choose: then nobody waits for it, and nobody is charged.
    pub choice: bool,
}

impl PartyState {
    fn counts(&self) -> bool {
        self.asked && self.choice
    }

    fn is_done(&self) -> bool {
        self.has_orders && self.is_final
    }

    /// True if its orders last changed after an instant.
    fn changed_after(&self, at: Timestamp) -> bool {
        self.last_change.is_some_and(|change| change > at)
    }
}

/// Which reminder: each is sent once. A deadline that moves is reminded of again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Reminder {
    /// The exchange.
    pub exchange: u32,
    /// The deadline it reminds of.
    pub deadline: Timestamp,
    /// How long before it.
    pub lead: Span,
}

impl fmt::Display for Reminder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.exchange, self.deadline, self.lead)
    }
}

/// What is to be done. `until` is the next instant at which the verdict changes if no mail comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing.
    Wait {
        /// Look again then.
        until: Timestamp,
    },
    /// Remind parties that have sent no final orders, if this reminder has not been sent yet.
    Remind {
        /// Which reminder.
        reminder: Reminder,
        /// The parties.
        parties: Vec<String>,
        /// Look again then.
        until: Timestamp,
    },
    /// All orders are in and final, and the time to change one's mind is over.
    CloseEarly {
        /// Since when the exchange may be closed.
        at: Timestamp,
    },
    /// The deadline and the grace are over, or the deadline is over and nobody is missing.
    Close {
        /// The parties whose orders came by the deadline.
        on_time: Vec<String>,
        /// The parties whose orders came, or changed, in the grace.
        late: Vec<String>,
        /// The parties without orders.
        missing: Vec<String>,
    },
    /// The deadline is over, but late orders still count.
    InGrace {
        /// The parties without orders.
        missing: Vec<String>,
        /// When the grace ends.
        until: Timestamp,
    },
    /// So many parties are missing at once that the mail is likelier to blame: the umpire decides.
    Outage {
        /// The parties without orders.
        missing: Vec<String>,
    },
    /// The match is paused.
    Paused,
    /// There is no deadline: the umpire closes by hand.
    NoDeadline,
}

/// What is to be done with the open exchange at `now`.
///
/// For the same `fixed` and the same `sides` a later `now` never takes a verdict back: waiting and reminders
/// come before the grace, that before closing, and a verdict that closes stays the same for ever. An order
/// that came at the very instant of the deadline is in time. Orders that last changed after the grace do not
/// count; a caller who keeps the earlier ones gives their instant.
pub fn decide(now: Timestamp, fixed: &Fixed, parties: &[PartyState]) -> Verdict {
    if fixed.paused {
        return Verdict::Paused;
    }
    let parties: Vec<&PartyState> = parties.iter().filter(|party| party.counts()).collect();
    let early = early(fixed, &parties);
    if let Some(at) = early.filter(|at| now >= *at) {
        return Verdict::CloseEarly { at };
    }
    match (fixed.deadline, early) {
        (Some(deadline), _) if now < deadline => before(now, deadline, early, fixed, &parties),
        (Some(deadline), _) => after(now, deadline, fixed, &parties),
        (None, Some(until)) => Verdict::Wait { until },
        (None, None) => Verdict::NoDeadline,
    }
}

/// When the exchange closes early, if nothing changes any more.
fn early(fixed: &Fixed, parties: &[&PartyState]) -> Option<Timestamp> {
    let at = if parties.is_empty() {
        // Nobody can choose anything, so there is nothing to wait for, unless the umpire wants to close by
        // hand.
        (fixed.deadline.is_some() || fixed.early.is_some()).then_some(fixed.opened)?
    } else {
        if !parties.iter().all(|party| party.is_done()) {
            return None;
        }
        let last = parties.iter().filter_map(|party| party.last_change).max().unwrap_or(fixed.opened);
        fixed.early?.after(last.max(fixed.opened)).ok()?
    };
    Some(at).filter(|at| fixed.deadline.is_none_or(|deadline| *at < deadline))
}

fn before(
    now: Timestamp,
    deadline: Timestamp,
    early: Option<Timestamp>,
    fixed: &Fixed,
    parties: &[&PartyState],
) -> Verdict {
    let open: Vec<String> =
        parties.iter().filter(|party| !party.is_done()).map(|party| party.party.clone()).collect();
    if open.is_empty() {
        return Verdict::Wait { until: early.unwrap_or(deadline) };
    }
    let next = fixed.reminders.iter().map(|it| it.at).filter(|at| *at > now).min();
    let until = next.map_or(deadline, |next| next.min(deadline));
    // Only the newest that is due: after a standstill nobody wants two at once.
    match fixed.reminders.iter().filter(|it| it.at <= now).max_by_key(|it| it.at) {
        Some(lead) => {
            let reminder = Reminder { exchange: fixed.exchange, deadline, lead: lead.lead };
            Verdict::Remind { reminder, parties: open, until }
        }
        None => Verdict::Wait { until },
    }
}

fn after(now: Timestamp, deadline: Timestamp, fixed: &Fixed, parties: &[&PartyState]) -> Verdict {
    let until = fixed.grace_until.unwrap_or(deadline).max(deadline);
    let mut found = (Vec::new(), Vec::new(), Vec::new());
    for party in parties {
        let list = match party.has_orders {
            true if !party.changed_after(deadline) => &mut found.0,
            true if !party.changed_after(until) => &mut found.1,
            true | false => &mut found.2,
        };
        list.push(party.party.clone());
    }
    let (on_time, late, missing) = found;
    if !missing.is_empty() && now < until {
        return Verdict::InGrace { missing, until };
    }
    let most = fixed.outage.map_or(usize::MAX, |it| usize::try_from(it).unwrap_or(usize::MAX));
    if !missing.is_empty() && missing.len() >= most {
        return Verdict::Outage { missing };
    }
    Verdict::Close { on_time, late, missing }
}
