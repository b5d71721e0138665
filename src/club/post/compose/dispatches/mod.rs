//! The text bodies of messages, from templates in `templates/mail/`.
//!
//! A template sees the fields of one letter and nothing else: no file, no clock. Deadlines come as words,
//! with their time zone, since the caller knows the match's calendar.

mod cover;
mod desk;
mod engine;

pub use cover::{Cover, FormPlace, form_on_top};
pub use desk::{AgendaWords, Answer, CheckpointWords, DeskHelp, LeagueWords, OverviewLetter, Watch, Word};
pub(in crate::post) use engine::wrapped;
pub use engine::{DispatchFault, Dispatches};

use serde::Serialize;

/// A letter by its kind, whose template has the same word: a report is written by `report.txt`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "letter", rename_all = "kebab-case")]
pub enum Dispatch {
    /// Orders were taken.
    Receipt(Receipt),
    /// A mail was refused.
    Refusal(Refusal),
    /// The deadline comes near.
    Reminder(Reminder),
    /// The deadline was moved.
    Deadline(Deadline),
    /// Sealed files may be sent.
    Reveal(Reveal),
    /// What stands around a report.
    Report(Cover),
    /// The last report.
    Result(Cover),
    /// A party goes to another player.
    Handover(Handover),
    /// Where the match stands.
    Status(Status),
    /// How to play by mail.
    Help(Help),
    /// A player of several matches does not say which is meant.
    Unclear(Unclear),
    /// An answer to somebody unknown, or about no known match. It says nothing else, so that nobody learns
    /// from it which matches there are and who plays.
    Unknown,
    /// Something that the umpire must know.
    Notice(Notice),
    /// A deadline passed without the party's orders.
    Missed(Missed),
    /// An answer in a sentence or two; its template is `told.txt`.
    #[serde(rename = "told")]
    Answer(Answer),
    /// What the umpire may write.
    DeskHelp(DeskHelp),
    /// Every match of an office.
    Overview(OverviewLetter),
    /// Words of somebody, or an act of the umpire.
    Word(Word),
    /// What an observer is shown.
    Watch(Watch),
    /// What a league says to somebody.
    League(LeagueWords),
    /// What waits for a player in all matches.
    Agenda(AgendaWords),
    /// A checkpoint, to another office.
    Checkpoint(CheckpointWords),
}

impl Dispatch {
    /// The same without the report in it.
    #[must_use]
    pub fn without_report(&self) -> Dispatch {
        let bare = |cover: &Cover| Cover { report: String::new(), ..cover.clone() };
        match self {
            Dispatch::Report(cover) => Dispatch::Report(bare(cover)),
            Dispatch::Result(cover) => Dispatch::Result(bare(cover)),
            other => other.clone(),
        }
    }

    /// The same with the form above the report, or in the attached file alone if it is longer than this.
    #[must_use]
    pub fn with_form_on_top(&self, most: usize) -> Dispatch {
        let moved = |cover: &Cover| {
            let (report, form_place) = form_on_top(&cover.report, most);
            Cover { report, form_place, ..cover.clone() }
        };
        match self {
            Dispatch::Report(cover) => Dispatch::Report(moved(cover)),
            other => other.clone(),
        }
    }

    /// The deadline that it is about, in words.
    pub fn deadline(&self) -> Option<&str> {
        match self {
            Dispatch::Receipt(it) => it.deadline.as_deref(),
            Dispatch::Refusal(it) => it.deadline.as_deref(),
            Dispatch::Reminder(it) => Some(&it.deadline),
            Dispatch::Deadline(it) => it.new.as_deref(),
            Dispatch::Reveal(it) => it.until.as_deref(),
            Dispatch::Report(it) | Dispatch::Result(it) => it.deadline.as_deref(),
            Dispatch::Handover(it) => it.deadline.as_deref(),
            Dispatch::Status(it) => it.deadline.as_deref(),
            _ => None,
        }
    }
}

/// Who gets a letter, and what it is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Addressee {
    /// The player.
    pub player: String,
    /// The party, as in a sentence.
    #[serde(rename = "side")]
    pub party: String,
    /// The match's word.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The exchange.
    pub exchange: u64,
}

