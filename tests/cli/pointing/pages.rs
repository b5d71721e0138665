//! What a page of `sealord compose` has beside the answers: a fight is set up, whose file `sealord odds`
//! takes, doctrine is judged, lists are put in order, and a file that was begun comes back. A hostile packet
//! is words on its page and no more.

use serde_json::{Value, json};

use super::look;
use crate::cli::support::Desk;

/// A match of each system: the scenario, and a party with a packet that asks something.
const MATCHES: [(&str, &str, &str); 4] = [
    ("seas-of-thunder", "raider-warfare", "axis"),
    ("admirals-war", "midway", "axis"),
    ("schiffskrieg", "29", "western"),
    ("war-at-sea", "pacific-1942", "usn"),
];

/// Units for a side of which the packet shows none.
const ENEMY: [(&str, &[&str]); 1] = [("war-at-sea", &["uss-enterprise-cv-6", "akagi"])];

/// Each system with the name of its packet.
fn packets() -> impl Iterator<Item = (&'static str, String)> {
    MATCHES.into_iter().map(|(system, _, party)| (system, format!("{system}/packets/001-{party}.json")))
}

/// A desk where each match has begun.
fn begun() -> Desk {
    let desk = Desk::new();
    for (system, scenario, _) in MATCHES {
        desk.ok(&["new", system, "--system", system, "--scenario", scenario, "--seed", "3"]);
    }
    desk
}

/// One start of the browser does it all: that takes most of the time.
#[test]
fn fights_and_begun_files_pass_through_a_page() {
    let desk = begun();
    let mut jobs = Vec::new();
    for (system, packet) in packets() {
        let page = format!("{system}.html");
        desk.ok(&["compose", &packet, "-o", &page]);
        let enemy = ENEMY.iter().find(|(it, _)| *it == system).map_or(&[][..], |(_, units)| units);
        jobs.push(
            json!({ "look": "what_if", "page": page, "fight": format!("{system}.fight"), "enemy": enemy }),
        );
        jobs.push(json!({ "look": "open", "page": page, "saved": format!("{system}.orders") }));
    }
    let Some(did) = look(&desk, &jobs) else { return };
    for ((system, packet), did) in packets().zip(did.chunks(2)) {
        let [what_if, open] = did else { panic!("two jobs for each page") };
        assert_eq!(what_if["refused"], json!([]), "{system}");
        let odds = desk.json(0, &["odds", &format!("{system}.fight"), "--battles", "3"]);
        assert_eq!(odds["tally"]["battles"], 3, "{system}");
        // The page wrote what the program takes, and read it back as it was.
        let orders = format!("{system}.orders");
        assert_eq!(open["bytes"], desk.read(&orders).len(), "{system}");
        assert!(open["questions"].as_u64() > Some(0), "{system}");
        // What was chosen may break a rule, since the script knows none; that it is an orders file is the
        // page's promise.
        let checked = desk.run(&["check", &orders, "--packet", &packet]);
        let said = checked.out + &checked.err;
        assert!(!said.contains("malformed") && !said.contains("unknown"), "{system}: {said}");
        println!("{system}: {} bytes of orders, {}", open["bytes"], what_if["fight"]);
    }
    let ranked = did.iter().filter(|it| it["ranked"].is_array()).count();
    assert!(ranked >= 2, "plans are ranked on {ranked} pages");
}

/// That nothing is asked of a player is no fault of the file, and is not said in red.
#[test]
fn a_player_who_is_asked_nothing_reads_so() {
    let desk = Desk::new();
    let begun =
        ["--now", "2026-06-01T12:00:00Z", "new", "m", "--scenario", "drumbeat", "--deadline-hours", "168"];
    desk.ok(&begun);
    desk.ok(&["compose", "m/packets/001-allies.json", "-o", "page.html"]);
    let Some(did) = look(&desk, &[json!({ "look": "idle", "page": "page.html" })]) else { return };
    assert_eq!(did[0]["standing"], "due Monday 8 June 2026, 12:00 UTC");
    let said = "Nothing is asked of you in exchange 1, so there is nothing to send. Plans, doctrine and groups can be sent \
                at any time.";
    assert_eq!(did[0]["soft"][0], said);
    assert_eq!(did[0]["wrong"], 0);
    let headings = did[0]["headings"].as_array().unwrap();
    assert!(
        headings.contains(&json!("Your orders")) && !headings.contains(&json!("In words")),
        "{headings:?}"
    );
}

#[test]
fn a_desk_that_serves_the_page_gets_the_file() {
    let desk = Desk::new();
    desk.ok(&["new", "m", "--system", "war-at-sea", "--scenario", "pacific-1942", "--seed", "3"]);
    desk.ok(&["compose", "m/packets/001-usn.json", "-o", "page.html"]);
    let Some(did) = look(&desk, &[json!({ "look": "hand_over", "page": "page.html" })]) else { return };
    assert_eq!(did[0]["sent"], 2);
}

