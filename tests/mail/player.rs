//! A player with an ordinary mail program: reads what came, lets a staff officer think, answers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sealord::orders::write::{orders_file, write_answer};
use sealord::party::Party;
use sealord::rules::two_sided::PARTIES;
use sealord::staff::StaffOfficer;
use sealord::view::Packet;

use crate::mail::club::Club;
use crate::mail::letter::{File, Letter, STYLES, Style};
use crate::mail::read::Mail;

/// What a player does beside answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Orders in plain sight.
    Plain,
    /// A commitment first, the sealed file when asked for.
    Sealing,
    /// Orders in an envelope, reports out of one.
    Enclosing,
}

pub struct Player {
    pub name: &'static str,
    pub party: Party,
    pub manner: Manner,
    /// The ids of the letters that were written.
    pub wrote: Vec<String>,
    home: tempfile::TempDir,
    officer: StaffOfficer,
    /// How many of the club's mails were looked at.
    read: usize,
    answered: BTreeSet<(String, u32)>,
    sealed: BTreeMap<u32, PathBuf>,
}

impl Player {
    pub fn new(name: &'static str, party: Party, manner: Manner) -> Player {
        let home = tempfile::tempdir().expect("a home");
        if manner == Manner::Enclosing {
            run(home.path(), "age-keygen", &["-o", "key.txt"], b"");
        }
        let officer = StaffOfficer::new(party.place(PARTIES) as u64 + 1, 35);
        Player {
            name,
            party,
            manner,
            wrote: Vec::new(),
            home,
            officer,
            read: 0,
            answered: BTreeSet::new(),
            sealed: BTreeMap::new(),
        }
    }

    /// The key for envelopes as a setting of the player.
    pub fn setting(&self) -> String {
        if self.manner != Manner::Enclosing {
            return String::new();
        }
        let key = run(self.home.path(), "age-keygen", &["-y", "key.txt"], b"");
        format!(", age: {}", String::from_utf8(key).expect("a key").trim())
    }

    /// Reads the new mail and answers it; says whether anything was written.
    pub fn play(&mut self, club: &mut Club) -> bool {
        let mails = club.mails_to(&club.address(self.name), self.read);
        self.read = club.mails.len();
        let before = self.wrote.len();
        for mail in mails {
            let mail = self.open(mail);
            if mail.kind() == "reveal" {
                self.reveal(club, &mail);
            } else if let Some(packet) =
                mail.packet().filter(|packet| packet.asked && mail.kind() == "report")
                && self.answered.insert((packet.match_id.clone(), packet.exchange))
            {
                self.order(club, &mail, &packet);
            }
        }
        self.wrote.len() > before
    }

    /// The mail with its enclosed files opened by `age`.
    pub fn open(&self, mut mail: Mail) -> Mail {
        for file in &mut mail.files {
            if let Some(name) = file.name.strip_suffix(".age") {
                file.name = name.to_owned();
                file.bytes = run(self.home.path(), "age", &["-d", "-i", "key.txt"], &file.bytes);
            }
        }
        mail
    }

    /// The officer's answers as the orders block of a form.
    pub fn orders(&mut self, packet: &Packet) -> String {
        let mut answers = String::new();
        for question in &packet.questions {
            let picks = self.officer.answer(question).expect("a legal answer");
            write_answer(&mut answers, question, &picks);
        }
        let file =
            orders_file((&packet.match_id, packet.exchange, packet.party), "by a staff officer", &answers);
        // What a club hands out as standing orders keeps the match short.
        let doctrine = standing(self.party);
        let doctrine = if packet.exchange < 8 { doctrine } else { String::new() };
        format!("# === begin orders ===\n{file}{doctrine}# === end orders ===\n")
    }

    fn order(&mut self, club: &mut Club, mail: &Mail, packet: &Packet) {
        let orders = self.orders(packet);
        match self.manner {
            Manner::Plain => {
                let number = self.wrote.len();
                let style = STYLES[number % STYLES.len()];
                // Every fourth answer has the form attached, under a quotation that was left as it came.
                if number % 4 == 3 {
                    let code = mail.code().map(|code| format!("# code: {code}\n")).unwrap_or_default();
                    let file = File {
                        name: "my orders.yaml".to_owned(),
                        media: "application/yaml",
                        bytes: format!("{code}{orders}").into_bytes(),
                    };
                    self.answer(
                        club,
                        mail,
                        &format!("Enclosed.\n\n{}", quoted(&mail.text)),
                        vec![file],
                        style,
                    );
                } else {
                    let text = format!(
                        "Here you are.\n\nOn Saturday, the referee wrote:\n{}",
                        quoted(&filled(&mail.text, &orders))
                    );
                    self.answer(club, mail, &text, Vec::new(), style);
                }
            }
            Manner::Sealing => {
                let (packet_file, orders_file) =
                    (self.home.path().join("packet.json"), self.home.path().join("orders.yaml"));
                let sealed = self.home.path().join(format!("{}-{}.sealed", packet.match_id, packet.exchange));
                std::fs::write(&packet_file, mail.file(".json").expect("a packet")).expect("written");
                std::fs::write(&orders_file, &orders).expect("written");
                let said = club.ok(&[
                    "seal",
                    text(&orders_file),
                    "--packet",
                    text(&packet_file),
                    "--out",
                    text(&sealed),
                ]);
                let hex = said.split_whitespace().next().expect("a commitment").to_owned();
                self.sealed.insert(packet.exchange, sealed);
                let code = mail.code().expect("a code word");
                self.answer(club, mail, &format!("commit {hex}\n\ncode: {code}\n"), Vec::new(), Style::Plain);
            }
            Manner::Enclosing => {
                let key = mail.text.lines().find(|line| line.starts_with("age1")).expect("the match's key");
                let code = mail.code().map(|code| format!("# code: {code}\n")).unwrap_or_default();
                let armor = run(
                    self.home.path(),
                    "age",
                    &["-a", "-r", key.trim()],
                    format!("{code}{orders}").as_bytes(),
                );
                let armor = String::from_utf8(armor).expect("armor");
                if self.wrote.len().is_multiple_of(2) {
                    let file = File {
                        name: "orders.yaml.age".to_owned(),
                        media: "application/octet-stream",
                        bytes: armor.into_bytes(),
                    };
                    self.answer(club, mail, &quoted(&mail.text), vec![file], Style::Plain);
                } else {
                    self.answer(
                        club,
                        mail,
                        &format!("{armor}\n{}", quoted(&mail.text)),
                        Vec::new(),
                        Style::QuotedPrintable,
                    );
                }
            }
        }
    }

