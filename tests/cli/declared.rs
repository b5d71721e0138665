//! Declarations in a match beside a real table: what is refused, what waits, what a side may not see, and
//! forged journals.

use sealord::entry::Kind;
use sealord::party::Party;
use sealord::rules::two_sided::AXIS;
use serde_json::{Value, json};

use super::forged::{drafts, write};
use super::support::{Desk, SCHIFFSKRIEG};
use super::tamper::caught;

/// A companion to the game of 1940, of which nothing is declared.
fn begun(more: &[&str]) -> Desk {
    let desk = Desk::of(&SCHIFFSKRIEG);
    desk.begin("m", &[&["--scenario", "29", "--option", "mode=companion"], more].concat());
    desk
}

/// The same, set up and at rest.
fn desk(more: &[&str]) -> Desk {
    let desk = begun(more);
    start(&desk);
    desk.ok(&["resolve", "m", "--close"]);
    desk
}

fn declare(desk: &Desk, code: i32, facts: &[&str]) -> super::support::Ran {
    desk.expect(code, &[&["declare", "m"], facts, &["--reason", "so it is"]].concat())
}

/// The values of history for all that the match needs at its start.
fn start(desk: &Desk) {
    let draft = desk.ok(&["declare", "m", "--draft"]);
    desk.write("start.yaml", draft);
    desk.ok(&["declare", "m", "start.yaml"]);
}

#[test]
fn bad_declarations_are_refused_with_what_may_be_written_and_change_nothing() {
    let desk = desk(&[]);
    let journal = desk.read("m/journal.jsonl");
    let bad: &[(&[&str], &[&str])] = &[
        (&["war-stat.tk", "total-war"], &["there is no fact", "war-state", "line:1:1"]),
        (&["war-state.tk", "totl-war"], &["war-state.tk", "Did you mean `total-war`", "limited-war"]),
        (&["war-state.tk", "pre-war"], &["does not fall below limited-war"]),
        (&["war-state", "total-war"], &["war-state.map"]),
        (&["war-state.ds", "total-war"], &["there is no map of this match `ds`"]),
        (&["turn", "aug-sept-1939"], &["turns run forward"]),
        (&["turn", "nov-dec-1941"], &["turns come one after the other"]),
        (&["turn", "soon"], &["a turn such as aug-sept-1939"]),
        (&["hex-control.oslp", "axis"], &["there is no port or city of this match `oslp`", "oslo"]),
        (&["hex-control.honolulu", "axis"], &["there is no port or city"]),
        (&["hex-control.oslo", "germany"], &["axis, western, soviet"]),
        (&["uscl", "7"], &["0 to 6"]),
        (&["tide.axis.tk", "-1"], &["0 to 3"]),
        (&["force-pool.tk.german-air-force", "12"], &["0 to 5"]),
        (&["force-pool.tk.german-zeppelin", "1"], &["there is no kind of support unit"]),
        (&["posture.spain.tk", "war"], &["britain", "united-states"]),
        (&["hostile.axis.axis.tk", "true"], &["not its own enemy"]),
        (&["weather-snow.tk", "perhaps"], &["true", "false"]),
        (&["strategic-warfare-box.tk", "[naval-purge]"], &["naval-purges"]),
        (&["fow-cards.axis.tk", "[A]"], &["without Fortunes of War cards"]),
        (&["support-unit-event.tk.italian-bomber", "returns"], &["no such unit is where"]),
        (&["segment", "support"], &["it is not declared whose turn it is", "phasing-faction=axis"]),
        (&["turn=apr-may-1940", "segment=naval-construction", "phasing-faction=axis"], &["no Seasonal Turn"]),
        (&["placement.tk.german-air-force", "oslo"], &["in the Support Segment"]),
        (&["hex-control.oslo=axis", "hex-control.oslo=western"], &["declared twice"]),
        (&["weather-snow.tk=false", "tide.axis.tk=9"], &["tide.axis.tk", "line:2:14"]),
    ];
    for (facts, words) in bad {
        let ran = declare(&desk, 1, facts);
        for word in *words {
            let word = word.replace("line:", "command line:").to_lowercase();
            assert!(ran.err.to_lowercase().contains(&word), "{facts:?}: {word} is not in\n{}", ran.err);
        }
    }
    // A file is refused at its line and column, with all that is wrong in it.
    desk.write(
        "bad.yaml",
        "reason: a slip\nfacts:\n  hex-control.oslo: axis\n  tide.axis.tk: 4\n  war-stat.tk: x\n",
    );
    let ran = desk.expect(1, &["declare", "m", "bad.yaml"]);
    assert!(ran.err.contains("bad.yaml:4:17") && ran.err.contains("bad.yaml:5:3"), "{}", ran.err);
    desk.write("bad.yaml", "because: a slip\nfacts: [oslo]\n");
    let ran = desk.expect(1, &["declare", "m", "bad.yaml", "--reason", "x"]);
    assert!(ran.err.contains("bad.yaml:1:1") && ran.err.contains("bad.yaml:2:8"), "{}", ran.err);
    assert!(desk.expect(2, &["declare", "m", "uscl", "1"]).err.contains("--reason"));
    assert_eq!(desk.read("m/journal.jsonl"), journal);
}

