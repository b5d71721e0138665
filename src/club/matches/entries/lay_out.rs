//! The rules of a match, by the systems that are at hand.

use super::settings::Settings;
use crate::matches::fault::MatchFault;
use engine::adjudicator::Adjudicator;
use engine::doctrine::by_hand;
use engine::games::Games;
use engine::rulebook::RulebookFault;
use engine::systems::Systems;

/// A way to lay out the rules of a match.
pub type LayOut<'l> = dyn Fn(&Settings) -> Result<Box<dyn Adjudicator>, MatchFault> + 'l;

impl Settings {
    /// Lays out the rules of the match by the system that it names, and refuses data or an edition that the
    /// match was not begun with.
    ///
    /// # Errors
    /// If there is no such system, if its rules cannot be laid out, and a failed proof if the data or the
    /// edition differ.
    pub fn lay_out(&self, systems: Systems, games: &Games) -> Result<Box<dyn Adjudicator>, MatchFault> {
        let proof = |what: String| Err(MatchFault::Proof { entry: Some(1), what });
        let system = systems.system(&self.system)?;
        if let Err(what) = self.options.check(system.title.options) {
            return proof(what);
        }
        // Before anything is looked up in them: other data may not even have the scenario.
        let data = games.fingerprint(&self.system);
        if data != self.data {
            let begun = &self.data;
            return proof(format!("the match was begun with the data {begun}, but this program has {data}"));
        }
        let rules = system.load_edition(games, Some(&self.scenario), &self.options, self.edition)?;
        let about = rules.about();
        if let Err(fault) = self.teams.check(about.parties, about.tag_words) {
            return proof(fault.what);
        }
        if let Some((what, _)) = self.officers_amiss(about.parties) {
            return proof(what);
        }
        match by_hand::kinds(&self.by_hand, about.kinds) {
            Ok(kinds) if kinds == self.by_hand => {}
            Ok(_) => return proof("the kinds decided by hand do not stand in their order".to_owned()),
            Err(what) => return proof(what),
        }
        if self.edition != about.title.edition {
            let (own, theirs) = (about.title.edition, self.edition);
            return proof(format!("the match is played by edition {theirs}; this program has edition {own}"));
        }
        Ok(rules)
    }
}

impl From<RulebookFault> for MatchFault {
    fn from(fault: RulebookFault) -> MatchFault {
        match fault {
            RulebookFault::No { what, mend } => MatchFault::No { what, mend },
            RulebookFault::Data(what) => MatchFault::Io(what),
        }
    }
}
