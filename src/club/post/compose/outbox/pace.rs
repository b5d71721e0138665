//! How fast mail goes out, and how long a message waits after a failure.

use jiff::{SignedDuration, Timestamp};

use super::{Item, State};
use crate::post::wire::pace::RateLimit;

/// The pace of sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The wait after the first failure; it doubles with each further one.
    pub first: SignedDuration,
    /// The longest wait.
    pub most: SignedDuration,
    /// After so many attempts a message is given up.
    pub attempts: u32,
    /// How many messages may be tried in a while.
    pub rate: RateLimit,
    /// How many of them may be answers to strangers.
    pub strangers: RateLimit,
}

impl Default for Pace {
    /// A minute, then two, four ... up to six hours, twenty times (about three days); any number of messages.
    fn default() -> Pace {
        Pace {
            first: SignedDuration::from_mins(1),
            most: SignedDuration::from_hours(6),
            attempts: 20,
            rate: RateLimit::default(),
            strangers: RateLimit::default(),
        }
    }
}

impl Pace {
    /// How long a message waits after so many failures.
    pub fn wait(&self, failures: u32) -> SignedDuration {
        let doubled = 1_i32.checked_shl(failures.saturating_sub(1).min(30)).unwrap_or(i32::MAX);
        self.first.checked_mul(doubled).unwrap_or(self.most).min(self.most)
    }

    /// Whether a message was tried so often that it is given up.
    pub fn gives_up(&self, item: &Item) -> bool {
        item.state == State::Waiting && item.attempts >= self.attempts
    }

    /// When a waiting message is tried next; nothing if it was never tried (it is due at once) or is given
    /// up.
    pub fn next(&self, item: &Item) -> Option<Timestamp> {
        let last = item.last_attempt.filter(|_| item.state == State::Waiting && !self.gives_up(item))?;
        Some(last.checked_add(self.wait(item.attempts)).unwrap_or(Timestamp::MAX))
    }

    /// Whether a message may be tried now. If the clock was set back behind the last attempt, it may: else it
    /// would wait until the clock has caught up.
    pub(super) fn is_due(&self, item: &Item, now: Timestamp) -> bool {
        if item.state != State::Waiting || self.gives_up(item) {
            return false;
        }
        item.last_attempt.is_none_or(|last| now < last || self.next(item).is_some_and(|next| now >= next))
    }
}
