//! The cases of purchases, which a table of fleets, build times and unit values writes down
//! (`tests/fleets/war-at-sea`).

use engine::items::Items;
use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::building::{Pace, instalment, turns};
use super::fleet::{Fleet, Prebuilt, Slot};
use super::{desk, page, seat};
use crate::files::scenarios::{Balance, PrebuiltRow};
use crate::{WarAtSea, sides};
use engine::games::{Games, yaml};
use engine::party::Party;
use engine::problem::Collector;
use engine::rulebook::{Choices, Rulebook};
use tactical::cards::{Ability, Kind, Weapon};

/// A case.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    rule: String,
    title: String,
    fleet: Option<FleetCase>,
    build: Option<BuildCase>,
    instalment: Option<InstalmentCase>,
    price: Option<PriceCase>,
    card: Option<CardCase>,
}

/// A fleet: a sample, or nothing, with changes.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FleetCase {
    scenario: String,
    side: String,
    options: Vec<String>,
    from_nothing: bool,
    balance: Option<String>,
    buy: BTreeMap<String, u16>,
    prebuild: Option<Vec<PrebuiltRow>>,
    at: BTreeMap<String, u8>,
    upgrade: Option<Vec<String>>,
    factories: Option<Vec<String>>,
    transports: Option<BTreeMap<u8, u16>>,
    /// The rules that it breaks, each once.
    breaks: Vec<String>,
    /// Only these of all that it breaks matter.
    among: bool,
    kept: Option<u16>,
    lost: Option<u16>,
    prebuild_kept: Option<u16>,
    prebuild_lost: Option<u16>,
    bank: Option<u16>,
    /// Why it cannot be judged yet: what a match that chooses so is refused with.
    known_gap: Option<String>,
}

/// How long a unit takes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BuildCase {
    like: String,
    price: u16,
    armor: Option<u8>,
    hull: Option<u8>,
    #[serde(default)]
    quarterly: bool,
    turns: u16,
}

/// What may be paid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InstalmentCase {
    like: String,
    owed: u16,
    turn: u16,
    turns: u16,
    #[serde(default)]
    quarterly: bool,
    may: [u16; 2],
}

/// A price.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceCase {
    cost: u16,
    balance: Option<String>,
    is: u16,
}

/// What a card must say.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardCase {
    id: String,
    cost: Option<u16>,
    speed: Option<u8>,
    base: Option<u8>,
    main: Option<[u8; 4]>,
    secondary: Option<[u8; 4]>,
    aa: u8,
    armor: u8,
    vital: u8,
    hull: u8,
    spaces: Option<u8>,
    #[serde(default)]
    abilities: Vec<String>,
}

fn balance(word: &Option<String>) -> Option<Balance> {
    word.as_deref().map(|word| if word == "A" { Balance::A } else { Balance::B })
}

fn rules(games: &Games, scenario: &str, options: &[String]) -> WarAtSea {
    let chosen = Choices::parse(options, WarAtSea::OPTIONS).unwrap();
    <WarAtSea as Rulebook>::load(games, scenario, &chosen).unwrap()
}

impl FleetCase {
    fn fleet(&self, rules: &WarAtSea, sample: &Fleet) -> Fleet {
        let find = |id: &String| rules.cards.by_id(id).unwrap_or_else(|| panic!("no card {id}"));
        let mut fleet = if self.from_nothing { Fleet::default() } else { sample.clone() };
        if self.balance.is_some() {
            fleet.balance = balance(&self.balance).filter(|_| self.balance.as_deref() != Some("none"));
        }
        for (id, n) in &self.buy {
            let card = find(id);
            fleet.buy.retain(|(other, _)| *other != card);
            if *n > 0 {
                fleet.buy.push((card, *n));
            }
        }
        if let Some(rows) = &self.prebuild {
            let begun = |row: &PrebuiltRow| Prebuilt {
                card: find(&row.unit),
                at: row.at,
                yard: Slot::named(&row.yard),
                paid: row.paid.clone(),
            };
            fleet.prebuild = rows.iter().map(begun).collect();
        }
        let set_up = &mut fleet.set_up;
        set_up.at.extend(self.at.iter().filter_map(|(word, at)| Some((Slot::named(word)?, *at))));
        if let Some(raised) = &self.upgrade {
            set_up.raised = raised.iter().filter_map(|word| Slot::named(word)).collect();
        }
        if let Some(factories) = &self.factories {
            set_up.factories = factories.iter().map(find).collect();
        }
        if let Some(transports) = &self.transports {
            set_up.transports = transports.clone();
        }
        fleet
    }

