//! Names of files that some systems refuse or take for the same, as pure functions: what a match is called
//! on one machine must be able to lie in a folder on any other.

/// Names that Windows keeps for devices, with any ending and in any case.
const RESERVED: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The longest path that Windows takes without being asked for more, in UTF-16 units and with the zero at
/// its end.
const LONGEST: usize = 260;

/// What no name of a file on Windows may hold.
const FORBIDDEN: [char; 9] = ['<', '>', ':', '"', '/', '\\', '|', '?', '*'];

/// Whether Windows keeps a name for a device: `aux`, `COM1`, `nul.txt`.
pub fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let port = |kind: &str| {
        let number = stem.strip_prefix(kind).map(|rest| rest.chars().collect::<Vec<_>>());
        matches!(number.as_deref(), Some(['1'..='9' | '\u{b9}' | '\u{b2}' | '\u{b3}']))
    };
    RESERVED.contains(&stem.as_str()) || port("com") || port("lpt")
}

/// Why a name cannot be that of a file on every system, if it cannot, in words that follow on it.
pub fn amiss(name: &str) -> Option<&'static str> {
    if name.is_empty() || name == "." || name == ".." {
        Some("is the name of no file")
    } else if is_reserved(name) {
        Some("is kept for a device on Windows")
    } else if name.ends_with(['.', ' ']) {
        Some("ends in a dot or a blank, which Windows drops")
    } else if name.chars().any(|c| FORBIDDEN.contains(&c) || c.is_control()) {
        Some("holds a sign that Windows does not take in a name")
    } else {
        None
    }
}

/// The first two of these names that a folder takes for the same where it does not tell capitals from small
/// letters.
pub fn same_in_a_folder<'n>(names: impl IntoIterator<Item = &'n str>) -> Option<(&'n str, &'n str)> {
    let mut seen: Vec<(String, &str)> = Vec::new();
    for name in names {
        let folded = name.to_lowercase();
        if let Some((_, other)) = seen.iter().find(|(known, _)| *known == folded) {
            return Some((other, name));
        }
        seen.push((folded, name));
    }
    None
}

/// Whether a path is longer than Windows takes unless it is told to.
pub fn is_long(path: &str) -> bool {
    path.encode_utf16().count() + 1 > LONGEST
}

/// A text with the line ends of Unix, wherever it was written: CRLF and a lone CR are one line end each.
pub fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_devices_are_known_in_any_case_and_with_any_ending() {
        for name in ["con", "AUX", "nul.txt", "Com1", "lpt9.yaml.sealed", "COM\u{b2}", "prn .txt"] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["console", "com", "com10", "com0", "lpt", "spring-match", "xcon", "aux-1"] {
            assert!(!is_reserved(name), "{name}");
        }
    }

    #[test]
    fn a_name_is_good_everywhere_or_says_why_not() {
        for (name, why) in [
            ("", "no file"),
            ("..", "no file"),
            ("aux.json", "device"),
            ("orders.", "dot"),
            ("orders ", "blank"),
            ("a:b", "sign"),
            ("a\tb", "sign"),
            ("007?axis", "sign"),
        ] {
            let said = amiss(name).unwrap_or_else(|| panic!("{name:?} is taken"));
            assert!(said.contains(why), "{name:?}: {said}");
        }
        assert_eq!(amiss("007-axis.yaml.sealed"), None);
        assert_eq!(amiss("D\u{f6}nitz.txt"), None);
    }

    #[test]
    fn a_folder_may_take_two_names_for_one() {
        assert_eq!(same_in_a_folder(["Club", "match", "club"]), Some(("Club", "club")));
        assert_eq!(same_in_a_folder(["\u{d6}l", "\u{f6}l"]), Some(("\u{d6}l", "\u{f6}l")));
        assert_eq!(same_in_a_folder(["club", "match"]), None);
    }

    #[test]
    fn a_long_path_is_counted_as_windows_counts_it() {
        assert!(!is_long(&"x".repeat(259)));
        assert!(is_long(&"x".repeat(260)));
        // A sign beyond the first 65536 counts twice.
        assert!(is_long(&"\u{1f6a2}".repeat(130)));
    }

    #[test]
    fn lines_end_alike_wherever_they_were_written() {
        assert_eq!(unix_lines("a\r\nb\rc\nd\r\r\n"), "a\nb\nc\nd\n\n");
    }
}
