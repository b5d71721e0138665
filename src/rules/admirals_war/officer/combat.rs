//! Combat: where to fight next, with airstrikes or guns, and how long.

use super::super::board::{AreaId, Theatre};
use super::super::item::Word;
use super::super::key::Key;
use super::super::pieces::{Kind, UnitId};
use super::field::Fields;
use super::force::{Force, dice};
use super::sight::{Choice, Sight};
use engine::rulebook::two_sided::Camp;

/// How likely a force that leaves is caught by one that may pursue it.
const CAUGHT: f32 = 0.3;

/// The area at which most is at stake; of a list, all areas in that order.
pub(super) fn select_area(sight: &Sight) -> Option<Vec<u16>> {
    let fields = Fields::look(sight);
    let stakes = sight.open_to(0).filter_map(|(option, choice)| match choice {
        Choice::Area(area) => Some((option, fields.of(area).stake())),
        _ => None,
    });
    let mut stakes: Vec<(u16, f32)> = stakes.collect();
    stakes.sort_by(|one, other| other.1.total_cmp(&one.1));
    let wanted = sight.question.subjects.len();
    (stakes.len() >= wanted).then(|| stakes.into_iter().take(wanted).map(|it| it.0).collect())
}

/// The action in which the own side does more to the enemy, compared with what it suffers.
pub(super) fn action(sight: &Sight) -> Option<Vec<u16>> {
    let area = sight.area()?;
    let forces = [sight.side, sight.side.enemy()].map(|side| sight.fighters(area, sight.group(), side));
    let [own, enemy] = forces.each_ref().map(|units| Means::of(sight, units));
    let air = balance(own.air, enemy.body_in_air, enemy.air, own.body_in_air);
    let mut surface = balance(own.guns, enemy.afloat, enemy.guns, own.afloat);
    // Guns alone send our air units home, and with them the area.
    if own.afloat < 0.01 && own.air > 0.0 {
        surface = f32::MIN;
    }
    let favoured = sight.theatre(area) == Theatre::Pacific;
    let flies = if air == surface { favoured } else { air > surface };
    sight.only(if flies { Word::Air } else { Word::Surface })
}

/// What is done with some dice less what is suffered.
fn balance(own: f32, enemy_body: f32, enemy: f32, own_body: f32) -> f32 {
    own / enemy_body.max(1.0) - enemy / own_body.max(1.0)
}

/// What a side has in a fight.
#[derive(Clone, Copy, Debug, Default)]
struct Means {
    air: f32,
    guns: f32,
    /// What its units bear that can be hit from the air.
    body_in_air: f32,
    /// The same of ships and amphibious units, which guns can hit.
    afloat: f32,
}

impl Means {
    fn of(sight: &Sight, units: &[UnitId]) -> Means {
        let mut means = Means::default();
        for &unit in units {
            let force = Force::of(sight.system, &sight.ocean, unit);
            let kind = sight.system.counter(unit).kind;
            means.air += force.air;
            means.body_in_air += force.body;
            if kind == Kind::Ship {
                means.guns += dice(sight.system.gunnery(&sight.ocean, unit));
            }
            if kind != Kind::LandAir {
                means.afloat += force.body;
            }
        }
        means
    }
}

/// Stays as long as the area promises more than leaving it.
pub(super) fn retreat(sight: &Sight) -> Option<Vec<u16>> {
    let stays = pays(sight, sight.area()?);
    sight.only(if stays { Word::Stay } else { Word::Retreat })
}

/// Whether it pays to stay in an area: to hold it, to keep the enemy from it, or to sink more than is lost;
/// who leaves may be caught.
fn pays(sight: &Sight, area: AreaId) -> bool {
    let fields = Fields::look(sight);
    let mut field = fields.of(area).clone();
    let force = |side: Camp| Force::sum(sight.system, &sight.ocean, &sight.fighters(area, None, side));
    let gone = lost_heart(sight, area);
    field.own -= gone;
    let mut own = force(sight.side);
    own -= gone;
    let (own, enemy) = (own.strength(field.theatre), force(sight.side.enemy()).strength(field.theatre));
    let mut left = field.clone();
    left.own = Force { lurkers: field.own.lurkers, ..Force::default() };
    let caught = CAUGHT * own.min(enemy) * enemy / (own + enemy).max(1.0);
    field.worth() >= left.worth() - caught * field.loss()
}

/// The Italians who leave already, where the question is whether Germans go with them (AW-37.2).
fn lost_heart(sight: &Sight, area: AreaId) -> Force {
    let mut units = sight.fighters(area, None, sight.side);
    units.retain(|&unit| {
        matches!(sight.key, Key::Follow { .. }) && sight.system.is_italian(&sight.ocean, unit)
    });
    Force::sum(sight.system, &sight.ocean, &units)
}
