//! What workers write into their logs about the office that only one of them has, and when there is nothing to do.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::time::Duration;

use super::{Table, signal};
use crate::mail::logs::{events, lines};
use crate::server::{programs, server};

/// A worker stands by for another, takes the office when that has gone, and loses it while it sends a mail.
#[test]
fn a_worker_logs_who_has_the_office() {
    let Some(server) = server() else { return };
    let table = Table::of(Some(server), vec![("channel".to_owned(), "schiffskrieg")]);
    let (_, name) = table.database.as_ref().expect("a database");
    let given = |by: &str| {
        format!(
            "update sealord.office set lease = nextval('sealord.lease_number'), lease_by = '{by}', \
             lease_until = clock_timestamp() + interval '1 hour'"
        )
    };
    table.psql(&given("one"));
    // Whoever sends a mail by this finds that another has taken the office meanwhile.
    let script = table.club.path("sendmail");
    let psql = programs().expect("a server").join("psql");
    let text = format!(
        "#!/bin/sh\ncat >/dev/null\n{} -qd '{}' -c \"{}\"\n",
        psql.display(),
        server.url(name),
        given("three")
    );
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let path = table.club.path("office.yaml");
    let settings = fs::read_to_string(&path).unwrap();
    let road = format!("out: {{sendmail: {{path: {}}}}}", script.display());
    fs::write(&path, settings.replace("out: {folder: {path: outgoing}}", &road)).unwrap();

    let log = table.club.path("two.log");
    let arguments = ["serve-mail", ".", "--worker", "two", "--every", "1", "--log", "json"];
    let mut command = table.club.command(&arguments);
    let file = fs::File::create(&log).unwrap();
    let mut worker = command.stdout(Stdio::null()).stderr(file).spawn().unwrap();
    let has_said = |word: &str| {
        for _ in 0..600 {
            if fs::read_to_string(&log).unwrap().contains(word) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("no {word}: {}", fs::read_to_string(&log).unwrap());
    };
    has_said("standing-by");
    table.leases_are_over();
    has_said("run-failed");
    signal(&worker, "-TERM");
    assert!(worker.wait().unwrap().success());
    let lines = lines(&fs::read(&log).unwrap());
    let until: Vec<&str> = events(&lines).into_iter().take(4).collect();
    assert_eq!(until, ["standing-by", "lease-taken", "run-begun", "lease-lost"]);
    assert_eq!(lines[4]["event"], "run-failed");
    assert!(lines[0]["words"].as_str().is_some_and(|words| words.contains("(one has it until 2")));
    for line in &lines {
        assert_eq!((&line["office"], &line["worker"]), (&"The referee".into(), &"two".into()), "{line}");
    }
}

/// A worker looks at the office as long as nothing happens there, and runs it once something does.
#[test]
fn a_worker_rests_until_something_happens() {
    let Some(server) = server() else { return };
    let mut table = Table::of(Some(server), vec![("channel".to_owned(), "schiffskrieg")]);
    let (log, arguments) = (table.club.path("one.log"), ["serve-mail", ".", "--every", "1", "--log", "json"]);
    let file = fs::File::create(&log).unwrap();
    let mut worker = table.club.command(&arguments).stdout(Stdio::null()).stderr(file).spawn().unwrap();
    // Each change leads to a run that deals with it, and one that finds nothing; then there is none.
    let mut runs = 0;
    let mut comes_to_rest = |why: &str| {
        let begun = || fs::read_to_string(&log).unwrap().matches("\"run-begun\"").count();
        for _ in 0..600 {
            if begun() >= runs + 2 {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        std::thread::sleep(Duration::from_millis(2500));
        assert_eq!(begun(), runs + 2, "{why}: {}", fs::read_to_string(&log).unwrap());
        runs += 2;
    };
    comes_to_rest("the first reports");
    table.club.collect(2);
    let mail = table.club.mails[0].clone();
    let code = mail.code().expect("a code word");
    let from = format!("channel.{}", mail.packet().expect("a packet").party.id());
    table.write(&from, &mail, &format!("status\n\ncode: {code}\n"));
    comes_to_rest("a letter");
    table.club.ok(&["clock", "channel", "pause", "--reason", "a storm"]);
    comes_to_rest("an entry by the umpire's hand");
    let path = table.club.path("office.yaml");
    let settings = fs::read_to_string(&path).unwrap();
    fs::write(&path, settings + "# a word\n").unwrap();
    comes_to_rest("other settings");
    signal(&worker, "-TERM");
    assert!(worker.wait().unwrap().success());
}
