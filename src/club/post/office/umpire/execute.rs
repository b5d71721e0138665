//! What an umpire's letter does in a match.

use super::desk::token;
use super::parse::{Act, UmpireCommand};
use crate::clock::{Absence, By, Event, Extension};
use crate::matches::MatchFault;
use crate::matches::Submission;
use crate::matches::note::{Note, Voice};
use crate::matches::publish::publish_earlier;
use crate::post::compose::Kind;
use crate::post::compose::dispatches::{Answer, Dispatch};
use crate::post::keys;
use crate::post::letters::{Kind as Found, orders_key};
use crate::post::office::inbox::{Handled, Incoming};
use crate::post::office::outgoing::{Mail, To};
use crate::post::office::player::{LEFT_OUT, plain};
use crate::post::office::settings::Person;
use crate::post::office::state::{Fact, MatchSession};
use crate::post::wire::Done;
use crate::seal::SIZE_LIMIT;
use engine::party::Party;
use engine::problem::quote;

impl MatchSession<'_> {
    /// Does what an umpire's letter says, and queues the answer.
    ///
    /// # Errors
    /// If the match cannot be written; the letter then comes up again.
    pub(crate) fn execute(
        &mut self,
        place: usize,
        wanted: &UmpireCommand,
        incoming: &Incoming,
    ) -> Result<Handled, MatchFault> {
        let (mark, start) = (incoming.mark(), format!("{}/umpire/", self.info.match_id));
        let before =
            self.context.outbox.under(&start).find(|item| item.key.ends_with(&format!("/desk/{mark}")));
        if let Some(item) = before {
            let answer = Some(item.key.clone());
            return Ok(Handled { outcome: "act", done: Done::Taken, answer });
        }
        let person = self.context.umpire(place)?.clone();
        let done = match &wanted.act {
            Ok(act) => self.execute_command(&person, act, wanted, incoming, &mark),
            Err(what) => Err(MatchFault::no(what.clone(), "write \"help\" to the desk")),
        };
        let (answer, outcome) = match done {
            Ok(answer) => (answer, "act"),
            Err(MatchFault::Refused { problems, source }) => {
                let copy = problems.render(&source, false);
                let what = match wanted.act {
                    Ok(Act::Declare(_)) => "nothing was declared:",
                    _ => "nothing was done: the orders have problems.",
                };
                (Answer { copy, ..Answer::that(what) }, "refused")
            }
            Err(
                fault @ (MatchFault::No { .. }
                | MatchFault::Waiting(_)
                | MatchFault::Usage { .. }
                | MatchFault::Proof { entry: None, .. }),
            ) => {
                let copy = fault.to_string();
                (Answer { copy, ..Answer::that("nothing was done:") }, "refused")
            }
            Err(fault) => return Err(fault),
        };
        let match_id = Some(self.info.match_id.clone());
        let answer = self.context.with_desk_code(&person, Answer { match_id, ..answer });
        let (to, letter) = (To::Person(person), Dispatch::Answer(answer));
        let mut mail = Mail::new(to, Kind::Desk, self.exchange(), letter, self.now);
        // The reason comes back with the token, and must not be taken for a line of this mail.
        let asks_back = matches!(wanted.act, Ok(Act::Undo { .. }));
        mail.echo = asks_back.then(|| wanted.words.split_whitespace().collect::<Vec<_>>().join(" "));
        mail.mark = mark;
        mail.in_reply_to.clone_from(&incoming.letter.head.message_id);
        let answer = Some(self.context.queue(Some(self.info), mail)?);
        Ok(Handled { outcome, done: if outcome == "act" { Done::Taken } else { Done::Refused }, answer })
    }

    fn execute_command(
        &mut self,
        person: &Person,
        act: &Act,
        wanted: &UmpireCommand,
        incoming: &Incoming,
        mark: &str,
    ) -> Result<Answer, MatchFault> {
        let said = self.umpires_words(&wanted.words, incoming);
        let left_out =
            said.is_err() && !matches!(act, Act::Say { .. } | Act::Answer { .. } | Act::Protested(_));
        let words = match (&said, act) {
            (Err(_), Act::Say { .. } | Act::Protested(_)) => said?,
            _ => said.unwrap_or_default(),
        };
        let answer = self.perform(person, act, &words, incoming, mark)?;
        Ok(if left_out { Answer { what: format!("{}{LEFT_OUT}", answer.what), ..answer } } else { answer })
    }

    fn perform(
        &mut self,
        person: &Person,
        act: &Act,
        words: &str,
        incoming: &Incoming,
        mark: &str,
    ) -> Result<Answer, MatchFault> {
        let reason = words.split_whitespace().collect::<Vec<_>>().join(" ");
        match act {
            Act::Extend { party, hours } => self.extend(person, *party, *hours, reason, mark),
            Act::Away { party, from, to } => {
                let (party, from, to) = (party.id().to_owned(), *from, *to);
                let absence = Absence { party, player: None, from, to, moved_by: By::Umpire };
                self.moved(person, Event::Absence(absence), "waits for a side that is away", mark)
            }
            Act::Pause => self.moved(person, Event::Pause { reason }, "is paused", mark),
            Act::GoOn if self.is_stopped() => {
                let act = self.as_done_by(person, "let the match go on".to_owned());
                self.host.let_go_on(act, reason, mark.to_owned())?;
                Ok(Answer::that(format!("{} goes on.", self.info.match_id)))
            }
            Act::GoOn => self.moved(person, Event::Resume, "goes on", mark),
            Act::Close => self.close(person, reason, mark),
            Act::End => self.end(person, reason, mark),
            Act::Undo { to, token } => self.undo(*to, token.as_deref(), &reason),
            Act::Substitute { party, name, address } => {
                self.substitute(person, *party, (name, address), reason, mark)
            }
            Act::Answer { party } => self.answer_for(person, *party, incoming, above_orders(words), mark),
            Act::Declare(facts) => self.declare(facts, &reason),
            Act::Protested(ruling) => self.rule_on_protest(person, *ruling, words, mark),
            Act::Say { to } => self.say_as_umpire(to, words, mark),
            Act::Status | Act::Digest | Act::Help | Act::Duty { .. } | Act::Begin { .. } => {
                Err(MatchFault::Bug("that is for no match".into()))
            }
        }
    }

    /// What an act is called in the journal: where several act as the umpire, with the name.
    fn as_done_by(&self, person: &Person, what: String) -> String {
        match self.context.settings.moderators.is_empty() {
            true => what,
            false => format!("{what} ({})", person.name),
        }
    }

    /// Writes an act down, for all sides. Nothing if the letter's act is there.
    fn note_act(
        &mut self,
        person: &Person,
        what: String,
        words: String,
        mark: &str,
    ) -> Result<(), MatchFault> {
        self.note_deed(self.as_done_by(person, what), words, mark)
    }

    /// Records an act whose words already say who acted, where that must be said.
    fn note_deed(&mut self, act: String, words: String, mark: &str) -> Result<(), MatchFault> {
        let note = Note {
            from: Some(Voice::Umpire),
            act: Some(act),
            words,
            exchange: self.exchange(),
            letter: mark.to_owned(),
            ..Note::default()
        };
        self.host.note(note).map(drop)
    }

    /// Writes down which of several umpires moved the clock, whose entries say no more than that an umpire
    /// did. The sides read of the deadline itself.
    fn note_hand(&mut self, person: &Person, what: &str, mark: &str) -> Result<(), MatchFault> {
        if self.context.settings.moderators.is_empty() {
            return Ok(());
        }
        let note = Note {
            from: Some(Voice::Umpire),
            to: vec![Voice::Umpire],
            act: Some(self.as_done_by(person, what.to_owned())),
            exchange: self.exchange(),
            letter: mark.to_owned(),
            ..Note::default()
        };
        self.host.note(note).map(drop)
    }

    fn extend(
        &mut self,
        person: &Person,
        party: Option<Party>,
        hours: u32,
        reason: String,
        mark: &str,
    ) -> Result<Answer, MatchFault> {
        let missing = self.open().map(|exchange| exchange.submissions.missing_reveals()).unwrap_or_default();
        let party =
            party.or_else(|| missing.first().copied()).or_else(|| self.host.game.parties().first().copied());
        let party = party.ok_or_else(|| MatchFault::Bug("nobody plays".into()))?;
        let party = party.id().to_owned();
        let event = Event::Extension(Extension { party, hours: Some(hours), reason, by: By::Umpire });
        self.moved(person, event, "has more time", mark)
    }

    /// Records what happened to the clock. One that is there already is not recorded again.
    fn moved(&mut self, person: &Person, event: Event, how: &str, mark: &str) -> Result<Answer, MatchFault> {
        let act = clock_act(&event);
        if self.host.clocked_already(&event)?.is_none() {
            self.host.clock(event)?;
        }
        self.note_hand(person, act, mark)?;
        self.publish()?;
        let deadline = self
            .deadline()
            .map_or("There is no deadline now.".to_owned(), |at| format!("The deadline is {at}."));
        Ok(Answer::that(format!("{} {how}. {deadline}", self.info.match_id)))
    }

    fn close(&mut self, person: &Person, reason: String, mark: &str) -> Result<Answer, MatchFault> {
        let number = self.exchange();
        let what = format!("closed exchange {number}");
        let act = self.as_done_by(person, what.clone());
        let noted = self.host.trail().notes().iter().find(|kept| kept.note.letter == mark);
        // A run that died behind the note finds it, and closes what the note names, and nothing else.
        if let Some(kept) = noted.filter(|kept| kept.note.act.as_deref() != Some(&act)) {
            return Ok(Answer::that(format!("you {}", kept.note.act.clone().unwrap_or_default())));
        }
        if self.open().is_none() {
            return Err(MatchFault::no(
                "no exchange is open",
                "write \"status\" to see where the match stands",
            ));
        }
        publish_earlier(&*self.store, &self.host, &self.context.templates)?;
        self.note_act(person, what, reason, mark)?;
        self.count_answers()?;
        let closed = self.host.resolve(true);
        self.publish()?;
        match closed {
            Ok(()) => {
                self.has_closed(number);
                let standing = self.host.game.rules.standing().name;
                Ok(Answer::that(format!(
                    "exchange {number} of {} is closed. Now: {standing}.",
                    self.info.match_id
                )))
            }
            Err(MatchFault::Waiting(why)) => {
                Ok(Answer::that(format!("exchange {number} waits for files: {why}.")))
            }
            Err(fault) => Err(fault),
        }
    }

    /// Ends a match that was stopped by votes. A run that died behind the end finds it done.
    fn end(&mut self, person: &Person, reason: String, mark: &str) -> Result<Answer, MatchFault> {
        if !self.host.game.is_over() || !self.host.noted(mark) {
            self.agreed()?;
            let why = if reason.is_empty() { "by the votes of all".to_owned() } else { reason.clone() };
            self.note_act(person, "ended the match as agreed".to_owned(), reason, mark)?;
            self.end_as_agreed(&why)?;
        }
        Ok(Answer::that(format!("{} is over.", self.info.match_id)))
    }

    /// Asks for a second letter first, which holds only as long as nothing else is done to the match.
    fn undo(&mut self, to: u32, given: Option<&str>, reason: &str) -> Result<Answer, MatchFault> {
        let word = &self.info.match_id;
        if self.host.undone_already(to, reason)?.is_some() && given.is_some() {
            return Ok(Answer::that(format!("{word} is taken back to exchange {to}.")));
        }
        let known: Vec<String> = self.host.game.exchanges.iter().map(|it| it.number.to_string()).collect();
        if !known.contains(&to.to_string()) {
            let what = format!("exchange {to} is not in effect");
            return Err(MatchFault::no(what, format!("choose one of {}", known.join(", "))));
        }
        let wanted = token(&self.context.desk_secret, word, to, &self.host.head()?.hash);
        match given {
            Some(given) if given == wanted => {
                publish_earlier(&*self.store, &self.host, &self.context.templates)?;
                let reason = if reason.is_empty() { "the umpire gave no reason" } else { reason };
                self.host.undo(to, reason)?;
                self.publish()?;
                let fresh = self.exchange();
                Ok(Answer::that(format!(
                    "{word} is taken back to exchange {to}, which is now exchange {fresh}."
                )))
            }
            given => {
                let stale = match given {
                    Some(_) => "Something has come in since you were asked, so look again. ",
                    None => "",
                };
                let what = format!(
                    "{stale}Nothing is undone yet. All orders since exchange {to} would be void, and all sides would be told \
                     why. To confirm, reply with these lines:"
                );
                let reason = if reason.is_empty() { "(your reason)" } else { reason };
                Ok(Answer { what, copy: format!("undo {to} {wanted}\n{reason}"), ..Answer::default() })
            }
        }
    }

    fn substitute(
        &mut self,
        person: &Person,
        party: Party,
        (name, address): (&str, &str),
        reason: String,
        mark: &str,
    ) -> Result<Answer, MatchFault> {
        self.plays(party)?;
        if self.context.settings.address.eq_ignore_ascii_case(address) {
            return Err(MatchFault::no("that is the office's own address", "write the player's"));
        }
        let fact = Fact::Seat {
            folder: self.info.played.folder.clone(),
            party,
            name: name.to_owned(),
            address: address.to_owned(),
            instead_of: self.info.written_address(party).unwrap_or_default().to_owned(),
        };
        // A name in brackets behind a player is read as the player's.
        let by = match self.context.settings.moderators.is_empty() {
            true => String::new(),
            false => format!("; {} did this", person.name),
        };
        self.note_deed(format!("given the {} to another player{by}", party.name()), reason, mark)?;
        self.context.register.record(fact, self.now)?;
        let what = format!(
            "{} plays the {} in {} from now on. The next run sends the hand-over; the old code word is then no longer valid.",
            name,
            party.name(),
            self.info.match_id
        );
        Ok(Answer { what, lines: vec![format!("mail goes to {address}")], ..Answer::default() })
    }

    fn plays(&self, party: Party) -> Result<(), MatchFault> {
        let parties = self.host.game.people();
        if parties.contains(&party) {
            return Ok(());
        }
        self.is_read_by_somebody(party)?;
        let names: Vec<&str> = parties.iter().map(|it| it.id()).collect();
        let what = format!("{} is not a side of this match", quote(party.id()));
        Err(MatchFault::no(what, format!("write one of {}", names.join(", "))))
    }

    fn answer_for(
        &mut self,
        person: &Person,
        party: Party,
        incoming: &Incoming,
        reason: String,
        mark: &str,
    ) -> Result<Answer, MatchFault> {
        self.plays(party)?;
        let bytes = self.first_orders(incoming)?;
        let orders = plain("your mail", &bytes)?;
        let salt = self.salt(party, &orders)?;
        let receipt = self.host.receive_for(Submission::unsigned("your mail", &orders), party, salt)?;
        self.note_act(person, format!("answered for the {}", party.name()), reason, mark)?;
        let what =
            format!("your orders for the {} in exchange {} are accepted.", party.name(), receipt.exchange);
        Ok(Answer { what, copy: receipt.words.unwrap_or_default(), ..Answer::default() })
    }

    fn say_as_umpire(&mut self, to: &[Party], words: &str, mark: &str) -> Result<Answer, MatchFault> {
        to.iter().try_for_each(|party| self.plays(*party))?;
        let whom: Vec<String> = to.iter().map(|party| format!("the {}", party.name())).collect();
        let note = Note {
            from: Some(Voice::Umpire),
            to: to.iter().copied().map(Voice::Party).collect(),
            words: words.to_owned(),
            exchange: self.exchange(),
            letter: mark.to_owned(),
            ..Note::default()
        };
        self.host.note(note)?;
        let whom = if whom.is_empty() { "all sides".to_owned() } else { engine::problem::list_and(&whom) };
        Ok(Answer::that(format!("your words go to {whom} of {}.", self.info.match_id)))
    }
}

