//! How ties are broken.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Scoring, TieBreak, boards};
use crate::pairing::Entry;
use crate::records::{Own, Record, Records};
use crate::{End, Entrant, Fraction, Halves};

/// The label of the lots that break ties.
const LOT: &str = "standings";

/// A field with its scores.
pub(super) struct Table<'l> {
    entries: &'l [&'l Entry],
    records: &'l Records<'l>,
    scoring: &'l Scoring,
    round: u32,
    scores: BTreeMap<&'l Entrant, Halves>,
    /// How many fall behind each by lot.
    lots: BTreeMap<Entrant, i64>,
}

/// Somebody with his place and what broke his ties.
pub(super) struct Ranked {
    pub place: usize,
    pub entrant: Entrant,
    pub values: Vec<Option<Fraction>>,
}

/// Somebody among those who are tied so far, with what has parted them from the others.
#[derive(Clone)]
struct Tied<'l> {
    entry: &'l Entry,
    values: Vec<Option<Fraction>>,
}

/// What one opponent, real or not, counts for.
struct Opponent {
    score: Fraction,
    played: i64,
    /// How one did against him.
    outcome: Outcome,
}

#[derive(Clone, Copy, PartialEq)]
enum Outcome {
    Won,
    Drawn,
    Lost,
}

impl<'l> Table<'l> {
    /// The scores as of the end of a round.
    pub fn new(
        entries: &'l [&'l Entry],
        records: &'l Records<'l>,
        scoring: &'l Scoring,
        round: u32,
    ) -> Table<'l> {
        let score = |it: &&'l Entry| {
            let score = records.score_before(round + 1, &it.entrant, &scoring.points);
            (&it.entrant, score)
        };
        let scores = entries.iter().map(score).collect();
        let order = scoring.key.order(LOT, 0, entries.iter().map(|it| &it.entrant));
        let lots = order.into_iter().rev().zip(0..).collect();
        Table { entries, records, scoring, round, scores, lots }
    }

    /// What somebody has scored.
    pub fn score(&self, entrant: &Entrant) -> Halves {
        self.scores.get(entrant).copied().unwrap_or(Halves::ZERO)
    }

    /// Everybody by places. Each tie-break parts those whom the ones before it have left together; who
    /// remains together shares a place, in the order of their words.
    pub fn ranked(&self) -> Vec<Ranked> {
        let mut all: Vec<Tied> = self.entries.iter().map(|it| Tied::new(it)).collect();
        all.sort_by(|one, other| one.entry.entrant.cmp(&other.entry.entrant));
        let score = |it: &&Entry| Some(Fraction::from(self.score(&it.entrant)));
        let mut groups = parted(all, |group| group.iter().map(score).collect());
        for &tie_break in &self.scoring.tie_breaks {
            let values = |group: &[&Entry]| self.values(tie_break, group);
            groups = groups.into_iter().flat_map(|group| parted(group, values)).collect();
        }
        let mut place = 1;
        let mut ranked = Vec::new();
        for group in groups {
            let size = group.len();
            ranked.extend(group.into_iter().map(|it| Ranked {
                place,
                entrant: it.entry.entrant.clone(),
                // The first is the score.
                values: it.values[1..].to_vec(),
            }));
            place += size;
        }
        ranked
    }

    /// What a tie-break says of each of a group that is tied.
    fn values(&self, tie_break: TieBreak, group: &[&Entry]) -> Vec<Option<Fraction>> {
        if tie_break == TieBreak::HeadToHead {
            return self.head_to_head(group);
        }
        group.iter().map(|it| Some(self.value(tie_break, it))).collect()
    }

    fn value(&self, tie_break: TieBreak, of: &Entry) -> Fraction {
        let opponents = || self.opponents(&of.entrant).into_iter();
        match tie_break {
            TieBreak::HeadToHead => Fraction::ZERO,
            TieBreak::SonnebornBerger => opponents()
                .map(|it| match it.outcome {
                    Outcome::Won => it.score,
                    Outcome::Drawn => it.score.half(),
                    Outcome::Lost => Fraction::ZERO,
                })
                .sum(),
            TieBreak::Strength => {
                let scores: Fraction = opponents().map(|it| it.score).sum();
                let played: i64 = opponents().map(|it| it.played).sum();
                Fraction::new(scores.over(), scores.under() * played)
            }
            TieBreak::Buchholz => opponents().map(|it| it.score).sum(),
            TieBreak::Wins => {
                let wins = boards(self.records, &of.entrant).filter(|own| own.is_win()).count();
                Fraction::whole(whole(wins))
            }
            TieBreak::Rating => Fraction::whole(of.rating),
            TieBreak::Lot => Fraction::whole(self.lots.get(&of.entrant).copied().unwrap_or(0)),
        }
    }

    /// The scores of those who are tied against each other; nothing unless each has met each.
    fn head_to_head(&self, group: &[&Entry]) -> Vec<Option<Fraction>> {
        let between = |one: &Entrant, other: &Entrant| -> Vec<&Own> {
            let met = |own: &&Own| own.opponent == other && own.is_played();
            boards(self.records, one).filter(met).collect()
        };
        let score = |of: &&Entry| -> Option<Fraction> {
            let others = group.iter().filter(|it| it.entrant != of.entrant);
            let met: Vec<Vec<&Own>> = others.map(|it| between(&of.entrant, &it.entrant)).collect();
            let have_met = met.iter().all(|boards| !boards.is_empty());
            let boards = met.into_iter().flatten();
            let score: Halves = boards.map(|own| self.scoring.points.of(&Record::Board(*own))).sum();
            have_met.then(|| Fraction::from(score))
        };
        let scores: Vec<Option<Fraction>> = group.iter().map(score).collect();
        match group.len() > 1 && scores.iter().all(Option::is_some) {
            true => scores,
            false => vec![None; group.len()],
        }
    }

    /// Somebody's opponents. For a bye and for a win by forfeit there is one who does not exist.
    fn opponents(&self, of: &Entrant) -> Vec<Opponent> {
        self.records.of(of).iter().filter_map(|record| self.opponent(of, record)).collect()
    }

    fn opponent(&self, of: &Entrant, record: &Record) -> Option<Opponent> {
        let Record::Board(own) = record else { return Some(self.virtual_opponent(of, record)) };
        let outcome = match own.end {
            End::Won { by, .. } if by == own.seat => Outcome::Won,
            End::Won { .. } => Outcome::Lost,
            End::Drawn => Outcome::Drawn,
            End::Forfeit { by } if by == own.seat => return Some(self.virtual_opponent(of, record)),
            End::Forfeit { .. } | End::DoubleForfeit | End::Annulled | End::Open => return None,
        };
        let played = boards(self.records, own.opponent).filter(|own| own.is_played()).count();
        let score = Fraction::from(self.score(own.opponent));
        Some(Opponent { score, played: whole(played), outcome })
    }

    /// The opponent of somebody who had none: he had the same score before the round, and draws in each round
    /// after it. The round counts against him as what it was worth.
    fn virtual_opponent(&self, of: &Entrant, record: &Record) -> Opponent {
        let points = &self.scoring.points;
        let rounds_after = i64::from(self.round.saturating_sub(record.round()));
        let before = self.records.score_before(record.round(), of, points);
        let earlier = |own: &&Own| own.is_played() && own.round < record.round();
        let worth = points.of(record);
        let outcome = match worth {
            it if it >= points.win => Outcome::Won,
            it if it >= points.draw => Outcome::Drawn,
            _ => Outcome::Lost,
        };
        Opponent {
            score: Fraction::from(Halves(before.0 + points.draw.0 * rounds_after)),
            played: whole(boards(self.records, of).filter(earlier).count()) + rounds_after,
            outcome,
        }
    }
}

impl<'l> Tied<'l> {
    fn new(entry: &'l Entry) -> Tied<'l> {
        Tied { entry, values: Vec::new() }
    }
}

/// Parts a group by the values of its members, the larger first; equals keep their order.
fn parted<'l>(
    mut group: Vec<Tied<'l>>,
    values: impl Fn(&[&'l Entry]) -> Vec<Option<Fraction>>,
) -> Vec<Vec<Tied<'l>>> {
    let members: Vec<&Entry> = group.iter().map(|it| it.entry).collect();
    for (it, value) in group.iter_mut().zip(values(&members)) {
        it.values.push(value);
    }
    group.sort_by_key(|it| Reverse(it.values.last().copied()));
    group.chunk_by(|one, other| one.values.last() == other.values.last()).map(<[Tied]>::to_vec).collect()
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
