//! Battle plans at random, with sense and without: the page and the program say the same of each, with the
//! same help. Needs `node`.

/// Where they come from.
mod made;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sealord::adjudicator::Adjudicator;
use sealord::draft::battle::write_battle_plans;
use sealord::draft::parse_into;
use sealord::problem::{Collector, Problem, Problems};
use sealord::rules::tactical::plan;
use sealord::rules::war_at_sea::WarAtSea;
use sealord::rules::{Choices, load, system};
use serde_json::{Value, json};

use super::doctrine::shouts;
use super::{PACKETS, data, page, rules_of};
use crate::skip::skip_without;

use made::{Words, spoiled};

/// The scenario whose words are used.
const SCENARIO: &str = "pacific-1942";
/// How many texts are judged that were made up, and how many that were spoiled.
const MADE: usize = 500;
const SPOILED: usize = 500;

/// What is said of a text: line, code, sentence, help.
type Said = (u64, String, String, String);

fn said(problem: &Problem) -> Said {
    let line = problem.place.as_ref().map_or(0, |place| u64::from(place.line));
    let mend = problem.mend.clone().unwrap_or_default();
    (line, problem.code.clone(), problem.what.trim_end_matches('.').to_owned(), mend)
}

fn said_by_page(problem: &Value) -> Said {
    let word = |name: &str| problem[name].as_str().unwrap().to_owned();
    (problem["line"].as_u64().unwrap(), word("code"), word("what"), word("mend"))
}

/// A text as it stands in an orders file.
fn section(text: &str) -> String {
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") };
    format!("battle-plans:\n{}", text.lines().map(line).collect::<String>())
}

/// The rules by which plans are judged.
fn rules() -> Box<dyn Adjudicator> {
    system("war-at-sea").unwrap().load(&sealord::rules::games(), Some(SCENARIO), &Choices::default()).unwrap()
}

/// What the program finds wrong with battle plans in an orders file.
fn found(rules: &dyn Adjudicator, text: &str) -> Problems {
    let mut problems = Collector::new();
    let draft = parse_into("orders.yaml", section(text).as_bytes(), &mut problems);
    if let Some(plans) = draft.as_ref().and_then(|draft| draft.battle_plans.as_ref()) {
        rules.check_battle_plans(plans, &mut problems);
    }
    problems.finish()
}

/// The named plans as a player may write them.
fn library() -> Vec<String> {
    let file: serde_json::Map<String, Value> = sealord::rules::games().read("war-at-sea", "plans").unwrap();
    let written = file.values().map(|plan| {
        let mut problems = Collector::new();
        let draft = parse_into("orders.yaml", section(&plan.to_string()).as_bytes(), &mut problems);
        write_battle_plans(&draft.unwrap().battle_plans.unwrap())
    });
    written.collect()
}

/// The battle plans of the orders files under `examples/`, with the scenario of their match.
fn examples() -> Vec<(String, String)> {
    let mut all = Vec::new();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for example in std::fs::read_dir(examples).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(orders) = std::fs::read_dir(example.join("orders")) else { continue };
        for file in orders.map(|entry| entry.unwrap().path()) {
            let text = std::fs::read_to_string(&file).unwrap();
            let Some((_, rest)) = text.split_once("\nbattle-plans:\n") else { continue };
            let own = |line: &&str| line.is_empty() || line.starts_with(' ');
            let plans: Vec<&str> =
                rest.lines().take_while(own).map(|line| line.get(2..).unwrap_or("")).collect();
            let new = std::fs::read_to_string(example.join("new.args")).unwrap();
            all.push((new, plans.join("\n")));
        }
    }
    all
}

