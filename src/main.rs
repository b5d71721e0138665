//! The `sealord` command.
fn main() {}
