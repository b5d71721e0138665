//! Groups at random, with sense and without, and what names them: the page and the program say the same of
//! each. Needs `node`.

use std::collections::BTreeMap;
use std::process::Command;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sealord::adjudicator::Adjudicator;
use sealord::draft::{Groups, OrdersDraft, parse_into};
use sealord::orders::respell::Ground;
use sealord::orders::{check, groups};
use sealord::problem::{Collector, Problem};
use sealord::view::Packet;
use serde_json::{Value, json};

use super::spelled::loosened;
use super::verdicts::body;
use super::{asking, data, page, rules_kept};
use crate::skip::skip_without;

/// How many files are judged of each packet.
const FILES: usize = 60;

type Said = (u64, String, String);

fn told(problem: &Problem) -> Said {
    let line = problem.place.as_ref().map_or(0, |place| u64::from(place.line));
    (line, problem.code.clone(), problem.what.trim_end_matches('.').to_owned())
}

fn said(problems: &Value) -> Vec<Said> {
    let word = |it: &Value, name: &str| it[name].as_str().unwrap().to_owned();
    let said = |it: &Value| (it["line"].as_u64().unwrap(), word(it, "code"), word(it, "what"));
    let mut all: Vec<Said> = problems.as_array().unwrap().iter().map(said).collect();
    all.sort();
    all
}

fn sorted(problems: Collector) -> Vec<Said> {
    let mut all: Vec<Said> = problems.finish().iter().map(told).collect();
    all.sort();
    all
}

/// Words for files at random.
struct Luck<'p> {
    packet: &'p Packet,
    units: Vec<String>,
    chance: ChaCha8Rng,
}

impl Luck<'_> {
    fn unit(&mut self) -> String {
        let word = self.units.choose(&mut self.chance).map_or("nobody", String::as_str).to_owned();
        match self.chance.random_range(0..6) {
            0 => loosened(&word, &mut self.chance),
            _ => word,
        }
    }

    /// A subject or an option of a question.
    fn asked(&mut self) -> String {
        let question = self.packet.questions.choose(&mut self.chance).unwrap();
        match self.chance.random_range(0..3) {
            0 => question.options.choose(&mut self.chance).map(|it| it.name.clone()),
            1 => question.options.choose(&mut self.chance).map(|it| it.id.clone()),
            _ => question.subjects.choose(&mut self.chance).map(|it| it.id.clone()),
        }
        .unwrap_or_else(|| "nobody".to_owned())
    }

    fn name(&mut self) -> String {
        match self.chance.random_range(0..14) {
            0 => self.asked(),
            1 => self.unit(),
            2 => [
                "2nd",
                "no-group",
                "a b",
                "x",
                "any",
                "strongest",
                "ship",
                "tf-2",
                "zone-9",
                "Zähringer",
                "-x",
                "x-",
            ]
            .choose(&mut self.chance)
            .unwrap()
            .to_string(),
            3 => "FORCE-1".to_owned(),
            it => format!("force-{}", it % 4),
        }
    }

    fn member(&mut self) -> String {
        match self.chance.random_range(0..12) {
            0 => self.name(),
            1 => self.asked(),
            2 => "nobody".to_owned(),
            _ => self.unit(),
        }
    }

    fn groups(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.chance.random_range(1..4) {
            let name = quoted(&self.name());
            let members: Vec<String> =
                (0..self.chance.random_range(1..5)).map(|_| self.member()).map(|it| quoted(&it)).collect();
            text += &match self.chance.random_range(0..10) {
                0 => format!("{name}: none\n"),
                1 => format!("{name}: {}\n", members[0]),
                2 => format!("{name}: []\n"),
                3 => {
                    format!("{name}:\n{}", members.iter().map(|it| format!("  - {it}\n")).collect::<String>())
                }
                4 if self.chance.random_bool(0.3) => format!("{name}: {{a: b}}\n"),
                _ => format!("{name}: [{}]\n", members.join(", ")),
            };
        }
        text
    }

    /// A group of the packet's own, so that it means somebody.
    fn known(&mut self) -> String {
        ["sailors", "Sailors", "force-1", "force-2", "nobodies"].choose(&mut self.chance).unwrap().to_string()
    }

    fn answer(&mut self) -> (usize, String) {
        let at = self.chance.random_range(0..self.packet.questions.len());
        let question = &self.packet.questions[at];
        let mut lines = String::new();
        for _ in 0..self.chance.random_range(1..3) {
            let option = question.options.choose(&mut self.chance).map_or("x", |it| it.id.as_str());
            let (option, subject) = (quoted(option), question.subjects.choose(&mut self.chance));
            let subject = quoted(subject.map_or("y", |it| it.id.as_str()));
            let group = self.known();
            lines += &match self.chance.random_range(0..6) {
                0 => format!("      {option}: [{group}, {subject}]\n"),
                1 => format!("      {option}: {group}\n"),
                2 => format!("      {subject}: {group}\n"),
                3 => format!("      {group}, {subject}: {option}\n"),
                4 => format!("      {subject}: {option}\n"),
                _ => format!("      {group}: {option}\n"),
            };
        }
        (at, format!("answers:\n  {}:\n{lines}", quoted(&question.key)))
    }

    fn doctrine(&mut self, kind: &str) -> String {
        let (one, other, third) = (self.known(), self.known(), self.unit());
        let (third, when) = (quoted(&third), self.known());
        match self.chance.random_range(0..4) {
            0 => format!("{kind}: {one}\n"),
            1 => format!("{kind}:\n  - {{for: [{one}, {third}], prefer: [{other}, any]}}\n"),
            2 => format!(
                "{kind}:\n  - {{for: {one}, when: [own {when}, no enemy {one}], prefer: [silence]}}\n"
            ),
            _ => format!("{kind}:\n  - {{prefer: [{one}, {other}, {third}]}}\n"),
        }
    }

    fn battle(&mut self) -> String {
        let (one, other, third) = (self.known(), self.known(), quoted(&self.unit()));
        format!(
            "- like: bold\n  groups: [{{name: guns, members: [{one}, {third}], posture: close 1, seek: {other}}}]\n  \
             targets: {{main: [{other}, carrier]}}\n"
        )
    }
}

fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "''"))
}

/// What stands under a key.
fn under(key: &str, text: &str) -> String {
    let lines: String = text.lines().map(|line| format!("  {line}\n")).collect();
    format!("{key}:\n{lines}")
}

fn read(text: &str, problems: &mut Collector) -> OrdersDraft {
    parse_into("orders.yaml", text.as_bytes(), problems).unwrap_or_default()
}

/// The words for units of a packet's match.
fn units(rules: &dyn Adjudicator, packet: &Packet) -> Vec<String> {
    let own = groups::own(packet).into_iter().flat_map(|(id, name)| [id, name]);
    own.chain(rules.unit_names().into_iter().take(200)).collect()
}

/// A packet whose side has groups: two units of its own that it is asked about, and one that it is not.
fn grouped(packet: &Packet) -> Packet {
    let own: Vec<String> = groups::own(packet).into_iter().map(|(id, _)| id).collect();
    let asked = packet.questions.iter().flat_map(|it| &it.subjects).map(|it| it.id.as_str());
    let asked: Vec<&str> = asked.filter(|id| own.iter().any(|it| it == id)).take(3).collect();
    let other = own.iter().map(String::as_str).find(|id| !asked.contains(id));
    let members: Vec<&str> = asked.into_iter().chain(other).collect();
    let file = format!("groups: {{sailors: [{}], nobodies: none}}\n", members.join(", "));
    let draft = read(&file, &mut Collector::new());
    Packet { groups: Groups::default().and(draft.groups.as_ref()).standing(), ..packet.clone() }
}

/// A file, as both read it.
struct Case {
    groups: String,
    doctrine: String,
    battle: String,
    answers: Vec<(usize, String)>,
}

impl Case {
    fn at_random(luck: &mut Luck<'_>, kind: &str) -> Case {
        let answers = (0..4).map(|_| luck.answer()).collect();
        Case { groups: luck.groups(), doctrine: luck.doctrine(kind), battle: luck.battle(), answers }
    }

    fn for_page(&self) -> Value {
        let answer = |(q, text): &(usize, String)| {
            let draft = read(text, &mut Collector::new()).answers.pop();
            draft.map(|draft| json!({ "q": q, "body": body(&draft) }))
        };
        let answers: Vec<Value> = self.answers.iter().filter_map(answer).collect();
        json!({ "groups": self.groups, "doctrine": self.doctrine, "battle": self.battle, "answers": answers })
    }

