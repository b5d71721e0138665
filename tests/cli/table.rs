//! Battles at the table: what is refused at home, what both sides read when they differ, what the umpire
//! rules, and the dossier as a page.

use sealord::party::Party;
use serde_json::Value;

use super::support::{Desk, SALT};

const BATTLE: &str = "t1/sector-18/1";
const SIDES: [&str; 3] = ["allies", "kriegsmarine", "regia-marina"];

/// A match in which a British and a German cruiser have met off Spain, far from the Italians; the results are
/// asked.
fn at_table(options: &[&str]) -> Desk {
    let desk = Desk::new();
    let mut args = vec!["new", "m", "--seed", "3", "--system", "war-at-sea", "--scenario", "atlantic-1942"];
    for option in ["preset=basic"].iter().chain(options) {
        args.extend(["--option", *option]);
    }
    desk.ok(&args);
    let ships = ["hms-exeter", "prinz-eugen", "zara"];
    let buys = [0, 1, 2].map(|at| format!("t0/buy/{}: {{{}: 1}}", SIDES[at], ships[at]));
    send(&desk, &[0, 1, 2].map(|at| (SIDES[at], buys[at].as_str())));
    send(
        &desk,
        &[
            ("allies", "t1/move/allies: {hms-exeter-1001: sector-18}"),
            ("kriegsmarine", "t1/move/kriegsmarine: {prinz-eugen-2001: sector-18}"),
        ],
    );
    desk.ok(&["resolve", "m", "--close"]);
    desk
}

/// The text of an orders file for the exchange that is open.
fn orders(desk: &Desk, side: &str, answers: &str) -> String {
    let exchange = &desk.status("m")["exchange"];
    format!("match: m\nexchange: {exchange}\nside: {side}\nanswers:\n  {answers}\n")
}

/// Hands in orders and resolves; who sends nothing is silent.
#[track_caller]
fn send(desk: &Desk, sent: &[(&str, &str)]) {
    for (side, answers) in sent {
        let text = orders(desk, side, answers);
        desk.write("orders.yaml", text);
        desk.ok(&["receive", "m", "orders.yaml", "--side", side, "--salt", SALT]);
    }
    desk.ok(&["resolve", "m", "--close"]);
}

/// An answer to the question about the battle.
fn result(side: &str, what: &str, said: &str) -> String {
    format!("{BATTLE}/{what}/{side}: {{{said}}}")
}

/// Both sides say what came of the battle.
fn both(desk: &Desk, what: &str, british: &str, german: &str) {
    let (one, other) = (result("allies", what, british), result("kriegsmarine", what, german));
    send(desk, &[("allies", one.as_str()), ("kriegsmarine", other.as_str())]);
}

fn packet(desk: &Desk, side: &str) -> Value {
    let packet = desk.packet("m", Party::named(side).expect("a party"));
    serde_json::to_value(packet).expect("JSON")
}

/// The lines that stand before the eyes of a side with the question about the battle.
fn about(desk: &Desk, side: &str, what: &str) -> Vec<String> {
    let packet = packet(desk, side);
    let key = format!("{BATTLE}/{what}/{side}");
    let questions = packet["questions"].as_array().expect("questions");
    let question = questions.iter().find(|question| question["key"] == key.as_str()).expect("the question");
    let lines = question["about"].as_array().expect("lines");
    lines.iter().map(|line| line.as_str().expect("text").to_owned()).collect()
}

