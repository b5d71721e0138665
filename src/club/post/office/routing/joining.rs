//! Joining: which matches want players, who takes a seat, and who waits to step in. The writer is a stranger,
//! and anybody can write in anybody's name, so a seat is taken only with a line that was sent to that
//! address.

use crate::matches::MatchFault;
use crate::post::compose::Kind;
use crate::post::compose::dispatches::{Answer, Dispatch, Topic};
use crate::post::letters::Command;
use crate::post::office::inbox::Incoming;
use crate::post::office::outgoing::{Mail, To};
use crate::post::office::state::{Fact, Office, OpenSeats};
use crate::post::wire::Done;
use engine::digest::Digest;
use engine::party::Party;

/// Such answers that an address gets in a day, and all addresses together.
const MOST_ANSWERS: (usize, usize) = (20, 200);

impl Office<'_> {
    /// Answers a letter about joining; nothing if the letter is about something else.
    ///
    /// # Errors
    /// If the answer cannot be written or kept.
    pub(crate) fn join(&mut self, incoming: &Incoming) -> Result<Option<Done>, MatchFault> {
        let mut wanted = incoming.letter.contents.commands.iter().map(|asked| &asked.command);
        let wanted = wanted.rfind(|it| matches!(it, Command::Open | Command::Join { .. })).cloned();
        let from = incoming.letter.head.from.mailbox().filter(|_| wanted.is_some()).cloned();
        let (Some(wanted), Some(from)) = (wanted, from) else { return Ok(None) };
        let is_umpire = self.context.settings.umpires().any(|person| person.writes_from(&from.address));
        if is_umpire || crate::post::wire::address::check(&from.address).is_err() || !from.address.is_ascii()
        {
            return Ok(None);
        }
        let local = from.address.split('@').next().unwrap_or_default().to_owned();
        let name = from.name.filter(|name| !name.trim().is_empty()).unwrap_or(local);
        let answer = match &wanted {
            Command::Join { match_id, side, token } => {
                self.join_match((&name, &from.address), match_id, side, token.as_deref())?
            }
            _ => self.open_matches(),
        };
        let answer = Answer { name, ..answer };
        self.answer_somebody(incoming, &from.address, answer).map(Some)
    }

    /// What is looking for players.
    fn open_matches(&self) -> Answer {
        let (mut lines, mut copy) = (Vec::new(), String::new());
        let running = self.matches.iter().flat_map(|info| {
            let wanted = info.played.wants.iter().filter(|party| info.written_address(**party).is_some());
            wanted.map(move |party| (&info.match_id, info.title.to_owned(), *party))
        });
        let fresh = self
            .open_seats
            .iter()
            .flat_map(|it| it.vacant.iter().map(move |party| (&it.match_id, it.title.clone(), *party)));
        for (word, title, party) in fresh.chain(running) {
            lines.push(format!("{word}: {title}: the {}", party.name()));
            copy += &format!("join {word} {}\n", party.id());
        }
        let what = match lines.is_empty() {
            true => "no match wants a player now. To be asked when one does, send this line:",
            false => "these matches want a player. To take a seat, send the line for it:",
        };
        if lines.is_empty() {
            copy = "join waiting list\n".to_owned();
        }
        Answer { what: what.to_owned(), lines, copy, ..Answer::default() }
    }

    fn join_match(
        &mut self,
        (name, address): (&str, &str),
        word: &str,
        side: &str,
        given: Option<&str>,
    ) -> Result<Answer, MatchFault> {
        let is_list = (word, side) == ("waiting", "list");
        let vacant = self
            .open_seats
            .iter()
            .find(|it| it.match_id == word && it.vacant.iter().any(|party| party.id() == side));
        let running = self.matches.iter().position(|info| {
            // Whoever joined himself has the seat; one of the settings may be given away.
            let offered = |party: &Party| party.id() == side && info.written_address(*party).is_some();
            info.match_id == word && info.played.wants.iter().any(offered)
        });
        if !is_list && vacant.is_none() && running.is_none() {
            return Ok(Answer::that("that seat is not free. Write \"open\" to see which are."));
        }
        let wanted = self.seat_token(word, side, address);
        if given != Some(&*wanted) {
            let what = "to show that this address is yours, reply with this line:".to_owned();
            return Ok(Answer { what, copy: format!("join {word} {side} {wanted}"), ..Answer::default() });
        }
        if is_list {
            let fact = Fact::Waits { name: name.to_owned(), address: address.to_owned() };
            self.context.register.record(fact, self.context.now)?;
            return Ok(Answer::that(
                "you are on the waiting list. The umpire sees it when a side needs a player.",
            ));
        }
        let party = Party::parse(side).ok_or_else(|| MatchFault::Bug(format!("{side} is no side")))?;
        if vacant.is_some() {
            return self.take_seat((name, address), word, party);
        }
        let at = running.unwrap_or_default();
        let topic = Topic::Asks {
            player: name.to_owned(),
            party: format!("wants to play the {}", party.name()),
            wish: format!("substitute {side} {name} {address}"),
            words: String::new(),
        };
        let mark = format!("joins-{side}-{}", &Digest::of(address.as_bytes()).to_string()[..8]);
        self.context.notify(Some(&self.matches[at]), 0, &mark, topic)?;
        Ok(Answer::that(format!(
            "the umpire knows that you would play the {} in {word}. You get everything the side knows if you are taken.",
            party.name()
        )))
    }

    /// Seats somebody in a match that has not begun.
    fn take_seat(
        &mut self,
        (name, address): (&str, &str),
        word: &str,
        party: Party,
    ) -> Result<Answer, MatchFault> {
        let free = |it: &&OpenSeats| it.match_id == word && it.vacant.contains(&party);
        let found = self.open_seats.iter().find(free);
        let found = found.ok_or_else(|| MatchFault::Bug(format!("no seat is free in {word}")))?;
        let plays = found.played.players.values().any(|player| player.writes_from(address));
        let twice = if plays { " You play another side of it as well." } else { "" };
        let fact = Fact::Seat {
            folder: found.played.folder.clone(),
            party,
            name: name.to_owned(),
            address: address.to_owned(),
            instead_of: String::new(),
        };
        let left = found.vacant.len() - 1;
        let title = found.title.clone();
        self.context.register.record(fact, self.context.now)?;
        self.open_seats
            .iter_mut()
            .filter(|it| it.match_id == word)
            .for_each(|it| it.vacant.retain(|it| *it != party));
        let next = match left {
            0 => "The match begins with the next run, which sends you the first report.".to_owned(),
            1 => "It begins when one more side has a player.".to_owned(),
            _ => format!("It begins when {left} more sides have a player."),
        };
        let what = format!("you play the {} in {word} ({title}).{twice} {next}", party.name());
        Ok(Answer::that(what))
    }

    /// What must be sent back from an address to take a seat.
    fn seat_token(&self, word: &str, side: &str, address: &str) -> String {
        let address = address.to_lowercase();
        let parts: [&[u8]; 8] = [
            b"sealord/seat/v1\0",
            &self.context.desk_secret,
            word.as_bytes(),
            b"\0",
            side.as_bytes(),
            b"\0",
            address.as_bytes(),
            b"\0",
        ];
        Digest::of_parts(&parts).to_string()[..8].to_owned()
    }

    /// Answers somebody whom no match knows by his seat, so many times a day.
    ///
    /// # Errors
    /// If the answer cannot be written or kept.
    pub(crate) fn answer_somebody(
        &mut self,
        incoming: &Incoming,
        address: &str,
        answer: Answer,
    ) -> Result<Done, MatchFault> {
        let (day, whose) = (self.context.day(), Digest::of(address.to_lowercase().as_bytes()).to_string());
        let start = format!("office/nobody/{day}/answer/");
        let own = format!("{start}{}-", &whose[..8]);
        let many = |start: &str| self.context.outbox.under(start).count();
        if many(&own) >= MOST_ANSWERS.0 || many(&start) >= MOST_ANSWERS.1 {
            self.note(&incoming.sha256, &incoming.same, "crowded", None)?;
            return Ok(Done::Ignored);
        }
        let (to, letter) = (To::Stranger(address.to_owned()), Dispatch::Answer(answer));
        let mut mail = Mail::new(to, Kind::Answer, day, letter, self.context.now);
        mail.mark = format!("{}-{}", &whose[..8], incoming.mark());
        mail.in_reply_to.clone_from(&incoming.letter.head.message_id);
        let key = self.context.queue(None, mail)?;
        self.note(&incoming.sha256, &incoming.same, "command", Some(key))?;
        Ok(Done::Taken)
    }
}
