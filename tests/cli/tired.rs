//! Whatever `check` accepts, `resolve` survives: forms as a tired player would fill them in. In process, for speed.

use std::path::Path;

use sealord::digest::Salt;
use sealord::games::Games;
use sealord::matches::check_orders;
use sealord::matches::folder::MatchDir;
use sealord::matches::settings::FORMAT;
use sealord::matches::{Host, MatchFault, Missing, Settings};
use sealord::orders::form::form;
use sealord::rules::load;
use sealord::rules::seas_of_thunder::{EDITION, SeasOfThunder};
use sealord::seal::exchange::Trust;
use sealord::side::Side;
use sealord::view::Packet;

use super::support::{Desk, Luck, NOW, SIDES, answers};

const MUTATIONS: usize = 300;

fn begin(dir: &Path, system: &SeasOfThunder) -> Host<SeasOfThunder> {
    let seed = sealord::dice::Seed::practice(11);
    let settings = Settings {
        format: FORMAT.to_owned(),
        match_id: "tired".to_owned(),
        system: "seas-of-thunder".to_owned(),
        edition: EDITION,
        scenario: system.scenario.id.clone(),
        data: Games::builtin().fingerprint("seas-of-thunder"),
        seed_commitment: seed.commitment(),
        trust: Trust::Umpire,
        umpire_plays: None,
        deadline_hours: None,
        missing: Missing::Doctrine,
    };
    Host::create(&MatchDir::new(dir), system.clone(), settings, seed, NOW).unwrap()
}

/// One thing that goes wrong at the end of a long day.
fn mutate(text: &str, luck: &mut Luck) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let data: Vec<usize> = (0..lines.len())
        .filter(|&at| !lines[at].trim_start().starts_with('#') && !lines[at].is_empty())
        .collect();
    let (at, other) = (*luck.pick(&data), *luck.pick(&data));
    let value = |line: &str| {
        line.split('#').next().unwrap_or_default().split_once(": ").map(|(_, it)| it.trim().to_owned())
    };
    match luck.below(18) {
        0 => lines.swap(at, other),
        1 => lines.insert(at, lines[other].clone()),
        2 => drop(lines.remove(at)),
        3 => {
            if let (Some(a), Some(b)) = (value(&lines[at]), value(&lines[other])) {
                lines[at] = lines[at].replacen(&format!(": {a}"), &format!(": {b}"), 1);
                lines[other] = lines[other].replacen(&format!(": {b}"), &format!(": {a}"), 1);
            }
        }
        4 => misspell(&mut lines[at], luck),
        5 => lines[at] = lines[at].to_uppercase(),
        6 => lines[at] = lines[at].replace('_', " ").replace("-0", " 0"),
        7 | 8 => {
            if let Some(old) = value(&lines[at]) {
                let zone = luck.below(122).to_string();
                lines[at] = lines[at].replacen(&format!(": {old}"), &format!(": {zone}"), 1);
            }
        }
        9 => lines[at].push_str(" # not sure"),
        10 => lines[at] = lines[at].replacen("  ", "\t", 1),
        11 => {
            if let Some(old) = value(&lines[at]) {
                lines[at] = lines[at].replacen(&format!(": {old}"), &format!(": \"{old}\""), 1);
            }
        }
        12 => return text.replace('\n', "\r\n"),
        13 => return format!("\u{feff}{text}"),
        14 => return lines.iter().map(|line| format!("> {line}\n")).collect(),
        15 => lines[at].push_str("   "),
        16 => {
            // Two names of a list, or two whole neighbours, the other way round.
            let end = (at + 2).min(lines.len());
            lines[at..end].reverse();
        }
        _ => lines[at] = lines[at].replace(": ", ":"),
    }
    lines.join("\n") + "\n"
}

