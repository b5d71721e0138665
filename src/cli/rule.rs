//! `sealord rule`

use std::path::PathBuf;

use serde_json::json;

use super::Outcome;
use super::protest::letter;
use super::shared::{Shared, tell_recorded};
use crate::matches::protest::ProtestRuling;
use crate::matches::publish::{is_published, publish_earlier, publish_recorded};
use crate::matches::{Host, MatchFault};
use crate::problem::{ExitCode, quote};
use crate::registry::systems;

/// Override the position by an umpire's ruling, or answer a protest, with a reason that all sides read
#[derive(Debug, clap::Args)]
#[command(after_help = systems().changes())]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// Why
    #[arg(long)]
    pub reason: String,
    /// Rule only while this exchange is open, so that a command given twice does not rule twice
    #[arg(long, value_name = "NUMBER")]
    pub exchange: Option<u32>,
    /// What changes, such as `points axis 2`; or `protest 1 upheld`, `protest 1 denied`
    #[arg(required = true, allow_hyphen_values = true)]
    pub change: Vec<String>,
}

/// Runs `sealord rule`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    if let Some(ruling) = of_protest(&args)? {
        return on_protest(shared, &args, ruling);
    }
    let mut host = shared.host(&args.dir)?;
    let dir = shared.store(&args.dir)?;
    let change = args.change.join(" ");
    let published = is_published(&*dir, &host);
    let known = known(&host, &args, &change, published)?;
    if known.is_none() {
        publish_earlier(&*dir, &host, &shared.kit.templates)?;
        host.rule(&args.reason, &change)?;
    }
    let files = publish_recorded(&*dir, &mut host, &shared.kit.templates)?;
    let (head, exchange) = (host.head()?, host.game.exchange());
    let done = match known {
        Some(entry) => format!(
            "this ruling was already made, as entry {entry}; nothing was added (to make it again, give --exchange {exchange})"
        ),
        None => "ruled; a new exchange is open".to_owned(),
    };
    let text = format!("{done}\njournal entry {}, head {}\n", head.number, head.hash);
    let json = json!({
        "ok": true, "again": known.is_some(), "exchange": exchange, "entry": head.number, "head": head.hash,
        "files": files,
    });
    tell_recorded(shared, head.number, &text, &json)?;
    Ok(ExitCode::Done)
}

/// The answer to a protest, if that is what is ruled.
///
/// # Errors
/// If it cannot be read.
fn of_protest(args: &Args) -> Result<Option<ProtestRuling>, MatchFault> {
    let words: Vec<&str> = args.change.iter().flat_map(|words| words.split_whitespace()).collect();
    let ["protest", rest @ ..] = words.as_slice() else { return Ok(None) };
    let found = match rest {
        [number, "upheld"] => Some((number, true)),
        [number, "denied"] => Some((number, false)),
        _ => None,
    };
    let ruling =
        found.and_then(|(number, upheld)| Some(ProtestRuling { protest: number.parse().ok()?, upheld }));
    ruling.map(Some).ok_or_else(|| {
        let what = format!("{} is no ruling on a protest", quote(&words.join(" ")));
        MatchFault::usage(what, "write `protest 1 upheld` or `protest 1 denied`")
    })
}

/// Answers a protest, for all sides to read. The position stays as it is.
fn on_protest(shared: &Shared, args: &Args, ruling: ProtestRuling) -> Outcome {
    let mut host = shared.host(&args.dir)?;
    let before = host.head()?;
    // The same words about the same protest are the same ruling, so that it can be given again.
    let about = format!("{} {}\n{}", ruling.protest, ruling.word(), args.reason);
    let letter = letter("ruling", &about);
    let filed = host.rule_on(ruling, (&args.reason, None), &letter)?;
    let head = host.head()?;
    let again = before == head;
    let mut text = match again {
        true => format!("{} was {} before; nothing was added\n", filed.in_words(), ruling.word()),
        false => format!("{} is {}\n", filed.in_words(), ruling.word()),
    };
    if ruling.upheld && !again {
        text += "what follows from it is another `sealord rule`, or `sealord undo`\n";
    }
    text += &format!("journal entry {}, head {}\n", head.number, head.hash);
    let json = json!({
        "ok": true, "again": again, "protest": ruling.protest, "upheld": ruling.upheld, "entry": head.number,
        "head": head.hash,
    });
    tell_recorded(shared, head.number, &text, &json)?;
    Ok(ExitCode::Done)
}

/// The entry of this very ruling, if the command is given again.
///
/// # Errors
/// If another exchange is open than the one named.
fn known(host: &Host, args: &Args, change: &str, published: bool) -> Result<Option<u64>, MatchFault> {
    let open = host.game.exchange();
    let Some(wanted) = args.exchange else { return host.ruled_already(&args.reason, change) };
    if wanted == open && host.game.open {
        return Ok(None);
    }
    let known = if published || wanted > open { None } else { host.ruled_already(&args.reason, change)? };
    if known.is_none() {
        let what = match host.game.open {
            true => format!("exchange {open} is open, not {wanted}"),
            false => "no exchange is open".to_owned(),
        };
        return Err(MatchFault::no(what, "look at `sealord status`; the ruling may already be there"));
    }
    Ok(known)
}
