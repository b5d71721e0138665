//! Pages for a club: what they hold, what they do not, and that nothing is written twice.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::support::{Desk, copy};

fn example(name: &str) -> String {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name).join("match");
    dir.to_str().expect("a plain path").to_owned()
}

/// Every file below a folder with its bytes and when it was written.
pub fn files(root: &Path) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let written = std::fs::metadata(&path).unwrap().modified().unwrap();
            found.insert(path.clone(), (std::fs::read(&path).unwrap(), written));
        }
    }
    found
}

/// Links of a page, which must lead to files beside it.
pub fn targets(page: &str) -> Vec<String> {
    let links = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links.map(str::to_owned).collect()
}

/// Whether a file is a page.
pub fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "html")
}

/// Follows every link of every page: none leads out of the site, and each to a file.
pub fn every_link_leads_somewhere(all: &BTreeMap<PathBuf, (Vec<u8>, SystemTime)>) {
    for (path, (bytes, _)) in all.iter().filter(|(path, _)| is_page(path)) {
        let page = String::from_utf8(bytes.clone()).unwrap();
        for target in targets(&page).iter().filter(|target| !target.starts_with('#')) {
            assert!(
                !target.contains(':') && !target.starts_with('/'),
                "{} links to {target}",
                path.display()
            );
            let file = target.split('#').next().unwrap();
            assert!(path.parent().unwrap().join(file).is_file(), "{} links to {target}", path.display());
        }
    }
}

#[test]
fn open_and_finished_matches_have_pages() {
    let desk = Desk::new();
    let dirs = [example("midway"), example("midway-to-guadalcanal"), example("two-oceans")];
    let [over, ships, open] = &dirs;
    let told = desk.ok(&["site", over, ships, open, "-o", "site", "--name", "Club <b>&\"Sea\""]);
    assert!(told.starts_with("3 matches, 3 of them changed"), "{told}");
    let all = files(&desk.path("site"));
    for (path, (bytes, _)) in &all {
        assert!(!String::from_utf8_lossy(bytes).contains("<b>&") || !is_page(path), "{}", path.display());
    }
    every_link_leads_somewhere(&all);
    let index = String::from_utf8(desk.read("site/index.html")).unwrap();
    assert!(index.contains("Club &lt;b&gt;&amp;"), "{index}");
    assert!(index.contains("1 match under way, 2 matches over"), "{index}");
    assert!(index.contains("Schiffskrieg: 1942: Waking Giant"), "scenarios go by their names: {index}");
    // What is handed out of a match that is over can be checked.
    let proof: Vec<&PathBuf> = all.keys().filter(|path| path.ends_with("proof.zip")).collect();
    assert_eq!(proof.len(), 2);
    desk.ok(&["audit", proof[0].to_str().unwrap()]);
    assert_eq!(all.keys().filter(|path| path.ends_with("replay.html")).count(), 2);
}

/// The last position is drawn of what is over, with the units of all sides, and of nothing else.
#[test]
fn the_last_position_of_a_match_that_is_over_is_a_picture() {
    let desk = Desk::new();
    desk.ok(&["site", &example("midway"), &example("two-oceans"), "-o", "site", "--name", "A & <B>"]);
    let all = files(&desk.path("site"));
    let pictures: Vec<&PathBuf> =
        all.keys().filter(|path| path.extension().is_some_and(|it| it == "svg")).collect();
    assert_eq!(pictures.len(), 1, "{pictures:?}");
    let picture = String::from_utf8(all[pictures[0]].0.clone()).unwrap();
    assert!(
        picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox="),
        "{picture}"
    );
    assert!(picture.ends_with("</svg>") && picture.matches("<svg").count() == 1);
    // A file of its own asks for nothing else, and says what it shows.
    assert!(!picture.contains("http") || picture.matches("http").count() == 1, "{picture}");
    for part in ["Sea chart", "--sea-axis", "class=\"own", "class=\"foe"] {
        assert!(picture.contains(part), "{part} is missing in {picture}");
    }
    for (word, shown) in [("midway", true), ("two-oceans", false)] {
        let page = pages_of(&all, word);
        assert_eq!(page.contains("<img src=\"position.svg\" alt=\"Sea chart"), shown, "{page}");
        assert_eq!(page.contains("property=\"og:image\" content=\"position.svg\""), shown, "{page}");
        assert_eq!(page.contains("img-src 'self'"), shown, "{page}");
        assert!(page.contains("property=\"og:site_name\" content=\"A &amp; &lt;B&gt;\""), "{page}");
        assert!(page.contains("property=\"og:description\" content=\""), "{page}");
    }
}