fn misspell(line: &mut String, luck: &mut Luck) {
    let letters: Vec<usize> =
        line.char_indices().filter(|(_, it)| it.is_alphanumeric()).map(|(at, _)| at).collect();
    if let Some(&at) = letters.get(luck.below(letters.len())) {
        let with = ["", "e", "ö", "x7", "-"];
        let end = at + line[at..].chars().next().map_or(0, char::len_utf8);
        line.replace_range(at..end, with[luck.below(with.len())]);
    }
}

/// Receives an accepted file and resolves, in a copy.
fn resolve(dir: &Path, copied: &Path, system: &SeasOfThunder, side: Side, orders: &str) {
    _ = std::fs::remove_dir_all(copied);
    std::fs::create_dir_all(copied.join("secret")).unwrap();
    for part in ["journal.jsonl", "head.json", "secret/seed"] {
        std::fs::copy(dir.join(part), copied.join(part)).unwrap();
    }
    let mut host = Host::open(&MatchDir::new(copied), |_| Ok(system.clone()), NOW).unwrap();
    let told = |fault: MatchFault| panic!("{side}: {fault}\n{orders}");
    host.receive("orders", orders.as_bytes(), Some(side), Salt::from_bytes([3; 32])).unwrap_or_else(told);
    host.resolve(true).unwrap_or_else(|fault| panic!("{side}: {fault}\n{orders}"));
}

#[track_caller]
fn refused_in_words(fault: &MatchFault, orders: &str) {
    let MatchFault::Refused { problems, .. } = fault else { panic!("{fault}\n{orders}") };
    assert!(!problems.is_empty());
    let placed =
        problems.iter().any(|problem| problem.place.as_ref().is_some_and(|it| it.line > 0 && it.column > 0));
    let whole = problems.iter().all(|problem| problem.place.is_none());
    assert!(placed || whole, "{fault}\n{orders}");
}

/// Mutates the form of one side at one exchange; gives how many files were accepted.
fn tire(dir: &Path, copied: &Path, system: &SeasOfThunder, packet: &Packet, luck: &mut Luck) -> usize {
    let bases = [form(packet, None), answers(packet, 40, 5)];
    let mut seen = Vec::new();
    let mut accepted = 0;
    for _ in 0..MUTATIONS {
        let mut orders = luck.pick(&bases).clone();
        for _ in 0..=luck.below(3) {
            orders = mutate(&orders, luck);
        }
        match check_orders(system, packet, "orders", orders.as_bytes()) {
            Err(fault) => refused_in_words(&fault, &orders),
            Ok(understood) => {
                accepted += 1;
                // Files of the same meaning are resolved once.
                if !seen.contains(&understood) {
                    resolve(dir, copied, system, packet.side, &orders);
                    seen.push(understood);
                }
            }
        }
    }
    accepted
}

#[test]
fn whatever_check_accepts_resolve_survives() {
    let system = load(&Games::builtin(), "seas-of-thunder", "raider-warfare").unwrap();
    let desk = Desk::new();
    let (dir, copied) = (desk.path("m"), desk.path("copied"));
    let mut host = begin(&dir, &system);
    let mut luck = Luck::new(1000);
    let (mut tried, mut accepted) = (0, 0);
    for exchange in 1..=24 {
        for side in SIDES {
            let packet = host.packet(side).unwrap();
            // Setup, the first moves, then what follows in the first turn.
            if packet.asked && [1, 3, 6, 10, 14, 20].contains(&exchange) {
                tried += MUTATIONS;
                accepted += tire(&dir, &copied, &system, &packet, &mut luck);
            }
        }
        for side in SIDES {
            let packet = host.packet(side).unwrap();
            if packet.asked {
                let orders = answers(&packet, 60, exchange);
                let salt = Salt::from_bytes([exchange as u8; 32]);
                host.receive("orders", orders.as_bytes(), Some(side), salt).unwrap();
            }
        }
        host.resolve(false).unwrap();
    }
    assert!(tried >= 5 * MUTATIONS && accepted > tried / 10 && accepted < tried, "{accepted} of {tried}");
}
