//! Laws of staff battles, over fleets and plans drawn at random.

/// How dice fell.
mod fortune;
/// Moments of battles.
mod scene;

use std::collections::BTreeSet;

use crate::cards::{Ability, CardId, Cards, Kind};
use crate::dice::{Dice, Label};
use crate::log::{Entry, Id};
use crate::muster::{Fleet, Setting, dossier};
use crate::plan::Library;
use crate::report::{Fate, Flown};
use crate::{Dossier, End, Outcome, Sector, fight};
use engine::dice::{ExchangeKey, Seed};
use engine::digest::Digest;
use engine::rulebook::two_sided::{ALLIES, AXIS};
use engine::table::Step;

/// Dice as a match has them, by label alone.
pub(super) struct Keyed {
    key: ExchangeKey,
    labels: Vec<String>,
    /// Another name for what a label calls it: so mirrored battles can have the same dice.
    pub(super) rename: Vec<(String, String)>,
}

impl Keyed {
    pub(super) fn new(seed: u64) -> Keyed {
        let key = ExchangeKey::derive(&Seed::practice(seed), &Digest::of_parts(&[b"battle"]), 1, &[]);
        Keyed { key, labels: Vec::new(), rename: Vec::new() }
    }
}

impl Dice for Keyed {
    fn roll(&mut self, label: &Label<'_>, faces: &mut [u8]) -> Step<()> {
        let mut label = label.to_string();
        for (from, to) in &self.rename {
            label = label.replace(from, to);
        }
        faces.copy_from_slice(&self.key.stream(&label).faces(faces.len()));
        self.labels.push(label);
        Ok(())
    }
}

/// A small generator for the choice of fleets.
pub(super) struct Draw(pub(super) u64);

