//! What players kept, held against the journal: packets, reports, receipts and heads.

use sealord::view::Packet;
use sealord::view::packet::VoidNote;
use serde_json::{Value, json};

use super::forged::{drafts, write};
use super::support::{Desk, SALT, System, answers, copy, finished_of, on_every_system};
use super::tamper::copied;

on_every_system! {
    every_packet_and_report_of_a_match_is_what_its_journal_gives,
    a_packet_that_was_changed,
    a_packet_that_is_written_otherwise,
    a_packet_of_an_older_program,
    a_packet_before_the_seed_is_disclosed,
    a_report_that_was_changed,
    a_report_by_a_clubs_template,
    orders_that_were_cut_out,
    a_commitment_that_was_cut_out,
    heads_that_were_noted,
    several_folders_and_things_that_belong_to_one,
}

/// A match of two exchanges, and the name of the newest packet of the first party.
fn begun(system: &'static System) -> (Desk, String) {
    let desk = Desk::of(system);
    desk.begin("m", &["--deadline-hours", "24"]);
    (0..2).for_each(|_| desk.exchange("m", 20));
    let packet = format!("m/packets/003-{}.json", system.parties()[0].id());
    (desk, packet)
}

fn every_packet_and_report_of_a_match_is_what_its_journal_gives(system: &'static System) {
    let desk = finished_of(system);
    let named = |folder: &str| -> Vec<String> {
        let files = std::fs::read_dir(desk.path("m").join(folder)).expect("a folder");
        let name =
            |file: std::io::Result<std::fs::DirEntry>| file.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = files.map(|file| format!("m/{folder}/{}", name(file))).collect();
        names.sort_unstable();
        names
    };
    // Every other exchange, for time: among them those around the undo, the ruling and the end.
    let packets = named("packets");
    let packets: Vec<&str> = packets.chunks(2).step_by(2).flatten().map(String::as_str).collect();
    let last = named("packets");
    let last: Vec<&str> = last.iter().rev().take(6).map(String::as_str).collect();
    let said = desk.ok(&[&["audit", "m", "--packet"], &packets[..], &last[..]].concat());
    assert!(said.contains("what it gives is the same, byte for byte"), "{said}");
    let reports = named("reports");
    let reports: Vec<&str> = reports.iter().rev().take(6).map(String::as_str).collect();
    let said = desk.ok(&[&["audit", "m", "--report"], &reports[..]].concat());
    assert_eq!(said.matches(" is the report of the ").count(), reports.len(), "{said}");
}

