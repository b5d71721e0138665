//! The tour of play by mail works as it is shown, from an empty folder; and all settings that the page shows
//! are settings.

use std::path::Path;

use sealord::post::office::settings::{FILE, Settings};

use super::page;
use super::typed::works;

/// A block of the page: its mark, its language and its lines.
struct Block {
    /// What stands in `<!-- … -->` on the line before it.
    mark: String,
    language: String,
    text: String,
}

/// All fenced blocks of the page, in order.
fn blocks() -> Vec<Block> {
    let page = page("docs/by-mail.md");
    let pieces: Vec<&str> = page.split("\n```").collect();
    assert!(pieces.len() % 2 == 1, "a block has no end");
    let of = |pair: &[&str]| {
        let before = pair[0].lines().last().unwrap_or_default();
        let mark = before.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
        let (language, text) = pair[1].split_once('\n').unwrap();
        let mark = mark.unwrap_or_default().to_owned();
        Block { mark, language: language.to_owned(), text: format!("{text}\n") }
    };
    pieces.chunks_exact(2).map(of).collect()
}

#[test]
fn the_tour_leads_to_the_first_reports() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut told = String::new();
    for block in blocks() {
        if let Some(file) = block.mark.strip_prefix("tour: ") {
            std::fs::write(folder.join(file), &block.text).unwrap();
        } else if block.mark == "tour" {
            assert_eq!(block.language, "sh");
            told += &works(folder, &format!("set -e\n{}", block.text));
        }
    }
    let lines = [
        "1 accepted, 0 refused, 0 skipped; 1 exchange closed; 3 sent",
        "0 accepted, 1 refused",
        "exchange 3 is open",
    ];
    let mut rest = told.as_str();
    for line in lines {
        rest =
            rest.split_once(line).unwrap_or_else(|| panic!("{line} is not told (in its place):\n{told}")).1;
    }
    assert!(rest.contains("Has orders: no"), "{rest}");
    for mail in ["axis.1.report", "allies.2.report", "axis.3.report", "allies.3.report"] {
        assert!(folder.join(format!("club/out/spring-match.{mail}.eml")).exists(), "{mail}");
    }
}

#[test]
fn all_settings_that_the_page_shows_are_settings() {
    let folder = tempfile::tempdir().unwrap();
    let yaml: Vec<Block> = blocks().into_iter().filter(|block| block.language == "yaml").collect();
    assert_eq!(yaml.len(), 3);
    for block in yaml {
        std::fs::write(folder.path().join(FILE), &block.text).unwrap();
        let read = Settings::read(folder.path());
        assert!(read.is_ok(), "{}\n{}", read.unwrap_err(), block.text);
    }
}

#[test]
fn the_table_of_fields_names_them_all() {
    let page = page("docs/by-mail.md");
    let (_, table) = page.split_once("## office.yaml, field by field\n").unwrap();
    let table = table.split("\n## ").next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let known = |text: &str| fields(folder.path(), text);
    let roads = "maildir: {x: 1}|mbox: {x: 1}|imap: {x: 1}";
    let mut all = known("x: 1");
    all.extend(known("mail: {x: 1}"));
    all.extend(known("matches: [{x: 1}]"));
    all.extend(known("matches: [{players: {axis: {x: 1}}}]"));
    all.extend(known("mail: {rate: {x: 1}}"));
    all.extend(roads.split('|').flat_map(|road| known(&format!("mail: {{in: {{{road}}}}}"))));
    let roads = "folder: {x: 1}|smtp: {x: 1}|sendmail: {x: 1}";
    all.extend(roads.split('|').flat_map(|road| known(&format!("mail: {{out: {{{road}}}}}"))));
    assert!(all.len() > 30, "{all:?}");
    let words: Vec<&str> = table.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    let missing: Vec<&String> = all.iter().filter(|field| !words.contains(&field.as_str())).collect();
    assert!(missing.is_empty(), "the page does not name {missing:?}");
}

/// The fields that are known where a text writes `x`, as the complaint about it lists them.
fn fields(folder: &Path, text: &str) -> Vec<String> {
    std::fs::write(folder.join(FILE), text).unwrap();
    let fault = Settings::read(folder).unwrap_err().to_string();
    assert!(fault.contains("unknown field `x`"), "{text}: {fault}");
    let listed = fault.split_once("expected").unwrap_or_else(|| panic!("{fault}")).1;
    let listed = listed.lines().next().unwrap_or_default();
    listed.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
