//! What players stumbled over: hints that lead nowhere, forms that nobody reads to the end, packets that are
//! no friend's.

use sealord::matches::check_orders;
use sealord::orders::form::{Lines, form_with};
use sealord::orders::schema::schema;
use sealord::problem::is_hidden;
use sealord::question::{Limit, OpenQuestion};
use sealord::rules::two_sided::party::{ALLIES, AXIS};
use sealord::view::Packet;
use serde_json::{Value, json};

use super::support::{ADMIRALS_WAR, Desk, finished};

/// A desk with a match in its first movement, and the packet of the Allies.
fn at_sea() -> (Desk, Packet) {
    let desk = Desk::new();
    desk.begin("m", &[]);
    (0..4).for_each(|_| desk.exchange("m", 0));
    let packet = desk.packet("m", ALLIES);
    assert!(packet.questions[0].key.contains("/move/") && !packet.ahead.is_empty(), "other questions");
    desk.write("packet.json", serde_json::to_vec(&packet).unwrap());
    (desk, packet)
}

fn orders(question: &OpenQuestion, lines: &str) -> String {
    format!("side: allies\nanswers:\n  {}:\n{lines}", question.key)
}

/// The packets of a match that ask for orders.
fn asking(desk: &Desk) -> Vec<(String, Packet)> {
    let files = std::fs::read_dir(desk.path("m/packets")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let packets = names.map(|name| {
        let packet: Packet = serde_json::from_slice(&desk.read(format!("m/packets/{name}"))).unwrap();
        (name, packet)
    });
    packets.filter(|(_, packet)| packet.asked).collect()
}

#[test]
fn a_hint_names_only_what_is_open() {
    let (desk, packet) = at_sea();
    let question = &packet.questions[0];
    let mut tried = 0;
    for (at, subject) in question.subjects.iter().enumerate() {
        let open = question.open_to(at);
        let closed = (0..question.options.len() as u16).find(|option| !open.contains(option));
        let Some(closed) = closed.filter(|_| at % 7 == 0) else { continue };
        let name = &question.options[usize::from(closed)].name;
        let slip = name.replacen('e', "ee", 1);
        desk.write("orders", orders(question, &format!("    {}: {slip}\n", subject.id)));
        let told = desk.expect(1, &["check", "orders", "-p", "packet.json"]).err;
        assert!(!told.contains(&format!("did you mean `{name}`")), "{told}");
        tried += 1;
    }
    assert!(tried > 3, "{tried}");
    // What may be chosen instead has its name.
    let (subject, stranger) = (&question.subjects[0], question.options.iter().enumerate());
    let mut strangers = stranger.filter(|(at, _)| !question.open_to(0).contains(&(*at as u16)));
    let far = &strangers.next().expect("a zone out of reach").1.id;
    let near = &question.options[usize::from(question.open_to(0)[1])];
    desk.write("orders", orders(question, &format!("    {}: {far}\n", subject.id)));
    let told = desk.expect(1, &["check", "orders", "-p", "packet.json"]).err;
    assert!(told.contains(&format!("{} {}", near.id, near.name)), "{told}");
}

#[test]
fn a_unit_in_the_wrong_question_is_pointed_to_its_own() {
    let (desk, packet) = at_sea();
    let (here, there) = (&packet.questions[0], &packet.ahead[0]);
    desk.write("orders", orders(here, &format!("    {}: stay\n", there.subjects[0].id)));
    let told = desk.expect(1, &["check", "orders", "-p", "packet.json"]).err;
    assert!(told.contains(&format!("it is asked about under `{}`", there.key)), "{told}");
}

#[test]
fn orders_quoted_as_a_whole_are_read() {
    let (desk, packet) = at_sea();
    let question = &packet.questions[0];
    let text = orders(question, &format!("    {}: stay\n\n  # and no more\n", question.subjects[0].id));
    for mark in ["> ", ">", "> > ", "| "] {
        let quoted: String =
            text.lines().map(|line| format!("{mark}{line}").trim_end().to_owned() + "\n").collect();
        desk.write("orders", quoted);
        desk.ok(&["check", "orders", "-p", "packet.json"]);
    }
    desk.write("orders", format!("side: axis\n> {text}"));
    desk.expect(1, &["check", "orders", "-p", "packet.json"]);
}

#[test]
fn orders_are_called_not_final_only_where_a_deadline_is_waited_for() {
    for (args, is_said) in [(&[][..], false), (&["--deadline-hours", "24"][..], true)] {
        let desk = Desk::new();
        desk.begin("m", args);
        let ran = desk.expect(0, &["check", "m/forms/001-axis.yaml", "-p", "m/packets/001-axis.json"]);
        assert_eq!(ran.out.contains("not final"), is_said, "{ran:?}");
    }
}

#[test]
fn too_few_ships_are_warned_of_as_too_many_are() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    (0..2).for_each(|_| desk.exchange("m", 0));
    let packet = desk.packet("m", ALLIES);
    let question = &packet.questions[0];
    let wanted = question.limits.iter().find_map(|limit| match limit {
        Limit::Wanted { option, count, .. } => Some((*option, *count)),
        _ => None,
    });
    let (port, count) = wanted.expect("a port with a minimum");
    let other = |at: usize| question.open_to(at).iter().find(|option| **option != port);
    let line = |at: usize| {
        let to = &question.options[usize::from(*other(at).expect("another port"))].id;
        format!("    {}: {to}\n", question.subjects[at].id)
    };
    let there = (0..question.subjects.len()).filter(|&at| question.subjects[at].default == Some(port));
    desk.write("orders", orders(question, &there.map(line).collect::<String>()));
    let told = desk.ok(&["check", "orders", "-p", "m/packets/003-allies.json"]);
    let id = &question.options[usize::from(port)].id;
    assert!(
        told.contains(&format!("warning: {id}: 0 ships, at least {count} wanted (SOT-9.0-10)")),
        "{told}"
    );
    let form = desk.ok(&["form", "m/packets/003-allies.json"]);
    assert!(form.contains("wanted at least, or there is a penalty:"), "{form}");
}

