//! Placements off Japan between officers who are out for everything that rules of contests speak of: they
//! contest with what is far off and may be late, hold their fire and retire, and make Task Forces anew by
//! dropping and adding. Whatever comes of it, no piece acts twice in a turn, and no battle stays open.

use sealord::items::Items;
use sealord::system::Events;
use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use sealord::conformance::Cases;
use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::Digest;
use sealord::driver::{Checkpoint, Stop, advance};
use sealord::party::Party;
use sealord::question::{OpenQuestion, Picks};
use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::schiffskrieg::event::{End, Event};
use sealord::rules::schiffskrieg::faction::{Faction, PARTIES};
use sealord::rules::schiffskrieg::item::Item;
use sealord::rules::schiffskrieg::pieces::UnitId;
use sealord::rules::schiffskrieg::state::{Cause, Due, Part, Place, Sea, SupportId};
use sealord::staff::StaffOfficer;
use sealord::table::book::{Answers, BookOf};
use sealord::table::rolls::KeyRing;
use sealord::table::{Note, judge};
use sealord::tie_breaker::TieBreaker;

use crate::laws::play::draft;

/// More exchanges than any placement has.
const ENDLESS: u32 = 200;

/// How many turns are played.
const TURNS: u64 = 60;

/// What stands declared: total war in the Pacific, and the Western faction ashore in Japan and at Shanghai.
const FACTS: &str = "turn=may-june-1942, war-state.ds=total-war, hostile.axis.western.ds=true, hostile.axis.soviet.ds=false,
    hostile.western.soviet.ds=false, weather-snow.ds=false, weather-mud.ds=false, country-status.britain.ds=active-western,
    policy-affected.britain.ds=false, truce-affected.britain.ds=false, country-status.united-states.ds=active-western,
    policy-affected.united-states.ds=false, truce-affected.united-states.ds=false, country-status.france.ds=active-western,
    policy-affected.france.ds=false, truce-affected.france.ds=false, country-status.japan.ds=active-axis,
    policy-affected.japan.ds=false, truce-affected.japan.ds=false, hex-control.kure=western,
    ground-unit-in-hex.p4802=united-states, hex-control.osaka=western, ground-unit-in-hex.p4803=united-states,
    hex-control.shanghai=western, ground-unit-in-hex.a4725=united-states, air-base.p4904.axis=true, air-base.p4803.western=true";

/// The support units of both sides, in the order in which they are numbered.
const SUPPORT: [(&str, &str); 8] = [
    ("surface-fleet", "japanese"),
    ("cv-fleet", "japanese"),
    ("air-force", "japanese"),
    ("sub-fleet", "japanese"),
    ("surface-fleet", "us"),
    ("cv-fleet", "us"),
    ("surface-fleet", "british"),
    ("air-force", "us"),
];

/// A position: ships and aircraft of both sides in ports of the zone and beyond it.
fn position(ties: &mut TieBreaker) -> (Schiffskrieg, Sea) {
    let mut units = String::new();
    let mut put = |count: u8, nation: &str, kind: &str, bases: &[&str], ties: &mut TieBreaker| {
        for number in 0..count {
            let base = bases[ties.random_range(0..bases.len())];
            let (attack, speed) = (ties.random_range(1..3u8), ties.random_range(2..6u8));
            let (line, back) = match kind {
                "boat" => ("'1'".to_owned(), ""),
                "lba" => (format!("{attack}-2-4"), ", back: 1-2"),
                _ => (format!("{attack}-1-3-{speed}"), ", back: 1-2"),
            };
            units += &format!(
                "  - {{id: {kind}-{}{number}, nation: {nation}, kind: {kind}, line: {line}{back}, at: {base}}}\n",
                &nation[..1]
            );
        }
    };
    let (home, away) =
        (["base tokyo", "base nagoya"], ["base tokyo", "base truk", "base ominato", "base sasebo"]);
    put(5, "japanese", "ca", &away, ties);
    put(2, "japanese", "bb", &home, ties);
    put(2, "japanese", "cv", &away, ties);
    put(2, "japanese", "lba", &["base tokyo"], ties);
    put(2, "japanese", "boat", &["force-pool ds"], ties);
    let (near, far) = (["base kure", "base osaka"], ["base kure", "base shanghai", "base shanghai"]);
    put(4, "us", "ca", &far, ties);
    put(2, "us", "bb", &near, ties);
    put(3, "us", "cv", &far, ties);
    put(2, "us", "lba", &["base osaka"], ties);
    put(2, "us", "boat", &["force-pool ds"], ties);
    put(4, "british", "ca", &["base shanghai", "base kure"], ties);
    let support: Vec<String> = SUPPORT
        .iter()
        .map(|(unit, nation)| format!("  - {{unit: {unit}, nation: {nation}, map: ds}}\n"))
        .collect();
    let plan = if ties.random_range(0..3u8) == 0 { "ten-go-plan" } else { "none" };
    let given = format!(
        "scenario: '46'\nfacts: [{FACTS}, strategic-warfare-box.ds={plan}]\nunits:\n{units}support:\n{}due: [event axis ds banzai]\n",
        support.concat()
    );
    let given = serde_yaml::from_str(&given).expect("a position as cases have it");
    Schiffskrieg::lay_out(&sealord::rules::games(), &mut None, &given).unwrap_or_else(|what| panic!("{what}"))
}

