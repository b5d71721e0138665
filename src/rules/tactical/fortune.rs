//! How the dice of a battle fell, for whoever counts them: each die once, as it falls, for the side that
//! gains if it is good.

use super::Battle;
use super::attack::{Attack, Strength};
use super::map::End;
use crate::cards::Weapon;
use engine::fortune::Fortune;
pub(crate) use engine::fortune::Kind as Purpose;

impl Attack {
    /// What its dice are for.
    pub(crate) fn purpose(&self) -> Purpose {
        if self.weapon == Weapon::Aa { Purpose::AntiAir } else { Purpose::Hit }
    }
}

impl Strength {
    /// Whether a face of an attack die is good: it makes at least one success, or is a torpedo hit.
    fn is_good(&self, attack: &Attack, face: u8) -> bool {
        match attack.is_torpedo() {
            true => face + self.torpedo_faces() >= 7,
            false => self.counting().successes(&[face]) > 0,
        }
    }
}

impl Battle<'_> {
    /// Counts dice for a side, if somebody wants to know.
    pub(crate) fn count(&mut self, end: End, purpose: Purpose, faces: &[u8], is_good: impl Fn(u8) -> bool) {
        if self.dice.counts() {
            let side = self.field.dossier.sides[end as usize];
            let fortune = Fortune::of(side, purpose, faces, is_good);
            fortune.into_iter().for_each(|fortune| self.dice.fell(fortune));
        }
    }

    /// Counts a die of an ability for the side that attacks.
    pub(crate) fn count_of(
        &mut self,
        attack: &Attack,
        purpose: Purpose,
        die: u8,
        is_good: impl Fn(u8) -> bool,
    ) {
        let end = self.field.unit(attack.by).end;
        self.count(end, purpose, &[die], is_good);
    }

    /// Counts the dice of an attack.
    pub(crate) fn count_attack(&mut self, attack: &Attack, strength: &Strength, faces: &[u8]) {
        let end = self.field.unit(attack.by).end;
        self.count(end, attack.purpose(), faces, |face| strength.is_good(attack, face));
    }
}