#[test]
fn what_is_understood_has_the_names_of_zones() {
    let (desk, packet) = at_sea();
    let question = &packet.questions[0];
    let (subject, to) = (&question.subjects[0].id, &question.options[usize::from(question.open_to(0)[1])]);
    desk.write("orders", orders(question, &format!("    {subject}: {}\n", to.id)));
    let check = desk.ok(&["check", "orders", "-p", "packet.json"]);
    let receipt = desk.ok(&["receive", "m", "orders"]);
    for told in [check, receipt] {
        assert!(told.contains(&format!("    {subject}: {}  # {}\n", to.id, to.name)), "{told}");
    }
}

#[test]
fn a_deadline_is_spoken_of_only_where_there_is_one() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.begin("n", &["--deadline-hours", "24"]);
    desk.write("orders", "side: axis\n");
    for (dir, is) in [("m", false), ("n", true)] {
        let check = desk.ok(&["check", "orders", "-p", dir, "--side", "axis"]);
        let receipt = desk.ok(&["receive", dir, "orders"]);
        for told in [check, receipt] {
            assert_eq!(told.contains("deadline"), is, "{told}");
        }
    }
}

#[test]
fn a_scenario_names_its_system() {
    let desk = Desk::new();
    desk.ok(&["new", "m", "--seed", "3", "--scenario", "midway"]);
    assert_eq!(desk.packet("m", AXIS).system, "admirals-war");
    assert!(desk.expect(1, &["new", "n", "--scenario", "nowhere"]).err.contains("there is no scenario"));
}

#[test]
fn a_practice_match_takes_the_time_it_is_given() {
    let desk = Desk::new();
    desk.ok(&["play", "admirals-war", "midway", "--out", "p", "--now", "2026-11-21T20:00:00Z"]);
    let journal = String::from_utf8(desk.read("p/journal.jsonl")).unwrap();
    assert!(journal.contains("2026-11-21T20:00:00Z") && !journal.contains("1939-"), "another time");
}

