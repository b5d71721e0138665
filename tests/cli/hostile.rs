//! Hostile files against `check`, `seal` and `receive` as whole processes: refused in words, quickly, in
//! little memory, and without a trace in the match.

use std::process::Command;

use sealord::rules::two_sided::party::{ALLIES, AXIS};

use super::support::{Desk, NOW, SALT, SEALORD, answers, hashes};
use crate::skip::skip_without;

/// Starts a command and writes down what it took of memory (KiB) and of processor time (ms).
const METER: &str = r#"
import os, sys
report, program, *args = sys.argv[1:]
pid = os.posix_spawn(program, [program, *args], {k: v for k, v in os.environ.items() if k.startswith("SEALORD")})
_, status, usage = os.wait4(pid, 0)
kib = usage.ru_maxrss // 1024 if sys.platform == "darwin" else usage.ru_maxrss
with open(report, "w") as file:
    file.write(f"{kib} {round(1000 * (usage.ru_utime + usage.ru_stime))}")
sys.exit(os.waitstatus_to_exitcode(status) & 255)
"#;

/// What a refused command may take: the promise is one second and 64 MB.
const MOST_KIB: u64 = 64 * 1024;
const MOST_MS: u64 = 1000;

/// Runs a command under the meter; gives its code and stderr. Without Python nothing is measured.
#[track_caller]
fn metered(desk: &Desk, args: &[&str]) -> (i32, String) {
    let mut command = Command::new("python3");
    command.env("SEALORD_NOW", NOW).current_dir(desk.path("."));
    command.args(["-I", "-c", METER, "usage.txt", SEALORD]).args(args);
    let Ok(output) = command.output() else {
        skip_without("python3");
        let ran = desk.run(args);
        return (ran.code, ran.err);
    };
    let usage = String::from_utf8(desk.read("usage.txt")).unwrap();
    let taken: Vec<u64> = usage.split(' ').map(|word| word.parse().unwrap()).collect();
    assert!(taken[0] < MOST_KIB, "{args:?} took {} KiB", taken[0]);
    assert!(taken[1] < MOST_MS, "{args:?} took {} ms", taken[1]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!error.contains("panicked"), "{args:?}: {error}");
    (output.status.code().unwrap_or(-1), error)
}

/// A match at its first exchange, the Axis asked.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk
}

/// Throws a file at all three commands.
#[track_caller]
fn refused(desk: &Desk, name: &str, bytes: &[u8]) -> String {
    let before = hashes(&desk.path("m"));
    desk.write("bad", bytes);
    let packet = ["--packet", "m/packets/001-axis.json"];
    let mut said = String::new();
    for args in [
        &[&["check", "bad"], &packet[..]].concat()[..],
        &[&["seal", "bad", "-o", "bad.sealed"], &packet[..]].concat(),
        &["receive", "m", "bad", "--side", "axis", "--salt", SALT],
        &["receive", "m", "bad"],
    ] {
        let (code, error) = metered(desk, args);
        assert_eq!(code, 1, "{name}: {args:?}\n{error}");
        assert!(!error.trim().is_empty() && error.len() < 100_000, "{name}: {} bytes", error.len());
        said += &error;
    }
    assert!(!desk.path("bad.sealed").exists());
    assert_eq!(hashes(&desk.path("m")), before, "{name} left a trace");
    said
}

fn bomb() -> String {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..30 {
        let uses = vec![format!("*a{}", level - 1); 9].join(", ");
        bomb += &format!("a{level}: &a{level} [{uses}]\n");
    }
    bomb + "answers: *a29\n"
}

