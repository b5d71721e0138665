//! A player asks for all of his or her matches.

use std::fmt::Write;

use crate::clock::left;
use crate::kit::open_reader;
use crate::matches::MatchFault;
use crate::post::compose::dispatches::Answer;
use crate::post::letters::Command;
use crate::post::office::inbox::Incoming;
use crate::post::office::settings::Player;
use crate::post::office::state::{Office, Record};
use crate::post::wire::Done;
use engine::party::Party;

impl Office<'_> {
    /// Answers a player's letter that asks for all of his matches; nothing if the letter asks for something
    /// else.
    ///
    /// # Errors
    /// If the answer cannot be written or kept.
    pub(crate) fn list_matches(&mut self, incoming: &Incoming) -> Result<Option<Done>, MatchFault> {
        let asks = incoming.letter.contents.commands.iter().any(|asked| asked.command == Command::Matches);
        let writer = incoming.letter.head.from.mailbox().filter(|_| asks).map(|it| it.address.clone());
        let Some(writer) = writer else { return Ok(None) };
        let mut seats: Vec<(usize, Party, Player)> = Vec::new();
        for (at, info) in self.matches.iter().enumerate() {
            let own = info.played.players.iter().filter(|(_, player)| player.writes_from(&writer));
            seats.extend(own.map(|(party, player)| (at, *party, player.clone())));
        }
        let Some((_, _, player)) = seats.first().cloned() else { return Ok(None) };
        let mut copy = String::new();
        for (at, party, _) in &seats {
            copy += &self.seat_in_words(*at, *party, &player.address)?;
        }
        let all = Record::all(&*self.context.yard, &self.matches);
        let record = all.get(&player.address.to_lowercase()).and_then(Record::words);
        let answer = Answer {
            name: player.name.clone(),
            what: format!("you play in {}:", engine::problem::count(seats.len(), "match")),
            lines: Vec::new(),
            copy,
            ..Answer::default()
        };
        let answer =
            Answer { lines: record.map(|words| format!("so far: {words}")).into_iter().collect(), ..answer };
        self.answer_somebody(incoming, &player.address, answer).map(Some)
    }

    /// One of a player's matches: what is asked of him, and by when.
    fn seat_in_words(&self, at: usize, party: Party, address: &str) -> Result<String, MatchFault> {
        let info = &self.matches[at];
        let game = open_reader(&*info.store)?.game(&self.kit().rules())?;
        let states = game.party_states()?;
        let own = states.iter().find(|state| state.party == party.id());
        let orders = match own {
            _ if game.is_over() => "the match is over",
            Some(state) if state.asked && !state.has_orders => "your orders are missing",
            Some(state) if state.asked && state.is_final => "your orders are in and final",
            Some(state) if state.asked => "your orders are in",
            _ => "you are not asked now",
        };
        let mut words = format!("{}: the {}; {}\n", info.match_id, party.name(), game.rules.standing().name);
        _ = writeln!(words, "  exchange {}: {orders}", game.exchange());
        let deadline = game.open_now().and_then(|exchange| exchange.opened.deadline.as_deref()?.parse().ok());
        if let Some(deadline) = deadline {
            let said = self.context.register.preferences(address).in_words(deadline, &game.zone());
            let left = if deadline > self.context.now {
                format!(" ({} left)", left(self.context.now, deadline))
            } else {
                String::new()
            };
            _ = writeln!(words, "  {said}{left}");
        }
        Ok(words)
    }
}