#[test]
fn a_zone_is_explained_by_its_number_and_by_its_word() {
    let desk = finished();
    let explained = |word: &str| desk.json(0, &["explain", "m", word, "--side", "axis"])["told"].take();
    let by_number = explained("7");
    assert!(!by_number.as_array().unwrap().is_empty());
    assert_eq!(by_number, explained("zone-7"));
}

#[test]
fn forms_are_short_enough_to_read_and_legal_as_they_are() {
    let desk = finished();
    let (mut short_movement, mut movement) = (0, 0);
    for (name, packet) in asking(desk) {
        let short = form_with(&packet, None, Lines::Needed);
        let moves = |question: &OpenQuestion| question.kind == "move-ships";
        let all = form_with(&packet, None, Lines::All);
        if packet.questions.iter().any(moves) {
            movement = movement.max(all.lines().count());
            short_movement = short_movement.max(short.lines().count());
        }
        let rules = sealord::rules::system(&packet.system).unwrap();
        let rules = rules.load(&sealord::rules::games(), Some(&packet.scenario), &packet.options).unwrap();
        let checked = check_orders(&*rules, &packet, &name, short.as_bytes());
        checked.unwrap_or_else(|fault| panic!("{name}: {fault}\n{short}"));
        for form in [&short, &all] {
            assert!(form.lines().all(|line| line.len() < 90), "{name}\n{form}");
        }
    }
    let found = (short_movement, movement);
    assert!(short_movement < 250 && (250..500).contains(&movement), "{found:?} lines");
}

#[test]
fn the_names_of_options_stand_in_a_form_once() {
    let (desk, packet) = at_sea();
    let option = &packet.questions[0].options[1];
    let named = format!(" {} {} (", option.id, option.name);
    let form = desk.ok(&["form", "packet.json"]);
    // The table breaks its lines between the words of a name.
    let whole = form.replace("\n  #  ", "");
    assert_eq!(whole.matches(&named).count(), 1, "{named}\n{form}");
    let is_range = |word: &str| {
        word.trim_end_matches(',').split_once('-').is_some_and(|(first, last)| {
            first.parse::<u32>().is_ok_and(|first| last.parse::<u32>().is_ok_and(|last| first + 1 < last))
        })
    };
    assert!(form.split_whitespace().any(is_range), "{form}");
    let (short, first) = (desk.ok(&["form", "packet.json", "--short"]), &packet.questions[0].subjects[0].id);
    assert!(short.contains(&format!("    {first}: stay")) && short.len() < form.len(), "{short}");
}

#[test]
fn schemas_say_once_what_many_places_share() {
    fn refs<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str));
                fields.values().for_each(|field| refs(field, found));
            }
            Value::Array(items) => items.iter().for_each(|item| refs(item, found)),
            _ => {}
        }
    }
    let mut largest = 0;
    for (name, packet) in asking(finished()) {
        let schema = schema(Some(&packet), None, None);
        largest = largest.max(format!("{schema:#}").len());
        let mut found = Vec::new();
        refs(&schema, &mut found);
        for word in found {
            let name_of = word.strip_prefix("#/$defs/").unwrap();
            assert!(schema["$defs"][name_of].is_object(), "{name}: {word}");
        }
    }
    assert!(largest < 300_000, "{largest} bytes");
}

/// What a hostile packet may hold in any of its words.
const TRICKS: &str = "\u{1b}[2J\u{9b}31m\u{202e}x\u{2066}\nfinal: true\n\u{7}";

#[test]
fn nothing_hidden_comes_out_of_a_packet() {
    let desk = Desk::new();
    copy_packet(&desk);
    let plain = |text: &str| !text.chars().any(|it| it != '\n' && is_hidden(it));
    for args in [&["form", "bad.json"][..], &["form", "bad.json", "--short"], &["schema", "bad.json"]] {
        let out = desk.ok(args);
        assert!(plain(&out), "{args:?}\n{}", out.escape_debug());
        assert!(!out.lines().any(|line| line.trim() == "final: true"), "{out}");
    }
    for args in [&["explain", "bad.json"][..], &["--json", "explain", "bad.json"]] {
        let ran = desk.run(args);
        assert!(plain(&ran.out) && plain(&ran.err) && ran.code <= 1, "{args:?}\n{ran:?}");
    }
    desk.ok(&["form", "bad.json", "-o", "form.yaml"]);
    assert!(plain(std::str::from_utf8(&desk.read("form.yaml")).unwrap()));
}

