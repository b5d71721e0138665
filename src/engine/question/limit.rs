//! What binds the choices of several subjects together.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// How what is added up begins where a sentence limits it, and not a number of things.
pub const BOUND: &str = "by the limit that ";

/// The sentence that limits what is added up, as `at most half of the destroyers may be Common`; nothing
/// where things are counted, as points are.
pub fn bound(what: &str) -> Option<&str> {
    what.strip_prefix(BOUND)
}

/// A condition over several subjects of one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// No two subjects may choose options with the same mark; mark 0 is free.
    Distinct {
        /// The rule that says so.
        rule: String,
        /// What the mark stands for, as in "the same sea zone".
        what: String,
    },
    /// Exactly `count` subjects choose this option.
    Exactly {
        /// Index of the option.
        option: u16,
        /// How many subjects.
        count: u16,
        /// The rule that says so.
        rule: String,
    },
    /// At most `count` subjects choose this option.
    AtMost {
        /// Index of the option.
        option: u16,
        /// How many subjects.
        count: u16,
        /// The rule that says so.
        rule: String,
    },
    /// At least `count` subjects choose this option.
    AtLeast {
        /// Index of the option.
        option: u16,
        /// How many subjects.
        count: u16,
        /// The rule that says so.
        rule: String,
    },
    /// No more than `count` subjects can choose this option without a penalty; more may all the same. Nothing
    /// is refused for it, but a player who answers so is warned.
    Room {
        /// Index of the option.
        option: u16,
        /// How many subjects.
        count: u16,
        /// What is counted, as in "ship".
        what: String,
        /// The rule that says so.
        rule: String,
    },
    /// Fewer subjects than `count` may choose this option, but at a price. Nothing is refused for it, but a
    /// player who answers so is warned.
    Wanted {
        /// Index of the option.
        option: u16,
        /// How many subjects, those that are there anyhow not counted.
        count: u16,
        /// Which subjects count, by index; all of them if none is named.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        who: Vec<u16>,
        /// What is counted, as in "ship".
        what: String,
        /// The rule that says so.
        rule: String,
    },
    /// These subjects may choose these options, but what they attempt cannot succeed. Nothing is refused for
    /// it, but a player who answers so is warned.
    Vain {
        /// Indices of the subjects.
        who: Vec<u16>,
        /// Indices of the options.
        options: Vec<u16>,
        /// What is in vain, as in "the speed roll cannot succeed".
        what: String,
        /// The rule that says so.
        rule: String,
    },
    /// In the order of the subjects, marks never fall and never skip a number; mark 0 stands aside.
    LeftToRight {
        /// The rule that says so.
        rule: String,
    },
    /// This option may be chosen only if somebody chooses each of the others that it needs.
    OnlyWith {
        /// Index of the option.
        option: u16,
        /// Indices of the options without which it is not allowed.
        needs: Vec<u16>,
        /// The rule that says so.
        rule: String,
    },
    /// These subjects may choose these options only if one of the cases holds.
    OnlyIf {
        /// Indices of the subjects.
        who: Vec<u16>,
        /// Indices of the options.
        options: Vec<u16>,
        /// The cases. Each is a list of subjects with options, by index: it holds if every one of the
        /// subjects chooses one of the options that stand beside it.
        cases: Vec<Vec<(Vec<u16>, Vec<u16>)>>,
        /// The condition as a sentence without its full stop, as in "ships leave on turns that were played".
        what: String,
        /// The rule that says so.
        rule: String,
    },
    /// The marks of what is chosen, each times the weight of its subject, add up to no more than `most`.
    /// Where nothing is chosen that adds to the sum, nothing is refused: so a limit that is passed before
    /// anybody chooses, with `most` below 0, binds only those who would add to it.
    Weighed {
        /// Indices of subjects, each with its weight; any other weighs nothing.
        weights: Vec<(u16, i32)>,
        /// The most they may come to.
        most: i32,
        /// What is added up, as in "points".
        what: String,
        /// The rule that says so.
        rule: String,
    },
    /// The marks of what these subjects choose add up to a sum within bounds.
    Sum {
        /// Which subjects count, by index; all of them if none is named.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        who: Vec<u16>,
        /// The smallest sum.
        least: u16,
        /// The largest sum.
        most: u16,
        /// What is summed, as in "half points".
        what: String,
        /// The rule that says so.
        rule: String,
    },
    /// A subject may choose an option with a mark only if another one does.
    Follows {
        /// Index of the subject.
        who: u16,
        /// Index of the other one.
        needs: u16,
        /// The rule that says so.
        rule: String,
    },
    /// All subjects that choose options with marks choose such with the same mark; mark 0 is free.
    Alike {
        /// What the mark stands for, as in "the same port".
        what: String,
        /// The rule that says so.
        rule: String,
    },
}

