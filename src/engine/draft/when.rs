//! Reads what stands behind `when:`. Nothing here knows which conditions there are.

use super::checks::Reader;
use super::node::{Node, Scalar};
use super::{ClauseDraft, Spot, WhenDraft, Word};
use crate::problem::quote;

/// The word that turns a clause around.
const NO: &str = "no";
/// The key over conditions of which one is enough.
const ANY: &str = "any";
/// How such conditions are written.
const EXAMPLE: &str = "Write it as in `any: [round 3, pursued]`.";

impl Reader<'_, '_> {
    /// The condition of a rule: a clause, or a list whose clauses must all hold, with lists under `any` in
    /// it.
    pub(super) fn when(&mut self, key: &Scalar, value: Node) -> Option<WhenDraft> {
        if matches!(&value, Node::Scalar(scalar) if scalar.null) {
            self.missing(key, "Write a condition, as in `when: round 3`, or delete the line.".to_owned());
            return None;
        }
        self.condition(value)
    }

    fn condition(&mut self, node: Node) -> Option<WhenDraft> {
        match node {
            Node::Scalar(scalar) => self.clause(&scalar).map(WhenDraft::Clause),
            Node::List(spot, items) => self.conditions(spot, items).map(WhenDraft::All),
            Node::Map(spot, pairs) => self.any_of(spot, pairs),
            Node::Broken(_) => None,
        }
    }

    fn conditions(&mut self, spot: Spot, items: Vec<Node>) -> Option<Vec<WhenDraft>> {
        if items.is_empty() {
            let mend = "Write conditions between the brackets, or delete the line.";
            self.refuse("no-condition", "This list of conditions is empty.", spot, mend);
            return None;
        }
        // Each is read, so that the problems of all are shown.
        let read: Vec<_> = items.into_iter().map(|item| self.condition(item)).collect();
        read.into_iter().collect()
    }

    fn any_of(&mut self, spot: Spot, pairs: Vec<(Node, Node)>) -> Option<WhenDraft> {
        if pairs.is_empty() {
            self.refuse("no-condition", "A condition is missing here.", spot, EXAMPLE);
        }
        let mut found = None;
        for (key, value) in self.keys_once(pairs) {
            match value {
                Node::List(spot, items) if key.word.text == ANY => {
                    found = self.conditions(spot, items).map(WhenDraft::Any);
                }
                other if key.word.text == ANY => {
                    self.wrong_type(&other, "`any`", "a list of conditions", EXAMPLE);
                }
                _ => {
                    let what = format!("{} is not a key of a condition.", quote(&key.word.text));
                    let mend =
                        "Only `any` has a colon behind it; write a condition without, as in `round 3`.";
                    self.refuse("unknown-key", what, key.word.spot, mend);
                }
            }
        }
        found
    }

    fn clause(&mut self, scalar: &Scalar) -> Option<ClauseDraft> {
        if !self.name(scalar) {
            return None;
        }
        let mut words = self.split(scalar);
        let no = words.first().is_some_and(|word| word.text == NO);
        if no {
            words.remove(0);
        }
        let spot = scalar.word.spot;
        if words.is_empty() {
            let mend = "Write what must not hold, as in `no pursued`.";
            self.refuse("no-condition", "No condition follows `no`.", spot, mend);
            return None;
        }
        Some(ClauseDraft { no, words, spot })
    }

    /// The words between blanks, each with its own place where the file shows it.
    fn split(&self, scalar: &Scalar) -> Vec<Word> {
        let text = &scalar.word.text;
        let word = |part: &str| {
            let start = scalar.start + (part.as_ptr() as usize - text.as_ptr() as usize);
            let own = || self.source.spot(start, start + part.len());
            Word { text: part.to_owned(), spot: if scalar.verbatim { own() } else { scalar.word.spot } }
        };
        text.split_whitespace().map(word).collect()
    }
}
