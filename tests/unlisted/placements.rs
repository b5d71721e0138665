//! Placements off Japan between officers who are out for everything that rules of contests speak of: they
//! contest with what is far off and may be late, hold their fire and retire, and make Task Forces anew by
//! dropping and adding. Whatever comes of it, no piece acts twice in a turn, and no battle stays open.

/// Who lies where, and what is done.
mod waters;

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use sealord::dice::{ExchangeKey, Seed};
use sealord::digest::Digest;
use sealord::driver::{Checkpoint, Stop, advance};
use sealord::party::Party;
use sealord::question::{OpenQuestion, Picks};
use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::schiffskrieg::event::{End, Event};
use sealord::rules::schiffskrieg::faction::{Faction, PARTIES};
use sealord::rules::schiffskrieg::pieces::UnitId;
use sealord::rules::schiffskrieg::state::{Cause, Due, Part, Place, Sea};
use sealord::staff::StaffOfficer;
use sealord::system::Events;
use sealord::table::book::{BookOf, OrderBook};
use sealord::table::rolls::KeyRing;
use sealord::table::{Section, judge};
use sealord::tie_breaker::TieBreaker;

use crate::laws::play::draft;
use waters::{Waters, position, things};

/// More exchanges than any placement has.
const ENDLESS: u32 = 200;

/// How many turns are played.
const TURNS: u64 = 60;

/// How often play reached what.
type Reached = BTreeMap<&'static str, usize>;

/// Follows a thing that is done.
struct Watch<'s> {
    system: &'s Schiffskrieg,
    waters: Waters,
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
    /// Who came too late, and whether the Task Force has fought since it was made.
    late: Vec<UnitId>,
    fought: bool,
    /// The rule by which the placement ended without a battle, and the ships that stand with their unit.
    rule: String,
    stood: Option<Vec<UnitId>>,
    reached: Reached,
    wrong: Vec<String>,
}

