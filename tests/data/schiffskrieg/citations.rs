//! Which rule the story cites: each that it can has a conformance case that says where (`cites`).

use std::collections::BTreeSet;

use serde_json::Value;

use super::ledger;

/// The events whose lines cite a rule.
const KINDS: [&str; 29] = [
    "thing-began",
    "intelligence",
    "formed",
    "contested",
    "checked",
    "outcome",
    "round-began",
    "fired",
    "submerged",
    "took-effect",
    "retirement",
    "resolved",
    "intercepted",
    "engaged",
    "raid-ended",
    "base-attacked",
    "patrolled",
    "funded",
    "begun",
    "reorganized",
    "withdrawn",
    "fate",
    "held",
    "luck-awarded",
    "cards-drawn",
    "card-played",
    "luck-spent",
    "delayed",
    "moved",
];

/// What the cases expect to be cited, by the event of which a line is told.
fn cited() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for file in std::fs::read_dir("tests/rules/schiffskrieg").expect("the cases") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("a file of cases");
        gather(&serde_yaml::from_str(&text).expect("YAML"), &mut found);
    }
    found
}

fn gather(value: &Value, found: &mut Vec<(String, String)>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| gather(item, found)),
        Value::Object(fields) => {
            if let (Some(Value::String(event)), Some(cites)) = (fields.get("event"), fields.get("cites")) {
                let rules = cites.as_array().map_or(std::slice::from_ref(cites), Vec::as_slice);
                let rules = rules.iter().filter_map(Value::as_str).filter(|rule| !rule.is_empty());
                found.extend(rules.map(|rule| (event.clone(), rule.to_owned())));
            }
            fields.values().for_each(|field| gather(field, found));
        }
        _ => {}
    }
}

/// The rules that stand in the program between two places in a file.
fn rules_in(text: &str, from: &str, to: &str) -> BTreeSet<String> {
    let begin = text.find(from).unwrap_or_else(|| panic!("no `{from}`"));
    let part = &text[begin..];
    let part = part.find(to).map_or(part, |end| &part[..end]);
    let code = part.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: Vec<&str> = code.collect();
    let literals = code.iter().flat_map(|line| line.split('"').skip(1).step_by(2));
    literals.filter(|it| it.starts_with("SK-")).map(str::to_owned).collect()
}

#[test]
fn every_kind_of_line_has_a_case_for_the_rule_that_it_cites() {
    let cited = cited();
    let missing: Vec<&str> =
        KINDS.into_iter().filter(|kind| !cited.iter().any(|(of, _)| of == kind)).collect();
    assert!(missing.is_empty(), "no case says what these cite: {}", missing.join(", "));
    for (kind, rule) in &cited {
        assert!(ledger().find(rule).is_some(), "`{kind}` cites {rule}, which is no rule");
        assert!(KINDS.contains(&kind.as_str()), "`{kind}` is no kind of line that cites a rule");
    }
}

#[test]
fn every_rule_that_hangs_on_what_happened_has_a_case() {
    let cited: BTreeSet<String> = cited().into_iter().map(|(_, rule)| rule).collect();
    let story = include_str!("../../../src/rules/schiffskrieg/cited.rs");
    let mut rules = rules_in(story, "fn exact_rule", "/// The rule for events of a kind");
    let ends = include_str!("../../../src/rules/schiffskrieg/combat/outcome.rs");
    rules.extend(rules_in(ends, "fn resolve(", "fn settle("));
    for lateness in [
        include_str!("../../../src/rules/schiffskrieg/placement/late.rs"),
        include_str!("../../../src/rules/schiffskrieg/placement/reform.rs"),
    ] {
        rules.extend(rules_in(lateness, "fn ", "no such text"));
    }
    rules.retain(|rule| !QUESTIONS.contains(&rule.as_str()));
    let missing: Vec<&String> = rules.difference(&cited).collect();
    assert!(missing.is_empty(), "no case has the story cite these: {missing:?}");
}

/// Rules that questions cite beside events.
const QUESTIONS: [&str; 0] = [];
