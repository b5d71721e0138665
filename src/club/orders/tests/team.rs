//! Parts of a packet and what comes of joining them, on a small question that two players share.

use super::*;
use crate::orders::check::{self, Understood};
use crate::orders::form::{Lines, part_form};
use crate::orders::join::{Handed, join};
use crate::orders::team::Shares;
use crate::orders::write::joined_file;
use engine::digest::Digest;
use engine::problem::Collector;
use engine::question::{Layout, Limit, OpenChoice, OpenQuestion, OpenSubject};
use engine::rulebook::two_sided::party::ALLIES;
use engine::trust::Trust;
use engine::view::Packet;
use engine::view::packet::{FORMAT, Verify};

const ANNA: usize = 0;
const BERT: usize = 1;

/// Who orders hood, foch, cossack, suffren and malta.
const OWNERS: [usize; 5] = [ANNA, BERT, ANNA, BERT, ANNA];

fn rule() -> String {
    "R-2".to_owned()
}

/// Five ships, one of them called like a port; silence holds them all.
pub(super) fn question(limits: Vec<Limit>) -> OpenQuestion {
    let subject = |(id, name, set): (&str, &str, u16)| OpenSubject {
        id: id.to_owned(),
        name: name.to_owned(),
        note: String::new(),
        set,
        default: Some(0),
    };
    let option = |(id, mark): (&str, u16)| OpenChoice {
        id: id.to_owned(),
        name: id.to_owned(),
        note: String::new(),
        mark,
    };
    let ships = [
        ("hood", "Hood", 0),
        ("foch", "Foch", 1),
        ("cossack", "Cossack", 0),
        ("suffren", "Suffren", 2),
        ("uk-malta", "Malta", 0),
    ];
    OpenQuestion {
        kind: "move".into(),
        key: "q".into(),
        rule: "R-1".into(),
        title: "Where to?".into(),
        about: Vec::new(),
        layout: Layout::BySubject,
        subjects: ships.map(subject).into(),
        options: [("hold", 0), ("dover", 1), ("malta", 2), ("brest", 3)].map(option).into(),
        sets: vec![vec![0, 1, 2], vec![0, 2, 3], vec![0, 1]],
        limits,
    }
}

/// A packet with that question and one that is all anna's.
pub(super) fn packet(limits: Vec<Limit>) -> Packet {
    engine::rulebook::two_sided::declare();
    let own = OpenQuestion { key: "tokens".into(), ..question(Vec::new()) };
    Packet {
        format: FORMAT.to_owned(),
        system: "none".to_owned(),
        edition: 1,
        scenario: "none".to_owned(),
        options: engine::rulebook::Choices::default(),
        by_hand: Vec::new(),
        match_id: "m".to_owned(),
        genesis: Digest::ZERO,
        party: ALLIES,
        team: serde_json::from_str(r#"[{"name":"anna"},{"name":"bert","words":["France"]}]"#).unwrap(),
        exchange: 3,
        standing: String::new(),
        over: false,
        agreed: None,
        asked: true,
        deadline: None,
        due: None,
        trust: Trust::Umpire,
        questions: vec![question(limits)],
        ahead: vec![own],
        later: Vec::new(),
        voids: Vec::new(),
        by_umpire: Vec::new(),
        officers: Vec::new(),
        staff_doctrine: false,
        battle_plans: None,
        groups: Default::default(),
        doctrine: "fire: any\n".to_owned(),
        practice_seed: false,
        verify: Verify { entry: 1, head: Digest::ZERO, seed_commitment: Digest::ZERO, data: String::new() },
        view: serde_json::Value::Null,
    }
}

fn shares(packet: &Packet) -> Shares<'_> {
    Shares { packet, owners: vec![OWNERS.to_vec(), vec![ANNA; 5]] }
}

