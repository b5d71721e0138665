//! Admirals' War under the laws. All its counters lie openly, so there is nothing to disguise.

mod sums;

use std::cell::Cell;
use std::sync::OnceLock;

use sealord::games::Games;
use sealord::party::Party;
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::admirals_war::event::Event;
use sealord::rules::admirals_war::item::Item;
use sealord::rules::admirals_war::pieces::UnitId;
use sealord::rules::admirals_war::state::Ocean;
use sealord::rules::{Choices, load};
use sealord::side::Side;
use sealord::table::{OpenQuestion, Section};

use super::{Campaign, Disguise, Lawful, Least, Reach};

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
    ("raid-force", false),
    ("flag-lifted", false),
    ("war-declared", false),
    ("raid-force-sailed", false),
    ("surprised", false),
    ("group-placed", false),
    ("sortied", false),
    ("war-began", false),
    ("provoked", false),
    ("occupied", false),
    ("allegiance-rolled", false),
    ("move-rolled", false),
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
    ("shipping-attacked", false),
    ("raided", true),
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

/// The standard game, whole.
const WAR: &[Campaign] = &[Campaign { scenario: "standard", options: &[], seeds: 8 }];

/// What Midway does not meet and the standard game does.
const IN_THE_WAR: &[&str] = &[
    "arrived",
    "withdrawn",
    "turned-over",
    "raid-force",
    "war-declared",
    "raid-force-sailed",
    "surprised",
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
    "encircled",
];

thread_local! {
    /// What is played on this thread instead of the first scenario.
    static NOW: Cell<Option<&'static AdmiralsWar>> = const { Cell::new(None) };
}

impl Lawful for AdmiralsWar {
    const KINDS: &'static [(&'static str, bool)] = KINDS;
    const RULING: &'static str = "points axis 1";
    const LEAST: Least =
        Least { kinds: 11, views: 0, questions: 0, leaving: 0, asked_after: 0, branches: 0, forged: 41 };
    type Sums = sums::Sums;

    const WAR: &'static [Campaign] = WAR;
    const IN_THE_WAR: &'static [&'static str] = IN_THE_WAR;

    fn under<T>(campaign: &'static Campaign, work: impl FnOnce() -> T) -> T {
        static PLAYED: OnceLock<AdmiralsWar> = OnceLock::new();
        let scenario = Some(campaign.scenario);
        NOW.set(Some(PLAYED.get_or_init(|| load(&Games::builtin(), scenario, &Choices::default()).unwrap())));
        let done = work();
        NOW.set(None);
        done
    }

    fn system() -> &'static AdmiralsWar {
        if let Some(now) = NOW.get() {
            return now;
        }
        static SYSTEM: OnceLock<AdmiralsWar> = OnceLock::new();
        SYSTEM.get_or_init(|| load(&Games::builtin(), Some("midway"), &Choices::default()).unwrap())
    }

    fn doctrine(_: Party) -> String {
        "doctrine:\n  action: air\n  air-targets: [{prefer: [carrier, strongest], spread: true}]\n  gun-targets: \
         [{prefer: [strongest, any]}]\n  retreat: stay\n  return: any\n"
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
        _: &[Side],
        _: &Ocean,
        _: &[Section<Event>],
        _: u64,
        _: Reach,
    ) -> Option<Box<dyn Disguise<AdmiralsWar>>> {
        None
    }
}
