//! What is refused, each with its line and column.

use super::*;

#[track_caller]
fn refused(text: &str, wanted: &[&str]) {
    let found = complaints(text);
    assert_eq!(found, wanted, "\n{}", parse("orders.yaml", text.as_bytes()).unwrap_err().render(text, false));
}

#[test]
fn bytes_that_are_no_text() {
    assert_eq!(complaints(b"side: axis\nnote: k\xf6ln\n"), ["2:8 not-utf8"]);
    assert_eq!(complaints("note: ö\u{0}x\n"), ["1:8 nul-byte"]);
    assert_eq!(complaints(b"\xff\xfes\0i\0"), ["1:1 not-utf8"]);
    assert_eq!(complaints(vec![b' '; (1 << 20) + 1]), ["1:1 too-large"]);
}

#[test]
fn nothing_and_no_mapping() {
    refused("", &["1:1 no-orders"]);
    refused("# only this\n", &["1:1 no-orders"]);
    refused("---\n", &["1:1 no-orders"]);
    refused("- a\n- b\n", &["1:3 wrong-type"]);
    refused("\n  I move nobody\n", &["2:3 wrong-type"]);
}

#[test]
fn keys_of_the_file() {
    refused("anwsers: {}\nsides: axis\nfoo: 1\n", &["1:1 unknown-key", "2:1 unknown-key", "3:1 unknown-key"]);
    refused("side: axis\nt1/move: x\n", &["2:1 unknown-key"]);
    refused("side: axis\nfinal: no\nside: allies\n", &["3:1 duplicate-key"]);
    refused("[a]: b\n{c: d}: e\n", &["1:1 wrong-type", "2:1 wrong-type"]);
    refused("? [a]\n: b\n", &["1:3 wrong-type"]);
}

#[test]
fn values_of_the_file() {
    refused(
        "match:\nexchange: ~\nside: null\nnote:\n",
        &["1:1 no-value", "2:1 no-value", "3:1 no-value", "4:1 no-value"],
    );
    refused(
        "match: [a]\nside:\n  axis: x\nnote: {a: b}\n",
        &["1:8 wrong-type", "3:3 wrong-type", "4:7 wrong-type"],
    );
    refused("final: maybe\n", &["1:8 not-true-or-false"]);
    refused("answers: all\ndoctrine: [a]\n", &["1:10 wrong-type", "2:11 wrong-type"]);
    refused("answers:\ndoctrine:\n", &["1:1 no-value", "2:1 no-value"]);
}

#[test]
fn answers() {
    refused(
        "answers:\n  t1/a:\n  t1/b: [x]\n  t1/c:\n    x:\n    y: {z: 1}\n    w: [[a], {b: c}, ~]\n",
        &[
            "2:3 no-value",
            "3:9 wrong-type",
            "5:5 no-value",
            "6:8 wrong-type",
            "7:9 wrong-type",
            "7:14 wrong-type",
            "7:22 empty-name",
        ],
    );
    refused(
        "answers:\n  t1/a: 1\n  t1/b: {x: 1, x: 2}\n  t1/a: 2\n",
        &["3:16 duplicate-key", "4:3 duplicate-key"],
    );
    refused(
        "answers:\n  t1/a:\n    x, y,x: 1\n    z: [p, q, p]\n",
        &["3:10 duplicate-name", "4:15 duplicate-name"],
    );
    refused("answers:\n  t1/a:\n    x:39\n    y:40\n", &["3:6 missing-space"]);
}

