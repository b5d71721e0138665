//! Letters to the league of the office. Who writes and what proves it is found out here; what a letter means
//! is the secretary's.

mod counter;

use std::path::{Component, Path};

use counter::Counter;

use crate::matches::MatchFault;
use crate::post::compose::Kind;
use crate::post::compose::dispatches::{Dispatch, LeagueWords, Topic};
use crate::post::compose::outbox::Outbox;
use crate::post::keys::CodeWord;
use crate::post::letters::{Letter, first_at, same_address, typed_subject};
use crate::post::office::inbox::Incoming;
use crate::post::office::outgoing::{LEAGUE, Mail, STRANGER, To};
use crate::post::office::settings::Person;
use crate::post::office::state::{Office, OfficeContext, RunSummary, is_of_the_letter};
use crate::post::wire::Done;
use crate::secretary::{Answered, LeagueLetter, LeagueMail, LeagueReader, LeagueReply};
use engine::digest::Digest;

/// After so many letters of an address without proof in a day, more are met with silence.
const MOST_DOUBTS: usize = 10;
/// Strangers to the league that are answered in a day.
const MOST_STRANGERS: usize = 100;

/// How the word of a person stands in keys who acts for the league.
const OFFICIAL: &str = "desk";

impl Office<'_> {
    /// Handles a letter to the league, if the office has one and the letter is for it: then says what is
    /// done with it, or nothing if it must wait.
    ///
    /// # Errors
    /// If an answer cannot be written or kept.
    pub(crate) fn league(&mut self, incoming: &Incoming) -> Result<Option<Option<Done>>, MatchFault> {
        let Some(secretary) = self.kit.secretary(&self.context.folder) else { return Ok(None) };
        if !is_for_league(&self.context.outbox, &incoming.letter) {
            return Ok(None);
        }
        let from = incoming.letter.head.from.mailbox().map(|it| it.address.clone());
        let mailable =
            |address: &String| crate::post::wire::address::check(address).is_ok() && address.is_ascii();
        let Some(from) = from.filter(mailable) else { return Ok(None) };
        let codes = [self.context.league_code(&from), self.context.officials_code(&from)];
        let has = |code: &CodeWord| incoming.letter.contents.codes.iter().any(|it| code.matches(&it.word));
        let [is_players, is_officials] = codes.each_ref().map(has);
        let doubtful = incoming.letter.nature.is_doubtful() && !is_players && !is_officials;
        if doubtful || incoming.letter.contents.is_reaction {
            self.note(&incoming.sha256, &incoming.same, "ignored", None)?;
            return Ok(Some(Some(Done::Ignored)));
        }
        if let Some(key) = self.context.answered_before(&incoming.mark()) {
            self.note(&incoming.sha256, &incoming.same, "command", Some(key))?;
            return Ok(Some(Some(Done::Taken)));
        }
        let (folder, now) = (self.context.folder.clone(), self.kit.now());
        let letter = LeagueLetter {
            office: &folder,
            now: &now,
            from: &from,
            is_players,
            is_officials,
            subject: typed_subject(&incoming.letter.head.subject),
            lines: lines(&incoming.letter),
        };
        let mut counter = Counter { kit: self.kit, context: &mut self.context, incoming, from: &from, codes };
        match secretary.take(&letter, &mut counter) {
            Ok(reply) => self.reply(incoming, reply).map(|done| Some(Some(done))),
            Err(fault) if is_of_the_letter(&fault) => Err(fault),
            Err(fault) => {
                self.league_waits = Some(fault.to_string());
                Ok(Some(None))
            }
        }
    }

    /// Queues what the league writes by itself, once all letters are dealt with. What goes wrong is a trouble
    /// of the run and holds up no match.
    pub(crate) fn league_news(&mut self, summary: &mut RunSummary) {
        let Some(secretary) = self.kit.secretary(&self.context.folder) else { return };
        let is_over = |folder: &Path| {
            let info = self.matches.iter().find(|info| parts(&info.played.folder).eq(parts(folder)));
            info.is_some_and(|info| info.standing(self.kit).is_ok_and(|standing| standing.over))
        };
        let news = secretary
            .news(&self.context.folder, &self.kit.now(), &is_over)
            .and_then(|mails| self.queue_league(mails));
        summary.troubles.extend(news.err().map(|why| format!("league: {why}")));
    }

    /// Queues what comes of a letter: first the mails to others, then the answer.
    fn reply(&mut self, incoming: &Incoming, reply: LeagueReply) -> Result<Done, MatchFault> {
        self.queue_league(reply.others)?;
        let day = self.context.day();
        let whose = short(&reply.answer.address);
        let word = word_of(&reply.answer.reader);
        let start = format!("{LEAGUE}/{word}/{day}/{}/", Kind::Answer.id());
        let count = |start: String| self.context.outbox.under(&start).count();
        let mark = match reply.answered {
            Answered::Always => Some(incoming.mark()),
            Answered::Daily(what) => Some(format!("open-{whose}-{what}")).filter(|mark| {
                !self.context.is_queued(&format!("{start}{mark}"))
                    && (word != STRANGER || count(start.clone()) < MOST_STRANGERS)
            }),
            Answered::Doubted => {
                let few = count(format!("{start}doubt-{whose}-")) < MOST_DOUBTS;
                few.then(|| format!("doubt-{whose}-{}", incoming.mark()))
            }
        };
        let Some(mark) = mark else {
            self.note(&incoming.sha256, &incoming.same, "crowded", None)?;
            return Ok(Done::Ignored);
        };
        let mut mail = self.context.league_mail(LeagueMail { mark, ..reply.answer }, day);
        mail.kind = Kind::Answer;
        mail.echo = reply.echo;
        mail.in_reply_to.clone_from(&incoming.letter.head.message_id);
        let key = self.context.queue(None, mail)?;
        let (outcome, done) =
            if reply.is_done { ("command", Done::Taken) } else { ("refused", Done::Refused) };
        self.note(&incoming.sha256, &incoming.same, outcome, Some(key))?;
        Ok(done)
    }

    /// Queues mails of the league, each once under its mark; the next run sends them.
    ///
    /// # Errors
    /// If one cannot be written or kept.
    pub fn queue_league(&mut self, mails: Vec<LeagueMail>) -> Result<(), MatchFault> {
        for mail in mails {
            let mail = self.context.league_mail(mail, 0);
            self.context.queue(None, mail)?;
        }
        Ok(())
    }

    /// Reports to the organiser that a mail of the league came back from somebody whom the league knows. If
    /// it was his own, the umpire on duty hears of it, and so he does while `league.yaml` has a mistake.
    ///
    /// # Errors
    /// If the report cannot be written or kept.
    pub(crate) fn league_bounced(
        &mut self,
        (whose, key): (&str, &str),
        recipient: &str,
        status: &str,
    ) -> Result<(), MatchFault> {
        if whose == STRANGER {
            return Ok(());
        }
        let mark = format!("bounce-{}", &Digest::of(key.as_bytes()).to_string()[..16]);
        let secretary = self.kit.secretary(&self.context.folder);
        let officials = secretary.and_then(|it| it.officials(&self.context.folder).ok()).unwrap_or_default();
        let organiser = officials.into_iter().find(|(_, address)| !same_address(address, recipient));
        let Some((name, address)) = organiser else {
            let (recipient, status) = (recipient.to_owned(), status.to_owned());
            let topic = Topic::Bounce { recipient, message: "mail of the league".to_owned(), status };
            return self.context.notify(None, 0, &mark, topic);
        };
        let (who, mend) = match whose {
            OFFICIAL => {
                ("the organiser", "Write to him in another way, or correct his address in league.yaml.")
            }
            who => (who, "Write to the player in another way, or correct the address in league.yaml."),
        };
        let said = if status.is_empty() { "nothing more" } else { status };
        let mail = LeagueMail {
            reader: LeagueReader::Official,
            name,
            address,
            mark,
            what: format!("a mail of the league to {who} ({recipient}) came back. {mend}"),
            lines: vec![format!("the server said: {said}")],
            copy: String::new(),
            has_code: true,
        };
        self.queue_league(vec![mail])
    }

    /// Who act for the league and not as the umpire, each with the code word of the desk.
    ///
    /// # Errors
    /// If the league's settings cannot be read.
    pub(crate) fn league_codes(&self) -> Result<Vec<(String, String)>, MatchFault> {
        let Some(secretary) = self.kit.secretary(&self.context.folder) else { return Ok(Vec::new()) };
        let officials = secretary.officials(&self.context.folder)?;
        let is_umpire =
            |address: &str| self.context.settings.umpires().any(|person| person.writes_from(address));
        let others = officials.into_iter().filter(|(_, address)| !is_umpire(address));
        Ok(others
            .map(|(name, address)| (name, self.context.officials_code(&address).as_str().to_owned()))
            .collect())
    }
}

