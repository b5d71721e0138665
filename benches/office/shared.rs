//! Matches that close an exchange at one deadline: by one worker, and with others that lend it a hand.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use sealord::kit::Kit;
use sealord::post::office::Office;
use sealord_postgres::premises;

use crate::club::Club;
use crate::{seconds, server};

/// Matches of the office.
const MATCHES: usize = 60;
/// Each has been played until it has so many entries.
const ENTRIES: u64 = 50;
/// Hours for each exchange.
const HOURS: u32 = 1;
/// Workers that lend a hand, in one measurement after the other.
const HELPERS: [usize; 4] = [0, 1, 3, 0];
/// A pause between two offers of help.
const PAUSE: Duration = Duration::from_millis(5);

/// Measures a deadline with so many helpers, one after the other.
pub fn measure() {
    let club = Club::new(server::Server::in_folder(&server::folder(), &[]));
    club.begin(MATCHES, (1, ENTRIES), Some(HOURS));
    let mut alone = 0.0;
    // The first run mails the first reports, and some deadlines are long over.
    for (round, helpers) in [0, 0].into_iter().chain(HELPERS).enumerate() {
        let now = format!("2026-09-{:02}T12:00:00Z", 3 + round);
        let busy = busy_seconds();
        let (took, resolved) = deadline(&club, &now, helpers);
        let cores = busy.zip(busy_seconds()).map(|(before, after)| (after - before) / took);
        if round < 2 {
            continue;
        }
        let pace = resolved as f64 / took;
        if alone == 0.0 {
            alone = pace;
        }
        let cores = cores.map_or(String::new(), |cores| format!("; {cores:.2} cores were busy"));
        println!(
            "{resolved} matches close an exchange, {helpers} workers help: {pace:.1} a second, {:.2} times one alone{cores}",
            pace / alone
        );
    }
}

/// A run after a deadline. Gives its seconds, and how many exchanges it closed.
fn deadline(club: &Club, now: &str, helpers: usize) -> (f64, usize) {
    let kit = || Kit::new(sealord::rules::systems(), None, None, Some(now)).expect("a kit");
    let (stop, (sender, ready)) = (AtomicBool::new(false), channel());
    std::thread::scope(|scope| {
        for number in 0..helpers {
            let (stop, sender) = (&stop, sender.clone());
            scope.spawn(move || {
                let (kit, database) = (kit(), club.open_as(&format!("helper {number}")));
                while !stop.load(Ordering::Relaxed) {
                    Office::help(&kit, premises(club.folder(), &database).expect("an office"), None)
                        .expect("help");
                    _ = sender.send(());
                    std::thread::sleep(PAUSE);
                }
            });
        }
        (0..helpers * 2).for_each(|_| _ = ready.recv());
        let (kit, database) = (kit(), club.open());
        let begun = Instant::now();
        let mut office =
            Office::open(&kit, premises(club.folder(), &database).expect("an office")).expect("open");
        let mut road = office.road_in().expect("a road");
        let account = office.run(Some(road.as_mut())).expect("a run");
        let took = seconds(begun.elapsed());
        if helpers == 0 {
            println!("  {} statements, {} mails", database.statements(), account.sent);
        }
        assert!(account.troubles.is_empty(), "{:?}", account.troubles);
        drop(office);
        // The next measurement with fewer helpers does not count on these.
        club.psql("delete from sealord.worker");
        stop.store(true, Ordering::Relaxed);
        (took, account.resolved)
    })
}

/// The seconds that all cores were busy since the machine began, as far as that can be read.
fn busy_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/stat").ok()?;
    let numbers: Vec<f64> =
        text.lines().next()?.split_whitespace().filter_map(|it| it.parse().ok()).collect();
    let idle = numbers.get(3)? + numbers.get(4)?;
    Some((numbers.iter().take(8).sum::<f64>() - idle) / 100.0)
}