#[test]
fn names() {
    let long = "x".repeat(101);
    refused(
        &format!("answers:\n  t1/a:\n    {long}: 1\n    a,, b,: {long}\n    '': ''\n"),
        &[
            "3:5 name-too-long",
            "4:7 empty-name",
            "4:11 empty-name",
            "4:13 name-too-long",
            "5:5 empty-name",
            "5:9 empty-name",
        ],
    );
    refused(
        "answers:\n  t1/a:\n    x\u{202e}y: a\u{200b}\n    \"a\\eb\": \"c\\nd\"\n",
        &["3:5 hidden-character", "3:10 hidden-character", "4:5 hidden-character", "4:13 hidden-character"],
    );
    refused("side: “axis”\n", &["1:7 typographic-quote"]);
    refused("answers:\n  : 1\n", &["2:3 empty-name"]);
}

#[test]
fn doctrine() {
    refused(
        "doctrine:\n  a:\n  b: {c: d}\n  e:\n    - f\n    - {prefr: [x], spread: often, for: {}}\n",
        &[
            "2:3 no-value",
            "3:6 wrong-type",
            "5:7 wrong-type",
            "6:8 unknown-key",
            "6:28 not-true-or-false",
            "6:40 wrong-type",
        ],
    );
}

#[test]
fn what_yaml_has_and_orders_have_not() {
    refused("note: &a x\nside: *a\n", &["1:7 anchor", "2:7 alias"]);
    refused("side: *x\nmatch: !!str y\n", &["1:7 alias", "2:8 tag"]);
    refused("side: axis\n---\nside: allies\n", &["2:1 second-document"]);
    refused("%YAML 1.2\n---\nside: axis\n", &["1:1 directive"]);
}

#[test]
fn tabs() {
    refused("answers:\n\tt1/a: 1\n", &["2:1 tab"]);
    refused("answers:\n  t1/a:\n\t\tx: 1\n", &["3:1 tab"]);
    refused("answers:\n  t1/a:\n  \tx: 1\n", &["3:3 tab"]);
    refused("side: axis\n\tfinal: no\n", &["2:1 tab"]);
}

#[test]
fn colons() {
    refused("side:axis\nfinal: no\n", &["1:5 missing-space"]);
    refused("answers:\n  t1/a:\n    x:39\n    y: 40\n", &["3:6 missing-space"]);
    refused("answers:\n  t1/a:\n    x: 40\n    y:39\n", &["4:6 missing-space"]);
    refused("answers:\n  t1/a\n    x: 3\n", &["2:3 missing-colon"]);
    refused("side: axis\nfinal\nnote: x\n", &["2:1 missing-colon"]);
    refused("note: wait: no\n", &["1:11 second-colon"]);
}

#[test]
fn quotes_and_brackets() {
    refused("note: 'ä b\nside: axis\n", &["1:7 unclosed-quote"]);
    refused("answers:\n  a/b: {x: [\"p\", \"q, r]}\n", &["2:18 unclosed-quote"]);
    refused("note: 'a' b\n", &["1:11 text-after-quote"]);
    refused("answers:\n  a/b: {x: [p, q}\n", &["2:12 wrong-bracket"]);
    refused("answers:\n  a/b: {x: p\n  c/d: q\n", &["2:8 unclosed-bracket"]);
    refused("answers:\n  a/b: [p, q\nside: axis\n", &["2:8 unclosed-bracket"]);
    refused("side: ]\n", &["1:7 wrong-bracket"]);
    refused("side: \"a\\qb\"\n", &["1:7 bad-escape"]);
}

#[test]
fn indentation() {
    refused("answers:\n  t1/a:\n    x: 1\n   y: 2\n", &["4:4 wrong-indent"]);
    refused("side: axis\n   final: no\n", &["2:4 wrong-indent"]);
    refused("answers:\n    t1/a: 1\n  t1/b: 2\n", &["3:3 wrong-indent"]);
}

#[test]
fn signs_that_begin_no_word() {
    refused("side: @axis\n", &["1:7 reserved-character"]);
    refused("side: a\u{1}b\n", &["1:8 hidden-character"]);
    refused("answers:\n  a/b: - c\n", &["2:8 misplaced-dash"]);
}

