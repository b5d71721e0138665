//! Tests of forms and checks, on files that exist only here.

mod back;
mod remarks;
mod team;

use super::*;
use engine::draft::*;
use engine::problem::Problems;

/// The file as it is read, or a panic with everything that is wrong.
fn read(text: &str) -> OrdersDraft {
    parse("orders.yaml", text.as_bytes())
        .unwrap_or_else(|problems| panic!("{}", problems.render(text, false)))
}
