//! Panels: who sits on them, their votes, what they find.

use std::collections::BTreeMap;

use club::matches::MatchFault;
use engine::digest::Digest;
use engine::problem::{list_and, list_or, quote, suggest};
use jiff::Timestamp;
use jiff::civil::Date;
use tournament::Entrant;

use super::Desk;
use super::opening::sync;
use super::pairing::seed;
use super::seating::{files, keep, sealed, sealed_now};
use crate::ballot::{Ballot, LARGEST, Says};
use crate::book::Fact;
use crate::book::fact::BallotKind;
use crate::book::judging::About;
use crate::figures::{Judges, case, draw_key};
use crate::settings::{LeagueSettings, ORGANISER, Official, Person};
use crate::state::{Event, Found, Panel};

/// The word of a deputy who is no entrant.
const DEPUTY: &str = "deputy";

/// What an organiser adds to the lots.
#[derive(Clone, Debug, Default)]
pub struct Added {
    /// What is judged.
    pub about: About,
    /// Members for seats that the lots leave.
    pub named: Vec<Entrant>,
    /// Why these.
    pub why: String,
    /// The hash of what the members are handed.
    pub dossier: Option<Digest>,
}

/// A panel as it was drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The panel.
    pub panel: Panel,
    /// Whether it was there already, just so.
    pub again: bool,
    /// How many seats are left.
    pub missing: usize,
    /// Who entered the event and sits not on it, and why.
    pub others: Vec<(Entrant, &'static str)>,
    /// Until when members can vote.
    pub until: Option<Timestamp>,
}

/// Draws a panel for a board, or fills seats of the one that is there.
///
/// # Errors
/// If the board cannot be judged, or somebody who is named may not sit there.
pub fn draw_panel(
    desk: &mut Desk<'_>,
    word: &str,
    at: (u32, u32),
    added: &Added,
) -> Result<Drawn, MatchFault> {
    let board = desk.board(word, at)?;
    let before = board.panels.last().filter(|panel| panel.about == added.about).cloned();
    let fact = panel_fact(desk, word, at, (before.as_ref(), added))?;
    let again = before.as_ref().is_some_and(|panel| is_same(panel, &fact));
    if !again {
        // Whoever is named may be new to the club.
        let mut facts = if added.named.is_empty() { Vec::new() } else { sync(desk) };
        facts.push((Some(at.0), fact));
        if board.statements.is_none() && !board.stated.is_empty() && added.about == About::Unfinished {
            let files = files(desk, board.stated.iter(), at, true)?;
            let (event, what) = (word.to_owned(), BallotKind::Statement);
            facts.push((Some(at.0), Fact::Opened { event, board: at.1, what, files }));
        }
        desk.write(&facts)?;
    }
    drawn(desk, word, at, again)
}

/// The panel of a board as it stands.
fn drawn(desk: &Desk<'_>, word: &str, at: (u32, u32), again: bool) -> Result<Drawn, MatchFault> {
    let event = desk.event(word)?;
    let board = desk.board(word, at)?;
    let panel = board.panel().map_err(no_panel)?.clone();
    let case = case(&desk.book.league, word, event, (at.0, board));
    let why = |who: &Entrant| match case.bar(who) {
        _ if *who == panel.chair => "presides",
        _ if panel.declined.contains(who) => "declined",
        Some(bar) => bar.words(),
        None => "was not drawn",
    };
    let others = case.entered().iter().filter(|it| !panel.members.contains(it));
    let others = others.map(|it| (it.clone(), why(it))).collect();
    let missing = (event.settings.panel.size as usize).saturating_sub(panel.members.len());
    Ok(Drawn { missing, others, until: panel.until(event), panel, again })
}

