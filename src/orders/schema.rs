//! A JSON Schema for orders, by which editors complete and check a file while it is written.

use serde_json::{Map, Value, json};

use crate::table::OpenQuestion;
use crate::view::Packet;

/// The schema of an orders file; with a packet, it knows the open questions and their options.
pub fn schema(packet: Option<&Packet>) -> Value {
    let answers = match packet {
        None => json!({ "type": "object", "description": "answers by question key" }),
        Some(packet) => {
            let questions = packet.questions.iter().chain(&packet.ahead);
            let known: Map<String, Value> = questions.map(|it| (it.key.clone(), question(it))).collect();
            json!({ "type": "object", "properties": known, "additionalProperties": false })
        }
    };
    let word = json!({ "type": ["string", "number", "boolean"] });
    let words = json!({ "anyOf": [word, { "type": "array", "items": word }] });
    let rule = json!({
        "type": "object", "additionalProperties": false, "required": ["prefer"],
        "properties": { "for": words, "prefer": words, "spread": { "type": "boolean" } },
    });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "sealord orders",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "match": fixed(packet.map(|it| json!(it.match_id)), "the match these orders are for"),
            "exchange": fixed(packet.map(|it| json!(it.exchange)), "the exchange these orders are for"),
            "side": fixed(packet.map(|it| json!(it.side)), "the side that gives them"),
            "final": { "type": "boolean", "description": "true if nothing will follow" },
            "note": { "type": "string", "description": "a private remark" },
            "answers": answers,
            "doctrine": {
                "type": "object",
                "description": "standing answers by kind of question; kind@zone-9 for one place",
                "additionalProperties": { "anyOf": [word, { "type": "array", "items": rule }] },
            },
        },
    })
}

fn fixed(value: Option<Value>, about: &str) -> Value {
    match value {
        Some(value) => json!({ "const": value, "description": about }),
        None => json!({ "description": about }),
    }
}

/// Either way of writing an answer: by subject, or by option.
fn question(question: &OpenQuestion) -> Value {
    let ids = |set: &[u16]| -> Vec<Value> {
        set.iter().flat_map(|&at| spelled(&question.options[at as usize].id)).collect()
    };
    let mut entries: Map<String, Value> = Map::new();
    for (at, subject) in question.subjects.iter().enumerate() {
        let about = format!("{} {}", subject.name, subject.note);
        entries
            .insert(subject.id.clone(), json!({ "enum": ids(question.open_to(at)), "description": about }));
    }
    let names: Vec<&str> = question.subjects.iter().map(|subject| subject.id.as_str()).collect();
    for option in &question.options {
        let list = json!({ "type": "array", "items": { "enum": names }, "description": option.name });
        entries.entry(option.id.clone()).or_insert(list);
    }
    json!({ "type": "object", "title": question.title, "description": question.rule, "properties": entries })
}

/// A number is a number to an editor, and a word to us.
fn spelled(id: &str) -> Vec<Value> {
    let number = id.parse::<u32>().ok().map(Value::from);
    [Some(Value::from(id)), number].into_iter().flatten().collect()
}
