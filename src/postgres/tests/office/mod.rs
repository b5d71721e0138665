//! What is an office's own, and all its matches, over the database.

mod claims;
mod chores;
mod moved;
mod shelf;
mod yard;
