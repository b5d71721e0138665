//! The list of what may be written to a league: the parser reads by it, `help` and the docs show it, and a
//! line that is no command is compared with it.

use engine::problem::{Candidates, quote};

use super::command::Command;
use super::takes;

/// Who may use a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Anybody: what it shows is public.
    Anybody,
    /// A player of the club.
    Entrant,
    /// A player of the club, the organiser or a deputy: whoever may sit on a panel.
    Judge,
    /// The organiser or a deputy.
    Official,
}

/// How strictly a command is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// It changes nothing: a question mark does no harm.
    Free,
    /// It changes something: marks at the end and "please" do no harm.
    Plain,
    /// It gives something up: nothing but its words, and perhaps a full stop.
    Exact,
}

/// One command.
#[derive(Debug)]
pub struct Entry {
    /// Who may use it.
    pub who: Who,
    /// How it is written, with what stands for something in capitals.
    pub form: &'static str,
    /// It with something in the place of that; reads as a command.
    pub example: &'static str,
    /// What it does, as the end of a line.
    pub what: &'static str,
    care: Care,
    /// Its words before what it takes.
    verb: &'static [&'static str],
    takes: fn(&[&str]) -> Option<Command>,
}

/// A command without anything behind it.
macro_rules! alone {
    ($command:expr) => {
        |rest| rest.is_empty().then_some($command)
    };
}

/// A command with the word of an event behind it.
macro_rules! of_event {
    ($command:path) => {
        |rest| match rest {
            [event] => Some($command((*event).to_owned())),
            _ => None,
        }
    };
}

/// A command with the word of an event behind it, and perhaps what was asked to be sent back.
macro_rules! with_token {
    ($command:path) => {
        |rest| match rest {
            [event] => Some($command((*event).to_owned(), None)),
            [event, token] => Some($command((*event).to_owned(), Some((*token).to_owned()))),
            _ => None,
        }
    };
}

const fn entry(
    (who, care): (Who, Care),
    verb: &'static [&'static str],
    (form, example): (&'static str, &'static str),
    what: &'static str,
    takes: fn(&[&str]) -> Option<Command>,
) -> Entry {
    Entry { who, form, example, what, care, verb, takes }
}

const LOOK: (Who, Care) = (Who::Anybody, Care::Free);
const OWN: (Who, Care) = (Who::Entrant, Care::Free);
const PLAIN: (Who, Care) = (Who::Entrant, Care::Plain);
const GRAVE: (Who, Care) = (Who::Entrant, Care::Exact);
const JUDGE: (Who, Care) = (Who::Judge, Care::Exact);
const DESK: (Who, Care) = (Who::Official, Care::Exact);

