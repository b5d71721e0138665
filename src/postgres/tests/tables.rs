//! The tables and how they change; what `doctor` sees.

use club::matches::Store;
use jiff::Timestamp;

use super::{Office, brisk, settings, words};
use crate::database::Database;
use crate::migrate::{STEPS, migrate, migrated};
use crate::{Heads, Migrated, examine, init, status};

fn bare(office: &Office) -> Database {
    Database::bare(office.settings(), "test", Heads::none(), brisk()).unwrap()
}

#[test]
fn tables_are_made_once_and_change_step_by_step() {
    let Some(office) = Office::new() else { return };
    assert_eq!(init(office.settings(), false).unwrap(), Migrated { before: 3, now: 3 });
    assert_eq!(migrate(office.settings()).unwrap(), Migrated { before: 3, now: 3 });
    let database = bare(&office);
    // One that fails leaves those before it.
    let [first, second, third] = STEPS;
    let steps = [
        first,
        second,
        third,
        "alter table game add column colour text",
        "alter table nowhere add column colour text",
    ];
    assert!(words(migrated(&database, &steps)).contains("nowhere"));
    let done = migrated(&database, &steps[..4]).unwrap();
    assert_eq!(done, Migrated { before: 4, now: 4 });
    // This program knows three steps only.
    let fault = words(Database::open(office.settings(), "one", Heads::none(), brisk()));
    assert!(fault.contains("step 4 of its tables is unknown to this program"), "{fault}");
    let fault = words(migrate(office.settings()));
    assert!(fault.contains("step 4 of its tables is unknown"), "{fault}");
    office.client().batch_execute("delete from club.version where number = 4").unwrap();
    office.worker("one");
    office
        .client()
        .batch_execute("update club.version set sha256 = sha256('other') where number = 1")
        .unwrap();
    let fault = words(Database::open(office.settings(), "one", Heads::none(), brisk()));
    assert!(fault.contains("step 1 of its tables was another when it was applied"), "{fault}");
}

#[test]
fn many_may_migrate_at_once() {
    let Some(office) = Office::new() else { return };
    let [first, second, third] = STEPS;
    let steps = [first, second, third, "create table late (number int)"];
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| migrated(&bare(&office), &steps).unwrap());
        }
    });
}

#[test]
fn an_office_without_tables_is_told_what_to_do() {
    let Some(office) = Office::new() else { return };
    let open = |settings| words(Database::open(settings, "one", Heads::none(), brisk()));
    let elsewhere = crate::Settings { schema: "other".to_owned(), ..office.settings() };
    assert!(open(elsewhere).contains("run `sealord store init`"));
    let unknown = crate::Settings { office: "no@club.example".to_owned(), ..office.settings() };
    assert!(open(unknown).contains("the database does not know the office no@club.example"));
    let nowhere = settings("host=127.0.0.1 port=1 user=sealord", office.folder.path());
    assert!(open(nowhere).contains("the database cannot be reached"));
    let garbage = settings("postgres://club:secret word@host:port/", office.folder.path());
    let fault = open(garbage);
    assert!(fault.contains("write it as postgres://") && !fault.contains("secret"), "{fault}");
}

#[test]
#[allow(clippy::disallowed_methods, reason = "the clock of this machine is held against the server's")]
fn doctor_names_what_is_wrong() {
    let Some(office) = Office::new() else { return };
    let now = Timestamp::now();
    let found = examine(office.settings(), now);
    let wrong = |found: &[crate::Finding]| -> Vec<&str> {
        found.iter().filter(|it| !it.good).map(|it| it.what).collect()
    };
    // The server of these tests is not durable, and doctor sees it.
    assert_eq!(wrong(&found), ["fsync", "full_page_writes", "synchronous_commit"], "{found:#?}");
    let hour = jiff::SignedDuration::from_hours(1);
    assert!(wrong(&examine(office.settings(), now - hour)).contains(&"clock of the server"));
    let mut client = office.client();
    client
        .batch_execute(
            "create role clerk login; grant usage on schema club to clerk; \
             grant select on all tables in schema club to clerk; grant insert, update on club.game to clerk",
        )
        .unwrap();
    let clerk = settings(&office.url().replace("user=sealord", "user=clerk"), office.folder.path());
    let found = examine(clerk.clone(), now);
    let rights = found.iter().find(|it| it.what == "rights").unwrap();
    assert!(
        rights.words.contains("INSERT on club.entry, ")
            && rights.words.ends_with("USAGE on club.lease_number")
    );
    assert!(!rights.words.contains("club.game"));
    client
        .batch_execute(
            "grant update on club.office to clerk; \
             grant insert, update, delete on club.fact, club.put_by, club.heard, club.mail, club.aside, club.thing, \
             club.noted, club.chore, club.worker to clerk; grant insert on club.entry to clerk; grant insert, update, delete on club.small, club.published to \
             clerk; grant usage on club.lease_number to clerk",
        )
        .unwrap();
    assert!(!wrong(&examine(clerk.clone(), now)).contains(&"rights"));
    // With those rights a worker can work.
    let worker = Database::open(clerk, "clerk", Heads::none(), brisk()).unwrap();
    let it = crate::Match::new(&worker, "rights");
    let mut log = it.begin().unwrap();
    super::add(log.as_mut(), "first").unwrap();
    it.keep_small("a", b"b").unwrap();
    drop(log);
    let seen = status(&worker).unwrap();
    assert_eq!((seen.under_way, seen.entries, seen.leases), (1, 1, 0));
    client.batch_execute("update club.office set system_id = '1'; drop table club.small cascade").unwrap();
    assert!(wrong(&examine(office.settings(), now)).contains(&"database"), "a table is missing");
    let fault = words(Database::open(office.settings(), "one", Heads::none(), brisk()));
    assert!(fault.starts_with("Proof") && fault.contains("but the office belongs to 1"), "{fault}");
}
