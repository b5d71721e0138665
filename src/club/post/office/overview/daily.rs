//! The mail of the day to players: all that waits for somebody, in one mail.

use std::collections::BTreeMap;

use jiff::civil::Date;

use crate::matches::MatchFault;
use crate::post::compose::dispatches::Dispatch;
use crate::post::compose::{Attachment, Kind};
use crate::post::office::outgoing::{Mail, To};
use crate::post::office::overview::Agenda;
use crate::post::office::settings::{Person, Player};
use crate::post::office::state::{Office, RunSummary};

/// From so many seats on a player gets the mail of the day, if nothing else is said.
const SEVERAL: usize = 2;

impl Office<'_> {
    /// Sends the mail of the day to each player who is to have it and for whom something waits, once its hour
    /// has come. A league that cannot be read is left out, and noted in the summary.
    ///
    /// # Errors
    /// If one cannot be written or kept.
    pub(crate) fn send_daily(&mut self, summary: &mut RunSummary) -> Result<(), MatchFault> {
        let day = self.context.settings.daily.as_ref().and_then(|daily| daily.day(self.context.now));
        let Some(day) = day else { return Ok(()) };
        let seats = self.seats();
        let count = |address: &str| seats.get(address).map_or(0, Vec::len);
        let mails: Vec<(Mail, String)> = self
            .players()
            .into_iter()
            .filter(|(address, player)| self.has_daily(address, player.daily, count(address)))
            .map(|(address, player)| (self.daily_mail(player, day), address))
            .filter(|(mail, _)| !self.context.is_queued(&mail.key(None)))
            .collect();
        if mails.is_empty() {
            return Ok(());
        }
        let mut errands = match self.errands() {
            Ok(errands) => errands,
            Err(fault) => {
                summary.troubles.push(format!("the players' mail of the day is without the league: {fault}"));
                BTreeMap::new()
            }
        };
        for (mut mail, address) in mails {
            let To::Player(person) = &mail.to else { continue };
            let errands = errands.remove(&address).unwrap_or_default();
            let at = seats.get(&address).map_or(&[][..], Vec::as_slice);
            let agenda = Agenda::of(self, (&person.name, &person.address), at, errands);
            if agenda.waiting() == 0 {
                continue;
            }
            mail.letter = agenda.letter();
            let page = agenda.page(&self.kit().templates)?;
            mail.attachments = vec![Attachment::new("your-matches.html", "text/html; charset=utf-8", page)];
            self.context.queue(None, mail)?;
        }
        Ok(())
    }

    /// A mail of the day that says nothing yet.
    fn daily_mail(&self, player: &Player, day: Date) -> Mail {
        let to = To::Player(Person { name: player.name.clone(), ..Person::at(player.address.clone()) });
        let mail = Mail::new(to, Kind::Digest, 0, Dispatch::Unknown, self.context.now);
        Mail { mark: day.to_string(), ..mail }
    }

    /// Whether a player gets the mail of the day: by his own wish, else as the settings say of him, else if
    /// he has several seats.
    fn has_daily(&self, address: &str, written: Option<bool>, seats: usize) -> bool {
        self.context.register.preferences(address).daily.or(written).unwrap_or(seats >= SEVERAL)
    }

    /// In which matches, by their places in the list, somebody plays with an address in small letters.
    fn seats(&self) -> BTreeMap<String, Vec<usize>> {
        let mut seats: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, info) in self.matches.iter().enumerate() {
            for player in info.played.players.values() {
                for address in std::iter::once(&player.address).chain(&player.also) {
                    seats.entry(address.to_lowercase()).or_default().push(at);
                }
            }
        }
        seats
    }
}
