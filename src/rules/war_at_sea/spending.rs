//! 4 Spend Production Points.

use super::board::{Kind as BoardKind, SectorId};
use super::bound::{Bound, weighed};
use super::event::{Event, Refusal};
use super::item::{Count, Factory, Item, Points, Ship};
use super::key::{What, key, local_key};
use super::options::Rule;
use super::purchase::building;
use super::rarity::Terms;
use super::state::{Place, UnitId, War};
use super::{Ask, Table, WarAtSea};
use crate::questions;
use engine::question::{Choice, Limit};
use engine::side::Side;
use engine::table::Step;
use tactical::cards::{Card, CardId, Kind};

/// The most of one type that are begun at one place in one turn: what three factories make.
const MOST_AT_ONCE: u8 = 12;

impl WarAtSea {
    /// How many units of each type a side ever produced or ordered (WSC-2.3-8), or, of those alive, has.
    pub(super) fn tally(&self, war: &War, side: Side, alive: bool) -> super::bound::Tally {
        let mut tally = super::bound::Tally::new();
        let counts =
            war.units.iter().filter(|unit| unit.side == side && !(alive && unit.place == Place::Lost));
        for unit in counts {
            *tally.entry(unit.card).or_default() += 1;
        }
        tally
    }

    /// The limits of rarity on what a side orders now, beyond what it has produced (WSC-4.2-6).
    fn rarity_bounds(&self, war: &War, side: Side, types: &[CardId]) -> Vec<Bound> {
        let Some(admiralty) = self.admiralty(side) else { return Vec::new() };
        let in_force = self.in_force();
        let open = admiralty.seat.open(&self.cards, self.date(war.turn).0, in_force);
        let terms = Terms { factories: in_force.construction, class_cap: in_force.class_cap };
        let (produced, alive) = (self.tally(war, side, false), self.tally(war, side, true));
        let fractions = self.rarity.fractions(&self.cards, types.iter().copied(), &open, terms);
        let unique = self.rarity.unique(&self.cards, types.iter().copied());
        let fractions = fractions.into_iter().map(|bound| bound.beyond(&produced));
        fractions.chain(unique.into_iter().map(|bound| bound.beyond(&alive))).collect()
    }

    /// Whether a unit could be begun this turn: it is finished no earlier than its year allows (WSC-4.2-4,
    /// WSC-4.2-5).
    fn is_in_time(&self, war: &War, side: Side, card: &Card) -> bool {
        let pace = self.in_force().pace();
        let turns = building::turns(card, self.price(side, card.cost), pace);
        let first = card.year.map_or(1, |year| pace.first_turn_for(year, self.scenario.start_year));
        u16::from(war.turn) + turns > first
    }

    /// Where a side may build a unit, its capital first (WSC-4.4-1, WSC-4.4-2; with Construction where a
    /// facility stands, WSC-4.6-6, WSC-4.6-8; land bases where there is a base).
    pub(super) fn sites(&self, war: &War, side: Side, card: CardId) -> Vec<SectorId> {
        let of = &self.cards[card];
        let capital_only = of.kind == Kind::Battleship || of.kind == Kind::Carrier && of.capacity > 1;
        let serves = |at: &SectorId| {
            let kind = self.board.sector(*at).kind;
            if of.kind.is_land_base() {
                return kind.is_base();
            }
            if self.has(Rule::Construction) && !of.kind.is_ground() {
                return self
                    .facilities_at(war, side, *at)
                    .any(|facility| self.could_build(war, facility, card));
            }
            kind == BoardKind::Capital || kind == BoardKind::Large && !capital_only
        };
        let mut sites: Vec<SectorId> =
            self.board.ids().filter(|at| war.holds(side, *at)).filter(serves).collect();
        sites.sort_by_key(|at| self.board.capital(side) != Some(*at));
        sites
    }