impl OfficeContext {
    /// The code word with which a player writes to the league.
    fn league_code(&self, address: &str) -> CodeWord {
        CodeWord::derive(&self.desk_secret, "the league", &address.to_lowercase(), 0)
    }

    /// The code word with which somebody acts for the league: that of the desk, if he is an umpire too.
    fn officials_code(&self, address: &str) -> CodeWord {
        let umpire = self.settings.umpires().find(|person| person.writes_from(address));
        self.desk_code(&umpire.cloned().unwrap_or_else(|| Person::at(address.to_owned())))
    }

    /// The key of the answer that a letter had before a run died, if it had one.
    fn answered_before(&self, mark: &str) -> Option<String> {
        let end = format!("/{}/{mark}", Kind::Answer.id());
        let start = format!("{LEAGUE}/");
        self.outbox.recent(&start).find(|item| item.key.ends_with(&end)).map(|item| item.key.clone())
    }

    /// A mail of the league, under the number of a day or none.
    fn league_mail(&self, mail: LeagueMail, day: u32) -> Mail {
        let code_word = mail.has_code.then(|| match mail.reader {
            LeagueReader::Official => self.officials_code(&mail.address),
            _ => self.league_code(&mail.address),
        });
        let words = LeagueWords {
            name: mail.name.clone(),
            what: mail.what,
            lines: mail.lines,
            copy: mail.copy,
            code_word: code_word.map(|code| code.as_str().to_owned()),
        };
        let person = Person { name: mail.name, ..Person::at(mail.address) };
        let to = To::League(word_of(&mail.reader).to_owned(), person);
        Mail { mark: mail.mark, ..Mail::new(to, Kind::Words, day, Dispatch::League(words), self.now) }
    }
}

