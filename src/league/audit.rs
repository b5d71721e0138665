//! THE AUDIT of a book: everything that follows from its records is worked out again, and compared.
//!
//! The chain, and whether each fact can stand where it stands, are looked at as the book is read. Here come
//! the pairings, which must be legal and the cheapest; the sides, which must follow from bids and lots; and
//! the results, which must be those of their proofs. Lots can be looked at once the seed of a draw is
//! disclosed, or with the club's own seed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use club::matches::{LayOut, MatchFault};
use engine::digest::{Digest, Salt};
use engine::entry::Entry;
use serde::Serialize;
use tournament::pairing::{self, Board as PairBoard, Field, Layer, Seating};

use crate::acts::{SEALED, given, how_word, layers, proved_outcome, seats_of};
use crate::book::fact::{LayerCost, PairedBoard, Pairer};
use crate::book::{Fact, Outcome};
use crate::figures::{draw_key, field};
use crate::proof::prove;
use crate::state::League;

/// What an audit found to be right.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Findings {
    /// The club.
    pub club: String,
    /// Entries of the book, all chained.
    pub entries: u64,
    /// The hash of the last one.
    pub head: Digest,
    /// Events.
    pub events: usize,
    /// Pairings that are legal and the cheapest.
    pub pairings: usize,
    /// Pairings that a person or another program made, which are legal as far as the book says.
    pub by_hand: usize,
    /// Pairings whose lots could not be looked at, as the seed of the draw is not disclosed yet.
    pub lots_open: usize,
    /// Boards whose sides follow from bids and lots.
    pub seats: usize,
    /// Results, corrections among them.
    pub results: usize,
    /// Results that are those of their proofs.
    pub proofs: usize,
    /// Results whose signatures hold.
    pub signatures: usize,
}

/// Gives the proof of a match by its word; nothing if it is not at hand.
pub type Proofs<'p> = &'p dyn Fn(&str) -> Result<Option<Vec<u8>>, MatchFault>;

/// What an audit may look at beside the book.
pub struct Beside<'b> {
    /// The seed of an event's draw, where the club's seed is at hand.
    pub seed: &'b dyn Fn(&str) -> Option<Salt>,
    /// The rules, and the proofs, if every result is to be played again.
    pub proofs: Option<(&'b LayOut<'b>, Proofs<'b>)>,
}

/// Audits a book.
///
/// # Errors
/// The first entry that is not right, and why.
pub fn audit(entries: &[Entry], beside: &Beside<'_>) -> Result<Findings, MatchFault> {
    let (first, rest) =
        entries.split_first().ok_or_else(|| MatchFault::Io("the book is empty".to_owned()))?;
    let mut league = League::begin(first).map_err(|what| amiss(first, what))?;
    let mut facts = Vec::with_capacity(rest.len());
    for entry in rest {
        facts.push(crate::book::fact_of(entry)?);
    }
    let seeds = seeds(&facts, beside);
    let mut auditor = Auditor { findings: Findings::default(), seeds, beside };
    for (entry, fact) in rest.iter().zip(&facts) {
        let header = entry.header();
        auditor.before(&league, entry, fact)?;
        league.take(header.number, header.exchange, &header.time, fact).map_err(|what| amiss(entry, what))?;
    }
    let mut findings = auditor.findings;
    let last = entries.last().unwrap_or(first);
    (findings.club, findings.entries, findings.head) = (league.club, entries.len() as u64, last.hash());
    findings.events = league.events.len();
    Ok(findings)
}

/// Looks at the ballots that a club keeps in the folder of its book until they are opened: each must hash to
/// the name under which it lies, which the book has as its promise. Copies of the book have none.
///
/// # Errors
/// The first that is another than was promised, or cannot be read.
pub fn sealed(book: &Path) -> Result<(), MatchFault> {
    let folder = book.join(SEALED);
    if !folder.is_dir() {
        return Ok(());
    }
    let mut paths: Vec<PathBuf> =
        fs_err::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, MatchFault>>()?;
    paths.sort_unstable();
    for path in paths {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        // A run that died may have left a part of one under another name.
        let is_promise = Digest::parse(&name).is_ok();
        if is_promise && Digest::of(&fs_err::read(&path)?).to_string() != name {
            let what = format!("the sealed ballot {name} is another than was promised");
            return Err(MatchFault::Proof { entry: None, what });
        }
    }
    Ok(())
}

/// The seeds of draws: those that the book discloses, and those that follow from the club's seed.
fn seeds(facts: &[Fact], beside: &Beside<'_>) -> BTreeMap<String, Salt> {
    let mut seeds = BTreeMap::new();
    for fact in facts {
        match fact {
            Fact::Event { event, .. } => seeds.extend((beside.seed)(event).map(|seed| (event.clone(), seed))),
            Fact::DrawDisclosed { event, seed } => {
                seeds.insert(event.clone(), *seed);
            }
            _ => {}
        }
    }
    seeds
}

struct Auditor<'a, 'b> {
    findings: Findings,
    seeds: BTreeMap<String, Salt>,
    beside: &'a Beside<'b>,
}

