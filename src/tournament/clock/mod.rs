//! How much of its time for a whole match each player's side has used.
//!
//! A side has a *bank* for the match, and more for each exchange that it answers. Turns are simultaneous,
//! so the clocks of all sides run at once, each until its side has sent what counted. Of an exchange some
//! time is free. Pauses of the match do not count, and neither do a side's absences, up to an allowance for
//! the match.
//!
//! Nothing here reads the time of day: a clock is worked out again from what the journal recorded. It is
//! that of the last closed exchange; one that is open is not looked at.

#[cfg(test)]
mod tests;

use jiff::{SignedDuration, Timestamp};

use crate::Halves;

/// What others are shown of a side's time: half days.
const HALF_DAY: i64 = 12 * 60 * 60;

/// How much time a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The time for the whole match.
    pub bank: SignedDuration,
    /// The time that each answered exchange adds.
    pub per_exchange: SignedDuration,
    /// The time of each exchange that does not count.
    pub free: SignedDuration,
    /// The time of absences that does not count, for the whole match.
    pub allowance: SignedDuration,
}

/// A stretch of time, from one instant until just before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// When it begins.
    pub from: Timestamp,
    /// When it is over.
    pub until: Timestamp,
}

/// A closed exchange that asked the side and left it a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The number of the exchange.
    pub exchange: u32,
    /// When it was opened.
    pub opened: Timestamp,
    /// When the side sent the newest file that counted (with commitments: the newest commitment); nothing
    /// if it sent none.
    pub sent: Option<Timestamp>,
    /// When it was closed.
    pub closed: Timestamp,
    /// Whether it was taken back later. Its time stays used, but it counts as answered no more: the
    /// exchange that is opened in its place does.
    pub undone: bool,
}

/// Time that the umpire granted a side by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Granted {
    /// When he did.
    pub at: Timestamp,
    /// How much.
    pub time: SignedDuration,
}

/// What a journal recorded of a side's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record<'a> {
    /// The exchanges that asked the side, in the order in which they were closed.
    pub asked: &'a [Asked],
    /// When the match was paused; stretches may overlap.
    pub paused: &'a [Stretch],
    /// When the side was away; stretches may overlap each other and the pauses.
    pub away: &'a [Stretch],
    /// What the side was granted.
    pub granted: &'a [Granted],
}

/// A side's time after an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the exchange.
    pub exchange: u32,
    /// When it was closed.
    pub closed: Timestamp,
    /// How much time it used.
    pub used: SignedDuration,
    /// How much was left after it; negative if it was overdrawn.
    pub left: SignedDuration,
}

/// A side's time, exchange by exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Each exchange that asked the side.
    pub lines: Vec<Line>,
    /// The time used in all of them.
    pub used: SignedDuration,
    /// The time that is left, with all that was granted.
    pub left: SignedDuration,
}

impl Clock {
    /// The first line after which nothing was left.
    pub fn ran_out(&self) -> Option<&Line> {
        self.lines.iter().find(|line| line.left <= SignedDuration::ZERO)
    }
}

/// Works out a side's clock.
pub fn clock(terms: &Terms, record: &Record) -> Clock {
    let mut lines = Vec::new();
    let mut used = SignedDuration::ZERO;
    let mut allowance = terms.allowance;
    let mut added = terms.bank;
    for asked in record.asked {
        let (this, away) = used_by(asked, terms.free, allowance, record);
        allowance -= away;
        used += this;
        if asked.sent.is_some() && !asked.undone {
            added += terms.per_exchange;
        }
        let granted: SignedDuration = granted(record, asked.closed);
        lines.push(Line {
            exchange: asked.exchange,
            closed: asked.closed,
            used: this,
            left: added + granted - used,
        });
    }
    Clock { lines, used, left: added + granted(record, Timestamp::MAX) - used }
}

/// What was granted up to an instant.
fn granted(record: &Record, until: Timestamp) -> SignedDuration {
    let granted = record.granted.iter().filter(|granted| granted.at <= until);
    granted.fold(SignedDuration::ZERO, |sum, granted| sum + granted.time)
}

/// The time that an exchange used, and how much of the allowance for absences it took.
fn used_by(
    asked: &Asked,
    free: SignedDuration,
    allowance: SignedDuration,
    record: &Record,
) -> (SignedDuration, SignedDuration) {
    let window = Stretch { from: asked.opened, until: asked.sent.unwrap_or(asked.closed) };
    let paused = covered(window, record.paused.iter());
    // What was paused costs no allowance.
    let away = covered(window, record.paused.iter().chain(record.away)) - paused;
    let away = away.min(allowance.max(SignedDuration::ZERO));
    let elapsed = window.until.duration_since(window.from);
    ((elapsed - free - paused - away).max(SignedDuration::ZERO), away)
}

/// How much of a window some stretches cover; what several cover counts once.
fn covered<'a>(window: Stretch, stretches: impl Iterator<Item = &'a Stretch>) -> SignedDuration {
    let within = |stretch: &Stretch| Stretch {
        from: stretch.from.max(window.from),
        until: stretch.until.min(window.until),
    };
    let mut within: Vec<Stretch> = stretches.map(within).filter(|it| it.from < it.until).collect();
    within.sort_by_key(|stretch| stretch.from);
    let mut counted = window.from;
    let mut sum = SignedDuration::ZERO;
    for stretch in within {
        let from = stretch.from.max(counted);
        if from < stretch.until {
            sum += stretch.until.duration_since(from);
            counted = stretch.until;
        }
    }
    sum
}

/// Who ran out of time first, by places in the list: all those who did in the exchange that was closed
/// first, so several if they did in the same one. Nobody, if all have time left.
pub fn first_out(clocks: &[Clock]) -> Vec<usize> {
    let out = |(at, clock): (usize, &Clock)| Some((clock.ran_out()?.closed, at));
    let out: Vec<(Timestamp, usize)> = clocks.iter().enumerate().filter_map(out).collect();
    let first = out.iter().map(|(closed, _)| *closed).min();
    out.into_iter().filter(|(closed, _)| Some(*closed) == first).map(|(_, at)| at).collect()
}

/// A time in half days, rounded down: as half points, 44.5 for 44 days and 20 hours. It is what other sides
/// are shown, for the exact time would betray when a side sends.
pub fn in_half_days(time: SignedDuration) -> Halves {
    let below = i64::from(time.subsec_nanos() < 0);
    Halves((time.as_secs() - below).div_euclid(HALF_DAY))
}
