//! What an umpire of many matches wants to see on one page: every match, its turn and deadline, who is late,
//! what came back, and what waits for him. As words, as JSON, and as a page that needs nothing but itself.

use std::collections::BTreeMap;
use std::fmt::Write;

use jiff::Timestamp;
use serde::Serialize;

use crate::clock::{from_now, left};
use crate::kit::Kit;
use crate::matches::MatchFault;
use crate::matches::note::Voice;
use crate::post::office::outgoing::{LEAGUE, first_mails};
use crate::post::office::state::{Office, OfficeContext, OfficeMatch, Open, Premises, Record, Standing};
use engine::party::Party;
use engine::problem::list_and;

/// After so many days without a word, a player who is waited for counts as silent.
const SILENT_DAYS: i64 = 7;
/// So many matches in which nothing waits are listed all the same.
const FEW: usize = 10;
/// Of so many matches old mails are looked up at once.
const AT_ONCE: usize = 32;

/// All that an office has to show.
#[derive(Clone, Debug, Serialize)]
pub struct Overview {
    /// The office's name.
    pub office: String,
    /// When it was looked at.
    pub at: Timestamp,
    /// Who is on duty.
    pub on_duty: String,
    /// The matches, those that need the umpire first, then by their deadlines.
    pub matches: Vec<Match>,
    /// Matches that cannot be read, or have not begun, and why.
    pub unreadable: Vec<String>,
    /// How many mails wait to be sent.
    pub waiting: usize,
    /// What the league waits for, if the office has one, and mail of it that did not arrive.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub league: Vec<String>,
    /// Letters on which the office failed, by their files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aside: Vec<String>,
}

/// One match.
#[derive(Clone, Debug, Serialize)]
pub struct Match {
    /// Its word.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The system's name.
    pub title: String,
    /// Where it stands.
    pub standing: String,
    /// The newest exchange.
    pub exchange: u32,
    /// The deadline as an instant.
    pub deadline: Option<Timestamp>,
    /// The deadline in words.
    pub deadline_words: Option<String>,
    /// The time that is left, in words.
    pub left: Option<String>,
    /// The deadline with the time that is left, or what stands in its place.
    pub due: String,
    /// Whether the match is paused.
    pub paused: bool,
    /// Whether it is over.
    pub over: bool,
    /// The sides.
    pub sides: Vec<Side>,
    /// What waits for the umpire, a sentence each.
    pub for_umpire: Vec<String>,
    /// Mail that did not arrive.
    pub undelivered: Vec<String>,
}

/// One side of a match.
#[derive(Clone, Debug, Serialize)]
pub struct Side {
    /// Its word.
    pub side: Party,
    /// Its name.
    pub name: &'static str,
    /// Who plays it.
    pub player: String,
    /// Whether it is asked now.
    pub asked: bool,
    /// Whether its orders are in.
    pub has_orders: bool,
    /// Whether they are final.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// Whether it is asked, has sent nothing, and its deadline has passed.
    pub late: bool,
    /// When its player last wrote.
    pub last_mail: Option<Timestamp>,
    /// Whether it is waited for and has not written for a week.
    pub silent: bool,
    /// How it stands, in a few words.
    pub standing: String,
    /// How many mails to it came back.
    pub bounces: usize,
    /// How many mails of this exchange did not prove themselves.
    pub doubts: usize,
    /// What its player has been like, in all matches of the office.
    pub record: Record,
}

impl Overview {
    /// Looks an office over, without changing a match.
    ///
    /// # Errors
    /// Only by a defect; a match that cannot be read is listed as such.
    pub fn of(office: &Office<'_>) -> Result<Overview, MatchFault> {
        let context = &office.context;
        let wrote = last_mails(context);
        let records = Record::all(&*context.yard, &office.matches);
        let mut unreadable: Vec<String> = office.closed().map(|(_, fault)| fault.to_string()).collect();
        let mut matches = Vec::new();
        for some in office.matches.chunks(AT_ONCE) {
            context.outbox.look_ahead(some.iter().flat_map(starts).collect());
            for info in some {
                match Match::of(office.kit(), context, info, &wrote, &records) {
                    Ok(found) => matches.push(found),
                    Err(fault) => unreadable.push(format!("{}: {fault}", info.match_id)),
                }
            }
        }
        for it in &office.open_seats {
            let wanted =
                list_and(&it.vacant.iter().map(|party| format!("the {}", party.name())).collect::<Vec<_>>());
            unreadable.push(format!("{} has not begun: {wanted} want a player", it.match_id));
        }
        matches.sort_by_key(|it| (it.over, it.for_umpire.is_empty(), it.deadline.unwrap_or(Timestamp::MAX)));
        Ok(Overview {
            office: context.settings.name.clone(),
            at: context.now,
            on_duty: context.on_duty().name.clone(),
            matches,
            unreadable,
            waiting: context.outbox.status(&context.pace()).waiting.len(),
            league: office.league_matters(),
            aside: context.shelf.aside()?,
        })
    }

