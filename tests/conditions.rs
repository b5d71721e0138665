//! Conditions as they are written, by the words of Admirals' War.

use sealord::condition::Conditions;
use std::sync::OnceLock;

use sealord::condition::say::say;
use sealord::condition::{ConditionWord, Ratio};
use sealord::doctrine::compile::{compile, kind_of};
use sealord::draft::write::write_doctrine;
use sealord::draft::{DoctrineBody, DoctrineDraft, parse};
use sealord::orders::schema::schema;
use sealord::problem::{Collector, Problem};
use sealord::rulebook::{Choices, load};
use sealord::rules::admirals_war::AdmiralsWar;

fn system() -> &'static AdmiralsWar {
    static SYSTEM: OnceLock<AdmiralsWar> = OnceLock::new();
    SYSTEM.get_or_init(|| load(&sealord::rules::games(), Some("standard"), &Choices::default()).unwrap())
}

fn draft(text: &str) -> Result<DoctrineDraft, Vec<Problem>> {
    let read =
        parse("doctrine", text.as_bytes()).map_err(|problems| problems.into_iter().collect::<Vec<_>>())?;
    Ok(read.doctrine.expect("there is doctrine"))
}

/// What is wrong with doctrine: line and column, code, what, mend.
fn wrong(text: &str) -> Vec<String> {
    let problems = draft(text).and_then(|draft| compile(system(), &draft).map(drop));
    let line = |problem: Problem| {
        let place = problem.place.expect("a place");
        let (line, column, code) = (place.line, place.column, problem.code);
        format!("{line}:{column} {code} {}. {}", problem.what, problem.mend.unwrap_or_default())
    };
    problems.expect_err(text).into_iter().map(line).collect()
}

/// The condition of the only rule, in English.
fn said(text: &str) -> String {
    let draft = draft(text).unwrap();
    let entry = &draft.rules[0];
    let DoctrineBody::Rules(rules) = &entry.body else { panic!("{text} has no rules") };
    let (when, kind) = (rules[0].when.as_ref().expect("a condition"), kind_of(system(), &entry.kind));
    let mut problems = Collector::new();
    let when =
        sealord::condition::compile::compile(system(), when, kind.expect("a kind"), &mut problems, None);
    say(system().conditions(), &when.unwrap_or_else(|| panic!("{text}: {problems:?}")))
}

#[test]
fn a_condition_is_written_back_as_it_was_meant() {
    for (when, written) in [
        ("outgunned 3:2", "outgunned 3:2"),
        ("'outgunned  3:2'", "outgunned 3:2"),
        ("no pursued", "no pursued"),
        ("[pursued]", "[pursued]"),
        ("[weaker, {any: [round 3, no pursued]}]", "[weaker, {any: [round 3, no pursued]}]"),
        ("[war, any: [pursued, [war, turn 9]]]", "[war, {any: [pursued, [war, turn 9]]}]"),
        ("own King George V", "own King George V"),
        ("enemy Jean d'Arc", "'enemy Jean d''Arc'"),
    ] {
        let text = format!("doctrine: {{retreat: [{{prefer: [any], when: {when}}}]}}\n");
        let expected = format!("retreat:\n  - {{when: {written}, prefer: [any]}}\n");
        assert_eq!(write_doctrine(&draft(&text).unwrap()), expected);
        let again = format!("doctrine: {{retreat: [{{when: {written}, prefer: [any]}}]}}\n");
        assert_eq!(write_doctrine(&draft(&again).unwrap()), expected);
    }
}

#[test]
fn a_long_condition_takes_several_lines() {
    let parts = (2..20).map(|round| format!("round {round}")).collect::<Vec<_>>().join(", ");
    let text = format!("doctrine: {{retreat: [{{when: [outgunned, any: [{parts}]], prefer: stay}}]}}\n");
    let written = write_doctrine(&draft(&text).unwrap());
    assert!(written.lines().all(|line| line.len() <= 70) && written.lines().count() > 3, "{written}");
    let indented: String = written.lines().map(|line| format!("  {line}\n")).collect();
    assert_eq!(write_doctrine(&draft(&format!("doctrine:\n{indented}")).unwrap()), written);
}

