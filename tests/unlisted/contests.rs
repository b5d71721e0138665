//! Naval wars between officers who contest whatever they can, retire, make Task Forces anew with all that
//! there is, and send what may well be late. In all that follows every piece acts once, and stands with its
//! unit. How often play reaches the rules of further contests (4.6.2) and of lateness (3.3.2.2) is printed;
//! the cases pin those rules.

use rand::{RngExt, SeedableRng};
use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::Digest;
use sealord::driver::{Checkpoint, advance};
use sealord::party::Party;
use sealord::question::{OpenQuestion, Picks};
use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::schiffskrieg::event::Event;
use sealord::rules::schiffskrieg::faction::PARTIES;
use sealord::rules::schiffskrieg::pieces::UnitId;
use sealord::rules::schiffskrieg::state::{Place, Sea};
use sealord::rules::{Choices, Rulebook};
use sealord::staff::StaffOfficer;
use sealord::system::{Advice, Events, News, Rules, Views};
use sealord::table::Section;
use sealord::table::book::{Answers, BookOf};
use sealord::table::rolls::KeyRing;
use sealord::tie_breaker::TieBreaker;

use crate::laws::play::draft;

/// More exchanges than any such war has.
const ENDLESS: u32 = 4000;

/// How often play reached a rule.
#[derive(Debug, Default)]
struct Reached {
    contests: usize,
    further: usize,
    added: usize,
    contester_late: usize,
    late_in_further: usize,
    placer_late: usize,
}

/// What is followed of the placement that goes on.
#[derive(Default)]
struct Placing {
    contested: bool,
    formed: Vec<Vec<UnitId>>,
}

/// Follows the events of whole steps, and says what is wrong in what they do.
struct Watch<'s> {
    system: &'s Schiffskrieg,
    sea: Sea,
    placing: Placing,
    reached: Reached,
    wrong: Vec<String>,
}

impl Watch<'_> {
    fn follow(&mut self, event: &Event) {
        let system = self.system;
        match event {
            Event::ThingBegan { .. } | Event::StageBegan { .. } => {
                if self.sea.battle.is_some() || self.sea.ids().any(|unit| self.sea.unit(unit).line.is_some())
                {
                    self.wrong.push(format!("a battle goes on when {event:?}"));
                }
                self.placing = Placing::default();
            }
            Event::Contested { by: Some(_), .. } => {
                self.placing.contested = true;
                self.reached.contests += 1;
            }
            Event::Moved { faction, rule, units } if rule == "SK-3.3.2.2-4" => {
                let foreign =
                    units.iter().any(|(unit, _)| system.side_of(&self.sea, *unit) != Some(*faction));
                self.wrong
                    .extend(foreign.then(|| format!("{faction:?} moves what is not its own: {units:?}")));
            }
            Event::Outcome { rule, .. } => {
                let reached = &mut self.reached;
                match rule.as_str() {
                    "SK-3.3.2.2-2" => {
                        reached.contester_late += 1;
                        reached.late_in_further += usize::from(self.placing.formed.len() > 1);
                    }
                    "SK-3.3.2.2-3" | "SK-2.1-13" => reached.placer_late += 1,
                    _ => {}
                }
            }
            _ => {}
        }
        system.apply(&mut self.sea, event);
        match event {
            Event::Formed { support, force, .. } => {
                let placed = self.sea.placed.as_ref().is_some_and(|placed| placed.support == *support);
                if placed {
                    if let Some(before) = self.placing.formed.last() {
                        self.reached.further += 1;
                        self.reached.added += force.iter().filter(|unit| !before.contains(unit)).count();
                    }
                    self.placing.formed.push(force.clone());
                }
            }
            Event::Stood { force, .. } => self.stands(force),
            _ => {}
        }
    }

    /// Whether a unit stands with all of its Task Force that is fit, and none of that could act again.
    fn stands(&mut self, force: &[UnitId]) {
        let (system, sea) = (self.system, &self.sea);
        for unit in self.placing.formed.last().into_iter().flatten() {
            let (of, state) = (&system.counters[*unit], sea.unit(*unit));
            let idle = matches!(state.place, Place::Base(_) | Place::Box(_) | Place::ForcePool(_));
            let fit =
                of.is_ship() && !state.hurt && matches!(state.place, Place::Used(_) | Place::UsedAsset(_));
            let boat = of.is_boat() && self.placing.contested != matches!(state.place, Place::NavalDelay(_));
            if idle || fit != force.contains(unit) || boat {
                self.wrong
                    .push(format!("{} is in {:?} when its unit stands for {force:?}", of.id, state.place));
            }
        }
    }
}

