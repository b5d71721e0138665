//! What waits for one player, in all matches of an office and in its league: on one page, and once a day in
//! one mail.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;

use crate::clock::left;
use crate::kit::Kit;
use crate::matches::MatchFault;
use crate::post::compose::dispatches::{AgendaWords, Dispatch};
use crate::post::letters::tag;
use crate::post::office::settings::Player;
use crate::post::office::state::{Office, OfficeContext, Open, Premises};
use crate::report::Templates;
use crate::secretary::Errand;
use engine::party::Party;
use engine::problem::{count, list_or, quote, suggest};

/// All that an office has to show to a player.
#[derive(Clone, Debug, Serialize)]
pub struct Agenda {
    /// The office's name.
    pub office: String,
    /// When it was looked at.
    pub at: Timestamp,
    /// The player's name.
    pub player: String,
    /// Seats in matches under way: those that wait for the player first, then by their deadlines.
    pub matches: Vec<Seat>,
    /// What the league waits for.
    pub league: Vec<Errand>,
    /// Matches that cannot be read, and why.
    pub unreadable: Vec<String>,
}

/// A seat of the player in a match.
#[derive(Clone, Debug, Serialize)]
pub struct Seat {
    /// The match's word.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The system's name.
    pub title: String,
    /// Where the match stands.
    pub standing: String,
    /// The newest exchange.
    pub exchange: u32,
    /// The side.
    pub side: Party,
    /// Its name.
    pub name: &'static str,
    /// Whether it waits for the player.
    pub waits: bool,
    /// What is asked, or why nothing is.
    pub what: String,
    /// The deadline as an instant.
    pub deadline: Option<Timestamp>,
    /// The deadline with the time that is left, or what stands in its place.
    pub due: String,
    /// What the subject of a mail about it must hold, if it answers nothing.
    pub tag: String,
}

impl Agenda {
    /// What waits for a player of an office. He is named by his word in the league, by his name,
    /// or by his address.
    ///
    /// # Errors
    /// If nobody is called so, or several are; if the settings are wrong, or a log is damaged.
    pub fn at(kit: &Kit, at: impl Into<Premises>, who: &str) -> Result<Agenda, MatchFault> {
        let office = Office::look_at(kit, at)?;
        let (name, address) = office.find_player(who)?;
        let errands = office.errands()?.remove(&address.to_lowercase()).unwrap_or_default();
        let all: Vec<usize> = (0..office.matches.len()).collect();
        Ok(Agenda::of(&office, (&name, &address), &all, errands))
    }

    /// What waits for somebody of this name and address, in the matches at these places of the list.
    pub(crate) fn of(
        office: &Office<'_>,
        (name, address): (&str, &str),
        at: &[usize],
        league: Vec<Errand>,
    ) -> Agenda {
        let context = &office.context;
        let (mut matches, mut unreadable) = (Vec::new(), Vec::new());
        for info in at.iter().filter_map(|at| office.matches.get(*at)) {
            let seats = info.played.players.iter().filter(|(_, player)| player.writes_from(address));
            for (party, player) in seats {
                let stands = match info.standing(office.kit()) {
                    Ok(stands) => stands,
                    Err(fault) => {
                        unreadable.push(format!("{}: {fault}", info.match_id));
                        continue;
                    }
                };
                if stands.over {
                    continue;
                }
                let open = stands.open.as_ref();
                let (waits, what) = asked(open, *party, stands.is_paused());
                let deadline = open.and_then(|open| open.deadline);
                matches.push(Seat {
                    match_id: info.match_id.clone(),
                    title: info.title.to_owned(),
                    standing: stands.name.clone(),
                    exchange: stands.exchange,
                    side: *party,
                    name: party.name(),
                    waits,
                    what,
                    deadline,
                    due: due(context, player, open, stands.is_paused()),
                    tag: tag(&info.match_id, party.id()),
                });
            }
        }
        matches.sort_by_key(|it| (!it.waits, it.deadline.unwrap_or(Timestamp::MAX)));
        let (office, player) = (context.settings.name.clone(), name.to_owned());
        Agenda { office, at: context.now, player, matches, league, unreadable }
    }

    /// In how many matches, and in how many matters of the league, something waits for the player.
    pub fn waiting(&self) -> usize {
        self.matches.iter().filter(|it| it.waits).count() + self.league.len()
    }

