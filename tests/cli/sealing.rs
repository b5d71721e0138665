//! Who seals under commit-reveal, until when the umpire answers for a side, and matches with a practice seed.

use sealord::entry::Kind;
use sealord::journal::verify;
use sealord::matches::record::Opened;
use sealord::party::Party;
use serde_json::{Value, json};

use super::forged::{drafts, first, write};
use super::promises::seal;
use super::support::{Desk, System, answers, on_every_system};
use super::tamper::caught;

on_every_system! {
    by_default_every_side_seals_every_exchange,
    a_side_that_is_asked_nothing_and_sends_nothing_is_passed_over,
    only_who_is_asked_seals_if_the_match_says_so,
    a_match_that_does_not_say_who_seals_goes_on_as_it_began,
    the_umpire_answers_for_nobody_once_a_file_is_open,
    a_practice_seed_is_named_to_everybody,
}

/// The parties that the open exchange asks, or those that it does not.
fn parties(desk: &Desk, asked: bool) -> Vec<Party> {
    let has = |party: &Party| desk.packet("m", *party).questions.is_empty() != asked;
    desk.parties().iter().copied().filter(has).collect()
}

fn promise(desk: &Desk, party: Party) {
    let commitment = seal(desk, party, "7");
    desk.ok(&["commit", "m", party.id(), &commitment]);
}

fn open(desk: &Desk, party: Party) {
    desk.ok(&["reveal", "m", &format!("{}.sealed", party.id())]);
}

/// Goes back to the first entry, without what it says of something, as in a match of an older program.
fn begun_before(desk: &Desk, member: &str) {
    let mut genesis = drafts(desk)[..1].to_vec();
    assert!(genesis[0].body.as_object_mut().unwrap().remove(member).is_some());
    write(desk, 3, &genesis);
    std::fs::remove_dir_all(desk.path("m/packets")).unwrap();
    desk.ok(&["resolve", "m"]);
}

fn by_default_every_side_seals_every_exchange(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &["--trust", "commit-reveal"]);
    let (asked, idle) = (parties(&desk, true), parties(&desk, false));
    let [party] = idle.as_slice() else { panic!("the first exchange asks one side alone") };
    assert!(desk.packet("m", *party).asked);
    let name = party.name();
    assert!(
        desk.ok(&["status", "m"]).contains(&format!("nothing to answer, but a sealed file is due: {name}\n"))
    );
    let packet = format!("m/packets/001-{}.json", party.id());
    for (format, words) in [
        ("text", "every side must send"),
        ("md", "Seal the form below as it is"),
        ("html", "every side must"),
    ] {
        let report = desk.ok(&["report", &packet, "--format", format]);
        assert!(report.contains(words), "{report}");
        // The name of a file says the format as well, and nothing is overwritten.
        let file = format!("report.{format}");
        assert_eq!(desk.ok(&["report", &packet, "-o", &file]), "");
        assert_eq!(desk.read(&file), report.as_bytes());
        assert!(desk.expect(3, &["report", &packet, "-o", &file]).err.contains("give -o another name"));
    }
    let form = desk.ok(&["form", &packet]).replace("\n#  ", "");
    assert!(form.contains("sealord seal FILE, as it is"), "{form}");
    let ran =
        desk.expect(1, &["seal", "--no-answers", "-p", &format!("m/packets/001-{}.json", asked[0].id())]);
    assert!(ran.err.contains("question"), "{ran:?}");
    let said = desk.ok(&["seal", "--no-answers", "-p", &packet]);
    let (commitment, file) = said.trim_end().split_once("  ").unwrap();
    assert_eq!(file, format!("m-001-{}.yaml.sealed", party.id()));
    desk.ok(&["check", &format!("m/forms/001-{}.yaml", party.id()), "-p", &packet]);

    asked.iter().for_each(|party| promise(&desk, *party));
    // No file is opened before the side that says nothing has promised to say so.
    let ran = desk.expect(1, &["reveal", "m", &format!("{}.sealed", asked[0].id())]);
    assert!(ran.err.contains(name), "{ran:?}");
    desk.ok(&["commit", "m", party.id(), commitment]);
    asked.iter().for_each(|party| open(&desk, *party));
    desk.ok(&["reveal", "m", file]);
    desk.ok(&["resolve", "m"]);
    let audit = desk.json(0, &["audit", "m"]);
    assert_eq!((&audit["lone_salts"], &audit["defaults"]), (&json!(0), &json!(0)), "{audit}");
}

