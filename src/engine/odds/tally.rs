//! What came of a battle that was fought many times over.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::side::{Side, SideMap};

/// What became of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It is still there.
    There,
    /// It has left the fight afloat.
    Away,
    /// It was lost.
    Lost,
}

/// What became of one unit over all battles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Record {
    /// Battles that it lost its life in.
    pub lost: u64,
    /// Battles from which it went home.
    pub away: u64,
    /// Battles that it survived with damage that it had not before.
    pub damaged: u64,
}

/// What came of all battles for one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Battles after which it had the place for itself; in a game that is fought by plans, those that it won.
    pub held: u64,
    /// Points that it made, over all battles.
    pub points: i64,
    /// How often it made so many points.
    pub made: BTreeMap<i64, u64>,
    /// How often it lost so many units.
    pub lost: BTreeMap<usize, u64>,
    /// What its units are called, by their words.
    pub names: BTreeMap<String, String>,
    /// Each unit's record, by its word.
    pub units: BTreeMap<String, Record>,
}

impl Share {
    /// Counts the points that it made in one battle.
    pub fn earn(&mut self, points: i64) {
        self.points += points;
        *self.made.entry(points).or_default() += 1;
    }

    /// Counts what came of other battles as well.
    fn add(&mut self, other: &Share) {
        self.held += other.held;
        self.points += other.points;
        add(&mut self.made, &other.made);
        add(&mut self.lost, &other.lost);
        for (unit, record) in &other.units {
            let own = self.units.entry(unit.clone()).or_default();
            own.lost += record.lost;
            own.away += record.away;
            own.damaged += record.damaged;
        }
    }

    /// Counts what became of a unit in one battle.
    pub fn count(&mut self, id: &str, fate: Fate, damaged: bool) {
        // The word is dear where battles are short: it is copied once.
        let record = match self.units.get_mut(id) {
            Some(known) => known,
            None => self.units.entry(id.to_owned()).or_default(),
        };
        record.lost += u64::from(fate == Fate::Lost);
        record.away += u64::from(fate == Fate::Away);
        record.damaged += u64::from(fate != Fate::Lost && damaged);
    }
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ending {
    /// Who had the place for itself, or won.
    pub won: Option<Side>,
    /// How many units each side lost.
    pub lost: Vec<(Side, usize)>,
}

/// What came of all battles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Battles fought.
    pub battles: u64,
    /// Rounds fought.
    pub rounds: u64,
    /// Attacks made in them, of all sides.
    pub attacks: u64,
    /// What came of them for each side.
    pub sides: SideMap<Share>,
    /// How often they ended in which way.
    pub endings: BTreeMap<Ending, u64>,
}

/// Adds how often each thing was counted elsewhere.
fn add<K: Ord + Clone>(counted: &mut BTreeMap<K, u64>, more: &BTreeMap<K, u64>) {
    for (what, times) in more {
        *counted.entry(what.clone()).or_default() += times;
    }
}

impl Tally {
    /// Counts what came of other battles between the same forces as well. In whatever order tallies are
    /// added, the sum is the same.
    pub fn add(&mut self, other: &Tally) {
        self.battles += other.battles;
        self.rounds += other.rounds;
        self.attacks += other.attacks;
        for (side, share) in other.sides.iter() {
            match self.sides.get_mut(side) {
                Some(own) => own.add(share),
                None => _ = self.sides.insert(side, share.clone()),
            }
        }
        add(&mut self.endings, &other.endings);
    }

    /// The endings that came most often, at most so many, with how often.
    pub fn likeliest(&self, most: usize) -> Vec<(&Ending, u64)> {
        let mut endings: Vec<(&Ending, u64)> =
            self.endings.iter().map(|(ending, times)| (ending, *times)).collect();
        endings.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        endings.truncate(most);
        endings
    }

    /// Battles after which nobody had the place for himself.
    pub fn undecided(&self) -> u64 {
        self.battles - self.sides.iter().map(|(_, share)| share.held).sum::<u64>()
    }
}
