//! The commands that games bring along, as the registry lists them.

use std::path::Path;

use clap::{ArgMatches, FromArgMatches, Subcommand};

use super::Outcome;
use super::shared::{Shared, ends_as, print_json, print_plain, put};
use crate::command::{Answer, AtHand, GameCommand, Reply};
use crate::kit::Kit;
use crate::matches::MatchFault;
use crate::party::Party;
use crate::problem::ExitCode;
use crate::registry::COMMANDS;
use crate::report::Format;
use crate::view::Packet;

/// A command of a game with its arguments.
#[derive(Debug)]
pub struct OfGame {
    name: &'static str,
    arguments: Box<dyn Answer>,
}

impl OfGame {
    fn called(name: &str) -> Option<&'static GameCommand> {
        COMMANDS.iter().find(|command| command.name == name)
    }
}

impl Subcommand for OfGame {
    fn augment_subcommands(program: clap::Command) -> clap::Command {
        program.subcommands(COMMANDS.iter().map(GameCommand::described))
    }

    fn augment_subcommands_for_update(program: clap::Command) -> clap::Command {
        Self::augment_subcommands(program)
    }

    fn has_subcommand(name: &str) -> bool {
        OfGame::called(name).is_some()
    }
}

impl FromArgMatches for OfGame {
    fn from_arg_matches(matches: &ArgMatches) -> Result<OfGame, clap::Error> {
        let called = matches.subcommand().and_then(|(name, matches)| Some((OfGame::called(name)?, matches)));
        let (command, matches) =
            called.ok_or_else(|| clap::Error::new(clap::error::ErrorKind::MissingSubcommand))?;
        Ok(OfGame { name: command.name, arguments: command.read(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = OfGame::from_arg_matches(matches)?;
        Ok(())
    }
}

impl AtHand for Shared {
    fn kit(&self) -> &Kit {
        &self.kit
    }

    fn wants_json(&self) -> bool {
        self.json
    }

    fn packet(&self, path: &Path, party: Option<Party>) -> Result<Packet, MatchFault> {
        Shared::packet(self, path, party)
    }
}

/// Runs a command of a game, and prints what it answers.
pub fn run(shared: &Shared, command: &OfGame) -> Outcome {
    ends_as(command.arguments.out(), &format!("a {}", command.name), &["txt", "html"])?;
    match command.arguments.answer(shared)? {
        Reply::Json(value) => print_json(&value)?,
        Reply::Text(text) => print_plain(&text)?,
        Reply::Page { page, html, out } => {
            let ending = out.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str());
            let format = if html || ending == Some("html") { Format::Html } else { Format::Text };
            put(out.as_deref(), &page.fill(&shared.kit.templates, format)?)?;
        }
    }
    Ok(ExitCode::Done)
}
