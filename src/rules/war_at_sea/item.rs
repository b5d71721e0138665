//! What a question can name.

use super::WarAtSea;
use super::board::{Sector, SectorId};
use super::own_plan::{PlanField, SETTINGS};
use super::state::{Aim, Hunt, Pick, UnitId, War};
use crate::questions;
use engine::items::{Dictionary, Items, Numbered, Words};
use engine::question::QuestionKind;
use engine::side::Side;
use engine::system::Rules;
use engine::tags;
use engine::tags::{List, Tagged, Tags, items, words};
use tactical::cards::{Card, CardId, Kind};

/// Anything that a question can name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item {
    /// A type of unit.
    Card(CardId),
    /// A unit, with its card.
    Unit(Ship),
    /// A sector.
    Sector(SectorId),
    /// What may be chosen beside sectors and numbers.
    Order(Order),
    /// So many units.
    Count(Count),
    /// So many points.
    Points(Points),
    /// A convoy in a sector, as aircraft go for it or defend it.
    Aimed(Aimed),
    /// A new factory for an aircraft.
    Factory(Factory),
    /// What a side may do about convoys in a sector.
    Hunt(HuntItem),
    /// What a scout may find out.
    Pick(Pick),
    /// A place in a list of wishes, from 1.
    Rank(Rank),
    /// A construction place of the start.
    Slot(SlotItem),
    /// A battle plan, by its place in the list.
    Plan(PlanId),
    /// What became of a unit at the table.
    Fate(FateItem),
    /// A hull of a type that was begun before the first turn.
    Begun(Begun),
    /// A field of a battle plan.
    Field(PlanField),
    /// What such a field is changed to.
    Setting(Setting),
}

items! {
    Item:
    Card(CardId), Unit(Ship), Sector(SectorId), Order(Order), Count(Count), Points(Points), Aimed(Aimed), Factory(Factory), Hunt(HuntItem),
    Pick(Pick), Rank(Rank),
    Slot(SlotItem), Plan(PlanId), Fate(FateItem), Begun(Begun), Field(PlanField),
    Setting(Setting),
}

/// The enemy's convoy in a sector, or the own one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aimed(pub SectorId, pub Aim);

/// A new factory, by the aircraft that it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factory(pub CardId);

/// What a side may do about convoys in a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuntItem(pub SectorId, pub Hunt);

/// A word of a battle plan, by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting(pub u8);

/// The so manieth hull of a type, from 1, that was begun before the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun(pub CardId, pub u8);

/// A unit of the campaign with its card, so that doctrine knows what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ship(pub UnitId, pub CardId);

/// So many units, at the capital or at another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub u8, pub Option<SectorId>);

/// So many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points(pub u16);

/// A place in a list of wishes, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank(pub u8);

/// A battle plan, by its place in the list of named ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanId(pub u8);

words! {
    /// A construction place of the start, or a factory.
    pub enum SlotItem: id {
        /// The Medium Construction Yard.
        Medium = "medium",
        /// One Small Construction Yard.
        Small1 = "small-1",
        /// The other.
        Small2 = "small-2",
        /// The Submarine Construction Pen.
        Pen = "pen",
        /// Whether the first small yard is raised to a medium one.
        Raise1 = "raise-small-1",
        /// Whether the second is.
        Raise2 = "raise-small-2",
        /// The first factory.
        Factory1 = "factory-1",
        /// The second.
        Factory2 = "factory-2",
        /// The third.
        Factory3 = "factory-3",
        /// The fourth.
        Factory4 = "factory-4",
    }
}

words! {
    /// What may be chosen beside sectors and numbers, or named where a plan holds.
    pub enum Order: id {
        /// An aircraft is not committed; a bomber that may go later is withheld.
        Hold = "hold",
        /// A fleet or ship stays where it is.
        Stay = "stay",
        /// It flees.
        Flee = "flee",
        /// A crippled ship fights.
        Fight = "fight",
        /// It stays in port.
        Port = "port",
        /// An aircraft has no base.
        Idle = "idle",
        /// Troops are ashore.
        Ashore = "ashore",
        /// A ship goes with the convoy.
        Convoy = "convoy",
        /// It goes with the task force.
        TaskForce = "task-force",
        /// Nothing.
        None = "none",
        /// Yes.
        Yes = "yes",
        /// No.
        No = "no",
        /// Wherever no other plan holds.
        Everywhere = "everywhere",
        /// Where the own side controls the sector.
        Defending = "defending",
        /// Where it does not.
        Attacking = "attacking",
        /// The plan that holds everywhere.
        Same = "same",
        /// The side's own plan.
        Own = "own",
        /// Nothing is said of a battle at the table.
        NoResult = "no-result",
        /// How a battle at the table ended.
        Ended = "ended",
        /// After the last turn.
        LastTurn = "last-turn",
        /// With one side gone.
        OneSideGone = "one-side-gone",
        /// Both agreed to end it.
        Agreed = "agreed",
        /// The number of turns that were played.
        Turns = "turns-played",
    }
}