fn a_side_that_is_asked_nothing_and_sends_nothing_is_passed_over(system: &'static System) {
    for policy in ["doctrine", "hold", "staff", "umpire"] {
        let desk = Desk::of(system);
        desk.begin("m", &["--trust", "commit-reveal", "--missing", policy]);
        let (asked, idle) = (parties(&desk, true), parties(&desk, false));
        asked.iter().for_each(|party| promise(&desk, *party));
        let ran = desk.expect(4, &["resolve", "m", "--close"]);
        assert!(ran.err.contains(&format!("{} committed to nothing", idle[0].name())), "{ran:?}");
        asked.iter().for_each(|party| open(&desk, *party));
        desk.ok(&["resolve", "m"]);
        let audit = desk.json(0, &["audit", "m"]);
        assert_eq!((&audit["defaults"], &audit["by_umpire"]), (&json!(1), &json!(0)), "{audit}");
        let lone = json!({"entry": last(&desk, Kind::Resolved), "exchange": 1, "side": asked[0].id(), "what": "lone-salt"});
        assert_eq!(
            (&audit["lone_salts"], audit["remarks"].as_array().unwrap().contains(&lone)),
            (&json!(1), true)
        );
        assert!(desk.ok(&["audit", "m"]).contains("dice by the salt of one side alone"));
    }
}

/// The number of the newest entry of a kind.
fn last(desk: &Desk, kind: Kind) -> u64 {
    let entries = verify(&desk.read("m/journal.jsonl"), None).unwrap();
    entries.iter().rfind(|entry| entry.header().kind == kind).unwrap().header().number
}

/// Who seals the open exchange.
fn sealing(desk: &Desk) -> Vec<Party> {
    let entries = verify(&desk.read("m/journal.jsonl"), None).unwrap();
    let opened = entries.iter().rfind(|entry| entry.header().kind == Kind::Opened).unwrap();
    serde_json::from_value::<Opened>(opened.body()).unwrap().sealing
}

fn only_who_is_asked_seals_if_the_match_says_so(system: &'static System) {
    let desk = Desk::of(system);
    let new = ["new", "m", "--seed", "3", "--system", system.id, "--asked-seal"];
    assert!(desk.expect(2, &new).err.contains("--trust commit-reveal"));
    let both = ["--trust", "commit-reveal", "--umpire-plays", "axis"];
    assert!(desk.expect(2, &[&new[..], &both].concat()).err.contains("leave out --asked-seal"));
    assert!(!desk.path("m").exists());
    let ran = desk.expect(0, &[&new[..], &both[..2]].concat());
    assert!(ran.err.contains("the umpire and that player together"), "{ran:?}");
    assert_eq!(sealing(&desk), parties(&desk, true));
    for party in parties(&desk, true) {
        promise(&desk, party);
        open(&desk, party);
    }
    desk.ok(&["resolve", "m"]);
    assert_eq!(desk.json(0, &["audit", "m"])["lone_salts"], 1);
}

fn a_match_that_does_not_say_who_seals_goes_on_as_it_began(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &["--trust", "commit-reveal"]);
    assert_eq!(sealing(&desk), system.parties());
    begun_before(&desk, "sealing");
    assert_eq!(sealing(&desk), parties(&desk, true));
    desk.ok(&["audit", "m"]);
    // Nor does an audit take the one for the other.
    let mut forged = drafts(&desk);
    let at = first(&forged, Kind::Opened);
    forged[at].body["sealing"] = json!(system.parties());
    write(&desk, 3, &forged);
    assert_eq!(caught(&desk, "a side that need not seal"), at as u64 + 1);
}

/// All have promised, and the first party has opened its file; gives the other.
fn half_open(desk: &Desk) -> Party {
    for _ in 0..8 {
        desk.parties().iter().for_each(|party| promise(desk, *party));
        open(desk, desk.parties()[0]);
        if parties(desk, true).contains(&desk.parties()[1]) {
            return desk.parties()[1];
        }
        open(desk, desk.parties()[1]);
        desk.ok(&["resolve", "m"]);
    }
    panic!("the second side is asked nothing in eight exchanges");
}

