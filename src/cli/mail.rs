//! `sealord fetch`, `sealord serve-mail` and `sealord doctor`

mod log;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use self::log::{Form, Log};
use super::Outcome;
use super::shared::{Shared, notes, print, print_json, say, tell_done};
use super::terminal::{Verdict, painted, paints_stdout};
use crate::fence::fenced;
use crate::matches::MatchFault;
use crate::post::office::{Finding, Office, Premises, Rest, RunSummary, examine};
use crate::post::wire::config::In;
use crate::post::wire::inward::stdin::{Stdin, TRY_AGAIN};
use crate::problem::{ExitCode, count};

/// The longest wait between two runs after failures, in seconds.
const LONGEST_WAIT: u64 = 3600;
/// How long a worker waits before it looks again whether the office is free, in seconds.
const STANDING_BY: u64 = 5;

/// Read the mail that is waiting, do what it says, close what is due, and send out what is new
#[derive(Debug, clap::Args)]
#[command(
    after_help = "OFFICE is a folder with `office.yaml`; docs/by-mail.md shows one. Run this from cron every few minutes,
or leave `sealord serve-mail` running. With --stdin, one message is read from standard input instead of
the mailbox in the settings, as from a .forward file or procmail."
)]
pub struct FetchArgs {
    /// The office's folder
    pub office: PathBuf,
    /// Read one message from standard input
    #[arg(long)]
    pub stdin: bool,
    /// Write on stderr what is done, as it happens, and nothing else there
    #[arg(long, value_name = "FORM")]
    pub log: Option<Form>,
}

/// Keep reading and sending mail until stopped
#[derive(Debug, clap::Args)]
#[command(
    after_help = "After a failure it waits longer, up to an hour. SIGTERM and SIGINT end it after the current run."
)]
pub struct ServeArgs {
    /// The office's folder
    pub office: PathBuf,
    /// Seconds between two runs
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub every: u64,
    /// The name of this worker, for an office in a database that several of them run
    #[cfg(feature = "postgres")]
    #[arg(long, value_name = "NAME")]
    pub worker: Option<String>,
    /// Write on stderr what is done, as it happens, and nothing else there
    #[arg(long, value_name = "FORM")]
    pub log: Option<Form>,
}

/// Check the set-up of an office, and say what is wrong and what would help
#[derive(Debug, clap::Args)]
pub struct DoctorArgs {
    /// The office's folder
    pub office: PathBuf,
}

/// Runs `sealord fetch`.
pub fn fetch(shared: &Shared, args: FetchArgs) -> Outcome {
    let log = Log::new(shared, args.log, &args.office);
    match run(shared, &args.office, &log, args.stdin) {
        Ok((account, _)) => {
            tell(shared, &account, &log)?;
            Ok(if account.troubles.is_empty() { ExitCode::Done } else { ExitCode::InputOutput })
        }
        Err(fault) => unless_logged(shared, &log, fault),
    }
}

/// One run, by the road in the settings or with what stands on standard input. Gives what must stay as it is
/// for the next to find nothing to do, if that is known.
fn run(
    shared: &Shared,
    office: &Path,
    log: &Log<'_>,
    stdin: bool,
) -> Result<(RunSummary, Option<Rest>), MatchFault> {
    let begun = Instant::now();
    let written = shared.places.settings(office)?;
    let settings = written.settings();
    log.names(settings);
    let open = Office::open(&shared.kit, shared.places.office(office)?);
    let ran = open.and_then(|open| {
        let mut open = open.heard_by(log.begun(settings.store.is_some()));
        let account = match &settings.mail.inward {
            _ if stdin => {
                let ran = open.run(Some(&mut Stdin::new(settings.mail.largest)));
                // A program that hands mail over keeps it, and tries again, only if it is told so in its own
                // way.
                ran.inspect_err(|_| {
                    says(log, &format!("note: exit code {TRY_AGAIN} would let the mail system try again"));
                })
            }
            // Nothing waits there but for `--stdin`.
            In::Stdin(_) => open.run(None),
            _ => {
                let mut source = open.road_in()?;
                open.run(Some(source.as_mut()))
            }
        }?;
        let rest = open.rest(&account);
        Ok((account, rest))
    });
    log.says_what_was_lost();
    ran.inspect(|(account, _)| log.ended(begun, account))
}

