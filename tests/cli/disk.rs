//! What a match leaves on the disk: packets, forms and reports of the newest exchanges, and all others on
//! demand.

use std::collections::BTreeSet;
use std::process::Command;

use super::support::{Desk, System, finished_of, on_every_system};

on_every_system! {
    the_newest_two_exchanges_are_kept,
    what_is_gone_is_made_again_byte_for_byte,
}

/// The exchanges of which files of a kind lie in a match folder.
fn exchanges(desk: &Desk, dir: &str, kind: &str) -> BTreeSet<u32> {
    let Ok(files) = std::fs::read_dir(desk.path(dir).join(kind)) else { return BTreeSet::new() };
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.split_once('-')?.0.parse().ok()).collect()
}

/// Runs a command that keeps what commands keep.
#[track_caller]
fn plainly(desk: &Desk, keep: Option<&str>, args: &[&str]) {
    let mut command = desk.command(args);
    command.env_remove("SEALORD_KEEP");
    command.envs(keep.map(|keep| ("SEALORD_KEEP", keep)));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn the_newest_two_exchanges_are_kept(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &["--missing", "staff"]);
    let resolve = |keep| plainly(&desk, keep, &["resolve", "m", "--close"]);
    (0..2).for_each(|_| resolve(Some("all")));
    assert_eq!(exchanges(&desk, "m", "packets"), BTreeSet::from([1, 2, 3]));
    // What somebody else put there stays, and so does what only looks like a file of the match.
    let strange = ["packets/001-nobody.json", "reports/001-axis.pdf", "reports/1-axis.txt", "forms/001.yaml"];
    for name in strange {
        desk.write(&format!("m/{name}"), "mine");
    }
    resolve(None);
    for kind in ["packets", "reports", "forms"] {
        let first = desk.parties()[0].id();
        for (exchange, is_kept) in [(1, false), (2, false), (3, true), (4, true)] {
            let ending = [("packets", "json"), ("reports", "html"), ("forms", "yaml")];
            let ending = ending.iter().find(|(of, _)| *of == kind).unwrap().1;
            let path = desk.path(format!("m/{kind}/{exchange:03}-{first}.{ending}"));
            assert_eq!(path.exists(), is_kept, "{}", path.display());
        }
    }
    for name in strange {
        assert_eq!(desk.read(format!("m/{name}")), b"mine", "{name}");
    }
    resolve(Some("1"));
    assert!(!desk.path(format!("m/packets/004-{}.json", desk.parties()[0].id())).exists());
    for wrong in ["0", "1.5", "many"] {
        let ran = desk.expect(2, &["resolve", "m", "--close", "--keep", wrong]);
        assert!(ran.err.contains("write a number of exchanges from 1 on, or all"), "{ran:?}");
    }
    desk.ok(&["audit", "m"]);
    // A packet that is gone is made again for whoever reads it. An audit that should compare it says how to
    // make it.
    let party = desk.parties()[0].id();
    let gone = format!("m/packets/001-{party}.json");
    let read = desk.ok(&["report", &gone]);
    assert_eq!(read, desk.ok(&["report", "m", "--side", party, "--exchange", "1"]));
    assert!(!desk.path(&gone).exists());
    let ran = desk.expect(3, &["audit", "m", "--packet", &gone]);
    assert!(ran.err.contains(&format!("sealord view m --side {party} --exchange 1 -o FILE")), "{ran:?}");
    desk.ok(&["view", "m", "--side", party, "--exchange", "1", "-o", "again.json"]);
    desk.ok(&["audit", "m", "--packet", "again.json"]);
}