/// Something done to a packet, and the member that is named.
type Change = (&'static str, fn(&mut Packet));

const CHANGES: [Change; 12] = [
    ("match", |packet| packet.match_id = "other".to_owned()),
    ("by_hand", |packet| packet.by_hand = vec!["move".to_owned()]),
    ("exchange", |packet| packet.exchange += 1),
    ("standing", |packet| packet.standing = "nowhere".to_owned()),
    ("over", |packet| packet.over = true),
    ("asked", |packet| packet.asked = !packet.asked),
    ("deadline", |packet| packet.deadline = Some("1941-06-24T05:52:00Z".to_owned())),
    ("questions[0]", |packet| packet.questions.clear()),
    ("voids[0]", |packet| packet.voids = vec![VoidNote { key: "k".to_owned(), why: "w".to_owned() }]),
    ("doctrine", |packet| packet.doctrine = "all: none".to_owned()),
    ("view.", |packet| packet.view = json!({})),
    ("view.story", |packet| packet.view["story"] = json!([])),
];

fn a_packet_that_was_changed(system: &'static System) {
    let (desk, name) = begun(system);
    let packet: Packet = serde_json::from_slice(&desk.read(&name)).expect("a packet");
    desk.ok(&["audit", "m", "--packet", &name]);
    for (member, change) in CHANGES {
        let mut changed = packet.clone();
        change(&mut changed);
        if changed == packet {
            continue;
        }
        desk.write("kept.json", serde_json::to_vec(&changed).expect("JSON"));
        let ran = desk.expect(5, &["audit", "m", "--packet", "kept.json"]);
        assert!(ran.err.contains("the packet kept.json was changed") && ran.err.contains(member), "{ran:?}");
        let entry = desk.json(5, &["audit", "m", "--packet", "kept.json"])["entry"].as_u64();
        assert_eq!(entry, Some(packet.verify.entry), "{member}");
    }
    let swapped = Packet { party: system.parties()[1], ..packet };
    desk.write("kept.json", serde_json::to_vec(&swapped).expect("JSON"));
    desk.expect(5, &["audit", "m", "--packet", "kept.json"]);
}

fn a_packet_that_is_written_otherwise(system: &'static System) {
    let (desk, name) = begun(system);
    let text = String::from_utf8(desk.read(&name)).expect("UTF-8");
    let shown = desk.ok(&["--json", "--no-memory", "view", &name]);
    for same in [format!("{text}\n"), format!("{text}\r\n"), shown.clone()] {
        desk.write("kept.json", same);
        desk.ok(&["audit", "m", "--packet", "kept.json"]);
    }
    let member = text.replacen('{', "{\"more\":1,", 1);
    let spaced = text.replacen("\":", "\": ", 1);
    let others = shown.replacen("\"over\": false", "\"over\":  false", 1);
    for (other, words) in
        [(member, "it has `more`"), (spaced, "is written otherwise"), (others, "is written otherwise")]
    {
        desk.write("kept.json", other);
        let ran = desk.expect(5, &["audit", "m", "--packet", "kept.json"]);
        assert!(ran.err.contains(words), "{ran:?}");
    }
}

/// Packets had neither moves nor cards once, nor what may be planned for; leaving out one alone is a change
/// like any other.
fn a_packet_of_an_older_program(system: &'static System) {
    let (desk, name) = begun(system);
    let packet: Packet = serde_json::from_slice(&desk.read(&name)).expect("a packet");
    let without = |moves: bool, cards: bool| {
        let mut packet = packet.clone();
        packet.later.clear();
        if moves {
            packet.view.as_object_mut().expect("a view").remove("moves");
        }
        for chapter in packet.view["story"].as_array_mut().expect("a story").iter_mut().filter(|_| cards) {
            chapter.as_object_mut().expect("a chapter").remove("card");
        }
        serde_json::to_vec(&packet).expect("JSON")
    };
    desk.write("kept.json", without(true, true));
    let said = desk.ok(&["audit", "m", "--packet", "kept.json"]);
    assert!(said.contains("1 packet an older program wrote without moves and cards"), "{said}");
    let changed = Packet { over: true, ..serde_json::from_slice(&without(true, true)).expect("a packet") };
    desk.write("kept.json", serde_json::to_vec(&changed).expect("JSON"));
    desk.expect(5, &["audit", "m", "--packet", "kept.json"]);
    let mut emptied = packet.clone();
    emptied.view["moves"] = json!([{"side": "axis", "how": "sailed", "to": {"zone": 9}, "count": 9}]);
    desk.write("kept.json", serde_json::to_vec(&emptied).expect("JSON"));
    let ran = desk.expect(5, &["audit", "m", "--packet", "kept.json"]);
    assert!(ran.err.contains("view.moves"), "{ran:?}");
    if without(false, true) != serde_json::to_vec(&packet).expect("JSON") {
        desk.write("kept.json", without(false, true));
        desk.expect(5, &["audit", "m", "--packet", "kept.json"]);
    }
    if !packet.later.is_empty() {
        let mut mixed: Packet = serde_json::from_slice(&without(true, true)).expect("a packet");
        mixed.later.clone_from(&packet.later);
        desk.write("kept.json", serde_json::to_vec(&mixed).expect("JSON"));
        desk.expect(5, &["audit", "m", "--packet", "kept.json"]);
    }
}

fn a_packet_before_the_seed_is_disclosed(system: &'static System) {
    let (desk, name) = begun(system);
    std::fs::remove_file(desk.path("m/secret/seed")).expect("a seed");
    let said = desk.ok(&["audit", "m", "--packet", &name]);
    assert!(said.contains("the rest was not compared"), "{said}");
    let report = name.replace("packets", "reports").replace("json", "txt");
    let ran = desk.expect(1, &["audit", "m", "--report", &report]);
    assert!(ran.err.contains("not disclosed yet"), "{ran:?}");
}

fn a_report_that_was_changed(system: &'static System) {
    let (desk, name) = begun(system);
    for ending in ["txt", "md", "html"] {
        let report = name.replace("packets", "reports").replace("json", ending);
        let text = String::from_utf8(desk.read(&report)).expect("UTF-8");
        desk.write("kept", text.replace('\n', "\r\n"));
        let said = desk.ok(&["audit", "m", "--report", "kept"]);
        assert!(said.contains(&format!("the report of the {}", system.parties()[0])), "{said}");
        let lines: Vec<&str> = text.lines().collect();
        for at in [1, lines.len() / 3, lines.len() / 2] {
            let mut other = lines.clone();
            other[at] = "All is quiet.";
            desk.write("kept", other.join("\n") + "\n");
            let ran = desk.expect(5, &["audit", "m", "--report", "kept"]);
            let words = format!("line {} is `All is quiet.`", at + 1);
            assert!(ran.err.contains(&words) && ran.err.contains("--templates"), "{ran:?}");
        }
        desk.write("kept", format!("{text}P.S. All is quiet.\n"));
        desk.expect(5, &["audit", "m", "--report", "kept"]);
    }
    desk.write("kept", "All is quiet.\n");
    let ran = desk.expect(5, &["audit", "m", "--report", "kept"]);
    assert!(ran.err.contains("the journal has no entry"), "{ran:?}");
}

fn a_report_by_a_clubs_template(system: &'static System) {
    let (desk, name) = begun(system);
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/common/text/report.txt");
    let own = std::fs::read_to_string(own).expect("a template");
    std::fs::create_dir_all(desk.path("club/common/text")).expect("folders");
    desk.write("club/common/text/report.txt", format!("THE CLUB\n{own}"));
    desk.write("kept.txt", desk.ok(&["--templates", "club", "--no-memory", "report", &name]));
    let ran = desk.expect(5, &["audit", "m", "--report", "kept.txt"]);
    assert!(ran.err.contains("line 1 is `THE CLUB`") && ran.err.contains("--templates"), "{ran:?}");
    desk.ok(&["--templates", "club", "audit", "m", "--report", "kept.txt"]);
}

/// Takes the last entries away as if they had never come, and goes on.
fn cut(desk: &Desk, entries: usize) {
    let all = drafts(desk);
    write(desk, 3, &all[..all.len() - entries]);
    desk.ok(&["resolve", "m", "--close"]);
    desk.ok(&["audit", "m"]);
}

fn orders_that_were_cut_out(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &["--missing", "doctrine"]);
    let asked: Vec<_> = system.parties().iter().filter(|party| desk.packet("m", **party).asked).collect();
    for (boldness, party) in asked.iter().enumerate() {
        desk.write("orders.yaml", answers(&desk.packet("m", **party), boldness as u32, 1));
        let said = desk.json(0, &["receive", "m", "orders.yaml", "--salt", SALT]);
        let commitment = said["commitment"].as_str().expect("a hash");
        desk.write("receipt.json", said.to_string());
        desk.write("receipt.txt", desk.ok(&["receive", "m", "orders.yaml", "--salt", SALT]));
        desk.write(
            "mail.eml",
            format!(
                "From: umpire@example.org\r\nMessage-ID: <1@example.org>\r\nSubject: Re: orders\r\n\
                 Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
                 Commitment (keep this mail):\r\n{}=\r\n{}\r\n",
                &commitment[..40],
                &commitment[40..]
            ),
        );
    }
    let papers = ["receipt.json", "receipt.txt", "mail.eml"];
    let said = desk.ok(&[&["audit", "m", "--receipt"], &papers[..]].concat());
    assert_eq!(said.matches("opened by entry ").count(), 3, "{said}");
    cut(&desk, 2);
    for paper in papers {
        let ran = desk.expect(5, &["audit", "m", "--receipt", paper]);
        assert!(ran.err.contains(&format!("the receipt {paper}")), "{ran:?}");
    }
    desk.write("nothing.txt", "Thank you.\n");
    desk.expect(1, &["audit", "m", "--receipt", "nothing.txt"]);
}