/// The parts of a match's folder, from the office's.
fn parts(folder: &Path) -> impl Iterator<Item = Component<'_>> {
    folder.components().filter(|part| *part != Component::CurDir)
}

/// How a reader stands in keys.
fn word_of(reader: &LeagueReader) -> &str {
    match reader {
        LeagueReader::Entrant(word) => word,
        LeagueReader::Official => OFFICIAL,
        LeagueReader::Stranger => STRANGER,
    }
}

/// An address as it stands in a key.
fn short(address: &str) -> String {
    Digest::of(address.to_lowercase().as_bytes()).to_string()[..8].to_owned()
}

/// Whether a letter is for the league: by what it was sent to, its subject, or what it answers, the surest
/// first.
fn is_for_league(outbox: &Outbox, letter: &Letter) -> bool {
    let plus = letter.contents.plus.first().map(|tag| (&tag.match_id, &tag.party));
    let tag = letter.contents.tag.as_ref().map(|tag| (&tag.match_id, &tag.party));
    if let Some((word, party)) = plus.or(tag) {
        return word == LEAGUE && party.is_none();
    }
    let mut answered = letter.head.in_reply_to.iter().chain(letter.head.references.iter().rev());
    let item = answered.find_map(|id| outbox.by_message_id(id));
    item.is_some_and(|item| item.key.split('/').next() == Some(LEAGUE))
}

/// What a letter says, from its first line that may say something, without the lines that hold code words.
fn lines(letter: &Letter) -> Vec<&str> {
    let is_code = |line: &&str| {
        let label = line.split_once(':').map(|(label, _)| label.trim_matches(['#', ' ', '*']));
        label.is_some_and(|label| label.eq_ignore_ascii_case("code"))
    };
    let lines: Vec<&str> =
        letter.contents.own_text.lines().map(str::trim_end).filter(|line| !is_code(line)).collect();
    let first = first_at(&lines);
    lines.get(first..).unwrap_or_default().to_vec()
}