impl<'s> Watch<'s> {
    fn new(system: &'s Schiffskrieg, waters: Waters, sea: Sea) -> Watch<'s> {
        let (spent, acts, home, formed, answer, late) = Default::default();
        let (contests, repulsed, fought, rule, stood, reached, wrong) = Default::default();
        Watch {
            system,
            waters,
            sea,
            spent,
            acts,
            home,
            formed,
            answer,
            contests,
            repulsed,
            late,
            fought,
            rule,
            stood,
            reached,
            wrong,
        }
    }

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
                self.late.extend(late);
                self.note(if late.is_empty() { "a ship is in time" } else { "a ship is late" });
            }
            Event::Outcome { end, rule } => {
                let placer = self.placer();
                self.rule.clone_from(rule);
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
                    (_, "SK-2.1-13") => self.note("a Task Force is late that nobody contests"),
                    (_, "SK-4.6.2-4") => self.note("a Task Force made anew is none"),
                    (End::Success, _) => self.note("nobody contests"),
                    _ => {}
                }
            }
            Event::Stood { force, .. } => self.stood = Some(force.clone()),
            Event::BattleBegan { battle, lines } if battle.cause == Cause::Banzai => {
                self.note("a Banzai battle");
                let own = |unit: &UnitId| self.system.counters[*unit].is_ship();
                let axis = lines.iter().filter(|(unit, part)| *part == Part::Phasing && own(unit));
                if axis.count() == 1 {
                    self.note("a Banzai battle of one ship");
                }
            }
            Event::BattleBegan { .. } => self.fought = true,
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

    /// SK-9.12-1, SK-10.1-1 Banzai is offered to a fleet for which Japan has one ship left under the Ten-Go
    /// Plan, and without it to none.
    fn offers(&mut self, asked: &OpenQuestion) {
        if asked.kind != "event" || !self.waters.is_last_ship() {
            return;
        }
        let at = asked.subjects.iter().position(|it| it.id == "choice").expect("which unit is delayed");
        let open = asked.open_to(at).iter().map(|it| asked.options[usize::from(*it)].id.as_str());
        let offered = open.filter(|it| it.ends_with("-fleet")).count() > 0;
        if offered != (self.waters == Waters::LastShip) {
            self.wrong.push(format!("{:?}: a fleet of one ship is offered: {offered}", self.waters));
        }
        self.note(if offered { "Banzai is offered to one ship" } else { "Banzai needs more than one ship" });
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
        self.fought = false;
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
        if matches!(thing, Due::Place(..)) {
            self.stands();
            self.boats_are_put_by();
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
        (self.late, self.fought, self.rule, self.stood) = Default::default();
    }

    /// SK-4.6.2-8, SK-4.6.2-9 A unit that was placed has with it every ship of its Task Force, as that was
    /// made last, that came in time and is fit; its LBAs are in the Used Asset Box, or in the Delay Box if
    /// the battle cost them.
    fn stands(&mut self) {
        let (Some(force), Some(stood)) = (self.formed.last().cloned(), self.stood.clone()) else { return };
        let before = self.formed.first().cloned().unwrap_or_default();
        for unit in &force {
            let (of, state) = (&self.system.counters[*unit], self.sea.unit(*unit));
            let is_right = match state.place {
                Place::Used(_) => of.is_ship() && stood.contains(unit),
                Place::UsedAsset(_) | Place::Delay(_) => of.is_lba() || of.is_boat() && self.contests == 0,
                Place::NavalDelay(_) => of.is_boat() || state.hurt || self.fought || self.late.contains(unit),
                Place::Sunk => of.is_ship() && !stood.contains(unit),
                _ => false,
            };
            if !is_right {
                self.wrong
                    .push(format!("{} is at {:?}, and the unit stands with {stood:?}", of.id, state.place));
            }
            if !before.contains(unit) && stood.contains(unit) {
                self.note("what was added stands with its unit");
            }
            if !before.contains(unit) && of.is_lba() {
                self.note("an LBA that was added goes with its unit");
            }
            if !before.contains(unit) && of.is_boat() {
                self.note("an X-boat that was added goes with its unit");
            }
        }
    }

    /// Where X-boats go: to the Used Asset Box with a unit that nobody contested (SK-2.1-10), home with one
    /// that contested and never fought since the other came too late (SK-3.3.2.2-3), to the Naval Warfare
    /// Delay Box in all else (SK-4.6.1-1).
    fn boats_are_put_by(&mut self) {
        let unopposed = self.contests == 0 && self.rule == "SK-2.1-10";
        for unit in self.acts.iter().filter(|unit| self.system.counters[**unit].is_boat()) {
            let place = self.sea.unit(*unit).place;
            // SK-2.1-9 What contests a Sub Fleet fights no battle.
            let hunts = self.rule == "SK-2.1-7" && self.answer.contains(unit);
            let is_right = match place {
                Place::UsedAsset(_) => unopposed || hunts,
                Place::NavalDelay(_) => !unopposed && !hunts,
                Place::ForcePool(_) => self.home.contains(unit),
                _ => false,
            };
            if !is_right {
                let id = &self.system.counters[*unit].id;
                self.wrong.push(format!(
                    "the X-boat {id} is at {place:?} after {} contests ({})",
                    self.contests, self.rule
                ));
            }
        }
        let late_by_all = self.contests > 0 && self.rule == "SK-3.3.2.2-2" && self.stood.is_some();
        let has_boat = self
            .formed
            .last()
            .is_some_and(|force| force.iter().any(|unit| self.system.counters[*unit].is_boat()));
        if late_by_all && has_boat {
            self.note("every contester is late for an X-boat");
        }
    }
}

