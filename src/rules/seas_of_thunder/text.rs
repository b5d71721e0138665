//! Small words that questions, views and reports of this system share.

use super::board::{Capacity, Mat, Zone};
use super::state::Phase;
use engine::problem::count;
use engine::rulebook::two_sided::BySide;

pub use engine::rulebook::text::listed;

/// A port's capacity in words.
pub fn capacity(mat: &Mat) -> String {
    match mat.capacity {
        Capacity::Ships(count) => format!("capacity {count}"),
        Capacity::Unlimited => "no limit".to_owned(),
        Capacity::Neutral => "neutral: one ship of each nation".to_owned(),
    }
}

/// What a zone is worth, in words.
pub fn zone_value(zone: &Zone, value: BySide<u8>) -> String {
    format!("{} is worth {} to the Axis and {} to the Allies", zone.name, value.axis, value.allies)
}

/// Ships and LBA of a stack, as they are counted.
pub fn stack(ships: usize, lba: usize) -> String {
    match (ships, lba) {
        (ships, 0) => count(ships, "ship"),
        (0, lba) => format!("{lba} LBA"),
        (ships, lba) => format!("{}, {lba} LBA", count(ships, "ship")),
    }
}

/// A phase in words.
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::SetupConvoys => "setup: convoys",
        Phase::SetupShips => "setup: ships",
        Phase::AxisAdjusts => "setup: the Axis adjusts",
        Phase::Reinforcements => "reinforcements and refits",
        Phase::Convoys => "convoys",
        Phase::Movement => "ship movement",
        Phase::AlliedAir => "Allied air",
        Phase::AxisAir => "Axis air",
        Phase::Combat => "combat",
        Phase::Scoring => "scoring",
        Phase::ReturnToBase => "return to base",
        Phase::Over => "the end",
    }
}

/// A turn's quarter of the war (SOT-4.0-10), for display only.
pub fn quarter(turn: u8) -> String {
    let quarters = u32::from(turn) + 1;
    format!("Q{} {}", quarters % 4 + 1, 1939 + quarters / 4)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_calendar_meets_its_anchors() {
        let anchors = [
            (1, "Q3 1939"),
            (4, "Q2 1940"),
            (8, "Q2 1941"),
            (11, "Q1 1942"),
            (17, "Q3 1943"),
            (25, "Q3 1945"),
        ];
        for (turn, label) in anchors {
            assert_eq!(super::quarter(turn), label);
        }
    }
}