/// What became of a unit at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FateItem {
    /// It is there, with so much damage in all.
    Afloat(u8),
    /// It left on a turn, with so much damage in all.
    Left(u8, u8),
    /// It was sunk or destroyed.
    Sunk,
    /// Troops went ashore, with so much damage in all.
    Ashore(u8),
    /// An aircraft went home.
    Home,
    /// An aircraft was shot down.
    Lost,
    /// An aircraft is alive and without a base.
    Stranded,
}

const LISTS: &[&[&str]] = &[<Kind as Tagged>::WORDS, <Order as Tagged>::WORDS, <Pick as Tagged>::WORDS];
const WORDS: [&str; tags::count(LISTS)] = tags::joined(LISTS);
/// The words that stand for many things at once.
pub const TAGS: &[&str] = &WORDS;
const KINDS_OF_UNIT: List<Kind> = List::among(TAGS);
const ORDERS: List<Order> = List::among(TAGS);
const PICKS: List<Pick> = List::among(TAGS);

impl WarAtSea {
    fn sector_words(&self, at: SectorId) -> Words {
        let sector = self.board.sector(at);
        let harbour = sector.base.as_ref().map(|base| format!("{base}, {}", sector.kind.name()));
        Words {
            id: sector.id.clone(),
            name: format!("{} ({})", sector.name, sector.number),
            note: harbour.unwrap_or_default(),
        }
    }

    fn count_words(&self, Count(count, at): Count) -> Words {
        let id = match at {
            Some(at) => format!("{count}-at-{}", at.0 + 1),
            None => count.to_string(),
        };
        let name = match at {
            Some(at) => format!("{count} at {}", self.board.sector(at).name),
            None => count.to_string(),
        };
        Words::plain(id, name)
    }
}

impl Items for WarAtSea {
    /// A thing in words.
    fn words(&self, war: &War, item: Item) -> Words {
        match item {
            Item::Card(card) => self.card_words(card),
            Item::Unit(Ship(unit, _)) => self.unit_words(war, unit),
            Item::Sector(at) => self.sector_words(at),
            Item::Order(order) => Words::plain(order.id(), order.id().replace('-', " ")),
            Item::Count(count) => self.count_words(count),
            Item::Points(Points(points)) => Words::plain(points.to_string(), points.to_string()),
            Item::Aimed(Aimed(at, aim)) => {
                let of = match aim {
                    Aim::Escort => "own convoy",
                    _ => "convoy",
                };
                let name = format!("the {of} at {}", self.board.sector(at).name);
                Words::plain(format!("{}-{}", aim.id(), at.0 + 1), name)
            }
            Item::Factory(Factory(makes)) => {
                let Words { id, name, .. } = self.card_words(makes);
                let price = self.facilities.factory_price(self.cards[makes].cost);
                Words {
                    id: format!("factory-of-{id}"),
                    name: format!("factory of {name}"),
                    note: format!("aircraft factory, {}", self.charged(&self.cards[makes], price)),
                }
            }
            Item::Hunt(HuntItem(at, hunt)) => {
                let name = match hunt {
                    Hunt::Submarines => "submarines go for the convoy at",
                    Hunt::Intercept => "the task force intercepts the convoy at",
                    Hunt::Leave => "the task force leaves its convoy alone at",
                };
                let name = format!("{name} {}", self.board.sector(at).name);
                Words::plain(format!("{}-at-{}", hunt.id(), at.0 + 1), name)
            }
            Item::Pick(pick) => Words::plain(pick.id(), pick.id().replace('-', " ")),
            Item::Rank(Rank(rank)) => Words::plain(format!("wish-{rank}"), format!("wish {rank}")),
            Item::Slot(slot) => Words::plain(slot.id(), slot.id().replace('-', " ")),
            Item::Plan(PlanId(plan)) => {
                let name = self.plan_names().get(usize::from(plan)).copied().unwrap_or("built-in");
                Words::plain(name, name)
            }
            Item::Begun(Begun(card, hull)) => {
                let Words { id, name, note } = self.card_words(card);
                Words { id: format!("{id}-hull-{hull}"), name: format!("{name}, hull {hull}"), note }
            }
            Item::Field(field) => Words::plain(field.id(), field.id().replace('-', " ")),
            Item::Setting(Setting(at)) => {
                let word = SETTINGS.get(usize::from(at)).copied().unwrap_or_default();
                Words::plain(word, word)
            }
            Item::Fate(fate) => Words::plain(fate.word(), fate.word().replace('-', " ")),
        }
    }

