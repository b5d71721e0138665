//! Plans and doctrine are taken at any time, also of a side that is not asked: nobody waits for its file, and
//! it counts.

use sealord::party::Party;
use sealord::view::Packet;

use super::support::{ADMIRALS_WAR, Desk, PARTIES, SALT, SEAS_OF_THUNDER, System};

/// A match at its first exchange in which one side alone is asked while the other could plan; who is not
/// asked.
fn one_is_asked(system: &'static System) -> (Desk, Party) {
    let desk = Desk::of(system);
    desk.begin("m", &[]);
    for _ in 0..12 {
        let free = PARTIES.into_iter().find(|party| {
            let packet = desk.packet("m", *party);
            !packet.asked && !packet.over && !packet.later.is_empty()
        });
        if let Some(free) = free {
            return (desk, free);
        }
        desk.exchange("m", 1);
    }
    panic!("both sides are asked in every exchange of {}", system.id);
}

/// A form with its remarks as they were before they were wrapped.
fn unwrapped(form: &str) -> String {
    form.replace("\n#   ", " ")
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

fn path_of(packet: &Packet) -> String {
    format!("m/packets/{:03}-{}.json", packet.exchange, packet.party.id())
}

/// A plan that leaves a question to its default.
fn plan(packet: &Packet, key: &str) -> String {
    let head = format!("match: m\nexchange: {}\nside: {}\n", packet.exchange, packet.party.id());
    format!("{head}plans:\n  - {{question: {key}, hold: firm, else: silence, answers: {{}}}}\n")
}

/// The keys of all that a party is asked in the next exchanges, while everybody answers.
fn asked_next(desk: &Desk, party: Party) -> Vec<String> {
    let mut keys = Vec::new();
    for _ in 0..6 {
        desk.exchange("m", 0);
        keys.extend(desk.packet("m", party).questions.into_iter().map(|question| question.key));
    }
    keys
}

fn a_side_that_is_not_asked_plans(system: &'static System) {
    let (desk, free) = one_is_asked(system);
    let packet = desk.packet("m", free);
    let key = packet.later[0].question.key.clone();
    // What the form offers is what is taken.
    let form = desk.ok(&["form", &path_of(&packet)]);
    let said = unwrapped(&form);
    assert!(said.contains("Doctrine and plans are taken all the same"), "{form}");
    assert!(form.contains("# plans:") && !said.contains("nothing to send"), "{form}");
    desk.write("form", with_first_plan(&form));
    desk.ok(&["check", "form", "-p", &path_of(&packet)]);
    desk.write("empty", format!("exchange: {}\nside: {}\nanswers: {{}}\n", packet.exchange, free.id()));
    let nothing = desk.expect(1, &["receive", "m", "empty"]);
    assert!(
        nothing.err.contains("not-asked") && nothing.err.contains("neither doctrine nor plans"),
        "{}",
        nothing.err
    );

    let waits = |desk: &Desk| ["missing", "exchange", "waits_for"].map(|it| desk.status("m")[it].clone());
    let before = waits(&desk);
    desk.write("plans", plan(&packet, &key));
    let receive = ["receive", "m", "plans", "--salt", SALT];
    desk.ok(&receive);
    assert_eq!(waits(&desk), before, "nobody waits for such a file, and it opens nothing");
    assert_ne!(desk.run(&["resolve", "m"]).code, 0, "the side that is asked is still waited for");
    // It is a file like any other: known again, taken back, sent anew, and found after a restart.
    desk.ok(&receive);
    desk.ok(&["withdraw", "m", free.id()]);
    assert_eq!(waits(&desk), before);
    desk.write("plans", format!("version: 2\n{}", plan(&packet, &key)));
    desk.ok(&receive);
    _ = std::fs::remove_file(desk.path("m/secret/bookmark"));
    assert_eq!(waits(&desk), before);
    desk.ok(&["audit", "m"]);

    let asked = asked_next(&desk, free);
    assert!(!asked.contains(&key), "{key} was planned, and asked all the same: {asked:?}");
    desk.ok(&["audit", "m"]);
    // Without the plan it is asked.
    let (other, same) = one_is_asked(system);
    assert_eq!((same, other.packet("m", same).exchange), (free, packet.exchange));
    let asked = asked_next(&other, free);
    assert!(asked.contains(&key), "{key} is asked without a plan: {asked:?}");
}

#[test]
fn a_side_that_is_not_asked_plans_in_seas_of_thunder() {
    a_side_that_is_not_asked_plans(&SEAS_OF_THUNDER);
}

#[test]
fn a_side_that_is_not_asked_plans_in_admirals_war() {
    a_side_that_is_not_asked_plans(&ADMIRALS_WAR);
}

#[test]
fn its_doctrine_stands_from_then_on_and_an_undo_takes_it_back() {
    let (desk, free) = one_is_asked(&SEAS_OF_THUNDER);
    let packet = desk.packet("m", free);
    assert!(!packet.doctrine.contains("fire: any"), "{}", packet.doctrine);
    let doctrine = "doctrine:\n  fire: any\n";
    desk.write("doctrine", format!("exchange: {}\nside: {}\n{doctrine}", packet.exchange, free.id()));
    desk.ok(&["receive", "m", "doctrine"]);
    assert_eq!(desk.packet("m", free).doctrine, packet.doctrine, "it counts once the exchange is closed");
    desk.exchange("m", 0);
    assert!(desk.packet("m", free).doctrine.contains("fire: any"), "{}", desk.packet("m", free).doctrine);
    desk.ok(&["audit", "m"]);
    let back = packet.exchange.to_string();
    desk.ok(&["undo", "m", "--to", &back, "--reason", "a slip"]);
    assert_eq!(desk.packet("m", free).doctrine, packet.doctrine);
    desk.exchange("m", 0);
    desk.ok(&["audit", "m"]);
}

#[test]
fn where_the_sides_seal_who_is_not_asked_still_sends_nothing() {
    let desk = Desk::new();
    desk.begin("m", &["--trust", "commit-reveal", "--asked-seal"]);
    let packet = desk.packet("m", PARTIES[1]);
    assert!(!packet.asked);
    let form = desk.ok(&["form", &path_of(&packet)]);
    assert!(unwrapped(&form).contains("so there is nothing to send") && !form.contains("plans:"), "{form}");
    desk.write("doctrine", "side: allies\ndoctrine: {fire: any}\n");
    let ran = desk.expect(1, &["check", "doctrine", "-p", &path_of(&packet)]);
    assert!(ran.err.contains("not-asked"), "{}", ran.err);
}