/// What an officer answers who is out for contests: the advice of its system, changed where that is too
/// careful.
fn answer(
    system: &Schiffskrieg,
    view: &<Schiffskrieg as Views>::View,
    asked: &OpenQuestion,
    ties: &mut TieBreaker,
) -> Picks {
    let advice = system.advise(view, asked, ties);
    let mut picks = advice.or_else(|| StaffOfficer::new(1, 30).answer(asked)).expect("an answer");
    let option = |word: &str| asked.options.iter().position(|it| it.id == word).map(|at| at as u16);
    for (at, subject) in asked.subjects.iter().enumerate() {
        let open = asked.open_to(at);
        let wish = match asked.kind.as_str() {
            "contest" => open.iter().copied().find(|it| Some(*it) != option("no")),
            "reform" => ["keep", "add"].into_iter().filter_map(option).find(|it| open.contains(it)),
            "retire" => option("retire").filter(|_| ties.random_range(0..2u8) == 0),
            // Whoever contests sends what must pass a check, and little else.
            "compose" if asked.key.split('/').count() > 4 && ties.random_range(0..4u8) > 0 => {
                let name = &system.counters[system.counters.find(&subject.id).expect("a counter")].name;
                let checks = asked.about.iter().any(|line| line.contains(&format!("{name} (Speed")));
                option(if checks { "sail" } else { "spare" })
            }
            _ => None,
        };
        if let Some(wish) = wish.filter(|it| open.contains(it)) {
            picks.choice[at] = wish;
        }
    }
    picks
}

/// Plays a war to its end.
fn war(system: &Schiffskrieg, seed: u64) -> (Reached, Vec<String>) {
    let key =
        |exchange: u32| ExchangeKey::derive(&Seed::practice(seed), &Digest::of(b"contests"), exchange, &[]);
    let mut keys = KeyRing::default();
    keys.insert(0, key(0));
    let mut book: BookOf<Schiffskrieg> = Answers::default().read_by(system).expect("an empty book");
    let mut checkpoint = Checkpoint::opening(system);
    let mut ties = TieBreaker::seed_from_u64(seed);
    let (sea, placing) = (system.opening(), Placing::default());
    let mut watch = Watch { system, sea, placing, reached: Reached::default(), wrong: Vec::new() };
    for exchange in 1..ENDLESS {
        let progress = advance(system, &checkpoint, &book, &keys).unwrap_or_else(|stop| panic!("{stop}"));
        checkpoint = progress.checkpoint;
        for step in progress.played.iter().filter(|step| step.whole) {
            step.sections.iter().flat_map(Section::events).for_each(|event| watch.follow(event));
        }
        if checkpoint.over {
            return (watch.reached, watch.wrong);
        }
        for waiting in &progress.waiting {
            let view = system.view(&progress.present, waiting.party, News::NONE);
            let picks = answer(system, &view, &waiting.question, &mut ties);
            book.open(exchange, waiting.party, &waiting.question.key);
            book.enter(exchange, waiting.party, [draft(&waiting.question, &picks)]);
        }
        book.close(exchange);
        keys.insert(exchange, key(exchange));
    }
    panic!("seed {seed}: the war does not end");
}

/// `SEALORD_WARS=30` plays so many seeds of each, over eight war turns.
#[test]
fn with_officers_who_contest_everything_each_piece_acts_once_and_stands_with_its_unit() {
    Party::declare(PARTIES);
    let wars: Option<u64> = std::env::var("SEALORD_WARS").ok().and_then(|text| text.parse().ok());
    let turns = if wars.is_some() { "turns=8" } else { "turns=2" };
    let mut all = Reached::default();
    for scenario in ["46", "48"] {
        let choices = Choices::parse(&[turns.to_owned(), "asks=any".to_owned()], Schiffskrieg::OPTIONS)
            .expect("options");
        let system = Schiffskrieg::load(&sealord::rules::games(), scenario, &choices).expect("a scenario");
        for seed in 0..wars.unwrap_or(2) {
            let (reached, wrong) = war(&system, seed);
            assert!(wrong.is_empty(), "scenario {scenario}, seed {seed}: {}", wrong.join("\n"));
            all.contests += reached.contests;
            all.further += reached.further;
            all.added += reached.added;
            all.contester_late += reached.contester_late;
            all.late_in_further += reached.late_in_further;
            all.placer_late += reached.placer_late;
        }
    }
    println!("reached: {all:?}");
    assert!(all.contests > 0, "nobody contests anything: {all:?}");
}
