//! Who knows that a match or an office is a folder: nobody below `post/` and `site/` but the kinds of place
//! that are one. Everybody else holds a handle (`Store`, `Shelf`, `Yard`), so that it may lie in memory or in
//! a database.

use super::sources::{Source, sources};

/// The folders that are kept clean.
const CLEAN: [&str; 2] = ["src/club/post", "src/club/site"];

/// Who may touch paths all the same, and why. What ends in `/` stands for all below it.
const MAY: [(&str, &str); 11] = [
    ("src/club/post/wire/", "mailboxes, passwords and certificates are files of this machine"),
    ("src/club/post/keys/identity.rs", "a player's own key file"),
    ("src/club/post/office/settings.rs", "who may read office.yaml is seen by its path"),
    ("src/club/post/office/settings/written.rs", "office.yaml is a file wherever the matches are"),
    ("src/club/post/office/state/premises.rs", "from a folder to handles"),
    ("src/club/post/office/state/yard/folder.rs", "the matches of an office in folders"),
    ("src/club/post/shelf/facts.rs", "a log as a file"),
    ("src/club/post/shelf/folder.rs", "an office's own things in a folder"),
    ("src/club/post/shelf/heard.rs", "numbers in files"),
    ("src/club/post/shelf/runs.rs", "sorted files"),
    ("src/club/site/folder.rs", "the pages are files for a web server"),
];

/// What touches a path, as it stands in code.
const TOUCHES: [&str; 17] = [
    "fs::",
    "fs_err",
    "File::open",
    "File::create",
    "OpenOptions",
    "MatchDir",
    "ShelfDir",
    "YardDir",
    "Journal::",
    "PathBuf::from",
    "Path::new",
    ".as_path()",
    ".exists()",
    ".is_dir()",
    ".is_file()",
    "folder.join(",
    "dir.join(",
];

/// The lines of a source that touch a path, with what they touch it by.
fn touching(source: &Source) -> Vec<String> {
    let code = |line: &str| line.split("//").next().unwrap_or_default().trim().to_owned();
    let is_named =
        |line: &str| line.starts_with("pub use ") || line.ends_with(',') && !line.contains(['(', '=']);
    let lines = source.lines().into_iter().enumerate().map(|(at, line)| (at + 1, code(line)));
    let found = lines.filter_map(|(at, line)| {
        let touch = TOUCHES.iter().find(|touch| line.contains(**touch))?;
        // A list of names that others may use touches nothing.
        (!is_named(&line)).then(|| format!("{}:{at}: {touch} in `{line}`", source.path))
    });
    found.collect()
}

fn may(path: &str) -> Option<usize> {
    MAY.iter().position(|(of, _)| path == *of || of.ends_with('/') && path.starts_with(of))
}

#[test]
fn nobody_but_a_folder_knows_that_it_is_one() {
    let (mut wrong, mut needed) = (Vec::new(), [false; MAY.len()]);
    for source in CLEAN.iter().flat_map(|folder| sources(folder)).filter(|source| !source.is_tests()) {
        let found = touching(&source);
        match may(&source.path) {
            Some(at) => needed[at] |= !found.is_empty(),
            None => wrong.extend(found),
        }
    }
    assert!(wrong.is_empty(), "hold a handle instead of a path:\n{}", wrong.join("\n"));
    for ((path, why), needed) in MAY.iter().zip(needed) {
        assert!(needed && !why.is_empty(), "{path} touches no path any more");
    }
}

#[test]
fn a_path_is_found_where_it_is_touched() {
    let text = "use std::path::Path;\n// fs::read\nlet it = fs::read(folder.join(\"x\"));\npub use folder::{MatchDir, Keep};\n    YardDir,\n\
                let open = MatchDir::new(at);\n#[cfg(test)]\nmod tests {\n    fs::read();\n}\n";
    let source = Source { path: "it.rs".to_owned(), text: text.to_owned() };
    let found = touching(&source);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("it.rs:3: fs::") && found[1].starts_with("it.rs:6: MatchDir"), "{found:?}");
}
