//! Whole-turn orders in Admirals' War: two files play a turn of movement, and nothing of it is asked again.

use sealord::party::Party;
use sealord::view::Packet;

use super::support::{ADMIRALS_WAR, Desk, PARTIES, answers};

fn standard() -> Desk {
    let desk = Desk::of(&ADMIRALS_WAR);
    desk.begin("m", &["--scenario", "standard", "--trust", "commit-reveal"]);
    desk
}

/// The file of a party: all defaults, and something more.
fn orders(packet: &Packet, more: &str) -> String {
    answers(packet, 0, 1) + more
}

/// Firm plans for all that a packet offers: the default of everything, but air units in their order where
/// they may fly.
fn whole_turn(packet: &Packet) -> String {
    let mut text = "plans:\n".to_owned();
    for later in &packet.later {
        let question = &later.question;
        let is_air = question.kind == "place-air";
        for (key, subject) in later.keys().zip(question.subjects.iter().cycle()) {
            let last = question.sets[usize::from(subject.set)].last().expect("an option");
            let option = &question.options[usize::from(*last)].id;
            let row = if is_air { format!("{}: {option}", subject.id) } else { String::new() };
            text += &format!("  - {{question: {key}, hold: firm, answers: {{{row}}}}}\n");
        }
    }
    text
}

/// Sends a file for each party, and resolves the exchange.
fn exchange(desk: &Desk, files: [String; 2]) {
    for (party, file) in PARTIES.iter().zip(files) {
        let packet = packet_of(desk, *party);
        let sealed = format!("{}.sealed", party.id());
        _ = std::fs::remove_file(desk.path(&sealed));
        desk.write("orders.yaml", file);
        let args = ["seal", "orders.yaml", "--packet", &packet, "-o", &sealed, "--salt", &"7".repeat(64)];
        let commitment = desk.ok(&args).split_whitespace().next().unwrap().to_owned();
        desk.ok(&["commit", "m", party.id(), &commitment]);
    }
    for party in PARTIES {
        desk.ok(&["reveal", "m", &format!("{}.sealed", party.id())]);
    }
    desk.ok(&["resolve", "m"]);
}

fn packet_of(desk: &Desk, party: Party) -> String {
    format!("m/packets/{:03}-{}.json", desk.packet("m", party).exchange, party.id())
}

fn planned(desk: &Desk) -> [String; 2] {
    PARTIES.map(|party| {
        let packet = desk.packet("m", party);
        orders(&packet, &whole_turn(&packet))
    })
}

#[test]
fn two_files_play_a_whole_turn_of_movement_in_one_exchange() {
    let desk = standard();
    let files = planned(&desk);
    desk.write("axis.yaml", &files[0]);
    let said = desk.ok(&["check", "axis.yaml", "--packet", &packet_of(&desk, PARTIES[0])]);
    let first =
        "plan 1, t1/raid-force/japan: firm, counts whatever becomes known; all is left to the default; ";
    assert!(said.contains(first), "{said}");
    exchange(&desk, files);
    let [axis, allies] = PARTIES.map(|party| desk.packet("m", party));
    assert_eq!((axis.exchange, allies.voids.len() + axis.voids.len()), (2, 0), "{:?}", allies.voids);
    assert_eq!(axis.view["phase"], "combat", "{}", axis.standing);
    desk.ok(&["audit", "m"]);
    let mine = desk.ok(&["explain", "m", "--side", "axis"]);
    assert!(mine.contains("t1/patrol/germany (exchange 1, firm plan)"), "{mine}");
    // By hand it takes an exchange for each question. Where all is left to the default nobody fights.
    let by_hand = standard();
    let mut exchanges = 0;
    let after = ["combat", "end of the turn"].map(serde_json::Value::from);
    let moves = |packet: &Packet| packet.view["turn"] == 1 && !after.contains(&packet.view["phase"]);
    while moves(&by_hand.packet("m", PARTIES[0])) {
        exchange(&by_hand, PARTIES.map(|party| orders(&by_hand.packet("m", party), "")));
        exchanges += 1;
    }
    assert_eq!(exchanges, 16);
}

