//! What the French fleet dilemma asks: whether Britain attacks the fleet, whom it fires at, and when Germany
//! seizes it.

use super::super::board::Theatre;
use super::super::dilemma::seizure::{SURRENDER, table_6};
use super::super::dilemma::{AFRICA, LAST_IN_THE_ATLANTIC};
use super::super::event::Action;
use super::super::item::Word;
use super::super::key::Key;
use super::super::pieces::{Kind, Seat, UnitId};
use super::super::state::Place;
use super::force::{Force, prevails};
use super::sight::{Choice, Sight};
use super::targets::{self, Fire};
use engine::rulebook::two_sided::Camp;

/// From which chance of a surrender Britain attacks, and the chance to prevail that this needs.
const CATAPULT: (f32, f32) = (0.5, 0.5);
/// How likely the fleet is still there a turn later: as long as the Axis holds what opens North Africa, and
/// once the Allies have a part of it.
const KEPT: (f32, f32) = (0.95, 0.8);
/// The ways in which two dice fall.
const ROLLS: f32 = 36.0;

/// Britain attacks if the fleet would probably be Germany's otherwise, and if it is the stronger (AW-22.1,
/// AW-22.31).
pub(super) fn catapult(sight: &Sight) -> Option<Vec<u16>> {
    let worst = (SURRENDER - i32::from(sight.ocean.leads.of(Theatre::Atlantic).min(0))).clamp(0, 6);
    if worst as f32 / 6.0 < CATAPULT.0 || strength_against_the_french(sight) < CATAPULT.1 {
        return sight.all(Word::Hold);
    }
    targets::choose(sight, fire(sight))
}

/// French ships that fire back do it as any others.
pub(super) fn reply(sight: &Sight) -> Option<Vec<u16>> {
    targets::choose(sight, fire(sight))
}

fn fire(sight: &Sight) -> Fire {
    match sight.key {
        Key::Catapult { action: Action::Air, .. } => Fire::Raid,
        Key::CatapultReply { action: Action::Air, .. } => Fire::Airstrikes,
        _ => Fire::Guns,
    }
}

/// The chance that the British at sea beside what they may attack prevail over it: the same for airstrikes
/// and guns, which are asked for at once.
fn strength_against_the_french(sight: &Sight) -> f32 {
    let (system, ocean) = (sight.system, &sight.ocean);
    let british = |unit: &UnitId| {
        system.seat_of(ocean, *unit) == Seat::Britain
            && system.counter(*unit).fights()
            && matches!(ocean.unit(*unit).place, Place::Sea(area) if sight.theatre(area) == Theatre::Atlantic)
    };
    let french = |unit: &UnitId| {
        let options = (0..sight.question.options.len() as u16).map(|option| sight.option(option));
        options.into_iter().any(|it| it == Choice::Unit(*unit))
    };
    let strength = |units: Vec<UnitId>| Force::sum(system, ocean, &units).strength(Theatre::Atlantic);
    prevails(strength(ocean.ids().filter(british).collect()), strength(ocean.ids().filter(french).collect()))
}

/// Germany seizes the fleet on the turn on which that promises most: Table 6 gets better with every turn, but
/// fewer turns are left for what it brings (AW-22.4).
pub(super) fn seize(sight: &Sight) -> Option<Vec<u16>> {
    let (system, ocean) = (sight.system, &sight.ocean);
    let allied =
        |id: &str| system.board.base_by_id(id).and_then(|base| ocean.owner(base)) == Some(Camp::ALLIES);
    let kept = if AFRICA.into_iter().filter(|id| allied(id)).count() > 0 { KEPT.1 } else { KEPT.0 };
    let (now, mut later, mut still) = (gain(sight, ocean.turn), 0.0_f32, 1.0);
    for turn in ocean.turn + 1..=LAST_IN_THE_ATLANTIC {
        still *= kept;
        later = later.max(still * gain(sight, turn));
    }
    sight.only(if now > 0.0 && now >= later { Word::Seize } else { Word::Hold })
}

/// What Germany may expect of Table 6 on a turn: the strength that becomes its own less what becomes free,
/// for the turns that follow.
fn gain(sight: &Sight, turn: u8) -> f32 {
    let system = sight.system;
    let mut ocean = sight.ocean.clone();
    ocean.turn = turn;
    let ships = ocean.ids().filter(|&unit| system.counter(unit).kind == Kind::Ship);
    let of = |unit: UnitId| {
        let haven = system.haven_of(&ocean, unit)?;
        let (german, free) = table_6(haven);
        let modifier = system.lila_modifier(&ocean, haven);
        let share = ways(|sum| sum + modifier <= german) - ways(|sum| sum + modifier >= free);
        Some(share * Force::as_if(system, &ocean, unit, false).strength(Theatre::Atlantic))
    };
    ships.filter_map(of).sum::<f32>() * f32::from(LAST_IN_THE_ATLANTIC.saturating_sub(turn))
}

/// How likely the sum of two dice is one of some.
fn ways(fits: impl Fn(i32) -> bool) -> f32 {
    let rolls = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
    rolls.filter(|&sum| fits(sum)).count() as f32 / ROLLS
}
