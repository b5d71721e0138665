//! Who fights: the sides of the three maps. Each is one party and lends it its word.
//!
//! Japan and Germany go by the names of their navies in files, since `japan` and `germany` are players of
//! another game.

use engine::party::Party;
use engine::rulebook::two_sided::{ALLIES, AXIS};
use engine::side::{Flag, Side};

static IJN_FLAG: Flag =
    Flag { id: "ijn", name: "Japanese Navy", adjective: "Japanese", colour: "#b91c1c", order: 6 };
static USN_FLAG: Flag =
    Flag { id: "usn", name: "United States Navy", adjective: "American", colour: "#1e40af", order: 7 };
static KRIEGSMARINE_FLAG: Flag =
    Flag { id: "kriegsmarine", name: "Kriegsmarine", adjective: "German", colour: "#374151", order: 8 };
static REGIA_MARINA_FLAG: Flag =
    Flag { id: "regia-marina", name: "Regia Marina", adjective: "Italian", colour: "#15803d", order: 9 };

/// Japan.
pub const IJN: Side = Side::of(&IJN_FLAG);
/// The United States with Australia, New Zealand and the Netherlands.
pub const USN: Side = Side::of(&USN_FLAG);
/// Germany, where it fights alone.
pub const KRIEGSMARINE: Side = Side::of(&KRIEGSMARINE_FLAG);
/// Italy, where it fights alone.
pub const REGIA_MARINA: Side = Side::of(&REGIA_MARINA_FLAG);

/// The sides of the Pacific.
pub const PACIFIC: &[Side] = &[IJN, USN];
/// The sides of the Mediterranean.
pub const MEDITERRANEAN: &[Side] = &[AXIS, ALLIES];
/// The sides of the Atlantic, each the enemy of the others.
pub const ATLANTIC: &[Side] = &[ALLIES, KRIEGSMARINE, REGIA_MARINA];
/// The sides of all maps.
pub const SIDES: &[Side] = &[AXIS, ALLIES, IJN, USN, KRIEGSMARINE, REGIA_MARINA];

/// The parties of all maps.
pub const PARTIES: &[Party] = &[
    Party::of(AXIS),
    Party::of(ALLIES),
    Party::of(IJN),
    Party::of(USN),
    Party::of(KRIEGSMARINE),
    Party::of(REGIA_MARINA),
];

/// The parties of these sides, in their order.
pub(super) fn parties(sides: &[Side]) -> &'static [Party] {
    const PACIFIC_PARTIES: &[Party] = &[Party::of(IJN), Party::of(USN)];
    const MEDITERRANEAN_PARTIES: &[Party] = &[Party::of(AXIS), Party::of(ALLIES)];
    const ATLANTIC_PARTIES: &[Party] = &[Party::of(ALLIES), Party::of(KRIEGSMARINE), Party::of(REGIA_MARINA)];
    match sides.first() {
        Some(side) if *side == IJN => PACIFIC_PARTIES,
        Some(side) if *side == AXIS => MEDITERRANEAN_PARTIES,
        _ => ATLANTIC_PARTIES,
    }
}
