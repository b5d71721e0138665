//! `sealord note cosign`

use std::path::{Path, PathBuf};

use fs_err as fs;
use serde_json::json;

use super::{in_file, signer, text};
use crate::checkpoint::{NoteKey, Record, Request, Role};
use crate::cli::Outcome;
use crate::cli::shared::{Shared, print, print_json};
use crate::machine::sync_folder;
use crate::matches::MatchFault;
use crate::problem::ExitCode;

/// Cosign a checkpoint of another club, if it continues the one that you cosigned before
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The checkpoint, signed by its club; after the first one, what `note head --since` prints
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Your private key of type ssh-ed25519, which has no passphrase
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// Your name as a witness, as in other.example/office
    #[arg(long)]
    name: String,
    /// The key of the log, as `sealord note key` prints it there; have it from somewhere else than the
    /// checkpoint
    #[arg(long, value_name = "VKEY")]
    log: String,
    /// The file that remembers what you cosigned; it is made where there is none. Never lose it: whoever
    /// forgets may cosign two histories
    #[arg(long, value_name = "FILE")]
    record: PathBuf,
}

/// Runs `sealord note cosign`.
pub(super) fn run(shared: &Shared, args: &Args) -> Outcome {
    let signer = signer(&args.key)?;
    let key = NoteKey::new(&args.name, Role::Cosigner, signer.public_key())?;
    let log = NoteKey::parse(&args.log)?;
    let mut request = Request::parse(&text(&args.file)?).map_err(|fault| in_file(&args.file, fault))?;
    let time = seconds(&shared.kit.now())?;
    let checkpoint = recorded(&args.record, |record| {
        record.take(&request, &log).map_err(|fault| in_file(&args.file, fault))
    })?;
    let line = request.note.cosignature(key.name(), &signer, time)?;
    let written = line.to_string();
    request.note.add(line);
    if shared.json {
        print_json(&json!({
            "origin": checkpoint.origin, "size": checkpoint.size, "root": checkpoint.root, "time": time,
            "line": written, "note": request.note.to_string(), "vkey": key.to_string(),
        }))?;
    } else {
        print(&request.note.to_string())?;
    }
    Ok(ExitCode::Done)
}

/// A time as a cosignature has it.
fn seconds(now: &str) -> Result<u64, MatchFault> {
    let time: Option<jiff::Timestamp> = now.parse().ok();
    let seconds = time.and_then(|time| u64::try_from(time.as_second()).ok());
    seconds.ok_or_else(|| MatchFault::usage(format!("{now} lies before 1970"), "set the clock"))
}

/// Does something with a record, and has it on the disk before anything else happens. Nobody else does so
/// meanwhile.
fn recorded<T>(path: &Path, act: impl FnOnce(&mut Record) -> Result<T, MatchFault>) -> Result<T, MatchFault> {
    let beside = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let lock = fs::OpenOptions::new().write(true).create(true).truncate(false).open(beside(".lock"))?;
    lock.file().lock()?;
    let mut record = match fs::read_to_string(path) {
        Ok(text) => Record::parse(&text).map_err(|fault| in_file(path, fault))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Record::default(),
        Err(error) => return Err(error.into()),
    };
    let done = act(&mut record)?;
    let new = beside(".new");
    fs::write(&new, record.to_string())?;
    fs::File::open(&new)?.sync_all()?;
    fs::rename(&new, path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    sync_folder(folder.unwrap_or(Path::new(".")))?;
    Ok(done)
}
