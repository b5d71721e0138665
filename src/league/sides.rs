//! What sides are called.

use engine::party::Party;

/// A side as in a sentence: `Axis` for `axis`. Any other word, as `draw`, stays as it is.
pub fn side_name(word: &str) -> &str {
    Party::parse(word).map_or(word, |party| party.name())
}
