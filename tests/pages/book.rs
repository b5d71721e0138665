//! The pages as a book: every page is listed, every link leads to a place that is there, every command that
//! is shown is one that the program reads.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use super::page;

/// Every page of the book, by its path from the top.
pub fn pages() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages: Vec<String> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(str::to_owned).into();
    pages.extend(["examples/README.md", "examples/two-workers/README.md"].map(str::to_owned));
    let named = |folder: &str| {
        let found = std::fs::read_dir(root.join(folder)).unwrap();
        let mut names: Vec<String> =
            found.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    pages.extend(named("games").iter().map(|game| format!("games/{game}/README.md")));
    let docs = named("docs");
    let docs = docs.iter().filter(|name| name.ends_with(".md") && *name != "SUMMARY.md");
    pages.extend(docs.map(|name| format!("docs/{name}")));
    pages
}

/// The lines of a page that stand in no block of code.
fn prose(text: &str) -> String {
    let mut is_code = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            prose += &format!("{line}\n");
        }
    }
    prose
}

/// The words of a link to a heading, as forges and mdBook make them.
fn slug(heading: &str) -> String {
    let shown: String = heading.split("](").enumerate().fold(String::new(), |text, (at, part)| {
        text + if at == 0 { part } else { part.split_once(')').map_or("", |(_, rest)| rest) }
    });
    let kept = shown.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// The places of a page to which links can lead.
fn places(text: &str) -> BTreeSet<String> {
    let prose = prose(text);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let numbered = headings.map(|line| {
        let slug = slug(line.trim_start_matches('#'));
        let before = seen.entry(slug.clone()).or_default();
        *before += 1;
        if *before == 1 { slug } else { format!("{slug}-{}", *before - 1) }
    });
    numbered.collect()
}

/// The links of a page.
fn links(text: &str) -> Vec<String> {
    // What stands between backticks on one line is shown, and leads nowhere.
    let shown = |line: &str| line.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let prose: String = prose(text).lines().map(|line| shown(line) + "\n").collect();
    let links = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links.filter(|link| !link.contains("://")).map(str::to_owned).collect()
}

/// A path from the top without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            other => plain.push(other),
        }
    }
    plain
}

#[test]
fn every_link_leads_to_a_place_that_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut broken = Vec::new();
    let mut all = 0;
    for path in pages() {
        let text = page(&path);
        for link in links(&text) {
            all += 1;
            let (file, place) = link.split_once('#').map_or((link.as_str(), None), |it| (it.0, Some(it.1)));
            let to = if file.is_empty() {
                PathBuf::from(&path)
            } else {
                plain(&Path::new(&path).parent().unwrap().join(file))
            };
            if !root.join(&to).exists() {
                broken.push(format!("{path}: {link}"));
            } else if let Some(place) = place
                && to.extension().is_some_and(|it| it == "md")
                && !places(&page(to.to_str().unwrap())).contains(place)
            {
                broken.push(format!("{path}: {link} (no such place)"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(all > 300, "only {all} links");
}

#[test]
fn the_list_of_pages_has_each_of_them_once() {
    let listed = page("docs/SUMMARY.md");
    let listed = listed.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let mut listed: Vec<String> =
        listed.map(|link| plain(&Path::new("docs").join(link)).to_str().unwrap().to_owned()).collect();
    listed.sort();
    let mut pages = pages();
    pages.sort();
    assert_eq!(listed, pages);
}

#[test]
fn the_readme_is_short_and_has_five_doors() {
    let text = page("README.md");
    assert!(text.lines().count() <= 80, "{} lines", text.lines().count());
    assert_eq!(text.matches("![").count(), 1);
    for door in ["player", "umpire", "organiser", "auditor", "embedder"] {
        assert!(text.contains(&format!("[docs/{door}.md](docs/{door}.md)")), "{door}");
        assert!(page("docs/SUMMARY.md").contains(&format!("]({door}.md)")), "{door}");
    }
}

/// The words of a line of a shell up to where another command begins; nothing where it holds what only a
/// shell works out.
fn words(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '|' | '>' | '<' | '&' | ';') => break,
            (None, '$' | '…') => return None,
            (None, '#') if word.is_empty() => break,
            (None, c) if c.is_whitespace() => {
                words.extend(Some(std::mem::take(&mut word)).filter(|it| !it.is_empty()))
            }
            (_, c) => word.push(c),
        }
    }
    words.extend(Some(word).filter(|it| !it.is_empty()));
    Some(words)
}

/// What the blocks of commands of a page would start.
fn commands(text: &str) -> Vec<String> {
    let blocks = text.split("\n```").skip(1).step_by(2);
    let blocks = blocks.filter(|block| block.starts_with("sh\n") || block.starts_with("console\n"));
    let lines =
        blocks.flat_map(|block| block.lines().skip(1)).collect::<Vec<_>>().join("\n").replace("\\\n", " ");
    let lines = lines.lines().map(|line| line.trim().trim_start_matches("$ "));
    lines.filter(|line| line.starts_with("sealord ")).map(str::to_owned).collect()
}

#[cfg(feature = "mail")]
#[test]
fn every_command_that_a_page_shows_is_one_that_the_program_reads() {
    use clap::CommandFactory;
    use clap::error::ErrorKind;
    let mut all = 0;
    for path in pages() {
        for line in commands(&page(&path)) {
            let Some(words) = words(&line) else { continue };
            // FILE or SIDE stands for what a reader puts there.
            let has_blank =
                words.iter().any(|word| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase()));
            all += 1;
            if let Err(error) = sealord::cli::Cli::command().try_get_matches_from(&words) {
                let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
                let is_blank =
                    has_blank && matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue);
                assert!(is_help || is_blank, "{path}: {line}\n{error}");
            }
        }
    }
    assert!(all > 100, "only {all} commands");
}
