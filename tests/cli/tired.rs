//! Whatever `check` accepts, `resolve` survives: forms as a tired player would fill them in. In process, for
//! speed.

use sealord::items::Items;
use std::path::Path;

use sealord::adjudicator::Ruled;
use sealord::digest::Salt;
use sealord::matches::folder::MatchDir;
use sealord::matches::{Host, MatchFault, Settings, check_orders};
use sealord::orders::form::form;
use sealord::party::Party;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::{Choices, load};
use sealord::view::Packet;

use super::support::{Desk, Luck, NOW, PARTIES, answers};
use sealord::matches::Submission;

const MUTATIONS: usize = 300;
/// Of so many files of other meaning that are accepted, one is played on to the end of the turn.
const SAMPLE: usize = 12;
/// More exchanges than a turn has when nobody writes.
const MOST_EXCHANGES: usize = 100;
/// Words that doctrine may or may not have, where it may or may not have them.
const WORDS: &[&str] = &[
    "any",
    "silence",
    "ask",
    "strongest",
    "weakest",
    "hold",
    "stay",
    "cancel",
    "cut",
    "line",
    "reserve",
    "convoy",
    "raider",
    "air-strike",
    "CV",
    "BB",
    "SS",
    "LBA",
    "ship",
    "submarines",
    "sweeper",
    "Germany",
    "UK",
    "9",
    "kiel",
    "de-bb-scharnhorst",
    "uk-bc-hood",
    "hood",
    "atlantis",
];

fn begin(dir: &Path, system: &SeasOfThunder) -> Host {
    let seed = sealord::dice::Seed::practice(11);
    let rules = Ruled::boxed(system.clone());
    let settings = Settings::plain("tired", &*rules, &sealord::rules::games(), &seed);
    Host::create(&MatchDir::new(dir), rules, settings, seed, NOW).unwrap()
}

/// One thing that goes wrong in doctrine: a kind, a word or `spread` is another.
fn mutate_doctrine(text: &str, kinds: &[&str], luck: &mut Luck) -> String {
    let (head, doctrine) = text.split_once("\ndoctrine:\n").expect("a file with doctrine");
    let mut lines: Vec<String> = doctrine.lines().map(str::to_owned).collect();
    let with = |lines: &[String], what: &str| {
        (0..lines.len())
            .filter(|&at| lines[at].contains(what) && !lines[at].trim_start().starts_with('#'))
            .collect::<Vec<_>>()
    };
    match luck.below(6) {
        0 | 1 => {
            let list =
                |line: &String| Some((line.find(": [")? + 3, line.rfind(']')?)).filter(|(a, b)| a <= b);
            let lists = (0..lines.len()).filter_map(|at| list(&lines[at]).map(|(a, b)| (at, a, b)));
            let (at, start, end) = *luck.pick(&lists.collect::<Vec<_>>());
            let mut words: Vec<String> = lines[at][start..end].split(", ").map(str::to_owned).collect();
            let new = (*luck.pick(WORDS)).to_owned();
            let place = luck.below(words.len());
            if luck.below(2) == 0 {
                words[place] = new
            } else {
                words.insert(place, new)
            }
            lines[at].replace_range(start..end, &words.join(", "));
        }
        2 | 3 => {
            let heads =
                (0..lines.len()).filter(|&at| lines[at].starts_with("  ") && kind_of(&lines[at]).is_some());
            let at = *luck.pick(&heads.collect::<Vec<_>>());
            let old = kind_of(&lines[at]).unwrap().to_owned();
            let zone = if luck.below(3) == 0 { format!("@zone-{}", luck.below(123)) } else { String::new() };
            let rest = lines[at].split_off(2 + old.len());
            lines[at] = format!("  {}{zone}{rest}", luck.pick(kinds));
        }
        4 => {
            let at = *luck.pick(&with(&lines, "- prefer:"));
            let word = ["true", "false", "yes", "maybe"][luck.below(4)];
            lines.insert(at + 1, format!("    spread: {word}"));
        }
        _ => {
            let at = *luck
                .pick(&with(&lines, "spread").into_iter().chain(with(&lines, "prefer")).collect::<Vec<_>>());
            lines.remove(at);
        }
    }
    format!("{head}\ndoctrine:\n{}\n", lines.join("\n"))
}

/// The kind that a line of doctrine begins with.
fn kind_of(line: &str) -> Option<&str> {
    let (kind, _) = line.strip_prefix("  ")?.split_once(':')?;
    kind.chars().all(|it| it.is_ascii_lowercase() || it == '-').then_some(kind)
}

/// The doctrine of the example, as it stands in an orders file.
fn doctrine(party: Party) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/raider-warfare/doctrine");
    let text = std::fs::read_to_string(root.join(format!("{}.yaml", party.id()))).unwrap();
    let lines: String = text.lines().map(|line| format!("  {line}\n")).collect();
    format!("doctrine:\n{lines}")
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