pub(super) fn every_limit() -> Vec<Limit> {
    vec![
        Limit::Distinct { rule: rule(), what: "one port".into() },
        Limit::Exactly { option: 1, count: 2, rule: rule() },
        Limit::AtMost { option: 3, count: 1, rule: rule() },
        Limit::AtLeast { option: 1, count: 1, rule: rule() },
        Limit::Room { option: 0, count: 3, what: "ship".into(), rule: rule() },
        Limit::LeftToRight { rule: rule() },
        Limit::OnlyWith { option: 2, needs: vec![1], rule: rule() },
    ]
}

#[test]
fn a_part_keeps_what_is_its_own_and_the_limits_that_it_can_break() {
    let packet = packet(every_limit());
    let shares = shares(&packet);
    let ids = |part: &crate::orders::team::Part<'_>| {
        let subjects = part.packet.questions[0].subjects.iter();
        subjects.map(|subject| (subject.id.clone(), subject.set)).collect::<Vec<_>>()
    };
    let own = |id: &str, set| (id.to_owned(), set);
    let (anna, bert) = (shares.part(ANNA), shares.part(BERT));
    assert_eq!(ids(&anna), [own("hood", 0), own("cossack", 0), own("uk-malta", 0)]);
    assert_eq!(ids(&bert), [own("foch", 0), own("suffren", 1)]);
    assert_eq!(bert.packet.questions[0].sets, [vec![0, 2, 3], vec![0, 1]]);
    assert_eq!(bert.packet.questions[0].options, packet.questions[0].options);
    let all = every_limit();
    assert_eq!(bert.packet.questions[0].limits, [all[0].clone(), all[2].clone(), all[4].clone()]);
    assert_eq!(anna.packet.questions[0].limits, [all[0].clone(), all[4].clone()]);
    assert!(anna.packet.is_sound() && bert.packet.is_sound());
    assert_eq!((anna.packet.ahead.len(), bert.packet.ahead.len()), (1, 0));
    assert_eq!((anna.packet.doctrine.as_str(), bert.packet.doctrine.as_str()), ("fire: any\n", ""));
}

#[test]
fn the_form_of_a_part_says_whose_it_is_and_is_legal_as_it_stands() {
    let packet = packet(every_limit());
    let shares = shares(&packet);
    let form = part_form(&shares.part(BERT), Some("fire: any\n"), Lines::All);
    for said in
        ["m: part of bert of the orders of the Allies", "anna leads; bert orders France", "foch: hold"]
    {
        assert!(form.contains(said), "{said}\n{form}");
    }
    for unsaid in ["hood", "tokens", "doctrine", "Exactly"] {
        assert!(!form.contains(unsaid), "{unsaid}\n{form}");
    }
    assert!(
        part_form(&shares.part(ANNA), Some("fire: any\n"), Lines::All).contains("\ndoctrine:\n  fire: any\n")
    );
    assert_eq!(complaints_of(&packet, BERT, &form), Vec::<String>::new());
}

/// What is said to a part, as `line:column code what`.
fn complaints_of(packet: &Packet, player: usize, text: &str) -> Vec<String> {
    let shares = shares(packet);
    let mut problems = Collector::new();
    let understood = check::part(&shares.part(player), &read(text), true, &mut problems);
    assert_eq!(understood.is_none(), !problems.is_empty());
    let told = |problem: engine::problem::Problem| {
        let place = problem.place.map_or(String::new(), |it| format!("{}:{} ", it.line, it.column));
        format!("{place}{} {}", problem.code, problem.what)
    };
    problems.finish().into_iter().map(told).collect()
}

