//! Reads `groups:` of an orders file.

use super::{GroupDraft, GroupsDraft};
use crate::draft::checks::Reader;
use crate::draft::node::{Node, Scalar};
use crate::problem::quote;

/// The word for no members.
pub(super) const NOBODY: &str = "none";
/// How a group is written.
const EXAMPLE: &str = "kido-butai: [akagi, kaga]";
/// Longest name of a group, in characters.
const LONGEST: usize = 40;
/// Words that a file takes for something else.
const TAKEN: [&str; 11] = ["none", "no", "any", "all", "every", "each", "at", "null", "true", "false", "yes"];

impl Reader<'_, '_> {
    /// What stands under `groups:`; nothing if that is no mapping.
    pub fn groups(&mut self, key: &Scalar, value: Node) -> Option<GroupsDraft> {
        match value {
            Node::Map(_, pairs) => {
                let pairs = self.entries(pairs);
                let groups = pairs.into_iter().filter_map(|(name, value)| self.group(name, value));
                Some(GroupsDraft { spot: key.word.spot, groups: groups.collect() })
            }
            Node::Scalar(scalar) if scalar.null => {
                let mend = format!("Write groups below it, as in `{EXAMPLE}`, or delete the line.");
                self.missing(key, mend);
                None
            }
            other => {
                let mend = format!("Write each group as `{EXAMPLE}`, two spaces further in.");
                self.wrong_type(&other, "`groups`", "`name: [members]` lines", &mend);
                None
            }
        }
    }

    fn group(&mut self, name: Scalar, value: Node) -> Option<GroupDraft> {
        let members = match value {
            Node::Scalar(scalar) if scalar.null => {
                let mend = format!("Write its units, as in `{EXAMPLE}`; `none` takes the group back.");
                self.missing(&name, mend);
                return None;
            }
            Node::Scalar(scalar) if scalar.word.text == NOBODY => Vec::new(),
            Node::Scalar(scalar) => self.name(&scalar).then(|| vec![scalar.word])?,
            Node::List(_, items) => self.words(items),
            other => {
                let owner = format!("The group {}", quote(&name.word.text));
                self.wrong_type(&other, &owner, "a list of units", &format!("Write it as `{EXAMPLE}`."));
                return None;
            }
        };
        self.is_group_name(&name).then_some(GroupDraft { name: name.word, members })
    }

    /// Whether a word can be the name of a group in any game; if not, says why. It must be one word where
    /// names stand beside others, and nothing that is read for a number or a count.
    fn is_group_name(&mut self, name: &Scalar) -> bool {
        let text = &name.word.text;
        let plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let letter = text.chars().next().is_some_and(char::is_alphabetic);
        let last = text.chars().last().is_some_and(char::is_alphanumeric);
        let first = text.split(['-', '_']).next().unwrap_or_default().to_lowercase();
        let what = if !(letter && last && text.chars().all(plain)) {
            "has letters, digits, `-` and `_` alone, and begins with a letter"
        } else if text.chars().count() > LONGEST {
            "has at most 40 characters"
        } else if TAKEN.contains(&first.as_str()) {
            "does not begin with a word that means something else in orders"
        } else {
            return true;
        };
        let said = quote(text);
        let mend = "Write one word, as in `kido-butai`.";
        self.refuse(
            "bad-group-name",
            format!("{said} cannot be a group: a name {what}."),
            name.word.spot,
            mend,
        );
        false
    }
}
