//! Reads the small words of battle plans.
