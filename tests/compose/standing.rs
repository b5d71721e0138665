//! Names as people write them in doctrine, conditions, plans, battle plans and files for `sealord odds`, in
//! every system: they are understood as in answers, what could be several things lists them, and the file
//! that counts has ids alone.

use std::process::Command;

use sealord::draft::{DoctrineDraft, parse};
use sealord::matches::{MatchFault, check_orders, with_ids};
use sealord::odds::{Force, Setup};
use sealord::problem::Problems;
use sealord::question::AheadQuestion;
use sealord::rules::system;
use sealord::side::Side;
use sealord::view::Packet;
use serde_json::{Value, json};

use super::doctrine::{quoted, unpacked};
use super::{PACKETS, asking, data, page, rules_kept};
use crate::skip::skip_without;

/// Packets that ask for something, one of each system.
fn asked() -> impl Iterator<Item = &'static Packet> {
    PACKETS
        .iter()
        .map(|packets| packets.iter().find(|it| it.asked && !it.over).expect("a packet that takes a file"))
}

/// The file that counts for one, and what is said of it.
#[track_caller]
fn counts(packet: &Packet, text: &str) -> (String, Vec<String>) {
    let rules = rules_kept(packet);
    let understood = check_orders(&*rules, packet, "orders.yaml", text.as_bytes())
        .unwrap_or_else(|fault| panic!("{}: {fault}\n{text}", packet.system));
    let ids = understood.spelled.iter().flat_map(|it| it.ids.clone()).collect();
    let written = with_ids(&*rules, packet, "orders.yaml", text.as_bytes(), &understood);
    let written = written.unwrap_or_else(|fault| panic!("{}: {fault}\n{text}", packet.system));
    let written = written.map_or_else(|| text.to_owned(), |it| String::from_utf8(it.orders).unwrap());
    let again = check_orders(&*rules, packet, "orders.yaml", written.as_bytes()).unwrap();
    assert!(again.spelled.is_empty(), "{written}");
    (written, ids)
}

fn problems(packet: &Packet, text: &str) -> Problems {
    match check_orders(&*rules_kept(packet), packet, "orders.yaml", text.as_bytes()) {
        Err(MatchFault::Refused { problems, .. }) => problems,
        other => panic!("{}: {:?}\n{text}", packet.system, other.map(|_| ())),
    }
}

/// The things that doctrine may name in a match: by id and name, without those that are the same as another.
fn things(vocabulary: &Value) -> Vec<(String, String)> {
    let called = vocabulary["called"].as_array().unwrap().iter().map(|it| it.as_str().unwrap());
    let ids = unpacked(vocabulary["ids"].as_str().unwrap());
    assert_eq!(ids.len(), called.clone().count());
    ids.into_iter()
        .zip(called)
        .filter(|(_, name)| !name.is_empty())
        .map(|(id, name)| (id, name.to_owned()))
        .collect()
}

#[test]
fn doctrine_takes_names_as_people_write_them() {
    let (mut read, mut parts) = (0, 0);
    for packet in asked() {
        let vocabulary = data(&page(packet))["vocabulary"].take();
        let things = things(&vocabulary);
        let kind = vocabulary["kinds"][0]["kind"].as_str().unwrap();
        let file = |word: &str| format!("doctrine:\n  {kind}: [{{prefer: [{}, any]}}]\n", quoted(word));
        let step = things.len().div_ceil(12);
        for (id, name) in things.iter().step_by(step) {
            // In other letters and without its strokes a word still means the same thing, or another of the
            // same name.
            for said in
                [id.to_uppercase().replace(['-', '_'], " "), name.to_uppercase(), format!("{id} {name}")]
            {
                let (written, ids) = counts(packet, &file(&said));
                for meant in &ids {
                    assert!(
                        written.contains(meant.as_str()) && things.iter().any(|it| it.0 == *meant),
                        "{written}"
                    );
                }
                read += usize::from(ids.iter().any(|it| it == id));
            }
            // A part of a name is read where it is that of one thing; of several all are listed.
            let part: String = name.split(" (").next().unwrap().chars().take(6).collect();
            match check_orders(&*rules_kept(packet), packet, "orders.yaml", file(&part).as_bytes()) {
                Ok(understood) => parts += understood.spelled.len(),
                Err(_) => {
                    let found = problems(packet, &file(&part));
                    let problem = found.iter().next().unwrap();
                    if problem.code == "ambiguous-name" {
                        assert!(problem.what.matches(", ").count() > 0, "{}", problem.what);
                    }
                }
            }
        }
        let (written, _) = counts(packet, &format!("doctrine:\n  {}: Strongest\n", kind.to_uppercase()));
        assert!(written.contains(&format!("{kind}: strongest")), "{written}");
        let mut tag = vocabulary["tags"].as_array().unwrap().iter().map(|it| it.as_str().unwrap());
        let tag = tag.rfind(|it| it.chars().all(char::is_alphabetic) && it.len() > 2).unwrap();
        let (written, _) = counts(packet, &file(&format!("all {}s", tag.to_uppercase())));
        assert!(written.contains(tag), "{written}");
        let unknown = problems(packet, &file("no such thing at all"));
        assert_eq!(unknown.iter().next().unwrap().code, "unknown-word");
    }
    assert!(read > 60 && parts > 10, "{read}, {parts}");
}

