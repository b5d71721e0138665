//! What a letter asks for, and what becomes of it. Every letter of a player gets one answer.

use jiff::Timestamp;

use super::desk::Desk;
use super::refuse::No;
use super::tell::{Mail, To};
use crate::matches::receive::SEALED;
use crate::matches::{MatchFault, Receipt, check_orders};
use crate::orders::check::closed;
use crate::orders::{self, BEGIN, END, extract};
use crate::party::Party;
use crate::post::compose::dispatches::{self, Dispatch, Help, PartyStatus, Status, Topic};
use crate::post::compose::{Attachment, Kind};
use crate::post::keys;
use crate::post::letters::{Candidate, Command, Kind as Found, Letter, Place, tag};
use crate::post::wire::{Done, MessageId};
use crate::seal::SIZE_LIMIT;
use crate::seal::commitment::Commitment;
use crate::signature::statement::Act;

/// After so many answers in an exchange to what did not prove itself a party is only answered to what does, so that
/// nobody who writes in a player's name can fill the player's mailbox.
const MOST_ANSWERS: usize = 250;
/// So many answers a day go to letters that say nothing: a machine that answers each of them would go on for ever.
const MOST_IDLE: usize = 3;

/// A letter that came in.
pub struct Came {
    pub(super) id: MessageId,
    pub(super) sha256: String,
    /// What makes it the same letter, whatever its way here added to it.
    pub(super) same: String,
    pub(super) letter: Letter,
    /// When it was delivered, not later than now.
    pub(super) arrived: Timestamp,
}

impl Came {
    /// What tells its answer apart from others.
    pub(super) fn mark(&self) -> String {
        self.same[..16].to_owned()
    }
}

/// What became of a letter.
pub struct Dealt {
    pub(super) outcome: &'static str,
    pub(super) done: Done,
    pub(super) answer: Option<String>,
}

/// What a letter asks for.
enum Deed<'l> {
    Orders(&'l Candidate),
    Ask(&'l Command),
    /// The form came back as it went.
    Untouched,
    Nothing,
}

impl Deed<'_> {
    /// Whether it is done only for a letter that proves itself.
    fn is_proven(&self) -> bool {
        match self {
            Deed::Orders(_) => true,
            Deed::Ask(command) => !matches!(
                command,
                Command::Status
                    | Command::Help
                    | Command::Form
                    | Command::Report
                    | Command::Reveal
                    | Command::Resign { confirmed: false }
                    | Command::Matches
                    | Command::Open
                    | Command::Join { .. }
            ),
            Deed::Untouched | Deed::Nothing => false,
        }
    }
}

