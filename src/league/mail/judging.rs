//! Panels by mail: what members write, what the desk asks for, and who reads of it.

use std::path::PathBuf;

use club::matches::MatchFault;
use club::matches::record::Judged;
use club::secretary::LeagueMail;
use engine::digest::Digest;
use engine::problem::{count, list_and, list_or, quote};
use tournament::Entrant;

use super::news::{News, addressed, mail};
use super::room::{Room, has_event};
use super::{Said, room};
use crate::acts::{self, Added, Desk, Drawn, MATCHES, word_of};
use crate::book::Book;
use crate::book::judging::{About, FoundBy};
use crate::book::result::DRAW;
use crate::sides::side_name;
use crate::state::{Board, Found};

/// An event, and a board of it.
type Place = (String, (u32, u32));

impl Room<'_, '_> {
    /// Takes a vote of the writer's on a panel on which he sits.
    pub(super) fn vote(
        &mut self,
        at: Option<&Place>,
        finds: &str,
        below: &[String],
    ) -> Result<Said, MatchFault> {
        let (who, reasons) = (self.judge()?, self.reason(below)?);
        let (event, at) = self.panel_of(&who, at)?;
        let promise = self.at_desk(&event, |desk| acts::vote(desk, &event, at, (&who, finds, &reasons)))?;
        let what = format!(
            "your vote on board {}/{} of {event} is in: {finds}. The newest counts until all are opened.",
            at.0, at.1
        );
        let line = format!("the book has its SHA-256 until then: {promise}");
        Ok(Said { lines: vec![line], ..Said::that(what) })
    }

    /// Takes what the writer says to the panel of his match, if it comes to one. Event and board are named if
    /// he plays several.
    pub(super) fn statement(
        &mut self,
        event: Option<&str>,
        at: Option<(u32, u32)>,
        below: &[String],
    ) -> Result<Said, MatchFault> {
        let who = self.player()?;
        let words = self.reason(below)?;
        let book = self.read()?;
        if let Some(event) = event {
            has_event(&book, event)?;
        }
        let is_meant = |(word, place): &Place| {
            event.is_none_or(|event| event == word) && at.is_none_or(|at| at == *place)
        };
        let fits: Vec<Place> = plays_at(&book, &who).into_iter().filter(is_meant).collect();
        drop(book);
        let [(event, at)] = fits.as_slice() else {
            if fits.is_empty() {
                let what = "no match of yours is under way there";
                return Err(MatchFault::no(what, "statements are taken while a match is played"));
            }
            let line = |(event, at): &Place| quote(&format!("statement {event} {}/{}", at.0, at.1));
            let lines: Vec<String> = fits.iter().map(line).collect();
            let what = "several matches of yours are under way";
            return Err(MatchFault::no(what, format!("write {}", list_or(&lines))));
        };
        let promise = self.at_desk(event, |desk| acts::state(desk, event, *at, (&who, &words)))?;
        let what = format!(
            "your statement on board {}/{} of {event} is in. If the match goes to a panel, its members read it, and everybody \
             after them; until then nobody does. The newest counts.",
            at.0, at.1
        );
        let line = format!("the book has its SHA-256 until then: {promise}");
        Ok(Said { lines: vec![line], ..Said::that(what) })
    }

    /// Gives the writer's seat on a panel back; the next by the lots reads of it.
    pub(super) fn decline(&mut self, at: Option<&Place>) -> Result<Said, MatchFault> {
        let who = self.player()?;
        let (event, at) = self.panel_of(&who, at)?;
        let (others, _) = self.at_desk(&event, |desk| {
            let drawn = acts::decline(desk, &event, at, &who)?;
            judges(desk, &event, at, &drawn)
        })?;
        let what = format!("you judge board {}/{} of {event} no more.", at.0, at.1);
        Ok(Said { others, ..Said::that(what) })
    }

