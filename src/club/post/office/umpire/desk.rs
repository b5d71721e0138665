//! The umpire's desk by mail: an umpire or moderator writes one line, and the office does it. Nothing is done
//! for a letter without the code word of its writer's desk, which no player ever reads. Each act is recorded
//! in the journal of its match, and all sides read of it.

use jiff::tz::TimeZone;

use super::list;
use super::parse::{Act, UmpireCommand};
use crate::matches::MatchFault;
use crate::post::compose::dispatches::{Answer, DeskHelp, Dispatch};
use crate::post::compose::{Attachment, Kind};
use crate::post::letters::tag;
use crate::post::office::inbox::Incoming;
use crate::post::office::outgoing::{Mail, To};
use crate::post::office::overview::Overview;
use crate::post::office::routing::named;
use crate::post::office::settings::Person;
use crate::post::office::state::{Fact, Office, OfficeContext};
use crate::post::wire::Done;
use engine::digest::Digest;
use engine::party::Party;

/// After so many letters without proof in a day, more are met with silence.
const MOST_DOUBTS: usize = 10;

/// What an umpire's letter leads to.
pub(crate) enum UmpireRequest {
    /// It is done, and answered.
    Settled(Done),
    /// A match must be opened for it.
    InMatch(usize, UmpireCommand),
}

