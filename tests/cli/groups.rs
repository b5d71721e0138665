//! Groups of units in orders files, through the program: they stand until changed, and mean the same to
//! check, umpire and auditor.

use sealord::party::Party;

use super::support::{ADMIRALS_WAR, Desk, PARTIES, SALT, System, WAR_AT_SEA, answers};

const AXIS: Party = PARTIES[0];

fn begun(system: &'static System, scenario: &str) -> Desk {
    let desk = Desk::of(system);
    desk.begin("m", &["--scenario", scenario]);
    desk
}

fn midway() -> Desk {
    begun(&ADMIRALS_WAR, "midway")
}

fn newest(desk: &Desk, party: Party) -> String {
    format!("m/packets/{:03}-{}.json", desk.packet("m", party).exchange, party.id())
}

/// What `check` prints of a file of the axis, with its code.
fn check(desk: &Desk, code: i32, file: &str) -> String {
    desk.write("orders.yaml", file);
    let ran = desk.expect(code, &["check", "orders.yaml", "--packet", &newest(desk, AXIS)]);
    ran.out + &ran.err
}

/// The axis sends a file, everybody else the defaults, and the exchange is resolved; gives the receipt.
fn play(desk: &Desk, file: &str) -> String {
    desk.write("axis.yaml", file);
    let receipt = desk.ok(&["receive", "m", "axis.yaml", "--side", "axis", "--salt", SALT]);
    for &party in desk.parties().iter().filter(|party| **party != AXIS) {
        let packet = desk.packet("m", party);
        if packet.asked {
            desk.write("orders.yaml", answers(&packet, 0, 1));
            desk.ok(&["receive", "m", "orders.yaml", "--side", party.id(), "--salt", SALT]);
        }
    }
    desk.ok(&["resolve", "m"]);
    receipt
}

const KIDO_BUTAI: &str = "groups: {kido-butai: [Akagi, jp-kaga, soryu]}\n";

#[test]
fn a_group_stands_for_its_units_until_it_is_changed() {
    let desk = midway();
    let file =
        format!("{KIDO_BUTAI}answers: {{t1/patrol/japan: {{Kido-Butai: raid, jp-kaga: central-pacific}}}}\n");
    let said = check(&desk, 0, &file);
    assert!(said.contains("group kido-butai: jp-akagi, jp-kaga, jp-soryu\n"), "{said}");
    assert!(said.contains("raid: [jp-akagi, jp-soryu]") || said.contains("jp-akagi: raid"), "{said}");
    assert!(said.contains("`soryu` is read as jp-soryu"), "{said}");
    let receipt = play(&desk, &file);
    assert!(receipt.contains("group kido-butai: jp-akagi, jp-kaga, jp-soryu"), "{receipt}");
    let journal = String::from_utf8(desk.read("m/journal.jsonl")).unwrap();
    assert!(journal.contains("Kido-Butai: raid"), "the journal keeps what was written");
    let packet = desk.packet("m", AXIS);
    let members: Vec<_> = packet.groups.iter().flat_map(|group| &group.members).collect();
    assert_eq!(members, ["jp-akagi", "jp-kaga", "jp-soryu"]);
    let form = desk.ok(&["form", &newest(&desk, AXIS)]);
    assert!(form.contains("\n#   kido-butai: jp-akagi, jp-kaga, jp-soryu\n"), "{form}");
    assert!(desk.packet("m", PARTIES[1]).groups.is_empty());
    let report = desk.ok(&["report", &newest(&desk, AXIS)]);
    assert!(report.contains("YOUR GROUPS\n  kido-butai: "), "{report}");
    let schema = desk.ok(&["schema", &newest(&desk, AXIS)]);
    assert!(schema.contains("\"groups\""), "{schema}");
    // The others stand, and a group may be a member of another, or of itself.
    let said = check(&desk, 0, "groups: {fleet: [kido-butai, hiryu], kido-butai: [kido-butai, ryujo]}\n");
    assert!(said.contains("group fleet: jp-akagi, jp-kaga, jp-soryu, jp-hiryu"), "{said}");
    desk.ok(&["audit", "m"]);
}

#[test]
fn a_slip_is_refused_with_its_line_and_the_nearest_name() {
    let desk = midway();
    let file =
        |groups: &str, line: &str| format!("groups:\n  {groups}\nanswers:\n  t1/patrol/japan:\n    {line}\n");
    let kido = "kido-butai: [Akagi, kaga]";
    let cases = [
        (file(kido, "kido-butia: raid"), ":5:5", "did you mean `kido-butai`?"),
        (file("kido-butai: [akagu]", "jp-kaga: raid"), ":2:16", "did you mean `"),
        (file("akagi: [kaga]", "jp-kaga: raid"), ":2:3", "`akagi` means something else already"),
        (file("central-pacific: [kaga]", "jp-kaga: raid"), ":2:3", "means something else already"),
        (file("raid: [kaga]", "jp-kaga: raid"), ":2:3", "means something else already"),
        (file("2nd: [kaga]", "jp-kaga: raid"), ":2:3", "cannot be a group"),
        (file("kido-butai: [enterprise]", "kido-butai: raid"), ":5:5", "us-enterprise is not asked for here"),
        (
            file("kido-butai: [akagi, nagato]", "kido-butai: north-sea"),
            ":5:17",
            "is not an option for Nagato",
        ),
        (file(kido, "raid: [kido-butai, kido-butai]"), ":5:24", "twice"),
    ];
    for (file, place, words) in cases {
        let said = check(&desk, 1, &file);
        assert!(said.contains(place) && said.contains(words), "{file}\n{said}");
    }
    let doctrine = format!(
        "{KIDO_BUTAI}answers: {{}}\ndoctrine: {{retreat: [{{for: [kido-butia], prefer: [stay]}}]}}\n"
    );
    let said = check(&desk, 1, &doctrine);
    assert!(said.contains("did you mean `kido-butai`?"), "{said}");
    // A word of doctrine is also called `groups`.
    check(&desk, 0, "answers: {}\ndoctrine: {groups: any}\n");
    desk.write("doctrine.yaml", "groups: any\nreturn: any\n");
    let form = desk.ok(&["form", &newest(&desk, AXIS), "--doctrine", "doctrine.yaml"]);
    assert!(form.contains("doctrine:\n  groups: any\n"), "{form}");
    let said = check(&desk, 1, "groups: any\nanswers: {}\n");
    assert!(said.contains("`groups` should be"), "{said}");
}

