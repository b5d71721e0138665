//! Kills `receive` and `resolve` at chance instants: the match always opens, nothing acknowledged is lost, and the
//! command can simply be given again.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use sealord::digest::Digest;
use sealord::journal::{Entry, verify};
use sealord::side::Side;
use serde_json::Value;

use super::support::{Desk, Luck, NOW, SALT, SIDES, answers, copy};

const KILLS: usize = 200;
const EXCHANGES: u64 = 9;

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

/// Plays the match undisturbed and keeps every command with its files. Each side changes its mind once, so that files
/// are replaced as well.
fn script(desk: &Desk) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut go = |args: &[&str]| {
        let start = Instant::now();
        desk.ok(args);
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        steps.push(Step { args, took: start.elapsed(), journal: desk.read("m/journal.jsonl") });
    };
    for exchange in 1..=EXCHANGES {
        for side in SIDES {
            let packet = desk.packet("m", side);
            let drafts: &[u32] = if side == Side::AXIS { &[60, 30] } else { &[30] };
            for (draft, boldness) in drafts.iter().enumerate().filter(|_| packet.asked) {
                let (plain, sealed) = ("orders.yaml", format!("{exchange}-{side}-{draft}.sealed"));
                desk.write(plain, answers(&packet, *boldness, exchange));
                let from = format!("m/packets/{exchange:03}-{}.json", side.id());
                desk.ok(&["seal", plain, "--packet", &from, "-o", &sealed, "--salt", SALT]);
                go(&["receive", "m", &sealed]);
            }
        }
        go(&["resolve", "m"]);
    }
    steps
}

/// Starts a command and kills it after a while. Gives what it printed if it ended well before.
fn kill(desk: &Desk, args: &[&str], after: Duration) -> Option<String> {
    let out = std::fs::File::create(desk.path("out.txt")).unwrap();
    let mut child = desk.command(args).stdout(out).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(after);
    _ = child.kill();
    let status = child.wait().unwrap();
    status.success().then(|| String::from_utf8(desk.read("out.txt")).unwrap())
}

fn entries(journal: &[u8]) -> Vec<Entry> {
    verify(journal, None).unwrap()
}

/// Everything whole in a journal that may end in a torn line.
fn whole(journal: &[u8]) -> &[u8] {
    &journal[..journal.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)]
}

/// What was acknowledged must stand in the journal: the receipt's entry, with the receipt's hash.
#[track_caller]
fn holds(journal: &[u8], printed: &str) {
    let line = printed.lines().last().expect("a whole receipt");
    let words: Vec<&str> = line.split(' ').collect();
    let ["journal", "entry", number, "head", head] = words[..] else { panic!("{printed}") };
    let at: usize = number.trim_end_matches(',').parse().unwrap();
    assert_eq!(entries(whole(journal))[at - 1].hash(), Digest::parse(head).unwrap());
}

/// What the rules decided: the bodies of `resolved` and `ended`.
fn results(journal: &[u8]) -> Vec<Value> {
    use sealord::journal::Kind;
    let entries = entries(journal);
    let told = entries.iter().filter(|entry| matches!(entry.header().kind, Kind::Resolved | Kind::Ended));
    told.map(|entry| entry.body().clone()).collect()
}

/// Gives the killed command again; only a resolve that was done to its end has nothing left to do.
#[track_caller]
fn again(desk: &Desk, step: &Step) {
    let ran = desk.run(&step.args());
    let done = step.args[0] == "resolve" && ran.code == 4 && desk.read("m/journal.jsonl") == step.journal;
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

#[test]
fn two_hundred_crashes_change_nothing() {
    let calm = Desk::new();
    calm.begin("m", &[]);
    let script = script(&calm);
    let desk = Desk::new();
    desk.begin("m", &[]);
    copy(&calm.path("."), &desk.path("files"));
    for file in std::fs::read_dir(desk.path("files")).unwrap().map(Result::unwrap) {
        if file.path().extension().is_some_and(|it| it == "sealed") {
            std::fs::rename(file.path(), desk.path(file.file_name())).unwrap();
        }
    }
    std::fs::remove_dir_all(desk.path("files")).unwrap();
    let mut luck = Luck::new(1941);
    let (mut finished, mut kills) = (0, 0);
    for (at, step) in script.iter().enumerate() {
        copy(&desk.path("m"), &desk.path("before"));
        let share = (at + 1) * KILLS / script.len() - kills;
        for attempt in 0..share {
            // Half of the kills fall into the second half of the run, where the journal is written.
            let took = step.took.as_micros() as usize;
            let from = if attempt % 2 == 0 { 0 } else { took / 2 };
            let delay = Duration::from_micros((from + luck.below(took - from)) as u64);
            let printed = kill(&desk, &step.args(), delay);
            kills += 1;
            let status = desk.run(&["status", "m"]);
            assert_eq!(status.code, 0, "after {delay:?} of {:?}: {status:?}", step.args);
            let journal = desk.read("m/journal.jsonl");
            if let Some(printed) = &printed {
                finished += 1;
                holds(&journal, printed);
            }
            assert!(step.journal.starts_with(whole(&journal)), "{:?}", step.args);
            assert!(attempt % 4 != 3 || kept_earlier_file(&desk, step));
            again(&desk, step);
            if attempt + 1 < share {
                std::fs::remove_dir_all(desk.path("m")).unwrap();
                copy(&desk.path("before"), &desk.path("m"));
            }
        }
        std::fs::remove_dir_all(desk.path("before")).unwrap();
    }
    assert_eq!(kills, KILLS);
    assert!(finished < KILLS / 2, "{finished} of {KILLS} commands ended before they were killed");
    assert_eq!(results(&desk.read("m/journal.jsonl")), results(&calm.read("m/journal.jsonl")));
    assert_eq!(desk.read("m/head.json"), calm.read("m/head.json"));
    assert_eq!(desk.status("m")["points"], calm.status("m")["points"]);
    assert_eq!(published(&desk), published(&calm));
    assert_eq!(desk.at(NOW, &["audit", "m"]).code, 0);
}

/// A side whose earlier file was acknowledged is never missing because a later one was cut short.
fn kept_earlier_file(desk: &Desk, step: &Step) -> bool {
    let replaces = step.args[0] == "receive" && step.args[2].ends_with("-1.sealed");
    !replaces || !desk.status("m")["missing"].as_array().unwrap().contains(&"axis".into())
}

#[test]
fn a_resolve_that_told_nobody_is_not_followed_by_another() {
    let desk = Desk::new();
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