    /// An office, whatever else is busy there.
    ///
    /// # Errors
    /// If its settings are wrong, or a log is damaged.
    pub fn at(kit: &Kit, at: impl Into<Premises>) -> Result<Overview, MatchFault> {
        Overview::of(&Office::look_at(kit, at)?)
    }
}

impl Match {
    fn of(
        kit: &Kit,
        context: &OfficeContext,
        info: &OfficeMatch,
        wrote: &BTreeMap<(String, String), Timestamp>,
        records: &BTreeMap<String, Record>,
    ) -> Result<Match, MatchFault> {
        let stands = &*info.standing(kit)?;
        let (now, over) = (context.now, stands.over);
        let deadline = stands.open.as_ref().and_then(|open| open.deadline);
        let is_past = deadline.is_some_and(|deadline| deadline <= now);
        let mut sides = Vec::new();
        for state in stands.open.iter().flat_map(|open| &open.states) {
            let Some(party) = Party::parse(&state.party) else { continue };
            sides.push(side_of(context, info, stands, party, wrote, records, |side| {
                side.asked = state.asked && state.choice;
                side.has_orders = state.has_orders;
                side.is_final = state.is_final;
                side.late = side.asked && !state.has_orders && is_past;
            }));
        }
        if sides.is_empty() {
            let all = stands.parties.iter();
            sides.extend(all.map(|party| side_of(context, info, stands, *party, wrote, records, |_| {})));
        }
        let start = format!("{}/", info.match_id);
        let items = context.outbox.recent(&start).filter(|item| item.is_troubled());
        let undelivered = items.map(|item| format!("{} to {}", item.key, item.to.join(", "))).collect();
        let mut found = Match {
            match_id: info.match_id.clone(),
            title: info.title.to_owned(),
            standing: stands.name.clone(),
            exchange: stands.exchange,
            deadline_words: stands.open.as_ref().and_then(|open| open.words.clone()),
            left: deadline.filter(|at| *at > now).map(|at| left(now, at)),
            deadline,
            paused: stands.is_paused(),
            over,
            for_umpire: for_umpire(context, info, stands, is_past)?,
            sides,
            undelivered,
            due: String::new(),
        };
        found.due = found.due();
        Ok(found)
    }
}

fn side_of(
    context: &OfficeContext,
    info: &OfficeMatch,
    stands: &Standing,
    party: Party,
    wrote: &BTreeMap<(String, String), Timestamp>,
    records: &BTreeMap<String, Record>,
    fill: impl FnOnce(&mut Side),
) -> Side {
    let player = info.played.players.get(&party);
    let address = player.map(|it| it.address.to_lowercase()).unwrap_or_default();
    let last_mail = wrote.get(&(info.match_id.clone(), party.id().to_owned())).copied();
    let start = format!("{}/{}/", info.match_id, party.id());
    let doubts = doubts(&start, stands.exchange);
    let mut side = Side {
        side: party,
        name: party.name(),
        player: player.map(|it| it.name.clone()).unwrap_or_default(),
        asked: false,
        has_orders: false,
        is_final: false,
        late: false,
        last_mail,
        silent: false,
        standing: String::new(),
        bounces: context.outbox.recent(&start).filter(|item| !item.bounces.is_empty()).count(),
        doubts: context.outbox.under(&doubts).count(),
        record: records.get(&address).cloned().unwrap_or_default(),
    };
    fill(&mut side);
    let first_mail = || context.conversation(&start).first().map(|item| item.queued);
    let since = side.last_mail.or_else(first_mail);
    let days = since.map_or(0, |since| context.now.duration_since(since).as_hours() / 24);
    side.silent = side.asked && !side.has_orders && days >= SILENT_DAYS;
    side.standing = side.words();
    side
}

