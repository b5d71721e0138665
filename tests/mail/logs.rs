//! The log for machines: one JSON object a line on stderr, of which each says what happened, and none what is
//! nobody's business.

use std::os::unix::fs::PermissionsExt;
use std::process::Output;

use serde_json::Value;

use crate::mail::club::Club;
use crate::mail::letter::Style;
use crate::mail::player::Player;
use crate::mail::talks::{report, table};

/// The lines of a log; nothing else may stand on stderr.
#[track_caller]
pub fn lines(stderr: &[u8]) -> Vec<Value> {
    let told = String::from_utf8_lossy(stderr);
    told.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{told}"))).collect()
}

/// What happened, in its order.
pub fn events(lines: &[Value]) -> Vec<&str> {
    lines.iter().map(|line| line["event"].as_str().expect("a word")).collect()
}

/// A minute later the office takes in what waits, and keeps a log.
fn logged(club: &mut Club) -> Output {
    club.now += 60;
    club.run(&["fetch", ".", "--log", "json"])
}

/// A player sends the orders that the newest report asks for. Gives the code word and the orders.
fn send(club: &mut Club, player: &mut Player) -> (String, String) {
    let mail = report(club, player.name);
    let (code, orders) =
        (mail.code().expect("a code word"), player.orders(&mail.packet().expect("a packet")));
    let mut letter = player.letter(club, &format!("Re: {}", mail.head("Subject")), "");
    letter.id = format!("<{}.log@example.org>", player.name);
    letter.text = format!("{orders}\ncode: {code}\n");
    club.deliver(&letter.write(Style::Plain));
    (code, orders)
}

#[test]
fn a_run_says_what_it_does_and_nothing_that_is_secret() {
    let (mut club, mut anna, mut bert) = table(&["--deadline-hours", "48"]);
    let secrets = [send(&mut club, &mut anna), send(&mut club, &mut bert)];
    let mut forged = anna.letter(&club, "withdraw", "withdraw\n\ncode: wrong-word\n");
    forged.id = "<forged.log@example.org>".to_owned();
    club.deliver(&forged.write(Style::Plain));
    let ran = logged(&mut club);
    assert_eq!(ran.status.code(), Some(0));
    let told = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(
        told.starts_with("3 messages in: 2 accepted, 1 refused, 0 skipped; 1 exchange closed; "),
        "{told}"
    );
    let lines = lines(&ran.stderr);
    for line in &lines {
        assert_eq!(line["time"], club.clock().to_string(), "{line}");
        assert_eq!((&line["office"], &line["worker"]), (&"The referee".into(), &Value::Null), "{line}");
    }
    let sent = "mail-sent ".repeat(5);
    let expected = format!("run-begun letter letter letter exchange-closed {sent}run-ended");
    assert_eq!(events(&lines).join(" "), expected);
    let letter = |at: usize| (lines[at]["side"].as_str(), lines[at]["outcome"].as_str());
    assert_eq!(letter(1), (Some("axis"), Some("taken")));
    assert_eq!(letter(2), (Some("allies"), Some("taken")));
    assert_eq!(letter(3), (Some("axis"), Some("refused")));
    assert_eq!((&lines[4]["match"], &lines[4]["exchange"]), (&"spring".into(), &1.into()));
    let receipt = lines.iter().find(|line| line["kind"] == "receipt").expect("a receipt");
    assert_eq!((&receipt["match"], &receipt["to"]), (&"spring".into(), &"axis".into()));
    let end = lines.last().expect("an end");
    let counts = ["received", "taken", "refused", "resolved", "sent", "waiting", "troubles"];
    assert_eq!(counts.map(|count| end[count].as_u64().expect("a number")), [3, 2, 1, 1, 5, 0, 0]);
    assert!(end["milliseconds"].is_u64(), "{end}");
    let all = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(!all.contains('@') && !all.contains("wrong-word"), "{all}");
    for (code, orders) in &secrets {
        let answers = orders.lines().map(str::trim).filter(|line| line.contains(": ") && line.len() > 16);
        assert!(!all.contains(code.as_str()), "{all}");
        answers.for_each(|line| assert!(!all.contains(line), "{line}: {all}"));
    }
    club.now += 60;
    assert!(club.run(&["fetch", "."]).stderr.is_empty(), "nobody asked for a log");
}

#[test]
fn trouble_is_logged_without_addresses_and_a_fault_once() {
    let (mut club, anna, _) = table(&[]);
    let (script, path) = (club.path("busy"), club.path("office.yaml"));
    std::fs::write(&script, "#!/bin/sh\ncat >/dev/null\nexit 75\n").expect("written");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("marked");
    let settings = std::fs::read_to_string(&path).expect("settings");
    let road = format!("{{sendmail: {{path: {}}}}}", script.display());
    std::fs::write(&path, settings.replace("{folder: {path: outgoing}}", &road)).expect("written");
    club.deliver(&anna.letter(&club, "status", "").write(Style::Plain));
    let ran = logged(&mut club);
    assert_eq!(ran.status.code(), Some(3));
    let found = lines(&ran.stderr);
    assert_eq!(events(&found), ["run-begun", "letter", "mail-failed", "trouble", "run-ended"]);
    assert_eq!((&found[2]["to"], &found[2]["for_good"]), (&"axis".into(), &false.into()));
    assert!(found[3]["words"].as_str().is_some_and(|words| words.contains("to (address): ")), "{}", found[3]);
    assert_eq!(found[4]["troubles"], 1);

    std::fs::write(club.path("office.yaml"), b"name: [").expect("written");
    let ran = logged(&mut club);
    assert_eq!(ran.status.code(), Some(1));
    let found = lines(&ran.stderr);
    assert_eq!(events(&found), ["run-failed"]);
    assert_eq!((&found[0]["exit"], &found[0]["office"]), (&1.into(), &".".into()));
    let ran = club.run(&["serve-mail", ".", "--log", "json"]);
    assert_eq!((ran.status.code(), events(&lines(&ran.stderr))), (Some(1), vec!["run-failed"]));
    assert!(ran.stdout.is_empty());
}