    /// What doctrine may call a thing.
    fn tags(&self, item: Item) -> Tags {
        match item {
            Item::Card(card) | Item::Unit(Ship(_, card)) | Item::Begun(Begun(card, _)) => {
                KINDS_OF_UNIT.of(self.cards[card].kind)
            }
            Item::Order(order) => ORDERS.of(order),
            Item::Pick(pick) => PICKS.of(pick),
            Item::Sector(_)
            | Item::Aimed(_)
            | Item::Factory(_)
            | Item::Hunt(_)
            | Item::Count(_)
            | Item::Points(_)
            | Item::Rank(_)
            | Item::Slot(_)
            | Item::Plan(_)
            | Item::Field(_)
            | Item::Setting(_)
            | Item::Fate(_) => Tags::NONE,
        }
    }

    fn find(&self, word: &str) -> Option<Item> {
        let sector = self.board.ids().find(|at| self.board.sector(*at).id == word).map(Item::Sector);
        let plan = || self.plan_names().iter().position(|name| *name == word);
        let plan = || plan().map(|at| Item::Plan(PlanId(at as u8)));
        let numbered = |prefix: &str| {
            let number: u8 = word.strip_prefix(prefix)?.parse().ok()?;
            self.board.ids().find(|at| at.0 + 1 == number)
        };
        let aimed = || {
            let aims = [Aim::Convoy, Aim::Escort].into_iter();
            let mut found = aims.filter_map(|aim| Some(Aimed(numbered(&format!("{}-", aim.id()))?, aim)));
            found.next().map(Item::Aimed)
        };
        sector
            .or_else(aimed)
            .or_else(|| self.cards.by_id(word).map(Item::Card))
            .or_else(|| Order::named(word).map(Item::Order))
            .or_else(|| Pick::named(word).map(Item::Pick))
            .or_else(plan)
    }

    /// Every word that [`Items::find`] knows.
    fn dictionary(&self) -> Dictionary {
        let sectors = self.board.ids().map(|at| self.board.sector(at).id.clone());
        let cards = self.cards.iter().map(|(_, card)| card.id.clone());
        let orders = Order::ALL.into_iter().map(|order| order.id().to_owned());
        let picks = Pick::ALL.into_iter().map(|pick| pick.id().to_owned());
        let plans = self.plan_names().iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let names = sectors.chain(cards).chain(orders).chain(picks).chain(plans).collect();
        let most = self.board.ids().count() as u16;
        let aimed = [Aim::Convoy, Aim::Escort].map(|aim| Numbered::behind(format!("{}-", aim.id()), 1, most));
        let name = |it: &Sector| format!("{} ({})", it.name, it.number);
        let sectors = self.board.ids().map(|at| self.board.sector(at)).map(|it| (it.id.clone(), name(it)));
        let cards = self.cards.iter().map(|(_, card)| (card.id.clone(), card.name.clone()));
        Dictionary { names, numbered: aimed.to_vec(), called: sectors.chain(cards).collect() }
    }

    /// Whether a word names anything that a question may name: also ships, numbers and all else that doctrine
    /// does not name one by one.
    fn knows(&self, word: &str) -> bool {
        let is_number = |word: &str| word.parse::<u32>().is_ok();
        let is_card = |word: &str| self.cards.by_id(word).is_some();
        // A number behind a word tells one of many: a ship of its type, a hull, a wish, the damage that is
        // left.
        let numbered = || word.rsplit_once('-').filter(|(_, number)| is_number(number)).map(|(stem, _)| stem);
        let one_of_many = |stem: &str| {
            is_card(stem.strip_suffix("-hull").unwrap_or(stem))
                || ["wish", "afloat", "ashore"].contains(&stem)
                || stem.strip_prefix("left-").is_some_and(is_number)
        };
        let at_sector = |(what, sector): (&str, &str)| {
            is_number(sector) && (is_number(what) || Hunt::named(what).is_some())
        };
        self.find(word).is_some()
            || is_number(word)
            || numbered().is_some_and(one_of_many)
            || word.split_once("-at-").is_some_and(at_sector)
            || word.strip_prefix("factory-of-").is_some_and(is_card)
            || SlotItem::named(word).is_some()
            || PlanField::named(word).is_some()
            || SETTINGS.contains(&word)
            || ["sunk", "home", "lost", "stranded"].contains(&word)
    }

