//! Axis Empires: Schiffskrieg under the laws.

mod mask;
mod sums;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use sealord::party::Party;
use sealord::question::OpenQuestion;
use sealord::rules::roster::UnitId;
use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::schiffskrieg::event::Event;
use sealord::rules::schiffskrieg::item::Item;
use sealord::rules::schiffskrieg::state::Sea;
use sealord::rules::{Choices, load};
use sealord::side::Side;
use sealord::table::Section;

use super::{Campaign, Disguise, Lawful, Least, Loaded, Reach};
use crate::laws::fog::{questions_are_alike, views_are_alike};

/// Every kind of event, and whether matches of staff officers meet it in the first scenario, which has no
/// ships.
const KINDS: &[(&str, bool)] = &[
    ("declared", true),
    ("round-began", true),
    ("fired", true),
    ("submerged", false),
    ("took-effect", true),
    ("retirement", true),
    ("resolved", true),
    ("left", true),
    ("posted", true),
    ("battle-ended", true),
    ("delayed", true),
    ("intercepted", false),
    ("engaged", false),
    ("raid-ended", false),
    ("raid-formed", true),
    ("base-attacked", true),
    ("patrolled", false),
    ("funded", false),
    ("begun", false),
    ("reorganized", true),
    ("withdrawn", false),
    ("fate", false),
    ("aligned", true),
    ("marker-moved", false),
    ("held", false),
    // Luck and cards are options.
    ("luck-awarded", false),
    ("cards-drawn", false),
    ("card-played", false),
    ("luck-spent", false),
    // Single chapters are played in cases alone.
    ("done", false),
    ("stage-began", true),
    ("ordered", true),
    ("thing-began", true),
    ("intelligence", false),
    ("formed", true),
    ("contested", true),
    ("checked", false),
    ("outcome", true),
    ("stood", true),
    ("postponed", true),
    ("turned", false),
    ("battle-began", true),
    ("moved", true),
    ("scored", true),
    // Only an umpire rules; officers cannot.
    ("ruled", false),
];

/// Both maps and both at once, with every optional rule. Officers without doctrine are asked whatever comes
/// up: with a bound on it little would be left that laws could look at.
const WAR: &[Campaign] = &[
    Campaign { scenario: "29", options: &["turns=2", "asks=any"], seeds: 0..2 },
    THREE,
    Campaign { scenario: "35", options: &["turns=1", "asks=any"], seeds: 0..1 },
    Campaign { scenario: "46", options: &["turns=1", "luck=on", "asks=any"], seeds: 0..1 },
    Campaign { scenario: "53", options: &["turns=1", "luck=on", "fortunes=on", "asks=any"], seeds: 0..1 },
];

/// All three factions are at war.
const THREE: Campaign = Campaign { scenario: "31", options: &["turns=1", "asks=any"], seeds: 0..1 };

/// What the first scenario does not meet.
const IN_THE_WAR: &[&str] = &["intelligence", "checked", "raid-formed", "funded", "begun", "patrolled"];

thread_local! {
    /// What is played on this thread instead of the first scenario.
    static NOW: Cell<Option<&'static Schiffskrieg>> = const { Cell::new(None) };
}

impl Lawful for Schiffskrieg {
    const KINDS: &'static [(&'static str, bool)] = KINDS;
    const WAR: &'static [Campaign] = WAR;
    const IN_THE_WAR: &'static [&'static str] = IN_THE_WAR;
    const RULING: &'static str = "points axis 1";
    const LEAST: Least =
        Least { kinds: 6, views: 0, questions: 0, leaving: 0, asked_after: 0, branches: 0, forged: 0 };
    type Sums = sums::Points;
    const CONDITIONS: &'static [&'static str] = &[];
    /// Its matches are short: the starter doctrine answers most questions.
    const UNDONE: usize = 5;
    const PLANS: bool = true;
    const LAID_OUT: &'static [&'static str] = &["turns=4", "asks=any"];

    fn under<T>(campaign: &'static Campaign, work: impl FnOnce() -> T) -> T {
        static LOADED: Loaded<Schiffskrieg> = Loaded::new(BTreeMap::new());
        NOW.set(Some(campaign.load(&LOADED)));
        let done = work();
        NOW.set(None);
        done
    }

    /// Four turns of the first scenario.
    fn system() -> &'static Schiffskrieg {
        if let Some(now) = NOW.get() {
            return now;
        }
        static SYSTEM: OnceLock<Schiffskrieg> = OnceLock::new();
        SYSTEM.get_or_init(|| {
            let options: Vec<String> = Schiffskrieg::LAID_OUT.iter().map(|it| (*it).to_owned()).collect();
            let choices =
                Choices::parse(&options, <Schiffskrieg as sealord::rules::Rulebook>::OPTIONS).unwrap();
            load(&sealord::rules::games(), None, &choices).unwrap()
        })
    }

    fn doctrine(_: Party) -> String {
        "doctrine:\n  contest: [{prefer: [any]}]\n  day-night: day\n  retire: stay\n  targets: [{prefer: [any]}]\n".to_owned()
    }

    fn thing(number: u16) -> Item {
        Item::Unit(UnitId(number))
    }

    fn hostile(question: Option<&OpenQuestion>, hidden: Option<&str>) -> String {
        let key = question.map_or("t1/axis/missions", |question| &question.key);
        let subject = question.and_then(|it| it.subjects.first()).map_or("bismarck", |it| &it.id);
        let hidden = hidden.unwrap_or("bismarck");
        format!(
            "  '{key}':\n    '{subject}': atlantis\n    hood: 9\n    {hidden}: north-sea\n  t9/nothing: {{{hidden}: stay}}\n"
        )
    }

    fn branch<'k>(_: &Sea, _: &'k str) -> Option<&'k str> {
        None
    }

    fn without(sea: &Sea, _: &str) -> Sea {
        sea.clone()
    }

    fn disguise(
        from: &[Side],
        sea: &Sea,
        _: &[Section<Event>],
        _: u64,
        reach: Reach,
    ) -> Option<Box<dyn Disguise<Schiffskrieg>>> {
        Some(Box::new(mask::Mask::new(Schiffskrieg::system(), from, sea, reach)))
    }
}

/// The laws of what is hidden, among three factions at war.
#[test]
fn of_three_factions_none_learns_what_another_has_ordered() {
    let moved = <Schiffskrieg as Lawful>::under(&THREE, || views_are_alike::<Schiffskrieg>(7));
    assert!(moved > 0, "nothing was hidden");
    let (compared, _) = <Schiffskrieg as Lawful>::under(&THREE, || questions_are_alike::<Schiffskrieg>(8));
    assert!(compared > 0, "no question was compared");
}
