//! Which outcomes can be disputed.

use super::game::Game;

impl Game {
    /// Whether the outcome of an exchange can be disputed: it was resolved, a ruling did not set it aside,
    /// and no undo took it back. 0 is what happened before the first.
    pub fn is_disputable(&self, number: u32) -> bool {
        number == 0 || self.exchanges_resolved().any(|exchange| exchange.number == number)
    }

    /// The newest exchange of which the outcome can be disputed.
    pub fn newest_resolved(&self) -> u32 {
        self.exchanges_resolved().map(|exchange| exchange.number).last().unwrap_or(0)
    }
}