/// Writes a packet whose names, titles, notes and story are hostile.
fn copy_packet(desk: &Desk) {
    let asks =
        |(_, packet): &(String, Packet)| packet.view["story"].as_array().is_some_and(|it| !it.is_empty());
    let (_, packet) = asking(finished()).into_iter().find(asks).expect("a packet with a story");
    let mut packet = serde_json::to_value(packet).unwrap();
    for list in ["questions", "ahead"] {
        for question in packet[list].as_array_mut().unwrap() {
            question["title"] = json!(TRICKS);
            question["about"] = json!([TRICKS]);
            for group in ["subjects", "options"] {
                let item = &mut question[group][0];
                (item["name"], item["note"]) = (json!(TRICKS), json!(TRICKS));
                item["id"] = json!(format!("id{TRICKS}"));
            }
        }
    }
    for chapter in packet["view"]["story"].as_array_mut().unwrap() {
        chapter["title"] = json!(TRICKS);
    }
    desk.write("bad.json", packet.to_string());
}

/// A battle of two small fleets at sea.
const BATTLE: &str = "
at: 7
axis: {units: [de-bb-scharnhorst, de-bb-gneisenau]}
allies: {units: [uk-bc-hood, uk-ca-norfolk]}
";

#[test]
fn odds_without_doctrine_are_fought_sensibly() {
    let desk = Desk::new();
    let file = desk.write("fight.yaml", BATTLE);
    let told = desk.ok(&["odds", file, "--battles", "50"]);
    assert!(
        told.contains("note: without a doctrine of their own, the Allies and the Axis fought by")
            || told.contains("note: without a doctrine of their own, the Axis and the Allies fought by"),
        "{told}"
    );
    assert!(told.contains("  fire:\n") && !told.contains("nobody fired"), "{told}");
    let tally = desk.json(0, &["odds", file, "--battles", "50"])["tally"].take();
    assert!(tally["attacks"].as_u64() > Some(50), "{tally:#}");
    let quoted = desk.write("word.yaml", BATTLE.replace("at: 7", "at: '7'"));
    assert_eq!(tally, desk.json(0, &["odds", quoted, "--battles", "50"])["tally"]);
}

#[test]
fn odds_in_which_nobody_fires_say_so() {
    let desk = Desk::new();
    let file = desk.write("fight.yaml", BATTLE.replace("]}", "], doctrine: {mat: reserve}}"));
    let told = desk.ok(&["odds", file, "--battles", "5"]);
    assert!(told.contains("warning: nobody fired") && !told.contains("without a doctrine"), "{told}");
}

#[test]
fn a_speed_roll_that_cannot_succeed_is_marked() {
    let desk = Desk::of(&ADMIRALS_WAR);
    desk.begin("m", &[]);
    for exchange in 0..6 {
        for (name, packet) in asking(&desk) {
            let vain = |question: &OpenQuestion| {
                question.limits.iter().find_map(|limit| match limit {
                    Limit::Vain { who, options, .. } => Some((who[0], options[0])),
                    _ => None,
                })
            };
            let found = packet.questions.iter().find_map(|question| Some((question, vain(question)?)));
            let Some((question, (who, option))) = found else { continue };
            let form = desk.ok(&["form", &format!("m/packets/{name}")]);
            assert!(form.contains("# The speed roll cannot succeed for"), "{form}");
            let (who, to) =
                (&question.subjects[usize::from(who)].id, &question.options[usize::from(option)].id);
            let text =
                format!("side: {}\nanswers:\n  {}:\n    {who}: {to}\n", packet.party.id(), question.key);
            desk.write("orders", text);
            let told = desk.ok(&["check", "orders", "-p", &format!("m/packets/{name}")]);
            assert!(
                told.contains(&format!("warning: {who} → {to}: the speed roll cannot succeed (AW-6.24)")),
                "{told}"
            );
            return;
        }
        assert!(exchange < 5, "no ship that cannot pass");
        desk.exchange("m", 0);
    }
}
