//! Questions at random: limits agree with what they say, officers and doctrine answer what the check accepts.

use proptest::prelude::*;

use sealord::doctrine::{Doctrine, Match, Prefer, Rule};
use sealord::items::Types;
use sealord::question::{Ask, Limit, Picks};
use sealord::staff::StaffOfficer;
use sealord::system::open;
use sealord::table::judge;
use sealord::tags::Tags;

use crate::laws::play::draft;
use crate::laws::systems::Lawful;

/// A question about a few things, each of which chooses among others.
type Question<S> = Ask<<S as Types>::Item, <S as Types>::Item>;

/// Marks and worths of the options, option sets and defaults of the subjects, and which limits hold.
type Sketch = (Vec<(u16, u16)>, Vec<(Vec<bool>, Option<prop::sample::Index>)>, u8, u16);

fn sketches() -> impl Strategy<Value = Sketch> {
    let options = prop::collection::vec((0_u16..5, 0_u16..9), 1..7);
    let default = prop::option::of(any::<prop::sample::Index>());
    let subject = (prop::collection::vec(any::<bool>(), 7), default);
    (options, prop::collection::vec(subject, 0..7), any::<u8>(), 0_u16..4)
}

fn question<S: Lawful>((options, subjects, limits, count): &Sketch) -> Question<S> {
    let mut ask = Ask::new("fire", format!("t1/here/fire/{}", S::players()[0].id()), "R", "Choose".into());
    for (at, (mark, worth)) in options.iter().enumerate() {
        ask.choice(S::thing(8 + at as u16), *mark, *worth);
    }
    for (at, (open, default)) in subjects.iter().enumerate() {
        let mut set: Vec<u16> = (0..options.len() as u16).filter(|&o| open[usize::from(o)]).collect();
        if set.is_empty() {
            set.push(0);
        }
        let default = default.as_ref().map(|default| *default.get(&set));
        let set = ask.set(set);
        ask.subject(S::thing(at as u16), set, default);
    }
    let rule = || "R".to_owned();
    if limits & 3 == 1 {
        ask = ask.limit(Limit::Distinct { rule: rule(), what: "twice".into() });
    }
    if limits & 12 == 4 {
        ask = ask.limit(Limit::Exactly { option: 0, count: *count, rule: rule() });
    }
    if limits & 48 == 16 {
        ask = ask.limit(Limit::LeftToRight { rule: rule() });
    }
    if limits & 51 == 2 {
        ask = ask.limit(Limit::Sum {
            who: vec![],
            least: 0,
            most: 2 * count,
            what: "points".into(),
            rule: rule(),
        });
    }
    if limits & 51 == 18 && subjects.len() > 1 {
        ask = ask.limit(Limit::Follows { who: 1, needs: 0, rule: rule() });
    }
    if limits & 51 == 34 {
        ask = ask.limit(Limit::Alike { what: "the same port".into(), rule: rule() });
    }
    if limits & 192 == 64 && options.len() > 2 {
        ask = ask.limit(Limit::OnlyWith { option: 1, needs: vec![0, 2], rule: rule() });
    }
    if limits & 192 == 128 && subjects.len() > 2 && options.len() > 1 {
        ask = ask.limit(Limit::OnlyIf {
            who: vec![0, 1],
            options: vec![1],
            cases: vec![vec![(vec![2], vec![0])], vec![(vec![0], vec![1]), (vec![1, 2], vec![1])]],
            what: "both or none".into(),
            rule: rule(),
        });
    }
    if limits & 12 == 8 && subjects.len() > 2 {
        let (weights, most) = (vec![(0, 3), (1, 1), (2, -2)], i32::from(*count));
        ask = ask.limit(Limit::Weighed { weights, most, what: "points".into(), rule: rule() });
    }
    ask
}