    /// The file that was sealed for an exchange, if one was.
    pub fn sealed(&self, exchange: u32) -> Option<String> {
        let path = self.sealed.get(&exchange)?;
        Some(std::fs::read_to_string(path).expect("the sealed file"))
    }

    fn reveal(&mut self, club: &mut Club, mail: &Mail) {
        let exchange: u32 = mail.head("X-Sealord-Exchange").parse().expect("a number");
        let path = &self.sealed[&exchange];
        let bytes = std::fs::read(path).expect("the sealed file");
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let address = club.address(self.name);
        let mut own = club.mails.iter().rev().filter(|mail| mail.is_to(&address));
        let code = own.find_map(Mail::code).expect("a code word");
        let file = File { name, media: "application/octet-stream", bytes };
        let text = format!("reveal\n\ncode: {code}\n\n{}", quoted(&mail.text));
        self.answer(club, mail, &text, vec![file], Style::Plain);
    }

    /// Replies to a mail of the office; gives the letter's id.
    pub fn answer(
        &mut self,
        club: &mut Club,
        mail: &Mail,
        text: &str,
        files: Vec<File>,
        style: Style,
    ) -> String {
        let mut letter = self.letter(club, &format!("Re: {}", mail.head("Subject")), text);
        let to = mail.head("Reply-To");
        letter.to = if to.is_empty() { club.office() } else { to };
        letter.answers = Some((mail.id(), mail.head("References")));
        letter.files = files;
        club.deliver(&letter.write(style));
        self.wrote.push(letter.id.clone());
        letter.id
    }

    /// A letter to the office that answers nothing.
    pub fn letter(&self, club: &Club, subject: &str, text: &str) -> Letter {
        let address = club.address(self.name);
        Letter {
            id: format!("<{}.{}.{address}>", self.wrote.len(), self.party.id()),
            from: format!("{} <{address}>", self.name),
            to: club.office(),
            subject: subject.to_owned(),
            answers: None,
            more: Vec::new(),
            text: text.to_owned(),
            files: Vec::new(),
        }
    }

    /// Sends a letter that answers nothing; gives its id.
    pub fn write(&mut self, club: &mut Club, letter: Letter) -> String {
        club.deliver(&letter.write(Style::Plain));
        self.wrote.push(letter.id.clone());
        letter.id
    }
}

/// A text as a reply quotes it.
pub fn quoted(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { ">\n".to_owned() } else { format!("> {line}\n") }).collect()
}

/// A report with this block in place of its form.
pub fn filled(report: &str, orders: &str) -> String {
    let begin = report.find("# === begin orders ===").expect("a form");
    let end = "# === end orders ===\n";
    let at = report.find(end).expect("the form's end") + end.len();
    format!("{}{orders}{}", &report[..begin], &report[at..])
}

/// The doctrine of the example, as part of a file of orders.
fn standing(party: Party) -> String {
    let path = format!("{}/examples/raider-warfare/doctrine/{}.yaml", env!("CARGO_MANIFEST_DIR"), party.id());
    let doctrine = std::fs::read_to_string(path).expect("the example's doctrine");
    let lines: String = doctrine.lines().map(|line| format!("  {line}\n")).collect();
    format!("doctrine:\n{lines}")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// Runs a program in a folder with bytes on its standard input; it must succeed.
pub fn run(folder: &Path, program: &str, args: &[&str], input: &[u8]) -> Vec<u8> {
    let file = folder.join(".stdin");
    std::fs::write(&file, input).expect("written");
    let input = std::fs::File::open(file).expect("opened");
    let output = Command::new(program)
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::from(input))
        .output()
        .expect("runs");
    assert!(output.status.success(), "{program} {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Whether a program can be started; if not, the test is skipped or fails, as `lacks` decides.
pub fn have(program: &str) -> bool {
    let started = Command::new(program).arg("-?").stdin(Stdio::null()).output().is_ok();
    if !started {
        crate::skip::skip_without(program);
    }
    started
}
