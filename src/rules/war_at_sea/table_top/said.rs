//! What a side said of a battle, in normal form: so two sides that say the same are equal (battle plans 2.3).

use super::question::hulls;
use crate::item::{Count, FateItem, Item, Order, Ship};
use crate::state::War;
use crate::{Ask, WarAtSea};
use engine::items::Items;
use engine::problem::{count, quote};
use engine::question::{Limit, Picks};
use engine::side::Side;
use tactical::cards::Card;
use tactical::dossier::Hull;
use tactical::report::{Aircraft, Base, Ended, Fate, Flown, Report, Stood, Unit};
use tactical::{Dossier, End};

/// What a side said of a battle: what was asked, in the order of the question, with the answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Said(Vec<(Item, Item)>);

impl Said {
    /// What an answer says, in whatever order; nothing if it gives no result.
    pub fn read(ask: &Ask, picks: &[(Item, Item)]) -> Option<Said> {
        let chosen = |item: Item| picks.iter().find(|(of, _)| *of == item).copied();
        let said = Said(ask.subjects.iter().filter_map(|subject| chosen(subject.item)).collect());
        (said.of(Item::Order(Order::Ended)) != Some(Item::Order(Order::NoResult))).then_some(said)
    }

    /// What it says of a thing.
    pub fn of(&self, item: Item) -> Option<Item> {
        self.0.iter().find(|(of, _)| *of == item).map(|(_, said)| *said)
    }

    /// Whether the battle ended because the sides agreed on that.
    pub fn is_by_agreement(&self) -> bool {
        self.of(Item::Order(Order::Ended)) == Some(Item::Order(Order::Agreed))
    }
}

impl WarAtSea {
    /// What an umpire says of a battle, in the words of the question.
    ///
    /// # Errors
    /// What in it cannot be, as a clause.
    pub(super) fn said_in_words(
        &self,
        war: &War,
        ask: &Ask,
        words: &[(String, String)],
    ) -> Result<Said, String> {
        let mut choice: Vec<Option<u16>> = ask.subjects.iter().map(|subject| subject.default).collect();
        for (who, what) in words {
            let subject = ask.subjects.iter().position(|subject| self.words(war, subject.item).id == *who);
            let at = subject.ok_or_else(|| format!("{} takes no part in the battle", quote(who)))?;
            let open = ask.open_to(at).iter().copied();
            let is = |option: &u16| self.words(war, ask.options[usize::from(*option)].item).id == *what;
            let option = open.into_iter().find(is);
            choice[at] = Some(option.ok_or_else(|| format!("{} is impossible for {who}", quote(what)))?);
        }
        let choice: Option<Vec<u16>> = choice.into_iter().collect();
        let picks = Picks::in_order(choice.ok_or("something in it is not said")?);
        if let Some((Limit::OnlyIf { what, .. }, _)) = ask.broken_limit(&picks.choice) {
            return Err(what.clone());
        }
        Said::read(ask, &ask.read(&picks)).ok_or_else(|| "it does not say how the battle ended".to_owned())
    }

    /// The lines in which two results differ, a sentence each.
    pub(super) fn differences(&self, war: &War, sides: [Side; 2], said: [&Said; 2]) -> Vec<String> {
        let [one, other] = said;
        let differs = one.0.iter().filter(|(item, said)| other.of(*item) != Some(*said));
        let line = |(item, said): &(Item, Item)| {
            let what = match item {
                Item::Order(Order::Ended) => "How it ended".to_owned(),
                Item::Order(Order::Turns) => "Turns played".to_owned(),
                unit => self.words(war, *unit).name,
            };
            let said =
                [Some(*said), other.of(*item)].map(|said| said.map(|said| self.answer_words(*item, said)));
            let [a, k] = said.map(Option::unwrap_or_default);
            format!("{what}. {}: {a}; {}: {k}.", sides[0].name(), sides[1].name())
        };
        differs.map(line).collect()
    }

    /// An answer as people say it.
    fn answer_words(&self, of: Item, said: Item) -> String {
        let hurt = |damage: u8| match damage {
            0 => "unhurt".to_owned(),
            damage => format!("{} lost", count(usize::from(damage), "hull point")),
        };
        let afloat = matches!(of, Item::Unit(Ship(_, card)) if self.cards[card].kind.is_afloat());
        match said {
            Item::Order(Order::LastTurn) => "after the last turn".to_owned(),
            Item::Order(Order::OneSideGone) => "with one side gone".to_owned(),
            Item::Order(Order::Agreed) => "by agreement".to_owned(),
            Item::Count(Count(turns, _)) => turns.to_string(),
            Item::Fate(FateItem::Afloat(damage)) if afloat => format!("afloat, {}", hurt(damage)),
            Item::Fate(FateItem::Afloat(damage)) => format!("standing, {}", hurt(damage)),
            Item::Fate(FateItem::Left(turn, damage)) => format!("left on turn {turn}, {}", hurt(damage)),
            Item::Fate(FateItem::Ashore(damage)) => format!("ashore, {}", hurt(damage)),
            Item::Fate(FateItem::Sunk) if !afloat => "destroyed".to_owned(),
            Item::Fate(fate) => fate.word(),
            _ => String::new(),
        }
    }