/// Every answer whose lines are open, in order; stops at a few thousand.
fn every_answer<S: Lawful>(ask: &Question<S>) -> Vec<Vec<u16>> {
    let mut all = vec![Vec::new()];
    for at in 0..ask.subjects.len() {
        let grow = |choice: &Vec<u16>| {
            let longer = |&option: &u16| choice.iter().copied().chain([option]).collect::<Vec<u16>>();
            ask.open_to(at).iter().map(longer).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(grow).collect();
    }
    all
}

/// The limits as the rulebook would put them.
fn lawful<S: Lawful>(ask: &Question<S>, choice: &[u16]) -> bool {
    let marks: Vec<u16> = choice.iter().map(|&option| ask.options[usize::from(option)].mark).collect();
    ask.limits.iter().all(|limit| match limit {
        Limit::Distinct { .. } => {
            (0..marks.len()).all(|a| marks[a] == 0 || (0..a).all(|b| marks[a] != marks[b]))
        }
        Limit::Exactly { option, count, .. } => {
            choice.iter().filter(|&chosen| chosen == option).count() == usize::from(*count)
        }
        Limit::AtMost { option, count, .. } => {
            choice.iter().filter(|&chosen| chosen == option).count() <= usize::from(*count)
        }
        Limit::AtLeast { option, count, .. } => {
            choice.iter().filter(|&chosen| chosen == option).count() >= usize::from(*count)
        }
        Limit::Room { .. } | Limit::Wanted { .. } | Limit::Vain { .. } => true,
        Limit::Weighed { weights, most, .. } => {
            let one = |(at, weight): &(u16, i32)| weight * i32::from(marks[usize::from(*at)]);
            weights.iter().map(one).sum::<i32>() <= *most
        }
        Limit::OnlyWith { option, needs, .. } => {
            !choice.contains(option) || needs.iter().all(|need| choice.contains(need))
        }
        Limit::OnlyIf { who, options, cases, .. } => {
            let chosen = |at: u16| choice[usize::from(at)];
            let mut kept = cases.is_empty() && !who.iter().any(|&at| options.contains(&chosen(at)));
            for case in cases {
                let holds = case.iter().all(|(who, of)| who.iter().all(|&at| of.contains(&chosen(at))));
                kept |= holds || who.iter().all(|&at| !options.contains(&chosen(at)));
            }
            kept
        }
        Limit::Sum { who, least, most, .. } => {
            let counts = |at: &usize| who.is_empty() || who.iter().any(|who| usize::from(*who) == *at);
            let sum: u16 = (0..marks.len()).filter(counts).map(|at| marks[at]).sum();
            *least <= sum && sum <= *most
        }
        Limit::Follows { who, needs, .. } => marks[usize::from(*who)] == 0 || marks[usize::from(*needs)] > 0,
        Limit::Alike { .. } => {
            let marked: Vec<u16> = marks.iter().copied().filter(|&mark| mark > 0).collect();
            marked.iter().all(|mark| Some(mark) == marked.first())
        }
        Limit::LeftToRight { .. } => {
            let line: Vec<u16> = marks.iter().copied().filter(|&mark| mark > 0).collect();
            let steps = line.windows(2).all(|pair| pair[1] == pair[0] || pair[1] == pair[0] + 1);
            steps && line.first().is_none_or(|&first| first == 1)
        }
    })
}

fn matches<S: Lawful>() -> impl Strategy<Value = Match<S::Item>> {
    prop_oneof![
        (0..S::system().tag_words().len()).prop_map(|at| Match::Tag(Tags::one(at))),
        (0_u16..8).prop_map(|at| Match::Item(S::thing(at))),
        (8_u16..16).prop_map(|at| Match::Item(S::thing(at))),
    ]
}

fn rules<S: Lawful>() -> impl Strategy<Value = Rule<S::Item>> {
    let prefer = prop_oneof![
        matches::<S>().prop_map(Prefer::Fits),
        Just(Prefer::Strongest),
        Just(Prefer::Weakest),
        Just(Prefer::Any),
    ];
    let (whom, prefer) = (prop::collection::vec(matches::<S>(), 0..3), prop::collection::vec(prefer, 0..4));
    (whom, prefer, any::<bool>()).prop_map(|(whom, prefer, spread)| Rule { whom, when: None, prefer, spread })
}

crate::laws::laws! {
    limits_agree_with_what_they_say,
    an_officer_finds_an_answer_where_there_is_one,
    what_doctrine_answers_is_legal,
    silence_and_force_are_answers,
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, cases: 256, ..ProptestConfig::default() }
}

