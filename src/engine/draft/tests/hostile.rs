//! Files made to break the reader. Each is answered soon, and never by a panic. The limits are for a program
//! that is not optimised, as the tests beside the sources are compiled; the real one needs a tenth of the
//! time.

use proptest::prelude::*;

use super::*;

/// Reads a file, renders what is wrong with it, and returns the problems.
#[track_caller]
fn survives(name: &str, bytes: impl AsRef<[u8]>) -> Vec<String> {
    let bytes = bytes.as_ref();
    let start = Stopwatch::start();
    let result = parse("orders.yaml", bytes);
    let parsed = start.elapsed();
    assert!(parsed < Duration::from_secs(3), "{name}: {parsed:?}");
    let Err(problems) = result else { return Vec::new() };
    let text = String::from_utf8_lossy(bytes);
    for colour in [false, true] {
        let shown = problems.render(&text, colour);
        assert!(shown.len() < 200_000, "{name}: {} bytes", shown.len());
        let visible = |c: char| c == '\n' || c == '\u{1b}' && colour || !crate::problem::is_hidden(c);
        assert!(shown.chars().all(visible), "{name}");
    }
    assert!(start.elapsed() < Duration::from_secs(6), "{name}: {:?}", start.elapsed());
    spots(&problems)
}

#[test]
fn nesting() {
    for depth in [17, 100, 10_000, 500_000] {
        assert_eq!(survives("flow lists", "[".repeat(depth)), ["1:17 too-deep"]);
        assert!(survives("flow maps", "{a: ".repeat(depth.min(250_000)))[0].ends_with("too-deep"));
        assert!(survives("block lists", "- ".repeat(depth))[0].ends_with("too-deep"));
        assert!(survives("keys", "? ".repeat(depth))[0].ends_with("too-deep"));
    }
    let stairs: String = (0..1000).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
    assert_eq!(survives("stairs", stairs), ["17:17 too-deep"]);
    let mixed = format!("answers:\n  a:\n    b:\n      c: {}", "[{x: ".repeat(100));
    assert!(survives("mixed", mixed)[0].ends_with("too-deep"));
}

#[test]
fn bombs() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..10 {
        bomb += &format!("a{level}: &a{level} [{}]\n", vec![format!("*a{}", level - 1); 9].join(", "));
    }
    assert!(survives("aliases", bomb).iter().any(|problem| problem.ends_with("alias")));
    let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(500_000), "*a, ".repeat(100_000));
    assert!(!survives("one long alias", long).is_empty());
    assert!(survives("self", "&a [*a, *a]\n").contains(&"1:5 alias".to_owned()));
    assert!(!survives("merge", "a: &a {b: c}\nd: {<<: *a}\n").is_empty());
}

#[test]
fn sizes() {
    assert_eq!(survives("50 MB", vec![b'a'; 50_000_000]), ["1:1 too-large"]);
    let mega = 1 << 20;
    for (name, unit) in [
        ("letters", "a"),
        ("spaces", " "),
        ("line ends", "\n"),
        ("returns", "\r"),
        ("quotes", "\""),
        ("commas", ","),
        ("colons", ":"),
        ("keys", "a: b\n"),
        ("same line", "a: "),
        ("nulls", "- \n"),
        ("anchors", "&a "),
        ("tags", "!a "),
        ("entities", "&lt;"),
        ("comments", "#x\n"),
        ("quoted", "> "),
        ("pipes", "|\n"),
        ("no-break", "\u{a0}"),
        ("documents", "---\n"),
        ("ends", "...\n"),
        ("directives", "%A b\n"),
        ("backticks", "```\n"),
        ("tilde", "~"),
        ("escapes", "\\"),
        ("question", "?\n"),
        ("folded", ">\n"),
        ("tabs", "\t"),
        ("braces", "{}"),
        ("brackets", "[]"),
        ("begins", "=== begin orders ===\n"),
        ("begin", "=== begin orders === "),
        ("less", "<a"),
        ("apostrophes", "'"),
        ("separators", "\u{2028}"),
        ("overrides", "\u{202e}x: y\n"),
        ("dashes", "-- \n"),
        ("words", "a b\n"),
    ] {
        survives(name, unit.repeat(mega / unit.len()));
        let part = unit.repeat((mega / 8) / unit.len());
        survives(name, format!("answers:\n  a/b:\n    c: {part}"));
        survives(name, format!("note: [\"{part}"));
        survives(name, format!("<pre>\n{BEGIN}\n{part}\n{END}\n"));
    }
}

#[test]
fn one_very_long_key() {
    let names = "a,".repeat(500_000);
    let found = survives("names", format!("answers:\n  a/b:\n    ? \"{names}\"\n    : c\n"));
    assert_eq!(found, ["3:7 name-too-long"]);
    let found = survives("names", format!("answers:\n  a/b:\n    {}: c\n", "a,".repeat(4_000)));
    assert_eq!(found.len(), 101);
    let found = survives("names", format!("answers:\n  a/b:\n    {}: c\n", "ab, ".repeat(4_000)));
    assert_eq!(found, ["3:5 name-too-long"]);
    let list = format!("answers:\n  a/b:\n    c: [{}]", "x,".repeat(19_000));
    assert_eq!(survives("list", list).len(), 101);
    survives("far right", format!("answers: {{{}", "a: b, ".repeat(15_000)));
    survives("far right", format!("{}: {{{}}}", "ä".repeat(500), "\"ß\": b, ".repeat(9_000)));
}

#[test]
fn bytes_that_are_no_text() {
    assert!(!survives("latin-1", b"note: \xe4\xf6\xfc").is_empty());
    assert!(!survives("surrogate", b"note: \xed\xa0\x80").is_empty());
    assert!(!survives("overlong", b"note: \xc0\xaf").is_empty());
    assert!(!survives("cut", b"note: \xe2\x82").is_empty());
    assert_eq!(survives("executable", b"\x7fELF\0\0"), ["1:5 nul-byte"]);
    survives("random", (0..=255).cycle().take(100_000).collect::<Vec<u8>>());
    survives("byte-order marks", "\u{feff}\u{feff}\u{feff}a: b");
    survives("byte-order mark alone", "\u{feff}");
}

/// A valid file with one change somewhere.
fn changed(at: usize, kind: usize, piece: &str) -> Vec<u8> {
    let mut bytes = FULL.as_bytes().to_vec();
    let at = at % bytes.len();
    match kind {
        0 => drop(bytes.remove(at)),
        1 => drop(bytes.splice(at..at, piece.bytes())),
        2 => bytes.truncate(at),
        3 => drop(bytes.splice(at..at + 1, piece.bytes())),
        _ => bytes[at] = bytes[at].wrapping_add(1 + kind as u8),
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        survives("bytes", bytes);
    }

    #[test]
    fn any_text_is_answered(text in "\\PC{0,40}(\n[ \t>]{0,4}[-?:,\\[\\]{}#&*!|>'\"%@`<;=a-c\u{a0}é\r\t ]{0,12}){0,12}") {
        survives("text", text);
    }

    #[test]
    fn any_block_is_answered(text in "([> |]{0,3}(<pre>|&#x2f;|<b|```|a: b|=== begin orders ===|=== end orders ===|\u{a0})\r?\n){0,8}") {
        survives("block", text);
    }

    #[test]
    fn any_changed_file_is_answered(
        at in 0usize..10_000,
        kind in 0usize..8,
        piece in "[-?:,\\[\\]{}#&*!|>'\"%@`~\n\t é\u{202e}]{1,3}",
    ) {
        survives("changed", changed(at, kind, &piece));
    }
}
