//! A match in somebody's hands: claimed by its umpire and open for changes, or only read.

mod claim;
mod hand;
mod officers;
mod reader;
mod rollout;

pub use claim::Claim;
pub use hand::Host;
pub use hand::body_salt;
pub use reader::MatchReader;
pub use rollout::position;