impl Auditor<'_, '_> {
    /// Looks at a fact while the league stands as it did when the fact was written.
    fn before(&mut self, league: &League, entry: &Entry, fact: &Fact) -> Result<(), MatchFault> {
        let round = entry.header().exchange.unwrap_or_default();
        let checked = match fact {
            Fact::Paired { event, boards, byes, relaxed, cost, by, .. } => {
                let seating = Seating { boards: boards.iter().map(board).collect(), byes: byes.clone() };
                self.pairing(league, (event, round), seating, (relaxed, cost, *by))
            }
            Fact::Seats { .. } => self.seats(league, round, fact),
            Fact::Result { result } | Fact::Corrected { result, .. } => {
                self.findings.results += 1;
                self.findings.signatures += usize::from(result.signed.is_some());
                return self.result(league, entry, result);
            }
            _ => Ok(()),
        };
        checked.map_err(|what| amiss(entry, what))
    }

    fn pairing(
        &mut self,
        league: &League,
        (event, round): (&str, u32),
        seating: Seating,
        (relaxed, cost, by): (&BTreeMap<String, u32>, &[LayerCost], Pairer),
    ) -> Result<(), String> {
        let zero = Salt::from_bytes([0; 32]);
        let seed = self.seeds.get(event);
        let field = field(league, event, round, seed.unwrap_or(&zero)).map_err(|fault| fault.to_string())?;
        let own = pairing::cost_of(&field, &seating);
        let is_lot_known = seed.is_some();
        let shown = layers(&own);
        let same = shown.iter().filter(|it| is_lot_known || it.layer != Layer::Lot.name());
        let theirs = cost.iter().filter(|it| is_lot_known || it.layer != Layer::Lot.name());
        if !same.eq(theirs) {
            return Err("the pairing does not cost what the book says".to_owned());
        }
        if broken(&field, &seating) != *relaxed {
            return Err("the pairing breaks other rules than the book says".to_owned());
        }
        if by == Pairer::Hand {
            self.findings.by_hand += 1;
            return Ok(());
        }
        let best = pairing::pair(&field).map_err(|refusal| refusal.to_string())?;
        let cheaper = layers(&best.cost)
            .into_iter()
            .zip(shown)
            .filter(|(it, _)| is_lot_known || it.layer != Layer::Lot.name())
            .find(|(best, own)| best.cost != own.cost);
        if let Some((best, own)) = cheaper {
            return Err(format!(
                "the pairing is not the cheapest: {} is {}, and can be {}",
                own.layer, own.cost, best.cost
            ));
        }
        self.findings.pairings += 1;
        self.findings.lots_open += usize::from(!is_lot_known);
        Ok(())
    }

    fn seats(&mut self, league: &League, number: u32, fact: &Fact) -> Result<(), String> {
        let Fact::Seats { event: word, board, seats, handicap, how } = fact else { return Ok(()) };
        let Some(seed) = self.seeds.get(word) else { return Ok(()) };
        let event = league.event(word)?;
        let round = event.round(number)?;
        let found = seats_of(event, round.board(*board)?, &draw_key(league, word, round, seed))?;
        if (given(&found, event.sides()), how_word(found.how))
            != ((seats.clone(), handicap.clone()), how.as_str())
        {
            return Err(format!("the sides of board {board} do not follow from bids and lot"));
        }
        self.findings.seats += 1;
        Ok(())
    }

    fn result(&mut self, league: &League, entry: &Entry, result: &Outcome) -> Result<(), MatchFault> {
        let Some((rules, proofs)) = self.beside.proofs else { return Ok(()) };
        let (Some(proof), Some(match_id)) = (result.proof, &result.match_id) else { return Ok(()) };
        let archive = proofs(match_id)?;
        let archive = archive.ok_or_else(|| amiss(entry, format!("the proof of {match_id} is missing")))?;
        if Digest::of(&archive) != proof {
            return Err(amiss(entry, format!("the proof of {match_id} is another than the book names")));
        }
        let proved = prove(rules, &archive)?;
        let at = (result.round, result.board);
        let due = proved_outcome(league, &result.event, at, (result.entry, &proved))?;
        let plain = Outcome { signed: None, ..result.clone() };
        if due != plain {
            return Err(amiss(entry, format!("the proof of {match_id} gives another result")));
        }
        self.findings.proofs += 1;
        Ok(())
    }
}

/// The rules that a pairing breaks, and how often, as the book has them.
fn broken(field: &Field, seating: &Seating) -> BTreeMap<String, u32> {
    let mut broken = BTreeMap::new();
    for breach in pairing::breaches(field, seating) {
        *broken.entry(breach.rule().number().to_string()).or_default() += 1;
    }
    broken
}

fn board(of: &PairedBoard) -> PairBoard {
    PairBoard { first: of.first.clone(), second: of.second.clone() }
}

fn amiss(entry: &Entry, what: impl Into<String>) -> MatchFault {
    MatchFault::Proof { entry: Some(entry.header().number), what: what.into() }
}