#[test]
fn a_match_waits_for_what_nobody_declared_and_says_how_to_declare_it() {
    let desk = begun(&[]);
    let wants = |told: &str, fact: &str| {
        assert!(told.contains(&format!("`sealord declare MATCH {fact} VALUE`")), "{fact}: {told}");
    };
    let status = desk.ok(&["status", "m"]);
    for fact in
        ["war-state.tk", "hostile.axis.western.tk", "country-status.germany.tk", "other-map-war-state"]
    {
        wants(&status, fact);
    }
    assert!(desk.expect(4, &["resolve", "m"]).err.contains("waits for the table"));
    assert!(declare(&desk, 1, &["segment=support", "phasing-faction=axis"]).err.contains("under way"));
    start(&desk);
    desk.ok(&["resolve", "m", "--close"]);
    assert!(desk.ok(&["status", "m"]).contains("segment=SEGMENT"));
    // Nothing is asked and no die falls before all that a segment can need is known: weather is over with its
    // turn.
    declare(&desk, 0, &["segment=end-of-turn", "phasing-faction=axis"]);
    assert_eq!(
        desk.status("m")["open"],
        false,
        "the starter doctrine answers all that the end of a turn asks"
    );
    declare(&desk, 0, &["turn=apr-may-1940"]);
    declare(&desk, 0, &["segment=support", "phasing-faction=axis"]);
    assert_eq!(desk.status("m")["open"], false);
    wants(&desk.ok(&["status", "m"]), "weather-snow.tk");
    declare(&desk, 0, &["weather-snow.tk=false"]);
    assert_eq!(desk.status("m")["open"], true);
    // What is under way is not disturbed by the way.
    assert!(declare(&desk, 1, &["tide.axis.tk", "1"]).err.contains("--reopen"));
    desk.ok(&["declare", "m", "tide.axis.tk", "1", "--reason", "a gain", "--reopen"]);
    // The same command a second time adds nothing.
    let again = desk.ok(&["declare", "m", "tide.axis.tk", "1", "--reason", "a gain", "--reopen"]);
    assert!(again.contains("already declared"), "{again}");
    desk.ok(&["audit", "m"]);
    let list = desk.json(0, &["declare", "m", "--list"]);
    assert_eq!(list["facts"].as_array().unwrap().len(), 47);
    assert!(desk.ok(&["declare", "m", "--list", "tide"]).contains("tide.axis.tk = 1"));
}

/// Nobody is asked between declarations, so the next report holds them all; and a replay of the journal shows
/// what the packets show.
#[test]
fn a_report_holds_all_that_was_declared_since_the_last_exchange() {
    let desk = desk(&[]);
    declare(&desk, 0, &["hex-control.oslo", "axis"]);
    declare(&desk, 0, &["hex-control.bergen", "axis"]);
    declare(&desk, 0, &["segment=support", "phasing-faction=axis"]);
    assert_eq!(desk.status("m")["open"], true);
    let facts = ["hex-control.oslo = axis", "hex-control.bergen = axis", "segment = support"]
        .map(|fact| format!("(so it is): {fact}"));
    let report = desk.ok(&["report", "m", "--side", "western"]);
    let told = report.split_whitespace().collect::<Vec<_>>().join(" ");
    for fact in facts {
        assert_eq!(told.matches(&fact).count(), 1, "{fact}: {report}");
    }
    // While an exchange is open a declaration stands alone: what came before was asked about.
    desk.ok(&["declare", "m", "tide.axis.tk", "1", "--reason", "a gain", "--reopen"]);
    let told = desk.ok(&["report", "m", "--side", "western"]);
    assert!(told.contains("(a gain): tide.axis.tk = 1") && !told.contains("(so it is)"), "{told}");
    for side in ["axis", "western"] {
        let journal = desk.ok(&["replay", "m", "--side", side]);
        assert_eq!(journal.matches("(so it is): hex-control.oslo = axis").count(), 1, "{side}");
        assert_eq!(journal, desk.ok(&["replay", "m/packets", "--side", side]), "{side}");
    }
}