    /// The construction places and factories of a side in a sector.
    pub(super) fn facilities_at<'w>(
        &'w self,
        war: &'w War,
        side: Side,
        at: SectorId,
    ) -> impl Iterator<Item = UnitId> + 'w {
        war.own(side).filter(move |unit| {
            let state = war.unit(*unit);
            state.place == Place::Sector(at) && super::production::is_site(self.cards[state.card].kind)
        })
    }

    /// Whether a facility builds units of a type, if it has room.
    fn could_build(&self, war: &War, facility: UnitId, card: CardId) -> bool {
        let state = war.unit(facility);
        match self.facilities.yard(state.card) {
            Some(yard) => {
                self.cards[card].kind.is_afloat() && yard.refuses([&self.cards[card]].into_iter()).is_none()
            }
            None => state.makes == Some(card),
        }
    }

    /// The facility of a sector that takes one more unit of a type on: of several the smallest.
    fn yard_for(&self, war: &War, side: Side, at: SectorId, card: CardId) -> Option<UnitId> {
        self.yards_with_room(war, side, at, card).first().copied()
    }

    /// The facilities of a sector that take one more unit of a type on (WSC-4.6-1 to WSC-4.6-8), the smallest
    /// first.
    pub(super) fn yards_with_room(&self, war: &War, side: Side, at: SectorId, card: CardId) -> Vec<UnitId> {
        let busy = |facility: UnitId| {
            war.ids().filter(move |unit| war.unit(*unit).work.is_some_and(|it| it.yard == Some(facility)))
        };
        let takes = |facility: &UnitId| {
            if !self.could_build(war, *facility, card) {
                return false;
            }
            let with: Vec<&Card> = busy(*facility)
                .map(|unit| &self.cards[war.unit(unit).card])
                .chain([&self.cards[card]])
                .collect();
            match self.facilities.yard(war.unit(*facility).card) {
                Some(yard) => yard.refuses(with.into_iter()).is_none(),
                None => with.len() <= usize::from(self.facilities.a_factory_makes()),
            }
        };
        let size = |facility: &UnitId| {
            let yard = self.facilities.yard(war.unit(*facility).card);
            (yard.map_or((0, 0), |yard| (yard.hull, yard.total_hull)), *facility)
        };
        let mut yards: Vec<UnitId> = self.facilities_at(war, side, at).filter(takes).collect();
        yards.sort_by_key(size);
        yards
    }

    /// The most that is paid for a unit on the turn on which it is begun.
    fn first_instalment(&self, card: &Card, price: u16) -> u16 {
        let pace = self.in_force().pace();
        let turns = building::turns(card, price, pace);
        *building::instalment(card, price, 1, turns, pace).end()
    }

    /// What a side must pay for a unit; for a factory three times the aircraft that it makes (WSC-17-22,
    /// WSC-17-23).
    fn price_of(&self, side: Side, card: CardId, makes: Option<CardId>) -> u16 {
        let cost = match makes {
            Some(makes) => self.facilities.factory_price(self.cards[makes].cost),
            None => self.cards[card].cost,
        };
        self.price(side, cost)
    }

    /// How many more factories of an aircraft a side may have (WSC-4.6-9).
    fn factory_room(&self, war: &War, side: Side, aircraft: CardId) -> u8 {
        let there = war.own(side).filter(|unit| war.unit(*unit).makes == Some(aircraft)).count();
        let most = self.facilities.most_factories(self.rarity.of(aircraft).factor).unwrap_or(u8::MAX);
        most.saturating_sub(u8::try_from(there).unwrap_or(u8::MAX))
    }

    /// The factories that a side may begin this turn: the card, the aircraft that it makes, and how many may
    /// still be (WSC-4.6-9).
    fn factories_on_offer(&self, war: &War, side: Side) -> Vec<(CardId, Option<CardId>, u8)> {
        let Some(admiralty) = self.admiralty(side).filter(|_| self.has(Rule::Construction)) else {
            return Vec::new();
        };
        let open = admiralty.seat.open(&self.cards, self.date(war.turn).0, self.in_force());
        let of = |aircraft: CardId| {
            let factory = super::facilities::factory_for(&self.cards, &self.cards[aircraft])?;
            Some((factory, Some(aircraft), self.factory_room(war, side, aircraft)))
                .filter(|(.., room)| *room > 0)
        };
        open.into_iter().filter_map(of).collect()
    }

    /// What may be paid for a unit on the stocks this turn, beside nothing.
    fn due(&self, war: &War, unit: UnitId) -> Option<building::Instalment> {
        let state = war.unit(unit);
        let work = state.work?;
        let owed = work.price.saturating_sub(work.paid);
        let (card, pace) = (&self.cards[state.card], self.in_force().pace());
        let turns = building::turns(card, work.price, pace);
        let due = building::instalment(card, owed, u16::from(work.turns) + 1, turns, pace);
        // A unit that is paid goes on by itself (WSC-4.5-9).
        (owed > 0).then_some(due)
    }

    /// The types that a side may begin this turn.
    fn on_offer(&self, war: &War, side: Side) -> Vec<CardId> {
        let Some(admiralty) = self.admiralty(side) else { return Vec::new() };
        let in_force = self.in_force();
        let offers = |(id, card): (CardId, &Card)| {
            let known = admiralty.seat.may_buy(card, in_force) && self.is_in_time(war, side, card);
            // Factories are offered by the aircraft that they make.
            (known && card.kind != Kind::AircraftFactory && card.cost > 0).then_some(id)
        };
        self.cards.iter().filter_map(offers).collect()
    }

    /// What a side is asked about its points: once, or with Economy for each place that has a bank
    /// (WSC-14.3-1).
    pub(super) fn spendings(&self, war: &War, side: Side) -> Vec<Ask> {
        if !self.has(Rule::Economy) {
            return vec![self.spending(war, side, None)];
        }
        self.purses(war, side).into_iter().map(|at| self.spending(war, side, Some(at))).collect()
    }

    /// What a side has in the bank, or in that of a place.
    fn purse(&self, war: &War, side: Side, at: Option<SectorId>) -> i32 {
        match at {
            Some(at) => war.store(side, at),
            None => war.seat(side).map_or(0, |seat| seat.bank),
        }
    }

    /// The most of a type that a bank begins in one turn at one place, or anywhere; none where it cannot be
    /// built.
    fn most_at_once(&self, side: Side, card: CardId, place: Option<SectorId>, war: &War, bank: i32) -> u8 {
        let price = self.price_of(side, card, None);
        let first = i32::from(self.first_instalment(&self.cards[card], price)).max(1);
        let is_built =
            self.sites(war, side, card).iter().any(|site| place.is_none_or(|place| place == *site));
        if is_built { affordable(bank, first) } else { 0 }
    }

    /// 4.2 What a side pays for: units on the stocks, and new ones; of those at one place only, if there is
    /// one.
    fn spending(&self, war: &War, side: Side, place: Option<SectorId>) -> Ask {
        let bank = self.purse(war, side, place);
        let mut ask = self.about_prices(self.blank_spending(war, side, place, bank), side);
        let mut weights = self.offer_instalments(&mut ask, war, side, place, bank);
        let mut types = Vec::new();
        let types_on_offer = self.on_offer(war, side);
        let bounds = self.rarity_bounds(war, side, &types_on_offer);
        let begun =
            types_on_offer.iter().map(|card| (*card, self.most_at_once(side, *card, place, war, bank)));
        let begun: Vec<(CardId, u8)> = begun.collect();
        let begun = if self.is_first_edition() { begun } else { super::bound::most_of_each(&bounds, &begun) };
        let cards = begun.into_iter().map(|(card, most)| (card, None, most));
        for (card, makes, room) in cards.chain(self.factories_on_offer(war, side)) {
            let price = self.price_of(side, card, makes);
            let first = i32::from(self.first_instalment(&self.cards[card], price)).max(1);
            let mut sites = self.sites(war, side, card);
            sites.retain(|site| place.is_none_or(|place| place == *site));
            let most = affordable(bank, first).min(room);
            if sites.is_empty() || most == 0 {
                continue;
            }
            weights.push((ask.subjects.len() as u16, first));
            if makes.is_none() {
                types.push((ask.subjects.len() as u16, card));
            }
            let at = |site: &SectorId| {
                (place.is_none() && self.board.capital(side) != Some(*site)).then_some(*site)
            };
            let item = makes.map_or(Item::Card(card), |makes| Item::Factory(Factory(makes)));
            let open = counts(most, &sites.iter().map(at).collect::<Vec<_>>());
            ask.offer([item], open, Some(Item::Count(Count(0, None))));
        }
        ask.limits.push(Limit::Weighed {
            weights,
            most: bank,
            what: "points".to_owned(),
            rule: "WSC-4.2-1".to_owned(),
        });
        let first_edition = self.is_first_edition();
        ask.limits.extend(bounds.iter().filter_map(|bound| weighed(bound, &types, first_edition)));
        ask
    }

    /// 4.2, 14.3 The question of what the points of a bank, or of a place, are spent on, without anything to
    /// spend them on.
    fn blank_spending(&self, war: &War, side: Side, place: Option<SectorId>, bank: i32) -> Ask {
        let (key, title) = match place {
            Some(at) => {
                let title = format!("Spend the points at {}", self.board.sector(at).name);
                (local_key(war.turn, at, What::Spend, side), title)
            }
            None => (key(war.turn, What::Spend, side), "Spend points".to_owned()),
        };
        Ask::new(questions::SPEND, key, "WSC-4.2-1", title).about(match place {
            None => {
                format!("There are {bank} points in the bank; after spending a fifth of that may stay there.")
            }
            Some(at) if self.is_workshop(war, side, at) => {
                format!("{bank} points lie there; after spending a fifth of that may stay.")
            }
            Some(_) => format!("{bank} points lie there; what is not spent waits for a ship."),
        })
    }

    /// 4.5 Offers the instalments of what is on the stocks; gives what each weighs on the bank.
    fn offer_instalments(
        &self,
        ask: &mut Ask,
        war: &War,
        side: Side,
        place: Option<SectorId>,
        bank: i32,
    ) -> Vec<(u16, i32)> {
        let mut weights = Vec::new();
        let mut left = bank;
        for unit in war.own(side).filter(|unit| is_built(war, *unit, place)) {
            let Some(due) = self.due(war, unit) else { continue };
            let points =
                |points: u16| Choice { item: Item::Points(Points(points)), mark: points, worth: points };
            // No more than there is; edition 1 offered what the bank could not pay. The least is there to be
            // refused by it.
            let payable =
                |points: &u16| i32::from(*points) <= bank || points == due.start() || self.is_first_edition();
            let open: Vec<Choice<Item>> =
                [0].into_iter().chain(due.clone().filter(payable)).map(points).collect();
            // Silence pays what must be paid while the bank lasts.
            let least = i32::from(*due.start());
            let silence = if least <= left { *due.start() } else { 0 };
            left -= i32::from(silence);
            weights.push((ask.subjects.len() as u16, 1));
            let item = Item::Unit(Ship(unit, war.unit(unit).card));
            ask.offer([item], open, Some(Item::Points(Points(silence))));
        }
        weights
    }
}

