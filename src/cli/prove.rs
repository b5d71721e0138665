//! `sealord prove` and `sealord result`

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use fs_err as fs;
use serde_json::json;

use super::Outcome;
use super::audit::{Source, audited};
use super::shared::{Shared, ends_as, print, print_json, put, read, say, tell_done};
use crate::audit::{Findings, Past};
use crate::matches::MatchFault;
use crate::problem::{ExitCode, count};
use crate::proof;
use crate::signature::{Key, RESULT, Signature, Unfit};

/// The largest result, key or signature that is read.
const LIMIT: u64 = 64 << 10;

/// Pack a match that is over into one archive that anybody can check
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// The archive to write
    #[arg(long, short, value_name = "FILE")]
    pub out: PathBuf,
}

/// Print how a match ended, as it follows from playing it again: the same bytes for everybody
#[derive(Debug, clap::Args)]
pub struct ResultArgs {
    /// The match folder, or its proof
    #[arg(value_name = "MATCH")]
    pub of: PathBuf,
    /// Write it to a file
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Sign it with this private key, as `ssh-keygen -Y sign -n sealord-result` does; the signature goes
    /// beside the file
    #[arg(long, value_name = "KEY", requires = "out")]
    pub sign: Option<PathBuf>,
    /// Compare it with a result that somebody handed in
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub check: Option<PathBuf>,
    /// Check this signature over it
    #[arg(long, value_name = "FILE")]
    pub signature: Option<PathBuf>,
    /// The public key by which it must be signed, as a .pub file
    #[arg(long, value_name = "FILE", requires = "signature")]
    pub key: Option<PathBuf>,
}

/// Runs `sealord prove`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    ends_as(Some(&args.out), "a proof", &["zip"])?;
    if !shared.is_match(&args.dir) {
        let what = format!("{} is no match folder", args.dir.display());
        return Err(MatchFault::no(what, "name the folder of a match"));
    }
    let source = Source::at(shared, &args.dir)?;
    let write =
        |past: &Past<'_>, findings: &Findings| new_file(&args.out, |to| proof::pack(past, findings, to));
    let (names, findings) = audited(shared, &source, write)?;
    let out = args.out.display().to_string();
    if shared.json {
        let bytes = fs::metadata(&args.out)?.len();
        print_json(
            &json!({ "ok": true, "out": out, "members": names, "bytes": bytes, "head": findings.head }),
        )?;
    } else {
        let files = count(names.len(), "file");
        tell_done(&format!(
            "{files} of {} packed into {out}; check it with: sealord audit {out}\n",
            findings.match_id
        ))?;
    }
    Ok(ExitCode::Done)
}

/// Runs `sealord result`.
pub fn result(shared: &Shared, args: ResultArgs) -> Outcome {
    ends_as(args.out.as_deref(), "a result", &["txt"])?;
    let source = Source::at(shared, &args.of)?;
    let (text, findings) = audited(shared, &source, proof::result)?;
    if let Some(path) = &args.check {
        same(path, &text)?;
    }
    let key = args.signature.as_deref().map(|path| signed(path, args.key.as_deref(), &text)).transpose()?;
    if let Some(out) = &args.out {
        put(Some(out), &text)?;
        if let Some(secret) = &args.sign {
            sign(secret, out, &text)?;
        }
    }
    if shared.json {
        print_json(&json!({ "ok": true, "result": text, "key": key, "head": findings.head }))?;
    } else if args.check.is_none() && args.out.is_none() {
        print(&text)?;
    } else if let Some(path) = &args.check {
        tell_done(&format!("{} is the result of {}\n", path.display(), findings.match_id))?;
    }
    if let Some(key) = key.filter(|_| !shared.json) {
        say(&format!("signed with {key}"));
    }
    Ok(ExitCode::Done)
}

/// Compares a result with the one that the journal gives.
fn same(path: &Path, due: &str) -> Result<(), MatchFault> {
    let found = String::from_utf8_lossy(&read(path, LIMIT)?).into_owned();
    if found == due {
        return Ok(());
    }
    let mut lines = found.lines().zip(due.lines());
    let what = match lines.find(|(found, due)| found != due) {
        Some((found, due)) => format!("{found:?}, but the journal gives {due:?}"),
        None => "longer, shorter or ended otherwise".to_owned(),
    };
    Err(MatchFault::Proof {
        entry: None,
        what: format!("{} is not the result: it is {what}", path.display()),
    })
}

/// Checks a signature over the result; gives the key that made it.
fn signed(path: &Path, key: Option<&Path>, text: &str) -> Result<Key, MatchFault> {
    let words = |path: &Path| Ok::<_, MatchFault>(String::from_utf8_lossy(&read(path, LIMIT)?).into_owned());
    let named = |key: &Path| {
        let no = |what| MatchFault::no(format!("{}: {what}", key.display()), "name a .pub file");
        Key::parse(&words(key)?).map_err(no)
    };
    let key = key.map(named).transpose()?;
    match Signature::read(&words(path)?, RESULT, text.as_bytes(), key.as_ref()) {
        Ok(signature) => Ok(signature.by),
        Err(Unfit::Wrong(what)) => {
            Err(MatchFault::Proof { entry: None, what: format!("{}: {what}", path.display()) })
        }
        Err(unfit) => Err(MatchFault::no(unfit.to_string(), BUILD)),
    }
}

const BUILD: &str = "use one that was built with the feature `signatures`, or `ssh-keygen -Y` by hand";

/// Writes a signature over the result beside it.
#[cfg(feature = "signatures")]
fn sign(secret: &Path, out: &Path, text: &str) -> Result<(), MatchFault> {
    let mend = format!("sign it by hand: ssh-keygen -Y sign -f KEY -n {RESULT} {}", out.display());
    let signer =
        crate::signature::Signer::read(secret).map_err(|fault| MatchFault::no(fault.to_string(), mend))?;
    let mut name = out.as_os_str().to_owned();
    name.push(".sig");
    put(Some(Path::new(&name)), &signer.sign_for(RESULT, text.as_bytes()))
}

#[cfg(not(feature = "signatures"))]
fn sign(_: &Path, _: &Path, _: &str) -> Result<(), MatchFault> {
    Err(MatchFault::no(Unfit::Unchecked.to_string(), BUILD))
}

/// Writes a new file. Nothing is overwritten, and no half of a file stays.
///
/// # Errors
/// If there is a file of that name, it cannot be written, or what `write` gives.
pub fn new_file<T>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<fs::File>) -> Result<T, MatchFault>,
) -> Result<T, MatchFault> {
    let mut options = fs::OpenOptions::new();
    let mut file = BufWriter::new(options.write(true).create_new(true).open(path)?);
    let written = write(&mut file).and_then(|it| file.flush().map(|()| it).map_err(MatchFault::from));
    if written.is_err() {
        _ = fs::remove_file(path);
    }
    written
}
