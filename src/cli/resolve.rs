//! `sealord resolve`

use std::path::PathBuf;

use serde_json::json;

use super::calendar::Tardy;
use super::shared::{Shared, tell_recorded};
use super::{Outcome, trial};
use crate::matches::publish::{is_published, publish_recorded};
use crate::matches::{Host, MatchFault};
use crate::problem::ExitCode;

/// Close the open exchange, resolve it, and write what each side is shown
#[derive(Debug, clap::Args)]
#[command(
    after_help = "An exchange can be resolved when every side that is asked has sent a file and, where there is a
deadline, every file says `final: true` or the deadline has passed. After the deadline the match's
policy (`sealord new --missing`) answers for a side that sent nothing. In a match with a schedule it waits out
the grace and pauses, and the time to change one's mind; `sealord clock` shows them.

Under commit-reveal `final` has no effect. When the deadline has passed, or with --close, the policy
answers for the sides without a commitment, and the others are waited for (exit code 4) until they have
opened their files. They have as many hours as the deadline had; the next --close ends that as well.

If an earlier command was cut short after it was recorded, `sealord resolve` first writes what was
not published yet, and closes nothing."
)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// Close it now, even if sides are missing; the match's policy answers for them
    #[arg(long)]
    pub close: bool,
    /// Resolve only this exchange, so that a command given twice does not close the next one
    #[arg(long, value_name = "NUMBER")]
    pub exchange: Option<u32>,
    /// Only show what would come: who is missing, what would come to nothing, what would be asked. No die is
    /// rolled, and nothing is written
    #[arg(long, conflicts_with = "close")]
    pub trial: bool,
}

/// What there is to do.
enum Task {
    Resolve,
    Publish(&'static str),
}

/// Runs `sealord resolve`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    if args.trial {
        return trial::run(shared, &args.dir, args.exchange);
    }
    let mut host = shared.host(&args.dir)?;
    let dir = shared.store(&args.dir)?;
    let task = task(&host, args.exchange, is_published(&*dir, &host))?;
    let mut tardy = None;
    let done = match task {
        Task::Resolve => {
            host.is_played_on()?;
            tardy = Some(Tardy::of(&host.game)?);
            host.resolve(args.close)?;
            "resolved"
        }
        Task::Publish(why) => why,
    };
    let resolved = matches!(task, Task::Resolve);
    let files = publish_recorded(&*dir, &mut host, &shared.kit.templates)?;
    let head = host.head()?;
    let standing = host.game.rules.standing().name;
    let mut text = format!("{done}: {standing}\n");
    text += tardy.as_ref().map_or("", |it| &it.text);
    files.iter().for_each(|path| text += &format!("wrote {path}\n"));
    text += &format!("journal entry {}, head {}\n", head.number, head.hash);
    let json = json!({
        "ok": true, "resolved": resolved, "late": tardy.as_ref().map(|it| &it.late),
        "missing": tardy.as_ref().map(|it| &it.missing), "standing": standing, "over": host.game.is_over(),
        "entry": head.number, "head": head.hash, "files": files,
    });
    tell_recorded(shared, head.number, &text, &json)?;
    if !resolved && args.exchange == Some(host.game.exchange()) && !host.game.is_over() {
        let what = "this exchange had not been published; now it is, and it stays open";
        return Err(MatchFault::Waiting(what.to_owned()));
    }
    Ok(ExitCode::Done)
}

/// For what a match waits that asks nobody anything.
fn waits(host: &Host) -> String {
    let wanted = host.game.rules.wanted();
    let lines: Vec<String> = wanted.iter().map(|line| format!("waits for the table: {line}")).collect();
    lines.join("\n")
}

/// A command that was cut short may have opened an exchange and not told anybody; to close that one too would
/// leave its players no chance to answer. So what is not published is published, and nothing more.
fn task(host: &Host, wanted: Option<u32>, published: bool) -> Result<Task, MatchFault> {
    let (last, over) = (host.game.exchange(), host.game.is_over());
    let earlier = wanted.is_some_and(|wanted| wanted < last);
    if let Some(wanted) = wanted
        && wanted != last
        && (published || !earlier)
    {
        return Err(if over {
            let what = format!("the match is over; its last exchange was {last}, not {wanted}");
            MatchFault::no(what, "look at the reports of the end")
        } else {
            let what = format!("exchange {last} is open, not {wanted}");
            MatchFault::no(what, "look at `sealord status`; it may already be resolved")
        });
    }
    if !host.game.open && !over && published {
        return Err(MatchFault::Waiting(waits(host)));
    }
    Ok(match (over, published) {
        (true, true) => {
            let what = "the match is over: there is nothing left to resolve".to_owned();
            return Err(MatchFault::no(what, "read its end with `sealord report`"));
        }
        (true, false) => Task::Publish("the match is over; only published what had not been"),
        (false, false) => Task::Publish("nothing closed, only published what had not been"),
        (false, true) => Task::Resolve,
    })
}
