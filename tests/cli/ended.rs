//! Matches that end by agreement: what is written, what nobody may write, and that nothing follows.

use sealord::entry::Kind;
use serde_json::json;

use super::forged::{Draft, drafts, first, write};
use super::support::{Desk, System, on_every_system};
use super::tamper::caught;

on_every_system! {
    a_match_ends_by_agreement,
    agreements_that_nobody_made,
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
