//! What a heap of mail costs: 1,000 messages for 100 matches that wait in a Maildir. `cargo bench --bench mail`.
//!
//! Prints a line for each target, as the bench `process` does; `--strict` is meant as there.

#[allow(dead_code, reason = "each bench uses its part")]
mod support;

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::atomic::Ordering;
use std::time::Instant;

use sealord::party::Party;
use sealord::staff::StaffOfficer;
use sealord::view::Packet;

use support::{MISSED, PARTIES, PROGRAM, main_of, mb, orders, verdict};

const MATCHES: usize = 100;
const MESSAGES: usize = 1000;
const SECONDS: f64 = 20.0;
const MEGABYTES: f64 = 200.0;

fn main() -> ExitCode {
    main_of(measure_all)
}

fn measure_all() {
    // Packets are read here before anything else has named the sides of the games.
    _ = sealord::rules::games();
    let root = tempfile::tempdir().expect("a folder for the office");
    let office = root.path();
    let words: Vec<String> = (0..MATCHES).map(|number| format!("m{number:03}")).collect();
    for part in ["new", "cur", "tmp"] {
        std::fs::create_dir_all(office.join("in").join(part)).expect("a Maildir");
    }
    let mut settings = "name: Referee\naddress: referee@club.example\nplus: true\numpire: {name: Uma, address: uma@club.example}\n\
                        mail:\n  in: {maildir: {path: in}}\n  out: {folder: {path: outgoing}}\nmatches:\n"
        .to_owned();
    for (number, word) in words.iter().enumerate() {
        run(office, 0, &["new", word, "--scenario", "raider-warfare", "--seed", &number.to_string()]);
        let player = |party: &Party| {
            format!("{}: {{name: P, address: {}@example.org}}", party.id(), name(*party, number))
        };
        let players: Vec<String> = PARTIES.iter().map(player).collect();
        _ = writeln!(settings, "  - {{folder: {word}, proof: address, players: {{{}}}}}", players.join(", "));
    }
    std::fs::write(office.join("office.yaml"), settings).expect("written");
    run(office, 1, &["fetch", "."]);
    let mut officer = StaffOfficer::new(1, 35);
    for (number, word) in words.iter().enumerate() {
        // All parties' orders first, then questions, a change of mind, and a letter that cannot be taken.
        for (at, party) in PARTIES.iter().copied().cycle().take(MESSAGES / MATCHES).enumerate() {
            let packet = packet(office, word, party);
            let body = match at {
                0 | 1 | 8 | 9 if packet.asked => block(&orders(&mut officer, &packet)),
                2 | 3 => "status\n".to_owned(),
                4 => "report\n".to_owned(),
                5 => "help\n".to_owned(),
                _ => "match: x\nThis is no form.\n".to_owned(),
            };
            let message = format!(
                "From: {from}@example.org\r\nTo: referee+{word}.{party}@club.example\r\nSubject: [sealord {word}/{party}] Seas of \
                 Thunder\r\nMessage-ID: <{at}.{word}@example.org>\r\n\r\n{}",
                body.replace('\n', "\r\n"),
                from = name(party, number),
                party = party.id(),
            );
            // As they come in, the mails of all matches are mixed.
            let stamp = 1_700_000_000 + at * MATCHES + number;
            std::fs::write(office.join(format!("in/new/{stamp}.x.home")), message).expect("delivered");
        }
    }
    let start = Instant::now();
    let told = run(office, 2, &["fetch", "."]);
    let seconds = start.elapsed().as_secs_f64();
    print!("{}", told.1);
    let what = format!("fetch {MESSAGES} messages for {MATCHES} matches");
    println!("{what:<52} limit {SECONDS:>8.1} s    took   {seconds:>8.1} s    {}", verdict(seconds, SECONDS));
    match told.0 {
        Some(kilobytes) => {
            let found = mb(kilobytes);
            let verdict = verdict(found, MEGABYTES);
            println!("{:<52} limit {MEGABYTES:>8.1} MB   peak   {found:>8.1} MB   {verdict}", "  its memory");
        }
        None => {
            println!("  its memory is not measured: there is no /usr/bin/time");
            MISSED.store(true, Ordering::Relaxed);
        }
    }
}

fn name(party: Party, number: usize) -> String {
    format!("{}{number}", party.id())
}

fn block(orders: &str) -> String {
    format!("# === begin orders ===\n{orders}# === end orders ===\n")
}

fn packet(office: &Path, word: &str, party: Party) -> Packet {
    let path = office.join(word).join(format!("packets/001-{}.json", party.id()));
    serde_json::from_slice(&std::fs::read(path).expect("a packet")).expect("a packet")
}

/// Runs the program in the office at a minute; gives the peak of its memory in kilobytes, if it can be read, and what
/// it said.
fn run(office: &Path, minute: u32, args: &[&str]) -> (Option<u64>, String) {
    let timed = Path::new("/usr/bin/time").exists();
    let mut command = Command::new(if timed { "/usr/bin/time" } else { PROGRAM });
    if timed {
        command.args(["-f", "%M", PROGRAM]);
    }
    command.current_dir(office).env("SEALORD_NOW", format!("2026-10-24T18:{minute:02}:00Z"));
    let output = command.args(args).output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    let memory = said.lines().last().and_then(|line| line.trim().parse().ok()).filter(|_| timed);
    (memory, String::from_utf8_lossy(&output.stdout).into_owned())
}
