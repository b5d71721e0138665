//! 2.3 Unit Rarity: how many of a type a side may produce.

use std::collections::BTreeMap;

use super::bound::Bound;
use super::files::rarity::{Factor, RarityFile};
use engine::problem::plural;
use tactical::cards::{CardId, Cards, Kind};

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

/// How rarity is judged in a match.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms {
    /// With Construction factories limit aircraft, not fractions (WSC-4.6-9).
    pub factories: bool,
    /// The house option `class-cap`.
    pub class_cap: bool,
}

/// Fits rarities to the cards.
///
/// # Errors
/// If a card has none, or a row has no card, in words.
pub fn build(file: RarityFile, cards: &Cards) -> Result<Rarity, String> {
    let mut found: BTreeMap<String, Rare> = BTreeMap::new();
    for row in file.cards {
        if cards.by_id(&row.id).is_none() {
            return Err(format!("there is no card {}", row.id));
        }
        let rare =
            Rare { factor: row.rarity, group: row.group, size: row.size, ship: row.ship, exempt: row.exempt };
        if found.insert(row.id.clone(), rare).is_some() {
            return Err(format!("{} has two rarities", row.id));
        }
    }
    let each =
        cards.iter().map(|(_, card)| found.remove(&card.id).ok_or(format!("{} has no rarity", card.id)));
    Ok(Rarity(each.collect::<Result<_, _>>()?))
}

impl Rarity {
    /// The rarity of a card.
    pub fn of(&self, id: CardId) -> &Rare {
        &self.0[usize::from(id.0)]
    }

    /// The limits on all that a side has ever produced or ordered (WSC-2.3-8), for the `types` that it
    /// orders. `open` are the types that it may build by now. One of a kind is limited by [`Rarity::unique`].
    pub fn fractions(
        &self,
        cards: &Cards,
        types: impl Iterator<Item = CardId>,
        open: &[CardId],
        terms: Terms,
    ) -> Vec<Bound> {
        let limited = types.filter(|id| !self.of(*id).exempt);
        let mut bounds = Vec::new();
        for id in limited {
            let aircraft = cards[id].kind.is_aircraft();
            match self.of(id).factor {
                Factor::Unique => {}
                _ if aircraft && terms.factories => {}
                Factor::Common => bounds.extend(self.common(cards, id, open)),
                Factor::Half | Factor::Quarter => bounds.extend(self.fraction(cards, id, open)),
            }
            if terms.class_cap {
                bounds.extend(self.class_cap(cards, id));
            }
        }
        bounds
    }

    /// WSC-2.3-6: one of a Unique type at a time, whatever the card that portrays it: limits on what exists
    /// or is being built.
    pub fn unique(&self, cards: &Cards, types: impl Iterator<Item = CardId>) -> Vec<Bound> {
        let of = |id: CardId| {
            let rare = self.of(id);
            (rare.factor == Factor::Unique && !rare.exempt).then(|| Bound {
                weights: self.all(cards, |other| i32::from(self.is_same_ship(id, other))),
                most: 1,
                rule: "WSC-2.3-6",
                what: format!("there may be one {} at a time (Unique)", cards[id].name),
                about: Some(id),
            })
        };
        types.filter_map(of).collect()
    }

    /// Whether two cards are one, or portray the same ship.
    fn is_same_ship(&self, id: CardId, other: CardId) -> bool {
        let ship = &self.of(id).ship;
        other == id || (ship.is_some() && self.of(other).ship == *ship)
    }

    /// WSC-2.3-2: half of the subtype and one; WSC-2.3-3: no limit on the only type there is.
    fn common(&self, cards: &Cards, id: CardId, open: &[CardId]) -> Option<Bound> {
        let kind = cards[id].kind;
        let counts = |other: CardId| cards[other].kind == kind && !self.of(other).exempt;
        open.iter().any(|other| *other != id && counts(*other)).then(|| {
            let within = plural(&kind.word().replace('-', " "));
            self.share(cards, id, 2, counts, ("WSC-2.3-2", &within))
        })
    }