/// The fact of a panel: the lots first, then whom the organiser names.
fn panel_fact(
    desk: &Desk<'_>,
    word: &str,
    at: (u32, u32),
    (before, added): (Option<&Panel>, &Added),
) -> Result<Fact, MatchFault> {
    let event = desk.event(word)?;
    let board = desk.board(word, at)?;
    let judges = case(&desk.book.league, word, event, (at.0, board));
    let chair = match before {
        Some(panel) => panel.chair.clone(),
        None => chair(desk.settings, event, &board.both().map(Clone::clone))?,
    };
    let round = event.round(at.0).map_err(no_panel)?;
    let key = draw_key(&desk.book.league, word, round, &seed(desk, word)?);
    let (mut members, missing) = judges.draw(&key, before, &chair);
    let mut named = before.map_or(BTreeMap::new(), |panel| panel.named.clone());
    let new: Vec<&Entrant> = added.named.iter().filter(|it| !members.contains(it)).collect();
    if new.len() > missing {
        let what = format!("the panel has {missing} seats left, and {} are named", new.len());
        return Err(MatchFault::no(what, "the lots come first: name members for the seats that are left"));
    }
    for who in new {
        may_be_named(&judges, who, &chair)?;
        named.insert(who.clone(), added.why.clone());
        members.push(who.clone());
    }
    let dossier = added.dossier.or(before.and_then(|panel| panel.dossier));
    Ok(Fact::Panel {
        event: word.to_owned(),
        board: at.1,
        about: added.about,
        members,
        named,
        chair,
        dossier,
    })
}

fn may_be_named(judges: &Judges, who: &Entrant, chair: &Entrant) -> Result<(), MatchFault> {
    let why = match judges.bar(who) {
        _ if who == chair => "presides already",
        Some(bar) if judges.is_near(who) => bar.words(),
        _ => return Ok(()),
    };
    Err(MatchFault::no(format!("{who} {why}, so he cannot judge it"), "name somebody else"))
}

fn is_same(panel: &Panel, fact: &Fact) -> bool {
    let Fact::Panel { members, named, dossier, .. } = fact else { return false };
    (&panel.members, &panel.named, &panel.dossier) == (members, named, dossier)
}

/// Who presides: the chair of the event; where he plays the match himself, the first deputy who does not.
fn chair(settings: &LeagueSettings, event: &Event, players: &[Entrant]) -> Result<Entrant, MatchFault> {
    let first = match event.settings.panel.chair.as_str() {
        ORGANISER => word_of(settings, &settings.organiser),
        word => Entrant::new(word),
    };
    let deputies = settings.deputies.iter().map(|it| word_of(settings, it));
    let chairs: Vec<Entrant> = std::iter::once(first).chain(deputies).collect();
    tournament::panel::chair(&chairs, players).cloned().ok_or_else(|| {
        let what = "whoever could preside over the panel plays the match himself";
        MatchFault::no(what, "write somebody else under `deputies` in league.yaml")
    })
}

/// The word under which somebody who acts for the club presides: his own if he is a player.
pub(crate) fn word_of(settings: &LeagueSettings, official: &Official) -> Entrant {
    let is_he = |person: &Person| {
        person.address.as_ref().is_some_and(|it| it.eq_ignore_ascii_case(&official.address))
            || person.key.is_some() && person.key == official.key
    };
    let own = settings.entrants.iter().find(|(_, person)| is_he(person)).map(|(entrant, _)| entrant.clone());
    let place = settings.deputies.iter().position(|it| it == official);
    own.unwrap_or_else(|| match place {
        None => Entrant::new(ORGANISER),
        Some(0) => Entrant::new(DEPUTY),
        Some(place) => Entrant::new(&format!("{DEPUTY}-{}", place + 1)),
    })
}

/// Why a match ends that a panel judged, for its sides to read.
pub const VERDICT_WORDS: &str = "the verdict of a panel";

/// Why a match stops, for its sides to read. `ends` is the last day of its round.
pub fn stop_words(event: &str, round: u32, ends: Date) -> String {
    format!("Round {round} of {event} ends on {ends}, and the match is not over: a panel judges it.")
}