    fn tag_words(&self) -> &'static [&'static str] {
        TAGS
    }

    fn kinds(&self) -> &'static [QuestionKind] {
        questions::KINDS
    }
}

impl WarAtSea {
    /// A type with its class, the price that is charged and its rarity.
    fn card_words(&self, id: CardId) -> Words {
        let card = &self.cards[id];
        let class = card.class.as_ref().map(|class| format!(", {class} class")).unwrap_or_default();
        let rare = self.rarity.of(id);
        let rarity = if rare.exempt { String::new() } else { format!(", {}", rare.factor.word()) };
        let charged = self.charged(card, card.cost);
        let note = format!("{}{class}, {charged}{rarity}", card.kind.word().replace('-', " "));
        Words { id: card.id.clone(), name: card.name.clone(), note }
    }

    /// What a unit of a cost is charged at, handicap and all (WSC-2.4-1); where the sides that may have it
    /// pay differently, each by name.
    fn charged(&self, card: &Card, cost: u16) -> String {
        let may =
            |side: &Side| self.admiralty(*side).is_some_and(|it| it.seat.may_buy(card, self.in_force()));
        let buyers: Vec<Side> = self.sides().iter().copied().filter(may).collect();
        let points = |price: u16| engine::problem::count(usize::from(price), "point");
        let Some(first) = buyers.first().map(|side| self.price(*side, cost)) else { return points(cost) };
        if buyers.iter().all(|side| self.price(*side, cost) == first) {
            return points(first);
        }
        let each =
            buyers.iter().map(|side| format!("{} for the {}", points(self.price(*side, cost)), side.name()));
        engine::problem::list_and(&each.collect::<Vec<_>>())
    }

    fn unit_words(&self, war: &War, unit: UnitId) -> Words {
        let Some(state) = war.units.get(usize::from(unit.0)) else {
            return Words::plain(format!("unit-{}", unit.0), format!("unit {}", unit.0));
        };
        let card = &self.cards[state.card];
        let mut note = card.kind.word().replace('-', " ");
        if let Some(work) = &state.work {
            note.push_str(&format!(", {} of {} points paid", work.paid, work.price));
        } else if state.damage > 0 {
            let crippled = if self.is_crippled(war, unit) { ", crippled" } else { "" };
            note.push_str(&format!(", {} of {} hull points lost{crippled}", state.damage, card.hull));
        }
        Words { id: self.unit_word(war, unit), name: format!("{} ({})", card.name, state.serial), note }
    }

    /// The word of a unit in files: its card and its number.
    pub fn unit_word(&self, war: &War, unit: UnitId) -> String {
        let state = war.unit(unit);
        format!("{}-{}", self.cards[state.card].id, state.serial)
    }

    /// The unit that a word names in files, if there is one.
    pub fn unit_of_word(&self, war: &War, word: &str) -> Option<UnitId> {
        let (card, number) = word.rsplit_once('-')?;
        let serial: u16 = number.parse().ok()?;
        let named = |unit: &UnitId| {
            let state = war.unit(*unit);
            state.serial == serial && self.cards[state.card].id == card
        };
        // A number may be written in many ways, but a unit has one word.
        war.ids().find(named).filter(|unit| self.unit_word(war, *unit) == word)
    }
}

impl FateItem {
    /// Its word: `afloat-2`, `left-6-0`, `sunk`.
    pub fn word(self) -> String {
        match self {
            FateItem::Afloat(damage) => format!("afloat-{damage}"),
            FateItem::Left(turn, damage) => format!("left-{turn}-{damage}"),
            FateItem::Sunk => "sunk".to_owned(),
            FateItem::Ashore(damage) => format!("ashore-{damage}"),
            FateItem::Home => "home".to_owned(),
            FateItem::Lost => "lost".to_owned(),
            FateItem::Stranded => "stranded".to_owned(),
        }
    }
}
