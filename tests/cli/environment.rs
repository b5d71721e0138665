//! The surroundings decide nothing: not the locale, the time zone, the working folder, or files that lie
//! about.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use sealord::digest::Digest;

use super::support::{Desk, NOW, PARTIES, SALT, SEALORD, answers, hashes};

/// Plays the first exchanges; `run` says how a command is started, `dir` what the match folder is called
/// then.
fn play(desk: &Desk, dir: &str, run: impl Fn(&[&str]) -> Command) -> BTreeMap<PathBuf, Digest> {
    let go = |args: &[&str]| {
        let output = run(args).output().expect("runs");
        assert!(output.status.success(), "{args:?} {}", String::from_utf8_lossy(&output.stderr));
    };
    go(&["new", dir, "--seed", "4", "--match", "somewhere", "--deadline-hours", "48"]);
    stray(&desk.path("m"));
    for exchange in 1..=6 {
        for party in PARTIES {
            let packet = desk.packet("m", party);
            if packet.asked {
                desk.write("orders.yaml", answers(&packet, 40, exchange));
                let orders = desk.path("orders.yaml");
                go(&["receive", dir, orders.to_str().unwrap(), "--salt", SALT]);
            }
        }
        go(&["resolve", dir]);
    }
    let mut all = hashes(&desk.path("m"));
    all.retain(|path, _| {
        let ours = ["packets", "forms"].iter().any(|kind| path.starts_with(kind));
        let report = path.starts_with("reports") && !path.starts_with("reports/old");
        ours || report || path == Path::new("journal.jsonl")
    });
    assert!(all.len() > 20);
    all
}

fn stray(dir: &Path) {
    std::fs::create_dir_all(dir.join("reports/old")).unwrap();
    for name in ["orders.yaml~", ".DS_Store", "journal.jsonl.bak", "reports/old/001.txt", "head.json.new"] {
        std::fs::write(dir.join(name), b"stray \xff\x00").unwrap();
    }
}

#[test]
fn the_same_match_anywhere() {
    let bare = Desk::new();
    let expected = play(&bare, "m", |args| bare.command(args));

    let turkish = Desk::new();
    let elsewhere = |args: &[&str]| {
        let mut command = turkish.command(args);
        command.env("LC_ALL", "tr_TR.UTF-8").env("LANG", "tr_TR.UTF-8").env("TZ", "Asia/Kathmandu");
        command.env("NO_COLOR", "1").env("COLUMNS", "20").env("HOME", "/nowhere");
        command
    };
    assert_eq!(play(&turkish, "m", elsewhere), expected);

    let absolute = Desk::new();
    let dir = absolute.path("m");
    let from_root = |args: &[&str]| {
        let mut command = Command::new(SEALORD);
        command.env_clear().env("SEALORD_KEEP", "all").args(["--now", NOW]).args(args).current_dir("/");
        command
    };
    assert_eq!(play(&absolute, dir.to_str().unwrap(), from_root), expected);

    let inherited = Desk::new();
    std::fs::create_dir(inherited.path("m")).unwrap();
    let within = |args: &[&str]| {
        let mut command = Command::new(SEALORD);
        command.env_remove("SEALORD_GAMES").env_remove("SEALORD_TEMPLATES");
        command
            .env("SEALORD_NOW", NOW)
            .env("SEALORD_KEEP", "all")
            .env_remove("HOME")
            .args(args)
            .current_dir(inherited.path("m"));
        command
    };
    assert_eq!(play(&inherited, ".", within), expected);
}