#[test]
fn doctrine_means_a_group_as_it_stands() {
    let desk = midway();
    let more = "doctrine:\n  retreat: [{for: [kido-butai], when: own kido-butai, prefer: [retreat]}, {prefer: [stay]}]\n";
    play(&desk, &format!("{KIDO_BUTAI}answers: {{}}\n{more}"));
    let form = desk.ok(&["form", &newest(&desk, AXIS)]);
    assert!(form.contains("for: [kido-butai]"), "{form}");
    for groups in ["{kido-butai: [hiryu]}", "{kido-butai: none}"] {
        while !desk.packet("m", AXIS).asked {
            desk.exchange("m", 0);
        }
        let base = answers(&desk.packet("m", AXIS), 0, 1);
        play(&desk, &format!("{base}groups: {groups}\n"));
    }
    assert!(desk.packet("m", AXIS).groups.is_empty());
    let said = check(&desk, 1, &format!("answers: {{}}\n{more}"));
    assert!(said.contains("doctrine does not know the word `kido-butai`"), "{said}");
    (0..3).for_each(|_| desk.exchange("m", 35));
    desk.ok(&["audit", "m"]);
}

#[test]
fn an_undo_takes_groups_back_and_the_lost_are_passed_over() {
    let desk = midway();
    let first = desk.packet("m", AXIS).exchange;
    play(&desk, &format!("{KIDO_BUTAI}answers: {{}}\n"));
    assert!(!desk.packet("m", AXIS).groups.is_empty());
    desk.ok(&["undo", "m", "--to", &first.to_string(), "--reason", "a slip"]);
    assert!(desk.packet("m", AXIS).groups.is_empty());
    desk.ok(&["rule", "m", "--reason", "a torpedo", "unit", "jp-akagi", "to", "sunk"]);
    let file = format!("{KIDO_BUTAI}answers: {{t1/patrol/japan: {{kido-butai: raid}}}}\n");
    let said = check(&desk, 0, &file);
    assert!(said.contains("kido-butai without jp-akagi: not on your map now"), "{said}");
    play(&desk, &file);
    desk.ok(&["audit", "m"]);
}

#[test]
fn plans_and_battle_plans_take_groups() {
    let desk = begun(&ADMIRALS_WAR, "standard");
    let plan = "plans: [{question: t1/patrol/germany, hold: firm, answers: {twins: raid}}]\n";
    let file = format!("groups: {{twins: [scharnhorst, gneisenau]}}\nanswers: {{}}\n{plan}");
    let said = check(&desk, 0, &file);
    assert!(said.contains("as things stand 2 of 2 rows would count"), "{said}");
    play(&desk, &file);
    (0..2).for_each(|_| desk.exchange("m", 0));
    desk.ok(&["audit", "m"]);
    let desk = begun(&WAR_AT_SEA, "pacific-1942");
    let mut parties = sealord::rules::war_at_sea::sides::PARTIES.iter();
    let party = *parties.find(|party| party.id() == "ijn").unwrap();
    let packet = desk.packet("m", party);
    let sea = packet.parts().unwrap().sea;
    let own = sea.zones.iter().flat_map(|it| &it.own).chain(sea.ports.iter().flat_map(|it| &it.own));
    let own: Vec<&str> = own.map(|unit| unit.id).take(2).collect();
    let plans = "battle-plans: [{like: bold, groups: [{name: guns, members: [zz], posture: close 1}], targets: {main: [zz]}}]\n";
    let file = format!("groups: {{zz: [{}]}}\nanswers: {{}}\n{plans}", own.join(", "));
    desk.write("orders.yaml", &file);
    let at = newest(&desk, party);
    desk.ok(&["check", "orders.yaml", "--packet", &at]);
    desk.write("orders.yaml", file.replace("[zz], posture", "[zzz], posture"));
    desk.expect(1, &["check", "orders.yaml", "--packet", &at]);
}

#[test]
fn the_umpire_names_units_and_no_groups() {
    let desk = Desk::new();
    desk.begin("m", &["--deadline-hours", "24", "--missing", "umpire"]);
    desk.ok(&["commit", "m", "axis", &"0".repeat(64)]);
    desk.write("umpire.yaml", "groups: {duo: [Scharnhorst, Gneisenau]}\nanswers: {}\n");
    let ran = desk.at("1941-05-25T05:52:00Z", &["receive", "m", "umpire.yaml", "--side", "axis"]);
    assert!(ran.code != 0 && ran.err.contains("take `groups` out"), "{ran:?}");
}