    /// WSC-2.3-4, WSC-2.3-5 and, of aircraft, WSC-2.3-7: half or a quarter of the group and one, unless no
    /// other type, or none less rare than Quarter, is there yet.
    fn fraction(&self, cards: &Cards, id: CardId, open: &[CardId]) -> Option<Bound> {
        let Rare { factor, group, .. } = self.of(id);
        let in_group = |other: CardId| self.of(other).group == *group && !self.of(other).exempt;
        let half = *factor == Factor::Half;
        let lifts = |other: CardId| match half {
            true => other != id,
            false => matches!(self.of(other).factor, Factor::Common | Factor::Half),
        };
        open.iter().any(|other| in_group(*other) && lifts(*other)).then(|| {
            let class = class(group);
            let (rule, within) = match cards[id].kind.is_aircraft() {
                true => ("WSC-2.3-7", plural(&class.to_lowercase())),
                false if half => ("WSC-2.3-4", format!("ships of the {class} class")),
                false => ("WSC-2.3-5", format!("ships of the {class} class")),
            };
            self.share(cards, id, if half { 2 } else { 4 }, in_group, (rule, &within))
        })
    }

    /// The limit of a type to one `of` so many parts of what counts, and one: with 2 parts, n <= all / 2 + 1.
    fn share(
        &self,
        cards: &Cards,
        id: CardId,
        of: i32,
        counts: impl Fn(CardId) -> bool,
        (rule, within): (&'static str, &str),
    ) -> Bound {
        let weight = |other: CardId| of * i32::from(other == id) - i32::from(counts(other));
        let (part, word) = (if of == 2 { "half" } else { "a quarter" }, self.of(id).factor.word());
        let name = &cards[id].name;
        Bound {
            weights: self.all(cards, weight),
            most: of,
            rule,
            what: format!("at most {part} of the {within}, and one, may be {name} ({word})"),
            about: Some(id),
        }
    }

    /// The house option `class-cap`: no more of a class than served, and one at least.
    fn class_cap(&self, cards: &Cards, id: CardId) -> Option<Bound> {
        let capped = matches!(cards[id].kind, Kind::Battleship | Kind::Carrier | Kind::Cruiser);
        let Rare { group, size, .. } = self.of(id);
        let most = size.filter(|_| capped)?.max(1);
        Some(Bound {
            weights: self.all(cards, |other| i32::from(self.of(other).group == *group)),
            most: i32::from(most),
            rule: "WSC-2.3-1",
            what: format!("no more than {most} of the {} class may be built (class-cap)", class(group)),
            about: Some(id),
        })
    }

    /// The cards whose weight is not 0, in their order.
    fn all(&self, cards: &Cards, weight: impl Fn(CardId) -> i32) -> Vec<(CardId, i32)> {
        cards.ids().map(|id| (id, weight(id))).filter(|(_, weight)| *weight != 0).collect()
    }
}

/// The name of a class or subtype without its navy.
fn class(group: &str) -> &str {
    group.rsplit('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SYSTEM;
    use crate::WarAtSea;
    use engine::rulebook::Rulebook;

    #[test]
    fn every_card_has_a_rarity() {
        let games = WarAtSea::built_in();
        let cards = Cards::load(&games).unwrap();
        let file = || games.read::<RarityFile>(SYSTEM, "rarity").unwrap();
        let rarity = build(file(), &cards).unwrap();
        for factor in [Factor::Common, Factor::Half, Factor::Quarter, Factor::Unique] {
            assert!(cards.ids().any(|id| rarity.of(id).factor == factor), "{}", factor.word());
        }
        let mut lacking = file();
        let gone = lacking.cards.remove(0).id;
        assert_eq!(build(lacking, &cards).unwrap_err(), format!("{gone} has no rarity"));
    }

    #[test]
    fn a_quarter_has_no_limit_until_its_class_has_another_rarity() {
        let games = WarAtSea::built_in();
        let cards = Cards::load(&games).unwrap();
        let rarity = build(games.read(SYSTEM, "rarity").unwrap(), &cards).unwrap();
        let [kongo, haruna, kirishima] = ["kongo", "haruna", "kirishima"].map(|id| cards.by_id(id).unwrap());
        let rules = |open: &[CardId]| {
            let bounds = rarity.fractions(&cards, [haruna].into_iter(), open, Terms::default());
            bounds.iter().map(|bound| bound.rule).collect::<Vec<_>>()
        };
        // WSC-2.3-5.
        assert_eq!(rules(&[haruna, kirishima]), [""; 0]);
        assert_eq!(rules(&[haruna, kirishima, kongo]), ["WSC-2.3-5"]);
    }
}