    fn compare(
        &self,
        rules: &dyn Adjudicator,
        packet: &Packet,
        by_page: &Value,
        counted: &mut BTreeMap<String, usize>,
    ) {
        let mut problems = Collector::new();
        let mut draft = read(&under("groups", &self.groups), &mut problems);
        draft.groups.iter_mut().for_each(|draft| drop(groups::as_meant(rules, packet, draft, &mut problems)));
        let problems = sorted(problems);
        if problems.is_empty() {
            *counted.entry("good".to_owned()).or_default() += 1;
        }
        problems.iter().for_each(|(_, code, _)| *counted.entry(code.clone()).or_default() += 1);
        assert_eq!(said(&by_page["problems"]), problems, "{}\n{}", packet.system, self.groups);
        let groups = packet.groups.and(draft.groups.as_ref());
        assert_eq!(by_page["groups"], json!(groups), "{}\n{}", packet.system, self.groups);
        let ground = Ground::of(packet).with(draft.groups.as_ref());
        let read_answers = self
            .answers
            .iter()
            .filter_map(|(q, text)| Some((*q, read(text, &mut Collector::new()).answers.pop()?)));
        for ((q, draft), by_page) in read_answers.zip(by_page["answers"].as_array().unwrap()) {
            let words = || format!("{}\n{}\n{:?}\n{by_page}", packet.system, self.groups, draft.body);
            match check::answer_as_meant(&packet.questions[q], &ground, &draft) {
                Ok(picks) => {
                    assert_eq!(by_page["choice"], json!(picks.choice), "{}", words());
                    assert_eq!(by_page["order"], json!(picks.order), "{}", words());
                    *counted.entry("legal".to_owned()).or_default() += 1;
                }
                Err(problems) => {
                    let ours: Vec<Value> = problems.iter().map(|it| json!(it.code)).collect();
                    let theirs: Vec<&Value> =
                        by_page["problems"].as_array().unwrap().iter().map(|it| &it["code"]).collect();
                    assert_eq!(theirs, ours.iter().collect::<Vec<_>>(), "{}", words());
                    problems.iter().for_each(|it| *counted.entry(it.code.clone()).or_default() += 1);
                }
            }
        }
        let mut problems = Collector::new();
        let doctrine = read(&under("doctrine", &self.doctrine), &mut problems).doctrine;
        doctrine.iter().for_each(|it| drop(rules.check_doctrine(it, &groups, &mut problems)));
        assert_eq!(
            said(&by_page["doctrine"]),
            sorted(problems),
            "{}\n{}\n{}",
            packet.system,
            self.groups,
            self.doctrine
        );
        if rules.plan_words().is_some() {
            let mut problems = Collector::new();
            let plans = read(&under("battle-plans", &self.battle), &mut problems).battle_plans;
            let plans = plans.as_ref().map(|it| rules.battle_plans_of(it, &groups));
            plans.iter().for_each(|it| drop(rules.check_battle_plans(it, &mut problems)));
            assert_eq!(said(&by_page["battle"]), sorted(problems), "{}\n{}", self.groups, self.battle);
        }
    }
}

#[test]
fn the_page_reads_groups_as_check_does() {
    let mut counted: BTreeMap<String, usize> = BTreeMap::new();
    let mut of_system: BTreeMap<&str, usize> = BTreeMap::new();
    for packet in asking() {
        let tried = of_system.entry(&packet.system).or_default();
        *tried += 1;
        if *tried > 3 {
            continue;
        }
        let (packet, rules) = (grouped(packet), rules_kept(packet));
        let chance = ChaCha8Rng::seed_from_u64(91);
        let mut luck = Luck { packet: &packet, units: units(&*rules, &packet), chance };
        let kinds = rules.about().kinds;
        let kind = kinds.iter().find(|it| it.in_combat).unwrap_or(&kinds[0]).kind;
        let cases: Vec<Case> = (0..FILES).map(|_| Case::at_random(&mut luck, kind)).collect();
        let texts: Vec<Value> = cases.iter().map(Case::for_page).collect();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data.json");
        let known = data(&page(&packet));
        std::fs::write(&file, json!({ "packet": known, "cases": texts }).to_string()).unwrap();
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/groups.mjs");
        let Ok(ran) = Command::new("node").arg(script).arg(&file).output() else {
            return skip_without("node");
        };
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let out = String::from_utf8(ran.stdout).unwrap();
        let out: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(out.len(), cases.len());
        for (case, by_page) in cases.iter().zip(&out) {
            case.compare(&*rules, &packet, by_page, &mut counted);
        }
    }
    println!("{counted:?}");
    for code in [
        "good",
        "legal",
        "bad-group-name",
        "taken-group-name",
        "unknown-member",
        "empty-group",
        "unknown-choice",
        "unknown-name",
        "wrong-type",
    ] {
        assert!(counted.get(code).is_some_and(|number| *number > 0), "no file was {code}: {counted:?}");
    }
}
