//! Answers to a small question, as players write them, and what is said to them.

use crate::draft::tests::{read, spots};
use crate::draft::write::write_doctrine;
use crate::draft::{BEGIN, END, parse_doctrine};
use crate::question::{Layout, Limit, OpenChoice, OpenQuestion, OpenSubject};
use crate::table::judge::answer;

/// Four ships and three ports; a ship and a port each are called Liverpool and Sydney.
fn question() -> OpenQuestion {
    let ships = [
        ("uk-ca-liverpool", "Liverpool"),
        ("uk-ca-sydney", "Sydney"),
        ("uk-bc-hood", "Hood"),
        ("uk-bb-ramillies", "Ramillies"),
    ];
    let ports = [("liverpool", "Liverpool"), ("sydney", "Sydney"), ("plymouth", "Plymouth")];
    let subject = |(id, name): (&str, &str)| OpenSubject {
        id: id.to_owned(),
        name: name.to_owned(),
        note: String::new(),
        set: 0,
        default: Some(2),
    };
    let option = |(id, name): (&str, &str)| OpenChoice {
        id: id.into(),
        name: name.into(),
        note: String::new(),
        mark: 0,
    };
    OpenQuestion {
        kind: "deploy".into(),
        key: "q".into(),
        rule: "R-1".into(),
        title: "Where to?".into(),
        about: Vec::new(),
        layout: Layout::ByOption,
        subjects: ships.map(subject).into(),
        options: ports.map(option).into(),
        sets: vec![vec![0, 1, 2]],
        limits: vec![Limit::Room { option: 2, count: 1, what: "ship".into(), rule: "R-2".into() }],
    }
}

/// The choices of an answer, or what is wrong with it as `code mend`.
fn said(lines: &str) -> Result<Vec<u16>, Vec<String>> {
    let text: String = lines.lines().map(|line| format!("    {line}\n")).collect();
    let draft = read(&format!("answers:\n  q:\n{text}"));
    let told = |problem: crate::problem::Problem| {
        format!("{} {}", problem.code, problem.mend.unwrap_or_default()).trim_end().to_owned()
    };
    let answer = answer(&question(), &draft.answers[0]);
    answer.map(|picks| picks.choice).map_err(|problems| problems.into_iter().map(told).collect())
}

#[track_caller]
fn refused(lines: &str, wanted: &str) {
    assert_eq!(said(lines), Err(vec![wanted.to_owned()]), "{lines}");
}

#[test]
fn a_line_that_means_two_things_is_refused() {
    refused(
        "liverpool: Sydney",
        "ambiguous-name write `uk-ca-liverpool: sydney` or `uk-ca-sydney: liverpool`",
    );
    assert_eq!(said("uk-ca-liverpool: Sydney"), Ok(vec![1, 2, 2, 2]));
    assert_eq!(said("liverpool: [Sydney]"), Ok(vec![2, 0, 2, 2]));
    assert_eq!(said("Liverpool: Liverpool"), Ok(vec![0, 2, 2, 2]));
    assert_eq!(said("Sydney: plymouth"), Ok(vec![2, 2, 2, 2]));
    assert_eq!(said("sydney: Hood"), Ok(vec![2, 2, 1, 2]));
}

#[test]
fn behind_an_option_the_names_are_to_blame() {
    refused("plymouth: Hood, Ramillies", "needs-list write `plymouth: [Hood, Ramillies]`");
    refused("plymouth: Ramilies", "unknown-name did you mean `Ramillies`?");
    refused("plymouth: [Hood, Ramilies]", "unknown-name did you mean `Ramillies`?");
    refused(
        "plymouth:\n- Hood, Ramillies",
        "unknown-name make each name an entry of its own, as in `[Hood, Ramillies]`",
    );
    refused("Hood: Plymuth", "unknown-choice did you mean `Plymouth`?");
    refused("Hod: plymouth", "unknown-name did you mean `Hood`?");
}

#[test]
fn a_players_text_is_shown_and_cut() {
    let long = "x".repeat(90);
    let draft = read(&format!("answers:\n  q:\n    Hood: {long}\n"));
    let problems = answer(&question(), &draft.answers[0]).unwrap_err();
    assert_eq!(problems[0].what, format!("`{}...` is not an option for Hood", "x".repeat(40)));
}

#[test]
fn a_full_port_is_no_reason_to_refuse() {
    assert_eq!(said("plymouth: [Hood, Ramillies]"), Ok(vec![2; 4]));
}