fn limits_agree_with_what_they_say<S: Lawful>() {
    proptest!(config(), |(sketch in sketches())| {
        let ask = question::<S>(&sketch);
        let opened = open(S::system(), &S::system().opening(), &ask);
        for choice in every_answer::<S>(&ask).iter().step_by(7) {
            let lawful = lawful::<S>(&ask, choice);
            prop_assert_eq!(ask.broken_limit(choice).is_none(), lawful, "{:?} of {:?}", choice, ask);
            let picks = Picks::in_order(choice.clone());
            prop_assert_eq!(judge::answer(&opened, &draft(&opened, &picks)).is_ok(), lawful);
        }
    });
}

fn an_officer_finds_an_answer_where_there_is_one<S: Lawful>() {
    proptest!(config(), |(sketch in sketches(), seed in any::<u64>(), boldness in 0_u32..=100)| {
        let ask = question::<S>(&sketch);
        let opened = open(S::system(), &S::system().opening(), &ask);
        let exists = every_answer::<S>(&ask).iter().any(|choice| lawful::<S>(&ask, choice));
        match StaffOfficer::new(seed, boldness).answer(&opened) {
            Some(picks) => prop_assert_eq!(judge::answer(&opened, &draft(&opened, &picks)), Ok(picks)),
            None => prop_assert!(!exists, "no answer was found to {:?}", ask),
        }
    });
}

fn what_doctrine_answers_is_legal<S: Lawful>() {
    proptest!(config(), |(sketch in sketches(), rules in prop::collection::vec(rules::<S>(), 0..4))| {
        let ask = question::<S>(&sketch);
        let opened = open(S::system(), &S::system().opening(), &ask);
        let mut doctrine = Doctrine::default();
        doctrine.insert("fire".into(), rules);
        if let Some(picks) = doctrine.answer::<S, _, _>(S::system(), &S::system().opening(), S::players()[0], &ask, true) {
            prop_assert_eq!(judge::answer(&opened, &draft(&opened, &picks)), Ok(picks));
        }
    });
}

fn silence_and_force_are_answers<S: Lawful>() {
    proptest!(config(), |(sketch in sketches())| {
        let ask = question::<S>(&sketch);
        let opened = open(S::system(), &S::system().opening(), &ask);
        prop_assert_eq!(opened.has_default_answer(), ask.default_answer().is_some());
        if let Some(picks) = ask.default_answer().filter(|picks| !picks.choice.is_empty()) {
            let nothing = crate::laws::play::draft_of(&ask.key, Vec::new());
            prop_assert_eq!(judge::answer(&opened, &nothing).map(|it| it.choice), Ok(picks.choice));
        }
        if let Some(picks) = ask.forced() {
            prop_assert_eq!(every_answer::<S>(&ask), vec![picks.choice]);
        }
        let mut again = ask.clone();
        for set in ask.sets.clone() {
            let at = again.set(set.clone());
            prop_assert_eq!(&again.sets[usize::from(at)], &set);
        }
        prop_assert_eq!(again.sets.len(), ask.sets.len());
        let read = ask.read(&Picks::in_order(ask.subjects.iter().map(|it| ask.sets[usize::from(it.set)][0]).collect()));
        prop_assert!(read.iter().map(|(unit, _)| *unit).eq(ask.subjects.iter().map(|it| it.item)));
    });
}
