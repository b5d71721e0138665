//! Names as people write them: parts, numbers, groups, other spellings. In every system the program
//! understands them, the page reads the same, and what is written out has ids alone. The comparison with the
//! page needs `node`.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sealord::draft::parse;
use sealord::matches::{MatchFault, check_orders, with_ids};
use sealord::orders::check;
use sealord::orders::respell::Ground;
use sealord::problem::Problems;
use sealord::question::OpenQuestion;
use sealord::table::judge;
use sealord::view::Packet;
use serde_json::{Value, json};

use super::verdicts::{body, judged};
use super::{PACKETS, data, page, rules_of};

fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "''"))
}

/// Every question of a packet's own exchange.
fn asked() -> impl Iterator<Item = (&'static Packet, &'static OpenQuestion)> {
    let questions = |packet: &'static Packet| packet.questions.iter().map(move |question| (packet, question));
    PACKETS.iter().flatten().flat_map(questions)
}

fn question(system: &str, kind: &str) -> (&'static Packet, &'static OpenQuestion) {
    asked().find(|(packet, question)| packet.system == system && question.kind == kind).expect("it is asked")
}

/// An orders file that answers one question in these lines.
fn file(question: &OpenQuestion, lines: &[String]) -> String {
    format!("answers:\n  {}:\n    {}\n", quoted(&question.key), lines.join("\n    "))
}

/// What a file says to its only question: each subject that it names, with its option. The file that is
/// written out for it says the same, and needs no reading.
#[track_caller]
fn meaning(packet: &Packet, question: &OpenQuestion, text: &str) -> Vec<(String, String)> {
    let rules = rules_of(packet);
    let understood = check_orders(&*rules, packet, "orders.yaml", text.as_bytes())
        .unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    let written = with_ids(&*rules, packet, "orders.yaml", text.as_bytes(), &understood).unwrap();
    if let Some(written) = written {
        let orders = String::from_utf8(written.orders).unwrap();
        let draft = parse("orders.yaml", orders.as_bytes()).unwrap();
        let picks =
            judge::answer(question, &draft.answers[0]).unwrap_or_else(|it| panic!("{it:?}\n{orders}"));
        assert_eq!(picks, understood.answers[0].1, "{orders}");
    }
    let (_, picks) = &understood.answers[0];
    let silent = &understood.silent[0].1;
    let named = picks.order.iter().filter(|at| !silent.contains(at));
    let pair = |&at: &u16| {
        let option = usize::from(picks.choice[usize::from(at)]);
        (question.subjects[usize::from(at)].id.clone(), question.options[option].id.clone())
    };
    named.map(pair).collect()
}

#[track_caller]
fn problems(packet: &Packet, text: &str) -> Problems {
    match check_orders(&*rules_of(packet), packet, "orders.yaml", text.as_bytes()) {
        Err(MatchFault::Refused { problems, .. }) => problems,
        other => panic!("{:?}\n{text}", other.map(|_| ())),
    }
}

#[test]
fn what_the_program_prints_of_a_thing_it_takes() {
    let mut tried = 0;
    for (packet, question) in asked().filter(|(_, it)| !it.subjects.is_empty()) {
        let ground = Ground::of(packet);
        for at in [0, question.subjects.len() - 1] {
            let subject = &question.subjects[at];
            let alone =
                |id: &str| question.subjects.iter().filter(|it| it.name == id || it.id == id).count() == 1;
            for &option in question.open_to(at).iter().take(5) {
                let option = &question.options[usize::from(option)];
                // A word that is its own name is printed once.
                let same = option.id.eq_ignore_ascii_case(&option.name);
                let both = |one: &str, two: &str| if same { one.to_owned() } else { format!("{one} {two}") };
                for (who, what) in [
                    (subject.id.to_uppercase().replace(['-', '_'], " "), both(&option.id, &option.name)),
                    (subject.id.clone(), both(&option.name, &option.id)),
                ] {
                    if !alone(&subject.id) {
                        continue;
                    }
                    let text = file(question, &[format!("{}: {}", quoted(&who), quoted(&what))]);
                    let draft = parse("orders.yaml", text.as_bytes()).unwrap().answers.remove(0);
                    let strict = judge::answer(question, &draft).err().map(|it| it[0].code.clone());
                    match check::answer_as_meant(question, &ground, &draft) {
                        Ok(picks) => {
                            let chosen = usize::from(picks.choice[at]);
                            assert_eq!(question.options[chosen].id, option.id, "{text}");
                            tried += usize::from(strict.is_some());
                        }
                        // What is understood may still break a limit or leave others out.
                        Err(found) => {
                            let unread = ["unknown-name", "unknown-choice", "ambiguous-name", "not-open"];
                            let fault = found.iter().find(|it| unread.contains(&it.code.as_str()));
                            assert!(fault.is_none(), "{}: {fault:?}\n{text}", packet.system);
                        }
                    }
                }
            }
        }
    }
    assert!(tried > 300, "{tried}");
}

