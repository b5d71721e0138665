//! The sources as text.

use std::path::{Path, PathBuf};

/// A file of Rust below the top of the tree.
pub struct Source {
    /// Its path from the top, with `/` between folders.
    pub path: String,
    /// What stands in it.
    pub text: String,
}

impl Source {
    /// Whether there are nothing but tests in it.
    pub fn is_tests(&self) -> bool {
        self.path.contains("/tests/") || self.path.ends_with("/tests.rs")
    }

    /// Its lines, without the tests at its end.
    pub fn lines(&self) -> Vec<&str> {
        let tests = |pair: &[&str]| {
            pair[0].trim() == "#[cfg(test)]" && pair[1].trim().starts_with("mod ") && pair[1].ends_with('{')
        };
        let lines: Vec<&str> = self.text.lines().collect();
        let end = lines.windows(2).position(tests).unwrap_or(lines.len());
        lines[..end].to_vec()
    }
}

/// All files of Rust in a folder of the tree and below it, in their order.
pub fn sources(folder: &str) -> Vec<Source> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut folders = vec![top.join(folder)];
    while let Some(at) = folders.pop() {
        let inside: Vec<PathBuf> = std::fs::read_dir(at).unwrap().map(|it| it.unwrap().path()).collect();
        for path in inside {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let below = path.strip_prefix(top).unwrap().to_str().unwrap().replace('\\', "/");
                found.push(Source { path: below, text: std::fs::read_to_string(&path).unwrap() });
            }
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}
