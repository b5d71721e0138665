//! `doctrine: staff` from the file to the audit.

use super::support::{ADMIRALS_WAR, Desk, SALT, SEAS_OF_THUNDER, System, answers};

/// Plays on with officers until everybody who is asked has taken the staff doctrine.
fn all_take_it(system: &'static System) -> Desk {
    let desk = Desk::of(system);
    desk.begin("m", &[]);
    let mut without = system.parties().to_vec();
    while !without.is_empty() {
        for &party in system.parties() {
            let packet = desk.packet("m", party);
            if !packet.asked {
                continue;
            }
            let takes = without.contains(&party);
            let doctrine = if takes { "doctrine: staff\n" } else { "" };
            desk.write("orders.yaml", format!("{}{doctrine}", answers(&packet, 35, 1)));
            let told = desk.ok(&["receive", "m", "orders.yaml", "--salt", SALT]);
            assert_eq!(told.contains("staff doctrine for: "), takes, "{told}");
            without.retain(|it| *it != party);
        }
        desk.ok(&["resolve", "m"]);
    }
    desk
}

fn it_is_taken_shown_and_audited(system: &'static System) {
    let desk = all_take_it(system);
    for &party in system.parties() {
        let packet = desk.packet("m", party);
        assert!(packet.doctrine.starts_with("staff\n# "), "{}", packet.doctrine);
        assert!(
            packet.doctrine.contains("gun") || packet.doctrine.contains("fire"),
            "what it stands for shows"
        );
    }
    let asking = system.parties().iter().find(|party| desk.packet("m", **party).asked).expect("somebody");
    let packet = desk.packet("m", *asking);
    let path = format!("m/packets/{:03}-{}.json", packet.exchange, asking.id());
    let form = desk.ok(&["form", &path]);
    assert!(form.contains("\ndoctrine: staff\n  # The staff doctrine"), "{form}");
    desk.write("form.yaml", &form);
    let told = desk.ok(&["check", "form.yaml", "-p", &path]);
    assert!(told.contains("staff doctrine for: "), "a form says it again: {told}");
    for _ in 0..10 {
        if desk.status("m")["over"] == true {
            break;
        }
        desk.exchange("m", 35);
    }
    desk.ok(&["audit", "m"]);
    let last = desk.packet("m", *asking);
    assert!(last.doctrine.starts_with("staff\n"), "it stands until another comes");
}

#[test]
fn it_is_taken_shown_and_audited_in_seas_of_thunder() {
    it_is_taken_shown_and_audited(&SEAS_OF_THUNDER);
}

#[test]
fn it_is_taken_shown_and_audited_in_admirals_war() {
    it_is_taken_shown_and_audited(&ADMIRALS_WAR);
}

#[test]
fn a_form_offers_it_and_taking_away_the_mark_takes_it() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let path = "m/packets/001-axis.json";
    let form = desk.ok(&["form", path]);
    assert!(form.contains("\n# doctrine: staff "), "{form}");
    desk.write("form.yaml", form.replace("\n# doctrine: staff", "\ndoctrine: staff"));
    let told = desk.ok(&["check", "form.yaml", "-p", path]);
    assert!(told.contains("staff doctrine for: ") && told.contains("mat"), "{told}");
}

#[test]
fn a_game_that_has_none_refuses_the_word_at_its_place() {
    let desk = Desk::new();
    desk.ok(&["new", "m", "--seed", "3", "--system", "war-at-sea"]);
    let path = "m/packets/001-ijn.json";
    assert!(!desk.ok(&["form", path]).contains("doctrine: staff"));
    desk.write("orders.yaml", "exchange: 1\nside: ijn\ndoctrine: staff\n");
    let refused = desk.expect(1, &["check", "orders.yaml", "-p", path]).err;
    assert!(refused.contains("no-staff-doctrine") && refused.contains("orders.yaml:3:11"), "{refused}");
    desk.write("orders.yaml", "exchange: 1\nside: ijn\ndoctrine: stuff\n");
    let refused = desk.expect(1, &["check", "orders.yaml", "-p", path]).err;
    assert!(refused.contains("Did you mean `doctrine: staff`?"), "{refused}");
}
