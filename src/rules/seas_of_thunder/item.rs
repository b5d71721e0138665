//! Everything a question of this system can name, and what doctrine may call it.

use super::board::{PortId, ZoneId};
use super::key::ZONE;
use super::pieces::{Class, Counter, Nation, Special, UnitId};
use super::state::{MatBox, Place, Sea, TokenId};
use super::{SeasOfThunder, text};
use crate::questions;
use engine::items::{Dictionary, Items, Numbered, Words};
use engine::question::QuestionKind;
use engine::question::key::Part;
use engine::tags::{List, Tagged, Tags, count, items, joined, words};

/// Something a question names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A ship or an LBA.
    Unit(UnitId),
    /// A convoy token.
    Token(TokenId),
    /// A sea zone.
    Zone(ZoneId),
    /// A port.
    Port(PortId),
    /// A sea zone reached by air from a port.
    Flight(PortId, ZoneId),
    /// A box of the mat.
    Box(MatBox),
    /// A navy.
    Navy(Nation),
    /// A port reached by rail.
    Rail(PortId),
    /// So many points.
    Points(u8),
    /// A plain word.
    Word(Word),
}

words! {
    /// A plain word that may be chosen.
    pub enum Word: id {
        /// A ship stays in port; an LBA stays available.
        Stay = "stay",
        /// A unit attacks nothing.
        Hold = "hold",
        /// A ship lies up as the excess of its port.
        LieUp = "lie-up",
        /// An air unit is cancelled whole.
        Cancel = "cancel",
        /// An air unit is cut in part.
        Cut = "cut",
        /// An air unit is spared.
        Spare = "spare",
        /// A minor is left alone.
        Leave = "leave",
        /// A minor is asked to join.
        Request = "request",
        /// Points are taken for a minor.
        TakePoints = "points",
        /// A minor joins.
        Join = "join",
        /// The Soviet Union stays at peace with Japan for this turn.
        Neutral = "neutral",
        /// The Soviet Union goes to war with Japan.
        War = "war",
    }
}

words! {
    /// What a unit can do beside gunnery.
    pub enum Ability: id {
        /// Flies aircraft.
        Air = "air",
        /// Hunts submarines.
        Asw = "asw-ship",
        /// Attacks submerged.
        Sub = "sub",
        /// Lays mines.
        Mine = "minelayer",
        /// Sweeps mines.
        Sweep = "sweeper",
    }
}

words! {
    /// Several classes together.
    pub enum Classes: id {
        /// All but LBA.
        Ships = "ship",
        /// Those that carry aircraft, too.
        Submarines = "submarines",
    }
}

items!(Item: Unit(UnitId), Token(TokenId), Zone(ZoneId), Port(PortId), Box(MatBox), Navy(Nation));

const LISTS: &[&[&str]] =
    &[Class::WORDS, Ability::WORDS, MatBox::WORDS, Word::WORDS, Classes::WORDS, Nation::WORDS];

/// The words doctrine may use for tags: classes, abilities, boxes, words, nations.
pub const TAGS: &[&str] = &joined::<{ count(LISTS) }>(LISTS);

const CLASS: List<Class> = List::among(TAGS);
const ABILITY: List<Ability> = List::among(TAGS);
const BOX: List<MatBox> = List::among(TAGS);
const WORD: List<Word> = List::among(TAGS);
const CLASSES: List<Classes> = List::among(TAGS);
const NATION: List<Nation> = List::among(TAGS);

/// What follows a port's word for the way there by rail.
pub(super) const BY_RAIL: &str = "-by-rail";
/// What follows a number of points.
const POINTS: &str = "-points";

impl Items for SeasOfThunder {
    fn words(&self, sea: &Sea, item: Item) -> Words {
        match item {
            Item::Unit(unit) => {
                let counter = self.counter(unit);
                let note = format!("{} {}", counter.class.code(), counter.line());
                Words { id: counter.id.clone(), name: counter.name.clone(), note }
            }
            Item::Token(token) => {
                let of = &self.pieces.tokens[token.0 as usize];
                Words { id: of.id.clone(), name: of.id.clone(), note: self.area_names(token) }
            }
            Item::Zone(zone) => {
                let of = self.board().zone(zone);
                let value = self.value(sea, zone);
                let note = format!("{}/{}", value.axis, value.allies);
                Words { id: zone.0.to_string(), name: of.name.clone(), note }
            }
            Item::Port(port) => {
                let of = self.board().port(port);
                let mats = self.mats_asked(sea);
                let duty = self.duty_on(sea, port, mats);
                let duty = duty.map_or(String::new(), |duty| format!(", minimum {}", duty.minimum));
                let note = text::capacity(&self.mat_on(sea, port, mats)) + &duty;
                Words { id: of.id.clone(), name: of.name.clone(), note }
            }
            Item::Flight(port, zone) => {
                let (from, to) = (self.board().port(port), self.board().zone(zone));
                Words::plain(format!("{}/{}", from.id, zone.0), format!("{} from {}", to.name, from.name))
            }
            Item::Rail(port) => {
                let of = self.board().port(port);
                Words::plain(format!("{}{BY_RAIL}", of.id), format!("{} by rail", of.name))
            }
            Item::Points(points) => {
                let word = format!("{points}{POINTS}");
                Words::plain(word.clone(), word)
            }
            Item::Box(of) => Words::plain(of.id(), of.name()),
            Item::Navy(navy) => Words::plain(navy.name(), format!("the {}", navy.adjective())),
            Item::Word(word) => Words::plain(word.id(), word.id()),
        }
    }

