//! Commands in mail: a word alone on the first line, or in the subject. Which there are is in [`COMMANDS`].
//!
//! Case does not matter, nor do `.`, `!`, `,`, `;` and `:` at the end, nor `*` and `_` around (mail programs
//! put them for bold and italic), nor "please". Any other word on the line makes it no command: "status of my
//! fleet?" is a sentence. A question mark is passed over only behind what changes nothing, and what ends a
//! match or gives it up must stand as it is written in the list.

use serde::{Deserialize, Serialize};

use crate::clock::{Local, Span};
use crate::post::letters::commands::COMMANDS;
use crate::post::letters::plain::is_invisible;
use crate::post::letters::programs::PROGRAMS;
use engine::party::Party;

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
    /// The lines below are words to somebody.
    Say {
        /// To whom: `umpire`, `all`, or the words of parties.
        to: Vec<String>,
        /// Whether without the name of the side.
        anonymous: bool,
    },
    /// A rule was not kept; the lines below are the reasons.
    Protest {
        /// The id of the rule, in small letters.
        rule: String,
        /// The exchange of which the outcome is disputed; nothing for the newest.
        exchange: Option<u32>,
    },
    /// The ruling on a protest is to go before a panel; the lines below are the reasons.
    Appeal(u32),
    /// Block a party's mail, or take it again.
    Block {
        /// The word of the party.
        whom: String,
        /// Whether its mail is blocked.
        on: bool,
    },
    /// More time, in hours.
    Extend(u32),
    /// Away from one date to another.
    Away(String, String),
    /// All matches of the player.
    Matches,
    /// The report of an earlier exchange once more.
    History(u32),
    /// How mail is wanted.
    Settings,
    /// Which matches want a player.
    Open,
    /// Takes a seat; `waiting` and `list` mean the list of those who would step in.
    Join {
        /// The match.
        match_id: String,
        /// The word of the party.
        side: String,
        /// What the office asked to be sent back.
        token: Option<String>,
    },
    /// A vote on how the match ends.
    Vote {
        /// Whether that the own side has lost; else that nobody has won.
        concede: bool,
        /// For it, or against it.
        yes: bool,
    },
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
        if line.len() > 400 {
            return None;
        }
        let line: String = line.chars().filter(|c| !is_invisible(*c)).collect();
        let bare =
            line.trim().trim_matches(|c: char| "*_".contains(c) || c.is_whitespace()).to_ascii_lowercase();
        if bare.len() > 200 {
            return None;
        }
        COMMANDS.iter().find_map(|entry| entry.read(&bare))
    }

    pub(super) fn join(words: &[&str]) -> Option<Command> {
        let (word, side, token) = match words {
            ["waiting", "list", token @ ..] => ("waiting", "list".to_owned(), token),
            [word, side, token @ ..] => (*word, party(side)?, token),
            _ => return None,
        };
        let token = match token {
            [] => None,
            [token] => Some((*token).to_owned()),
            _ => return None,
        };
        Some(Command::Join { match_id: word.to_owned(), side, token })
    }

    /// Whether it ends a match or gives one up.
    pub fn is_grave(&self) -> bool {
        matches!(self, Command::Vote { .. } | Command::Resign { confirmed: true })
    }

    pub(super) fn say(words: &[&str]) -> Option<Command> {
        let is_filler = |word: &&&str| !matches!(**word, "to" | "and" | "the");
        let words: Vec<&str> = words.iter().filter(is_filler).copied().collect();
        let (whom, anonymous) = match words.as_slice() {
            [whom @ .., "anonymous" | "anonymously"] => (whom, true),
            whom => (whom, false),
        };
        let voice = |word: &&str| match word.trim_matches(',') {
            word @ ("umpire" | "all") => Some(word.to_owned()),
            word => party(word),
        };
        let to: Vec<String> = whom.iter().map(voice).collect::<Option<_>>()?;
        (!to.is_empty()).then_some(Command::Say { to, anonymous })
    }

    pub(super) fn protest(words: &[&str]) -> Option<Command> {
        let (rule, exchange) = match words {
            [rule] => (rule, None),
            [rule, "exchange", number] | [rule, "in", "exchange", number] => {
                (rule, Some(number.parse().ok()?))
            }
            _ => return None,
        };
        // Words after it make a sentence; an id has a number in it.
        let is_id = rule.contains(|c: char| c.is_ascii_digit());
        is_id.then(|| Command::Protest { rule: (*rule).to_owned(), exchange })
    }

    /// Whether the lines below it are the player's own words, which are never orders.
    pub fn is_words(&self) -> bool {
        matches!(self, Command::Say { .. } | Command::Protest { .. } | Command::Appeal(_))
    }

    /// Reads a subject: what is left of it when tags in brackets and reply words (`Re:`, `AW:`, `Fwd:`) are
    /// taken away.
    pub fn in_subject(subject: &str) -> Option<Command> {
        let command = Command::parse(bare_subject(subject))?;
        // Whoever answers a mail with such a subject has not written it.
        let typed = !command.is_grave() || typed_subject(subject).is_some();
        typed.then_some(command)
    }
}

/// The word of a party by its word or its name.
pub(super) fn party(word: &str) -> Option<String> {
    Party::parse(word).or_else(|| Party::named(word)).map(|party| party.id().to_owned())
}

/// A length of time in whole hours; a bare number is hours.
pub fn hours(text: &str) -> Option<u32> {
    let bare: Option<u32> = text.parse().ok();
    let hours = bare.or_else(|| Span::parse(text).ok().map(|span| span.minutes().div_ceil(60)));
    hours.filter(|hours| *hours > 0)
}

pub(super) fn date(text: &str) -> Option<String> {
    // Lines are read in small letters.
    let text = text.to_ascii_uppercase();
    Local::parse(&text).ok().map(|local| local.to_string())
}

/// Whether a line does no more than greet or thank.
pub fn is_courtesy(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.next().map(str::to_lowercase).unwrap_or_default();
    PROGRAMS.courtesies.contains(&first) && words.count() <= 8 && line.len() <= 80
}

/// A subject without tags in brackets, if its writer has typed it: nothing if a program made it for an
/// answer.
pub fn typed_subject(subject: &str) -> Option<&str> {
    let bare = bare_subject(subject);
    (bare == without_tags(subject)).then_some(bare)
}

/// A subject without the tags in brackets before it.
fn without_tags(subject: &str) -> &str {
    let mut rest = subject.trim();
    while let Some((_, after)) = rest.strip_prefix('[').and_then(|inside| inside.split_once(']')) {
        rest = after.trim_start();
    }
    rest
}

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
            if PROGRAMS.replies.iter().any(|reply| reply.eq_ignore_ascii_case(word)) {
                rest = after.trim_start();
            }
        }
        if rest == before {
            return rest;
        }
    }
}
