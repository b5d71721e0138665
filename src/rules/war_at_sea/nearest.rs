//! How near the dice of a told line came to another result, from the line alone. Of a battle a line says what
//! came of it, and not how the dice fell.

use serde_json::Value;

use super::combat::DIES_WITH_CARRIER;
use engine::nearest::{Nearest, Reach, ReadLine};

/// The nearest other result of a line's dice.
pub(super) fn nearest_to(line: &Value) -> Option<Nearest> {
    let line = ReadLine(line);
    match line.kind() {
        "survival" => survival(line),
        "intercepted" => intercepted(line),
        _ => None,
    }
}

/// 8.4 Whether an aircraft is lost with the carrier that it flew from.
fn survival(line: ReadLine<'_>) -> Option<Nearest> {
    let (rolled, needed) = (i32::from(line.face("die")?), i32::from(DIES_WITH_CARRIER) + 1);
    let other = if rolled >= needed { "lost" } else { "saved" };
    Some(Nearest { rolled, needed, reach: Reach::AtLeast, other, rule: "WSC-8.4-4" })
}

/// 11.13 Whether a task force catches a convoy: its total must be higher than that of the other side, which
/// wins ties.
fn intercepted(line: ReadLine<'_>) -> Option<Nearest> {
    let (rolled, guard) = (line.number("chase")?, line.number("guard")?);
    let needed = guard + 1;
    let other = if rolled >= needed { "convoy-safe" } else { "convoy-caught" };
    Some(Nearest { rolled, needed, reach: Reach::AtLeast, other, rule: "WSC-11.13-4" })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(line: &Value) -> Option<(i32, i32, bool, &'static str)> {
        let near = nearest_to(line)?;
        Some((near.rolled, near.needed, near.made(), near.other))
    }

    #[test]
    fn an_aircraft_is_saved_from_two_on() {
        let line = |die: u8| json!({ "kind": "survival", "die": die });
        assert_eq!(said(&line(1)), Some((1, 2, false, "saved")));
        assert_eq!(said(&line(2)), Some((2, 2, true, "lost")));
        assert_eq!(said(&line(0)), None);
    }

    #[test]
    fn a_convoy_is_caught_by_the_higher_total_alone() {
        let line = |chase: u8, guard: u8| json!({ "kind": "intercepted", "chase": chase, "guard": guard });
        assert_eq!(said(&line(9, 9)), Some((9, 10, false, "convoy-caught")));
        assert_eq!(said(&line(10, 9)), Some((10, 10, true, "convoy-safe")));
    }

    #[test]
    fn what_is_no_such_line_says_nothing() {
        assert_eq!(said(&json!({ "kind": "fought", "turns": 6 })), None);
        assert_eq!(said(&json!({ "kind": "intercepted", "chase": 9 })), None);
    }
}
