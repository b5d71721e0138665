//! What goes back to a player: the mended form, and orders read back in words.

use super::team::{every_limit, packet};
use super::*;
use crate::orders::check;
use engine::problem::Collector;

/// What is wrong with a file, and the form that goes back with it.
fn refused(file: &str, limits: Vec<engine::question::Limit>) -> (Problems, Option<String>) {
    let packet = packet(limits);
    let mut problems = Collector::new();
    if let Some(draft) = parse_into("orders.yaml", file.as_bytes(), &mut problems) {
        let whole = problems.is_empty();
        check::file(&packet, &draft, whole, &mut problems);
    }
    let problems = problems.finish();
    assert!(problems.refuse(), "{file} is legal");
    let form = mended_form(&packet, Some("fire: any\n"), file.as_bytes(), &problems);
    (problems, form)
}

/// The lines of a form that are no remarks of the blank one.
fn essence(form: &str) -> String {
    let told = |line: &&str| !line.trim_start().starts_with('#') || line.contains("!!");
    let bare = |line: &str| match line.contains("!!") {
        true => line.to_owned(),
        false => line.split(" #").next().unwrap_or_default().trim_end().to_owned(),
    };
    let lines = form.lines().skip(4).filter(told).map(bare).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_was_legal_stands_and_what_was_not_is_told_beside_it() {
    let file = "\
match: m
side: allies
final: true
note: \"a: 'b'\"
answers:
  q:
    suffren: dover
    hood: malta
    Bismark: brest
    foch: dover
  tokens:
    malta: dover
doctrine:
  fire: none
";
    let (_, form) = refused(file, Vec::new());
    let form = form.expect("a form");
    assert_eq!(
        essence(&form),
        "\
match: m
exchange: 3
side: allies
version: 1
final: true
note: \"a: 'b'\"
answers:
  # !! line 9 of your file: `Bismark` is not asked for here (a name
  # !! line 10 of your file: Foch (foch) cannot take `dover` (choose one
  q:
    suffren: dover
    hood: malta
    foch: hold
    cossack: hold
    uk-malta: hold
  tokens:
    uk-malta: dover
    hood: hold
    foch: hold
    cossack: hold
    suffren: hold
doctrine:
  fire: none"
    );
    assert!(form.lines().all(|line| line.chars().count() <= 72), "{form}");
    assert!(form.contains("#   of hold, malta, brest)"), "{form}");
}

#[test]
fn a_mended_form_is_legal_where_only_words_were_wrong() {
    let lines =
        ["hood: dover", "hood: brest", "Hood: nowhere", "x: y", "brest: [foch, nobody]", "malta: [hood]"];
    for (at, one) in lines.iter().enumerate() {
        for other in &lines[at + 1..] {
            let file =
                format!("answers:\n  q:\n    {one}\n    {other}\n    Tirpitz: hold\n  nothing: {{a: b}}\n");
            let (_, form) = refused(&file, Vec::new());
            let Some(form) = form else { panic!("no form for {file}") };
            let draft = read(&form);
            let mut problems = Collector::new();
            let understood = check::file(&packet(Vec::new()), &draft, true, &mut problems);
            assert!(understood.is_some(), "{}", problems.finish().render(&form, false));
            assert!(form.contains("!! line 6 of your file: `nothing`"), "{form}");
        }
    }
}

#[test]
fn a_broken_limit_keeps_every_choice_and_is_told() {
    let (problems, form) = refused("answers:\n  q: {uk-malta: dover, foch: brest}\n", every_limit());
    let form = form.expect("a form");
    assert_eq!(problems.len(), 1);
    assert!(essence(&form).contains("    uk-malta: dover\n    foch: brest\n    hood: hold\n"), "{form}");
    assert!(form.contains("# !! line 2 of your file"), "{form}");
}

#[test]
fn what_cannot_be_told_from_other_orders_gets_the_blank_form() {
    for file in ["exchange: 7\n", "answers:\n  another: {hood: dover}\n", "a: [", "final: perhaps\n"] {
        assert_eq!(refused(file, Vec::new()).1, None, "{file}");
    }
}

#[test]
fn a_receipt_reads_orders_back_in_words() {
    let words = |file: &str| {
        let understood = check::file(&packet(Vec::new()), &read(file), true, &mut Collector::new());
        crate::orders::words::in_words(&packet(Vec::new()), &understood.expect("legal"))
    };
    assert_eq!(
        words("answers:\n  q: {suffren: dover, Malta: dover, hood: malta}\n"),
        "Where to?\n  hold: Foch, Cossack\n  dover: Suffren, Malta\n  malta: Hood\n"
    );
    assert_eq!(
        words("answers: {}\n"),
        "There are no orders in it: doctrine answers, or else the defaults do.\n"
    );
}

#[test]
fn whom_silence_puts_there_too_are_counted_where_they_are_many() {
    let mut packet = packet(Vec::new());
    let question = &mut packet.questions[0];
    let more = (0..9).map(|at| engine::question::OpenSubject {
        id: format!("de-ss-{at}"),
        name: format!("U-boat flotilla {at}"),
        ..question.subjects[0].clone()
    });
    question.subjects.extend(more.collect::<Vec<_>>());
    let words = |file: &str| {
        let understood = check::file(&packet, &read(file), true, &mut Collector::new());
        crate::orders::words::in_words(&packet, &understood.expect("legal"))
    };
    assert_eq!(
        words("answers:\n  q: {hood: dover}\n"),
        "Where to?\n  hold: 13 of them, by default\n  dover: Hood\n"
    );
    let few = words("answers:\n  q: {hood: dover, foch: malta}\n");
    assert!(few.contains("  hold: Cossack, Suffren, Malta, U-boat flotilla 0,"), "{few}");
    assert!(few.lines().all(|line| line.chars().count() <= 70), "{few}");
    let many = format!(
        "answers:\n  q: {{dover: [{}]}}\n",
        (0..9).map(|at| format!("de-ss-{at}")).collect::<Vec<_>>().join(", ")
    );
    assert!(words(&many).contains("U-boat flotilla 8"), "what was ordered is listed however much it is");
}

#[test]
fn doctrine_that_is_no_doctrine_gives_way_to_that_which_stands() {
    let file = "doctrine:\n  fire: [any]\nanswers:\n  q: {hood: dover}\n";
    let (_, form) = refused(file, Vec::new());
    let form = form.expect("a form");
    assert!(form.contains("\ndoctrine:\n  fire: any\n"), "{form}");
    assert!(form.contains("# !! line 2 of your file"), "{form}");
    assert!(essence(&form).contains("    hood: dover"), "{form}");
}
