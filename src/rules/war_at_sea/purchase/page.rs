//! Reads a fleet as a player writes it: every word with its place, so that all that is wrong with it is shown
//! at once.

use crate::files::scenarios::Balance;
use engine::draft::checks::Reader;
use engine::draft::node::{Node, Scalar};
use engine::problem::{Class, Collector, Place, Problem, list_or, quote, suggest};
use tactical::cards::{CardId, Cards};

use super::judge::{Fault, Spot};
use super::{Fleet, Prebuilt, Slot};

type Stretch = engine::problem::Spot;

const KEYS: [&str; 5] = ["side", "balance", "buy", "prebuild", "set_up"];
const PREBUILD_KEYS: [&str; 4] = ["unit", "at", "yard", "paid"];
const SET_UP_KEYS: [&str; 8] =
    ["large", "medium", "small-1", "small-2", "pen", "upgrade", "factories", "transports"];
const PREBUILD: &str = "- {unit: yamato, at: 6, yard: large, paid: [15, 15]}";

/// A fleet as it was written.
#[derive(Debug, Default)]
pub struct Page {
    /// The side that it says it is for.
    pub side: Option<String>,
    /// The fleet.
    pub fleet: Fleet,
    /// Where its parts stand.
    spots: Vec<(Spot, Stretch)>,
}

/// Reads a fleet file and notes what cannot be read. Nothing if it is no fleet at all.
pub fn read(file: &str, bytes: &[u8], cards: &Cards, problems: &mut Collector) -> Option<Page> {
    engine::draft::read(file, bytes, problems, |reader, root| {
        let mut page = Page::default();
        let Node::Map(spot, pairs) = root else {
            let mend = "Begin with lines such as `side: usn` and `buy:`.";
            reader.wrong_type(&root, "A fleet", "`key: value` lines", mend);
            return None;
        };
        page.spots.push((Spot::Whole, spot));
        for (key, value) in reader.entries(pairs) {
            page.part(reader, cards, &key, value);
        }
        Some(page)
    })
}

impl Page {
    /// A fault of the fleet as a problem of the file.
    pub fn problem(&self, file: &str, fault: &Fault) -> Problem {
        let Fault { spot, rule, what, mend } = fault;
        let find = |spot: Spot| self.spots.iter().find(|(it, _)| *it == spot).map(|(_, at)| *at);
        let near = match spot {
            Spot::Paid(unit, _) => find(Spot::Prebuild(*unit)),
            Spot::At(_) | Spot::Raised(_) | Spot::Factory(_) | Spot::Transports(_) => find(Spot::SetUp),
            _ => None,
        };
        let at: Option<Place> = find(*spot).or(near).or_else(|| find(Spot::Whole)).map(|at| at.in_file(file));
        let problem = Problem::new(Class::Illegal, "fleet", what).citing(*rule).mending(mend);
        match at {
            Some(at) => problem.at(at),
            None => problem,
        }
    }

    fn part(&mut self, reader: &mut Reader<'_, '_>, cards: &Cards, key: &Scalar, value: Node) {
        match key.word.text.as_str() {
            "side" => self.side = reader.value(key, value, "side: usn").map(|word| word.text),
            "balance" => self.balance(reader, key, value),
            "buy" => self.buy(reader, cards, key, value),
            "prebuild" => self.prebuild(reader, cards, key, value),
            "set_up" => self.set_up(reader, cards, key, value),
            _ => reader.unknown(key, &KEYS, "a fleet"),
        }
    }

    fn balance(&mut self, reader: &mut Reader<'_, '_>, key: &Scalar, value: Node) {
        let Some(word) = reader.value(key, value, "balance: B") else { return };
        self.spots.push((Spot::Balance, word.spot));
        match word.text.as_str() {
            "A" | "a" => self.fleet.balance = Some(Balance::A),
            "B" | "b" => self.fleet.balance = Some(Balance::B),
            other => {
                let what = format!("{} is no handicap of the United States.", quote(other));
                reader.refuse("unknown-word", what, word.spot, "Write `balance: A` or `balance: B`.");
            }
        }
    }

