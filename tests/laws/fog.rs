//! What a side must not learn: two positions that differ only in that give the side byte for byte the same.
//!
//! The second position is the first one disguised, as each system does it: the position and the story alike.
//! A system that hides nothing has no disguise; what else a side must not learn, orders that lie unopened and
//! dice that are still to fall, is tried on every system.

use std::rc::Rc;

use sealord::adjudicator::record::StepRecord;
use sealord::condition::compile::compile;
use sealord::condition::{Asked, When};
use sealord::dice::Seed;
use sealord::digest::{Digest, Salt};
use sealord::draft::{AnswerBody, DoctrineBody, parse};
use sealord::driver::advance;
use sealord::matches::{Host, MatchFault, check_orders};
use sealord::orders::form::form;
use sealord::party::Party;
use sealord::problem::Collector;
use sealord::report::{Composer, Format, Lore, Templates, compose, render};
use sealord::side::Side;
use sealord::staff::StaffOfficer;
use sealord::system::{Chapter, News};
use sealord::table::Waiting;
use sealord::tour;
use sealord::view::{Packet, Verify};

use crate::laws::play::{self, Log, Moment, boldness, parallel, play};
use crate::laws::systems::{Disguise, Lawful, Reach};
use sealord::matches::Submission;

crate::laws::laws! {
    what_is_hidden_changes_no_byte_of_a_view,
    what_is_hidden_changes_no_question,
    what_is_hidden_changes_no_condition,
    what_is_hidden_or_to_come_changes_no_byte_that_leaves,
}

/// The view of a party at a moment, or of its twin.
pub fn view<S: Lawful>(moment: &Moment<S>, party: Party, twin: Option<&dyn Disguise<S>>) -> String {
    let parts = moment.progress.played.iter().map(|step| (step.at.clone(), step.fresh()));
    let parts: Vec<_> = match twin {
        None => parts.collect(),
        Some(twin) => parts.map(|(at, told)| (at, twin.sections(&told))).collect(),
    };
    let chapters: Vec<Chapter<S>> = parts.iter().map(|(at, sections)| Chapter { at, sections }).collect();
    let seen = |state: &S::State| twin.map_or_else(|| state.clone(), |twin| twin.state(state));
    let (present, since) = (seen(&moment.progress.present), seen(&moment.since));
    let news = News { since: Some(&since), ..News::of(&chapters) };
    serde_json::to_string(&S::system().view(&present, party, news)).unwrap()
}

/// The first place where two texts part, with its surroundings.
pub fn same(a: &str, b: &str, what: &str) {
    if a == b {
        return;
    }
    let at = a.bytes().zip(b.bytes()).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
    let near = |text: &str| {
        let bytes = &text.as_bytes()[at.saturating_sub(300)..(at + 200).min(text.len())];
        String::from_utf8_lossy(bytes).into_owned()
    };
    panic!("{what}: a leak at byte {at}\n--- one\n{}\n--- other\n{}", near(a), near(b));
}

/// Those from whom something is hidden: each side alone, and all but one, from whom that one hides it.
fn unaware(sides: &[Side]) -> Vec<Vec<Side>> {
    let mut unaware: Vec<Vec<Side>> = sides.iter().map(|side| vec![*side]).collect();
    if sides.len() > 2 {
        unaware.extend(sides.iter().map(|side| side.others(sides).collect()));
    }
    unaware
}

fn what_is_hidden_changes_no_byte_of_a_view<S: Lawful>() {
    let tried = parallel(4000..4020, views_are_alike::<S>);
    assert!(tried.iter().sum::<usize>() >= S::LEAST.views, "{tried:?}");
}

/// Plays the match of a seed, and compares every view with the one in which what is hidden is something else;
/// gives how many things were.
pub fn views_are_alike<S: Lawful>(seed: u64) -> usize {
    let mut moved = 0;
    play::<S>(seed, boldness(seed), |_, moment| {
        for (from, variant) in unaware(S::SIDES).iter().flat_map(|from| [(from, 0), (from, 1)]) {
            let present = &moment.progress.present;
            let story: Vec<_> = moment.progress.played.iter().flat_map(|step| step.fresh()).collect();
            let twin = S::disguise(from, present, &story, seed ^ variant, Reach::Seen);
            let Some(twin) = twin.as_deref() else { continue };
            moved += twin.moved();
            let what = format!("seed {seed}, exchange {}, hidden from {from:?}", moment.exchange);
            for &party in S::players() {
                let (one, other) = (view(moment, party, None), view(moment, party, Some(twin)));
                if from.contains(&party.side()) {
                    same(&one, &other, &format!("{what}, the {party}"));
                } else if twin.shows(party.side(), present) {
                    assert_ne!(one, other, "{what}: the change does not show to the {party}");
                }
            }
        }
    });
    moved
}

