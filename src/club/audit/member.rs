//! JSON as it stands in a file: members in their order, and twice where they stand twice. So the first member
//! that differs between two texts can be named.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use engine::problem::{count, quote, visible};

/// A JSON value whose members keep their order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Leaf(Value),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

/// The first place where one text differs from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// The member, as in `questions[2].options[0]`.
    pub(super) member: String,
    /// What stands there; nothing if there is no such member.
    pub(super) has: Option<String>,
    /// What should.
    pub(super) due: Option<String>,
}

/// The first member of `held` that is not as in `due`.
pub(super) fn first(held: &Node, due: &Node) -> Option<Difference> {
    differ(held, due, String::new())
}

fn differ(held: &Node, due: &Node, at: String) -> Option<Difference> {
    match (held, due) {
        (Node::Map(held), Node::Map(due)) => members(held, due, &at),
        (Node::List(held), Node::List(due)) => {
            let each = held.iter().zip(due).enumerate();
            let mut found = each.filter_map(|(n, (held, due))| differ(held, due, format!("{at}[{n}]")));
            let longer = || {
                let n = held.len().min(due.len());
                let (has, due) = (held.get(n).map(shown), due.get(n).map(shown));
                (has != due).then(|| Difference { member: format!("{at}[{n}]"), has, due })
            };
            found.next().or_else(longer)
        }
        _ if held == due => None,
        _ => Some(Difference { member: at, has: Some(shown(held)), due: Some(shown(due)) }),
    }
}

fn members(held: &[(String, Node)], due: &[(String, Node)], at: &str) -> Option<Difference> {
    let path = |key: &str| if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") };
    let has_key = |of: &[(String, Node)], key: &str| of.iter().any(|(other, _)| other == key);
    for n in 0..held.len().max(due.len()) {
        match (held.get(n), due.get(n)) {
            (Some((key, held)), Some((other, due))) if key == other => {
                if let Some(found) = differ(held, due, path(key)) {
                    return Some(found);
                }
            }
            (_, Some((key, node))) if !has_key(held, key) => {
                return Some(Difference { member: path(key), has: None, due: Some(shown(node)) });
            }
            (Some((key, node)), _) => {
                return Some(Difference { member: path(key), has: Some(shown(node)), due: None });
            }
            (None, Some((key, node))) => {
                return Some(Difference { member: path(key), has: None, due: Some(shown(node)) });
            }
            (None, None) => {}
        }
    }
    None
}

/// A value in few words.
fn shown(node: &Node) -> String {
    match node {
        Node::Map(members) => format!("an object of {}", count(members.len(), "member")),
        Node::List(items) => format!("a list of {}", items.len()),
        Node::Leaf(Value::String(text)) => quote(text),
        Node::Leaf(value) => value.to_string(),
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let member = visible(&self.member);
        match (&self.has, &self.due) {
            (Some(has), Some(due)) => write!(f, "its `{member}` is {has}, but it was {due}"),
            (Some(_), None) => write!(f, "it has `{member}`, which was not there or not at that place"),
            (None, _) => write!(f, "it has no `{member}`"),
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Leaf(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Node::Map(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(held: &str, due: &str) -> Option<String> {
        let [held, due] = [held, due].map(|text| serde_json::from_str(text).expect("JSON"));
        first(&held, &due).map(|found| found.to_string())
    }

    #[test]
    fn the_first_member_that_differs_is_named() {
        let due = r#"{"a":1,"q":[{"k":"x","n":[1,2]}],"z":null}"#;
        for (held, words) in [
            (due, None),
            (r#"{"a":2,"q":[],"z":null}"#, Some("its `a` is 2, but it was 1")),
            (r#"{"a":1,"q":[],"z":null}"#, Some("it has no `q[0]`")),
            (r#"{"a":1,"q":[{"k":"y","n":[]}],"z":null}"#, Some("its `q[0].k` is `y`, but it was `x`")),
            (r#"{"a":1,"q":[{"k":"x","n":[1]}],"z":1}"#, Some("it has no `q[0].n[1]`")),
            (r#"{"a":1,"q":[{"k":"x","n":[1,2]}]}"#, Some("it has no `z`")),
            (
                r#"{"a":1,"b":0,"q":[{"k":"x","n":[1,2]}],"z":null}"#,
                Some("it has `b`, which was not there or not at that place"),
            ),
            (
                r#"{"a":1,"q":[{"k":"x","n":[1,2]}],"z":null,"z":null}"#,
                Some("it has `z`, which was not there or not at that place"),
            ),
        ] {
            assert_eq!(said(held, due).as_deref(), words, "{held}");
        }
    }
}