/// The reason above orders that were typed below a command: the orders themselves are no reason.
fn above_orders(words: &str) -> String {
    let lines = words.lines().take_while(|line| orders_key(line).is_none());
    lines.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

impl MatchSession<'_> {
    /// The first orders in a letter, as they came, or out of their envelope.
    ///
    /// # Errors
    /// If there are none, or they came damaged or cannot be opened.
    fn first_orders(&self, incoming: &Incoming) -> Result<Vec<u8>, MatchFault> {
        let candidates = incoming.letter.contents.candidates.iter();
        for candidate in candidates.filter(|it| !it.damaged) {
            match &candidate.kind {
                Found::Orders(text) => return Ok(text.clone().into_bytes()),
                Found::Sealed(bytes) => return Ok(bytes.clone()),
                Found::Age(bytes) => {
                    let opened = keys::open(bytes, std::slice::from_ref(&self.identity), SIZE_LIMIT);
                    return opened.map_err(|fault| MatchFault::no(fault.to_string(), "send them again"));
                }
                Found::Signature(_) | Found::Commitment(_) => {}
            }
        }
        Err(MatchFault::no("there are no orders in the mail", "attach the form, filled in"))
    }
}

/// What an umpire did to the clock, in the words of a note.
fn clock_act(event: &Event) -> &'static str {
    match event {
        Event::Extension(_) => "given more time",
        Event::Absence(_) => "entered an absence",
        Event::Pause { .. } => "stopped the clock",
        Event::Resume => "let the clock go on",
        Event::ScheduleChanged { .. } => "changed the schedule",
        Event::Holiday { .. } => "entered holidays",
    }
}
