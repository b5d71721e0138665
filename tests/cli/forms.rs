//! Forms and the orders made of them, on their way through mail programs and back.

use sealord::matches::check_orders;
use sealord::question::Limit;
use sealord::rules::two_sided::party::{ALLIES, AXIS};
use sealord::view::Packet;

use super::support::{Desk, finished};

/// How wide a line of a mail may be before a mail program breaks it.
const MAIL: usize = 76;

/// A text as a mail program sends it, and as the answer quotes it.
fn mailed(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut rest = line;
        while rest.chars().count() > MAIL {
            let cut = rest.char_indices().nth(MAIL).map_or(rest.len(), |(at, _)| at);
            let Some(at) = rest[..cut].rfind(' ').filter(|&at| !rest[..at].trim().is_empty()) else { break };
            out += &format!("> {}\n", &rest[..at]);
            rest = &rest[at + 1..];
        }
        out += &format!("> {rest}\n");
    }
    out
}

#[test]
fn every_form_survives_the_mail() {
    let desk = finished();
    let mut checked = 0;
    for file in std::fs::read_dir(desk.path("m/forms")).unwrap() {
        let path = file.unwrap().path();
        let form = std::fs::read_to_string(&path).unwrap();
        for line in form.lines() {
            let words = line.trim_start_matches([' ', '#']).split(' ').count();
            assert!(line.chars().count() <= MAIL - 2 || words == 1, "{}: {line}", path.display());
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let packet: Packet = serde_json::from_slice(&desk.read(format!("m/packets/{name}.json"))).unwrap();
        let system = sealord::rules::system(&packet.system).unwrap();
        let rules = system.load(&sealord::rules::games(), Some(&packet.scenario), &packet.options).unwrap();
        if packet.asked {
            let result = check_orders(&*rules, &packet, "mail", mailed(&form).as_bytes());
            result.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} forms");
}

#[test]
fn a_match_may_have_any_name() {
    for name in ["null", "no", "1941", "1e3"] {
        let desk = Desk::new();
        desk.begin("m", &["--match", name]);
        desk.ok(&["check", "m/forms/001-axis.yaml", "-p", "m/packets/001-axis.json"]);
        let form = String::from_utf8(desk.read("m/forms/001-axis.yaml")).unwrap();
        assert!(form.contains(&format!("match: '{name}'\n")), "{form}");
    }
}

#[test]
fn doctrine_comes_back_as_it_was_sent() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let mail = "> === begin orders ===\n> side: axis\n> 'doctrine' : {fire: [{prefer: [weakest,\n>   any]}],\n> \
                # for now\n>   raider: convoy}\n> === end orders ===\n";
    desk.write("mail", mail);
    desk.ok(&["receive", "m", "mail"]);
    desk.ok(&["resolve", "m", "--close"]);
    let doctrine = "fire:\n  - {prefer: [weakest, any]}\nraider: convoy\n";
    assert_eq!(desk.packet("m", AXIS).doctrine, doctrine);
    desk.write("empty", "side: axis\nanswers: {}\n");
    let form = desk.ok(&["form", "m", "--side", "axis"]);
    assert!(
        form.contains("\ndoctrine:\n  fire:\n    - {prefer: [weakest, any]}\n  raider: convoy\n"),
        "{form}"
    );
    let form = desk.ok(&["form", "m", "--side", "allies", "--doctrine", "mail"]);
    assert!(form.contains("\ndoctrine:\n  fire:\n    - {prefer: [weakest, any]}\n"), "{form}");
    desk.write("loose", "fire@9: any\n");
    let form = desk.ok(&["form", "m", "--side", "allies", "--doctrine", "loose"]);
    assert!(form.contains("\ndoctrine:\n  fire@zone-9: any\n"), "{form}");
    for (file, why) in [("empty", "has no doctrine in it"), ("wrong", "did you mean `raider`?")] {
        desk.write("wrong", "raidr: convoy\n");
        let ran = desk.expect(1, &["form", "m", "--side", "allies", "--doctrine", file]);
        assert!(ran.err.contains(why), "{}", ran.err);
    }
}

/// However its key is written, doctrine holds beyond the step in which it came.
#[test]
fn doctrine_is_remembered() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.write("orders", "side: axis\nfinal: yes\n\"d\\x6fctrine\": {deploy: silence}\n");
    desk.ok(&["receive", "m", "orders"]);
    desk.ok(&["resolve", "m", "--close"]);
    for _ in 0..3 {
        let packet = desk.packet("m", AXIS);
        assert!(
            packet.questions.iter().all(|question| question.kind != "deploy"),
            "exchange {}",
            packet.exchange
        );
        desk.ok(&["resolve", "m", "--close"]);
    }
}

