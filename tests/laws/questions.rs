//! Questions at random: limits agree with what they say, officers and doctrine answer what the check accepts.

use proptest::prelude::*;

use sealord::doctrine::{Doctrine, Match, Prefer, Rule};
use sealord::orders::check;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::item::{Item, TAGS};
use sealord::rules::seas_of_thunder::pieces::UnitId;
use sealord::staff::StaffOfficer;
use sealord::system::open;
use sealord::table::{Ask, Limit, Picks};

use crate::play::{draft, system};

/// A question about a few units, each of which chooses among units.
type Question = Ask<UnitId, Item>;

/// Marks and worths of the options, option sets and defaults of the subjects, and which limits hold.
type Sketch = (Vec<(u16, u16)>, Vec<(Vec<bool>, Option<prop::sample::Index>)>, u8, u16);

fn sketches() -> impl Strategy<Value = Sketch> {
    let options = prop::collection::vec((0_u16..5, 0_u16..9), 1..7);
    let default = prop::option::of(any::<prop::sample::Index>());
    let subject = (prop::collection::vec(any::<bool>(), 7), default);
    (options, prop::collection::vec(subject, 0..7), any::<u8>(), 0_u16..4)
}

fn question((options, subjects, limits, count): &Sketch) -> Question {
    let mut ask = Ask::new("fire", "t1/zone-9/fire/axis".into(), "R", "Choose".into());
    for (at, (mark, worth)) in options.iter().enumerate() {
        ask.choice(Item::Unit(UnitId(100 + at as u16)), *mark, *worth);
    }
    for (at, (open, default)) in subjects.iter().enumerate() {
        let mut set: Vec<u16> = (0..options.len() as u16).filter(|&o| open[usize::from(o)]).collect();
        if set.is_empty() {
            set.push(0);
        }
        let default = default.as_ref().map(|default| *default.get(&set));
        let set = ask.set(set);
        ask.subject(UnitId(at as u16), set, default);
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
    if limits & 192 == 64 && options.len() > 2 {
        ask = ask.limit(Limit::OnlyWith { option: 1, needs: vec![0, 2], rule: rule() });
    }
    ask
}

/// Every answer whose lines are open, in order; stops at a few thousand.
fn every_answer(ask: &Question) -> Vec<Vec<u16>> {
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
fn lawful(ask: &Question, choice: &[u16]) -> bool {
    let marks: Vec<u16> = choice.iter().map(|&option| ask.options[usize::from(option)].mark).collect();
    ask.limits.iter().all(|limit| match limit {
        Limit::Distinct { .. } => {
            (0..marks.len()).all(|a| marks[a] == 0 || (0..a).all(|b| marks[a] != marks[b]))
        }
        Limit::Exactly { option, count, .. } => {
            choice.iter().filter(|&chosen| chosen == option).count() == usize::from(*count)
        }
        Limit::Room { .. } => true,
        Limit::OnlyWith { option, needs, .. } => {
            !choice.contains(option) || needs.iter().all(|need| choice.contains(need))
        }
        Limit::LeftToRight { .. } => {
            let line: Vec<u16> = marks.iter().copied().filter(|&mark| mark > 0).collect();
            let steps = line.windows(2).all(|pair| pair[1] == pair[0] || pair[1] == pair[0] + 1);
            steps && line.first().is_none_or(|&first| first == 1)
        }
    })
}

fn matches() -> impl Strategy<Value = Match<Item>> {
    prop_oneof![
        (0..TAGS.len()).prop_map(|at| Match::Tag(1 << at)),
        (0_u16..8).prop_map(|at| Match::Item(Item::Unit(UnitId(at)))),
        (100_u16..108).prop_map(|at| Match::Item(Item::Unit(UnitId(at)))),
    ]
}

fn rules() -> impl Strategy<Value = Rule<Item>> {
    let prefer = prop_oneof![
        matches().prop_map(Prefer::Fits),
        Just(Prefer::Strongest),
        Just(Prefer::Weakest),
        Just(Prefer::Any),
    ];
    let (whom, prefer) = (prop::collection::vec(matches(), 0..3), prop::collection::vec(prefer, 0..4));
    (whom, prefer, any::<bool>()).prop_map(|(whom, prefer, spread)| Rule { whom, prefer, spread })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn limits_agree_with_what_they_say(sketch in sketches()) {
        let ask = question(&sketch);
        let opened = open(system(), &ask);
        for choice in every_answer(&ask).iter().step_by(7) {
            let lawful = lawful(&ask, choice);
            prop_assert_eq!(ask.broken_limit(choice).is_none(), lawful, "{:?} of {:?}", choice, ask);
            let picks = Picks::in_order(choice.clone());
            prop_assert_eq!(check::answer(&opened, &draft(&opened, &picks)).is_ok(), lawful);
        }
    }

    #[test]
    fn an_officer_finds_an_answer_where_there_is_one(sketch in sketches(), seed: u64, boldness in 0_u32..=100) {
        let ask = question(&sketch);
        let opened = open(system(), &ask);
        let exists = every_answer(&ask).iter().any(|choice| lawful(&ask, choice));
        match StaffOfficer::new(seed, boldness).answer(&opened) {
            Some(picks) => prop_assert_eq!(check::answer(&opened, &draft(&opened, &picks)), Ok(picks)),
            None => prop_assert!(!exists, "no answer was found to {:?}", ask),
        }
    }

    #[test]
    fn what_doctrine_answers_is_legal(sketch in sketches(), rules in prop::collection::vec(rules(), 0..4)) {
        let ask = question(&sketch);
        let opened = open(system(), &ask);
        let mut doctrine = Doctrine::default();
        doctrine.insert("fire".into(), rules);
        if let Some(picks) = doctrine.answer::<SeasOfThunder, _, _>(system(), &ask) {
            prop_assert_eq!(check::answer(&opened, &draft(&opened, &picks)), Ok(picks));
        }
    }

    #[test]
    fn silence_and_force_are_answers(sketch in sketches()) {
        let ask = question(&sketch);
        let opened = open(system(), &ask);
        prop_assert_eq!(opened.silence_answers(), ask.silence().is_some());
        if let Some(picks) = ask.silence().filter(|picks| !picks.choice.is_empty()) {
            let nothing = crate::play::draft_of(&ask.key, Vec::new());
            prop_assert_eq!(check::answer(&opened, &nothing).map(|it| it.choice), Ok(picks.choice));
        }
        if let Some(picks) = ask.forced() {
            prop_assert_eq!(every_answer(&ask), vec![picks.choice]);
        }
        let mut again = ask.clone();
        for set in ask.sets.clone() {
            let at = again.set(set.clone());
            prop_assert_eq!(&again.sets[usize::from(at)], &set);
        }
        prop_assert_eq!(again.sets.len(), ask.sets.len());
        let read = ask.read(&Picks::in_order(ask.subjects.iter().map(|it| ask.sets[usize::from(it.set)][0]).collect()));
        prop_assert!(read.iter().map(|(unit, _)| *unit).eq(ask.subjects.iter().map(|it| it.item)));
    }
}

/// The doctrine that a text gives, or the codes and mends of what is wrong with it.
fn doctrine(text: &str) -> Result<Doctrine<Item>, Vec<String>> {
    let draft = sealord::orders::parse("doctrine", format!("doctrine: {{{text}}}\n").as_bytes()).unwrap();
    let told = |problem: sealord::problem::Problem| {
        format!("{} {}", problem.code, problem.mend.unwrap_or_default()).trim_end().to_owned()
    };
    let compiled = sealord::doctrine::compile::compile(system(), &draft.doctrine.unwrap());
    compiled.map_err(|problems| problems.into_iter().map(told).collect())
}

#[test]
fn a_flight_answers_to_its_port_and_its_zone() {
    let kiel = system().board.port_by_id("kiel").expect("a port");
    let zones = &system().board.port(kiel).zones;
    let mut ask: Question = Ask::new("place-air", "t1/air/axis".into(), "R", "Fly".into());
    let stay = ask.option(Item::Word(sealord::rules::seas_of_thunder::item::Word::Stay));
    let flights: Vec<u16> = zones.iter().map(|&zone| ask.option(Item::Flight(kiel, zone))).collect();
    let last = *flights.last().expect("a zone");
    let zone = zones.last().expect("a zone").0;
    let set = ask.set(std::iter::once(stay).chain(flights.iter().copied()).collect());
    ask.subject(UnitId(0), set, Some(stay));
    for (prefer, wanted) in
        [("kiel".to_owned(), flights[0]), (format!("{zone}"), last), (format!("kiel/{zone}"), last)]
    {
        let doctrine = doctrine(&format!("place-air: [{{prefer: [{prefer}]}}]")).expect("it means something");
        assert_eq!(doctrine.answer(system(), &ask), Some(Picks::in_order(vec![wanted])), "{prefer}");
    }
    let elsewhere = doctrine("place-air: kiel/1").expect_err("no such flight");
    assert_eq!(elsewhere.len(), 1);
}

#[test]
fn doctrine_is_narrowed_only_to_places_that_are_asked() {
    for good in ["fire@zone-9: any", "overstack@kiel: stay", "return@zone-9: any", "fire: [{for: [BB]}]"] {
        assert!(doctrine(good).is_ok(), "{good}");
    }
    for (bad, wanted) in [
        ("fire@9: any", "unknown-place did you mean `fire@zone-9`?"),
        ("fire@zone9: any", "unknown-place did you mean `fire@zone-9`?"),
        ("fire@zone-999: any", "unknown-place write a place as in `fire@zone-1`, or `fire` alone for all"),
        ("fire@: any", "unknown-place write a place as in `fire@zone-1`, or `fire` alone for all"),
        ("move-ships@zone-9: any", "unknown-place write `move-ships` alone; it is not asked place by place"),
        ("fier: any", "unknown-kind did you mean `fire`?"),
        ("fire: [{for: [any], prefer: [any]}]", "unknown-word leave `for` out to speak for all"),
    ] {
        assert_eq!(doctrine(bad), Err(vec![wanted.to_owned()]), "{bad}");
    }
}