#[test]
fn bombs_depths_and_floods() {
    let desk = desk();
    refused(&desk, "aliases", bomb().as_bytes());
    refused(&desk, "merge", b"a: &a {x: 1}\nanswers: {<<: *a}\n");
    refused(&desk, "flow lists", "[".repeat(10_000).as_bytes());
    refused(&desk, "closed flow", format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)).as_bytes());
    refused(&desk, "flow maps", "{a: ".repeat(10_000).as_bytes());
    refused(&desk, "dashes", "- ".repeat(10_000).as_bytes());
    let stairs: String = (0..1400).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
    refused(&desk, "block stairs", stairs.as_bytes());
    refused(&desk, "one long line", "a".repeat(1_000_000).as_bytes());
    refused(&desk, "many keys", (0..60_000).map(|n| format!("k{n}: 1\n")).collect::<String>().as_bytes());
    let names: String = (0..40_000).map(|n| format!("    ship-{n}: 9\n")).collect();
    refused(&desk, "many names", format!("answers:\n  setup/convoys/axis:\n{names}").as_bytes());
    let keys: String = (0..60)
        .map(|key| {
            let names: Vec<String> = (0..1200).map(|n| format!("s{key}-{n}")).collect();
            format!("    {}: 9\n", names.join(","))
        })
        .collect();
    refused(&desk, "names in keys", format!("answers:\n  setup/convoys/axis:\n{keys}").as_bytes());
    let words: Vec<String> = (0..18_000).map(|n| format!("ship-{n}")).collect();
    let words = words.join(", ");
    refused(&desk, "preferences", format!("doctrine: {{fire: [{{prefer: [{words}]}}]}}\n").as_bytes());
    let kinds: String = (0..9_000).map(|n| format!("  kind-{n}: any\n")).collect();
    refused(&desk, "kinds", format!("doctrine:\n{kinds}").as_bytes());
    let places: String = (0..9_000).map(|n| format!("  fire@zone-{}: any\n", n + 200)).collect();
    refused(&desk, "places", format!("doctrine:\n{places}").as_bytes());
    refused(&desk, "fifty megabytes", &vec![b'#'; 50 << 20]);
    refused(
        &desk,
        "fifty sealed megabytes",
        &[&b"sealord sealed orders v1\n"[..], &vec![b'#'; 50 << 20]].concat(),
    );
}

#[test]
fn bytes_that_are_no_text() {
    let desk = desk();
    refused(&desk, "NUL", b"answers: {}\nnote: a\0b\n");
    refused(&desk, "NUL in a name", b"answers:\n  setup/convoys/axis: {\"axis-02\\0\": 7}\n");
    refused(&desk, "invalid UTF-8", b"answers: {}\nnote: \xff\xfe\n");
    refused(&desk, "overlong UTF-8", b"answers: {}\nnote: \xc0\xaf\n");
    refused(&desk, "UTF-16", b"\xff\xfea\0n\0s\0");
    refused(&desk, "a picture", &(0..=255u8).cycle().take(5000).collect::<Vec<_>>());
    let said = refused(&desk, "terminal escapes", "answers:\n  \"\\e]0;owned\\a\\e[2J\": 1\n".as_bytes());
    assert!(!said.contains('\u{1b}') && !said.contains('\u{7}'), "{said:?}");
    let said = refused(&desk, "bidi", "answers:\n  \"axis\u{202e}sixa\": 1\n".as_bytes());
    assert!(!said.contains('\u{202e}'), "{said:?}");
}

#[test]
fn duplicates_and_the_wrong_address() {
    let desk = desk();
    let packet = desk.packet("m", AXIS);
    let good = answers(&packet, 0, 1);
    refused(&desk, "duplicate key", format!("{good}answers: {{}}\n").as_bytes());
    let twice = "answers:\n  setup/convoys/axis:\n    axis-05: 1\n    axis-05: 2\n";
    refused(&desk, "duplicate name", twice.as_bytes());
    let said = refused(&desk, "wrong match", good.replace("match: m", "match: n").as_bytes());
    assert!(said.contains("this file is for match"), "{said}");
    refused(&desk, "wrong exchange", good.replace("exchange: 1", "exchange: 2").as_bytes());
    refused(&desk, "wrong side", good.replace("side: axis", "side: allies").as_bytes());
    refused(&desk, "no side at all", good.replace("side: axis", "side: italy").as_bytes());
    refused(
        &desk,
        "the other's question",
        "side: axis\nanswers:\n  setup/convoys/allies: {allied-01: 7}\n".as_bytes(),
    );
}

