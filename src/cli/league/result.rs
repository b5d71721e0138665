//! `sealord league result`

use std::path::{Path, PathBuf};

use league::acts::{self, Decided};
use league::proof::prove;
use serde_json::json;

use super::organise::{BoardArgs, EventArgs};
use super::{MATCHES, at_desk};
use crate::cli::Outcome;
use crate::cli::shared::{Shared, print, print_json, read};
use crate::matches::MatchFault;
use crate::matches::folder::{MatchDir, is_begun};
use crate::problem::{ExitCode, quote};
use crate::proof::{PACKED_LIMIT, of_match};

/// Take the result of a board from the proof of its match (by default of the one in the club's own folder),
/// or as the organiser decides it
#[derive(Debug, clap::Args)]
#[group(id = "from", multiple = false, args = ["pack", "forfeit", "double_forfeit", "annul"])]
pub struct Args {
    #[command(flatten)]
    at: BoardArgs,
    /// The proof of its match, as `sealord prove` packs it
    #[arg(long, value_name = "FILE")]
    pack: Option<PathBuf>,
    /// This side did not play; the other wins
    #[arg(long, value_name = "SIDE", requires = "reason")]
    forfeit: Option<String>,
    /// Neither side played
    #[arg(long, requires = "reason")]
    double_forfeit: bool,
    /// The board does not count
    #[arg(long, requires = "reason")]
    annul: bool,
    /// Put it in the place of the result in this entry of the book
    #[arg(long, value_name = "ENTRY", requires = "reason")]
    correct: Option<u64>,
    /// The reason, for the book
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    /// Sign with this private key of the organiser or a deputy, as `ssh-keygen -Y sign -n sealord-club` does
    #[arg(long, value_name = "KEY")]
    sign: Option<PathBuf>,
}

/// Runs `sealord league result`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let why = args.reason.clone().unwrap_or_default();
    let archive = archive(shared, &args)?;
    let rules = shared.kit.rules();
    let proved = (!archive.is_empty()).then(|| prove(&rules, &archive)).transpose()?;
    let EventArgs { club, event } = &args.at.of;
    let (written, otherwise) = at_desk(shared, &club.club, |desk| {
        let sign = args.sign.as_deref().map(|key| move |bytes: &[u8]| signed(key, bytes));
        let sign = sign.as_ref().map(|sign| sign as acts::Sign<'_>);
        let decided = decided(&args);
        let written = match (&proved, args.correct) {
            (Some(proved), None) => {
                let taken = acts::take_archive(desk, event, args.at.board, (proved, &archive), sign)?;
                return Ok((taken, Vec::new()));
            }
            (None, None) => acts::decide(desk, event, args.at.board, (&decided, &why), sign)?,
            (proved, Some(entry)) => {
                let by = (proved.as_ref().ok_or(&decided), sign);
                acts::correct(desk, event, args.at.board, (entry, &why), by)?
            }
        };
        if let Some(proved) = &proved {
            acts::keep_archive(desk, proved, &archive)?;
        }
        let otherwise = match args.correct {
            Some(_) => acts::otherwise(desk, event, args.at.board.0)?,
            None => Vec::new(),
        };
        Ok((written, otherwise))
    })?;
    let place = format!("{} {}/{}", written.event, written.round, written.board);
    let mut text = format!("{place}: {}\n", written.in_words());
    otherwise.iter().for_each(|it| text += &format!("  {}\n", it.in_words()));
    match shared.json {
        true => print_json(&json!({
            "ok": true, "entry": written.entry, "result": written, "otherwise": otherwise,
        }))?,
        false => print(&text)?,
    }
    Ok(ExitCode::Done)
}

/// The proof that is handed in, or that of the match in the club's own folder; nothing where the organiser
/// decides.
fn archive(shared: &Shared, args: &Args) -> Result<Vec<u8>, MatchFault> {
    if let Some(path) = &args.pack {
        return read(path, PACKED_LIMIT);
    }
    if args.forfeit.is_some() || args.double_forfeit || args.annul {
        return Ok(Vec::new());
    }
    let (round, board) = args.at.board;
    let EventArgs { club, event } = &args.at.of;
    let word = acts::match_word(event, round, board);
    let dir = club.club.join(MATCHES).join(&word);
    if !is_begun(&dir) {
        let what = format!("{} holds no match", dir.display());
        return Err(MatchFault::no(what, "hand in its proof with --pack, or decide with --forfeit SIDE"));
    }
    of_match(&shared.kit.rules(), &MatchDir::new(&dir))
}

fn decided(args: &Args) -> Decided {
    match &args.forfeit {
        Some(side) => Decided::Forfeit(side.clone()),
        None if args.annul => Decided::Annulled,
        None => Decided::DoubleForfeit,
    }
}

#[cfg(feature = "signatures")]
fn signed(key: &Path, bytes: &[u8]) -> Result<crate::signature::Signature, MatchFault> {
    use crate::signature::{Signature, Signer};
    let namespace = league::book::result::NAMESPACE;
    let mend = "name the organiser's private key, without a passphrase, or sign with a deputy's";
    let signer = Signer::read(key).map_err(|fault| MatchFault::no(fault.to_string(), mend))?;
    let text = signer.sign_for(namespace, bytes);
    Signature::read(&text, namespace, bytes, None)
        .map_err(|unfit| MatchFault::no(format!("{}: {unfit}", quote(&key.display().to_string())), mend))
}

#[cfg(not(feature = "signatures"))]
fn signed(key: &Path, _: &[u8]) -> Result<crate::signature::Signature, MatchFault> {
    let what = format!("{}: this build of sealord signs nothing", quote(&key.display().to_string()));
    Err(MatchFault::no(what, "use one that was built with the feature `signatures`"))
}
