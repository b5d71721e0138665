//! Named groups of units: what a party writes under `groups:`, and what stands of it.
//!
//! A group stands until a file names it again. What it is made of follows from the files in their order
//! alone, so whoever reads them again finds the same. Nothing here knows which units there are.

mod parse;
mod plans;
mod write;

pub use write::write_groups;

use serde::{Deserialize, Serialize};

use super::{Spot, Word};

/// The most groups that a side may have.
pub const MOST: usize = 100;

/// What stands under `groups:` of an orders file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupsDraft {
    /// Where the word `groups` stands.
    pub spot: Spot,
    /// The groups in their order.
    pub groups: Vec<GroupDraft>,
}

/// A group as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupDraft {
    /// What it is called.
    pub name: Word,
    /// Its members: units and other groups; none if it ends.
    pub members: Vec<Word>,
}

/// A group as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// What it is called.
    pub name: String,
    /// The ids of its units, each once; none if it was taken back.
    pub members: Vec<String>,
}

/// The groups of a party as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Groups(Vec<Group>);

impl Groups {
    /// No groups at all.
    pub const NONE: &'static Groups = &Groups(Vec::new());

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them, in the order in which they were named first.
    pub fn iter(&self) -> impl Iterator<Item = &Group> {
        self.0.iter()
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|group| group.name.as_str())
    }

    /// The group of a name, in capitals or small letters.
    pub fn get(&self, word: &str) -> Option<&Group> {
        if self.0.is_empty() {
            return None;
        }
        let lower = word.to_lowercase();
        self.0.iter().find(|group| group.name.to_lowercase() == lower)
    }

    /// Takes a group as a file has it in place of the one that had its name. A member that is a group means
    /// the units that this has now.
    pub fn take(&mut self, draft: &GroupDraft) {
        let mut members: Vec<String> = Vec::new();
        for word in &draft.members {
            let own = std::slice::from_ref(&word.text);
            for member in self.get(&word.text).map_or(own, |group| &group.members) {
                if !members.contains(member) {
                    members.push(member.clone());
                }
            }
        }
        let lower = draft.name.text.to_lowercase();
        match self.0.iter_mut().find(|group| group.name.to_lowercase() == lower) {
            Some(group) => group.members = members,
            None => self.0.push(Group { name: draft.name.text.clone(), members }),
        }
    }

    /// These, and then what a file says.
    pub fn and(&self, draft: Option<&GroupsDraft>) -> Groups {
        let mut groups = self.clone();
        draft.into_iter().flat_map(|draft| &draft.groups).for_each(|group| groups.take(group));
        groups
    }

    /// Those that have members.
    pub fn standing(&self) -> Groups {
        Groups(self.0.iter().filter(|group| !group.members.is_empty()).cloned().collect())
    }

    /// The words of a list with the members of groups in place of their names, as far as they are `kept`.
    pub fn among(&self, words: &[Word], kept: &dyn Fn(&str) -> bool) -> Vec<Word> {
        let mut all: Vec<Word> = Vec::with_capacity(words.len());
        let is_named = |member: &str| words.iter().any(|word| word.text == member);
        for word in words {
            let Some(group) = self.get(&word.text) else {
                all.push(word.clone());
                continue;
            };
            for member in group.members.iter().filter(|it| kept(it) && !is_named(it)) {
                if all.iter().all(|it| it.text != *member) {
                    all.push(Word { text: member.clone(), spot: word.spot });
                }
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::tests::read;

    fn after(files: &[&str]) -> Groups {
        let read = |file: &&str| read(file).groups;
        files.iter().fold(Groups::default(), |groups, file| groups.and(read(file).as_ref()))
    }

    fn members(groups: &Groups, name: &str) -> Vec<String> {
        groups.get(name).map(|group| group.members.clone()).unwrap_or_default()
    }

    #[test]
    fn a_group_stands_until_it_is_named_again() {
        let groups = after(&["groups: {a: [x, y], b: z}\n", "groups: {A: [y]}\n"]);
        assert_eq!(members(&groups, "a"), ["y"]);
        assert_eq!(members(&groups, "B"), ["z"]);
        assert_eq!(groups.names().collect::<Vec<_>>(), ["a", "b"]);
        let groups = groups.and(read("groups: {b: none, a: []}\n").groups.as_ref());
        assert_eq!(members(&groups, "b").len() + members(&groups, "a").len(), 0);
        assert!(groups.standing().is_empty() && !groups.is_empty());
    }

    #[test]
    fn a_group_among_the_members_means_what_it_has_then() {
        let files = ["groups: {a: [x, y], b: [a, z, x]}\n", "groups: {a: [w]}\n", "groups: {a: [a, v]}\n"];
        assert_eq!(members(&after(&files), "b"), ["x", "y", "z"]);
        assert_eq!(members(&after(&files), "a"), ["w", "v"]);
    }

    #[test]
    fn words_of_a_list_are_read_once_each() {
        let groups = after(&["groups: {a: [x, y, z]}\n"]);
        let words = ["y", "A"].map(|text| Word { text: text.to_owned(), spot: Spot::default() });
        let all = groups.among(&words, &|it| it != "z");
        assert_eq!(all.iter().map(|it| it.text.as_str()).collect::<Vec<_>>(), ["y", "x"]);
    }
}
