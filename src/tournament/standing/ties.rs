//! How ties are broken.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Scoring, TieBreak, boards};
use crate::pairing::Entry;
use crate::records::{Own, Record, Records};
use crate::{Bye, End, Entrant, Fraction, Halves};

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

    /// Everybody by places. Each tie-break parts those whom the ones before it have left together; who remains together
    /// shares a place, in the order of their words.
    pub fn ranked(&self) -> Vec<Ranked> {
        let mut all: Vec<&Entry> = self.entries.to_vec();
        all.sort_by(|one, other| one.entrant.cmp(&other.entrant));
        let score = |it: &&Entry| Some(Fraction::from(self.score(&it.entrant)));
        let mut groups: Vec<Vec<(&Entry, Vec<Option<Fraction>>)>> =
            parted(all.into_iter().map(|it| (it, Vec::new())).collect(), |group| {
                group.iter().map(score).collect()
            })
            .into_iter()
            .map(|group| group.into_iter().map(|(it, _)| (it, Vec::new())).collect())
            .collect();
        for &tie_break in &self.scoring.tie_breaks {
            let values = |group: &[&Entry]| self.values(tie_break, group);
            groups = groups.into_iter().flat_map(|group| parted(group, values)).collect();
        }
        let mut place = 1;
        let mut ranked = Vec::new();
        for group in groups {
            let size = group.len();
            ranked.extend(group.into_iter().map(|(it, values)| Ranked {
                place,
                entrant: it.entrant.clone(),
                values,
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
        let own = match record {
            Record::Bye { kind: Bye::Pairing, .. } => {
                return Some(self.virtual_opponent(of, record));
            }
            Record::Bye { kind: Bye::Asked, .. } => return Some(self.virtual_opponent(of, record)),
            Record::Board(own) => own,
        };
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

    /// The opponent of somebody who had none: he had the same score before the round, and draws in each round after it.
    /// The round counts against him as what it was worth.
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

/// Parts a group by the values of its members, the larger first; equals keep their order.
fn parted<'l>(
    group: Vec<(&'l Entry, Vec<Option<Fraction>>)>,
    values: impl Fn(&[&'l Entry]) -> Vec<Option<Fraction>>,
) -> Vec<Vec<(&'l Entry, Vec<Option<Fraction>>)>> {
    let members: Vec<&Entry> = group.iter().map(|it| it.0).collect();
    let values = values(&members);
    let mut all: Vec<(Option<Fraction>, (&Entry, Vec<Option<Fraction>>))> =
        values.into_iter().zip(group).collect();
    all.sort_by_key(|(value, _)| Reverse(*value));
    let same = |one: &(Option<Fraction>, _), other: &(Option<Fraction>, _)| one.0 == other.0;
    let with = |(value, (it, mut values)): (Option<Fraction>, (&'l Entry, Vec<_>))| {
        values.push(value);
        (it, values)
    };
    all.chunk_by(same).map(|chunk| chunk.iter().cloned().map(with).collect()).collect()
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
