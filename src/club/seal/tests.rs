//! The sealed file: its exact bytes, and every way in which bytes fail to be one.

use engine::rulebook::two_sided::party::{ALLIES, AXIS};
use std::io::Write;
use std::process::Command;

use super::*;

pub(super) fn header(exchange: u32, party: Party) -> SealHeader {
    SealHeader {
        match_id: "north-sea-7".to_owned(),
        genesis: Digest::of(b"genesis"),
        exchange,
        party,
        salt: Salt::from_bytes(*Digest::of(b"salt").as_bytes()),
    }
}

pub(super) fn sealed(exchange: u32, party: Party, orders: &[u8]) -> Sealed {
    Sealed::make(header(exchange, party), orders).expect("small enough")
}

fn altered(from: &str, to: &str) -> SealFault {
    let text = String::from_utf8(sealed(4, AXIS, b"orders: []\n").bytes().to_vec()).expect("text");
    assert!(text.contains(from), "{from}");
    Sealed::parse(text.replacen(from, to, 1).as_bytes()).expect_err("must be refused")
}

#[test]
fn a_sealed_file_has_exactly_these_bytes() {
    let file = sealed(4, ALLIES, b"a: 1\r\nb: \xff");
    let genesis = Digest::of(b"genesis");
    let salt = Digest::of(b"salt");
    let head = format!(
        "sealord sealed orders v1\nmatch: north-sea-7\ngenesis: {genesis}\nexchange: 4\nside: allies\nsalt: {salt}\n---\n"
    );
    assert_eq!(file.bytes(), [head.as_bytes(), b"a: 1\r\nb: \xff"].concat());
    assert_eq!(file.open(), b"a: 1\r\nb: \xff");
    assert_eq!(Sealed::parse(file.bytes()), Ok(file));
}

#[test]
fn orders_may_be_empty_or_look_like_a_header() {
    for orders in [&b""[..], b"---\nside: axis\n---\n"] {
        let file = sealed(0, AXIS, orders);
        assert_eq!(Sealed::parse(file.bytes()).expect("parses").open(), orders);
    }
}

#[test]
fn sha256sum_prints_the_commitment() {
    let file = sealed(4, AXIS, b"orders: []\n");
    let mut saved = tempfile::NamedTempFile::new().expect("a temporary file");
    saved.write_all(file.bytes()).expect("written");
    let Ok(output) = Command::new("sha256sum").arg(saved.path()).output() else {
        return crate::skip::skip_without("sha256sum");
    };
    let printed = String::from_utf8(output.stdout).expect("text");
    assert_eq!(printed.split(' ').next(), Some(file.commitment().to_string().as_str()));
    assert_eq!(Commitment::parse(&printed), Ok(file.commitment()));
}

#[test]
fn the_file_on_the_page_has_the_commitment_on_the_page() {
    let page = include_str!("../../../docs/sealed-files.md");
    let (_, file) = page.split_once("```\n").expect("the page prints a file");
    let (file, _) = file.split_once("```").expect("the file ends");
    let sealed = Sealed::parse(file.as_bytes()).expect("the page prints a good file");
    assert_eq!(sealed.open(), b"orders: []\n");
    assert!(page.contains(&format!("`{}`", sealed.commitment())));
}

#[test]
fn changed_line_ends_are_recognised_as_the_mailers_doing() {
    let text = String::from_utf8(sealed(4, AXIS, b"orders: []\n").bytes().to_vec()).expect("text");
    let fault = Sealed::parse(text.replace('\n', "\r\n").as_bytes()).expect_err("must be refused");
    assert_eq!(fault, SealFault::LineEnds);
    assert!(fault.mend().contains("attachment"));
    assert_eq!(altered("exchange: 4\n", "exchange: 4\r\n"), SealFault::LineEnds);
}