/// The sheet says where pieces are now, each once.
#[test]
fn the_sheet_has_each_piece_at_its_last_place() {
    let desk = desk(&["--by-hand", "rebase"]);
    let based = |sheet: &str| {
        let part = sheet
            .split("Based anew\n")
            .nth(1)
            .map(|rest| rest.split("\n\n").next().unwrap_or(rest).to_owned());
        part.unwrap_or_default()
    };
    let before = based(&desk.ok(&["sheet", "m"]));
    let home = before.lines().find(|line| line.contains("Gneisenau")).expect("it was based").to_owned();
    assert_eq!(before.matches("Gneisenau").count(), 1, "{before}");
    declare(&desk, 0, &["segment=operational-movement", "phasing-faction=axis"]);
    let packet = desk.packet("m", Party::parse("axis").unwrap());
    let question = packet.questions.iter().find(|it| it.kind == "rebase").expect("rebasing");
    let at = question.subjects.iter().position(|it| it.id == "gneisenau").expect("it may go");
    let goes = question.open_to(at).iter().map(|it| &question.options[usize::from(*it)]);
    let to = goes.into_iter().find(|it| it.id != "stay").expect("somewhere").id.clone();
    let orders = format!(
        "match: {}\nexchange: {}\nside: axis\nanswers:\n  {}: {{gneisenau: {to}}}\n",
        packet.match_id, packet.exchange, question.key
    );
    desk.write("orders.yaml", orders);
    desk.ok(&["receive", "m", "orders.yaml", "--salt", super::support::SALT]);
    desk.ok(&["resolve", "m"]);
    let after = based(&desk.ok(&["sheet", "m"]));
    assert_eq!(after.matches("Gneisenau").count(), 1, "{after}");
    assert!(!after.lines().any(|line| line == home), "{after}");
}

/// What a side gets, without what counts and hashes the entries of the journal.
fn seen(desk: &Desk, side: &str) -> (Value, String) {
    let party = Party::parse(side).unwrap();
    let mut packet = serde_json::to_value(desk.packet("m", party)).unwrap();
    packet["verify"] = Value::Null;
    packet["genesis"] = Value::Null;
    let report = desk.ok(&["report", "m", "--side", side]);
    let report: String =
        report.lines().filter(|line| !line.contains("head") && !line.contains("entry")).collect();
    (packet, report)
}

#[test]
fn a_dark_fact_shows_nowhere_but_with_its_own_side() {
    let played = |card: &str, hand: &str| {
        let desk = desk(&["--option", "fortunes=on"]);
        let facts = [format!("option-card.axis.tk={card}"), format!("fow-cards.axis.tk={hand}")];
        desk.ok(&[
            "declare",
            "m",
            &facts[0],
            &facts[1],
            "--reason",
            &format!("the Axis holds {card} and {hand}"),
        ]);
        desk
    };
    let (one, other) = (played("12", "[A, B]"), played("31", "[C, D]"));
    for side in ["western", "soviet"] {
        assert_eq!(seen(&one, side), seen(&other, side), "{side}");
        let list = one.ok(&["declare", "m", "--list", "fow-cards", "--side", side]);
        assert!(list.contains("fow-cards.axis.tk = 2 hidden"), "{list}");
        assert_eq!(one.ok(&["sheet", "m", "--side", side]), other.ok(&["sheet", "m", "--side", side]));
    }
    assert_ne!(seen(&one, AXIS.id()), seen(&other, AXIS.id()));
    // How many cards there are is open.
    assert_ne!(seen(&one, "western"), seen(&played("12", "[A]"), "western"));
}

