//! What an umpire may write: one line, and below it the reason or the words.

use super::declare::Facts;
use super::list;
use super::list::is;
use crate::clock::Local;
use crate::matches::protest::ProtestRuling;
use crate::post::letters::{Letter, first_at, hours};
use engine::party::Party;

/// Something that an umpire does by mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Every match, or one, in a table.
    Status,
    /// The digest of the day, now.
    Digest,
    /// The commands.
    Help,
    /// Off duty, perhaps until a date, or on duty again.
    Duty {
        /// Whether on duty.
        on: bool,
        /// The first day on duty again.
        until: Option<jiff::civil::Date>,
    },
    /// More time for the open exchange.
    Extend {
        /// For whom; nobody named: for whoever is missing.
        party: Option<Party>,
        /// How many hours.
        hours: u32,
    },
    /// A side is away.
    Away {
        /// Which.
        party: Party,
        /// The first day.
        from: Local,
        /// The last day.
        to: Local,
    },
    /// The clock stops.
    Pause,
    /// The clock goes on.
    GoOn,
    /// The open exchange is closed, whoever is missing.
    Close,
    /// A match that all agreed to end is over now.
    End,
    /// Back to an exchange.
    Undo {
        /// Which.
        to: u32,
        /// What the office asked to be sent back.
        token: Option<String>,
    },
    /// Somebody else plays a party.
    Substitute {
        /// Which.
        party: Party,
        /// The name of who steps in.
        name: String,
        /// The address of who steps in.
        address: String,
    },
    /// Orders in place of a party.
    Answer {
        /// Which.
        party: Party,
    },
    /// A match from a template.
    Begin {
        /// The template.
        template: String,
        /// The word of the match.
        word: String,
        /// The sides that the staff officer plays, beside those of the template.
        officers: Vec<Party>,
    },
    /// What the table decides, in a match that goes beside one.
    Declare(Facts),
    /// An answer to a protest.
    Protested(ProtestRuling),
    /// Words to a match.
    Say {
        /// To whom; nobody named: to all.
        to: Vec<Party>,
    },
}

/// What a letter asks of the desk, and what stands below the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UmpireCommand {
    /// What is asked; a sentence if it is not understood.
    pub act: Result<Act, String>,
    /// The match that a line `match: WORD` names.
    pub match_id: Option<String>,
    /// The lines below, without code words.
    pub words: String,
}

impl UmpireCommand {
    /// Reads a letter: the command is its first line, or its subject.
    pub fn read(letter: &Letter) -> UmpireCommand {
        let typed: Vec<&str> = letter.contents.own_text.lines().map(str::trim_end).collect();
        let field = |line: &&str, name: &str| {
            let (word, value) = line.trim_start_matches(['#', ' ']).split_once(':')?;
            word.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_lowercase())
        };
        let match_id = typed.iter().find_map(|line| field(line, "match"));
        let kept = |line: &&&str| field(line, "match").is_none() && field(line, "code").is_none();
        let lines: Vec<&str> = typed.iter().filter(kept).copied().collect();
        // A greeting may stand above a command, and a warning of a mail server.
        let at = first_at(&lines);
        let at = if lines.get(at).is_some_and(|line| list::read(line).is_some()) { at } else { 0 };
        let lines: Vec<&str> =
            lines[at..].iter().copied().skip_while(|line| line.trim().is_empty()).collect();
        let subject = crate::post::letters::bare_subject(&letter.head.subject);
        let first = lines.first().copied().unwrap_or_default();
        let below = |lines: &[&str]| lines.join("\n").trim().to_owned();
        let rest = lines.get(1..).unwrap_or_default();
        let (act, rest) = match (list::read(first), list::read(subject)) {
            (Some(act), _) => (act, rest),
            (None, Some(act)) => (act, &lines[..]),
            (None, None) => (Err(unknown(if first.trim().is_empty() { subject } else { first })), &lines[..]),
        };
        let (act, taken) = match act {
            Ok(act) => act.with(rest),
            Err(what) => (Err(what), 0),
        };
        UmpireCommand { act, match_id, words: below(&rest[taken..]) }
    }
}