#[test]
fn plans_show_to_nobody_before_they_are_used_and_an_undo_takes_them_back() {
    let with = |rows: &str| {
        let desk = standard();
        let plan = format!("plans: [{{question: t1/patrol/germany, hold: firm, answers: {{{rows}}}}}]\n");
        let axis = orders(&desk.packet("m", PARTIES[0]), &plan);
        let allies = orders(&desk.packet("m", PARTIES[1]), "");
        exchange(&desk, [axis, allies]);
        desk
    };
    let [one, other] = ["de-u-boat-1: north-sea", "de-scharnhorst: raid"].map(with);
    let shown = |desk: &Desk| {
        let mut packet = desk.packet("m", PARTIES[1]);
        // The hash of the journal binds every file.
        packet.verify.head = packet.genesis;
        serde_json::to_string(&packet).unwrap()
    };
    assert_eq!(shown(&one), shown(&other));
    one.ok(&["undo", "m", "--to", "1", "--reason", "a slip"]);
    let until_patrols = |desk: &Desk| {
        while desk.packet("m", PARTIES[0]).questions.iter().all(|it| it.kind != "patrol") {
            exchange(desk, PARTIES.map(|party| orders(&desk.packet("m", party), "")));
        }
    };
    until_patrols(&one);
    let asked = |desk: &Desk| desk.packet("m", PARTIES[0]).questions[0].key.clone();
    assert_eq!(asked(&one), "t1/patrol/japan");
    exchange(&one, PARTIES.map(|party| orders(&one.packet("m", party), "")));
    until_patrols(&one);
    assert_eq!(asked(&one), "t1/patrol/germany", "the plan was taken back with its exchange");
    one.ok(&["audit", "m"]);
    // Where it was not, it answers.
    until_patrols(&other);
    assert_eq!(asked(&other), "t1/patrol/japan");
    exchange(&other, PARTIES.map(|party| orders(&other.packet("m", party), "")));
    while desk_phase(&other) == "patrols" {
        assert!(asked_of(&other).iter().all(|key| key != "t1/patrol/germany"));
        exchange(&other, PARTIES.map(|party| orders(&other.packet("m", party), "")));
    }
    other.ok(&["audit", "m"]);
}

fn desk_phase(desk: &Desk) -> String {
    let packet = desk.packet("m", PARTIES[0]);
    if packet.standing.contains("patrol") { "patrols".to_owned() } else { packet.standing }
}

fn asked_of(desk: &Desk) -> Vec<String> {
    desk.packet("m", PARTIES[0]).questions.into_iter().map(|it| it.key).collect()
}

#[test]
fn the_example_of_the_page_on_orders_would_count() {
    let desk = standard();
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/orders.md")).unwrap();
    let (_, chapter) = page.split_once("## Plans").expect("a chapter on plans");
    let (_, example) = chapter.split_once("```yaml\n").expect("an example");
    desk.write("page.yaml", example.split_once("```").expect("its end").0);
    let said = desk.ok(&["check", "page.yaml", "--packet", &packet_of(&desk, PARTIES[0])]);
    for line in [
        "plan 1, t1/patrol/germany: firm, counts whatever becomes known; as things stand 2 of 2 rows would count",
        "plan 2, t1/raid/germany: firm, counts whatever becomes known; as things stand 2 of 2 rows would count",
    ] {
        assert!(said.contains(line), "{said}");
    }
}

#[test]
fn a_key_that_cannot_be_meant_is_refused_with_a_remedy() {
    let desk = standard();
    let packet = packet_of(&desk, PARTIES[0]);
    for (plan, what, mend) in [
        ("question: t1/patroll/germany, answers: {}", "is no question", "did you mean `t1/patrol/germany`?"),
        ("question: patrol/germany, answers: {}", "a key begins with its turn", "did you mean"),
        ("question: t1/patrol/britain, answers: {}", "is put to the Allies, not to the Axis", "write a key"),
        ("question: t19/patrol/germany, answers: {}", "the scenario has no turn 19", "did you mean"),
        (
            "question: t2/bismark-sea/strike/axis, answers: {}",
            "there is no area `bismark-sea`",
            "write a key",
        ),
        ("question: t1/patrol/germany, answers: {de-scharnhrst: raid}", "names nothing", "`de-scharnhorst`"),
        ("question: t1/patrol/germany, answers: {de-scharnhorst: riad}", "names nothing", "`raid`"),
    ] {
        desk.write("bad.yaml", format!("plans:\n  - {{{plan}}}\n"));
        let ran = desk.expect(1, &["check", "bad.yaml", "--packet", &packet]);
        assert!(ran.err.contains(what) && ran.err.contains("bad.yaml:2:"), "{plan}\n{}", ran.err);
        assert!(ran.err.contains(mend), "{plan}\n{}", ran.err);
    }
    let asked = packet_of(&desk, PARTIES[1]);
    desk.write("now.yaml", "plans: [{question: t1/set-up/britain, answers: {}}]\n");
    let ran = desk.expect(1, &["check", "now.yaml", "--packet", &asked]);
    assert!(ran.err.contains("answer it under `answers`"), "{}", ran.err);
    desk.write("early.yaml", "answers: {t1/patrol/germany: {de-scharnhorst: raid}}\n");
    let ran = desk.expect(1, &["check", "early.yaml", "--packet", &packet]);
    assert!(ran.err.contains("it may be asked later: answer it under `plans`"), "{}", ran.err);
    // What is not known yet may be planned.
    desk.write("far.yaml", "plans: [{question: t3/north-sea/r1/action/axis, answers: surface}]\n");
    let said = desk.ok(&["check", "far.yaml", "--packet", &packet]);
    assert!(
        said.contains("fresh, void once a die falls or another side is heard; its rows are judged"),
        "{said}"
    );
    let schema = desk.ok(&["schema", &packet]);
    assert!(schema.contains("\"firm\"") && schema.contains("\"silence\""), "{schema}");
}