/// What an officer answers who is out for all that can happen; where that is not legal, what any officer
/// might.
fn answer(system: &Schiffskrieg, asked: &OpenQuestion, ties: &mut TieBreaker) -> Picks {
    let random = StaffOfficer::new(ties.random_range(0..u64::MAX), 30).answer(asked).expect("an answer");
    let option = |word: &str| asked.options.iter().position(|it| it.id == word).map(|at| at as u16);
    let mut chance = |percent: u8| ties.random_range(0..100) < percent;
    // The whole of a side holds its fire, some Task Forces are only of what may be late, and some are as
    // small as may be.
    let answers = asked.key.contains("/compose/") && !asked.key.contains("/compose/japanese-");
    let (holds, far, small) = (chance(60), chance(50), chance(if answers { 75 } else { 40 }));
    let mut picks = random.clone();
    // Whatever is wished for is written.
    picks.order = (0..asked.subjects.len() as u16).collect();
    for (at, subject) in asked.subjects.iter().enumerate() {
        let open = asked.open_to(at);
        let wish = match asked.kind.as_str() {
            "contest" => open.iter().copied().rev().find(|it| Some(*it) != option("no") && chance(60)),
            "retire" => option(if chance(65) { "retire" } else { "stay" }),
            "targets" if holds => option("hold"),
            "reform" if open.iter().any(|it| Some(*it) == option("keep")) => {
                option(if chance(75) { "keep" } else { "drop" })
            }
            "reform" => option(if chance(60) { "add" } else { "spare" }),
            "compose" if small => {
                let word =
                    ["sail", "attach", "boat"].into_iter().filter_map(option).find(|it| open.contains(it));
                word.filter(|_| chance(15)).or(option("spare"))
            }
            "compose" => {
                let of = system.counters.find(&subject.id).map(|unit| &system.counters[unit].name);
                let line = of.map(|name| format!("{name} (Speed"));
                let checks = line.is_some_and(|line| asked.about.iter().any(|it| it.contains(&line)));
                option(if chance(if far == checks { 75 } else { 20 }) { "sail" } else { "spare" })
            }
            // Banzai is fought by two units of one kind.
            "event" => {
                option(if subject.id == "loss" { "us-surface-fleet" } else { "japanese-surface-fleet" })
            }
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
    // Without the doctrine with which factions begin, which would answer all that the officers are here for.
    let mut book: BookOf<Schiffskrieg> = OrderBook::default();
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
            step.sections.iter().flat_map(Section::events).for_each(|event| watch.follow(event));
        }
        if checkpoint.over {
            watch.is_done(thing);
            return true;
        }
        for waiting in &progress.waiting {
            watch.offers(&waiting.question);
            let picks = answer(system, &waiting.question, ties);
            book.open(exchange, waiting.party, &waiting.question.key);
            book.enter(exchange, waiting.party, [draft(&waiting.question, &picks)]);
        }
        book.close(exchange);
        keys.insert(exchange, key(exchange));
    }
    panic!("seed {seed}: {thing:?} does not end");
}

/// What play must reach, each at least once. What else it can reach is counted and printed with it: both sides
/// late, or a ship that was added and stands with its unit, come up in some 300 turns, an X-boat that is added
/// hardly ever.
const WANTED: [&str; 26] = [
    "the Axis contests",
    "the Western faction contests",
    "nobody contests",
    "the placer retires",
    "the contester retires",
    "a second round",
    "a further contest",
    "a Task Force is made anew",
    "something is added",
    "something is dropped",
    "a Task Force made anew is none",
    "a ship is late",
    "a ship is in time",
    "a Western contester is late",
    "an Axis contester is late",
    "the Axis is late where it places",
    "the West is late where it places",
    "a Task Force is late that nobody contests",
    "a contester is late in a further contest",
    "an LBA that was added goes with its unit",
    "a Banzai battle",
    "a Banzai battle of one ship",
    "Banzai is offered to one ship",
    "Banzai needs more than one ship",
    "things",
    "things that cannot be done",
];

/// Plays a turn.
fn turn(seed: u64) -> (Reached, Vec<String>) {
    let mut ties = TieBreaker::seed_from_u64(seed);
    let waters = Waters::of(seed);
    let (system, mut sea) = position(waters, &mut ties);
    let banzai = sea.due.remove(0);
    let things = things(&system, &sea, banzai, waters, &mut ties);
    let mut watch = Watch::new(&system, waters, sea);
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
        assert!(wrong.is_empty(), "seed {seed} ({:?}): {}", Waters::of(seed), wrong.join("\n"));
        for (what, count) in reached {
            *all.entry(what).or_default() += count;
        }
    }
    println!("reached: {all:#?}");
    let missing: Vec<&str> = WANTED.into_iter().filter(|what| !all.contains_key(what)).collect();
    assert!(missing.is_empty(), "play never reached: {missing:?} of {all:#?}");
}
