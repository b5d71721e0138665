//! Envelopes for players who gave a key: what a mail says of the match is enclosed, and only its cover can be
//! read on the way.

use super::mail::Mail;
use crate::matches::MatchFault;
use crate::post::compose::Attachment;
use crate::post::compose::dispatches::Dispatch;
use crate::post::keys::{Recipient, seal};
use crate::post::office::state::MatchSession;
use engine::party::Party;

impl MatchSession<'_> {
    /// The mail as it goes to a party: enclosed if its player has a key for envelopes.
    ///
    /// # Errors
    /// If it cannot be sealed.
    pub(crate) fn enclosed(&self, party: Party, mut mail: Mail) -> Result<Mail, MatchFault> {
        let Some(key) = self.player(party)?.age.clone() else { return Ok(mail) };
        mail.enclosed.extend(mail.report.take());
        let mut parts: Vec<(String, Vec<u8>)> =
            mail.attachments.drain(..).map(|it| (it.name, it.bytes)).collect();
        let inside = "(in envelopes: open the attached files with `age -d`)";
        let mut hide = |name: &str, text: &mut String| {
            if !text.is_empty() {
                parts.push((name.to_owned(), std::mem::replace(text, inside.to_owned()).into_bytes()));
            }
        };
        match &mut mail.letter {
            Dispatch::Report(cover) | Dispatch::Result(cover) => {
                hide("report.txt", &mut cover.report);
                cover.attached.iter_mut().for_each(|line| {
                    if let Some((name, about)) = line.split_once(": ") {
                        *line = format!("{name}.age: {about}");
                    }
                });
                if let Some(code) = cover.code_word.take() {
                    parts.push(("code.txt".to_owned(), format!("code: {code}\n").into_bytes()));
                }
            }
            Dispatch::Receipt(receipt) => {
                hide("reading.txt", &mut receipt.reading);
                hide("remarks.txt", &mut receipt.remarks);
            }
            Dispatch::Refusal(refusal) => hide("problems.txt", &mut refusal.problems),
            Dispatch::Answer(answer) => hide("answer.txt", &mut answer.copy),
            Dispatch::Word(word) => hide("words.txt", &mut word.words),
            Dispatch::Handover(handover) => {
                if let Some(code) = handover.code_word.take() {
                    parts.push(("code.txt".to_owned(), format!("code: {code}\n").into_bytes()));
                }
            }
            _ => {}
        }
        for (name, bytes) in parts {
            mail.enclosed.extend(std::str::from_utf8(&bytes).map(str::to_owned));
            mail.attachments.push(sealed(&name, &bytes, &key)?);
        }
        Ok(mail)
    }
}

fn sealed(name: &str, bytes: &[u8], key: &Recipient) -> Result<Attachment, MatchFault> {
    let armor = seal(bytes, std::slice::from_ref(key)).map_err(|fault| MatchFault::Io(fault.to_string()))?;
    Ok(Attachment::new(format!("{name}.age"), "application/age-encrypted", armor))
}