/// What is done in a turn, in an order of its own: placements of both sides, and the Axis's Banzai.
fn things(system: &Schiffskrieg, sea: &Sea, banzai: Due, ties: &mut TieBreaker) -> Vec<Due> {
    let goal = |word: &str| match system.find(word) {
        Some(Item::Goal(goal)) => goal,
        _ => panic!("`{word}` is no goal"),
    };
    let mut things: Vec<Due> = Vec::new();
    let all = sea.support.len();
    let mut units: Vec<usize> = (all - SUPPORT.len()..all).collect();
    while !units.is_empty() {
        let unit = units.swap_remove(ties.random_range(0..units.len()));
        let zone = ["northwest-pacific", "northwest-pacific", "east-china-sea"][ties.random_range(0..3)];
        things.push(Due::Place(SupportId(unit as u8), goal(zone)));
    }
    things.insert(ties.random_range(0..3), banzai);
    things
}

/// How often play reached what.
type Reached = BTreeMap<&'static str, usize>;

/// Follows a thing that is done.
struct Watch<'s> {
    system: &'s Schiffskrieg,
    sea: Sea,
    /// Who was in a Task Force of an earlier thing and did not come home from it.
    spent: Vec<UnitId>,
    /// Who is in one of this thing, and who came home.
    acts: Vec<UnitId>,
    home: Vec<UnitId>,
    /// The Task Forces of the unit that is placed, one for each contest, and that of whoever contests.
    formed: Vec<Vec<UnitId>>,
    answer: Vec<UnitId>,
    contests: usize,
    repulsed: bool,
    reached: Reached,
    wrong: Vec<String>,
}