/// The questions of a party, when what is hidden is something else and the enemies' answers named that.
fn what_is_hidden_changes_no_question<S: Lawful>() {
    let tried = parallel(4100..4110, questions_are_alike::<S>);
    let compared: usize = tried.iter().map(|it| it.0).sum();
    println!(
        "questions compared {compared}, positions whose disguise is not lawful {}",
        tried.iter().map(|it| it.1).sum::<usize>()
    );
    assert!(compared >= S::LEAST.questions, "{tried:?}");
}

/// Plays the match of a seed, and compares every question of a party with the one that follows from what else
/// may be hidden from it; gives how many were compared, and how many positions the rules would not allow so.
pub fn questions_are_alike<S: Lawful>(seed: u64) -> (usize, usize) {
    let (mut compared, mut barred) = (0, 0);
    play::<S>(seed, boldness(seed), |log, moment| {
        for &party in S::players() {
            match questions(log, moment, party) {
                Some(waiting) => {
                    let own = |all: &[Waiting]| {
                        all.iter().filter(|waiting| waiting.party == party).cloned().collect::<Vec<_>>()
                    };
                    let (one, other) = (own(&moment.progress.waiting), own(&waiting));
                    let words = |it: &[Waiting]| format!("{it:#?}");
                    same(&words(&one), &words(&other), &format!("seed {seed}, {}", moment.exchange));
                    compared += one.len();
                }
                None => barred += 1,
            }
        }
    });
    (compared, barred)
}

/// Whether conditions hold for a party at a question, when what is hidden from it is something else.
fn what_is_hidden_changes_no_condition<S: Lawful>() {
    let tried = parallel(4300..4312, |seed| conditions_are_alike::<S>(seed, S::CONDITIONS));
    assert!(tried_both_ways(S::CONDITIONS, &tried) > 0 || S::LEAST.views == 0);
}

/// Plays the match of a seed, and compares whether conditions hold with whether they do where what is hidden
/// from the party that is asked is something else.
pub fn conditions_are_alike<S: Lawful>(seed: u64, conditions: &[&str]) -> Vec<Held> {
    let mut tried = vec![Held::default(); conditions.len()];
    play::<S>(seed, boldness(seed), |_, moment| {
        let present = &moment.progress.present;
        for waiting in &moment.progress.waiting {
            let (party, question) = (waiting.party, &waiting.question);
            let twin = S::disguise(&[party.side()], present, &[], seed, Reach::Seen);
            let other = twin.as_ref().map(|twin| (twin.moved(), twin.state(present)));
            let options: Vec<S::Item> =
                question.options.iter().filter_map(|option| S::system().find(&option.id)).collect();
            let asked = Asked { party, kind: &question.kind, key: &question.key, options: &options };
            for (text, held) in conditions.iter().zip(&mut tried) {
                let Some(when) = condition::<S>(text, &question.kind) else { continue };
                let holds = when.holds(S::system(), present, &asked);
                let (moved, twin) = other.as_ref().map_or((0, present), |(moved, twin)| (*moved, twin));
                let what = || format!("seed {seed}: `{text}` at {}, for the {party}", question.key);
                assert_eq!(when.holds(S::system(), twin, &asked), holds, "{}", what());
                *(if holds { &mut held.yes } else { &mut held.no }) += 1;
                held.disguised += usize::from(moved > 0);
            }
        }
    });
    tried
}

/// Each condition must have held at times, and at times not; gives how many were looked at in disguise.
pub fn tried_both_ways(conditions: &[&str], tried: &[Vec<Held>]) -> usize {
    let (mut disguised, mut one_way) = (0, Vec::new());
    for (at, text) in conditions.iter().enumerate() {
        let sum = |of: fn(&Held) -> usize| tried.iter().map(|held| of(&held[at])).sum::<usize>();
        let (yes, no) = (sum(|it| it.yes), sum(|it| it.no));
        println!("`{text}` held {yes} times, and {no} times it did not");
        if yes == 0 || no == 0 {
            one_way.push(text);
        }
        disguised += sum(|it| it.disguised);
    }
    assert!(one_way.is_empty(), "not tried both ways: {one_way:?}");
    disguised
}

/// How often a condition held, did not, and was looked at in disguise.
#[derive(Clone, Copy, Default)]
pub struct Held {
    yes: usize,
    no: usize,
    disguised: usize,
}

