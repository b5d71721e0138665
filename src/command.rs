//! Commands that one game brings along: the registry lists them, and the command line takes each for one of
//! its own. It knows their names and their arguments; what they mean stays with the game.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use serde_json::Value;

use crate::kit::Kit;
use crate::matches::MatchFault;
use crate::party::Party;
use crate::report::GamePage;
use crate::view::Packet;

/// What a command of a game has at hand.
pub trait AtHand {
    /// Data, templates and the time.
    fn kit(&self) -> &Kit;
    /// True if one JSON value is wanted.
    fn wants_json(&self) -> bool;
    /// A packet from a file, or of a party from a match folder.
    ///
    /// # Errors
    /// If there is none, if it is another party's, or if a folder cannot tell what is asked.
    fn packet(&self, path: &Path, party: Option<Party>) -> Result<Packet, MatchFault>;
}

/// What a command answers. Whoever has asked prints it.
pub enum Reply {
    /// Where one JSON value is wanted.
    Json(Value),
    /// Text in which words of a file may stand.
    Text(String),
    /// A page, for paper or, with `html`, for a browser; without a file it goes to stdout.
    Page {
        /// What it shows.
        page: GamePage,
        /// Whether it is a web page, whatever the name of the file says.
        html: bool,
        /// The file to which it is written.
        out: Option<PathBuf>,
    },
}

/// The arguments of a command, which answers by them.
pub trait Answer: fmt::Debug {
    /// The file to which it writes a page, if there is one. Its name is looked at before anything is done.
    fn out(&self) -> Option<&Path> {
        None
    }

    /// Does what the command is for.
    ///
    /// # Errors
    /// If what is asked for cannot be, in words.
    fn answer(&self, at_hand: &dyn AtHand) -> Result<Reply, MatchFault>;
}

/// A command of one game.
#[derive(Clone, Copy)]
pub struct GameCommand {
    /// The word by which it is called.
    pub name: &'static str,
    describe: fn(clap::Command) -> clap::Command,
    read: fn(&ArgMatches) -> Result<Box<dyn Answer>, clap::Error>,
}

impl GameCommand {
    /// The command whose arguments these are; their comments are its help.
    pub const fn of<A: clap::Args + Answer + 'static>(name: &'static str) -> GameCommand {
        GameCommand {
            name,
            describe: A::augment_args,
            read: |matches| Ok(Box::new(A::from_arg_matches(matches)?)),
        }
    }

    /// The command as clap knows it.
    pub fn described(&self) -> clap::Command {
        (self.describe)(clap::Command::new(self.name))
    }

    /// Its arguments, as they were given.
    ///
    /// # Errors
    /// If they are none.
    pub fn read(&self, matches: &ArgMatches) -> Result<Box<dyn Answer>, clap::Error> {
        (self.read)(matches)
    }
}