impl Watch<'_> {
    fn note(&mut self, what: &'static str) {
        *self.reached.entry(what).or_default() += 1;
    }

    fn follow(&mut self, event: &Event) {
        let side = |faction: Faction, axis, western| if faction == Faction::Axis { axis } else { western };
        match event {
            Event::Contested { by: Some(_), faction } => {
                self.note(side(*faction, "the Axis contests", "the Western faction contests"));
                self.contests += 1;
                if self.contests > 1 {
                    self.note("a further contest");
                }
            }
            Event::Formed { support, force, .. } => {
                let placed = self.sea.placed.as_ref().is_none_or(|placed| placed.support == *support);
                if placed {
                    self.reform(force);
                } else {
                    self.answer.clone_from(force);
                }
                self.act(force);
            }
            Event::RaidFormed { units, .. } => self.act(units),
            Event::Checked { late, .. } => {
                self.note(if late.is_empty() { "a ship is in time" } else { "a ship is late" });
            }
            Event::Outcome { end, rule } => {
                let placer = self.placer();
                match (end, rule.as_str()) {
                    (_, "SK-3.3.2.2-2") => {
                        self.note(side(placer, "a Western contester is late", "an Axis contester is late"));
                        if self.formed.len() > 1 {
                            self.note("a contester is late in a further contest");
                        }
                    }
                    // Who came to that contest never left port.
                    (_, "SK-3.3.2.2-3") => {
                        self.home.append(&mut self.answer);
                        self.note(side(
                            placer,
                            "the Axis is late where it places",
                            "the West is late where it places",
                        ));
                        if self.formed.len() > 1 {
                            self.note("the placer is late in a further contest");
                        }
                    }
                    (_, "SK-3.3.2.2-6") => self.note("both sides are late"),
                    (_, "SK-4.6.2-4") => self.note("a Task Force made anew is none"),
                    (End::Success, _) => self.note("nobody contests"),
                    _ => {}
                }
            }
            Event::BattleBegan { battle, .. } if battle.cause == Cause::Banzai => {
                self.note("a Banzai battle")
            }
            Event::RoundBegan { round: 2, .. } => self.note("a second round"),
            Event::Retirement { part, retires: true } => {
                self.note(if *part == Part::Phasing {
                    "the placer retires"
                } else {
                    "the contester retires"
                });
            }
            Event::Resolved { end, .. } => self.repulsed = *end == End::Repulsion,
            // SK-4.6.3-3 Whoever contested with success is home at once.
            Event::Left { units } if self.repulsed => {
                let home = units.iter().filter(|(_, place)| matches!(place, Place::Base(_)));
                self.home.extend(home.map(|(unit, _)| *unit));
            }
            _ => {}
        }
        self.system.apply(&mut self.sea, event);
    }

    fn placer(&self) -> Faction {
        let placed = self.sea.placed.as_ref().map(|placed| placed.support);
        placed.and_then(|unit| self.system.faction_of_support(&self.sea, unit)).unwrap_or(Faction::Axis)
    }

    /// A Task Force is made, the first time or anew.
    fn reform(&mut self, force: &[UnitId]) {
        if let Some(before) = self.formed.last().cloned() {
            self.note("a Task Force is made anew");
            if force.iter().any(|unit| !before.contains(unit)) {
                self.note("something is added");
            }
            if before.iter().any(|unit| !force.contains(unit) && self.is_afloat(*unit)) {
                self.note("something is dropped");
            }
        }
        self.formed.push(force.to_vec());
    }

    fn is_afloat(&self, unit: UnitId) -> bool {
        self.sea.unit(unit).place != Place::Sunk
    }

    /// Pieces act that may not have acted before.
    fn act(&mut self, force: &[UnitId]) {
        for unit in force {
            if self.spent.contains(unit) {
                self.wrong.push(format!("{} acts a second time", self.system.counters[*unit].id));
            }
            if !self.acts.contains(unit) {
                self.acts.push(*unit);
            }
        }
    }

    /// The thing is over: no battle goes on, nobody is in line, and whoever acted is where he cannot act
    /// again, unless the rules sent him home.
    fn is_done(&mut self, thing: Due) {
        let sea = &self.sea;
        if sea.battle.is_some() || sea.ids().any(|unit| sea.unit(unit).line.is_some()) {
            self.wrong.push(format!("a battle goes on after {thing:?}"));
        }
        for unit in std::mem::take(&mut self.acts) {
            let idle = matches!(self.sea.unit(unit).place, Place::Base(_) | Place::ForcePool(_));
            if idle && !self.home.contains(&unit) {
                let id = &self.system.counters[unit].id;
                self.wrong.push(format!("{id} acted in {thing:?} and could act again"));
            }
            if !idle {
                self.spent.push(unit);
            }
        }
        (self.contests, self.repulsed, self.home, self.formed, self.answer) = Default::default();
    }
}

/// What an officer answers who is out for all that can happen; where that is not legal, what any officer
/// might.
fn answer(system: &Schiffskrieg, asked: &OpenQuestion, ties: &mut TieBreaker) -> Picks {
    let random = StaffOfficer::new(ties.random_range(0..u64::MAX), 30).answer(asked).expect("an answer");
    let option = |word: &str| asked.options.iter().position(|it| it.id == word).map(|at| at as u16);
    let mut chance = |percent: u8| ties.random_range(0..100) < percent;
    // The whole of a side holds its fire, and some Task Forces are only of what may be late.
    let (holds, far) = (chance(60), chance(50));
    let mut picks = random.clone();
    for (at, subject) in asked.subjects.iter().enumerate() {
        let open = asked.open_to(at);
        let wish = match asked.kind.as_str() {
            "contest" => open.iter().copied().find(|it| Some(*it) != option("no") && chance(80)),
            "retire" => option(if chance(65) { "retire" } else { "stay" }),
            "targets" if holds => option("hold"),
            "reform" if open.iter().any(|it| Some(*it) == option("keep")) => {
                option(if chance(75) { "keep" } else { "drop" })
            }
            "reform" => option(if chance(60) { "add" } else { "spare" }),
            "compose" => {
                let of = system.counters.find(&subject.id).map(|unit| &system.counters[unit].name);
                let line = of.map(|name| format!("{name} (Speed"));
                let checks = line.is_some_and(|line| asked.about.iter().any(|it| it.contains(&line)));
                option(if chance(if far == checks { 75 } else { 20 }) { "sail" } else { "spare" })
            }
            "event" => open.iter().copied().find(|it| Some(*it) != option("no") && chance(40)),
            _ => None,
        };
        if let Some(wish) = wish.filter(|it| open.contains(it)) {
            picks.choice[at] = wish;
        }
    }
    if judge::answer(asked, &draft(asked, &picks)).is_ok() { picks } else { random }
}

