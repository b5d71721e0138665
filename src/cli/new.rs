//! `sealord new`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::shared::{Shared, party, read, say, tell_recorded};
use super::{Outcome, calendar};
use crate::adjudicator::Adjudicator;
use crate::dice::Seed;
use crate::doctrine::by_hand;
use crate::kit::Kit;
use crate::machine::names;
use crate::matches::publish::publish_recorded;
use crate::matches::{Host, MatchFault, Missing, Sealing, Settings, Store};
use crate::party::Party;
use crate::problem::{ExitCode, list_or, quote};
use crate::rulebook::{Choices, Title};
use crate::seal::is_match_id;
use crate::signature::{Key, Signing};
use crate::systems::Entry;
use crate::team::Teams;
use crate::trust::Trust;

/// The largest number that a journal can hold.
pub const LARGEST_SEED: u64 = (1 << 53) - 1;

/// The largest file of a public key that is read.
const KEY_LIMIT: u64 = 64 << 10;

/// Begin a match in a new folder
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// The rules system (default: the first that plays the scenario)
    #[arg(long)]
    pub system: Option<String>,
    /// The scenario (default: the first that the system plays)
    #[arg(long)]
    pub scenario: Option<String>,
    /// The match's name, in lower case letters, digits and hyphens (default: the folder's name)
    #[arg(long = "match", value_name = "WORD")]
    pub match_id: Option<String>,
    /// How orders are trusted: umpire (files at once) or commit-reveal (hashes first)
    #[arg(long, default_value = "umpire", value_parser = trust)]
    pub trust: Trust,
    /// Under commit-reveal, only the sides that are asked seal, which spares the others a file without
    /// answers. It also lets the umpire and one player together choose the dice of every exchange in which
    /// that player's side alone is asked
    #[arg(long)]
    pub asked_seal: bool,
    /// The side that the umpire plays himself: his file is opened first. Only with --trust commit-reveal,
    /// because otherwise he would read the other side's orders before he writes his own
    #[arg(long, value_parser = party, value_name = "SIDE")]
    pub umpire_plays: Option<Party>,
    /// Let the staff officer play a side: it answers at once, sees no more than a player of that side would,
    /// and the audit works its orders out anew. Once for each side; somebody must be left to play
    #[arg(long = "officer", value_parser = party, value_name = "SIDE")]
    pub officers: Vec<Party>,
    /// Hours from the opening of an exchange to its deadline (default: no deadline, and an exchange is
    /// resolved when all are in). Under commit-reveal the deadline is for commitments, and files have the
    /// same number of hours again
    #[arg(long, value_name = "HOURS", value_parser = clap::value_parser!(u32).range(1..))]
    pub deadline_hours: Option<u32>,
    /// A file that says when deadlines are, by the calendar (docs/deadlines.md). With it, --deadline-hours is
    /// only the time in which files may be opened under commit-reveal
    #[arg(long, value_name = "FILE")]
    pub schedule: Option<PathBuf>,
    /// What happens without orders: doctrine, hold, staff or umpire
    #[arg(long, default_value = "doctrine", value_parser = missing)]
    pub missing: Missing,
    /// Kinds of question that a side decides itself even where its doctrine would answer, as in mat,fire;
    /// `combat` stands for every kind of combat. Doctrine then answers only for a side that sends nothing
    #[arg(long, value_name = "KIND,KIND", value_delimiter = ',')]
    pub by_hand: Vec<String>,
    /// Choose an optional rule or another reading, as word=value; `sealord systems SYSTEM --options` lists
    /// them
    #[arg(long = "option", value_name = "WORD=VALUE")]
    pub options: Vec<String>,
    /// Begin by an older edition of the rules, if this program still plays it: to play a match of that
    /// edition again
    #[arg(long, value_name = "NUMBER")]
    pub edition: Option<u32>,
    /// Let several players share a side: give this once for each, with the words of what the player orders.
    /// The first of a side is its leader, who seals, and orders what is given to nobody
    #[arg(long = "player", value_name = "SIDE:NAME=WORD,WORD")]
    pub players: Vec<String>,
    /// Fix the public key with which a side signs, as a .pub file of `ssh-keygen`: once for each side. Then
    /// nobody else can take back what the side sent, and the audit lists what it did not sign. It holds for
    /// the whole match
    #[arg(long = "key", value_name = "SIDE=FILE")]
    pub keys: Vec<String>,
    /// Accept commitments and files of sides with a --key only with their signatures
    #[arg(long, requires = "keys")]
    pub demand_signatures: bool,
    /// Make the umpire's seed from this number: for practice only, since anybody can then work out the dice.
    /// Every packet and report says so
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..=LARGEST_SEED))]
    pub seed: Option<u64>,
}

