//! Admirals' War under the laws. All its counters lie openly, so there is nothing to disguise but hidden
//! submarines, and what the Allies keep to themselves about the groups of uncertain location.

/// What the Axis must not learn of those groups.
mod chances;
mod exchanges;
mod one_file;
mod side_by_side;
mod submarines;
mod sums;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use sealord::party::Party;
use sealord::question::OpenQuestion;
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::admirals_war::event::Event;
use sealord::rules::admirals_war::item::Item;
use sealord::rules::admirals_war::pieces::UnitId;
use sealord::rules::admirals_war::state::Ocean;
use sealord::rules::{Choices, load};
use sealord::side::Side;
use sealord::table::Section;

use super::{Campaign, Disguise, Lawful, Least, Loaded, Reach};
use submarines::Submarines;

/// Every kind of event, and whether matches of staff officers meet it at Midway.
const KINDS: &[(&str, bool)] = &[
    ("phase-began", true),
    ("sailed", true),
    ("readied", true),
    // The calendar and the beginning of the war are the standard game's.
    ("arrived", false),
    ("held", false),
    ("shut-out", false),
    ("withdrawn", false),
    ("turned-over", false),
    ("replaced", false),
    ("scheduled", false),
    ("scrapped", false),
    ("completion-rolled", false),
    ("mourned", false),
    ("heart-rolled", false),
    ("intercepted", false),
    ("raid-force", false),
    ("flag-lifted", false),
    ("war-declared", false),
    ("raid-force-sailed", false),
    ("surprised", false),
    ("chances-set", false),
    ("groups-rolled", false),
    ("group-in-port", false),
    ("warned", false),
    ("chances-shown", false),
    ("group-placed", false),
    ("sortied", false),
    ("war-began", false),
    ("provoked", false),
    ("occupied", false),
    ("allegiance-rolled", false),
    ("catapult-launched", false),
    ("armistice-rolled", false),
    ("interned", false),
    ("lila-declared", false),
    ("torch-lit", false),
    ("torch-opposed", false),
    ("move-rolled", false),
    // Turn 0 and turn 11 are options.
    ("italy-weighed", false),
    ("italy-declared", false),
    ("transferred", false),
    ("kamikazes-named", false),
    ("kamikazes-spent", false),
    ("air-transferred", false),
    ("fined", false),
    ("refuelled", false),
    ("claimed", false),
    ("lead-moved", false),
    ("speed-rolled", true),
    // Nothing is damaged before the only turn begins.
    ("repaired", false),
    ("air-placed", true),
    // Midway has no submarines.
    ("submarines-turned", false),
    ("area-selected", true),
    ("hunted", false),
    ("aimed", false),
    ("submarines-shown", false),
    ("shipping-attacked", false),
    ("raided", true),
    // Midway has no optional rules.
    ("forces-formed", false),
    ("intent-stated", false),
    ("sighted", false),
    ("surface-joined", false),
    ("redirected", false),
    ("round-began", true),
    ("guns-named", true),
    ("fired", true),
    ("took-effect", true),
    ("returned", true),
    // Both sides have a port that nobody can take.
    ("stranded", false),
    ("retreat-declared", true),
    ("groups-formed", true),
    ("pursued", true),
    ("broke-off", true),
    ("landed", true),
    ("invaded", true),
    // A turn is too short to surround a base.
    ("encircled", false),
    // Ports fall only when surrounded, and a base has no bottom to rest on.
    ("scuttled", false),
    ("area-resolved", true),
    ("flags-placed", true),
    ("areas-scored", true),
    ("bases-scored", true),
    ("raids-scored", true),
    ("raider-scored", false),
    ("turn-ended", true),
    ("match-ended", true),
    // Only an umpire rules; officers cannot.
    ("ruled", false),
];

/// The standard game, whole, with and without options; and from turn 0 to turn 11 with all of them.
const WAR: &[Campaign] = &[
    Campaign { scenario: "standard", options: &[], seeds: 0..6 },
    Campaign { scenario: "turn-0-to-11", options: &[], seeds: 0..1 },
    Campaign { scenario: "standard", options: &["french-fleet-dilemma=on", "more-french=on"], seeds: 0..1 },
    PEARL_HARBOR,
    // Submarines deny a flag in one match of five.
    Campaign {
        scenario: "standard",
        options: &["hidden-submarines=on", "submarine-targeting=on"],
        seeds: 0..16,
    },
    Campaign { scenario: "standard", options: &["task-forces=on"], seeds: 0..1 },
    Campaign { scenario: "turn-0-to-11", options: ALL, seeds: 0..1 },
    Campaign { scenario: "turn-0-to-11", options: FOUR_WITH_ALL, seeds: 1..2 },
    Campaign {
        scenario: "standard",
        options: &["seats=4", "victory=individual", "combat=theatres"],
        seeds: 0..1,
    },
    Campaign { scenario: "turn-0-to-11", options: SIDE_BY_SIDE, seeds: 0..1 },
];
/// Every optional rule.
const ALL: &[&str] = &[
    "french-fleet-dilemma=on",
    "more-french=on",
    "pearl-harbor-tension=on",
    "tora-tora=on",
    "gunnery-radar=on",
    "hidden-submarines=on",
    "submarine-targeting=on",
    "damage-control=on",
    "task-forces=on",
    "greek-navy=on",
    "argus=on",
    "pocket-pride=on",
    "german-carriers=on",
    "alternate-names=on",
    "bb-cv=on",
    "aging-british-fleet=on",
    "italian-ineffectiveness=on",
    "italian-buildup=conjectural",
];
/// The same with four players.
const FOUR_WITH_ALL: &[&str] = &all_and::<{ ALL.len() + 2 }>(&["seats=4", "victory=team"]);
/// The same with fights side by side.
const SIDE_BY_SIDE: &[&str] = &all_and::<{ ALL.len() + 1 }>(&["combat=side-by-side"]);

