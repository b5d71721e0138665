//! Task forces: what can attack is one force that searches; what cannot keeps out of sight, or lands.

use super::super::item::Word;
use super::super::pieces::Kind;
use super::field::Fields;
use super::landing;
use super::sight::Sight;

/// The first force is all that can attack, the second everything else (AW-29.1).
pub(super) fn form(sight: &Sight) -> Option<Vec<u16>> {
    let units = sight.subjects()?;
    let attacks = |at: usize| sight.system.can_attack(&sight.ocean, units[at]);
    let mixed = (0..units.len()).any(attacks);
    let force = |at: usize| {
        let mut forces = sight.question.open_to(at).iter().copied();
        let first = forces.next()?;
        Some(forces.next().filter(|_| mixed && !attacks(at)).unwrap_or(first))
    };
    (0..units.len()).map(force).collect()
}

/// A force of those that cannot attack lands if there is something to take and the area is safe, else it
/// hides; any other searches (AW-29.2). Which is which follows from how they were formed, and silence knows
/// it.
pub(super) fn intend(sight: &Sight) -> Option<Vec<u16>> {
    let area = sight.area()?;
    let own = sight.fighters(area, None, sight.side);
    let troops = own.iter().any(|&unit| sight.system.counter(unit).kind == Kind::Amphibious);
    let safe = Fields::look(sight).of(area).wins() >= landing::SAFE;
    let lands = troops && safe && landing::prize(sight, area) > 0.0;
    let mut choice = sight.default_answer();
    for (at, intent) in choice.iter_mut().enumerate() {
        if lands && sight.word(at, Word::Hiding) == Some(*intent) {
            *intent = sight.word(at, Word::Landing).unwrap_or(*intent);
        }
    }
    Some(choice)
}
