//! Offices that cosign each other's checkpoints by mail.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use mail_parser::MessageParser;
use sealord::signature::Signer;

/// An office in a temporary folder, with the other one in its settings.
struct Office {
    root: tempfile::TempDir,
    name: &'static str,
    letters: usize,
    seen: BTreeSet<PathBuf>,
}

/// A mail that an office sent.
struct Sent {
    to: String,
    text: String,
    bytes: Vec<u8>,
}

fn private_key(seed: u8) -> String {
    let pair = ssh_key::private::Ed25519Keypair::from_seed(&[seed; 32]);
    ssh_key::PrivateKey::from(pair).to_openssh(ssh_key::LineEnding::LF).unwrap().to_string()
}

fn public_key(seed: u8) -> String {
    Signer::parse(&private_key(seed)).unwrap().public_key().to_string()
}

impl Office {
    fn new(name: &'static str, seed: u8, (other, other_seed): (&str, u8), matches: &str) -> Office {
        let root = tempfile::tempdir().unwrap();
        for part in ["in/new", "in/cur"] {
            std::fs::create_dir_all(root.path().join(part)).unwrap();
        }
        let settings = format!(
            "name: The referee\naddress: referee@{name}\numpire: {{name: Uma, address: uma@{name}}}\nmail:\n  in: {{maildir: {{path: \
             in}}}}\n  out: {{folder: {{path: out}}}}\nwitness:\n  name: {name}\n  key: witness-key\n  offices:\n    - name: {other}\n      \
             address: referee@{other}\n      key: {}\n{matches}",
            public_key(other_seed)
        );
        std::fs::write(root.path().join("office.yaml"), settings).unwrap();
        std::fs::write(root.path().join("witness-key"), private_key(seed)).unwrap();
        Office { root, name, letters: 0, seen: BTreeSet::new() }
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.root.path().join(name)
    }

    fn run(&self, day: u8, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sealord"));
        let now = format!("2026-12-{day:02}T12:00:00Z");
        command.current_dir(self.root.path()).args(["--now", &now]).args(line.split(' ')).output().unwrap()
    }