/// Some choices and all the optional rules.
const fn all_and<const N: usize>(first: &[&'static str]) -> [&'static str; N] {
    let mut all = [""; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < first.len() { first[at] } else { ALL[at - first.len()] };
        at += 1;
    }
    all
}

/// With the rules that change the day of Pearl Harbor.
const PEARL_HARBOR: Campaign =
    Campaign { scenario: "standard", options: &["pearl-harbor-tension=on", "tora-tora=on"], seeds: 0..1 };

/// What Midway does not meet and the standard game does.
const IN_THE_WAR: &[&str] = &[
    "arrived",
    "withdrawn",
    "turned-over",
    "raid-force",
    "war-declared",
    "raid-force-sailed",
    "surprised",
    "chances-set",
    "groups-rolled",
    "warned",
    "chances-shown",
    "group-placed",
    "sortied",
    "war-began",
    "allegiance-rolled",
    "move-rolled",
    "refuelled",
    "lead-moved",
    "repaired",
    "hunted",
    "shipping-attacked",
    "aimed",
    "submarines-shown",
    "encircled",
    "forces-formed",
    "intent-stated",
    "sighted",
    "surface-joined",
];

thread_local! {
    /// What is played on this thread instead of the first scenario.
    static NOW: Cell<Option<&'static AdmiralsWar>> = const { Cell::new(None) };
}

impl Lawful for AdmiralsWar {
    const SOAKED: u64 = 400;
    const KINDS: &'static [(&'static str, bool)] = KINDS;
    const RULING: &'static str = "points axis 1";
    const LEAST: Least =
        Least { kinds: 11, views: 0, questions: 0, leaving: 0, asked_after: 0, branches: 0, forged: 41 };
    type Sums = sums::Sums;
    const CONDITIONS: &'static [&'static str] = &[
        "outgunned",
        "outflown 1:1",
        "weaker",
        "stronger 2:1",
        "round 2",
        "{any: [damage 10, round 2]}",
        "{any: [crippled, round 2]}",
        "enemy CV",
        "own LBA",
        "points 3",
        "flag own",
        "[no outgunned, any: [round 3, enemy carrier]]",
    ];

    const WAR: &'static [Campaign] = WAR;
    const IN_THE_WAR: &'static [&'static str] = IN_THE_WAR;

    fn under<T>(campaign: &'static Campaign, work: impl FnOnce() -> T) -> T {
        static LOADED: Loaded<AdmiralsWar> = Loaded::new(BTreeMap::new());
        NOW.set(Some(campaign.load(&LOADED)));
        let done = work();
        NOW.set(None);
        done
    }

    fn system() -> &'static AdmiralsWar {
        if let Some(now) = NOW.get() {
            return now;
        }
        static SYSTEM: OnceLock<AdmiralsWar> = OnceLock::new();
        SYSTEM.get_or_init(|| load(&sealord::rules::games(), Some("midway"), &Choices::default()).unwrap())
    }

    fn doctrine(_: Party) -> String {
        "doctrine:\n  action: air\n  air-targets: [{prefer: [carrier, strongest], spread: true}]\n  gun-targets: \
         [{prefer: [strongest, any]}]\n  retreat: [{when: [weaker 2:1, round 2], prefer: [retreat]}, {prefer: [stay]}]\n  return: any\n"
            .to_owned()
    }

    fn thing(number: u16) -> Item {
        Item::Unit(UnitId(number))
    }

    fn hostile(question: Option<&OpenQuestion>, _: Option<&str>) -> String {
        let key = question.map_or("t1/patrol/japan", |question| &question.key);
        let subject = question.and_then(|it| it.subjects.first()).map_or("hood", |it| &it.id);
        format!("  '{key}':\n    '{subject}': atlantis\n    hood: 9\n  t9/nothing: {{jp-kaga: stay}}\n")
    }

    /// Areas are fought one after the other.
    fn branch<'k>(_: &Ocean, _: &'k str) -> Option<&'k str> {
        None
    }

    fn without(ocean: &Ocean, _: &str) -> Ocean {
        ocean.clone()
    }

    fn disguise(
        from: &[Side],
        ocean: &Ocean,
        story: &[Section<Event>],
        seed: u64,
        reach: Reach,
    ) -> Option<Box<dyn Disguise<AdmiralsWar>>> {
        if let Some(twin) = chances::Otherwise::new(from, ocean, seed, reach) {
            return Some(Box::new(twin));
        }
        let twin = Submarines::new(Self::system(), from, ocean, story, seed, reach)?;
        Some(Box::new(twin))
    }
}
