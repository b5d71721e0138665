//! What commands print with `--json` is what their schemas say, field by field: a contract with programs
//! that read it.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use clap::CommandFactory;
use sealord::cli::answers;
use serde_json::Value;

use super::page;
use super::typed::{prepare, steps, typed_by};
use crate::skip::skip_without;

/// Commands that write a file or a page to stdout, which `--json` does not change, and those that run until
/// they are stopped.
const NO_JSON: [&str; 8] =
    ["completions", "compose", "dossier", "form", "practice", "replay", "report", "serve-mail"];

/// Commands whose JSON is not promised yet.
const NOT_YET: [&str; 17] = [
    "edit",
    "league accept",
    "league ballot",
    "league bid",
    "league case",
    "league decline",
    "league dossier",
    "league export",
    "league go-on",
    "league import",
    "league ladder",
    "league panel",
    "league statement",
    "league verdict",
    "league vote",
    "league witness",
    "replay-under",
];

/// Stands before the program on the path: runs it with `--json`, and keeps what was asked and what it
/// answered.
const EAR: &str = "#!/bin/sh
file=$(mktemp \"$SEALORD_HEARD/XXXXXXXX\") || exit 70
\"$SEALORD_HEARD_OF\" --json \"$@\" > \"$file\"
code=$?
printf '%s' \"$*\" > \"$file.asked\"
cat \"$file\"
exit $code
";

/// Types lines in a folder; whether they work is other tests' matter.
fn overheard(ear: &Path, folder: &Path, lines: &[String]) {
    let heard = ear.join("heard");
    for line in lines {
        let of = env!("CARGO_BIN_EXE_sealord");
        let line = format!("export SEALORD_HEARD='{}' SEALORD_HEARD_OF='{of}'; {line}", heard.display());
        drop(typed_by(ear, folder, &line));
    }
}

/// What was answered, each with the command that was asked.
fn answered(heard: &Path) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(heard).unwrap() {
        let asked = entry.unwrap().path();
        if asked.extension().is_none_or(|it| it != "asked") {
            continue;
        }
        let words = std::fs::read_to_string(&asked).unwrap();
        let mut words = words.split_whitespace();
        let command = match (words.next().unwrap_or_default(), words.next()) {
            (group @ ("league" | "note"), Some(act)) => format!("{group} {act}"),
            (command, _) => command.to_owned(),
        };
        let said = std::fs::read_to_string(asked.with_extension("")).unwrap();
        if let Ok(value) = serde_json::from_str(&said) {
            all.push((command, value));
        }
    }
    all
}

/// The lines that are typed: each command once, a season, a signature, and some mistakes.
fn lines() -> (Vec<String>, Vec<String>) {
    let mut lines: Vec<String> = steps().into_iter().map(|step| format!("sealord {step}")).collect();
    lines.retain(|line| !line.contains("serve-mail"));
    let more = [
        "sealord clock c --used",
        "sealord systems --options",
        "sealord declare s --list",
        "sealord data seas-of-thunder --export units.csv",
        "sealord audit m p",
        "sealord leakcheck m --templates leaky --exchange 1",
        "\"$SEALORD_HEARD_OF\" statement head e > head.txt",
        "ssh-keygen -q -t ed25519 -N '' -f key && ssh-keygen -q -Y sign -f key -n sealord-witness head.txt",
        "sealord witness e head.txt --signature head.txt.sig --name Club",
        "sealord note key key.pub --name club.example/e",
        "sealord note head e --club club.example",
        "\"$SEALORD_HEARD_OF\" note key key.pub --name club.example/e > log.vkey",
        "\"$SEALORD_HEARD_OF\" note head e --club club.example --key key > note.txt",
        "sealord note cosign note.txt --key key --name other.example --log $(cat log.vkey) --record record.json",
        "sealord audit e --note note.txt --vkey $(cat log.vkey)",
        "sealord league new other && sealord league open other autumn",
        "sealord league enter other autumn anna bert carl dora",
        "sealord league leave other autumn dora && sealord league drop other autumn carl --reason gone",
        "sealord status office",
        "sealord status office --player anna@players.example",
        "sealord audit nowhere",
        "printf 'match: m\\nexchange: 9\\nanswers: {x: [' > bad.yaml; sealord check bad.yaml -p one.json",
    ];
    lines.extend(more.map(str::to_owned));
    let season = page("docs/league.md");
    let blocks = season.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    (lines, blocks.flat_map(str::lines).map(str::to_owned).collect())
}

