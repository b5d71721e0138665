//! Every scene holds, and none without the abilities that it is about.

use std::collections::BTreeSet;
use std::path::Path;

use super::*;
use engine::games::yaml;

/// Plays every scene of the folder, and each again without its abilities.
#[test]
fn every_scene_holds() {
    let games = crate::test_data::games();
    let cards = Cards::load(&games).unwrap();
    let library = Library::load(&games, &cards).unwrap();
    let folder = std::env::var("SEALORD_SCENES").unwrap_or_else(|_| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/scenes/war-at-sea").to_owned()
    });
    let mut files: Vec<_> =
        fs_err::read_dir(Path::new(&folder)).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    let (mut wrong, mut shown, mut count) = (Vec::new(), BTreeSet::new(), 0);
    for file in files {
        let text = fs_err::read_to_string(&file).unwrap();
        let scenes: Vec<Scene> =
            yaml::read(&text).unwrap_or_else(|fault| panic!("{}: {fault:?}", file.display()));
        for scene in scenes {
            count += 1;
            let name = format!("{}: {} ({})", scene.rule, scene.title, scene.abilities.join(", "));
            match scene.play(&cards, &library, false) {
                Err(what) => wrong.push(format!("{name}: {what}")),
                Ok(found) => wrong.extend(found.into_iter().map(|what| format!("{name}: {what}"))),
            }
            if !scene.abilities.is_empty()
                && scene.play(&cards, &library, true).is_ok_and(|found| found.is_empty())
            {
                wrong.push(format!("{name}: it ends the same without"));
            }
            for ability in &scene.abilities {
                let rule = named(ability).ok().and_then(|it| cards.effects.rule(it)).unwrap_or_default();
                if !rule.is_empty() && !scene.rule.starts_with("WSC") && rule != scene.rule {
                    wrong.push(format!("{name}: {ability} is of rule {rule}"));
                }
                shown.insert(ability.clone());
            }
        }
    }
    let silent = |ability: &Ability| cards.effects.is_silent(*ability);
    let missing = Ability::ALL.iter().filter(|it| cards.effects.rule(**it).is_some() && !silent(it));
    let missing: Vec<&str> = missing.map(|it| it.name()).filter(|it| !shown.contains(*it)).collect();
    println!("{count} scenes");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(missing.is_empty(), "without a scene: {}", missing.join(", "));
}
