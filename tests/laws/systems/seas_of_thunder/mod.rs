//! Seas of Thunder under the laws.

/// What a side is told of rulings, mines and ships seen before.
mod sight;
/// What doctrine may say of ships, flights and places.
mod doctrine;
/// What conditions of doctrine read outside of fights.
mod conditions;
/// What the enemy must not learn from the order in which things are told.
mod fog;
/// How many exchanges a turn takes.
mod exchanges;
mod sums;
mod twin;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use sealord::party::Party;
use sealord::question::OpenQuestion;
use sealord::question::key::Part;
use sealord::rules::ledger::Ledger;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::board::ZoneId;
use sealord::rules::seas_of_thunder::event::Event;
use sealord::rules::seas_of_thunder::item::Item;
use sealord::rules::seas_of_thunder::pieces::UnitId;
use sealord::rules::seas_of_thunder::state::{Phase, Place, Sea};
use sealord::rules::two_sided::Camp;
use sealord::rules::{Choices, load};
use sealord::side::Side;
use sealord::table::Section;

use super::{Campaign, Disguise, Lawful, Least, Loaded, Reach};
use twin::Twin;

/// Every kind of event, and whether matches of staff officers meet it in scenario 1.
const KINDS: &[(&str, bool)] = &[
    ("phase-began", true),
    ("scenario-began", true),
    // Everything else that only later scenarios and options bring.
    ("entered", false),
    ("minors-requested", false),
    ("minor-settled", false),
    ("left-war", false),
    ("sides-changed", false),
    ("survivors-scored", false),
    ("neutrality-violated", false),
    ("stance-declared", false),
    ("stood-off", false),
    ("surrender-rolled", false),
    ("convoys-drawn", true),
    ("convoy-placed", true),
    // Every area has more zones than tokens of a side.
    ("convoy-kept", false),
    ("deployed", true),
    ("adjusted", true),
    ("reinforced", true),
    ("air-arrived", true),
    // Every nation of 1939 has a port.
    ("waits", false),
    ("overstacked", true),
    ("sailed", true),
    // Both minefields are worth nothing in 1939.
    ("mines-passed", false),
    ("air-placed", true),
    ("battle-began", true),
    ("navy-chosen", true),
    ("mat-revealed", true),
    ("air-superiority", true),
    ("air-spent", true),
    ("intercepted", true),
    ("relocated", true),
    ("swept", true),
    ("attacked", true),
    ("sunk", true),
    ("damaged", true),
    ("convoy-attacked", true),
    ("battle-ended", true),
    ("control-judged", true),
    ("zones-scored", true),
    ("unused-air-scored", true),
    ("fleets-shown", true),
    ("returned", true),
    // A ship that sailed so far gets home as far; nothing in 1939 bars the way back.
    ("stranded", false),
    ("presence-lacking", true),
    ("turn-ended", true),
    ("match-ended", true),
    // Only an umpire rules; officers cannot.
    ("ruled", false),
];

const ALL_OPTIONS: &[&str] =
    &["neutrality=on", "minors=on", "rail=3-5", "french-range=2", "mixed-fights=picked", "violator=passes"];

const fn campaign(scenario: &'static str, seeds: u64) -> Campaign {
    Campaign { scenario, options: &[], seeds: 0..seeds }
}

/// Each scenario and the whole war from 20 seeds, with and without options; the named chains once more.
const WAR: &[Campaign] = &[
    campaign("2", 20),
    campaign("3", 20),
    campaign("4", 20),
    campaign("5", 20),
    campaign("6", 20),
    campaign("7", 20),
    campaign("campaign", 20),
    campaign("2-3", 4),
    campaign("3-5", 4),
    campaign("4-7", 4),
    Campaign { scenario: "campaign", options: ALL_OPTIONS, seeds: 0..4 },
    Campaign { scenario: "3", options: &["neutrality=on"], seeds: 0..10 },
    Campaign { scenario: "7", options: &["minors=on"], seeds: 0..10 },
];

/// What the first scenario does not meet and the war does.
const IN_THE_WAR: &[&str] = &[
    "entered",
    "scenario-began",
    "minors-requested",
    "minor-settled",
    "left-war",
    "sides-changed",
    "survivors-scored",
    "neutrality-violated",
    "stance-declared",
    "stood-off",
    "surrender-rolled",
    "mines-passed",
    "stranded",
];

thread_local! {
    /// What is played on this thread instead of the first scenario.
    static NOW: Cell<Option<&'static SeasOfThunder>> = const { Cell::new(None) };
}

fn system() -> &'static SeasOfThunder {
    SeasOfThunder::system()
}

