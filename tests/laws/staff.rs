//! Whatever a question offers is accepted, and whatever it does not offer is refused.

use sealord::question::{Limit, OpenQuestion, Picks};
use sealord::staff::StaffOfficer;
use sealord::system::News;
use sealord::table::judge;
use sealord::tie_breaker::TieBreaker;

use crate::laws::play::{boldness, draft, draft_of, entry, parallel, play};
use crate::laws::systems::Lawful;

/// How many subjects of a question are tried, and how many options of each.
const SUBJECTS: usize = 6;
const OPTIONS: usize = 10;

/// The codes by which a whole answer fails though each line of it is open.
const LIMITS: [&str; 7] =
    ["not-distinct", "wrong-count", "out-of-line", "missing", "not-allowed-alone", "too-much", "too-many"];

crate::laws::laws! { what_is_offered_is_accepted_and_nothing_else, nothing_is_offered_that_no_answer_can_hold, advice_is_legal_and_equal_minds_give_the_same }

fn what_is_offered_is_accepted_and_nothing_else<S: Lawful>() {
    let kinds = parallel(2000..2008, |seed| {
        let mut kinds: Vec<String> = Vec::new();
        let mut officer = StaffOfficer::new(seed, boldness(seed));
        play::<S>(seed, boldness(seed), |_, moment| {
            for waiting in &moment.progress.waiting {
                for question in std::iter::once(&waiting.question).chain(&waiting.ahead) {
                    offered(question);
                    not_offered(question);
                    officers_choice(&mut officer, question);
                    kinds.push(question.kind.clone());
                }
            }
        });
        kinds
    });
    let mut kinds: Vec<String> = kinds.into_iter().flatten().collect();
    kinds.sort();
    kinds.dedup();
    assert!(kinds.len() >= S::LEAST.kinds, "too few kinds of question were met: {kinds:?}");
}

/// Advice depends on nothing but the view, the question and the mind, whatever the others play, and is a
/// legal answer.
fn advice_is_legal_and_equal_minds_give_the_same<S: Lawful>() {
    parallel(2100..2104, |seed| {
        play::<S>(seed, boldness(seed), |_, moment| {
            for waiting in &moment.progress.waiting {
                let view = || S::system().view(&moment.progress.present, waiting.party, News::NONE);
                for question in std::iter::once(&waiting.question).chain(&waiting.ahead) {
                    let advice = || -> Option<Picks> {
                        let mut ties: TieBreaker = rand::SeedableRng::seed_from_u64(seed);
                        S::system().advise(&view(), question, &mut ties)
                    };
                    let advised = advice();
                    assert_eq!(advised, advice(), "{}", question.key);
                    let Some(picks) = advised else { continue };
                    let checked = judge::answer(question, &draft(question, &picks));
                    assert_eq!(checked.as_ref().map(|it| &it.choice), Ok(&picks.choice), "{}", question.key);
                }
            }
        });
    });
}

/// In every scenario no line offers more of anything than some answer can hold under each limit by itself,
/// whatever the other lines say. The least of it stays on offer where a limit closes the line: so an order of
/// it is refused by its rule.
fn nothing_is_offered_that_no_answer_can_hold<S: Lawful>() {
    let look = |seed: u64| {
        let mut found: Vec<String> = Vec::new();
        play::<S>(seed, boldness(seed), |_, moment| {
            for waiting in &moment.progress.waiting {
                let questions = std::iter::once(&waiting.question).chain(&waiting.ahead);
                found.extend(questions.flat_map(beyond_all_answers));
            }
        });
        found
    };
    let mut found = parallel(2200..2202, look);
    for campaign in S::WAR {
        let first = campaign.seeds.start;
        found.extend(parallel(first..first + 1, |seed| S::under(campaign, || look(seed))));
    }
    let mut found: Vec<String> = found.into_iter().flatten().collect();
    found.sort();
    found.dedup();
    assert!(
        found.is_empty(),
        "{} are offered and can never be: {:#?}",
        found.len(),
        &found[..found.len().min(20)]
    );
}

