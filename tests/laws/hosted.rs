//! Whole matches through the host, written down and audited: under both trust levels, with doctrine, with a
//! ruling, and taken back.

use std::path::Path;

use sealord::adjudicator::Ruled;
use sealord::audit::{Pace, audit, audit_by};
use sealord::digest::{Digest, Salt};
use sealord::journal::Journal;
use sealord::matches::folder::MatchDir;
use sealord::matches::{Host, Sealing, Settings};
use sealord::party::Party;
use sealord::seal::{SealHeader, Sealed};
use sealord::staff::StaffOfficer;
use sealord::trust::Trust;

use crate::laws::play::{self, boldness, parallel};
use crate::laws::systems::Lawful;
use sealord::matches::Submission;

/// A folder of Linux that is memory.
const MEMORY: &str = "/dev/shm";

/// A folder in memory, if the machine has one.
fn in_memory() -> Option<tempfile::TempDir> {
    tempfile::tempdir_in(MEMORY).ok()
}

/// What the players of a seed do besides answering.
struct Plan {
    trust: Trust,
    /// Who seals under commit-reveal; nothing as in matches that began before it was recorded.
    sealing: Option<Sealing>,
    /// Doctrine that a party has not sent yet.
    doctrine: Vec<Option<String>>,
    /// Which battle plans parties send now and then, if any.
    battles: Option<u64>,
    /// The exchange after which the umpire rules.
    rule_after: Option<u32>,
    /// The exchange after which the match is taken back by three.
    undo_after: Option<u32>,
    /// The exchange after which the match is closed and opened again.
    reopen_after: u32,
}

impl Plan {
    /// Odd seeds send doctrine, for some parties or all, three of seven battle plans; every third match meets
    /// a ruling, every fourth is taken back.
    fn of<S: Lawful>(seed: u64) -> Plan {
        let sends = |place: usize| !seed.is_multiple_of(2) && seed / 2 % 3 != place as u64;
        let doctrine = |(place, party): (usize, &Party)| sends(place).then(|| S::doctrine(*party));
        let sealing = [Some(Sealing::Every), Some(Sealing::Every), Some(Sealing::Asked), None];
        Plan {
            sealing: if seed % 5 < 2 { sealing[(seed / 5 % 4) as usize] } else { None },
            trust: if seed % 5 < 2 { Trust::CommitReveal } else { Trust::Umpire },
            doctrine: S::players().iter().enumerate().map(doctrine).collect(),
            battles: (seed % 7 < 3).then_some(seed),
            rule_after: seed.is_multiple_of(3).then_some(5 + (seed % 11) as u32),
            undo_after: seed.is_multiple_of(4).then_some(7 + (seed % 13) as u32),
            reopen_after: 3 + (seed % 5) as u32,
        }
    }
}

/// The sealed orders of every party that must send a file; under commit-reveal all commit before any file
/// travels.
fn exchange<S: Lawful>(host: &mut Host, officers: &mut [StaffOfficer], plan: &mut Plan) {
    let mut files = Vec::new();
    for (place, &party) in S::players().iter().enumerate() {
        let packet = host.packet(party).unwrap();
        if !packet.asked {
            continue;
        }
        let mut orders = play::orders(&mut officers[place], &packet);
        orders += &plan.doctrine[place].take().unwrap_or_default();
        let number = plan.battles.map(|seed| seed + u64::from(packet.exchange) + place as u64);
        if let Some(number) = number.filter(|number| number % 4 == 0) {
            orders += &S::sample_battle_plans(party, number / 4).unwrap_or_default();
        }
        let salt = Digest::of_parts(&[&packet.exchange.to_be_bytes(), party.id().as_bytes()]);
        let header = SealHeader {
            match_id: packet.match_id.clone(),
            genesis: host.game.genesis,
            exchange: packet.exchange,
            party,
            salt: Salt::from_bytes(*salt.as_bytes()),
        };
        files.push(Sealed::make(header, orders.as_bytes()).unwrap());
    }
    if plan.trust == Trust::CommitReveal {
        for file in &files {
            host.commit(file.header().party, file.commitment(), None).unwrap();
        }
    }
    for file in &files {
        let unused = Salt::from_bytes([0; 32]);
        host.receive(Submission::unsigned("orders", file.bytes()), Some(file.header().party), unused)
            .unwrap();
    }
    host.resolve(false).unwrap();
}