impl Office<'_> {
    /// What the league waits for, and which of its mails did not arrive, a line each.
    fn league_matters(&self) -> Vec<String> {
        let Some(secretary) = self.kit.secretary(&self.context.folder) else { return Vec::new() };
        let waits = secretary.for_organiser(&self.context.folder, &self.kit.now());
        let mut all = waits.unwrap_or_else(|fault| vec![fault.to_string()]);
        let start = format!("{LEAGUE}/");
        let lost = self.context.outbox.recent(&start).filter(|item| item.is_troubled());
        all.extend(lost.map(|item| format!("not delivered: {} to {}", item.key, item.to.join(", "))));
        all
    }
}

/// How the keys begin of mails to the umpire that wait for him: notices, the wish to join, words.
fn to_umpire(match_id: &str, exchange: u32) -> [String; 3] {
    let start = format!("{match_id}/umpire");
    [
        format!("{start}/{exchange}/notice/"),
        format!("{start}/0/notice/joins-"),
        format!("{start}/{exchange}/words/"),
    ]
}

/// How the keys begin of answers to mail that did not prove itself; `start` is what all mails to a side begin
/// with.
fn doubts(start: &str, exchange: u32) -> String {
    format!("{start}{exchange}/refusal/doubt-")
}

/// How the keys begin of all mails that are looked for in a match, as far as that is known beforehand.
fn starts(info: &OfficeMatch) -> Vec<String> {
    let Some(stands) = info.snapshot.as_ref().map(|snapshot| &snapshot.standing) else { return Vec::new() };
    let mut all = Vec::new();
    if !stands.over {
        all.extend(to_umpire(&info.match_id, stands.exchange));
    }
    for party in &stands.parties {
        let start = format!("{}/{}/", info.match_id, party.id());
        all.push(doubts(&start, stands.exchange));
        all.extend(first_mails(&start));
    }
    all
}

/// What waits for the umpire in a match.
fn for_umpire(
    context: &OfficeContext,
    info: &OfficeMatch,
    stands: &Standing,
    is_past: bool,
) -> Result<Vec<String>, MatchFault> {
    let mut all = Vec::new();
    if stands.over {
        return Ok(all);
    }
    all.extend(stands.wanted.iter().map(|line| format!("declare {line}")));
    all.extend(stands.protests.iter().cloned());
    let missing: &[Party] = stands.open.as_ref().map_or(&[], |Open { missing, .. }| missing);
    let names = list_and(&missing.iter().map(|party| format!("the {}", party.name())).collect::<Vec<_>>());
    if is_past && !missing.is_empty() {
        if stands.is_outage(context.now)? {
            all.push(format!(
                "{names} are missing, so many at once that mail may be down: close it or move the deadline"
            ));
        } else if stands.left_to_umpire {
            all.push(format!("answer for {names}, or close the exchange"));
        }
    }
    let [start, joins, to_umpire] = to_umpire(&info.match_id, stands.exchange);
    for item in context.outbox.under(&start) {
        let mark = item.key.strip_prefix(&start).unwrap_or_default();
        let words = match mark.split_once('-') {
            Some(("doubts", party)) => {
                format!("mail in the name of the {party} did not prove itself ten times")
            }
            Some(("resigned", party)) => format!("the player of the {party} resigns: find a substitute"),
            Some(("asks", rest)) => {
                format!(
                    "the player of the {} asks for something; see the notice",
                    rest.split('-').next().unwrap_or(rest)
                )
            }
            Some(("bounce", _)) => "a mail came back".to_owned(),
            _ => continue,
        };
        all.push(words);
    }
    for item in context.outbox.under(&joins) {
        let side = item.key.strip_prefix(&joins).and_then(|rest| rest.split('-').next()).unwrap_or_default();
        let wanted = info.played.wants.iter().any(|party| party.id() == side);
        all.extend(wanted.then(|| format!("somebody would play the {side}; see the notice")));
    }
    let count = context.outbox.under(&to_umpire).count();
    if count > 0 {
        all.push(format!(
            "{} to {} in this exchange",
            engine::problem::count(count, "letter"),
            Voice::Umpire.in_words()
        ));
    }
    Ok(all)
}

