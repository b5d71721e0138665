//! Officers of two builds against each other: each plays the whole match and answers for its own side alone, and the
//! answers go over a pipe, a line each. So nothing of the other officer need be in this program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use sealord::question::Picks;
use sealord::rules::Rulebook;
use sealord::staff::AdvisedOfficer;

use super::chairs::{officer_seed, play_by};

/// What asks a build of this bench to be a guest; the scenario, the seed and the place of its chair follow.
pub const GUEST: &str = "--guest";

/// Plays a match against another build of the bench, which sits in every chair except this one.
pub fn invite<S: Rulebook>(system: &S, scenario: &str, seed: u64, place: usize, other: &str) -> S::State {
    let (seed_word, theirs) = (seed.to_string(), (1 - place).to_string());
    let mut guest = Command::new(other)
        .args(["--bench", S::ID, GUEST, scenario, &seed_word, &theirs])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("cannot start {other}: {error}"));
    let (to, from) = (guest.stdin.take().expect("piped"), guest.stdout.take().expect("piped"));
    let end = sit(system, seed, place, to, BufReader::new(from));
    assert!(guest.wait().expect("it was started").success(), "{other} failed");
    end
}

/// Plays a match from one chair, and takes the answers of the other from the pipe.
///
/// Panics if the other build is asked something else: its rules are not these.
pub fn sit<S: Rulebook>(
    system: &S,
    seed: u64,
    place: usize,
    mut to: impl Write,
    mut from: impl BufRead,
) -> S::State {
    let mut officer = AdvisedOfficer::new(officer_seed(seed, place), 0);
    let played = play_by(system, seed, |seat, question| {
        if seat.place == place {
            let picks = officer.answer(seat.reading(), question)?;
            writeln!(to, "{}\t{}\t{}", question.key, words(&picks.choice), words(&picks.order)).ok()?;
            return to.flush().ok().map(|()| picks);
        }
        let mut line = String::new();
        from.read_line(&mut line).ok()?;
        let mut parts = line.trim_end_matches('\n').split('\t');
        let key = parts.next()?;
        assert_eq!(key, question.key, "the other build plays by other rules");
        Some(Picks { choice: numbers(parts.next()?)?, order: numbers(parts.next()?)? })
    });
    played.state
}

fn words(numbers: &[u16]) -> String {
    numbers.iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
}

fn numbers(words: &str) -> Option<Vec<u16>> {
    words.split_ascii_whitespace().map(|word| word.parse().ok()).collect()
}
