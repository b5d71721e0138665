//! Linear limits on how many units of each type a side may have: what 2.1, 2.3 and 2.5 ask is all of this
//! form. So the questions of a match, the judge of a fleet and the list of what is left go by the same
//! limits.

use std::collections::BTreeMap;

use engine::question::{BOUND, Limit};
use tactical::cards::CardId;

/// How many of each type there are.
pub type Tally = BTreeMap<CardId, u16>;

/// A limit: the numbers of units, each times its weight, add up to at most `most`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The weight of one unit of each type that matters, in the order of the cards.
    pub weights: Vec<(CardId, i32)>,
    /// The most that they may add up to.
    pub most: i32,
    /// The rule, by its id in the ledger.
    pub rule: &'static str,
    /// The limit in words, as a clause: `at most half of the destroyers, and one, may be HMS Cossack
    /// (Common)`.
    pub what: String,
    /// The type that is limited, if it is one.
    pub about: Option<CardId>,
}

impl Bound {
    /// What the units of a tally add up to.
    pub fn sum(&self, tally: &Tally) -> i32 {
        let of = |(card, weight): &(CardId, i32)| {
            let n = tally.get(card).copied().unwrap_or_default();
            weight.saturating_mul(i32::from(n))
        };
        self.weights.iter().map(of).fold(0, i32::saturating_add)
    }

    /// By how much a tally passes the limit; 0 if it keeps it.
    pub fn passed(&self, tally: &Tally) -> i32 {
        self.sum(tally).saturating_sub(self.most).max(0)
    }

    /// The weight of one more unit of a type.
    pub fn weight(&self, card: CardId) -> i32 {
        self.weights.binary_search_by_key(&card, |(it, _)| *it).map_or(0, |at| self.weights[at].1)
    }

    /// The same limit on what comes on top of a tally that stays.
    #[must_use]
    pub fn beyond(mut self, tally: &Tally) -> Bound {
        self.most = self.most.saturating_sub(self.sum(tally));
        self
    }
}

/// A bound as a limit over the subjects that stand for types; nothing if it bears on none of them. One that
/// is passed already binds whoever adds to it (WSC-2.3-4, WSC-2.3-8); in edition 1 it let a type go on beside
/// as many others.
pub(super) fn weighed(bound: &Bound, types: &[(u16, CardId)], first_edition: bool) -> Option<Limit> {
    let weights: Vec<(u16, i32)> = types
        .iter()
        .map(|(subject, card)| (*subject, bound.weight(*card)))
        .filter(|(_, weight)| *weight != 0)
        .collect();
    let most = if first_edition { bound.most.max(0) } else { bound.most };
    weights.iter().any(|(_, weight)| *weight > 0).then(|| Limit::Weighed {
        weights,
        most,
        what: format!("{BOUND}{}", bound.what),
        rule: bound.rule.to_owned(),
    })
}

/// How many of each type on offer any answer can hold under each of some limits: the most that is offered
/// now, less what no choice of the others makes room for. One stays on offer of whatever was, so that an
/// order of it is refused by the rule that closes it.
pub fn most_of_each(bounds: &[Bound], offered: &[(CardId, u8)]) -> Vec<(CardId, u8)> {
    let mut most = offered.to_vec();
    loop {
        let before = most.clone();
        let caps = caps(bounds, &before);
        for (card, most) in &mut most {
            let least = (*most).min(1);
            let cap = caps.get(card).copied().unwrap_or(u8::MAX);
            *most = cap.min(*most).max(least);
        }
        if most == before {
            return most;
        }
    }
}

/// How many of each type that some limit weighs fit under every limit, when all that eases it is taken as
/// often as it is offered. Each limit is gone through once, for all types together: there are hundreds of
/// both.
fn caps(bounds: &[Bound], offered: &[(CardId, u8)]) -> BTreeMap<CardId, u8> {
    let mut counts: BTreeMap<CardId, i32> = BTreeMap::new();
    for (card, n) in offered {
        *counts.entry(*card).or_default() += i32::from(*n);
    }
    let mut caps: BTreeMap<CardId, u8> = BTreeMap::new();
    for bound in bounds {
        let of = |(card, weight): &(CardId, i32)| {
            let eases = *weight < 0;
            if eases { weight * counts.get(card).copied().unwrap_or_default() } else { 0 }
        };
        let eased: i32 = bound.weights.iter().map(of).sum();
        let room = bound.most.saturating_sub(eased).max(0);
        let limited = bound.weights.iter().filter(|(card, weight)| *weight > 0 && counts.contains_key(card));
        for (card, weight) in limited {
            let fit = u8::try_from(room / weight).unwrap_or(u8::MAX);
            caps.entry(*card).and_modify(|cap| *cap = fit.min(*cap)).or_insert(fit);
        }
    }
    caps
}

/// How many more units of a type fit under all limits; nothing if none of them limits it.
pub fn room(bounds: &[Bound], tally: &Tally, card: CardId) -> Option<u16> {
    let of = |bound: &Bound| {
        let weight = bound.weight(card);
        let room = bound.most.saturating_sub(bound.sum(tally)).max(0);
        (weight > 0).then(|| u16::try_from(room / weight).unwrap_or(u16::MAX))
    };
    bounds.iter().filter_map(of).min()
}

#[cfg(test)]
mod tests {
    use super::{Bound, CardId, most_of_each};

    /// The same type by type and limit by limit, as the words above say it.
    fn one_by_one(bounds: &[Bound], offered: &[(CardId, u8)]) -> Vec<(CardId, u8)> {
        let mut most = offered.to_vec();
        loop {
            let before = most.clone();
            for (card, most) in &mut most {
                for bound in bounds.iter().filter(|bound| bound.weight(*card) > 0) {
                    let others = before.iter().filter(|(other, _)| other != card);
                    let eased: i32 =
                        others.map(|(other, n)| bound.weight(*other).min(0) * i32::from(*n)).sum();
                    let room = (bound.most - eased).max(0) / bound.weight(*card);
                    *most = (*most).min(u8::try_from(room).unwrap_or(u8::MAX)).max((*most).min(1));
                }
            }
            if most == before {
                return most;
            }
        }
    }

    #[test]
    fn limits_are_gone_through_together_as_one_by_one() {
        // Small numbers that look random and are the same in every run.
        let mut seed = 1_u32;
        let mut below = |limit: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % limit
        };
        let mut closed = 0;
        for _ in 0..2000 {
            let mut bounds = Vec::new();
            for _ in 0..below(6) {
                let mut weights = Vec::new();
                for card in 0..8 {
                    let weight = below(7) as i32 - 3;
                    if weight != 0 {
                        weights.push((CardId(card), weight));
                    }
                }
                let (most, what) = (below(40) as i32 - 10, String::new());
                bounds.push(Bound { weights, most, rule: "WSC-2.3-4", what, about: None });
            }
            let offered: Vec<(CardId, u8)> =
                (0..10).map(|_| (CardId(below(9) as u16), below(12) as u8)).collect();
            let found = most_of_each(&bounds, &offered);
            assert_eq!(found, one_by_one(&bounds, &offered), "{bounds:?} {offered:?}");
            closed += usize::from(found != offered);
        }
        assert!(closed > 500, "{closed}");
    }
}
