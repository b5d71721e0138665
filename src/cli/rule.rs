//! `sealord rule`

use std::path::PathBuf;

use serde_json::json;

use super::Outcome;
use super::shared::{Shared, tell_recorded};
use crate::matches::publish::{is_published, publish_earlier, publish_recorded};
use crate::matches::{Host, MatchFault};
use crate::problem::ExitCode;
use crate::registry::systems;

/// Override the position by an umpire's ruling, with a reason that both sides read
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
    /// What changes, such as `points axis 2`
    #[arg(required = true, allow_hyphen_values = true)]
    pub change: Vec<String>,
}

/// Runs `sealord rule`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let mut host = shared.host(&args.dir)?;
    let dir = shared.kit.dir(&args.dir);
    let change = args.change.join(" ");
    let published = is_published(&dir, &host);
    let known = known(&host, &args, &change, published)?;
    if known.is_none() {
        publish_earlier(&dir, &host, &shared.kit.templates)?;
        host.rule(&args.reason, &change)?;
    }
    let files = publish_recorded(&dir, &mut host, &shared.kit.templates)?;
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
