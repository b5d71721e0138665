//! An mbox file (RFC 4155 and its kin mboxo and mboxrd). The file itself is never written: which messages are
//! done stands in a state file of the caller's choice, one line for each.
//!
//! A message is known by where it begins, how long it is and a check sum. If another program removes messages
//! from the file or writes into their headers, what is left may come again; the caller knows it by its bytes.
//! When a message came is not known: the time in its `From ` line is of no certain zone.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use fs_err as fs;
use serde::Deserialize;

use super::{Body, Done, Fetched, HEAD, MessageId, Source, Waiting, headers_of};
use crate::post::wire::fault::WireFault;

mod lock;

/// How lines that begin with `From ` are written inside messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quoting {
    /// `From `, `>From `, `>>From ` … get one `>` more: reading gives back what was written.
    #[default]
    Mboxrd,
    /// Only `From ` gets a `>`; a line that was `>From ` before cannot be told from it.
    Mboxo,
}

/// How other programs are kept from writing while the file is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Locking {
    /// Both ways below.
    #[default]
    Both,
    /// A file of the same name with `.lock` behind it, which is made and removed.
    Dotlock,
    /// The lock that the system keeps on the open file (`flock`).
    Flock,
}

/// Bytes of a line that are looked at together.
const PIECE: u64 = 64 * 1024;

const FIRST_LINE: &str = "sealord mbox state v1";

/// An mbox file as a source.
#[derive(Debug)]
pub struct Mbox {
    path: PathBuf,
    state: PathBuf,
    quoting: Quoting,
    locking: Locking,
    largest: u64,
    done: BTreeMap<MessageId, Done>,
    places: BTreeMap<MessageId, Place>,
}

/// Where a message stands, with its `From ` line and without the empty line behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    offset: u64,
    length: u64,
    sum: u64,
}

impl Place {
    fn id(&self) -> MessageId {
        MessageId(format!("{} {} {:016x}", self.offset, self.length, self.sum))
    }
}

impl Mbox {
    /// Opens an mbox; `state` is the file in which done messages are noted, made when first needed. A message
    /// of more than `largest` bytes is not read whole. A mailbox that is not there counts as empty, as mail
    /// servers remove it.
    ///
    /// # Errors
    /// Fails if the state file cannot be read or is none.
    pub fn open(
        path: &Path,
        state: &Path,
        quoting: Quoting,
        locking: Locking,
        largest: u64,
    ) -> Result<Mbox, WireFault> {
        let done = read_state(state)?;
        let (path, state) = (path.to_owned(), state.to_owned());
        Ok(Mbox { path, state, quoting, locking, largest, done, places: BTreeMap::new() })
    }

    /// Runs a task on the locked file; nothing if there is no file.
    fn locked<T>(&self, task: impl FnOnce(&fs::File) -> io::Result<T>) -> Result<Option<T>, WireFault> {
        let file = match fs::File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(WireFault::file(&error)),
        };
        if !file.metadata().is_ok_and(|data| data.is_file()) {
            return Err(WireFault::NotThat { path: self.path.clone(), wanted: "an mbox file" });
        }
        let _held = lock::hold(&self.path, file.file(), self.locking)?;
        task(&file).map(Some).map_err(|error| WireFault::file_at(&self.path, &error))
    }

    fn read_at(&self, file: &fs::File, place: Place) -> io::Result<Option<(u64, Body)>> {
        let mut bytes = vec![];
        let mut file = file.file();
        file.seek(SeekFrom::Start(place.offset))?;
        if place.length > self.largest {
            file.take(2 * HEAD as u64).read_to_end(&mut bytes)?;
            let size = place.length - first_line(&bytes) as u64;
            return Ok(Some((size, Body::TooLarge(headers_of(self.unquote(&bytes))))));
        }
        file.take(place.length).read_to_end(&mut bytes)?;
        let mut sum = Sum::new();
        sum.add(&bytes);
        if sum.0 != place.sum {
            return Ok(None);
        }
        let message = self.unquote(&bytes);
        Ok(Some((message.len() as u64, Body::Whole(message))))
    }

    fn unquote(&self, bytes: &[u8]) -> Vec<u8> {
        unquote(&bytes[first_line(bytes)..], self.quoting)
    }
}

impl Source for Mbox {
    fn waiting(&mut self, limit: usize) -> Result<Vec<Waiting>, WireFault> {
        let places = self.locked(|file| places(file.file()))?.unwrap_or_default();
        self.places = places.iter().map(|place| (place.id(), *place)).collect();
        let open = places.into_iter().filter(|place| !self.done.contains_key(&place.id()));
        Ok(open.take(limit).map(|place| Waiting { id: place.id(), size: Some(place.length) }).collect())
    }

    fn read(&mut self, id: &MessageId) -> Result<Option<Fetched>, WireFault> {
        let Some(place) = self.places.get(id).copied() else { return Ok(None) };
        let read = self.locked(|file| self.read_at(file, place))?.flatten();
        Ok(read.map(|(size, body)| Fetched { id: id.clone(), size, body, arrived: None }))
    }

    fn done(&mut self, id: &MessageId, outcome: Done) -> Result<(), WireFault> {
        if self.done.contains_key(id) || !self.places.contains_key(id) {
            return Ok(());
        }
        note(&self.state, id, outcome).map_err(|error| WireFault::file(&error))?;
        self.done.insert(id.clone(), outcome);
        Ok(())
    }
}

