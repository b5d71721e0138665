//! Letters to and from the umpire, and messages between people.

use serde::Serialize;

/// An answer in a sentence or two: to the umpire, or to a player who asked for something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// Who asked.
    pub name: String,
    /// The match's word, if it is about one.
    #[serde(rename = "match")]
    pub match_id: Option<String>,
    /// What was done, or why not.
    pub what: String,
    /// More of it, a line each.
    pub lines: Vec<String>,
    /// Text that stands as it is, perhaps to be sent back; empty if there is none.
    pub copy: String,
    /// The umpire's code word; none in an answer to a player, or to a letter without it.
    pub code_word: Option<String>,
}

impl Answer {
    /// A sentence and nothing else.
    pub fn that(what: impl Into<String>) -> Answer {
        Answer { what: what.into(), ..Answer::default() }
    }
}

/// What a league says to somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LeagueWords {
    /// Who reads it; may be empty.
    pub name: String,
    /// What was done, or why not, or what is new.
    pub what: String,
    /// More of it, a line each.
    pub lines: Vec<String>,
    /// Text that stands as it is, perhaps to be sent back; empty if there is none.
    pub copy: String,
    /// The reader's code word; none in an answer to a letter that proves nothing.
    pub code_word: Option<String>,
}

/// What the umpire may write.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DeskHelp {
    /// Who asked.
    pub name: String,
    /// What was written and is no command, and which was probably meant; empty if help was asked for.
    pub near: String,
    /// What may be written, a line each, under what it is about.
    pub commands: String,
    /// The matches of the office.
    pub matches: Vec<String>,
    /// Who is on duty, where there is more than one.
    pub on_duty: Option<String>,
    /// The umpire's code word; none in an answer to a letter without it.
    pub code_word: Option<String>,
}

/// Every match of an office.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OverviewLetter {
    /// The reader.
    pub name: String,
    /// How many matches are under way.
    pub running: usize,
    /// How many of them want something of the umpire.
    pub wanting: usize,
    /// How many sides are late.
    pub late: usize,
    /// What waits for the umpire, a line each.
    pub for_umpire: Vec<String>,
    /// The matches; lines that stand as they are.
    pub lines: String,
    /// Who is on duty.
    pub on_duty: String,
    /// How many mails wait to be sent.
    pub waiting: usize,
    /// Whether it is the digest of the day.
    pub is_digest: bool,
    /// The umpire's code word.
    pub code_word: String,
}

/// What waits for a player in all matches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AgendaWords {
    /// The reader.
    pub name: String,
    /// How much waits, as a sentence without its full stop.
    pub sum: String,
    /// The matches, and what the league waits for; lines that stand as they are.
    pub lines: String,
    /// The tags of the matches that wait, as subjects hold them.
    pub tags: Vec<String>,
}

/// Words of somebody, or an act of the umpire.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Word {
    /// The reader.
    pub name: String,
    /// The match's word.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The exchange.
    pub exchange: u32,
    /// Who wrote it, as in a sentence; nothing if the message is not signed.
    pub from: Option<String>,
    /// To whom, as in a sentence.
    pub to: String,
    /// What the umpire did, as a sentence without its full stop.
    pub act: Option<String>,
    /// That it is a protest or an appeal, and which, as a sentence without its full stop.
    pub protest: Option<String>,
    /// The umpire's name.
    pub umpire: String,
    /// The words; lines that stand as they are.
    pub words: String,
    /// The first line of an answer, if one can be written.
    pub answer: Option<String>,
}

/// What an observer is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Watch {
    /// The reader.
    pub name: String,
    /// The match's word.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The exchange.
    pub exchange: u32,
    /// Where the match stood.
    pub standing: String,
    /// How many exchanges later the observer sees it.
    pub delay: u32,
    /// Whether the match is over.
    pub over: bool,
    /// Lines that say what is attached, one each; none where only the public ledger is shown.
    pub attached: Vec<String>,
    /// The hash of the first entry of the journal, and that of the newest one that all sides know.
    pub genesis: String,
}

/// A checkpoint, to another office.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckpointWords {
    /// The other office.
    pub name: String,
    /// What it is, and what is asked.
    pub what: String,
    /// The checkpoint; lines that stand as they are.
    pub note: String,
}