fn the_umpire_answers_for_nobody_once_a_file_is_open(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &["--trust", "commit-reveal", "--missing", "umpire"]);
    let party = half_open(&desk);
    let before = desk.read("m/journal.jsonl");
    desk.write("umpire.yaml", answers(&desk.packet("m", party), 0, 1));
    let ran = desk.expect(1, &["receive", "m", "umpire.yaml", "--side", party.id()]);
    assert!(ran.err.contains("is open, so the umpire answers for nobody any more"), "{ran:?}");
    assert_eq!(desk.read("m/journal.jsonl"), before);
    desk.ok(&["resolve", "m", "--close"]);
    let whole = drafts(&desk);
    let at = whole.iter().position(|draft| draft.kind == Kind::Default).unwrap();
    assert_eq!(whole[at].body["policy"], "doctrine");
    let audit = desk.json(0, &["audit", "m"]);
    assert_eq!((&audit["by_umpire"], &audit["unopened"]), (&json!(0), &json!(1)), "{audit}");
    for party in system.parties() {
        assert!(desk.packet("m", *party).by_umpire.is_empty());
    }

    // An umpire who does it all the same, by a program of his own.
    for orders in [&whole[at].body["orders"], &json!(answers(&desk.packet("m", party), 0, 1))] {
        for (policy, why) in [("umpire", "although a file"), ("hold", "not the match's policy")] {
            let mut forged = whole.clone();
            forged[at].body = json!({"policy": policy, "orders": orders});
            write(&desk, 3, &forged);
            assert_eq!(caught(&desk, policy), at as u64 + 1);
            assert!(desk.run(&["audit", "m"]).err.contains(why));
        }
    }
    let mut forged = whole.clone();
    forged[at].body["orders"] = json!("answers: {}\n# as I like it\n");
    write(&desk, 3, &forged);
    assert_eq!(caught(&desk, "orders that are not the policy's"), at as u64 + 1);

    // Before a file is open he may, and after that in a match that began without the rule.
    let desk = Desk::of(system);
    desk.begin("m", &["--trust", "commit-reveal", "--missing", "umpire"]);
    for _ in 0..2 {
        for party in parties(&desk, true) {
            desk.write("umpire.yaml", answers(&desk.packet("m", party), 0, 1));
            desk.ok(&["receive", "m", "umpire.yaml", "--side", party.id()]);
        }
        desk.ok(&["resolve", "m", "--close"]);
        let said = desk.json(0, &["audit", "m"]);
        assert!(said["by_umpire"].as_u64() > Some(0), "{said}");
    }
    begun_before(&desk, "sealing");
    while desk.status("m")["over"] == false {
        let asked = parties(&desk, true);
        asked.iter().for_each(|party| promise(&desk, *party));
        open(&desk, asked[0]);
        if let [_, other] = asked[..] {
            desk.write("umpire.yaml", answers(&desk.packet("m", other), 0, 1));
            desk.ok(&["receive", "m", "umpire.yaml", "--side", other.id()]);
            desk.ok(&["resolve", "m"]);
            assert_eq!(desk.json(0, &["audit", "m"])["by_umpire"], 1);
            return;
        }
        desk.ok(&["resolve", "m"]);
    }
    assert_eq!(system.id, "admirals-war", "both sides are asked at once early in Seas of Thunder");
}

fn a_practice_seed_is_named_to_everybody(system: &'static System) {
    const WORDS: &str = "anybody can work out the dice";
    let desk = Desk::of(system);
    desk.begin("m", &[]);
    assert!(desk.ok(&["status", "m"]).contains(WORDS));
    assert_eq!(desk.status("m")["practice_seed"], 3);
    assert!(desk.ok(&["audit", "m"]).contains("made from the number 3"));
    assert_eq!(desk.json(0, &["audit", "m"])["practice_seed"], 3);
    let report = |format: &str| desk.ok(&["report", "m", "--side", "axis", "--format", format]);
    for format in ["text", "md", "html"] {
        assert!(report(format).contains(WORDS), "{format}");
    }
    for party in system.parties() {
        let packet: Value =
            serde_json::from_slice(&desk.read(format!("m/packets/001-{party}.json", party = party.id())))
                .unwrap();
        assert_eq!(packet["practice_seed"], true);
    }

    // The number is that of the seed, and one that the journal cannot hold is none.
    let whole = drafts(&desk);
    let mut forged = whole.clone();
    forged[0].body["practice_seed"] = json!(4);
    write(&desk, 3, &forged);
    assert_eq!(caught(&desk, "another number"), 1);
    desk.expect(2, &["new", "n", "--seed", "9007199254740992"]);

    // A match that began before seeds were named says nothing.
    begun_before(&desk, "practice_seed");
    assert!(!desk.ok(&["status", "m"]).contains(WORDS));
    let report = desk.ok(&["report", "m", "--side", "axis"]);
    assert!(!report.contains(WORDS), "{report}");
    desk.ok(&["audit", "m"]);
}