impl Args {
    /// A match for practice from a number, in which every file that is missing is the staff officer's.
    pub fn by_officers(dir: PathBuf, system: &str, scenario: &str, seed: u64) -> Args {
        Args {
            dir,
            system: Some(system.to_owned()),
            scenario: Some(scenario.to_owned()),
            match_id: Some(format!("practice-{seed}")),
            trust: Trust::Umpire,
            asked_seal: false,
            umpire_plays: None,
            officers: Vec::new(),
            deadline_hours: None,
            schedule: None,
            missing: Missing::Staff,
            by_hand: Vec::new(),
            options: Vec::new(),
            edition: None,
            players: Vec::new(),
            keys: Vec::new(),
            demand_signatures: false,
            seed: Some(seed),
        }
    }
}

fn trust(word: &str) -> Result<Trust, String> {
    match word {
        "umpire" => Ok(Trust::Umpire),
        "commit-reveal" => Ok(Trust::CommitReveal),
        _ => Err("write umpire or commit-reveal".to_owned()),
    }
}

fn missing(word: &str) -> Result<Missing, String> {
    Missing::parse(word).ok_or_else(|| "write doctrine, hold, staff or umpire".to_owned())
}

/// Runs `sealord new`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let dir = shared.places.fresh(&shared.kit, &args.dir)?;
    let mut host = create(&shared.kit, &*dir, &args.dir, &args)?;
    if let Some(number) = args.seed {
        say(&format!(
            "warning: anyone who knows the number {number} knows every roll; do not use --seed in a match between people"
        ));
    }
    if args.asked_seal {
        say(ASKED_SEAL);
    }
    let idle = args.deadline_hours.is_some() && args.trust == Trust::Umpire;
    if args.schedule.is_some() && idle {
        say("note: with --schedule, --deadline-hours has an effect only under --trust commit-reveal");
    }
    let files = publish_recorded(&*dir, &mut host, &shared.kit.templates)?;
    let head = host.head()?;
    let settings = &host.game.settings;
    let mut text = format!(
        "match {} begins: genesis {}\nseed commitment {}\n",
        settings.match_id, host.game.genesis, settings.seed_commitment
    );
    if let Some(schedule) = &settings.schedule {
        text += &format!("deadlines: {}\n", schedule.in_words());
    }
    for party in &settings.officers {
        text += &format!("the staff officer plays the {party}\n");
    }
    if settings.sealing == Some(Sealing::Every) {
        text += "every side seals every exchange, also a side with nothing to answer\n";
    }
    if let Some(fixed) = host.game.fixed() {
        text += &calendar::deadline(&host.game, fixed, "");
    }
    files.iter().for_each(|path| text += &format!("wrote {path}\n"));
    let json = json!({
        "ok": true, "match": settings.match_id, "genesis": host.game.genesis,
        "schedule": settings.schedule, "sealing": settings.sealing, "seed_commitment": settings.seed_commitment, "officers": settings.officers, "entry": head.number,
        "head": head.hash, "files": files,
    });
    tell_recorded(shared, head.number, &text, &json)?;
    Ok(ExitCode::Done)
}

