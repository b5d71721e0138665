//! What a player was sent, kept in a small file beside the packets: entries and heads, by match. A packet
//! that disagrees with an earlier one is noticed by whoever opens it, without a journal and before the match
//! is over.
//!
//! Nothing here stops anybody: a player who is shown two different matches must still send orders for one of
//! them.

use std::path::{Path, PathBuf};

use fs_err as fs;
use serde::{Deserialize, Serialize};

use crate::matches::UNDONE;
use engine::digest::Digest;
use engine::party::Party;
use engine::problem::quote;
use engine::view::Packet;

/// The name of the file, in the folder of the packets.
pub const FILE: &str = "sealord-memory.json";
/// The first line of its `format`.
const FORMAT: &str = "sealord memory v1";
/// What may be larger is not read: a match of a thousand packets takes a quarter of it.
const MOST_BYTES: u64 = 1 << 20;

/// All that a folder's file remembers.
#[derive(Debug, Serialize, Deserialize)]
struct Memory {
    format: String,
    matches: Vec<Remembered>,
}

/// What is fixed in a match, and the packets of it that were opened.
#[derive(Debug, Serialize, Deserialize)]
struct Remembered {
    #[serde(rename = "match")]
    match_id: String,
    genesis: Digest,
    seed_commitment: Digest,
    edition: u32,
    data: String,
    packets: Vec<Seen>,
}

/// A packet that was opened.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Seen {
    #[serde(rename = "side")]
    party: Party,
    exchange: u32,
    entry: u64,
    head: Digest,
    /// The hash of the whole packet, as the program writes it.
    packet: Digest,
    /// True if it says that the match was taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    undone: bool,
}

/// Remembers a packet that was read from a file. Gives what should be said to its reader, a warning each,
/// with what to do: that it disagrees with packets opened before, or that nothing could be remembered.
///
/// Packets in an umpire's match folder are left alone, since the journal itself lies there; so is standard
/// input.
pub fn remember(path: &Path, packet: &Packet) -> Vec<String> {
    let Some(file) = place(path) else { return Vec::new() };
    let mut memory = match read(&file) {
        Ok(memory) => memory,
        Err(why) => return vec![unkept(&file, &why)],
    };
    let found = memory.take(packet);
    let changed = match found {
        Ok(changed) => changed,
        Err(what) => return vec![disagrees(path, &what, &file)],
    };
    if !changed {
        return Vec::new();
    }
    write(&file, &memory).err().map(|why| unkept(&file, &why)).into_iter().collect()
}

/// Where packets of this file's folder are remembered, if they are.
fn place(path: &Path) -> Option<PathBuf> {
    if path == Path::new("-") {
        return None;
    }
    let folder = fs::canonicalize(path).ok()?.parent()?.to_owned();
    let is_match = folder.parent().is_some_and(|dir| dir.join("journal.jsonl").exists());
    (!is_match).then(|| path.parent().unwrap_or(Path::new("")).join(FILE))
}

fn read(file: &Path) -> Result<Memory, String> {
    match fs::metadata(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(Memory { format: FORMAT.to_owned(), matches: Vec::new() });
        }
        Err(error) => return Err(error.to_string()),
        Ok(about) if about.len() > MOST_BYTES => return Err("it is too large".to_owned()),
        Ok(_) => {}
    }
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    let memory: Memory = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
    if memory.format == FORMAT { Ok(memory) } else { Err(format!("its format is {}", quote(&memory.format))) }
}

/// Writes the file whole or not at all.
fn write(file: &Path, memory: &Memory) -> Result<(), String> {
    let text = serde_json::to_string_pretty(memory).map_err(|error| error.to_string())?;
    let new = file.with_extension(format!("{}.new", std::process::id()));
    let written = fs::write(&new, text + "\n").and_then(|()| fs::rename(&new, file));
    written.map_err(|error| {
        _ = fs::remove_file(&new);
        error.to_string()
    })
}

fn unkept(file: &Path, why: &str) -> String {
    let file = file.display();
    format!(
        "warning: this packet is not remembered in {file}: {why}\n  help: put that right, or add --no-memory; without it, \
         a later packet that contradicts this one is not noticed"
    )
}

fn disagrees(path: &Path, what: &str, file: &Path) -> String {
    format!(
        "warning: {} disagrees with a packet that was opened here before: {what}\n  help: keep both packets and the mails \
         they came with, and ask the umpire why; when the match is over, `sealord audit DIR --packet FILE` says which of \
         them is true. Delete {} if it is the older one that was wrong",
        path.display(),
        file.display()
    )
}

impl Memory {
    /// Takes a packet in; true if it was not known.
    ///
    /// # Errors
    /// How it disagrees with what is remembered, which stays as it was.
    fn take(&mut self, packet: &Packet) -> Result<bool, String> {
        let bytes = serde_json::to_vec(packet).map_err(|error| error.to_string())?;
        let seen = Seen {
            party: packet.party,
            exchange: packet.exchange,
            entry: packet.verify.entry,
            head: packet.verify.head,
            packet: Digest::of(&bytes),
            undone: packet.voids.iter().any(|void| void.key == UNDONE),
        };
        let known = self.matches.iter_mut().find(|known| known.match_id == packet.match_id);
        let Some(known) = known else {
            self.matches.push(Remembered {
                match_id: packet.match_id.clone(),
                genesis: packet.genesis,
                seed_commitment: packet.verify.seed_commitment,
                edition: packet.edition,
                data: packet.verify.data.clone(),
                packets: vec![seen],
            });
            return Ok(true);
        };
        known.agrees(packet)?;
        // Each party numbers entries as it may count them, so that packets of two parties cannot be compared
        // here.
        let mut own = known.packets.iter().filter(|other| other.party == seen.party);
        own.try_for_each(|other| other.agrees(&seen))?;
        if known.packets.contains(&seen) {
            return Ok(false);
        }
        known.packets.push(seen);
        Ok(true)
    }
}

impl Remembered {
    /// Whether what was fixed at the beginning is the same.
    fn agrees(&self, packet: &Packet) -> Result<(), String> {
        let differs = |what: &str| Err(format!("{what} of the match {} is another", quote(&self.match_id)));
        if self.genesis != packet.genesis {
            return differs("the genesis");
        }
        if self.seed_commitment != packet.verify.seed_commitment {
            return differs("the commitment to the dice seed");
        }
        if (self.edition, &self.data) != (packet.edition, &packet.verify.data) {
            return differs("the edition or the game data");
        }
        Ok(())
    }
}

impl Seen {
    /// Whether two packets of one party can be of one journal.
    fn agrees(&self, new: &Seen) -> Result<(), String> {
        let entry = self.entry;
        if entry == new.entry && self.head != new.head {
            return Err(format!("journal entry {entry} has another hash"));
        }
        if self.head == new.head && entry != new.entry {
            return Err(format!("the same hash is that of journal entry {entry}, not of {}", new.entry));
        }
        if entry == new.entry && self.packet != new.packet {
            return Err(format!("both are of journal entry {entry}, but they do not say the same"));
        }
        let (first, second) = if entry < new.entry { (self, new) } else { (new, self) };
        if second.exchange < first.exchange && !second.undone {
            return Err(format!(
                "exchange {} stands at journal entry {}, but exchange {} already at entry {}, and nothing says that the \
                 match was taken back",
                second.exchange, second.entry, first.exchange, first.entry
            ));
        }
        Ok(())
    }
}