/// Lets the page judge texts; for each, what is wrong with it in a file and in a fight. `None` without
/// `node`.
fn judged(plans: &Value, texts: &[String]) -> Option<Vec<Value>> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("texts.json");
    std::fs::write(&file, json!({ "plans": plans, "texts": texts }).to_string()).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/battle.mjs");
    let ran = Command::new("node").arg(script).arg(&file).output().ok()?;
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let out = String::from_utf8(ran.stdout).unwrap();
    Some(out.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Holds what the page says of a text against what the program says; gives the codes, or both if they differ.
fn compare(text: &str, by_page: &Value, ours: &Problems) -> Result<Vec<String>, String> {
    let mut theirs: Vec<Said> = by_page.as_array().unwrap().iter().map(said_by_page).collect();
    // The page reads less of YAML than the program.
    if theirs.iter().any(|(_, code, ..)| code == "unread") {
        return if theirs.len() == 1 { Ok(vec!["unread".to_owned()]) } else { Err(format!("{theirs:?}")) };
    }
    let mut ours: Vec<Said> = ours.iter().map(said).collect();
    theirs.sort();
    ours.sort();
    if theirs != ours {
        let only = |some: &[Said], others: &[Said]| {
            some.iter().filter(|it| !others.contains(it)).map(|it| format!("\n  {it:?}")).collect::<String>()
        };
        let (page, program) = (only(&theirs, &ours), only(&ours, &theirs));
        return Err(format!("{text}\nonly the page says:{page}\nonly the program says:{program}\n"));
    }
    let near = |mend: &str| if mend.starts_with("Did you mean") { "?" } else { "" };
    let codes: Vec<String> = ours.into_iter().map(|(_, code, _, mend)| code + near(&mend)).collect();
    Ok(if codes.is_empty() { vec!["good".to_owned()] } else { codes })
}

#[test]
fn the_page_judges_battle_plans_as_check_does() {
    let system: WarAtSea = load(&sealord::rules::games(), Some(SCENARIO), &Choices::default()).unwrap();
    let named = plan::Library::load(&sealord::rules::games(), &system.cards).unwrap();
    let rules = rules();
    let plans = rules.plan_words().unwrap();
    let words = Words::new(&plans);
    let mut chance = ChaCha8Rng::seed_from_u64(7);
    let mut texts = library();
    texts.push(rules.plan_sheet().unwrap().pattern.to_owned());
    let sound = texts.len();
    for at in 0..SPOILED {
        texts.push(spoiled(&mut chance, &texts[at % sound], &words));
    }
    texts.extend((0..MADE).map(|_| words.plans(&mut chance)));
    let Some(by_page) = judged(&plans, &texts) else { return skip_without("node") };
    let mut counted: BTreeMap<String, usize> = BTreeMap::new();
    let mut amiss = Vec::new();
    for (at, (text, by_page)) in texts.iter().zip(&by_page).enumerate() {
        match compare(text, &by_page["orders"], &found(&*rules, text)) {
            Ok(codes) if at < sound => assert_eq!(codes, ["good"], "{text}"),
            Ok(codes) => codes.into_iter().for_each(|code| *counted.entry(code).or_default() += 1),
            Err(differ) => amiss.push(differ),
        }
        // A fight may lie in any sector. What is no plan at all is said in other words there.
        let is_plan = !by_page["fight"].to_string().contains("or a whole plan")
            && !by_page["orders"].to_string().contains("`battle-plans`");
        if is_plan {
            let books = (&system.cards, &named);
            let alone = plan::parse_as_meant("plan", text.as_bytes(), books, &system.board.for_plans());
            amiss.extend(compare(text, &by_page["fight"], &alone.err().unwrap_or_default()).err());
        }
    }
    println!("{counted:?}");
    assert!(
        amiss.is_empty(),
        "{} of {}: {}",
        amiss.len(),
        texts.len(),
        amiss[..amiss.len().min(12)].concat()
    );
    for code in CODES {
        assert!(counted.contains_key(code), "no plan was {code}: {counted:?}");
    }
    assert!(counted["unread"] * 5 < texts.len(), "{counted:?}");
}

/// More words than are read for what they may mean: both stop at the same one.
#[test]
fn the_page_reads_as_many_words_of_battle_plans_loosely_as_check_does() {
    let rules = rules();
    let plans = rules.plan_words().unwrap();
    let aims = |count: usize, more: &[&str]| {
        let words: Vec<String> =
            more.iter().map(|it| (*it).to_owned()).chain(shouts("battleship").take(count)).collect();
        format!("- battle: any\n  like: bold\n  targets: {{main: [{}]}}\n", words.join(", "))
    };
    let texts = [aims(300, &["battleship"]), aims(304, &[]), aims(300, &["nobody at all"])];
    let Some(by_page) = judged(&plans, &texts) else { return skip_without("node") };
    for (at, (text, by_page)) in texts.iter().zip(&by_page).enumerate() {
        let ours = found(&*rules, text);
        assert_eq!(ours.len(), [0, 4, 2][at], "{ours:?}");
        compare(text, &by_page["orders"], &ours).unwrap_or_else(|differ| panic!("{differ}"));
    }
}

#[test]
fn pages_of_a_game_that_is_fought_by_battle_plans_have_its_words() {
    for packet in PACKETS.iter().map(|packets| &packets[0]) {
        let plans = data(&page(packet))["plans"].take();
        assert_eq!(plans, rules_of(packet).plan_words().unwrap_or_default(), "{}", packet.system);
        assert_eq!(plans.is_null(), packet.system != "war-at-sea");
    }
}

/// What is wrong with some plan among those that are judged; with a question mark where the help names a near
/// word.
const CODES: [&str; 27] = [
    "good",
    "unread",
    "unknown-battle",
    "unknown-plan",
    "unknown-plan?",
    "unknown-word",
    "unknown-unit",
    "unknown-unit?",
    "unknown-posture",
    "unknown-group",
    "unknown-row",
    "unknown-key",
    "unknown-key?",
    "unknown-ability",
    "unknown-ability?",
    "duplicate-plan",
    "duplicate-name",
    "duplicate-key",
    "incomplete-group",
    "incomplete-wave",
    "incomplete-trigger",
    "too-many-groups",
    "too-many-triggers",
    "wrong-type",
    "no-value",
    "empty-name",
    "typographic-quote",
];

#[test]
fn battle_plans_of_the_examples_are_clean() {
    let examples = examples();
    assert!(!examples.is_empty());
    for (new, text) in examples {
        let word = |option: &str| new.split_whitespace().skip_while(|it| *it != option).nth(1);
        let entry = system(word("--system").unwrap()).unwrap();
        let rules = entry.load(&sealord::rules::games(), word("--scenario"), &Choices::default()).unwrap();
        assert_eq!(found(&*rules, &text).len(), 0, "{text}");
        let Some(by_page) = judged(&rules.plan_words().unwrap(), std::slice::from_ref(&text)) else {
            return skip_without("node");
        };
        assert_eq!(by_page[0]["orders"], json!([]), "{text}");
    }
}