/// Every command, in the order of the list.
pub const COMMANDS: &[Entry] = &[
    entry(
        LOOK,
        &["events"],
        ("events", "events"),
        "the events, and where each stands",
        alone!(Command::Events),
    ),
    entry(
        LOOK,
        &["standings"],
        ("standings EVENT", "standings autumn"),
        "who stands where",
        of_event!(Command::Standings),
    ),
    entry(
        LOOK,
        &["pairings"],
        ("pairings EVENT", "pairings autumn"),
        "who meets whom, and how it ended",
        of_event!(Command::Pairings),
    ),
    entry(LOOK, &["help"], ("help", "help"), "this list", alone!(Command::Help)),
    entry(OWN, &["rating"], ("rating", "rating"), "your ratings", alone!(Command::Rating)),
    entry(OWN, &["clock"], ("clock", "clock"), "the clocks of your matches", alone!(Command::Clock)),
    entry(OWN, &["code"], ("code", "code"), "your code word again", alone!(Command::Code)),
    entry(
        PLAIN,
        &["enter"],
        ("enter EVENT", "enter autumn"),
        "you play in an event; the office asks first",
        with_token!(Command::Enter),
    ),
    entry(
        PLAIN,
        &["confirm"],
        ("confirm EVENT", "confirm autumn"),
        "you play the next round; a line \"salt: 64 digits\" may follow",
        of_event!(Command::Confirm),
    ),
    entry(
        GRAVE,
        &["bye"],
        ("bye EVENT", "bye autumn"),
        "no match in the next round, and no points for it",
        of_event!(Command::Bye),
    ),
    entry(
        GRAVE,
        &["leave"],
        ("leave EVENT", "leave autumn"),
        "you play no more, from the next round on; a reason may follow",
        of_event!(Command::Leave),
    ),
    entry(
        GRAVE,
        &["bid"],
        ("bid SIDE POINTS", "bid allies 1.5"),
        "what you give for a side; the newest bid counts",
        takes::bid,
    ),
    entry(GRAVE, &["no", "bid"], ("no bid", "no bid"), "you bid for no side", |rest| match rest {
        [] => Some(Command::Bid(None, None, "0".to_owned())),
        [event] => Some(Command::Bid(Some((*event).to_owned()), None, "0".to_owned())),
        _ => None,
    }),
    entry(
        GRAVE,
        &["statement"],
        ("statement", "statement"),
        "what a panel should know if your match is not over; below it",
        |rest| match rest {
            [] => Some(Command::Statement(None, None)),
            [event] => Some(Command::Statement(Some((*event).to_owned()), None)),
            [event, at] => Some(Command::Statement(Some((*event).to_owned()), Some(takes::place(at)?))),
            _ => None,
        },
    ),
    entry(
        JUDGE,
        &["vote"],
        ("vote SIDE", "vote allies"),
        "your vote on a panel: a side or draw; your reasons follow",
        |rest| match rest {
            [finds] => Some(Command::Vote(None, (*finds).to_owned())),
            [event, at, finds] => Some(Command::Vote(Some(takes::board(event, at)?), (*finds).to_owned())),
            _ => None,
        },
    ),
    entry(
        JUDGE,
        &["decline"],
        ("decline", "decline"),
        "gives your seat on a panel back",
        |rest| match rest {
            [] => Some(Command::Decline(None)),
            [event, at] => Some(Command::Decline(Some(takes::board(event, at)?))),
            _ => None,
        },
    ),
    entry(
        GRAVE,
        &["accept"],
        ("accept", "accept"),
        "you take the side that the other did not bid for",
        |rest| match rest {
            [] => Some(Command::Accept(None)),
            [event] => Some(Command::Accept(Some((*event).to_owned()))),
            _ => None,
        },
    ),
    entry(DESK, &["pair"], ("pair EVENT", "pair autumn"), "pairs the next round", of_event!(Command::Pair)),
    entry(
        DESK,
        &["seats"],
        ("seats EVENT", "seats autumn"),
        "opens the bids and gives out the sides",
        of_event!(Command::Seats),
    ),
    entry(
        DESK,
        &["begin"],
        ("begin EVENT", "begin autumn"),
        "begins the matches of the round by mail",
        of_event!(Command::Begin),
    ),
    entry(
        DESK,
        &["result"],
        ("result EVENT ROUND/BOARD", "result autumn 3/2"),
        "takes the result from the office's own match",
        |rest| match rest {
            [event, at] => Some(Command::Result((*event).to_owned(), takes::place(at)?)),
            _ => None,
        },
    ),
    entry(
        DESK,
        &["forfeit"],
        ("forfeit EVENT ROUND/BOARD SIDE", "forfeit autumn 3/2 axis"),
        "that side did not play; a reason must follow",
        takes::forfeit,
    ),
    entry(
        DESK,
        &["double-forfeit"],
        ("double-forfeit EVENT ROUND/BOARD", "double-forfeit autumn 3/2"),
        "neither played; a reason must follow, and the office asks first",
        |rest| takes::decided(rest, Command::DoubleForfeit),
    ),
    entry(
        DESK,
        &["annul"],
        ("annul EVENT ROUND/BOARD", "annul autumn 3/2"),
        "it does not count; a reason follows, and the office asks first",
        |rest| takes::decided(rest, Command::Annul),
    ),
    entry(
        DESK,
        &["correct"],
        ("correct EVENT ROUND/BOARD RESULT", "correct autumn 3/2 played"),
        "in the place of a wrong result; a reason must follow",
        takes::correct,
    ),
    entry(
        DESK,
        &["panel"],
        ("panel EVENT ROUND/BOARD", "panel autumn 3/2"),
        "draws a panel for a match that is not over, and stops it",
        takes::panel,
    ),
    entry(
        DESK,
        &["verdict"],
        ("verdict EVENT ROUND/BOARD", "verdict autumn 3/2"),
        "opens the votes of a panel; both players read what it finds",
        |rest| {
            let [event, at] = rest else { return None };
            takes::board(event, at).map(|(event, at)| Command::Verdict(event, at))
        },
    ),
    entry(
        DESK,
        &["go", "on"],
        ("go on EVENT ROUND/BOARD", "go on autumn 3/2"),
        "its match goes on although time ran out; a reason must follow",
        takes::go_on,
    ),
    entry(
        DESK,
        &["drop"],
        ("drop EVENT ENTRANT", "drop autumn carl"),
        "he plays no more; a reason must follow, and the office asks first",
        |rest| match rest {
            [event, who] => Some(Command::Drop((*event).to_owned(), (*who).to_owned(), None)),
            [event, who, token] => {
                Some(Command::Drop((*event).to_owned(), (*who).to_owned(), Some((*token).to_owned())))
            }
            _ => None,
        },
    ),
    entry(
        DESK,
        &["close"],
        ("close EVENT", "close autumn"),
        "closes the round; the office asks first",
        with_token!(Command::Close),
    ),
];

/// Words that are written about a match.
const OF_A_MATCH: [&str; 2] = ["protest", "appeal"];

