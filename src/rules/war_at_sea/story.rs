//! How the story is cut into chapters, and what its lines are made of. `event.rs` says of each event who
//! hears of it; the words are the templates' affair.

use super::WarAtSea;
use super::board::SectorId;
use super::card::{self, is_hurt};
use super::cited::Amid;
use super::event::{Event, Fate, Found, Next};
use super::state::{Hunt, Place, UnitId};
use super::view::Observer;
use engine::events::line;
use engine::side::{Side, SideMap};
use engine::system::News;
use engine::table::{Note, Roll};
use engine::view::{Chapter, StoryLine, Unit};
use tactical::cards::CardId;

/// The story of what is new: a chapter for each step, and one for each battle in its sector.
pub(super) fn chapters(observer: &Observer<'_>, news: News<'_, WarAtSea>) -> Vec<Chapter> {
    let mut chapters = Vec::new();
    for chapter in news.chapters {
        let notes = chapter.sections.iter().flat_map(|section| &section.notes);
        let mut lines = Vec::new();
        let mut rolls: Vec<&Roll> = Vec::new();
        let mut amid = Amid::at(chapter.at, observer.war);
        for note in notes {
            let event = match note {
                Note::Event(event) => event,
                Note::Roll(roll) => {
                    rolls.push(roll);
                    continue;
                }
            };
            if let Event::Fought { at, number, fates, story, pictures, .. } = event {
                let battle = observer.hear(event, &amid);
                if !battle.is_empty() {
                    let card = card::Fought { at: *at, number: *number, fates, story, pictures };
                    let card = card.card(observer, &rolls);
                    let place = observer.place(*at);
                    let zone = (observer.zone_ref(*at), place.as_str());
                    chapters.push(Chapter {
                        lines: battle,
                        card,
                        ..Chapter::new(&chapter.at.name, Some(zone))
                    });
                }
            } else {
                lines.extend(observer.hear(event, &amid));
                amid.follow(observer.system, event);
            }
        }
        if !lines.is_empty() {
            chapters.push(Chapter { lines, ..Chapter::new(&chapter.at.name, None) });
        }
    }
    chapters
}

