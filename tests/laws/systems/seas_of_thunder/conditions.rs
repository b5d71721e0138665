//! What conditions of doctrine read outside of fights: control, points, the lead, units at a place that is
//! named.

use sealord::condition::Asked;
use sealord::rules::seas_of_thunder::board::ZoneId;
use sealord::rules::seas_of_thunder::pieces::UnitId;
use sealord::rules::seas_of_thunder::state::{Columns, Control, Place, Sea};
use sealord::rules::two_sided::party::{ALLIES, AXIS};
use sealord::rules::two_sided::{BySide, Camp};
use sealord::system::Rules;

use sealord::rules::seas_of_thunder::SeasOfThunder;

use super::system;
use crate::laws::fog::condition;

/// Whether a condition holds for the Axis and for the Allies when they are asked where ships sail.
fn holds(sea: &Sea, text: &str) -> [bool; 2] {
    let kind = "move-ships";
    let when = condition::<SeasOfThunder>(text, kind).unwrap_or_else(|| panic!("{text} means nothing"));
    let asked = |party| Asked { party, kind, key: "t1/move/germany", options: &[] };
    [AXIS, ALLIES].map(|party| when.holds(system(), sea, &asked(party)))
}

fn unit(id: &str) -> UnitId {
    system().pieces.counters.ids().find(|unit| system().counter(*unit).id == id).expect("a unit")
}

#[test]
fn control_is_that_of_the_last_judgement() {
    let mut sea = system().opening();
    for (control, words) in [
        (Control::Uncontested, [("none", [true, true]), ("own", [false, false]), ("enemy", [false, false])]),
        (
            Control::Controlled(Camp::AXIS),
            [("none", [false, false]), ("own", [true, false]), ("enemy", [false, true])],
        ),
        (
            Control::Contested,
            [("contested", [true, true]), ("own", [false, false]), ("none", [false, false])],
        ),
    ] {
        sea.control[8] = control;
        for (word, expected) in words {
            assert_eq!(holds(&sea, &format!("control {word} at zone-9")), expected, "{control:?}: {word}");
        }
    }
}

#[test]
fn points_are_those_of_the_side_to_which_a_zone_is_worth_more() {
    let sea = system().opening();
    for zone in system().board().zones() {
        let value = system().value(&sea, zone);
        let most = u16::from(value.axis.max(value.allies));
        let at_least = |points: u16| holds(&sea, &format!("points {points} at {}", zone.0));
        assert_eq!(at_least(most.max(1)), [most > 0; 2], "{zone:?}");
        assert_eq!(at_least(most + 1), [false; 2], "{zone:?}");
    }
}

#[test]
fn a_lead_is_that_with_which_the_turn_began() {
    let mut sea = system().opening();
    let scored = |ships: u16| BySide { axis: Columns { ships, ..Columns::default() }, ..BySide::default() };
    sea.score = vec![scored(3), scored(2), scored(9)];
    for (text, expected) in [
        ("lead 5", [true, false]),
        ("lead 6", [false, false]),
        ("lead", [true, false]),
        ("behind 5", [false, true]),
        ("behind 6", [false, false]),
        ("turn 2", [false, false]),
        ("turn 1", [true, true]),
    ] {
        assert_eq!(holds(&sea, text), expected, "{text}");
    }
}

#[test]
fn units_are_seen_where_they_lie_as_far_as_they_are_known() {
    let mut sea = system().opening();
    let hood = unit("uk-bc-hood");
    sea.units[usize::from(hood.0)].place = Place::Sea(ZoneId(9));
    for (text, unknown, known) in [
        ("enemy BC at zone-9", [false, false], [true, false]),
        ("enemy UK at zone-9", [true, false], [true, false]),
        ("enemy ship at 9", [true, false], [true, false]),
        ("enemy uk-bc-hood at 9", [false, false], [true, false]),
        ("enemy LBA at 9", [false, false], [false, false]),
        ("own BC at zone-9", [false, true], [false, true]),
        ("own uk-bc-hood at zone-9", [false, true], [false, true]),
        ("no enemy BC at zone-8", [true, true], [true, true]),
        ("enemy BC at scapa_flow", [false, false], [false, false]),
    ] {
        sea.units[usize::from(hood.0)].face_up = false;
        assert_eq!(holds(&sea, text), unknown, "{text}, face down");
        sea.units[usize::from(hood.0)].face_up = true;
        assert_eq!(holds(&sea, text), known, "{text}, face up");
    }
}
