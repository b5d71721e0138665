//! Warnings that mail servers put above what people write: "CAUTION: this mail came from outside."

use super::command::Command;
use super::marks::{code_words, key};
use super::programs::PROGRAMS;

/// Lines that a warning takes at most.
const LONGEST: usize = 8;

/// How many lines a warning at the beginning takes, with the blank lines around it; 0 if there is none. It
/// ends with a blank line, or before what must be the writer's: a command, orders, a code word.
pub fn banner(lines: &[&str]) -> usize {
    let is_rule = |line: &str| line.chars().all(|c| c.is_whitespace() || "-_=*~".contains(c));
    let first = lines.iter().position(|line| !is_rule(line)).unwrap_or(lines.len());
    if !lines.get(first).is_some_and(|line| is_warning(line)) {
        return 0;
    }
    let theirs = |line: &str| Command::parse(line).is_some() || key(line).is_some() || is_code(line);
    let end = (first + 1..lines.len()).take(LONGEST).find(|at| is_rule(lines[*at]) || theirs(lines[*at]));
    // A warning without an end is somebody's text.
    let Some(end) = end else { return 0 };
    let rest = lines[end..].iter().position(|line| !is_rule(line)).unwrap_or(lines.len() - end);
    end + rest
}

fn is_code(line: &str) -> bool {
    !code_words(std::iter::once(line)).is_empty()
}

/// Whether a line begins as such warnings do: by their word with a mark behind it, or by one of their
/// phrases.
fn is_warning(line: &str) -> bool {
    let lower = line.to_lowercase();
    let bare = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    let (word, rest) = bare.split_at(bare.find(|c: char| !c.is_alphanumeric()).unwrap_or(bare.len()));
    let marked = rest.trim_start().starts_with([':', '!', ']', '*', '|']) || rest.trim().is_empty();
    let spoken = ["mail", "e-mail", "email", "sender", "message"];
    let about_mail = rest
        .split_whitespace()
        .next()
        .is_some_and(|next| spoken.contains(&next.trim_matches([':', '!', ']', '.'])));
    PROGRAMS.banners.iter().any(|banner| banner == word) && (marked || about_mail)
        || PROGRAMS.banner_phrases.iter().any(|phrase| bare.contains(phrase))
}