/// A condition for questions of a kind; nothing where it has no sense.
pub fn condition<S: Lawful>(text: &str, kind: &str) -> Option<When<S::Item>> {
    let file = format!("doctrine: {{{kind}: [{{when: {text}, prefer: [any]}}]}}\n");
    let draft =
        parse("conditions", file.as_bytes()).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    let DoctrineBody::Rules(rules) = &draft.doctrine.as_ref()?.rules[0].body else { return None };
    let kind = S::system().kinds().iter().find(|it| it.kind == kind)?;
    compile(S::system(), rules[0].when.as_ref()?, kind, &mut Collector::new(), None)
}

/// What waits in the disguised position; nothing if the rules cannot have led there, as when a ship could not
/// sail so far.
fn questions<S: Lawful>(log: &Log, moment: &Moment<S>, party: Party) -> Option<Vec<Waiting>> {
    let (checkpoint, present) = (&moment.progress.checkpoint, &moment.progress.present);
    let twin = S::disguise(&[party.side()], present, &checkpoint.told, log.seed, Reach::Played)?;
    let mut from = checkpoint.clone();
    from.state = twin.state(&checkpoint.state);
    from.told = twin.sections(&checkpoint.told);
    let mut log = log.clone();
    for given in log.given.iter_mut().filter(|given| given.party != party) {
        if let AnswerBody::Entries(entries) = &mut given.draft.body {
            for entry in entries {
                twin.word(&mut entry.key.text);
                entry.keys.iter_mut().for_each(|word| twin.word(&mut word.text));
            }
        }
    }
    let progress = advance(S::system(), &from, &log.book::<S>(moment.exchange - 1), &log.ring).ok()?;
    let lawful = progress.voids.is_empty() && progress.present == twin.state(present);
    lawful.then_some(progress.waiting)
}

/// Orders that are wrong in every way, and that ask after what is hidden.
fn hostile<S: Lawful>(packet: &Packet, hidden: Option<&str>) -> String {
    let answers = S::hostile(packet.questions.first(), hidden);
    format!("match: {}\nexchange: 99\nside: {}\nanswers:\n{answers}", packet.match_id, packet.party)
}

/// How orders are refused.
fn refusal<T>(result: Result<T, MatchFault>) -> String {
    match result {
        Err(MatchFault::Refused { problems, source }) => problems.render(&source, false),
        other => panic!("hostile orders are not refused: {:?}", other.map(|_| ())),
    }
}

/// What the umpire's tool answers to hostile orders; it writes nothing down.
fn answer<S: Lawful>(host: &mut Host, party: Party, orders: &str) -> String {
    let before = host.head().unwrap();
    let result = host.receive(
        Submission::unsigned("orders.yaml", orders.as_bytes()),
        Some(party),
        Salt::from_bytes([9; 32]),
    );
    assert_eq!(host.head().unwrap(), before);
    refusal(result)
}

/// Everything that leaves the program for a party: the packet, the form, the reports, the replay, and the
/// answers to hostile orders, that of the player's tool and that of the umpire's. `head` is the head of the
/// journal that the packet quotes.
fn outgoing<S: Lawful>(
    templates: &Templates,
    host: &mut Host,
    party: Party,
    hidden: Option<&str>,
    head: &Verify,
) -> Vec<String> {
    let packet = &Packet { verify: head.clone(), ..host.packet(party).unwrap() };
    let orders = hostile::<S>(packet, hidden);
    let json = serde_json::to_string(packet).unwrap();
    let problems = refusal(check_orders(&*host.game.rules, packet, "orders.yaml", orders.as_bytes()));
    let mut all =
        vec![json, form(packet, Some(&packet.doctrine)), problems, answer::<S>(host, party, &orders)];
    for format in [Format::Text, Format::Markdown, Format::Html] {
        all.push(render(templates, packet, format).unwrap());
    }
    let lore = &Lore::of(&*host.game.rules, S::alone().entries()[0].arena);
    let composer = Composer { asks: packet, player: None, leads: true, lore, mail: None, desk: None };
    all.push(compose(templates, packet, &composer).unwrap());
    all.push(tour::of_packets(S::alone(), templates, vec![packet.clone()]).unwrap());
    all
}

/// A match through the host, watched for what leaves it.
struct Watched<S: Lawful> {
    templates: Templates,
    host: Host,
    officers: Vec<StaffOfficer>,
    system: std::marker::PhantomData<S>,
    seed: u64,
    moved: usize,
    asked_after: usize,
}