#[test]
fn who_is_not_asked_is_told_so_before_sealing() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let packet = ["-p", "m/packets/001-allies.json"];
    desk.write("orders", "side: Allied\nanswers: {}\n");
    for command in [&["check", "orders"][..], &["seal", "orders"]] {
        let ran = desk.expect(1, &[command, &packet[..]].concat());
        assert!(ran.err.contains("not-asked"), "{}", ran.err);
    }
    let form = desk.ok(&["form", "m/packets/001-allies.json"]);
    assert!(form.contains("You are not asked for orders in this exchange"), "{form}");
    // What stands for later is taken of it.
    desk.write("later", "side: Allied\ndoctrine: {fire: any}\n");
    desk.ok(&["check", "later", "-p", "m/packets/001-allies.json"]);

    let last = finished();
    let over = last.packet("m", AXIS);
    assert!(over.over);
    desk.write("over.json", serde_json::to_vec(&over).unwrap());
    desk.write("orders", "side: AXIS\n");
    let ran = desk.expect(1, &["check", "orders", "-p", "over.json"]);
    assert!(ran.err.contains("match-over"), "{}", ran.err);
    let ran = desk.expect(1, &["form", "over.json"]);
    assert!(ran.err.contains("is over"), "{}", ran.err);
}

#[test]
fn all_layers_speak_at_once() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.write(
        "orders",
        "side: axis\nanswers:\n  setup/convoys/axis:\n    axis-99: 7\n    axis-02:\ndoctrine: {fire: Bismrck}\n",
    );
    for args in [&["check", "orders", "-p", "m/packets/001-axis.json"][..], &["receive", "m", "orders"]] {
        let ran = desk.expect(1, args);
        for code in ["no-value", "unknown-name", "unknown-word", "3 problems"] {
            assert!(ran.err.contains(code), "{code}\n{}", ran.err);
        }
    }
}

#[test]
fn the_check_says_what_it_understood() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.exchange("m", 0);
    desk.exchange("m", 0);
    let packet = desk.packet("m", ALLIES);
    let question = &packet.questions[0];
    let rooms = question.limits.iter().filter_map(|limit| match limit {
        Limit::Room { option, count, .. } => Some((*count, *option)),
        _ => None,
    });
    let (room, full) = rooms.min().expect("a port that can be too full");
    let ships = (0..question.subjects.len()).filter(|&at| question.open_to(at).contains(&full));
    let ships: Vec<&str> = ships.take(20).map(|at| question.subjects[at].id.as_str()).collect();
    let port = &question.options[usize::from(full)].id;
    let key = &question.key;
    let orders = format!("side: allies\nanswers:\n  {key}:\n    {port}: [{}]\n", ships.join(", "));
    desk.write("orders", format!("{orders}doctrine: {{fire: any, fire@zone-9: weakest}}\n"));
    let check = desk.ok(&["check", "orders", "-p", "m/packets/003-allies.json"]);
    let receipt = desk.ok(&["receive", "m", "orders"]);
    let warning = format!("warning: {port}: 20 ships, room for {room} (SOT-3.0-7)");
    let left = format!("{key}: 20 ordered: ");
    for said in [check, receipt] {
        for wanted in [
            warning.as_str(),
            &left,
            " not, left to the default: ",
            " → ",
            "doctrine for: fire, fire@zone-9",
            ships[0],
        ] {
            assert!(said.contains(wanted), "{wanted}\n{said}");
        }
    }
}
