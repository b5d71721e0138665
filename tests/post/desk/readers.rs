//! Whoever only looks at an office holds nobody up and writes nothing; and `doctor` looks at who may read
//! what is secret.

use std::collections::BTreeMap;
use std::path::Path;

use sealord::digest::Digest;
use sealord::journal::Mark;
use serde_json::Value;

use crate::desk::club::{Club, OFFICE};

/// Every file below a folder with its bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => all.extend(files(&path)),
            false => _ = all.insert(path.display().to_string(), std::fs::read(&path).unwrap()),
        }
    }
    all
}

#[test]
fn looking_takes_no_lock_and_writes_nothing() {
    let club = Club::new(OFFICE);
    let pages = tempfile::tempdir().unwrap();
    let pages = pages.path().join("pages").display().to_string();
    let before = files(&club.path("."));
    let lock = std::fs::File::open(club.path("post/lock")).unwrap();
    lock.lock().unwrap();
    let status = club.sealord(&["status", "."]);
    assert!(status.contains("spring: ") && status.contains("2 matches under way"), "{status}");
    club.sealord(&["site", ".", "-o", &pages]);
    assert_eq!(club.run(&["fetch", "."]).status.code(), Some(4), "a run beside another one waits");
    drop(lock);
    assert!(files(&club.path(".")) == before, "nothing was written");
    // The secret of the desk is nothing that a reader needs, nor a folder for mail.
    std::fs::rename(club.path("post"), club.path("gone")).unwrap();
    club.sealord(&["status", "."]);
    assert!(!club.path("post").exists());
}

/// Makes the office believe that it has seen the journals of its matches as they are now.
fn plant_marks(club: &Club, pages: &str) {
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    let mark = |name: &Value| Mark::of(&club.path(name.as_str().unwrap())).unwrap().unwrap();
    let (quiet, site) = (club.path("post/quiet.json"), club.path(pages).join("site.json"));
    let mut noted: Value = serde_json::from_str(&read(&quiet)).unwrap();
    for it in noted["matches"].as_object_mut().unwrap().values_mut() {
        it["mark"] = serde_json::to_value(mark(&it["match"])).unwrap();
    }
    std::fs::write(quiet, noted.to_string()).unwrap();
    let mut shown = read(&site);
    let cards: Value = serde_json::from_str(&shown).unwrap();
    for card in cards["cards"].as_array().unwrap() {
        let looks = Digest::of(&serde_json::to_vec(&mark(&card["match"])).unwrap());
        shown = shown.replace(card["looks"].as_str().unwrap(), &looks.to_string());
    }
    std::fs::write(site, shown).unwrap();
}

#[test]
fn a_match_that_did_not_move_is_not_read() {
    let mut club = Club::new(OFFICE);
    // One is over: it has no bookmark, so its whole journal would be read.
    club.sealord(&["end", "autumn", "--draw", "--reason", "both moved away"]);
    club.fetch();
    let look = |club: &Club| {
        let mut looks = vec![club.sealord(&["status", "."]), club.sealord(&["status", ".", "--json"])];
        looks.push(club.sealord(&["status", ".", "--html"]));
        looks
    };
    let before = look(&club);
    assert!(before[0].contains("spring: ") && before[0].contains("autumn: "), "{}", before[0]);
    club.sealord(&["site", ".", "-o", "pages"]);
    // Journals that nobody can read, and no bookmarks beside them.
    for name in ["spring", "autumn"] {
        let journal = club.path(name).join("journal.jsonl");
        let length = std::fs::read(&journal).unwrap().len();
        std::fs::write(&journal, vec![b'x'; length]).unwrap();
        _ = std::fs::remove_file(club.path(name).join("secret/bookmark"));
    }
    let noticed = club.sealord(&["status", "."]);
    assert!(noticed.matches("NOT OPEN: ").count() == 2, "a journal that was changed is read: {noticed}");
    // Behind the marks by which the office knows that nothing moved, nobody notices.
    plant_marks(&club, "pages");
    assert_eq!(look(&club), before);
    let said = club.sealord(&["site", ".", "-o", "pages"]);
    assert!(said.starts_with("2 matches, 0 of them changed; 0 files written"), "{said}");
    assert!(club.fetch().is_empty(), "nor does a run of the office");
}

#[test]
fn what_was_noted_of_a_match_says_what_its_journal_says() {
    let mut club = Club::new(OFFICE);
    let (axis, form) = (club.code("spring", "axis"), club.path("spring/forms/001-axis.yaml"));
    let form = std::fs::read_to_string(form).unwrap();
    let anna = "anna@example.org";
    club.write(anna, "[sealord spring/axis]", &format!("{axis}\n{form}"));
    club.fetch();
    // A match of which nothing is noted is to be looked at by the next run, so what is due differs.
    let status = |club: &Club| {
        let mut status: Value = serde_json::from_str(&club.sealord(&["status", ".", "--json"])).unwrap();
        let matches = status["metrics"]["matches"].as_object_mut().unwrap();
        assert!(matches.remove("due").is_some() && matches.remove("due_oldest_seconds").is_some());
        status
    };
    // Before the deadline, long after it, paused, and after an exchange.
    let mut instants = 0;
    for (now, act) in [
        ("2026-12-01T12:00:00Z", None),
        ("2026-12-06T21:00:00Z", None),
        ("2026-12-13T21:00:00Z", Some(["clock", "spring", "pause", "--reason", "a holiday"])),
        ("2026-12-14T21:00:00Z", None),
    ] {
        now.clone_into(&mut club.now);
        act.iter().for_each(|act| drop(club.sealord(act)));
        club.fetch();
        let noted = status(&club);
        let quiet = club.path("post/quiet.json");
        let kept = std::fs::read(&quiet).unwrap();
        assert!(String::from_utf8_lossy(&kept).contains("\"standing\""));
        std::fs::remove_file(&quiet).unwrap();
        assert_eq!(status(&club), noted, "at {now}");
        std::fs::write(&quiet, kept).unwrap();
        instants += 1;
    }
    assert_eq!(instants, 4);
    // Orders that come without a run of the office are seen at once.
    let standing = |club: &Club| club.sealord(&["status", "."]);
    let before = standing(&club);
    club.sealord(&["clock", "spring", "resume"]);
    assert_ne!(standing(&club), before);
}

#[cfg(unix)]
#[test]
fn doctor_names_whatever_others_can_read() {
    use std::os::unix::fs::PermissionsExt;
    let club = Club::new(OFFICE);
    let mark = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap()
    };
    let doctor = || {
        let ran = club.run(&["doctor", "."]);
        (ran.status.success(), String::from_utf8(ran.stdout).unwrap())
    };
    let (good, told) = doctor();
    assert!(good && told.contains("only the owner reads what is secret"), "{told}");
    for (name, open) in [
        (".", 0o777),
        ("office.yaml", 0o666),
        ("post", 0o755),
        ("post/desk.key", 0o644),
        ("spring/secret", 0o755),
        ("spring/secret/seed", 0o644),
        ("autumn/secret/seed", 0o640),
        ("spring/secret/envelope.key", 0o604),
    ] {
        let path = club.path(name);
        let before = std::fs::metadata(&path).unwrap().permissions().mode();
        mark(&path, open);
        let (good, told) = doctor();
        assert!(!good && told.contains(&format!("(mode {open:04o}): run `chmod")), "{name}: {told}");
        assert!(name == "." || told.contains(name), "{name}: {told}");
        mark(&path, before);
    }
    assert!(doctor().0);
}