/// Doctrine written again, and written again once more, says what it said.
#[test]
fn doctrine_is_written_as_it_was_meant() {
    let long = (0..30).map(|n| format!("de-bb-number-{n}")).collect::<Vec<_>>().join(", ");
    for (sent, written) in [
        ("doctrine: {}\n", "{}\n"),
        ("'doctrine' : {fire: any}\n", "fire: any\n"),
        ("> doctrine:\n> # a remark\n>   fire: any\n", "fire: any\n"),
        ("\"d\\x6fctrine\":\r\n    fire:\r\n    - prefer: BB\r\n", "fire:\n  - {prefer: [BB]}\n"),
        ("doctrine:\n  mat: []\n  'null': 'null'\n", "mat: []\n'null': 'null'\n"),
        (
            "doctrine: {fire: [{for: ['King George V'], spread: no}, {}]}\n",
            "fire:\n  - {for: ['King George V'], spread: false}\n  - {}\n",
        ),
    ] {
        let quoted = sent.starts_with('>');
        let sent = if quoted { format!("> {BEGIN}\n{sent}> {END}\n") } else { sent.to_owned() };
        assert_eq!(write_doctrine(&read(&sent).doctrine.unwrap()), written, "{sent}");
    }
    let sent = format!("doctrine:\n  fire:\n    - {{for: [{long}], prefer: [{long}], spread: yes}}\n");
    let written = write_doctrine(&read(&sent).doctrine.unwrap());
    assert!(written.lines().all(|line| line.len() <= 70), "{written}");
    let indented: String = written.lines().map(|line| format!("  {line}\n")).collect();
    assert_eq!(write_doctrine(&read(&format!("doctrine:\n{indented}")).doctrine.unwrap()), written);
}

#[test]
fn doctrine_may_stand_alone() {
    let alone = |text: &str| parse_doctrine("doctrine.yaml", text.as_bytes());
    let written = |text: &str| alone(text).unwrap().map(|doctrine| write_doctrine(&doctrine));
    assert_eq!(written("# mine\nfire: any\n").as_deref(), Some("fire: any\n"));
    assert_eq!(written("side: axis\ndoctrine: {fire: any}\n").as_deref(), Some("fire: any\n"));
    assert_eq!(written("side: axis\n"), None);
    assert_eq!(spots(&alone("fire: {a: b}\n").unwrap_err()), ["1:7 wrong-type"]);
    assert_eq!(spots(&alone("# nothing\n").unwrap_err()), ["1:1 no-orders"]);
}

/// An audit compares these with what journals hold, so not one of them may ever change.
#[test]
fn the_record_keeps_its_words() {
    let recorded = |lines: &str| {
        let text: String = lines.lines().map(|line| format!("    {line}\n")).collect();
        let draft = read(&format!("answers:\n  q:\n{text}"));
        let problems = answer(&question(), &draft.answers[0]).unwrap_err();
        problems[0].for_the_record().to_owned()
    };
    for (lines, kept) in [
        ("plymouth: Hood, Ramillies", "`Hood, Ramillies` is several names, but no list"),
        ("liverpool: Sydney", "`liverpool` and `Sydney` each name one who chooses and a choice"),
        ("Hod: plymouth", "`Hod` is not asked for here"),
        ("Liverpool: Brest", "`Brest` is no choice for uk-ca-liverpool"),
        ("Hood: Brest", "`Brest` is no choice for uk-bc-hood"),
        ("Brest: [Hood]", "`Brest` is no choice of this question"),
        ("Hood: Sydney\nuk-bc-hood: Sydney", "uk-bc-hood is answered twice; the first is in line 3"),
    ] {
        assert_eq!(recorded(lines), kept, "{lines}");
    }
    let draft = read("answers:\n  q: plymouth\n");
    let problems = answer(&question(), &draft.answers[0]).unwrap_err();
    assert_eq!(problems[0].for_the_record(), "`plymouth` cannot answer for 4 at once");
}

/// A colon that was forgotten is named, also where YAML has made one text of several lines.
#[test]
fn a_line_without_its_colon_is_mended() {
    for (lines, wanted) in [
        ("hood plymouth", "`hood: plymouth`"),
        ("uk-bc-hood  plymouth\n    Ramillies plymouth", "`uk-bc-hood: plymouth`"),
        ("Hood Brest", "`Hood: Brest`"),
    ] {
        let draft = read(&format!("answers:\n  q:\n    {lines}\n"));
        let problems = answer(&question(), &draft.answers[0]).unwrap_err();
        let help = problems[0].mend.as_deref().unwrap_or_default();
        assert!(help.contains("put a colon behind the name") && help.ends_with(wanted), "{lines}: {help}");
    }
}
