//! `sealord practice`, from outside: its pages and its orders, whoever else knocks at its port, and a process
//! that is killed again and again.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sealord::party::Party;
use sealord::rules::Choices;
use sealord::rules::two_sided::party::ALLIES;
use sealord::view::Packet;
use serde_json::Value;

use super::support::{Desk, NOW, SEALORD, answers};

/// A match that is being practised.
pub struct Practice {
    child: Child,
    /// The port, and the path with the word.
    pub port: u16,
    pub path: String,
}

/// An answer: its status, its head and its body.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Practice {
    /// Begins a match, or goes on with one.
    #[track_caller]
    pub fn begin(desk: &Desk, args: &[&str]) -> Practice {
        let mut command = Command::new(SEALORD);
        command.env_clear().env("SEALORD_NOW", NOW).current_dir(desk.path("")).stdin(Stdio::null());
        command.args(["--json", "practice", "--no-browser"]).args(args).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut said = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        while serde_json::from_str::<Value>(&said).is_err() {
            assert!(lines.read_line(&mut said).unwrap() > 0, "{args:?}: it ended: {said}");
        }
        let said: Value = serde_json::from_str(&said).unwrap();
        let address = said["address"].as_str().unwrap().strip_prefix("http://127.0.0.1:").unwrap();
        let (port, path) = address.split_once('/').unwrap();
        Practice { child, port: port.parse().unwrap(), path: format!("/{path}") }
    }

    /// The address of its page.
    pub fn address(&self) -> String {
        format!("http://{}{}", self.home(), self.path)
    }

    fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        // What is too large may be refused before all of it is sent.
        _ = stream.write_all(bytes);
        let mut text = Vec::new();
        _ = stream.read_to_end(&mut text);
        let text = String::from_utf8_lossy(&text).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    /// A request with a head of its own.
    pub fn ask(&self, first: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut text = format!("{first} HTTP/1.1\r\n");
        headers.iter().for_each(|(name, value)| text += &format!("{name}: {value}\r\n"));
        self.send(format!("{text}\r\n{body}").as_bytes())
    }

    fn home(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// A page below the word.
    pub fn get(&self, rest: &str) -> Answer {
        self.ask(&format!("GET {}{rest}", self.path), &[("host", &self.home())], "")
    }

    /// Sends orders as the page does.
    pub fn post(&self, orders: &str) -> Answer {
        self.post_as(orders, &format!("http://{}", self.home()))
    }

    fn post_as(&self, orders: &str, origin: &str) -> Answer {
        let length = orders.len().to_string();
        let headers = [
            ("host", &*self.home()),
            ("origin", origin),
            ("content-type", "application/yaml"),
            ("content-length", &length),
        ];
        self.ask(&format!("POST {}orders", self.path), &headers, orders)
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Practice {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// What the player is asked now.
fn asked(desk: &Desk, dir: &str, party: Party) -> Packet {
    let view = desk.ok(&["--json", "view", dir, "--side", party.id()]);
    serde_json::from_str(&view).unwrap()
}

const MIDWAY: [&str; 8] = ["admirals-war", "midway", "--as", "allies", "--seed", "4", "--match", "m"];

/// Every game: its first turn has a hint for each question, and what its page sends is taken.
fn plays_a_first_turn(system: &str, scenario: &str, side: &str, rounds: usize) {
    let desk = Desk::new();
    let practice = Practice::begin(&desk, &[system, scenario, "--as", side, "--seed", "4", "--match", "m"]);
    let party = sealord::registry::party(side).unwrap();
    for round in 0..rounds {
        let page = practice.get("");
        assert_eq!(page.status, 200, "{}", page.body);
        assert!(page.body.contains("<meta name=\"sealord-desk\""), "no desk on the page");
        let packet = asked(&desk, "m", party);
        assert!(packet.asked && !packet.over, "{system}, round {round}: nobody is asked");
        assert!(page.body.contains("Your first turn"), "{system}, round {round}: no hints");
        for question in &packet.questions {
            let hint = format!("data-kind=\"{}\"", question.kind);
            assert!(page.body.contains(&hint), "{system}: no hint for {}", question.kind);
        }
        let sent = practice.post(&answers(&packet, 30, 1));
        let said: Value = serde_json::from_str(&sent.body).unwrap();
        assert_eq!((sent.status, &said["taken"]), (200, &true.into()), "{}", sent.body);
        assert_eq!(said["next"], practice.path);
    }
    assert!(practice.get("report").body.contains("Back to your orders"));
    assert!(practice.get("report/1").body.contains("Back to your orders"));
    assert_eq!(practice.get("replay").status, 200);
    drop(practice);
    let quiet = Practice::begin(&desk, &["--match", "m", "--no-hints"]);
    assert!(!quiet.get("").body.contains("Your first turn"));
}

/// Hints are for questions that there are.
#[test]
fn hints_name_kinds_of_question() {
    let (systems, templates) = (sealord::registry::systems(), sealord::report::Templates::builtin());
    for system in systems.entries() {
        let edition = system.title.edition;
        let rules = system.load_edition(&systems.games(), None, &Choices::default(), edition).unwrap();
        let hints = templates.hints(system.title.id).unwrap().expect("every game has hints");
        for hint in hints.questions {
            let is_known = rules.about().kinds.iter().any(|kind| kind.kind == hint.kind);
            assert!(is_known, "{}: {}", system.title.id, hint.kind);
        }
    }
}

#[test]
fn a_first_turn_of_seas_of_thunder() {
    plays_a_first_turn("seas-of-thunder", "raider-warfare", "axis", 3);
}

#[test]
fn a_first_turn_of_admirals_war() {
    plays_a_first_turn("admirals-war", "midway", "axis", 3);
}

#[test]
fn a_first_turn_of_war_at_sea() {
    plays_a_first_turn("war-at-sea", "pacific-1942", "usn", 3);
}

#[test]
fn a_first_turn_of_schiffskrieg() {
    plays_a_first_turn("schiffskrieg", "40", "axis", 2);
}

#[test]
fn a_whole_match_ends_with_its_result_its_replay_and_the_audit() {
    let desk = Desk::new();
    let practice = Practice::begin(&desk, &MIDWAY);
    let party = ALLIES;
    for _ in 0..80 {
        let packet = asked(&desk, "m", party);
        if packet.over {
            break;
        }
        assert!(packet.asked, "nobody is asked");
        let sent = practice.post(&answers(&packet, 30, 1));
        assert_eq!(sent.status, 200, "{}", sent.body);
    }
    let end = practice.get("").body;
    assert!(end.contains("every result checks out"), "{end}");
    assert!(end.contains("of staff officers worked out anew"), "{end}");
    // The audit stands there line by line.
    let audit = desk.ok(&["audit", "m"]);
    let last = audit.trim_end().lines().next_back().expect("lines");
    assert!(end.lines().any(|line| line.trim_end_matches("</pre>") == last), "{last}: {end}");
    for page in ["replay", "report"] {
        assert!(end.contains(&format!("href=\"{page}\"")));
        assert_eq!(practice.get(page).status, 200, "{page}");
    }
    // The last orders are not taken again.
    assert_eq!(practice.post("answers: {}\n").status, 422);
}

#[test]
fn orders_that_are_refused_say_why_and_change_nothing() {
    let desk = Desk::new();
    let practice = Practice::begin(&desk, &MIDWAY);
    let before = desk.read("m/journal.jsonl");
    let key = &asked(&desk, "m", ALLIES).questions[0].key;
    let sent = practice.post(&format!("answers:\n  {key}: {{us-nowhere: marshalls}}\n"));
    let said: Value = serde_json::from_str(&sent.body).unwrap();
    assert_eq!((sent.status, &said["taken"]), (422, &false.into()));
    assert!(said["said"].as_str().unwrap().contains("us-nowhere"), "{said}");
    for nonsense in ["{", "side: axis\nanswers: {}\n", "exchange: 99\nanswers: {}\n", "\0"] {
        assert_eq!(practice.post(nonsense).status, 422, "{nonsense:?}");
    }
    assert!(desk.read("m/journal.jsonl") == before);
}

#[test]
fn nobody_else_reads_orders_or_stops_it() {
    let desk = Desk::new();
    let practice = Practice::begin(&desk, &MIDWAY);
    let before = desk.read("m/journal.jsonl");
    let orders = answers(&asked(&desk, "m", ALLIES), 30, 1);
    let (home, path) = (practice.home(), practice.path.clone());
    let own = ("host", home.as_str());
    // Without the word, and with another.
    for wrong in ["/", "/favicon.ico", "/../../etc/passwd", &path.replace(&path[1..5], "0000")] {
        let got = practice.ask(&format!("GET {wrong}"), &[own], "");
        assert_eq!(got.status, 404, "{wrong}");
        assert!(!got.body.contains(&path[1..9]), "the word is given away");
    }
    // Another host, as after DNS rebinding.
    let rebound = practice.ask(&format!("GET {path}"), &[("host", "evil.example")], "");
    assert_eq!(rebound.status, 421);
    // Other origins, none, and types that a form can send.
    for origin in ["http://evil.example", "null", "http://localhost", "http://127.0.0.1:1"] {
        assert_eq!(practice.post_as(&orders, origin).status, 403, "{origin}");
    }
    let length = orders.len().to_string();
    let post = format!("POST {path}orders");
    let bare = [own, ("content-type", "application/yaml"), ("content-length", &*length)];
    assert_eq!(practice.ask(&post, &bare, &orders).status, 403);
    let origin = format!("http://{home}");
    let form = [own, ("origin", &*origin), ("content-type", "text/plain"), ("content-length", &*length)];
    assert_eq!(practice.ask(&post, &form, &orders).status, 415);
    // Asking for leave gives none.
    let asks = [own, ("origin", "http://evil.example"), ("access-control-request-method", "POST")];
    let leave = practice.ask(&format!("OPTIONS {path}orders"), &asks, "");
    assert_eq!(leave.status, 405);
    assert!(!leave.head.contains("access-control"));
    // Reading changes nothing, whatever the method.
    for first in
        [format!("GET {path}orders"), format!("PUT {path}"), format!("DELETE {path}"), format!("HEAD {path}")]
    {
        assert_eq!(practice.ask(&first, &[own], "").status, 405, "{first}");
    }
    // A page of another site may lead here, and may read nothing from here.
    let read = [own, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")];
    assert_eq!(practice.ask(&format!("GET {path}"), &read, "").status, 403);
    let page = practice.get("");
    for header in [
        "cache-control: no-store",
        "referrer-policy: no-referrer",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
    ] {
        assert!(page.head.contains(header), "{header}: {}", page.head);
    }
    assert!(desk.read("m/journal.jsonl") == before);
    assert_eq!(practice.post(&orders).status, 200, "the player's own are taken after all that");
}

#[test]
fn large_and_slow_requests_are_bounded() {
    let desk = Desk::new();
    let practice = Practice::begin(&desk, &MIDWAY);
    let (home, origin) = (practice.home(), format!("http://{}", practice.home()));
    let post = format!("POST {}orders", practice.path);
    let large = |more: (&str, &str), body: &str| {
        let headers = [("host", &*home), ("origin", &*origin), ("content-type", "application/yaml"), more];
        practice.ask(&post, &headers, body).status
    };
    assert_eq!(large(("content-length", "99999999999"), "x"), 413);
    let chunk = format!("200000\r\n{}\r\n", "x".repeat(0x20_0000));
    let two = large(("transfer-encoding", "chunked"), &format!("{chunk}{chunk}0\r\n\r\n"));
    assert!(two == 413 || two == 0, "{two}");
    let long = practice.ask(&format!("GET /{}", "x".repeat(1 << 20)), &[("host", &home)], "");
    assert!(long.status >= 400 || long.status == 0, "{}", long.status);
    // As many as may ask at once hold their places with half a request each; then others have their turn.
    let begun = Instant::now();
    let idle: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", practice.port)).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
            stream
        })
        .collect();
    assert_eq!(practice.get("").status, 200);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    drop(idle);
}

/// The process is killed while it works, again and again, and each time another goes on with the match.
#[test]
fn a_match_survives_every_kill() {
    let desk = Desk::new();
    let party = ALLIES;
    drop(Practice::begin(&desk, &MIDWAY));
    for wait in [0, 1, 2, 4, 7, 11, 16, 23, 40, 80, 150] {
        let practice = Practice::begin(&desk, &["--match", "m"]);
        let packet = asked(&desk, "m", party);
        if packet.over {
            break;
        }
        let orders = answers(&packet, 30, 1);
        let mut stream = TcpStream::connect(("127.0.0.1", practice.port)).unwrap();
        let (home, length) = (practice.home(), orders.len());
        let head = format!(
            "POST {}orders HTTP/1.1\r\nhost: {home}\r\norigin: http://{home}\r\ncontent-type: application/yaml\r\n\
             content-length: {length}\r\n\r\n{orders}",
            practice.path
        );
        stream.write_all(head.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        practice.kill();
        // Whatever was recorded holds, and nothing of it is lost.
        desk.ok(&["status", "m"]);
    }
    let practice = Practice::begin(&desk, &["--match", "m"]);
    let packet = asked(&desk, "m", party);
    if !packet.over {
        assert_eq!(practice.post(&answers(&packet, 30, 1)).status, 200);
    }
    drop(practice);
    assert!(desk.ok(&["audit", "m"]).contains("worked out anew"));
}

#[test]
fn what_cannot_be_practised_is_refused() {
    let desk = Desk::new();
    desk.expect(2, &["practice", "--no-browser"]);
    desk.expect(2, &["practice", "--no-browser", "--match", "nowhere"]);
    desk.expect(2, &["practice", "admirals-war", "midway", "--as", "soviet", "--no-browser"]);
    desk.begin("m", &[]);
    let ran = desk.expect(1, &["practice", "--no-browser", "--match", "m"]);
    assert!(ran.err.contains("no match of one player against staff officers"), "{ran:?}");
    desk.expect(2, &["practice", "admirals-war", "--no-browser", "--match", "m"]);
}
