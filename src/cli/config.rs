//! The user's own habits: `config.toml`, whose keys stand in for options that are not given.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use toml_edit::{Document, Item, Key};

use super::shared::read;
use super::terminal::Colour;
use crate::matches::{Keep, MatchFault};
use crate::problem::{Class, Collector, Lines, Place, Problem, list_or, quote, suggest};

/// The variable that names another file; if it is empty, none is read.
pub const VARIABLE: &str = "SEALORD_CONFIG";

/// No file of habits comes near this size.
const LIMIT: u64 = 1 << 20;

/// Every key, in the order of the alphabet.
const KEYS: [&str; 7] = ["colour", "editor", "games", "keep", "memory", "quiet", "templates"];

/// What a file of habits says.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// As `--games`.
    pub games: Option<PathBuf>,
    /// As `--templates`.
    pub templates: Option<PathBuf>,
    /// As `--keep`.
    pub keep: Option<Keep>,
    /// False as `--no-memory`.
    pub memory: Option<bool>,
    /// As `--quiet`.
    pub quiet: Option<bool>,
    /// Whether verdicts are coloured.
    pub colour: Colour,
    /// The command with which `sealord edit` opens orders, where neither `VISUAL` nor `EDITOR` names one.
    pub editor: Option<String>,
}

impl Config {
    /// Reads the file that [`VARIABLE`] names, else `sealord/config.toml` in the user's folder of settings
    /// (`XDG_CONFIG_HOME`, otherwise `~/.config`); without one, the habits are the built-in ones.
    ///
    /// # Errors
    /// If a file that was named cannot be read; with line and column if it is not understood.
    pub fn of_user() -> Result<Config, MatchFault> {
        if let Some(named) = std::env::var_os(VARIABLE) {
            return if named.is_empty() { Ok(Config::default()) } else { Config::read(Path::new(&named)) };
        }
        let Ok(folders) = etcetera::choose_base_strategy() else { return Ok(Config::default()) };
        let path = folders.config_dir().join("sealord").join("config.toml");
        if path.is_file() { Config::read(&path) } else { Ok(Config::default()) }
    }

    /// Reads a file of habits.
    ///
    /// # Errors
    /// As [`Config::of_user`].
    fn read(path: &Path) -> Result<Config, MatchFault> {
        let source = String::from_utf8(read(path, LIMIT)?).map_err(|_| {
            MatchFault::no(format!("{} is not UTF-8", path.display()), "save it as plain text")
        })?;
        let base = path.parent().unwrap_or(Path::new(""));
        parsed(&path.display().to_string(), base, &source)
            .map_err(|problems| MatchFault::Refused { problems: problems.finish(), source })
    }
}

/// Reads the text of a file of this name; paths in it count from `base`.
fn parsed(name: &str, base: &Path, source: &str) -> Result<Config, Collector> {
    let reader = Reader { name, lines: Lines::new(source) };
    let (mut config, mut problems) = (Config::default(), Collector::new());
    let document = match Document::parse(source) {
        Ok(document) => document,
        Err(error) => {
            let what = format!("this is not TOML: {}", error.message().trim());
            problems.push(reader.problem("bad-toml", error.span(), what));
            return Err(problems);
        }
    };
    for (word, item) in document.as_table().iter() {
        let key = document.as_table().key(word);
        match reader.take(&mut config, base, (word, key), item) {
            Ok(()) => {}
            Err(problem) => problems.push(*problem),
        }
    }
    if problems.is_empty() { Ok(config) } else { Err(problems) }
}

/// Knows where things stand in a file.
struct Reader<'a> {
    name: &'a str,
    lines: Lines<'a>,
}