/// Closes a match and opens it from its folder, where it stands as it did: first from its journal if that is
/// asked for, then from the bookmark beside it.
fn read_again<S: Lawful>(host: Host, root: &Path, from_journal: bool) -> Host {
    let known = |host: &Host| {
        let packets = S::players().iter().map(|party| host.packet(*party).unwrap()).collect::<Vec<_>>();
        let told = (host.head().unwrap(), host.told_at().unwrap().to_owned(), host.game.resolved());
        let exchanges = host.game.exchanges.iter();
        let promised: Vec<_> = exchanges
            .map(|exchange| {
                S::players().iter().map(|party| exchange.submissions.committed(*party)).collect::<Vec<_>>()
            })
            .collect();
        (packets, told, promised, host.game.exchanges_by_turn())
    };
    let before = known(&host);
    drop(host);
    let systems = S::alone();
    let rules = |settings: &Settings| settings.lay_out(systems, &S::games());
    let open = || Host::open(&MatchDir::new(root), rules, play::NOW).unwrap();
    if from_journal {
        let bookmark = root.join("secret/bookmark");
        let written = std::fs::read(&bookmark).expect("a bookmark");
        std::fs::remove_file(&bookmark).unwrap();
        let host = open();
        assert_eq!(known(&host), before);
        drop(host);
        assert!(std::fs::read(&bookmark).unwrap() == written, "the same match, another bookmark");
    }
    let host = open();
    assert_eq!(known(&host), before);
    assert_eq!(host.notices(), [] as [String; 0]);
    host
}

/// Plays a match to its end and audits it; gives rulings, undoings, and how many parties sent doctrine.
fn whole_match<S: Lawful>(seed: u64) -> [usize; 3] {
    let folder = in_memory().unwrap_or_else(|| tempfile::tempdir().unwrap());
    let root = folder.path().join("match");
    let mut plan = Plan::of::<S>(seed);
    let sent = plan.doctrine.iter().flatten().count();
    let mut host = play::host_sealing::<S>(&root, seed, plan.trust, plan.sealing);
    let mut officers = play::officers(S::players(), seed, boldness(seed));
    let (mut resolved, mut ruled, mut undone) = (0, 0, 0);
    let mut journal_from = 0;
    let mut in_effect = Vec::new();
    while !host.game.rules.is_over() {
        in_effect.extend(host.game.exchanges.last().map(|exchange| exchange.number));
        exchange::<S>(&mut host, &mut officers, &mut plan);
        resolved += 1;
        // From the bookmark of a match that was itself taken up from one.
        if !host.game.rules.is_over() && resolved % plan.reopen_after == 0 {
            // A journal is played from its beginning, so that a long one is read at greater distances: the
            // time goes with its length, and not with the square of it.
            let from_journal = resolved >= journal_from;
            host = read_again::<S>(host, &root, from_journal);
            journal_from = if from_journal { resolved * 3 / 2 } else { journal_from };
        }
        if !host.game.rules.is_over() && plan.rule_after == Some(resolved) {
            host.rule("a slip of the umpire's pen", S::RULING).unwrap();
            ruled += 1;
        }
        if !host.game.rules.is_over() && plan.undo_after == Some(resolved) {
            let known: Vec<u32> = host.game.exchanges.iter().map(|exchange| exchange.number).collect();
            let back = known[known.len().saturating_sub(4)];
            host.undo(back, "the wrong file was opened").unwrap();
            undone += 1;
            in_effect.retain(|number| *number < back);
        }
    }
    assert!(plan.doctrine.iter().all(Option::is_none), "seed {seed}: a party was never asked");
    drop(host);
    let snapshot = Journal::read(&root).unwrap();
    let rules = |_: &Settings| Ok(Ruled::boxed(S::system().clone()));
    let findings = audit(&snapshot.entries, None, rules).unwrap();
    let again = audit_by(Pace::Again, &snapshot.entries, None, rules).unwrap();
    assert_eq!(findings, again, "looking ahead finds something else than playing again");
    assert!(findings.over && findings.dice_checked, "seed {seed}: {findings:?}");
    assert_eq!((findings.exchanges as usize, findings.defaults), (in_effect.len(), 0), "seed {seed}");
    assert_eq!((findings.rulings, findings.undone), (ruled, undone), "seed {seed}");
    assert!(plan.sealing != Some(Sealing::Every) || findings.lone_salts == 0, "seed {seed}: {findings:?}");
    [ruled, undone, sent]
}

crate::laws::laws! { the_host_plays_and_the_audit_agrees }

fn the_host_plays_and_the_audit_agrees<S: Lawful>() {
    let least = play::matches(60, 200) as usize;
    let mut all: Vec<[usize; 3]> = Vec::new();
    let sums = |all: &[[usize; 3]]| [0, 1, 2].map(|at| all.iter().map(|it| it[at]).sum::<usize>());
    let is_enough = |[ruled, undone, sent]: [usize; 3]| ruled >= 15 && undone >= S::UNDONE && sent >= 30;
    // More where too little was met.
    for seeds in [1000..1060, 1060..1130, 1130..1200] {
        if all.len() < least || !is_enough(sums(&all)) {
            all.extend(parallel(seeds, whole_match::<S>));
        }
    }
    let [ruled, undone, sent] = sums(&all);
    println!("{} matches: {ruled} rulings, {undone} taken back, doctrine sent {sent} times", all.len());
    assert!(is_enough([ruled, undone, sent]), "{all:?}");
}