/// What a match without the files of those who are asked nothing allows.
const ASKED_SEAL: &str = "warning: with --asked-seal an exchange that asks one side alone has no other side's salt in its \
                          dice: the umpire and that player together can seal the orders again and again until they like \
                          the dice, and no audit shows it";

/// Who seals, as the options say.
fn sealing(args: &Args) -> Result<Option<Sealing>, MatchFault> {
    match (args.trust, args.asked_seal) {
        (Trust::Umpire, true) => Err(MatchFault::usage(
            "--asked-seal says who seals under commit-reveal, and this match is begun under the trust `umpire`",
            "leave it out, or add --trust commit-reveal",
        )),
        (Trust::Umpire, false) => Ok(None),
        (Trust::CommitReveal, false) => Ok(Some(Sealing::Every)),
        (Trust::CommitReveal, true) => Ok(Some(Sealing::Asked)),
    }
}

/// Sides in the system's order; those that it does not have, and those named twice, behind them.
fn in_order(given: &[Party], parties: &[Party]) -> Vec<Party> {
    let mut sorted = given.to_vec();
    sorted.sort_by_key(|party| parties.iter().position(|it| it == party).unwrap_or(parties.len()));
    sorted
}

/// What a match chooses among the options of its system.
fn choices(title: &Title, words: &[String]) -> Result<Choices, MatchFault> {
    let mend = format!("`sealord systems {} --options` lists what may be chosen", title.id);
    Choices::parse(words, title.options).map_err(|what| MatchFault::no(what, mend))
}

/// The keys of parties, from their files.
fn keys(words: &[String], parties: &[Party]) -> Result<BTreeMap<Party, Key>, MatchFault> {
    let mut keys = BTreeMap::new();
    for word in words {
        let usage = |what: String| {
            let words: Vec<&str> = parties.iter().map(|party| party.id()).collect();
            MatchFault::usage(
                format!("--key {word}: {what}"),
                format!("write SIDE=FILE, with {}", list_or(&words)),
            )
        };
        let (side, file) = word.split_once('=').ok_or_else(|| usage("there is no `=`".to_owned()))?;
        let party = Party::parse(side).filter(|party| parties.contains(party));
        let party = party.ok_or_else(|| usage(format!("{} is not a side of this match", quote(side))))?;
        let line = String::from_utf8_lossy(&read(Path::new(file), KEY_LIMIT)?).into_owned();
        let key = Key::parse(&line)
            .map_err(|what| MatchFault::no(format!("{file}: {what}"), "name the .pub file of the player"))?;
        if keys.insert(party, key).is_some() {
            return Err(usage(format!("the {party} have a key already")));
        }
    }
    Ok(keys)
}

/// The system that is named, or else the first that plays the scenario that is named.
fn system_of(kit: &Kit, args: &Args) -> Result<&'static Entry, MatchFault> {
    let systems = kit.systems.entries();
    match (&args.system, args.scenario.as_deref()) {
        (Some(word), _) => Ok(kit.systems.system(word)?),
        (None, Some(scenario)) => {
            let plays = |system: &&Entry| system.plays(&kit.games, scenario);
            Ok(systems.iter().copied().find(plays).unwrap_or(systems[0]))
        }
        (None, None) => Ok(systems[0]),
    }
}

/// Options as an office's template has them.
#[derive(Debug, clap::Parser)]
#[command(no_binary_name = true)]
struct Options {
    #[command(flatten)]
    args: Args,
}

