//! For tests that need another program: a machine without it skips them, unless `SEALORD_TEST_SKIPS` is
//! `fail`.

/// Notes that a program is missing; the caller then has nothing to test.
///
/// # Panics
/// If `SEALORD_TEST_SKIPS` is `fail`, as `.ci/run` sets it: there a skipped test would pass unseen.
pub fn skip_without(program: &str) {
    let strict = std::env::var_os("SEALORD_TEST_SKIPS").is_some_and(|word| word == "fail");
    assert!(!strict, "{program} cannot be started here, and SEALORD_TEST_SKIPS=fail lets no test be skipped");
    println!("skipped: {program} cannot be started here");
}
