//! Answers and plans against small questions that exist only here.

mod answers;
mod plans;
