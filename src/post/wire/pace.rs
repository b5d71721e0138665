//! When to try again, and how many messages may go in a while. Pure sums: the caller brings the time.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// The delay after a first failure.
pub const SHORTEST: SignedDuration = SignedDuration::from_mins(1);
/// The longest delay.
pub const LONGEST: SignedDuration = SignedDuration::from_hours(6);

/// How long to wait after a failure: a minute, then double each time, six hours at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backoff {
    seed: Option<u64>,
}

impl Backoff {
    /// The plain delays: 1, 2, 4, 8 … minutes.
    pub fn new() -> Backoff {
        Backoff { seed: None }
    }

    /// Delays up to a quarter shorter, by a seed, so that many programs do not all come back in the same second.
    pub fn spread(seed: u64) -> Backoff {
        Backoff { seed: Some(seed) }
    }

    /// The delay after failure number `attempt`, counted from 1 (0 counts as 1). Always between [`SHORTEST`] and
    /// [`LONGEST`].
    pub fn delay(&self, attempt: u32) -> SignedDuration {
        let doublings = attempt.saturating_sub(1).min(9);
        let seconds = (SHORTEST.as_secs() << doublings).min(LONGEST.as_secs());
        let less = match self.seed {
            None => 0,
            Some(seed) => (mix(seed ^ u64::from(attempt)) % 1024) as i64 * seconds / 4096,
        };
        SignedDuration::from_secs((seconds - less).max(SHORTEST.as_secs()))
    }
}

/// One round of SplitMix64 (Steele, Lea and Flood 2014): spreads neighbouring numbers.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

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
    /// When the next message may go: `now` or later. `sent` are the instants at which messages went, in any order;
    /// those of the last hour are enough. A limit of 0 counts as 1, for otherwise nothing would ever go.
    pub fn next(&self, sent: &[Timestamp], now: Timestamp) -> Timestamp {
        let minute = self.per_minute.map(|most| (most, SignedDuration::from_mins(1)));
        let hour = self.per_hour.map(|most| (most, SignedDuration::from_hours(1)));
        // A clock that was set back must not stop the mail for long: what seems to lie ahead counts as sent now.
        let mut sent: Vec<Timestamp> = sent.iter().map(|at| (*at).min(now)).collect();
        sent.sort_unstable();
        let bound = |(most, window): (u32, SignedDuration)| {
            let nth = sent.len().checked_sub(most.max(1) as usize)?;
            sent[nth].checked_add(window).ok()
        };
        [minute, hour].into_iter().flatten().filter_map(bound).fold(now, Timestamp::max)
    }
}