/// The options of a question that break a limit whatever is chosen beside them, but for the least of each
/// subject.
fn beyond_all_answers(question: &OpenQuestion) -> Vec<String> {
    let mark = |option: u16| i64::from(question.options[usize::from(option)].mark);
    let marks = |at: usize| question.open_to(at).iter().map(|&option| mark(option)).collect::<Vec<_>>();
    let mut found = Vec::new();
    for limit in &question.limits {
        let (weights, most): (Vec<(usize, i64)>, i64) = match limit {
            Limit::Weighed { weights, most, .. } => {
                let weights = weights.iter().map(|(at, weight)| (usize::from(*at), i64::from(*weight)));
                (weights.collect(), i64::from(*most))
            }
            Limit::Sum { who, most, .. } => {
                let counts = |at: &usize| who.is_empty() || who.contains(&(*at as u16));
                ((0..question.subjects.len()).filter(counts).map(|at| (at, 1)).collect(), i64::from(*most))
            }
            _ => continue,
        };
        let least =
            |(at, weight): &(usize, i64)| marks(*at).into_iter().map(|it| weight * it).min().unwrap_or(0);
        let all: i64 = weights.iter().map(least).sum();
        for it in weights.iter().filter(|(_, weight)| *weight > 0) {
            let (at, weight) = *it;
            let smallest = marks(at).into_iter().filter(|mark| *mark > 0).min().unwrap_or(0);
            let too_much = |mark: &i64| {
                *mark > smallest && weight * mark + all - least(it) > most.max(weight * smallest)
            };
            if let Some(mark) = marks(at).into_iter().find(too_much) {
                let (id, rule) = (&question.subjects[at].id, limit.rule());
                found.push(format!("{}: {id} with {mark} ({rule})", question.kind));
            }
        }
    }
    found
}

/// Spreads a few tries over a list.
fn some(count: usize, most: usize) -> impl Iterator<Item = usize> {
    let step = count.div_ceil(most).max(1);
    (0..count).step_by(step)
}

fn offered(question: &OpenQuestion) {
    for at in some(question.subjects.len(), SUBJECTS) {
        let open = question.open_to(at);
        for n in some(open.len(), OPTIONS) {
            let line = entry(&question.subjects[at].id, &question.options[open[n] as usize].id);
            match judge::answer(question, &draft_of(&question.key, vec![line])) {
                Ok(picks) => {
                    let (given, asked) = (picks.choice[at], open[n]);
                    let same = question.options[given as usize].id == question.options[asked as usize].id;
                    assert!(same, "{}: asked for {asked}, given {given}", question.key);
                    assert_eq!(question.broken_limit(&picks.choice), None, "{}", question.key);
                }
                Err(problems) => {
                    let only = problems.iter().all(|it| LIMITS.contains(&it.code.as_ref()));
                    assert!(
                        only && (!question.limits.is_empty() || !question.has_default_answer()),
                        "{problems:?}"
                    );
                }
            }
        }
    }
}

fn not_offered(question: &OpenQuestion) {
    for at in some(question.subjects.len(), SUBJECTS) {
        let open = question.open_to(at);
        let id = &question.subjects[at].id;
        let refused = |option: &str| {
            let result = judge::answer(question, &draft_of(&question.key, vec![entry(id, option)]));
            assert!(result.is_err(), "{}: {id} took {option}", question.key);
        };
        refused("nowhere at all");
        refused("");
        let word = |option: u16| &question.options[option as usize].id;
        let closed = (0..question.options.len() as u16).filter(|option| !open.contains(option));
        let closed: Vec<u16> =
            closed.filter(|&o| !open.iter().any(|&other| word(o) == word(other))).collect();
        some(closed.len(), OPTIONS).for_each(|n| refused(word(closed[n])));
    }
    let stranger = draft_of(&question.key, vec![entry("hms-nobody", &question.options[0].id)]);
    assert!(judge::answer(question, &stranger).is_err(), "{}: a stranger was let in", question.key);
}

fn officers_choice(officer: &mut StaffOfficer, question: &OpenQuestion) {
    let picks = officer.answer(question).unwrap_or_else(|| panic!("no answer to {}", question.key));
    let checked = judge::answer(question, &draft(question, &picks));
    assert_eq!(checked.as_ref().map(|it| &it.choice), Ok(&picks.choice), "{}", question.key);
}
