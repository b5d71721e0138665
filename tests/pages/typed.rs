//! What the README and the pages behind its doors show to their readers works as it stands, in an empty
//! folder.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

use clap::CommandFactory;

use super::page;

/// The README and the pages behind its doors.
const DOORS: [&str; 4] = ["README.md", "docs/player.md", "docs/umpire.md", "docs/auditor.md"];

/// All of them, one below the other.
fn doors() -> String {
    DOORS.map(page).join("\n")
}

/// The lines of the first block of commands under a heading of these pages.
pub fn block(heading: &str) -> Vec<String> {
    let text = doors();
    let (_, section) = text.split_once(&format!("## {heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
    let (_, block) = section.split_once("```sh\n").unwrap_or_else(|| panic!("no commands under {heading}"));
    let lines = block.split("```").next().unwrap_or_default().lines();
    lines.filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

/// A command between backticks somewhere in these pages.
pub fn inline(start: &str) -> String {
    let text = doors();
    let found = text.split('`').find(|code| code.starts_with(start) && !code.contains('\n'));
    found.unwrap_or_else(|| panic!("no page shows `{start}`")).to_owned()
}

/// An editor whose user lets nothing follow.
fn editor() -> &'static str {
    // Written once: another test may be about to use it.
    static EDITOR: LazyLock<String> = LazyLock::new(|| {
        let script = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editor.sh");
        let edit = "sed 's/^# final: true/final: true/' \"$1\" > \"$1.new\" && mv \"$1.new\" \"$1\"\n";
        std::fs::write(&script, edit).unwrap();
        format!("sh {}", script.display())
    });
    &EDITOR
}

/// Types a line into a shell in a folder, with the program on the path.
fn typed(folder: &Path, line: &str) -> Output {
    typed_by(Path::new(env!("CARGO_BIN_EXE_sealord")).parent().unwrap(), folder, line)
}

/// The same with the program in another folder.
pub fn typed_by(program: &Path, folder: &Path, line: &str) -> Output {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths([program.to_owned()].into_iter().chain(std::env::split_paths(&paths))).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).env("PATH", path).env("EDITOR", editor());
    for ours in ["SEALORD_GAMES", "SEALORD_TEMPLATES", "SEALORD_NOW"] {
        shell.env_remove(ours);
    }
    shell.output().unwrap()
}

/// Types a line that must work.
#[track_caller]
pub fn works(folder: &Path, line: &str) -> String {
    let output = typed(folder, line);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{line}: {}\n{told}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// The three chapters of ten minutes, in the order in which files change hands.
#[test]
fn what_the_doors_show_players_and_umpires_works() {
    let (umpire, player) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (umpire, player) = (umpire.path(), player.path());
    let lines = block("Ten minutes for an umpire");
    let (new, rest) = lines.split_first().unwrap();
    works(umpire, new);
    std::fs::copy(umpire.join("spring-match/packets/001-axis.json"), player.join("packet.json")).unwrap();
    for line in block("Ten minutes for a player") {
        works(player, &line);
    }
    works(player, &inline("sealord schema packet.json"));
    let printed = works(player, &inline("sha256sum orders.yaml.sealed"));
    std::fs::copy(player.join("orders.yaml.sealed"), umpire.join("axis-orders.yaml.sealed")).unwrap();
    let receipts: String = rest.iter().map(|line| works(umpire, line)).collect();
    assert!(receipts.contains(printed.split(' ').next().unwrap()), "{receipts}");
    let rule = inline("sealord rule spring-match").replace('…', "a torn map");
    works(umpire, &rule.replace("--exchange 12", "--exchange 2"));
    let undo = inline("sealord undo spring-match").replace('…', "a torn map");
    works(umpire, &undo.replace("--to 12", "--to 1"));
}

#[test]
fn what_the_doors_show_auditors_works() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // Just what the lines name; nothing else of the repository is at hand.
    for name in ["examples", "tests"] {
        std::os::unix::fs::symlink(root.join(name), folder.path().join(name)).unwrap();
    }
    for line in block("Ten minutes for an auditor") {
        works(folder.path(), &line);
    }
    let rule = works(folder.path(), &inline("sealord rules SOT-"));
    assert!(rule.starts_with("SOT-"), "{rule}");
    works(folder.path(), &inline("sealord rules --coverage"));
    std::fs::create_dir(folder.path().join("my-cases")).unwrap();
    let case = page("docs/cases.md");
    let case = case.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    std::fs::write(folder.path().join("my-cases/one.yaml"), case).unwrap();
    assert!(works(folder.path(), &inline("sealord rules --run")).starts_with("1 cases hold"));
}

/// A match begins as the page on Admirals' War says, and both doctrines that it shows are doctrine.
#[test]
fn the_doctrines_of_the_page_on_admirals_war_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let text = page("docs/admirals-war.md");
    let begin = text.lines().find(|line| line.starts_with("sealord new june ")).unwrap();
    works(folder.path(), begin);
    for party in ["axis", "allies"] {
        let (_, block) = text.split_once(&format!("<!-- doctrine: {party} -->\n```yaml\n")).unwrap();
        let doctrine = block.split("```").next().unwrap();
        std::fs::write(folder.path().join(party), doctrine).unwrap();
        let form = works(folder.path(), &format!("sealord form june --side {party} --doctrine {party}"));
        for kind in doctrine.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(':')) {
            assert!(
                kind.0.starts_with(' ') || form.contains(&format!("\n  {}:", kind.0)),
                "{}:\n{form}",
                kind.0
            );
        }
    }
}

