//! Submarines, Hilfskreuzer and Hunter-Killer groups: each goes where it gains most, the first choice to
//! those that gain most. Oilers stay in port.

use super::super::item::Word;
use super::super::pieces::{Kind, UnitId};
use super::field::Fields;
use super::force::Force;
use super::pacific;
use super::sight::{Choice, Sight};

/// What the loss of a Hilfskreuzer costs, which never returns, by the dice that hunt it.
const RISK: f32 = 0.08;
/// What it must gain.
const MARGIN: f32 = 0.02;

/// Where they patrol.
pub(super) fn place(sight: &Sight, fields: &mut Fields, units: &[UnitId], who: &[usize], choice: &mut [u16]) {
    for &at in who {
        let (unit, kind) = (units[at], sight.system.counter(units[at]).kind);
        let force = Force::as_if(sight.system, &sight.ocean, unit, false);
        let stay = sight.word(at, Word::Stay);
        if kind == Kind::Oiler {
            choice[at] = stay.unwrap_or(choice[at]);
            continue;
        }
        let gain = |(option, open)| {
            let Choice::Area(area) = open else { return None };
            let field = fields.of(area);
            let risk =
                if kind == Kind::Hilfskreuzer { RISK * (field.enemy.hunt + field.coming) } else { 0.0 };
            (!pacific::is_shut(sight, unit, area)).then_some((option, area, field.gain(force) - risk))
        };
        let gains = sight.open_to(at).filter_map(gain);
        let best = gains.reduce(|best, other| if other.2 > best.2 { other } else { best });
        match best.filter(|it| it.2 > MARGIN || stay.is_none()) {
            Some((option, area, _)) => {
                choice[at] = option;
                fields.at(area).own += force;
            }
            None => choice[at] = stay.unwrap_or(choice[at]),
        }
    }
}

/// Submarines go on patrolling: they keep enemy flags off and score, which is more than one attack does.
pub(super) fn turn(sight: &Sight) -> Option<Vec<u16>> {
    (0..sight.question.subjects.len()).map(|at| sight.word(at, Word::None)).collect()
}