#[test]
fn ships_of_the_other_party() {
    let desk = desk();
    desk.exchange("m", 0);
    desk.exchange("m", 0);
    let (axis, allies) = (desk.packet("m", AXIS), desk.packet("m", ALLIES));
    let (own, theirs) = (&axis.questions[0], &allies.questions[0]);
    let ship = &theirs.subjects[0].id;
    assert!(own.subjects.iter().all(|subject| subject.id != *ship));
    let port = &own.options[0].id;
    let before = hashes(&desk.path("m"));
    desk.write("bad", format!("side: axis\nanswers:\n  {}:\n    {ship}: {port}\n", own.key));
    for args in [&["check", "bad", "--packet", "m/packets/003-axis.json"][..], &["receive", "m", "bad"]] {
        let (code, error) = metered(&desk, args);
        assert_eq!(code, 1, "{error}");
        assert!(error.contains("is not asked for here"), "{error}");
    }
    assert_eq!(hashes(&desk.path("m")), before);
}

#[test]
fn names_that_would_be_paths() {
    let desk = desk();
    for trick in [
        "../../etc/passwd",
        "/etc/passwd",
        "..",
        "~/.ssh/id_ed25519",
        "C:\\\\x",
        "a/../../b",
        "file:///etc/passwd",
    ] {
        for orders in [
            format!("match: \"{trick}\"\nside: axis\nanswers: {{}}\n"),
            format!("side: \"{trick}\"\nanswers: {{}}\n"),
            format!("exchange: \"{trick}\"\nside: axis\nanswers: {{}}\n"),
            format!("side: axis\nanswers:\n  \"{trick}\": {{axis-05: 7}}\n"),
            format!("side: axis\nanswers:\n  setup/convoys/axis: {{\"{trick}\": 7}}\n"),
            format!("side: axis\nanswers:\n  setup/convoys/axis: {{axis-05: \"{trick}\"}}\n"),
        ] {
            desk.write("bad", &orders);
            let before = hashes(&desk.path("m"));
            let (code, error) = metered(&desk, &["receive", "m", "bad"]);
            assert_eq!(code, 1, "{orders}\n{error}");
            assert_eq!(hashes(&desk.path("m")), before, "{orders}");
        }
        let args = ["new", "q", "--match", trick];
        desk.expect(1, &args);
        desk.expect(1, &["new", "q", "--scenario", trick]);
        desk.expect(1, &["new", "q", "--system", trick]);
        desk.expect(2, &["receive", "m", "bad", "--side", trick]);
        let sealed = format!("sealord sealed orders v1\nmatch: {trick}\n");
        desk.write("bad", sealed);
        desk.expect(1, &["receive", "m", "bad"]);
    }
    assert!(!desk.path("q").exists());
    let there: Vec<_> = std::fs::read_dir(desk.path("..").join("etc")).into_iter().collect();
    assert!(there.is_empty());
}

/// Makes `axis.sealed` for the open exchange of `m`.
fn sealed(desk: &Desk) -> Vec<u8> {
    let packet = desk.packet("m", AXIS);
    desk.write("orders.yaml", answers(&packet, 0, 1));
    let from = format!("m/packets/{:03}-axis.json", packet.exchange);
    _ = std::fs::remove_file(desk.path("axis.sealed"));
    desk.ok(&["seal", "orders.yaml", "--packet", &from, "-o", "axis.sealed", "--salt", SALT]);
    desk.read("axis.sealed")
}