#[test]
fn a_file_cut_at_any_byte_of_its_header_is_refused() {
    let file = sealed(4, AXIS, b"orders: []\n");
    for end in 0..file.bytes().len() - b"orders: []\n".len() {
        let fault = Sealed::parse(&file.bytes()[..end]).expect_err("must be refused");
        let expected = matches!(fault, SealFault::Cut { .. } | SealFault::NotSealed);
        assert!(expected, "cut at {end}: {fault:?}");
    }
}

#[test]
fn what_is_not_sealed_says_so() {
    assert_eq!(Sealed::parse(b"orders: []\n"), Err(SealFault::NotSealed));
    assert_eq!(altered("sealord", "\u{feff}sealord"), SealFault::NotSealed);
    assert_eq!(altered(" v1", " v2"), SealFault::OtherFormat { found: "v2".to_owned() });
    assert_eq!(altered(" v1\n", " v1 \n"), SealFault::OtherFormat { found: "v1 ".to_owned() });
}

#[test]
fn lines_missing_repeated_or_swapped_are_named() {
    assert_eq!(altered("exchange: 4\n", ""), SealFault::OutOfOrder { line: 4, wanted: "exchange: " });
    assert_eq!(altered("side: ", "exchange: 4\nside: "), SealFault::OutOfOrder { line: 5, wanted: "side: " });
    let swapped = altered("exchange: 4\nside: axis\n", "side: axis\nexchange: 4\n");
    assert_eq!(swapped, SealFault::OutOfOrder { line: 4, wanted: "exchange: " });
    assert_eq!(altered("---", "----"), SealFault::BadValue { line: 7, wanted: "nothing but three hyphens" });
    assert_eq!(altered("match: ", "match:  "), SealFault::BadValue { line: 2, wanted: MATCH_ID });
}

#[test]
fn a_value_has_one_spelling_only() {
    for bad in ["04", "+4", "-4", "4 ", "4294967296", ""] {
        let fault = altered("exchange: 4\n", &format!("exchange: {bad}\n"));
        assert_eq!(fault, SealFault::BadValue { line: 4, wanted: NUMBER }, "{bad}");
    }
    for bad in ["allied", "Axis", "axis ", "neutral"] {
        let fault = altered("side: axis\n", &format!("side: {bad}\n"));
        assert_eq!(fault, SealFault::BadValue { line: 5, wanted: PARTY }, "{bad}");
    }
    let genesis = Digest::of(b"genesis").to_string();
    let fault = altered(&genesis, &genesis.to_uppercase());
    assert_eq!(fault, SealFault::BadValue { line: 3, wanted: HEX });
}

#[test]
fn a_match_id_cannot_be_a_path() {
    let long = "a".repeat(65);
    for bad in ["", "..", "../x", "a/b", "A", "a b", "é", "a\nside: axis", long.as_str()] {
        let fault = Sealed::make(SealHeader { match_id: bad.to_owned(), ..header(1, AXIS) }, b"");
        assert_eq!(fault, Err(SealFault::BadValue { line: 2, wanted: MATCH_ID }), "{bad}");
    }
    assert!(is_match_id(&long[1..]));
}

#[test]
fn two_mebibytes_are_the_end() {
    let room = SIZE_LIMIT - sealed(1, AXIS, b"").bytes().len();
    let fits = sealed(1, AXIS, &vec![b'#'; room]);
    assert_eq!(Sealed::parse(fits.bytes()).expect("parses").open().len(), room);
    let over = Sealed::make(header(1, AXIS), &vec![b'#'; room + 1]);
    assert_eq!(over, Err(SealFault::TooLarge { size: SIZE_LIMIT + 1 }));
    let bytes = [fits.bytes(), b"#"].concat();
    assert_eq!(Sealed::parse(&bytes), Err(SealFault::TooLarge { size: SIZE_LIMIT + 1 }));
}

#[test]
fn debug_output_shows_neither_orders_nor_salt() {
    let file = sealed(4, AXIS, b"secret");
    let shown = format!("{file:?}");
    assert!(!shown.contains("secret") && !shown.contains(&file.header().salt.to_string()), "{shown}");
}