/// Does a thing; false if it cannot be done now.
fn play(watch: &mut Watch<'_>, thing: Due, seed: u64, ties: &mut TieBreaker) -> bool {
    let system = watch.system;
    let key =
        |exchange: u32| ExchangeKey::derive(&Seed::practice(seed), &Digest::of(b"placements"), exchange, &[]);
    let mut keys = KeyRing::default();
    keys.insert(0, key(0));
    let mut book: BookOf<Schiffskrieg> = Answers::default().read_by(system).expect("an empty book");
    watch.sea.due = vec![thing];
    let mut checkpoint = Checkpoint::settled(watch.sea.clone(), 0, None, false);
    for exchange in 1..ENDLESS {
        let progress = match advance(system, &checkpoint, &book, &keys) {
            Err(Stop::Fault(what)) if what.to_string().contains("cannot be placed") => {
                watch.sea.due.clear();
                return false;
            }
            progress => progress.unwrap_or_else(|stop| panic!("seed {seed}: {stop}")),
        };
        checkpoint = progress.checkpoint;
        for step in progress.played.iter().filter(|step| step.whole) {
            for note in step.sections.iter().flat_map(|section| &section.notes) {
                if let Note::Event(event) = note {
                    watch.follow(event);
                }
            }
        }
        if checkpoint.over {
            watch.is_done(thing);
            return true;
        }
        for waiting in &progress.waiting {
            let picks = answer(system, &waiting.question, ties);
            book.open(exchange, waiting.party, &waiting.question.key);
            book.enter(exchange, waiting.party, [draft(&waiting.question, &picks)]);
        }
        book.close(exchange);
        keys.insert(exchange, key(exchange));
    }
    panic!("seed {seed}: {thing:?} does not end");
}

/// What play must reach, each at least once. What else it can reach is counted and printed with it.
const WANTED: [&str; 6] = [
    "the Axis contests",
    "the Western faction contests",
    "nobody contests",
    "the placer retires",
    "the contester retires",
    "a second round",
];

/// Plays a turn.
fn turn(seed: u64) -> (Reached, Vec<String>) {
    let mut ties = TieBreaker::seed_from_u64(seed);
    let (system, mut sea) = position(&mut ties);
    let banzai = sea.due.remove(0);
    let things = things(&system, &sea, banzai, &mut ties);
    let (acts, spent, home, formed, answer) = Default::default();
    let (contests, repulsed) = Default::default();
    let (reached, wrong) = Default::default();
    let mut watch =
        Watch { system: &system, sea, spent, acts, home, formed, answer, contests, repulsed, reached, wrong };
    for (number, thing) in things.into_iter().enumerate() {
        let done = play(&mut watch, thing, 100 * seed + number as u64, &mut ties);
        watch.note(if done { "things" } else { "things that cannot be done" });
    }
    (watch.reached, watch.wrong)
}

/// `SEALORD_TURNS=2000` plays so many turns.
#[test]
fn with_officers_who_contest_reform_and_come_late_no_piece_acts_twice_and_no_battle_stays_open() {
    Party::declare(PARTIES);
    let turns: u64 = std::env::var("SEALORD_TURNS").ok().and_then(|text| text.parse().ok()).unwrap_or(TURNS);
    let mut all = Reached::new();
    for seed in 0..turns {
        let (reached, wrong) = turn(seed);
        assert!(wrong.is_empty(), "seed {seed}: {}", wrong.join("\n"));
        for (what, count) in reached {
            *all.entry(what).or_default() += count;
        }
    }
    println!("reached: {all:#?}");
    let missing: Vec<&str> = WANTED.into_iter().filter(|what| !all.contains_key(what)).collect();
    assert!(missing.is_empty(), "play never reached: {missing:?} of {all:#?}");
}