    /// The result that an answer gives.
    pub(super) fn report_of(&self, war: &War, dossier: &Dossier, said: &Said) -> Report {
        let mut report = Report {
            battle: dossier.battle.clone(),
            turns_played: dossier.turns(),
            ended: Ended::LastTurn,
            units: Vec::new(),
            aircraft: Vec::new(),
            bases: Vec::new(),
        };
        for pick in &said.0 {
            match pick {
                (Item::Order(Order::Ended), Item::Order(order)) => {
                    report.ended = match order {
                        Order::OneSideGone => Ended::OneSideGone,
                        Order::Agreed => Ended::Agreed,
                        _ => Ended::LastTurn,
                    };
                }
                (Item::Order(Order::Turns), Item::Count(Count(turns, _))) => report.turns_played = *turns,
                (Item::Unit(Ship(unit, card)), Item::Fate(fate)) => {
                    let (word, card) = (self.unit_word(war, *unit), &self.cards[*card]);
                    say(&mut report, word, card, *fate, war.unit(*unit).damage);
                }
                _ => {}
            }
        }
        report.units.sort();
        report.aircraft.sort();
        report.bases.sort();
        report
    }

    /// Who won, and the points of both sides, by what both said (WSC-11.7-5).
    pub(super) fn judged(&self, dossier: &Dossier, report: &Report) -> (Option<Side>, [u32; 2]) {
        let cost = |id: &str| self.cards.by_id(id).map_or(0, |card| u32::from(self.cards[card].cost));
        let lost = End::BOTH.map(|end| {
            let force = dossier.force(end);
            let sunk = hulls(force).filter(|hull| is_destroyed(report, &hull.unit));
            let shot = force.aircraft.iter().filter(|plane| {
                report.aircraft.iter().any(|it| it.unit == plane.unit && it.fate == Flown::Lost)
            });
            let sunk: u32 = sunk.map(|hull| hull.cost.map_or_else(|| cost(&hull.card), u32::from)).sum();
            sunk + shot.map(|plane| cost(&plane.card)).sum::<u32>()
        });
        let points = [lost[1], lost[0]];
        let stays = End::BOTH.map(|end| self.stays(dossier, report, end));
        let winner = match (stays, points[0].cmp(&points[1])) {
            ([true, false], _) => Some(End::A),
            ([false, true], _) => Some(End::K),
            (_, std::cmp::Ordering::Greater) => Some(End::A),
            (_, std::cmp::Ordering::Less) => Some(End::K),
            _ => dossier.controller,
        };
        (winner.map(|end| dossier.side(end)), points)
    }

    /// Whether a side has ships, submarines or land bases left on the map. Ground units do not count.
    fn stays(&self, dossier: &Dossier, report: &Report, end: End) -> bool {
        let force = dossier.force(end);
        let afloat =
            |hull: &Hull| report.units.iter().any(|it| it.unit == hull.unit && it.fate == Fate::Afloat);
        let base = |hull: &Hull| {
            let card = self.cards.by_id(&hull.card).map(|card| &self.cards[card]);
            card.is_some_and(|card| card.kind.is_land_base()) && !is_destroyed(report, &hull.unit)
        };
        force.ships.iter().chain(&force.submarines).any(afloat) || force.ashore.iter().any(base)
    }
}

/// Adds what was said of a unit.
fn say(report: &mut Report, unit: String, card: &Card, fate: FateItem, before: u8) {
    if card.kind.is_aircraft() {
        let fate = match fate {
            FateItem::Lost | FateItem::Sunk => Flown::Lost,
            FateItem::Stranded => Flown::Stranded,
            _ => Flown::Home,
        };
        report.aircraft.push(Aircraft { unit, fate, base: None });
        return;
    }
    let damage = match fate {
        FateItem::Afloat(damage) | FateItem::Left(_, damage) | FateItem::Ashore(damage) => Some(damage),
        _ => None,
    };
    if card.kind.is_afloat() {
        let (fate, turn) = match fate {
            FateItem::Left(turn, _) => (Fate::Left, Some(turn)),
            FateItem::Sunk | FateItem::Lost => (Fate::Sunk, None),
            _ => (Fate::Afloat, None),
        };
        let repaired = damage.is_some_and(|damage| damage < before);
        report.units.push(Unit { unit, fate, turn, damage, repaired });
    } else {
        let ashore = matches!(fate, FateItem::Ashore(_));
        let fate =
            if matches!(fate, FateItem::Sunk | FateItem::Lost) { Stood::Destroyed } else { Stood::Standing };
        report.bases.push(Base { unit, fate, damage, ashore });
    }
}

fn is_destroyed(report: &Report, word: &str) -> bool {
    report.units.iter().any(|it| it.unit == word && it.fate == Fate::Sunk)
        || report.bases.iter().any(|it| it.unit == word && it.fate == Stood::Destroyed)
}