/// Finds the messages: each begins with a `From ` line at the start of the file or behind an empty line.
fn places(file: &std::fs::File) -> io::Result<Vec<Place>> {
    let mut scan = Scan { found: vec![], begun: None, at: 0, sum: Sum::new(), held: vec![] };
    let mut from = BufReader::with_capacity(64 * 1024, file);
    let mut start_of_line = true;
    let mut piece = Vec::new();
    // Pieces of lines, so that a line of any length costs no memory; only the first can tell what line it is.
    while from.by_ref().take(PIECE).read_until(b'\n', &mut piece)? > 0 {
        scan.piece(&piece, start_of_line);
        start_of_line = piece.ends_with(b"\n");
        piece.clear();
    }
    scan.finish();
    Ok(scan.found)
}

struct Scan {
    found: Vec<Place>,
    begun: Option<u64>,
    at: u64,
    sum: Sum,
    /// An empty line whose place is not known yet: it may be the message's last or stand between two.
    held: Vec<u8>,
}

impl Scan {
    fn piece(&mut self, piece: &[u8], start_of_line: bool) {
        let may_begin = self.at == 0 || !self.held.is_empty();
        if start_of_line && may_begin && piece.starts_with(b"From ") {
            self.finish();
            self.begun = Some(self.at);
            self.sum = Sum::new();
        }
        let held = std::mem::take(&mut self.held);
        self.sum.add(&held);
        if start_of_line && (piece == b"\n" || piece == b"\r\n") {
            self.held = piece.to_vec();
        } else {
            self.sum.add(piece);
        }
        self.at += piece.len() as u64;
    }

    fn finish(&mut self) {
        let end = self.at - std::mem::take(&mut self.held).len() as u64;
        if let Some(offset) = self.begun.take() {
            self.found.push(Place { offset, length: end - offset, sum: self.sum.0 });
        }
    }
}

/// A 64-bit FNV-1a check sum: enough to see that the file has changed, no guard against malice.
struct Sum(u64);

impl Sum {
    fn new() -> Sum {
        Sum(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

fn first_line(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1)
}

/// How many `>` stand before `From ` at the beginning of a line; nothing if the line is no such line.
fn marks(line: &[u8]) -> Option<usize> {
    let marks = line.iter().take_while(|byte| **byte == b'>').count();
    line[marks..].starts_with(b"From ").then_some(marks)
}

/// Quotes a message for an mbox: the lines that begin with `From ` get a `>`.
pub fn quote(message: &[u8], quoting: Quoting) -> Vec<u8> {
    let mut quoted = Vec::with_capacity(message.len() + 16);
    for line in message.split_inclusive(|byte| *byte == b'\n') {
        match (marks(line), quoting) {
            (Some(_), Quoting::Mboxrd) | (Some(0), Quoting::Mboxo) => quoted.push(b'>'),
            _ => {}
        }
        quoted.extend_from_slice(line);
    }
    quoted
}

/// Takes the quoting away again.
pub fn unquote(message: &[u8], quoting: Quoting) -> Vec<u8> {
    let mut plain = Vec::with_capacity(message.len());
    for line in message.split_inclusive(|byte| *byte == b'\n') {
        match (marks(line), quoting) {
            (Some(1..), Quoting::Mboxrd) | (Some(1), Quoting::Mboxo) => plain.extend_from_slice(&line[1..]),
            _ => plain.extend_from_slice(line),
        }
    }
    plain
}

fn word(outcome: Done) -> &'static str {
    match outcome {
        Done::Taken => "taken",
        Done::Refused => "refused",
        Done::Ignored => "ignored",
    }
}

fn read_state(path: &Path) -> Result<BTreeMap<MessageId, Done>, WireFault> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(WireFault::file(&error)),
    };
    let not_that = || WireFault::NotThat {
        path: path.to_owned(),
        wanted: "a file in which sealord notes what it has read of an mbox",
    };
    // The last line may be torn if the machine stopped; its message then comes again.
    let Some((whole, _)) = text.rsplit_once('\n') else {
        return if FIRST_LINE.starts_with(&text) { Ok(BTreeMap::new()) } else { Err(not_that()) };
    };
    let mut lines = whole.lines();
    if lines.next() != Some(FIRST_LINE) {
        return Err(not_that());
    }
    let outcomes = [Done::Taken, Done::Refused, Done::Ignored];
    // A torn line that was mended by a line end is no note either.
    let note = |line: &str| {
        let (id, last) = line.rsplit_once(' ')?;
        let outcome = outcomes.into_iter().find(|outcome| word(*outcome) == last)?;
        (id.split(' ').count() == 3).then(|| (MessageId(id.to_owned()), outcome))
    };
    Ok(lines.filter_map(note).collect())
}

fn note(path: &Path, id: &MessageId, outcome: Done) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().read(true).append(true).create(true).open(path)?;
    let length = file.seek(SeekFrom::End(0))?;
    let mut text = String::new();
    if length < FIRST_LINE.len() as u64 + 1 {
        file.set_len(0)?;
        text += FIRST_LINE;
        text.push('\n');
    } else {
        let mut last = [0];
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            text.push('\n');
        }
    }
    text += &format!("{id} {}\n", word(outcome));
    file.write_all(text.as_bytes())?;
    file.sync_data()
}