/// The first turn that each game's page begins with, below a picture.
#[test]
fn every_game_begins_with_a_picture_and_a_first_turn() {
    for game in sealord::rules::ids() {
        let folder = tempfile::tempdir().unwrap();
        let text = page(&format!("docs/{game}.md"));
        let (head, rest) = text.split_once("\n## A first turn\n").unwrap_or_else(|| panic!("{game}"));
        let picture = head.split("![").nth(1).and_then(|it| it.split("](").nth(1)?.split(')').next());
        let picture = picture.unwrap_or_else(|| panic!("{game} has no picture"));
        assert!(page(&format!("docs/{picture}")).starts_with("<svg "), "{picture}");
        let (_, lines) = rest.split_once("<!-- first turn -->\n```sh\n").unwrap();
        let mut said = String::new();
        for line in lines.split("```").next().unwrap().lines() {
            said = works(folder.path(), line);
        }
        assert!(said.contains("WHAT YOU MUST DO"), "{game} asks nothing next:\n{said}");
        assert!(said.contains("WHAT HAPPENED"), "{game}: nothing came of the orders:\n{said}");
    }
}

/// The schedule of the page on deadlines, and every command it shows, in its order.
#[test]
fn what_the_page_on_deadlines_tells_umpires_to_type_works() {
    let folder = tempfile::tempdir().unwrap();
    let text = page("docs/deadlines.md");
    let block = |word: &str| {
        let rest = text.split(&format!("```{word}\n")).nth(1).unwrap_or_else(|| panic!("no block of {word}"));
        rest.split("```").next().unwrap_or_default().to_owned()
    };
    std::fs::write(folder.path().join("schedule.yaml"), block("yaml")).unwrap();
    std::fs::write(folder.path().join("slower.yaml"), "zone: Europe/Berlin\nevery: Sunday 20:00\n").unwrap();
    for line in block("sh").lines() {
        works(folder.path(), &format!("export SEALORD_NOW=2026-12-01T12:00:00Z; {line}"));
    }
}

/// `explain` as the page for players shows it answers for some packet of a whole match.
#[test]
fn what_the_doors_have_players_ask_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    works(folder, "sealord play seas-of-thunder raider-warfare --seed 1 --out demo --keep all");
    let line = inline("sealord explain packet.json");
    let mut packets: Vec<_> =
        std::fs::read_dir(folder.join("demo/packets")).unwrap().map(|it| it.unwrap().path()).collect();
    packets.sort();
    let answers = packets.iter().rev().any(|packet| {
        std::fs::copy(packet, folder.join("packet.json")).unwrap();
        let output = typed(folder, &line);
        output.status.success() && String::from_utf8_lossy(&output.stdout).contains("SOT-")
    });
    assert!(answers, "`{line}` explains nothing in any of {} packets", packets.len());
}

/// An office with a match beside it.
const OFFICE: &str = "\
name: Office
address: office@club.example
umpire: {name: Uma, address: uma@club.example}
mail: {in: {maildir: {path: in}}, out: {folder: {path: out}}}
matches:
  - folder: ../n
    players:
      axis: {name: Anna, address: anna@players.example}
      allies: {name: Bert, address: bert@players.example}
";