impl Observer<'_> {
    /// The lines that an event makes for the side.
    fn hear(&self, event: &Event, amid: &Amid) -> Vec<StoryLine> {
        let rule = self.rule_of(event, amid);
        event.told(self).into_iter().map(|line| line.citing(rule.to_owned())).collect()
    }

    pub(super) fn is_own(&self, unit: UnitId) -> bool {
        self.war.units.get(usize::from(unit.0)).is_some_and(|it| it.side == self.side)
    }

    pub(super) fn card_name(&self, card: CardId) -> String {
        self.system.cards[card].name.clone()
    }

    fn based_at(&self, place: Place) -> String {
        match place {
            Place::Deck(carrier) => self.unit(carrier).name,
            Place::Base(at) | Place::Sector(at) | Place::Stocks(at) | Place::Transit(at, _) => self.place(at),
            Place::Idle(at) => format!("{}, idle", self.place(at)),
            Place::Aboard(ship) => self.unit(ship).name,
            Place::Pool | Place::Lost => String::new(),
        }
    }

    /// Whether a unit is one of the campaign.
    pub(super) fn knows(&self, unit: UnitId) -> bool {
        usize::from(unit.0) < self.war.units.len()
    }

    pub(super) fn places(&self, sectors: &[SectorId]) -> Vec<String> {
        sectors.iter().map(|at| self.place(*at)).collect()
    }

    /// Cards with how many of each, in the order in which they come up.
    pub(super) fn mustered(&self, cards: &[CardId]) -> String {
        let mut counts: Vec<(CardId, usize)> = Vec::new();
        for card in cards {
            match counts.iter_mut().find(|(known, _)| known == card) {
                Some((_, count)) => *count += 1,
                None => counts.push((*card, 1)),
            }
        }
        let some = counts.iter().map(|(card, count)| match count {
            1 => self.card_name(*card),
            _ => format!("{count} {}", self.card_name(*card)),
        });
        some.collect::<Vec<_>>().join(", ")
    }

    /// A unit that is begun, and the aircraft that it will make.
    pub(super) fn begun(&self, card: CardId, makes: &[CardId]) -> String {
        match makes.first() {
            Some(makes) => format!("{} for {}", self.card_name(card), self.card_name(*makes)),
            None => self.card_name(card),
        }
    }

    /// The unit of an order that came to nothing.
    pub(super) fn refused(&self, card: CardId, serial: u16) -> String {
        let name = self.card_name(card);
        if serial > 0 { format!("{name} ({serial})") } else { name }
    }

    /// Units of a side, for itself.
    pub(super) fn own_units(&self, side: Side, units: &[UnitId]) -> impl Iterator<Item = Unit> {
        let own = units.iter().filter(move |unit| self.side == side && self.is_own(**unit));
        own.map(|unit| self.unit(*unit))
    }

    /// Units of a side with where they go, for itself.
    pub(super) fn sent(
        &self,
        side: Side,
        units: &[(UnitId, SectorId)],
    ) -> impl Iterator<Item = (Unit, String)> {
        let own = units.iter().filter(move |(unit, _)| self.side == side && self.is_own(*unit));
        own.map(|(unit, at)| (self.unit(*unit), self.place(*at)))
    }

    /// Loads of points of a side, for itself.
    pub(super) fn loads(
        &self,
        side: Side,
        cargo: &[(UnitId, SectorId, i32)],
    ) -> impl Iterator<Item = (Unit, String, i32)> {
        let own = cargo.iter().filter(move |(unit, ..)| self.side == side && self.is_own(*unit));
        own.map(|(unit, at, points)| (self.unit(*unit), self.place(*at), *points))
    }

    /// Aircraft that were based.
    pub(super) fn based(&self, side: Side, units: &[(UnitId, Place)]) -> Vec<StoryLine> {
        let line = |(unit, at): &(UnitId, Place)| {
            let based = line!("based" { unit: self.unit(*unit), place: self.based_at(*at) });
            based.citing(self.rule_of_base(*at))
        };
        let own = units.iter().filter(|(unit, _)| self.side == side && self.is_own(*unit));
        own.map(line).collect()
    }

    /// Troops that went aboard or ashore.
    pub(super) fn embarked(&self, side: Side, units: &[(UnitId, Place)]) -> Vec<StoryLine> {
        let line = |(unit, at): &(UnitId, Place)| line!("embarked" { unit: self.unit(*unit), place: self.based_at(*at) });
        let own = units.iter().filter(|(unit, _)| self.side == side && self.is_own(*unit));
        own.map(line).collect()
    }

    /// What the side does about convoys.
    pub(super) fn hunts(&self, side: Side, hunts: &[(SectorId, Hunt)]) -> Vec<StoryLine> {
        let line = |(at, hunt): &(SectorId, Hunt)| {
            let hunted = line!("hunted" { place: self.place(*at), hunt: hunt.id() });
            hunted.citing(self.rule_of_hunt(*hunt))
        };
        hunts.iter().filter(|_| self.side == side).map(line).collect()
    }

    /// From where the side's forces and convoys flee, and its crippled ships that stay in port or flee alone
    /// (WSC-9.6-2).
    pub(super) fn stood(
        &self,
        flees: &[SectorId],
        convoys: &[SectorId],
        port: &[UnitId],
        away: &[UnitId],
    ) -> Vec<StoryLine> {
        let fled = |at: &SectorId, convoy: bool| line!("fled" { place: self.place(*at), convoy });
        let ported =
            |unit: &UnitId, away: bool| line!("ported" { unit: self.unit(*unit), away }).citing("WSC-9.6-2");
        let fled = flees.iter().map(|at| fled(at, false)).chain(convoys.iter().map(|at| fled(at, true)));
        let ported =
            port.iter().map(|unit| ported(unit, false)).chain(away.iter().map(|unit| ported(unit, true)));
        fled.chain(ported).collect()
    }

    /// What was found of a battle at the table, with the lines in dispute.
    pub(super) fn compared(
        &self,
        at: SectorId,
        found: Found,
        next: Next,
        lines: &[String],
    ) -> Vec<StoryLine> {
        let mut told = vec![line!("compared" { place: self.place(at), found: found.id(), next: next.id() })];
        told.extend(lines.iter().map(|text| line!("dispute" { text }).citing("")));
        told
    }

    /// A battle: its first line, the battle in words, and what became of the own units.
    pub(super) fn fought(
        &self,
        first: StoryLine,
        story: &[String],
        fates: &[Fate],
        of_a_convoy: bool,
    ) -> Vec<StoryLine> {
        let mut lines = vec![first];
        lines.extend(story.iter().map(|text| line!("battle" { text }).citing("")));
        let hurt = fates.iter().filter(|fate| self.has(fate.unit) && is_hurt(fate));
        lines.extend(hurt.map(|fate| {
            let befell = line!("befell" {
                unit: self.unit(fate.unit),
                fate: fate.end.id(),
                damage: fate.damage,
            });
            befell.citing(self.rule_of_fate(fate, of_a_convoy))
        }));
        lines
    }
}

/// Points of each side.
pub(super) fn by_side(points: &[(Side, i32)]) -> SideMap<i32> {
    points.iter().copied().collect()
}