/// Whether a unit is on the stocks, at a place or anywhere.
fn is_built(war: &War, unit: UnitId, place: Option<SectorId>) -> bool {
    matches!(war.unit(unit).place, Place::Stocks(at) if place.is_none_or(|place| place == at))
}

/// None, or up to so many at each of the sites; a site that goes without saying is none.
fn counts(most: u8, sites: &[Option<SectorId>]) -> Vec<Choice<Item>> {
    let choice = |count: u8, at: Option<SectorId>| Choice {
        item: Item::Count(Count(count, at)),
        mark: u16::from(count),
        worth: u16::from(count),
    };
    let some = (1..=most).flat_map(|count| sites.iter().map(move |at| choice(count, *at)));
    [choice(0, None)].into_iter().chain(some).collect()
}

/// How many first instalments a bank pays, up to what a form offers.
fn affordable(bank: i32, first: i32) -> u8 {
    u8::try_from(bank / first).unwrap_or(u8::MAX).min(MOST_AT_ONCE)
}

/// A type that is begun, what a factory makes, how many, and where.
type Order = (CardId, Option<CardId>, u8, Option<SectorId>);

/// What was picked: instalments, and what is begun.
fn sorted(
    table: &Table<'_>,
    picks: &[(Item, Item)],
    place: Option<SectorId>,
) -> (Vec<(UnitId, u16)>, Vec<Order>) {
    let (mut payments, mut orders) = (Vec::new(), Vec::new());
    for pick in picks {
        match pick {
            (Item::Unit(Ship(unit, _)), Item::Points(Points(points))) if *points > 0 => {
                payments.push((*unit, *points));
            }
            (Item::Card(card), Item::Count(Count(count, at))) if *count > 0 => {
                orders.push((*card, None, *count, at.or(place)));
            }
            (Item::Factory(Factory(makes)), Item::Count(Count(count, at))) if *count > 0 => {
                let cards = &table.system().cards;
                let factory = super::facilities::factory_for(cards, &cards[*makes]);
                orders.extend(factory.map(|card| (card, Some(*makes), *count, at.or(place))));
            }
            _ => {}
        }
    }
    payments.sort_unstable();
    orders.sort_unstable();
    (payments, orders)
}

