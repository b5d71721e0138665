//! Commands in mail: a word alone on the first line, or in the subject.
//!
//! ```text
//! command = "status" | "form" | "report" | "withdraw" | "help" | "reveal" | "final" | "not final"
//!         | "resign" [ "yes" ]
//!         | "commit" HEX64
//! ```
//!
//! Case does not matter, nor do `.`, `!`, `?`, `,`, `;` and `:` at the end, nor `*` and `_` around (mail programs put them
//! for bold and italic). Any other word on the line makes it no command: "status of my fleet?" is a sentence.

use serde::{Deserialize, Serialize};

use crate::post::letters::marks::hex64;

/// Something that a player asks for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// How the match stands and what is awaited.
    Status,
    /// The order form once more.
    Form,
    /// The newest report once more.
    Report,
    /// Takes back the orders that were sent.
    Withdraw,
    /// Gives the match up; only `resign yes` does it.
    Resign {
        /// Whether `yes` was typed behind it.
        confirmed: bool,
    },
    /// The commands in words.
    Help,
    /// Promises orders: the SHA-256 of a sealed file, in lower case.
    Commit(String),
    /// Asks what has to be revealed, or is sent with what is revealed.
    Reveal,
    /// These orders are final: no need to wait for the deadline.
    Final,
    /// Takes `final` back.
    NotFinal,
}

/// A command, and where it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What is asked.
    pub command: Command,
    /// Whether it stood in the subject rather than in the text.
    pub in_subject: bool,
}

impl Command {
    /// Reads a line that holds a command and nothing else.
    pub fn parse(line: &str) -> Option<Command> {
        if line.len() > 200 {
            return None;
        }
        let bare = line.trim().trim_matches(|c| "*_.!?,;:".contains(c) || char::is_whitespace(c));
        let lower = bare.to_ascii_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        Some(match words.as_slice() {
            ["status"] => Command::Status,
            ["form"] => Command::Form,
            ["report"] => Command::Report,
            ["withdraw"] => Command::Withdraw,
            ["resign"] => Command::Resign { confirmed: false },
            ["resign", "yes"] => Command::Resign { confirmed: true },
            ["help"] => Command::Help,
            ["commit", hex] => Command::Commit(hex64(hex)?),
            ["reveal"] => Command::Reveal,
            ["final"] => Command::Final,
            ["not", "final"] => Command::NotFinal,
            _ => return None,
        })
    }

    /// Reads a subject: what is left of it when tags in brackets and reply words (`Re:`, `AW:`, `Fwd:`) are taken away.
    pub fn in_subject(subject: &str) -> Option<Command> {
        Command::parse(bare_subject(subject))
    }
}

/// Reply and forward words of mail programs, in lower case.
const REPLIES: [&str; 16] =
    ["re", "aw", "fw", "fwd", "wg", "sv", "vs", "antw", "ant", "rv", "tr", "res", "odp", "r", "ref", "vb"];

/// A subject without tags in brackets and reply words before it.
pub fn bare_subject(subject: &str) -> &str {
    let mut rest = subject.trim();
    loop {
        let before = rest;
        if let Some((_, after)) = rest.strip_prefix('[').and_then(|inside| inside.split_once(']')) {
            rest = after.trim_start();
        }
        if let Some((word, after)) = rest.split_once(':') {
            let word = word.trim_end().trim_end_matches(|c: char| c.is_ascii_digit() || "[]()".contains(c));
            if REPLIES.iter().any(|reply| reply.eq_ignore_ascii_case(word)) {
                rest = after.trim_start();
            }
        }
        if rest == before {
            return rest;
        }
    }
}
