//! What must hold of every message: no panic, no long wait, and orders that come out as they went in.

use super::common;

use common::{corpus, limits};
use proptest::prelude::*;
use sealord::post::compose::address::plus;
use sealord::post::letters::{Command, Kind, Letter, PlusTag, SubjectTag, Why, one_line, tag};
use std::sync::LazyLock;

static CORPUS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| corpus().into_iter().map(|(_, raw)| raw).collect());

/// Bytes that mean something somewhere.
const HOT: &[u8] = b"\r\n\r\n --:;=?<>()[]\"'\\,@.>|%&#/\0\xff\xe9\xa0=_+ \t";

fn read(raw: &[u8]) {
    let begin = std::time::Instant::now();
    let letter = Letter::read(raw, &limits());
    Letter::read_head(raw, &limits(), Why::TooLarge).ok();
    if let Ok(letter) = letter {
        assert!(letter.contents.candidates.len() <= 20);
        assert!(!letter.head.subject.chars().any(char::is_control));
        let lines = letter.contents.text.len() + letter.contents.own_text.len();
        assert!(lines <= 25 * raw.len() + 1000, "{lines} bytes of text from {}", raw.len());
    }
    assert!(begin.elapsed() < std::time::Duration::from_secs(2));
}

/// A change of a message: at a place told in thousandths, something is put in, taken out or doubled.
fn mutate(raw: &[u8], changes: &[(u16, u8, u8)]) -> Vec<u8> {
    let mut raw = raw.to_vec();
    for (place, kind, byte) in changes {
        let at = raw.len() * usize::from(*place % 1000) / 1000;
        let end = (at + usize::from(*byte)).min(raw.len());
        match kind % 5 {
            0 => raw.insert(at, HOT[usize::from(*byte) % HOT.len()]),
            1 => drop(raw.drain(at..end)),
            2 => {
                let piece = raw[at..end].to_vec();
                raw.splice(at..at, piece);
            }
            3 => raw.truncate(at),
            _ if at < raw.len() => raw[at] = *byte,
            _ => raw.push(*byte),
        }
    }
    raw
}

/// A line of a form, without white space at its ends but for its indentation.
fn line() -> impl Strategy<Value = String> {
    let words = prop::collection::vec("[a-zA-Z0-9ä-üé=?_.,:;/#&<>()'-]{1,12}", 0..12);
    ("[ ]{0,6}", words)
        .prop_map(|(indent, words)| format!("{indent}{}", words.join(" ")).trim_end().to_owned())
}

fn block() -> impl Strategy<Value = String> {
    prop::collection::vec(line(), 0..25).prop_map(|lines| {
        let lines: Vec<String> = lines.into_iter().filter(|line| !line.contains("===")).collect();
        format!("# === begin orders ===\nmatch: raider-warfare\n{}\n# === end orders ===\n", lines.join("\n"))
    })
}

/// The one block that a letter brings.
fn block_of(raw: &str) -> String {
    block_of_bytes(raw.as_bytes())
}

fn block_of_bytes(raw: &[u8]) -> String {
    let letter = Letter::read(raw, &limits()).unwrap();
    let [candidate] = letter.contents.candidates.as_slice() else { panic!("{:?}", letter.contents) };
    assert!(!candidate.damaged);
    let Kind::Orders(text) = &candidate.kind else { panic!("{candidate:?}") };
    let begin = text.find("# === begin").unwrap();
    text[begin..].split_inclusive("=== end orders ===\n").next().unwrap().to_owned()
}

fn mail(fields: &str, body: &str) -> String {
    format!("From: anna@example.org\nMIME-Version: 1.0\n{fields}\n\n{body}")
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for (number, group) in bytes.chunks(3).enumerate() {
        let word = (0..3).fold(0u32, |word, at| word << 8 | u32::from(group.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let digit = DIGITS[(word >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= group.len() { char::from(digit) } else { '=' });
        }
        if number % 19 == 18 {
            out.push('\n');
        }
    }
    out + "\n"
}

fn quoted_printable(bytes: &[u8]) -> String {
    let mut out = String::new();
    let mut width = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let last = bytes.get(at + 1) == Some(&b'\n');
        let piece = match byte {
            b'\n' => "\n".to_owned(),
            b'=' | 0..=31 | 127.. => format!("={byte:02X}"),
            b' ' if last => "=20".to_owned(),
            byte => char::from(*byte).to_string(),
        };
        if width + piece.len() > 75 {
            out.push_str("=\n");
            width = 0;
        }
        width = if *byte == b'\n' { 0 } else { width + piece.len() };
        out.push_str(&piece);
    }
    out
}

/// Flows a text as Thunderbird does: long lines broken softly after a space, lines that begin oddly stuffed.
fn flow(text: &str, delsp: bool) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut rest = line;
        let mut first = true;
        while !rest.is_empty() || first {
            let stuffed = rest.starts_with([' ', '>']) || rest.starts_with("From ") || delsp;
            out.push_str(if stuffed { " " } else { "" });
            let cut =
                rest.char_indices().filter(|(at, _)| *at > 60).find(|(_, c)| *c == ' ').map(|(at, _)| at + 1);
            let (now, later) = rest.split_at(cut.unwrap_or(rest.len()));
            out.push_str(now);
            out.push_str(if !later.is_empty() && delsp { " \n" } else { "\n" });
            rest = later;
            first = false;
        }
    }
    out
}

