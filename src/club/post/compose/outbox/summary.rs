//! The outbox in words.

use std::fmt;

use jiff::Timestamp;

use super::put_by::Tally;
use super::{Item, Pace, State};

/// Messages that a person should look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The message's key.
    pub key: String,
    /// To whom it goes; of a bounce, who did not get it.
    pub to: String,
    /// How often it was tried.
    pub attempts: u32,
    /// When it is tried next, if it was tried and waits.
    pub next: Option<Timestamp>,
    /// What the server said; empty before the first attempt.
    pub why: String,
}

/// What people want to know of the outbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// What waits to be sent, in the order in which it was queued.
    pub waiting: Vec<Line>,
    /// How many messages servers took.
    pub sent: usize,
    /// What servers refused for good, or what was tried too often.
    pub refused: Vec<Line>,
    /// How many answers to strangers wait, and how many were refused for good: nobody wants to read each.
    pub strangers: (usize, usize),
    /// What came back.
    pub bounced: Vec<Line>,
    /// How many more, long ago, were refused and came back.
    pub older: (usize, usize),
}

impl Summary {
    pub(super) fn of<'a>(items: impl Iterator<Item = &'a Item>, tally: &Tally, pace: &Pace) -> Summary {
        let mut items: Vec<&Item> = items.collect();
        items.sort_by_key(|item| item.place);
        let mut summary = Summary {
            sent: tally.sent,
            strangers: (0, tally.strangers),
            older: (tally.refused, tally.bounced),
            ..Summary::default()
        };
        for item in items {
            match item.state {
                // It was counted when it was put by.
                _ if item.put_by.is_some() => {}
                State::Sent => summary.sent += 1,
                State::Waiting if item.is_to_stranger() && !pace.gives_up(item) => summary.strangers.0 += 1,
                _ if item.is_to_stranger() => summary.strangers.1 += 1,
                State::Waiting if !pace.gives_up(item) => summary.waiting.push(line(item, pace)),
                State::Waiting | State::Refused => summary.refused.push(line(item, pace)),
            }
            for (recipient, status) in item.bounces.iter().skip(item.put_by.unwrap_or(0)) {
                let bounce = Line { to: recipient.clone(), why: status.clone(), ..line(item, pace) };
                summary.bounced.push(bounce);
            }
        }
        summary
    }
}

fn line(item: &Item, pace: &Pace) -> Line {
    Line {
        key: item.key.clone(),
        to: item.to.join(", "),
        attempts: item.attempts,
        next: pace.next(item),
        why: item.answer.clone(),
    }
}

impl fmt::Display for Summary {
    /// Four counts, and below them a line for each message that is not simply sent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (refused, bounced) = (self.refused.len() + self.older.0, self.bounced.len() + self.older.1);
        let waiting = self.waiting.len();
        write!(f, "mail: {waiting} waiting, {} sent, {refused} refused, {bounced} bounced", self.sent)?;
        if self.strangers != (0, 0) {
            let (waiting, refused) = self.strangers;
            write!(f, "\n  answers to strangers: {waiting} waiting, {refused} refused")?;
        }
        for told in &self.waiting {
            write!(f, "\n  waiting  {} to {}", told.key, told.to)?;
            if let Some(next) = told.next {
                write!(f, ", attempt {} at {next}: {}", told.attempts + 1, told.why)?;
            }
        }
        for told in &self.refused {
            write!(
                f,
                "\n  refused  {} to {}, after {}: {}",
                told.key,
                told.to,
                tries(told.attempts),
                told.why
            )?;
        }
        for told in &self.bounced {
            write!(f, "\n  bounced  {} to {}: {}", told.key, told.to, told.why)?;
        }
        Ok(())
    }
}

fn tries(attempts: u32) -> String {
    if attempts == 1 { "1 attempt".to_owned() } else { format!("{attempts} attempts") }
}