/// The desk of each game: one screen, arrows, stacks, keys, large text, paper. A phone and a desk, light and dark.
#[test]
fn chart_and_questions_share_one_screen() {
    let desk = begun();
    let mut jobs = Vec::new();
    for (system, packet) in packets() {
        let page = format!("{system}.html");
        // At Midway the Allies begin with ships in port.
        let packet =
            if system == "admirals-war" { format!("{system}/packets/001-allies.json") } else { packet };
        desk.ok(&["compose", &packet, "-o", &page]);
        // They are not asked yet.
        let first = system == "admirals-war";
        jobs.push(json!({ "look": "desk", "page": page, "stack": first, "asked": !first }));
    }
    let Some(did) = look(&desk, &jobs) else { return };
    for did in &did {
        let keys = did["keys"].as_u64().unwrap();
        assert!((1..=6).contains(&keys), "{}: {keys} keys to the first decision", did["page"]);
    }
    assert_eq!(did.iter().filter_map(|it| it["arrows"].as_u64()).sum::<u64>(), 2, "an arrow on each screen");
}

/// A name of the window that a script of a hostile packet would set.
const MARK: &str = "sealordWasHere";

/// Words that would run as a script wherever words become markup.
fn evil() -> String {
    format!(
        "</script><img src=x onerror=\"window.{MARK}=1\"><script>window.{MARK}=1</script>\" onmouseover=\"window.{MARK}=1\" '{{{{{MARK}}}}}<!--"
    )
}

/// Adds hostile words to whatever a packet says in words that are for people.
fn poison(value: &mut Value, evil: &str) -> usize {
    const FOR_PEOPLE: [&str; 7] = ["name", "title", "note", "phase", "side_name", "enemy_name", "standing"];
    match value {
        Value::Object(map) => {
            let mut many = 0;
            for (name, value) in map.iter_mut() {
                match value {
                    Value::String(text) if FOR_PEOPLE.contains(&name.as_str()) => {
                        text.push_str(evil);
                        many += 1;
                    }
                    Value::Array(texts) if name == "about" => texts.push(evil.into()),
                    value => many += poison(value, evil),
                }
            }
            many
        }
        Value::Array(list) => list.iter_mut().map(|it| poison(it, evil)).sum(),
        _ => 0,
    }
}

#[test]
fn words_of_a_hostile_packet_run_on_no_page() {
    let desk = begun();
    let mut jobs = Vec::new();
    for (system, packet) in packets() {
        let mut hostile: Value = serde_json::from_slice(&desk.read(&packet)).unwrap();
        assert!(poison(&mut hostile, &evil()) > 10, "{system}");
        hostile["view"]["scenario"] = evil().into();
        hostile["doctrine"] = format!("# {}\n", evil()).into();
        std::fs::create_dir(desk.path(format!("{system}-hostile"))).unwrap();
        let bad = format!("{system}-hostile/001.json");
        std::fs::write(desk.path(&bad), hostile.to_string()).unwrap();
        for kind in ["compose", "replay"] {
            let page = format!("{system}-{kind}.html");
            desk.ok(&[kind, &bad, "-o", &page]);
            jobs.push(json!({ "look": "hostile", "page": page, "kind": kind, "mark": MARK }));
        }
    }
    let Some(did) = look(&desk, &jobs) else { return };
    for did in did {
        assert!(did["marks"].as_u64() > Some(0), "the words stand on {}", did["page"]);
        assert!(did["did"].as_u64() > Some(0), "{} is used", did["page"]);
    }
}

/// A group that is named on the page is found by its name and at a stack, and chooses its units.
#[test]
fn a_group_is_named_and_chosen_on_a_page() {
    let desk = begun();
    desk.ok(&["compose", "admirals-war/packets/001-axis.json", "-o", "page.html"]);
    let groups = "kido-butai: [akagi, kaga, Soryu]";
    let job = json!({
        "look": "group", "page": "page.html", "groups": groups, "name": "kido", "choice": "raid", "members": 3,
    });
    let Some(did) = look(&desk, &[job]) else { return };
    let file = did[0]["file"].as_str().unwrap();
    assert!(file.contains(&format!("\ngroups:\n  {groups}\n")), "{file}");
    assert!(file.contains("jp-soryu"), "{file}");
    desk.write("orders.yaml", file);
    let said = desk.ok(&["check", "orders.yaml", "--packet", "admirals-war/packets/001-axis.json"]);
    assert!(
        said.contains("jp-akagi: raid") && said.contains("group kido-butai: jp-akagi, jp-kaga, jp-soryu"),
        "{said}"
    );
}
