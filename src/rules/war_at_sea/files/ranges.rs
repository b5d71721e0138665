//! `ranges.yaml`.

use serde::Deserialize;

use engine::rulebook::shape::shape;

shape! {
    /// `ranges.yaml`.
    #[derive(Deserialize)]
    pub struct RangesFile {
        unread meta;
        pub fallback: FallbackRow,
        pub aircraft: Vec<RangeRow>,
    }
}

shape! {
    /// The ranges of 8.2, in sectors. Patrol Bombers with Loiter have none that could be written down.
    #[derive(Clone, Copy, Deserialize)]
    pub struct FallbackRow {
        pub patrol_bomber: u8,
        pub other: u8,
        unread patrol_bomber_with_loiter;
    }
}

shape! {
    /// The range of an aircraft under Air Range, in sectors.
    #[derive(Deserialize)]
    pub struct RangeRow {
        pub id: String,
        pub sectors: u8,
        unread radius_nm, confidence;
        may loiter, note;
    }
}