    fn differences(&self, games: &Games) -> Vec<String> {
        if let Some(gap) = &self.known_gap {
            let chosen = Choices::parse(&self.options, WarAtSea::OPTIONS).unwrap();
            let refused = <WarAtSea as Rulebook>::load(games, &self.scenario, &chosen).err();
            let same = refused.as_ref().is_some_and(|fault| format!("{fault:?}").contains(gap));
            return if same {
                Vec::new()
            } else {
                vec![format!("the gap is closed, or another: {refused:?}")]
            };
        }
        let rules = rules(games, &self.scenario, &self.options);
        let side = rules.scenario.sides.iter().copied().find(|side| side.id() == self.side).unwrap();
        let fleet = self.fleet(&rules, desk::sample(&rules, side).unwrap());
        let (faults, left) = desk::inspect(&rules, side, &fleet).unwrap();
        let broken: BTreeSet<&str> = faults.iter().map(|fault| fault.rule).collect();
        let wanted: BTreeSet<&str> = self.breaks.iter().map(String::as_str).collect();
        let mut wrong = Vec::new();
        if !(broken == wanted || self.among && wanted.is_subset(&broken)) {
            wrong.push(format!("breaks {broken:?}, not {wanted:?}: {faults:?}"));
        }
        let numbers = [
            ("kept", self.kept, left.start.kept),
            ("lost", self.lost, left.start.lost),
            ("prebuild_kept", self.prebuild_kept, left.prebuild.kept),
            ("prebuild_lost", self.prebuild_lost, left.prebuild.lost),
            ("bank", self.bank, left.bank),
        ];
        for (name, want, found) in numbers {
            if want.is_some_and(|want| want != found) {
                wrong.push(format!("{name} is {found}, not {want:?}"));
            }
        }
        // What is sound can be written, and read again as the same.
        if faults.is_empty() {
            let text = desk::write(&rules.cards, side, &fleet);
            let mut problems = Collector::new();
            let read = page::read("fleet", text.as_bytes(), &rules.cards, &mut problems);
            if read.is_none_or(|page| page.fleet != fleet) {
                wrong.push(format!(
                    "is not read as it is written: {}",
                    problems.finish().render(&text, false)
                ));
            }
        }
        wrong
    }
}

impl CardCase {
    fn differences(&self, rules: &WarAtSea) -> Vec<String> {
        let id = rules.cards.by_id(&self.id).unwrap_or_else(|| panic!("no card {}", self.id));
        let card = &rules.cards[id];
        let mut wrong = Vec::new();
        let mut same = |name: &str, want: Option<String>, found: String| {
            if want.as_ref().is_some_and(|want| *want != found) {
                wrong.push(format!("{name} is {found}, not {want:?}"));
            }
        };
        let text = |it: &dyn std::fmt::Debug| format!("{it:?}");
        same("cost", self.cost.map(|it| text(&it)), text(&card.cost));
        same("speed", self.speed.map(|it| text(&it)), text(&card.speed));
        same("base", self.base.map(|it| text(&it)), text(&card.capacity));
        same("main", self.main.map(|it| text(&it)), text(&card.line(Weapon::Main)));
        same("secondary", self.secondary.map(|it| text(&it)), text(&card.line(Weapon::Secondary)));
        same("aa", Some(text(&[self.aa, 0, 0, 0])), text(&card.line(Weapon::Aa)));
        same(
            "armor",
            Some(text(&[self.armor, self.vital, self.hull])),
            text(&[card.armor, card.vital, card.hull]),
        );
        same("spaces", self.spaces.map(|it| text(&it)), text(&card.spaces));
        for name in &self.abilities {
            let has = Ability::named(name).is_some_and(|ability| card.has(ability));
            same("ability", Some("true".to_owned()), text(&has));
        }
        wrong
    }
}

impl Case {
    fn differences(&self, games: &Games, rules: &WarAtSea) -> Vec<String> {
        let mut wrong = Vec::new();
        if let Some(case) = &self.fleet {
            wrong.extend(case.differences(games));
        }
        if let Some(case) = &self.build {
            let mut card = rules.cards[rules.cards.by_id(&case.like).unwrap()].clone();
            (card.armor, card.hull) = (case.armor.unwrap_or(card.armor), case.hull.unwrap_or(card.hull));
            let found = turns(&card, case.price, Pace::of(case.quarterly));
            if found != case.turns {
                wrong.push(format!("takes {found} turns, not {}", case.turns));
            }
        }
        if let Some(case) = &self.instalment {
            let card = &rules.cards[rules.cards.by_id(&case.like).unwrap()];
            let may = instalment(card, case.owed, case.turn, case.turns, Pace::of(case.quarterly));
            if [*may.start(), *may.end()] != case.may {
                wrong.push(format!("{may:?} may be paid, not {:?}", case.may));
            }
        }
        if let Some(case) = &self.price {
            let found = seat::price(case.cost, balance(&case.balance));
            if found != case.is {
                wrong.push(format!("costs {found}, not {}", case.is));
            }
        }
        wrong.extend(self.card.iter().flat_map(|case| case.differences(rules)));
        wrong
    }
}