    fn tags(&self, item: Item) -> Tags {
        match item {
            Item::Unit(unit) => self.unit_tags[unit.0 as usize],
            Item::Box(of) => BOX.of(of),
            Item::Word(word) => WORD.of(word),
            Item::Navy(navy) => NATION.of(navy),
            Item::Token(_) | Item::Zone(_) | Item::Port(_) | Item::Flight(..) | Item::Rail(_) => Tags::NONE,
            Item::Points(_) => Tags::NONE,
        }
    }

    fn find(&self, word: &str) -> Option<Item> {
        let unit = || self.pieces.counters.find(word).map(Item::Unit);
        let zone = |word: &str| {
            let number = word.strip_prefix(ZONE).unwrap_or(word).parse().ok();
            number.filter(|n| (1..=self.board().zones.len() as u8).contains(n)).map(ZoneId)
        };
        let flight = || {
            let (from, to) = word.split_once('/')?;
            let (from, to) = (self.board().port_by_id(from)?, zone(to)?);
            self.board().port(from).zones.contains(&to).then_some(Item::Flight(from, to))
        };
        unit()
            .or_else(|| zone(word).map(Item::Zone))
            .or_else(flight)
            .or_else(|| self.board().port_by_id(word).map(Item::Port))
            .or_else(|| self.board().port_by_id(word.strip_suffix(BY_RAIL)?).map(Item::Rail))
            .or_else(|| word.strip_suffix(POINTS)?.parse().ok().map(Item::Points))
            .or_else(|| Word::named(word).map(Item::Word))
    }

    fn is_unit(&self, item: Item) -> bool {
        matches!(item, Item::Unit(_))
    }

    /// Every word that [`Items::find`] knows.
    fn dictionary(&self) -> Dictionary {
        let board = self.board();
        let ports = || board.ports().map(|port| board.port(port));
        let mut names: Vec<String> = self.pieces.counters.words().collect();
        names.extend(ports().flat_map(|port| [port.id.clone(), format!("{}{BY_RAIL}", port.id)]));
        names.extend(Word::ALL.map(|word| word.id().to_owned()));
        let zones = board.zones.len() as u16;
        let mut numbered = vec![Numbered::behind("", 1, zones), Numbered::behind(ZONE, 1, zones)];
        numbered.push(Numbered { after: POINTS.to_owned(), ..Numbered::behind("", 0, u16::from(u8::MAX)) });
        for port in ports() {
            for zone in port.zones.iter().map(|zone| u16::from(zone.0)) {
                let before = [format!("{}/", port.id), format!("{}/{ZONE}", port.id)];
                numbered.extend(before.map(|before| Numbered::behind(before, zone, zone)));
            }
        }
        let zones = board.zones().map(|zone| (Part::text(&zone), self.zone_words(zone)));
        let ports = ports().map(|port| (port.id.clone(), port.name.clone()));
        let called = self.pieces.counters.called().chain(ports).chain(zones).collect();
        Dictionary { names, numbered, called }
    }

    /// Whether a word names anything that a question may name: what doctrine may name as a thing, and boxes
    /// of the mat, navies and convoys, which it knows by tags or not at all.
    fn knows(&self, word: &str) -> bool {
        self.find(word).is_some()
            || MatBox::named(word).is_some()
            || Nation::named(word).is_some()
            || self.pieces.tokens.iter().any(|token| token.id == word)
    }

    fn tag_words(&self) -> &'static [&'static str] {
        TAGS
    }

    fn covers(&self, named: Item, item: Item) -> bool {
        stands_for(named, item)
    }

    /// Questions of a battle are put by sea zone, overfull ports by port; the others for a whole side or
    /// navy.
    fn places(&self, kind: &str) -> Vec<String> {
        let in_combat = questions::KINDS.iter().any(|it| it.kind == kind && it.in_combat);
        if in_combat || kind == questions::RETURN {
            self.board().zones().map(|zone| zone.text()).collect()
        } else if kind == questions::OVERSTACK {
            self.board().ports().map(|port| self.board().port(port).id.clone()).collect()
        } else {
            Vec::new()
        }
    }

    fn kinds(&self) -> &'static [QuestionKind] {
        questions::KINDS
    }
}

