//! 2 Game Start: what sides begin with.

use super::board::SectorId;
use super::event::{Event, Refusal};
use super::item::{Count, Item, Order, Points, SlotItem};
use super::options::Rule;
use super::purchase::{Fleet, Prebuilt, Slot, judge, limits};
use super::state::UnitId;
use super::{Table, WarAtSea};
use crate::questions;
use engine::side::Side;
use engine::table::Step;
use tactical::cards::{CardId, Kind};

mod asks;

/// Where a side wants its first transports.
fn transports(picks: &[(Item, Item)]) -> std::collections::BTreeMap<u8, u16> {
    let lie = picks.iter().filter_map(|pick| match pick {
        (Item::Sector(at), Item::Count(Count(count, _))) if *count > 0 => Some((at.0 + 1, u16::from(*count))),
        _ => None,
    });
    lie.collect()
}

impl SlotItem {
    /// The construction place that is meant.
    fn slot(self) -> Option<Slot> {
        match self {
            SlotItem::Medium => Some(Slot::Medium),
            SlotItem::Small1 | SlotItem::Raise1 => Some(Slot::Small1),
            SlotItem::Small2 | SlotItem::Raise2 => Some(Slot::Small2),
            SlotItem::Pen => Some(Slot::Pen),
            SlotItem::Factory1 | SlotItem::Factory2 | SlotItem::Factory3 | SlotItem::Factory4 => None,
        }
    }
}

/// 2 All sides buy at once, in secret.
pub(super) fn set_up(table: &mut Table<'_>) -> Step<()> {
    let system = table.system();
    let sides = system.scenario.sides;
    let mut asks = Vec::new();
    for &side in sides {
        asks.push((side, system.buying(side)));
        asks.push((side, system.prebuilding(side)));
        asks.extend(system.yards(side).map(|ask| (side, ask)));
        asks.extend(system.transporting(side).map(|ask| (side, ask)));
    }
    let answers = table.ask_all(&asks)?;
    for &side in sides {
        let of = |kind: &str| {
            let mut found =
                asks.iter().zip(&answers).filter(|((by, ask), _)| *by == side && ask.kind == kind);
            found.next().map(|(_, picks)| &picks[..]).unwrap_or_default()
        };
        let mut fleet =
            ordered(system, side, of(questions::BUY), of(questions::PREBUILD), of(questions::YARDS));
        if system.has(Rule::Economy) {
            fleet.set_up.transports = transports(of(questions::TRANSPORTS));
        }
        begin(table, side, fleet)?;
    }
    Ok(())
}

/// The fleet that a side has ordered, or the sample.
fn ordered(
    system: &WarAtSea,
    side: Side,
    buy: &[(Item, Item)],
    prebuild: &[(Item, Item)],
    yards: &[(Item, Item)],
) -> Fleet {
    let Some(admiralty) = system.admiralty(side) else { return Fleet::default() };
    let sample = trimmed(system, side, admiralty.sample.clone());
    let mut fleet = Fleet { balance: admiralty.balance, set_up: sample.set_up.clone(), ..Fleet::default() };
    for pick in buy {
        match pick {
            (Item::Card(card), Item::Count(Count(count, _))) if *count > 0 => {
                fleet.buy.push((*card, u16::from(*count)));
            }
            (Item::Slot(slot), Item::Order(Order::Yes)) => fleet.set_up.raised.extend(slot.slot()),
            _ => {}
        }
    }
    let own = !fleet.buy.is_empty();
    if !own {
        return Fleet { set_up: placed(fleet.set_up, yards), ..sample };
    }
    fleet.buy.sort_unstable();
    fleet.set_up = placed(fleet.set_up, yards);
    let capital = system.board.capital(side).map_or(1, |at| at.0 + 1);
    let mut begun: Vec<(CardId, u8, u16)> = prebuild
        .iter()
        .filter_map(|pick| match pick {
            (Item::Begun(super::item::Begun(card, hull)), Item::Points(Points(points))) if *points > 0 => {
                Some((*card, *hull, *points))
            }
            _ => None,
        })
        .collect();
    begun.sort_unstable();
    for (card, _, points) in begun {
        let Some(paid) = system.split(side, card, points) else { continue };
        fleet.prebuild.push(Prebuilt { card, at: capital, yard: None, paid });
    }
    fleet
}

