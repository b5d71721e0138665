//! 12 Fortunes of War cards.