/// Orders were taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Receipt {
    /// Who sent them.
    #[serde(flatten)]
    pub to: Addressee,
    /// The commitment: 64 hexadecimal digits.
    pub commitment: Option<String>,
    /// What was read, in words; lines that stand as they are. Empty for a bare commitment.
    pub reading: String,
    /// Remarks on the orders; lines that stand as they are. Empty if there are none.
    pub remarks: String,
    /// The deadline in words, if there is one.
    pub deadline: Option<String>,
    /// Whether the party has orders now. A withdrawal leaves it without.
    pub has_orders: bool,
    /// Whether the orders are final.
    pub is_final: bool,
    /// Whether they replace orders that came before.
    pub replaces: bool,
    /// What may become of them.
    pub fate: Fate,
    /// The version that other orders must have, so that they are newer.
    pub version: u32,
    /// What the player does next, a sentence each.
    pub next: Vec<String>,
}

/// What may become of orders that were taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Later ones may replace them.
    #[default]
    Open,
    /// They count, and nothing can replace them any more.
    Stands,
    /// They were the last that were waited for.
    Closes,
}

/// A mail was refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// Who sent it.
    #[serde(flatten)]
    pub to: Addressee,
    /// How many problems there are; warnings and hints do not count.
    pub count: usize,
    /// All problems with their lines, as the program renders them; lines that stand as they are.
    pub problems: String,
    /// Whether earlier orders of this exchange still stand.
    pub earlier_stand: bool,
    /// The name of the form, if one is attached.
    pub form: Option<String>,
    /// Whether that form holds what the player sent, as far as it could be read.
    pub is_mended: bool,
    /// The deadline in words, if there is one.
    pub deadline: Option<String>,
}

/// The deadline comes near.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reminder {
    /// Who is reminded.
    #[serde(flatten)]
    pub to: Addressee,
    /// The deadline in words.
    pub deadline: String,
    /// The time that is left, in words: `2 days`.
    pub left: String,
    /// Whether the party has orders.
    pub has_orders: bool,
    /// Whether they are final.
    pub is_final: bool,
    /// Whether a commitment is what is waited for.
    pub sealing: bool,
    /// What happens without orders, as a sentence.
    pub missing: String,
}

/// The deadline was moved, or the match paused or resumed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Deadline {
    /// The reader.
    #[serde(flatten)]
    pub to: Addressee,
    /// Why, as a sentence in the umpire's or the program's words; may be empty.
    pub why: String,
    /// The old deadline in words; nothing if the match was paused.
    pub old: Option<String>,
    /// The new deadline in words; nothing if the match is paused now.
    pub new: Option<String>,
    /// Whether orders are asked of the party.
    pub asked: bool,
    /// Whether the party has orders.
    pub has_orders: bool,
    /// Whether they are final.
    pub is_final: bool,
}

/// All have committed: sealed files may be sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reveal {
    /// Who is asked.
    #[serde(flatten)]
    pub to: Addressee,
    /// The commitment that the party sent: 64 hexadecimal digits.
    pub commitment: String,
    /// Until when, in words.
    pub until: Option<String>,
    /// What happens without the file, as a sentence.
    pub missing: String,
}

/// A party goes to another player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Handover {
    /// Who takes over.
    #[serde(flatten)]
    pub to: Addressee,
    /// The system's title.
    pub title: String,
    /// The new code word.
    pub code_word: Option<String>,
    /// Whether the match asks for new keys.
    pub keys: bool,
    /// Lines that say what is attached, one each.
    pub attached: Vec<String>,
    /// Whether the party has orders for this exchange.
    pub has_orders: bool,
    /// Whether they are final.
    pub is_final: bool,
    /// The deadline in words, if there is one.
    pub deadline: Option<String>,
}

