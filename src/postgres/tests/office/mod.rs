//! What is an office's own, and all its matches, over the database.

mod chores;
mod claims;
mod moved;
mod shelf;
mod yard;
