//! Battles at the table: each side says what came of a battle, what is impossible is refused, and both must
//! agree (battle plans 2).

mod question;
mod said;
#[cfg(test)]
mod tests;

use said::Said;

use super::combat::{Meeting, Settled};
use super::event::{Event, Found, Next, Verdict};
use super::key::What;
use super::options::Battles;
use super::state::{AtTable, Ruling, War};
use super::{Ask, Table, WarAtSea};
use engine::side::Side;
use engine::table::Step;
use tactical::Dossier;

/// What both sides say of a battle at the table. Nothing if it is fought as a staff battle instead.
///
/// # Halts
/// While the sides are asked, or the umpire has to rule.
pub(super) fn settle(table: &mut Table<'_>, meeting: &Meeting, dossier: &Dossier) -> Step<Option<Settled>> {
    Desk { meeting, dossier }.settle(table)
}

/// What must be ruled before the match goes on: what came of battles of which the sides have not agreed.
pub(super) fn wanted(war: &War) -> Vec<String> {
    let words = |table: &AtTable| {
        let battle = &table.battle;
        format!("what came of the battle {battle}, by a ruling: `battle {battle} SIDE`, for example")
    };
    war.tables.iter().filter(|table| table.waits).map(words).collect()
}

impl WarAtSea {
    /// Whether a battle goes to the table: all do, none, or those that both sides want there.
    pub(super) fn is_at_table(&self, war: &War, meeting: &Meeting) -> bool {
        match self.scenario.chosen.battles {
            Battles::Staff => false,
            Battles::Tabletop => true,
            Battles::Ask => meeting.sides.iter().all(|side| war.wants_table(*side, meeting.at)),
        }
    }
}

/// Where the results of one battle come in.
struct Desk<'d> {
    meeting: &'d Meeting,
    dossier: &'d Dossier,
}