    /// Draws the panel of a board, and writes to the members; a match that is judged stops before. Whom the
    /// organiser names gets a seat that the lots leave, for the reason below.
    pub(super) fn panel(
        &mut self,
        (event, at): (&str, (u32, u32)),
        about: About,
        members: &[String],
        below: &[String],
    ) -> Result<Said, MatchFault> {
        let why = if members.is_empty() { String::new() } else { self.needed_reason(below)? };
        let book = self.read()?;
        has_event(&book, event)?;
        let of = &book.league.events[event];
        let board = of.round(at.0).and_then(|round| round.board(at.1));
        let board = board.map_err(|what| MatchFault::no(what, "write it as in \"panel autumn 3/2\""))?;
        let (begun, ends) = (board.begun.clone(), of.settings.days(at.0).1);
        drop(book);
        if let Some((word, _)) = begun.filter(|_| about == About::Unfinished) {
            let folder = PathBuf::from(MATCHES).join(word);
            self.office.stop(&folder, &acts::stop_words(event, at.0, ends))?;
        }
        let (drawn, (others, unreached)) = self.at_desk(event, |desk| {
            let named = members.iter().map(|word| desk.entrant(word)).collect::<Result<_, _>>()?;
            let drawn = acts::draw_panel(desk, event, at, &Added { about, named, why, dossier: None })?;
            let news = judges(desk, event, at, &drawn)?;
            Ok((drawn, news))
        })?;
        let Drawn { panel, missing, others: left, .. } = drawn;
        let members: Vec<&str> = panel.members.iter().map(Entrant::word).collect();
        let sit = if members.is_empty() { "nobody".to_owned() } else { list_and(&members) };
        let mut lines: Vec<String> = left.iter().map(|(who, why)| format!("{who} {why}")).collect();
        if missing > 0 {
            let matter = if about == About::Unfinished { String::new() } else { format!("{about} ") };
            let line = quote(&format!("panel {event} {}/{} {matter}ENTRANT", at.0, at.1));
            let left = count(missing, "seat");
            lines.push(format!("{left} left: write {line}, with your reason below, to name a member"));
        }
        lines.extend(unreached);
        let what =
            format!("board {}/{} of {event} is judged by {sit}; {} presides:", at.0, at.1, panel.chair);
        Ok(Said { lines, others, ..Said::that(what) })
    }

    /// Opens the votes of a panel; what it finds goes to both players.
    pub(super) fn verdict(&mut self, event: &str, at: (u32, u32)) -> Result<Said, MatchFault> {
        let place = format!("board {}/{} of {event}", at.0, at.1);
        let waits = |why: String| MatchFault::no(why, "a chair votes as the members do: \"vote draw\"");
        let (found, hash, word, mut lines, (others, unreached)) = self.at_desk(event, |desk| {
            let (found, hash, _) = acts::find(desk, event, at).map_err(|fault| match fault {
                MatchFault::Waiting(why) => waits(why),
                other => other,
            })?;
            let board = desk.board(event, at)?;
            let ends = board.panel().is_ok_and(|panel| panel.about == About::Unfinished);
            let word = board.begun.clone().filter(|_| ends).map(|(word, _)| word);
            let news = found_words(desk, (event, at), board, &found);
            Ok((found, hash, word, reasons(board), news))
        })?;
        if let Some(word) = word {
            lines.extend(self.ended((event, at), &word, &found, hash)?);
        }
        lines.extend(unreached);
        let what = finds(&found);
        Ok(Said { lines, others, ..Said::that(format!("{place}: {what}.")) })
    }

    /// Ends the match that a panel judged, takes its result, and says both.
    fn ended(
        &mut self,
        (event, at): (&str, (u32, u32)),
        word: &str,
        found: &Found,
        hash: Digest,
    ) -> Result<Vec<String>, MatchFault> {
        let to = Some(found.finds.as_str()).filter(|finds| *finds != DRAW);
        let by = Judged { entry: found.entry, hash };
        let folder = PathBuf::from(MATCHES).join(word);
        let ends = match self.office.award(&folder, (to, by), acts::VERDICT_WORDS) {
            Ok(true) => format!("the match {word} has ended so"),
            Ok(false) => {
                let entry = found.entry;
                return Ok(vec![format!(
                    "the match {word} is not in this office; end it by the entry {entry}:{hash}"
                )]);
            }
            Err(MatchFault::No { what, .. }) => {
                return Ok(vec![format!("the match {word} did not end so: {what}")]);
            }
            Err(fault) => return Err(fault),
        };
        let result = match self.result(event, at) {
            Ok(said) => said.what,
            Err(MatchFault::No { what, mend }) => format!("its result was not taken: {what}; {mend}"),
            Err(fault) => return Err(fault),
        };
        Ok(vec![ends, result])
    }

    /// Who writes, as panels know him.
    fn judge(&self) -> Result<Entrant, MatchFault> {
        match (&self.entrant, self.official) {
            (Some(_), _) if self.letter.is_players => self.player(),
            (_, Some(official)) if self.letter.is_officials => Ok(word_of(self.settings, official)),
            _ => self.player(),
        }
    }

    /// The board whose panel has somebody and has not found yet: there must be one only, or it is named.
    fn panel_of(&self, who: &Entrant, named: Option<&Place>) -> Result<Place, MatchFault> {
        let book = self.read()?;
        if let Some((event, at)) = named {
            room::has_event(&book, event)?;
            return Ok((event.clone(), *at));
        }
        let found = sits_on(&book, who);
        match found.as_slice() {
            [place] => Ok(place.clone()),
            [] => Err(MatchFault::no(
                "you sit on no panel that has still to find",
                "members are written to when a panel is drawn",
            )),
            several => {
                let line = |(event, at): &Place| quote(&format!("vote {event} {}/{} draw", at.0, at.1));
                let lines: Vec<String> = several.iter().map(line).collect();
                Err(MatchFault::no("you sit on several panels", format!("write as in {}", list_or(&lines))))
            }
        }
    }
}