/// Lines that start every command of the program, in an order in which each can do its work.
pub fn steps() -> Vec<String> {
    let hash = "0".repeat(64);
    let steps = [
        "systems",
        "new m --seed 3 --trust commit-reveal --asked-seal",
        "status m",
        "form m --side axis -o a.yaml",
        "check a.yaml -p m/packets/001-axis.json",
        "seal a.yaml -p m/packets/001-axis.json -o a.sealed",
        &format!("commit m axis {hash}"),
        "commit m axis $(sha256sum a.sealed | cut -c 1-64)",
        "reveal m a.sealed",
        "resolve m",
        "view m --side axis",
        "report m --side allies --format md",
        "report m/packets/002-axis.json --format html",
        "compose m --side axis -o page.html",
        "explain m --side axis",
        "protest m axis SOT-5.5.4.2-5 --reasons why.txt",
        "rule m --reason x protest 1 denied",
        "appeal m axis 1 --reasons why.txt",
        "rule m --reason x points axis 1",
        "undo m --to 1 --reason x",
        "audit m",
        "leakcheck m --templates words --exchange 1",
        "league new club",
        "league check club",
        "rules SOT-1",
        "view m --side axis --exchange 1 -o one.json",
        "form m --side axis --exchange 1 -o one.yaml",
        "report m --side allies --exchange 2 -o two.html",
        "schema one.json",
        "completions bash",
        "man pages",
        "new n --seed 4",
        "new c --schedule weekly.yaml",
        "clock c pause --reason x",
        "clock c",
        "odds odds.yaml --battles 20",
        "fleet pacific-1942 --sample japan-1942",
        "data seas-of-thunder --check",
        "receive n n/forms/001-axis.yaml",
        "resolve n --trial",
        "statement head n/packets/001-axis.json",
        "withdraw n axis",
        "note head n --club club.example",
        // A signature takes a key, and tests/cli/signed.rs has some.
        "witness --help",
        // An editor waits for somebody to type; tests/cli/habits.rs has one that does not.
        "edit --help",
        // So does a dossier a battle, and tests/cli/table.rs fights one.
        "dossier --help",
        "new t --scenario struggle-for-the-middle-sea --player axis:anna=Germany,Romania --player axis:bert=Italy",
        "form t --side axis --player anna -o anna.yaml",
        "form t --side axis --player bert -o bert.yaml",
        "join -p t --side axis anna=anna.yaml bert=bert.yaml -o joined.yaml",
        "play seas-of-thunder raider-warfare --seed 1 --out p",
        "prove p -o p.zip",
        "rules --changes 2..",
        "replay-under 4 p p.zip",
        "result p.zip",
        "replay p -o replay.html",
        "luck p.zip",
        "replay m/packets --side axis",
        "site p m -o site",
        "new e --seed 5",
        "end e --draw --reason x",
        "new s --system schiffskrieg --scenario 29 --option mode=companion",
        "declare s --draft > start.yaml",
        "declare s start.yaml",
        "sheet s",
    ];
    let by_mail = [
        "doctor office",
        "fetch office",
        "serve-mail office & served=$!; sleep 2; kill -TERM $served; wait $served",
    ];
    let by_mail: &[&str] = if cfg!(feature = "mail") { &by_mail } else { &[] };
    // It serves until it is stopped, and tests/cli/practice.rs plays with it.
    let practice: &[&str] = if cfg!(feature = "practice") { &["practice --help"] } else { &[] };
    // It needs a server, and tests/post/store has one.
    let store: &[&str] = if cfg!(feature = "postgres") { &["store --help"] } else { &[] };
    [&steps[..], by_mail, practice, store].concat().into_iter().map(str::to_owned).collect()
}

/// What these lines find in their folder.
pub fn prepare(folder: &Path) {
    let fight = "system: admirals-war\nat: central-pacific\naxis: {units: [jp-akagi]}\nallies: {units: [us-enterprise]}\n";
    std::fs::write(folder.join("odds.yaml"), fight).unwrap();
    std::fs::write(folder.join("why.txt"), "Two ones fell, and no die was taken away.\n").unwrap();
    std::fs::write(folder.join("weekly.yaml"), "zone: Europe/Berlin\nevery: Sunday 20:00\n").unwrap();
    for made in ["words/common", "leaky/common/text", "leaky/common/markdown"] {
        std::fs::create_dir_all(folder.join(made)).unwrap();
    }
    let story = "![](https://club.example/logo.png) ![](https://ear.example/{{ side }})\n";
    std::fs::write(folder.join("leaky/common/markdown/story.md"), story).unwrap();
    std::fs::write(folder.join("leaky/common/text/story.txt"), "{{ verify }}\n").unwrap();
    std::fs::write(folder.join("words/common/words.txt"), page("templates/common/words.txt")).unwrap();
    for waiting in ["new", "cur", "tmp"] {
        std::fs::create_dir_all(folder.join("office/in").join(waiting)).unwrap();
    }
    std::fs::write(folder.join("office/office.yaml"), OFFICE).unwrap();
}

/// Every command of the program starts as a process and does its work.
#[test]
fn every_command_runs() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let steps = steps();
    prepare(folder);
    for step in &steps {
        works(folder, &format!("sealord {step}"));
    }
    let used: BTreeSet<&str> = steps.iter().filter_map(|step| step.split(' ').next()).collect();
    let cli = sealord::cli::Cli::command();
    let all: BTreeSet<&str> = cli.get_subcommands().map(|command| command.get_name()).collect();
    assert_eq!(used, all);
}