/// The page of a match whose folder has this word in its name.
fn pages_of(all: &BTreeMap<PathBuf, (Vec<u8>, SystemTime)>, word: &str) -> String {
    let is_page = |path: &&PathBuf| path.ends_with("index.html") && path.to_string_lossy().contains(word);
    let path = all.keys().find(is_page).unwrap();
    String::from_utf8(all[path].0.clone()).unwrap()
}

/// That a feed is well formed, as far as can be seen without a parser.
pub fn well_formed(feed: &str) {
    // Elements close in the order in which they were opened, and nothing else looks like markup.
    let mut open: Vec<&str> = Vec::new();
    for part in feed.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap();
        let name = tag.split_whitespace().next().unwrap();
        let entities = text.split('&').skip(1);
        assert!(
            entities
                .into_iter()
                .all(|it| ["lt;", "gt;", "amp;", "quot;", "#"].iter().any(|end| it.starts_with(end)))
        );
        match tag {
            _ if tag.starts_with('?') || tag.ends_with('/') => {}
            _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(&tag[1..])),
            _ => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
    let ids: Vec<&str> = feed.split("<id>").skip(1).filter_map(|rest| rest.split('<').next()).collect();
    let mut once = ids.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), ids.len());
}

#[test]
fn the_feed_is_well_formed() {
    let desk = Desk::new();
    desk.ok(&["site", &example("midway"), &example("two-oceans"), "-o", "site", "--name", "A & <B>"]);
    let feed = String::from_utf8(desk.read("site/feed.xml")).unwrap();
    well_formed(&feed);
    assert!(feed.contains("A &amp; &lt;B&gt;"));
    assert!(feed.matches("<entry>").count() > 10 && feed.contains("is over"), "{feed}");
}

#[test]
fn a_match_under_way_gives_nothing_away() {
    let desk = Desk::new();
    desk.ok(&["site", &example("two-oceans"), "-o", "site"]);
    let whole: String =
        files(&desk.path("site")).values().map(|(bytes, _)| String::from_utf8_lossy(bytes)).collect();
    for secret in ["Tirpitz", "Akagi", "Hood", "Enterprise", "Ark Royal", "Bismarck"] {
        assert!(!whole.contains(secret), "it says {secret}");
    }
    let pages: Vec<PathBuf> = files(&desk.path("site")).into_keys().collect();
    assert_eq!(pages.len(), 4, "{pages:?}");
}

#[test]
fn what_has_not_moved_on_is_left_alone() {
    let desk = Desk::new();
    copy(Path::new(&example("midway")), &desk.path("over"));
    desk.begin("open", &[]);
    let all = ["site", "over", "open", "-o", "site"];
    desk.ok(&all);
    let before = files(&desk.path("site"));
    let told = desk.ok(&all);
    assert!(told.starts_with("2 matches, 0 of them changed; 0 files written"), "{told}");
    assert_eq!(files(&desk.path("site")), before);
    desk.exchange("open", 35);
    desk.ok(&all);
    let after = files(&desk.path("site"));
    let changed: Vec<String> = after
        .iter()
        .filter(|(path, file)| before.get(*path) != Some(file))
        .map(|(path, _)| path.strip_prefix(desk.path("site")).unwrap().display().to_string())
        .collect();
    let word = desk.status("open")["match"].as_str().unwrap().to_owned();
    let mut due = vec!["feed.xml".to_owned(), "index.html".to_owned(), "site.json".to_owned()];
    due.push(format!("{word}/index.html"));
    due.sort();
    assert_eq!(changed, due);
}

#[test]
fn a_folder_with_something_else_is_refused() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("site")).unwrap();
    desk.write("site/index.html", "mine");
    let refused = desk.expect(1, &["site", &example("midway"), "-o", "site"]);
    assert!(refused.err.contains("no site of sealord"), "{}", refused.err);
    assert_eq!(desk.read("site/index.html"), b"mine");
}

#[test]
fn a_match_that_cannot_be_read_is_named_and_the_others_shown() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("broken")).unwrap();
    desk.write("broken/journal.jsonl", "nonsense\n");
    let ran = desk.expect(3, &["site", "broken", &example("midway"), "-o", "site"]);
    assert!(ran.err.contains("not shown: broken"), "{}", ran.err);
    assert!(desk.path("site/index.html").is_file());
}
