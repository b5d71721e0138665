//! Counters in words: classes, factors, and what has befallen them.

use super::pieces::{Counter, Kind, ShipType};
use super::scenario::Support;
use super::state::{Harm, Place, SupportUnit, UnitState};

/// Words of an id, each with a capital.
pub(super) fn capitals(id: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    id.split('-').map(word).collect::<Vec<String>>().join(" ")
}

/// The class of a counter, as tables and charts name it.
pub(super) fn class(counter: &Counter) -> &'static str {
    match counter.kind {
        Kind::Ship(ShipType::Bb) => "BB",
        Kind::Ship(ShipType::Ca) => "CA",
        Kind::Ship(ShipType::Cd) => "CD",
        Kind::Ship(ShipType::Cv) => "CV",
        Kind::Ship(ShipType::Cvl) => "CVL",
        Kind::Lba { heavy: true, .. } => "heavy LBA",
        Kind::Lba { heavy: false, .. } => "LBA",
        Kind::Boat => "X-boat",
    }
}

/// What a counter of a support unit is.
pub(super) fn support_class(unit: &SupportUnit) -> &'static str {
    match unit.kind {
        Support::SurfaceFleet => "Surface Fleet",
        Support::CvFleet if unit.strike => "CV Strike",
        Support::CvFleet => "CV Fleet",
        Support::SubFleet => "Sub Fleet",
        Support::AirForce => "Air Force",
        Support::Bomber => "Bomber",
        Support::Interceptor => "Interceptor",
        Support::ScratchDefenseFleet => "Scratch Fleet",
    }
}

/// The factors of the side that is up: Gunnery or Airstrike, Damage where there is any, Defense, and Speed or
/// range.
pub(super) fn line(counter: &Counter, hurt: bool) -> String {
    let factors = counter.factors(hurt);
    if counter.is_boat() {
        return factors.torpedo.to_string();
    }
    let attack = if counter.is_flyer() { factors.airstrike } else { factors.gunnery };
    let mut line = attack.to_string();
    if let Some(damage) = factors.damage {
        line.push_str(&format!("-{damage}"));
    }
    line.push_str(&format!("-{}", factors.defense));
    match counter.kind {
        Kind::Lba { range, .. } => line.push_str(&format!(", range {range}")),
        _ => {
            if let Some(speed) = factors.speed {
                line.push_str(&format!("-{speed}"));
            }
        }
    }
    line
}

/// What has befallen a piece, in short words.
pub(super) fn marks(counter: &Counter, state: &UnitState) -> Vec<String> {
    // Where it is follows from where the view lists it.
    let UnitState { place, hurt, home: _, stripe, line, wounds, status } = state;
    let mut marks = Vec::new();
    if *hurt {
        marks.push(if counter.is_lba() { "reduced" } else { "damaged" }.to_owned());
    }
    marks.extend(stripe.map(|stripe| format!("{} stripe", stripe.id())));
    marks.extend(line.map(|_| "in battle".to_owned()));
    marks.extend(wounds.disabled.then(|| "disabled".to_owned()));
    marks.extend((wounds.harm != Harm::None).then(|| "hit".to_owned()));
    marks.extend(status.vichy.then(|| "Vichy".to_owned()));
    marks.extend(status.held.then(|| "holds the Reserve Fleet".to_owned()));
    marks.extend(matches!(place, Place::OnStation(_)).then(|| "raiding".to_owned()));
    marks
}
