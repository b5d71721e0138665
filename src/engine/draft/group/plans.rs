//! Groups in battle plans.

use std::borrow::Cow;

use super::Groups;
use crate::draft::Word;
use crate::draft::battle::BattlePlansDraft;
use crate::draft::node::{Node, Scalar};

impl Groups {
    /// Battle plans with the members of groups in place of their names, in the lists under these keys: words
    /// for units stand nowhere else, and a plan has groups of its own.
    pub fn in_battle_plans<'d>(
        &self,
        draft: &'d BattlePlansDraft,
        keys: &[&str],
    ) -> Cow<'d, BattlePlansDraft> {
        if self.is_empty() {
            return Cow::Borrowed(draft);
        }
        Cow::Owned(BattlePlansDraft { spot: draft.spot, body: self.within(&draft.body, keys, false) })
    }

    fn within(&self, node: &Node, keys: &[&str], units: bool) -> Node {
        match node {
            Node::Scalar(scalar) if units && self.get(&scalar.word.text).is_some() => {
                Node::List(scalar.word.spot, self.listed(std::slice::from_ref(node)))
            }
            Node::List(spot, items) if units => Node::List(*spot, self.listed(items)),
            Node::List(spot, items) => {
                Node::List(*spot, items.iter().map(|item| self.within(item, keys, units)).collect())
            }
            Node::Map(spot, pairs) => {
                let is_key = |key: &Node| matches!(key, Node::Scalar(scalar) if keys.contains(&scalar.word.text.as_str()));
                let pair = |(key, value): &(Node, Node)| {
                    (key.clone(), self.within(value, keys, units || is_key(key)))
                };
                Node::Map(*spot, pairs.iter().map(pair).collect())
            }
            other => other.clone(),
        }
    }

    /// The entries of a list, those that are groups by their members.
    fn listed(&self, items: &[Node]) -> Vec<Node> {
        let text = |node: &Node| match node {
            Node::Scalar(scalar) => Some(scalar.word.text.clone()),
            _ => None,
        };
        let mut seen: Vec<String> = items.iter().filter_map(text).collect();
        let mut all = Vec::with_capacity(items.len());
        for item in items {
            let Node::Scalar(scalar) = item else {
                all.push(item.clone());
                continue;
            };
            let Some(group) = self.get(&scalar.word.text) else {
                all.push(item.clone());
                continue;
            };
            for member in &group.members {
                if !seen.contains(member) {
                    seen.push(member.clone());
                    let word = Word { text: member.clone(), spot: scalar.word.spot };
                    all.push(Node::Scalar(Scalar { word, ..scalar.clone() }));
                }
            }
        }
        all
    }
}
