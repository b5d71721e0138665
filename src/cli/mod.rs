//! The command line: one file a command, listed in the order in which a match uses them.
//!
//! Human output goes to stdout, diagnostics to stderr; `--json` writes one JSON value to stdout instead.

mod shared;

pub mod answers;
mod appeal;
mod audit;
pub mod bound;
mod calendar;
mod changes;
mod check;
mod clock;
mod commit;
mod cores;
mod completions;
mod compose;
mod config;
mod data;
mod declare;
mod edit;
mod end;
mod explain;
mod form;
mod help;
mod join;
mod leakcheck;
mod league;
mod luck;
#[cfg(feature = "mail")]
mod mail;
mod man;
mod new;
#[cfg(feature = "signatures")]
mod note;
mod place;
mod play;
#[cfg(feature = "practice")]
mod practice;
mod protest;
mod prove;
mod odds;
mod of_game;
mod receive;
mod replay;
mod replay_under;
mod report;
mod resolve;
mod rule;
mod rules;
mod schema;
mod seal;
mod sheet;
mod site;
mod statement;
mod status;
#[cfg(feature = "postgres")]
mod store;
mod systems;
mod terminal;
mod trial;
mod undo;
mod view;
mod witness;

#[cfg(feature = "mail")]
pub use new::begin;

use std::path::PathBuf;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use config::Config;

use crate::kit::Kit;
use crate::matches::{Keep, MatchFault};
use crate::problem::ExitCode;
use crate::registry::systems;

/// Plays strategic naval wargames by mail: sealed orders, dice that anyone can check, reports for each side
#[derive(Debug, Parser)]
#[command(name = "sealord", version, after_help = EXITS)]
pub struct Cli {
    /// Use game data from this folder where it has any
    #[arg(long, global = true, value_name = "DIR", env = "SEALORD_GAMES")]
    games: Option<PathBuf>,
    /// Use report templates from this folder where it has any
    #[arg(long, global = true, value_name = "DIR", env = "SEALORD_TEMPLATES")]
    templates: Option<PathBuf>,
    /// Write one JSON value to stdout instead of text
    #[arg(long, global = true)]
    json: bool,
    /// Use this as the current time (RFC 3339 in UTC)
    #[arg(long, global = true, value_name = "TIME", env = "SEALORD_NOW")]
    now: Option<String>,
    /// Believe --now even if it lies more than 31 days after the newest entry of the match
    #[arg(long, global = true)]
    force: bool,
    /// Keep packets, forms and reports of so many exchanges, the newest, or of all (default: 2). What is gone
    /// can be made again
    #[arg(long, global = true, value_name = "NUMBER|all", env = "SEALORD_KEEP", value_parser = clap::value_parser!(Keep))]
    keep: Option<Keep>,
    /// Do not note in sealord-memory.json, beside a packet, what it quotes
    #[arg(long, global = true, env = "SEALORD_NO_MEMORY", value_parser = clap::builder::FalseyValueParser::new())]
    no_memory: bool,
    /// Print what was asked for, and what is wrong, and nothing else: no notes, no receipts, no progress
    #[arg(short, long, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

/// The exit codes, as `--help` lists them.
const EXITS: &str = "Exit codes:
  0  done
  1  the answer is no: orders refused, a case differs
  2  wrong usage
  3  reading or writing failed
  4  waiting: orders are still missing
  5  a proof failed: commitment, chain, dice or position
 70  a defect of sealord";

#[derive(Debug, Subcommand)]
enum Command {
    Systems(systems::Args),
    New(new::Args),
    Status(status::Args),
    Form(form::Args),
    Compose(compose::Args),
    Edit(edit::Args),
    Check(check::Args),
    Join(join::Args),
    Seal(seal::Args),
    Commit(commit::Args),
    Reveal(receive::RevealArgs),
    Receive(receive::Args),
    Withdraw(witness::WithdrawArgs),
    Statement(statement::Args),
    Witness(witness::Args),
    #[cfg(feature = "signatures")]
    Note(note::Args),
    Resolve(resolve::Args),
    View(view::Args),
    Report(report::Args),
    Replay(replay::Args),
    ReplayUnder(replay_under::Args),
    Luck(luck::Args),
    Clock(clock::Args),
    Declare(declare::Args),
    Sheet(sheet::Args),
    Protest(protest::Args),
    Appeal(appeal::Args),
    Rule(rule::Args),
    Undo(undo::Args),
    End(end::Args),
    #[cfg(feature = "mail")]
    Fetch(mail::FetchArgs),
    #[cfg(feature = "mail")]
    ServeMail(mail::ServeArgs),
    #[cfg(feature = "mail")]
    Doctor(mail::DoctorArgs),
    #[cfg(feature = "postgres")]
    Store(store::Args),
    League(league::Args),
    Audit(audit::Args),
    Leakcheck(leakcheck::Args),
    Prove(prove::Args),
    Result(prove::ResultArgs),
    Site(site::Args),
    Explain(explain::Args),
    Rules(rules::Args),
    Play(play::Args),
    #[cfg(feature = "practice")]
    Practice(practice::Args),
    Odds(odds::Args),
    #[command(flatten)]
    OfGame(of_game::OfGame),
    Data(data::Args),
    Schema(schema::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Global options, and the commands for which they do something. The help of the others does not list them.
const USEFUL: [(&str, Use); 8] = [
    (
        "force",
        Use::By(&[
            "commit", "reveal", "receive", "withdraw", "witness", "resolve", "clock", "declare", "protest",
            "rule", "undo", "end", "practice",
        ]),
    ),
    ("games", Use::Not(&["completions", "man"])),
    ("keep", Use::By(&["new", "resolve", "clock", "declare", "rule", "undo", "end", "play", "practice"])),
    ("json", Use::Not(&["completions"])),
    (
        "now",
        Use::By(&[
            "new", "status", "site", "commit", "reveal", "receive", "withdraw", "witness", "note", "resolve",
            "clock", "declare", "protest", "rule", "undo", "end", "play", "practice",
        ]),
    ),
    (
        "no_memory",
        Use::Only(&[
            "form",
            "compose",
            "edit",
            "check",
            "join",
            "seal",
            "view",
            "report",
            "explain",
            "odds",
            "schema",
            "statement",
        ]),
    ),
    ("quiet", Use::Not(&["completions"])),
    (
        "templates",
        Use::By(&[
            "new",
            "compose",
            "resolve",
            "view",
            "report",
            "replay",
            "site",
            "clock",
            "declare",
            "rule",
            "undo",
            "end",
            "explain",
            "play",
            "practice",
            "audit",
            "leakcheck",
        ]),
    ),
];

/// The commands that work by mail: they play matches on, so every global option does something for them.
const BY_MAIL: [&str; 3] = ["fetch", "serve-mail", "doctor"];

/// Which commands a global option does something for.
enum Use {
    /// All but these.
    Not(&'static [&'static str]),
    /// These, and those that work by mail.
    By(&'static [&'static str]),
    /// These.
    Only(&'static [&'static str]),
}

