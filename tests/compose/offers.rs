//! What a form and a schema offer is taken, line by line: by itself each line of a form is an orders file
//! that `check` takes, or that it refuses by a limit which its words name; and the schema of a packet takes
//! that line, and no option that is not open.

use std::collections::BTreeMap;

use sealord::matches::{MatchFault, check_orders};
use sealord::orders::schema::schema;
use sealord::question::OpenQuestion;
use sealord::view::Packet;
use serde_json::{Value, json};

use super::doctrine::quoted;
use super::{PACKETS, rules_kept};

/// How many subjects of a question are tried, and how many options of each.
const SUBJECTS: usize = 3;
const OPTIONS: usize = 3;
/// How many packets of each system.
const TRIED: usize = 5;

/// The codes by which a whole answer fails though each line of it is open.
const LIMITS: [&str; 7] =
    ["not-distinct", "wrong-count", "out-of-line", "missing", "not-allowed-alone", "too-much", "too-many"];

/// Some of so many, from first to last.
fn some(count: usize, most: usize) -> impl Iterator<Item = usize> {
    let step = count.div_ceil(most).max(1);
    (0..count).step_by(step).chain(count.checked_sub(1))
}

/// Whether a schema takes a value, as far as schemas of orders go.
fn takes(whole: &Value, schema: &Value, value: &Value) -> bool {
    let all = |of: &Value| of.as_object().expect("a schema").clone();
    all(schema).iter().all(|(word, says)| match word.as_str() {
        "$ref" => takes(whole, whole.pointer(&says.as_str().unwrap()[1..]).expect("it is there"), value),
        "enum" => says.as_array().unwrap().contains(value),
        "anyOf" => says.as_array().unwrap().iter().any(|it| takes(whole, it, value)),
        "type" => {
            let is = |it: &str| match it {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "integer" => value.is_u64(),
                "number" => value.is_number(),
                "boolean" => value.is_boolean(),
                other => panic!("what is {other}?"),
            };
            says.as_str()
                .map_or_else(|| says.as_array().unwrap().iter().any(|it| is(it.as_str().unwrap())), is)
        }
        "properties" => {
            let fits =
                |(key, value): (&String, &Value)| says.get(key).is_none_or(|it| takes(whole, it, value));
            value.as_object().is_none_or(|it| it.iter().all(fits))
        }
        "additionalProperties" if *says == json!(false) => {
            let known = &schema["properties"];
            value.as_object().is_none_or(|it| it.keys().all(|key| known.get(key).is_some()))
        }
        "items" => value.as_array().is_none_or(|it| it.iter().all(|it| takes(whole, says, it))),
        "$schema" | "$defs" | "title" | "description" => true,
        other => panic!("what does {other} say?"),
    })
}

/// What `check` says of one line, by itself: whether it is taken, and the codes and rules by which it is
/// refused.
fn said(packet: &Packet, question: &OpenQuestion, who: &str, what: &str) -> Vec<(String, Option<String>)> {
    let text = format!("answers:\n  {}:\n    {}: {}\n", quoted(&question.key), quoted(who), quoted(what));
    match check_orders(&*rules_kept(packet), packet, "orders.yaml", text.as_bytes()) {
        Ok(understood) => {
            assert!(understood.spelled.is_empty(), "{}: an id is read for another: {text}", packet.system);
            Vec::new()
        }
        Err(MatchFault::Refused { problems, .. }) => {
            problems.iter().map(|it| (it.code.to_string(), it.rule.clone())).collect()
        }
        Err(fault) => panic!("{fault}\n{text}"),
    }
}

#[test]
fn each_line_that_is_offered_is_taken_or_a_limit_says_why_not() {
    let mut counted: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let asks = |packet: &&Packet| !packet.questions.is_empty();
    for packet in PACKETS.iter().flat_map(|packets| packets.iter().filter(asks).take(TRIED)) {
        let own = schema(Some(packet), None, None);
        for question in packet.questions.iter().chain(&packet.ahead) {
            let limits: Vec<&str> = question.limits.iter().map(|limit| limit.rule()).collect();
            for at in some(question.subjects.len(), SUBJECTS) {
                let who = &question.subjects[at].id;
                let open = question.open_to(at);
                let line =
                    |what: &str| json!({ "answers": { question.key.as_str(): { who.as_str(): what } } });
                for nth in some(open.len(), OPTIONS) {
                    let what = &question.options[usize::from(open[nth])].id;
                    let counts = counted.entry(&packet.system).or_default();
                    assert!(
                        takes(&own, &own, &line(what)),
                        "the schema refuses {who}: {what} ({})",
                        question.key
                    );
                    let refused = said(packet, question, who, what);
                    counts[usize::from(!refused.is_empty())] += 1;
                    for (code, rule) in refused {
                        let named =
                            rule.as_deref().is_some_and(|it| limits.contains(&it) || it == question.rule);
                        assert!(
                            LIMITS.contains(&&*code) && named,
                            "{}: {who}: {what}: {code} {rule:?}",
                            question.key
                        );
                    }
                }
                let word = |option: u16| &question.options[usize::from(option)].id;
                let is_open = |option: u16| open.iter().any(|&it| word(it) == word(option));
                let closed = (0..question.options.len() as u16).filter(|&it| !is_open(it));
                let closed: Vec<u16> = closed.collect();
                for nth in some(closed.len(), OPTIONS) {
                    let what = word(closed[nth]);
                    assert!(
                        !takes(&own, &own, &line(what)),
                        "the schema takes {who}: {what} ({})",
                        question.key
                    );
                    assert!(
                        !said(packet, question, who, what).is_empty(),
                        "{who} took {what} ({})",
                        question.key
                    );
                    counted.entry(&packet.system).or_default()[2] += 1;
                }
            }
        }
    }
    println!("taken, refused by a limit, not open: {counted:?}");
    assert_eq!(counted.len(), 4);
    assert!(counted.values().all(|[taken, ..]| *taken > 30), "{counted:?}");
}
