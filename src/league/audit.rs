//! THE AUDIT of a book: everything that follows from its records is worked out again, and compared.
//!
//! The chain, and whether each fact can stand where it stands, are looked at as the book is read. Here come
//! the pairings, which must be legal and the cheapest; the sides, which must follow from bids and lots; and
//! the results, which must be those of their proofs. Lots can be looked at once the seed of a draw is
//! disclosed, or with the club's own seed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use club::matches::{LayOut, MatchFault};
use club::signature::Unfit;
use engine::digest::{Digest, Salt};
use engine::entry::Entry;
use serde::Serialize;
use tournament::Entrant;
use tournament::pairing::{self, Board as PairBoard, Field, Layer, Seating};

use crate::acts::{SEALED, first_bidder, given, how_word, layers, proved_outcome, seats_of};
use crate::book::fact::{LayerCost, PairedBoard, Pairer};
use crate::book::{Fact, Outcome, hash_of};
use crate::clocks::{Clocks, follow};
use crate::figures::{case, draw_key, field};
use crate::proof::{Proved, prove};
use crate::settings::{FirstBid, SidesBy};
use crate::state::{Board, Event, KnownCase, League, Witnessed};

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
    /// Panels on which those sit whom the lots drew.
    #[serde(skip_serializing_if = "is_zero")]
    pub panels: usize,
    /// Results, corrections among them.
    pub results: usize,
    /// Results that are those of their proofs.
    pub proofs: usize,
    /// Results whose signatures hold.
    pub signatures: usize,
    /// Heads of the book that somebody countersigned.
    #[serde(skip_serializing_if = "is_zero")]
    pub witnesses: usize,
    /// Cases whose files have the hashes that the book names.
    #[serde(skip_serializing_if = "is_zero")]
    pub cases: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Gives the proof of a match by its word; nothing if it is not at hand.
pub type Proofs<'p> = &'p dyn Fn(&str) -> Result<Option<Vec<u8>>, MatchFault>;

/// What an audit may look at beside the book.
pub struct Beside<'b> {
    /// The seed of an event's draw, where the club's seed is at hand.
    pub seed: &'b dyn Fn(&str) -> Option<Salt>,
    /// Reads the file of a case, and gives nothing if it is as the book names it.
    pub case: &'b dyn Fn(&KnownCase) -> Result<(), MatchFault>,
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
    let mut auditor = Auditor { findings: Findings::default(), seeds, beside, entries };
    for (entry, fact) in rest.iter().zip(&facts) {
        let header = entry.header();
        auditor.before(&league, entry, fact)?;
        league.take(header.number, header.exchange, &header.time, fact).map_err(|what| amiss(entry, what))?;
    }
    let mut findings = auditor.findings;
    for case in &league.cases {
        (beside.case)(case)?;
        findings.cases += 1;
    }
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
    entries: &'a [Entry],
}

impl Auditor<'_, '_> {
    /// Looks at a fact while the league stands as it did when the fact was written.
    fn before(&mut self, league: &League, entry: &Entry, fact: &Fact) -> Result<(), MatchFault> {
        let round = entry.header().exchange.unwrap_or_default();
        let checked = match fact {
            Fact::Paired { event, boards, byes, relaxed, cost, by, .. } => {
                let paired = self.boards(league, (event, round), boards);
                paired.and_then(|boards| {
                    let seating = Seating { boards, byes: byes.clone() };
                    self.pairing(league, (event, round), seating, (relaxed, cost, *by))
                })
            }
            Fact::Seats { .. } => self.seats(league, round, fact),
            Fact::Panel { .. } => self.panel(league, round, fact),
            Fact::Result { result } | Fact::Corrected { result, .. } => {
                self.findings.results += 1;
                self.findings.signatures += usize::from(result.signed.is_some());
                return self.result(league, entry, result);
            }
            Fact::Witnessed { entry: of, hash, name, signed } => {
                let (of, name, signed) = (*of, name.clone(), signed.clone());
                let witnessed = Witnessed { entry: entry.header().number, of, hash: *hash, name, signed };
                self.witnessed(league, &witnessed)
            }
            _ => Ok(()),
        };
        checked.map_err(|what| amiss(entry, what))
    }