/// Throws a sealed file at the match.
#[track_caller]
fn sealed_refused(desk: &Desk, bytes: &[u8], code: i32, why: &str) {
    let before = hashes(&desk.path("m"));
    desk.write("bad", bytes);
    for command in ["receive", "reveal"] {
        let (found, error) = metered(desk, &[command, "m", "bad"]);
        assert_eq!(found, code, "{command} {why}: {error}");
        assert!(error.contains(why), "{command} {why}: {error}");
    }
    assert_eq!(hashes(&desk.path("m")), before);
}

#[test]
fn sealed_files_that_are_not_what_they_seem() {
    let desk = desk();
    let good = sealed(&desk);
    let text = String::from_utf8(good.clone()).unwrap();
    let other = Desk::new();
    other.ok(&["new", "m", "--seed", "99"]);
    sealed_refused(&desk, &sealed(&other), 1, "began as");
    sealed_refused(
        &desk,
        text.replace("match: m", "match: other").as_bytes(),
        1,
        "sealed for the match `other`",
    );
    sealed_refused(&desk, text.replace("exchange: 1", "exchange: 7").as_bytes(), 1, "sealed for exchange 7");
    sealed_refused(&desk, text.replace('\n', "\r\n").as_bytes(), 1, "line ends");
    sealed_refused(&desk, &good[..60], 1, "breaks off in its header");
    sealed_refused(&desk, text.replace("side: axis", "side: allies").as_bytes(), 1, "");
    sealed_refused(&desk, text.replace("orders v1", "orders v9").as_bytes(), 1, "format");
    sealed_refused(&desk, text.replace("exchange: 1", "exchange: 01").as_bytes(), 1, "line 4");
    sealed_refused(&desk, text.replace("match: m", "match: ../m").as_bytes(), 1, "line 2");
    desk.expect(1, &["receive", "m", "axis.sealed", "--side", "allies"]);
    desk.ok(&["receive", "m", "axis.sealed"]);
    desk.ok(&["resolve", "m"]);
    sealed_refused(&desk, &good, 1, "was already used in exchange 1");
}

#[test]
fn a_promised_file_that_changed() {
    let desk = Desk::new();
    desk.begin("m", &["--trust", "commit-reveal", "--asked-seal"]);
    let good = sealed(&desk);
    let commitment = sealord::digest::Digest::of(&good).to_string();
    desk.ok(&["commit", "m", "axis", &commitment]);
    let mut changed = good.clone();
    let at = changed.windows(7).position(|window| window == b"written").unwrap();
    changed[at] ^= 1;
    sealed_refused(&desk, &changed, 5, "not the file that was committed to");
    let longer = [&good[..], b"\n"].concat();
    sealed_refused(&desk, &longer, 5, "not the file that was committed to");
    sealed_refused(
        &desk,
        String::from_utf8(good.clone()).unwrap().replace('\n', "\r\n").as_bytes(),
        1,
        "line ends",
    );
    desk.write("good", &good);
    desk.ok(&["reveal", "m", "good"]);
    sealed_refused(&desk, &changed, 5, "not the file that was committed to");
}

/// Folders of templates and of data that somebody else has made: what is in them is read only if it is a
/// plain file of theirs, of a size that such a file can have.
#[cfg(unix)]
#[test]
fn hostile_folders() {
    use std::os::unix::fs::symlink;
    let desk = desk();
    desk.write("secret", "a password\n");
    let places = [("--templates", "text/report.txt"), ("--games", "zones.yaml")];
    for (option, name) in places {
        let file = |club: &str| {
            let path = desk.path(club).join("seas-of-thunder").join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            path
        };
        let club = |kind: &str| format!("{kind}{option}");
        symlink(desk.path("secret"), file(&club("link"))).unwrap();
        symlink("/dev/zero", file(&club("zero"))).unwrap();
        assert!(Command::new("mkfifo").arg(file(&club("fifo"))).status().unwrap().success());
        std::fs::File::create(file(&club("huge"))).unwrap().set_len(1 << 40).unwrap();
        std::fs::write(file(&club("latin")), b"gr\xfcn\n").unwrap();
        std::fs::create_dir_all(desk.path(club("folder"))).unwrap();
        symlink(
            desk.path(club("latin")).join("seas-of-thunder"),
            desk.path(club("folder")).join("seas-of-thunder"),
        )
        .unwrap();
        for (kind, words) in [
            ("link", "links are not followed"),
            ("zero", "links are not followed"),
            ("fifo", "no plain file"),
            ("huge", "more than such a file may have"),
            ("latin", "not UTF-8"),
            ("folder", "seas-of-thunder"),
        ] {
            let ran = desk.run(&[option, &club(kind), "report", "m/packets/001-axis.json"]);
            let (code, said) = (ran.code, ran.err);
            assert!(code != 0 && said.contains(words), "{option} {kind}: {code} {said}");
            assert!(!said.contains("a password"), "{said}");
        }
    }
}

