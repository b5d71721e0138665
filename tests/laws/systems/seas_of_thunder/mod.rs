//! Seas of Thunder under the laws.

/// What a side is told of rulings, mines and ships seen before.
mod sight;
/// What doctrine may say of ships, flights and places.
mod doctrine;
/// What the enemy must not learn from the order in which things are told.
mod fog;
mod sums;
mod twin;

use std::path::PathBuf;
use std::sync::OnceLock;

use sealord::games::Games;
use sealord::rules::ledger::Ledger;
use sealord::rules::load;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::event::Event;
use sealord::rules::seas_of_thunder::item::Item;
use sealord::rules::seas_of_thunder::pieces::UnitId;
use sealord::rules::seas_of_thunder::state::{Phase, Place, Sea};
use sealord::side::Side;
use sealord::table::{OpenQuestion, Section};

use super::{Disguise, Lawful, Least, Reach};
use twin::Twin;

/// Every kind of event, and whether matches of staff officers meet it in scenario 1.
const KINDS: &[(&str, bool)] = &[
    ("phase-began", true),
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

    fn system() -> &'static SeasOfThunder {
        static SYSTEM: OnceLock<SeasOfThunder> = OnceLock::new();
        SYSTEM.get_or_init(|| load(&Games::builtin(), Some("raider-warfare")).unwrap())
    }

    /// The doctrine of the example.
    fn doctrine(side: Side) -> String {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let file = root.join(format!("examples/raider-warfare/doctrine/{}.yaml", side.id()));
        let lines = std::fs::read_to_string(file).unwrap();
        let lines = lines.lines().map(|line| format!("  {line}\n")).collect::<String>();
        format!("doctrine:\n{lines}")
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
        key.split('/').nth(1).filter(|_| sea.phase == Phase::Combat)
    }

    fn without(sea: &Sea, branch: &str) -> Sea {
        let number: u8 = branch.trim_start_matches("zone-").parse().unwrap();
        let mut less = sea.clone();
        for unit in &mut less.units {
            if matches!(unit.place, Place::Sea(zone) if zone.0 == number) {
                unit.place = Place::Removed;
            }
        }
        less
    }

    fn disguise(
        side: Side,
        sea: &Sea,
        story: &[Section<Event>],
        seed: u64,
        reach: Reach,
    ) -> Option<Box<dyn Disguise<SeasOfThunder>>> {
        Some(Box::new(Twin::new(system(), side, sea, story, seed, reach)))
    }
}

#[test]
fn the_ledger_holds_what_the_book_says() {
    let ledger = Ledger::load(&Games::builtin(), "seas-of-thunder").unwrap();
    assert_eq!(ledger.find("SOT-5.5.4.2-5").map(|entry| entry.title.as_str()), Some("AA fire"));
    assert!(ledger.find("SOT-5.5.3-4").is_some_and(|entry| entry.ruling.is_some()));
    assert_eq!(ledger.entries().len(), 367);
}

/// One word for a scenario is as good as another.
#[test]
fn scenario_1_has_three_names() {
    for word in ["1", "S1", "s1", "raider-warfare"] {
        assert_eq!(
            load::<SeasOfThunder>(&Games::builtin(), Some(word)).unwrap().scenario.id,
            "raider-warfare"
        );
    }
}
