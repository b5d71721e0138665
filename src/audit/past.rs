//! A match as it stood at any entry of its journal, so that what was shown to a party then can be made again.

use super::{disclosed, proof};
use crate::adjudicator::Adjudicator;
use crate::dice::Seed;
use crate::journal::{Entry, Head};
use crate::matches::known::known;
use crate::matches::{Game, MatchFault, Settings};
use crate::party::Party;
use crate::view::Packet;

/// Gives the rules for a genesis.
pub type Load<'a> = &'a dyn Fn(&Settings) -> Result<Box<dyn Adjudicator>, MatchFault>;

/// The entries of an audited journal, with what it takes to play them again up to any one of them.
pub struct Past<'a> {
    entries: &'a [Entry],
    seed: Option<Seed>,
    load: Load<'a>,
}

impl<'a> Past<'a> {
    /// Takes the entries of a journal that was audited. `seed` is the umpire's secret, if at hand; a disclosed seed is
    /// found in the journal.
    ///
    /// # Errors
    /// If the journal is empty, or discloses another seed than the one committed to.
    pub fn new(entries: &'a [Entry], seed: Option<Seed>, load: Load<'a>) -> Result<Past<'a>, MatchFault> {
        let seed = disclosed(entries, &Settings::of(entries)?)?.or(seed);
        Ok(Past { entries, seed, load })
    }

    /// The entries.
    pub fn entries(&self) -> &'a [Entry] {
        self.entries
    }

    /// True if packets can be made again: without the seed nobody knows what was asked.
    pub fn has_seed(&self) -> bool {
        self.seed.is_some()
    }

    /// The parties of the match.
    ///
    /// # Errors
    /// If the rules cannot be laid out.
    pub fn parties(&self) -> Result<&'static [Party], MatchFault> {
        Ok((self.load)(&Settings::of(self.entries)?)?.about().parties)
    }

    /// All that a party might know when the entry of this number was the newest.
    ///
    /// # Errors
    /// If there is no such entry, the party does not play, or nobody could be shown anything then.
    pub fn packet(&self, number: u64, party: Party) -> Result<Packet, MatchFault> {
        let entries = usize::try_from(number).ok().and_then(|many| self.entries.get(..many));
        let last = entries.and_then(|entries| Some((entries, entries.last()?)));
        let (entries, last) = last.ok_or_else(|| proof(number, "there is no such entry"))?;
        let head = Head { hash: last.hash(), ..known(entries, party)? };
        let rules = (self.load)(&Settings::of(entries)?)?;
        let mut game = Game::replay(rules, entries, self.seed.clone())?;
        game.ask()?;
        game.packet(party, head)
    }
}