impl SeasOfThunder {
    /// A place in words.
    pub(super) fn place_words(&self, place: Place) -> String {
        match place {
            Place::Setup => "not yet deployed".to_owned(),
            Place::Track(turn) => format!("on the turn track for turn {turn}"),
            Place::Port(port) => self.board().port(port).name.clone(),
            Place::Sea(zone) => self.zone_words(zone),
            Place::Available => "available".to_owned(),
            Place::Used => "used".to_owned(),
            Place::Repair(_) => "under repair".to_owned(),
            Place::Sunk => "sunk".to_owned(),
            Place::Removed => "out of play".to_owned(),
        }
    }

    /// A zone's name with its number.
    pub(super) fn zone_words(&self, zone: ZoneId) -> String {
        format!("{} ({})", self.board().zone(zone).name, zone.0)
    }

    /// The names of units, in order.
    pub(super) fn names(&self, units: &[UnitId]) -> Vec<String> {
        units.iter().map(|&unit| self.counter(unit).name.clone()).collect()
    }

    /// Units as they are counted: `2 ships, 1 LBA`.
    pub(super) fn stack_words(&self, units: &[UnitId]) -> String {
        let ships = units.iter().filter(|&&unit| self.counter(unit).class.is_ship()).count();
        text::stack(ships, units.len() - ships)
    }

    /// The areas on the back of a convoy token, by name.
    pub(super) fn area_names(&self, token: TokenId) -> String {
        let areas = &self.pieces.tokens[token.0 as usize].areas;
        let named =
            |id: &String| self.board().areas.iter().find(|area| area.id == *id).map(|area| &area.name);
        areas.iter().map(|id| named(id).unwrap_or(id).as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// Whether a thing that doctrine names stands for another: a port for the flights from it, a sea zone for
/// those into it, everything else for itself.
pub(super) fn stands_for(named: Item, item: Item) -> bool {
    match (named, item) {
        (Item::Port(port), Item::Flight(from, _)) => port == from,
        (Item::Zone(zone), Item::Flight(_, to)) => zone == to,
        _ => named == item,
    }
}

/// What the back of a counter shows: the navy, and whether it is a ship or an LBA.
pub(super) fn seen_from_behind(counter: &Counter) -> Tags {
    let sort = if counter.class.is_ship() { CLASSES.of(Classes::Ships) } else { CLASS.of(Class::Lba) };
    sort | NATION.of(counter.nation)
}

/// The tags of a counter.
pub fn unit_tags(class: Class, special: Special, nation: Nation) -> Tags {
    let ability = match special {
        Special::None => Tags::NONE,
        Special::Air(_) => ABILITY.of(Ability::Air),
        Special::Asw(_) => ABILITY.of(Ability::Asw),
        Special::Sub(_) => ABILITY.of(Ability::Sub),
        Special::Mine(_) => ABILITY.of(Ability::Mine),
        Special::Sweep => ABILITY.of(Ability::Sweep),
    };
    let ship = if class.is_ship() { CLASSES.of(Classes::Ships) } else { Tags::NONE };
    let submarine = if class.is_submarine() { CLASSES.of(Classes::Submarines) } else { Tags::NONE };
    CLASS.of(class) | ability | ship | submarine | NATION.of(nation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_doctrine_keep_their_order() {
        let words = "BB BC CV CA AC CX AV DD ML MS SS SSAV LBA air asw-ship sub minelayer sweeper air-superiority \
                     air-strike asw raider submarine mine line reserve convoy stay hold lie-up cancel cut spare leave \
                     request points join neutral war ship submarines UK France Germany Italy Netherlands Norway Greece \
                     Yugoslavia USSR Finland Romania USA Japan Cuba Brazil Chile Peru Turkey Sweden Spain Argentina";
        assert_eq!(TAGS.join(" "), words);
    }

    #[test]
    fn a_word_fits_what_it_names_and_nothing_else() {
        let classes = Class::ALL.map(|it| (it.code(), CLASS.of(it)));
        let abilities = Ability::ALL.map(|it| (it.id(), ABILITY.of(it)));
        let boxes = MatBox::ALL.map(|it| (it.id(), BOX.of(it)));
        let words = Word::ALL.map(|it| (it.id(), WORD.of(it)));
        let several = Classes::ALL.map(|it| (it.id(), CLASSES.of(it)));
        let nations = Nation::ALL.map(|it| (it.name(), NATION.of(it)));
        let all =
            classes.into_iter().chain(abilities).chain(boxes).chain(words).chain(several).chain(nations);
        for ((word, tags), known) in all.zip(TAGS) {
            assert_eq!(word, *known);
            let fitting =
                TAGS.iter().filter(|other| Tags::named(TAGS, other).is_some_and(|it| it.meets(tags)));
            assert_eq!(fitting.collect::<Vec<_>>(), [&word]);
        }
    }

    #[test]
    fn a_counter_has_the_words_of_its_line() {
        let tags = unit_tags(Class::Ssav, Special::Sub(3), Nation::Japan);
        let fitting = TAGS.iter().filter(|other| Tags::named(TAGS, other).is_some_and(|it| it.meets(tags)));
        assert_eq!(fitting.collect::<Vec<_>>(), [&"SSAV", &"sub", &"ship", &"submarines", &"Japan"]);
    }
}
