//! Protests come in, the umpire rules on them, and somebody may appeal.

use crate::matches::entries::note::{Note, Voice};
use crate::matches::entries::protest::{Docket, FiledProtest, Protest, ProtestRuling};
use crate::matches::fault::MatchFault;
use crate::matches::host::Host;
use engine::party::Party;
use engine::problem::list_or;
use engine::rulebook::ledger::Ledger;

/// What a player protests against.
#[derive(Clone, Copy, Debug)]
pub struct Objection<'o> {
    /// The id of the rule that was not kept, as the player wrote it.
    pub rule: &'o str,
    /// The exchange of which the outcome is disputed; nothing for the newest.
    pub exchange: Option<u32>,
    /// Why.
    pub reasons: &'o str,
}

impl Host {
    /// The protests of the match, with what came of each.
    pub fn docket(&self) -> Docket {
        Docket::of(self.trail().notes())
    }

    /// Keeps a protest for the umpire alone. A letter that brought one before brings none again; the protest
    /// that stands is given back.
    ///
    /// # Errors
    /// If the ledger has no such rule, the exchange was not closed, or no reasons are given.
    pub fn protest(
        &mut self,
        by: Party,
        objection: Objection<'_>,
        ledger: &Ledger,
        letter: &str,
    ) -> Result<FiledProtest, MatchFault> {
        let before = self.docket();
        if self.noted(letter) {
            return self.brought(letter, by);
        }
        let Objection { rule, exchange, reasons } = objection;
        let rule = ledger.named(rule).map_err(|nearest| {
            let what = format!("the ledger has no rule {}", engine::problem::quote(rule));
            MatchFault::no(what, format!("did you mean {}?", list_or(&nearest)))
        })?;
        if reasons.trim().is_empty() {
            let mend = "say what happened, and what the rule demands";
            return Err(MatchFault::no("the protest gives no reasons", mend));
        }
        let exchange = exchange.unwrap_or_else(|| self.game.newest_resolved());
        if !self.game.is_disputable(exchange) {
            let what = format!("exchange {exchange} was not closed, or was taken back");
            let mend = format!("the newest that was closed is {}", self.game.newest_resolved());
            return Err(MatchFault::no(what, mend));
        }
        let protest = Protest { number: before.next(), rule: rule.id.clone(), exchange };
        self.note(Note {
            from: Some(Voice::Party(by)),
            to: vec![Voice::Umpire],
            words: reasons.trim().to_owned(),
            protest: Some(protest),
            exchange: self.game.exchange(),
            letter: letter.to_owned(),
            ..Note::default()
        })?;
        self.brought(letter, by)
    }

    /// The protest that a letter brought.
    fn brought(&self, letter: &str, by: Party) -> Result<FiledProtest, MatchFault> {
        let kept = self.trail().notes().iter().find(|kept| kept.note.letter == letter);
        let number = kept.and_then(|kept| kept.note.protest.as_ref()).map(|protest| protest.number);
        let docket = self.docket();
        let filed = number.and_then(|number| docket.find(number).ok()).filter(|filed| filed.by == by);
        filed.cloned().ok_or_else(|| MatchFault::no("that letter said something else", "write a new one"))
    }

    /// Rules on a protest, for all to read. `who` names the umpire where several act. The same ruling given
    /// again changes nothing.
    ///
    /// # Errors
    /// If there is no such protest, it was ruled on otherwise, no reasons are given, or the match is over.
    pub fn rule_on(
        &mut self,
        ruling: ProtestRuling,
        (reasons, who): (&str, Option<&str>),
        letter: &str,
    ) -> Result<FiledProtest, MatchFault> {
        let number = ruling.protest;
        let reasons = reasons.trim();
        let docket = self.docket();
        let filed = docket.find(number).map_err(|what| MatchFault::no(what, "name one that there is"))?;
        if let Some(ruled) = &filed.ruled {
            if self.noted(letter) || (ruled.upheld, ruled.reasons.as_str()) == (ruling.upheld, reasons) {
                return Ok(filed.clone());
            }
            let before = ProtestRuling { upheld: ruled.upheld, ..ruling }.word();
            let what = format!("protest {number} was {before} in entry {}", ruled.entry);
            return Err(MatchFault::no(what, "a ruling stands; the sides of a league can appeal"));
        }
        if self.game.is_over() {
            let what = "the match is over, so its umpire rules on nothing more";
            let mend = format!("leave it to a panel of the league, about protest {number}");
            return Err(MatchFault::no(what, mend));
        }
        if reasons.is_empty() {
            return Err(MatchFault::no("the ruling gives no reasons", "all sides read them: write why"));
        }
        let who = who.map_or(String::new(), |name| format!(" ({name})"));
        self.note(Note {
            from: Some(Voice::Umpire),
            act: Some(format!("{} {}{who}", ruling.word(), filed.in_words())),
            words: reasons.to_owned(),
            ruling: Some(ruling),
            exchange: self.game.exchange(),
            letter: letter.to_owned(),
            ..Note::default()
        })?;
        self.filed(number)
    }

    /// Keeps an appeal against a ruling, for the umpire alone. Given again it changes nothing.
    ///
    /// # Errors
    /// If the protest was not ruled on, or no reasons are given.
    pub fn appeal(
        &mut self,
        by: Party,
        (number, reasons): (u32, &str),
        letter: &str,
    ) -> Result<FiledProtest, MatchFault> {
        let filed = self.filed(number)?;
        if filed.appeals.iter().any(|appeal| appeal.by == by) {
            return Ok(filed);
        }
        if filed.ruled.is_none() {
            let what = format!("protest {number} was not ruled on yet");
            return Err(MatchFault::no(what, "wait for the umpire's ruling"));
        }
        if reasons.trim().is_empty() {
            return Err(MatchFault::no("the appeal gives no reasons", "say what is wrong with the ruling"));
        }
        self.note(Note {
            from: Some(Voice::Party(by)),
            to: vec![Voice::Umpire],
            words: reasons.trim().to_owned(),
            appeal: Some(number),
            exchange: self.game.exchange(),
            letter: letter.to_owned(),
            ..Note::default()
        })?;
        self.filed(number)
    }

    fn filed(&self, number: u32) -> Result<FiledProtest, MatchFault> {
        let docket = self.docket();
        let filed = docket.find(number).cloned();
        filed.map_err(|what| MatchFault::no(what, "name one that there is"))
    }
}
