//! Whoever only looks at an office holds nobody up and writes nothing; and `doctor` looks at who may read what is secret.

use std::collections::BTreeMap;
use std::path::Path;

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
