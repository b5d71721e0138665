//! A side that the staff officer plays, from outside: it answers at once, is named wherever the match is
//! described, and nobody else can speak for it.

use sealord::digest::Digest;
use sealord::entry::Kind;
use sealord::party::Party;
use serde_json::json;

use super::forged::{Draft, drafts, write};
use super::support::{Desk, SALT, System, answers, on_every_system};
use super::tamper::caught;

on_every_system! {
    it_answers_at_once_and_is_named_everywhere,
    nobody_else_speaks_for_it,
    an_answer_that_is_not_its_own_is_found,
    under_commit_reveal_it_seals_first_and_opens_with_the_last,
    what_cannot_be_is_refused,
}

/// A match in which the staff officer plays the second party.
fn begun(system: &'static System, more: &[&str]) -> (Desk, Party, Party) {
    let desk = Desk::of(system);
    let [own, other] = [system.parties()[0], system.parties()[1]];
    desk.begin("m", &[&["--officer", other.id()], more].concat());
    (desk, own, other)
}

/// The player at random answers until so many exchanges are resolved that ask somebody.
fn go_on(desk: &Desk, own: Party, exchanges: usize) {
    for _ in 0..exchanges {
        let packet = desk.packet("m", own);
        assert!(packet.asked, "an exchange is open that only the officer is asked");
        desk.write("orders.yaml", answers(&packet, 40, 1));
        desk.ok(&["receive", "m", "orders.yaml", "--salt", SALT]);
        desk.ok(&["resolve", "m"]);
    }
}

fn it_answers_at_once_and_is_named_everywhere(system: &'static System) {
    let (desk, own, other) = begun(system, &[]);
    let status = desk.status("m");
    assert_eq!((&status["officers"], &status["missing"]), (&json!([other.id()]), &json!([own.id()])));
    go_on(&desk, own, 3);
    let said = format!("The staff officer plays the {other}.");
    assert!(desk.ok(&["report", "m", "--side", own.id()]).contains(&said));
    assert_eq!(desk.packet("m", own).officers, [other]);
    assert!(desk.ok(&["status", "m"]).contains(&format!("  {other}: the staff officer\n")));
    let found = desk.json(0, &["audit", "m"]);
    assert!(found["officers"].as_u64() >= Some(1) && found["defaults"] == 0, "{found}");
    desk.ok(&["end", "m", "--draw", "--reason", "seen enough"]);
    assert!(desk.ok(&["audit", "m"]).contains("of staff officers worked out anew"));
    let result = desk.ok(&["result", "m"]);
    assert!(result.contains(&format!("\nstaff officer: {}\n", other.id())), "{result}");
    // A club's pages name it as well, and give it no place among the players.
    desk.ok(&["site", "m", "-o", "site"]);
    let page = |name: &str| String::from_utf8(desk.read(name)).unwrap();
    let (index, page) = (page("site/index.html"), page("site/m/index.html"));
    assert!(page.contains("<dd>the staff officer</dd>"), "{page}");
    assert!(!index.contains("<th scope=\"row\">the staff officer"), "{index}");
}

fn nobody_else_speaks_for_it(system: &'static System) {
    let (desk, _, other) = begun(system, &["--missing", "umpire"]);
    let before = desk.read("m/journal.jsonl");
    let packet = desk.packet("m", other);
    desk.write("orders.yaml", answers(&packet, 40, 1));
    let ran = desk.expect(1, &["receive", "m", "orders.yaml", "--side", other.id()]);
    assert!(ran.err.contains("the staff officer plays"), "{ran:?}");
    let hash = Digest::of(b"").to_string();
    desk.expect(1, &["commit", "m", other.id(), &hash]);
    desk.expect(1, &["withdraw", "m", other.id()]);
    assert!(desk.read("m/journal.jsonl") == before);
}

/// Reseals a file with other orders, and the promise before it likewise.
fn rewritten(drafts: &[Draft], at: usize, from: &str, to: &str) -> Vec<Draft> {
    let mut forged = drafts.to_vec();
    let file = forged[at].body["file"].as_str().unwrap().replace(from, to);
    let promise = Digest::of(file.as_bytes()).to_string();
    let (kind, party) = (forged[at - 1].kind, forged[at - 1].party);
    assert_eq!((kind, party), (Kind::Commitment, forged[at].party));
    forged[at - 1].body["commitment"] = promise.into();
    forged[at].body["file"] = file.into();
    forged
}