#[test]
fn ships_and_sectors_of_war_at_sea_go_by_parts_numbers_and_groups() {
    let (packet, question) = question("war-at-sea", "move");
    // A ship without sisters of the same name, such as `Akagi (1011)`.
    let base = |name: &str| name.split(" (").next().unwrap_or_default().to_owned();
    let alone = |it: &&sealord::question::OpenSubject| {
        let others = question.subjects.iter().filter(|other| other.name.contains(&base(&it.name)));
        others.count() == 1 && it.note != "cruiser" && base(&it.name).chars().all(char::is_alphabetic)
    };
    let akagi = question.subjects.iter().find(alone).expect("a ship of its own");
    let ship = base(&akagi.name);
    let is_cruiser = |note: &str| note.split(',').next() == Some("cruiser");
    let open_to_all = |option: u16| {
        let mut those = (0..question.subjects.len()).filter(|&at| {
            let subject = &question.subjects[at];
            subject.id == akagi.id || is_cruiser(&subject.note)
        });
        those.all(|at| question.open_to(at).contains(&option))
    };
    let sector = |at: &u16| question.options[usize::from(*at)].name.ends_with(')') && open_to_all(*at);
    let destination = (0..question.options.len() as u16).find(sector).expect("a sector that is open to all");
    let destination = &question.options[usize::from(destination)];
    let (name, number) = destination.name.trim_end_matches(')').rsplit_once(" (").unwrap();
    let wanted = vec![(akagi.id.clone(), destination.id.clone())];
    for what in
        [name, number, &format!("sector {number}"), &format!("zone {number}"), &format!("{name} ({number})")]
    {
        for who in [ship.clone(), ship.to_lowercase(), ship.to_uppercase()] {
            let text = file(question, &[format!("{}: {}", quoted(&who), quoted(what))]);
            assert_eq!(meaning(packet, question, &text), wanted, "{text}");
        }
        let text = file(question, &[format!("{}: [{ship}]", quoted(what))]);
        assert_eq!(meaning(packet, question, &text), wanted, "{text}");
    }
    let cruisers: Vec<String> =
        question.subjects.iter().filter(|it| is_cruiser(&it.note)).map(|it| it.id.clone()).collect();
    assert!(cruisers.len() > 1);
    let those = |lines: &[String]| -> Vec<String> {
        let said = meaning(packet, question, &file(question, lines));
        said.into_iter().map(|(who, _)| who).collect()
    };
    assert_eq!(those(&[format!("all cruisers: {number}")]), cruisers);
    assert_eq!(those(&[format!("{number}: [all cruisers]")]), cruisers);
    assert_eq!(
        those(&[format!("{number}:\n      - all cruisers\n      - {ship}")]).len(),
        cruisers.len() + 1
    );
    assert_eq!(those(&[format!("{number}: all cruisers")]), cruisers);
    assert_eq!(those(&[format!("2x cruiser: {number}")]), cruisers[..2]);
    // Who is named by himself is in no group.
    let lines = [format!("all cruisers: {number}"), format!("{}: {}", cruisers[0], destination.id)];
    let mut found = those(&lines);
    found.sort();
    let mut all = cruisers.clone();
    all.sort();
    assert_eq!(found, all);
    let too_many = problems(packet, &file(question, &[format!("99x cruiser: {number}")]));
    assert!(too_many.refuse());
}

