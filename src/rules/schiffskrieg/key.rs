//! The keys of questions, and what stands between their strokes; rolls are labelled by them as well.

use super::faction::Faction;
use crate::table::key::{NoKey, Part, Turn, keys, number, numbered};

keys! {
    /// The key of a question: the turn, the faction whose turn it is, the number of the thing that it does, and what is
    /// asked about it.
    pub enum Key<'k> {
        /// Where pieces are set up.
        SetUp { turn: Turn, faction: Faction } = turn/faction/"set-up";
        /// What a faction does in its Support Segment.
        Missions { turn: Turn, faction: Faction } = turn/faction/"missions";
        /// The same again, after so many things.
        MissionsAgain { turn: Turn, faction: Faction, thing: Thing } = turn/faction/"missions"/thing;
        /// The Task Force of a support unit that is placed, or of a Base Attack Raid.
        Compose { turn: Turn, faction: Faction, unit: &'k str } = turn/faction/"compose"/unit;
        /// Whether a placement is contested, and by what; for the so manieth time.
        Contest { turn: Turn, faction: Faction, thing: Thing, time: Time, by: Faction } =
            turn/faction/thing/"contest"/time/by;
        /// The Task Force of the unit that contests.
        Answer { turn: Turn, faction: Faction, thing: Thing, time: Time, by: Faction } =
            turn/faction/thing/"compose"/time/by;
        /// The Task Force of the phasing side, made anew for a further contest.
        Reform { turn: Turn, faction: Faction, thing: Thing, time: Time } =
            turn/faction/thing/"reform"/time;
        /// Where ships and LBAs rebase.
        Rebase { turn: Turn, faction: Faction } = turn/faction/"rebase";
        /// Where those go that must.
        Forced { turn: Turn, faction: Faction, why: &'k str } = turn/faction/"forced"/why;
        /// Where pieces go home, and where those that arrive are based.
        Return { turn: Turn, faction: Faction } = turn/faction/"return";
        /// Day or Night (4.2).
        DayNight { turn: Turn, faction: Faction, thing: Thing, round: Round, by: Faction } =
            turn/faction/thing/round/"day-night"/by;
        /// Who fires at what (4.3.1).
        Targets { turn: Turn, faction: Faction, thing: Thing, round: Round, by: Faction } =
            turn/faction/thing/round/"targets"/by;
        /// Whether a side retires (4.5).
        Retire { turn: Turn, faction: Faction, thing: Thing, round: Round, by: Faction } =
            turn/faction/thing/round/"retire"/by;
        /// What falls at a target: attack dice or damage dice.
        Fire { turn: Turn, faction: Faction, thing: Thing, round: Round, by: Faction, unit: &'k str } =
            turn/faction/thing/round/by/unit;
    }
}

/// A faction, by its word.
impl Part<'_> for Faction {
    fn write(&self, key: &mut String) {
        key.push_str(self.id());
    }

    fn read(part: &str) -> Result<Faction, NoKey> {
        Faction::named(part).ok_or_else(|| NoKey::Part(format!("`{part}` is no faction")))
    }
}

/// The so manieth thing that a faction does in its turn, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thing(pub u8);

impl Part<'_> for Thing {
    fn write(&self, key: &mut String) {
        numbered(key, "", self.0);
    }

    fn read(part: &str) -> Result<Thing, NoKey> {
        number(part, "").map(Thing)
    }
}

/// The so manieth contest of a placement, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(pub u8);

impl Part<'_> for Time {
    fn write(&self, key: &mut String) {
        numbered(key, "", self.0);
    }

    fn read(part: &str) -> Result<Time, NoKey> {
        number(part, "").map(Time)
    }
}

/// A round of a battle, as `r1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round(pub u8);

impl Part<'_> for Round {
    fn write(&self, key: &mut String) {
        numbered(key, "r", self.0);
    }

    fn read(part: &str) -> Result<Round, NoKey> {
        number(part, "r").map(Round)
    }
}