fn an_answer_that_is_not_its_own_is_found(system: &'static System) {
    let (desk, own, other) = begun(system, &[]);
    go_on(&desk, own, 2);
    let whole = drafts(&desk);
    let of = |party: Party| {
        let is_file = |it: &Draft| it.kind == Kind::Reveal && it.party == Some(party);
        whole.iter().position(is_file).expect("a file")
    };
    let (at, mine) = (of(other), of(own));
    assert_eq!(whole[at].body["officer"], 1);
    let forged = rewritten(&whole, at, "written by the staff officer", "written by the umpire");
    write(&desk, 3, &forged);
    assert_eq!(caught(&desk, "other orders"), at as u64 + 1);
    assert!(desk.run(&["audit", "m"]).err.contains("gives other orders"));
    // A salt of the umpire's choice would be a choice of dice.
    let salt = whole[at].body["file"].as_str().unwrap().split("salt: ").nth(1).unwrap()[..8].to_owned();
    write(&desk, 3, &rewritten(&whole, at, &salt, "00000000"));
    assert_eq!(caught(&desk, "another salt"), at as u64 + 1);
    let without = |at: usize, member: &str, value: Option<u32>| {
        let mut forged = whole.clone();
        let body = forged[at].body.as_object_mut().unwrap();
        match value {
            Some(value) => _ = body.insert(member.to_owned(), value.into()),
            None => _ = body.remove(member),
        }
        forged
    };
    write(&desk, 3, &without(at, "officer", None));
    assert_eq!(caught(&desk, "a file of nobody"), at as u64 + 1);
    write(&desk, 3, &without(mine, "officer", Some(1)));
    assert_eq!(caught(&desk, "a player's file as an officer's"), mine as u64 + 1);
    // An officer of another edition may have decided otherwise; that is said.
    write(&desk, 3, &without(at, "officer", Some(7)));
    let said = desk.ok(&["audit", "m"]);
    assert!(said.contains("1 × file of a staff officer of another edition"), "{said}");
}

fn under_commit_reveal_it_seals_first_and_opens_with_the_last(system: &'static System) {
    let (desk, own, other) = begun(system, &["--trust", "commit-reveal"]);
    for exchange in 1..=3 {
        let status = desk.status("m");
        assert_eq!(status["exchange"], exchange);
        assert_eq!(status["missing"].as_array().map(Vec::len), Some(2), "{status}");
        assert_eq!(status["committed"], json!([other.id()]), "{status}");
        let packet = desk.packet("m", own);
        desk.write("orders.yaml", answers(&packet, 40, 1));
        let name = newest(&desk, own);
        _ = std::fs::remove_file(desk.path("own.sealed"));
        desk.ok(&["seal", "orders.yaml", "-p", &name, "--out", "own.sealed"]);
        let hash = Digest::of(&desk.read("own.sealed")).to_string();
        desk.ok(&["commit", "m", own.id(), &hash]);
        assert_eq!(desk.status("m")["committed"], json!([own.id()]), "the officer's file is open");
        desk.ok(&["reveal", "m", "own.sealed"]);
        desk.ok(&["resolve", "m"]);
    }
    let found = desk.json(0, &["audit", "m"]);
    assert_eq!((&found["officers"], &found["lone_salts"]), (&json!(3), &json!(0)));
    // A player who promises nothing holds nobody up once the exchange is closed: nobody else has a file to open.
    desk.ok(&["resolve", "m", "--close"]);
    assert_eq!(desk.status("m")["exchange"], 5);
}

/// The newest packet of a party, by its path.
fn newest(desk: &Desk, party: Party) -> String {
    let ending = format!("-{}.json", party.id());
    let files = std::fs::read_dir(desk.path("m/packets")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    format!("m/packets/{}", names.filter(|name| name.ends_with(&ending)).max().unwrap())
}

fn what_cannot_be_is_refused(system: &'static System) {
    let desk = Desk::of(system);
    let [one, two] = [system.parties()[0].id(), system.parties()[1].id()];
    let refused = |more: &[&str], why: &str| {
        let ran = desk.expect(2, &[&["new", "m", "--system", system.id], more].concat());
        assert!(ran.err.contains(why), "{ran:?}");
        assert!(!desk.path("m/journal.jsonl").exists());
    };
    refused(&["--officer", one, "--officer", two], "nobody is left to play");
    refused(&["--officer", one, "--officer", one], "the same twice");
    refused(
        &["--officer", one, "--umpire-plays", two, "--trust", "commit-reveal"],
        "could work out what a staff officer will order",
    );
}
