//! `sealord explain`: everything that is told can be explained, from a packet and from a match folder.

use std::path::Path;

use serde_json::Value;

use super::support::{Desk, PARTIES, finished};

#[test]
fn everything_told_is_explained() {
    let desk = finished();
    for party in PARTIES {
        let packet = desk.packet("m", party);
        let told = packet.view["story"].as_array().expect("a list");
        if !told.is_empty() {
            let file = format!("explained-{}.json", party.id());
            desk.write(&file, serde_json::to_vec(&packet).expect("a packet is JSON"));
            let lines = desk.json(0, &["explain", &file]);
            let count =
                told.iter().map(|chapter| chapter["lines"].as_array().map_or(0, Vec::len)).sum::<usize>();
            assert_eq!(lines["told"].as_array().map(Vec::len), Some(count));
        }
        let all = desk.json(0, &["explain", "m", "--side", party.id()]);
        let sentences: Vec<&str> =
            all["told"].as_array().unwrap().iter().filter_map(|it| it["sentence"].as_str()).collect();
        assert!(sentences.len() > 100 && sentences.iter().all(|sentence| !sentence.trim().is_empty()));
        let text = desk.ok(&["explain", "m", "convoy-attacked", "--side", party.id()]);
        assert!(text.contains("The rules behind it") && text.contains(" convoy by "), "{text}");
    }
}

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name).join("match");
    folder.to_str().unwrap().to_owned()
}

#[test]
fn the_example_is_explained() {
    let (desk, example) = (Desk::new(), example("raider-warfare"));
    let text = desk.ok(&["explain", &example, "Gneisenau", "--side", "axis"]);
    assert!(text.contains("Gneisenau (BB 7-9-3)") && text.contains("The rules behind it"), "{text}");
    let nothing = desk.run(&["explain", &example, "Yamato", "--side", "axis"]);
    assert!(nothing.code != 0 && nothing.err.contains("`Yamato`"), "{nothing:?}");
}

/// A name that is found as a whole is meant; otherwise one that has the word among its own.
#[test]
fn a_part_of_a_name_finds_the_ship() {
    let (desk, example) = (Desk::new(), example("raider-warfare"));
    let explain = |word: &str| desk.json(0, &["explain", &example, word, "--side", "axis"]);
    let hipper = explain("Hipper");
    assert_eq!(hipper["told"], explain("Admiral Hipper")["told"]);
    assert!(hipper["told"].as_array().unwrap().len() > 3, "{hipper}");
    let near = desk.expect(1, &["explain", &example, "Gneisenou", "--side", "axis"]).err;
    assert!(near.contains("did you mean `Gneisenau`?"), "{near}");
}

/// Who asks about one ship is not told of all others at sea, and no line is as long as a page.
#[test]
fn what_is_explained_is_about_the_word_and_can_be_read() {
    let (desk, example) = (Desk::new(), example("raider-warfare"));
    let text = desk.ok(&["explain", &example, "--side", "axis", "Hood"]);
    let shown =
        text.lines().find(|line| line.contains("All units at sea are shown")).expect("they are shown");
    assert!(shown.contains("Hood"), "{shown}");
    for args in [&["Hood"][..], &[]] {
        let text = desk.ok(&[&["explain", &example, "--side", "axis"], args].concat());
        let longest =
            text.lines().take_while(|line| *line != "The rules behind it").map(|line| line.chars().count());
        assert!(longest.max().unwrap() <= 204, "{args:?}");
    }
}

/// Answers hold ids, and the story holds names: either word finds both.
#[test]
fn a_place_is_explained_with_the_answers_given_for_it_by_its_name_and_by_its_id() {
    let (desk, example) = (Desk::new(), example("midway"));
    let explain = |word: &str, side: &str| desk.json(0, &["explain", &example, word, "--side", side]);
    for (side, name, id, keys) in [
        ("allies", "Central Pacific", "central-pacific", &["t1/raid/us"]),
        ("allies", "Gulf of Alaska", "gulf-of-alaska", &["t1/patrol/us"]),
        ("axis", "Attu/Kiska", "attu-kiska", &["t1/aleutians/r1/land/axis"]),
    ] {
        let named = explain(name, side);
        assert_eq!(named, explain(&name.to_lowercase(), side), "{name}");
        assert_eq!(named, explain(id, side), "{name}");
        assert!(!named["told"].as_array().unwrap().is_empty(), "{name}: {named}");
        let answers = named["answers"].as_array().unwrap().iter();
        let found: Vec<&str> =
            answers.map(|it| it["key"].as_str().unwrap().split(' ').next().unwrap()).collect();
        assert_eq!(found, keys, "{name}");
    }
}

/// An umpire reads each line once, and who was told it: what a side was told is what that side reads, in its
/// order.
#[test]
fn the_umpire_is_explained_what_each_side_was_told() {
    let desk = Desk::new();
    for name in ["raider-warfare", "midway"] {
        let example = example(name);
        for word in [&[][..], &["Axis"]] {
            let all = desk.json(0, &[&["explain", &example, "--umpire"], word].concat());
            let all = all["told"].as_array().unwrap();
            for side in ["axis", "allies"] {
                let told_to = |line: &&Value| line["told_to"].as_array().unwrap().iter().any(|it| it == side);
                let told: Vec<Value> = all.iter().filter(told_to).cloned().map(nobody_named).collect();
                let own = desk.json(0, &[&["explain", &example, "--side", side], word].concat());
                assert_eq!(told, *own["told"].as_array().unwrap(), "{name}, {side}, {word:?}");
            }
            // At Midway nothing is hidden.
            let both = all.iter().filter(|line| line["told_to"].as_array().unwrap().len() == 2).count();
            assert!(both > 3 && (both == all.len()) == (name == "midway"), "{name}: {both} of {}", all.len());
        }
    }
    let text = desk.ok(&["explain", &example("raider-warfare"), "--umpire", "Gneisenau"]);
    let sailed = text.lines().find(|line| line.contains("German ships put to sea")).unwrap();
    assert!(sailed.ends_with("(told to the Axis only)"), "{text}");
    let shown = text.lines().find(|line| line.contains("All units at sea are shown")).unwrap();
    assert!(!shown.contains("told to"), "{text}");
    let text = desk.ok(&["explain", &example("midway"), "--umpire", "Central Pacific"]);
    assert!(text.contains("\nAnswers\n") && text.contains("Allies: t1/raid/us (exchange "), "{text}");
    let bare = desk.expect(2, &["explain", &example("midway")]).err;
    assert!(bare.contains("say --side axis or --side allies, or --umpire"), "{bare}");
    let packet = desk.expect(2, &["explain", "axis.json", "--umpire"]).err;
    assert!(packet.contains("name the match folder"), "{packet}");
}

/// A line without those who were told it.
fn nobody_named(mut line: Value) -> Value {
    line.as_object_mut().unwrap().remove("told_to");
    line
}