impl Office<'_> {
    /// Handles a letter from an umpire or a moderator.
    ///
    /// # Errors
    /// If an answer cannot be written or kept.
    pub(crate) fn at_desk(&mut self, incoming: &Incoming, place: usize) -> Result<UmpireRequest, MatchFault> {
        let person = self.context.umpire(place)?.clone();
        let wanted = UmpireCommand::read(&incoming.letter);
        let is_own = self.is_from(&person, incoming);
        if incoming.letter.nature.is_doubtful() && !is_own || incoming.letter.contents.is_reaction {
            self.note(&incoming.sha256, &incoming.same, "ignored", None)?;
            return Ok(UmpireRequest::Settled(Done::Ignored));
        }
        if !is_own {
            let asks = wanted.act.as_ref().is_ok_and(|act| *act != Act::Help);
            return self.doubt(&person, incoming, asks).map(UmpireRequest::Settled);
        }
        let named = self.named_match(incoming, &wanted);
        match &wanted.act {
            Ok(Act::Help) => self.desk_help(&person, incoming, None),
            Ok(Act::Status) => self.desk_status(&person, incoming, named.ok().flatten()),
            Ok(Act::Digest) => self.desk_digest(&person, incoming),
            Ok(Act::Begin { template, word, officers }) => {
                self.begin(&person, incoming, (template, word, officers))
            }
            Ok(Act::Duty { on, until }) => self.duty(&person, incoming, *on, *until),
            Ok(_) => match named {
                Ok(Some(at)) => return Ok(UmpireRequest::InMatch(at, wanted)),
                Ok(None) => {
                    let lines = self.matches.iter().map(|info| tag(&info.match_id, "umpire")).collect();
                    let what = "your mail does not say which match it is for, so nothing was done. Reply to a mail of that \
                                match, write a line \"match: WORD\", or put one of these in the subject:";
                    let answer = self.context.with_desk_code(&person, Answer { lines, ..Answer::that(what) });
                    self.answer_desk(&person, incoming, answer, "unclear")
                }
                Err(word) => {
                    let what = format!("there is no match {} in this office, so nothing was done", engine::problem::quote(&word));
                    let answer = self.context.with_desk_code(&person, Answer::that(what));
                    self.answer_desk(&person, incoming, answer, "unclear")
                }
            },
            Err(what) => self.desk_help(&person, incoming, Some(what)),
        }
        .map(UmpireRequest::Settled)
    }

    /// Whether a letter has the code word of its writer's desk.
    fn is_from(&self, person: &Person, incoming: &Incoming) -> bool {
        let code = self.context.desk_code(person);
        incoming.letter.contents.codes.iter().any(|written| code.matches(&written.word))
    }

    /// Answers a letter without proof, a limited number of times a day. A letter that asks for nothing gets
    /// the help.
    fn doubt(&mut self, person: &Person, incoming: &Incoming, asks: bool) -> Result<Done, MatchFault> {
        let day = self.context.day();
        let start = format!("office/umpire/{day}/refusal/");
        if self.context.outbox.under(&start).count() >= MOST_DOUBTS {
            self.note(&incoming.sha256, &incoming.same, "doubtful", None)?;
            return Ok(Done::Refused);
        }
        let what = "a mail in your name asked the desk for something, without your code word. Nothing was done. If it was \
                    yours, write it again with the line \"code: …\" from the newest mail of the desk; \"sealord doctor\" shows \
                    it as well.";
        let answer = Answer { name: person.name.clone(), ..Answer::that(what) };
        let letter = if asks { Dispatch::Answer(answer) } else { self.help_letter(person, "", false) };
        let mut mail = Mail::new(To::Person(person.clone()), Kind::Refusal, day, letter, self.context.now);
        mail.mark = incoming.mark();
        mail.in_reply_to.clone_from(&incoming.letter.head.message_id);
        let key = self.context.queue(None, mail)?;
        self.note(&incoming.sha256, &incoming.same, "doubtful", Some(key))?;
        Ok(Done::Refused)
    }

    /// The match that a letter is about: by what it was sent to, its subject, what it answers, or a line; or
    /// the only one. The error is a word that no match has.
    fn named_match(&self, incoming: &Incoming, wanted: &UmpireCommand) -> Result<Option<usize>, String> {
        let at = |word: &str| self.matches.iter().position(|info| info.match_id == word);
        if let Some(word) = &wanted.match_id {
            return at(word).map(Some).ok_or_else(|| word.clone());
        }
        let found =
            named(&self.context.outbox, &incoming.letter).iter().find_map(|named| at(&named.match_id));
        Ok(found.or((self.matches.len() == 1).then_some(0)))
    }

    fn answer_desk(
        &mut self,
        person: &Person,
        incoming: &Incoming,
        answer: Answer,
        outcome: &'static str,
    ) -> Result<Done, MatchFault> {
        let refused = outcome != "command";
        self.send_desk(person, incoming, Dispatch::Answer(answer), Vec::new(), outcome)?;
        Ok(if refused { Done::Refused } else { Done::Taken })
    }

    fn send_desk(
        &mut self,
        person: &Person,
        incoming: &Incoming,
        letter: Dispatch,
        attachments: Vec<Attachment>,
        outcome: &'static str,
    ) -> Result<Done, MatchFault> {
        let (to, day) = (To::Person(person.clone()), self.context.day());
        let mut mail = Mail::new(to, Kind::Desk, day, letter, self.context.now);
        mail.mark = incoming.mark();
        mail.attachments = attachments;
        mail.in_reply_to.clone_from(&incoming.letter.head.message_id);
        let key = self.context.queue(None, mail)?;
        self.note(&incoming.sha256, &incoming.same, outcome, Some(key))?;
        Ok(Done::Taken)
    }

    fn desk_help(
        &mut self,
        person: &Person,
        incoming: &Incoming,
        near: Option<&str>,
    ) -> Result<Done, MatchFault> {
        let outcome = if near.is_some() { "unclear" } else { "command" };
        let letter = self.help_letter(person, near.unwrap_or_default(), true);
        self.send_desk(person, incoming, letter, Vec::new(), outcome)
    }

    fn help_letter(&self, person: &Person, near: &str, is_proven: bool) -> Dispatch {
        let duty = self.context.on_duty().name.clone();
        Dispatch::DeskHelp(DeskHelp {
            name: person.name.clone(),
            near: near.to_owned(),
            commands: list::listed().trim_end().to_owned(),
            matches: self.matches.iter().map(|info| info.match_id.clone()).collect(),
            on_duty: (!self.context.settings.moderators.is_empty()).then_some(duty),
            code_word: is_proven.then(|| self.context.desk_code(person).as_str().to_owned()),
        })
    }

    fn desk_status(
        &mut self,
        person: &Person,
        incoming: &Incoming,
        at: Option<usize>,
    ) -> Result<Done, MatchFault> {
        let mut overview = Overview::of(self)?;
        if let Some(at) = at {
            let word = self.matches[at].match_id.clone();
            overview.matches.retain(|it| it.match_id == word);
        }
        let letter = self.context.overview_letter(person, &overview, false);
        self.send_desk(person, incoming, letter, Vec::new(), "command")
    }

    fn page_of(&self, overview: &Overview) -> Result<Attachment, MatchFault> {
        let page = overview.page_for_mail(&self.kit().templates)?;
        Ok(Attachment::new("office.html", "text/html; charset=utf-8", page))
    }

    fn desk_digest(&mut self, person: &Person, incoming: &Incoming) -> Result<Done, MatchFault> {
        let overview = Overview::of(self)?;
        let letter = self.context.overview_letter(person, &overview, true);
        let page = self.page_of(&overview)?;
        self.send_desk(person, incoming, letter, vec![page], "command")
    }

    /// Begins a match from a template. Its sides want players, and it is played when all have one.
    fn begin(
        &mut self,
        person: &Person,
        incoming: &Incoming,
        (template, word, officers): (&str, &str, &[Party]),
    ) -> Result<Done, MatchFault> {
        let begun = self.begin_match(template, word, officers);
        let (what, lines, outcome) = match begun {
            Ok(lines) => {
                (format!("{word} is begun. It goes on when every side has a player:"), lines, "command")
            }
            Err(fault @ (MatchFault::No { .. } | MatchFault::Usage { .. } | MatchFault::Io(_))) => {
                ("nothing was begun:".to_owned(), vec![fault.to_string()], "refused")
            }
            Err(fault) => return Err(fault),
        };
        let answer = self.context.with_desk_code(person, Answer { lines, ..Answer::that(what) });
        self.answer_desk(person, incoming, answer, outcome)
    }

    fn begin_match(
        &mut self,
        template: &str,
        word: &str,
        officers: &[Party],
    ) -> Result<Vec<String>, MatchFault> {
        let templates = &self.context.settings.templates;
        let Some(found) = templates.get(template) else {
            let known: Vec<&str> = templates.keys().map(String::as_str).collect();
            let what = format!("there is no template {}", engine::problem::quote(template));
            let mend =
                format!("write one of {}, or add it under `templates` in office.yaml", known.join(", "));
            return Err(MatchFault::no(what, mend));
        };
        if !crate::seal::is_match_id(word) || self.matches.iter().any(|info| info.match_id == word) {
            let what = format!("{} cannot be the word of a new match", engine::problem::quote(word));
            return Err(MatchFault::no(what, "write another one, of small letters, digits and hyphens"));
        }
        let store = self.context.yard.begin(word)?;
        // A run that died behind it finds the match, and goes on from there.
        let ours = store.is_begun() && !self.open_seats.iter().any(|it| it.match_id == word);
        if !ours {
            let officers = officers.iter().flat_map(|party| ["--officer".to_owned(), party.id().to_owned()]);
            let options: Vec<String> = found.options.iter().cloned().chain(officers).collect();
            self.kit().begin(&*store, word, &options)?;
        }
        let game = crate::kit::open_reader(&*store)?.game(&self.kit().rules())?;
        let sides = game.people();
        let lines = sides.iter().map(|party| format!("join {word} {}", party.id())).collect();
        let fact = Fact::Begun { folder: word.into(), template: template.to_owned(), sides };
        self.context.register.record(fact, self.context.now)?;
        Ok(lines)
    }

    fn duty(
        &mut self,
        person: &Person,
        incoming: &Incoming,
        on: bool,
        until: Option<jiff::civil::Date>,
    ) -> Result<Done, MatchFault> {
        let zone = self.context.settings.digest.as_ref().and_then(|digest| digest.zone.as_ref());
        let zone = zone.map_or(TimeZone::UTC, |zone| zone.rules());
        let instant = until.and_then(|date| date.to_zoned(zone).ok()).map(|at| at.timestamp());
        let fact = Fact::Duty { address: person.address.clone(), off: !on, until: instant };
        self.context.register.record(fact, self.context.now)?;
        let next = self.context.on_duty();
        let what = match (on, until) {
            (true, _) => format!("you are on duty again. Mail to the umpire goes to {}.", next.name),
            (false, Some(date)) => {
                format!("you are off duty until {date}. Mail to the umpire goes to {}.", next.name)
            }
            (false, None) => {
                format!(
                    "you are off duty until you write \"on duty\". Mail to the umpire goes to {}.",
                    next.name
                )
            }
        };
        let answer = self.context.with_desk_code(person, Answer::that(what));
        self.answer_desk(person, incoming, answer, "command")
    }

    /// Who acts as the umpire, each with the code word of the desk.
    pub(crate) fn desk_codes(&self) -> impl Iterator<Item = (String, String)> {
        let code =
            |person: &Person| (person.name.clone(), self.context.desk_code(person).as_str().to_owned());
        self.context.settings.umpires().map(code)
    }

    /// Sends the digest of the day, once its hour has come.
    ///
    /// # Errors
    /// If it cannot be written or kept.
    pub(crate) fn send_digest(&mut self) -> Result<(), MatchFault> {
        let Some(digest) = self.context.settings.digest.clone() else { return Ok(()) };
        let Some(date) = digest.day(self.context.now) else { return Ok(()) };
        let person = self.context.on_duty().clone();
        let mut mail =
            Mail::new(To::Person(person.clone()), Kind::Digest, 0, Dispatch::Unknown, self.context.now);
        mail.mark = date.to_string();
        if self.context.is_queued(&mail.key(None)) {
            return Ok(());
        }
        let overview = Overview::of(self)?;
        mail.letter = self.context.overview_letter(&person, &overview, true);
        mail.attachments = vec![self.page_of(&overview)?];
        self.context.queue(None, mail).map(drop)
    }
}

impl OfficeContext {
    /// Adds the code word of the desk to an answer.
    pub(crate) fn with_desk_code(&self, person: &Person, answer: Answer) -> Answer {
        let code_word = Some(self.desk_code(person).as_str().to_owned());
        Answer { name: person.name.clone(), code_word, ..answer }
    }
}

/// What must be sent back to confirm: it follows from what would be done and from where the match stands, so
/// that it holds for nothing else and no longer than that.
pub(crate) fn token(secret: &[u8; 32], match_id: &str, back_to: u32, head: &Digest) -> String {
    let parts: [&[u8]; 5] =
        [b"sealord/confirm/v1\0", secret, match_id.as_bytes(), &back_to.to_be_bytes(), head.as_bytes()];
    Digest::of_parts(&parts).to_string()[..8].to_owned()
}