/// A fault ends a command: where a log is kept it stands there, and not a second time in other words.
fn unless_logged(shared: &Shared, log: &Log<'_>, fault: MatchFault) -> Outcome {
    log.failed(&fault);
    if log.is_kept() && !shared.json { Ok(fault.code()) } else { Err(fault) }
}

fn tell(shared: &Shared, account: &RunSummary, log: &Log<'_>) -> Result<(), MatchFault> {
    if !log.is_kept() {
        notes(&account.notices);
        account.troubles.iter().for_each(|trouble| say(&format!("problem: {trouble}")));
    }
    if shared.json {
        return print_json(&json!({"ok": account.troubles.is_empty(), "account": account}));
    }
    let RunSummary { received, taken, refused, ignored, resolved, sent, waiting, .. } = account;
    tell_done(&format!(
        "{} in: {taken} accepted, {refused} refused, {ignored} skipped; {} closed; {sent} sent, {waiting} to be sent\n",
        count(*received, "message"),
        count(*resolved, "exchange"),
    ))
}

/// Runs `sealord serve-mail`.
pub fn serve(shared: &Shared, args: ServeArgs) -> Outcome {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    let log = Log::new(shared, args.log, &args.office);
    #[cfg(feature = "postgres")]
    if let Some(worker) = &args.worker {
        works(shared, &args.office, worker)?;
    }
    let (mut failures, mut has_run, mut stands_by) = (0, false, false);
    let (mut rest, mut problem) = (None, String::new());
    while !stop.load(Ordering::Relaxed) {
        if rest.as_ref().is_some_and(|rest| rests(shared, rest)) {
            pause(args.every, &stop);
            continue;
        }
        rest = None;
        if is_one_of_many(&args) {
            help(shared, &args, &log, &mut problem);
        }
        // A defect that shows once need not show again, and the mail of all would wait for it.
        let ran = fenced(|| run(shared, &args.office, &log, false));
        match ran.unwrap_or_else(|why| Err(MatchFault::Io(format!("a defect of sealord: {why}")))) {
            Ok((account, found)) => {
                (failures, has_run, stands_by) = (0, true, false);
                // Where the office is follows from its settings: as long as it rests they are read no more.
                rest = found.zip(shared.places.office(&args.office).ok());
                if account != RunSummary::default() {
                    tell(shared, &account, &log)?;
                }
            }
            // Another worker has the office: that is no failure, and is said once.
            Err(MatchFault::Waiting(why)) if is_one_of_many(&args) => {
                if !std::mem::replace(&mut stands_by, true) {
                    log.words("standing-by", &why);
                    says(&log, &format!("note: standing by: {why}"));
                }
                failures = 0;
            }
            // What is wrong with the settings does not mend itself; but whoever edits them meanwhile may save
            // too soon.
            Err(fault @ (MatchFault::No { .. } | MatchFault::Usage { .. })) if !has_run => {
                return unless_logged(shared, &log, fault);
            }
            Err(fault @ MatchFault::Bug(_)) => return unless_logged(shared, &log, fault),
            Err(fault) => {
                failures = (failures + 1).min(6);
                log.failed(&fault);
                says(&log, &format!("problem: {fault}"));
            }
        }
        if stands_by {
            stand_by(shared, &args, &log, (&mut problem, &stop));
        } else {
            pause((args.every << failures).min(LONGEST_WAIT.max(args.every)), &stop);
        }
    }
    Ok(ExitCode::Done)
}

/// Waits until it is time to look whether the office is free, and lends whoever runs it a hand.
fn stand_by(shared: &Shared, args: &ServeArgs, log: &Log<'_>, (problem, stop): (&mut String, &AtomicBool)) {
    for _ in 0..args.every.min(STANDING_BY) {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        help(shared, args, log, problem);
        pause(1, stop);
    }
}

/// Lends a hand to whoever runs the office. The same problem is said once.
fn help(shared: &Shared, args: &ServeArgs, log: &Log<'_>, problem: &mut String) {
    let help = || Office::help(&shared.kit, shared.places.office(&args.office)?, log.helping());
    let helped = fenced(help).unwrap_or_else(|why| Err(MatchFault::Bug(why)));
    let found = match helped {
        Ok(helped) => {
            log.helped(&helped);
            helped.troubles.join("\n")
        }
        Err(fault) => fault.to_string(),
    };
    log.says_what_was_lost();
    if !found.is_empty() && found != *problem {
        log.words("trouble", &found);
        says(log, &format!("problem: {found}"));
    }
    *problem = found;
}