/// The boards whose newest panel has somebody, or had him until he declined, and has not found yet.
fn sits_on(book: &Book, who: &Entrant) -> Vec<Place> {
    let mut places = Vec::new();
    for (word, event) in &book.league.events {
        for round in &event.rounds {
            let sits = |board: &&Board| {
                board
                    .panels
                    .last()
                    .is_some_and(|it| it.verdict.is_none() && (it.has(who) || it.declined.contains(who)))
            };
            let boards = round.boards.iter().filter(sits);
            places.extend(boards.map(|board| (word.clone(), (round.number, board.number))));
        }
    }
    places
}

/// The boards at which somebody plays a match that has begun and has no result.
fn plays_at(book: &Book, who: &Entrant) -> Vec<Place> {
    let mut places = Vec::new();
    for (word, event) in &book.league.events {
        if let Some(round) = event.current() {
            let open = round.boards_of(who).filter(|it| it.begun.is_some() && it.result.is_none());
            places.extend(open.map(|board| (word.clone(), (round.number, board.number))));
        }
    }
    places
}

/// What members of a panel read; whoever has read it reads it once.
fn judges(
    desk: &Desk<'_>,
    event: &str,
    (round, number): (u32, u32),
    drawn: &Drawn,
) -> Result<News, MatchFault> {
    let board = desk.board(event, (round, number))?;
    let panel = &drawn.panel;
    let league = &desk.book.league;
    let seat =
        |(side, who): (&String, &Entrant)| format!("{} played the {}", league.name(who), side_name(side));
    let seats: Vec<String> = board.seats.iter().map(seat).collect();
    let word = board.begun.as_ref().map_or("", |(word, _)| word);
    let until = drawn.until.map_or(String::new(), |it| format!(" Vote until {it}."));
    let asked = match panel.about {
        About::Unfinished => format!("{word} was not over in time, and you say how it would have ended"),
        about @ (About::Protest(_) | About::Appeal(_)) => {
            format!("you say what becomes of {about} in {word}")
        }
    };
    let what = format!("you sit on the panel of board {number} of round {round} of {event}: {asked}.{until}");
    let said = board.said().into_iter().map(|(who, words)| format!("{} says: {words}", league.name(who)));
    let mut lines = vec![list_and(&seats)];
    lines.extend(said);
    lines.extend(
        [
            "nobody reads votes and reasons before all are opened; with the verdict everybody does",
            "answer with one of these lines, and your reasons below it; the last gives your seat back",
        ]
        .map(str::to_owned),
    );
    let here = format!("{event} {round}/{number}");
    let mut copy: String = panel.choices.iter().map(|it| format!("vote {here} {it}\n")).collect();
    copy += &format!("decline {here}\n");
    let mark = format!("panel-{event}-{round}-{number}-{}", panel.about.to_string().replace(' ', "-"));
    let letter = LeagueMail { lines, copy, mark, ..mail(what) };
    Ok(addressed(desk, panel.members.iter().map(|who| (who.clone(), letter.clone())).collect()))
}

/// What both players read of a verdict.
fn found_words(desk: &Desk<'_>, (event, at): (&str, (u32, u32)), board: &Board, found: &Found) -> News {
    let what = format!("the panel of board {}/{} of {event} has found: {}.", at.0, at.1, finds(found));
    let mark = format!("verdict-{event}-{}-{}-{}", at.0, at.1, found.entry);
    let letter = LeagueMail { lines: reasons(board), mark, ..mail(what) };
    addressed(desk, board.both().map(|who| (who.clone(), letter.clone())).into())
}

/// The votes of a panel that has found, a line each.
fn reasons(board: &Board) -> Vec<String> {
    let cast = board.panels.last().map(|panel| panel.cast()).unwrap_or_default();
    let line = |it: crate::state::Cast| match it.reasons.is_empty() {
        true => format!("{}: {}", it.by, it.finds),
        false => format!("{}: {}. {}", it.by, it.finds, it.reasons),
    };
    cast.into_iter().map(line).collect()
}

/// What a panel found, as the end of a sentence.
fn finds(found: &Found) -> String {
    let by = match found.by {
        FoundBy::Majority => "more than half of the votes are for it",
        FoundBy::Chair => "by the chair",
    };
    format!("{} ({by})", found.finds)
}
