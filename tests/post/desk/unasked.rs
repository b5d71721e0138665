//! A side that is not asked may send plans and doctrine by mail: the mail that brings its report offers them,
//! and its file holds nobody up.

use serde_json::Value;

use crate::desk::club::{Club, OFFICE, Sent, one, words};

const PEOPLE: [(&str, &str); 2] = [("axis", "anna@example.org"), ("allies", "bert@example.org")];

fn status(club: &Club) -> Value {
    serde_json::from_str(&club.sealord(&["--json", "status", "spring"])).unwrap()
}

fn write(club: &mut Club, party: &str, text: &str) {
    let (_, address) = PEOPLE.iter().find(|(side, _)| *side == party).unwrap();
    let code = club.code("spring", party);
    club.write(address, &format!("Re: [sealord spring/{party}]"), &format!("{code}\n\n{text}"));
}

fn is_asked(state: &Value, party: &str) -> bool {
    let orders = state["orders"].as_array().unwrap();
    orders.iter().any(|it| it["side"] == party && it["asked"] == true)
}

/// Everybody who is asked sends what an officer would, and nothing more.
fn play(club: &mut Club) {
    let state = status(club);
    for (party, _) in PEOPLE.into_iter().filter(|(party, _)| is_asked(&state, party)) {
        let orders = club.sealord(&["form", "spring", "--side", party, "--officer", "1"]);
        write(club, party, &format!("# === begin orders ===\n{orders}# === end orders ===\n"));
    }
    let sent = club.fetch();
    let refused = sent.iter().find(|mail| mail.key.contains("refusal")).map(|mail| &mail.text);
    assert_ne!(status(club)["exchange"], state["exchange"], "all orders were final: {refused:?}");
}

/// A form from whose first plan the marks are taken away, as it says.
fn with_first_plan(form: &str) -> String {
    let (head, offered) = form.split_once("\n# plans:\n").expect("plans are offered");
    let lines: Vec<&str> = offered.lines().collect();
    let first = lines.iter().position(|line| line.starts_with("#   - question:")).expect("a plan");
    let length = lines[first..].iter().position(|line| *line == "#" || line.starts_with("#   #"));
    let last = first + length.unwrap_or(lines.len() - first).min(lines.len() - first - 1);
    let taken = lines.iter().enumerate().map(|(at, line)| match (first..last).contains(&at) {
        true => &line[2..],
        false => line,
    });
    format!("{head}\nplans:\n{}\n", taken.collect::<Vec<_>>().join("\n"))
}

/// A match in which one side is not asked and could plan; which, and the mail with its report.
fn not_asked(system: &str) -> (Club, &'static str, Sent) {
    let office = OFFICE.split("  - folder: autumn").next().unwrap();
    let begin = ["new", "spring", "--system", system, "--seed", "5", "--deadline-hours", "168"];
    let mut club = Club::begun(office, &[&begin]);
    for _ in 0..12 {
        let state = status(&club);
        for (party, _) in PEOPLE.into_iter().filter(|(party, _)| !is_asked(&state, party)) {
            let mail = club.read(&format!("spring.{party}.{}.report.eml", state["exchange"]));
            let form = mail.files.iter().find(|(name, _)| name.ends_with(".yaml"));
            if form.is_some_and(|(_, bytes)| String::from_utf8_lossy(bytes).contains("# plans:")) {
                return (club, party, mail);
            }
        }
        play(&mut club);
    }
    panic!("both sides are asked in every exchange of {system}");
}

fn a_side_that_is_not_asked_plans_by_mail(system: &str) {
    let (mut club, free, mail) = not_asked(system);
    assert!(
        words(&mail.text).contains("Doctrine and plans are taken all the same, and nobody waits for them"),
        "{}",
        mail.text
    );
    let file = |end: &str| &mail.files.iter().find(|(name, _)| name.ends_with(end)).unwrap().1;
    let packet: Value = serde_json::from_slice(file(".json")).unwrap();
    let key = packet["later"][0]["question"]["key"].as_str().unwrap();
    let before = status(&club);
    let waits =
        |state: &Value| (state["exchange"].clone(), state["missing"].clone(), state["waits_for"].clone());
    let head = format!("match: spring\nexchange: {}\nside: {free}\n", before["exchange"]);
    let block = |text: &str| format!("# === begin orders ===\n{head}{text}# === end orders ===\n");

    // A file in which nothing counts is not taken for orders.
    write(&mut club, free, &block("final: true\n"));
    let sent = club.fetch();
    let refused = one(&sent, "refusal");
    assert!(words(&refused.text).contains("neither doctrine nor plans"), "{}", refused.text);

    // What the form offers is taken as it says.
    let form = String::from_utf8_lossy(file(".yaml")).into_owned();
    write(&mut club, free, &with_first_plan(&form));
    let sent = club.fetch();
    let receipt = one(&sent, "receipt");
    assert!(words(&receipt.text).contains(&format!("plan 1, {key}")), "{}", receipt.text);
    assert_eq!(sent.len(), 1, "nobody else hears of it");
    assert_eq!(waits(&status(&club)), waits(&before), "and nobody is waited for who was not before");

    // A newer file replaces it.
    let plan = format!("plans:\n  - {{question: {key}, hold: firm, else: silence, answers: {{}}}}\n");
    write(&mut club, free, &block(&format!("version: 2\n{plan}")));
    one(&club.fetch(), "receipt");
    for _ in 0..6 {
        play(&mut club);
    }
    club.sealord(&["audit", "spring"]);
    let journal = club.journal("spring");
    let opened = journal.lines().filter(|line| line.contains("\"kind\":\"opened\""));
    let plays = |line: &&str| line.contains(&format!("\"{key}\""));
    assert_eq!(opened.filter(plays).count(), 0, "{key} was not asked: it was planned");
}

#[test]
fn a_side_that_is_not_asked_plans_by_mail_in_seas_of_thunder() {
    a_side_that_is_not_asked_plans_by_mail("seas-of-thunder");
}

#[test]
fn a_side_that_is_not_asked_plans_by_mail_in_admirals_war() {
    a_side_that_is_not_asked_plans_by_mail("admirals-war");
}

#[test]
fn the_staff_doctrine_is_taken_by_mail() {
    let (mut club, free, mail) = not_asked("seas-of-thunder");
    let form = &mail.files.iter().find(|(name, _)| name.ends_with(".yaml")).unwrap().1;
    let form = String::from_utf8_lossy(form).into_owned();
    assert!(form.contains("\n# doctrine: staff "), "{form}");
    write(&mut club, free, &form.replace("\n# doctrine: staff", "\ndoctrine: staff"));
    let sent = club.fetch();
    let receipt = one(&sent, "receipt");
    assert!(words(&receipt.text).contains("staff doctrine for: "), "{}", receipt.text);
    play(&mut club);
    club.sealord(&["audit", "spring"]);
}
