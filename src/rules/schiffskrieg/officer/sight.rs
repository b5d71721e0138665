//! What an officer has before its eyes: the question, and the position as its side sees it.

use super::super::Schiffskrieg;
use super::super::faction::Faction;
use super::super::item::{Item, Word};
use super::super::key::Key;
use super::super::pieces::UnitId;
use super::super::state::{Part, Sea};
use super::super::view::View;
use engine::items::Items;
use engine::question::OpenQuestion;

/// What an officer has before its eyes.
pub(super) struct Sight<'a> {
    /// What is printed.
    pub system: &'a Schiffskrieg,
    /// The faction that is asked.
    pub faction: Faction,
    /// What it is asked.
    pub question: &'a OpenQuestion,
    /// Its key.
    pub key: Key<'a>,
    /// The position.
    pub sea: &'a Sea,
    /// What each option is.
    options: Vec<Option<Item>>,
    /// What each subject is.
    subjects: Vec<Option<Item>>,
}

impl<'a> Sight<'a> {
    /// Reads a view and a question; nothing if the question is none of this game.
    pub(super) fn new(
        system: &'a Schiffskrieg,
        view: &'a View,
        question: &'a OpenQuestion,
    ) -> Option<Sight<'a>> {
        let key = Key::parse(&question.key).ok()?;
        let faction = Faction::of(view.reader.side.side())?;
        let read = |id: &str| system.counters.by_id(id).map(Item::Unit).or_else(|| system.find(id));
        Some(Sight {
            system,
            faction,
            question,
            key,
            sea: &view.own.seen,
            options: question.options.iter().map(|option| system.find(&option.id)).collect(),
            subjects: question.subjects.iter().map(|subject| read(&subject.id)).collect(),
        })
    }

    /// What a subject is.
    pub(super) fn subject(&self, at: usize) -> Option<Item> {
        self.subjects[at]
    }

    /// The piece that a subject is.
    pub(super) fn unit(&self, at: usize) -> Option<UnitId> {
        match self.subjects[at] {
            Some(Item::Unit(unit) | Item::Factor(unit, _)) => Some(unit),
            _ => None,
        }
    }

    /// The number of subjects.
    pub(super) fn count(&self) -> usize {
        self.subjects.len()
    }

    /// The options open to a subject, with what each is.
    pub(super) fn open_to(&self, at: usize) -> impl Iterator<Item = (u16, Item)> + '_ {
        let open = self.question.open_to(at).iter();
        open.filter_map(|option| Some((*option, self.options[usize::from(*option)]?)))
    }

    /// The option of a subject that is a word.
    pub(super) fn word(&self, at: usize, word: Word) -> Option<u16> {
        self.open_to(at).find(|(_, item)| *item == Item::Word(word)).map(|it| it.0)
    }

    /// What silence answers, or the first option of each subject.
    pub(super) fn default_answer(&self) -> Option<Vec<u16>> {
        let first = |at: usize| self.question.open_to(at).first().copied();
        (0..self.count()).map(|at| self.question.subjects[at].default.or_else(|| first(at))).collect()
    }

    /// The only answer of a question with one subject.
    pub(super) fn only(&self, word: Word) -> Option<Vec<u16>> {
        self.word(0, word).map(|option| vec![option])
    }

    /// The part of the side that is asked, in the battle that is fought.
    pub(super) fn part(&self) -> Option<Part> {
        let battle = self.sea.battle.as_ref()?;
        Part::ALL.into_iter().find(|part| battle.side(*part) == self.faction)
    }
}
