//! The umpire rules on a protest.

use crate::matches::MatchFault;
use crate::matches::protest::ProtestRuling;
use crate::post::compose::dispatches::Answer;
use crate::post::office::settings::Person;
use crate::post::office::state::MatchSession;

impl MatchSession<'_> {
    /// Writes down what the umpire finds; all sides read it.
    ///
    /// # Errors
    /// If there is no such protest, it was ruled on otherwise, or the match is over.
    pub(super) fn rule_on_protest(
        &mut self,
        person: &Person,
        ruling: ProtestRuling,
        reasons: &str,
        mark: &str,
    ) -> Result<Answer, MatchFault> {
        let who = (!self.context.settings.moderators.is_empty()).then_some(person.name.as_str());
        let filed = self.host.rule_on(ruling, (reasons, who), mark)?;
        let follows = match ruling.upheld {
            true => {
                " What follows from it is yours to do: `sealord rule` changes the position, \"undo\" goes back."
            }
            false => "",
        };
        let what = format!(
            "{} in {} is {}; all sides read it with your reasons.{follows}",
            filed.in_words(),
            self.info.match_id,
            ruling.word()
        );
        Ok(Answer::that(what))
    }
}
