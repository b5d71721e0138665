//! A user's habits: the config file, a quiet program, colour, the front page of the help, and orders in an
//! editor.

use std::path::Path;
use std::process::Command;

use super::support::{Desk, Ran};

fn run(command: &mut Command) -> Ran {
    let output = command.output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs a command with a config file of this text.
fn with_config(desk: &Desk, config: &str, args: &[&str]) -> Ran {
    desk.write("config.toml", config);
    run(desk.command(args).env("SEALORD_CONFIG", "config.toml"))
}

#[test]
fn a_slip_in_the_config_is_shown_where_it_stands() {
    let desk = Desk::new();
    let ran = with_config(&desk, "quiet = true\nkeeep = 3\n", &["systems"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("config.toml:2:1") && ran.err.contains("did you mean `keep`?"), "{}", ran.err);
    let ran = with_config(&desk, "quiet = yes\n", &["--json", "systems"]);
    let said: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, said["problems"][0]["line"].as_u64()), (2, Some(1)), "{said}");
    let ran = run(desk.command(&["systems"]).env("SEALORD_CONFIG", "nowhere.toml"));
    assert!(ran.code == 2 && ran.err.contains("nowhere.toml"), "{ran:?}");
}

#[test]
fn the_config_stands_in_for_options_that_are_not_given() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let keeps = |config: &str, more: &[&str]| {
        let mut command = desk.command(&[&["resolve", "m", "--close"], more].concat());
        desk.write("config.toml", config);
        let ran = run(command.env("SEALORD_CONFIG", "config.toml").env_remove("SEALORD_KEEP"));
        assert_eq!(ran.code, 0, "{ran:?}");
        std::fs::read_dir(desk.path("m/reports")).unwrap().count() / 6
    };
    (0..3).for_each(|_| _ = keeps("", &[]));
    assert_eq!(keeps("keep = 3\n", &[]), 3);
    assert_eq!(keeps("keep = 3\n", &["--keep", "1"]), 1, "what is given counts");
    // In the user's folder of settings it is found without being named.
    std::fs::create_dir_all(desk.path("home/.config/sealord")).unwrap();
    std::fs::write(desk.path("home/.config/sealord/config.toml"), "nonsense = 1\n").unwrap();
    let home = desk.path("home");
    let ran = run(desk.command(&["systems"]).env_remove("SEALORD_CONFIG").env("HOME", &home));
    assert!(ran.code == 2 && ran.err.contains("nonsense"), "{ran:?}");
    let elsewhere = desk.path("elsewhere");
    let mut command = desk.command(&["systems"]);
    command.env_remove("SEALORD_CONFIG").env("HOME", &home).env("XDG_CONFIG_HOME", elsewhere);
    assert_eq!(run(&mut command).code, 0, "the folder of settings is elsewhere");
}

#[test]
fn a_quiet_program_prints_what_was_asked_for_and_what_is_wrong() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    desk.hand_in("m", 0);
    let form = "m/forms/001-axis.yaml";
    for quiet in [&["-q", "check", form, "-p", "m/packets/001-axis.json"][..], &["resolve", "m", "--quiet"]] {
        let ran = desk.expect(0, quiet);
        assert!(ran.out.is_empty() && ran.err.is_empty(), "{ran:?}");
    }
    assert!(with_config(&desk, "quiet = true\n", &["audit", "m"]).out.is_empty());
    assert!(!desk.ok(&["-q", "report", "m", "--side", "axis"]).is_empty());
    assert!(!desk.ok(&["-q", "status", "m"]).is_empty());
    desk.write("wrong.yaml", "answers: [nothing]\n");
    let ran = desk.expect(1, &["-q", "check", "wrong.yaml", "-p", "m", "--side", "axis"]);
    assert!(ran.err.contains("wrong.yaml"), "{ran:?}");
}

#[test]
fn verdicts_have_colour_where_it_is_wanted_and_nowhere_else() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    assert!(!desk.ok(&["audit", "m"]).contains('\x1b'), "this is no terminal");
    let painted = with_config(&desk, "colour = \"always\"\n", &["audit", "m"]).out;
    assert!(painted.starts_with("\x1b[32m") && painted.contains("\x1b[0m\n"), "{painted:?}");
    let fault = with_config(&desk, "colour = \"always\"\n", &["audit", "nowhere"]);
    assert!(fault.err.starts_with("\x1b[1;31merror:\x1b[0m "), "{fault:?}");
    let never = with_config(&desk, "colour = \"never\"\n", &["audit", "nowhere"]);
    assert!(!never.err.contains('\x1b'), "{never:?}");
}

