//! A match as it stood at any entry of its journal, so that what was shown to a party then can be made again.

use super::{disclosed, proof};
use crate::journal::Head;
use crate::matches::{Game, MatchFault, Settings, VisibleHead, visible_head};
use engine::adjudicator::Adjudicator;
use engine::dice::Seed;
use engine::entry::{Entry, Kind};
use engine::party::Party;
use engine::view::Packet;

/// Gives the rules for a genesis.
pub type Load<'a> = &'a dyn Fn(&Settings) -> Result<Box<dyn Adjudicator>, MatchFault>;

/// A packet that a party was shown.
pub struct Shown {
    /// The newest entry of its day.
    pub entry: u64,
    /// True if another one of the same exchange came before it.
    pub again: bool,
    /// The packet.
    pub packet: Packet,
}

/// The entries of an audited journal, with what it takes to play them again up to any one of them.
pub struct Past<'a> {
    entries: &'a [Entry],
    seed: Option<Seed>,
    load: Load<'a>,
}

impl<'a> Past<'a> {
    /// Takes the entries of a journal that was audited. `seed` is the umpire's secret, if at hand; a
    /// disclosed seed is found in the journal.
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
        Ok(self.rules()?.about().parties)
    }

    /// The rules of the match at its opening.
    ///
    /// # Errors
    /// If they cannot be laid out.
    pub fn rules(&self) -> Result<Box<dyn Adjudicator>, MatchFault> {
        (self.load)(&Settings::of(self.entries)?)
    }

    /// Where the match stands after its last entry.
    ///
    /// # Errors
    /// If the rules cannot be laid out, or the journal makes no sense.
    pub fn game(&self) -> Result<Game, MatchFault> {
        self.game_after(self.entries)
    }

    fn game_after(&self, entries: &[Entry]) -> Result<Game, MatchFault> {
        let mut rules = (self.load)(&Settings::of(entries)?)?;
        // Packets tell what is new, and the whole story of a long match fills as much memory as its journal.
        rules.keep_latest();
        Game::replay(rules, entries, self.seed.clone())
    }

    /// Gives `take` what every party was shown, in the order of the journal: when an exchange was opened,
    /// when the clock moved its deadline, and at the end. The entries are played once, not again for each
    /// packet; and each packet is made when `take` gets it, for all of a long match fill gigabytes.
    ///
    /// # Errors
    /// If the rules cannot be laid out, or the seed is not known; and what `take` gives.
    pub fn each_shown(
        &self,
        mut take: impl FnMut(Shown) -> Result<(), MatchFault>,
    ) -> Result<(), MatchFault> {
        let mut game = self.game_after(&self.entries[..1])?;
        let mut known: Vec<(Party, VisibleHead)> =
            game.parties().iter().map(|party| (*party, VisibleHead::default())).collect();
        for (at, entry) in self.entries.iter().enumerate() {
            known.iter_mut().for_each(|(party, head)| head.take(entry, *party));
            let (until, kind) = (&self.entries[..=at], entry.header().kind);
            match kind {
                // With it the match began.
                Kind::Genesis => {}
                // What was taken back is not there to go back to.
                Kind::Superseded => game = self.game_after(until)?,
                _ => game.take(entry)?,
            }
            if !shows(kind) {
                continue;
            }
            // Nothing is asked at the end, and what waited before is answered.
            game.waiting.clear();
            game.ask()?;
            for (party, visible) in &known {
                let packet = game.packet(*party, visible.head)?;
                take(Shown { entry: at as u64 + 1, again: kind == Kind::Clock, packet })?;
            }
        }
        Ok(())
    }

    /// What a party was shown of an exchange, as the umpire's folder had it until the exchange was closed: as
    /// it was opened, or with its newest deadline. The end of a match counts as the exchange after its last
    /// one, as in the names of files.
    ///
    /// # Errors
    /// If nothing was shown under that number, or as [`Past::packet`].
    pub fn packet_of(&self, exchange: u32, party: Party) -> Result<Packet, MatchFault> {
        let (mut last, mut open, mut found) = (0, false, None);
        for entry in self.entries {
            let header = entry.header();
            match header.kind {
                Kind::Opened => (last, open) = (header.exchange.unwrap_or(last), true),
                Kind::Resolved | Kind::Ruling | Kind::Declaration | Kind::Agreed | Kind::Superseded => {
                    open = false
                }
                _ => {}
            }
            let number = last + u32::from(!open);
            if shows(header.kind) && number == exchange {
                found = Some(header.number);
            }
        }
        let number = found.ok_or_else(|| {
            let mend = match last {
                0 => "nobody was shown anything yet".to_owned(),
                _ => format!("write a number from 1 to {}", last + u32::from(!open)),
            };
            MatchFault::no(format!("there is no exchange {exchange} in this match"), mend)
        })?;
        self.packet(number, party)
    }

    /// All that a party might know when the entry of this number was the newest.
    ///
    /// # Errors
    /// If there is no such entry, the party does not play, or nobody could be shown anything then.
    pub fn packet(&self, number: u64, party: Party) -> Result<Packet, MatchFault> {
        let entries = usize::try_from(number).ok().and_then(|many| self.entries.get(..many));
        let last = entries.and_then(|entries| Some((entries, entries.last()?)));
        let (entries, last) = last.ok_or_else(|| proof(number, "there is no such entry"))?;
        let head = Head { hash: last.hash(), ..visible_head(entries, party)? };
        let mut game = self.game_after(entries)?;
        game.ask()?;
        game.packet(party, head)
    }
}

/// Whether all parties are shown something when an entry of this kind is made.
fn shows(kind: Kind) -> bool {
    matches!(kind, Kind::Opened | Kind::Clock | Kind::Ended)
}