impl Desk<'_> {
    /// Does what a letter of a party's player says, and queues the answer.
    ///
    /// # Errors
    /// If the match cannot be written; the letter then comes up again.
    pub(super) fn deal(&mut self, party: Party, came: &Came) -> Result<Dealt, MatchFault> {
        if let Some(dealt) = self.dealt_before(party, came) {
            return Ok(dealt);
        }
        // What lay in the mailbox before the deadline is in time, however late the office looks.
        self.host.at(came.arrived);
        let dealt = self.deal_with(party, came);
        self.host.at(self.now);
        dealt
    }

    fn deal_with(&mut self, party: Party, came: &Came) -> Result<Dealt, MatchFault> {
        let deed = self.deed(party, &came.letter)?;
        let is_idle = matches!(deed, Deed::Untouched | Deed::Nothing);
        let is_open = !deed.is_proven() && !self.is_own(party, &came.letter);
        if is_open && self.is_crowded(party) || is_idle && self.idle_today(party) >= MOST_IDLE {
            return Ok(Dealt { outcome: "crowded", done: Done::Ignored, answer: None });
        }
        match deed {
            Deed::Orders(candidate) => self.take_orders(party, came, candidate),
            Deed::Ask(command) => self.obey(party, came, &command.clone()),
            Deed::Untouched => {
                let what = "the form in the mail is unchanged, so it does not count as orders";
                let mend = "if you want exactly what it says, delete the # before \"final: true\", or attach the form";
                self.refuse(party, came, No::Idle(self.idle(party, what, mend)))
            }
            Deed::Nothing => {
                let what = "no orders and no command were found in the mail";
                let mend = "change the form in your reply, or attach it; write \"help\" as the first line to learn more";
                let ignored = came.letter.contents.ignored.iter().find(|it| it.why.matters());
                let what = match ignored {
                    Some(it) => format!("{what}; {} {}", it.name, it.why.words().trim_end_matches('.')),
                    None => what.to_owned(),
                };
                self.refuse(party, came, No::Idle(self.idle(party, &what, mend)))
            }
        }
    }

    /// What is said of a letter that says nothing.
    fn idle(&self, party: Party, what: &str, mend: &str) -> String {
        let last = self.idle_today(party) + 1 >= MOST_IDLE;
        let end = if last { "\n  note: more mails without orders or a command get no answer today" } else { "" };
        format!("{what}\n  help: {mend}{end}")
    }

    /// What became of a letter that a run has dealt with and died before it could note so. It is known by its answer, and
    /// nothing is done again: later letters may have replaced what it brought.
    fn dealt_before(&self, party: Party, came: &Came) -> Option<Dealt> {
        let (start, mark) = (format!("{}/{}/", self.post.match_id, party.id()), came.mark());
        let of_it = |key: &str| key.split('/').nth(4).is_some_and(|it| it.rsplit('-').next() == Some(&mark));
        let key = self.bench.outbox.under(&start).find(|item| of_it(&item.key))?.key.clone();
        let (outcome, done) = match key.split('/').nth(3) {
            Some("receipt") => ("orders", Done::Taken),
            Some("refusal") => ("refused", Done::Refused),
            _ => ("command", Done::Taken),
        };
        Some(Dealt { outcome, done, answer: Some(key) })
    }

    /// A command counts before orders that are merely quoted below it, not before orders that were attached or typed. A
    /// form that comes back as it went is no orders: somebody answered the report with a few words.
    fn deed<'l>(&self, party: Party, letter: &'l Letter) -> Result<Deed<'l>, MatchFault> {
        let contents = &letter.contents;
        let command = contents.commands.first().map(|asked| &asked.command);
        if let Some(command) = command.filter(|command| command.is_words()) {
            return Ok(Deed::Ask(command));
        }
        let (mut orders, mut untouched) = (None, false);
        for candidate in &contents.candidates {
            let is_orders = match &candidate.kind {
                Found::Orders(text) => {
                    let same =
                        candidate.origin.place != Place::Attachment && self.is_untouched(party, text)?;
                    untouched |= same;
                    !same
                }
                Found::Sealed(_) | Found::Age(_) => true,
                Found::Signature(_) | Found::Commitment(_) => false,
            };
            if is_orders {
                orders = Some(candidate);
                break;
            }
        }
        let about_orders = matches!(
            command,
            None | Some(Command::Final | Command::NotFinal | Command::Reveal | Command::Commit(_))
        );
        match (orders, command) {
            (Some(orders), _) if about_orders || orders.origin.place == Place::Attachment => {
                Ok(Deed::Orders(orders))
            }
            (_, Some(command)) => Ok(Deed::Ask(command)),
            (Some(orders), None) => Ok(Deed::Orders(orders)),
            (None, None) => {
                let promise = contents.candidates.iter().find(|it| matches!(it.kind, Found::Commitment(_)));
                let nothing = if untouched { Deed::Untouched } else { Deed::Nothing };
                Ok(promise.map_or(nothing, Deed::Orders))
            }
        }
    }

    /// Whether a text holds the form of this exchange as it was sent. Remarks and blanks do not count: mail programs break
    /// long lines, and pages of phones hold no row of blanks.
    fn is_untouched(&self, party: Party, text: &str) -> Result<bool, MatchFault> {
        let packet = self.host.packet(party)?;
        let sent = orders::form::form(&packet, Some(&packet.doctrine));
        let bare = |text: &str| {
            let block = extract("mail", text).ok()?;
            let lines = block.text.lines().map(|line| line.split('#').next().unwrap_or_default());
            let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
            Some(lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n"))
        };
        Ok(bare(text).is_some_and(|text| Some(text) == bare(&sent)))
    }

    /// The first orders in a letter, as they came, or out of their envelope.
    ///
    /// # Errors
    /// If there are none, or they came damaged or cannot be opened.
    pub(super) fn first_orders(&self, came: &Came) -> Result<Vec<u8>, MatchFault> {
        let candidates = came.letter.contents.candidates.iter();
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

    fn take_orders(&mut self, party: Party, came: &Came, candidate: &Candidate) -> Result<Dealt, MatchFault> {
        let name = candidate.origin.name.clone().unwrap_or_else(|| "your mail".to_owned());
        if candidate.damaged {
            let what = format!("{name} was damaged on the way: part of it cannot be decoded");
            return self.refuse(party, came, No::one(&what, "send it again, as an attached file"));
        }
        let bytes = match &candidate.kind {
            Found::Orders(text) => text.clone().into_bytes(),
            Found::Sealed(bytes) => bytes.clone(),
            Found::Age(bytes) => match keys::open(bytes, std::slice::from_ref(&self.identity), SIZE_LIMIT) {
                Ok(bytes) => bytes,
                Err(fault) => {
                    let mend = format!("seal it with `age -a -r {}`", self.identity.recipient());
                    return self.refuse(party, came, No::one(&fault.to_string(), &mend));
                }
            },
            Found::Commitment(hex) => return self.promise(party, came, &hex.clone()),
            Found::Signature(_) => return Err(MatchFault::Bug("a signature is not orders".into())),
        };
        // Whoever is not asked has no code word for this exchange either.
        if let Some(problem) = closed(&self.host.packet(party)?).filter(|_| !bytes.starts_with(SEALED)) {
            return self.refuse(party, came, No::Problems(problem.into(), String::new()));
        }
        if let Err(doubt) = self.proven(party, &came.letter, Some(&bytes)) {
            return self.refuse(party, came, No::Doubt(doubt));
        }
        let orders = match plain(&name, &bytes) {
            Ok(orders) => orders,
            Err(fault) => return self.refused(party, came, fault),
        };
        let signature = self.signature(party, &came.letter);
        let orders = if signature.is_some() && is_bare(&bytes, &orders) { bytes.clone() } else { orders };
        let salt = self.salt(party, &orders)?;
        // The journal does not get the text around a form, so nobody could check a signature over it there.
        let kept = signature.filter(|_| orders == bytes);
        match self.host.receive_signed(&name, &orders, Some(party), salt, kept) {
            Ok(mut receipt) => {
                if signature.is_some() && kept.is_none() {
                    let told = "your signature is valid, but it is over more than the orders, so the journal does not keep \
                                it; sign the sealed file instead";
                    receipt.remarks.push(told.to_owned());
                }
                self.answer_taken(party, came, &receipt, Vec::new())
            }
            Err(fault @ MatchFault::Refused { .. }) => {
                let fault = self.as_it_came(party, &name, &bytes)?.unwrap_or(fault);
                self.refused(party, came, fault)
            }
            Err(fault) => self.refused(party, came, fault),
        }
    }

    /// What is wrong with orders, by the lines of the text in which they came, which the player has before him.
    fn as_it_came(&self, party: Party, name: &str, bytes: &[u8]) -> Result<Option<MatchFault>, MatchFault> {
        let packet = self.host.packet(party)?;
        let checked = check_orders(&*self.host.game.rules, &packet, name, bytes);
        Ok(checked.err().filter(|fault| matches!(fault, MatchFault::Refused { .. })))
    }

    fn promise(&mut self, party: Party, came: &Came, hex: &str) -> Result<Dealt, MatchFault> {
        let commitment = match Commitment::parse(hex) {
            Ok(commitment) => commitment,
            Err(fault) => return self.refuse(party, came, No::one(&fault.to_string(), "copy all 64 digits")),
        };
        let statement = self.host.game.statement(Act::Commit, party, commitment).ok();
        if let Err(doubt) = self.proven_over(party, &came.letter, statement.as_ref()) {
            return self.refuse(party, came, No::Doubt(doubt));
        }
        match self.host.commit_signed(party, commitment, self.signature(party, &came.letter)) {
            Ok(receipt) => {
                let next = "Keep the sealed file. You will be asked for it when all commitments are in.";
                self.answer_taken(party, came, &receipt, vec![next.to_owned()])
            }
            Err(fault) => self.refused(party, came, fault),
        }
    }

    fn obey(&mut self, party: Party, came: &Came, command: &Command) -> Result<Dealt, MatchFault> {
        match command {
            Command::Status => self.status(party, came),
            Command::Help => self.help(party, came),
            Command::Form | Command::Report => self.again(party, came),
            Command::Reveal => {
                let mend = "attach the file that `sealord seal` wrote; its name ends in .sealed";
                self.refuse(party, came, No::one("there is no sealed file in the mail", mend))
            }
            Command::Commit(hex) => self.promise(party, came, hex),
            Command::Withdraw => self.withdraw(party, came),
            Command::Final | Command::NotFinal => self.finish(party, came, *command == Command::Final),
            Command::Resign { confirmed: false } => {
                let mend = "write \"resign yes\" as the first line if you mean it";
                self.refuse(party, came, No::one("you asked to resign, but did not confirm it", mend))
            }
            Command::Resign { confirmed: true } => self.resign(party, came),
            command => self.ask(party, came, command),
        }
    }

    /// Makes the orders that the party has final, or open again.
    fn finish(&mut self, party: Party, came: &Came, is_final: bool) -> Result<Dealt, MatchFault> {
        if let Err(doubt) = self.proven(party, &came.letter, None) {
            return self.refuse(party, came, No::Doubt(doubt));
        }
        let exchange = self.open();
        let held = exchange.and_then(|exchange| exchange.gathering.revealed(party));
        let Some(held) = held.and_then(|sealed| String::from_utf8(sealed.open().to_vec()).ok()) else {
            let mend = "send your orders first";
            return self.refuse(party, came, No::one("your side has no orders that could be final", mend));
        };
        let kept = held.lines().filter(|line| !line.starts_with("final:"));
        let orders = format!("final: {is_final}\n{}\n", kept.collect::<Vec<_>>().join("\n"));
        let salt = self.salt(party, orders.as_bytes())?;
        match self.host.receive("your orders", orders.as_bytes(), Some(party), salt) {
            Ok(receipt) => self.answer_taken(party, came, &receipt, Vec::new()),
            Err(fault) => self.refused(party, came, fault),
        }
    }

    fn withdraw(&mut self, party: Party, came: &Came) -> Result<Dealt, MatchFault> {
        let statement = self
            .host
            .promised(party)
            .and_then(|held| self.host.game.statement(Act::Withdraw, party, held).ok());
        if let Err(doubt) = self.proven_over(party, &came.letter, statement.as_ref()) {
            return self.refuse(party, came, No::Doubt(doubt));
        }
        // A run that died before it could answer has done it already.
        let withdrawn = match self.host.withdrew(party) {
            true => Ok(()),
            false => self.host.withdraw_signed(party, self.signature(party, &came.letter)),
        };
        match withdrawn {
            Ok(()) => {
                let letter = Dispatch::Receipt(dispatches::Receipt {
                    player: self.player(party)?.name.clone(),
                    party: party.name().to_owned(),
                    match_id: self.post.match_id.clone(),
                    exchange: u64::from(self.exchange()),
                    deadline: self.deadline_of(party),
                    ..dispatches::Receipt::default()
                });
                self.answer(party, came, Kind::Receipt, letter, Vec::new(), ("withdrawn", Done::Taken))
            }
            Err(fault) => self.refused(party, came, fault),
        }
    }

    fn resign(&mut self, party: Party, came: &Came) -> Result<Dealt, MatchFault> {
        if let Err(doubt) = self.proven(party, &came.letter, None) {
            return self.refuse(party, came, No::Doubt(doubt));
        }
        let waiting = self.bench.register.waiting();
        let waiting = waiting.map(|(address, name)| format!("substitute {} {name} {address}", party.id())).collect();
        let topic = Topic::Resignation {
            waiting,
            party: party.name().to_owned(),
            player: self.player(party)?.name.clone(),
            words: self.without_code(party, &came.letter.contents.own_text),
        };
        self.notify(self.exchange(), &format!("resigned-{}", party.id()), topic)?;
        self.status(party, came).map(|dealt| Dealt { outcome: "resigned", done: Done::Taken, ..dealt })
    }

    /// What a player wrote, without the command and the code word.
    fn without_code(&self, party: Party, text: &str) -> String {
        let code = self.code(party);
        let keep = |line: &&str| {
            let is_label = line.trim().trim_end_matches([':', '=']).eq_ignore_ascii_case("code");
            !is_label && Command::parse(line).is_none() && !code.is_in(line)
        };
        text.lines().filter(keep).collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned()
    }

    fn status(&mut self, party: Party, came: &Came) -> Result<Dealt, MatchFault> {
        let (has_orders, is_final) = self.standing(party)?;
        let exchange = self.open();
        let commitment = exchange.and_then(|exchange| exchange.gathering.committed(party));
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
            player: self.player(party)?.name.clone(),
            match_id: self.post.match_id.clone(),
            exchange: u64::from(self.exchange()),
            standing: self.host.game.rules.standing().name,
            deadline: self.deadline_of(party),
            parties,
            head: Some(self.host.known(party)?.hash.to_string()),
        });
        self.answer(party, came, Kind::Status, letter, Vec::new(), ("command", Done::Taken))
    }

    fn help(&mut self, party: Party, came: &Came) -> Result<Dealt, MatchFault> {
        let letter = Dispatch::Help(Help {
            player: self.player(party)?.name.clone(),
            address: self.bench.settings.address.clone(),
            tag: tag(&self.post.match_id, party.id()),
            umpire: self.bench.settings.umpire.name.clone(),
            code_word: self.wants_code(party),
        });
        self.answer(party, came, Kind::Help, letter, Vec::new(), ("command", Done::Taken))
    }

    /// The newest report once more, form and all.
    fn again(&mut self, party: Party, came: &Came) -> Result<Dealt, MatchFault> {
        let start = format!("{}/{}/{}/report/{OPEN}", self.post.match_id, party.id(), self.exchange());
        if !self.is_own(party, &came.letter) && self.bench.today(&start).next().is_some() {
            let mend = "keep the line \"code: …\" from the report in your mail, and it comes as often as you ask";
            return self.refuse(party, came, No::one("the report was sent to you today already", mend));
        }
        let mut mail = self.report(party)?;
        mail.mark = self.mark(party, came, "command");
        mail.instant = self.now;
        mail.in_reply_to.clone_from(&came.letter.head.message_id);
        let mail = self.enclosed(party, mail)?;
        let key = self.bench.queue(Some(self.post), mail)?;
        Ok(Dealt { outcome: "command", done: Done::Taken, answer: Some(key) })
    }

    fn answer_taken(
        &mut self,
        party: Party,
        came: &Came,
        receipt: &Receipt,
        next: Vec<String>,
    ) -> Result<Dealt, MatchFault> {
        let mut remarks = receipt.remarks.clone();
        // What a run that died took without an answer is not here for a second time.
        if receipt.again && self.is_told(party, receipt) {
            remarks.insert(0, "this very file was already here; nothing has changed".to_owned());
        }
        remarks.extend(receipt.left_open.iter().map(|key| format!("not answered: {key}")));
        let mut reading = receipt.words.clone().unwrap_or_default();
        if receipt.words.is_some() && self.is_open_answer_to_envelope(party, came)? {
            // Whoever sends an envelope would not have everybody on the way read its contents in the receipt.
            reading =
                "(not repeated here: give the umpire your key, and receipts come in envelopes)".to_owned();
            remarks.clear();
        }
        let letter = Dispatch::Receipt(dispatches::Receipt {
            player: self.player(party)?.name.clone(),
            party: party.name().to_owned(),
            match_id: self.post.match_id.clone(),
            exchange: u64::from(receipt.exchange),
            commitment: Some(receipt.commitment.digest().to_string()),
            reading,
            remarks: remarks.join("\n"),
            deadline: self.deadline_of(party),
            has_orders: true,
            is_final: receipt.is_final,
            replaces: receipt.replaces.is_some(),
            next,
        });
        let mut mail = Mail::new(To::Party(party), Kind::Receipt, self.exchange(), letter, self.now);
        mail.mark = format!("{}/{}", self.mark(party, came, "orders"), told(receipt));
        self.answer_by(party, came, mail, ("orders", Done::Taken))
    }

    /// Whether a receipt for the same file was written before.
    fn is_told(&self, party: Party, receipt: &Receipt) -> bool {
        let start = format!("{}/{}/{}/receipt/", self.post.match_id, party.id(), receipt.exchange);
        self.bench.outbox.under(&start).any(|item| item.key.ends_with(&told(receipt)))
    }

    /// Whether a letter has the party's code word. Where none is asked for, nobody can tell.
    fn is_own(&self, party: Party, letter: &Letter) -> bool {
        self.wants_code(party) && self.proven(party, letter, None).is_ok()
    }

    /// Whether a party has had as many answers to unproven letters in this exchange as anybody could want.
    fn is_crowded(&self, party: Party) -> bool {
        let start = format!("{}/{}/{}/", self.post.match_id, party.id(), self.exchange());
        self.bench.outbox.under(&start).filter(|item| marked(&item.key, OPEN)).count() >= MOST_ANSWERS
    }

    /// How many letters of a party that said nothing were answered in the last day.
    fn idle_today(&self, party: Party) -> usize {
        let start = format!("{}/{}/", self.post.match_id, party.id());
        self.bench.today(&start).filter(|item| marked(&item.key, IDLE)).count()
    }

    /// What tells the answer to a letter apart from others, and what it answers.
    fn mark(&self, party: Party, came: &Came, outcome: &str) -> String {
        let kind = match outcome {
            "doubtful" => "doubt-",
            "nothing" => IDLE,
            _ if !self.is_own(party, &came.letter) => OPEN,
            _ => "",
        };
        format!("{kind}{}", came.mark())
    }

    pub(super) fn answer(
        &mut self,
        party: Party,
        came: &Came,
        kind: Kind,
        letter: Dispatch,
        attachments: Vec<Attachment>,
        (outcome, done): (&'static str, Done),
    ) -> Result<Dealt, MatchFault> {
        let mut mail = Mail::new(To::Party(party), kind, self.exchange(), letter, self.now);
        mail.mark = self.mark(party, came, outcome);
        mail.attachments = attachments;
        self.answer_by(party, came, mail, (outcome, done))
    }

    /// Queues an answer.
    fn answer_by(
        &mut self,
        party: Party,
        came: &Came,
        mut mail: Mail,
        (outcome, done): (&'static str, Done),
    ) -> Result<Dealt, MatchFault> {
        mail.in_reply_to.clone_from(&came.letter.head.message_id);
        let mail = self.enclosed(party, mail)?;
        let key = self.bench.queue(Some(self.post), mail)?;
        Ok(Dealt { outcome, done, answer: Some(key) })
    }
}

/// What the mark of an answer begins with, if the letter said nothing.
const IDLE: &str = "idle-";
/// The same, if the letter did not prove itself and need not.
const OPEN: &str = "open-";

/// Whether the mark in a key begins so.
fn marked(key: &str, start: &str) -> bool {
    key.split('/').nth(4).is_some_and(|mark| mark.starts_with(start))
}

/// What in the key of a receipt says which file it is for.
fn told(receipt: &Receipt) -> String {
    receipt.commitment.digest().to_string()[..16].to_owned()
}

/// Whether a file has nothing beside the orders but their two marker lines; then it can be kept as it was signed.
fn is_bare(file: &[u8], orders: &[u8]) -> bool {
    let (Ok(file), Ok(orders)) = (std::str::from_utf8(file), std::str::from_utf8(orders)) else {
        return false;
    };
    let marker = |line: &str| {
        let word = line.trim_matches(|it: char| it == '#' || it.is_whitespace());
        word.is_empty() || [BEGIN, END].contains(&word)
    };
    let around = file.split_once(orders).filter(|_| !orders.is_empty());
    around.is_some_and(|(before, after)| before.lines().chain(after.lines()).all(marker))
}

/// The orders of a mail without the mail around them: what a player writes beside them is nobody's business when the
/// journal is opened. Sealed files stay as they are.
pub(super) fn plain(name: &str, bytes: &[u8]) -> Result<Vec<u8>, MatchFault> {
    if bytes.starts_with(SEALED) {
        return Ok(bytes.to_vec());
    }
    let text = std::str::from_utf8(bytes).map_err(|_| {
        MatchFault::no(
            format!("{name} is not text in UTF-8"),
            "send the form as it came, changed by a text editor",
        )
    })?;
    match extract(name, text) {
        Ok(block) => Ok(block.text.into_bytes()),
        Err(problems) => Err(MatchFault::Refused { problems, source: text.to_owned() }),
    }
}