#[test]
fn a_condition_is_said_in_english() {
    for (kind, when, words) in [
        ("retreat", "outgunned", "the enemy has at least 3:2 in gunnery dice"),
        ("retreat", "outgunned 2:1", "the enemy has at least 2:1 in gunnery dice"),
        ("retreat", "no pursued", "it is not so that your ships are pursued"),
        (
            "retreat",
            "[round 2, any: [own CV, crippled]]",
            "it is round 2 or later; and either you have a CV there, or your crippled ships number at least 1",
        ),
        (
            "place-air",
            "enemy submarine at western-approaches",
            "you see an enemy submarine at western-approaches",
        ),
        ("patrol", "own Hood at England", "you have a Hood at England"),
        ("patrol", "flag none at North Sea", "the flag at North Sea is: none"),
        ("raid", "lead ATO", "you led by 1 or more in the ATO when the turn began"),
    ] {
        assert_eq!(said(&format!("doctrine: {{{kind}: [{{when: {when}, prefer: any}}]}}\n")), words);
    }
}

/// What is malformed, whatever words there are.
#[test]
fn what_is_no_condition_is_refused() {
    let head = "doctrine:\n  retreat:\n    - when: ";
    for (when, place) in [
        ("\n      prefer: [stay]", "3:7 no-value"),
        ("[]", "3:13 no-condition"),
        ("{}", "3:13 no-condition"),
        ("no", "3:13 no-condition"),
        ("[round 2, 'no ']", "3:23 no-condition"),
        ("{any: round 2}", "3:19 wrong-type"),
        ("{any: []}", "3:19 no-condition"),
        ("{all: [round 2]}", "3:14 unknown-key"),
        ("{outgunned: 3:2}", "3:14 unknown-key"),
        ("[round 2, [any: [], pursued]]", "3:29 no-condition"),
        ("[round 2, ~]", "3:23 empty-name"),
    ] {
        let problems = wrong(&format!("{head}{when}\n"));
        assert_eq!(problems.len(), 1, "{when}: {problems:?}");
        assert!(problems[0].starts_with(place), "{when}: {problems:?}");
    }
}

const ALL: &str = "the conditions are outgunned, outflown, weaker, stronger, round, pursued, damage, crippled, enemy, own, \
                   points, flag, turn, war, lead and behind";

#[test]
fn a_slip_is_shown_where_it_is_and_mended() {
    let head = "doctrine:\n  retreat:\n    - {prefer: [stay], when: ";
    for (when, told) in [
        ("outguned 3:2", format!("30 unknown-condition `outguned` is not a condition. did you mean `outgunned`? {ALL}")),
        ("no outguned 3:2", format!("33 unknown-condition `outguned` is not a condition. did you mean `outgunned`? {ALL}")),
        ("not pursued", format!("30 unknown-condition `not` is not a condition. write `no` instead; {ALL}")),
        ("sleepy", format!("30 unknown-condition `sleepy` is not a condition. {ALL}")),
        (
            "outgunned 3-2",
            "40 bad-condition `3-2` is not a ratio. write two numbers from 1 to 99, as in `outgunned 3:2`".to_owned(),
        ),
        (
            "outgunned 3:0",
            "40 bad-condition `3:0` is not a ratio. write two numbers from 1 to 99, as in `outgunned 3:2`".to_owned(),
        ),
        (
            "[pursued, round three]",
            "46 bad-condition `three` is not a number. write a number from 1 to 99 in figures, as in `round 2`".to_owned(),
        ),
        (
            "round 0",
            "36 bad-condition `0` cannot follow `round`. write a number from 1 to 99 in figures, as in `round 2`".to_owned(),
        ),
        (
            "round",
            "30 bad-condition `round` needs a number behind it. write a number from 1 to 99 in figures, as in `round 2`"
                .to_owned(),
        ),
        ("pursued 3", "38 bad-condition `3` has no place behind `pursued`. write it as `pursued`".to_owned()),
        (
            "outgunned 3:2 2",
            "44 bad-condition `2` has no place behind `outgunned`. write it as `outgunned [3:2]`".to_owned(),
        ),
        (
            "flag mine",
            "35 bad-condition `mine` cannot follow `flag`. write own, enemy or none; write it as `flag own|enemy|none [at \
             PLACE]`"
                .to_owned(),
        ),
        (
            "enemy",
            "30 bad-condition `enemy` does not say what to look for. write it as `enemy WHAT [at PLACE]`".to_owned(),
        ),
        ("enemy carier", "36 unknown-word doctrine does not know the word `carier`. did you mean `carrier`?".to_owned()),
        (
            "enemy stay",
            "36 unknown-word `stay` is not a word for units. write a class, a navy, or the name of a unit".to_owned(),
        ),
        (
            "lead PTO many",
            "39 bad-condition `many` is not a number. write a number from 1 to 99 in figures, as in `lead ATO 2`".to_owned(),
        ),
        (
            "enemy CV at north-sea",
            "39 another-place in combat a condition looks at the place of the fight alone. leave out `at` and what follows"
                .to_owned(),
        ),
    ] {
        assert_eq!(wrong(&format!("{head}{when}}}\n")), [format!("3:{told}")], "{when}");
    }
}