/// Neither homeland lies on the map of Dai Senso, but India and New Caledonia do.
#[test]
fn who_has_dependents_on_a_map_has_a_status_there() {
    let desk = Desk::of(&SCHIFFSKRIEG);
    desk.begin("m", &["--scenario", "46", "--option", "mode=companion"]);
    let draft = desk.ok(&["declare", "m", "--draft"]);
    let is_theirs =
        |line: &str| ["britain", "france"].iter().any(|it| line.contains(&format!("status.{it}.ds")));
    let (theirs, others): (Vec<&str>, Vec<&str>) = draft.lines().partition(|line| is_theirs(line));
    assert!(theirs.len() == 2 && theirs.iter().all(|line| line.ends_with(": active-western")), "{draft}");
    assert!(!draft.contains("status.germany.ds"), "{draft}");
    desk.write("start.yaml", others.join("\n"));
    desk.ok(&["declare", "m", "start.yaml"]);
    // Britain has pieces on the map; without its status nobody knows whose they are.
    let status = desk.ok(&["status", "m"]);
    assert!(status.contains("waits for the table: country-status.britain.ds"), "{status}");
    declare(&desk, 0, &["country-status.britain.ds", "active-western"]);
    assert_eq!(desk.status("m")["open"], true);
}

#[test]
fn a_forged_declaration_is_found() {
    let desk = desk(&[]);
    declare(&desk, 0, &["hex-control.oslo=axis", "ground-unit-in-hex.oslo=germany"]);
    declare(&desk, 0, &["segment=support", "phasing-faction=axis"]);
    desk.ok(&["audit", "m"]);
    let whole = drafts(&desk);
    // The first batch begins the match.
    let declared = whole.iter().enumerate().filter(|(_, draft)| draft.kind == Kind::Declaration);
    let at = declared.map(|(at, _)| at).nth(1).expect("a second batch");
    let flag = |body: &mut Value, value: Value| body["event"]["facts"][0]["value"] = value;
    type Change<'c> = (&'c str, Box<dyn Fn(&mut Value)>);
    let changes: Vec<Change> = vec![
        ("another reason", Box::new(|body| body["reason"] = json!("spite"))),
        ("another reason in its event", Box::new(|body| body["event"]["reason"] = json!("spite"))),
        ("a word that the fact has not", Box::new(move |body| flag(body, json!({"word": 77})))),
        ("a value of another kind", Box::new(move |body| flag(body, json!({"number": 3})))),
        (
            "a port that is not there",
            Box::new(|body| {
                body["event"]["facts"][0]["of"] = json!([{"base": 9999}]);
            }),
        ),
        ("no facts", Box::new(|body| body["event"]["facts"] = json!([]))),
        (
            "a fact twice",
            Box::new(|body| {
                let one = body["event"]["facts"][0].clone();
                body["event"]["facts"].as_array_mut().unwrap().push(one);
            }),
        ),
        (
            "a turn that runs backwards",
            Box::new(|body| {
                body["event"]["facts"] = json!([{"fact": "turn", "value": {"turn": 1}}]);
            }),
        ),
        (
            "an event that is none",
            Box::new(|body| {
                let reason = body["reason"].clone();
                body["event"] = json!({"event": "ruled", "reason": reason, "unit": 0, "place": "sunk"});
            }),
        ),
        ("a member more", Box::new(|body| body["zzz"] = json!(1))),
    ];
    for (what, change) in &changes {
        let mut forged = whole.clone();
        change(&mut forged[at].body);
        write(&desk, 3, &forged);
        assert_eq!(caught(&desk, what), at as u64 + 1, "{what}");
    }
    // What is declared decides what follows: another holder of Oslo leads elsewhere.
    let mut forged = whole.clone();
    flag(&mut forged[at].body, json!({"word": 1}));
    write(&desk, 3, &forged);
    caught(&desk, "another holder");
    // A declaration cannot pass for a ruling, nor be left out, nor come twice.
    let mut forged = whole.clone();
    forged[at].kind = Kind::Ruling;
    write(&desk, 3, &forged);
    assert_eq!(caught(&desk, "a ruling"), at as u64 + 1);
    let mut forged = whole.clone();
    forged.remove(at);
    write(&desk, 3, &forged);
    caught(&desk, "left out");
    let mut forged = whole.clone();
    let last = forged.iter().rposition(|draft| draft.kind == Kind::Declaration).unwrap();
    forged.insert(last + 1, forged[last].clone());
    write(&desk, 3, &forged);
    caught(&desk, "the segment twice");
    // An exchange that nobody was asked.
    let mut forged = whole.clone();
    let opened = forged.iter().rposition(|draft| draft.kind == Kind::Opened).unwrap();
    let early = forged.remove(opened);
    forged.insert(at, early);
    write(&desk, 3, &forged);
    caught(&desk, "an exchange while the match waits");
    write(&desk, 3, &whole);
    desk.ok(&["audit", "m"]);
}