impl Use {
    fn by(&self, command: &str) -> bool {
        match self {
            Use::Not(others) => !others.contains(&command),
            Use::Only(some) => some.contains(&command),
            Use::By(some) => some.contains(&command) || BY_MAIL.contains(&command),
        }
    }
}

/// The program as clap knows it, in whose help each command lists the global options that do something for
/// it.
pub fn command() -> clap::Command {
    let program = Cli::command();
    let globals: Vec<clap::Arg> = program.get_arguments().cloned().collect();
    help::grouped(program).mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        // One that has an option of this word itself means something else by it.
        let own: Vec<clap::Id> = command.get_arguments().map(|arg| arg.get_id().clone()).collect();
        let idle = |arg: &&clap::Arg| {
            !own.contains(arg.get_id()) && USEFUL.iter().any(|(id, by)| arg.get_id() == *id && !by.by(&name))
        };
        command.args(globals.iter().filter(idle).map(|arg| arg.clone().hide(true)))
    })
}

/// Parses the command line of this process.
///
/// # Errors
/// Where it is none, or asks for help.
pub fn parse() -> Result<Cli, clap::Error> {
    Cli::from_arg_matches(&command().try_get_matches()?)
}

/// True if a command waits for people or for mail: no bar says how long that will be.
fn is_at_ease(command: &Command) -> bool {
    match command {
        Command::Edit(_) => true,
        #[cfg(feature = "practice")]
        Command::Practice(_) => true,
        #[cfg(feature = "mail")]
        Command::ServeMail(_) => true,
        // What stdin will say is not known either.
        _ => std::env::args_os().any(|word| word == "-"),
    }
}

/// Runs a parsed command line.
pub fn run(cli: Cli) -> ExitCode {
    let json = cli.json;
    let config = match Config::of_user() {
        Ok(config) => config,
        Err(fault) => {
            shared::fail(json, &fault);
            return ExitCode::Usage;
        }
    };
    terminal::speak(cli.quiet || config.quiet.unwrap_or_default(), config.colour);
    let _progress = terminal::Progress::begin(!json && !is_at_ease(&cli.command));
    match at_hand(&cli, config).and_then(|shared| dispatch(&shared, cli.command)) {
        Ok(code) => code,
        Err(fault) => shared::fail(json, &fault),
    }
}