/// A side spends: instalments first, then new units in the order of the cards; what finds no facility is not
/// begun.
pub(super) fn spend(
    table: &mut Table<'_>,
    side: Side,
    picks: &[(Item, Item)],
    place: Option<SectorId>,
) -> Step<()> {
    let bank = table.system().purse(table.state(), side, place);
    let mut left = bank;
    let (payments, orders) = sorted(table, picks, place);
    for (unit, points) in payments {
        table.record(Event::Paid { unit, points })?;
        left -= i32::from(points);
    }
    // A unit whose price is paid takes up its time (WSC-4.5-9).
    let system = table.system();
    let war = table.state();
    let waiting: Vec<UnitId> = war
        .own(side)
        .filter(|unit| is_built(war, *unit, place))
        .filter(|unit| system.due(war, *unit).is_none())
        .filter(|unit| war.unit(*unit).work.is_some_and(|work| work.paid_at != war.turn))
        .collect();
    for unit in waiting {
        table.record(Event::Paid { unit, points: 0 })?;
    }
    let mut coming = super::bound::Tally::new();
    for (card, _, count, _) in orders.iter().filter(|(_, makes, ..)| makes.is_none()) {
        *coming.entry(*card).or_default() += u16::from(*count);
    }
    for (card, makes, count, at) in orders {
        for _ in 0..count {
            left -= i32::from(begin(table, side, (card, makes), at, left, &coming)?);
            coming.entry(card).and_modify(|count| *count = count.saturating_sub(1));
        }
    }
    let points = bank - left;
    // WSC-4.2-2: a fifth of what was there may stay. With Economy points wait where nothing is built
    // (WSC-14.3-2).
    let (system, war) = (table.system(), table.state());
    let waits = place.is_some_and(|at| !system.is_workshop(war, side, at));
    let kept = if waits { left } else { left.min(bank / 5) };
    let at = place.into_iter().collect();
    if bank > 0 && !(waits && points == 0) {
        table.record(Event::Spent { side, points, kept, wasted: left - kept, at })
    } else {
        Ok(())
    }
}