/// Receives an accepted file and resolves, in a copy; if asked, until the turn has ended, with nobody else
/// writing.
fn resolve(dir: &Path, copied: &Path, system: &SeasOfThunder, party: Party, orders: &str, whole_turn: bool) {
    _ = std::fs::remove_dir_all(copied);
    std::fs::create_dir_all(copied.join("secret")).unwrap();
    for part in ["journal.jsonl", "head.json", "secret/seed"] {
        std::fs::copy(dir.join(part), copied.join(part)).unwrap();
    }
    let mut host = Host::open(&MatchDir::new(copied), |_| Ok(Ruled::boxed(system.clone())), NOW).unwrap();
    let told = |fault: MatchFault| panic!("{party}: {fault}\n{orders}");
    host.receive(Submission::unsigned("orders", orders.as_bytes()), Some(party), Salt::from_bytes([3; 32]))
        .unwrap_or_else(told);
    let turn_of = |host: &Host| host.game.rules.typed::<SeasOfThunder>().unwrap().present.turn;
    let turn = turn_of(&host);
    let stands = |host: &Host| turn_of(host) == turn && !host.game.rules.is_over();
    host.resolve(true).unwrap_or_else(|fault| panic!("{party}: {fault}\n{orders}"));
    for _ in 0..if whole_turn { MOST_EXCHANGES } else { 0 } {
        if stands(&host) {
            host.resolve(true).unwrap_or_else(|fault| panic!("{party}: {fault}\n{orders}"));
        }
    }
    assert!(!whole_turn || !stands(&host), "{party}: the turn does not end\n{orders}");
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

/// What was tried of one party at one exchange.
#[derive(Default)]
struct Tried {
    files: usize,
    accepted: usize,
    /// Accepted files with other doctrine than the example's.
    doctrine: usize,
    /// Files that were played to the end of the turn.
    played_on: usize,
}

/// Mutates the files of one party at one exchange.
fn tire(
    dir: &Path,
    copied: &Path,
    system: &SeasOfThunder,
    packet: &Packet,
    luck: &mut Luck,
    tried: &mut Tried,
) {
    let kinds: Vec<&str> = system.kinds().iter().map(|kind| kind.kind).collect();
    let with_doctrine = answers(packet, 40, 5) + &doctrine(packet.party);
    let bases = [form(packet, None), answers(packet, 40, 5), with_doctrine];
    let mut seen = Vec::new();
    for _ in 0..MUTATIONS {
        let base = luck.below(bases.len());
        let mut orders = bases[base].clone();
        for _ in 0..=luck.below(3) {
            let by_doctrine = base == 2 && orders.contains("\ndoctrine:\n") && luck.below(2) == 0;
            orders = if by_doctrine && whole_doctrine(&orders) {
                mutate_doctrine(&orders, &kinds, luck)
            } else {
                mutate(&orders, luck)
            };
        }
        tried.files += 1;
        match check_orders(&Ruled::new(system.clone()), packet, "orders", orders.as_bytes()) {
            Err(fault) => refused_in_words(&fault, &orders),
            Ok(understood) => {
                tried.accepted += 1;
                let standing = orders.split_once("\ndoctrine:\n").map(|(_, it)| it.to_owned());
                // Files of the same meaning are resolved once.
                if !seen.contains(&(understood.clone(), standing.clone())) {
                    let whole_turn = seen.len() % SAMPLE == SAMPLE - 1;
                    resolve(dir, copied, system, packet.party, &orders, whole_turn);
                    tried.played_on += usize::from(whole_turn);
                    tried.doctrine += usize::from(standing.is_some());
                    seen.push((understood, standing));
                }
            }
        }
    }
}

/// True if doctrine is still laid out so that one can find its lines.
fn whole_doctrine(orders: &str) -> bool {
    let (_, doctrine) = orders.split_once("\ndoctrine:\n").unwrap_or_default();
    doctrine.lines().any(|line| kind_of(line).is_some())
        && doctrine.lines().any(|line| line.trim_start().starts_with("- prefer: [") && line.ends_with(']'))
}

#[test]
fn whatever_check_accepts_resolve_survives() {
    let system: SeasOfThunder = load(&sealord::rules::games(), None, &Choices::default()).unwrap();
    let desk = Desk::new();
    let (dir, copied) = (desk.path("m"), desk.path("copied"));
    let mut host = begin(&dir, &system);
    let mut luck = Luck::new(1000);
    let mut tried = Tried::default();
    for exchange in 1..=24 {
        for party in PARTIES {
            let packet = host.packet(party).unwrap();
            // Setup, the first moves, then what follows in the first turn.
            if packet.asked && [1, 3, 6, 10, 14, 20].contains(&exchange) {
                tire(&dir, &copied, &system, &packet, &mut luck, &mut tried);
            }
        }
        for party in PARTIES {
            let packet = host.packet(party).unwrap();
            if packet.asked {
                let orders = answers(&packet, 60, exchange);
                let salt = Salt::from_bytes([exchange as u8; 32]);
                host.receive(Submission::unsigned("orders", orders.as_bytes()), Some(party), salt).unwrap();
            }
        }
        host.resolve(false).unwrap();
    }
    let Tried { files, accepted, doctrine, played_on } = tried;
    println!("{accepted} of {files} files accepted, {doctrine} with doctrine, {played_on} played on");
    assert!(files >= 5 * MUTATIONS && accepted > files / 10 && accepted < files, "{accepted} of {files}");
    assert!(doctrine > 50 && played_on > 10, "{doctrine} with doctrine, {played_on} played on");
}