/// When the player of each party of each match last had an answer.
fn last_mails(context: &OfficeContext) -> BTreeMap<(String, String), Timestamp> {
    let answered = context.inbox.answered().into_iter();
    let whose = |(whose, at): (String, Timestamp)| {
        whose.split_once('/').map(|(word, party)| ((word.to_owned(), party.to_owned()), at))
    };
    answered.filter_map(whose).collect()
}

impl Side {
    /// How it stands, in a few words.
    fn words(&self) -> String {
        let orders = match (self.asked, self.has_orders, self.is_final) {
            (false, ..) => "not asked",
            (true, false, _) if self.late => "LATE",
            (true, false, _) => "missing",
            (true, true, true) => "final",
            (true, true, false) => "in",
        };
        let mut words = orders.to_owned();
        if self.silent {
            words += ", silent";
        }
        if self.bounces > 0 {
            _ = write!(words, ", {}", engine::problem::count(self.bounces, "bounce"));
        }
        if self.doubts > 0 {
            _ = write!(words, ", {}", engine::problem::count(self.doubts, "doubt"));
        }
        words
    }
}

impl Match {
    /// Whether the umpire should look at it: something waits for him, a side is late or silent, or mail came
    /// back.
    pub fn is_troubled(&self) -> bool {
        let is_late = |side: &Side| side.late || side.silent || side.doubts > 0;
        !self.for_umpire.is_empty() || !self.undelivered.is_empty() || self.sides.iter().any(is_late)
    }

    /// The match in lines of words.
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{}: {}, exchange {}", self.match_id, self.standing, self.exchange)];
        lines.push(format!("  {}", self.due));
        for side in self.sides.iter().filter(|_| !self.over) {
            lines.push(format!("  {}, {}: {}", side.side.name(), side.player, side.standing));
        }
        lines.extend(self.for_umpire.iter().map(|words| format!("  FOR YOU: {words}")));
        lines.extend(self.undelivered.iter().map(|words| format!("  not delivered: {words}")));
        lines
    }

    fn due(&self) -> String {
        match (&self.deadline_words, &self.left) {
            _ if self.over => "over".to_owned(),
            _ if self.paused => "paused".to_owned(),
            (Some(words), Some(left)) => format!("{words} ({left} left)"),
            (Some(words), None) => format!("{words} (passed)"),
            (None, _) => "no deadline".to_owned(),
        }
    }
}

impl Overview {
    /// Every match in lines of words.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.matches.iter().flat_map(Match::lines).collect();
        lines.extend(self.unreadable.iter().map(|words| format!("NOT OPEN: {words}")));
        lines
    }

    /// What waits for whoever runs the office, in lines of words; then the rest, in one line unless it is
    /// short.
    pub fn first_lines(&self) -> Vec<String> {
        let (troubled, rest): (Vec<&Match>, Vec<&Match>) =
            self.matches.iter().partition(|it| !it.over && it.is_troubled());
        let mut lines: Vec<String> =
            self.unreadable.iter().map(|words| format!("NOT OPEN: {words}")).collect();
        lines.extend(troubled.iter().flat_map(|it| it.lines()));
        lines.extend(self.aside.iter().map(|file| format!("PUT ASIDE: {file}; look at it, then remove it")));
        lines.extend(self.league.iter().map(|words| format!("league: {words}")));
        if rest.len() <= FEW {
            lines.extend(rest.iter().flat_map(|it| it.lines()));
            return lines;
        }
        let going = rest.iter().filter(|it| !it.over);
        let next = going.clone().filter_map(|it| it.deadline).filter(|at| *at > self.at).min();
        let next =
            next.map(|at| format!(", the next deadline {}", from_now(self.at, at))).unwrap_or_default();
        let (going, over) = (going.count(), rest.iter().filter(|it| it.over).count());
        let going = engine::problem::count(going, "match");
        lines.push(format!("{going} in which nothing waits for you{next}; {over} over (`--all` lists them)"));
        lines
    }

    /// How many matches want something of the umpire, and how many sides are late.
    pub fn sum(&self) -> (usize, usize, usize) {
        let running = self.matches.iter().filter(|it| !it.over).count();
        let wanting = self.matches.iter().filter(|it| !it.for_umpire.is_empty()).count();
        let late = self.matches.iter().flat_map(|it| &it.sides).filter(|side| side.late).count();
        (running, wanting, late)
    }
}
