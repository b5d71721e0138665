//! `sealord practice`: a match against staff officers, on pages that this program serves to the browser of
//! the same machine. Orders go the way of `receive` and `resolve`; nothing but the journal says where the
//! match stands, so it can be stopped at any instant and gone on with.

/// The page in a browser.
mod browser;
/// The match behind the pages.
mod desk;
/// Who may ask for what.
mod guard;
/// The pages beside reports and the page for orders.
mod pages;
/// Requests and answers.
mod server;

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

use serde_json::json;

use super::shared::{Shared, party, print, print_json, say};
use super::{Outcome, new};
use crate::digest::Salt;
use crate::matches::{MatchFault, Missing};
use crate::party::Party;
use crate::problem::{ExitCode, list_or};
use crate::trust::Trust;
use desk::Desk;
use guard::Guard;

/// Play a game against the program: it begins a match whose other sides the staff officer plays, and shows
/// its pages in your browser
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Choose on the page and send your orders; the next page shows what came of them. In the first turn it says
what to look at. Ctrl-C stops the command, not the match: `sealord practice --match DIR` goes on with it. At the
end the page leads to the replay and says what the audit found.

The pages are served to this machine alone, at an address with a secret word in it. Whoever has that address
can give your orders, so keep it to yourself."
)]
pub struct Args {
    /// The rules system; leave it out to go on with --match
    pub system: Option<String>,
    /// The scenario (default: the first that the system plays)
    pub scenario: Option<String>,
    /// The side that you play (default: the first of the scenario)
    #[arg(long = "as", value_parser = party, value_name = "SIDE")]
    pub party: Option<Party>,
    /// The match folder: to go on with the match in it, or to begin one there (default: practice-SCENARIO)
    #[arg(long = "match", value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Choose an optional rule or another reading, as word=value
    #[arg(long = "option", value_name = "WORD=VALUE")]
    pub options: Vec<String>,
    /// Make the seed from this number: the same orders then meet the same dice and the same answers
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..=new::LARGEST_SEED))]
    pub seed: Option<u64>,
    /// Give no hints in the first turn
    #[arg(long)]
    pub no_hints: bool,
    /// Open no browser; open the address that is printed yourself
    #[arg(long)]
    pub no_browser: bool,
    /// Serve the pages at this port (default: any that is free)
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,
}

/// Runs `sealord practice`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let dir = folder(shared, &args)?;
    if !is_begun(&dir) {
        begin(shared, &dir, &args)?;
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port))?;
    let guard = Guard::new(Salt::random()?.to_string(), listener.local_addr()?.port());
    let desk = Desk::open(shared, &dir, guard.path(), !args.no_hints)?;
    let address = guard.address();
    tell(shared, &desk, &dir, &address)?;
    if !args.no_browser {
        browser::open(&dir, &address).unwrap_or_else(|why| {
            say(&format!("no browser could be opened ({why}): open the address above yourself"));
        });
    }
    server::serve(listener, guard, desk)?;
    Ok(ExitCode::Done)
}

/// Whether a folder holds a match.
fn is_begun(dir: &Path) -> bool {
    dir.join("journal.jsonl").exists()
}

/// The folder to play in.
fn folder(shared: &Shared, args: &Args) -> Result<PathBuf, MatchFault> {
    match (&args.dir, &args.system) {
        (Some(dir), None) if !is_begun(dir) => Err(MatchFault::usage(
            format!("there is no match in {}", dir.display()),
            "say which game to begin there, as in `sealord practice admirals-war midway`",
        )),
        (Some(dir), Some(_)) if is_begun(dir) => Err(MatchFault::usage(
            format!("{} holds a match already", dir.display()),
            format!("go on with it by `sealord practice --match {}`, or name another folder", dir.display()),
        )),
        (Some(dir), _) => Ok(dir.clone()),
        (None, None) => Err(MatchFault::usage(
            "nothing says which game to play",
            "write `sealord practice SYSTEM`, or --match DIR to go on; `sealord systems` lists the games",
        )),
        (None, Some(word)) => {
            let system = shared.kit.systems.system(word)?;
            let scenario = system.scenario(&shared.kit.games, args.scenario.as_deref())?;
            let name = |nth: u32| match nth {
                1 => format!("practice-{scenario}"),
                _ => format!("practice-{scenario}-{nth}"),
            };
            let free = (1..).map(|nth| PathBuf::from(name(nth))).find(|dir| !is_begun(dir));
            free.ok_or_else(|| MatchFault::Bug("no name is free".into()))
        }
    }
}

/// Begins the match: the player has one side, the staff officer all others.
fn begin(shared: &Shared, dir: &Path, args: &Args) -> Result<(), MatchFault> {
    let mut options = new::Args {
        dir: dir.to_owned(),
        system: args.system.clone(),
        scenario: args.scenario.clone(),
        match_id: None,
        trust: Trust::Umpire,
        asked_seal: false,
        umpire_plays: None,
        officers: Vec::new(),
        deadline_hours: None,
        schedule: None,
        missing: Missing::Doctrine,
        by_hand: Vec::new(),
        options: args.options.clone(),
        edition: None,
        players: Vec::new(),
        keys: Vec::new(),
        demand_signatures: false,
        seed: args.seed,
    };
    let parties = new::parties(&shared.kit, &options)?;
    let own = args.party.unwrap_or(parties[0]);
    if !parties.contains(&own) {
        let words: Vec<&str> = parties.iter().map(|party| party.id()).collect();
        let what = format!("the {own} do not play in this scenario");
        return Err(MatchFault::usage(what, format!("write {}", list_or(&words))));
    }
    options.officers = own.others(parties).collect();
    if options.officers.is_empty() {
        let what = "nobody else plays in this scenario";
        return Err(MatchFault::no(what, "choose another; `sealord systems SYSTEM` lists them"));
    }
    new::create(&shared.kit, &shared.kit.dir(dir), dir, &options).map(drop)
}

/// Says where the pages are, and how to go on with the match.
fn tell(shared: &Shared, desk: &Desk<'_>, dir: &Path, address: &str) -> Result<(), MatchFault> {
    if shared.json {
        print_json(&json!({
            "ok": true, "match": desk.match_id(), "dir": dir.display().to_string(), "side": desk.party().id(),
            "address": address,
        }))?;
    } else {
        print(&format!(
            "{}: you play the {}\nyour page: {address}\nCtrl-C stops; to go on: sealord practice --match {}\n",
            desk.match_id(),
            desk.party(),
            dir.display(),
        ))?;
    }
    std::io::stdout().flush().map_err(MatchFault::from)
}
