//! Units by the words that files have for them, for the members of groups.

use super::ruled::Ruled;
use crate::condition::Match;
use crate::condition::lexicon::{Lexicon, Several};
use crate::doctrine::compile::PREFERENCES;
use crate::rulebook::Rulebook;

impl<S: Rulebook> Ruled<S> {
    fn lexicon(&self) -> &Lexicon<S::Item> {
        self.lexicon.get_or_init(|| Lexicon::of(&*self.system))
    }

    fn is_unit(&self, is: Match<S::Item>) -> bool {
        matches!(is, Match::Item(item) if self.system.is_unit(item))
    }

    /// The id of the unit that a word names. What it gives is the id, whichever of the unit's names the word
    /// is: groups are kept by ids.
    pub(super) fn unit_named(&self, word: &str) -> Option<String> {
        let is = Match::named(&*self.system, word).filter(|is| self.is_unit(*is))?;
        self.lexicon().id_of(is).map(str::to_owned)
    }

    /// The id of the unit that a word may mean.
    pub(super) fn unit_spelled(&self, word: &str) -> Result<Option<String>, Several> {
        let lexicon = self.lexicon();
        let is_unit = |word: &str| Match::named(&*self.system, word).is_some_and(|is| self.is_unit(is));
        let found = lexicon.word_of(word, is_unit)?;
        Ok(found.and_then(|word| self.unit_named(word)))
    }

    /// Every id and name of a unit.
    pub(super) fn names_of_units(&self) -> Vec<String> {
        self.lexicon()
            .named(|is| self.is_unit(is))
            .flat_map(|(id, name)| [id, name])
            .map(str::to_owned)
            .collect()
    }

    /// Whether a word means something, or is spelled like one that does.
    pub(super) fn means_something(&self, word: &str) -> bool {
        let system = &*self.system;
        let alike = |other: &&str| other.eq_ignore_ascii_case(word);
        let kinds = system.kinds().iter().map(|it| it.kind);
        let words = kinds.chain(PREFERENCES).chain(system.tag_words().iter().copied());
        let words = words.chain(system.conditions().iter().map(|it| it.word));
        let lower = word.to_lowercase();
        words.into_iter().any(|it| alike(&it))
            || [word, &lower].iter().any(|it| system.find(it).is_some())
            || self.lexicon().is_spelled(word)
    }
}
