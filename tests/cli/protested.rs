//! Protests, rulings and appeals in a journal that somebody chained anew: `audit` names what cannot be.

use sealord::entry::Kind;
use serde_json::{Value, json};

use super::forged::{Draft, drafts, write};
use super::support::{Desk, SEAS_OF_THUNDER};
use super::tamper::caught;

/// The rule of the dispute.
const RULE: &str = "SOT-5.5.4.2-5";

/// What is changed in a body.
type Change = fn(&mut Value);

/// A match with a protest, a ruling on it, an appeal, and an end.
fn disputed() -> Desk {
    let desk = Desk::of(&SEAS_OF_THUNDER);
    desk.begin("m", &[]);
    desk.exchange("m", 0);
    desk.exchange("m", 0);
    desk.write("why.txt", "Two ones fell.\n");
    desk.ok(&["protest", "m", "axis", RULE, "--reasons", "why.txt"]);
    desk.ok(&["rule", "m", "--reason", "So it was.", "protest", "1", "denied"]);
    desk.ok(&["appeal", "m", "axis", "1", "--reasons", "why.txt"]);
    desk.ok(&["end", "m", "--draw", "--reason", "moving house"]);
    desk.ok(&["audit", "m"]);
    desk
}

#[test]
fn protests_that_cannot_be_are_named() {
    let desk = disputed();
    let whole = drafts(&desk);
    let place = |member: &str| {
        let is_it = |draft: &Draft| draft.kind == Kind::Note && draft.body.get(member).is_some();
        whole.iter().position(is_it).unwrap_or_else(|| panic!("no {member}"))
    };
    let [protest, ruling, appeal] = ["protest", "ruling", "appeal"].map(place);
    let changes: [(&str, usize, Change); 9] = [
        ("a protest out of number", protest, |body| body["protest"]["number"] = json!(2)),
        ("about an exchange that was not closed", protest, |body| body["protest"]["exchange"] = json!(9)),
        ("that others read, too", protest, |body| body["to"] = json!(["umpire", "allies"])),
        ("and a ruling in one", protest, |body| body["ruling"] = json!({ "protest": 1, "upheld": true })),
        ("a ruling on none", ruling, |body| body["ruling"]["protest"] = json!(2)),
        ("a ruling by a player", ruling, |body| body["from"] = json!("axis")),
        ("an appeal against none", appeal, |body| body["appeal"] = json!(2)),
        ("an appeal of the umpire's", appeal, |body| body["from"] = json!("umpire")),
        ("an appeal that stops the match", appeal, |body| body["stops"] = json!(true)),
    ];
    for (what, at, change) in changes {
        let mut forged = whole.clone();
        change(&mut forged[at].body);
        write(&desk, 3, &forged);
        assert_eq!(caught(&desk, what), at as u64 + 1, "{what}");
    }
    // Left out, or put in twice.
    for (what, left_out, named) in
        [("a ruling on no protest", protest, ruling), ("no ruling", ruling, appeal)]
    {
        let mut forged = whole.clone();
        forged.remove(left_out);
        write(&desk, 3, &forged);
        assert_eq!(caught(&desk, what), named as u64, "{what}");
    }
    for (what, at) in [("a protest twice", protest), ("a ruling twice", ruling), ("an appeal twice", appeal)]
    {
        let mut forged = whole.clone();
        let mut again = forged[at].clone();
        again.body["letter"] = json!("again");
        forged.insert(at + 1, again);
        write(&desk, 3, &forged);
        assert_eq!(caught(&desk, what), at as u64 + 2, "{what}");
    }
    // After the end nothing is ruled.
    let mut forged = whole.clone();
    let late = forged.remove(ruling);
    forged.remove(appeal - 1);
    forged.push(late);
    write(&desk, 3, &forged);
    assert_eq!(caught(&desk, "a ruling after the end"), forged.len() as u64);
}