#[test]
fn a_mail_around_the_orders() {
    refused("side: axis\nfinal: yes\n-- \nJoe\n", &["3:1 mail-signature"]);
    refused("side: axis\n-- \nJoe\nTel: 12\n", &["2:1 mail-signature"]);
    refused("<!DOCTYPE html>\n<p>x</p>\n", &["1:1 no-orders-block"]);
}

#[test]
fn limits() {
    let deep = format!("note: {}{}\n", "[".repeat(17), "]".repeat(17));
    assert_eq!(complaints(deep), ["1:23 too-deep"]);
    let long = format!("answers:\n  a/b:\n    c: [{}x]\n", "x, ".repeat(20_000));
    assert_eq!(complaints(long)[0].split(' ').nth(1), Some("too-many-entries"));
    let many: String = (0..500).map(|n| format!("k{n}: v\n")).collect();
    let found = complaints(many);
    assert_eq!(
        (found.len(), found[99].as_str(), found[100].as_str()),
        (101, "100:1 unknown-key", "more-problems")
    );
}

#[test]
fn a_tired_player_is_told_everything_at_once() {
    let text = "\
exchange: 7
sid: axis
final: maybe
answers:
  t1/move/germany:
    de-ca-deutschland: 39
    de-cx-orion, de-cx-orion: 41
    de-bb-bismarck:
    de-ca-deutschland: 40
  t1/zone-9/mat: [de-bb-bismarck, Scharnhorst]
";
    let problems = parse("orders.yaml", text.as_bytes()).unwrap_err();
    insta::assert_snapshot!(problems.render(text, false), @r#"
    malformed[unknown-key]: `sid` is not a key of an orders file.
     --> orders.yaml:2:1
      |
    2 | sid: axis
      | ^^^
      |
      = help: Did you mean `side`? The keys are `match`, `exchange`, `side`, `version`, `final`, `note`, `groups`, `answers`, `plans`, `battle-plans` and `doctrine`.

    malformed[not-true-or-false]: `maybe` is neither true nor false.
     --> orders.yaml:3:8
      |
    3 | final: maybe
      |        ^^^^^
      |
      = help: Write `final: true` or `final: false`.

    malformed[duplicate-name]: `de-cx-orion` is in this list twice.
     --> orders.yaml:7:18
      |
    7 |     de-cx-orion, de-cx-orion: 41
      |                  ^^^^^^^^^^^
      |
      = help: Delete one of the two.

    malformed[no-value]: `de-bb-bismarck` has no value.
     --> orders.yaml:8:5
      |
    8 |     de-bb-bismarck:
      |     ^^^^^^^^^^^^^^
      |
      = help: Write the choice after the colon, or delete `de-bb-bismarck`.

    malformed[duplicate-key]: `de-ca-deutschland` was already given on line 6.
     --> orders.yaml:9:5
      |
    9 |     de-ca-deutschland: 40
      |     ^^^^^^^^^^^^^^^^^
      |
      = help: Keep one of the two.

    malformed[wrong-type]: The answer to `t1/zone-9/mat` should be one word or `subject: choice` lines, not a list.
      --> orders.yaml:10:18
       |
    10 |   t1/zone-9/mat: [de-bb-bismarck, Scharnhorst]
       |                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = help: Put the choice before the list, as in `choice: [a, b]`.

    6 problems: 6 malformed
    "#);
}

#[test]
fn a_syntax_error_is_told_with_its_usual_cause() {
    let text = "side: axis\nanswers:\n  t1/move/germany:\n    de-cx-orion:41\n    de-cx-widder: 41\n";
    insta::assert_snapshot!(parse("orders.yaml", text.as_bytes()).unwrap_err().render(text, false), @r#"
    malformed[missing-space]: A space is missing after this colon.
     --> orders.yaml:4:16
      |
    4 |     de-cx-orion:41
      |                ^
      |
      = help: Write `de-cx-orion: 41`, with a space after the colon.

    1 problem: 1 malformed
    "#);
}