/// Nothing that a template may say makes a filter panic or fills the memory.
#[test]
fn hostile_templates() {
    let desk = desk();
    std::fs::create_dir_all(desk.path("club/seas-of-thunder/text")).unwrap();
    let report = |template: &str| {
        desk.write("club/seas-of-thunder/text/report.txt", template);
        let ran = desk.run(&["--templates", "club", "report", "m/packets/001-axis.json"]);
        (ran.code, ran.err)
    };
    for template in [
        r#"{{ "a"|pad(4000000000) }}"#,
        r#"{{ "a"|right(18446744073709551615) }}"#,
        r#"{{ "a"|pad(-1) }}"#,
        r#"{{ "a b c"|wrap("x" * 2000000) }}"#,
        r#"{{ "a\nb"|indent(4000000000) }}"#,
        r#"{{ [1]|batch(4000000000, 0) }}"#,
        r#"{{ [1]|slice(4000000000, 0) }}"#,
        r#"{{ "a" * 4000000000 }}"#,
        r#"{{ range(4000000000) }}"#,
        r#"{{ [1, 2]|dice(upto=300) }}"#,
    ] {
        let (code, said) = report(template);
        assert!(code > 0 && code < 70 && !said.contains("panicked"), "{template}: {code} {said}");
        assert!(said.contains("report.txt"), "{template}: {said}");
    }
}

/// A text that is joined to itself again and again ends with the run, within two gigabytes, and not with the
/// machine.
#[cfg(target_os = "linux")]
#[test]
fn doubling_ends() {
    let desk = desk();
    std::fs::create_dir_all(desk.path("club/seas-of-thunder/text")).unwrap();
    let doubling = r#"{% set ns = namespace(x="xxxxxxxx") %}{% for i in range(60) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}done"#;
    desk.write("club/seas-of-thunder/text/report.txt", doubling);
    let mut command = desk.command(&["--templates", "club", "report", "m/packets/001-axis.json"]);
    let ran = command.output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(3), "{said}");
    assert!(said.contains("report.txt: filling this template takes more than 2 GB of memory"), "{said}");
    assert!(said.contains("help: look in it") && !said.contains("memory allocation"), "{said}");
    // A program is told the same.
    let ran = desk.run(&["--json", "--templates", "club", "report", "m/packets/001-axis.json"]);
    let said: serde_json::Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.out));
    assert!(said["error"].as_str().unwrap().contains("more than 2 GB"), "{said}");
    assert!(said["mend"].as_str().unwrap().contains("grows in a loop"), "{said}");
    // So is one whose sentences grow.
    std::fs::remove_file(desk.path("club/seas-of-thunder/text/report.txt")).unwrap();
    desk.write("club/seas-of-thunder/words.txt", doubling);
    let ran = desk.run(&["--templates", "club", "report", "m/packets/001-axis.json"]);
    assert!(
        ran.code == 3 && ran.err.contains("words.txt: filling this template"),
        "{} {}",
        ran.code,
        ran.err
    );
}
