//! Words between people: they are kept in the journal, delivered to whom they are for, and never read as
//! orders.

use super::mail::{Mail, To};
use crate::matches::MatchFault;
use crate::matches::note::{Kept, Note, Voice};
use crate::matches::protest::Protest;
use crate::post::compose::Kind;
use crate::post::compose::dispatches::{Dispatch, Word};
use crate::post::office::settings::{Deliver, Press};
use crate::post::office::state::MatchSession;
use engine::problem::list_and;

impl MatchSession<'_> {
    /// Delivers what was said and what the umpire did, each once to everybody it is for.
    ///
    /// # Errors
    /// If it cannot be written or kept.
    pub(crate) fn deliver_words(&mut self) -> Result<(), MatchFault> {
        let held = self.info.played.deliver == Deliver::WithReport && !self.host.game.is_over();
        let exchange = self.exchange();
        let at_once = |note: &Note| note.act.is_some() || note.protest.is_some() || note.appeal.is_some();
        let waits = |kept: &&Kept| !(held && !at_once(&kept.note) && kept.note.exchange == exchange);
        let notes: Vec<Kept> = self.host.trail().notes().iter().filter(waits).cloned().collect();
        for kept in notes {
            for party in self.host.game.people() {
                self.deliver(&kept, Voice::Party(party))?;
            }
            self.deliver(&kept, Voice::Umpire)?;
        }
        Ok(())
    }

    fn deliver(&mut self, kept: &Kept, to: Voice) -> Result<(), MatchFault> {
        let note = &kept.note;
        // The umpire hears what is for all or for him, not what sides say to each other.
        let hears = if to == Voice::Umpire { note.to.contains(&to) } else { note.is_for(to) };
        if note.from == Some(to) || !hears {
            return Ok(());
        }
        let (whom, name) = match to {
            Voice::Umpire => (To::Umpire, self.context.on_duty().name.clone()),
            Voice::Party(party) => (To::Party(party), self.player(party)?.name.clone()),
        };
        let mut mail = Mail::new(whom, Kind::Words, note.exchange, Dispatch::Unknown, self.now);
        mail.mark = kept.entry.to_string();
        if self.context.is_queued(&mail.key(Some(self.info))) {
            return Ok(());
        }
        let listed = || list_and(&note.to.iter().map(|voice| voice.in_words()).collect::<Vec<_>>());
        mail.letter = Dispatch::Word(Word {
            name,
            match_id: self.info.match_id.clone(),
            exchange: note.exchange,
            from: note.from.map(Voice::in_words),
            to: if note.to.is_empty() { "all".to_owned() } else { listed() },
            act: note.act.clone(),
            protest: self.protest_words(note),
            umpire: Voice::Umpire.in_words(),
            words: note.words.clone(),
            answer: self.answer_to(kept, to),
        });
        let mail = match to {
            Voice::Party(party) => self.enclosed(party, mail)?,
            Voice::Umpire => mail,
        };
        self.context.queue(Some(self.info), mail).map(drop)
    }

    /// What a protest or an appeal is, in words.
    fn protest_words(&self, note: &Note) -> Option<String> {
        let number = note.protest.as_ref().map(|protest| protest.number).or(note.appeal)?;
        let docket = self.host.docket();
        let filed = docket.find(number).ok()?.in_words();
        Some(match note.appeal {
            None => format!("this is {filed}"),
            Some(_) => {
                let by = note.from.map(Voice::in_words).unwrap_or_default();
                format!("{by} appeal against your ruling on {filed}; it is for a panel of the league")
            }
        })
    }

    /// The first line of an answer to words, if the match lets one be written.
    fn answer_to(&self, kept: &Kept, reader: Voice) -> Option<String> {
        let (from, is_act) = (kept.note.from?, kept.note.act.is_some());
        if let Some(Protest { number, .. }) = &kept.note.protest {
            let open = !self.host.game.is_over();
            return open.then(|| format!("rule protest {number} upheld\" or \"rule protest {number} denied"));
        }
        let allowed = match (reader, from) {
            (Voice::Party(_), Voice::Party(_)) => self.info.played.press != Press::None,
            _ => true,
        };
        (allowed && !is_act).then(|| format!("say {from}"))
    }
}
