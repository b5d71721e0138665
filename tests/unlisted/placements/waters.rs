//! The waters off Japan in which generated placements are made: who lies where, and what is done in a turn.

use rand::RngExt;
use sealord::conformance::Cases;
use sealord::items::Items;
use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::schiffskrieg::item::Item;
use sealord::rules::schiffskrieg::state::{Due, Sea, SupportId};
use sealord::tie_breaker::TieBreaker;

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
const SUPPORT: [(&str, &str); 10] = [
    ("surface-fleet", "japanese"),
    ("cv-fleet", "japanese"),
    ("air-force", "japanese"),
    ("sub-fleet", "japanese"),
    ("surface-fleet", "us"),
    ("cv-fleet", "us"),
    ("surface-fleet", "british"),
    ("cv-fleet", "british"),
    ("air-force", "british"),
    ("air-force", "us"),
];

/// How many of them are the Axis's, and how many of a side are placed: the others wait to contest.
const AXIS: usize = 4;
const PLACED: usize = 2;

/// What a turn is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waters {
    /// Ships of both sides lie near and far, more than any contest takes.
    Crowded,
    /// All Western ships are slow and must check their speed: whole Task Forces of them are late.
    WestFar,
    /// So are all Japanese ships.
    AxisFar,
    /// So is everybody.
    AllFar,
    /// Japan has one ship left, with the Ten-Go Plan.
    LastShip,
    /// Japan has one ship left, without that plan.
    LastShipAlone,
}

impl Waters {
    /// Those of a turn.
    pub fn of(seed: u64) -> Waters {
        use Waters::{AllFar, AxisFar, Crowded, LastShip, LastShipAlone, WestFar};
        [Crowded, WestFar, AxisFar, LastShip, Crowded, WestFar, AllFar, LastShipAlone][seed as usize % 8]
    }

    /// Whether Japan has just one ship.
    pub fn is_last_ship(self) -> bool {
        matches!(self, Waters::LastShip | Waters::LastShipAlone)
    }
}

/// The pieces of a position, a line each.
struct Pieces<'m> {
    lines: String,
    ties: &'m mut TieBreaker,
}

impl Pieces<'_> {
    fn put(&mut self, count: u8, nation: &str, kind: &str, bases: &[&str], speeds: [u8; 2]) {
        for number in 0..count {
            let base = bases[self.ties.random_range(0..bases.len())];
            let (attack, speed) =
                (self.ties.random_range(1..3u8), self.ties.random_range(speeds[0]..=speeds[1]));
            let (line, back) = match kind {
                "boat" => ("'1'".to_owned(), ""),
                "lba" => (format!("{attack}-2-4"), ", back: 1-2"),
                _ => (format!("{attack}-1-3-{speed}"), ", back: 1-2"),
            };
            self.lines += &format!(
                "  - {{id: {kind}-{}{number}, nation: {nation}, kind: {kind}, line: {line}{back}, at: {base}}}\n",
                &nation[..1]
            );
        }
    }
}

/// Speeds with which a ship is mostly late, mostly in time, always in time.
const SLOW: [u8; 2] = [1, 1];
const FAIR: [u8; 2] = [2, 5];
const FAST: [u8; 2] = [6, 6];

