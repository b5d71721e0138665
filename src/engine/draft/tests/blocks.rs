//! Orders within reports and mails.

use super::*;

const ORDERS: &str = "side: axis\nanswers:\n  t1/move:\n    de-ss-u47: 9\n";

fn marked(orders: &str) -> String {
    format!("# {BEGIN}\n{orders}# {END}\n")
}

/// Puts a mark before each line, without a blank behind it on empty lines.
fn quoted(mark: &str, text: &str) -> String {
    text.lines().map(|line| format!("{mark}{line}").trim_end().to_owned() + "\n").collect()
}

/// Reads orders, checks that every name's spot covers the name in the file as sent, and gives the place of
/// `9`.
fn nine(source: &str) -> (u32, u32) {
    let draft = read(source);
    assert!(stands(source, draft.party.as_ref().unwrap()), "{source}");
    let AnswerBody::Entries(entries) = &draft.answers[0].body else { panic!("{draft:?}") };
    let EntryValue::One(word) = &entries[0].value else { panic!("{draft:?}") };
    assert!(stands(source, &entries[0].keys[0]) && stands(source, word), "{source}");
    (word.spot.line, word.spot.column)
}

#[test]
fn a_whole_report_is_read_by_its_block() {
    assert_eq!(nine(ORDERS), (4, 16));
    assert_eq!(nine(&format!("Turn: 1: 2\n\t[\n{}\nyours: [\n", marked(ORDERS))), (7, 16));
    assert_eq!(nine(&format!("{BEGIN}\r\n{}{END}", ORDERS.replace('\n', "\r\n"))), (5, 16));
    assert_eq!(nine(&format!("<!-- {BEGIN} -->\n{ORDERS}<!-- {END} -->\n")), (5, 16));
    let sentence = format!("Only what stands between `{BEGIN}` and `{END}` is read.\nSee {BEGIN} below.\n");
    assert_eq!(nine(&format!("{sentence}{}", marked(ORDERS))), (7, 16));
}

#[test]
fn reply_marks_are_stripped_where_the_begin_line_has_them() {
    for (mark, column) in [("> ", 18), (">> ", 19), ("> > ", 20), ("| ", 18), (">", 17)] {
        let mail = format!("Joe wrote:\n{}", quoted(mark, &format!("Hello\n\n{}", marked(ORDERS))));
        assert_eq!(nine(&mail), (8, column), "{mail}");
    }
    let typed =
        format!("> # {BEGIN}\n> side: axis\n>\nanswers:\n  t1/move:\n>     de-ss-u47: 9\n> # {END}\n");
    assert_eq!(nine(&typed), (6, 18));
}

#[test]
fn markdown_fences_are_dropped() {
    assert_eq!(nine(&format!("# {BEGIN}\n\n```yaml\n{ORDERS}```\n\n# {END}\n")), (7, 16));
    assert_eq!(nine(&format!("~~~\n{ORDERS}~~~\n")), (5, 16));
    assert_eq!(nine(&quoted("> ", &marked(&format!("```\n{ORDERS}```\n")))), (6, 18));
}

#[test]
fn no_break_spaces_indent() {
    let source = ORDERS.replace("  ", "\u{a0} ");
    assert_eq!(nine(&source), (4, 16));
}

#[test]
fn a_web_page_is_read_by_its_block() {
    let page =
        |orders: &str| format!("<html><p>a &lt; b</p><pre id=\"o\">{BEGIN}\n{orders}{END}</pre></html>");
    assert_eq!(nine(&page(ORDERS)), (5, 16));
    let source =
        page("<b>side</b>: axis<br/>answers:\n  t1&#x2f;mo<i>ve</i>:\n    <u>de-ss-u47</u>: &quot;9&quot;\n");
    let draft = read(&source);
    assert_eq!(draft.answers[0].key.text, "t1/move");
    let spot = draft.answers[0].key.spot;
    assert_eq!(&source[spot.start..spot.end], "t1&#x2f;mo<i>ve");
    let AnswerBody::Entries(entries) = &draft.answers[0].body else { panic!() };
    let EntryValue::One(word) = &entries[0].value else { panic!() };
    assert_eq!((word.text.as_str(), &source[word.spot.start..word.spot.end]), ("9", "&quot;9&quot;"));
    assert_eq!(
        complaints(page(
            "side: a&#0;b&#x202e;
"
        )),
        ["2:7 hidden-character"]
    );
}

#[test]
fn half_blocks_and_two_blocks_are_refused() {
    assert_eq!(complaints(format!("{}{}", marked(ORDERS), marked(ORDERS))), ["7:1 two-order-blocks"]);
    assert_eq!(complaints(format!("hello\n# {BEGIN}\n{ORDERS}")), ["2:1 no-end-line"]);
    assert_eq!(complaints(format!("# {END}\n# {BEGIN}\n{ORDERS}")), ["2:1 no-end-line"]);
    assert_eq!(complaints(format!("{ORDERS}# {END}\n")), ["5:1 no-begin-line"]);
    assert_eq!(complaints(marked("")), ["2:1 no-orders"]);
}

#[test]
fn problems_within_a_block_are_placed_in_the_file_as_sent() {
    let mail = format!("Hello,\n> # {BEGIN}\n> side: axis\n> answers:\n>\tx: 1\n> # {END}\n");
    assert_eq!(complaints(&mail), ["5:2 tab"]);
    let mail = format!("Hello,\n> # {BEGIN}\n> sid: axis\n> # {END}\n");
    insta::assert_snapshot!(parse("mail.txt", mail.as_bytes()).unwrap_err().render(&mail, false), @r#"
    malformed[unknown-key]: `sid` is not a key of an orders file.
     --> mail.txt:3:3
      |
    3 | > sid: axis
      |   ^^^
      |
      = help: Did you mean `side`? The keys are `match`, `exchange`, `side`, `version`, `final`, `note`, `groups`, `answers`, `plans`, `battle-plans` and `doctrine`.

    1 problem: 1 malformed
    "#);
}
