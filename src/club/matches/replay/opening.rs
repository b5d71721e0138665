//! What opening an exchange lays down: who is asked what, who must seal, and by when.
//!
//! Nothing here looks at a clock or at an answer.

use std::collections::BTreeMap;

use super::calendar::running;
use super::game::Game;
use crate::matches::entries::{Opened, later};
use crate::matches::fault::MatchFault;
use engine::party::Party;
use engine::table::Waiting;

impl Game {
    /// What the exchange that follows asks, of whom, and by when, if it is opened at `now`.
    ///
    /// # Errors
    /// A deadline beyond the calendar, or holidays that leave no moment for one.
    pub(crate) fn opening(&self, now: &str) -> Result<Opened, MatchFault> {
        let opened = self.asked_now();
        let fixed = self.fix_opening(&opened, now)?;
        let deadline = match &fixed {
            Some(fixed) => running(fixed),
            None => self.due_at(now)?,
        };
        Ok(Opened { deadline, fixed, ..opened })
    }

    /// When an exchange opened at `now` has its deadline by the hours of the match.
    ///
    /// # Errors
    /// A deadline beyond the calendar.
    pub(crate) fn due_at(&self, now: &str) -> Result<Option<String>, MatchFault> {
        self.settings.deadline_hours.map(|hours| later(now, hours)).transpose()
    }

    /// What the exchange that follows asks, and of whom; nothing of its deadline.
    pub(crate) fn asked_now(&self) -> Opened {
        let mut asked: BTreeMap<Party, Vec<String>> = BTreeMap::new();
        for Waiting { party, question, .. } in &self.waiting {
            asked.entry(*party).or_default().push(question.key.clone());
        }
        // By default every party seals every exchange under commit-reveal, so that nobody alone decides all
        // salts.
        let everybody = self.settings.all_seal();
        let parties = self.parties().iter().copied();
        let sealing = parties.filter(|party| everybody || asked.contains_key(party)).collect();
        Opened { asked, sealing, deadline: None, fixed: None }
    }
}
