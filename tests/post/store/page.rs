//! The commands of `docs/store.md` work as they are shown, and the lines that it prints are printed.

use std::fs;
use std::process::Command;

use super::{NOW, SEALORD};
use crate::server::{programs, server};

/// An office as `docs/by-mail.md` begins one, to which the lines of the page are added.
const OFFICE: &str = "\
name: Uma's office
address: office@club.example
umpire: {name: Uma, address: uma@club.example}
mail: {in: {maildir: {path: in}}, out: {folder: {path: out}}}
matches:
  - folder: spring-match
";

#[test]
fn the_page_on_databases_can_be_typed() {
    let Some(server) = server() else { return };
    let database = server.database();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let program = std::path::Path::new(SEALORD).parent().unwrap().to_owned();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths =
        [program, programs().unwrap()].into_iter().chain(std::env::split_paths(&paths)).collect::<Vec<_>>();
    let typed = |text: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("set -e\n{text}")]).current_dir(folder);
        shell.env("PATH", std::env::join_paths(&paths).unwrap()).env("SEALORD_NOW", NOW);
        let done = shell.env("SEALORD_DB", server.url(&database)).output().unwrap();
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{text}\n{told}");
        String::from_utf8(done.stdout).unwrap()
    };
    typed("mkdir -m 700 club\nsealord new club/spring-match --deadline-hours 168");
    let before = fs::read(folder.join("club/spring-match/journal.jsonl")).unwrap();
    let page = include_str!("../../../docs/store.md");
    let pieces: Vec<&str> = page.split("\n```").collect();
    assert!(pieces.len() % 2 == 1, "a block has no end");
    let (mut told, mut typed_blocks) = (String::new(), 0);
    for pair in pieces.chunks_exact(2) {
        let (language, text) = pair[1].split_once('\n').unwrap();
        let is_marked = pair[0].ends_with("<!-- store -->");
        if pair[0].ends_with("<!-- store: club/store.part -->") {
            fs::write(folder.join("club/office.yaml"), format!("{OFFICE}{text}\n")).unwrap();
        } else if pair[0].ends_with("<!-- store: until it is stopped -->") {
            typed(&format!("{text} & served=$!\nsleep 2\nkill -TERM $served\nwait $served"));
        } else if is_marked {
            told = typed(text);
            typed_blocks += 1;
        } else if language == "text" {
            for line in text.lines() {
                assert!(told.contains(line), "{line} is not printed:\n{told}");
            }
        }
    }
    assert_eq!(typed_blocks, 4);
    assert_eq!(fs::read(folder.join("club/spring-match/journal.jsonl")).unwrap(), before);
    assert!(folder.join("club.dump").exists());
}
