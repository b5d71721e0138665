//! The data of the game for tests. A program is handed them by its campaign, which packs them.

use std::sync::LazyLock;

use engine::games::{BuiltIn, Games};

/// Cards, abilities and named plans.
pub(crate) fn games() -> Games {
    static FILES: LazyLock<[BuiltIn; 3]> = LazyLock::new(|| {
        ["abilities", "plans", "units"].map(|name| {
            let path = format!("{}/../../../games/{}/{name}.yaml", env!("CARGO_MANIFEST_DIR"), super::DATA);
            let json = pack::to_json(&fs_err::read_to_string(path).unwrap()).unwrap();
            BuiltIn { system: super::DATA, name, json: json.leak(), sha256: "" }
        })
    });
    Games::of([FILES.as_slice()])
}