fn a_commitment_that_was_cut_out(system: &'static System) {
    let desk = Desk::of(system);
    desk.begin("m", &["--trust", "commit-reveal", "--missing", "doctrine"]);
    let party = system.parties()[0].id();
    let promise = "ab".repeat(32);
    let said = desk.ok(&["commit", "m", party, &promise]);
    desk.write("receipt.txt", format!("sha256 {promise}\n"));
    desk.write("head.txt", &said);
    let said = desk.ok(&["audit", "m", "--receipt", "receipt.txt"]);
    assert!(said.contains("never opened"), "{said}");
    desk.ok(&["audit", "m", "--receipt", "head.txt"]);
    cut(&desk, 1);
    let ran = desk.expect(5, &["audit", "m", "--receipt", "receipt.txt"]);
    assert!(ran.err.contains(&promise) && ran.err.contains("cut out"), "{ran:?}");
    desk.expect(5, &["audit", "m", "--receipt", "head.txt"]);
}

fn heads_that_were_noted(system: &'static System) {
    let desk = copied(system);
    let journal = String::from_utf8(desk.read("m/journal.jsonl")).expect("UTF-8");
    let hash =
        |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["hash"].as_str().unwrap().to_owned();
    let hashes: Vec<String> = journal.lines().map(hash).collect();
    let (three, nine) = (format!("3:{}", hashes[2]), format!("9:{}", hashes[8]));
    let said = desk.ok(&["audit", "m", "--head", &three, &nine]);
    assert!(said.contains("the journal has 2 noted heads"), "{said}");
    for wrong in [format!("9:{}", hashes[2]), format!("{}:{}", hashes.len() + 1, hashes[2])] {
        let ran = desk.expect(5, &["audit", "m", "--head", &three, &wrong]);
        assert!(ran.err.contains("--head quotes"), "{ran:?}");
    }
    for word in ["9", "x:y", &hashes[2], "9:ab"] {
        desk.expect(2, &["audit", "m", "--head", word]);
    }
}