#[test]
fn a_condition_fits_the_question_or_is_refused() {
    let free = "enemy, own, points, flag, turn, war, lead or behind";
    for (rule, told) in [
        (
            "patrol: [{when: round 3}]",
            format!("1:28 no-fight `round` looks at a fight, but `patrol` is not asked in one. leave it out; here you can write {free}"),
        ),
        (
            "patrol: [{when: enemy CV}]",
            "1:28 no-place `patrol` is not asked in a fight, so `enemy` must say where to look. add a place, as in `at PLACE`"
                .to_owned(),
        ),
        (
            "patrol: [{when: enemy CV at}]",
            "1:37 bad-condition no place follows `at`. write it as `enemy WHAT [at PLACE]`".to_owned(),
        ),
        (
            "patrol: [{when: enemy CV at nort-sea}]",
            "1:40 unknown-place `nort-sea` is not a place at which `enemy` can look. did you mean `north-sea`?".to_owned(),
        ),
        (
            "patrol: [{when: points 3 at malta}]",
            "1:40 unknown-place `malta` is not a place at which `points` can look. write its id as it stands in the report"
                .to_owned(),
        ),
        (
            "select-area: [{when: own CV at north-sea}]",
            "1:33 no-fight `own` looks at a place, but `select-area` is asked about none. leave it out; here you can \
             write turn, war, lead or behind"
                .to_owned(),
        ),
    ] {
        assert_eq!(wrong(&format!("doctrine: {{{rule}}}\n")), [told], "{rule}");
    }
    // All problems are shown, each at its place.
    let told = wrong("doctrine: {retreat: [{when: [rond 3, any: [round x, persued], flag]}]}\n");
    let places: Vec<&str> = told.iter().filter_map(|it| it.split(' ').next()).collect();
    assert_eq!(places, ["1:30", "1:50", "1:53", "1:63"], "{told:?}");
}

#[test]
fn nothing_is_no_multiple_of_nothing() {
    let three_to_two = Ratio { more: 3, less: 2 };
    for (great, small, reached) in
        [(3, 2, true), (2, 2, false), (0, 0, false), (1, 0, true), (0, 1, false), (6, 4, true), (5, 4, false)]
    {
        assert_eq!(three_to_two.is_reached(great, small), reached, "{great} to {small}");
    }
    assert!(Ratio { more: 2, less: 3 }.is_reached(2, 3));
}

#[test]
fn the_schema_has_every_condition() {
    let schema = schema(None, Some(system().conditions()), None);
    let when = &schema["$defs"]["when"]["anyOf"];
    let clauses: Vec<&str> =
        when.as_array().unwrap().iter().filter_map(|it| it["description"].as_str()).collect();
    let words = system().conditions().iter().map(ConditionWord::usage);
    assert_eq!(clauses, words.collect::<Vec<_>>());
    let pattern = |at: usize| when[at]["pattern"].as_str().unwrap();
    assert_eq!(pattern(0), "^(no )?outgunned( [0-9]+:[0-9]+)?$");
    assert_eq!(pattern(4), "^(no )?round [0-9]+$");
    assert_eq!(pattern(8), "^(no )?enemy .+( at .+)?$");
    assert_eq!(pattern(14), "^(no )?lead (ATO|PTO)( [0-9]+)?$");
    let doctrine = &schema["properties"]["doctrine"]["anyOf"][0];
    let rule = &doctrine["additionalProperties"]["anyOf"][1]["items"];
    assert_eq!(rule["properties"]["when"]["$ref"], "#/$defs/when");
}
