//! A turn of each system is played on the pages of `sealord compose` in a real browser: once by pointing
//! alone, once by keyboard alone on a narrow window. The match takes each file that a page saves as it is.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use sealord::digest::Digest;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::SCRIPTS;
use crate::cli::support::{NOW, SEALORD};
use crate::skip::skip_without;

/// How often a page chooses for one question; what is left is the default.
const MOST: usize = 6;
/// More exchanges than a turn has.
const TOO_MANY: usize = 80;

/// A match of which one party is played on pages.
struct Played {
    folder: TempDir,
    party: &'static str,
    trust: &'static str,
}

impl Played {
    fn sealord(&self, args: &[&str]) -> String {
        let ran = Command::new(SEALORD)
            .env_clear()
            .env("SEALORD_NOW", NOW)
            .current_dir(self.folder.path())
            .args(args)
            .output()
            .unwrap();
        assert!(ran.status.success(), "{args:?}\n{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).unwrap()
    }

    /// The newest packet of each party, the one on pages first: its name and what is in it.
    fn packets(&self) -> Vec<(String, Value)> {
        let files = std::fs::read_dir(self.folder.path().join("m/packets")).unwrap();
        let mut names: Vec<String> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        let exchange = names.last().unwrap()[..4].to_owned();
        let own = format!("{exchange}{}.json", self.party);
        names.retain(|name| name.starts_with(&exchange) && *name != own);
        names.insert(0, own);
        let packet = |name: String| {
            let name = format!("m/packets/{name}");
            let packet = serde_json::from_str(&self.read(&name)).unwrap();
            (name, packet)
        };
        names.into_iter().map(packet).collect()
    }

    /// Answers what a packet asks on its page, which saves `orders`, and gives how often it chose on the
    /// chart, in lists and by keyboard.
    fn point(&self, browser: &mut Browser, packet: &str, (way, width): (&str, &str), axe: bool) -> Value {
        self.sealord(&["compose", packet, "-o", "page.html"]);
        let [page, out] = ["page.html", "orders"].map(|name| self.folder.path().join(name));
        let did = browser.play(&json!({
            "page": page, "out": out, "way": way, "width": width, "most": MOST, "axe": axe,
        }));
        std::fs::remove_file(page).unwrap();
        assert_eq!(did["faults"], json!([]), "{packet}, {way}: {did:#}");
        did
    }

    /// Hands in what the page saved as `orders`: as it is, or under commit-reveal sealed by the page, beside
    /// the defaults of the others who are asked.
    fn hand_in(&self, others: &[(String, Value)]) {
        if self.trust == "umpire" {
            self.sealord(&["receive", "m", "orders"]);
            return;
        }
        let mut files = vec![(self.party, "orders".to_owned())];
        for (name, packet) in others.iter().filter(|(_, packet)| packet["asked"] == true) {
            let party = packet["side"].as_str().unwrap();
            let [form, sealed] =
                ["form.yaml", "sealed"].map(|kind| format!("{}-{party}.{kind}", packet["exchange"]));
            self.sealord(&["form", name, "-o", &form]);
            self.sealord(&["seal", &form, "--packet", name, "-o", &sealed]);
            files.push((party, sealed));
        }
        for (party, file) in &files {
            self.sealord(&["commit", "m", party, &Digest::of(self.read(file).as_bytes()).to_string()]);
        }
        for (_, file) in &files {
            self.sealord(&["reveal", "m", file]);
        }
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap()
    }
}

/// A browser that plays page after page. It ends when this is dropped.
struct Browser {
    node: Child,
    jobs: Option<ChildStdin>,
    done: BufReader<ChildStdout>,
}

impl Browser {
    fn start(scripts: &Path) -> Browser {
        let mut node = Command::new("node")
            .arg(scripts.join("play.mjs"))
            .arg("-")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts");
        let done = BufReader::new(node.stdout.take().expect("a pipe"));
        Browser { jobs: node.stdin.take(), done, node }
    }

    /// Plays a page, and gives what was done there.
    fn play(&mut self, job: &Value) -> Value {
        writeln!(self.jobs.as_mut().expect("it is at work"), "{job}").expect("the browser listens");
        let mut line = String::new();
        self.done.read_line(&mut line).expect("the browser answers");
        serde_json::from_str(&line).unwrap_or_else(|fault| panic!("{fault}: {line:?}, for {job}"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Nothing more comes: it closes the browser and ends.
        self.jobs = None;
        _ = self.node.wait();
    }
}

/// Plays the set-up and the first turn of a scenario for one party on pages; the others take the defaults.
fn plays_a_turn(
    (system, scenario, party): (&str, &str, &'static str),
    way: (&str, &str),
    trust: &'static str,
) {
    let scripts = match &*SCRIPTS {
        Ok(scripts) => scripts,
        Err(missing) => return skip_without(missing),
    };
    let it = Played { folder: tempfile::tempdir().unwrap(), party, trust };
    let new = ["new", "m", "--system", system, "--scenario", scenario, "--seed", "3", "--trust", trust];
    it.sealord(&[&new[..], if trust == "umpire" { &[] } else { &["--asked-seal"] }].concat());
    let mut browser = Browser::start(scripts);
    let mut pages = Vec::new();
    for exchange in 0.. {
        assert!(exchange < TOO_MANY, "{system}: a turn without an end");
        let packets = it.packets();
        let ((name, packet), others) = packets.split_first().unwrap();
        if packet["over"] == true || packet["view"]["turn"].as_u64() > Some(1) {
            break;
        }
        if packet["asked"] == true {
            pages.push(it.point(&mut browser, name, way, pages.is_empty()));
            it.hand_in(others);
            let saved = it.read("orders");
            let is_kept = it.read("m/journal.jsonl").lines().any(|line| {
                let line: Value = serde_json::from_str(line).unwrap();
                line["body"]["file"].as_str().is_some_and(|file| file.ends_with(&saved))
            });
            assert!(is_kept, "{name}: what the page saved is in the journal, byte for byte");
        }
        it.sealord(&["resolve", "m", "--close"]);
    }
    let chosen = |how: &str| pages.iter().map(|did| did[how].as_u64().unwrap()).sum::<u64>();
    let [chart, list, keys] = ["chart", "list", "keys"].map(chosen);
    let pages = pages.len();
    println!("{system}, {}: {pages} pages, {chart} on the chart, {list} in lists, {keys} by keyboard", way.0);
    assert_eq!(keys > 0, way.0 == "keys");
    assert!(chart + list + keys > 10);
    it.sealord(&["audit", "m"]);
}

const MOUSE: (&str, &str) = ("mouse", "1300");
const KEYS: (&str, &str) = ("keys", "390");

macro_rules! turns {
    ($($name:ident: $match:expr;)+) => {
        $(mod $name {
            use super::{KEYS, MOUSE, plays_a_turn};

            #[test]
            fn a_turn_is_played_by_pointing() {
                plays_a_turn($match, MOUSE, "umpire");
            }

            #[test]
            fn a_turn_is_played_by_keyboard() {
                plays_a_turn($match, KEYS, "commit-reveal");
            }
        })+
    };
}

turns! {
    seas_of_thunder: ("seas-of-thunder", "raider-warfare", "axis");
    admirals_war: ("admirals-war", "midway", "allies");
    schiffskrieg: ("schiffskrieg", "29", "western");
    war_at_sea: ("war-at-sea", "pacific-1942", "usn");
}
