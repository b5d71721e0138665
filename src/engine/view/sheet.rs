//! What the players at a real table must change there.

use serde::{Deserialize, Serialize};

/// Lines under a heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage<T = String> {
    /// The heading.
    pub title: T,
    /// The lines.
    pub lines: Vec<T>,
}

impl<T: PartialEq> Passage<T> {
    /// Whether a line stands under the same heading of a sheet.
    fn is_in(&self, line: &T, sheet: &[Passage<T>]) -> bool {
        sheet.iter().any(|it| it.title == self.title && it.lines.contains(line))
    }

    /// Leaves in a sheet what stands in another one too.
    pub fn keep_common(sheet: &mut Vec<Passage<T>>, other: &[Passage<T>]) {
        for passage in sheet.iter_mut() {
            let lines = std::mem::take(&mut passage.lines);
            passage.lines = lines.into_iter().filter(|line| passage.is_in(line, other)).collect();
        }
        sheet.retain(|passage| !passage.lines.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_know_is_left() {
        let passage = |title, lines: &[&'static str]| Passage { title, lines: lines.to_vec() };
        let mut sheet = vec![passage("Sunk", &["Hood", "Bismarck"]), passage("Cards", &["12"])];
        Passage::keep_common(&mut sheet, &[passage("Sunk", &["Bismarck"]), passage("Moved", &["12"])]);
        assert_eq!(sheet, [passage("Sunk", &["Bismarck"])]);
    }
}