#[test]
fn what_is_anothers_is_refused_by_name() {
    let packet = packet(Vec::new());
    let text = "answers:\n  q:\n    HOOD: dover\n    malta: [foch, Cossack]\n    Malta: hold\n    Sufren: hold\n  \
                tokens: {}\n  tokken: {}\ndoctrine: {fire: any}\n";
    assert_eq!(
        complaints_of(&packet, BERT, text),
        [
            "3:5 not-yours `HOOD` takes orders from anna",
            "4:19 not-yours `Cossack` takes orders from anna",
            "5:5 not-yours `Malta` takes orders from anna",
            "6:5 unknown-name `Sufren` is not asked for here",
            "7:3 not-yours `tokens` is for anna to answer: nothing in it belongs to bert",
            "8:3 unknown-question `tokken` is not asked in this exchange",
            "9:1 not-the-leader doctrine speaks for the whole side, so only anna, who leads, can give it",
        ]
    );
    assert_eq!(
        complaints_of(&packet, ANNA, "answers:\n  q:\n    Foch: malta\n    Malta: hold\n  tokens: {}\n"),
        ["3:5 not-yours `Foch` takes orders from bert"]
    );
}

/// Parts joined: what they mean, or what is said to them as `file:line:column code what`.
fn joined(packet: &Packet, parts: &[(usize, &str)]) -> Result<Understood, Vec<String>> {
    let shares = shares(packet);
    let hand = |&(player, text): &(usize, &str)| {
        let (draft, mut problems) = (read(text), Collector::new());
        let understood = check::part(&shares.part(player), &draft, true, &mut problems);
        let understood = understood.unwrap_or_else(|| panic!("{}", problems.finish().render(text, false)));
        Handed { player, file: format!("{player}.yaml"), draft, understood }
    };
    let handed: Vec<Handed> = parts.iter().map(hand).collect();
    let told = |problem: engine::problem::Problem| {
        let place = problem.place.expect("a place");
        format!("{}:{}:{} {} {}", place.file, place.line, place.column, problem.code, problem.what)
    };
    join(&shares, &handed).map_err(|problems| problems.into_iter().map(told).collect())
}

#[test]
fn the_leaders_names_come_first_and_silence_answers_for_the_rest() {
    let packet = packet(Vec::new());
    let bert = (BERT, "final: true\nanswers:\n  q:\n    suffren: dover\n");
    let anna = (ANNA, "final: true\nanswers:\n  q:\n    malta: [cossack, hood]\n");
    let both = joined(&packet, &[bert, anna]).unwrap();
    let (key, picks) = &both.answers[0];
    assert_eq!(
        (key.as_str(), &picks.choice[..], &picks.order[..]),
        ("q", &[2, 0, 2, 1, 0][..], &[2, 0, 3, 1, 4][..])
    );
    assert_eq!(both.silent, [("q".to_owned(), vec![1, 4])]);
    assert_eq!((both.left_open.len(), both.is_final), (0, true));

    let alone = joined(&packet, &[bert]).unwrap();
    assert_eq!(alone.answers[0].1.choice, [0, 0, 0, 1, 0]);
    assert!(!alone.is_final, "anna has not said that nothing follows");
    let open =
        joined(&packet, &[(BERT, "final: true\n"), (ANNA, "answers:\n  tokens: {hood: malta}\n")]).unwrap();
    assert_eq!((open.left_open, open.is_final), (vec!["q".to_owned()], false));
    assert_eq!(open.answers[0].0, "tokens");
}

