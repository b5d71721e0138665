//! The list of what a player may write: the parser reads by it, `help` and the docs show it, and a line that
//! is no command is compared with it.

use super::command::{Command, date, hours, party};
use super::marks::hex64;
use super::plain::is_invisible;
use engine::problem::Candidates;

/// How strictly a command is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// It changes nothing: a question mark does no harm.
    Free,
    /// It changes something: marks at the end and "please" do no harm.
    Plain,
    /// It ends a match or gives it up: nothing but its words, and perhaps a full stop.
    Exact,
}

/// One command.
#[derive(Debug)]
pub struct Entry {
    /// Under what it stands in the list.
    pub group: &'static str,
    /// How it is written, with what stands for something in capitals.
    pub form: &'static str,
    /// It with something in the place of that; reads as a command.
    pub example: &'static str,
    /// What it does, as the end of a line.
    pub what: &'static str,
    /// Words by which people ask for it in a sentence.
    pub asks: &'static [&'static str],
    care: Care,
    /// The words with which it begins.
    words: &'static [&'static str],
    takes: fn(&[&str]) -> Option<Command>,
}

/// A command without anything behind it.
macro_rules! alone {
    ($command:expr) => {
        |rest| rest.is_empty().then_some($command)
    };
}

/// Every command, in the order of the list.
pub const COMMANDS: &[Entry] = &[
    Entry {
        group: "Looking",
        form: "status",
        example: "status",
        what: "where the match stands, who has sent orders",
        asks: &["how does the match stand", "whose turn"],
        care: Care::Free,
        words: &["status"],
        takes: alone!(Command::Status),
    },
    Entry {
        group: "Looking",
        form: "report",
        example: "report",
        what: "the newest report again, with its form",
        asks: &["send the report", "report again", "lost the report", "did not get the report"],
        care: Care::Free,
        words: &["report"],
        takes: alone!(Command::Report),
    },
    Entry {
        group: "Looking",
        form: "form",
        example: "form",
        what: "the same",
        asks: &["send the form", "form again"],
        care: Care::Free,
        words: &["form"],
        takes: alone!(Command::Form),
    },
    Entry {
        group: "Looking",
        form: "history NUMBER",
        example: "history 4",
        what: "the report of that exchange again",
        asks: &["earlier report", "old report", "previous report"],
        care: Care::Free,
        words: &["history"],
        takes: |rest| match rest {
            [number] => number.parse().ok().map(Command::History),
            _ => None,
        },
    },
    Entry {
        group: "Looking",
        form: "matches",
        example: "matches",
        what: "all your matches in this office",
        asks: &["my matches", "my games"],
        care: Care::Free,
        words: &["matches"],
        takes: alone!(Command::Matches),
    },
    Entry {
        group: "Looking",
        form: "help",
        example: "help",
        what: "this text",
        asks: &["how do i", "how can i"],
        care: Care::Free,
        words: &["help"],
        takes: alone!(Command::Help),
    },
    Entry {
        group: "Orders",
        form: "final",
        example: "final",
        what: "you will send nothing more",
        asks: &["my orders are final"],
        care: Care::Plain,
        words: &["final"],
        takes: alone!(Command::Final),
    },
    Entry {
        group: "Orders",
        form: "not final",
        example: "not final",
        what: "takes that back",
        asks: &["no longer final"],
        care: Care::Plain,
        words: &["not"],
        takes: |rest| (rest == ["final"]).then_some(Command::NotFinal),
    },
    Entry {
        group: "Orders",
        form: "withdraw",
        example: "withdraw",
        what: "takes your orders back",
        asks: &["take my orders back", "take back my orders", "cancel my orders", "ignore my orders"],
        care: Care::Plain,
        words: &["withdraw"],
        takes: alone!(Command::Withdraw),
    },
    Entry {
        group: "Orders",
        form: "commit HASH",
        example: "commit 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        what: "promises a sealed file by its SHA-256",
        asks: &[],
        care: Care::Plain,
        words: &["commit"],
        takes: |rest| match rest {
            [hex] => hex64(hex).map(Command::Commit),
            _ => None,
        },
    },
    Entry {
        group: "Orders",
        form: "reveal",
        example: "reveal",
        what: "stands above the sealed file that you attach",
        asks: &[],
        care: Care::Free,
        words: &["reveal"],
        takes: alone!(Command::Reveal),
    },
    Entry {
        group: "Time",
        form: "extend TIME",
        example: "extend 24h",
        what: "more time; the reason stands below it",
        asks: &[
            "more time",
            "more days",
            "days more",
            "more hours",
            "hours more",
            "extension",
            "longer",
            "day or two",
            "one more day",
            "postpone",
            "delay",
        ],
        care: Care::Plain,
        words: &["extend"],
        takes: |rest| hours(&rest.join(" ")).map(Command::Extend),
    },
    Entry {
        group: "Time",
        form: "away FROM TO",
        example: "away 2026-12-20 2026-12-28",
        what: "no deadline of yours falls into that time",
        asks: &[
            "holiday",
            "holidays",
            "vacation",
            "i am away",
            "be away",
            "on leave",
            "travelling",
            "traveling",
        ],
        care: Care::Plain,
        words: &["away"],
        takes: |rest| match rest {
            [from, to] | [from, "to" | "until" | "-", to] => Some(Command::Away(date(from)?, date(to)?)),
            _ => None,
        },
    },
    Entry {
        group: "Words to others",
        form: "say SIDE",
        example: "say all",
        what: "your words stand below it; also \"say all\", \"say umpire\"",
        asks: &["tell the umpire", "ask the umpire", "tell the other", "tell my opponent", "message to"],
        care: Care::Plain,
        words: &["say", "press"],
        takes: Command::say,
    },
    Entry {
        group: "Words to others",
        form: "block SIDE",
        example: "block axis",
        what: "you get no more words from that side",
        asks: &[],
        care: Care::Plain,
        words: &["block"],
        takes: |rest| block(rest, true),
    },
    Entry {
        group: "Words to others",
        form: "unblock SIDE",
        example: "unblock axis",
        what: "you get them again",
        asks: &[],
        care: Care::Plain,
        words: &["unblock"],
        takes: |rest| block(rest, false),
    },
    Entry {
        group: "Words to others",
        form: "protest RULE",
        example: "protest SOT-5.5.4.2-5",
        what: "that rule was not kept; the reasons stand below it",
        asks: &["against the rules", "breaks the rules", "wrong ruling"],
        care: Care::Plain,
        words: &["protest"],
        takes: Command::protest,
    },
    Entry {
        group: "Words to others",
        form: "appeal NUMBER",
        example: "appeal 1",
        what: "brings the ruling on a protest before a panel",
        asks: &[],
        care: Care::Plain,
        words: &["appeal"],
        takes: |rest| match rest {
            [number] => number.parse().ok().map(Command::Appeal),
            _ => None,
        },
    },
    Entry {
        group: "You",
        form: "settings",
        example: "settings",
        what: "how your mail comes; changes stand below it, a line each",
        asks: &["time zone", "timezone", "plain text", "attachments"],
        care: Care::Free,
        words: &["settings"],
        takes: alone!(Command::Settings),
    },
    Entry {
        group: "You",
        form: "open",
        example: "open",
        what: "the matches that want players",
        asks: &["want to play", "like to play", "new match", "another match"],
        care: Care::Free,
        words: &["open"],
        takes: alone!(Command::Open),
    },
    Entry {
        group: "You",
        form: "join MATCH SIDE",
        example: "join spring axis",
        what: "takes a seat; also \"join waiting list\"",
        asks: &[],
        care: Care::Plain,
        words: &["join"],
        takes: Command::join,
    },
    Entry {
        group: "The end",
        form: "draw",
        example: "draw",
        what: "votes for a draw",
        asks: &["a draw", "stalemate"],
        care: Care::Exact,
        words: &["draw"],
        takes: |rest| match rest {
            [] | ["yes"] => Some(Command::Vote { concede: false, yes: true }),
            _ => None,
        },
    },
    Entry {
        group: "The end",
        form: "draw no",
        example: "draw no",
        what: "takes that vote back",
        asks: &["no draw"],
        care: Care::Exact,
        words: &["draw"],
        takes: |rest| (rest == ["no"]).then_some(Command::Vote { concede: false, yes: false }),
    },
    Entry {
        group: "The end",
        form: "concede yes",
        example: "concede yes",
        what: "votes that your side gives the match up",
        asks: &["give up", "surrender", "capitulate", "we have lost", "i have lost"],
        care: Care::Exact,
        words: &["concede"],
        takes: |rest| (rest == ["yes"]).then_some(Command::Vote { concede: true, yes: true }),
    },
    Entry {
        group: "The end",
        form: "concede no",
        example: "concede no",
        what: "takes that vote back",
        asks: &[],
        care: Care::Exact,
        words: &["concede"],
        takes: |rest| (rest == ["no"]).then_some(Command::Vote { concede: true, yes: false }),
    },
    Entry {
        group: "The end",
        form: "resign yes",
        example: "resign yes",
        what: "you leave the match; the umpire gets word",
        asks: &["leave the match", "leave the game", "cannot go on", "quit", "drop out"],
        care: Care::Exact,
        words: &["resign"],
        takes: |rest| (rest == ["yes"]).then_some(Command::Resign { confirmed: true }),
    },
    // It asks back and does nothing, so it may be read freely, and is on no list.
    Entry {
        group: "",
        form: "resign",
        example: "resign",
        what: "asks whether you mean it",
        asks: &[],
        care: Care::Free,
        words: &["resign"],
        takes: alone!(Command::Resign { confirmed: false }),
    },
];

