//! Measures of the sources that anybody can take with a ruler: no file, function or comment outgrows what an
//! eye takes in, and whatever others may use says what it is.

use super::sources::{Source, sources};

/// The most lines of a file.
const FILE: usize = 500;
/// The most lines of a function: a screen.
const FUNCTION: usize = 60;
/// The most columns of a comment, as of code.
const COLUMNS: usize = 110;
/// The most functions that may pass a screen.
const EXCEPTIONS: usize = 12;

/// Functions that may pass a screen, each with its reason. One that no longer does must leave the list.
const LONG: [(&str, &str, &str); 7] = [
    ("src/rules/admirals_war/apply.rs", "apply_changes", "the one place where an event changes the position"),
    ("src/rules/admirals_war/sequence.rs", "step", "the sequence of play, a phase an arm"),
    ("src/rules/schiffskrieg/apply.rs", "apply", "the one place where an event changes the position"),
    ("src/rules/schiffskrieg/cited.rs", "exact_rule", "the rule behind each event, an event an arm"),
    ("src/rules/seas_of_thunder/apply.rs", "apply", "the one place where an event changes the position"),
    ("src/rules/seas_of_thunder/sequence.rs", "step", "the sequence of play, a phase an arm"),
    ("src/rules/war_at_sea/apply.rs", "apply", "the one place where an event changes the position"),
];

/// The sources that are measured.
fn measured() -> Vec<Source> {
    let all = sources("src");
    assert!(all.len() > 500, "where have the sources gone?");
    all
}

/// Fails with everything that is wrong, a line each.
fn none(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// The name after one of some keywords, as in `pub const fn name`.
fn named<'l>(line: &'l str, keywords: &[&str]) -> Option<&'l str> {
    let mut words = line.split_whitespace().skip_while(|word| word.starts_with("pub")).peekable();
    let mut keyword = words.next()?;
    while ["async", "unsafe"].contains(&keyword) || keyword == "const" && words.peek() == Some(&"fn") {
        keyword = words.next()?;
    }
    let name = words.next().filter(|_| keywords.contains(&keyword))?;
    let end = name.find(|at: char| !at.is_alphanumeric() && at != '_').unwrap_or(name.len());
    (end > 0).then(|| &name[..end])
}

/// The functions of a source as rustfmt lays them out: line, name, number of lines.
fn functions<'l>(lines: &[&'l str]) -> Vec<(usize, &'l str, usize)> {
    let begins = |&(_, line): &(usize, &'l str)| named(line, &["fn"]);
    let indent = |line: &str| line.len() - line.trim_start().len();
    let all = lines.iter().copied().enumerate();
    all.filter_map(|(at, line)| {
        let name = begins(&(at, line))?;
        let ends = |after: &&str| indent(after) == indent(line) && after.ends_with(['}', ';']);
        let length = lines[at..].iter().position(ends)? + 1;
        Some((at + 1, name, length))
    })
    .collect()
}

#[test]
fn no_file_is_longer_than_it_may_be() {
    let long = |source: &Source| {
        let lines = source.text.lines().count();
        (lines > FILE).then(|| format!("{} has {lines} lines", source.path))
    };
    none(&measured().iter().filter_map(long).collect::<Vec<_>>());
}

#[test]
fn a_function_stands_on_one_screen() {
    let mut wrong = Vec::new();
    let mut met = [false; LONG.len()];
    for source in measured().iter().filter(|source| !source.is_tests()) {
        for (line, name, length) in functions(&source.lines()).into_iter().filter(|it| it.2 > FUNCTION) {
            match LONG.iter().position(|(path, of, _)| *path == source.path && *of == name) {
                Some(at) => met[at] = true,
                None => wrong.push(format!("{}:{line}: `{name}` has {length} lines", source.path)),
            }
        }
    }
    let done = LONG.iter().zip(met).filter(|(_, met)| !met);
    wrong.extend(done.map(|((path, name, _), _)| format!("{path}: `{name}` is long no more")));
    none(&wrong);
    assert!(LONG.len() <= EXCEPTIONS);
}

#[test]
fn whatever_others_may_use_says_what_it_is() {
    let mut wrong = Vec::new();
    let all = sources("src");
    for source in measured() {
        let lines = source.lines();
        for (at, line) in lines.iter().enumerate() {
            if line.contains("allow(") && line.contains("missing_docs") {
                wrong.push(format!("{}:{}: it need say nothing", source.path, at + 1));
            }
            let kinds = ["fn", "struct", "enum", "trait", "type", "mod", "const", "static", "union", "macro"];
            let is_open = line.trim_start().starts_with("pub ");
            let Some(name) = named(line, &kinds).filter(|_| is_open) else { continue };
            let is_documented = about(&lines[..at])
                || line.trim_end().ends_with(&format!("mod {name};")) && says(&all, &source, name);
            if !is_documented {
                wrong.push(format!("{}:{}: what is `{name}`?", source.path, at + 1));
            }
        }
    }
    none(&wrong);
}

/// Whether the lines before an item end in its docs, attributes aside.
fn about(before: &[&str]) -> bool {
    let mut before = before.iter().rev().map(|line| line.trim()).peekable();
    while let Some(line) = before.next() {
        let closes = line.ends_with(']') && !line.starts_with("//");
        if closes && !line.starts_with('#') {
            // An attribute of several lines.
            while before.next_if(|line| !line.starts_with('#')).is_some() {}
            before.next();
        } else if !closes {
            return line.starts_with("///") || line.starts_with("#[doc");
        }
    }
    false
}

/// Whether a module's own file begins with what it is.
fn says(all: &[Source], parent: &Source, name: &str) -> bool {
    let folder = parent.path.strip_suffix(".rs").unwrap();
    let folder =
        ["/mod", "/lib", "/main"].iter().find_map(|root| folder.strip_suffix(root)).unwrap_or(folder);
    let files = [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")];
    all.iter().any(|source| files.contains(&source.path) && source.text.starts_with("//!"))
}

#[test]
fn comments_are_no_wider_than_code() {
    let mut wrong = Vec::new();
    for source in measured() {
        let wide = |line: &&str| line.trim_start().starts_with("//") && line.chars().count() > COLUMNS;
        let wide = source.text.lines().enumerate().filter(|(_, line)| wide(line));
        wrong.extend(wide.map(|(at, _)| format!("{}:{}", source.path, at + 1)));
    }
    none(&wrong);
}

#[test]
fn a_ruler_finds_what_is_too_long() {
    let text = "impl It {\n    pub const fn long(\n        &self,\n    ) -> u8 {\n        1\n    }\n\n    fn cited(&self);\n}\n";
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(functions(&lines), [(2, "long", 5), (8, "cited", 1)]);
    assert!(about(&["/// Known.", "#[derive(Debug)]"]) && !about(&["}", "", "#[derive(Debug)]"]));
    assert!(about(&["/// Known.", "#[command(", "    about = \"it\"", ")]"]));
}