impl Desk<'_> {
    fn settle(&self, table: &mut Table<'_>) -> Step<Option<Settled>> {
        let Meeting { at, number, sides, .. } = *self.meeting;
        let Ok(dossier) = serde_json::to_string(self.dossier) else {
            return table.fault("a dossier cannot be written");
        };
        table.record(Event::Met { at, number, sides: sides.into(), dossier })?;
        let rulings = &table.state().rulings;
        let ruling = rulings.iter().find(|ruling| ruling.battle == self.dossier.battle).cloned();
        let mut notes = Vec::new();
        match &ruling {
            Some(Ruling { verdict: Verdict::Staff, reason, .. }) => {
                self.tell(table, Found::Ruled, Next::Staff, vec![reason.clone()])?;
                return Ok(None);
            }
            Some(Ruling { verdict: Verdict::Result(words), reason, .. }) => {
                let ask = self.ask(table, sides[0], What::Result, None);
                match table.system().said_in_words(table.state(), &ask, words) {
                    Ok(said) => return self.ruled(table, reason, &said),
                    Err(why) => notes.push(format!("The umpire's ruling cannot be taken: {why}.")),
                }
            }
            Some(Ruling { verdict: Verdict::As(_), .. }) | None => {}
        }
        let first = self.hear(table, What::Result, &[None, None], &notes)?;
        if let Some(Ruling { verdict: Verdict::As(side), reason, .. }) = &ruling
            && let Some(end) = sides.iter().position(|of| of == side)
            && let Some(said) = &first[end]
        {
            let said = self.corrected(table, *side, said)?;
            return self.ruled(table, reason, &said);
        }
        match &first {
            [Some(one), Some(other)] if one == other => self.taken(table, one).map(Some),
            [Some(one), Some(other)] => self.disputed(table, one, other),
            [Some(said), None] | [None, Some(said)] => self.sole(table, said),
            [None, None] => {
                let next = undecided(table.system().scenario.chosen.none_ruled);
                self.tell(table, Found::Nothing, next, Vec::new())?;
                stop(table, next)
            }
        }
    }

    /// One side said something and the other nothing. What must be agreed is not taken from one alone.
    fn sole(&self, table: &mut Table<'_>, said: &Said) -> Step<Option<Settled>> {
        let chosen = table.system().scenario.chosen;
        if !chosen.sole_ruled && !said.is_by_agreement() {
            self.tell(table, Found::Sole, Next::Taken, Vec::new())?;
            return self.taken(table, said).map(Some);
        }
        let next = undecided(chosen.sole_ruled || chosen.none_ruled);
        self.tell(table, Found::Sole, next, Vec::new())?;
        stop(table, next)
    }

    /// The results differ: both sides see where, and are asked once more.
    fn disputed(&self, table: &mut Table<'_>, one: &Said, other: &Said) -> Step<Option<Settled>> {
        let lines = self.differences(table, one, other);
        self.tell(table, Found::Differ, Next::Asked, lines.clone())?;
        let again = self.hear(table, What::Again, &[Some(one), Some(other)], &lines)?;
        let [Some(one), Some(other)] = &again else {
            return table.fault("a side that was asked again said nothing");
        };
        if one == other {
            return self.taken(table, one).map(Some);
        }
        let next = undecided(table.system().scenario.chosen.disputed_ruled);
        let lines = self.differences(table, one, other);
        self.tell(table, Found::DifferAgain, next, lines)?;
        stop(table, next)
    }

    /// What a side said last: again, if it was asked again before the umpire ruled.
    fn corrected(&self, table: &mut Table<'_>, side: Side, said: &Said) -> Step<Said> {
        let ask = self.ask(table, side, What::Again, Some(said));
        if !table.has_answered(side.into(), &ask.key) {
            return Ok(said.clone());
        }
        let picks = table.ask(side, &ask)?;
        Ok(Said::read(&ask, &picks).unwrap_or_else(|| said.clone()))
    }

    /// Asks both sides what came of the battle, with lines that they should have before their eyes.
    fn hear(
        &self,
        table: &mut Table<'_>,
        what: What,
        before: &[Option<&Said>; 2],
        lines: &[String],
    ) -> Step<[Option<Said>; 2]> {
        let sides = self.meeting.sides;
        let asks = [0, 1].map(|end| {
            let mut ask = self.ask(table, sides[end], what, before[end]);
            // What is new stands first.
            ask.about.splice(0..0, lines.iter().cloned());
            (sides[end], ask)
        });
        let answers = table.ask_all(&asks)?;
        Ok([0, 1].map(|end| Said::read(&asks[end].1, &answers[end])))
    }

    fn ask(&self, table: &Table<'_>, side: Side, what: What, before: Option<&Said>) -> Ask {
        let Meeting { at, number, .. } = *self.meeting;
        table.system().asked_of_the_table(table.state(), (at, number), self.dossier, (side, what), before)
    }

    fn differences(&self, table: &Table<'_>, one: &Said, other: &Said) -> Vec<String> {
        table.system().differences(table.state(), self.meeting.sides, [one, other])
    }

    fn ruled(&self, table: &mut Table<'_>, reason: &str, said: &Said) -> Step<Option<Settled>> {
        self.tell(table, Found::Ruled, Next::Taken, vec![reason.to_owned()])?;
        self.taken(table, said).map(Some)
    }

    fn taken(&self, table: &Table<'_>, said: &Said) -> Step<Settled> {
        let report = table.system().report_of(table.state(), self.dossier, said);
        let (winner, points) = table.system().judged(self.dossier, &report);
        Ok(Settled { report, winner, points, story: Vec::new() })
    }

    fn tell(&self, table: &mut Table<'_>, found: Found, next: Next, lines: Vec<String>) -> Step<()> {
        let Meeting { at, number, sides, .. } = *self.meeting;
        table.record(Event::Compared { at, number, sides: sides.into(), found, next, lines })
    }
}

/// What becomes of a battle of which no result was taken.
fn undecided(umpire: bool) -> Next {
    if umpire { Next::Umpire } else { Next::Staff }
}

/// Waits for the umpire, or leaves the battle to the program.
fn stop(table: &mut Table<'_>, next: Next) -> Step<Option<Settled>> {
    match next {
        Next::Umpire => table.wait(),
        Next::Asked | Next::Taken | Next::Staff => Ok(None),
    }
}