fn several_folders_and_things_that_belong_to_one(system: &'static System) {
    let (desk, _) = begun(system);
    for option in ["--report", "--receipt", "--head"] {
        let ran = desk.expect(1, &["audit", "m", "m", option, "x"]);
        assert!(ran.err.contains(option), "{ran:?}");
    }
    // Over all cores, and said in the order in which they were named.
    let names: Vec<String> = (0..12).map(|number| format!("n{number}")).collect();
    names.iter().for_each(|name| copy(&desk.path("m"), &desk.path(name)));
    for broken in ["n4", "n9"] {
        let journal = String::from_utf8(desk.read(format!("{broken}/journal.jsonl"))).expect("text");
        desk.write(&format!("{broken}/journal.jsonl"), journal.replacen("opened", "Opened", 1));
    }
    let args: Vec<&str> = std::iter::once("audit").chain(names.iter().map(String::as_str)).collect();
    let said = desk.json(5, &args);
    let said = said.as_array().expect("a list");
    assert_eq!(said.iter().map(|it| it["dir"].as_str().expect("a name")).collect::<Vec<_>>(), names);
    let sound = |it: &&Value| it["ok"] != false;
    assert_eq!(said.iter().filter(sound).count(), names.len() - 2);
    let ran = desk.expect(5, &args);
    assert_eq!(ran.out.matches("checks out").count(), names.len() - 2);
    assert!(ran.err.starts_with("n4: ") && ran.err.contains("\nn9: "), "{ran:?}");
}
