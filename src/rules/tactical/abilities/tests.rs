use std::path::{Path, PathBuf};

use super::*;
use crate::cards::Cards;

/// Where the sources of the tactical game stand.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The sources of a folder and of those below it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs_err::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let below = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    below.filter(|path| path.extension().is_some_and(|it| it == "rs")).collect()
}

/// The abilities that a text names, as in `Ability::Chase`.
fn named(text: &str) -> Vec<String> {
    let words = text.match_indices("Ability::").map(|(at, found)| {
        let rest = &text[at + found.len()..];
        rest[..rest.find(|it: char| !it.is_alphanumeric()).unwrap_or(rest.len())].to_owned()
    });
    words.filter(|word| Ability::ALL.iter().any(|it| format!("{it:?}") == *word)).collect()
}

#[test]
fn every_file_is_in_the_list_once() {
    let folder = Path::new(ROOT).join("abilities");
    let list = fs_err::read_to_string(folder.join("mod.rs")).unwrap();
    let files: Vec<PathBuf> = sources(&folder)
        .into_iter()
        .filter(|it| !it.ends_with("mod.rs") && !it.ends_with("tests.rs"))
        .collect();
    for file in &files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        assert_eq!(list.matches(&format!("    &{name}::CODE,\n")).count(), 1, "{name}");
    }
    assert_eq!(files.len(), ALL.len());
}

/// In the table of abilities, or, as those of ground units, on a card.
#[test]
fn every_word_stands_in_the_data_and_in_one_file() {
    let cards = Cards::load(&crate::test_data::games()).unwrap();
    let mut met = Abilities::default();
    for word in ALL.iter().flat_map(|code| code.words) {
        let on_card = || cards.iter().any(|(_, card)| card.has(*word));
        assert!(cards.effects.rule(*word).is_some() || on_card(), "{}", word.name());
        assert!(!met.has(*word), "{} has two files", word.name());
        met.insert(*word);
    }
    assert!(ALL.iter().all(|code| !code.words.is_empty() && !code.at.is_empty()));
}

#[test]
fn no_other_file_names_an_ability() {
    let root = Path::new(ROOT);
    let apart = ["abilities", "cards/ability.rs", "tests", "target"].map(|it| root.join(it));
    let mut read = 0;
    for file in sources(root).into_iter().filter(|file| !apart.iter().any(|it| file.starts_with(it))) {
        let names = named(&fs_err::read_to_string(&file).unwrap());
        assert!(names.is_empty(), "{}: {names:?}", file.display());
        read += 1;
    }
    assert!(read > 50, "where have the sources gone?");
}

#[test]
fn a_file_names_its_own_abilities_only() {
    let folder = Path::new(ROOT).join("abilities");
    for file in sources(&folder).into_iter().filter(|it| !it.ends_with("mod.rs") && !it.ends_with("tests.rs"))
    {
        let names = named(&fs_err::read_to_string(&file).unwrap());
        let own = |code: &&&Code| code.words.iter().any(|it| format!("{it:?}") == names[0]);
        let own: Vec<String> =
            ALL.iter().find(own).unwrap().words.iter().map(|it| format!("{it:?}")).collect();
        assert!(names.iter().all(|name| own.contains(name)), "{}: {names:?}", file.display());
    }
}
