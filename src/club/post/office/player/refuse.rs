//! Refusals: why nothing was taken from a letter, and the form that goes back with it.

use super::proof::Doubt;
use crate::matches::MatchFault;
use crate::orders::form::form;
use crate::orders::mended_form;
use crate::post::compose::dispatches::{Dispatch, Refusal, Topic, wrapped};
use crate::post::compose::{Attachment, Kind};
use crate::post::letters::Kind as Found;
use crate::post::office::inbox::{Handled, Incoming};
use crate::post::office::state::MatchSession;
use crate::post::wire::Done;
use engine::party::Party;
use engine::problem::{Class, Problems};
use engine::view::Packet;

/// After so many letters in an exchange that do not prove themselves, a party's are taken no more.
const MOST_DOUBTS: usize = 10;

/// Why nothing was taken, for the player.
pub(crate) enum RefusalReason {
    Doubt(Doubt),
    Words(usize, String),
    /// The letter says nothing.
    Idle(String),
    /// The problems of a file, and the file.
    Problems(Problems, String),
}

impl RefusalReason {
    /// One problem, and how to mend it.
    pub(crate) fn one(what: &str, mend: &str) -> RefusalReason {
        RefusalReason::Words(1, format!("{what}\n  help: {mend}"))
    }
}

impl MatchSession<'_> {
    /// Answers what the match refused with a refusal; a fault that is not the player's holds the letter up.
    pub(crate) fn refused(
        &mut self,
        party: Party,
        incoming: &Incoming,
        fault: MatchFault,
    ) -> Result<Handled, MatchFault> {
        let no = match fault {
            MatchFault::Refused { problems, source } => RefusalReason::Problems(problems, source),
            fault @ (MatchFault::No { .. } | MatchFault::Proof { entry: None, .. }) => {
                RefusalReason::Words(1, fault.to_string())
            }
            fault => return Err(fault),
        };
        self.refuse(party, incoming, no)
    }

    /// Queues a refusal: why nothing was taken.
    ///
    /// # Errors
    /// If the answer cannot be written or kept.
    pub(crate) fn refuse(
        &mut self,
        party: Party,
        incoming: &Incoming,
        no: RefusalReason,
    ) -> Result<Handled, MatchFault> {
        let is_doubt = matches!(no, RefusalReason::Doubt(_));
        let outcome = match no {
            RefusalReason::Doubt(_) => "doubtful",
            RefusalReason::Idle(_) => "nothing",
            _ => "refused",
        };
        if is_doubt && self.doubts(party) >= MOST_DOUBTS {
            let topic = Topic::Doubtful { party: party.name().to_owned(), count: MOST_DOUBTS };
            self.notify(self.exchange(), &format!("doubts-{}", party.id()), topic)?;
            return Ok(Handled { outcome: "doubtful", done: Done::Refused, answer: None });
        }
        let packet = self.host.packet(party)?;
        let mended = match &no {
            RefusalReason::Problems(problems, file) => {
                self.mended(party, incoming, &packet, problems, file)?
            }
            RefusalReason::Doubt(_) | RefusalReason::Words(..) | RefusalReason::Idle(_) => None,
        };
        let is_mended = mended.is_some();
        let mut attachments = Vec::new();
        let mut attached = None;
        if packet.asked && !is_doubt {
            let name = format!("{}-{:03}-{}.yaml", self.info.match_id, packet.exchange, party.id());
            let text = mended.unwrap_or_else(|| form(&packet, Some(&packet.doctrine)));
            attachments.push(Attachment::form(name.clone(), self.coded_form(party, text)));
            attached = Some(name);
        }
        let (count, problems) = match no {
            RefusalReason::Doubt(doubt) => (1, broken(&doubt.words())),
            RefusalReason::Words(count, words) => (count, broken(&words)),
            RefusalReason::Idle(words) => (1, broken(&words)),
            RefusalReason::Problems(problems, file) => {
                let grave = [Class::Malformed, Class::Illegal].map(|class| problems.of_class(class));
                (grave.iter().sum(), problems.render(&file, false))
            }
        };
        let letter = Dispatch::Refusal(Refusal {
            to: self.addressee(party, self.exchange())?,
            count,
            problems,
            earlier_stand: self.standing(party)?.0,
            form: attached,
            is_mended,
            deadline: self.deadline_and_left(party),
        });
        self.answer(party, incoming, Kind::Refusal, letter, attachments, (outcome, Done::Refused))
    }

    /// The refused file as a form, as far as it could be read. What came in an envelope goes back in one or
    /// not at all.
    fn mended(
        &self,
        party: Party,
        incoming: &Incoming,
        packet: &Packet,
        problems: &Problems,
        file: &str,
    ) -> Result<Option<String>, MatchFault> {
        if self.is_open_answer_to_envelope(party, incoming)? {
            return Ok(None);
        }
        Ok(mended_form(packet, Some(&packet.doctrine), file.as_bytes(), problems))
    }

    /// Whether a letter brought an envelope, and no envelope can go back: its player gave no key.
    pub(crate) fn is_open_answer_to_envelope(
        &self,
        party: Party,
        incoming: &Incoming,
    ) -> Result<bool, MatchFault> {
        let is_enveloped =
            incoming.letter.contents.candidates.iter().any(|it| matches!(it.kind, Found::Age(_)));
        Ok(is_enveloped && self.player(party)?.age.is_none())
    }

    /// How many letters of this exchange did not prove themselves.
    fn doubts(&self, party: Party) -> usize {
        let start = format!("{}/{}/{}/refusal/doubt-", self.info.match_id, party.id(), self.exchange());
        self.context.outbox.under(&start).count()
    }
}

/// Sentences broken into lines that a mail can hold, each under its own beginning.
fn broken(words: &str) -> String {
    let line = |line: &str| {
        let indent = line.len() - line.trim_start().len();
        format!("{}{}", &line[..indent], wrapped(line, indent + 2))
    };
    words.lines().map(line).collect::<Vec<_>>().join("\n")
}
