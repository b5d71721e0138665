//! The question what came of a battle: every unit with the fates that it can have had, and what binds them
//! together (battle plans 2.2). So the check at home refuses what the comparison would.

use super::said::Said;
use crate::board::SectorId;
use crate::item::{Count, FateItem, Item, Order, Ship};
use crate::key::{By, Key, Number, What};
use crate::questions;
use crate::state::War;
use crate::{Ask, WarAtSea};
use engine::problem::list_or;
use engine::question::key::Turn;
use engine::question::{Choice, Limit};
use engine::side::Side;
use tactical::cards::{Ability, Card, Kind, Weapon};
use tactical::dossier::{Force, Hull, Kind as BattleKind, Plane};
use tactical::{Dossier, End};

const ENDED: Item = Item::Order(Order::Ended);
const TURNS: Item = Item::Order(Order::Turns);
const RULE: &str = "WSC-11.1-1";

/// Subjects with options, by index, of which each must take one.
type Pair = (Vec<u16>, Vec<u16>);

impl WarAtSea {
    /// What a side is asked of a battle: the fate of every unit, how it ended and after how many turns. Who
    /// is asked again has said something before.
    pub(super) fn asked_of_the_table(
        &self,
        war: &War,
        (at, number): (SectorId, u8),
        dossier: &Dossier,
        (side, what): (Side, What),
        before: Option<&Said>,
    ) -> Ask {
        let key = Key::Battle { turn: Turn(war.turn), at, number: Number(number), what, by: By(side) };
        let (kind, again) = match what {
            What::Again => (questions::RESULT_AGAIN, ", where the two results differed"),
            _ => (questions::RESULT, ""),
        };
        let title = format!("{}: report what came of the battle{again}", self.sector_name(at));
        let mut ask = Ask::new(kind, key.text(), RULE, title);
        ask.veiled = true;
        for line in dossier.briefing() {
            ask = ask.about(line);
        }
        let silent = [Order::NoResult].into_iter().filter(|_| before.is_none());
        let ended = silent.chain([Order::LastTurn, Order::OneSideGone, Order::Agreed]).map(Item::Order);
        let said = |item: Item, otherwise: Item| Some(before.and_then(|it| it.of(item)).unwrap_or(otherwise));
        ask.offer([ENDED], ended, said(ENDED, Item::Order(Order::NoResult)));
        let turns = (1..=dossier.turns()).map(|turn| Item::Count(Count(turn, None)));
        ask.offer([TURNS], turns, said(TURNS, Item::Count(Count(dossier.turns(), None))));
        for end in End::BOTH {
            let force = dossier.force(end);
            for hull in hulls(force) {
                let Some((item, card)) = self.unit_called(war, &hull.unit) else { continue };
                let open = fates_of(card, hull, leaves_from(dossier, end), dossier.turns());
                ask.offer([item], open, said(item, Item::Fate(FateItem::Afloat(hull.damage))));
            }
            for plane in &force.aircraft {
                let Some((item, card)) = self.unit_called(war, &plane.unit) else { continue };
                let silence = if plane.one_mission { FateItem::Stranded } else { FateItem::Home };
                let mut open = vec![FateItem::Home, FateItem::Stranded];
                if self.may_be_lost(dossier, end, plane, card) {
                    open.insert(1, FateItem::Lost);
                }
                ask.offer([item], open.into_iter().map(Item::Fate), said(item, Item::Fate(silence)));
            }
        }
        let limits = Binding { system: self, war, dossier, ask: &ask }.limits(before.is_none());
        ask.limits = limits;
        ask
    }

    fn sector_name(&self, at: SectorId) -> String {
        let sector = self.board.sector(at);
        format!("{} ({})", sector.name, sector.number)
    }

    fn unit_called(&self, war: &War, word: &str) -> Option<(Item, &Card)> {
        let unit = self.unit_of_word(war, word)?;
        let card = war.unit(unit).card;
        Some((Item::Unit(Ship(unit, card)), &self.cards[card]))
    }

    /// Whether an aircraft can have been lost at all: to what shoots at it, to an attack of its own, at
    /// night, or with its deck or field.
    fn may_be_lost(&self, dossier: &Dossier, end: End, plane: &Plane, card: &Card) -> bool {
        self.is_in_danger(dossier, end, card)
            || (1..=dossier.turns()).any(|turn| dossier.time.is_night(turn))
            || hulls(dossier.force(end)).any(|hull| hull.unit == plane.base)
    }

