//! The season under `examples/northern-waters`: what stands there is audited, and its tables are printed again.

use std::path::Path;

use crate::cli::support::Desk;

fn committed(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/northern-waters").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_season_of_the_example_is_worked_out_again_from_its_book_and_proofs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/northern-waters/club");
    let club = folder.to_str().expect("a plain path");
    let desk = Desk::new();
    let audit = desk.ok(&["league", "audit", club, "--proofs"]);
    for line in [
        "108 entries",
        "3 pairings legal and the cheapest",
        "1 panel drawn as the lots fall",
        "10 results, 10 signed",
        "9 results played again",
    ] {
        assert!(audit.contains(line), "{line}: {audit}");
    }
    assert!(!audit.contains("not disclosed"), "{audit}");
    assert_eq!(desk.ok(&["league", "standings", club, "autumn"]), committed("table.txt"));
    assert_eq!(desk.ok(&["league", "ratings", club, "--as-of", "2027-12-31"]), committed("ratings.txt"));
    desk.ok(&["league", "check", club]);
}

/// A rating officer without sealord sees who signed the forfeit.
#[test]
fn the_forfeit_of_the_example_is_signed_as_the_page_says() {
    let desk = Desk::new();
    let book = committed("club/league/journal.jsonl");
    let results = book.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("an entry"));
    let result = |entry: serde_json::Value| {
        let result = entry["body"]["result"].clone();
        (result["how"] == "forfeit").then_some(result)
    };
    let mut result = results.filter_map(result).next().expect("a forfeit");
    let signed = result.as_object_mut().expect("an object").remove("signed").expect("a signature");
    desk.write("forfeit.json", sealord::entry::canonical::canonical(&result).expect("no fraction"));
    desk.write("forfeit.sig", signed["signature"].as_str().expect("a text"));
    desk.write("allowed_signers", format!("organiser {}\n", signed["by"].as_str().expect("a key")));
    let page = include_str!("../../docs/league.md");
    let line = page.lines().find(|line| line.starts_with("ssh-keygen -Y verify")).expect("a line");
    let output = std::process::Command::new("sh").arg("-c").arg(line).current_dir(desk.path(".")).output();
    let output = output.expect("a shell");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    desk.write("forfeit.json", "{}");
    let forged = std::process::Command::new("sh").arg("-c").arg(line).current_dir(desk.path(".")).output();
    assert!(!forged.expect("a shell").status.success());
}
