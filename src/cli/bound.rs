//! The most memory that a run with a club's own templates may take, and how such a run ends. A template may
//! join a text to itself again and again, and the library that fills it counts steps, not bytes: the run ends
//! before the machine suffers.

/// Bounds what this run may take. Up to a gigabyte of it counts as used from the start: the allocator sets
/// that much aside before it needs it.
#[cfg(unix)]
pub fn bound(json: bool) {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    // Where the system knows no such limit there is none.
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_DATA) else { return };
    if setrlimit(Resource::RLIMIT_DATA, soft.min(hard).min(MOST_MEMORY), hard).is_ok() {
        _ = BOUND.set(Bound { json, before: (soft, hard) });
    }
}

/// No limit is known here.
#[cfg(not(unix))]
pub fn bound(_: bool) {}

/// What a run with a club's own templates may take.
#[cfg(unix)]
const MOST_MEMORY: u64 = 2 << 30;

/// A bound that holds.
#[cfg(unix)]
struct Bound {
    /// Whether the run speaks to a program.
    json: bool,
    /// What the system allowed before.
    before: (u64, u64),
}

#[cfg(unix)]
static BOUND: std::sync::OnceLock<Bound> = std::sync::OnceLock::new();

/// Ends a run that got no more memory: says which template took it all, how much there is, and where to look.
/// Gives back if the bound is not what refused it, so that the run ends as any other that gets no memory.
#[cfg(unix)]
pub fn spent() {
    use std::sync::atomic::{AtomicBool, Ordering};

    use nix::sys::resource::{Resource, setrlimit};

    static ENDING: AtomicBool = AtomicBool::new(false);
    let Some(bound) = BOUND.get() else { return };
    if ENDING.swap(true, Ordering::Relaxed) {
        return;
    }
    // Words need a little memory too.
    let (soft, hard) = bound.before;
    let Ok(()) = setrlimit(Resource::RLIMIT_DATA, soft, hard) else { return };
    let Some(file) = crate::filling::filled_now() else { return };
    // A panic may not leave the allocator.
    let said = crate::fence::fenced(|| super::shared::fail(bound.json, &super::MatchFault::Io(words(&file))));
    if let Ok(code) = said {
        std::process::exit(code as i32);
    }
}

/// No limit is known here.
#[cfg(not(unix))]
pub fn spent() {}

/// What is said of a template that takes too much.
#[cfg(unix)]
fn words(file: &str) -> String {
    let most = MOST_MEMORY >> 30;
    format!(
        "{file}: filling this template takes more than {most} GB of memory, and a run with --templates may take no more\n  \
         help: look in it, and in the templates that it includes, for a text that grows in a loop, as in \
         `set x = x ~ x`"
    )
}
