//! 2.3 Unit Rarity: how many of a type a side may produce.

use std::collections::BTreeMap;

use super::cards::{CardId, Cards, Kind};
use super::files::rarity::{Factor, RarityFile};
use crate::problem::plural;

/// How many of each type there are.
pub type Tally = BTreeMap<CardId, u16>;

/// The rarity of every card.
#[derive(Clone, Debug)]
pub struct Rarity(Vec<Rare>);

/// The rarity of a card.
#[derive(Clone, Debug)]
pub struct Rare {
    /// Its factor.
    pub factor: Factor,
    /// What a Half or Quarter is measured in: its class within its navy, or its subtype if it is an aircraft.
    pub group: String,
    /// How many ships of its class served.
    size: Option<u16>,
    /// What a Unique card portrays, if other cards portray the same.
    ship: Option<String>,
    /// Whether it has no limit at all.
    pub exempt: bool,
}

/// What a limit is measured against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The rule.
    pub rule: &'static str,
    /// The most there may be, the unit that is asked for included.
    pub most: u16,
    /// How many there are or were of what is limited.
    pub have: u16,
    /// How many there are or were of what it is measured in, such as 7 destroyers.
    pub of: u16,
    /// What it is measured in, in words.
    pub within: String,
}

impl Limit {
    /// Whether there are too many.
    pub fn is_passed(&self) -> bool {
        self.have > self.most
    }
}

/// How rarity is judged in a match.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms {
    /// With Construction factories limit aircraft, not fractions (WSC-4.6-9).
    pub factories: bool,
    /// The house option `class-cap`.
    pub class_cap: bool,
}

/// Why rarities do not fit the cards.
///
/// # Errors
/// If a card has none, or a row has no card, in words.
pub fn build(file: RarityFile, cards: &Cards) -> Result<Rarity, String> {
    let mut found: BTreeMap<String, Rare> = BTreeMap::new();
    for row in file.cards {
        if cards.by_id(&row.id).is_none() {
            return Err(format!("there is no card {}", row.id));
        }
        let rare = Rare {
            factor: row.rarity,
            group: row.group,
            size: row.size,
            ship: row.ship,
            exempt: row.exempt,
        };
        if found.insert(row.id.clone(), rare).is_some() {
            return Err(format!("{} has two rarities", row.id));
        }
    }
    let each = cards.iter().map(|(_, card)| {
        found.remove(&card.id).ok_or_else(|| format!("{} has no rarity", card.id))
    });
    Ok(Rarity(each.collect::<Result<_, _>>()?))
}

impl Rarity {
    /// The rarity of a card.
    pub fn of(&self, id: CardId) -> &Rare {
        &self.0[usize::from(id.0)]
    }

    /// The limits on one type, each with how many there are. `open` are the types that the side may build by now;
    /// `produced` are all units that it ever built or ordered, this one included (WSC-2.3-8), `alive` those that exist or
    /// are being built.
    pub fn limits(
        &self,
        cards: &Cards,
        id: CardId,
        (open, terms): (&[CardId], Terms),
        (produced, alive): (&Tally, &Tally),
    ) -> Vec<Limit> {
        let (card, rare) = (&cards[id], self.of(id));
        if rare.exempt {
            return Vec::new();
        }
        let mut limits = Vec::new();
        let aircraft = card.kind.is_aircraft();
        match rare.factor {
            Factor::Unique => limits.push(self.unique(id, alive, &card.name)),
            _ if aircraft && terms.factories => {}
            Factor::Common => limits.extend(self.common(cards, id, open, produced)),
            Factor::Half | Factor::Quarter => limits.extend(self.fraction(id, aircraft, open, produced)),
        }
        if terms.class_cap {
            limits.extend(self.class_cap(card.kind, rare, produced));
        }
        limits
    }

    /// Whether two cards are one, or portray the same ship.
    pub fn is_same_ship(&self, id: CardId, other: CardId) -> bool {
        let ship = &self.of(id).ship;
        other == id || (ship.is_some() && self.of(other).ship == *ship)
    }

    /// WSC-2.3-6: one at a time, whatever the card that portrays it.
    fn unique(&self, id: CardId, alive: &Tally, name: &str) -> Limit {
        let have = sum(alive, |other| self.is_same_ship(id, other));
        Limit { rule: "WSC-2.3-6", most: 1, have, of: have, within: name.to_owned() }
    }

    /// WSC-2.3-2: half of the subtype and one; WSC-2.3-3: no limit on the only type there is.
    fn common(&self, cards: &Cards, id: CardId, open: &[CardId], produced: &Tally) -> Option<Limit> {
        let kind = cards[id].kind;
        let counts = |other: CardId| cards[other].kind == kind && !self.of(other).exempt;
        open.iter().any(|other| *other != id && counts(*other)).then(|| {
            let of = sum(produced, counts);
            Limit {
                rule: "WSC-2.3-2",
                most: of / 2 + 1,
                have: of_type(produced, id),
                of,
                within: plural(&kind.word().replace('-', " ")),
            }
        })
    }

    /// WSC-2.3-4, WSC-2.3-5 and, of aircraft, WSC-2.3-7: half or a quarter of the group and one, unless no other type, or
    /// none less rare than Quarter, is there yet.
    fn fraction(&self, id: CardId, aircraft: bool, open: &[CardId], produced: &Tally) -> Option<Limit> {
        let Rare { factor, group, .. } = self.of(id);
        let in_group = |other: CardId| self.of(other).group == *group && !self.of(other).exempt;
        let (share, plain) = if *factor == Factor::Half { (2, "WSC-2.3-4") } else { (4, "WSC-2.3-5") };
        let counts = |other: CardId| match factor {
            Factor::Half => other != id,
            _ => matches!(self.of(other).factor, Factor::Common | Factor::Half),
        };
        open.iter().any(|other| in_group(*other) && counts(*other)).then(|| {
            let of = sum(produced, in_group);
            let class = group.rsplit('/').next().unwrap_or_default();
            let within = if aircraft { plural(&class.to_lowercase()) } else { format!("ships of the {class} class") };
            let rule = if aircraft { "WSC-2.3-7" } else { plain };
            Limit { rule, most: of / share + 1, have: of_type(produced, id), of, within }
        })
    }

    /// The house option `class-cap`: no more of a class than served, and one at least.
    fn class_cap(&self, kind: Kind, rare: &Rare, produced: &Tally) -> Option<Limit> {
        let capped = matches!(kind, Kind::Battleship | Kind::Carrier | Kind::Cruiser);
        let size = rare.size.filter(|_| capped)?;
        let have = sum(produced, |other| self.of(other).group == rare.group);
        let class = rare.group.rsplit('/').next().unwrap_or_default();
        let within = format!("the {class} class, of which {size} served");
        Some(Limit { rule: "WSC-2.3-1", most: size.max(1), have, of: have, within })
    }
}

fn of_type(tally: &Tally, id: CardId) -> u16 {
    tally.get(&id).copied().unwrap_or_default()
}

fn sum(tally: &Tally, counts: impl Fn(CardId) -> bool) -> u16 {
    tally.iter().filter(|(id, _)| counts(**id)).map(|(_, n)| n).sum()
}
