//! Pings: a word over HTTP that a mail waits. A small server of this test's own takes them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use sealord::rules::two_sided::party::AXIS;
use serde_json::Value;

use crate::mail::club::{Club, Road};
use crate::mail::player::{Manner, Player};
use crate::mail::talks::{only, report, say};

/// What the server was asked.
#[derive(Debug)]
struct Asked {
    line: String,
    token: Option<String>,
    body: Value,
}

/// A server that answers each request with the status that stands first, and after the last with 200.
struct Server {
    port: u16,
    asked: Receiver<Asked>,
    answers: Arc<Mutex<Vec<&'static str>>>,
}

impl Server {
    fn new(answers: &[&'static str]) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let answers = Arc::new(Mutex::new(answers.to_vec()));
        let (sender, asked) = channel();
        let left = Arc::clone(&answers);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                let mut head = Vec::new();
                loop {
                    let mut line = String::new();
                    reader.read_line(&mut line).unwrap();
                    if line.trim().is_empty() {
                        break;
                    }
                    head.push(line.trim().to_owned());
                }
                let field = |name: &str| {
                    let of = |line: &String| {
                        let (key, value) = line.split_once(": ")?;
                        key.eq_ignore_ascii_case(name).then(|| value.to_owned())
                    };
                    head.iter().find_map(of)
                };
                let length = field("content-length").unwrap().parse().unwrap();
                let mut body = vec![0; length];
                reader.read_exact(&mut body).unwrap();
                let status = left.lock().unwrap().pop().unwrap_or("200 OK");
                let token = field("authorization");
                // A server that repeats what it was sent must not bring a secret into a log.
                let said = format!("I got {} and {token:?}", head[0]);
                write!(
                    stream,
                    "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{said}",
                    said.len()
                )
                .unwrap();
                let body = serde_json::from_slice(&body).unwrap();
                if sender.send(Asked { line: head[0].clone(), token, body }).is_err() {
                    break;
                }
            }
        });
        Server { port, asked, answers }
    }

    fn all(&self) -> Vec<Asked> {
        self.asked.try_iter().collect()
    }
}

/// A file that only its owner reads.
fn secret(club: &Club, name: &str, text: &str) {
    std::fs::write(club.path(name), format!("{text}\n")).unwrap();
    std::fs::set_permissions(club.path(name), PermissionsExt::from_mode(0o600)).unwrap();
}

/// A club whose umpire and whose Anna want pings.
fn club(server: &Server) -> Club {
    let club = Club::new(Road::Folders);
    club.begin("spring", &["--seed", "1939", "--deadline-hours", "72"]);
    let port = server.port;
    let here = format!("http://127.0.0.1:{port}");
    secret(&club, "hook", &format!("{here}/hook/k3y-0f-anna"));
    secret(&club, "discord", &format!("{here}/api/webhooks/1/d1sc0rd"));
    secret(&club, "topic", "t0pic-0f-anna");
    secret(&club, "token", "t0ken-0f-anna");
    let notify = format!(
        ", notify: [{{webhook: {{url: {{file: hook}}}}}}, {{discord: {{url: {{file: discord}}}}}}, {{ntfy: {{server: \
         \"{here}\", topic: {{file: topic}}, token: {{file: token}}}}}}, {{matrix: {{server: \"{here}\", room: \
         \"!room:club\", token: {{file: token}}}}}}]"
    );
    club.settle(&club.usual("spring", [&notify, ""]));
    club
}

/// A minute later the office takes in what waits; gives its account.
fn fetch(club: &mut Club) -> Value {
    club.now += 60;
    let ran = club.run(&["--json", "fetch", "."]);
    serde_json::from_slice(&ran.stdout).unwrap()
}

const SECRETS: [&str; 4] = ["k3y-0f-anna", "d1sc0rd", "t0pic-0f-anna", "t0ken-0f-anna"];

/// All that the office wrote down.
fn logs(club: &Club) -> String {
    let mut all = std::fs::read_to_string(club.path("post/sent.log")).unwrap();
    for file in std::fs::read_dir(club.path("post/out")).unwrap() {
        all += &String::from_utf8_lossy(&std::fs::read(file.unwrap().path()).unwrap());
    }
    all
}

#[test]
fn a_player_hears_on_every_way_that_a_mail_waits_and_until_when_never_what() {
    let server = Server::new(&[]);
    let mut club = club(&server);
    let account = fetch(&mut club);
    assert_eq!(account["account"]["troubles"].as_array().map(Vec::len), Some(0), "{account}");
    let mut asked = server.all();
    asked.sort_by(|one, other| one.line.cmp(&other.line));
    let [ntfy, discord, hook, matrix] = &asked[..] else { panic!("{asked:#?}") };
    assert!(discord.line.starts_with("POST /api/webhooks/1/d1sc0rd "), "{discord:?}");
    assert!(hook.line.starts_with("POST /hook/k3y-0f-anna "), "{hook:?}");
    assert!(ntfy.line.starts_with("POST / "), "{ntfy:?}");
    assert!(
        matrix.line.starts_with("PUT /_matrix/client/v3/rooms/%21room%3Aclub/send/m.room.message/"),
        "{matrix:?}"
    );
    assert_eq!(ntfy.body["topic"], "t0pic-0f-anna");
    assert_eq!(ntfy.token.as_deref(), Some("Bearer t0ken-0f-anna"));
    let text = hook.body["text"].as_str().unwrap();
    assert!(
        text.starts_with("A mail about the match spring waits for you. Your answer is due by "),
        "{text}"
    );
    assert_eq!(ntfy.body["message"], text);
    assert_eq!(discord.body["content"], format!("The referee: {text}"));
    assert_eq!(matrix.body["body"], format!("The referee: {text}"));
    // Nothing of what was reported: the words of the settings, of the match and of the clock are all.
    for body in asked.iter().map(|asked| asked.body.to_string()) {
        for word in ["axis", "Axis", "report", "exchange", "Bismarck", "convoy"] {
            assert!(!body.contains(word), "{word}: {body}");
        }
    }
    let logs = logs(&club);
    for word in SECRETS {
        assert!(!logs.contains(word), "{word} in the logs");
    }
    // Once: the next runs have nothing to say.
    fetch(&mut club);
    assert!(server.all().is_empty());
}