impl Limit {
    /// The subjects that break this limit, by index, or nothing. `choice` and `marks` go by subject.
    pub fn broken_by(&self, choice: &[u16], marks: &[u16]) -> Option<Vec<usize>> {
        match self {
            Limit::Distinct { .. } => {
                let clash = (0..marks.len()).find(|&b| marks[b] != 0 && marks[..b].contains(&marks[b]))?;
                let first = marks.iter().position(|mark| *mark == marks[clash])?;
                Some(vec![first, clash])
            }
            Limit::Exactly { option, .. } | Limit::AtMost { option, .. } | Limit::AtLeast { option, .. } => {
                let who: Vec<usize> = (0..choice.len()).filter(|&at| choice[at] == *option).collect();
                self.counts().is_none_or(|(_, allowed)| !allowed.contains(&who.len())).then_some(who)
            }
            Limit::Room { .. } | Limit::Wanted { .. } | Limit::Vain { .. } => None,
            Limit::LeftToRight { .. } => {
                let mut reached = 0;
                for (at, &mark) in marks.iter().enumerate().filter(|(_, mark)| **mark != 0) {
                    if mark < reached || mark > reached + 1 {
                        return Some(vec![at]);
                    }
                    reached = mark;
                }
                None
            }
            Limit::OnlyWith { option, needs, .. } => {
                let who: Vec<usize> = (0..choice.len()).filter(|&at| choice[at] == *option).collect();
                (!who.is_empty() && !needs.iter().all(|need| choice.contains(need))).then_some(who)
            }
            Limit::OnlyIf { who, options, cases, .. } => (!is_open(who, options, cases, choice))
                .then(|| {
                    who.iter()
                        .filter(|at| takes(choice, **at, options) == Some(true))
                        .map(|at| usize::from(*at))
                })
                .map(Iterator::collect),
            Limit::Weighed { weights, most, .. } => {
                is_too_heavy(weights, marks, *most).then(|| heavy(weights, marks))
            }
            Limit::Sum { who, least, most, .. } => {
                let counts = |at: &usize| marks[*at] != 0 && (who.is_empty() || who.contains(&(*at as u16)));
                let counted: Vec<usize> = (0..marks.len()).filter(counts).collect();
                let sum: u32 = counted.iter().map(|at| u32::from(marks[*at])).sum();
                (!(u32::from(*least)..=u32::from(*most)).contains(&sum)).then_some(counted)
            }
            Limit::Follows { who, needs, .. } => {
                let (who, needs) = (usize::from(*who), usize::from(*needs));
                (marks[who] != 0 && marks[needs] == 0).then(|| vec![who, needs])
            }
            Limit::Alike { .. } => {
                let marked: Vec<usize> = (0..marks.len()).filter(|at| marks[*at] != 0).collect();
                let odd = marked.iter().copied().find(|at| marks[*at] != marks[marked[0]])?;
                Some(vec![marked[0], odd])
            }
        }
    }

    /// The option that the limit counts, and how many subjects may choose it; nothing for a limit of another
    /// kind.
    pub fn counts(&self) -> Option<(u16, RangeInclusive<usize>)> {
        match self {
            Limit::Exactly { option, count, .. } => {
                Some((*option, usize::from(*count)..=usize::from(*count)))
            }
            Limit::AtMost { option, count, .. } => Some((*option, 0..=usize::from(*count))),
            Limit::AtLeast { option, count, .. } => Some((*option, usize::from(*count)..=usize::MAX)),
            Limit::Distinct { .. }
            | Limit::Room { .. }
            | Limit::Wanted { .. }
            | Limit::Vain { .. }
            | Limit::LeftToRight { .. }
            | Limit::OnlyWith { .. }
            | Limit::OnlyIf { .. }
            | Limit::Weighed { .. }
            | Limit::Sum { .. }
            | Limit::Follows { .. }
            | Limit::Alike { .. } => None,
        }
    }

    /// The rule behind the limit.
    pub fn rule(&self) -> &str {
        match self {
            Limit::Distinct { rule, .. }
            | Limit::Exactly { rule, .. }
            | Limit::AtMost { rule, .. }
            | Limit::AtLeast { rule, .. }
            | Limit::Room { rule, .. }
            | Limit::Wanted { rule, .. }
            | Limit::Vain { rule, .. }
            | Limit::LeftToRight { rule }
            | Limit::Sum { rule, .. }
            | Limit::Follows { rule, .. }
            | Limit::Alike { rule, .. }
            | Limit::OnlyWith { rule, .. }
            | Limit::OnlyIf { rule, .. }
            | Limit::Weighed { rule, .. } => rule,
        }
    }
}

/// Whether a subject takes one of these options; nothing if it has not chosen yet.
fn takes(choice: &[u16], at: u16, options: &[u16]) -> Option<bool> {
    choice.get(usize::from(at)).map(|chosen| options.contains(chosen))
}

/// Whether [`Limit::OnlyIf`] is kept, or can still be by those who have not chosen yet. `choice` has the
/// choices of the first subjects, or of all.
pub(crate) fn is_open(
    who: &[u16],
    options: &[u16],
    cases: &[Vec<(Vec<u16>, Vec<u16>)>],
    choice: &[u16],
) -> bool {
    let holds = |(who, options): &(Vec<u16>, Vec<u16>)| {
        who.iter().all(|at| takes(choice, *at, options) != Some(false))
    };
    !who.iter().any(|at| takes(choice, *at, options) == Some(true))
        || cases.iter().any(|case| case.iter().all(holds))
}

/// What marks come to, by subject; a subject that is not there weighs nothing.
pub(crate) fn weight(weights: &[(u16, i32)], marks: &[u16]) -> i64 {
    let one = |(at, weight): &(u16, i32)| {
        i64::from(*weight) * i64::from(marks.get(usize::from(*at)).copied().unwrap_or_default())
    };
    weights.iter().map(one).sum()
}

/// Whether marks come to more than `most`, and any of them adds to it.
pub(crate) fn is_too_heavy(weights: &[(u16, i32)], marks: &[u16], most: i32) -> bool {
    weight(weights, marks) > i64::from(most) && !heavy(weights, marks).is_empty()
}

/// The subjects that add to the sum.
fn heavy(weights: &[(u16, i32)], marks: &[u16]) -> Vec<usize> {
    let adds =
        |(at, weight): &&(u16, i32)| *weight > 0 && marks.get(usize::from(*at)).is_some_and(|mark| *mark > 0);
    weights.iter().filter(adds).map(|(at, _)| usize::from(*at)).collect()
}
