//! A JSON Schema for orders, by which editors complete and check a file while it is written.

use serde_json::{Map, Value, json};

use engine::condition::{ConditionWord, Number, Reads};
use engine::draft::STAFF;
use engine::draft::plan::{Hold, Otherwise};
use engine::draft::{Group, Groups};
use engine::question::OpenQuestion;
use engine::table::judge::groups::members;
use engine::tags::Tagged;
use engine::view::Packet;

/// The schema of an orders file; with a packet, it knows the open questions and their options, and with the
/// words of a system its conditions and its battle plans.
pub fn schema(
    packet: Option<&Packet>,
    conditions: Option<&[ConditionWord]>,
    battle_plans: Option<Value>,
) -> Value {
    let mut shared = Shared::default();
    let answers = answers(packet, &mut shared);
    let exchange = packet.map(|it| json!({ "enum": [it.exchange, it.exchange.to_string()] }));
    let party = packet.map(|it| json!({ "enum": [it.party] }));
    let word = json!({ "type": ["string", "number", "boolean"] });
    let words = json!({ "anyOf": [word, { "type": "array", "items": word }] });
    let rule = json!({
        "type": "object", "additionalProperties": false,
        "properties": {
            "for": words,
            "when": { "$ref": WHEN },
            "prefer": words,
            "spread": truth("true to spread over equal choices"),
        },
    });
    let version = json!({ "anyOf": [
        { "type": "integer", "minimum": 1 }, { "type": "string", "pattern": "^[1-9][0-9]*$" },
    ] });
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "sealord orders",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "match": about(
                packet.map(|it| json!({ "enum": spelled(&it.match_id) })),
                "the match these orders are for",
            ),
            "exchange": about(exchange, "the exchange these orders are for"),
            "side": about(party, "the side that gives them"),
            "version": about(Some(version), "which writing of these orders it is: a higher one is newer"),
            "final": truth("true if you will send nothing more"),
            "note": about(Some(word.clone()), "a note to yourself"),
            "groups": {
                "type": "object",
                "description": "names for several units each, to write wherever a unit may stand; none ends one",
                "additionalProperties": words,
            },
            "answers": answers,
            "plans": { "type": "array", "description": "answers to questions of later steps", "items": plan() },
            "battle-plans": about(
                Some(battle_plans.unwrap_or_else(|| json!({ "type": ["array", "object"] }))),
                "how your forces fight, in a game that is fought by battle plans",
            ),
            "doctrine": doctrine(&word, &rule),
        },
    });
    shared.0.insert("when".to_owned(), when(conditions));
    schema["$defs"] = Value::Object(shared.0);
    schema
}

/// Doctrine: a word or rules for each kind of question, or the word for the staff doctrine.
fn doctrine(word: &Value, rule: &Value) -> Value {
    about(
        Some(json!({ "anyOf": [
            {
                "type": "object",
                "additionalProperties": { "anyOf": [word, { "type": "array", "items": rule }] },
            },
            { "const": STAFF },
        ] })),
        "standing orders by kind of question; kind@zone-9 for one place; staff for those of the game",
    )
}

/// The answers: to any question, or to those of a packet.
fn answers(packet: Option<&Packet>, shared: &mut Shared) -> Value {
    let Some(packet) = packet else {
        return json!({ "type": "object", "description": "answers by question key" });
    };
    let questions = packet.questions.iter().chain(&packet.ahead);
    let known: Map<String, Value> =
        questions.map(|it| (it.key.clone(), question(it, &packet.groups, shared))).collect();
    json!({ "type": "object", "properties": known, "additionalProperties": false })
}

/// Where the schema of a condition stands.
const WHEN: &str = "#/$defs/when";

/// A condition: a clause, or several in a list or under `any`. Without the words of a system a clause is any
/// text.
fn when(conditions: Option<&[ConditionWord]>) -> Value {
    let clauses = match conditions {
        None => vec![json!({ "type": "string" })],
        Some(words) => words.iter().map(clause).collect(),
    };
    let list = json!({ "type": "array", "minItems": 1, "items": { "$ref": WHEN } });
    let any = json!({
        "type": "object", "additionalProperties": false, "required": ["any"], "properties": { "any": list },
    });
    let when = json!({ "anyOf": clauses.into_iter().chain([list, any]).collect::<Vec<Value>>() });
    about(Some(when), "what must hold for the rule to speak; all of a list, or any: [...]")
}

