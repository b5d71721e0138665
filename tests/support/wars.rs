//! Whole matches through the host, with an advised officer in every chair: written down, and audited. Each
//! game says which.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use sealord::audit::{Findings, audit};
use sealord::dice::Seed;
use sealord::digest::{Digest, Salt};
use sealord::journal::Journal;
use sealord::matches::Submission;
use sealord::matches::folder::MatchDir;
use sealord::matches::{Host, Missing, Settings};
use sealord::orders::write::{orders_file, write_answer};
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::war_at_sea::WarAtSea;
use sealord::rules::{Choices, Rulebook, load_for, system};
use sealord::staff::AdvisedOfficer;

const NOW: &str = "1939-09-03T11:15:00Z";
/// A folder of Linux that is memory.
const MEMORY: &str = "/dev/shm";

/// A scenario of a game with some options.
#[derive(Clone, Debug)]
pub struct War {
    /// The game.
    pub system: &'static str,
    /// The scenario.
    pub scenario: String,
    /// Options, as `word=value`.
    pub options: Vec<String>,
}

impl War {
    /// A scenario without options.
    pub fn plain(system: &'static str, scenario: &str) -> War {
        War { system, scenario: scenario.to_owned(), options: Vec::new() }
    }

    /// A scenario of Admirals' War with every optional rule, then with each alone; of an option with several
    /// readings each reading.
    fn with_options(scenario: &str) -> (War, Vec<War>) {
        let plain = War::plain(AdmiralsWar::ID, scenario);
        let general = ["seats", "victory", "council", "combat"];
        let optional = AdmiralsWar::OPTIONS.iter().filter(|it| !general.contains(&it.word));
        let words = |word: &str, value: &str| format!("{word}={value}");
        let all = optional.clone().map(|it| words(it.word, it.values[it.values.len() - 1])).collect();
        let each = optional.flat_map(|it| it.values[1..].iter().map(|value| words(it.word, value)));
        let alone = each.map(|option| War { options: vec![option], ..plain.clone() }).collect();
        (War { options: all, ..plain }, alone)
    }

    /// What it is called in a line of print.
    pub fn name(&self) -> String {
        match self.options.as_slice() {
            [] => self.scenario.clone(),
            [one] => format!("{} {one}", self.scenario),
            many => format!("{} with {} options", self.scenario, many.len()),
        }
    }
}

/// Matches of Admirals' War that officers must fight to the end: the standard game from so many seeds, and
/// from a fifth of them the war from turn 0 to turn 11 with every option on, and with each alone for which
/// `wanted` holds.
pub fn admirals(seeds: u64, wanted: impl Fn(&str) -> bool) -> Vec<(War, u64)> {
    let (everything, mut alone) = War::with_options("turn-0-to-11");
    alone.retain(|war| war.options.iter().all(|option| wanted(option)));
    let standard = War::plain(AdmiralsWar::ID, "standard");
    let others = std::iter::once(everything).chain(alone);
    let mut matches = from_seeds([standard], seeds);
    matches.extend(from_seeds(others, seeds.div_ceil(5)));
    matches
}

/// Every scenario of the War at Sea campaign with each preset of advanced rules.
pub fn campaigns(seeds: u64) -> Vec<(War, u64)> {
    let presets = ["basic", "classic", "full"].map(|preset| vec![format!("preset={preset}")]);
    let each = |war: War| presets.clone().map(|options| War { options, ..war.clone() });
    from_seeds(all_of(WarAtSea::ID).into_iter().flat_map(each), seeds)
}

/// Every naval war of Schiffskrieg.
pub fn naval_wars(seeds: u64) -> Vec<(War, u64)> {
    from_seeds(all_of(Schiffskrieg::ID), seeds)
}

fn all_of(word: &'static str) -> Vec<War> {
    let scenarios = (system(word).expect("a game").scenarios)(&sealord::rules::games()).expect("built in");
    let playable = scenarios.iter().filter(|it| it.playable && it.listed);
    playable.map(|it| War::plain(word, &it.id)).collect()
}

fn from_seeds(wars: impl IntoIterator<Item = War>, seeds: u64) -> Vec<(War, u64)> {
    wars.into_iter().flat_map(|war| (1..=seeds).map(move |seed| (war.clone(), seed))).collect()
}