    fn buy(&mut self, reader: &mut Reader<'_, '_>, cards: &Cards, key: &Scalar, value: Node) {
        for (name, value) in lines(reader, key, value, "uss-enterprise-cv-6: 1") {
            let spot = name.word.spot;
            let count = number(reader, &name, value);
            let Some((card, count)) = card(reader, cards, &name).zip(count) else { continue };
            if self.fleet.buy.iter().any(|(it, _)| *it == card) {
                let what = format!("{} was already given.", quote(&cards[card].id));
                reader.refuse("duplicate-name", what, spot, "Keep one of the two lines.");
                continue;
            }
            if count == 0 {
                continue;
            }
            self.spots.push((Spot::Buy(self.fleet.buy.len()), spot));
            self.fleet.buy.push((card, count));
        }
    }

    fn prebuild(&mut self, reader: &mut Reader<'_, '_>, cards: &Cards, key: &Scalar, value: Node) {
        let items = match value {
            Node::List(_, items) => items,
            Node::Scalar(scalar) if scalar.null => return,
            other => {
                return reader.wrong_type(
                    &other,
                    &quote(&key.word.text),
                    "a list",
                    &format!("Write units as `{PREBUILD}`."),
                );
            }
        };
        for item in items {
            let spot = item.spot();
            let Node::Map(_, pairs) = item else {
                let mend = format!("Write it as `{PREBUILD}`.");
                reader.wrong_type(&item, "A pre-built unit", "a mapping", &mend);
                continue;
            };
            self.prebuilt(reader, cards, spot, pairs);
        }
    }

    fn prebuilt(
        &mut self,
        reader: &mut Reader<'_, '_>,
        cards: &Cards,
        spot: Stretch,
        pairs: Vec<(Node, Node)>,
    ) {
        let (mut unit, mut at, mut yard, mut paid) = (None, None, None, Vec::new());
        let place = self.fleet.prebuild.len();
        for (key, value) in reader.entries(pairs) {
            match key.word.text.as_str() {
                "unit" => {
                    let word = reader.value(&key, value, "unit: yamato");
                    unit = word.and_then(|word| card_named(reader, cards, &word.text, word.spot));
                }
                "at" => at = number(reader, &key, value).and_then(|it| u8::try_from(it).ok()),
                "yard" => {
                    yard = reader.value(&key, value, "yard: large").and_then(|word| slot(reader, &word))
                }
                "paid" => {
                    for word in numbers(reader, &key, value) {
                        self.spots.push((Spot::Paid(place, paid.len()), word.1));
                        paid.push(word.0);
                    }
                }
                _ => reader.unknown(&key, &PREBUILD_KEYS, "a pre-built unit"),
            }
        }
        let Some((card, at)) = unit.zip(at) else {
            let mend = format!("Write it as `{PREBUILD}`.");
            return reader.refuse("incomplete-unit", "A pre-built unit needs `unit:` and `at:`.", spot, mend);
        };
        self.spots.push((Spot::Prebuild(place), spot));
        self.fleet.prebuild.push(Prebuilt { card, at, yard, paid });
    }

    fn set_up(&mut self, reader: &mut Reader<'_, '_>, cards: &Cards, key: &Scalar, value: Node) {
        self.spots.push((Spot::SetUp, key.word.spot));
        for (key, value) in lines(reader, key, value, "large: 6") {
            match (key.word.text.as_str(), Slot::named(&key.word.text)) {
                (_, Some(slot)) => {
                    let sector = number(reader, &key, value).and_then(|it| u8::try_from(it).ok());
                    self.spots.push((Spot::At(slot), key.word.spot));
                    self.fleet.set_up.at.extend(sector.map(|sector| (slot, sector)));
                }
                ("upgrade", _) => {
                    for word in reader.list(&key, value) {
                        if let Some(slot) = slot(reader, &word) {
                            self.spots.push((Spot::Raised(slot), word.spot));
                            self.fleet.set_up.raised.insert(slot);
                        }
                    }
                }
                ("factories", _) => self.factories(reader, cards, &key, value),
                ("transports", _) => self.transports(reader, &key, value),
                _ => reader.unknown(&key, &SET_UP_KEYS, "`set_up`"),
            }
        }
    }