    /// Whether an aircraft is in danger on every turn: the other side has something that shoots at aircraft,
    /// or it may dive into a ship itself.
    fn is_in_danger(&self, dossier: &Dossier, end: End, card: &Card) -> bool {
        let force = dossier.force(end.other());
        let ids = hulls(force).map(|hull| &hull.card);
        let mut cards = ids.chain(force.aircraft.iter().map(|plane| &plane.card));
        let shoots = |id: &str| self.cards.by_id(id).is_some_and(|card| self.cards[card].carries(Weapon::Aa));
        card.has(Ability::KamikazeAttack) || cards.any(|id| shoots(id))
    }
}

/// The ships, boats, land bases and ground units of a side.
pub(super) fn hulls(force: &Force) -> impl Iterator<Item = &Hull> {
    force.ships.iter().chain(&force.submarines).chain(&force.ashore)
}

/// The first turn on which ships of a side may leave the map: a convoy at any time (WSC-11.13-11), who comes
/// to its relief and all others not before the turn of the dossier.
fn leaves_from(dossier: &Dossier, end: End) -> u8 {
    if dossier.kind == BattleKind::Convoy && end == End::A { 1 } else { dossier.retreat_from }
}

/// The fates that a ship, boat, land base or ground unit can have had: damage never falls below what it
/// brought, unless its card mends it; what leaves, leaves from the first turn of retreat on.
fn fates_of(card: &Card, hull: &Hull, from: u8, turns: u8) -> Vec<Choice<Item>> {
    let least = if card.has(Ability::DamageControl) { 0 } else { hull.damage };
    let damages = || least..card.hull.max(1);
    let mut fates: Vec<FateItem> = damages().map(FateItem::Afloat).chain([FateItem::Sunk]).collect();
    if card.kind.is_afloat() {
        fates.extend(
            (from..=turns).flat_map(|turn| damages().map(move |damage| FateItem::Left(turn, damage))),
        );
    }
    if hull.aboard.is_some() {
        fates.extend(damages().map(FateItem::Ashore));
    }
    fates.into_iter().map(|fate| Choice::from(Item::Fate(fate))).collect()
}

/// What binds the lines of a result together.
struct Binding<'b> {
    system: &'b WarAtSea,
    war: &'b War,
    dossier: &'b Dossier,
    ask: &'b Ask,
}