fn block(words: &[&str], on: bool) -> Option<Command> {
    match words {
        [whom] => Some(Command::Block { whom: party(whom)?, on }),
        _ => None,
    }
}

impl Entry {
    /// Reads a line in small letters, without white space and marks of bold and italic around it.
    pub(super) fn read(&self, line: &str) -> Option<Command> {
        let words: Vec<&str> = match self.care {
            Care::Exact => line.trim_end_matches(['.', '!', '*', '_']).split_whitespace().collect(),
            Care::Plain | Care::Free => {
                let marks = if self.care == Care::Free { "*_.!?,;:" } else { "*_.!,;:" };
                let bare = line.trim_matches(|c: char| marks.contains(c) || c.is_whitespace());
                let polite =
                    |word: &&str| ["please", "pls", "thanks"].contains(&word.trim_matches([',', '.', '!']));
                let words = bare.split_whitespace().filter(|word| !polite(word));
                words.map(|word| word.trim_end_matches(',')).collect()
            }
        };
        let (first, rest) = words.split_first()?;
        if self.words.contains(first) { (self.takes)(rest) } else { None }
    }

    /// Whether it stands in the list that people read.
    pub fn is_listed(&self) -> bool {
        !self.group.is_empty()
    }
}

/// The command that was probably meant by a line that is none: one that begins so, one whose first word is
/// nearly that of the line, or one for which people ask in such words. Nothing is done by it; it is only
/// named.
pub fn nearest(line: &str) -> Option<&'static Entry> {
    let line: String = line.chars().filter(|c| !is_invisible(*c)).take(400).collect();
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
    let first = *words.first()?;
    let listed = || COMMANDS.iter().filter(|entry| entry.is_listed());
    let begins = |word: &str| listed().find(|entry| entry.words.contains(&word));
    // A sentence may begin with such a word too; a command with a slip is short.
    let is_short = words.len() <= 5;
    let spoken = format!(" {} ", words.join(" "));
    let asked = || listed().find(|entry| entry.asks.iter().any(|ask| spoken.contains(&format!(" {ask} "))));
    let near = || {
        let known = Candidates::new(listed().flat_map(|entry| entry.words.iter().copied()));
        known.nearest(first).filter(|_| first.chars().count() >= 3).and_then(begins)
    };
    let exact = begins(first).filter(|entry| is_short && entry.words != ["not"]);
    exact
        .or_else(asked)
        .or_else(|| near().filter(|_| is_short))
        .or_else(|| begins(first).filter(|entry| entry.words != ["not"]))
}

/// The list for people: each command under what it is about.
pub fn listed() -> String {
    let (mut text, mut group) = (String::new(), "");
    for entry in COMMANDS.iter().filter(|entry| entry.is_listed()) {
        if entry.group != group {
            group = entry.group;
            text += &format!("{group}\n");
        }
        text += &format!("  {:<15} {}\n", entry.form, entry.what);
    }
    text
}