    /// The page in lines of words.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for it in &self.matches {
            let mark = if it.waits { "FOR YOU: " } else { "" };
            lines
                .push(format!("{}, the {}: {}, exchange {}", it.match_id, it.name, it.standing, it.exchange));
            lines.push(format!("  {mark}{}", it.what));
            lines.push(format!("  {}", it.due));
        }
        for it in &self.league {
            let until = it.until.as_ref().map(|day| format!(", before {day}")).unwrap_or_default();
            lines.push(format!("{}, the league", it.event));
            lines.push(format!("  FOR YOU: {}{until}; write \"{}\" to the league", it.what, it.write));
        }
        lines.extend(self.unreadable.iter().map(|words| format!("NOT OPEN: {words}")));
        lines
    }

    /// How much waits, in a sentence.
    pub fn sum(&self) -> String {
        let matches = count(self.matches.len(), "match");
        match self.waiting() {
            0 => format!("nothing waits for you in {matches}"),
            1 => format!("1 matter waits for you; you play in {matches}"),
            several => format!("{several} matters wait for you; you play in {matches}"),
        }
    }

    /// The page as a file that needs nothing but itself.
    ///
    /// # Errors
    /// If a club's own template is wrong.
    pub fn page(&self, templates: &Templates) -> Result<String, MatchFault> {
        Ok(templates.page("common/html/agenda.html", &Page { agenda: self, sum: self.sum() })?)
    }

    /// The page as a mail.
    pub(crate) fn letter(&self) -> Dispatch {
        Dispatch::Agenda(AgendaWords {
            name: self.player.clone(),
            sum: self.sum(),
            lines: self.lines().join("\n"),
            tags: self.matches.iter().filter(|it| it.waits).map(|it| it.tag.clone()).collect(),
        })
    }
}

/// What the template of the page can name.
#[derive(Serialize)]
struct Page<'a> {
    agenda: &'a Agenda,
    sum: String,
}

/// Whether an exchange waits for a party, and what is asked of it.
fn asked(open: Option<&Open>, party: Party, is_paused: bool) -> (bool, String) {
    let Some(open) = open else { return (false, "no exchange is open".to_owned()) };
    let state = open.states.iter().find(|state| state.party == party.id());
    let Some(state) = state.filter(|state| state.asked && state.choice) else {
        return (false, "nothing is asked of you".to_owned());
    };
    let sealed = open.missing.contains(&party) && state.has_orders;
    match (state.has_orders, state.is_final) {
        _ if is_paused => (false, "the match is paused".to_owned()),
        _ if sealed => (false, "your commitment is in; the sealed file comes later".to_owned()),
        (false, _) => (true, "orders are asked of you, and none are in".to_owned()),
        (true, false) => (false, "your orders are in, and can still be replaced".to_owned()),
        (true, true) => (false, "your orders are in, and final".to_owned()),
    }
}

/// Until when, in the words that a player wants.
fn due(context: &OfficeContext, player: &Player, open: Option<&Open>, is_paused: bool) -> String {
    let Some((at, words)) = open.and_then(|open| Some((open.deadline?, open.words.as_ref()?))) else {
        return "no deadline".to_owned();
    };
    if is_paused {
        return "paused".to_owned();
    }
    let preferences = context.register.preferences(&player.address);
    let words = match &preferences.zone {
        Some(zone) => preferences.in_words(at, zone),
        None => preferences.language.translated(words),
    };
    match at > context.now {
        true => format!("{words} ({} left)", left(context.now, at)),
        false => format!("{words} (passed)"),
    }
}

impl Office<'_> {
    /// What the league waits for, by the addresses of players in small letters; nothing if the office has no
    /// league.
    ///
    /// # Errors
    /// If the league cannot be read.
    pub(crate) fn errands(&self) -> Result<BTreeMap<String, Vec<Errand>>, MatchFault> {
        let Some(secretary) = self.kit.secretary(&self.context.folder) else { return Ok(BTreeMap::new()) };
        secretary.errands(&self.context.folder, &self.kit.now())
    }

    /// Name and address of every player of a match, each once, by addresses in small letters.
    pub(crate) fn players(&self) -> BTreeMap<String, &Player> {
        let seated = self.matches.iter().flat_map(|info| info.played.players.values());
        seated.map(|player| (player.address.to_lowercase(), player)).collect()
    }

    /// Name and address of the player who is named so.
    fn find_player(&self, who: &str) -> Result<(String, String), MatchFault> {
        let players = self.players();
        let whose = |player: &Player| (player.name.clone(), player.address.clone());
        if let Some(player) = players.values().find(|player| player.writes_from(who)) {
            return Ok(whose(player));
        }
        let secretary = self.kit.secretary(&self.context.folder);
        if let Some(secretary) = secretary
            && let Some(found) = secretary.player(&self.context.folder, who)?
        {
            return Ok(found);
        }
        let named: Vec<&&Player> = players.values().filter(|it| it.name.eq_ignore_ascii_case(who)).collect();
        match named.as_slice() {
            [one] => Ok(whose(one)),
            [] => {
                let names = players.values().map(|player| player.name.as_str());
                let mend = match suggest(who, names) {
                    Some(near) => format!("did you mean {}?", quote(near)),
                    None => "write a name or an address, or a player's word in the league".to_owned(),
                };
                Err(MatchFault::usage(format!("nobody in this office is called {}", quote(who)), mend))
            }
            several => {
                let all: Vec<&str> = several.iter().map(|player| player.address.as_str()).collect();
                let what = format!("{} players are called {}", several.len(), quote(who));
                Err(MatchFault::usage(what, format!("write an address: {}", list_or(&all))))
            }
        }
    }
}
