//! A letter of a player is handled: it gets one answer.

use super::refuse::RefusalReason;
use super::request::Request;
use crate::matches::MatchFault;
use crate::post::compose::dispatches::{Dispatch, Help, PartyStatus, Status, Topic};
use crate::post::compose::{Attachment, Kind};
use crate::post::letters::{
    Command, CommandEntry, Letter, bare_subject, first_line, listed_commands, nearest_command, tag,
};
use crate::post::office::inbox::{Handled, Incoming};
use crate::post::office::outgoing::{Mail, To};
use crate::post::office::state::MatchSession;
use crate::post::wire::Done;
use engine::digest::Digest;
use engine::party::Party;
use engine::problem::quote;

/// After so many answers in an exchange to what did not prove itself a party is only answered to what does,
/// so that nobody who writes in a player's name can fill the player's mailbox.
const MOST_ANSWERS: usize = 250;
/// So many answers a day go to letters that say nothing: a machine that answers each of them would go on for
/// ever.
const MOST_IDLE: usize = 3;
/// As many a day go to letters that come near a command.
const MOST_SLIPS: usize = 10;

impl MatchSession<'_> {
    /// Does what a letter of a party's player says, and queues the answer.
    ///
    /// # Errors
    /// If the match cannot be written; the letter then comes up again.
    pub(crate) fn handle(&mut self, party: Party, incoming: &Incoming) -> Result<Handled, MatchFault> {
        if let Some(handled) = self.handled_before(party, incoming) {
            return Ok(handled);
        }
        // What lay in the mailbox before the deadline is in time, however late the office looks.
        self.host.at(incoming.arrived);
        let handled = self.handle_now(party, incoming);
        self.host.at(self.now);
        handled
    }

    fn handle_now(&mut self, party: Party, incoming: &Incoming) -> Result<Handled, MatchFault> {
        let contents = &incoming.letter.contents;
        let request = self.request(party, &incoming.letter)?;
        let says_nothing = matches!(request, Request::Untouched | Request::Nothing);
        let is_doubtful = incoming.letter.nature.is_doubtful();
        if is_doubtful && (says_nothing || !self.is_own(party, &incoming.letter)) || contents.is_reaction {
            return Ok(Handled { outcome: "ignored", done: Done::Ignored, answer: None });
        }
        // Whoever misses the form of a command is a person; no machine comes near one again and again.
        // His program quotes the report below it, and with that a form that came back as it went.
        let slip = says_nothing.then(|| slip(&incoming.letter)).flatten();
        // The same slip again and again is a machine's.
        let is_new = |line: &str| self.marked_today(party, &slip_mark(line)) + 1 < MOST_IDLE;
        let most = if slip.as_ref().is_some_and(|(line, _)| is_new(line)) { MOST_SLIPS } else { MOST_IDLE };
        let is_open = !request.is_proven() && !self.is_own(party, &incoming.letter);
        if is_open && self.is_crowded(party) || says_nothing && self.idle_today(party) >= most {
            return Ok(Handled { outcome: "crowded", done: Done::Ignored, answer: None });
        }
        self.hear_orders(party, &incoming.letter)?;
        if let Some((line, entry)) = slip {
            let what = format!("{} is no command, so nothing was done", quote(&line));
            let mend = format!(
                "did you mean \"{}\" ({})? Write it alone on the first line, as in \"{}\"; \"help\" lists all commands",
                entry.form, entry.what, entry.example
            );
            return self.refuse(party, incoming, RefusalReason::Idle(self.idle(party, (&what, &mend), most)));
        }
        match request {
            Request::Orders(candidate) => self.take_orders(party, incoming, candidate),
            Request::Both => {
                if let Err(doubt) = self.proven(party, &incoming.letter, None) {
                    return self.refuse(party, incoming, RefusalReason::Doubt(doubt));
                }
                let what = "there are two different blocks of orders in the mail";
                self.refuse(
                    party,
                    incoming,
                    RefusalReason::one(what, "send one of them, or attach the form as a file"),
                )
            }
            Request::Ask(command) => self.obey(party, incoming, &command.clone()),
            Request::Untouched => {
                let what = "the form in the mail is unchanged, so it does not count as orders";
                let mend = "if you want exactly what it says, delete the # before \"final: true\", or attach the form";
                self.refuse(party, incoming, RefusalReason::Idle(self.idle(party, (what, mend), MOST_IDLE)))
            }
            Request::Nothing => {
                let what = "no orders and no command were found in the mail";
                let mend = "change the form in your reply, or attach it; write \"help\" as the first line to learn more";
                let ignored = incoming.letter.contents.ignored.iter().find(|it| it.why.matters());
                let what = match ignored {
                    Some(it) => format!("{what}; {} {}", it.name, it.why.words().trim_end_matches('.')),
                    None => what.to_owned(),
                };
                self.refuse(party, incoming, RefusalReason::Idle(self.idle(party, (&what, mend), MOST_IDLE)))
            }
        }
    }

    /// What is said of a letter that says nothing.
    fn idle(&self, party: Party, (what, mend): (&str, &str), most: usize) -> String {
        let last = self.idle_today(party) + 1 >= most;
        let end =
            if last { "\n  note: more mails without orders or a command get no answer today" } else { "" };
        format!("{what}\n  help: {mend}{end}")
    }

    /// What became of a letter that a run has dealt with and died before it could note so. It is known by its
    /// answer, and nothing is done again: later letters may have replaced what it brought.
    fn handled_before(&self, party: Party, incoming: &Incoming) -> Option<Handled> {
        let (start, mark) = (format!("{}/{}/", self.info.match_id, party.id()), incoming.mark());
        let of_it = |key: &str| key.split('/').nth(4).is_some_and(|it| it.rsplit('-').next() == Some(&mark));
        let key = self.context.outbox.under(&start).find(|item| of_it(&item.key))?.key.clone();
        let (outcome, done) = match key.split('/').nth(3) {
            Some("receipt") => ("orders", Done::Taken),
            Some("refusal") => ("refused", Done::Refused),
            _ => ("command", Done::Taken),
        };
        Some(Handled { outcome, done, answer: Some(key) })
    }

    fn obey(&mut self, party: Party, incoming: &Incoming, command: &Command) -> Result<Handled, MatchFault> {
        match command {
            Command::Status => self.status(party, incoming),
            Command::Help => self.help(party, incoming),
            Command::Form | Command::Report => self.again(party, incoming),
            Command::Reveal => {
                let mend = "attach the file that `sealord seal` wrote; its name ends in .sealed";
                self.refuse(party, incoming, RefusalReason::one("there is no sealed file in the mail", mend))
            }
            Command::Commit(hex) => self.commit(party, incoming, hex),
            Command::Withdraw => self.withdraw(party, incoming),
            Command::Final | Command::NotFinal => self.set_final(party, incoming, *command == Command::Final),
            Command::Resign { confirmed: false } => {
                let mend = "write \"resign yes\" as the first line if you mean it";
                self.refuse(
                    party,
                    incoming,
                    RefusalReason::one("you asked to resign, but did not confirm it", mend),
                )
            }
            Command::Resign { confirmed: true } => self.resign(party, incoming),
            command => self.fulfil(party, incoming, command),
        }
    }

    fn resign(&mut self, party: Party, incoming: &Incoming) -> Result<Handled, MatchFault> {
        if let Err(doubt) = self.proven(party, &incoming.letter, None) {
            return self.refuse(party, incoming, RefusalReason::Doubt(doubt));
        }
        let waiting = self.context.register.waiting();
        let waiting =
            waiting.map(|(address, name)| format!("substitute {} {name} {address}", party.id())).collect();
        let topic = Topic::Resignation {
            waiting,
            party: party.name().to_owned(),
            player: self.player(party)?.name.clone(),
            words: self.parting_words(party, &incoming.letter).unwrap_or_default(),
        };
        self.notify(self.exchange(), &format!("resigned-{}", party.id()), topic)?;
        let done = format!(
            "you have resigned. {umpire} has been told and looks for a substitute; what the side has sent stands. Until \
             somebody takes over you still get the mail of {word}.",
            umpire = self.context.settings.umpire.name,
            word = self.info.match_id,
        );
        self.status_after(party, incoming, done).map(|handled| Handled {
            outcome: "resigned",
            done: Done::Taken,
            ..handled
        })
    }

    fn status(&mut self, party: Party, incoming: &Incoming) -> Result<Handled, MatchFault> {
        self.status_after(party, incoming, String::new())
    }

    /// Where the match stands, after something was done.
    fn status_after(
        &mut self,
        party: Party,
        incoming: &Incoming,
        done: String,
    ) -> Result<Handled, MatchFault> {
        let (has_orders, is_final) = self.standing(party)?;
        let exchange = self.open();
        let commitment = exchange.and_then(|exchange| exchange.submissions.committed(party));
        let own = PartyStatus {
            party: party.name().to_owned(),
            has_orders: Some(has_orders),
            is_final: Some(is_final),
            commitment: commitment.map(|it| it.digest().to_string()),
        };
        let mut parties = vec![own];
        for other in party.others(self.host.game.parties()) {
            parties.push(PartyStatus {
                party: other.name().to_owned(),
                has_orders: Some(self.standing(other)?.0),
                is_final: None,
                commitment: None,
            });
        }
        let letter = Dispatch::Status(Status {
            to: self.addressee(party, self.exchange())?,
            done,
            standing: self.host.game.rules.standing().name,
            deadline: self.deadline_and_left(party).or_else(|| self.paused()),
            parties,
            head: Some(self.host.visible_head(party)?.hash.to_string()),
        });
        self.answer(party, incoming, Kind::Status, letter, Vec::new(), ("command", Done::Taken))
    }

    fn help(&mut self, party: Party, incoming: &Incoming) -> Result<Handled, MatchFault> {
        let letter = Dispatch::Help(Help {
            player: self.player(party)?.name.clone(),
            address: self.context.settings.address.clone(),
            tag: tag(&self.info.match_id, party.id()),
            umpire: format!(
                "{} <{}>",
                self.context.settings.umpire.name, self.context.settings.umpire.address
            ),
            commands: listed_commands(),
            code_word: self.wants_code(party),
        });
        self.answer(party, incoming, Kind::Help, letter, Vec::new(), ("command", Done::Taken))
    }

    /// The newest report once more, form and all.
    fn again(&mut self, party: Party, incoming: &Incoming) -> Result<Handled, MatchFault> {
        let start = format!("{}/{}/{}/report/{OPEN}", self.info.match_id, party.id(), self.exchange());
        if !self.is_own(party, &incoming.letter) && self.context.today(&start).next().is_some() {
            let mend =
                "keep the line \"code: …\" from the report in your mail, and it comes as often as you ask";
            return self.refuse(
                party,
                incoming,
                RefusalReason::one("the report was sent to you today already", mend),
            );
        }
        let mut mail = self.report(party)?;
        mail.mark = self.mark(party, incoming, "command");
        mail.instant = self.now;
        mail.in_reply_to.clone_from(&incoming.letter.head.message_id);
        let mail = self.enclosed(party, mail)?;
        let key = self.context.queue(Some(self.info), mail)?;
        Ok(Handled { outcome: "command", done: Done::Taken, answer: Some(key) })
    }

    /// Whether a letter has the party's code word; never where the match asks for none.
    fn is_own(&self, party: Party, letter: &Letter) -> bool {
        self.wants_code(party) && self.proven(party, letter, None).is_ok()
    }

    /// Whether a party has had as many answers to unproven letters in this exchange as anybody could want.
    fn is_crowded(&self, party: Party) -> bool {
        let start = format!("{}/{}/{}/", self.info.match_id, party.id(), self.exchange());
        self.context.outbox.under(&start).filter(|item| marked(&item.key, OPEN)).count() >= MOST_ANSWERS
    }

    /// How many letters of a party that said nothing were answered in the last day.
    fn idle_today(&self, party: Party) -> usize {
        self.marked_today(party, IDLE)
    }

    fn marked_today(&self, party: Party, mark: &str) -> usize {
        let start = format!("{}/{}/", self.info.match_id, party.id());
        self.context.today(&start).filter(|item| marked(&item.key, mark)).count()
    }

    /// What distinguishes the answer to a letter from others, with what it answers.
    pub(crate) fn mark(&self, party: Party, incoming: &Incoming, outcome: &str) -> String {
        let kind = match outcome {
            "doubtful" => "doubt-",
            "nothing" => match slip(&incoming.letter) {
                Some((line, _)) => &slip_mark(&line),
                None => IDLE,
            },
            _ if !self.is_own(party, &incoming.letter) => OPEN,
            _ => "",
        };
        format!("{kind}{}", incoming.mark())
    }

    pub(crate) fn answer(
        &mut self,
        party: Party,
        incoming: &Incoming,
        kind: Kind,
        letter: Dispatch,
        attachments: Vec<Attachment>,
        (outcome, done): (&'static str, Done),
    ) -> Result<Handled, MatchFault> {
        let mut mail = Mail::new(To::Party(party), kind, self.exchange(), letter, self.now);
        mail.mark = self.mark(party, incoming, outcome);
        mail.attachments = attachments;
        self.answer_by(party, incoming, mail, (outcome, done))
    }

    /// Queues an answer.
    pub(crate) fn answer_by(
        &mut self,
        party: Party,
        incoming: &Incoming,
        mut mail: Mail,
        (outcome, done): (&'static str, Done),
    ) -> Result<Handled, MatchFault> {
        mail.in_reply_to.clone_from(&incoming.letter.head.message_id);
        let mail = self.enclosed(party, mail)?;
        let key = self.context.queue(Some(self.info), mail)?;
        Ok(Handled { outcome, done, answer: Some(key) })
    }
}

/// The line of a letter that was probably meant as a command, and as which.
fn slip(letter: &Letter) -> Option<(String, &'static CommandEntry)> {
    let contents = &letter.contents;
    if contents.ignored.iter().any(|it| it.why.matters()) {
        return None;
    }
    let subject = bare_subject(&letter.head.subject);
    let line = first_line(&contents.own_text).unwrap_or(subject);
    nearest_command(line).map(|entry| (line.trim().to_owned(), entry))
}

/// What the mark of an answer begins with, if the letter said nothing.
const IDLE: &str = "idle-";
/// What the mark begins with if the letter did not prove itself and need not.
const OPEN: &str = "open-";

/// What the marks of all answers to one slip begin with.
fn slip_mark(line: &str) -> String {
    let hash = Digest::of(line.trim().to_lowercase().as_bytes()).to_string();
    format!("{IDLE}{}-", &hash[..8])
}

/// Whether the mark in a key begins so.
fn marked(key: &str, start: &str) -> bool {
    key.split('/').nth(4).is_some_and(|mark| mark.starts_with(start))
}