#[test]
fn the_ships_of_a_port_go_by_its_name() {
    let mut tried = 0;
    for (packet, question) in
        asked().filter(|(packet, it)| packet.system != "war-at-sea" && it.kind.contains("move"))
    {
        for port in packet.view["ports"].as_array().unwrap() {
            let own: Vec<&str> =
                port["own"].as_array().unwrap().iter().filter_map(|it| it["id"].as_str()).collect();
            let there: Vec<String> = question
                .subjects
                .iter()
                .filter(|it| own.contains(&&*it.id))
                .map(|it| it.id.clone())
                .collect();
            let stay = question.options.iter().any(|it| it.id == "stay");
            let zones = packet.view["zones"].as_array().unwrap();
            let mut others =
                question.options.iter().map(|it| &it.name).chain(question.subjects.iter().map(|it| &it.name));
            let is_other =
                others.any(|name| *name == port["name"]) || zones.iter().any(|it| it["name"] == port["name"]);
            if there.is_empty() || !stay || is_other {
                continue;
            }
            let text = file(question, &[format!("{}: stay", quoted(port["name"].as_str().unwrap()))]);
            let said: Vec<String> =
                meaning(packet, question, &text).into_iter().map(|(who, _)| who).collect();
            assert_eq!(said, there, "{text}");
            tried += 1;
        }
    }
    assert!(tried > 2, "{tried}");
}

#[test]
fn an_ambiguous_word_lists_what_it_could_be() {
    let base = |name: &str| name.split(" (").next().unwrap_or_default().to_owned();
    let sisters = |question: &'static OpenQuestion, name: &str| -> Vec<&str> {
        question.subjects.iter().filter(|it| base(&it.name) == name).map(|it| &*it.id).collect()
    };
    let twice = |question: &'static OpenQuestion| {
        question.subjects.iter().map(|it| base(&it.name)).find(|name| sisters(question, name).len() > 1)
    };
    let mut those = asked().filter(|(packet, _)| packet.system == "war-at-sea");
    let found = those.find_map(|(packet, question)| Some((packet, question, twice(question)?)));
    let (packet, question, name) = found.expect("units of one name");
    let option = &question.options[0].id;
    let found = problems(packet, &file(question, &[format!("{}: {option}", quoted(&name))]));
    let problem = found.iter().next().unwrap();
    assert_eq!(problem.code, "ambiguous-name");
    assert!(sisters(question, &name).iter().take(24).all(|id| problem.what.contains(id)), "{}", problem.what);
}

#[test]
fn marks_on_letters_make_no_difference() {
    let (packet, question) = question("schiffskrieg", "set-up");
    for words in ["Königsberg", "Ko\u{308}nigsberg", "Koenigsberg", "konigsberg"] {
        let text = file(question, &[format!("{words}: [Blücher]")]);
        assert_eq!(
            meaning(packet, question, &text),
            [("blucher".to_owned(), "konigsberg".to_owned())],
            "{text}"
        );
    }
}

#[test]
fn a_name_is_never_sent_to_a_question_that_would_not_take_its_line() {
    for (packet, question) in asked() {
        let others = packet.questions.iter().filter(|it| it.key != question.key);
        for subject in others.flat_map(|it| it.subjects.iter().take(2)) {
            if question.subjects.iter().any(|it| it.id == subject.id) {
                continue;
            }
            let text = file(question, &[format!("{}: no such choice", quoted(&subject.id))]);
            for problem in problems(packet, &text).iter() {
                let mend = problem.mend.as_deref().unwrap_or_default();
                assert!(!mend.contains("it is asked about under"), "{mend}\n{text}");
            }
        }
    }
}

#[test]
fn what_only_looks_like_a_line_end_is_named_and_refused() {
    let (packet, question) = question("seas-of-thunder", "place-convoys");
    let [first, second] = [&question.subjects[0].id, &question.subjects[1].id];
    let zone = &question.options[usize::from(question.open_to(0)[0])].id;
    for (end, name) in [
        ('\u{2028}', "U+2028"),
        ('\u{2029}', "U+2029"),
        ('\u{85}', "U+0085"),
        ('\u{b}', "U+000B"),
        ('\u{c}', "U+000C"),
    ] {
        let text = file(question, &[format!("{first}: {zone}   # west{end}    {second}: 99")]);
        let found = problems(packet, &text);
        assert!(found.iter().any(|it| it.what.contains(name)), "{found:?}");
    }
    for (letters, name) in [
        ("\u{ff1a} ", "full-width colon"),
        (":\u{202f}", "U+202F"),
        (":\u{3000}", "U+3000"),
        (":\u{200b} ", "U+200B"),
    ] {
        let text = file(question, &[format!("{first}{letters}{zone}"), format!("{second}: {zone}")]);
        let found = problems(packet, &text);
        assert!(found.iter().any(|it| it.what.contains(name)), "{name}: {found:?}");
    }
}