    /// A list in which an aircraft may stand twice.
    fn factories(&mut self, reader: &mut Reader<'_, '_>, cards: &Cards, key: &Scalar, value: Node) {
        let Node::List(_, items) = value else {
            let mend = "Write it as `factories: [a6m2-zeke, d3a-val, b5n2-kate, g4m-betty]`.";
            return reader.wrong_type(&value, &quote(&key.word.text), "a list", mend);
        };
        for item in items {
            let Node::Scalar(scalar) = item else {
                reader.wrong_type(&item, "A factory", "an aircraft", "Name the aircraft that it makes.");
                continue;
            };
            if let Some(card) = card(reader, cards, &scalar) {
                self.spots.push((Spot::Factory(self.fleet.set_up.factories.len()), scalar.word.spot));
                self.fleet.set_up.factories.push(card);
            }
        }
    }

    fn transports(&mut self, reader: &mut Reader<'_, '_>, key: &Scalar, value: Node) {
        for (sector, value) in lines(reader, key, value, "6: 24") {
            let count = number(reader, &sector, value);
            match sector.word.text.parse::<u8>() {
                Ok(number) => {
                    self.spots.push((Spot::Transports(number), sector.word.spot));
                    self.fleet.set_up.transports.extend(count.map(|count| (number, count)));
                }
                Err(_) => {
                    let what = format!("{} is no number of a sector.", quote(&sector.word.text));
                    reader.refuse("not-a-number", what, sector.word.spot, "Write it as `6: 24`.");
                }
            }
        }
    }
}

/// The lines below a key, each name once.
fn lines(reader: &mut Reader<'_, '_>, key: &Scalar, value: Node, example: &str) -> Vec<(Scalar, Node)> {
    match value {
        Node::Map(_, pairs) => reader.entries(pairs),
        Node::Scalar(scalar) if scalar.null => Vec::new(),
        other => {
            let mend = format!("Write lines such as `{example}` below it, two spaces further in.");
            reader.wrong_type(&other, &quote(&key.word.text), "`name: value` lines", &mend);
            Vec::new()
        }
    }
}

/// The value of a key as a whole number.
fn number(reader: &mut Reader<'_, '_>, key: &Scalar, value: Node) -> Option<u16> {
    let word = reader.value(key, value, &format!("{}: 1", key.word.text))?;
    whole(reader, &word.text, word.spot)
}

fn whole(reader: &mut Reader<'_, '_>, text: &str, spot: Stretch) -> Option<u16> {
    let found = text.parse().ok();
    if found.is_none() {
        let what = format!("{} is no whole number from 0 to {}.", quote(text), u16::MAX);
        reader.refuse("not-a-number", what, spot, "Write digits only, as in `2`.");
    }
    found
}

/// A list of whole numbers with their places.
fn numbers(reader: &mut Reader<'_, '_>, key: &Scalar, value: Node) -> Vec<(u16, Stretch)> {
    let items = match value {
        Node::List(_, items) => items,
        one => vec![one],
    };
    let mut found = Vec::new();
    for item in items {
        match item {
            Node::Scalar(scalar) => {
                let spot = scalar.word.spot;
                found.extend(whole(reader, &scalar.word.text, spot).map(|it| (it, spot)));
            }
            other => {
                reader.wrong_type(
                    &other,
                    &quote(&key.word.text),
                    "a list of numbers",
                    "Write it as in `[15, 15]`.",
                );
            }
        }
    }
    found
}

fn card(reader: &mut Reader<'_, '_>, cards: &Cards, name: &Scalar) -> Option<CardId> {
    reader.name(name).then_some(())?;
    card_named(reader, cards, &name.word.text, name.word.spot)
}

fn card_named(reader: &mut Reader<'_, '_>, cards: &Cards, name: &str, spot: Stretch) -> Option<CardId> {
    let found = cards.find(name);
    if found.is_none() {
        let what = format!("There is no unit {}.", quote(name));
        let mend = match suggest(name, cards.iter().map(|(_, card)| card.id.as_str())) {
            Some(near) => format!("Did you mean `{near}`?"),
            None => {
                "`sealord fleet SCENARIO --side SIDE --cards` lists the units that a side can buy.".to_owned()
            }
        };
        reader.refuse("unknown-unit", what, spot, mend);
    }
    found
}

fn slot(reader: &mut Reader<'_, '_>, word: &engine::draft::Word) -> Option<Slot> {
    let found = Slot::named(&word.text);
    if found.is_none() {
        let all = Slot::ALL.map(|slot| quote(slot.word()));
        let what = format!("{} is no yard.", quote(&word.text));
        reader.refuse("unknown-word", what, word.spot, format!("Write {}.", list_or(&all)));
    }
    found
}