#[test]
fn a_ping_that_was_not_taken_is_tried_again_and_one_that_was_refused_is_not() {
    let server = Server::new(&[]);
    let mut club = club(&server);
    // The last answer is given first.
    *server.answers.lock().unwrap() = vec!["404 Not Found", "503 Busy", "429 Slow down"];
    let account = fetch(&mut club);
    let troubles = account["account"]["troubles"].to_string();
    assert_eq!(account["account"]["troubles"].as_array().map(Vec::len), Some(3), "{account}");
    for word in SECRETS {
        assert!(!troubles.contains(word) && !logs(&club).contains(word), "{word}: {troubles}");
    }
    let first = server.all();
    assert_eq!(first.len(), 4);
    for _ in 0..60 {
        fetch(&mut club);
    }
    let mut again: Vec<String> = server.all().into_iter().map(|asked| asked.line).collect();
    let mut wanted: Vec<String> = first[..2].iter().map(|asked| asked.line.clone()).collect();
    again.sort();
    wanted.sort();
    assert_eq!(again, wanted, "the two that a busy server did not take, and no other");
}

#[test]
fn a_player_names_a_topic_by_mail_and_no_other_link() {
    let server = Server::new(&[]);
    let mut club = Club::new(Road::Folders);
    club.begin("spring", &["--seed", "1939", "--deadline-hours", "72"]);
    club.settle(&club.usual("spring", ["", ""]));
    let path = club.path("office.yaml");
    let settings = std::fs::read_to_string(&path).unwrap();
    let own = format!(
        "notify: [{{ntfy: {{server: \"http://127.0.0.1:{}\", topic: {{file: topic}}}}}}]\nmail:\n",
        server.port
    );
    std::fs::write(&path, settings.replace("mail:\n", &own)).unwrap();
    secret(&club, "topic", "t0pic-0f-uma");
    club.fetch();
    let mut anna = Player::new("Anna", AXIS, Manner::Plain);
    let code = report(&club, "Anna").code().expect("a code word");
    let settings = |line: &str| format!("settings\n{line}\n\ncode: {code}\n");

    let no =
        only(say(&mut club, &mut anna, "hello", &settings("notify webhook http://127.0.0.1/")), "refusal");
    assert!(no.text.contains("notify: write ntfy TOPIC, discord LINK, no or office"), "{}", no.text);
    let elsewhere = settings("notify discord https://127.0.0.1/api/webhooks/1/t0ken");
    let no = only(say(&mut club, &mut anna, "hello", &elsewhere), "refusal");
    assert!(no.text.contains("https://discord.com/api/webhooks/NUMBER/TOKEN"), "{}", no.text);
    let said = only(say(&mut club, &mut anna, "hello", &settings("notify ntfy anna-0815")), "answer");
    assert!(said.text.contains("notify ntfy ***"), "{}", said.text);

    // The reminder is the next mail that nobody asked for.
    club.now += 50 * 3600;
    fetch(&mut club);
    let asked = server.all();
    let [ping] = &asked[..] else { panic!("{asked:#?}") };
    assert_eq!(ping.body["topic"], "anna-0815");
    assert!(
        ping.body["message"].as_str().unwrap().starts_with("A mail about the match spring waits for you.")
    );
    assert!(!logs(&club).contains("0815"), "a topic stands in what was sent");
}

#[test]
fn a_slip_under_notify_is_shown_where_it_stands() {
    let server = Server::new(&[]);
    let club = club(&server);
    let text = std::fs::read_to_string(club.path("office.yaml")).unwrap();
    let refused = |from: &str, to: &str| {
        std::fs::write(club.path("office.yaml"), text.replacen(from, to, 1)).unwrap();
        let ran = club.run(&["doctor", "."]);
        String::from_utf8_lossy(&ran.stdout).into_owned()
    };
    let said = refused("topic: {file", "topik: {file");
    assert!(said.contains("office.yaml:") && said.contains("did you mean `topic`?"), "{said}");
    let said = refused("{webhook:", "{webhok:");
    assert!(said.contains("did you mean `webhook`?"), "{said}");
    let said = refused("server: \"http://127.0.0.1", "server: \"http://ntfy.example");
    assert!(said.contains("notify[2].ntfy.server") && said.contains("https://"), "{said}");
    let said = refused("room: \"!room:club\"", "room: \"#room:club\"");
    assert!(said.contains("notify[3].matrix.room"), "{said}");
    std::fs::remove_file(club.path("hook")).unwrap();
    let said = refused("nothing", "nothing");
    assert!(said.contains("WRONG  matches[0].players.axis.notify[0]"), "{said}");
    assert!(said.contains("good   matches[0].players.axis.notify[1]"), "{said}");
    assert!(server.all().is_empty(), "a doctor rings nobody up");
}
