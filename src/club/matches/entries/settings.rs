//! What is fixed when a match begins: the body of its genesis.

use serde::{Deserialize, Serialize};

use super::record;
use crate::clock::Schedule;
use crate::matches::fault::MatchFault;
use crate::signature::Signing;
use engine::adjudicator::Adjudicator;
use engine::dice::Seed;
use engine::digest::Digest;
use engine::entry::Entry;
use engine::games::Games;
use engine::party::Party;
use engine::rulebook::Choices;
use engine::team::Teams;
use engine::trust::Trust;

/// The format of a match.
pub const FORMAT: &str = "sealord match v1";

/// What happens to a party that sent no orders in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Missing {
    /// Its doctrine answers, else what silence means.
    Doctrine,
    /// What silence means.
    Hold,
    /// A staff officer answers.
    Staff,
    /// Nothing goes on until the umpire sends orders for the party.
    Umpire,
}

impl Missing {
    /// Finds a policy by its word.
    pub fn parse(word: &str) -> Option<Missing> {
        [Missing::Doctrine, Missing::Hold, Missing::Staff, Missing::Umpire]
            .into_iter()
            .find(|it| it.id() == word)
    }

    /// The word used in files.
    pub fn id(self) -> &'static str {
        match self {
            Missing::Doctrine => "doctrine",
            Missing::Hold => "hold",
            Missing::Staff => "staff",
            Missing::Umpire => "umpire",
        }
    }
}

/// Who sends a file for an exchange, under commit-reveal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sealing {
    /// Every party, also one that is asked nothing: its salt goes into the dice beside that of the others.
    Every,
    /// Only the parties that are asked.
    Asked,
}

/// What is fixed when a match begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// [`FORMAT`].
    pub format: String,
    /// The match's word, in lower case with hyphens.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The system's word.
    pub system: String,
    /// The system's edition; another edition may decide otherwise.
    pub edition: u32,
    /// The scenario's word.
    pub scenario: String,
    /// What it has chosen among readings and optional rules, where that is not what is recommended.
    #[serde(default, skip_serializing_if = "Choices::is_empty")]
    pub options: Choices,
    /// The fingerprint of the game's data.
    pub data: String,
    /// The commitment to the umpire's seed.
    pub seed_commitment: Digest,
    /// How orders are trusted.
    pub trust: Trust,
    /// Who seals, under commit-reveal. Nothing under the trust *umpire*, and in matches that began before it
    /// was recorded: there the parties seal that are asked, or all of them where the umpire plays, and the
    /// umpire may answer for a party after files are open
    /// ([`Game::policy_now`](crate::matches::Game::policy_now)).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealing: Option<Sealing>,
    /// The party that the umpire plays; then every party seals every exchange.
    pub umpire_plays: Option<Party>,
    /// Hours from the opening of an exchange to its deadline. Beside a schedule, and under commit-reveal
    /// alone: the hours in which files may be opened once no commitment is missing.
    pub deadline_hours: Option<u32>,
    /// What happens without orders.
    pub missing: Missing,
    /// The kinds of question that a party decides itself even where its doctrine would answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_hand: Vec<String>,
    /// Who shares a party.
    #[serde(default, skip_serializing_if = "Teams::is_empty")]
    pub teams: Teams,
    /// When deadlines are, if a calendar says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Schedule>,
    /// The number from which the seed was made, in a match for practice: a player who knows it knows every
    /// roll. Nothing where the seed is secret, and in matches that began before it was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub practice_seed: Option<u64>,
    /// Whose signatures count.
    #[serde(default, skip_serializing_if = "Signing::is_empty")]
    pub signing: Signing,
    /// The parties whose orders a staff officer gives, in the system's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub officers: Vec<Party>,
}

impl Settings {
    /// The settings of a match in which nothing is chosen: players trust the umpire, an exchange has no
    /// deadline, and doctrine answers for whoever sends nothing. `rules` are laid out with the choices that
    /// are recommended, by the data of `games`; the seed is committed to.
    pub fn plain(match_id: &str, rules: &dyn Adjudicator, games: &Games, seed: &Seed) -> Settings {
        let about = rules.about();
        Settings {
            format: FORMAT.to_owned(),
            match_id: match_id.to_owned(),
            system: about.title.id.to_owned(),
            edition: about.title.edition,
            scenario: about.scenario.clone(),
            options: Choices::default(),
            data: games.fingerprint(about.title.id),
            seed_commitment: seed.commitment(),
            trust: Trust::Umpire,
            sealing: None,
            umpire_plays: None,
            deadline_hours: None,
            missing: Missing::Doctrine,
            by_hand: Vec::new(),
            teams: Teams::default(),
            schedule: None,
            practice_seed: None,
            signing: Signing::default(),
            officers: Vec::new(),
        }
    }

    /// Whether every party seals every exchange.
    pub fn all_seal(&self) -> bool {
        self.sealing == Some(Sealing::Every) || self.umpire_plays.is_some()
    }

    /// Whether a staff officer gives a party's orders.
    pub fn is_officer(&self, party: Party) -> bool {
        self.officers.contains(&party)
    }

    /// Why staff officers cannot play as these settings say, with its remedy, if something is wrong.
    /// `parties` are those of the scenario.
    pub fn officers_amiss(&self, parties: &[Party]) -> Option<(String, &'static str)> {
        if self.officers.is_empty() {
            return None;
        }
        let in_order = || parties.iter().filter(|party| self.is_officer(**party));
        if !in_order().eq(&self.officers) {
            let what = "a staff officer plays a side that this match does not have, or the same twice";
            return Some((what.to_owned(), "name each side once, by its word"));
        }
        if self.officers.len() == parties.len() {
            let what = "staff officers play every side, so nobody is left to play against them";
            return Some((what.to_owned(), "`sealord play` lets officers play a whole match"));
        }
        if self.umpire_plays.is_some() {
            let what = "the umpire plays a side, and could work out what a staff officer will order";
            return Some((what.to_owned(), "leave out --umpire-plays, or --officer"));
        }
        let has_people = |party: &&Party| {
            self.signing.keys.contains_key(party) || self.teams.iter().any(|(of, _)| of == **party)
        };
        let party = self.officers.iter().find(has_people)?;
        let what = format!("the staff officer plays the {party}, who are given players or a key as well");
        Some((what, "leave one of them out"))
    }

    /// What a journal's genesis fixes.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn of(entries: &[Entry]) -> Result<Settings, MatchFault> {
        let first = entries.first().ok_or_else(|| MatchFault::Io("the journal is empty".into()))?;
        record::body(first)
    }
}
