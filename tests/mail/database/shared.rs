//! A run and the workers that lend it a hand: the journals and the mails are those of an office in a folder.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use sealord::kit::Kit;
use sealord::post::office::{Office, RunSummary};
use sealord::rules::systems;
use sealord_postgres::{Database, Heads, Patience, Settings, premises};

use super::{EXCHANGES, Played, Table};
use crate::server::server;

/// Matches, two of each game.
fn matches() -> Vec<(String, &'static str)> {
    let twice = super::MATCHES.iter().chain(&super::MATCHES).enumerate();
    twice.map(|(at, (word, system))| (format!("{word}-{at}"), *system)).collect()
}

fn undisturbed() -> Played {
    let mut table = Table::of(None, matches());
    loop {
        table.club.fetch();
        if !table.answer() {
            return (table.journals(), table.mails());
        }
    }
}

/// What each thread needs to work for the office, by its own connection.
struct Desk<'t> {
    table: &'t Table,
    now: String,
}

impl Desk<'_> {
    fn kit(&self) -> Kit {
        Kit::new(systems(), None, None, Some(&self.now)).unwrap()
    }

    fn database(&self, worker: &str) -> std::rc::Rc<Database> {
        let settings = Settings::read(&self.table.club.path(".")).unwrap().expect("an office in a database");
        Database::open(settings, worker, Heads::none(), Patience::default()).unwrap()
    }

    /// Helps until it is told to stop; gives how many matches it tended.
    fn help(&self, worker: &str, (stands_by, stop): (impl FnOnce(), &AtomicBool)) -> usize {
        let (kit, database, folder) = (self.kit(), self.database(worker), self.table.club.path("."));
        let (mut stands_by, mut tended) = (Some(stands_by), 0);
        while !stop.load(Ordering::Relaxed) {
            let helped = Office::help(&kit, premises(&folder, &database).unwrap(), None).unwrap();
            assert!(helped.troubles.is_empty(), "{:?}", helped.troubles);
            tended += helped.tended;
            stands_by.take().into_iter().for_each(|stands_by| stands_by());
            std::thread::sleep(Duration::from_millis(2));
        }
        tended
    }

    fn run(&self) -> RunSummary {
        let (kit, database) = (self.kit(), self.database("one"));
        let mut office =
            Office::open(&kit, premises(&self.table.club.path("."), &database).unwrap()).unwrap();
        let mut source = office.road_in().unwrap();
        office.run(Some(source.as_mut())).unwrap()
    }
}

#[test]
fn a_run_that_is_helped_does_what_one_alone_does() {
    let Some(server) = server() else { return };
    let expected = undisturbed();
    let mut table = Table::of(Some(server), matches());
    let (tended, mut resolved) = (AtomicUsize::new(0), 0);
    loop {
        table.club.now += 60;
        let desk = Desk { table: &table, now: table.club.clock().to_string() };
        let (stop, (sender, ready)) = (AtomicBool::new(false), channel());
        let account = std::thread::scope(|scope| {
            for worker in ["two", "three"] {
                let (desk, stop, tended, sender) = (&desk, &stop, &tended, sender.clone());
                let stands_by = move || sender.send(()).unwrap();
                scope
                    .spawn(move || tended.fetch_add(desk.help(worker, (stands_by, stop)), Ordering::Relaxed));
            }
            ready.iter().take(2).for_each(drop);
            let account = scope.spawn(|| desk.run()).join();
            stop.store(true, Ordering::Relaxed);
            account.unwrap()
        });
        assert!(account.troubles.is_empty() && account.refused == 0, "{account:?}");
        resolved += account.resolved;
        table.club.collect(account.sent);
        if !table.answer() {
            break;
        }
    }
    assert_eq!(resolved, matches().len() * EXCHANGES as usize);
    let tended = tended.into_inner();
    println!("{tended} times a match was tended by a helper");
    assert!(tended >= matches().len(), "hardly anybody helped: {tended}");
    assert_eq!(table.psql("select count(*) from sealord.chore where account is not null"), "0");
    table.club.ok(&["store", "copy", ".", "--to", "folder"]);
    super::same(&table, &expected);
    table.words.iter().for_each(|word| drop(table.club.ok(&["audit", word])));
}

/// Somebody whose clock is a season ahead, and somebody with other settings, are of no help: the run does all itself.
#[test]
fn a_helper_that_cannot_help_harms_nothing() {
    let Some(server) = server() else { return };
    let mut table = Table::of(Some(server), matches());
    // The settings of a very large office are long.
    let path = table.club.path("office.yaml");
    let settings = std::fs::read_to_string(&path).unwrap() + &"# another line\n".repeat(100_000);
    std::fs::write(&path, &settings).unwrap();
    let other = table.club.path("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("office.yaml"), settings + "# and one more\n").unwrap();
    table.club.now += 60;
    let desk = Desk { table: &table, now: table.club.clock().to_string() };
    let (stop, (sender, ready)) = (AtomicBool::new(false), channel());
    let (account, refused, troubles) = std::thread::scope(|scope| {
        let (desk, stop, sender, other) = (&desk, &stop, &sender, &other);
        let one = scope.spawn(move || {
            let (kit, database) = (desk.kit(), desk.database("two"));
            let mut refused = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let helped = Office::help(&kit, premises(other, &database).unwrap(), None);
                refused.extend(helped.err().map(|fault| fault.to_string()));
                sender.send(()).unwrap();
            }
            refused
        });
        let late = scope.spawn(move || {
            let kit = Kit::new(systems(), None, None, Some("2035-01-01T00:00:00Z")).unwrap();
            let (database, folder) = (desk.database("three"), desk.table.club.path("."));
            let mut troubles = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                troubles.extend(
                    Office::help(&kit, premises(&folder, &database).unwrap(), None).unwrap().troubles,
                );
                sender.send(()).unwrap();
            }
            troubles
        });
        ready.iter().take(8).for_each(drop);
        let account = scope.spawn(|| desk.run()).join();
        stop.store(true, Ordering::Relaxed);
        (account.unwrap(), one.join().unwrap(), late.join().unwrap())
    });
    assert!(account.troubles.is_empty(), "{account:?}");
    assert!(refused.iter().any(|fault| fault.contains("office.yaml is another here")), "{refused:?}");
    assert!(troubles.iter().any(|words| words.contains("days after the newest entry")), "{troubles:?}");
    table.club.collect(account.sent);
    let reports = table.club.mails.iter().filter(|mail| mail.kind() == "report").count();
    assert!(reports >= 2 * matches().len(), "everybody was told: {reports}");
    assert_eq!(table.club.fetch()["sent"], 0, "nothing was left");
}
