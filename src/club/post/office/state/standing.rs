//! Where a match stands, as far as the overview shows it. It is worked out at the end of a run and kept in
//! the snapshot (`idle.rs`), so that a look at many matches needs no rules and no replay.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::clock::{Fixed, PartyState, Verdict};
use crate::matches::{Docket, Game, MatchFault, Missing, verdict};
use engine::party::Party;

/// Where a match stands. Nothing in it depends on the time of day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// That in words.
    pub name: String,
    /// The newest exchange.
    pub exchange: u32,
    /// Who plays in its scenario.
    #[serde(rename = "sides")]
    pub parties: Vec<Party>,
    /// Those of them that the staff officer plays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub officers: Vec<Party>,
    /// Whether it is over.
    pub over: bool,
    /// What the umpire is to declare before it can go on.
    pub wanted: Vec<String>,
    /// Whether the umpire answers for a party that sends nothing.
    pub left_to_umpire: bool,
    /// The open exchange.
    pub open: Option<Open>,
    /// Protests that wait for the umpire or for a panel, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub protests: Vec<String>,
}

/// The exchange that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// Its deadline.
    pub deadline: Option<Timestamp>,
    /// The same in words.
    pub words: Option<String>,
    /// What the clock fixed.
    pub fixed: Option<Fixed>,
    /// Who was asked, and who sent orders.
    pub states: Vec<PartyState>,
    /// Whose files are missing.
    pub missing: Vec<Party>,
}

impl Standing {
    /// Where a match stands.
    ///
    /// # Errors
    /// If orders that were accepted cannot be read.
    pub fn of(game: &Game, docket: &Docket) -> Result<Standing, MatchFault> {
        let over = game.is_over();
        let open = match game.open_now() {
            Some(exchange) => {
                let deadline = exchange.opened.deadline.as_deref().and_then(|at| at.parse().ok());
                Some(Open {
                    deadline,
                    words: deadline.map(|at| game.in_words(at)),
                    fixed: game.fixed().cloned(),
                    states: game.party_states()?,
                    missing: exchange.submissions.missing_reveals(),
                })
            }
            None => None,
        };
        Ok(Standing {
            name: game.rules.standing().name,
            exchange: game.exchange(),
            parties: game.parties().to_vec(),
            officers: game.settings.officers.clone(),
            over,
            wanted: if over || game.open { Vec::new() } else { game.rules.wanted() },
            left_to_umpire: game.settings.missing == Missing::Umpire,
            open,
            protests: docket.waiting(over),
        })
    }

    /// Whether the clock stands still.
    pub fn is_paused(&self) -> bool {
        self.open.as_ref().and_then(|open| open.fixed.as_ref()).is_some_and(|fixed| fixed.paused)
    }

    /// Whether so many are missing that mail may be down.
    ///
    /// # Errors
    /// Only by a defect.
    pub fn is_outage(&self, now: Timestamp) -> Result<bool, MatchFault> {
        let Some(Open { fixed: Some(fixed), states, .. }) = &self.open else { return Ok(false) };
        let verdict = verdict(fixed, states.clone(), &now.to_string())?;
        Ok(matches!(verdict, Verdict::Outage { .. }))
    }
}