#[test]
fn the_help_lists_commands_by_who_uses_them() {
    let help = Desk::new().ok(&["--help"]);
    let at = |words: &str| help.find(words).unwrap_or_else(|| panic!("no {words:?} in {help}"));
    let order = [
        "For players:",
        "  compose ",
        "For umpires:",
        "  resolve ",
        "For organisers:",
        "  league ",
        "For auditors:",
        "  audit ",
        "For everybody:",
        "  systems ",
        "Options:",
        "  -q, --quiet",
        "Exit codes:",
    ];
    assert!(order.windows(2).all(|two| at(two[0]) < at(two[1])), "{help}");
    assert!(!help.contains('\x1b') && help.lines().all(|line| line.chars().count() <= 100), "{help}");
}

/// An editor that does what a shell says to the file, which is its last word; what it is called with is noted.
#[cfg(unix)]
fn editor(desk: &Desk, script: &str) {
    use std::os::unix::fs::PermissionsExt;
    let text = format!("#!/bin/sh\necho \"$@\" >> calls\nfor file; do :; done\n{script}\n");
    desk.write("vim", text);
    std::fs::set_permissions(desk.path("vim"), PermissionsExt::from_mode(0o755)).unwrap();
}

#[cfg(unix)]
fn edit(desk: &Desk, args: &[&str]) -> Ran {
    let path = std::env::var_os("PATH").unwrap_or_default();
    run(desk.command(args).env("EDITOR", "./vim").env("PATH", path))
}

#[cfg(unix)]
#[test]
fn orders_come_back_at_the_faulty_line_and_are_sealed_when_they_are_legal() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    // First a line is put in that is wrong; the next time it is taken out again.
    let slip = "if grep -q nonsense \"$file\"; then sed -i '/nonsense/d' \"$file\"; else sed -i 's/^answers:/nonsense: 1\\n&/' \"$file\"; fi";
    editor(&desk, slip);
    let ran = edit(&desk, &["edit", "m/packets/001-axis.json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let orders = "m/packets/001-axis-orders.yaml";
    let form = String::from_utf8(desk.read(orders)).unwrap();
    let last = form.lines().position(|line| line.starts_with("answers:")).unwrap() + 1;
    let calls = String::from_utf8(desk.read("calls")).unwrap();
    assert_eq!(calls, format!("{orders}\n+{last} {orders}\n"));
    assert!(ran.err.contains(&format!("{orders}:{last}:1")), "{}", ran.err);
    assert!(ran.out.contains("are legal") && ran.out.contains(&format!("{orders}.sealed")), "{}", ran.out);
    desk.ok(&["receive", "m", &format!("{orders}.sealed"), "--side", "axis"]);
    // Another round goes on with what is there, and gives away nothing that may already be promised.
    editor(&desk, "echo '# once more' >> \"$file\"");
    let ran = edit(&desk, &["edit", "m/packets/001-axis.json"]);
    assert!(ran.out.contains(&format!("{orders}-2.sealed")), "{ran:?}");
    assert!(String::from_utf8(desk.read(orders)).unwrap().ends_with("# once more\n"));
}

#[cfg(unix)]
#[test]
fn what_was_typed_stays_whatever_happens_to_the_editor() {
    let desk = Desk::new();
    desk.begin("m", &[]);
    let args = ["edit", "m", "--side", "axis", "-o", "mine.yaml"];
    editor(&desk, "grep -q typed \"$file\" || sed -i 's/^answers:/typed: by hand\\n&/' \"$file\"");
    // Faulty orders that nobody changes any more are the end of it.
    let ran = edit(&desk, &args);
    assert!(ran.code == 1 && ran.err.contains("mine.yaml:"), "{ran:?}");
    assert_eq!(desk.read("calls").iter().filter(|byte| **byte == b'\n').count(), 2);
    editor(&desk, "echo 'more: lines' >> \"$file\"; exit 3");
    let ran = edit(&desk, &args);
    assert!(ran.code == 3 && ran.err.contains("kept in mine.yaml"), "{ran:?}");
    let kept = String::from_utf8(desk.read("mine.yaml")).unwrap();
    assert!(kept.contains("\ntyped: by hand\nanswers:") && kept.ends_with("\nmore: lines\n"), "{kept}");
    assert!(!Path::new(&desk.path("mine.yaml.sealed")).exists());
    let ran = run(&mut desk.command(&args));
    assert!(ran.code == 2 && ran.err.contains("EDITOR=nano"), "{ran:?}");
}
