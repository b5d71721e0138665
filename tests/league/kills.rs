//! Kills verbs at chance instants: book and matches stay consistent, and the verb can simply be given again.

use std::time::{Duration, Instant};

use super::Club;
use super::panels::{at_board, unfinished};
use crate::cli::support::Luck;

/// How often each verb is killed before it may end.
const KILLS: usize = if super::ALL { 40 } else { 3 };

/// Kills a verb again and again at an instant of the time that it takes, then lets it end. After each kill the
/// book must hold. Gives how many kills came before the verb had ended.
fn harass(club: &Club, luck: &mut Luck, took: Duration, verb: &[&str]) -> usize {
    let mut kills = 0;
    for _ in 0..KILLS {
        let mut child = club
            .desk
            .command(verb)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("starts");
        std::thread::sleep(Duration::from_micros(luck.below(1 + took.as_micros() as usize) as u64));
        let ended = child.try_wait().expect("a child").is_some();
        child.kill().expect("kills");
        child.wait().expect("ends");
        kills += usize::from(!ended);
        let audit = club.desk.run(&["league", "audit", "club", "--proofs"]);
        assert_eq!(audit.code, 0, "after a kill of {verb:?}: {}{}", audit.out, audit.err);
    }
    let ran = club.desk.run(verb);
    // What was done by a run that was killed too late is refused as done, and for no other reason.
    let done = [
        "already",
        "nobody is left to confirm",
        "no board waits for its sides",
        "begun",
        "is paired",
        "is over",
    ];
    assert!(
        ran.code == 0 || ran.code == 1 && done.iter().any(|it| ran.err.contains(it)),
        "{verb:?}: {}{}",
        ran.out,
        ran.err
    );
    kills
}

/// What the book says, without hashes, salts and times.
fn facts(club: &Club) -> Vec<serde_json::Value> {
    let mut facts: Vec<serde_json::Value> = club.book().into_iter().map(|mut it| it["body"].take()).collect();
    for fact in &mut facts {
        for chance in ["genesis", "hash", "proof", "entry", "ended", "sha256", "files"] {
            fact.as_object_mut().expect("an object").remove(chance);
            if let Some(result) = fact.get_mut("result").and_then(|it| it.as_object_mut()) {
                result.remove(chance);
            }
        }
    }
    facts
}

/// A round, verb by verb; what must be played between two of them is played undisturbed.
fn round(club: &Club, go: &mut dyn FnMut(&[&str])) {
    for verb in [
        &["league", "enter", "club", "autumn", "anna"][..],
        &["league", "enter", "club", "autumn", "bert"],
        &["league", "confirm", "club", "autumn", "--all"],
        &["league", "pair", "club", "autumn"],
        &["league", "seats", "club", "autumn"],
        &["league", "begin", "club", "autumn"],
    ] {
        go(verb);
    }
    let pack = club.play("1/1", "bert");
    go(&["league", "result", "club", "autumn", "1/1", "--pack", &pack]);
    go(&["league", "close", "club", "autumn"]);
}

#[test]
fn a_kill_at_any_instant_leaves_book_and_matches_consistent() {
    let lines = "    format: swiss\n    rounds: 1\n    sides: {by: lot}\n";
    let calm = Club::new(lines);
    let mut took = Vec::new();
    round(&calm, &mut |verb| {
        let start = Instant::now();
        calm.desk.ok(verb);
        took.push(start.elapsed());
    });
    let mut took = took.into_iter();
    let club = Club::new(lines);
    let (mut luck, mut kills) = (Luck::new(36), 0);
    round(&club, &mut |verb| kills += harass(&club, &mut luck, took.next().expect("the same verbs"), verb));
    assert_eq!(facts(&club), facts(&calm));
    assert!(kills >= KILLS, "only {kills} of the kills came before the verb had ended");
}

/// A match that is not over, verb by verb to the verdict of its panel and the result that follows from it.
fn judged(club: &Club, go: &mut dyn FnMut(&[&str])) {
    club.desk.write("words.txt", "The convoys are through.\n");
    let ([player, _], [one, other]) = (at_board(club, 1), at_board(club, 2));
    go(&["league", "statement", "club", "autumn", "1/1", &player, "words.txt"]);
    go(&["league", "panel", "club", "autumn", "1/1", "--member", "emil", "--reason", "all others play"]);
    for who in [one.as_str(), &other, "emil"] {
        go(&["league", "vote", "club", "autumn", "1/1", who, "allies", "--reasons", "words.txt"]);
    }
    go(&["league", "verdict", "club", "autumn", "1/1"]);
    let found = club.desk.json(0, &["league", "verdict", "club", "autumn", "1/1"]);
    let judged = format!("{}:{}", found["entry"], found["hash"].as_str().expect("a hash"));
    let dir = "club/matches/autumn-1-1";
    go(&["end", dir, "--award", "allies", "--panel", &judged, "--reason", "the verdict of a panel"]);
    go(&["league", "result", "club", "autumn", "1/1"]);
}

#[test]
fn a_kill_at_any_instant_leaves_panels_and_their_matches_consistent() {
    let calm = unfinished();
    let mut took = Vec::new();
    judged(&calm, &mut |verb| {
        let start = Instant::now();
        calm.desk.ok(verb);
        took.push(start.elapsed());
    });
    let mut took = took.into_iter();
    let club = unfinished();
    let (mut luck, mut kills) = (Luck::new(37), 0);
    judged(&club, &mut |verb| kills += harass(&club, &mut luck, took.next().expect("the same verbs"), verb));
    assert_eq!(facts(&club), facts(&calm));
    assert!(kills >= KILLS, "only {kills} of the kills came before the verb had ended");
}