impl Reader<'_> {
    fn problem(&self, code: &str, span: Option<std::ops::Range<usize>>, what: String) -> Problem {
        let std::ops::Range { start, end } = span.unwrap_or_default();
        let (line, column) = self.lines.position(start);
        Problem::new(Class::Malformed, code, what).at(Place {
            file: self.name.to_owned(),
            line,
            column,
            start,
            end,
        })
    }

    /// Takes one key with its value.
    fn take(
        &self,
        config: &mut Config,
        base: &Path,
        (word, key): (&str, Option<&Key>),
        item: &Item,
    ) -> Result<(), Box<Problem>> {
        let wanted = |what: &str, mend: String| {
            let what = format!("`{word}` is {what}");
            Box::new(self.problem("bad-value", item.span(), what).mending(mend))
        };
        let text = || {
            item.as_str()
                .filter(|text| !text.is_empty())
                .ok_or_else(|| wanted("a text", format!("write it in quotation marks: {word} = \"…\"")))
        };
        let yes = || {
            let mend = format!("write `{word} = true` or `{word} = false`");
            item.as_bool().ok_or_else(|| wanted("true or false", mend))
        };
        match word {
            "games" => config.games = Some(base.join(text()?)),
            "templates" => config.templates = Some(base.join(text()?)),
            "editor" => config.editor = Some(text()?.to_owned()),
            "memory" => config.memory = Some(yes()?),
            "quiet" => config.quiet = Some(yes()?),
            "keep" => {
                let given = item.as_integer().map_or_else(
                    || item.as_str().unwrap_or_default().to_owned(),
                    |number| number.to_string(),
                );
                let mend = "write a number from 1 on, or \"all\"".to_owned();
                config.keep = Some(given.parse().map_err(|_| wanted("a number of exchanges, or all", mend))?);
            }
            "colour" => {
                config.colour = match item.as_str() {
                    Some("auto") => Colour::Auto,
                    Some("always") => Colour::Always,
                    Some("never") => Colour::Never,
                    _ => {
                        let mend = "write \"auto\", \"always\" or \"never\"".to_owned();
                        return Err(wanted("a choice of three", mend));
                    }
                }
            }
            _ => {
                let what = format!("there is no setting {}", quote(word));
                let mend = match suggest(word, KEYS) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the settings are {}", list_or(&KEYS)),
                };
                let span = key.and_then(Key::span).or_else(|| item.span());
                return Err(Box::new(self.problem("unknown-key", span, what).mending(mend)));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        let problems = parsed("config.toml", Path::new("/home/anna"), text).unwrap_err().finish();
        problems.render(text, false)
    }

    #[test]
    fn every_key_is_read() {
        let text = "games = \"/club/games\"\ntemplates = 'own'\nkeep = \"all\"\nmemory = false\nquiet = true\n\
            colour = \"never\"\neditor = \"nano -l\"\n";
        let read = parsed("config.toml", Path::new("/home/anna"), text).unwrap();
        let whole = Config {
            games: Some("/club/games".into()),
            templates: Some("/home/anna/own".into()),
            keep: Some("all".parse().unwrap()),
            memory: Some(false),
            quiet: Some(true),
            colour: Colour::Never,
            editor: Some("nano -l".to_owned()),
        };
        assert_eq!(read, whole);
        assert_eq!(text.lines().count(), KEYS.len());
    }

    #[test]
    fn the_file_in_the_docs_has_every_key_and_is_read() {
        let page = include_str!("../../docs/habits.md");
        let text = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        parsed("config.toml", Path::new(""), text).unwrap();
        KEYS.iter().for_each(|key| assert!(text.contains(&format!("{key} = ")), "{key}"));
    }

    #[test]
    fn what_is_wrong_is_shown_where_it_stands_all_at_once() {
        let said = refused("quiet = true\n  qiet = true\nkeep = 0\n\n[mail]\nx = 1\ncolour = \"no\"\n");
        for (place, words) in [
            ("config.toml:2:3", "did you mean `quiet`?"),
            ("config.toml:3:8", "write a number from 1 on"),
            ("config.toml:5", "the settings are colour,"),
        ] {
            assert!(said.contains(place) && said.contains(words), "{place}: {words}\n{said}");
        }
        let said = refused("quiet = true\ncolour = \n");
        assert!(said.contains("config.toml:2:") && said.contains("this is not TOML"), "{said}");
    }
}
