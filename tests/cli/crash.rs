//! Kills commands at chance instants: the match always opens, nothing acknowledged is lost, and the command
//! can simply be given again.
//!
//! A kill is *useful* when the journal had grown and the command had not ended. Half of the kills therefore
//! wait for the journal to grow, whatever the machine's speed; the others fall anywhere in the measured time
//! of the command. The matches lie on a disk, which gives them the time to be killed in.

use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use sealord::digest::Digest;
use sealord::entry::Entry;
use sealord::journal::verify;
use sealord::rules::two_sided::party::AXIS;
use serde_json::Value;

use super::support::{Desk, Luck, NOW, SALT, System, answers, copy, on_every_system};

on_every_system! {
    crashes_change_nothing,
    a_match_begins_whole_or_can_be_begun_again,
    promises_and_reveals_survive,
    rulings_and_undoing_are_done_once_or_not_at_all,
    a_resolve_that_told_nobody_is_not_followed_by_another,
}

/// How often each `receive` and each `resolve` is killed.
const KILLS: [(&str, usize); 2] = [("receive", 5), ("resolve", 14)];
/// How many kills that makes at the least.
const ALL_KILLS: usize = 200;
/// How many of those must be useful, in all.
const USEFUL: [(&str, usize); 2] = [("receive", 20), ("resolve", 40)];
/// How often each of the other commands is killed.
const OTHER_KILLS: usize = 20;
const EXCHANGES: u64 = 9;

/// How many times as many kills are wanted: `SEALORD_KILLS`, for long runs.
fn times() -> usize {
    let word = std::env::var("SEALORD_KILLS").ok();
    word.map_or(1, |word| word.parse().unwrap_or_else(|_| panic!("SEALORD_KILLS is a number, not {word}")))
}

/// A command of the undisturbed match, what it took, and the journal after it.
struct Step {
    args: Vec<String>,
    took: Duration,
    journal: Vec<u8>,
}

impl Step {
    fn args(&self) -> Vec<&str> {
        self.args.iter().map(String::as_str).collect()
    }
}

/// Plays the match undisturbed and keeps every command with its files. Each party changes its mind once, so
/// that files are replaced as well.
fn script(desk: &Desk) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut go = |args: &[&str]| {
        let start = Instant::now();
        desk.ok(args);
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        steps.push(Step { args, took: start.elapsed(), journal: desk.read("m/journal.jsonl") });
    };
    for exchange in 1..=EXCHANGES {
        for &party in desk.parties() {
            let packet = desk.packet("m", party);
            let drafts: &[u32] = if party == desk.parties()[0] { &[60, 30] } else { &[30] };
            for (draft, boldness) in drafts.iter().enumerate().filter(|_| packet.asked) {
                let (plain, sealed) = ("orders.yaml", format!("{exchange}-{party}-{draft}.sealed"));
                desk.write(plain, answers(&packet, *boldness, exchange));
                let from = format!("m/packets/{exchange:03}-{}.json", party.id());
                desk.ok(&["seal", plain, "--packet", &from, "-o", &sealed, "--salt", SALT]);
                go(&["receive", "m", &sealed]);
            }
        }
        go(&["resolve", "m"]);
    }
    steps
}

/// When a command is killed.
#[derive(Debug)]
enum When {
    /// So long after its start.
    After(Duration),
    /// So long after the journal has grown.
    Grown(Duration),
}

impl When {
    /// A chance instant of a command that takes so long; every second one waits for the journal.
    fn chance(attempt: usize, took: Duration, luck: &mut Luck) -> When {
        let micros = took.as_micros() as usize;
        if attempt.is_multiple_of(2) {
            // What follows the first entry is the end of the run; the first instants of it matter most.
            return When::Grown(Duration::from_micros(luck.below(1 + micros / 20) as u64));
        }
        When::After(Duration::from_micros(luck.below(micros) as u64))
    }

    fn wait(&self, desk: &Desk, child: &mut Child) {
        let length = || std::fs::metadata(desk.path("m/journal.jsonl")).map_or(0, |it| it.len());
        match self {
            When::After(delay) => std::thread::sleep(*delay),
            When::Grown(delay) => {
                let before = length();
                while length() == before && child.try_wait().unwrap().is_none() {
                    std::thread::sleep(Duration::from_micros(20));
                }
                std::thread::sleep(*delay);
            }
        }
    }
}

/// What a killed command left.
struct Killed {
    /// What it printed, if it had ended before.
    printed: Option<String>,
    journal: Vec<u8>,
    /// True if the journal had grown and the command had not ended.
    useful: bool,
}

/// Starts a command and kills it. The match, if there is one by then, must open.
#[track_caller]
fn kill(desk: &Desk, args: &[&str], when: &When) -> Killed {
    let journal = || std::fs::read(desk.path("m/journal.jsonl")).unwrap_or_default();
    let before = journal();
    let out = std::fs::File::create(desk.path("out.txt")).unwrap();
    let mut child = desk.command(args).stdout(out).stderr(Stdio::null()).spawn().unwrap();
    when.wait(desk, &mut child);
    _ = child.kill();
    let status = child.wait().unwrap();
    let printed = status.success().then(|| String::from_utf8(desk.read("out.txt")).unwrap());
    let journal = journal();
    if !whole(&journal).is_empty() {
        let status = desk.run(&["status", "m"]);
        assert_eq!(status.code, 0, "{when:?} of {args:?}: {status:?}");
    }
    assert!(journal.starts_with(&before), "{args:?}");
    Killed { useful: printed.is_none() && journal != before, printed, journal }
}

