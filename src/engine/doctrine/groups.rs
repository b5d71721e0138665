//! Groups in doctrine: their members stand in place of their names before a system reads a word of it.

use std::borrow::Cow;

use crate::draft::{
    ClauseDraft, DoctrineBody, DoctrineDraft, DoctrineEntry, DoctrineRule, Groups, WhenDraft, Word,
};

/// Doctrine with the members of groups in place of their names, as far as they are `kept`. A rule that was
/// for groups of which nobody is left is for nobody, and falls away.
pub fn in_doctrine<'d>(
    groups: &Groups,
    draft: &'d DoctrineDraft,
    kept: &dyn Fn(&str) -> bool,
) -> Cow<'d, DoctrineDraft> {
    if groups.is_empty() {
        return Cow::Borrowed(draft);
    }
    let read = Read { groups, kept };
    let entry = |entry: &DoctrineEntry| {
        let body = match &entry.body {
            DoctrineBody::Word(word) => read.word(word),
            DoctrineBody::Rules(rules) => {
                DoctrineBody::Rules(rules.iter().filter_map(|it| read.rule(it)).collect())
            }
        };
        DoctrineEntry { kind: entry.kind.clone(), body }
    };
    let staff = draft.staff.clone();
    Cow::Owned(DoctrineDraft { spot: draft.spot, staff, rules: draft.rules.iter().map(entry).collect() })
}

/// Whether doctrine names a group.
pub fn names_one(groups: &Groups, draft: &DoctrineDraft) -> bool {
    *in_doctrine(groups, draft, &|_| true) != *draft
}

struct Read<'g> {
    groups: &'g Groups,
    kept: &'g dyn Fn(&str) -> bool,
}

impl Read<'_> {
    fn words(&self, words: &[Word]) -> Vec<Word> {
        self.groups.among(words, self.kept)
    }

    /// One word for all: a group is several preferences.
    fn word(&self, word: &Word) -> DoctrineBody {
        if self.groups.get(&word.text).is_none() {
            return DoctrineBody::Word(word.clone());
        }
        let prefer = self.words(std::slice::from_ref(word));
        let rule = DoctrineRule { for_: Vec::new(), when: None, prefer, spread: None, spot: word.spot };
        DoctrineBody::Rules(vec![rule])
    }

    fn rule(&self, rule: &DoctrineRule) -> Option<DoctrineRule> {
        let for_ = self.words(&rule.for_);
        let is_for_nobody = for_.is_empty() && !rule.for_.is_empty();
        let when = rule.when.as_ref().map(|when| self.when(when));
        let prefer = self.words(&rule.prefer);
        (!is_for_nobody).then(|| DoctrineRule { for_, when, prefer, ..rule.clone() })
    }

    fn when(&self, when: &WhenDraft) -> WhenDraft {
        let all = |parts: &[WhenDraft]| parts.iter().map(|part| self.when(part)).collect();
        match when {
            WhenDraft::Clause(clause) => self.clause(clause),
            WhenDraft::All(parts) => WhenDraft::All(all(parts)),
            WhenDraft::Any(parts) => WhenDraft::Any(all(parts)),
        }
    }

    /// A clause about a group holds if it holds of one of its units; with `no`, if it holds of none.
    fn clause(&self, clause: &ClauseDraft) -> WhenDraft {
        let groups = clause.words.iter().enumerate().skip(1);
        let found = groups.filter_map(|(at, word)| Some((at, word, self.groups.get(&word.text)?))).next();
        let Some((at, word, group)) = found else { return WhenDraft::Clause(clause.clone()) };
        let of = |member: &String| {
            let mut clause = clause.clone();
            clause.words[at] = Word { text: member.clone(), spot: word.spot };
            WhenDraft::Clause(clause)
        };
        let each = group.members.iter().filter(|it| (self.kept)(it)).map(of).collect();
        if clause.no { WhenDraft::All(each) } else { WhenDraft::Any(each) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::tests::read;
    use crate::draft::write::write_doctrine;

    fn meant(doctrine: &str) -> String {
        let file = format!("groups: {{duo: [p, q], gone: none}}\ndoctrine:\n  {doctrine}\n");
        let draft = read(&file);
        let groups = Groups::default().and(draft.groups.as_ref());
        write_doctrine(&in_doctrine(&groups, &draft.doctrine.unwrap(), &|_| true))
    }

    #[test]
    fn members_stand_in_place_of_a_group() {
        assert_eq!(
            meant("fire: [{for: [duo, z], prefer: [DUO]}]"),
            "fire:\n  - {for: [p, q, z], prefer: [p, q]}\n"
        );
        assert_eq!(meant("fire: duo"), "fire:\n  - {prefer: [p, q]}\n");
        assert_eq!(meant("fire: z"), "fire: z\n");
    }

    #[test]
    fn a_condition_looks_for_each_member() {
        let found = meant("fire: [{when: [own duo at sea, no enemy duo], prefer: [z]}]");
        let wanted = "{any: [own p at sea, own q at sea]}, [no enemy p, no enemy q]";
        assert!(found.replace("\n       ", "").contains(wanted), "{found}");
    }

    #[test]
    fn a_rule_for_nobody_does_not_become_one_for_all() {
        assert_eq!(
            meant("fire: [{for: gone, prefer: [z]}, {prefer: [gone, w]}]"),
            "fire:\n  - {prefer: [w]}\n"
        );
    }
}