/// A word as somebody might write it.
pub(super) fn loosened(word: &str, chance: &mut ChaCha8Rng) -> String {
    match chance.random_range(0..8) {
        0 => word.to_uppercase(),
        1 => word.replace(['-', '_'], " "),
        2 => word.chars().take(4.max(word.chars().count() / 2)).collect(),
        3 => word.rsplit([' ', '-']).next().unwrap_or(word).to_owned(),
        4 => word.split(" (").next().unwrap_or(word).to_owned(),
        5 => word.replace('o', "o\u{308}"),
        6 => format!("zone {}", word.trim_start_matches("sector-")),
        _ => word.to_owned(),
    }
}

#[test]
fn the_page_reads_what_is_meant_as_check_does() {
    let mut chance = ChaCha8Rng::seed_from_u64(23);
    let (mut legal, mut refused) = (0, 0);
    for packet in
        PACKETS.iter().flat_map(|packets| packets.iter().filter(|it| !it.questions.is_empty()).take(6))
    {
        let page = data(&page(packet));
        let ground =
            json!({ "places": page["places"], "stands": page["stands"], "classes": page["classes"] });
        let (mut drafts, mut cases) = (Vec::new(), Vec::new());
        for (at, question) in packet.questions.iter().enumerate().filter(|(_, it)| !it.subjects.is_empty()) {
            for _ in 0..30 {
                let subject = question.subjects.choose(&mut chance).unwrap();
                let option = question.options.choose(&mut chance).unwrap();
                let who = match chance.random_range(0..8) {
                    0 => format!("all {}", subject.note.split([',', ' ']).next().unwrap_or_default()),
                    1 => format!("2x {}", loosened(&subject.name, &mut chance)),
                    2 => page["places"]
                        .as_array()
                        .unwrap()
                        .choose(&mut chance)
                        .map(|it| it[2].as_str().unwrap_or_default().to_owned())
                        .unwrap_or_default(),
                    _ => loosened(&subject.name, &mut chance),
                };
                let what = loosened([&option.id, &option.name].choose(&mut chance).unwrap(), &mut chance);
                if who.trim().is_empty() || what.trim().is_empty() {
                    continue;
                }
                let line = match chance.random_range(0..3) {
                    0 => format!("{}: [{}]", quoted(&what), quoted(&who)),
                    1 => format!("{}: {}", quoted(&what), quoted(&who)),
                    _ => format!("{}: {}", quoted(&who), quoted(&what)),
                };
                if let Ok(mut draft) = parse("orders.yaml", file(question, &[line]).as_bytes()) {
                    let draft = draft.answers.remove(0);
                    cases.push(json!({ "q": at, "body": body(&draft) }));
                    drafts.push((question, draft));
                }
            }
        }
        let head = json!({ "ground": ground });
        let Some(by_page) = judged(&head, &packet.questions, &cases) else { return };
        let ground = Ground::of(packet);
        for ((question, draft), by_page) in drafts.iter().zip(&by_page) {
            match check::answer_as_meant(question, &ground, draft) {
                Ok(picks) => {
                    assert_eq!(by_page["choice"], json!(picks.choice), "{:?}\n{by_page}", draft.body);
                    legal += 1;
                }
                Err(problems) => {
                    let said: Vec<&Value> =
                        by_page["problems"].as_array().unwrap().iter().map(|it| &it["code"]).collect();
                    let ours: Vec<Value> = problems.iter().map(|it| json!(it.code)).collect();
                    assert_eq!(said, ours.iter().collect::<Vec<_>>(), "{:?}\n{by_page}", draft.body);
                    refused += 1;
                }
            }
        }
    }
    println!("{legal} legal, {refused} refused");
    assert!(legal > 100 && refused > 100);
}
