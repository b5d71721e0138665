//! A battle that was fought from plans as a card: who met, turn by turn what is told, the dice of each
//! attack, and the battle map every few turns.

use super::board::SectorId;
use super::event::{End, Fate};
use super::state::UnitId;
use super::view::Observer;
use engine::rulebook::card::{Draft, roll};
use engine::side::Side;
use engine::table::Roll;
use engine::view::{Befell, Card, Mark, Shot, Throw};
use tactical::cards::Weapon;
use tactical::picture::Picture;
use tactical::tale::turn_of;

/// What a card is made of.
pub(super) struct Fought<'e> {
    /// Where.
    pub at: SectorId,
    /// Its number in the sector.
    pub number: u8,
    /// What became of the units.
    pub fates: &'e [Fate],
    /// The battle in words.
    pub story: &'e [String],
    /// The battle map every few turns.
    pub pictures: &'e [Picture],
}

/// An attack of which a roll tells.
struct Attack<'r> {
    turn: u8,
    by: &'r str,
    weapon: &'r str,
    at: &'r str,
    faces: &'r [u8],
}

impl Fought<'_> {
    /// The card for the lines that the event makes: one that says who won, those of the story, one for each
    /// unit that was hurt. `rolls` are all that were made up to it. None of a battle that nobody saw turn by
    /// turn.
    pub fn card(&self, observer: &Observer<'_>, rolls: &[&Roll]) -> Option<Card> {
        if self.story.is_empty() {
            return None;
        }
        let mut draft = Draft::default();
        for fate in self.fates.iter().filter(|fate| observer.has(fate.unit)) {
            draft.place(observer.war.unit(fate.unit).side, None, observer.unit(fate.unit));
        }
        let attacks: Vec<Attack<'_>> = rolls
            .iter()
            .filter_map(|roll| self.attack(&observer.system.board.sector(self.at).id, roll))
            .collect();
        draft.line(Some("battle"), None);
        let mut from = 0;
        for (place, line) in self.story.iter().enumerate() {
            let last = place + 1 == self.story.len();
            let until = if last { u8::MAX } else { turn_of(line) };
            draft.line(Some("turn"), Some(turn_of(line)));
            // Who is not among the units of the battle, such as ground units ashore, is in the story alone.
            let shown = |id: &str| draft.side_of(id).is_some();
            let shots: Vec<Shot> = attacks
                .iter()
                .filter(|it| (from..=until).contains(&it.turn) && shown(it.by) && shown(it.at))
                .map(|attack| attack.shot(observer, &draft))
                .collect();
            shots.into_iter().for_each(|shot| draft.shot(shot));
            let newest = self.pictures.iter().rev().find(|picture| (from..=until).contains(&picture.turn));
            newest.into_iter().for_each(|picture| draft.plot(picture.plot(&observer.system.cards)));
            from = until.saturating_add(1);
        }
        for fate in self.fates.iter().filter(|fate| observer.has(fate.unit) && is_hurt(fate)) {
            draft.line(Some("losses"), None);
            let what = match fate.end {
                End::Destroyed => Befell::Sunk,
                End::Left => Befell::Left,
                _ => Befell::Damaged,
            };
            let note = (what == Befell::Left).then(|| "off the map".to_owned());
            draft.befell(&observer.unit(fate.unit).id, what, note);
        }
        draft.end();
        draft.done()
    }

    /// The attack of a roll of this battle, whose labels read
    /// `t3/sector-13/1/turn-2/surface/hood/main/bismarck`.
    fn attack<'r>(&self, sector: &str, roll: &'r Roll) -> Option<Attack<'r>> {
        let parts: Vec<&str> = roll.label.split('/').collect();
        let [_, place, number, turn, _, by, weapon, at, ..] = parts[..] else { return None };
        let here = place == sector && number.parse() == Ok(self.number);
        let turn = turn.strip_prefix("turn-")?.parse().ok()?;
        (here && Weapon::named(weapon).is_some()).then_some(Attack {
            turn,
            by,
            weapon,
            at,
            faces: &roll.faces,
        })
    }
}

/// Whether a fate is worth a line.
pub(super) fn is_hurt(fate: &Fate) -> bool {
    fate.end != End::Afloat || fate.damage > 0
}

impl Attack<'_> {
    fn shot(&self, observer: &Observer<'_>, draft: &Draft) -> Shot {
        let anti_air = self.weapon == Weapon::Aa.word();
        let what = if anti_air { Throw::AntiAir } else { Throw::Attack };
        let side: Side = draft.side_of(self.by).unwrap_or(observer.side);
        Shot {
            line: 0,
            side,
            by: vec![self.by.to_owned()],
            at: Mark::Counter(self.at.to_owned()),
            means: (!anti_air).then(|| self.weapon.to_owned()),
            rolls: roll(what, self.faces, Vec::new()).into_iter().collect(),
            // Which faces count differs from attack to attack; the story says what came of it.
            hits: 0,
            void: 0,
            damage: None,
            fate: None,
        }
    }
}

impl Observer<'_> {
    /// Whether there is a unit of this number.
    pub(super) fn has(&self, unit: UnitId) -> bool {
        usize::from(unit.0) < self.war.units.len()
    }
}