/// Where the match stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Status {
    /// Who asked.
    #[serde(flatten)]
    pub to: Addressee,
    /// What was done before, as a sentence; empty if nothing was.
    pub done: String,
    /// Where the match stands, in one line.
    pub standing: String,
    /// The deadline in words, if there is one.
    pub deadline: Option<String>,
    /// The parties that the letter reports on.
    #[serde(rename = "sides")]
    pub parties: Vec<PartyStatus>,
    /// The hash of the newest journal entry.
    pub head: Option<String>,
}

/// What a letter says of a party; what the reader may not know is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PartyStatus {
    /// The party, as in a sentence.
    #[serde(rename = "side")]
    pub party: String,
    /// Whether it has orders.
    pub has_orders: Option<bool>,
    /// Whether they are final.
    pub is_final: Option<bool>,
    /// The commitment to them.
    pub commitment: Option<String>,
}

/// How to play by mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Help {
    /// Who asked; may be empty.
    pub player: String,
    /// The address to write to.
    pub address: String,
    /// The tag that a subject must hold if the mail answers nothing: `[sealord MATCH/side]`.
    pub tag: String,
    /// The umpire's name and address.
    pub umpire: String,
    /// The commands, a line each, under what they are about.
    pub commands: String,
    /// Whether the match asks for a code word.
    pub code_word: bool,
}

/// A player of several matches does not say which is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Unclear {
    /// Who wrote.
    pub player: String,
    /// The tags of the player's matches, as subjects hold them.
    pub tags: Vec<String>,
}

/// A deadline passed without the party's orders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Missed {
    /// The reader.
    #[serde(flatten)]
    pub to: Addressee,
    /// The deadline in words.
    pub deadline: String,
    /// What happens now, or happened, as a sentence.
    pub policy: String,
    /// The umpire's name.
    pub umpire: String,
}

/// Something that the umpire must know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Notice {
    /// The umpire's name.
    pub umpire: String,
    /// The match's word.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The exchange.
    pub exchange: u64,
    /// What happened.
    #[serde(flatten)]
    pub topic: Topic,
    /// The umpire's code word.
    pub code_word: String,
}

/// What the umpire must know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "topic", rename_all = "kebab-case")]
pub enum Topic {
    /// The deadline and its grace have passed.
    Late {
        /// The parties without orders.
        #[serde(rename = "sides")]
        parties: Vec<String>,
        /// The deadline in words.
        deadline: String,
        /// What happens now, as a sentence.
        policy: String,
    },
    /// So many orders are missing at once that mail may be down.
    Outage {
        /// How many parties have no orders, in all matches.
        missing: usize,
        /// How many were asked.
        asked: usize,
    },
    /// A message came back.
    Bounce {
        /// To whom it went.
        recipient: String,
        /// What it was, as in `report of exchange 4`.
        message: String,
        /// What the server said.
        status: String,
    },
    /// Mail in a player's name does not prove itself again and again.
    Doubtful {
        /// The party.
        #[serde(rename = "side")]
        party: String,
        /// How many mails of this exchange were refused for that; more are met with silence.
        count: usize,
    },
    /// A player asks for what only the umpire grants.
    Asks {
        /// The player.
        player: String,
        /// The party.
        #[serde(rename = "side")]
        party: String,
        /// The line that would grant it.
        wish: String,
        /// The player's words; may be empty.
        words: String,
    },
    /// A player resigned.
    Resignation {
        /// The party.
        #[serde(rename = "side")]
        party: String,
        /// The player.
        player: String,
        /// The player's words; may be empty.
        words: String,
        /// The lines that would seat those who wait to step in.
        waiting: Vec<String>,
    },
    /// A letter on which the office failed.
    Aside {
        /// From whom it says it is.
        from: String,
        /// Its subject.
        subject: String,
        /// What went wrong.
        why: String,
        /// The file in which it lies.
        file: String,
    },
    /// A defect of the program shows in one match or at one source of mail.
    Broken {
        /// What cannot go on, as in `the match spring`.
        what: String,
        /// What went wrong.
        why: String,
    },
    /// A checkpoint of another office, or one that it cosigned, is not what it should be.
    Checkpoint {
        /// The name of that office.
        from: String,
        /// What is wrong.
        what: String,
        /// The checkpoint; lines that stand as they are.
        note: String,
    },
}
