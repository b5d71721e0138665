//! `sealord form`

use std::path::{Path, PathBuf};

use fs_err as fs;

use super::Outcome;
use super::shared::{ORDERS_LIMIT, Shared, print, read, side};
use crate::doctrine::compile::compile_into;
use crate::matches::MatchFault;
use crate::orders::form::{form, write_doctrine};
use crate::orders::parse_doctrine;
use crate::problem::{Collector, ExitCode, quote};
use crate::rules::{Rulebook, systems};
use crate::side::Side;

/// Write a blank order form for a packet, filled in with what silence means
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The packet that came with the report, or a match folder
    pub packet: PathBuf,
    /// The side, if a match folder is given
    #[arg(long, value_parser = side)]
    pub side: Option<Side>,
    /// Put the doctrine of this file into the form
    #[arg(long, value_name = "FILE")]
    pub doctrine: Option<PathBuf>,
    /// Write to this file instead of stdout; a file that is there is not overwritten
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let packet = shared.packet(&args.packet, args.side)?;
    if packet.over {
        let what = format!("the match {} is over: nothing is asked of anybody", quote(&packet.match_id));
        return Err(MatchFault::no(what, "read its end with `sealord report`"));
    }
    let doctrine = match &args.doctrine {
        Some(path) => systems!(with [&packet.system, S => {
            doctrine_of::<S>(&shared.system_of(&packet)?, path)
        }])?,
        None => packet.doctrine.clone(),
    };
    let text = form(&packet, Some(&doctrine));
    match args.out {
        None => print(&text)?,
        Some(path) => {
            use std::io::Write;
            let mut file = fs::OpenOptions::new().write(true).create_new(true).open(path)?;
            file.write_all(text.as_bytes())?;
        }
    }
    Ok(ExitCode::Done)
}

/// The doctrine of a file: what stands under `doctrine:`, or a file that is nothing but standing answers.
fn doctrine_of<S: Rulebook>(system: &S, path: &Path) -> Result<String, MatchFault> {
    let bytes = read(path, ORDERS_LIMIT)?;
    let name = path.display().to_string();
    let refused =
        |problems| MatchFault::Refused { problems, source: String::from_utf8_lossy(&bytes).into_owned() };
    let draft = parse_doctrine(&name, &bytes).map_err(refused)?.ok_or_else(|| {
        MatchFault::no(format!("{name} holds no doctrine"), "write standing answers under `doctrine:`")
    })?;
    let mut problems = Collector::new();
    compile_into(system, &draft, &mut problems);
    if problems.is_empty() { Ok(write_doctrine(&draft)) } else { Err(refused(problems.finish_in(&name))) }
}