/// What a command line has at hand, by its options, the environment and the user's habits.
fn at_hand(cli: &Cli, config: Config) -> Result<shared::Shared, MatchFault> {
    let games = cli.games.clone().or(config.games);
    let templates = cli.templates.clone().or(config.templates);
    if templates.is_some() {
        bound::bound(cli.json);
    }
    let kit = Kit::new(systems(), games.as_deref(), templates, cli.now.as_deref())?;
    let kit = if cli.force { kit.sure() } else { kit };
    let kit = kit.keeping(cli.keep.or(config.keep));
    #[cfg(feature = "mail")]
    let kit = kit.beginning(new::begin).with_secretary(&::league::mail::LeagueSecretary);
    let memory = !cli.no_memory && config.memory.unwrap_or(true);
    let places = place::Places::default();
    Ok(shared::Shared { kit, json: cli.json, memory, editor: config.editor, places })
}

/// Runs a command.
fn dispatch(shared: &shared::Shared, command: Command) -> Outcome {
    match command {
        Command::Systems(args) => systems::run(shared, args),
        Command::New(args) => new::run(shared, args),
        Command::Status(args) => status::run(shared, args),
        Command::Form(args) => form::run(shared, args),
        Command::Compose(args) => compose::run(shared, args),
        Command::Edit(args) => edit::run(shared, args),
        Command::Check(args) => check::run(shared, args),
        Command::Join(args) => join::run(shared, args),
        Command::Seal(args) => seal::run(shared, args),
        Command::Commit(args) => commit::run(shared, args),
        Command::Reveal(args) => receive::reveal(shared, args),
        Command::Receive(args) => receive::run(shared, args),
        Command::Withdraw(args) => witness::withdraw(shared, args),
        Command::Statement(args) => statement::run(shared, args),
        Command::Witness(args) => witness::run(shared, args),
        #[cfg(feature = "signatures")]
        Command::Note(args) => note::run(shared, args),
        Command::Resolve(args) => resolve::run(shared, args),
        Command::View(args) => view::run(shared, args),
        Command::Report(args) => report::run(shared, args),
        Command::Replay(args) => replay::run(shared, args),
        Command::ReplayUnder(args) => replay_under::run(shared, &args),
        Command::Luck(args) => luck::run(shared, args),
        Command::Clock(args) => clock::run(shared, args),
        Command::Declare(args) => declare::run(shared, args),
        Command::Sheet(args) => sheet::run(shared, args),
        Command::Protest(args) => protest::run(shared, args),
        Command::Appeal(args) => appeal::run(shared, args),
        Command::Rule(args) => rule::run(shared, args),
        Command::Undo(args) => undo::run(shared, args),
        Command::End(args) => end::run(shared, args),
        #[cfg(feature = "mail")]
        Command::Fetch(args) => mail::fetch(shared, args),
        #[cfg(feature = "mail")]
        Command::ServeMail(args) => mail::serve(shared, args),
        #[cfg(feature = "mail")]
        Command::Doctor(args) => mail::doctor(shared, args),
        #[cfg(feature = "postgres")]
        Command::Store(args) => store::run(shared, args),
        Command::League(args) => league::run(shared, args),
        Command::Audit(args) => audit::run(shared, args),
        Command::Leakcheck(args) => leakcheck::run(shared, &args),
        Command::Prove(args) => prove::run(shared, args),
        Command::Result(args) => prove::result(shared, args),
        Command::Site(args) => site::run(shared, args),
        Command::Explain(args) => explain::run(shared, args),
        Command::Rules(args) => rules::run(shared, args),
        Command::Play(args) => play::run(shared, args),
        #[cfg(feature = "practice")]
        Command::Practice(args) => practice::run(shared, args),
        Command::Odds(args) => odds::run(shared, args),
        Command::OfGame(command) => of_game::run(shared, &command),
        Command::Data(args) => data::run(shared, args),
        Command::Schema(args) => schema::run(shared, args),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(shared, args),
    }
}

/// Answers a command line that is none, or one that asks for help: in words, or as JSON where that is wanted.
pub fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return if error.print().is_ok() { ExitCode::Done } else { ExitCode::InputOutput };
    }
    if std::env::args_os().any(|word| word == "--json") {
        let told = error.to_string();
        let what = told.trim().trim_start_matches("error: ");
        return shared::fail(true, &MatchFault::usage(what, "see `sealord --help`"));
    }
    _ = error.print();
    ExitCode::Usage
}

/// What a command gives back.
type Outcome = Result<ExitCode, MatchFault>;
