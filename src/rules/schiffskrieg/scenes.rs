//! How the story is cut into chapters: by the parts of the sequence, and by zones.

use super::Schiffskrieg;
use super::board::ZoneId;
use super::card::Fight;
use super::cited::Amid;
use super::event::Event;
use super::observer::Observer;
use super::state::{Battle, Goal, Site, Stage};
use super::story::Listener;
use engine::system::News;
use engine::view::Chapter;

/// The chapters that a faction is told: a part of the sequence each. A thing that is done in a Support
/// Segment is told in its zone; so is a battle that is fought elsewhere in a turn.
pub(super) fn chapters(observer: &Observer<'_>, news: News<'_, Schiffskrieg>) -> Vec<Chapter> {
    let mut teller = Teller::new(observer, news);
    for chapter in news.chapters {
        let events = chapter.events();
        let support = chapter.at.id.contains(&format!("/{}/", Stage::Support.id()));
        let goes_on = teller.fight.as_ref().and_then(Fight::zone);
        let mut zone = goes_on.or_else(|| {
            events.clone().find_map(|event| observer.system.zone_about(event)).filter(|_| support)
        });
        for event in events {
            if !support && let Event::BattleBegan { battle, .. } = event {
                zone = observer.system.zone_of_battle(battle);
            }
            // Orders are for the whole segment.
            let its_zone = zone.filter(|_| !matches!(event, Event::Ordered { .. }));
            teller.tell(event, its_zone, &chapter.at.name);
            if !support && matches!(event, Event::BattleEnded { .. }) {
                zone = None;
            }
        }
    }
    teller.done()
}

/// The zones in which a battle is told of.
pub(super) fn fought(system: &Schiffskrieg, news: News<'_, Schiffskrieg>) -> Vec<ZoneId> {
    let battle = |event: &Event| match event {
        Event::BattleBegan { battle, .. } => system.zone_of_battle(battle),
        _ => None,
    };
    let going_on = news.since.and_then(|since| since.battle.as_ref());
    let first = going_on.and_then(|battle| system.zone_of_battle(battle));
    news.events().filter_map(battle).chain(first).collect()
}

/// The chapters as far as they are told.
struct Teller<'e> {
    observer: &'e Observer<'e>,
    chapters: Vec<Chapter>,
    /// The battle that is followed, and its position.
    fight: Option<Fight<'e>>,
    /// The battle and the placement that are told, where no position is known.
    amid: Amid,
}

impl<'e> Teller<'e> {
    fn new(observer: &'e Observer<'e>, news: News<'e, Schiffskrieg>) -> Teller<'e> {
        let fight = news.since.map(|since| Fight::new(observer, since.clone()));
        let battle = news.since.map_or(&observer.sea.battle, |since| &since.battle).clone();
        let placed = news.since.and_then(|since| since.placed.as_ref()).map(|placed| placed.support);
        Teller { observer, chapters: Vec::new(), fight, amid: Amid { battle, placed } }
    }

    fn tell(&mut self, event: &Event, zone: Option<ZoneId>, at: &str) {
        // A battle begins before its first line, everything else after its own.
        let begins = matches!(event, Event::BattleBegan { .. });
        if begins {
            self.amid.follow(event);
        }
        let waiting = self.fight.as_ref().and_then(|fight| fight.next_mission());
        let listener = Listener { observer: self.observer, battle: self.amid.battle.as_ref(), waiting };
        let lines = event.told(&listener);
        if !lines.is_empty() {
            self.turn_to(zone, at);
            let rule = self.observer.rule_of(event, &self.amid);
            if let Some(chapter) = self.chapters.last_mut() {
                chapter.lines.extend(lines.into_iter().map(|line| line.citing(rule.to_owned())));
            }
            self.fight.iter_mut().for_each(|fight| fight.follow(event));
        } else {
            self.fight.iter_mut().for_each(|fight| fight.pass(event));
        }
        if !begins {
            self.amid.follow(event);
        }
    }

    /// Begins another chapter, unless the last one goes on.
    fn turn_to(&mut self, zone: Option<ZoneId>, at: &str) {
        let system = self.observer.system;
        let of = zone.map(|zone| (self.observer.zone_ref(zone), system.board.zone(zone).name.as_str()));
        let next = Chapter::new(at, of);
        if self.chapters.last().is_some_and(|last| last.title == next.title) {
            return;
        }
        self.close();
        self.chapters.push(next);
    }

    /// Puts its card into the last chapter.
    fn close(&mut self) {
        let card = self.fight.as_mut().and_then(Fight::turn);
        if let Some(last) = self.chapters.last_mut().filter(|last| last.zone.is_some()) {
            last.card = card;
        }
    }

    fn done(mut self) -> Vec<Chapter> {
        self.close();
        self.chapters
    }
}

impl Schiffskrieg {
    /// The zone in which a battle is told: of one over a port without ships, the first that the port touches.
    pub(super) fn zone_of_battle(&self, battle: &Battle) -> Option<ZoneId> {
        battle.zone().or_else(|| match battle.site {
            Site::LandHex(hex, _) => self.board.base_in(hex).and_then(|base| self.zone_of_base(base)),
            _ => None,
        })
    }

    fn zone_of_base(&self, base: super::board::BaseId) -> Option<ZoneId> {
        self.board.base(base).zones.first().copied()
    }

    /// The zone about which an event is, for the chapter of a thing that is done.
    fn zone_about(&self, event: &Event) -> Option<ZoneId> {
        match event {
            Event::Formed { goal, .. } => match goal {
                Goal::Station(zone) => Some(*zone),
                Goal::Landing(base) => self.board.base(*base).approach.first().map(|(zone, _)| *zone),
                Goal::Strike(base) => self.zone_of_base(*base),
                Goal::Hex(hex) => self.board.zone_of_sea(*hex),
                Goal::StrategicWarfare => None,
            },
            Event::BattleBegan { battle, .. } => self.zone_of_battle(battle),
            Event::Patrolled { zone, .. } => Some(*zone),
            Event::BaseAttacked { base, .. } => self.zone_of_base(*base),
            _ => None,
        }
    }
}