fn latin(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

fn quoted(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", format!("> {line}").trim_end())).collect()
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A line of HTML whose indentation is kept as mail programs keep it: no-break spaces, the last of several a
/// plain one.
fn indented(line: &str) -> String {
    let rest = line.trim_start_matches(' ');
    match line.len() - rest.len() {
        0 => rest.to_owned(),
        1 => format!("&nbsp;{rest}"),
        width => format!("{} {rest}", "&nbsp;".repeat(width - 1)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_do_no_harm(raw in prop::collection::vec(any::<u8>(), 0..3000)) {
        read(&raw);
        read(&[b"From: a@b.c\nContent-Type: text/html\n\n".as_slice(), &raw].concat());
    }

    #[test]
    fn random_words_do_no_harm(words in prop::collection::vec(prop::sample::select(vec![
        "From: ", "Subject: ", "Content-Type: ", "multipart/mixed; boundary=b", "text/html", "\n--b\n", "\n--b--\n", "\n\n", "\n", " ",
        "text/plain; format=flowed", "Content-Transfer-Encoding: base64\n", "quoted-printable", "=?utf-8?Q?", "?=", "a@b.c", "<", ">", "\"",
        "=== begin orders ===", "> ", "<pre>", "</pre>", "<blockquote>", "&lt;", "=\n", "-----BEGIN AGE ENCRYPTED FILE-----", "charset=",
        "utf-16", "utf-7", "iso-2022-jp", "gb18030", "filename*0*=utf-8''%", "filename*=", ";", "(", "\\", "message/rfc822",
    ]), 0..80)) {
        read(words.concat().as_bytes());
    }

    #[test]
    fn changed_messages_do_no_harm(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<u16>(), any::<u8>(), any::<u8>()), 1..12),
    ) {
        read(&mutate(which.get::<Vec<u8>>(&CORPUS), &changes));
    }

    #[test]
    fn cut_messages_do_no_harm(which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>()) {
        let raw = which.get::<Vec<u8>>(&CORPUS).as_slice();
        read(&raw[..at.index(raw.len())]);
    }

    #[test]
    fn charsets_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..300), charset in prop::sample::select(vec![
        "utf-16", "utf-16le", "utf-16be", "utf-7", "iso-2022-jp", "iso-2022-kr", "gb18030", "big5", "euc-kr", "shift_jis", "koi8-r", "hz",
        "macintosh", "ibm850", "tis-620", "x-user-defined", "windows-1255", "iso-8859-8-i", "",
    ])) {
        read(&[format!("From: a@b.c\nContent-Type: text/plain; charset={charset}\n\n").as_bytes(), &bytes].concat());
        read(format!("From: =?{charset}?B?{}?= <a@b.c>\n\n", base64(&bytes).replace('\n', "")).as_bytes());
    }

    #[test]
    fn every_encoding_gives_the_block_back(block in block(), before in line(), after in line()) {
        let safe = |line: String| if line.contains("match:") { String::new() } else { line };
        let text = format!("{}\n\n{block}\n{}\n", safe(before), safe(after));
        let utf8 = "Content-Type: text/plain; charset=utf-8";
        prop_assert_eq!(&block_of(&mail(&format!("{utf8}\nContent-Transfer-Encoding: 8bit"), &text)), &block);
        prop_assert_eq!(&block_of(&mail(utf8, &text).replace('\n', "\r\n")), &block);
        let cte = |word: &str| format!("{utf8}\nContent-Transfer-Encoding: {word}");
        prop_assert_eq!(&block_of(&mail(&cte("base64"), &base64(text.as_bytes()))), &block);
        let windows = text.replace('\n', "\r\n");
        prop_assert_eq!(&block_of(&mail(&cte("base64"), &base64(windows.as_bytes()))), &block);
        prop_assert_eq!(&block_of(&mail(&cte("quoted-printable"), &quoted_printable(text.as_bytes()))), &block);
        let flowed = format!("{utf8}; format=flowed");
        prop_assert_eq!(&block_of(&mail(&flowed, &flow(&text, false))), &block);
        prop_assert_eq!(&block_of(&mail(&format!("{flowed}; delsp=yes"), &flow(&text, true))), &block);
        let western = mail("Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: base64", "");
        prop_assert_eq!(&block_of(&(western + &base64(&latin(&text)))), &block);
        let raw = [mail("Content-Type: text/plain; charset=windows-1252", "").into_bytes(), latin(&text)].concat();
        prop_assert_eq!(&block_of_bytes(&raw), &block);
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let wide = mail("Content-Type: text/plain; charset=utf-16be\nContent-Transfer-Encoding: base64", &base64(&wide));
        prop_assert_eq!(&block_of(&wide), &block);
    }

    #[test]
    fn html_gives_the_block_back(block in block()) {
        let page = |inside: &str| mail("Content-Type: text/html; charset=utf-8", &format!("<html><body>{inside}</body></html>"));
        prop_assert_eq!(&block_of(&page(&format!("<p>Hello</p><pre>{}</pre>", html(&block)))), &block);
        let hard: Vec<String> = html(&block).lines().map(indented).collect();
        prop_assert_eq!(&block_of(&page(&hard.join("<br>\n"))), &block);
        let lines: String = hard.iter().map(|line| format!("<div>{}</div>\n", if line.is_empty() { "<br>" } else { line })).collect();
        prop_assert_eq!(&block_of(&page(&lines)), &block);
    }

    #[test]
    fn a_quoted_block_is_found_quoted_and_one_that_is_not_goes_before_it(ours in block(), theirs in block()) {
        let utf8 = "Content-Type: text/plain; charset=utf-8";
        let both = format!("{ours}\nOn Sunday, Uma wrote:\n{}", quoted(&theirs));
        prop_assert_eq!(&block_of(&mail(utf8, &both)), &ours);
        let letter = Letter::read(mail(utf8, &quoted(&theirs)).as_bytes(), &limits()).unwrap();
        prop_assert_eq!(&letter.contents.candidates[0].kind, &Kind::Orders(quoted(&theirs)));
    }

    #[test]
    fn sealed_files_come_out_byte_for_byte(orders in prop::collection::vec(any::<u8>(), 0..600), lower in any::<bool>()) {
        let file = [b"sealord sealed orders v1\nmatch: m\n".as_slice(), &orders].concat();
        let word = if lower { "base64" } else { "BASE64" };
        let part = format!("--b\nContent-Type: text/plain; name=x.sealed\nContent-Transfer-Encoding: {word}\n\n{}\n--b--\n", base64(&file));
        let letter = Letter::read(mail("Content-Type: multipart/mixed; boundary=b", &part).as_bytes(), &limits()).unwrap();
        prop_assert_eq!(&letter.contents.candidates[0].kind, &Kind::Sealed(file));
        prop_assert!(!letter.contents.candidates[0].damaged);
    }

    #[test]
    fn tags_are_read_as_they_are_written(match_id in "[a-z0-9-]{1,64}", party in "[a-z][a-z0-9-]{0,31}", before in "[^\\[]{0,20}") {
        let found = SubjectTag::parse(&format!("{before}{} Axis, turn 1", tag(&match_id, &party))).unwrap();
        prop_assert_eq!(found.to_string(), tag(&match_id, &party));
        prop_assert_eq!(found, SubjectTag { match_id: match_id.clone(), party: Some(party.clone()) });
        // A tag that makes the address too long for mail servers is not written.
        prop_assume!(match_id.len() + party.len() <= 50);
        let address = plus("adjudicator@club.example", &match_id, &party).unwrap();
        let found = PlusTag::parse(&address).unwrap();
        prop_assert_eq!(found, PlusTag { base: "adjudicator@club.example".to_owned(), match_id, party: Some(party) });
    }

    #[test]
    fn any_line_is_a_command_or_none_and_any_text_one_line(text in "\\PC{0,300}", most in 0usize..50) {
        Command::parse(&text);
        Command::in_subject(&text);
        SubjectTag::parse(&text);
        PlusTag::parse(&text);
        let line = one_line(&text, most);
        prop_assert!(line.chars().count() <= most && !line.contains('\n'));
        prop_assert_eq!(one_line(&line, most), line);
    }
}