/// Also of a match that was taken back, ruled upon, and whose clock moved.
fn what_is_gone_is_made_again_byte_for_byte(system: &'static System) {
    let desk = finished_of(system);
    let all = exchanges(desk, "m", "packets");
    let last = *all.iter().max().unwrap();
    let own = Desk::of(system);
    let dir = desk.path("m").display().to_string();
    for exchange in all.iter().copied().filter(|it| it % 5 == 1 || it + 3 > last) {
        for party in system.parties() {
            let number = exchange.to_string();
            let of = [dir.as_str(), "--side", party.id(), "--exchange", &number];
            let name = |end: &str| format!("{exchange:03}-{}.{end}", party.id());
            own.ok(&[&["view"], &of[..], &["-o", &name("json")]].concat());
            assert!(own.read(name("json")) == desk.read(format!("m/packets/{}", name("json"))), "{exchange}");
            for end in ["txt", "md", "html"] {
                own.ok(&[&["report"], &of[..], &["-o", &name(end)]].concat());
                assert!(
                    own.read(name(end)) == desk.read(format!("m/reports/{}", name(end))),
                    "{exchange}, {end}"
                );
            }
            if exchange < last {
                own.ok(&[&["form"], &of[..], &["-o", &name("yaml")]].concat());
                assert!(
                    own.read(name("yaml")) == desk.read(format!("m/forms/{}", name("yaml"))),
                    "{exchange}"
                );
            }
        }
    }
    let party = system.parties()[0].id();
    let beyond = (last + 1).to_string();
    let ran = own.expect(1, &["report", &dir, "--side", party, "--exchange", &beyond]);
    assert!(ran.err.contains(&format!("write a number from 1 to {last}")), "{ran:?}");
    let ran = own.expect(2, &["report", &dir, "--exchange", "1"]);
    assert!(ran.err.contains("--side"), "{ran:?}");
    let ran = own.expect(2, &["report", &name_of_first(system), "--side", party, "--exchange", "1"]);
    assert!(ran.err.contains("leave --exchange out"), "{ran:?}");
}

/// The first packet of its first party, as the test before wrote it.
fn name_of_first(system: &System) -> String {
    format!("001-{}.json", system.parties()[0].id())
}

#[test]
fn play_writes_the_last_reports_unless_it_is_asked_for_all() {
    let desk = Desk::new();
    let play = ["play", "seas-of-thunder", "raider-warfare", "--out"];
    plainly(&desk, None, &[&play[..], &["last"]].concat());
    plainly(&desk, None, &[&play[..], &["all", "--keep", "all"]].concat());
    plainly(&desk, None, &[&play[..], &["three", "--keep", "3"]].concat());
    assert_eq!(desk.read("last/journal.jsonl"), desk.read("all/journal.jsonl"));
    let all = exchanges(&desk, "all", "reports");
    let newest = |many: usize| all.iter().rev().take(many).copied().collect::<BTreeSet<_>>();
    assert!(all.len() > 30 && all == exchanges(&desk, "all", "packets"));
    assert_eq!(exchanges(&desk, "last", "reports"), newest(1));
    assert_eq!(exchanges(&desk, "last", "packets"), newest(1));
    assert_eq!(exchanges(&desk, "three", "reports"), newest(3));
    assert!(!desk.path("last/orders").exists() && desk.path("all/orders").exists());
    let last = *all.iter().max().unwrap();
    for end in ["txt", "md", "html"] {
        let name = format!("reports/{last:03}-axis.{end}");
        assert_eq!(desk.read(format!("last/{name}")), desk.read(format!("all/{name}")));
    }
}

/// What a command takes at its highest, in KiB; nothing where it cannot be measured.
fn peak(desk: &Desk, args: &[&str]) -> Option<u64> {
    let program = super::support::SEALORD;
    let mut command = Command::new("/usr/bin/time");
    command.current_dir(desk.path("")).args(["-f", "%M", "-o", "peak.txt", program]).args(args);
    let Ok(output) = command.output() else {
        crate::skip::skip_without("/usr/bin/time");
        return None;
    };
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    let words = String::from_utf8(desk.read("peak.txt")).unwrap();
    Some(words.trim().parse().expect("a number"))
}

/// A proof names the hash of every packet. All packets of a long match at once took forty times as much as
/// its audit.
#[test]
fn a_proof_takes_as_much_memory_for_a_long_match_as_for_a_short_one() {
    let desk = Desk::new();
    desk.ok(&["play", "seas-of-thunder", "raider-warfare", "--out", "m", "--keep", "1"]);
    let Some(audit) = peak(&desk, &["audit", "m"]) else { return };
    let proof = peak(&desk, &["prove", "m", "-o", "p.zip"]).unwrap();
    let again = peak(&desk, &["audit", "p.zip"]).unwrap();
    let site = peak(&desk, &["site", "m", "-o", "site"]).unwrap();
    for (what, peak) in [("prove", proof), ("audit of the proof", again), ("site", site)] {
        assert!(peak < audit + 24 * 1024, "{what} takes {peak} KiB, and the audit {audit} KiB");
    }
}