/// The clauses that begin with a word.
fn clause(word: &ConditionWord) -> Value {
    let number = match word.number {
        None => "",
        Some(Number { otherwise: None, .. }) => " [0-9]+",
        Some(Number { otherwise: Some(_), .. }) => "( [0-9]+)?",
    };
    let ratio = if word.ratio.is_some() { "( [0-9]+:[0-9]+)?" } else { "" };
    let choices =
        if word.choices.is_empty() { String::new() } else { format!(" ({})", word.choices.join("|")) };
    let what = if word.what { " .+" } else { "" };
    let place = if word.reads == Reads::Place { "( at .+)?" } else { "" };
    let pattern = format!("^(no )?{}{choices}{what}{ratio}{number}{place}$", word.word);
    json!({ "type": "string", "pattern": pattern, "description": word.usage() })
}

/// A plan. Which options a question will have is known only when it is put.
fn plan() -> Value {
    json!({
        "type": "object", "additionalProperties": false, "required": ["question", "answers"],
        "properties": {
            "question": about(Some(json!({ "type": "string" })), "the key of the question that it answers"),
            "hold": about(
                Some(json!({ "enum": Hold::WORDS })),
                "firm counts whatever became known; fresh is void once a die fell or another side was heard",
            ),
            "else": about(Some(json!({ "enum": Otherwise::WORDS })), "who answers where the plan cannot"),
            "answers": about(
                Some(json!({ "type": ["object", "string", "number", "boolean"] })),
                "as under answers; of a list behind a subject the first legal choice counts",
            ),
        },
    })
}

/// What several places of the schema say, by the name under which they refer to it.
#[derive(Default)]
struct Shared(Map<String, Value>);

impl Shared {
    /// Refers to a schema, which is written once however often it is referred to.
    fn refer(&mut self, schema: Value) -> Value {
        let known = self.0.iter().find(|(_, other)| **other == schema).map(|(name, _)| name.clone());
        let name = known.unwrap_or_else(|| {
            let name = format!("s{}", self.0.len() + 1);
            self.0.insert(name.clone(), schema);
            name
        });
        json!({ "$ref": format!("#/$defs/{name}") })
    }
}

/// A schema with a description; none takes anything.
fn about(schema: Option<Value>, words: &str) -> Value {
    let mut schema = schema.unwrap_or_else(|| json!({}));
    schema["description"] = json!(words);
    schema
}

/// True or false, as the reader takes it: `yes` and `no` are words to a newer YAML.
fn truth(words: &str) -> Value {
    json!({ "enum": [true, false, "true", "false", "yes", "no"], "description": words })
}

/// Any way of writing an answer: by subject, by option with a list or one name, or one word for a single
/// subject. A group may stand for those of its members that are asked about.
fn question(question: &OpenQuestion, groups: &Groups, shared: &mut Shared) -> Value {
    let choices = |set: &[u16]| -> Vec<Value> {
        let options = set.iter().map(|&at| &question.options[at as usize]);
        options.flat_map(|option| names(&option.id, &option.name)).collect()
    };
    let grouped =
        groups.iter().filter_map(|group| Some((group, members(question, group).0.first().copied()?)));
    let grouped: Vec<(&Group, usize)> = grouped.collect();
    let subjects = question.subjects.iter().flat_map(|it| names(&it.id, &it.name));
    let subjects: Vec<Value> = subjects.chain(grouped.iter().map(|(group, _)| json!(group.name))).collect();
    let sets: Vec<Value> =
        question.sets.iter().map(|set| shared.refer(json!({ "enum": choices(set) }))).collect();
    let mut entries: Map<String, Value> = Map::new();
    for subject in &question.subjects {
        let words = format!("{} {}", subject.name, subject.note);
        entries.insert(subject.id.clone(), about(Some(sets[usize::from(subject.set)].clone()), words.trim()));
    }
    for (group, first) in grouped {
        let set = usize::from(question.subjects[first].set);
        let words = format!("your group: {}", group.members.join(", "));
        entries.insert(group.name.clone(), about(Some(sets[set].clone()), &words));
    }
    let one = shared.refer(json!({ "enum": subjects }));
    let list = shared.refer(json!({ "anyOf": [{ "type": "array", "items": one }, one] }));
    for option in &question.options {
        entries.entry(option.id.clone()).or_insert(about(Some(list.clone()), &option.name));
    }
    let whole = json!({ "type": "object", "properties": entries });
    let schema = match question.subjects.len() {
        1 => json!({ "anyOf": [whole, sets[usize::from(question.subjects[0].set)]] }),
        _ => whole,
    };
    let mut schema = about(Some(schema), &question.rule);
    schema["title"] = json!(question.title);
    schema
}

/// The ways in which a file may call a thing.
fn names(id: &str, name: &str) -> Vec<Value> {
    let mut names = spelled(id);
    if name != id {
        names.push(Value::from(name));
    }
    names
}

/// A number is a number to an editor, and a word to us.
fn spelled(id: &str) -> Vec<Value> {
    let number = id.parse::<u32>().ok().map(Value::from);
    [Some(Value::from(id)), number].into_iter().flatten().collect()
}