#[test]
fn limits_of_the_whole_name_ships_and_players() {
    let said = |limit: Limit, anna: &str, bert: &str| {
        let text = |lines: &str| format!("answers:\n  q:\n    {lines}\n");
        let (anna, bert) = (text(anna), text(bert));
        joined(&packet(vec![limit]), &[(ANNA, &anna), (BERT, &bert)]).expect_err("should be refused")
    };
    let distinct = Limit::Distinct { rule: rule(), what: "one port".into() };
    assert_eq!(
        said(distinct, "hood: malta", "foch: malta"),
        ["1.yaml:3:5 not-distinct q: one port: hood, foch (malta); anna ordered hood and bert ordered foch"]
    );
    let most = Limit::AtMost { option: 1, count: 1, rule: rule() };
    assert_eq!(
        said(most, "dover: [cossack]", "suffren: dover"),
        [
            "1.yaml:3:5 too-many q: `dover` is chosen for 2, at most 1 may take it: cossack, suffren; anna ordered \
          cossack and bert ordered suffren"
        ]
    );
    let exactly = Limit::Exactly { option: 1, count: 2, rule: rule() };
    assert_eq!(
        said(exactly, "dover: hood", "foch: brest"),
        ["0.yaml:3:12 wrong-count q: `dover` is chosen for 1 but must be for 2; anna ordered hood"]
    );
    let least = Limit::AtLeast { option: 1, count: 1, rule: rule() };
    assert_eq!(
        said(least, "hood: malta", "foch: brest"),
        ["0.yaml:2:3 too-few q: `dover` is chosen for 0, at least 1 must take it"]
    );
    let with = Limit::OnlyWith { option: 2, needs: vec![1], rule: rule() };
    assert_eq!(
        said(with, "cossack: hold", "foch: malta"),
        [
            "1.yaml:3:5 not-allowed-alone q: `malta` may be chosen only if `dover` is chosen as well: foch; bert ordered \
          foch"
        ]
    );
    let line = Limit::LeftToRight { rule: rule() };
    assert_eq!(
        said(line, "hood: dover", "foch: brest"),
        [
            "1.yaml:3:5 out-of-line q: foch cannot attack brest: targets run left to right, none skipped; bert ordered \
          foch"
        ]
    );
}

#[test]
fn what_one_player_needs_another_may_give() {
    let with = Limit::OnlyWith { option: 2, needs: vec![1], rule: rule() };
    let anna = "answers:\n  q:\n    hood: dover\n";
    let understood =
        joined(&packet(vec![with]), &[(ANNA, anna), (BERT, "answers:\n  q: {foch: malta}\n")]).unwrap();
    assert_eq!(understood.answers[0].1.choice, [1, 2, 0, 0, 0]);
}

/// Silence holds no more ships than may hold, whoever's they are.
#[test]
fn silence_counts_over_all_parts() {
    let two_hold = Limit::Exactly { option: 0, count: 2, rule: rule() };
    let anna = "answers:\n  q: {hood: dover}\n";
    let bert = "answers:\n  q: {suffren: hold, foch: hold}\n";
    let understood = joined(&packet(vec![two_hold]), &[(ANNA, anna), (BERT, bert)]).unwrap();
    assert_eq!(understood.answers[0].1.choice, [1, 0, 1, 0, 1]);
}

#[test]
fn who_must_be_answered_for_is_named() {
    let mut packet = packet(Vec::new());
    packet.questions[0].subjects[3].default = None;
    assert_eq!(
        joined(&packet, &[(ANNA, "answers:\n  q: {hood: dover}\n"), (BERT, "note: none\n")]),
        Err(vec!["0.yaml:2:3 missing q must be answered for suffren (bert)".to_owned()])
    );
}

#[test]
fn the_joined_file_says_what_the_parts_said() {
    let packet = packet(vec![Limit::AtMost { option: 1, count: 2, rule: rule() }]);
    let anna = "final: true\nanswers:\n  tokens: {hood: malta}\n  q: {Malta: dover}\ndoctrine: {fire: any}\n\
                plans:\n  - {question: later, hold: firm, answers: {hood: [malta, dover]}}\n";
    let bert = "final: true\nanswers:\n  q: {suffren: dover}\n";
    let understood = joined(&packet, &[(ANNA, anna), (BERT, bert)]).unwrap();
    let text = joined_file(&packet, &["anna", "bert"], &understood, &read(anna));
    assert!(text.starts_with("# joined from the parts of anna and bert\nmatch: m\nexchange: 3\n"), "{text}");
    let mut problems = Collector::new();
    let again = check::file(&packet, &read(&text), true, &mut problems).expect("legal");
    assert_eq!(
        (again.answers, again.doctrine, again.is_final),
        (understood.answers, understood.doctrine, true)
    );
    assert!(text.contains("doctrine:\n  fire: any\n"), "{text}");
    let plan = "plans:\n  - question: later\n    hold: firm\n    else: ask\n    answers:\n      hood: [malta, dover]\n";
    assert!(text.contains(plan), "{text}");
}