/// What a bench does that was asked to `--fight` from so many seeds; nothing if it was not.
pub fn fight_if_asked(matches: impl Fn(u64) -> Vec<(War, u64)>) -> bool {
    let args: Vec<String> = std::env::args().collect();
    let seeds = args.iter().position(|arg| arg == "--fight").and_then(|at| args.get(at + 1)?.parse().ok());
    let Some(seeds) = seeds else { return false };
    let found = fight_all(&matches(seeds), true);
    println!("{} matches to the end, every audit passed", found.len());
    true
}

/// Plays and audits matches, two at a time; gives what the audits found, and says so of each if asked to.
pub fn fight_all(matches: &[(War, u64)], aloud: bool) -> Vec<Findings> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let work = || {
        while let Some((war, seed)) = matches.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = play_and_audit(war, *seed);
            if aloud {
                println!("{}, seed {seed}: {} exchanges, audited", war.name(), found.exchanges);
            }
            done.lock().expect("no thread failed").push(found);
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    done.into_inner().expect("no thread failed")
}

/// Begins a match in a folder.
pub fn begin(war: &War, seed: u64, root: &Path) -> Host {
    let games = sealord::rules::games();
    let played = system(war.system).expect("a game");
    let options = Choices::parse(&war.options, played.title.options).expect("options of the game");
    let rules = played.load(&games, Some(&war.scenario), &options).expect("a scenario of the game");
    let secret = Seed::practice(seed);
    let settings = Settings {
        options,
        missing: Missing::Umpire,
        practice_seed: Some(seed),
        ..Settings::plain(&format!("war-{seed}"), &*rules, &games, &secret)
    };
    Host::create(&MatchDir::new(root), rules, settings, secret, NOW).expect("a match")
}

/// The officers of a match, one for each party in their order.
pub fn officers(host: &Host, seed: u64) -> Vec<AdvisedOfficer> {
    let places = 0..host.game.parties().len() as u64;
    places.map(|place| AdvisedOfficer::new(seed * 2 + place, 0)).collect()
}

/// Lets every party send its orders of an exchange.
pub fn send(host: &mut Host, officers: &mut [AdvisedOfficer]) {
    for (place, party) in host.game.parties().to_vec().into_iter().enumerate() {
        let packet = host.packet(party).expect("a packet");
        if !packet.asked {
            continue;
        }
        let adviser = host.game.rules.adviser(party);
        let mut answers = String::new();
        for question in &packet.questions {
            let picks = officers[place].answer(&*adviser, question);
            write_answer(&mut answers, question, &picks.expect("a legal answer"));
        }
        drop(adviser);
        let file = orders_file((&packet.match_id, packet.exchange, party), "by an officer", &answers);
        let salt = Salt::from_bytes(*Digest::of(file.as_bytes()).as_bytes());
        host.receive(Submission::unsigned("orders", file.as_bytes()), Some(party), salt)
            .expect("legal orders");
    }
}

/// Plays a match to its end and audits it; gives what the audit found.
pub fn play_and_audit(war: &War, seed: u64) -> Findings {
    let folder = tempfile::tempdir_in(MEMORY).or_else(|_| tempfile::tempdir()).expect("a folder");
    let root = folder.path().join("match");
    let mut host = begin(war, seed, &root);
    let mut officers = officers(&host, seed);
    while !host.game.rules.is_over() {
        send(&mut host, &mut officers);
        host.resolve(false).expect("resolved");
    }
    drop(host);
    audit_of(&root).unwrap_or_else(|fault| panic!("{}, seed {seed}: {fault}", war.name()))
}

/// Audits a match in a folder; says what is wrong with it.
pub fn audit_of(root: &Path) -> Result<Findings, String> {
    let journal = Journal::read(root).map_err(|fault| fault.to_string())?;
    let load = |settings: &Settings| load_for(&sealord::rules::games(), settings);
    let found = audit(&journal.entries, None, load).map_err(|fault| fault.to_string())?;
    if found.over && found.dice_checked && found.defaults == 0 && found.rulings == 0 {
        Ok(found)
    } else {
        Err(format!("{found:?}"))
    }
}
