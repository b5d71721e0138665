//! A checkpoint of another office comes in: it is cosigned, if it continues the one before.

use super::found::checkpoint_in;
use crate::checkpoint::{Checkpoint, CheckpointFault, Note, NoteKey, Record, Request};
use crate::matches::MatchFault;
use crate::post::compose::Kind;
use crate::post::compose::dispatches::{CheckpointWords, Dispatch, Topic};
use crate::post::office::inbox::Incoming;
use crate::post::office::outgoing::{Mail, To};
use crate::post::office::settings::{Partner, Witnessing};
use crate::post::office::state::Office;
use crate::post::wire::Done;
use engine::digest::Digest;

/// The name under which the office keeps what it cosigned.
const RECORD: &str = "cosigned.json";

/// Whose the checkpoint in a letter is.
pub(crate) enum Checkpointed {
    /// That of a match of this office, by its place in the list.
    Ours(usize),
    /// That of another office; it was dealt with.
    Done(Done),
}

impl Office<'_> {
    /// Deals with a letter that brings a checkpoint of this office or of one in its settings; nothing if it
    /// brings none. The signature of the checkpoint is its proof, whoever sent the letter.
    ///
    /// # Errors
    /// If an answer cannot be kept, or the record of what was cosigned cannot be read or written.
    pub(crate) fn checkpoint(&mut self, incoming: &Incoming) -> Result<Option<Checkpointed>, MatchFault> {
        let Some(witness) = self.context.settings.witness.clone() else { return Ok(None) };
        let Some((checkpoint, request)) = checkpoint_in(&incoming.letter.contents.text) else {
            return Ok(None);
        };
        let own = checkpoint.origin.strip_prefix(&witness.name).and_then(|rest| rest.strip_prefix('/'));
        if let Some(match_id) = own {
            let place = self.matches.iter().position(|info| info.match_id == match_id);
            return Ok(place.map(Checkpointed::Ours));
        }
        let Some(office) = witness.offices.iter().find(|office| office.owns(&checkpoint.origin)) else {
            return Ok(None);
        };
        let log = office.log_key(&checkpoint.origin)?;
        let is_signed = request.note.check(std::slice::from_ref(&log)).is_ok();
        let (outcome, done) = match is_signed {
            true => self.judge((&witness, office), &log, (&checkpoint, &request))?,
            false => {
                let what = format!("it is not signed by {log}");
                self.not_cosigned(office, what, &request, &format!("unsigned-{}", self.context.day()))?
            }
        };
        self.note(&incoming.sha256, &incoming.same, outcome, None)?;
        Ok(Some(Checkpointed::Done(done)))
    }

    /// Cosigns a checkpoint that is signed by its log. One that leads from another size than that which was
    /// cosigned last gets the newest that was, cosigned once more: the answer to it may have been lost.
    fn judge(
        &mut self,
        (witness, office): (&Witnessing, &Partner),
        log: &NoteKey,
        (checkpoint, request): (&Checkpoint, &Request),
    ) -> Result<(&'static str, Done), MatchFault> {
        let mut record = self.cosigned_before()?;
        let origin = checkpoint.origin.as_str();
        let word = &Digest::of(origin.as_bytes()).to_string()[..8];
        match record.take(request, log) {
            Ok(_) => {
                self.context.shelf.keep_small(RECORD, record.to_string().as_bytes())?;
                let mark = format!("cosigned-{word}-{}", checkpoint.size);
                self.cosign((witness, office), &request.note, mark)?;
                Ok(("command", Done::Taken))
            }
            Err(CheckpointFault::No { what, .. }) => match record.note(origin)? {
                Some(newest) => {
                    let size = newest.checkpoint()?.size;
                    let mark = format!("again-{word}-{size}-{}", self.context.day());
                    self.cosign((witness, office), &newest, mark)?;
                    Ok(("command", Done::Taken))
                }
                None => self.not_cosigned(office, what, request, &format!("lost-{word}")),
            },
            Err(CheckpointFault::False(what)) => {
                let mark =
                    format!("split-{word}-{}", &Digest::of(request.note.text().as_bytes()).to_string()[..8]);
                self.not_cosigned(office, what, request, &mark)
            }
        }
    }

    /// What this office has cosigned.
    fn cosigned_before(&self) -> Result<Record, MatchFault> {
        let Some(kept) = self.context.shelf.small(RECORD)? else { return Ok(Record::default()) };
        let place = self.context.shelf.place(RECORD);
        let text = String::from_utf8(kept).map_err(|_| MatchFault::Io(format!("{place} is not UTF-8")))?;
        Record::parse(&text).map_err(|fault| MatchFault::Io(format!("{place}: {fault}")))
    }

    /// Cosigns a checkpoint as of now, and queues it for its office.
    fn cosign(
        &mut self,
        (witness, office): (&Witnessing, &Partner),
        note: &Note,
        mark: String,
    ) -> Result<(), MatchFault> {
        let time = u64::try_from(self.context.now.as_second()).unwrap_or_default();
        let (mut note, signer) = (note.clone(), witness.signer()?);
        note.add(note.cosignature(&witness.name, &signer, time)?);
        let origin = note.checkpoint()?.origin;
        let what = format!(
            "here is the checkpoint of {origin} with the cosignature of {}. An office of sealord keeps it in the match.",
            witness.name
        );
        let words = CheckpointWords { name: office.name.clone(), what, note: note.to_string() };
        let to = To::Office(office.person());
        let mut mail = Mail::new(to, Kind::Checkpoint, 0, Dispatch::Checkpoint(words), self.context.now);
        mail.mark = mark;
        self.context.queue(None, mail).map(drop)
    }

    /// Shows the umpire a checkpoint that is not cosigned, once under each mark.
    fn not_cosigned(
        &mut self,
        office: &Partner,
        what: String,
        request: &Request,
        mark: &str,
    ) -> Result<(&'static str, Done), MatchFault> {
        let (from, note) = (office.name.clone(), request.to_string());
        let topic = Topic::Checkpoint { from, what, note };
        self.context.notify(None, 0, &format!("checkpoint-{mark}"), topic)?;
        Ok(("refused", Done::Refused))
    }
}