/// What is said of a line that is no command: that nothing was done, and what was probably meant.
fn unknown(line: &str) -> String {
    let quoted = engine::problem::quote(&line.chars().take(60).collect::<String>());
    let first =
        line.split_whitespace().next().unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
    let near = list::nearest(first).map(|verb| format!(" Did you mean \"{verb}\"?")).unwrap_or_default();
    format!(
        "{quoted} is no command of the desk, so nothing was done.{near} The list below shows how each is written."
    )
}

pub(crate) fn named(word: &str) -> Result<Party, String> {
    let bare = word.trim_matches(|c: char| "*_.,;:".contains(c)).to_lowercase();
    let party = Party::parse(&bare).or_else(|| Party::named(&bare));
    party.ok_or_else(|| format!("{} is not a side", engine::problem::quote(word)))
}

pub(crate) fn off_duty(until: &[&str]) -> Result<Act, String> {
    let date = match until {
        [] => None,
        [word, date] if is(word, "until") => {
            let date = date.parse().map_err(|_| "write the date as 2026-12-24".to_owned())?;
            Some(date)
        }
        _ => return Err("write \"off duty\" or \"off duty until 2026-12-24\"".to_owned()),
    };
    Ok(Act::Duty { on: false, until: date })
}

/// `extend 48`, `extend axis 48h`, `extend axis 2d`.
pub(crate) fn extend(words: &[&str]) -> Result<Act, String> {
    let usage = "write for whom and how long, as in \"extend axis 48h\"";
    let (party, time) = match words {
        [] => return Err(usage.to_owned()),
        [first, time @ ..] if !first.starts_with(|c: char| c.is_ascii_digit()) => (Some(named(first)?), time),
        time => (None, time),
    };
    Ok(Act::Extend { party, hours: hours(&time.join(" ")).ok_or(usage)? })
}

pub(crate) fn away(party: &str, from: &str, to: &str) -> Result<Act, String> {
    let local = |word: &str| Local::parse(word).map_err(|bad| format!("{}; {}", bad.what(), bad.mend()));
    Ok(Act::Away { party: named(party)?, from: local(from)?, to: local(to)? })
}

pub(crate) fn undo(words: &[&str]) -> Result<Act, String> {
    let usage = "write the exchange to go back to, as in \"undo 4\"";
    let (number, token) = match words {
        [number] => (number, None),
        [number, token] => (number, Some(token.to_lowercase())),
        _ => return Err(usage.to_owned()),
    };
    Ok(Act::Undo { to: number.parse().map_err(|_| usage)?, token })
}

/// `substitute axis Carl Smith <carl@players.example>`.
pub(crate) fn substitute(words: &[&str]) -> Result<Act, String> {
    let usage = "write side, name and address, as in \"substitute axis Carl carl@players.example\"";
    let [party, name @ .., address] = words else { return Err(usage.to_owned()) };
    let party = named(party)?;
    let address = address.trim_matches(['<', '>', ',', ';']).trim_start_matches("mailto:").to_owned();
    crate::post::wire::address::check(&address).map_err(|fault| format!("{fault}; {usage}"))?;
    if name.is_empty() {
        return Err(usage.to_owned());
    }
    Ok(Act::Substitute { party, name: name.join(" ").trim_matches(['"', ',']).to_owned(), address })
}

/// `rule protest 1 upheld`.
pub(crate) fn protested(words: &[&str]) -> Result<Act, String> {
    let usage = "write the protest and what you find, as in \"rule protest 1 upheld\"";
    let [number, found] = words else { return Err(usage.to_owned()) };
    let protest = list::bare(number).parse().map_err(|_| usage)?;
    let upheld = match (is(found, "upheld"), is(found, "denied")) {
        (true, _) => true,
        (_, true) => false,
        _ => return Err("write \"upheld\" or \"denied\" behind the number of the protest".to_owned()),
    };
    Ok(Act::Protested(ProtestRuling { protest, upheld }))
}

pub(crate) fn say(words: &[&str]) -> Result<Act, String> {
    let words = words.iter().filter(|word| !is(word, "to") && !is(word, "and"));
    let words: Vec<&&str> = words.collect();
    match words.as_slice() {
        [all] if is(all, "all") => Ok(Act::Say { to: Vec::new() }),
        [] => Ok(Act::Say { to: Vec::new() }),
        some => Ok(Act::Say { to: some.iter().map(|word| named(word)).collect::<Result<_, _>>()? }),
    }
}
