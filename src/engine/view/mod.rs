//! VIEW: all that one party may know, and the packet that carries it to the player.
//!
//! Each system builds its views from nothing in its own `view.rs`, out of the parts that stand here. Reports,
//! forms, checks and error messages see packets only, and read the view of one into
//! [`Parts`]; none of them can reach a position.
//!
//! The parts are generic in their text: a system writes `Unit<String>`, and `Unit<&str>` is read from a
//! packet without a copy. A field that only some games have is an `Option` that is left out of the JSON where
//! it is none; what no reader here shares stays a system's own, for its templates.

mod cards;
mod known;
mod moves;
pub mod packet;
mod parts;
mod places;
mod score;
mod sheet;
mod sides;
mod story;
mod tracks;
mod union;
mod without;
mod units;

pub use cards::{
    Act, Befell, Card, Counter, Fate, Mark, OPENING, Piece, Plot, Roll, Row, Shot, Throw, Water, Waters,
};
pub use known::Known;
pub use moves::{How, Move, Spot};
pub use packet::{Packet, Verify, VoidNote};
pub use parts::{Beside, Frame, Parts, Reader, Score as ReadScore, View, ViewFault};
pub use places::{Port, Sea, Zone, ZoneRef, links};
pub use score::{ScenarioScore, Score, TurnScore};
pub use sheet::Passage;
pub use sides::{Control, Holder};
pub use story::{Chapter, ReadChapter, StoryLine, story};
pub use tracks::{Air, InBox, OnTrack, Sighting};
pub use union::{OF_THE_FIRST, union};
pub use units::{Stack, Unit};
pub use without::{UNREAD, without};