/// A position: ships and aircraft of both sides in ports of the zone and beyond it.
pub fn position(waters: Waters, ties: &mut TieBreaker) -> (Schiffskrieg, Sea) {
    let some = ties.random_range(0..3u8) == 0;
    let plan = match waters {
        Waters::LastShip => "ten-go-plan",
        Waters::LastShipAlone => "none",
        _ if some => "ten-go-plan",
        _ => "none",
    };
    let mut pieces = Pieces { lines: String::new(), ties };
    let axis_far = matches!(waters, Waters::AxisFar | Waters::AllFar);
    let (home, away, speeds): (&[&str], &[&str], _) = match axis_far {
        true => (&["base truk", "base sasebo"], &["base truk", "base sasebo"], SLOW),
        false => (
            &["base tokyo", "base nagoya"],
            &["base tokyo", "base truk", "base ominato", "base sasebo"],
            FAIR,
        ),
    };
    if waters.is_last_ship() {
        pieces.put(1, "japanese", "bb", &["base tokyo"], FAST);
    } else {
        pieces.put(9, "japanese", "ca", away, speeds);
        pieces.put(3, "japanese", "bb", home, speeds);
        pieces.put(3, "japanese", "cv", away, speeds);
    }
    pieces.put(3, "japanese", "lba", &["base tokyo"], FAIR);
    pieces.put(3, "japanese", "boat", &["force-pool ds"], FAIR);
    let (near, far, speeds): (&[&str], &[&str], _) = match waters {
        Waters::WestFar | Waters::AllFar => (&["base shanghai"], &["base shanghai"], SLOW),
        Waters::LastShip | Waters::LastShipAlone => (&["base kure"], &["base kure"], FAST),
        _ => (&["base kure", "base osaka"], &["base kure", "base shanghai", "base shanghai"], FAIR),
    };
    pieces.put(8, "us", "ca", far, speeds);
    pieces.put(3, "us", "bb", near, speeds);
    pieces.put(4, "us", "cv", far, speeds);
    pieces.put(3, "us", "lba", &["base osaka"], FAIR);
    pieces.put(3, "us", "boat", &["force-pool ds"], FAIR);
    pieces.put(6, "british", "ca", far, speeds);
    pieces.put(2, "british", "cv", far, speeds);
    pieces.put(2, "british", "lba", &["base osaka"], FAIR);
    let support: Vec<String> = SUPPORT
        .iter()
        .map(|(unit, nation)| format!("  - {{unit: {unit}, nation: {nation}, map: ds}}\n"))
        .collect();
    let given = format!(
        "scenario: '46'\nfacts: [{FACTS}, strategic-warfare-box.ds={plan}]\nunits:\n{}support:\n{}due: [event axis ds banzai]\n",
        pieces.lines,
        support.concat()
    );
    let given = serde_yaml::from_str(&given).expect("a position as cases have it");
    Schiffskrieg::lay_out(&sealord::rules::games(), &mut None, &given).unwrap_or_else(|what| panic!("{what}"))
}

/// What is done in a turn, in an order of its own: placements of both sides, and the Axis's Banzai, which
/// comes first where it is what the turn is about.
pub fn things(
    system: &Schiffskrieg,
    sea: &Sea,
    banzai: Due,
    waters: Waters,
    ties: &mut TieBreaker,
) -> Vec<Due> {
    let goal = |word: &str| match system.find(word) {
        Some(Item::Goal(goal)) => goal,
        _ => panic!("`{word}` is no goal"),
    };
    let mut things: Vec<Due> = Vec::new();
    // What the case gives stands behind the units of the scenario.
    let first = sea.support.len() - SUPPORT.len();
    let (mut axis, mut west): (Vec<usize>, Vec<usize>) =
        (first..sea.support.len()).partition(|it| *it < first + AXIS);
    // A Western unit is placed in every other turn, so that all of them may contest in the others.
    let western = if ties.random_range(0..2) == 0 { PLACED } else { 0 };
    let mut draw = |from: &mut Vec<usize>, count: usize| {
        (0..count).map(|_| from.swap_remove(ties.random_range(0..from.len()))).collect::<Vec<_>>()
    };
    let mut units = draw(&mut axis, PLACED);
    units.extend(draw(&mut west, western));
    // From what lies far off all ships must check their speed there.
    let zones = match waters {
        Waters::Crowded => ["northwest-pacific", "northwest-pacific", "east-china-sea"],
        _ => ["northwest-pacific"; 3],
    };
    while !units.is_empty() {
        let unit = units.swap_remove(ties.random_range(0..units.len()));
        let zone = zones[ties.random_range(0..zones.len())];
        things.push(Due::Place(SupportId(unit as u8), goal(zone)));
    }
    let at = if waters.is_last_ship() { 0 } else { ties.random_range(0..=things.len()) };
    things.insert(at, banzai);
    things
}
