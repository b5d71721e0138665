//! The parts of a view that templates name themselves, as `view.NAME`, and nothing prepares. A view is large,
//! and most of it is prepared: only what a system's templates name is made ready for them.

use std::collections::BTreeSet;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::shown::{Detail, Field};

/// Which parts of a view some templates name.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Asks {
    /// Whether the view is used as a whole.
    all: bool,
    names: BTreeSet<String>,
}

impl Asks {
    /// Reads templates: the word `view` with a dot and a name behind it asks for that part, and without them
    /// for all. What is named in a comment costs a little time and harms nothing.
    pub(super) fn of<'a>(templates: impl Iterator<Item = &'a str>) -> Asks {
        let mut asks = Asks::default();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        for template in templates {
            for (at, word) in template.match_indices("view") {
                let (before, after) = (&template[..at], &template[at + word.len()..]);
                if before.ends_with(|c| is_word(c) || c == '.') || after.starts_with(is_word) {
                    continue;
                }
                let name = after.strip_prefix('.').map(|name| name.split(|c| !is_word(c)).next());
                match name.flatten().filter(|name| !name.is_empty()) {
                    Some(name) => _ = asks.names.insert(name.to_owned()),
                    None => asks.all = true,
                }
            }
        }
        asks
    }
}

/// A view as templates see it: the parts that they ask for, as far as it has them.
pub(super) struct Asked<'a> {
    pub(super) view: &'a Value,
    pub(super) asks: &'a Asks,
}

impl Serialize for Asked<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let parts = self.view.as_object().into_iter().flatten();
        for (name, part) in parts.filter(|(name, _)| self.asks.all || self.asks.names.contains(*name)) {
            map.serialize_entry(name, &Field(name, part, Detail::Full))?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_in_the_text_of_templates() {
        let asks = |text: &str| Asks::of([text].into_iter());
        assert_eq!(asks("<svg viewBox> viewport, review. it.view.x"), Asks::default());
        let named = asks("{{ view.weather }} {% for it in view.oil_left %}");
        assert!(!named.all && named.names.iter().eq(["oil_left", "weather"]));
        assert!(asks("{% set all = view %}").all && asks("{{ view['x'] }}").all);
    }
}