#[test]
fn a_kind_is_narrowed_to_a_place_by_any_of_its_names() {
    let mut tried = 0;
    for packet in asked() {
        let vocabulary = data(&page(packet))["vocabulary"].take();
        let things = things(&vocabulary);
        for kind in vocabulary["kinds"].as_array().unwrap() {
            let places = vocabulary["places"][kind["places"].as_u64().unwrap() as usize].as_array().unwrap();
            let places: Vec<&str> = places.iter().map(|it| it.as_str().unwrap()).collect();
            let kind = kind["kind"].as_str().unwrap();
            for (id, name) in things.iter().filter(|(id, _)| places.contains(&id.as_str())).take(3) {
                let file = format!("doctrine:\n  {}: any\n", quoted(&format!("{kind}@{name}")));
                let (written, _) = counts(packet, &file);
                assert!(written.contains(&format!("{kind}@{id}:")), "{written}");
                tried += 1;
            }
        }
    }
    assert!(tried > 20, "{tried}");
    let seas = asked().find(|it| it.system == "seas-of-thunder").unwrap();
    for said in ["fire@13", "Fire@zone 13", "fire@sea zone 13"] {
        let (written, _) = counts(seas, &format!("doctrine:\n  {}: any\n", quoted(said)));
        assert!(written.contains("fire@zone-13: any"), "{written}");
    }
}

#[test]
fn conditions_look_at_places_and_units_by_any_of_their_names() {
    let seas = asked().find(|it| it.system == "seas-of-thunder").unwrap();
    let vocabulary = data(&page(seas))["vocabulary"].take();
    let free = |it: &&Value| it["fight"] == false && it["combat"] == false;
    let kind = vocabulary["kinds"].as_array().unwrap().iter().find(free).unwrap()["kind"].as_str().unwrap();
    let zone = things(&vocabulary).into_iter().find(|(id, _)| id == "zone-13").unwrap().1;
    let zone = zone.split(" (").next().unwrap().to_owned();
    let word = vocabulary["conditions"].as_array().unwrap().iter().find(|it| it["what"] == true).unwrap();
    let word = word["word"].as_str().unwrap();
    for said in [format!("{word} bb at {zone}"), format!("no {} BB at zone 13", word.to_uppercase())] {
        let file = format!("doctrine:\n  {kind}: [{{when: {said}, prefer: [any]}}]\n");
        let (written, _) = counts(seas, &file);
        assert!(written.contains(&format!("{word} BB at ")) && written.contains("13"), "{written}");
    }
    let file = format!("doctrine:\n  {kind}: [{{when: {word} BB at no such sea, prefer: [any]}}]\n");
    assert_eq!(problems(seas, &file).iter().next().unwrap().code, "unknown-place");
}

#[test]
fn battle_plans_take_names_as_people_write_them() {
    let packet = asking().find(|it| it.system == "war-at-sea").unwrap();
    let words = rules_kept(packet).plan_words().unwrap();
    let sector = words["places"][12].as_str().unwrap().split(" (").next().unwrap().to_owned();
    let text = format!(
        "battle-plans:\n  - battle: {sector}\n    like: built-in\n    groups:\n      - name: screen\n        members: [all \
         Destroyers, 2x SBD Dauntless, Akagi x1 per carriers]\n        posture: close 1\n    targets: {{main: [crippled \
         Battleships, Yamato]}}\n"
    );
    let (written, _) = counts(packet, &text);
    for part in [
        "'sector 13'",
        "destroyer,",
        "'sbd-dauntless x2'",
        "'akagi x1 per carrier'",
        "'crippled battleship'",
        "yamato",
    ] {
        assert!(written.contains(part), "{part}\n{written}");
    }
    let several = text.replace("Yamato", "Fletch").replace("Akagi", "Yamat");
    for problem in problems_or_none(packet, &several).iter() {
        assert_eq!(problem.code, "ambiguous-name", "{}", problem.what);
    }
    let unknown = problems(packet, &text.replace("Yamato", "no such ship"));
    assert_eq!(unknown.iter().next().unwrap().code, "unknown-unit");
}

