//! What an officer has before his eyes: the question, and the board as his side's view shows it.

use std::collections::BTreeMap;

use super::super::board::{AreaId, BaseId, Theatre};
use super::super::item::Word;
use super::super::key::{Ambush, Key, Landing, Raid, Round, Whence};
use super::super::pieces::{Seat, UnitId};
use super::super::state::Ocean;
use super::super::view::View;
use super::AdmiralsWar;
use super::layout::Board;
use engine::question::{Limit, OpenQuestion};
use engine::rulebook::two_sided::Camp;

/// What an officer has before his eyes.
pub(super) struct Sight<'a> {
    /// What is printed: map, counters, scenario.
    pub system: &'a AdmiralsWar,
    /// His side.
    pub side: Camp,
    /// What he is asked.
    pub question: &'a OpenQuestion,
    /// Its key.
    pub key: Key<'a>,
    /// The board, laid out after the view.
    pub ocean: Ocean,
    /// Turns after this one.
    pub left: u8,
    /// Enemy submarines of which nobody knows where they are (AW-26.0).
    pub unseen: usize,
    /// The repair points that each port shows.
    pub yards: Vec<u8>,
    /// What each option of the question is.
    options: Vec<Choice>,
    /// The units that are subjects of the question.
    units: Vec<Option<UnitId>>,
}

/// What an option is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// A plain word.
    Word(Word),
    /// A sea area.
    Area(AreaId),
    /// A port or base.
    Base(BaseId),
    /// A unit.
    Unit(UnitId),
    /// A retreating group.
    Group(u8),
    /// What only optional rules offer, of which he knows nothing.
    Other,
}