impl Draw {
    pub(super) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

pub(super) fn cards() -> Cards {
    Cards::load(&crate::test_data::games()).unwrap()
}

/// Some ships, boats and aircraft.
pub(super) fn random_fleet(cards: &Cards, draw: &mut Draw) -> Vec<(CardId, u8)> {
    let all: Vec<CardId> = cards
        .ids()
        .filter(|card| !cards[*card].kind.is_land_base() && !cards[*card].kind.is_ground())
        .collect();
    let number = 2 + draw.below(16);
    (0..number)
        .map(|_| {
            let card = all[draw.below(all.len())];
            let hull = cards[card].hull;
            let hurt = !cards[card].kind.is_aircraft() && hull > 1 && draw.below(6) == 0;
            (card, if hurt { 1 + draw.below(usize::from(hull) - 1) as u8 } else { 0 })
        })
        .collect()
}

pub(super) fn random_setting(draw: &mut Draw) -> Setting {
    let mut setting = Setting { large: draw.below(6) == 0, ..Setting::default() };
    if draw.below(2) == 0 {
        setting.night = (1..=12).filter(|_| draw.below(2) == 0).collect();
    }
    for _ in 0..draw.below(3) {
        setting.islands.push(Sector::new(3 + draw.below(5) as u8, 1 + draw.below(6) as u8));
    }
    for _ in 0..draw.below(3) {
        setting.squalls.push(Sector::new(5, draw.below(8) as u8));
    }
    setting.rules.aircraft_damage = draw.below(4) == 0;
    setting.rules.aircraft_ammunition = draw.below(4) == 0;
    setting.rules.decks_keep_at_night = draw.below(4) == 0;
    setting.controller = [None, Some(End::A), Some(End::K)][draw.below(3)];
    setting
}

fn random_battle(cards: &Cards, seed: u64) -> (Dossier, [usize; 2]) {
    let mut draw = Draw(seed * 7919 + 17);
    let fleets = [AXIS, ALLIES].map(|side| Fleet { side, units: random_fleet(cards, &mut draw) });
    let setting = random_setting(&mut draw);
    (dossier(cards, "t1/sector-1/1", &fleets, &setting), [draw.below(7), draw.below(7)])
}

fn fought(cards: &Cards, library: &Library, seed: u64) -> (Dossier, Outcome, Vec<String>) {
    let (dossier, plans) = random_battle(cards, seed);
    dossier.check(cards).unwrap();
    let names: Vec<&str> = library.names().collect();
    let plans = plans.map(|plan| library.named(names[plan]).unwrap());
    let mut dice = Keyed::new(seed);
    let outcome = fight(cards, &dossier, plans, &mut dice, true).unwrap();
    (dossier, outcome, dice.labels)
}

#[test]
fn random_battles_keep_the_laws() {
    let cards = cards();
    let library = Library::load(&crate::test_data::games(), &cards).unwrap();
    for seed in 0..120 {
        let (dossier, outcome, labels) = fought(&cards, &library, seed);
        let once: BTreeSet<&String> = labels.iter().collect();
        assert_eq!(once.len(), labels.len(), "seed {seed}: a label comes twice");
        let (_, again, _) = fought(&cards, &library, seed);
        assert_eq!(outcome, again, "seed {seed}: a replay differs");
        keeps_the_laws(&cards, &dossier, &outcome, seed);
    }
}

/// Nothing is healed, points add up, everybody is accounted for.
fn keeps_the_laws(cards: &Cards, dossier: &Dossier, outcome: &Outcome, seed: u64) {
    let report = &outcome.report;
    assert!(report.turns_played >= 1 && report.turns_played <= dossier.turns());
    let mut points = [0; 2];
    for end in End::BOTH {
        let force = dossier.force(end);
        for hull in force.ships.iter().chain(&force.submarines) {
            let after = report.units.iter().find(|unit| unit.unit == hull.unit).unwrap();
            let card = &cards[cards.by_id(&hull.card).unwrap()];
            match after.fate {
                Fate::Sunk => points[end.other() as usize] += u32::from(card.cost),
                Fate::Left => {
                    assert!(after.turn.unwrap() >= dossier.retreat_from, "seed {seed}: {}", hull.unit)
                }
                Fate::Afloat => assert_eq!(after.turn, None),
            }
            if let Some(damage) = after.damage {
                assert!(damage >= hull.damage || after.repaired, "seed {seed}: {} was healed", hull.unit);
                assert!(damage < card.hull, "seed {seed}: {} floats without a hull", hull.unit);
            }
        }
        for plane in &force.aircraft {
            let after = report.aircraft.iter().find(|unit| unit.unit == plane.unit).unwrap();
            if after.fate == Flown::Lost {
                points[end.other() as usize] += u32::from(cards[cards.by_id(&plane.card).unwrap()].cost);
            }
        }
    }
    assert_eq!(points, outcome.points, "seed {seed}: points do not add up");
    no_overstacking(cards, outcome, seed);
}

/// After the first movement no sector holds more of a side than it may.
fn no_overstacking(cards: &Cards, outcome: &Outcome, seed: u64) {
    let mut at: Vec<Option<Sector>> = vec![None; outcome.roster.len()];
    let kind = |id: Id| {
        let card = outcome.roster[usize::from(id.0)].card.as_str();
        cards[cards.by_id(card).or_else(|| cards.squadron(card)).unwrap()].kind
    };
    let mut turn = 0;
    let mut crowded = false;
    for entry in &outcome.log {
        match entry {
            Entry::Turn { turn: number, .. } => turn = *number,
            Entry::Crowded { .. } => crowded = true,
            Entry::Deployed { unit, at: to }
            | Entry::Moved { unit, to, .. }
            | Entry::Placed { unit, at: to, .. } => {
                at[usize::from(unit.0)] = Some(*to);
            }
            Entry::Left { unit, .. }
            | Entry::Destroyed { unit, .. }
            | Entry::Landed { unit, .. }
            | Entry::Stranded { unit } => {
                at[usize::from(unit.0)] = None;
            }
            Entry::Phase { phase: crate::Phase::Defense } if turn > 0 && !crowded => {
                for end in End::BOTH {
                    for sector in crate::map::Grid::new(true).sectors() {
                        let mine = (0..at.len()).map(|unit| Id(unit as u16));
                        let mine = mine.filter(|id| outcome.roster[usize::from(id.0)].end == end);
                        let there: Vec<Kind> =
                            mine.filter(|id| at[usize::from(id.0)] == Some(sector)).map(kind).collect();
                        let count = |fits: fn(Kind) -> bool| there.iter().filter(|kind| fits(**kind)).count();
                        assert!(count(Kind::is_ship) <= 3, "seed {seed}: ships in {sector} on turn {turn}");
                        assert!(count(|kind| kind == Kind::Submarine) <= 1, "seed {seed}: boats in {sector}");
                        assert!(count(Kind::is_aircraft) <= 4, "seed {seed}: aircraft over {sector}");
                    }
                }
            }
            _ => {}
        }
    }
}

#[test]
fn neither_edge_is_better() {
    let cards = cards();
    let library = Library::load(&crate::test_data::games(), &cards).unwrap();
    let plan = library.named("built-in").unwrap();
    for seed in 0..40 {
        let mut draw = Draw(seed * 31 + 5);
        let units = [random_fleet(&cards, &mut draw), random_fleet(&cards, &mut draw)];
        let fleets =
            [AXIS, ALLIES].map(|side| Fleet { side, units: units[side.place(&[AXIS, ALLIES])].clone() });
        let setting = Setting {
            rules: crate::dossier::Rules { still_squalls: true, ..Default::default() },
            ..Setting::default()
        };
        let straight = dossier(&cards, "t1/sector-1/1", &fleets, &setting);
        let mut mirrored = straight.clone();
        mirrored.sides.swap(0, 1);
        mirrored.forces.swap(0, 1);
        mirrored.deploys_first = End::K;
        let one = fight(&cards, &straight, [plan, plan], &mut Keyed::new(seed), false).unwrap();
        let other = fight(&cards, &mirrored, [plan, plan], &mut Keyed::new(seed), false).unwrap();
        assert_eq!(one.report, other.report, "seed {seed}");
        assert_eq!(one.winner, other.winner);
        assert_eq!(one.points, [other.points[1], other.points[0]]);
    }
}

/// Two carriers a side with their aircraft and escorts.
const CARRIERS: [&[&str]; 2] = [
    &[
        "akagi",
        "kaga",
        "mogami",
        "shigure",
        "a6m2-zeke",
        "a6m2-zeke",
        "b5n2-kate",
        "b5n2-kate",
        "d3a-val",
        "d3a-val",
    ],
    &[
        "uss-enterprise-cv-6",
        "uss-yorktown-cv-5",
        "hms-exeter",
        "hmas-arunta",
        "f4f-wildcat",
        "f4f-wildcat",
        "tbd-devastator",
        "sbd-dauntless",
        "sbd-dauntless",
        "sbd-dauntless",
    ],
];

#[test]
fn bolder_plans_cost_more() {
    let cards = cards();
    let library = Library::load(&crate::test_data::games(), &cards).unwrap();
    let there = |words: &[&str]| -> Vec<(CardId, u8)> {
        words.iter().filter_map(|word| Some((cards.by_id(word)?, 0))).collect()
    };
    let fleets =
        [AXIS, ALLIES].map(|side| Fleet { side, units: there(CARRIERS[side.place(&[AXIS, ALLIES])]) });
    let dossier = dossier(&cards, "t1/sector-1/1", &fleets, &Setting::default());
    let lost = |plan: &str| {
        let plan = library.named(plan).unwrap();
        let fought =
            |seed| fight(&cards, &dossier, [plan, plan], &mut Keyed::new(seed), false).unwrap().points;
        // With a dozen battles the dice decide.
        (0..48).map(fought).map(|[a, k]| a + k).sum::<u32>()
    };
    let (cautious, built_in, bold) = (lost("cautious"), lost("built-in"), lost("bold"));
    assert!(cautious < built_in && built_in < bold, "{cautious}, {built_in}, {bold}");
}

#[test]
fn a_battle_is_told_in_a_paragraph_a_turn_and_drawn() {
    engine::side::Side::declare(&[AXIS, ALLIES]);
    let cards = cards();
    let library = Library::load(&crate::test_data::games(), &cards).unwrap();
    for seed in 0..12 {
        let (dossier, outcome, _) = fought(&cards, &library, seed);
        let story = crate::tale::tell(&cards, &dossier, &outcome);
        assert!(story.len() <= usize::from(outcome.report.turns_played) + 2, "seed {seed}");
        assert!(
            story.iter().all(|it| it.text.ends_with('.') && !it.text.contains("  ")),
            "seed {seed}: {story:?}"
        );
        if seed == 1 {
            story.iter().for_each(|it| println!("{}", it.line()));
        }
        let pictures = crate::picture::pictures(&cards, &dossier, &outcome, 3);
        assert!(pictures.len() >= 2 && pictures[0].turn == 0, "seed {seed}");
        let ships = |end: End| dossier.force(end).ships.len() + dossier.force(end).submarines.len();
        assert_eq!(pictures[0].counters.len(), ships(End::A) + ships(End::K), "seed {seed}");
        for picture in pictures {
            assert_eq!(picture.misfit(&cards), None);
            let plot = picture.plot(&cards);
            assert_eq!(plot.pieces.len(), picture.counters.len());
            assert!(plot.pieces.iter().all(|it| it.at.0 < plot.columns && it.at.1 < plot.rows));
            let text = serde_json::to_string(&picture).unwrap();
            assert_eq!(serde_json::from_str::<crate::picture::Picture>(&text).unwrap(), picture);
        }
    }
}

#[test]
fn a_plan_with_faults_is_refused_with_all_of_them_and_their_places() {
    let cards = cards();
    let library = Library::load(&crate::test_data::games(), &cards).unwrap();
    let text = "battle: sector 12\nlike: built-in\ngroups:\n- {name: battle, posture: clos 1}\n- {name: raiders, members: [cruser], \
                posture: screen nobody}\nbreak_off: 140\nair: {cap: 3/2, wings: 2}\ntriggers: [{when: turn}]\n\
                abilities: {Rapid Fir: first}\n";
    let problems = crate::plan::parse("plan.yaml", text.as_bytes(), &cards, &library).unwrap_err();
    let found: Vec<(u32, &str)> = problems
        .iter()
        .map(|it| (it.place.as_ref().map_or(0, |place| place.line), it.code.as_str()))
        .collect();
    for wanted in [
        (4, "unknown-posture"),
        (5, "unknown-unit"),
        (5, "unknown-group"),
        (6, "unknown-word"),
        (7, "unknown-word"),
        (7, "unknown-key"),
        (8, "unknown-word"),
        (8, "incomplete-trigger"),
        (9, "unknown-ability"),
    ] {
        assert!(found.contains(&wanted), "{wanted:?} is not among {found:?}");
    }
    let good = "- {battle: any, like: bold, break_off: never}\n- {battle: sector 1, groups: [{name: all, members: [any], posture: \
                stay, rows: 8 1}]}\n";
    let plans = crate::plan::parse("plan.yaml", good.as_bytes(), &cards, &library).unwrap();
    let (dossier, _) = random_battle(&cards, 3);
    let occasion = crate::plan::Occasion::of(&dossier, End::A);
    let chosen = crate::plan::choose(&plans, &occasion).unwrap();
    assert_eq!(chosen.groups[0].name, "all");
    assert_eq!(chosen.groups[0].rows, [7, 0, 3, 4, 2, 5, 1, 6]);
    assert_eq!(plans[0].break_off, None);
    assert_eq!(crate::plan::default_for(&library, &dossier, End::A).like, "built-in");
}

#[test]
fn edition_1_fights_as_it_did() {
    use crate::fixture::{Fixture, Seen, judge};
    let new = cards();
    let mut old = new.clone();
    old.effects.first_edition = true;
    let library = Library::load(&crate::test_data::games(), &new).unwrap();
    let fixtures = [
        // Sharpshooter loses what is added to the roll for concealment.
        (
            r#"{"from": "end", "squalls": ["E4", "E5"], "rules": {"still-squalls": true}, "units": [
                {"id": "x", "side": "a", "card": "hms-exeter", "at": ["E5"], "but": {"abilities": ["Sharpshooter"]}},
                {"id": "y", "side": "k", "card": "hms-exeter", "at": ["E4"], "but": {"abilities": []}}]}"#,
            r#"{"attacks": [{"by": "x", "with": "main", "on": "y", "hidden_on": 1}]}"#,
            r#"{"attacks": [{"by": "x", "with": "main", "on": "y", "hidden_on": 2}]}"#,
        ),
        // Run Silent takes a point beside the night's.
        (
            r#"{"from": "end", "time": "NNNNNNNNN", "units": [
                {"id": "x", "side": "a", "card": "b5n2-kate", "at": ["E4"], "task": "hunt",
                    "but": {"asw": [3, 0, 0, 0], "abilities": []}},
                {"id": "y", "side": "k", "card": "r0-50", "at": ["E4"], "but": {"abilities": ["Run Silent"]}}]}"#,
            r#"{"attacks": [{"by": "x", "with": "asw", "on": "y", "pips": -2}]}"#,
            r#"{"attacks": [{"by": "x", "with": "asw", "on": "y", "pips": -1}]}"#,
        ),
        // A withdrawal is measured from the first unit of the roster.
        (
            r#"{"from": "initiative", "turn": 2, "seed": 1, "plans": {"a": {"like": "built-in",
                "groups": [{"name": "battle", "posture": "screen flotilla"}],
                "triggers": [{"when": "range 3", "then": "withdraw"}]}}, "units": [
                {"id": "x", "side": "a", "card": "kongo", "at": ["A4"]},
                {"id": "z", "side": "a", "card": "isokaze", "at": ["H4"]},
                {"id": "y", "side": "k", "card": "hms-exeter", "at": ["K4"]}]}"#,
            r#"{"absent": [{"is": "trigger"}]}"#,
            r#"{"log": [{"is": "trigger", "end": "A"}]}"#,
        ),
    ];
    for (fixture, first, second) in fixtures {
        let fixture: Fixture = serde_json::from_str(fixture).unwrap();
        for (cards, seen) in [(&old, first), (&new, second)] {
            let seen: Seen = serde_json::from_str(seen).unwrap();
            assert_eq!(
                judge(cards, &library, [AXIS, ALLIES], &fixture, &seen),
                Ok(Vec::new()),
                "{fixture:?}"
            );
        }
    }
}
