//! The keys of questions, and what stands between their strokes; rolls are labelled by them as well.

use super::board::SeaMap;
use super::faction::Faction;
use super::pieces::Nation;
use engine::question::key::{NoKey, Part, Turn, keys, number, numbered};

keys! {
    /// The key of a question: the turn, the faction whose turn it is, the number of the thing that it does,
    /// and what is asked about it.
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
        /// Whether Luck is used for a roll, by the label of the roll with dots for strokes (13).
        Luck { turn: Turn, faction: Faction, what: &'k str } = turn/faction/"luck"/what;
        /// Who goes on a commerce raid (5.1.1).
        CommerceRaid { turn: Turn, faction: Faction, map: SeaMap } = turn/faction/"commerce-raid"/map;
        /// Who intercepts it, and in which groups.
        Intercept { turn: Turn, faction: Faction, map: SeaMap } = turn/faction/"intercept"/map;
        /// Whether interceptors fight.
        Engage { turn: Turn, faction: Faction, map: SeaMap } = turn/faction/"engage"/map;
        /// What a commerce raid brings.
        RaidGain { turn: Turn, faction: Faction, map: SeaMap } = turn/faction/"raid-gain"/map;
        /// What it costs the Western faction.
        RaidLoss { turn: Turn, faction: Faction, map: SeaMap } = turn/faction/"raid-loss"/map;
        /// Those who answer a Base Attack Raid (10.7, 10.10).
        InterceptRaiders { turn: Turn, faction: Faction, thing: Thing, by: Faction } =
            turn/faction/thing/"intercept-raiders"/by;
        /// What an X-boat on patrol attacks.
        PatrolTarget { turn: Turn, faction: Faction, thing: Thing } = turn/faction/thing/"patrol-target";
        /// What a country builds.
        Build { turn: Turn, faction: Faction, nation: Nation } = turn/faction/"build"/nation;
        /// Which LBAs reorganize.
        Reorganize { turn: Turn, faction: Faction } = turn/faction/"reorganize";
        /// The Emergency Recall.
        EmergencyRecall { turn: Turn, faction: Faction } = turn/faction/"emergency-recall";
        /// The Servron marker.
        Servron { turn: Turn, faction: Faction } = turn/faction/"servron";
        /// Which ships hold the Reserve Fleet of a port.
        ReserveHold { turn: Turn, faction: Faction, port: &'k str } = turn/faction/"reserve-hold"/port;
        /// Whether the Reserve Fleet marker of a port is removed (11.5, 11.8).
        Release { turn: Turn, faction: Faction, port: &'k str } = turn/faction/"release"/port;
        /// Where the pieces of a minor country come in, or what comes of an event.
        Happening { turn: Turn, faction: Faction, why: &'k str } = turn/faction/"event"/why;
        /// Which pieces are withdrawn to the other theatre.
        Withdraw { turn: Turn, faction: Faction, why: &'k str } = turn/faction/"withdraw"/why;
        /// Which pieces are recalled from it.
        Recall { turn: Turn, faction: Faction, why: &'k str } = turn/faction/"recall"/why;
        /// Day or Night (4.2).
        DayNight { turn: Turn, faction: Faction, thing: Thing, round: Round, by: Faction } =
            turn/faction/thing/round/"day-night"/by;
        /// Who fires at what (4.3.1).
        Targets { turn: Turn, faction: Faction, thing: Thing, round: Round, by: Faction } =
            turn/faction/thing/round/"targets"/by;
        /// Whether a side retires (4.5).
        Retire { turn: Turn, faction: Faction, thing: Thing, round: Round, by: Faction } =
            turn/faction/thing/round/"retire"/by;
        /// Where the pieces of a side that repulsed a placement go home (4.6.3).
        Home { turn: Turn, faction: Faction, thing: Thing, by: Faction } = turn/faction/thing/"home"/by;
        /// What falls at a target: attack dice or damage dice.
        Fire { turn: Turn, faction: Faction, thing: Thing, round: Round, by: Faction, unit: &'k str } =
            turn/faction/thing/round/by/unit;
    }
}

impl Key<'_> {
    /// The kind of the question; of a label of dice nothing that a question has.
    pub fn kind(&self) -> &'static str {
        match self {
            Key::SetUp { .. } => "set-up",
            Key::Missions { .. } | Key::MissionsAgain { .. } => "missions",
            Key::Compose { .. } | Key::Answer { .. } => "compose",
            Key::Contest { .. } => "contest",
            Key::Reform { .. } => "reform",
            Key::Rebase { .. } => "rebase",
            Key::Forced { .. } => "forced",
            Key::Return { .. } | Key::Home { .. } => "return",
            Key::Luck { .. } => "luck",
            Key::CommerceRaid { .. } => "commerce-raid",
            Key::Intercept { .. } => "intercept",
            Key::Engage { .. } => "engage",
            Key::RaidGain { .. } => "raid-gain",
            Key::RaidLoss { .. } => "raid-loss",
            Key::InterceptRaiders { .. } => "intercept-raiders",
            Key::PatrolTarget { .. } => "patrol-target",
            Key::Build { .. } => "build",
            Key::Reorganize { .. } => "reorganize",
            Key::EmergencyRecall { .. } => "emergency-recall",
            Key::Servron { .. } => "servron",
            Key::ReserveHold { .. } => "reserve-hold",
            Key::Release { .. } | Key::Happening { .. } => "event",
            Key::Withdraw { .. } => "withdraw",
            Key::Recall { .. } => "recall",
            Key::DayNight { .. } => "day-night",
            Key::Targets { .. } => "targets",
            Key::Retire { .. } => "retire",
            Key::Fire { .. } => "",
        }
    }
}

/// A map, by its word.
impl Part<'_> for SeaMap {
    fn write(&self, key: &mut String) {
        key.push_str(self.id());
    }

    fn read(part: &str) -> Result<SeaMap, NoKey> {
        SeaMap::named(part).ok_or_else(|| NoKey::Part(format!("`{part}` is no map")))
    }
}

/// A nation, by its word.
impl Part<'_> for Nation {
    fn write(&self, key: &mut String) {
        key.push_str(self.id());
    }

    fn read(part: &str) -> Result<Nation, NoKey> {
        Nation::named(part).ok_or_else(|| NoKey::Part(format!("`{part}` is no nation")))
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