impl<S: Lawful> Watched<S> {
    fn receive(&mut self, party: Party, packet: &Packet) {
        let file = play::orders(&mut self.officers[party.place(S::players())], packet);
        let salt = Salt::from_bytes(*Digest::of(file.as_bytes()).as_bytes());
        self.host.receive(Submission::unsigned("orders", file.as_bytes()), Some(party), salt).unwrap();
    }

    /// What a party is told must not change with what it cannot know.
    fn watch(&mut self, party: Party) {
        let before = self.host.packet(party).unwrap();
        let what = format!("seed {}, exchange {}, the {party}", self.seed, before.exchange);
        let all = |host: &mut Host, templates: &Templates, hidden: Option<&str>| {
            outgoing::<S>(templates, host, party, hidden, &before.verify)
        };
        let compare = |one: &[String], other: &[String]| {
            one.iter().zip(other).for_each(|(one, other)| same(one, other, &what));
        };
        // Something else is hidden.
        let game = self.host.game.rules.typed::<S>().unwrap();
        let story: Vec<_> = game.latest.iter().flat_map(|step| step.sections.clone()).collect();
        let twin = S::disguise(&[party.side()], &game.present, &story, self.seed, Reach::Seen);
        let hidden = twin.as_ref().and_then(|twin| twin.hidden(&game.present));
        let hidden = hidden.as_deref();
        self.asked_after += usize::from(hidden.is_some());
        let one = all(&mut self.host, &self.templates, hidden);
        if let Some(twin) = twin {
            self.moved += twin.moved();
            let kept = self.host.game.rules.fork();
            let game = self.host.game.rules.typed_mut::<S>().unwrap();
            game.present = twin.state(&game.present);
            game.since = Rc::new(twin.state(&game.since));
            for step in &mut game.latest {
                let sections = twin.sections(&step.sections);
                *step = Rc::new(StepRecord { sections, ..(**step).clone() });
            }
            let other = all(&mut self.host, &self.templates, hidden);
            self.host.game.rules = kept;
            compare(&one, &other);
        }
        // Other dice are to fall.
        let secret = self.host.game.seed.replace(Seed::practice(self.seed + 1));
        let other = all(&mut self.host, &self.templates, hidden);
        self.host.game.seed = secret;
        compare(&one, &other);
        // The orders of the others lie in the journal, unopened.
        let turn = usize::try_from(before.exchange + 1).unwrap() % S::players().len();
        for other in party.others(S::players()).filter(|_| party == S::players()[turn]) {
            let packet = self.host.packet(other).unwrap();
            if !packet.asked || self.host.game.open_now().unwrap().submissions.revealed(other).is_some() {
                continue;
            }
            let head = self.host.head().unwrap();
            self.receive(other, &packet);
            assert_ne!(self.host.head().unwrap(), head);
            assert_eq!(self.host.packet(party).unwrap().verify, before.verify);
            let after = all(&mut self.host, &self.templates, hidden);
            compare(&one, &after);
        }
    }
}

fn what_is_hidden_or_to_come_changes_no_byte_that_leaves<S: Lawful>() {
    parallel(4200..4203, |seed| {
        let (moved, asked_after) = watched::<S>(seed, |_, _| Some(true));
        let enough = moved >= S::LEAST.leaving && asked_after >= S::LEAST.asked_after;
        assert!(enough, "seed {seed}: {moved} moved, {asked_after} asked after");
    });
}

/// Plays a match through the host and watches what leaves it. `looks` says of a position and the number of
/// its exchange whether it is watched; with nothing the match ends there. Gives how many things were others,
/// and how many were asked after.
pub fn watched<S: Lawful>(seed: u64, looks: impl Fn(&S::State, u32) -> Option<bool>) -> (usize, usize) {
    let root = tempfile::tempdir().unwrap();
    let mut watched = Watched::<S> {
        templates: S::templates(),
        host: play::host::<S>(&root.path().join("match"), seed),
        officers: play::officers(S::players(), seed, boldness(seed)),
        system: std::marker::PhantomData,
        seed,
        moved: 0,
        asked_after: 0,
    };
    while !watched.host.game.rules.is_over() {
        let exchange = watched.host.game.open_exchange().unwrap().number;
        let present = &watched.host.game.rules.typed::<S>().unwrap().present;
        let Some(looks) = looks(present, exchange) else { break };
        if looks {
            S::players().iter().for_each(|party| watched.watch(*party));
        }
        for &party in S::players() {
            let packet = watched.host.packet(party).unwrap();
            let exchange = watched.host.game.open_exchange().unwrap();
            if packet.asked && exchange.submissions.revealed(party).is_none() {
                watched.receive(party, &packet);
            }
        }
        watched.host.resolve(false).unwrap();
    }
    (watched.moved, watched.asked_after)
}