fn entries(journal: &[u8]) -> Vec<Entry> {
    verify(journal, None).unwrap()
}

/// Everything whole in a journal that may end in a torn line.
fn whole(journal: &[u8]) -> &[u8] {
    &journal[..journal.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)]
}

/// What was acknowledged must stand in the journal: an entry with the receipt's hash. Its number is as the
/// party counts.
#[track_caller]
fn holds(journal: &[u8], printed: &str) {
    let line = printed.lines().last().expect("a whole receipt");
    let words: Vec<&str> = line.split(' ').collect();
    let ["journal", "entry", number, "head", head] = words[..] else { panic!("{printed}") };
    assert!(number.trim_end_matches(',').parse::<usize>().is_ok_and(|number| number > 0), "{printed}");
    let head = Digest::parse(head).unwrap();
    assert!(entries(whole(journal)).iter().any(|entry| entry.hash() == head), "{printed}");
}

/// What the rules decided: the bodies of `resolved` and `ended`.
fn results(journal: &[u8]) -> Vec<Value> {
    use sealord::entry::Kind;
    let entries = entries(journal);
    let told = entries.iter().filter(|entry| matches!(entry.header().kind, Kind::Resolved | Kind::Ended));
    told.map(|entry| entry.body()).collect()
}

/// Gives the killed command again; only a resolve that was done to its end has nothing left to do.
#[track_caller]
fn again(desk: &Desk, step: &Step) {
    let ran = desk.run(&step.args());
    let done = step.args[0] == "resolve"
        && [1, 4].contains(&ran.code)
        && desk.read("m/journal.jsonl") == step.journal;
    assert!(ran.code == 0 || done, "{:?} {ran:?}", step.args);
    assert_eq!(desk.read("m/journal.jsonl"), step.journal, "{:?}", step.args);
}

fn published(desk: &Desk) -> Vec<PathBuf> {
    let names = |kind: &str| {
        let files = std::fs::read_dir(desk.path("m").join(kind)).unwrap();
        let paths = files.map(|file| PathBuf::from(kind).join(file.unwrap().file_name()));
        paths.filter(|path| path.extension().is_none_or(|it| it != "part")).collect::<Vec<_>>()
    };
    let mut all = [names("packets"), names("forms")].concat();
    all.sort();
    all
}

/// Two desks: one where the match was played undisturbed, and one where it begins, with the sealed files at
/// hand.
fn desks(system: &'static System) -> (Desk, Vec<Step>, Desk) {
    let calm = Desk::on_disk(system);
    calm.begin("m", &[]);
    let script = script(&calm);
    let desk = Desk::on_disk(system);
    desk.begin("m", &[]);
    for file in std::fs::read_dir(calm.path(".")).unwrap().map(Result::unwrap) {
        if file.path().extension().is_some_and(|it| it == "sealed") {
            std::fs::copy(file.path(), desk.path(file.file_name())).unwrap();
        }
    }
    (calm, script, desk)
}

fn crashes_change_nothing(system: &'static System) {
    let (calm, script, desk) = desks(system);
    let mut luck = Luck::new(1941);
    let (mut finished, mut kills, mut useful) = (0, 0, [0; 2]);
    for step in &script {
        copy(&desk.path("m"), &desk.path("before"));
        let at = usize::from(step.args[0] == KILLS[1].0);
        for attempt in 0..KILLS[at].1 * times() {
            if attempt > 0 {
                std::fs::remove_dir_all(desk.path("m")).unwrap();
                copy(&desk.path("before"), &desk.path("m"));
            }
            let killed = kill(&desk, &step.args(), &When::chance(attempt, step.took, &mut luck));
            kills += 1;
            useful[at] += usize::from(killed.useful);
            if let Some(printed) = &killed.printed {
                finished += 1;
                holds(&killed.journal, printed);
            }
            assert!(step.journal.starts_with(whole(&killed.journal)), "{:?}", step.args);
            assert!(kept_earlier_file(&desk, step), "{:?}", step.args);
            again(&desk, step);
        }
        std::fs::remove_dir_all(desk.path("before")).unwrap();
    }
    println!("{kills} kills, {useful:?} useful, {finished} too late");
    assert!(kills >= ALL_KILLS, "{kills} kills");
    for ((command, most), found) in USEFUL.iter().zip(useful) {
        assert!(found >= *most, "{found} kills of {command} met a journal half written");
    }
    assert_eq!(results(&desk.read("m/journal.jsonl")), results(&calm.read("m/journal.jsonl")));
    assert_eq!(desk.read("m/head.json"), calm.read("m/head.json"));
    assert_eq!(desk.status("m")["points"], calm.status("m")["points"]);
    assert_eq!(published(&desk), published(&calm));
    assert_eq!(desk.at(NOW, &["audit", "m"]).code, 0);
}