/// Where a side wants its yards.
fn placed(mut set_up: super::purchase::SetUp, yards: &[(Item, Item)]) -> super::purchase::SetUp {
    let mut factories: Vec<(&'static str, CardId)> = Vec::new();
    for pick in yards {
        match pick {
            (Item::Slot(slot), Item::Sector(at)) => {
                set_up.at.extend(slot.slot().map(|slot| (slot, at.0 + 1)));
            }
            (Item::Slot(slot), Item::Card(card)) => factories.push((slot.id(), *card)),
            _ => {}
        }
    }
    if !factories.is_empty() {
        factories.sort_unstable();
        set_up.factories = factories.into_iter().map(|(_, card)| card).collect();
    }
    set_up
}

/// A sample fleet that costs no more than there is: with another handicap than it was made for it may cost
/// more, and then does without aircraft, the dearest first.
fn trimmed(system: &WarAtSea, side: Side, mut fleet: Fleet) -> Fleet {
    fleet.balance = system.admiralty(side).and_then(|it| it.balance);
    let cost = |fleet: &Fleet| -> u32 {
        let of = |(card, n): &(CardId, u16)| {
            u32::from(system.price(side, system.cards[*card].cost)) * u32::from(*n)
        };
        fleet.buy.iter().map(of).sum()
    };
    while cost(&fleet) > u32::from(system.scenario.points.start) {
        let aircraft =
            |(_, (card, n)): &(usize, &(CardId, u16))| system.cards[*card].kind.is_aircraft() && *n > 0;
        let dearest = fleet.buy.iter().enumerate().filter(aircraft);
        let dearest = dearest.max_by_key(|(at, (card, _))| (system.cards[*card].cost, *at)).map(|(at, _)| at);
        let Some(at) = dearest.or(fleet.buy.len().checked_sub(1)) else { break };
        fleet.buy[at].1 = fleet.buy[at].1.saturating_sub(1);
        fleet.buy.retain(|(_, n)| *n > 0);
    }
    let budget = u32::from(system.prebuild_budget());
    while fleet.prebuild.iter().flat_map(|it| &it.paid).map(|paid| u32::from(*paid)).sum::<u32>() > budget {
        fleet.prebuild.pop();
    }
    fleet
}

/// A side's units come into being.
fn begin(table: &mut Table<'_>, side: Side, fleet: Fleet) -> Step<()> {
    let system = table.system();
    let bases = system.bases(&system.scenario.owners, side);
    let cards: Vec<CardId> =
        fleet.buy.iter().flat_map(|(card, n)| std::iter::repeat_n(*card, usize::from(*n))).collect();
    table.record(Event::Mustered { side, cards })?;
    if system.has(Rule::Construction) {
        construction(table, side, &fleet)?;
    }
    starting_bases(table, side)?;
    if system.has(Rule::Economy) {
        place_transports(table, side, &fleet)?;
    }
    lay_down(table, side, &fleet)?;
    // WSC-4.1-1: the bank of turn 1.
    let Some(admiralty) = system.admiralty(side) else { return Ok(()) };
    let (_, left) = judge(&system.shop(), &admiralty.seat, &bases, system.in_force(), &fleet);
    let points = i32::from(left.bank);
    match system.board.capital(side).filter(|_| system.has(Rule::Economy)) {
        Some(capital) => table.record(Event::Produced { side, points: vec![(capital, points)] }),
        None => table.record(Event::Earned { side, points }),
    }
}

/// The first transports of a side.
fn place_transports(table: &mut Table<'_>, side: Side, fleet: &Fleet) -> Step<()> {
    let Some(card) = table.system().cards.by_id("cargo-transport") else { return Ok(()) };
    for (number, count) in &fleet.set_up.transports {
        let at = SectorId(number.saturating_sub(1));
        for _ in 0..*count {
            table.record(Event::Placed { side, card, at, makes: None })?;
        }
    }
    Ok(())
}

/// 2.3 What was paid for before the first turn is laid down, unless it is too rare or finds no yard.
fn lay_down(table: &mut Table<'_>, side: Side, fleet: &Fleet) -> Step<()> {
    let system = table.system();
    let mut tally = fleet.produced();
    tally.clear();
    for (card, n) in &fleet.buy {
        tally.insert(*card, *n);
    }
    let bounds = system.admiralty(side).map_or(Vec::new(), |admiralty| {
        let open = admiralty.seat.open(&system.cards, system.scenario.start_year, system.in_force());
        limits::rarity(&system.shop(), &admiralty.seat, system.in_force(), &open)
    });
    for Prebuilt { card, at, yard, paid } in &fleet.prebuild {
        *tally.entry(*card).or_default() += 1;
        // WSC-2.3-8: what is begun counts as produced.
        let rare = bounds.iter().any(|bound| bound.about == Some(*card) && bound.passed(&tally) > 0);
        let at = SectorId(at.saturating_sub(1));
        let place = yard_of(table, side, at, *card, *yard);
        if rare || system.has(Rule::Construction) && place.is_none() {
            *tally.entry(*card).or_default() -= 1;
            let why = if rare { Refusal::Rarity } else { Refusal::Yard };
            table.record(Event::Refused { side, card: *card, serial: 0, why })?;
            continue;
        }
        let price = system.price(side, system.cards[*card].cost);
        let (sum, turns) = (paid.iter().sum(), u8::try_from(paid.len()).unwrap_or(u8::MAX));
        table.record(Event::Begun {
            side,
            card: *card,
            at,
            yard: place,
            price,
            paid: sum,
            turns,
            makes: Vec::new(),
        })?;
    }
    Ok(())
}

/// The facility in a sector in which a unit was begun.
fn yard_of(table: &Table<'_>, side: Side, at: SectorId, card: CardId, slot: Option<Slot>) -> Option<UnitId> {
    let (system, war) = (table.system(), table.state());
    if !system.has(Rule::Construction) {
        return None;
    }
    let fits = |raised: bool| {
        let wanted = slot.and_then(|slot| system.cards.by_id(slot.card(raised)));
        system
            .yards_with_room(war, side, at, card)
            .into_iter()
            .find(|yard| Some(war.unit(*yard).card) == wanted)
    };
    fits(false)
        .or_else(|| fits(true))
        .or_else(|| system.yards_with_room(war, side, at, card).first().copied())
}

/// 2.6 Yards, the pen and factories.
fn construction(table: &mut Table<'_>, side: Side, fleet: &Fleet) -> Step<()> {
    let system = table.system();
    for (slot, number) in &fleet.set_up.at {
        let raised = fleet.set_up.raised.contains(slot);
        if let Some(card) = system.cards.by_id(slot.card(raised)) {
            table.record(Event::Placed {
                side,
                card,
                at: SectorId(number.saturating_sub(1)),
                makes: None,
            })?;
        }
    }
    let capital = system.board.capital(side).unwrap_or(SectorId(0));
    let mut of_a_kind: Vec<Kind> = Vec::new();
    for aircraft in &fleet.set_up.factories {
        let card = &system.cards[*aircraft];
        // WSC-2.6-5: no more than two of a subtype.
        let same = of_a_kind.iter().filter(|kind| **kind == card.kind).count();
        if same >= usize::from(system.facilities.placed.factories_of_a_subtype) {
            table.record(Event::Refused { side, card: *aircraft, serial: 0, why: Refusal::Rarity })?;
            continue;
        }
        of_a_kind.push(card.kind);
        if let Some(factory) = super::facilities::factory_for(&system.cards, card) {
            table.record(Event::Placed { side, card: factory, at: capital, makes: Some(*aircraft) })?;
        }
    }
    Ok(())
}

/// 2.7 to 2.9 What stands at each base of a side.
fn starting_bases(table: &mut Table<'_>, side: Side) -> Step<()> {
    let system = table.system();
    for at in system.board.ids() {
        if table.state().owner(at) != Some(side) {
            continue;
        }
        let site = system.board.sector(at).kind.site();
        let units: Vec<(CardId, u8)> = system
            .facilities
            .starting(site, |word| system.scenario.chosen.has_word(word))
            .flat_map(|starting| starting.units.iter().copied())
            .collect();
        for (card, count) in units {
            for _ in 0..count {
                table.record(Event::Placed { side, card, at, makes: None })?;
            }
        }
    }
    Ok(())
}