impl Binding<'_> {
    /// All conditions; `silent` if a side may say nothing.
    fn limits(&self, silent: bool) -> Vec<Limit> {
        let mut limits = Vec::new();
        if silent {
            limits.extend(self.said_at_all());
        }
        let turns = self.dossier.turns();
        limits.push(only_if(
            self.subjects([ENDED]),
            self.options(|item| item == Item::Order(Order::LastTurn)),
            vec![vec![(self.subjects([TURNS]), self.played(turns))]],
            format!("a battle that ended after the last turn had all {turns} turns"),
        ));
        limits.push(only_if(
            self.subjects([ENDED]),
            self.options(|item| item == Item::Order(Order::OneSideGone)),
            End::BOTH.map(|end| self.gone(end)).into(),
            "a battle ends early only when a side has no ship, boat or land base left, nor aircraft that can still come, or by \
             agreement"
                .to_owned(),
        ));
        limits.extend(self.departures());
        for end in End::BOTH {
            limits.extend(self.passengers(end));
            limits.extend(self.losses_in_the_air(end));
            limits.extend(self.landings(end));
        }
        limits
    }

    /// A result is one only if it says how the battle ended.
    fn said_at_all(&self) -> Vec<Limit> {
        let ended = self.options(|item| {
            [Order::LastTurn, Order::OneSideGone, Order::Agreed].map(Item::Order).contains(&item)
        });
        let mut defaults: Vec<u16> = self.ask.subjects[1..].iter().filter_map(|it| it.default).collect();
        defaults.sort_unstable();
        defaults.dedup();
        let limit = |default: u16| {
            let of =
                (1..self.ask.subjects.len()).filter(|at| self.ask.subjects[*at].default == Some(default));
            let who: Vec<u16> = of.map(|at| at as u16).collect();
            let mut options: Vec<u16> =
                who.iter().flat_map(|at| self.ask.open_to(usize::from(*at))).copied().collect();
            options.sort_unstable();
            options.dedup();
            options.retain(|option| *option != default);
            let cases = vec![vec![(self.subjects([ENDED]), ended.clone())]];
            only_if(who, options, cases, "whoever gives a result says how the battle ended".to_owned())
        };
        defaults.into_iter().map(limit).filter(is_needed).collect()
    }

    /// Nobody leaves after the battle was over.
    fn departures(&self) -> Vec<Limit> {
        let ships: Vec<u16> = self.all(|item| matches!(item, Item::Unit(_)));
        let limit = |turn: u8| {
            let left = self.options(|item| matches!(item, Item::Fate(FateItem::Left(on, _)) if on == turn));
            let cases = vec![vec![(self.subjects([TURNS]), self.played(turn))]];
            only_if(ships.clone(), left, cases, "ships leave on turns that were played".to_owned())
        };
        (2..=self.dossier.turns()).map(limit).filter(is_needed).collect()
    }

    /// Troops that are aboard a ship when it is sunk go down with it.
    fn passengers(&self, end: End) -> Vec<Limit> {
        let force = self.dossier.force(end);
        let item = |word: &str| self.system.unit_called(self.war, word).map(|(item, _)| item);
        let aboard = self.options(|item| matches!(item, Item::Fate(FateItem::Afloat(_))));
        let floats =
            self.options(|item| matches!(item, Item::Fate(FateItem::Afloat(_) | FateItem::Left(..))));
        let limit = |troops: &Hull| {
            let (who, ship) = (item(&troops.unit)?, item(troops.aboard.as_deref()?)?);
            let cases = vec![vec![(self.subjects([ship]), floats.clone())]];
            let what = "troops go down with their ship unless they went ashore".to_owned();
            Some(only_if(self.subjects([who]), aboard.clone(), cases, what))
        };
        force.ashore.iter().filter_map(limit).collect()
    }

    /// Where nothing shoots at the aircraft of a side, they are lost at night, or with their deck or field.
    fn losses_in_the_air(&self, end: End) -> Vec<Limit> {
        let (system, dossier) = (self.system, self.dossier);
        let night = (1..=dossier.turns()).find(|turn| dossier.time.is_night(*turn));
        let lost = self.options(|item| item == Item::Fate(FateItem::Lost));
        let limit = |base: &str, who: Vec<u16>| {
            let (mut cases, mut ways): (Vec<Vec<Pair>>, Vec<String>) = (Vec::new(), Vec::new());
            if let Some((deck, _)) = system.unit_called(self.war, base) {
                cases.push(vec![(self.subjects([deck]), self.sunk())]);
                ways.push("with their base".to_owned());
            }
            if let Some(turn) = night {
                cases.push(vec![(self.subjects([TURNS]), self.played(turn))]);
                ways.push(format!("at night from turn {turn} on"));
            }
            let what = format!("where nothing shoots at aircraft they are lost only {}", list_or(&ways));
            // Where there is no way at all, they cannot be said to be lost.
            (!ways.is_empty()).then(|| only_if(who, lost.clone(), cases, what))
        };
        let safe = |plane: &&Plane| {
            let card = system.cards.by_id(&plane.card);
            card.is_some_and(|card| !system.is_in_danger(dossier, end, &system.cards[card]))
        };
        let planes: Vec<&Plane> = dossier.force(end).aircraft.iter().filter(safe).collect();
        let bases = by_base(&planes).into_iter();
        bases.filter_map(|base| limit(base, self.based_at(&planes, base))).filter(is_needed).collect()
    }

    /// Aircraft of a deck or field that was destroyed come home only if their side has another.
    fn landings(&self, end: End) -> Vec<Limit> {
        let force = self.dossier.force(end);
        let takes = |hull: &&Hull| {
            let card = self.system.cards.by_id(&hull.card).map(|card| &self.system.cards[card]);
            card.is_some_and(|card| card.kind == Kind::Airbase || card.kind.is_ship() && card.capacity > 0)
        };
        let fields: Vec<&Hull> = hulls(force).filter(takes).collect();
        let there = self.options(|item| {
            matches!(item, Item::Fate(FateItem::Afloat(_) | FateItem::Left(..) | FateItem::Ashore(_)))
        });
        let home = self.options(|item| item == Item::Fate(FateItem::Home));
        let planes: Vec<&Plane> = force.aircraft.iter().filter(|plane| plane.distance.is_none()).collect();
        let own = |base: &str| fields.iter().any(|field| field.unit == base);
        let cases = fields.iter().filter_map(|field| {
            let (item, _) = self.system.unit_called(self.war, &field.unit)?;
            Some(vec![(self.subjects([item]), there.clone())])
        });
        let cases: Vec<Vec<Pair>> = cases.collect();
        let limit = |base: &str| {
            let what = "aircraft come home only to a deck or field of their own side that is left".to_owned();
            only_if(self.based_at(&planes, base), home.clone(), cases.clone(), what)
        };
        by_base(&planes).into_iter().filter(|base| own(base)).map(limit).collect()
    }

    /// That a side has nothing left: neither ships, boats and land bases, nor aircraft that can still come
    /// from off the map. Ground units alone do not keep a battle going (WSC-11.6-2).
    fn gone(&self, end: End) -> Vec<Pair> {
        let force = self.dossier.force(end);
        let item = |word: &str| self.system.unit_called(self.war, word);
        let mut who = Vec::new();
        for hull in hulls(force) {
            who.extend(item(&hull.unit).filter(|(_, card)| !card.kind.is_ground()).map(|(item, _)| item));
        }
        let comes = |plane: &&Plane| plane.distance.is_some() && !plane.one_mission;
        let planes = force.aircraft.iter().filter(comes).filter_map(|plane| item(&plane.unit));
        let planes: Vec<Item> = planes.map(|(item, _)| item).collect();
        let left = self.options(|item| matches!(item, Item::Fate(FateItem::Left(..) | FateItem::Sunk)));
        let down = self.options(|item| matches!(item, Item::Fate(FateItem::Lost | FateItem::Stranded)));
        let pairs = [(self.subjects(who), left), (self.subjects(planes), down)];
        pairs.into_iter().filter(|(who, _)| !who.is_empty()).collect()
    }

    /// The counts of a battle that lasted to a turn or longer.
    fn played(&self, turn: u8) -> Vec<u16> {
        self.options(|item| matches!(item, Item::Count(Count(turns, _)) if turns >= turn))
    }

    fn sunk(&self) -> Vec<u16> {
        self.options(|item| item == Item::Fate(FateItem::Sunk))
    }

    fn based_at(&self, planes: &[&Plane], base: &str) -> Vec<u16> {
        let of = planes.iter().filter(|plane| plane.base == base);
        self.subjects(
            of.filter_map(|plane| self.system.unit_called(self.war, &plane.unit)).map(|(item, _)| item),
        )
    }

    fn options(&self, is: impl Fn(Item) -> bool) -> Vec<u16> {
        let options = self.ask.options.iter().enumerate().filter(|(_, option)| is(option.item));
        options.map(|(at, _)| at as u16).collect()
    }

    fn all(&self, is: impl Fn(Item) -> bool) -> Vec<u16> {
        let subjects = self.ask.subjects.iter().enumerate().filter(|(_, subject)| is(subject.item));
        subjects.map(|(at, _)| at as u16).collect()
    }

    fn subjects(&self, items: impl IntoIterator<Item = Item>) -> Vec<u16> {
        let at = |item: Item| self.ask.subjects.iter().position(|subject| subject.item == item);
        items.into_iter().filter_map(at).map(|at| at as u16).collect()
    }
}

/// The bases of aircraft, each once.
fn by_base<'p>(planes: &[&'p Plane]) -> Vec<&'p str> {
    let mut bases: Vec<&str> = planes.iter().map(|plane| plane.base.as_str()).collect();
    bases.sort_unstable();
    bases.dedup();
    bases
}

fn only_if(who: Vec<u16>, options: Vec<u16>, cases: Vec<Vec<Pair>>, what: String) -> Limit {
    Limit::OnlyIf { who, options, cases, what, rule: RULE.to_owned() }
}

/// Whether a condition binds anything.
fn is_needed(limit: &Limit) -> bool {
    matches!(limit, Limit::OnlyIf { who, options, .. } if !who.is_empty() && !options.is_empty())
}