fn problems_or_none(packet: &Packet, text: &str) -> Problems {
    match check_orders(&*rules_kept(packet), packet, "orders.yaml", text.as_bytes()) {
        Err(MatchFault::Refused { problems, .. }) => problems,
        _ => Problems::default(),
    }
}

fn doctrine(text: &str) -> DoctrineDraft {
    parse("doctrine", text.as_bytes()).unwrap().doctrine.unwrap()
}

#[test]
fn files_of_odds_take_names_as_people_write_them() {
    let side = |word: &str| Side::parse(word).unwrap();
    type Fleet<'f> = (&'f str, &'f [&'f str]);
    let fights: [(&str, Option<&str>, &str, [Fleet<'_>; 2]); 4] = [
        (
            "seas-of-thunder",
            None,
            "sea zone 7",
            [("axis", &["scharnhorst"]), ("allies", &["HOOD", "Norfolk"])],
        ),
        ("admirals-war", None, "Central Pacific", [("axis", &["AKAGI"]), ("allies", &["us enterprise"])]),
        (
            "war-at-sea",
            Some("pacific-1942"),
            "sector 13",
            [("ijn", &["Akagi"]), ("usn", &["2x SBD Dauntless"])],
        ),
        ("schiffskrieg", Some("46"), "WESTERN PACIFIC", [("axis", &["AKAGI"]), ("western", &["ENTERPRISE"])]),
    ];
    for (word, scenario, place, fleets) in fights {
        let arena = system(word).unwrap().arena.unwrap();
        let mut setup = Setup {
            scenario: scenario.map(str::to_owned),
            place: place.to_owned(),
            first: (word == "schiffskrieg").then(|| side("axis")),
            ..Setup::default()
        };
        for (of, units) in fleets {
            let force = |id: &&str| Force { id: (*id).to_owned(), ..Force::default() };
            setup.forces.insert(side(of), units.iter().map(force).collect());
            if word == "seas-of-thunder" {
                let text = "doctrine:\n  Fire: [{prefer: [all BB, Strongest, any]}]\n";
                setup.doctrine.insert(side(of), doctrine(text));
            }
        }
        if word == "war-at-sea" {
            let plan = r#"{"like": "built-in", "targets": {"main": ["all carriers"]}}"#;
            setup.plans.insert(side("usn"), plan.to_owned());
        }
        arena
            .stage(&sealord::rules::games(), &setup)
            .map(|_| ())
            .unwrap_or_else(|fault| panic!("{word}: {fault}"));
        // A place that there is not is still none.
        let lost = Setup { place: "no such sea at all".to_owned(), ..setup };
        assert!(arena.stage(&sealord::rules::games(), &lost).is_err(), "{word}");
    }
}

/// A few packets of each system with their questions as they would be if they were still to come.
fn to_come() -> Vec<Packet> {
    let later = |packet: &Packet| {
        let later = packet.questions.iter().cloned();
        let later = later.map(|question| AheadQuestion { question, more: Vec::new() }).collect();
        Packet { questions: Vec::new(), ahead: Vec::new(), later, ..packet.clone() }
    };
    let asks = |packet: &&Packet| packet.questions.iter().any(|it| it.subjects.len() > 1);
    PACKETS.iter().flat_map(|packets| packets.iter().filter(asks).take(4)).map(later).collect()
}

#[test]
fn plans_take_groups_and_places_as_answers_do() {
    let mut tried = 0;
    for packet in &to_come() {
        for later in packet.later.iter().filter(|it| it.question.subjects.len() > 1).take(2) {
            let question = &later.question;
            let option = question.open_to(0).first().map(|&at| &question.options[usize::from(at)]);
            let Some(option) = option else { continue };
            let loose = |id: &str| id.to_uppercase().replace(['-', '_'], " ");
            let subject = &question.subjects[0];
            let file = |line: &str| {
                format!("plans:\n  - question: {}\n    answers:\n      {line}\n", quoted(&question.key))
            };
            let text = file(&format!("{}: {}", quoted(&loose(&subject.id)), quoted(&option.id)));
            let (written, _) = counts(packet, &text);
            // A name in other letters is a name, and stays.
            let is_name = loose(&subject.id).to_lowercase() == subject.name.to_lowercase();
            assert!(is_name || written.contains(&subject.id), "{written}");
            let all = file(&format!("every: {}", quoted(&option.id)));
            let (written, ids) = counts(packet, &all);
            assert!(ids.len() > 1 && written.contains(&question.subjects[1].id), "{written}");
            tried += 1;
        }
    }
    assert!(tried > 5, "{tried}");
}

/// What only looks like the end of a line is refused by the page as by `check`, in the same words. Needs
/// `node`.
#[test]
fn the_page_refuses_what_only_looks_like_a_line_end_in_the_words_of_check() {
    let packet = asked().find(|it| it.system == "seas-of-thunder").unwrap();
    let vocabulary = data(&page(packet))["vocabulary"].take();
    let kind = vocabulary["kinds"][0]["kind"].as_str().unwrap();
    let ends = ['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
    let texts: Vec<String> =
        ends.iter().map(|end| format!("{kind}: any  # west{end}  move: any\n")).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("texts.json");
    std::fs::write(&file, json!({ "vocabulary": vocabulary, "texts": texts }).to_string()).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/doctrine.mjs");
    let Ok(ran) = Command::new("node").arg(script).arg(&file).output() else {
        return skip_without("node");
    };
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let out = String::from_utf8(ran.stdout).unwrap();
    for (text, by_page) in texts.iter().zip(out.lines()) {
        let by_page: Vec<Value> = serde_json::from_str(by_page).unwrap();
        let ours = problems(packet, &format!("doctrine:\n  {text}"));
        let ours = ours.iter().next().unwrap();
        assert_eq!(by_page[0]["what"].as_str().unwrap(), ours.what.trim_end_matches('.'), "{by_page:?}");
        assert_eq!(by_page[0]["mend"].as_str(), ours.mend.as_deref());
        assert_eq!((by_page.len(), by_page[0]["line"].as_u64()), (1, Some(2)));
    }
}

/// The page reads plans of a file that was begun as the program does: groups, places and parts of names.
/// Needs `node`.
#[test]
fn the_page_reads_plans_as_check_does() {
    let script = "import { begun } from 'PAGE'; import { readFileSync } from 'node:fs';\
                  const cases = JSON.parse(readFileSync(process.argv[2], 'utf8'));\
                  console.log(JSON.stringify(cases.map(({ packet, text }) => { const { state, notes, refusal } = begun(packet, text);\
                  return { answers: Object.values(state.answers).filter((it) => it.send).map((it) => it.rows), notes, refusal }; })));";
    let begun = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/compose/begun.mjs");
    let (mut cases, mut meant) = (Vec::new(), Vec::new());
    for packet in &to_come() {
        for later in packet.later.iter().filter(|it| it.question.subjects.len() > 1).take(1) {
            let question = &later.question;
            let Some(&option) = question.open_to(0).first() else { continue };
            let id = &question.options[usize::from(option)].id;
            let takers =
                (0..question.subjects.len()).filter(|&at| question.open_to(at).contains(&option)).count();
            let who = question.subjects[0].id.to_uppercase().replace(['-', '_'], " ");
            for (who, all) in [(who, false), ("all".to_owned(), true)] {
                let text = format!(
                    "plans:\n  - question: {}\n    answers:\n      {}: {}\n",
                    quoted(&question.key),
                    quoted(&who),
                    quoted(id)
                );
                if all && takers < question.subjects.len() {
                    continue;
                }
                counts(packet, &text);
                cases.push(json!({ "packet": data(&page(packet)), "text": text }));
                meant.push(if all { question.subjects.len() } else { 1 });
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cases.json");
    std::fs::write(&file, json!(cases).to_string()).unwrap();
    let run = folder.path().join("run.mjs");
    std::fs::write(&run, script.replace("PAGE", begun)).unwrap();
    let Ok(ran) = Command::new("node").arg(run).arg(&file).output() else {
        return skip_without("node");
    };
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let did: Vec<Value> = serde_json::from_slice(&ran.stdout).unwrap();
    for ((did, case), rows) in did.iter().zip(&cases).zip(&meant) {
        let found = did["answers"][0].as_array().map_or(0, Vec::len);
        assert_eq!((found, &did["refusal"]), (*rows, &Value::Null), "{did}\n{}", case["text"]);
    }
    assert!(cases.len() > 8, "{}", cases.len());
}