/// Begins one unit; gives what it costs now, nothing if it was refused. `coming` are the units that are begun
/// with it and after it.
fn begin(
    table: &mut Table<'_>,
    side: Side,
    (card, makes): (CardId, Option<CardId>),
    at: Option<SectorId>,
    left: i32,
    coming: &super::bound::Tally,
) -> Step<u16> {
    let (system, war) = (table.system(), table.state());
    let sites = system.sites(war, side, card);
    let site = at.or(system.board.capital(side)).filter(|at| sites.contains(at));
    let of = &system.cards[card];
    let price = system.price_of(side, card, makes);
    let paid = system.first_instalment(of, price);
    let needs_yard = system.has(Rule::Construction) && (of.kind.is_afloat() || of.kind.is_aircraft());
    let yard = site.and_then(|at| system.yard_for(war, side, at, card)).filter(|_| needs_yard);
    let why = match site {
        None => Some(Refusal::Yard),
        Some(_) if needs_yard && yard.is_none() => Some(Refusal::Yard),
        // The banks of several places are spent one after the other, so what they order together is judged
        // here.
        _ if system.has(Rule::Economy) && system.is_too_many(war, side, card, coming) => {
            Some(Refusal::Rarity)
        }
        _ if makes.is_some_and(|of| system.factory_room(war, side, of) == 0) => Some(Refusal::Rarity),
        Some(at) if of.kind.is_land_base() && !system.has_space(war, at, of.spaces) => Some(Refusal::Space),
        _ if i32::from(paid) > left => Some(Refusal::Bank),
        _ => None,
    };
    let (None, Some(at)) = (why, site) else {
        let why = why.unwrap_or(Refusal::Yard);
        table.record(Event::Refused { side, card, serial: 0, why })?;
        return Ok(0);
    };
    let makes = makes.into_iter().collect();
    table.record(Event::Begun { side, card, at, yard, price, paid, turns: 1, makes })?;
    Ok(paid)
}

impl WarAtSea {
    /// Whether one more unit of a type would break a limit of rarity (WSC-4.2-6), as all that is ordered with
    /// it comes. Edition 1 looked at the unit alone, and at no limit that was passed already.
    fn is_too_many(&self, war: &War, side: Side, card: CardId, coming: &super::bound::Tally) -> bool {
        let one = super::bound::Tally::from_iter([(card, 1)]);
        let (first_edition, adds) = (self.is_first_edition(), |bound: &Bound| bound.weight(card) > 0);
        let is_rare = |bound: &Bound| match first_edition {
            true => adds(bound) && bound.most >= 0 && bound.passed(&one) > 0,
            false => adds(bound) && bound.passed(coming) > 0,
        };
        self.rarity_bounds(war, side, &[card]).iter().any(is_rare)
    }

    /// Whether an island has room for so many more SPACES of land bases, those being built there included
    /// (WSC-17-7).
    fn has_space(&self, war: &War, at: SectorId, spaces: u8) -> bool {
        let room = self.facilities.room(self.board.sector(at).kind.site());
        let here = |unit: &UnitId| matches!(war.unit(*unit).place, Place::Sector(of) | Place::Stocks(of) if of == at);
        let taken =
            war.ids().filter(here).map(|unit| u16::from(self.cards[war.unit(unit).card].spaces)).sum::<u16>();
        taken + u16::from(spaces) <= u16::from(room)
    }
}