/// Begins a match in a place with these options, and writes what its sides are shown. The word is its own,
/// unless they name another.
///
/// # Errors
/// If the options are not understood, or the match cannot be begun with them.
pub fn begin(kit: &Kit, store: &dyn Store, word: &str, options: &[String]) -> Result<(), MatchFault> {
    let words = std::iter::once(word).chain(options.iter().map(String::as_str));
    let read = <Options as clap::Parser>::try_parse_from(words).map_err(|error| {
        let what =
            error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        MatchFault::no(what, "correct the template in office.yaml; `sealord new --help` shows the options")
    })?;
    let store = store.limited(kit.given_keep().unwrap_or_default());
    let mut host = create(kit, &*store, Path::new(word), &read.args)?;
    publish_recorded(&*store, &mut host, &kit.templates).map(drop)
}

/// The rules of a match that these options begin, with what it chooses.
fn laid_out(kit: &Kit, args: &Args) -> Result<(Box<dyn Adjudicator>, Choices), MatchFault> {
    let system = system_of(kit, args)?;
    let scenario = system.scenario(&kit.games, args.scenario.as_deref())?;
    let options = choices(&system.title, &args.options)?;
    let options = system.begins(&kit.games, &scenario, options)?;
    let edition = args.edition.unwrap_or(system.title.edition);
    let rules = system.load_edition(&kit.games, Some(&scenario), &options, edition)?;
    let title = &rules.about().title;
    if title.edition != edition {
        let what = format!("this program does not play edition {edition} of {}", title.name);
        return Err(MatchFault::no(
            what,
            format!("leave out --edition, and it is edition {}", title.edition),
        ));
    }
    Ok((rules, options))
}

/// Who is asked in the match that these options begin.
///
/// # Errors
/// If there is no such system or scenario, or the options contradict it.
#[cfg(feature = "practice")]
pub fn parties(kit: &Kit, args: &Args) -> Result<&'static [Party], MatchFault> {
    Ok(laid_out(kit, args)?.0.about().parties)
}

/// Begins a match as the options say. Without a word of its own it is called like the last part of `place`.
pub fn create(kit: &Kit, store: &dyn Store, place: &Path, args: &Args) -> Result<Host, MatchFault> {
    let folder = || place.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let match_id = args.match_id.clone().or_else(folder).unwrap_or_default();
    let (rules, settings, seed) = settled(kit, match_id, args)?;
    Host::create(store, rules, settings, seed, &kit.now())
}

/// The rules, the settings and the seed of a match as the options say.
pub fn settled(
    kit: &Kit,
    match_id: String,
    args: &Args,
) -> Result<(Box<dyn Adjudicator>, Settings, Seed), MatchFault> {
    if !is_match_id(&match_id) {
        let what = format!("{} cannot be the name of a match", quote(&match_id));
        return Err(MatchFault::no(what, "give --match lower case letters, digits and hyphens"));
    }
    if let Some(why) = names::amiss(&match_id) {
        let what = format!(
            "a match called {} could not lie in a folder of its name everywhere: it {why}",
            quote(&match_id)
        );
        return Err(MatchFault::no(what, "give --match another name"));
    }
    let (rules, options) = laid_out(kit, args)?;
    let about = rules.about();
    let teams = Teams::parse(&args.players, about.parties, about.tag_words)?;
    let by_hand = by_hand::kinds(&args.by_hand, about.kinds)
        .map_err(|what| MatchFault::no(what, "docs/orders.md lists the kinds of each system"))?;
    let schedule = args.schedule.as_deref().map(calendar::read_schedule).transpose()?;
    let seed = match args.seed {
        Some(number) => Seed::practice(number),
        None => Seed::random()?,
    };
    let settings = Settings {
        options,
        trust: args.trust,
        sealing: sealing(args)?,
        umpire_plays: args.umpire_plays,
        deadline_hours: args.deadline_hours,
        missing: args.missing,
        by_hand,
        teams,
        schedule,
        practice_seed: args.seed,
        officers: in_order(&args.officers, about.parties),
        signing: Signing { keys: keys(&args.keys, about.parties)?, demanded: args.demand_signatures },
        ..Settings::plain(&match_id, &*rules, &kit.games, &seed)
    };
    Ok((rules, settings, seed))
}
