//! Turns the YAML of `games/` into compact JSON that is built into the program.
fn main() {}