impl Entry {
    /// Reads a line in small letters.
    fn read(&self, line: &str) -> Option<Command> {
        let words: Vec<&str> = match self.care {
            Care::Exact => line.trim_end_matches(['.', '!', '*', '_']).split_whitespace().collect(),
            Care::Plain | Care::Free => {
                let marks = if self.care == Care::Free { "*_.!?,;:" } else { "*_.!,;:" };
                let polite =
                    |word: &&str| ["please", "pls", "thanks"].contains(&word.trim_matches([',', '.', '!']));
                let bare = line.trim_matches(|c: char| marks.contains(c) || c.is_whitespace());
                let words = bare.split_whitespace().filter(|word| !polite(word));
                words.map(|word| word.trim_end_matches(',')).collect()
            }
        };
        let is_plain = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || "-./".contains(c));
        (self.takes)(words.strip_prefix(self.verb).filter(|_| words.iter().all(is_plain))?)
    }
}

/// The command of a line, and its place in the list.
pub fn read(line: &str) -> Option<(Command, &'static Entry)> {
    let line = plain(line)?;
    COMMANDS.iter().find_map(|entry| Some((entry.read(&line)?, entry)))
}

/// A line in small letters, without marks of bold and italic around it; nothing if it is too long for a
/// command.
fn plain(line: &str) -> Option<String> {
    let bare = line.trim().trim_matches(|c: char| "*_".contains(c) || c.is_whitespace());
    (bare.len() <= 200).then(|| bare.to_lowercase())
}

/// What is said of a line that is no command: that nothing was done, and what was probably meant. Nothing is
/// done by it.
pub fn unread(line: &str) -> String {
    let shown = quote(&line.trim().chars().take(60).collect::<String>());
    let lower = line.to_lowercase();
    let first = lower.split(|c: char| !c.is_alphanumeric()).find(|it| !it.is_empty()).unwrap_or_default();
    if OF_A_MATCH.contains(&first) {
        return format!(
            "{shown} is for a mail of your match, so nothing was done. Reply to its newest report."
        );
    }
    let known = Candidates::new(COMMANDS.iter().map(|entry| entry.verb[0]));
    let near = known.nearest(first);
    let near = near.and_then(|verb| COMMANDS.iter().find(|entry| entry.verb[0] == verb));
    let near =
        near.map(|entry| format!(" Did you mean a line such as \"{}\"?", entry.example)).unwrap_or_default();
    format!("{shown} is no command of the league, so nothing was done.{near}")
}

/// The list for people: players, or those who act for the league.
pub fn listed(for_officials: bool) -> String {
    let fits = |entry: &&Entry| for_officials || entry.who != Who::Official;
    COMMANDS
        .iter()
        .filter(fits)
        .map(|entry| match entry.form.len() <= 18 {
            true => format!("{:<18} {}\n", entry.form, entry.what),
            false => format!("{}\n{:18} {}\n", entry.form, "", entry.what),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One list makes parser, help and docs.
    #[test]
    fn every_line_of_the_list_is_read_and_stands_in_help_and_docs() {
        let docs = include_str!("../../../docs/league.md");
        for (at, entry) in COMMANDS.iter().enumerate() {
            let whose = |line: &str| {
                read(line).map(|(_, found)| COMMANDS.iter().position(|it| it.example == found.example))
            };
            for line in
                [entry.example.to_owned(), entry.example.to_uppercase(), format!("*{}*", entry.example)]
            {
                assert_eq!(whose(&line), Some(Some(at)), "{line}");
            }
            assert_eq!(
                whose(&format!("{}?", entry.example)).is_some(),
                entry.care == Care::Free,
                "{entry:?}"
            );
            assert_eq!(whose(&format!("please {}", entry.example)).is_some(), entry.care != Care::Exact);
            assert!(listed(true).contains(entry.form), "{}", entry.form);
            assert!(
                docs.contains(&format!("| `{}` |", entry.example)),
                "{} is not in the docs",
                entry.example
            );
        }
        assert!(!listed(false).contains("forfeit"));
        assert!(listed(true).lines().all(|line| line.len() <= 84), "{}", listed(true));
    }

    #[test]
    fn nothing_is_taken_from_a_loose_reading() {
        for line in [
            "leave autumn please",
            "leave autumn?",
            "I leave autumn",
            "leave",
            "bye",
            "bid allies",
            "bid 1.5",
            "no bids",
            "bid allies 1,5 points",
            "drop autumn",
            "close",
            "forfeit autumn 3 axis",
            "confirm autumn?",
            "vote allies?",
            "vote",
            "decline autumn",
            "panel autumn 3",
            "confirm autumn and spring",
            "",
        ] {
            assert!(read(line).is_none(), "{line}: {:?}", read(line));
        }
        assert!(read(&"standings ".repeat(60)).is_none());
    }

    #[test]
    fn a_slip_gets_the_nearest_command() {
        for (line, near) in [
            ("confrim autumn", "confirm autumn"),
            ("leave autumn?", "leave autumn"),
            ("standigns", "standings autumn"),
            ("bid allies", "bid allies 1.5"),
        ] {
            assert!(unread(line).contains(&format!("\"{near}\"")), "{}", unread(line));
        }
        assert!(unread("protest SOT-5").contains("is for a mail of your match"));
        assert!(!unread("what a nice day").contains("Did you mean"));
    }
}
