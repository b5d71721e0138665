//! The script with which the charts of a report or a replay are enlarged and moved, and a report says how
//! long it is until its deadline. Without script charts scroll sideways, and the deadline stands alone.

use minijinja::Value;
use serde::Serialize;

use super::{hash_source, modules};

/// What says how long it is until a deadline; the page for orders has it, too.
pub(super) const LEFT: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/common/html/left.mjs"));

/// The modules, each behind those that it imports.
const MODULES: [&str; 3] = [
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/compose/lens.mjs")),
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/common/html/look.mjs")),
    LEFT,
];

/// What a report has besides its words: its one script, and the hash by which its policy knows it.
#[derive(Serialize)]
pub(super) struct Look {
    script: Value,
    hash: String,
}

impl Look {
    pub(super) fn new() -> Look {
        let script = script();
        Look { hash: hash_source(&script), script: Value::from_safe_string(script) }
    }
}

/// The script.
pub(super) fn script() -> String {
    modules::one(MODULES)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_script_is_one_piece_and_ends_no_element() {
        let script = super::script();
        assert!(script.contains("class Lens") && script.contains("lookAt"), "{script}");
        assert!(
            !script.contains("</") && !script.contains("import ") && !script.contains("export "),
            "{script}"
        );
    }
}