/// Somebody gives his seat back, and the next by the lots has it. A second time it is done already.
///
/// # Errors
/// If he has no seat, has declined before, or votes are open.
pub fn decline(desk: &mut Desk<'_>, word: &str, at: (u32, u32), who: &Entrant) -> Result<Drawn, MatchFault> {
    let panel = desk.board(word, at)?.panel().map_err(no_panel)?;
    if panel.declined.contains(who) && !panel.members.contains(who) {
        return drawn(desk, word, at, true);
    }
    let mut without = panel.clone();
    without.members.retain(|it| it != who);
    without.named.remove(who);
    without.declined.insert(who.clone());
    let about = without.about;
    let added = Added { about, ..Added::default() };
    let next = panel_fact(desk, word, at, (Some(&without), &added))?;
    let gone = Fact::Declined { event: word.to_owned(), board: at.1, entrant: who.clone() };
    desk.write(&[(Some(at.0), gone), (Some(at.0), next)])?;
    drawn(desk, word, at, false)
}

/// Takes a vote: it is sealed, promised in the book, and kept until all votes are opened. Gives the promise.
///
/// # Errors
/// If he has no vote, it is for nothing that can be found, or votes are open.
pub fn vote(
    desk: &mut Desk<'_>,
    word: &str,
    at: (u32, u32),
    (by, finds, reasons): (&Entrant, &str, &str),
) -> Result<Digest, MatchFault> {
    let says = Says::Vote { verdict: finds.to_owned(), reasons: plain(reasons) };
    may_vote(desk, word, at, (by, finds))?;
    let promised = desk.board(word, at)?.panel().map_err(no_panel)?.promised.iter().find(|it| it.by == *by);
    let before = promised.map(|it| it.sha256);
    let ballot = sealed_now(desk, (word, at), by, says)?;
    match known(desk, before, &ballot)? {
        Some(promise) => Ok(promise),
        None => take_vote(desk, &ballot),
    }
}

/// Takes what a player says to the panel of his match: it is sealed, promised in the book, and opened with
/// the panel. Gives the promise.
///
/// # Errors
/// If he does not play there, it says nothing, or the statements are open.
pub fn state(
    desk: &mut Desk<'_>,
    word: &str,
    at: (u32, u32),
    (by, words): (&Entrant, &str),
) -> Result<Digest, MatchFault> {
    let words = plain(words);
    if words.is_empty() {
        return Err(MatchFault::no("the statement says nothing", "write what the panel should know"));
    }
    let before = desk.board(word, at)?.stated.iter().find(|it| it.by == *by).map(|it| it.sha256);
    let ballot = sealed_now(desk, (word, at), by, Says::Statement { words })?;
    match known(desk, before, &ballot)? {
        Some(promise) => Ok(promise),
        None => take(desk, &ballot),
    }
}

/// The promise before, if it was of just the same words.
fn known(desk: &Desk<'_>, before: Option<Digest>, ballot: &Ballot) -> Result<Option<Digest>, MatchFault> {
    let Some(sha256) = before else { return Ok(None) };
    let text = sealed(desk, sha256)?;
    let is_same = text.is_some_and(|text| Ballot::read(&text).is_ok_and(|it| it.says == ballot.says));
    Ok(is_same.then_some(sha256))
}

/// Seals a vote and promises it.
///
/// # Errors
/// As [`vote`].
pub(super) fn take_vote(desk: &mut Desk<'_>, ballot: &Ballot) -> Result<Digest, MatchFault> {
    let Says::Vote { verdict, .. } = &ballot.says else {
        return Err(MatchFault::Bug("a ballot is no vote".to_owned()));
    };
    may_vote(desk, &ballot.event, (ballot.round, ballot.board), (&ballot.by, verdict))?;
    take(desk, ballot)
}

/// Seals a ballot and promises it.
///
/// # Errors
/// If it is too long, or cannot be promised.
pub(super) fn take(desk: &mut Desk<'_>, ballot: &Ballot) -> Result<Digest, MatchFault> {
    let Ballot { event, round, board, by, says, .. } = ballot;
    let text = ballot.write();
    if text.len() > LARGEST || Ballot::read(&text).as_ref() != Ok(ballot) {
        let what =
            format!("the words are too long, or hold something else than text: at most {LARGEST} bytes");
        return Err(MatchFault::no(what, "write less"));
    }
    let sha256 = ballot.promise();
    keep(desk, sha256, &text)?;
    super::promise(desk, event, (*round, *board), (says.kind(), by, sha256))?;
    Ok(sha256)
}

