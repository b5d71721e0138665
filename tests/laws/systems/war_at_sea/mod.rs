//! The War at Sea campaign under the laws.

mod losses;
mod mask;
mod sums;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use sealord::party::Party;
use sealord::question::OpenQuestion;
use sealord::rules::tactical::cards::CardId;
use sealord::rules::war_at_sea::WarAtSea;
use sealord::rules::war_at_sea::event::Event;
use sealord::rules::war_at_sea::item::Item;
use sealord::rules::war_at_sea::state::War;
use sealord::rules::{Choices, load};
use sealord::side::Side;
use sealord::table::Section;

use super::{Campaign, Disguise, Lawful, Least, Loaded, Reach};

/// Every kind of event, and whether matches of staff officers meet it in the first scenario.
const KINDS: &[(&str, bool)] = &[
    ("phase-began", true),
    ("mustered", true),
    // Facilities and transports come with advanced rules.
    ("placed", false),
    ("begun", true),
    ("paid", true),
    ("spent", true),
    ("based", true),
    // Troops and convoys come with advanced rules.
    ("embarked", false),
    ("loaded", false),
    ("unloaded", false),
    ("formed", false),
    ("hunted", false),
    ("intercepted", false),
    ("produced", false),
    ("sailed", true),
    ("slowed", true),
    // Scouts come with an advanced rule.
    ("scouted", false),
    ("committed", true),
    ("refused", true),
    ("rolled", true),
    ("told", true),
    ("stood", true),
    ("planned", true),
    // Battles at the table come with an option.
    ("tabled", false),
    ("met", false),
    ("compared", false),
    // Officers do not send whole plans.
    ("led", false),
    ("fought", true),
    ("survival", true),
    ("lost", true),
    ("retired", true),
    ("home", true),
    ("taken", true),
    ("mended", true),
    // Facilities come with an advanced rule.
    ("mending", false),
    ("finished", true),
    ("earned", true),
    // Nobody loses all large bases in eight turns of officers who do not care.
    ("out", false),
    ("turn-ended", true),
    ("match-ended", true),
    // Only an umpire rules; officers cannot.
    ("ruled", false),
];

/// Every scenario, and every preset.
const WAR: &[Campaign] = &[
    Campaign { scenario: "mediterranean-1941", options: &[], seeds: 0..2 },
    Campaign { scenario: "mediterranean-1943", options: &[], seeds: 0..2 },
    Campaign { scenario: "atlantic-1942", options: &[], seeds: 0..2 },
    Campaign { scenario: "pacific-1943", options: &[], seeds: 0..2 },
    Campaign { scenario: "pacific-1942", options: &["battles=tabletop"], seeds: 0..1 },
    Campaign { scenario: "atlantic-1942", options: &["preset=basic", "battles=ask"], seeds: 0..1 },
];

thread_local! {
    /// What is played on this thread instead of the first scenario.
    static NOW: Cell<Option<&'static WarAtSea>> = const { Cell::new(None) };
}

impl Lawful for WarAtSea {
    const KINDS: &'static [(&'static str, bool)] = KINDS;
    const WAR: &'static [Campaign] = WAR;
    const IN_THE_WAR: &'static [&'static str] = &["scouted", "tabled", "met", "compared"];
    const RULING: &'static str = "points usn 1";
    const LEAST: Least = Least {
        kinds: 9,
        views: 10_001,
        questions: 101,
        leaving: 401,
        asked_after: 11,
        branches: 0,
        forged: 0,
    };
    type Sums = sums::Banks;
    const CONDITIONS: &'static [&'static str] = &["turn 3", "no turn 5"];

    fn under<T>(campaign: &'static Campaign, work: impl FnOnce() -> T) -> T {
        static LOADED: Loaded<WarAtSea> = Loaded::new(BTreeMap::new());
        NOW.set(Some(campaign.load(&LOADED)));
        let done = work();
        NOW.set(None);
        done
    }

    fn system() -> &'static WarAtSea {
        if let Some(now) = NOW.get() {
            return now;
        }
        static SYSTEM: OnceLock<WarAtSea> = OnceLock::new();
        SYSTEM.get_or_init(|| load(&sealord::rules::games(), None, &Choices::default()).unwrap())
    }

    fn doctrine(_: Party) -> String {
        "doctrine:\n  regroup: silence\n  plan: [{when: turn 3, prefer: [bold]}, {prefer: [cautious]}]\n  stand: [{for: \
         [cruiser], prefer: [port]}]\n"
            .to_owned()
    }

    fn sample_battle_plans(_: Party, number: u64) -> Option<String> {
        let plans = [
            "battle-plans:\n  - {like: bold, edge: K}\n  - {battle: attacker, groups: [{name: all, members: [any], posture: close \
             0}], triggers: [{when: turn 3, then: withdraw}], break_off: never}\n",
            "battle-plans: []\n",
            "battle-plans: {edge: K, air: {cap: 0, waves: [{wave: 2, cap: all}]}, targets: {main: [akagi-1001, any]}, night: \
             {groups: {battle: withdraw}, air: fly}, rearguard: [battle], abilities: {Rapid Fire: turn 2}}\n",
        ];
        Some(plans[(number % 3) as usize].to_owned())
    }

    fn thing(number: u16) -> Item {
        Item::Card(CardId(number))
    }

    fn hostile(question: Option<&OpenQuestion>, hidden: Option<&str>) -> String {
        let key = question.map_or("t1/move/ijn", |question| &question.key);
        let subject = question.and_then(|it| it.subjects.first()).map_or("akagi-1001", |it| &it.id);
        let hidden = hidden.unwrap_or("akagi-1001");
        format!(
            "  '{key}':\n    '{subject}': atlantis\n    akagi: 9\n    {hidden}: sector-3\n    yamato-1044: 95\n  \
             t9/nothing: {{{hidden}: stay}}\n"
        )
    }

    fn branch<'k>(_: &War, _: &'k str) -> Option<&'k str> {
        None
    }

    fn without(war: &War, _: &str) -> War {
        war.clone()
    }

    fn disguise(
        from: &[Side],
        war: &War,
        _: &[Section<Event>],
        seed: u64,
        reach: Reach,
    ) -> Option<Box<dyn Disguise<WarAtSea>>> {
        Some(Box::new(mask::Mask::new(WarAtSea::system(), from, war, seed, reach)))
    }
}