/// Has the umpire's hand complete what was cut short: a resolve that tells what was not told, waits for
/// orders, or is at the end.
fn completed(desk: &Desk) -> bool {
    let ran = desk.run(&["resolve", "m"]);
    [0, 4].contains(&ran.code) || ran.err.contains("nothing left to resolve")
}

/// Kills a command again and again from where the match stands, and has `mend` bring it to the journal that
/// an undisturbed run writes.
fn harass(desk: &Desk, args: &[&str], mend: impl Fn(&Desk, &[u8], &[u8])) {
    let there = desk.path("m").exists();
    if there {
        copy(&desk.path("m"), &desk.path("before"));
    }
    let back = || {
        _ = std::fs::remove_dir_all(desk.path("m"));
        if there {
            copy(&desk.path("before"), &desk.path("m"));
        }
    };
    let start = Instant::now();
    desk.ok(args);
    let (took, whole_run) = (start.elapsed(), desk.read("m/journal.jsonl"));
    let (mut luck, mut useful) = (Luck::new(args.len() as u64), 0);
    for attempt in 0..OTHER_KILLS * times() {
        back();
        let before = std::fs::read(desk.path("m/journal.jsonl")).unwrap_or_default();
        let killed = kill(desk, args, &When::chance(attempt, took, &mut luck));
        useful += usize::from(killed.useful);
        assert!(whole_run.starts_with(whole(&killed.journal)), "{args:?}");
        mend(desk, &before, &killed.journal);
        assert_eq!(desk.read("m/journal.jsonl"), whole_run, "{args:?}");
        assert_eq!(desk.run(&["audit", "m"]).code, 0, "{args:?}");
    }
    println!("{args:?}: {useful} of {} kills were useful", OTHER_KILLS * times());
    _ = std::fs::remove_dir_all(desk.path("before"));
}

fn a_match_begins_whole_or_can_be_begun_again(system: &'static System) {
    let desk = Desk::on_disk(system);
    let args = ["new", "m", "--seed", "3", "--system", system.id];
    harass(&desk, &args, |desk, _, _| {
        // What has begun is no room for another match; any command of the umpire's hand completes it.
        let ran = desk.run(&args);
        assert!(ran.code == 0 || ran.code == 3 && completed(desk), "{ran:?}");
    });
}

fn promises_and_reveals_survive(system: &'static System) {
    let desk = Desk::on_disk(system);
    desk.begin("m", &["--trust", "commit-reveal", "--asked-seal"]);
    let packet = desk.packet("m", AXIS);
    desk.write("orders.yaml", answers(&packet, 30, 1));
    let seal = ["seal", "orders.yaml", "-p", "m/packets/001-axis.json", "-o", "a.sealed", "--salt", SALT];
    desk.ok(&seal);
    let commitment = Digest::of(&desk.read("a.sealed")).to_string();
    for args in [&["commit", "m", "axis", &commitment][..], &["reveal", "m", "a.sealed"]] {
        harass(&desk, args, |desk, _, _| _ = desk.ok(args));
        desk.ok(args);
    }
    desk.ok(&["resolve", "m"]);
}

fn rulings_and_undoing_are_done_once_or_not_at_all(system: &'static System) {
    let desk = Desk::on_disk(system);
    desk.begin("m", &[]);
    for _ in 0..4 {
        desk.exchange("m", 30);
    }
    let rule = &[&["rule", "m", "--reason", "a torn map"], system.ruling].concat()[..];
    let undo = &["undo", "m", "--to", "3", "--reason", "a lost file"][..];
    for args in [rule, undo] {
        harass(&desk, args, |desk, before, journal| {
            // Nobody would rule twice for one reason: the journal tells whether it stands there.
            if whole(journal) == before {
                desk.ok(args);
            } else {
                assert!(completed(desk));
            }
        });
    }
    desk.exchange("m", 30);
}

/// A party whose earlier file was acknowledged is never missing because a later one was cut short.
fn kept_earlier_file(desk: &Desk, step: &Step) -> bool {
    let replaces = step.args[0] == "receive" && step.args[2].ends_with("-1.sealed");
    !replaces || !desk.status("m")["missing"].as_array().unwrap().contains(&"axis".into())
}

fn a_resolve_that_told_nobody_is_not_followed_by_another(system: &'static System) {
    let desk = Desk::on_disk(system);
    desk.begin("m", &[]);
    desk.exchange("m", 0);
    let journal = desk.read("m/journal.jsonl");
    for lost in ["packets/002-allies.json", "forms/002-axis.yaml"] {
        std::fs::remove_file(desk.path("m").join(lost)).unwrap();
        desk.ok(&["resolve", "m", "--close"]);
        assert!(desk.path("m").join(lost).exists());
        assert_eq!(desk.read("m/journal.jsonl"), journal, "the next exchange stays open");
    }
    desk.ok(&["resolve", "m", "--close"]);
    assert_eq!(desk.status("m")["exchange"], 3);
}
