//! The dice of a moment as text, a line for each roll: the exchange whose key it uses, its label, its faces.

use std::fmt::Write;

use minijinja::Value;
use serde::Serialize;

use crate::report::{Format, filters};
use engine::table::Roll;

/// Rolls in lines.
#[derive(Serialize)]
pub(super) struct Rolls {
    count: usize,
    text: Value,
}

impl Rolls {
    /// Writes rolls down in their order.
    pub(super) fn of(rolls: &[Roll]) -> Rolls {
        let mut text = String::new();
        for Roll { label, exchange, faces } in rolls {
            _ = write!(text, "{exchange} {label}");
            faces.iter().enumerate().for_each(|(at, face)| {
                _ = write!(text, "{}{face}", if at == 0 { ": " } else { " " });
            });
            text.push('\n');
        }
        Rolls { count: rolls.len(), text: filters::verbatim(Format::Html, &text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_is_a_line() {
        let roll =
            |label: &str, faces: &[u8]| Roll { label: label.to_owned(), exchange: 7, faces: faces.to_vec() };
        let rolls = Rolls::of(&[roll("t1/search", &[3, 6]), roll("t1/none", &[])]);
        assert_eq!((rolls.count, rolls.text.as_str()), (2, Some("7 t1/search: 3 6\n7 t1/none\n")));
    }
}
