//! How many messages may go in a while. Pure sums: the caller brings the time.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// How many messages may go, in any minute and in any hour. Nothing given is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RateLimit {
    /// Most messages in any 60 seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_minute: Option<u32>,
    /// Most messages in any 3,600 seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_hour: Option<u32>,
}

impl RateLimit {
    /// A tenth of it, and never more than so many in a minute and in an hour.
    pub fn tenth(self, minute: u32, hour: u32) -> RateLimit {
        let tenth =
            |limit: Option<u32>, most: u32| Some(limit.map_or(most, |limit| (limit / 10).clamp(1, most)));
        RateLimit { per_minute: tenth(self.per_minute, minute), per_hour: tenth(self.per_hour, hour) }
    }

    /// How many messages may go now. `tried` are the instants at which messages went or were tried, in any
    /// order; those of the last hour are enough. A limit of 0 counts as 1, for otherwise nothing would ever
    /// go.
    pub fn room(&self, tried: &[Timestamp], now: Timestamp) -> usize {
        let minute = self.per_minute.map(|most| (most, SignedDuration::from_mins(1)));
        let hour = self.per_hour.map(|most| (most, SignedDuration::from_hours(1)));
        let left = |(most, window): (u32, SignedDuration)| {
            // A clock that was set back must not stop the mail until it has caught up: what lies ahead does
            // not count.
            let within = |at: &&Timestamp| **at <= now && now.duration_since(**at) < window;
            (most.max(1) as usize).saturating_sub(tried.iter().filter(within).count())
        };
        [minute, hour].into_iter().flatten().map(left).min().unwrap_or(usize::MAX)
    }
}
