//! Words that all systems use.

/// Things behind a heading, so many to a line.
pub fn listed(heading: &str, things: &[String], to_a_line: usize) -> Vec<String> {
    things.chunks(to_a_line).map(|some| format!("{heading}: {}", some.join(", "))).collect()
}
