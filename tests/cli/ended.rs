//! Matches that end by agreement: what is written, what nobody may write, and that nothing follows.

use sealord::entry::Kind;
use serde_json::json;

use super::forged::{Draft, drafts, first, write};
use super::support::{Desk, System, on_every_system};
use super::tamper::caught;

on_every_system! {
    a_match_ends_by_agreement,
    agreements_that_nobody_made,
    a_match_ends_by_the_verdict_of_a_panel,
    awards_that_no_panel_made,
}

/// A match with one exchange played and another open.
fn begun(system: &'static System) -> Desk {
    let desk = Desk::of(system);
    desk.begin("m", &[]);
    desk.exchange("m", 0);
    desk
}

fn a_match_ends_by_agreement(system: &'static System) {
    let desk = begun(system);
    let sides: Vec<&str> = system.parties().iter().map(|party| party.side().id()).collect();
    let refused = desk.expect(1, &["end", "m", "--concede", "nobody", "--reason", "x"]);
    assert!(refused.err.contains("no side of this match") && refused.err.contains(sides[0]), "{refused:?}");
    let end = ["end", "m", "--concede", sides[0], "--reason", "moving house"];
    let ended = desk.json(0, &end);
    assert_eq!((&ended["again"], ended["winner"] == sides[0]), (&json!(false), false));
    let before = desk.read("m/journal.jsonl");
    assert_eq!(desk.json(0, &end)["again"], true);
    assert_eq!(desk.read("m/journal.jsonl"), before, "given twice, it is done once");
    assert_eq!(desk.status("m")["over"], true);
    let refused = desk.expect(1, &["end", "m", "--draw", "--reason", "after all"]);
    assert!(refused.err.contains("over already"), "{refused:?}");
    desk.expect(1, &["undo", "m", "--to", "1", "--reason", "after all"]);
    let report =
        String::from_utf8(desk.read(format!("m/reports/003-{}.txt", system.parties()[0].id()))).unwrap();
    assert!(report.contains("conceded.") && report.contains("RESULT"), "{report}");
    assert!(!report.contains("YOUR ORDERS"), "{report}");
    let audit = desk.ok(&["audit", "m"]);
    assert!(
        audit.contains(&format!(
            "ended by agreement: a concession of the {} side, on the umpire's word",
            sides[0]
        )),
        "{audit}"
    );
    let result = desk.ok(&["result", "m"]);
    assert!(result.contains(&format!("agreed: a concession of the {} side", sides[0])), "{result}");
    desk.ok(&["prove", "m", "-o", "pack.zip"]);
    assert_eq!(desk.ok(&["result", "pack.zip"]), result);
    desk.ok(&["audit", "pack.zip"]);
}

fn agreements_that_nobody_made(system: &'static System) {
    let desk = begun(system);
    desk.ok(&["end", "m", "--draw", "--reason", "time is up"]);
    let whole = drafts(&desk);
    let at = first(&whole, Kind::Agreed);
    assert_eq!(at + 3, whole.len(), "the seed and the end follow");
    let changed = |change: fn(&mut serde_json::Value)| {
        let mut forged = whole.clone();
        change(&mut forged[at].body);
        forged
    };
    let early = first(&whole, Kind::Resolved);
    let moved: Vec<Draft> = {
        let mut forged = whole.clone();
        let agreed = forged.remove(at);
        forged.insert(early + 1, Draft { time: forged[early].time.clone(), ..agreed });
        forged
    };
    let forgeries = [
        ("votes that nobody cast", changed(|body| body["by_votes"] = json!(true)), at),
        ("a side that does not play", changed(|body| body["conceded"] = json!("nobody")), at),
        ("a member more", changed(|body| body["zzz"] = json!(1)), at),
        ("while nothing is open", moved, early + 1),
        ("twice", [&whole[..=at], &whole[at..]].concat(), at + 1),
        ("nothing after it but play", [&whole[..=at], &whole[early..=early]].concat(), at + 1),
    ];
    for (what, forged, wrong) in forgeries {
        write(&desk, 3, &forged);
        assert_eq!(caught(&desk, what), wrong as u64 + 1, "{what}");
    }
}

/// Where a verdict stands.
const VERDICT: &str = "57:5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef";

fn a_match_ends_by_the_verdict_of_a_panel(system: &'static System) {
    let desk = begun(system);
    let side = system.parties()[0].side();
    let reason = ["--reason", "round 3 is over"];
    let award = [&["end", "m", "--award", side.id(), "--panel", VERDICT], &reason[..]].concat();
    for (code, wrong) in [
        (1, [&["end", "m", "--award", "nobody", "--panel", VERDICT], &reason[..]].concat()),
        (2, [&["end", "m", "--award", side.id()], &reason[..]].concat()),
        (2, [&["end", "m", "--concede", side.id(), "--panel", VERDICT], &reason[..]].concat()),
        (2, [&["end", "m", "--award", side.id(), "--panel", "57"], &reason[..]].concat()),
        (2, [&["end", "m", "--panel", VERDICT], &reason[..]].concat()),
    ] {
        desk.expect(code, &wrong);
    }
    let ended = desk.json(0, &award);
    assert_eq!((&ended["again"], &ended["winner"]), (&json!(false), &json!(side.id())));
    assert_eq!(desk.json(0, &award)["again"], true);
    let report =
        String::from_utf8(desk.read(format!("m/reports/003-{}.txt", system.parties()[0].id()))).unwrap();
    assert!(report.contains(&format!("a panel awarded it to the {}", side.name())), "{report}");
    let result = desk.ok(&["result", "m"]);
    let id = side.id();
    assert!(result.contains(&format!("agreed: awarded to the {id} by a panel\nwinner: {id}\n")), "{result}");
    desk.ok(&["prove", "m", "-o", "pack.zip"]);
    assert_eq!(desk.ok(&["result", "pack.zip"]), result);
    let drawn = begun(system);
    drawn.ok(&[&["end", "m", "--draw", "--panel", VERDICT], &reason[..]].concat());
    let result = drawn.ok(&["result", "m"]);
    assert!(result.contains("agreed: a draw found by a panel\nwinner: nobody\n"), "{result}");
    let fresh = Desk::of(system);
    fresh.begin("m", &[]);
    let early = fresh.expect(1, &award);
    assert!(early.err.contains("nothing to judge"), "{early:?}");
}

fn awards_that_no_panel_made(system: &'static System) {
    let desk = begun(system);
    let side = system.parties()[0].side().id();
    desk.ok(&["end", "m", "--award", side, "--panel", VERDICT, "--reason", "round 3 is over"]);
    let whole = drafts(&desk);
    let at = first(&whole, Kind::Agreed);
    type Change = fn(&mut serde_json::Value);
    let changes: [(&str, Change); 5] = [
        ("without a panel", |body| drop(body.as_object_mut().unwrap().remove("panel"))),
        ("by votes of the sides", |body| body["by_votes"] = json!(true)),
        ("to nobody who plays", |body| body["awarded"] = json!("nobody")),
        ("with a concession", |body| body["conceded"] = body["awarded"].clone()),
        ("by another entry", |body| body["panel"]["entry"] = json!("57")),
    ];
    for (what, change) in changes {
        let mut forged = whole.clone();
        change(&mut forged[at].body);
        write(&desk, 3, &forged);
        assert_eq!(caught(&desk, what), at as u64 + 1, "{what}");
    }
}
