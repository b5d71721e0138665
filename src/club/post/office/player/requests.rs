//! What else a player may ask for: more time, words to others, older reports, all of his matches, mail as he
//! wants it.

use super::own_words::{LEFT_OUT, words_below};
use super::refuse::RefusalReason;
use crate::clock::{Absence, By, Event, Extension, Local};
use crate::matches::MatchFault;
use crate::matches::note::{Note, Voice};
use crate::orders::form::form;
use crate::post::compose::dispatches::{Answer, Dispatch, Topic};
use crate::post::compose::{Attachment, Kind};
use crate::post::letters::{Command, Letter};
use crate::post::office::inbox::{Handled, Incoming};
use crate::post::office::settings::{Deliver, Press};
use crate::post::office::state::{Fact, MatchSession, Records};
use crate::post::wire::Done;
use crate::report::{Format, render};
use engine::party::Party;
use engine::problem::list_and;

/// Days of absence that a side may enter by mail in a match, where the settings say nothing else.
pub(crate) const VACATION: u32 = 21;
/// Letters of words that a party may write in an exchange.
const MOST_WORDS: usize = 40;

impl MatchSession<'_> {
    /// Does what a player asks for that is not about orders.
    ///
    /// # Errors
    /// If the match cannot be written.
    pub(crate) fn fulfil(
        &mut self,
        party: Party,
        incoming: &Incoming,
        command: &Command,
    ) -> Result<Handled, MatchFault> {
        if let Err(doubt) = self.proven(party, &incoming.letter, None) {
            return self.refuse(party, incoming, RefusalReason::Doubt(doubt));
        }
        let done = match command {
            Command::Say { to, anonymous } => self.say(party, incoming, to, *anonymous),
            Command::Protest { rule, exchange } => self.protest(party, incoming, rule, *exchange),
            Command::Appeal(number) => self.appeal(party, incoming, *number),
            Command::Block { whom, on } => self.block(party, whom, *on),
            Command::Extend(hours) => self.more_time(party, incoming, *hours),
            Command::Away(from, to) => self.away(party, incoming, (from, to)),
            Command::History(number) => return self.history(party, incoming, *number),
            Command::Settings => self.settings(party, incoming),
            Command::Vote { concede, yes } => self.vote(party, incoming, *concede, *yes),
            _ => Err(MatchFault::Bug("that is no such command".into())),
        };
        match done {
            Ok(answer) => {
                let letter = Dispatch::Answer(Answer {
                    name: self.player(party)?.name.clone(),
                    match_id: Some(self.info.match_id.clone()),
                    ..answer
                });
                self.answer(party, incoming, Kind::Answer, letter, Vec::new(), ("command", Done::Taken))
            }
            Err(fault) => self.refused(party, incoming, fault),
        }
    }

    /// The player's words below the command, without the code word.
    ///
    /// # Errors
    /// If the code word stands in them all the same.
    fn words(&self, party: Party, letter: &Letter) -> Result<String, MatchFault> {
        words_below(letter, &self.code(party))
    }

    fn say(
        &mut self,
        party: Party,
        incoming: &Incoming,
        to: &[String],
        anonymous: bool,
    ) -> Result<Answer, MatchFault> {
        let words = self.words_for_others(party, &incoming.letter)?;
        if words.is_empty() {
            return Err(MatchFault::no(
                "there are no words in the mail",
                "write them below the line with \"say\"",
            ));
        }
        let (voices, all) = self.voices(to)?;
        self.may_say(party, (&voices, all), anonymous)?;
        // Who does not want to hear somebody is left out, and nobody is told.
        let everybody: Vec<Voice> = party.others(self.host.game.parties()).map(Voice::Party).collect();
        let wanted = if all { &everybody } else { &voices };
        let hears = |voice: &&Voice| match voice {
            Voice::Umpire => true,
            Voice::Party(other) => !self.context.register.blocks(&self.info.match_id, *other, party),
        };
        let heard: Vec<Voice> = wanted.iter().filter(hears).copied().collect();
        let whom = if all {
            "all".to_owned()
        } else {
            list_and(&voices.iter().map(|it| it.in_words()).collect::<Vec<_>>())
        };
        if !heard.is_empty() {
            let to = if all && heard.len() == everybody.len() { Vec::new() } else { heard };
            let note = Note {
                from: (!anonymous).then_some(Voice::Party(party)),
                to,
                words,
                exchange: self.exchange(),
                letter: incoming.mark(),
                ..Note::default()
            };
            self.host.note(note)?;
        }
        let when = match self.info.played.deliver {
            Deliver::AtOnce => "",
            Deliver::WithReport => " They go out with the report of the next exchange.",
        };
        let what = format!("your words to {whom} in {} are kept in the journal.{when}", self.info.match_id);
        Ok(Answer::that(what))
    }

    /// Whether the match lets a party say words to these, without its name or with it.
    ///
    /// # Errors
    /// If it does not, or the party has said as much as one exchange holds.
    pub(super) fn may_say(
        &self,
        party: Party,
        (voices, all): (&[Voice], bool),
        anonymous: bool,
    ) -> Result<(), MatchFault> {
        let is_press = all || voices.iter().any(|voice| *voice != Voice::Umpire);
        let press = self.info.played.press;
        if is_press && press == Press::None {
            return Err(MatchFault::no(
                "in this match sides do not write to each other",
                "write \"say umpire\"",
            ));
        }
        if anonymous && (press != Press::Anonymous || !is_press) {
            return Err(MatchFault::no(
                "words without a name are not allowed here",
                "leave out \"anonymously\"",
            ));
        }
        let mine = |note: &Note| note.from == Some(Voice::Party(party)) && note.exchange == self.exchange();
        let said = self.host.trail().notes().iter().filter(|kept| mine(&kept.note)).count();
        if said >= MOST_WORDS {
            return Err(MatchFault::no(
                "you have written as much as one exchange holds",
                "wait for the next one",
            ));
        }
        Ok(())
    }

    /// Whom words name, and whether that is everybody.
    fn voices(&self, to: &[String]) -> Result<(Vec<Voice>, bool), MatchFault> {
        let mut voices = Vec::new();
        for word in to.iter().filter(|word| *word != "all") {
            let voice = Voice::try_from(word.clone())
                .map_err(|what| MatchFault::no(what, "name a side, or \"all\""))?;
            if let Voice::Party(party) = voice {
                self.is_read_by_somebody(party)?;
            }
            if let Voice::Party(party) = voice
                && !self.host.game.parties().contains(&party)
            {
                let what = format!("the {} do not play in this match", party.name());
                return Err(MatchFault::no(what, "name a side of the match, or \"all\""));
            }
            voices.push(voice);
        }
        Ok((voices, to.iter().any(|word| word == "all")))
    }

    fn block(&mut self, party: Party, whom: &str, on: bool) -> Result<Answer, MatchFault> {
        let (voices, _) = self.voices(&[whom.to_owned()])?;
        let Some(Voice::Party(other)) = voices.first().copied().filter(|voice| *voice != Voice::Party(party))
        else {
            return Err(MatchFault::no(
                "that is not another side",
                "name the side that you do not want to hear",
            ));
        };
        let fact = Fact::Block { match_id: self.info.match_id.clone(), by: party, whom: other, blocked: on };
        self.context.register.record(fact, self.now)?;
        let what = match on {
            true => format!("you get no more words from the {} in {}.", other.name(), self.info.match_id),
            false => format!("you get words from the {} in {} again.", other.name(), self.info.match_id),
        };
        Ok(Answer::that(what))
    }

    fn more_time(&mut self, party: Party, incoming: &Incoming, hours: u32) -> Result<Answer, MatchFault> {
        let (reason, left_out) = self.reason(party, &incoming.letter);
        let (by, hours) = (By::Party, Some(hours));
        let event =
            Event::Extension(Extension { party: party.id().to_owned(), hours, reason: reason.clone(), by });
        if self.host.game.schedule().is_none_or(|schedule| schedule.extensions().is_none()) {
            let wish = format!("extend {} {}h", party.id(), hours.unwrap_or_default());
            return self.leave_to_umpire(party, incoming, &wish, (reason, left_out));
        }
        if self.host.clocked_already(&event)?.is_none() {
            self.host.clock(event)?;
            let mut records = Records::read(&*self.store);
            records.extended(self.seated(party));
            records.keep(&*self.store)?;
        }
        self.publish()?;
        let clock = self.host.game.clock();
        let left = clock.map_or(0, |clock| clock.left(party.id(), self.now));
        Ok(Answer::that(format!(
            "the deadline of {} is {}. You have {} left in this match.{left_out}",
            self.info.match_id,
            self.deadline_and_left(party).unwrap_or_else(|| "not set".to_owned()),
            engine::problem::count(left as usize, "extension")
        )))
    }

    fn away(
        &mut self,
        party: Party,
        incoming: &Incoming,
        (from, to): (&str, &str),
    ) -> Result<Answer, MatchFault> {
        let local = |word: &str| Local::parse(word).map_err(|bad| MatchFault::no(bad.what(), bad.mend()));
        let (from, to) = (local(from)?, local(to)?);
        let (reason, left_out) = self.reason(party, &incoming.letter);
        let absence = Absence { party: party.id().to_owned(), player: None, from, to, moved_by: By::Party };
        let days = |absence: &Absence| absence.days(&self.host.game.zone());
        let taken: u32 = self.host.game.clock().map_or(0, |clock| {
            let own = clock.recorded().iter().filter_map(|it| match &it.event {
                Event::Absence(it) if it.party == party.id() && it.moved_by == By::Party => Some(days(it)),
                _ => None,
            });
            own.sum()
        });
        let (wanted, budget) = (days(&absence), self.info.played.vacation.unwrap_or(VACATION));
        let in_season = self.left_in_season(party, &absence)?;
        let event = Event::Absence(absence);
        let again = self.host.clocked_already(&event)?.is_some();
        let is_too_much = taken + wanted > budget || in_season.is_some_and(|left| left < 0);
        if !again && is_too_much {
            let wish = format!("away {} {from} {to}", party.id());
            return self.leave_to_umpire(party, incoming, &wish, (reason, left_out));
        }
        if !again {
            self.host.clock(event)?;
        }
        self.publish()?;
        let left = budget.saturating_sub(if again { taken } else { taken + wanted });
        let deadline =
            self.deadline_and_left(party).map(|at| format!(" The deadline is {at}.")).unwrap_or_default();
        let days = |left: usize| engine::problem::count(left, "day");
        let season = in_season.map_or(String::new(), |left| {
            format!(", and {} in the season", days(usize::try_from(left).unwrap_or(0)))
        });
        Ok(Answer::that(format!(
            "no deadline of {} falls between {from} and {to} if your side is asked.{deadline} You have {} of absence left in this \
             match{season}.",
            self.info.match_id,
            days(left as usize),
        )))
    }

    /// How many days of absence the season of a league would leave to a party's player, if the match is one
    /// of a league.
    fn left_in_season(&self, party: Party, absence: &Absence) -> Result<Option<i64>, MatchFault> {
        let span = absence.span(&self.host.game.zone());
        let (Some(secretary), Some(span)) = (self.context.secretary, span) else { return Ok(None) };
        if !secretary.has_league(&self.context.folder) {
            return Ok(None);
        }
        secretary.absence_left(&self.context.folder, (&self.host.game.genesis, party), span)
    }

    /// What only the umpire can grant goes to him, as a line that he can send back.
    fn leave_to_umpire(
        &mut self,
        party: Party,
        incoming: &Incoming,
        wish: &str,
        (words, left_out): (String, &str),
    ) -> Result<Answer, MatchFault> {
        let topic = Topic::Asks {
            player: self.player(party)?.name.clone(),
            party: party.name().to_owned(),
            wish: wish.to_owned(),
            words,
        };
        let mark = format!("asks-{}-{}", party.id(), &incoming.mark()[..8]);
        self.notify(self.exchange(), &mark, topic)?;
        Ok(Answer::that(format!(
            "that is for the umpire to grant, so it was passed on. Until you hear more, the deadline of {} stays where it is.{left_out}",
            self.info.match_id
        )))
    }

    /// The reason below a command, and what is said if it cannot be passed on: that holds nothing up.
    fn reason(&self, party: Party, letter: &Letter) -> (String, &'static str) {
        match self.words_for_others(party, letter) {
            Ok(words) => {
                let first = words.split("\n\n").next().unwrap_or_default();
                let line = first.split_whitespace().collect::<Vec<_>>().join(" ");
                (line.chars().take(300).collect(), "")
            }
            Err(_) => (String::new(), LEFT_OUT),
        }
    }

    /// The report of an earlier exchange.
    fn history(&mut self, party: Party, incoming: &Incoming, number: u32) -> Result<Handled, MatchFault> {
        let Some(packet) = self.shown_then(party, number)? else {
            let what = format!("there is no report of exchange {number}");
            let mend = format!("write a number from 1 to {}", self.exchange());
            return self.refuse(party, incoming, RefusalReason::one(&what, &mend));
        };
        let name = |end: &str| format!("{}-{number:03}-{}.{end}", self.info.match_id, party.id());
        let mut files = Vec::new();
        if !self.preferences(party).slim {
            let html = render(&self.context.templates, &packet, Format::Html)?;
            let json = serde_json::to_vec(&packet).map_err(|error| MatchFault::Bug(error.to_string()))?;
            files.push(Attachment::packet(name("json"), json));
            files.push(Attachment::new(name("html"), "text/html; charset=utf-8", html));
        }
        let answer = Answer {
            name: self.player(party)?.name.clone(),
            match_id: Some(self.info.match_id.clone()),
            what: format!(
                "here is exchange {number} of {} again, as your side was told it.",
                self.info.match_id
            ),
            lines: Vec::new(),
            copy: without_form(
                &render(&self.context.templates, &packet, Format::Text)?,
                &form(&packet, Some(&packet.doctrine)),
            ),
            code_word: None,
        };
        self.answer(party, incoming, Kind::Answer, Dispatch::Answer(answer), files, ("command", Done::Taken))
    }

    fn settings(&mut self, party: Party, incoming: &Incoming) -> Result<Answer, MatchFault> {
        let address = self.player(party)?.address.clone();
        let mut preferences = self.context.register.preferences(&address);
        let (before, lines) = (preferences.clone(), self.words(party, &incoming.letter)?);
        for line in lines.lines().map(str::trim).take_while(|line| !line.is_empty()) {
            preferences
                .take(line)
                .map_err(|what| MatchFault::no(what, "nothing was changed; write one setting a line"))?;
        }
        let changed = preferences != before;
        if changed {
            self.context
                .register
                .record(Fact::Preferences { address, preferences: preferences.clone() }, self.now)?;
        }
        let what = match changed {
            true => "your settings are changed, for all matches of this office:",
            false => {
                "your settings, for all matches of this office. To change one, write it on a line below \"settings\":"
            }
        };
        Ok(Answer { what: what.to_owned(), copy: preferences.lines().join("\n"), ..Answer::default() })
    }
}

/// A report without the form in it: an old one is answered no more.
fn without_form(report: &str, form: &str) -> String {
    let first = form.lines().next().unwrap_or_default();
    let begin = report.lines().position(|line| !first.is_empty() && line.contains(engine::draft::BEGIN));
    let end = report.lines().position(|line| line.contains(engine::draft::END));
    let lines = report.lines().enumerate();
    let outside = |at: usize| !begin.zip(end).is_some_and(|(begin, end)| (begin..=end).contains(&at));
    lines.filter(|(at, _)| outside(*at)).map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}
