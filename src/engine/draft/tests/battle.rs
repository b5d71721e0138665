//! Battle plans: how they are kept, and written again.

use super::*;
use crate::draft::battle::{battle_plans_text, write_battle_plans};

const PLANS: &str = "\
battle-plans:
  - battle: sector 6 against usn
    like: bold
    groups: [{name: guns, members: [battleship, cruiser x2], posture: close 1}, {name: rest, members: [any], posture: stay}]
    air: {cap: 1/2, waves: [{wave: 2, cap: 50%}]}
    break_off: never
    abilities: {'u-47/Infiltrator': H4, Rapid Fire: turn 3}
  - {like: 'no'}
";

#[test]
fn battle_plans_are_written_as_they_are_read() {
    let draft = read(PLANS).battle_plans.expect("battle plans");
    assert_eq!((draft.spot.line, draft.spot.column), (1, 1));
    let text = write_battle_plans(&draft);
    let lines: String = text.lines().map(|line| format!("  {line}\n")).collect();
    let again = read(&format!("battle-plans:\n{lines}")).battle_plans.expect("battle plans");
    assert_eq!(write_battle_plans(&again), text);
    assert_eq!(battle_plans_text(&again), battle_plans_text(&draft));
    assert!(text.starts_with("- battle: sector 6 against usn\n  like: bold\n  groups:\n  "), "{text}");
    assert!(text.contains("\n    - {name: rest, members: [any], posture: stay}\n"), "{text}");
    assert!(text.contains("'50%'") && text.contains("- like: 'no'\n"), "{text}");
    assert!(lines.lines().all(|line| line.len() <= 76), "{text}");
}

#[test]
fn battle_plans_may_be_one_or_none() {
    let one = read("battle-plans: {like: bold}\n").battle_plans.expect("battle plans");
    assert_eq!(write_battle_plans(&one), "like: bold\n");
    let none = read("battle-plans: []\n").battle_plans.expect("battle plans");
    assert_eq!(write_battle_plans(&none), "[]\n");
    assert_eq!(read("final: true\n").battle_plans, None);
    assert_eq!(complaints("battle-plans:\n"), ["1:1 no-value"]);
    assert_eq!(complaints("battle-plans: bold\n"), ["1:15 wrong-type"]);
}
