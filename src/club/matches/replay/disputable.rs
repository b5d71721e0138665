//! Which outcomes can be disputed.

use super::game::Game;

impl Game {
    /// Whether the outcome of an exchange can be disputed: it was closed, a ruling did not set it aside, and
    /// no undo took it back. 0 is what happened before the first.
    pub fn is_disputable(&self, number: u32) -> bool {
        number == 0 || self.closed().iter().any(|exchange| exchange.number == number && !exchange.set_aside)
    }

    /// The newest exchange of which the outcome can be disputed.
    pub fn newest_resolved(&self) -> u32 {
        let closed = self.closed().iter().rev();
        closed.filter(|exchange| !exchange.set_aside).map(|exchange| exchange.number).next().unwrap_or(0)
    }
}
