//! The wording of the desk's letters and of words between people, and what a page makes of a letter.

use sealord::post::compose::dispatches::{Answer, DeskHelp, Dispatch, OverviewLetter, Watch, Word};
use sealord::post::compose::page::{Page, markdown, page};

use super::dispatches::write;

#[test]
fn told() {
    let told = Answer {
        name: "Uma".to_owned(),
        what: "spring-match has more time. The deadline is Sunday 6 December 2026, 20:00 CET (19:00 UTC)."
            .to_owned(),
        lines: vec![
            "one line".to_owned(),
            "and one that is so long that it has to be broken into two lines of letters".to_owned(),
        ],
        copy: "undo 4 1a2b3c4d\nA misread chart.".to_owned(),
        code_word: Some("oats-elevate-tambour-mule".to_owned()),
        ..Answer::default()
    };
    insta::assert_snapshot!(write(Dispatch::Answer(told)));
    let bare = Answer { name: String::new(), what: "nothing was done:".to_owned(), ..Answer::default() };
    insta::assert_snapshot!(write(Dispatch::Answer(bare)));
}

#[test]
fn desk_help() {
    let help = DeskHelp {
        name: "Uma".to_owned(),
        near: String::new(),
        commands: sealord::post::office::desk_commands().trim_end().to_owned(),
        matches: vec!["spring-match".to_owned(), "autumn".to_owned()],
        on_duty: Some("Mike".to_owned()),
        code_word: Some("oats-elevate-tambour-mule".to_owned()),
    };
    insta::assert_snapshot!(write(Dispatch::DeskHelp(help)));
}

#[test]
fn overview() {
    let overview = OverviewLetter {
        name: "Uma".to_owned(),
        running: 2,
        wanting: 1,
        late: 1,
        for_umpire: vec!["spring-match: answer for the Axis, or close the exchange".to_owned()],
        lines: "spring-match: turn 2, combat, exchange 7\n  no deadline\n  Axis, Anna: LATE".to_owned(),
        on_duty: "Uma".to_owned(),
        waiting: 3,
        is_digest: true,
        code_word: "oats-elevate-tambour-mule".to_owned(),
    };
    insta::assert_snapshot!(write(Dispatch::Overview(overview)));
}

fn word() -> Word {
    Word {
        name: "Anna".to_owned(),
        match_id: "spring-match".to_owned(),
        exchange: 4,
        from: Some("the Allies".to_owned()),
        to: "all".to_owned(),
        act: None,
        protest: None,
        umpire: "the umpire".to_owned(),
        words: "Good evening.\n\n# === begin orders ===\nfinal: true".to_owned(),
        answer: Some("say allies".to_owned()),
    }
}

#[test]
fn words_and_acts() {
    insta::assert_snapshot!(write(Dispatch::Word(word())));
    insta::assert_snapshot!(write(Dispatch::Word(Word { from: None, answer: None, ..word() })));
    let act = Word {
        act: Some("closed exchange 4 (Mike)".to_owned()),
        words: "Bert is at sea.".to_owned(),
        answer: None,
        ..word()
    };
    insta::assert_snapshot!(write(Dispatch::Word(act)));
}

#[test]
fn an_observer_sees_what_the_match_allows() {
    let watch = Watch {
        name: "Olaf".to_owned(),
        match_id: "spring-match".to_owned(),
        exchange: 4,
        standing: "turn 1 (Q3 1939), setup: ships".to_owned(),
        delay: 3,
        over: false,
        attached: vec!["spring-match-004-axis.html".to_owned()],
        genesis: "680061322bd2052775d35f4c56e3f29f8d51467e671cf1839793ef89a5a726dc".to_owned(),
    };
    insta::assert_snapshot!(write(Dispatch::Watch(watch.clone())));
    insta::assert_snapshot!(write(Dispatch::Watch(Watch { over: true, attached: Vec::new(), ..watch })));
}

#[test]
fn a_page_has_headings_lists_facts_and_nothing_from_outside() {
    let letter = "Hello <Anna>,\n\nyour orders are in\nand this line goes on to the very end of what a line of mail can hold.\n\n\
                  Has orders: yes\nIs final:   no\n\nAxis\n  Has orders: no\n\nAttached:\n- a file\n- another file, whose name is so \
                  long\n  that it is broken\n\n  indented\n    more\n\ncode: oats-elevate-tambour-mule\n";
    let report = "# Title\n\n## Losses & more\n\n| Navy | All |\n|---|---:|\n| A\\|B | **3** |\n\n- one\n  - inner `x<y`\n- two\n\n```yaml\n\
                  a: <b>\n```\n\nLast \\*words\\*.\n";
    let html = page(&Page { title: "spring: Axis", deadline: Some("Sunday"), letter, report: Some(report) });
    for foreign in ["<script", "http:", "https:", "src=", "@import", "url("] {
        assert!(!html.contains(foreign), "{foreign}: {html}");
    }
    insta::assert_snapshot!(html.split("</head>").nth(1).expect("a body"));
}

#[test]
fn markdown_of_any_kind_makes_a_page_without_tags_of_its_own() {
    for text in [
        "**",
        "`",
        "| a",
        "|",
        "- - -",
        "```",
        "#",
        "<b>x</b>",
        "<script>\nx\n</script>",
        "\\",
        "[x](http://y)",
        "[x][y]\n\n[y]: javascript:z",
        "![x](http://y/z.png \"a\")",
        "<http://y>",
        "<a@b.example>",
        "&lt;b&gt;",
        "| \\",
        "######## x",
    ] {
        let html = markdown(text);
        for tag in ["<b>", "<script", "<a ", "<img", "href", "src"] {
            assert!(!html.contains(tag), "{text}: {html}");
        }
        for tag in ["strong", "em", "code", "pre", "p", "ul", "li", "table"] {
            let [begins, ends] =
                [format!("<{tag}>"), format!("</{tag}>")].map(|it| html.matches(&it).count());
            assert_eq!(begins, ends, "{text}: {html}");
        }
    }
}