impl<'a> Sight<'a> {
    /// Reads a view and a question; nothing if the question is none of this game.
    pub(super) fn new(
        system: &'a AdmiralsWar,
        view: &'a View,
        question: &'a OpenQuestion,
    ) -> Option<Sight<'a>> {
        let key = Key::parse(&question.key).ok()?;
        let known: BTreeMap<&str, UnitId> =
            system.counters.ids().map(|unit| (system.counter(unit).id.as_str(), unit)).collect();
        let options = question.options.iter().map(|option| read_option(system, &known, &option.id));
        let units = question.subjects.iter().map(|subject| known.get(subject.id.as_str()).copied());
        let board = Board { system, view, known: &known };
        Some(Sight {
            system,
            side: Camp::in_match(view.reader.side.side()),
            question,
            key,
            ocean: board.lay_out(),
            left: view.last_turn.saturating_sub(view.turn),
            unseen: view.own.unseen.iter().map(|it| it.count).sum(),
            yards: board.yards(),
            options: options.collect(),
            units: units.collect(),
        })
    }

    /// What an option is.
    pub(super) fn option(&self, at: u16) -> Choice {
        self.options[usize::from(at)]
    }

    /// The options open to a subject, with what each is.
    pub(super) fn open_to(&self, at: usize) -> impl Iterator<Item = (u16, Choice)> + '_ {
        self.question.open_to(at).iter().map(|&option| (option, self.option(option)))
    }

    /// The option of a subject that is a word.
    pub(super) fn word(&self, at: usize, word: Word) -> Option<u16> {
        self.open_to(at).find(|(_, choice)| *choice == Choice::Word(word)).map(|it| it.0)
    }

    /// What silence answers, or the first option of each subject.
    pub(super) fn default_answer(&self) -> Vec<u16> {
        let first = |at: usize| self.question.open_to(at).first().copied().unwrap_or(0);
        (0..self.question.subjects.len())
            .map(|at| self.question.subjects[at].default.unwrap_or_else(|| first(at)))
            .collect()
    }

    /// The units that are the subjects of the question; nothing if one of them is no unit.
    pub(super) fn subjects(&self) -> Option<Vec<UnitId>> {
        self.units.iter().copied().collect()
    }

    /// The only answer of a question with one subject.
    pub(super) fn only(&self, word: Word) -> Option<Vec<u16>> {
        self.word(0, word).map(|option| vec![option])
    }

    /// The answer that gives every subject the same word.
    pub(super) fn all(&self, word: Word) -> Option<Vec<u16>> {
        (0..self.question.subjects.len()).map(|at| self.word(at, word)).collect()
    }

    /// Who is asked, if a nation is.
    pub(super) fn seat(&self) -> Option<Seat> {
        match self.key {
            Key::SetUp { by, .. }
            | Key::Reinforce { by, .. }
            | Key::Withdraw { by, .. }
            | Key::RaidForce { by, .. }
            | Key::Patrol { by, .. }
            | Key::SailAmphibious { by, .. }
            | Key::Raid { by, .. }
            | Key::Repair { by, .. }
            | Key::Hunters { by, .. }
            | Key::Refuel { by, .. }
            | Key::LatePatrol { by, .. }
            | Key::ItalyEntry { by, .. }
            | Key::Transfer { by, .. }
            | Key::PlaceAir { by, .. }
            | Key::TurnSubmarine { by, .. }
            | Key::SelectArea { by, .. }
            | Key::ListAreas { by, .. } => Some(by),
            _ => None,
        }
    }

    /// The area in which the question arises, if it does in one.
    pub(super) fn area(&self) -> Option<AreaId> {
        let of_round = |round: Round<'a>| match round {
            Round::Open { area, .. } | Round::OfGroup { area, .. } => area,
        };
        let area = match self.key {
            Key::Hunters { area, .. }
            | Key::Strike { area, .. }
            | Key::AirRaid { area, .. }
            | Key::Retreat { area, .. }
            | Key::Groups { area, .. }
            | Key::Split { area, .. }
            | Key::Pursue { area, .. }
            | Key::Land { landing: Landing::InArea { area, .. } }
            | Key::SubmarineTarget { ambush: Ambush::By { area, .. }, .. } => area,
            Key::RaidTargets { raid, .. } | Key::KamikazeRaid { raid, .. } => match raid {
                Raid::Strike { area, .. } | Raid::Carriers { area, .. } | Raid::Surprise { area, .. } => area,
            },
            Key::TaskForces { round, .. }
            | Key::Intent { round, .. }
            | Key::Action { round, .. }
            | Key::Kamikaze { round, .. }
            | Key::Guns { round, .. }
            | Key::Targets { round, .. }
            | Key::Follow { round, .. } => of_round(round),
            Key::PearlStay { .. } | Key::PearlRetreat { .. } => super::super::pacific::HAWAII,
            Key::Return { from: Whence::Round { round } | Whence::Fire { round, .. }, .. } => of_round(round),
            _ => return None,
        };
        self.system.board.area_by_id(area)
    }

    /// The retreating group of which a round is fought, if it is one of a pursuit.
    pub(super) fn group(&self) -> Option<u8> {
        match self.key {
            Key::Action { round, .. }
            | Key::Kamikaze { round, .. }
            | Key::Guns { round, .. }
            | Key::Targets { round, .. } => match round {
                Round::OfGroup { group, .. } => Some(group.0),
                Round::Open { .. } => None,
            },
            _ => None,
        }
    }

    /// The units of a side that fight in an area, or of a pursuit in it.
    pub(super) fn fighters(&self, area: AreaId, group: Option<u8>, side: Camp) -> Vec<UnitId> {
        let mut units = self.system.fighters(&self.ocean, area, side);
        if let Some(group) = group {
            let state = |unit: &UnitId| self.ocean.unit(*unit);
            units.retain(|unit| state(unit).group == Some(group) || state(unit).chases == Some(group));
        }
        units
    }

    /// Options that other options of the question need (AW-7.322, AW-7.323): an option with all that it
    /// needs.
    pub(super) fn needs(&self, option: u16) -> Option<&'a [u16]> {
        self.question.limits.iter().find_map(|limit| match limit {
            Limit::OnlyWith { option: of, needs, .. } if *of == option => Some(needs.as_slice()),
            _ => None,
        })
    }

    /// Whose side a unit is on.
    pub(super) fn is_own(&self, unit: UnitId) -> bool {
        self.system.side_of(&self.ocean, unit) == self.side
    }

    /// Where an area lies.
    pub(super) fn theatre(&self, area: AreaId) -> Theatre {
        self.system.board.area(area).theatre
    }

    /// An area by its id.
    pub(super) fn area_called(&self, id: &str) -> Option<AreaId> {
        self.system.board.area_by_id(id)
    }
}

/// Reads the word of an option.
fn read_option(system: &AdmiralsWar, known: &BTreeMap<&str, UnitId>, id: &str) -> Choice {
    let group = || id.strip_prefix("group-")?.parse().ok().map(Choice::Group);
    Word::named(id)
        .map(Choice::Word)
        .or_else(|| known.get(id).copied().map(Choice::Unit))
        .or_else(|| system.board.area_by_id(id).map(Choice::Area))
        .or_else(|| system.board.base_by_id(id).map(Choice::Base))
        .or_else(group)
        .unwrap_or(Choice::Other)
}
