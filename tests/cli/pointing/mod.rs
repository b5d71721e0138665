//! Pages in a real browser. Needs `node`, `npm` and `chromium`.

/// Reports of every scenario.
mod every;
/// How long pages for orders take until they can be used.
mod ready;
/// Pages of a league.
mod league;
/// Replays, moment by moment.
mod replays;
/// Turns that are played on the pages of `sealord compose`.
mod turns;
/// Matches of `sealord practice`.
#[cfg(feature = "practice")]
mod practice;
/// What these pages have beside the answers, files that were begun, and hostile packets.
mod pages;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use serde_json::{Value, json};

use super::support::Desk;
use crate::skip::skip_without;

/// A folder with the scripts that play pages and with the packages that they need, or what is missing here.
static SCRIPTS: LazyLock<Result<PathBuf, &str>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    std::fs::create_dir_all(&folder).unwrap();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser")).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            std::fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
        }
    }
    let starts = |program: &str| Command::new(program).arg("--version").output().is_ok();
    let chromium = std::env::var("CHROMIUM").unwrap_or("/usr/bin/chromium".to_owned());
    let programs = [("node", "node"), ("npm", "npm"), ("chromium", &chromium)];
    if let Some((missing, _)) = programs.into_iter().find(|(_, program)| !starts(program)) {
        return Err(missing);
    }
    let install = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
    // A registry may be busy for a moment.
    let is_installed = || {
        let ran = Command::new("npm").args(install).current_dir(&folder).output();
        ran.is_ok_and(|ran| ran.status.success())
    };
    if !(0..3).any(|_| is_installed()) {
        return Err("what npm should install (playwright-core, axe-core)");
    }
    Ok(folder)
});

/// Lets one browser look at pages; each job names its script, its page, and what else the script takes
/// (`tests/browser/look.mjs`). Gives what each did, or nothing where no browser can be started.
///
/// # Panics
/// If anything was wrong with a page.
fn look(desk: &Desk, jobs: &[Value]) -> Option<Vec<Value>> {
    let scripts = match &*SCRIPTS {
        Ok(scripts) => scripts,
        Err(missing) => {
            skip_without(missing);
            return None;
        }
    };
    let jobs = desk.write("jobs.json", json!(jobs).to_string());
    let ran =
        Command::new("node").arg(scripts.join("look.mjs")).arg(jobs).current_dir(desk.path("")).output();
    let ran = ran.expect("node starts");
    let [out, err] = [&ran.stdout, &ran.stderr].map(|it| String::from_utf8_lossy(it).into_owned());
    assert!(ran.status.success(), "{out}{err}");
    let did: Vec<Value> = serde_json::from_str(&out).expect("what the browser did");
    did.iter().for_each(|it| println!("{} {}: {} ms", it["look"], it["page"], it["ms"]));
    Some(did)
}