fn report(desk: &Desk, side: &str) -> String {
    desk.ok(&["report", "m", "--side", side]).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text says of a thing what either side says: first the one that deployed first.
fn says_both(text: &str, of: &str, one: &str, other: &str) -> bool {
    [(one, other), (other, one)].iter().any(|(one, other)| text.contains(&format!("{of}{one}; {other}.")))
}

const SUNK: &str = "ended: one-side-gone, turns-played: 4, prinz-eugen-2001: sunk";

#[test]
fn results_that_differ_are_shown_to_both_and_fall_to_the_program_when_they_differ_again() {
    let desk = at_table(&["battles=tabletop"]);
    both(&desk, "result", SUNK, "ended: one-side-gone, turns-played: 4, hms-exeter-1001: sunk");
    for side in ["allies", "kriegsmarine"] {
        let about = about(&desk, side, "result-again").join("\n");
        for (ship, ours, theirs) in [
            ("Prinz Eugen (2001). ", "Allies: sunk", "Kriegsmarine: afloat, unhurt"),
            ("HMS Exeter (1001). ", "Allies: afloat, unhurt", "Kriegsmarine: sunk"),
        ] {
            assert!(says_both(&about, ship, ours, theirs), "{about}");
        }
        assert!(!about.contains("How it ended"), "both said the same: {about}");
        assert!(
            report(&desk, side).contains("The results of the battle differ; both sides are asked once more.")
        );
    }
    let other = packet(&desk, "regia-marina").to_string();
    for hidden in ["prinz-eugen", "exeter", "sector-18/1", "differ"] {
        assert!(!other.to_lowercase().contains(hidden), "the Italians read {hidden}");
    }
    both(&desk, "result-again", SUNK, "ended: last-turn, turns-played: 9, hms-exeter-1001: afloat-1");
    let told = report(&desk, "allies");
    assert!(told.contains("The results of the battle differ again; it is fought by the program"), "{told}");
    let (ours, theirs) = ("Allies: with one side gone", "Kriegsmarine: after the last turn");
    assert!(says_both(&told, "How it ended. ", ours, theirs), "{told}");
    assert!(!report(&desk, "regia-marina").contains("The results of the battle"));
    desk.ok(&["audit", "m"]);
}

#[test]
fn what_both_say_when_they_are_asked_again_is_taken() {
    let desk = at_table(&["battles=tabletop"]);
    both(&desk, "result", SUNK, "ended: last-turn, prinz-eugen-2001: afloat-2");
    // The British say nothing more, which says the same again.
    let agreed = result("kriegsmarine", "result-again", SUNK);
    send(&desk, &[("kriegsmarine", agreed.as_str())]);
    let told = report(&desk, "kriegsmarine");
    assert!(told.contains("Destroyed: Prinz Eugen (2001)"), "{told}");
    desk.ok(&["audit", "m"]);
}

#[test]
fn the_umpire_rules_where_the_match_says_so_and_only_both_sides_read_why() {
    let desk = at_table(&["battles=tabletop", "disputed-result=umpire"]);
    both(&desk, "result", SUNK, "ended: last-turn");
    both(&desk, "result-again", SUNK, "ended: last-turn, prinz-eugen-2001: afloat-1");
    let waits = desk.status("m")["waits_for"].to_string();
    assert!(waits.contains("what came of the battle t1/sector-18/1"), "{waits}");
    assert!(report(&desk, "allies").contains("it waits for the umpire's ruling"));
    for (words, why) in [
        (&["battle", "t2/sector-18/1", "allies"][..], "no battle of turn 1"),
        (&["battle", BATTLE, "yamato-1001=sunk"][..], "there is no unit yamato-1001"),
        (&["battle", "sector-18", "staff"][..], "write it as in t3/sector-13/1"),
    ] {
        let ran = desk.expect(1, &[&["rule", "m", "--reason", "r"], words].concat());
        assert!(ran.err.contains(why), "{words:?}: {}", ran.err);
    }
    // What the sides said last counts.
    desk.ok(&["rule", "m", "--reason", "the photographs", "battle", BATTLE, "kriegsmarine"]);
    let told = report(&desk, "kriegsmarine");
    assert!(told.contains("The umpire has ruled on the battle; the ruling counts as the result."), "{told}");
    assert!(told.contains("the photographs") && told.contains("Damaged: Prinz Eugen (2001)"), "{told}");
    let other = packet(&desk, "regia-marina").to_string();
    assert!(!other.contains("photographs") && !other.contains("prinz-eugen"), "the Italians read of it");
    desk.ok(&["audit", "m"]);
}

#[test]
fn a_ruling_may_say_itself_what_came_of_a_battle() {
    let desk = at_table(&["battles=tabletop"]);
    // What does not fit is shown, and the question stays open.
    desk.ok(&["rule", "m", "--reason", "r", "battle", BATTLE, "ended=last-turn", "turns-played=3"]);
    let about = about(&desk, "allies", "result");
    assert_eq!(
        about[0],
        "The umpire's ruling cannot be taken: a battle that ended after the last turn had all 9 turns."
    );
    let words = ["ended=one-side-gone", "turns-played=4", "hms-exeter-1001=sunk"];
    desk.ok(&[&["rule", "m", "--reason", "both players wrote so", "battle", BATTLE][..], &words].concat());
    let told = report(&desk, "allies");
    assert!(
        told.contains("Destroyed: HMS Exeter (1001)") && told.contains("both players wrote so"),
        "{told}"
    );
    desk.ok(&["audit", "m"]);
}

#[test]
fn one_result_counts_alone_unless_it_says_that_both_agreed() {
    let desk = at_table(&["battles=tabletop", "no-result=umpire"]);
    let alone = result("allies", "result", "ended: agreed, turns-played: 3, prinz-eugen-2001: afloat-1");
    send(&desk, &[("allies", alone.as_str())]);
    assert!(desk.status("m")["waits_for"].to_string().contains(BATTLE));
    desk.ok(&["rule", "m", "--reason", "nobody came", "battle", BATTLE, "staff"]);
    assert!(report(&desk, "allies").contains("it is fought by the program"));

    let desk = at_table(&["battles=tabletop"]);
    let alone = result("allies", "result", SUNK);
    send(&desk, &[("allies", alone.as_str())]);
    let told = report(&desk, "kriegsmarine");
    assert!(
        told.contains("One side alone has sent a result of the battle; it counts as the result."),
        "{told}"
    );
}

#[test]
fn battles_go_to_the_table_where_both_sides_want_that() {
    for (german, met) in [("yes", true), ("no", false)] {
        let desk = Desk::new();
        let args = ["new", "m", "--seed", "3", "--system", "war-at-sea", "--scenario", "atlantic-1942"];
        desk.ok(&[&args[..], &["--option", "preset=basic", "--option", "battles=ask"]].concat());
        send(
            &desk,
            &[
                ("allies", "t0/buy/allies: {hms-exeter: 1}"),
                ("kriegsmarine", "t0/buy/kriegsmarine: {prinz-eugen: 1}"),
            ],
        );
        send(
            &desk,
            &[
                ("allies", "t1/move/allies: {hms-exeter-1001: sector-18}"),
                ("kriegsmarine", "t1/move/kriegsmarine: {prinz-eugen-2001: sector-18}"),
            ],
        );
        let tick = format!("t1/at-table/kriegsmarine: {{sector-18: {german}}}");
        send(&desk, &[("allies", "t1/at-table/allies: {everywhere: yes}"), ("kriegsmarine", tick.as_str())]);
        let asked = packet(&desk, "allies")["questions"].to_string().contains("/result/allies");
        assert_eq!(asked, met, "{german}");
    }
}

#[test]
fn impossible_results_are_refused_at_home_with_line_and_remedy_and_the_battle_stays_open() {
    let desk = at_table(&["battles=tabletop"]);
    let key = format!("{BATTLE}/result/allies");
    let bad: &[(&str, &[&str])] = &[
        ("{ended: last-turn, turns-played: 5}", &["had all 9 turns", "9 for turns-played"]),
        ("{ended: one-side-gone, turns-played: 5}", &["ends early only", "sunk", "for prinz-eugen-2001"]),
        ("{ended: last-turn, hms-exeter-1001: afloat-3}", &["not an option", "afloat-2"]),
        ("{ended: last-turn, hms-exeter-1001: left-5-0}", &["not an option", "left-6-0"]),
        (
            "{ended: agreed, turns-played: 6, hms-exeter-1001: left-7-0}",
            &["turns that were played", "7, 8 or 9 for turns-played"],
        ),
        (
            "{hms-exeter-1001: sunk}",
            &["says how the battle ended", "last-turn, one-side-gone or agreed for ended"],
        ),
        (
            "{ended: last-turn, hms-exeter-1001: sunk, hms-exeter-1001: afloat-1}",
            &["already given on line 5"],
        ),
        ("{ended: last-turn, zara-3001: sunk}", &["is not asked for here"]),
        ("{ended: last-turn, hms-exeter-1001: lost}", &["not an option"]),
    ];
    let journal = desk.read("m/journal.jsonl");
    for (said, words) in bad {
        let text = orders(&desk, "allies", &format!("{key}: {said}"));
        desk.write("bad.yaml", text);
        for command in [
            &["check", "bad.yaml", "--packet", "m", "--side", "allies"][..],
            &["receive", "m", "bad.yaml", "--side", "allies", "--salt", SALT][..],
        ] {
            let ran = desk.expect(1, command);
            let told = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(told.contains("bad.yaml:5:"), "{said}: {}", ran.err);
            for word in *words {
                assert!(told.contains(word), "{said}: {word} is not in\n{}", ran.err);
            }
        }
    }
    // The result of another battle, and of the other side.
    for (other, why) in [
        ("t1/sector-4/1/result/allies", "is not asked"),
        ("t1/sector-18/1/result/kriegsmarine", "is not asked"),
    ] {
        let text = orders(&desk, "allies", &format!("{other}: {{ended: last-turn}}"));
        desk.write("bad.yaml", text);
        let ran = desk.expect(1, &["check", "bad.yaml", "--packet", "m", "--side", "allies"]);
        assert!(ran.err.contains(why) && ran.err.contains(&key), "{other}: {}", ran.err);
    }
    assert_eq!(journal, desk.read("m/journal.jsonl"), "nothing was taken");
    assert!(about(&desk, "allies", "result").len() > 2, "the battle is still open");
}

#[test]
fn a_dossier_is_printed_for_those_who_fight_and_for_nobody_else() {
    let desk = at_table(&["battles=tabletop"]);
    let told = desk.ok(&["dossier", "m", "--side", "allies"]);
    assert_eq!(told, desk.ok(&["dossier", "m", BATTLE, "--side", "kriegsmarine"]), "both have the same");
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "THE BATTLE t1/sector-18/1, Iberian Coast (18)",
        "Prinz Eugen (prinz-eugen-2001), cruiser, 17 points: speed 2, armor 4, vital armor 10, 3 hull points",
        "main 9/9/8/7, secondary 5/5/4/-, torpedo 2/1/-/-, aa 7/-/-/-",
        "Chase the Salvoes, Crippling Salvo, Extended Range 4",
        "The map has 11 columns and 8 rows.",
        "Remember: there are no objectives",
    ] {
        assert!(told.contains(words), "{words} is not in\n{told}");
    }
    desk.ok(&["dossier", "m", "--side", "allies", "-o", "battle.html"]);
    let page = String::from_utf8(desk.read("battle.html")).expect("UTF-8");
    assert_eq!(page, desk.ok(&["dossier", "m", "--side", "allies", "--html"]));
    assert!(
        page.contains("<svg") && page.contains("class=\"plot\"") && page.contains("HMS Exeter"),
        "{page}"
    );
    assert!(!page.contains("<script") && !page.contains("http"), "it needs nothing from outside");
    let dossier = desk.json(0, &["dossier", "m", "--side", "allies"]);
    assert_eq!(dossier["battle"], BATTLE);
    assert_eq!(dossier["sides"]["allies"]["ships"][0]["unit"], "hms-exeter-1001");
    let ran = desk.expect(1, &["dossier", "m", "--side", "regia-marina"]);
    assert!(ran.err.contains("no battle of yours is open at the table"), "{}", ran.err);
    let ran = desk.expect(1, &["dossier", "m", "t1/sector-18/2", "--side", "allies"]);
    assert!(ran.err.contains("write `t1/sector-18/1`"), "{}", ran.err);
    both(&desk, "result", SUNK, SUNK);
    desk.expect(1, &["dossier", "m", "--side", "allies"]);
}
