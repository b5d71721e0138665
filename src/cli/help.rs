//! The front page of the help: commands stand by who uses them, in the order in which a match does.

/// The headings, each with its commands.
const GROUPS: [(&str, &[&str]); 5] = [
    (
        "For players",
        &[
            "practice",
            "report",
            "view",
            "form",
            "compose",
            "edit",
            "check",
            "join",
            "seal",
            "statement",
            "explain",
            "odds",
            "dossier",
            "fleet",
            "schema",
        ],
    ),
    (
        "For umpires",
        &[
            "new",
            "status",
            "commit",
            "reveal",
            "receive",
            "withdraw",
            "witness",
            "note",
            "resolve",
            "clock",
            "declare",
            "sheet",
            "protest",
            "appeal",
            "rule",
            "undo",
            "end",
            "leakcheck",
            "fetch",
            "serve-mail",
            "doctor",
            "store",
        ],
    ),
    ("For organisers", &["league", "site"]),
    ("For auditors", &["audit", "prove", "result", "replay", "replay-under", "luck"]),
    ("For everybody", &["systems", "rules", "data", "play", "completions", "man", "help"]),
];

/// How wide the page is.
const WIDTH: usize = 100;

/// A heading, as the rest of the help has it; what is no terminal is printed without the marks.
fn heading(words: &str) -> String {
    format!("\x1b[1m\x1b[4m{words}:\x1b[0m\n")
}

/// What a command is for, in one line of any length.
fn about(program: &clap::Command, name: &str) -> Option<String> {
    if name == "help" {
        return Some("Print this message or the help of the given command".to_owned());
    }
    Some(program.find_subcommand(name)?.get_about()?.to_string())
}

/// A command with what it is for, in lines of [`WIDTH`].
fn line(name: &str, about: &str, column: usize) -> String {
    let mut text = format!("  \x1b[1m{name}\x1b[0m{}", " ".repeat(column - name.len()));
    let mut at = column + 2;
    for (number, word) in about.split_whitespace().enumerate() {
        let wide = word.chars().count();
        if number > 0 && at + 1 + wide > WIDTH {
            text += &format!("\n{}", " ".repeat(column + 2));
            at = column + 2;
        } else if number > 0 {
            text.push(' ');
            at += 1;
        }
        text += word;
        at += wide;
    }
    text + "\n"
}

/// The program with such a front page.
pub fn grouped(program: clap::Command) -> clap::Command {
    let names = GROUPS.iter().flat_map(|(_, names)| *names);
    let column = names.map(|name| name.len()).max().unwrap_or_default() + 2;
    let mut page = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for (title, names) in GROUPS {
        page += &heading(title);
        for name in names {
            // A command that this build leaves out has no line.
            page += &about(&program, name).map_or(String::new(), |about| line(name, &about, column));
        }
        page.push('\n');
    }
    page += &heading("Options");
    program.help_template(page + "{options}{after-help}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_command_stands_under_one_heading() {
        let program = crate::cli::Cli::command();
        let names: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let listed: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(listed.len(), names.len(), "a command stands twice");
        for command in program.get_subcommands().map(clap::Command::get_name) {
            assert!(listed.contains(command), "`{command}` stands under no heading of the help");
        }
    }
}
