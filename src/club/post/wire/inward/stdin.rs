//! One message on standard input, as a `.forward` file, procmail or a pipe of the mail server hands it over.
//!
//! The mail server keeps the message until the program ends: end with status 0 once the message is written
//! down, with `TRY_AGAIN` if it should be delivered again later.

use std::io::{self, Read};

use super::{Body, Done, Fetched, MessageId, Source, Waiting, headers_of};
use crate::post::wire::fault::WireFault;

/// The exit status by which a mail server knows to deliver again later (`EX_TEMPFAIL` of `sysexits.h`).
pub const TRY_AGAIN: u8 = 75;

/// One message from a stream of bytes.
pub struct Stdin<R> {
    from: R,
    largest: u64,
    taken: Option<Fetched>,
    read: bool,
    outcome: Option<Done>,
}

impl Stdin<io::Stdin> {
    /// Reads the program's own standard input; a message of more than `largest` bytes is not read whole.
    pub fn new(largest: u64) -> Stdin<io::Stdin> {
        Stdin::from(io::stdin(), largest)
    }
}

impl<R: Read> Stdin<R> {
    /// Reads another stream.
    pub fn from(from: R, largest: u64) -> Stdin<R> {
        Stdin { from, largest, taken: None, read: false, outcome: None }
    }

    /// What became of the message, once it is done.
    pub fn outcome(&self) -> Option<Done> {
        self.outcome
    }

    fn fetch(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.read, true) {
            return Ok(());
        }
        let mut bytes = Vec::new();
        let size = self.from.by_ref().take(self.largest + 1).read_to_end(&mut bytes)? as u64;
        let bytes = without_envelope(bytes);
        let id = MessageId("stdin".into());
        if size > self.largest {
            // The rest is read, or the writer would take a closed pipe for a failure; but not without end.
            let rest = io::copy(&mut self.from.by_ref().take(1 << 30), &mut io::sink())?;
            self.taken = Some(Fetched {
                id,
                size: size + rest,
                body: Body::TooLarge(headers_of(bytes)),
                arrived: None,
            });
        } else if !bytes.is_empty() {
            self.taken =
                Some(Fetched { id, size: bytes.len() as u64, body: Body::Whole(bytes), arrived: None });
        }
        Ok(())
    }
}

/// Takes off the `From anna@club.example Sun Jul 5 …` line that mail servers put before a piped message.
fn without_envelope(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(b"From ") {
        let end = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
        bytes.drain(..end);
    }
    bytes
}

impl<R: Read> Source for Stdin<R> {
    fn waiting(&mut self, limit: usize) -> Result<Vec<Waiting>, WireFault> {
        self.fetch().map_err(|error| WireFault::File { why: format!("standard input: {error}") })?;
        let taken = self.taken.iter().filter(|_| self.outcome.is_none()).take(limit);
        Ok(taken.map(|taken| Waiting { id: taken.id.clone(), size: Some(taken.size) }).collect())
    }

    fn read(&mut self, id: &MessageId) -> Result<Option<Fetched>, WireFault> {
        self.waiting(1)?;
        Ok(self.taken.clone().filter(|taken| taken.id == *id && self.outcome.is_none()))
    }

    fn done(&mut self, id: &MessageId, outcome: Done) -> Result<(), WireFault> {
        if self.taken.as_ref().is_some_and(|taken| taken.id == *id) {
            self.outcome = Some(outcome);
        }
        Ok(())
    }
}