#[test]
fn every_case_of_purchases_holds() {
    Party::declare(sides::PARTIES);
    let games = WarAtSea::built_in();
    let rules = rules(&games, "pacific-1942", &[]);
    let folder = std::env::var("SEALORD_FLEETS").unwrap_or_else(|_| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/fleets/war-at-sea").to_owned()
    });
    let mut files: Vec<_> = fs_err::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    let mut wrong = Vec::new();
    for file in files {
        let text = fs_err::read_to_string(&file).unwrap();
        let cases: Vec<Case> =
            yaml::read(&text).unwrap_or_else(|fault| panic!("{}: {fault:?}", file.display()));
        for case in cases {
            let found = case.differences(&games, &rules);
            wrong.extend(found.into_iter().map(|what| format!("{}: {}: {what}", case.rule, case.title)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_sample_fleet_is_sound_under_every_preset() {
    Party::declare(sides::PARTIES);
    let games = WarAtSea::built_in();
    for scenario in WarAtSea::scenarios(&games).unwrap() {
        for preset in ["basic", "classic", "full"] {
            let rules = rules(&games, &scenario.id, &[format!("preset={preset}")]);
            for side in rules.scenario.sides {
                let fleet = desk::sample(&rules, *side).unwrap();
                let (faults, left) = desk::inspect(&rules, *side, fleet).unwrap();
                assert!(faults.is_empty(), "{} {preset} {}: {faults:?}", scenario.id, side.id());
                assert_eq!((left.start.lost, left.prebuild.lost), (0, 0), "{} {preset}", scenario.id);
            }
        }
    }
}

#[test]
fn a_side_can_go_on_building_what_it_has() {
    // From any start sixteen of each subtype that the side has, one after the other, except battleships and
    // carriers.
    Party::declare(sides::PARTIES);
    let games = WarAtSea::built_in();
    for scenario in WarAtSea::scenarios(&games).unwrap() {
        let rules = rules(&games, &scenario.id, &[]);
        for side in rules.scenario.sides {
            let seat = &rules.admiralty(*side).unwrap().seat;
            let open = seat.open(&rules.cards, seat.year, Default::default());
            for kind in [Kind::Cruiser, Kind::Destroyer, Kind::Submarine, Kind::Fighter, Kind::DiveBomber] {
                let types: Vec<_> =
                    open.iter().copied().filter(|card| rules.cards[*card].kind == kind).collect();
                let bounds =
                    rules.rarity.fractions(&rules.cards, types.iter().copied(), &open, Default::default());
                let unique = rules.rarity.unique(&rules.cards, types.iter().copied());
                let bounds: Vec<_> = bounds.into_iter().chain(unique).collect();
                let mut tally = crate::bound::Tally::new();
                let mut built = 0;
                while built < 16 && !types.is_empty() {
                    let mut fits: Vec<_> = types.clone();
                    fits.sort_by_key(|card| tally.get(card).copied().unwrap_or(0));
                    let next = fits.into_iter().find(|card| {
                        let mut with = tally.clone();
                        *with.entry(*card).or_default() += 1;
                        bounds.iter().all(|bound| {
                            bound.about != Some(*card) && bound.weight(*card) <= 0 || bound.passed(&with) == 0
                        })
                    });
                    let Some(next) = next else { break };
                    *tally.entry(next).or_default() += 1;
                    built += 1;
                }
                assert!(
                    types.is_empty() || built == 16,
                    "{} {}: {} {built}",
                    scenario.id,
                    side.id(),
                    kind.word()
                );
            }
        }
    }
}

#[test]
fn a_line_says_what_is_charged_and_offers_no_second_of_a_unique_ship() {
    use crate::files::rarity::Factor;
    use crate::item::Item;
    use engine::question::Limit;
    Party::declare(sides::PARTIES);
    let games = WarAtSea::built_in();
    for (balance, handicap) in [("A", "handicap A (2.4)"), ("B", "Defective Torpedoes")] {
        let rules = rules(&games, "pacific-1942", &[format!("us-balance={balance}")]);
        let war = engine::system::Rules::opening(&rules);
        for side in rules.scenario.sides {
            let ask = rules.buying(*side);
            let us = rules.admiralty(*side).unwrap().balance.is_some();
            assert_eq!(ask.about.iter().any(|line| line.contains(handicap)), us, "{:?}", ask.about);
            let weights = ask.limits.iter().find_map(|limit| match limit {
                Limit::Weighed { weights, what, .. } if what == "points" => Some(weights.clone()),
                _ => None,
            });
            for (at, price) in weights.unwrap() {
                let Item::Card(card) = ask.subjects[usize::from(at)].item else { continue };
                let note = rules.words(&war, Item::Card(card)).note;
                let (charged, rare) =
                    (engine::problem::count(price as usize, "point"), rules.rarity.of(card));
                assert!(note.contains(&format!(", {charged}")), "{note}: {charged} are charged");
                assert!(rare.exempt || note.ends_with(rare.factor.word()), "{note}");
                let most =
                    ask.open_to(usize::from(at)).iter().map(|it| ask.options[usize::from(*it)].mark).max();
                assert!(rare.factor != Factor::Unique || rare.exempt || most == Some(1), "{note}: {most:?}");
            }
        }
    }
}