fn may_vote(
    desk: &Desk<'_>,
    word: &str,
    at: (u32, u32),
    (by, finds): (&Entrant, &str),
) -> Result<(), MatchFault> {
    let panel = desk.board(word, at)?.panel().map_err(no_panel)?;
    if !panel.has(by) {
        let sit: Vec<&str> = panel.members.iter().chain([&panel.chair]).map(Entrant::word).collect();
        let what = format!("{} does not sit on the panel of board {}/{}", quote(by.word()), at.0, at.1);
        return Err(MatchFault::no(what, format!("votes are of {}", list_and(&sit))));
    }
    if !panel.choices.iter().any(|it| it == finds) {
        let what = format!("{} is no vote", quote(finds));
        let mend = match suggest(finds, panel.choices.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write {}", list_or(&panel.choices)),
        };
        return Err(MatchFault::no(what, mend));
    }
    Ok(())
}

/// Reasons as a ballot has them: lines without blanks at their ends and without control characters.
fn plain(reasons: &str) -> String {
    let line =
        |line: &str| line.chars().filter(|c| !c.is_control()).collect::<String>().trim_end().to_owned();
    let lines: Vec<String> = reasons.lines().map(line).collect();
    lines.join("\n").trim().to_owned()
}

/// Opens the votes of a board's panel once all are in or the time is over, and writes down what follows from
/// them. Gives that with the hash of its entry, and whether it was there already.
///
/// # Errors
/// If votes or the chair are waited for.
pub fn find(desk: &mut Desk<'_>, word: &str, at: (u32, u32)) -> Result<(Found, Digest, bool), MatchFault> {
    let event = desk.event(word)?;
    let panel = desk.board(word, at)?.panel().map_err(no_panel)?;
    if let Some(found) = panel.verdict.clone() {
        let hash = desk.book.hash_of(found.entry);
        return Ok((found, hash, true));
    }
    let now: Option<Timestamp> = desk.now.parse().ok();
    let until = panel.until(event);
    let is_over = now.zip(until).is_some_and(|(now, until)| now >= until);
    let silent = panel.silent();
    if panel.opened.is_none() && !silent.is_empty() && !is_over {
        let silent: Vec<&str> = silent.into_iter().map(Entrant::word).collect();
        let until = until.map_or(String::new(), |it| format!(" until {it}"));
        return Err(MatchFault::Waiting(format!(
            "the panel of board {}/{} waits{until} for the votes of {}",
            at.0,
            at.1,
            list_and(&silent)
        )));
    }
    let mut opened = panel.clone();
    let is_new = |by: &Entrant| panel.opened.as_ref().is_none_or(|it| !it.contains_key(by));
    let due = panel.promised.iter().filter(|it| is_new(&it.by));
    let texts = files(desk, due, at, is_over)?;
    opened.opened.get_or_insert_default().extend(texts.clone());
    let mut facts = Vec::new();
    if panel.opened.is_none() || !texts.is_empty() {
        let (event, what) = (word.to_owned(), BallotKind::Vote);
        facts.push((Some(at.0), Fact::Opened { event, board: at.1, what, files: texts }));
    }
    let found = opened.finds();
    if let Some(Found { finds, by, votes, .. }) = found.clone() {
        facts.push((Some(at.0), Fact::Verdict { event: word.to_owned(), board: at.1, finds, by, votes }));
    }
    let chair = panel.chair.clone();
    if !facts.is_empty() {
        desk.write(&facts)?;
    }
    let head = desk.book.head();
    let waits = || {
        MatchFault::Waiting(format!(
            "the votes are open and none has more than half of them: {chair} decides"
        ))
    };
    found.map(|found| (Found { entry: head.number, ..found }, head.hash, false)).ok_or_else(waits)
}

fn no_panel(what: String) -> MatchFault {
    MatchFault::no(what, "draw one: sealord league panel CLUB EVENT ROUND/BOARD")
}
