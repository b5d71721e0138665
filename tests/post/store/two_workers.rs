//! The example of two workers: every command in it is one that the program reads, and its office is taken as
//! far as that goes without its mail server.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use clap::Parser;
use sealord::cli::Cli;
use serde_json::Value;

use super::SEALORD;
use crate::server::server;

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/two-workers").join(name);
    fs::read_to_string(path).unwrap()
}

fn services() -> Value {
    let all: Value = serde_yaml::from_str(&text("compose.yaml")).unwrap();
    all["services"].clone()
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect()
}

#[track_caller]
fn is_read(words: &[&str]) {
    let words = std::iter::once("sealord").chain(words.iter().copied());
    let read = Cli::try_parse_from(words.clone());
    assert!(read.is_ok(), "{:?}\n{}", words.collect::<Vec<_>>(), read.err().unwrap());
}

#[test]
fn every_command_of_the_example_is_one_that_the_program_reads() {
    let services = services();
    let mut workers = Vec::new();
    for (name, service) in services.as_object().unwrap() {
        if !service["image"].as_str().unwrap().starts_with("sealord:") {
            continue;
        }
        let words = strings(&service["command"]);
        is_read(&words);
        let at = words.iter().position(|word| *word == "--worker").expect("a worker has a name");
        assert_eq!(words[at + 1], name);
        assert!(strings(&service["volumes"]).contains(&&*format!("./{name}:/office")), "a folder of its own");
        assert_eq!(service["depends_on"].as_object().unwrap().len(), 2);
        workers.push(name.as_str());
    }
    assert_eq!(workers, ["one", "two"]);
    let mut typed = 0;
    for line in text("README.md").lines().filter_map(|line| line.strip_prefix("docker compose ")) {
        let words: Vec<&str> = line.split(' ').collect();
        if let ["run", "--rm", service, rest @ ..] = &words[..] {
            assert!(workers.contains(service), "{line}");
            is_read(rest);
            typed += 1;
        } else if let ["exec" | "kill", service, ..] = &words[..] {
            assert!(services.get(service).is_some(), "{line}");
        }
    }
    assert_eq!(typed, 5);
}

#[test]
fn the_office_of_the_example_is_taken() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    for (name, words) in [("office.yaml", text("club/office.yaml")), ("mail.password", "hush\n".to_owned())] {
        let path = folder.path().join(name);
        fs::write(&path, words).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    }
    // The address is written as in the example, by words, for another server.
    let address = services()["one"]["environment"]["SEALORD_DB"].as_str().unwrap().to_owned();
    let words =
        |of: &str| of.split(' ').map(|it| it.split('=').next().unwrap().to_owned()).collect::<Vec<_>>();
    let ours = server.url(&server.database());
    assert!(words(&address).iter().all(|word| words(&ours).contains(word)), "{address}");
    let run = |line: &str| {
        let mut command = Command::new(SEALORD);
        command.args(line.split(' ')).arg(folder.path()).env("SEALORD_DB", &ours).output().unwrap()
    };
    let good = |line: &str| {
        let done = run(line);
        let told = [done.stdout.clone(), done.stderr].concat();
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&told));
        String::from_utf8(done.stdout).unwrap()
    };
    good("store init");
    let mut new = Command::new(SEALORD);
    new.arg("new").arg(folder.path().join("spring-match")).env("SEALORD_DB", &ours);
    assert!(new.output().unwrap().status.success());
    let status: Value = serde_json::from_str(&good("--json status")).unwrap();
    assert_eq!(
        (&status["store"]["under_way"], &status["metrics"]["matches"]["under_way"]),
        (&1.into(), &1.into())
    );
    let doctor: Value = serde_json::from_slice(&run("--json doctor").stdout).unwrap();
    let wrong = doctor["findings"].as_array().unwrap().iter().filter(|it| it["good"] == false);
    let wrong: Vec<&str> = wrong.map(|it| it["what"].as_str().unwrap()).collect();
    // There is no such mail server here, and that of the database is a careless one.
    let not_here = ["mail in: ", "mail out: ", "fsync", "full_page_writes", "synchronous_commit"];
    let others: Vec<_> =
        wrong.iter().filter(|it| !not_here.iter().any(|start| it.starts_with(start))).collect();
    assert!(others.is_empty(), "{doctor:#}");
    assert!(doctor["findings"].as_array().unwrap().len() > wrong.len() + 4, "{doctor:#}");
}