    fn ok(&self, day: u8, line: &str) -> String {
        let output = self.run(day, line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs the office, and gives what it sent.
    fn fetch(&mut self, day: u8) -> Vec<Sent> {
        self.ok(day, "fetch .");
        let files =
            std::fs::read_dir(self.path("out")).into_iter().flatten().map(|file| file.unwrap().path());
        let fresh: Vec<PathBuf> = files.filter(|path| self.seen.insert(path.clone())).collect();
        let sent = |path: PathBuf| {
            let bytes = std::fs::read(path).unwrap();
            let mail = MessageParser::default().parse(&bytes).unwrap();
            let to = mail.to().and_then(|to| to.first()?.address()).unwrap().to_owned();
            let text = mail.body_text(0).unwrap().replace("\r\n", "\n");
            Sent { to, text, bytes: bytes.clone() }
        };
        fresh.into_iter().map(sent).collect()
    }

    /// The one mail to somebody among what the office sends in a run.
    fn mail_to(&mut self, day: u8, whom: &str) -> Sent {
        let mut mails = self.fetch(day);
        mails.retain(|mail| mail.to == whom);
        assert_eq!(mails.len(), 1, "{whom}");
        mails.remove(0)
    }

    fn deliver(&mut self, bytes: &[u8]) {
        self.letters += 1;
        std::fs::write(
            self.path(format!("in/new/{}.{}.home", 1_700_000_000 + self.letters, self.letters)),
            bytes,
        )
        .unwrap();
    }

    /// Somebody writes to the office.
    fn hear(&mut self, from: &str, text: &str) {
        let (name, number) = (self.name, self.letters);
        let head = format!(
            "From: {from}\nTo: referee@{name}\nSubject: a checkpoint\nMessage-ID: <{number}@somewhere.example>\nMIME-Version: 1.0\n\
             Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{text}"
        );
        self.deliver(head.replace('\n', "\r\n").as_bytes());
    }

    /// What its audit says of witnesses.
    fn witnesses(&self, day: u8) -> Vec<u64> {
        let audit: serde_json::Value = serde_json::from_str(&self.ok(day, "--json audit spring")).unwrap();
        let found = audit["witnesses"].as_array().cloned().unwrap_or_default();
        found.iter().map(|witness| witness["of"].as_u64().unwrap()).collect()
    }
}

const MATCHES: &str = "matches:\n  - folder: spring\n    proof: address\n    players:\n      axis: {name: Anna, address: \
                       anna@example.org}\n      allies: {name: Bert, address: bert@example.org}\n";
const NORTH: &str = "north.example";
const SOUTH: &str = "south.example";

fn offices() -> (Office, Office) {
    let north = Office::new(NORTH, 1, (SOUTH, 2), MATCHES);
    north.ok(1, "new spring --seed 5 --system seas-of-thunder --scenario raider-warfare");
    (north, Office::new(SOUTH, 2, (NORTH, 1), ""))
}

/// A text without its line ends.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first line of the checkpoint in a mail that says from where its proof leads.
fn old(mail: &Sent) -> u64 {
    let line = mail.text.lines().find_map(|line| line.strip_prefix("old "));
    line.unwrap_or_else(|| panic!("{}", mail.text)).parse().unwrap()
}

#[test]
fn the_other_office_cosigns_and_the_match_keeps_it() {
    let (mut north, mut south) = offices();
    let ask = north.mail_to(2, "referee@south.example");
    assert_eq!(old(&ask), 0);
    assert!(ask.text.contains("\nnorth.example/spring\n") && !ask.text.contains("Anna"), "{}", ask.text);
    south.deliver(&ask.bytes);
    let answer = south.mail_to(2, "referee@north.example");
    assert!(answer.text.contains("\n\u{2014} south.example "), "{}", answer.text);
    north.deliver(&answer.bytes);
    assert_eq!(north.fetch(3).len(), 0);
    let first = north.witnesses(3);
    assert_eq!(first.len(), 1);
    // The same mails once more do nothing.
    south.deliver(&ask.bytes);
    north.deliver(&answer.bytes);
    assert_eq!((south.fetch(3).len(), north.fetch(3).len()), (0, 0));
    assert_eq!(north.witnesses(3), first);

    // An answer is lost: the next one brings what was cosigned once more, and the one after it goes on.
    north.ok(4, "resolve spring --close");
    let ask = north.mail_to(4, "referee@south.example");
    assert_eq!(old(&ask), first[0]);
    south.deliver(&ask.bytes);
    south.mail_to(4, "referee@north.example");
    for (day, kept) in [(5, 2), (6, 3)] {
        north.ok(day, "resolve spring --close");
        let ask = north.mail_to(day, "referee@south.example");
        south.deliver(&ask.bytes);
        let answer = south.mail_to(day, "referee@north.example");
        north.deliver(&answer.bytes);
        north.fetch(day);
        assert_eq!(north.witnesses(day).len(), kept);
    }
    let told = north.ok(7, "audit spring");
    assert!(
        told.contains("3 countersigned heads by 1 key") && told.contains("    south.example, entry "),
        "{told}"
    );
}

#[test]
fn two_histories_of_one_match_are_shown_to_the_umpire_of_the_witness() {
    let (mut north, mut south) = offices();
    let ask = north.mail_to(2, "referee@south.example");
    south.deliver(&ask.bytes);
    let answer = south.mail_to(2, "referee@north.example");
    // Another match of the same name, begun by the same umpire.
    std::fs::create_dir(north.path("other")).unwrap();
    north.ok(2, "new other/spring --seed 6 --system seas-of-thunder --scenario raider-warfare");
    north.ok(3, "resolve other/spring --close");
    let size =
        answer.text.lines().skip_while(|line| *line != "north.example/spring").nth(1).unwrap().to_owned();
    let forged =
        north.ok(3, &format!("note head other/spring --club north.example --key witness-key --since {size}"));
    south.hear("somebody@else.example", &forged);
    let notice = south.mail_to(3, "uma@south.example");
    for words in ["keep both of its signed", "north.example/spring"] {
        assert!(flat(&notice.text).contains(words), "{}", notice.text);
    }
    // Nobody else can sign for the match, and the umpire hears of it once a day.
    std::fs::write(north.path("stranger-key"), private_key(3)).unwrap();
    let strange = north.ok(3, "note head spring --club north.example --key stranger-key");
    south.hear("referee@north.example", &strange);
    let notice = south.mail_to(4, "uma@south.example");
    assert!(flat(&notice.text).contains("is not signed by"), "{}", notice.text);
    south.hear("referee@north.example", &strange.replace("spring", "autumn"));
    assert_eq!(south.fetch(4).len(), 0);
    // A cosignature over another history is not kept.
    north.hear("referee@south.example", &answer.text.replace(&format!("\n{size}\n"), "\n1\n"));
    let notice = north.mail_to(4, "uma@north.example");
    assert!(flat(&notice.text).contains("is not over this text"), "{}", notice.text);
    assert_eq!(north.witnesses(4).len(), 0);
}

#[test]
fn what_is_wrong_with_the_settings_is_said_with_its_remedy() {
    let (north, _) = offices();
    let whole = std::fs::read_to_string(north.path("office.yaml")).unwrap();
    for (from, to, words) in [
        ("name: north.example", "name: north example", "witness.name: "),
        ("- name: south.example", "- name: north.example", "two offices are called north.example"),
        ("key: witness-key", "key: no-such-key", "witness.key, "),
        ("address: referee@south.example", "address: south", "witness.offices[0]: "),
        ("key: ssh-ed25519 AAAA", "key: ssh-rsa AAAA", "ssh-rsa"),
    ] {
        std::fs::write(north.path("office.yaml"), whole.replace(from, to)).unwrap();
        let ran = north.run(2, "fetch .");
        let told = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(!ran.status.success() && told.contains(words) && told.contains("help: "), "{to}: {told}");
    }
}