/// Waits so many seconds, unless it is told to stop.
fn pause(seconds: u64, stop: &AtomicBool) {
    for _ in 0..seconds * 5 {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// Whether an office still rests. What cannot be looked at is said by the run that then follows.
fn rests(shared: &Shared, (rest, at): &(Rest, Premises)) -> bool {
    let still = || rest.lasts(at, shared.kit.now().parse().ok()?).ok();
    fenced(still).ok().flatten().unwrap_or_default()
}

/// Says something on stderr, unless that belongs to a log.
fn says(log: &Log<'_>, words: &str) {
    if !log.is_kept() {
        say(words);
    }
}

/// Opens the database of an office for a worker of this name.
///
/// # Errors
/// If the office is in folders, or its database is out of reach.
#[cfg(feature = "postgres")]
fn works(shared: &Shared, office: &Path, worker: &str) -> Result<(), MatchFault> {
    if worker.is_empty() || worker.len() > 60 || worker.chars().any(char::is_control) {
        return Err(MatchFault::usage("--worker: this is no name", "write up to 60 letters and digits"));
    }
    shared.places.works_as(worker);
    match shared.places.database(office)? {
        Some(_) => Ok(()),
        None => {
            let what =
                format!("--worker: the office in {} is in folders, which one program runs", office.display());
            Err(MatchFault::usage(
                what,
                "leave it out; docs/store.md shows how an office moves into a database",
            ))
        }
    }
}

/// Whether other workers may have the office now and then.
fn is_one_of_many(args: &ServeArgs) -> bool {
    #[cfg(feature = "postgres")]
    let many = args.worker.is_some();
    #[cfg(not(feature = "postgres"))]
    let many = {
        let _ = args;
        false
    };
    many
}

/// The word before a finding, in the colour of its verdict.
fn mark(verdict: Verdict, word: &str) -> String {
    if paints_stdout() { painted(verdict, word) } else { word.to_owned() }
}

/// Runs `sealord doctor`.
pub fn doctor(shared: &Shared, args: DoctorArgs) -> Outcome {
    let findings = match shared.places.office(&args.office) {
        Ok(premises) => examine(&shared.kit, premises),
        // What is wrong with the settings is said in the same words everywhere.
        Err(_) if shared.places.settings(&args.office).is_err() => examine(&shared.kit, &args.office),
        Err(fault) => vec![Finding { what: "office".to_owned(), good: false, words: fault.to_string() }],
    };
    #[cfg(feature = "postgres")]
    let findings = findings.into_iter().chain(of_database(shared, &args.office)).collect::<Vec<_>>();
    let good = findings.iter().all(|finding| finding.good);
    if shared.json {
        print_json(&json!({"ok": good, "findings": findings}))?;
    } else {
        for finding in &findings {
            let words = finding.words.replace('\n', "\n       ");
            match finding.good {
                true => tell_done(&format!("{}  {}: {words}\n", mark(Verdict::Good, "good "), finding.what))?,
                false => print(&format!("{}  {}: {words}\n", mark(Verdict::Bad, "WRONG"), finding.what))?,
            }
        }
    }
    Ok(if good { ExitCode::Done } else { ExitCode::No })
}

/// What is wrong with the database of an office, if it keeps its matches in one.
#[cfg(feature = "postgres")]
fn of_database(shared: &Shared, office: &Path) -> Vec<Finding> {
    let now = shared.kit.now().parse();
    match (sealord_postgres::Settings::read(office), now) {
        (Ok(Some(settings)), Ok(now)) => {
            let found = sealord_postgres::examine(settings, now);
            found
                .into_iter()
                .map(|it| Finding { what: it.what.to_owned(), good: it.good, words: it.words })
                .collect()
        }
        (Err(fault), _) => {
            vec![Finding { what: "database".to_owned(), good: false, words: fault.to_string() }]
        }
        _ => Vec::new(),
    }
}