impl Lawful for SeasOfThunder {
    const KINDS: &'static [(&'static str, bool)] = KINDS;
    const RULING: &'static str = "points axis 1";
    const LEAST: Least = Least {
        kinds: 11,
        views: 10_001,
        questions: 1001,
        leaving: 501,
        asked_after: 11,
        branches: 201,
        forged: 101,
    };
    type Sums = sums::Sums;
    const CONDITIONS: &'static [&'static str] = &[
        "outgunned",
        "outflown",
        "weaker 2:1",
        "stronger",
        "outnumbered",
        "enemy BB",
        "enemy ship",
        "enemy UK",
        "enemy convoy",
        "own submarines",
        "points 3",
        "control own",
        "control enemy",
        "{any: [enemy CA at 9, enemy ship at scapa_flow]}",
        "control none at zone-9",
        "no turn 2",
        "lead",
        "behind 3",
        "[no outgunned, any: [enemy convoy, enemy BB]]",
    ];

    const WAR: &'static [Campaign] = WAR;
    const IN_THE_WAR: &'static [&'static str] = IN_THE_WAR;

    fn under<T>(campaign: &'static Campaign, work: impl FnOnce() -> T) -> T {
        static LOADED: Loaded<SeasOfThunder> = Loaded::new(BTreeMap::new());
        NOW.set(Some(campaign.load(&LOADED)));
        let done = work();
        NOW.set(None);
        done
    }

    fn system() -> &'static SeasOfThunder {
        if let Some(now) = NOW.get() {
            return now;
        }
        static SYSTEM: OnceLock<SeasOfThunder> = OnceLock::new();
        SYSTEM.get_or_init(|| {
            load(&sealord::rules::games(), Some("raider-warfare"), &Choices::default()).unwrap()
        })
    }

    /// The doctrine of the example.
    fn doctrine(party: Party) -> String {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let file = root.join(format!("examples/raider-warfare/doctrine/{}.yaml", party.id()));
        let lines = std::fs::read_to_string(file).unwrap();
        let lines = lines.lines().map(|line| format!("  {line}\n")).collect::<String>();
        let cautious = "[{when: [outnumbered 2:1, no enemy convoy], prefer: [reserve]}]";
        format!("doctrine:\n{lines}  mat@zone-9: {cautious}\n")
    }

    fn thing(number: u16) -> Item {
        // Of different kinds.
        Item::Unit(UnitId(if number < 8 { number } else { 92 + number }))
    }

    fn hostile(question: Option<&OpenQuestion>, hidden: Option<&str>) -> String {
        let key = question.map_or("t1/move/germany", |question| &question.key);
        let subject = question.and_then(|it| it.subjects.first()).map_or("hood", |it| &it.id);
        let hidden = hidden.unwrap_or("uk-bc-hood");
        format!(
            "  '{key}':\n    '{subject}': atlantis\n    hood: 9\n    {hidden}: scapa_flow\n    \
             de-ca-admiral-graf-spee: 95\n  t9/nothing: {{{hidden}: stay}}\n"
        )
    }

    /// The zone in a key such as `t1/zone-95/mat/axis`.
    fn branch<'k>(sea: &Sea, key: &'k str) -> Option<&'k str> {
        key.split('/').nth(1).filter(|place| sea.phase == Phase::Combat && ZoneId::read(place).is_ok())
    }

    fn without(sea: &Sea, branch: &str) -> Sea {
        let fought = ZoneId::read(branch).unwrap();
        let mut less = sea.clone();
        for unit in &mut less.units {
            if unit.place == Place::Sea(fought) {
                unit.place = Place::Removed;
            }
        }
        less
    }

    fn disguise(
        from: &[Side],
        sea: &Sea,
        story: &[Section<Event>],
        seed: u64,
        reach: Reach,
    ) -> Option<Box<dyn Disguise<SeasOfThunder>>> {
        let [side] = *from else { return None };
        Some(Box::new(Twin::new(system(), Camp::of(side)?, sea, story, seed, reach)))
    }
}

#[test]
fn the_ledger_holds_what_the_book_says() {
    let ledger = Ledger::load(&sealord::rules::games(), "seas-of-thunder").unwrap();
    assert_eq!(ledger.find("SOT-5.5.4.2-5").map(|entry| entry.title.as_str()), Some("AA fire"));
    assert!(ledger.find("SOT-5.5.3-4").is_some_and(|entry| entry.ruling.is_some()));
    assert_eq!(ledger.entries().len(), 367);
}

/// One word for a scenario is as good as another.
#[test]
fn scenario_1_has_three_names() {
    for word in ["1", "S1", "s1", "raider-warfare"] {
        assert_eq!(
            load::<SeasOfThunder>(&sealord::rules::games(), Some(word), &Choices::default()).unwrap().game.id,
            "raider-warfare"
        );
    }
}