#[test]
fn every_answer_is_as_its_schema_says() {
    if Command::new("ssh-keygen").arg("-?").output().is_err() {
        return skip_without("ssh-keygen");
    }
    let folder = tempfile::tempdir().unwrap();
    let [ear, every, season] = ["ear", "every", "season"].map(|name| folder.path().join(name));
    for made in [&ear.join("heard"), &every, &season] {
        std::fs::create_dir_all(made).unwrap();
    }
    std::fs::write(ear.join("sealord"), EAR).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(ear.join("sealord"), mode).unwrap();
    prepare(&every);
    let (lines, of_season) = lines();
    overheard(&ear, &every, &lines);
    overheard(&ear, &season, &of_season);

    let (mut promised, mut faults) = (BTreeSet::new(), 0);
    for (command, value) in answered(&ear.join("heard")) {
        if value["ok"] == false && value.get("mend").is_some() {
            let amiss = amiss(&answers::schema("fault").unwrap(), &value, "");
            assert_eq!(amiss, None, "{command}: {value:#}");
            faults += 1;
        } else if !NOT_YET.contains(&command.as_str()) {
            let schema = answers::schema(&command).unwrap_or_else(|fault| panic!("{command}: {fault}"));
            assert_eq!(amiss(&schema, &value, ""), None, "{command}: {value:#}");
            promised.insert(command);
        }
    }
    let all: BTreeSet<String> = answers::commands().map(str::to_owned).collect();
    assert_eq!(promised, all, "each schema is held against an answer");
    assert!(faults >= 2, "{faults}");
}

/// Every command has a schema, or stands on one of the two lists.
#[test]
fn every_command_has_a_schema_or_says_why_not() {
    let cli = sealord::cli::Cli::command();
    let mut all: BTreeSet<String> = cli.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    // It is there with the feature `postgres` alone, and not promised yet.
    all.remove("store");
    for group in ["league", "note"] {
        assert!(all.remove(group));
        let verbs = cli.find_subcommand(group).unwrap().get_subcommands();
        all.extend(verbs.map(|it| format!("{group} {}", it.get_name())));
    }
    let listed: Vec<String> = answers::commands().chain(NO_JSON).chain(NOT_YET).map(str::to_owned).collect();
    let each: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(each.len(), listed.len(), "something is listed twice");
    assert_eq!(each, all);
    let page = page("docs/embedder.md");
    for word in NO_JSON.iter().chain(&NOT_YET) {
        assert!(page.contains(&format!("`{word}`")), "docs/embedder.md does not name {word}");
    }
    assert!(page.contains(&format!("The version of the contract is **{}**", answers::CONTRACT)));
}

/// The script that plays a match through the contract, as its head says.
#[test]
fn a_script_drives_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/drive.py");
    let mut python = Command::new("python3");
    python.arg(script).arg("driven").current_dir(folder.path());
    python.env("SEALORD", env!("CARGO_BIN_EXE_sealord")).env_remove("SEALORD_NOW");
    let Ok(said) = python.output() else { return skip_without("python3") };
    let (out, told) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
    assert!(said.status.success(), "{out}\n{told}");
    assert_eq!(out.matches("resolved: ").count(), 4, "{out}");
    assert!(out.contains("\nwaiting: ") && out.contains("4 exchanges"), "{out}");
}

/// What in a value is not as a schema says; in a test a field that it does not name is amiss too. Schemas
/// use no other words than these.
fn amiss(schema: &Value, value: &Value, at: &str) -> Option<String> {
    let schema = schema.as_object().unwrap_or_else(|| panic!("{at}: no schema"));
    for (word, asked) in schema {
        let found = match word.as_str() {
            "$schema" | "$id" | "title" | "description" | "additionalProperties" => None,
            "type" => (!has_type(asked, value)).then(|| format!("{at} is not {asked}")),
            "const" => (asked != value).then(|| format!("{at} is not {asked}")),
            "pattern" => {
                assert_eq!(asked, "^[0-9a-f]{64}$");
                let is_hash =
                    |text: &str| text.len() == 64 && text.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'));
                value.as_str().filter(|text| !is_hash(text)).map(|text| format!("{at}: {text} is no hash"))
            }
            "anyOf" => {
                let all: Vec<_> = asked.as_array().unwrap().iter().map(|it| amiss(it, value, at)).collect();
                (!all.contains(&None)).then(|| format!("{at}: {all:?}"))
            }
            "required" => {
                let missing = |key: &&Value| value.is_object() && value.get(key.as_str().unwrap()).is_none();
                asked.as_array().unwrap().iter().find(missing).map(|key| format!("{at} has no {key}"))
            }
            "items" => {
                let items = value.as_array().into_iter().flatten().enumerate();
                items.filter_map(|(place, it)| amiss(asked, it, &format!("{at}[{place}]"))).next()
            }
            "properties" => None,
            other => panic!("{at}: this test does not know the word {other}"),
        };
        if found.is_some() {
            return found;
        }
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    let rest = schema.get("additionalProperties");
    if properties.is_none() && rest.is_none() {
        return None;
    }
    let fields = value.as_object().into_iter().flatten();
    let held = fields.map(|(key, it)| match (properties.and_then(|all| all.get(key)), rest) {
        (Some(named), _) => amiss(named, it, &format!("{at}.{key}")),
        (None, Some(Value::Bool(true))) => None,
        (None, Some(other)) => amiss(other, it, &format!("{at}.{key}")),
        (None, None) => Some(format!("{at}.{key} is not in the schema")),
    });
    held.flatten().next()
}

fn has_type(asked: &Value, value: &Value) -> bool {
    let is = |word: &Value| match word.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    };
    asked.as_array().map_or_else(|| is(asked), |all| all.iter().any(is))
}