    /// A countersigned head is one of this book, and the signature is over it.
    fn witnessed(&mut self, league: &League, it: &Witnessed) -> Result<(), String> {
        if hash_of(self.entries, it.of) != Some(it.hash) {
            return Err(format!("it countersigns another entry {} than the book has", it.of));
        }
        match league.check_witness(it) {
            Ok(()) => self.findings.witnesses += 1,
            Err(Unfit::Unchecked) => {}
            Err(Unfit::Wrong(what)) => return Err(what),
        }
        Ok(())
    }

    /// The pairs that stand behind the boards of a round: who bids first must follow from lot or ladder.
    fn boards(
        &self,
        league: &League,
        (word, number): (&str, u32),
        boards: &[PairedBoard],
    ) -> Result<Vec<PairBoard>, String> {
        let event = league.event(word)?;
        let seed = self.seeds.get(word);
        let is_checkable = seed.is_some() || event.settings.sides.first == FirstBid::Lower;
        if event.settings.sides.by == SidesBy::OpenBid && is_checkable {
            let zero = Salt::from_bytes([0; 32]);
            let key = draw_key(league, word, event.round(number)?, seed.unwrap_or(&zero));
            let due = |it: &PairedBoard| first_bidder(event, number, it, &key);
            if let Some(wrong) = boards.iter().find(|it| it.begins != due(it)) {
                let board = wrong.board;
                return Err(format!("who bids first at board {board} does not follow from lot or ladder"));
            }
        }
        Ok(boards.iter().step_by(event.settings.matches_of_a_pair()).map(board).collect())
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

    /// Whoever was not named must be whom the lots drew.
    fn panel(&mut self, league: &League, number: u32, fact: &Fact) -> Result<(), String> {
        let Fact::Panel { event: word, board, about, members, named, chair, .. } = fact else {
            return Ok(());
        };
        let Some(seed) = self.seeds.get(word) else { return Ok(()) };
        let event = league.event(word)?;
        let round = event.round(number)?;
        let found = round.board(*board)?;
        let before = found.panels.last().filter(|panel| panel.about == *about);
        let judges = case(league, word, event, (number, found));
        let (drawn, missing) = judges.draw(&draw_key(league, word, round, seed), before, chair);
        let is_kept = |it: &Entrant| before.is_some_and(|panel| panel.members.contains(it));
        let new = members.iter().filter(|it| named.contains_key(*it) && !is_kept(it)).count();
        if !members.starts_with(&drawn) || members.len() != drawn.len() + new || new > missing {
            let due: Vec<&str> = drawn.iter().map(Entrant::word).collect();
            return Err(format!(
                "the panel of board {board} is not the one that the lots draw: {}",
                due.join(", ")
            ));
        }
        self.findings.panels += 1;
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
        let event = league.event(&result.event).map_err(|what| amiss(entry, what))?;
        let board =
            event.round(at.0).and_then(|round| round.board(at.1)).map_err(|what| amiss(entry, what))?;
        gone_on(event, board, &proved)?;
        let due = proved_outcome((league, self.entries), &result.event, at, (result.entry, &proved));
        let due = due.map_err(|fault| match fault {
            MatchFault::No { what, .. } => amiss(entry, what),
            other => other,
        })?;
        let plain = Outcome { signed: None, ..result.clone() };
        if due != plain {
            return Err(amiss(entry, format!("the proof of {match_id} gives another result")));
        }
        self.findings.proofs += 1;
        Ok(())
    }
}

/// Where the organiser let a match go on, somebody had run out of time, not long ago.
fn gone_on(event: &Event, board: &Board, proved: &Proved) -> Result<(), MatchFault> {
    let Some(settings) = event.settings.clock.as_ref().filter(|_| !board.gone_on.is_empty()) else {
        return Ok(());
    };
    let times = proved.times.iter().map(|(side, times)| (side.as_str(), times));
    let wrong = follow(&Clocks::by(times, settings), &board.gone_on).err();
    wrong.map_or(Ok(()), |(entry, what)| Err(MatchFault::Proof { entry: Some(entry), what }))
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
