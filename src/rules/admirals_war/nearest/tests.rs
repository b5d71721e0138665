//! Lines of each kind, just missed and just made.

use serde_json::json;

use super::*;
use engine::rulebook::{Choices, Rulebook};

/// What was rolled and needed, whether it was reached, and the other result.
type Said = Option<(i32, i32, bool, &'static str)>;

fn said_in(scenario: &str, line: &Value) -> Said {
    let system = AdmiralsWar::load(&AdmiralsWar::built_in(), scenario, &Choices::default()).unwrap();
    let near = system.nearest_to(line)?;
    Some((near.rolled, near.needed, near.made(), near.other))
}

fn said(line: &Value) -> Said {
    said_in("standard", line)
}

#[test]
fn an_attack_hits_once_more_or_once_less() {
    let line = |dice: &[u8], bonus: bool, hits: u8| json!({ "kind": "fired", "dice": dice, "bonus": bonus, "hits": hits });
    assert_eq!(said(&line(&[5, 2], false, 0)), Some((5, 6, false, "one-hit-more")));
    assert_eq!(said(&line(&[6, 2], false, 1)), Some((6, 6, true, "one-hit-fewer")));
    assert_eq!(said(&line(&[5, 1], true, 1)), Some((6, 6, true, "one-hit-fewer")));
    assert_eq!(said(&line(&[4, 6], true, 1)), Some((5, 6, false, "one-hit-more")));
    assert_eq!(said(&line(&[6], false, 0)), None);
    let mut kamikaze = line(&[4], false, 0);
    kamikaze["extra"] = json!(1);
    assert_eq!(said(&kamikaze), Some((5, 6, false, "one-hit-more")));
}

#[test]
fn hunts_and_attacks_on_shipping_hit_as_attacks_do() {
    let hunted = |dice: &[u8], bonus: u8| json!({ "kind": "hunted", "dice": dice, "bonus": bonus });
    assert_eq!(said(&hunted(&[3, 1], 2)), Some((5, 6, false, "one-hit-more")));
    assert_eq!(said(&hunted(&[4, 1], 2)), Some((6, 6, true, "one-hit-fewer")));
    let line = |dice: &[u8]| json!({ "kind": "shipping-attacked", "dice": dice, "bonus": false });
    assert_eq!(said(&line(&[5])), Some((5, 6, false, "one-hit-more")));
    assert_eq!(said(&line(&[6])), Some((6, 6, true, "one-hit-fewer")));
    let line =
        |dice: &[u8], damage: &[u8]| json!({ "kind": "intercepted", "dice": dice, "damage_dice": damage });
    assert_eq!(said(&line(&[6], &[2])), None, "with a bonus it would have been safe by one more");
    assert_eq!(said(&line(&[5], &[2])), Some((6, 6, true, "one-hit-fewer")));
    assert_eq!(said(&line(&[5], &[])), Some((5, 6, false, "one-hit-more")));
}

#[test]
fn a_submarine_catches_ships_by_its_die() {
    let line = |die: u8| json!({ "kind": "aimed", "die": die });
    assert_eq!(said(&line(3)), Some((3, 4, false, "catches-faster")));
    assert_eq!(said(&line(6)), Some((6, 6, true, "catches-slower")));
}

#[test]
fn what_a_task_force_does_may_follow_from_the_die() {
    let line = |die: u8, modifier: u8, sighted: &[u8]| {
        let dice = [json!({ "force": 1, "die": die })];
        json!({ "kind": "sighted", "modifier": modifier, "dice": dice, "sighted": sighted })
    };
    // It was not seen on a 3, so it hides; it was seen on a 4, so it does not.
    assert_eq!(said(&line(3, 0, &[])), Some((3, 2, false, "seen")));
    assert_eq!(said(&line(4, 0, &[1])), Some((4, 4, true, "unseen")));
    assert_eq!(said(&line(5, 1, &[1])), Some((4, 4, true, "unseen")));
    // It may do either.
    assert_eq!((said(&line(5, 0, &[])), said(&line(2, 0, &[1]))), (None, None));
}

#[test]
fn the_action_goes_to_the_higher_roll() {
    let line = |axis: [u8; 2], allies: [u8; 2]| {
        let dice = json!({ "axis": axis[0], "allies": allies[0] });
        json!({ "kind": "round-began", "dice": dice, "modifiers": { "axis": axis[1], "allies": allies[1] } })
    };
    assert_eq!(said(&line([3, 1], [5, 0])), Some((4, 5, false, "combined")));
    assert_eq!(said(&line([3, 1], [4, 0])), Some((4, 5, false, "one-action")));
    assert_eq!(said(&line([6, 2], [3, 0])), Some((3, 8, false, "combined")));
    assert_eq!(said(&line([6, 3], [1, 0])), None);
    assert_eq!(said(&json!({ "kind": "round-began", "dice": null })), None);
}

#[test]
fn a_ship_is_fast_enough_or_too_slow() {
    let line = |die: u8, speed: u8, passed: bool| json!({ "kind": "speed-rolled", "die": die, "speed": speed, "passed": passed });
    assert_eq!(said(&line(4, 4, false)), Some((4, 3, false, "fast-enough")));
    assert_eq!(said(&line(3, 4, true)), Some((3, 3, true, "too-slow")));
    assert_eq!(said(&line(6, 4, false)), Some((6, 3, false, "fast-enough")));
    // The scenario says that Japanese ships roll a 6: no die fell.
    assert_eq!(said_in("midway", &line(6, 4, false)), None);
    assert_eq!(said(&line(3, 4, false)), None);
    assert_eq!(said(&json!({ "kind": "speed-rolled", "die": null, "speed": 7, "passed": true })), None);
}

#[test]
fn a_unit_may_move_from_five_on() {
    let line = |rule: &str, die: u8, passed: bool| json!({ "kind": "move-rolled", "rule": rule, "die": die, "passed": passed });
    assert_eq!(said(&line("AW-18.22", 4, false)), Some((4, 5, false, "moves")));
    assert_eq!(said(&line("AW-16.44", 5, true)), Some((5, 5, true, "stays")));
    // What Americans need depends on the turn.
    assert_eq!(said(&line("AW-19.42-a", 4, false)), None);
}

#[test]
fn italy_weighs_war() {
    let line = |dice: [u8; 2], watch: u8, may: bool| json!({ "kind": "italy-weighed", "dice": dice, "watch": watch, "may": may });
    assert_eq!(said(&line([3, 4], 8, false)), Some((7, 8, false, "may-declare")));
    assert_eq!(said(&line([4, 4], 8, true)), Some((8, 8, true, "neutral")));
    assert_eq!((said(&line([1, 1], 2, true)), said(&line([6, 6], 13, false))), (None, None));
}

#[test]
fn the_italians_keep_heart_or_lose_it() {
    let line = |die: u8, round: u8, units: Value| json!({ "kind": "heart-rolled", "die": die, "round": round, "units": units });
    assert_eq!(said(&line(3, 2, json!([]))), Some((3, 2, false, "lose-heart")));
    assert_eq!(said(&line(3, 2, json!(""))), Some((3, 2, false, "lose-heart")));
    assert_eq!(said(&line(2, 2, json!("Littorio"))), Some((2, 2, true, "keep-heart")));
    assert_eq!(said(&line(2, 6, json!("Littorio"))), None);
}

#[test]
fn a_warning_passes_or_is_stopped() {
    let line = |dice: &[u8], passed: u8| json!({ "kind": "warned", "dice": dice, "passed": passed });
    assert_eq!(said(&line(&[1, 3], 1)), Some((3, 2, false, "further")));
    assert_eq!(said(&line(&[1, 1, 1, 2], 4)), Some((2, 2, true, "less-far")));
    assert_eq!(said(&line(&[1, 3], 2)), None);
}

#[test]
fn the_french_fleet_is_diced_for() {
    let line = |die: u8, modifier: i8, ships: &[&str]| json!({ "kind": "armistice-rolled", "die": die, "modifier": modifier, "surrendered": ships });
    assert_eq!(said(&line(3, -1, &[])), Some((2, 1, false, "surrendered")));
    assert_eq!(said(&line(2, -1, &["Dunkerque"])), Some((1, 1, true, "vichy")));
    let line = |die: Value, opposed: bool| json!({ "kind": "torch-lit", "die": die, "modifier": 1, "opposed": opposed });
    assert_eq!(said(&line(json!(2), false)), Some((3, 2, false, "opposed")));
    assert_eq!(said(&line(json!(1), true)), Some((2, 2, true, "unopposed")));
    assert_eq!(said(&line(Value::Null, true)), None);
    let line = |die: u8| json!({ "kind": "interned", "die": die });
    assert_eq!(said(&line(4)), Some((4, 3, false, "toulon")));
    assert_eq!(said(&line(3)), Some((3, 3, true, "north-africa")));
}

#[test]
fn allegiance_follows_from_a_sum() {
    let line = |rule: &str, dice: &[u8], modifier: i8, fate: &str| json!({ "kind": "allegiance-rolled", "rule": rule, "dice": dice, "modifier": modifier, "fate": fate });
    assert_eq!(said(&line("AW-18.33-a", &[5, 4], 0, "scuttled")), Some((9, 10, false, "free")));
    assert_eq!(said(&line("AW-18.33-a", &[5, 4], 1, "allied")), Some((10, 10, true, "scuttled")));
    assert_eq!(said(&line("AW-18.33-a", &[2, 2], 0, "scuttled")), Some((4, 3, false, "german")));
    assert_eq!(said(&line("AW-16.41-b", &[2], 0, "german")), Some((2, 2, true, "scuttled")));
    assert_eq!(said(&line("AW-16.41-b", &[5], 0, "scuttled")), Some((5, 6, false, "free")));
    // Table 6 has other numbers for ships in other boxes.
    assert_eq!(said(&line("AW-T6", &[2, 2], 0, "scuttled")), None);
}

#[test]
fn what_is_no_such_line_says_nothing() {
    for line in [json!({ "kind": "took-effect" }), json!({ "kind": "fired", "dice": [6] }), json!(3)] {
        assert_eq!(said(&line), None, "{line}");
    }
}
